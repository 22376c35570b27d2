//! Who moves how far, and where a unit may not go: chapters 3.21, 4.4, 5.3 to 5.8, 6.1 and 7.5.3 to 7.5.5.

use arrayvec::ArrayVec;

use super::BlocksInTheEast;
use super::board::Mark;
use super::data::MOST_MOVEMENT;
use super::denial::BlocksDenial;
use super::frame::Why;
use super::ground::Gait;
use super::ids::{HexSet, UnitId};
use super::terms::{Nation, UnitClass, UnitKind, Weather};
use super::traffic::Traffic;
use crate::game::Side;
use crate::hex::{Direction, Hex};

/// Who is told, reason by reason, which hexes are closed to a unit.
trait Obstacles<'a> {
    /// The hexes of the first set that are not in the second.
    fn add_but(&mut self, hexes: &'a HexSet, but: &'a HexSet);

    fn add(&mut self, hexes: &'a HexSet) {
        self.add_but(hexes, &HexSet::EMPTY);
    }
}

/// What is closed to a unit: hexes of each first set that are not in the second beside it. A look at a few hexes asks the parts, and only a
/// flood needs the whole.
#[derive(Default)]
pub(super) struct Closed<'a>(ArrayVec<(&'a HexSet, &'a HexSet), PARTS>);

/// Most reasons why hexes are closed to a unit.
const PARTS: usize = 9;

impl<'a> Obstacles<'a> for Closed<'a> {
    fn add_but(&mut self, hexes: &'a HexSet, but: &'a HexSet) {
        self.0.push((hexes, but));
    }
}

/// Steps of a unit that are not closed to it: whether they go along a red arrow, and where they lead.
struct OpenSteps(ArrayVec<(bool, Hex), { Direction::ALL.len() }>);

impl<'a> Obstacles<'a> for OpenSteps {
    fn add_but(&mut self, hexes: &'a HexSet, but: &'a HexSet) {
        self.0.retain(|&mut (_, hex)| !hexes.contains(hex) || but.contains(hex));
    }
}

impl Closed<'_> {
    /// Whether a hex is closed.
    #[inline]
    pub(super) fn contains(&self, hex: Hex) -> bool {
        self.0.iter().any(|(hexes, but)| hexes.contains(hex) && !but.contains(hex))
    }

    /// All hexes that are closed.
    pub(super) fn hexes(&self) -> HexSet {
        self.0.iter().fold(HexSet::EMPTY, |all, (hexes, but)| all.union(hexes.difference(**but)))
    }
}

impl BlocksInTheEast {
    /// [3.18][4.4][7.5.3.h][13.5] Movement points of a ground unit as it is, with the fuel that it has been given.
    pub fn points(&self, unit: UnitId) -> u8 {
        self.points_for(unit, Why::Movement)
    }

    /// Slow reference of the exits that the thread keeps: whether units may step is asked as if there were none.
    ///
    /// # Errors
    /// Names a unit of which the two tell different things.
    pub(super) fn verify_exits(&self) -> Result<(), String> {
        for side in Side::ALL {
            let traffic = self.traffic(side);
            for (unit, hex) in self.board.on_map(side).filter(|&(unit, _)| self.data.is_on_ground(unit)) {
                let steps = |points: u8| self.is_free_to_step(&traffic, unit, hex, points, Why::Movement);
                let slowly = |points: u8| self.has_open_step(&traffic, unit, hex, points, Why::Movement);
                if let Some(points) = (0..=MOST_MOVEMENT as u8).find(|&points| steps(points) != slowly(points)) {
                    return Err(format!("whether {} may step with {points} points is remembered wrongly", self.data.unit(unit).id));
                }
                if self.strolls(&traffic, unit, hex, Why::Movement) && !slowly(self.points(unit)) {
                    return Err(format!("{} does not stroll", self.data.unit(unit).id));
                }
            }
        }
        Ok(())
    }

    /// Whether a ground unit may still move in a phase: it is on the map outside of battles, neither frozen nor static, and its movement is
    /// not over.
    pub(super) fn may_move(&self, unit: UnitId, why: Why) -> bool {
        self.is_free_to_move(unit, why) && self.board.hex(unit).is_some_and(|hex| !self.meets_enemies(unit.side(), hex))
    }

    /// The same of a unit of the side whose traffic has been reckoned.
    pub(super) fn may_move_in(&self, traffic: &Traffic, unit: UnitId, why: Why) -> bool {
        self.is_free_to_move(unit, why) && self.board.hex(unit).is_some_and(|hex| !traffic.enemies.contains(hex))
    }

