//! From a photo of a finished Kingdomino kingdom to its score sheet.
pub mod domain;
pub mod square_guesses;
