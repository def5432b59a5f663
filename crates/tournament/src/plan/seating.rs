//! Whose kingdom each photo shows: by the manifest, by the folders in which the photos lie, or by both.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use super::PlanOptions;
use super::discover::Found;
use super::error::PlanError;
use crate::manifest;
use crate::manifest::Row;
use crate::natural_order::without_zeros;
use game::photo_info::{FurtherPlayer, PhotoInfo, Seat};
use kingdomino::domain::{Game, GridSize, OffBoardFacts, Variant};
use kingdomino::formats::{composed, name_of_file, player_name};
use messages::{Message, MessageId, Words, visible};

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
    let are_side_by_side = found.keys().all(|name| !name.contains('/'));
    (2..=MOST_OF_ONE_TABLE).contains(&found.len()) && are_side_by_side && found.keys().all(is_named)
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
    let is_one_table = is_one_table(&rows, found);
    for name in found.keys() {
        let mut row = rows.remove(name).unwrap_or_default();
        row.table = row.table.or_else(|| is_one_table.then(|| ONLY_TABLE.to_owned()));
        let seat = PartialSeat::new(name, &row)?;
        if let (None, Some(column), Some(manifest)) = (&seat.table, row.of_a_game(), &options.manifest) {
            let (manifest, photo) = (manifest.clone(), name.clone());
            return Err(PlanError::NoTable { manifest, photo, number: row.number, column });
        }
        match (&seat.table, &seat.round) {
            (Some(_), None) => without_round = without_round.or(Some(name)),
            (_, Some(_)) => with_round = with_round.or(Some(name)),
            (None, None) => {}
        }
        let agreed: Vec<Variant> = row.variants.iter().chain(&options.variants).copied().collect();
        Variant::check_agreed(&agreed).map_err(|problem| PlanError::TooManyBonuses { photo: name.clone(), problem })?;
        let problem = row.problem.take();
        let (seat, nameless) = seat.visible();
        let nameless = nameless.then(|| MessageId::NoNameOfFile.into());
        infos.insert(name.clone(), (seat.photo_info(row, options), problem.or(nameless)));
    }
    match (without_round, with_round) {
        (Some(without), Some(with)) => Err(PlanError::NoRound { without: without.clone(), with: with.clone() }),
        _ => Ok(infos),
    }
}

/// The manifest's rows by photo, and the photos that are missing, if they may arrive. A photo whose name cannot be right is added to those
/// found, and refused.
pub(super) fn rows(
    folder: &Path,
    found: &mut BTreeMap<String, Found>,
    options: &PlanOptions,
) -> Result<(HashMap<String, Row>, Vec<String>), PlanError> {
    let Some(manifest) = &options.manifest else { return Ok(<_>::default()) };
    let mut rows =
        manifest::read(manifest).map_err(|problem| PlanError::Manifest { path: manifest.clone(), problem })?;
    let names = composed_names(found);
    for row in rows.iter_mut().filter(|row| !found.contains_key(&row.photo)) {
        // If the names of two files look the same, it is unclear which one is meant.
        if let Some([name]) = names.get(&composed(&row.photo)).map(Vec::as_slice) {
            row.photo.clone_from(name);
        }
    }
    let is_waiting = options.arriving.is_some();
    let has_no_name = |row: &&mut Row| row.photo.contains(char::is_control) && !is_waiting;
    for row in rows.iter_mut().filter(has_no_name) {
        if !found.contains_key(&row.photo) {
            let path = folder.join(&row.photo);
            let refused = Some(MessageId::NamedPhotoMissing.with("number", row.number));
            row.photo = visible(&row.photo).into_owned();
            found.insert(row.photo.clone(), Found { path, refused });
        }
    }
    let missing = rows.iter().filter(|row| !found.contains_key(&row.photo));
    let photos: Vec<String> = missing.map(|row| row.photo.clone()).collect();
    if !photos.is_empty() && !is_waiting {
        return Err(PlanError::MissingPhotos { manifest: manifest.clone(), folder: folder.to_owned(), photos });
    }
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
    Ok((by_photo, photos))
}

