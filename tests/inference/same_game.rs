//! The photos of one game: a kingdom in several of them, at any rotation; different kingdoms; too many;
//! contradictions.

use crate::common::{laying, noise};
use kingdom_scanner::domain::{Cell, Game, Grid, GridSize, Kingdom, Place, Square};
use kingdom_scanner::formats::SquareState;
use kingdom_scanner::reconstruct::guesses::{Guess, SquareGuesses, readings};
use kingdom_scanner::reconstruct::piece_guesses::PieceGuess;
use kingdom_scanner::reconstruct::{
    GameReading, Reading, ReconstructOptions, SeenView, reconstruct, reconstruct_views,
};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::common::noise::{CLEAR, Noise, blurred};

fn played(size: GridSize, players: usize, dice: &mut ChaCha8Rng) -> Vec<Grid<Square>> {
    laying::play(Game::Kingdomino, size, players, dice).iter().map(|kingdom| kingdom.squares().clone()).collect()
}

fn turned<T: Clone>(grid: &Grid<T>, quarter_turns: usize) -> Grid<T> {
    (0..quarter_turns).fold(grid.clone(), |grid, _| grid.quarter_turned())
}

/// Reads each of these guesses as a photo of its own. The photos are named a, b, c and so on.
fn read(guesses: &[SquareGuesses]) -> GameReading {
    read_with(guesses, &ReconstructOptions::default())
}

fn read_with(guesses: &[SquareGuesses], options: &ReconstructOptions) -> GameReading {
    let name = |photo: usize| char::from(b'a' + photo as u8).to_string();
    let view = |(photo, guesses)| SeenView { name: name(photo), photo, player: None, guesses };
    reconstruct_views(&guesses.iter().enumerate().map(view).collect::<Vec<_>>(), options)
}

fn views_of(read: &GameReading) -> Vec<Vec<usize>> {
    read.kingdoms.iter().map(|kingdom| kingdom.views.clone()).collect()
}

fn view(read: &GameReading, index: usize) -> &Reading {
    read.views[index].as_ref().expect("a kingdom")
}

/// The warnings except that of a doubtful total, because even clear squares are slightly ambiguous.
fn codes(read: &GameReading, index: usize) -> Vec<&'static str> {
    let codes = view(read, index).warnings.iter().map(|warning| warning.code.id());
    codes.filter(|code| *code != "doubtful-total").collect()
}

/// A square's reading by its place in the view, not in the kingdom.
fn best_at(view: &Reading, place: Place) -> Option<Square> {
    Some(view.squares[view.place_of(place.into())?].best)
}

#[test]
fn photos_of_a_kingdom_in_any_turn_are_read_as_one_and_each_in_its_own() {
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    let game = played(GridSize::Five, 3, &mut dice);
    for quarter_turns in 0..4 {
        let shown = [&game[0], &game[1], &turned(&game[0], quarter_turns), &game[2]].map(Clone::clone);
        let guesses: Vec<_> = shown.iter().map(|squares| blurred(squares, CLEAR, &mut dice)).collect();
        let read = read(&guesses);
        assert_eq!(views_of(&read), [vec![0, 2], vec![1], vec![3]]);
        assert!(read.kingdoms.iter().all(|kingdom| kingdom.is_joint));
        for (index, squares) in shown.iter().enumerate() {
            let view = view(&read, index);
            assert_eq!(view.kingdom.squares(), squares, "{quarter_turns} turns, view {index}");
            assert_eq!(view.origin, Cell::default());
            assert_eq!(codes(&read, index), [""; 0]);
        }
    }
}

/// Another photo of the same kingdom shows what one photo hides.
#[test]
fn a_hand_over_one_photo_takes_nothing_away_from_another() {
    let mut dice = ChaCha8Rng::seed_from_u64(2);
    let kingdom = laying::lay_well(Game::Kingdomino, GridSize::Seven, &mut dice).squares().clone();
    let hidden: Vec<Place> = kingdom.places().filter(|place| place.row == 2).collect();
    let mut guesses = [(); 2].map(|()| blurred(&kingdom, CLEAR, &mut dice));
    hidden.iter().for_each(|place| guesses[0].guesses[*place] = Guess::unseen());
    guesses[1] = guesses[1].quarter_turned();
    let alone = reconstruct(&guesses[0], &ReconstructOptions::default()).expect("a kingdom");
    assert!(hidden.iter().any(|place| alone.squares[*place].probability < 0.97));
    let read = read(&guesses);
    assert_eq!(views_of(&read), [[0, 1]]);
    assert_eq!(view(&read, 0).kingdom.squares(), &kingdom);
    // No square is doubtful, although many small doubts together could make the least certain ones so.
    assert!(view(&read, 0).squares.cells().iter().all(|square| square.probability > 0.97));
}

