//! Ranks the players from the results and corrections, and writes the tables and the report.

use std::collections::BTreeSet;
use std::io;

use super::corrections::Corrections;
use super::provenance::Provenance;
use super::ranking::{Ranked, Tournament};
use super::report::csv::{Form, write_csv};
use super::report::pages::{SmallPictures, write_tournament_report};
use super::report::projector::projector_page;
use super::report::sheets::sheets;
use super::report::xlsx::workbook;
use super::results_folder::{Change, ResultsFolder, WriteError};
use super::run::{ReadPhotos, gone_pictures};
use game::line::PhotoLine;
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

/// Ranks the players from the results and corrections. Writes the results as lines of JSON, the ranks
/// (`standings.csv` and the other tables, `projector.html`) and `report.html`. Further pages of a large report
/// go into the folder `report`.
///
/// # Errors
/// Files that cannot be read or written.
pub fn finish(out: &ResultsFolder, form: impl Into<Form>) -> Result<Tournament, FinishError> {
    // By a connection of its own, so that no answer waits until everything is read.
    let results = ResultsFolder::of_a_run(out.path());
    let (lines, by) = (results.lines()?, Provenance::of_folder(&results)?.ranked_by());
    let mut corrections = Corrections::of_folder(&results)?;
    let ranked = Ranked::new(&lines, &mut corrections, by);
    written(out, &lines, &ranked.tournament, form.into())?.commit()?;
    Ok(ranked.tournament)
}

/// Does the same as [`finish`] for the results of a run, which replace those in the folder. Nothing is replaced
/// if anything cannot be written.
///
/// # Errors
/// Files that cannot be read or written.
pub fn finish_run(
    out: &ResultsFolder,
    read: &ReadPhotos,
    provenance: &Provenance,
    form: impl Into<Form>,
) -> Result<Tournament, FinishError> {
    let mut corrections = Corrections::of_folder(out)?;
    let ranked = Ranked::new(&read.lines, &mut corrections, provenance.ranked_by());
    let files = written(out, &read.lines, &ranked.tournament, form.into())?;
    let gone = gone_pictures(&read.pictures, out)?;
    replace_results(out, &read.lines, provenance)?;
    files.commit().map_err(|error| WriteError { is_midway: true, ..error })?;
    out.remove_pictures(&gone);
    Ok(ranked.tournament)
}

/// Replaces the results alone, see [`finish_run`]; pictures of earlier results stay until then.
///
/// # Errors
/// The database cannot be written. The earlier results are then unchanged.
pub fn replace_results(out: &ResultsFolder, lines: &[PhotoLine], provenance: &Provenance) -> Result<(), WriteError> {
    out.written(out.database.replace_results(lines, provenance))
}

/// New versions of all files, not yet in their places.
fn written<'a>(
    out: &'a ResultsFolder,
    lines: &[PhotoLine],
    tournament: &Tournament,
    form: Form,
) -> Result<Change<'a>, WriteError> {
    let mut change = out.change();
    change.write(&out.results(), |file| {
        for line in lines {
            serde_json::to_writer(&mut *file, line)?;
            file.write_all(b"\n")?;
        }
        Ok(())
    })?;
    let sheets = sheets(tournament, form.language);
    for (path, sheet) in out.sheets().iter().zip(&sheets) {
        change.write(path, |file| write_csv(file, sheet, form))?;
    }
    let workbook = workbook(&sheets).map_err(io::Error::other);
    change.write(&out.workbook(), |file| file.write_all(&workbook?))?;
    change.write(&out.projector(), |file| file.write_all(projector_page(tournament, form.language).as_bytes()))?;
    let mut pages = BTreeSet::new();
    let pictures = SmallPictures {
        jpeg: &|sha256| std::fs::read(out.small_picture(sha256)).ok(),
        beside: &|sha256| out.small_picture(sha256).exists().then(|| format!("../pictures/{sha256}.jpg")),
    };
    write_tournament_report(tournament, pictures, form.language, &mut |name, page| {
        let path = name.map_or_else(|| out.report(), |name| out.report_page(name));
        change.write(&path, |file| file.write_all(page))?;
        pages.insert(path);
        Ok::<(), WriteError>(())
    })?;
    change.keep_pages(pages);
    Ok(change)
}
