//! Air units in their boxes and face down on missions [17.1][17.2][13.1].

use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;
use stavka_words::tr;

use super::EastFront;
use super::action::Action;
use super::airwar::Duel;
use super::data::AirBox;
use super::frame::{self, Flight, Frame, Load, Phase};
use super::ids::{AirId, AirSet, HexSet, MISSIONS, SIDE_UNITS};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Sequence};

/// The air units over a hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Mission {
    pub(super) hex: Hex,
    pub(super) flyers: AirSet,
    /// The counters have been turned up [17.31.a].
    pub(super) revealed: bool,
}

/// Missions that have taken effect: they interdict the hexes around them [13.15].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Interdiction {
    hexes: [Hex; MISSIONS],
    /// Levels of interdiction by mission, 0 for none.
    levels: [u8; MISSIONS],
}

impl Interdiction {
    pub(super) const NONE: Interdiction = Interdiction { hexes: [Hex(0); MISSIONS], levels: [0; MISSIONS] };

    /// The mission with this number takes effect.
    pub(super) fn add(&mut self, mission: usize, hex: Hex, level: u8) {
        self.hexes[mission] = hex;
        self.levels[mission] = level;
    }

    /// Hexes and levels of the missions that interdict.
    fn missions(&self) -> impl Iterator<Item = (Hex, u8)> + '_ {
        self.hexes.iter().copied().zip(self.levels).filter(|&(_, level)| level > 0)
    }
}

/// The air war.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Air {
    /// By [`AirBox`].
    boxes: [AirSet; 4],
    missions: [Mission; MISSIONS],
    count: u8,
    /// Units that have yet to roll for readiness, in Flown and in Damaged.
    pub(super) rolling: [AirSet; 2],
    /// Mission units that anti-aircraft fire has been rolled for.
    pub(super) fired_at: AirSet,
    pub(super) duel: Duel,
}

impl Air {
    /// All boxes empty.
    pub(super) fn new() -> Self {
        Air {
            boxes: [AirSet::EMPTY; 4],
            missions: [Mission { hex: Hex(0), flyers: AirSet::EMPTY, revealed: false }; MISSIONS],
            count: 0,
            rolling: [AirSet::EMPTY; 2],
            fired_at: AirSet::EMPTY,
            duel: Duel::NONE,
        }
    }

    #[inline]
    pub(super) fn units_in(&self, place: AirBox) -> AirSet {
        self.boxes[place as usize]
    }

    pub(super) fn missions(&self) -> &[Mission] {
        &self.missions[..usize::from(self.count)]
    }

    pub(super) fn mission_at(&self, hex: Hex) -> Option<usize> {
        self.missions().iter().position(|mission| mission.hex == hex)
    }

    pub(super) fn mission_mut(&mut self, index: usize) -> &mut Mission {
        &mut self.missions[index]
    }

    /// The box an air unit is in; `None` on a mission or withdrawn.
    pub(super) fn box_of(&self, air: AirId) -> Option<AirBox> {
        [AirBox::Ready, AirBox::Flown, AirBox::Damaged, AirBox::Destroyed].into_iter().find(|&place| self.units_in(place).contains(air))
    }

    /// Puts an air unit into a box, from wherever it is.
    pub(super) fn put(&mut self, air: AirId, place: AirBox) {
        self.withdraw(air);
        self.boxes[place as usize].insert(air);
    }

    /// Takes an air unit out of play.
    pub(super) fn withdraw(&mut self, air: AirId) {
        self.boxes.iter_mut().for_each(|set| set.remove(air));
        self.missions.iter_mut().for_each(|mission| mission.flyers.remove(air));
    }

    /// Sends an air unit from Ready to a mission, which is opened if need be; missions stay in the order of their hexes.
    pub(super) fn fly(&mut self, air: AirId, hex: Hex) {
        self.boxes[AirBox::Ready as usize].remove(air);
        let index = self.mission_at(hex).unwrap_or_else(|| {
            let at = self.missions().iter().position(|mission| mission.hex > hex).unwrap_or(usize::from(self.count));
            self.missions[at..=usize::from(self.count)].rotate_right(1);
            self.missions[at] = Mission { hex, flyers: AirSet::EMPTY, revealed: false };
            self.count += 1;
            at
        });
        self.missions[index].flyers.insert(air);
    }

