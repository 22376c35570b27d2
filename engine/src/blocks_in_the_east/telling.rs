//! Questions of those who tell the game in words: what is asked now, who throws which dice and why, what a hit does, what counts for victory.
//! Nothing here decides anything; every answer comes from the functions that carry the rules out.

use super::BlocksInTheEast;
use super::combat::{Extra, Firing, Hit, Modifiers, Pool, Throw, dice};
use super::fight::Fight;
use super::frame::{Frame, Why};
use super::ground::Ground;
use super::ids::UnitId;
use super::rail::Zone;
use super::terms::{AirFire, Colour, Infrastructure, Nation, Onset, Route};
use super::victory;
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::procedures::Sequence as _;

/// What is decided now. The units named are the true ones, whoever may know them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// [9.0] The weather of the month.
    Weather,
    /// [SBE9.a] Whether the Soviet Union surrenders, as the Axis holds cities.
    SovietSurrender {
        /// The highest face that wins for the Axis.
        wins: u8,
    },
    /// [36.0] Whether Italy surrenders.
    ItalianSurrender {
        /// The highest face with which it does.
        gives_up: u8,
    },
    /// [15.1.a] Where a new factory is.
    FactorySite,
    /// [15.1.a][15.1.b] In which city a new factory is.
    FactoryCity,
    /// [18.0] Which unit a headquarters sends by sea.
    Embark(UnitId),
    /// [18.0] To which port a unit sails.
    Voyage(UnitId),
    /// [18.1] Whether a unit comes through the mines.
    SeaMines(UnitId),
    /// [11.2.d] Points of which colour are given up.
    Savings {
        /// Whose points.
        nation: Nation,
    },
    /// [11.3] Whether a point comes through the mines.
    Minefield {
        /// Whose point.
        nation: Nation,
        /// Its colour.
        colour: Colour,
    },
    /// [7.3] What points are spent on.
    Production,
    /// [7.3.1] Where a new unit is placed.
    Placement(UnitId),
    /// [7.3.4] Who is disbanded.
    Disbanding,
    /// [7.4] Who moves by rail.
    Passenger,
    /// [7.4] Where a unit goes by rail.
    RailMove(UnitId),
    /// [7.5][7.10] Which ground unit moves.
    Mover {
        /// It exploits [7.10].
        exploits: bool,
    },
    /// [7.5.3][7.10] Where a ground unit moves.
    March {
        /// The unit.
        unit: UnitId,
        /// Movement points that are left.
        left: u8,
        /// It has moved already.
        begun: bool,
        /// It exploits [7.10].
        exploits: bool,
    },
    /// [7.5.2][7.6] Which air unit flies.
    Flyer {
        /// It reacts to the battles of the other side [7.6].
        reacts: bool,
    },
    /// [7.5.2][7.6] Where an air unit flies.
    Flight {
        /// The unit.
        unit: UnitId,
        /// It reacts to the battles of the other side [7.6].
        reacts: bool,
    },
    /// [7.5.3.d] Which unit above the stacking limit goes.
    Excess,
    /// [7.7] Which battle is next.
    Battle,
    /// [7.7] How many dice of a volley hit.
    Volley {
        /// Who throws.
        side: Side,
        /// In which step.
        firing: Firing,
    },
    /// [7.7.9] Who takes the hit.
    Hit {
        /// Whose unit.
        side: Side,
        /// In which step.
        firing: Firing,
        /// Hits that wait.
        hits: u8,
    },
    /// [7.7.13] Who leaves the battle.
    Withdrawal {
        /// Whose units.
        side: Side,
        /// Aircraft alone, after air combat.
        air_only: bool,
    },
    /// [7.7.14][7.7.16] Where a unit goes that leaves the battle.
    Retreat(UnitId),
    /// [7.6.2] To which base aircraft flee.
    Evacuation(UnitId),
    /// [AMB-93] Where an attacker goes who leaves a battle that nobody can win.
    Leaving(UnitId),
    /// [7.8] Which armour makes a Blitz move.
    Blitz,
    /// [7.8] Where a Blitz goes.
    BlitzMove(UnitId),
    /// [7.8.a] Who follows a Blitz.
    BlitzJoin {
        /// Into this hex.
        to: Hex,
    },
    /// [7.8.1] To which base an air unit returns.
    AirReturn(UnitId),
    /// [13.8] Which Supreme Headquarters are activated.
    Supreme,
    /// [13.8.1.d] Which unit a Supreme Headquarters sends by rail.
    FreeRail(UnitId),
    /// [6.4] Which headquarters fire as artillery.
    Guns {
        /// Whose.
        side: Side,
    },
    /// [20.0][21.0] What the attacker declares for the battle.
    Declaration,
    /// [23.0] Where a unit is dropped.
    Drop(UnitId),
    /// [29.0] Where partisans rise.
    Uprising {
        /// Battalions that can still rise.
        left: u8,
    },
    /// [29.0] In which hex of a sector of the map partisans rise.
    UprisingSector {
        /// The sector, counted from the north.
        sector: u8,
    },
    /// [24.0] On which coast a unit lands.
    Landing(UnitId),
    /// [24.0.c] To which port a unit is taken off.
    Reembarkation(UnitId),
    /// [2.3] Which unit is set up elsewhere.
    SetUp,
    /// [2.3] Where a unit is set up.
    SetUpUnit(UnitId),
    /// [32.0] How many bombs hit an infrastructure.
    Bombs {
        /// What it is.
        what: Infrastructure,
        /// Where.
        hex: Hex,
    },
    /// [35.1] What an Allied bomber attacks.
    Raid(UnitId),
    /// [35.1] Which interceptors and fighters rise.
    Scramble,
    /// [35.1] To which raid an interceptor or fighter rises.
    Intercept(UnitId),
    /// [35.1.a] How many dice hit over Germany.
    AirVolley {
        /// Who throws.
        fire: AirFire,
    },
    /// [35.1.a] Who takes the hit.
    AirHit {
        /// Whose aircraft.
        side: Side,
        /// Hits that wait.
        hits: u8,
    },
    /// [35.1.g][35.2] Which point is lost.
    PointLost {
        /// The route whose convoys lose it; none where a raid costs it.
        route: Option<Route>,
    },
    /// [35.2] How many dice hit the convoys of a route.
    Convoy {
        /// The route.
        route: Route,
    },
    /// [31.0] Which headquarters gives the action point by which a unit is put in Reserve.
    Keeping(UnitId),
    /// [31.0.b] Which armour in Reserve moves to a battle.
    Reserves,
    /// [19.1] Which hex a headquarters reconnoitres.
    Scouting(UnitId),
    /// [19.1.a] Whether the fire of the hex drives the aircraft off that reconnoitre it.
    ScoutFire {
        /// The headquarters that sends them.
        unit: UnitId,
        /// The hex.
        hex: Hex,
    },
    /// [19.1.a] Whether a hex is reconnoitred.
    ScoutRoll {
        /// The headquarters that sends the aircraft.
        unit: UnitId,
        /// The hex.
        hex: Hex,
    },
}

