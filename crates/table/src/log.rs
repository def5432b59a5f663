//! The stored data of a table: its settings, the readings of its photos, and the log of edits with a cursor.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use game::ids::{KingdomId, PhotoId, PlayerId};
use game::photo_reading::PhotoReading;
use kingdomino::domain::{Cell, Facts};
use kingdomino::formats::Name;
use kingdomino::standings::{TableInputs, Visit};
use reading::correction::GivenSquare;

use crate::photo::{Grid, PhotoRow};
use crate::settings::{Host, Player, Settings};

/// An edit of a table: an answer of a person, or one part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// The kingdom that the edit is about, such as `2k1`; `0k1` for a total, which belongs to a player.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub kingdom: KingdomId,
    /// The content of the edit.
    pub what: What,
    /// Whether it belongs to the same answer as the previous edit, and is undone with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_with_last: bool,
}

/// The content of an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A square was corrected or confirmed. Its cell refers to the grid that the kingdom had at the time, so
    /// that later changes do not move it.
    Square(GivenSquare),
    /// An earlier correction of a square is withdrawn. Its cell refers to the grid of that time.
    Withdrawn(Cell),
    /// The kingdom gets this grid.
    Grid(Grid),
    /// The typed total of a player who has no kingdom.
    Total {
        /// The player.
        player: PlayerId,
        /// `None` withdraws it.
        total: Option<u16>,
    },
    /// The owner of the kingdom; `None` for nobody.
    Owner(Option<PlayerId>),
    /// What no photo shows of a player: coins and knights. The Queen's visit is an edit of its own.
    Facts {
        /// The player.
        player: PlayerId,
        /// The facts that count from now on.
        facts: Facts,
    },
    /// Whom the Queen visits; `None` if unknown.
    Queen(Option<Host<PlayerId>>),
    /// Who won a shared first place by agreement of the players; `None` withdraws it. It changes neither points
    /// nor ranks.
    Agreed(Option<PlayerId>),
}

impl Edit {
    /// An edit of a kingdom of a photo.
    pub fn new(kingdom: KingdomId, what: What) -> Self {
        Self { kingdom, what, is_with_last: false }
    }

    /// The square that the edit gives; `None` if the edit is of another kind.
    pub fn square(&self) -> Option<GivenSquare> {
        if let What::Square(given) = self.what { Some(given) } else { None }
    }

    /// The cell of the square that the edit gives or withdraws; `None` if the edit is of another kind.
    pub fn cell(&self) -> Option<Cell> {
        match self.what {
            What::Square(GivenSquare { cell, .. }) | What::Withdrawn(cell) => Some(cell),
            What::Grid(_)
            | What::Total { .. }
            | What::Owner(_)
            | What::Facts { .. }
            | What::Queen(_)
            | What::Agreed(_) => None,
        }
    }

    /// An edit about the players, not about a kingdom.
    pub fn of_players(what: What) -> Self {
        Self::new(OF_NO_PHOTO, what)
    }

    /// An edit that sets a player's typed total; `None` withdraws it.
    pub fn total(player: PlayerId, total: Option<u16>) -> Self {
        Self::of_players(What::Total { player, total })
    }
}

/// A placeholder for the kingdom of edits that concern no photo.
const OF_NO_PHOTO: KingdomId = KingdomId { photo: PhotoId(0), number: 1 };

/// All stored data of a table.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Table {
    /// The players, and the rules they agreed on.
    pub settings: Settings,
    /// The photos with their readings.
    pub photos: Vec<PhotoRow>,
    /// The number of photos ever added, including removed ones.
    pub photos_added: u32,
    /// Grows with each change that affects the photos or their readings. Not part of a saved game.
    #[serde(skip)]
    pub photos_revision: u64,
    /// All edits, in order.
    pub edits: Vec<Edit>,
    /// How many of `edits` count; the others were undone.
    pub cursor: usize,
}

impl Table {
    /// A table with these photos and no edits.
    pub fn of_photos(settings: Settings, readings: Vec<PhotoReading>) -> Self {
        let mut table = Self { settings, ..Self::default() };
        for reading in readings {
            let id = table.next_photo();
            table.photos.push(PhotoRow {
                id,
                numbers: (1..=reading.guesses.len()).collect(),
                reading,
                marked: Vec::new(),
                owners: Vec::new(),
                size_px: [0, 0],
                is_kept: false,
            });
        }
        table
    }

