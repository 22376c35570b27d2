//! [7.5.3][7.10] Ground units move, in the Movement Phase and in exploitation.
//!
//! A unit moves by legs: it goes by the cheapest way to a hex, and on from there with the points that it has left. Every hex without enemies
//! that it passes is its side's from then on [3.3], so a player who wants another way takes it leg by leg.

use std::cell::{OnceCell, RefCell};

use arrayvec::ArrayVec;

use super::BlocksInTheEast;
use super::action::Action;
use super::board::Mark;
use super::data::MOST_MOVEMENT;
use super::frame::{Frame, Ground, March, Why};
use super::fuel::Need;
use super::ground::{self, REACH};
use super::ids::{HexSet, Place, UnitId};
use super::terms::{Special, Weather};
use super::traffic::Traffic;
use crate::game::{Side, Turn};
use crate::hex::{Direction, Hex, Reach};
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// All that a flood follows from.
#[derive(Clone, PartialEq, Eq)]
struct Asked {
    /// Fingerprint of the scenario.
    data: u64,
    unit: UnitId,
    start: Hex,
    left: u8,
    weather: Weather,
    closed: HexSet,
    enemies: HexSet,
    /// Hexes that the Axis owns: red arrows ask who holds their ends.
    axis: HexSet,
}

/// A flood, and what it followed from.
#[derive(Default)]
struct Flooded {
    by: Option<Asked>,
    reach: Reach<REACH>,
}

thread_local! {
    static LAST: RefCell<Option<Box<Flooded>>> = const { RefCell::new(None) };
}

impl BlocksInTheEast {
    /// Whether a unit that may move has a step that it can pay.
    fn has_step(&self, traffic: &Traffic, unit: UnitId, why: Why) -> bool {
        let Some(hex) = self.board.hex(unit) else { return false };
        if why == Why::Reaction {
            return !self.destinations(unit, self.points_for(unit, why), why).is_empty();
        }
        self.strolls(traffic, unit, hex, why) || self.is_free_to_step(traffic, unit, hex, self.points_for(unit, why), why)
    }

