//! Corrections: as text, applied to a reading, and asked for.

use kingdom_scanner::audit::tiling;
use kingdom_scanner::correction::dialogue::{Answers, Person, SCAN_PROMPTS, Subject};
use kingdom_scanner::correction::{
    Correction, CorrectionError, FirstReading, FirstReadings, GivenSquare, KingdomName, ReadAnew, other_readings,
};
use kingdom_scanner::domain::{Cell, Game, Grid, GridSize, Kingdom, Place, Square, Variant};
use kingdom_scanner::formats::notation;
use kingdom_scanner::formats::{ReadSquare, SquareState};
use kingdom_scanner::messages::{Language, MessageId};
use kingdom_scanner::reconstruct::guesses::{Guess, SquareGuesses, readings};
use kingdom_scanner::reconstruct::{CorrectedSquare, Reading, ReconstructOptions, reconstruct};
use kingdom_scanner::scoring::sheet::total;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::noise::{CLEAR, blurred, from_logits};
use crate::common::{codes, kingdom, place, square};

/// The logit of a network that is certain: no other reading is considered.
const SURE: f32 = 30.0;

fn five() -> Kingdom {
    kingdom("S2WW1FF/WWLWL1/M3WCGF/SW1GGL1/LG1GG2L k5")
}

/// Parses corrections of a kingdom with this first reading.
fn given(first: &Reading, texts: &[&str]) -> Vec<GivenSquare> {
    texts.iter().map(|text| text.parse::<Correction>().expect("a correction").given(first, None)).collect()
}

fn seen(squares: &Grid<Square>) -> SquareGuesses {
    let guess = |truth: &Square| from_logits(readings().map(|reading| if reading == *truth { SURE } else { 0.0 }));
    SquareGuesses { guesses: squares.map(guess) }
}

/// A guess in which the first reading is twice as probable as the second, and all others are impossible.
fn torn(first: &str, second: &str) -> Guess {
    torn_by(2.0, first, second)
}

fn torn_by(odds: f32, first: &str, second: &str) -> Guess {
    let logit = |reading: Square| match reading {
        _ if reading == square(first) => SURE + odds.ln(),
        _ if reading == square(second) => SURE,
        _ => 0.0,
    };
    from_logits(readings().map(logit))
}

/// The squares without a crown that could have one, judging by the box's dominoes.
fn may_bear_a_crown() -> Vec<Place> {
    let truth = five();
    let may = |place: &Place| {
        let mut squares = truth.squares().clone();
        let more = format!("{}:1", squares[*place]).parse().ok().filter(|more| readings().contains(more));
        more.is_some_and(|more| {
            squares[*place] = more;
            tiling(&squares, Game::Kingdomino).is_found()
        })
    };
    truth.squares().places().filter(may).collect()
}

struct Scene {
    guesses: SquareGuesses,
    reading: Reading,
    known: ReconstructOptions,
}

impl Scene {
    fn new(guesses: SquareGuesses) -> Self {
        let known = ReconstructOptions::default();
        let reading = reconstruct(&guesses, &known).expect("a kingdom");
        Self { guesses, reading, known }
    }

    /// These squares of the kingdom are torn between no crown, which is right, and one.
    fn torn_at(places: &[Place]) -> Self {
        let truth = five();
        let mut guesses = seen(truth.squares());
        for place in places {
            let word = truth.squares()[*place].to_string();
            guesses.guesses[*place] = torn(&word, &format!("{word}:1"));
        }
        Self::new(guesses)
    }

    fn doubtful_scene() -> (Self, Place) {
        let doubtful = may_bear_a_crown()[0];
        let scene = Self::torn_at(&[doubtful]);
        assert!(scene.reading.needs_review);
        assert_eq!(scene.reading.squares[doubtful].state, SquareState::Doubtful);
        (scene, doubtful)
    }

    fn first(&self) -> FirstReading<'_> {
        FirstReading { guesses: &self.guesses, reading: &self.reading, beside: &[], known: &self.known }
    }

    fn corrected(&self, texts: &[&str]) -> Reading {
        self.first().corrected(&given(&self.reading, texts)).expect("a kingdom")
    }

    fn refused(&self, texts: &[&str]) -> String {
        self.first().corrected(&given(&self.reading, texts)).expect_err("refused").to_string()
    }
}

fn total_of(reading: &Reading) -> i32 {
    total(&reading.kingdom, &ReconstructOptions::default().unseen, &[])
}

