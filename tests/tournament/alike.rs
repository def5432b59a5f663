//! Names that may belong to one player although they are spelt differently.

use kingdom_scanner::tournament::ranking::Tournament;

use crate::common::batch::Batch;
use crate::season::ranked;

fn players(tournament: &Tournament) -> Vec<&str> {
    let mut players: Vec<&str> = tournament.overall.iter().map(|place| place.player.as_str()).collect();
    players.sort_unstable();
    players
}

fn questions(tournament: &Tournament) -> Vec<String> {
    tournament.questions.iter().map(|question| question.message.to_string()).collect()
}

/// One player takes part in the first round; the other, at another table, in both rounds.
fn batch(one: &str, other: &str) -> Batch {
    let batch = Batch::new(&[
        ("round-1/table-1/Ben.jpg", "FFF1/FCW/LL1W k5"),
        ("round-1/table-2/Cem.jpg", "FFF/FCW/FF1W k5"),
        ("round-2/table-1/Ben.jpg", "FFF/FCW/F1F1W k5"),
        ("round-2/table-2/Cem.jpg", "FFF/FCW/L1L1W k5"),
    ]);
    batch.write(&format!("round-1/table-1/{one}.jpg"), "F1FF/WCF/WL1L k5");
    for round in [1, 2] {
        batch
            .write(&format!("round-{round}/table-2/{other}.jpg"), &format!("W1WW/FCW/F{}1L k5", ["L", "F"][round - 1]));
    }
    batch
}

#[test]
fn names_that_accents_umlauts_order_or_script_alone_tell_apart_are_a_question() {
    for (one, other) in [
        ("Zoë", "Zoe"),
        ("Jörg", "Joerg"),
        ("Jörg", "Jorg"),
        ("Weiß", "Weiss"),
        ("Müller Anna", "Anna Mueller"),
        ("Søren", "Soren"),
        ("Łukasz", "Lukasz"),
        ("Ștefan", "Stefan"),
        ("\u{410}nna", "Anna"),
        ("Anna-Lena", "Anna Lena"),
    ] {
        let batch = batch(one, other);
        let tournament = batch.run("out");
        assert_eq!(players(&tournament).len(), 4, "{one} {other}");
        let asked = questions(&tournament);
        assert_eq!(asked.len(), 1, "{one} {other}: {asked:?}");
        // Letters of two scripts look the same, so the message names the photos.
        for (name, photo) in
            [(one, format!("round-1/table-1/{one}.jpg")), (other, format!("round-1/table-2/{other}.jpg"))]
        {
            assert!(asked[0].contains(&format!("{name} ({photo})")), "{one} {other}: {asked:?}");
        }
        for place in &tournament.overall {
            let is_doubtful = [one, other].contains(&place.player.as_str());
            assert_eq!(place.doubtful > 0, is_doubtful, "{one} {other}: {}", place.player);
        }
        let said = ranked(&batch, &format!("different_players = [[\"{other}\", \"{one}\"]]\n"));
        assert_eq!(questions(&said), Vec::<String>::new(), "{one} {other}");
    }
}

#[test]
fn names_that_blanks_and_the_form_of_letters_alone_tell_apart_are_one() {
    for (one, other, name) in
        [("Zo\u{eb}", "Zoe\u{308}", "Zo\u{eb}"), ("Anna  M", "Anna M", "Anna M"), ("anna", "Anna", "Anna")]
    {
        let tournament = batch(one, other).run("out");
        let found = players(&tournament);
        assert!(found.len() == 3 && found.contains(&name), "{found:?}");
        // A name at two tables of one round is another kind of question.
        assert!(questions(&tournament).iter().all(|asked| asked.contains("table")), "{:?}", questions(&tournament));
    }
}

#[test]
fn other_names_are_no_question() {
    for (one, other) in [("Anna", "Eva"), ("Tim", "Tom"), ("Team 1 2", "Team 2 1"), ("★", "♥"), ("Anna M", "Anna N")]
    {
        let batch = batch(one, other);
        assert_eq!(questions(&batch.run("out")), Vec::<String>::new(), "{one} {other}");
    }
}

