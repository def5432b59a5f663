//! Keeps new results from replacing those of another tournament.
//!
//! Photos are compared by their bytes, not by their names. So a folder that was moved or renamed still counts
//! as the same tournament, and a folder with other photos of the same names does not.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

use super::plan::{Plan, some_of};
use super::provenance::{Provenance, Source};
use super::results_folder::ResultsFolder;
use game::photo_info::PhotoInfo;
use kingdomino::domain::counted;

/// The photos of results.
#[derive(Debug, Clone, Default)]
pub struct Photos {
    /// By name: the photo's sha256 if it can be read, and what the manifest and the folders say about it.
    photos: BTreeMap<String, (Option<String>, PhotoInfo)>,
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
        /// The manifest's name, if known.
        manifest: Option<String>,
        /// How many photos would lose what the manifest says about them.
        photos: usize,
        /// Players who would be lost.
        players: Vec<String>,
    },
    /// Most photos that belonged to a table belong to none now.
    WithoutTables {
        /// The folder of results.
        out: PathBuf,
        /// How many photos would lose their table.
        photos: usize,
        /// How many photos had a table, of those that are in both results.
        of: usize,
        /// Players who would be lost.
        players: Vec<String>,
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
            Self::WithoutManifest { out, manifest, photos, players } => {
                let name = manifest.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
                let (photos, players) = (counted(*photos, "photo"), lost_players(players));
                format!(
                    "{}: these results were made with a manifest{name}, but no manifest was given now, so its entries \
                     for {photos} would be lost{players}",
                    out.display()
                )
            }
            Self::WithoutTables { out, photos, of, players } => format!(
                "{}: {photos} of the {of} photos that belonged to a table would no longer belong to one, and would \
                 count nowhere{}: the manifest is a different one, or incomplete",
                out.display(),
                lost_players(players)
            ),
        }
    }

    /// The remedy when the command was `batch`.
    fn ways_out(&self) -> String {
        let first = match self {
            Self::OtherPhotos { .. } => "N",
            Self::WithoutManifest { .. } => "Give the manifest again with --manifest, n",
            Self::WithoutTables { .. } => "Correct the manifest, n",
        };
        format!("{first}ame another folder with -o, or replace the earlier results with --force")
    }
}

const NOTHING_WRITTEN: &str = "Nothing was written";

fn lost_players(players: &[String]) -> String {
    if players.is_empty() {
        return String::new();
    }
    format!(", with {}: {}", counted(players.len(), "player"), some_of(players))
}

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
        let photos = existing
            .map(|photo| (photo.name.clone(), (photo.content.as_ref().ok().cloned(), photo.info.clone())))
            .collect();
        Self { photos, source: Some(source) }
    }

    /// The photos of the results in a folder, as far as they can be read.
    pub fn of_results(out: &ResultsFolder) -> Self {
        let known = out.database.known_photos().unwrap_or_default().into_iter();
        let photos = known.map(|known| (known.photo, (known.sha256, known.info))).collect();
        let source = Provenance::of_folder(out).ok().and_then(|provenance| provenance.source().cloned());
        Self { photos, source }
    }

    /// Checks that results of the `new` photos may replace these results, which are in `out`.
    ///
    /// # Errors
    /// The new results are of another tournament, or of the same one without its manifest or its tables.
    pub fn may_be_replaced_by(&self, new: &Self, out: &ResultsFolder) -> Result<(), Replaced> {
        if self.photos.is_empty() || new.photos.is_empty() {
            return Ok(());
        }
        let (out, kept) = (out.path().to_owned(), self.kept_by_bytes(new));
        if !self.is_of_the_tournament_of(new) {
            let (earlier, new) = (Box::new(self.summary()), Box::new(new.summary()));
            return Err(Replaced::OtherPhotos { out, earlier, kept, new });
        }
        self.keeps_its_manifest(new, &out)?;
        self.keeps_its_tables(new, out)
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
        let found: BTreeSet<&String> = new.photos.values().filter_map(|(sha256, _)| sha256.as_ref()).collect();
        let kept = self.photos.iter().filter(|(name, (sha256, _))| {
            sha256.as_ref().is_some_and(|sha256| found.contains(sha256))
                || new.photos.get(*name).is_some_and(|(now, _)| now.is_none() || sha256.is_none())
        });
        kept.count()
    }

    /// Refuses results without a manifest if earlier ones had a manifest and facts would be lost. Without a
    /// manifest, only a photo's name says whose it is. So if a photo of the same name belonged to another
    /// player, or had coins, there was a manifest.
    fn keeps_its_manifest(&self, new: &Self, out: &Path) -> Result<(), Replaced> {
        let is_without = new.source.as_ref().is_some_and(|source| source.manifest.is_none());
        let had_one = self.source.as_ref().is_none_or(|source| source.manifest.is_some());
        if !(is_without && had_one) {
            return Ok(());
        }
        let in_both = self.photos.iter().filter_map(|(name, (_, info))| Some((info, &new.photos.get(name)?.1)));
        let photos = in_both.filter(|(info, now)| loses(info, now)).count();
        if photos == 0 {
            return Ok(());
        }
        let manifest = self.source.as_ref().and_then(|source| source.manifest.clone());
        Err(Replaced::WithoutManifest { out: out.to_owned(), manifest, photos, players: self.lost_players(new) })
    }

    /// Refuses results in which most photos lose their tables. A manifest may lose a few rows, but hardly
    /// most of them.
    fn keeps_its_tables(&self, new: &Self, out: PathBuf) -> Result<(), Replaced> {
        let seated = self.photos.iter().filter(|(_, (_, info))| info.seat.is_some());
        let now: Vec<&PhotoInfo> = seated.filter_map(|(name, _)| new.photos.get(name)).map(|(_, info)| info).collect();
        let (photos, of) = (now.iter().filter(|info| info.seat.is_none()).count(), now.len());
        if 2 * photos > of {
            return Err(Replaced::WithoutTables { out, photos, of, players: self.lost_players(new) });
        }
        Ok(())
    }

    fn lost_players(&self, new: &Self) -> Vec<String> {
        self.players().difference(&new.players()).map(|player| (*player).to_owned()).collect()
    }

    fn players(&self) -> BTreeSet<&str> {
        let seats = self.photos.values().filter_map(|(_, info)| info.seat.as_ref());
        seats.map(|seat| seat.player.as_str()).collect()
    }

    fn summary(&self) -> Summary {
        Summary {
            photos: self.photos.len(),
            folder: self.source.as_ref().map(|source| source.folder.clone()),
            first: self.photos.keys().next().cloned(),
        }
    }
}

/// Whether the photo's seat (round, table and player) or a fact about the player is lost or changed.
fn loses(before: &PhotoInfo, now: &PhotoInfo) -> bool {
    let (given, given_now) = (before.facts, now.facts);
    let changes = [
        before.seat.is_some() && before.seat != now.seat,
        given.coins.is_some() && given.coins != given_now.coins,
        given.knights_in_supply.is_some() && given.knights_in_supply != given_now.knights_in_supply,
        given.queen.is_some() && given.queen != given_now.queen,
    ];
    changes.contains(&true)
}
