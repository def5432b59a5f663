//! The pieces on all kingdoms of a game together: the most probable buildings, knights, towers and Queen that
//! one box can provide, and the cost of all alternatives.
//!
//! Knights and the Queen go where they gain most. Buildings are assigned to town squares at the lowest cost,
//! one slot per copy of each kind (see `matching`). Towers are only on built squares; if there are too many,
//! a multiplier on each guides an exact search.

use super::guesses::{Guess, SquareGuesses};
use super::matching::max_weight_matching;
use super::piece_guesses::{BUILDING_CLASSES, PieceGuess, TOWER_CLASSES, building_class};
use kingdomino::domain::{Building, Facts, Grid, MAX_KNIGHTS, MAX_TOWERS, Pieces, Place, Square, Terrain};

/// The most that ignoring one piece can cost (natural logarithm: about 1 in a million). As with squares,
/// smaller probabilities mean nothing.
const LARGEST_PIECE_COST: f64 = 14.0;

/// Cost of an infeasible choice: more than all pieces of a game together (25 town squares, 4 kinds of pieces,
/// 50 each).
const IMPOSSIBLE: f64 = 1e5;

/// The most that a class of pieces can cost. Pieces that a picture rules out remain possible, because the box
/// may leave nothing else.
const LARGEST_COST: f64 = 50.0;

/// The most steps of the search for towers, which is needed only if the pictures show more towers than the
/// box has. Seven squares that each look as if they had four towers take about 100 steps.
const MOST_STEPS: u32 = 5_000;

/// Tolerance for comparing costs: sums of a few dozen numbers differ in their last digits by the order of
/// adding.
const ROUNDING: f64 = 1e-9;

/// The pieces of a box that are still available for the squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PieceStock {
    buildings: [u8; Building::ALL.len()],
    towers: usize,
    knights: usize,
    queens: usize,
}

impl PieceStock {
    /// Queendomino's box without the pieces that were given as outside the kingdom.
    pub fn beside(unseen: &Facts) -> Self {
        Self {
            buildings: Building::ALL.map(Building::copies),
            towers: MAX_TOWERS.into(),
            knights: usize::from(MAX_KNIGHTS).saturating_sub(unseen.knights_in_supply.unwrap_or(0).into()),
            queens: usize::from(unseen.queen != Some(false)),
        }
    }

    /// Cost (natural logarithm) of ignoring knights and Queen that appear to be on land squares; 0 if pieces
    /// were not looked for. Towers are left out because they need a town.
    pub fn cost_without(&self, guesses: &SquareGuesses) -> f64 {
        let (mut knights, mut queens) = (Vec::new(), Vec::new());
        for guess in guesses.guesses.cells() {
            if guess.is_certain() || guess.best().0.terrain().is_none() {
                continue;
            }
            if let Some(pieces) = &guess.pieces {
                knights.push(pieces.knight);
                queens.push(pieces.queen);
            }
        }
        cost_of_ignoring(&knights, self.knights) + cost_of_ignoring(&queens, self.queens)
    }

    /// Takes pieces that a user gave out of the stock.
    fn without(&mut self, pieces: &Pieces) {
        if let Some(building) = pieces.building {
            let left = &mut self.buildings[building as usize];
            *left = left.saturating_sub(1);
        }
        self.towers = self.towers.saturating_sub(pieces.towers.into());
        self.knights = self.knights.saturating_sub(pieces.knight.into());
        self.queens = self.queens.saturating_sub(pieces.queen.into());
    }
}

/// Cost of ignoring the most probable pieces of a kind: the sum of their log odds. At most `most`, the number
/// in the box, are counted.
fn cost_of_ignoring(logs: &[[f32; 2]], most: usize) -> f64 {
    let mut costs: Vec<f64> =
        logs.iter().map(|[without, with]| f64::from(with - without).clamp(0.0, LARGEST_PIECE_COST)).collect();
    costs.sort_by(|a, b| b.total_cmp(a));
    costs.iter().take(most).sum()
}

