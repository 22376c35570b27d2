//! Games of a candidate against known opponents.

use std::io::{self, Write as _};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fs, thread};

use serde::{Deserialize, Serialize};
use stavka_agents::{Agent, AgentSpec, Budget, Gumbel, GumbelSettings, Player, Prepared, play_game};
use stavka_engine::Side;
use stavka_engine::dice::mix;
use stavka_models::{CpuNetwork, Neural, Weights};

use super::TrainError;
use super::chart::chart;
use crate::course::{Course, Learnable};
use crate::files::write_whole;
use crate::run::{Config, RunDirectory, RunError};

/// File of the results.
const FILE: &str = "evaluations.jsonl";
/// File of the chart.
const CHART: &str = "rating.svg";
/// Directory of the records.
const RECORDS: &str = "records";
/// What the candidate is called in records.
const CANDIDATE: &str = "net+search";
/// Normal quantile of 95 % intervals.
const QUANTILE: f64 = 1.96;

/// How a candidate did against one opponent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Against {
    /// Step of the learner.
    pub step: u64,
    /// Name of the opponent.
    pub opponent: String,
    /// Games won, drawn and lost.
    pub games: [u32; 3],
    /// Mean margin in the game's points, positive for the candidate.
    pub margin: f64,
    /// Share of the points, 0 to 1, and the half width of its 95 % interval over pairs.
    pub score: [f64; 2],
    /// Lead in Elo by that share, half a game added to either side.
    pub elo: f64,
}

impl Against {
    /// As scalars.
    pub(super) fn scalars(&self) -> Vec<(String, f64)> {
        let values = [("score", self.score[0]), ("score_interval", self.score[1]), ("elo", self.elo), ("margin", self.margin)];
        values.map(|(name, value)| (format!("evaluation/{}/{name}", self.opponent), value)).to_vec()
    }
}

/// An evaluation about to be played.
pub struct Evaluation<'a, G: Learnable> {
    /// The run.
    pub run: &'a RunDirectory,
    /// Its configuration.
    pub config: &'a Config,
    /// Its scenarios, of which the first is played.
    pub course: &'a Course<G>,
    /// The candidate.
    pub weights: &'a Weights,
    /// Step of the learner.
    pub step: u64,
    /// Ends it early.
    pub stop: &'a AtomicBool,
}

/// Points and margin of a candidate in a pair of games.
#[derive(Clone, Copy)]
struct Pair {
    points: [f64; 2],
    margin: f64,
}

