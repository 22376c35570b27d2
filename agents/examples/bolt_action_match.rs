//! Pairs of games of Bolt Action between two players, sides swapped: `bolt_action_match MISSION A B PAIRS SEED`. The mission is one of the
//! game's or a file; a player is `doctrine@FILE` too, with the weights of the file. Equal players play one game of each pair.

use std::collections::BTreeMap;
use std::time::Instant;

use rayon::prelude::*;
use stavka_agents::bolt_action::Evaluation;
use stavka_agents::{Agent, AgentSpec, DoctrineAgent, SearchControl, Staff};
use stavka_engine::bolt_action::{Action, BoltAction, Prepared};
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::record::player_stream;
use stavka_engine::{Dice, Game as _, Notation as _, Outcome, Side, Turn, View};

/// Who plays: a player, or doctrine with the weights of a file.
enum Contestant {
    Spec(AgentSpec),
    Weights(Evaluation),
}

impl Contestant {
    fn new(text: &str) -> Self {
        match text.strip_prefix("doctrine@") {
            Some(file) => Contestant::Weights(Evaluation::parse(&std::fs::read_to_string(file).expect("a file")).expect("weights")),
            None => Contestant::Spec(text.parse().expect("a player")),
        }
    }

    fn make(&self, seed: u64) -> Box<dyn Agent<BoltAction>> {
        match self {
            Contestant::Spec(spec) => spec.make(seed).expect("it needs no network"),
            Contestant::Weights(weights) => Box::new(DoctrineAgent::new(seed, Staff::new(weights.clone()))),
        }
    }
}

/// A game that is over, with seconds that each player thought.
struct Played {
    outcome: Outcome,
    seconds: [Vec<f64>; 2],
    orders: [BTreeMap<String, usize>; 2],
}

fn kind(game: &BoltAction, action: Action) -> String {
    match action {
        Action::Order { order, .. } => format!("order {}", order.name()),
        _ => game.notation(action).split(' ').next().unwrap_or_default().to_owned(),
    }
}

fn play(mission: &'static Prepared, seed: u64, contestants: [&Contestant; 2], verbose: bool) -> Played {
    let mut agents = contestants.map(|contestant| contestant.make(seed));
    for side in Side::ALL {
        agents[side.index()].new_game(Dice::stream(seed, player_stream(side)).bits());
    }
    let mut game = BoltAction::new(mission);
    let mut dice = Dice::stream(seed, 0);
    let mut legal = Vec::new();
    let mut played = Played {
        outcome: Outcome { winner: None, margin: 0, level: "" },
        seconds: [Vec::new(), Vec::new()],
        orders: [BTreeMap::new(), BTreeMap::new()],
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
                    *played.orders[side.index()].entry(kind(&game, action)).or_default() += 1;
                }
                if verbose {
                    println!(
                        "t{} {side}: {}   [{} choices, margin {}]",
                        game.game_turn(),
                        game.notation(action),
                        legal.len(),
                        game.margin()
                    );
                }
                action
            }
        };
        if verbose && game.turn() == Turn::Chance {
            println!("      {} : {}", game.prompt(), game.notation(action));
        }
        game.apply(action);
    }
    played.outcome = game.outcome().expect("it is over");
    played
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [mission, a, b, pairs, seed] = &arguments[..] else { panic!("MISSION A B PAIRS SEED") };
    let text = Prepared::SCENARIOS.iter().find(|(id, _)| id == mission).map(|(_, text)| (*text).to_owned());
    let text = text.unwrap_or_else(|| std::fs::read_to_string(mission).expect("a mission or a file"));
    let mission = Prepared::interned(&Prepared::sources(mission, &text)).expect("it loads");
    let contestants = [Contestant::new(a), Contestant::new(b)];
    let (pairs, seed): (u64, u64) = (pairs.parse().expect("a number"), seed.parse().expect("a number"));
    if pairs == 0 {
        let played = play(mission, seed, [&contestants[0], &contestants[1]], true);
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
            (swapped, play(mission, seed + index / 2, players, false))
        })
        .collect();
    let mut tally = [[0usize; 3]; 2];
    let mut margins = 0.0;
    let mut seconds: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
    let mut orders = [BTreeMap::<String, usize>::new(), BTreeMap::new()];
    for (swapped, played) in &games {
        let own = if *swapped { Side::Soviet } else { Side::Axis };
        let column = match played.outcome.winner {
            Some(winner) if winner == own => 0,
            None => 1,
            Some(_) => 2,
        };
        tally[usize::from(*swapped)][column] += 1;
        margins += if *swapped { -1.0 } else { 1.0 } * f64::from(played.outcome.margin);
        for player in 0..2 {
            let side = player ^ usize::from(*swapped);
            seconds[player].extend(&played.seconds[side]);
            for (name, number) in &played.orders[side] {
                *orders[player].entry(name.clone()).or_default() += number;
            }
        }
    }
    let points = |[won, drawn, _]: [usize; 3]| won as f64 + 0.5 * drawn as f64;
    let all = points(tally[0]) + points(tally[1]);
    let share = all / games.len() as f64;
    let half = 1.96 * (share * (1.0 - share) / games.len() as f64).sqrt();
    println!(
        "{a} against {b}: {all} of {}, {:.1} % (+- {:.1}); as Axis {:?}, as Soviet {:?}; mean margin {:.0}",
        games.len(),
        100.0 * share,
        100.0 * half,
        tally[0],
        tally[1],
        margins / games.len() as f64
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
            orders[player].iter().map(|(name, number)| format!("{name} {:.1}", *number as f64 / games.len() as f64)).collect::<Vec<_>>()
        );
    }
}
