//! `review OUT`: goes through the photos that need review, asks about each like `scan --ask`, and ranks
//! again.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{self, StdinLock, Write};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use game::line::{PhotoLine, ReadKingdom};
use kingdom_scanner::correction::ReadAnew;
use kingdom_scanner::correction::dialogue::{Ended, Person, REVIEW_PROMPTS, Session, Subject};
use kingdom_scanner::domain::{Grid, Kingdom, Place, Square};
use kingdom_scanner::formats::{SquareState, notation};
use kingdom_scanner::messages::wrapped::paragraph;
use kingdom_scanner::messages::{Language, Message, MessageId, Words, visible};
use kingdom_scanner::report::kingdom_picture::{Legend, kingdom_picture};
use kingdom_scanner::tournament::corrections::{PhotoDecision, SaidLater};
use kingdom_scanner::tournament::photo_in_review::now;
use kingdom_scanner::tournament::ranking::ReviewItem;
use kingdom_scanner::tournament::report::csv::Form;
use kingdom_scanner::tournament::report::table::{left_table, tournament_table};
use kingdom_scanner::tournament::review::{GameInReview, Review};
use kingdom_scanner::tournament::review_answer::ReviewCommand;
use kingdom_scanner::tournament::words::yes_or_no;
use kingdom_scanner::tournament::{FinishError, Provenance, ResultsFolder, finish};

use super::args::{LanguageArg, RulesArg, SeparatorArg, TieBreakArg, terminal_width};
use super::exit_code::Exit;
use super::interrupted::on_interrupt;
use super::shell_words::LineToType;
use super::square_picture::SquarePictures;
use super::terminal::{Stderr, person};
use super::{print, stderr_line};

const EXAMPLES: &str = "\
Examples:
  kingdom-scanner review results
  kingdom-scanner review results anna.jpg   # this photo, even if it was answered before

Answers about a doubtful square, as in `scan --ask`:
  (nothing)            as it was read
  2                    the second reading in the list
  forest:1 or F1       none of these: the square is this
  -                    leave the square doubtful
  r2c3=W1 r2c4=lake    other squares, by row and column; with several kingdoms k2:r2c3=W1

Answers about the whole photo:
  a                    all is right as it was read
  F1WC/L1W. k5         this is the kingdom
  k2                   the second of several kingdoms is the player's
  x or l               leave the photo out
  n                    next photo; this one still needs checking
  b                    previous photo
  /anna                the photo with this name
  u                    undo the last answer about this photo
  ?                    help
  q                    quit

After each answer, the kingdom and its table are read again. Answers are saved in OUT at once. At the end, also after \
Ctrl-C, standings and report are written again; results.ndjson stays as it is. Tie-breaks and tournament \
rules stay as `batch` was given them, unless --tie-break or --rules changes them permanently; to remove the rules, give \
an empty file.";

/// Stands for a photo's name in a command line to type.
const PHOTO: &str = "PHOTO";

/// Goes through the photos of a batch that a person should check
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The folder with the results of `batch`
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Photos to look at first, by name or part of a name, even if nothing about them needs checking
    #[arg(value_name = PHOTO)]
    photos: Vec<String>,
    #[command(flatten)]
    tie_break: TieBreakArg,
    #[command(flatten)]
    rules: RulesArg,
    #[command(flatten)]
    separator: SeparatorArg,
    /// Exit with code 3 when something still needs review
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    language: LanguageArg,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let language = args.language.language();
    // Fails if there is no such folder, instead of creating one.
    Provenance::of_folder(&ResultsFolder::of_a_run(&args.output))?;
    let out = Arc::new(ResultsFolder::create(&args.output)?);
    let (rule, rules) = (args.tie_break.rule(), args.rules.read()?);
    if rule.is_some() || rules.is_some() {
        let kept = Provenance::of_folder(&out)?;
        let by = kept.ranked_by().changed(rule, rules);
        kept.with_ranked_by(by).write(&out)?;
    }
    let form = args.separator.form(args.language.of_report(&out));
    let saving = finish_on_interrupt(&out, form)?;
    let mut review = Review::new(&out)?;
    let mut walk = Walk::new(&out, language, &saving);
    for name in args.photos.iter().rev() {
        let photo = one_photo(&review, name).map_err(|problem| anyhow::anyhow!("{}", problem.in_language(language)))?;
        walk.wanted.push(photo);
    }
    let walked = walk.run(&mut review);
    let _guard = saving.lock().unwrap_or_else(PoisonError::into_inner);
    let after = finish(&out, form)?;
    out.tidy();
    // An error is returned only now, after the answers given before it are in the standings.
    match walked? {
        Walked::ToTheEnd => print(&tournament_table(&after, language, terminal_width()))?,
        Walked::Stopped => {
            print(&left_table(&after, language, terminal_width()))?;
            print(&format!("{}\n", visible(&out.report().display().to_string())))?;
        }
    }
    Ok(Exit::of_review(!after.is_settled(), args.strict))
}

