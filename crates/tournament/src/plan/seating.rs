//! Decides from the manifest, from the folders, or from both whose kingdom each photo shows.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Component, Path};

use super::PlanOptions;
use super::error::{PlanError, some_of};
use super::file_looks::stem;
use super::found::Found;
use crate::manifest;
use crate::manifest::Row;
use crate::words::{PLAYER, ROUND, TABLE, Words, first_of, numbered, short_or_numbered};
use game::photo_info::{FurtherPlayer, PhotoInfo, Seat};
use kingdomino::domain::{Game, GridSize, Variant, suggestion};
use kingdomino::formats::{Name, composed, name_key, name_of_file, name_of_stem};
use messages::{Message, MessageId, Words as _, visible};

/// The name of a tournament's only round, if nothing names it.
const ONLY_ROUND: &str = "1";

/// The name of a tournament's only table, if nothing names it.
const ONLY_TABLE: &str = "1";

/// If nothing names a table, at most this many photos are assumed to be of one table: two of each kingdom.
const MOST_OF_ONE_TABLE: usize = 8;

/// Whether the photos are of one table although nothing names it: they are in one folder, and each has a
/// player's name.
fn is_one_table(rows: &HashMap<String, Row>, found: &BTreeMap<String, Found>) -> bool {
    let of_players: Vec<&String> = match names_players(rows) {
        true => found.keys().filter(|name| rows.contains_key(*name)).collect(),
        false => found.keys().collect(),
    };
    let are_side_by_side = found.keys().all(|name| !name.contains('/'));
    (2..=MOST_OF_ONE_TABLE).contains(&of_players.len())
        && are_side_by_side
        && of_players.into_iter().all(|name| match rows.get(name) {
            Some(row) if row.table.is_some() || row.round.is_some() => false,
            Some(Row { player: Some(_), .. }) => true,
            _ => name_of_file(name).is_some(),
        })
}

/// Whether the manifest names players. If it has only facts, such as coins, the names of folders say who
/// plays.
fn names_players(rows: &HashMap<String, Row>) -> bool {
    rows.values().any(|row| row.player.is_some())
}

/// What is known about each photo, and the reason if the photo cannot be ranked. The manifest takes
/// precedence over the folders.
pub(super) type Seats = BTreeMap<String, (PhotoInfo, Option<Message>)>;

pub(super) fn photo_infos(
    mut rows: HashMap<String, Row>,
    found: &BTreeMap<String, Found>,
    options: &PlanOptions,
) -> Result<Seats, PlanError> {
    let mut infos = BTreeMap::new();
    let mut without_round = None;
    let mut with_round = None;
    // A missing photo has no folder that could name the round if its row does not. It then belongs to no
    // table, rather than to a wrong one.
    let mut missing_without_round = Vec::new();
    let mut missing_players = Vec::new();
    let is_one_table = is_one_table(&rows, found);
    let listed = names_players(&rows).then(|| ListedPlayers::new(&rows, is_one_table));
    // A photo `anna.jpg` is of the player Anna, spelled as in the manifest.
    let players = rows.values().flat_map(|row| row.player.iter().chain(row.further.iter().flat_map(|row| &row.player)));
    let mut players: Vec<String> = players.cloned().collect();
    players.sort_unstable();
    let spelt: HashMap<String, String> = players.into_iter().map(|player| (name_key(&player), player)).collect();
    for (name, Found { is_missing, .. }) in found {
        let is_listed = rows.contains_key(name);
        let mut row = rows.remove(name).unwrap_or_default();
        row.table = row.table.or_else(|| is_one_table.then(|| ONLY_TABLE.to_owned()));
        let mut seat = PartialSeat::new(name, &row)?;
        if let Some(listed) = seat.player.as_ref().and_then(|player| spelt.get(&name_key(player)))
            && seat.is_named_by_file
        {
            seat.player = Some(listed.clone());
        }
        let is_unlisted = !is_listed && listed.as_ref().is_some_and(|listed| !listed.may_have(name, &seat));
        if is_unlisted {
            let info = PhotoInfo { seat: None, is_unlisted, ..seat.photo_info(row, options) };
            infos.insert(name.clone(), (info, None));
            continue;
        }
        if let (None, Some(column), Some(manifest), false) =
            (&seat.table, row.of_a_game(), &options.manifest, is_missing)
        {
            let (manifest, photo) = (manifest.clone(), name.clone());
            return Err(PlanError::NoTable { manifest, photo, number: row.number, column });
        }
        match (&seat.table, &seat.round) {
            (Some(_), None) if *is_missing => missing_without_round.push(name),
            (Some(_), None) => without_round = without_round.or(Some(name)),
            (_, Some(_)) => with_round = with_round.or(Some(name)),
            (None, None) => {}
        }
        if let (None, Some(player), true) = (&seat.table, &row.player, is_missing) {
            missing_players.push((name.clone(), player.clone(), row.round.clone()));
        }
        let agreed: Vec<Variant> = row.variants.iter().chain(&options.variants).copied().collect();
        Variant::check_agreed(&agreed).map_err(|problem| PlanError::TooManyBonuses { photo: name.clone(), problem })?;
        let problem = row.problem.take();
        let (seat, nameless) = seat.visible();
        let nameless = nameless.then(|| MessageId::NoNameOfFile.into());
        infos.insert(name.clone(), (seat.photo_info(row, options), problem.or(nameless)));
    }
    seat_missing_at_the_only_table(&mut infos, missing_players);
    if let (Some(without), Some(with)) = (without_round, with_round) {
        return Err(PlanError::NoRound { without: without.clone(), with: with.clone() });
    }
    for name in missing_without_round.into_iter().filter(|_| with_round.is_some()) {
        infos.entry(name.clone()).and_modify(|(info, _)| info.seat = None);
    }
    Ok(infos)
}

