//! A small game on squares, for tests of what is the same on squares and on hexes.
//!
//! [1] The Soviets hide a mine in the third row. [2] Then the sides move in turn, the Axis first: a counter goes one square forward,
//! straight or diagonally, never onto one of its own, and onto an enemy only diagonally; the enemy is lost. [3] An Axis counter that
//! enters the mine sets it off, and a die of 1 to 3 takes it. [4] Whoever reaches the far row wins, and so does whoever leaves the
//! other side without a move.

use std::fmt::{self, Formatter};
use std::sync::LazyLock;

use stavka_engine::dice::Dice;
use stavka_engine::game::{Determinize, Game, Notation, NotationError, Outcome, Scenario, Side, Turn};
use stavka_engine::hex::Hex;
use stavka_engine::kit::actions::{ActionWord, Die, IdDigit, actions, usual_token};
use stavka_engine::kit::channels::{Globals, Planes, Shown, Values, channels};
use stavka_engine::kit::denials::denials;
use stavka_engine::kit::hashing::StateHasher;
use stavka_engine::kit::{counters::counters, place::places};
use stavka_engine::observation::{ActionIds, ActionToken, Cells, Observation, ObservationSpec, Observe, Role};
use stavka_engine::record::Recorded;

counters! { UnitId(u8), UnitSet of u8, 4 a side }
places! { Place; LOST = "lost" "A lost counter." }

const ROWS: u16 = 6;
const COLUMNS: u16 = 5;
/// Squares where the mine may be.
const MINE_ROW: std::ops::Range<u16> = 2 * COLUMNS..3 * COLUMNS;
/// Directions of [`Cells::Square`] in which a side moves: straight, then the diagonals.
const FORWARD: [[usize; 3]; 2] = [[4, 3, 5], [0, 1, 7]];

/// What a game never changes.
pub(crate) struct Board(ObservationSpec);

/// The only scenario.
pub(crate) static BOARD: LazyLock<Board> =
    LazyLock::new(|| Board(SHOWN.over(Cells::Square, [ROWS, COLUMNS].map(usize::from), |index, cell| add_ground(Hex(index), cell))));

impl Scenario for Board {
    fn id(&self) -> &'static str {
        "plain"
    }

    fn fingerprint(&self) -> u64 {
        0xc0555
    }

    fn max_actions(&self) -> usize {
        2 + UNIT_CAPACITY * usize::from(ROWS)
    }
}

/// A letter for the column and a number for the row.
fn name(square: Hex) -> String {
    format!("{}{}", char::from(b'a' + (square.0 % COLUMNS) as u8), 1 + square.0 / COLUMNS)
}

impl IdDigit<Board> for Hex {
    fn radix(_: &Board) -> u32 {
        u32::from(ROWS * COLUMNS)
    }

    fn digit(self, _: &Board) -> u32 {
        u32::from(self.0)
    }
}

impl ActionWord<Board> for Hex {
    fn write(self, _: &Board, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&name(self))
    }

    fn read(word: &str, _: &Board) -> Result<Self, String> {
        (0..ROWS * COLUMNS).map(Hex).find(|&square| name(square) == word).ok_or_else(|| format!("{word:?} is not a square"))
    }
}

impl IdDigit<Board> for UnitId {
    fn radix(_: &Board) -> u32 {
        UNIT_CAPACITY as u32
    }

    fn digit(self, _: &Board) -> u32 {
        self.index() as u32
    }
}

impl ActionWord<Board> for UnitId {
    fn write(self, _: &Board, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.side(), self.slot() + 1)
    }

    fn read(word: &str, _: &Board) -> Result<Self, String> {
        let named = |unit: &UnitId| word == format!("{}-{}", unit.side(), unit.slot() + 1);
        (0..8).map(UnitId).find(named).ok_or_else(|| format!("{word:?} is not a counter"))
    }
}

actions! {
    of game: Crossing, in words of Board, naming unit: UnitId, square: Hex;

    /// What a player or the mine decides.
    pub(crate) enum Action {
        /// Hide the mine [1].
        Hide(square: Hex) = "hide {square}", verb "hide": "the mine is at `to`", names { square };
        /// Move a counter [2].
        Move { unit: UnitId, square: Hex } = "move {unit} {square}", verb "move": "unit moves to `to`", names { unit, square };
        /// The die of the mine [3].
        Roll(die: u8 as Die<6>) = "die {die}", verb "roll": "die result (amount)", token { amount: die };
    }
}