/// On Ctrl-C during a question, writes standings and report with all answers. The lock is held during writes.
fn finish_on_interrupt(out: &Arc<ResultsFolder>, form: Form) -> anyhow::Result<Arc<Mutex<()>>> {
    let saving = Arc::new(Mutex::new(()));
    let out = Arc::clone(out);
    on_interrupt(&saving, move |()| {
        if let Err(error) = finish(&out, form) {
            stderr_line!("error: {error}");
        }
    })?;
    Ok(saving)
}

/// The state of a review.
struct Walk<'a> {
    out: &'a ResultsFolder,
    language: Language,
    person: Person<StdinLock<'static>, Stderr>,
    pictures: Rc<SquarePictures>,
    saving: &'a Mutex<()>,
    /// Explains each letter and mark once, below the first photo that has it.
    legend: Legend,
    /// Photos to show next, in reverse order.
    wanted: Vec<String>,
    /// Photos already shown, in order.
    shown: Vec<String>,
    /// Photos that the user skipped, to be reviewed later.
    left: BTreeSet<String>,
    /// Names of missing photos whose corrections the user keeps.
    kept: BTreeSet<String>,
}

/// What to do after a photo.
enum Then {
    Next,
    /// Returns to the photo with this index in `shown`.
    Back(usize),
    Show(String),
    Quit,
}

/// How the review ended.
enum Walked {
    ToTheEnd,
    /// Stopped by the user, who then sees what is left to review instead of all ranks. The end of input does
    /// not count as such, because there may be no user.
    Stopped,
}

impl<'a> Walk<'a> {
    fn new(out: &'a ResultsFolder, language: Language, saving: &'a Mutex<()>) -> Self {
        Self {
            out,
            language,
            person: person(language, REVIEW_PROMPTS),
            pictures: Rc::default(),
            saving,
            legend: Legend::default(),
            wanted: Vec::new(),
            shown: Vec::new(),
            left: BTreeSet::new(),
            kept: BTreeSet::new(),
        }
    }

    fn run(&mut self, review: &mut Review) -> anyhow::Result<Walked> {
        loop {
            let ranked = Arc::clone(review.ranked());
            let to_review = &ranked.to_review;
            // Photos that cannot be read cannot be corrected either.
            let open = to_review.iter().filter(|item| item.sha256.is_some() && !self.left.contains(&item.photo));
            let open = open.collect::<Vec<_>>();
            let gone = review.without_photo().map(|(photo, _)| photo).find(|photo| !self.kept.contains(*photo));
            let gone = gone.filter(|_| self.wanted.is_empty()).map(str::to_owned);
            if let Some(photo) = gone {
                match self.ask_about_gone(&photo, review)? {
                    Then::Quit if self.person.input_has_ended => return Ok(Walked::ToTheEnd),
                    Then::Quit => return Ok(Walked::Stopped),
                    _ => continue,
                }
            }
            let next = self.wanted.pop().or_else(|| open.first().map(|item| item.photo.clone()));
            let Some(photo) = next else {
                match self.at_the_end(review)? {
                    Some(photo) => self.wanted.push(photo),
                    None => return Ok(Walked::ToTheEnd),
                }
                continue;
            };
            let item = to_review.iter().find(|item| item.photo == photo);
            self.say_blank()?;
            self.person.say(MessageId::ReviewLeft.count(open.len() as u32))?;
            self.shown.retain(|shown| *shown != photo);
            self.shown.push(photo.clone());
            let then = self.ask_about(&photo, item, review)?;
            if review.is_to_check(&photo) {
                self.left.insert(photo.clone());
            } else {
                self.left.remove(&photo);
            }
            match then {
                Then::Next => {}
                Then::Quit if self.person.input_has_ended => return Ok(Walked::ToTheEnd),
                Then::Quit => return Ok(Walked::Stopped),
                Then::Show(other) => self.wanted.push(other),
                Then::Back(before) => {
                    self.wanted.push(photo);
                    self.wanted.push(self.shown[before].clone());
                    self.shown.truncate(before);
                }
            }
        }
    }

