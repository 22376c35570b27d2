//! Points of units of Bolt Action by self-play: `bolt_action_points PLAYER PAIRS GAMES SEED ROUNDS`.
//!
//! A round draws pairs of forces that the builder allows, of each year in turn, plays each pair on the mission `meeting` so many times, and
//! fits the chance of a win in all games so far to the units of both sides. What a unit adds is held near its points by a ridge. Units that
//! are alike but for their owner count as one. Where the interval of 95 % excludes the points of a unit by more than 8 %, they move towards
//! the fit, by a tenth of them at most; the next round draws forces by the new points. It ends when no points are excluded. Prints what was
//! moved.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use indicatif::{ParallelProgressIterator as _, ProgressBar};
use rayon::prelude::*;
use stavka_agents::{AgentSpec, Case, Player, play_game, regress};
use stavka_engine::bolt_action::data::forces::{Builder, Part, Role};
use stavka_engine::bolt_action::data::units::Template;
use stavka_engine::bolt_action::{BoltAction, Data, Prepared};
use stavka_engine::data::Source;
use stavka_engine::kit::files::{ScenarioFiles as _, Sources};
use stavka_engine::{Dice, Outcome, Side};

/// Points that are worth one logarithm of the odds, as a first guess: a tenth of a force.
const POINTS_PER_LOG_ODDS: f64 = 76.0;
/// How far the points of a unit move in a round.
const STEP: f64 = 0.1;
/// How far the points of a unit may be outside the interval of the fit.
const TOLERANCE: f64 = 0.08;
/// Doubt about a first guess, as a share of it: what the ridge is made of.
const DOUBT: f64 = 0.3;
/// Draws of a force before one is given up.
const DRAWS: usize = 10_000;

fn mission(units: &str, text: &str) -> &'static Prepared {
    let sources = Prepared::sources("meeting", text);
    let units = Source { name: "units.toml", text: units };
    Prepared::interned(&Sources { units, ..sources }).expect("the mission is sound")
}

/// A force of a side and year that the builder allows, drawn unit by unit.
fn draw_force(builder: Builder<'_>, side: Side, year: u16, dice: &mut Dice) -> Vec<usize> {
    let limits = builder.limits(Role::Standard).expect("the role is there");
    let all: Vec<usize> = (0..builder.templates.len())
        .filter(|&at| {
            builder.templates[at].side == side && (builder.templates[at].years[0]..=builder.templates[at].years[1]).contains(&year)
        })
        .collect();
    for _ in 0..DRAWS {
        let mut units = Vec::new();
        while builder.points(&units) < u32::from(limits.points[0]) {
            units.push(dice.choose(&all));
            let too_many = |part: Part| builder.count(part, &units) > usize::from(limits.parts[part.index()][1]);
            let last = *units.last().expect("one was added");
            let count = units.iter().filter(|&&unit| unit == last).count();
            if Part::ALL.into_iter().any(too_many) || count > usize::from(builder.templates[last].limit) {
                units.pop();
            }
        }
        units.sort_unstable();
        if builder.validate(limits, side, year, &units).is_ok() {
            return units;
        }
    }
    panic!("no force of {side} {year} in {DRAWS} draws");
}

/// The file of units with other points, and without ready forces.
fn units_with(points: &[u16]) -> String {
    let text = Prepared::sources("meeting", "").units.text;
    let mut file: toml::Table = text.parse().expect("the file is sound");
    let units = file.get_mut("unit").and_then(toml::Value::as_array_mut).expect("it has units");
    for (unit, &points) in units.iter_mut().zip(points) {
        unit.as_table_mut().expect("a unit").insert("points".to_owned(), i64::from(points).into());
    }
    file.insert("force".to_owned(), toml::Value::Array(Vec::new()));
    file.to_string()
}

/// The mission with two forces.
fn with_forces(builder: Builder<'_>, year: u16, forces: &[Vec<usize>; 2]) -> String {
    let mut text = "extends = \"meeting\"\n[forces]\naxis = \"a\"\nsoviet = \"b\"\norigin = \"drawn\"\n".to_owned();
    for (side, id) in Side::ALL.into_iter().zip(["a", "b"]) {
        let units = &forces[side.index()];
        let ids: Vec<&str> = units.iter().map(|&at| builder.templates[at].id.as_str()).collect();
        write!(
            text,
            "[[force]]\nid = {id:?}\nside = {:?}\nyear = {year}\nrole = \"standard\"\nname = \"drawn\"\nunits = {ids:?}\npoints = {}\norigin = \"drawn\"\n",
            side.name(),
            builder.points(units)
        )
        .expect("a string takes all");
    }
    text
}

