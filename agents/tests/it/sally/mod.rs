//! A small game in which single moves are worth nothing and joint ones win, for tests of planning.
//!
//! [1] A die sets a number from 0 to 3 that only the Soviets know; it is added to their score in the end.
//! [2] In each round the Axis has its turn, then the Soviets. A player has three units at home; each may
//! once go out to one of three forts, or the player is done. [3] Then a die falls: unless it is a 1, every
//! fort with two of the units is taken for 4 points and with three for 5; a unit alone in a fort costs a
//! point, whatever the die. All units go home.

use std::fmt;

use stavka_agents::{Doctrine, Evaluator, Explain, Heuristic, MoveList, Networks, Playable, UniformPolicy};
use stavka_engine::dice::mix;
use stavka_engine::game::{Denial, Notation, NotationError, Scenario};
use stavka_engine::record::Recorded;
use stavka_engine::{Determinize, Dice, Game, Outcome, Side, Turn};

pub(crate) struct Rounds(u8);

/// A game of so many rounds.
pub(crate) fn rounds(count: u8) -> &'static Rounds {
    Box::leak(Box::new(Rounds(count)))
}

impl Scenario for Rounds {
    fn id(&self) -> &'static str {
        "plain"
    }

    fn fingerprint(&self) -> u64 {
        0x5a11 + u64::from(self.0)
    }

    fn max_actions(&self) -> usize {
        1 + usize::from(self.0) * 2 * (2 * UNITS + 2)
    }
}

const UNITS: usize = 3;
const FORTS: u8 = 3;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Order {
    Hide(u8),
    Unit(u8),
    Fort(u8),
    Done,
    Die(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Hide,
    Menu,
    March(u8),
    Die,
    Over,
}

#[derive(Clone)]
pub(crate) struct Sally {
    scenario: &'static Rounds,
    stage: Stage,
    side: Side,
    round: u8,
    hidden: u8,
    /// Fort of each unit of the side whose turn it is, 0 at home.
    forts: [u8; UNITS],
    score: [i16; 2],
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not possible now")]
pub(crate) struct Impossible(Order);

impl Denial for Impossible {
    fn rule(&self) -> &'static str {
        "2"
    }
}

impl Sally {
    /// Units in a fort.
    pub(crate) fn crowd(&self, fort: u8) -> usize {
        self.forts.iter().map(|&place| usize::from(place == fort)).sum()
    }

    /// The unit that is on its way.
    pub(crate) fn marching(&self) -> Option<u8> {
        if let Stage::March(unit) = self.stage { Some(unit) } else { None }
    }

    pub(crate) fn score(&self, side: Side) -> i16 {
        self.score[side.index()]
    }

    fn next_side(&mut self) {
        self.forts = [0; UNITS];
        self.stage = Stage::Menu;
        if self.side == Side::Soviet {
            self.round += 1;
            if self.round > self.scenario.0 {
                self.stage = Stage::Over;
            }
        }
        self.side = self.side.opponent();
    }
}

impl Game for Sally {
    type Action = Order;
    type Scenario = Rounds;
    type Denial = Impossible;

    fn new(scenario: &'static Rounds) -> Self {
        Sally { scenario, stage: Stage::Hide, side: Side::Axis, round: 1, hidden: 0, forts: [0; UNITS], score: [0; 2] }
    }

    fn scenario(&self) -> &'static Rounds {
        self.scenario
    }

    fn turn(&self) -> Turn {
        match self.stage {
            Stage::Hide | Stage::Die => Turn::Chance,
            Stage::Menu | Stage::March(_) => Turn::Player(self.side),
            Stage::Over => Turn::Over,
        }
    }

    fn legal_actions(&self, out: &mut Vec<Order>) {
        out.clear();
        match self.stage {
            Stage::Hide => out.extend((0..4).map(Order::Hide)),
            Stage::Menu => {
                out.push(Order::Done);
                out.extend((0..UNITS as u8).filter(|&unit| self.forts[usize::from(unit)] == 0).map(Order::Unit));
            }
            Stage::March(_) => out.extend((1..=FORTS).map(Order::Fort)),
            Stage::Die => out.extend((1..=6).map(Order::Die)),
            Stage::Over => {}
        }
    }

    fn apply(&mut self, action: Order) {
        assert_eq!(self.check(action), Ok(()), "apply takes legal actions only");
        match (self.stage, action) {
            (Stage::Hide, Order::Hide(number)) => {
                self.hidden = number;
                self.stage = Stage::Menu;
            }
            (_, Order::Unit(unit)) => self.stage = Stage::March(unit),
            (Stage::March(unit), Order::Fort(fort)) => {
                self.forts[usize::from(unit)] = fort;
                self.stage = Stage::Menu;
            }
            (_, Order::Done) => self.stage = Stage::Die,
            (_, Order::Die(die)) => {
                for fort in 1..=FORTS {
                    let points = match self.crowd(fort) {
                        1 => -1,
                        2 if die > 1 => 4,
                        3 if die > 1 => 5,
                        _ => 0,
                    };
                    self.score[self.side.index()] += points;
                }
                self.next_side();
            }
            _ => unreachable!("legal actions fit the stage"),
        }
    }

    fn denial(&self, action: Order) -> Impossible {
        Impossible(action)
    }

    fn outcome(&self) -> Option<Outcome> {
        let margin = self.score[0] - self.score[1] - i16::from(self.hidden);
        let (winner, level) = match margin {
            0 => (None, "draw"),
            1.. => (Some(Side::Axis), "Axis victory"),
            _ => (Some(Side::Soviet), "Soviet victory"),
        };
        (self.stage == Stage::Over).then_some(Outcome { winner, margin, level })
    }

    fn state_hash(&self) -> u64 {
        let stage = match self.stage {
            Stage::Hide => 0,
            Stage::Menu => 1,
            Stage::Die => 2,
            Stage::Over => 3,
            Stage::March(unit) => 4 + i16::from(unit),
        };
        let forts = self.forts.map(i16::from);
        let parts = [stage, self.side as i16, i16::from(self.round), i16::from(self.hidden), self.score[0], self.score[1]];
        parts.iter().chain(&forts).fold(self.scenario.fingerprint(), |hash, &part| mix(hash ^ part as u64))
    }

    fn is_quiet(&self) -> bool {
        !matches!(self.stage, Stage::March(_))
    }

    fn game_turn(&self) -> u16 {
        u16::from(self.round)
    }
}

