//! Notes for the players on how a game was scored.

use std::collections::BTreeSet;

use super::games::number;
use super::{Entry, Standing, TieBreak};
use crate::audit::warning::{Warning, WarningCode};
use crate::domain::{Facts, Game, GridSize, Mode, listed};
use crate::formats::{KingdomRecord, Name, are_alike};
use crate::scoring::sheet::COINS_PER_POINT;
use messages::{Arg, Message, MessageId, Words};

/// A remark on a game. `game` numbers the games of a Dynasty from 1 and is `None` outside one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remark {
    /// Facts given on the command line override the kingdom's file.
    Overridden {
        /// The owner of the kingdom.
        player: Name,
        /// The game's number in a Dynasty; otherwise, and if the remark is about the player's name, `None`.
        game: Option<usize>,
        /// The given value, which is used, and the one in the file.
        difference: Message,
    },
    /// In games with coins: the coins of these players were not given and count as 0.
    NoCoins {
        /// These players, in the order of the kingdoms.
        players: Vec<Name>,
        /// The game's number in a Dynasty; otherwise `None`.
        game: Option<usize>,
    },
    /// In Kingdomino: coins, knights or the Queen were given and score nothing.
    UnusedFacts,
    /// These players' totals were typed, without a kingdom to explain them.
    TypedTotals {
        /// These players, in the order in which their totals were given.
        players: Vec<Name>,
    },
    /// A tie depends on the largest territory of a player whose total was typed.
    TieUnknown {
        /// All tied players.
        players: Vec<Name>,
        /// The tied players with typed totals.
        typed: Vec<Name>,
        /// The total that each of them has.
        total: i32,
    },
    /// The names of two players are so similar, for example equal except for accents, that they may belong to
    /// one player.
    NamesAlike {
        /// Both names.
        players: [Name; 2],
        /// Both names with their origin, because they may look the same.
        told_apart: [String; 2],
    },
    /// A tie was broken by crowns, which no rule sheet says.
    TieByCrowns,
    /// The Queen was not given, so she visits the player with the most towers.
    QueenByTowers {
        /// The host.
        player: Name,
        /// The number of towers in the host's kingdom.
        towers: u32,
        /// The game's number in a Dynasty; otherwise `None`.
        game: Option<usize>,
    },
    /// The Queen was not given, and who has the most towers depends on kingdoms that need review.
    QueenByDoubtfulTowers {
        /// The owners of these kingdoms.
        players: Vec<Name>,
        /// The game's number in a Dynasty; otherwise `None`.
        game: Option<usize>,
    },
    /// A doubtful square changes the total only because of the player's given facts, such as the Queen.
    DoubtfulByFacts {
        /// The owner of the kingdom.
        player: Name,
        /// The game's number in a Dynasty; otherwise `None`.
        game: Option<usize>,
    },
    /// The Queen is given as visiting a player without the most towers, or nobody although there are towers.
    /// By the rule sheets she visits a player with the most towers, or nobody if there are none.
    QueenAgainstTowers {
        /// The given host.
        host: Option<Name>,
        /// The players with the most towers; empty if there are no towers.
        leaders: Vec<Name>,
        /// The number of towers of each leader.
        towers: u32,
        /// The game's number in a Dynasty; otherwise `None`.
        game: Option<usize>,
    },
    /// The Queen was not given and there are no towers, so she visits nobody.
    NoTowers {
        /// The game's number in a Dynasty; otherwise `None`.
        game: Option<usize>,
    },
    /// The players agreed on who won the shared first place.
    WonByAgreement {
        /// The winner.
        player: Name,
    },
    /// Kingdoms scored as one game have different `game_id`s.
    SeveralGames {
        /// The different ids, sorted.
        game_ids: Vec<String>,
    },
    /// No rule sheet describes this game for this number of kingdoms on this grid; see [`Mode::kingdoms`].
    UnusualNumber {
        /// How many kingdoms the game has.
        kingdoms: usize,
        /// The box or boxes.
        game: Game,
        /// The size of each kingdom's grid.
        size: GridSize,
    },
}

