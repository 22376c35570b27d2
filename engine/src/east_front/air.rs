//! The air war: initiative, air combat, anti-aircraft fire, missions, readiness [9][13][17].

use super::data::{
    AIR_COLUMNS, AirBox, AirEffect, AntiAirRules, InitiativeResult, MissionRules, ReadinessRules, Size, Switches, Tables, Unit, UnitKind,
    band,
};
use super::weather::Condition;
use crate::game::Side;
use crate::kit::odds;

/// [17.32.b][T.AIRINIT] The result of the initiative roll.
pub fn initiative(tables: &Tables, die: u8) -> InitiativeResult {
    *band(&tables.initiative, die as i8)
}

/// [17.32.a] Who leads an air combat: the side the roll names, if it has shooters; else, by reading A23, the other one. Nobody when
/// there is no combat.
pub fn leader(result: InitiativeResult, shooters: [u8; 2], switches: &Switches) -> Option<Side> {
    let holder = result.holder?;
    let side = if shooters[holder.index()] == 0 && switches.shooters_pair_without_the_initiative { holder.opponent() } else { holder };
    (shooters[side.index()] > 0).then_some(side)
}

/// [17.33.c][T.AIRCOMBAT] What a shooter does to its target.
pub fn fire(tables: &Tables, shooter: i8, target: i8, die: u8) -> AirEffect {
    let results: &[AirEffect; AIR_COLUMNS] = odds::row(&tables.air_combat, 1, die as i8);
    *odds::row(results, -3, shooter - target)
}

/// Units that fire at aircraft.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Battery {
    /// Anti-aircraft units.
    pub anti_air: u8,
    /// Soviet headquarters.
    pub hqs: u8,
    /// One of the firing units is out of supply.
    pub out_of_supply: bool,
}

/// [17.43][T.AA.sov][T.AA.axis] Modifier of a side's fire at an aircraft: what helps and what hinders is limited each by itself
/// before the two are set off.
pub fn anti_air_modifier(rules: &AntiAirRules, firing: Side, battery: Battery, model: &str) -> i8 {
    let at_model = match firing {
        Side::Axis => &rules.axis_fire_at,
        Side::Soviet => &rules.soviet_fire_at,
    };
    let hqs = if firing == Side::Soviet { rules.soviet_hq * battery.hqs as i8 } else { 0 };
    let hunger = if battery.out_of_supply { rules.out_of_supply } else { 0 };
    let terms = [rules.anti_air_unit * battery.anti_air as i8, hqs, hunger, at_model.get(model).copied().unwrap_or(0)];
    let helps: i8 = terms.iter().filter(|drm| **drm > 0).sum();
    let hinders: i8 = terms.iter().filter(|drm| **drm < 0).sum();
    helps.min(rules.side_limit) + hinders.max(-rules.side_limit)
}

/// [17.43][T.AA] What anti-aircraft fire does to a mission unit.
pub fn anti_air(rules: &AntiAirRules, die: u8, modifier: i8) -> AirEffect {
    band(&rules.results, die as i8 + modifier).effect
}

/// [17.42][T.AA.none] Whether a unit fires at aircraft. `zoc` is that of the side of it that is up; `operational` matters to headquarters.
pub fn fires(unit: &Unit, zoc: bool, operational: bool, switches: &Switches) -> bool {
    if unit.kind.is_anti_air() {
        return true;
    }
    match (unit.side, unit.kind) {
        (_, UnitKind::Cavalry) => false,
        (Side::Soviet, UnitKind::Hq) => operational || switches.broken_hqs_fire_at_aircraft,
        (Side::Soviet, UnitKind::Flotilla) => false,
        (Side::Soviet, _) => unit.size == Size::Division,
        (Side::Axis, UnitKind::Flotilla) => true,
        (Side::Axis, _) => zoc,
    }
}

/// [13.14] Level of interdiction of the surviving mission units.
pub fn interdiction_level(rules: &MissionRules, points: &[u8]) -> u8 {
    points.iter().sum::<u8>().min(rules.interdiction_most)
}

/// [17.33.d][17.44] The box a unit goes to when it comes home with an effect.
pub const fn home(effect: AirEffect) -> AirBox {
    match effect {
        AirEffect::Nothing | AirEffect::Flown => AirBox::Flown,
        AirEffect::Damaged => AirBox::Damaged,
        AirEffect::Destroyed => AirBox::Destroyed,
    }
}

/// [9.11][T.AIRBOX] The box of a unit after its readiness roll; Ready and Destroyed units do not roll.
pub fn readiness(rules: &ReadinessRules, at: AirBox, die: u8, condition: Condition, storm: bool) -> AirBox {
    let gale = if storm { rules.storm } else { 0 };
    match at {
        AirBox::Flown if die as i8 + rules.flown_weather[condition.index()] + gale <= rules.flown_to => AirBox::Ready,
        AirBox::Damaged if die as i8 + rules.damaged_weather[condition.index()] <= rules.damaged_to => AirBox::Flown,
        other => other,
    }
}
