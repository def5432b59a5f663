//! Checks kingdoms of one game against the dominoes of its boxes: counts, tilings, the connection rule.

use super::MAX_STEPS;
use super::connection::Connection;
use super::finding::Finding;
use super::land::{Cover, Land, Spot};
use super::search::{Budget, Found, search, search_with};
use super::stock::{Stock, half_kind_of};
use crate::domain::{Bitboard, Grid, Kingdom, Square, Territory, most_of_each_box, territories};

/// Kingdoms of one game, tiled together from its boxes.
pub(super) struct Layout<'a> {
    pub stock: &'static Stock,
    pub kingdoms: &'a [&'a Kingdom],
    pub land: Land,
}

impl<'a> Layout<'a> {
    pub fn new(stock: &'static Stock, kingdoms: &'a [&'a Kingdom]) -> Self {
        Self { stock, kingdoms, land: Land::new(stock, &grids(kingdoms)) }
    }

    /// The squares of each kingdom.
    pub fn grids(&self) -> Vec<&'a Grid<Square>> {
        grids(self.kingdoms)
    }

    fn alone(&self, kingdom: usize) -> Self {
        Self::new(self.stock, &self.kingdoms[kingdom..=kingdom])
    }

    /// Whether the boxes cannot even tile this kingdom alone.
    pub fn is_impossible_alone(&self, kingdom: usize) -> bool {
        matches!(self.alone(kingdom).untiled(None), Err(Finding::NoTiling { .. }))
    }

    /// Findings that need no search: missing castles, more squares than the boxes hold, an odd number of
    /// squares.
    pub fn findings_by_counting(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (index, kingdom) in self.kingdoms.iter().enumerate() {
            if kingdom.castle().is_none() {
                findings.push(Finding::NoCastle { kingdom: index });
            }
        }
        findings.extend(self.stock.squares().filter_map(|square| self.more_than_the_box(square)));
        for (index, kingdom) in self.kingdoms.iter().enumerate() {
            let squares = land_of(kingdom);
            if squares % 2 == 1 {
                findings.push(Finding::HalfADomino { kingdom: index, squares });
            }
        }
        findings
    }

    fn more_than_the_box(&self, square: Square) -> Option<Finding> {
        let squares: Vec<Spot> = self.spots(|other| half_kind_of(other) == half_kind_of(&square)).collect();
        let in_the_box = self.stock.squares_like(&square);
        let game = self.stock.game;
        (squares.len() > in_the_box).then_some(Finding::MoreThanTheBox { square, squares, in_the_box, game })
    }

    /// The squares for which `is_meant` is true.
    pub fn spots(&self, is_meant: impl Fn(&Square) -> bool) -> impl Iterator<Item = Spot> {
        let spots = self.land.cells.iter().map(|cell| cell.spot);
        spots.filter(move |spot| is_meant(&self.kingdoms[spot.kingdom].squares()[spot.place]))
    }

    /// A tiling of all kingdoms from one game's boxes, or why none exists. Tries each kingdom alone first,
    /// which is faster and gives more specific findings.
    pub fn tiling(&self) -> Result<Vec<Cover>, Vec<Finding>> {
        if self.kingdoms.len() > 1 {
            let failing =
                (0..self.kingdoms.len()).filter_map(|kingdom| self.alone(kingdom).untiled(Some(kingdom)).err());
            let findings: Vec<Finding> = failing.collect();
            if !findings.is_empty() {
                return Err(findings);
            }
        }
        let kingdom = (self.kingdoms.len() == 1).then_some(0);
        self.untiled(kingdom).map_err(|finding| vec![finding])
    }

    fn untiled(&self, kingdom: Option<usize>) -> Result<Vec<Cover>, Finding> {
        match search(&self.land, None, &mut Budget::new(MAX_STEPS)) {
            Found::Tiling(tiling) => Ok(tiling),
            Found::Nothing => Err(Finding::NoTiling { game: self.stock.game, kingdom }),
            Found::GaveUp => Err(Finding::TilingUnknown),
        }
    }

