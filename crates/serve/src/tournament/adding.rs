//! Adds photos that phones send: each is put into the folder of photos, and read and journaled as by `batch`.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use axum::http::StatusCode;

use super::super::api_error::ApiError;
use super::super::large_photos::{PhotoInTurn, Turn, wait_for_turn};
use super::places::table_key;
use super::report_writer::put_back;
use super::{PhotosConfig, ReviewSession, TournamentError};
use game::line::{ResultLine, ResultsError};
use game::photo_info::Seat;
use game::photo_reader::{PhotoReader, Status};
use kingdomino::formats::player_name;
use messages::{Arg, MessageId, Words};
use tournament::file_hashes::Contents;
use tournament::natural_order::without_zeros;
use tournament::overwrite_guard::{Photos as PhotosOf, Replaced};
use tournament::plan::{PHONE, PlanError, PlanOptions, PlannedPhoto, Unit, seat_by_name};
use tournament::results::lines;
use tournament::review::Review;
use tournament::{Change, Plan, Provenance, ResultsFolder, RunError, Source, finish_change, read_photos};
use vision::scan_results::Scanner;

/// A tournament's photos, and what reads them.
pub struct Photos {
    folder: PathBuf,
    options: PlanOptions,
    pub reader: Scanner,
    jobs: usize,
    /// Hashes of the photos' files, kept from one plan to the next.
    contents: Mutex<Contents>,
}

/// A photo as a phone sends it.
pub struct NewPhoto {
    pub seat: Seat,
    pub file: Vec<u8>,
}

/// In characters; names of rounds, tables and players are shorter.
const LONGEST_NAME: usize = 60;

impl Photos {
    /// Checks that these are the photos of the results, and that they are read in the same way.
    pub fn open(config: PhotosConfig, out: &ResultsFolder, review: &Review) -> Result<Self, TournamentError> {
        if !out.journal().exists() {
            return Err(TournamentError::Merged(out.path().to_owned()));
        }
        let PhotosConfig { folder, options, networks, limits, jobs } = config;
        let options = PlanOptions { except: Some(out.path().to_owned()), ..options };
        let reader = Scanner { networks, gallery: None, limits };
        let photos = Self { folder, options, reader, jobs, contents: Mutex::default() };
        let other = |why: &str| TournamentError::OtherOptions { results: out.path().to_owned(), why: why.to_owned() };
        let provenance = Provenance::from_folder(out)?;
        if !provenance.is_read_by(&photos.reader.identity()) {
            return Err(other(
                "the photos were read with other networks, a gallery, or another version of the program",
            ));
        }
        let plan = photos.plan()?;
        photos.may_replace(&plan, out)?;
        if let Some(name) = differing(&plan, review.lines()) {
            return Err(other(&format!(
                "{name} is missing, cannot be read, has changed, or something else was given of it to `batch` than now"
            )));
        }
        Ok(photos)
    }

    /// The path of a photo of the results.
    pub fn path_of(&self, photo: &str) -> PathBuf {
        self.folder.join(photo)
    }

    fn plan(&self) -> Result<Plan, PlanError> {
        let mut contents = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
        Plan::new(&self.folder, &self.options, &mut contents)
    }

    fn source(&self) -> Source {
        Source::new(&self.folder, self.options.manifest.as_deref())
    }

    fn may_replace(&self, plan: &Plan, out: &ResultsFolder) -> Result<(), Replaced> {
        PhotosOf::of_results(out).may_be_replaced_by(&PhotosOf::of_plan(plan, self.source()), out)
    }
}

/// The first photo of the results that a run of this plan would lose, with what was said of it: the plan lacks it, knows something else of it, or its
/// bytes have changed or cannot be read any more.
fn differing<'a>(plan: &Plan, mut lines: impl Iterator<Item = &'a ResultLine>) -> Option<String> {
    let planned: HashMap<&str, &PlannedPhoto> = plan.all_photos().map(|photo| (photo.name.as_str(), photo)).collect();
    let is_same = |line: &ResultLine| {
        planned.get(line.photo.as_str()).is_some_and(|photo| {
            let has_same_bytes = line.sha256.is_none() || photo.content.as_ref().ok() == line.sha256.as_ref();
            let is_lost = line.status == Status::Scored && photo.refused.is_some();
            photo.info == line.info && has_same_bytes && !is_lost
        })
    };
    lines.find(|line| !is_same(line)).map(|line| line.photo.clone())
}

/// Whether the results name the photo; also true if they cannot be read.
fn may_name(out: &ResultsFolder, photo: &str) -> bool {
    let is_named = |line: Result<ResultLine, ResultsError>| line.map_or(true, |line| line.photo == photo);
    lines(&out.results()).map_or(true, |mut lines| lines.any(is_named))
}