impl Determinize for Sally {
    fn determinize(&self, viewer: Side, dice: &mut Dice) -> Self {
        let hidden = if viewer == Side::Axis && self.stage != Stage::Hide { dice.below(4) as u8 } else { self.hidden };
        Sally { hidden, ..self.clone() }
    }

    fn view_hash(&self, viewer: Side) -> u64 {
        let hidden = if viewer == Side::Axis { 0 } else { self.hidden };
        Sally { hidden, ..self.clone() }.state_hash()
    }

    fn sees_all(&self, viewer: Side) -> bool {
        viewer == Side::Soviet || self.stage == Stage::Hide
    }
}

impl Notation for Sally {
    fn write_action(&self, action: Order, out: &mut dyn fmt::Write) -> fmt::Result {
        match action {
            Order::Hide(number) => write!(out, "hide {number}"),
            Order::Unit(unit) => write!(out, "unit {unit}"),
            Order::Fort(fort) => write!(out, "fort {fort}"),
            Order::Done => write!(out, "done"),
            Order::Die(die) => write!(out, "die {die}"),
        }
    }

    fn parse_action(&self, text: &str) -> Result<Order, NotationError> {
        let (verb, number) = text.split_once(' ').unwrap_or((text, "0"));
        let number = number.parse().map_err(|_| NotationError::new(text, "expected a number"))?;
        match verb {
            "hide" => Ok(Order::Hide(number)),
            "unit" => Ok(Order::Unit(number)),
            "fort" => Ok(Order::Fort(number)),
            "done" => Ok(Order::Done),
            "die" => Ok(Order::Die(number)),
            _ => Err(NotationError::new(text, "expected hide, unit, fort, done or die")),
        }
    }

    fn prompt(&self) -> String {
        "your orders".to_owned()
    }
}

impl Recorded for Sally {
    const GAME: &'static str = "sally";
}

/// Sees the scores, and that a lonely unit will cost a point; it does not see what dice will bring.
#[derive(Default)]
pub(crate) struct Knowledge(Option<Side>);

fn points(game: &Sally) -> i16 {
    let lonely = (1..=FORTS).filter(|&fort| game.crowd(fort) == 1).count() as i16;
    let own = if game.side == Side::Axis { -lonely } else { lonely };
    game.score[0] - game.score[1] + own
}

impl Heuristic<Sally> for Knowledge {
    fn prepare(&mut self, _root: &Sally, side: Side) {
        self.0 = Some(side);
    }

    fn evaluate(&mut self, game: &Sally) -> f64 {
        f64::from(if self.0 == Some(Side::Axis) { points(game) } else { -points(game) })
    }

    fn continue_with(&mut self, _game: &Sally, legal: &[Order]) -> Order {
        legal[0]
    }

    fn move_list(&self, game: &Sally, _legal: &[Order]) -> Option<MoveList<Order>> {
        (game.stage == Stage::Menu).then_some(MoveList { pass: Order::Done, pass_is_free: true, memory: None, width: usize::MAX })
    }

    fn player_turn(&self, game: &Sally) -> Option<Side> {
        Some(game.side)
    }
}

impl Doctrine<Sally> for Knowledge {
    fn postures(&self, _game: &Sally) -> usize {
        1
    }

    fn assume(&mut self, _posture: usize) {}

    fn name(&self, _posture: usize) -> &'static str {
        "plain"
    }

    fn win(&mut self, game: &Sally) -> f32 {
        let own = self.evaluate(game) as f32;
        0.5 + 0.5 * own / (10.0 + own.abs())
    }
}

/// The score as a chance of winning.
#[derive(Default)]
pub(crate) struct Score;

impl Explain<Sally> for Score {}

impl Evaluator<Sally> for Score {
    fn evaluate(&mut self, positions: &[Sally], out: &mut Vec<f32>) {
        out.clear();
        out.extend(positions.iter().map(|game| {
            let lead = f32::from(points(game));
            0.5 + 0.5 * lead / (10.0 + lead.abs())
        }));
    }
}

impl Playable for Sally {
    type Knowledge = Knowledge;
    type Staff = Knowledge;
    type Evaluator = Score;
    type Policy = UniformPolicy;

    fn knowledge() -> Knowledge {
        Knowledge::default()
    }

    fn staff() -> Knowledge {
        Knowledge::default()
    }

    fn evaluator() -> Score {
        Score
    }

    fn policy() -> UniformPolicy {
        UniformPolicy
    }

    fn networks() -> &'static Networks<Sally> {
        static NETWORKS: Networks<Sally> = Networks::new();
        &NETWORKS
    }
}