denials! { pub(crate) enum Forbidden:
    /// Something else is asked.
    OutOfPlace, "1", "this is not what is asked now";
    /// No such move.
    NoMove, "2", "the counter cannot move there";
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    Hide,
    Move(Side),
    /// The mine goes off under a counter.
    Mine(UnitId),
    Over(Side),
}

/// A game in progress.
#[derive(Clone, Hash)]
pub(crate) struct Crossing {
    phase: Phase,
    pub(crate) places: [Place; UNIT_CAPACITY],
    mine: Option<Hex>,
    /// Whether the mine may be in a column, as the Axis sees it.
    suspected: [bool; COLUMNS as usize],
    moves: u8,
}

impl Crossing {
    fn hex(&self, unit: UnitId) -> Option<Hex> {
        self.places[unit.index()].hex()
    }

    fn on_board(&self, side: Side) -> impl Iterator<Item = (UnitId, Hex)> + '_ {
        units(side, 0b1111).filter_map(|unit| Some((unit, self.hex(unit)?)))
    }

    fn at(&self, square: Hex) -> Option<UnitId> {
        Side::ALL.into_iter().flat_map(|side| self.on_board(side)).find(|&(_, at)| at == square).map(|(unit, _)| unit)
    }

    /// [2] The moves of a side.
    fn moves(&self, side: Side) -> impl Iterator<Item = Action> + '_ {
        self.on_board(side).flat_map(move |(unit, from)| {
            FORWARD[side.index()].into_iter().enumerate().filter_map(move |(index, direction)| {
                let to = Cells::Square.neighbour([ROWS, COLUMNS].map(usize::from), from.index(), direction)?;
                let square = Hex(to as u16);
                let free = self.at(square).is_none_or(|there| index > 0 && there.side() != side);
                free.then_some(Action::Move { unit, square })
            })
        })
    }

    /// Squares where the mine may be, as a side sees it.
    pub(crate) fn suspects(&self, viewer: Side) -> impl Iterator<Item = Hex> + '_ {
        let knows = self.sees_all(viewer);
        MINE_ROW.map(Hex).filter(
            move |&square| {
                if knows { self.mine == Some(square) } else { self.suspected[usize::from(square.0 % COLUMNS)] }
            },
        )
    }

    /// [4] The next side moves, unless the game is over.
    fn pass(&mut self, unit: UnitId) {
        let far = if unit.side() == Side::Axis { (ROWS - 1) * COLUMNS..ROWS * COLUMNS } else { 0..COLUMNS };
        let arrived = self.hex(unit).is_some_and(|square| far.contains(&square.0));
        let stuck = self.moves(unit.side().opponent()).next().is_none();
        self.phase = if arrived || stuck { Phase::Over(unit.side()) } else { Phase::Move(unit.side().opponent()) };
    }
}

impl Game for Crossing {
    type Action = Action;
    type Scenario = Board;
    type Denial = Forbidden;

    fn new(_: &'static Board) -> Self {
        let places = [0, 1, 3, 4, 25, 26, 28, 29].map(|square| Place::on(Hex(square)));
        Crossing { phase: Phase::Hide, places, mine: None, suspected: [true; COLUMNS as usize], moves: 0 }
    }

    fn scenario(&self) -> &'static Board {
        &BOARD
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Hide => Turn::Player(Side::Soviet),
            Phase::Move(side) => Turn::Player(side),
            Phase::Mine(_) => Turn::Chance,
            Phase::Over(_) => Turn::Over,
        }
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        match self.phase {
            Phase::Hide => out.extend(MINE_ROW.map(|square| Action::Hide(Hex(square)))),
            Phase::Move(side) => out.extend(self.moves(side)),
            Phase::Mine(_) => out.extend((1..=6).map(Action::Roll)),
            Phase::Over(_) => {}
        }
    }

    fn apply(&mut self, action: Action) {
        debug_assert_eq!(self.check(action), Ok(()), "{action:?}");
        match (self.phase, action) {
            (_, Action::Hide(square)) => (self.mine, self.phase) = (Some(square), Phase::Move(Side::Axis)),
            (_, Action::Move { unit, square }) => {
                if let Some(enemy) = self.at(square) {
                    self.places[enemy.index()] = Place::LOST;
                }
                self.places[unit.index()] = Place::on(square);
                self.moves += 1;
                let entered = unit.side() == Side::Axis && MINE_ROW.contains(&square.0);
                if entered && self.mine == Some(square) {
                    (self.mine, self.suspected, self.phase) = (None, [false; COLUMNS as usize], Phase::Mine(unit));
                    return;
                }
                if entered {
                    self.suspected[usize::from(square.0 % COLUMNS)] = false;
                }
                self.pass(unit);
            }
            (Phase::Mine(unit), Action::Roll(die)) => {
                if die <= 3 {
                    self.places[unit.index()] = Place::LOST;
                }
                self.pass(unit);
            }
            _ => unreachable!("legal actions fit the phase"),
        }
    }

    fn denial(&self, action: Action) -> Forbidden {
        match (self.phase, action) {
            (Phase::Move(_), Action::Move { .. }) => Forbidden::NoMove,
            _ => Forbidden::OutOfPlace,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let Phase::Over(winner) = self.phase else { return None };
        Some(Outcome { winner: Some(winner), margin: if winner == Side::Axis { 1 } else { -1 }, level: winner.name() })
    }

    fn state_hash(&self) -> u64 {
        StateHasher::of(self)
    }

    fn is_quiet(&self) -> bool {
        !matches!(self.phase, Phase::Mine(_))
    }

    fn game_turn(&self) -> u16 {
        1 + u16::from(self.moves / 2)
    }
}

