//! What a side may see [17.1]: observation planes, tokens, and worlds it cannot tell apart.

use super::action::{Action, ObjectiveSet};
use super::data::{Data, PlaceKind, edge};
use super::ids::{Formation, Place, UnitId, units};
use super::prepared::Prepared;
use super::{Aircraft, Armir, Class};
use crate::dice::Dice;
use crate::game::{Determinize, Game as _, Side, Turn};
use crate::hex::Hex;
use crate::observation::{ActionToken, Channel, Observation, ObservationSpec, Observe, Role};

/// Longest legal list: the longest that set-up, movement or bombardment can offer, with room to spare.
const MAX_ACTIONS: usize = 512;

/// Planes that do not change during a game.
const STATIC_PLANES: [(&str, &str); 14] = [
    ("in-play", "1 on hexes in play"),
    ("city", "1 on cities"),
    ("village", "1 on villages"),
    ("star", "momentum value of the place / 2"),
    ("strongpoint", "1 on strongpoint hexes"),
    ("don", "hexsides of the Don / 6"),
    ("river", "hexsides of other rivers / 6"),
    ("road", "hexsides crossed by a road or railway / 6"),
    ("rail", "1 on railway hexes"),
    ("closed-rail", "1 on the railway closed to the Soviets"),
    ("axis-source", "1 on Axis supply sources"),
    ("soviet-source", "1 on Soviet supply sources"),
    ("exit", "1 on exit hexes to the airfields"),
    ("east-of-don", "1 east of the Don"),
];

/// Planes per side, own side first.
const SIDE_PLANES: [(&str, &str); 12] = [
    ("combat", "CP of combat units in the hex / 20"),
    ("steps", "steps in the hex, guns and HQs included / 8"),
    ("mobile", "steps of mobile units / 8"),
    ("tracked", "steps of tracked units / 8"),
    ("heavy", "steps of heavy units / 8"),
    ("guns", "artillery counters in the hex / 4"),
    ("hq", "1 where an HQ stands"),
    ("out-of-supply", "steps out of supply / 8"),
    ("disorganised", "1 where units are disorganised"),
    ("moved", "steps that have moved in this phase / 8"),
    ("zoc", "1 in a zone of control of the side"),
    ("control", "1 on hexes the side controls"),
];

/// Planes of the procedure in progress.
const PROCEDURE_PLANES: [(&str, &str); 3] = [
    ("selected", "1 where the moving group stands"),
    ("target", "1 on the hex attacked, overrun or bombarded"),
    ("attackers", "CP committed to the attack from the hex / 20"),
];

const GLOBALS: [(&str, &str); 34] = [
    ("viewer-axis", "1 if the viewer is the Axis"),
    ("to-act-own", "1 if the viewer decides"),
    ("to-act-other", "1 if the opponent decides"),
    ("turn", "game turn / last turn"),
    ("phase", "position in the sequence of the turn / 12"),
    ("initiative-soviet", "1 if the Soviets have the initiative"),
    ("momentum", "Soviet momentum points / 20"),
    ("supply-points", "Italian supply points / 20"),
    ("artillery-6", "points of the 6th Army / 8"),
    ("artillery-1g", "points of the 1st Guards Army / 8"),
    ("artillery-3g", "points of the 3rd Guards Army / 8"),
    ("chir-box", "box of the Chir front / 3"),
    ("chir-reached", "1 if Bokovskaya has been reached"),
    ("chir-strength", "CP on the Chir track, mobile doubled / 100"),
    ("garrison", "garrison of the airfields / 6"),
    ("airfield-strength", "CP at the airfields / 40"),
    ("air-own", "1 if the viewer has an unused air unit"),
    ("air-other", "1 if the opponent has one"),
    ("aircraft", "Italian aircraft: 1 ready, 0.5 used, 0 gone"),
    ("depot", "1 while the depot stands"),
    ("breached-alpine", "1 if an Alpine strongpoint has been entered"),
    ("breached-ii", "1 if a strongpoint of the II Corps has been entered"),
    ("breached-xxxv", "1 if a strongpoint of the XXXV Corps has been entered"),
    ("breached-xxix", "1 if a strongpoint of the XXIX Corps has been entered"),
    ("lost-alpine", "share of the Alpine Corps lost"),
    ("lost-ii", "share of the II Corps lost"),
    ("lost-xxxv", "share of the XXXV Corps lost"),
    ("lost-xxix", "share of the XXIX Corps lost"),
    ("stars", "share of the map's star sum under Soviet control"),
    ("soviet-hqs-lost", "Soviet HQs eliminated so far / 3"),
    ("objective-1", "Soviet viewer: 1 if chosen; always 0 for the Axis"),
    ("objective-2", "Soviet viewer: 1 if chosen; always 0 for the Axis"),
    ("objective-3", "Soviet viewer: 1 if chosen; always 0 for the Axis"),
    ("objective-4", "Soviet viewer: 1 if chosen; always 0 for the Axis"),
];

