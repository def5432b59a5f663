//! The owners of photos by folders or a manifest, and refusals.

use std::fs;
use std::path::Path;
use std::time::Duration;

use kingdom_scanner::domain::{Game, Variant};
use kingdom_scanner::messages::{Message, visible};
use kingdom_scanner::tournament::file_hashes::Contents;
use kingdom_scanner::tournament::plan::PlannedPhoto;
use kingdom_scanner::tournament::{Plan, PlanError, PlanOptions};
use tempfile::TempDir;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    folder
}

fn plan(folder: &TempDir, manifest: Option<&str>) -> Result<Plan, PlanError> {
    let manifest = manifest.map(|text| {
        let path = folder.path().join("manifest.csv");
        fs::write(&path, text).expect("a file");
        path
    });
    let options = PlanOptions { manifest, ..PlanOptions::default() };
    Plan::new(folder.path(), &options, &mut Contents::default())
}

/// The `round/table/player` of every photo, for each group of photos that is read together.
fn seats(plan: &Plan) -> Vec<Vec<String>> {
    let seat = |photo: &PlannedPhoto| match &photo.info.seat {
        Some(seat) => format!("{}/{}/{}", seat.round, seat.table, seat.player),
        None => photo.name.clone(),
    };
    plan.units.iter().map(|unit| unit.photos.iter().map(seat).collect()).collect()
}

fn problem(folder: &TempDir, manifest: Option<&str>) -> String {
    let problem = plan(folder, manifest).expect_err("no plan").to_string();
    problem.replace(folder.path().to_str().expect("UTF-8"), "DIR")
}

#[test]
fn folders_tell_round_table_and_player() {
    let folder = folder(&[
        ("round-1/table-10/anna.jpg", "1"),
        ("Round 1/Tisch 2/ben.JPG", "2"),
        ("round-1/table-02/player-3.png", "3"),
        ("round-1/table-2/cem/IMG_1.jpg", "4"),
        ("round-1/table-2/cem/IMG_2.jpg", "5"),
        ("dog.jpg", "6"),
        (".thumbnails/dog.jpg", "7"),
        ("round-1/notes.txt", "8"),
        ("results/tournament.sqlite", ""),
        ("results/review/dog.jpg.review.jpg", "9"),
    ]);
    let plan = plan(&folder, None).expect("a plan");
    assert_eq!(plan.photos, 6);
    assert_eq!(
        seats(&plan),
        [vec!["1/2/Ben", "1/2/player 3 (round 1, table 2)", "1/2/Cem", "1/2/Cem"], vec!["1/10/Anna"], vec!["dog.jpg"]]
    );
}

#[test]
fn folders_are_understood_in_every_language_and_in_short() {
    let folder = folder(&[
        ("runda-1/masa-1/ana.jpg", "1"),
        ("R2/T1/ana.jpg", "2"),
        ("Runde 3/Tisch 1/ana.jpg", "3"),
        ("r4/M01/ana.jpg", "4"),
        ("R5/masă-2/Jucător 1.jpg", "5"),
    ]);
    let seats = seats(&plan(&folder, None).expect("a plan"));
    let anas = [1, 2, 3, 4].map(|round| vec![format!("{round}/1/Ana")]);
    assert_eq!(seats, [&anas[..], &[vec!["5/2/player 1 (round 5, table 2)".to_owned()]]].concat());
}

#[test]
fn a_manifest_adds_what_the_folders_do_not_tell() {
    let folder = folder(&[("round-1/table-1/player-1.jpg", "1"), ("b.jpg", "2"), ("c.jpg", "3")]);
    let manifest = "photo,round,table,player\nround-1/table-1/player-1.jpg,,01,Anna\nb.jpg,2,7,Ben\n";
    let plan = plan(&folder, Some(manifest)).expect("a plan");
    assert_eq!(seats(&plan), [vec!["1/1/Anna"], vec!["2/7/Ben"], vec!["c.jpg"]]);
}

