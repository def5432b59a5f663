//! The audit compared with a slow and obvious one that lists every tiling and tries every change of a square.

use std::collections::BTreeSet;

use crate::common::laying;
use kingdom_scanner::audit::{Audit, Finding, Player, Repair, Spot, audit_game, findings_of_game};
use kingdom_scanner::domain::{
    Domino, DominoBox, Facts, Game, Grid, GridSize, Half, Kingdom, Place, Square, Terrain, most_of_each_box,
};
use kingdom_scanner::formats::notation;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Pairs of squares, each in reading order.
type Pairs = BTreeSet<[Place; 2]>;

/// All tilings of the squares, found by covering the first open square in every possible way, and then the
/// rest.
fn all_tilings(squares: &Grid<Square>, game: Game) -> BTreeSet<Pairs> {
    let dominoes: Vec<&Domino> = DominoBox::of_game(game).iter().flat_map(|from| from.dominoes()).collect();
    let mut tilings = BTreeSet::new();
    cover_first(squares, &mut squares.clone(), &mut dominoes.clone(), &mut Pairs::new(), &mut tilings);
    tilings
}

fn cover_first(
    squares: &Grid<Square>,
    open: &mut Grid<Square>,
    dominoes: &mut Vec<&'static Domino>,
    laid: &mut Pairs,
    tilings: &mut BTreeSet<Pairs>,
) {
    let Some(first) = open.places().find(|place| open[*place].terrain().is_some()) else {
        tilings.insert(laid.clone());
        return;
    };
    for second in [Place::new(first.row, first.col + 1), Place::new(first.row + 1, first.col)] {
        let Some(index) = dominoes.iter().position(|domino| lies_on(domino, open, [first, second])) else { continue };
        let domino = dominoes.remove(index);
        [first, second].into_iter().for_each(|place| open[place] = Square::Empty);
        laid.insert([first, second]);
        cover_first(squares, open, dominoes, laid, tilings);
        laid.remove(&[first, second]);
        [first, second].into_iter().for_each(|place| open[place] = squares[place]);
        dominoes.push(domino);
    }
}

fn lies_on(domino: &Domino, open: &Grid<Square>, places: [Place; 2]) -> bool {
    let halves = domino.halves.map(|half| Some(Square::land(half.terrain, half.crowns)));
    let squares = places.map(|place| open.get(place).copied());
    squares == halves || squares == [halves[1], halves[0]]
}

/// Whether distinct dominoes, none of them already `drawn`, fit on these pairs of squares. At most `most` may
/// be from one box.
fn can_be_drawn<'a>(
    squares: &Grid<Square>,
    pairs: &[[Place; 2]],
    dominoes: &[&'a Domino],
    drawn: &mut Vec<&'a Domino>,
    most: usize,
) -> bool {
    let Some((pair, rest)) = pairs.split_first() else { return true };
    // Among identical dominoes of one box, any may be used.
    let mut tried = BTreeSet::new();
    for &domino in dominoes {
        let of_box = drawn.iter().filter(|other| other.from == domino.from).count();
        if of_box == most || drawn.contains(&domino) || !lies_on(domino, squares, *pair) || !tried.insert(domino.from) {
            continue;
        }
        drawn.push(domino);
        let can_be = can_be_drawn(squares, rest, dominoes, drawn, most);
        drawn.pop();
        if can_be {
            return true;
        }
    }
    false
}

/// The squares of all dominoes that can be laid by the connection rule, one after the other, in this tiling.
fn laid_by_the_rule(squares: &Grid<Square>, tiling: &Pairs) -> BTreeSet<Place> {
    let mut laid = BTreeSet::new();
    loop {
        let touches = |place: &Place| {
            squares.neighbours(*place).any(|beside| {
                squares[beside] == Square::Castle
                    || laid.contains(&beside) && squares[beside].terrain() == squares[*place].terrain()
            })
        };
        let next = tiling.iter().find(|pair| !laid.contains(&pair[0]) && pair.iter().any(touches));
        match next {
            Some(pair) => laid.extend(pair.iter().copied()),
            None => return laid,
        }
    }
}

/// Kingdoms side by side with an empty column between them.
fn beside_each_other(kingdoms: &[Kingdom]) -> Grid<Square> {
    let rows = kingdoms.iter().map(|kingdom| kingdom.squares().rows()).max().expect("a kingdom");
    let cols: usize = kingdoms.iter().map(|kingdom| kingdom.squares().cols() + 1).sum();
    let mut all = Grid::filled(rows, cols, Square::Empty);
    for (index, kingdom) in kingdoms.iter().enumerate() {
        for (place, square) in kingdom.squares().iter() {
            all[on_the_table(kingdoms, Spot { kingdom: index, place })] = *square;
        }
    }
    all
}

