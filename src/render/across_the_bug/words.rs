//! Actions in words: what a choice does, where, at what price, with what odds.

use stavka_engine::across_the_bug::data::Data;
use stavka_engine::across_the_bug::ids::{FormationId, UnitId};
use stavka_engine::across_the_bug::terms::AttackType;
use stavka_engine::across_the_bug::{AcrossTheBug, Action, Penalty, Segment};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Notation as _, Side, Turn};
use stavka_words::tr;

use super::{dice, fight, names};
use crate::hexmap::HexBoard as _;
use crate::phrases::{die_told, half_points, in_brackets, question};

/// An action in words in the position before it, as `viewer` may hear it.
pub(super) fn words(game: &AcrossTheBug, action: Action, viewer: Side) -> String {
    let data = game.data();
    let at = |hex: Hex| game.hex_name(hex);
    let name = |unit: UnitId| names::name(game, unit, viewer);
    let id = |unit: UnitId| names::id(game, unit, viewer);
    let place = |unit: UnitId| names::place(game, unit);
    match action {
        Action::Roll(die) => roll(game, action, die, viewer),
        Action::Draw(chit) => {
            let drawn = tr!("chit {chit}: {question}", chit, question = question(game));
            match fight::result_of(game, action).or_else(|| dice::comes_of(game, action, viewer)) {
                Some(result) => format!("{drawn}: {result}"),
                None => drawn,
            }
        }
        Action::Done => done(game, viewer),
        Action::Reroll => match game.die_at_hand() {
            Some(die) => tr!("hand over the luck token and roll again instead of {die} [5.2]", die),
            None => tr!("hand over the luck token and roll again [5.2]").to_owned(),
        },
        Action::Lose(unit) => lose(game, unit, viewer),
        Action::Improve(hex) => {
            let stack = names::stack(game, hex, viewer);
            tr!("improved defence in {hex}: {stack} [7.7]", hex = at(hex), stack)
        }
        Action::Emergency(hq) => tr!("{unit} spends its Emergency Supply [5.7.2]", unit = id(hq)),
        Action::Assign { unit, formation } => {
            let formation = names::formation(data, formation);
            tr!("assign {unit} at {place} to {formation} [8.2]", unit = name(unit), place = place(unit), formation)
        }
        Action::Replace(unit) => tr!("a strength point for {unit} at {place} [8.3]", unit = name(unit), place = place(unit)),
        Action::Cannibalize(unit) => {
            tr!("break up {unit} at {place} for its strength points [8.3.2]", unit = name(unit), place = place(unit))
        }
        Action::Enter { unit, hex } => tr!("{unit} enters at {hex} [8.4.1]", unit = name(unit), hex = at(hex)),
        // Where a counter of the other side is placed is seen on the map, as far as it is seen.
        Action::Place { unit, hex } if unit.side() != viewer => tr!("a counter is placed in {hex} [11]", hex = at(hex)),
        Action::Place { unit, hex } => {
            let company = match game.occupant(hex) {
                Some(_) => tr!(", beside {stack}", stack = names::stack(game, hex, viewer)),
                None => String::new(),
            };
            tr!("place {unit} in {hex}{company}", unit = name(unit), hex = at(hex), company)
        }
        Action::Delay(unit) => tr!("keep {unit} back for a later turn [8.4]", unit = name(unit)),
        Action::TakeUp { from, to } => tr!("take up the pontoon between {from} and {to} [10.3.b]", from = at(from), to = at(to)),
        Action::Activate(formation) => activate(game, formation),
        Action::Transfer => tr!("hand the initiative to the other side [6.2.2]").to_owned(),
        Action::Pass => tr!("pass: activate nothing more in this turn [6.2.3]").to_owned(),
        Action::React(formation) => react(game, formation),
        Action::Select(unit) => {
            tr!("act with {unit} from {place}{state}", unit = name(unit), place = place(unit), state = state(game, unit, viewer))
        }
        Action::Join(unit) => tr!("take {unit} along", unit = name(unit)),
        Action::TryMove => tr!("check whether the isolated stack moves [5.8.4.2]").to_owned(),
        Action::TryAttack => tr!("check whether the isolated stack attacks [5.8.4.2]").to_owned(),
        Action::MoveTo(hex) => tr!("to {hex}{notes}", hex = at(hex), notes = hex_notes(game, hex, viewer)),
        Action::Boat(hex) => tr!("by boat over the Bug to {hex}{notes} [7.3.8]", hex = at(hex), notes = hex_notes(game, hex, viewer)),
        Action::Infiltrate(hex) => tr!("infiltrate to {hex}{notes} [7.3.4]", hex = at(hex), notes = hex_notes(game, hex, viewer)),
        Action::Exit => tr!("leave the map for victory points [11.2.g]").to_owned(),
        Action::Attack { hex, kind } => attack(game, hex, kind, viewer),
        Action::Recover(unit) => tr!(
            "{unit} at {place} tries to recover: passes on {effectiveness} or less [7.6]",
            unit = name(unit),
            place = place(unit),
            effectiveness = game.values(unit).effectiveness
        ),
        Action::Relocate(hq) => tr!(
            "relocate {unit} from {place} for {points} Action Points [7.4]",
            unit = id(hq),
            place = place(hq),
            points = names::led_by(data, hq).map_or(0, |formation| data.formation(formation).relocation)
        ),
        Action::Pontoon { from, to } => tr!(
            "lay a pontoon bridge from {from} to {to} for {points} Action Points [10.3]",
            from = at(from),
            to = at(to),
            points = data.tables.costs.pontoon
        ),
        Action::Withdraw(unit) => tr!("{unit} retreats [7.5.2.3]", unit = name(unit)),
        Action::RetreatTo(hex) => tr!("retreat to {hex}{zoc_note}", hex = at(hex), zoc_note = game.zoc_note(hex)),
        Action::Displace { unit, hex } => displace(game, unit, hex, viewer),
        Action::Remove(unit) => tr!("eliminate {unit} at {place}: no hex can take it [5.3.1.g]", unit = name(unit), place = place(unit)),
    }
}