/// A land square that may have pieces. Costs are natural logarithms relative to its most probable piece.
#[derive(Debug, Clone)]
struct Site {
    kingdom: usize,
    place: Place,
    is_town: bool,
    building: [f64; BUILDING_CLASSES],
    towers: [f64; TOWER_CLASSES],
    knight: [f64; 2],
    queen: [f64; 2],
    /// The given pieces; no others are considered.
    given: Option<Pieces>,
}

/// A kind of piece on a square, with the index of one of its classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    Building(usize),
    Towers(usize),
    Knight(usize),
    Queen(usize),
}

impl Site {
    /// A kingdom's land squares; if pieces were not looked for, only those that a user gave.
    fn all(kingdom: usize, guesses: &SquareGuesses, squares: &Grid<Square>) -> Vec<Self> {
        let was_looked_at = guesses.pieces_were_looked_for();
        let land = squares.iter().filter(|(_, square)| square.terrain().is_some());
        land.map(|(place, square)| (place, square, &guesses.guesses[place]))
            .filter(|(.., guess)| was_looked_at || guess.is_certain())
            .map(|(place, square, guess)| Self::new(kingdom, place, square, guess))
            .collect()
    }

    fn new(kingdom: usize, place: Place, square: &Square, guess: &Guess) -> Self {
        let unknown = PieceGuess::unknown();
        let pieces = guess.pieces.as_ref().unwrap_or(&unknown);
        Self {
            kingdom,
            place,
            is_town: square.terrain() == Some(Terrain::Town),
            building: costs(&pieces.building),
            towers: costs(&pieces.towers),
            knight: costs(&pieces.knight),
            queen: costs(&pieces.queen),
            given: guess.is_certain().then(|| pieces.likeliest()),
        }
    }

    fn cost(&self, piece: Piece) -> f64 {
        match piece {
            Piece::Building(class) => self.building[class],
            Piece::Towers(class) => self.towers[class],
            Piece::Knight(class) => self.knight[class],
            Piece::Queen(class) => self.queen[class],
        }
    }

    /// The site with this piece as the only choice of its kind.
    fn only(&self, piece: Piece) -> Self {
        let mut site = self.clone();
        let (costs, kept): (&mut [f64], usize) = match piece {
            Piece::Building(class) => (&mut site.building, class),
            Piece::Towers(class) => (&mut site.towers, class),
            Piece::Knight(class) => (&mut site.knight, class),
            Piece::Queen(class) => (&mut site.queen, class),
        };
        costs.iter_mut().enumerate().filter(|(class, _)| *class != kept).for_each(|(_, cost)| *cost = IMPOSSIBLE);
        site
    }

    /// The cheapest number of towers on a built square if each costs `multiplier` extra, and its cost
    /// including that.
    fn towers_at(&self, multiplier: f64) -> (usize, f64) {
        let all = (0..TOWER_CLASSES).map(|towers| (towers, self.towers[towers] + multiplier * towers as f64));
        all.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default()
    }

    fn has_open_towers(&self) -> bool {
        self.towers.iter().filter(|cost| **cost < IMPOSSIBLE).count() > 1
    }
}

/// The cost of each class (natural logarithm) relative to the most probable one, at most [`LARGEST_COST`].
/// All are 0 if a logarithm is NaN or the highest is not finite.
fn costs<const N: usize>(logs: &[f32; N]) -> [f64; N] {
    let best = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    if !best.is_finite() || logs.iter().any(|log| log.is_nan()) {
        return [0.0; N];
    }
    logs.map(|log| f64::from(best - log).min(LARGEST_COST))
}

/// The pieces on every site, and their cost.
#[derive(Debug, Clone, PartialEq)]
struct Assigned {
    pieces: Vec<Pieces>,
    cost: f64,
    /// Whether it is proven that nothing costs less.
    is_proven: bool,
}

