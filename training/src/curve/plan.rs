//! The plan of a curve: fixed when it begins.

use serde::{Deserialize, Serialize};
use stavka_agents::{AgentSpec, Budget, SpecError};
use stavka_engine::GameName;
use stavka_engine::dice::mix;

use crate::arena::{Entrant, Format, Limits, Plan};

/// Version of the file.
const VERSION: u32 = 1;
/// Most positions that are drawn from one game of the panel.
const FROM_A_GAME: usize = 8;

/// What budgets are counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Simulations, or plans looked at, for each decision.
    Iterations,
    /// Seconds for each player turn.
    Seconds,
}

/// The player with one budget.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rung {
    /// Name of the player with this budget.
    pub name: String,
    /// The budget.
    pub amount: f64,
    /// Whether it is measured, or only a quarter of one that is.
    pub asked: bool,
    /// Place of its quarter among the rungs, if it is measured.
    pub quarter: Option<usize>,
}

/// The plan of a curve.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurvePlan {
    /// Version of this file, 1.
    pub version: u32,
    /// The game.
    pub game: GameName,
    /// Id of the scenario.
    pub scenario: String,
    /// Fingerprint of the scenario's data and of the rules, 16 hexadecimal digits.
    pub data: String,
    /// The player as it was named.
    pub player: String,
    /// What budgets are counted in.
    pub unit: Unit,
    /// The player with each budget and each quarter, the smallest first.
    pub rungs: Vec<Rung>,
    /// Version of the player.
    pub player_version: String,
    /// The panel.
    pub panel: Vec<Entrant>,
    /// Pairs of games of every two that meet.
    pub pairs: usize,
    /// Positions in which every budget chooses.
    pub positions: usize,
    /// Seed.
    pub seed: u64,
}

/// What is wrong with a plan.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum CurvePlanError {
    /// The file is damaged.
    #[error("curve.json: {problem}")]
    Unreadable {
        /// Line, column and what was expected.
        problem: String,
    },
    /// The file is of another version of this program.
    #[error("curve.json has version {found}; this program reads version {VERSION}")]
    Version {
        /// The version.
        found: u32,
    },
    /// A curve of another plan is in the directory.
    #[error("the curve there has {what} {stored}, now asked for is {asked}; go on without changing it, or use a new directory")]
    Differs {
        /// What differs.
        what: &'static str,
        /// As the curve began.
        stored: String,
        /// As it was asked for now.
        asked: String,
    },
    /// A quarter of a budget is nothing.
    #[error("a budget of {budget} has no quarter; expected at least four simulations, or four milliseconds")]
    Small {
        /// The budget.
        budget: String,
    },
    /// There are no budgets, or no games.
    #[error("a curve needs at least one budget and one pair of games")]
    Nothing,
    /// The player does not think within such a budget, or is unknown.
    #[error(transparent)]
    Player(#[from] SpecError),
}

/// What a curve is measured on.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The game.
    pub game: GameName,
    /// Id of the scenario.
    pub scenario: String,
    /// Fingerprint of its data and of the rules.
    pub data: u64,
}

