//! The second learner: policy gradient on games played side by side, every choice masked by its legal list.
//!
//! Values are those of the Axis, 0 to 1, so that one estimate serves both sides: what is an advantage for one is a
//! disadvantage for the other. There are two of them, each learned by a head of its own towards its own target: the
//! expected score, and what the margin of victory is worth by itself. Advantages are of both, mixed as the
//! configuration says.

use rayon::prelude::*;
use stavka_agents::{AsOpponent, Prepared, ValueScale};
use stavka_engine::dice::mix;
use stavka_engine::env::{AutoresetMode, Batch as EnvBatch, Opponent as _, VecEnv, VecEnvError};
use stavka_engine::{Dice, Game, Outcome, Side};
use stavka_models::{Advice, Batch, Encoder, Heads, Network, RunError};

use crate::curriculum::Learnable;
use crate::learner::PpoBatch;
use crate::run::PpoConfig;

/// Stream of the seed of rounds for the order of learning; below it are those for choices, a round and a thread each.
const ORDER_STREAM: u64 = 1 << 32;
/// Stream of the seed of rounds for the games of a thread.
const GAME_STREAM: u64 = 1 << 33;
/// Stream of the seed of rounds for the opponents of a thread.
const OPPONENT_STREAM: u64 = 1 << 34;

/// A decision of one of the games.
struct Taken<G: Game> {
    game: G,
    legal: Vec<G::Action>,
    /// What the network was told of the game's hand-written knowledge: terms of the position, scores of the actions.
    terms: Vec<f32>,
    scores: Vec<f32>,
    side: Side,
    chosen: usize,
    log_probability: f32,
    /// Whether an opponent took it, and not the policy.
    is_opponents: bool,
    /// What the Axis expects before the decision.
    value: Worth,
    /// The end of the game, if it ended with the decision.
    ended: Option<Worth>,
    /// Advantage of the side that decided, and what it may expect.
    advantage: f32,
    target: Worth,
}

/// What a finished game is worth, or may be expected to be, as one side sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Worth {
    /// Share of the point: 1 for a win.
    score: f64,
    /// What the margin is worth by itself: [`ValueScale::lead`].
    lead: f64,
}

impl Worth {
    /// What a finished game is worth to the Axis.
    fn of(outcome: &Outcome, scale: ValueScale) -> Self {
        Worth { score: f64::from(outcome.share(Side::Axis)), lead: f64::from(scale.lead(f32::from(outcome.margin))) }
    }

    /// What is so for the Axis, as a side sees it.
    fn seen_by(self, side: Side) -> Self {
        if side == Side::Axis { self } else { self.each(|part| 1.0 - part) }
    }

    /// The same done to both.
    fn each(self, work: impl Fn(f64) -> f64) -> Self {
        Worth { score: work(self.score), lead: work(self.lead) }
    }

    /// Something made of two of them, part by part.
    fn with(self, other: Worth, work: impl Fn(f64, f64) -> f64) -> Self {
        Worth { score: work(self.score, other.score), lead: work(self.lead, other.lead) }
    }
}

/// Staggers the games of a rollout, so that each round samples all phases of a game. First the length of a game is measured:
/// until half as many games have ended as there are. Then one game after the other begins anew, over as many decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Spread {
    /// How many decisions of each were played, and how many games have ended.
    Measuring { played: usize, ended: usize },
    /// Length of a game, and the decisions since it was known.
    Parting { length: usize, now: usize },
    /// The games are spread evenly.
    Even,
}

impl Spread {
    const BEGINNING: Spread = Spread::Measuring { played: 0, ended: 0 };

    /// After a step of all games, with which some ended: whether a game, by its number among `games`, is begun anew.
    fn step(&mut self, ends: usize, games: usize) -> Option<impl Fn(usize) -> bool + use<>> {
        let (length, now) = match *self {
            Spread::Measuring { played, ended } if 2 * (ended + ends) < games => {
                *self = Spread::Measuring { played: played + 1, ended: ended + ends };
                return None;
            }
            Spread::Measuring { played, .. } => (played + 1, 0),
            Spread::Parting { length, now } => (length, now + 1),
            Spread::Even => return None,
        };
        *self = if now < length { Spread::Parting { length, now } } else { Spread::Even };
        Some(move |game: usize| game * length / games == now)
    }
}

