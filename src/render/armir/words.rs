//! Actions in words: what a choice does, where, at what price, with what odds.

use std::fmt::Write as _;

use stavka_engine::armir::{Action, Armir, Class, Face, MarchReport, ObjectiveSet, Place, UnitId, edge, units};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side, Turn};

use super::odds;
use crate::render::hexmap::HexBoard as _;
use crate::render::phrases::{half_points, in_brackets, last_step, question};

/// Names of the objectives [17.1.1].
pub(super) const OBJECTIVES: [&str; 4] = ["the Chir", "the airfields", "destroy the ARMIR", "towards the Donets"];

/// An action in words in the position before it, as `viewer` may hear it.
pub(super) fn words(game: &Armir, action: Action, viewer: Side) -> String {
    let name = |unit: UnitId| game.unit_name(unit);
    let at = |hex: Hex| game.hex_name(hex);
    let id = |unit: UnitId| game.data().unit(unit).id.as_str();
    match action {
        Action::Roll(die) => roll(game, action, die),
        Action::Done => done(game),
        Action::Place { unit, hex } => format!("place {} in {}{}", name(unit), at(hex), company(game, hex)),
        Action::PlaceOnChir(unit) => format!("place {} on the Chir track", name(unit)),
        Action::Choose(_) if viewer == Side::Axis && game.known_objectives(viewer).is_none() => {
            "choose the objectives, in secret [17.1]".into()
        }
        Action::Choose(set) => format!("objectives: {}", objectives(set)),
        Action::TakeInitiative => "take the initiative for one momentum point [4]".into(),
        Action::Flip(unit) => flip(game, unit),
        Action::Replace(unit) => {
            format!("a replacement step for {} at {}; the Soviets gain momentum [15.3]", name(unit), place(game, unit))
        }
        Action::Relieve { fresh, relieved } => format!("{} relieves {} at {} [15.1.3]", id(fresh), name(relieved), place(game, relieved)),
        Action::Complement(unit) => format!("spend the Complementi on a step of {} [15.4]", name(unit)),
        Action::Return { unit, hex } => format!("{} returns at {} [17.1.3]", name(unit), at(hex)),
        Action::Select(unit) => format!("move {} from {}{}", name(unit), place(game, unit), state(game, unit)),
        Action::Join(unit) => format!("take {} along", name(unit)),
        Action::MoveTo(hex) => march(game, "to", hex),
        Action::Via(hex) => format!("{} and go on", march(game, "through", hex)),
        Action::Overrun { from, target } => overrun(game, action, from, target),
        Action::Drop { unit, at: hex } => format!("leave {} at {}, the rest goes on", name(unit), at(hex)),
        Action::Exit(hex) => format!("{}, off the map to the airfields [16.3.1]", march(game, "to", hex)),
        Action::Remove(unit) => format!("remove {} from {}: too many steps there [6.2]", name(unit), place(game, unit)),
        Action::AirStrike(hex) => {
            format!("air strike on {}: {} | {}", at(hex), game.stack_names(hex), odds::bombardment(game, action))
        }
        Action::Barrage { gun, target } => {
            format!("{} bombards {}: {} | {}", id(gun), at(target), game.stack_names(target), odds::bombardment(game, action))
        }
        Action::Salvo { hq, points, target } => format!(
            "guns of {} with {points} point{} on {}: {} | {}",
            game.data().unit(hq).formation.name(),
            if points == 1 { "" } else { "s" },
            at(target),
            game.stack_names(target),
            odds::bombardment(game, action)
        ),
        Action::Attack(hex) => attack(game, hex),
        Action::Commit(unit) => commit(game, unit),
        Action::Engage => "attack with these units".into(),
        Action::Support(gun) => support(game, gun),
        Action::Lose(unit) => format!("{} at {} loses a step{}", name(unit), place(game, unit), last_step(game.steps(unit))),
        Action::Retreat => "retreat one hex in place of one step loss [12.3]".into(),
        Action::Stand => "stand and take every loss".into(),
        Action::RetreatTo(hex) => format!("retreat to {}{}", at(hex), game.zoc_note(hex)),
        Action::Advance(unit) => format!("{} advances from {}", name(unit), place(game, unit)),
        Action::Supply(hex) => format!("supply {} by air: {}", at(hex), game.stack_names(hex)),
    }
}

fn roll(game: &Armir, action: Action, die: u8) -> String {
    if let Some(battle) = game.battle() {
        let sheet = game.battle_sheet(battle);
        let result = game.battle_result(&sheet, die);
        let steps = |count: u8| if count == 1 { "1 step".to_owned() } else { format!("{count} steps") };
        return format!(
            "die {die} at {}: {} against {}, column {}: attacker loses {}, defender {}",
            game.hex_name(battle.target),
            sheet.attack,
            sheet.defence,
            Armir::column_name(sheet.column),
            steps(result.attacker),
            steps(result.defender)
        );
    }
    let question = question(game);
    match game.bombardment() {
        Some(_) => format!("die {die}, {question}: {}", odds::effect(game, action)),
        None => format!("die {die}: {question}"),
    }
}