fn roll(game: &AcrossTheBug, action: Action, die: u8, viewer: Side) -> String {
    if let Some(result) = fight::result_of(game, action) {
        let hex = game.combat_report().map_or_else(String::new, |combat| game.hex_name(combat.target));
        return tr!("die {die} at {hex}: {result}", die, hex, result);
    }
    die_told(die, &question(game), dice::comes_of(game, action, viewer))
}

fn lose(game: &AcrossTheBug, unit: UnitId, viewer: Side) -> String {
    // Who of several takes a loss that their owner chooses is not told [5.3.4].
    if game.is_hidden(Action::Lose(unit), viewer) {
        return tr!("a strength point is lost").to_owned();
    }
    let (name, place) = (names::name(game, unit, viewer), names::place(game, unit));
    let last = if game.knows_strength(unit, viewer) && game.points(unit) == 1 { tr!(" and is eliminated") } else { "" };
    tr!("{unit} at {place} loses a strength point{last}", unit = name, place, last)
}

/// A formation with its level, and what its die can give.
fn activate(game: &AcrossTheBug, formation: FormationId) -> String {
    let data = game.data();
    let level = game.level(formation);
    let table = &data.tables.points;
    let (least, most) = (table.activation(level, 1), table.activation(level, 10));
    tr!(
        "activate {formation}, level {level}: {least} to {most} Action Points [6.3]",
        formation = names::formation(data, formation),
        level,
        least,
        most
    )
}

fn react(game: &AcrossTheBug, formation: FormationId) -> String {
    let data = game.data();
    tr!(
        "{formation}, level {level}, attempts a reaction: succeeds on {reaction} or less [6.4]",
        formation = names::formation(data, formation),
        level = game.level(formation),
        reaction = game.reaction_limit(formation)
    )
}

fn attack(game: &AcrossTheBug, hex: Hex, kind: AttackType, viewer: Side) -> String {
    let stack = names::stack(game, hex, viewer);
    let words = tr!("{kind} on {hex}: {stack}", kind = names::attack(kind), hex = game.hex_name(hex), stack);
    match game.possible_attack(hex, Some(kind)).filter(|report| report.attacker == viewer) {
        Some(report) => format!("{words} | {}", fight::brief(&report)),
        None => words,
    }
}

fn displace(game: &AcrossTheBug, unit: UnitId, hex: Hex, viewer: Side) -> String {
    let (name, at) = (names::name(game, unit, viewer), game.hex_name(hex));
    if names::led_by(game.data(), unit).is_none() {
        return tr!("{unit} is displaced to {hex} [5.3.3]", unit = name, hex = at);
    }
    let rules = &game.data().tables.displacement;
    match game.penalty_at(unit, hex) {
        Penalty::None => tr!("{unit} goes to {hex}", unit = name, hex = at),
        Penalty::Near => tr!("{unit} goes to {hex}: {loss} support point and level less [5.3.2]", unit = name, hex = at, loss = rules.near),
        Penalty::Far => tr!("{unit} goes to {hex}: {loss} support points and levels less [5.3.2]", unit = name, hex = at, loss = rules.far),
        Penalty::Everything => tr!("{unit} goes to {hex}: no support points and level 0 [5.3.2]", unit = name, hex = at),
    }
}

