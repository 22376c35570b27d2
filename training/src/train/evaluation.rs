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

/// Against against one opponent.
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
                Neural::new(network.clone()),
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

/// Width and height of the chart, and its margin.
const SIZE: [f64; 2] = [720.0, 360.0];
const MARGIN: f64 = 48.0;
const COLOURS: [&str; 6] = ["#1f6feb", "#cf222e", "#1a7f37", "#9a6700", "#8250df", "#57606a"];

fn chart(results: &[Against]) -> String {
    let last = results.iter().map(|result| result.step).max().unwrap_or(0).max(1) as f64;
    let most = results.iter().map(|result| result.elo.abs()).fold(100.0, f64::max).div_euclid(100.0).mul_add(100.0, 100.0);
    let x = |step: u64| MARGIN + (SIZE[0] - 2.0 * MARGIN) * step as f64 / last;
    let y = |elo: f64| SIZE[1] / 2.0 - (SIZE[1] / 2.0 - MARGIN) * elo / most;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        SIZE[0], SIZE[1]
    );
    for elo in [-most, 0.0, most] {
        let at = y(elo);
        svg += &format!("<line x1=\"{MARGIN}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#d0d7de\"/>\n", SIZE[0] - MARGIN);
        svg += &format!("<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{elo:.0}</text>\n", MARGIN - 6.0, at + 4.0);
    }
    svg += &format!("<text x=\"{MARGIN}\" y=\"20\">lead in Elo over steps of the learner (last: {last:.0})</text>\n");
    let mut opponents: Vec<&str> = results.iter().map(|result| result.opponent.as_str()).collect();
    opponents.sort_unstable();
    opponents.dedup();
    for (index, opponent) in opponents.into_iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let own = results.iter().filter(|result| result.opponent == opponent);
        let points: Vec<String> = own.map(|result| format!("{:.1},{:.1}", x(result.step), y(result.elo))).collect();
        svg += &format!("<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{}\"/>\n", points.join(" "));
        for point in &points {
            let (x, y) = point.split_once(',').unwrap_or_default();
            svg += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"{colour}\"/>\n");
        }
        let name = opponent.replace('&', "&amp;").replace('<', "&lt;");
        svg += &format!("<text x=\"{}\" y=\"{}\" fill=\"{colour}\">{name}</text>\n", SIZE[0] - 160.0, 20 + 16 * index);
    }
    svg + "</svg>\n"
}

/// The name without what file systems dislike.
fn file_word(name: &str) -> String {
    name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
