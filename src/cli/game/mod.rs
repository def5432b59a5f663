//! `game PHOTO...`: reads the photos of one game and ranks its players.

pub(super) mod photos;
mod pictures;
mod to_type;
mod whose;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};

use game::one_game::{NamedPhoto, PlayerViews, RankedGame, said_later, unread_player};
use game::photo_info::PhotoInfo;
use game::photo_reading::{PhotoReading, Status};
use game::table::TablePhotos;
use kingdom_scanner::correction::dialogue::Subject;
use kingdom_scanner::correction::{Correction, GivenSquare, KingdomName, SquareName};
use kingdom_scanner::domain::{GridSize, Square, Variant};
use kingdom_scanner::formats::{KingdomRecord, Name};
use kingdom_scanner::messages::{Language, Message, MessageId, Words};
use kingdom_scanner::report::game_table::game_table;
use kingdom_scanner::standings::{StandingsError, TableInputs};
use table::answers::AllAnswers;
use table::log::Table;
use table::refused::Refused;
use table::saved::{SavedError, SavedGame};
use table::settings::Settings;
use table::state::{TableState, Unranked};

pub use self::photos::{HowToRead, named_photo};
use self::photos::{PhotoCorners, Pictures, read};
use self::pictures::ShowArgs;
use self::to_type::{Said, named_again, to_say};
use super::args::{GameArg, LanguageArg, PhotoLimitArgs, terminal_width};
use super::corrections::{self, CorrectionArgs, SaidSoFar, options};
use super::exit_code::Exit;
use super::facts::parse_name;
use super::gallery_argument::NetworkArgs;
use super::picture::check_place;
use super::remarks::{print_notes, print_remarks, print_warnings};
use super::table_facts::TableFactArgs;
use super::terminal::can_ask;
use super::{print, print_json, remark_line};

const EXAMPLES: &str = "\
Examples:
  kingdom-scanner game anna.jpg ben.jpg cem.jpg dora.jpg
  kingdom-scanner game Anna=IMG_1.jpg Ben=IMG_2.jpg --coins Anna=11 --coins Ben=7 --queen Ben
  kingdom-scanner game table.jpg --player Anna --player Ben --player Cem --player Dora
  kingdom-scanner game anna.jpg Ben='F1WC/L1W. k5' --total Cem=37   # a kingdom in notation, and a total alone
  kingdom-scanner game anna.jpg ben.jpg --fix anna:r2c4=forest:1 --save game.json
  kingdom-scanner game game.json --fix ben:r1c1=lake          # what if?
  kingdom-scanner game game.json --fix ben:r1c1=lake --save   # from now on; --undo --save undoes it
  kingdom-scanner game anna.jpg ben.jpg --corners anna:412,95,1630,120,1601,1340,398,1298
  kingdom-scanner game anna.jpg ben.jpg --picture game.png --html game.html

A photo called anna.jpg is taken for Anna's kingdom. Names that cameras and programs give, such as IMG_1.jpg or \
photo.jpg, and other names with a digit are not taken for players' names. A team lays one kingdom: give it the team's name.

Take each photo from above, with the whole kingdom in the frame, the castle lifted off and loose tiles moved away.

A Dynasty is three games: save each one, then run `kingdom-scanner standings --variant dynasty game-1.json game-2.json game-3.json`.";

