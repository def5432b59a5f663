//! Queendomino from noisy squares: boxes, buildings, knights, towers, and doubts.

use crate::common::laying;
use kingdom_scanner::correction::dialogue::{Person, SCAN_PROMPTS, Subject};
use kingdom_scanner::correction::{
    Correction, CorrectionError, FirstReading, FirstReadings, GivenSquare, KingdomName, ReadAnew, square_from_words,
};
use kingdom_scanner::domain::{Building, Facts, Game, Grid, GridSize, Kingdom, Pieces, Place, Square, Terrain};
use kingdom_scanner::formats::SquareState;
use kingdom_scanner::formats::notation;
use kingdom_scanner::messages::{Language, Message};
use kingdom_scanner::reconstruct::guesses::{Guess, SquareGuesses};
use kingdom_scanner::reconstruct::piece_guesses::PieceGuess;
use kingdom_scanner::reconstruct::{
    Reading, ReconstructOptions, SeenView, reconstruct, reconstruct_game, reconstruct_views,
};
use kingdom_scanner::scoring::sheet::{ScoreSheet, total};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::common::noise::{CLEAR, Noise, blurred, blurred_with_pieces};
use crate::common::{EXAMPLE, EXAMPLE_UNSEEN, codes, kingdom, place, square};

const POOR: Noise = Noise { blurred: 0.25, strength: 5.0, hidden: 0.0 };

fn read(guesses: &SquareGuesses) -> Reading {
    read_with(guesses, Facts::default())
}

fn read_with(guesses: &SquareGuesses, unseen: Facts) -> Reading {
    reconstruct(guesses, &ReconstructOptions { unseen, ..ReconstructOptions::default() }).expect("a kingdom")
}

/// Squares and pieces that are so clear that even together they leave no doubt.
fn clear(squares: &Grid<Square>, seed: u64) -> SquareGuesses {
    let guesses = blurred_with_pieces(squares, CLEAR, &mut ChaCha8Rng::seed_from_u64(seed));
    let sharper = |guess: &Guess| {
        let pieces = guess.pieces.as_ref().map(|pieces| PieceGuess {
            building: sharpened(pieces.building),
            knight: sharpened(pieces.knight),
            towers: sharpened(pieces.towers),
            queen: sharpened(pieces.queen),
        });
        Guess { pieces, ..Guess::new(sharpened(guess.log_probabilities)) }
    };
    SquareGuesses { guesses: guesses.guesses.map(sharper) }
}

fn sharpened<const N: usize>(logs: [f32; N]) -> [f32; N] {
    let log_sum = logs.iter().map(|log| (2.0 * log).exp()).sum::<f32>().ln();
    logs.map(|log| 2.0 * log - log_sum)
}

fn without_pieces(guesses: &SquareGuesses) -> SquareGuesses {
    SquareGuesses { guesses: guesses.guesses.map(|guess| Guess { pieces: None, ..guess.clone() }) }
}

/// Probabilities of some buildings (`None` for a bare site), almost none for the others.
fn building(probabilities: &[(Option<Building>, f32)]) -> [f32; 18] {
    let mut logs = [1e-6_f32.ln(); 18];
    for (kind, probability) in probabilities {
        logs[kind.map_or(0, |kind| 1 + kind as usize)] = probability.ln();
    }
    logs
}

fn put(guesses: &mut SquareGuesses, name: &str, probabilities: &[(Option<Building>, f32)]) {
    let pieces = guesses.guesses[place(name)].pieces.as_mut().expect("pieces were looked for");
    pieces.building = building(probabilities);
}

fn standing_of(guesses: &mut SquareGuesses, at: Place) -> &mut PieceGuess {
    guesses.guesses[at].pieces.as_mut().expect("pieces were looked for")
}

