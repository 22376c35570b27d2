//! Fights for the rule tests: forces of a given strength, attacks in one line, what became of whom.

use std::collections::BTreeSet;

use stavka_engine::armir::{Armir, BattleSheet, Class, Formation, Phase, Place, PositionBuilder, Prepared};

use super::{drill, empty, hex, historical, legal_texts, play, unit};

/// Open steppe without rivers, roads or strongpoints. Its neighbours are 0509, 0609, 0610, 0611, 0511
/// and 0410.
pub(crate) const FIELD: &str = "0510";

/// A drill position on turn 3, when neither weather nor the held front interfere. Two spare units face
/// each other far away, so that the phase stays open when the fight at hand is over.
pub(crate) fn exercise() -> PositionBuilder {
    on_turn_3(PositionBuilder::empty(drill()))
}

/// The same with historical tables.
pub(crate) fn field() -> PositionBuilder {
    on_turn_3(empty())
}

pub(crate) fn on_turn_3(position: PositionBuilder) -> PositionBuilder {
    put(position.turn(3).expect("a turn of the scenario"), &[("94B/3G", "2004"), ("LegCro", "2005")])
}

/// Places counters on hexes.
#[track_caller]
pub(crate) fn put(position: PositionBuilder, counters: &[(&str, &str)]) -> PositionBuilder {
    counters.iter().fold(position, |position, (id, at)| position.place(id, at).unwrap_or_else(|error| panic!("{error}")))
}

/// Combat units of a formation whose CP add up to a total, with the steps they need for it.
pub(crate) fn muster(data: &'static Prepared, formation: Formation, total: u16) -> Vec<(&'static str, u8)> {
    fn fill(pool: &[(&'static str, [u8; 5], u8)], left: u16, chosen: &mut Vec<(&'static str, u8)>) -> bool {
        if left == 0 {
            return true;
        }
        let Some(((id, cp, most), rest)) = pool.split_first() else {
            return false;
        };
        for steps in (1..=*most).rev() {
            if let Some(still) = left.checked_sub(u16::from(cp[usize::from(steps)])) {
                chosen.push((id, steps));
                if fill(rest, still, chosen) {
                    return true;
                }
                chosen.pop();
            }
        }
        fill(rest, left, chosen)
    }
    let pool: Vec<_> = data
        .counters(formation.side())
        .filter(|(_, unit)| unit.formation == formation && unit.class == Class::Combat)
        .map(|(_, unit)| (unit.id.as_str(), unit.cp, unit.steps))
        .collect();
    let mut chosen = Vec::new();
    assert!(fill(&pool, total, &mut chosen), "no units of {} have {total} CP together", formation.name());
    chosen
}

/// A combat unit of a formation that has so many CP with some number of steps, other than those taken.
pub(crate) fn with_cp(formation: Formation, cp: u8, taken: &[(&str, u8)]) -> (&'static str, u8) {
    let free = |id: &str| taken.iter().all(|(other, _)| *other != id);
    historical()
        .counters(formation.side())
        .filter(|(_, unit)| unit.formation == formation && unit.class == Class::Combat && free(&unit.id))
        .find_map(|(_, unit)| {
            (1..=unit.steps).rev().find(|steps| unit.cp[usize::from(*steps)] == cp).map(|steps| (unit.id.as_str(), steps))
        })
        .unwrap_or_else(|| panic!("no unit of {} has {cp} CP", formation.name()))
}

/// Places units with the steps that [`muster`] or [`with_cp`] gave them.
#[track_caller]
pub(crate) fn place_force(position: PositionBuilder, force: &[(&str, u8)], at: &str) -> PositionBuilder {
    force.iter().fold(position, |position, (id, steps)| {
        position.place(id, at).and_then(|position| position.steps(id, *steps)).unwrap_or_else(|error| panic!("{error}"))
    })
}

/// Declares an attack with these units and closes the list.
#[track_caller]
pub(crate) fn attack(game: &mut Armir, target: &str, with: &[&str]) {
    play(game, &format!("attack {target}"));
    let mut with = with.to_vec();
    with.sort_by_key(|id| unit(id));
    for id in with {
        play(game, &format!("with {id}"));
    }
    play(game, "engage");
}

/// The example of the rulebook: four Soviet divisions have declared an attack on an Italian regiment in a
/// strongpoint of the II Corps, all across its fortified hexsides.
pub(crate) fn four_divisions_against_a_strongpoint() -> Armir {
    let counters = [("127/6", "1307"), ("160/6", "1307"), ("172/6", "1407"), ("267/6", "1407"), ("37/Rav", "1308")];
    let mut game = put(field(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, "1308", &["127/6", "160/6", "172/6", "267/6"]);
    game
}

/// The odds of the combat at hand.
#[track_caller]
pub(crate) fn sheet(game: &Armir) -> BattleSheet {
    game.battle_sheet(game.battle().expect("a combat is at hand"))
}

/// Rules and columns of the shifts in the combat at hand.
#[track_caller]
pub(crate) fn shifts(game: &Armir) -> Vec<(&'static str, i8)> {
    sheet(game).shifts().map(|shift| (shift.rule, shift.value)).collect()
}

/// Name of the column on which a combat is resolved.
pub(crate) fn column(sheet: &BattleSheet) -> &'static str {
    Armir::column_name(sheet.column)
}

/// CP of a counter as it stands.
pub(crate) fn cp(game: &Armir, id: &str) -> u16 {
    u16::from(game.cp(unit(id)))
}

/// Place of a counter.
pub(crate) fn at(game: &Armir, id: &str) -> Place {
    game.place(unit(id))
}

/// A hex as a place.
pub(crate) fn on(name: &str) -> Place {
    Place::on(hex(name))
}

/// Steps of a counter, none once it is eliminated.
pub(crate) fn steps(game: &Armir, id: &str) -> u8 {
    if at(game, id) == Place::ELIMINATED { 0 } else { game.steps(unit(id)) }
}

/// Everything that may be done now.
pub(crate) fn choices(game: &Armir) -> BTreeSet<String> {
    legal_texts(game).into_iter().collect()
}

/// A set of actions, to be compared with [`choices`].
pub(crate) fn texts(list: &[&str]) -> BTreeSet<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}
