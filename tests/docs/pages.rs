//! README, docs and cards are correct: console blocks are run, commands exist, figures match the committed
//! measurements, links work.
//!
//! `README_UPDATE=1 cargo test --release --workspace --test docs` updates all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use kingdom_scanner::audit::findings;
use kingdom_scanner::formats::parse_json;
use serde_json::{Map, Value};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Compares the part of a file that follows `begin` with `truth`, or replaces it when updating.
fn check(file: &str, begin: &str, part: &str, truth: &str) {
    /// The tests run in parallel and write the same file.
    static WRITING: Mutex<()> = Mutex::new(());
    if part == truth {
        return;
    }
    assert!(std::env::var_os("README_UPDATE").is_some(), "{file} says\n{part}\nbut the truth is\n{truth}");
    let _alone = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let updated = read(file).replacen(&format!("{begin}{part}"), &format!("{begin}{truth}"), 1);
    fs::write(root().join(file), updated).unwrap_or_else(|error| panic!("{file}: {error}"));
}

/// The commands of a block, each with its expected output.
fn commands(block: &str) -> Vec<(&str, String)> {
    let mut commands: Vec<(&str, String)> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, String::new())),
            (None, Some((_, output))) => *output += &format!("{line}\n"),
            (None, None) => panic!("a console block begins with a command, not with `{line}`"),
        }
    }
    commands
}

/// A command's output without trailing spaces; `kingdom-scanner` is the one built for this test.
fn output_of(command: &str) -> String {
    let scanner = Path::new(env!("CARGO_BIN_EXE_kingdom-scanner")).parent().expect("a folder");
    let mut folders: Vec<PathBuf> = vec![scanner.to_owned()];
    folders.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let path = std::env::join_paths(folders).expect("folders without colons");
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(root()).env("PATH", path).env("LC_ALL", "C");
    let output = shell.output().expect("sh");
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The paths of README and of all pages in docs.
fn pages() -> Vec<String> {
    let docs = fs::read_dir(root().join("docs")).expect("a folder");
    let names = docs.map(|entry| format!("docs/{}", entry.expect("an entry").file_name().to_string_lossy()));
    let mut pages: Vec<String> = names.filter(|name| name.ends_with(".md")).chain(["README.md".to_owned()]).collect();
    pages.sort();
    pages
}

/// The content of all blocks that start with this line.
fn blocks<'a>(text: &'a str, begin: &str) -> Vec<&'a str> {
    text.split(begin).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// The lines of shell blocks, and text between backticks.
fn shell_lines(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    let spans = prose.flat_map(|part| part.split('`').skip(1).step_by(2));
    blocks(text, "```sh\n").into_iter().flat_map(str::lines).chain(spans).collect()
}

/// Whether a command's help lists an option.
fn lists(help: &str, option: &str) -> bool {
    [' ', '\n', '['].iter().any(|end| help.contains(&format!("{option}{end}")))
}

#[test]
fn the_readme_is_short() {
    let words = read("README.md").split_whitespace().count();
    assert!(words <= 700, "{words} words; what is more belongs into docs");
}

#[test]
fn every_console_block_shows_what_its_commands_print() {
    let begin = "```console\n";
    let mut count = 0;
    for page in pages() {
        for block in blocks(&read(&page), begin) {
            let mut truth = String::new();
            for (command, _) in commands(block) {
                let _ = write!(truth, "$ {command}\n{}", output_of(command));
            }
            check(&page, begin, block, &truth);
            count += 1;
        }
    }
    assert!(count > 3, "README and docs show the program at work: {count} blocks");
}

