//! The rules of access, and of what is stored.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::net::Shutdown;

use serde_json::{Value, json};

use crate::client::{Server, connect, photo};

/// Method and path of all described routes that are not public, with the numbers of a game that does not
/// exist.
fn guarded(server: &Server) -> Vec<(String, String)> {
    let description = server.get("/api/openapi.json");
    let paths = description["paths"].as_object().expect("paths");
    let of_path = |(path, methods): (&String, &Value)| {
        let path = path.replace("{id}", "77").replace("{p}", "1.jpg").replace("{k}", "1k1.jpg").replace("{file}", "x");
        let methods = methods.as_object().expect("methods").keys().map(|method| method.to_uppercase());
        methods.map(|method| (method, path.clone())).collect::<Vec<_>>()
    };
    let all = paths.iter().flat_map(of_path);
    let is_public = |path: &str| ["/", "/healthz", "/api/about"].contains(&path) || path.starts_with("/page/");
    let guarded: Vec<_> = all.filter(|(_, path)| !is_public(path)).collect();
    assert!(guarded.len() > 20, "{guarded:?}");
    guarded
}

#[test]
fn a_phone_in_the_network_is_shown_a_code() {
    let server = Server::start_with(&["--lan"]);
    let is_code = |line: &&str| !line.trim().is_empty() && line.chars().all(|sign| "█▀▄ ".contains(sign));
    let said = (0..100).map(|_| server.said()).find(|said| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        said.contains("Ctrl-C")
    });
    let said = said.expect("the last line");
    let code: Vec<&str> = said.lines().filter(is_code).collect();
    let sides: BTreeSet<usize> = code.iter().map(|line| line.chars().count()).collect();
    assert!(code.len() > 10 && sides.len() == 1, "a square of signs: {said}");
    assert!(code[0].chars().all(|sign| sign == '█'), "the light margin is drawn: {said}");
}

#[test]
fn everything_but_the_shell_needs_the_token() {
    let server = Server::start();
    for path in ["/", "/healthz", "/api/about"] {
        assert_eq!(server.ask_with("GET", path, "", b"").status, 200, "{path}");
    }
    for (method, path) in guarded(&server) {
        for headers in
            ["", "Authorization: Bearer wrong\r\n", "Cookie: kingdom_scanner=x\r\n", "Authorization: Basic eDp5\r\n"]
        {
            let refused = server.ask_with(&method, &path, headers, b"").refused();
            assert_eq!(refused, (401, "token".to_owned()), "{method} {path} {headers}");
        }
        // A request with the token is never refused as unauthorised, and all described routes exist.
        let answer = server.ask(&method, &path, b"");
        assert!(![401, 405, 500].contains(&answer.status), "{method} {path}: {}", answer.text());
    }
}

#[test]
fn the_printed_address_gives_a_strict_cookie_and_goes_away() {
    let server = Server::start();
    let answer = server.ask_with("GET", &format!("/?token={}", server.token), "", b"");
    assert_eq!((answer.status, answer.header("location")), (303, Some("/")));
    let cookie = answer.header("set-cookie").expect("a cookie").to_owned();
    let parts: BTreeSet<&str> = cookie.split("; ").skip(1).collect();
    assert_eq!(parts, BTreeSet::from(["Path=/", "Max-Age=34560000", "HttpOnly", "SameSite=Strict"]));
    assert!(!cookie.contains(&server.token), "the cookie does not give the address away");
    let pair = cookie.split(';').next().expect("a pair");
    let with =
        |cookie: &str| server.ask_with("GET", "/api/games", &format!("Cookie: other=1; {cookie}\r\n"), b"").status;
    assert_eq!(with(pair), 200);
    assert_eq!(with(&format!("{pair}0")), 401);
    // The cookie's value is not a token, and the token is not a cookie's value.
    let value = pair.split_once('=').expect("a value").1;
    assert_eq!(server.ask_with("GET", "/api/games", &format!("Authorization: Bearer {value}\r\n"), b"").status, 401);
    // An outdated address leads to the page, which shows that it is locked; a phone that is already
    // authorised is redirected.
    let locked = server.ask_with("GET", "/?token=wrong", "", b"");
    assert!(locked.status == 401 && locked.text().contains("<html"), "{}", locked.text());
    let let_in = server.ask_with("GET", "/?token=wrong", &format!("Cookie: {pair}\r\n"), b"");
    assert_eq!((let_in.status, let_in.header("location")), (303, Some("/")));
    assert_ne!(Server::start().token, server.token, "each server has its own");
}