fn on_the_table(kingdoms: &[Kingdom], spot: Spot) -> Place {
    let before: usize = kingdoms[..spot.kingdom].iter().map(|kingdom| kingdom.squares().cols() + 1).sum();
    Place::new(spot.place.row, spot.place.col + before)
}

/// One or two kingdoms of a few dominoes on random squares. Most squares are wheat, forest and lake, so that
/// they can often be covered in several ways, or in none that obeys the rule.
fn any_kingdoms(dice: &mut ChaCha8Rng) -> Vec<Kingdom> {
    let game = *Game::ALL.choose(dice).expect("a game");
    let mut dominoes: Vec<&Domino> = DominoBox::of_game(game).iter().flat_map(|from| from.dominoes()).collect();
    if dice.random_bool(0.7) {
        dominoes.retain(|domino| domino.halves.iter().all(|half| Terrain::ALL[..3].contains(&half.terrain)));
    }
    (0..dice.random_range(1..=2)).map(|_| any_kingdom(game, &mut dominoes, dice)).collect()
}

/// A kingdom of some of these dominoes around a castle. The castle may then be removed, and every other time
/// one square is changed.
fn any_kingdom(game: Game, dominoes: &mut Vec<&'static Domino>, dice: &mut ChaCha8Rng) -> Kingdom {
    let (rows, cols) = (dice.random_range(1..=4), dice.random_range(3..=4));
    let mut squares = Grid::filled(rows, cols, Square::Empty);
    let places: Vec<Place> = squares.places().collect();
    let castle = *places.choose(dice).expect("a place");
    squares[castle] = Square::Castle;
    for _ in 0..2 * places.len() {
        let place = *places.choose(dice).expect("a place");
        let beside: Vec<Place> = squares.neighbours(place).collect();
        let pair = [place, *beside.choose(dice).expect("a place beside it")];
        if pair.iter().all(|place| squares[*place] == Square::Empty) {
            let domino = dominoes.remove(dice.random_range(0..dominoes.len()));
            put(domino, pair, &mut squares);
        }
    }
    let other = *places.choose(dice).expect("a place");
    if dice.random_bool(0.5) && other != castle {
        let domino = dominoes.choose(dice).expect("a domino is left");
        squares[other] = Square::land(domino.halves[0].terrain, domino.halves[0].crowns);
    }
    if dice.random_bool(0.1) && squares.cells().iter().any(|square| square.terrain().is_some()) {
        squares[castle] = Square::Empty;
    }
    Kingdom::new(game, GridSize::Five, squares).expect("at most 4x4")
}

fn put(domino: &Domino, pair: [Place; 2], squares: &mut Grid<Square>) {
    for (place, half) in pair.into_iter().zip(domino.halves) {
        squares[place] = Square::land(half.terrain, half.crowns);
    }
}

/// What the slow method finds out about the kingdoms.
struct Reference<'a> {
    kingdoms: &'a [Kingdom],
    table: Grid<Square>,
    tilings: BTreeSet<Pairs>,
}

impl<'a> Reference<'a> {
    fn new(kingdoms: &'a [Kingdom]) -> Self {
        let table = beside_each_other(kingdoms);
        Self { kingdoms, tilings: all_tilings(&table, kingdoms[0].game()), table }
    }

    fn can_be_tiled(&self, changes: &[(Spot, Square)]) -> bool {
        let mut table = self.table.clone();
        for (spot, square) in changes {
            table[on_the_table(self.kingdoms, *spot)] = *square;
        }
        !all_tilings(&table, self.kingdoms[0].game()).is_empty()
    }

    fn certain(&self) -> Pairs {
        let shared = self.tilings.iter().cloned().reduce(|shared, tiling| &shared & &tiling);
        shared.unwrap_or_default()
    }

    /// Whether the tiling can be laid by the connection rule. Kingdoms without a castle are not checked.
    fn is_by_the_rule(&self, tiling: &Pairs) -> bool {
        let laid = laid_by_the_rule(&self.table, tiling);
        let with_castle = |place: &Place| self.kingdoms[self.kingdom_at(*place)].castle().is_some();
        tiling.iter().flatten().filter(|place| with_castle(place)).all(|place| laid.contains(place))
    }

    fn kingdom_at(&self, place: Place) -> usize {
        let last_cols = (0..self.kingdoms.len()).map(|kingdom| {
            let place = Place::new(0, self.kingdoms[kingdom].squares().cols());
            on_the_table(self.kingdoms, Spot { kingdom, place }).col
        });
        last_cols.take_while(|last| *last < place.col).count()
    }

