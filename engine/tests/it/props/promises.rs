//! What a preview of odds promises, against what the resolution uses [12.7][15.21].

use stavka_engine::east_front::drm::Cause;
use stavka_engine::east_front::{Action, BattleSheet, EastFront, FightReport, HexSet, Order, UnitId, units};
use stavka_engine::game::{Game as _, Side};
use stavka_engine::hex::Hex;

use super::{Finding, require};

/// An attack as it was promised when its declaration ended.
pub(crate) struct Promise {
    side: Side,
    hexes: HexSet,
    attackers: u128,
    /// Everybody who has to do with it: where he stood, and with how many steps.
    stood: Vec<(UnitId, Option<Hex>, u8)>,
    /// Every hex that is attacked, with those who stood in it.
    attacked: Vec<(Hex, Vec<UnitId>)>,
}

fn standing(game: &EastFront, unit: UnitId) -> (UnitId, Option<Hex>, u8) {
    (unit, game.place(unit).hex(), game.steps(unit))
}

fn stack(game: &EastFront, hex: Hex) -> (Hex, Vec<UnitId>) {
    (hex, game.stack(hex).collect())
}

/// The attacks of a declaration that is about to end, with all that is promised to each. What one of them gets depends on what
/// the others need, so that everybody in them has to do with it.
pub(crate) fn promised(game: &EastFront, side: Side) -> Vec<Promise> {
    let attacks = game.attack_reports(side);
    let reports: Vec<_> = attacks.iter().filter_map(|attack| game.full_attack(side, attack.hexes.first()?)).collect();
    let own = reports.iter().fold(0, |bits, report| bits | report.attackers | report.supports)
        | reports.iter().flat_map(|report| &report.needed).fold(0, |bits, (unit, _)| bits | unit.bit());
    let defenders = reports.iter().fold(0, |bits, report| bits | report.defenders);
    let concerned = || units(side, own).chain(units(side.opponent(), defenders));
    let promise = |report: &FightReport| Promise {
        side,
        hexes: report.hexes,
        attackers: report.attackers,
        stood: concerned().map(|unit| standing(game, unit)).collect(),
        attacked: reports.iter().flat_map(|report| report.hexes.iter()).map(|hex| stack(game, hex)).collect(),
    };
    reports.iter().map(promise).collect()
}

/// Whether the question is who takes part in an attack, and nobody has been named.
fn asks_who_attacks(game: &EastFront, legal: &[Action]) -> bool {
    let nobody = game.combat_at_hand().is_some_and(|(_, attackers, _)| attackers == 0);
    nobody && legal.iter().any(|action| matches!(action, Action::Commit(_)))
}

/// At the resolution of an attack: who was promised is who may attack, unless somebody has moved, lost steps, come into a hex
/// under attack (a reserve that reacts), or fought elsewhere; and all together fight at the odds that are shown. Gives whether anything was compared.
pub(crate) fn kept(game: &EastFront, legal: &[Action], promises: &[Promise]) -> Result<bool, String> {
    if !asks_who_attacks(game, legal) {
        return Ok(false);
    }
    let shown = game.fight_report().ok_or("no odds are shown while the attackers are chosen")?;
    let reports = game.attack_reports(shown.attacker);
    let promise = promises.iter().find(|promise| promise.hexes == shown.hexes && promise.side == shown.attacker);
    let as_it_was = |promise: &&Promise| {
        promise.stood.iter().all(|&stood| standing(game, stood.0) == stood)
            && promise.attacked.iter().all(|attacked| stack(game, attacked.0) == *attacked)
    };
    // What was promised to an attack of several is what it gets if it is the first to be resolved; guns that answer it may
    // change what it needs.
    let is_first = reports.iter().filter(|attack| attack.resolved).count() == 1 && reports.iter().all(|attack| attack.guns == 0);
    let compared = promise.filter(as_it_was).filter(|_| is_first);
    if let Some(promise) = compared {
        require!(shown.attackers == promise.attackers, "promised {:x}, shown {:x}", promise.attackers, shown.attackers);
    }
    for &action in legal {
        let Action::Commit(unit) = action else { continue };
        let needed = shown.needed.iter().any(|&(known, _)| known == unit);
        require!(shown.attackers & unit.bit() != 0 || needed, "{} may attack and is not in the odds", game.data().unit(unit).id);
    }
    all_together(game, legal)?;
    Ok(compared.is_some())
}

/// All that may attack do, with all the guns and without an order: the odds are those that were shown.
fn all_together(game: &EastFront, legal: &[Action]) -> Finding {
    let shown = game.fight_report().ok_or("no odds are shown")?;
    let (mut then, mut legal) = (game.clone(), legal.to_vec());
    loop {
        let wanted = |action: &&Action| match action {
            Action::Commit(_) | Action::Support(_) | Action::Breach => true,
            Action::Give(order) => *order == Order::None,
            _ => false,
        };
        let ends = |action: &&Action| matches!(action, Action::Engage | Action::Done);
        let Some(&action) = legal.iter().find(wanted).or_else(|| legal.iter().find(ends)) else { break };
        then.apply(action);
        then.legal_actions(&mut legal);
    }
    let Some(fought) = then.fight_report() else { return Err("the attack does not come to its die".to_owned()) };
    require!(fought.attackers == shown.attackers, "shown {:x}, fought {:x}", shown.attackers, fought.attackers);
    // An order of the defender is turned up when the attackers are named [14.32]; nobody could promise it.
    let known =
        |sheet: &BattleSheet| sheet.modifiers.terms.iter().filter(|(cause, _)| *cause != Cause::NoRetreat).copied().collect::<Vec<_>>();
    let odds = |sheet: &BattleSheet| (sheet.attack, sheet.defence, sheet.column, known(sheet));
    require!(odds(&fought.sheet) == odds(&shown.sheet), "shown {:?}, fought {:?}", odds(&shown.sheet), odds(&fought.sheet));
    Ok(())
}
