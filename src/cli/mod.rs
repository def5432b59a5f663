//! The subcommands, one file each: `pub struct Args` and `pub fn run(args: Args) -> anyhow::Result<Exit>`.

mod args;
mod audit;
mod batch;
mod command_line;
mod completions;
mod corrections;
mod exit_code;
mod facts;
mod gallery_argument;
mod game;
mod interrupted;
mod kingdom_arguments;
mod learn;
mod memory;
mod picture;
mod remarks;
mod review;
mod scan;
mod score;
mod seating;
#[cfg(feature = "serve")]
mod serve;
mod sheets;
mod shell_words;
mod square_picture;
mod standings;
mod table_facts;
mod terminal;
mod territories;

use std::ffi::OsString;
use std::io;

use clap::{CommandFactory, Parser, Subcommand};

use kingdom_scanner::vision::scan::ScanError;

use exit_code::Exit;
use terminal::{Presentation, print, print_exactly, print_json, remark_line, stderr_line};

const PROGRAM: &str = "kingdom-scanner";

const FOOTER: &str = "\
Examples:
  kingdom-scanner photo.jpg                 # the same as `kingdom-scanner scan photo.jpg`
  kingdom-scanner game anna.jpg ben.jpg cem.jpg
  kingdom-scanner score 'F1WC/L1W. k5'
  kingdom-scanner score kingdom.json --variant harmony --json
  kingdom-scanner standings anna.json ben.json cem.json
  kingdom-scanner audit --same-game anna.json ben.json cem.json

Exit codes:
  0  scored
  1  a photo held no kingdom, or `audit` found a kingdom impossible
  2  wrong usage, a file that cannot be read or written, or an unusable model
  3  something needs review (only with --strict)
130  stopped by Ctrl-C";

/// Scores finished kingdoms of Kingdomino and Queendomino; reads them from a photo.
#[derive(Debug, Parser)]
#[command(version, about, after_help = FOOTER, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    presentation: Presentation,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Scan(scan::Args),
    Game(game::Args),
    Learn(learn::Args),
    Score(score::Args),
    Standings(standings::Args),
    Territories(territories::Args),
    Audit(audit::Args),
    Batch(batch::Args),
    Review(review::Args),
    Seating(seating::Args),
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    Completions(completions::CompletionsArgs),
    #[command(hide = true)]
    Man(completions::ManArgs),
}

/// The program's commands and options.
fn command() -> clap::Command {
    Cli::command()
}

/// The commands' names.
fn commands() -> Vec<String> {
    command().get_subcommands().map(|command| command.get_name().to_owned()).chain(["help".to_owned()]).collect()
}

/// Runs the command line. An error goes to stderr with its causes on one line.
pub fn run() -> Exit {
    terminal::announce_panics();
    // Shells on Windows leave `*.jpg` to the program.
    let args: Vec<OsString> = command_line::understood(wild::args_os().collect(), &commands());
    Presentation::of_words(&args).begin();
    let outcome = match Cli::try_parse_from(&args) {
        Ok(cli) => cli.run(),
        Err(mut answer) if answer.use_stderr() => {
            command_line::suggest_file(&mut answer, &args);
            terminal::write_text(&terminal::answer::<Cli>(&answer, &args));
            Ok(Exit::Failed)
        }
        Err(answer) => print(&terminal::answer::<Cli>(&answer, &args)).map(|()| Exit::Scored),
    };
    outcome.unwrap_or_else(|error| {
        if reader_is_gone(&error) {
            return Exit::Scored;
        }
        stderr_line!("error: {}", on_one_line(&error));
        if is_no_kingdom(&error) { Exit::NoKingdom } else { Exit::Failed }
    })
}

impl Cli {
    fn run(self) -> anyhow::Result<Exit> {
        self.presentation.begin();
        match self.command {
            Command::Scan(args) => scan::run(args),
            Command::Game(args) => game::run(args),
            Command::Learn(args) => learn::run(args),
            Command::Score(args) => score::run(args),
            Command::Standings(args) => standings::run(args),
            Command::Territories(args) => territories::run(args),
            Command::Audit(args) => audit::run(args),
            Command::Batch(args) => batch::run(args),
            Command::Review(args) => review::run(args),
            Command::Seating(args) => seating::run(args),
            #[cfg(feature = "serve")]
            Command::Serve(args) => serve::run(args),
            Command::Completions(args) => completions::print_completions(&args),
            Command::Man(args) => completions::write_man(&args),
        }
    }
}

/// Whether the error means that a photo has no kingdom.
fn is_no_kingdom(error: &anyhow::Error) -> bool {
    error.downcast_ref::<ScanError>().is_some_and(ScanError::is_no_kingdom)
}

/// The error and its causes, on one line.
fn on_one_line(error: &anyhow::Error) -> String {
    kingdom_scanner::messages::on_one_line(error.as_ref())
}

/// Whether the reader of our stdout (`head`, a pager) has closed it, which is not an error.
fn reader_is_gone(error: &anyhow::Error) -> bool {
    // The Windows error for a pipe without a reader; the standard library has no name for it.
    const PIPE_NOT_CONNECTED: i32 = 233;
    error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).any(|error| {
        error.kind() == io::ErrorKind::BrokenPipe || cfg!(windows) && error.raw_os_error() == Some(PIPE_NOT_CONNECTED)
    })
}
