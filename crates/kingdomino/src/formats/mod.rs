//! Kingdoms with their known facts, names, and the one-line notation.

mod doubts;
mod ids;
mod names;
pub mod notation;
mod overrule;
mod read_square;

use std::collections::BTreeMap;

use crate::domain::{CastleColor, Facts, Kingdom, PadLine, Place, Terrain, Variant};
use crate::scoring::sheet::ScoreSheet;
use messages::{Message, MessageId, Words};

pub use doubts::ReadingDoubts;
pub use names::{
    Name, are_alike, before_number, composed, is_picture_name, is_same_name, name_key, name_of_file, name_of_stem,
    rough_key,
};
pub use notation::NotationError;
pub use read_square::{DOUBTFUL_BELOW, Likely, ReadPieces, ReadSquare, SquareState};

/// A kingdom with everything else that a file may contain about it.
#[derive(Debug, Clone, PartialEq)]
pub struct KingdomRecord {
    /// The game, the grid's size and the squares.
    pub kingdom: Kingdom,
    /// The owner of the kingdom.
    pub player: Option<Name>,
    /// Queendomino: the facts that no photo shows.
    pub unseen: Facts,
    /// The variants that the players agreed on, each once, in the order of [`Variant::ALL`].
    pub variants: Vec<Variant>,
    /// The outer corners of the kingdom's rows and columns in the upright photo at full size, as (x, y) in
    /// px, clockwise; the first belongs to the top left square. (0, 0) is the photo's corner, not a pixel's
    /// centre.
    pub corners_px: Option<[[f64; 2]; 4]>,
    /// The points stated in the file. Scoring never uses them.
    pub score: Option<TerritoryPoints>,
    /// The photo that the kingdom was read from.
    pub photo: PhotoLabel,
    /// The doubts of the reading; `None` for a kingdom without a photo. A photo's label, which says what the
    /// photo shows, does not contain them.
    pub doubts: Option<ReadingDoubts>,
}

/// The fields of a label about its photo.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PhotoLabel {
    /// File name, relative to the label.
    pub image: Option<String>,
    /// Width and height of the upright photo, in px.
    pub image_size: Option<[u32; 2]>,
    /// SHA-256 of the photo's bytes.
    pub sha256: Option<String>,
    /// Where the photo comes from; free text.
    pub source: Option<String>,
    /// Whether the corners are exact; if `false`, they are accurate only to about 10 px.
    pub corners_exact: Option<bool>,
    /// Whether the cardboard castle is on its square.
    pub castle_3d: Option<bool>,
    /// The player's colour.
    pub castle_color: Option<CastleColor>,
    /// Squares that cannot be read in the photo, and why.
    pub occluded: Option<BTreeMap<Place, String>>,
    /// Identifies the kingdom: all photos of one kingdom share it.
    pub kingdom_id: Option<String>,
    /// Identifies the game: all kingdoms laid from one box in one game share it.
    pub game_id: Option<String>,
}

/// Points by terrain, and the sheet's total without any bonus.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TerritoryPoints {
    /// The points of each terrain. Those of a missing terrain are unknown.
    pub by_terrain: BTreeMap<Terrain, i32>,
    /// The total; `None` if it is unknown.
    pub total: Option<i32>,
}

impl From<Kingdom> for KingdomRecord {
    /// A record with nothing but the kingdom.
    fn from(kingdom: Kingdom) -> Self {
        Self {
            kingdom,
            player: None,
            unseen: Facts::default(),
            variants: Vec::new(),
            corners_px: None,
            score: None,
            photo: PhotoLabel::default(),
            doubts: None,
        }
    }
}

impl TerritoryPoints {
    /// The points of a sheet: all its terrains, and its total without the bonus line.
    pub fn from_sheet(sheet: &ScoreSheet) -> Self {
        let mut by_terrain = BTreeMap::new();
        for terrain in Terrain::ALL {
            if let Some(points) = sheet.points(PadLine::Terrain(terrain)) {
                by_terrain.insert(terrain, points);
            }
        }
        let total = sheet.total - sheet.points(PadLine::Bonus).unwrap_or(0);
        Self { by_terrain, total: Some(total) }
    }

    /// Where these points from a file differ from the sheet, such as `forest: 3 instead of 4`.
    pub fn differences(&self, sheet: &ScoreSheet) -> Vec<Message> {
        let truth = Self::from_sheet(sheet);
        let mut lines: Vec<(Message, i32, i32)> = Vec::new();
        for (terrain, stated) in &self.by_terrain {
            let scored = truth.by_terrain.get(terrain).copied().unwrap_or_default();
            lines.push(((*terrain).into(), *stated, scored));
        }
        let totals = self.total.zip(truth.total);
        lines.extend(totals.map(|(stated, scored)| (MessageId::TotalLine.into(), stated, scored)));
        let mut differences = Vec::new();
        for (line, stated, scored) in lines {
            if stated != scored {
                let message = MessageId::StatedPoints.with("line", line);
                differences.push(message.with("points", scored).with("stated", stated));
            }
        }
        differences
    }
}
