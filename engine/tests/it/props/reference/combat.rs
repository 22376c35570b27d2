//! Odds of a combat [12.1][14].

use std::collections::BTreeMap;

use stavka_engine::armir::{Action, Armir, Battle, BattleKind, Class, Mobility, Nationality, PlaceKind, UnitId, edge, units};
use stavka_engine::game::{Game as _, Side};
use stavka_engine::hex::Hex;

use super::super::{Finding, require};
use super::{hex_name, in_zoc, neighbours, side_flags, values};

/// The odds of the combat at hand. `idle` are the counters that retreated onto friends in this phase [12.3.3].
pub(crate) fn odds_agree(game: &Armir, idle: &[UnitId]) -> Finding {
    let Some(battle) = game.battle() else { return Ok(()) };
    let attackers: Vec<UnitId> = units(battle.attacker, battle.attackers).collect();
    // After the die attackers die and advance: there are no odds any more.
    let beside = |unit: &UnitId| game.place(*unit).hex().is_some_and(|hex| game.data().map.grid.distance(hex, battle.target) == 1);
    if attackers.is_empty() || !attackers.iter().all(beside) || game.occupant(battle.target).is_none() {
        return Ok(());
    }
    let target = battle.target;
    let place = hex_name(game, target);
    let sheet = game.battle_sheet(battle);
    let attack = attack(game, battle, &attackers);
    require!(
        u32::from(sheet.attack) == attack,
        "[12.1] {place} is attacked with {attack} by the rules, with {} by the engine",
        sheet.attack
    );
    let defence = defence(game, battle, idle);
    require!(
        u32::from(sheet.defence) == defence,
        "[12.1] {place} is defended with {defence} by the rules, with {} by the engine",
        sheet.defence
    );

    let base = attack.checked_div(defence).map_or(7, |quotient| quotient.min(7));
    let all_across = |flag: u8| attackers.iter().all(|&unit| flags_to(game, unit, target) & flag != 0);
    let in_strongpoint = game.data().map.strongpoints.iter().flatten().any(|&hex| hex == target);
    let strongpoint = battle.attacker == Side::Soviet && in_strongpoint && all_across(edge::FORTIFIED);
    let city = game.data().map.places.iter().any(|place| place.hex == target && place.kind == PlaceKind::City);
    let shifts = u32::from(all_across(edge::RIVER)) + u32::from(strongpoint) + u32::from(city);
    let column = base.saturating_sub(shifts);
    require!(u32::from(sheet.column) == column, "[14] the column at {place} is {column} by the rules, {} by the engine", sheet.column);
    require!(sheet.strongpoint == strongpoint, "[14.3] the strongpoint at {place} counts: {strongpoint} by the rules");
    let tanks = attackers.iter().any(|&unit| {
        let counter = game.data().unit(unit);
        counter.nationality == Nationality::German && counter.mobility == Mobility::Tracked
    });
    let bonus = u8::from(battle.attacker == Side::Axis && tanks);
    require!(sheet.die_bonus == bonus, "[12.1.1] the die bonus at {place} is {bonus} by the rules, {} by the engine", sheet.die_bonus);
    require!(battle.kind == BattleKind::Attack || battle.supports == 0, "[13] guns support an overrun");
    attackers_are_entitled(game, battle, &attackers)
}

/// [12.3.1][14.2.1] Hexes to which the stack under attack may go, whenever one is asked for.
pub(crate) fn retreats_agree(game: &Armir, legal: &[Action]) -> Finding {
    let listed: Vec<Hex> = legal.iter().filter_map(|action| if let Action::RetreatTo(hex) = action { Some(*hex) } else { None }).collect();
    let Some(battle) = game.battle().filter(|_| !listed.is_empty()) else { return Ok(()) };
    let (data, side, from) = (game.data(), battle.attacker.opponent(), battle.target);
    let army = game.stack(from).next().map(|unit| data.unit(unit).formation);
    let mut open: Vec<Hex> = neighbours(game, from)
        .into_iter()
        .filter(|&(direction, to)| {
            let don = side_flags(game, from, direction, to) & edge::DON != 0;
            let free = match side {
                Side::Axis => to != data.map.bokovskaya && !(don && in_zoc(game, Side::Soviet, to, false)),
                Side::Soviet => {
                    let closed = data.map.roads.iter().any(|road| road.closed && road.path.contains(&to));
                    !closed && game.stack(to).all(|unit| Some(data.unit(unit).formation) == army)
                }
            };
            game.occupant(to) != Some(side.opponent()) && free
        })
        .map(|(_, to)| to)
        .collect();
    open.sort_unstable();
    let mut found = listed.clone();
    found.sort_unstable();
    require!(found == open, "[12.3.1] retreats from {} go to {open:?} by the rules, to {found:?} by the engine", hex_name(game, from));
    Ok(())
}

