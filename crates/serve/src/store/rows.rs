//! A game as stored in the data file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use game::guesses::KingdomGuesses;
use game::ids::{KingdomId, PhotoId, PlayerId};
use game::line::ResultLine;
use game::one_game::{SavedPlayer, SavedTable};
use game::photo_info::PhotoInfo;
use kingdomino::domain::{Facts, Game, GridSize, Variant};
use kingdomino::formats::Name;
use kingdomino::standings::{TableInputs, Visit};
use reading::correction::GivenSquare;
use report::scan_json::ScannedKingdom;

/// The players' settings of their game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// In the order in which they were entered.
    pub players: Vec<Player>,
    /// The number of players ever added, including removed ones, so that no id is reused.
    pub players_added: u32,
    /// Whether each player is a team of two.
    pub teams: bool,
    /// `None` to detect it.
    pub game: Option<Game>,
    /// `None` to detect it.
    pub size: Option<GridSize>,
    /// The agreed variants and quests.
    pub variants: Vec<Variant>,
    /// Whether photos are kept in the data file.
    pub keep_photos: bool,
    /// Whether the players have finished the game.
    pub finished: bool,
    /// The visit of the Queen, if it was given.
    pub queen: Option<Host<PlayerId>>,
}

/// A player, or a team.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Player {
    /// From 1; 0 until [`Settings::number_players`] assigns it.
    pub id: PlayerId,
    pub name: Name,
    /// Coins, and knights that are not in the kingdom. The Queen's visit is in [`Settings`].
    #[serde(flatten)]
    pub facts: Facts,
}

/// Also compares the spelling of names, because a new spelling is a change, too.
impl PartialEq for Player {
    fn eq(&self, other: &Self) -> bool {
        (self.id, self.name.as_str(), self.facts) == (other.id, other.name.as_str(), other.facts)
    }
}

impl Eq for Player {}

impl Player {
    /// A player with nothing but a name.
    pub fn called(name: Name) -> Self {
        Self { id: PlayerId::default(), name, facts: Facts::default() }
    }
}

/// Whom the Queen visits: a player by id, in requests by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Host<P> {
    /// This one.
    Player(P),
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
    /// Assigns an id to each player without one.
    pub fn number_players(&mut self) {
        for player in self.players.iter_mut().filter(|player| player.id == PlayerId::default()) {
            self.players_added += 1;
            player.id = PlayerId(self.players_added);
        }
    }

    /// The facts known before a photo is read.
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

    /// The player with this id, unless removed.
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        self.players.iter().find(|player| player.id == id)
    }

    /// The player with this name.
    pub fn player_called(&self, name: &Name) -> Option<&Player> {
        self.players.iter().find(|player| player.name == *name)
    }

    /// The index of a player, which clients use to refer to players.
    pub fn index(&self, id: PlayerId) -> Option<usize> {
        self.players.iter().position(|player| player.id == id)
    }

    /// A player's name.
    pub fn name(&self, id: PlayerId) -> Option<&Name> {
        self.player(id).map(|player| &player.name)
    }

    /// The players and the agreed rules, for a saved game; for `taken_for` see [`SavedTable`].
    pub fn table(&self, totals: &BTreeMap<PlayerId, u16>, taken_for: Vec<Option<Name>>) -> SavedTable {
        let mut players = Vec::new();
        for player in &self.players {
            let total = totals.get(&player.id).copied();
            players.push(SavedPlayer { name: player.name.clone(), facts: player.facts, total });
        }
        SavedTable {
            players,
            teams: self.teams,
            game: self.game,
            size: self.size,
            queen: self.queen.and_then(|host| match host {
                Host::Nobody(_) => Some(Visit::Nobody),
                Host::Player(player) => self.name(player).map(|name| Visit::Player(name.clone())),
            }),
            finished: self.finished,
            taken_for,
        }
    }

    /// The facts that photos do not show, for the players named in `with_kingdom`, and the typed totals of
    /// others.
    pub fn inputs(&self, with_kingdom: &[&Name], totals: &BTreeMap<PlayerId, u16>) -> TableInputs {
        let mut inputs = TableInputs { variants: self.variants.clone(), ..TableInputs::default() };
        for player in &self.players {
            if with_kingdom.contains(&&player.name) {
                inputs.coins.extend(player.facts.coins.map(|coins| (player.name.clone(), coins)));
                let knights = player.facts.knights_in_supply;
                inputs.knights_in_supply.extend(knights.map(|knights| (player.name.clone(), knights)));
            } else {
                inputs.totals.extend(totals.get(&player.id).map(|total| (player.name.clone(), *total)));
            }
        }
        match self.queen {
            None => {}
            Some(Host::Nobody(_)) => inputs.queens.push(Visit::Nobody),
            Some(Host::Player(player)) => {
                let name = self.name(player).filter(|name| {
                    with_kingdom.contains(name) || inputs.totals.iter().any(|(player, _)| player == *name)
                });
                inputs.queens.extend(name.map(|name| Visit::Player(name.clone())));
            }
        }
        inputs
    }
}