fn assigned(sites: &[Site], stock: &PieceStock) -> Assigned {
    let mut stock = stock.clone();
    sites.iter().filter_map(|site| site.given.as_ref()).for_each(|given| stock.without(given));
    let open: Vec<usize> = (0..sites.len()).filter(|index| sites[*index].given.is_none()).collect();
    let mut pieces: Vec<Pieces> = sites.iter().map(|site| site.given.unwrap_or_default()).collect();
    let towns: Vec<usize> = open.iter().copied().filter(|index| sites[*index].is_town).collect();
    let built = Built::best(&towns.iter().map(|index| &sites[*index]).collect::<Vec<_>>(), &stock);
    for (index, (class, towers)) in towns.iter().zip(&built.classes) {
        pieces[*index].building = class.checked_sub(1).map(|kind| Building::ALL[kind]);
        pieces[*index].towers = *towers as u8;
    }
    let (knights, knights_cost) = placed(open.iter().map(|index| sites[*index].knight), stock.knights);
    let (queens, queens_cost) = placed(open.iter().map(|index| sites[*index].queen), stock.queens);
    for ((index, knight), queen) in open.iter().zip(knights).zip(queens) {
        (pieces[*index].knight, pieces[*index].queen) = (knight, queen);
    }
    Assigned { pieces, cost: built.cost + knights_cost + queens_cost, is_proven: built.is_proven }
}

/// Places at most `most` pieces of a kind where they gain most. Returns which sites get one, and the cost of
/// all sites.
fn placed(costs: impl Iterator<Item = [f64; 2]>, most: usize) -> (Vec<bool>, f64) {
    let costs: Vec<[f64; 2]> = costs.collect();
    let gains: Vec<f64> = costs.iter().map(|[without, with]| without - with).collect();
    let mut gaining: Vec<usize> = (0..costs.len()).filter(|index| gains[*index] > 0.0).collect();
    gaining.sort_by(|a, b| gains[*b].total_cmp(&gains[*a]));
    gaining.truncate(most);
    let stands: Vec<bool> = (0..costs.len()).map(|index| gaining.contains(&index)).collect();
    let cost = costs.iter().zip(&stands).map(|(costs, stands)| costs[usize::from(*stands)]).sum();
    (stands, cost)
}

/// The buildings and towers of town squares.
#[derive(Debug, Clone)]
struct Built {
    /// For each square: the building's class, and the number of towers.
    classes: Vec<(usize, usize)>,
    cost: f64,
    is_proven: bool,
}

impl Built {
    fn best(sites: &[&Site], stock: &PieceStock) -> Self {
        let first = Self::solve_relaxed(sites, stock, 0.0);
        if first.towers() <= stock.towers {
            return first;
        }
        // No towers at all is always feasible, though expensive.
        let mut best = Self::solve_relaxed(sites, stock, IMPOSSIBLE);
        let mut steps = MOST_STEPS;
        Self::search(&sites.iter().map(|site| (*site).clone()).collect::<Vec<_>>(), stock, &mut best, &mut steps);
        Self { is_proven: steps > 0, ..best }
    }

    /// Replaces `best` by cheaper choices that use no more towers than the box has left.
    fn search(sites: &[Site], stock: &PieceStock, best: &mut Self, steps: &mut u32) {
        if *steps == 0 {
            return;
        }
        *steps -= 1;
        let all: Vec<&Site> = sites.iter().collect();
        let (bound, last) = Self::bound(&all, stock, best);
        let open = last.classes.iter().enumerate().filter(|(index, _)| sites[*index].has_open_towers());
        let branch = open.max_by_key(|(_, (_, towers))| *towers).map(|(index, _)| index);
        let Some(index) = branch.filter(|_| bound < best.cost - ROUNDING) else { return };
        for towers in (0..TOWER_CLASSES).filter(|towers| sites[index].towers[*towers] < IMPOSSIBLE) {
            let mut narrowed = sites.to_vec();
            narrowed[index] = narrowed[index].only(Piece::Towers(towers));
            Self::search(&narrowed, stock, best, steps);
        }
    }

