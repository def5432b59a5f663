//! The colours of the castles.

/// The colour of a player's castle: Kingdomino's four, then Queendomino's four, in the rules' order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum CastleColor {
    /// Of Kingdomino.
    Pink,
    /// Of Kingdomino.
    Yellow,
    /// Of Kingdomino.
    Green,
    /// Of Kingdomino.
    Blue,
    /// Of Queendomino.
    Orange,
    /// Of Queendomino.
    Red,
    /// Of Queendomino.
    Violet,
    /// Of Queendomino.
    White,
}

impl CastleColor {
    /// All eight, in the order of the enum.
    pub const ALL: [Self; 8] =
        [Self::Pink, Self::Yellow, Self::Green, Self::Blue, Self::Orange, Self::Red, Self::Violet, Self::White];

    /// The word used in files and results, such as `pink`.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// The inverse of [`CastleColor::id`].
    pub fn from_id(id: &str) -> Option<Self> {
        id.parse().ok()
    }
}