impl CurvePlan {
    /// The plan for a player with some budgets, all of one unit, against a panel.
    ///
    /// # Errors
    /// [`CurvePlanError::Player`], [`CurvePlanError::Small`], [`CurvePlanError::Nothing`].
    pub fn new(
        ground: Ground,
        player: &AgentSpec,
        budgets: &[Budget],
        panel: &[AgentSpec],
        [pairs, positions]: [usize; 2],
        seed: u64,
    ) -> Result<Self, CurvePlanError> {
        let mut amounts: Vec<(f64, Budget)> = budgets.iter().map(|&budget| (amount(budget), budget)).collect();
        amounts.sort_by(|a, b| a.0.total_cmp(&b.0));
        amounts.dedup_by(|a, b| a.1 == b.1);
        if amounts.is_empty() || pairs == 0 {
            return Err(CurvePlanError::Nothing);
        }
        let mut rungs: Vec<Rung> = Vec::new();
        for &(asked, budget) in &amounts {
            let small = || CurvePlanError::Small { budget: budget.to_string() };
            let quarter = quarter(budget).ok_or_else(small)?;
            let names = [player.with_budget(quarter)?, player.with_budget(budget)?].map(|spec| spec.to_string());
            for ((name, amount), asked) in names.into_iter().zip([amount(quarter), asked]).zip([false, true]) {
                match rungs.iter_mut().find(|rung| rung.name == name) {
                    Some(rung) => rung.asked |= asked,
                    None => rungs.push(Rung { name, amount, asked, quarter: None }),
                }
            }
        }
        rungs.sort_by(|a, b| a.amount.total_cmp(&b.amount));
        for &(_, budget) in &amounts {
            let of = |budget: Budget| -> Result<String, SpecError> { Ok(player.with_budget(budget)?.to_string()) };
            let (own, wanted) = (of(budget)?, of(quarter(budget).unwrap_or(budget))?);
            let place = rungs.iter().position(|rung| rung.name == wanted);
            if let Some(rung) = rungs.iter_mut().find(|rung| rung.name == own) {
                rung.quarter = place;
            }
        }
        let unit = if matches!(amounts[0].1, Budget::Iterations(_)) { Unit::Iterations } else { Unit::Seconds };
        let entrant = |spec: &AgentSpec| Entrant { name: spec.to_string(), version: spec.kind.version().to_string(), program: None };
        Ok(CurvePlan {
            version: VERSION,
            game: ground.game,
            scenario: ground.scenario,
            data: format!("{:016x}", ground.data),
            player: player.to_string(),
            unit,
            rungs,
            player_version: player.kind.version().to_string(),
            panel: panel.iter().map(entrant).collect(),
            pairs,
            positions,
            seed,
        })
    }

    /// The rungs that are measured, the smallest budget first.
    pub fn asked(&self) -> impl Iterator<Item = &Rung> {
        self.rungs.iter().filter(|rung| rung.asked)
    }

    /// The games as a tournament: every budget against its quarter and against every row of the panel. Its players are the rungs and then the panel.
    pub fn games(&self) -> Plan {
        let rungs = self.rungs.iter().map(|rung| Entrant { name: rung.name.clone(), version: self.player_version.clone(), program: None });
        let panel = self.rungs.len()..self.rungs.len() + self.panel.len();
        let mut meetings = Vec::new();
        for (place, rung) in self.rungs.iter().enumerate().filter(|(_, rung)| rung.asked) {
            meetings.extend(rung.quarter.map(|quarter| [place, quarter]));
            meetings.extend(panel.clone().map(|row| [place, row]));
        }
        self.tournament(rungs.chain(self.panel.iter().cloned()).collect(), meetings, self.pairs, self.seed)
    }

    /// The games of the panel that positions are drawn from: every row against the next.
    pub fn samples(&self) -> Plan {
        let rows = self.panel.len();
        let meetings: Vec<[usize; 2]> = (0..rows).map(|row| [row, (row + 1) % rows]).collect();
        let pairs = self.positions.div_ceil(2 * rows.max(1) * FROM_A_GAME).max(1);
        self.tournament(self.panel.clone(), meetings, pairs, mix(self.seed) >> 16)
    }

    fn tournament(&self, players: Vec<Entrant>, meetings: Vec<[usize; 2]>, pairs: usize, seed: u64) -> Plan {
        Plan {
            version: Plan::VERSION,
            game: self.game,
            scenario: self.scenario.clone(),
            data: self.data.clone(),
            format: Format::Listed,
            players,
            meetings,
            pairs,
            seed,
            limits: Limits::default(),
            sprt: None,
        }
    }

