//! The forms of uploaded photos: as the body, as a form like that of `curl -F`, compressed with gzip.

use std::io::Write;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use serde_json::{Value, json};

use crate::client::{Answer, Server, photo};

const BOUNDARY: &str = "------------------------5f2c1d";

/// A multipart form with these fields: name and content.
fn form(fields: &[(&str, &[u8])]) -> Vec<u8> {
    let mut form = Vec::new();
    for (name, content) in fields {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
        );
        form.extend_from_slice(&[head.as_bytes(), content, b"\r\n"].concat());
    }
    form.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    form
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(bytes).expect("memory");
    packed.finish().expect("memory")
}

/// Sends a body with these headers in addition to the token.
fn post(server: &Server, path: &str, headers: &str, body: &[u8]) -> Answer {
    server.ask_with("POST", path, &format!("Authorization: Bearer {}\r\n{headers}", server.token), body)
}

fn of_form() -> String {
    format!("Content-Type: multipart/form-data; boundary={BOUNDARY}\r\n")
}

const GZIP: &str = "Content-Encoding: gzip\r\n";

/// The line of JSON without the fields that differ between runs.
fn line(answer: &Answer) -> Value {
    let mut line = answer.json();
    line.as_object_mut().expect("an object").remove("timings_ms");
    line
}

/// Photos in a form or compressed used to be answered with 200 and "this is no picture" (issue 67, point 13).
#[test]
fn a_form_and_a_packed_photo_are_read_as_the_photo() {
    let (server, photo) = (Server::start(), photo("five.jpg"));
    let alone = line(&server.ask("POST", "/api/scan", &photo));
    assert_eq!(alone["kingdoms"][0]["total"], 38, "{alone}");
    let mut deflated = ZlibEncoder::new(Vec::new(), Compression::fast());
    deflated.write_all(&photo).expect("memory");
    let deflated = deflated.finish().expect("memory");
    let in_form = form(&[("photo", &photo)]);
    let ways = [
        ("a form", of_form(), in_form.clone()),
        ("gzip", GZIP.to_owned(), gzip(&photo)),
        ("deflate", "Content-Encoding: deflate\r\n".to_owned(), deflated),
        ("identity", "Content-Encoding: identity\r\n".to_owned(), photo.clone()),
        ("a packed form", format!("{}{GZIP}", of_form()), gzip(&in_form)),
        ("curl --data-binary", "Content-Type: application/x-www-form-urlencoded\r\n".to_owned(), photo.clone()),
    ];
    for (way, headers, body) in ways {
        let answer = post(&server, "/api/scan", &headers, &body);
        assert_eq!(answer.status, 200, "{way}: {}", answer.text());
        assert_eq!(line(&answer), alone, "{way}");
    }
}

#[test]
fn every_address_that_takes_photos_takes_them_in_a_form_and_packed() {
    let (server, photo) = (Server::start(), photo("five.jpg"));
    for (headers, body) in [(of_form(), form(&[("file", &photo)])), (GZIP.to_owned(), gzip(&photo))] {
        let seen = post(&server, "/api/look", &headers, &body).json();
        assert_eq!(seen["grids"].as_array().map(Vec::len), Some(1), "{seen}");
        let game = server.post("/api/games", &json!({"players": ["Anna"]}))["id"].clone();
        let added = post(&server, &format!("/api/games/{game}/photos"), &headers, &body);
        let total = &added.json()["kingdoms"][0]["total"];
        assert_eq!(total, 38, "{}", added.text());
    }
}

