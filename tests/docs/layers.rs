//! Checks each library against the table of modules in its `lib.rs`: allowed imports, no cycles, OpenCV in
//! one place. The compiler checks imports between crates. The page's scripts have no cycles, either.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Item, ItemUse, UseTree, Visibility};
use walkdir::WalkDir;

/// A module's path from the crate's root.
type Module = Vec<String>;

/// The source folders of the libraries whose `lib.rs` has a table of modules.
fn libraries() -> [PathBuf; 8] {
    ["kingdomino", "portable-cv", "reading", "report", "game", "table", "tournament", "vision"].map(source_of)
}

fn source_of(library: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates").join(library).join("src")
}

fn files(src: &Path) -> BTreeMap<Module, PathBuf> {
    let entries = WalkDir::new(src).into_iter().map(|entry| entry.expect("a readable folder").into_path());
    let sources = entries.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let module = |path: PathBuf| {
        let below = path.strip_prefix(src).expect("below it").with_extension("");
        let mut module: Module = below.iter().map(|part| part.to_str().expect("UTF-8").to_owned()).collect();
        module.pop_if(|last| last == "mod" || last == "lib");
        (module, path)
    };
    sources.map(module).collect()
}

/// The allowed imports of each top-level module, in the order of the table in `lib.rs`.
fn rows(src: &Path) -> Vec<(String, BTreeSet<String>)> {
    let map = std::fs::read_to_string(src.join("lib.rs")).expect("lib.rs");
    let rows = map.lines().skip_while(|line| !line.contains("| may import |")).skip(2);
    let rows = rows.map_while(|line| line.strip_prefix("//! | "));
    let name = |cell: &str| cell.split('`').nth(1).expect("a name in backticks").to_owned();
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').collect();
        (name(cells[0]), cells[2].split_whitespace().map(str::to_owned).collect())
    })
    .collect()
}

/// All paths in a file that start with `crate` or `super`, as paths from the crate's root. Test modules are
/// excluded.
struct Paths<'a> {
    module: &'a Module,
    found: BTreeSet<Vec<String>>,
}

impl Paths<'_> {
    fn note(&mut self, path: &[String]) {
        let base = match path.first().map(String::as_str) {
            Some("crate") => Vec::new(),
            Some("super") => {
                let up = path.iter().take_while(|part| *part == "super").count();
                self.module[..self.module.len().saturating_sub(up)].to_vec()
            }
            _ => return,
        };
        let rest = path.iter().skip_while(|part| ["crate", "super"].contains(&part.as_str())).cloned();
        self.found.insert(base.into_iter().chain(rest).collect());
    }

    fn note_tree(&mut self, before: &[String], tree: &UseTree) {
        let with = |ident: &syn::Ident| [before, &[ident.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.note_tree(&with(&path.ident), &path.tree),
            UseTree::Name(name) => self.note(&with(&name.ident)),
            UseTree::Rename(rename) => self.note(&with(&rename.ident)),
            UseTree::Glob(_) => self.note(before),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.note_tree(before, tree)),
        }
    }
}

impl<'ast> Visit<'ast> for Paths<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let is_test = |attribute: &syn::Attribute| {
            attribute.path().is_ident("cfg") && attribute.parse_args::<syn::Ident>().is_ok_and(|word| word == "test")
        };
        if !matches!(item, Item::Mod(inner) if inner.attrs.iter().any(is_test)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.note_tree(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.note(&path.segments.iter().map(|segment| segment.ident.to_string()).collect::<Vec<_>>());
        visit::visit_path(self, path);
    }
}

fn imports(src: &Path) -> BTreeMap<Module, BTreeSet<Vec<String>>> {
    let imported = |(module, path): (Module, PathBuf)| {
        let source = std::fs::read_to_string(&path).expect("a readable file");
        let file = syn::parse_file(&source).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut paths = Paths { module: &module, found: BTreeSet::new() };
        paths.visit_file(&file);
        let found = paths.found;
        (module, found)
    };
    files(src).into_iter().map(imported).collect()
}

