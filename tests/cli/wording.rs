//! Messages about mistyped options and broken files are in plain words, without the terms of Rust and its
//! libraries.

use crate::common::program::run;

/// Terms that only programmers use.
const FOREIGN: &[&str] = &[
    "..=",
    "ChunkType",
    "TurboJPEG",
    "CRC",
    "invalid digit",
    "non-zero type",
    "struct ",
    "EOF",
    "at path",
    "{ ",
    "to fill whole buffer",
    "magic",
    "Huffman",
    "Some(",
];

/// Runs the program and checks that its refusal is in plain words.
fn refused(args: &[&str]) -> String {
    let outcome = run(args);
    assert_eq!(outcome.code, 2, "{args:?}: {}", outcome.stderr);
    let foreign: Vec<_> = FOREIGN.iter().filter(|word| outcome.stderr.contains(**word)).collect();
    assert!(foreign.is_empty(), "{args:?} says {foreign:?}: {}", outcome.stderr);
    outcome.stderr
}

/// The program used to print `17 is not in 2..=16` (issue 67, point 17).
#[test]
fn numbers_that_cannot_be_are_refused_with_those_that_can() {
    let is_known = |command: &str| run(&[command, "--help"]).code == 0;
    let options: [(&[&str], &str, &str); 7] = [
        (&["seating", "results"], "--tables-of", "from 2 to 16"),
        (&["scan", "a.jpg"], "--max-pixels", "from 1 to 4294836225"),
        (&["batch", "photos", "-o", "results"], "--jobs", "from 1 to 1024"),
        (&["serve"], "--jobs", "from 1 to 1024"),
        (&["serve"], "--port", "from 0 to 65535"),
        (&["serve"], "--photos-at-work", "from 1 to 65535"),
        (&["serve"], "--max-photo", "from 1 to 128"),
    ];
    for (command, option, range) in options.into_iter().filter(|(command, ..)| is_known(command[0])) {
        for wrong in ["x", "1.5", "1e6", "99999999999", "", "99999999999999999999999"] {
            let said = refused(&[command, &[option, wrong]].concat());
            assert!(said.contains(&format!("a whole number {range}")), "{option} {wrong}: {said}");
        }
    }
    if is_known("serve") {
        let said = refused(&["serve", "--lan", "--address", "wlan0"]);
        assert!(said.contains("such as 192.168.43.7"), "{said}");
    }
}

/// `score --help` used to mention "the feature vision", and listed `--max-pixels` under "What no photo shows"
/// (issue 67, point 17).
#[test]
fn help_speaks_of_options_where_they_belong() {
    let commands =
        ["scan", "game", "learn", "score", "standings", "territories", "audit", "batch", "review", "seating", "serve"];
    for command in commands {
        let help = run(&[command, "--help"]).stdout;
        assert!(!help.contains("feature"), "{command}: {help}");
        let unseen =
            help.split("What no photo shows:").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
        for option in ["--max-pixels", "--gallery", "--no-gallery", "--models"] {
            assert!(!unseen.contains(option), "{command}: {unseen}");
        }
    }
}

mod with_photos {
    use std::path::Path;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;
    use crate::common::program::file;

    const FIXTURE: &str = "fixtures/photos/five.jpg";

    /// The program used to name its temporary file: `at path "/proc/.tmpXR5Mhg"` (issue 67, point 17).
    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_cannot_be_written_is_the_one_that_was_named() {
        // Places where even root cannot create files.
        for (command, option, name) in [
            ("scan", "--annotate", "a.jpg"),
            ("scan", "--report", "a.zip"),
            ("scan", "--picture", "a.png"),
            ("game", "--save", "a.json"),
        ] {
            let path = format!("/proc/{name}");
            let said = refused(&[command, FIXTURE, option, &path, "--no-gallery"]);
            assert!(said.contains(&format!("{path}: cannot write")) && !said.contains(".tmp"), "{said}");
        }
    }

    fn chunk(kind: [u8; 4], body: &[u8]) -> Vec<u8> {
        let checked = [&kind, body].concat();
        let sum = crc32(&checked).to_be_bytes();
        [&u32::try_from(body.len()).expect("short").to_be_bytes()[..], &checked, &sum].concat()
    }

    fn crc32(bytes: &[u8]) -> u32 {
        let mut crc = flate2::Crc::new();
        crc.update(bytes);
        crc.sum()
    }