#[test]
fn the_published_example_is_read_line_by_line_from_poor_squares() {
    let truth = kingdom(EXAMPLE);
    let (mut right, mut silent) = (0, 0);
    for seed in 0..40 {
        let guesses = blurred_with_pieces(truth.squares(), POOR, &mut ChaCha8Rng::seed_from_u64(seed));
        let reading = read_with(&guesses, EXAMPLE_UNSEEN);
        assert_eq!(reading.kingdom.game(), Game::Queendomino, "{seed}");
        let sheet = ScoreSheet::new(&reading.kingdom, &EXAMPLE_UNSEEN, &[]);
        if reading.kingdom.squares() == truth.squares() {
            right += 1;
            let lines = sheet.lines.iter().map(|line| format!("{} {}", line.line.id(), line.points));
            assert_eq!(
                lines.collect::<Vec<_>>().join(", "),
                "coins 3, wheat 3, forest 3, lake 6, grassland 16, swamp 1, mine 12, town 0, sawmill 6, church 8, \
                 travelling-castle 3, fixed-points 10"
            );
            assert_eq!(sheet.total, 71);
        }
        silent += usize::from(sheet.total != 71 && !reading.needs_review);
    }
    assert!(right >= 25 && silent == 0, "{right} right, {silent} silently wrong");
}

#[test]
fn clear_pieces_are_read_without_a_doubt() {
    let truth = kingdom(EXAMPLE);
    let reading = read_with(&clear(truth.squares(), 1), EXAMPLE_UNSEEN);
    assert_eq!(reading.kingdom.squares(), truth.squares());
    assert!(!reading.needs_review, "{:?} {}", reading.warnings, reading.total_probability);
    assert!(reading.total_probability > 0.97 && reading.game_probability > 0.97);
    let built = reading.squares[place("r4c2")].pieces.as_ref().expect("pieces were looked for");
    assert_eq!((built.buildings[0].what, built.towers[0].what), (Some(Building::TravellingCastle), 1));
    let forest = reading.squares[place("r1c1")].pieces.as_ref().expect("pieces were looked for");
    assert!(forest.buildings.is_empty() && forest.towers.is_empty() && !forest.knight[0].what);
}

#[test]
fn the_boxes_are_found_out() {
    let mut dice = ChaCha8Rng::seed_from_u64(2);
    for (game, size, least) in [
        (Game::Kingdomino, GridSize::Five, 40),
        (Game::Kingdomino, GridSize::Seven, 40),
        (Game::Queendomino, GridSize::Five, 38),
        (Game::Queendomino, GridSize::Seven, 38),
        (Game::RoyalWedding, GridSize::Seven, 36),
    ] {
        let mut found = 0;
        for _ in 0..40 {
            let truth = laying::lay_well(game, size, &mut dice);
            let reading = read(&blurred(truth.squares(), CLEAR, &mut dice));
            found += usize::from(reading.kingdom.game() == game);
            let is_sure = reading.game_probability > 0.97;
            // Without a town, a kingdom from both boxes cannot be distinguished from one of Kingdomino.
            let tells = truth.squares().cells().iter().any(|square| !Game::Kingdomino.has(square));
            let same_rules = (reading.kingdom.game() == Game::Kingdomino) == (game == Game::Kingdomino);
            assert!(same_rules || !is_sure || !tells, "{}", notation::write(&truth));
        }
        assert!(found >= least, "{game:?} {size}: {found} of 40");
    }
}

#[test]
fn a_game_that_is_given_is_taken() {
    let truth = kingdom(EXAMPLE);
    let guesses = clear(truth.squares(), 3);
    for game in [Game::Queendomino, Game::RoyalWedding] {
        let options = ReconstructOptions { game: Some(game), ..ReconstructOptions::default() };
        let reading = reconstruct(&guesses, &options).expect("a kingdom");
        assert_eq!((reading.kingdom.game(), reading.game_probability), (game, 1.0));
        assert_eq!(reading.kingdom.squares(), truth.squares());
    }
    let options = ReconstructOptions { game: Some(Game::Kingdomino), ..ReconstructOptions::default() };
    let reading = reconstruct(&guesses, &options).expect("a kingdom");
    assert!(reading.needs_review && reading.kingdom.squares().cells().iter().all(|s| Game::Kingdomino.has(s)));
}