    /// The typed totals that were not withdrawn, by player.
    pub fn totals(&self) -> BTreeMap<PlayerId, u16> {
        let mut totals = BTreeMap::new();
        for edit in self.counting() {
            match edit.what {
                What::Total { player, total: Some(total) } => drop(totals.insert(player, total)),
                What::Total { player, total: None } => drop(totals.remove(&player)),
                _ => {}
            }
        }
        totals
    }

    /// The facts about a player that no photo shows.
    pub fn facts(&self, player: PlayerId) -> Facts {
        let of_player = |edit: &Edit| match edit.what {
            What::Facts { player: other, facts } => (other == player).then_some(facts),
            _ => None,
        };
        self.counting().iter().rev().find_map(of_player).unwrap_or_default()
    }

    /// Whom the Queen visits, if known. She does not visit a removed player.
    pub fn queen(&self) -> Option<Host<PlayerId>> {
        let last = self.counting().iter().rev().find_map(|edit| match edit.what {
            What::Queen(host) => Some(host),
            _ => None,
        });
        last.flatten().filter(|host| match host {
            Host::Player(player) => self.settings.player(*player).is_some(),
            Host::Nobody(_) => true,
        })
    }

    /// Who won a shared first place by agreement.
    pub fn agreed(&self) -> Option<&Player> {
        let last = self.counting().iter().rev().find_map(|edit| match edit.what {
            What::Agreed(player) => Some(player),
            _ => None,
        });
        self.settings.player(last.flatten()?)
    }

    /// The Queen's visit, if known, with the player's name.
    pub fn visit(&self) -> Option<Visit> {
        match self.queen()? {
            Host::Nobody(_) => Some(Visit::Nobody),
            Host::Player(player) => self.settings.name(player).map(|name| Visit::Player(name.clone())),
        }
    }

    /// The facts that photos do not show, for the players named in `with_kingdom`, and the typed totals of
    /// others.
    pub fn inputs(&self, with_kingdom: &[&Name], totals: &BTreeMap<PlayerId, u16>) -> TableInputs {
        let Settings { players, variants, tie_rule, .. } = &self.settings;
        let agreed = self.agreed().map(|player| player.name.clone());
        let variants = variants.clone();
        let mut inputs = TableInputs { agreed, variants, tie_rule: *tie_rule, ..TableInputs::default() };
        for Player { id, name } in players {
            if with_kingdom.contains(&name) {
                let facts = self.facts(*id);
                inputs.coins.extend(facts.coins.map(|coins| (name.clone(), coins)));
                inputs.knights_in_supply.extend(facts.knights_in_supply.map(|knights| (name.clone(), knights)));
            } else {
                inputs.totals.extend(totals.get(id).map(|total| (name.clone(), *total)));
            }
        }
        let visit = self.visit().filter(|visit| match visit {
            Visit::Nobody => true,
            // The Queen visits only players who are ranked.
            Visit::Player(name) => {
                with_kingdom.contains(&name) || inputs.totals.iter().any(|(player, _)| player == name)
            }
        });
        inputs.queens.extend(visit);
        inputs
    }

    /// The owner of a photo's kingdom: the one given by the last edit of it, otherwise the first owner.
    /// `None` if the player was removed.
    pub fn owner(&self, photo: &PhotoRow, kingdom: usize) -> Option<PlayerId> {
        let mut owner = photo.first_owner(kingdom);
        for edit in self.counting().iter().filter(|edit| edit.kingdom == photo.kingdom(kingdom)) {
            if let What::Owner(now) = edit.what {
                owner = now;
            }
        }
        owner.filter(|id| self.settings.player(*id).is_some())
    }

    /// The row of a photo.
    pub fn photo(&self, id: PhotoId) -> Option<&PhotoRow> {
        self.photos.iter().find(|row| row.id == id)
    }

    /// The mutable row of a photo.
    pub fn photo_mut(&mut self, id: PhotoId) -> Option<&mut PhotoRow> {
        self.photos.iter_mut().find(|row| row.id == id)
    }

    /// An id for a new photo.
    pub fn next_photo(&mut self) -> PhotoId {
        self.photos_added += 1;
        PhotoId(self.photos_added)
    }

    /// The edits that were not undone.
    pub fn counting(&self) -> &[Edit] {
        &self.edits[..self.cursor.min(self.edits.len())]
    }

