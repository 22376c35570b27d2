//! What is decided by habit: production, who takes hits, where aircraft are based.

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::{Firing, Role};
use stavka_engine::blocks_in_the_east::terms::{Colour, Infrastructure, Nation};
use stavka_engine::blocks_in_the_east::{Action, Asked, RaidTarget, UnitId};
use stavka_engine::hex::Hex;

use super::glance::{CORPS, Glance};

/// Points that are kept for rail moves, by side: the Axis has the longer way.
const FARES: [u16; 2] = [4, 2];
/// Hexes from the enemy within which a unit is at the front.
const FRONT: f32 = 6.0;
/// What a point must buy, in worth.
const THRIFT: f32 = 0.3;
/// What a point of another colour than yellow gets over others: it pays for nothing else.
const COLOURED: f32 = 1.0;
/// What a railway or a sea route is worth to build, against keeping the points.
pub(super) const PROJECT: f32 = 0.25;
/// What a battalion of partisans is worth to who may raise it: more than the points that it costs, for it costs none.
const BATTALION: f32 = 2.0;
/// What it is worth to the Axis to be rid of a battalion.
pub(super) const SWEEP: f32 = 0.15;
/// What a point is worth that the enemy lacks for a turn.
const POINT: f32 = 0.25;
/// What a rail move is worth that he lacks.
const STATION: f32 = 0.2;
/// What the fire of a town, or of a unit, costs those who bomb there.
const FLAK: f32 = 0.1;
/// A new unit comes to the front a turn late.
const LATE: f32 = 0.7;

/// What a point that is spent on a unit buys, in worth.
pub(super) fn need(glance: &Glance<'_>, action: Action, unit: UnitId) -> f32 {
    let (game, data) = (glance.game, glance.game.data());
    let known = data.unit(unit);
    let quality = glance.survey.ground.quality[unit.index()];
    let bought = |gain: u8, price: Option<u8>| f32::from(gain) * quality / f32::from(price.unwrap_or(1).max(1));
    let coloured = if game.colour_of_price(unit).is_some_and(|colour| colour != Colour::Yellow) { COLOURED } else { 0.0 };
    coloured
        + match action {
            Action::Repair(_) => {
                let step = game.step(unit);
                let gain = known.steps[step.saturating_sub(1)].strength - known.steps[step].strength;
                let away = game.place(unit).hex().map_or(FRONT, |hex| f32::from(glance.hexes_to_enemy(hex)));
                bought(gain, game.repair_price(unit)) * (1.3 - (away / FRONT).min(1.0) * 0.5)
            }
            Action::Rebuild(_) => LATE * bought(known.steps.last().map_or(0, |step| step.strength), game.rebuilding_price(unit)),
            // A reinforcement costs nothing.
            _ => 10.0,
        }
}

/// What it is worth to keep points.
pub(super) fn thrift(glance: &Glance<'_>) -> f32 {
    let great = Nation::great(glance.side);
    if glance.game.saved(great) <= FARES[glance.side.index()] { 0.9 } else { THRIFT }
}

/// A point of a colour for an ally that has units to repair with such points and none to pay with.
pub(super) fn aid(glance: &Glance<'_>, nation: Nation, colour: Colour) -> f32 {
    let game = glance.game;
    let needs = |unit: UnitId| colour == Colour::Yellow || game.colour_of_price(unit) == Some(colour);
    let is_broken = |unit: UnitId| game.data().unit(unit).nation == nation && game.repair_price(unit).is_some() && needs(unit);
    let broken = || game.units_on_map(Side::Axis).filter(|&(unit, _)| is_broken(unit));
    if game.saved_of(nation, colour) == 0 && broken().count() > 1 { 0.5 } else { 0.1 }
}

/// What a hit costs a unit: the step at its price and quality, and more if it is the last one. A shield that is whole takes a hit for nothing.
pub(super) fn price_of_a_hit(glance: &Glance<'_>, unit: UnitId) -> f32 {
    let (game, data) = (glance.game, glance.game.data());
    let known = data.unit(unit);
    if known.shield && !game.is_shield_hit(unit) {
        return 0.0;
    }
    let step = game.step(unit);
    let price = data.tables.production.cost(known.steps[step].colour).map_or(4.0, f32::from);
    let next = known.steps.get(step + 1).map_or(0, |step| step.strength);
    let lost = f32::from(known.steps[step].strength - next) * glance.survey.ground.quality[unit.index()];
    let last = if step + 1 == known.steps.len() { 2.0 } else { 0.0 };
    0.5 * price + lost + last
}

