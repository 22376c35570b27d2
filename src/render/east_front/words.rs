//! Actions in words: what a choice does, where, at what price, with what odds.

use stavka_engine::east_front::{Action, AirId, EastFront, Order, UnitId};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Notation as _, Side, Turn};

use super::fight;
use super::names::{name, place, plane};
use crate::render::hexmap::HexBoard as _;
use crate::render::phrases::{half_points, in_brackets, last_step, question};

/// An action in words in the position before it, as `viewer` may hear it.
pub(super) fn words(game: &EastFront, action: Action, viewer: Side) -> String {
    let id = |unit: UnitId| game.data().unit(unit).id.as_str();
    let air = |air: AirId| game.data().air(air).id.as_str();
    let at = |hex: Hex| game.hex_name(hex);
    let hidden = game.is_hidden(action, viewer);
    match action {
        Action::Roll(die) => roll(game, die),
        Action::Done => done(game),
        Action::Withdraw(unit) => format!("withdraw {} from {} [BSR 8.7]", name(game, unit), place(game, unit)),
        Action::WithdrawAir(unit) => format!("withdraw the air unit {} [BSR 8.72]", air(unit)),
        Action::Interdict(hex) => format!("open an interdiction mission over {} [BSR 13.1]", at(hex)),
        Action::Fly { hex, .. } if hidden => format!("an air unit flies to {}, face down", at(hex)),
        Action::Fly { air, hex } => format!("{} flies to {}, face down", plane(game.data().air(air)), at(hex)),
        Action::Reveal(hex) => format!("turn up the air units over {} and fight there next", at(hex)),
        Action::Escort(unit) => format!("{} shoots [BSR 17.31]", air(unit)),
        Action::Bomb(unit) => format!("{} flies the mission [BSR 17.31]", air(unit)),
        Action::Pair { shooter, target } => {
            let rating = |unit: AirId| game.data().air(unit).rating;
            format!("{} fires at {} | rating {} against {} [BSR 17.33]", air(shooter), air(target), rating(shooter), rating(target))
        }
        Action::Activate { unit, hq } => format!("{} activates {} at {} [BSR 22.12]", id(hq), name(game, unit), place(game, unit)),
        Action::Detach(unit) => format!("a step of {} becomes a regiment 1-2-5 [BSR 24.3]", name(game, unit)),
        Action::DetachStrong(unit) => format!("a step of {} becomes a strong regiment 2-2-5 [BSR 24.3]", name(game, unit)),
        Action::Recombine { unit, regiment } => format!("{} takes in the regiment {} [BSR 24.4]", name(game, unit), id(regiment)),
        Action::Select(unit) => format!("move {} from {}{}", name(game, unit), place(game, unit), state(game, unit)),
        Action::Join(unit) => format!("take {} along for an overrun", name(game, unit)),
        Action::MoveTo(hex) => format!("to {}{}", at(hex), hex_notes(game, hex)),
        Action::Via(hex) => format!("through {}{} and go on", at(hex), hex_notes(game, hex)),
        Action::Overrun { from, target } => {
            let net = overrun_net(game, action).map_or_else(String::new, |net| format!(" | net {net:+} on the overrun table"));
            format!("overrun {} from {}: {}{net}", at(target), at(from), game.stack_names(target))
        }
        Action::Drop(unit) => format!("leave {} behind", name(game, unit)),
        Action::Remove(unit) => format!("remove {} from {}: too high a stack [BSR 3.32]", name(game, unit), place(game, unit)),
        Action::Storm(unit) => format!("{} stays above the stacking limit for an assault [PB 7.42]", name(game, unit)),
        Action::Attack(hex) => attack(game, hex, "declare an attack on"),
        Action::Also(hex) => attack(game, hex, "attack in the same combat also"),
        Action::Barrage { gun, target } => format!("{} supports the defence of {} [BSR 14.2]", name(game, gun), at(target)),
        Action::Give(_) if hidden => "an order is laid face down".to_owned(),
        Action::Give(order) => give(order).to_owned(),
        Action::Resolve(hex) => attack(game, hex, "resolve the attack on"),
        Action::Commit(unit) => with_odds(game, action, format!("attack with {} from {}", name(game, unit), place(game, unit))),
        Action::Engage => "no more units attack".to_owned(),
        Action::Support(unit) => with_odds(game, action, format!("support by {} from {}", name(game, unit), place(game, unit))),
        Action::Breach => with_odds(game, action, "declare the effects of engineers [BSR 15.63]".to_owned()),
        Action::Lose(unit) => format!("{} at {} loses a step{}", name(game, unit), place(game, unit), last_step(game.steps(unit))),
        Action::RetreatTo(hex) => format!("retreat to {}{}", at(hex), game.zoc_note(hex)),
        Action::Abandon(unit) => format!("give up {} [BSR 16.46]", name(game, unit)),
        Action::Advance { unit, hex } => format!("{} advances from {} to {}", name(game, unit), place(game, unit), at(hex)),
        Action::Flip(unit) => {
            let other = if game.is_back_up(unit) { "the firing side" } else { "the side that moves" };
            format!("turn {} at {} to {other} [BSR 23.43]", name(game, unit), place(game, unit))
        }
    }
}

