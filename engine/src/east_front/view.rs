//! What a side may see: observations, and the worlds it cannot tell apart.
//!
//! Hidden are the air units that lie face down on missions [17.25], with those that stayed behind in the Ready box, and
//! which of the two orders lies on a defending hex [14.32].

use arrayvec::ArrayVec;

use super::EastFront;
use super::action::Action;
use super::attacks::Attack;
use super::data::{AirBox, Data, Feature, edge};
use super::frame::{Frame, Phase};
use super::ids::{AirId, AirSet, MISSIONS, UNIT_CAPACITY, UnitId, units};
use super::prepared::Prepared;
use super::results::Order;
use crate::dice::Dice;
use crate::game::{Determinize, Game as _, Side, Turn};
use crate::hex::Hex;
use crate::kit::actions::usual_token;
use crate::kit::channels::{self, Planes, Shown, Values, channels};
use crate::observation::{ActionIds, ActionToken, Observation, ObservationSpec, Observe};

/// Longest legal list: interdiction over any hex, or overruns and moves of one unit, with room to spare.
const MAX_ACTIONS: usize = 512;

channels! {
    /// Planes that do not change during a game.
    const STATIC_PLANES, fn add_ground(data: &Data, hex: Hex) to Cell {
        let map = &data.map;
        let features = map.features[hex.index()];
        let sides = |flag: u16| map.edges[hex.index()].iter().filter(|&&flags| flags & flag != 0).count();
        let built_up = [Feature::Town, Feature::City, Feature::MajorCity].into_iter().any(|feature| features.has(feature));
    }
    "open": "1 on hexes that ground units may enter" => map.open.contains(hex);
    "clear": "1 on clear hexes" => features.has(Feature::Clear);
    "marsh": "1 on marsh" => features.has(Feature::Marsh);
    "town": "1 on towns and cities" => built_up;
    "main-road": "hexsides crossed by a main road" / 6.0 => sides(edge::MAIN);
    "minor-road": "hexsides crossed by a minor road" / 6.0 => sides(edge::MINOR);
    "line": "hexsides with a printed fortified line" / 6.0 => sides(edge::LINE);
    "objective": "1 on objectives" => data.script.objectives.contains(&hex);
    "escape": "1 on edge hexes that save from surrender" => data.script.escape.contains(hex);
}

channels! {
    /// What a unit adds to the planes of its side.
    const UNIT_PLANES, fn add_unit(game: &EastFront, unit: UnitId) to Cell {
        let (board, roster) = (&game.board, &game.data.roster);
        let values = board.values(game.data, unit);
        let steps = board.steps(unit);
    }
    "attack": "attack strength in the hex" / 20.0 => values.attack;
    "defence": "defence strength in the hex" / 20.0 => values.defence;
    "steps": "steps in the hex" / 8.0 => steps;
    "stacking": "stacking points in the hex" / 10.0 => values.stacking;
    "mobile": "motorized and cavalry steps" / 8.0
        => (roster.motorized.contains(unit) || roster.cavalry.contains(unit)).then_some(steps);
    "guns": "support strength in the hex" / 8.0 => values.support;
    "engineers": "engineer steps" / 4.0 => roster.engineers.contains(unit).then_some(steps);
    "hq": "2 for an operational headquarters, 1 for a non-operational one" / 2.0
        => roster.hqs.contains(unit).then(|| if board.is_back_up(unit) { 1u8 } else { 2 });
    "overrun-marker": "1 where units carry an Overrun marker" => board.has_overrun_marker(unit);
    "moved": "steps that have moved in this phase" / 8.0 => game.moved.contains(unit).then_some(steps);
}

channels! {
    /// Planes of a side that do not come from its units one by one.
    const SIDE_PLANES, fn put_side(game: &EastFront, side: Side) to Planes {
        let soviet = *game.board.soviet_control();
        let control = if side == Side::Soviet { soviet } else { game.data.map.open.difference(soviet) };
    }
    "zoc": "1 in a ZOC of the side" => *game.board.zoc(side);
    "control": "1 on hexes the side controls" => control;
    "strongpoint": "1 where a strongpoint of the side stands" => &game.forts.strongpoints[side.index()][..];
}

