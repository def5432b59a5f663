//! A table: the readings of its photos, the log of edits, and the state that they give.
//!
//! [`log::Table`] holds everything that is stored of a table: settings, readings, the log of edits and its
//! cursor, which an undo moves. [`state::TableState`] is computed from it: the kingdoms, their doubts, owners
//! and ranks. Commands of the web page go through [`change::apply`], which refuses a change that would drop
//! edits, unless the person agrees; those of the command line go through [`answers`]. Only [`saved`] reads
//! and writes files; no module has a clock or a picture.
//!
//! | module | what it holds | may import |
//! |---|---|---|
//! | [`refused`] | why a change is refused, and what it would drop | |
//! | [`why`] | the reasons for refusals, as translated messages | |
//! | [`settings`] | the players, and the rules they agreed on | |
//! | [`photo`] | a photo with its reading, and the grids that people marked in it | refused |
//! | [`log`](mod@log) | the stored data of a table, with the log of edits | photo settings |
//! | [`grids`] | the grids of a photo's kingdoms after the edits | log photo |
//! | [`table_reading`] | the photos, read together with the edits | grids log photo refused why |
//! | [`state`] | the state computed from a table: kingdoms, owners, ranks | log photo refused settings table_reading |
//! | [`change`] | applying a change to a table, or refusing it | log refused state table_reading |
//! | [`fields`] | players, rules, and the owners of kingdoms | change log refused settings state |
//! | [`corners`] | marking grids by hand | change grids log photo refused state |
//! | [`typed`] | typing kingdoms and totals | change corners grids log photo refused state |
//! | [`photos`] | adding and removing photos | change corners grids log photo refused state |
//! | [`read_anew`] | reading photos again after a change of settings | change fields grids log photo refused settings state typed |
//! | [`answers`] | names, squares and facts of a whole game, given at once | change log refused settings state |
//! | [`saved`] | saving a game in a file, and opening it | change log photo settings state |
//! | [`squares`] | correcting and confirming squares; undo and redo | change log refused state table_reading why |

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
pub mod table_reading;
pub mod typed;
pub mod why;
