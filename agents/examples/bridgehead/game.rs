//! Bridgehead: a whole small game of counters on a map, to begin a new game from. It uses what all games use and nothing else.
//!
//! [1] The Soviets hide their depot in one of three villages. [2] In a player turn the player moves counters, each once, up to
//! three points: a marsh costs two, a hex next to an enemy ends the move, and two counters of a side may share a hex. [3] Then
//! all unused counters next to an enemy hex attack it together, on a table by odds: attackers lose a counter, defenders retreat
//! or are lost. [4] The Axis scores for lost Soviet counters and for standing on the depot in the end, the Soviets for the rest.

use std::fmt::{self, Formatter, Write};
use std::sync::LazyLock;

use stavka_engine::dice::{Dice, mix};
use stavka_engine::game::{Denial, Determinize, Game, Notation, NotationError, Outcome, Scenario, Side, Turn};
use stavka_engine::hex::{Grid, Ground, Hex, HexSet, Journey, Layout, Reach, Steps};
use stavka_engine::kit::actions::{ActionWord, Die, actions, usual_token};
use stavka_engine::kit::channels::{Globals, Planes, Shown, Values, channels, ground};
use stavka_engine::kit::{counters::counters, place::places};
use stavka_engine::observation::{ActionToken, Observation, ObservationSpec, Observe, Role};
use stavka_engine::record::Recorded;
use stavka_engine::stack::Stack;

counters! { UnitId(u8), UnitSet of u8, 4 a side }
places! { Place; LOST = "lost" "A lost counter." }

type Hexes = HexSet<1>;
const AREA: usize = 35;
const MARSH: [u16; 5] = [9, 10, 16, 23, 30];
const VILLAGES: [Hex; 3] = [Hex(12), Hex(19), Hex(26)];
/// Name, strength and first hex of each counter, in the order of their numbers.
const COUNTERS: [(&str, u8, u16); UNIT_CAPACITY] = [
    ("11-pz", 5, 7),
    ("6-pz", 5, 14),
    ("15-inf", 3, 14),
    ("57-inf", 3, 21), // the Axis
    ("87-rifle", 3, 12),
    ("25-tank", 4, 18),
    ("4-guards", 4, 26),
    ("258-rifle", 2, 20), // the Soviets
];
/// By odds 1-2, 1-1, 2-1, 3-1 and die: an attacker is lost, nothing, defenders retreat, defenders are lost.
const RESULTS: [&[u8; 6]; 4] = [b"AAAA-R", b"AA--RR", b"A-RRRD", b"-RRRDD"];
const LAST_TURN: u8 = 8;

/// What a game never changes.
pub struct Map {
    grid: Grid,
    steps: Vec<Steps>,
    ground: Vec<f32>,
    observation: ObservationSpec,
}

/// The only scenario.
pub static MAP: LazyLock<Map> = LazyLock::new(|| {
    let grid = Grid::new(7, 5, Layout::PointyEvenRight).expect("a map of 7 columns and 5 rows");
    let cost = |near: u16| if MARSH.contains(&near) { 4 } else { 2 };
    let costs: Vec<[u8; 6]> = grid.neighbour_table().iter().map(|row| row.map(cost)).collect();
    let steps = Steps::table(grid.neighbour_table(), &costs, |_| 0);
    let (ground, observation) = (ground(&grid, GROUND, add_ground), SHOWN.on(&grid));
    Map { grid, steps, ground, observation }
});

impl AsRef<Grid> for Map {
    fn as_ref(&self) -> &Grid {
        &self.grid
    }
}

impl Scenario for Map {
    fn id(&self) -> &'static str {
        "plain"
    }
    fn fingerprint(&self) -> u64 {
        0xb41d
    }
    fn rules_version(&self) -> u32 {
        1
    }
    fn max_actions(&self) -> usize {
        1 + 2 * usize::from(LAST_TURN) * (4 + 4 * 4 + 2)
    }
}

impl ActionWord<Map> for UnitId {
    fn write(self, _: &Map, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(COUNTERS[self.index()].0)
    }
    fn read(word: &str, _: &Map) -> Result<Self, String> {
        let number = COUNTERS.iter().position(|counter| counter.0 == word);
        number.map(|number| UnitId(number as u8)).ok_or_else(|| format!("{word:?} is not a counter"))
    }
}