/// A link opened from web mail used to lead to an error in JSON (issue 53, point 3).
#[test]
fn a_link_that_is_tapped_elsewhere_opens_the_page() {
    let server = Server::start();
    let elsewhere = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n";
    let open = |path: &str, headers: &str| server.ask_with("GET", path, headers, b"").status;
    assert_eq!(open(&format!("/?token={}", server.token), elsewhere), 303);
    assert_eq!(open("/", elsewhere), 200);
    // From another site, only links to the page are allowed, and the page must not be shown in a frame.
    let token = format!("Authorization: Bearer {}\r\n", server.token);
    assert_eq!(open("/api/games", &format!("{elsewhere}{token}")), 403);
    assert_eq!(server.ask_with("POST", "/", elsewhere, b"").status, 403);
    for other in ["Sec-Fetch-Dest: iframe", "Sec-Fetch-Dest: image", "Origin: http://evil.example"] {
        let headers = format!("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n{other}\r\n");
        assert_eq!(open("/", &headers), 403, "{other}");
    }
}

/// After a restart, every phone used to need a new authorisation (issue 53, point 3).
#[test]
fn a_phone_stays_let_in_over_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let token = |args: &[&str]| {
        let server = Server::start_at(folder.path(), args);
        let token = server.token.clone();
        assert_eq!(server.interrupt(), Some(0));
        token
    };
    let first = token(&[]);
    assert_eq!(token(&[]), first);
    let second = token(&["--new-token"]);
    assert!(second != first && token(&[]) == second);
}

#[test]
fn a_further_phone_is_invited_where_it_can_reach_the_server() {
    let alone = Server::start();
    assert_eq!(alone.get("/api/about")["invites"], false);
    assert_eq!(alone.ask("GET", "/api/invitation", b"").status, 404);
    let server = Server::start_with(&["--lan"]);
    assert_eq!(server.get("/api/about")["invites"], true);
    let answer = server.ask("GET", "/api/invitation", b"");
    // If this machine has no network, it has no address to invite phones to.
    if answer.status == 200 {
        let url = answer.json()["url"].as_str().expect("an address").to_owned();
        assert!(url.starts_with("http://") && url.ends_with(&format!("/?token={}", server.token)), "{url}");
        let code = server.ask("GET", "/api/invitation.svg", b"");
        assert_eq!(code.header("content-type"), Some("image/svg+xml"));
        assert!(code.text().contains("<svg"));
    }
}

#[test]
fn a_foreign_host_is_refused() {
    let server = Server::start_with(&["--allow-host", "scanner.home"]);
    let token = format!("Authorization: Bearer {}\r\n", server.token);
    let port = server.host.split_once(':').expect("a port").1.to_owned();
    let status = |host: &str| {
        let request = format!("GET /api/games HTTP/1.1\r\n{host}Connection: close\r\n{token}\r\n");
        server.send(request.as_bytes()).expect("an answer").refused()
    };
    let named = |host: &str| status(&format!("Host: {host}:{port}\r\n"));
    for host in ["localhost", "127.0.0.1", "192.168.7.7", "[::1]", "scanner.home", "SCANNER.HOME"] {
        assert_eq!(named(host).0, 200, "{host}");
    }
    for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "notscanner.home"] {
        assert_eq!(named(host), (403, "foreign-host".to_owned()), "{host}");
    }
    assert_eq!(status("").0, 400);
    assert_eq!(status("Host: localhost\r\nHost: evil.example\r\n").0, 400);
    assert_eq!(status("Host: a@localhost\r\n").0, 400);
    // The request's first line names another host, which counts more than the header `Host`.
    let request =
        format!("GET http://evil.example/api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{token}\r\n");
    assert_eq!(server.send(request.as_bytes()).expect("an answer").refused().0, 403);
    // Requests for other hosts do not even get the page's HTML.
    let request = "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    assert_eq!(server.send(request.as_bytes()).expect("an answer").status, 403);
}