channels! {
    /// Planes of the procedures in progress.
    const PROCEDURE_PLANES, fn put_procedure(game: &EastFront, viewer: Side) to Planes {
        let own_defence = game.attacking_side() != viewer;
        let marked = |attack: &Attack| if attack.is_resolved() { 1u8 } else { 2 };
        let missions = game.air.missions();
    }
    "selected": "1 where the moving group stands" => (game.march.group != 0).then_some(game.march.hex);
    "target": "1 on hexes of the combat or overrun in progress" => game.aimed_at();
    "declared": "2 on hexes with a Declared Attack marker, 1 once resolved" / 2.0 => game.on_attacked(|attack| Some(marked(attack)));
    "own-order": "order of the viewer on a defending hex: 1 No Retreat, 2 Further Retreat" / 2.0
        => game.on_attacked(|attack| (own_defence && attack.order() != Order::None).then_some(attack.order() as u8));
    "other-order": "1 where an order of the opponent lies"
        => game.on_attacked(|attack| (!own_defence && attack.order() != Order::None).then_some(1u8));
    "own-air": "own air units on a mission" / 3.0 => Values(missions.iter().map(|mission| (mission.hex, mission.flyers.of(viewer).len())));
    "other-air": "air units of the opponent on a mission" / 3.0
        => Values(missions.iter().map(|mission| (mission.hex, mission.flyers.of(viewer.opponent()).len())));
    "interdiction": "level of interdiction" / 2.0
        => Values(game.interdicted().iter().map(|hex| (hex, game.interdiction_level(hex))));
}

channels! {
    /// Everything else that is seen.
    const GLOBALS, fn put_globals(game: &EastFront, viewer: Side) to Globals {
        let script = &game.data.script;
        let other = viewer.opponent();
        let share = |part: f32, of: usize| part / of.max(1) as f32;
        let boxed = |side: Side, place: AirBox| game.air.units_in(place).of(side).len();
        let sheet = game.battle_sheet();
        let column = sheet.as_ref().and_then(|sheet| sheet.column).map_or(-1.0, |column| column.index() as f32 / 15.0);
        let owes = |side: Side| game.battle.burdens[side.index()].owes.min(16);
    }
    "viewer-axis": "1 if the viewer is the Axis" => viewer == Side::Axis;
    "to-act-own": "1 if the viewer decides" => game.turn() == Turn::Player(viewer);
    "to-act-other": "1 if the opponent decides" => game.turn() == Turn::Player(other);
    "turn": "turn / last turn" => f32::from(game.turn) / script.turns.len() as f32;
    "phase": "position in the sequence of the turn" / Phase::ALL.len() as f32 => game.phase;
    "axis-steps-lost": "steps the Axis has lost / steps it may lose"
        => share(f32::from(game.steps_lost(Side::Axis)), usize::from(script.axis_steps_allowed)).min(8.0);
    "soviet-steps-lost": "steps the Soviets have lost" / 20.0 => game.steps_lost(Side::Soviet);
    "objectives": "share of the objectives under Axis control" => f32::from(game.objectives_held()) / script.objectives.len() as f32;
    "axis-attack-supply": "1 if Axis attacks are in Attack Supply" => game.turn_entry().axis_attack_supply;
    "breached": "share of the fortified line hexes destroyed"
        => share(game.forts.breached.count_ones() as f32, game.data.ground.line_hexes.len());
    "own-ready": "own air units in Ready" / 8.0 => boxed(viewer, AirBox::Ready);
    "own-flown": "own air units in Flown" / 8.0 => boxed(viewer, AirBox::Flown);
    "own-damaged": "own air units in Damaged" / 8.0 => boxed(viewer, AirBox::Damaged);
    "own-destroyed": "own air units in Destroyed" / 8.0 => boxed(viewer, AirBox::Destroyed);
    "other-ready": "opponent's air units in Ready" / 8.0 => boxed(other, AirBox::Ready);
    "other-flown": "opponent's air units in Flown" / 8.0 => boxed(other, AirBox::Flown);
    "other-damaged": "opponent's air units in Damaged" / 8.0 => boxed(other, AirBox::Damaged);
    "other-destroyed": "opponent's air units in Destroyed" / 8.0 => boxed(other, AirBox::Destroyed);
    "odds": "column of the combat in progress / 15; -1 below 1-4 or without one" => column;
    "net": "net modifier of the combat in progress" / 3.0 => sheet.as_ref().map(|sheet| f32::from(sheet.modifiers.net));
    "owes-own": "steps the viewer owes" / 8.0 => owes(viewer);
    "owes-other": "steps the opponent owes" / 8.0 => owes(other);
}

