//! Blocks in the East: the whole Eastern Front, month by month. What stands is the Basic game, and of the
//! Advanced one zones of control, weather, elite units, production in colours, sieges, headquarters and fuel, and the rules of the long
//! scenarios: chapters 8 to 13. Optional chapters are switches of a scenario: those that stand are named in [`data::Options`].
//!
//! Numbers in brackets are rule ids of `rules.tsv`; AMB-nn are readings of the rulebook's digest, D-nn decisions of the build sheet, listed
//! with those of this implementation in the README of the data folder.

pub mod combat;
pub mod data;
pub mod display;
pub mod ground;
pub mod ids;
pub mod supply;
pub mod terms;

mod action;
mod air_war;
mod airborne;
mod amphibious;
mod battle;
mod blitz;
mod board;
mod bombing;
mod campaign;
mod centres;
mod chapter;
mod chapters;
mod charge;
mod control;
mod convoys;
mod deal;
mod denial;
mod fight;
mod flights;
mod fog;
mod frame;
mod fuel;
mod garrisons;
mod hq;
mod income;
mod industry;
mod known;
mod lend_lease;
mod march;
mod movers;
mod notation;
mod partisans;
mod persia;
mod position;
mod prepared;
mod production;
mod projects;
mod rail;
mod reconnaissance;
mod removals;
mod reports;
mod research;
mod reserve;
mod rounds;
mod scorched;
mod sequence;
mod set_up;
mod siege;
mod spread;
mod stacking;
mod status;
mod surprise;
mod telling;
mod traffic;
mod treasury;
mod victory;
mod view;
mod voyage;
mod weather;
mod worlds;

pub use action::Action;
pub use air_war::{RaidReport, RaidTarget};
pub use data::Data;
pub use denial::BlocksDenial;
pub use frame::Phase;
pub use fuel::{Ration, halved};
pub use ids::{HexSet, Place, UnitId};
pub use partisans::Partisans;
pub use position::PositionBuilder;
pub use prepared::Prepared;
pub use rail::{RailUse, Zone};
pub use reconnaissance::{ScoutCause, ScoutReport};
pub use reports::Battlefield;
pub use stacking::Crowd;
pub use telling::{Asked, BattleReport, Objective, RailMovesLeft, Thrower};

use board::{Board, Mark};
use chapter::Chapter;
use chapters::Chapters;
use control::Ruins;
use data::Projects;
use fight::Fight;
use frame::Frame;
use hq::Command;
use industry::Industry;
use research::Research;
use scorched::Scorched;
use terms::{Colour, Nation, Weather};
use treasury::Treasury;
use victory::Verdict;

use crate::game::{Game, Outcome, Side, Turn};
use crate::hex::{Direction, Hex};
use crate::kit::hashing::StateHasher;
use crate::kit::procedures::{Frames, Procedure, Sequence};

/// A game of Blocks in the East in progress.
#[derive(Clone, Hash)]
pub struct BlocksInTheEast {
    data: &'static Prepared,
    board: Board,
    frames: Frames<Frame>,
    treasury: Treasury,
    ruins: Ruins,
    /// Rail moves of the side whose turn it is.
    rail_use: RailUse,
    /// Nations that have surrendered, as bits by [`Nation::index`].
    surrendered: u16,
    /// [5.5.g] The Red Army has crossed the border of Finland.
    red_army_in_finland: bool,
    /// (D-07) An Axis unit has entered the Swedish railway.
    swedish_railway_used: bool,
    /// The battle in progress.
    fight: Fight,
    /// Number of the turn; 1 is June 1941.
    turn: u8,
    /// [9.0] Weather of the month; of the last one while the die for it is thrown.
    weather: Weather,
    /// [39.0][AMB-44] What the last die for the weather said, where the next one does not say the same.
    last_roll: Chapter<Option<Weather>>,
    /// What optional chapters remember.
    chapters: Chapter<Chapters>,
    /// [SBE6.e] Projects that have been carried out.
    built: Projects,
    /// [SBE9.d] The Soviets count their fuel.
    soviet_fuel: bool,
    /// [37.0] The turn in which Persia fell, if it has.
    persia: Chapter<Option<u8>>,
    /// [15.0] New factories.
    industry: Chapter<Industry>,
    /// [17.0] Points spent on technology.
    research: Chapter<Research>,
    /// [16.0] Centres that are wrecked.
    scorched: Chapter<Scorched>,
    verdict: Option<Verdict>,
    /// [13.0] Headquarters that are activated, and what they have given.
    command: Command,
}

impl BlocksInTheEast {
    /// The scenario without a unit on the map.
    fn bare(data: &'static Prepared) -> Self {
        BlocksInTheEast {
            data,
            board: Board::new(data),
            frames: Frames::new(Frame::GameTurn(0)),
            treasury: Treasury::default(),
            ruins: Ruins::at_start(data),
            rail_use: RailUse::default(),
            surrendered: 0,
            red_army_in_finland: false,
            swedish_railway_used: false,
            fight: Fight::NONE,
            turn: data.script.turns[0],
            weather: data.usual_weather(data.script.turns[0]),
            last_roll: Chapter::default(),
            chapters: Chapter::default(),
            built: data.script.long.built,
            soviet_fuel: false,
            persia: Chapter::default(),
            industry: Chapter(Industry::at_start(data)),
            research: Chapter::default(),
            scorched: Chapter::default(),
            verdict: None,
            command: Command::default(),
        }
    }

