//! A tournament's photos in one command.
//!
//! The chain: [`plan`] says which photo is whose, [`run`] reads what is not read yet and adds it to the [`journal`], [`results`] holds a line
//! for each photo, [`reread`] reads corrected tables again, [`ranking`] ranks, and [`report`] writes it for people.
//!
//! Readings depend on the bytes of a table's photos and on the facts about them, never on when or in what order they were read. So a run that
//! was stopped at any moment goes on where it was, with the same results.
//!
//! Transient failures, such as a file that is still being copied, are reported and not kept: the next run tries again. The results take their
//! places when all of them are written, one file after the other: each is whole, new or as before, and the same command completes an
//! interrupted change. One program at a time writes into a folder.
//!
//! | module | what it holds | may import |
//! |---|---|---|
//! | [`natural_order`] | the order in which people count | |
//! | [`file_hashes`] | the hashes of files, kept | |
//! | [`words`] | what rounds, tables and columns are called, in every language | natural_order |
//! | [`rules`] | `tournament.toml`: the event, and how its rounds are ranked | words |
//! | [`manifest`] | the list of who laid what | words |
//! | [`who_is_who`] | photos of which nothing tells whose they are, and what a person says of them | manifest natural_order |
//! | `result_files` | the names of the files in a folder of results | |
//! | [`results_folder`] | the folder of results: its lock, its files, atomic changes | result_files |
//! | [`plan`] | which photo is whose, and which are read together | file_hashes manifest natural_order results_folder words |
//! | [`journal`] | what has been read so far | plan results_folder |
//! | [`results`] | a line for each photo | plan results_folder |
//! | [`corrections`] | people's corrections, in a file of their own | results_folder |
//! | [`run`] | reads what is not read yet | journal plan results results_folder |
//! | [`reread`] | reads tables again around people's corrections | corrections |
//! | `whole_table` | a photo of a whole table, player by player | |
//! | [`ranking`] | who won, and what needs review | corrections natural_order reread rules whole_table words |
//! | [`provenance`] | from what results were made, and by what | ranking result_files results_folder rules |
//! | [`overwrite_guard`] | keeps results from being replaced by those of other photos | plan provenance results results_folder |
//! | [`seating`] | who sits where in the next round | natural_order ranking |
//! | [`report`] | the results for people | manifest ranking rules seating words |
//! | [`finish`](mod@finish) | ranks and writes the report | corrections provenance ranking report reread results results_folder |
//! | [`review`] | corrects results, photo by photo | corrections finish provenance ranking reread results results_folder |
//! | [`review_answer`] | what a person typed in a review | |
//! | [`review_deeds`] | what an answer changes | review |
//!
//! Nothing here needs OpenCV: the photos are read behind the trait [`PhotoReader`](game::photo_reader::PhotoReader).

pub mod corrections;
pub mod file_hashes;
pub mod finish;
pub mod journal;
pub mod manifest;
pub mod natural_order;
pub mod overwrite_guard;
pub mod plan;
pub mod provenance;
pub mod ranking;
pub mod report;
pub mod reread;
mod result_files;
pub mod results;
pub mod results_folder;
pub mod review;
pub mod review_answer;
pub mod review_deeds;
pub mod rules;
pub mod run;
pub mod seating;
pub mod who_is_who;
mod whole_table;
pub mod words;

pub use finish::{FinishError, finish, finish_change, keep_ranked_by};
pub use plan::{Plan, PlanError, PlanOptions};
pub use provenance::{Provenance, Source};
pub use results_folder::{Change, ResultsFolder, WriteError};
pub use run::{Counts, RunError, read_photos};
