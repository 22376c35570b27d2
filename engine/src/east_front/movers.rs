//! Movement: who may move, how far, and over what ground [10][11].

use super::EastFront;
use super::action::Action;
use super::command::Use;
use super::data::MovementPhase;
use super::flood::{CLOSED, Goal, Ground, Layer, Reach, Steps, least};
use super::frame::Movement;
use super::ground::Tracks;
use super::ids::{HexSet, Place, UnitId, units};
use super::infiltration::{self, Infiltration};
use super::march::March;
use super::movement::{self, Mustering, Payer};
use super::reaction::{self, Reactor};
use crate::game::{Side, Turn};
use crate::hex::{Direction, Hex};
use crate::kit::procedures::{Procedure, Sequence};

/// Half points of one movement point.
const POINT: u8 = 2;

impl Procedure<EastFront> for Movement {
    const QUESTION: &'static str = "choose a unit to move, or end the phase";

    fn decider(self, _: &EastFront) -> Turn {
        Turn::Player(self.side)
    }

    fn is_due(self, game: &EastFront) -> bool {
        units(self.side, game.candidates(self.side)).any(|unit| game.may_start(unit)) || game.any_detachment(self.side)
    }

    /// Every counter that may move or be divided, and the end of the phase.
    fn list(self, game: &EastFront, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(units(self.side, game.candidates(self.side)).filter(|&unit| game.may_start(unit)).map(Action::Select));
        game.list_detachments(self.side, out);
    }

    fn carry_out(self, game: &mut EastFront, action: Action) {
        match action {
            Action::Select(unit) => game.begin_march(unit),
            Action::Detach(unit) => game.detach(unit, false),
            Action::DetachStrong(unit) => game.detach(unit, true),
            _ => game.end(action),
        }
    }
}

impl EastFront {
    // ---- who may move ------------------------------------------------------

    /// The movement phase in progress.
    pub(super) fn movement_phase(&self) -> MovementPhase {
        self.current_phase().movement().expect("units move in movement phases")
    }

    /// [T.PHASES] Counters that this phase lets move at all, before the special cases.
    pub(super) fn candidates(&self, side: Side) -> u128 {
        let roster = &self.data.roster;
        let phase = self.movement_phase();
        if movement::stands_still(side, phase, self.condition()) {
            return 0;
        }
        let activated = if side == Side::Soviet { self.activated } else { 0 };
        let mut bits = roster.moves[phase as usize].of(side) & !activated;
        if phase == MovementPhase::Motorized {
            bits |= activated;
        }
        let present = self.board.on_map(side) | if phase == MovementPhase::Reaction { 0 } else { self.arrived.of(side) };
        bits & present & !self.moved.of(side)
    }

    /// Whether a counter that the phase lets move may start, and has somewhere to go.
    fn may_start(&self, unit: UnitId) -> bool {
        if self.board.values(self.data, unit).ma == 0 {
            return false;
        }
        match self.board.hex(unit) {
            None => self.may_enter_map(unit),
            Some(hex) => !self.is_held(unit, hex) && self.can_leave(unit),
        }
    }

    /// Whether a rule holds the counter in its hex.
    pub(super) fn is_held(&self, unit: UnitId, hex: Hex) -> bool {
        match self.movement_phase() {
            MovementPhase::Reaction => !self.may_react(unit, hex),
            MovementPhase::Movement | MovementPhase::Motorized => self.is_held_by_paralysis(unit, hex, 0),
        }
    }

    /// [14.11] Whether a unit may make reaction movement.
    fn may_react(&self, unit: UnitId, hex: Hex) -> bool {
        let targets = self.attacks.targets();
        let reactor = Reactor {
            distance: targets.iter().map(|&target| self.data.map.grid.distance(hex, target)).min().unwrap_or(u16::MAX),
            engaged: self.board.in_zoc(unit.side().opponent(), hex) || targets.contains(&hex),
            marked: self.board.has_overrun_marker(unit),
            commanded: self.commander(hex, Use::Reaction).is_some(),
            near_broken_hq: self.is_paralysed(hex),
        };
        reaction::check(&self.data.tables.movement, self.data.unit(unit), reactor).is_ok()
    }

