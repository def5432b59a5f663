//! A tournament's photos in one command.
//!
//! The chain: [`plan`] says which photo is whose, [`run`] reads what is not read yet and notes it in the
//! [`journal`], [`results`] holds a line for each photo, [`reread`] reads anew what people corrected, [`ranking`] ranks, and
//! `report` writes it for people.
//!
//! What is read depends on the bytes of a table's photos and on what was known of them, never on when or in what order they were
//! read. So a run that was stopped at any moment goes on where it was, with the same results.
//!
//! What may pass, such as a file that is still being copied, is reported and not noted: the next run tries it again. The results
//! take their places when all of them are written, one file after the other: each is whole, new or as before, and the same
//! command completes what was stopped in between. One program at a time writes into a folder.
//!
//! | module | what it holds | may import |
//! |---|---|---|
//! | [`natural_order`] | the order in which people count | |
//! | [`file_hashes`] | what files hold, remembered | |
//! | [`manifest`] | who laid what, as a file lists it | |
//! | `result_files` | the names of the files in a folder of results | |
//! | [`results_folder`] | the folder of results: its lock, its files, changes that come whole or not at all | result_files |
//! | [`plan`] | which photo is whose, and what is read together | file_hashes manifest natural_order results_folder |
//! | [`provenance`] | what results were made of, and by what | plan result_files results_folder |
//! | [`journal`] | what has been read so far | plan results_folder |
//! | [`results`] | a line for each photo | plan results_folder |
//! | [`corrections`] | what people decided, in a file of its own | results_folder |
//! | [`run`] | reads what is not read yet | journal plan results results_folder |
//! | [`merge`] | puts the results of several machines together | corrections provenance results results_folder |
//! | [`overwrite_guard`] | keeps results from being replaced by those of other photos | plan provenance results results_folder |
//! | [`reread`] | reads tables anew around what people decided | corrections |
//! | `whole_table` | a photo of a whole table, player by player | |
//! | [`ranking`] | who won, and what is to be checked | corrections natural_order reread whole_table |
//! | [`report`] | the results for people | ranking |
//! | [`finish`] | ranks and writes the report | corrections provenance ranking report reread results results_folder |
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
pub mod merge;
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
pub mod run;
mod whole_table;

pub use finish::{FinishError, finish, finish_change, keep_tie_rule};
pub use merge::{MergeError, Missing, merge};
pub use plan::{Plan, PlanError, PlanOptions, Shard};
pub use provenance::{Provenance, Source};
pub use results_folder::{Change, ResultsFolder, WriteError};
pub use run::{Counts, RunError, read_photos};