#[test]
fn photos_that_cut_a_kingdom_off_differently_tell_all_of_it() {
    let mut dice = ChaCha8Rng::seed_from_u64(3);
    let (mut compared, mut complete) = (0, 0);
    for number in 0..12 {
        let kingdom = laying::lay_well(Game::Kingdomino, GridSize::Seven, &mut dice).squares().clone();
        let (rows, cols) = (kingdom.rows(), kingdom.cols());
        let without_top = kingdom.window(Place::new(1, 0), rows - 1, cols);
        let without_left = turned(&kingdom.window(Place::new(0, 1), rows, cols - 1), number % 4);
        let guesses = [&without_top, &without_left].map(|squares| blurred(squares, CLEAR, &mut dice));
        let read = read(&guesses);
        assert_eq!(views_of(&read), [[0, 1]], "{number}");
        for (index, squares) in [without_top, without_left].iter().enumerate() {
            for (place, square) in squares.iter() {
                assert_eq!(best_at(view(&read, index), place), Some(*square), "{number}, {place} of view {index}");
            }
        }
        // The corner that no photo shows may be anything that the dominoes allow, and is doubtful unless only
        // one answer is possible.
        let (all, corner) = (view(&read, 0), Place::new(0, 0));
        if all.squares.rows() == rows && all.squares.cols() == cols {
            complete += 1;
            assert_ne!(all.squares[corner].state, SquareState::Seen, "{number}");
            assert_eq!(view(&read, 0).origin, Cell { row: -1, col: 0 });
            let both = all.kingdom.squares().iter().zip(kingdom.cells());
            assert!(both.filter(|((place, _), _)| *place != corner).all(|((_, read), truth)| read == truth));
        }
        compared += 1;
    }
    assert!(compared == 12 && complete > 8, "{complete} of {compared}");
}

#[test]
fn photos_of_different_kingdoms_are_never_taken_for_one() {
    let mut dice = ChaCha8Rng::seed_from_u64(4);
    let poor = Noise { blurred: 0.5, strength: 7.0, hidden: 0.03 };
    let (mut kingdoms, mut recognised) = (0, 0);
    for number in 0..24 {
        let (size, players) = [(GridSize::Five, 4), (GridSize::Seven, 2)][number % 2];
        let game = played(size, players, &mut dice);
        let mut guesses: Vec<_> = game.iter().map(|squares| blurred(squares, poor, &mut dice)).collect();
        guesses.extend(game.iter().map(|squares| blurred(&turned(squares, number % 4), poor, &mut dice)));
        for kingdom in views_of(&read(&guesses)) {
            let is_one = kingdom.iter().all(|view| view % players == kingdom[0] % players);
            assert!(is_one, "{number}: {kingdom:?}");
            recognised += usize::from(kingdom.len() == 2);
        }
        kingdoms += players;
    }
    assert!(recognised * 100 >= kingdoms * 98, "{recognised} of {kingdoms}");
}

/// One photo of the kingdom was taken before the last dominoes were laid.
#[test]
fn photos_of_different_times_are_warned_about() {
    let mut dice = ChaCha8Rng::seed_from_u64(5);
    let game = laying::play(Game::Kingdomino, GridSize::Five, 2, &mut dice);
    let truth = game[0].squares();
    let tiles = truth.iter().filter(|(place, square)| square.terrain().is_some() && place.row == 0);
    let gone: Vec<Place> = tiles.map(|(place, _)| place).take(2).collect();
    let mut before = truth.clone();
    gone.iter().for_each(|place| before[*place] = Square::Empty);
    let guesses =
        [truth, &before.quarter_turned(), game[1].squares()].map(|squares| blurred(squares, CLEAR, &mut dice));
    let read = read(&guesses);
    assert_eq!(views_of(&read), [vec![0, 1], vec![2]]);
    for index in [0, 1] {
        let reading = view(&read, index);
        let warning =
            reading.warnings.iter().find(|warning| warning.code.id() == "photos-disagree").expect("a warning");
        assert!(warning.message.to_string().contains("(a = b)"), "{}", warning.message);
        assert!(reading.needs_review);
        if index == 0 && reading.origin == Cell::default() {
            assert!(!warning.squares.is_empty() && warning.squares.iter().all(|square| gone.contains(square)));
        }
    }
    assert!(!codes(&read, 2).contains(&"photos-disagree"));
}

