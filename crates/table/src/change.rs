//! Applies a change to a table, or refuses it and lists what it would drop.

use std::collections::BTreeSet;

use kingdomino::domain::{GridSize, MOST_PLAYERS};
use messages::{Message, MessageId, Words};

use crate::log::{Edit, Table};
use crate::refused::{Lost, LostSquare, Refused};
use crate::state::TableState;
use crate::table_reading::{EditedSquare, TableReading};

/// The change that a command makes.
#[derive(Debug, Clone)]
pub struct Change {
    /// The table after it.
    pub table: Table,
    /// How it affects the photos.
    pub photos: PhotoChange,
    /// Whether the change adds edits of squares; it is refused if they do not fit.
    pub edits_squares: bool,
    /// What happens to edits that no longer fit.
    pub unfit: Unfit,
    /// Losses other than edits that do not fit.
    pub lost: Vec<Lost>,
}

/// How a change affects a table's photos.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhotoChange {
    /// Their readings do not change.
    Not,
    /// Photos are read again or removed, or kingdoms in them are marked or typed.
    Rows,
    /// A photo is added.
    Added,
}

/// What happens to edits of squares that no longer fit after a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// They are kept and may fit again later.
    Stays,
    /// The change is refused, and the error names them.
    Refused,
    /// They are deleted, with the person's consent.
    Forgotten,
}

impl Unfit {
    /// `Forgotten` if the person has agreed, otherwise `Refused`.
    pub fn unless_agreed(is_agreed: bool) -> Self {
        if is_agreed { Self::Forgotten } else { Self::Refused }
    }
}

impl Change {
    /// A change that affects neither photos nor squares.
    pub fn new(table: Table) -> Self {
        Self { table, photos: PhotoChange::Not, edits_squares: false, unfit: Unfit::Stays, lost: Vec::new() }
    }
}

/// Applies a change, and returns the table's new state.
///
/// # Errors
/// If an added edit does not fit, or if something would be lost and the person has not agreed.
pub fn apply(before: &TableState, change: Change) -> Result<TableState, Refused> {
    let mut table = change.table;
    table.photos_revision = before.table.photos_revision + u64::from(change.photos != PhotoChange::Not);
    let mut after = TableState::new(table, Some(before))?;
    if change.edits_squares {
        after.check_last()?;
    }
    if change.unfit == Unfit::Refused {
        let mut lost = lost(before, &after);
        lost.retain(|one| !change.lost.contains(one));
        lost.splice(0..0, change.lost);
        if !lost.is_empty() {
            return Err(Refused::would_drop(lost));
        }
    }
    let forgotten: Vec<usize> = match change.unfit {
        Unfit::Forgotten => after.unfit.iter().map(|unfit| unfit.index).collect(),
        Unfit::Stays | Unfit::Refused => Vec::new(),
    };
    let is_forgotten = |index: usize, edit: &Edit| edit.kingdom.number == NO_KINGDOM || forgotten.contains(&index);
    if after.table.edits.iter().enumerate().any(|(index, edit)| is_forgotten(index, edit)) {
        let mut table = after.table.clone();
        table.forget(is_forgotten);
        after = TableState::new(table, Some(&after))?;
    }
    Ok(after)
}

/// A number that no kingdom has. Edits with it do not count, and [`apply`] deletes them.
pub const NO_KINGDOM: usize = 0;

/// The most edits of a table: four for each square of all kingdoms. Confirming a kingdom adds an edit for
/// each of its squares.
pub(crate) const MOST_EDITS: usize = 4 * MOST_PLAYERS * GridSize::Seven.squares_wide().pow(2);

/// The table with these edits added; undone edits can no longer be redone.
///
/// # Errors
/// If the log has no room for them.
pub fn with_edits(state: &TableState, edits: Vec<Edit>) -> Result<Table, Refused> {
    let mut table = state.table.clone();
    add_answer(&mut table, edits)?;
    Ok(table)
}

