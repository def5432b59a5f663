//! Errors of the standings.

use super::{GAMES_OF_A_DYNASTY, NOBODY, NoTotal};
use crate::domain::{Game, GridSize, MOST_PLAYERS, Place, TooManyBonuses, Variant, counted, did_you_mean};
use crate::formats::Name;
use messages::{Language, Words};

/// Kingdoms that cannot be of one game, or a fact that must be given first.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StandingsError {
    /// Nothing to rank.
    #[error("standings need at least one kingdom")]
    NoKingdoms,
    /// More kingdoms than any game has.
    #[error("{kingdoms} kingdoms: a game has at most {MOST_PLAYERS} players; `batch` ranks tournaments")]
    TooManyKingdoms {
        /// In all games.
        kingdoms: usize,
    },
    /// Two kingdoms, each by player, that differ in game or grid.
    #[error("{} and {}: all kingdoms of a game have one game and one grid size", rules(first), rules(second))]
    TwoGames {
        /// The first kingdom's.
        first: (Name, Game, GridSize),
        /// Of a kingdom that differs from it.
        second: (Name, Game, GridSize),
    },
    /// Two kingdoms, each by player, that differ in their variants.
    #[error(
        "{} and {}: all kingdoms of a game have the same variants; --variant names one for all",
        variants(first),
        variants(second)
    )]
    TwoSetsOfVariants {
        /// The first kingdom's.
        first: (Name, Vec<Variant>),
        /// Of a kingdom that differs from it.
        second: (Name, Vec<Variant>),
    },
    /// The kingdoms agree on too many bonuses.
    #[error(transparent)]
    TooManyBonuses(#[from] TooManyBonuses),
    /// A player, or two of one name, in one game.
    #[error("{player} has two kingdoms in one game: every player needs a name of their own, and --player names them")]
    TwoKingdoms {
        /// Whose name it is.
        player: Name,
    },
    /// A player of a Dynasty without exactly three kingdoms.
    #[error(
        "{player} has {}: in a dynasty every player has one in each of {GAMES_OF_A_DYNASTY} games",
        counted(*kingdoms, "kingdom")
    )]
    NotThreeGames {
        /// The first who has too many or too few.
        player: Name,
        /// In all games.
        kingdoms: usize,
    },
    /// All kingdoms of a Dynasty have a `game_id`, but not of three games.
    #[error("the kingdoms have {found} different values of `game_id`: a dynasty has {GAMES_OF_A_DYNASTY} games")]
    NotThreeGameIds {
        /// How many different values there are.
        found: usize,
    },
    /// Some kingdoms of a Dynasty have a `game_id`, and others do not.
    #[error("a kingdom of {player} has no `game_id`, and others have: in a dynasty all kingdoms have one, or none")]
    NoGameId {
        /// Whose kingdom lacks it.
        player: Name,
    },
    /// Two kingdoms have the same `kingdom_id`.
    #[error("the kingdoms of {first} and {second} have the same `kingdom_id`: a kingdom is given once")]
    OneKingdomTwice {
        /// Whose kingdom it is.
        first: Name,
        /// Its other owner.
        second: Name,
    },
    /// A player called `nobody`, which in games with the Queen stands for no player.
    #[error("no player can be called `{NOBODY}`: --queen {NOBODY} says that the Queen visits none of them")]
    CalledNobody,
    /// Not as many names as kingdoms.
    #[error("--player: the number of names ({names}) is not that of the kingdoms ({kingdoms})")]
    NumberOfNames {
        /// How many names were given.
        names: usize,
        /// How many kingdoms were given.
        kingdoms: usize,
    },
    /// A fact is given for an unknown player.
    #[error("{flag}: no player is called `{player}`; there are {players}{hint}")]
    UnknownPlayer {
        /// Such as `--coins`.
        flag: &'static str,
        /// The unknown name.
        player: Name,
        /// All of them.
        players: String,
        /// `; did you mean ...?`, or nothing.
        hint: String,
    },
    /// A number is given for a player more often than there are games.
    #[error("{flag} is given for {player} more often than there are games ({games})")]
    GivenTooOften {
        /// Such as `--coins`.
        flag: &'static str,
        /// Of whom.
        player: Name,
        /// 1, or those of a Dynasty.
        games: usize,
    },
    /// A total that is none.
    #[error(transparent)]
    NoTotal(#[from] NoTotal),
    /// A total is typed for a player whose kingdom is there.
    #[error("--total is given for {player}, whose kingdom is there and gives the total: leave one of them out")]
    TotalOfKingdom {
        /// Of whom.
        player: Name,
    },
    /// A total is typed for a Dynasty, whose sums are those of kingdoms.
    #[error(
        "--total is given for {player}: a dynasty adds up kingdoms of {GAMES_OF_A_DYNASTY} games, so give the kingdom in notation"
    )]
    TotalInDynasty {
        /// Of whom.
        player: Name,
    },
    /// As [`StandingsError::GivenTooOften`], for the Queen.
    #[error("--queen is given more often than there are games ({games})")]
    TooManyVisits {
        /// 1, or those of a Dynasty.
        games: usize,
    },
    /// Two players host the Queen, as given or as seen.
    #[error("the Queen visits both {first} and {second}: she visits one player at most; --queen says whom")]
    TwoHosts {
        /// One of them.
        first: Name,
        /// Another one.
        second: Name,
    },
    /// The Queen stands in a player's kingdom, but is given as not visiting them.
    #[error("the Queen stands in {player}'s kingdom at {place}, but is said to be elsewhere: leave one of them out")]
    QueenStandsElsewhere {
        /// Whose kingdom it is.
        player: Name,
        /// Where she stands.
        place: Place,
    },
    /// The towers do not decide whom the Queen visits.
    #[error(
        "{} have {} each{}: say whom the Queen visits, {}",
        listed(players),
        counted(*towers as usize, "tower"),
        game.map(|game| format!(" in game {game}")).unwrap_or_default(),
        players.iter().map(|player| format!("--queen {player}")).collect::<Vec<_>>().join(" or ")
    )]
    TiedTowers {
        /// Those with the most towers, except those given as not hosting her.
        players: Vec<Name>,
        /// In the kingdom of each of these.
        towers: u32,
        /// In a Dynasty, from 1.
        game: Option<usize>,
    },
}

impl StandingsError {
    pub(super) fn unknown_player(flag: &'static str, player: &Name, players: &[&Name]) -> Self {
        let players: Vec<&str> = players.iter().map(|player| player.as_str()).collect();
        let hint = did_you_mean(player, players.iter().copied());
        Self::UnknownPlayer { flag, player: player.clone(), players: players.join(", "), hint }
    }
}

fn rules((player, game, size): &(Name, Game, GridSize)) -> String {
    format!("{player}'s kingdom is of {game} on {size}x{size}", game = game.in_language(Language::English))
}

fn variants((player, variants): &(Name, Vec<Variant>)) -> String {
    let ids: Vec<&str> = variants.iter().map(|variant| variant.id()).collect();
    let ids = if ids.is_empty() { "no variant".to_owned() } else { ids.join(", ") };
    format!("{player}'s kingdom has {ids}")
}

/// `Anna, Ben and Cem`.
fn listed(names: &[Name]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", crate::domain::listed(others)),
        _ => crate::domain::listed(names),
    }
}
