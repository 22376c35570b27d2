//! Actions in words: what a choice does, where, at what price, with what odds.

use stavka_engine::east_front::{Action, AirId, EastFront, EastFrontDenial, Order, UnitId};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Notation as _, PhaseKind, Side, Turn};
use stavka_words::tr;

use super::names::{name, place, plane};
use super::{dice, fight};
use crate::hexmap::HexBoard as _;
use crate::phrases::{die_told, half_points, in_brackets, last_step, question};

/// An action in words in the position before it, as `viewer` may hear it.
pub(super) fn words(game: &EastFront, action: Action, viewer: Side) -> String {
    let id = |unit: UnitId| game.data().unit(unit).id.as_str();
    let air = |air: AirId| game.data().air(air).id.as_str();
    let at = |hex: Hex| game.hex_name(hex);
    let hidden = game.is_hidden(action, viewer);
    match action {
        Action::Roll(die) => roll(game, die),
        Action::Done => done(game),
        Action::Withdraw(unit) => tr!("withdraw {unit} from {place} [BSR 8.7]", unit = name(game, unit), place = place(game, unit)),
        Action::WithdrawAir(unit) => tr!("withdraw the air unit {unit} [BSR 8.72]", unit = air(unit)),
        Action::Interdict(hex) => tr!("open an interdiction mission over {hex} [BSR 13.1]", hex = at(hex)),
        Action::Fly { hex, .. } if hidden => tr!("an air unit flies to {hex}, face down", hex = at(hex)),
        Action::Fly { air, hex } => tr!("{air} flies to {hex}, face down", air = plane(game.data().air(air)), hex = at(hex)),
        Action::Reveal(hex) => tr!("turn up the air units over {hex} and fight there next", hex = at(hex)),
        Action::Escort(unit) => tr!("{unit} shoots [BSR 17.31]", unit = air(unit)),
        Action::Bomb(unit) => tr!("{unit} flies the mission [BSR 17.31]", unit = air(unit)),
        Action::Pair { shooter, target } => {
            let rating = |unit: AirId| game.data().air(unit).rating;
            let shot = tr!("{shooter} fires at {target}", shooter = air(shooter), target = air(target));
            format!("{shot} | {}", tr!("rating {own} against {other} [BSR 17.33]", own = rating(shooter), other = rating(target)))
        }
        Action::Activate { unit, hq } => {
            tr!("{hq} activates {unit} at {place} [BSR 22.12]", hq = id(hq), unit = name(game, unit), place = place(game, unit))
        }
        Action::Detach(unit) => tr!("a step of {unit} becomes a regiment 1-2-5 [BSR 24.3]", unit = name(game, unit)),
        Action::DetachStrong(unit) => tr!("a step of {unit} becomes a strong regiment 2-2-5 [BSR 24.3]", unit = name(game, unit)),
        Action::Recombine { unit, regiment } => {
            tr!("{unit} takes in the regiment {regiment} [BSR 24.4]", unit = name(game, unit), regiment = id(regiment))
        }
        Action::Select(unit) => {
            tr!("move {unit} from {place}{state}", unit = name(game, unit), place = place(game, unit), state = state(game, unit))
        }
        Action::Join(unit) => tr!("take {unit} along for an overrun", unit = name(game, unit)),
        Action::MoveTo(hex) => tr!("to {hex}{notes}", hex = at(hex), notes = hex_notes(game, hex)),
        Action::Via(hex) => tr!("through {hex}{notes} and go on", hex = at(hex), notes = hex_notes(game, hex)),
        Action::Overrun { from, target } => {
            let net = overrun_net(game, action)
                .map_or_else(String::new, |net| format!(" | {}", tr!("net {net} on the overrun table", net = format_args!("{net:+}"))));
            tr!(
                "overrun {target} from {from}: {stack_names}{net}",
                target = at(target),
                from = at(from),
                stack_names = game.stack_names(target),
                net
            )
        }
        Action::Drop(unit) => tr!("leave {unit} behind", unit = name(game, unit)),
        Action::Remove(unit) => {
            tr!("remove {unit} from {place}: too high a stack [BSR 3.32]", unit = name(game, unit), place = place(game, unit))
        }
        Action::Storm(unit) => tr!("{unit} stays above the stacking limit for an assault [PB 7.42]", unit = name(game, unit)),
        Action::Attack(hex) => attack(game, hex, tr!("declare an attack on")),
        Action::Also(hex) => attack(game, hex, tr!("attack in the same combat also")),
        Action::Barrage { gun, target } => {
            tr!("{gun} supports the defence of {target} [BSR 14.2]", gun = name(game, gun), target = at(target))
        }
        Action::Give(_) if hidden => tr!("an order is laid face down").to_owned(),
        Action::Give(order) => give(order).to_owned(),
        Action::Resolve(hex) => attack(game, hex, tr!("resolve the attack on")),
        Action::Commit(unit) => {
            with_odds(game, action, tr!("attack with {unit} from {place}", unit = name(game, unit), place = place(game, unit)))
        }
        Action::Engage => tr!("no more units attack").to_owned(),
        Action::Support(unit) => {
            with_odds(game, action, tr!("support by {unit} from {place}", unit = name(game, unit), place = place(game, unit)))
        }
        Action::Breach => with_odds(game, action, tr!("declare the effects of engineers [BSR 15.63]").to_owned()),
        Action::Lose(unit) => tr!(
            "{unit} at {place} loses a step{last_step}",
            unit = name(game, unit),
            place = place(game, unit),
            last_step = last_step(game.steps(unit))
        ),
        Action::RetreatTo(hex) => tr!("retreat to {hex}{zoc_note}", hex = at(hex), zoc_note = game.zoc_note(hex)),
        Action::Abandon(unit) => tr!("give up {unit} [BSR 16.46]", unit = name(game, unit)),
        Action::Advance { unit, hex } => {
            tr!("{unit} advances from {place} to {hex}", unit = name(game, unit), place = place(game, unit), hex = at(hex))
        }
        Action::Flip(unit) => {
            let other = if game.is_back_up(unit) { tr!("the firing side") } else { tr!("the side that moves") };
            tr!("turn {unit} at {place} to {other} [BSR 23.43]", unit = name(game, unit), place = place(game, unit), other)
        }
    }
}