    /// The same as far as it depends on the unit, and not on the place.
    #[inline]
    fn is_free_to_move(&self, unit: UnitId, why: Why) -> bool {
        let eligible = || match why {
            Why::Movement => !self.is_in_reserve(unit),
            Why::Exploitation => self.exploits(unit),
            Why::Reaction => self.is_kept_for_defence(unit),
        };
        !self.board.is(unit, Mark::Moved)
            && self.data.is_on_ground(unit)
            && eligible()
            && !self.data.is_frozen(unit, self.turn)
            && (self.data.always_walks(unit) || self.full_points(unit) > 0)
            && !self.is_active(unit)
            && !self.keeps_post(unit)
    }

    /// [7.8.a][7.10][AMB-22] Whether a unit is one of those that make Blitz moves and exploit: German armour, Soviet tanks, Soviet
    /// mechanized troops from TECH 2 on, and Armoured Headquarters.
    pub(super) fn is_mobile_armour(&self, unit: UnitId) -> bool {
        let known = self.data.unit(unit);
        self.is_armoured(unit)
            && match known.nation {
                Nation::German => true,
                Nation::Soviet => known.kind != UnitKind::Mech || self.tech(unit) >= self.data.tables.mobility.tech,
                _ => false,
            }
    }

    /// [7.10][7.10.a][31.0.a][31.0.b] Whether a unit exploits: armour that is in supply when the phase begins and is not put in Reserve in it, and
    /// units that were put in Reserve in the Movement Phase.
    pub(super) fn exploits(&self, unit: UnitId) -> bool {
        let able = self.is_motorized(unit) || self.is_mobile_armour(unit) && !self.is_kept_for_defence(unit);
        able && !self.board.is(unit, Mark::OutOfSupply)
    }

    /// Hexes that a unit does not enter now: those that its nation never enters, and those that are closed to it as both sides stand.
    /// Enemies are closed to a unit that may not attack [4.4][7.10.b][12.4]; one in Reserve joins battles [31.0.b].
    pub(super) fn closed_now<'a>(&'a self, traffic: &'a Traffic, unit: UnitId, why: Why) -> Closed<'a> {
        let mut closed = Closed::default();
        self.bar_now(traffic, unit, why, &mut closed);
        closed
    }

    /// Whether a step out of a hex is open to a unit that can pay for it with so many points.
    pub(super) fn is_free_to_step(&self, traffic: &Traffic, unit: UnitId, hex: Hex, points: u8, why: Why) -> bool {
        // Most often a step leads where nothing bars anybody.
        self.goes_where_all_go(unit, why) && self.exit(traffic, hex, self.gait(unit)) <= points
            || self.has_open_step(traffic, unit, hex, points, why)
    }

    /// Whether a unit that walks leaves a hex by a step of one point, which everybody has in the Movement Phase.
    #[inline]
    pub(super) fn strolls(&self, traffic: &Traffic, unit: UnitId, hex: Hex, why: Why) -> bool {
        let is_easy = why == Why::Movement && self.data.always_walks(unit) && self.goes_where_all_go(unit, why);
        is_easy && self.exit(traffic, hex, self.gait(unit)) <= 1
    }

    /// Whether a unit goes wherever nothing bars units of the great nation of its side.
    #[inline]
    fn goes_where_all_go(&self, unit: UnitId, why: Why) -> bool {
        why != Why::Reaction && self.data.is_great(unit) && !self.board.is(unit, Mark::ThroughFinland)
    }

    /// Slow reference of [`BlocksInTheEast::is_free_to_step`]: each step is looked at.
    fn has_open_step(&self, traffic: &Traffic, unit: UnitId, hex: Hex, points: u8, why: Why) -> bool {
        let payable = self.steps_out(unit, hex).filter(|&(.., cost, _)| cost <= points);
        let mut steps = OpenSteps(payable.map(|(_, near, _, arrow)| (arrow, near)).collect());
        if steps.0.is_empty() {
            return false;
        }
        self.bar_now(traffic, unit, why, &mut steps);
        steps.0.into_iter().any(|(arrow, near)| !arrow || !self.arrow_is_barred(unit, hex, near))
    }

