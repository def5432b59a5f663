//! A camera's photos without known owners: entered on phones, and stored like `batch` does.

use serde_json::{Value, json};

use crate::client::Server;
use crate::common::game_photos::KINGDOMS;
use crate::common::tournament_photos::draw;
use crate::tournament::{Folder, PHONE, put};

/// A tournament of four photos from a camera, read without asking who the players are.
fn camera() -> Folder {
    let folder = Folder::empty();
    std::fs::create_dir_all(folder.path("photos")).expect("a folder");
    for (number, kingdom) in KINGDOMS.iter().enumerate().take(4) {
        draw(kingdom, &folder.path(&format!("photos/IMG_{number}.jpg")), "plain", 3);
    }
    let batch = folder.run(&["batch", "photos", "-o", "results"], "");
    assert_eq!(batch.code, 0, "{}", batch.stderr);
    folder
}

const LIST: &str = "photos/players.csv";

fn tournament(server: &Server) -> Value {
    server.get(&format!("/api/tournament{PHONE}"))
}

/// The request that names the players of these photos, at this table.
fn seats(table: &str, players: &[(&Value, &[&str])]) -> Value {
    let photos: Vec<Value> =
        players.iter().map(|(photo, players)| json!({"p": photo["p"], "players": players})).collect();
    json!({"round": "1", "table": table, "photos": photos})
}

fn say(server: &Server, table: &str, players: &[(&Value, &[&str])]) -> Value {
    put(server, &format!("/api/tournament/seats{PHONE}"), &seats(table, players)).json()
}

fn ranked(view: &Value) -> Vec<(&str, i64)> {
    let places = view["overall"].as_array().expect("places").iter();
    places.map(|place| (place["player"].as_str().expect("a name"), place["total"].as_i64().expect("points"))).collect()
}

#[test]
fn whose_photos_are_is_said_at_phones_and_counts_for_every_command() {
    let folder = camera();
    let server = folder.serve();
    let view = tournament(&server);
    let loose = view["loose"].as_array().expect("photos");
    let of = |photo: usize| (&loose[photo]["photo"], &loose[photo]["group"], &loose[photo]["taken"]);
    assert_eq!((loose.len(), &view["takes_seats"]), (4, &json!(true)));
    assert_eq!(of(0), (&json!("IMG_0.jpg"), &json!(0), &Value::Null));
    let after = say(&server, "1", &[(&loose[0], &["Anna"]), (&loose[1], &["Ben"]), (&loose[2], &[])]);
    assert_eq!(folder.text(LIST), "photo,round,table,player\nIMG_0.jpg,1,1,Anna\nIMG_1.jpg,1,1,Ben\n");
    assert_eq!(
        (after["loose"].as_array().map(Vec::len), after["rounds"][0]["tables"].as_array().map(Vec::len)),
        (Some(2), Some(1))
    );
    assert_eq!(ranked(&after).len(), 2, "{after}");
    // `ben` is recognised as Ben. Withdrawing the answer about Ben's first photo leaves that photo without an
    // owner.
    let after = say(&server, "2", &[(&loose[2], &["ben"])]);
    assert_eq!(ranked(&after).iter().filter(|(player, _)| *player == "Ben").count(), 1, "{after}");
    say(&server, "1", &[(&loose[1], &[])]);
    assert_eq!(folder.text(LIST), "photo,round,table,player\nIMG_0.jpg,1,1,Anna\nIMG_2.jpg,1,2,Ben\n");
    // A photo that a phone sends is added to the list.
    let new = folder.path("new.jpg");
    draw(KINGDOMS[3], &new, "plain", 5);
    let added = server.ask(
        "POST",
        "/api/tournament/photos?phone=one&round=1&table=2&player=Eva",
        &std::fs::read(new).expect("a photo"),
    );
    assert_eq!(added.status, 201, "{}", added.text());
    assert!(folder.text(LIST).ends_with("phone-1.jpg,1,2,Eva\n") && folder.path("photos/phone-1.jpg").exists());
    let at_phones = tournament(&server);
    let standings = server.ask("GET", "/api/tournament/standings.csv", b"").text();
    assert_eq!(server.interrupt(), Some(0));
    assert_eq!(folder.text("results/standings.csv"), standings);

    // After a restart, the server knows the list, and `batch` gives the same standings.
    let server = folder.serve();
    let again = tournament(&server);
    assert_eq!((ranked(&again), again["loose"].as_array().map(Vec::len)), (ranked(&at_phones), Some(2)));
    assert_eq!(server.interrupt(), Some(0));
    let batch = folder.run(&["batch", "photos", "-o", "results"], "");
    assert_eq!((batch.code, folder.text("results/standings.csv")), (0, standings), "{}", batch.stderr);
    // If all answers are withdrawn, the list is deleted.
    let server = folder.serve();
    let whole: Vec<Value> =
        ["IMG_0.jpg", "IMG_2.jpg", "phone-1.jpg"].map(|name| json!({"p": key_of(&server, name)})).into();
    let after = say(&server, "1", &whole.iter().map(|photo| (photo, &[][..])).collect::<Vec<_>>());
    assert_eq!((after["loose"].as_array().map(Vec::len), folder.path(LIST).exists()), (Some(5), false));
}

/// The key of a photo that is at a table.
fn key_of(server: &Server, photo: &str) -> Value {
    let view = tournament(server);
    let tables =
        view["rounds"].as_array().expect("rounds").iter().flat_map(|round| round["tables"].as_array().expect("tables"));
    let photos = tables.flat_map(|table| {
        let key = table["key"].as_str().expect("a key");
        server.get(&format!("/api/games/{key}{PHONE}"))["photos"].as_array().expect("photos").clone()
    });
    let found: Vec<Value> = photos.filter(|one| one["name"] == photo).collect();
    found[0]["p"].clone()
}

#[test]
fn whose_photos_are_is_not_said_twice_in_two_ways() {
    // The folders' names already say who the players are.
    let folder = Folder::new();
    let server = folder.serve();
    let view = tournament(&server);
    assert_eq!(view["takes_seats"], false);
    let anna = json!({"p": key_of(&server, "round-1/table-1/Anna.jpg")});
    let answer = put(&server, "/api/tournament/seats?phone=one", &seats("1", &[(&anna, &["Zoe"])]));
    assert_eq!(answer.refused(), (409, "not-noted".to_owned()));
    assert!(!folder.path(LIST).exists());
}

#[test]
fn a_list_that_cannot_be_changes_nothing() {
    let folder = camera();
    let server = folder.serve();
    let view = tournament(&server);
    let loose = view["loose"].as_array().expect("photos");
    let ask = |body: &Value| put(&server, "/api/tournament/seats?phone=one", body).refused();
    assert_eq!(ask(&seats("1", &[(&loose[0], &["a/b"])])), (400, "bad-name".to_owned()));
    assert_eq!(ask(&seats("1", &[(&json!({"p": "123456789abc"}), &["Anna"])])).0, 404);
    // Withdrawing an answer that was never given changes nothing.
    say(&server, "1", &[(&loose[0], &[])]);
    // The file changed while the server was running.
    draw(KINGDOMS[1], &folder.path("photos/IMG_3.jpg"), "plain", 99);
    assert_eq!(ask(&seats("1", &[(&loose[0], &["Anna"])])), (409, "not-noted".to_owned()));
    assert!(!folder.path(LIST).exists());
    let after = tournament(&server);
    assert_eq!((&after["overall"], after["loose"].as_array().map(Vec::len)), (&json!([]), Some(4)));
}