/// What a plane is to a learner.
fn role(name: &str) -> Option<Role> {
    match name {
        "in-play" => Some(Role::InPlay),
        "own-steps" => Some(Role::OwnSteps),
        "other-steps" => Some(Role::OtherSteps),
        "own-control" => Some(Role::OwnControl),
        "other-control" => Some(Role::OtherControl),
        _ => None,
    }
}

/// Shape of the observations of a scenario.
pub(super) fn spec(data: &Data) -> ObservationSpec {
    let channel = |&(name, meaning): &(&str, &str)| Channel::new(name, meaning);
    let mut planes: Vec<Channel> = STATIC_PLANES.iter().map(channel).collect();
    for owner in ["own", "other"] {
        planes.extend(SIDE_PLANES.iter().map(|(name, meaning)| Channel::new(format!("{owner}-{name}"), *meaning)));
    }
    planes.extend(PROCEDURE_PLANES.iter().map(channel));
    for plane in &mut planes {
        plane.role = role(&plane.name);
    }
    ObservationSpec {
        height: usize::from(data.map.grid.rows()),
        width: usize::from(data.map.grid.columns()),
        layout: data.map.grid.layout(),
        planes,
        globals: GLOBALS.iter().map(channel).collect(),
        verbs: Action::VERBS.iter().map(channel).collect(),
        units: super::ids::UNIT_CAPACITY,
        max_actions: MAX_ACTIONS,
    }
}

impl Observe for Armir {
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
        self.observe_procedure(procedure);
        self.observe_globals(viewer, out.globals);
    }

    fn token(&self, action: Action) -> ActionToken {
        let hex = |hex: Hex| hex.0 as i16;
        let unit = |unit: UnitId| i16::from(unit.0);
        let here = self.march.place.hex().map_or(-1, hex);
        let mut token = ActionToken {
            verb: action.verb() as i16,
            unit: action.unit().map_or(-1, unit),
            from: -1,
            to: action.hex().map_or(-1, hex),
            amount: -1,
        };
        if let Some(stands) = action.unit().and_then(|unit| self.board.hex(unit)) {
            token.from = hex(stands);
        }
        match action {
            Action::Roll(die) => token.amount = i16::from(die),
            Action::Choose(set) => token.amount = i16::from(set.0),
            Action::Relieve { relieved, .. } => token.amount = unit(relieved),
            Action::MoveTo(_) | Action::Via(_) | Action::Exit(_) | Action::Drop { .. } => token.from = here,
            Action::Overrun { from, .. } => token.from = hex(from),
            Action::Salvo { points, .. } => token.amount = i16::from(points),
            Action::RetreatTo(_) | Action::Stand | Action::Retreat => token.from = hex(self.battle.target),
            Action::Advance(_) | Action::Commit(_) | Action::Support(_) | Action::Engage => token.to = hex(self.battle.target),
            _ => {}
        }
        token
    }
}

