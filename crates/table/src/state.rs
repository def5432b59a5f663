//! The state that is computed from a table: its kingdoms, read together with the edits, their owners, and the
//! ranks.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::path::Path;

use game::ids::{KingdomId, PhotoId, PlayerId};
use game::one_game::{NamingError, PlayerViews, RankedGame};
use game::table::TablePhotos;
use kingdomino::audit::warning::{Against, Warning};
use kingdomino::domain::{MOST_BONUSES, listed};
use kingdomino::formats::{KingdomRecord, Name};
use kingdomino::standings::{StandingsError, TableInputs, remarks_about};
use messages::{Message, MessageId, Words};

use crate::log::Table;
use crate::refused::Refused;
use crate::settings::Player;
use crate::table_reading::TableReading;

/// A table whose photos were read together and whose players were ranked.
#[derive(Debug)]
pub struct TableState {
    reading: TableReading,
    /// For each view: the kingdom's owner, if known.
    pub owners: Vec<Option<PlayerId>>,
    /// For each view: the name of its owner, if any. In a photo that looks like another game, a kingdom
    /// without an owner has a made-up name that no player has.
    pub names: Vec<Option<Name>>,
    /// The players with a kingdom, in the order in which the photos first show their kingdoms.
    pub players: Vec<PlayerViews>,
    /// The players' kingdoms, in the order of `players`.
    pub records: Vec<KingdomRecord>,
    /// The typed totals.
    pub totals: BTreeMap<PlayerId, u16>,
    /// The ranking, or the reason why there is none.
    pub ranked: Result<RankedGame, Unranked>,
    /// The photos that contribute no kingdom, in the order of the ranking's messages about them.
    pub missing: Vec<PhotoId>,
}

impl Deref for TableState {
    type Target = TableReading;

    fn deref(&self) -> &TableReading {
        &self.reading
    }
}

/// The reason why there is no ranking.
#[derive(Debug, Clone)]
pub enum Unranked {
    /// The kingdoms cannot be assigned to players.
    Naming(NamingError),
    /// There is no kingdom yet, and no total.
    NoKingdom,
    /// The kingdoms cannot belong to one game, or a fact is missing.
    Standings(StandingsError),
}

impl Unranked {
    /// The reason as shown on the web page. The errors' own messages name flags of the command line.
    pub fn on_the_page(&self) -> Message {
        match self {
            Self::Naming(error) => why_nameless(error),
            Self::NoKingdom => MessageId::ServeNoKingdomYet.into(),
            Self::Standings(error) => why_unranked(error),
        }
    }

    /// Whether the players must enter whom the Queen visits.
    pub fn asks_queen(&self) -> bool {
        matches!(self, Self::Standings(StandingsError::TiedTowers { .. }))
    }
}

impl TableState {
    /// Reads a table. `before` is the state before a change; its readings are reused if photos and grids are
    /// the same.
    ///
    /// # Errors
    /// If stored readings cannot be read.
    pub fn new(table: Table, before: Option<&Self>) -> Result<Self, Refused> {
        Self::of_reading(TableReading::new(table, before.map(|before| &before.reading))?)
    }

    /// Reads a table of photos that are all known to show one game; `before` is as in [`Self::new`].
    ///
    /// # Errors
    /// If stored readings cannot be read.
    pub fn of_one_game(table: Table, before: Option<&Self>) -> Result<Self, Refused> {
        Self::of_reading(TableReading::of_one_game(table, before.map(|before| &before.reading))?)
    }

    fn of_reading(reading: TableReading) -> Result<Self, Refused> {
        let TableReading { table, one, unlike, ids, read, .. } = &reading;
        let owners = owners(one, table, ids);
        let names = names(one, table, &owners, unlike);
        let (players, naming) = players(one, table, &owners, &names, unlike)?;
        let totals = table.totals();
        let with_kingdom: Vec<&Name> = players.iter().map(|player| &player.player).collect();
        let inputs = table.inputs(&with_kingdom, &totals);
        let mut records = one.records(&players, read, &inputs);
        for (player, record) in players.iter().zip(&mut records) {
            if !reading.is_confirmed(player.views[0]) {
                ask_about_the_box(record);
            }
        }
        let missing: Vec<PhotoId> = missing(one, table, &owners, &totals);
        let ranked = match naming {
            Some(error) => Err(Unranked::Naming(error)),
            None if records.is_empty() && totals.is_empty() => Err(Unranked::NoKingdom),
            None => ranked(one, table, &players, records.clone(), &inputs, &missing),
        };
        Ok(Self { reading, owners, names, players, records, totals, ranked, missing })
    }

