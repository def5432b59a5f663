//! Converts the words of the command line to the form that is parsed.

use std::ffi::OsStr;
use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue};

use super::shell_words::LineToType;

/// Converts a photo alone to `scan PHOTO`, and `--queen` alone to `--queen=yes`, whatever follows it.
pub fn understood(mut words: Vec<OsString>, commands: &[String]) -> Vec<OsString> {
    let place = place_of_command(&words);
    if words.get(place).is_some_and(|first| !is_command(first, commands)) && is_for_scan(&words[place..]) {
        words.insert(place, "scan".into());
    }
    let is_of_one_player = words.get(place).is_some_and(|command| command == "scan" || command == "score");
    if is_of_one_player {
        queen_alone_is_yes(&mut words);
    }
    words
}

/// Suggests `--` before a file whose name begins with `-`. Clap mistakes such a name for several short
/// options, and its own hint names only the first of them.
pub fn suggest_file(answer: &mut clap::Error, words: &[OsString]) {
    let Some(ContextValue::String(option)) = answer.get(ContextKind::InvalidArg) else { return };
    let mut clusters = words.iter().filter_map(|word| word.to_str()).filter(|word| !word.starts_with("--"));
    let file = clusters.find(|word| word.starts_with(option.as_str()) && word.contains('.'));
    let Some(file) = file else { return };
    let command = words.get(place_of_command(words)).and_then(|word| word.to_str()).unwrap_or_default();
    let tip = format!("put a file whose name begins with `-` after `--`: `{command} -- {file}`");
    answer.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
}

/// The index of the first word after the program's name and the options that all commands share.
fn place_of_command(words: &[OsString]) -> usize {
    let mut place = 1;
    while let Some(word) = words.get(place).and_then(|word| word.to_str()) {
        place += match word {
            "--color" => 2,
            "-q" | "--quiet" => 1,
            _ if word.starts_with("--color=") => 1,
            _ => break,
        };
    }
    place
}

fn is_command(word: &OsStr, commands: &[String]) -> bool {
    commands.iter().any(|command| word == command.as_str())
}

/// Whether the words begin with a photo, or with options before one.
fn is_for_scan(words: &[OsString]) -> bool {
    let asks_about_program = ["-h", "--help", "-V", "--version"].iter().any(|option| words[0] == *option);
    if words[0] == "--" {
        return words.get(1).is_some_and(|word| is_photo(word));
    }
    match is_option(&words[0]) {
        true => !asks_about_program && words.iter().any(|word| !is_option(word) && is_photo(word)),
        false => is_photo(&words[0]),
    }
}

fn is_option(word: &OsStr) -> bool {
    word != "-" && word.as_encoded_bytes().starts_with(b"-")
}

/// Whether the word is standard input, an existing file, or a name with a dot or a slash, which no command
/// has.
fn is_photo(word: &OsStr) -> bool {
    word == "-" || Path::new(word).exists() || word.to_string_lossy().contains(['.', '/'])
}

fn queen_alone_is_yes(words: &mut [OsString]) {
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    for place in 1..end {
        let has_value = words.get(place + 1).is_some_and(|next| {
            let next = next.to_string_lossy();
            // A single unknown word counts as a value of `--queen`, which clap then refuses. A kingdom, a
            // photo or an option does not.
            !next.contains(['.', '/', ' ', '-']) && !Path::new(next.as_ref()).exists()
        });
        if words[place] == "--queen" && !has_value {
            words[place] = OsString::from("--queen=yes");
        }
    }
}

/// The command as it was typed, for a line that the user can type next. Omits options that ask questions or
/// choose the output, and `--fix` unless `with_fixes`.
pub fn typed_again(command: &'static str, with_fixes: bool) -> LineToType {
    let words = understood(std::env::args_os().collect(), &super::commands());
    let words = words.into_iter().map(|word| word.to_string_lossy().into_owned());
    let mut words = words.skip_while(|word| word != command).skip(1);
    let mut typed = Vec::new();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--" => {
                typed.push(word);
                typed.extend(words.by_ref());
            }
            "--ask" | "-a" | "--json" | "-j" | "--strict" | "-s" => {}
            "--fix" | "-f" if !with_fixes => drop(words.next()),
            word if !with_fixes && (word.starts_with("--fix=") || word.starts_with("-f")) => {}
            _ => typed.push(word),
        }
    }
    LineToType::new(command, typed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(line: &str) -> String {
        let words = line.split(' ').map(OsString::from).collect();
        let commands = ["scan", "score", "standings", "help"].map(str::to_owned);
        let words: Vec<String> =
            understood(words, &commands).into_iter().map(|word| word.into_string().expect("UTF-8")).collect();
        words.join(" ")
    }

    #[test]
    fn a_photo_alone_is_scanned() {
        for (line, expected) in [
            ("k photo.jpg", "k scan photo.jpg"),
            ("k -", "k scan -"),
            ("k Cargo.toml", "k scan Cargo.toml"),
            ("k missing.txt", "k scan missing.txt"),
            ("k -q --color never photo.PNG --json", "k -q --color never scan photo.PNG --json"),
            ("k --json photo.jpg", "k scan --json photo.jpg"),
            ("k -- -v.jpg", "k scan -- -v.jpg"),
            ("k score photo.jpg", "k score photo.jpg"),
            ("k scna photo.jpg", "k scna photo.jpg"),
            ("k --help", "k --help"),
            ("k --color=always", "k --color=always"),
            ("k", "k"),
        ] {
            assert_eq!(after(line), expected);
        }
    }

    #[test]
    fn the_queen_alone_takes_no_photo() {
        for (line, expected) in [
            ("k scan --queen photo.jpg", "k scan --queen=yes photo.jpg"),
            ("k score a.json --queen", "k score a.json --queen=yes"),
            ("k score a.json --queen maybe", "k score a.json --queen maybe"),
            ("k score a.json --queen no --coins 3", "k score a.json --queen no --coins 3"),
            ("k standings a.json --queen Anna", "k standings a.json --queen Anna"),
            ("k score -- --queen a", "k score -- --queen a"),
        ] {
            assert_eq!(after(line), expected);
        }
    }
}
