//! What a side may see: observations, and the worlds it cannot tell apart.
//!
//! Hidden are the air units that lie face down on missions [17.25], with those that stayed behind in the Ready box, and
//! which of the two orders lies on a defending hex [14.32].

use arrayvec::ArrayVec;

use super::EastFront;
use super::action::Action;
use super::data::{AirBox, Data, Feature, edge};
use super::flight::MISSIONS;
use super::frame::{Frame, Phase};
use super::ids::{AirId, AirSet, UNIT_CAPACITY, UnitId, units};
use super::prepared::Prepared;
use super::results::Order;
use crate::dice::Dice;
use crate::game::{Determinize, Game as _, Side, Turn};
use crate::hex::Hex;
use crate::observation::{ActionToken, Channel, Observation, ObservationSpec, Observe};

/// Longest legal list: interdiction over any hex, or overruns and moves of one unit, with room to spare.
const MAX_ACTIONS: usize = 512;

/// Planes that do not change during a game.
const STATIC_PLANES: [(&str, &str); 9] = [
    ("open", "1 on hexes that ground units may enter"),
    ("clear", "1 on clear hexes"),
    ("marsh", "1 on marsh"),
    ("town", "1 on towns and cities"),
    ("main-road", "hexsides crossed by a main road / 6"),
    ("minor-road", "hexsides crossed by a minor road / 6"),
    ("line", "hexsides with a printed fortified line / 6"),
    ("objective", "1 on objectives"),
    ("escape", "1 on edge hexes that save from surrender"),
];

/// Planes per side, own side first.
const SIDE_PLANES: [(&str, &str); 13] = [
    ("attack", "attack strength in the hex / 20"),
    ("defence", "defence strength in the hex / 20"),
    ("steps", "steps in the hex / 8"),
    ("stacking", "stacking points in the hex / 10"),
    ("mobile", "motorized and cavalry steps / 8"),
    ("guns", "support strength in the hex / 8"),
    ("engineers", "engineer steps / 4"),
    ("hq", "1 for an operational headquarters, 0.5 for a non-operational one"),
    ("overrun-marker", "1 where units carry an Overrun marker"),
    ("moved", "steps that have moved in this phase / 8"),
    ("zoc", "1 in a ZOC of the side"),
    ("control", "1 on hexes the side controls"),
    ("strongpoint", "1 where a strongpoint of the side stands"),
];

/// Planes of the procedures in progress.
const PROCEDURE_PLANES: [(&str, &str); 8] = [
    ("selected", "1 where the moving group stands"),
    ("target", "1 on hexes of the combat or overrun in progress"),
    ("declared", "1 on hexes with a Declared Attack marker, 0.5 once resolved"),
    ("own-order", "order of the viewer on a defending hex: 0.5 No Retreat, 1 Further Retreat"),
    ("other-order", "1 where an order of the opponent lies"),
    ("own-air", "own air units on a mission / 3"),
    ("other-air", "air units of the opponent on a mission / 3"),
    ("interdiction", "level of interdiction / 2"),
];

const GLOBALS: [(&str, &str); 22] = [
    ("viewer-axis", "1 if the viewer is the Axis"),
    ("to-act-own", "1 if the viewer decides"),
    ("to-act-other", "1 if the opponent decides"),
    ("turn", "turn / last turn"),
    ("phase", "position in the sequence of the turn / 18"),
    ("axis-steps-lost", "steps the Axis has lost / steps it may lose"),
    ("soviet-steps-lost", "steps the Soviets have lost / 20"),
    ("objectives", "share of the objectives under Axis control"),
    ("axis-attack-supply", "1 if Axis attacks are in Attack Supply"),
    ("breached", "share of the fortified line hexes destroyed"),
    ("own-ready", "own air units in Ready / 8"),
    ("own-flown", "own air units in Flown / 8"),
    ("own-damaged", "own air units in Damaged / 8"),
    ("own-destroyed", "own air units in Destroyed / 8"),
    ("other-ready", "opponent's air units in Ready / 8"),
    ("other-flown", "opponent's air units in Flown / 8"),
    ("other-damaged", "opponent's air units in Damaged / 8"),
    ("other-destroyed", "opponent's air units in Destroyed / 8"),
    ("odds", "column of the combat in progress / 15; -1 below 1-4 or without one"),
    ("net", "net modifier of the combat in progress / 3"),
    ("owes-own", "steps the viewer owes / 8"),
    ("owes-other", "steps the opponent owes / 8"),
];