/// Checks that each `kingdom-scanner` command with its options, and each make target, exists if a page names
/// it.
#[test]
fn every_command_exists() {
    let makefiles = [read("Makefile"), read("models/train/train.mk")].concat();
    let mut helps: BTreeMap<String, String> = BTreeMap::new();
    let mut count = 0;
    for page in pages() {
        for line in shell_lines(&read(&page)) {
            let command = line.split('#').next().unwrap_or_default();
            if let Some(target) = command.strip_prefix("make ") {
                assert!(makefiles.contains(&format!("\n{}:", target.trim())), "{page}: {line}");
                count += 1;
            }
            let Some((_, rest)) = command.split_once("kingdom-scanner ") else { continue };
            let mut words = rest.split_whitespace();
            let subcommand = words.next().unwrap_or_default();
            let help = helps
                .entry(subcommand.to_owned())
                .or_insert_with(|| output_of(&format!("kingdom-scanner {subcommand} --help")));
            for option in words.filter(|word| word.starts_with('-') && *word != "-") {
                assert!(lists(help, option), "{page}: {option} in {line}");
            }
            count += 1;
        }
    }
    assert!(count > 20, "{count} commands");
}

/// The list of arguments with which an image or a compose file starts a server.
#[test]
fn the_deployment_starts_what_there_is() {
    let help = output_of("kingdom-scanner serve --help");
    for file in ["deploy/Dockerfile", "deploy/compose.yaml"] {
        let text = read(file);
        let list = text.split_once("[\"kingdom-scanner\",").unwrap_or_else(|| panic!("{file} starts no server")).1;
        let list = list.split(']').next().unwrap_or_default();
        let words: Vec<&str> = list.split(',').map(|word| word.trim().trim_matches('"')).collect();
        assert_eq!(words[0], "serve", "{file}");
        for option in words.iter().filter(|word| word.starts_with("--")) {
            assert!(lists(&help, option), "{file}: {option}");
        }
    }
}

#[test]
fn every_link_leads_somewhere() {
    let cards = fs::read_dir(root().join("models")).expect("a folder");
    let cards = cards.map(|entry| format!("models/{}", entry.expect("an entry").file_name().to_string_lossy()));
    let cards = cards.filter(|name| name.ends_with(".md"));
    for page in pages().into_iter().chain(cards).chain(["fixtures/README.md".to_owned(), "CHANGELOG.md".to_owned()]) {
        let text = read(&page);
        let folder = root().join(&page).parent().expect("a folder").to_owned();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            if file.starts_with("http") {
                continue;
            }
            let path = if file.is_empty() { root().join(&page) } else { folder.join(file) };
            assert!(path.exists(), "{page} links to {target}");
            if !anchor.is_empty() {
                let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{target}: {error}"));
                assert!(anchors(&text).contains(anchor), "{page} links to {target}: there is no such heading");
            }
        }
    }
}

/// The anchors of links to the headings of a page.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let words = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-"));
    words.map(|words| words.chars().filter(|sign| sign.is_alphanumeric() || "-_".contains(*sign)).collect()).collect()
}

#[test]
fn every_json_block_is_a_possible_kingdom() {
    let texts: Vec<String> = pages().iter().map(|page| read(page)).collect();
    let blocks: Vec<&str> = texts.iter().flat_map(|text| blocks(text, "```json\n")).collect();
    assert!(!blocks.is_empty(), "the docs show a kingdom in JSON");
    for block in blocks {
        let record = parse_json(block).unwrap_or_else(|error| panic!("{error}: {block}")).record;
        assert_eq!(findings(&record.kingdom, &record.unseen), [], "{block}");
    }
}

