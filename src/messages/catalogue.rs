//! The catalogue of messages: a file for each language, all of them with the same list.
//!
//! `en.rs` says which messages there are. The compiler refuses a language that lacks one; a test refuses one whose arguments
//! differ. Arguments stand in braces, `{name}`. A text with a `|` has two forms, singular | plural, chosen by the argument `n`.

use super::{MessageId, Words};
use crate::domain::{Building, CourtPiece, Game, Terrain, Variant};

/// The ids of all messages, and their English texts.
macro_rules! messages {
    ($($id:ident: $text:literal;)*) => {
        /// Which message it is: a word or sentence, described by its English text. Files hold it as `doubtful-total`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum MessageId {
            $(
                #[doc = $text]
                $id,
            )*
        }

        impl MessageId {
            /// All of them, in the catalogue's order.
            pub const ALL: &[MessageId] = &[$(MessageId::$id),*];
        }

        super::catalogue::texts! { $($id: $text;)* }
    };
}

/// The texts of a language.
macro_rules! texts {
    ($($id:ident: $text:literal;)*) => {
        pub(super) fn text(id: super::MessageId) -> &'static str {
            match id {
                $(super::MessageId::$id => $text,)*
            }
        }
    };
}

pub(super) use {messages, texts};

/// How many territories of one terrain there are; fill it by [`Words::count`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerritoriesOf(pub Terrain);

/// By which territory a tie is decided; fill its number of squares by [`Words::count`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WithTerritory(pub Terrain);

// The messages stand in the order of the enums.

impl Words for Terrain {
    fn message_id(self) -> MessageId {
        use MessageId::*;
        [Wheat, Forest, Lake, Grassland, Swamp, Mine, Town][self as usize]
    }
}

impl Words for TerritoriesOf {
    fn message_id(self) -> MessageId {
        use MessageId::*;
        [
            WheatTerritories,
            ForestTerritories,
            LakeTerritories,
            GrasslandTerritories,
            SwampTerritories,
            MineTerritories,
            TownTerritories,
        ][self.0 as usize]
    }
}

impl Words for WithTerritory {
    fn message_id(self) -> MessageId {
        use MessageId::*;
        [WithWheat, WithForest, WithLake, WithGrassland, WithSwamp, WithMine, WithTown][self.0 as usize]
    }
}

impl Words for Building {
    fn message_id(self) -> MessageId {
        use MessageId::*;
        [
            Bakery,
            Sawmill,
            Fishery,
            Tailor,
            WizardSchool,
            Foundry,
            Church,
            TaxOffice,
            TreasureChest,
            SmallTavern,
            LargeTavern,
            Watchtower,
            Fortress,
            TravellingCastle,
            TrainingGround,
            Statue,
            QueensTower,
        ][self as usize]
    }
}

impl Words for Variant {
    fn message_id(self) -> MessageId {
        use MessageId::*;
        [
            Harmony,
            MiddleKingdom,
            Dynasty,
            LocalBusinessWheat,
            LocalBusinessForest,
            LocalBusinessLake,
            LocalBusinessGrassland,
            LocalBusinessSwamp,
            LocalBusinessMine,
            FourCornersWheat,
            FourCornersForest,
            FourCornersLake,
            FourCornersGrassland,
            FourCornersSwamp,
            FourCornersMine,
            LostCorner,
            FolieDesGrandeurs,
            BleakKing,
        ][self as usize]
    }
}

impl Words for CourtPiece {
    fn message_id(self) -> MessageId {
        use MessageId::*;
        [
            Resource,
            CourtBuilding,
            GreatCourtBuilding,
            Farmer,
            Lumberjack,
            Fisherman,
            Shepherdess,
            Merchant,
            King,
            CourtQueen,
            Captain,
            AxeWarrior,
            SwordWarrior,
            Archer,
        ][self as usize]
    }
}

impl Words for Game {
    fn message_id(self) -> MessageId {
        use MessageId::*;
        [Kingdomino, Queendomino, RoyalWedding, KingdominoAgeOfGiants, QueendominoAgeOfGiants][self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Language;
    use crate::messages::message::{COUNT, SINGULAR_FROM_PLURAL, args_of};

    fn forms(text: &str) -> Vec<Vec<&str>> {
        let names = |form| {
            let mut names: Vec<&str> = args_of(form).collect();
            names.sort_unstable();
            names
        };
        text.split(SINGULAR_FROM_PLURAL).map(names).collect()
    }

    #[test]
    fn every_text_is_there() {
        for id in MessageId::ALL {
            for text in Language::ALL.map(|language| language.text(*id)) {
                assert!(!text.is_empty() && text.trim() == text && !text.contains("  "), "{id:?}");
                assert_eq!(text.matches('{').count(), args_of(text).count(), "{text}");
                assert_eq!(text.matches('}').count(), args_of(text).count(), "{text}");
            }
        }
    }

    #[test]
    fn every_language_has_the_same_arguments() {
        for id in MessageId::ALL {
            let [first, others @ ..] = Language::ALL.map(|language| forms(language.text(*id)).swap_remove(0));
            for other in others {
                assert_eq!(first, other, "{id:?}");
            }
        }
    }

    #[test]
    fn singular_and_plural_have_the_same_arguments_and_a_number() {
        for text in Language::ALL.iter().flat_map(|language| MessageId::ALL.iter().map(|id| language.text(*id))) {
            match &forms(text)[..] {
                [_] => {}
                [singular, plural] => assert!(singular == plural && singular.contains(&COUNT), "{text}"),
                more => panic!("{} forms: {text}", more.len()),
            }
        }
    }

    /// The English words are the ids of files, written out.
    #[test]
    fn messages_stand_in_the_order_of_their_enums() {
        fn english(words: impl Words) -> String {
            words.in_language(Language::English).to_lowercase().replace(['\'', ':'], "").replace(' ', "-")
        }
        Terrain::ALL.iter().for_each(|terrain| assert_eq!(english(*terrain), terrain.id()));
        Building::ALL.iter().for_each(|building| assert_eq!(english(*building), building.id()));
        CourtPiece::ALL.iter().for_each(|piece| assert_eq!(english(*piece), piece.id()));
        Variant::ALL.iter().for_each(|variant| assert_eq!(english(*variant), variant.id()));
        Game::ALL.iter().for_each(|game| assert_eq!(english(*game), game.id()));
        for terrain in Terrain::ALL {
            assert!(TerritoriesOf(terrain).count(2).to_string().starts_with(&format!("2 {terrain} ")));
            assert!(WithTerritory(terrain).count(2).to_string().starts_with(&format!("with a {terrain} ")));
        }
    }
}