/// A few squares are misread at random. The other photos and the box settle such a square, or it is listed as
/// doubtful.
#[test]
fn one_misread_square_does_not_make_photos_of_different_times() {
    let mut dice = ChaCha8Rng::seed_from_u64(13);
    let kingdom = laying::lay_well(Game::Kingdomino, GridSize::Five, &mut dice).squares().clone();
    let place = kingdom.places().find(|place| kingdom[*place].terrain().is_some()).expect("land");
    let wrong = readings().into_iter().find(|reading| *reading != kingdom[place]).expect("another");
    let mut guesses = [(); 3].map(|()| blurred(&kingdom, CLEAR, &mut dice));
    guesses[1].guesses[place] = looks_like(&[(wrong, 4.6), (kingdom[place], 0.0)]);
    let read = read(&guesses);
    assert_eq!(views_of(&read), [[0, 1, 2]]);
    assert_eq!(view(&read, 0).kingdom.squares(), &kingdom);
    assert_eq!(codes(&read, 0), [""; 0]);
}

#[test]
fn kingdoms_of_one_photo_are_different_ones() {
    let mut dice = ChaCha8Rng::seed_from_u64(6);
    let kingdom = laying::lay(Game::Kingdomino, GridSize::Five, &mut dice);
    let guesses = [(); 2].map(|()| blurred(kingdom.squares(), CLEAR, &mut dice));
    let views = guesses.each_ref().map(|guesses| SeenView { name: "a".to_owned(), photo: 0, player: None, guesses });
    let read = reconstruct_views(&views, &ReconstructOptions::default());
    assert_eq!(views_of(&read), [[0], [1]]);
    assert!(codes(&read, 0).contains(&"impossible-game"), "{:?}", codes(&read, 0));
}

#[test]
fn a_kingdom_of_another_game_is_named() {
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    let all = laying::play(Game::Kingdomino, GridSize::Seven, 2, &mut dice);
    // The two kingdoms of 7x7 already use nearly the whole box.
    let [first, second] = [0, 1].map(|index| blurred(all[index].squares(), CLEAR, &mut dice));
    let other = laying::lay(Game::Kingdomino, GridSize::Five, &mut dice);
    let guesses = [first, blurred(other.squares(), CLEAR, &mut dice), second];
    let of_seven = read(&guesses);
    assert!(codes(&of_seven, 0).contains(&"too-many-kingdoms"), "{:?}", codes(&of_seven, 0));
    let message = view(&of_seven, 1).warnings.last().expect("a warning").message.to_string();
    assert!(message.starts_with("3 different kingdoms were read, but a game on 7x7 has at most 2"), "{message}");
    // A game with both boxes has three or more players, so two kingdoms are not too many; but both boxes
    // together do not have these squares twice, either.
    let options = ReconstructOptions { size: Some(GridSize::Seven), ..ReconstructOptions::default() };
    let two = read_with(&[guesses[0].clone(), guesses[1].clone()], &options);
    let warning = &view(&two, 0).warnings;
    let warning = warning.iter().find(|warning| warning.code.id() == "impossible-game").expect("they share dominoes");
    assert!(warning.message.to_string().contains("a, b cannot come from the same boxes"), "{}", warning.message);
}

/// A photo of another table does not affect the others of the game.
#[test]
fn one_kingdom_that_does_not_fit_is_read_by_itself_and_the_others_together() {
    let mut dice = ChaCha8Rng::seed_from_u64(21);
    let mut left_out = 0;
    for _ in 0..10 {
        let game = laying::play(Game::Kingdomino, GridSize::Five, 3, &mut dice);
        let stranger = laying::lay(Game::Kingdomino, GridSize::Five, &mut dice);
        let guesses: Vec<_> =
            game.iter().chain([&stranger]).map(|kingdom| blurred(kingdom.squares(), CLEAR, &mut dice)).collect();
        let read = read(&guesses);
        let joint: Vec<bool> = read.kingdoms.iter().map(|kingdom| kingdom.is_joint).collect();
        let warned = [0, 1, 2, 3].map(|view| codes(&read, view).contains(&"impossible-game"));
        match joint[..] {
            [true, true, true, false] => {
                left_out += 1;
                assert_eq!(warned, [false, false, false, true]);
            }
            [true, true, true, true] => assert_eq!(warned, [false; 4], "by chance it is of the same dominoes"),
            _ => assert!(joint == [false; 4] && warned[3], "another may be at fault as well: {warned:?}"),
        }
    }
    assert!(left_out > 0, "{left_out}");
}