    /// Finds a lower bound of the cost of all choices that use no more towers than the box has left, by
    /// bisecting the multiplier. Also returns the choice at the last multiplier with too many towers.
    /// Feasible choices found on the way go into `best`.
    fn bound(sites: &[&Site], stock: &PieceStock, best: &mut Self) -> (f64, Self) {
        // A multiplier above the most that a tower can gain yields no towers.
        let (mut too_low, mut enough) = (0.0, LARGEST_COST + 1.0);
        let mut last = Self::solve_relaxed(sites, stock, too_low);
        let mut bound = last.cost;
        if last.towers() <= stock.towers {
            best.take(last.clone());
            return (bound, last);
        }
        for _ in 0..16 {
            let multiplier = (too_low + enough) / 2.0;
            let found = Self::solve_relaxed(sites, stock, multiplier);
            bound = bound.max(found.cost + multiplier * (found.towers() as f64 - stock.towers as f64));
            if found.towers() <= stock.towers {
                enough = multiplier;
                best.take(found);
            } else {
                too_low = multiplier;
                last = found;
            }
        }
        (bound, last)
    }

    fn take(&mut self, other: Self) {
        if other.cost < self.cost {
            *self = other;
        }
    }

    fn towers(&self) -> usize {
        self.classes.iter().map(|(_, towers)| towers).sum()
    }

    /// Lagrangian relaxation: each tower costs `multiplier` extra; the returned cost excludes that.
    fn solve_relaxed(sites: &[&Site], stock: &PieceStock, multiplier: f64) -> Self {
        let slots: Vec<Building> = (Building::ALL.into_iter())
            .flat_map(|kind| std::iter::repeat_n(kind, stock.buildings[kind as usize].into()))
            .collect();
        let weights: Vec<f64> = (sites.iter())
            .flat_map(|site| {
                let bare = site.building[0] + site.towers[0];
                let towers = site.towers_at(multiplier).1;
                slots.iter().map(move |kind| bare - site.building[building_class(*kind)] - towers)
            })
            .collect();
        let matching = max_weight_matching(sites.len(), slots.len(), &weights);
        let classes: Vec<(usize, usize)> = (sites.iter().zip(&matching.partners))
            .map(|(site, slot)| match slot {
                Some(slot) => (building_class(slots[*slot]), site.towers_at(multiplier).0),
                None => (0, 0),
            })
            .collect();
        let lost =
            sites.iter().zip(&classes).map(|(site, (class, towers))| site.building[*class] + site.towers[*towers]);
        Self { cost: lost.sum(), classes, is_proven: true }
    }
}

/// Other pieces that a square may have, and by how much they raise the cost of all pieces on all squares.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PieceAlternative {
    pub pieces: Pieces,
    pub gap: f64,
}

/// The pieces on one square, and their alternatives.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct PieceOptions {
    pub best: Pieces,
    pub is_town: bool,
    pub is_given: bool,
    /// Other buildings, other numbers of towers, and with or without knight and Queen, smallest gap first.
    /// (If a town square is bare, towers come with their most probable building.)
    pub buildings: Vec<PieceAlternative>,
    pub towers: Vec<PieceAlternative>,
    pub knights: Vec<PieceAlternative>,
    pub queens: Vec<PieceAlternative>,
    /// By how much the best choice costs more than the most probable class of each kind of piece.
    pub cost: f64,
}

/// The pieces on the squares of a kingdom.
#[derive(Debug, Clone)]
pub(super) struct KingdomPieces {
    /// One entry for each land square.
    pub stands: Grid<Option<PieceOptions>>,
    /// The pieces on each square by its own picture, assuming that it is a town.
    by_look: Grid<Pieces>,
    /// Whether these pieces are proven to be the most probable ones.
    pub is_proven: bool,
}

