//! Bridgehead: a whole small game of counters on a map, to begin a new game from. It uses what all games use and nothing else.
//!
//! [1] The Soviets hide their depot in one of three villages. [2] In a player turn the player moves counters, each once, up to
//! three hexes: a marsh or a hex next to an enemy ends the move, and two counters of a side may share a hex. [3] Then all unused
//! counters next to an enemy hex attack it together, on a table by odds: an attacker is lost, or the defenders are. [4] The Axis
//! scores for lost Soviet counters and for standing on the depot in the end, the Soviets for the rest.

use std::fmt::{self, Formatter, Write};
use std::sync::LazyLock;

use stavka_engine::game::{Determinize, Game, Notation, NotationError, Outcome, Scenario, Side, Turn};
use stavka_engine::hex::{Grid, Hex, HexSet, Layout};
use stavka_engine::kit::actions::{ActionWord, Die, IdDigit, actions, usual_token};
use stavka_engine::kit::channels::{self, Planes, Shown, Values, channels};
use stavka_engine::kit::{counters::counters, denials::denials, hashing::StateHasher, odds, place::places, procedures::Frames};
use stavka_engine::observation::{ActionIds, ActionToken, Observation, ObservationSpec, Observe, Role};
use stavka_engine::{Dice, record::Recorded};

counters! { UnitId(u8), UnitSet of u8, 4 a side }
places! { Place; LOST = "lost" "A lost counter." }

type Hexes = HexSet<1>;
const AREA: usize = 35;
const MARSH: [Hex; 5] = [Hex(9), Hex(10), Hex(16), Hex(23), Hex(30)];
const VILLAGES: [Hex; 3] = [Hex(12), Hex(19), Hex(26)];
/// Names, strengths and first hexes of the counters, in the order of their numbers: the Axis, then the Soviets.
const NAMES: [&str; UNIT_CAPACITY] = ["11-pz", "6-pz", "15-inf", "57-inf", "87-rifle", "25-tank", "4-guards", "258-rifle"];
const STRENGTH: [u8; UNIT_CAPACITY] = [5, 5, 3, 3, 3, 4, 4, 2];
const START: [u16; UNIT_CAPACITY] = [7, 14, 14, 21, 12, 18, 26, 20];
/// By odds and die: an attacker is lost, nothing, the defenders are lost. The first column takes all odds below 1-1.
const ODDS: [(u16, u16); 4] = [(0, 1), (1, 1), (2, 1), (3, 1)];
const RESULTS: [&[u8; 6]; 4] = [b"AAAA--", b"AAA--D", b"A---DD", b"--DDDD"];
const LAST_TURN: u8 = 8;

fn strength(units: impl Iterator<Item = UnitId>) -> u16 {
    units.map(|unit| u16::from(STRENGTH[unit.index()])).sum()
}

/// What a game never changes.
pub(crate) struct Map {
    grid: Grid,
    observation: ObservationSpec,
}

/// The only scenario.
pub(crate) static MAP: LazyLock<Map> = LazyLock::new(|| {
    let grid = Grid::new(7, 5, Layout::PointyEvenRight).expect("a map of 7 columns and 5 rows");
    Map { observation: SHOWN.on(&grid, add_ground), grid }
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
    fn max_actions(&self) -> usize {
        1 + 2 * usize::from(LAST_TURN) * (4 + 4 + 4 * 4 + 2)
    }
}

impl IdDigit<Map> for UnitId {
    fn radix(_: &Map) -> u32 {
        UNIT_CAPACITY as u32
    }
    fn digit(self, _: &Map) -> u32 {
        self.index() as u32
    }
}

impl ActionWord<Map> for UnitId {
    fn write(self, _: &Map, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(NAMES[self.index()])
    }
    fn read(word: &str, _: &Map) -> Result<Self, String> {
        let number = NAMES.iter().position(|&name| name == word);
        number.map(|number| UnitId(number as u8)).ok_or_else(|| format!("{word:?} is not a counter"))
    }
}

actions! {
    of game: Bridgehead, in words of Map, naming unit: UnitId, hex: Hex;

    /// What a player or a die decides.
    pub(crate) enum Action {
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
        /// An attacker enters the hex that it has cleared [3].
        Advance(unit: UnitId) = "advance {unit}", verb "advance": "unit enters `to`", names { unit }, token { to: game.top().2 };
    }
}

/// A procedure in progress.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Procedure {
    Over,
    Hide,
    Movement,
    Combat,
    Result,
    Advance,
}