#[test]
fn corrections_are_read_in_words_and_in_notation() {
    let cases = [
        ("r2c4=forest:1", "r2c4=forest:1"),
        ("r2c4=F1", "r2c4=forest:1"),
        (" r2c4 = f1 ", "r2c4=forest:1"),
        ("r2c4=w+knight", "r2c4=wheat+knight"),
        ("r2c4=T+church+tower*2", "r2c4=town+church+tower*2"),
        ("r1c1=C", "r1c1=castle"),
        ("r7c7=.", "r7c7=empty"),
        ("k2:r2c4=mine:3", "k2:r2c4=mine:3"),
        ("k12:r1c1=w", "k12:r1c1=wheat"),
        ("R2C4=F1", "r2c4=forest:1"),
        ("R2C4=FOREST:1", "r2c4=forest:1"),
        ("r2c4=t[CHURCH]", "r2c4=town+church"),
        ("K2:R2C4=mine:3", "k2:r2c4=mine:3"),
        ("anna:r2c4=F1", "anna:r2c4=forest:1"),
        ("Anna B.:K2:r2c4=F1", "Anna B.:k2:r2c4=forest:1"),
        ("photos/k1:k2:r2c4=F1", "photos/k1:k2:r2c4=forest:1"),
    ];
    for (text, meant) in cases {
        let correction: Correction = text.parse().expect(text);
        assert_eq!(correction.to_string(), meant);
        assert_eq!(meant.parse(), Ok(correction), "{meant}");
    }
}

#[test]
fn what_is_no_correction_is_refused_with_what_is_allowed() {
    let form = "a correction needs a square's name, `=` and the square's content, such as `r2c4=forest:1` or `r2c4=F1`; with several kingdoms `k2:r2c4=castle`, with several photos `anna:r2c4=F1` or `anna:k2:r2c4=F1`";
    let cases = [
        ("", form),
        ("r2c4", form),
        ("forest:1", form),
        ("r0c1=forest", form),
        ("2,4=forest", form),
        (":r1c1=forest", form),
        ("k2r1c1=forest", form),
        ("r1c1=fores", "unknown terrain `fores`"),
        ("r1c1=fores", "did you mean `forest`?"),
        ("r1c1=wheat:3", "a wheat square has 0 to 2"),
        ("r1c1=W3", "a wheat square has 0 to 2"),
        ("r1c1=X", "the letters are W wheat"),
        ("r1c1=FF", "a single square is a letter"),
        ("r1c1=", form),
        ("r1c1=wheat+church", "a building stands on a town square"),
        ("r1c1=T[churhc]", "did you mean `church`?"),
        ("r1c1=town+church+tower*5", "in a photo, a square can have at most 4 towers"),
    ];
    for (text, problem) in cases {
        let error = text.parse::<Correction>().expect_err(text).to_string();
        assert!(error.contains(problem), "{text}: {error}");
    }
}

#[test]
fn a_correction_settles_a_doubt() {
    let (scene, doubtful) = Scene::doubtful_scene();
    let first = total_of(&scene.reading);
    let read = scene.reading.kingdom.squares()[doubtful];
    let more = scene.reading.squares[doubtful].second;
    let reading = scene.corrected(&[&format!("{doubtful}={more}")]);
    assert!(!reading.needs_review, "{:?}", reading.warnings);
    assert_eq!(reading.squares[doubtful].state, SquareState::Corrected);
    assert_eq!(reading.kingdom.squares()[doubtful], more);
    assert_eq!(Some(total_of(&reading)), scene.reading.squares[doubtful].second_total);
    assert_ne!(total_of(&reading), first);
    let corrected = CorrectedSquare { place: doubtful, lies_at: Some(doubtful), read, given: more };
    assert_eq!(reading.corrections, [corrected]);
}

#[test]
fn what_was_read_can_be_confirmed() {
    let (scene, doubtful) = Scene::doubtful_scene();
    let read = scene.reading.kingdom.squares()[doubtful];
    let text = format!("{doubtful}={read}");
    let reading = scene.corrected(&[&text, &text]);
    assert_eq!(reading.kingdom, scene.reading.kingdom);
    assert!(!reading.needs_review && reading.total_probability > 0.99, "{:?}", reading.warnings);
    assert_eq!(reading.squares[doubtful].state, SquareState::Corrected);
    let corrected = CorrectedSquare { place: doubtful, lies_at: Some(doubtful), read, given: read };
    assert_eq!(reading.corrections, [corrected]);
}