/// The game is given as Kingdomino, and Kingdomino's networks are sure of two tiles, but Queendomino's
/// networks read them as towns.
#[test]
fn what_looks_like_no_tile_of_the_given_game_is_asked_about() {
    let truth = laying::lay_well(Game::Kingdomino, GridSize::Five, &mut ChaCha8Rng::seed_from_u64(5));
    let guesses = clear(truth.squares(), 5);
    let known = ReconstructOptions { game: Some(Game::Kingdomino), ..ReconstructOptions::default() };
    let land = truth.squares().iter().filter(|(_, square)| square.terrain().is_some()).map(|(place, _)| place);
    let towns: Vec<Place> = land.take(2).collect();
    let mut others = guesses.clone();
    towns.iter().for_each(|at| others.guesses[*at] = Guess::certain(square("town")));
    let guesses = guesses.with_towns_of(&others);
    let first = reconstruct(&guesses, &known).expect("a kingdom");
    assert_eq!(first.kingdom.squares(), truth.squares());
    let warning = first.warnings.iter().find(|warning| warning.code.id() == "doubtful-game").expect("a doubt");
    assert_eq!(warning.squares, towns);
    assert!(towns.iter().all(|at| first.squares[*at].state == SquareState::Doubtful));
    let given = |at: &Place| GivenSquare { cell: (*at).into(), square: truth.squares()[*at] };
    let subject = first_reading(&guesses, &first, &known);
    let of_game = |said: &[GivenSquare]| codes(&subject.corrected(said).expect("it fits")).contains(&"doubtful-game");
    assert!(of_game(&[given(&towns[0])]), "the other is not settled");
    assert!(!of_game(&[given(&towns[0]), given(&towns[1])]));
}

/// Queendomino was given, but nothing specific to it is visible.
#[test]
fn a_kingdom_that_shows_nothing_of_the_given_game_is_asked_about() {
    let is_asked = |truth: &Grid<Square>, game, given: &[(Place, Square)]| {
        let known = ReconstructOptions { game: Some(game), ..ReconstructOptions::default() };
        codes(&reconstruct(&clear(truth, 5).with_given(given), &known).expect("a kingdom")).contains(&"doubtful-game")
    };
    let truth = laying::lay_well(Game::Kingdomino, GridSize::Five, &mut ChaCha8Rng::seed_from_u64(5));
    let bare = truth.squares();
    assert!(is_asked(bare, Game::Queendomino, &[]));
    assert!(!is_asked(bare, Game::RoyalWedding, &[]), "half of its dominoes are Kingdomino's");
    assert!(!is_asked(kingdom(EXAMPLE).squares(), Game::Queendomino, &[]));
    let at = bare.iter().find(|(_, square)| square.terrain().is_some()).map(|(place, _)| place).expect("land");
    let mut with_knight = bare.clone();
    with_knight[at] = bare[at].with_pieces(Pieces { knight: true, ..Pieces::default() });
    assert!(!is_asked(&with_knight, Game::Queendomino, &[]), "a knight tells the game");
    let all: Vec<(Place, Square)> = bare.iter().map(|(place, square)| (place, *square)).collect();
    assert!(!is_asked(bare, Game::Queendomino, &all), "a person said what each tile is");
}

/// One square of Kingdomino that looks slightly like a town.
#[test]
fn a_single_doubtful_town_makes_no_queendomino() {
    let mut dice = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..20 {
        let truth = laying::lay_well(Game::Kingdomino, GridSize::Five, &mut dice);
        let mut guesses = blurred(truth.squares(), CLEAR, &mut dice);
        let at = truth.squares().places().find(|at| truth.squares()[*at].terrain().is_some()).expect("land");
        let logs = &mut guesses.guesses[at].log_probabilities;
        *logs = logs.map(|log| log + 0.7_f32.ln());
        logs[16] = 0.3_f32.ln();
        let reading = read(&guesses);
        assert_eq!(reading.kingdom.squares(), truth.squares());
        assert_eq!(reading.kingdom.game(), Game::Kingdomino);
    }
}

#[test]
fn buildings_that_score_the_same_cost_nothing_and_are_named() {
    let truth = kingdom(EXAMPLE);
    let mut guesses = clear(truth.squares(), 5);
    put(&mut guesses, "r4c4", &[(Some(Building::LargeTavern), 0.6), (Some(Building::Fortress), 0.4)]);
    let reading = read(&guesses);
    let doubtful = &reading.squares[place("r4c4")];
    assert_eq!((doubtful.best, doubtful.second), (square("town+large-tavern"), square("town+fortress")));
    assert_eq!(doubtful.state, SquareState::Doubtful);
    assert_eq!(reading.doubtful_buildings(), [place("r4c4")]);
    assert!((0.55..0.61).contains(&doubtful.probability), "{}", doubtful.probability);
    let likely = &doubtful.pieces.as_ref().expect("pieces were looked for").buildings;
    assert_eq!(likely[0].total, likely[1].total);
    assert!(reading.total_probability > 0.97 && !reading.needs_review, "{:?}", reading.warnings);
}

