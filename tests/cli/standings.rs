//! The standings of a game: ties, the Queen, Dynasty, and the command `standings`: stdout, stderr and exit
//! code.

use crate::common::program::{file, run, run_with};
use crate::common::schema;
use kingdom_scanner::domain::{Facts, Game, GridSize, Variant};
use kingdom_scanner::formats::{KingdomRecord, Name, notation};
use kingdom_scanner::messages::Language;
use kingdom_scanner::standings::{Remark, Standing, Standings, StandingsError, TableInputs, TieBreak, Visit};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

fn kingdom(player: &str, text: &str) -> KingdomRecord {
    let player = Some(player).filter(|player| !player.is_empty()).map(Name::from);
    KingdomRecord { player, ..notation::parse(text).expect("test kingdoms are right").into() }
}

fn standings(kingdoms: &[(&str, &str)]) -> Standings {
    ranked(kingdoms, &TableInputs::default()).expect("a game")
}

fn ranked(kingdoms: &[(&str, &str)], inputs: &TableInputs) -> Result<Standings, StandingsError> {
    Standings::new(kingdoms.iter().map(|(player, text)| kingdom(player, text)).collect(), inputs)
}

/// Rank, player, total and tie of each player.
fn places(standings: &Standings) -> Vec<(usize, &str, i32, Option<TieBreak>)> {
    standings.players.iter().map(|player| (player.rank, player.player.as_str(), player.total, player.tie)).collect()
}

fn ties(standings: &Standings, language: Language) -> Vec<String> {
    let tie = |player: &Standing| player.tie_message().map(|message| message.in_language(language));
    standings.players.iter().filter_map(tie).collect()
}

#[test]
fn the_highest_total_wins() {
    let standings = standings(&[("Anna", "F1WC k5"), ("Ben", "F1FC k5"), ("Cem", "FWC k5")]);
    assert_eq!(places(&standings), [(1, "Ben", 2, None), (2, "Anna", 1, None), (3, "Cem", 0, None)]);
    assert!(ties(&standings, Language::English).is_empty());
}

/// Rule: among tied players the one with the largest single territory wins, whether it has crowns or not.
#[test]
fn the_largest_territory_breaks_a_tie_uncrowned_or_not() {
    // Anna: 3 x 1 of lake. Ben: 1 x 3 of mine, and four forests without a crown.
    let standings = standings(&[("Anna", "L1LLC k5"), ("Ben", "M3CFF/..FF k5")]);
    assert_eq!(places(&standings), [(1, "Ben", 3, Some(TieBreak::Won)), (2, "Anna", 3, Some(TieBreak::Lost))]);
    assert_eq!(
        ties(&standings, Language::English),
        ["wins the tie with a forest of 4", "loses the tie with a lake of 3"]
    );
    assert_eq!(
        ties(&standings, Language::German),
        [
            "gewinnt bei Gleichstand mit einem Waldgebiet von 4 Feldern",
            "unterliegt bei Gleichstand mit einem Seegebiet von 3 Feldern"
        ]
    );
}

/// `docs/queendomino.md`: a town is a territory like any other, even without a building.
#[test]
fn a_town_breaks_a_tie_too() {
    let standings = standings(&[("Anna", "TTTC q5"), ("Ben", "FFC q5")]);
    assert_eq!(ties(&standings, Language::English)[0], "wins the tie with a town of 3");
}

/// A typed total counts like any other; if it is tied, the deciding largest territory is unknown.
#[test]
fn a_typed_total_is_ranked_and_leaves_a_tie_open() {
    let kingdoms = [("Anna", "F1FC k5"), ("Ben", "L1LLC k5")];
    let with = |total: u16| {
        let totals = vec![(Name::from("Cem"), total)];
        ranked(&kingdoms, &TableInputs { totals, ..TableInputs::default() }).expect("a game")
    };
    let clear = with(9);
    assert_eq!(places(&clear), [(1, "Cem", 9, None), (2, "Ben", 3, None), (3, "Anna", 2, None)]);
    assert!(!clear.needs_review() && clear.players[0].is_typed_total());
    let tied = with(3);
    let open = Some(TieBreak::Unknown);
    assert_eq!(places(&tied), [(1, "Ben", 3, open), (1, "Cem", 3, open), (3, "Anna", 2, None)]);
    let to_check: Vec<bool> = tied.players.iter().map(|player| player.needs_review).collect();
    assert_eq!(to_check, [true, true, false]);
    assert!(ties(&tied, Language::English)[0].contains("is not known for a typed total"));
    let warnings: Vec<String> =
        tied.remarks.iter().filter_map(Remark::warning).map(|warning| warning.message.to_string()).collect();
    assert_eq!(
        warnings,
        [
            "Ben, Cem are tied at 3, and the largest territory decides: give the kingdom instead of the typed total of Cem"
        ]
    );
    let refused = |player: &str, total| {
        let totals = vec![(player.into(), total)];
        ranked(&kingdoms, &TableInputs { totals, ..TableInputs::default() }).expect_err("refused").to_string()
    };
    assert!(
        refused("anna", 3)
            .contains("--total is given for anna, who already has a kingdom: leave out the total or the kingdom")
    );
    assert_eq!(refused("Cem", 1000), "a total must be a whole number from 0 to 999");
}

/// In Queendomino, the Queen may visit a player whose total was typed, because that player's towers are
/// unknown.
#[test]
fn the_queen_may_visit_a_player_whose_total_was_typed() {
    let with = |queens: Vec<Visit>| {
        let totals = vec![(Name::from("Cem"), 40)];
        ranked(&[("Anna", "TTC q5"), ("Ben", "FFC q5")], &TableInputs { totals, queens, ..TableInputs::default() })
    };
    let visited = with(vec![Visit::Player(Name::from("Cem"))]).expect("a game");
    assert_eq!(visited.queens, [Some(Name::from("Cem"))]);
    assert!(!visited.needs_review(), "{:?}", visited.remarks);
}

#[test]
fn those_still_equal_share_the_place_and_the_next_stays_empty() {
    let standings = standings(&[("Cem", "W1C k5"), ("Ben", "F1FC k5"), ("Anna", "L1LC k5")]);
    let shared = Some(TieBreak::Shared);
    assert_eq!(places(&standings), [(1, "Anna", 2, shared), (1, "Ben", 2, shared), (3, "Cem", 1, None)]);
    assert_eq!(
        ties(&standings, Language::English),
        ["shares the place: the largest territories are equal, too (2 squares)"; 2]
    );
}