#[test]
fn the_other_squares_are_read_anew() {
    let mut guesses = seen(kingdom("FFC k5").squares());
    guesses.guesses[place("r1c1")] = torn("forest", "castle");
    guesses.guesses[place("r1c3")] = torn("castle", "forest");
    let scene = Scene::new(guesses);
    assert_eq!(notation::write(&scene.reading.kingdom), "FFC k5");
    assert_eq!(notation::write(&scene.corrected(&["r1c1=castle"]).kingdom), "CFF k5");
}

#[test]
fn a_castle_that_is_given_is_the_only_one() {
    let scene = Scene::new(seen(five().squares()));
    let reading = scene.corrected(&["r1c1=castle"]);
    assert_eq!(reading.kingdom.castle(), Some(place("r1c1")));
    assert!(reading.needs_review, "the castle had been seen elsewhere");
}

#[test]
fn what_no_box_can_form_stays_as_it_was_given() {
    let scene = Scene::new(seen(five().squares()));
    assert!(!scene.reading.needs_review);
    let reading = scene.corrected(&["r1c1=mine:3"]);
    assert_eq!(codes(&reading), ["impossible-kingdom"], "the box has one such mine, which lies at r3c1");
    assert_eq!(reading.kingdom.squares()[place("r1c1")], square("mine:3"));
    assert_eq!(reading.squares[place("r1c1")].state, SquareState::Corrected);
    assert!(!reading.warnings[0].squares.contains(&place("r1c1")));
}

#[test]
fn names_are_those_of_the_first_reading_even_where_the_kingdom_shrinks() {
    let truth = five();
    let lies = |p: Place| Place::new(p.row.wrapping_sub(1), p.col.wrapping_sub(2));
    let framed = Grid::from_fn(7, 7, |p| truth.squares().get(lies(p)).copied().unwrap_or(Square::Empty));
    let scene = Scene::new(seen(&framed));
    assert_eq!((scene.reading.origin, &scene.reading.kingdom), (Place::new(1, 2).into(), &truth));
    let border = ["r1c1=empty", "r1c2=empty", "r1c3=empty", "r1c4=empty", "r1c5=empty"];
    let reading = scene.corrected(&[&border[..], &["r2c1=lake", "r5c5=lake"]].concat());
    assert_eq!((reading.origin, reading.kingdom.squares().rows()), (Place::new(2, 2).into(), 4));
    assert_eq!(reading.kingdom.squares()[place("r1c1")], square("lake"));
    let lie: Vec<_> = reading.corrections.iter().map(|square| (square.place, square.lies_at)).collect();
    let expected = ["r1c1", "r1c2", "r1c3", "r1c4", "r1c5"].map(|name| (place(name), None));
    assert_eq!(lie[..5], expected);
    assert_eq!(lie[5..], [("r2c1", "r1c1"), ("r5c5", "r4c5")].map(|(was, is)| (place(was), Some(place(is)))));
    let [shrunk, grown] = [&border[..1], &border[..]].map(|texts| scene.corrected(texts));
    assert_eq!(scene.reading.place_of(grown.cell_of(place("r1c1"))), Some(place("r2c1")));
    assert_eq!(scene.reading.place_of(shrunk.cell_of(place("r1c1"))), Some(place("r1c1")));
}

#[test]
fn doubts_about_the_grid_outlive_corrections() {
    let (mut scene, doubtful) = Scene::doubtful_scene();
    scene.reading.warn(kingdom_scanner::audit::warning::WarningCode::UncertainGrid, MessageId::UncertainGrid);
    let read = scene.reading.kingdom.squares()[doubtful];
    let reading = scene.corrected(&[&format!("{doubtful}={read}")]);
    assert_eq!(codes(&reading), ["uncertain-grid"]);
    assert!(reading.needs_review);
}

#[test]
fn what_cannot_be_is_refused() {
    let scene = Scene::new(seen(five().squares()));
    let outside = "the kingdom was read with 5 rows and 5 columns, so its squares are r1c1 to r5c5; \
                   if a row or column is missing, scan with --corners, or type the kingdom in a `review`";
    assert_eq!(scene.refused(&["r6c1=wheat"]), format!("`r6c1=wheat`: {outside}"));
    assert_eq!(scene.refused(&["r1c99=wheat"]), format!("`r1c99=wheat`: {outside}"));
    let other = "a square has only one content; leave one of the corrections out";
    assert_eq!(scene.refused(&["r1c1=wheat", "r1c1=lake"]), format!("`r1c1=wheat` and `r1c1=lake`: {other}"));
    let castles = "a kingdom has one castle; leave one of them out";
    assert_eq!(scene.refused(&["r1c1=castle", "r2c1=C"]), format!("`r1c1=castle` and `r2c1=castle`: {castles}"));
    let scene = Scene::new(seen(kingdom("FFC k5").squares()));
    let none = "with these corrections no land is left, but a kingdom has at least one domino; leave one of the corrections out";
    assert_eq!(scene.refused(&["r1c1=empty", "r1c2=empty"]), none);
    let towers = GivenSquare { cell: place("r1c1").into(), square: square("town+church+tower*5") };
    assert!(matches!(scene.first().corrected(&[towers]), Err(CorrectionError::Square(_))));
}