impl<G: Learnable> Evaluation<'_, G> {
    /// Plays all pairs, each with one seed and the sides swapped, and keeps the results. Those of opponents that were
    /// not played to the end are left out. `progress` is told the result against an opponent so far.
    ///
    /// # Errors
    /// [`TrainError`].
    pub fn play(&self, progress: &(dyn Fn(Against) + Sync)) -> Result<Vec<Against>, TrainError> {
        let network = CpuNetwork::new(self.weights)?;
        let mut results = Vec::new();
        for name in &self.config.evaluation.opponents {
            let opponent = name.parse::<AgentSpec>()?.prepare::<G>()?;
            let pairs = self.play_pairs(name, &opponent, &network, progress)?;
            if pairs.len() < self.config.evaluation.pairs as usize {
                break;
            }
            if let Some(result) = self.sum_up(name, &pairs) {
                self.keep(&result)?;
                results.push(result);
            }
        }
        Ok(results)
    }

    fn play_pairs(
        &self,
        name: &str,
        opponent: &Prepared<G>,
        network: &CpuNetwork,
        progress: &(dyn Fn(Against) + Sync),
    ) -> Result<Vec<Pair>, TrainError> {
        let next = Mutex::new(0..self.config.evaluation.pairs);
        let pairs = Mutex::new(Vec::new());
        let failure = Mutex::new(None);
        let work = || {
            loop {
                if self.stop.load(Ordering::Relaxed) {
                    return;
                }
                let Some(number) = lock(&next).next() else { return };
                match self.play_pair(name, number, opponent, network) {
                    Ok(Some(pair)) => {
                        let mut pairs = lock(&pairs);
                        pairs.push(pair);
                        if let Some(result) = self.sum_up(name, &pairs) {
                            progress(result);
                        }
                    }
                    Ok(None) => return,
                    Err(error) => {
                        lock(&failure).get_or_insert(error);
                        return;
                    }
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.config.selfplay.actors {
                scope.spawn(work);
            }
        });
        let failure = lock(&failure).take();
        failure.map_or_else(|| Ok(std::mem::take(&mut *lock(&pairs))), Err)
    }

    fn play_pair(&self, name: &str, number: u32, opponent: &Prepared<G>, network: &CpuNetwork) -> Result<Option<Pair>, TrainError> {
        let seed = mix(self.config.seed ^ mix(self.step)) ^ u64::from(number);
        let mut pair = Pair { points: [0.0; 2], margin: 0.0 };
        for side in Side::ALL {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let mut candidate: Box<dyn Agent<G>> = Box::new(Gumbel::new(
                CANDIDATE,
                seed,
                GumbelSettings::default(),
                Budget::Iterations(self.config.evaluation.simulations),
                Neural::<G, _>::new(network.clone()),
            ));
            let mut other = opponent.make(seed);
            let mut players = [Player { name: CANDIDATE, agent: candidate.as_mut() }, Player { name, agent: other.as_mut() }];
            if side == Side::Soviet {
                players.reverse();
            }
            let report = play_game(self.course.scenario(), seed, players)?;
            pair.points[side.index()] = 0.5 + 0.5 * f64::from(report.outcome.score(side));
            let margin = f64::from(report.outcome.margin);
            pair.margin += 0.5 * if side == Side::Axis { margin } else { -margin };
            if number == 0 {
                let text = report.record.to_text();
                self.write(&format!("{RECORDS}/{:08}-{}-{}.stavka", self.step, file_word(name), side.name()), &text)?;
            }
        }
        Ok(Some(pair))
    }

    fn write(&self, name: &str, text: &str) -> Result<(), RunError> {
        let path = self.run.join(name);
        let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| write_whole(&path, text.as_bytes()));
        written.map_err(|source| RunError::Unusable { path, source })
    }

    /// `None` without pairs.
    fn sum_up(&self, opponent: &str, pairs: &[Pair]) -> Option<Against> {
        let count = pairs.len() as f64;
        let points = || pairs.iter().flat_map(|pair| pair.points);
        let games = [1.0, 0.5, 0.0].map(|wanted: f64| points().filter(|&points| (points - wanted).abs() < 0.1).count() as u32);
        let means: Vec<f64> = pairs.iter().map(|pair| pair.points.iter().sum::<f64>() / 2.0).collect();
        let mean = means.iter().sum::<f64>() / count;
        let variance = means.iter().map(|points| (points - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        let smoothed = (mean * 2.0 * count + 0.5) / (2.0 * count + 1.0);
        (count > 0.0).then(|| Against {
            step: self.step,
            opponent: opponent.to_owned(),
            games,
            margin: pairs.iter().map(|pair| pair.margin).sum::<f64>() / count,
            score: [mean, QUANTILE * (variance / count).sqrt()],
            elo: -400.0 * (1.0 / smoothed - 1.0).log10(),
        })
    }

    fn keep(&self, result: &Against) -> Result<(), RunError> {
        let path = self.run.join(FILE);
        let line = serde_json::to_string(result).expect("a result is plain data") + "\n";
        let append = |path| fs::OpenOptions::new().create(true).append(true).open(path);
        let written = append(&path).and_then(|mut file| file.write_all(line.as_bytes()).and_then(|()| file.sync_data()));
        written.map_err(|source| RunError::Unusable { path, source })
    }
}

/// The results of a run so far; lines that are not whole are left out.
///
/// # Errors
/// [`RunError::Unusable`].
pub fn results(run: &RunDirectory) -> Result<Vec<Against>, RunError> {
    let path = run.join(FILE);
    match fs::read_to_string(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(source) => Err(RunError::Unusable { path, source }),
        Ok(text) => Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()),
    }
}

/// Draws the leads in Elo over the steps of a run.
///
/// # Errors
/// [`RunError::Unusable`].
pub(super) fn plot(run: &RunDirectory) -> Result<(), RunError> {
    let results = results(run)?;
    let path = run.join(CHART);
    write_whole(&path, chart(&results).as_bytes()).map_err(|source| RunError::Unusable { path, source })
}

/// The name without what file systems dislike.
fn file_word(name: &str) -> String {
    name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