#[test]
fn the_figures_are_those_of_the_committed_measurements() {
    let queendomino_as_they_come = &lines_of("queendomino")[0]["read"];
    let unseen = [
        ("photographs", &measured("pictures")),
        ("rendered kingdoms of Kingdomino", &measured("held-out")),
        ("rendered kingdoms of Queendomino", queendomino_as_they_come),
    ];
    check_table("README.md", "figures", &validations("never trained on", &unseen));
    let trained = [("boards", &measured("boards")), ("of them, a game at a time", &measured("boards-by-game"))];
    check_measured("trained", &validations("trained on", &trained));
    check_measured("folds", &folds());
    check_between("models/locator.md", "<!-- suite begin -->\n", "<!-- suite end -->", &locator_suite("locator-suite"));
    let real = locator_suite("locator-suite-real");
    check_between("models/locator.md", "<!-- real suite begin -->\n", "<!-- real suite end -->", &real);
    check_between("models/locator.md", "<!-- shapes begin -->\n", "<!-- shapes end -->", &locator_shapes());
    check_between("models/learning.md", "<!-- learning begin -->\n", "<!-- learning end -->", &learning());
    check_between("models/queendomino.md", "<!-- measured begin -->\n", "<!-- measured end -->", &queendomino(true));
    check_measured("queendomino", &queendomino(false));
    check_measured("tables", &tables());
    check_measured("speed", &figures(&lines_of("speed"), &[("figure", "")]));
    check_measured("serve", &figures(&lines_of("serve"), &[("figure", "")]));
    check_measured("web", &figures(&lines_of("web"), &[("figure", ""), ("4 times slower", ", 4 times slower")]));
    check_measured("builds", &figures(&lines_of("builds"), &[("one core", ", one core"), ("2 cores", ", 2 cores")]));
    let (packages, programs): (Vec<Value>, Vec<Value>) =
        lines_of("packages").into_iter().partition(|line| word(line, "what").contains(": "));
    let kinds = [("`.deb`", ", deb"), ("archive", ", archive"), ("wheel", ", wheel")];
    check_measured("packages", &figures(&packages, &kinds));
    check_measured("programs", &figures(&programs, &[("figure", "")]));
}

/// A table of docs/measurements.md.
fn check_measured(name: &str, table: &str) {
    check_table("docs/measurements.md", name, table);
}

fn check_table(page: &str, name: &str, table: &str) {
    check_between(page, &format!("<!-- {name} -->\n"), &format!("<!-- end of {name} -->"), &format!("\n{table}\n"));
}

#[test]
fn the_pictures_of_how_to_take_a_photo_are_read_as_the_page_says() {
    check_table("docs/photos.md", "pictures", &pictures());
}

/// The table of docs/photos.md: what the program reads in each of its pictures.
fn pictures() -> String {
    let mut text = "| picture | what is read |\n|---|---|\n".to_owned();
    for (name, what) in [
        ("good", "as it should be"),
        ("side", "from the side"),
        ("cut-off", "cut off"),
        ("castle", "a castle stands on it"),
        ("loose", "loose dominoes touch it"),
    ] {
        // Without a kingdom the exit code is 1.
        let line =
            output_of(&format!("kingdom-scanner scan --no-gallery --json docs/pictures/{name}.jpg 2>&1 || true"));
        let line = line.lines().find(|line| line.starts_with('{')).unwrap_or_else(|| panic!("{name}: {line}"));
        let photo: Value = serde_json::from_str(line).expect("JSON");
        let read = match photo["kingdoms"].as_array().map(Vec::as_slice) {
            Some([kingdom]) => {
                let is_to_check = kingdom["needs_review"].as_bool().expect("a yes or no");
                format!("{} points{}", kingdom["total"], if is_to_check { ", to check" } else { "" })
            }
            _ => photo["status"].as_str().expect("a status").replace("no_kingdom", "no kingdom is found"),
        };
        let _ = writeln!(text, "| {what} | {read} |");
    }
    text
}

/// The results of a bench: one line of JSON each.
fn lines_of(file: &str) -> Vec<Value> {
    let text = read(&format!("models/measured/{file}.jsonl"));
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn word<'a>(line: &'a Value, name: &str) -> &'a str {
    line[name].as_str().unwrap_or_else(|| panic!("{line}: no {name}"))
}