#[test]
fn a_foreign_origin_is_refused() {
    let server = Server::start();
    let with = |origin: &str| {
        let headers = format!("Authorization: Bearer {}\r\nOrigin: {origin}\r\n", server.token);
        server.ask_with("POST", "/api/games", &headers, b"{}").refused()
    };
    assert_eq!(with(&format!("http://{}", server.host)).0, 201);
    let port = server.host.split_once(':').expect("a port").1;
    for origin in ["https://evil.example", "null", "http://127.0.0.1:1", &format!("http://localhost:{port}")] {
        assert_eq!(with(origin), (403, "foreign-origin".to_owned()), "{origin}");
    }
}

#[test]
fn what_another_site_begins_is_refused() {
    let server = Server::start();
    let with = |site: &str| {
        let headers = format!("Authorization: Bearer {}\r\nSec-Fetch-Site: {site}\r\n", server.token);
        server.ask_with("GET", "/api/games", &headers, b"").refused()
    };
    assert_eq!((with("same-origin").0, with("none").0), (200, 200));
    for site in ["cross-site", "same-site", "anything"] {
        assert_eq!(with(site), (403, "foreign-origin".to_owned()), "{site}");
    }
}

#[test]
fn no_answer_lets_another_site_in_and_each_has_a_strict_policy() {
    let server = Server::start();
    let token = format!("Authorization: Bearer {}\r\n", server.token);
    let own = format!("{token}Origin: http://{}\r\n", server.host);
    let preflight = format!("{own}Access-Control-Request-Method: POST\r\n");
    let answers = [
        server.ask_with("OPTIONS", "/api/games", &preflight, b""),
        server.ask_with("GET", "/api/games", &own, b""),
        server.ask_with("GET", "/", "", b""),
        server.ask_with("GET", "/api/games", "", b""),
        server.ask_with("GET", "/nothing", &token, b""),
        server.ask_with("DELETE", "/api/games", &token, b""),
    ];
    assert_eq!(answers.each_ref().map(|answer| answer.status), [405, 200, 200, 401, 404, 405]);
    for answer in &answers {
        assert!(answer.headers.iter().all(|(name, _)| !name.starts_with("access-control")), "{answer:?}");
        let policy = answer.header("content-security-policy").expect("a policy");
        let parts: BTreeSet<&str> = policy.split(';').map(str::trim).collect();
        for part in
            ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]
        {
            assert!(parts.contains(part), "{policy}");
        }
        assert!(!policy.contains("unsafe") && !policy.contains('*') && !policy.contains("http"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert!(answer.header("cache-control").is_some_and(|value| ["no-store", "no-cache"].contains(&value)));
    }
    let shell = answers[2].text();
    assert!(!shell.contains("<script>") && !shell.contains("style=\"") && !shell.contains("onclick"), "{shell}");
}

#[test]
fn bytes_and_pixels_have_limits() {
    let server = Server::start_with(&["--max-photo", "1", "--max-pixels", "100000"]);
    let id = server.post("/api/games", &json!({}))["id"].as_i64().expect("an id");
    let photos = format!("/api/games/{id}/photos");
    for path in ["/api/scan", &photos] {
        assert_eq!(
            server.ask("POST", path, &vec![0; (1 << 20) + 1]).refused(),
            (413, "too-large".to_owned()),
            "{path}"
        );
        // A body without a stated length is counted as it arrives.
        let token = format!("Authorization: Bearer {}\r\n", server.token);
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n{token}\r\n",
            server.host
        );
        let mut stream = connect(&server.host);
        stream.write_all(head.as_bytes()).expect("a connection");
        let chunk = [b"10000\r\n".as_slice(), &[0; 0x10000], b"\r\n"].concat();
        for _ in 0..40 {
            if stream.write_all(&chunk).is_err() {
                break;
            }
        }
        // Without this, the server might wait for the rest of the body.
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413"), "{answer}");
    }
    assert_eq!(server.ask("POST", "/api/games", &vec![b' '; 70_000]).refused(), (413, "too-large".to_owned()));
    let line = server.ask("POST", "/api/scan", &photo("five.jpg")).json();
    assert_eq!(line["status"], "error");
    assert!(
        line["message"].as_str().is_some_and(|why| why.contains("1600 x 1200 pixels, but at most 100000")),
        "{line}"
    );
    assert_eq!(server.get("/api/about")["limits"]["photo_bytes"], 1 << 20);
}