fn done(game: &Armir) -> String {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let kind = legal.iter().find(|&&action| action != Action::Done);
    match kind {
        Some(Action::Select(_)) => "end the movement".into(),
        Some(Action::Attack(_)) => "end the attacks".into(),
        Some(action) if action.is_bombardment() => "end the bombardment".into(),
        Some(Action::Support(_)) => "no more guns: roll the die".into(),
        Some(Action::Advance(_)) => "no more units advance".into(),
        Some(Action::Flip(_)) => "leave the sides of HQs and guns as they are".into(),
        Some(Action::TakeInitiative) => "leave the initiative to the Axis".into(),
        Some(Action::MoveTo(_) | Action::Via(_) | Action::Overrun { .. } | Action::Drop { .. }) => "stay here".into(),
        _ => "no (more)".into(),
    }
}

/// Where a counter is, in words.
pub(super) fn place(game: &Armir, unit: UnitId) -> String {
    match game.place(unit) {
        Place::RESERVE => "the reserve".into(),
        Place::CHIR => "the Chir track".into(),
        Place::BOKOVSKAYA_BOX => "the Bokovskaya box".into(),
        Place::AIRFIELDS => "the airfields".into(),
        Place::ELIMINATED => "the eliminated units".into(),
        Place::WITHDRAWN => "the withdrawn units".into(),
        place => place.hex().map_or_else(String::new, |hex| game.hex_name(hex)),
    }
}

/// The objectives of a choice by number and name.
pub(super) fn objectives(set: ObjectiveSet) -> String {
    let names: Vec<String> = OBJECTIVES
        .iter()
        .enumerate()
        .filter(|(index, _)| set.has(1 << index))
        .map(|(index, name)| format!("{} {name}", index + 1))
        .collect();
    names.join(", ")
}

fn flip(game: &Armir, unit: UnitId) -> String {
    let counter = game.data().unit(unit);
    let other = match game.face(unit) {
        Face::Long => Face::Short,
        Face::Short => Face::Long,
    };
    let values = &counter.faces[other as usize];
    let becomes = match (counter.class, other) {
        (Class::Hq, _) => format!("radius {}, {} MP", values.radius, values.mp),
        (_, Face::Long) => format!("in position: range {}, support {}, bombardment {}", values.range, values.support, values.bombardment),
        (_, Face::Short) => format!("on the move: {} MP", values.mp),
    };
    format!("turn {} at {} over to {becomes} [5.3]", game.unit_name(unit), place(game, unit))
}

/// Remarks on a counter that may move.
fn state(game: &Armir, unit: UnitId) -> String {
    let mut notes = Vec::new();
    if game.is_out_of_supply(unit) {
        notes.push("out of supply");
    }
    if game.place(unit).hex().is_some_and(|hex| game.in_zoc(unit.side().opponent(), hex)) {
        notes.push("in enemy ZOC");
    }
    in_brackets(&notes)
}

/// A hex on the way with its price and what waits there.
fn march(game: &Armir, verb: &str, hex: Hex) -> String {
    let mut notes: Vec<String> = Vec::new();
    let report = game.march_report();
    if let Some(cost) = report.as_ref().and_then(|report| cost_of(report, hex)) {
        let all = report.as_ref().map_or(0, |report| report.points);
        notes.push(format!("{} of {} MP", half_points(cost), half_points(all)));
    }
    notes.extend(hex_notes(game, hex, report.as_ref()));
    format!("{verb} {}{}", game.hex_name(hex), in_brackets(&notes))
}

fn cost_of(report: &MarchReport, hex: Hex) -> Option<u8> {
    report.reached.iter().find(|(reached, _)| *reached == hex).map(|&(_, cost)| cost)
}

fn hex_notes(game: &Armir, hex: Hex, report: Option<&MarchReport>) -> Vec<String> {
    let map = &game.data().map;
    let Turn::Player(side) = game.turn() else { return Vec::new() };
    let enemy = side.opponent();
    let mut notes = Vec::new();
    if report.is_some_and(|report| report.stops.contains(hex)) {
        notes.push("enemy ZOC stops".to_owned());
    } else if game.in_zoc(enemy, hex) {
        notes.push("enemy ZOC".to_owned());
    }
    let stars = map.stars[hex.index()];
    if stars > 0 && game.controller(hex) != side {
        notes.push(format!("takes {stars} momentum"));
    }
    if map.fortified.contains(hex) {
        notes.push("strongpoint".to_owned());
    }
    let steps: u8 = game.stack(hex).map(|unit| game.steps(unit)).sum();
    let coming: u8 = units(side, game.marching()).map(|unit| game.steps(unit)).sum();
    let limit = game.data().tables.stacking_limit;
    if steps > 0 {
        notes.push(match steps + coming {
            all if all > limit => format!("{all} of {limit} steps then: too many to stay [6.2]"),
            all if coming > 0 => format!("{all} of {limit} steps then"),
            all => format!("{all} of {limit} steps there"),
        });
    }
    notes
}

