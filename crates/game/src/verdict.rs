//! What a person decides about a photo.

use serde::{Deserialize, Serialize};

use kingdomino::domain::Kingdom;
use kingdomino::formats::notation;

/// What counts in place of a reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It counts nowhere.
    LeftOut,
    /// This kingdom, in notation; also where a person says that it was read rightly, because another run, with other photos
    /// beside it or other options, may read another one.
    Kingdom(String),
    /// These squares of it; all others are read anew around them, together with the table's other kingdoms.
    Squares(SquareCorrections),
}

impl Verdict {
    /// That this is the player's kingdom.
    pub fn of_kingdom(kingdom: &Kingdom) -> Self {
        Self::Kingdom(notation::write(kingdom))
    }
}

/// What a person says of squares of a photo.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SquareCorrections {
    /// Which of the photo's kingdoms is the player's, from 1; `None`: there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kingdom: Option<usize>,
    /// As `scan --fix` has them: `r2c4=forest:1`, of several kingdoms `k2:r2c4=forest:1`. Squares are named as in the results.
    pub corrections: Vec<String>,
    /// The photo's kingdoms in notation as they were read then. Where they are read otherwise later, with other photos beside them or other
    /// options, the squares' names may mean others, so that the corrections count no more. Empty: nobody noted them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read: Vec<String>,
}