#[test]
fn each_module_imports_only_what_the_map_allows() {
    let mut wrong = Vec::new();
    for src in libraries() {
        let allowed: BTreeMap<String, BTreeSet<String>> = rows(&src).into_iter().collect();
        let tops: BTreeSet<String> = files(&src).into_keys().filter_map(|module| module.into_iter().next()).collect();
        assert_eq!(
            tops,
            allowed.keys().cloned().collect(),
            "the table of {}/lib.rs names each module once",
            src.display()
        );
        for (module, paths) in imports(&src).iter().filter(|(module, _)| !module.is_empty()) {
            for path in paths {
                let (own, top) = (&module[0], path.first().map_or("", String::as_str));
                // Paths that begin with no module of this crate are visibilities such as `pub(crate)`, or
                // re-exports from other crates.
                if tops.contains(top) && top != own && !allowed[own].contains(top) {
                    wrong.push(format!("{} imports crate::{}", module.join("::"), path.join("::")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_map_lists_a_module_below_all_that_it_may_import() {
    for rows in libraries().map(|src| rows(&src)) {
        for (at, (module, others)) in rows.iter().enumerate() {
            let above: BTreeSet<&String> = rows[..at].iter().map(|(module, _)| module).collect();
            assert!(others.iter().all(|other| above.contains(other)), "{module}: {others:?}");
        }
    }
}

/// The program and the server show results: they read no kingdom and count no points themselves. Only the
/// commands about the rules call the scoring and the audit.
#[test]
fn the_program_and_the_server_count_no_points() {
    const ABOUT_RULES: [&str; 3] = ["score", "audit", "territories"];
    let mut wrong = Vec::new();
    for src in [Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), source_of("serve")] {
        for (module, path) in files(&src) {
            let source = std::fs::read_to_string(&path).expect("a readable file");
            let calls = ["ScoreSheet::new(", "reconstruct(", "audit_game(", "sheet::total("];
            let is_allowed = module.last().is_some_and(|name| ABOUT_RULES.contains(&name.as_str()));
            let found = calls.into_iter().filter(|call| source.contains(call) && !is_allowed);
            wrong.extend(found.map(|call| format!("{}: {call}", path.display())));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_modules_import_each_other_in_a_circle() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for src in libraries().into_iter().chain([source_of("serve"), program]) {
        let circles = circles(&src);
        assert!(circles.is_empty(), "these lie on circles: {circles:#?}");
    }
}

#[test]
fn no_scripts_of_the_page_import_each_other_in_a_circle() {
    let mut graph = BTreeMap::new();
    for entry in WalkDir::new(source_of("serve").join("page")) {
        let path = entry.expect("a readable folder").into_path();
        if path.extension().is_none_or(|extension| extension != "js") {
            continue;
        }
        let script = std::fs::read_to_string(&path).expect("a readable file");
        let imported = script.split(" from \"./").skip(1).filter_map(|rest| rest.split('"').next());
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        graph.insert(vec![name], imported.map(|other| vec![other.to_owned()]).collect());
    }
    assert!(graph.values().any(|others: &BTreeSet<Module>| !others.is_empty()));
    let circles = on_circles(graph);
    assert!(circles.is_empty(), "these lie on circles: {circles:#?}");
}

/// The modules of a library that import each other in a cycle.
fn circles(src: &Path) -> Vec<String> {
    let modules: BTreeSet<Module> = files(src).into_keys().collect();
    let owner =
        |path: &[String]| (0..=path.len()).rev().map(|end| path[..end].to_vec()).find(|part| modules.contains(part));
    // A module's own file and its submodules use each other's items, which is not a cycle.
    let is_kin = |a: &[String], b: &[String]| a.starts_with(b) || b.starts_with(a);
    let mut graph: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (module, paths) in imports(src) {
        let owners = paths.iter().filter_map(|path| owner(path)).filter(|other| !is_kin(&module, other));
        graph.insert(module.clone(), owners.collect());
    }
    on_circles(graph)
}

/// The members of a graph that lie on cycles.
fn on_circles(mut graph: BTreeMap<Module, BTreeSet<Module>>) -> Vec<String> {
    // Repeatedly removes modules that import nothing that is left, until only cycles remain.
    while let Some(free) = graph.iter().find(|(_, others)| others.is_empty()).map(|(module, _)| module.clone()) {
        graph.remove(&free);
        graph.values_mut().for_each(|others| {
            others.remove(&free);
        });
    }
    let is_on_circle = |module: &Module| {
        let mut reached = BTreeSet::new();
        let mut next: Vec<&Module> = graph[module].iter().collect();
        while let Some(at) = next.pop() {
            if reached.insert(at) {
                next.extend(&graph[at]);
            }
        }
        reached.contains(module)
    };
    graph.keys().filter(|module| is_on_circle(module)).map(|module| module.join("::")).collect()
}

/// The concepts of the program. Each is one type, wherever it is needed.
const CONCEPTS: [&str; 10] =
    ["Kingdom", "Square", "Place", "Cell", "Name", "Warning", "Doubt", "Correction", "Edit", "Question"];

#[test]
fn each_concept_has_one_public_type() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in ["src", "crates", "web/src"].into_iter().flat_map(|folder| files(&root.join(folder)).into_values()) {
        let source = std::fs::read_to_string(&path).expect("a readable file");
        for item in syn::parse_file(&source).expect("Rust").items {
            let (name, visibility) = match item {
                Item::Struct(item) => (item.ident, item.vis),
                Item::Enum(item) => (item.ident, item.vis),
                Item::Type(item) => (item.ident, item.vis),
                _ => continue,
            };
            if matches!(visibility, Visibility::Public(_)) && CONCEPTS.iter().any(|concept| name == concept) {
                found.entry(name.to_string()).or_default().push(path.clone());
            }
        }
    }
    assert_eq!(found.len(), CONCEPTS.len(), "{found:?}");
    assert!(found.values().all(|paths| paths.len() == 1), "{found:?}");
}

#[test]
fn opencv_is_named_in_vision_alone() {
    let others = libraries().into_iter().filter(|src| !src.ends_with("vision/src")).chain([source_of("serve")]);
    for path in others.flat_map(|src| files(&src).into_values()) {
        let source = std::fs::read_to_string(&path).expect("a readable file");
        assert!(!source.contains("opencv::"), "{} names OpenCV", path.display());
    }
}