impl Asked {
    /// The unit that a hex is chosen for.
    pub const fn mover(self) -> Option<UnitId> {
        match self {
            Asked::Placement(unit)
            | Asked::SetUpUnit(unit)
            | Asked::RailMove(unit)
            | Asked::Voyage(unit)
            | Asked::March { unit, .. }
            | Asked::Flight { unit, .. }
            | Asked::Retreat(unit)
            | Asked::Evacuation(unit)
            | Asked::Leaving(unit)
            | Asked::BlitzMove(unit)
            | Asked::Drop(unit)
            | Asked::Landing(unit)
            | Asked::Reembarkation(unit)
            | Asked::Raid(unit)
            | Asked::Intercept(unit)
            | Asked::AirReturn(unit) => Some(unit),
            _ => None,
        }
    }
}

/// The battle in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BattleReport {
    /// Whose units entered the hex.
    pub attacker: Side,
    /// Where.
    pub hex: Hex,
    /// Round of the battle, from 1.
    pub round: u8,
    /// Hits that the units of each side still take.
    pub pending: [u8; 2],
    /// [20.0][21.0] What the attacker has declared.
    pub declared: Option<Onset>,
}

/// A unit that fires in a step of a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thrower {
    /// The unit.
    pub unit: UnitId,
    /// Its TECH, from 1 to 3.
    pub tech: u8,
    /// Faces that hit without Bonus.
    pub faces: u8,
    /// Faces that hit with every Bonus that counts.
    pub hits_on: u8,
    /// Bonus and Malus with their causes.
    pub modifiers: Modifiers,
    /// Dice that it throws besides its combat factor, before any Malus, with their cause.
    pub extra: Option<(Extra, u8)>,
    /// Dice that it throws after every Malus, beside the units that fire with it, with the strength that it has now: 0 for artillery that
    /// has spent its last point on the volley at hand [7.7.4.a].
    pub dice: u8,
}

/// A place that counts for the Axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Objective {
    /// Where.
    pub hex: Hex,
    /// Points.
    pub points: u8,
    /// The Axis controls it.
    pub held: bool,
}

/// [7.4.a] Rail moves that are left in the Soviet Union.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RailMovesLeft {
    /// Anywhere in it.
    pub general: u8,
    /// In the Finnish operative area, besides; the Axis alone has them.
    pub finnish: u8,
}