    /// Whether some tiling that obeys the connection rule needs no more dominoes of one box than the rounds
    /// bring. Tries every choice of dominoes for its pairs of squares.
    fn is_within_the_rounds(&self) -> bool {
        let [kingdom] = self.kingdoms else { panic!("one kingdom at a time") };
        let Some(most) = most_of_each_box(kingdom.game(), kingdom.size()) else { return true };
        let dominoes: Vec<&Domino> =
            DominoBox::of_game(kingdom.game()).iter().flat_map(|from| from.dominoes()).collect();
        let by_the_rule = self.tilings.iter().filter(|tiling| self.is_by_the_rule(tiling));
        let mut pairs = by_the_rule.map(|tiling| tiling.iter().copied().collect::<Vec<_>>());
        pairs.any(|pairs| can_be_drawn(&self.table, &pairs, &dominoes, &mut Vec::new(), most))
    }

    /// Every single change that makes a tiling exist, with one castle for each kingdom.
    fn single_changes(&self) -> BTreeSet<(Spot, String)> {
        let mut changes = BTreeSet::new();
        let without_castle: Vec<usize> =
            (0..self.kingdoms.len()).filter(|k| self.kingdoms[*k].castle().is_none()).collect();
        for (kingdom, squares) in self.kingdoms.iter().map(Kingdom::squares).enumerate() {
            for (place, now) in squares.iter().filter(|(_, now)| **now != Square::Castle) {
                for word in every_square(self.kingdoms[0].game()).iter().filter(|word| *word != now) {
                    let castles_are_right = match without_castle[..] {
                        [] => *word != Square::Castle,
                        [missing] => *word == Square::Castle && kingdom == missing,
                        _ => false,
                    };
                    let spot = Spot { kingdom, place };
                    if castles_are_right && self.can_be_tiled(&[(spot, *word)]) {
                        changes.insert((spot, word.to_string()));
                    }
                }
            }
        }
        changes
    }
}

fn every_square(game: Game) -> Vec<Square> {
    let halves = DominoBox::of_game(game).iter().flat_map(|from| from.dominoes()).flat_map(|domino| domino.halves);
    let halves: BTreeSet<Half> = halves.collect();
    let land = halves.into_iter().map(|half| Square::land(half.terrain, half.crowns));
    land.chain([Square::Empty, Square::Castle]).collect()
}

#[test]
fn small_kingdoms_are_audited_as_the_slow_way_does() {
    let mut dice = ChaCha8Rng::seed_from_u64(3);
    let mut seen = BTreeSet::new();
    for number in 0..1500 {
        let kingdoms = any_kingdoms(&mut dice);
        let name = format!("{number}: {:?}", kingdoms.iter().map(notation::write).collect::<Vec<_>>());
        let unseen = Facts::default();
        let players: Vec<Player> = kingdoms.iter().map(|kingdom| Player { kingdom, unseen: &unseen }).collect();
        let audit = audit_game(&players).expect("kingdoms of one game");
        assert_eq!(findings_of_game(&players).as_ref(), Ok(&audit.findings), "{name}");
        let reference = Reference::new(&kingdoms);
        compare_findings(&audit, &reference, &name);
        compare_rounds(&audit, &kingdoms, &name);
        compare_certain(&audit, &reference, &name);
        compare_repair(&audit, &reference, &name);
        seen.extend(
            audit.findings.iter().map(|finding| format!("{} {:?}", finding.code(), finding.kingdom().is_none())),
        );
    }
    println!("{seen:?}");
}

fn compare_findings(audit: &Audit, reference: &Reference, name: &str) {
    let has = |is: fn(&Finding) -> bool| audit.findings.iter().any(is);
    let speaks_against_a_tiling = |finding: &Finding| {
        matches!(finding, Finding::NoTiling { .. } | Finding::MoreThanTheBox { .. } | Finding::HalfADomino { .. })
    };
    assert_eq!(has(speaks_against_a_tiling), reference.tilings.is_empty(), "{name}");
    let is_misplayed =
        !reference.tilings.is_empty() && !reference.tilings.iter().any(|tiling| reference.is_by_the_rule(tiling));
    assert_eq!(has(|finding| matches!(finding, Finding::Misplayed { .. })), is_misplayed, "{name}");
    if let ([kingdom], true) = (reference.kingdoms, is_misplayed) {
        let laid = reference.tilings.iter().flat_map(|tiling| laid_by_the_rule(kingdom.squares(), tiling));
        let laid: BTreeSet<Place> = laid.collect();
        let land = kingdom.squares().iter().filter(|(_, square)| square.terrain().is_some()).map(|(place, _)| place);
        let never: Vec<Place> = land.filter(|place| !laid.contains(place)).collect();
        let named: Vec<Place> = audit.findings[0].squares().iter().map(|spot| spot.place).collect();
        assert_eq!(named, never, "{name}");
    }
}

