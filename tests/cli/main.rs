//! The command line.

#[path = "../common/mod.rs"]
mod common;

#[cfg(feature = "opencv")]
mod as_shown;
mod audit;
mod bad_input;
#[cfg(feature = "opencv")]
mod batch_folders;
#[cfg(feature = "opencv")]
mod batch_tables;
#[cfg(feature = "opencv")]
mod bounds;
#[cfg(unix)]
mod completions;
#[cfg(feature = "opencv")]
mod counted;
#[cfg(feature = "opencv")]
mod day;
mod doubts;
#[cfg(feature = "opencv")]
mod game;
#[cfg(feature = "opencv")]
mod game_kept;
#[cfg(feature = "opencv")]
mod game_saved;
mod habits;
#[cfg(feature = "opencv")]
mod handed_in;
mod help;
#[cfg(feature = "opencv")]
mod kept_property;
#[cfg(feature = "opencv")]
mod learn;
#[cfg(feature = "opencv")]
mod photos;
#[cfg(feature = "opencv")]
mod pictures;
#[cfg(feature = "opencv")]
mod promises;
mod quests;
#[cfg(feature = "opencv")]
mod same_game;
#[cfg(feature = "opencv")]
mod scan;
mod score;
mod several_kingdoms;
mod sheets;
mod standings;
#[cfg(all(target_os = "linux", feature = "opencv"))]
mod stopped;
mod territories;
mod wording;