    /// Asks whether to keep a correction of a missing photo.
    fn ask_about_gone(&mut self, photo: &str, review: &mut Review) -> anyhow::Result<Then> {
        let Some((_, said)) = review.without_photo().find(|(gone, _)| *gone == photo) else { return Ok(Then::Next) };
        let said = said.in_words();
        self.say_blank()?;
        self.person.say(MessageId::CorrectedPhotoGone.with("photo", photo).with("said", said))?;
        loop {
            let Some(line) = self.person.line(MessageId::ReviewGonePrompt)? else { return Ok(Then::Quit) };
            match line.trim().to_lowercase().as_str() {
                "d" => {
                    decide(self.saving, review, photo, PhotoDecision::AsRead)?;
                    return Ok(Then::Next);
                }
                "" | "-" | "n" => {
                    self.kept.insert(photo.to_owned());
                    return Ok(Then::Next);
                }
                "q" => return Ok(Then::Quit),
                _ => {}
            }
        }
    }

    /// When nothing is left to ask, offers to show a photo again.
    fn at_the_end(&mut self, review: &mut Review) -> anyhow::Result<Option<String>> {
        let Some(last) = self.shown.last().cloned() else {
            let out = self.out.path().display().to_string();
            let line = LineToType::new("review", vec![out, PHOTO.to_owned()]).to_string();
            self.person.say(MessageId::ReviewNothingToAsk.with("line", line))?;
            return Ok(None);
        };
        loop {
            let line = self.person.line(MessageId::ReviewEndPrompt)?.unwrap_or_default();
            match ReviewCommand::from_line(&line) {
                Some(ReviewCommand::Back) => return Ok(Some(last)),
                Some(ReviewCommand::TakeBack) => {
                    self.take_back(&last, review)?;
                    return Ok(Some(last));
                }
                Some(ReviewCommand::Show(name)) => match one_photo(review, &name) {
                    Ok(photo) => return Ok(Some(photo)),
                    Err(problem) => self.person.say(problem)?,
                },
                None if ["", "q"].contains(&line.trim().to_lowercase().as_str()) => return Ok(None),
                _ => self.person.say(MessageId::ReviewHelp)?,
            }
        }
    }

    fn say_blank(&mut self) -> io::Result<()> {
        writeln!(self.person.output)
    }