/// Shape of the observations of a scenario.
pub(super) fn spec(data: &Data) -> ObservationSpec {
    let channel = |&(name, meaning): &(&str, &str)| Channel::new(name, meaning);
    let mut planes: Vec<Channel> = STATIC_PLANES.iter().map(channel).collect();
    for owner in ["own", "other"] {
        planes.extend(SIDE_PLANES.iter().map(|(name, meaning)| Channel::new(format!("{owner}-{name}"), *meaning)));
    }
    planes.extend(PROCEDURE_PLANES.iter().map(channel));
    ObservationSpec {
        height: usize::from(data.map.grid.rows()),
        width: usize::from(data.map.grid.columns()),
        layout: data.map.grid.layout(),
        planes,
        globals: GLOBALS.iter().map(channel).collect(),
        verbs: Action::VERBS.iter().map(channel).collect(),
        units: UNIT_CAPACITY,
        max_actions: MAX_ACTIONS,
    }
}

/// Planes that only the map decides, in the order of [`STATIC_PLANES`].
pub(super) fn static_planes(data: &Data) -> Vec<f32> {
    let map = &data.map;
    let area = map.grid.len();
    let mut planes = vec![0.0; STATIC_PLANES.len() * area];
    for hex in map.grid.hexes() {
        let one = |condition: bool| f32::from(u8::from(condition));
        let features = map.features[hex.index()];
        let sides = |flag: u16| map.edges[hex.index()].iter().filter(|&&flags| flags & flag != 0).count() as f32 / 6.0;
        let built_up = [Feature::Town, Feature::City, Feature::MajorCity].into_iter().any(|feature| features.has(feature));
        let values: [f32; STATIC_PLANES.len()] = [
            one(map.open.contains(hex)),
            one(features.has(Feature::Clear)),
            one(features.has(Feature::Marsh)),
            one(built_up),
            sides(edge::MAIN),
            sides(edge::MINOR),
            sides(edge::LINE),
            one(data.script.objectives.contains(&hex)),
            one(data.script.escape.contains(hex)),
        ];
        for (plane, value) in values.into_iter().enumerate() {
            planes[plane * area + hex.index()] = value;
        }
    }
    planes
}

impl Observe for EastFront {
    fn observation_spec(data: &Prepared) -> &ObservationSpec {
        &data.observation
    }

    fn observe(&self, viewer: Side, out: &mut Observation<'_>) {
        out.planes.fill(0.0);
        let area = self.data.map.grid.len();
        let (fixed, rest) = out.planes.split_at_mut(STATIC_PLANES.len() * area);
        fixed.copy_from_slice(&self.data.static_planes);
        let (own, rest) = rest.split_at_mut(SIDE_PLANES.len() * area);
        let (other, procedure) = rest.split_at_mut(SIDE_PLANES.len() * area);
        self.observe_side(viewer, own);
        self.observe_side(viewer.opponent(), other);
        self.observe_procedure(viewer, procedure);
        self.observe_globals(viewer, out.globals);
    }