    /// The start of the scenario with the units in their default places.
    fn placed(data: &'static Prepared) -> Self {
        let mut game = BlocksInTheEast::bare(data);
        for placed in &data.script.placed {
            game.board.set_step(placed.unit, placed.step.into());
            game.board.put(placed.unit, Place::on(placed.hex));
        }
        game.board.hide_all(data);
        game
    }

    /// Static data.
    pub fn data(&self) -> &'static Prepared {
        self.data
    }

    /// Where a unit is.
    pub fn place(&self, unit: UnitId) -> Place {
        self.board.place(unit)
    }

    /// [3.11] Strength points of a unit.
    pub fn strength(&self, unit: UnitId) -> u8 {
        self.board.strength(self.data, unit)
    }

    /// Step of a unit, from 0 for full strength.
    pub fn step(&self, unit: UnitId) -> usize {
        self.board.step(unit)
    }

    /// [4.3.c] Whether a unit is marked as out of supply.
    pub fn is_out_of_supply(&self, unit: UnitId) -> bool {
        self.board.is(unit, Mark::OutOfSupply)
    }

    /// [3.19.a] Whether an air unit is in flight.
    pub fn is_flying(&self, unit: UnitId) -> bool {
        self.board.is(unit, Mark::Flying)
    }

    /// [7.7.8] Whether the shield of a unit took a hit in the battle.
    pub fn is_shield_hit(&self, unit: UnitId) -> bool {
        self.board.is(unit, Mark::ShieldHit)
    }

    /// [BOX1.b] The direction by which a unit entered the battle hex it is in.
    pub fn entry(&self, unit: UnitId) -> Option<Direction> {
        self.board.entry(unit)
    }

    /// Units in a hex, those of the Axis first.
    pub fn stack(&self, hex: Hex) -> &[UnitId] {
        self.board.stack(hex)
    }

    /// [3.1.a] The side that owns a hex, if anybody does.
    pub fn owner(&self, hex: Hex) -> Option<Side> {
        self.board.owner(self.data, hex)
    }

    /// [3.1.a] Whether a side controls a hex: it owns it, and no enemy is in it.
    pub fn controls(&self, side: Side, hex: Hex) -> bool {
        self.board.controls(self.data, side, hex)
    }

    /// [7.3.b] Yellow points that a nation has saved.
    pub fn saved(&self, nation: Nation) -> u16 {
        self.saved_of(nation, Colour::Yellow)
    }

    /// [7.3.b][11.2.d] Points of a colour that a nation has saved.
    pub fn saved_of(&self, nation: Nation, colour: Colour) -> u16 {
        self.treasury.own(nation, colour)
    }

    /// [9.0] Weather of the month.
    pub fn weather(&self) -> Weather {
        self.weather
    }

    /// [12.3.b] Points of a colour that lie in the besieged pocket on the lake.
    pub fn saved_in_pocket(&self, colour: Colour) -> u16 {
        self.treasury.in_pocket(colour)
    }

    /// The player whose turn it is, and the phase; none when the game is over, while the die for the weather is thrown, and while the sides set up.
    pub fn phase(&self) -> Option<(Side, Phase)> {
        self.frames.as_slice().iter().find_map(|&frame| match frame {
            Frame::PlayerTurn(side, next) => Some((side, *Phase::ALL.get(usize::from(next).checked_sub(1)?)?)),
            _ => None,
        })
    }

    /// Recomputes every derived field slowly and compares, for tests.
    ///
    /// # Errors
    /// Names the first field that differs.
    pub fn verify(&self) -> Result<(), String> {
        self.board.verify(self.data)?;
        self.verify_command()?;
        self.verify_zones()?;
        self.verify_reach()?;
        self.verify_exits()?;
        self.verify_stacking()?;
        self.verify_lines()?;
        self.verify_partisans()?;
        self.verify_fog()
    }
}

impl Game for BlocksInTheEast {
    type Action = Action;
    type Scenario = Prepared;
    type Denial = BlocksDenial;

    fn new(data: &'static Prepared) -> Self {
        let mut game = BlocksInTheEast::placed(data);
        game.frames.push(Frame::GameTurn(0));
        game.begin_set_up();
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

    fn chance_weight(&self, action: Action) -> u64 {
        match action {
            Action::Hits(hits) => self.ways_of_hits(hits),
            Action::GiveUp(colour) => self.ways_to_lose(colour),
            _ => 1,
        }
    }

    fn denial(&self, action: Action) -> BlocksDenial {
        self.explain(action)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.verdict.map(|verdict| self.outcome_of(verdict))
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

/// A state keeps to four kibibytes.
const _: () = assert!(size_of::<BlocksInTheEast>() <= 4096);

#[cfg(test)]
mod tests {
    use super::*;

    /// What the state is made of, by field.
    #[test]
    fn a_state_keeps_to_four_kibibytes() {
        let fields = [
            ("board", size_of::<Board>()),
            ("frames", size_of::<Frames<Frame>>()),
            ("treasury", size_of::<Treasury>()),
            ("ruins", size_of::<Ruins>()),
            ("fight", size_of::<Fight>()),
        ];
        assert!(size_of::<BlocksInTheEast>() <= 4096, "{} bytes: {fields:?}", size_of::<BlocksInTheEast>());
    }
}
