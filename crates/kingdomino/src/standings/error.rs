//! Errors of the standings.

use super::{GAMES_OF_A_DYNASTY, NOBODY, NoTotal};
use crate::domain::{Game, GridSize, MOST_PLAYERS, Place, TooManyBonuses, Variant, counted, did_you_mean};
use crate::formats::Name;
use messages::{Language, Words};

/// The kingdoms cannot belong to one game, or a fact must be given first.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StandingsError {
    /// There is no kingdom to rank.
    #[error("standings need at least one kingdom")]
    NoKingdoms,
    /// More kingdoms than any game has.
    #[error(
        "{kingdoms} kingdoms are too many: a game has at most {MOST_PLAYERS} players; use `batch` to rank a \
         tournament"
    )]
    TooManyKingdoms {
        /// The number of kingdoms in all games.
        kingdoms: usize,
    },
    /// Two players' kingdoms differ in game or grid.
    #[error("{} and {}, but all kingdoms of a game need the same game and grid size", rules(first), rules(second))]
    TwoGames {
        /// Player, game and grid of the first kingdom.
        first: (Name, Game, GridSize),
        /// Player, game and grid of a kingdom that differs from it.
        second: (Name, Game, GridSize),
    },
    /// Two players' kingdoms differ in their variants.
    #[error(
        "{} and {}, but all kingdoms of a game need the same variants; set a variant for all of them with --variant",
        variants(first),
        variants(second)
    )]
    TwoSetsOfVariants {
        /// Player and variants of the first kingdom.
        first: (Name, Vec<Variant>),
        /// Player and variants of a kingdom that differs from it.
        second: (Name, Vec<Variant>),
    },
    /// The kingdoms agree on too many bonuses.
    #[error(transparent)]
    TooManyBonuses(#[from] TooManyBonuses),
    /// One player has two kingdoms in a game, or two players have the same name.
    #[error(
        "{player} has two kingdoms in one game, but a player has only one; give each player a different name with \
         --player"
    )]
    TwoKingdoms {
        /// The repeated name.
        player: Name,
    },
    /// A player of a Dynasty does not have exactly three kingdoms.
    #[error(
        "{player} has {}, but in a Dynasty every player needs one in each of {GAMES_OF_A_DYNASTY} games",
        counted(*kingdoms, "kingdom")
    )]
    NotThreeGames {
        /// The first player with too many or too few.
        player: Name,
        /// The player's kingdoms in all games.
        kingdoms: usize,
    },
    /// All kingdoms of a Dynasty have a `game_id`, but the ids are not three different ones.
    #[error("the kingdoms have {found} different values of `game_id`, but a Dynasty has {GAMES_OF_A_DYNASTY} games")]
    NotThreeGameIds {
        /// The number of different ids.
        found: usize,
    },
    /// Some kingdoms of a Dynasty have a `game_id`, but others do not.
    #[error(
        "a kingdom of {player} has no `game_id`, but others have one; in a Dynasty, give `game_id` to all \
         kingdoms or to none"
    )]
    NoGameId {
        /// The owner of a kingdom without a `game_id`.
        player: Name,
    },
    /// Two kingdoms have the same `kingdom_id`.
    #[error(
        "the kingdoms of {first} and {second} have the same `kingdom_id`, so one kingdom was given twice; leave \
         one of them out"
    )]
    OneKingdomTwice {
        /// One owner of the kingdom.
        first: Name,
        /// Its other owner.
        second: Name,
    },
    /// A player is called `nobody`, the word for no player in games with the Queen.
    #[error("no player can be called `{NOBODY}`: --queen {NOBODY} says that the Queen visits none of them")]
    CalledNobody,
    /// The number of names differs from the number of kingdoms.
    #[error("--player must be given once for each kingdom (names: {names}, kingdoms: {kingdoms})")]
    NumberOfNames {
        /// How many names were given.
        names: usize,
        /// How many kingdoms were given.
        kingdoms: usize,
    },
    /// A fact is given for an unknown player.
    #[error("{flag}: no player is called `{player}`; the players are {players}{hint}")]
    UnknownPlayer {
        /// The flag, such as `--coins`.
        flag: &'static str,
        /// The unknown name.
        player: Name,
        /// All players' names.
        players: String,
        /// `; did you mean ...?`, or nothing.
        hint: String,
    },
    /// A number is given for a player more often than there are games.
    #[error("{flag} is given for {player} more often than there are games ({games})")]
    GivenTooOften {
        /// The flag, such as `--coins`.
        flag: &'static str,
        /// The player.
        player: Name,
        /// The number of games: 1, or 3 in a Dynasty.
        games: usize,
    },
    /// A typed total is invalid.
    #[error(transparent)]
    NoTotal(#[from] NoTotal),
    /// A total is typed for a player who also has a kingdom.
    #[error("--total is given for {player}, who already has a kingdom: leave out the total or the kingdom")]
    TotalOfKingdom {
        /// The player.
        player: Name,
    },
    /// A total is typed in a Dynasty, which adds up the totals of kingdoms.
    #[error(
        "--total is given for {player}: a dynasty adds up kingdoms of {GAMES_OF_A_DYNASTY} games, so give the kingdom in notation"
    )]
    TotalInDynasty {
        /// The player.
        player: Name,
    },
    /// The Queen's visit is given more often than there are games.
    #[error("--queen is given more often than there are games ({games})")]
    TooManyVisits {
        /// The number of games: 1, or 3 in a Dynasty.
        games: usize,
    },
    /// Two players host the Queen, as given or as seen.
    #[error(
        "the Queen visits both {first} and {second}, but she visits at most one player; name that player with \
         --queen"
    )]
    TwoHosts {
        /// One host.
        first: Name,
        /// The other host.
        second: Name,
    },
    /// The Queen is in a player's kingdom, but was given as not visiting that player.
    #[error(
        "the Queen stands in {player}'s kingdom at {place}, but she is given as not visiting {player}: change one of \
         the two"
    )]
    QueenStandsElsewhere {
        /// The owner of that kingdom.
        player: Name,
        /// Her square.
        place: Place,
    },
    /// The towers do not decide whom the Queen visits.
    #[error(
        "{} have {} each{}: say whom the Queen visits with {}",
        listed(players),
        counted(*towers as usize, "tower"),
        game.map(|game| format!(" in game {game}")).unwrap_or_default(),
        players.iter().map(|player| format!("--queen {player}")).collect::<Vec<_>>().join(" or ")
    )]
    TiedTowers {
        /// The players with the most towers, except those given as not hosting her.
        players: Vec<Name>,
        /// The number of towers of each of them.
        towers: u32,
        /// The game's number in a Dynasty, from 1; otherwise `None`.
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
    format!("{player}'s kingdom is from {game} on {size}x{size}", game = game.in_language(Language::English))
}

fn variants((player, variants): &(Name, Vec<Variant>)) -> String {
    let ids: Vec<&str> = variants.iter().map(|variant| variant.id()).collect();
    let ids = if ids.is_empty() { "no variant".to_owned() } else { ids.join(", ") };
    format!("{player}'s kingdom has {ids}")
}

/// Joins the names: `Anna, Ben and Cem`.
fn listed(names: &[Name]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", crate::domain::listed(others)),
        _ => crate::domain::listed(names),
    }
}
