//! What the games, choices and judgements of a curve prove.

use serde::Serialize;
use stavka_engine::{GameName, Side};

use super::Measured;
use super::choices::Pick;
use super::plan::{CurvePlan, Rung, Unit};
use crate::arena::ratings::{Assumptions, Bout, Interval, rate};
use crate::arena::{Fixture, GameResult, Score};

/// How often something was so.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rate {
    /// Times that it was.
    pub count: usize,
    /// Times that it could have been.
    pub of: usize,
    /// Its share with the 95 % interval of Wilson; `None` if it could never have been.
    pub share: Option<Interval>,
}

impl Rate {
    fn new(count: usize, of: usize) -> Self {
        Rate { count, of, share: wilson(count as f64, of as f64) }
    }

    fn over(items: impl Iterator<Item = bool>) -> Self {
        let (count, of) = items.fold((0, 0), |(count, of), is_so| (count + usize::from(is_so), of + 1));
        Rate::new(count, of)
    }
}

/// Games of a budget against one opponent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PanelRow {
    /// The opponent.
    pub name: String,
    /// The games.
    pub score: Score,
    /// Share of the points.
    pub share: Option<f64>,
}

/// What is found of one budget.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BudgetFindings {
    /// The player with this budget.
    pub name: String,
    /// The budget.
    pub budget: f64,
    /// Elo by all games, the mean of the field at zero.
    pub rating: Option<Interval>,
    /// Seconds for each decision in the games.
    pub seconds_per_decision: f64,
    /// Against a quarter of the budget.
    pub quarter: Option<PanelRow>,
    /// Elo of each of the two doublings since the quarter, by the games between the two.
    pub per_doubling: Option<Interval>,
    /// Against each row of the panel.
    pub panel: Vec<PanelRow>,
    /// Mean share of the points over the rows of the panel.
    pub panel_mean: Option<f64>,
    /// The row of the panel with the smallest share.
    pub panel_worst: Option<PanelRow>,
    /// Share of the legal choices with at least one simulation, the mean over positions; `None` if the player does not search them.
    pub examined: Option<f64>,
    /// Positions in which the choice differs from that of the next smaller budget.
    pub changed_from_previous: Option<Rate>,
    /// Positions in which it differs from that of the smallest budget.
    pub changed_from_smallest: Option<Rate>,
    /// Positions in which it differs from what the adviser suggested; `None` without adviser.
    pub overruled: Option<Rate>,
    /// Choices that differ from that of the smallest budget, judged: the mean share of continuations that end better, with the 95 % interval
    /// over positions.
    pub better: Option<Interval>,
    /// Number of these choices.
    pub judged: usize,
}

/// Elo of a doubling against one row of the panel.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RowSlope {
    /// The row.
    pub name: String,
    /// Elo of a doubling by the games against it alone.
    pub per_doubling: Option<Interval>,
}

/// Elo of a doubling by different games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PerDoubling {
    /// By all games.
    pub all: Option<Interval>,
    /// By the games against quarters.
    pub itself: Option<Interval>,
    /// By the games against the panel, all rows together: the mean row.
    pub panel: Option<Interval>,
    /// The row with the smallest slope.
    pub worst: Option<RowSlope>,
    /// Row by row.
    pub rows: Vec<RowSlope>,
}

/// What a curve proves, or what of it has been measured.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Findings {
    /// The game.
    pub game: GameName,
    /// Id of the scenario.
    pub scenario: String,
    /// Fingerprint of scenario data and rules.
    pub data: String,
    /// The player.
    pub player: String,
    /// Its version.
    pub version: String,
    /// What budgets are counted in.
    pub unit: Unit,
    /// Seed.
    pub seed: u64,
    /// Pairs of games of every two that meet.
    pub pairs: usize,
    /// Games that have been played.
    pub games: usize,
    /// Positions in which all budgets have chosen.
    pub positions: usize,
    /// Mean number of legal choices in them.
    pub legal: Option<f64>,
    /// Whether nothing is left to measure.
    pub complete: bool,
    /// Elo of a doubling.
    pub per_doubling: PerDoubling,
    /// The budgets, the smallest first.
    pub budgets: Vec<BudgetFindings>,
}

/// A game of the plan with its result.
type Game<'a> = (Fixture, &'a GameResult);