#[test]
fn what_is_packed_counts_as_what_is_in_it() {
    let server = Server::start_with(&["--max-photo", "1"]);
    let zeros = vec![0; 64 << 20];
    for (headers, body) in [
        (GZIP.to_owned(), gzip(&zeros)),
        (format!("{}{GZIP}", of_form()), gzip(&form(&[("photo", &zeros)]))),
        (of_form(), form(&[("photo", &zeros[..(1 << 20) + 1])])),
    ] {
        let answer = post(&server, "/api/scan", &headers, &body);
        assert_eq!(answer.refused(), (413, "too-large".to_owned()), "{}", answer.text());
        assert!(answer.text().contains("1 MiB"), "{}", answer.text());
    }
    // A photo of exactly the maximum size is accepted, whatever the form adds.
    let answer = post(&server, "/api/scan", &of_form(), &form(&[("photo", &zeros[..1 << 20])]));
    assert_eq!(answer.status, 200, "{}", answer.text());
    // Other bodies have a lower limit.
    let names = json!({"players": ["A".repeat(1 << 20)]}).to_string();
    let answer = post(&server, "/api/games", GZIP, &gzip(names.as_bytes()));
    assert_eq!(answer.refused(), (413, "too-large".to_owned()), "{}", answer.text());
    let game = post(&server, "/api/games", GZIP, &gzip(json!({"players": ["Anna"]}).to_string().as_bytes()));
    assert_eq!(game.json()["players"][0]["name"], "Anna");
}

#[test]
fn what_is_not_read_is_refused_with_what_to_send() {
    let (server, photo) = (Server::start(), photo("five.jpg"));
    let two = form(&[("photo", &photo), ("size", b"5")]);
    let refusals = [
        (of_form(), two, "bad-form", "several fields (photo, size)"),
        (of_form(), form(&[]), "bad-form", "photo=@photo.jpg"),
        (of_form(), photo.clone(), "bad-form", "photo=@photo.jpg"),
        (of_form(), form(&[("photo", &photo)])[..20_000].to_vec(), "bad-form", "photo=@photo.jpg"),
        (
            "Content-Type: multipart/form-data\r\n".to_owned(),
            form(&[("photo", &photo)]),
            "bad-form",
            "photo=@photo.jpg",
        ),
        ("Content-Type: multipart/mixed; boundary=x\r\n".to_owned(), photo.clone(), "bad-form", "photo=@photo.jpg"),
        ("Content-Encoding: br\r\n".to_owned(), photo.clone(), "bad-encoding", "with gzip or deflate"),
        ("Content-Encoding: gzip, gzip\r\n".to_owned(), gzip(&gzip(&photo)), "bad-encoding", "with gzip or deflate"),
    ];
    for (headers, body, code, text) in refusals {
        for path in ["/api/scan", "/api/look"] {
            let answer = post(&server, path, &headers, &body);
            assert_eq!(answer.refused(), (415, code.to_owned()), "{headers}: {}", answer.text());
            assert!(answer.text().contains(text), "{headers}: {}", answer.text());
        }
    }
    let answer = post(&server, "/api/games", "Content-Encoding: br\r\n", b"{}");
    assert_eq!(answer.refused(), (415, "bad-encoding".to_owned()), "{}", answer.text());
    // A body that claims to be compressed but is not, or is truncated, is refused.
    for body in [photo.clone(), gzip(&photo)[..20_000].to_vec()] {
        let answer = post(&server, "/api/scan", GZIP, &body);
        assert_eq!(answer.refused(), (400, "bad-body".to_owned()), "{}", answer.text());
        assert!(answer.text().contains("Content-Encoding"), "{}", answer.text());
    }
    // The server still answers.
    assert_eq!(server.ask("POST", "/api/scan", &photo).status, 200);
}

#[test]
fn the_description_says_how_photos_are_taken() {
    let server = Server::start();
    let described = server.get("/api/openapi.json");
    assert!(
        described["info"]["description"].as_str().is_some_and(|text| text.contains("gzip")),
        "{}",
        described["info"]
    );
    for path in ["/api/scan", "/api/look", "/api/games/{id}/photos", "/api/tournament/photos"] {
        let content = &described["paths"][path]["post"]["requestBody"]["content"];
        assert!(
            content["multipart/form-data"]["schema"].is_object() && content["image/*"].is_object(),
            "{path}: {content}"
        );
    }
}
