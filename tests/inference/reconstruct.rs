//! Readings of kingdoms whose squares look clear, undecided, hidden or wrong.

use kingdom_scanner::audit;
use kingdom_scanner::audit::warning::WarningCode;
use kingdom_scanner::domain::{Facts, Game, Grid, GridSize, Kingdom, Place, Square, Terrain};
use kingdom_scanner::formats::SquareState;
use kingdom_scanner::reconstruct::guesses::{Guess, READINGS, SquareGuesses, readings};
use kingdom_scanner::reconstruct::piece_guesses::PieceGuess;
use kingdom_scanner::reconstruct::{Reading, ReconstructError, ReconstructOptions, reconstruct};
use kingdom_scanner::scoring::sheet;

/// A real 5x5 of distinct dominoes, castle in the middle.
const KINGDOM: &str = "
    wheat    wheat  lake    lake     lake
    forest   forest lake:1  forest:1 wheat
    mine:2   wheat  castle  grassland grassland:2
    swamp:2  wheat  wheat   wheat:1  swamp
    grassland wheat:1 forest lake:1  forest";

fn squares(text: &str) -> Grid<Square> {
    let rows: Vec<Vec<Square>> = (text.trim().lines())
        .map(|line| line.split_whitespace().map(|word| word.parse().expect("a square")).collect())
        .collect();
    Grid::from_cells(rows.len(), rows[0].len(), rows.concat())
}

/// The same kingdom with mines of three crowns on all land squares, which no box can form.
fn all_mines() -> Grid<Square> {
    squares(KINGDOM).map(|square| match square.terrain() {
        Some(_) => Square::land(Terrain::Mine, 3),
        None => *square,
    })
}

/// A guess with probability `sure` for `square`; the other readings share the rest equally.
fn guess(square: Square, sure: f32) -> Guess {
    let rest = (1.0 - sure) / (READINGS - 1) as f32;
    let log_probabilities = readings().map(|reading| if reading == square { sure } else { rest }.ln());
    Guess::new(log_probabilities)
}

/// A guess with the probabilities `first.1` and `second.1` for two readings, and almost none for the others.
fn torn(first: (&str, f32), second: (&str, f32)) -> Guess {
    let of = |(word, p): (&str, f32)| (word.parse::<Square>().expect("a square"), p);
    let (first, second) = (of(first), of(second));
    let p = |reading| [first, second].iter().find(|pair| pair.0 == reading).map_or(1e-6, |pair| pair.1);
    Guess::new(readings().map(|reading| p(reading).ln()))
}

fn sure(squares: &Grid<Square>) -> SquareGuesses {
    SquareGuesses { guesses: squares.map(|&square| guess(square, 0.9999)) }
}

fn read(guesses: &SquareGuesses) -> Reading {
    reconstruct(guesses, &ReconstructOptions::default()).expect("a kingdom")
}

#[test]
fn a_clear_board_is_read_without_a_doubt() {
    let truth = squares(KINGDOM);
    let reading = read(&sure(&truth));
    assert_eq!(reading.kingdom.squares(), &truth);
    assert_eq!(reading.warnings, []);
    assert!(!reading.needs_review && reading.total_probability > 0.99, "{}", reading.total_probability);
    assert!(reading.squares.cells().iter().all(|square| square.state == SquareState::Seen));
}

#[test]
fn empty_borders_are_trimmed() {
    let truth = squares(KINGDOM);
    let inside = |p: Place| p.row >= 1 && p.col >= 2;
    let framed =
        Grid::from_fn(6, 7, |p| if inside(p) { truth[Place::new(p.row - 1, p.col - 2)] } else { Square::Empty });
    let reading = read(&sure(&framed));
    assert_eq!(reading.kingdom.squares(), &truth);
    assert_eq!(reading.origin, Place::new(1, 2).into());
    assert_eq!(reading.kingdom.size(), GridSize::Five);
}

#[test]
fn the_box_corrects_a_square_that_it_does_not_hold() {
    let truth = squares(KINGDOM);
    let mut guesses = sure(&truth);
    // The box has only one mine with three crowns, and its other half is wheat. The neighbours here are
    // swamp, forest and wheat, but the forest needs that wheat as its only partner.
    guesses.guesses[Place::new(0, 4)] = torn(("lake:1", 0.6), ("lake", 0.39));
    let reading = read(&guesses);
    let at = reading.squares[Place::new(0, 4)].clone();
    let misread = replaced(&truth, Place::new(0, 4), "lake:1");
    assert_eq!(audit::tiling(&misread, Game::Kingdomino), audit::Tiling::Impossible);
    assert_eq!(at.best, Square::land(Terrain::Lake, 0));
}