/// A procedure, the side that decides, and the hex that it is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Frame(Procedure, Side, Hex);

denials! { pub(crate) enum Forbidden:
    /// Another procedure is in progress.
    NotAsked, "1", "this is not what is asked now";
    /// The hex is out of reach, or full.
    NoMove, "2", "the counter cannot move there";
    /// Nobody is there to be attacked, or nobody to attack.
    NoAttack, "3", "no unused counter is next to an enemy there";
}

/// A game in progress.
#[derive(Clone)]
pub(crate) struct Bridgehead {
    map: &'static Map,
    turn: u8,
    depot: Option<Hex>,
    pub(crate) places: [Place; UNIT_CAPACITY],
    /// Counters that have moved or fought in this phase.
    used: UnitSet,
    frames: Frames<Frame>,
}

impl Bridgehead {
    /// A position made by hand: the movement phase of a side.
    pub(crate) fn position(map: &'static Map, turn: u8, side: Side, depot: Hex, places: [Place; UNIT_CAPACITY]) -> Result<Self, String> {
        let game = Bridgehead { turn, depot: Some(depot), places, ..Bridgehead::new(map) }.opened(Procedure::Movement, side);
        let crowded = |&hex: &Hex| game.stack(hex).count() > 2 || Side::ALL.iter().all(|&side| game.held(side).contains(hex));
        match map.grid.hexes().find(crowded) {
            Some(hex) => Err(format!("the counters in {} cannot stand together", map.grid.name(hex))),
            None if VILLAGES.contains(&depot) && (1..=LAST_TURN).contains(&turn) => Ok(game),
            None => Err(format!("expected a depot in a village and a turn up to {LAST_TURN}")),
        }
    }
    fn opened(mut self, procedure: Procedure, side: Side) -> Self {
        self.frames.clear();
        self.frames.push(Frame(procedure, side, Hex(0)));
        Bridgehead { used: UnitSet::EMPTY, ..self }
    }
    fn top(&self) -> Frame {
        self.frames.top().expect("a frame says what is asked")
    }
    fn on_map(&self, side: Side) -> impl Iterator<Item = (UnitId, Hex)> + '_ {
        units(side, 0b1111).filter_map(|unit| Some((unit, self.places[unit.index()].hex()?)))
    }
    fn held(&self, side: Side) -> Hexes {
        self.on_map(side).map(|(_, hex)| hex).collect()
    }
    fn stack(&self, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        Side::ALL.into_iter().flat_map(|side| self.on_map(side)).filter(move |&(_, at)| at == hex).map(|(unit, _)| unit)
    }
    fn around(&self, hexes: Hexes) -> Hexes {
        hexes.iter().flat_map(|hex| self.map.grid.neighbours(hex)).map(|(_, near)| near).collect()
    }

    /// [2] The hexes that a counter may move to.
    fn reach(&self, unit: UnitId, start: Hex) -> Hexes {
        let [own, other] = [unit.side(), unit.side().opponent()].map(|side| self.held(side));
        let closed = other.union(own.iter().filter(|&hex| self.stack(hex).count() > 1 || hex == start).collect());
        let halting = self.around(other).union(MARSH.into_iter().collect());
        let mut ring = [start].into_iter().collect();
        (0..3).fold(Hexes::EMPTY, |reached, _| {
            let next = self.around(ring).difference(closed);
            ring = next.difference(halting);
            reached.union(next)
        })
    }

    /// [3] The counters of a side next to a hex.
    fn near(&self, side: Side, target: Hex) -> impl Iterator<Item = UnitId> + '_ {
        self.on_map(side).filter(move |&(_, hex)| self.map.grid.distance(hex, target) == 1).map(|(unit, _)| unit)
    }
    fn attackers(&self, side: Side, target: Hex) -> impl Iterator<Item = UnitId> + '_ {
        self.near(side, target).filter(|&unit| !self.used.contains(unit))
    }

    /// [3] Carries out the result of an attack.
    fn resolve(&mut self, Frame(_, side, hex): Frame, die: u8) {
        let before = self.clone();
        let column = odds::column(&ODDS, strength(before.attackers(side, hex)), strength(before.stack(hex)));
        before.attackers(side, hex).for_each(|unit| self.used.insert(unit));
        let lose = |unit: UnitId| self.places[unit.index()] = Place::LOST;
        match odds::row(RESULTS[column.unwrap_or(0)], 1, die as i8) {
            b'A' => before.attackers(side, hex).next().into_iter().for_each(lose),
            b'D' => before.stack(hex).for_each(lose),
            _ => {}
        }
        if self.stack(hex).next().is_none() {
            self.frames.push(Frame(Procedure::Advance, side, hex));
        }
    }

    /// [2][3] A phase ends, and with it perhaps the turn.
    fn end_phase(&mut self, Frame(procedure, side, _): Frame) {
        let (next, side) = match (procedure, side) {
            (Procedure::Movement, _) => (Procedure::Combat, side),
            (_, Side::Soviet) if self.turn == LAST_TURN => (Procedure::Over, side),
            _ => (Procedure::Movement, side.opponent()),
        };
        self.turn += u8::from(procedure == Procedure::Combat && side == Side::Axis);
        *self = self.clone().opened(next, side);
    }

    /// [4] What the Axis leads by.
    pub(crate) fn margin(&self) -> i16 {
        let left = |side: Side| self.on_map(side).count() as i16;
        let taken = self.depot.is_some_and(|depot| self.held(Side::Axis).contains(depot));
        left(Side::Axis) - left(Side::Soviet) + if taken { 3 } else { -1 }
    }
}