#[test]
fn a_flat_folder_of_named_photos_is_one_table() {
    let named = folder(&[("anna.jpg", "1"), ("ben.jpg", "2")]);
    assert_eq!(seats(&plan(&named, None).expect("a plan")), [vec!["1/1/Anna", "1/1/Ben"]]);
    assert_eq!(
        seats(&plan(&named, Some("photo,player,coins\nanna.jpg,Anne,11\nben.jpg,,\n")).expect("a plan")),
        [vec!["1/1/Anne", "1/1/Ben"]]
    );
    let of_a_camera = folder(&[("IMG_1.jpg", "1"), ("IMG_2.jpg", "2")]);
    assert_eq!(seats(&plan(&of_a_camera, None).expect("a plan")), [vec!["IMG_1.jpg"], vec!["IMG_2.jpg"]]);
    let manifest = "photo,player\nIMG_1.jpg,Anna\nIMG_2.jpg,Ben\n";
    assert_eq!(seats(&plan(&of_a_camera, Some(manifest)).expect("a plan")), [vec!["1/1/Anna", "1/1/Ben"]]);
}

/// A game's boxes and quests come from the manifest's columns, or from the options where a column is empty.
#[test]
fn a_manifest_tells_the_boxes_of_a_game() {
    let folder = folder(&[("table-1/anna.jpg", "1"), ("table-1/ben.jpg", "2"), ("table-2/cem.jpg", "3")]);
    let manifest = "photo,game,variants\ntable-1/anna.jpg,Kingdomino-Age-of-Giants,bleak-king lost-corner\n";
    std::fs::write(folder.path().join("manifest.csv"), manifest).expect("a file");
    let options = PlanOptions {
        manifest: Some(folder.path().join("manifest.csv")),
        game: Some(Game::Queendomino),
        ..PlanOptions::default()
    };
    let plan = Plan::new(folder.path(), &options, &mut Contents::default()).expect("a plan");
    let photos: Vec<_> = plan.units.iter().flat_map(|unit| &unit.photos).collect();
    let games: Vec<_> = photos.iter().map(|photo| photo.info.known().game).collect();
    let giants = Some(Game::KingdominoAgeOfGiants);
    assert_eq!(games, [giants, Some(Game::Queendomino), Some(Game::Queendomino)]);
    assert_eq!(photos[0].info.variants(), [Variant::LostCorner, Variant::BleakKing]);
    // These kingdoms are from another box, so they are not read together with the first.
    assert_ne!(photos[0].info.rules(), photos[1].info.rules());
    let unknown = problem(&folder, Some("photo,game\ntable-2/cem.jpg,kingdomino-age-of-giant\n"));
    insta::assert_snapshot!(unknown, @"DIR/manifest.csv: line 2: `kingdomino-age-of-giant` is not allowed as game: the games are kingdomino, queendomino, royal-wedding, kingdomino-age-of-giants, queendomino-age-of-giants; did you mean `kingdomino-age-of-giants`?");
}

/// Some systems encode `ö` as one character, some as two.
#[test]
fn names_that_look_the_same_are_the_same() {
    let (one, two) = ("J\u{f6}rg", "Jo\u{308}rg");
    let by_folders = [format!("round-1/table-1/{one}.jpg"), format!("round-2/table-1/{two}.jpg"), format!("{two}.jpg")];
    let files: Vec<(&str, &str)> = by_folders.iter().map(|name| (name.as_str(), name.as_str())).collect();
    let folder = folder(&files);
    let manifest = format!(
        "photo,round,table,player\n{one}.jpg,3,1,{two}\nround-1/table-1/{two}.jpg,,,\nround-2/table-1/{one}.jpg,,,\n"
    );
    let seats = seats(&plan(&folder, Some(&manifest)).expect("a plan"));
    assert_eq!(seats, [1, 2, 3].map(|round| vec![format!("{round}/1/{one}")]));
    let twice = format!("photo\n{one}.jpg\n{two}.jpg\n");
    assert!(plan(&folder, Some(&twice)).is_err_and(|error| matches!(error, PlanError::PhotoTwice { .. })));
}

#[test]
fn a_photo_that_is_called_otherwise_is_found_where_only_one_can_be_meant() {
    let folder = folder(&[
        ("Runde 4/Tisch 1/ben.JPG", "1"),
        ("round-4/table-1/Dora .jpeg", "2"),
        ("round-4/table-2/Emil.png", "3"),
        ("round-4/table-2/emil.jpg", "4"),
    ]);
    let manifest =
        "photo,player\nround-4/table-1/Ben.jpg,Ben\nround-4/table-1/Dora.jpg,Dora\nround-4/table-2/Emil.jpeg,Emil\n";
    let plan = plan(&folder, Some(manifest)).expect("a plan");
    assert_eq!(seats(&plan)[0], ["4/1/Ben", "4/1/Dora"]);
    let missing: Vec<&str> = plan.all_photos().filter(|photo| photo.is_missing).map(|photo| &*photo.name).collect();
    assert_eq!(missing, ["round-4/table-2/Emil.jpeg"], "two files may be Emil's");
}