fn flags_to(game: &Armir, unit: UnitId, target: Hex) -> u8 {
    let from = game.place(unit).hex().expect("an attacker stands on the map");
    let direction = game.data().map.grid.direction(from, target).expect("an attacker stands next to its target");
    side_flags(game, from, direction, target)
}

/// [12][12.a][12.e][14.2.1]
fn attackers_are_entitled(game: &Armir, battle: &Battle, attackers: &[UnitId]) -> Finding {
    let data = game.data();
    for &unit in attackers {
        let id = &data.unit(unit).id;
        require!(data.unit(unit).class == Class::Combat, "[12.a] {id} attacks");
        require!(
            battle.attacker == Side::Soviet || flags_to(game, unit, battle.target) & edge::DON == 0,
            "[14.2.1] {id} attacks across the Don"
        );
        let army = data.unit(attackers[0]).formation;
        require!(battle.attacker == Side::Axis || data.unit(unit).formation == army, "[12.e] {id} attacks with another army");
        require!(
            battle.kind == BattleKind::Attack || flags_to(game, unit, battle.target) & edge::FORTIFIED == 0,
            "[13.c] {id} overruns across a strongpoint"
        );
    }
    Ok(())
}

/// Halves are rounded up per hex [1.4][8.3][11.2.2].
fn attack(game: &Armir, battle: &Battle, attackers: &[UnitId]) -> u32 {
    let mut halves = Halves::new();
    for &unit in attackers {
        let weak = game.is_out_of_supply(unit) || game.is_disorganised(unit);
        let cp = u32::from(game.cp(unit));
        add(&mut halves, game, unit, if weak { cp } else { 2 * cp });
    }
    if battle.attacker == Side::Axis {
        support(&mut halves, game, battle);
    }
    rounded(&halves)
}

/// Half CP by hex.
type Halves = BTreeMap<Hex, u32>;

fn add(halves: &mut Halves, game: &Armir, unit: UnitId, half: u32) {
    *halves.entry(game.place(unit).hex().expect("a unit that fights stands on the map")).or_default() += half;
}

fn rounded(halves: &Halves) -> u32 {
    halves.values().map(|half| half.div_ceil(2)).sum()
}

/// [10.1.2][18.4.1]
fn support(halves: &mut Halves, game: &Armir, battle: &Battle) {
    for gun in units(Side::Axis, battle.supports).filter(|&gun| game.place(gun).hex().is_some()) {
        let value = u32::from(values(game, gun).support);
        add(halves, game, gun, if game.game_turn() == 1 { value } else { 2 * value });
    }
}

/// [10.1.5][11.2.2][12.3.3]
fn defence(game: &Armir, battle: &Battle, idle: &[UnitId]) -> u32 {
    let axis = battle.attacker == Side::Soviet;
    let supports = if axis { battle.supports } else { 0 };
    let mut halves = Halves::new();
    for unit in game.stack(battle.target).filter(|unit| !idle.contains(unit) && (!axis || supports & unit.bit() == 0)) {
        let whole = match game.data().unit(unit).class {
            Class::Combat => u32::from(game.cp(unit)),
            Class::Artillery => 1,
            Class::Hq => 0,
        };
        add(&mut halves, game, unit, if game.is_disorganised(unit) { whole } else { 2 * whole });
    }
    if axis {
        support(&mut halves, game, battle);
    }
    rounded(&halves)
}