    /// [17.26] All that is left on missions goes to Flown.
    pub(super) fn land_all(&mut self) {
        let left = self.missions().iter().fold(AirSet::EMPTY, |all, mission| all.union(mission.flyers));
        *self = Air { boxes: self.boxes, ..Air::new() };
        left.iter().for_each(|air| self.put(air, AirBox::Flown));
    }

    /// Counters of a side that the other does not see: face down on missions.
    pub(super) fn face_down(&self, side: Side) -> AirSet {
        let hidden = self.missions().iter().filter(|mission| !mission.revealed);
        hidden.fold(AirSet::EMPTY, |all, mission| all.union(mission.flyers.of(side)))
    }

    /// Deals other counters to the missions of a side that lie face down, so many to each as there are, the first hexes
    /// first. `deal` gives the counter for a mission out of those that are left of all Ready and face-down counters.
    pub(super) fn redeal(&mut self, side: Side, mut deal: impl FnMut(Hex, AirSet) -> AirId) {
        let hidden = self.face_down(side);
        let mut pool = self.units_in(AirBox::Ready).of(side).union(hidden);
        let everything = pool;
        for index in 0..usize::from(self.count) {
            let mission = self.missions[index];
            let count = if mission.revealed { 0 } else { mission.flyers.of(side).len() };
            if count == 0 {
                continue;
            }
            let mut dealt = AirSet::EMPTY;
            for _ in 0..count {
                let air = deal(mission.hex, pool);
                pool.remove(air);
                dealt.insert(air);
            }
            self.missions[index].flyers = mission.flyers.of(side.opponent()).union(dealt);
        }
        let ready = &mut self.boxes[AirBox::Ready as usize];
        *ready = ready.difference(everything).union(pool);
    }
}

/// Only the missions that are flown count.
impl Hash for Air {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Air { boxes, missions: _, count: _, rolling, fired_at, duel } = self;
        (boxes, self.missions(), rolling, fired_at, duel).hash(state);
    }
}

impl Procedure<EastFront> for frame::Interdiction {
    const DECIDER: Turn = Turn::Player(Side::Axis);
    const QUESTION: &'static str = "over which hex does the next interdiction mission fly?";

    fn is_due(self, game: &EastFront) -> bool {
        !game.air.units_in(AirBox::Ready).of(Side::Axis).is_empty()
    }

    /// [13.13] Hexes for one more interdiction mission, in ascending order.
    fn list(self, game: &EastFront, out: &mut Vec<Action>) {
        out.push(Action::Done);
        let last = game.air.missions().last().map(|mission| mission.hex);
        out.extend(game.data.map.grid.hexes().filter(|&hex| last.is_none_or(|last| hex > last)).map(Action::Interdict));
    }

    fn carry_out(self, game: &mut EastFront, action: Action) {
        let Action::Interdict(hex) = action else { return game.end(action) };
        game.frames.push(Frame::Load(hex));
    }
}

impl Procedure<EastFront> for Load {
    const DECIDER: Turn = Turn::Player(Side::Axis);
    const QUIET: bool = false;

    fn is_due(self, game: &EastFront) -> bool {
        game.has_berth(Side::Axis, self.hex)
    }

    fn list(self, game: &EastFront, out: &mut Vec<Action>) {
        if game.air.mission_at(self.hex).is_some() {
            out.push(Action::Done);
        }
        out.extend(game.loadable(Side::Axis, self.hex).iter().map(|air| Action::Fly { air, hex: self.hex }));
    }

    fn carry_out(self, game: &mut EastFront, action: Action) {
        let Action::Fly { air, hex } = action else { return game.end(action) };
        game.air.fly(air, hex);
    }

    fn question(self, game: &EastFront) -> String {
        tr!("which air unit flies to {hex}?", hex = game.hex_name(self.hex))
    }
}

impl Procedure<EastFront> for Flight {
    const QUESTION: &'static str = "which air unit flies where?";

    fn decider(self, _: &EastFront) -> Turn {
        Turn::Player(self.side)
    }

    /// Whether the side is asked for one more flight: as for [`Load`], once it has begun only numbers count.
    fn is_due(self, game: &EastFront) -> bool {
        match game.last_flight(self.side) {
            None => game.flights(self.side).next().is_some(),
            Some(last) => game.mission_hexes().iter().any(|hex| hex >= last && game.has_berth(self.side, hex)),
        }
    }