/// A photo that has kingdoms in the present results and none in the new ones: its file has changed while the new photo was read.
fn lost<'a>(
    mut before: impl Iterator<Item = &'a ResultLine>,
    change: &Change<'_>,
) -> Result<Option<String>, ResultsError> {
    let mut kept: HashSet<String> = HashSet::new();
    for line in lines(change.newest(&change.out().results()))? {
        let line = line?;
        if !line.kingdoms.is_empty() {
            kept.insert(line.photo);
        }
    }
    let is_lost = |line: &&ResultLine| !line.kingdoms.is_empty() && !kept.contains(&line.photo);
    Ok(before.find(is_lost).map(|line| line.photo.clone()))
}

impl ReviewSession {
    /// Refuses names that no folder can have, before a photo is sent.
    pub fn check_seat(&self, seat: &Seat) -> Result<(), ApiError> {
        self.photos.as_ref().ok_or_else(super::drafts::no_photos)?;
        checked(seat).map(drop)
    }

    /// Adds a player's photo. Returns the key of its table and the revision, once the photo is read and everything is on the disk.
    ///
    /// # Errors
    /// It is no picture, a name cannot be a file's, or the photo would not become the player's.
    pub fn add(&self, new: &NewPhoto) -> Result<(String, i64), ApiError> {
        let photos = self.photos.as_ref().ok_or_else(super::drafts::no_photos)?;
        let seat = self.as_known(checked(&new.seat)?)?;
        let ending = match PhotoInTurn::new("photo", &new.file, &photos.reader.limits) {
            Ok(_) => ending(&new.file),
            Err(_) => return Err(unread()),
        };
        // Photos are added one at a time. Corrections wait only while results and report are written.
        let _adding = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        let name = self.name_for(photos, &seat, ending)?;
        let path = photos.path_of(&name);
        put(&path, &new.file).map_err(ApiError::broken)?;
        let mut file = Unacknowledged { root: &photos.folder, photo: &path, may_be_in_results: false };
        self.read_with(photos, &name, &seat, &mut file)
    }

    /// With the player's name in the spelling that is already known: `anna` and `Anna` are one player.
    fn as_known(&self, seat: Seat) -> Result<Seat, ApiError> {
        let state = self.state()?;
        let players = state.review.lines().filter_map(|line| line.info.seat.as_ref()).map(|seat| &seat.player);
        let known = players.filter(|player| player.to_lowercase() == seat.player.to_lowercase());
        let player = known.max_by_key(|player| **player == seat.player).cloned();
        Ok(Seat { player: player.unwrap_or(seat.player), ..seat })
    }

    fn read_with(
        &self,
        photos: &Photos,
        name: &str,
        seat: &Seat,
        file: &mut Unacknowledged,
    ) -> Result<(String, i64), ApiError> {
        let plan = photos.plan().map_err(not_those)?;
        let is_theirs = plan.info_of(name).and_then(|info| info.seat.as_ref()) == Some(seat);
        if !is_theirs {
            return Err(not_added(MessageId::ServeNotTheirs.with("player", seat.player.as_str())));
        }
        let by = {
            let state = self.state()?;
            if let Some(other) = differing(&plan, state.review.lines()) {
                return Err(not_added(MessageId::ServeOthersChange.with("photo", other)));
            }
            state.review.by().clone()
        };
        // Of files with the same bytes one counts, and not always the earlier one.
        if let Some(copy) = plan.duplicates.iter().find(|duplicate| duplicate.of == name) {
            return Err(not_added(MessageId::ServeSamePhoto.with("photo", copy.photo.name.as_str())));
        }
        photos.may_replace(&plan, &self.out).map_err(not_those)?;
        let provenance = Provenance::new(photos.reader.identity(), plan.fingerprint(), plan.photos);
        let provenance = provenance.with_source(photos.source()).with_ranked_by(by);
        let mut change = self.out.change();
        let go_on = |_| ControlFlow::Continue(());
        let turn = turn_of(name, &plan);
        match read_photos(&plan, &photos.reader, &mut change, photos.jobs, &go_on) {
            Ok(_) => drop(turn),
            Err(error @ (RunError::Write(_) | RunError::Jobs { .. } | RunError::Stopped { .. })) => {
                return Err(ApiError::broken(error));
            }
        }
        // Answers that were given meanwhile count in these standings.
        let mut state = self.state()?;
        if let Some(other) = lost(state.review.lines(), &change).map_err(ApiError::broken)? {
            return Err(not_added(MessageId::ServeOthersChange.with("photo", other)));
        }
        let _writing = self.report.writing();
        provenance.write(&mut change).map_err(ApiError::broken)?;
        finish_change(&mut change, self.language).map_err(ApiError::broken)?;
        file.may_be_in_results = true;
        let before = Provenance::from_folder(&self.out).ok();
        // If anything fails from here on, the next request reads the folder again.
        state.is_stale = true;
        change.commit().map_err(|error| {
            file.may_be_in_results = may_name(&self.out, name);
            let stands = if file.may_be_in_results { Some(provenance) } else { before };
            // At once, so that `batch.json`, which says what decides ties, is there if the server ends; else as soon as there is room.
            self.report.want_with(stands.filter(|stands| put_back(stands, &self.out).is_err()));
            ApiError::broken(error)
        })?;
        // Not `again()`, as after a failed change: results of a part are those of all photos now.
        let review = Review::new(&self.out).map_err(ApiError::broken)?;
        state.take(review);
        let line = state.review.line(name).ok_or_else(|| ApiError::broken("the photo is in no line"))?;
        let table = table_key(line);
        // Tables were read again with this photo and with unread ones of the folder: squares may have other names in old steps.
        state.steps.clear();
        Ok((table, state.revision))
    }