    fn token(&self, action: Action) -> ActionToken {
        let place = |hex: Hex| hex.0 as i16;
        let unit = |unit: UnitId| i16::from(unit.0);
        let mut token = ActionToken {
            verb: action.verb() as i16,
            unit: action.unit().map_or(-1, unit),
            from: action.unit().and_then(|unit| self.board.hex(unit)).map_or(-1, place),
            to: action.hex().map_or(-1, place),
            amount: action.air().map_or(-1, |air| i16::from(air.0)),
        };
        match action {
            Action::Roll(die) => token.amount = i16::from(die),
            Action::Give(order) => token.amount = order as i16,
            Action::Pair { target, .. } => token.unit = i16::from(target.0),
            Action::Activate { hq, .. } => token.amount = unit(hq),
            Action::Recombine { regiment, .. } => token.amount = unit(regiment),
            Action::MoveTo(_) | Action::Via(_) => token.from = place(self.march.hex),
            Action::Overrun { from, .. } => token.from = place(from),
            Action::RetreatTo(_) => token.from = self.retreating_from().map_or(-1, place),
            Action::Commit(_) | Action::Support(_) | Action::Engage => token.to = self.target_hexes().first().copied().map_or(-1, place),
            _ => {}
        }
        token
    }
}

impl EastFront {
    /// The hex that the unit to retreat leaves.
    fn retreating_from(&self) -> Option<Hex> {
        match self.frames.top() {
            Some(Frame::Overrun(_)) => Some(self.march.target),
            _ => units(self.battle.suffers, self.battle.fleeing).next().and_then(|unit| self.board.hex(unit)),
        }
    }

    fn observe_side(&self, side: Side, planes: &mut [f32]) {
        let area = self.data.map.grid.len();
        let roster = &self.data.roster;
        for unit in units(side, self.board.on_map(side)) {
            let hex = self.board.hex(unit).expect("a unit on the map stands in a hex");
            let at = hex.index();
            let values = self.board.values(self.data, unit);
            let steps = f32::from(self.board.steps(unit));
            let mut add = |plane: usize, value: f32| planes[plane * area + at] += value;
            add(0, f32::from(values.attack) / 20.0);
            add(1, f32::from(values.defence) / 20.0);
            add(2, steps / 8.0);
            add(3, f32::from(values.stacking) / 10.0);
            if roster.motorized.contains(unit) || roster.cavalry.contains(unit) {
                add(4, steps / 8.0);
            }
            add(5, f32::from(values.support) / 8.0);
            if roster.engineers.contains(unit) {
                add(6, steps / 4.0);
            }
            if roster.hqs.contains(unit) {
                add(7, if self.board.is_back_up(unit) { 0.5 } else { 1.0 });
            }
            if self.board.has_overrun_marker(unit) {
                planes[8 * area + at] = 1.0;
            }
            if self.moved.contains(unit) {
                planes[9 * area + at] += steps / 8.0;
            }
        }
        let control = self.board.soviet_control();
        let controlled = if side == Side::Soviet { *control } else { self.data.map.open.difference(*control) };
        let mut mark = |plane: usize, hex: Hex| planes[plane * area + hex.index()] = 1.0;
        self.board.zoc(side).iter().for_each(|hex| mark(10, hex));
        controlled.iter().for_each(|hex| mark(11, hex));
        self.forts.strongpoints[side.index()].iter().for_each(|&hex| mark(12, hex));
    }

    fn observe_procedure(&self, viewer: Side, planes: &mut [f32]) {
        let area = self.data.map.grid.len();
        let mut set = |plane: usize, hex: Hex, value: f32| planes[plane * area + hex.index()] = value;
        if self.march.group != 0 {
            set(0, self.march.hex, 1.0);
        }
        match self.frames.top() {
            Some(Frame::Battle(_)) => self.target_hexes().iter().for_each(|&hex| set(1, hex, 1.0)),
            Some(Frame::Overrun(_)) => set(1, self.march.target, 1.0),
            _ => {}
        }
        let own_defence = self.attacking_side() != viewer;
        for (index, attack) in self.attacks.declared().iter().enumerate() {
            for &hex in self.attacks.hexes(index) {
                set(2, hex, if attack.is_resolved() { 0.5 } else { 1.0 });
                match attack.order() {
                    Order::None => {}
                    Order::NoRetreat if own_defence => set(3, hex, 0.5),
                    Order::FurtherRetreat if own_defence => set(3, hex, 1.0),
                    Order::NoRetreat | Order::FurtherRetreat => set(4, hex, 1.0),
                }
            }
        }
        for mission in self.air.missions() {
            set(5, mission.hex, mission.flyers.of(viewer).len() as f32 / 3.0);
            set(6, mission.hex, mission.flyers.of(viewer.opponent()).len() as f32 / 3.0);
        }
        for hex in self.interdicted().iter() {
            set(7, hex, f32::from(self.interdiction_level(hex)) / 2.0);
        }
    }

