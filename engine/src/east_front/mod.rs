//! The East Front series: army group battles at five miles a hex and two days a turn. The first scenario is The Tartar
//! Trench: LIV Corps against the 51st Army on the isthmus of Perekop, September 1941.
//!
//! This module holds the state and the way from one choice to the next. The frames read like the sequence of play: see
//! [`sequence`]. Resolution (odds, modifiers, combat results, air combat, prices of movement ...) is functions over small
//! values in modules of their own, which know nothing of a game in progress. Rule numbers in brackets are those of the series
//! rules, with `PB` before those of the title; readings of unclear rules are numbered from A1.
//!
//! What the first scenario leaves out is not built: tracing of supply with its markers, attack supply points, replacements,
//! new strongpoints, rail, air and naval movement, amphibious attacks, unknown units, militia, mandated attacks, disbanding of
//! headquarters, integrity of divisions, ranges of air units. The formats of data and state have a place for them. What two
//! questions of the rules ask cannot come up with one headquarters and one Soviet gun, and is not asked: which of several
//! headquarters pays, and which guns interdiction silences. A stack of several classes moves at the price of the dearest;
//! in dry weather all of this map pay alike.

pub mod air;
pub mod artillery;
pub mod command;
pub mod data;
pub mod declaration;
pub mod drm;
pub mod ids;
pub mod infiltration;
pub mod losses;
pub mod movement;
pub mod odds;
pub mod overrun;
pub mod reaction;
pub mod results;
pub mod retreat;
pub mod surrender;
pub mod victory;
pub mod weather;
pub mod zoc;

mod action;
mod aftermath;
mod airwar;
mod assault;
mod attacks;
mod board;
mod casualties;
mod combat;
mod denial;
mod dice;
mod engineers;
mod escape;
mod flight;
mod flood;
mod frame;
mod ground;
mod headquarters;
mod march;
mod movers;
mod notation;
mod pockets;
mod position;
mod prepared;
mod preview;
mod response;
mod roster;
mod sequence;
mod sheet;
mod stacking;
mod strategic;
mod substitutes;
mod view;

pub use crate::kit::points::HalfPoints;
pub use action::Action;
pub use combat::Battle;
pub use data::Data;
pub use denial::EastFrontDenial;
pub use dice::DieReport;
pub use frame::Phase;
pub use ids::{AirId, AirSet, HexSet, Place, UnitId, UnitSet, units};
pub use position::PositionBuilder;
pub use prepared::Prepared;
pub use preview::{AttackReport, FightReport, MarchReport, MissionReport, OverrunReport, ThreatReport};
pub use results::Order;
pub use sheet::BattleSheet;
pub use victory::Level;

use attacks::Attacks;
use board::Board;
use data::AirBox;
use engineers::Forts;
use flight::{Air, Interdiction};
use frame::Frame;
use headquarters::Command;
use ids::AxisUnits;
use march::March;
use weather::Season;

use crate::game::{Game, Outcome, Side, Turn};
use crate::hex::Hex;
use crate::kit::hashing::StateHasher;
use crate::kit::procedures::{Frames, Procedure, Sequence};

/// A game of the East Front series in progress.
#[derive(Clone, Hash)]
pub struct EastFront {
    data: &'static Prepared,
    board: Board,
    frames: Frames<Frame>,
    /// Counters moved in this movement phase.
    moved: UnitSet,
    /// Soviet units that a headquarters has activated this turn [22.12.a].
    activated: u128,
    /// Reinforcements that may enter the map.
    arrived: UnitSet,
    /// Units that attacked in this combat phase [15.23].
    attacked: UnitSet,
    /// Artillery used in this combat phase [T.ARTY.one].
    fired: UnitSet,
    /// Engineers above the stacking limit for an assault [PB 7.42].
    stormers: AxisUnits,
    /// Super-heavy artillery that moved in the Axis Movement Phase [23.43.b].
    hauled: u128,
    interdiction: Interdiction,
    forts: Forts,
    attacks: Attacks,
    air: Air,
    command: Command,
    march: March,
    battle: Battle,
    season: Season,
    /// Turn of the game, from 1.
    turn: u8,
    /// Index into the phases of the turn.
    phase: u8,
    /// Steps lost so far, by side.
    steps_lost: [u8; 2],
    result: Option<Level>,
}