/// What a headquarters gains that fires as artillery: the hits to be expected, against the step that it costs.
pub(super) fn fire(glance: &Glance<'_>, unit: UnitId) -> f32 {
    let game = glance.game;
    let known = game.data().unit(unit);
    let Some(battle) = game.battle_report() else { return 0.0 };
    let role = if unit.side() == battle.attacker { Role::Attacker } else { Role::Defender };
    let tech = game.tech(unit);
    let faces = game.data().tables.powers.faces(known, tech, Firing::Artillery, role);
    f32::from(game.strength(unit)) * f32::from(faces) / 6.0 - 0.5 * price_of_a_hit(glance, unit)
}

/// Where partisans do most: on railways, on centres, and where battalions are that become a brigade.
pub(super) fn uprising(glance: &Glance<'_>, hex: Hex) -> f32 {
    let (game, map) = (glance.game, &glance.game.data().map);
    let rail = if glance.survey.ground.rails.contains(hex) { 1.0 } else { 0.0 };
    let points = map.place_at(hex).map_or(0, |place| place.yellow + place.oil);
    BATTALION + rail + 0.3 * f32::from(points) + 0.4 * f32::from(game.partisans_in(hex))
}

/// Where reconnaissance does most: over battles, in which aircraft and artillery throw half without it, and then over many enemies. An attempt
/// costs nothing.
pub(super) fn reconnaissance(glance: &Glance<'_>, hex: Hex) -> f32 {
    let enemies: f32 = glance.survey.of(glance.side.opponent()).filter(|piece| piece.hex == hex).map(|piece| piece.worth).sum();
    let battle = if glance.game.battles().contains(hex) { 1.0 } else { 0.0 };
    battle + 0.1 + 0.1 * enemies / CORPS
}

/// The part of the map with most railways of the Axis, on which partisans rise.
pub(super) fn sector(glance: &Glance<'_>, sector: u8) -> f32 {
    let (game, map) = (glance.game, &glance.game.data().map);
    let [first, last] = game.rows_of_sector(sector);
    let within = |hex: Hex| !map.is_box(hex) && (first..=last).contains(&(map.grid.offset_xy(hex).1 + 1));
    let lines = glance.survey.ground.rails.iter().filter(|&hex| within(hex) && game.owner(hex) == Some(Side::Axis));
    BATTALION + 0.01 * lines.count() as f32
}

/// What it is worth to bomb an infrastructure: the hits to be expected of those that count, less the fire of a defended place.
pub(super) fn raid(glance: &Glance<'_>, what: Infrastructure, hex: Hex) -> f32 {
    glance.game.asked().and_then(Asked::mover).map_or(0.0, |unit| raid_of(glance, unit, what, hex))
}

/// The best that a unit can bomb.
pub(super) fn best_raid(glance: &Glance<'_>, unit: UnitId) -> f32 {
    let raids = glance.game.infrastructure_in_range(unit).map(|(what, hex)| raid_of(glance, unit, what, hex));
    raids.fold(f32::NEG_INFINITY, f32::max)
}

fn raid_of(glance: &Glance<'_>, unit: UnitId, what: Infrastructure, hex: Hex) -> f32 {
    let (game, data) = (glance.game, glance.game.data());
    let faces = data.tables.powers.faces(data.unit(unit), game.tech(unit), Firing::AirAttack, Role::Attacker);
    let expected = f32::from(game.strength(unit)) * f32::from(faces) / 6.0;
    let centre = data.map.place_at(hex).map_or(0, |place| if what == Infrastructure::Wells { place.oil } else { place.yellow });
    let hits = match what {
        Infrastructure::City | Infrastructure::Mine | Infrastructure::Wells => expected.min(f32::from(centre)),
        _ => expected.min(3.0),
    };
    let worth = match what {
        Infrastructure::Port => 0.05,
        Infrastructure::Station => STATION,
        _ => POINT,
    };
    let enemies = game.stack(hex).iter().filter(|other| other.side() != unit.side()).count();
    worth * hits - FLAK * (1.0 + enemies as f32)
}

/// What it is worth to attack a target in Germany: the points that are there, and a friend beside; and to rise to a raid: its bombers.
pub(super) fn raid_over_germany(glance: &Glance<'_>, target: RaidTarget) -> f32 {
    let game = glance.game;
    let raid = game.air_war().into_iter().find(|report| report.target == target);
    let bombers = raid.map_or(0.0, |report| report.bombers.len() as f32);
    match game.asked() {
        Some(Asked::Intercept(_)) => 1.0 + bombers,
        _ => 1.0 + 0.5 * f32::from(game.points_of_target(target)) + 0.5 * bombers,
    }
}

/// How good a hex is as a base: near the enemy, not beside him.
pub(super) fn base(glance: &Glance<'_>, hex: Hex) -> f32 {
    let away = glance.hexes_to_enemy(hex);
    let near = 1.0 - 0.15 * f32::from(away.min(8));
    let danger = if away <= 1 {
        1.5
    } else if away == 2 {
        0.4
    } else {
        0.0
    };
    near - danger - 0.01 * glance.way_to_aim(None, hex)
}
