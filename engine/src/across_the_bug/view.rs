//! What a side may see: observations, and the worlds it cannot tell apart.

use super::AcrossTheBug;
use super::action::Action;
use super::data::Data;
use super::ids::{UNIT_CAPACITY, UnitId, units};
use super::prepared::Prepared;
use super::terms::Terrain;
use crate::dice::Dice;
use crate::game::{Determinize, Game as _, Side, Turn};
use crate::hex::Hex;
use crate::kit::actions::usual_token;
use crate::kit::channels::{self, Planes, Shown, Sums, Values, channels};
use crate::observation::{ActionIds, ActionToken, Observation, ObservationSpec, Observe, Role};

/// Longest legal list, with room to spare.
const MAX_ACTIONS: usize = 500;

channels! {
    /// Planes that do not change during a game.
    const STATIC_PLANES, fn add_ground(data: &Data, hex: Hex) to Cell {
        let map = &data.map;
        let terrain = map.terrain(hex);
        let sides = &map.sides[hex.index()];
        let points: u8 = data.script.objectives.iter().filter(|objective| objective.hex == hex).map(|objective| objective.points).sum();
    }
    "open": "1 on hexes in play", roles [Role::InPlay] => data.script.area.contains(hex);
    "forest": "1 on forest" => terrain == Terrain::Forest;
    "swamp": "1 on swamp" => terrain == Terrain::Swamp;
    "village": "1 on villages" => terrain == Terrain::Village;
    "city": "1 on cities" => terrain == Terrain::City;
    "fort": "1 on strongpoints" => map.strongpoint_at(hex).is_some();
    "road": "hexsides crossed by roads and railways" / 6.0 => sides.iter().filter(|side| side.has_way()).count();
    "bug": "hexsides of the Bug" / 6.0 => sides.iter().filter(|side| side.is_unbridged_bug()).count();
    "points": "victory points of the hex" / 4.0 => points;
}

channels! {
    /// What a unit adds to the planes of its side.
    const UNIT_PLANES, fn add_unit(game: &AcrossTheBug, unit: UnitId) to Cell {
        let roster = &game.data.roster;
        let combat = roster.combat.contains(unit);
        let points = combat.then(|| game.board.points(unit));
        let face = game.board.face(game.data, unit);
    }
    "steps": "strength points in the hex" / 12.0, roles [Role::OwnSteps, Role::OtherSteps] => points;
    "tank": "Tank points in the hex" / 12.0 => roster.afv.contains(unit).then_some(face.points);
    "anti-tank": "AT points in the hex" / 12.0 => (combat && !roster.afv.contains(unit)).then_some(face.points);
    "leg": "strength points on foot" / 12.0 => roster.leg.contains(unit).then(|| game.board.points(unit));
    "disorganized": "disorganized units" / 3.0 => combat && game.board.is_disorganized(unit);
    "hq": "headquarters" / 2.0 => roster.hqs.contains(unit);
    "support": "support points of headquarters" / 4.0 => roster.hqs.contains(unit).then(|| game.board.points(unit));
    "level": "activation levels of headquarters" / 6.0
        => roster.hqs.contains(unit).then(|| game.board.level(roster.own_formation(unit)));
}

channels! {
    /// Planes of a side that do not come from its units one by one.
    const SIDE_PLANES, fn put_side(game: &AcrossTheBug, side: Side) to Planes {}
    "covered": "counters that the other side does not know" / 3.0 => Sums(game.covered_counters(side));
    "zoc": "1 in a ZOC of the side" => *game.board.zoc(side);
    "control": "1 on settlements and victory hexes that the side was last in", roles [Role::OwnControl, Role::OtherControl]
        => game.board.last_held(game.data, side);
}

