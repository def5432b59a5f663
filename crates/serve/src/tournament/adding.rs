//! Adds photos sent by phones: each is put into the folder of photos, then read as `batch` would.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;

use super::super::api_error::ApiError;
use super::super::large_photos::{Turn, wait_for_turn};
use super::places::table_key;
use super::{PhotosConfig, ReviewSession, TournamentError};
use game::line::PhotoLine;
use game::photo_info::{PhotoInfo, Seat};
use game::photo_reader::PhotoReader;
use game::photo_reading::Status;
use kingdomino::formats::{Name, is_same_name};
use messages::{Arg, MessageId, Words};
use storage::file_format::FileFormat;
use tournament::file_hashes::Contents;
use tournament::natural_order::without_zeros;
use tournament::overwrite_guard::{Photos as PhotosOf, Replaced};
use tournament::plan::{PHONE, PlanError, PlanOptions, PlannedPhoto, Unit, seat_by_name};
use tournament::review::Review;
use tournament::who_is_who::{self, LIST, Said, list_beside};
use tournament::{Plan, Provenance, ReadPhotos, ResultsFolder, Source, read_photos, replace_results};
use vision::photo::Taken;
use vision::scan_results::Scanner;

/// A tournament's photos and their reader.
pub struct Photos {
    folder: PathBuf,
    options: PlanOptions,
    pub reader: Scanner,
    jobs: usize,
    /// Hashes of the photos' files, reused in the next plan.
    contents: Mutex<Contents>,
    /// When photos were taken, by name, so that each file is examined only once.
    pub(super) taken: Mutex<HashMap<String, Option<Taken>>>,
    /// The names of photos that are being added.
    arriving: Mutex<BTreeSet<String>>,
}

/// A photo as sent by a phone.
pub struct NewPhoto {
    pub seat: Seat,
    pub file: Vec<u8>,
}

/// A plan to re-read photos whose metadata changed, with the checks that can reject it.
pub(super) struct NewPlan<'a> {
    /// The new list of players next to the photos; `None` if the source of players does not change.
    pub list: Option<Vec<Said>>,
    /// The photos that are new or have changed metadata.
    pub photos: &'a [String],
    /// The new photo's file.
    pub file: Option<&'a NewFile<'a>>,
    /// Returns an error with the reason if the plan is not the intended one.
    pub is_as_wanted: &'a dyn Fn(&Plan) -> Result<(), Arg>,
    /// Builds the refusal from its reason.
    pub refused: fn(Arg) -> ApiError,
}

/// The file of a new photo. It is put among the photos when its results are.
pub(super) struct NewFile<'a> {
    /// The photo's name.
    pub name: &'a str,
    /// A temporary copy, from which it is read.
    pub copy: &'a Path,
    pub bytes: &'a [u8],
}

/// The longest name of a round, table or player, in characters.
const LONGEST_NAME: usize = 60;

impl Photos {
    /// Checks that these are the photos of the results, and that they are read with the same options.
    pub fn open(config: PhotosConfig, out: &ResultsFolder, review: &Review) -> Result<Self, TournamentError> {
        let PhotosConfig { folder, options, networks, limits, jobs } = config;
        let options = PlanOptions { except: Some(out.path().to_owned()), ..options };
        let reader = Scanner { networks, gallery: None, limits };
        let (contents, taken, arriving) = (Mutex::default(), Mutex::default(), Mutex::default());
        let photos = Self { folder, options, reader, jobs, contents, taken, arriving };
        let other = |why: &str| TournamentError::OtherOptions { results: out.path().to_owned(), why: why.to_owned() };
        if !Provenance::of_folder(out)?.is_read_by(&photos.reader.identity()) {
            return Err(other(
                "the photos were read with other networks, a gallery, or another version of the program",
            ));
        }
        let plan = photos.plan_by(photos.manifest(), None)?;
        photos.may_replace(&plan, photos.manifest().as_deref(), out)?;
        if let Some(name) = differing(&plan, review, &[]) {
            return Err(other(&format!(
                "{name} is missing, cannot be read or has changed, or `batch` was given other details of this photo"
            )));
        }
        Ok(photos)
    }