/// Reads the photos of one game together and ranks its players
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Photos of one kingdom each or of the whole table, as PHOTO or NAME=PHOTO; NAME=NOTATION for a kingdom
    /// without a photo; or one saved game
    #[arg(required = true, value_name = "[NAME=]PHOTO|NAME=NOTATION|SAVED")]
    photos: Vec<OsString>,
    /// A player's name; give one for each kingdom, photo by photo, and within a photo from the top left
    #[arg(short, long = "player", value_name = "NAME", value_parser = parse_name)]
    players: Vec<Name>,
    /// Save the readings and corrections in a file; continue later with `game FILE`. A saved game is saved in
    /// its own file unless another file is given. Without --save, options only show what would change
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    save: Option<Option<PathBuf>>,
    /// Undoes the correction of a square in a saved game: anna:r2c4 (repeatable)
    #[arg(long, value_name = "SQUARE", value_parser = square_to_unfix)]
    unfix: Vec<SquareName>,
    /// Undoes the last saved change of a saved game
    #[arg(long)]
    undo: bool,
    #[command(flatten)]
    show: ShowArgs,
    #[command(flatten)]
    game: GameArg,
    /// The game's grid, if it is known: 5 or 7
    #[arg(long)]
    size: Option<GridSize>,
    /// Read only the largest of several kingdoms in a photo
    #[arg(long)]
    one: bool,
    /// The outer corners of a photo's whole grid, clockwise from the upper left one, in pixels of the upright
    /// photo; with several photos anna:X,Y,... for anna.jpg or for Anna's photo (repeatable). The grid is 5x5
    /// unless --size says 7
    #[arg(long, value_name = "[NAME:]X,Y,X,Y,X,Y,X,Y", value_parser = PhotoCorners::parse, allow_hyphen_values = true)]
    corners: Vec<PhotoCorners>,
    /// Print one line of JSON
    #[arg(short, long)]
    json: bool,
    /// Exit with code 3 if a total needs checking or a kingdom may be missing
    #[arg(short, long)]
    strict: bool,
    #[command(flatten)]
    photo_limits: PhotoLimitArgs,
    #[command(flatten)]
    networks: NetworkArgs,
    #[command(flatten)]
    language: LanguageArg,
    #[command(flatten)]
    corrections: CorrectionArgs,
    #[command(flatten)]
    facts: TableFactArgs,
}

/// A game with its readings.
struct Opened {
    /// The game as it was saved, or as its photos were just read.
    base: TableState,
    /// The photos given; none if a saved game is continued.
    photos: Vec<NamedPhoto>,
    /// For each view, which is a kingdom in one photo, the player's name, if known.
    names: Vec<Option<Name>>,
    /// The names as saved; the same as `names` in a new game.
    saved_names: Vec<Option<Name>>,
    /// The corrections of each view that were made earlier.
    given: Vec<Vec<GivenSquare>>,
    /// The views whose kingdoms are confirmed now.
    confirmed: Vec<usize>,
    /// The facts given earlier about the players.
    inputs: TableInputs,
    pictures: Pictures,
    /// The saved game that is continued, and its file.
    saved: Option<(PathBuf, SavedGame)>,
    /// The destination of answers.
    answers: Answers,
}

/// Where the user's answers are recorded during the questions.
struct Answers {
    /// The file in which each answer is saved. If `None`, the answers are printed as options at the end, or
    /// on Ctrl-C.
    place: Option<PathBuf>,
    /// The game already in that file, or the error from reading it; `None` if that game is the one being
    /// continued.
    there: Option<Result<TableState, SavedError>>,
    /// Whether to ask about squares.
    asks: bool,
    /// The answers recorded so far; `None` before the first question.
    said: Option<SaidSoFar>,
}

