//! A table: the readings of its photos, the log of edits, and the state that they give.
//!
//! [`log::Table`] is all that is kept of a table: settings, readings, the log of edits and its cursor. An
//! undo moves the cursor. [`state::TableState`] is what follows from it: the kingdoms, their doubts, owners
//! and ranks. The page's commands go through [`change::apply`], which refuses what would drop edits, unless the
//! person agrees; the command line's go through [`answers`]. Only [`saved`] reads
//! and writes files; no module has a clock or a picture.
//!
//! | module | what it holds | may import |
//! |---|---|---|
//! | [`refused`] | why a change is refused, and what it would drop | |
//! | [`why`] | reasons for refusals, in every language | |
//! | [`settings`] | the players, and the rules they agreed on | |
//! | [`photo`] | a photo with its reading, and the grids that people marked in it | refused |
//! | [`log`](mod@log) | what is kept of a table: the edits in their order, and how many count | photo settings |
//! | [`grids`] | the grids of a photo's kingdoms after the edits | log photo |
//! | [`state`] | what follows from a table: kingdoms, owners, ranks | grids log photo refused settings why |
//! | [`change`] | applying a change, or refusing it | log refused state |
//! | [`fields`] | players, rules, and the owners of kingdoms | change log refused settings state |
//! | [`corners`] | grids that people mark | change grids log photo refused state |
//! | [`typed`] | kingdoms and totals that people type | change corners grids log photo refused state |
//! | [`photos`] | a new photo, or its removal | change corners grids log photo refused state |
//! | [`read_anew`] | photos that are read again | change fields grids log photo refused settings state typed |
//! | [`answers`] | what a person says of a whole game at once | change log refused settings state |
//! | [`saved`] | a game in a file | change log photo settings state |
//! | [`squares`] | squares that people correct or confirm, and undoing | change log refused state why |

pub mod answers;
pub mod change;
pub mod corners;
pub mod fields;
pub mod grids;
pub mod log;
pub mod photo;
pub mod photos;
pub mod read_anew;
pub mod refused;
pub mod saved;
pub mod settings;
pub mod squares;
pub mod state;
pub mod typed;
pub mod why;
