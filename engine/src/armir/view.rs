//! What a side may see [17.1]: observation planes, tokens, and worlds it cannot tell apart.

use super::action::{Action, ObjectiveSet};
use super::data::{Data, Map, PlaceKind, edge};
use super::ids::{Formation, Place, UnitId, units};
use super::prepared::Prepared;
use super::{Aircraft, Armir, Class};
use crate::dice::Dice;
use crate::game::{Determinize, Game as _, Side, Turn};
use crate::hex::Hex;
use crate::kit::actions::usual_token;
use crate::kit::channels::{self, Planes, Shown, Sums, channels};
use crate::observation::{ActionIds, ActionToken, Observation, ObservationSpec, Observe, Role};

/// Longest legal list: the longest that set-up, movement or bombardment can offer, with room to spare.
const MAX_ACTIONS: usize = 512;

channels! {
    /// Planes that do not change during a game.
    const STATIC_PLANES, fn add_ground(map: &Map, hex: Hex) to Cell {
        let sides = |flag: u8| map.edges[hex.index()].iter().filter(|&&flags| flags & flag != 0).count();
        let place = |kind: PlaceKind| map.places.iter().any(|place| place.hex == hex && place.kind == kind);
    }
    "in-play": "1 on hexes in play", roles [Role::InPlay] => map.in_play.contains(hex);
    "city": "1 on cities" => place(PlaceKind::City);
    "village": "1 on villages" => place(PlaceKind::Village);
    "star": "momentum value of the place" / 2.0 => map.stars[hex.index()];
    "strongpoint": "1 on strongpoint hexes" => map.fortified.contains(hex);
    "don": "hexsides of the Don" / 6.0 => sides(edge::DON);
    "river": "hexsides of other rivers" / 6.0 => sides(edge::RIVER);
    "road": "hexsides crossed by a road or railway" / 6.0 => sides(edge::ROAD);
    "rail": "1 on railway hexes" => map.rail.contains(hex);
    "closed-rail": "1 on the railway closed to the Soviets" => map.closed_rail.contains(hex);
    "axis-source": "1 on Axis supply sources" => map.sources[0].contains(hex);
    "soviet-source": "1 on Soviet supply sources" => map.sources[1].contains(hex);
    "exit": "1 on exit hexes to the airfields" => map.exits.contains(&hex);
    "east-of-don": "1 east of the Don" => map.east_of_don.contains(hex);
}

channels! {
    /// What a unit adds to the planes of its side.
    const UNIT_PLANES, fn add_unit(game: &Armir, unit: UnitId) to Cell {
        let data = game.data;
        let class = data.unit(unit).class;
        let steps = game.board.steps(unit);
    }
    "combat": "CP of combat units in the hex" / 20.0 => game.cp(unit);
    "steps": "steps in the hex, guns and HQs included" / 8.0, roles [Role::OwnSteps, Role::OtherSteps] => steps;
    "mobile": "steps of mobile units" / 8.0 => data.mobile.contains(unit).then_some(steps);
    "tracked": "steps of tracked units" / 8.0 => data.tracked.contains(unit).then_some(steps);
    "heavy": "steps of heavy units" / 8.0 => data.heavy.contains(unit).then_some(steps);
    "guns": "artillery counters in the hex" / 4.0 => (class == Class::Artillery).then_some(1u8);
    "hq": "1 where an HQ stands" => (class == Class::Hq).then_some(1u8);
    "out-of-supply": "steps out of supply" / 8.0 => game.board.is_out_of_supply(unit).then_some(steps);
    "disorganised": "1 where units are disorganised" => game.disorganised.contains(unit);
    "moved": "steps that have moved in this phase" / 8.0 => game.moved.contains(unit).then_some(steps);
}

channels! {
    /// Planes of a side that do not come from its units one by one.
    const SIDE_PLANES, fn put_side(game: &Armir, side: Side) to Planes {
        let soviet = *game.board.soviet_control();
        let control = if side == Side::Soviet { soviet } else { game.data.map.in_play.difference(soviet) };
    }
    "zoc": "1 in a zone of control of the side" => *game.board.zoc(side);
    "control": "1 on hexes the side controls", roles [Role::OwnControl, Role::OtherControl] => control;
}

channels! {
    /// Planes of the procedure in progress.
    const PROCEDURE_PLANES, fn put_procedure(game: &Armir) to Planes {
        let battle = &game.battle;
        let attackers = units(battle.attacker, battle.attackers & game.board.on_map(battle.attacker));
    }
    "selected": "1 where the moving group stands" => game.march.place.hex().filter(|_| game.marching() != 0);
    "target": "1 on the hex attacked, overrun or bombarded" => game.aimed_at();
    "attackers": "CP committed to the attack from the hex" / 20.0 => Sums(attackers.map(|unit| (game.standing(unit), game.cp(unit))));
}