fn company(game: &Armir, hex: Hex) -> String {
    in_brackets(&hex_notes(game, hex, None))
}

fn overrun(game: &Armir, action: Action, from: Hex, target: Hex) -> String {
    let mut after = game.clone();
    after.apply(action);
    let odds = after.battle().filter(|battle| battle.attackers != 0).map(|battle| odds::brief(&after, battle));
    let odds = odds.map_or_else(String::new, |odds| format!(" | {odds}"));
    format!("overrun {} from {}: {}{odds}", game.hex_name(target), game.hex_name(from), game.stack_names(target))
}

fn attack(game: &Armir, hex: Hex) -> String {
    let Turn::Player(side) = game.turn() else { return format!("attack {}", game.hex_name(hex)) };
    let full = game.full_attack(side, hex);
    let odds = if full.attackers == 0 { String::new() } else { format!(" | all together {}", odds::brief(game, &full)) };
    format!("attack {}: {}{odds}", game.hex_name(hex), game.stack_names(hex))
}

fn commit(game: &Armir, unit: UnitId) -> String {
    let mut text = format!("with {} from {}", game.unit_name(unit), place(game, unit));
    let across = game.battle().and_then(|battle| {
        let map = &game.data().map;
        let direction = map.grid.direction(battle.target, game.place(unit).hex()?)?;
        let flags = map.edge(battle.target, direction);
        if flags & edge::DON != 0 {
            Some("across the Don")
        } else if flags & edge::RIVER != 0 {
            Some("across a river")
        } else {
            None
        }
    });
    if let Some(across) = across {
        let _ = write!(text, " ({across})");
    }
    if let Some(battle) = game.battle() {
        let mut joined = *battle;
        joined.attackers |= unit.bit();
        let sheet = game.battle_sheet(&joined);
        let _ = write!(text, " | then {} against {}, column {}", sheet.attack, sheet.defence, Armir::column_name(sheet.column));
    }
    text
}

fn support(game: &Armir, gun: UnitId) -> String {
    let mut text = format!("support by {} from {}, one supply point", game.unit_name(gun), place(game, gun));
    if let Some(battle) = game.battle() {
        let mut joined = *battle;
        joined.supports |= gun.bit();
        let sheet = game.battle_sheet(&joined);
        let _ = write!(text, " | then {} against {}, column {}", sheet.attack, sheet.defence, Armir::column_name(sheet.column));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use stavka_engine::Notation as _;
    use stavka_engine::armir::{Phase, PositionBuilder, Prepared};
    use stavka_engine::kit::files::ScenarioFiles as _;

    fn position(counters: &[(&str, &str)]) -> PositionBuilder {
        let data = Prepared::interned(&Prepared::sources(Prepared::SCENARIOS[0].0, Prepared::SCENARIOS[0].1))
            .expect("the embedded data are sound");
        let empty = PositionBuilder::empty(data).turn(3).expect("a turn");
        counters.iter().fold(empty, |builder, (id, at)| builder.place(id, at).expect("a counter and a hex"))
    }

    fn told(game: &Armir, action: &str) -> String {
        words(game, game.parse_action(action).expect("an action"), Side::Axis)
    }

    #[test]
    fn a_bombardment_is_told_with_its_effect_even_when_the_combat_phase_is_over_at_once() {
        // Nobody stands next to an enemy, so the combat phase passes and takes the disorganisation away.
        let counters = [("127/6", "1007"), ("89/Cos", "0712")];
        let mut game = position(&counters).air_unit(Some(Side::Axis)).open(Phase::Bombardment, 0);
        let air = game.parse_action("air 1007").expect("an action");
        let before = told(&game, "air 1007");
        assert!(before.ends_with("| die 3-5: disorganised; die 6: disorganised, a step lost"), "{before}");
        game.apply(air);
        assert!(words(&game, Action::Roll(5), Side::Axis).ends_with(": disorganised"), "{}", words(&game, Action::Roll(5), Side::Axis));
        assert!(words(&game, Action::Roll(6), Side::Axis).ends_with(": disorganised, a step lost"));
        assert!(words(&game, Action::Roll(2), Side::Axis).ends_with(": no effect"));
        let mut after = game.clone();
        after.apply(Action::Roll(5));
        assert!(after.data().all.iter().all(|unit| !after.is_disorganised(unit)), "the combat phase is over");
    }

    #[test]
    fn a_move_out_of_the_bokovskaya_box_is_told_with_the_price_of_the_entry() {
        let builder = position(&[]).chir_reached(2).put_in_box("22M/3G", Place::BOKOVSKAYA_BOX).expect("a counter");
        let mut game = builder.open(Phase::SovietMovement, 0);
        game.apply(game.parse_action("select 22M/3G").expect("an action"));
        for (hex, price) in [("2318", "1½ of 7 MP"), ("2218", "2 of 7 MP")] {
            let told = told(&game, &format!("move > {hex}"));
            assert!(told.contains(price), "{told}");
        }
    }
}