fn replaced(squares: &Grid<Square>, place: Place, word: &str) -> Grid<Square> {
    let mut squares = squares.clone();
    squares[place] = word.parse().expect("a square");
    squares
}

#[test]
fn of_two_castles_the_surer_one_stays() {
    let truth = squares(KINGDOM);
    let mut guesses = sure(&truth);
    guesses.guesses[Place::new(4, 4)] = torn(("castle", 0.7), ("forest", 0.3));
    assert_eq!(read(&guesses).kingdom.squares(), &truth);
}

/// The bottom of a damaged picture gave this reading; its total is right for the squares but not for the
/// kingdom.
#[test]
fn a_misplayed_kingdom_is_to_check_where_a_square_is_not_clear() {
    let misplayed = squares(
        "swamp:2 wheat   wheat:1 forest    forest
        wheat   wheat   lake    wheat     lake:1
        mine:3  wheat   castle  grassland forest
        swamp   wheat:1 empty   grassland lake:1",
    );
    let misplays = |reading: &Reading| reading.warnings.iter().any(|warning| warning.code == WarningCode::Misplayed);
    let mut guesses = sure(&misplayed);
    let reading = read(&guesses);
    assert_eq!(reading.kingdom.squares(), &misplayed);
    assert!(!reading.needs_review, "people misplay: {:?}", reading.warnings);
    // Finds a square that could also have another terrain, with which dominoes can still form the kingdom and
    // the points stay the same.
    let total = |squares: Grid<Square>| {
        let kingdom = Kingdom::new(Game::Kingdomino, GridSize::Five, squares).expect("a kingdom");
        sheet::total(&kingdom, &Facts::default(), &[])
    };
    let others = misplayed.iter().flat_map(|(place, own)| {
        let others = readings().into_iter().filter(move |other| other.terrain().is_some() && other != own);
        others.map(move |other| (place, *own, other))
    });
    let is_open = |(place, _, other): &(Place, Square, Square)| {
        let changed = replaced(&misplayed, *place, &other.to_string());
        audit::tiling(&changed, Game::Kingdomino).is_found() && total(changed) == total(misplayed.clone())
    };
    let (place, own, other) = others.into_iter().find(is_open).expect("an alternative");
    guesses.guesses[place] = torn((&own.to_string(), 0.7), (&other.to_string(), 0.3));
    let reading = read(&guesses);
    assert_eq!(reading.kingdom.squares(), &misplayed);
    assert!(reading.needs_review && misplays(&reading), "{:?}", reading.warnings);
    // Once a user has given the square, nothing is left to check.
    assert!(!read(&guesses.with_given(&[(place, own)])).needs_review);
}

#[test]
fn a_kingdom_that_no_box_forms_is_a_warning() {
    let mines = all_mines();
    let reading = read(&sure(&mines));
    assert!(reading.needs_review);
    assert_eq!(reading.warnings[0].code.id(), "impossible-kingdom");
    assert_eq!(reading.kingdom.squares(), &mines);
}

#[test]
fn with_house_rules_each_square_is_what_it_looks_like() {
    let mines = all_mines();
    let options = ReconstructOptions { any_dominoes: true, ..ReconstructOptions::default() };
    let sure = mines.map(|square| guess(*square, 0.9999));
    let reading = reconstruct(&SquareGuesses { guesses: sure.clone() }, &options).expect("a kingdom");
    assert_eq!((reading.kingdom.squares(), &reading.warnings[..]), (&mines, &[][..]));
    let mut torn_once = sure;
    torn_once[Place::new(0, 0)] = torn(("mine:3", 0.6), ("swamp", 0.4));
    let reading = reconstruct(&SquareGuesses { guesses: torn_once }, &options).expect("a kingdom");
    assert!((0.55..0.61).contains(&reading.total_probability), "{}", reading.total_probability);
    assert_eq!(reading.squares[Place::new(0, 0)].state, SquareState::Doubtful);
    assert!(reading.needs_review);
}

