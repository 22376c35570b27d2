//! `stavka review`: what the dice and what the players did to the chances of a recorded game.

use std::io::Write;
use std::path::PathBuf;

use indicatif::{ParallelProgressIterator as _, ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;
use stavka_agents::{Judgement, Reviewer};
use stavka_engine::{Side, Turn, with_game};
use stavka_words::tr;

use super::{Format, Spoken, print_json};
use crate::analysis::why;
use crate::chart;
use crate::headline;
use crate::origin::sentence;
use crate::render::Tabletop;
use crate::saves::{self, IfExists};
use crate::scenarios::RecordFile;

const EXAMPLES: &str = "\
Examples:
  stavka review game.stavka                          turning points first, then the totals
  stavka review game.stavka --simulations 1000 --top 20
  stavka review game.stavka --svg game.svg           the chances over the game as a picture
  stavka review game.stavka --format json > review.json

Luck is what a die did to the chance of winning, against the mean over all its results by their exact
weights: over many games it comes to nothing. Skill is what a choice fell short of the best one that a
tree search found. Both are in points of a hundred. A record of older rules is reviewed as far as the present
rules accept it.";

/// Tell luck and skill in a recorded game.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Record of a game, finished or not.
    file: PathBuf,
    /// Simulations for every choice.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    simulations: u32,
    /// Number of turning points that are told.
    #[arg(long, value_name = "N", default_value_t = 12)]
    top: usize,
    /// Seed of the searches.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Scenario it was played on, if it is not one of the game's own.
    #[arg(long, value_name = "ID|FILE")]
    scenario: Option<String>,
    /// Draw the chances over the game into a file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// How the review is printed.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    pub(crate) spoken: Spoken,
}

/// One action that changed something.
#[derive(Serialize, Clone, Debug)]
struct Point {
    /// Number of actions before it.
    at: usize,
    turn: u16,
    /// `luck` or `skill`.
    kind: &'static str,
    /// Who chose; nobody when a die fell.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    action: String,
    words: String,
    /// Chance of an Axis win before and after.
    before: f32,
    after: f32,
    /// What was better.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    /// The same in words.
    #[serde(skip)]
    better: String,
    /// Why it was better.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl Point {
    fn swing(&self) -> f32 {
        self.after - self.before
    }
}

/// Sums of one side.
#[derive(Serialize, Clone, Copy, Default, Debug)]
struct Account {
    /// What the dice gave the side, in chances of winning.
    luck: f32,
    /// What its choices cost it.
    loss: f32,
    choices: usize,
    /// Choices that the search would have made too, or found no worse.
    best_choices: usize,
}

#[derive(Serialize, Debug)]
struct Review {
    game: &'static str,
    scenario: String,
    players: [String; 2],
    actions: usize,
    result: Option<String>,
    /// Why a record of other rules or data is reviewed only so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    foreign: Option<String>,
    simulations: u32,
    axis: Account,
    soviet: Account,
    /// The greatest changes first.
    turning_points: Vec<Point>,
    /// Chance of an Axis win before every action and at the end.
    course: Vec<f32>,
}

/// Reviews.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let file = RecordFile::open(&options.file)?;
    with_game!(file.game()?, G => review::<G>(options, &file, out))
}

fn review<G: Tabletop>(options: &Options, file: &RecordFile, out: &mut dyn Write) -> anyhow::Result<()> {
    let (positions, foreign) = file.accepted::<G>(options.scenario.as_deref())?;
    let actions = parsed(&positions, &file.record.actions[..positions.len() - 1])?;
    let bar = ProgressBar::new(actions.len() as u64).with_style(style());
    let judged: Vec<(f32, Judgement<G::Action>)> = actions
        .par_iter()
        .zip(&positions)
        .enumerate()
        .progress_with(bar)
        .map_init(
            || Reviewer::<G>::new(options.seed, options.simulations),
            |reviewer, (index, (&action, game))| {
                let index = index as u64;
                (reviewer.chance(index, game, Side::Soviet), reviewer.judge(index, game, action))
            },
        )
        .collect();
    let mut course: Vec<f32> = judged.iter().map(|(chance, _)| *chance).collect();
    let last = positions.last().expect("a record has a first position");
    course.push(Reviewer::<G>::new(options.seed, options.simulations).chance(actions.len() as u64, last, Side::Soviet));
    if let Some(path) = &options.svg {
        let turns: Vec<u16> = positions.iter().map(G::turn_number).collect();
        let title = headline::of_record::<G>(&file.record, last.scenario());
        saves::write(path, chart::chances(&title, &course, &turns), IfExists::Replace)
            .map_err(|error| anyhow::anyhow!("cannot write {}: {error}", path.display()))?;
    }
    let mut review = sum_up(options, file, &positions, &actions, &judged, course);
    review.foreign = foreign.as_ref().map(sentence);
    match options.format {
        Format::Json => print_json(&review, out),
        Format::Table => {
            let result = headline::result(file.record.result.as_ref().filter(|_| last.turn() == Turn::Over));
            let game = headline::of_record::<G>(&file.record, last.scenario());
            writeln!(out, "{game}, {}, {result}", headline::actions(review.actions))?;
            print_table(&review, out)
        }
    }
}

