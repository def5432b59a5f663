//! The command line: parses, calls, prints, sets the exit code.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run().into()
}
