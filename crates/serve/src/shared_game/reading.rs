//! `GameRows -> ReadGame`: reads the photos of a game together and ranks the players.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use axum::http::StatusCode;

use super::grids::{self, Grids};
use crate::api_error::ApiError;
use crate::store::{Edit, GameRows, GameState, Grid, PhotoRow, Player, PlayerResult, What};
use crate::why::of_correction;
use game::ids::{KingdomId, PhotoId, PlayerId};
use game::line::ResultLine;
use game::one_game::{NamingError, OneGame, PlayerViews, RankedGame};
use kingdomino::audit::warning::WarningCode;
use kingdomino::domain::{MOST_BONUSES, Place, Square, listed};
use kingdomino::formats::{KingdomRecord, Name};
use kingdomino::scoring::sheet::ScoreSheet;
use kingdomino::standings::{StandingsError, remarks_about};
use messages::{Message, MessageId, Words};
use reading::correction::{GivenSquare, ReadAnew, upsert};

/// A game, read and ranked.
pub struct ReadGame {
    pub rows: GameRows,
    pub one: Arc<OneGame>,
    /// For each photo: the numbers and grids of its kingdoms.
    pub grids: Vec<Vec<(usize, Grid)>>,
    /// Indices of photos that look like another game; their kingdoms are read independently.
    pub unlike: Vec<usize>,
    /// For each view: the kingdom that it shows.
    pub ids: Vec<KingdomId>,
    /// For each view: the kingdom's owner, if known.
    pub owners: Vec<Option<PlayerId>>,
    /// For each view: the owner's name.
    pub names: Vec<Option<Name>>,
    /// Corrections of squares that exist in the kingdoms, including undone ones.
    pub words: Vec<Word>,
    /// The corrections that count, as indices into all answers.
    pub counting: BTreeSet<usize>,
    /// For each view: the corrections that count.
    pub given: Vec<Vec<GivenSquare>>,
    /// The views re-read with these corrections.
    pub read: ReadAnew,
    /// In the order in which the photos first show their kingdoms.
    pub players: Vec<PlayerViews>,
    /// The players' kingdoms, in the order of `players`.
    pub records: Vec<KingdomRecord>,
    /// The typed totals.
    pub totals: BTreeMap<PlayerId, u16>,
    /// The ranking, or the reason why there is none.
    pub ranked: Result<RankedGame, Unranked>,
    /// The photos that contribute no kingdom, in the order of the ranking's messages about them.
    pub missing: Vec<PhotoId>,
    /// Corrections that no longer count because they do not fit.
    pub unfit: Vec<Unfit>,
}

/// The reason why there is no ranking.
#[derive(Debug, Clone)]
pub struct Unranked {
    pub why: Message,
    /// Whether the players must enter whom the Queen visits.
    pub asks_queen: bool,
}

impl Unranked {
    fn because(why: impl Into<Message>) -> Self {
        Self { why: why.into(), asks_queen: false }
    }
}

impl From<StandingsError> for Unranked {
    fn from(error: StandingsError) -> Self {
        Self { asks_queen: matches!(error, StandingsError::TiedTowers { .. }), why: why_unranked(error) }
    }
}

/// A correction of a square, with the square's current place.
#[derive(Debug, Clone, Copy)]
pub struct Word {
    /// Its index among all answers.
    pub index: usize,
    pub view: usize,
    pub given: GivenSquare,
}

/// A correction of a square that does not fit the current reading.
#[derive(Debug, Clone, Copy)]
pub struct Unfit {
    /// Its index among all answers.
    pub index: usize,
    pub square: Square,
}