    fn observe_globals(&self, viewer: Side, globals: &mut [f32]) {
        let one = |condition: bool| f32::from(u8::from(condition));
        let script = &self.data.script;
        let boxes = |side: Side, place: AirBox| self.air.units_in(place).of(side).len() as f32 / 8.0;
        let other = viewer.opponent();
        let sheet = self.battle_sheet();
        let owes = |side: Side| f32::from(self.battle.burdens[side.index()].owes.min(16)) / 8.0;
        let breached = self.forts.breached.count_ones() as f32 / self.data.ground.line_hexes.len().max(1) as f32;
        let values: [f32; GLOBALS.len()] = [
            one(viewer == Side::Axis),
            one(self.turn() == Turn::Player(viewer)),
            one(self.turn() == Turn::Player(other)),
            f32::from(self.turn) / script.turns.len() as f32,
            f32::from(self.phase) / Phase::ALL.len() as f32,
            (f32::from(self.steps_lost(Side::Axis)) / f32::from(script.axis_steps_allowed.max(1))).min(8.0),
            f32::from(self.steps_lost(Side::Soviet)) / 20.0,
            f32::from(self.objectives_held()) / script.objectives.len() as f32,
            one(self.turn_entry().axis_attack_supply),
            breached,
            boxes(viewer, AirBox::Ready),
            boxes(viewer, AirBox::Flown),
            boxes(viewer, AirBox::Damaged),
            boxes(viewer, AirBox::Destroyed),
            boxes(other, AirBox::Ready),
            boxes(other, AirBox::Flown),
            boxes(other, AirBox::Damaged),
            boxes(other, AirBox::Destroyed),
            sheet.as_ref().and_then(|sheet| sheet.column).map_or(-1.0, |column| column.index() as f32 / 15.0),
            sheet.as_ref().map_or(0.0, |sheet| f32::from(sheet.modifiers.net) / 3.0),
            owes(viewer),
            owes(other),
        ];
        globals.copy_from_slice(&values);
    }

    // ---- hidden information ------------------------------------------------------

    /// Whether the opponent cannot tell which air unit this flight is: another could fly there, and the counter is not turned
    /// up at once because nothing is left to be decided before the air combat.
    pub(super) fn hides_flight(&self, flight: Action) -> bool {
        let Action::Fly { air, hex } = flight else { return false };
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        let other = |action: &Action| matches!(action, Action::Fly { air: one, hex: there } if *one != air && *there == hex);
        let mut after = self.clone();
        after.apply(flight);
        legal.contains(&flight) && legal.iter().any(other) && after.air.face_down(air.side()).contains(air)
    }

