//! The state that is computed from a table: its kingdoms, read together with the edits, their owners, and the
//! ranks.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use game::ids::{KingdomId, PhotoId, PlayerId};
use game::one_game::{NamingError, OneGame, PlayerViews, RankedGame};
use game::photo_reading::PhotoReading;
use kingdomino::audit::warning::WarningCode;
use kingdomino::domain::{MOST_BONUSES, Place, Square, listed};
use kingdomino::formats::{KingdomRecord, Name};
use kingdomino::scoring::sheet::ScoreSheet;
use kingdomino::standings::{StandingsError, TableInputs, remarks_about};
use messages::{Message, MessageId, Words};
use reading::correction::{GivenSquare, ReadAnew, upsert};

use crate::grids::{self, Grids};
use crate::log::{Edit, Table, What};
use crate::photo::{Grid, PhotoRow};
use crate::refused::Refused;
use crate::settings::Player;
use crate::why::of_correction;

/// A table whose photos were read together and whose players were ranked.
#[derive(Debug)]
pub struct TableState {
    /// The stored data of the table.
    pub table: Table,
    /// The photos, read together.
    pub one: Arc<OneGame>,
    /// For each photo: the numbers and grids of its kingdoms.
    pub grids: Vec<Vec<(usize, Grid)>>,
    /// Indices of photos that look like another game; their kingdoms are read by themselves.
    pub unlike: Vec<usize>,
    /// For each view: the kingdom that it shows.
    pub ids: Vec<KingdomId>,
    /// For each view: the kingdom's owner, if known.
    pub owners: Vec<Option<PlayerId>>,
    /// For each view: the name of its owner, if any. In a photo that looks like another game, a kingdom
    /// without an owner has a made-up name that no player has.
    pub names: Vec<Option<Name>>,
    /// The edits of squares that exist in the current grids, including undone edits.
    pub edited: Vec<EditedSquare>,
    /// The edits of squares that count, as indices into all edits.
    pub counting: BTreeSet<usize>,
    /// For each view: the squares given by the edits that count.
    pub given: Vec<Vec<GivenSquare>>,
    /// The views, read again with the squares in `given`.
    pub read: ReadAnew,
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
    /// Edits of squares that no longer count because they do not fit.
    pub unfit: Vec<UnfitEdit>,
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

/// An edit of a square, with the square's current cell.
#[derive(Debug, Clone, Copy)]
pub struct EditedSquare {
    /// Its index among all edits.
    pub index: usize,
    /// The view that shows the kingdom.
    pub view: usize,
    /// The square, by its cell in the current grid.
    pub given: GivenSquare,
    /// Whether the edit withdraws an earlier edit of the square. The content in `given` then has no meaning.
    pub is_withdrawn: bool,
}

/// An edit of a square that does not fit the current reading.
#[derive(Debug, Clone, Copy)]
pub struct UnfitEdit {
    /// Its index among all edits.
    pub index: usize,
    /// The content that the edit gives to the square.
    pub square: Square,
}

impl TableState {
    /// Reads a table. `before` is the state before a change; its readings are reused if photos and grids are
    /// the same.
    ///
    /// # Errors
    /// If stored readings cannot be read.
    pub fn new(table: Table, before: Option<&Self>) -> Result<Self, Refused> {
        let settled = table.photos.iter().map(|photo| has_edits(photo, table.counting())).collect();
        Self::with_settled(table, before, settled)
    }

    /// Reads a table whose photos are all known to show one game; `before` is as in [`Self::new`].
    ///
    /// # Errors
    /// If stored readings cannot be read.
    pub fn of_one_game(table: Table, before: Option<&Self>) -> Result<Self, Refused> {
        let settled = vec![true; table.photos.len()];
        Self::with_settled(table, before, settled)
    }

