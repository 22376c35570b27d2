//! What the players know of ARMIR.
//!
//! The greedy player: [`judgement`] says what a position is worth, [`candidates`] which choices deserve a look,
//! [`default_policy`] how a half-done procedure is carried on and what is decided by rule of thumb, [`set_up`] where
//! counters go in a free set-up. [`ground`] and [`census`] measure map and position.
//!
//! All others: [`evaluator`] reads the [`features`] of a position, [`action_prior`] says how promising choices look,
//! [`belief`] what the Soviets may have chosen in secret, [`doctrine`] holds the postures. [`survey`], [`reach`], [`odds`] and
//! [`chances`] measure positions for all of them.

mod action_prior;
mod belief;
mod candidates;
mod census;
mod chances;
mod default_policy;
mod doctrine;
mod evaluator;
mod features;
mod ground;
mod judgement;
mod odds;
mod reach;
mod set_up;
mod survey;

use stavka_engine::armir::{Action, Armir, ObjectiveSet, Phase};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::{Determinize as _, Dice, Game as _, Notation as _, Side};

use self::action_prior::ArmirInstinct;
use self::belief::Belief;
use self::candidates::Aims;
use self::doctrine::POSTURES;
use self::evaluator::ArmirReader;
use self::features::Feature;
use self::ground::Ground;
use self::judgement::{Judge, Outlook, Weights};
use crate::action_prior::NoisyPolicy;
use crate::doctrine::Posture;
use crate::fitted::FittedEvaluator;
use crate::heuristic::{Heuristic, MoveList, Stage};
use crate::knowledge::{self, GameKnowledge};
use crate::network::Networks;
use crate::per_scenario::PerScenario;
use crate::playable::{Playable, SecretChoice};
use crate::staff::Staff;
use crate::style::Style;

/// Knowledge of ARMIR, with what has been worked out for the decision at hand.
pub struct ArmirKnowledge {
    side: Side,
    ground: PerScenario<Ground>,
    outlook: Option<Outlook>,
    judge: Judge,
    aims: Aims,
    style: Style,
}

impl Default for ArmirKnowledge {
    fn default() -> Self {
        let judge = Judge::new(Weights::default());
        ArmirKnowledge { side: Side::Axis, ground: PerScenario::NONE, outlook: None, judge, aims: Aims::new(), style: Style::Plain }
    }
}

/// The weights of the evaluation.
pub type Evaluation = crate::weights::Weights<Feature>;
/// The chance of an Axis win.
pub type ArmirEvaluator = FittedEvaluator<Armir>;

impl Playable for Armir {
    type Knowledge = ArmirKnowledge;
    type Staff = Staff<Armir>;
    type Evaluator = ArmirEvaluator;
    type Policy = NoisyPolicy<ArmirInstinct>;

    const HANDOVERS: u32 = 0;

    const SECRET: Option<SecretChoice<Action>> = Some(SecretChoice {
        name: "objectives",
        expected: "a set that the Soviets may choose, such as 1+3+4",
        read: set_of_objectives,
        panel: &["1+3", "1+3+4", "2+4", "1+2+3"],
    });

    fn belief(world: &Armir, viewer: Side) -> f32 {
        let chosen = world.known_objectives(Side::Soviet).filter(|_| !world.sees_all(viewer));
        chosen.map_or(1.0, |set| Belief::of(world).beside_likeliest(set))
    }

    fn networks() -> &'static Networks<Armir> {
        static NETWORKS: Networks<Armir> = Networks::new();
        &NETWORKS
    }
}

/// Reads a set of objectives as the notation of the game writes it; `None` if there is no such set in its first scenario.
fn set_of_objectives(text: &str) -> Option<Action> {
    let game = Armir::new(Armir::load(Armir::embedded()[0]).ok()?);
    let action = game.parse_action(&format!("objectives {text}")).ok()?;
    let mut sets = ObjectiveSet::choices(game.data().tables.objectives.least).map(Action::Choose);
    sets.any(|choice| choice == action).then_some(action)
}

impl Heuristic<Armir> for ArmirKnowledge {
    fn prepare(&mut self, root: &Armir, side: Side) {
        self.side = side;
        if self.style != Style::Plain {
            self.judge.weights = Weights::default().with_losses_scaled(side, f64::from(self.style.factor()));
        }
        let outlook = Outlook::new(root, side);
        let ground = self.ground.of(root, Ground::of);
        // Within a compound the aims of its beginning hold.
        if root.is_quiet() || self.aims.is_stale(root) {
            self.aims.take(root, side, ground, &outlook, &mut self.judge);
        }
        self.outlook = Some(outlook);
    }

    fn adopt(&mut self, style: Style) {
        self.style = style;
        self.judge.weights = Weights::default();
    }

    fn evaluate(&mut self, game: &Armir) -> f64 {
        let Some(outlook) = &self.outlook else { return 0.0 };
        let score = self.judge.soviet_score(game, self.ground.of(game, Ground::of), outlook, &self.aims.pulls);
        if self.side == Side::Soviet { score } else { -score }
    }

    fn continue_with(&mut self, game: &Armir, legal: &[Action]) -> Action {
        default_policy::continue_with(game, legal, &self.aims)
    }

    fn rule_of_thumb(&mut self, game: &Armir, legal: &[Action], dice: &mut Dice) -> Option<Action> {
        set_up::place(game, legal).or_else(|| default_policy::rule_of_thumb(game, self.side, legal, dice))
    }

    fn shortlist(&mut self, game: &Armir, legal: &[Action], stage: Stage, out: &mut Vec<Action>) {
        self.aims.shortlist(game, legal, stage, out);
    }

    fn move_list(&self, game: &Armir, legal: &[Action]) -> Option<MoveList<Action>> {
        knowledge::move_list(game, legal)
    }

    fn phase(&self, game: &Armir) -> u64 {
        knowledge::phase(game)
    }

    fn player_turn(&self, game: &Armir) -> Option<Side> {
        game.player_turn()
    }
}

impl GameKnowledge for Armir {
    type Feature = Feature;
    type Reader = ArmirReader;
    type Prior = ArmirInstinct;

    const DONE: Action = Action::Done;
    const WIDTHS: [usize; 2] = [24, 14];
    const POSTURES: [&'static [Posture<Feature>]; 2] = POSTURES;

    fn selects(action: Action) -> bool {
        matches!(action, Action::Select(_))
    }

    fn phase_number(&self) -> u8 {
        Armir::phase_number(self)
    }

    fn is_planned(&self) -> bool {
        matches!(self.current_phase(), Phase::AxisMovement | Phase::AxisMotorised | Phase::SovietMovement | Phase::SovietMotorised)
    }

    /// Motorised reactions belong to the turn of the side that moves, bombardments to both.
    fn player_turn(&self) -> Option<Side> {
        match self.current_phase() {
            Phase::AxisReinforcement | Phase::AxisMovement | Phase::AxisCombat => Some(Side::Axis),
            Phase::SovietMovement | Phase::AxisMotorised | Phase::SovietCombat | Phase::SovietMotorised => Some(Side::Soviet),
            Phase::Initiative | Phase::Bombardment | Phase::Supply | Phase::Attrition => None,
        }
    }

    fn rule_of_thumb(&self, side: Side, legal: &[Action], dice: &mut Dice) -> Option<Action> {
        let all = Action::Choose(ObjectiveSet(ObjectiveSet::CHIR | ObjectiveSet::DESTROY | ObjectiveSet::DONETS));
        if legal.contains(&all) {
            return Some(all);
        }
        set_up::place(self, legal).or_else(|| default_policy::rule_of_thumb(self, side, legal, dice))
    }
}
