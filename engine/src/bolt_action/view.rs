//! What a side sees: observations. Nothing is hidden, so there is one world.

use super::BoltAction;
use super::action::Action;
use super::data::Data;
use super::data::mission::Victory;
use super::data::units::{Penetration, Shots, WeaponId};
use super::frame::Frame;
use super::ids::{UnitId, units};
use super::prepared::Prepared;
use super::resolution::damage::{self, DamageTarget};
use super::terms::{Class, Cover, Ground, Mount, Order};
use crate::dice::Dice;
use crate::game::{Determinize, Game as _, Side, Turn};
use crate::kit::actions::usual_token;
use crate::kit::channels::{self, PlaneValue, Planes, Shown, Values, channels};
use crate::observation::{ActionIds, ActionToken, Cells, Observation, ObservationSpec, Observe, Role};
use crate::square::{Cell, Quarter};

/// Longest legal list: a Run over open ground, cell by cell as another choice, with room to spare.
const MAX_ACTIONS: usize = 448;
/// Numbers that units can have.
const UNITS: usize = 32;

channels! {
    /// Planes that do not change during a game.
    const STATIC_PLANES, fn add_ground(data: &Data, at: Cell) to Cell {
        let glyph = data.battlefield.glyph(at);
        let cover = glyph.cover.unwrap_or(Cover::None);
    }
    "in-play": "1 on cells of the battlefield", roles [Role::InPlay] => true;
    "open": "1 on open ground" => glyph.ground == Ground::Open;
    "road": "1 on roads" => glyph.ground == Ground::Road;
    "rough": "1 on rough ground" => glyph.ground == Ground::Rough;
    "obstacle": "1 on obstacles" => glyph.ground == Ground::Obstacle;
    "building": "1 in buildings" => glyph.ground == Ground::Building;
    "impassable": "1 where nobody goes" => glyph.ground == Ground::Impassable;
    "soft": "1 where soft cover is" => cover == Cover::Soft;
    "hard": "1 where hard cover is" => cover == Cover::Hard;
    "blocks": "1 where sight is blocked" => glyph.blocks;
    "woods": "1 in woods" => glyph.woods;
    "objective": "1 on objectives" => data.mission.objectives.contains(&at);
}

channels! {
    /// What a living unit adds to the planes of its side.
    const UNIT_PLANES, fn add_unit(game: &BoltAction, unit: UnitId) to Cell {
        let (piece, template) = (game.piece(unit), game.data.unit(unit));
        let whole = u16::from(template.models());
    }
    "men": "men, 1 for a vehicle" / 12.0, roles [Role::OwnSteps, Role::OtherSteps] => piece.men;
    "value": "points, by the men who are left, in pairs" / 100.0 => (template.points * u16::from(piece.men) / whole).div_ceil(2);
    "pins": "pin markers" / 10.0 => piece.pins;
    "waits": "1 if the unit has no order yet" => piece.order.is_none();
    "down": "1 if it is Down" => piece.order == Some(Order::Down);
    "ambush": "1 if it waits in Ambush" => piece.order == Some(Order::Ambush);
    "armour": "number that damages the vehicle" / 11.0 => template.armour.map(|armour| damage::damage_value(&game.data.tables, DamageTarget::Vehicle(armour)));
    "anti-tank": "greatest penetration of its weapons" / 7.0 => game.best_penetration(unit);
    "stirred": "1 if it has moved in this turn, or cannot move any more" => piece.moved || piece.immobilised;
}

channels! {
    /// Planes of a side that its units make together.
    const SIDE_PLANES, fn put_side(game: &BoltAction, side: Side) to Planes {}
    "zone": "1 where the side sets up" => &game.data.mission.zones[side.index()];
    "fire": "shots of small arms that reach the cell, sight aside" / 20.0 => SmallArms { game, side };
    "officer": "1 in the radius of an officer" => Officers { game, side };
    "arc": "1 in reach and arc of weapons that do not fire all round" => Arcs { game, side };
    "control": "1 near objectives that the side holds", roles [Role::OwnControl, Role::OtherControl] => Held { game, side };
}

channels! {
    /// Planes of the procedures in progress.
    const PROCEDURE_PLANES, fn put_procedure(game: &BoltAction) to Planes {
        let acting = game.acting();
        let stands = acting.and_then(|unit| game.piece(unit).cell);
    }
    "acting": "1 where the unit that acts stands" => stands;
    "target": "1 where its target stands" => game.target().and_then(|unit| game.piece(unit).cell);
    "path": "1 on the cells that it still goes through" => Values(game.path_ahead().map(|cell| (cell, true)));
    "watched": "1 where enemies stand that wait in Ambush for it" => Values(game.watchers().map(|cell| (cell, true)));
    "seen": "1 where the unit that acts sees" => Seen { data: game.data, from: stands, value: |_| 1 };
    "cover": "cover of a target there: 1 soft, 2 hard" / 2.0 => Seen { data: game.data, from: stands, value: |cover| cover as u8 };
}