fn square_to_unfix(text: &str) -> Result<SquareName, String> {
    text.parse().map_err(|_| format!("`{text}` is not a square; name it as in anna:r2c4"))
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let language = args.language.language();
    args.check()?;
    let saved = args.saved()?;
    let opened = match &saved {
        Some(path) => args.go_on(path)?,
        None => args.begin()?,
    };
    let exit = match &opened {
        Ok(opened) => photos::print_failures(opened.game().photos()),
        Err(unread) => photos::print_failures(unread),
    };
    let Ok(mut opened) = opened else { return Ok(exit) };
    args.show.check_photos(opened.game())?;
    args.name(&mut opened, language)?;
    let players = opened.game().players(&opened.names)?;
    let names = opened.game().kingdom_names(&players);
    opened.inputs = args.inputs(&opened, &players)?;
    let before = opened.given.clone();
    args.correct(&mut opened, &players, &names, language)?;
    let state = opened.state(&opened.names, &opened.given, &opened.inputs)?;
    let has_changed = opened.given != before || opened.names != opened.saved_names || args.says_something();
    // Answers are saved even without `--save`, because the user gave them only once. Flags are still in the
    // shell's history.
    let keeps_answers = opened.answers.said.is_some() && has_changed;
    let place = args.place(saved.as_deref()).or_else(|| saved.clone().filter(|_| keeps_answers));
    let to_save = opened.to_save(&state);
    let ranked = ranked(&state);
    // Flags that cannot be ranked are refused before anything is saved. With `--ask`, the error waits until
    // the answers are saved, so that nobody has to repeat them.
    let ranked = if args.corrections.asks() { ranked } else { Ok(ranked?) };
    if let Some(path) = &place {
        opened.answers.save(&to_save, path)?;
        let message = MessageId::GameSaved.with("path", path.display().to_string());
        remark_line!("{}", message.in_language(language));
    } else if let Some(path) = saved.as_ref().filter(|_| has_changed) {
        let message = MessageId::GameNotSaved.with("path", path.display().to_string());
        print_notes(None, &[message], language);
    }
    // The lines to type below the table appear only if something needs review, so new names are repeated
    // here.
    if place.is_none() && saved.is_none() && opened.names != opened.saved_names {
        let said = opened.game().first_readings().corrections(&names, &opened.given);
        let line = named_again(opened.game(), &opened.saved_names, &opened.names, false).with_fixes(said);
        remark_line!("{}", MessageId::GoesOn.in_language(language));
        remark_line!("  {line}");
    }
    let mut ranked = ranked?;
    ranked.standings.unread = opened.game().unread_players(&opened.photos, &state.players, &opened.inputs);
    let RankedGame { standings, missing, together, notes } = &ranked;
    args.show.write(standings, missing, notes, language, args.photo_limits.limits())?;
    if args.json {
        print_json(&ranked.json(opened.game(), &state.players))?;
    } else {
        print_remarks(&standings.players, language);
        print_warnings(None, together, language);
        print_notes(None, notes, language);
        let is_kept = place.is_some() || !has_changed;
        let place = place.or(saved).filter(|_| is_kept);
        let Opened { given, inputs, names: names_now, saved_names: names_before, .. } = &opened;
        let said = Said { state: &state, names: &names, names_before, names_now, given, inputs };
        let to_say = to_say(&said, place.as_deref(), args.corrections.asks());
        print(&game_table(standings, missing, &to_say, language, terminal_width()))?;
    }
    let needs_review = ranked.needs_review();
    Ok(exit.worst(Exit::of_review(needs_review, args.strict)))
}

impl Args {
    fn check(&self) -> anyhow::Result<()> {
        self.facts.check()?;
        self.game.check()?;
        self.corrections.check(1, true)?;
        self.check_place()?;
        self.show.check()
    }

    /// The facts about the players: those that are known already, and those given now.
    fn inputs(&self, opened: &Opened, players: &[PlayerViews]) -> anyhow::Result<TableInputs> {
        let called: Vec<&Name> = players.iter().map(|player| &player.player).collect();
        let inputs = opened.inputs_of(players)?;
        // A player who is already named keeps that spelling, so that a total typed in another spelling does
        // not add a second player.
        let given = self.facts.inputs(Vec::new()).spelt_as(&inputs.with_totals(&called));
        let inputs = inputs.then(given, self.facts.tie_rule());
        Variant::check_agreed(&inputs.variants)?;
        let typed = inputs.clone();
        let inputs = inputs.spelt_as(&typed.with_totals(&called));
        inputs.check(&inputs.with_totals(&called), 1)?;
        inputs.check_total_of_each(&called)?;
        Ok(inputs)
    }

    /// Checks that `--save` overwrites only a saved game.
    fn check_place(&self) -> anyhow::Result<()> {
        let is_saved = self.saved()?.is_some();
        ensure!(
            is_saved || self.save != Some(None),
            "--save needs a file, as in --save game.json; the file can be left out only for a game that was saved \
             before"
        );
        ensure!(
            is_saved || !self.undo,
            "--undo undoes the last change of a saved game: give its file in place of photos"
        );
        ensure!(
            is_saved || self.unfix.is_empty(),
            "--unfix undoes a correction in a saved game: give its file in place of photos"
        );
        let Some(path) = self.save.iter().flatten().next() else { return Ok(()) };
        if !path.exists() {
            return check_place("--save", path);
        }
        let is_game = SavedGame::may_be_at(path) && SavedGame::read(path).is_ok();
        ensure!(
            is_game,
            "--save {}: another file has this name and is not a saved game; choose another name",
            path.display()
        );
        Ok(())
    }