channels! {
    /// Planes of the procedures in progress.
    const PROCEDURE_PLANES, fn put_procedure(game: &AcrossTheBug) to Planes {}
    "stack": "1 where the stack that acts stands" => game.march_hex();
    "target": "1 on the hexes of the combat in progress" => game.embattled();
    "improved": "1 in improved defence" => *game.board.improved();
    "pontoon": "1 beside pontoon bridges" => Values(game.board.pontoons.joined(&game.data.map.grid).flat_map(|(a, b)| [(a, true), (b, true)]));
}

channels! {
    /// Everything else that is seen.
    const GLOBALS, fn put_globals(game: &AcrossTheBug, viewer: Side) to Globals {
        let other = viewer.opponent();
        let acting = game.acting();
        let (marked, bonus) = game.initiative_marker();
    }
    "viewer-axis": "1 if the viewer is the Axis" => viewer == Side::Axis;
    "to-act-own": "1 if the viewer decides" => game.turn() == Turn::Player(viewer);
    "to-act-other": "1 if the opponent decides" => game.turn() == Turn::Player(other);
    "turn": "turn" / 7.0 => game.turn;
    "points": "German victory points" / 24.0 => f32::from(game.victory_points());
    "luck": "1 if the viewer holds the luck token" => game.luck == viewer;
    "orders": "counterattack orders left" / 4.0 => game.orders;
    "interdiction": "level of interdiction" / 2.0 => game.interdiction;
    "initiative-own": "bonus of the viewer on the initiative marker" / 8.0 => if marked == viewer { bonus } else { 0 };
    "initiative-other": "bonus of the opponent" / 8.0 => if marked == viewer { 0 } else { bonus };
    "passed-own": "1 if the viewer has passed" => game.has_passed(viewer);
    "passed-other": "1 if the opponent has passed" => game.has_passed(other);
    "action-points": "Action Points of the formation that acts" / 7.0 => acting.map(|(_, points)| points);
    "reacts": "1 in a reaction" => game.is_reacting();
    "surprise": "surprise activations left" / 3.0 => game.surprise.left();
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

impl Observe for AcrossTheBug {
    fn observation_spec(data: &Prepared) -> &ObservationSpec {
        &data.observation
    }

    /// [5.3.4] Of enemy counters that are not known only the number is shown, and strength that belongs to several evenly.
    fn observe(&self, viewer: Side, out: &mut Observation<'_>) {
        let seen = &*self.as_seen_by(viewer);
        let put_both = |side: Side, planes: &mut Planes<'_>| {
            let hidden = if side == viewer { 0 } else { seen.board.known.covered(side) };
            for unit in units(side, seen.board.on_map(side) & !hidden) {
                let hex = seen.board.hex(unit).expect("a counter on the map stands in a hex");
                add_unit(seen, unit, &mut planes.cell(hex));
            }
            planes.skip(UNIT_PLANES);
            put_side(seen, side, planes);
        };
        let area = self.data.map.grid.len();
        channels::observe(viewer, area, out, put_both, |planes| put_procedure(seen, planes), |globals| put_globals(seen, viewer, globals));
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

impl AcrossTheBug {
    /// The hexes of counters that the other side does not know, one by one.
    fn covered_counters(&self, side: Side) -> impl Iterator<Item = (Hex, bool)> + '_ {
        units(side, self.board.known.covered(side)).filter_map(|unit| Some((self.board.hex(unit)?, true)))
    }

    /// The hexes of the combat in progress.
    fn embattled(&self) -> &[Hex] {
        let open = self.battle.units != [0; 2];
        if open { &self.battle.hexes } else { &[] }
    }
}

impl Determinize for AcrossTheBug {
    fn determinize(&self, viewer: Side, dice: &mut Dice) -> Self {
        self.drawn_for(viewer, dice)
    }

    fn view_hash(&self, viewer: Side) -> u64 {
        self.as_seen_by(viewer).state_hash()
    }

    fn sees_all(&self, viewer: Side) -> bool {
        !self.is_veiled(viewer.opponent())
    }
}