    /// Findings about the connection rule, for kingdoms that have a tiling. Those without a castle are
    /// skipped.
    pub fn findings_about_laying(&self) -> Vec<Finding> {
        let (mut by_the_rule, mut findings) = (Vec::new(), Vec::new());
        for kingdom in (0..self.kingdoms.len()).filter(|kingdom| self.kingdoms[*kingdom].castle().is_some()) {
            match self.alone(kingdom).laying_alone(kingdom) {
                None => by_the_rule.push(kingdom),
                Some(finding) => findings.push(finding),
            }
        }
        if self.kingdoms.len() > 1 {
            findings.extend(self.laying_together(&by_the_rule));
        }
        findings
    }

    /// The finding about the only kingdom of this layout, whose index in the finding is `kingdom`.
    fn laying_alone(&self, kingdom: usize) -> Option<Finding> {
        let connection = Connection::new(&self.land, self.kingdoms, |_, _| true);
        match search(&self.land, Some(&connection), &mut Budget::new(MAX_STEPS)) {
            Found::Tiling(_) => self.more_of_one_box(kingdom, &connection),
            Found::Nothing => {
                let squares = self.never_connected().places().map(|place| Spot { kingdom, place }).collect();
                Some(Finding::Misplayed { kingdom: Some(kingdom), squares })
            }
            Found::GaveUp => Some(Finding::LayingUnknown),
        }
    }

    /// The finding if, in a game with two boxes, the only kingdom of this layout needs more dominoes of one
    /// box than a player can have drawn. Assumes that the kingdom has a tiling that keeps the connection
    /// rule.
    fn more_of_one_box(&self, kingdom: usize, connection: &Connection) -> Option<Finding> {
        let most = most_of_each_box(self.stock.game, self.kingdoms[0].size())?;
        match search_with(&self.land, Some(connection), Some(most), &mut Budget::new(MAX_STEPS)) {
            Found::Tiling(_) => None,
            Found::Nothing => Some(Finding::MoreOfOneBox { kingdom, most }),
            Found::GaveUp => Some(Finding::LayingUnknown),
        }
    }

    /// The finding if, in a game with two boxes, the only kingdom of this layout needs more dominoes of one
    /// box than a player can have drawn. Assumes that the kingdom has a tiling, and ignores the connection
    /// rule.
    pub fn needs_more_of_one_box(&self) -> Option<Finding> {
        let most = most_of_each_box(self.stock.game, self.kingdoms[0].size())?;
        let found = search_with(&self.land, None, Some(most), &mut Budget::new(MAX_STEPS));
        matches!(found, Found::Nothing).then_some(Finding::MoreOfOneBox { kingdom: 0, most })
    }

    /// The territories that no tiling of the only kingdom connects to the castle.
    fn never_connected(&self) -> Bitboard {
        let mut never_connected = Bitboard::EMPTY;
        for Territory { squares, .. } in territories(self.kingdoms[0]) {
            let connection = Connection::new(&self.land, self.kingdoms, |_, territory| territory == squares);
            if let Found::Nothing = search(&self.land, Some(&connection), &mut Budget::new(MAX_STEPS)) {
                never_connected |= squares;
            }
        }
        never_connected
    }

    /// The finding about these kingdoms together. Each of them alone could have been laid by the rule.
    fn laying_together(&self, kingdoms: &[usize]) -> Option<Finding> {
        let connection = Connection::new(&self.land, self.kingdoms, |kingdom, _| kingdoms.contains(&kingdom));
        match search(&self.land, Some(&connection), &mut Budget::new(MAX_STEPS)) {
            Found::Tiling(_) => None,
            Found::Nothing => Some(Finding::Misplayed { kingdom: None, squares: Vec::new() }),
            Found::GaveUp => Some(Finding::LayingUnknown),
        }
    }
}

fn grids<'a>(kingdoms: &[&'a Kingdom]) -> Vec<&'a Grid<Square>> {
    kingdoms.iter().map(|kingdom| kingdom.squares()).collect()
}

fn land_of(kingdom: &Kingdom) -> usize {
    kingdom.squares().cells().iter().filter(|square| square.terrain().is_some()).count()
}