/// With a tile too many, every kingdom may be at fault without which the boxes hold the others. The kingdom with
/// the odd tile is one of them, and those that are not stay clear.
#[test]
fn only_kingdoms_that_may_have_an_odd_tile_are_to_be_checked() {
    let mut dice = ChaCha8Rng::seed_from_u64(22);
    let mut sizes = [0; 5];
    for number in 0..40 {
        let game = played(GridSize::Five, 4, &mut dice);
        let mut guesses: Vec<_> = game.iter().map(|squares| blurred(squares, CLEAR, &mut dice)).collect();
        let land: Vec<Place> = game[0].places().filter(|place| game[0][*place].terrain().is_some()).collect();
        let odd = land[dice.random_range(0..land.len())];
        let others = readings().into_iter().filter(|square| square.terrain().is_some() && *square != game[0][odd]);
        let others: Vec<Square> = others.filter(|square| Game::Kingdomino.has(square)).collect();
        let tile = others[dice.random_range(0..others.len())];
        guesses[0].guesses[odd] = looks_like(&[(tile, 20.0)]);
        let read = read(&guesses);
        let warned: Vec<bool> = (0..4).map(|view| codes(&read, view).contains(&"impossible-game")).collect();
        let at_fault = warned.iter().filter(|is_warned| **is_warned).count();
        sizes[at_fault] += 1;
        let first = view(&read, 0);
        assert!(warned[0] || at_fault == 0 || first.needs_review, "game {number}: {warned:?}");
        assert!(first.needs_review || best_at(first, odd) == Some(tile), "game {number} is misread without a word");
    }
    assert!(sizes[2] + sizes[3] >= 5 && sizes[4] <= 2, "{sizes:?}");
}

/// A guess with these logits for these squares; all other readings are practically impossible.
fn looks_like(squares: &[(Square, f32)]) -> Guess {
    let logit = |reading| squares.iter().find(|(square, _)| *square == reading).map_or(-20.0, |(_, logit)| *logit);
    noise::from_logits(readings().map(logit))
}

/// The box has only one mine with three crowns, so a second one is misread or from another game.
#[test]
fn what_other_kingdoms_change_against_a_sure_look_is_to_be_checked() {
    let mine: Square = "mine:3".parse().expect("a square");
    let mut dice = ChaCha8Rng::seed_from_u64(12);
    let mut changed = 0;
    for _ in 0..40 {
        let game = played(GridSize::Five, 2, &mut dice);
        let Some(sure) = game[0].places().find(|place| game[0][*place] == mine) else { continue };
        let mut guesses: Vec<_> = game.iter().map(|squares| blurred(squares, CLEAR, &mut dice)).collect();
        guesses[0].guesses[sure] = looks_like(&[(mine, 20.0)]);
        let lands = game[1].iter().filter(|(_, square)| square.terrain().is_some()).map(|(place, _)| place);
        for place in lands.step_by(4) {
            let (truth, mut guesses) = (game[1][place], guesses.clone());
            // A probability of one in 100 for the true square.
            guesses[1].guesses[place] = looks_like(&[(mine, 4.6), (truth, 0.0)]);
            let alone = reconstruct(&guesses[1], &ReconstructOptions::default()).expect("a kingdom");
            if alone.cost > 0.5
                || alone.origin != Cell::default()
                || alone.squares.get(place).is_none_or(|read| read.best != mine)
            {
                continue;
            }
            let read = read(&guesses);
            let reading = view(&read, 1);
            assert_eq!(best_at(view(&read, 1), place), Some(truth));
            let warning =
                reading.warnings.iter().find(|warning| warning.code.id() == "changed-by-game").expect("a warning");
            assert!(warning.squares.contains(&place) && reading.needs_review);
            assert!(!codes(&read, 0).contains(&"changed-by-game"));
            changed += 1;
        }
    }
    assert!(changed >= 3, "{changed}");
}

