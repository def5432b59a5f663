//! `tournament.toml`: the event's title, date, place and logo, and how its players are ranked over the
//! rounds.
//!
//! The file is in the folder of photos. Its content is copied into the folder of results, so that later
//! commands rank by the same rules.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use crate::words::in_short;
use kingdomino::domain::{did_you_mean, listed};
use kingdomino::formats::Name;
use messages::{Language, Message, MessageId, Words};

/// The name of the file in the folder of photos.
pub const RULES_FILE: &str = "tournament.toml";

/// The content of the file. Without any ranking rule the sum of all rounds decides, and players with equal
/// sums share a place.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// The event's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The date, as it is written in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The venue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The logo's picture, as the address `data:image/...` that a page shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    /// The placing points for each place at a table, from the first place on. If there are none, the points
    /// of the kingdoms count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub placing_points: Vec<u32>,
    /// How many of a player's best rounds count. `None`: all rounds count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_rounds: Option<usize>,
    /// Rounds that do not count.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub dropped_rounds: BTreeSet<String>,
    /// The tie-breaks for players with the same sum, in the order in which they apply.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tie_breaks: Vec<TieCriterion>,
    /// A final after a cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#final: Option<Final>,
    /// Pairs of similar names that belong to two players, so that no typing mistake is suspected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub different_players: Vec<[String; 2]>,
}

/// A round that only the best players play, and that decides only their order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Final {
    /// The round's number or name.
    pub round: String,
    /// How many players play it: those with the best ranks.
    pub players: usize,
}

/// A tie-break for players with the same sum. It considers all rounds except for dropped ones and the final,
/// whether or not they are among a player's best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieCriterion {
    /// The points of the kingdoms, summed.
    Points,
    /// The number of first places at tables, including shared ones.
    Wins,
    /// The score of the player's best round.
    BestRound,
    /// The sizes of the largest territory of each kingdom, summed.
    Territories,
    /// The size of the largest territory of any kingdom.
    LargestTerritory,
    /// The sum of the places at those tables at which all players of the tie sat together. The lowest sum is
    /// best.
    DirectGame,
}

impl TieCriterion {
    const ALL: [(&str, Self, MessageId); 6] = [
        ("points", Self::Points, MessageId::RankedByPoints),
        ("wins", Self::Wins, MessageId::RankedByWins),
        ("best-round", Self::BestRound, MessageId::RankedByBestRound),
        ("territories", Self::Territories, MessageId::RankedByTerritories),
        ("largest-territory", Self::LargestTerritory, MessageId::LargestTerritoryHead),
        ("direct-game", Self::DirectGame, MessageId::RankedByDirectGame),
    ];

    /// The tie-break's name for people.
    pub fn name(self) -> MessageId {
        let name = Self::ALL.into_iter().find(|(_, tie_break, _)| *tie_break == self).map(|(.., name)| name);
        name.expect("all are listed")
    }

    /// Whether it uses the places at tables.
    pub fn is_of_places(self) -> bool {
        matches!(self, Self::Wins | Self::DirectGame)
    }
}

/// Points of a kingdom, or placing points. Players who share a place share its points, so there are
/// fractions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Score(i64);

/// Scores are counted in parts of a point, this many to a point. Any number of players at a table, from 1 to
/// 16, can share a point without a remainder.
const PARTS: i64 = 720_720;

impl Score {
    /// The upper limit of an unknown total: more than anybody can score in a tournament.
    pub const UNBOUNDED: Self = Self(1_000_000 * PARTS);

    /// A score of whole points.
    pub fn of_points(points: i32) -> Self {
        Self(i64::from(points) * PARTS)
    }

    /// One player's share if this many players share the score equally.
    #[must_use]
    pub fn shared_by(self, players: usize) -> Self {
        Self(self.0 / players.max(1) as i64)
    }

    /// The score in points, for comparisons and files.
    pub fn points(self) -> f64 {
        self.0 as f64 / PARTS as f64
    }