    /// The name of the view's kingdom: its player's, or its photo's.
    pub fn name(&self, view: usize) -> String {
        self.names[view].as_ref().map_or_else(|| self.one.label(view), Name::to_string)
    }

    /// The player of the kingdom with this index, and the kingdom's record.
    pub fn player_of(&self, kingdom: usize) -> Option<(&PlayerViews, &KingdomRecord)> {
        let views = &self.one.kingdoms()[kingdom];
        self.players.iter().zip(&self.records).find(|(player, _)| views.contains(&player.views[0]))
    }

    /// The names of the players who share the first place; none if one player has it alone.
    pub fn share_the_first_place(&self) -> impl Iterator<Item = &Name> {
        self.ranked.iter().flat_map(|ranked| ranked.standings.shared_first())
    }

    /// Players who have no kingdom yet.
    pub fn without_kingdom(&self) -> impl Iterator<Item = &Player> {
        self.table.settings.players.iter().filter(|player| !self.owners.contains(&Some(player.id)))
    }

    /// Indices of kingdoms without a player, except those of another game.
    pub fn nobodys(&self) -> impl Iterator<Item = usize> {
        let kingdoms = self.one.kingdoms();
        (0..kingdoms.len()).filter(move |kingdom| {
            let view = kingdoms[*kingdom][0];
            self.names[view].is_none() && !self.unlike.contains(&self.one.views()[view].photo)
        })
    }
}

/// For each view: the owner's name. If a kingdom of another game has no owner, it gets a made-up name, so
/// that it is not ranked for a player with the same name as its photo.
fn names(one: &TablePhotos, table: &Table, owners: &[Option<PlayerId>], unlike: &[usize]) -> Vec<Option<Name>> {
    let mut names = Vec::new();
    for (view, owner) in owners.iter().enumerate() {
        let name = owner.and_then(|owner| table.settings.name(owner)).cloned();
        let of_other_game = || format!("{} ({view})", one.photo(view)).into();
        names.push(name.or_else(|| unlike.contains(&one.views()[view].photo).then(of_other_game)));
    }
    names
}

/// The players with a kingdom. If the kingdoms cannot be assigned to their owners, also the reason; the
/// kingdoms are then listed under the names of their photos.
fn players(
    one: &TablePhotos,
    table: &Table,
    owners: &[Option<PlayerId>],
    names: &[Option<Name>],
    unlike: &[usize],
) -> Result<(Vec<PlayerViews>, Option<NamingError>), Refused> {
    let (mut players, naming) = match one.players(&told_from_players(one, table, names)) {
        Ok(players) => (players, None),
        Err(error) => {
            let nameless = one.players(&vec![None; names.len()]).map_err(Refused::broken)?;
            (nameless, Some(error))
        }
    };
    players.retain(|player| {
        let view = player.views[0];
        owners[view].is_some() || !unlike.contains(&one.views()[view].photo)
    });
    Ok((players, naming))
}

/// The photos that contribute no kingdom. Leaves out a photo if its player has a total, or a kingdom in
/// another photo.
fn missing(
    one: &TablePhotos,
    table: &Table,
    owners: &[Option<PlayerId>],
    totals: &BTreeMap<PlayerId, u16>,
) -> Vec<PhotoId> {
    let without: BTreeSet<&str> = one.without_kingdom().map(|reading| reading.photo.as_str()).collect();
    let mut missing = Vec::new();
    for row in table.photos.iter().filter(|row| without.contains(row.reading.photo.as_str())) {
        let owner = table.owner(row, 1);
        if owner.is_none_or(|owner| !totals.contains_key(&owner) && !owners.contains(&Some(owner))) {
            missing.push(row.id);
        }
    }
    missing
}