fn done(game: &AcrossTheBug, viewer: Side) -> String {
    if let Some(die) = game.die_at_hand() {
        let result = fight::result_of(game, Action::Roll(die)).or_else(|| dice::comes_of_waiting(game, viewer));
        return result.map_or_else(|| tr!("keep the {die}", die), |result| tr!("keep the {die}: {result}", die, result));
    }
    if game.reaction_is_asked() {
        return tr!("no reaction").to_owned();
    }
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let kind = legal.iter().find(|&&action| action != Action::Done);
    let words = match kind {
        Some(Action::Emergency(_)) => tr!("keep the Emergency Supply"),
        Some(Action::Assign { .. }) => tr!("no more assignments"),
        Some(Action::Replace(_)) => tr!("no more replacements"),
        Some(Action::Cannibalize(_)) => tr!("break up no more units"),
        Some(Action::TakeUp { .. }) => tr!("leave the pontoons"),
        Some(Action::Activate(_)) => tr!("no more surprise activations"),
        Some(Action::MoveTo(_) | Action::Boat(_) | Action::Infiltrate(_) | Action::Exit) => tr!("stay here"),
        Some(Action::Attack { .. }) => tr!("call off the attack"),
        Some(Action::Join(_)) => tr!("call off the action"),
        Some(Action::Withdraw(_)) => tr!("the others stay"),
        Some(Action::RetreatTo(_)) => tr!("retreat no further"),
        Some(Action::Improve(_)) if game.acting().is_none() => tr!("no more stacks in improved defence"),
        Some(_) if game.acting().is_some() && game.combat_report().is_some() => tr!("decline the bonus"),
        Some(_) if game.acting().is_some() => tr!("end the activation"),
        Some(_) => tr!("end this step"),
        None if game.segment() == Segment::Assignment => tr!("no more assignments"),
        None if game.segment() == Segment::Replacement => tr!("no more replacements"),
        None if game.march_report().is_some() => tr!("call off the action"),
        None if game.acting().is_some() => tr!("end the activation"),
        None => tr!("end this step"),
    };
    words.to_owned()
}

/// Remarks on a counter that may act.
fn state(game: &AcrossTheBug, unit: UnitId, viewer: Side) -> String {
    let mut notes: Vec<String> = Vec::new();
    if game.place(unit).hex().is_some_and(|hex| game.in_zoc(unit.side().opponent(), hex)) {
        notes.push(tr!("in enemy ZOC").to_owned());
    }
    if unit.side() == viewer {
        notes.extend(names::command(game.command(unit)).map(str::to_owned));
    }
    in_brackets(&notes)
}

/// The hex that the stack at hand moves to.
pub(super) const fn moves(action: Action) -> Option<Hex> {
    match action {
        Action::MoveTo(hex) | Action::Boat(hex) | Action::Infiltrate(hex) => Some(hex),
        _ => None,
    }
}

/// A hex on the way with its price and what waits there.
fn hex_notes(game: &AcrossTheBug, hex: Hex, viewer: Side) -> String {
    let Turn::Player(side) = game.turn() else { return String::new() };
    let data: &Data = game.data();
    let mut notes = Vec::new();
    if let Some(cost) = game.price_of(hex) {
        notes.push(tr!("{cost} MP", cost = half_points(cost)));
    }
    if game.in_zoc(side.opponent(), hex) {
        notes.push(tr!("enemy ZOC").to_owned());
    }
    if data.script.objectives.iter().any(|objective| objective.hex == hex) {
        notes.push(tr!("victory points").to_owned());
    }
    if data.map.strongpoint_at(hex).is_some() {
        notes.push(tr!("strongpoint").to_owned());
    }
    let there = game.stack(hex).count();
    if there > 0 && game.occupant(hex) == Some(side) {
        notes.push(tr!("counters there: {count}", count = there));
    }
    // Which of them lie covered under others is told to nobody else [5.3.4].
    if side == viewer && game.would_overstack(hex) {
        notes.push(tr!("who ends there overstacks: every unit is checked, and the enemy displaces those too many [5.3.1]").to_owned());
    }
    in_brackets(&notes)
}

