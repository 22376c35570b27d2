//! What the examples share that play pairs of games between two players, sides swapped: the players, the games, and what is told of them.

use std::collections::BTreeMap;
use std::time::Instant;

use rayon::prelude::*;
use stavka_agents::{Agent, AgentSpec, DoctrineAgent, GameKnowledge, Greedy, Playable, SearchControl, Staff, Weights};
use stavka_engine::record::player_stream;
use stavka_engine::{Dice, Game, Notation, Outcome, Side, Turn, View};

/// Who plays: a player, or `greedy@FILE` or `doctrine@FILE` with the weights of a file.
pub(crate) enum Contestant<G: GameKnowledge> {
    Spec(AgentSpec),
    Greedy(Weights<G::Feature>),
    Doctrine(Weights<G::Feature>),
}

impl<G: GameKnowledge + Playable> Contestant<G> {
    fn new(text: &str) -> Self {
        let weights = |file: &str| Weights::parse(&std::fs::read_to_string(file).expect("a file")).expect("weights");
        match text.split_once('@') {
            Some(("greedy", file)) => Contestant::Greedy(weights(file)),
            Some(("doctrine", file)) => Contestant::Doctrine(weights(file)),
            _ => Contestant::Spec(text.parse().expect("a player")),
        }
    }

    fn make(&self, seed: u64) -> Box<dyn Agent<G>> {
        match self {
            Contestant::Spec(spec) => spec.make(seed).expect("it needs no network"),
            Contestant::Greedy(weights) => Box::new(Greedy::new(seed, Staff::new(weights.clone()))),
            Contestant::Doctrine(weights) => Box::new(DoctrineAgent::new(seed, Staff::new(weights.clone()))),
        }
    }
}

/// A game that is over, with the seconds that each player thought over each choice, and how often it made choices of each kind.
pub(crate) struct Played<G> {
    pub(crate) game: G,
    /// The first player had the Soviets.
    pub(crate) swapped: bool,
    seconds: [Vec<f64>; 2],
    kinds: [BTreeMap<String, usize>; 2],
}

impl<G: Game> Played<G> {
    fn outcome(&self) -> Outcome {
        self.game.outcome().expect("it is over")
    }
}

/// A scenario, the players and the games between them.
pub(crate) struct Match<G: Playable> {
    pub(crate) scenario: &'static G::Scenario,
    /// The players as they were named.
    pub(crate) names: [String; 2],
    pub(crate) pairs: u64,
    pub(crate) seed: u64,
    /// What the choices of the players are counted by.
    pub(crate) kind: fn(&G, G::Action) -> String,
}

/// The verb of a choice.
pub(crate) fn verb<G: Notation>(game: &G, action: G::Action) -> String {
    game.notation(action).split(' ').next().unwrap_or_default().to_owned()
}

impl<G: GameKnowledge + Playable + Notation> Match<G> {
    /// Of the arguments `SCENARIO A B PAIRS SEED`; `scenario` loads the first.
    pub(crate) fn new(scenario: impl Fn(&str) -> &'static G::Scenario, kind: fn(&G, G::Action) -> String) -> Self {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let [id, a, b, pairs, seed] = &arguments[..] else { panic!("SCENARIO A B PAIRS SEED") };
        Match {
            scenario: scenario(id),
            names: [a.clone(), b.clone()],
            pairs: pairs.parse().expect("a number"),
            seed: seed.parse().expect("a number"),
            kind,
        }
    }

    /// One game, every action of which is told with the position before it, the number of choices and the position after it.
    pub(crate) fn tell(&self, mut told: impl FnMut(&G, G::Action, usize, &G)) {
        let contestants = self.names.each_ref().map(|name| Contestant::new(name));
        let played = self.play(self.seed, contestants.each_ref(), false, Some(&mut told));
        println!("{:?}", played.outcome());
    }

    /// All games, in order. Between equal players the second game of a pair would be the first again, and is left out.
    pub(crate) fn games(&self) -> Vec<Played<G>> {
        let [a, b] = self.names.each_ref().map(|name| Contestant::new(name));
        let twice = self.names[0] != self.names[1];
        let game = |index: u64| {
            let swapped = index % 2 == 1;
            self.play(self.seed + index / 2, if swapped { [&b, &a] } else { [&a, &b] }, swapped, None)
        };
        (0..2 * self.pairs).into_par_iter().filter(|index| twice || index % 2 == 0).map(game).collect()
    }