actions! {
    of game: Bridgehead, in words of Map, naming unit: UnitId, hex: Hex;

    /// What a player or a die decides.
    pub enum Action {
        /// Hide the depot [1].
        Hide(hex: Hex) = "hide {hex}", verb "hide": "the depot is at `to`", names { hex };
        /// End a phase.
        Done = "done", verb "done": "a phase ends";
        /// Move a counter [2].
        Move { unit: UnitId, hex: Hex } = "move {unit} {hex}", verb "move": "unit moves to `to`", names { unit, hex };
        /// Attack a hex [3].
        Attack(hex: Hex) = "attack {hex}", verb "attack": "attack on `to`", names { hex };
        /// The die of an attack [3].
        Roll(die: u8 as Die<6>) = "die {die}", verb "roll": "die result (amount)", token { amount: die };
        /// The defenders retreat [3].
        Retreat(hex: Hex) = "retreat {hex}", verb "retreat": "defenders go to `to`", names { hex }, token { from: game.top().hex };
    }
}

/// A procedure in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Procedure {
    Over,
    Hide,
    Movement,
    Combat,
    Result,
    Retreat,
}

/// A procedure, the side that decides, and the hex that it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    procedure: Procedure,
    side: Side,
    hex: Hex,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Forbidden {
    #[error("this is not what is asked now")]
    NotAsked,
    #[error("the counter cannot move there")]
    OutOfReach,
    #[error("no unused counter is next to an enemy there")]
    NobodyAttacks,
    #[error("there is an enemy or too little room")]
    NoRetreat,
}

impl Denial for Forbidden {
    fn rule(&self) -> &'static str {
        match self {
            Forbidden::NotAsked => "1",
            Forbidden::OutOfReach => "2",
            Forbidden::NobodyAttacks | Forbidden::NoRetreat => "3",
        }
    }
}

/// A game in progress.
#[derive(Clone)]
pub struct Bridgehead {
    map: &'static Map,
    turn: u8,
    depot: Option<Hex>,
    places: [Place; UNIT_CAPACITY],
    /// Counters that have moved or fought in this phase.
    used: UnitSet,
    frames: Stack<Frame, 4>,
}

impl Bridgehead {
    /// A position made by hand: the movement phase of a side.
    pub fn position(map: &'static Map, turn: u8, side: Side, depot: Hex, places: [Place; UNIT_CAPACITY]) -> Result<Self, String> {
        let game = Bridgehead { turn, depot: Some(depot), places, ..Bridgehead::new(map) }.opened(Procedure::Movement, side);
        let bad = |hex: &Hex| game.stack(*hex).count() > 2 || Side::ALL.map(|side| game.held(side)).iter().all(|held| held.contains(*hex));
        match (VILLAGES.contains(&depot), (1..=LAST_TURN).contains(&turn), map.grid.hexes().find(bad)) {
            (true, true, None) => Ok(game),
            (true, true, Some(hex)) => Err(format!("the counters in {} cannot stand together", map.grid.name(hex))),
            _ => Err(format!("expected a depot in a village and a turn up to {LAST_TURN}")),
        }
    }