channels! {
    /// Everything else that is seen.
    const GLOBALS, fn put_globals(game: &BoltAction, viewer: Side) to Globals {
        let (other, mission) = (viewer.opponent(), &game.data.mission);
        let bag = [viewer, other].map(|side| game.in_bag(side) as f32);
        let acting = game.acting();
        let phase = Phase::of(game);
        let towards = if viewer == Side::Axis { 1.0 } else { -1.0 };
    }
    "viewer-axis": "1 if the viewer is the Axis" => viewer == Side::Axis;
    "to-act-own": "1 if the viewer decides" => game.turn() == Turn::Player(viewer);
    "to-act-other": "1 if the opponent decides" => game.turn() == Turn::Player(other);
    "turn": "share of the turns that has begun" => f32::from(game.turn) / f32::from(mission.turns);
    "extra-turn": "1 in the turn after the last" => game.turn > mission.turns;
    "bag-own": "order dice of the viewer in the bag" / 13.0 => bag[0];
    "bag-other": "order dice of the opponent in the bag" / 13.0 => bag[1];
    "bag-share": "chance that the next die is the viewer's" => bag[0] / (bag[0] + bag[1]).max(1.0);
    "units-own": "living units of the viewer" / 13.0 => game.alive(viewer).count_ones() as u8;
    "units-other": "living units of the opponent" / 13.0 => game.alive(other).count_ones() as u8;
    "points-own": "points of the viewer's living units" / 1000.0 => game.points_alive(viewer);
    "points-other": "points of the opponent's living units" / 1000.0 => game.points_alive(other);
    "margin": "points by which the viewer is ahead" / 300.0 => towards * f32::from(game.margin());
    "by-points": "1 if points decide" => matches!(mission.victory, Victory::Points { .. });
    "by-objectives": "1 if the attacker has to hold objectives" => matches!(mission.victory, Victory::Objectives { .. });
    "by-area": "1 if the attacker has to be in an area" => matches!(mission.victory, Victory::Hold { .. });
    "by-passage": "1 if the attacker has to break through" => matches!(mission.victory, Victory::Breakthrough { .. });
    "by-charges": "1 if the attacker has to lay charges" => matches!(mission.victory, Victory::Demolition { .. });
    "attacks-own": "1 if the viewer attacks" => mission.attacker == Some(viewer);
    "attacks-other": "1 if the opponent attacks" => mission.attacker == Some(other);
    "set-up": "1 in the set-up" => phase == Some(Phase::SetUp);
    "order": "1 where an order is given or tested" => phase == Some(Phase::Order);
    "move": "1 in a move" => phase == Some(Phase::Move);
    "shot": "1 where a target is chosen" => phase == Some(Phase::Shot);
    "reaction": "1 where somebody reacts, or fires from Ambush" => phase == Some(Phase::Reaction);
    "dice": "1 in the dice of a volley or of damage" => phase == Some(Phase::Dice);
    "close": "1 in close quarters" => phase == Some(Phase::Close);
    "turn-end": "1 at the end of a turn" => phase == Some(Phase::TurnEnd);
    "acting-pins": "pin markers of the unit that acts" / 10.0 => acting.map(|unit| game.piece(unit).pins);
    "acting-passes": "chance that it passes a test of order" => acting.map(|unit| game.chance_to_pass(unit));
}

/// All that is shown.
const SHOWN: Shown = Shown {
    static_planes: STATIC_PLANES,
    sides: &[UNIT_PLANES, SIDE_PLANES],
    procedure: PROCEDURE_PLANES,
    globals: GLOBALS,
    verbs: Action::VERBS,
    units: UNITS,
    max_actions: MAX_ACTIONS,
};

/// Shape of the observations of a scenario.
pub(super) fn spec(data: &Data) -> ObservationSpec {
    let lattice = data.battlefield.lattice;
    SHOWN.over(Cells::Square, [lattice.height(), lattice.width()], |index, cell| add_ground(data, Cell(index), cell))
}

impl Observe for BoltAction {
    fn observation_spec(data: &Prepared) -> &ObservationSpec {
        &data.observation
    }