impl Findings {
    /// The findings of what has been measured.
    pub fn new(plan: &CurvePlan, measured: &Measured) -> Self {
        let fixtures = plan.games().fixtures();
        let games: Vec<Game<'_>> = measured.games.iter().map(|result| (fixtures[result.game], result)).collect();
        let rungs = plan.rungs.len();
        let bouts = |keeps: &dyn Fn(&Fixture) -> bool| -> Vec<Bout> {
            let kept = games.iter().filter(|(fixture, _)| keeps(fixture));
            kept.map(|(fixture, result)| Bout { seats: fixture.seats, winner: result.winner }).collect()
        };
        let field = rungs + plan.panel.len();
        let free = rate(&bouts(&|_| true), &Assumptions::new(field));
        let on_a_line = || Assumptions {
            doublings: plan.rungs.iter().map(|rung| Some(doublings(plan, rung))).chain(vec![None; plan.panel.len()]).collect(),
            ..Assumptions::new(field)
        };
        let slope = |keeps: &dyn Fn(&Fixture) -> bool| rate(&bouts(keeps), &on_a_line()).per_doubling;
        let against = |fixture: &Fixture, row: usize| fixture.seats.contains(&(rungs + row));
        let rows: Vec<RowSlope> = (plan.panel.iter().enumerate())
            .map(|(row, entrant)| RowSlope { name: entrant.name.clone(), per_doubling: slope(&|fixture| against(fixture, row)) })
            .collect();
        let slope_of = |row: &RowSlope| row.per_doubling.map_or(f64::INFINITY, |slope| slope.value);
        let per_doubling = PerDoubling {
            all: slope(&|_| true),
            itself: slope(&|fixture| fixture.seats.iter().all(|&seat| seat < rungs)),
            panel: slope(&|fixture| fixture.seats.iter().any(|&seat| seat >= rungs)),
            worst: rows.iter().filter(|row| row.per_doubling.is_some()).min_by(|a, b| slope_of(a).total_cmp(&slope_of(b))).cloned(),
            rows,
        };
        let mut budgets: Vec<BudgetFindings> = Vec::new();
        for (place, rung) in plan.rungs.iter().enumerate().filter(|(_, rung)| rung.asked) {
            let own = PlacedRung { plan, games: &games, place };
            let mut found = own.in_games(rung, free.players[place]);
            found.add_choices(measured, budgets.len());
            budgets.push(found);
        }
        let legal = measured.choices.iter().map(|choice| choice.legal as f64).sum::<f64>();
        Findings {
            game: plan.game,
            scenario: plan.scenario.clone(),
            data: plan.data.clone(),
            player: plan.player.clone(),
            version: plan.player_version.clone(),
            unit: plan.unit,
            seed: plan.seed,
            pairs: plan.pairs,
            games: games.len(),
            positions: measured.choices.len(),
            legal: mean(legal, measured.choices.len()),
            complete: measured.complete,
            per_doubling,
            budgets,
        }
    }
}

/// A budget with its place among the players.
struct PlacedRung<'a> {
    plan: &'a CurvePlan,
    games: &'a [Game<'a>],
    place: usize,
}

impl PlacedRung<'_> {
    fn in_games(&self, rung: &Rung, rating: Option<Interval>) -> BudgetFindings {
        let plan = self.plan;
        let row = |name: &str, other: usize| {
            let score = self.score(other);
            PanelRow { name: name.to_owned(), score, share: score.share() }
        };
        let panel: Vec<PanelRow> = (plan.rungs.len()..).zip(&plan.panel).map(|(other, entrant)| row(&entrant.name, other)).collect();
        let shares: Vec<f64> = panel.iter().filter_map(|row| row.share).collect();
        let worst =
            panel.iter().filter(|row| row.share.is_some()).min_by(|a, b| a.share.partial_cmp(&b.share).expect("shares are numbers"));
        let lead = rung.quarter.and_then(|quarter| self.per_doubling(rung, quarter));
        let (mut seconds, mut decisions) = (0.0, 0);
        for (fixture, result) in self.games {
            for side in Side::ALL.into_iter().filter(|&side| fixture.player(side) == self.place) {
                seconds += result.seconds[side.index()];
                decisions += result.decisions[side.index()];
            }
        }
        BudgetFindings {
            name: rung.name.clone(),
            budget: rung.amount,
            rating,
            seconds_per_decision: seconds / decisions.max(1) as f64,
            quarter: rung.quarter.map(|quarter| row(&plan.rungs[quarter].name, quarter)),
            per_doubling: lead,
            panel_mean: mean(shares.iter().sum(), shares.len()),
            panel_worst: worst.cloned(),
            panel,
            examined: None,
            changed_from_previous: None,
            changed_from_smallest: None,
            overruled: None,
            better: None,
            judged: 0,
        }
    }

    fn score(&self, other: usize) -> Score {
        let mut score = Score::default();
        for (fixture, result) in self.games {
            for side in Side::ALL {
                if [side, side.opponent()].map(|side| fixture.player(side)) == [self.place, other] {
                    score.add(result.winner, side);
                }
            }
        }
        score
    }

    /// Elo of a doubling by the games against the quarter alone.
    fn per_doubling(&self, rung: &Rung, quarter: usize) -> Option<Interval> {
        let pair = [self.place, quarter];
        let games = self.games.iter().filter(|(fixture, _)| fixture.seats.iter().all(|seat| pair.contains(seat)));
        let seat = |seat: usize| usize::from(seat == quarter);
        let bouts: Vec<Bout> = games.map(|(fixture, result)| Bout { seats: fixture.seats.map(seat), winner: result.winner }).collect();
        let places = [rung, &self.plan.rungs[quarter]].map(|rung| Some(doublings(self.plan, rung)));
        rate(&bouts, &Assumptions { doublings: places.to_vec(), ..Assumptions::new(2) }).per_doubling
    }
}