#[test]
fn buildings_that_score_otherwise_are_to_be_checked_with_the_points_at_stake() {
    let truth = kingdom(EXAMPLE);
    let mut guesses = clear(truth.squares(), 6);
    put(&mut guesses, "r4c5", &[(Some(Building::Statue), 0.7), (None, 0.2), (Some(Building::Church), 0.1)]);
    let reading = read(&guesses);
    assert!(reading.needs_review && codes(&reading) == ["doubtful-total"], "{:?}", reading.warnings);
    assert!((0.65..0.71).contains(&reading.total_probability), "{}", reading.total_probability);
    let likely = &reading.squares[place("r4c5")].pieces.as_ref().expect("pieces were looked for").buildings;
    let named = likely.iter().take(3).map(|likely| (likely.what, likely.total)).collect::<Vec<_>>();
    // 64 without coins and the Queen: a statue is 5, a church 2 for each of four towns.
    assert_eq!(named, [(Some(Building::Statue), Some(64)), (None, Some(59)), (Some(Building::Church), Some(67))]);
}

#[test]
fn doubtful_knights_and_towers_count_where_they_score() {
    let truth = kingdom(EXAMPLE);
    let clear = clear(truth.squares(), 7);
    let torn = [0.6_f32, 0.4].map(f32::ln);
    let mut knight = clear.clone();
    standing_of(&mut knight, place("r1c1")).knight = torn;
    let reading = read(&knight);
    // Without a training ground, a knight scores nothing.
    assert!(!reading.needs_review && reading.squares[place("r1c1")].state == SquareState::Doubtful);
    let mut tower = clear.clone();
    standing_of(&mut tower, place("r2c4")).towers = [0.6_f32, 0.4, 1e-6, 1e-6, 1e-6].map(f32::ln);
    let reading = read(&tower);
    let towers = &reading.squares[place("r2c4")].pieces.as_ref().expect("pieces were looked for").towers;
    assert_eq!(towers.iter().map(|likely| likely.total).collect::<Vec<_>>(), [Some(64), Some(65)]);
    assert!(reading.needs_review);
    let mut queen = clear;
    standing_of(&mut queen, place("r5c1")).queen = [0.1_f32, 0.9].map(f32::ln);
    standing_of(&mut queen, place("r1c1")).queen = [0.2_f32, 0.8].map(f32::ln);
    let reading = read(&queen);
    assert_eq!(reading.kingdom.bits().queen().first(), Some(place("r5c1")), "there is one");
    assert!(read_with(&queen, Facts { queen: Some(false), ..Facts::default() }).kingdom.bits().queen().is_empty());
}

#[test]
fn any_number_of_doubtful_knights_leaves_the_total_sure_where_they_score_nothing() {
    let truth = kingdom(EXAMPLE);
    let mut guesses = clear(truth.squares(), 14);
    for (at, _) in truth.squares().iter().filter(|(_, square)| square.terrain().is_some()) {
        standing_of(&mut guesses, at).knight = [0.8_f32, 0.2].map(f32::ln);
    }
    let reading = read(&guesses);
    assert!(reading.total_probability > 0.97, "{}", reading.total_probability);
    // If a doubtful building may count the knights, the total is only as sure as the other building.
    put(&mut guesses, "r4c5", &[(Some(Building::Statue), 0.7), (Some(Building::TrainingGround), 0.3)]);
    let reading = read(&guesses);
    assert!((0.65..0.71).contains(&reading.total_probability), "{}", reading.total_probability);
    put(&mut guesses, "r4c5", &[(Some(Building::TrainingGround), 1.0)]);
    let reading = read(&guesses);
    assert!(reading.total_probability < 0.1, "{}", reading.total_probability);
}