/// If there is only one table, assigns missing photos to it that the manifest names without a table.
/// Otherwise their players would be missing in the results.
fn seat_missing_at_the_only_table(infos: &mut Seats, missing: Vec<(String, String, Option<String>)>) {
    let seats = infos.values().filter_map(|(info, _)| info.seat.as_ref());
    let tables: BTreeSet<(String, String)> = seats.map(|seat| (seat.round.clone(), seat.table.clone())).collect();
    let mut tables = tables.into_iter();
    let (Some((round, table)), None) = (tables.next(), tables.next()) else { return };
    for (photo, player, _) in missing.into_iter().filter(|(.., listed)| listed.as_ref().is_none_or(|of| *of == round)) {
        let seat = Seat { round: round.clone(), table: table.clone(), player };
        infos.entry(photo).and_modify(|(info, _)| info.seat = Some(seat));
    }
}

/// Refuses photos of one table in several folders, such as `Saturday/table-1` and `Sunday/table-1`: most
/// likely they are two games, and one of them would not count. Photos in `listed`, whose round or table the
/// manifest gives, are allowed.
pub(super) fn check_folders_above<'a>(
    photos: impl IntoIterator<Item = (&'a str, &'a PhotoInfo)>,
    listed: &BTreeSet<String>,
) -> Result<(), PlanError> {
    let mut above: BTreeMap<(&str, &str), BTreeSet<String>> = BTreeMap::new();
    for (photo, info) in photos {
        if let (Some(seat), Some(folder)) = (&info.seat, folder_above_table(photo))
            && !listed.contains(photo)
            && !is_from_phone(photo)
        {
            above.entry((&seat.round, &seat.table)).or_default().insert(folder);
        }
    }
    match above.into_iter().find(|(_, folders)| folders.len() > 1) {
        Some(((_, table), folders)) => {
            let folders: Vec<String> = folders.into_iter().map(|folder| format!("./{folder}")).collect();
            Err(PlanError::TableInFolders { table: table.to_owned(), folders: some_of(&folders) })
        }
        None => Ok(()),
    }
}

/// The folders above that of the photo's table, except for those of rounds; `None` if no folder is a table's.
fn folder_above_table(photo: &str) -> Option<String> {
    let (folders, _) = photo.rsplit_once('/')?;
    let folders: Vec<&str> = folders.split('/').collect();
    let table = folders.iter().position(|folder| short_or_numbered(folder, &TABLE).is_some())?;
    let above = folders[..table].iter().filter(|folder| short_or_numbered(folder, &ROUND).is_none());
    Some(above.copied().collect::<Vec<_>>().join("/"))
}