    fn opened(mut self, procedure: Procedure, side: Side) -> Self {
        self.frames.clear();
        self.open(procedure, side, Hex(0));
        self.used = UnitSet::EMPTY;
        self
    }
    fn open(&mut self, procedure: Procedure, side: Side, hex: Hex) {
        self.frames.push(Frame { procedure, side, hex });
    }
    fn top(&self) -> Frame {
        self.frames.top().expect("a frame says what is asked")
    }
    fn hex(&self, unit: UnitId) -> Option<Hex> {
        self.places[unit.index()].hex()
    }
    fn on_map(&self, side: Side) -> impl Iterator<Item = (UnitId, Hex)> + '_ {
        units(side, 0b1111).filter_map(|unit| Some((unit, self.hex(unit)?)))
    }
    fn held(&self, side: Side) -> Hexes {
        self.on_map(side).map(|(_, hex)| hex).collect()
    }
    fn stack(&self, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        Side::ALL.into_iter().flat_map(|side| self.on_map(side)).filter(move |&(_, at)| at == hex).map(|(unit, _)| unit)
    }
    fn near(&self, hex: Hex) -> Hexes {
        self.map.grid.neighbours(hex).map(|(_, near)| near).collect()
    }
    fn zoc(&self, side: Side) -> Hexes {
        self.held(side).iter().fold(Hexes::EMPTY, |zoc, hex| zoc.union(self.near(hex)))
    }
    fn strength(units: impl Iterator<Item = UnitId>) -> u8 {
        units.map(|unit| COUNTERS[unit.index()].1).sum()
    }

    /// [2] The hexes that `count` more counters of a side may not enter.
    fn closed(&self, side: Side, count: usize) -> Hexes {
        let full = self.held(side).iter().filter(|&hex| self.stack(hex).count() + count > 2).collect();
        self.held(side.opponent()).union(full)
    }

    /// [2] The hexes that a counter may move to.
    fn reach(&self, unit: UnitId, start: Hex) -> Reach<AREA> {
        let side = unit.side();
        let (closed, halting) = (self.closed(side, 1), self.zoc(side.opponent()));
        let ground = Ground { steps: &self.map.steps, gates: 0, closed: &closed, halting: &halting };
        Reach::flood(&ground, Journey { start, budget: 6, minimum: false, goal: None }, |_, _, _| false)
    }

    /// [3] The counters that may attack a hex.
    fn attackers(&self, side: Side, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        let near = self.near(hex);
        self.on_map(side).filter(move |&(unit, at)| near.contains(at) && !self.used.contains(unit)).map(|(unit, _)| unit)
    }

    /// [3] The hexes that the defenders of a hex may retreat to.
    fn retreats(&self, side: Side, hex: Hex) -> Hexes {
        self.near(hex).difference(self.closed(side, self.stack(hex).count())).difference(self.zoc(side.opponent()))
    }

    fn send(&mut self, from: Hex, place: Place) {
        self.places.iter_mut().filter(|at| **at == Place::on(from)).for_each(|at| *at = place);
    }

    /// [3] Carries out the result of an attack.
    fn resolve(&mut self, Frame { side, hex, .. }: Frame, die: u8) {
        let (attack, defence) = (Self::strength(self.attackers(side, hex)), Self::strength(self.stack(hex)));
        let column = if attack < defence { 0 } else { usize::from(attack / defence).min(3) };
        let weakest = self.attackers(side, hex).min_by_key(|unit| COUNTERS[unit.index()].1).expect("somebody attacks");
        for unit in self.clone().attackers(side, hex) {
            self.used.insert(unit);
        }
        match RESULTS[column][usize::from(die) - 1] {
            b'A' => self.places[weakest.index()] = Place::LOST,
            b'R' if !self.retreats(side.opponent(), hex).is_empty() => self.open(Procedure::Retreat, side.opponent(), hex),
            b'R' | b'D' => self.send(hex, Place::LOST),
            _ => {}
        }
    }

    /// [2][3] A phase ends, and with it perhaps the turn.
    fn end_phase(&mut self, Frame { procedure, side, .. }: Frame) {
        let over = side == Side::Soviet && self.turn == LAST_TURN;
        let (next, side) = match procedure {
            Procedure::Movement => (Procedure::Combat, side),
            _ if over => (Procedure::Over, side),
            _ => (Procedure::Movement, side.opponent()),
        };
        self.turn += u8::from(procedure == Procedure::Combat && side == Side::Axis);
        *self = self.clone().opened(next, side);
    }

    /// [4] What the Axis leads by.
    pub fn margin(&self) -> i16 {
        let lost = |side: Side| 4 - self.on_map(side).count() as i16;
        let taken = self.depot.is_some_and(|depot| self.held(Side::Axis).contains(depot));
        lost(Side::Soviet) - lost(Side::Axis) + if taken { 3 } else { -1 }
    }

    fn hides_from(&self, viewer: Side) -> bool {
        viewer == Side::Axis && self.top().procedure != Procedure::Over && self.depot.is_some()
    }
}