    /// Reads a table. `settled`: for each photo, whether it is known to show this game.
    fn with_settled(table: Table, before: Option<&Self>, settled: Vec<bool>) -> Result<Self, Refused> {
        let edits = table.counting();
        let now = Grids::after(edits);
        let grids: Vec<Vec<(usize, Grid)>> = table.photos.iter().map(|photo| now.in_photo(photo)).collect();
        let before = before.filter(|before| {
            let is_same_photos = before.table.photos_revision == table.photos_revision;
            is_same_photos && before.grids == grids && before.unlike == before.one.unlike(&settled)
        });
        let one = match before {
            Some(before) => Arc::clone(&before.one),
            None => {
                let readings = table.photos.iter().zip(&grids).map(|(photo, grids)| grids::reading(photo, grids));
                Arc::new(OneGame::new(readings.collect(), &settled).map_err(Refused::broken)?)
            }
        };
        let unlike = one.unlike(&settled);
        let ids = ids(&one, &table, &grids);
        let (edited, outside) = edited_squares(&one, &table, &ids, &now);
        let counted: Vec<EditedSquare> = edited.iter().filter(|edit| edit.index < table.cursor).copied().collect();
        let ReadAround { read, given, counting, unfit: unread } = read_around(&one, &counted)?;
        let unfit = outside.into_iter().filter(|unfit| unfit.index < table.cursor).chain(unread).collect();
        let owners = owners(&one, &table, &ids);
        let names = names(&one, &table, &owners, &unlike);
        let (players, naming) = players(&one, &table, &owners, &names, &unlike)?;
        let totals = table.totals();
        let with_kingdom: Vec<&Name> = players.iter().map(|player| &player.player).collect();
        let inputs = table.settings.inputs(&with_kingdom, &totals);
        let mut records = one.records(&players, &read, &inputs);
        for (player, record) in players.iter().zip(&mut records) {
            if !are_all_given(&one, &given, player.views[0]) {
                ask_about_the_box(record);
            }
        }
        let missing: Vec<PhotoId> = missing(&one, &table, &owners, &totals);
        let ranked = match naming {
            Some(error) => Err(Unranked::Naming(error)),
            None if records.is_empty() && totals.is_empty() => Err(Unranked::NoKingdom),
            None => ranked(&one, &table, &players, records.clone(), &inputs, &missing),
        };
        let state = Self {
            table,
            one,
            grids,
            unlike,
            ids,
            owners,
            names,
            edited,
            counting,
            given,
            read,
            players,
            records,
            totals,
            ranked,
            missing,
            unfit,
        };
        Ok(state)
    }

    /// The view with this key from a request, such as `2k1`.
    pub fn view(&self, key: &str) -> Option<usize> {
        self.view_of(key.parse().ok()?)
    }

    /// The view that shows the kingdom.
    pub fn view_of(&self, kingdom: KingdomId) -> Option<usize> {
        self.ids.iter().position(|id| *id == kingdom)
    }

    /// The photos, and the rows of kingdoms that were typed without a photo and not undone.
    pub fn photos(&self) -> impl Iterator<Item = &PhotoRow> {
        let rows = self.table.photos.iter().zip(self.one.photos());
        rows.filter(|(_, reading)| !reading.is_blank()).map(|(row, _)| row)
    }

    /// A photo's reading in its current grids.
    pub fn reading(&self, photo: PhotoId) -> Option<&PhotoReading> {
        self.one.photos().get(self.table.photos.iter().position(|row| row.id == photo)?)
    }