    fn observe(&self, viewer: Side, out: &mut Observation<'_>) {
        let put_both = |side: Side, planes: &mut Planes<'_>| {
            for unit in units(side, self.alive(side)) {
                add_unit(self, unit, &mut planes.cell(self.board.cell(unit)));
            }
            planes.skip(UNIT_PLANES);
            put_side(self, side, planes);
        };
        let area = self.data.lattice().len();
        channels::observe(viewer, area, out, put_both, |planes| put_procedure(self, planes), |globals| put_globals(self, viewer, globals));
    }

    fn token(&self, action: Action) -> ActionToken {
        let unit = action.unit();
        let stands = unit.and_then(|unit| self.piece(unit).cell);
        action.token(self, usual_token(action.verb(), unit, stands, action.cell()))
    }

    fn action_ids(data: &Prepared) -> ActionIds {
        Action::ids(data)
    }

    fn action_id(&self, action: Action, ids: &ActionIds) -> u64 {
        action.id(self.data, ids)
    }
}

impl Determinize for BoltAction {
    fn determinize(&self, _: Side, _: &mut Dice) -> Self {
        self.clone()
    }

    fn view_hash(&self, _: Side) -> u64 {
        self.state_hash()
    }

    fn sees_all(&self, _: Side) -> bool {
        true
    }
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    SetUp,
    Order,
    Move,
    Shot,
    Reaction,
    Dice,
    Close,
    TurnEnd,
}

impl Phase {
    fn of(game: &BoltAction) -> Option<Phase> {
        Some(match game.frames.top()? {
            Frame::SetUp | Frame::Placing(..) | Frame::FirstFacing(_) => Phase::SetUp,
            Frame::TurnStart
            | Frame::Draw
            | Frame::Choice(_)
            | Frame::Charge(_)
            | Frame::OrderTest(_)
            | Frame::FubarDie(_)
            | Frame::RallyDie(_) => Phase::Order,
            Frame::Panic(..) | Frame::Walk(_) | Frame::Steps(_) | Frame::Drive(_) | Frame::Path(_) | Frame::Turning(_) => Phase::Move,
            Frame::Shooting(..) | Frame::Friend(_) => Phase::Shot,
            Frame::Ambush(_) | Frame::Reaction | Frame::ReturnFire => Phase::Reaction,
            Frame::Volley(_) | Frame::MishapDie(..) | Frame::MassiveDice(..) | Frame::Suffering(..) | Frame::FireTest(_) => Phase::Dice,
            Frame::Contact | Frame::Melee(_) | Frame::ConsolidationDie(_) | Frame::Consolidation(..) => Phase::Close,
            Frame::Keeping(..) | Frame::TurnEnd | Frame::ExtraTurnDie => Phase::TurnEnd,
        })
    }
}

impl BoltAction {
    /// The unit that acts, or that dice are rolled for.
    pub fn acting(&self) -> Option<UnitId> {
        match self.frames.top()? {
            Frame::Reaction | Frame::Volley(_) => Some(self.volley.shooter),
            Frame::ReturnFire | Frame::Contact | Frame::Melee(_) => Some(self.melee.attacker),
            frame => frame.unit(),
        }
    }

    /// The unit that is shot at or assaulted.
    pub fn target(&self) -> Option<UnitId> {
        match self.frames.top()? {
            Frame::Reaction | Frame::Volley(_) => Some(self.volley.target),
            Frame::ReturnFire | Frame::Contact | Frame::Melee(_) => Some(self.melee.target),
            _ => None,
        }
    }

    /// Points of the living units of a side.
    pub fn points_alive(&self, side: Side) -> u16 {
        units(side, self.alive(side)).map(|unit| self.data.unit(unit).points).sum()
    }

    /// Chance, 0 to 1, that a unit passes a test of its order.
    pub fn chance_to_pass(&self, unit: UnitId) -> f32 {
        if self.piece(unit).is_alive() { self.order_test(unit)[0] as f32 / 36.0 } else { 0.0 }
    }

    /// The greatest penetration of the weapons of a unit and of its Panzerfausts.
    fn best_penetration(&self, unit: UnitId) -> u8 {
        let of = |weapon: WeaponId| damage::pen_against_vehicles(&self.data.tables, self.data.weapon(weapon)).unwrap_or(0);
        let piece = self.piece(unit);
        let carried = self.data.panzerfaust.filter(|_| piece.panzerfausts > 0);
        self.data.arms(unit, piece.men).weapons.as_slice().iter().map(|held| held.weapon).chain(carried).map(of).max().unwrap_or(0)
    }

