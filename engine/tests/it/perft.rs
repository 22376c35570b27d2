//! Perft: the number of ways that a game can go on for a few actions, dice counted as actions, pinned in
//! `signatures/<game>.perft`. A change of any rule that touches one of the positions changes a count.
//!
//! A line is `scenario; 1 nodes 2 nodes 3 nodes 4 nodes; action | action | ...`: the leaves at each depth, and the
//! actions, dice included, that lead to the position, so that it stays the same whatever order legal lists have.
//! With `STAVKA_BLESS=1` in the environment the test counts anew and rewrites the file. A line
//! `scenario; seed S actions N` then becomes the position that uniform play of the seed reaches after N actions.

use std::fmt::Write as _;
use std::path::PathBuf;

use rayon::prelude::*;
use stavka_engine::catalogue::{Catalogue, GameName};
use stavka_engine::game::{Notation, Turn};
use stavka_engine::{Dice, with_game};

/// Stream of a seed by which positions are reached.
const POSITION_STREAM: u64 = 0x9e4f;
/// Depths to which every position is counted.
const DEPTHS: usize = 4;

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

/// Actions of uniform play from the start, or `None` if the game ends before. Choices are made from the sorted list,
/// so that the order in which the engine lists actions does not matter.
fn wander<G: Catalogue>(scenario: &'static G::Scenario, seed: u64, actions: usize) -> Option<(G, Vec<G::Action>)> {
    let mut game = G::new(scenario);
    let mut dice = Dice::stream(seed, POSITION_STREAM);
    let mut legal = Vec::new();
    let mut taken = Vec::with_capacity(actions);
    for _ in 0..actions {
        game.legal_actions(&mut legal);
        legal.sort_unstable();
        if legal.is_empty() {
            return None;
        }
        let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
        game.apply(action);
        taken.push(action);
    }
    (game.turn() != Turn::Over).then_some((game, taken))
}

/// Separates the actions of a line. No notation holds it.
const NEXT: &str = " | ";

/// A line of a signatures file.
struct Signature<'a> {
    scenario: &'a str,
    position: Position<'a>,
    /// Leaves at depths from 1; empty for a line that is still to be counted.
    nodes: Vec<u64>,
}

/// How a line says which position it counts.
enum Position<'a> {
    /// By its actions in notation.
    Actions(Vec<&'a str>),
    /// By a seed of uniform play and a number of actions, until the file is blessed.
    Seed(u64, usize),
}

fn parse(line: &str) -> Option<Signature<'_>> {
    let mut fields = line.splitn(3, ';').map(str::trim);
    let (scenario, second) = (fields.next()?, fields.next()?);
    if let Some(wanted) = second.strip_prefix("seed ") {
        let (seed, actions) = wanted.split_once(" actions ")?;
        return Some(Signature { scenario, position: Position::Seed(seed.parse().ok()?, actions.parse().ok()?), nodes: Vec::new() });
    }
    let numbers: Vec<u64> = second.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let nodes = numbers.chunks(2).enumerate().map(|(index, pair)| match pair {
        &[depth, nodes] if depth == index as u64 + 1 => Some(nodes),
        _ => None,
    });
    let actions = fields.next()?.split(NEXT).map(str::trim).filter(|action| !action.is_empty()).collect();
    Some(Signature { scenario, position: Position::Actions(actions), nodes: nodes.collect::<Option<_>>()? })
}

/// The position of a line and the actions that lead to it.
fn reach<G: Catalogue + Notation>(signature: &Signature<'_>) -> (G, Vec<String>) {
    let scenario = G::load(signature.scenario).expect("the scenario exists");
    let mut game = G::new(scenario);
    let taken = match &signature.position {
        Position::Actions(actions) => actions.iter().map(|&text| text.to_owned()).collect(),
        &Position::Seed(seed, actions) => {
            let (_, taken) = wander::<G>(scenario, seed, actions).expect("the game lasts that long");
            let mut game = G::new(scenario);
            let mut write = |action| {
                let text = game.notation(action);
                game.apply(action);
                text
            };
            taken.into_iter().map(&mut write).collect::<Vec<String>>()
        }
    };
    for (index, text) in taken.iter().enumerate() {
        let refused =
            |problem: String| -> ! { panic!("{}, action {}, {text:?}: {problem} ({})", signature.scenario, index + 1, game.prompt()) };
        let action = game.parse_action(text).unwrap_or_else(|error| refused(error.to_string()));
        game.check(action).unwrap_or_else(|denial| refused(denial.to_string()));
        game.apply(action);
    }
    (game, taken)
}

fn path(game: GameName) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "signatures", &format!("{game}.perft")].iter().collect()
}

/// The line counted anew to depth 4, with the position in words above it.
fn bless<G: Catalogue + Notation>(signature: &Signature<'_>) -> String {
    let (game, taken) = reach::<G>(signature);
    let mut text = format!("# {}\n{};", game.prompt(), signature.scenario);
    for depth in 1..=DEPTHS {
        write!(text, " {depth} {}", perft(&game, depth)).expect("writing to a String does not fail");
    }
    write!(text, "; {}", taken.join(NEXT)).expect("writing to a String does not fail");
    text.trim_end().to_owned()
}

fn check<G: Catalogue + Notation>(number: usize, signature: &Signature<'_>) {
    let (game, _) = reach::<G>(signature);
    for (depth, &expected) in (1..).zip(&signature.nodes) {
        let found = perft(&game, depth);
        assert_eq!(found, expected, "line {number}, {}: leaves at depth {depth} ({})", signature.scenario, game.prompt());
    }
}

fn run<G: Catalogue + Notation>() {
    let path = path(G::NAME);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let signatures: Vec<(usize, Signature)> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(number, line)| (number, parse(line).unwrap_or_else(|| panic!("{}: cannot read line {number}", path.display()))))
        .collect();
    assert!(signatures.len() >= 6, "the start and five positions at least");
    assert!(G::embedded().iter().all(|id| signatures.iter().any(|(_, signature)| signature.scenario == *id)), "every scenario");
    if std::env::var_os("STAVKA_BLESS").is_some() {
        let header: Vec<&str> = text.lines().take_while(|line| line.starts_with("##")).collect();
        let lines: Vec<String> = signatures.iter().map(|(_, signature)| bless::<G>(signature)).collect();
        std::fs::write(&path, format!("{}\n{}\n", header.join("\n"), lines.join("\n")))
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    assert!(signatures.iter().all(|(_, signature)| signature.nodes.len() == DEPTHS), "depths 1 to {DEPTHS}");
    for (number, signature) in &signatures {
        check::<G>(*number, signature);
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
                if let Some((game, _)) = wander::<G>(scenario, seed, actions) {
                    assert_eq!(perft(&game, 2), walk(&game, 2), "{id}, seed {seed}, {actions} actions");
                }
            }
        }
    }
    for game in GameName::ALL {
        with_game!(game, G => test::<G>());
    }
}