/// Corrects every square of a small kingdom to anything, and then up to three at once. The box's dominoes
/// often cannot form the result, or only without the castle.
#[test]
fn no_correction_that_leaves_land_ends_without_a_kingdom() {
    let mut dice = ChaCha8Rng::seed_from_u64(67);
    for small in ["FFC k5", "WWF/.CF/.LL k5", "W1WF/LCL1/GGS k5", "F1FF/WCL/WSL k5"].map(kingdom) {
        let scene = Scene::new(blurred(small.squares(), CLEAR, &mut dice));
        let castle = scene.reading.kingdom.castle().expect("it is seen");
        assert_eq!(scene.reading.kingdom, small);
        let places: Vec<Place> = small.squares().places().collect();
        let one = |place: &Place| readings().map(|square| vec![GivenSquare { cell: (*place).into(), square }]);
        let mut said: Vec<Vec<GivenSquare>> = places.iter().flat_map(one).collect();
        for _ in 0..200 {
            let mut some = places.clone();
            some.shuffle(&mut dice);
            some.truncate(dice.random_range(2..=3));
            let given =
                |place: Place| GivenSquare { cell: place.into(), square: *readings().choose(&mut dice).expect("some") };
            said.push(some.into_iter().map(given).collect());
        }
        for said in said {
            let said_of = |place: Place| said.iter().find(|one| one.cell == place.into());
            let castles = said.iter().filter(|one| one.square == Square::Castle).count();
            let leaves_land = small.squares().iter().any(|(place, square)| {
                let now = said_of(place).map_or(*square, |one| one.square);
                now.terrain().is_some()
            });
            let reading = match scene.first().corrected(&said) {
                Ok(reading) => reading,
                Err(CorrectionError::TwoCastles(..)) if castles > 1 => continue,
                Err(CorrectionError::NoKingdom(_)) if !leaves_land => continue,
                Err(error) => panic!("{small:?} {said:?}: {error}"),
            };
            for one in &reading.corrections {
                let now = one.lies_at.map_or(Square::Empty, |at| reading.kingdom.squares()[at]);
                assert_eq!(now, one.given, "{said:?}");
            }
            if castles == 0 && said_of(castle).is_none() {
                let stays = reading.place_of(scene.reading.cell_of(castle)).map(|at| reading.kingdom.squares()[at]);
                assert_eq!(stays, Some(Square::Castle), "{small:?} {said:?}");
            }
            let is_of_the_box = tiling(reading.kingdom.squares(), reading.kingdom.game()).is_found();
            let is_all_said = reading.corrections.len() == places.len();
            let is_fine = is_all_said || is_of_the_box && reading.kingdom.castle().is_some();
            assert!(is_fine || reading.needs_review, "{said:?}");
        }
    }
}

