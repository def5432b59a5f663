//! Texts outside the crate `messages` exist in every language, too.

use std::path::Path;

use kingdom_scanner::messages::Language;

#[test]
fn the_page_without_a_server_begins_in_every_language() {
    let script = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("web/boot.js")).expect("a script");
    let (_, words) = script.split_once("const WORDS = {\n").expect("words");
    let (words, _) = words.split_once("\n};\n").expect("the end of the words");
    let heads = words.lines().filter_map(|line| line.strip_prefix("  ")?.strip_suffix(": {"));
    assert_eq!(heads.collect::<Vec<_>>(), Language::ALL.map(Language::id));
}