/// Whether somebody sent the photo from a phone, so that `serve` has put it into the player's folder.
fn is_from_phone(photo: &str) -> bool {
    photo.contains('/') && stem(file_name(photo)).strip_prefix(PHONE).is_some_and(is_number)
}

/// The players of a manifest, each with round and table as far as they are known.
struct ListedPlayers(BTreeSet<(Option<String>, Option<String>, String)>);

impl ListedPlayers {
    fn new(rows: &HashMap<String, Row>, is_one_table: bool) -> Self {
        let mut listed = BTreeSet::new();
        for (photo, row) in rows {
            let folders = PartialSeat::by_folders(&composed(photo));
            let round = row.round.clone().or(folders.round);
            let table = row.table.clone().or(folders.table).or_else(|| is_one_table.then(|| ONLY_TABLE.to_owned()));
            let first = row.player.clone().or(folders.player);
            for player in first.iter().chain(row.further.iter().filter_map(|row| row.player.as_ref())) {
                listed.insert((round.clone(), table.clone(), name_key(player)));
            }
        }
        Self(listed)
    }

    /// Whether a photo without a row may nevertheless be a player's: another photo of a player whom the
    /// manifest names, or one that somebody sent from a phone.
    fn may_have(&self, photo: &str, seat: &PartialSeat) -> bool {
        let key = seat.player.as_deref().map(|player| (seat.round.clone(), seat.table.clone(), name_key(player)));
        seat.table.is_some() && (is_from_phone(photo) || key.is_some_and(|key| self.0.contains(&key)))
    }
}

/// Prefix of the names of photos that `serve` receives from phones.
pub const PHONE: &str = "phone-";

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit())
}

/// Reads the manifest, and finds the photo of each row. A missing photo is awaited if photos may still
/// arrive. Otherwise it is added to `found`, with the reason, so that it gets a line in the results. If most
/// photos are missing, the manifest is for another folder, which is an error.
pub(super) fn rows(
    folder: &Path,
    found: &mut BTreeMap<String, Found>,
    options: &PlanOptions,
) -> Result<Listed, PlanError> {
    let Some(manifest) = &options.manifest else { return Ok(Listed::default()) };
    let read = manifest::read(manifest).map_err(|problem| PlanError::Manifest { path: manifest.clone(), problem })?;
    let (mut rows, encoding) = (read.rows, read.encoding);
    let (by_path, by_name) = (composed_names(found, |name| name), composed_names(found, file_name));
    for row in rows.iter_mut().filter(|row| !found.contains_key(&row.photo)) {
        let meant = composed(&row.photo);
        let without_folder = by_name.get(&meant).filter(|_| !meant.contains('/'));
        // If the names of two files look the same, it is unclear which one is meant.
        if let Some([name]) = by_path.get(&meant).or(without_folder).map(Vec::as_slice) {
            row.photo.clone_from(name);
        }
    }
    let unclear = find_called_otherwise(&mut rows, found);
    let missing = rows.iter().filter(|row| !found.contains_key(&row.photo));
    let photos: Vec<String> = missing.map(|row| row.photo.clone()).collect();
    let awaited = if options.arriving.is_some() {
        photos
    } else {
        add_missing(&mut rows, found, (folder, manifest), photos, &unclear)?
    };
    let mut by_photo: HashMap<String, Row> = HashMap::new();
    for row in rows {
        if let Some(first) = by_photo.get_mut(&row.photo) {
            if first.is_beside(&row) {
                first.further.push(row);
                continue;
            }
            let (first, second) = (first.number, row.number);
            return Err(PlanError::PhotoTwice { manifest: manifest.clone(), photo: row.photo, first, second });
        }
        by_photo.insert(row.photo.clone(), row);
    }
    Ok(Listed { rows: by_photo, awaited, encoding })
}

