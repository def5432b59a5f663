//! Corrections of squares in kingdoms that are named by their players.

use super::PlayerViews;
use crate::table::{KingdomInPhoto, TablePhotos};
use kingdomino::domain::{Facts, Kingdom, Square};
use kingdomino::formats::is_same_name;
use kingdomino::scoring::sheet;
use kingdomino::standings::TableInputs;
use reading::correction::dialogue::can_be_asked_about;
use reading::correction::{Correction, CorrectionError, GivenSquare, KingdomName, OpenQuestion, ReadAnew, SquareName};

impl TablePhotos {
    /// The name that corrections use for each view. A player's first view, which counts, has the player's
    /// name; other views have the names of their photos.
    pub fn kingdom_names(&self, players: &[PlayerViews]) -> Vec<KingdomName> {
        let mut names = Vec::new();
        for (view, KingdomInPhoto { number, of, .. }) in self.views().iter().copied().enumerate() {
            let player = players.iter().find(|player| player.views[0] == view).map(|player| &player.player);
            names.push(match player {
                // The player is called like the kingdom in a scan, so the name is written as in a scan.
                Some(player) if player.as_str() == format!("k{number}") => {
                    KingdomName { photo: None, kingdom: Some(number) }
                }
                Some(player) => KingdomName { photo: Some(player.to_string()), kingdom: None },
                None => KingdomName { photo: Some(self.short_name(view)), kingdom: (of > 1).then_some(number) },
            });
        }
        names
    }

    /// Adds `corrections` to the squares given for each view so far (`before`). Kingdoms may be named by
    /// their players, by their photos, or as in a scan.
    ///
    /// # Errors
    /// If a kingdom is unknown, or is not named although there are several.
    pub fn said(
        &self,
        before: &[Vec<GivenSquare>],
        corrections: &[Correction],
        names: &[KingdomName],
    ) -> Result<Vec<Vec<GivenSquare>>, CorrectionError> {
        let mut meant = Vec::new();
        for one in corrections {
            let SquareName { photo, kingdom, place } = self.by_player(&one.square(), names);
            meant.push(Correction { photo, kingdom, place, said: one.said });
        }
        self.first_readings().given_by(&meant, names, before)
    }

    /// The view to which a named square belongs. Its kingdom may be named as in [`said`](Self::said).
    ///
    /// # Errors
    /// See [`said`](Self::said).
    pub fn view_named(&self, square: &SquareName, names: &[KingdomName]) -> Result<usize, CorrectionError> {
        self.first_readings().kingdom_named(&self.by_player(square, names), names)
    }

    /// The questions about players' kingdoms that need review. Each choice comes with the total that `game`
    /// would report after it.
    pub fn questions(
        &self,
        players: &[PlayerViews],
        read: &ReadAnew,
        given: &[Vec<GivenSquare>],
        inputs: &TableInputs,
    ) -> Vec<OpenQuestion> {
        // The view that counts for each player.
        let asked: Vec<usize> = players.iter().map(|player| player.views[0]).collect();
        let first = self.first_readings();
        first.questions(given, read, &asked, |view, read| self.total_of(view, players, read, inputs))
    }

    /// The total of the view's player for this `kingdom`, with the player's coins and knights. Includes the
    /// Queen if she visits the player, which depends on `read`, the readings of all kingdoms.
    pub fn total_with(
        &self,
        view: usize,
        players: &[PlayerViews],
        read: &ReadAnew,
        inputs: &TableInputs,
        kingdom: &Kingdom,
    ) -> i32 {
        let owner = players.iter().find(|player| player.views.contains(&view));
        let Some(owner) = owner else { return sheet::total(kingdom, &Facts::default(), &inputs.variants) };
        // Until the players can be ranked, it is unknown whom the Queen visits.
        let standings = self.standings(self.records(players, read, inputs), inputs).ok();
        let decided = standings.as_ref().and_then(|standings| standings.record_of(&owner.player));
        let unseen = decided.map_or_else(|| inputs.unseen(&owner.player, 0), |record| record.unseen);
        sheet::total(kingdom, &unseen, &inputs.variants)
    }

    /// The total of this view's player in the ranking of all players.
    fn total_of(&self, view: usize, players: &[PlayerViews], read: &ReadAnew, inputs: &TableInputs) -> Option<i32> {
        let player = &players.iter().find(|player| player.views[0] == view)?.player;
        let standings = self.standings(self.records(players, read, inputs), inputs).ok()?;
        standings.players.iter().find(|standing| standing.player == *player).map(|standing| standing.total)
    }

    /// The given squares that may be wrong, because they contradict the box or other squares.
    pub fn suspects(&self, names: &[KingdomName], given: &[Vec<GivenSquare>], read: &ReadAnew) -> Vec<Correction> {
        let first = self.first_readings();
        let suspects = first.suspects(given, read).into_iter();
        suspects.filter_map(|(view, one)| first.kingdoms[view].correction(&names[view], &one)).collect()
    }

    /// Whether questions to the user could settle any of the doubts.
    pub fn can_be_asked_about(&self, read: &ReadAnew) -> bool {
        read.kingdoms.iter().any(can_be_asked_about)
    }

    /// The square, with its kingdom named as in `names` if the kingdom is unambiguous.
    fn by_player(&self, square: &SquareName, names: &[KingdomName]) -> SquareName {
        let player = match (&square.photo, square.kingdom) {
            (Some(photo), None) => Some(photo.clone()),
            // A player may be called `k2`.
            (None, Some(number)) => Some(format!("k{number}")),
            _ => None,
        };
        for name in names {
            if player.as_ref().zip(name.photo.as_ref()).is_some_and(|(player, name)| is_same_name(name, player)) {
                return name.square(square.place);
            }
        }
        let shown: Vec<usize> = (0..self.views().len()).filter(|view| self.is_named_by_photo(*view, square)).collect();
        match shown[..] {
            [only] => names[only].square(square.place),
            _ => square.clone(),
        }
    }

    /// Whether the square's photo and number, if it has them, are those of the view.
    fn is_named_by_photo(&self, view: usize, SquareName { photo, kingdom, .. }: &SquareName) -> bool {
        let is_photo = photo
            .as_ref()
            .is_none_or(|photo| is_same_name(&self.short_name(view), photo) || is_same_name(self.photo(view), photo));
        is_photo && kingdom.is_none_or(|number| number == self.views()[view].number)
    }
}

/// Merges two lists of corrections. Later corrections replace earlier ones of the same square (or of the
/// castle).
pub fn said_later(mut before: Vec<Vec<GivenSquare>>, now: Vec<Vec<GivenSquare>>) -> Vec<Vec<GivenSquare>> {
    for (before, now) in before.iter_mut().zip(now) {
        let has_castle = now.iter().any(|one| one.square == Square::Castle);
        before.retain(|one| {
            let is_replaced = now.iter().any(|other| other.cell == one.cell);
            !(is_replaced || has_castle && one.square == Square::Castle)
        });
        before.extend(now);
    }
    before
}
