//! A game as the data file holds it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use game::guesses::KingdomGuesses;
use game::line::ResultLine;
use game::one_game::{SavedPlayer, SavedTable};
use game::photo_info::PhotoInfo;
use kingdomino::domain::{Game, GridSize, Offset, Square, Variant};
use kingdomino::standings::{TableInputs, Visit};
use report::scan_json::ScannedKingdom;

/// What the players set for their game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// In the order in which they were named.
    pub players: Vec<Player>,
    /// Players ever named, those removed again included: no id is given twice.
    pub players_added: u32,
    /// Whether each of them is a team of two.
    pub teams: bool,
    /// `None` if it is to be detected.
    pub game: Option<Game>,
    /// `None` if it is to be detected.
    pub size: Option<GridSize>,
    /// The variants and quests that were agreed on.
    pub variants: Vec<Variant>,
    /// Whether photos are kept in the data file.
    pub keep_photos: bool,
    /// Whether the players are done with the game.
    pub finished: bool,
    /// Whom the Queen visits, if that was said.
    pub queen: Option<Host>,
}

/// A player, or a team.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Player {
    /// From 1; it stays when the player is renamed. 0 until [`Settings::number_players`] gives one.
    pub id: u32,
    pub name: String,
    /// The coins' value, if it was given.
    pub coins: Option<u16>,
    /// Knights beside those in the kingdom, if given.
    pub knights_in_supply: Option<u16>,
}

/// Whom the Queen visits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Host {
    /// By index among the players.
    Player(usize),
    /// None of the players.
    Nobody(Nobody),
}

/// Serialised as `nobody`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Nobody {
    Nobody,
}

impl Settings {
    /// Gives an id to each player who has none.
    pub fn number_players(&mut self) {
        for player in self.players.iter_mut().filter(|player| player.id == 0) {
            self.players_added += 1;
            player.id = self.players_added;
        }
    }

    /// What is known before a photo is read.
    pub fn info(&self) -> PhotoInfo {
        PhotoInfo {
            game: self.game.map(|game| game.id().to_owned()),
            size: self.size.map(GridSize::squares_wide),
            variants: self.variants.iter().map(|variant| variant.id().to_owned()).collect(),
            ..PhotoInfo::default()
        }
    }

    /// `open` or `finished`.
    pub fn state(&self) -> &'static str {
        if self.finished { "finished" } else { "open" }
    }

    /// A player's name, by index.
    pub fn name(&self, player: usize) -> Option<&str> {
        self.players.get(player).map(|player| player.name.as_str())
    }

    /// Who plays, and what was agreed on, for a saved game; `taken_for` as there.
    pub fn table(&self, totals: &BTreeMap<u32, u16>, taken_for: Vec<Option<String>>) -> SavedTable {
        let player = |player: &Player| SavedPlayer {
            name: player.name.clone(),
            coins: player.coins,
            knights_in_supply: player.knights_in_supply,
            total: totals.get(&player.id).copied(),
        };
        let visit = |host: Host| match host {
            Host::Nobody(_) => Some(Visit::Nobody),
            Host::Player(player) => self.name(player).map(|name| Visit::Player(name.to_owned())),
        };
        SavedTable {
            players: self.players.iter().map(player).collect(),
            teams: self.teams,
            game: self.game,
            size: self.size,
            queen: self.queen.and_then(visit),
            finished: self.finished,
            taken_for,
        }
    }

    /// What no photo shows, for the players named in `with_kingdom`, and the typed totals of others.
    pub fn inputs(&self, with_kingdom: &[&str], totals: &BTreeMap<u32, u16>) -> TableInputs {
        let typed = |player: &Player| {
            let total = totals.get(&player.id).filter(|_| !with_kingdom.contains(&player.name.as_str()))?;
            Some((player.name.clone(), *total))
        };
        let totals: Vec<(String, u16)> = self.players.iter().filter_map(typed).collect();
        let there = || self.players.iter().filter(|player| with_kingdom.contains(&player.name.as_str()));
        let given = |number: fn(&Player) -> Option<u16>| {
            there().filter_map(|player| Some((player.name.clone(), number(player)?))).collect()
        };
        let visit = |host: Host| match host {
            Host::Nobody(_) => Some(Visit::Nobody),
            Host::Player(player) => {
                let is_ranked =
                    |name: &&str| with_kingdom.contains(name) || totals.iter().any(|(player, _)| player == name);
                let name = self.name(player).filter(is_ranked)?;
                Some(Visit::Player(name.to_owned()))
            }
        };
        TableInputs {
            players: Vec::new(),
            coins: given(|player| player.coins),
            knights_in_supply: given(|player| player.knights_in_supply),
            queens: self.queen.and_then(visit).into_iter().collect(),
            totals: totals.clone(),
            variants: self.variants.clone(),
            ..TableInputs::default()
        }
    }
}

