//! The message for each term of the rules, such as a terrain, in every language.

use messages::{Arg, Message, MessageId, Words};

use crate::domain::{Building, CourtPiece, Game, Pieces, Place, Square, Terrain, Variant};

/// A number of territories of one terrain; the number is given by [`Words::count`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerritoriesOf(pub Terrain);

/// The territory that decides a tie; its number of squares is given by [`Words::count`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WithTerritory(pub Terrain);

// Each list below has the order of its enum.

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

impl From<Place> for Arg {
    fn from(place: Place) -> Self {
        Arg::Text(place.to_string())
    }
}

impl From<&Square> for Message {
    /// A square with its pieces, such as "wheat, 1 crown".
    fn from(square: &Square) -> Self {
        let Square::Land { terrain, crowns, pieces } = square else {
            return if *square == Square::Castle { MessageId::Castle } else { MessageId::Empty }.into();
        };
        let crowns = match crowns {
            0 if terrain.max_crowns() == 0 => None,
            0 => Some(MessageId::NoCrown.into()),
            _ => Some(MessageId::Crowns.count(u32::from(*crowns))),
        };
        let words = [Message::from(*terrain)].into_iter().chain(crowns).chain(pieces_in_words(pieces));
        MessageId::List.with("words", words.collect::<Vec<_>>())
    }
}

/// A square with its pieces, followed by the towers, knight and Queen of `read` that it lacks, so that nobody
/// overlooks the loss.
pub fn square_instead_of(square: &Square, read: &Square) -> Message {
    let (now, before) = (square.pieces(), read.pieces());
    let gone = Pieces {
        knight: before.knight && !now.knight,
        towers: if now.towers == 0 { before.towers } else { 0 },
        queen: before.queen && !now.queen,
        ..Pieces::default()
    };
    match pieces_in_words(&gone) {
        gone if gone.is_empty() => square.into(),
        gone => MessageId::Without.with("square", Message::from(square)).with("pieces", gone),
    }
}

/// The pieces in the order of [`Pieces::words`].
pub fn pieces_in_words(pieces: &Pieces) -> Vec<Message> {
    let building = pieces.building.map(Message::from);
    let knight = pieces.knight.then(|| MessageId::Knights.count(1));
    let towers = (pieces.towers > 0).then(|| MessageId::Towers.count(u32::from(pieces.towers)));
    let queen = pieces.queen.then(|| MessageId::Queen.into());
    let giants = (pieces.giants > 0).then(|| MessageId::Giants.count(u32::from(pieces.giants)));
    let court = pieces.court.map(Message::from);
    [building, knight, towers, queen, giants, court].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use messages::Language;

    #[test]
    fn arguments_are_put_into_the_text_of_each_language() {
        let territories = TerritoriesOf(Terrain::Forest);
        assert_eq!(territories.count(1).to_string(), "1 forest territory");
        assert_eq!(territories.count(3).in_language(Language::German), "3 Waldgebiete");
        assert_eq!(MessageId::Squares.count(0).in_language(Language::German), "0 Felder");
    }

    #[test]
    fn squares_are_described_with_all_that_stands_on_them() {
        let words = |word: &str| {
            let message = Message::from(&word.parse::<Square>().expect("a square's word"));
            [Language::English, Language::German].map(|language| message.in_language(language))
        };
        assert_eq!(words("castle"), ["castle", "Schloss"]);
        assert_eq!(words("empty"), ["empty", "leer"]);
        assert_eq!(words("mine:3"), ["mine, 3 crowns", "Gebirge, 3 Kronen"]);
        assert_eq!(
            words("town+travelling-castle+tower*3"),
            ["town, travelling castle, 3 towers", "Stadt, Das wandelnde Schloss, 3 Türme"]
        );
        assert_eq!(
            words("lake+knight+tower+queen"),
            ["lake, no crown, 1 knight, 1 tower, the Queen", "See, ohne Krone, 1 Ritter, 1 Turm, die Queen"]
        );
    }

    #[test]
    fn what_stands_there_no_more_is_said() {
        let words = |word: &str, read: &str| {
            let square = |word: &str| word.parse::<Square>().expect("a square's word");
            let message = square_instead_of(&square(word), &square(read));
            Language::ALL.map(|language| message.in_language(language))
        };
        assert_eq!(words("town+church+tower", "town+tower*2"), words("town+church+tower", "empty"));
        assert_eq!(
            words("town", "town+church+tower*2+queen"),
            ["town, without 2 towers, the Queen", "Stadt, ohne 2 Türme, die Queen", "oraș, fără 2 turnuri, Regina"]
        );
        assert_eq!(words("castle", "wheat+knight")[0], "castle, without 1 knight");
    }

    #[test]
    fn a_stored_message_is_put_into_words_in_every_language() {
        let square: Square = "wheat:1".parse().expect("a square");
        let message = MessageId::MoreThanTheBox
            .with("squares", MessageId::Squares.count(9))
            .with("square", Message::from(&square))
            .with("game", crate::domain::Game::Kingdomino)
            .with("in_the_box", 5);
        let json = serde_json::to_string(&message).expect("JSON");
        insta::assert_snapshot!(json, @r#"{"id":"more-than-the-box","args":{"game":{"id":"kingdomino"},"in_the_box":5,"square":{"id":"list","args":{"words":[{"id":"wheat"},{"id":"crowns","args":{"n":1}}]}},"squares":{"id":"squares","args":{"n":9}}}}"#);
        let read: Message = serde_json::from_str(&json).expect("a message");
        assert_eq!(read, message);
        assert!(read.in_language(Language::German).contains("9 Felder (Getreidefeld, 1 Krone)"));
    }

    /// The English words are the files' ids, written out.
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