#[test]
fn of_three_tied_one_wins_and_two_share_the_next_place() {
    let kingdoms = [("Anna", "W1WC k5"), ("Ben", "F1FC k5"), ("Cem", "S2CGGG k5"), ("Dora", "CLLLLL/.LLLLL k7")];
    let three = standings(&kingdoms[..3]);
    let (won, shared) = (Some(TieBreak::Won), Some(TieBreak::Shared));
    assert_eq!(places(&three), [(1, "Cem", 2, won), (2, "Anna", 2, shared), (2, "Ben", 2, shared)]);
    // Only tied players are compared: the largest territory of all is worth nothing to a player with fewer
    // points.
    let dora = ("Dora", "CLLLL/.LLLL k5");
    let four = standings(&[kingdoms[0], kingdoms[1], kingdoms[2], dora]);
    assert_eq!(places(&four)[0], (1, "Cem", 2, won));
    assert_eq!(places(&four)[3], (4, "Dora", 0, None));
}

#[test]
fn of_three_tied_with_three_sizes_the_middle_one_is_second() {
    let standings = standings(&[("Anna", "W1CFF k5"), ("Ben", "W1CFFF k5"), ("Cem", "W1CF k5")]);
    let (won, lost) = (Some(TieBreak::Won), Some(TieBreak::Lost));
    assert_eq!(places(&standings), [(1, "Ben", 1, won), (2, "Anna", 1, lost), (3, "Cem", 1, lost)]);
}

#[test]
fn kingdoms_without_land_can_tie() {
    let standings = standings(&[("Anna", "C k5"), ("Ben", "C k5"), ("Cem", "CF k5")]);
    assert_eq!(standings.players.iter().map(|player| player.rank).collect::<Vec<_>>(), [1, 2, 2]);
    assert_eq!(
        ties(&standings, Language::English)[1],
        "shares the place: the largest territories are equal, too (0 squares)"
    );
}