    /// The number with at most two decimals, and with the decimal mark of the language.
    pub fn message(self) -> Message {
        let text = format!("{:.2}", self.points());
        let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
        match part.trim_end_matches('0') {
            "" => Message::verbatim(whole),
            part => MessageId::DecimalNumber.with("whole", whole).with("part", part),
        }
    }

    /// The text of [`message`](Self::message) in this language.
    pub fn in_language(self, language: Language) -> String {
        self.message().in_language(language)
    }
}

impl std::ops::Add for Score {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0).min(Self::UNBOUNDED.0))
    }
}

impl std::iter::Sum for Score {
    fn sum<I: Iterator<Item = Self>>(scores: I) -> Self {
        scores.fold(Self::default(), |sum, score| sum + score)
    }
}

/// Why the rules cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {problem}", path = .path.display())]
pub struct RulesError {
    /// The file.
    pub path: PathBuf,
    /// The problem, and what is allowed.
    pub problem: String,
}

/// Keys of the file, in the order in which messages list them.
const KEYS: [&str; 10] = [
    "title",
    "date",
    "place",
    "logo",
    "placing_points",
    "best_rounds",
    "dropped_rounds",
    "tie_breaks",
    "final",
    "different_players",
];

/// Keys of the table `[final]`.
const FINAL_KEYS: [&str; 2] = ["round", "players"];

/// The largest logo. A larger one would make each page of the report too large to send.
const MOST_LOGO_BYTES: u64 = 500_000;

/// The largest number in the rules, far above any placing points that are awarded.
const MOST_POINTS: i64 = 1000;

impl Rules {
    /// The rules in the folder of photos, if there are any.
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    pub fn beside(photos: &Path) -> Result<Option<Self>, RulesError> {
        let path = photos.join(RULES_FILE);
        if path.exists() { Self::read(&path).map(Some) } else { Ok(None) }
    }

    /// Reads a file of rules. An empty file removes earlier rules.
    ///
    /// # Errors
    /// A file that cannot be read, an unknown key, or a value that is not allowed.
    pub fn read(path: &Path) -> Result<Self, RulesError> {
        Self::from_file(path).map_err(|problem| RulesError { path: path.to_owned(), problem })
    }

    fn from_file(path: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(path).map_err(|problem| match problem.kind() {
            ErrorKind::InvalidData => "this file is not in UTF-8; save it again as UTF-8".to_owned(),
            _ => format!("cannot read the rules: {problem}"),
        })?;
        // Windows editors begin files with a byte order mark.
        let text = text.trim_start_matches('\u{feff}');
        let table: Table = toml::from_str(text).map_err(|problem| no_toml(text, &problem))?;
        Self::from_table(&table, path.parent().unwrap_or(Path::new("")))
    }