#[test]
fn the_box_holds_two_churches() {
    let truth = kingdom(EXAMPLE);
    let mut guesses = clear(truth.squares(), 8);
    put(&mut guesses, "r4c4", &[(Some(Building::Church), 0.99), (Some(Building::LargeTavern), 0.01)]);
    put(&mut guesses, "r4c5", &[(Some(Building::Church), 0.8), (Some(Building::Statue), 0.2)]);
    let reading = read(&guesses);
    let at = |name: &str| reading.squares[place(name)].best;
    assert_eq!(
        (at("r3c1"), at("r4c4"), at("r4c5")),
        (square("town+church"), square("town+church"), square("town+statue"))
    );
    let statue = &reading.squares[place("r4c5")].pieces.as_ref().expect("pieces were looked for").buildings;
    assert_eq!(statue[0].what, Some(Building::Statue));
    assert!(statue[0].probability > 0.9, "by itself it was one in five: {}", statue[0].probability);
}

fn first_reading<'a>(
    guesses: &'a SquareGuesses,
    reading: &'a Reading,
    known: &'a ReconstructOptions,
) -> FirstReading<'a> {
    FirstReading { guesses, reading, beside: &[], known }
}

#[test]
fn where_nobody_looked_for_pieces_that_is_said_and_what_is_given_counts() {
    let truth = kingdom(EXAMPLE);
    let guesses = without_pieces(&clear(truth.squares(), 9));
    let first = read(&guesses);
    assert!(first.needs_review && codes(&first).contains(&"pieces-not-looked-for"), "{:?}", first.warnings);
    assert!(first.kingdom.squares().cells().iter().all(|square| square.pieces() == Pieces::default()));
    let known = ReconstructOptions::default();
    let subject = first_reading(&guesses, &first, &known);
    let given = |text: &str| text.parse::<Correction>().expect("a correction").given(&first, None);
    let reading =
        subject.corrected(&[given("r4c5=town+statue+tower*2"), given("r4c4=T[church,knight]")]).expect("it fits");
    assert_eq!(reading.squares[place("r4c5")].best, square("town+statue+tower*2"));
    assert_eq!(reading.kingdom.squares()[place("r4c4")], square("town+church+knight"));
    assert_eq!(reading.squares[place("r4c4")].state, SquareState::Corrected);
    assert_eq!(codes(&reading), ["pieces-not-looked-for"]);
    let everything: Vec<_> =
        truth.squares().iter().map(|(place, square)| given(&format!("{place}={square}"))).collect();
    let reading = subject.corrected(&everything).expect("it fits");
    assert!(codes(&reading).is_empty(), "{:?}", reading.warnings);
}

#[test]
fn what_a_person_tells_makes_it_queendomino_unless_kingdomino_was_given() {
    let mut dice = ChaCha8Rng::seed_from_u64(10);
    let truth = laying::lay_well(Game::Kingdomino, GridSize::Five, &mut dice);
    let guesses = blurred(truth.squares(), CLEAR, &mut dice);
    let first = read(&guesses);
    let at = truth.squares().places().find(|at| truth.squares()[*at].terrain() == Some(Terrain::Wheat)).expect("wheat");
    let given = GivenSquare { cell: at.into(), square: square("wheat+knight") };
    let corrected = |known: &ReconstructOptions| first_reading(&guesses, &first, known).corrected(&[given]);
    let reading = corrected(&ReconstructOptions::default()).expect("a kingdom");
    assert_ne!(reading.kingdom.game(), Game::Kingdomino);
    assert!(reading.kingdom.squares()[at].pieces().knight);
    let given = ReconstructOptions { game: Some(Game::Kingdomino), ..ReconstructOptions::default() };
    let error = corrected(&given).expect_err("Kingdomino has no knights");
    assert!(
        matches!(error, CorrectionError::NotInGame { .. }) && error.to_string().contains("wheat+knight"),
        "{error}"
    );
}