impl EastFront {
    /// The start of a scenario before its first phase.
    fn at_start(data: &'static Prepared) -> Self {
        let mut game = EastFront {
            data,
            board: Board::new(data),
            frames: Frames::new(Frame::OpenPhase),
            moved: UnitSet::EMPTY,
            activated: 0,
            arrived: UnitSet::EMPTY,
            attacked: UnitSet::EMPTY,
            fired: UnitSet::EMPTY,
            stormers: AxisUnits::EMPTY,
            hauled: 0,
            interdiction: Interdiction::NONE,
            forts: Forts { strongpoints: data.script.strongpoints, breached: 0 },
            attacks: Attacks::NONE,
            air: Air::new(),
            command: Command::default(),
            march: March::default(),
            battle: Battle::default(),
            season: Season::START,
            turn: 1,
            phase: 0,
            steps_lost: [0; 2],
            result: None,
        };
        for &unit in &data.script.back_up {
            match losses::reduced_steps(data.unit(unit).steps) {
                Some(steps) => game.board.set_steps(data, unit, steps),
                None => game.board.turn_over(data, unit, true),
            }
        }
        for &(unit, hex) in &data.script.placements {
            game.board.put(data, unit, Place::on(hex));
        }
        // Counters that were placed first claimed what those placed later contest.
        game.board.set_control(data, &data.script.soviet_control);
        for &(air, place) in &data.script.air {
            game.air.put(air, place);
        }
        game
    }

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