/// The content of a manifest.
#[derive(Default)]
pub(super) struct Listed {
    /// The rows, by the photo's name.
    pub rows: HashMap<String, Row>,
    /// Photos that are missing, but may still arrive.
    pub awaited: Vec<String>,
    /// The encoding that was guessed because the file does not declare one.
    pub encoding: Option<&'static str>,
}

/// Finds photos whose names differ from those in the manifest, if only one photo can be meant: other endings
/// or capital letters, folders that name the same round and table in other words, or any folder if the
/// manifest has the file's name alone.
///
/// Returns the names in the manifest that could mean several photos, with those photos.
fn find_called_otherwise(rows: &mut [Row], found: &BTreeMap<String, Found>) -> HashMap<String, Vec<String>> {
    let listed: BTreeSet<String> = rows.iter().map(|row| row.photo.clone()).collect();
    let mut by_key: HashMap<Vec<String>, Vec<&String>> = HashMap::new();
    for name in found.keys() {
        if name.contains('/') {
            by_key.entry(relaxed_key(file_name(name))).or_default().push(name);
        }
        if !listed.contains(name) {
            by_key.entry(relaxed_key(name)).or_default().push(name);
        }
    }
    let mut meant: HashMap<Vec<String>, BTreeSet<String>> = HashMap::new();
    for row in rows.iter().filter(|row| !found.contains_key(&row.photo)) {
        meant.entry(relaxed_key(&row.photo)).or_default().insert(row.photo.clone());
    }
    let mut unclear = HashMap::new();
    for row in rows.iter_mut().filter(|row| !found.contains_key(&row.photo)) {
        let key = relaxed_key(&row.photo);
        match (by_key.get(&key).map(Vec::as_slice), meant.get(&key).map(BTreeSet::len)) {
            (Some([name]), Some(1)) if !listed.contains(*name) && fits(row, name) => row.photo = (*name).clone(),
            (Some(names), _) if names.len() > 1 => {
                let names = names.iter().map(|name| (*name).clone()).collect();
                unclear.insert(row.photo.clone(), names);
            }
            _ => {}
        }
    }
    unclear
}

/// Whether the photo's folders agree with the round and table of its row, as far as both name them.
fn fits(row: &Row, photo: &str) -> bool {
    let folders = PartialSeat::by_folders(&composed(photo));
    let rounds = row.round.as_ref().zip(folders.round.as_ref());
    let tables = row.table.as_ref().zip(folders.table.as_ref());
    rounds.is_none_or(|(listed, folder)| is_same_place(listed, folder, &ROUND))
        && tables.is_none_or(|(listed, folder)| is_same_place(listed, folder, &TABLE))
}

/// Whether the round or table in the list is the same as the folder's.
fn is_same_place(listed: &str, folder: &str, words: &Words) -> bool {
    listed == folder || short_or_numbered(listed, words).as_deref() == Some(folder)
}

/// A photo's folders and its name without the ending, in a form that is the same for `Runde 4/Tisch
/// 1/Ben.JPG` and `round-4/table-1/ben.jpg`.
fn relaxed_key(photo: &str) -> Vec<String> {
    let photo = composed(photo);
    let (folders, file) = photo.rsplit_once('/').unwrap_or(("", &photo));
    folders.split('/').map(relaxed_folder).chain([stem(file).trim().to_lowercase()]).collect()
}

fn relaxed_folder(folder: &str) -> String {
    if let Some(round) = short_or_numbered(folder, &ROUND) {
        return format!("round {round}");
    }
    match short_or_numbered(folder, &TABLE) {
        Some(table) => format!("table {table}"),
        None => folder.trim().to_lowercase(),
    }
}