impl Notation for Crossing {
    fn write_action(&self, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        action.write(&BOARD, out)
    }

    fn parse_action(&self, text: &str) -> Result<Action, NotationError> {
        Action::read(text, &BOARD, Self::GAME)
    }

    fn prompt(&self) -> String {
        format!("{:?}", self.phase)
    }

    fn is_hidden(&self, action: Action, viewer: Side) -> bool {
        viewer == Side::Axis && matches!(action, Action::Hide(_))
    }
}

impl Recorded for Crossing {
    const GAME: &'static str = "crossing";
}

channels! {
    const STATIC_PLANES, fn add_ground(square: Hex) to Cell {}
    "mine-row": "1 where the mine may be" => MINE_ROW.contains(&square.0);
    "far": "rows from the Axis" / 5.0 => square.0 / COLUMNS;
}

channels! {
    const SIDE_PLANES, fn put_side(game: &Crossing, side: Side) to Planes {}
    "counters": "1 on squares with a counter", roles [Role::OwnSteps, Role::OtherSteps]
        => Values(game.on_board(side).map(|(_, square)| (square, true)));
}

channels! {
    const PROCEDURE_PLANES, fn put_procedure(game: &Crossing, viewer: Side) to Planes {}
    "mine": "1 where the viewer has to reckon with the mine" => Values(game.suspects(viewer).map(|square| (square, true)));
}

channels! {
    const GLOBALS, fn put_globals(game: &Crossing, viewer: Side) to Globals {}
    "decides": "1 if the viewer decides" => game.turn() == Turn::Player(viewer);
    "axis": "1 if the viewer is the Axis" => viewer == Side::Axis;
}

const SHOWN: Shown = Shown {
    static_planes: STATIC_PLANES,
    sides: &[SIDE_PLANES],
    procedure: PROCEDURE_PLANES,
    globals: GLOBALS,
    verbs: Action::VERBS,
    units: UNIT_CAPACITY,
    max_actions: 12,
};

impl Observe for Crossing {
    fn observation_spec(board: &Board) -> &ObservationSpec {
        &board.0
    }

    fn observe(&self, viewer: Side, out: &mut Observation<'_>) {
        let mut planes = Planes::new(out.planes, usize::from(ROWS * COLUMNS));
        put_side(self, viewer, &mut planes);
        put_side(self, viewer.opponent(), &mut planes);
        put_procedure(self, viewer, &mut planes);
        put_globals(self, viewer, &mut Globals::new(out.globals));
    }

    fn token(&self, action: Action) -> ActionToken {
        let stands = action.unit().and_then(|unit| self.hex(unit));
        action.token(self, usual_token(action.verb(), action.unit(), stands, action.square()))
    }

    fn action_ids(board: &Board) -> ActionIds {
        Action::ids(board)
    }

    fn action_id(&self, action: Action, ids: &ActionIds) -> u64 {
        action.id(&BOARD, ids)
    }
}

impl Determinize for Crossing {
    fn determinize(&self, viewer: Side, dice: &mut Dice) -> Self {
        if self.sees_all(viewer) {
            return self.clone();
        }
        let mine = self.suspects(viewer).nth(dice.below(self.suspects(viewer).count() as u32) as usize);
        Crossing { mine, ..self.clone() }
    }

    fn view_hash(&self, viewer: Side) -> u64 {
        let mine = self.mine.filter(|_| self.sees_all(viewer));
        Crossing { mine, ..self.clone() }.state_hash()
    }

    fn sees_all(&self, viewer: Side) -> bool {
        viewer == Side::Soviet || self.suspected == [false; COLUMNS as usize] || matches!(self.phase, Phase::Hide | Phase::Over(_))
    }
}
