//! What the players know of ARMIR.
//!
//! The greedy player: [`judgement`] says what a position is worth, [`aims`] which choices deserve a look,
//! [`habits`] how a half-done procedure is carried on and what is decided by rule of thumb, [`set_up`] where
//! counters go in a free set-up. [`ground`] and [`census`] measure map and position.
//!
//! All others: [`evaluator`] weighs the [`features`] of a position with fitted weights, [`instinct`] says how
//! promising choices look, [`belief`] what the Soviets may have chosen in secret. [`survey`],
//! [`reach`], [`odds`] and [`chances`] are the quick eyes of all three. [`staff`] is what the doctrine
//! player makes of them, [`doctrine`] its postures.

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
mod staff;
mod survey;

pub use evaluator::ArmirEvaluator;
pub use judgement::Weights;
pub use staff::Staff;

use stavka_engine::armir::{Action, Armir, ObjectiveSet, Phase};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::{Determinize as _, Dice, Game as _, Notation as _, Side};

use self::action_prior::ArmirInstinct;
use self::belief::Belief;
use self::candidates::Aims;
use self::features::Feature;
use self::ground::Ground;
use self::judgement::{Judge, Outlook};
use crate::action_prior::NoisyPolicy;
use crate::heuristic::{Heuristic, Menu, Stage};
use crate::network::Networks;
use crate::playable::{Playable, SecretChoice};

/// Knowledge of ARMIR, with what has been worked out for the decision at hand.
pub struct ArmirKnowledge {
    side: Side,
    ground: Option<(u64, Ground)>,
    outlook: Option<Outlook>,
    judge: Judge,
    aims: Aims,
}

impl ArmirKnowledge {
    /// A player that weighs things in this way.
    pub fn new(weights: Weights) -> Self {
        ArmirKnowledge { side: Side::Axis, ground: None, outlook: None, judge: Judge::new(weights), aims: Aims::new() }
    }
}

/// The weights of the evaluation.
pub type Evaluation = crate::weights::Weights<Feature>;
/// How play goes on outside a search tree.
pub type ArmirPolicy = NoisyPolicy<ArmirInstinct>;

/// How much the rollouts waver.
const NOISE: f32 = 1.0;

impl Playable for Armir {
    type Knowledge = ArmirKnowledge;
    type Staff = Staff;
    type Evaluator = ArmirEvaluator;
    type Policy = ArmirPolicy;

    const HANDOVERS: u32 = 0;

    const SECRET: Option<SecretChoice<Action>> =
        Some(SecretChoice { name: "objectives", expected: "a set that the Soviets may choose, such as 1+3+4", read: set_of_objectives });

    fn belief(world: &Armir, viewer: Side) -> f32 {
        let chosen = world.known_objectives(Side::Soviet).filter(|_| !world.sees_all(viewer));
        chosen.map_or(1.0, |set| Belief::of(world).beside_likeliest(set))
    }

    fn knowledge() -> ArmirKnowledge {
        ArmirKnowledge::new(Weights::default())
    }

    fn staff() -> Staff {
        Staff::new(Evaluation::embedded().clone())
    }

    fn evaluator() -> ArmirEvaluator {
        ArmirEvaluator::new(Evaluation::embedded().clone())
    }

    fn policy() -> ArmirPolicy {
        ArmirPolicy::new(ArmirInstinct::new(), NOISE)
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
        use stavka_engine::Scenario as _;
        let data = root.data();
        if self.ground.as_ref().is_none_or(|(known, _)| *known != data.fingerprint()) {
            self.ground = Some((data.fingerprint(), Ground::new(data)));
        }
        self.side = side;
        let outlook = Outlook::new(root, side);
        // Within a compound the aims of its beginning hold.
        if let Some((_, ground)) = &self.ground
            && (root.is_quiet() || self.aims.is_stale(root))
        {
            self.aims.take(root, side, ground, &outlook, &mut self.judge);
        }
        self.outlook = Some(outlook);
    }

    fn evaluate(&mut self, game: &Armir) -> f64 {
        let (Some((_, ground)), Some(outlook)) = (&self.ground, &self.outlook) else {
            return 0.0;
        };
        let score = self.judge.soviet_score(game, ground, outlook, &self.aims.pulls);
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

    fn menu(&self, game: &Armir, legal: &[Action]) -> Option<Menu<Action>> {
        if !game.is_quiet() || !legal.contains(&Action::Done) {
            return None;
        }
        let moves = legal.iter().any(|action| matches!(action, Action::Select(_)));
        let memory = moves.then(|| self.phase(game));
        Some(Menu { pass: Action::Done, memory, width: if moves { 2 } else { usize::MAX } })
    }

    fn phase(&self, game: &Armir) -> u64 {
        u64::from(game.game_turn()) << 8 | game.current_phase() as u64
    }

    fn player_turn(&self, game: &Armir) -> Option<Side> {
        player_turn(game)
    }
}

/// Whose player turn it is. Motorised reactions belong to the turn of the side that moves, bombardments to both.
fn player_turn(game: &Armir) -> Option<Side> {
    match game.current_phase() {
        Phase::AxisReinforcement | Phase::AxisMovement | Phase::AxisCombat => Some(Side::Axis),
        Phase::SovietMovement | Phase::AxisMotorised | Phase::SovietCombat | Phase::SovietMotorised => Some(Side::Soviet),
        Phase::Initiative | Phase::Bombardment | Phase::Supply | Phase::Attrition => None,
    }
}