/// All that is shown.
const SHOWN: Shown = Shown {
    static_planes: STATIC_PLANES,
    sides: &[UNIT_PLANES, SIDE_PLANES],
    procedure: PROCEDURE_PLANES,
    globals: GLOBALS,
    verbs: Action::VERBS,
    units: UNIT_CAPACITY,
    max_actions: MAX_ACTIONS,
};

/// Shape of the observations of a scenario.
pub(super) fn spec(data: &Data) -> ObservationSpec {
    SHOWN.on(&data.map.grid, |hex, cell| add_ground(data, hex, cell))
}

impl Observe for EastFront {
    fn observation_spec(data: &Prepared) -> &ObservationSpec {
        &data.observation
    }

    fn observe(&self, viewer: Side, out: &mut Observation<'_>) {
        let put_both = |side: Side, planes: &mut Planes<'_>| {
            for unit in units(side, self.board.on_map(side)) {
                let hex = self.board.hex(unit).expect("a unit on the map stands in a hex");
                add_unit(self, unit, &mut planes.cell(hex));
            }
            planes.skip(UNIT_PLANES);
            put_side(self, side, planes);
        };
        let area = self.data.map.grid.len();
        channels::observe(
            viewer,
            area,
            out,
            put_both,
            |planes| put_procedure(self, viewer, planes),
            |globals| put_globals(self, viewer, globals),
        );
    }

    fn token(&self, action: Action) -> ActionToken {
        let unit = action.unit();
        let stands = unit.and_then(|unit| self.board.hex(unit));
        action.token(self, usual_token(action.verb(), unit, stands, action.hex()))
    }

    fn action_ids(data: &Prepared) -> ActionIds {
        Action::ids(data)
    }

    fn action_id(&self, action: Action, ids: &ActionIds) -> u64 {
        action.id(self.data, ids)
    }
}

impl EastFront {
    /// The hex that the unit to retreat leaves.
    pub(super) fn retreating_from(&self) -> Option<Hex> {
        match self.frames.top() {
            Some(Frame::Overrun(_)) => Some(self.march.target),
            _ => units(self.battle.suffers, self.battle.fleeing).next().and_then(|unit| self.board.hex(unit)),
        }
    }

    /// The first hex of the combat in progress.
    pub(super) fn attacked_hex(&self) -> Option<Hex> {
        self.target_hexes().first().copied()
    }

    /// The hexes that the combat or overrun in progress aims at.
    fn aimed_at(&self) -> &[Hex] {
        match self.frames.top() {
            Some(Frame::Battle(_)) => self.target_hexes(),
            Some(Frame::Overrun(_)) => std::slice::from_ref(&self.march.target),
            _ => &[],
        }
    }

    /// Values of attacks on all their hexes.
    fn on_attacked(&self, value: impl Fn(&Attack) -> Option<u8>) -> Values<impl Iterator<Item = (Hex, u8)>> {
        Values(self.attacks.declared().iter().enumerate().flat_map(move |(index, attack)| {
            let value = value(attack);
            self.attacks.hexes(index).iter().filter_map(move |&hex| Some((hex, value?)))
        }))
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