channels! {
    /// Everything else that is seen.
    const GLOBALS, fn put_globals(game: &Armir, viewer: Side) to Globals {
        let tracks = &game.tracks;
        let other = viewer.opponent();
        let chosen = |objective: u8| viewer == Side::Soviet && tracks.objectives.has(objective);
        let lost = |corps: usize| {
            let (lost, original) = game.corps_losses(corps);
            f32::from(lost) / f32::from(original.max(1))
        };
        let at_airfields: u16 = units(Side::Soviet, game.in_box(Place::AIRFIELDS)).map(|unit| u16::from(game.cp(unit))).sum();
        let all_stars = game.data.map.stars.iter().map(|&star| f32::from(star)).sum::<f32>();
    }
    "viewer-axis": "1 if the viewer is the Axis" => viewer == Side::Axis;
    "to-act-own": "1 if the viewer decides" => game.turn() == Turn::Player(viewer);
    "to-act-other": "1 if the opponent decides" => game.turn() == Turn::Player(other);
    "turn": "game turn / last turn" => f32::from(game.turn) / f32::from(game.data.turns);
    "phase": "position in the sequence of the turn" / 12.0 => game.phase;
    "initiative-soviet": "1 if the Soviets have the initiative" => game.initiative == Side::Soviet;
    "momentum": "Soviet momentum points" / 20.0 => tracks.momentum;
    "supply-points": "Italian supply points" / 20.0 => tracks.supply_points;
    "artillery-6": "points of the 6th Army" / 8.0 => tracks.artillery[0];
    "artillery-1g": "points of the 1st Guards Army" / 8.0 => tracks.artillery[1];
    "artillery-3g": "points of the 3rd Guards Army" / 8.0 => tracks.artillery[2];
    "chir-box": "box of the Chir front" / 3.0 => tracks.chir_box;
    "chir-reached": "1 if Bokovskaya has been reached" => tracks.chir_turn != 0;
    "chir-strength": "CP on the Chir track, mobile doubled" / 100.0 => game.chir_strength();
    "garrison": "garrison of the airfields" / 6.0 => tracks.garrison;
    "airfield-strength": "CP at the airfields" / 40.0 => at_airfields;
    "air-own": "1 if the viewer has an unused air unit" => tracks.air == Some(viewer);
    "air-other": "1 if the opponent has one" => tracks.air == Some(other);
    "aircraft": "Italian aircraft: 1 ready, 0.5 used, 0 gone" => match tracks.aircraft {
        Aircraft::Ready => 1.0,
        Aircraft::Used => 0.5,
        Aircraft::Gone => 0.0,
    };
    "depot": "1 while the depot stands" => tracks.depot;
    "breached-alpine": "1 if an Alpine strongpoint has been entered" => tracks.breached & 1 != 0;
    "breached-ii": "1 if a strongpoint of the II Corps has been entered" => tracks.breached & 2 != 0;
    "breached-xxxv": "1 if a strongpoint of the XXXV Corps has been entered" => tracks.breached & 4 != 0;
    "breached-xxix": "1 if a strongpoint of the XXIX Corps has been entered" => tracks.breached & 8 != 0;
    "lost-alpine": "share of the Alpine Corps lost" => lost(0);
    "lost-ii": "share of the II Corps lost" => lost(1);
    "lost-xxxv": "share of the XXXV Corps lost" => lost(2);
    "lost-xxix": "share of the XXIX Corps lost" => lost(3);
    "stars": "share of the map's star sum under Soviet control" => f32::from(game.stars()) / all_stars.max(1.0);
    "soviet-hqs-lost": "Soviet HQs eliminated so far" / 3.0 => tracks.hqs_lost;
    "objective-1": "Soviet viewer: 1 if chosen; always 0 for the Axis" => chosen(ObjectiveSet::CHIR);
    "objective-2": "Soviet viewer: 1 if chosen; always 0 for the Axis" => chosen(ObjectiveSet::AIRFIELDS);
    "objective-3": "Soviet viewer: 1 if chosen; always 0 for the Axis" => chosen(ObjectiveSet::DESTROY);
    "objective-4": "Soviet viewer: 1 if chosen; always 0 for the Axis" => chosen(ObjectiveSet::DONETS);
}

/// All that is shown.
const SHOWN: Shown = Shown {
    static_planes: STATIC_PLANES,
    sides: &[UNIT_PLANES, SIDE_PLANES],
    procedure: PROCEDURE_PLANES,
    globals: GLOBALS,
    verbs: Action::VERBS,
    units: super::ids::UNIT_CAPACITY,
    max_actions: MAX_ACTIONS,
};

/// Shape of the observations of a scenario.
pub(super) fn spec(data: &Data) -> ObservationSpec {
    SHOWN.on(&data.map.grid, |hex, cell| add_ground(&data.map, hex, cell))
}

impl Observe for Armir {
    fn observation_spec(data: &Prepared) -> &ObservationSpec {
        &data.observation
    }

    fn observe(&self, viewer: Side, out: &mut Observation<'_>) {
        let put_both = |side: Side, planes: &mut Planes<'_>| {
            for unit in units(side, self.board.on_map(side)) {
                add_unit(self, unit, &mut planes.cell(self.standing(unit)));
            }
            planes.skip(UNIT_PLANES);
            put_side(self, side, planes);
        };
        let area = self.data.map.grid.len();
        channels::observe(viewer, area, out, put_both, |planes| put_procedure(self, planes), |globals| put_globals(self, viewer, globals));
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

impl Armir {
    /// The hex of a unit on the map.
    fn standing(&self, unit: UnitId) -> Hex {
        self.board.hex(unit).expect("a unit on the map stands in a hex")
    }

    /// The secret choice, if the viewer knows it [17.1].
    pub fn known_objectives(&self, viewer: Side) -> Option<ObjectiveSet> {
        let known = viewer == Side::Soviet || self.outcome().is_some();
        (known && self.objectives().0 != 0).then(|| self.objectives())
    }
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