#[cfg(test)]
mod tests {
    use stavka_engine::Dice;
    use stavka_engine::catalogue::Catalogue as _;

    use stavka_engine::across_the_bug::terms::Terrain;

    use super::*;
    use crate::Tabletop as _;
    use crate::theme::{Theme as _, purpose};

    /// Whether a crowd is checked when the stack at hand has gone to a hex and stays there.
    fn is_checked_there(game: &AcrossTheBug, hex: Hex) -> bool {
        let mut game = game.clone();
        let mut legal = Vec::new();
        game.apply(Action::MoveTo(hex));
        for _ in 0..30 {
            if game.prompt().contains("crowded hex") {
                return true;
            }
            if game.turn() == Turn::Over || game.march_report().is_none() {
                return false;
            }
            game.legal_actions(&mut legal);
            let next = if legal.contains(&Action::Done) { Action::Done } else { legal[0] };
            game.apply(next);
        }
        false
    }

    #[test]
    fn a_destination_says_that_it_overstacks_and_a_die_that_is_kept_what_it_gives() {
        let data = AcrossTheBug::load("attack").expect("it is embedded");
        let (mut legal, mut found, mut arrived) = (Vec::new(), [0; 3], 0);
        for seed in 0..6 {
            let mut dice = Dice::new(seed);
            let mut game = AcrossTheBug::new(data);
            while game.turn() != Turn::Over {
                game.legal_actions(&mut legal);
                let Turn::Player(side) = game.turn() else {
                    let die = game.draw(&legal, &mut dice);
                    game.apply(die);
                    continue;
                };
                let spots = game.spots(&legal);
                for (&action, spot) in legal.iter().zip(&spots) {
                    let told = game.words(action, side);
                    match action {
                        Action::MoveTo(hex) if game.data().map.terrain(hex) != Terrain::Swamp => {
                            assert_eq!(told.contains("overstacks"), spot.harms, "{told}");
                            assert!(!game.words(action, side.opponent()).contains("overstacks"));
                            if spot.harms || dice.below(40) == 0 {
                                found[usize::from(spot.harms)] += 1;
                                assert_eq!(is_checked_there(&game, hex), spot.harms, "{told}");
                            }
                        }
                        Action::Done if game.die_at_hand().is_some() => {
                            found[2] += 1;
                            assert!(told.starts_with("keep the ") && told.contains(": "), "{told}");
                        }
                        Action::Assign { .. } => {
                            assert!(spot.under.is_some());
                            assert_eq!(spots.iter().any(|spot| spot.first), game.prompt().contains("arrivals first"));
                            arrived += usize::from(spot.first);
                        }
                        _ => {}
                    }
                }
                let action = dice.choose(&legal);
                game.apply(action);
            }
        }
        assert!(!found.contains(&0) && arrived > 0, "{found:?} {arrived}");
    }

    #[test]
    fn losses_before_the_battle_say_how_many_are_left_of_which_kind_and_cite_their_rule() {
        let data = AcrossTheBug::load("delayed").expect("it is embedded");
        let mut dice = Dice::new(1);
        let (mut game, mut legal) = (AcrossTheBug::new(data), Vec::new());
        loop {
            game.legal_actions(&mut legal);
            if matches!(legal[0], Action::Lose(_)) {
                break;
            }
            let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { legal[0] };
            game.apply(action);
        }
        let told = game.prompt();
        assert!(told.contains(" infantry, ") && told.contains(" AFV; at most "), "{told}");
        assert!(purpose::<AcrossTheBug>(&game.spots(&legal)).contains("[11.2]"));
    }

    #[test]
    fn what_lies_beneath_an_enemy_stack_is_not_named() {
        let data = AcrossTheBug::load("attack").expect("it is embedded");
        let mut dice = Dice::new(7);
        let mut game = AcrossTheBug::new(data);
        let (mut legal, mut hidden) = (Vec::new(), 0);
        for _ in 0..1500 {
            game.legal_actions(&mut legal);
            if let Turn::Player(side) = game.turn() {
                let other = side.opponent();
                for &action in &legal {
                    let told = game.words(action, other);
                    assert!(!told.is_empty());
                    let unit = action.unit().filter(|&unit| !game.is_seen(unit, other));
                    if let Some(unit) = unit {
                        hidden += 1;
                        assert!(!told.contains(&format!("{} (", data.unit(unit).id)), "{told}");
                    }
                }
            }
            if game.turn() == Turn::Over {
                break;
            }
            let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
            game.apply(action);
        }
        assert!(hidden > 0, "some units act that the enemy does not see");
    }
}