/// If such folders were accepted, two games would become one table, and half of the kingdoms would not count.
#[test]
fn folders_above_a_table_that_name_no_round_are_refused() {
    let two = |one: &str, other: &str| {
        folder(&[(&format!("{one}/Tisch 1/anna.jpg"), "1"), (&format!("{other}/Tisch 1/anna.jpg"), "2")])
    };
    for (one, other) in
        [("Samstag", "Sonntag"), ("Samstag/Runde 1", "Sonntag/Runde 1"), ("1. Durchgang", "2. Durchgang")]
    {
        let problem = problem(&two(one, other), None);
        assert!(problem.starts_with("the photos of table 1 are in several folders"), "{problem}");
    }
    let ordinals = plan(&two("1. Runde", "2. Runde"), None).expect("a plan");
    assert_eq!(seats(&ordinals), [["1/1/Anna"], ["2/1/Anna"]]);
    let manifest = "photo,round\nSamstag/Tisch 1/anna.jpg,1\nSonntag/Tisch 1/anna.jpg,2\n";
    assert_eq!(seats(&plan(&two("Samstag", "Sonntag"), Some(manifest)).expect("a plan")).len(), 2);
    // These folders are accepted: either a list names the players, or a folder contains only copies.
    let cameras = folder(&[("camera-A/T1/x.jpg", "1"), ("camera-B/T1/y.jpg", "2")]);
    let manifest = "photo,round,table,player\ncamera-A/T1/x.jpg,1,T1,Anna\ncamera-B/T1/y.jpg,1,1,Ben\n";
    assert_eq!(seats(&plan(&cameras, Some(manifest)).expect("a plan")), [["1/1/Anna", "1/1/Ben"]]);
    let backup = folder(&[("round-1/table-1/anna.jpg", "1"), ("backup/round-1/table-1/anna.jpg", "1")]);
    assert_eq!(plan(&backup, None).expect("a plan").duplicates.len(), 1);
    // Folders in two languages name the same round and table.
    let one = folder(&[("Runde 1/Tisch 1/anna.jpg", "1"), ("round-1/table-1/ben.jpg", "2")]);
    assert_eq!(seats(&plan(&one, None).expect("a plan")), [["1/1/Anna", "1/1/Ben"]]);
}

#[test]
fn a_manifest_names_rounds_and_tables_as_folders_do() {
    let photos = [("a.jpg", "1"), ("b.jpg", "2"), ("c.jpg", "3"), ("R1/T1/d.jpg", "4")];
    let manifest = "Foto;Runde;Tisch;Spieler\na.jpg;Runde 1;Tisch 1;Anna\nb.jpg;1;1;Ben\nc.jpg;R1;1. Tisch;Cem\nd.jpg;Runde 1;table 1;Dora\n";
    let plan = plan(&folder(&photos), Some(manifest)).expect("a plan");
    assert_eq!(seats(&plan), [["1/1/Dora", "1/1/Anna", "1/1/Ben", "1/1/Cem"]]);
    // Names that differ in a letter are different tables.
    let manifest = "photo,table,player\na.jpg,T1,Anna\nb.jpg,M1,Ben\nc.jpg,1a Tisch,Cem\n";
    let plan = self::plan(&self::folder(&photos[..3]), Some(manifest)).expect("a plan");
    assert_eq!(plan.units.len(), 3, "{:?}", seats(&plan));
}

/// A row may give only a photo's name, with any extension. It must not match a photo that another row names,
/// or one in the folder of another round or table.
#[test]
fn a_name_alone_means_no_photo_of_another_row_or_place() {
    let photos = [("round-1/table-1/1.jpg", "1"), ("round-1/table-1/2.jpg", "2"), ("round-1/table-1/anna.jpg", "3")];
    let listed = "photo,table,player\nround-1/table-1/1.jpg,,Anna\nround-1/table-1/2.jpg,,Ben\n1.heic,2,Dora\n";
    for manifest in [listed, "photo,round,player\n1.jpg,1,Anna\n2.jpg,1,Ben\nanna.jpeg,2,Eva\n"] {
        let plan = plan(&folder(&photos), Some(manifest)).expect("a plan");
        let missing = plan.all_photos().filter(|photo| photo.is_missing).count();
        assert_eq!(missing, 1, "{:?}", seats(&plan));
    }
}