impl BudgetFindings {
    /// What the choices say of the budget at this place.
    fn add_choices(&mut self, measured: &Measured, budget: usize) {
        let choices = &measured.choices;
        if choices.is_empty() {
            return;
        }
        let picks = |place: usize| choices.iter().map(move |choice| &choice.picks[place]);
        let examined: Vec<f64> =
            (choices.iter().zip(picks(budget))).filter_map(|(choice, pick)| Some(pick.examined? as f64 / choice.legal as f64)).collect();
        self.examined = mean(examined.iter().sum(), examined.len());
        let changed = |from: usize| Rate::over(picks(from).zip(picks(budget)).map(|(old, new)| old.chosen != new.chosen));
        self.changed_from_previous = budget.checked_sub(1).map(changed);
        self.changed_from_smallest = (budget > 0).then(|| changed(0));
        let overruled = |pick: &Pick| pick.adviser.as_ref().map(|adviser| *adviser != pick.chosen);
        self.overruled = Some(Rate::over(picks(budget).filter_map(overruled))).filter(|rate| rate.of > 0);
        let shares: Vec<f64> = measured.judged.iter().filter(|judged| judged.budget == budget).map(super::judge::Judged::share).collect();
        self.judged = shares.len();
        self.better = over_positions(&shares);
    }
}

/// Doublings of a budget since the smallest.
fn doublings(plan: &CurvePlan, rung: &Rung) -> f64 {
    (rung.amount / plan.rungs[0].amount).log2()
}

fn mean(sum: f64, count: usize) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}

/// Two-sided 95 % of a normal distribution.
const REACH: f64 = 1.959_964;

/// Wilson's interval of a share.
fn wilson(count: f64, of: f64) -> Option<Interval> {
    if of <= 0.0 {
        return None;
    }
    let (share, square) = (count / of, REACH * REACH);
    let centre = (share + square / (2.0 * of)) / (1.0 + square / of);
    let reach = REACH / (1.0 + square / of) * (share * (1.0 - share) / of + square / (4.0 * of * of)).sqrt();
    Some(Interval { value: share, low: (centre - reach).max(0.0), high: (centre + reach).min(1.0) })
}