impl ReadGame {
    /// Reads a game. `before` is the game before the change; its readings are reused if photos and grids are
    /// the same.
    pub fn new(rows: GameRows, before: Option<&ReadGame>) -> Result<Self, ApiError> {
        let (photos, corrections) = (&rows.state.photos, rows.state.corrections.min(rows.state.said.len()));
        let now = Grids::after(&rows.state.said[..corrections]);
        let grids: Vec<Vec<(usize, Grid)>> = photos.iter().map(|photo| now.in_photo(photo)).collect();
        let unlike = unlike_photos(photos, &rows.state.said[..corrections]);
        let one = match before.and_then(|before| before.same_photos(&rows, &grids, &unlike)) {
            Some(one) => one,
            None => {
                let lines = photos.iter().zip(&grids).map(|(photo, grids)| grids::line(photo, grids));
                Arc::new(OneGame::with_apart(lines.collect(), &unlike).map_err(ApiError::broken)?)
            }
        };
        let ids = kingdom_ids(&one, photos, &grids);
        let (words, mut unfit) = words(&one, &rows, &ids, &now);
        unfit.retain(|unfit| unfit.index < corrections);
        let counted: Vec<Word> = words.iter().filter(|word| word.index < corrections).copied().collect();
        let Around { read, given, counting, unfit: more_unfit } = read_around(&one, &counted)?;
        unfit.extend(more_unfit);
        let owners = owners(&one, &rows, &ids);
        let names = names_of_owners(&one, &rows, &owners, &unlike);
        let (mut players, naming) = named_players(&one, &rows, &names)?;
        players.retain(|player| {
            let view = player.views[0];
            owners[view].is_some() || !unlike.contains(&one.views()[view].photo)
        });
        let with_kingdom: Vec<&Name> = players.iter().map(|player| &player.player).collect();
        let totals = rows.state.totals();
        let inputs = rows.state.settings.inputs(&with_kingdom, &totals);
        let mut records = one.records(&players, &read, &inputs);
        let open = players.iter().zip(&mut records).filter(|(player, _)| !are_all_said(&one, &given, player.views[0]));
        open.for_each(|(_, record)| ask_about_the_box(record));
        let missing = missing_photos(&one, &rows.state, &owners, &totals);
        let ranked = match naming {
            Some(why) => Err(Unranked::because(why)),
            None if records.is_empty() && totals.is_empty() => Err(Unranked::because(MessageId::ServeNoKingdomYet)),
            None => {
                let missing = one.missing_kingdoms(|line| is_settled(line, &rows.state, &owners, &totals));
                one.ranked(&players, records.clone(), &inputs, missing).map_err(Unranked::from)
            }
        };
        Ok(Self {
            rows,
            one,
            grids,
            unlike,
            ids,
            owners,
            names,
            words,
            counting,
            given,
            read,
            players,
            records,
            totals,
            ranked,
            missing,
            unfit,
        })
    }

    /// The game's photos as already read together, if photos and grids are the same.
    fn same_photos(&self, rows: &GameRows, grids: &[Vec<(usize, Grid)>], unlike: &[usize]) -> Option<Arc<OneGame>> {
        let is_same = self.rows.photos_revision == rows.photos_revision && self.grids == grids && self.unlike == unlike;
        is_same.then(|| Arc::clone(&self.one))
    }

    /// The view with this key from a request.
    pub fn view(&self, key: &str) -> Option<usize> {
        self.view_of(key.parse().ok()?)
    }

    /// The view that shows the kingdom.
    pub fn view_of(&self, kingdom: KingdomId) -> Option<usize> {
        self.ids.iter().position(|id| *id == kingdom)
    }

    /// The photos, and the rows of kingdoms that were typed without a photo and not undone.
    pub fn photos(&self) -> impl Iterator<Item = &PhotoRow> {
        self.rows.state.photos.iter().zip(self.one.lines()).filter(|(_, line)| !line.is_blank()).map(|(row, _)| row)
    }

    /// A photo's line with its current kingdoms.
    pub fn line(&self, photo: PhotoId) -> Option<&ResultLine> {
        self.one.lines().get(self.rows.state.photos.iter().position(|row| row.id == photo)?)
    }