    /// The plan as the text of its file.
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a plan has nothing that JSON lacks");
        text.push('\n');
        text
    }

    /// Reads what [`CurvePlan::to_text`] wrote.
    ///
    /// # Errors
    /// [`CurvePlanError::Unreadable`], [`CurvePlanError::Version`].
    pub fn parse(text: &str) -> Result<Self, CurvePlanError> {
        let unreadable = |problem: String| CurvePlanError::Unreadable { problem };
        let plan: CurvePlan = serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?;
        if plan.version != VERSION {
            return Err(CurvePlanError::Version { found: plan.version });
        }
        if plan.rungs.iter().filter_map(|rung| rung.quarter).any(|quarter| quarter >= plan.rungs.len()) || plan.asked().next().is_none() {
            return Err(unreadable("expected rungs with budgets to measure and their quarters".to_owned()));
        }
        Ok(plan)
    }

    /// Whether a stored plan is this one.
    ///
    /// # Errors
    /// [`CurvePlanError::Differs`] names the first difference.
    pub fn same_as(&self, stored: &CurvePlan) -> Result<(), CurvePlanError> {
        for ((what, asked), (_, stored)) in self.facts().into_iter().zip(stored.facts()) {
            if stored != asked {
                return Err(CurvePlanError::Differs { what, stored, asked });
            }
        }
        Ok(())
    }

    /// Everything that makes it this plan, in words.
    fn facts(&self) -> [(&'static str, String); 9] {
        let row = |row: &Entrant| format!("{} version {}", row.name, row.version);
        [
            ("the game", self.game.to_string()),
            ("the scenario", self.scenario.clone()),
            ("the scenario data and rules", self.data.clone()),
            ("the player", format!("{} version {}", self.player, self.player_version)),
            ("the budgets", self.asked().map(|rung| rung.name.as_str()).collect::<Vec<_>>().join(", ")),
            ("the panel", self.panel.iter().map(row).collect::<Vec<_>>().join(", ")),
            ("a number of pairs of", self.pairs.to_string()),
            ("a number of positions of", self.positions.to_string()),
            ("the seed", self.seed.to_string()),
        ]
    }
}

/// A budget as a number: simulations, or seconds.
fn amount(budget: Budget) -> f64 {
    match budget {
        Budget::Iterations(count) => f64::from(count),
        Budget::PerDecision(time) | Budget::PerTurn(time) => time.as_secs_f64(),
    }
}

/// A quarter of a budget, if that is anything.
fn quarter(budget: Budget) -> Option<Budget> {
    let quarter = |time: std::time::Duration| Some(time / 4).filter(|time| time.as_millis() > 0);
    match budget {
        Budget::Iterations(count) => Some(count / 4).filter(|&count| count > 0).map(Budget::Iterations),
        Budget::PerDecision(time) => quarter(time).map(Budget::PerDecision),
        Budget::PerTurn(time) => quarter(time).map(Budget::PerTurn),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A plan of `mcts` with these simulations against a panel of two.
    pub(in super::super) fn plan(simulations: &[u32], positions: usize) -> CurvePlan {
        let specs = |names: &[&str]| names.iter().map(|name| name.parse().expect("it exists")).collect::<Vec<AgentSpec>>();
        let budgets: Vec<Budget> = simulations.iter().map(|&count| Budget::Iterations(count)).collect();
        let ground = Ground { game: GameName::Armir, scenario: "historical".to_owned(), data: 7 };
        CurvePlan::new(ground, &specs(&["mcts"])[0], &budgets, &specs(&["random", "greedy"]), [3, positions], 5).expect("it is a plan")
    }

    #[test]
    fn every_budget_meets_its_quarter_and_the_panel() {
        let plan = plan(&[1200, 300], 0);
        let names: Vec<(&str, bool)> = plan.rungs.iter().map(|rung| (rung.name.as_str(), rung.asked)).collect();
        assert_eq!(names, [("mcts:iterations=75", false), ("mcts:iterations=300", true), ("mcts:iterations=1200", true)]);
        let games = plan.games();
        assert_eq!(games.meetings, [[1, 0], [1, 3], [1, 4], [2, 1], [2, 3], [2, 4]]);
        assert_eq!(games.fixtures().len(), 36);
        assert!(games.validate().is_ok() && plan.samples().validate().is_ok());
        assert_eq!(CurvePlan::parse(&plan.to_text()), Ok(plan));
    }

    #[test]
    fn what_differs_is_named() {
        let (one, other) = (plan(&[300], 4), plan(&[300], 5));
        let error = one.same_as(&other).expect_err("it asks for other positions");
        assert!(error.to_string().contains("a number of positions of 5, now asked for is 4"), "{error}");
    }

    #[test]
    fn a_budget_without_a_quarter_and_a_player_without_a_budget_are_refused() {
        let ground = Ground { game: GameName::Armir, scenario: "historical".to_owned(), data: 7 };
        let asked = |player: &str, budget| {
            let spec: AgentSpec = player.parse().expect("it exists");
            CurvePlan::new(ground.clone(), &spec, &[budget], &[], [1, 0], 1).expect_err("it is no plan")
        };
        assert!(matches!(asked("mcts", Budget::Iterations(3)), CurvePlanError::Small { .. }));
        assert!(matches!(asked("greedy", Budget::Iterations(400)), CurvePlanError::Player(_)));
    }
}
