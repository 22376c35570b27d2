//! A tiny game that keeps the whole contract, for tests of what is generic over games.
//!
//! [1] The Soviet player hides a number from 0 to 3. [2] Then the players, Soviet first, pick a number
//! from 1 to 3 each and add it to their score; nobody picks the same number twice running. [3] A die
//! follows every pick and adds 1, 2 or 3 with weights 1, 2, 1. [4] After the scenario's rounds the
//! hidden number is added to the Soviet score and the higher score wins.

pub(crate) mod crossing;

use std::fmt;

use stavka_engine::Dice;
use stavka_engine::dice::mix;
use stavka_engine::game::{Denial, Determinize, Game, Notation, NotationError, Outcome, Scenario, Side, Turn};
use stavka_engine::hex::{Hex, Layout};
use stavka_engine::kit::actions::{actions, usual_token};
use stavka_engine::kit::channels::{Globals, Planes, Values, channels, plain};
use stavka_engine::observation::{ActionIds, ActionToken, Cells, Channel, Observation, ObservationSpec, Observe};
use stavka_engine::record::Recorded;

pub(crate) struct ToyScenario {
    pub(crate) id: &'static str,
    pub(crate) rounds: u8,
    pub(crate) fingerprint: u64,
    pub(crate) spec: ObservationSpec,
}

/// A scenario of `rounds` rounds.
pub(crate) fn scenario(rounds: u8) -> &'static ToyScenario {
    foreign_scenario("plain", rounds, 0x70f0 + u64::from(rounds))
}

pub(crate) fn foreign_scenario(id: &'static str, rounds: u8, fingerprint: u64) -> &'static ToyScenario {
    let spec = ObservationSpec {
        height: 2,
        width: 3,
        cells: Cells::Hex(Layout::PointyEvenRight),
        planes: plain(PLANES).collect(),
        scales: vec![1.0; PLANES.len()],
        static_planes: Vec::new(),
        globals: plain(GLOBALS).collect(),
        verbs: ToyAction::VERBS.iter().map(|&(name, meaning)| Channel::new(name, meaning)).collect(),
        units: 0,
        max_actions: 5,
    };
    Box::leak(Box::new(ToyScenario { id, rounds, fingerprint, spec }))
}

impl Scenario for ToyScenario {
    fn id(&self) -> &str {
        self.id
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    fn rules_version(&self) -> u32 {
        3
    }

    fn max_actions(&self) -> usize {
        1 + 4 * usize::from(self.rounds)
    }
}

actions! {
    of game: Toy, in words of ToyScenario;

    /// A pick or a die.
    pub(crate) enum ToyAction {
        Hide(number: u8) = "hide {number}", verb "hide": "a number", token { amount: number };
        Pick(number: u8) = "pick {number}", verb "pick": "a number", token { amount: number };
        Die(number: u8) = "die {number}", verb "die": "a number", token { amount: number };
    }
}

channels! {
    const PLANES, fn put_planes(toy: &Toy, viewer: Side) to Planes {
        let everywhere = |side: Side| Values((0..6).map(move |cell| (Hex(cell), toy.score[side.index()])));
    }
    "own score": "a number" => everywhere(viewer);
    "other score": "a number" => everywhere(viewer.opponent());
}

channels! {
    const GLOBALS, fn put_globals(toy: &Toy, viewer: Side) to Globals {
        let knows = viewer == Side::Soviet || toy.phase == Phase::Over;
    }
    "round": "a number" => toy.round;
    "hidden number or -1": "a number" => if knows { f32::from(toy.hidden) } else { -1.0 };
    "own last pick": "a number" => toy.last[viewer.index()];
    "to move": "a number" => toy.turn() == Turn::Player(viewer);
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Hide,
    Pick(Side),
    Die(Side),
    Over,
}

#[derive(Clone)]
pub(crate) struct Toy {
    scenario: &'static ToyScenario,
    phase: Phase,
    round: u8,
    hidden: u8,
    score: [u16; 2],
    last: [u8; 2],
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ToyDenial {
    Repeated(u8),
    OutOfPlace,
}

impl fmt::Display for ToyDenial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToyDenial::Repeated(number) => write!(f, "{number} was this player's last pick"),
            ToyDenial::OutOfPlace => f.write_str("this is not what is asked now"),
        }
    }
}

impl std::error::Error for ToyDenial {}

impl Denial for ToyDenial {
    fn rule(&self) -> &'static str {
        match self {
            ToyDenial::Repeated(_) => "2",
            ToyDenial::OutOfPlace => "1",
        }
    }
}

impl Game for Toy {
    type Action = ToyAction;
    type Scenario = ToyScenario;
    type Denial = ToyDenial;

    fn new(scenario: &'static ToyScenario) -> Self {
        Toy { scenario, phase: Phase::Hide, round: 1, hidden: 0, score: [0; 2], last: [0; 2] }
    }