/// Adds the missing photos to `found`, each with the reason and the name of the file that may be meant.
fn add_missing(
    rows: &mut [Row],
    found: &mut BTreeMap<String, Found>,
    (folder, manifest): (&Path, &Path),
    photos: Vec<String>,
    unclear: &HashMap<String, Vec<String>>,
) -> Result<Vec<String>, PlanError> {
    let refused = |photos: Vec<String>, hint: String| {
        Err(PlanError::MissingPhotos { manifest: manifest.to_owned(), folder: folder.to_owned(), photos, hint })
    };
    let unlisted = found.keys().filter(|name| !rows.iter().any(|row| row.photo == **name));
    let unlisted: Vec<String> = unlisted.cloned().collect();
    let near = |photo: &str| suggestion(photo, unlisted.iter().map(String::as_str)).map(str::to_owned);
    let listed: BTreeSet<&str> = rows.iter().map(|row| row.photo.as_str()).collect();
    let missing: BTreeSet<&str> = photos.iter().map(String::as_str).collect();
    // Results name photos by their paths below the folder, so that no photo can be outside.
    let outside: Vec<String> = photos.iter().filter(|photo| !is_inside(photo)).cloned().collect();
    if !outside.is_empty() {
        return refused(outside, String::new());
    }
    if 2 * missing.len() > listed.len() {
        let hint =
            photos.iter().find_map(|photo| Some(format!("; did you mean `{}` instead of `{photo}`?", near(photo)?)));
        return refused(photos, hint.unwrap_or_default());
    }
    for row in rows.iter_mut().filter(|row| photos.contains(&row.photo)) {
        let why = match (unclear.get(&row.photo), near(&row.photo)) {
            (Some(names), _) => MessageId::NamedPhotoUnclear.with("photos", first_of(names)),
            (None, Some(near)) => MessageId::NamedPhotoMissingNear.with("near", near),
            (None, None) => MessageId::NamedPhotoMissing.into(),
        };
        let why = why.with("number", row.number);
        let path = folder.join(&row.photo);
        row.photo = visible(&row.photo).into_owned();
        found.entry(row.photo.clone()).or_insert(Found { path, refused: Some(why), is_missing: true });
    }
    Ok(Vec::new())
}

/// Whether the path stays below the folder of photos.
fn is_inside(photo: &str) -> bool {
    Path::new(photo).components().all(|part| matches!(part, Component::Normal(_)))
}

/// Groups the photos by a part of their names in composed Unicode, because a manifest may use composed
/// letters where the file system does not.
fn composed_names(found: &BTreeMap<String, Found>, part: impl Fn(&str) -> &str) -> HashMap<String, Vec<String>> {
    let mut names: HashMap<String, Vec<String>> = HashMap::new();
    found.keys().for_each(|name| names.entry(composed(part(name))).or_default().push(name.clone()));
    names
}

fn file_name(photo: &str) -> &str {
    photo.rsplit_once('/').map_or(photo, |(_, file)| file)
}

/// Round, table and player of a photo, by its name below the folder of photos.
pub fn seat_by_name(photo: &str) -> (Option<String>, Option<String>, Option<String>) {
    let PartialSeat { round, table, player, .. } = PartialSeat::by_folders(&composed(photo));
    (round, table, player)
}

/// Round, table and player of a photo, as far as they are known.
struct PartialSeat {
    round: Option<String>,
    table: Option<String>,
    player: Option<String>,
    /// Whether the player's name is that of a folder or file, which may be a seat such as `player-2`.
    is_named_by_file: bool,
    /// The name of that folder or file with control characters made visible. It stands in for the player's
    /// name if that is not a valid name.
    called: String,
    /// Whether the file's name is that of a table: `table-3.jpg`.
    is_whole_table: bool,
}

impl PartialSeat {
    fn new(photo: &str, row: &Row) -> Result<Self, PlanError> {
        let folders = Self::by_folders(&composed(photo));
        Ok(Self {
            round: agreed(photo, ("round", &ROUND), row.round.clone(), folders.round)?,
            table: agreed(photo, ("table", &TABLE), row.table.clone(), folders.table)?,
            is_named_by_file: row.player.is_none(),
            player: row.player.clone().or(folders.player),
            called: folders.called,
            is_whole_table: folders.is_whole_table,
        })
    }