/// Buildings from one box on town squares, some left bare; some knights, towers on some buildings.
fn built(kingdoms: &[Kingdom], dice: &mut ChaCha8Rng) -> Vec<Grid<Square>> {
    let copies = |kind: Building| std::iter::repeat_n(kind, kind.copies().into());
    let mut tiles: Vec<Building> = Building::ALL.into_iter().flat_map(copies).collect();
    tiles.shuffle(dice);
    let (mut towers, mut knights) = (15, 22);
    let mut stand = |square: &Square| {
        let is_town = square.terrain() == Some(Terrain::Town);
        let building = if is_town && dice.random_bool(0.8) { tiles.pop() } else { None };
        let more = if building.is_some() { dice.random_range(0..=2).min(towers) } else { 0 };
        towers -= more;
        let knight = square.terrain().is_some() && knights > 0 && dice.random_bool(0.1);
        knights -= u8::from(knight);
        square.with_pieces(Pieces { building, knight, towers: more, ..Pieces::default() })
    };
    kingdoms.iter().map(|kingdom| kingdom.squares().map(&mut stand)).collect()
}

#[test]
fn four_kingdoms_of_a_game_are_read_together_from_one_box() {
    let mut dice = ChaCha8Rng::seed_from_u64(11);
    let (mut alone_right, mut together_right, mut squares) = (0, 0, 0);
    for number in 0..6 {
        let game = laying::play(Game::Queendomino, GridSize::Five, 4, &mut dice);
        let truths = built(&game, &mut dice);
        let mut guesses: Vec<_> = truths.iter().map(|truth| blurred_with_pieces(truth, CLEAR, &mut dice)).collect();
        // Every building looks slightly more like a statue, of which there are three.
        for (truth, guesses) in truths.iter().zip(&mut guesses) {
            let others = |square: &Square| square.pieces().building.filter(|kind| *kind != Building::Statue);
            for (at, kind) in truth.iter().filter_map(|(at, square)| Some((at, others(square)?))) {
                let odd = at.row == number % 5;
                let own = if odd { 0.4 } else { 0.999 };
                standing_of(guesses, at).building = building(&[(Some(Building::Statue), 1.0 - own), (Some(kind), own)]);
            }
        }
        let views: Vec<SeenView> = (guesses.iter().enumerate())
            .map(|(photo, guesses)| SeenView { name: photo.to_string(), photo, player: None, guesses })
            .collect();
        let read_together = reconstruct_views(&views, &ReconstructOptions::default());
        for ((truth, guesses), view) in truths.iter().zip(&guesses).zip(&read_together.views) {
            let (alone, view) = (read(guesses), view.as_ref().expect("a kingdom"));
            assert_eq!(view.kingdom.game(), Game::Queendomino);
            for (at, square) in truth.trimmed().iter().filter(|(_, square)| square.pieces().building.is_some()) {
                squares += 1;
                alone_right += usize::from(alone.kingdom.squares().get(at) == Some(square));
                together_right += usize::from(view.kingdom.squares().get(at) == Some(square));
            }
        }
        let all = read_together.views.iter().flatten().flat_map(|view| view.kingdom.squares().cells().to_vec());
        let statues = all.filter(|square| square.pieces().building == Some(Building::Statue)).count();
        assert!(statues <= 3, "{statues} statues");
        assert!(read_together.kingdoms.iter().all(|kingdom| kingdom.is_joint), "{number}");
    }
    assert!(together_right > alone_right && squares > 60, "{alone_right} and {together_right} of {squares}");
}

#[test]
fn a_royal_wedding_is_read_with_both_boxes() {
    let mut dice = ChaCha8Rng::seed_from_u64(12);
    let game = laying::play(Game::RoyalWedding, GridSize::Seven, 4, &mut dice);
    let truths = built(&game, &mut dice);
    let guesses: Vec<_> = truths.iter().map(|truth| blurred_with_pieces(truth, CLEAR, &mut dice)).collect();
    let readings = reconstruct_game(&guesses, &ReconstructOptions::default());
    for (reading, truth) in readings.iter().zip(&truths) {
        let reading = reading.as_ref().expect("a kingdom");
        assert_eq!((reading.kingdom.game(), reading.kingdom.size()), (Game::RoyalWedding, GridSize::Seven));
        assert_eq!(reading.kingdom.squares(), &truth.trimmed());
        assert!(reading.game_probability > 0.97, "{}", reading.game_probability);
        assert!(!codes(reading).contains(&"impossible-game"));
    }
}