impl Game for Bridgehead {
    type Action = Action;
    type Scenario = Map;
    type Denial = Forbidden;

    fn new(map: &'static Map) -> Self {
        let places = COUNTERS.map(|(_, _, hex)| Place::on(Hex(hex)));
        let game = Bridgehead {
            map,
            turn: 1,
            depot: None,
            places,
            used: UnitSet::EMPTY,
            frames: Stack::new(Frame { procedure: Procedure::Over, side: Side::Axis, hex: Hex(0) }),
        };
        game.opened(Procedure::Hide, Side::Soviet)
    }

    fn scenario(&self) -> &'static Map {
        self.map
    }

    fn turn(&self) -> Turn {
        match self.top() {
            Frame { procedure: Procedure::Over, .. } => Turn::Over,
            Frame { procedure: Procedure::Result, .. } => Turn::Chance,
            Frame { side, .. } => Turn::Player(side),
        }
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        let Frame { procedure, side, hex } = self.top();
        match procedure {
            Procedure::Over => {}
            Procedure::Hide => out.extend(VILLAGES.map(Action::Hide)),
            Procedure::Movement => {
                for (unit, start) in self.on_map(side).filter(|&(unit, _)| !self.used.contains(unit)) {
                    out.extend(self.reach(unit, start).reached().iter().map(|&hex| Action::Move { unit, hex }));
                }
                out.push(Action::Done);
            }
            Procedure::Combat => {
                let targets = self.held(side.opponent());
                out.extend(targets.iter().filter(|&hex| self.attackers(side, hex).next().is_some()).map(Action::Attack));
                out.push(Action::Done);
            }
            Procedure::Result => out.extend((1..=6).map(Action::Roll)),
            Procedure::Retreat => out.extend(self.retreats(side, hex).iter().map(Action::Retreat)),
        }
    }

    fn chance_weight(&self, _: Action) -> u64 {
        1
    }

    fn apply(&mut self, action: Action) {
        debug_assert_eq!(self.check(action), Ok(()), "{action:?}");
        let frame = self.top();
        match action {
            Action::Hide(hex) => *self = Bridgehead { depot: Some(hex), ..self.clone() }.opened(Procedure::Movement, Side::Axis),
            Action::Done => self.end_phase(frame),
            Action::Move { unit, hex } => {
                self.places[unit.index()] = Place::on(hex);
                self.used.insert(unit);
            }
            Action::Attack(hex) => self.open(Procedure::Result, frame.side, hex),
            Action::Roll(die) => {
                self.frames.pop();
                self.resolve(frame, die);
            }
            Action::Retreat(hex) => {
                self.frames.pop();
                self.send(frame.hex, Place::on(hex));
            }
        }
    }

    fn denial(&self, action: Action) -> Forbidden {
        match (self.top().procedure, action) {
            (Procedure::Movement, Action::Move { .. }) => Forbidden::OutOfReach,
            (Procedure::Combat, Action::Attack(_)) => Forbidden::NobodyAttacks,
            (Procedure::Retreat, Action::Retreat(_)) => Forbidden::NoRetreat,
            _ => Forbidden::NotAsked,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let margin = self.margin();
        let (winner, level) = match margin {
            0 => (None, "draw"),
            1.. => (Some(Side::Axis), "Axis victory"),
            _ => (Some(Side::Soviet), "Soviet victory"),
        };
        (self.turn() == Turn::Over).then_some(Outcome { winner, margin, level })
    }

    fn state_hash(&self) -> u64 {
        let frame = |frame: &Frame| frame.procedure as u64 | (frame.side as u64) << 8 | u64::from(frame.hex.0) << 16;
        let depot = self.depot.map_or(0xff, |hex| hex.0);
        let rest = [u64::from(u32::from_le_bytes([self.turn, depot as u8, self.used.0[0], self.used.0[1]]))];
        let parts = self.places.iter().map(|place| u64::from(place.code())).chain(rest).chain(self.frames.as_slice().iter().map(frame));
        parts.fold(self.map.fingerprint(), |hash, part| mix(hash ^ part))
    }

    fn is_quiet(&self) -> bool {
        self.frames.as_slice().len() == 1
    }

    fn game_turn(&self) -> u16 {
        self.turn.into()
    }
}