    /// The numbers of a photo's kingdoms, and their grids.
    pub fn grids_of(&self, photo: PhotoId) -> &[(usize, Grid)] {
        let place = self.table.photos.iter().position(|row| row.id == photo);
        place.map(|place| &self.grids[place][..]).unwrap_or_default()
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

    /// An edit of a square in the view's current reading; `None` if it has no such square.
    pub fn edit_at_place(&self, view: usize, place: Place, square: Square) -> Option<Edit> {
        let read = &self.read.kingdoms[view];
        read.kingdom.squares().get(place)?;
        Some(self.edit_of(view, GivenSquare { cell: read.cell_of(place), square }))
    }

    /// An edit of a square of the view.
    pub fn edit_of(&self, view: usize, given: GivenSquare) -> Edit {
        Edit::new(self.ids[view], What::Square(given))
    }

    /// Whether every square of the view's kingdom was confirmed or corrected since it was read or painted.
    pub fn are_all_given(&self, view: usize) -> bool {
        are_all_given(&self.one, &self.given, view)
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

    /// Whether the photo looks like another game and its squares have no corrections.
    pub fn is_unlike(&self, photo: PhotoId) -> bool {
        self.unlike.iter().any(|index| self.table.photos[*index].id == photo)
    }

    /// Checks that the last answer fits, assuming that all earlier answers do.
    pub(crate) fn check_last(&self) -> Result<(), Refused> {
        let Some(last) = self.table.before_last() else { return Ok(()) };
        if self.unfit.iter().all(|unfit| unfit.index < last) {
            return Ok(());
        }
        let counted: Vec<EditedSquare> =
            self.edited.iter().filter(|edit| edit.index < self.table.cursor).copied().collect();
        let why = self.one.table().first_readings().read_anew(&given(&self.one, &counted)).err();
        let why = why.map_or_else(|| MessageId::ServeImpossible.into(), |error| of_correction(&error));
        Err(Refused::impossible("bad-correction", MessageId::ServeBadCorrection.with("why", why)))
    }
}

/// For each view the kingdom that it shows.
fn ids(one: &OneGame, table: &Table, grids: &[Vec<(usize, Grid)>]) -> Vec<KingdomId> {
    let mut ids = Vec::new();
    for view in one.views() {
        let number = grids[view.photo].get(view.number - 1).map_or(view.number, |(number, _)| *number);
        ids.push(table.photos[view.photo].kingdom(number));
    }
    ids
}

/// For each view: the owner's name. If a kingdom of another game has no owner, it gets a made-up name, so
/// that it is not ranked for a player with the same name as its photo.
fn names(one: &OneGame, table: &Table, owners: &[Option<PlayerId>], unlike: &[usize]) -> Vec<Option<Name>> {
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
    one: &OneGame,
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
    one: &OneGame,
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
    one: &OneGame,
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
fn told_from_players(one: &OneGame, table: &Table, names: &[Option<Name>]) -> Vec<Option<Name>> {
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

/// Whether any edit is about the photo's squares or grids. The photo is then known to show this game,
/// whatever it looks like.
fn has_edits(photo: &PhotoRow, edits: &[Edit]) -> bool {
    edits.iter().any(|edit| edit.kingdom.photo == photo.id && !matches!(edit.what, What::Owner(_)))
}

/// The warnings that a kingdom cannot be built from any box.
pub const AGAINST_EVERY_BOX: [WarningCode; 7] = [
    WarningCode::NoCastle,
    WarningCode::MoreThanTheBox,
    WarningCode::HalfADomino,
    WarningCode::NoTiling,
    WarningCode::SquaresApart,
    WarningCode::TooManyBuildings,
    WarningCode::TooManyOfTheCourt,
];

/// Marks a kingdom for review if it cannot be built from any box. This also applies to a typed kingdom,
/// although none of its squares is doubtful.
pub fn ask_about_the_box(record: &mut KingdomRecord) {
    let sheet = ScoreSheet::new(&record.kingdom, &record.unseen, &record.variants);
    let (of_audit, _) = remarks_about(record, &sheet);
    let is_open = AGAINST_EVERY_BOX.iter().any(|code| {
        of_audit.iter().any(|warning| warning.code == *code) || record.warnings().any(|warning| warning.code == *code)
    });
    if let Some(doubts) = &mut record.doubts {
        doubts.needs_review |= is_open;
    }
}

fn are_all_given(one: &OneGame, given: &[Vec<GivenSquare>], view: usize) -> bool {
    one.table().first_readings().kingdoms[view].is_whole(&given[view])
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
fn owners(one: &OneGame, table: &Table, ids: &[KingdomId]) -> Vec<Option<PlayerId>> {
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

/// Converts each edit of a square to the kingdom's current grid (`now`). The second list has the edits
/// outside the rows and columns that were read. Edits of squares that only an earlier grid contains are in
/// neither list: the person confirmed their loss when marking the new grid, and undoing that restores them.
fn edited_squares(one: &OneGame, table: &Table, ids: &[KingdomId], now: &Grids) -> (Vec<EditedSquare>, Vec<UnfitEdit>) {
    let first = one.table().first_readings();
    let (mut edited, mut unfit, mut then) = (Vec::new(), Vec::new(), Grids::default());
    for (index, edit) in table.edits.iter().enumerate() {
        then.take(edit);
        let (cell, square) = match edit.what {
            What::Square(GivenSquare { cell, square }) => (cell, Some(square)),
            What::Withdrawn(cell) => (cell, None),
            What::Grid(_) | What::Total { .. } | What::Owner(_) => continue,
        };
        let Some(photo) = table.photo(edit.kingdom.photo) else { continue };
        let from_to = (then.of(edit.kingdom), now.of(edit.kingdom));
        let Some(cell) = grids::moved(photo, edit.kingdom.number, from_to, cell) else { continue };
        let Some(view) = ids.iter().position(|id| *id == edit.kingdom) else { continue };
        let read = &first.kingdoms[view];
        if read.reading.place_of(cell).is_some() {
            let given = GivenSquare { cell, square: square.unwrap_or(Square::Empty) };
            edited.push(EditedSquare { index, view, given, is_withdrawn: square.is_none() });
        } else if let Some(square) = square.filter(|_| from_to.0 == from_to.1 || read.guesses.at(cell).is_some()) {
            // The person who marked a later grid was warned about the squares outside it.
            unfit.push(UnfitEdit { index, square });
        }
    }
    (edited, unfit)
}

/// The game, read again with edited squares.
struct ReadAround {
    read: ReadAnew,
    given: Vec<Vec<GivenSquare>>,
    counting: BTreeSet<usize>,
    unfit: Vec<UnfitEdit>,
}

/// Reads the game again with these edits. Of two edits of a square, the later counts. If the kingdoms cannot
/// be read with an edit, that edit is left out, and later ones still count.
fn read_around(one: &OneGame, edited: &[EditedSquare]) -> Result<ReadAround, Refused> {
    let (mut fitting, mut rest, mut unfit) = (Vec::new(), edited, Vec::new());
    loop {
        let all: Vec<EditedSquare> = fitting.iter().chain(rest).copied().collect();
        let given_by_all = given(one, &all);
        match one.table().read_anew(&given_by_all) {
            Ok(read) => {
                let counting = counting(&all, &given_by_all);
                return Ok(ReadAround { read, given: given_by_all, counting, unfit });
            }
            Err(error) if rest.is_empty() => return Err(Refused::broken(error)),
            Err(_) => {}
        }
        let first_unfit = first_failing(rest.len(), |more| {
            one.table().read_anew(&given(one, &[&fitting[..], &rest[..more]].concat())).is_ok()
        });
        let EditedSquare { index, given: GivenSquare { square, .. }, .. } = rest[first_unfit];
        unfit.push(UnfitEdit { index, square });
        fitting.extend_from_slice(&rest[..first_unfit]);
        rest = &rest[first_unfit + 1..];
    }
}

/// The number of edits that can be applied before the first that fails, found by bisection. Assumes that the
/// reading succeeds with none of the edits and fails with all of them.
fn first_failing(all: usize, is_good: impl Fn(usize) -> bool) -> usize {
    let (mut good, mut bad) = (0, all);
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        if is_good(middle) { good = middle } else { bad = middle }
    }
    good
}

/// For each view: the squares given by the last edit of each square, and of the castle.
fn given(one: &OneGame, edited: &[EditedSquare]) -> Vec<Vec<GivenSquare>> {
    let mut given: Vec<Vec<GivenSquare>> = vec![Vec::new(); one.views().len()];
    for edit in edited {
        let of_view = &mut given[edit.view];
        match edit.is_withdrawn {
            true => of_view.retain(|other| other.cell != edit.given.cell),
            false => upsert(of_view, edit.given),
        }
    }
    given
}

/// The indices of the edits that gave the squares in `given`. If several edits gave the same, only the last.
fn counting(edited: &[EditedSquare], given: &[Vec<GivenSquare>]) -> BTreeSet<usize> {
    let mut counting = BTreeSet::new();
    for (view, given) in given.iter().enumerate() {
        for given in given {
            let of_given = |edit: &&EditedSquare| !edit.is_withdrawn && (edit.view, edit.given) == (view, *given);
            let last = edited.iter().rev().find(of_given);
            counting.extend(last.map(|edit| edit.index));
        }
    }
    counting
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