/// The photos by their names in composed Unicode, as a manifest may write them.
fn composed_names(found: &BTreeMap<String, Found>) -> HashMap<String, Vec<String>> {
    let mut names: HashMap<String, Vec<String>> = HashMap::new();
    found.keys().for_each(|name| names.entry(composed(name)).or_default().push(name.clone()));
    names
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
        let agreed = |what: &'static str, listed: &Option<String>, folder: Option<String>| match (
            listed.as_deref().map(in_short),
            folder,
        ) {
            (Some(listed), Some(folder)) if listed != folder => {
                Err(PlanError::Contradiction { photo: photo.to_owned(), what, listed, folder })
            }
            (listed, folder) => Ok(listed.or(folder)),
        };
        Ok(Self {
            round: agreed("round", &row.round, folders.round)?,
            table: agreed("table", &row.table, folders.table)?,
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
            if let Some(round) = numbered(folder, &["round", "runde"]).filter(|_| seat.round.is_none()) {
                seat.round = Some(round);
            } else if let Some(table) = numbered(folder, &["table", "tisch"]).filter(|_| seat.table.is_none()) {
                (seat.table, player) = (Some(table), None);
            } else {
                player = player.or(Some(folder));
            }
        }
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let is_number = |text: &String| text.chars().all(|letter| letter.is_ascii_digit());
        let of_table = numbered(stem, &["table", "tisch"]).filter(is_number).filter(|_| stem != file);
        if let (None, Some(table), None) = (&seat.table, of_table, player) {
            (seat.table, seat.is_whole_table) = (Some(table), true);
        }
        let name = if seat.is_whole_table { "player-1" } else { player.unwrap_or(stem) };
        seat.player = player_name(name);
        seat.called = player_name(&visible(name)).unwrap_or(seat.called);
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
        let OffBoardFacts { coins, knights_in_supply, queen } = row.unseen;
        let row_names_nobody = row.player.is_none();
        let further = |row: Row| Some(FurtherPlayer::new(row.player?, row.unseen));
        let further_players = row.further.into_iter().filter_map(further).collect();
        PhotoInfo {
            seat,
            coins,
            knights_in_supply,
            queen,
            variants: agreed.map(|variant| variant.id().to_owned()).collect(),
            size: row.size.or(options.size).map(GridSize::squares_wide),
            game: row.game.or(options.game).map(|game| Game::id(game).to_owned()),
            further_players,
            is_whole_table: self.is_whole_table && row_names_nobody,
        }
    }
}

/// `player-2` names a seat, not a player: at another table, or in another round, it is another player.
fn unmistakable(player: String, round: &str, table: &str) -> String {
    match numbered(&player, &["player", "spieler"]) {
        Some(number) => Seat::nameless(number, round, table),
        None => player,
    }
}

/// The text after one of the words: `3` for `table-3`, `Table 3`, `table_03`.
fn numbered(text: &str, words: &[&str]) -> Option<String> {
    let behind = |word: &&str| {
        let (front, rest) = text.split_at_checked(word.len())?;
        front.eq_ignore_ascii_case(word).then_some(rest)
    };
    let rest = words.iter().find_map(behind)?;
    let (is_apart, rest) = match rest.strip_prefix(['-', '_', ' ']) {
        Some(rest) => (true, rest.trim()),
        None => (false, rest),
    };
    let is_number = !rest.is_empty() && rest.chars().all(|letter| letter.is_ascii_digit());
    (is_number || is_apart && !rest.is_empty()).then(|| in_short(rest))
}

/// Numbers lose leading zeros, so that `03` and `3` are one table.
fn in_short(name: &str) -> String {
    let is_number = name.chars().all(|letter| letter.is_ascii_digit());
    if is_number { without_zeros(name).to_owned() } else { name.to_owned() }
}