    /// Shows a photo and asks about it, until nothing is left to ask or the user continues.
    fn ask_about(&mut self, photo: &str, item: Option<&ReviewItem>, review: &mut Review) -> anyhow::Result<Then> {
        self.show(photo, item, review)?;
        loop {
            let Some(line) = review.line(photo) else { return Ok(Then::Next) };
            let (chosen, must_choose) = (review.chosen(photo), review.must_choose(line));
            // Squares refer to the kingdom shown: if a typed kingdom replaces the reading, to the typed one.
            let is_left_out = review.corrected(photo).is_some_and(|corrected| corrected.is_left_out);
            let game = match review.game_of(photo) {
                Ok(game) => game.filter(|game| !must_choose && !is_left_out && !game.views_shown().is_empty()),
                // The photo's kingdoms can still be accepted or typed.
                Err(error) => {
                    writeln!(self.person.output, "{}", visible(&error.to_string()))?;
                    None
                }
            };
            let ended = match &game {
                Some(game) => self.ask_about_squares(photo, game, chosen, review)?,
                None => {
                    let prompt = match line.kingdoms.len() {
                        last if must_choose => MessageId::ReviewKingdomPrompt.with("last", last),
                        0 => MessageId::ReviewNothingReadPrompt.into(),
                        _ => REVIEW_PROMPTS[1].into(),
                    };
                    let no_squares =
                        if is_left_out { MessageId::ReviewIsLeftOut } else { MessageId::ReviewNoKingdomRead };
                    let asked = self.ask_about_photo(prompt, must_choose, Err(no_squares))?;
                    asked.unwrap_or(Ended::Asked)
                }
            };
            match ended {
                Ended::Stopped => return Ok(Then::Quit),
                Ended::Asked => return Ok(Then::Next),
                Ended::Command(command) => {
                    if let Some(then) = self.obey(command, photo, chosen, review)? {
                        return Ok(then);
                    }
                }
            }
        }
    }

    /// Asks about the photo as a whole, if it has no doubtful square or squares cannot be asked about.
    /// Returns `None` if the answer corrected squares. `squares` is where such corrections go, or why squares
    /// cannot be corrected.
    fn ask_about_photo(
        &mut self,
        prompt: Message,
        must_choose: bool,
        mut squares: Result<(&mut Session, usize), MessageId>,
    ) -> anyhow::Result<Option<Ended<ReviewCommand>>> {
        loop {
            let Some(line) = self.person.line(prompt.clone())? else { return Ok(Some(Ended::Stopped)) };
            match line.trim().to_lowercase().as_str() {
                "" | "-" => return Ok(Some(Ended::Command(ReviewCommand::Next))),
                "q" => return Ok(Some(Ended::Stopped)),
                "?" => self.person.say(MessageId::ReviewHelp)?,
                "u" if squares.as_mut().is_ok_and(|(session, _)| session.take_back_answer()) => return Ok(None),
                _ => match (ReviewCommand::from_line(&line), &mut squares) {
                    (Some(command), _) => return Ok(Some(Ended::Command(command))),
                    (None, Ok((session, kingdom))) if line.contains('=') => {
                        if self.person.correct(session, *kingdom, &line)? {
                            return Ok(None);
                        }
                    }
                    (None, Err(why)) if line.contains('=') && !must_choose => self.person.say(*why)?,
                    (None, _) => self.person.say(MessageId::ReviewHelp)?,
                },
            }
        }
    }