    /// Finds the seat by folders such as `round-1/table-3`. The next folder, or else the file, names the
    /// player.
    fn by_folders(photo: &str) -> Self {
        let called = visible(photo).into_owned();
        let mut seat =
            Self { round: None, table: None, player: None, is_named_by_file: true, called, is_whole_table: false };
        let (folders, file) = photo.rsplit_once('/').unwrap_or(("", photo));
        let mut player = None;
        for folder in folders.split('/').filter(|folder| !folder.is_empty()) {
            if let Some(round) = short_or_numbered(folder, &ROUND).filter(|_| seat.round.is_none()) {
                seat.round = Some(round);
            } else if let Some(table) = short_or_numbered(folder, &TABLE).filter(|_| seat.table.is_none()) {
                (seat.table, player) = (Some(table), None);
            } else {
                player = player.or(Some(folder));
            }
        }
        let stem = stem(file);
        let of_table = numbered(stem, &TABLE).filter(|table| is_number(table) && stem != file);
        if let (None, Some(table), None) = (&seat.table, of_table, player) {
            (seat.table, seat.is_whole_table) = (Some(table), true);
        }
        let name = if seat.is_whole_table { "player-1" } else { player.unwrap_or(stem) };
        // The command `game` names players in the same way.
        seat.player = name_of_stem(name).or_else(|| Name::new(name)).map(String::from);
        seat.called = Name::new(&visible(name)).map_or(seat.called, String::from);
        seat
    }

    /// Replaces names that cannot be displayed, and returns whether there were any. The player stays in the
    /// table's results, without a kingdom, rather than being lost.
    fn visible(self) -> (Self, bool) {
        let is_nobody = self.table.is_some() && self.player.is_none();
        let has_control = [&self.round, &self.table].into_iter().flatten().any(|name| name.contains(char::is_control));
        let round = self.round.map(|round| visible(&round).into_owned());
        let table = self.table.map(|table| visible(&table).into_owned());
        let player = self.player.or_else(|| is_nobody.then(|| self.called.clone()));
        (Self { round, table, player, ..self }, is_nobody || has_control)
    }

    /// What is known about the photo. Without a table there is no seat, because only players at a table are
    /// ranked.
    fn photo_info(self, row: Row, options: &PlanOptions) -> PhotoInfo {
        let seat = self.table.zip(self.player).map(|(table, player)| {
            let round = self.round.unwrap_or_else(|| ONLY_ROUND.to_owned());
            let player = if self.is_named_by_file { unmistakable(player, &round, &table) } else { player };
            Seat { round, table, player }
        });
        let variants = Variant::ALL.into_iter();
        let agreed = variants.filter(|variant| row.variants.contains(variant) || options.variants.contains(variant));
        let row_names_nobody = row.player.is_none();
        let further = row.further.into_iter();
        let further_players =
            further.filter_map(|row| Some(FurtherPlayer { player: row.player?, facts: row.unseen })).collect();
        PhotoInfo {
            seat,
            facts: row.unseen,
            variants: agreed.map(|variant| variant.id().to_owned()).collect(),
            size: row.size.or(options.size).map(GridSize::squares_wide),
            game: row.game.or(options.game).map(|game| Game::id(game).to_owned()),
            further_players,
            is_whole_table: self.is_whole_table && row_names_nobody,
            is_unlisted: false,
            any_dominoes: false,
        }
    }
}

/// The round or table on which the manifest and the folder agree, or that only one of them gives. `what` is
/// `round` or `table`, and `words` are the words for it.
fn agreed(
    photo: &str,
    (what, words): (&'static str, &Words),
    listed: Option<String>,
    folder: Option<String>,
) -> Result<Option<String>, PlanError> {
    match (listed, folder) {
        // The folder's name is used because it keeps the letter, as in `T1`, which may distinguish tables.
        (Some(listed), Some(folder)) if is_same_place(&listed, &folder, words) => Ok(Some(folder)),
        (Some(listed), Some(folder)) => Err(PlanError::Contradiction { photo: photo.to_owned(), what, listed, folder }),
        (listed, folder) => Ok(listed.or(folder)),
    }
}

/// A player's name that is unique to the seat. A name such as `player-2` gets the round and table, because
/// another person may be `player-2` elsewhere.
fn unmistakable(player: String, round: &str, table: &str) -> String {
    match numbered(&player, &PLAYER) {
        Some(number) => Seat::nameless(number, round, table),
        None => player,
    }
}
