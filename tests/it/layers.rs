//! Who imports whom: no circle of imports over more than two files, and nothing general imports a game.
//!
//! An import is a path that begins with `crate`, `self`, `super` or a child module, in a `use` or in code. A module and the
//! modules within it are one family: what passes between them is not counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::Visit;

/// A module: its names from the root of its crate.
type Module = Vec<String>;

/// The imports of a crate, by module.
type Imports = BTreeMap<Module, BTreeSet<Module>>;

/// Most files that may import each other in a circle.
const LONGEST_CIRCLE: usize = 2;

/// The folders with sources, by crate.
const CRATES: [&str; 6] = ["engine/src", "agents/src", "models/src", "training/src", "src/render", "src"];

/// Modules of the engine that know no game.
const GENERAL: [&str; 11] = ["data", "dice", "env", "game", "hex", "kit", "observation", "record", "square", "stack", "view"];

/// The modules of games.
const GAMES: [&str; 5] = ["across_the_bug", "armir", "blocks_in_the_east", "bolt_action", "east_front"];

/// Reads one file: collects the paths in it and resolves them.
struct Reader<'a> {
    files: &'a BTreeSet<Module>,
    here: Module,
    found: BTreeSet<Module>,
}

impl Reader<'_> {
    /// Notes the file that a path leads into, if it leads into one of the crate.
    fn note(&mut self, path: &[String]) {
        let mut from = match path.first().map(String::as_str) {
            Some("crate") => Vec::new(),
            Some("self") => self.here.clone(),
            Some("super") => self.here[..self.here.len() - 1].to_vec(),
            Some(name) if self.files.contains(&[self.here.as_slice(), &[name.to_owned()]].concat()) => {
                let mut child = self.here.clone();
                child.push(name.to_owned());
                child
            }
            _ => return,
        };
        for name in &path[1..] {
            if name == "super" {
                from.pop();
            } else {
                from.push(name.clone());
            }
        }
        while !from.is_empty() && !self.files.contains(&from) {
            from.pop();
        }
        self.found.insert(from);
    }

    fn note_tree(&mut self, before: &mut Vec<String>, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.note_tree(before, &path.tree);
                before.pop();
            }
            syn::UseTree::Name(name) => self.note(&[before.as_slice(), &[name.ident.to_string()]].concat()),
            syn::UseTree::Rename(name) => self.note(&[before.as_slice(), &[name.ident.to_string()]].concat()),
            syn::UseTree::Glob(_) => self.note(before),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.note_tree(before, tree)),
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.note_tree(&mut Vec::new(), &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            self.note(&names);
        }
        syn::visit::visit_path(self, path);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        // Tests may look anywhere.
        if item.ident != "tests" {
            self.here.push(item.ident.to_string());
            syn::visit::visit_item_mod(self, item);
            self.here.pop();
        }
    }
}

/// The files with sources under a folder, by module. A folder within that is a crate of its own is left out.
fn sources(folder: &Path, within: &Module, found: &mut BTreeMap<Module, PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("a folder can be listed").path();
        let name = path.file_stem().expect("files have names").to_string_lossy().into_owned();
        let module = [within.as_slice(), std::slice::from_ref(&name)].concat();
        if path.is_dir() {
            if !path.join("Cargo.toml").exists() {
                sources(&path, &module, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let module = if ["mod", "lib", "main"].contains(&name.as_str()) { within.clone() } else { module };
            found.insert(module, path);
        }
    }
}

/// Who imports whom in a crate, families left out.
fn imports(folder: &Path) -> Imports {
    let mut paths = BTreeMap::new();
    sources(folder, &Module::new(), &mut paths);
    let files: BTreeSet<Module> = paths.keys().cloned().collect();
    let read = |(module, path): (&Module, &PathBuf)| {
        let text = fs::read_to_string(path).expect("a source can be read");
        let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut reader = Reader { files: &files, here: module.clone(), found: BTreeSet::new() };
        reader.visit_file(&file);
        let mut found = reader.found;
        found.retain(|other| !other.starts_with(module) && !module.starts_with(other));
        (module.clone(), found)
    };
    paths.iter().map(read).collect()
}

/// Every module that can be reached from one.
fn reached(imports: &Imports, from: &Module) -> BTreeSet<Module> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(module) = waiting.pop() {
        for next in &imports[module] {
            if reached.insert(next.clone()) {
                waiting.push(next);
            }
        }
    }
    reached
}

/// The circles: sets of modules that reach each other.
fn circles(imports: &Imports) -> BTreeSet<BTreeSet<Module>> {
    let all: BTreeMap<&Module, BTreeSet<Module>> = imports.keys().map(|module| (module, reached(imports, module))).collect();
    let circle = |module: &Module| all[module].iter().filter(|other| all[*other].contains(module)).cloned().collect();
    all.keys().map(|module| circle(module)).filter(|circle: &BTreeSet<Module>| !circle.is_empty()).collect()
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn named(modules: &BTreeSet<Module>) -> Vec<String> {
    modules.iter().map(|module| module.join("::")).collect()
}

#[test]
fn no_more_than_two_files_import_each_other_in_a_circle() {
    let mut long = Vec::new();
    for folder in CRATES {
        let imports = imports(&root().join(folder));
        assert!(imports.values().any(|found| !found.is_empty()), "{folder}: nothing imports anything");
        long.extend(circles(&imports).iter().filter(|circle| circle.len() > LONGEST_CIRCLE).map(|circle| (folder, named(circle))));
    }
    assert!(long.is_empty(), "files import each other: {long:#?}");
}

#[test]
fn nothing_general_imports_a_game() {
    let imports = imports(&root().join("engine/src"));
    let of = |module: &Module, names: &[&str]| module.first().is_some_and(|first| names.contains(&first.as_str()));
    for (module, found) in imports.iter().filter(|(module, _)| of(module, &GENERAL)) {
        let games: BTreeSet<Module> = found.iter().filter(|other| of(other, &GAMES)).cloned().collect();
        assert!(games.is_empty(), "{} imports {:?}", module.join("::"), named(&games));
    }
}

#[test]
fn circles_are_found_through_any_number_of_files() {
    let imports = |pairs: &[(&str, &[&str])]| -> Imports {
        let module = |name: &str| vec![name.to_owned()];
        pairs.iter().map(|(from, to)| (module(from), to.iter().map(|name| module(name)).collect())).collect()
    };
    assert!(circles(&imports(&[("a", &["b"]), ("b", &["c"]), ("c", &[])])).is_empty());
    let found = circles(&imports(&[("a", &["b"]), ("b", &["c"]), ("c", &["a"]), ("d", &["a"])]));
    assert_eq!(found.iter().map(named).collect::<Vec<_>>(), [["a", "b", "c"]]);
}
