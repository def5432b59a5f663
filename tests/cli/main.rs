//! The command line.

#[path = "../common/mod.rs"]
mod common;

mod as_shown;
mod audit;
mod bad_input;
mod batch_folders;
mod batch_tables;
mod bounds;
#[cfg(unix)]
mod completions;
mod counted;
mod day;
mod doubts;
mod game;
mod game_kept;
mod game_saved;
mod habits;
mod handed_in;
mod help;
mod kept_property;
mod learn;
mod photos;
mod pictures;
mod promises;
mod quests;
mod same_game;
mod scan;
mod score;
mod several_kingdoms;
mod sheets;
mod standings;
#[cfg(all(target_os = "linux", feature = "opencv"))]
mod stopped;
mod territories;
mod wording;