    /// The path of a photo of the results.
    pub fn path_of(&self, photo: &str) -> PathBuf {
        self.folder.join(photo)
    }

    /// The list of players next to the photos, if no manifest names the players.
    pub(super) fn list(&self) -> Option<PathBuf> {
        list_beside(&self.folder).filter(|_| self.options.manifest.is_none())
    }

    /// The path where the list of players is or would be, next to the photos.
    pub(super) fn list_path(&self) -> PathBuf {
        self.folder.join(LIST)
    }

    /// Whether the list of players may be created: there is no manifest and no such file. The caller must
    /// make sure that no photo has a player yet.
    pub(super) fn may_begin_list(&self) -> bool {
        self.options.manifest.is_none() && !self.list_path().exists()
    }

    /// The file that names the photos' players, in addition to their folders: the manifest, or the list of
    /// players.
    fn manifest(&self) -> Option<PathBuf> {
        self.options.manifest.clone().or_else(|| self.list())
    }

    /// The plan with this manifest and a new photo.
    fn plan_by(&self, manifest: Option<PathBuf>, new: Option<&NewFile>) -> Result<Plan, PlanError> {
        let arriving_photos = new.into_iter().map(|new| (new.name.to_owned(), new.copy.to_owned())).collect();
        let options = PlanOptions { manifest, arriving_photos, ..self.options.clone() };
        let mut contents = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
        Plan::new(&self.folder, &options, &mut contents)
    }

    /// Whether no photo has this name, nor one that is being added.
    fn is_free(&self, name: &str) -> bool {
        !self.path_of(name).exists() && !self.arriving().contains(name)
    }

    fn arriving(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.arriving.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn source(&self, manifest: Option<&Path>) -> Source {
        Source::new(&self.folder, manifest)
    }

    fn may_replace(&self, plan: &Plan, manifest: Option<&Path>, out: &ResultsFolder) -> Result<(), Replaced> {
        PhotosOf::of_results(out).may_be_replaced_by(&PhotosOf::of_plan(plan, self.source(manifest)), out)
    }
}

/// Writes the list of players, or removes it if it is empty.
fn write_list(path: &Path, list: &[Said]) -> Result<(), ApiError> {
    if !list.is_empty() {
        return who_is_who::write(path, list).map_err(ApiError::broken);
    }
    match fs::remove_file(path) {
        Err(problem) if problem.kind() != io::ErrorKind::NotFound => Err(ApiError::broken(problem)),
        _ => Ok(()),
    }
}

/// The first photo of the results that a run of this plan would lose, together with people's decisions about
/// it: the plan lacks the photo or has different metadata for it, or the photo's bytes have changed or cannot
/// be read. A photo that could not be read, and about which nobody has decided, may change. Photos in `except`
/// are meant to get different metadata.
fn differing(plan: &Plan, review: &Review, except: &[String]) -> Option<String> {
    let planned: HashMap<&str, &PlannedPhoto> = plan.all_photos().map(|photo| (photo.name.as_str(), photo)).collect();
    let is_same = |line: &PhotoLine| {
        planned.get(line.reading.photo.as_str()).is_some_and(|photo| {
            let has_same_bytes = line.reading.sha256.is_none()
                || photo.content.as_ref().ok() == line.reading.sha256.as_ref()
                || line.reading.status == Status::Error && review.corrected(&line.reading.photo).is_none();
            let is_lost = line.reading.status == Status::Scored && photo.refused.is_some();
            // A photo does not change when a list begins to name other photos, so `is_unlisted` is not
            // compared.
            let info = PhotoInfo { is_unlisted: line.reading.info.is_unlisted, ..photo.info.clone() };
            (info == line.reading.info || except.contains(&line.reading.photo)) && has_same_bytes && !is_lost
        })
    };
    review.lines().find(|line| !is_same(line)).map(|line| line.reading.photo.clone())
}

/// A photo that has kingdoms in the current results but none in the new ones, because its file changed while
/// the new photo was read.
fn lost<'a>(mut before: impl Iterator<Item = &'a PhotoLine>, read: &ReadPhotos) -> Option<String> {
    let kept: HashSet<&str> =
        read.lines.iter().filter(|line| !line.kingdoms.is_empty()).map(|line| line.reading.photo.as_str()).collect();
    let is_lost = |line: &&PhotoLine| !line.kingdoms.is_empty() && !kept.contains(line.reading.photo.as_str());
    before.find(is_lost).map(|line| line.reading.photo.clone())
}