/// A table of a bench's figures. Each column has a heading and a part of the figures' names; a figure without
/// any of these parts is in all columns.
fn figures(lines: &[Value], columns: &[(&str, &str)]) -> String {
    let mut rows: Vec<((String, &str), Vec<String>)> = Vec::new();
    for line in lines {
        let what = word(line, "what");
        let figure = line["figure"].as_f64().unwrap_or_else(|| panic!("{line}: no figure"));
        let column = columns.iter().rposition(|(_, part)| what.contains(part));
        let name = column.map_or(what.to_owned(), |column| what.replacen(columns[column].1, "", 1));
        let key = (name, word(line, "unit"));
        let at = rows.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            rows.push((key, vec![String::new(); columns.len()]));
            rows.len() - 1
        });
        for cell in column.map_or(0..columns.len(), |column| column..column + 1) {
            rows[at].1[cell] = figure.to_string();
        }
    }
    let headings: Vec<&str> = columns.iter().map(|(heading, _)| *heading).collect();
    let mut text = format!("| what | {} | unit |\n|{}\n", headings.join(" | "), "---|".repeat(columns.len() + 2));
    for ((what, unit), cells) in rows {
        let _ = writeln!(text, "| {what} | {} | {unit} |", cells.join(" | "));
    }
    text
}

/// The crates that a manifest depends on, of these.
fn dependencies(manifest: &str, crates: &BTreeSet<String>) -> BTreeSet<String> {
    let text = read(manifest);
    let (_, own) = text.split_once("\n[dependencies]\n").unwrap_or_default();
    let own = own.lines().take_while(|line| !line.starts_with('['));
    let names = own.filter(|line| line.contains("workspace = true")).filter_map(|line| line.split(['.', ' ']).next());
    names.map(str::to_owned).filter(|name| crates.contains(name)).collect()
}

/// An arrow from each crate to those that use it, without arrows that follow from others.
#[test]
fn the_drawing_of_the_crates_is_that_of_their_manifests() {
    let entries = fs::read_dir(root().join("crates")).expect("crates").map(|entry| entry.expect("an entry"));
    let crates: BTreeSet<String> = entries.map(|entry| entry.file_name().into_string().expect("UTF-8")).collect();
    let mut uses: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for name in &crates {
        uses.insert(name, dependencies(&format!("crates/{name}/Cargo.toml"), &crates));
    }
    uses.insert("kingdom-scanner", dependencies("Cargo.toml", &crates));
    let is_used_below = |used: &str, other: &str| {
        let mut reached = vec![other];
        while let Some(next) = reached.pop() {
            if uses[next].contains(used) {
                return true;
            }
            reached.extend(uses[next].iter().map(String::as_str));
        }
        false
    };
    let mut drawing = "graph TD\n".to_owned();
    for (user, used) in &uses {
        for one in used.iter().filter(|one| !used.iter().any(|other| other != *one && is_used_below(one, other))) {
            let _ = writeln!(drawing, "  {one} --> {user}");
        }
    }
    check_between("docs/how-it-works.md", "```mermaid\n", "```", &drawing);
}

fn check_between(file: &str, begin: &str, end: &str, truth: &str) {
    let text = read(file);
    let rest = text.split_once(begin).unwrap_or_else(|| panic!("{file} has no {begin}")).1;
    let part = rest.split_once(end).unwrap_or_else(|| panic!("{file} has no {end}")).0;
    check(file, begin, part, truth);
}

fn percent(part: u64, whole: u64) -> String {
    // Rounded down: 99.97 % is not 100.0 %.
    format!("{:.1} %", (1000.0 * part as f64 / whole as f64).floor() / 10.0)
}

