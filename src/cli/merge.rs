//! `merge OUT... -o MERGED`: the results of several machines put together.

use std::path::PathBuf;

use anyhow::ensure;

use kingdom_scanner::tournament::overwrite_guard::Photos;
use kingdom_scanner::tournament::report::table::tournament_table;
use kingdom_scanner::tournament::{Missing, ResultsFolder, finish_change, merge};

use super::args::{LanguageArg, is_same, terminal_width};
use super::exit_code::Exit;
use super::{print, remark_line};

const EXAMPLES: &str = "\
Examples:
  kingdom-scanner merge out-1 out-2 out-3 out-4 -o results
  kingdom-scanner merge out-1 out-3 out-4 -o results --allow-missing
  parallel kingdom-scanner batch photos -o out-{} --shard {}/4 --jobs 1 ::: 1 2 3 4";

/// Puts the results of `batch --shard` together
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The folders of results of all shards
    #[arg(value_name = "OUT", required = true)]
    shards: Vec<PathBuf>,
    /// The folder for the results of all
    #[arg(short, long, value_name = "MERGED")]
    output: PathBuf,
    /// Goes on when shards are missing; the results tell which
    #[arg(long)]
    allow_missing: bool,
    /// Replaces the results of other photos, or of more shards
    #[arg(long)]
    force: bool,
    /// Exit with code 3 when something needs review
    #[arg(short, long)]
    strict: bool,
    #[command(flatten)]
    language: LanguageArg,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let same = args.shards.iter().find(|shard| is_same(shard, &args.output));
    ensure!(same.is_none(), "{}: the results of all need a folder of their own", args.output.display());
    let out = ResultsFolder::create(&args.output)?;
    // The merge itself refuses the folder of a run, whatever it holds.
    if !args.force && !out.journal().exists() {
        Photos::of_results(&out).may_be_replaced_by(&Photos::of_shards(&args.shards), &out)?;
    }
    let mut change = out.change();
    merge(&args.shards, &mut change, if args.allow_missing { Missing::Allowed } else { Missing::Refused })?;
    let tournament = finish_change(&mut change, args.language.language())?;
    change.commit()?;
    out.tidy();
    print(&tournament_table(&tournament, args.language.language(), terminal_width()))?;
    remark_line!("{}", out.report().display());
    Ok(Exit::of_tournament(&tournament, args.strict))
}
