//! Fitting an evaluator to the outcomes of self-play: games, quiet positions out of them, a logistic
//! regression, and a verdict on games that it has not seen.

use rayon::prelude::*;
use stavka_engine::record::player_stream;
use stavka_engine::{Dice, Side, Turn, View};

use crate::agent::SearchControl;
use crate::evaluator::{Evaluator as _, Features};
use crate::logistic::logistic;
use crate::playable::Playable;
use crate::spec::{AgentSpec, Prepared, SpecError};

/// Quiet positions taken from a game, on average.
const POSITIONS_PER_GAME: u32 = 24;
/// Decisions of a game that the rate of taking reckons with.
const DECISIONS_PER_GAME: u32 = 800;
/// One game in so many judges the fit and takes no part in it.
const HELD_OUT: usize = 5;
/// Most steps of Newton's method.
const STEPS: usize = 40;
/// Most rounds over all weights within a step.
const SWEEPS: usize = 400;
/// Bins of the calibration table.
const BINS: usize = 10;

/// How games are made and weights found.
#[derive(Clone, Debug)]
pub struct TuneSettings {
    /// Players; every pairing of them takes its turn.
    pub players: Vec<AgentSpec>,
    /// Number of games.
    pub games: usize,
    /// Seed of everything.
    pub seed: u64,
    /// Choices out of a thousand that are made at random, for variety.
    pub epsilon_per_mille: u32,
    /// Strength of the ridge that holds weights near the prior.
    pub ridge: f64,
}

impl TuneSettings {
    /// Usual settings for a number of games.
    pub fn new(players: Vec<AgentSpec>, games: usize, seed: u64) -> Self {
        TuneSettings { players, games, seed, epsilon_per_mille: 10, ridge: 50.0 }
    }
}

/// What a regression is fitted to: inputs and what came of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// The inputs, as many as there are weights.
    pub inputs: Vec<f32>,
    /// 1 for an Axis win, 0 for a Soviet one.
    pub result: f64,
}

/// A position as the fit sees it.
struct Sample {
    case: Case,
    /// Forecast of the evaluator as it is.
    before: f64,
    /// Number of the game.
    game: usize,
}

/// How good forecasts are on games that took no part in a fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Quality {
    /// Mean square of forecast less outcome.
    pub brier: f64,
    /// Mean of minus the logarithm of the chance given to what happened.
    pub log_loss: f64,
}

/// A row of the calibration table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bin {
    /// Positions with forecasts in the bin.
    pub positions: usize,
    /// Their mean forecast.
    pub forecast: f64,
    /// Share of Axis wins among them.
    pub wins: f64,
}

/// What a fit came to.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneReport {
    /// Positions that the weights were fitted to, and those that judge them.
    pub positions: [usize; 2],
    /// Share of Axis wins.
    pub axis_wins: f64,
    /// Always forecasting the share of Axis wins among the fitted games.
    pub base: Quality,
    /// The evaluator as it was.
    pub before: Quality,
    /// The fitted one.
    pub after: Quality,
    /// Calibration of the fitted one.
    pub calibration: Vec<Bin>,
    /// The fitted weights, in the order of the inputs.
    pub weights: Vec<f64>,
}

/// Why nothing was fitted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TuneError {
    /// No player was named.
    #[error("tuning needs at least one player")]
    NoPlayers,
    /// The games do not tell wins from losses.
    #[error("{games} games are too few: the fit and its verdict each need a win of either side")]
    TooFew {
        /// Number of games.
        games: usize,
    },
    /// A player cannot play.
    #[error(transparent)]
    Player(#[from] SpecError),
}

/// Plays the games and fits the evaluator to them. The result depends on the settings alone. `progress` is
/// called after every game, from any thread.
///
/// # Errors
/// [`TuneError`].
pub fn tune<G: Playable>(
    scenario: &'static G::Scenario,
    settings: &TuneSettings,
    progress: &(dyn Fn() + Sync),
) -> Result<TuneReport, TuneError>
where
    G::Evaluator: Features<G>,
{
    if settings.players.is_empty() {
        return Err(TuneError::NoPlayers);
    }
    let players: Vec<Prepared<G>> = settings.players.iter().map(AgentSpec::prepare).collect::<Result<_, _>>()?;
    let games: Vec<Vec<Sample>> = (0..settings.games)
        .into_par_iter()
        .map(|number| {
            let samples = play(scenario, settings, &players, number);
            progress();
            samples
        })
        .collect();
    let (held, fitted): (Vec<Sample>, Vec<Sample>) = games.into_iter().flatten().partition(|sample| sample.game % HELD_OUT == 0);
    let fitted: Vec<Case> = fitted.into_iter().map(|sample| sample.case).collect();
    let wins = mean(fitted.iter().map(|case| case.result));
    let held_wins = mean(held.iter().map(|sample| sample.case.result));
    if [wins, held_wins].iter().any(|&share| share <= 0.0 || share >= 1.0) {
        return Err(TuneError::TooFew { games: settings.games });
    }
    let weights = regress(&fitted, &G::evaluator().prior(), settings.ridge);
    let after: Vec<f64> = held.iter().map(|sample| forecast(&weights, &sample.case.inputs)).collect();
    let all = (wins * fitted.len() as f64 + held_wins * held.len() as f64) / (fitted.len() + held.len()) as f64;
    Ok(TuneReport {
        positions: [fitted.len(), held.len()],
        axis_wins: all,
        base: quality(&held, |_| wins),
        before: quality(&held, |index| held[index].before),
        after: quality(&held, |index| after[index]),
        calibration: calibrate(&held, &after),
        weights,
    })
}

