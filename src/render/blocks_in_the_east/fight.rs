//! Odds of volleys as data, from the functions that resolve them. A volley brings hits; what hits do to steps is for the units to say.

use stavka_engine::blocks_in_the_east::display::{self, Fire, Shot};
use stavka_engine::blocks_in_the_east::{Asked, BlocksInTheEast, combat::Firing};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side, Turn};
use stavka_words::tr;

use super::names;
use crate::theme::{Fall, Odds, OddsPart, OddsWords, Shift};

/// Sum of the weights of the results: dice in plenty have no common denominator that is small enough.
const WAYS: u32 = 100_000;

/// The battle in progress: the volley about to be thrown, or the one that comes next if both sides stay. Who chooses the unit that takes a
/// hit reads what has been thrown.
pub(super) fn at_hand(game: &BlocksInTheEast, viewer: Side) -> Option<Odds> {
    if matches!(game.asked(), Some(Asked::Hit { .. })) {
        return None;
    }
    let fire = display::fire_at_hand(game).or_else(|| display::fire_to_come(game))?;
    Some(odds(game, &fire, viewer))
}

/// What `viewer`, who has to act, would throw in a battle for a hex with the units that it has there, and the one at hand.
pub(super) fn possible(game: &BlocksInTheEast, hex: Hex, viewer: Side) -> Option<Odds> {
    let enemies = game.meets_enemies(viewer, hex);
    if game.turn() != Turn::Player(viewer) || !enemies {
        return None;
    }
    if game.battle_report().is_some_and(|battle| battle.hex == hex) {
        return at_hand(game, viewer);
    }
    let fires = display::fires_into(game, viewer, hex);
    // What the ground does decides most battles.
    let order = [Firing::Ground, Firing::AirAttack, Firing::Artillery, Firing::AntiAircraft, Firing::AirCombat];
    let main = order.into_iter().find_map(|firing| fires.iter().find(|fire| fire.firing == firing))?;
    let mut odds = odds(game, main, viewer);
    odds.is_declared = false;
    odds.title = tr!("Battle at {hex}: your dice of a round", hex = names::hex(game.data(), hex));
    odds.words.summary = Some(step_in_words(main));
    odds.words.parts = fires.iter().flat_map(|fire| step_parts(game, fire, viewer)).collect();
    odds.notes.push(tr!("every Bonus widens the range by a face, every Malus halves the dice; a die is left at least [7.7.6]").to_owned());
    if fires.iter().any(|fire| matches!(fire.firing, Firing::AirCombat | Firing::AntiAircraft)) {
        odds.notes.push(tr!("air combat and fire at aircraft hit aircraft alone, if the enemy has any there [7.7.1][7.7.2]").to_owned());
    }
    odds.notes.push(tr!("the dice of the enemy are known when the battle is opened [7.7]").to_owned());
    // The unit at hand fights beside those that are there.
    if let Some(unit) = game.asked().and_then(Asked::mover).filter(|&unit| game.place(unit).hex() != Some(hex)) {
        let attacks = game.phase().is_none_or(|(active, _)| active == viewer);
        let side = if attacks { &mut odds.attackers } else { &mut odds.defenders };
        side.push(names::name(game, unit, viewer));
    }
    Some(odds)
}

/// A step of a battle with its dice and the hits that they give on average.
fn step_in_words(fire: &Fire) -> String {
    let (step, rule) = names::firing(fire.firing);
    let mean = mean(&fire.chances());
    tr!("{step}: {dice}, {mean} hits on average [{rule}]", step, dice = summary(fire), mean = format_args!("{mean:.2}"), rule)
}

/// A step of a battle, then who throws in it.
fn step_parts(game: &BlocksInTheEast, fire: &Fire, viewer: Side) -> Vec<OddsPart> {
    let mut all = vec![OddsPart { title: step_in_words(fire), shifts: Vec::new() }];
    all.extend(parts(game, fire, viewer));
    all
}

fn mean(chances: &[f64]) -> f64 {
    (0..).zip(chances).map(|(hits, chance)| f64::from(hits) * chance).sum()
}