    fn from_table(table: &Table, folder: &Path) -> Result<Self, String> {
        let mut rules = Self::default();
        for (key, value) in table {
            match key.as_str() {
                "title" => rules.title = Some(name(key, value)?),
                "date" => rules.date = Some(date(key, value)?),
                "place" => rules.place = Some(name(key, value)?),
                "logo" => rules.logo = Some(logo(folder, &name(key, value)?)?),
                "placing_points" => rules.placing_points = placing_points(key, value)?,
                "best_rounds" => rules.best_rounds = Some(number(key, value, 1)?),
                "dropped_rounds" => rules.dropped_rounds = list(key, value, ROUNDS, round)?.into_iter().collect(),
                "tie_breaks" => rules.tie_breaks = tie_breaks(key, value)?,
                "final" => rules.r#final = Some(final_round(value)?),
                "different_players" => rules.different_players = list(key, value, PAIRS, pair)?,
                _ => return Err(unknown(key, &KEYS)),
            }
        }
        match &rules.r#final {
            Some(last) if rules.dropped_rounds.contains(&last.round) => Err(format!(
                "`dropped_rounds` and `final.round` both name round {}, but the final cannot be dropped; \
                 remove it from one of them",
                last.round
            )),
            _ => Ok(rules),
        }
    }

    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether players collect points for their places at the tables, rather than those of their kingdoms.
    pub fn has_placing_points(&self) -> bool {
        !self.placing_points.is_empty()
    }

    /// The placing points for a place at a table. `place` is counted from 0.
    pub(crate) fn points_of(&self, place: usize) -> Score {
        let points = self.placing_points.get(place).copied().unwrap_or_default();
        Score::of_points(points.try_into().unwrap_or(i32::MAX))
    }

    /// The final's round, if there is one.
    pub fn final_round(&self) -> Option<&str> {
        self.r#final.as_ref().map(|last| last.round.as_str())
    }

    /// Whether the round counts for the sum.
    pub fn counts(&self, round: &str) -> bool {
        !self.dropped_rounds.contains(round) && self.final_round() != Some(round)
    }

    /// Date and venue; `None` if there are neither.
    pub fn when_and_where(&self) -> Option<String> {
        let words: Vec<&str> = self.date.iter().chain(&self.place).map(String::as_str).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }

    /// The rules in plain words, a sentence each.
    pub fn in_words(&self) -> Vec<Message> {
        let sum = match self.has_placing_points() {
            true => MessageId::RuleByPlacing.with("points", listed(&self.placing_points)),
            false => MessageId::RuleByPoints.into(),
        };
        let best = self.best_rounds.map(|rounds| MessageId::RuleBestRounds.count(rounds as u32));
        let dropped = (!self.dropped_rounds.is_empty())
            .then(|| MessageId::RuleDroppedRounds.with("rounds", listed(&self.dropped_rounds)));
        let has_brackets = best.is_some() || dropped.is_some();
        let by: Vec<Message> = self.tie_breaks.iter().map(|tie_break| tie_break.name().into()).collect();
        let ties = match by.is_empty() {
            true => MessageId::RuleTiesShared.into(),
            false => MessageId::RuleTieBreaks.with("by", by),
        };
        let last = self
            .r#final
            .as_ref()
            .map(|last| MessageId::RuleFinal.with("players", last.players).with("round", last.round.as_str()));
        let brackets = has_brackets.then(|| MessageId::RuleNotCounted.into());
        [sum].into_iter().chain(best).chain(dropped).chain(brackets).chain([ties]).chain(last).collect()
    }
}

/// Says which line is not TOML, and why. People mostly forget the quotes around text.
fn no_toml(text: &str, problem: &toml::de::Error) -> String {
    let begin = problem.span().map_or(0, |span| span.start.min(text.len()));
    let before = &text.as_bytes()[..begin];
    let number = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    let line = text.lines().nth(number - 1).unwrap_or_default().trim();
    let why = problem.message().lines().collect::<Vec<_>>().join(", ");
    format!("line {number} is not valid TOML ({why}): {line}; write text in quotes and a date as 2026-11-28")
}

fn unknown(key: &str, known: &[&'static str]) -> String {
    format!(
        "there is no rule called `{key}`; the rules are {}{}",
        known.join(", "),
        did_you_mean(key, known.iter().copied())
    )
}

/// The message about a wrong value, such as `` `best_rounds` is `"four"`: a whole number from 1 on is needed
/// ``.
fn wrong(key: &str, value: &Value, allowed: &str) -> String {
    // In TOML notation, text with line breaks would take several lines, so it is quoted as in Rust.
    let value = value.as_str().map_or_else(|| value.to_string(), |text| format!("{text:?}"));
    format!("`{key}` is `{value}`: {allowed} is needed")
}

/// The value as one line of text.
fn name(key: &str, value: &Value) -> Result<String, String> {
    let text = value.as_str().and_then(Name::new).map(String::from);
    text.ok_or_else(|| wrong(key, value, "a line of text in quotes"))
}

fn date(key: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::Datetime(date) => Ok(date.to_string()),
        _ => value
            .as_str()
            .and_then(Name::new)
            .map(String::from)
            .ok_or_else(|| wrong(key, value, "a date such as 2026-11-28, or a line of text in quotes,")),
    }
}