impl Game for Bridgehead {
    type Action = Action;
    type Scenario = Map;
    type Denial = Forbidden;

    fn new(map: &'static Map) -> Self {
        let (places, frames) = (START.map(|hex| Place::on(Hex(hex))), Frames::new(Frame(Procedure::Over, Side::Axis, Hex(0))));
        Bridgehead { map, turn: 1, depot: None, places, used: UnitSet::EMPTY, frames }.opened(Procedure::Hide, Side::Soviet)
    }
    fn scenario(&self) -> &'static Map {
        self.map
    }
    fn turn(&self) -> Turn {
        match self.top() {
            Frame(Procedure::Over, ..) => Turn::Over,
            Frame(Procedure::Result, ..) => Turn::Chance,
            Frame(_, side, _) => Turn::Player(side),
        }
    }
    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        let Frame(procedure, side, _) = self.top();
        let fought = |&hex: &Hex| self.attackers(side, hex).next().is_some();
        match procedure {
            Procedure::Over => return,
            Procedure::Hide => return out.extend(VILLAGES.map(Action::Hide)),
            Procedure::Result => return out.extend((1..=6).map(Action::Roll)),
            Procedure::Advance => out.extend(self.near(side, self.top().2).map(Action::Advance)),
            Procedure::Combat => out.extend(self.held(side.opponent()).iter().filter(fought).map(Action::Attack)),
            Procedure::Movement => self.on_map(side).filter(|&(unit, _)| !self.used.contains(unit)).for_each(|(unit, start)| {
                out.extend(self.reach(unit, start).iter().map(|hex| Action::Move { unit, hex }));
            }),
        }
        out.push(Action::Done);
    }
    fn apply(&mut self, action: Action) {
        debug_assert_eq!(self.check(action), Ok(()), "{action:?}");
        let frame = self.top();
        if !self.is_quiet() {
            self.frames.pop();
        }
        match action {
            Action::Hide(hex) => *self = Bridgehead { depot: Some(hex), ..self.clone() }.opened(Procedure::Movement, Side::Axis),
            Action::Done if frame.0 == Procedure::Advance => {}
            Action::Done => self.end_phase(frame),
            Action::Move { unit, hex } => {
                self.places[unit.index()] = Place::on(hex);
                self.used.insert(unit);
            }
            Action::Attack(hex) => self.frames.push(Frame(Procedure::Result, frame.1, hex)),
            Action::Roll(die) => self.resolve(frame, die),
            Action::Advance(unit) => self.places[unit.index()] = Place::on(frame.2),
        }
    }
    fn denial(&self, action: Action) -> Forbidden {
        match (self.top().0, action) {
            (Procedure::Movement, Action::Move { .. }) => Forbidden::NoMove,
            (Procedure::Combat, Action::Attack(_)) => Forbidden::NoAttack,
            _ => Forbidden::NotAsked,
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        let margin = self.margin();
        let winner = (margin != 0).then_some(if margin > 0 { Side::Axis } else { Side::Soviet });
        let level = winner.map_or("draw", Side::name);
        (self.turn() == Turn::Over).then_some(Outcome { winner, margin, level })
    }
    fn state_hash(&self) -> u64 {
        let Bridgehead { map: _, turn, depot, places, used, frames } = self;
        StateHasher::of(&(turn, depot, places, used, frames))
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
        format!("{:?}", self.top().0).to_lowercase()
    }
    fn is_hidden(&self, action: Action, viewer: Side) -> bool {
        viewer == Side::Axis && matches!(action, Action::Hide(_))
    }
}