    /// The attacks whose order the viewer does not know.
    pub(super) fn sealed(&self, viewer: Side) -> impl Iterator<Item = usize> + '_ {
        let attacks = viewer == self.attacking_side();
        let open = self.sealed_order();
        let hidden = move |&(index, attack): &(usize, &super::attacks::Attack)| {
            attacks && attack.order() != Order::None && (!attack.is_resolved() || open == Some(index))
        };
        self.attacks.declared().iter().enumerate().filter(hidden).map(|(index, _)| index)
    }

    /// The attack that is being resolved while its order is still face down [15.59].
    pub(super) fn sealed_order(&self) -> Option<usize> {
        use super::frame::Stage;
        let before = matches!(self.frames.top(), Some(Frame::Battle(Stage::Participants | Stage::Support | Stage::Order)));
        before.then_some(usize::from(self.battle.attack))
    }

    /// [22.25.c] Air units that may lie face down over a hex.
    fn possible_over(&self, hex: Hex, pool: AirSet) -> AirSet {
        let may = |air: &AirId| self.may_fly_to(*air, hex);
        pool.iter().filter(may).fold(AirSet::EMPTY, |mut set, air| {
            set.insert(air);
            set
        })
    }

    /// Deals the opponent's hidden air units anew: hexes that admit only some of them first, so that every deal that the
    /// rules allow is equally likely.
    fn redeal(&mut self, viewer: Side, mut pick: impl FnMut(AirSet) -> AirId) {
        let side = viewer.opponent();
        let everything = self.data.roster.air.of(side);
        let view = self.clone();
        let narrow = |hex: Hex| view.possible_over(hex, everything) != everything;
        let mut hands: ArrayVec<(Hex, AirSet), MISSIONS> = ArrayVec::new();
        let mut pool = view.air.units_in(AirBox::Ready).of(side).union(view.air.face_down(side));
        for first in [true, false] {
            for mission in view.air.missions().iter().filter(|mission| narrow(mission.hex) == first) {
                let count = if mission.revealed { 0 } else { mission.flyers.of(side).len() };
                let mut hand = AirSet::EMPTY;
                for _ in 0..count {
                    let air = pick(view.possible_over(mission.hex, pool));
                    pool.remove(air);
                    hand.insert(air);
                }
                hands.push((mission.hex, hand));
            }
        }
        self.air.redeal(side, |hex, _| {
            let hand = &mut hands.iter_mut().find(|(at, _)| *at == hex).expect("a hand was dealt to every mission").1;
            let air = hand.iter().next().expect("the hand has as many counters as the mission");
            hand.remove(air);
            air
        });
    }

    fn hides_air(&self, viewer: Side) -> bool {
        !self.air.face_down(viewer.opponent()).is_empty()
    }

    /// Number of worlds that the viewer cannot tell apart.
    pub fn worlds(&self, viewer: Side) -> usize {
        let side = viewer.opponent();
        let orders = 1usize << self.sealed(viewer).count();
        if !self.hides_air(viewer) {
            return orders;
        }
        let everything = self.data.roster.air.of(side);
        let pool = self.air.units_in(AirBox::Ready).of(side).union(self.air.face_down(side));
        let choose = |from: usize, of: usize| (0..of).fold(1usize, |ways, at| ways * (from - at) / (at + 1));
        let mut ways = orders;
        let (mut taken_narrow, mut taken) = (0, 0);
        for narrow in [true, false] {
            for mission in self.air.missions().iter().filter(|mission| !mission.revealed) {
                let possible = self.possible_over(mission.hex, pool);
                let is_narrow = self.possible_over(mission.hex, everything) != everything;
                let count = mission.flyers.of(side).len();
                if is_narrow != narrow || count == 0 {
                    continue;
                }
                let used = if narrow { taken_narrow } else { taken };
                ways *= choose(possible.len() - used, count);
                taken_narrow += count;
                taken += count;
            }
        }
        ways
    }
}

impl Determinize for EastFront {
    fn determinize(&self, viewer: Side, dice: &mut Dice) -> Self {
        let mut game = self.clone();
        if self.hides_air(viewer) {
            game.redeal(viewer, |pool| {
                let at = dice.below(pool.len() as u32) as usize;
                pool.iter().nth(at).expect("the draw is below the number of counters")
            });
        }
        for index in self.sealed(viewer) {
            game.attacks.declared_mut()[index].set_order(if dice.below(2) == 0 { Order::NoRetreat } else { Order::FurtherRetreat });
        }
        game
    }

    fn view_hash(&self, viewer: Side) -> u64 {
        if self.sees_all(viewer) {
            return self.state_hash();
        }
        let mut seen = self.clone();
        if self.hides_air(viewer) {
            seen.redeal(viewer, |pool| pool.iter().next().expect("the pool holds at least as many counters as lie face down"));
        }
        for index in self.sealed(viewer) {
            seen.attacks.declared_mut()[index].set_order(Order::NoRetreat);
        }
        seen.state_hash()
    }

    fn sees_all(&self, viewer: Side) -> bool {
        self.sealed(viewer).next().is_none() && !self.hides_air(viewer)
    }
}