#[test]
fn a_kingdom_without_a_name_has_its_positions() {
    let named = standings(&[("", "F1C k5"), ("Ben", "C k5"), ("  ", "C k5")]);
    let mut names: Vec<&str> = named.players.iter().map(|player| player.player.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Ben", "k1", "k3"]);
    assert_eq!(named.players[0].kingdoms[0].record.player.as_deref(), Some("k1"));
}

/// Rule: teams of two have one kingdom; it is scored and ranked like a player's.
#[test]
fn a_team_is_a_player() {
    let kingdoms = [("Anna & Ben", "F1FC r7"), ("Cem & Dora", "W1C r7"), ("Eva & Finn", "C r7")];
    let inputs = TableInputs { queens: vec![Visit::Nobody], ..TableInputs::default() };
    let standings = ranked(&kingdoms, &inputs).expect("a game");
    assert_eq!(standings.players[0].player, "Anna & Ben");
    assert!(!standings.remarks.iter().any(|remark| matches!(remark, Remark::UnusualNumber { .. })));
}

#[test]
fn kingdoms_of_two_games_are_refused() {
    let message = |other: &str| {
        let error = ranked(&[("Anna", "F1C k5"), ("Ben", other)], &TableInputs::default()).expect_err("not one game");
        error.to_string()
    };
    assert_eq!(
        message("F1C q5"),
        "Anna's kingdom is from Kingdomino on 5x5 and Ben's kingdom is from Queendomino on 5x5, but all kingdoms of a game need the same game and grid size"
    );
    assert!(message("F1C k7").contains("on 5x5 and Ben's kingdom is from Kingdomino on 7x7"));
    assert_eq!(Standings::new(Vec::new(), &TableInputs::default()), Err(StandingsError::NoKingdoms));
}

#[test]
fn one_name_twice_is_refused() {
    let error = ranked(&[("Anna", "C k5"), ("Ben", "C k5"), ("Anna", "C k5")], &TableInputs::default());
    assert_eq!(error, Err(StandingsError::TwoKingdoms { player: Name::from("Anna") }));
    // A default name is a name, too.
    let error = ranked(&[("k2", "C k5"), ("", "C k5")], &TableInputs::default());
    assert_eq!(error, Err(StandingsError::TwoKingdoms { player: Name::from("k2") }));
}

#[test]
fn variants_are_those_of_all_kingdoms() {
    let mut records = vec![kingdom("Anna", "F1FC k5"), kingdom("Ben", "F1C k5")];
    records[0].variants = vec![Variant::MiddleKingdom];
    let error = Standings::new(records.clone(), &TableInputs::default()).expect_err("two sets");
    assert_eq!(
        error.to_string(),
        "Anna's kingdom has middle-kingdom and Ben's kingdom has no variant, but all kingdoms of a game need the same variants; set a variant for all of them with --variant"
    );
    let inputs = TableInputs { variants: vec![Variant::MiddleKingdom], ..TableInputs::default() };
    let standings = Standings::new(records, &inputs).expect("one set");
    assert_eq!(standings.variants, [Variant::MiddleKingdom]);
    assert_eq!(standings.players[0].kingdoms[0].record.variants, [Variant::MiddleKingdom]);
}

/// A remark says if the rule sheets have no game of this grid for so many players; see
/// [`kingdom_scanner::domain::MODES`].
#[test]
fn an_unusual_number_of_kingdoms_is_remarked() {
    let remarks = |kingdoms: &[(&str, &str)]| {
        let remarks = standings(kingdoms).remarks;
        remarks.iter().map(|remark| remark.message().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(
        remarks(&[("Anna", "F1C k7"), ("Ben", "C k7"), ("Cem", "C k7")]),
        ["3 kingdoms: by the rule sheets, Kingdomino on 7x7 is for 2 players"]
    );
    assert_eq!(
        remarks(&[("Anna", "F1C k5")]),
        ["1 kingdom: by the rule sheets, Kingdomino on 5x5 is for 2 to 4 players"]
    );
    assert!(remarks(&[("Anna", "F1C k7"), ("Ben", "C k7")]).is_empty());
}

const TWO_TOWERS: &str = "T[statue,tower*2]CGG q7";
const ONE_TOWER: &str = "T[statue,tower]CFF q7";
const NO_TOWER: &str = "T[statue]CLL q7";

fn hosts(standings: &Standings) -> Vec<Option<&str>> {
    standings.queens.iter().map(Option::as_deref).collect()
}

/// Rule: the Queen visits the player with the most towers; she is one more crown on the largest territory.
#[test]
fn the_most_towers_attract_the_queen() {
    let standings = standings(&[("Anna", ONE_TOWER), ("Ben", TWO_TOWERS)]);
    assert_eq!(hosts(&standings), [Some("Ben")]);
    assert_eq!(places(&standings), [(1, "Ben", 7, None), (2, "Anna", 5, None)]);
    assert!(standings.remarks.contains(&Remark::QueenByTowers { player: Name::from("Ben"), towers: 2, game: None }));
    let queen = |index: usize| standings.players[index].kingdoms[0].record.unseen.queen;
    assert_eq!((queen(0), queen(1)), (Some(true), Some(false)));
}

#[test]
fn equal_towers_ask_for_a_flag() {
    let two = ranked(&[("Anna", ONE_TOWER), ("Ben", ONE_TOWER)], &TableInputs::default()).expect_err("a tie");
    assert_eq!(
        two.to_string(),
        "Anna and Ben have 1 tower each: say whom the Queen visits with --queen Anna or --queen Ben"
    );
    let kingdoms = [("Anna", TWO_TOWERS), ("Ben", ONE_TOWER), ("Cem", TWO_TOWERS), ("Dora", TWO_TOWERS)];
    let three = ranked(&kingdoms, &TableInputs::default()).expect_err("a tie");
    assert!(three.to_string().starts_with("Anna, Cem and Dora have 2 towers each: "), "{three}");
}

#[test]
fn one_who_is_said_not_to_host_her_is_no_longer_asked_about() {
    let mut records = vec![kingdom("Anna", ONE_TOWER), kingdom("Ben", ONE_TOWER)];
    records[0].unseen.queen = Some(false);
    let standings = Standings::new(records, &TableInputs::default()).expect("no tie");
    assert_eq!(hosts(&standings), [Some("Ben")]);
}

#[test]
fn without_towers_the_queen_visits_nobody() {
    let standings = standings(&[("Anna", NO_TOWER), ("Ben", NO_TOWER)]);
    assert_eq!(hosts(&standings), [None]);
    assert!(standings.remarks.contains(&Remark::NoTowers { game: None }));
}

#[test]
fn the_players_decide_against_the_towers_and_are_warned() {
    let kingdoms = [("Anna", ONE_TOWER), ("Ben", TWO_TOWERS)];
    let against = |visit: Visit, host: Option<&str>| {
        let standings =
            ranked(&kingdoms, &TableInputs { queens: vec![visit], ..TableInputs::default() }).expect("a game");
        assert_eq!(hosts(&standings), [host]);
        let host = host.map(Name::from);
        let remark = Remark::QueenAgainstTowers { host, leaders: vec![Name::from("Ben")], towers: 2, game: None };
        assert!(standings.remarks.contains(&remark), "{:?}", standings.remarks);
        assert!(standings.needs_review());
    };
    against(Visit::Player(Name::from("Anna")), Some("Anna"));
    against(Visit::Nobody, None);
}

/// Rule: as soon as a player has the most towers, a tie being enough, the Queen visits; towers never leave.
#[test]
fn the_queen_against_the_towers_is_a_warning_with_the_players_marked() {
    let kingdoms = [ONE_TOWER, TWO_TOWERS, NO_TOWER, "--player", "Anna", "--player", "Ben", "--player", "Cem"];
    let marked = |queen: &[&str]| {
        let found = json_of(&[&kingdoms[..], queen].concat());
        let players = found["standings"].as_array().expect("a list").clone();
        let marked = players.iter().filter(|player| player["needs_review"] == true);
        let mut marked: Vec<String> = marked.map(|player| player["player"].to_string()).collect();
        marked.sort_unstable();
        (marked.join(" "), found["needs_review"].clone(), found["warnings"].clone())
    };
    let warning = |host: &str| {
        let rule = "by the rules she visits a player with the most towers: Ben (2)";
        let message = format!("the Queen visits {host}, but {rule}");
        let player = if host == "nobody" { json!({"id": "nobody"}) } else { json!(host) };
        let args = json!({"player": player, "leaders": "Ben", "towers": 2});
        let text = json!({"id": "queen-against-towers", "args": args});
        json!([{"code": "queen-against-towers", "message": message, "squares": [], "text": text}])
    };
    let both = r#""Anna" "Ben""#.to_owned();
    assert_eq!(marked(&["--queen", "Anna"]), (both, json!(true), warning("Anna")));
    assert_eq!(marked(&["--queen", "nobody"]), (r#""Ben""#.to_owned(), json!(true), warning("nobody")));
    assert_eq!(marked(&["--queen", "Ben"]), (String::new(), json!(false), json!([])));
    assert_eq!(marked(&[]), (String::new(), json!(false), json!([])));

    let outcome = run(&[&["standings", "--strict", "--queen", "Anna"], &kingdoms[..]].concat());
    assert_eq!(outcome.code, 3);
    assert!(outcome.stdout.contains("warning: the Queen visits Anna, but by the rules"), "{}", outcome.stdout);
    // Two totals are doubtful, and so are all three ranks, which these totals may change.
    assert_eq!(outcome.stdout.matches("? ┆").count(), 5, "{}", outcome.stdout);
    let german = run(&[&["standings", "--lang", "de", "--queen", "nobody"], &kingdoms[..]].concat());
    assert!(german.stdout.contains("Warnung: die Queen besucht niemanden, nach den Regeln"), "{}", german.stdout);

    // The file of Ben's kingdom says that the Queen is not with him, although he alone has the most towers.
    let mut records = vec![kingdom("Anna", ONE_TOWER), kingdom("Ben", TWO_TOWERS)];
    records[1].unseen.queen = Some(false);
    let standings = Standings::new(records, &TableInputs::default()).expect("a game");
    assert_eq!(hosts(&standings), [None]);
    let needs_review = |player: &Standing| (player.player.clone(), player.needs_review);
    assert!(standings.players.iter().map(needs_review).any(|ben| ben == (Name::from("Ben"), true)));
}

/// Rule: the Queen visits a player who has the most towers, so her host has at least one.
#[test]
fn a_queen_where_no_tower_stands_is_a_warning_with_her_host_marked() {
    let kingdoms = [NO_TOWER, NO_TOWER, "--player", "Anna", "--player", "Ben"];
    let queen = |host: &str| run(&[&["standings", "--strict", "--queen", host], &kingdoms[..]].concat());
    let given = queen("Anna");
    assert_eq!(given.code, 3, "{}", given.stdout);
    let warning = "warning: the Queen visits Anna, but no towers are seen: by the rules she then visits nobody";
    assert!(given.stdout.contains(warning), "{}", given.stdout);
    assert_eq!(queen("nobody").code, 0);
    let standing =
        Standings::new(vec![kingdom("Anna", "CF[queen]F q7"), kingdom("Ben", NO_TOWER)], &TableInputs::default());
    let marked = standing.expect("a game").players.into_iter().map(|player| (player.player, player.needs_review));
    assert_eq!(marked.collect::<Vec<_>>(), [(Name::from("Ben"), false), (Name::from("Anna"), true)]);
}

#[test]
fn the_queens_piece_tells_whom_she_visits() {
    let standing = ("Anna", "T[statue]CF[queen]F q7");
    let standings = standings(&[standing, ("Ben", NO_TOWER)]);
    assert_eq!(hosts(&standings), [Some("Anna")]);
    assert_eq!(standings.players[0].total, 5 + 2);
    // Players may be mistaken about their facts, but not about a visible piece.
    let inputs = TableInputs { queens: vec![Visit::Player(Name::from("Ben"))], ..TableInputs::default() };
    let error = ranked(&[standing, ("Ben", NO_TOWER)], &inputs).expect_err("at odds");
    assert_eq!(
        error.to_string(),
        "the Queen stands in Anna's kingdom at r1c3, but she is given as not visiting Anna: change one of the two"
    );
}

#[test]
fn two_hosts_are_refused() {
    let mut records = vec![kingdom("Anna", NO_TOWER), kingdom("Ben", "CF[queen] q7")];
    records[0].unseen.queen = Some(true);
    let error = Standings::new(records, &TableInputs::default());
    let (first, second) = (Name::from("Anna"), Name::from("Ben"));
    assert_eq!(error, Err(StandingsError::TwoHosts { first, second }));
}

#[test]
fn what_is_given_overrides_the_file_and_is_remarked() {
    let mut records = vec![kingdom("Anna", NO_TOWER), kingdom("Ben", NO_TOWER)];
    records[0].unseen = Facts { coins: Some(3), knights_in_supply: Some(1), queen: Some(true) };
    let inputs = TableInputs {
        players: vec![Name::from("Anne"), Name::from("Ben")],
        coins: vec![(Name::from("Anne"), 9), (Name::from("Ben"), 1)],
        knights_in_supply: vec![(Name::from("Anne"), 1)],
        queens: vec![Visit::Nobody],
        ..TableInputs::default()
    };
    let standings = Standings::new(records, &inputs).expect("a game");
    let remarks: Vec<String> = standings.remarks.iter().map(|remark| remark.message().to_string()).collect();
    assert_eq!(
        remarks,
        [
            "Anne: --player is Anne, and this counts, although the file says Anna",
            "Anne: --coins is 9, and this counts, although the file says 3",
            "Anne: --queen is no, and this counts, although the file says yes",
        ]
    );
    assert_eq!(standings.players[0].total, 5 + 3);
}

#[test]
fn players_whose_coins_were_not_given_are_named() {
    let inputs = TableInputs { coins: vec![(Name::from("Ben"), 3)], ..TableInputs::default() };
    let kingdoms = [("Anna", NO_TOWER), ("Ben", NO_TOWER), ("Cem", NO_TOWER)];
    let remarks = ranked(&kingdoms, &inputs).expect("a game").remarks;
    let players = vec![Name::from("Anna"), Name::from("Cem")];
    let remark = Remark::NoCoins { players, game: None };
    assert!(remarks.contains(&remark), "{remarks:?}");
    let expected = "coins not given for Anna, Cem, counted as 0; every 3 coins score 1 point";
    assert_eq!(remark.message().to_string(), expected);
}

#[test]
fn different_games_are_remarked() {
    let of_games = |ids: [&str; 2]| {
        let mut records = vec![kingdom("Anna", "F1C k5"), kingdom("Ben", "C k5")];
        for (record, id) in records.iter_mut().zip(ids) {
            record.photo.game_id = Some(id.to_owned());
        }
        Standings::new(records, &TableInputs::default()).expect("a game").remarks
    };
    let message = "the files are from different games (`game_id`): g1, g2; check that they belong together";
    assert_eq!(of_games(["g2", "g1"])[0].message().to_string(), message);
    assert_eq!(of_games(["g1", "g1"]), []);
}

#[test]
fn a_kingdom_is_given_once() {
    let mut records = vec![kingdom("Anna", "F1C k5"), kingdom("Ben", "F1C k5")];
    records.iter_mut().for_each(|record| record.photo.kingdom_id = Some("a".to_owned()));
    let (first, second) = (Name::from("Anna"), Name::from("Ben"));
    assert_eq!(
        Standings::new(records, &TableInputs::default()),
        Err(StandingsError::OneKingdomTwice { first, second })
    );
}

#[test]
fn names_are_compared_without_blanks_around_them() {
    let inputs = TableInputs { players: vec![Name::from("Anna"), Name::from(" Anna ")], ..TableInputs::default() };
    let player = Name::from("Anna");
    assert_eq!(ranked(&[("", "C k5"), ("", "C k5")], &inputs), Err(StandingsError::TwoKingdoms { player }));
}

/// If a player were called nobody, `--queen nobody` would be ambiguous.
#[test]
fn no_player_is_called_nobody_where_the_queen_is() {
    let named = |text: &str| ranked(&[("nobody", text), ("Ben", text)], &TableInputs::default());
    assert_eq!(named(NO_TOWER), Err(StandingsError::CalledNobody));
    assert!(named("C k5").is_ok());
}

#[test]
fn nothing_is_given_for_one_who_does_not_play() {
    let error = |inputs: TableInputs| {
        let kingdoms = [("Anna", NO_TOWER), ("Ben", NO_TOWER)];
        ranked(&kingdoms, &inputs).expect_err("a wrong name").to_string()
    };
    let anne = || Name::from("Anne");
    assert_eq!(
        error(TableInputs { coins: vec![(anne(), 3)], ..TableInputs::default() }),
        "--coins: no player is called `Anne`; the players are Anna, Ben; did you mean `Anna`?"
    );
    let knights = error(TableInputs { knights_in_supply: vec![(anne(), 3)], ..TableInputs::default() });
    assert!(knights.starts_with("--knights-in-supply: no player is called `Anne`"), "{knights}");
    let queen = error(TableInputs { queens: vec![Visit::Player(anne())], ..TableInputs::default() });
    assert!(queen.starts_with("--queen: no player is called `Anne`"), "{queen}");
    assert_eq!(
        error(TableInputs { players: vec![anne()], ..TableInputs::default() }),
        "--player must be given once for each kingdom (names: 1, kingdoms: 2)"
    );
    let twice = vec![(Name::from("Ben"), 3), (Name::from("Ben"), 4)];
    assert_eq!(
        error(TableInputs { coins: twice, ..TableInputs::default() }),
        "--coins is given for Ben more often than there are games (1)"
    );
    assert_eq!(
        error(TableInputs { queens: vec![Visit::Nobody, Visit::Nobody], ..TableInputs::default() }),
        "--queen is given more often than there are games (1)"
    );
}

fn dynasty() -> TableInputs {
    TableInputs { variants: vec![Variant::Dynasty], ..TableInputs::default() }
}

/// Rule: three games in a row, decided by their sums.
#[test]
fn the_sums_of_a_dynasty_decide() {
    let kingdoms = [
        ("Anna", "F1FFC k5"), // 3
        ("Ben", "F1FC k5"),   // 2
        ("Ben", "F1FC k5"),
        ("Anna", "F1C k5"), // 1
        ("Anna", "C k5"),   // 0
        ("Ben", "F1C k5"),
    ];
    let standings = ranked(&kingdoms, &dynasty()).expect("a dynasty");
    assert_eq!(places(&standings), [(1, "Ben", 5, None), (2, "Anna", 4, None)]);
    let totals: Vec<i32> = standings.players[1].kingdoms.iter().map(|kingdom| kingdom.sheet.total).collect();
    assert_eq!(totals, [3, 1, 0]);
}

/// Ruling: no rule breaks a tie of a Dynasty, so it is shared, whatever the territories.
#[test]
fn a_tie_of_a_dynasty_is_shared() {
    let kingdoms = [("Anna", "F1C k5"), ("Ben", "F1CLLL k5")].repeat(3);
    let standings = ranked(&kingdoms, &dynasty()).expect("a dynasty");
    let shared = Some(TieBreak::SharedWithoutRule);
    assert_eq!(places(&standings), [(1, "Anna", 3, shared), (1, "Ben", 3, shared)]);
    assert_eq!(ties(&standings, Language::English)[0], "shares the place: no rule breaks a tie of a dynasty");
}

#[test]
fn everybody_plays_each_game_of_a_dynasty_once() {
    let too_few = [("Anna", "F1C k5"), ("Ben", "F1C k5"), ("Anna", "F1C k5")];
    assert_eq!(
        ranked(&too_few, &dynasty()).expect_err("two games").to_string(),
        "Anna has 2 kingdoms, but in a Dynasty every player needs one in each of 3 games"
    );
    let by_id = |ids: [&str; 6]| {
        let mut records: Vec<KingdomRecord> =
            ["Anna", "Ben"].repeat(3).into_iter().map(|player| kingdom(player, "F1C k5")).collect();
        for (record, id) in records.iter_mut().zip(ids) {
            record.photo.game_id = Some(id.to_owned()).filter(|id| !id.is_empty());
        }
        Standings::new(records, &dynasty())
    };
    assert!(by_id([""; 6]).is_ok());
    let player = Name::from("Ben");
    assert_eq!(by_id(["x", "x", "y", "", "z", "z"]), Err(StandingsError::NoGameId { player }));
    assert!(by_id(["x", "y", "y", "x", "z", "z"]).is_ok());
    assert_eq!(by_id(["x", "y", "y", "x", "z", "a"]), Err(StandingsError::NotThreeGameIds { found: 4 }));
    let player = Name::from("Anna");
    assert_eq!(by_id(["x", "y", "x", "z", "z", "y"]), Err(StandingsError::TwoKingdoms { player }));
}

/// Each game has its own Queen, coins and towers.
#[test]
fn games_of_a_dynasty_are_given_one_by_one() {
    let kingdoms = [
        ("Anna", TWO_TOWERS),
        ("Ben", NO_TOWER),
        ("Anna", ONE_TOWER),
        ("Ben", TWO_TOWERS),
        ("Anna", ONE_TOWER),
        ("Ben", ONE_TOWER),
    ];
    let error = ranked(&kingdoms, &dynasty()).expect_err("a tie in game 3").to_string();
    assert!(error.starts_with("Anna and Ben have 1 tower each in game 3: say whom"), "{error}");
    let player = |name: &str| Visit::Player(name.into());
    let inputs = TableInputs {
        queens: vec![player("Anna"), player("Ben"), player("Ben")],
        coins: [3, 6, 9].map(|coins| (Name::from("Anna"), coins)).to_vec(),
        ..dynasty()
    };
    let standings = ranked(&kingdoms, &inputs).expect("a dynasty");
    assert_eq!(hosts(&standings), [Some("Anna"), Some("Ben"), Some("Ben")]);
    let anna = &standings.players.iter().find(|player| player.player == "Anna").expect("she plays").kingdoms;
    let coins: Vec<_> = anna.iter().map(|kingdom| kingdom.record.unseen.coins).collect();
    assert_eq!(coins, [Some(3), Some(6), Some(9)]);
    let remarks: Vec<String> = standings.remarks.iter().map(|remark| remark.message().to_string()).collect();
    for game in 1..=3 {
        let expected = format!("game {game}: coins not given for Ben, counted as 0; every 3 coins score 1 point");
        assert!(remarks.contains(&expected), "{remarks:?}");
    }
}

#[test]
fn what_is_given_of_a_game_of_a_dynasty_overrides_that_games_file() {
    let mut records: Vec<KingdomRecord> =
        ["Anna", "Ben"].repeat(3).into_iter().map(|player| kingdom(player, NO_TOWER)).collect();
    records[2].unseen.coins = Some(5);
    let inputs = TableInputs { coins: [3, 6].map(|coins| (Name::from("Anna"), coins)).to_vec(), ..dynasty() };
    let remarks = Standings::new(records, &inputs).expect("a dynasty").remarks;
    let overridden = remarks.iter().find(|remark| matches!(remark, Remark::Overridden { .. }));
    let message = overridden.map(|remark| remark.message().to_string());
    assert_eq!(message.as_deref(), Some("game 2: Anna: --coins is 6, and this counts, although the file says 5"));
}

/// A few kingdoms with many ties.
fn a_game() -> impl Strategy<Value = Vec<KingdomRecord>> {
    let texts = ["C k5", "F1C k5", "F1CLL k5", "W1C k5", "W1WC k5", "M2C k5", "M2CG k5", "S1S1C k5", "LLLC k5"];
    proptest::collection::vec(select(texts.to_vec()), 1..=8).prop_map(|texts| {
        let names = ["Anna", "Ben", "Cem", "Dora", "Eva", "Finn", "Gil", "Hana"];
        texts.iter().zip(names).map(|(text, name)| kingdom(name, text)).collect()
    })
}

proptest! {
    #[test]
    fn the_order_of_the_kingdoms_does_not_matter(
        (records, shuffled) in a_game().prop_flat_map(|records| (Just(records.clone()), Just(records).prop_shuffle()))
    ) {
        let inputs = TableInputs::default();
        prop_assert_eq!(Standings::new(records, &inputs), Standings::new(shuffled, &inputs));
    }

    #[test]
    fn ranks_are_consistent(records in a_game()) {
        let standings = Standings::new(records, &TableInputs::default()).expect("a game");
        let size = |player: &Standing| player.largest_territory().map_or(0, |territory| territory.size());
        for (index, player) in standings.players.iter().enumerate() {
            let is_better = |other: &&Standing| (other.total, size(other)) > (player.total, size(player));
            prop_assert_eq!(player.rank, 1 + standings.players.iter().filter(is_better).count());
            prop_assert!(player.rank <= index + 1);
            let others = standings.players.iter().filter(|other| other.player != player.player);
            prop_assert_eq!(player.tie.is_some(), others.clone().any(|other| other.total == player.total));
            let shares = others.clone().any(|other| other.rank == player.rank);
            prop_assert_eq!(player.tie == Some(TieBreak::Shared), shares);
        }
        prop_assert_eq!((standings.game, standings.size), (Game::Kingdomino, GridSize::Five));
    }
}

// Tests of the command `standings`.

/// 6 points: 2 x 1 of wheat, 4 x 1 of forest.
const SIX: &str = "W1WC/F1FF/.F. k5";
/// 6 points: 2 x 3 of mine, and five lakes.
const SIX_WITH_LAKES: &str = "M3MCL/.LLL/..L. k5";

/// What the program prints in JSON.
fn json_of(args: &[&str]) -> Value {
    let outcome = run(&[&["standings", "--json"], args].concat());
    assert_eq!((outcome.code, outcome.stdout.lines().count()), (0, 1), "{}", outcome.stderr);
    schema::parsed("game", &outcome.stdout)
}

#[test]
fn people_read_ranks_and_the_pad() {
    let names = ["--player", "Anna", "--player", "Ben", "--player", "Cem"];
    let outcome = run(&[&["standings", SIX, SIX_WITH_LAKES, "F1FC k5", "--variant", "harmony"], &names[..]].concat());
    assert_eq!(outcome.code, 0);
    insta::assert_snapshot!(outcome.stdout, @r"
    Kingdomino, 5x5, Harmony

    ┌──────┬────────┬───────┬──────────────────────────────────┐
    │ rank ┆ player ┆ total ┆ tie                              │
    ╞══════╪════════╪═══════╪══════════════════════════════════╡
    │    1 ┆ Ben    ┆     6 ┆ wins the tie with a lake of 5    │
    │    2 ┆ Anna   ┆     6 ┆ loses the tie with a forest of 4 │
    │    3 ┆ Cem    ┆     2 ┆                                  │
    └──────┴────────┴───────┴──────────────────────────────────┘

    ┌───────────┬─────┬──────┬─────┐
    │ line      ┆ Ben ┆ Anna ┆ Cem │
    ╞═══════════╪═════╪══════╪═════╡
    │ wheat     ┆   0 ┆    2 ┆   0 │
    │ forest    ┆   0 ┆    4 ┆   2 │
    │ lake      ┆   0 ┆    0 ┆   0 │
    │ grassland ┆   0 ┆    0 ┆   0 │
    │ swamp     ┆   0 ┆    0 ┆   0 │
    │ mine      ┆   6 ┆    0 ┆   0 │
    │ bonus     ┆   0 ┆    0 ┆   0 │
    │ total     ┆   6 ┆    6 ┆   2 │
    └───────────┴─────┴──────┴─────┘
    ");
}

#[test]
fn people_read_german() {
    let outcome =
        run(&["standings", "F1WC/FF. k7", "W1FC/WW. k7", "--player", "Anna", "--player", "Ben", "--lang", "de"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(outcome.stdout, @r"
    Kingdomino, Das große Duell, 7x7

    ┌───────┬─────────┬────────┬────────────────────────────────────────────────────────────────────────────┐
    │ Platz ┆ Spieler ┆ Gesamt ┆ Gleichstand                                                                │
    ╞═══════╪═════════╪════════╪════════════════════════════════════════════════════════════════════════════╡
    │     1 ┆ Anna    ┆      3 ┆ teilt sich den Platz: auch die größten Gebiete sind gleich groß (3 Felder) │
    │     1 ┆ Ben     ┆      3 ┆ teilt sich den Platz: auch die größten Gebiete sind gleich groß (3 Felder) │
    └───────┴─────────┴────────┴────────────────────────────────────────────────────────────────────────────┘

    ┌──────────────┬──────┬─────┐
    │ Zeile        ┆ Anna ┆ Ben │
    ╞══════════════╪══════╪═════╡
    │ Getreidefeld ┆    0 ┆   3 │
    │ Wald         ┆    3 ┆   0 │
    │ See          ┆    0 ┆   0 │
    │ Weideland    ┆    0 ┆   0 │
    │ Sumpf        ┆    0 ┆   0 │
    │ Gebirge      ┆    0 ┆   0 │
    │ Sonderpunkte ┆    0 ┆   0 │
    │ Gesamt       ┆    3 ┆   3 │
    └──────────────┴──────┴─────┘
    ");
}

/// The pad has a column for each player, even where only one player has an entry. Notes below it list the
/// assumptions.
#[test]
fn people_read_queendominos_pad() {
    let (anna, ben) = ("T[church,tower*2]G1C/.GG q7", "T[training-ground,tower]TC/.FF q7");
    let names = ["--player", "Anna", "--player", "Ben"];
    let outcome = run(&[&["standings", anna, ben, "--coins", "Ben=10"], &names[..]].concat());
    assert_eq!(outcome.code, 0);
    insta::assert_snapshot!(outcome.stdout, @r"
    Queendomino, 7x7

    ┌──────┬────────┬───────┐
    │ rank ┆ player ┆ total │
    ╞══════╪════════╪═══════╡
    │    1 ┆ Anna   ┆     8 │
    │    2 ┆ Ben    ┆     3 │
    └──────┴────────┴───────┘

    ┌─────────────────┬──────┬─────┐
    │ line            ┆ Anna ┆ Ben │
    ╞═════════════════╪══════╪═════╡
    │ coins           ┆    0 ┆   3 │
    │ wheat           ┆    0 ┆   0 │
    │ forest          ┆    0 ┆   0 │
    │ lake            ┆    0 ┆   0 │
    │ grassland       ┆    6 ┆   0 │
    │ swamp           ┆    0 ┆   0 │
    │ mine            ┆    0 ┆   0 │
    │ town            ┆    0 ┆   0 │
    │ church          ┆    2 ┆     │
    │ training ground ┆      ┆   0 │
    │ fixed points    ┆    0 ┆   0 │
    │ total           ┆    8 ┆   3 │
    └─────────────────┴──────┴─────┘
    ");
    insta::assert_snapshot!(outcome.stderr, @r"
    note: Ben: knights in supply not given, counted as 0, though every player owns at least one; training grounds score 1 point for each
    note: the Queen visits Anna, who alone has the most towers (2)
    note: coins not given for Anna, counted as 0; every 3 coins score 1 point
    ");
}

#[test]
fn people_read_the_three_games_of_a_dynasty() {
    let games = ["F1FC k5", "W1WC k5", "F1FFFC k5", "FFC k5", "W1WC k5", "W1WC k5"];
    let names = ["Anna", "Ben"].repeat(3).into_iter().flat_map(|name| ["--player", name]);
    let args = [&["standings", "--variant", "dynasty"], &games[..], &names.collect::<Vec<_>>()].concat();
    let outcome = run(&args);
    assert_eq!(outcome.code, 0);
    insta::assert_snapshot!(outcome.stdout, @r"
    Kingdomino, 5x5, Dynasty

    ┌──────┬────────┬────────┬────────┬────────┬───────┐
    │ rank ┆ player ┆ game 1 ┆ game 2 ┆ game 3 ┆ total │
    ╞══════╪════════╪════════╪════════╪════════╪═══════╡
    │    1 ┆ Anna   ┆      2 ┆      4 ┆      2 ┆     8 │
    │    2 ┆ Ben    ┆      2 ┆      0 ┆      2 ┆     4 │
    └──────┴────────┴────────┴────────┴────────┴───────┘

    game 1
    ┌───────────┬──────┬─────┐
    │ line      ┆ Anna ┆ Ben │
    ╞═══════════╪══════╪═════╡
    │ wheat     ┆    0 ┆   2 │
    │ forest    ┆    2 ┆   0 │
    │ lake      ┆    0 ┆   0 │
    │ grassland ┆    0 ┆   0 │
    │ swamp     ┆    0 ┆   0 │
    │ mine      ┆    0 ┆   0 │
    │ bonus     ┆    0 ┆   0 │
    │ total     ┆    2 ┆   2 │
    └───────────┴──────┴─────┘

    game 2
    ┌───────────┬──────┬─────┐
    │ line      ┆ Anna ┆ Ben │
    ╞═══════════╪══════╪═════╡
    │ wheat     ┆    0 ┆   0 │
    │ forest    ┆    4 ┆   0 │
    │ lake      ┆    0 ┆   0 │
    │ grassland ┆    0 ┆   0 │
    │ swamp     ┆    0 ┆   0 │
    │ mine      ┆    0 ┆   0 │
    │ bonus     ┆    0 ┆   0 │
    │ total     ┆    4 ┆   0 │
    └───────────┴──────┴─────┘

    game 3
    ┌───────────┬──────┬─────┐
    │ line      ┆ Anna ┆ Ben │
    ╞═══════════╪══════╪═════╡
    │ wheat     ┆    2 ┆   2 │
    │ forest    ┆    0 ┆   0 │
    │ lake      ┆    0 ┆   0 │
    │ grassland ┆    0 ┆   0 │
    │ swamp     ┆    0 ┆   0 │
    │ mine      ┆    0 ┆   0 │
    │ bonus     ┆    0 ┆   0 │
    │ total     ┆    2 ┆   2 │
    └───────────┴──────┴─────┘
    ");
}

#[test]
fn programs_read_a_line() {
    let found = json_of(&["F1FC k7", "L1LC k7", "--player", "Anna", "--player", "Ben", "--variant", "harmony"]);
    let keys = |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    let head = json!([found["schema_version"], found["game"], found["size"], found["variants"], found["queen"]]);
    assert_eq!(head, json!([1, "kingdomino", 7, ["harmony"], null]));
    assert_eq!((&found["warnings"], &found["notes"]), (&json!([]), &json!([])));
    assert_eq!(found["needs_review"], false);
    assert_eq!(keys(&found).len(), 9, "{:?}", keys(&found));
    let mut ben = found["standings"][1].clone();
    let kingdom = ben["kingdoms"][0].take();
    let expected = json!({
        "rank": 1, "shared": true, "player": "Ben", "total": 2,
        "largest_territory": {"terrain": "lake", "size": 2, "squares": ["r1c1", "r1c2"]},
        "tie": "shares the place: the largest territories are equal, too (2 squares)",
        "kingdoms": [null],
        "needs_review": false,
    });
    assert_eq!(ben, expected);
    let scored = run(&["score", "L1LC k7", "--json", "--variant", "harmony", "--player", "Ben"]);
    let mut expected: Value = serde_json::from_str(&scored.stdout).expect("JSON");
    expected.as_object_mut().expect("an object").remove("schema_version");
    assert_eq!(kingdom, expected, "as `score` has it");
}

#[test]
fn a_dynasty_in_json_has_its_games() {
    let given = ["--variant", "dynasty", "--queen", "Ben", "--queen", "nobody", "--queen", "nobody"];
    let kingdoms = ["GGC q7", "G1GC q7"].repeat(3);
    let names = ["Anna", "Ben"].repeat(3).into_iter().flat_map(|name| ["--player", name]);
    let found = json_of(&[&given[..], &kingdoms, &names.collect::<Vec<_>>()].concat());
    assert_eq!(found["queens"], json!(["Ben", null, null]));
    assert!(found.get("queen").is_none());
    let [ben, anna] = [&found["standings"][0], &found["standings"][1]];
    assert_eq!((&ben["total"], &ben["totals"]), (&json!(8), &json!([4, 2, 2])));
    assert_eq!((&anna["totals"], &anna["largest_territory"]), (&json!([0, 0, 0]), &Value::Null));
    assert_eq!(ben["kingdoms"].as_array().map(Vec::len), Some(3));
}

#[test]
fn results_of_the_other_commands_are_read() {
    let anna = run(&["score", SIX, "--json", "--player", "Anna"]).stdout;
    let ben = run(&["territories", SIX_WITH_LAKES, "--json"]).stdout;
    let (_folder, path) = file("anna.json", anna);
    let outcome = run_with(ben.as_bytes(), &["standings", &path, "-", "--json"]);
    let found: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    let players = [&found["standings"][0]["player"], &found["standings"][1]["player"]];
    assert_eq!(players, ["k2", "Anna"]);
}

#[test]
fn a_file_that_is_overridden_is_a_note() {
    let text = |player: &str| {
        format!(
            r#"{{"game": "queendomino", "size": 5, "player": "{player}", "coins": 3, "squares": [["lake", "lake", "castle"]]}}"#
        )
    };
    let ((_first, anna), (_second, ben)) = (file("a.json", text("Anna")), file("b.json", text("Ben")));
    let found = json_of(&[&anna, &ben, "--coins", "Ben=6", "--queen", "nobody"]);
    assert_eq!(found["standings"][0]["player"], "Ben");
    let notes = found["notes"].as_array().expect("a list");
    assert!(notes.contains(&json!("Ben: --coins is 6, and this counts, although the file says 3")), "{notes:?}");
}

/// Each kingdom could exist alone, but the box contains this mine only once.
#[test]
fn kingdoms_that_one_box_does_not_hold_are_warned_about() {
    let kingdoms = ["CWM3 k5", "M3WC k5", "FFC k5", "--player", "Anna", "--player", "Ben", "--player", "Cem"];
    let found = json_of(&kingdoms);
    let message = "2 squares (mine, 3 crowns): the dominoes of Kingdomino have only 1 (Anna r1c3, Ben r1c1)";
    let warning = &found["warnings"][0];
    assert_eq!(found["warnings"].as_array().map(Vec::len), Some(1));
    assert_eq!([&warning["code"], &warning["message"]], ["more-than-the-box", message]);
    assert_eq!(warning["text"]["args"]["what"]["id"], "more-than-the-box");
    let alone: Vec<&Value> = (0..3).map(|player| &found["standings"][player]["kingdoms"][0]["warnings"]).collect();
    assert_eq!(alone, [&json!([]); 3]);
    let outcome = run(&[&["standings"], &kingdoms[..]].concat());
    assert_eq!((outcome.code, outcome.stderr), (0, format!("warning: {message}\n")));
}

/// Each kingdom alone could have been laid by the rule, but both together could not with the dominoes of one
/// game.
#[test]
fn kingdoms_that_are_misplayed_only_beside_each_other_are_noted() {
    let found = json_of(&["CWF/.WL1 k5", "CWF k5"]);
    let note = "misplayed: the dominoes of one game are not enough to lay all these kingdoms by the connection rule";
    assert_eq!((&found["warnings"], &found["notes"]), (&json!([]), &json!([note])));
    let alone = [0, 1].map(|player| &found["standings"][player]["kingdoms"][0]["notes"]);
    assert_eq!(alone, [&json!([]); 2]);
}

#[test]
fn what_is_given_of_a_dynasty_names_the_game() {
    let kingdoms = ["CW1W k5", "CFF k5", "CFF k5", "CFF k5", "CWM3 k5", "CM3W k5"];
    let names = ["Anna", "Ben"].repeat(3).into_iter().flat_map(|name| ["--player", name]);
    let args = [&["standings", "--variant", "dynasty"], &kingdoms[..], &names.collect::<Vec<_>>()].concat();
    let outcome = run(&args);
    assert_eq!(outcome.code, 0);
    insta::assert_snapshot!(outcome.stderr, @r"
    warning: Anna, game 1: the dominoes of Kingdomino cannot be laid like this: at least one square is wrong
    warning: game 3: 2 squares (mine, 3 crowns): the dominoes of Kingdomino have only 1 (Anna r1c3, Ben r1c2)
    ");
}

/// The games of a Dynasty are played one after the other with the same box.
#[test]
fn games_of_a_dynasty_share_no_dominoes() {
    let kingdoms = ["CWM3 k5", "FFC k5"].repeat(3);
    let names = ["Anna", "Ben"].repeat(3).into_iter().flat_map(|name| ["--player", name]);
    let found = json_of(&[&["--variant", "dynasty"], &kingdoms[..], &names.collect::<Vec<_>>()].concat());
    assert_eq!(found["warnings"], json!([]));
}

#[test]
fn bad_arguments_end_with_2() {
    let tied = "T[statue,tower]C q7";
    let cases: [(&[&str], &str); 11] = [
        (&[], "required"),
        (&["-", "-"], "`-` is given 2 times"),
        (&["nothing"], "is neither a file nor a kingdom in notation"),
        (&[SIX, "F1C q5"], "all kingdoms of a game need the same game"),
        (&[SIX, SIX, "--player", "Anna", "--player", "Anna"], "error: Anna has two kingdoms in one game"),
        (&[SIX, SIX, "--player", "Anna", "--player", " Anna"], "error: Anna has two kingdoms in one game"),
        (&[SIX, SIX, "--player", "Anna", "--player", " "], "a name cannot be blank or contain control characters"),
        (&[SIX, SIX, "--coins", "Anna"], "such as `Anna=3`"),
        (&[SIX, SIX, "--coins", "Anna=175"], "0 to 174"),
        (&[SIX, SIX, "--knights-in-supply", "k3=1"], "no player is called `k3`"),
        (&[tied, tied], "--queen k1 or --queen k2\n"),
    ];
    for (args, expected) in cases {
        let outcome = run(&[&["standings"], args].concat());
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{args:?}");
        assert!(outcome.stderr.contains(expected), "{args:?}: {}", outcome.stderr);
    }
}

/// As in a game of photos: names that may belong to one player need review until they are distinguished.
#[test]
fn names_that_may_be_one_persons_are_a_warning() {
    let standings = |one: &str, other: &str| {
        let kingdoms = ["standings", "F1WC/L1W. k5", "W1FC/FF. k5", "--json"];
        run(&[&kingdoms[..], &["--player", one, "--player", other]].concat())
    };
    for (one, other) in
        [("Zoë", "Zoe"), ("Jörg", "Joerg"), ("Weiß", "Weiss"), ("Müller Anna", "Anna Müller"), ("\u{410}nna", "Anna")]
    {
        let found = standings(one, other).json();
        let warning = &found["warnings"][0];
        assert_eq!(warning["code"], "names-alike", "{found}");
        let message = warning["message"].as_str().expect("a message");
        assert!(message.contains(&format!("{one} (k1), {other} (k2)")), "{message}");
        let players = found["standings"].as_array().expect("a list");
        assert!(players.len() == 2 && players.iter().all(|player| player["needs_review"] == true), "{found}");
    }
    for (one, other) in [("Zoë", "Zoe 2"), ("Anna", "Ben"), ("Team 1 2", "Team 2 1"), ("Michael", "Michal")] {
        let found = standings(one, other).json();
        assert!(!found.to_string().contains("names-alike"), "{found}");
    }
    // Equal names belong to one player, who then has two kingdoms.
    for (one, other) in [("anna  m", "Anna M"), ("Zo\u{eb}", "Zoe\u{308}"), ("ZOË", "zoë")] {
        let refused = standings(one, other);
        assert!(refused.code == 2 && refused.stderr.contains("has two kingdoms in one game"), "{}", refused.stderr);
    }
    // A total is given for Zoe, who may be the same person as Zoë, a player with a kingdom.
    let total = ["standings", "F1WC/L1W. k5", "--player", "Zoë", "--total", "Zoe=30", "--json"];
    assert!(run(&total).stdout.contains("Zoë (k1), Zoe (30)"), "{}", run(&total).stdout);
}
