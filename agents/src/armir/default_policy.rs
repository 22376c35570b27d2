//! Choices made without looking ahead: how a half-done procedure is carried on, and decisions whose
//! worth no position shows.

use stavka_engine::armir::{Action, Armir, Class, Face, Formation, Mobility, ObjectiveSet, UnitId};
use stavka_engine::hex::{Hex, OFF_MAP};
use stavka_engine::{Dice, Game as _, Side, Turn};

use super::candidates::Aims;

/// Sets that the Soviets choose from, with their shares.
const CHOICES: [(u8, u32); 3] = [
    (ObjectiveSet::CHIR | ObjectiveSet::DONETS, 3),
    (ObjectiveSet::CHIR | ObjectiveSet::DESTROY | ObjectiveSet::DONETS, 2),
    (ObjectiveSet::CHIR | ObjectiveSet::AIRFIELDS | ObjectiveSet::DONETS, 1),
];

/// A sensible choice for whoever is to act in the middle of a procedure.
pub(super) fn continue_with(game: &Armir, legal: &[Action], aims: &Aims) -> Action {
    if game.marching() != 0 {
        return march_on(game, legal, aims);
    }
    carry_on(game, legal)
}

/// The same for everything but a march.
pub(super) fn carry_on(game: &Armir, legal: &[Action]) -> Action {
    match legal.iter().copied().find(|action| *action != Action::Done).unwrap_or(Action::Done) {
        Action::Commit(_) | Action::Engage => commit(game, legal),
        Action::Support(_) => support(game, legal),
        Action::Lose(_) => lose(game, legal),
        Action::Remove(_) => remove(game, legal),
        Action::Retreat | Action::Stand => stand_or_retreat(game),
        Action::RetreatTo(_) => retreat_to(game, legal),
        Action::Advance(_) => advance(game, legal),
        _ => legal[0],
    }
}

/// A group that can be joined is joined, a group that can overrun does; a unit goes where it stands best.
fn march_on(game: &Armir, legal: &[Action], aims: &Aims) -> Action {
    if legal[0] == Action::Done {
        return Action::Done;
    }
    if game.marching().count_ones() > 1 {
        let join = legal.iter().find(|action| matches!(action, Action::Join(_)));
        let weakest = legal
            .iter()
            .filter_map(|&action| match action {
                Action::Overrun { target, .. } => Some((stack_cp(game, target), action)),
                _ => None,
            })
            .min_by_key(|&(cp, _)| cp)
            .map(|(_, action)| action);
        return join.copied().or(weakest).unwrap_or(legal[0]);
    }
    let mut best = (f64::NEG_INFINITY, legal[0]);
    for &action in legal.iter().filter(|action| matches!(action, Action::MoveTo(_) | Action::Exit(_))) {
        let worth = aims.destination(game, action);
        if worth > best.0 {
            best = (worth, action);
        }
    }
    best.1
}

fn stack_cp(game: &Armir, hex: Hex) -> u16 {
    game.stack(hex).map(|unit| u16::from(game.cp(unit))).sum()
}

/// Infantry first; tanks only where the odds are poor without them.
fn commit(game: &Armir, legal: &[Action]) -> Action {
    let data = game.data();
    let Some(battle) = game.battle() else { return legal[0] };
    let may_engage = legal[0] == Action::Engage;
    let sheet = game.battle_sheet(battle);
    if may_engage && sheet.defence > 0 && sheet.attack >= 9 * sheet.defence {
        return Action::Engage;
    }
    let infantry = legal.iter().copied().find(|action| matches!(action, Action::Commit(unit) if !data.mobile.contains(*unit)));
    if let Some(action) = infantry {
        return action;
    }
    if may_engage && sheet.column >= 5 && battle.attacker == Side::Soviet {
        return Action::Engage;
    }
    legal.iter().copied().find(|action| matches!(action, Action::Commit(_))).unwrap_or(legal[0])
}

/// A gun fires if it moves the odds.
fn support(game: &Armir, legal: &[Action]) -> Action {
    let Some(battle) = game.battle() else { return legal[0] };
    let now = game.battle_sheet(battle).column;
    for &action in legal {
        if let Action::Support(gun) = action {
            let mut fired = *battle;
            fired.supports |= gun.bit();
            let then = game.battle_sheet(&fired).column;
            let better = if battle.attacker == Side::Axis { then > now } else { then < now };
            if better {
                return action;
            }
        }
    }
    Action::Done
}