    /// The file in which to save the game: a saved game's own file by default.
    fn place(&self, saved: Option<&Path>) -> Option<PathBuf> {
        self.save.clone()?.or_else(|| saved.map(Path::to_owned))
    }

    /// The saved game to continue, if one is given.
    fn saved(&self) -> anyhow::Result<Option<PathBuf>> {
        let saved: Vec<&OsString> = self.photos.iter().filter(|path| SavedGame::may_be_at(Path::new(path))).collect();
        match (&saved[..], self.photos.len()) {
            ([], _) => Ok(None),
            ([only], 1) => Ok(Some(PathBuf::from(only))),
            ([first, ..], _) => bail!(
                "{}: a saved game must be given alone. To add photos, give all photos of the game together; to rank \
                 several saved games, use `standings`",
                first.to_string_lossy()
            ),
        }
    }

    /// Whether flags contain facts that a saved game has to keep.
    fn says_something(&self) -> bool {
        let says_facts = self.facts.inputs(Vec::new()) != TableInputs::default() || self.facts.tie_rule().is_some();
        says_facts || !self.players.is_empty() || self.undo
    }

    fn info(&self) -> PhotoInfo {
        let variants = self.facts.inputs(Vec::new()).variants;
        PhotoInfo {
            variants: variants.iter().map(|variant| variant.id().to_owned()).collect(),
            size: self.size.map(GridSize::squares_wide),
            game: self.game.game().map(|game| game.id().to_owned()),
            ..PhotoInfo::default()
        }
    }

    /// The given photos; none if a saved game is continued.
    fn named_photos(&self, is_saved: bool) -> anyhow::Result<Vec<NamedPhoto>> {
        let photos = self.photos.iter().filter(|_| !is_saved);
        photos.map(|argument| named_photo(argument)).collect()
    }

    /// Reads the photos; returns only their readings if none shows a kingdom.
    fn begin(&self) -> anyhow::Result<Result<Opened, Vec<PhotoReading>>> {
        let photos = self.named_photos(false)?;
        // A kingdom in notation always has its name in the argument, so it does not count here.
        let has_names = photos.iter().any(|photo| photo.player.is_some() && photo.typed.is_none());
        ensure!(
            !has_names || self.players.is_empty(),
            "--player and NAME=PHOTO both name the players; use only one of them"
        );
        let reading = HowToRead {
            info: self.info(),
            one: self.one,
            corners_px: PhotoCorners::by_path(&self.corners, &photos)?,
            limits: self.photo_limits.limits(),
            networks: self.networks.load()?,
        };
        let (readings, pictures) = read(&photos, &reading)?;
        if readings.iter().all(|reading| reading.status != Status::Scored) {
            return Ok(Err(readings));
        }
        let variants = self.facts.inputs(Vec::new()).variants;
        let settings = Settings { game: self.game.game(), size: self.size, variants, ..Settings::default() };
        let base = TableState::of_one_game(Table::of_photos(settings, readings), None).map_err(refused)?;
        let game = &base.one;
        let names = game.names(&photos, &self.players)?;
        for (view, name) in names.iter().enumerate().filter(|(view, _)| game.is_typed(*view)) {
            let typed = game.photo(view);
            ensure!(
                name.iter().all(|name| *name == *typed),
                "--player {}: this kingdom was typed for {typed}; use the same name here",
                name.as_deref().unwrap_or_default()
            );
        }
        let given = vec![Vec::new(); game.views().len()];
        let (saved_names, inputs) = (names.clone(), TableInputs::default());
        let answers = Answers::new(self.place(None), None, self.corrections.asks());
        Ok(Ok(Opened {
            base,
            photos,
            names,
            saved_names,
            given,
            confirmed: Vec::new(),
            inputs,
            pictures,
            saved: None,
            answers,
        }))
    }