#[test]
fn more_photos_than_are_taken_at_a_time_are_sent_away_for_the_moment() {
    let server = Server::start_with(&["--photos-at-work", "1"]);
    let photo = photo("five.jpg");
    let token = format!("Authorization: Bearer {}\r\n", server.token);
    let mut first = connect(&server.host);
    first.write_all(server.head("POST", "/api/scan", &token, photo.len()).as_bytes()).expect("a connection");
    first.write_all(&photo[..1000]).expect("a connection");
    // The first request takes the only place once its head has arrived.
    let refused = (0..100).find_map(|_| {
        let answer = server.ask("POST", "/api/scan", &photo);
        (answer.status != 200).then_some(answer)
    });
    let refused = refused.expect("a refusal");
    assert_eq!(refused.refused(), (429, "busy".to_owned()));
    assert!(refused.header("retry-after").is_some());
    first.write_all(&photo[1000..]).expect("a connection");
    let mut answer = Vec::new();
    first.read_to_end(&mut answer).expect("an answer");
    assert!(answer.starts_with(b"HTTP/1.1 200"));
    assert_eq!(server.ask("POST", "/api/scan", &photo).status, 200);
}

/// Whether a part of the photo that no other file contains is in a file of the folder.
fn is_on_disk(server: &Server, photo: &[u8]) -> bool {
    let middle = photo.len() / 2;
    let part = &photo[middle..middle + 64];
    let files = fs::read_dir(server.data()).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut contents = files.map(|path| fs::read(path).unwrap_or_default());
    contents.any(|content| content.windows(part.len()).any(|window| window == part))
}

#[test]
fn photos_are_kept_only_where_the_players_say_so() {
    let server = Server::start();
    let photo = photo("five.jpg");
    let id = server.post("/api/games", &json!({"players": ["Anna"]}))["id"].as_i64().expect("an id");
    let game = format!("/api/games/{id}");
    let view = server.ask("POST", &format!("{game}/photos?name=a.jpg"), &photo).json();
    assert_eq!((&view["photos"][0]["picture"], &view["photos"][0]["kept"]), (&json!(true), &json!(false)));
    assert!(!is_on_disk(&server, &photo));
    assert_eq!(server.ask("GET", &format!("{game}/photos/1.jpg"), b"").status, 200);
    let view = server.patch(&game, &json!({"keep_photos": true}));
    assert_eq!(view["photos"][0]["kept"], true);
    assert!(is_on_disk(&server, &photo));
    let view = server.patch(&game, &json!({"keep_photos": false}));
    assert_eq!((&view["photos"][0]["picture"], &view["photos"][0]["kept"]), (&json!(true), &json!(false)));
    assert!(!is_on_disk(&server, &photo), "what is not to be kept is gone");
    server.patch(&game, &json!({"keep_photos": true}));
    server.ask("POST", &format!("{game}/photos?name=b.jpg"), &photo).json();
    assert!(is_on_disk(&server, &photo));
    assert_eq!(server.ask("DELETE", &game, b"").status, 204);
    assert!(!is_on_disk(&server, &photo), "what is deleted is gone");
    assert_eq!(server.ask("GET", &game, b"").status, 404);
}

