//! Pairs of games of Blocks in the East between two players, sides swapped: `blocks_in_the_east_match SCENARIO A B PAIRS SEED`. A player is
//! `greedy@FILE` or `doctrine@FILE` too, with the weights of the file. No pairs play one game and print it.

use std::collections::BTreeMap;
use std::time::Instant;

use rayon::prelude::*;
use stavka_agents::blocks_in_the_east::Evaluation;
use stavka_agents::{Agent, AgentSpec, DoctrineAgent, Greedy, SearchControl, Staff};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Prepared};
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::record::player_stream;
use stavka_engine::{Dice, Game as _, Notation as _, Outcome, Side, Turn, View};

/// Who plays: a player, or greedy or doctrine with the weights of a file.
enum Contestant {
    Spec(AgentSpec),
    Greedy(Evaluation),
    Doctrine(Evaluation),
}

impl Contestant {
    fn new(text: &str) -> Self {
        let weights = |file: &str| Evaluation::parse(&std::fs::read_to_string(file).expect("a file")).expect("weights");
        match text.split_once('@') {
            Some(("greedy", file)) => Contestant::Greedy(weights(file)),
            Some(("doctrine", file)) => Contestant::Doctrine(weights(file)),
            _ => Contestant::Spec(text.parse().expect("a player")),
        }
    }

    fn make(&self, seed: u64) -> Box<dyn Agent<BlocksInTheEast>> {
        match self {
            Contestant::Spec(spec) => spec.make(seed).expect("it needs no network"),
            Contestant::Greedy(weights) => Box::new(Greedy::new(seed, Staff::new(weights.clone()))),
            Contestant::Doctrine(weights) => Box::new(DoctrineAgent::new(seed, Staff::new(weights.clone()))),
        }
    }
}

/// A game that is over, with the points of the Axis and the strength of both sides at its end, and seconds that each player thought.
struct Played {
    outcome: Outcome,
    points: u16,
    strength: [u32; 2],
    seconds: [Vec<f64>; 2],
    choices: [BTreeMap<String, usize>; 2],
}

/// Strength points of a side on the map.
fn strength(game: &BlocksInTheEast, side: Side) -> u32 {
    game.units_on_map(side).map(|(unit, _)| u32::from(game.strength(unit))).sum()
}