/// What a side gives up with one step of a counter, in CP.
fn step_worth(game: &Armir, unit: UnitId) -> i32 {
    let counter = game.data().unit(unit);
    let steps = usize::from(game.steps(unit));
    match counter.class {
        Class::Hq => 90,
        Class::Artillery => 25,
        Class::Combat => {
            let lost = i32::from(counter.cp[steps]) - i32::from(counter.cp[steps.saturating_sub(1)]);
            10 * lost + if steps == 1 { 5 } else { 0 } + if counter.mobility == Mobility::Foot { 0 } else { 3 }
        }
    }
}

/// The owner gives what it needs least; an enemy who may pick takes what hurts most.
pub(super) fn lose(game: &Armir, legal: &[Action]) -> Action {
    let chooser = game.turn();
    let units = legal.iter().filter_map(|&action| action.unit().map(|unit| (action, unit)));
    let worth = |unit: UnitId| {
        let worth = step_worth(game, unit);
        if chooser == Turn::Player(unit.side()) { worth } else { -worth }
    };
    units.min_by_key(|&(_, unit)| worth(unit)).map_or(legal[0], |(action, _)| action)
}

/// The least strength that brings a stack back to the limit.
fn remove(game: &Armir, legal: &[Action]) -> Action {
    let worth = |action: &Action| {
        action.unit().map_or(0, |unit| match game.data().unit(unit).class {
            Class::Hq => 99,
            Class::Artillery => 3,
            Class::Combat => i32::from(game.cp(unit)),
        })
    };
    legal.iter().copied().min_by_key(worth).unwrap_or(legal[0])
}

/// Works and towns are held while the stack survives it; open ground is given up.
fn stand_or_retreat(game: &Armir) -> Action {
    let Some(battle) = game.battle() else { return Action::Stand };
    let map = &game.data().map;
    let steps: u8 = game.stack(battle.target).map(|unit| game.steps(unit)).sum();
    let firm = map.fortified.contains(battle.target) || map.starred.contains(battle.target) || map.cities.contains(battle.target);
    if firm && battle.defender_owes < steps { Action::Stand } else { Action::Retreat }
}

/// Away from the enemy, if possible onto clean ground.
fn retreat_to(game: &Armir, legal: &[Action]) -> Action {
    let Some(battle) = game.battle() else { return legal[0] };
    let side = battle.attacker.opponent();
    let map = &game.data().map;
    let worth = |action: &Action| {
        let Some(hex) = action.hex() else { return 0 };
        let mut worth = 0;
        if map.fortified.contains(hex) {
            worth += 2;
        }
        if game.in_zoc(side.opponent(), hex) {
            worth -= 3;
        }
        if game.occupant(hex) == Some(side) {
            worth -= 1;
        }
        for &near in &map.neighbours[hex.index()] {
            if near != OFF_MAP && game.occupant(Hex(near)) == Some(side.opponent()) {
                worth -= 2;
            }
        }
        worth
    };
    let mut best = (i32::MIN, legal[0]);
    for &action in legal {
        let worth = worth(&action);
        if worth > best.0 {
            best = (worth, action);
        }
    }
    best.1
}

/// One infantry unit takes the hex; the Axis stays where it is.
fn advance(game: &Armir, legal: &[Action]) -> Action {
    let Some(battle) = game.battle() else { return legal[0] };
    if battle.attacker == Side::Axis || game.occupant(battle.target) == Some(battle.attacker) {
        return Action::Done;
    }
    let data = game.data();
    let worth =
        |action: &Action| action.unit().map_or(-1, |unit| i32::from(game.steps(unit)) + if data.mobile.contains(unit) { 0 } else { 10 });
    legal.iter().copied().max_by_key(worth).unwrap_or(Action::Done)
}

// ---- rules of thumb ------------------------------------------------------------

/// Decisions whose worth no position shows.
pub(super) fn rule_of_thumb(game: &Armir, side: Side, legal: &[Action], dice: &mut Dice) -> Option<Action> {
    match legal.iter().copied().find(|action| *action != Action::Done)? {
        Action::Choose(_) => Some(choose(legal, dice)),
        Action::TakeInitiative => Some(take_initiative(game)),
        Action::Flip(_) => Some(flip(game, side, legal)),
        Action::Supply(_) => Some(supply(game, legal)),
        Action::Relieve { .. } => Some(if legal.contains(&Action::Done) { Action::Done } else { legal[0] }),
        Action::Complement(_) => legal.iter().copied().find(|action| matches!(action, Action::Complement(_))),
        Action::Return { .. } => Some(return_hq(game, legal)),
        Action::Lose(_) => Some(lose(game, legal)),
        Action::Remove(_) => Some(remove(game, legal)),
        _ => None,
    }
}