    /// The cells that a unit on its path still goes through.
    fn path_ahead(&self) -> impl Iterator<Item = Cell> + '_ {
        let moving = matches!(self.frames.top(), Some(Frame::Path(_) | Frame::Ambush(_)));
        let mut at = self.acting().filter(|_| moving).and_then(|unit| self.piece(unit).cell);
        let mut route = self.march.route;
        std::iter::from_fn(move || {
            at = self.data.lattice().step(at?, route.next()?);
            at
        })
    }

    /// The cells of enemies who wait in Ambush for the unit that moves.
    fn watchers(&self) -> impl Iterator<Item = Cell> + '_ {
        let moves = Phase::of(self) == Some(Phase::Move) || matches!(self.frames.top(), Some(Frame::Ambush(_)));
        let mover = self.acting().filter(|&unit| moves && self.piece(unit).is_alive());
        mover.into_iter().flat_map(|mover| self.ambushers(mover)).map(|unit| self.board.cell(unit))
    }

    /// The living units of a side with their cells.
    fn standing(&self, side: Side) -> impl Iterator<Item = (UnitId, Cell)> + '_ {
        units(side, self.alive(side)).map(|unit| (unit, self.board.cell(unit)))
    }
}

/// Shots of small arms by cell.
struct SmallArms<'a> {
    game: &'a BoltAction,
    side: Side,
}

impl PlaneValue for SmallArms<'_> {
    fn paint(self, plane: &mut [u8]) {
        let SmallArms { game, side } = self;
        for (unit, cell) in game.standing(side) {
            for held in game.data.arms(unit, game.piece(unit).men).weapons.as_slice() {
                let weapon = game.data.weapon(held.weapon);
                let (Penetration::SmallArm, Shots::Fixed(shots), true) = (weapon.pen, weapon.shots, weapon.is_direct()) else { continue };
                let shots = shots * held.count;
                for row in game.data.lattice().disc(cell, weapon.range) {
                    plane[row].iter_mut().for_each(|value| *value = value.saturating_add(shots));
                }
            }
        }
    }
}

/// Cells in the radius of an officer.
struct Officers<'a> {
    game: &'a BoltAction,
    side: Side,
}

impl PlaneValue for Officers<'_> {
    fn paint(self, plane: &mut [u8]) {
        let data = self.game.data;
        for (unit, cell) in self.game.standing(self.side) {
            let Some(rank) = data.unit(unit).rank else { continue };
            data.lattice().disc(cell, data.tables.officer_radius[rank.index()]).for_each(|row| plane[row].fill(1));
        }
    }
}

/// Cells that weapons with an arc reach.
struct Arcs<'a> {
    game: &'a BoltAction,
    side: Side,
}

impl PlaneValue for Arcs<'_> {
    fn paint(self, plane: &mut [u8]) {
        let data = self.game.data;
        let lattice = data.lattice();
        for (unit, cell) in self.game.standing(self.side) {
            let (piece, template) = (self.game.piece(unit), data.unit(unit));
            let ahead = |weapon: WeaponId| data.weapon(weapon).range;
            let range = if template.class == Class::Vehicle {
                let bound = template.mounted.iter().filter(|mounted| matches!(mounted.mount, Mount::Hull | Mount::Casemate));
                bound.map(|mounted| ahead(mounted.weapon)).max()
            } else {
                let held = data.arms(unit, piece.men).weapons.as_slice().iter().map(|held| held.weapon);
                held.filter(|&weapon| data.weapon(weapon).fixed).map(ahead).max()
            };
            for at in range.into_iter().flat_map(|range| lattice.disc(cell, range)).flatten() {
                if piece.facing.quarter(lattice.offset(cell, Cell(at as u16))) == Quarter::Front {
                    plane[at] = 1;
                }
            }
        }
    }
}

/// Cells near the objectives that a side holds.
struct Held<'a> {
    game: &'a BoltAction,
    side: Side,
}

impl PlaneValue for Held<'_> {
    fn paint(self, plane: &mut [u8]) {
        let (game, mission) = (self.game, &self.game.data.mission);
        for &objective in mission.objectives.iter().filter(|&&cell| game.holder(cell) == Some(self.side)) {
            game.data.lattice().disc(objective, mission.radius).for_each(|row| plane[row].fill(1));
        }
    }
}

/// A value of the cells that a cell sees, by their cover.
struct Seen {
    data: &'static Prepared,
    from: Option<Cell>,
    value: fn(Cover) -> u8,
}

impl PlaneValue for Seen {
    fn paint(self, plane: &mut [u8]) {
        let Some(from) = self.from else { return };
        for (at, value) in self.data.lattice().cells().zip(plane) {
            if let Some(cover) = self.data.sight.cover(from, at) {
                *value = (self.value)(cover);
            }
        }
    }
}