fn play(scenario: &'static Prepared, seed: u64, contestants: [&Contestant; 2], verbose: bool) -> Played {
    let mut agents = contestants.map(|contestant| contestant.make(seed));
    for side in Side::ALL {
        agents[side.index()].new_game(Dice::stream(seed, player_stream(side)).bits());
    }
    let mut game = BlocksInTheEast::new(scenario);
    let mut dice = Dice::stream(seed, 0);
    let mut legal = Vec::new();
    let mut played = Played {
        outcome: Outcome { winner: None, margin: 0, level: "" },
        points: 0,
        strength: [0; 2],
        seconds: [Vec::new(), Vec::new()],
        choices: [BTreeMap::new(), BTreeMap::new()],
    };
    loop {
        game.legal_actions(&mut legal);
        let action = match game.turn() {
            Turn::Over => break,
            Turn::Chance => game.draw(&legal, &mut dice),
            Turn::Player(side) => {
                let start = Instant::now();
                let action = agents[side.index()].choose(View::new(&game, side), &legal, SearchControl::NONE);
                if legal.len() > 1 {
                    played.seconds[side.index()].push(start.elapsed().as_secs_f64());
                    let verb = game.notation(action).split(' ').next().unwrap_or_default().to_owned();
                    *played.choices[side.index()].entry(verb).or_default() += 1;
                }
                action
            }
        };
        if verbose {
            let who = match game.turn() {
                Turn::Player(side) => side.to_string(),
                _ => game.prompt(),
            };
            println!("t{} {:?} {who}: {}   [{} choices]", game.game_turn(), game.phase(), game.notation(action), legal.len());
        }
        let before = game.phase();
        game.apply(action);
        if verbose && game.phase() != before {
            let cut = |side| game.units_on_map(side).filter(|&(unit, _)| game.is_out_of_supply(unit)).count();
            let units = |side| game.units_on_map(side).count();
            let of = |side| format!("{side} {} points in {} units, {} out of supply", strength(&game, side), units(side), cut(side));
            println!(
                "== t{} {:?}: {}; {}; {} points",
                game.game_turn(),
                game.phase(),
                of(Side::Axis),
                of(Side::Soviet),
                game.axis_points()
            );
        }
    }
    played.outcome = game.outcome().expect("it is over");
    played.points = game.axis_points();
    played.strength = Side::ALL.map(|side| strength(&game, side));
    played
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [scenario, a, b, pairs, seed] = &arguments[..] else { panic!("SCENARIO A B PAIRS SEED") };
    let (id, text) = Prepared::SCENARIOS.iter().find(|(id, _)| id == scenario).expect("a scenario of the game");
    let scenario = Prepared::interned(&Prepared::sources(id, text)).expect("it loads");
    let contestants = [Contestant::new(a), Contestant::new(b)];
    let (pairs, seed): (u64, u64) = (pairs.parse().expect("a number"), seed.parse().expect("a number"));
    if pairs == 0 {
        let played = play(scenario, seed, [&contestants[0], &contestants[1]], true);
        println!("{:?}", played.outcome);
        return;
    }
    // Between equal players the second game of a pair would be the first again.
    let twice = a != b;
    let games: Vec<(bool, Played)> = (0..2 * pairs)
        .into_par_iter()
        .filter(|index| twice || index % 2 == 0)
        .map(|index| {
            let swapped = index % 2 == 1;
            let players = if swapped { [&contestants[1], &contestants[0]] } else { [&contestants[0], &contestants[1]] };
            (swapped, play(scenario, seed + index / 2, players, false))
        })
        .collect();
    let mut tally = [[0usize; 3]; 2];
    let mut levels = [BTreeMap::<&str, usize>::new(), BTreeMap::new()];
    let mut seconds: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
    let mut choices = [BTreeMap::<String, usize>::new(), BTreeMap::new()];
    for (swapped, played) in &games {
        let own = if *swapped { Side::Soviet } else { Side::Axis };
        let column = match played.outcome.winner {
            Some(winner) if winner == own => 0,
            None => 1,
            Some(_) => 2,
        };
        tally[usize::from(*swapped)][column] += 1;
        *levels[usize::from(*swapped)].entry(played.outcome.level).or_default() += 1;
        for player in 0..2 {
            let side = player ^ usize::from(*swapped);
            seconds[player].extend(&played.seconds[side]);
            for (name, number) in &played.choices[side] {
                *choices[player].entry(name.clone()).or_default() += number;
            }
        }
    }
    for swapped in [false, true] {
        let of = || games.iter().filter(|(other, _)| *other == swapped).map(|(_, played)| played);
        let mean = |value: &dyn Fn(&Played) -> f64| of().map(value).sum::<f64>() / of().count().max(1) as f64;
        println!(
            "{}: {:.2} Axis points; strength {:.1} Axis, {:.1} Soviet",
            if swapped { "swapped" } else { "straight" },
            mean(&|played| f64::from(played.points)),
            mean(&|played| f64::from(played.strength[0])),
            mean(&|played| f64::from(played.strength[1]))
        );
    }
    let points = |[won, drawn, _]: [usize; 3]| won as f64 + 0.5 * drawn as f64;
    let all = points(tally[0]) + points(tally[1]);
    let share = all / games.len() as f64;
    let half = 1.96 * (share * (1.0 - share) / games.len() as f64).sqrt();
    println!(
        "{a} against {b}: {all} of {}, {:.1} % (+- {:.1}); won, drawn, lost as Axis {:?} {:?}, as Soviet {:?} {:?}",
        games.len(),
        100.0 * share,
        100.0 * half,
        tally[0],
        levels[0],
        tally[1],
        levels[1]
    );
    for (player, name) in [a, b].into_iter().enumerate() {
        let times = &mut seconds[player];
        times.sort_by(f64::total_cmp);
        let sum: f64 = times.iter().sum();
        println!(
            "  {name}: {:.0} decisions a game, median {:.3} ms, mean {:.3} ms, 99 % {:.1} ms, {:.2} s a game; {:?}",
            times.len() as f64 / games.len() as f64,
            1e3 * times.get(times.len() / 2).copied().unwrap_or(0.0),
            1e3 * sum / times.len().max(1) as f64,
            1e3 * times.get(times.len() * 99 / 100).copied().unwrap_or(0.0),
            sum / games.len() as f64,
            choices[player].iter().map(|(name, number)| format!("{name} {:.1}", *number as f64 / games.len() as f64)).collect::<Vec<_>>()
        );
    }
}
