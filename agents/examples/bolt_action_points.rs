//! Points of units of Bolt Action by self-play: `bolt_action_points PLAYER PAIRS GAMES SEED`.
//!
//! Draws pairs of forces that the builder allows, of each year in turn, plays each pair on the mission `meeting` so many times, and fits the
//! chance of a win to the units of both sides. What a unit adds is held near its points by a ridge. Units that are alike but for their owner
//! count as one. Prints, for each unit, its points, what the fit makes of them with an interval of 95 %, and the points in between that the
//! span allows.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use indicatif::{ParallelProgressIterator as _, ProgressBar};
use rayon::prelude::*;
use stavka_agents::{AgentSpec, Case, Player, play_game, regress};
use stavka_engine::bolt_action::data::forces::{Builder, Part, Role};
use stavka_engine::bolt_action::data::units::Template;
use stavka_engine::bolt_action::{BoltAction, Data, Prepared};
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::{Dice, Outcome, Side};

/// Points that are worth one logarithm of the odds, as a first guess: a tenth of a force.
const POINTS_PER_LOG_ODDS: f64 = 76.0;
/// How far the points of a unit may be from those of the formula.
const SPAN: f64 = 0.1;
/// Doubt about a first guess, as a share of it: what the ridge is made of.
const DOUBT: f64 = 0.3;
/// Draws of a force before one is given up.
const DRAWS: usize = 10_000;

fn mission(text: &str) -> &'static Prepared {
    Prepared::interned(&Prepared::sources("meeting", text)).expect("the mission is sound")
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

/// The mission with two forces.
fn with_forces(data: &Data, year: u16, forces: &[Vec<usize>; 2]) -> String {
    let builder = data.builder();
    let mut text = "extends = \"meeting\"\n[forces]\naxis = \"a\"\nsoviet = \"b\"\norigin = \"drawn\"\n".to_owned();
    for (side, id) in Side::ALL.into_iter().zip(["a", "b"]) {
        let units = &forces[side.index()];
        let ids: Vec<&str> = units.iter().map(|&at| data.templates[at].id.as_str()).collect();
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

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [player, pairs, games, seed] = &arguments[..] else { panic!("PLAYER PAIRS GAMES SEED") };
    let spec: AgentSpec = player.parse().expect("a player");
    let [pairs, games, seed]: [u64; 3] = [pairs, games, seed].map(|text| text.parse().expect("a number"));
    let (_, text) = Prepared::SCENARIOS.iter().find(|(id, _)| *id == "meeting").expect("the mission is there");
    let base = mission(text);
    let data: &Data = base;
    let builder = data.builder();

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

    let played: Vec<(Vec<f32>, [f64; 2])> = (0..pairs)
        .into_par_iter()
        .progress_with(ProgressBar::new(pairs))
        .map(|pair| {
            let year = 1941 + (pair % 5) as u16;
            let mut dice = Dice::stream(seed, pair);
            let forces = Side::ALL.map(|side| draw_force(builder, side, year, &mut dice));
            let mission = mission(&with_forces(data, year, &forces));
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
    let (won, all) = played.iter().fold((0.0, 0.0), |(won, all), (_, [more, games])| (won + more, all + games));
    println!("{all} games, the Axis wins {:.1} %", 100.0 * won / all);

    // Weights are counted in first guesses, so that one ridge fits all of them.
    let mut guess = vec![1.0; count + 1];
    for (unit, &kind) in data.templates.iter().zip(&kind) {
        guess[kind] = f64::from(unit.points) / POINTS_PER_LOG_ODDS;
    }
    let cases: Vec<Case> = played
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
    println!("side: {:+.3} +- {:.3} log odds", weights[count], 1.96 * deviations[count]);

    // The mean of the points stays, weighed by how often units are drawn.
    let drawn = |kind: usize| played.iter().map(|(inputs, _)| f64::from(inputs[kind].abs())).sum::<f64>();
    let share: Vec<f64> = (0..count).map(drawn).collect();
    let (sum, all) = (0..count).fold((0.0, 0.0), |(sum, all), at| (sum + share[at] * guess[at] * weights[at], all + share[at] * guess[at]));
    let mean = sum / all;
    println!("a tenth of a force is {mean:.2} log odds");
    println!("{:14} {:>6} {:>6} {:>7} {:>7} {:>6} {:>6}", "unit", "drawn", "points", "fitted", "+-", "new", "side");
    let mut beyond = 0;
    for (unit, &kind) in data.templates.iter().zip(&kind) {
        let points = f64::from(unit.points);
        let (fitted, half) = (points * weights[kind] / mean, points * 1.96 * deviations[kind] / mean);
        let new = fitted.clamp(points * (1.0 - SPAN), points * (1.0 + SPAN)).round();
        let excluded = (fitted - points).abs() > half + 0.08 * points;
        beyond += usize::from(excluded);
        println!(
            "{:14} {:>6} {:>6} {:>7.1} {:>7.1} {:>6} {}{}",
            unit.id,
            share[kind],
            unit.points,
            fitted,
            half,
            new,
            unit.side,
            if excluded { " *" } else { "" }
        );
    }
    println!("{beyond} units whose interval excludes their points by more than 8 %");
}