    /// The units of a side that can be picked to move.
    pub(super) fn movable(&self, side: Side, why: Why) -> impl Iterator<Item = UnitId> + '_ {
        let (traffic, depots) = (self.traffic(side), OnceCell::new());
        let goes = move |traffic: &Traffic, unit: UnitId| {
            self.has_step(traffic, unit, why) || self.awaits_ration_of(&depots, unit, Need::March(why))
        };
        self.board.unmarked(side, Mark::Moved).filter(move |&unit| self.may_move_in(&traffic, unit, why) && goes(&traffic, unit))
    }

    /// The hexes that a unit on the map reaches with so many points, whether it may stop there or not. The thread keeps the last flood: a
    /// unit that has been shown where it may go goes there.
    pub(super) fn with_reach<R>(&self, unit: UnitId, left: u8, why: Why, look: impl FnOnce(&Reach<REACH>) -> R) -> R {
        let Some(start) = self.board.hex(unit) else { return look(&Reach::default()) };
        let traffic = self.traffic(unit.side());
        let enemies = traffic.enemies;
        let closed = self.closed_now(&traffic, unit, why).hexes();
        let axis = self.board.owned(self.data, Side::Axis);
        let asked = Asked { data: self.data.fingerprint, unit, start, left, weather: self.weather, closed, enemies, axis };
        LAST.with_borrow_mut(|last| {
            let Flooded { by, reach } = last.get_or_insert_with(Box::default).as_mut();
            if by.as_ref() != Some(&asked) {
                let barred = |from: Hex, to: Hex| self.arrow_is_barred(unit, from, to);
                self.data.ground.reach_past(reach, (start, left), (self.gait(unit), self.weather), [&asked.closed, &asked.enemies], barred);
                *by = Some(asked);
            }
            look(reach)
        })
    }

    /// Slow reference of the flood that the thread keeps: that of the march in progress is made anew.
    ///
    /// # Errors
    /// Names a hex of which the two tell different things.
    pub(super) fn verify_reach(&self) -> Result<(), String> {
        let Some(Frame::March(unit, left, _, why)) = self.top() else { return Ok(()) };
        let Some(start) = self.board.hex(unit) else { return Ok(()) };
        let traffic = self.traffic(unit.side());
        let closed = self.closed_now(&traffic, unit, why);
        let closed = self.data.map.hexes().filter(|&hex| closed.contains(hex)).collect();
        let mut anew = Reach::default();
        let barred = |from: Hex, to: Hex| self.arrow_is_barred(unit, from, to);
        self.data.ground.reach_past(&mut anew, (start, left), (self.gait(unit), self.weather), [&closed, &traffic.enemies], barred);
        let battles = self.battles_of_units();
        let open = |hex: &Hex| (why != Why::Reaction || battles.contains(*hex)) && self.has_room(unit, *hex, Some(why));
        if self.destinations(unit, left, why) != anew.reached().iter().copied().filter(open).collect() {
            return Err(format!("the destinations of {} are not those where it has room", self.data.unit(unit).id));
        }
        self.with_reach(unit, left, why, |kept| {
            let differs = |hex: &Hex| anew.cost(*hex) != kept.cost(*hex);
            match self.data.map.hexes().find(differs) {
                Some(hex) => Err(format!("{} costs {:?}, and not {:?}", self.data.map.name(hex), anew.cost(hex), kept.cost(hex))),
                None => Ok(()),
            }
        })
    }

    /// [7.5.3] Where a unit on the march may go with so many points left, and stop.
    pub(super) fn destinations(&self, unit: UnitId, left: u8, why: Why) -> HexSet {
        let reached: HexSet = self.with_reach(unit, left, why, |reach| reach.reached().iter().copied().collect());
        // [31.0.b] Who is in Reserve goes into a battle, and nowhere else.
        let goals = if why == Why::Reaction { reached.intersection(self.battles_of_units()) } else { reached };
        self.with_room(unit, &goals, Some(why))
    }

    /// Whether there is one of [`BlocksInTheEast::destinations`]; most often it lies beside the unit.
    fn goes_on(&self, unit: UnitId, left: u8, why: Why) -> bool {
        let Some(hex) = self.board.hex(unit) else { return false };
        let traffic = self.traffic(unit.side());
        let closed = self.closed_now(&traffic, unit, why);
        let mut steps = self.steps_out(unit, hex);
        let near = why != Why::Reaction;
        near && steps.any(|(_, near, cost, arrow)| cost <= left && !arrow && !closed.contains(near) && self.has_room(unit, near, Some(why)))
            || !self.destinations(unit, left, why).is_empty()
    }

    /// Moves a unit by the cheapest way to a hex that it reaches, and says how many points it has left.
    pub(super) fn walk(&mut self, unit: UnitId, to: Hex, left: u8, why: Why) -> u8 {
        let mut way: ArrayVec<Hex, MOST_MOVEMENT> = ArrayVec::new();
        let price = self.with_reach(unit, left, why, |reach| {
            reach.path(self.data.ground.steps_by(self.gait(unit), self.weather), to, &mut |hex| way.push(hex));
            ground::Ground::price(reach, to).unwrap_or(left)
        });
        let mut from = self.board.hex(unit).unwrap_or(to);
        match self.top() {
            Some(Frame::March(_, _, true, _)) => self.board.carry(unit, Place::on(to)),
            _ => self.board.put(unit, Place::on(to)),
        }
        for hex in way {
            self.pass(unit, from, hex);
            from = hex;
        }
        if self.meets_enemies(unit.side(), to) || self.keeps_persia(unit) { 0 } else { left.saturating_sub(price) }
    }

    /// A ground unit enters a hex from the one beside it. A hex without enemies becomes its side's [3.1.a][3.3][AMB-77]; into one with
    /// enemies the side by which it came is noted [BOX1.b].
    pub(super) fn pass(&mut self, unit: UnitId, from: Hex, hex: Hex) {
        let side = unit.side();
        self.red_army_in_finland |= side == Side::Soviet && self.data.ground.finland.contains(hex);
        self.enter_germany(side, hex);
        self.swedish_railway_used |= side == Side::Axis && self.data.ground.axis_rail.contains(hex);
        if !self.meets_enemies(side, hex) {
            return self.capture(side, hex);
        }
        // [31.0.b] Who comes to the help of defenders has crossed nothing as an attacker.
        if self.phase().is_some_and(|(active, _)| active != side) {
            return;
        }
        let leads = |&(_, near, ..): &(Direction, Hex, u8, bool)| near == hex;
        if let Some((direction, ..)) = self.data.ground.steps_from(from, Weather::Clear).find(leads) {
            self.board.note_entry(unit, direction);
        }
    }
}