/// Appends the edits of one answer, which are undone in one step, and deletes edits that were undone before.
/// Does nothing if `edits` is empty.
///
/// # Errors
/// If the log has no room for them.
pub fn add_answer(table: &mut Table, edits: Vec<Edit>) -> Result<(), Refused> {
    if edits.is_empty() {
        return Ok(());
    }
    table.edits.truncate(table.cursor);
    if table.edits.len() + edits.len() > MOST_EDITS {
        return Err(Refused::bad("too-many-corrections", MessageId::ServeTooManyCorrections.with("most", MOST_EDITS)));
    }
    table.edits.extend(edits.into_iter().enumerate().map(|(part, edit)| Edit { is_with_last: part > 0, ..edit }));
    table.cursor = table.edits.len();
    Ok(())
}

/// Things that count before a change but not after it: edits of squares, kingdoms of photos that remain,
/// kingdoms of players who have none afterwards, and typed kingdoms, which cannot be read from a photo again.
/// Indices of earlier edits are the same in both tables.
fn lost(before: &TableState, after: &TableState) -> Vec<Lost> {
    let mut lost = Vec::new();
    for (view, kingdom) in before.ids.iter().enumerate() {
        let has_photo = after.table.photo(kingdom.photo).is_some();
        let leaves_a_player = before.owners[view].is_some_and(|player| !after.owners.contains(&Some(player)));
        let matters = has_photo || leaves_a_player || before.one.is_typed(view);
        if matters && after.view_of(*kingdom).is_none() {
            lost.push(whole_kingdom(before, view));
        }
    }
    lost.extend(lost_squares(before, after, |view| before.name(view)));
    lost
}

/// Edits of squares that count before a change but not after it. The change adds edits only after them.
/// `name`: the name of a view's kingdom.
pub fn lost_squares(before: &TableReading, after: &TableReading, name: impl Fn(usize) -> String) -> Vec<Lost> {
    let counting: BTreeSet<usize> = after.counting.iter().map(|index| squares_before(after, *index)).collect();
    let mut lost = Vec::new();
    for edited in &before.edited {
        let counts_after = counting.contains(&squares_before(before, edited.index));
        if before.counting.contains(&edited.index) && !counts_after {
            let square = Message::from(&edited.given.square);
            let what = MessageId::OfKingdom.with("kingdom", name(edited.view)).with("what", square);
            lost.push(Lost { what, square: shown_at(before, edited) });
        }
    }
    lost
}

/// The number of edits of squares before the edit with this index. Edits of grids are not counted, because a
/// tournament's table may begin with other ones after a change.
fn squares_before(reading: &TableReading, index: usize) -> usize {
    reading.table.edits[..index].iter().filter(|edit| edit.cell().is_some()).count()
}

/// The loss of a view's kingdom.
pub fn whole_kingdom(state: &TableState, view: usize) -> Lost {
    MessageId::ServeWholeKingdom.with("kingdom", state.name(view)).into()
}