impl KingdomPieces {
    /// The pieces on these kingdoms of one game, each given with its squares' readings; none if pieces were
    /// not looked for.
    pub fn of_game(kingdoms: &[(&SquareGuesses, &Grid<Square>)], stock: &PieceStock) -> Vec<Self> {
        let numbered = kingdoms.iter().enumerate();
        let sites: Vec<Site> =
            numbered.flat_map(|(number, (guesses, squares))| Site::all(number, guesses, squares)).collect();
        let best = assigned(&sites, stock);
        let mut all: Vec<Self> = kingdoms.iter().map(|(guesses, _)| Self::empty(guesses, best.is_proven)).collect();
        for (index, site) in sites.iter().enumerate() {
            all[site.kingdom].stands[site.place] = Some(PieceOptions::at(index, &sites, &best, stock));
        }
        all
    }

    fn empty(guesses: &SquareGuesses, is_proven: bool) -> Self {
        let by_look = guesses.guesses.map(|guess| {
            let pieces = guess.pieces.as_ref().map(PieceGuess::likeliest).unwrap_or_default();
            // Towers are only on buildings. The Queen is left out, because there is only one.
            let towers = if pieces.building.is_some() { pieces.towers } else { 0 };
            Pieces { towers, queen: false, ..pieces }
        });
        Self { stands: guesses.guesses.map(|_| None), by_look, is_proven }
    }

    /// Adds the pieces to the kingdom's squares, which are as read or slightly changed.
    pub fn with_pieces(&self, squares: &Grid<Square>) -> Grid<Square> {
        Grid::from_fn(squares.rows(), squares.cols(), |place| {
            let by_look = self.by_look[place];
            let (best, was_town) = match &self.stands[place] {
                Some(stands) => (stands.best, stands.is_town),
                None => (by_look, false),
            };
            let Pieces { building, towers, .. } = match squares[place].terrain() {
                Some(Terrain::Town) if was_town => best,
                Some(Terrain::Town) => by_look,
                _ => Pieces::default(),
            };
            squares[place].with_pieces(Pieces { building, towers, ..best })
        })
    }
}

impl PieceOptions {
    fn at(index: usize, sites: &[Site], best: &Assigned, stock: &PieceStock) -> Self {
        let (site, own) = (&sites[index], best.pieces[index]);
        let stands = Self { best: own, is_town: site.is_town, is_given: site.given.is_some(), ..Self::default() };
        if stands.is_given {
            return stands;
        }
        let own_knight = Piece::Knight(usize::from(own.knight));
        let own_queen = Piece::Queen(usize::from(own.queen));
        let off_town = Self {
            knights: alternatives(&[0, 1].map(Piece::Knight), own_knight, index, sites, best, stock),
            queens: alternatives(&[0, 1].map(Piece::Queen), own_queen, index, sites, best, stock),
            cost: site.cost(own_knight) + site.cost(own_queen),
            ..stands
        };
        if !site.is_town {
            return off_town;
        }
        let buildings: [Piece; BUILDING_CLASSES] = std::array::from_fn(Piece::Building);
        let towers: [Piece; TOWER_CLASSES] = std::array::from_fn(Piece::Towers);
        let own_building = Piece::Building(own.building.map_or(0, building_class));
        let own_towers = Piece::Towers(usize::from(own.towers));
        Self {
            buildings: alternatives(&buildings, own_building, index, sites, best, stock),
            towers: alternatives(&towers, own_towers, index, sites, best, stock),
            cost: off_town.cost + site.cost(own_building) + site.cost(own_towers),
            ..off_town
        }
    }
}

/// The other pieces of a kind that a site may have instead of its own, smallest gap first.
fn alternatives(
    kind: &[Piece],
    own: Piece,
    index: usize,
    sites: &[Site],
    best: &Assigned,
    stock: &PieceStock,
) -> Vec<PieceAlternative> {
    let mut others = Vec::new();
    for &piece in kind {
        if piece == own || sites[index].cost(piece) > LARGEST_PIECE_COST {
            continue;
        }
        let other = force_piece(piece, index, sites, best, stock);
        if other.gap < IMPOSSIBLE / 2.0 {
            others.push(other);
        }
    }
    others.sort_by(|a, b| a.gap.total_cmp(&b.gap));
    others
}