#[test]
fn of_several_kingdoms_one_must_be_meant() {
    let (one, two) = (five(), kingdom("FFC k5"));
    let corrections =
        |texts: &[&str]| -> Vec<Correction> { texts.iter().map(|text| text.parse().expect("a correction")).collect() };
    let named = |photo: Option<&str>, kingdom| KingdomName { photo: photo.map(str::to_owned), kingdom };
    let numbered = [named(None, Some(1)), named(None, Some(2))];
    let [one, two] = [one, two].map(|kingdom| Scene::new(seen(kingdom.squares())));
    let given_by = |texts: &[&str], names: &[KingdomName], scenes: &[&Scene]| {
        let first = FirstReadings::apart(scenes.iter().map(|scene| scene.first()).collect());
        first.given_by(&corrections(texts), names, &[])
    };
    let both = given_by(&["k2:r1c1=lake", "k1:r1c2=mine", "k2:r1c2=lake"], &numbered, &[&one, &two]);
    let of_two = given(&two.reading, &["r1c1=lake", "r1c2=lake"]);
    assert_eq!(both.expect("both"), [given(&one.reading, &["r1c2=mine"]), of_two]);
    for text in ["r1c1=lake", "k1:r1c1=lake"] {
        let only = given_by(&[text], &[KingdomName::default()], &[&one]);
        assert_eq!(only.expect("one"), [given(&one.reading, &["r1c1=lake"])]);
    }
    let refused = |texts: &[&str], names: &[KingdomName], scenes: &[&Scene]| {
        given_by(texts, names, scenes).expect_err("refused").to_string()
    };
    assert_eq!(
        refused(&["r1c1=lake"], &numbered, &[&one, &two]),
        "`r1c1=lake`: there are k1 (5 x 5 squares), k2 (1 x 3 squares); say which one you mean, as in `k1:r1c1=lake`"
    );
    assert_eq!(
        refused(&["k2:r1c1=lake"], &[KingdomName::default()], &[&one]),
        "`k2:r1c1=lake`: there is no such kingdom, only k1 (5 x 5 squares)"
    );
    let photos = [named(Some("anna"), None), named(Some("Ben"), Some(1)), named(Some("Ben"), Some(2))];
    let kingdoms = [&one, &two, &two];
    let of_photos = given_by(&["ben:k2:r1c1=lake", "Anna:r1c1=mine"], &photos, &kingdoms);
    let expected = [given(&one.reading, &["r1c1=mine"]), vec![], given(&two.reading, &["r1c1=lake"])];
    assert_eq!(of_photos.expect("two"), expected);
    assert_eq!(
        refused(&["ben:r1c1=lake"], &photos, &kingdoms),
        "`ben:r1c1=lake`: there are anna (5 x 5 squares), Ben:k1 (1 x 3 squares), Ben:k2 (1 x 3 squares); say which one you mean, as in `Ben:k1:r1c1=lake`"
    );
    assert!(refused(&["cem:r1c1=lake"], &photos, &kingdoms).contains("there is no such kingdom, only anna"));
}

/// The questions and the result for a user who types this.
fn ask(scene: &Scene, typed: &str, language: Language) -> (String, Answers) {
    let mut output = Vec::new();
    let picture = |kingdom: usize, cell: Cell| format!("({kingdom} {})\n", cell.place().expect("it is in the grid"));
    let names = vec![KingdomName { photo: None, kingdom: Some(2) }];
    let total = |_: usize, _: &ReadAnew, kingdom: &Kingdom| total(kingdom, &scene.known.unseen, &scene.known.variants);
    let first = FirstReadings::apart(vec![scene.first()]);
    let subject = Subject { first, names, asked: vec![0], total: &total, picture: &picture };
    let mut person = Person {
        input: typed.as_bytes(),
        output: &mut output,
        language,
        width: None,
        prompts: SCAN_PROMPTS,
        input_has_ended: false,
    };
    let answers = crate::ask_all(&mut person, &subject, vec![Vec::new()]).expect("a dialogue");
    let text = String::from_utf8(output).expect("text");
    (anstream::adapter::strip_str(&text).to_string(), answers)
}

fn answered(scene: &Scene, texts: &[&str], has_stopped: bool) -> Answers {
    Answers { given: vec![given(&scene.reading, texts)], has_stopped, questions: 1 }
}

#[test]
fn a_person_confirms_chooses_or_types() {
    let (scene, doubtful) = Scene::doubtful_scene();
    assert_eq!(doubtful, place("r1c4"), "the cases below speak of it");
    let cases = [
        ("\n", answered(&scene, &["r1c4=forest"], false)),
        ("1\n", answered(&scene, &["r1c4=forest"], false)),
        ("2\n", answered(&scene, &["r1c4=forest:1"], false)),
        (" f1 \n", answered(&scene, &["r1c4=forest:1"], false)),
        ("lake\n", answered(&scene, &["r1c4=lake"], false)),
        ("-\n", answered(&scene, &[], false)),
        ("q\n", answered(&scene, &[], true)),
        ("", answered(&scene, &[], true)),
        ("2", answered(&scene, &["r1c4=forest:1"], false)),
    ];
    for (typed, expected) in cases {
        let (text, answers) = ask(&scene, typed, Language::English);
        assert_eq!(answers, expected, "{typed:?}: {text}");
    }
}