/// An order in words.
pub(super) const fn give(order: Order) -> &'static str {
    match order {
        Order::None => "no order",
        Order::NoRetreat => "order: No Retreat, steps in place of ground [BSR 16.41]",
        Order::FurtherRetreat => "order: Further Retreat, ground in place of steps [BSR 16.41]",
    }
}

fn roll(game: &EastFront, die: u8) -> String {
    let Some([attacker, defender]) = game.combat_result(die) else {
        return format!("die {die}: {}", question(game));
    };
    let ratio = game.fight_report().map_or_else(String::new, |report| format!(" ({})", fight::ratio(&report)));
    let suffers = |verdict: stavka_engine::east_front::results::Verdict| {
        let steps = match verdict.steps {
            _ if verdict.eliminated => return "eliminated".to_owned(),
            0 => "no step",
            1 => "1 step",
            2 => "2 steps",
            3 => "3 steps",
            _ => "4 steps or more",
        };
        if verdict.retreat > 0 { format!("{steps} and retreats") } else { steps.to_owned() }
    };
    let hexes: Vec<String> =
        game.combat_at_hand().map_or_else(Vec::new, |(hexes, ..)| hexes.iter().map(|hex| game.hex_name(hex)).collect());
    format!("die {die} at {}{ratio}: attacker loses {}, defender {}", hexes.join(" and "), suffers(attacker), suffers(defender))
}

fn done(game: &EastFront) -> String {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let kind = legal.iter().find(|&&action| action != Action::Done);
    let words = match kind {
        Some(Action::Interdict(_)) => "no more interdiction missions",
        Some(Action::Fly { .. }) => "no more air units fly",
        Some(Action::Activate { .. }) => "no more units are activated",
        Some(Action::Select(_) | Action::Detach(_) | Action::DetachStrong(_)) => "end the movement",
        Some(Action::MoveTo(_) | Action::Via(_) | Action::Overrun { .. } | Action::Drop(_)) => "stay here",
        Some(Action::Recombine { .. }) => "no more regiments are taken in",
        Some(Action::Attack(_) | Action::Also(_)) => "end the declaration",
        Some(Action::Barrage { .. }) => "no more guns for the defence",
        Some(Action::Support(_)) => "no more guns in support",
        Some(Action::Breach) => "do not use the engineers",
        Some(Action::Advance { .. }) => "no more units advance",
        Some(Action::Flip(_)) => "leave the heavy guns as they are",
        Some(Action::Pair { .. }) => "no second target",
        _ => "no (more)",
    };
    words.to_owned()
}

/// Remarks on a counter that may move.
fn state(game: &EastFront, unit: UnitId) -> String {
    let held = game.place(unit).hex().is_some_and(|hex| game.in_zoc(unit.side().opponent(), hex));
    if held { " (in enemy ZOC)".to_owned() } else { String::new() }
}

/// A hex on the way with its price and what waits there.
fn hex_notes(game: &EastFront, hex: Hex) -> String {
    let Turn::Player(side) = game.turn() else { return String::new() };
    let data = game.data();
    let mut notes = Vec::new();
    if let Some(report) = game.march_report()
        && let Some((_, cost)) = report.reached.iter().find(|(reached, _)| *reached == hex)
    {
        notes.push(format!("{} of {} MP", half_points(*cost), half_points(report.points)));
    }
    if game.in_zoc(side.opponent(), hex) {
        notes.push("enemy ZOC".to_owned());
    }
    if data.script.objectives.contains(&hex) {
        notes.push("objective".to_owned());
    }
    if Side::ALL.into_iter().any(|owner| game.has_strongpoint(owner, hex)) {
        notes.push("strongpoint".to_owned());
    }
    let height = game.stacking_points(hex);
    if height > 0 {
        notes.push(format!("{height} of {} stacking points there", data.tables.stacking.limit));
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