impl Notation for Bridgehead {
    fn write_action(&self, action: Action, out: &mut dyn Write) -> fmt::Result {
        action.write(self.map, out)
    }

    fn parse_action(&self, text: &str) -> Result<Action, NotationError> {
        Action::read(text, self.map, Self::GAME)
    }

    fn prompt(&self) -> String {
        format!("{:?}", self.top().procedure).to_lowercase()
    }

    fn is_hidden(&self, action: Action, viewer: Side) -> bool {
        viewer == Side::Axis && matches!(action, Action::Hide(_))
    }
}

impl Recorded for Bridgehead {
    const GAME: &'static str = "bridgehead";
}

channels! {
    const GROUND, fn add_ground(hex: Hex) to Cell {}
    "marsh": "1 on marsh" => MARSH.contains(&hex.0);
    "village": "1 where the depot may be" => VILLAGES.contains(&hex);
}

channels! {
    const SIDE_PLANES, fn put_side(game: &Bridgehead, side: Side) to Planes {}
    "counters": "1 on hexes with counters", roles [Role::OwnControl, Role::OtherControl] => game.held(side);
    "strength": "strength in the hex" / 10.0, roles [Role::OwnSteps, Role::OtherSteps]
        => Values(game.held(side).iter().map(|hex| (hex, Bridgehead::strength(game.stack(hex)))));
    "zoc": "1 next to the counters" => game.zoc(side);
}

channels! {
    const PROCEDURE_PLANES, fn put_procedure(game: &Bridgehead, viewer: Side) to Planes {}
    "target": "1 on the hex under attack" => (!game.is_quiet()).then_some(game.top().hex);
    "used": "1 on hexes with a counter that has moved or fought" => Values(game.used.iter().filter_map(|unit| Some((game.hex(unit)?, true))));
    "depot": "1 on the depot, if it is known" => game.depot.filter(|_| !game.hides_from(viewer));
}

channels! {
    const GLOBALS, fn put_globals(game: &Bridgehead, viewer: Side) to Globals {}
    "turn": "turn" / 8.0 => game.turn;
    "decides": "1 if the viewer decides" => game.turn() == Turn::Player(viewer);
    "combat": "1 in combat" => game.frames.as_slice()[0].procedure == Procedure::Combat;
}

const SHOWN: Shown = Shown {
    ground: GROUND,
    sides: &[SIDE_PLANES],
    procedure: PROCEDURE_PLANES,
    globals: GLOBALS,
    verbs: Action::VERBS,
    units: UNIT_CAPACITY,
    max_actions: 4 * AREA,
};

impl Observe for Bridgehead {
    fn observation_spec(map: &Map) -> &ObservationSpec {
        &map.observation
    }

    fn observe(&self, viewer: Side, out: &mut Observation<'_>) {
        let mut planes = Planes::new(out.planes, &self.map.ground, AREA);
        put_side(self, viewer, &mut planes);
        put_side(self, viewer.opponent(), &mut planes);
        put_procedure(self, viewer, &mut planes);
        put_globals(self, viewer, &mut Globals::new(out.globals));
    }

    fn token(&self, action: Action) -> ActionToken {
        let stands = action.unit().and_then(|unit| self.hex(unit));
        action.token(self, usual_token(action.verb(), action.unit(), stands, action.hex()))
    }
}

impl Determinize for Bridgehead {
    fn determinize(&self, viewer: Side, dice: &mut Dice) -> Self {
        let depot = if self.sees_all(viewer) { self.depot } else { Some(dice.choose(&VILLAGES)) };
        Bridgehead { depot, ..self.clone() }
    }

    fn view_hash(&self, viewer: Side) -> u64 {
        let depot = self.depot.filter(|_| self.sees_all(viewer));
        Bridgehead { depot, ..self.clone() }.state_hash()
    }

    fn sees_all(&self, viewer: Side) -> bool {
        !self.hides_from(viewer)
    }
}