impl ReviewSession {
    /// Refuses names that no folder can have, before a photo is sent.
    pub fn check_seat(&self, seat: &Seat) -> Result<(), ApiError> {
        self.photos.as_ref().ok_or_else(super::corners::no_photos)?;
        checked(seat).map(drop)
    }

    /// Adds a player's photo. Returns the key of its table and the revision, once the photo was read and
    /// everything is on disk.
    ///
    /// # Errors
    /// It is not a picture, a name cannot be a file name, or the photo would not become the player's.
    pub fn add(&self, new: &NewPhoto) -> Result<(String, i64), ApiError> {
        let photos = self.photos.as_ref().ok_or_else(super::corners::no_photos)?;
        let seat = self.as_known(checked(&new.seat)?)?;
        let ending = ending(&new.file).ok_or_else(unread)?;
        let arriving = self.arriving(photos, &seat, ending)?;
        let name = &arriving.name;
        let copy = self.out.temporary_file(&new.file).map_err(ApiError::broken)?;
        let file = NewFile { name, copy: &copy, bytes: &new.file };
        let is_theirs = |plan: &Plan| {
            let is_theirs = plan.info_of(name).and_then(|info| info.seat.as_ref()) == Some(&seat);
            if !is_theirs {
                return Err(MessageId::ServeNotTheirs.with("player", seat.player.as_str()).into());
            }
            // Only one of several files with the same bytes counts, and not always the earlier.
            let copy = plan.duplicates.iter().find(|duplicate| duplicate.of == *name);
            copy.map_or(Ok(()), |copy| Err(MessageId::ServeSamePhoto.with("photo", copy.photo.name.as_str()).into()))
        };
        self.read_with(photos, &|| {
            let list = self.list_to_change(photos)?.map(|mut list| {
                let Seat { round, table, player } = seat.clone();
                list.push(Said { photo: name.clone(), round, table, players: vec![player] });
                list
            });
            let photos = std::slice::from_ref(name);
            Ok(NewPlan { list, photos, file: Some(&file), is_as_wanted: &is_theirs, refused: not_added })
        })?;
        let state = self.state()?;
        let line = state.review.line(name).ok_or_else(|| ApiError::broken("the photo is in no line"))?;
        Ok((table_key(line), state.revision))
    }