impl Armir {
    fn observe_side(&self, side: Side, planes: &mut [f32]) {
        let area = self.data.map.grid.len();
        let data = self.data;
        for unit in units(side, self.board.on_map(side)) {
            let hex = self.board.hex(unit).expect("a unit on the map stands in a hex").index();
            let mut add = |plane: usize, value: f32| planes[plane * area + hex] += value;
            let steps = f32::from(self.board.steps(unit)) / 8.0;
            add(0, f32::from(self.cp(unit)) / 20.0);
            add(1, steps);
            for (plane, set) in [(2, &data.mobile), (3, &data.tracked), (4, &data.heavy), (9, &self.moved)] {
                if set.contains(unit) {
                    add(plane, steps);
                }
            }
            match data.unit(unit).class {
                Class::Artillery => add(5, 0.25),
                Class::Hq => add(6, 1.0),
                Class::Combat => {}
            }
            if self.board.is_out_of_supply(unit) {
                add(7, steps);
            }
            if self.disorganised.contains(unit) {
                planes[8 * area + hex] = 1.0;
            }
        }
        for hex in self.board.zoc(side).iter() {
            planes[10 * area + hex.index()] = 1.0;
        }
        let control = self.board.soviet_control();
        let controlled = if side == Side::Soviet { *control } else { data.map.in_play.difference(*control) };
        for hex in controlled.iter() {
            planes[11 * area + hex.index()] = 1.0;
        }
    }

    fn observe_procedure(&self, planes: &mut [f32]) {
        let area = self.data.map.grid.len();
        if self.marching() != 0
            && let Some(hex) = self.march.place.hex()
        {
            planes[hex.index()] = 1.0;
        }
        if let Some(hex) = self.aimed_at() {
            planes[area + hex.index()] = 1.0;
        }
        for unit in units(self.battle.attacker, self.battle.attackers & self.board.on_map(self.battle.attacker)) {
            let hex = self.board.hex(unit).expect("a unit on the map stands in a hex");
            planes[2 * area + hex.index()] += f32::from(self.cp(unit)) / 20.0;
        }
    }

    fn observe_globals(&self, viewer: Side, globals: &mut [f32]) {
        let tracks = &self.tracks;
        let one = |condition: bool| f32::from(u8::from(condition));
        let chosen = |objective: u8| one(viewer == Side::Soviet && tracks.objectives.has(objective));
        let lost = |corps: usize| {
            let (lost, original) = self.corps_losses(corps);
            f32::from(lost) / f32::from(original.max(1))
        };
        let at_airfields: u16 = units(Side::Soviet, self.in_box(Place::AIRFIELDS)).map(|unit| u16::from(self.cp(unit))).sum();
        let values: [f32; GLOBALS.len()] = [
            one(viewer == Side::Axis),
            one(self.turn() == Turn::Player(viewer)),
            one(self.turn() == Turn::Player(viewer.opponent())),
            f32::from(self.turn) / f32::from(self.data.turns),
            f32::from(self.phase) / 12.0,
            one(self.initiative == Side::Soviet),
            f32::from(tracks.momentum) / 20.0,
            f32::from(tracks.supply_points) / 20.0,
            f32::from(tracks.artillery[0]) / 8.0,
            f32::from(tracks.artillery[1]) / 8.0,
            f32::from(tracks.artillery[2]) / 8.0,
            f32::from(tracks.chir_box) / 3.0,
            one(tracks.chir_turn != 0),
            f32::from(self.chir_strength()) / 100.0,
            f32::from(tracks.garrison) / 6.0,
            f32::from(at_airfields) / 40.0,
            one(tracks.air == Some(viewer)),
            one(tracks.air == Some(viewer.opponent())),
            match tracks.aircraft {
                Aircraft::Ready => 1.0,
                Aircraft::Used => 0.5,
                Aircraft::Gone => 0.0,
            },
            one(tracks.depot),
            one(tracks.breached & 1 != 0),
            one(tracks.breached & 2 != 0),
            one(tracks.breached & 4 != 0),
            one(tracks.breached & 8 != 0),
            lost(0),
            lost(1),
            lost(2),
            lost(3),
            f32::from(self.stars()) / self.data.map.stars.iter().map(|&star| f32::from(star)).sum::<f32>().max(1.0),
            f32::from(tracks.hqs_lost) / 3.0,
            chosen(ObjectiveSet::CHIR),
            chosen(ObjectiveSet::AIRFIELDS),
            chosen(ObjectiveSet::DESTROY),
            chosen(ObjectiveSet::DONETS),
        ];
        globals.copy_from_slice(&values);
    }