#[test]
fn a_question_shows_the_square_and_what_each_answer_scores() {
    let (scene, _) = Scene::doubtful_scene();
    let (text, answers) = ask(&scene, "0\n3\nsand\nk1:r1c1=lake\n2\n", Language::English);
    insta::assert_snapshot!(text, @r"

    (0 r1c4)
    k2:r1c4: what is there?
      1  forest, no crown: total 38
      2  forest, 1 crown: total 40
    Enter = 1, number or F1; a = all right, u = undo, ? = help, q = stop: the numbers are 1 to 2
    Enter = 1, number or F1; a = all right, u = undo, ? = help, q = stop: the numbers are 1 to 2
    Enter = 1, number or F1; a = all right, u = undo, ? = help, q = stop: `sand`: unknown terrain `sand`; the words are castle, empty, wheat, forest, lake, grassland, swamp, mine, town
    Enter = 1, number or F1; a = all right, u = undo, ? = help, q = stop: `k1:r1c1=lake`: there is no such kingdom, only k2 (5 x 5 squares)
    Enter = 1, number or F1; a = all right, u = undo, ? = help, q = stop:
    ");
    assert_eq!(answers.given, [given(&scene.reading, &["r1c4=forest:1"])]);
    let (help, _) = ask(&scene, "?\nq\n", Language::German);
    for part in [
        "Was liegt dort?",
        "Wald, 1 Krone: gesamt 40",
        "mine:3 (M3), town (T), castle (C), empty (.). Andere",
        "- lässt",
    ] {
        assert!(help.contains(part), "{part}: {help}");
    }
    assert!(!help.contains("bakery"), "Kingdomino has no buildings: {help}");
}

#[test]
fn after_each_answer_only_what_is_still_doubtful_is_asked() {
    let mut guesses = seen(kingdom("FFC k5").squares());
    guesses.guesses[place("r1c1")] = torn("forest", "castle");
    guesses.guesses[place("r1c3")] = torn("castle", "forest");
    let scene = Scene::new(guesses);
    let (text, answers) = ask(&scene, "1\n", Language::English);
    assert_eq!(text.matches("what is there?").count(), 1, "{text}");
    assert!(!answers.has_stopped);
    assert_eq!(answers.given[0].len(), 1);
}

#[test]
fn what_may_cost_most_is_asked_first_and_a_sure_kingdom_is_not_asked_about() {
    let upright = Scene::torn_at(&[place("r1c4"), place("r2c4")]);
    let turned = Scene::new(SquareGuesses { guesses: upright.guesses.guesses.quarter_turned().quarter_turned() });
    let mut guesses = upright.guesses.clone();
    guesses.guesses[place("r1c4")] = torn_by(20.0, "forest", "forest:1");
    let nearly_sure = Scene::new(guesses);
    let cases = [
        (upright, ["k2:r1c4", "k2:r2c4"]),
        (turned, ["k2:r5c2", "k2:r4c2"]),
        // A doubtful point or two in a square that is nearly sure matters less than one in a square that is
        // really doubtful.
        (nearly_sure, ["k2:r2c4", "k2:r1c4"]),
    ];
    for (scene, names) in cases {
        let (text, _) = ask(&scene, "-\n-\n", Language::English);
        let asked: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_suffix(": what is there?")).collect();
        assert_eq!(asked, names);
    }
    let unasked = Answers { given: vec![Vec::new()], has_stopped: false, questions: 0 };
    assert_eq!(ask(&Scene::new(seen(five().squares())), "", Language::English), (String::new(), unasked));
}

/// Networks never see giants or wheat with two crowns in pictures: users enter them.
#[test]
fn giants_are_said_and_never_seen() {
    let with_giants = |guesses: SquareGuesses, size: GridSize| {
        let game = Some(Game::KingdominoAgeOfGiants);
        let known = ReconstructOptions { game, size: Some(size), ..ReconstructOptions::default() };
        let reading = reconstruct(&guesses, &known).expect("a kingdom");
        Scene { guesses, reading, known }
    };
    let scene = with_giants(seen(five().squares()), GridSize::Five);
    assert_eq!(scene.reading.kingdom.game(), Game::KingdominoAgeOfGiants);
    assert_eq!(scene.reading.kingdom.squares(), five().squares());
    assert_eq!((codes(&scene.reading), scene.reading.needs_review), (vec!["expansion-not-looked-for"], true));
    // The mine at r3c1 scores 1 x 3, with a giant on it 1 x 2.
    let corrected = scene.corrected(&["r3c1=M3+giant"]);
    assert_eq!(corrected.kingdom.squares()[place("r3c1")], square("mine:3+giant"));
    assert_eq!(total_of(&corrected), total_of(&scene.reading) - 1);
    assert_eq!((codes(&corrected), corrected.needs_review), (vec![], false));
    assert_eq!(corrected.squares[place("r3c1")].state, SquareState::Corrected);
    // A footprint domino: number 49 has wheat with two crowns and forest with one.
    let footprints = with_giants(seen(kingdom("W1F1C k5").squares()), GridSize::Five);
    let said = footprints.corrected(&["r1c1=wheat:2"]);
    assert_eq!(notation::write(&said.kingdom), "W2F1C kg5");
    assert_eq!((total_of(&said), codes(&said)), (3, vec![]));
    // Pieces of The Court go with any game.
    let court = Scene::new(seen(kingdom("WWC k5").squares())).corrected(&["r1c1=wheat+farmer", "r1c2=wheat+resource"]);
    assert_eq!(notation::write(&court.kingdom), "W[farmer]W[resource]C k5");
    assert_eq!(total_of(&court), 6);
    // Without the expansion, giants and wheat with two crowns are refused, with an explanation.
    let without = Scene::new(seen(five().squares()));
    for text in ["r3c1=mine:3+giant", "r1c2=wheat:2"] {
        assert!(without.refused(&[text]).contains("give --box giants"), "{text}");
    }
}