    /// Asks about doubtful squares, and saves each answer.
    fn ask_about_squares(
        &mut self,
        photo: &str,
        game: &GameInReview,
        chosen: Option<usize>,
        review: &mut Review,
    ) -> anyhow::Result<Ended<ReviewCommand>> {
        let is_asked = |view: &usize| chosen.is_none_or(|number| game.read.ids[*view].number == number);
        let asked: Vec<usize> = game.views_shown().into_iter().filter(is_asked).collect();
        let Some(first_asked) = asked.first().copied() else { return Ok(Ended::Command(ReviewCommand::Next)) };
        let (pictures, out) = (Rc::clone(&self.pictures), self.out);
        let small = |kingdom: usize| {
            let sha256 = game.photo_of(kingdom).sha256.as_ref()?;
            Some(out.small_picture(sha256))
        };
        let picture = |kingdom: usize, cell| {
            let guesses = game.read.one.guesses(kingdom);
            small(kingdom).map(|path| pictures.square(&path, guesses, cell)).unwrap_or_default()
        };
        // The answer may be about towers, which decide where the Queen goes.
        let facts = RefCell::new(game.facts(review));
        let total = |kingdom: usize, _: &ReadAnew, squares: &Kingdom| facts.borrow()[kingdom].total(squares);
        let (first, names) = (game.read.one.first_readings(), game.names());
        let subject = Subject { first, names, asked, total: &total, picture: &picture };
        let mut session = Session::new(&subject, game.read.given.clone());
        let mut saved = game.read.given.clone();
        loop {
            let answers = session.answers_given();
            let mut ended = self.person.step(&mut session, &ReviewCommand::from_line)?;
            // Either no square was asked about, or the photo still needs review for another reason, such as
            // being a copy of another player's photo.
            let has_asked = session.questions() > 0 && (session.has_left_something() || !review.is_to_check(photo));
            if ended == Some(Ended::Asked) && session.given() == saved && !has_asked {
                ended = self.ask_about_photo(REVIEW_PROMPTS[1].into(), false, Ok((&mut session, first_asked)))?;
            }
            if session.given() != saved && session.answers_given() < answers {
                self.take_back(photo, review)?;
            } else if session.given() != saved {
                let _guard = self.saving.lock().unwrap_or_else(PoisonError::into_inner);
                match review.correct(game, &saved, session.given(), now()) {
                    Ok(()) => {}
                    Err(FinishError::Results(error)) => {
                        writeln!(self.person.output, "{}", visible(&error.to_string()))?;
                        session.take_back_answer();
                        continue;
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            if session.given() != saved {
                facts.replace(game.facts(review));
                if let Some(message) = counts_now(photo, chosen, review) {
                    self.person.say(message)?;
                }
                saved = session.given().to_vec();
            }
            if let Some(ended) = ended {
                return Ok(ended);
            }
        }
    }

    /// Executes a command about the whole photo. Returns `None` if the dialogue about this photo continues.
    fn obey(
        &mut self,
        command: ReviewCommand,
        photo: &str,
        chosen: Option<usize>,
        review: &mut Review,
    ) -> anyhow::Result<Option<Then>> {
        let refused = match &command {
            ReviewCommand::Accept | ReviewCommand::Choose(_) | ReviewCommand::Kingdom(_) => {
                review.refuses_kingdom(photo)
            }
            ReviewCommand::LeaveOut => review.refuses(photo),
            _ => None,
        };
        if let Some(why) = refused {
            self.person.say(why)?;
            return Ok(None);
        }
        match command {
            ReviewCommand::Next => {
                if review.is_to_check(photo) {
                    self.person.say(MessageId::ReviewStays)?;
                }
                Ok(Some(Then::Next))
            }
            ReviewCommand::Back => match self.shown.len().checked_sub(2) {
                Some(before) => Ok(Some(Then::Back(before))),
                None => {
                    self.person.say(MessageId::ReviewNoPhotoBefore)?;
                    Ok(None)
                }
            },
            ReviewCommand::Show(name) => self.show_named(&name, review),
            ReviewCommand::TakeBack => {
                if self.take_back(photo, review)? {
                    self.say_total(photo, review.chosen(photo), review)?;
                }
                Ok(None)
            }
            ReviewCommand::LeaveOut => {
                decide(self.saving, review, photo, PhotoDecision::LeftOut)?;
                Ok(Some(Then::Next))
            }
            ReviewCommand::NoKingdom(problem) => {
                writeln!(self.person.output, "{}", visible(&problem))?;
                Ok(None)
            }
            ReviewCommand::Choose(number) => self.choose(number, photo, review),
            ReviewCommand::Accept => match review.counting(photo, chosen) {
                Some(kingdom) => self.count(kingdom, true, photo, &[], review),
                None => {
                    self.person.say(MessageId::ReviewNoKingdomRead)?;
                    Ok(None)
                }
            },
            ReviewCommand::Kingdom(kingdom) => {
                // Compares the typed kingdom with the reading of the photo, not with a kingdom typed earlier.
                let read = review.game_as_read(photo).unwrap_or_default();
                let read = read.filter(|read| chosen.is_some() || read.views_shown().len() == 1);
                let against = read.and_then(|read| read.shown_against(chosen, &kingdom));
                self.count(*kingdom, false, photo, &against.into_iter().collect::<Vec<_>>(), review)
            }
        }
    }

    /// Goes to the photo with this part in its name.
    fn show_named(&mut self, name: &str, review: &Review) -> anyhow::Result<Option<Then>> {
        match one_photo(review, name) {
            Ok(other) => Ok(Some(Then::Show(other))),
            Err(problem) => {
                self.person.say(problem)?;
                Ok(None)
            }
        }
    }

    /// Makes the kingdom with this number the player's.
    fn choose(&mut self, number: usize, photo: &str, review: &mut Review) -> anyhow::Result<Option<Then>> {
        if review.corrected(photo).is_some_and(|corrected| corrected.between_corners.is_some()) {
            self.person.say(MessageId::ReadBetweenCorners)?;
            return Ok(None);
        }
        let count = review.line(photo).map_or(0, |line| line.kingdoms.len());
        if count == 0 {
            self.person.say(MessageId::ReviewNoKingdomRead)?;
            return Ok(None);
        }
        if number > count {
            self.person.say(MessageId::AskNumber.with("last", count))?;
            return Ok(None);
        }
        decide(self.saving, review, photo, PhotoDecision::Chosen(number))?;
        let settled = !review.is_to_check(photo);
        self.say_total(photo, Some(number), review)?;
        Ok(settled.then_some(Then::Next))
    }

    /// Counts a kingdom that the user typed, or confirmed as it is (`is_confirmed`). If there is evidence
    /// against it, asks once more.
    fn count(
        &mut self,
        kingdom: Kingdom,
        is_confirmed: bool,
        photo: &str,
        against: &[Message],
        review: &mut Review,
    ) -> anyhow::Result<Option<Then>> {
        if let Some(why) = review.refuses_typed(photo, &kingdom) {
            self.person.say(why)?;
            return Ok(None);
        }
        let against: Vec<Message> = against.iter().cloned().chain(review.audited(photo, &kingdom)).collect();
        for message in &against {
            self.person.say(message.clone())?;
        }
        if !against.is_empty() {
            let answer = self.person.line(MessageId::ReviewSure)?.unwrap_or_default();
            if yes_or_no(&answer) != Some(true) {
                return Ok(None);
            }
        }
        let is_confirmed = is_confirmed || !against.is_empty();
        decide(self.saving, review, photo, PhotoDecision::Kingdom { kingdom, is_confirmed })?;
        self.say_total(photo, None, review)?;
        Ok(Some(Then::Next))
    }

    /// Undoes the last answer about the photo, and reports that. Returns whether there was an answer.
    fn take_back(&mut self, photo: &str, review: &mut Review) -> anyhow::Result<bool> {
        let taken_back = {
            let _guard = self.saving.lock().unwrap_or_else(PoisonError::into_inner);
            review.undo(&[photo])?
        };
        let is_taken_back = matches!(taken_back, Some(Ok(_)));
        self.person.say(match taken_back {
            Some(Ok(_)) => MessageId::ReviewTakenBack.into(),
            Some(Err(SaidLater(other))) => MessageId::ReviewCorrectedLater.with("photo", other),
            None => Message::from(MessageId::ReviewNothingSaid),
        })?;
        Ok(is_taken_back)
    }

    /// Prints the current total of the player's kingdom.
    fn say_total(&mut self, photo: &str, chosen: Option<usize>, review: &Review) -> anyhow::Result<()> {
        match counts_now(photo, chosen, review) {
            Some(message) => Ok(self.person.say(message)?),
            None => Ok(()),
        }
    }

    /// Shows the photo's name, its picture, why it needs review, and its reading.
    fn show(&mut self, photo: &str, item: Option<&ReviewItem>, review: &Review) -> anyhow::Result<()> {
        let Some(line) = review.line(photo) else { return Ok(()) };
        let player = line.reading.info.seat.as_ref().map(|seat| format!(" ({})", seat.player)).unwrap_or_default();
        writeln!(self.person.output, "{}", visible(&format!("{photo}{player}")))?;
        if let Some(picture) = picture(line, self.out) {
            writeln!(self.person.output, "  {}", visible(&picture.display().to_string()))?;
        }
        if line.reading.info.seat.is_none() && !line.reading.info.is_unlisted {
            self.person.say(MessageId::ReviewCountsNowhere)?;
        }
        // The kingdoms of a photo may share a doubt, which is printed once.
        let mut said = BTreeSet::new();
        for doubt in item.iter().flat_map(|item| &item.doubts).map(|doubt| doubt.in_language(self.language)) {
            if !said.insert(doubt.clone()) {
                continue;
            }
            write!(self.person.output, "{}", paragraph("  ", &visible(&doubt), terminal_width()))?;
        }
        let corrected = review.corrected(photo);
        if corrected.as_ref().is_some_and(|corrected| corrected.is_left_out) {
            self.person.say(MessageId::ReviewIsLeftOut)?;
        }
        let is_typed = corrected.as_ref().is_some_and(|corrected| corrected.typed.is_some());
        let has_squares = corrected.is_some_and(|corrected| !corrected.squares.is_empty());
        let game = if has_squares { review.game_of(photo).unwrap_or_default() } else { None };
        for (index, ReadKingdom { record, mut doubts, .. }) in line.read_kingdoms().into_iter().enumerate() {
            if is_typed {
                writeln!(self.person.output, "  {}", notation::write(&record.kingdom))?;
            }
            let named = game.as_ref().and_then(|game| Some(game.first_place(*game.views_shown().get(index)?)));
            let first = named.unwrap_or(Place::new(0, 0));
            for doubt in &mut doubts {
                doubt.place = Place::new(doubt.place.row + first.row, doubt.place.col + first.col);
            }
            let states: Vec<_> = doubts.iter().map(|doubt| (doubt.place, SquareState::Doubtful)).collect();
            self.draw(&with_border(&record.kingdom, first), &states)?;
            for doubt in &doubts {
                writeln!(self.person.output, "  {}", Message::from(doubt).in_language(self.language))?;
            }
        }
        Ok(self.explain()?)
    }

    fn draw(&mut self, kingdom: &Kingdom, states: &[(Place, SquareState)]) -> io::Result<()> {
        self.legend.add(kingdom, states);
        write!(self.person.output, "{}", kingdom_picture(kingdom, states, self.language, terminal_width()))
    }

    /// Explains what no picture had before.
    fn explain(&mut self) -> io::Result<()> {
        write!(self.person.output, "{}", self.legend.in_words(self.language, terminal_width()))
    }
}

/// Saves a decision about a photo; Ctrl-C waits until that is done.
fn decide(saving: &Mutex<()>, review: &mut Review, photo: &str, decision: PhotoDecision) -> Result<(), FinishError> {
    let _guard = saving.lock().unwrap_or_else(PoisonError::into_inner);
    review.decide(photo, decision, now())
}

/// The kingdom with empty rows above it and empty columns to its left, so that its first square is at `first`.
fn with_border(kingdom: &Kingdom, first: Place) -> Kingdom {
    let squares = kingdom.squares();
    let with_border = Grid::from_fn(squares.rows() + first.row, squares.cols() + first.col, |place| {
        let inside = place.row.checked_sub(first.row).zip(place.col.checked_sub(first.col));
        inside.map_or(Square::Empty, |(row, col)| squares[Place::new(row, col)])
    });
    Kingdom::new(kingdom.game(), kingdom.size(), with_border).unwrap_or_else(|_| kingdom.clone())
}

fn counts_now(photo: &str, chosen: Option<usize>, review: &Review) -> Option<Message> {
    review.counts_now(photo, chosen).map(|total| MessageId::CountsNow.with("total", total))
}

fn one_photo(review: &Review, name: &str) -> Result<String, Message> {
    match review.photos_called(name)[..] {
        [only] => Ok(only.to_owned()),
        [] => Err(MessageId::ReviewNoSuchPhoto.with("name", name)),
        ref several => Err(MessageId::ReviewWhichPhoto.with("name", name).with("photos", several.join(", "))),
    }
}

/// The annotated picture of the photo or, if the photo is a copy, of the original. Photos that are doubtful
/// only because of other photos have just a small copy.
fn picture(line: &PhotoLine, out: &ResultsFolder) -> Option<PathBuf> {
    let drawn = [Some(&line.reading.photo), line.duplicate_of.as_ref()].into_iter().flatten();
    let small = line.reading.sha256.iter().map(|sha256| out.small_picture(sha256));
    drawn.map(|photo| out.review_picture(photo)).chain(small).find(|picture| picture.exists())
}