    fn bar_now<'a>(&'a self, traffic: &'a Traffic, unit: UnitId, why: Why, closed: &mut impl Obstacles<'a>) {
        let known = self.data.unit(unit);
        self.bar_ground(traffic, unit, closed);
        if why == Why::Reaction {
            return closed.add_but(&traffic.enemies, traffic.battles.get_or_init(|| self.battles_of_units()));
        }
        if why != Why::Movement || !self.is_supplied_to_attack(unit) {
            return closed.add(&traffic.enemies);
        }
        // [3.8] Support units attack with combat units.
        if known.is_ground() && !known.is_combat() {
            closed.add_but(&traffic.enemies, self.backed(traffic));
        }
        // [5.5.e]
        if known.nation == Nation::Finnish || self.board.is(unit, Mark::ThroughFinland) {
            closed.add_but(&traffic.enemies, &self.data.ground.finnish_attack);
        }
    }

    /// What the ground costs a unit.
    pub(super) fn gait(&self, unit: UnitId) -> Gait {
        self.data.ground.gait(self.data.unit(unit).kind)
    }

    /// [7.5.3.a] Steps of a unit out of a hex in the weather of the month, as [`super::ground::Ground::steps_from`] has them.
    pub(super) fn steps_out(&self, unit: UnitId, hex: Hex) -> impl Iterator<Item = (Direction, Hex, u8, bool)> + '_ {
        self.data.ground.steps_from_by(self.gait(unit), hex, self.weather)
    }

    /// [14.0.a][14.0.b] Why a unit on the ground enters no mountains, if it does not: armour never, in rain and snow only mountain infantry.
    pub(super) fn against_mountains(&self, unit: UnitId) -> Option<BlocksDenial> {
        let known = self.data.unit(unit);
        if !self.data.script.options.mountains_and_swamps || !known.is_ground() {
            return None;
        }
        let is_bad = matches!(self.weather, Weather::Rain | Weather::Snow);
        match known.kind {
            _ if self.is_armoured(unit) => Some(BlocksDenial::ArmourInMountains),
            UnitKind::Mountain => None,
            _ => is_bad.then_some(BlocksDenial::MountainsInBadWeather),
        }
    }

    /// The same without a look at enemies.
    pub(super) fn closed_ground<'a>(&'a self, traffic: &'a Traffic, unit: UnitId) -> Closed<'a> {
        let mut closed = Closed::default();
        self.bar_ground(traffic, unit, &mut closed);
        closed
    }

    fn bar_ground<'a>(&'a self, traffic: &'a Traffic, unit: UnitId, closed: &mut impl Obstacles<'a>) {
        self.bar_trains(traffic, unit, closed);
        if self.against_mountains(unit).is_some() {
            closed.add(&self.data.ground.mountains);
        }
    }

    /// The same of a unit that goes by rail: trains pass mountains.
    pub(super) fn closed_to_trains<'a>(&'a self, traffic: &'a Traffic, unit: UnitId) -> Closed<'a> {
        let mut closed = Closed::default();
        self.bar_trains(traffic, unit, &mut closed);
        closed
    }

    fn bar_trains<'a>(&'a self, traffic: &'a Traffic, unit: UnitId, closed: &mut impl Obstacles<'a>) {
        let ground = &self.data.ground;
        let nation = self.data.unit(unit).nation;
        closed.add(self.data.closed_to(nation));
        // [37.0]
        if self.is_persia_neutral() {
            closed.add(&self.data.persia);
        }
        // (D-07)
        if traffic.side == Side::Soviet && !self.swedish_railway_used {
            closed.add(&ground.axis_rail);
        }
        // [5.3.c] They are never in the same hex.
        if let Some(rivals) = self.rivals(traffic, nation) {
            closed.add(rivals);
        }
        // [5.5.f]
        if self.board.is(unit, Mark::ThroughFinland) {
            closed.add(&ground.beyond_finns);
        }
        let is_within = || self.board.hex(unit).is_some_and(|hex| ground.finland.contains(hex));
        // [5.5.g]
        let full = || self.germans_in_finland(traffic) >= self.data.tables.finland.germans;
        let barred = nation == Nation::German && !self.red_army_in_finland && full();
        // [5.5.h] A neutral Finland is entered by nobody.
        if (barred || self.has_surrendered(Nation::Finnish)) && !is_within() {
            closed.add(&ground.finland);
        }
    }

    /// [7.5.5][7.5.5.a][7.5.5.b] Whether a red arrow is closed to a unit. The hex from which it comes is its side's, or becomes so as it
    /// passes.
    pub(super) fn arrow_is_barred(&self, unit: UnitId, from: Hex, to: Hex) -> bool {
        let side = unit.side();
        let joins = |&(a, b): &(Hex, Hex)| (a, b) == (from, to) || (b, a) == (from, to);
        let strait = self.data.map.straits.iter().find(|strait| strait.sides.iter().any(joins));
        let needs = strait.and_then(|strait| strait.axis_holds).filter(|_| side == Side::Axis);
        let held = needs.is_none_or(|hex| self.board.controls(self.data, side, hex));
        let on_foot = self.data.unit(unit).class == UnitClass::Infantry;
        !held || !on_foot && !self.board.controls(self.data, side, to)
    }
}