impl Remark {
    /// [`Remark::SeveralGames`] if the kingdoms have different `game_id`s.
    pub fn several_games<'a>(records: impl Iterator<Item = &'a KingdomRecord>) -> Option<Self> {
        let game_ids: BTreeSet<&String> = records.filter_map(|record| record.photo.game_id.as_ref()).collect();
        let are_several = game_ids.len() > 1;
        are_several.then(|| Self::SeveralGames { game_ids: game_ids.into_iter().cloned().collect() })
    }

    pub(super) fn overridden(player: &Name, game: Option<usize>, difference: Message) -> Self {
        Self::Overridden { player: player.clone(), game, difference }
    }

    /// The remark as a warning, if it means that points need review.
    pub fn warning(&self) -> Option<Warning> {
        let code = match self {
            Self::QueenAgainstTowers { .. } => WarningCode::QueenAgainstTowers,
            Self::QueenByDoubtfulTowers { .. } => WarningCode::QueenByDoubtfulTowers,
            Self::DoubtfulByFacts { .. } => WarningCode::DoubtfulByFacts,
            Self::TieUnknown { .. } => WarningCode::TieUnknown,
            Self::NamesAlike { .. } => WarningCode::NamesAlike,
            _ => return None,
        };
        Some(Warning { code, message: self.message(), squares: Vec::new() })
    }

    /// Whether this player's points in this game need review because of the remark.
    pub(super) fn concerns(&self, player: &Name, towers_of_player: u32, number: Option<usize>) -> bool {
        match self {
            Self::QueenAgainstTowers { host, leaders, game, .. } => {
                let is_concerned = host.as_ref() == Some(player) || leaders.iter().any(|leader| leader == player);
                *game == number && is_concerned
            }
            Self::QueenByDoubtfulTowers { game, .. } => *game == number && towers_of_player > 0,
            Self::DoubtfulByFacts { player: of, game } => *game == number && of == player,
            Self::NamesAlike { players, .. } => players.iter().any(|alike| alike == player),
            _ => false,
        }
    }

    /// The text for users.
    pub fn message(&self) -> Message {
        match self {
            Self::Overridden { player, game, difference } => {
                in_game(*game, MessageId::OfKingdom.with("kingdom", player.as_str()).with("what", difference.clone()))
            }
            Self::NoCoins { players, game } => {
                let no_coins = MessageId::NoCoinsOf.with("players", listed(players));
                in_game(*game, no_coins.with("each", COINS_PER_POINT))
            }
            Self::WonByAgreement { player } => MessageId::WonByAgreement.with("player", player),
            Self::SeveralGames { game_ids } => MessageId::SeveralGames.with("ids", game_ids.join(", ")),
            Self::NamesAlike { told_apart, .. } => MessageId::NamesAlike.with("players", told_apart.join(", ")),
            Self::UnusedFacts => MessageId::UnusedFacts.into(),
            Self::QueenByTowers { player, towers, game } => {
                in_game(*game, MessageId::QueenByTowers.with("player", player.as_str()).with("towers", *towers))
            }
            Self::QueenByDoubtfulTowers { players, game } => {
                in_game(*game, MessageId::QueenByDoubtfulTowers.with("players", listed(players)))
            }
            Self::DoubtfulByFacts { player, game } => {
                in_game(*game, MessageId::DoubtfulByFacts.with("player", player.as_str()))
            }
            Self::QueenAgainstTowers { host, leaders, towers, game } => {
                let host = host.as_deref().map_or(Arg::from(MessageId::Nobody), Arg::from);
                if leaders.is_empty() {
                    return in_game(*game, MessageId::QueenWithoutAnyTower.with("player", host));
                }
                let queen = MessageId::QueenAgainstTowers.with("player", host).with("leaders", listed(leaders));
                in_game(*game, queen.with("towers", *towers))
            }
            Self::TypedTotals { players } => MessageId::TypedTotals.with("players", listed(players)),
            Self::TieUnknown { players, typed, total } => {
                let tied = MessageId::TieOfTypedTotal.with("players", listed(players)).with("total", *total);
                tied.with("typed", listed(typed))
            }
            Self::NoTowers { game } => in_game(*game, MessageId::NoTowers.into()),
            Self::TieByCrowns => MessageId::TieByCrowns.into(),
            Self::UnusualNumber { kingdoms, game, size } => unusual_number(*kingdoms, *game, *size),
        }
    }
}

/// The message, preceded by the game's number if there are several games.
pub(super) fn in_game(game: Option<usize>, message: Message) -> Message {
    match game {
        Some(number) => MessageId::InGame.with("number", number).with("message", message),
        None => message,
    }
}

