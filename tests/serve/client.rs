//! A server for a single test, and a client that speaks plain HTTP/1.1.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::program::scanner;
use crate::common::requests::Requests;

/// Longer than any answer takes even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The running program.
pub struct Server {
    program: Child,
    /// The host and port, such as `127.0.0.1:40001`.
    pub host: String,
    pub token: String,
    data: PathBuf,
    stderr: PathBuf,
    /// The data folder, if it belongs to this server alone and is deleted with it.
    _own_folder: Option<TempDir>,
}

impl Server {
    /// Starts with an empty data file.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    pub fn start_with(args: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut server = Self::start_at(folder.path(), args);
        server._own_folder = Some(folder);
        server
    }

    /// Starts with the data of an earlier server.
    pub fn start_at(data: &Path, args: &[&str]) -> Self {
        let stderr = data.join("stderr.txt");
        let mut program = Command::new(scanner())
            .args(["serve", "--port", "0", "--data"])
            .arg(data)
            .args(args)
            .env("LC_ALL", "C")
            .env("KINGDOM_SCANNER_GALLERY", data.join("gallery.jsonl"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(std::fs::File::options().create(true).append(true).open(&stderr).expect("a file"))
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(program.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("http://").unwrap_or_else(|| {
            panic!("{line} {}", std::fs::read_to_string(&stderr).unwrap_or_default());
        });
        let (host, token) = address.split_once("/?token=").expect("a token");
        let (host, token) = (host.to_owned(), token.to_owned());
        Self { program, host, token, data: data.to_owned(), stderr, _own_folder: None }
    }

    pub fn data(&self) -> &Path {
        &self.data
    }

    pub fn id(&self) -> u32 {
        self.program.id()
    }

    /// What the server has printed to stderr so far.
    pub fn said(&self) -> String {
        std::fs::read_to_string(&self.stderr).unwrap_or_default()
    }

    /// Sends a signal to the program.
    #[allow(unsafe_code)]
    pub fn signal(&self, signal: i32) {
        let id = i32::try_from(self.program.id()).expect("an id");
        // SAFETY: the child was not waited for yet, so the id is its own.
        assert_eq!(unsafe { libc::kill(id, signal) }, 0);
    }

    /// Sends Ctrl-C to the program; returns its exit code.
    pub fn interrupt(mut self) -> Option<i32> {
        self.signal(libc::SIGINT);
        self.program.wait().expect("it ends").code()
    }

    /// Sends bytes unchanged; returns the answer once the server has closed the connection.
    pub fn send(&self, bytes: &[u8]) -> Option<Answer> {
        send(&self.host, bytes)
    }

    /// Sends a request with the token. Checks that the server accepts or refuses a JSON body as its
    /// description says, and that its answer is as described.
    pub fn ask(&self, method: &str, path: &str, body: &[u8]) -> Answer {
        let answer = self.ask_unchecked(method, path, body);
        let (is_done, is_malformed) = (answer.status < 300, answer.refused().1 == "bad-json");
        static REQUESTS: OnceLock<Requests> = OnceLock::new();
        let described = || Requests(self.ask_unchecked("GET", "/api/openapi.json", b"").json());
        if let Ok(json) = serde_json::from_slice::<Value>(body)
            && method != "GET"
            && (is_done || is_malformed)
        {
            let broken = REQUESTS.get_or_init(described).broken(method, path, &json);
            assert_eq!(broken.is_empty(), is_done, "{broken:?} {}", answer.text());
        }
        if is_done && answer.header("content-type") == Some("application/json") {
            let broken = REQUESTS.get_or_init(described).broken_answer(method, path, &answer.json());
            assert!(broken.is_empty(), "{broken:?}");
        }
        answer
    }

    fn ask_unchecked(&self, method: &str, path: &str, body: &[u8]) -> Answer {
        let token = format!("Authorization: Bearer {}\r\n", self.token);
        self.ask_with(method, path, &token, body)
    }

    /// Sends a request with these headers instead of the token.
    pub fn ask_with(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
        let head = self.head(method, path, headers, body.len());
        self.send(&[head.as_bytes(), body].concat()).unwrap_or_else(|| panic!("no answer to {method} {path}"))
    }

    /// The head of a request: request line and headers.
    pub fn head(&self, method: &str, path: &str, headers: &str, length: usize) -> String {
        let host = &self.host;
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n"
        )
    }

    pub fn get(&self, path: &str) -> Value {
        self.ask("GET", path, b"").json()
    }

    pub fn post(&self, path: &str, body: &Value) -> Value {
        self.ask("POST", path, body.to_string().as_bytes()).json()
    }

    pub fn patch(&self, path: &str, body: &Value) -> Value {
        self.ask("PATCH", path, body.to_string().as_bytes()).json()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// The server's answer.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    /// Parses the received bytes; `None` if they are not an answer.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let end = bytes.windows(4).position(|part| part == b"\r\n\r\n")?;
        let head = std::str::from_utf8(&bytes[..end]).ok()?;
        let mut lines = head.split("\r\n");
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let headers = lines.filter_map(|line| line.split_once(':'));
        let headers: Vec<_> =
            headers.map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned())).collect();
        Some(Self { status, headers, body: bytes[end + 4..].to_vec() })
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The JSON of a request that must succeed.
    pub fn json(&self) -> Value {
        assert!(self.status < 300, "{} {}", self.status, self.text());
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The status and code of a refusal.
    pub fn refused(&self) -> (u16, String) {
        let body: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        (self.status, body["error"]["code"].as_str().unwrap_or_default().to_owned())
    }
}

/// The server's answer; `None` if it closes the connection without one.
pub fn send(host: &str, bytes: &[u8]) -> Option<Answer> {
    send_over(connect(host), bytes)
}

/// Like [`send`], but over this connection.
pub fn send_over(mut stream: TcpStream, bytes: &[u8]) -> Option<Answer> {
    // A server that refuses early may close before everything is sent.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    Answer::of(&answer)
}

pub fn connect(host: &str) -> TcpStream {
    try_to_connect(host).expect("the server listens")
}

pub fn try_to_connect(host: &str) -> std::io::Result<TcpStream> {
    let stream = TcpStream::connect(host)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// The bytes of a fixture photo.
pub fn photo(name: &str) -> Vec<u8> {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "fixtures", "photos", name].iter().collect();
    std::fs::read(path).expect("a fixture")
}
