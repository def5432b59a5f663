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
//! Nothing here needs OpenCV: the photos are read behind the trait [`PhotoReader`].

pub mod corrections;
pub mod file_hashes;
pub mod finish;
pub mod guesses;
pub mod journal;
pub mod manifest;
pub mod merge;
pub mod natural_order;
pub mod one_game;
pub mod overwrite_guard;
pub mod photo_reader;
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
pub use photo_reader::{PhotoOfTable, PhotoReader, PhotoReading, Pictures, Status};
pub use plan::{PhotoInfo, Plan, PlanError, PlanOptions, Seat, Shard};
pub use provenance::{Provenance, Source};
pub use results_folder::{Change, ResultsFolder, WriteError};
pub use run::{Counts, RunError, read_photos};
