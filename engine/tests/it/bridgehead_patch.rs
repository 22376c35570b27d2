//! The small game of `agents/examples/bridgehead`: how long it is, what it imports, and how little changes when it gets another
//! action, frame and plane by the patch of ARCHITECTURE.md.

use std::fs;
use std::path::{Path, PathBuf};

use stavka_engine::game::{Game as _, Notation as _, Side};
use stavka_engine::hex::Hex;
use stavka_engine::observation::Observe as _;

use crate::bridgehead_patched::{Action, Bridgehead, MAP, Place};

/// Most lines of the game that are neither blank nor comment.
const MOST_LINES: usize = 330;
/// Most lines that the patch may touch.
const MOST_TOUCHED: usize = 12;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn source() -> String {
    read("agents/examples/bridgehead/game.rs")
}

/// The lines of the patch in ARCHITECTURE.md.
fn patch() -> Vec<String> {
    let page = read("ARCHITECTURE.md");
    let (_, rest) = page.split_once("```diff\n").expect("ARCHITECTURE.md shows the patch");
    let (patch, _) = rest.split_once("```").expect("the patch ends");
    patch.lines().map(str::to_owned).collect()
}

/// A text with a patch. A part begins at `@@`; what it takes away and leaves stands once in the text.
fn patched(mut text: String, patch: &[String]) -> String {
    for part in patch.split(|line| line.starts_with("@@")).filter(|part| !part.is_empty()) {
        let side = |other: char| -> String {
            let kept = part.iter().filter(|line| !line.starts_with(other));
            kept.flat_map(|line| [line.get(1..).unwrap_or_default(), "\n"]).collect()
        };
        let (old, new) = (side('+'), side('-'));
        assert_eq!(text.matches(&old).count(), 1, "the source has this part of the patch not once:\n{old}");
        text = text.replace(&old, &new);
    }
    text
}

#[test]
fn the_patch_touches_few_lines_and_gives_the_game_that_is_tested() {
    let patch = patch();
    let touched = patch.iter().filter(|line| line.starts_with(['+', '-'])).count();
    assert!((1..=MOST_TOUCHED).contains(&touched), "the patch touches {touched} lines");
    let made = patched(source(), &patch);
    let kept = root().join("engine/tests/it/bridgehead_patched.rs");
    if std::env::var_os("STAVKA_BLESS").is_some() {
        fs::write(&kept, &made).expect("the file can be written");
    }
    assert!(fs::read_to_string(&kept).expect("it is there") == made, "bridgehead_patched.rs is not the patched game: STAVKA_BLESS=1");
}

#[test]
fn the_game_is_short() {
    let source = source();
    let lines = source.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count();
    assert!(lines <= MOST_LINES, "the game has {lines} lines of code");
}

/// What the game imports of the kit and of the map, ARMIR and East Front import too. How their hexes lie they say in their files,
/// which the kit reads.
#[test]
fn the_game_uses_what_both_games_use() {
    fn words(folder: &Path, text: &mut String) {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                words(&path, text);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                text.push_str(&fs::read_to_string(&path).expect("a source"));
            }
        }
    }
    let source = source();
    let imports =
        source.lines().filter(|line| ["hex", "kit"].iter().any(|module| line.starts_with(&format!("use stavka_engine::{module}::"))));
    let names: Vec<&str> =
        imports.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_')).filter(|word| !word.is_empty()).collect();
    assert!(names.len() > 15, "imports of the game: {names:?}");
    for game in ["armir", "east_front"] {
        let mut text = read("engine/src/kit/map.rs");
        words(&root().join("engine/src").join(game), &mut text);
        let known: std::collections::BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        for name in names.iter().filter(|name| !["use", "stavka_engine"].contains(name)) {
            assert!(known.contains(name), "{game} does not use {name}");
        }
    }
}

/// An attacker enters the hex that it has cleared, or the player declines; the plane shows the hex until then.
#[test]
fn the_patched_game_has_the_action_the_frame_and_the_plane() {
    let places = [17, 17, 16, 0, 18, 6, 13, 20].map(|hex| Place::on(Hex(hex)));
    let mut game = Bridgehead::position(&MAP, 2, Side::Axis, Hex(12), places).expect("a good position");
    for line in ["done", "attack 0503", "die 6"] {
        let action = game.parse_action(line).expect(line);
        game.try_apply(action).expect(line);
    }
    assert_eq!((game.prompt().as_str(), game.is_quiet()), ("advance", false));
    let plane = |game: &Bridgehead| {
        let (planes, _) = game.observed(Side::Soviet);
        let at = Bridgehead::observation_spec(&MAP).planes.iter().position(|plane| plane.name == "advance").expect("the patch has a plane");
        planes[at * 35 + 18]
    };
    assert!(plane(&game) > 0.0);
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let lines: Vec<String> = legal.iter().map(|&action| game.notation(action)).collect();
    assert_eq!(lines, ["advance 11-pz", "advance 6-pz", "done"]);
    for (action, entered) in [(Action::Done, false), (legal[0], true)] {
        let mut after = game.clone();
        after.apply(action);
        assert_eq!((after.prompt().as_str(), after.places[0] == Place::on(Hex(18))), ("combat", entered), "{action:?}");
        assert!(plane(&after) < 0.5);
    }
}