    /// The edits that assign kingdoms to a player, or to nobody; none for kingdoms that already have this
    /// owner.
    pub fn giving(&self, kingdoms: impl IntoIterator<Item = KingdomId>, owner: Option<PlayerId>) -> Vec<Edit> {
        let mut edits = Vec::new();
        for kingdom in kingdoms {
            if self.photo(kingdom.photo).is_some_and(|row| self.owner(row, kingdom.number) != owner) {
                edits.push(Edit::new(kingdom, What::Owner(owner)));
            }
        }
        edits
    }

    /// The cursor after an undo; `None` if there is nothing to undo.
    pub fn before_last(&self) -> Option<usize> {
        self.counting().iter().rposition(|edit| !edit.is_with_last)
    }

    /// The cursor after a redo; `None` if there is nothing to redo.
    pub fn after_next(&self) -> Option<usize> {
        let (_, next) = self.edits.get(self.cursor..)?.split_first()?;
        Some(self.cursor + 1 + next.iter().take_while(|edit| edit.is_with_last).count())
    }

    /// Removes the edits for which `is_forgotten` is true. If an answer made several edits, those that remain
    /// are still undone in one step. An undone answer that loses an edit of a grid is removed as a whole.
    pub fn forget(&mut self, is_forgotten: impl Fn(usize, &Edit) -> bool) {
        let (mut kept, mut cursor) = (Vec::new(), 0);
        let mut has_first = false;
        for (index, edit) in self.edits.iter().enumerate() {
            has_first &= edit.is_with_last;
            if is_forgotten(index, edit) || self.lacks_its_grid(index, &is_forgotten) {
                continue;
            }
            kept.push(Edit { is_with_last: has_first, ..*edit });
            has_first = true;
            cursor += usize::from(index < self.cursor);
        }
        (self.edits, self.cursor) = (kept, cursor);
    }

    /// Removes the facts and totals of players who are no longer in the settings, so that no undo is without
    /// effect.
    pub fn forget_removed_players(&mut self) {
        let players: Vec<PlayerId> = self.settings.players.iter().map(|player| player.id).collect();
        self.forget(|_, edit| match edit.what {
            What::Facts { player, .. } | What::Total { player, .. } => !players.contains(&player),
            _ => false,
        });
    }

    /// Whether this edit belongs to an undone answer whose edit of a grid is being removed. Redoing the rest
    /// of that answer would do something that nobody entered.
    fn lacks_its_grid(&self, index: usize, is_forgotten: impl Fn(usize, &Edit) -> bool) -> bool {
        let begin = (0..=index).rev().find(|index| !self.edits[*index].is_with_last).unwrap_or_default();
        if begin < self.cursor {
            return false;
        }
        for (index, edit) in self.edits.iter().enumerate().skip(begin) {
            if index > begin && !edit.is_with_last {
                break;
            }
            if matches!(edit.what, What::Grid(_)) && is_forgotten(index, edit) {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_an_answer_is_one_answer() {
        let kingdom = |photo: u32| KingdomId { photo: PhotoId(photo), number: 1 };
        let edit = |photo: u32, is_with_last: bool| {
            let what = What::Grid(Grid::Found);
            Edit { kingdom: kingdom(photo), what, is_with_last }
        };
        // Two answers, the second with three parts, and one that was undone.
        let edits = vec![edit(1, false), edit(1, false), edit(2, true), edit(2, true), edit(2, false)];
        let mut table = Table { photos_added: 2, edits, cursor: 4, ..Table::default() };
        table.forget(|_, edit| edit.kingdom.photo == PhotoId(1));
        let parts: Vec<bool> = table.edits.iter().map(|edit| edit.is_with_last).collect();
        assert_eq!((parts, table.cursor), (vec![false, true, false], 2));
        assert_eq!((table.before_last(), table.after_next()), (Some(0), Some(3)));
        let undone = [
            Edit::new(kingdom(3), What::Grid(Grid::Marked(1))),
            Edit { is_with_last: true, ..Edit::total(PlayerId(1), None) },
        ];
        table.edits.extend(undone);
        table.forget(|_, edit| edit.kingdom.photo == PhotoId(3));
        assert!(
            table.edits.iter().all(|edit| edit.kingdom == kingdom(2)),
            "without its grid no part of an answer is done again"
        );
        table.forget(|_, _| true);
        assert_eq!((table.before_last(), table.after_next()), (None, None));
    }
}