/// The remote ends of the process's connections, as listed by Linux.
#[cfg(target_os = "linux")]
fn other_ends(process: u32) -> BTreeSet<String> {
    let sockets = fs::read_dir(format!("/proc/{process}/fd")).expect("it runs").filter_map(|entry| {
        let link = fs::read_link(entry.ok()?.path()).ok()?;
        Some(link.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned())
    });
    let sockets: BTreeSet<String> = sockets.collect();
    let tables = ["tcp", "tcp6", "udp", "udp6"].map(|kind| fs::read_to_string(format!("/proc/{process}/net/{kind}")));
    let lines: Vec<String> =
        tables.iter().flatten().flat_map(|table| table.lines().skip(1)).map(str::to_owned).collect();
    let own = lines.iter().filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        sockets.contains(*words.get(9)?).then(|| words[2].split(':').next().unwrap_or_default().to_owned())
    });
    own.collect()
}

/// A refused change has no effect at all.
#[test]
fn a_refused_change_keeps_no_photo() {
    let server = Server::start();
    let id = server.post("/api/games", &json!({"players": ["Anna"]}))["id"].clone();
    let five = photo("five.jpg");
    server.ask("POST", &format!("/api/games/{id}/photos"), &five).json();
    let change = json!({"keep_photos": true, "owners": {"9k9": 0}}).to_string();
    assert_eq!(server.ask("PATCH", &format!("/api/games/{id}"), change.as_bytes()).status, 404);
    assert!(!is_on_disk(&server, &five));
    server.patch(&format!("/api/games/{id}"), &json!({"keep_photos": true}));
    assert!(is_on_disk(&server, &five));
}

#[cfg(target_os = "linux")]
#[test]
fn no_other_machine_is_ever_spoken_to() {
    let server = Server::start();
    // Only 127.0.0.1, and the zeros that Linux lists for the listening socket.
    let allowed = BTreeSet::from(["0100007F".to_owned(), "00000000".to_owned()]);
    let id = server.post("/api/games", &json!({"players": ["Anna"]}))["id"].as_i64().expect("an id");
    let seen = std::thread::scope(|threads| {
        let watcher = threads.spawn(|| {
            let mut seen = BTreeSet::new();
            for _ in 0..200 {
                seen.extend(other_ends(server.id()));
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            seen
        });
        for path in ["five.jpg", "nothing.jpg", "queendomino.jpg"] {
            server.ask("POST", &format!("/api/games/{id}/photos"), &photo(path)).json();
        }
        watcher.join().expect("it looks")
    });
    assert!(seen.contains("0100007F") && seen.is_subset(&allowed), "{seen:?}");
}

#[test]
fn two_servers_do_not_share_a_folder() {
    let server = Server::start();
    let data = server.data().to_str().expect("UTF-8").to_owned();
    let outcome = crate::common::program::run(&["serve", "--port", "0", "--data", &data]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("another kingdom-scanner is using it; end the other server"), "{}", outcome.stderr);
}

#[test]
fn refusals_are_in_the_language_of_the_request() {
    let server = Server::start();
    let text = |headers: &str, path: &str| {
        let token = format!("Authorization: Bearer {}\r\n{headers}", server.token);
        let body: Value = serde_json::from_slice(&server.ask_with("GET", path, &token, b"").body).expect("JSON");
        body["error"]["text"].as_str().expect("a text").to_owned()
    };
    assert_eq!(text("", "/nothing"), "nothing was found at this address");
    assert_eq!(text("Accept-Language: fr-FR, de-AT;q=0.8\r\n", "/nothing"), "unter dieser Adresse gibt es nichts");
    assert_eq!(text("Accept-Language: de\r\n", "/nothing?lang=en"), "nothing was found at this address");
}
