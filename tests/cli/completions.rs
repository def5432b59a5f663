//! The completions that a real bash offers after Tab. Without bash, the tests are skipped with a message.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::program::{run, scanner};

/// Prints bash's completions for each line of words, the last of which is incomplete.
const OFFERS: &str = r#"
source <("$SCANNER" completions bash)
offer=$(complete -p kingdom-scanner | sed 's/.* -F \([^ ]*\) .*/\1/')
while IFS= read -r line; do
  IFS=' ' read -r -a COMP_WORDS <<<"kingdom-scanner $line"
  [[ $line == *' ' ]] && COMP_WORDS+=("")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
  "$offer" kingdom-scanner "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
  echo "${COMPREPLY[*]}"
done
"#;

/// The completions for each of these lines; `None` without a bash.
fn offered(lines: &[String]) -> Option<Vec<Vec<String>>> {
    let mut bash = Command::new("bash");
    bash.args(["--norc", "-c", OFFERS]).env("SCANNER", scanner()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut bash = match bash.spawn() {
        Ok(bash) => bash,
        Err(error) => {
            eprintln!("skipped: no bash: {error}");
            return None;
        }
    };
    let mut typed = lines.join("\n");
    typed.push('\n');
    bash.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("bash reads");
    let output = bash.wait_with_output().expect("bash ends");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    let offers: Vec<Vec<String>> =
        said.lines().map(|line| line.split_whitespace().map(str::to_owned).collect()).collect();
    assert_eq!(offers.len(), lines.len(), "{said}");
    Some(offers)
}

/// A command's options from its help, each with its values if they are listed.
fn options(command: &str) -> Vec<(String, Vec<String>)> {
    let help = run(&[command, "--help"]).stdout;
    let mut options: Vec<(String, String)> = Vec::new();
    for line in help.lines() {
        let words = line.trim_start();
        let is_option = words.starts_with('-') && line.len() > words.len();
        // Skips a short option: no long name follows directly after a dash or `-x` in a description.
        let mut names = words.split([' ', ',', '[', '=']).filter(|word| !word.is_empty()).take(2);
        if let Some(long) = names.find(|word| is_option && word.starts_with("--")) {
            options.push((long.to_owned(), String::new()));
        }
        if let Some((_, text)) = options.last_mut() {
            text.push_str(words);
            text.push(' ');
        }
    }
    let values = |text: &str| -> Vec<String> {
        let list = text.split("[possible values: ").nth(1).and_then(|rest| rest.split(']').next());
        list.into_iter().flat_map(|list| list.split(", ")).map(|value| value.trim().to_owned()).collect()
    };
    options.into_iter().map(|(option, text)| (option, values(&text))).collect()
}

/// None of the options and values used to be offered (issue 67, point 16).
#[test]
fn bash_offers_every_option_and_value_of_every_command() {
    let help = run(&["--help"]).stdout;
    let commands = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("commands");
    // Lines with deeper indentation continue a description.
    let names = commands.lines().filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    let commands: Vec<&str> =
        names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect();
    assert!(commands.contains(&"score") && commands.len() > 5, "{commands:?}");
    let (mut typed, mut expected) = (Vec::new(), Vec::new());
    for command in commands {
        let options = options(command);
        assert!(!options.is_empty(), "{command}");
        typed.push(format!("{command} --"));
        expected.push(options.iter().map(|(option, _)| option.clone()).collect());
        for (option, values) in options.into_iter().filter(|(_, values)| !values.is_empty()) {
            typed.push(format!("{command} file.json {option} "));
            expected.push(values);
        }
    }
    assert!(expected.iter().any(|values: &Vec<String>| values.contains(&"semicolon".to_owned())), "{expected:?}");
    // Help does not list the quests, because they would fill a page, so this one is added.
    typed.push("score file.json --quest four-corners-w".to_owned());
    expected.push(vec!["four-corners-wheat".to_owned()]);
    typed.push("--quiet --color never score --knights".to_owned());
    expected.push(vec!["--knights-in-supply".to_owned()]);
    typed.push("stand".to_owned());
    expected.push(vec!["standings".to_owned()]);
    let Some(offers) = offered(&typed) else { return };
    for ((typed, expected), offers) in typed.iter().zip(&expected).zip(&offers) {
        let missing: Vec<_> = expected.iter().filter(|word| !offers.contains(word)).collect();
        assert!(missing.is_empty(), "`{typed}` does not offer {missing:?}, but {offers:?}");
    }
}
