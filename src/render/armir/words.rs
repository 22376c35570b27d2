//! Actions in words: what a choice does, where, at what price, with what odds.

use std::fmt::Write as _;

use stavka_engine::armir::{Action, Armir, Battle, Class, Face, MarchReport, ObjectiveSet, Place, UnitId, edge, units};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side, Turn};
use stavka_words::{tr, translate};

use super::{dice, odds};
use crate::hexmap::HexBoard as _;
use crate::phrases::{die_told, half_points, in_brackets, last_step, question};

/// Names of the objectives [17.1.1].
pub(super) const OBJECTIVES: [&str; 4] = ["the Chir", "the airfields", "destroy the ARMIR", "towards the Donets"];

/// An action in words in the position before it, as `viewer` may hear it.
pub(super) fn words(game: &Armir, action: Action, viewer: Side) -> String {
    let name = |unit: UnitId| game.unit_name(unit);
    let at = |hex: Hex| game.hex_name(hex);
    let id = |unit: UnitId| game.data().unit(unit).id.as_str();
    match action {
        Action::Roll(die) => roll(game, die),
        Action::Done => done(game),
        Action::Place { unit, hex } => {
            tr!("place {unit} in {hex}{company}", unit = name(unit), hex = at(hex), company = company(game, hex))
        }
        Action::PlaceOnChir(unit) => tr!("place {unit} on the Chir track", unit = name(unit)),
        Action::Choose(_) if viewer == Side::Axis && game.known_objectives(viewer).is_none() => {
            tr!("choose the objectives, in secret [17.1]").into()
        }
        Action::Choose(set) => tr!("objectives: {objectives}", objectives = objectives(set)),
        Action::TakeInitiative => tr!("take the initiative for one momentum point [4]").into(),
        Action::Flip(unit) => flip(game, unit),
        Action::Replace(unit) => {
            tr!("a replacement step for {unit} at {place}; the Soviets gain momentum [15.3]", unit = name(unit), place = place(game, unit))
        }
        Action::Relieve { fresh, relieved } => tr!(
            "{fresh} relieves {relieved} at {place} [15.1.3]",
            fresh = id(fresh),
            relieved = name(relieved),
            place = place(game, relieved)
        ),
        Action::Complement(unit) => tr!("spend the Complementi on a step of {unit} [15.4]", unit = name(unit)),
        Action::Return { unit, hex } => tr!("{unit} returns at {hex} [17.1.3]", unit = name(unit), hex = at(hex)),
        Action::Select(unit) => {
            tr!("move {unit} from {place}{state}", unit = name(unit), place = place(game, unit), state = state(game, unit))
        }
        Action::Join(unit) => tr!("take {unit} along", unit = name(unit)),
        Action::MoveTo(hex) => march(game, hex, |hex, notes| tr!("to {hex}{notes}", hex, notes)),
        Action::Via(hex) => march(game, hex, |hex, notes| tr!("through {hex}{notes} and go on", hex, notes)),
        Action::Overrun { from, target } => overrun(game, action, from, target),
        Action::Drop { unit, at: hex } => tr!("leave {unit} at {hex}, the rest goes on", unit = name(unit), hex = at(hex)),
        Action::Exit(hex) => march(game, hex, |hex, notes| tr!("to {hex}{notes}, off the map to the airfields [16.3.1]", hex, notes)),
        Action::Remove(unit) => tr!("remove {unit} from {place}: too many steps there [6.2]", unit = name(unit), place = place(game, unit)),
        Action::AirStrike(hex) => {
            tr!(
                "air strike on {hex}: {stack_names} | {bombardment}",
                hex = at(hex),
                stack_names = game.stack_names(hex),
                bombardment = odds::bombardment(game, action)
            )
        }
        Action::Barrage { gun, target } => {
            tr!(
                "{gun} bombards {target}: {stack_names} | {bombardment}",
                gun = id(gun),
                target = at(target),
                stack_names = game.stack_names(target),
                bombardment = odds::bombardment(game, action)
            )
        }
        Action::Salvo { hq, points, target } => tr!(
            "guns of {formation} with {points} on {target}: {stack_names} | {bombardment}",
            formation = translate(game.data().unit(hq).formation.name()),
            points = if points == 1 { tr!("1 point").to_owned() } else { tr!("{points} points", points) },
            target = at(target),
            stack_names = game.stack_names(target),
            bombardment = odds::bombardment(game, action)
        ),
        Action::Attack(hex) => attack(game, hex),
        Action::Commit(unit) => commit(game, unit),
        Action::Engage => tr!("attack with these units").into(),
        Action::Support(gun) => support(game, gun),
        Action::Lose(unit) => tr!(
            "{unit} at {place} loses a step{last_step}",
            unit = name(unit),
            place = place(game, unit),
            last_step = last_step(game.steps(unit))
        ),
        Action::Retreat => tr!("retreat one hex in place of one step loss [12.3]").into(),
        Action::Stand => tr!("stand and take every loss").into(),
        Action::RetreatTo(hex) => tr!("retreat to {hex}{zoc_note}", hex = at(hex), zoc_note = game.zoc_note(hex)),
        Action::Advance(unit) => tr!("{unit} advances from {place}", unit = name(unit), place = place(game, unit)),
        Action::Supply(hex) => tr!("supply {hex} by air: {stack_names}", hex = at(hex), stack_names = game.stack_names(hex)),
    }
}