/// One of the promising sets, so that the choice cannot be foreseen.
fn choose(legal: &[Action], dice: &mut Dice) -> Action {
    let total = CHOICES.iter().map(|&(_, share)| share).sum();
    let mut ticket = dice.below(total);
    for (set, share) in CHOICES {
        if ticket < share {
            let action = Action::Choose(ObjectiveSet(set));
            return if legal.contains(&action) { action } else { legal[0] };
        }
        ticket -= share;
    }
    legal[0]
}

/// The initiative is worth its price early, while the front is frozen, if momentum is left over.
fn take_initiative(game: &Armir) -> Action {
    let last = u16::from(game.data().turns);
    let turn = game.game_turn();
    let spare = if turn == 2 { 4 } else { 7 };
    if turn < last && u16::from(game.momentum()) >= spare { Action::TakeInitiative } else { Action::Done }
}

/// Hexes to the nearest enemy combat unit.
fn nearest_enemy(game: &Armir, side: Side, hex: Hex) -> u16 {
    let data = game.data();
    data.counters(side.opponent())
        .filter(|&(unit, _)| data.combat.contains(unit))
        .filter_map(|(unit, _)| game.place(unit).hex())
        .map(|near| data.map.grid.distance(hex, near))
        .min()
        .unwrap_or(99)
}

/// HQs in danger get ready to move, all others show their larger radius; guns stay in position.
fn flip(game: &Armir, side: Side, legal: &[Action]) -> Action {
    let data = game.data();
    for &action in legal {
        let Some(unit) = action.unit() else { continue };
        let Some(hex) = game.place(unit).hex() else { continue };
        let wanted = match data.unit(unit).class {
            Class::Hq if side == Side::Axis && nearest_enemy(game, side, hex) <= 3 => Face::Short,
            Class::Hq if side == Side::Soviet && left_behind(game, unit, hex) => Face::Short,
            _ => Face::Long,
        };
        if game.face(unit) != wanted {
            return action;
        }
    }
    if legal.contains(&Action::Done) { Action::Done } else { legal[0] }
}

/// Whether most of an army is out of the radius of its HQ.
fn left_behind(game: &Armir, hq: UnitId, hex: Hex) -> bool {
    let data = game.data();
    let counter = data.unit(hq);
    let radius = u16::from(counter.faces[Face::Long as usize].radius);
    let distances = data
        .counters(Side::Soviet)
        .filter(|(_, unit)| unit.formation == counter.formation)
        .filter_map(|(unit, _)| game.place(unit).hex())
        .map(|near| data.map.grid.distance(hex, near));
    let (mut all, mut far) = (0, 0);
    for distance in distances {
        all += 1;
        far += i32::from(distance > radius);
    }
    2 * far > all
}

/// The strongest stacks first; the list can only be gone through northwards to southwards.
fn supply(game: &Armir, legal: &[Action]) -> Action {
    let mut hexes: Vec<(u16, Action)> = legal
        .iter()
        .filter_map(|&action| match action {
            Action::Supply(hex) => Some((stack_cp(game, hex), action)),
            _ => None,
        })
        .collect();
    hexes.sort_by_key(|&(cp, action)| (std::cmp::Reverse(cp), action));
    hexes.truncate(2);
    hexes.into_iter().map(|(_, action)| action).min().unwrap_or(legal[0])
}

/// A safe hex near the army.
fn return_hq(game: &Armir, legal: &[Action]) -> Action {
    let data = game.data();
    let worth = |action: &Action| {
        let Action::Return { unit, hex } = *action else { return i32::MIN };
        let army: Formation = data.unit(unit).formation;
        let spread: i32 = data
            .counters(Side::Soviet)
            .filter(|(_, counter)| counter.formation == army)
            .filter_map(|(other, _)| game.place(other).hex())
            .map(|near| i32::from(data.map.grid.distance(hex, near)))
            .sum();
        let danger = if nearest_enemy(game, Side::Soviet, hex) <= 3 { 500 } else { 0 };
        -spread - danger
    };
    legal.iter().copied().max_by_key(worth).unwrap_or(legal[0])
}