/// Games side by side, and the decisions of the last round: some on each of several threads. What happens in a game does
/// not depend on when another thread gets on, so that a round is a function of its seed.
pub(super) struct Rollouts<G: Learnable> {
    seed: u64,
    rounds: u64,
    /// One after the other the games are dealt out to the lanes.
    lanes: Vec<Rollout<G>>,
}

impl<G: Learnable> Rollouts<G> {
    /// Begins the games of a seed on up to `threads` threads. `encoder` makes an encoder of positions for each,
    /// `margin_scale` is a large margin in victory points, as the network counts it. In the first games of the
    /// configuration one of the `opponents` plays a side.
    pub(super) fn new(
        scenario: &'static G::Scenario,
        config: &PpoConfig,
        threads: usize,
        encoder: impl Fn() -> Encoder<G>,
        margin_scale: f32,
        opponents: &[Prepared<G>],
        seed: u64,
    ) -> Result<Self, RolloutError> {
        let scale = ValueScale { margin: config.margin as f32, points: margin_scale };
        let count = threads.min(config.environments);
        let lane = |lane: usize| {
            let environments = (config.environments - lane).div_ceil(count);
            let opponents_seed = Dice::stream(seed, OPPONENT_STREAM + lane as u64).bits();
            let seed = Dice::stream(seed, GAME_STREAM + lane as u64).bits();
            let opponent = |game: usize| {
                let number = lane + game * count;
                (number < config.opponent_games).then(|| Opponent::new(opponents, number, mix(opponents_seed ^ game as u64)))
            };
            let opponents = (0..environments).map(opponent).collect();
            Rollout::new(scenario, opponents, encoder(), scale, seed)
        };
        let lanes = (0..count).map(lane).collect::<Result<_, RolloutError>>()?;
        Ok(Rollouts { seed, rounds: 0, lanes })
    }

    /// Plays a round with the policy of a network, of which `make` makes one for each thread, and estimates what each
    /// decision was worth. There is nothing to learn from the rounds in which the games are spread over their length:
    /// false.
    pub(super) fn play(
        &mut self,
        make: &(dyn Fn() -> Result<Box<dyn Network>, RunError> + Sync),
        config: &PpoConfig,
    ) -> Result<bool, RolloutError> {
        let (seed, stream) = (self.seed, self.rounds * self.lanes.len() as u64);
        self.rounds += 1;
        let rounds = self.lanes.par_iter_mut().enumerate().map(|(lane, rollout)| {
            let mut dice = Dice::stream(seed, stream + lane as u64);
            rollout.play(make()?.as_mut(), config, &mut dice)
        });
        let is_even: Vec<bool> = rounds.collect::<Result<_, RolloutError>>()?;
        Ok(is_even.into_iter().all(|is_even| is_even))
    }

    /// Dice for the order in which the decisions of the last round are learned from.
    pub(super) fn dice(&self) -> Dice {
        Dice::stream(self.seed, ORDER_STREAM + self.rounds)
    }

    /// Mean score of the Axis in the games of the policy against itself that ended in the last round, if any did. Where
    /// it is far from one half there is little to learn: whatever a side does, it wins or loses.
    pub(super) fn axis_score(&self) -> Option<f64> {
        mean(self.ends().filter(|(_, opponent)| opponent.is_none()).map(|(end, _)| end.score))
    }

    /// Mean score of the policy in the games against opponents that ended in the last round, if any did.
    pub(super) fn score_against_opponents(&self) -> Option<f64> {
        mean(
            self.ends()
                .filter_map(|(end, opponent)| opponent.map(|opponent| if opponent == Side::Soviet { end.score } else { 1.0 - end.score })),
        )
    }

    /// Number of games that ended in the last round.
    pub(super) fn games(&self) -> usize {
        self.ends().count()
    }

    /// The ends of games in the last round, and the sides of their opponents.
    fn ends(&self) -> impl Iterator<Item = (Worth, Option<Side>)> {
        let games = self.lanes.iter().flat_map(|rollout| rollout.taken.iter().zip(&rollout.opponents));
        games.flat_map(|(taken, opponent)| {
            let opponent = opponent.as_ref().map(|opponent| opponent.side);
            taken.iter().filter_map(move |taken| taken.ended.map(|end| (end, opponent)))
        })
    }

    /// Decisions of the last round.
    pub(super) fn decisions(&self) -> usize {
        self.taken().count()
    }

