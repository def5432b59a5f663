//! Keeps new results from replacing those of another tournament.
//!
//! Photos are compared by their bytes, not by their names. So a folder that was moved or renamed still counts
//! as the same tournament, and a folder with other photos of the same names does not.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;

use super::plan::Plan;
use super::provenance::{Provenance, Source};
use super::results_folder::ResultsFolder;
use kingdomino::domain::counted;

/// The photos of results.
#[derive(Debug, Clone, Default)]
pub struct Photos {
    /// By name: the photo's sha256 if it can be read.
    photos: BTreeMap<String, Option<String>>,
    source: Option<Source>,
}

/// Why new results may not replace earlier ones, unless the user insists with `--force`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}. {NOTHING_WRITTEN}. {}", self.why(), self.ways_out())]
pub enum Replaced {
    /// Too few of the earlier photos are among the new ones.
    OtherPhotos {
        /// The folder of results.
        out: PathBuf,
        /// The earlier results.
        earlier: Box<Summary>,
        /// How many of the earlier photos are among the new ones, compared by their bytes.
        kept: usize,
        /// The results that would replace them.
        new: Box<Summary>,
    },
    /// The earlier results were made with a manifest, and the new ones are not.
    WithoutManifest {
        /// The folder of results.
        out: PathBuf,
        /// The manifest's name.
        manifest: String,
    },
}

impl Replaced {
    /// The problem, without the remedy.
    pub fn why(&self) -> String {
        match self {
            Self::OtherPhotos { out, earlier, kept, new } => {
                let are = if *kept == 1 { "is" } else { "are" };
                format!(
                    "{}: this folder has the results of other photos, {earlier}; only {kept} of them {are} among the \
                     {new}",
                    out.display()
                )
            }
            Self::WithoutManifest { out, manifest } => format!(
                "{}: these results were made with the manifest {manifest}, but no manifest was given now",
                out.display()
            ),
        }
    }

    /// The remedy when the command was `batch`.
    fn ways_out(&self) -> String {
        let first = match self {
            Self::OtherPhotos { .. } => "N",
            Self::WithoutManifest { .. } => "Give it again with --manifest, n",
        };
        format!("{first}ame another folder with -o, or replace the earlier results with --force")
    }
}

const NOTHING_WRITTEN: &str = "Nothing was written";

/// The number of photos, their folder, and the first of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    photos: usize,
    folder: Option<String>,
    first: Option<String>,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", counted(self.photos, "photo"))?;
        self.folder.iter().try_for_each(|folder| write!(f, " of the folder `{folder}`"))?;
        self.first.iter().try_for_each(|first| write!(f, " (such as {first})"))
    }
}

impl Photos {
    /// The photos of a plan.
    pub fn of_plan(plan: &Plan, source: Source) -> Self {
        // A missing photo does not help to tell which tournament this is.
        let existing = plan.all_photos().filter(|photo| !photo.is_missing);
        let photos = existing.map(|photo| (photo.name.clone(), photo.content.as_ref().ok().cloned())).collect();
        Self { photos, source: Some(source) }
    }

    /// The photos of the results in a folder, as far as they can be read.
    pub fn of_results(out: &ResultsFolder) -> Self {
        let known = out.database.known_photos().unwrap_or_default().into_iter();
        let photos = known.map(|known| (known.photo, known.sha256)).collect();
        let source = Provenance::of_folder(out).ok().and_then(|provenance| provenance.source().cloned());
        Self { photos, source }
    }

    /// Checks that results of the `new` photos may replace these results, which are in `out`.
    ///
    /// # Errors
    /// The new results are of another tournament, or of the same one without its manifest.
    pub fn may_be_replaced_by(&self, new: &Self, out: &ResultsFolder) -> Result<(), Replaced> {
        if self.photos.is_empty() || new.photos.is_empty() {
            return Ok(());
        }
        let (out, kept) = (out.path().to_owned(), self.kept_by_bytes(new));
        if !self.is_of_the_tournament_of(new) {
            let (earlier, new) = (Box::new(self.summary()), Box::new(new.summary()));
            return Err(Replaced::OtherPhotos { out, earlier, kept, new });
        }
        let manifest = |photos: &Self| photos.source.as_ref().and_then(|source| source.manifest.clone());
        match manifest(self).filter(|_| manifest(new).is_none()) {
            Some(manifest) => Err(Replaced::WithoutManifest { out, manifest }),
            None => Ok(()),
        }
    }

    /// Whether these photos and the new ones are of the same tournament. Photos come, go and change during a
    /// tournament, and its folder may be moved, but not all of that at once. In the same folder, a quarter of
    /// the earlier photos must be unchanged; in another folder, more than half.
    fn is_of_the_tournament_of(&self, new: &Self) -> bool {
        /// The photos of one table. If there are no more than these, all of them may have been retaken.
        const FEW: usize = 4;
        let (count, kept) = (self.photos.len(), self.kept_by_bytes(new));
        let is_one_folder = self.source.iter().zip(&new.source).any(|(own, other)| own.is_of_the_folder_of(other));
        if is_one_folder {
            4 * kept >= count || count <= FEW && self.photos.keys().any(|name| new.photos.contains_key(name))
        } else {
            2 * kept > count
        }
    }

    /// The number of photos that are still there with the same bytes. A file that cannot be read counts as
    /// unchanged.
    fn kept_by_bytes(&self, new: &Self) -> usize {
        let found: BTreeSet<&String> = new.photos.values().flatten().collect();
        let kept = self.photos.iter().filter(|(name, sha256)| {
            sha256.as_ref().is_some_and(|sha256| found.contains(sha256))
                || new.photos.get(*name).is_some_and(|now| now.is_none() || sha256.is_none())
        });
        kept.count()
    }

    fn summary(&self) -> Summary {
        Summary {
            photos: self.photos.len(),
            folder: self.source.as_ref().map(|source| source.folder.clone()),
            first: self.photos.keys().next().cloned(),
        }
    }
}