    fn play(&self, seed: u64, contestants: [&Contestant<G>; 2], swapped: bool, mut told: Option<Told<'_, G>>) -> Played<G> {
        let mut agents = contestants.map(|contestant| contestant.make(seed));
        for side in Side::ALL {
            agents[side.index()].new_game(Dice::stream(seed, player_stream(side)).bits());
        }
        let mut game = G::new(self.scenario);
        let mut dice = Dice::stream(seed, 0);
        let mut legal = Vec::new();
        let (mut seconds, mut kinds) = ([Vec::new(), Vec::new()], [BTreeMap::new(), BTreeMap::new()]);
        loop {
            game.legal_actions(&mut legal);
            let action = match game.turn() {
                Turn::Over => break,
                Turn::Chance => game.draw(&legal, &mut dice),
                Turn::Player(side) => {
                    let start = Instant::now();
                    let action = agents[side.index()].choose(View::new(&game, side), &legal, SearchControl::NONE);
                    if legal.len() > 1 {
                        seconds[side.index()].push(start.elapsed().as_secs_f64());
                        *kinds[side.index()].entry((self.kind)(&game, action)).or_default() += 1;
                    }
                    action
                }
            };
            let before = told.is_some().then(|| game.clone());
            game.apply(action);
            if let (Some(told), Some(before)) = (&mut told, before) {
                told(&before, action, legal.len(), &game);
            }
        }
        Played { game, swapped, seconds, kinds }
    }

    /// Prints the result, and of each player how long it thought and what it chose.
    pub(crate) fn report(&self, games: &[Played<G>]) {
        let mut tally = [[0_usize; 3]; 2];
        let mut levels = [BTreeMap::<&str, usize>::new(), BTreeMap::new()];
        let mut margins = 0.0;
        let mut seconds: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
        let mut kinds = [BTreeMap::<&str, usize>::new(), BTreeMap::new()];
        for played in games {
            let outcome = played.outcome();
            let (row, own) = (usize::from(played.swapped), if played.swapped { Side::Soviet } else { Side::Axis });
            let column = match outcome.winner {
                Some(winner) if winner == own => 0,
                None => 1,
                Some(_) => 2,
            };
            tally[row][column] += 1;
            *levels[row].entry(outcome.level).or_default() += 1;
            margins += if played.swapped { -1.0 } else { 1.0 } * f64::from(outcome.margin);
            for player in 0..2 {
                let side = player ^ row;
                seconds[player].extend(&played.seconds[side]);
                for (name, number) in &played.kinds[side] {
                    *kinds[player].entry(name).or_default() += number;
                }
            }
        }
        let number = games.len() as f64;
        let points = |[won, drawn, _]: [usize; 3]| won as f64 + 0.5 * drawn as f64;
        let all = points(tally[0]) + points(tally[1]);
        let share = all / number;
        let half = 1.96 * (share * (1.0 - share) / number).sqrt();
        let [a, b] = &self.names;
        println!(
            "{a} against {b}: {all} of {number}, {:.1} % (+- {:.1}); won, drawn, lost as Axis {:?} {:?}, as Soviet {:?} {:?}; mean margin {:.0}",
            100.0 * share,
            100.0 * half,
            tally[0],
            levels[0],
            tally[1],
            levels[1],
            margins / number
        );
        for (player, name) in [a, b].into_iter().enumerate() {
            let times = &mut seconds[player];
            times.sort_by(f64::total_cmp);
            let sum: f64 = times.iter().sum();
            println!(
                "  {name}: {:.0} decisions a game, median {:.3} ms, mean {:.3} ms, 99 % {:.1} ms, {:.2} s a game; {:?}",
                times.len() as f64 / number,
                1e3 * times.get(times.len() / 2).copied().unwrap_or(0.0),
                1e3 * sum / times.len().max(1) as f64,
                1e3 * times.get(times.len() * 99 / 100).copied().unwrap_or(0.0),
                sum / number,
                kinds[player].iter().map(|(kind, count)| format!("{kind} {:.1}", *count as f64 / number)).collect::<Vec<_>>()
            );
        }
    }
}

/// What is told an action of a game with the position before it, the number of choices and the position after it.
type Told<'a, G> = &'a mut dyn FnMut(&G, <G as Game>::Action, usize, &G);