/// The results of `kingdom-validator` for the shipped program on each of these sets.
fn validations(on: &str, validations: &[(&str, &Value)]) -> String {
    let mut text = format!(
        "| {on} | grids found | squares right | totals right | to check | wrong totals without a warning |\n|---|---|---|---|---|---|\n"
    );
    for (what, validation) in validations {
        let count = |name: &str| validation["sums"][name].as_u64().unwrap_or_else(|| panic!("{what}: no {name}"));
        let (squares, right) = (count("squares"), count("squares_right"));
        let _ = writeln!(
            text,
            "| {} {what} | {} | {right} of {squares} ({}) | {} | {} | {} |",
            count("kingdoms"),
            count("located"),
            percent(right, squares),
            count("totals_right"),
            count("needs_review"),
            count("silent_errors"),
        );
    }
    text
}

/// The results of `make measure-locator` for the classes of a suite.
fn locator_classes(file: &str) -> Map<String, Value> {
    measured(file)["classes"].as_object().expect("classes").clone()
}

fn measured(file: &str) -> Value {
    serde_json::from_str(&read(&format!("models/measured/{file}.json"))).expect("JSON")
}

/// A table of rendered scenes by class.
fn locator_suite(file: &str) -> String {
    let mut text =
        "| class | kingdoms | found | corner error in squares: median | worst | false grids |\n|---|---|---|---|---|---|\n"
            .to_owned();
    let classes = locator_classes(file);
    for (class, sums) in &classes {
        let count = |name: &str| sums[name].as_u64().unwrap_or_else(|| panic!("{class}: no {name}"));
        let error = |name: &str| sums[name].as_f64().map(|squares| format!("{squares:.3}")).unwrap_or_default();
        let (kingdoms, located) = (count("kingdoms"), count("located"));
        let found = if kingdoms > 0 { format!("{located} ({})", percent(located, kingdoms)) } else { String::new() };
        let false_grids = match count("without_kingdom") {
            0 => count("surplus_kingdoms").to_string(),
            pictures => format!("{} in {pictures} pictures", count("false_grids")),
        };
        let _ = writeln!(
            text,
            "| {class} | {kingdoms} | {found} | {} | {} | {false_grids} |",
            error("median_corner_error_squares"),
            error("max_corner_error_squares"),
        );
    }
    let sums = &measured(file)["sums"];
    let count = |name: &str| sums[name].as_u64().unwrap_or_else(|| panic!("{file}: no {name}"));
    let median = sums["median_corner_error_squares"].as_f64().expect("a median");
    let (kingdoms, located) = (count("kingdoms"), count("located"));
    let found = format!("{located} ({})", percent(located, kingdoms));
    let _ = writeln!(text, "| **all** | **{kingdoms}** | **{found}** | **{median:.3}** | | |");
    text
}

/// The results on difficult scenes, by class. Each cell has a figure for our artwork and one for real faces.
fn tables() -> String {
    let names = ["kingdoms", "located", "totals_right", "needs_review", "rightly_read_but_doubted", "silent_errors"];
    let mut text = String::from(
        "| our artwork, real faces | kingdoms | grids found | totals right | to check | of these no visible square is wrong \
         | wrong totals without a warning |\n|---|---|---|---|---|---|---|\n",
    );
    for pair in lines_of("tables").chunks(2) {
        assert_eq!([0, 1].map(|set| word(&pair[set], "faces")), ["our artwork", "real faces"]);
        for class in pair[0]["read"]["classes"].as_object().expect("classes").keys() {
            let cells = names.map(|name| {
                let counts = pair.iter().map(|set| set["read"]["classes"][class][name].as_u64().expect("a count"));
                counts.map(|count| count.to_string()).collect::<Vec<_>>().join(", ")
            });
            let _ = writeln!(text, "| {class} | {} |", cells.join(" | "));
        }
    }
    text
}