/// Compares which kingdoms have more of one box than the rounds bring, each kingdom on its own. Returns their
/// number.
fn compare_rounds(audit: &Audit, kingdoms: &[Kingdom], name: &str) -> usize {
    let speaks_against_a_tiling =
        |finding: &Finding| matches!(finding.code().id(), "no-tiling" | "more-than-the-box" | "half-a-domino");
    let is_tiled = !audit.findings.iter().any(speaks_against_a_tiling);
    let needs_more = |index: &usize| {
        let own = Reference::new(&kingdoms[*index..=*index]);
        let is_by_the_rule = || own.tilings.iter().any(|tiling| own.is_by_the_rule(tiling));
        kingdoms[*index].castle().is_some() && is_by_the_rule() && !own.is_within_the_rounds()
    };
    let expected: Vec<usize> = (0..kingdoms.len()).filter(|_| is_tiled).filter(needs_more).collect();
    let found = audit.findings.iter().filter(|finding| matches!(finding, Finding::MoreOfOneBox { .. }));
    let found: BTreeSet<usize> = found.filter_map(Finding::kingdom).collect();
    assert_eq!(found.into_iter().collect::<Vec<_>>(), expected, "{name}");
    expected.len()
}

/// The least number of towns that makes a kingdom worth auditing: with so many, both results occur.
const MANY_TOWNS: usize = 8;

/// Compares complete kingdoms of Queendomino's box with many towns, and kingdoms of both boxes. Some have
/// more dominoes of one box than the rounds bring.
#[test]
fn what_can_be_drawn_from_two_boxes_is_audited_as_the_slow_way_does() {
    let mut dice = ChaCha8Rng::seed_from_u64(17);
    let towns = |kingdom: &Kingdom| {
        let squares = kingdom.squares().cells();
        squares.iter().filter(|square| square.terrain() == Some(Terrain::Town)).count()
    };
    let (mut kingdoms, mut too_many) = (0, 0);
    while kingdoms < 150 {
        let of = [Game::Queendomino, Game::Queendomino, Game::RoyalWedding][kingdoms % 3];
        let laid = laying::lay(of, GridSize::Five, &mut dice);
        if of == Game::Queendomino && towns(&laid) < MANY_TOWNS {
            continue;
        }
        let squares = laid.squares().clone();
        let kingdom = Kingdom::new(Game::RoyalWedding, GridSize::Five, squares).expect("both boxes hold it");
        let unseen = Facts::default();
        let audit = audit_game(&[Player { kingdom: &kingdom, unseen: &unseen }]).expect("one game");
        kingdoms += 1;
        too_many += compare_rounds(&audit, std::slice::from_ref(&kingdom), &notation::write(&kingdom));
    }
    println!("{too_many} of {kingdoms} need more of one box");
    assert!((15..=kingdoms - 15).contains(&too_many), "{too_many} of {kingdoms}");
}

fn compare_certain(audit: &Audit, reference: &Reference, name: &str) {
    let on_the_table = |spot: Spot| on_the_table(reference.kingdoms, spot);
    let certain: Pairs = audit.certain.iter().map(|certain| certain.squares.map(on_the_table)).collect();
    assert_eq!(certain, reference.certain(), "{name}");
    for certain in &audit.certain {
        let [a, b] = certain.squares.map(|spot| reference.kingdoms[spot.kingdom].squares()[spot.place]);
        for domino in &certain.dominoes {
            let halves = domino.halves.map(|half| Square::land(half.terrain, half.crowns));
            assert!(halves == [a, b] || halves == [b, a], "{name}");
        }
    }
}

fn compare_repair(audit: &Audit, reference: &Reference, name: &str) {
    let castles_are_there = reference.kingdoms.iter().all(|kingdom| kingdom.castle().is_some());
    let single = match &audit.repair {
        None => return assert!(!reference.tilings.is_empty() && castles_are_there, "{name}"),
        Some(Repair::One(changes)) => changes
            .iter()
            .flat_map(|change| change.instead.iter().map(|word| (change.square, word.to_string())))
            .collect(),
        Some(Repair::Together(changes)) => {
            let changes: Vec<(Spot, Square)> =
                changes.iter().map(|change| (change.square, change.instead[0])).collect();
            assert!(reference.can_be_tiled(&changes), "{name}");
            BTreeSet::new()
        }
        Some(Repair::MoreThan(_) | Repair::Unknown) => BTreeSet::new(),
    };
    assert_eq!(single, reference.single_changes(), "{name}");
}
