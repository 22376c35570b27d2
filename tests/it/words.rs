//! Every message that the sources ask for has an Italian one, and none is there that nobody asks for.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use stavka_engine::Game;
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::{GameName, with_game};
use stavka_words::{Language, is_known, keys, speaking, translate};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Files below a folder with an ending.
fn files(folder: &Path, ending: &str, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, ending, out);
        } else if path.extension().is_some_and(|found| found == ending) {
            out.push(path);
        }
    }
}

/// What the sources say, without comments and unit tests.
fn sources(ending: &str) -> Vec<(PathBuf, String)> {
    let mut paths = Vec::new();
    for folder in ["engine/src", "agents/src", "src"] {
        files(&root().join(folder), ending, &mut paths);
    }
    let text = |path: PathBuf| {
        let whole = fs::read_to_string(&path).expect("sources are text");
        let code = whole.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let lines: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        (path, lines.join("\n"))
    };
    paths.into_iter().map(text).collect()
}

/// The literals that follow a call, such as `tr!(`, with what escapes mean.
fn literals(text: &str, call: &str, quote: char) -> Vec<String> {
    let after = |rest: &str| {
        let mut letters = rest.trim_start().chars().peekable();
        if letters.next() != Some(quote) {
            return None;
        }
        let mut found = String::new();
        while let Some(letter) = letters.next() {
            match letter {
                '\\' => match letters.next()? {
                    'n' => found.push('\n'),
                    '\n' => while letters.next_if(|next| next.is_whitespace()).is_some() {},
                    other => found.push(other),
                },
                end if end == quote => return Some(found),
                other => found.push(other),
            }
        }
        None
    };
    let is_call = |at: &usize| !text[..*at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
    text.match_indices(call).map(|(at, _)| at).filter(is_call).filter_map(|at| after(&text[at + call.len()..])).collect()
}

fn asked_for() -> BTreeSet<String> {
    let rust = sources("rs").into_iter().flat_map(|(_, text)| literals(&text, "tr!(", '"'));
    let scripts = sources("js").into_iter().flat_map(|(_, text)| literals(&text, "t(", '\''));
    let options = GameName::ALL.into_iter().flat_map(|game| with_game!(game, G => <G as Game>::Scenario::OPTIONS));
    rust.chain(scripts).chain(options.map(|option| option.words.to_owned())).collect()
}

/// The places for values in a message.
fn places(message: &str) -> BTreeSet<&str> {
    message.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
}

#[test]
fn every_message_that_is_asked_for_is_known_in_italian() {
    let asked = asked_for();
    assert!(asked.len() > 700, "the sources ask for messages: {}", asked.len());
    let unknown: Vec<&String> = asked.iter().filter(|key| !is_known(key)).collect();
    assert!(unknown.is_empty(), "keys without Italian: {unknown:#?}");
}

#[test]
fn no_message_is_kept_that_nobody_asks_for() {
    let mut texts: Vec<String> = ["rs", "js"].iter().flat_map(|ending| sources(ending)).map(|(_, text)| text).collect();
    let mut data = Vec::new();
    files(&root().join("engine/data"), "toml", &mut data);
    texts.extend(data.into_iter().map(|path| fs::read_to_string(path).expect("data are text")));
    // A long literal is broken into lines, and the help of an option is a comment that ends in a full stop.
    let squeezed = |text: &str| {
        text.replace("\\\n", "")
            .replace("///", "")
            .replace("\\\"", "\"")
            .replace("\\\\", "\\")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let play = fs::read_to_string(root().join("src/commands/play.rs")).expect("the command is there");
    let all: Vec<String> = texts.iter().map(String::as_str).chain([play.as_str()]).map(squeezed).collect();
    let unused: Vec<&str> = keys()
        .filter(|key| !all.iter().any(|text| text.contains(&squeezed(&key.replace('\n', "\\n"))) || text.contains(&squeezed(key))))
        .collect();
    assert!(unused.is_empty(), "messages that nobody asks for: {unused:#?}");
}

#[test]
fn a_message_has_the_same_places_for_values_in_both_languages() {
    for key in keys() {
        let italian = speaking(Language::Italian, || translate(key));
        assert_eq!(places(key), places(italian), "{key:?} and {italian:?}");
        assert!(!italian.trim().is_empty(), "{key:?} has no words");
        let edges = |text: &str| (text.starts_with(' '), text.ends_with('\n'));
        assert_eq!(edges(key), edges(italian), "{key:?} and {italian:?} begin and end alike");
    }
}

#[test]
fn every_rule_has_its_italian_row() {
    for game in GameName::ALL {
        let (english, italian) = with_game!(game, G => (G::RULES, G::RULES_ITALIAN));
        let rows = |text: &'static str| text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).skip(1);
        let references =
            |text: &str| -> Vec<String> { text.split('[').skip(1).filter_map(|rest| Some(rest.split_once(']')?.0.to_owned())).collect() };
        assert_eq!(rows(english).count(), rows(italian).count(), "{game}");
        for (english, italian) in rows(english).zip(rows(italian)) {
            let (from, to): (Vec<&str>, Vec<&str>) = (english.split('\t').collect(), italian.split('\t').collect());
            let wanted = [from[0], from[2], from[3], from.get(6).copied().unwrap_or_default()];
            assert_eq!((to.len(), to[0]), (4, from[0]), "{game}: {italian}");
            for (wanted, told) in wanted.iter().zip(&to).skip(1) {
                assert_eq!(wanted.trim().is_empty(), told.trim().is_empty(), "{game}: {english} and {italian}");
                assert_eq!(references(wanted), references(told), "{game}: {english} and {italian}");
            }
        }
    }
}