/// The geometry of the suite's kingdoms in their pictures: a small histogram for each class.
fn locator_shapes() -> String {
    let shapes = ["picture_share", "convergence", "turn_deg", "square_px"];
    let mut text = String::from("| class |");
    let classes = locator_classes("locator-suite");
    let first = &classes.values().next().expect("a class")["shapes"];
    for name in shapes {
        let (from, step, counts) = histogram(&first[name]);
        let to = ((from + step * counts.len() as f64) * 100.0).round() / 100.0;
        let _ = write!(text, " {} {from} to {to} |", name.replace('_', " "));
    }
    text += "\n|---|---|---|---|---|\n";
    for (class, sums) in classes.iter().filter(|(_, sums)| sums["kingdoms"] != 0) {
        let _ = write!(text, "| {class} |");
        for name in shapes {
            let (_, _, counts) = histogram(&sums["shapes"][name]);
            let _ = write!(text, " `{}` |", bars(&counts));
        }
        text.push('\n');
    }
    text
}

/// A histogram's start, bin width, and counts.
fn histogram(json: &Value) -> (f64, f64, Vec<u64>) {
    let number = |name: &str| json[name].as_f64().unwrap_or_else(|| panic!("no {name} in {json}"));
    let counts = json["counts"].as_array().expect("counts").iter().map(|count| count.as_u64().expect("a count"));
    (number("from"), number("step"), counts.collect())
}

