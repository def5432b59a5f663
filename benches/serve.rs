//! Compares how many photos per second a server reads for eight clients with what `batch` reads of the same
//! photos: `cargo bench --bench serve`, on an otherwise idle machine. `SERVE_SECONDS` sets the time (60).

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{fs, thread};

use anyhow::{Context, Result, ensure};
use common::tournament::{batch, laid_out, rendered};
use common::{SCANNER, record};

/// The photos' long side, as from phones with 12 megapixels.
const LONG_SIDE_PX: f64 = 4000.0;
const CLIENTS: usize = 8;
const SECONDS: u64 = 60;

/// The least rate of the server in photos per second, relative to a batch.
const LEAST_RATIO: f64 = 0.9;
/// The most memory at the end, relative to that after every client has sent a few photos.
const MOST_GROWTH: f64 = 1.15;

/// A client's record of one photo: seconds, and whether it was read.
type Note = (f64, bool);

struct Server {
    program: Child,
    host: String,
    token: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

fn main() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let jobs = thread::available_parallelism()?.get();
    let photos = laid_out(rendered(&folder.path().join("photos"), LONG_SIDE_PX)?.iter(), &folder.path().join("batch"))?;
    let out = folder.path().join("out");
    // The batch runs before and after, so that a load from the rest of the machine affects both it and the
    // server.
    let before = batch_rate(&photos, &folder.path().join("batch"), &out, jobs)?;
    let (served, at_first_mib, at_last_mib) = serve(&photos, folder.path())?;
    let after = batch_rate(&photos, &folder.path().join("batch"), &out, jobs)?;
    let read = served.iter().filter(|(_, is_read)| *is_read).count();
    let lost = served.len() - read;
    let seconds = seconds() as f64;
    let rate = read as f64 / seconds;
    let ratio = rate / before.max(after);
    let mut times: Vec<f64> = served.iter().map(|(seconds, _)| *seconds).collect();
    times.sort_by(f64::total_cmp);
    let late = times[times.len() * 95 / 100];
    let growth = at_last_mib / at_first_mib;
    println!(
        "{CLIENTS} clients, {jobs} jobs, {seconds} s: {read} photos of {LONG_SIDE_PX} px, {rate:.2} a second; lost {lost}"
    );
    println!(
        "batch on the same photos: {before:.2} a second before, {after:.2} after; the server reads {ratio:.2} times as many"
    );
    println!(
        "95 of 100 answers within {late:.2} s; memory {at_first_mib:.0} MiB at first, {at_last_mib:.0} MiB at last"
    );
    record("photos of 12 megapixels, 8 clients, 2 cores", rate, "a second")?;
    record("the same against `batch` on the same photos", ratio, "times as many")?;
    record("95 of 100 answers within", late, "s")?;
    record("memory of the process at the end", at_last_mib, "MiB")?;
    record("memory at the end against that after 10 s", growth, "times")?;
    record("without an answer", lost as f64, "photos")?;
    ensure!(lost == 0, "no photo is to be lost");
    ensure!(ratio >= LEAST_RATIO, "the server is to read at least {LEAST_RATIO} times as many photos as a batch");
    ensure!(growth <= MOST_GROWTH, "memory is to be flat");
    Ok(())
}

fn seconds() -> u64 {
    std::env::var("SERVE_SECONDS").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(SECONDS)
}

/// The batch's photos per second. Includes the program's start and end.
fn batch_rate(photos: &[PathBuf], folder: &Path, out: &Path, jobs: usize) -> Result<f64> {
    let (seconds, _) = batch(folder, out, jobs)?;
    Ok(photos.len() as f64 / seconds)
}

/// The records of all clients, and the server's memory after 10 s and at the end.
fn serve(photos: &[PathBuf], folder: &Path) -> Result<(Vec<Note>, f64, f64)> {
    let bytes = photos.iter().map(fs::read).collect::<std::io::Result<Vec<Vec<u8>>>>()?;
    let server = start(&folder.join("data"))?;
    let (next, end) = (AtomicUsize::new(0), Instant::now() + Duration::from_secs(seconds()));
    let client = || {
        let mut notes = Vec::new();
        while Instant::now() < end {
            let photo = &bytes[next.fetch_add(1, Ordering::Relaxed) % bytes.len()];
            let begun = Instant::now();
            let is_read = scan(&server, photo).unwrap_or(false);
            notes.push((begun.elapsed().as_secs_f64(), is_read));
        }
        notes
    };
    thread::scope(|threads| {
        let clients: Vec<_> = (0..CLIENTS).map(|_| threads.spawn(client)).collect();
        thread::sleep(Duration::from_secs(10.min(seconds() / 2)));
        let at_first_mib = memory_mib(&server)?;
        let notes = clients.into_iter().flat_map(|client| client.join().expect("no client breaks off")).collect();
        Ok((notes, at_first_mib, memory_mib(&server)?))
    })
}

fn start(data: &Path) -> Result<Server> {
    let mut command = Command::new(SCANNER);
    command.args(["serve", "--port", "0", "--no-gallery", "--data"]).arg(data);
    let mut program = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let mut line = String::new();
    BufReader::new(program.stdout.take().context("a pipe")?).read_line(&mut line)?;
    let (host, token) = line.trim().trim_start_matches("http://").split_once("/?token=").context("an address")?;
    Ok(Server { program, host: host.to_owned(), token: token.to_owned() })
}

/// Whether the photo was read.
fn scan(server: &Server, photo: &[u8]) -> Result<bool> {
    let Server { host, token, .. } = server;
    let mut stream = TcpStream::connect(host)?;
    write!(
        stream,
        "POST /api/scan HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        photo.len()
    )?;
    stream.write_all(photo)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer.starts_with("HTTP/1.1 200") && answer.contains(r#""status":"scored""#))
}

/// The current resident size, as counted by Linux.
fn memory_mib(server: &Server) -> Result<f64> {
    let status = fs::read_to_string(format!("/proc/{}/status", server.program.id()))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<f64>()? / 1024.0)
}