    /// The places of those among them that the policy took and that had an alternative: there is nothing to learn from
    /// the others.
    pub(super) fn choices(&self) -> Vec<Place> {
        let games = self.lanes.iter().enumerate().flat_map(|(lane, rollout)| {
            let games = rollout.taken.iter().enumerate();
            games.map(move |(game, taken)| (lane, game, taken))
        });
        let decisions = games.flat_map(|(lane, game, taken)| {
            let choices = taken.iter().enumerate().filter(|(_, taken)| !taken.is_opponents && taken.legal.len() > 1);
            choices.map(move |(time, _)| Place { lane, game, time })
        });
        decisions.collect()
    }

    /// Replaces the contents of `out` by decisions of the last round. Advantages are normalised.
    pub(super) fn fill(&self, places: &[Place], out: &mut PpoBatch) {
        out.batch.clear();
        out.chosen.clear();
        out.log_probability.clear();
        out.advantage.clear();
        out.wdl.clear();
        out.lead.clear();
        let taken: Vec<&Taken<G>> = places.iter().map(|&Place { lane, game, time }| &self.lanes[lane].taken[game][time]).collect();
        let encode = |(): &mut (), batch: &mut Batch, taken: &&Taken<G>| {
            batch.push(&taken.game, &taken.legal, Advice { terms: &taken.terms, scores: &taken.scores });
        };
        out.batch.extend(&taken, || (), encode);
        for taken in taken {
            out.chosen.push(taken.chosen);
            out.log_probability.push(taken.log_probability);
            out.advantage.push(taken.advantage);
            let score = taken.target.score as f32;
            out.wdl.push([score, 0.0, 1.0 - score]);
            out.lead.push(taken.target.lead as f32);
        }
        let count = out.advantage.len().max(1) as f32;
        let mean = out.advantage.iter().sum::<f32>() / count;
        let deviation = (out.advantage.iter().map(|advantage| (advantage - mean).powi(2)).sum::<f32>() / count).sqrt();
        out.advantage.iter_mut().for_each(|advantage| *advantage = (*advantage - mean) / (deviation + 1e-6));
    }

    fn taken(&self) -> impl Iterator<Item = &Taken<G>> {
        self.lanes.iter().flat_map(|rollout| rollout.taken.iter().flatten())
    }
}

/// Of nothing there is none.
fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// Which decision of a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    lane: usize,
    game: usize,
    time: usize,
}

/// A player that is not the network, for one side of one of the games.
struct Opponent<G: Game> {
    side: Side,
    player: AsOpponent<G>,
    dice: Dice,
}

impl<G: Learnable> Opponent<G> {
    /// The opponent of a game by its number: two games, then the other side, then the next of the players.
    fn new(players: &[Prepared<G>], number: usize, seed: u64) -> Self {
        let side = Side::ALL[number / 2 % 2];
        let player = AsOpponent::new(players[number / 4 % players.len()].make(seed));
        Opponent { side, player, dice: Dice::new(seed) }
    }
}

/// The games of one thread.
struct Rollout<G: Learnable> {
    env: VecEnv<G>,
    /// By game.
    opponents: Vec<Option<Opponent<G>>>,
    seen: EnvBatch,
    encoder: Encoder<G>,
    scale: ValueScale,
    spread: Spread,
    batch: Batch,
    heads: Heads,
    /// By game and time.
    taken: Vec<Vec<Taken<G>>>,
}