/// A quest of Age of Giants implies its box, with that of either game; a given game takes precedence.
#[test]
fn a_quest_of_age_of_giants_means_its_box() {
    let read = |text: &str, game: Option<Game>, variants: &[Variant]| {
        let known = ReconstructOptions { game, variants: variants.to_vec(), ..ReconstructOptions::default() };
        let guesses = seen(kingdom(text).squares());
        let reading = reconstruct(&guesses, &known).expect("a kingdom");
        Scene { guesses, reading, known }
    };
    let quest = [Variant::BleakKing];
    let with_quest = read("S2WW1FF/WWLWL1/M3WCGF/SW1GGL1/LG1GG2L k5", None, &quest);
    assert_eq!(with_quest.reading.kingdom.game(), Game::KingdominoAgeOfGiants);
    assert_eq!(codes(&with_quest.reading), ["expansion-not-looked-for"]);
    assert_eq!(codes(&with_quest.corrected(&["r3c1=M3+giant"])), [""; 0]);
    let with_towns = read("F1WWF1F/M1MW1TL1/TM3CLL1/FTS1TT/G2GGG1T q5", None, &quest);
    assert_eq!(with_towns.reading.kingdom.game(), Game::QueendominoAgeOfGiants);
    // Harmony is a variant of the basic game, too, so it implies no expansion. A given game takes precedence
    // over a quest.
    for (game, variants) in [(None, vec![Variant::Harmony]), (Some(Game::Kingdomino), quest.to_vec())] {
        let basic = read("S2WW1FF/WWLWL1/M3WCGF/SW1GGL1/LG1GG2L k5", game, &variants);
        assert_eq!((basic.reading.kingdom.game(), codes(&basic.reading)), (Game::Kingdomino, vec![]));
    }
}

/// A user can settle a kingdom without giants by confirming the reading, square by square or at once.
#[test]
fn a_kingdom_without_giants_can_be_settled() {
    let game = Some(Game::KingdominoAgeOfGiants);
    let known = ReconstructOptions { game, size: Some(GridSize::Five), ..ReconstructOptions::default() };
    let guesses = seen(five().squares());
    let reading = reconstruct(&guesses, &known).expect("a kingdom");
    let scene = Scene { guesses, reading, known };
    let (text, answers) = ask(&scene, "a\n", Language::English);
    assert!(text.contains("giants, or for wheat, forest and lake with two crowns"), "{text}");
    assert_eq!((answers.questions, answers.has_stopped, answers.given[0].len()), (1, false, 25));
    let settled = scene.first().corrected(&answers.given[0]).expect("a kingdom");
    assert_eq!((codes(&settled), settled.needs_review), (vec![], false));
    assert_eq!(settled.kingdom.squares(), five().squares());
    // One giant is entered, and the rest is confirmed.
    let first = FirstReadings::apart(vec![scene.first()]);
    let given = first.as_read_first(0, &[given(&scene.reading, &["r3c1=M3+giant"])]).expect("a kingdom");
    assert_eq!(given.len(), 25);
    let with_giant = scene.first().corrected(&given).expect("a kingdom");
    assert_eq!(with_giant.kingdom.squares()[place("r3c1")], square("mine:3+giant"));
    // Enter leaves the kingdom for review.
    let (_, left) = ask(&scene, "\n", Language::English);
    assert_eq!((left.questions, left.given[0].len()), (1, 0));
}