/// Why an action is denied.
pub(super) fn reason(game: &EastFront, action: Action, denial: EastFrontDenial) -> String {
    match (action, denial) {
        (Action::Commit(unit), EastFrontDenial::NeededElsewhere) => {
            game.needed_at(unit).map_or_else(|| denial.to_string(), |hex| needed(game, unit, hex))
        }
        _ => denial.to_string(),
    }
}

/// What keeps a unit out of the combat at hand: another attack needs it.
pub(super) fn needed(game: &EastFront, unit: UnitId, hex: Hex) -> String {
    tr!("{unit} is needed at {hex}, where the odds would fall below 1-4", unit = name(game, unit), hex = game.hex_name(hex))
}

/// An order in words.
pub(super) fn give(order: Order) -> &'static str {
    match order {
        Order::None => tr!("no order"),
        Order::NoRetreat => tr!("order: No Retreat, steps in place of ground [BSR 16.41]"),
        Order::FurtherRetreat => tr!("order: Further Retreat, ground in place of steps [BSR 16.41]"),
    }
}

fn roll(game: &EastFront, die: u8) -> String {
    let Some(losses) = losses_by(game, die) else {
        return die_told(die, &question(game), dice::comes_of(game, die));
    };
    let ratio = game.fight_report().map_or_else(String::new, |report| format!(" ({})", fight::ratio(&report)));
    let hexes: Vec<String> =
        game.combat_at_hand().map_or_else(Vec::new, |(hexes, ..)| hexes.iter().map(|hex| game.hex_name(hex)).collect());
    let odds = tr!("die {die} at {hexes}{ratio}", die, hexes = hexes.join(tr!(" and ")), ratio);
    format!("{odds}: {losses}")
}

/// What a die does to the two sides of the combat at hand.
pub(super) fn losses_by(game: &EastFront, die: u8) -> Option<String> {
    let [attacker, defender] = game.combat_result(die)?;
    let suffers = |verdict: stavka_engine::east_front::results::Verdict| {
        let steps = match verdict.steps {
            _ if verdict.eliminated => return tr!("eliminated").to_owned(),
            0 => tr!("no step"),
            1 => tr!("1 step"),
            2 => tr!("2 steps"),
            3 => tr!("3 steps"),
            _ => tr!("4 steps or more"),
        };
        if verdict.retreat > 0 { tr!("{steps} and retreats", steps) } else { steps.to_owned() }
    };
    Some(tr!("attacker loses {attacker}, defender {defender}", attacker = suffers(attacker), defender = suffers(defender)))
}