    /// The numbers of a photo's kingdoms, and their grids.
    pub fn grids_of(&self, photo: PhotoId) -> &[(usize, Grid)] {
        let place = self.rows.state.photos.iter().position(|row| row.id == photo);
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

    /// A correction of a square in the view's current reading; `None` if it has no such square.
    pub fn said(&self, view: usize, place: Place, square: Square) -> Option<Edit> {
        let read = &self.read.kingdoms[view];
        read.kingdom.squares().get(place)?;
        Some(self.said_at(view, GivenSquare { cell: read.cell_of(place), square }))
    }

    /// A correction of a square of the view.
    pub fn said_at(&self, view: usize, one: GivenSquare) -> Edit {
        Edit::new(self.ids[view], What::Square(one))
    }

    /// Whether every square of the view's kingdom was confirmed or corrected since it was read or painted.
    pub fn are_all_said(&self, view: usize) -> bool {
        are_all_said(&self.one, &self.given, view)
    }

    /// Players who have no kingdom yet.
    pub fn without_kingdom(&self) -> impl Iterator<Item = &Player> {
        self.rows.state.settings.players.iter().filter(|player| !self.owners.contains(&Some(player.id)))
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
        self.unlike.iter().any(|index| self.rows.state.photos[*index].id == photo)
    }

    /// The results for the history.
    pub fn results(&self) -> Vec<PlayerResult> {
        let Ok(ranked) = &self.ranked else { return Vec::new() };
        let is_open = !ranked.missing.is_empty() || !self.unfit.is_empty() || !self.unlike.is_empty();
        ranked
            .standings
            .players
            .iter()
            .map(|standing| PlayerResult {
                player: standing.player.clone(),
                place: standing.rank,
                total: standing.total,
                to_check: standing.needs_review || is_open,
                is_typed: standing.is_typed_total(),
            })
            .collect()
    }
}

/// The kingdom that each view shows.
fn kingdom_ids(one: &OneGame, photos: &[PhotoRow], grids: &[Vec<(usize, Grid)>]) -> Vec<KingdomId> {
    let mut ids = Vec::new();
    for view in one.views() {
        let number = grids[view.photo].get(view.number - 1).map_or(view.number, |(number, _)| *number);
        ids.push(photos[view.photo].kingdom(number));
    }
    ids
}

/// The names of the views' owners. A kingdom without an owner in a photo of another game gets a name of its
/// own: it is not ranked, even if the photo has a player's name.
fn names_of_owners(one: &OneGame, rows: &GameRows, owners: &[Option<PlayerId>], unlike: &[usize]) -> Vec<Option<Name>> {
    let mut names = Vec::new();
    for (view, owner) in owners.iter().enumerate() {
        let name = owner.and_then(|owner| rows.state.settings.name(owner)).cloned();
        let is_unlike = unlike.contains(&one.views()[view].photo);
        names.push(name.or_else(|| is_unlike.then(|| format!("{} ({view})", one.photo(view)).into())));
    }
    names
}

/// The players with their views. If the names do not fit, also the reason why there is no ranking; the
/// kingdoms are then shown under their photos' names.
fn named_players(
    one: &OneGame,
    rows: &GameRows,
    names: &[Option<Name>],
) -> Result<(Vec<PlayerViews>, Option<Message>), ApiError> {
    match one.players(&told_from_players(one, rows, names)) {
        Ok(players) => Ok((players, None)),
        Err(error) => {
            let nameless = one.players(&vec![None; names.len()]).map_err(ApiError::broken)?;
            Ok((nameless, Some(why_nameless(error))))
        }
    }
}

/// The photos that contribute no kingdom and are not settled.
fn missing_photos(
    one: &OneGame,
    state: &GameState,
    owners: &[Option<PlayerId>],
    totals: &BTreeMap<PlayerId, u16>,
) -> Vec<PhotoId> {
    let without = one.without_kingdom().filter(|line| !is_settled(line, state, owners, totals));
    let without: Vec<&str> = without.map(|line| line.photo.as_str()).collect();
    state.photos.iter().filter(|row| without.contains(&row.line.photo.as_str())).map(|row| row.id).collect()
}

/// Whether a photo in which nothing was read does not matter: its player has a total, or a kingdom from
/// another photo.
fn is_settled(
    line: &ResultLine,
    state: &GameState,
    owners: &[Option<PlayerId>],
    totals: &BTreeMap<PlayerId, u16>,
) -> bool {
    let row = state.photos.iter().find(|row| row.line.photo == line.photo);
    let owner = row.and_then(|row| state.owner(row, 1));
    owner.is_some_and(|owner| totals.contains_key(&owner) || owners.contains(&Some(owner)))
}

/// The names of the views. A kingdom without an owner is named after its photo; if the photo has a player's
/// name, that name is extended, so that the kingdom does not count as the player's.
fn told_from_players(one: &OneGame, rows: &GameRows, names: &[Option<Name>]) -> Vec<Option<Name>> {
    let mut called = names.to_vec();
    for views in one.kingdoms().iter().filter(|views| views.iter().all(|view| names[*view].is_none())) {
        let label = one.label(views[0]);
        if rows.state.settings.players.iter().any(|player| player.name == *label) {
            let name = Name::from(format!("{} ({})", one.photo(views[0]), views[0]));
            views.iter().for_each(|view| called[*view] = Some(name.clone()));
        }
    }
    called
}

/// The indices of the photos that look like another game.
fn unlike_photos(photos: &[PhotoRow], said: &[Edit]) -> Vec<usize> {
    (0..photos.len()).filter(|photo| is_unlike(&photos[*photo], said)).collect()
}

/// Whether a photo looks like another game: it has no clear kingdom, at least half of its kingdoms look
/// unlike all tiles, and `said` has no corrections of its squares. Unknown if the photo was only partly read.
fn is_unlike(photo: &PhotoRow, said: &[Edit]) -> bool {
    let records: Vec<&KingdomRecord> = photo.line.kingdoms.iter().map(|kingdom| &kingdom.record).collect();
    let mut unlike = 0;
    for record in &records {
        unlike += usize::from(record.warnings().any(|warning| warning.code == WarningCode::UnlikeTiles));
    }
    let is_said = said.iter().any(|said| said.kingdom.photo == photo.id && !matches!(said.what, What::Owner(_)));
    let is_judged = !is_said && !photo.line.is_in_part();
    is_judged && unlike > 0 && 2 * unlike >= records.len() && records.iter().all(|record| record.needs_review())
}

/// Warnings that no box can form a kingdom.
pub const AGAINST_EVERY_BOX: [WarningCode; 7] = [
    WarningCode::NoCastle,
    WarningCode::MoreThanTheBox,
    WarningCode::HalfADomino,
    WarningCode::NoTiling,
    WarningCode::SquaresApart,
    WarningCode::TooManyBuildings,
    WarningCode::TooManyOfTheCourt,
];

/// A kingdom that no box forms needs review, even a painted one, in which no square is doubtful.
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

fn are_all_said(one: &OneGame, given: &[Vec<GivenSquare>], view: usize) -> bool {
    one.table().first_readings().kingdoms[view].is_whole(&given[view])
}

/// The page's own message, because the terminal's messages name flags.
fn why_nameless(error: NamingError) -> Message {
    match error {
        NamingError::TwoKingdoms { player, photos, .. } => {
            MessageId::ServeTwoKingdoms.with("player", &player).with("photos", photos)
        }
        NamingError::NumberOfNames { .. } | NamingError::SeveralKingdoms { .. } => MessageId::ServeUnranked.into(),
    }
}

/// The page's own message, because the terminal's messages name flags.
fn why_unranked(error: StandingsError) -> Message {
    match error {
        StandingsError::TiedTowers { players, .. } => MessageId::ServeTiedTowers.with("players", listed(players)),
        StandingsError::QueenStandsElsewhere { player, place } => {
            MessageId::QueenStandsElsewhere.with("player", &player).with("square", place)
        }
        StandingsError::TwoHosts { first, second } => {
            MessageId::QueenTwice.with("first", &first).with("second", &second)
        }
        StandingsError::TwoGames { first: (one, ..), second: (other, ..) } => {
            MessageId::ServeTwoGames.with("one", &one).with("other", &other)
        }
        StandingsError::TooManyBonuses(_) => MessageId::ServeTooManyQuests.with("most", MOST_BONUSES),
        _ => MessageId::ServeUnranked.into(),
    }
}

/// The owners by view. An owner given in one photo of a kingdom applies to its other photos, too.
fn owners(one: &OneGame, rows: &GameRows, ids: &[KingdomId]) -> Vec<Option<PlayerId>> {
    let mut owners: Vec<Option<PlayerId>> = Vec::new();
    for kingdom in ids {
        let photo = rows.state.photo(kingdom.photo);
        owners.push(photo.and_then(|photo| rows.state.owner(photo, kingdom.number)));
    }
    for kingdom in one.kingdoms() {
        let owner = kingdom.iter().find_map(|view| owners[*view]);
        kingdom.iter().for_each(|view| owners[*view] = owners[*view].or(owner));
    }
    owners
}

/// Converts each correction to the current grids `now`. The second list has corrections outside the rows and
/// columns that are read. Corrections of squares that another grid has and this one lacks are in neither
/// list: the user confirmed their loss when taking the grid, and undoing the grid restores them.
fn words(one: &OneGame, rows: &GameRows, ids: &[KingdomId], now: &Grids) -> (Vec<Word>, Vec<Unfit>) {
    let first = one.table().first_readings();
    let (mut words, mut unfit, mut then) = (Vec::new(), Vec::new(), Grids::default());
    for (index, said) in rows.state.said.iter().enumerate() {
        then.take(said);
        let What::Square(GivenSquare { cell, square }) = said.what else { continue };
        let Some(photo) = rows.state.photo(said.kingdom.photo) else { continue };
        let from_to = (then.of(said.kingdom), now.of(said.kingdom));
        let Some(cell) = grids::moved(photo, said.kingdom.number, from_to, cell) else { continue };
        let Some(view) = ids.iter().position(|id| *id == said.kingdom) else { continue };
        let read = &first.kingdoms[view];
        if read.reading.place_of(cell).is_some() {
            words.push(Word { index, view, given: GivenSquare { cell, square } });
        } else if from_to.0 == from_to.1 || read.guesses.at(cell).is_some() {
            // The user who marked a later grid was warned about the squares outside it.
            unfit.push(Unfit { index, square });
        }
    }
    (words, unfit)
}

/// The game re-read with its corrections.
struct Around {
    read: ReadAnew,
    given: Vec<Vec<GivenSquare>>,
    counting: BTreeSet<usize>,
    unfit: Vec<Unfit>,
}

/// The later of two corrections of a square counts. A correction that makes the kingdoms unreadable is left
/// out; later ones still count.
fn read_around(one: &OneGame, words: &[Word]) -> Result<Around, ApiError> {
    let (mut fitting, mut rest, mut unfit): (Vec<Word>, _, _) = (Vec::new(), words, Vec::new());
    loop {
        let said = [&fitting[..], rest].concat();
        let given = given(one, &said);
        match one.table().read_anew(&given) {
            Ok(read) => return Ok(Around { read, counting: counting(&said, &given), given, unfit }),
            Err(error) if rest.is_empty() => return Err(ApiError::broken(error)),
            Err(_) => {}
        }
        let first_unfit = first_failing(rest.len(), |more| {
            let said = [&fitting[..], &rest[..more]].concat();
            one.table().read_anew(&self::given(one, &said)).is_ok()
        });
        let Word { index, given: GivenSquare { square, .. }, .. } = rest[first_unfit];
        unfit.push(Unfit { index, square });
        fitting.extend_from_slice(&rest[..first_unfit]);
        rest = &rest[first_unfit + 1..];
    }
}

/// How many corrections can be applied before the first that fails, by bisection: the reading succeeds with
/// none and fails with all.
fn first_failing(all: usize, is_good: impl Fn(usize) -> bool) -> usize {
    let (mut good, mut bad) = (0, all);
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        if is_good(middle) { good = middle } else { bad = middle }
    }
    good
}