/// A photo named `anna.jpg` belongs to Anna, as in `game`.
#[test]
fn a_file_in_small_letters_is_a_players_name() {
    let tournament = Batch::new(&[("table-1/anna.jpg", "F1FC k5"), ("table-1/ben_m.jpg", "FC k5")]).run("out");
    assert_eq!(players(&tournament), ["Anna", "Ben m"]);
    // The spelling in a list takes precedence.
    let batch =
        Batch::new(&[("table-1/anna.jpg", "F1FC k5"), ("table-1/x.jpg", "FC k5"), ("table-1/anna/2.jpg", "F1FC k5")]);
    let tournament = batch.run_as("out", &batch.options("photo,player\ntable-1/anna.jpg,anna\ntable-1/x.jpg,Xaver\n"));
    assert_eq!(players(&tournament), ["Xaver", "anna"]);
}

#[test]
fn what_a_camera_calls_a_photo_is_nobodys_name() {
    for picture in ["IMG_1234.jpg", "photo.jpg", "Bild 2.png", "20261128_140311.jpg"] {
        let photo = format!("round-1/table-1/{picture}");
        let batch =
            Batch::new(&[("round-1/table-1/Anna.jpg", "F1FC k5"), ("round-1/table-1/Ben.jpg", "F1FF/WCF/WL1L k5")]);
        batch.write(&photo, "FFF1/FCW/LL1W k5");
        let tournament = batch.run("out");
        let asked = questions(&tournament);
        assert!(asked.len() == 1 && asked[0].contains(&photo), "{picture}: {asked:?}");
        let doubtful: Vec<_> =
            tournament.overall.iter().map(|place| (place.player.as_str(), place.is_name_doubtful)).collect();
        assert_eq!(doubtful.iter().filter(|(_, is_doubtful)| *is_doubtful).count(), 1, "{doubtful:?}");
        // The manifest names the player of this photo.
        let manifest =
            format!("photo,player\n{photo},Cem\nround-1/table-1/Anna.jpg,Anna\nround-1/table-1/Ben.jpg,Ben\n");
        let named = batch.run_as("named", &batch.options(&manifest));
        assert_eq!((players(&named), questions(&named)), (vec!["Anna", "Ben", "Cem"], Vec::new()));
    }
    // A list may use any name for a player.
    let batch = Batch::new(&[("table-1/a.jpg", "F1FC k5"), ("table-1/b.jpg", "F1FF/WCF/WL1L k5")]);
    let named = batch.run_as("out", &batch.options("photo,player\ntable-1/a.jpg,Foto\ntable-1/b.jpg,100234\n"));
    assert!(questions(&named).is_empty(), "{:?}", questions(&named));
    let teams = ["round-1/table-1/Team 1.jpg", "round-1/table-1/Team 2.jpg", "round-1/table-1/1024.jpg"];
    let tournament = Batch::new(&teams.map(|team| (team, "F1FC k5"))).run("out");
    assert!(questions(&tournament).is_empty(), "{:?}", questions(&tournament));
}

#[test]
fn a_numbered_name_in_another_round_is_a_question() {
    for numbered in ["anna 2", "anna-2", "anna_1", "anna copy", "anna - Kopie", "anna (2)"] {
        let batch = Batch::new(&[
            ("round-1/table-1/anna.jpg", "F1FC k5"),
            ("round-1/table-1/ben.jpg", "F1FF/WCF/WL1L k5"),
            ("round-2/table-1/ben.jpg", "FFF1/FCW/LL1W k5"),
        ]);
        batch.write(&format!("round-2/table-1/{numbered}.jpg"), "F1FF/WCF/WLL k5");
        let asked = questions(&batch.run("out"));
        assert!(asked.len() == 1 && asked[0].contains("are nearly the same name"), "{numbered}: {asked:?}");
    }
}

#[test]
fn a_numbered_name_beside_the_name_is_a_question() {
    let photos = [
        ("round-1/table-1/Ben.jpg", "F1FC k5"),
        ("round-1/table-1/Ben 2.jpg", "F1FF/WCF/WL1L k5"),
        ("round-1/table-1/Anna.jpg", "FFF1/FCW/LL1W k5"),
    ];
    let batch = Batch::new(&photos);
    let asked = questions(&batch.run("out"));
    assert!(asked.len() == 1 && asked[0].contains("Ben, Ben 2 may be one player"), "{asked:?}");
    let copies =
        Batch::new(&[("table-1/anna (1).jpg", "F1FC k5"), ("table-1/anna (2).jpg", "F1FF/WCF/WL1L k5")]).run("out");
    assert_eq!(questions(&copies).len(), 1, "{:?}", questions(&copies));
    let said = ranked(&batch, "different_players = [[\"Ben\", \"Ben 2\"]]\n");
    assert_eq!(questions(&said), Vec::<String>::new());
}