    fn png(kind: [u8; 4], header: [u8; 5], packed: &[u8]) -> Vec<u8> {
        let header = [&[0, 0, 0, 64, 0, 0, 0, 64][..], &header].concat();
        [&b"\x89PNG\r\n\x1a\n"[..], &chunk(kind, &header), &chunk(*b"IDAT", packed), &chunk(*b"IEND", b"")].concat()
    }

    fn webp(kind: &[u8; 4], body: &[u8]) -> Vec<u8> {
        let length = |bytes: usize| u32::try_from(bytes).expect("short").to_le_bytes();
        let chunk = [&kind[..], &length(body.len()), body].concat();
        [&b"RIFF"[..], &length(chunk.len() + 4), b"WEBP", &chunk].concat()
    }

    fn heic(boxes: &[u8]) -> Vec<u8> {
        [&[0, 0, 0, 24][..], b"ftypheic\0\0\0\0mif1heic", boxes].concat()
    }

    /// The program used to print `ChunkType { type: \0\0\0\0, critical: true, ...` (issue 67, point 17).
    #[test]
    fn broken_pictures_are_told_in_plain_words() {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
        std::io::Write::write_all(&mut packed, &[7; 64 * (64 * 3 + 1)]).expect("memory");
        let packed = packed.finish().expect("memory");
        let whole = png(*b"IHDR", [8, 2, 0, 0, 0], &packed);
        let jpeg = std::fs::read(FIXTURE).expect("the fixture");
        let changed = |file: &[u8], at: usize| {
            let mut file = file.to_vec();
            file[at] ^= 0x55;
            file
        };
        let mut broken: Vec<(String, Vec<u8>)> = Vec::new();
        let mut add = |name: &str, file: Vec<u8>| {
            let number = broken.len();
            broken.push((format!("{number}.{name}"), file));
        };
        for end in [8, 20, 33, 45, whole.len() - 30] {
            add("png", whole[..end].to_vec());
        }
        for at in 8..50 {
            add("png", changed(&whole, at));
        }
        for kind in [*b"\0\0\0\0", *b"IDAT", *b"IaDR"] {
            add("png", png(kind, [8, 2, 0, 0, 0], &packed));
        }
        for header in [[3, 2, 0, 0, 0], [8, 3, 0, 0, 0], [8, 9, 0, 0, 0], [8, 2, 1, 0, 0], [8, 2, 0, 0, 9]] {
            add("png", png(*b"IHDR", header, &packed));
        }
        add("png", png(*b"IHDR", [8, 2, 0, 0, 0], b"nonsense"));
        for at in (2..620).step_by(9) {
            add("jpg", changed(&jpeg, at));
        }
        for end in [3, 10, 100, 400, 620, 700] {
            add("jpg", jpeg[..end].to_vec());
        }
        for (kind, body) in
            [(b"VP8 ", &[9; 900][..]), (b"VP8L", &[0x2f; 30]), (b"VP8X", &[2; 10]), (b"ABCD", &[0; 9]), (b"VP8 ", &[])]
        {
            add("webp", webp(kind, body));
        }
        for boxes in [&[][..], &[0; 100], b"\0\0\0\x10meta\0\0\0\0\0\0\0\0", b"\0\0\0\0meta\0\0\0\0\0\0\0\x21hdlr"] {
            add("heic", heic(boxes));
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut paths = Vec::new();
        for (name, content) in &broken {
            let path = folder.path().join(name);
            std::fs::write(&path, content).expect("a writable folder");
            paths.push(path.to_str().expect("UTF-8").to_owned());
        }
        let mut args = vec!["scan", "--no-gallery"];
        args.extend(paths.iter().map(String::as_str));
        let said = refused(&args);
        let refusals =
            said.lines().filter(|line| line.contains(": the ") && line.contains(" file is cut off or damaged ("));
        assert!(refusals.count() > 80, "{said}");
    }

    /// A damaged WebP photo is refused as a photo, not as text.
    #[test]
    fn a_webp_photo_is_no_text() {
        let (_folder, path) = file("kingdom.webp", webp(b"VP8 ", &[9; 900]));
        let said = refused(&["score", &path, "--no-gallery"]);
        assert!(said.contains("the WebP file is cut off or damaged"), "{said}");
        assert!(Path::new(&path).exists());
    }
}