    /// Whether a neighbouring hex can be entered, if only by the move of one hex [11.9], or overrun.
    fn can_leave(&self, unit: UnitId) -> bool {
        let march = self.new_march(unit);
        self.one_hex_moves(&march).next().is_some() || self.may_overrun_from_start(&march)
    }

    /// [8.12][8.13] Whether a reinforcement can come in.
    fn may_enter_map(&self, unit: UnitId) -> bool {
        let march = self.new_march(unit);
        march.spent != [CLOSED; 2]
    }

    // ---- allowance ---------------------------------------------------------

    /// [10.0][T.PHASES][T.HALF] Half points that a unit has in this phase.
    pub(super) fn allowance(&self, unit: UnitId) -> u8 {
        let mustering = Mustering {
            side: unit.side(),
            mover: self.data.roster.stats(unit).mover,
            ma: self.board.values(self.data, unit).ma,
            condition: self.condition(),
            out_of_supply: false,
            activated: unit.side() == Side::Soviet && self.activated & unit.bit() != 0,
        };
        movement::allowance(&self.data.tables, mustering, self.movement_phase()).0
    }

    // ---- ground ------------------------------------------------------------

    /// Tables of the weather of the turn.
    #[inline]
    pub(super) fn tracks(&self) -> &'static Tracks {
        &self.data.ground.tracks[self.condition().terrain_column()]
    }

    /// Steps of a movement class.
    #[inline]
    pub(super) fn steps_of(&self, payer: Payer) -> &'static Steps {
        &self.tracks().steps[payer as usize]
    }

    /// [18.12] Half points for an undestroyed enemy fortification in the hex entered or on the side crossed.
    #[inline]
    pub(super) fn fortification(&self, side: Side, from: Hex, direction: Direction, to: Hex) -> u8 {
        let fortified =
            self.forts.strongpoints[side.opponent().index()].contains(&to) || side == Side::Axis && self.crosses_line(from, direction);
        if fortified { POINT } else { 0 }
    }

    /// [18.2] Whether an undestroyed fortified line lies on the side.
    #[inline]
    pub(super) fn crosses_line(&self, from: Hex, direction: Direction) -> bool {
        let ground = &self.data.ground;
        ground.lines[from.index()] & (1 << direction.index()) != 0
            && !self.is_breached(Hex(ground.line_owner[from.index()][direction.index()]))
    }

    /// Hexes that a group may not enter: those of the enemy [10.54], and for reacting units those next to the enemy, with or
    /// without ZOC, where no friend stands, or outside the hexes under attack for units that exert a ZOC [14.13] (reading
    /// A46).
    fn closed_to(&self, march: &March) -> HexSet {
        let enemies = self.board.occupied(march.side.opponent());
        let mut closed = enemies;
        if self.movement_phase() == MovementPhase::Reaction {
            let beside = enemies.iter().flat_map(|hex| self.data.map.grid.neighbours(hex)).map(|(_, hex)| hex);
            closed.extend(beside.filter(|&hex| !self.joins_friends(march, hex)));
        }
        closed
    }

    /// Whether one hex is among those of [`EastFront::closed_to`].
    fn is_closed_to(&self, march: &March, hex: Hex) -> bool {
        let enemy = march.side.opponent();
        self.board.holds(hex, enemy)
            || self.movement_phase() == MovementPhase::Reaction
                && self.data.map.grid.neighbours(hex).any(|(_, near)| self.board.holds(near, enemy))
                && !self.joins_friends(march, hex)
    }

    /// [14.13] Whether a reacting group may enter a hex next to the enemy. The group that has left a hex is no friend there.
    fn joins_friends(&self, march: &March, hex: Hex) -> bool {
        let exerts = || units(march.side, march.group).any(|unit| self.board.values(self.data, unit).zoc);
        let befriended = self.board.holds(hex, march.side) && self.board.stack_bits(hex) & !march.group != 0;
        befriended && (self.attacks.targets().contains(&hex) || !exerts())
    }

    /// [14.13.b] Whether a reacting group is kept out of a hex by the enemy beside it.
    pub(super) fn is_barred_from_reacting(&self, march: &March, hex: Hex) -> bool {
        self.movement_phase() == MovementPhase::Reaction && self.is_closed_to(march, hex)
    }

    /// [10.65][11.43.l] Whether a group under way has come into enemy ZOC, from where it only overruns.
    fn is_halted(&self, march: &March) -> bool {
        !march.is_fresh() && self.board.in_zoc(march.side.opponent(), march.hex)
    }

    /// Everywhere the group can go by ordinary movement. Whoever enters the map in enemy ZOC stops there [8.13][10.65].
    pub(super) fn ways(&self, march: &March, reach: &mut Reach) {
        self.ways_to(march, None, reach);
    }

    /// The same with regard to one hex alone, if there is one: the rest is not worked out.
    pub(super) fn ways_to(&self, march: &March, to: Option<Hex>, reach: &mut Reach) {
        let stops = self.is_outside(march) && self.board.in_zoc(march.side.opponent(), march.hex);
        let points = if stops { least(march.spent) } else { march.points };
        let closed = if self.is_halted(march) { self.data.map.open } else { self.closed_to(march) };
        self.flood(march, self.steps_of(march.payer), points, &closed, to, reach);
    }

    /// Whether the group has still to enter the map.
    pub(super) fn is_outside(&self, march: &March) -> bool {
        march.is_fresh() && self.board.hex(march.lead()).is_none()
    }

    fn flood(&self, march: &March, steps: &Steps, points: u8, closed: &HexSet, to: Option<Hex>, reach: &mut Reach) {
        let reacts = self.movement_phase() == MovementPhase::Reaction;
        // The same as `fortification`, which the flood would ask for every step.
        let strongpoints: HexSet = self.forts.strongpoints[march.side.opponent().index()].iter().copied().collect();
        let ground = Ground {
            steps,
            closed,
            zoc: self.board.zoc(march.side.opponent()),
            zoc_price: if reacts { 0 } else { POINT },
            surcharge: |from, direction, to| {
                let fortified = strongpoints.contains(to) || march.side == Side::Axis && self.crosses_line(from, direction);
                if fortified { POINT } else { 0 }
            },
        };
        let goal = to.map(|hex| Goal::new(hex, &self.data.map.grid, steps));
        reach.flood(&ground, march.hex, march.spent, points, goal);
    }

    /// [11.3] Everywhere a single unit can go by strategic movement, if it may move so: from a road in its hex, or in its
    /// entry hex [8.12].
    pub(super) fn strategic_ways(&self, march: &March, reach: &mut Reach) -> Option<&'static Steps> {
        if self.movement_phase() != MovementPhase::Movement || !march.is_fresh() || !march.is_single() {
            return None;
        }
        let ground = &self.data.ground;
        if !ground.on_road.contains(march.hex) || march.spent == [CLOSED; 2] {
            return None;
        }
        let enemies = self.board.occupied(march.side.opponent());
        if ground.near[march.hex.index()].intersects(&enemies) || self.interdiction_level(march.hex) > 0 {
            return None;
        }
        let mut closed = self.interdicted();
        for hex in enemies.iter() {
            ground.near[hex.index()].add_to(&mut closed);
        }
        let ma = self.board.values(self.data, march.lead()).ma;
        let points = movement::strategic_allowance(&self.data.tables, ma).0;
        let steps: &Steps = &self.tracks().strategic[march.payer as usize];
        self.flood(march, steps, points, &closed, None, reach);
        Some(steps)
    }

    /// [11.9][11.5] Neighbouring hexes that a unit enters with its whole allowance: the move of one hex, and infiltration
    /// from one hex of enemy ZOC to the next.
    pub(super) fn one_hex_moves(&self, march: &March) -> impl Iterator<Item = Hex> + '_ {
        let enemy = march.side.opponent();
        let in_zoc = self.board.in_zoc(enemy, march.hex);
        let march = *march;
        let fresh = march.is_fresh() && march.is_single() && self.board.hex(march.lead()) == Some(march.hex);
        let steps = &self.steps_of(march.payer)[march.hex.index()];
        steps.iter().enumerate().filter_map(move |(at, step)| {
            let to = Hex(step.to);
            let open = fresh && to != march.hex && (step.full != CLOSED || step.road != CLOSED) && !self.is_closed_to(&march, to);
            let allowed =
                open && (!in_zoc || !self.board.in_zoc(enemy, to) || self.may_infiltrate(march.lead(), march.hex, Direction::ALL[at], to));
            allowed.then_some(to)
        })
    }

    /// [11.5] Whether a unit in the ZOC of an adjacent enemy may infiltrate over a side into a hex of enemy ZOC.
    fn may_infiltrate(&self, unit: UnitId, from: Hex, direction: Direction, to: Hex) -> bool {
        if !self.data.roster.infiltrators.contains(unit) {
            return false;
        }
        let features = &self.data.map.features;
        let step = Infiltration {
            phase: self.movement_phase(),
            going: self.weather_on_ground(),
            out_of_supply: false,
            from: features[from.index()],
            to: features[to.index()],
            fortified: self.fortification(unit.side(), from, direction, to) > 0,
        };
        let enemy = unit.side().opponent();
        let beside = self.data.map.grid.neighbours(from).any(|(_, near)| self.board.holds(near, enemy));
        beside && infiltration::check(&self.data.tables, self.data.unit(unit), step).is_ok()
    }

    /// Half points that a reinforcement pays for its entry hex, by layer [8.12]; closed when it must wait [8.13].
    pub(super) fn entry_price(&self, unit: UnitId, hex: Hex, points: u8) -> [u8; 2] {
        let side = unit.side();
        let enemy = side.opponent();
        let in_zoc = self.board.in_zoc(enemy, hex);
        let infiltrates = self.data.roster.infiltrators.contains(unit);
        if self.board.holds(hex, enemy) || in_zoc && !infiltrates {
            return [CLOSED; 2];
        }
        let payer = self.data.roster.stats(unit).payer;
        let prices = self.tracks().entry[payer as usize][hex.index()];
        let extra = if in_zoc { POINT } else { 0 };
        prices.map(|price| if price == CLOSED || price + extra > points { CLOSED } else { price + extra })
    }

    /// Whether from a hex of enemy ZOC, or short of points, the group can still take a step.
    pub(super) fn can_step(&self, march: &March) -> bool {
        let enemy = march.side.opponent();
        let in_zoc = self.board.in_zoc(enemy, march.hex);
        if self.is_halted(march) {
            return false;
        }
        self.steps_of(march.payer)[march.hex.index()].iter().enumerate().any(|(at, step)| {
            let to = Hex(step.to);
            if to == march.hex || in_zoc && self.board.in_zoc(enemy, to) {
                return false;
            }
            let extra =
                self.fortification(march.side, march.hex, Direction::ALL[at], to) + if self.board.in_zoc(enemy, to) { POINT } else { 0 };
            let pays = |spent: u8, price: u8| spent != CLOSED && price != CLOSED && spent + price + extra <= march.points;
            let best = least(march.spent);
            let full = if step.road == CLOSED { march.spent[Layer::Full as usize] } else { best };
            (pays(best, step.road) || pays(full, step.full)) && !self.is_closed_to(march, to)
        })
    }

    /// The place of a counter that waits at the edge of the map.
    pub(super) fn entry_hex(&self, unit: UnitId) -> Option<Hex> {
        let waits = self.board.place(unit) == Place::ARRIVED;
        let entry = self.data.script.reinforcements.iter().find(|entry| entry.unit == unit)?;
        waits.then_some(entry.hex)
    }
}
