//! What dice need, and what a throw comes to.

use stavka_engine::blocks_in_the_east::combat::Pool;
use stavka_engine::blocks_in_the_east::{Action, Asked, BlocksInTheEast};
use stavka_engine::{Game as _, Side, Turn};
use stavka_words::tr;

use super::{names, words};

/// The faces that hit, of a die that hits on so many from 6 down.
pub(super) fn faces(count: u8) -> String {
    match count {
        1 => "6".to_owned(),
        2 => tr!("5 and 6").to_owned(),
        _ => tr!("{least} to 6", least = 7_u8.saturating_sub(count)),
    }
}

/// The dice of a throw by the faces that hit: "3 dice hit on 6, 2 dice on 5 and 6".
pub(super) fn needs(pool: Pool) -> String {
    let told = (1..=5).filter(|&count| pool.with_faces(count) > 0).map(|count| match pool.with_faces(count) {
        1 => tr!("1 die hits on {faces}", faces = faces(count)),
        dice => tr!("{dice} dice hit on {faces}", dice, faces = faces(count)),
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { tr!("no dice").to_owned() } else { told.join(", ") }
}

/// Hits that a throw is expected to give, whether somebody is there to take them or not.
pub(super) fn expected(pool: Pool) -> f64 {
    (1..=5).map(|count| f64::from(pool.with_faces(count)) * f64::from(count) / 6.0).sum()
}

/// Numbers of hits of the dice at hand with their chances; the last one takes in all that is beyond what the enemy can still take [7.7.11].
pub(super) fn distribution(game: &BlocksInTheEast) -> Vec<(u8, f64)> {
    let mut results = Vec::new();
    game.legal_actions(&mut results);
    let weights = || results.iter().map(|&result| game.chance_weight(result));
    let all: u128 = weights().map(u128::from).sum();
    let hits = results.iter().zip(weights()).filter_map(|(&result, weight)| match result {
        Action::Hits(hits) => Some((hits, weight as f64 / all as f64)),
        _ => None,
    });
    hits.collect()
}

/// A chance in percent.
pub(super) fn percent(chance: f64) -> String {
    format!("{:.1}%", 100.0 * chance)
}

/// So many dice of the volley at hand hit: who throws, in which step, how likely it is, and what is lost.
pub(super) fn told(game: &BlocksInTheEast, count: u8) -> String {
    if let Some(Asked::ScoutFire { hex, .. }) = game.asked() {
        let hex = names::hex(game.data(), hex);
        return match count {
            0 => tr!("{hex} fires at the aircraft that reconnoitre it, and misses [19.1.a]", hex),
            _ => tr!("{hex} fires at the aircraft that reconnoitre it, and drives them off [19.1.a]", hex),
        };
    }
    if let Some((fire, target, pool, _)) = game.air_dice_at_hand() {
        let (who, rule) = names::air_fire(fire);
        let dice = pool.count();
        return match target {
            Some(target) => {
                let target = names::raid_target(game.data(), target);
                tr!("raid on {target}, {who}: {count} of {dice} dice hit [{rule}]", target, who, count, dice, rule)
            }
            None => tr!("{who}: {count} of {dice} dice hit [{rule}]", who, count, dice, rule),
        };
    }
    if let Some((route, pool, _)) = game.attack_on_convoy() {
        let (route, dice) = (names::route(route), pool.count());
        return tr!("convoys, {route}: {count} of {dice} dice hit [35.2]", route, count, dice);
    }
    if let Some((what, hex, pool, most)) = game.bombs_at_hand() {
        let (at, named) = (names::hex(game.data(), hex), names::infrastructure(what));
        return match count {
            _ if what.is_destroyed_by(count) => {
                tr!("bombs on {what} at {hex}: {count} hits, it is destroyed for good [32.1]", what = named, hex = at, count)
            }
            0 => tr!("bombs on {what} at {hex} miss [32.0]", what = named, hex = at),
            _ if count == most && most < pool.count() => {
                tr!("bombs on {what} at {hex}, hits: {count} or more, all that count [32.0]", what = named, hex = at, count)
            }
            _ => tr!("bombs on {what} at {hex}, hits: {count} [32.0]", what = named, hex = at, count),
        };
    }
    let (Some((side, firing, pool)), Some(battle)) = (game.volley(), game.battle_report()) else {
        return tr!("dice that hit: {count}", count);
    };
    let (step, rule) = names::firing(firing);
    let [now, _] = pool.split();
    let dice = now.count();
    let chances = distribution(game);
    let chance = chances.iter().find(|(known, _)| *known == count).map_or(0.0, |(_, chance)| *chance);
    let is_most = chances.last().is_some_and(|&(most, _)| most == count);
    let percent = percent(chance);
    let hex = names::hex(game.data(), battle.hex);
    if is_most && count < dice {
        return tr!(
            "battle at {hex}, {side}, {step}: {count} or more of {dice} dice hit, all that the enemy can take ({percent}) [{rule}]",
            hex,
            side,
            step,
            count,
            dice,
            percent,
            rule
        );
    }
    tr!("battle at {hex}, {side}, {step}: {count} of {dice} dice hit ({percent}) [{rule}]", hex, side, step, count, dice, percent, rule)
}

/// What a die outside of battles comes to, in a sentence: the weather, a point that crosses mines, the surrender of the Soviet Union.
pub(super) fn comes_of(game: &BlocksInTheEast, die: Action) -> Option<String> {
    let face = match die {
        Action::Roll(face) => face,
        // [32.0][35.0] Dice beside the battles, and which point is lost.
        Action::Hits(_) | Action::GiveUp(_) if game.turn() == Turn::Chance && game.volley().is_none() => {
            return Some(words::words(game, die, Side::Soviet));
        }
        _ => return None,
    };
    let tables = &game.data().tables;
    Some(match game.asked()? {
        Asked::Weather => {
            tr!("{month}: {weather} [9.0]", month = names::date(game.game_turn()), weather = names::weather(tables.weather.rolled(face)))
        }
        Asked::Minefield { nation, colour } => {
            let (nation, colour) = (names::nation(nation), names::colour(colour));
            if face < tables.mines {
                tr!("{nation}: a point comes through the mines, {colour} [11.3]", nation, colour)
            } else {
                tr!("{nation}: a point is lost in the mines, {colour} [11.3]", nation, colour)
            }
        }
        Asked::ScoutRoll { unit, hex } if face <= game.scout_report(unit, hex).succeeds_to => {
            tr!("{hex} is reconnoitred: all its units are shown [19.1.a]", hex = names::hex(game.data(), hex))
        }
        Asked::ScoutRoll { hex, .. } => tr!("{hex} is not reconnoitred [19.1.a]", hex = names::hex(game.data(), hex)),
        Asked::SeaMines(_) => match face {
            1..=3 => tr!("the unit comes through the mines [18.1]").to_owned(),
            4 | 5 => tr!("the unit loses a step to the mines; with its last one it is lost [18.1]").to_owned(),
            _ => tr!("the unit is lost in the mines [18.1]").to_owned(),
        },
        Asked::SovietSurrender { wins } if face <= wins => tr!("the Soviet Union surrenders [SBE9.a][7.11.c]").to_owned(),
        Asked::SovietSurrender { .. } => tr!("the Soviet Union fights on [SBE9.a]").to_owned(),
        _ => return None,
    })
}