#[test]
fn many_small_doubts_are_a_doubt_about_the_least_sure_squares() {
    // No box contains so many mines with three crowns.
    let truth = all_mines();
    let mut guesses = sure(&truth);
    let least_sure: Vec<Place> = truth.places().filter(|place| truth[*place].terrain().is_some()).take(6).collect();
    for place in &least_sure {
        guesses.guesses[*place] = guess(truth[*place], 0.98);
    }
    let options = ReconstructOptions { any_dominoes: true, ..ReconstructOptions::default() };
    let reading = reconstruct(&guesses, &options).expect("a kingdom");
    assert!(reading.total_probability < 0.9, "{}", reading.total_probability);
    assert_eq!(reading.warnings[0].code.id(), "doubtful-total");
    let named = &reading.warnings[0].squares;
    assert!(named.len() >= 4 && named.iter().all(|place| least_sure.contains(place)), "{named:?}");
    // After a user has checked them, there is no further doubt.
    let given: Vec<(Place, Square)> = named.iter().map(|place| (*place, truth[*place])).collect();
    let checked = reconstruct(&guesses.with_given(&given), &options).expect("a kingdom");
    assert_eq!(checked.warnings, []);
}

#[test]
fn a_tile_that_is_taken_for_the_table_because_of_its_covered_half_is_warned_about() {
    let truth = squares(KINGDOM);
    let mut guesses = sure(&truth);
    // Only one domino with both halves fits into the corner: if one half is empty, so is the other.
    guesses.guesses[Place::new(4, 3)] = torn(("empty", 0.999), ("castle", 1e-6));
    let reading = read(&guesses);
    assert!(reading.needs_review);
    let warning = reading.warnings.iter().find(|warning| warning.code.id() == "contradicted-squares");
    let squares = warning.map(|warning| warning.squares.clone()).unwrap_or_default();
    assert!(!squares.is_empty(), "{:?}", reading.warnings);
    for place in squares {
        assert_eq!(reading.squares[place].state, SquareState::Doubtful, "{place}");
    }
}

/// A forest whose other half was covered: no other domino fits into the corner.
#[test]
fn what_a_picture_shows_clearly_and_the_box_forbids_is_doubtful() {
    let truth = squares(KINGDOM);
    let (forest, covered) = (Place::new(4, 4), Place::new(4, 3));
    for (shown, table) in [(0.95, 0.049), (0.98, 0.019), (0.999, 0.0009)] {
        let mut guesses = sure(&truth);
        guesses.guesses[covered] =
            Guess::new(readings().map(|reading| if reading == Square::Empty { -1e-6 } else { -20.0 }));
        guesses.guesses[forest] = torn(("forest", shown), ("empty", table));
        let reading = read(&guesses);
        assert!(reading.needs_review, "{shown}");
        assert_eq!(reading.left_out.iter().map(|tile| tile.seen).collect::<Vec<_>>(), [truth[forest]], "{shown}");
        let forbidden: Vec<Place> = reading
            .squares
            .places()
            .filter(|place| guesses.guesses[*place].best().0 != reading.squares[*place].best)
            .collect();
        assert!(forbidden.contains(&forest), "{shown}: {forbidden:?}");
        for place in forbidden {
            let square = &reading.squares[place];
            assert_eq!(square.state, SquareState::Doubtful, "{shown}: {place}");
            assert_eq!(square.second, guesses.guesses[place].best().0, "{shown}: {place}");
            assert!(square.probability < 0.97, "{shown}: {place}: {}", square.probability);
            let warning = reading.warnings.iter().find(|warning| warning.code.id() == "contradicted-squares");
            assert!(warning.is_some_and(|warning| warning.squares.contains(&place)), "{shown}: {place}");
        }
    }
}

/// The opposite case: a square that looks like the table but must be a tile to form a kingdom.
#[test]
fn what_looks_clearly_like_the_table_and_is_no_hole_is_doubtful() {
    let truth = squares(KINGDOM);
    let mut guesses = sure(&truth);
    let hidden = Place::new(2, 1);
    guesses.guesses[hidden] = torn(("empty", 0.98), ("wheat", 0.0199));
    let reading = read(&guesses);
    assert_eq!(reading.kingdom.squares(), &truth);
    let square = &reading.squares[hidden];
    assert_eq!((square.state, square.second), (SquareState::Doubtful, Square::Empty));
    assert!(square.probability < 0.97 && reading.total_probability < 0.97, "{}", square.probability);
}

