//! `score KINGDOM`: the sheet without a photo.

use super::exit_code::Exit;

/// Scores a kingdom that is given in words
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A file with a kingdom in JSON, `-` for standard input, or a kingdom in notation such as 'G2CM1/G.M2 k5'
    #[arg(value_name = "KINGDOM")]
    pub kingdom: String,
}

pub fn run(_args: Args) -> anyhow::Result<Exit> {
    anyhow::bail!("kingdoms cannot be read yet")
}
