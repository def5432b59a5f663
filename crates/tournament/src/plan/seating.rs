//! Whose kingdom each photo shows: by the manifest, by the folders in which the photos lie, or by both.

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

/// The round of a tournament with a single one.
const ONLY_ROUND: &str = "1";

/// The table of a tournament with a single one.
const ONLY_TABLE: &str = "1";

/// The most photos that count as one table's without being told: two of each kingdom.
const MOST_OF_ONE_TABLE: usize = 8;

/// Whether the photos are one table's although nothing names it: they lie in one folder, and each has a player's name.
fn is_one_table(rows: &HashMap<String, Row>, found: &BTreeMap<String, Found>) -> bool {
    let is_named = |name: &String| match rows.get(name) {
        Some(row) if row.table.is_some() || row.round.is_some() => false,
        Some(Row { player: Some(_), .. }) => true,
        _ => name_of_file(name).is_some(),
    };
    let of_players: Vec<&String> = match names_players(rows) {
        true => found.keys().filter(|name| rows.contains_key(*name)).collect(),
        false => found.keys().collect(),
    };
    let are_side_by_side = found.keys().all(|name| !name.contains('/'));
    (2..=MOST_OF_ONE_TABLE).contains(&of_players.len()) && are_side_by_side && of_players.into_iter().all(is_named)
}

/// Whether the manifest says who plays. One that tells only facts, such as coins, adds them to what the folders say.
fn names_players(rows: &HashMap<String, Row>) -> bool {
    rows.values().any(|row| row.player.is_some())
}

/// What is known of each photo, by the manifest before the folders; and why it cannot be ranked by that.
pub(super) type Seats = BTreeMap<String, (PhotoInfo, Option<Message>)>;

