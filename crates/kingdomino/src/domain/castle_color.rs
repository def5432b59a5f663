//! The colours of the castles.

/// The colour of a player's castle: Kingdomino's four, then Queendomino's four, in the rules' order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum CastleColor {
    /// A castle of Kingdomino.
    Pink,
    /// A castle of Kingdomino.
    Yellow,
    /// A castle of Kingdomino.
    Green,
    /// A castle of Kingdomino.
    Blue,
    /// A castle of Queendomino.
    Orange,
    /// A castle of Queendomino.
    Red,
    /// A castle of Queendomino.
    Violet,
    /// A castle of Queendomino.
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
