mod cli;

use clap::{Parser, Subcommand};

#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Render(cli::render::RenderArgs),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().command {
        Command::Render(args) => cli::render::run(&args),
    }
}