impl BlocksInTheEast {
    /// What is decided now; nothing when the game is over.
    pub fn asked(&self) -> Option<Asked> {
        Some(match self.top()? {
            Frame::WeatherRoll => Asked::Weather,
            Frame::SurrenderRoll => Asked::SovietSurrender { wins: self.winning_face()? },
            Frame::ItalyRoll => Asked::ItalianSurrender { gives_up: self.italy_gives_up_on()? },
            Frame::FactorySite(_) => Asked::FactorySite,
            Frame::FactoryChoice(..) | Frame::FactoryTown(_) => Asked::FactoryCity,
            Frame::Embark(unit) => Asked::Embark(unit),
            Frame::Voyage(unit) => Asked::Voyage(unit),
            Frame::SeaMines(unit) => Asked::SeaMines(unit),
            Frame::Savings(side) => Asked::Savings { nation: self.hoarder(side)? },
            Frame::Minefields(side) => {
                let (nation, colour) = self.shipped(side)?;
                Asked::Minefield { nation, colour }
            }
            Frame::Production(_) => Asked::Production,
            Frame::Placement(unit) => Asked::Placement(unit),
            Frame::Disbanding(..) => Asked::Disbanding,
            Frame::RailMoves(_) => Asked::Passenger,
            Frame::RailMove(unit) => Asked::RailMove(unit),
            Frame::Ground(_, Why::Reaction) => Asked::Reserves,
            Frame::Keeping(unit, _) => Asked::Keeping(unit),
            Frame::Drop(unit) => Asked::Drop(unit),
            Frame::SetUp(..) => Asked::SetUp,
            Frame::SetUpUnit(unit) | Frame::SetUpSector(unit, _) => Asked::SetUpUnit(unit),
            Frame::Uprising(left) => Asked::Uprising { left },
            Frame::UprisingSector(sector) => Asked::UprisingSector { sector },
            Frame::Landing(unit) => Asked::Landing(unit),
            Frame::Reembarkation(unit) => Asked::Reembarkation(unit),
            Frame::Raid(number) => Asked::Raid(self.bomber(number)?),
            Frame::Scramble => Asked::Scramble,
            Frame::Intercept(unit) => Asked::Intercept(unit),
            Frame::AirVolley(fire, _) => Asked::AirVolley { fire },
            Frame::AirHits(side, ..) => Asked::AirHit { side, hits: self.fight.pending[side.index()] },
            Frame::PointLost(from) => Asked::PointLost { route: Self::route_of(from) },
            Frame::Convoy(route) => Asked::Convoy { route },
            Frame::Bombs(_) => {
                let (what, hex, ..) = self.bombs_at_hand()?;
                Asked::Bombs { what, hex }
            }
            Frame::Ground(_, why) => Asked::Mover { exploits: why == Why::Exploitation },
            Frame::March(unit, left, begun, why) => Asked::March { unit, left, begun, exploits: why == Why::Exploitation },
            Frame::Flights(_, reacts) => Asked::Flyer { reacts },
            Frame::Flight(unit, reacts) => Asked::Flight { unit, reacts },
            Frame::Excess(_) => Asked::Excess,
            Frame::Combat(_) => Asked::Battle,
            Frame::Volley(side, firing) => Asked::Volley { side, firing },
            Frame::Suffering(side, firing) => Asked::Hit { side, firing, hits: self.fight.pending[side.index()] },
            Frame::Retreats(side, air_only) => Asked::Withdrawal { side, air_only },
            Frame::Retreat(unit) => Asked::Retreat(unit),
            Frame::Evacuation(unit) => Asked::Evacuation(unit),
            Frame::Leaving(side, hex) => Asked::Leaving(self.next_to_leave(side, hex)?),
            Frame::Blitz(_) => Asked::Blitz,
            Frame::BlitzMove(unit) => Asked::BlitzMove(unit),
            Frame::BlitzJoin(_, _, to, _) => Asked::BlitzJoin { to },
            Frame::Supreme(_) => Asked::Supreme,
            Frame::FreeRail(unit) => Asked::FreeRail(unit),
            Frame::Guns(side) => Asked::Guns { side },
            Frame::Declaration(_) => Asked::Declaration,
            Frame::Scouting(unit, _) => Asked::Scouting(unit),
            Frame::ScoutFire(unit, hex) => Asked::ScoutFire { unit, hex },
            Frame::ScoutRoll(unit, hex) => Asked::ScoutRoll { unit, hex },
            Frame::AirReturn(side) => Asked::AirReturn(self.next_in_flight(side)?),
            Frame::GameTurn(_)
            | Frame::PlayerTurn(..)
            | Frame::Income(_)
            | Frame::AirWar(_)
            | Frame::Battle(..)
            | Frame::Rounds(_)
            | Frame::DesperateAttack => return None,
        })
    }