fn play(mission: &'static Prepared, seed: u64, spec: &AgentSpec) -> Outcome {
    let mut agents = Side::ALL.map(|_| spec.make::<BoltAction>(seed).expect("it needs no network"));
    let players = agents.each_mut().map(|agent| Player { name: "", agent: agent.as_mut() });
    play_game(mission, seed, players).expect("players choose what is allowed").outcome
}

/// Everything of a unit that counts in play.
fn nature(unit: &Template) -> String {
    let named = Template {
        id: String::new(),
        name: String::new(),
        side: Side::Axis,
        origin: String::new(),
        years: [0; 2],
        limit: 0,
        ..unit.clone()
    };
    format!("{named:?}")
}

/// The diagonal of the inverse of a symmetric positive matrix, by elimination.
fn variances(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
    let count = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..count).map(|row| (0..count).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for pivot in 0..count {
        let scale = matrix[pivot][pivot];
        for entry in matrix[pivot].iter_mut().chain(&mut inverse[pivot]) {
            *entry /= scale;
        }
        let (row, other) = (matrix[pivot].clone(), inverse[pivot].clone());
        for at in (0..count).filter(|&at| at != pivot) {
            let factor = matrix[at][pivot];
            for column in 0..count {
                matrix[at][column] -= factor * row[column];
                inverse[at][column] -= factor * other[column];
            }
        }
    }
    (0..count).map(|at| inverse[at][at]).collect()
}

/// Units of a pair of forces, those of the Axis less those of the Soviet side, by kind, and the side itself last; points won by the Axis
/// and games.
type Pair = (Vec<f32>, [f64; 2]);

/// What self-play makes of the points of a unit.
#[derive(Clone, Copy)]
struct Fitted {
    points: f64,
    half: f64,
}

impl Fitted {
    /// Whether the interval excludes some points by more than [`TOLERANCE`].
    fn excludes(self, points: u16) -> bool {
        let points = f64::from(points);
        (self.points - points).abs() > self.half + TOLERANCE * points
    }
}