    /// The values of a counter as it lies.
    pub fn values(&self, unit: UnitId) -> &'static data::Face {
        self.board.values(self.data, unit)
    }

    /// Whether the back of a counter of one step is up: a non-operational headquarters, mobile super-heavy artillery.
    pub fn is_back_up(&self, unit: UnitId) -> bool {
        self.board.is_back_up(unit)
    }

    /// Whether a counter carries an Overrun marker [11.44].
    pub fn has_overrun_marker(&self, unit: UnitId) -> bool {
        self.board.has_overrun_marker(unit)
    }

    /// Counters in a hex in ascending order.
    pub fn stack(&self, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        self.board.stack(hex)
    }

    /// The side whose counters stand in a hex.
    pub fn occupant(&self, hex: Hex) -> Option<Side> {
        self.board.occupant(hex)
    }

    /// [3.21] The side that controls a hex.
    pub fn controller(&self, hex: Hex) -> Side {
        self.board.controller(hex)
    }

    /// [3.4] Whether a hex lies in a ZOC that units of `side` in other hexes exert.
    pub fn in_zoc(&self, side: Side, hex: Hex) -> bool {
        self.board.in_zoc(side, hex)
    }

    /// Whether a complete strongpoint of the side stands in a hex.
    pub fn has_strongpoint(&self, side: Side, hex: Hex) -> bool {
        self.forts.strongpoints[side.index()].contains(&hex)
    }

    /// Whether the fortified line of a hex is destroyed.
    pub fn is_breached(&self, hex: Hex) -> bool {
        self.forts.breached & self.data.ground.line_bit(hex) != 0
    }

    /// Counters of the side on the map, as bits.
    pub fn on_map(&self, side: Side) -> u128 {
        self.board.on_map(side)
    }

    /// Whether a counter has moved in this phase.
    pub fn has_moved(&self, unit: UnitId) -> bool {
        self.moved.contains(unit)
    }

    /// The group on the move, as bits of the side that moves it; 0 when nobody marches.
    pub fn marching(&self) -> u128 {
        self.march.group
    }

    /// The side whose units retreat at the moment, whoever picks their way.
    pub fn retreating(&self) -> Option<Side> {
        matches!(self.frames.top(), Some(Frame::Battle(frame::Stage::Retreat))).then_some(self.battle.suffers)
    }

    /// The hexes of the combat in progress, none outside of combat.
    pub fn embattled_hexes(&self) -> HexSet {
        if matches!(self.frames.top(), Some(Frame::Battle(_))) { self.target_hexes().iter().copied().collect() } else { HexSet::EMPTY }
    }

    /// Hexes whose declared attack is still to be resolved.
    pub fn pending_hexes(&self) -> HexSet {
        self.attacks.targets().iter().copied().filter(|&hex| self.attacks.is_pending(hex)).collect()
    }

    /// Air units of both sides on the mission over a hex.
    pub fn flyers_over(&self, hex: Hex) -> AirSet {
        self.air.mission_at(hex).map_or(AirSet::EMPTY, |index| self.air.missions()[index].flyers)
    }

    /// [15.65] Points of close air support over a declared attack, positive for the attacker.
    pub fn air_support(&self, target: Hex) -> i8 {
        self.attacks.of(target).map_or(0, |attack| self.attacks.declared()[attack].support)
    }

    /// Hexes under declared attack, resolved ones included.
    pub fn attacked_hexes(&self) -> HexSet {
        self.attacks.targets().iter().copied().collect()
    }

    /// Air units in a box.
    pub fn air_units_in(&self, place: AirBox) -> AirSet {
        self.air.units_in(place)
    }

    /// Air units of both sides that are Ready or lie face down on a mission: which of a side's are which, the other side
    /// cannot tell [17.2].
    pub fn air_units_at_hand(&self) -> AirSet {
        let face_down = Side::ALL.map(|side| self.air.face_down(side));
        face_down.into_iter().fold(self.air.units_in(AirBox::Ready), AirSet::union)
    }

    /// The odds sheet of the combat in progress, once somebody attacks and until the die is rolled.
    pub fn battle_sheet(&self) -> Option<BattleSheet> {
        use frame::Stage::{Breach, Die, Order, Participants, Support};
        let open = matches!(self.frames.top(), Some(Frame::Battle(Participants | Support | Order | Breach | Die)));
        (open && self.battle.attackers != 0).then(|| self.sheet(&self.battle))
    }

    /// Name of the phase in progress.
    pub fn phase_name(&self) -> &'static str {
        self.current_phase().name()
    }

    /// Place of the phase in progress in the sequence of the turn, from 0.
    pub fn phase_number(&self) -> u8 {
        self.phase
    }

    /// Recomputes every derived field slowly and compares, for tests.
    ///
    /// # Errors
    /// Names the first field that differs.
    pub fn verify(&self) -> Result<(), String> {
        self.board.verify(self.data)
    }
}

impl Game for EastFront {
    type Action = Action;
    type Scenario = Prepared;
    type Denial = EastFrontDenial;

    fn new(data: &'static Prepared) -> Self {
        let mut game = EastFront::at_start(data);
        game.frames.push(Frame::OpenPhase);
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

    fn denial(&self, action: Action) -> EastFrontDenial {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Room for the whole Crimea and 128 counters a side, by field.
    #[test]
    fn a_state_of_the_largest_map_keeps_to_4096_bytes() {
        let fields = [
            ("board", size_of::<Board>()),
            ("attacks", size_of::<Attacks>()),
            ("air", size_of::<Air>()),
            ("battle", size_of::<Battle>()),
            ("forts", size_of::<Forts>()),
            ("march", size_of::<March>()),
            ("frames", size_of::<Frames<Frame>>()),
            ("interdiction", size_of::<Interdiction>()),
            ("command", size_of::<Command>()),
        ];
        const { assert!(ids::HEX_CAPACITY >= 2304 && ids::SIDE_UNITS >= 128) };
        assert!(size_of::<EastFront>() <= 4096, "{} bytes: {fields:?}", size_of::<EastFront>());
    }
}
