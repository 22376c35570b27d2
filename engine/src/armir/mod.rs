//! ARMIR: the Don, December 1942. Six turns of two days; Italian, German and Croatian units against
//! the Soviet Middle Don offensive.
//!
//! This module holds the state and the way from one choice to the next. The frames read like the
//! sequence of play: see [`sequence`]. Rule numbers in brackets are those of the rulebook; readings
//! of unclear rules are numbered A1 to A69 in `data/armir/README.md`.

mod action;
mod board;
mod bombardment;
mod combat;
mod data;
mod denial;
mod dice;
mod frame;
mod ids;
mod losses;
mod march;
mod movement;
mod notation;
mod overrun;
mod position;
mod prepared;
mod preview;
mod reinforcement;
mod sequence;
mod setup;
mod stacking;
mod supply;
mod tracks;
mod victory;
mod view;

pub use action::{Action, ObjectiveSet};
pub use combat::{Battle, BattleKind, BattleSheet, Modifier};
pub use data::{
    Arrival, BombardmentResult, Branch, Class, CrtResult, Data, FaceValues, Map, Mobility, NamedPlace, Nationality, Options, PlaceKind,
    River, RiverClass, Road, SetUp, Start, Tables, Trait, Unit, Weather, edge,
};
pub use denial::ArmirDenial;
pub use dice::DieReport;
pub use frame::Phase;
pub use ids::{Face, Formation, HEX_CAPACITY, HexSet, Place, UnitId, UnitSet, units};
pub use position::PositionBuilder;
pub use prepared::Prepared;
pub use preview::{MarchReport, ThreatReport};
pub use supply::SupplyReport;
pub use victory::{Gain, Level, Prospect, VictoryPoints};

use board::Board;
use frame::Frame;
use march::March;

use crate::game::{Game, Outcome, Side, Turn};
use crate::hex::Hex;
use crate::kit::hashing::StateHasher;
use crate::kit::procedures::{Frames, Procedure, Sequence as _};

/// A game of ARMIR in progress.
#[derive(Clone, Hash)]
pub struct Armir {
    data: &'static Prepared,
    board: Board,
    frames: Frames<Frame>,
    /// Counters moved in this movement phase.
    moved: UnitSet,
    /// Units disorganised by bombardment [11.2].
    disorganised: UnitSet,
    /// Units that attacked in this combat phase [12].
    attacked: UnitSet,
    /// Guns that bombarded or supported since the last bombardment phase began [10.1].
    fired: UnitSet,
    /// Units in hexes bombarded in this bombardment phase [11.b].
    bombarded: UnitSet,
    /// Units that retreated onto friends in this combat phase [12.3.3].
    retreated: UnitSet,
    /// Units that overruns drove back in this movement phase [6.c].
    driven_back: UnitSet,
    /// Units found without supply in the supply phase in progress.
    unsupplied: UnitSet,
    /// HQs and guns with their short side up [5.3].
    short_side: UnitSet,
    march: March,
    battle: Battle,
    turn: u8,
    /// Index into the sequence of the turn.
    phase: u8,
    initiative: Side,
    tracks: Tracks,
    result: Option<Level>,
}

/// Markers and once-only events.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Tracks {
    /// Soviet momentum points [16.4].
    momentum: u8,
    /// Italian supply points [16.2].
    supply_points: u8,
    /// Artillery points of the Soviet armies [10.2].
    artillery: [u8; 3],
    /// Chir box from 1; the last is Bokovskaya [16.1].
    chir_box: u8,
    /// Turn on which Bokovskaya was reached; 0 for not yet.
    chir_turn: u8,
    /// Garrison of the airfields; 0 once captured [16.3].
    garrison: u8,
    /// Owner of this turn's unused air unit [9.1].
    air: Option<Side>,
    /// The Italian aircraft [9.2.1].
    aircraft: Aircraft,
    /// Depot at Kantemirovka [8.1.1].
    depot: bool,
    /// Corps colours of which the Soviets have occupied a strongpoint [5.5], one bit each.
    breached: u8,
    /// Turn on which the XXIV Panzer Corps HQ may enter; 0 for not triggered [15.1].
    xxiv_turn: u8,
    /// Fuel paid for Italian motorised movement in this phase [5.4].
    fuel_paid: bool,
    /// Soviet HQs eliminated so far [17.1.3].
    hqs_lost: u8,
    /// Secret objectives; empty before the choice [17.1].
    objectives: ObjectiveSet,
    /// Next counter in the set-up in progress.
    placing: u8,
}

/// State of the Italian aircraft at Kantemirovka [9.2.1].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Aircraft {
    Ready,
    Used,
    Gone,
}