impl Recorded for Bridgehead {
    const GAME: &'static str = "bridgehead";
}

channels! {
    const STATIC_PLANES, fn add_ground(hex: Hex) to Cell {}
    "marsh": "1 on marsh" => MARSH.contains(&hex);
    "village": "1 where the depot may be" => VILLAGES.contains(&hex);
}

channels! {
    const SIDE_PLANES, fn put_side(game: &Bridgehead, side: Side) to Planes {}
    "counters": "1 on hexes with counters", roles [Role::OwnControl, Role::OtherControl] => game.held(side);
    "strength": "strength in the hex" / 10.0, roles [Role::OwnSteps, Role::OtherSteps]
        => Values(game.held(side).iter().map(|hex| (hex, strength(game.stack(hex)))));
    "zoc": "1 next to the counters" => game.around(game.held(side));
}

channels! {
    const PROCEDURE_PLANES, fn put_procedure(game: &Bridgehead, viewer: Side) to Planes {}
    "target": "1 on the hex under attack" => (!game.is_quiet()).then_some(game.top().2);
    "advance": "1 on the hex that may be entered" => (game.top().0 == Procedure::Advance).then_some(game.top().2);
    "used": "1 on hexes with a counter that has moved or fought" => Values(game.used.iter().filter_map(|unit| Some((game.places[unit.index()].hex()?, true))));
    "depot": "1 on the depot, if it is known" => game.depot.filter(|_| game.sees_all(viewer));
}

channels! {
    const GLOBALS, fn put_globals(game: &Bridgehead, viewer: Side) to Globals {}
    "turn": "turn" / 8.0 => game.turn;
    "decides": "1 if the viewer decides" => game.turn() == Turn::Player(viewer);
    "combat": "1 in combat" => game.frames.as_slice()[0].0 == Procedure::Combat;
}

const SHOWN: Shown = Shown {
    static_planes: STATIC_PLANES,
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
        let side = |side: Side, planes: &mut Planes<'_>| put_side(self, side, planes);
        let procedure = |planes: &mut Planes<'_>| put_procedure(self, viewer, planes);
        channels::observe(viewer, AREA, out, side, procedure, |globals| put_globals(self, viewer, globals));
    }
    fn token(&self, action: Action) -> ActionToken {
        let stands = action.unit().and_then(|unit| self.places[unit.index()].hex());
        action.token(self, usual_token(action.verb(), action.unit(), stands, action.hex()))
    }
    fn action_ids(map: &Map) -> ActionIds {
        Action::ids(map)
    }
    fn action_id(&self, action: Action, ids: &ActionIds) -> u64 {
        action.id(self.map, ids)
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
        viewer == Side::Soviet || matches!(self.top().0, Procedure::Hide | Procedure::Over)
    }
}