/// A photo of a game.
#[derive(Debug, Clone)]
pub struct PhotoRow {
    pub id: PhotoId,
    /// The independent reading of the photo, without any answers. Blank if a kingdom was typed without a
    /// photo.
    pub line: ResultLine,
    /// The kingdoms' numbers in the order of `line`, from 1. A kingdom keeps its number when its grid is
    /// marked by hand and when the photo is read again.
    pub numbers: Vec<usize>,
    /// The grids that users marked.
    pub marked: Vec<MarkedGrid>,
    /// The owner of each kingdom when the photo was added, indexed by the kingdom's number less 1; `None` or
    /// missing if unknown. Later answers take precedence: see [`GameState::owner`].
    pub owners: Vec<Option<PlayerId>>,
    /// Width and height of the upright photo; 0 x 0 if it cannot be decoded.
    pub size_px: [i32; 2],
    /// Whether its file is in the data file.
    pub is_kept: bool,
}

impl PhotoRow {
    /// Whether there is no photo because the kingdom was typed.
    pub fn is_typed(&self) -> bool {
        self.line.is_typed() || self.line.is_blank()
    }

    /// The owner of the kingdom with this number before any answer that can be undone.
    pub fn first_owner(&self, kingdom: usize) -> Option<PlayerId> {
        self.owners.get(kingdom - 1).copied().flatten()
    }

    /// The kingdom with this number.
    pub fn kingdom(&self, number: usize) -> KingdomId {
        KingdomId { photo: self.id, number }
    }

    /// Whether the grid is one of those marked in the photo.
    pub fn has_mark(&self, grid: Grid) -> bool {
        matches!(grid, Grid::Marked(id) if self.marked.iter().any(|marked| marked.id == id))
    }

    /// An id that no marked grid of the photo uses.
    pub fn free_mark(&self) -> u32 {
        self.marked.iter().map(|marked| marked.id).max().unwrap_or_default() + 1
    }

    /// Sets the initial owner of the kingdom with this number; `None` for nobody.
    pub fn own(&mut self, kingdom: usize, owner: Option<PlayerId>) {
        self.owners.resize(self.owners.len().max(kingdom), None);
        self.owners[kingdom - 1] = owner;
    }
}

/// A grid that a user marked in a photo, with the kingdom read in it; or a kingdom typed in place of a
/// reading.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MarkedGrid {
    /// From 1, within the photo.
    pub id: u32,
    /// `None` if the kingdom was typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<ByHand>,
    pub kingdom: ScannedKingdom,
    pub guesses: KingdomGuesses,
}

/// The position of a kingdom's squares in its photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grid {
    /// The grid that was found.
    Found,
    /// The grid that a user marked: the id of a [`MarkedGrid`].
    Marked(u32),
    /// No grid, because another was marked over it.
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

/// One part of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edit {
    /// For a total, which belongs to a player, [`OF_NO_PHOTO`].
    pub kingdom: KingdomId,
    pub what: What,
    /// Whether it belongs to the same answer as the previous part, and is undone with it.
    pub is_with_last: bool,
}

/// The content of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The content of a square. Its cell refers to the grid that the kingdom had at the time, so that later
    /// changes do not move it.
    Square(GivenSquare),
    /// The grid of the kingdom.
    Grid(Grid),
    /// The total of a player, without a kingdom.
    Total {
        player: PlayerId,
        /// `None` withdraws it.
        total: Option<u16>,
    },
    /// The owner of the kingdom; `None` for nobody.
    Owner(Option<PlayerId>),
}

impl Edit {
    /// Whether it says who owns the kingdom.
    pub fn is_owner_of(&self, kingdom: KingdomId) -> bool {
        self.kingdom == kingdom && matches!(self.what, What::Owner(_))
    }

    /// An answer about a kingdom of a photo.
    pub fn new(kingdom: KingdomId, what: What) -> Self {
        Self { kingdom, what, is_with_last: false }
    }

    /// A player's total.
    pub fn total(player: PlayerId, total: Option<u16>) -> Self {
        Self::new(OF_NO_PHOTO, What::Total { player, total })
    }
}