#[test]
fn a_player_whose_photo_is_missing_has_a_place_at_the_only_table() {
    let folder = folder(&[("R1/T1/a.jpg", "1"), ("R1/T1/b.jpg", "2")]);
    let plan = plan(&folder, Some("photo,player\na.jpg,Anna\nb.jpg,Ben\nd.jpg,Dora\n")).expect("a plan");
    let missing: Vec<_> =
        plan.all_photos().filter(|photo| photo.is_missing).map(|photo| photo.info.seat.clone()).collect();
    assert!(
        matches!(&missing[..], [Some(seat)] if (&*seat.round, &*seat.table, &*seat.player) == ("1", "1", "Dora")),
        "{missing:?}"
    );
}

#[test]
fn a_photo_is_found_by_its_name_alone_however_it_is_written() {
    let photos =
        [("round-1/table-1/IMG_1.JPG", "1"), ("round-1/table-2/img_2.jpeg", "2"), ("round-2/table-1/IMG_2.png", "3")];
    let folder = folder(&photos);
    let plan = plan(&folder, Some("photo,player\nimg_1.jpg,Anna\nround-1/table-2/img_2.jpg,Ben\n")).expect("a plan");
    assert_eq!(seats(&plan)[..2], [vec!["1/1/Anna"], vec!["1/2/Ben"]]);
    let folder = self::folder(&photos);
    let plan =
        self::plan(&folder, Some("photo,player\nimg_1.jpg,Anna\nround-1/table-2/img_2.jpg,Ben\nIMG_2.jpg,Cem\n"));
    let missing = plan.expect("a plan").all_photos().filter(|photo| photo.is_missing).count();
    assert_eq!(missing, 1, "two files may be IMG_2");
}

#[test]
fn what_does_not_fit_is_reported_before_any_work() {
    let folder = folder(&[("round-1/table-1/a.jpg", "1"), ("table-2/b.jpg", "2")]);
    insta::assert_snapshot!(problem(&folder, None), @"table-2/b.jpg has a table but no round, while round-1/table-1/a.jpg has a round: give a round to all photos or to none");
    let manifest = "photo,round\nround-1/table-1/a.jpg,2\n";
    insta::assert_snapshot!(problem(&folder, Some(manifest)), @"round-1/table-1/a.jpg: the manifest says round 2, but the photo's folder says round 1; correct one of them");
    insta::assert_snapshot!(problem(&folder, Some("photo\nx.jpg\nround-1/table-1/ab.jpg\n")), @"DIR/manifest.csv: 2 photos not found below DIR: x.jpg, round-1/table-1/ab.jpg; write each photo's path below that folder, or only its name if no other photo has the same name; did you mean `round-1/table-1/a.jpg` instead of `round-1/table-1/ab.jpg`?");
    insta::assert_snapshot!(problem(&folder, Some("photo\ntable-2/b.jpg\nround-1/table-1/a.jpg\n../c.jpg\n")), @"DIR/manifest.csv: 1 photo not found below DIR: ../c.jpg; write each photo's path below that folder, or only its name if no other photo has the same name");
    insta::assert_snapshot!(problem(&folder, Some("photo\ntable-2/b.jpg\ntable-2/b.jpg\n")), @"DIR/manifest.csv: table-2/b.jpg is listed twice, in rows 2 and 3; remove one of them");
    insta::assert_snapshot!(problem(&folder, Some("photo,colour\n")), @"DIR/manifest.csv: a manifest has no column `colour`; the columns are photo, round, table, player, coins, knights_in_supply, queen, variants, size, game");
    let empty = tempfile::tempdir().expect("a temporary folder");
    insta::assert_snapshot!(problem(&empty, None), @"DIR: no photo was found in this folder or below it; JPEG, PNG, HEIC and WebP files are read, whatever their names");
}

