//! `completions SHELL` and `man DIR`: describes the commands for shells and manuals.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap_complete::Shell;

use super::exit_code::Exit;
use super::{PROGRAM, command, print_exactly};

const EXAMPLES: &str = "\
Examples:
  kingdom-scanner completions bash > ~/.local/share/bash-completion/completions/kingdom-scanner
  kingdom-scanner completions zsh > ~/.zfunc/_kingdom-scanner
  kingdom-scanner completions fish > ~/.config/fish/completions/kingdom-scanner.fish";

/// Print the script with which a shell completes commands and options
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Write a manual page for each command
#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// The folder for the pages; it must exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub fn print_completions(args: &CompletionsArgs) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), PROGRAM, &mut script);
    let mut script = String::from_utf8(script)?;
    if args.shell == Shell::Bash {
        // If the program's name has a hyphen, clap_complete writes it in two ways, so that no command is
        // found: clap-rs/clap#6421.
        script = script.replace(&PROGRAM.replace('-', "__subcmd__"), &PROGRAM.replace('-', "__"));
    }
    print_exactly(&script)?;
    Ok(Exit::Scored)
}

pub fn write_man(args: &ManArgs) -> anyhow::Result<Exit> {
    fs::read_dir(&args.folder)
        .and_then(|_| clap_mangen::generate_to(command(), &args.folder))
        .with_context(|| format!("{}: cannot write manual pages there", args.folder.display()))?;
    Ok(Exit::Scored)
}