/// Why a round could not be played.
#[derive(Debug, thiserror::Error)]
pub enum RolloutError {
    /// The environments.
    #[error(transparent)]
    Env(#[from] VecEnvError),
    /// The network.
    #[error(transparent)]
    Network(#[from] RunError),
}

impl<G: Learnable> Rollout<G> {
    fn new(
        scenario: &'static G::Scenario,
        opponents: Vec<Option<Opponent<G>>>,
        encoder: Encoder<G>,
        scale: ValueScale,
        seed: u64,
    ) -> Result<Self, RolloutError> {
        let mut env = VecEnv::new(scenario, opponents.len(), AutoresetMode::SameStep, |_, env| env);
        let mut seen = env.new_batch();
        env.reset(seed, &mut seen)?;
        let batch = encoder.batch();
        Ok(Rollout { env, opponents, seen, batch, encoder, scale, spread: Spread::BEGINNING, heads: Heads::default(), taken: Vec::new() })
    }

    /// Plays a round; whether the games were spread over their length when it began.
    fn play(&mut self, network: &mut dyn Network, config: &PpoConfig, dice: &mut Dice) -> Result<bool, RolloutError> {
        let is_even = self.spread == Spread::Even;
        self.taken = (0..self.env.len()).map(|_| Vec::with_capacity(config.horizon)).collect();
        let mut actions = vec![0u32; self.env.len()];
        for _ in 0..config.horizon {
            self.ask(network)?;
            for (index, action) in actions.iter_mut().enumerate() {
                let (chosen, log_probability) = self.decide(index, dice);
                self.note(index, chosen, log_probability);
                *action = chosen as u32;
            }
            self.env.step(&actions, &mut self.seen)?;
            for (index, game) in self.taken.iter_mut().enumerate() {
                if let Some(outcome) = self.seen.infos[index].outcome {
                    let last = game.last_mut().expect("a step is a decision");
                    last.ended = Some(Worth::of(&outcome, self.scale));
                    if let Some(opponent) = &mut self.opponents[index] {
                        opponent.player.new_game();
                    }
                }
            }
            let ends = self.seen.terminated.iter().filter(|&&ended| ended).count();
            if let Some(is_anew) = self.spread.step(ends, self.env.len()) {
                let mask: Vec<bool> = (0..self.env.len()).map(is_anew).collect();
                let anew = self.opponents.iter_mut().zip(&mask).filter(|(_, is_anew)| **is_anew);
                anew.filter_map(|(opponent, _)| opponent.as_mut()).for_each(|opponent| opponent.player.new_game());
                self.env.reset_masked(&mask, &mut self.seen)?;
            }
        }
        self.ask(network)?;
        let beyond: Vec<Worth> = (0..self.env.len()).map(|index| self.value(index)).collect();
        for (game, beyond) in self.taken.iter_mut().zip(beyond) {
            estimate(game, beyond, self.scale, config);
        }
        Ok(is_even)
    }

    /// Runs the network on all games as they stand.
    fn ask(&mut self, network: &mut dyn Network) -> Result<(), RunError> {
        self.batch.clear();
        for index in 0..self.env.len() {
            let env = self.env.env(index);
            self.encoder.push(&mut self.batch, env.game(), env.legal_actions());
        }
        network.run(&self.batch, &mut self.heads)
    }

    /// What the Axis may expect of a game.
    fn value(&self, index: usize) -> Worth {
        let [win, draw, _] = self.heads.wdl[index].map(f64::from);
        let own = Worth { score: win + 0.5 * draw, lead: f64::from(self.scale.lead(self.heads.margin[index])) };
        own.seen_by(if self.seen.observations.viewer[index] == Side::Axis as i8 { Side::Axis } else { Side::Soviet })
    }

    /// The choice of whoever decides in a game: of its opponent, or one drawn by the network's policy. Its place among the
    /// legal actions, and the logarithm of its probability by the policy, none for an opponent's.
    fn decide(&mut self, index: usize, dice: &mut Dice) -> (usize, Option<f32>) {
        let env = self.env.env(index);
        match &mut self.opponents[index] {
            Some(opponent) if opponent.side == env.viewer() => {
                let choice = opponent.player.choose(env.view(opponent.side), env.legal_actions(), &mut opponent.dice);
                let place = env.legal_actions().iter().position(|&action| action == choice);
                (place.expect("players choose legal actions"), None)
            }
            _ => {
                let (place, log_probability) = self.draw(index, dice);
                (place, Some(log_probability))
            }
        }
    }

    /// Draws a choice by the network's policy: its place, and the logarithm of its probability.
    fn draw(&self, index: usize, dice: &mut Dice) -> (usize, f32) {
        const PARTS: u32 = 1 << 24;
        let logits = &self.heads.logits[self.batch.starts()[index]..self.batch.starts()[index + 1]];
        let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let total: f32 = logits.iter().map(|logit| (logit - most).exp()).sum();
        let mut ticket = total * (dice.below(PARTS) as f32 / PARTS as f32);
        let mut chosen = logits.len() - 1;
        for (place, logit) in logits.iter().enumerate() {
            ticket -= (logit - most).exp();
            if ticket < 0.0 {
                chosen = place;
                break;
            }
        }
        (chosen, logits[chosen] - most - total.ln())
    }

    /// Notes a choice, and the position that it was made in.
    fn note(&mut self, index: usize, chosen: usize, log_probability: Option<f32>) {
        let value = self.value(index);
        let env = self.env.env(index);
        let Advice { terms, scores } = self.batch.advice_of(index);
        self.taken[index].push(Taken {
            game: env.game().clone(),
            legal: env.legal_actions().to_vec(),
            terms: terms.to_vec(),
            scores: scores.to_vec(),
            side: env.viewer(),
            chosen,
            log_probability: log_probability.unwrap_or(0.0),
            is_opponents: log_probability.is_none(),
            value,
            ended: None,
            advantage: 0.0,
            target: value,
        });
    }
}

/// Generalised advantage estimation backwards through the decisions of one game, of score and lead side by side; `beyond`
/// is what the Axis expects after the last. What is learned from a choice is the advantage of both as `scale` mixes them.
fn estimate<G: Game>(game: &mut [Taken<G>], beyond: Worth, scale: ValueScale, config: &PpoConfig) {
    let none = Worth { score: 0.0, lead: 0.0 };
    let (mut next, mut advantage) = (beyond, none);
    for taken in game.iter_mut().rev() {
        let (target, carried) = match taken.ended {
            Some(end) => (end, none),
            None => (next.each(|value| config.discount * value), advantage),
        };
        let surprise = target.with(taken.value, |target, value| target - value);
        advantage = surprise.with(carried, |now, later| now + config.discount * config.lambda * later);
        next = taken.value;
        let mixed = scale.mix(advantage.score as f32, advantage.lead as f32);
        taken.advantage = if taken.side == Side::Axis { mixed } else { -mixed };
        taken.target = taken.value.with(advantage, |value, advantage| (value + advantage).clamp(0.0, 1.0)).seen_by(taken.side);
    }
}

#[cfg(test)]
mod tests {
    use stavka_agents::AgentSpec;
    use stavka_engine::armir::Armir;
    use stavka_models::{CpuNetwork, Guidance};

    use super::*;
    use crate::evaluation::kit::{scenario, weights};

    /// A decision before which score and lead are alike, as they are after it.
    fn taken(side: Side, value: f64, end: Option<f64>) -> Taken<Armir> {
        let game = Armir::new(scenario());
        let (value, ended) = (even(value), end.map(even));
        let (legal, terms, scores) = (Vec::new(), Vec::new(), Vec::new());
        Taken {
            game,
            legal,
            terms,
            scores,
            side,
            chosen: 0,
            log_probability: 0.0,
            is_opponents: false,
            value,
            ended,
            advantage: 0.0,
            target: value,
        }
    }

    fn even(part: f64) -> Worth {
        Worth { score: part, lead: part }
    }

    const HALF: ValueScale = ValueScale { margin: 0.5, points: 5.0 };

    #[test]
    fn an_advantage_of_one_side_is_a_disadvantage_of_the_other() {
        let config = PpoConfig { discount: 1.0, lambda: 1.0, ..PpoConfig::default() };
        let mut game = vec![taken(Side::Axis, 0.5, None), taken(Side::Soviet, 0.75, Some(1.0)), taken(Side::Axis, 0.25, None)];
        estimate(&mut game, even(0.5), HALF, &config);
        let close = |found: f32, expected: f32| assert!((found - expected).abs() < 1e-6, "{found} is not {expected}");
        close(game[0].advantage, 0.5);
        close(game[1].advantage, -0.25);
        close(game[1].target.score as f32, 0.0);
        close(game[2].advantage, 0.25);
        close(game[2].target.score as f32, 0.5);
    }

    #[test]
    fn games_that_begin_together_are_spread_over_their_length() {
        let lengths = [100, 107, 93, 110, 98, 102, 95, 120];
        let (mut spread, mut ages) = (Spread::BEGINNING, [0; 8]);
        while spread != Spread::Even {
            let ends = ages.iter().zip(lengths).filter(|(age, length)| **age + 1 == *length).count();
            for (age, length) in ages.iter_mut().zip(lengths) {
                *age = (*age + 1) % length;
            }
            if let Some(is_anew) = spread.step(ends, ages.len()) {
                (0..8).filter(|&game| is_anew(game)).for_each(|game| ages[game] = 0);
            }
        }
        ages.sort_unstable();
        let apart: Vec<i32> = ages.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(apart.iter().all(|&apart| (10..=13).contains(&apart)), "{ages:?}");
        assert!(spread.step(1, 8).is_none(), "once is enough");
    }

    #[test]
    fn rounds_are_learned_from_once_the_games_are_spread() {
        let mut network = CpuNetwork::new(&weights(1)).expect("the weights fit");
        let config = PpoConfig { environments: 12, horizon: 200, ..PpoConfig::default() };
        let nobody = (0..12).map(|_| None).collect();
        let mut rollout =
            Rollout::<Armir>::new(scenario(), nobody, Encoder::new(scenario(), Guidance::None), HALF, 5).expect("games can begin");
        let mut dice = Dice::new(2);
        while !rollout.play(&mut network, &config, &mut dice).expect("the network answers") {}
        let mut turns: Vec<u16> = rollout.seen.infos.iter().map(|info| info.game_turn).collect();
        turns.sort_unstable();
        turns.dedup();
        assert!(turns.len() >= 3, "the games are in turns {turns:?}");
    }

    #[test]
    fn score_and_margin_have_targets_of_their_own_and_share_the_advantage() {
        let config = PpoConfig { discount: 1.0, lambda: 1.0, ..PpoConfig::default() };
        let won_by_one = Worth::of(&Outcome { winner: Some(Side::Axis), margin: 1, level: "" }, HALF);
        assert!((won_by_one.score - 1.0).abs() < 1e-9 && won_by_one.lead > 0.5 && won_by_one.lead < 0.7, "{won_by_one:?}");
        for (side, sign) in [(Side::Axis, 1.0), (Side::Soviet, -1.0)] {
            let mut game = vec![taken(side, 0.5, None)];
            game[0].value = Worth { score: 0.75, lead: 0.5 };
            game[0].ended = Some(won_by_one);
            estimate(&mut game, even(0.0), HALF, &config);
            let off = game[0].target.with(won_by_one.seen_by(side), |found, expected| (found - expected).abs());
            assert!(off.score < 1e-6 && off.lead < 1e-6, "each head learns its own part: {:?}", game[0].target);
            let expected = sign * (0.5 * 0.25 + 0.5 * (won_by_one.lead - 0.5));
            assert!((f64::from(game[0].advantage) - expected).abs() < 1e-6, "{} is not {expected}", game[0].advantage);
            estimate(&mut game, even(0.0), ValueScale { margin: 0.0, ..HALF }, &config);
            assert!((f64::from(game[0].advantage) - sign * 0.25).abs() < 1e-6, "without a share of the margin the score alone counts");
        }
    }

    fn network() -> Box<dyn Network> {
        Box::new(CpuNetwork::new(&weights(1)).expect("the weights fit"))
    }

    fn rollouts(threads: usize, config: &PpoConfig) -> Rollouts<Armir> {
        let encoder = || Encoder::new(scenario(), Guidance::None);
        Rollouts::new(scenario(), config, threads, encoder, 10.0, &[], 5).expect("games can begin")
    }

    #[test]
    fn only_choices_are_learned_from() {
        let config = PpoConfig { environments: 3, horizon: 40, ..PpoConfig::default() };
        let mut rollouts = rollouts(2, &config);
        rollouts.play(&|| Ok(network()), &config).expect("the network answers");
        assert_eq!(rollouts.decisions(), 3 * 40);
        let choices = rollouts.choices();
        let alternatives = rollouts.taken().filter(|taken| taken.legal.len() > 1).count();
        assert!(choices.len() == alternatives && alternatives < rollouts.decisions(), "{} of {alternatives}", choices.len());
        let encoder = Encoder::<Armir>::new(scenario(), Guidance::None);
        let mut batch =
            PpoBatch { batch: encoder.batch(), chosen: vec![], log_probability: vec![], advantage: vec![], wdl: vec![], lead: vec![] };
        rollouts.fill(&choices, &mut batch);
        assert!((0..choices.len()).all(|choice| batch.batch.tokens_of(choice).len() > 1));
    }

    fn with_opponents(config: &PpoConfig) -> Rollouts<Armir> {
        let greedy = "greedy".parse::<AgentSpec>().expect("a player").prepare().expect("it needs nothing");
        let encoder = || Encoder::new(scenario(), Guidance::None);
        Rollouts::new(scenario(), config, 2, encoder, 10.0, &[greedy], 5).expect("games can begin")
    }

    #[test]
    fn opponents_decide_for_one_side_of_their_games_and_are_not_learned_from() {
        let config = PpoConfig { environments: 6, opponent_games: 4, horizon: 60, ..PpoConfig::default() };
        let mut rollouts = with_opponents(&config);
        let sides = |rollouts: &Rollouts<Armir>| -> Vec<Vec<Option<Side>>> {
            let lanes = rollouts.lanes.iter();
            lanes.map(|lane| lane.opponents.iter().map(|opponent| opponent.as_ref().map(|opponent| opponent.side)).collect()).collect()
        };
        assert_eq!(sides(&rollouts), vec![vec![Some(Side::Axis), Some(Side::Soviet), None]; 2]);
        rollouts.play(&|| Ok(network()), &config).expect("the network answers");
        for lane in &rollouts.lanes {
            for (taken, opponent) in lane.taken.iter().zip(&lane.opponents) {
                let side = opponent.as_ref().map(|opponent| opponent.side);
                assert!(taken.iter().all(|taken| taken.is_opponents == (side == Some(taken.side))));
                assert!(taken.iter().all(|taken| taken.value.score > 0.0 && taken.value.score < 1.0), "the network values every position");
            }
        }
        let opponents = rollouts.taken().filter(|taken| taken.is_opponents).count();
        assert!(opponents > 60 && opponents < 180, "{opponents} decisions of opponents");
        let own = |place: &Place| !rollouts.lanes[place.lane].taken[place.game][place.time].is_opponents;
        assert!(rollouts.choices().iter().all(own));
        let chosen = |rollouts: &Rollouts<Armir>| rollouts.taken().map(|taken| taken.chosen).collect::<Vec<_>>();
        let mut again = with_opponents(&config);
        again.play(&|| Ok(network()), &config).expect("the network answers");
        assert_eq!(chosen(&rollouts), chosen(&again), "opponents too repeat their games");
    }

    #[test]
    fn scores_against_opponents_are_told_from_those_against_itself() {
        let config = PpoConfig { environments: 6, opponent_games: 4, ..PpoConfig::default() };
        let mut rollouts = with_opponents(&config);
        assert_eq!((rollouts.games(), rollouts.axis_score(), rollouts.score_against_opponents()), (0, None, None));
        let ended = |score| vec![taken(Side::Axis, 0.5, None), taken(Side::Axis, 0.5, Some(score))];
        // The opponent has the Axis, the Soviets, and there is none.
        rollouts.lanes[0].taken = vec![ended(0.0), ended(1.0), ended(0.5)];
        rollouts.lanes[1].taken = vec![ended(1.0), vec![], ended(1.0)];
        assert_eq!(rollouts.games(), 5);
        assert_eq!(rollouts.axis_score(), Some(0.75));
        assert_eq!(rollouts.score_against_opponents(), Some(2.0 / 3.0));
    }

    #[test]
    fn rounds_on_several_threads_can_be_repeated() {
        let config = PpoConfig { environments: 5, horizon: 30, ..PpoConfig::default() };
        let played = || {
            let mut rollouts = rollouts(2, &config);
            (0..2).for_each(|_| _ = rollouts.play(&|| Ok(network()), &config).expect("the network answers"));
            let chosen: Vec<usize> = rollouts.taken().map(|taken| taken.chosen).collect();
            (chosen, rollouts.dice().bits())
        };
        let (chosen, order) = played();
        assert_eq!(chosen.len(), 5 * 30);
        assert_eq!((chosen, order), played());
        let mut games: Vec<usize> = rollouts(3, &config).lanes.iter().map(|lane| lane.env.len()).collect();
        games.sort_unstable();
        assert_eq!(games, [1, 2, 2], "games are dealt out evenly");
        assert_eq!(rollouts(9, &config).lanes.len(), 5, "no thread is without a game");
    }

    #[test]
    fn without_lambda_only_the_next_value_counts() {
        let config = PpoConfig { discount: 1.0, lambda: 0.0, ..PpoConfig::default() };
        let mut game = vec![taken(Side::Axis, 0.5, None), taken(Side::Axis, 0.6, None), taken(Side::Axis, 0.1, Some(1.0))];
        estimate(&mut game, even(0.0), HALF, &config);
        assert!((game[0].advantage - 0.1).abs() < 1e-6 && (game[1].advantage + 0.5).abs() < 1e-6);
    }
}