    /// Reserves a free name for a photo.
    fn arriving<'a>(&self, photos: &'a Photos, seat: &Seat, ending: &str) -> Result<Arriving<'a>, ApiError> {
        let _one_at_a_time = self.adding();
        let name = match self.list_to_change(photos)? {
            Some(_) => name_beside(photos, ending),
            None => self.name_for(photos, seat, ending)?,
        };
        photos.arriving().insert(name.clone());
        Ok(Arriving { photos, name })
    }

    fn adding(&self) -> MutexGuard<'_, ()> {
        self.adding.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The seat with the known spelling of the player's name: `anna` and `Anna` are one player.
    pub(super) fn as_known(&self, seat: Seat) -> Result<Seat, ApiError> {
        let state = self.state()?;
        let players = state.review.lines().filter_map(|line| line.reading.info.seat.as_ref()).map(|seat| &seat.player);
        let known = players.filter(|player| is_same_name(player, &seat.player));
        let player = known.max_by_key(|player| **player == seat.player).cloned();
        Ok(Seat { player: player.unwrap_or(seat.player), ..seat })
    }

    /// The plan with the new photos, and the provenance of its results, if these may replace the folder's.
    fn planned(&self, photos: &Photos, new: &NewPlan<'_>) -> Result<(Plan, Provenance), ApiError> {
        let NewPlan { list, photos: names, file, refused, .. } = new;
        let folder = tempfile::tempdir().map_err(ApiError::broken)?;
        let unfinished = folder.path().join(LIST);
        let (manifest, read_from) = match list {
            Some(list) if list.is_empty() => (None, None),
            Some(list) => {
                who_is_who::write(&unfinished, list).map_err(ApiError::broken)?;
                (Some(photos.list_path()), Some(unfinished))
            }
            None => (photos.manifest(), photos.manifest()),
        };
        let not_those = |problem: &dyn std::fmt::Display| {
            // The folder was changed while the server ran; stderr has the details.
            ApiError::broken(problem);
            refused(MessageId::ServeOtherPhotos.into())
        };
        let plan = photos.plan_by(read_from, *file).map_err(|problem| not_those(&problem))?;
        (new.is_as_wanted)(&plan).map_err(refused)?;
        let others_change = |photo: String| refused(MessageId::ServeOthersChange.with("photo", photo).into());
        let by = {
            let state = self.state()?;
            if let Some(other) = differing(&plan, &state.review, names) {
                return Err(others_change(other));
            }
            state.review.by().clone()
        };
        // This is not checked for a new list of players: withdrawing the owners of photos leaves these
        // without tables on purpose.
        if list.is_none() {
            photos.may_replace(&plan, manifest.as_deref(), &self.out).map_err(|problem| not_those(&problem))?;
        }
        let provenance = Provenance::new(photos.reader.identity());
        let provenance = provenance.with_source(photos.source(manifest.as_deref())).with_ranked_by(by);
        Ok((plan, provenance))
    }

    /// Reads the new photos of a plan, and replaces the results. Standings and report follow. `new` makes the
    /// plan from the present state.
    pub(super) fn read_with<'a>(
        &self,
        photos: &Photos,
        new: &dyn Fn() -> Result<NewPlan<'a>, ApiError>,
    ) -> Result<(), ApiError> {
        let read = |names: &[String], plan: &Plan| {
            let _turn = turn_of(names, plan);
            let go_on = |_| ControlFlow::Continue(());
            read_photos(plan, &photos.reader, &self.out, photos.jobs, &go_on).map_err(ApiError::broken)
        };
        // Reading takes longest, and nobody waits for it. What is read here is not read again below.
        let ahead = {
            let _one_at_a_time = self.adding();
            let new = new()?;
            let (plan, _) = self.planned(photos, &new)?;
            (new.photos, plan.of_units_with(new.photos))
        };
        read(ahead.0, &ahead.1)?;
        // Results are replaced one at a time. People's corrections have to wait only for that.
        let _one_at_a_time = self.adding();
        let new = new()?;
        let (plan, provenance) = self.planned(photos, &new)?;
        let NewPlan { list, photos: names, file, refused, .. } = &new;
        let read = read(names, &plan)?;
        let mut state = self.state()?;
        // A photo that a phone has just sent is a picture.
        let is_unread = |line: &PhotoLine| {
            let is_new = || state.review.line(&line.reading.photo).is_none();
            line.reading.status == Status::Error && names.contains(&line.reading.photo) && is_new()
        };
        if read.lines.iter().any(is_unread) {
            return Err(unread());
        }
        if let Some(other) = lost(state.review.lines(), &read) {
            return Err(refused(MessageId::ServeOthersChange.with("photo", other).into()));
        }
        state.is_stale = true;
        self.replace(photos, (list.as_deref(), *file), &read, &provenance)?;
        self.report.want();
        // The results are replaced, even if they cannot be read now.
        if let Ok(review) = Review::new(&self.out) {
            state.take(review);
        }
        Ok(())
    }

    /// Replaces the results, with the new list of players and the new photo's file, if there are any.
    fn replace(
        &self,
        photos: &Photos,
        (list, file): (Option<&[Said]>, Option<&NewFile>),
        read: &ReadPhotos,
        provenance: &Provenance,
    ) -> Result<(), ApiError> {
        // List and file come first: if the server ends before the results are replaced, `batch` continues from
        // them.
        let before = list.is_some().then(|| fs::read(photos.list_path()).ok());
        let restore = || match before {
            Some(Some(bytes)) => storage::write_whole(&photos.list_path(), |file| file.write_all(&bytes)),
            Some(None) => fs::remove_file(photos.list_path()),
            None => Ok(()),
        };
        if let Some(list) = list {
            write_list(&photos.list_path(), list)?;
        }
        let path = file.map(|file| photos.path_of(file.name));
        if let Some((path, file)) = path.as_ref().zip(file)
            && let Err(error) = write_new(path, file.bytes)
        {
            let _ = restore();
            remove_empty(&photos.folder, path);
            return Err(ApiError::broken(error));
        }
        if let Err(error) = replace_results(&self.out, &read.lines, provenance) {
            let _ = restore();
            if let Some(path) = path {
                let _ = fs::remove_file(&path);
                remove_empty(&photos.folder, &path);
            }
            return Err(ApiError::broken(error));
        }
        Ok(())
    }

    /// A free path below the folder of photos, whose folders and name identify the player.
    fn name_for(&self, photos: &Photos, seat: &Seat, ending: &str) -> Result<String, ApiError> {
        let state = self.state()?;
        let of_table = |line: &&PhotoLine| {
            line.reading
                .info
                .seat
                .as_ref()
                .is_some_and(|other| (&other.round, &other.table) == (&seat.round, &seat.table))
        };
        let names: Vec<&str> = state.review.lines().map(|line| line.reading.photo.as_str()).collect();
        let has_rounds = names.iter().any(|name| seat_by_name(name).0.is_some());
        let own = match has_rounds {
            true => format!("round-{}/table-{}", seat.round, seat.table),
            false => format!("table-{}", seat.table),
        };
        let of_table = state.review.lines().filter(of_table);
        let folders = of_table.flat_map(|line| Path::new(&line.reading.photo).ancestors().skip(1));
        // A player's own folder is found by its parent.
        let folders = folders.filter(|folder| !folder.ends_with(&seat.player));
        let folders: Vec<String> = folders.map(|folder| folder.to_string_lossy().into_owned()).collect();
        let is_side_by_side = names.iter().all(|name| !name.contains('/'));
        let inside = |folder: &str| {
            let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
            (1..=MOST_PHOTOS).map(move |number| format!("{folder}{}/{PHONE}{number}.{ending}", seat.player))
        };
        let is_meant = |name: &String| {
            let (round, table, player) = seat_by_name(name);
            let is_round = round.as_ref().is_none_or(|round| *round == seat.round) && round.is_some() == has_rounds;
            is_round && table.as_ref() == Some(&seat.table) && player.as_ref() == Some(&seat.player)
        };
        let in_folders = folders.iter().chain([&own]).flat_map(|folder| inside(folder)).filter(is_meant);
        // Photos of a table can only be without folders if all of them are.
        let beside = is_side_by_side.then(|| format!("{}.{ending}", seat.player)).filter(|_| !folders.is_empty());
        let is_free = |name: &String| photos.is_free(name);
        let found = beside.into_iter().filter(is_free).chain(in_folders.filter(is_free)).next();
        found.ok_or_else(|| not_added(MessageId::ServeNotTheirs.with("player", seat.player.as_str()).into()))
    }
}