#[test]
fn a_missing_photo_costs_its_line() {
    let photos =
        [("round-1/table-1/IMG_1.jpg", "1"), ("round-1/table-1/IMG_2.jpg", "2"), ("round-2/table-1/IMG_1.jpg", "3")];
    let folder = folder(&photos);
    let manifest = "photo,player,round,table\nround-1/table-1/IMG_1.jpg,Anna,,\nIMG_2.jpg,Ben,,\nround-2/table-1/IMG_1.jpg,Anna,,\n\
        round-2/table-1/IMG_7.jpg,Ben,,\nIMG_8.jpg,Cem,1,2\nIMG_9.jpg,Dora,,\nIMG_9b.jpg,Emil,,2\n";
    // Four of seven photos are missing, so the manifest must belong to another folder.
    assert!(matches!(plan(&folder, Some(manifest)), Err(PlanError::MissingPhotos { photos, .. }) if photos.len() == 4));
    let manifest = manifest.replace("IMG_9b.jpg,Emil,,2\n", "");
    let plan = plan(&folder, Some(&manifest)).expect("a plan");
    // A name without a folder matches if only one photo has it.
    assert_eq!(seats(&plan), [vec!["1/1/Anna", "1/1/Ben"], vec!["2/1/Anna"]]);
    insta::assert_snapshot!(refused(&plan).join("\n"), @r"
    IMG_8.jpg (Cem): row 6 of the manifest names this photo, but there is no such photo
    IMG_9.jpg (nobody): row 7 of the manifest names this photo, but there is no such photo
    round-2/table-1/IMG_7.jpg (Ben): row 5 of the manifest names this photo, but there is no such photo
    ");
    // A missing photo without a round is not put into a wrong round when other rows name rounds.
    let without = manifest.replace("IMG_9.jpg,Dora,,\n", "IMG_9.jpg,Dora,,2\n");
    assert!(
        refused(&self::plan(&folder, Some(&without)).expect("a plan"))
            .iter()
            .any(|why| why.starts_with("IMG_9.jpg (nobody)"))
    );
}

/// A name that fits two photos matches neither. Names with typing errors get a hint.
#[test]
fn a_photo_that_may_be_meant_is_named() {
    let folder = folder(&[
        ("table-1/IMG_1237.jpg", "1"),
        ("table-1/anna.jpg", "2"),
        ("table-1/ben.jpg", "3"),
        ("table-2/anna.jpg", "4"),
    ]);
    let manifest = "photo,player,table\ntable-1/IMG_1273.jpg,Cem,\ntable-1/ben.jpg,Ben,\nanna.jpg,Anna,1\ntable-2/anna.jpg,Anna,\n";
    insta::assert_snapshot!(refused(&plan(&folder, Some(manifest)).expect("a plan")).join("\n"), @r"
    anna.jpg (Anna): row 4 of the manifest names this photo, but several photos match: table-1/anna.jpg, table-2/anna.jpg; write the path of one
    table-1/IMG_1273.jpg (Cem): row 2 of the manifest names this photo, but there is no such photo; did you mean `table-1/IMG_1237.jpg`?
    ");
}

#[test]
fn photos_that_the_manifest_does_not_name_are_no_players() {
    let folder = folder(&[
        ("table-1/IMG_1.jpg", "1"),
        ("table-1/IMG_1 (1).jpg", "1"),
        ("table-1/Screenshot.png", "2"),
        ("table-1/Anna/further.jpg", "3"),
        ("table-1/Zoe/phone-1.jpg", "4"),
        ("table-1/IMG_2.jpg", "5"),
        ("table-1/Cem.jpg", "6"),
        ("table-1/Cem/again.jpg", "7"),
    ]);
    let manifest = "photo,player\ntable-1/IMG_1.jpg,Anna\ntable-1/IMG_2.jpg,Ben\ntable-1/Cem.jpg,\n";
    let listed = plan(&folder, Some(manifest)).expect("a plan");
    // Another photo that is named after a listed player, or that a phone sent for a player, belongs to that
    // player.
    let players = ["1/1/Anna", "1/1/Cem", "1/1/Cem", "1/1/Anna", "1/1/Ben", "1/1/Zoe"];
    assert_eq!(seats(&listed), [&players[..], &["table-1/Screenshot.png"]]);
    assert!(listed.units[1].photos[0].info.is_unlisted);
    let [copy] = &listed.duplicates[..] else { panic!("{:?}", listed.duplicates) };
    assert!(copy.photo.name == "table-1/IMG_1 (1).jpg" && !copy.is_of_another && copy.photo.info.is_unlisted);
    // If a list contains only facts and no players, the folders name the players.
    let facts = plan(&folder, Some("photo,coins\ntable-1/IMG_1.jpg,3\n")).expect("a plan");
    assert!(facts.all_photos().all(|photo| photo.info.seat.is_some() && !photo.info.is_unlisted));
}

/// A folder without subfolders, as copied from a phone, with other files in it, is one table.
#[test]
fn what_else_lies_in_a_flat_folder_does_not_keep_it_from_being_a_table() {
    let folder = folder(&[("IMG_1.jpg", "1"), ("IMG_2.jpg", "2"), ("IMG_2 (1).jpg", "2"), ("Screenshot.jpg", "3")]);
    let plan = plan(&folder, Some("Foto;Spieler\nIMG_1.jpg;Anna\nIMG_2.jpg;Ben\n")).expect("a plan");
    assert_eq!(seats(&plan), [vec!["1/1/Anna", "1/1/Ben"], vec!["Screenshot.jpg"]]);
}

#[test]
fn a_player_without_a_table_is_reported() {
    let folder = folder(&[("a.jpg", "1"), ("table-2/b.jpg", "2")]);
    insta::assert_snapshot!(problem(&folder, Some("photo,player\na.jpg,Anna\n")), @"DIR/manifest.csv: a.jpg (row 2) has a value for `player` but no table, so it would not be ranked; give its table, or put the photo into a folder such as table-3");
    insta::assert_snapshot!(problem(&folder, Some("photo,coins\na.jpg,3\n")), @"DIR/manifest.csv: a.jpg (row 2) has a value for `coins` but no table, so it would not be ranked; give its table, or put the photo into a folder such as table-3");
    assert!(plan(&folder, Some("photo,player\ntable-2/b.jpg,Ben\na.jpg,\n")).is_ok());
}

/// The players whose photos are refused, with the reasons.
fn refused(plan: &Plan) -> Vec<String> {
    let one = |(photo, why): (&PlannedPhoto, &Message)| {
        let player = photo.info.seat.as_ref().map_or("nobody", |seat| &seat.player);
        format!("{} ({player}): {why}", visible(&photo.name))
    };
    plan.refused().map(one).collect()
}

#[cfg(unix)]
#[test]
fn a_name_that_is_nobodys_costs_its_own_row() {
    let folder = folder(&[
        ("table-1/An\nna.jpg", "1"),
        ("table-1/Ben.jpg", "2"),
        ("table-1/ .jpg", "3"),
        ("table-\u{1b}[31m/Cem.jpg", "4"),
        ("do\tg.jpg", "5"),
    ]);
    let by_folders = plan(&folder, None).expect("a plan");
    insta::assert_snapshot!(refused(&by_folders).join("\n"), @r"
    table-\u{1b}[31m/Cem.jpg (Cem): the names of folders and file say where a photo belongs, but here one of these names is empty or contains line breaks or other control characters; rename it, or give round, table and player in the manifest
    table-1/ .jpg (table-1/ .jpg): the names of folders and file say where a photo belongs, but here one of these names is empty or contains line breaks or other control characters; rename it, or give round, table and player in the manifest
    table-1/An\nna.jpg (An\nna): the names of folders and file say where a photo belongs, but here one of these names is empty or contains line breaks or other control characters; rename it, or give round, table and player in the manifest
    ");
    assert_eq!(seats(&by_folders), [vec!["1/1/Ben"], vec!["do\tg.jpg"]]);
    let manifest = "photo,player,table\n\"table-1/An\nna.jpg\",Anna,\ntable-1/Ben.jpg,\"Be\nn\",\n\"gone\n.jpg\",Dora,1\n\
        \"table-\u{1b}[31m/Cem.jpg\",,\n\"table-1/ .jpg\",,\n";
    let by_manifest = plan(&folder, Some(manifest)).expect("a plan");
    insta::assert_snapshot!(refused(&by_manifest).join("\n"), @r"
    gone\n.jpg (Dora): row 6 of the manifest names this photo, but there is no such photo
    table-\u{1b}[31m/Cem.jpg (Cem): the names of folders and file say where a photo belongs, but here one of these names is empty or contains line breaks or other control characters; rename it, or give round, table and player in the manifest
    table-1/ .jpg (table-1/ .jpg): the names of folders and file say where a photo belongs, but here one of these names is empty or contains line breaks or other control characters; rename it, or give round, table and player in the manifest
    table-1/Ben.jpg (Be\nn): row 4 of the manifest has `Be\nn` as player, but a name cannot contain line breaks or other control characters
    ");
    assert_eq!(seats(&by_manifest), [vec!["1/1/Anna"], vec!["do\tg.jpg"]]);
    assert_ne!(by_folders.fingerprint(), by_manifest.fingerprint());
}

#[test]
fn an_empty_manifest_is_refused() {
    let folder = folder(&[("a.jpg", "1")]);
    for empty in ["", "\u{feff}", "\n\n", "photo,table,player\n", "photo;table\r\n;\r\n"] {
        insta::allow_duplicates! {
            insta::assert_snapshot!(problem(&folder, Some(empty)), @r#"DIR/manifest.csv: the list names no photo; a manifest needs a first line with the columns photo, round, table, player, coins, knights_in_supply, queen, variants, size, game (only photo is required) and then a line for each photo, or a list of objects in JSON such as [{"photo": "a.jpg", "table": 3}]"#);
        }
    }
    let path = folder.path().join("list.json");
    fs::write(&path, "[]").expect("a file");
    let options = PlanOptions { manifest: Some(path), ..PlanOptions::default() };
    let error = Plan::new(folder.path(), &options, &mut Contents::default()).expect_err("empty").to_string();
    assert!(error.contains("list.json: the list names no photo"), "{error}");
}

#[cfg(unix)]
#[test]
fn links_are_followed_within_the_folder_of_photos_only() {
    use std::os::unix::fs::symlink;
    let elsewhere = folder(&[("secret.jpg", "secret"), ("table-3/Emil.jpg", "5")]);
    let folder = folder(&[("table-1/Anna.jpg", "1"), ("store/Ben.jpg", "2")]);
    let path = |name: &str| folder.path().join(name);
    symlink(elsewhere.path().join("secret.jpg"), path("table-1/Cem.jpg")).expect("a link");
    // This link leads out of the folder through another link.
    symlink("Cem.jpg", path("table-1/Dora.jpg")).expect("a link");
    symlink("../store/Ben.jpg", path("table-1/Ben.jpg")).expect("a link");
    symlink(elsewhere.path().join("table-3"), path("table-3")).expect("a link");
    symlink(elsewhere.path().join("secret.jpg"), path("secret.txt")).expect("a link");
    let plan = |folder: &Path, follow_links: bool| {
        let options = PlanOptions { follow_links, ..PlanOptions::default() };
        Plan::new(folder, &options, &mut Contents::default()).expect("a plan")
    };
    let within = plan(folder.path(), false);
    insta::assert_snapshot!(refused(&within).join("\n"), @r"
    table-1/Cem.jpg (Cem): this link leads out of the folder of photos, so it is not followed; put the photo itself there, or use --follow-links
    table-1/Dora.jpg (Dora): this link leads out of the folder of photos, so it is not followed; put the photo itself there, or use --follow-links
    table-3 (nobody): this link leads out of the folder of photos, so it is not followed; put the photo itself there, or use --follow-links
    ");
    assert!(within.refused().all(|(photo, _)| photo.content.is_err()), "nothing of them is read");
    assert_eq!(seats(&within), [vec!["1/1/Anna", "1/1/Ben"]]);
    let all = plan(folder.path(), true);
    assert_eq!(all.refused().count(), 0);
    assert_eq!(seats(&all), [vec!["1/1/Anna", "1/1/Ben", "1/1/Cem"], vec!["1/3/Emil"]]);
    // The folder of photos may itself be a link.
    let link = elsewhere.path().join("photos");
    symlink(folder.path(), &link).expect("a link");
    assert_eq!(refused(&plan(&link, false)), refused(&within));
}

/// Each folder links to all others: 12 of them have more paths than anyone could walk.
#[cfg(unix)]
#[test]
fn links_in_circles_come_to_an_end() {
    use std::os::unix::fs::symlink;
    let names: Vec<String> = (0..12).map(|number| format!("folder-{number}")).collect();
    let photos: Vec<String> = names.iter().map(|name| format!("{name}/a.jpg")).collect();
    let folder = folder(&photos.iter().map(|name| (name.as_str(), name.as_str())).collect::<Vec<_>>());
    for (one, other) in names.iter().flat_map(|one| names.iter().map(move |other| (one, other))) {
        symlink(format!("../{other}"), folder.path().join(one).join(format!("to-{other}"))).expect("a link");
    }
    let plan = plan(&folder, None).expect("a plan");
    assert_eq!(plan.units.len(), 12);
    assert!(refused(&plan).iter().any(|why| why.contains("more than 16 links lead to this folder")));
}

#[test]
fn photos_that_may_arrive_are_waited_for() {
    let folder = folder(&[("a.jpg", "1")]);
    let manifest = folder.path().join("manifest.csv");
    fs::write(&manifest, "photo\nc.jpg\na.jpg\nb.jpg\n").expect("a file");
    let mut options =
        PlanOptions { manifest: Some(manifest), arriving: Some(Duration::ZERO), ..PlanOptions::default() };
    let waits = || {
        let plan = Plan::new(folder.path(), &options, &mut Contents::default()).expect("a plan");
        plan.waits_for()
    };
    assert_eq!(waits().as_deref(), Some("waiting for 2 photos: c.jpg, b.jpg"));
    ["b.jpg", "c.jpg"].iter().for_each(|name| fs::write(folder.path().join(name), name).expect("a file"));
    assert_eq!(waits(), None);
    options.manifest = None;
    assert!(Plan::new(folder.path(), &options, &mut Contents::default()).expect("a plan").awaited.is_empty());
}

#[test]
fn equal_photos_are_reported_and_read_once() {
    let folder =
        folder(&[("a.jpg", "same"), ("round-1/table-1/anna.jpg", "same"), ("round-1/table-1/ben.jpg", "same")]);
    let plan = plan(&folder, None).expect("a plan");
    assert_eq!(seats(&plan), [vec!["1/1/Ben"]]);
    let found = plan.duplicates.iter().map(|duplicate| (duplicate.photo.name.as_str(), duplicate.is_of_another));
    assert_eq!(found.collect::<Vec<_>>(), [("round-1/table-1/anna.jpg", true), ("a.jpg", false)]);
    assert!(plan.duplicates.iter().all(|duplicate| duplicate.of == "round-1/table-1/ben.jpg"));
    assert_eq!(plan.units[0].photos[0].same_as, ["round-1/table-1/anna.jpg"]);
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_costs_its_own_line() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    let folder = folder(&[("round-1/table-1/a.jpg", "1"), ("round-1/table-1/ä ö.JPG", "2")]);
    let path = |name: &str| folder.path().join("round-1/table-1").join(name);
    symlink("nowhere", path("b.jpg")).expect("a link");
    symlink("c.jpg", path("c.jpg")).expect("a link");
    symlink("nowhere", path("notes.txt")).expect("a link");
    symlink("nowhere", path("._a.jpg")).expect("a link");
    symlink(folder.path(), path("around")).expect("a link");
    for last in [254, 255] {
        fs::write(folder.path().join(OsStr::from_bytes(&[b'd', last, b'.', b'j', b'p', b'g'])), [last])
            .expect("a file");
    }
    // This name contains the characters `\xff`, so it is not the file whose name contains byte 255.
    fs::write(folder.path().join(r"d\xff.jpg"), "3").expect("a file");
    let whole = plan(&folder, None).expect("a plan");
    let names = |photos: &[PlannedPhoto]| photos.iter().map(|photo| photo.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&whole.unreadable), ["round-1/table-1/b.jpg", "round-1/table-1/c.jpg"]);
    assert_eq!(names(&whole.units[0].photos), ["round-1/table-1/a.jpg", "round-1/table-1/ä ö.JPG"]);
    let mut others = [1, 2, 3].map(|unit| whole.units[unit].photos[0].name.as_str());
    others.sort_unstable();
    assert_eq!(others, [r"d\\xff.jpg", r"d\xfe.jpg", r"d\xff.jpg"]);
    assert_eq!(whole.photos, 7);
    insta::assert_snapshot!(Plan::new(&path("a.jpg"), &PlanOptions::default(), &mut Contents::default()).expect_err("a file").to_string().replace(folder.path().to_str().expect("UTF-8"), "DIR"), @"DIR/round-1/table-1/a.jpg: cannot list the folder: this is a file; a folder with photos is needed");
}
