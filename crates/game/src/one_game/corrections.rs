//! What people say of squares, by the players' names.

use super::{OneGame, PlayerViews};
use kingdomino::domain::{Kingdom, Square};
use kingdomino::standings::TableInputs;
use reading::correction::dialogue::can_be_asked_about;
use reading::correction::{
    Correction, CorrectionError, GivenSquare, KingdomName, OpenKingdom, OpenSquare, ReadAnew, said_after,
};

impl OneGame {
    /// How a person names the views: the one that counts by its player, others by their photos.
    pub fn kingdom_names(&self, players: &[PlayerViews]) -> Vec<KingdomName> {
        let name = |view: usize| {
            let number = self.views[view].number;
            let player = players.iter().find(|player| player.views[0] == view).map(|player| player.player.as_str());
            match player {
                // As it is called in a scan of the photo.
                Some(player) if player == format!("k{number}") => KingdomName { photo: None, kingdom: Some(number) },
                Some(player) => KingdomName { photo: Some(player.to_owned()), kingdom: None },
                None => {
                    let kingdom = (self.views[view].of > 1).then_some(number);
                    KingdomName { photo: Some(self.short_name(view)), kingdom }
                }
            }
        };
        (0..self.views.len()).map(name).collect()
    }

    /// What is said of each view after what was said `before`; kingdoms may be named by their players, by their photos, or as in a scan.
    ///
    /// # Errors
    /// An unknown kingdom, or none named where there are several.
    pub fn said(
        &self,
        before: &[Vec<GivenSquare>],
        corrections: &[Correction],
        names: &[KingdomName],
    ) -> Result<Vec<Vec<GivenSquare>>, CorrectionError> {
        let meant: Vec<Correction> = corrections.iter().map(|one| self.by_player(one, names)).collect();
        let first = self.table.first_readings();
        let kingdoms: Vec<&Kingdom> = first.kingdoms.iter().map(|first| &first.reading.kingdom).collect();
        said_after(before, &meant, names, &kingdoms)
    }

    /// The possible answers about doubtful squares of players' kingdoms that need review, each with the total that `game` then gives.
    pub fn open_squares(
        &self,
        players: &[PlayerViews],
        read: &ReadAnew,
        given: &[Vec<GivenSquare>],
        inputs: &TableInputs,
    ) -> Vec<OpenSquare> {
        let total = |view: usize, read: &ReadAnew| self.total_of(view, players, read, inputs);
        self.table.first_readings().open_squares(given, read, &shown_first(players), total)
    }

    /// Players' kingdoms that one answer settles as they are shown, each with the total that `game` then gives.
    pub fn open_kingdoms(
        &self,
        players: &[PlayerViews],
        read: &ReadAnew,
        given: &[Vec<GivenSquare>],
        inputs: &TableInputs,
    ) -> Vec<OpenKingdom> {
        let total = |view: usize, read: &ReadAnew| self.total_of(view, players, read, inputs);
        self.table.first_readings().open_kingdoms(given, read, &shown_first(players), total)
    }

    /// The total of this view's player among all.
    fn total_of(&self, view: usize, players: &[PlayerViews], read: &ReadAnew, inputs: &TableInputs) -> Option<i32> {
        let player = &players.iter().find(|player| player.views[0] == view)?.player;
        let standings = self.standings(self.records(players, read, inputs), inputs).ok()?;
        standings.players.iter().find(|standing| standing.player == *player).map(|standing| standing.total)
    }

    /// Given squares that contradict the box or the other squares.
    pub fn suspects(&self, names: &[KingdomName], given: &[Vec<GivenSquare>], read: &ReadAnew) -> Vec<Correction> {
        let suspects = self.table.first_readings().suspects(given, read).into_iter();
        suspects.map(|(view, one)| names[view].correction(one)).collect()
    }

    /// Whether questions may settle what needs review.
    pub fn can_be_asked_about(&self, read: &ReadAnew) -> bool {
        read.kingdoms.iter().any(|later| can_be_asked_about(&later.reading))
    }

    /// The correction with its kingdom named as in `names`, if it is clear which is meant.
    fn by_player(&self, correction: &Correction, names: &[KingdomName]) -> Correction {
        let is = |name: &str, called: &str| name.to_lowercase() == called.to_lowercase();
        let by_player = |view: &usize| match (&correction.photo, correction.kingdom) {
            (Some(photo), None) => names[*view].photo.as_ref().is_some_and(|name| is(name, photo)),
            // A player may be called `k2`.
            (None, Some(number)) => names[*view].photo.as_ref().is_some_and(|name| is(name, &format!("k{number}"))),
            _ => false,
        };
        let by_photo = |view: &usize| {
            let photo = correction.photo.as_ref();
            let is_photo = photo.is_none_or(|photo| is(&self.short_name(*view), photo) || is(self.photo(*view), photo));
            is_photo && correction.kingdom.is_none_or(|number| number == self.views[*view].number)
        };
        let views = || 0..self.views.len();
        let found = views().find(by_player).or_else(|| {
            let found: Vec<usize> = views().filter(by_photo).collect();
            if let [only] = found[..] { Some(only) } else { None }
        });
        found.map_or_else(|| correction.clone(), |view| names[view].says(correction.place, correction.said))
    }
}

/// The view of each player that counts.
fn shown_first(players: &[PlayerViews]) -> Vec<usize> {
    players.iter().map(|player| player.views[0]).collect()
}

/// What was said before, except of squares (or of the castle) about which something is said now; and what is said now.
pub fn said_later(mut before: Vec<Vec<GivenSquare>>, now: Vec<Vec<GivenSquare>>) -> Vec<Vec<GivenSquare>> {
    for (before, now) in before.iter_mut().zip(now) {
        let has_castle = now.iter().any(|one| one.square == Square::Castle);
        let is_replaced = |one: &GivenSquare| {
            now.iter().any(|other| other.place == one.place) || has_castle && one.square == Square::Castle
        };
        before.retain(|one| !is_replaced(one));
        before.extend(now);
    }
    before
}