/// Waits for the turn to decode a large photo, if one of the photos that are read together with these is
/// large. It must happen here: the reading threads share their work, so a waiting thread could be waiting for
/// itself.
fn turn_of(photos: &[String], plan: &Plan) -> Option<Turn> {
    let is_of = |unit: &&Unit| unit.photos.iter().any(|other| photos.contains(&other.name));
    let photos = plan.units.iter().find(is_of).map(|unit| &unit.photos);
    photos.into_iter().flatten().find_map(|photo| wait_for_turn(&fs::read(&photo.path).ok()?))
}

/// A free name next to the photos that a list names.
fn name_beside(photos: &Photos, ending: &str) -> String {
    let name = |number: usize| format!("{PHONE}{number}.{ending}");
    (1..).map(name).find(|name| photos.is_free(name)).unwrap_or_default()
}

/// The most photos of one kingdom.
const MOST_PHOTOS: usize = 50;

/// The seat with names that a folder can have; refuses a name that leads elsewhere.
pub(super) fn checked(seat: &Seat) -> Result<Seat, ApiError> {
    let name = |text: &str| {
        let name = Name::new(text).filter(|name| name.chars().count() <= LONGEST_NAME);
        let is_folder = |name: &Name| {
            !name.starts_with('.')
                && !name.ends_with('.')
                && !name.contains(|letter: char| letter.is_control() || r#"/\:*?"<>|"#.contains(letter))
        };
        name.filter(is_folder)
            .map(String::from)
            .ok_or_else(|| ApiError::bad("bad-name", MessageId::ServeBadFileName.with("most", LONGEST_NAME)))
    };
    // Folders call table 3 `table-03`.
    let number = |text: &str| {
        let name = name(text)?;
        let is_number = name.bytes().all(|digit| digit.is_ascii_digit());
        Ok::<_, ApiError>(if is_number { without_zeros(&name).to_owned() } else { name })
    };
    Ok(Seat { round: number(&seat.round)?, table: number(&seat.table)?, player: name(&seat.player)? })
}

/// The extension by the file's first bytes, which the reader examines, too; `None` if it is no photo.
fn ending(file: &[u8]) -> Option<&'static str> {
    match FileFormat::from_bytes(file)? {
        FileFormat::Jpeg => Some("jpg"),
        FileFormat::Png => Some("png"),
        FileFormat::WebP => Some("webp"),
        FileFormat::Heic => Some("heic"),
        FileFormat::Unsupported(_) => None,
    }
}

/// Writes either the whole file to disk or nothing.
fn write_new(path: &Path, file: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    // Hidden files do not count as photos.
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    let mut unfinished = tempfile::Builder::new().prefix(&name).tempfile_in(folder)?;
    unfinished.write_all(file)?;
    unfinished.as_file().sync_all()?;
    unfinished.persist_noclobber(path)?;
    // Syncs the folder's entry, too, on systems that support it.
    if let Ok(folder) = fs::File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// A photo that is being added, under a name of its own.
struct Arriving<'a> {
    photos: &'a Photos,
    name: String,
}

impl Drop for Arriving<'_> {
    fn drop(&mut self) {
        self.photos.arriving().remove(&self.name);
    }
}

/// Removes folders that were created for a photo that was not added.
fn remove_empty(root: &Path, photo: &Path) {
    for folder in photo.ancestors().skip(1).take_while(|folder| *folder != root) {
        // Fails if the folder is not empty, as intended.
        if fs::remove_dir(folder).is_err() {
            return;
        }
    }
}

fn unread() -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "no-picture", MessageId::PhotoNotRead)
}

fn not_added(why: Arg) -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "not-added", MessageId::ServeNotAdded.with("why", why))
}