/// The pieces on a site if it has this piece, and the extra cost of all pieces.
fn force_piece(piece: Piece, index: usize, sites: &[Site], best: &Assigned, stock: &PieceStock) -> PieceAlternative {
    let mut restricted = sites.to_vec();
    restricted[index] = restricted[index].only(piece);
    let other = assigned(&restricted, stock);
    PieceAlternative { pieces: other.pieces[index], gap: (other.cost - best.cost).max(0.0) }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// All choices of pieces on one site, with their costs.
    fn all_pieces(site: &Site) -> Vec<(Pieces, f64)> {
        let mut all = Vec::new();
        let classes = |costs: &[f64]| (0..costs.len()).filter(|class| costs[*class] < IMPOSSIBLE).collect::<Vec<_>>();
        let buildings = if site.is_town { classes(&site.building) } else { vec![0] };
        for class in buildings {
            let building = class.checked_sub(1).map(|kind| Building::ALL[kind]);
            for towers in if class > 0 { classes(&site.towers) } else { vec![0] } {
                let both = |knight| classes(&site.queen).into_iter().map(move |queen| (knight == 1, queen == 1));
                for (knight, queen) in classes(&site.knight).into_iter().flat_map(both) {
                    let of_town = if site.is_town { site.building[class] + site.towers[towers] } else { 0.0 };
                    let others = site.knight[usize::from(knight)] + site.queen[usize::from(queen)];
                    all.push((
                        Pieces { building, knight, towers: towers as u8, queen, ..Pieces::default() },
                        of_town + others,
                    ));
                }
            }
        }
        all
    }

    /// The lowest cost, by brute force.
    fn least(sites: &[Site], stock: &PieceStock) -> Option<f64> {
        let Some((site, rest)) = sites.split_first() else { return Some(0.0) };
        let fits = |pieces: &Pieces| {
            let mut left = stock.clone();
            let has_building = pieces.building.is_none_or(|building| stock.buildings[building as usize] > 0);
            let has_others = stock.towers >= usize::from(pieces.towers)
                && stock.knights >= usize::from(pieces.knight)
                && stock.queens >= usize::from(pieces.queen);
            left.without(pieces);
            (has_building && has_others).then_some(left)
        };
        let with = |(pieces, cost): (Pieces, f64)| Some(cost + least(rest, &fits(&pieces)?)?);
        all_pieces(site).into_iter().filter_map(with).min_by(f64::total_cmp)
    }

    /// Costs of which some are small and the others infeasible; the lowest is 0, and having no piece is
    /// always feasible.
    fn random_costs<const N: usize>(most: usize, dice: &mut ChaCha8Rng) -> [f64; N] {
        let mut costs = [IMPOSSIBLE; N];
        costs[0] = 6.0;
        for _ in 0..most {
            costs[dice.random_range(0..N)] = dice.random_range(0.0..4.0);
        }
        costs[dice.random_range(0..N)] = 0.0;
        costs
    }

    fn site(number: usize, dice: &mut ChaCha8Rng) -> Site {
        let mut building = [IMPOSSIBLE; BUILDING_CLASSES];
        let few: [f64; 4] = random_costs(2, dice);
        // Few kinds, so that sites compete for them.
        few.into_iter().enumerate().for_each(|(kind, cost)| building[kind * 5] = cost);
        Site {
            kingdom: 0,
            place: Place::new(0, number),
            is_town: dice.random_bool(0.8),
            building,
            towers: random_costs(2, dice),
            knight: random_costs(1, dice),
            queen: random_costs(1, dice),
            given: None,
        }
    }

    #[test]
    fn nothing_loses_less_than_what_is_assigned() {
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        let (mut compared, mut short_of_towers, mut contested) = (0, 0, 0);
        for number in 0..400 {
            let sites: Vec<Site> = (0..1 + number % 3).map(|place| site(place, &mut dice)).collect();
            let mut stock = PieceStock::beside(&Facts::default());
            stock.buildings = stock.buildings.map(|_| dice.random_range(0..=1));
            stock.towers = dice.random_range(0..6);
            stock.knights = dice.random_range(0..3);
            stock.queens = dice.random_range(0..=1);
            let found = assigned(&sites, &stock);
            let expected = least(&sites, &stock).expect("bare sites are always possible");
            assert!(found.is_proven && (found.cost - expected).abs() < 1e-9, "{number}: {} {expected}", found.cost);
            let mut left = stock.clone();
            found.pieces.iter().for_each(|pieces| left.without(pieces));
            let towers: usize = found.pieces.iter().map(|pieces| usize::from(pieces.towers)).sum();
            assert!(towers <= stock.towers && found.pieces.iter().all(|p| p.towers == 0 || p.building.is_some()));
            let free = assigned(&sites, &PieceStock::beside(&Facts::default()));
            short_of_towers +=
                usize::from(free.pieces.iter().map(|p| usize::from(p.towers)).sum::<usize>() > stock.towers);
            contested += usize::from(free.cost < found.cost - 1e-9);
            compared += 1;
            // Also checks the gap of every other piece.
            for index in 0..sites.len() {
                let stands = PieceOptions::at(index, &sites, &found, &stock);
                for other in &stands.buildings {
                    let class = other.pieces.building.map_or(0, building_class);
                    let mut restricted = sites.clone();
                    restricted[index] = sites[index].only(Piece::Building(class));
                    let gap = least(&restricted, &stock).expect("it was found") - expected;
                    assert!((gap - other.gap).abs() < 1e-9, "{number}: {gap} {}", other.gap);
                }
            }
        }
        assert!(compared == 400 && short_of_towers > 30 && contested > 100, "{short_of_towers} {contested}");
    }

    #[test]
    fn with_all_towers_everywhere_fifteen_are_left() {
        let mut dice = ChaCha8Rng::seed_from_u64(2);
        let mut towered = |number| Site {
            is_town: true,
            building: std::array::from_fn(|class| if class == 0 { 9.0 } else { 0.0 }),
            towers: std::array::from_fn(|towers| (4 - towers) as f64 * dice.random_range(1.0..3.0)),
            ..site(number, &mut ChaCha8Rng::seed_from_u64(number as u64))
        };
        let sites: Vec<Site> = (0..7).map(&mut towered).collect();
        let found = assigned(&sites, &PieceStock::beside(&Facts::default()));
        assert!(found.is_proven);
        assert_eq!(found.pieces.iter().map(|pieces| pieces.towers).sum::<u8>(), MAX_TOWERS);
    }

    #[test]
    fn what_a_person_gave_is_taken_from_the_box_whatever_the_rules_say() {
        let mut dice = ChaCha8Rng::seed_from_u64(3);
        let church = building_class(Building::Church);
        let sure = |number| Site {
            is_town: true,
            building: std::array::from_fn(|class| if class == church { 0.0 } else { 10.0 + class as f64 }),
            towers: [0.0, 9.0, 9.0, 9.0, 9.0],
            knight: [0.0, 9.0],
            queen: [9.0, 0.0],
            ..site(number, &mut ChaCha8Rng::seed_from_u64(9))
        };
        let mut sites: Vec<Site> = (0..3).map(sure).collect();
        let given: Square = "town+church+tower*2+queen".parse().expect("a square");
        let bare: Square = "town+tower".parse().expect("a square");
        sites.extend([given, bare].map(|square| Site { given: Some(square.pieces()), ..site(4, &mut dice) }));
        let found = assigned(&sites, &PieceStock::beside(&Facts::default()));
        assert_eq!(found.pieces[3..], [given.pieces(), bare.pieces()]);
        let churches = found.pieces.iter().filter(|pieces| pieces.building == Some(Building::Church)).count();
        let queens = found.pieces.iter().filter(|pieces| pieces.queen).count();
        assert_eq!((churches, queens), (2, 1));
        let away = PieceStock::beside(&Facts { queen: Some(false), ..Facts::default() });
        assert!(assigned(&sites[..3], &away).pieces.iter().all(|pieces| !pieces.queen));
    }
}