/// Fits the pairs; prints the side and the scale.
fn fit(pairs: &[Pair], points: &[u16], kind: &[usize], count: usize) -> Vec<Fitted> {
    // Weights are counted in first guesses, so that one ridge fits all of them.
    let mut guess = vec![1.0; count + 1];
    for (&points, &kind) in points.iter().zip(kind) {
        guess[kind] = f64::from(points) / POINTS_PER_LOG_ODDS;
    }
    let cases: Vec<Case> = pairs
        .iter()
        .flat_map(|(inputs, [won, all])| {
            let inputs: Vec<f32> = inputs.iter().zip(&guess).map(|(&input, guess)| (f64::from(input) * guess) as f32).collect();
            vec![Case { inputs, result: won / all }; *all as usize]
        })
        .collect();
    let mut prior = vec![1.0; count + 1];
    prior[count] = 0.0;
    let ridge = 1.0 / (DOUBT * DOUBT);
    let weights = regress(&cases, &prior, ridge);
    let mut curvature = vec![vec![0.0; count + 1]; count + 1];
    for case in &cases {
        let sum: f64 = case.inputs.iter().zip(&weights).map(|(&input, weight)| f64::from(input) * weight).sum();
        let chance = 1.0 / (1.0 + (-sum).exp());
        for (row, &a) in case.inputs.iter().enumerate().filter(|(_, a)| **a != 0.0) {
            for (column, &b) in case.inputs.iter().enumerate() {
                curvature[row][column] += chance * (1.0 - chance) * f64::from(a) * f64::from(b);
            }
        }
    }
    for (at, row) in curvature.iter_mut().enumerate() {
        row[at] += ridge;
    }
    let deviations: Vec<f64> = variances(curvature).into_iter().map(f64::sqrt).collect();
    let (won, all) = pairs.iter().fold((0.0, 0.0), |(won, all), (_, [more, games])| (won + more, all + games));
    println!(
        "{all} games, the Axis wins {:.1} %; side: {:+.3} +- {:.3} log odds",
        100.0 * won / all,
        weights[count],
        1.96 * deviations[count]
    );

    // The mean of the points stays, weighed by how often units are drawn.
    let drawn = |kind: usize| pairs.iter().map(|(inputs, _)| f64::from(inputs[kind].abs())).sum::<f64>();
    let (sum, all) = (0..count)
        .map(|at| (drawn(at) * guess[at], weights[at]))
        .fold((0.0, 0.0), |(sum, all), (share, weight)| (sum + share * weight, all + share));
    let mean = sum / all;
    println!("a tenth of a force is {mean:.2} log odds");
    let fitted = |(&points, &kind): (&u16, &usize)| Fitted {
        points: f64::from(points) * weights[kind] / mean,
        half: f64::from(points) * 1.96 * deviations[kind] / mean,
    };
    points.iter().zip(kind).map(fitted).collect()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [player, pairs, games, seed, rounds] = &arguments[..] else { panic!("PLAYER PAIRS GAMES SEED ROUNDS") };
    let spec: AgentSpec = player.parse().expect("a player");
    let [pairs, games, seed, rounds]: [u64; 4] = [pairs, games, seed, rounds].map(|text| text.parse().expect("a number"));
    let (_, text) = Prepared::SCENARIOS.iter().find(|(id, _)| *id == "meeting").expect("the mission is there");
    let data: &Data = Prepared::interned(&Prepared::sources("meeting", text)).expect("the mission is sound");

    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let kind: Vec<usize> = data
        .templates
        .iter()
        .map(|unit| {
            let next = kinds.len();
            *kinds.entry(nature(unit)).or_insert(next)
        })
        .collect();
    let count = kinds.len();

    let mut points: Vec<u16> = data.templates.iter().map(|unit| unit.points).collect();
    let mut played: Vec<Pair> = Vec::new();
    for round in 0..rounds {
        let units = units_with(&points);
        let templates: Vec<Template> =
            data.templates.iter().zip(&points).map(|(unit, &points)| Template { points, ..unit.clone() }).collect();
        let builder = Builder { templates: &templates, ..data.builder() };
        let more: Vec<Pair> = (0..pairs)
            .into_par_iter()
            .progress_with(ProgressBar::new(pairs))
            .map(|pair| {
                let year = 1941 + (pair % 5) as u16;
                let mut dice = Dice::stream(seed, round * pairs + pair);
                let forces = Side::ALL.map(|side| draw_force(builder, side, year, &mut dice));
                let mission = mission(&units, &with_forces(builder, year, &forces));
                let mut inputs = vec![0.0; count + 1];
                inputs[count] = 1.0;
                for side in Side::ALL {
                    for &unit in &forces[side.index()] {
                        inputs[kind[unit]] += if side == Side::Axis { 1.0 } else { -1.0 };
                    }
                }
                let results: Vec<f64> =
                    (0..games).map(|game| f64::from(play(mission, dice.bits().wrapping_add(game), &spec).share(Side::Axis))).collect();
                (inputs, [results.iter().sum::<f64>(), results.len() as f64])
            })
            .collect();
        played.extend(more);
        println!("round {}", round + 1);
        let fitted = fit(&played, &points, &kind, count);
        let excluded = |at: &usize| fitted[*at].excludes(points[*at]);
        let beyond: Vec<usize> = (0..points.len()).filter(excluded).collect();
        println!("{:14} {:>6} {:>7} {:>7} {:>6}", "unit", "points", "fitted", "+-", "next");
        for &at in &beyond {
            let now = f64::from(points[at]);
            let next = fitted[at].points.clamp(now * (1.0 - STEP), now * (1.0 + STEP)).round() as u16;
            println!("{:14} {:>6} {:>7.1} {:>7.1} {:>6}", templates[at].id, points[at], fitted[at].points, fitted[at].half, next);
            points[at] = next;
        }
        println!("{} units whose interval excludes their points by more than {} %", beyond.len(), 100.0 * TOLERANCE);
        if beyond.is_empty() {
            break;
        }
    }
    println!("moved in all:");
    for (unit, &points) in data.templates.iter().zip(&points).filter(|(unit, points)| unit.points != **points) {
        println!("{:14} {:>6} {:>6}", unit.id, unit.points, points);
    }
}