fn number(key: &str, value: &Value, least: i64) -> Result<usize, String> {
    let number = value.as_integer().filter(|number| (least..=MOST_POINTS).contains(number));
    number
        .map(|number| number as usize)
        .ok_or_else(|| wrong(key, value, &format!("a whole number from {least} to {MOST_POINTS}")))
}

const ROUNDS: &str = "a list of rounds such as [1, 2]";

/// A round's number or name.
fn round(key: &str, value: &Value) -> Result<String, String> {
    let text = match value {
        Value::Integer(number) if *number >= 0 => Some(number.to_string()),
        _ => value.as_str().and_then(Name::new).map(String::from),
    };
    text.map(|text| in_short(&text)).ok_or_else(|| wrong(key, value, "the number or the name of a round"))
}

fn list<T>(
    key: &str,
    value: &Value,
    allowed: &str,
    item: impl Fn(&str, &Value) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let values = value.as_array().filter(|values| !values.is_empty()).ok_or_else(|| wrong(key, value, allowed))?;
    values.iter().map(|value| item(key, value)).collect()
}

/// What is allowed as `different_players`.
const PAIRS: &str = "a list of pairs of names, such as [[\"Jan\", \"Jana\"]],";

fn pair(key: &str, value: &Value) -> Result<[String; 2], String> {
    let names: Option<Vec<String>> = value
        .as_array()
        .and_then(|names| names.iter().map(|name| Name::new(name.as_str()?).map(String::from)).collect());
    names.and_then(|names| names.try_into().ok()).ok_or_else(|| wrong(key, value, PAIRS))
}

fn placing_points(key: &str, value: &Value) -> Result<Vec<u32>, String> {
    let points = list(key, value, "a list of points from the first place on, such as [5, 3, 1]", |key, value| {
        number(key, value, 0).map(|points| points as u32)
    })?;
    match points.is_sorted_by(|one, next| one >= next) && points[0] > 0 {
        true => Ok(points),
        false => Err(wrong(
            key,
            value,
            "a list with more than 0 points for the first place, and with no more points for a place than for the one before,",
        )),
    }
}

fn tie_breaks(key: &str, value: &Value) -> Result<Vec<TieCriterion>, String> {
    let allowed = format!("a list of {}", TieCriterion::ALL.map(|(id, ..)| id).join(", "));
    let tie_breaks = list(key, value, &allowed, tie_break)?;
    let twice = tie_breaks.iter().enumerate().find(|(index, one)| tie_breaks[..*index].contains(one));
    match twice {
        Some((index, _)) => Err(format!("`{key}` names {} twice", value[index])),
        None => Ok(tie_breaks),
    }
}

fn tie_break(key: &str, value: &Value) -> Result<TieCriterion, String> {
    let word = value.as_str().unwrap_or_default();
    let found = TieCriterion::ALL.into_iter().find(|(id, ..)| *id == word).map(|(_, tie_break, _)| tie_break);
    found.ok_or_else(|| {
        let known = TieCriterion::ALL.map(|(id, ..)| id);
        format!("`{key}` cannot contain `{value}`; the choices are {}{}", known.join(", "), did_you_mean(word, known))
    })
}

fn final_round(value: &Value) -> Result<Final, String> {
    const NEEDED: &str = "a table with `round` and `players`, such as { round = 7, players = 4 },";
    let table = value.as_table().ok_or_else(|| wrong("final", value, NEEDED))?;
    if let Some(key) = table.keys().find(|key| !FINAL_KEYS.contains(&key.as_str())) {
        return Err(unknown(&format!("final.{key}"), &["final.round", "final.players"]));
    }
    let given = |key: &str| table.get(key).ok_or_else(|| format!("`final` has no `{key}`: {NEEDED} is needed"));
    // A final of one player decides nothing.
    let players = number("final.players", given("players")?, 2)?;
    Ok(Final { round: round("final.round", given("round")?)?, players })
}