/// A bar for each count, with a height relative to the largest; only empty bins are blank.
fn bars(counts: &[u64]) -> String {
    let highest = counts.iter().copied().max().unwrap_or(0).max(1);
    counts
        .iter()
        .map(|count| [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'][(count * 8).div_ceil(highest) as usize])
        .collect()
}

/// The sums of one measurement of learning.
struct Learning {
    set: String,
    learnt: Vec<String>,
    /// The numbers of squares, right squares, kingdoms, located kingdoms and silent errors.
    counts: [u64; 5],
}

/// The table of `make measure-learn`.
fn learning() -> String {
    let measurement = |line: &str| {
        let json: Value = serde_json::from_str(line).expect("a line of JSON");
        let classes = json["read"]["classes"].as_object().expect("classes");
        let count = |name: &str| classes.values().map(|sums| sums[name].as_u64().expect("a count")).sum();
        let learnt = json["learnt"].as_array().expect("labels").iter().map(|label| label.to_string());
        Learning {
            set: json["set"].as_str().expect("a name").to_owned(),
            learnt: learnt.collect(),
            counts: ["squares", "squares_right", "kingdoms", "located", "silent_errors"].map(count),
        }
    };
    let measured: Vec<Learning> = read("models/measured/learning.jsonl").lines().map(measurement).collect();
    let mut text = String::from(
        "| kingdoms | learnt from | located | squares right | of the errors gone | silent errors |\n|---|---|---|---|---|---|\n",
    );
    for before in measured.iter().filter(|one| one.learnt.is_empty()) {
        let mut sums: BTreeMap<usize, (u64, [u64; 5])> = BTreeMap::new();
        for one in measured.iter().filter(|one| one.set == before.set) {
            let (draws, sum) = sums.entry(one.learnt.len()).or_default();
            *draws += 1;
            sum.iter_mut().zip(one.counts).for_each(|(sum, count)| *sum += count);
            if one.set.starts_with("others") && !one.learnt.is_empty() {
                text += &learning_row(one, &one.learnt.join(", ").replace(['"', '.'], "").replace("json", ""), before);
            }
        }
        for (photos, (draws, counts)) in sums {
            let what = match photos {
                0 => "nothing".to_owned(),
                1 => format!("**one photo**, {draws} draws"),
                _ if draws == 1 => format!("{photos} photos of the other edition"),
                _ => format!("**{photos} photos**, {draws} draws"),
            };
            let sum = Learning { set: before.set.clone(), learnt: Vec::new(), counts };
            text += &learning_row(&sum, &what, before);
        }
    }
    text
}

fn learning_row(row: &Learning, learnt: &str, before: &Learning) -> String {
    let [squares, right, kingdoms, located, silent] = row.counts;
    let draws = squares / before.counts[0];
    let errors = draws * (before.counts[0] - before.counts[1]);
    let gone = match errors.checked_sub(squares - right) {
        _ if learnt == "nothing" => String::new(),
        Some(gone) if errors > 0 => percent(gone, errors),
        _ => "none".to_owned(),
    };
    let share = percent(right, squares);
    format!(
        "| {} | {learnt} | {located} of {kingdoms} | {right} of {squares} ({share}) | {gone} | {silent} |\n",
        row.set
    )
}

/// Rendered Queendomino, from `make measure-queendomino`: the sums of each measurement and, optionally, those
/// of each class of single kingdoms.
fn queendomino(with_classes: bool) -> String {
    let mut text = String::from(
        "| kingdoms | grids found | land and buildings right | with all pieces | buildings | knights | towers | totals right | to check \
         | wrong totals without a warning | squares asked about in a kingdom | totals right then | wrong without a warning then \
         |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for (index, measurement) in lines_of("queendomino").iter().enumerate() {
        let (set, classes) = (&measurement["set"], measurement["read"]["classes"].as_object().expect("classes"));
        if with_classes && index == 0 {
            for (class, sums) in classes {
                text += &queendomino_row(class, &[sums]);
            }
        }
        text +=
            &queendomino_row(&format!("**{}**", set.as_str().expect("a name")), &classes.values().collect::<Vec<_>>());
    }
    text
}

fn queendomino_row(what: &str, classes: &[&Value]) -> String {
    let count =
        |at: &dyn Fn(&Value) -> Value| classes.iter().map(|sums| at(sums).as_u64().expect("a count")).sum::<u64>();
    let sum = |name: &str| count(&|sums| sums[name].clone());
    let pieces = |name: &str| {
        let [all, right] =
            [name.to_owned(), format!("{name}_right")].map(|name| count(&|sums| sums["pieces"][&name].clone()));
        format!("{right} of {all}")
    };
    let (squares, right, kingdoms) = (sum("squares"), sum("squares_right"), sum("kingdoms"));
    // Tiles read outside the label's squares can make more wrong squares than there are squares.
    let mistakes: u64 = ["terrain_wrong", "crowns_wrong", "buildings_wrong"].map(sum).iter().sum();
    let land_right = squares.saturating_sub(mistakes);
    let is_asked = classes.iter().any(|sums| sums["asked"].is_object());
    let asked = |name: &str| count(&|sums| sums["asked"].get(name).cloned().unwrap_or(0.into()));
    let then = if is_asked {
        let each = asked("questions") as f64 / kingdoms as f64;
        format!("{each:.1} | {} | {}", asked("totals_right"), asked("silent_errors"))
    } else {
        "| |".to_owned()
    };
    format!(
        "| {what} | {} of {kingdoms} | {land_right} of {squares} ({}) | {right} ({}) | {} | {} | {} | {} | {} | {} | {then} |\n",
        sum("located"),
        percent(land_right, squares),
        percent(right, squares),
        pieces("buildings"),
        pieces("knights"),
        pieces("towers"),
        sum("totals_right"),
        sum("needs_review"),
        sum("silent_errors"),
    )
}

/// Networks of the same recipe on data that each had not seen, given the true corners, from `make evaluate`.
fn folds() -> String {
    let table = read("models/evaluation.csv");
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("fold,source,class,occluded,squares,wrong"));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    let mut text = "| held out, squares alone | squares right |\n|---|---|\n".to_owned();
    for (source, what) in [("boards", "boards, a game at a time"), ("crops", "crops, groups of sessions at a time")] {
        let counted = || rows.iter().filter(|row| row[1] == source && row[3] == "no");
        let sum = |column: usize| -> u64 { counted().map(|row| row[column].parse::<u64>().expect("a count")).sum() };
        let (squares, wrong) = (sum(4), sum(5));
        let _ = writeln!(text, "| {what} | {} of {squares} ({}) |", squares - wrong, percent(squares - wrong, squares));
    }
    text
}