/// A volley with its chances, and what else is thrown in the battle as the units stand.
pub(super) fn odds(game: &BlocksInTheEast, fire: &Fire, viewer: Side) -> Odds {
    let data = game.data();
    let battle = game.battle_report().filter(|battle| battle.hex == fire.hex);
    let active = game.phase().map_or(viewer, |(active, _)| active);
    let attacker = battle.map_or(active, |battle| battle.attacker);
    let chances = fire.chances();
    let falls = falls(&chances, fire.side == attacker);
    let (step, rule) = names::firing(fire.firing);
    let mean = mean(&chances);
    let dice = fire.pool.count();
    let [attack, defence] = [attacker, attacker.opponent()].map(|side| u16::from(if side == fire.side { dice } else { 0 }));
    let column = column(fire);
    let mut notes = Vec::new();
    if data.script.options.cancel {
        notes.push(tr!("agreed: a Bonus and a Malus of the same unit cancel each other [7.7.6.c]").to_owned());
    }
    if let Some(battle) = battle {
        notes.extend(others(game, fire, viewer));
        let waiting = |side: Side| Some(battle.pending[side.index()]).filter(|&hits| hits > 0).map(|hits| waits(side, hits));
        notes.extend(Side::ALL.into_iter().filter_map(waiting));
    }
    let outlook = match fire.most {
        Some(most) => tr!("Mean hits: {mean}; the other side can take {most} [7.7.11].", mean = format_args!("{mean:.2}"), most),
        None => tr!("Mean hits: {mean}.", mean = format_args!("{mean:.2}")),
    };
    let [attackers, defenders] = [attacker, attacker.opponent()].map(|side| fighters(game, fire.hex, side, viewer));
    Odds {
        is_declared: true,
        fighters: game
            .stack(fire.hex)
            .iter()
            .filter(|&&unit| names::knows(game, unit, viewer))
            .map(|&unit| data.unit(unit).id.clone())
            .collect(),
        cell: data.map.name(fire.hex),
        title: match battle {
            Some(battle) => tr!(
                "Battle at {hex}, round {round}: {side}, {step} [{rule}]",
                hex = names::hex(data, fire.hex),
                round = battle.round,
                side = fire.side,
                step,
                rule
            ),
            None => tr!("Battle at {hex}: {side}, {step} [{rule}]", hex = names::hex(data, fire.hex), side = fire.side, step, rule),
        },
        attackers,
        defenders,
        absent: Vec::new(),
        attack,
        defence,
        base: column.clone(),
        column,
        shifts: Vec::new(),
        notes,
        expected: Fall::means(&falls),
        takes: [0, WAYS],
        taken_by: "",
        words: OddsWords { summary: Some(summary(fire)), outlook: Some(outlook), parts: parts(game, fire, viewer) },
        falls,
    }
}

fn waits(side: Side, hits: u8) -> String {
    if hits == 1 { tr!("{side}: 1 hit still to be taken", side) } else { tr!("{side}: {hits} hits still to be taken", side, hits) }
}

/// The units of a side in a hex as `viewer` may know them.
fn fighters(game: &BlocksInTheEast, hex: Hex, side: Side, viewer: Side) -> Vec<String> {
    let mut all = names::each(game, game.stack(hex).iter().copied().filter(|unit| unit.side() == side), viewer);
    if side == Side::Soviet && game.brigades_in(hex) > 0 {
        all.push(names::partisans(game.partisans_in(hex)));
    }
    all
}

/// Dice by the faces that hit.
fn summary(fire: &Fire) -> String {
    let of = |faces: u8| {
        let dice = fire.pool.with_faces(faces);
        let range = range(faces);
        match dice {
            0 => None,
            1 => Some(tr!("1 die hits on {range}", range)),
            _ => Some(tr!("{dice} dice hit on {range}", dice, range)),
        }
    };
    (1..=5).filter_map(of).collect::<Vec<_>>().join(", ")
}

/// Faces that hit, from 6 down.
pub(super) fn range(faces: u8) -> &'static str {
    match faces {
        1 => "6",
        2 => "5-6",
        3 => "4-6",
        4 => "3-6",
        _ => "2-6",
    }
}

/// The column of the table of mean hits: the range on which most dice of the volley hit.
fn column(fire: &Fire) -> String {
    let most = (1..=5_u8).max_by_key(|&faces| fire.pool.with_faces(faces)).unwrap_or(1);
    range(most).to_owned()
}

/// Who throws how many dice, with every Bonus and Malus and its rule.
fn parts(game: &BlocksInTheEast, fire: &Fire, viewer: Side) -> Vec<OddsPart> {
    let part = |shot: &Shot| {
        let who = match shot.unit {
            Some(unit) => names::name(game, unit, viewer),
            None if fire.firing == Firing::Ground => tr!("partisans [29.1.e]").to_owned(),
            None => tr!("the town [7.7.2]").to_owned(),
        };
        let (dice, range) = (shot.dice, range(shot.faces));
        let bonus = shot.modifiers.bonus.iter().map(|&(cause, count)| (cause, count as i8));
        let malus = shot.modifiers.malus.iter().map(|&(cause, count)| (cause, -(count as i8)));
        let shift = |(cause, value)| {
            let (what, rule) = names::cause(cause);
            Shift { rule, what, value }
        };
        let cancelled = shot.modifiers.cancelled(game.data().script.options.cancel) as i8;
        let lost = [(tr!("Bonus that a Malus cancels"), -cancelled), (tr!("Malus that a Bonus cancels"), cancelled)];
        let lost = lost.into_iter().filter(|&(_, value)| value != 0).map(|(what, value)| Shift { rule: "7.7.6.c", what, value });
        OddsPart {
            title: if dice == 1 {
                tr!("{who}: 1 die hits on {range}", who, range)
            } else {
                tr!("{who}: {dice} dice hit on {range}", who, dice, range)
            },
            shifts: bonus.chain(malus).map(shift).chain(lost).collect(),
        }
    };
    fire.shots.iter().map(part).collect()
}