pub(super) fn photo_infos(
    mut rows: HashMap<String, Row>,
    found: &BTreeMap<String, Found>,
    options: &PlanOptions,
) -> Result<Seats, PlanError> {
    let mut infos = BTreeMap::new();
    let mut without_round = None;
    let mut with_round = None;
    // A missing photo lies nowhere, so that no folder says what its row leaves out. Then it belongs to no table, and to no wrong one.
    let mut missing_without_round = Vec::new();
    let mut missing_players = Vec::new();
    let is_one_table = is_one_table(&rows, found);
    let listed = names_players(&rows).then(|| ListedPlayers::new(&rows, is_one_table));
    // `anna.jpg` is the player whom the manifest calls `anna`.
    let players = rows.values().flat_map(|row| row.player.iter().chain(row.further.iter().flat_map(|row| &row.player)));
    let mut players: Vec<String> = players.cloned().collect();
    players.sort_unstable();
    let spelt: HashMap<String, String> = players.into_iter().map(|player| (name_key(&player), player)).collect();
    for (name, Found { is_missing, .. }) in found {
        let only_table = || is_one_table.then(|| ONLY_TABLE.to_owned());
        let is_listed = rows.contains_key(name);
        let mut row = rows.remove(name).unwrap_or_default();
        row.table = row.table.or_else(only_table);
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

/// A missing photo that the manifest names without a folder is of the only table, if there is one: else its player would be nowhere.
fn seat_missing_at_the_only_table(infos: &mut Seats, missing: Vec<(String, String, Option<String>)>) {
    let seats = infos.values().filter_map(|(info, _)| info.seat.as_ref());
    let tables: BTreeSet<(String, String)> = seats.map(|seat| (seat.round.clone(), seat.table.clone())).collect();
    let mut tables = tables.into_iter();
    let (Some((round, table)), None) = (tables.next(), tables.next()) else { return };
    let is_here = |of: &Option<String>| of.as_ref().is_none_or(|of| *of == round);
    for (photo, player, _) in missing.into_iter().filter(|(.., of)| is_here(of)) {
        let seat = Seat { round: round.clone(), table: table.clone(), player };
        infos.entry(photo).and_modify(|(info, _)| info.seat = Some(seat));
    }
}

/// Refuses photos of one table in several folders, such as `Saturday/table-1` and `Sunday/table-1`: most likely they are two games, and one of them would
/// not count. `told` are photos whose round or table the manifest tells.
pub(super) fn check_folders_above<'a>(
    photos: impl IntoIterator<Item = (&'a str, &'a PhotoInfo)>,
    told: &BTreeSet<String>,
) -> Result<(), PlanError> {
    let mut above: BTreeMap<(&str, &str), BTreeSet<String>> = BTreeMap::new();
    for (photo, info) in photos {
        if let (Some(seat), Some(folder)) = (&info.seat, folder_above_table(photo))
            && !told.contains(photo)
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

/// The folders above that of a photo's table, but for those of rounds; `None` where no folder is a table's.
fn folder_above_table(photo: &str) -> Option<String> {
    let (folders, _) = photo.rsplit_once('/')?;
    let folders: Vec<&str> = folders.split('/').collect();
    let table = folders.iter().position(|folder| short_or_numbered(folder, &TABLE).is_some())?;
    let above = folders[..table].iter().filter(|folder| short_or_numbered(folder, &ROUND).is_none());
    Some(above.copied().collect::<Vec<_>>().join("/"))
}

/// Whether a person sent it from a phone: it lies where `serve` puts it.
fn is_from_phone(photo: &str) -> bool {
    photo.contains('/') && stem(file_name(photo)).strip_prefix(PHONE).is_some_and(is_number)
}

/// The players of a manifest, by what its rows say of them.
struct ListedPlayers(BTreeSet<(Option<String>, Option<String>, String)>);

impl ListedPlayers {
    fn new(rows: &HashMap<String, Row>, is_one_table: bool) -> Self {
        let of_row = |(photo, row): (&String, &Row)| {
            let folders = PartialSeat::by_folders(&composed(photo));
            let round = row.round.clone().or(folders.round);
            let only_table = || is_one_table.then(|| ONLY_TABLE.to_owned());
            let table = row.table.clone().or(folders.table).or_else(only_table);
            let first = row.player.clone().or(folders.player);
            let players = first.into_iter().chain(row.further.iter().filter_map(|row| row.player.clone()));
            players.map(|player| (round.clone(), table.clone(), name_key(&player))).collect::<Vec<_>>()
        };
        Self(rows.iter().flat_map(of_row).collect())
    }

    /// Whether a photo without a row is nevertheless a player's: a further one of a player whom the manifest names, or one that a person sent as
    /// this player's from a phone, which lies where `serve` puts it.
    fn may_have(&self, photo: &str, seat: &PartialSeat) -> bool {
        let key = seat.player.as_deref().map(|player| (seat.round.clone(), seat.table.clone(), name_key(player)));
        seat.table.is_some() && (is_from_phone(photo) || key.is_some_and(|key| self.0.contains(&key)))
    }
}

/// How the names of photos begin that `serve` takes from phones, in the player's folder.
pub const PHONE: &str = "phone-";

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit())
}

/// The manifest's rows by photo, and the photos that are missing, if they may arrive. Else a missing photo costs its own line: it is added to
/// those found, and refused. If most are missing, the manifest is another folder's.
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
    let is_missing = |row: &&Row| !found.contains_key(&row.photo);
    let photos: Vec<String> = rows.iter().filter(is_missing).map(|row| row.photo.clone()).collect();
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

/// What a manifest tells.
#[derive(Default)]
pub(super) struct Listed {
    /// By photo.
    pub rows: HashMap<String, Row>,
    /// Photos that are missing, and may arrive.
    pub awaited: Vec<String>,
    /// The encoding that was taken because the file tells none.
    pub encoding: Option<&'static str>,
}

/// Finds photos that are called otherwise than the manifest writes them, where only one can be meant: with another ending or other capital letters,
/// in folders that name the same round and table in other words, or in any folder where the manifest has the name alone.
///
/// Returns those of which several can be meant, by what the manifest calls them.
fn find_called_otherwise(rows: &mut [Row], found: &BTreeMap<String, Found>) -> HashMap<String, Vec<String>> {
    let listed: BTreeSet<String> = rows.iter().map(|row| row.photo.clone()).collect();
    let mut by_key: HashMap<Vec<String>, Vec<&String>> = HashMap::new();
    for name in found.keys() {
        if name.contains('/') {
            by_key.entry(loosely(file_name(name))).or_default().push(name);
        }
        if !listed.contains(name) {
            by_key.entry(loosely(name)).or_default().push(name);
        }
    }
    let mut meant: HashMap<Vec<String>, BTreeSet<String>> = HashMap::new();
    let is_open = |row: &&Row| !found.contains_key(&row.photo);
    for row in rows.iter().filter(is_open) {
        meant.entry(loosely(&row.photo)).or_default().insert(row.photo.clone());
    }
    let mut unclear = HashMap::new();
    for row in rows.iter_mut().filter(|row| !found.contains_key(&row.photo)) {
        let key = loosely(&row.photo);
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

/// Whether the photo's folders name no other round and table than its row.
fn fits(row: &Row, photo: &str) -> bool {
    let folders = PartialSeat::by_folders(&composed(photo));
    let agree = |listed: &Option<String>, folder: &Option<String>, words: &Words| {
        listed.as_ref().zip(folder.as_ref()).is_none_or(|(listed, folder)| is_same_place(listed, folder, words))
    };
    agree(&row.round, &folders.round, &ROUND) && agree(&row.table, &folders.table, &TABLE)
}

/// Whether a list's word for a round or table means what a folder is called.
fn is_same_place(listed: &str, folder: &str, words: &Words) -> bool {
    listed == folder || short_or_numbered(listed, words).as_deref() == Some(folder)
}

/// A photo's folders and its name without the ending: equal for `Runde 4/Tisch 1/Ben.JPG` and `round-4/table-1/ben.jpg`.
fn loosely(photo: &str) -> Vec<String> {
    let photo = composed(photo);
    let (folders, file) = photo.rsplit_once('/').unwrap_or(("", &photo));
    let folder = |folder: &str| {
        let round = || short_or_numbered(folder, &ROUND).map(|round| format!("round {round}"));
        let table = || short_or_numbered(folder, &TABLE).map(|table| format!("table {table}"));
        round().or_else(table).unwrap_or_else(|| folder.trim().to_lowercase())
    };
    folders.split('/').map(folder).chain([stem(file).trim().to_lowercase()]).collect()
}

/// Adds the missing photos to those found, each refused with the name of the file that may be meant.
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
    let is_unlisted = |name: &&String| !rows.iter().any(|row| row.photo == **name);
    let unlisted: Vec<String> = found.keys().filter(is_unlisted).cloned().collect();
    let near = |photo: &str| suggestion(photo, unlisted.iter().map(String::as_str)).map(str::to_owned);
    let listed: BTreeSet<&str> = rows.iter().map(|row| row.photo.as_str()).collect();
    let missing: BTreeSet<&str> = photos.iter().map(String::as_str).collect();
    // Results name photos by their paths below the folder.
    let is_inside = |photo: &&String| Path::new(photo).components().all(|part| matches!(part, Component::Normal(_)));
    let outside: Vec<String> = photos.iter().filter(|photo| !is_inside(photo)).cloned().collect();
    if !outside.is_empty() {
        return refused(outside, String::new());
    }
    if 2 * missing.len() > listed.len() {
        let hint = photos.iter().find_map(|photo| Some(format!("; is `{}` meant by `{photo}`?", near(photo)?)));
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

/// The photos by a part of their names in composed Unicode, as a manifest may write them.
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
    /// Whether the player's name is that of a folder or file, which may mean a seat.
    is_named_by_file: bool,
    /// The name of that folder or file in visible letters: the player's name if it has none.
    called: String,
    /// Whether the file's name is that of a table: `table-3.jpg`.
    is_whole_table: bool,
}

impl PartialSeat {
    fn new(photo: &str, row: &Row) -> Result<Self, PlanError> {
        let folders = Self::by_folders(&composed(photo));
        let agreed = |what: &'static str, words: &Words, listed: &Option<String>, folder: Option<String>| {
            match (listed.clone(), folder) {
                // `T1` in a list is the folder `T1`.
                (Some(listed), Some(folder)) if is_same_place(&listed, &folder, words) => Ok(Some(folder)),
                (Some(listed), Some(folder)) => {
                    Err(PlanError::Contradiction { photo: photo.to_owned(), what, listed, folder })
                }
                (listed, folder) => Ok(listed.or(folder)),
            }
        };
        Ok(Self {
            round: agreed("round", &ROUND, &row.round, folders.round)?,
            table: agreed("table", &TABLE, &row.table, folders.table)?,
            // A given name is better than that of a file.
            is_named_by_file: row.player.is_none(),
            player: row.player.clone().or(folders.player),
            called: folders.called,
            is_whole_table: folders.is_whole_table,
        })
    }

    /// By folders such as `round-1/table-3`; the next folder or the file names the player.
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
        // As `game` names it.
        seat.player = name_of_stem(name).or_else(|| Name::new(name)).map(String::from);
        seat.called = Name::new(&visible(name)).map_or(seat.called, String::from);
        seat
    }

    /// With names that can be shown, and whether one of them could not. So the table's results have a player whose kingdom is missing, not
    /// one player too few.
    fn visible(self) -> (Self, bool) {
        let shown = |name: Option<String>| name.map(|name| visible(&name).into_owned());
        let is_steered = |name: &Option<String>| name.as_deref().is_some_and(|name| name.contains(char::is_control));
        let is_nobody = self.table.is_some() && self.player.is_none();
        let is_nameless = is_nobody || is_steered(&self.round) || is_steered(&self.table);
        let player = self.player.or_else(|| is_nobody.then(|| self.called.clone()));
        (Self { round: shown(self.round), table: shown(self.table), player, ..self }, is_nameless)
    }

    /// Only players at a table are ranked.
    fn photo_info(self, row: Row, options: &PlanOptions) -> PhotoInfo {
        let seat = self.table.zip(self.player).map(|(table, player)| {
            let round = self.round.unwrap_or_else(|| ONLY_ROUND.to_owned());
            let player = if self.is_named_by_file { unmistakable(player, &round, &table) } else { player };
            Seat { round, table, player }
        });
        let variants = Variant::ALL.into_iter();
        let agreed = variants.filter(|variant| row.variants.contains(variant) || options.variants.contains(variant));
        let row_names_nobody = row.player.is_none();
        let further = |row: Row| Some(FurtherPlayer { player: row.player?, facts: row.unseen });
        let further_players = row.further.into_iter().filter_map(further).collect();
        PhotoInfo {
            seat,
            facts: row.unseen,
            variants: agreed.map(|variant| variant.id().to_owned()).collect(),
            size: row.size.or(options.size).map(GridSize::squares_wide),
            game: row.game.or(options.game).map(|game| Game::id(game).to_owned()),
            further_players,
            is_whole_table: self.is_whole_table && row_names_nobody,
            is_unlisted: false,
        }
    }
}

/// `player-2` names a seat, not a player: at another table, or in another round, it is another player.
fn unmistakable(player: String, round: &str, table: &str) -> String {
    match numbered(&player, &PLAYER) {
        Some(number) => Seat::nameless(number, round, table),
        None => player,
    }
}