    fn go_on(&self, path: &Path) -> anyhow::Result<Result<Opened, Vec<PhotoReading>>> {
        let is_read_anew = self.size.is_some() || self.one || self.game.game().is_some() || !self.corners.is_empty();
        ensure!(
            !is_read_anew,
            "{}: --game, --box, --size, --one and --corners change only how photos are read; give the photos again \
             instead of the saved game",
            path.display()
        );
        let saved = SavedGame::read(path)?;
        let saved = if self.undo { saved.undone(path)? } else { saved };
        let base = saved.open(path)?;
        let (game, saved_names, given) = (&base.one, base.names.clone(), base.given.clone());
        let names = match &self.players[..] {
            [] => saved_names.clone(),
            players => game.names(&[], players)?,
        };
        let language = self.language.language();
        let changed = saved.changed_photos();
        let notes: Vec<Message> = changed.iter().map(|photo| MessageId::PhotoChanged.with("photo", *photo)).collect();
        print_notes(None, &notes, language);
        let with_kingdom: Vec<&Name> = base.players.iter().map(|player| &player.player).collect();
        let inputs = base.table.inputs(&with_kingdom, &base.totals);
        let shows_pictures = self.corrections.asks() || names.iter().any(Option::is_none) && can_ask();
        let photos = game.photos().iter().map(|photo| Some(&*photo.photo).filter(|name| !changed.contains(name)));
        let pictures = match shows_pictures {
            true => Pictures::load(photos, self.photo_limits.limits()),
            false => Pictures::default(),
        };
        let saved = Some((path.to_owned(), saved));
        let place = self.place(Some(path)).or_else(|| Some(path.to_owned()));
        let answers = Answers::new(place, Some(path), self.corrections.asks());
        let photos = Vec::new();
        Ok(Ok(Opened {
            base,
            photos,
            names,
            saved_names,
            given,
            confirmed: Vec::new(),
            inputs,
            pictures,
            saved,
            answers,
        }))
    }

    /// Asks for the players of unnamed kingdoms at a terminal; otherwise prints how to name them.
    fn name(&self, opened: &mut Opened, language: Language) -> anyhow::Result<()> {
        if opened.names.iter().all(Option::is_some) {
            return Ok(());
        }
        if can_ask() {
            opened.answers.begin(language)?;
            let mut names = opened.names.clone();
            whose::ask(opened.game(), &mut names, &opened.pictures, language, &mut |names| {
                opened.keep(names, &opened.given, None)
            })?;
            opened.names = names;
            return Ok(());
        }
        let (game, names) = (opened.game(), &opened.names);
        let first_views = game.kingdoms().iter().map(|views| views[0]);
        let nameless: Vec<usize> = first_views.filter(|view| names[*view].is_none()).collect();
        let labels: Vec<String> = nameless.iter().map(|view| game.label(*view)).collect();
        let example = nameless.first().map(|view| game.photo(*view).to_owned()).unwrap_or_default();
        let message = MessageId::NotNamed.with("kingdoms", labels.join(", ")).with("example", example);
        print_notes(None, &[message], language);
        Ok(())
    }

    /// Removes the corrections named by `--unfix`.
    fn take_back(
        &self,
        game: &TablePhotos,
        given: &mut [Vec<GivenSquare>],
        names: &[KingdomName],
    ) -> anyhow::Result<()> {
        for square in &self.unfix {
            let view = game.view_named(square, names).with_context(|| format!("--unfix {square}"))?;
            let before = given[view].len();
            let first = game.first_readings();
            let cell = first.kingdoms[view].reading.cell_of(square.place);
            given[view].retain(|one| one.cell != cell);
            let corrections = first.corrections(names, given);
            let corrections: Vec<String> = corrections.iter().map(ToString::to_string).collect();
            ensure!(
                given[view].len() < before,
                "--unfix {square}: there is no correction for this square; {}",
                match &corrections[..] {
                    [] => "nothing has been corrected yet".to_owned(),
                    _ => format!("the corrections are {}", corrections.join(" ")),
                }
            );
        }
        Ok(())
    }

