//! All output except files goes through this module. Anything in it that could control a terminal is made
//! visible, except the program's own colours. Errors when writing to standard error are ignored, because
//! there is nowhere else to report them.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::io::{self, StdinLock, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use clap::builder::Styles;
use clap::{ColorChoice, CommandFactory, Parser};
use kingdom_scanner::correction::dialogue::Person;
use kingdom_scanner::messages::{Language, MessageId, is_steering, visible, visible_in_colour, visible_lines};
use serde::Serialize;

use super::args::terminal_width;

/// Writes one line to standard error, like `eprintln!`, but never panics. Control characters in it are made
/// visible, so no name can break or colour the line.
macro_rules! stderr_line {
    ($($part:tt)*) => { $crate::cli::terminal::write_line(&format!($($part)*)) };
}
pub(super) use stderr_line;

/// Like [`stderr_line!`], for remarks that are not errors, such as notes and progress: prints nothing with
/// `--quiet`.
macro_rules! remark_line {
    ($($part:tt)*) => { if !$crate::cli::terminal::is_quiet() { $crate::cli::terminal::stderr_line!($($part)*) } };
}
pub(super) use remark_line;

/// How everything is printed: options of all commands.
#[derive(Debug, Clone, Copy, clap::Args)]
#[command(next_help_heading = "Printing")]
pub struct Presentation {
    /// Colours and bold: auto uses them only on a terminal, and never if NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", display_order = 1000)]
    color: ColorChoice,
    /// No notes, warnings or progress on standard error: only results, errors and questions
    #[arg(short, long, global = true, display_order = 1000)]
    quiet: bool,
}

/// Whether `--quiet` was given.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Whether standard error receives only errors and questions.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

impl Presentation {
    /// Finds these options before clap parses the words, because clap's help and errors have colours as well.
    pub fn of_words(words: &[OsString]) -> Self {
        let texts: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
        let behind = texts.windows(2).find(|pair| pair[0] == "--color").map(|pair| pair[1]);
        let value = texts.iter().find_map(|word| word.strip_prefix("--color=")).or(behind);
        Self { color: value.and_then(|value| value.parse().ok()).unwrap_or(ColorChoice::Auto), quiet: false }
    }

    /// Applies the options.
    pub fn begin(self) {
        let choice = match self.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
        QUIET.store(self.quiet, Ordering::Relaxed);
    }
}

/// Writes one line to standard error; called by [`stderr_line!`].
pub fn write_line(line: &str) {
    write_text(&format!("{}\n", visible(line)));
}

/// Writes text of several lines to standard error, in our own colours on a terminal. Names in it must already
/// be visible.
pub fn write_text(text: &str) {
    let mut stderr = anstream::stderr().lock();
    // Errors are ignored: see the module's documentation.
    let _ = stderr.write_all(visible_in_colour(text).as_bytes()).and_then(|()| stderr.flush());
}

/// A result for standard output.
#[derive(Debug)]
pub enum Output {
    /// Text to display. Names in it must already be visible.
    Text(String),
    /// Exact text for programs.
    Json(String),
}

impl Output {
    /// Writes the result to standard output.
    pub fn print(&self) -> anyhow::Result<()> {
        match self {
            Self::Text(text) => print(text),
            Self::Json(json) => print_exactly(json),
        }
    }
}

/// Writes text to standard output, in colour on a terminal only. Flushes it, so that a closed pipe is an
/// error instead of a panic. Names in it must already be visible.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(visible_in_colour(text).as_bytes()).and_then(|()| stdout.flush()).context(UNWRITABLE)
}

/// Writes a result for programs to standard output, unchanged.
pub fn print_exactly(text: &str) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).context(UNWRITABLE)
}

const UNWRITABLE: &str = "cannot write to standard output";

/// Writes a result to standard output as one line of JSON.
pub fn print_json(result: &impl Serialize) -> anyhow::Result<()> {
    print_exactly(&format!("{}\n", serde_json::to_string(result)?))
}

/// Standard error for a dialogue, in our own colours on a terminal.
pub type Stderr = Visible<anstream::Stderr>;

/// See [`Stderr`]. It is not locked, because Ctrl-C may print something while a question waits.
fn stderr() -> Stderr {
    Visible { out: anstream::stderr(), waiting: String::new() }
}

/// The user at the terminal, for questions.
pub fn person(language: Language, prompts: [MessageId; 2]) -> Person<StdinLock<'static>, Stderr> {
    Person {
        input: io::stdin().lock(),
        output: stderr(),
        language,
        width: terminal_width(),
        prompts,
        input_has_ended: false,
    }
}

/// Whether questions are possible: input and messages are a terminal.
pub fn can_ask() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Makes control characters visible. Keeps the text until it is flushed, because a colour's escape sequence
/// may arrive in pieces.
pub struct Visible<W: Write> {
    out: W,
    waiting: String,
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting += std::str::from_utf8(bytes).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = std::mem::take(&mut self.waiting);
        // Errors are ignored: see the module's documentation.
        let _ = self.out.write_all(visible_in_colour(&text).as_bytes()).and_then(|()| self.out.flush());
        Ok(())
    }
}

impl<W: Write> Drop for Visible<W> {
    fn drop(&mut self) {
        let _ = self.flush();
    }
}

/// Prints a panic on standard error, made visible, and without panicking itself; with `RUST_BACKTRACE` also
/// the backtrace.
pub fn announce_panics() {
    panic::set_hook(Box::new(|panic| {
        write_text(&visible_lines(&format!("a mistake in the program: {panic}\n")));
        let trace = std::backtrace::Backtrace::capture();
        if trace.status() == std::backtrace::BacktraceStatus::Captured {
            write_text(&visible_lines(&format!("{trace}\n")));
        }
    }));
}

/// Clap's answer to a command line that it refuses, or that asks for help, in clap's colours. Omits the
/// colours if an argument contains control characters, which could imitate them.
pub fn answer<C: Parser + CommandFactory>(error: &clap::Error, args: &[OsString]) -> String {
    let steering: Vec<String> = args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
    let mut steering: Vec<&str> = steering
        .iter()
        .flat_map(|arg| [Some(arg.as_str()), arg.split_once('=').map(|(_, value)| value)])
        .flatten()
        .collect();
    steering.retain(|arg| arg.contains(is_steering));
    if steering.is_empty() {
        return error.render().ansi().to_string();
    }
    let plain = C::command().styles(Styles::plain()).try_get_matches_from(args);
    let plain = plain.err().unwrap_or_else(|| clap::Error::raw(error.kind(), "this command line is not understood\n"));
    let text = plain.render().ansi().to_string();
    // Replaces the arguments one by one first, because a line end in the text may be clap's own or an
    // argument's.
    let text = steering.into_iter().fold(text, |text, arg| text.replace(arg, &visible(arg)));
    visible_lines(&text).into_owned()
}