fn logo(folder: &Path, name: &str) -> Result<String, String> {
    let path = folder.join(name);
    data_address(&path).map_err(|problem| format!("`logo` is `{name}`: {}: {problem}", path.display()))
}

/// The picture as a `data:` address. Its first bytes tell the format.
fn data_address(path: &Path) -> Result<String, String> {
    let size = fs::metadata(path).map_err(|problem| format!("cannot read the file: {problem}"))?.len();
    if size > MOST_LOGO_BYTES {
        return Err(format!(
            "the file has {size} bytes, but at most {MOST_LOGO_BYTES} are allowed; make the picture \
             smaller"
        ));
    }
    let bytes = fs::read(path).map_err(|problem| format!("cannot read the file: {problem}"))?;
    let kind = match bytes.as_slice() {
        [0x89, b'P', b'N', b'G', ..] => "png",
        [0xff, 0xd8, 0xff, ..] => "jpeg",
        _ => return Err("a PNG or JPEG file is needed".to_owned()),
    };
    Ok(format!("data:image/{kind};base64,{}", STANDARD.encode(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Rules, String> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("logo.png"), b"\x89PNG\r\n\x1a\n").expect("a file");
        fs::write(folder.path().join("notes.txt"), "text").expect("a file");
        let path = folder.path().join(RULES_FILE);
        fs::write(&path, text).expect("a file");
        Rules::beside(folder.path())
            .map(|rules| rules.expect("a file"))
            .map_err(|error| error.to_string().replace(&format!("{}/", folder.path().display()), ""))
    }

    #[test]
    fn a_whole_file_is_read_and_kept() {
        let text = r#"
            title = "Club championship"
            date = 2026-11-28
            place = "Town hall"
            logo = "logo.png"
            placing_points = [5, 3, 2, 1]
            best_rounds = 4
            dropped_rounds = [03, "blitz"]
            tie_breaks = ["points", "wins", "best-round", "territories", "largest-territory", "direct-game"]
            [final]
            round = 7
            players = 4
        "#
        .replace("03", "\"03\"");
        let rules = read(&text).expect("rules");
        assert_eq!(rules.date.as_deref(), Some("2026-11-28"));
        assert_eq!(rules.dropped_rounds, BTreeSet::from(["3".to_owned(), "blitz".to_owned()]));
        assert_eq!(rules.tie_breaks, TieCriterion::ALL.map(|(_, tie_break, _)| tie_break));
        assert_eq!(rules.r#final, Some(Final { round: "7".to_owned(), players: 4 }));
        assert!(rules.logo.as_ref().is_some_and(|logo| logo.starts_with("data:image/png;base64,iVBORw0")));
        let kept = serde_json::to_string(&rules).expect("JSON");
        assert_eq!(serde_json::from_str::<Rules>(&kept).expect("rules"), rules);
        assert!(kept.contains("\"largest-territory\""), "{kept}");
        assert!(read("").expect("rules").is_empty());
        let none = tempfile::tempdir().expect("a temporary folder");
        assert_eq!(Rules::beside(none.path()).expect("no file"), None);
    }

    #[test]
    fn mistakes_name_file_key_value_and_what_is_allowed() {
        let problem = |text: &str| read(text).expect_err(text);
        insta::assert_snapshot!(problem("best_round = 4"), @"tournament.toml: there is no rule called `best_round`; the rules are title, date, place, logo, placing_points, best_rounds, dropped_rounds, tie_breaks, final, different_players; did you mean `best_rounds`?");
        insta::assert_snapshot!(problem("best_rounds = \"four\""), @r#"tournament.toml: `best_rounds` is `"four"`: a whole number from 1 to 1000 is needed"#);
        insta::assert_snapshot!(problem("best_rounds = 0"), @"tournament.toml: `best_rounds` is `0`: a whole number from 1 to 1000 is needed");
        insta::assert_snapshot!(problem("placing_points = [3, 5]"), @"tournament.toml: `placing_points` is `[3, 5]`: a list with more than 0 points for the first place, and with no more points for a place than for the one before, is needed");
        insta::assert_snapshot!(problem("placing_points = 3"), @"tournament.toml: `placing_points` is `3`: a list of points from the first place on, such as [5, 3, 1] is needed");
        insta::assert_snapshot!(problem("placing_points = [3, 1.5]"), @"tournament.toml: `placing_points` is `1.5`: a whole number from 0 to 1000 is needed");
        insta::assert_snapshot!(problem("tie_breaks = [\"win\"]"), @r#"tournament.toml: `tie_breaks` cannot contain `"win"`; the choices are points, wins, best-round, territories, largest-territory, direct-game; did you mean `wins`?"#);
        insta::assert_snapshot!(problem("tie_breaks = [\"wins\", \"wins\"]"), @r#"tournament.toml: `tie_breaks` names "wins" twice"#);
        insta::assert_snapshot!(problem("dropped_rounds = 2"), @"tournament.toml: `dropped_rounds` is `2`: a list of rounds such as [1, 2] is needed");
        insta::assert_snapshot!(problem("final = 4"), @"tournament.toml: `final` is `4`: a table with `round` and `players`, such as { round = 7, players = 4 }, is needed");
        insta::assert_snapshot!(problem("[final]\nround = 4"), @"tournament.toml: `final` has no `players`: a table with `round` and `players`, such as { round = 7, players = 4 }, is needed");
        insta::assert_snapshot!(problem("[final]\nround = 4\nplayer = 2"), @"tournament.toml: there is no rule called `final.player`; the rules are final.round, final.players; did you mean `final.players`?");
        insta::assert_snapshot!(problem("dropped_rounds = [4]\n[final]\nround = 4\nplayers = 2"), @"tournament.toml: `dropped_rounds` and `final.round` both name round 4, but the final cannot be dropped; remove it from one of them");
        insta::assert_snapshot!(problem("title = \"a\\nb\""), @r#"tournament.toml: `title` is `"a\nb"`: a line of text in quotes is needed"#);
        insta::assert_snapshot!(problem("logo = \"notes.txt\""), @"tournament.toml: `logo` is `notes.txt`: notes.txt: a PNG or JPEG file is needed");
        insta::assert_snapshot!(problem("logo = \"none.png\""), @"tournament.toml: `logo` is `none.png`: none.png: cannot read the file: No such file or directory (os error 2)");
        let unquoted = problem("best_rounds = 2\ntitle = Cup");
        assert!(
            unquoted.starts_with("tournament.toml: line 2 is not valid TOML (")
                && unquoted.contains("): title = Cup; write text in quotes"),
            "{unquoted}"
        );
        assert!(!unquoted.contains('\n'), "{unquoted}");
        insta::assert_snapshot!(problem("different_players = [\"Jan\"]"), @r#"tournament.toml: `different_players` is `"Jan"`: a list of pairs of names, such as [["Jan", "Jana"]], is needed"#);
    }

    #[test]
    fn shared_points_are_exact_and_written_as_the_language_writes_them() {
        let rules = read("placing_points = [5, 3, 2, 1]").expect("rules");
        let of_three: Score = (0..3).map(|place| rules.points_of(place)).sum();
        let third = of_three.shared_by(3);
        assert_eq!(third + third + third, Score::of_points(10));
        assert_eq!(third.in_language(Language::English), "3.33");
        assert_eq!(Score::of_points(5).shared_by(2).in_language(Language::German), "2,5");
        assert_eq!(Score::of_points(40).in_language(Language::Romanian), "40");
        assert_eq!(rules.points_of(9), Score::default());
    }
}