/// If the picture is ambiguous, the box decides and nobody is asked.
#[test]
fn what_a_picture_leaves_open_the_box_still_infers() {
    let truth = squares(KINGDOM);
    let mut guesses = sure(&truth);
    guesses.guesses[Place::new(0, 4)] = torn(("lake:1", 0.6), ("lake", 0.39));
    let reading = read(&guesses);
    assert_eq!(reading.squares[Place::new(0, 4)].state, SquareState::Inferred);
    assert!(!reading.needs_review && reading.total_probability > 0.97, "{}", reading.total_probability);
}

#[test]
fn two_readings_that_the_box_allows_are_a_doubt_with_the_points_at_stake() {
    let truth = squares(KINGDOM);
    let alternatives = truth.iter().flat_map(|(place, &square)| {
        let more = square.terrain().map(|terrain| Square::land(terrain, square.crowns() + 1));
        more.filter(|more| readings().contains(more)).map(|more| (place, square, more))
    });
    let possible = |&(place, _, more): &(Place, Square, Square)| {
        audit::tiling(&replaced(&truth, place, &more.to_string()), Game::Kingdomino).is_found()
    };
    let (place, square, more) = alternatives.into_iter().find(possible).expect("an alternative that the box allows");
    let mut guesses = sure(&truth);
    guesses.guesses[place] = torn((&square.to_string(), 0.7), (&more.to_string(), 0.3));
    let reading = read(&guesses);
    assert!(reading.needs_review);
    assert_eq!(reading.warnings[0].code.id(), "doubtful-total");
    assert_eq!(reading.warnings[0].squares, [place]);
    assert_eq!(reading.squares[place].second, more);
    let gain = reading.squares[place].second_total.expect("a kingdom all the same");
    let kingdom = Kingdom::new(Game::Kingdomino, GridSize::Five, truth).expect("a kingdom");
    assert!(gain > sheet::total(&kingdom, &Facts::default(), &[]), "one more crown scores");
}

#[test]
fn knights_tell_queendomino_where_no_town_does() {
    let truth = squares(KINGDOM);
    let bears = |place: Place| truth[place].terrain().is_some() && place.row == 0;
    let read_with_knights = |probability: f32| {
        let mut guesses = sure(&truth);
        for place in truth.places() {
            let knight = if bears(place) { probability } else { 0.001 };
            let [queen, no_tower] = [0.001_f32, 0.999].map(f32::ln);
            guesses.guesses[place].pieces = Some(PieceGuess {
                knight: [(1.0 - knight).ln(), knight.ln()],
                queen: [no_tower, queen],
                ..PieceGuess::unknown()
            });
        }
        read(&guesses)
    };
    let knights = |reading: &Reading| {
        let squares = reading.kingdom.squares().cells();
        squares.iter().filter(|square| square.pieces().knight).count()
    };
    let seen = read_with_knights(0.999);
    assert_eq!((seen.kingdom.game() == Game::Kingdomino, knights(&seen)), (false, 5));
    // Five shadows that may each be a knight do not count as knights: a Queendomino kingdom without a town is
    // rarer than five shadows.
    for probability in [0.2, 0.6, 0.8] {
        let guessed = read_with_knights(probability);
        assert_eq!((guessed.kingdom.game(), knights(&guessed)), (Game::Kingdomino, 0), "{probability}");
    }
}

#[test]
fn a_table_that_looks_like_land_is_no_kingdom() {
    let lake = |_| Square::land(Terrain::Lake, 0);
    let table = Grid::from_fn(5, 5, lake);
    let result = reconstruct(&sure(&table), &ReconstructOptions::default());
    assert!(matches!(result, Err(ReconstructError::NoKingdom { land: 25, castles: 0 })), "{result:?}");
}

#[test]
fn loose_dominoes_without_a_castle_are_no_kingdom() {
    let loose = squares(
        "wheat wheat empty
empty forest lake",
    );
    assert!(matches!(
        reconstruct(&sure(&loose), &ReconstructOptions::default()),
        Err(ReconstructError::NoKingdom { land: 4, castles: 0 })
    ));
}