fn style() -> ProgressStyle {
    let (done, left) = (tr!("{count} actions", count = "{pos}/{len}"), tr!("{time} left", time = "{eta}"));
    ProgressStyle::with_template(&format!("{{bar:40}} {done}, {left}")).expect("the template is well formed")
}

/// The actions of a record that has been replayed.
fn parsed<G: Tabletop>(positions: &[G], lines: &[String]) -> anyhow::Result<Vec<G::Action>> {
    Ok(positions.iter().zip(lines).map(|(game, line)| game.parse_action(line)).collect::<Result<Vec<_>, _>>()?)
}

fn sum_up<G: Tabletop>(
    options: &Options,
    file: &RecordFile,
    positions: &[G],
    actions: &[G::Action],
    judged: &[(f32, Judgement<G::Action>)],
    course: Vec<f32>,
) -> Review {
    let mut accounts = [Account::default(); 2];
    let mut points = Vec::new();
    for (at, ((_, judgement), (game, &action))) in judged.iter().zip(positions.iter().zip(actions)).enumerate() {
        let point = |kind, side: Option<Side>, before, after| Point {
            at,
            turn: game.turn_number(),
            kind,
            side,
            action: game.notation(action),
            words: game.words(action, side.unwrap_or(Side::Soviet)),
            before,
            after,
            best: None,
            better: String::new(),
            why: None,
        };
        match *judgement {
            Judgement::Forced => {}
            Judgement::Luck { before, after } => {
                accounts[Side::Axis.index()].luck += after - before;
                accounts[Side::Soviet.index()].luck -= after - before;
                points.push(point("luck", None, before, after));
            }
            Judgement::Skill { side, best, win, loss } => {
                let account = &mut accounts[side.index()];
                account.choices += 1;
                account.best_choices += usize::from(loss <= 0.0);
                account.loss += loss;
                if loss > 0.0 {
                    let axis = |own: f32| if side == Side::Axis { own } else { 1.0 - own };
                    let told = point("skill", Some(side), axis(win), axis(win - loss));
                    let better = headed(&game.words(best, side));
                    points.push(Point {
                        best: Some(game.notation(best)),
                        better,
                        why: Some(why(game, side, &[best], options.seed)),
                        ..told
                    });
                }
            }
        }
    }
    points.sort_by(|a, b| b.swing().abs().total_cmp(&a.swing().abs()).then(a.at.cmp(&b.at)));
    points.truncate(options.top);
    let finished = positions.last().is_some_and(|game| game.turn() == Turn::Over);
    Review {
        game: G::NAME.as_str(),
        scenario: file.record.scenario.clone(),
        players: file.record.players.clone(),
        actions: actions.len(),
        result: file.record.result.as_ref().filter(|_| finished).map(ToString::to_string),
        foreign: None,
        simulations: options.simulations,
        axis: accounts[Side::Axis.index()],
        soviet: accounts[Side::Soviet.index()],
        turning_points: points,
        course,
    }
}

/// What a choice does, without its odds.
fn headed(words: &str) -> String {
    words.split(" | ").next().unwrap_or_default().to_owned()
}

fn print_table(review: &Review, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(foreign) = &review.foreign {
        writeln!(out, "{foreign}")?;
    }
    writeln!(out, "\n{}", tr!("Turning points, chance of an Axis win in points of a hundred:"))?;
    let sides = Side::ALL.map(|side| side.to_string());
    let width = sides.iter().map(|side| side.chars().count()).max().unwrap_or_default();
    for point in &review.turning_points {
        let who = point.side.map_or_else(|| tr!("die").to_owned(), |side| sides[side.index()].clone());
        writeln!(
            out,
            "{:>6}  {}  {who:<width$}  {:>5.1} -> {:>5.1}  {:>+6.1}  {}",
            point.at,
            tr!("turn {turn}", turn = format_args!("{:<2}", point.turn)),
            100.0 * point.before,
            100.0 * point.after,
            100.0 * point.swing(),
            headed(&point.words)
        )?;
        if let Some(why) = &point.why {
            writeln!(out, "{:>36}  {} {why}", "", tr!("Better: {choice}.", choice = point.better))?;
        }
    }
    let heads = [tr!("Luck"), tr!("Given away"), tr!("Choices"), tr!("Best ones")];
    writeln!(out, "\n{:<width$} {:>11} {:>11} {:>11} {:>12}", "", heads[0], heads[1], heads[2], heads[3])?;
    for (name, account) in sides.iter().zip([&review.axis, &review.soviet]) {
        writeln!(
            out,
            "{name:<width$} {:>+11.1} {:>11.1} {:>11} {:>11.1}%",
            100.0 * account.luck,
            100.0 * account.loss,
            account.choices,
            100.0 * account.best_choices as f32 / account.choices.max(1) as f32
        )?;
    }
    Ok(())
}