/// Plays one game and takes positions out of it.
fn play<G: Playable>(scenario: &'static G::Scenario, settings: &TuneSettings, players: &[Prepared<G>], number: usize) -> Vec<Sample>
where
    G::Evaluator: Features<G>,
{
    let seed = settings.seed.wrapping_add(number as u64);
    let kinds = players.len();
    let mut players = [number % kinds, number / kinds % kinds].map(|kind| players[kind].make(seed));
    for side in Side::ALL {
        players[side.index()].new_game(Dice::stream(seed, player_stream(side)).bits());
    }
    let mut dice = Dice::stream(seed, 0);
    let mut evaluator = G::evaluator();
    let mut game = G::new(scenario);
    let mut legal = Vec::new();
    let mut forecast = Vec::new();
    let mut samples: Vec<Sample> = Vec::new();
    loop {
        game.legal_actions(&mut legal);
        let action = match game.turn() {
            Turn::Over => break,
            Turn::Chance => game.draw(&legal, &mut dice),
            Turn::Player(side) => {
                if game.is_quiet() && dice.below(DECISIONS_PER_GAME) < POSITIONS_PER_GAME {
                    let mut inputs = Vec::new();
                    evaluator.prepare(&game, Side::Soviet);
                    evaluator.inputs(&game, &mut inputs);
                    evaluator.evaluate(std::slice::from_ref(&game), &mut forecast);
                    samples.push(Sample { case: Case { inputs, result: 0.0 }, before: f64::from(forecast[0]), game: number });
                }
                let chosen = players[side.index()].choose(View::new(&game, side), &legal, SearchControl::NONE);
                if dice.below(1000) < settings.epsilon_per_mille { dice.choose(&legal) } else { chosen }
            }
        };
        game.apply(action);
    }
    let result = game.outcome().map_or(0.5, |outcome| f64::from(outcome.share(Side::Axis)));
    for sample in &mut samples {
        sample.case.result = result;
    }
    samples
}

fn mean(results: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = results.len().max(1) as f64;
    results.sum::<f64>() / count
}

fn forecast(weights: &[f64], inputs: &[f32]) -> f64 {
    logistic(weights.iter().zip(inputs).map(|(weight, &input)| weight * f64::from(input)).sum())
}

fn quality(samples: &[Sample], forecast: impl Fn(usize) -> f64) -> Quality {
    let (mut brier, mut log_loss) = (0.0, 0.0);
    for (index, sample) in samples.iter().enumerate() {
        let chance = forecast(index).clamp(1e-6, 1.0 - 1e-6);
        let result = sample.case.result;
        brier += (chance - result) * (chance - result);
        log_loss -= result * chance.ln() + (1.0 - result) * (1.0 - chance).ln();
    }
    let count = samples.len().max(1) as f64;
    Quality { brier: brier / count, log_loss: log_loss / count }
}

fn calibrate(samples: &[Sample], forecasts: &[f64]) -> Vec<Bin> {
    let mut bins = vec![Bin { positions: 0, forecast: 0.0, wins: 0.0 }; BINS];
    for (sample, &forecast) in samples.iter().zip(forecasts) {
        let bin = &mut bins[((forecast * BINS as f64) as usize).min(BINS - 1)];
        bin.positions += 1;
        bin.forecast += forecast;
        bin.wins += sample.case.result;
    }
    for bin in &mut bins {
        let count = bin.positions.max(1) as f64;
        bin.forecast /= count;
        bin.wins /= count;
    }
    bins
}

/// Logistic regression by Newton's method, the weights held near the prior by a ridge and kept to its signs. `prior` has a weight for each
/// input.
pub fn regress(cases: &[Case], prior: &[f64], ridge: f64) -> Vec<f64> {
    let count = prior.len();
    let mut weights = prior.to_vec();
    for _ in 0..STEPS {
        let mut gradient = vec![0.0; count];
        let mut curvature = vec![0.0; count * count];
        for case in cases {
            let chance = forecast(&weights, &case.inputs);
            let (error, bend) = (case.result - chance, chance * (1.0 - chance));
            for (row, &input) in case.inputs.iter().enumerate().filter(|(_, input)| **input != 0.0) {
                let input = f64::from(input);
                gradient[row] += error * input;
                for (entry, &other) in curvature[row * count..(row + 1) * count].iter_mut().zip(&case.inputs) {
                    *entry += bend * input * f64::from(other);
                }
            }
        }
        for index in 0..count {
            gradient[index] -= ridge * (weights[index] - prior[index]);
            curvature[index * count + index] += ridge;
        }
        let whole = step(&weights, gradient, &curvature, prior);
        if !improve(&mut weights, &whole, |weights| regret(cases, weights, prior, ridge)) {
            break;
        }
    }
    weights
}

/// What the regression makes small: the log loss over the cases and the pull of the ridge.
fn regret(cases: &[Case], weights: &[f64], prior: &[f64], ridge: f64) -> f64 {
    let away: f64 = weights.iter().zip(prior).map(|(weight, prior)| (weight - prior) * (weight - prior)).sum();
    let loss = |case: &Case| {
        let chance = forecast(weights, &case.inputs).clamp(1e-15, 1.0 - 1e-15);
        -(case.result * chance.ln() + (1.0 - case.result) * (1.0 - chance).ln())
    };
    cases.iter().map(loss).sum::<f64>() + 0.5 * ridge * away
}

/// Goes the step, or the half or the quarter of it and so on, whichever first lessens the regret. Answers
/// whether it did so by more than a trifle.
fn improve(weights: &mut Vec<f64>, step: &[f64], regret: impl Fn(&[f64]) -> f64) -> bool {
    let before = regret(weights);
    let mut share = 1.0;
    while share > 1e-3 {
        let tried: Vec<f64> = weights.iter().zip(step).map(|(weight, step)| weight + share * step).collect();
        let gain = before - regret(&tried);
        if gain > 0.0 {
            *weights = tried;
            return gain > 1e-6 * before;
        }
        share *= 0.5;
    }
    false
}

/// The way to the best point of the parabola with this slope and curvature where every weight has the sign
/// of its prior, found one coordinate after the other.
fn step(weights: &[f64], mut gradient: Vec<f64>, curvature: &[f64], prior: &[f64]) -> Vec<f64> {
    let count = weights.len();
    let mut moved = weights.to_vec();
    for _ in 0..SWEEPS {
        let mut longest = 0.0f64;
        for index in 0..count {
            let row = &curvature[index * count..(index + 1) * count];
            let wanted = moved[index] + gradient[index] / row[index];
            let allowed = if prior[index] > 0.0 {
                wanted.max(0.0)
            } else if prior[index] < 0.0 {
                wanted.min(0.0)
            } else {
                wanted
            };
            let change = allowed - moved[index];
            if change != 0.0 {
                moved[index] = allowed;
                longest = longest.max(change.abs());
                for (slope, bend) in gradient.iter_mut().zip(row) {
                    *slope -= change * bend;
                }
            }
        }
        if longest < 1e-7 {
            break;
        }
    }
    moved.iter().zip(weights).map(|(moved, weight)| moved - weight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Outcomes drawn from a known curve.
    fn drawn(weights: &[f64], count: usize) -> Vec<Case> {
        let mut dice = Dice::new(11);
        let mut uniform = || f64::from(dice.below(1 << 20)) / f64::from(1 << 20);
        (0..count)
            .map(|_| {
                let inputs = vec![1.0, (2.0 * uniform() - 1.0) as f32, (8.0 * uniform() - 4.0) as f32];
                let result = f64::from(u8::from(uniform() < forecast(weights, &inputs)));
                Case { inputs, result }
            })
            .collect()
    }

    #[test]
    fn the_regression_finds_the_curve_that_the_outcomes_were_drawn_from() {
        let truth = [0.5, -2.0, 0.7];
        let found = regress(&drawn(&truth, 20_000), &[0.0, -1.0, 0.0], 1.0);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 0.15, "found {found} where {truth} was meant");
        }
    }

    #[test]
    fn a_prior_far_off_does_not_lead_the_fit_astray() {
        let truth = [0.5, -2.0, 0.7];
        let found = regress(&drawn(&truth, 5_000), &[0.0, -40.0, 30.0], 1e-3);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 0.4, "found {found} where {truth} was meant");
        }
    }

    #[test]
    fn a_weight_keeps_its_sign_whatever_the_outcomes_say() {
        let found = regress(&drawn(&[0.5, -2.0, 0.7], 5_000), &[0.0, 1.0, 0.0], 1.0);
        assert!(found[1] == 0.0 && found[2] > 0.3, "{found:?}");
    }

    #[test]
    fn a_perfect_forecast_has_no_loss_and_a_coin_a_quarter() {
        let cases = drawn(&[0.0, 9.0, 0.0], 100);
        let samples: Vec<Sample> = cases.into_iter().map(|case| Sample { case, before: 0.5, game: 0 }).collect();
        assert!(quality(&samples, |index| samples[index].case.result).brier < 1e-9);
        assert!((quality(&samples, |_| 0.5).brier - 0.25).abs() < 1e-9);
    }
}