impl Armir {
    /// Static data.
    pub fn data(&self) -> &'static Prepared {
        self.data
    }

    /// Where a counter is.
    pub fn place(&self, unit: UnitId) -> Place {
        self.board.place(unit)
    }

    /// Steps a counter has left.
    pub fn steps(&self, unit: UnitId) -> u8 {
        self.board.steps(unit)
    }

    /// Counters in a hex in ascending order.
    pub fn stack(&self, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        self.board.stack(hex)
    }

    /// The side whose counters stand in a hex.
    pub fn occupant(&self, hex: Hex) -> Option<Side> {
        self.board.occupant(hex)
    }

    /// [1.5] The side that controls a hex.
    pub fn controller(&self, hex: Hex) -> Side {
        self.board.controller(hex)
    }

    /// [7] Whether a hex lies in a ZOC of `side`.
    pub fn in_zoc(&self, side: Side, hex: Hex) -> bool {
        self.board.in_zoc(side, hex)
    }

    /// [8.3] Whether a counter is marked out of supply.
    pub fn is_out_of_supply(&self, unit: UnitId) -> bool {
        self.board.is_out_of_supply(unit)
    }

    /// [11.2] Whether a counter is disorganised.
    pub fn is_disorganised(&self, unit: UnitId) -> bool {
        self.disorganised.contains(unit)
    }

    /// Whether a counter has moved in this phase.
    pub fn has_moved(&self, unit: UnitId) -> bool {
        self.moved.contains(unit)
    }

    /// The face of an HQ or gun that is up.
    pub fn face(&self, unit: UnitId) -> Face {
        if self.short_side.contains(unit) { Face::Short } else { Face::Long }
    }

    /// Values of the face that is up.
    #[inline]
    fn values(&self, unit: UnitId) -> &FaceValues {
        &self.data.stats(unit).faces[self.face(unit) as usize]
    }

    /// CP of a combat unit with the steps it has, not halved.
    #[inline]
    pub fn cp(&self, unit: UnitId) -> u8 {
        self.data.stats(unit).cp[usize::from(self.board.steps(unit))]
    }

    /// Side with the initiative this turn [4].
    pub fn initiative(&self) -> Side {
        self.initiative
    }

    /// Soviet momentum points [16.4].
    pub fn momentum(&self) -> u8 {
        self.tracks.momentum
    }

    /// Italian supply points [16.2].
    pub fn supply_points(&self) -> u8 {
        self.tracks.supply_points
    }

    /// Artillery points of a Soviet army [10.2].
    pub fn artillery_points(&self, army: usize) -> u8 {
        self.tracks.artillery[army]
    }

    /// Box of the Chir track, from 1 [16.1].
    pub fn chir_box(&self) -> u8 {
        self.tracks.chir_box
    }

    /// Garrison of the airfields, 0 once captured [16.3].
    pub fn garrison(&self) -> u8 {
        self.tracks.garrison
    }

    /// Side whose air unit is still unused this turn [9.1].
    pub fn air_unit(&self) -> Option<Side> {
        self.tracks.air
    }

    /// Whether the depot at Kantemirovka stands [8.1.1].
    pub fn depot(&self) -> bool {
        self.tracks.depot
    }

    /// Name of the phase in progress.
    pub fn phase_name(&self) -> &'static str {
        if self.in_set_up() { "Set-up" } else { self.current_phase().name() }
    }

    /// Counters moving in the march in progress.
    pub fn marching(&self) -> u64 {
        if matches!(self.frames.top(), Some(Frame::March)) { self.march.group } else { 0 }
    }

    /// Recomputes every derived field slowly and compares, for tests.
    ///
    /// # Errors
    /// Names the first field that differs.
    pub fn verify(&self) -> Result<(), String> {
        self.board.verify(self.data)
    }

    fn finish(&mut self, level: Level) {
        self.result = Some(level);
        self.frames.clear();
    }
}

impl Game for Armir {
    type Action = Action;
    type Scenario = Prepared;
    type Denial = ArmirDenial;

    fn new(data: &'static Prepared) -> Self {
        let mut game = Armir {
            data,
            board: Board::new(data),
            frames: Frames::new(Frame::OpenPhase),
            moved: UnitSet::EMPTY,
            disorganised: UnitSet::EMPTY,
            attacked: UnitSet::EMPTY,
            fired: UnitSet::EMPTY,
            bombarded: UnitSet::EMPTY,
            retreated: UnitSet::EMPTY,
            driven_back: UnitSet::EMPTY,
            unsupplied: UnitSet::EMPTY,
            short_side: UnitSet::EMPTY,
            march: March::default(),
            battle: Battle::default(),
            turn: 1,
            phase: 0,
            initiative: Side::Axis,
            tracks: Tracks {
                momentum: data.start.momentum,
                supply_points: data.start.supply_points,
                artillery: data.start.artillery,
                chir_box: data.start.chir_box,
                chir_turn: 0,
                garrison: data.start.garrison,
                air: None,
                aircraft: Aircraft::Ready,
                depot: true,
                breached: 0,
                xxiv_turn: 0,
                fuel_paid: false,
                hqs_lost: 0,
                objectives: ObjectiveSet(0),
                placing: 0,
            },
            result: None,
        };
        game.open_set_up();
        game.settle();
        game
    }

    fn scenario(&self) -> &'static Prepared {
        self.data
    }

    fn turn(&self) -> Turn {
        self.decider()
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        self.list(out);
    }

    fn apply(&mut self, action: Action) {
        self.play(action);
    }

    fn denial(&self, action: Action) -> ArmirDenial {
        self.explain(action)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result.map(|level| self.outcome_of(level))
    }

    fn state_hash(&self) -> u64 {
        StateHasher::of(self)
    }

    fn is_quiet(&self) -> bool {
        self.top().is_none_or(Procedure::is_quiet)
    }

    fn game_turn(&self) -> u16 {
        u16::from(self.turn)
    }
}

impl Armir {
    /// The phase in progress.
    pub fn current_phase(&self) -> Phase {
        sequence::phase_of(self.initiative, self.phase)
    }

    /// The phases of the turn in progress in their order, and the place of the one in progress [3].
    pub fn sequence(&self) -> (Vec<Phase>, usize) {
        ((0..sequence::PHASES).map(|index| sequence::phase_of(self.initiative, index)).collect(), usize::from(self.phase))
    }

    /// Whether a phase is still to come in this turn, after the one in progress.
    pub fn is_to_come(&self, phase: Phase) -> bool {
        (self.phase + 1..sequence::PHASES).any(|index| sequence::phase_of(self.initiative, index) == phase)
    }

    /// Place of the phase in progress in the sequence of the turn, from 0.
    pub fn phase_number(&self) -> u8 {
        self.phase
    }
}