    /// The secret choice, if the viewer knows it [17.1].
    pub fn known_objectives(&self, viewer: Side) -> Option<ObjectiveSet> {
        let known = viewer == Side::Soviet || self.outcome().is_some();
        (known && self.objectives().0 != 0).then(|| self.objectives())
    }
}

/// Planes that only the map decides, in the order of [`STATIC_PLANES`].
pub(super) fn static_planes(data: &Data) -> Vec<f32> {
    let map = &data.map;
    let area = map.grid.len();
    let mut planes = vec![0.0; STATIC_PLANES.len() * area];
    for hex in map.grid.hexes() {
        let count = |flag: u8| map.edges[hex.index()].iter().filter(|&&flags| flags & flag != 0).count() as f32 / 6.0;
        let place = |kind: PlaceKind| f32::from(u8::from(map.places.iter().any(|place| place.hex == hex && place.kind == kind)));
        let one = |condition: bool| f32::from(u8::from(condition));
        let values: [f32; STATIC_PLANES.len()] = [
            one(map.in_play.contains(hex)),
            place(PlaceKind::City),
            place(PlaceKind::Village),
            f32::from(map.stars[hex.index()]) / 2.0,
            one(map.fortified.contains(hex)),
            count(edge::DON),
            count(edge::RIVER),
            count(edge::ROAD),
            one(map.rail.contains(hex)),
            one(map.closed_rail.contains(hex)),
            one(map.sources[0].contains(hex)),
            one(map.sources[1].contains(hex)),
            one(map.exits.contains(&hex)),
            one(map.east_of_don.contains(hex)),
        ];
        for (plane, value) in values.into_iter().enumerate() {
            planes[plane * area + hex.index()] = value;
        }
    }
    planes
}

impl Determinize for Armir {
    /// Only the objectives are hidden [17.1], and only from the Axis (reading A57: their number too). The
    /// number of sets does not depend on anything seen, so each is equally likely.
    fn determinize(&self, viewer: Side, dice: &mut Dice) -> Self {
        let mut game = self.clone();
        if self.hides_objectives(viewer) {
            let least = self.data.tables.objectives.least;
            let choices = ObjectiveSet::choices(least).count() as u32;
            let drawn = ObjectiveSet::choices(least).nth(dice.below(choices) as usize);
            game.tracks.objectives = drawn.expect("the draw is below the number of choices");
        }
        game
    }

    fn view_hash(&self, viewer: Side) -> u64 {
        if !self.hides_objectives(viewer) {
            return self.state_hash();
        }
        let mut seen = self.clone();
        seen.tracks.objectives = ObjectiveSet(0);
        seen.state_hash()
    }

    fn sees_all(&self, viewer: Side) -> bool {
        !self.hides_objectives(viewer)
    }
}

impl Armir {
    /// [17.1] Whether there are objectives that the viewer does not know.
    fn hides_objectives(&self, viewer: Side) -> bool {
        viewer == Side::Axis && self.tracks.objectives.0 != 0 && self.result.is_none()
    }

    /// The hex that the procedure at hand aims at.
    fn aimed_at(&self) -> Option<Hex> {
        use super::frame::Frame;
        match self.frames.top() {
            Some(Frame::Battle(_) | Frame::BombardmentDie) => Some(self.battle.target),
            Some(Frame::BombardmentLoss(hex)) => Some(hex),
            _ => None,
        }
    }

    /// The formations of a side in the order of their numbers.
    pub fn formations(side: Side) -> impl Iterator<Item = Formation> {
        Formation::LINE_CORPS
            .into_iter()
            .chain([Formation::Xxiv, Formation::Army])
            .chain(Formation::ARMIES)
            .filter(move |formation| formation.side() == side)
    }
}
