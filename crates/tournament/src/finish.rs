//! Ranks the players from the results and corrections, and writes the tables and the report.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use super::corrections::Corrections;
use super::provenance::Provenance;
use super::ranking::{RankedBy, Tournament};
use super::report::csv::{Form, write_csv};
use super::report::pages::{SmallPictures, write_tournament_report};
use super::report::projector::projector_page;
use super::report::sheets::sheets;
use super::report::xlsx::workbook;
use super::reread::lines_anew;
use super::results::lines;
use super::results_folder::{Change, ResultsFolder, WriteError};
use game::photo_reading::ResultsError;

/// Why there are no standings.
#[derive(Debug, thiserror::Error)]
pub enum FinishError {
    /// The results or the corrections cannot be read.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Ranks the players from `results.ndjson` and `corrections.json`. Writes the ranks (`standings.csv` and the
/// other tables, `projector.html`) and `report.html`. Further pages of a large report go into the folder
/// `report`.
///
/// # Errors
/// Files that cannot be read or written.
pub fn finish(out: &ResultsFolder, form: impl Into<Form>) -> Result<Tournament, FinishError> {
    let mut change = out.change();
    let tournament = finish_change(&mut change, form)?;
    change.commit()?;
    Ok(tournament)
}

/// Does the same as [`finish`] as part of a change: reads the newest files of the change, and adds its own
/// files to it.
///
/// # Errors
/// Files that cannot be read or written.
pub fn finish_change(change: &mut Change<'_>, form: impl Into<Form>) -> Result<Tournament, FinishError> {
    let form: Form = form.into();
    let out = change.out();
    Provenance::check_files(change)?;
    let corrections = Corrections::newest(change)?;
    let by = Provenance::ranked_by_of(change.newest(&out.provenance()))?;
    let tournament = tournament(change.newest(&out.results()), &corrections, by)?;
    write_standings(change, &tournament, form)?;
    let mut pages = BTreeSet::new();
    let pictures = SmallPictures {
        jpeg: &|sha256| std::fs::read(out.small_picture(sha256)).ok(),
        beside: &|sha256| out.small_picture(sha256).exists().then(|| format!("../pictures/{sha256}.jpg")),
    };
    write_tournament_report(&tournament, pictures, form.language, &mut |name, page| {
        let path = name.map_or_else(|| out.report(), |name| out.report_page(name));
        change.write(&path, |file| file.write_all(page))?;
        pages.insert(path);
        Ok::<(), WriteError>(())
    })?;
    change.keep_pages(pages);
    Ok(tournament)
}

fn write_standings(change: &mut Change<'_>, tournament: &Tournament, form: Form) -> Result<(), WriteError> {
    let out = change.out();
    let sheets = sheets(tournament, form.language);
    for (path, sheet) in out.sheets().iter().zip(&sheets) {
        change.write(path, |file| write_csv(file, sheet, form))?;
    }
    let workbook = workbook(&sheets).map_err(io::Error::other);
    change.write(&out.workbook(), |file| file.write_all(&workbook?))?;
    change.write(&out.projector(), |file| file.write_all(projector_page(tournament, form.language).as_bytes()))
}

/// Stores how the players in a folder of results are ranked: the rule for ties, and the tournament's own
/// rules.
///
/// # Errors
/// Files that cannot be read or written, or that have changed since they were written.
pub fn keep_ranked_by(out: &ResultsFolder, by: RankedBy) -> Result<(), FinishError> {
    let mut change = out.change();
    Provenance::check_files(&change)?;
    Provenance::from_folder(out)?.with_ranked_by(by).write(&mut change)?;
    Ok(change.commit()?)
}

/// Ranks the results of a file. Tables with corrections are read again.
fn tournament(results: &Path, corrections: &Corrections, by: RankedBy) -> Result<Tournament, ResultsError> {
    if corrections.is_empty() {
        return Tournament::ranked_by(by, lines(results)?, corrections);
    }
    let mut corrections = corrections.clone();
    let mut read = lines(results)?.collect::<Result<Vec<_>, _>>()?;
    lines_anew(&read, &mut corrections).into_iter().for_each(|(index, line)| read[index] = line);
    Ok(Tournament::ranked_by(by, read.into_iter().map(Ok), &corrections)?.with_lost_words(&corrections))
}