/// What both sides throw besides in a round of the battle in progress, as their units stand.
fn others(game: &BlocksInTheEast, now: &Fire, viewer: Side) -> Vec<String> {
    let known = |side: Side| {
        let units = game.stack(now.hex).iter().filter(move |unit| unit.side() == side);
        units.clone().all(|&unit| names::knows(game, unit, viewer))
    };
    let all = Side::ALL.into_iter().filter(|&side| known(side)).flat_map(|side| display::fires(game, side));
    let others = all.filter(|fire| (fire.side, fire.firing) != (now.side, now.firing));
    others
        .map(|fire| {
            let (step, rule) = names::firing(fire.firing);
            tr!("{side}, {step}: {dice} [{rule}]", side = fire.side, step, dice = summary(&fire), rule)
        })
        .collect()
}

/// Results as hits, with weights that add up to [`WAYS`]: rounded down, and what is left given to the likeliest.
fn falls(chances: &[f64], by_attacker: bool) -> Vec<Fall> {
    let mut weights: Vec<u32> = chances.iter().map(|chance| (chance * f64::from(WAYS)) as u32).collect();
    let left = WAYS.saturating_sub(weights.iter().sum());
    if let Some(most) = (0..weights.len()).max_by(|&a, &b| chances[a].total_cmp(&chances[b])) {
        weights[most] += left;
    }
    let fall = |(hits, weight): (u8, u32)| {
        let [attacker, defender] = if by_attacker { [0, hits] } else { [hits, 0] };
        Fall { weight, told: Some(hits_in_words(hits)), ..Fall::of(hits, attacker, defender) }
    };
    (0..).zip(weights).filter(|&(_, weight)| weight > 0).map(fall).collect()
}

fn hits_in_words(hits: u8) -> String {
    match hits {
        0 => tr!("no hits").to_owned(),
        1 => tr!("one hit").to_owned(),
        _ => tr!("{hits} hits", hits),
    }
}

/// What a number of hits means, when the dice have fallen.
pub(super) fn result(fire: &Fire, hits: u8) -> String {
    let hits = hits_in_words(hits);
    match fire.side.opponent() {
        Side::Axis => tr!("{hits} on the Axis", hits),
        Side::Soviet => tr!("{hits} on the Soviets", hits),
    }
}

#[cfg(test)]
mod tests {
    use super::super::walks::random_games;
    use super::*;

    #[test]
    fn the_chances_of_a_volley_are_those_by_which_its_hits_are_drawn() {
        let mut volleys = 0;
        random_games(0, |game, legal, _| {
            let Some(fire) = display::fire_at_hand(game).filter(|fire| fire.pool.count() <= 24) else { return };
            volleys += 1;
            let chances = fire.chances();
            let all: u64 = legal.iter().map(|&action| game.chance_weight(action)).sum();
            assert_eq!(chances.len(), legal.len(), "{fire:?}");
            for (&action, chance) in legal.iter().zip(&chances) {
                let exact = game.chance_weight(action) as f64 / all as f64;
                assert!((exact - chance).abs() < 1e-9, "{chance} for {exact}");
            }
            let odds = odds(game, &fire, Side::Axis);
            assert_eq!(odds.falls.iter().map(|fall| fall.weight).sum::<u32>(), WAYS);
            let shots: u8 = fire.shots.iter().map(|shot| shot.dice).sum();
            assert_eq!(shots, fire.pool.count(), "all dice are somebody's");
        });
        assert!(volleys > 20, "battles are fought: {volleys}");
    }

    #[test]
    fn the_odds_of_a_move_count_the_unit_that_makes_it() {
        let mut previews = 0;
        random_games(1, |game, legal, _| {
            let (Some(unit), Turn::Player(side)) = (game.asked().and_then(Asked::mover), game.turn()) else { return };
            let hexes = legal.iter().filter_map(|action| action.hex()).filter(|&hex| game.place(unit).hex() != Some(hex));
            for odds in hexes.filter_map(|hex| possible(game, hex, side)) {
                previews += 1;
                let name = names::name(game, unit, side);
                assert!(odds.attackers.contains(&name) || odds.defenders.contains(&name), "{name}: {odds:?}");
            }
        });
        assert!(previews > 20, "units move into battles: {previews}");
    }
}
