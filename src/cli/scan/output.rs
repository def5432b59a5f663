//! The output for a photo: a table or a line of JSON, what is left to correct, and errors.

use std::path::Path;

use game::photo_reading::Status;
use kingdom_scanner::correction::KingdomName;
use kingdom_scanner::correction::dialogue::can_be_asked_about;
use kingdom_scanner::formats::GameOfPhotos;
use kingdom_scanner::report::kingdom_picture::Legend;
use kingdom_scanner::report::scan_table::{ToSay, scan_table};
use kingdom_scanner::report::to_type::LinesToType;
use kingdom_scanner::vision::scan::ScanError;
use vision::scan_results::{failed_line, status_of};

use super::photos::in_json;
use super::{Args, Scanned};
use crate::cli::args::terminal_width;
use crate::cli::command_line::typed_again;
use crate::cli::corrections::{ToSettle, kingdom_to_say, line_to_fix};
use crate::cli::exit_code::Exit;
use crate::cli::shell_words::LineToType;
use crate::cli::terminal::Output;
use crate::cli::{on_one_line, stderr_line};

/// The outcome of one photo.
pub struct PhotoOutput {
    exit: Exit,
    /// Text for stdout; may be empty.
    result: Output,
    /// Text for stderr.
    error: Option<String>,
    /// Whether asking the user could complete the review.
    pub can_be_asked: bool,
    /// What is left to be explained, below the pictures of all photos.
    legend: Legend,
}

impl PhotoOutput {
    /// The output for a photo with kingdoms. `open` has each kingdom's name and what is left to correct in
    /// it.
    pub fn scored(
        scanned: &Scanned,
        open: &[(KingdomName, ToSettle)],
        of_game: Option<&GameOfPhotos>,
        args: &Args,
    ) -> anyhow::Result<Self> {
        let can_be_asked = scanned.reports.iter().any(|report| can_be_asked_about(report.reading));
        let mut legend = Legend::default();
        let result = if args.json {
            let mut line = scanned.line(in_json(&scanned.photo.name), args);
            line.scan.game = of_game.cloned();
            Output::Json(line.to_line()?)
        } else {
            Output::Text(table(scanned, open, can_be_asked, &mut legend, args))
        };
        let needs_review = scanned.reports.iter().any(|report| report.reading.needs_review);
        Ok(Self { exit: Exit::of_review(needs_review, args.strict), result, error: None, can_be_asked, legend })
    }

    /// The output for a photo that could not be read, or that has no kingdom.
    pub fn failed(name: &str, error: &anyhow::Error, args: &Args) -> Self {
        let message = on_one_line(error);
        let no_kingdom = error.downcast_ref::<ScanError>().filter(|error| error.is_no_kingdom());
        let status = no_kingdom.map_or(Status::Error, status_of);
        let mut result = String::new();
        if args.json {
            let (content, known) = (args.content(name), args.scan_options().reconstruct);
            result = failed_line(in_json(name), &content, &known, status, message.clone()).unwrap_or_default();
        }
        let exit = if no_kingdom.is_some() { Exit::NoKingdom } else { Exit::Failed };
        let error = no_kingdom.map(|error| error.in_language(args.language.language())).unwrap_or(message);
        let result = Output::Json(result);
        Self { exit, result, error: Some(error), can_be_asked: false, legend: Legend::default() }
    }

    /// Prints to stdout and stderr. `legend` collects what is left to be explained.
    pub fn print(self, legend: &mut Legend) -> anyhow::Result<Exit> {
        legend.append(self.legend);
        if let Some(error) = self.error {
            stderr_line!("error: {error}");
        }
        self.result.print()?;
        Ok(self.exit)
    }
}

fn table(
    scanned: &Scanned,
    open: &[(KingdomName, ToSettle)],
    can_be_asked: bool,
    legend: &mut Legend,
    args: &Args,
) -> String {
    let (language, width) = (args.language.language(), terminal_width());
    let photo = in_json(&scanned.photo.name);
    let begin = args.typed_again((!args.same_game).then_some(photo));
    let to_say: Vec<ToSay> = open.iter().map(|(name, open)| to_say(open, name, &begin)).collect();
    for report in &scanned.reports {
        legend.add(&report.reading.kingdom, &report.reading.states());
    }
    let below = if args.photos.len() == 1 { legend.in_words(language, width) } else { String::new() };
    let table = scan_table(&scanned.photo.name, &scanned.reports, &to_say, &below, language, width);
    // Photos of one game share their lines, which are printed below all of them.
    if args.same_game { table } else { table + &args.lines_to_type(Some(photo), open, can_be_asked) }
}

/// What is left to correct in a kingdom.
fn to_say(open: &ToSettle, name: &KingdomName, begin: &LineToType) -> ToSay {
    let suspects = open.suspects.iter().map(ToString::to_string).collect();
    let whole = open.questions.iter().find_map(|question| kingdom_to_say(question, begin, name));
    ToSay { whole, questions: open.questions.clone(), suspects }
}

impl Args {
    /// The command line as typed, to be continued with corrections, for all photos or for one of them.
    fn typed_again(&self, photo: Option<&str>) -> LineToType {
        typed_again("scan", true).changed(|word| {
            let is_photo = self.photos.iter().any(|other| other == Path::new(&word));
            let is_other = photo.is_some_and(|photo| photo != word) && is_photo;
            (!is_other).then_some(word)
        })
    }

    /// The command lines that correct what is `open` in all photos or in one of them, as text below the
    /// results. Questions are offered if they `can_be_asked`, and not if the photo itself is on standard
    /// input, because answers are read from there.
    pub fn lines_to_type(&self, photo: Option<&str>, open: &[(KingdomName, ToSettle)], can_be_asked: bool) -> String {
        let begin = self.typed_again(photo);
        let questions =
            open.iter().flat_map(|(name, open)| open.questions.iter().map(move |question| (name, question)));
        let fix = line_to_fix(&begin, questions);
        let can_ask = can_be_asked && !self.corrections.asks() && self.standard_input.is_none();
        let ask = can_ask.then(|| begin.with(["--ask".to_owned()]).to_string());
        LinesToType { fix, ask }.in_words(self.language.language(), terminal_width())
    }
}