    /// A free name below the folder of photos that says whose photo it is.
    fn name_for(&self, photos: &Photos, seat: &Seat, ending: &str) -> Result<String, ApiError> {
        let state = self.state()?;
        let of_table = |line: &&ResultLine| {
            line.info.seat.as_ref().is_some_and(|other| (&other.round, &other.table) == (&seat.round, &seat.table))
        };
        let names: Vec<&str> = state.review.lines().map(|line| line.photo.as_str()).collect();
        let has_rounds = names.iter().any(|name| seat_by_name(name).0.is_some());
        let own = match has_rounds {
            true => format!("round-{}/table-{}", seat.round, seat.table),
            false => format!("table-{}", seat.table),
        };
        let of_table = state.review.lines().filter(of_table);
        let folders = of_table.flat_map(|line| Path::new(&line.photo).ancestors().skip(1));
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
        // Photos of a table can lie side by side, without folders, only if all of them do.
        let beside = is_side_by_side.then(|| format!("{}.{ending}", seat.player)).filter(|_| !folders.is_empty());
        let is_free = |name: &String| !photos.path_of(name).exists();
        let found = beside.into_iter().filter(is_free).chain(in_folders.filter(is_free)).next();
        found.ok_or_else(|| not_added(MessageId::ServeNotTheirs.with("player", seat.player.as_str())))
    }
}

/// Waits for the turn of the photos that are read together with this one. It must be here: the reading threads share their work, and a thread that
/// waits could be the one that is waited for.
fn turn_of(photo: &str, plan: &Plan) -> Option<Turn> {
    let is_of = |unit: &&Unit| unit.photos.iter().any(|other| other.name == photo);
    let photos = plan.units.iter().find(is_of).map(|unit| &unit.photos);
    photos.into_iter().flatten().find_map(|photo| wait_for_turn(&fs::read(&photo.path).ok()?))
}

/// Photos of one kingdom.
const MOST_PHOTOS: usize = 50;

/// The seat with names that a folder can have; a name that leads elsewhere is refused.
fn checked(seat: &Seat) -> Result<Seat, ApiError> {
    let name = |text: &str| {
        let name = player_name(text).filter(|name| name.chars().count() <= LONGEST_NAME);
        let is_folder = |name: &String| {
            !name.starts_with('.')
                && !name.ends_with('.')
                && !name.contains(|letter: char| letter.is_control() || r#"/\:*?"<>|"#.contains(letter))
        };
        name.filter(is_folder)
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

/// The ending by the file's first bytes; the reader looks at these, too.
fn ending(file: &[u8]) -> &'static str {
    match file {
        [0x89, b'P', b'N', b'G', ..] => "png",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "webp",
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => "heic",
        _ => "jpg",
    }
}

/// Writes the whole file to the disk, or nothing.
fn put(path: &Path, file: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    // Hidden files are no photos.
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    let mut unfinished = tempfile::Builder::new().prefix(&name).tempfile_in(folder)?;
    unfinished.write_all(file)?;
    unfinished.as_file().sync_all()?;
    unfinished.persist_noclobber(path)?;
    // The folder's entry, too, on systems that can do that.
    if let Ok(folder) = fs::File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// The file of a photo that is being added. It is removed unless the results may name it.
struct Unacknowledged<'a> {
    root: &'a Path,
    photo: &'a Path,
    may_be_in_results: bool,
}

impl Drop for Unacknowledged<'_> {
    fn drop(&mut self) {
        if !self.may_be_in_results {
            let _ = fs::remove_file(self.photo);
            remove_empty(self.root, self.photo);
        }
    }
}

/// Removes folders that were made for a photo that was not added.
fn remove_empty(root: &Path, photo: &Path) {
    for folder in photo.ancestors().skip(1).take_while(|folder| *folder != root) {
        // Fails if something is left in it, as it should.
        if fs::remove_dir(folder).is_err() {
            return;
        }
    }
}

fn unread() -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "no-picture", MessageId::PhotoNotRead)
}

/// The folder has changed under the server; the details are on stderr.
fn not_those(problem: impl std::fmt::Display) -> ApiError {
    ApiError::broken(problem);
    not_added(MessageId::ServeOtherPhotos)
}

fn not_added(why: impl Into<Arg>) -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "not-added", MessageId::ServeNotAdded.with("why", why))
}