impl Procedure<BlocksInTheEast> for Ground {
    fn question(self, _: &BlocksInTheEast) -> String {
        let text = match self.why {
            Why::Movement => "which ground unit moves?",
            Why::Exploitation => "which armour exploits?",
            Why::Reaction => "which armour in Reserve moves to a battle?",
        };
        stavka_words::translate(text).into()
    }

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.side)
    }

    fn is_due(self, game: &BlocksInTheEast) -> bool {
        game.movable(self.side, self.why).next().is_some()
            || game.can_activate(self.side, Need::March(self.why))
            || game.can_dispatch(self.side, self.why)
            || game.can_ship(self.side, self.why)
            || game.can_keep(self.side, self.why)
    }

    /// [7.5.3.d] The phase does not end while a unit of an overstacked hex can move.
    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        let overstacked: HexSet = game.overstacked(self.side).collect();
        let crowded = |unit: UnitId| game.board.hex(unit).is_some_and(|hex| overstacked.contains(hex));
        let mut may_end = true;
        out.push(Action::Done);
        out.extend(game.movable(self.side, self.why).inspect(|&unit| may_end &= !crowded(unit)).map(Action::Select));
        game.list_activations(self.side, Need::March(self.why), out);
        game.list_dispatchers(self.side, self.why, out);
        game.list_shippers(self.side, self.why, out);
        game.list_reserves(self.side, self.why, out);
        if !may_end {
            out.remove(0);
        }
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        match action {
            Action::Select(unit) => {
                let points = game.points_for(unit, self.why);
                game.board.pick(unit);
                game.frames.push(Frame::March(unit, points, false, self.why));
            }
            Action::Activate(unit) => game.activate(unit),
            Action::Reserve(unit) => game.frames.push(Frame::Keeping(unit, self.why)),
            Action::Train(unit) => {
                game.spend(unit, Some(Special::Train));
                game.frames.push(Frame::FreeRail(unit));
            }
            Action::Assault(unit) => game.prepare_landing(unit),
            Action::Ship(unit) => {
                game.order_ships(unit);
                game.frames.push(Frame::Embark(unit));
            }
            other => game.end(other),
        }
    }
}

impl March {
    /// [7.5.3.d] Whether the unit may stop where it is.
    fn may_stop(self, game: &BlocksInTheEast) -> bool {
        game.board.hex(self.unit).is_some_and(|hex| game.has_room(self.unit, hex, Some(self.why)))
    }

    fn stop(self, game: &mut BlocksInTheEast) {
        game.digest();
        game.leave_reserve(self.unit);
        game.board.set(self.unit, Mark::Moved, true);
        game.pop();
    }
}

impl Procedure<BlocksInTheEast> for March {
    const QUESTION: &'static str = "where does the unit move?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.unit.side())
    }

    /// A unit that goes no farther stops.
    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        let goes_on = self.left > 0 && game.goes_on(self.unit, self.left, self.why);
        if goes_on || !self.begun && game.awaits_ration(self.unit, Need::March(self.why)) {
            return Progress::Waits;
        }
        self.stop(game);
        Progress::Moves
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        let destinations = game.destinations(self.unit, self.left, self.why);
        if self.begun || self.may_stop(game) || destinations.is_empty() {
            out.push(Action::Done);
        }
        out.extend(destinations.iter().map(Action::MoveTo));
        // [AMB-81] The radius counts from the hex in which the march begins.
        if !self.begun {
            game.list_rations(self.unit, Need::March(self.why), out);
        }
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        match action {
            Action::MoveTo(hex) => {
                let left = game.walk(self.unit, hex, self.left, self.why);
                game.frames.replace_top(Frame::March(self.unit, left, true, self.why));
            }
            Action::Fuel(headquarters) | Action::Supply(headquarters) => {
                game.feed(self.unit, headquarters, Need::March(self.why), action);
                game.frames.replace_top(Frame::March(self.unit, game.points_for(self.unit, self.why), false, self.why));
            }
            other => {
                debug_assert_eq!(other, Action::Done, "a unit goes on or stops");
                self.stop(game);
            }
        }
    }
}