/// There may be one more domino below the kingdom, which would make it a 7x7 kingdom. No square of the
/// kingdom is doubtful, but the total is.
fn perhaps_goes_on() -> Scene {
    const WORDS: [&str; 7] = ["forest", "lake", "wheat", "grassland", "swamp", "lake:1", "wheat:1"];
    let kingdom = seen(five().squares()).guesses;
    let with_domino = |(col, one, other): (usize, &'static str, &'static str)| {
        let guess = |place: Place| match place.row {
            5 if place.col == col => torn_by(3.0, "empty", one),
            5 if place.col == col + 1 => torn_by(3.0, "empty", other),
            5 => Guess::no_tile(),
            _ => kingdom[place].clone(),
        };
        Scene::new(SquareGuesses { guesses: Grid::from_fn(6, 5, guess) })
    };
    let pairs = WORDS.into_iter().flat_map(|one| WORDS.map(|other| (one, other)));
    let dominoes = pairs.flat_map(|(one, other)| (0..4).map(move |col| (col, one, other)));
    // The box still has the domino, and it changes the total.
    let is_doubtful = |scene: &Scene| codes(&scene.reading) == ["doubtful-border"];
    dominoes.map(with_domino).find(is_doubtful).expect("a domino that counts")
}

#[test]
fn that_this_is_the_whole_kingdom_can_be_said() {
    let scene = perhaps_goes_on();
    assert!(scene.reading.needs_review);
    assert!(scene.reading.states().iter().all(|(_, state)| *state != SquareState::Doubtful));
    let warning = scene.reading.warnings[0].message.in_language(Language::English);
    assert!(warning.contains(" (1 row below)") && warning.contains("whole kingdom?"), "{warning}");
    // Either answering the question or correcting every square settles it.
    let (text, answers) = ask(&scene, "a\n", Language::English);
    assert!(text.contains("read as S2WW1FF/"), "{text}");
    assert_eq!((answers.questions, answers.given[0].len()), (1, 25), "asked once");
    let truth = five();
    let named =
        truth.squares().iter().map(|(place, square)| GivenSquare { cell: place.into(), square: *square }).collect();
    for given in [answers.given[0].clone(), named] {
        let settled = scene.first().corrected(&given).expect("a kingdom");
        assert_eq!((codes(&settled), settled.needs_review), (vec![], false));
        assert_eq!(settled.kingdom.squares(), truth.squares());
    }
    // Correcting all squares but one does not settle it.
    let most = &answers.given[0][..24];
    assert!(scene.first().corrected(most).expect("a kingdom").needs_review);
}

#[test]
fn only_what_a_person_named_is_called_corrected() {
    let truth = five();
    // The box has only one mine with three crowns, and it is elsewhere.
    let scene = Scene::new(seen(truth.squares()));
    let first = FirstReadings::apart(vec![scene.first()]);
    let fix = given(&scene.reading, &["r2c1=mine:3"]);
    let around = scene.first().corrected(&fix).expect("a kingdom");
    assert!(around.needs_review, "the person is told");
    let differs = |place: &Place| around.kingdom.squares()[*place] != truth.squares()[*place];
    assert_eq!(truth.squares().places().filter(differs).collect::<Vec<_>>(), [place("r2c1")], "the rest as it looks");
    let all = first.as_read_first(0, &[fix]).expect("a kingdom");
    let settled = scene.first().corrected(&all).expect("a kingdom");
    assert!(!settled.needs_review, "{:?}", settled.warnings);
    let corrected = settled.corrections.iter().filter(|corrected| corrected.given != corrected.read);
    assert_eq!(corrected.map(|corrected| corrected.place).collect::<Vec<_>>(), [place("r2c1")]);
}

/// Giants and pieces of The Court used to be lost when a correction changed the terrain, although they may be
/// on either terrain.
#[test]
fn what_can_stand_on_another_tile_stays_there() {
    let offered = |best: &str, second: &str| {
        let read = ReadSquare {
            best: square(best),
            probability: 0.6,
            gap: None,
            second: square(second),
            second_total: None,
            state: SquareState::Doubtful,
            seen: 1.0,
            pieces: None,
        };
        other_readings(&read, None)[0].0
    };
    assert_eq!(offered("wheat:1+giant", "forest:1"), square("forest:1+giant"));
    assert_eq!(offered("wheat:2+giant*2", "forest:1"), square("forest:1+giant"), "each giant covers a crown");
    assert_eq!(offered("wheat:1+knight+giant", "lake"), square("lake+knight"));
}