fn ranked(
    one: &TablePhotos,
    table: &Table,
    players: &[PlayerViews],
    records: Vec<KingdomRecord>,
    inputs: &TableInputs,
    missing: &[PhotoId],
) -> Result<RankedGame, Unranked> {
    let messages = one.missing_kingdoms(|reading| {
        let row = table.photos.iter().find(|row| row.reading.photo == reading.photo);
        row.is_some_and(|row| !missing.contains(&row.id))
    });
    one.ranked(players, records, inputs, messages).map_err(Unranked::Standings)
}

/// The names of the views. A kingdom without an owner is named after its photo; if the photo has a player's
/// name, that name is extended, so that the kingdom does not count as the player's.
fn told_from_players(one: &TablePhotos, table: &Table, names: &[Option<Name>]) -> Vec<Option<Name>> {
    let mut called = names.to_vec();
    for views in one.kingdoms().iter().filter(|views| views.iter().all(|view| names[*view].is_none())) {
        let label = one.label(views[0]);
        if table.settings.players.iter().any(|player| player.name == *label) {
            let name = Name::from(format!("{} ({})", one.photo(views[0]), views[0]));
            views.iter().for_each(|view| called[*view] = Some(name.clone()));
        }
    }
    called
}

/// Marks a kingdom for review if it cannot be built from any box. This also applies to a typed kingdom,
/// although none of its squares is doubtful.
pub fn ask_about_the_box(record: &mut KingdomRecord) {
    let sheet = record.sheet();
    let (of_audit, _) = remarks_about(record, &sheet);
    let is_against = |warning: Warning| warning.code.meaning().against == Some(Against::EveryBox);
    let is_open = record.warnings().chain(of_audit).any(is_against);
    if let Some(doubts) = &mut record.doubts {
        doubts.needs_review |= is_open;
    }
}

fn why_nameless(error: &NamingError) -> Message {
    match error {
        NamingError::TwoKingdoms { player, photos, .. } => {
            MessageId::ServeTwoKingdoms.with("player", player).with("photos", photos.as_str())
        }
        NamingError::NumberOfNames { .. } | NamingError::SeveralKingdoms { .. } => MessageId::ServeUnranked.into(),
    }
}

fn why_unranked(error: &StandingsError) -> Message {
    match error {
        StandingsError::TiedTowers { players, .. } => MessageId::ServeTiedTowers.with("players", listed(players)),
        StandingsError::QueenStandsElsewhere { player, place } => {
            MessageId::QueenStandsElsewhere.with("player", player).with("square", *place)
        }
        StandingsError::TwoHosts { first, second } => MessageId::QueenTwice.with("first", first).with("second", second),
        StandingsError::TwoGames { first: (one, ..), second: (other, ..) } => {
            MessageId::ServeTwoGames.with("one", one).with("other", other)
        }
        StandingsError::TooManyBonuses(_) => MessageId::ServeTooManyQuests.with("most", MOST_BONUSES),
        _ => MessageId::ServeUnranked.into(),
    }
}

/// For each view: the kingdom's owner. An owner given in one photo of a kingdom applies to its other photos,
/// too.
fn owners(one: &TablePhotos, table: &Table, ids: &[KingdomId]) -> Vec<Option<PlayerId>> {
    let mut owners = Vec::new();
    for kingdom in ids {
        owners.push(table.photo(kingdom.photo).and_then(|row| table.owner(row, kingdom.number)));
    }
    for kingdom in one.kingdoms() {
        let owner = kingdom.iter().find_map(|view| owners[*view]);
        kingdom.iter().for_each(|view| owners[*view] = owners[*view].or(owner));
    }
    owners
}

/// Makes a photo's name unique in the game by appending a number if necessary, because phones call every
/// picture `image.jpg`.
pub fn unique_name(name: &str, table: &Table) -> String {
    let taken: BTreeSet<String> = table.photos.iter().map(|photo| lower_stem(&photo.reading.photo)).collect();
    if !taken.contains(&lower_stem(name)) {
        return name.to_owned();
    }
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "jpg"));
    let mut numbered = (2..).map(|number| format!("{stem}-{number}.{ending}"));
    numbered.find(|name| !taken.contains(&lower_stem(name))).unwrap_or_default()
}

/// The file's name without its extension, in lower case.
fn lower_stem(name: &str) -> String {
    Path::new(name).file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default()
}