    /// [2.3] The side that sets up its units now.
    pub fn sets_up(&self) -> Option<Side> {
        match self.top()? {
            Frame::SetUp(side, _) => Some(side),
            Frame::SetUpUnit(unit) | Frame::SetUpSector(unit, _) => Some(unit.side()),
            _ => None,
        }
    }

    /// The battle in progress. Both sides know every unit in its hex [7.7].
    pub fn battle_report(&self) -> Option<BattleReport> {
        let fights = self.frames.as_slice().iter().any(|frame| matches!(frame, Frame::Rounds(_)));
        let Fight { attacker, hex, round, pending, .. } = self.fight;
        let declared = self.fight.charge.0.map(|charge| charge.onset);
        fights.then_some(BattleReport { attacker, hex, round, pending, declared })
    }

    /// [7.7.a] The units of a side that fire in a step of the battle in progress, whether there is somebody to fire at or not.
    pub fn throwers(&self, side: Side, firing: Firing) -> Vec<Thrower> {
        let (conditions, powers) = (self.conditions(), &self.data.tables.powers);
        let (mut all, mut throws) = (Vec::new(), Vec::new());
        for unit in self.firing(side, firing) {
            let fighter = self.fighter(unit);
            let faces = powers.faces(fighter.unit, fighter.tech, firing, fighter.role);
            if faces > 0 {
                let extra = self.extra_dice(unit, firing);
                let throw = fighter.throw_with(extra.map_or(0, |(_, dice)| dice), firing, powers, &conditions);
                let throw = throw.unwrap_or(Throw { strength: 0, faces, malus: 0 });
                let modifiers = fighter.modifiers(firing, &conditions);
                all.push(Thrower { unit, tech: fighter.tech, faces, hits_on: throw.faces, modifiers, extra, dice: 0 });
                throws.push(throw);
            }
        }
        all.iter_mut().zip(dice(&throws)).for_each(|(thrower, dice)| thrower.dice = dice);
        all
    }

    /// [7.7.a] The dice of a side in a step of the battle in progress.
    pub fn dice_of(&self, side: Side, firing: Firing) -> Pool {
        self.pool_of(side, firing)
    }

    /// [7.7.11] Hits that the units of a side can still take in a step of the battle in progress, besides those that wait.
    pub fn hits_to_take(&self, side: Side, firing: Firing) -> u8 {
        self.endures(side, firing)
    }

    /// [7.7.8][7.7.10] What a hit would do to a unit.
    pub fn effect_of_hit(&self, unit: UnitId) -> Hit {
        self.target(unit).hit()
    }

    /// [7.5.3.c] Movement points that the unit on the march pays to a hex, by the cheapest way.
    pub fn march_price(&self, hex: Hex) -> Option<u8> {
        let Some(Frame::March(unit, left, _, why)) = self.top() else { return None };
        self.with_reach(unit, left, why, |reach| Ground::price(reach, hex))
    }

    /// [7.4.a] Rail moves that the side at hand has left in the Soviet Union. They are counted anew in each turn of a player.
    pub fn rail_moves_left(&self, side: Side) -> RailMovesLeft {
        let limits = &self.data.rail_moves(self.turn);
        let left = |zone: Zone| {
            let mut used = self.rail_use;
            let mut count = 0;
            while used.allows(limits, side, zone) && count < u8::MAX {
                used = used.after(limits, side, zone);
                count += 1;
            }
            count
        };
        let general = left(Zone::SovietUnion);
        RailMovesLeft { general, finnish: left(Zone::FinnishArea).saturating_sub(general) }
    }

    /// [3.6][5.2.a][11.0] Points of a colour with which a nation repairs and rebuilds units: its own, and those that Germany gave it.
    pub fn points_for_units(&self, nation: Nation, colour: Colour) -> u16 {
        self.treasury.for_units(nation, colour)
    }

    /// [5.2.a] Points of a colour that a nation has of Germany, for its units and nothing else.
    pub fn given_by_germany(&self, nation: Nation, colour: Colour) -> u16 {
        self.treasury.aid(nation, colour).into()
    }

    /// [5.2.a] Points that Germany may still give a nation in this turn.
    pub fn aid_left(&self, nation: Nation) -> u8 {
        self.treasury.aid_left(nation, &self.data.tables.production)
    }

    /// [7.3.c] Whether a unit waits to be brought in as a reinforcement.
    pub fn is_reinforcement(&self, unit: UnitId) -> bool {
        self.is_due(unit)
    }

    /// What counts for the Axis: places with their points, or the one place that decides.
    pub fn objectives(&self) -> Vec<Objective> {
        let objective = |(hex, points): (Hex, u8)| Objective { hex, points, held: self.board.controls(self.data, Side::Axis, hex) };
        victory::counted(self.data).into_iter().map(objective).collect()
    }
}