/// For each view the last correction of each square and of the castle.
fn given(one: &OneGame, words: &[Word]) -> Vec<Vec<GivenSquare>> {
    let mut given = vec![Vec::new(); one.views().len()];
    words.iter().for_each(|word| upsert(&mut given[word.view], word.given));
    given
}

/// The corrections that are in `given`; among equals the last.
fn counting(words: &[Word], given: &[Vec<GivenSquare>]) -> BTreeSet<usize> {
    let mut counting = BTreeSet::new();
    for (view, given) in given.iter().enumerate() {
        for given in given {
            let last = words.iter().rev().find(|word| (word.view, word.given) == (view, *given));
            counting.extend(last.map(|word| word.index));
        }
    }
    counting
}

/// Checks that the last answer fits, assuming that all earlier answers do.
pub fn check_last(read: &ReadGame) -> Result<(), ApiError> {
    let state = &read.rows.state;
    let Some(last) = state.before_last() else { return Ok(()) };
    if read.unfit.iter().all(|unfit| unfit.index < last) {
        return Ok(());
    }
    let counted: Vec<Word> = read.words.iter().filter(|word| word.index < state.corrections).copied().collect();
    let why = read.one.table().first_readings().read_anew(&given(&read.one, &counted)).err();
    let why = why.map_or_else(|| MessageId::ServeImpossible.into(), |error| of_correction(&error));
    let message = MessageId::ServeBadCorrection.with("why", why);
    Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-correction", message))
}

/// A name that no other photo of the game has, because phones call every picture `image.jpg`.
pub fn unique_name(name: &str, rows: &GameRows) -> String {
    let taken: Vec<Option<String>> = rows.state.photos.iter().map(|photo| stem_key(&photo.line.photo)).collect();
    if !taken.contains(&stem_key(name)) {
        return name.to_owned();
    }
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "jpg"));
    let mut numbered = (2..).map(|number| format!("{stem}-{number}.{ending}"));
    numbered.find(|name| !taken.contains(&stem_key(name))).unwrap_or_default()
}

/// The name without its extension, in lower case. No two photos of a game share it.
fn stem_key(name: &str) -> Option<String> {
    Path::new(name).file_stem().map(|stem| stem.to_string_lossy().to_lowercase())
}