/// A photo of a game.
#[derive(Debug, Clone)]
pub struct PhotoRow {
    /// From 1, never used twice in a game.
    pub number: u32,
    /// The photo read by itself, without what was said. Blank where a kingdom was typed without a photo.
    pub line: ResultLine,
    /// The kingdoms' numbers in the order of `line`, from 1. A kingdom keeps its number when its grid is marked by hand and when the photo is read
    /// again.
    pub numbers: Vec<usize>,
    /// Grids that a person marked.
    pub marked: Vec<MarkedGrid>,
    /// Each kingdom's owner as an index among the players, at the kingdom's number less 1, as it came with the photo; `None` or missing if nothing was
    /// said. What was said later counts before it: see [`GameState::owner`].
    pub owners: Vec<Option<usize>>,
    /// Of the upright photo; 0 x 0 if it cannot be decoded.
    pub size_px: [i32; 2],
    /// Whether its file is in the data file.
    pub is_kept: bool,
}

impl PhotoRow {
    /// Whether there is no photo: its kingdom was typed.
    pub fn is_typed(&self) -> bool {
        self.line.is_typed() || self.line.is_blank()
    }

    /// The owner of the kingdom with this number before anything that can be undone.
    pub fn first_owner(&self, kingdom: usize) -> Option<usize> {
        self.owners.get(kingdom - 1).copied().flatten()
    }

    /// An id that no marked grid of the photo has.
    pub fn free_mark(&self) -> u32 {
        self.marked.iter().map(|marked| marked.id).max().unwrap_or_default() + 1
    }

    /// Gives the kingdom with this number to a player, or to nobody.
    pub fn own(&mut self, kingdom: usize, owner: Option<usize>) {
        self.owners.resize(self.owners.len().max(kingdom), None);
        self.owners[kingdom - 1] = owner;
    }
}

/// A grid that a person marked in a photo, and the kingdom that was read there; or a kingdom typed in place of what was read.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MarkedGrid {
    /// From 1, within the photo.
    pub id: u32,
    /// `None`: a person typed the kingdom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<ByHand>,
    pub kingdom: ScannedKingdom,
    pub guesses: KingdomGuesses,
}

/// Where a kingdom's squares lie in its photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grid {
    /// As it was found.
    Found,
    /// As a person marked it: the id of a [`MarkedGrid`].
    Marked(u32),
    /// Nowhere: another grid was marked over it.
    Nowhere,
}

/// The outer corners of a kingdom's squares, as a person marked them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ByHand {
    /// Clockwise from the upper left one, in pixels of the upright photo at full size.
    pub corners_px: [[f64; 2]; 4],
    /// Rows of the lattice between them.
    pub rows: usize,
    /// Columns of the lattice between them.
    pub cols: usize,
}

/// One thing that was said of a kingdom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edit {
    /// The photo's number.
    pub photo: u32,
    /// The kingdom's number in the photo, from 1.
    pub kingdom: usize,
    pub what: What,
    /// Whether it belongs to the same answer as the one before, and is undone with it.
    pub is_with_last: bool,
}

/// What is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// What lies on a square.
    Square {
        /// In the grid that the kingdom had when it was said, so that later changes do not move it.
        at: Offset,
        square: Square,
    },
    /// Where the kingdom's squares lie.
    Grid(Grid),
    /// The total of a player, in place of a kingdom.
    Total {
        /// The player's id.
        player: u32,
        /// `None`: it is taken back.
        total: Option<u16>,
    },
    /// Whose the kingdom is: a player's id, or `None` for nobody's.
    Owner(Option<u32>),
}

impl Edit {
    /// An answer about a kingdom of a photo.
    pub fn new(photo: u32, kingdom: usize, what: What) -> Self {
        Self { photo, kingdom, what, is_with_last: false }
    }

    /// A player's total.
    pub fn total(player: u32, total: Option<u16>) -> Self {
        Self::new(NO_PHOTO, 1, What::Total { player, total })
    }
}

/// The number of no photo.
const NO_PHOTO: u32 = 0;

/// A player's result in the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerResult {
    pub player: String,
    pub place: usize,
    pub total: i32,
    pub to_check: bool,
    /// Whether the total was typed, in place of a kingdom.
    pub is_typed: bool,
}

/// A game without the photos' files.
#[derive(Debug, Clone)]
pub struct GameRows {
    pub id: i64,
    /// Seconds since 1970.
    pub created_s: i64,
    pub revision: i64,
    pub photos_revision: i64,
    pub state: GameState,
}

/// The part of a game that a change may alter.
#[derive(Debug, Clone)]
pub struct GameState {
    pub settings: Settings,
    pub photos: Vec<PhotoRow>,
    /// Photos ever added, those removed again included.
    pub photos_added: u32,
    /// All that was said, in this order.
    pub said: Vec<Edit>,
    /// How many of `said` count; the others were undone.
    pub corrections: usize,
}