    fn scenario(&self) -> &'static ToyScenario {
        self.scenario
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Hide => Turn::Player(Side::Soviet),
            Phase::Pick(side) => Turn::Player(side),
            Phase::Die(_) => Turn::Chance,
            Phase::Over => Turn::Over,
        }
    }

    fn legal_actions(&self, out: &mut Vec<ToyAction>) {
        out.clear();
        match self.phase {
            Phase::Hide => out.extend((0..4).map(ToyAction::Hide)),
            Phase::Pick(side) => out.extend((1..4).filter(|&n| n != self.last[side.index()]).map(ToyAction::Pick)),
            Phase::Die(_) => out.extend((1..4).map(ToyAction::Die)),
            Phase::Over => {}
        }
    }

    fn chance_weight(&self, action: ToyAction) -> u64 {
        if action == ToyAction::Die(2) { 2 } else { 1 }
    }

    fn apply(&mut self, action: ToyAction) {
        debug_assert_eq!(self.check(action), Ok(()), "{action:?}");
        match (self.phase, action) {
            (Phase::Hide, ToyAction::Hide(number)) => {
                self.hidden = number;
                self.phase = Phase::Pick(Side::Soviet);
            }
            (Phase::Pick(side), ToyAction::Pick(number)) => {
                self.score[side.index()] += u16::from(number);
                self.last[side.index()] = number;
                self.phase = Phase::Die(side);
            }
            (Phase::Die(side), ToyAction::Die(number)) => {
                self.score[side.index()] += u16::from(number);
                self.phase = match side {
                    Side::Soviet => Phase::Pick(Side::Axis),
                    Side::Axis if self.round == self.scenario.rounds => Phase::Over,
                    Side::Axis => {
                        self.round += 1;
                        Phase::Pick(Side::Soviet)
                    }
                };
            }
            _ => unreachable!("legal actions fit the phase"),
        }
    }

    fn denial(&self, action: ToyAction) -> ToyDenial {
        match (self.phase, action) {
            (Phase::Pick(_), ToyAction::Pick(number @ 1..4)) => ToyDenial::Repeated(number),
            _ => ToyDenial::OutOfPlace,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let margin = self.score[0] as i16 - self.score[1] as i16 - i16::from(self.hidden);
        let (winner, level) = match margin {
            0 => (None, "draw"),
            1.. => (Some(Side::Axis), "Axis victory"),
            _ => (Some(Side::Soviet), "Soviet victory"),
        };
        (self.phase == Phase::Over).then_some(Outcome { winner, margin, level })
    }

    fn state_hash(&self) -> u64 {
        let phase = match self.phase {
            Phase::Hide => 0,
            Phase::Pick(side) => 1 + side as u16,
            Phase::Die(side) => 3 + side as u16,
            Phase::Over => 5,
        };
        let last = self.last.map(u16::from);
        [phase, u16::from(self.round), u16::from(self.hidden), self.score[0], self.score[1], last[0], last[1]]
            .iter()
            .fold(self.scenario.fingerprint, |hash, &part| mix(hash ^ u64::from(part)))
    }

    fn game_turn(&self) -> u16 {
        u16::from(self.round)
    }
}

impl Notation for Toy {
    fn write_action(&self, action: ToyAction, out: &mut dyn fmt::Write) -> fmt::Result {
        action.write(self.scenario, out)
    }

    fn parse_action(&self, text: &str) -> Result<ToyAction, NotationError> {
        ToyAction::read(text, self.scenario, "the toy")
    }

    fn is_hidden(&self, action: ToyAction, viewer: Side) -> bool {
        viewer == Side::Axis && matches!(action, ToyAction::Hide(_))
    }

    fn prompt(&self) -> String {
        "pick a number".to_owned()
    }
}

impl Recorded for Toy {
    const GAME: &'static str = "toy";
}

impl Observe for Toy {
    fn observation_spec(scenario: &ToyScenario) -> &ObservationSpec {
        &scenario.spec
    }

    fn observe(&self, viewer: Side, out: &mut Observation<'_>) {
        put_planes(self, viewer, &mut Planes::new(out.planes, 6));
        put_globals(self, viewer, &mut Globals::new(out.globals));
    }

    fn token(&self, action: ToyAction) -> ActionToken {
        action.token(self, usual_token(action.verb(), None::<u8>, None::<u8>, None))
    }

    fn action_ids(scenario: &ToyScenario) -> ActionIds {
        ToyAction::ids(scenario)
    }

    fn action_id(&self, action: ToyAction, ids: &ActionIds) -> u64 {
        action.id(self.scenario, ids)
    }
}

impl Determinize for Toy {
    fn determinize(&self, viewer: Side, dice: &mut Dice) -> Self {
        let mut world = self.clone();
        if viewer == Side::Axis && !matches!(self.phase, Phase::Hide | Phase::Over) {
            world.hidden = dice.below(4) as u8;
        }
        world
    }

    fn view_hash(&self, viewer: Side) -> u64 {
        let mut seen = self.clone();
        if viewer == Side::Axis && !matches!(self.phase, Phase::Hide | Phase::Over) {
            seen.hidden = 0;
        }
        seen.state_hash()
    }

    fn sees_all(&self, viewer: Side) -> bool {
        viewer == Side::Soviet || matches!(self.phase, Phase::Hide | Phase::Over)
    }
}
