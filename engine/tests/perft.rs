//! Perft: the number of ways that a game can go on for a few actions, dice counted as actions, pinned in
//! `signatures/<game>.perft`. A change of any rule that touches one of the positions changes a count.
//!
//! A line is `scenario; seed actions; 1 nodes 2 nodes 3 nodes 4 nodes`: the position that uniform play of
//! the seed reaches after so many actions, and the leaves at each depth. With `STAVKA_BLESS=1` in the
//! environment the test counts anew and rewrites the file; the lines say which positions to count.

use std::fmt::Write as _;
use std::path::PathBuf;

use rayon::prelude::*;
use stavka_engine::catalogue::{Catalogue, GameName};
use stavka_engine::game::{Notation, Turn};
use stavka_engine::{Dice, with_game};

/// Stream of a seed by which positions are reached.
const POSITION_STREAM: u64 = 0x9e4f;

/// Leaves at `depth`. The actions of the last level are counted, not played.
fn perft<G: Catalogue>(game: &G, depth: usize) -> u64 {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    match depth {
        0 => 1,
        1 => legal.len() as u64,
        _ => legal
            .into_par_iter()
            .map(|action| {
                let mut next = game.clone();
                next.apply(action);
                perft(&next, depth - 1)
            })
            .sum(),
    }
}

/// The position after some actions of uniform play, or `None` if the game ends before. Choices are made
/// from the sorted list, so that the order in which the engine lists actions does not matter.
fn position<G: Catalogue>(scenario: &'static G::Scenario, seed: u64, actions: usize) -> Option<G> {
    let mut game = G::new(scenario);
    let mut dice = Dice::stream(seed, POSITION_STREAM);
    let mut legal = Vec::new();
    for _ in 0..actions {
        game.legal_actions(&mut legal);
        legal.sort_unstable();
        if legal.is_empty() {
            return None;
        }
        let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
        game.apply(action);
    }
    (game.turn() != Turn::Over).then_some(game)
}

/// A line of a signatures file.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Signature {
    scenario: String,
    seed: u64,
    actions: usize,
    nodes: Vec<u64>,
}

fn parse(line: &str) -> Option<Signature> {
    let mut fields = line.split(';').map(str::trim);
    let scenario = fields.next()?.to_owned();
    let (seed, actions) = fields.next()?.split_once(' ')?;
    let numbers: Vec<u64> = fields.next()?.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let nodes = numbers.chunks(2).enumerate().map(|(index, pair)| match pair {
        &[depth, nodes] if depth == index as u64 + 1 => Some(nodes),
        _ => None,
    });
    Some(Signature { scenario, seed: seed.parse().ok()?, actions: actions.parse().ok()?, nodes: nodes.collect::<Option<_>>()? })
}

fn path(game: GameName) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "signatures", &format!("{game}.perft")].iter().collect()
}

/// The line counted anew, with the position in words above it.
fn bless<G: Catalogue + Notation>(signature: &Signature) -> String {
    let scenario = G::load(&signature.scenario).expect("the scenario exists");
    let game = position::<G>(scenario, signature.seed, signature.actions).expect("the game lasts that long");
    let mut text = format!("# {}\n{}; {} {};", game.prompt(), signature.scenario, signature.seed, signature.actions);
    for depth in 1..=signature.nodes.len() {
        write!(text, " {depth} {}", perft(&game, depth)).expect("writing to a String does not fail");
    }
    text
}

fn check<G: Catalogue + Notation>(line: &str, signature: &Signature) {
    let scenario = G::load(&signature.scenario).expect("the scenario exists");
    let game = position::<G>(scenario, signature.seed, signature.actions).unwrap_or_else(|| panic!("{line}: the game ends before that"));
    for (depth, &expected) in (1..).zip(&signature.nodes) {
        let found = perft(&game, depth);
        assert_eq!(found, expected, "{line}: leaves at depth {depth} ({})", game.prompt());
    }
}

fn run<G: Catalogue + Notation>() {
    let path = path(G::NAME);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let signatures: Vec<(&str, Signature)> = text
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| (line, parse(line).unwrap_or_else(|| panic!("{}: cannot read {line:?}", path.display()))))
        .collect();
    assert!(signatures.len() >= 6, "the start and five positions at least");
    assert!(G::embedded().iter().all(|id| signatures.iter().any(|(_, signature)| signature.scenario == *id)), "every scenario");
    assert!(signatures.iter().all(|(_, signature)| signature.nodes.len() == 4), "depths 1 to 4");
    if std::env::var_os("STAVKA_BLESS").is_some() {
        let header: Vec<&str> = text.lines().take_while(|line| line.starts_with("##")).collect();
        let lines: Vec<String> = signatures.iter().map(|(_, signature)| bless::<G>(signature)).collect();
        std::fs::write(&path, format!("{}\n{}\n", header.join("\n"), lines.join("\n")))
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    for (line, signature) in &signatures {
        check::<G>(line, signature);
    }
}

#[test]
fn leaves_are_as_many_as_signed() {
    for game in GameName::ALL {
        with_game!(game, G => run::<G>());
    }
}

/// The first counts of the start by another road: every line of play is walked, none is counted in bulk.
#[test]
fn bulk_counting_equals_walking() {
    fn walk<G: Catalogue>(game: &G, depth: usize) -> u64 {
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        if depth == 0 {
            return 1;
        }
        legal
            .into_iter()
            .map(|action| {
                let mut next = game.clone();
                next.apply(action);
                walk(&next, depth - 1)
            })
            .sum()
    }
    fn test<G: Catalogue>() {
        for id in G::embedded() {
            let scenario = G::load(id).expect("embedded scenarios load");
            for (seed, actions) in [(1, 0), (2, 150), (3, 300)] {
                if let Some(game) = position::<G>(scenario, seed, actions) {
                    assert_eq!(perft(&game, 2), walk(&game, 2), "{id}, seed {seed}, {actions} actions");
                }
            }
        }
    }
    for game in GameName::ALL {
        with_game!(game, G => test::<G>());
    }
}