/// The kingdom of answers that concern no photo.
const OF_NO_PHOTO: KingdomId = KingdomId { photo: PhotoId(0), number: 1 };

/// A player's result in the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerResult {
    pub player: Name,
    pub place: usize,
    pub total: i32,
    pub to_check: bool,
    /// Whether the total was typed, without a kingdom.
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
    /// The number of photos ever added, including removed ones.
    pub photos_added: u32,
    /// All answers, in order.
    pub said: Vec<Edit>,
    /// How many of `said` count; the others were undone.
    pub corrections: usize,
}

impl GameState {
    /// The typed totals that were not withdrawn, by player id.
    pub fn totals(&self) -> BTreeMap<PlayerId, u16> {
        let mut totals = BTreeMap::new();
        for said in self.counting() {
            match said.what {
                What::Total { player, total: Some(total) } => drop(totals.insert(player, total)),
                What::Total { player, total: None } => drop(totals.remove(&player)),
                What::Square(_) | What::Grid(_) | What::Owner(_) => {}
            }
        }
        totals
    }

    /// The owner of a photo's kingdom by the last answer. Removed players own nothing.
    pub fn owner(&self, photo: &PhotoRow, kingdom: usize) -> Option<PlayerId> {
        let of_kingdom = self.counting().iter().rev().filter(|said| said.kingdom == photo.kingdom(kingdom));
        let mut said =
            of_kingdom.filter_map(|said| if let What::Owner(owner) = said.what { Some(owner) } else { None });
        let owner = said.next().unwrap_or_else(|| photo.first_owner(kingdom));
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

    /// The answers that were not undone.
    fn counting(&self) -> &[Edit] {
        &self.said[..self.corrections.min(self.said.len())]
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

    /// How many of `said` count after an undo; `None` if there is nothing to undo.
    pub fn before_last(&self) -> Option<usize> {
        self.said[..self.corrections].iter().rposition(|said| !said.is_with_last)
    }

    /// How many of `said` count after a redo; `None` if there is nothing to redo.
    pub fn after_next(&self) -> Option<usize> {
        let (_, next) = self.said.get(self.corrections..)?.split_first()?;
        Some(self.corrections + 1 + next.iter().take_while(|said| said.is_with_last).count())
    }

    /// Removes the edits for which `is_forgotten` is true. The rest of an answer remains one step to undo.
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

    /// Whether the answer with this part was undone and its grid is forgotten: a redo of the rest would do
    /// something that nobody entered.
    fn lacks_its_grid(&self, index: usize, is_forgotten: impl Fn(usize, &Edit) -> bool) -> bool {
        let begin = (0..=index).rev().find(|index| !self.said[*index].is_with_last).unwrap_or_default();
        let answer = self.said.iter().enumerate().skip(begin);
        let mut answer = answer.take_while(|(index, said)| *index == begin || said.is_with_last);
        begin >= self.corrections
            && answer.any(|(index, said)| matches!(said.what, What::Grid(_)) && is_forgotten(index, said))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_an_answer_is_one_answer() {
        let kingdom = |photo: u32| KingdomId { photo: PhotoId(photo), number: 1 };
        let said = |photo: u32, is_with_last: bool| {
            let what = What::Grid(Grid::Found);
            Edit { kingdom: kingdom(photo), what, is_with_last }
        };
        let settings = Settings::default();
        // Two answers, the second with three parts, and one that was undone.
        let said = vec![said(1, false), said(1, false), said(2, true), said(2, true), said(2, false)];
        let mut state = GameState { settings, photos: Vec::new(), photos_added: 2, said, corrections: 4 };
        state.forget(|_, said| said.kingdom.photo == PhotoId(1));
        let parts: Vec<bool> = state.said.iter().map(|said| said.is_with_last).collect();
        assert_eq!((parts, state.corrections), (vec![false, true, false], 2));
        assert_eq!((state.before_last(), state.after_next()), (Some(0), Some(3)));
        let undone = [
            Edit::new(kingdom(3), What::Grid(Grid::Marked(1))),
            Edit { is_with_last: true, ..Edit::total(PlayerId(1), None) },
        ];
        state.said.extend(undone);
        state.forget(|_, said| said.kingdom.photo == PhotoId(3));
        assert!(
            state.said.iter().all(|said| said.kingdom == kingdom(2)),
            "without its grid no part of an answer is done again"
        );
        state.forget(|_, _| true);
        assert_eq!((state.before_last(), state.after_next()), (None, None));
    }
}