fn done(game: &EastFront) -> String {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let kind = legal.iter().find(|&&action| action != Action::Done);
    let words = match kind {
        Some(Action::Interdict(_)) => tr!("no more interdiction missions"),
        Some(Action::Fly { .. }) => tr!("no more air units fly"),
        Some(Action::Activate { .. }) => tr!("no more units are activated"),
        Some(Action::Select(_) | Action::Detach(_) | Action::DetachStrong(_)) => tr!("end the movement"),
        Some(Action::MoveTo(_) | Action::Via(_) | Action::Overrun { .. } | Action::Drop(_)) => tr!("stay here"),
        Some(Action::Recombine { .. }) => tr!("no more regiments are taken in"),
        Some(Action::Attack(_) | Action::Also(_)) => tr!("end the declaration"),
        Some(Action::Barrage { .. }) => tr!("no more guns for the defence"),
        Some(Action::Support(_)) => tr!("no more guns in support"),
        Some(Action::Breach) => tr!("do not use the engineers"),
        Some(Action::Advance { .. }) => tr!("no more units advance"),
        Some(Action::Flip(_)) => tr!("leave the heavy guns as they are"),
        Some(Action::Pair { .. }) => tr!("no second target"),
        None if game.march_report().is_some() => tr!("stay here"),
        None if game.current_phase().kind() == PhaseKind::Declaration => tr!("end the declaration"),
        // Who flies is asked as long as there is room over a hex, whether or not anybody could.
        None => tr!("no more air units fly"),
        Some(_) => tr!("end this step"),
    };
    words.to_owned()
}

/// Remarks on a counter that may move.
fn state(game: &EastFront, unit: UnitId) -> String {
    let held = game.place(unit).hex().is_some_and(|hex| game.in_zoc(unit.side().opponent(), hex));
    if held { tr!(" (in enemy ZOC)").to_owned() } else { String::new() }
}

/// A hex on the way with its price and what waits there.
fn hex_notes(game: &EastFront, hex: Hex) -> String {
    let Turn::Player(side) = game.turn() else { return String::new() };
    let data = game.data();
    let mut notes = Vec::new();
    if let Some(report) = game.march_report()
        && let Some((_, cost)) = report.reached.iter().find(|(reached, _)| *reached == hex)
    {
        notes.push(tr!("{cost} of {all} MP", cost = half_points(*cost), all = half_points(report.points)));
    }
    if game.in_zoc(side.opponent(), hex) {
        notes.push(tr!("enemy ZOC").to_owned());
    }
    if data.script.objectives.contains(&hex) {
        notes.push(tr!("objective").to_owned());
    }
    if Side::ALL.into_iter().any(|owner| game.has_strongpoint(owner, hex)) {
        notes.push(tr!("strongpoint").to_owned());
    }
    let height = game.stacking_points(hex);
    if height > 0 {
        notes.push(tr!("{height} of {limit} stacking points there", height, limit = data.tables.stacking.limit));
    }
    in_brackets(&notes)
}

/// The net modifier of an overrun before its die.
fn overrun_net(game: &EastFront, action: Action) -> Option<i8> {
    let mut then = game.clone();
    then.apply(action);
    Some(then.overrun_report()?.modifiers?.net)
}

fn attack(game: &EastFront, hex: Hex, verb: &str) -> String {
    let Turn::Player(side) = game.turn() else { return format!("{verb} {}", game.hex_name(hex)) };
    let odds = fight::brief(game, side, hex).map_or_else(String::new, |odds| format!(" | {odds}"));
    format!("{verb} {}: {}{odds}", game.hex_name(hex), game.stack_names(hex))
}

/// Words with the odds that an action leads to.
fn with_odds(game: &EastFront, action: Action, text: String) -> String {
    match fight::after(game, action) {
        Some(odds) => format!("{text} | {odds}"),
        None => text,
    }
}