impl GameState {
    /// The totals that were typed and not taken back, by the players' ids.
    pub fn totals(&self) -> BTreeMap<u32, u16> {
        let mut totals = BTreeMap::new();
        for said in self.counting() {
            match said.what {
                What::Total { player, total: Some(total) } => drop(totals.insert(player, total)),
                What::Total { player, total: None } => drop(totals.remove(&player)),
                What::Square { .. } | What::Grid(_) | What::Owner(_) => {}
            }
        }
        totals
    }

    /// The owner of a kingdom of a photo, as an index among the players: what was said last counts. Removed players own nothing.
    pub fn owner(&self, photo: &PhotoRow, kingdom: usize) -> Option<usize> {
        let of_kingdom =
            self.counting().iter().rev().filter(|said| (said.photo, said.kingdom) == (photo.number, kingdom));
        let mut said =
            of_kingdom.filter_map(|said| if let What::Owner(owner) = said.what { Some(owner) } else { None });
        match said.next() {
            Some(id) => self.settings.players.iter().position(|player| Some(player.id) == id),
            None => photo.first_owner(kingdom),
        }
    }

    /// What was said and not undone.
    fn counting(&self) -> &[Edit] {
        &self.said[..self.corrections.min(self.said.len())]
    }

    /// What gives kingdoms, by their photos and their numbers in these, to a player, by index, or to nobody; nothing for those whose owner stays.
    pub fn giving(&self, kingdoms: impl IntoIterator<Item = (u32, usize)>, owner: Option<usize>) -> Vec<Edit> {
        let id = owner.and_then(|owner| self.settings.players.get(owner)).map(|player| player.id);
        let is_others = |(photo, kingdom): &(u32, usize)| {
            self.photos.iter().find(|row| row.number == *photo).is_some_and(|row| self.owner(row, *kingdom) != owner)
        };
        let edit = |(photo, kingdom)| Edit::new(photo, kingdom, What::Owner(id));
        kingdoms.into_iter().filter(is_others).map(edit).collect()
    }

    /// How many of `said` count after an undo; `None` if there is nothing to undo.
    pub fn before_last(&self) -> Option<usize> {
        self.said[..self.corrections].iter().rposition(|said| !said.is_with_last)
    }

    /// How many of `said` count after a redo; `None` if there is nothing to redo.
    pub fn after_next(&self) -> Option<usize> {
        let (_, next) = self.said.get(self.corrections..)?.split_first()?;
        Some(self.corrections + 1 + next.iter().take_while(|said| said.is_with_last).count())
    }

    /// Removes what `is_forgotten` selects. What remains of an answer is still one step to undo.
    pub fn forget(&mut self, is_forgotten: impl Fn(usize, &Edit) -> bool) {
        let (mut said, mut corrections) = (Vec::new(), 0);
        let mut has_first = false;
        for (index, one) in self.said.iter().enumerate() {
            has_first &= one.is_with_last;
            if is_forgotten(index, one) || self.lacks_its_grid(index, &is_forgotten) {
                continue;
            }
            said.push(Edit { is_with_last: has_first, ..*one });
            has_first = true;
            corrections += usize::from(index < self.corrections);
        }
        (self.said, self.corrections) = (said, corrections);
    }

    /// Whether the answer with this part was undone, and its grid is forgotten: a redo of the rest would do what nobody said.
    fn lacks_its_grid(&self, index: usize, is_forgotten: impl Fn(usize, &Edit) -> bool) -> bool {
        let begin = (0..=index).rev().find(|index| !self.said[*index].is_with_last).unwrap_or_default();
        let answer = self.said.iter().enumerate().skip(begin);
        let mut answer = answer.take_while(|(index, said)| *index == begin || said.is_with_last);
        let is_gone = |(index, said): (usize, &Edit)| matches!(said.what, What::Grid(_)) && is_forgotten(index, said);
        begin >= self.corrections && answer.any(is_gone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_an_answer_is_one_answer() {
        let said =
            |photo: u32, is_with_last: bool| Edit { photo, kingdom: 1, what: What::Grid(Grid::Found), is_with_last };
        let settings = Settings::default();
        // Two answers, of which the latter has three parts, and one that was undone.
        let said = vec![said(1, false), said(1, false), said(2, true), said(2, true), said(2, false)];
        let mut state = GameState { settings, photos: Vec::new(), photos_added: 2, said, corrections: 4 };
        state.forget(|_, said| said.photo == 1);
        let parts: Vec<bool> = state.said.iter().map(|said| said.is_with_last).collect();
        assert_eq!((parts, state.corrections), (vec![false, true, false], 2));
        assert_eq!((state.before_last(), state.after_next()), (Some(0), Some(3)));
        let undone =
            [Edit::new(3, 1, What::Grid(Grid::Marked(1))), Edit { is_with_last: true, ..Edit::total(1, None) }];
        state.said.extend(undone);
        state.forget(|_, said| said.photo == 3);
        assert!(state.said.iter().all(|said| said.photo == 2), "without its grid no part of an answer is done again");
        state.forget(|_, _| true);
        assert_eq!((state.before_last(), state.after_next()), (None, None));
    }
}