    fn list(self, game: &EastFront, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.flights(self.side));
    }

    fn carry_out(self, game: &mut EastFront, action: Action) {
        let Action::Fly { air, hex } = action else { return game.end(action) };
        game.air.fly(air, hex);
    }
}

impl EastFront {
    // ---- interdiction ----------------------------------------------------------

    /// Air units of the side that have not flown and come after those on the mission over the hex.
    fn loadable(&self, side: Side, hex: Hex) -> AirSet {
        let there = self.air.mission_at(hex).map_or(AirSet::EMPTY, |index| self.air.missions()[index].flyers.of(side));
        if there.len() >= usize::from(self.data.tables.missions.per_mission) {
            return AirSet::EMPTY;
        }
        let later = there.last().map_or(u32::MAX, |last| u32::MAX.checked_shl(u32::from(last.0) + 1).unwrap_or(0));
        AirSet(self.air.units_in(AirBox::Ready).of(side).0 & later)
    }

    /// Whether the side is asked for one more counter on a mission. It depends on numbers alone, which the opponent sees, and
    /// not on which counters are left.
    fn has_berth(&self, side: Side, hex: Hex) -> bool {
        let there = self.air.mission_at(hex).map_or(0, |index| self.air.missions()[index].flyers.of(side).len());
        there < usize::from(self.data.tables.missions.per_mission) && !self.air.units_in(AirBox::Ready).of(side).is_empty()
    }

    // ---- close air support and opposition ------------------------------------------

    /// Hexes that a side may fly to: interdiction missions to oppose, declared attacks to support or defend.
    fn mission_hexes(&self) -> HexSet {
        match self.current_phase() {
            Phase::Interdiction => self.air.missions().iter().map(|mission| mission.hex).collect(),
            _ => self.attacks.targets().iter().copied().collect(),
        }
    }

    /// [17.21][17.24][22.25.c] Whether an air unit may fly to a hex at all.
    pub(super) fn may_fly_to(&self, air: AirId, hex: Hex) -> bool {
        let roster = &self.data.roster;
        let side = air.side();
        let opposes = roster.fighters.contains(air) || roster.dummies.contains(air);
        if self.current_phase() == Phase::Interdiction {
            return side == Side::Axis || opposes;
        }
        if !self.bars_support(side, hex) {
            return true;
        }
        let met = self.air.mission_at(hex).is_some_and(|index| !self.air.missions()[index].flyers.of(side.opponent()).is_empty());
        opposes && met
    }

    /// [22.25.c] Whether a non-operational headquarters bars close air support of the side over a hex (reading A51).
    pub(super) fn bars_support(&self, side: Side, hex: Hex) -> bool {
        side == Side::Soviet && !self.data.script.switches.soviet_cas_near_a_broken_hq && self.is_paralysed(hex)
    }

    /// The last hex that the side has flown to in this phase.
    fn last_flight(&self, side: Side) -> Option<Hex> {
        let own = |mission: &&Mission| !mission.flyers.of(side).is_empty();
        self.air.missions().iter().filter(own).map(|mission| mission.hex).max()
    }

    /// Flights open to a side, in ascending order of hex and unit after the last.
    fn flights(&self, side: Side) -> impl Iterator<Item = Action> + '_ {
        let last = self.last_flight(side);
        let hexes: ArrayVec<Hex, SIDE_UNITS> = self.mission_hexes().iter().filter(|&hex| last.is_none_or(|last| hex >= last)).collect();
        hexes.into_iter().flat_map(move |hex| {
            self.loadable(side, hex).iter().filter(move |&air| self.may_fly_to(air, hex)).map(move |air| Action::Fly { air, hex })
        })
    }

    /// [13.15] Level of interdiction in a hex.
    pub(super) fn interdiction_level(&self, hex: Hex) -> u8 {
        let grid = &self.data.map.grid;
        let rules = &self.data.tables.missions;
        let near = |&(from, _): &(Hex, u8)| grid.distance(from, hex) <= rules.interdiction_radius;
        let sum: u8 = self.interdiction.missions().filter(near).map(|(_, level)| level).sum();
        sum.min(rules.interdiction_most)
    }

    /// [13.15] Hexes under interdiction.
    pub(super) fn interdicted(&self) -> HexSet {
        let radius = self.data.tables.missions.interdiction_radius;
        self.interdiction.missions().flat_map(|(from, _)| self.data.map.grid.within(from, radius)).collect()
    }
}