    /// Adds corrections from flags and answers.
    fn correct(
        &self,
        opened: &mut Opened,
        players: &[PlayerViews],
        names: &[KingdomName],
        language: Language,
    ) -> anyhow::Result<()> {
        opened.confirmed = self.corrections.confirmed(names)?;
        let before = opened.given.clone();
        let (game, mut given) = (opened.game(), before.clone());
        self.take_back(game, &mut given, names)?;
        let fixes = self.corrections.fixes();
        let said = game.said(&given, fixes, names)?;
        // For a correction that names only a square's building, reports everything that is now on the square.
        let parts: Vec<Correction> = fixes.iter().filter(|fix| fix.said.is_a_part()).cloned().collect();
        let completed = game.first_readings().corrections(names, &game.said(&given, &parts, names)?);
        let mut notes = Vec::new();
        for correction in &completed {
            let square = Message::from(&correction.said.on(Square::Empty));
            notes.push(MessageId::AskSquareIs.with("place", correction.square().to_string()).with("square", square));
        }
        print_notes(None, &notes, language);
        let said = said_later(given, said);
        let said = self.corrections.as_read(&game.first_readings(), names, &before, said)?;
        let said = match self.corrections.asks() {
            false => said,
            true => {
                opened.answers.begin(language)?;
                opened.ask(said, players, names, language)?
            }
        };
        opened.given = said;
        Ok(())
    }
}

impl Opened {
    /// The game of the photos, which were read together.
    fn game(&self) -> &TablePhotos {
        &self.base.one
    }

    /// The game with these names, corrections and facts.
    fn state(
        &self,
        names: &[Option<Name>],
        given: &[Vec<GivenSquare>],
        inputs: &TableInputs,
    ) -> anyhow::Result<TableState> {
        let taken_for: Vec<Option<Name>> =
            self.game().photos().iter().map(|photo| unread_player(photo, &self.photos)).collect();
        let answers = AllAnswers { names, given, confirmed: &self.confirmed, taken_for: &taken_for, inputs };
        let table = match self.saved {
            Some(_) => answers.go_on(&self.base),
            None => answers.begin(&self.base),
        };
        let state = TableState::of_one_game(table.map_err(refused)?, Some(&self.base)).map_err(refused)?;
        if state.unfit.len() > self.base.unfit.len() {
            // Reading again with all corrections fails with the reason.
            self.game().read_anew(given)?;
        }
        Ok(state)
    }

    /// The facts given earlier, by the players' current names.
    fn inputs_of(&self, players: &[PlayerViews]) -> anyhow::Result<TableInputs> {
        Ok(self.game().given_of_players(self.inputs.clone(), &self.saved_names, players)?)
    }

    /// Asks about the kingdoms' squares.
    fn ask(
        &self,
        said: Vec<Vec<GivenSquare>>,
        players: &[PlayerViews],
        names: &[KingdomName],
        language: Language,
    ) -> anyhow::Result<Vec<Vec<GivenSquare>>> {
        let Self { pictures, inputs, .. } = self;
        let game = self.game();
        let subject = Subject {
            first: game.first_readings(),
            names: names.to_vec(),
            asked: game.kingdoms().iter().map(|views| views[0]).collect(),
            total: &|view, read, squares| game.total_with(view, players, read, inputs, squares),
            picture: &|view, cell| pictures.square(game, view, cell),
        };
        corrections::ask(&subject, said, language, &mut |given| {
            self.keep(&self.names, given, Some(options(&subject, given)))
        })
    }

    /// Saves an answer before the next question: in the saved game, or, for Ctrl-C, in the command line that
    /// continues. `options` are the flags for the squares; `None` while names are being asked for.
    fn keep(
        &self,
        names: &[Option<Name>],
        given: &[Vec<GivenSquare>],
        options: Option<Vec<String>>,
    ) -> anyhow::Result<()> {
        let Some(said) = &self.answers.said else { return Ok(()) };
        let Some(path) = &self.answers.place else {
            let line = named_again(self.game(), &self.saved_names, names, options.is_none());
            let asks = self.answers.asks.then(|| "--ask".to_owned());
            said.goes_on_with(&line.with(options.unwrap_or_default()).with(asks));
            return Ok(());
        };
        let players = self.game().players(names)?;
        // While names are still being asked for, facts from flags may belong to players without a kingdom
        // yet.
        let inputs = if options.is_some() { self.inputs.clone() } else { self.inputs_of(&players)? };
        let to_save = self.to_save(&self.state(names, given, &inputs)?);
        said.save(path, || self.answers.save(&to_save, path))
    }

    /// The game to save, as a step after the previous save, to which `--undo` returns.
    fn to_save(&self, state: &TableState) -> SavedGame {
        match &self.saved {
            Some((_, earlier)) => SavedGame::new(state).after(earlier),
            None => SavedGame::new(state),
        }
    }
}

