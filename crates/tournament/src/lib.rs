//! Reads, ranks and reports all photos of a tournament in one command.
//!
//! The steps: [`plan`] finds the photos and decides whose they are, [`run`] reads those that have not been
//! read, [`results`] makes a line for each photo, [`reread`] reads corrected tables again, [`ranking`] ranks the
//! players, and [`report`] writes the report for people.
//!
//! A reading depends only on the bytes of a table's photos and on the facts about them, not on when or in
//! what order they were read. So a run that was stopped at any moment can be continued, with the same
//! results.
//!
//! Transient failures, such as a file that is still being copied, are reported but not kept: the next run
//! tries again. What was read, the results and people's corrections are in the folder's `database`; all other
//! files are made from it. Only one program at a time writes into a folder.
//!
//! | module | what it holds | may import |
//! |---|---|---|
//! | [`natural_order`] | sorts names with numbers in them, such as `table-2` before `table-10` | |
//! | [`file_hashes`] | a cache of the files' hashes | |
//! | [`words`] | the words for rounds, tables and players in every language | natural_order |
//! | [`rules`] | `tournament.toml`: the event, and how its rounds are ranked | words |
//! | [`manifest`] | reads the list of photos and their players | words |
//! | [`who_is_who`] | guesses which photos belong to one table, and saves the players' names | manifest natural_order |
//! | `database` | what was read, the results and the corrections, in SQLite | |
//! | `result_files` | the names of the files in a folder of results | database |
//! | [`results_folder`] | the folder of results: its lock, its database, its files | database result_files |
//! | [`plan`] | whose each photo is, and which photos are read together | file_hashes manifest natural_order results_folder words |
//! | [`results`] | a line for each photo | plan |
//! | [`corrections`] | people's corrections: a log of answers | results_folder |
//! | [`run`] | reads the photos that have not been read | database plan results results_folder |
//! | [`reread`] | reads tables with corrections again | corrections |
//! | `whole_table` | splits a photo of a whole table by its players | |
//! | [`ranking`] | who won, and what needs review | corrections natural_order reread rules whole_table words |
//! | [`provenance`] | the source of results, and the program that made them | ranking results_folder rules |
//! | [`overwrite_guard`] | protects results from being replaced by those of other photos | plan provenance results_folder |
//! | [`seating`] | who sits where in the next round | natural_order ranking |
//! | [`report`] | the results for people | manifest ranking rules seating words |
//! | [`finish`](mod@finish) | ranks and writes the report | corrections provenance ranking report results_folder run |
//! | [`review`] | corrects results, photo by photo | corrections finish provenance ranking reread results_folder |
//! | [`review_answer`] | the answers that a person types in a review | |
//! | [`photo_in_review`] | what a person sees and changes in a review | review |
//!
//! Nothing here needs OpenCV: the photos are read behind the trait
//! [`PhotoReader`](game::photo_reader::PhotoReader).

pub mod corrections;
mod database;
pub mod file_hashes;
pub mod finish;
pub mod manifest;
pub mod natural_order;
pub mod overwrite_guard;
pub mod photo_in_review;
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
pub mod rules;
pub mod run;
pub mod seating;
pub mod who_is_who;
mod whole_table;
pub mod words;

pub use finish::{FinishError, finish, finish_run, replace_results};
pub use plan::{Plan, PlanError, PlanOptions};
pub use provenance::{Provenance, Source};
pub use results_folder::{ResultsFolder, WriteError};
pub use run::{Counts, ReadPhotos, RunError, read_photos};