fn unusual_number(kingdoms: usize, game: Game, size: GridSize) -> Message {
    let (fewest, most) = Mode::kingdoms(game, size).into_inner();
    let known = match fewest == most {
        true => Arg::from(fewest),
        false => Arg::from(MessageId::FromTo.with("fewest", fewest).with("most", most)),
    };
    let game = MessageId::UnusualNumber.with("kingdoms", MessageId::Kingdoms.count(kingdoms as u32)).with("game", game);
    game.with("size", size.squares_wide()).with("known", known)
}

/// The remarks on these games.
pub(super) fn about(games: &[Vec<Entry>], totals: &[(Name, u16)], game: Game, size: GridSize) -> Vec<Remark> {
    let kingdoms = games.first().map_or(0, Vec::len) + totals.len();
    let typed: Vec<Name> = totals.iter().map(|(player, _)| player.clone()).collect();
    let typed = (!typed.is_empty()).then_some(Remark::TypedTotals { players: typed });
    let is_unusual = !Mode::kingdoms(game, size).contains(&kingdoms);
    let unusual = is_unusual.then_some(Remark::UnusualNumber { kingdoms, game, size });
    let several = games.iter().filter_map(|game| Remark::several_games(game.iter().map(|entry| &entry.record)));
    let facts = if !game.has_queendomino() { unused_facts(games) } else { no_coins(games) };
    let alike = names_alike(games, totals);
    unusual.into_iter().chain(typed).chain(several).chain(facts).chain(doubtful_by_facts(games)).chain(alike).collect()
}

/// A remark for each pair of players with similar names.
fn names_alike(games: &[Vec<Entry>], totals: &[(Name, u16)]) -> Vec<Remark> {
    let mut names: Vec<(Name, String)> = Vec::new();
    for (index, entry) in games.iter().flatten().enumerate() {
        let from = entry.record.photo.image.clone().unwrap_or_else(|| format!("k{}", index + 1));
        names.push((entry.player.clone(), from));
    }
    names.extend(totals.iter().map(|(player, total)| (player.clone(), total.to_string())));
    let mut remarks = Vec::new();
    let mut pairs: Vec<[&Name; 2]> = Vec::new();
    for (at, one) in names.iter().enumerate() {
        for other in names[at + 1..].iter().filter(|other| are_alike(&one.0, &other.0)) {
            if pairs.iter().any(|pair| pair.contains(&&one.0) && pair.contains(&&other.0)) {
                continue;
            }
            pairs.push([&one.0, &other.0]);
            let told_apart = [one, other].map(|(player, from)| format!("{player} ({from})"));
            remarks.push(Remark::NamesAlike { players: [one.0.clone(), other.0.clone()], told_apart });
        }
    }
    remarks
}

/// A remark for each tie that a typed total leaves open.
pub(super) fn unknown_ties(players: &[Standing]) -> Vec<Remark> {
    let ties = players.chunk_by(|one, other| one.total == other.total && one.tie == other.tie);
    let open = ties.filter(|tied| tied[0].tie == Some(TieBreak::Unknown));
    let remarks = open.map(|tied| {
        let typed = tied.iter().filter(|one| one.is_typed_total());
        Remark::TieUnknown {
            players: tied.iter().map(|one| one.player.clone()).collect(),
            typed: typed.map(|one| one.player.clone()).collect(),
            total: tied[0].total,
        }
    });
    remarks.collect()
}

fn doubtful_by_facts(games: &[Vec<Entry>]) -> impl Iterator<Item = Remark> {
    games.iter().enumerate().flat_map(|(index, entries)| {
        let game = number(index, games.len());
        let doubtful = entries.iter().filter(|entry| entry.record.is_doubtful_by_facts());
        doubtful.map(move |entry| Remark::DoubtfulByFacts { player: entry.player.clone(), game })
    })
}

fn unused_facts(games: &[Vec<Entry>]) -> Vec<Remark> {
    let has_facts = games.iter().flatten().any(|entry| entry.record.unseen != Facts::default());
    has_facts.then_some(Remark::UnusedFacts).into_iter().collect()
}

fn no_coins(games: &[Vec<Entry>]) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for (index, game) in games.iter().enumerate() {
        let without = game.iter().filter(|entry| entry.record.unseen.coins.is_none());
        let players: Vec<Name> = without.map(|entry| entry.player.clone()).collect();
        if !players.is_empty() {
            remarks.push(Remark::NoCoins { players, game: number(index, games.len()) });
        }
    }
    remarks
}
