//! From the results and the corrections to what people read.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::card::Card;
use super::corrections::Corrections;
use super::out_folder::{OutFolder, WriteError};
use super::results::{ResultsError, lines};
use super::tournament::Tournament;
use crate::report::tournament_csv::write_tournament_csv;
use crate::report::tournament_html::write_tournament_html;
use crate::words::Language;

/// Why there are no standings.
#[derive(Debug, thiserror::Error)]
pub enum FinishError {
    /// The results or the corrections.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A file that cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Ranks what `results.ndjson` and `corrections.json` hold, and writes `standings.csv` and `report.html`. Pictures of
/// photos that are no longer there, or no longer in doubt, are removed.
///
/// # Errors
/// Files that cannot be read or written.
pub fn finish(out: &OutFolder, language: Language) -> Result<Tournament, FinishError> {
    let tournament = ranked(out)?;
    out.write(&out.standings(), |file| write_tournament_csv(file, &tournament))?;
    let picture = |sha256: &str| std::fs::read(out.small_picture(sha256)).ok();
    out.write(&out.report(), |file| write_tournament_html(file, &tournament, &picture, language))?;
    let pictures = pictures(out)?;
    out.keep_pictures(&|path: &Path| pictures.contains(path))?;
    Ok(tournament)
}

/// Ranks what `results.ndjson` and `corrections.json` hold.
///
/// # Errors
/// Files that cannot be read.
pub fn ranked(out: &OutFolder) -> Result<Tournament, ResultsError> {
    let corrections = Corrections::of(out)?;
    Ok(Tournament::of(lines(&out.results())?, &corrections)?.of_part(Card::part_of(out)?))
}

/// Those that belong to the results.
fn pictures(out: &OutFolder) -> Result<BTreeSet<PathBuf>, ResultsError> {
    let mut pictures = BTreeSet::new();
    for line in lines(&out.results())? {
        let line = line?;
        pictures.extend(line.sha256.as_ref().map(|sha256| out.small_picture(sha256)));
        pictures.extend(line.needs_review.then(|| out.review_picture(&line.photo)));
    }
    Ok(pictures)
}