fn roll(game: &Armir, die: u8) -> String {
    if let Some(battle) = game.battle() {
        let sheet = game.battle_sheet(battle);
        let odds = tr!(
            "die {die} at {target}: {attack} against {defence}, column {column}",
            die,
            target = game.hex_name(battle.target),
            attack = sheet.attack,
            defence = sheet.defence,
            column = Armir::column_name(sheet.column)
        );
        return format!("{odds}: {}", losses_by(game, battle, die));
    }
    die_told(die, &question(game), dice::comes_of(game, die))
}

/// What a die costs the two sides of a fight.
pub(super) fn losses_by(game: &Armir, battle: &Battle, die: u8) -> String {
    let result = game.battle_result(&game.battle_sheet(battle), die);
    let steps = |count: u8| if count == 1 { tr!("1 step").to_owned() } else { tr!("{count} steps", count) };
    tr!("attacker loses {attacker}, defender {defender}", attacker = steps(result.attacker), defender = steps(result.defender))
}

fn done(game: &Armir) -> String {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let kind = legal.iter().find(|&&action| action != Action::Done);
    match kind {
        Some(Action::Select(_)) => tr!("end the movement").into(),
        Some(Action::Attack(_)) => tr!("end the attacks").into(),
        Some(action) if action.is_bombardment() => tr!("end the bombardment").into(),
        Some(Action::Support(_)) => tr!("no more guns: roll the die").into(),
        Some(Action::Advance(_)) => tr!("no more units advance").into(),
        Some(Action::Flip(_)) => tr!("leave the sides of HQs and guns as they are").into(),
        Some(Action::TakeInitiative) => tr!("leave the initiative to the Axis").into(),
        Some(Action::MoveTo(_) | Action::Via(_) | Action::Overrun { .. } | Action::Drop { .. }) => tr!("stay here").into(),
        Some(Action::Replace(_)) => tr!("no German unit gets a step").into(),
        Some(Action::Relieve { .. }) => tr!("no more regiments are relieved").into(),
        Some(Action::Complement(_)) => tr!("do not spend the Complementi").into(),
        Some(Action::Supply(_)) => tr!("no more hexes are supplied by air").into(),
        _ => tr!("end this step").into(),
    }
}

/// Where a counter is, in words.
pub(super) fn place(game: &Armir, unit: UnitId) -> String {
    match game.place(unit) {
        Place::RESERVE => tr!("the reserve").into(),
        Place::CHIR => tr!("the Chir track").into(),
        Place::BOKOVSKAYA_BOX => tr!("the Bokovskaya box").into(),
        Place::AIRFIELDS => tr!("the airfields").into(),
        Place::ELIMINATED => tr!("the eliminated units").into(),
        Place::WITHDRAWN => tr!("the withdrawn units").into(),
        place => place.hex().map_or_else(String::new, |hex| game.hex_name(hex)),
    }
}

/// The objectives of a choice by number and name.
pub(super) fn objectives(set: ObjectiveSet) -> String {
    let names: Vec<String> = OBJECTIVES
        .iter()
        .enumerate()
        .filter(|(index, _)| set.has(1 << index))
        .map(|(index, name)| format!("{} {}", index + 1, translate(name)))
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
        (Class::Hq, _) => tr!("radius {radius}, {mp} MP", radius = values.radius, mp = values.mp),
        (_, Face::Long) => tr!(
            "in position: range {range}, support {support}, bombardment {bombardment}",
            range = values.range,
            support = values.support,
            bombardment = values.bombardment
        ),
        (_, Face::Short) => tr!("on the move: {mp} MP", mp = values.mp),
    };
    tr!("turn {unit} at {place} over to {becomes} [5.3]", unit = game.unit_name(unit), place = place(game, unit), becomes)
}