impl Answers {
    /// `place` is the file to save answers in; `continued` is the file of the saved game that is continued.
    fn new(place: Option<PathBuf>, continued: Option<&Path>, asks: bool) -> Self {
        let other = place.as_ref().filter(|path| continued != Some(path.as_path()));
        let there = other.and_then(|path| SavedGame::read(path).ok().map(|saved| saved.open(path)));
        Self { place, there, asks, said: None }
    }

    /// Starts recording answers, so that Ctrl-C loses none.
    fn begin(&mut self, language: Language) -> anyhow::Result<()> {
        if self.said.is_none() {
            self.said = Some(SaidSoFar::until_interrupted(language)?);
        }
        Ok(())
    }

    /// Saves the game. Replaces another game in the file only if that loses none of its corrections and
    /// facts.
    fn save(&self, to_save: &SavedGame, path: &Path) -> anyhow::Result<()> {
        let lost = match &self.there {
            Some(Ok(there)) => there.given_beyond(&to_save.open(path)?),
            Some(Err(error)) => {
                bail!(
                    "--save would replace a saved game that cannot be opened, and its corrections would be lost; \
                     choose another name ({error})"
                )
            }
            None => Vec::new(),
        };
        ensure!(
            lost.is_empty(),
            "--save {} would replace another saved game, and these options of that game would be lost: {}; continue \
             that game with `game {0}`, or choose another name",
            path.display(),
            lost.join(" ")
        );
        to_save.write(path).with_context(|| format!("{}: cannot write the saved game", path.display()))
    }
}

/// The ranks, or why there are none.
fn ranked(state: &TableState) -> anyhow::Result<RankedGame> {
    let mut ranked = match &state.ranked {
        Ok(ranked) => ranked.clone(),
        Err(Unranked::Standings(error)) => return Err(two_games(error.clone())),
        Err(Unranked::Naming(error)) => return Err(error.clone().into()),
        Err(Unranked::NoKingdom) => bail!("the game has no kingdom yet, and no total: give photos, or --total"),
    };
    // Corrections made on the page may no longer fit the photos.
    for unfit in &state.unfit {
        ranked.missing.push(MessageId::ServeUnfit.with("square", Message::from(&unfit.square)));
    }
    Ok(ranked)
}

/// The error with which the program reports why the table refuses something.
fn refused(refused: Refused) -> anyhow::Error {
    anyhow!("{}", refused.message)
}

/// A kingdom in photos of one game.
pub struct PhotoKingdom {
    /// The index of the first photo of the kingdom.
    pub photo: usize,
    /// The name, such as `table.jpg k2`.
    pub name: String,
    /// The record, with the player's name if known.
    pub record: KingdomRecord,
    pub notes: Vec<Message>,
}

/// Reads the kingdoms of these photos together. If a photo has no kingdom, reports that on stderr and returns
/// an exit code.
pub fn read_kingdoms(photos: &[NamedPhoto], reading: &HowToRead) -> anyhow::Result<Result<Vec<PhotoKingdom>, Exit>> {
    let (readings, _) = read(photos, reading)?;
    let exit = photos::print_failures(&readings);
    if exit != Exit::Scored {
        return Ok(Err(exit));
    }
    let game = TablePhotos::of_one_game(readings, &vec![true; photos.len()])?;
    let names = game.names(photos, &[])?;
    let players = game.players(&names)?;
    let read = game.read_anew(&vec![Vec::new(); names.len()])?;
    let records = game.records(&players, &read, &TableInputs::default());
    let mut kingdoms = Vec::new();
    for (player, mut record) in players.iter().zip(records) {
        let view = player.views[0];
        record.player = record.player.filter(|_| names[view].is_some());
        let notes = game.notes(std::slice::from_ref(player));
        kingdoms.push(PhotoKingdom { photo: game.views()[view].photo, name: game.view_name(view), record, notes });
    }
    Ok(Ok(kingdoms))
}

/// Adds a remedy to the error that photos were read as those of two games.
fn two_games(error: StandingsError) -> anyhow::Error {
    match error {
        StandingsError::TwoGames { .. } => {
            anyhow!(
                "{error}; if a photo was read as the wrong game, give --game or --size, and leave out photos of other \
                 games"
            )
        }
        error => error.into(),
    }
}