#[test]
fn a_person_is_asked_which_building_it_is() {
    let truth = kingdom(EXAMPLE);
    let mut guesses = clear(truth.squares(), 13);
    put(&mut guesses, "r4c5", &[(Some(Building::Statue), 0.6), (Some(Building::Bakery), 0.3), (None, 0.1)]);
    let reading = read(&guesses);
    let known = ReconstructOptions::default();
    let first = first_reading(&guesses, &reading, &known);
    let first = FirstReadings::apart(vec![first]);
    let names = vec![KingdomName::default()];
    let total = |_: usize, _: &ReadAnew, kingdom: &Kingdom| total(kingdom, &Facts::default(), &[]);
    let subject = Subject { first, names, asked: vec![0], total: &total, picture: &|_, _| String::new() };
    let mut person = Person {
        input: "?\n2\n".as_bytes(),
        output: Vec::new(),
        language: Language::English,
        width: None,
        prompts: SCAN_PROMPTS,
        input_has_ended: false,
    };
    let answers = crate::ask_all(&mut person, &subject, vec![Vec::new()]).expect("a kingdom");
    let correction: Correction = "r4c5=town+bakery".parse().expect("a correction");
    assert_eq!(answers.given, [[correction.given(&reading, None)]]);
    let asked = String::from_utf8(person.output).expect("UTF-8");
    for offer in ["1  town, statue: total 64", "2  town, bakery: total 61", "3  town: total 59"] {
        assert!(asked.contains(offer), "{offer}: {asked}");
    }
    assert!(
        asked.contains("as in wheat+knight, G2+queen or town+church+tower*2. Buildings: bakery, sawmill,"),
        "{asked}"
    );
    for example in ["wheat+knight", "G2+queen", "town+church+tower*2", "church"] {
        assert!(square_from_words(example).is_ok(), "{example}");
    }
}

/// A doubtful building on which towers were read: every possible answer mentions the towers.
#[test]
fn no_answer_drops_a_tower_unseen() {
    let mut truth = kingdom(EXAMPLE).squares().clone();
    truth[place("r4c5")] = square("town+statue+tower*2+knight");
    let mut guesses = clear(&truth, 13);
    put(&mut guesses, "r4c5", &[(Some(Building::Statue), 0.6), (Some(Building::Bakery), 0.3), (None, 0.1)]);
    let reading = read(&guesses);
    assert_eq!(reading.squares[place("r4c5")].best, square("town+statue+knight+tower*2"));
    let known = ReconstructOptions::default();
    let ask = |input: &str| {
        let first = FirstReadings::apart(vec![first_reading(&guesses, &reading, &known)]);
        let names = vec![KingdomName::default()];
        let total = |_: usize, _: &ReadAnew, kingdom: &Kingdom| total(kingdom, &Facts::default(), &[]);
        let subject = Subject { first, names, asked: vec![0], total: &total, picture: &|_, _| String::new() };
        let mut person = Person {
            input: input.as_bytes(),
            output: Vec::new(),
            language: Language::English,
            width: None,
            prompts: SCAN_PROMPTS,
            input_has_ended: false,
        };
        let answers = crate::ask_all(&mut person, &subject, vec![Vec::new()]).expect("a kingdom");
        let said = answers.given[0]
            .iter()
            .find(|given| given.cell == reading.cell_of(place("r4c5")))
            .map(|given| given.square.to_string());
        (said, String::from_utf8(person.output).expect("UTF-8"))
    };
    let (_, asked) = ask("q\n");
    for offer in ["1  town, statue, 1 knight, 2 towers: total", "2  town, bakery, 1 knight, 2 towers: total"] {
        assert!(asked.contains(offer), "{offer}: {asked}");
    }
    for (typed, stands, is_told) in [
        ("tailor", "town+tailor+knight+tower*2", true),
        ("r4c5=Kirche", "town+church+knight+tower*2", true),
        ("tailor+tower", "town+tailor+knight+tower", true),
        ("town+tailor", "town+tailor", false),
        ("2", "town+bakery+knight+tower*2", false),
    ] {
        let (said, output) = ask(&format!("{typed}\nq\n"));
        assert_eq!(said.as_deref(), Some(stands), "{typed}: {output}");
        let told = format!("r4c5 is {}\n", Message::from(&square(stands)));
        assert_eq!(output.contains(&told), is_told, "{typed}: {output}");
    }
}