/// Remarks on a counter that may move.
fn state(game: &Armir, unit: UnitId) -> String {
    let mut notes = Vec::new();
    if game.is_out_of_supply(unit) {
        notes.push(tr!("out of supply"));
    }
    if game.place(unit).hex().is_some_and(|hex| game.in_zoc(unit.side().opponent(), hex)) {
        notes.push(tr!("in enemy ZOC"));
    }
    in_brackets(&notes)
}

/// A hex on the way with its price and what waits there.
fn march(game: &Armir, hex: Hex, told: impl Fn(&str, &str) -> String) -> String {
    let mut notes: Vec<String> = Vec::new();
    let report = game.march_report();
    if let Some(cost) = report.as_ref().and_then(|report| cost_of(report, hex)) {
        let all = report.as_ref().map_or(0, |report| report.points);
        notes.push(tr!("{cost} of {all} MP", cost = half_points(cost), all = half_points(all)));
    }
    notes.extend(hex_notes(game, hex, report.as_ref()));
    told(&game.hex_name(hex), &in_brackets(&notes))
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
        notes.push(tr!("enemy ZOC stops").to_owned());
    } else if game.in_zoc(enemy, hex) {
        notes.push(tr!("enemy ZOC").to_owned());
    }
    let stars = map.stars[hex.index()];
    if stars > 0 && game.controller(hex) != side {
        notes.push(tr!("takes {stars} momentum", stars));
    }
    if map.fortified.contains(hex) {
        notes.push(tr!("strongpoint").to_owned());
    }
    let steps: u8 = game.stack(hex).map(|unit| game.steps(unit)).sum();
    let coming: u8 = units(side, game.marching()).map(|unit| game.steps(unit)).sum();
    let limit = game.data().tables.stacking_limit;
    if steps > 0 {
        notes.push(match steps + coming {
            all if all > limit => tr!("{all} of {limit} steps then: too many to stay [6.2]", all, limit),
            all if coming > 0 => tr!("{all} of {limit} steps then", all, limit),
            all => tr!("{all} of {limit} steps there", all, limit),
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
    tr!(
        "overrun {target} from {from}: {stack_names}{odds}",
        target = game.hex_name(target),
        from = game.hex_name(from),
        stack_names = game.stack_names(target),
        odds
    )
}

fn attack(game: &Armir, hex: Hex) -> String {
    let Turn::Player(side) = game.turn() else { return tr!("attack {hex}", hex = game.hex_name(hex)) };
    let full = game.full_attack(side, hex);
    let odds =
        if full.attackers == 0 { String::new() } else { format!(" | {}", tr!("all together {ratio}", ratio = odds::brief(game, &full))) };
    tr!("attack {hex}: {stack_names}{odds}", hex = game.hex_name(hex), stack_names = game.stack_names(hex), odds)
}

fn commit(game: &Armir, unit: UnitId) -> String {
    let mut text = tr!("with {unit} from {place}", unit = game.unit_name(unit), place = place(game, unit));
    let across = game.battle().and_then(|battle| {
        let map = &game.data().map;
        let direction = map.grid.direction(battle.target, game.place(unit).hex()?)?;
        let flags = map.edge(battle.target, direction);
        if flags & edge::DON != 0 {
            Some(tr!("across the Don"))
        } else if flags & edge::RIVER != 0 {
            Some(tr!("across a river"))
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
        let _ = write!(
            text,
            " | {}",
            tr!(
                "then {attack} against {defence}, column {column}",
                attack = sheet.attack,
                defence = sheet.defence,
                column = Armir::column_name(sheet.column)
            )
        );
    }
    text
}

fn support(game: &Armir, gun: UnitId) -> String {
    let mut text = tr!("support by {gun} from {place}, one supply point", gun = game.unit_name(gun), place = place(game, gun));
    if let Some(battle) = game.battle() {
        let mut joined = *battle;
        joined.supports |= gun.bit();
        let sheet = game.battle_sheet(&joined);
        let _ = write!(
            text,
            " | {}",
            tr!(
                "then {attack} against {defence}, column {column}",
                attack = sheet.attack,
                defence = sheet.defence,
                column = Armir::column_name(sheet.column)
            )
        );
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