/// The place of the edited square in the kingdom's first view, which is the one that is displayed.
fn shown_at(state: &TableReading, edited: &EditedSquare) -> Option<LostSquare> {
    let shown = state.one.kingdoms().iter().find(|views| views.contains(&edited.view))?[0];
    let others = state.one.in_all_views(edited.view, edited.given);
    let (_, one) = others.into_iter().chain([(edited.view, edited.given)]).find(|(view, _)| *view == shown)?;
    Some(LostSquare { kingdom: state.ids[shown], place: state.read.kingdoms[shown].place_of(one.cell)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corners::{forget_marks, mark};
    use crate::fields::GameFields;
    use crate::photos::{with_photo, without_photo};
    use crate::squares::{Step, confirm, put, step};
    use crate::typed::{self, put_total};
    use game::guesses::KingdomGuesses;
    use game::ids::KingdomId;
    use game::photo_info::PhotoInfo;
    use game::photo_reading::PhotoReading;
    use kingdomino::domain::{Place, Square};
    use kingdomino::formats::notation;
    use kingdomino::scoring::sheet::total;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use reading::correction::{GivenSquare, square_from_words};
    use reading::reconstruct::guesses::{Guess, SquareGuesses};
    use serde_json::json;

    const PLAYERS: [&str; 4] = ["Anna", "Ben", "Cem", "Dora"];

    const KINGDOMS: [&str; 3] = [
        "F1WWLL/FFCLL/GGSSM/WWSSM1/FFGGL k5",
        "LLWWF/LLCWF/GG1SSM/FFSSM/WWGGF1 k5",
        "GGFFW/WWCLL/SSL1LG/MMFFG/WWFFG k5",
    ];

    const SQUARES: [&str; 6] = ["forest:1", "wheat", "lake:1", "mine:2", "swamp", "castle"];

    /// A photo that shows the kingdom without doubt, with squares 100 px wide.
    fn photo(name: &str, kingdom: &str) -> PhotoReading {
        let kingdom = notation::parse(kingdom).expect("a kingdom");
        let squares = SquareGuesses { guesses: kingdom.squares().map(|square| Guess::certain(*square)) };
        let to_photo_px = [[100.0, 0.0, 50.0], [0.0, 100.0, 50.0], [0.0, 0.0, 1.0]];
        let guesses = KingdomGuesses::new(&squares, &[], None, to_photo_px, [1000, 1000]);
        PhotoReading::scored(name, &Ok(name.to_owned()), &PhotoInfo::default(), vec![guesses])
    }

    fn fields(fields: serde_json::Value) -> GameFields {
        serde_json::from_value(fields).expect("fields")
    }

    /// Three players with a photo, and one without.
    fn begun() -> TableState {
        let settings = fields(json!({ "players": PLAYERS })).put_into(&Table::default().settings).expect("players");
        let mut state = TableState::new(Table { settings, ..Table::default() }, None).expect("a table");
        for (player, kingdom) in PLAYERS.iter().zip(KINGDOMS) {
            let name = format!("{player}.jpg");
            let change = with_photo(&state, &name, (&photo(&name, kingdom), [1000, 1000]), None);
            state = apply(&state, change).expect("a photo");
        }
        state
    }

    /// What people see of a table: each player's kingdom and total, and whether it needs review.
    fn shown(state: &TableState) -> Vec<String> {
        let mut shown: Vec<String> = state.totals.iter().map(|(player, total)| format!("{player:?} {total}")).collect();
        shown.extend(state.table.settings.players.iter().map(|player| format!("{:?}", state.table.facts(player.id))));
        shown.push(format!("{:?}", state.table.queen()));
        for (player, record) in state.players.iter().zip(&state.records) {
            let total = total(&record.kingdom, &record.unseen, &record.variants);
            let kingdom = notation::write(&record.kingdom);
            shown.push(format!("{} {kingdom} {total} {}", player.player, record.needs_review()));
        }
        shown
    }

    /// A random command; `None` if the table has nothing that it could be about.
    fn command(state: &TableState, random: &mut ChaCha8Rng) -> Option<Result<Change, Refused>> {
        let view = random.random_range(0..state.ids.len().max(1));
        let kingdom = state.ids.get(view).map(|kingdom| (kingdom.photo, kingdom.to_string()));
        let any_photo = state.table.photos.get(random.random_range(0..4)).map(|row| row.id);
        Some(match random.random_range(0..10) {
            0..3 => {
                kingdom?;
                let square = SQUARES[random.random_range(0..SQUARES.len())];
                let place = Place::new(random.random_range(0..5), random.random_range(0..5));
                put(state, view, place, square_from_words(square).expect("a square"))
            }
            3 => {
                kingdom?;
                confirm(state, view)
            }
            4 => {
                let player = PLAYERS[random.random_range(0..4)];
                let total = random.random_bool(0.7).then(|| random.random_range(0..90));
                put_total(state, &serde_json::from_value(json!({ "player": player, "total": total })).expect("a total"))
            }
            5 => {
                let owner = random.random_bool(0.8).then(|| random.random_range(0..4));
                fields(json!({ "owners": { kingdom?.1: owner } })).change(state, false, |_| false)
            }
            6 => {
                let squares = json!([["wheat:1", "wheat", "castle"], ["lake", "lake:2", "forest"]]);
                let player = PLAYERS[random.random_range(0..4)];
                let replaces = random.random_bool(0.5) && kingdom.is_some();
                let typed = json!({ "squares": squares, "player": player });
                typed::put(state, &serde_json::from_value(typed).expect("a kingdom"), replaces.then_some(view))
            }
            7 => {
                let corners_px = [[150.0, 50.0], [550.0, 50.0], [550.0, 450.0], [150.0, 450.0]];
                let marking = json!({ "corners_px": corners_px, "rows": 4, "cols": 4 });
                let marking = serde_json::from_value(marking).expect("corners");
                mark(
                    state,
                    any_photo?,
                    &marking,
                    &photo("marked.jpg", "WWLL/FCLL/GGSS/FFSS k5"),
                    random.random_bool(0.3),
                )
            }
            8 => {
                let mut players = PLAYERS.map(|player| json!({ "name": player }));
                players[random.random_range(0..4)]["coins"] = json!(random.random_range(0..4));
                let queen = random.random_bool(0.8).then(|| random.random_range(0..4));
                fields(json!({ "players": players, "queen": queen })).change(state, false, |_| false)
            }
            _ => match random.random_bool(0.5) {
                true => forget_marks(state, any_photo?, random.random_bool(0.3)),
                false => without_photo(state, any_photo?, false),
            },
        })
    }

    /// Whether every edited square that counted before still counts. The last answer may have replaced the
    /// square, or placed the castle elsewhere.
    fn keeps_squares(before: &TableState, after: &TableState) -> bool {
        let squares = |edits: &[Edit]| -> Vec<(KingdomId, GivenSquare)> {
            edits.iter().filter_map(|edit| Some((edit.kingdom, edit.square()?))).collect()
        };
        let new = squares(&after.table.counting()[before.table.cursor.min(after.table.cursor)..]);
        before.counting.iter().filter(|index| !after.counting.contains(index)).all(|index| {
            squares(&[before.table.edits[*index]]).iter().all(|(kingdom, given)| {
                new.iter().any(|(other, now)| {
                    let is_other_castle = [given.square, now.square] == [Square::Castle; 2];
                    kingdom == other && (given.cell == now.cell || is_other_castle)
                })
            })
        })
    }

    #[test]
    fn undo_and_redo_are_exact_and_nothing_is_dropped_unasked() {
        for seed in 0..20 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut state = begun();
            let (mut applied, mut refused) = (0, 0);
            for _ in 0..25 {
                let Some(change) = command(&state, &mut random) else { continue };
                let photos = state.table.photos.len();
                let Ok(after) = change.and_then(|change| apply(&state, change)) else {
                    refused += 1;
                    continue;
                };
                applied += 1;
                if after.table.cursor > state.table.cursor && after.table.photos.len() >= photos {
                    let undone = apply(&after, step(&after, Step::Undo).expect("an answer")).expect("undone");
                    assert_eq!(shown(&undone), shown(&state), "seed {seed}: undo");
                    let redone = apply(&undone, step(&undone, Step::Redo).expect("an answer")).expect("redone");
                    assert_eq!(shown(&redone), shown(&after), "seed {seed}: redo");
                }
                if after.table.photos_revision == state.table.photos_revision {
                    assert!(keeps_squares(&state, &after), "seed {seed}: a square was dropped");
                }
                state = after;
            }
            assert!(applied > 5 && refused < 20, "seed {seed}: {applied} applied, {refused} refused");
            // The stored data give the same kingdoms and totals.
            let stored = TableState::new(state.table.clone(), None).expect("a table");
            assert_eq!(shown(&stored), shown(&state), "seed {seed}");
        }
    }

    #[test]
    fn squares_of_two_kingdoms_may_be_given_in_any_order() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let state = begun();
        let mut both = 0;
        for _ in 0..40 {
            let mut edits = [0, 1].map(|_| {
                let square = SQUARES[random.random_range(0..SQUARES.len())];
                let place = Place::new(random.random_range(0..5), random.random_range(0..5));
                (random.random_range(0..3), place, square_from_words(square).expect("a square"))
            });
            if edits[0].0 == edits[1].0 {
                continue;
            }
            let tables = [0, 1].map(|_| {
                edits.reverse();
                edits.into_iter().try_fold(state.table.clone(), |table, (view, place, square)| {
                    let state = TableState::new(table, None)?;
                    put(&state, view, place, square)
                        .and_then(|change| apply(&state, change))
                        .map(|after| after.table.clone())
                })
            });
            if let [Ok(one), Ok(other)] = tables {
                let [one, other] = [one, other].map(|table| TableState::new(table, None).expect("a table"));
                assert_eq!(shown(&one), shown(&other), "{edits:?}");
                both += 1;
            }
        }
        assert!(both > 10, "{both}");
    }
}