#[test]
fn five_kingdoms_are_more_than_a_game_has() {
    let mut dice = ChaCha8Rng::seed_from_u64(8);
    let kingdoms: Vec<Kingdom> = (0..5).map(|_| laying::lay(Game::Kingdomino, GridSize::Five, &mut dice)).collect();
    let guesses: Vec<_> = kingdoms.iter().map(|kingdom| blurred(kingdom.squares(), CLEAR, &mut dice)).collect();
    let read = read(&guesses);
    for (index, kingdom) in kingdoms.iter().enumerate() {
        assert_eq!(codes(&read, index), ["too-many-kingdoms"]);
        assert_eq!(view(&read, index).kingdom.squares(), kingdom.squares());
        assert!(!read.kingdoms[index].is_joint);
    }
}

/// Three players use 5x5, so tiles in line with a kingdom are loose dominoes.
#[test]
fn the_number_of_kingdoms_tells_the_grid() {
    let mut dice = ChaCha8Rng::seed_from_u64(9);
    let game = played(GridSize::Five, 3, &mut dice);
    let mut guesses: Vec<_> = game.iter().map(|squares| blurred(squares, CLEAR, &mut dice)).collect();
    let (rows, cols) = (game[0].rows(), game[0].cols());
    assert!(rows.max(cols) == 5);
    let torn = noise::from_logits(readings().map(|reading| match reading {
        Square::Empty => 3.0,
        Square::Land { crowns: 0, .. } => 4.0,
        _ => 0.0,
    }));
    guesses[0] = SquareGuesses {
        guesses: Grid::from_fn(rows, cols + 2, |place| match guesses[0].guesses.get(place) {
            Some(guess) => guess.clone(),
            None if place.row == 1 => torn.clone(),
            None => Guess::no_tile(),
        }),
    };
    let alone = reconstruct(&guesses[0], &ReconstructOptions::default()).expect("a kingdom");
    assert_eq!(alone.kingdom.size(), GridSize::Seven, "it is in line");
    let read = read(&guesses);
    assert_eq!(view(&read, 0).kingdom.squares(), &game[0]);
    assert!(read.kingdoms.iter().all(|kingdom| kingdom.is_joint), "{:?}", codes(&read, 0));
}

#[test]
fn a_view_without_a_kingdom_and_one_kingdom_alone_cost_nothing() {
    let mut dice = ChaCha8Rng::seed_from_u64(10);
    let kingdom = laying::lay_well(Game::Kingdomino, GridSize::Five, &mut dice);
    let nothing = blurred(&Grid::filled(5, 5, Square::Empty), CLEAR, &mut dice);
    let guesses = [nothing, blurred(kingdom.squares(), CLEAR, &mut dice)];
    let one = read(&guesses);
    assert!(one.views[0].is_err() && !one.kingdoms[1].is_joint);
    assert_eq!(view(&one, 1).kingdom.squares(), kingdom.squares());
    assert_eq!(codes(&one, 1), [""; 0]);
    assert!(read(&[]).views.is_empty());
    let empty = SquareGuesses { guesses: Grid::filled(0, 0, Guess::unseen()) };
    assert!(read(&[empty.clone(), empty]).views.iter().all(Result::is_err));
}

/// Any guesses are read without a panic, and each view gets an answer.
#[test]
fn nonsense_is_answered() {
    let mut dice = ChaCha8Rng::seed_from_u64(11);
    for _ in 0..20 {
        let odd = [f32::NAN, f32::NEG_INFINITY, f32::INFINITY, 0.0, -1.0, -30.0];
        let guesses: Vec<SquareGuesses> = (0..3)
            .map(|_| {
                let (rows, cols) = (dice.random_range(0..6), dice.random_range(0..6));
                let mut any = || odd[dice.random_range(0..6)];
                let mut guess = || Guess {
                    seam: std::array::from_fn(|_| any()),
                    seen: any(),
                    pieces: (any() > -1.0).then(|| PieceGuess {
                        building: std::array::from_fn(|_| any()),
                        knight: std::array::from_fn(|_| any()),
                        towers: std::array::from_fn(|_| any()),
                        queen: std::array::from_fn(|_| any()),
                    }),
                    ..Guess::new(std::array::from_fn(|_| any()))
                };
                SquareGuesses { guesses: Grid::from_fn(rows, cols, |_| guess()) }
            })
            .collect();
        assert_eq!(read(&guesses).views.len(), 3);
    }
}