/// The mean of shares with its interval. The spread is that between the shares, and with few of them no less than that of as many coins.
fn over_positions(shares: &[f64]) -> Option<Interval> {
    let value = mean(shares.iter().sum(), shares.len())?;
    let count = shares.len() as f64;
    let spread = shares.iter().map(|share| (share - value).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let normal = REACH * (spread / count).sqrt();
    if shares.len() < 30 {
        return wilson(value * count, count);
    }
    Some(Interval { value, low: (value - normal).max(0.0), high: (value + normal).min(1.0) })
}

#[cfg(test)]
pub(super) mod tests {
    use stavka_engine::Dice;

    use super::super::choices::Choice;
    use super::super::judge::Judged;
    use super::super::plan::tests::plan;
    use super::*;

    /// Results of all games of a plan in which a doubling is worth so many Elo, and the first row of the panel is as strong as the smallest
    /// budget, the second 100 Elo stronger.
    fn results(plan: &CurvePlan, per_doubling: f64) -> Vec<GameResult> {
        let games = plan.games();
        let strength = |player: usize| match plan.rungs.get(player) {
            Some(rung) => per_doubling * doublings(plan, rung),
            None => 100.0 * (player - plan.rungs.len()) as f64,
        };
        let mut dice = Dice::new(11);
        let result = |fixture: Fixture| {
            let lead = strength(fixture.seats[0]) - strength(fixture.seats[1]);
            let share = 1.0 / (1.0 + 10.0_f64.powf(-lead / 400.0));
            let wins = f64::from(dice.below(1_000_000)) < 1e6 * share;
            GameResult {
                game: fixture.game,
                axis: games.players[fixture.seats[0]].name.clone(),
                soviet: games.players[fixture.seats[1]].name.clone(),
                seed: fixture.seed,
                winner: Some(if wins { Side::Axis } else { Side::Soviet }),
                margin: Some(1),
                level: None,
                forfeit: None,
                decisions: [10, 10],
                actions: 20,
                seconds: [1.0, 1.0],
                longest: [0.1, 0.1],
            }
        };
        games.fixtures().into_iter().map(result).collect()
    }

    /// A curve of three budgets with games, choices and judgements.
    pub(in super::super) fn measured() -> (CurvePlan, Measured) {
        let plan = CurvePlan { pairs: 300, ..plan(&[300, 1200, 4800], 4) };
        let pick = |chosen: &str, examined: usize| Pick { chosen: chosen.into(), examined: Some(examined), adviser: Some("a".into()) };
        let choice = |position: usize, picks: [&str; 3]| Choice {
            position,
            side: Side::Axis,
            legal: 10,
            picks: picks.iter().zip([2, 5, 10]).map(|(chosen, examined)| pick(chosen, examined)).collect(),
        };
        let choices = vec![choice(0, ["a", "a", "b"]), choice(1, ["a", "b", "b"]), choice(2, ["b", "b", "b"]), choice(3, ["a", "a", "a"])];
        let judged = |position, budget, counts| Judged { position, budget, judge: "j".into(), better_equal_worse: counts };
        let judged = vec![judged(0, 2, [3, 0, 1]), judged(1, 1, [0, 4, 0]), judged(1, 2, [4, 0, 0])];
        let games = results(&plan, 40.0);
        (plan, Measured { games, choices, judged, complete: true })
    }

    #[test]
    fn a_known_slope_is_found_by_itself_and_by_the_panel() {
        let (plan, measured) = measured();
        let found = Findings::new(&plan, &measured);
        let slopes = &found.per_doubling;
        for slope in [slopes.all, slopes.itself, slopes.panel] {
            let slope = slope.expect("the games tell");
            assert!(slope.low < 40.0 && slope.high > 40.0 && slope.low > 20.0, "{slope:?}");
        }
        assert_eq!(slopes.rows.len(), 2);
        let worst = slopes.worst.as_ref().expect("the games tell");
        assert!(slopes.rows.iter().all(|row| row.per_doubling.expect("it does").value >= worst.per_doubling.expect("it does").value));
        let step = found.budgets[2].per_doubling.expect("they have met");
        assert!(step.low < 40.0 && step.high > 40.0, "{step:?}");
        assert_eq!(found.budgets[2].panel_worst.as_ref().map(|row| row.name.as_str()), Some("greedy"));
        let flat = Findings::new(&plan, &Measured { games: results(&plan, 0.0), ..measured });
        let none = flat.per_doubling.all.expect("the games tell");
        assert!(none.low < 0.0 && none.high > 0.0, "{none:?}");
    }

    #[test]
    fn choices_are_counted_by_position() {
        let (plan, measured) = measured();
        let found = Findings::new(&plan, &measured);
        let count = |rate: Option<Rate>| rate.map(|rate| (rate.count, rate.of));
        let [small, middle, large] = &found.budgets[..] else { panic!("three budgets") };
        assert_eq!((small.examined, large.examined), (Some(0.2), Some(1.0)));
        assert_eq!((count(small.changed_from_previous), count(small.changed_from_smallest)), (None, None));
        assert_eq!((count(middle.changed_from_previous), count(large.changed_from_previous)), (Some((1, 4)), Some((1, 4))));
        assert_eq!(count(large.changed_from_smallest), Some((2, 4)));
        assert_eq!(count(large.overruled), Some((3, 4)));
        assert_eq!((large.judged, large.better.map(|share| share.value)), (2, Some(0.875)));
        assert_eq!(middle.better.map(|share| share.value), Some(0.5));
        assert_eq!(found.legal, Some(10.0));
    }

    #[test]
    fn nothing_measured_proves_nothing() {
        let found = Findings::new(&plan(&[300], 4), &Measured::default());
        assert_eq!((found.per_doubling.all, found.budgets[0].examined, found.budgets[0].panel_mean), (None, None, None));
    }
}
