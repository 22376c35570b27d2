//! Chapter 19 of Blocks in the East: air reconnaissance.

use std::collections::BTreeSet;

use stavka_engine::blocks_in_the_east::combat::{Cause, Firing};
use stavka_engine::blocks_in_the_east::terms::Weather;
use stavka_engine::blocks_in_the_east::{Action, Asked, BlocksInTheEast, Phase, PositionBuilder, Prepared, ScoutCause as C};
use stavka_engine::game::{Determinize as _, Game as _, Turn};
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_kit::{
    ADVANCED, WHOLE, dice, goals, hex, legal, lines, offers, pass_to, play, rule_against, strength, unit, volleys,
};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, play_at_random, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const AIR: Phase = Phase::AirMovement;

fn recon() -> &'static Prepared {
    with_options(WAR, "air-reconnaissance = true")
}

/// The dice of a side in a step of the first two rounds of a battle, if nobody is hit.
fn thrown(position: PositionBuilder, attacker: Side, side: Side, firing: Firing) -> [Vec<(u8, u8)>; 2] {
    let mut game = position.open(attacker, Phase::Combat);
    let round = |game: &mut BlocksInTheEast, number: u8| {
        let mut found = Vec::new();
        while let Some(report) = game.battle_report().filter(|report| report.round <= number) {
            match game.volley() {
                Some((whose, step, pool)) if (whose, step, report.round) == (side, firing, number) => {
                    found = dice(pool);
                    play(game, &["hits 0"]);
                }
                Some(_) => play(game, &["hits 0"]),
                None => play(game, &["done"]),
            }
        }
        found
    };
    [round(&mut game, 1), round(&mut game, 2)]
}

fn battle(data: &'static Prepared, units: &str, flying: &[&str], turn: u8) -> PositionBuilder {
    flying.iter().fold(set_up(data, units, turn), |position, id| position.flying(id).expect("on the map"))
}

/// Without the chapter there are neither attempts nor a Malus; the Basic game has no headquarters, and no Malus with it.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    assert!(!scenario(WAR).script.options.air_reconnaissance);
    let scene = "AH07 3424, SL01 3429";
    let game = set_up(scenario(WAR), scene, 2).active("AH07").expect("a headquarters").open(AXIS, AIR);
    assert!(!offers(&game, "select AH07"));
    let units = "GC23 2943, GN01 2943, SL01 2943";
    let bombs = |data: &'static Prepared| thrown(battle(data, units, &["GC23"], 2), AXIS, AXIS, Firing::AirAttack)[0].clone();
    assert_eq!((bombs(scenario(WAR)), bombs(recon())), (vec![(4, 2)], vec![(2, 2)]));
    assert_eq!(bombs(with_options(WHOLE, "air-reconnaissance = true")), [(4, 2)]);
}

/// [19.0.a] Aircraft that attack the ground and artillery that attacks have a Malus in the first round, and none in the second; none where the
/// hex has been reconnoitred. The cause is told.
#[test]
fn attackers_without_reconnaissance_throw_half_their_dice() {
    let units = "GC23 2943, GN10 2943, GN01 2943, SL01 2943";
    for (firing, full, spent) in [(Firing::AirAttack, (4, 2), (4, 2)), (Firing::Artillery, (4, 2), (2, 2))] {
        let blind = thrown(battle(recon(), units, &["GC23"], 2), AXIS, AXIS, firing);
        assert_eq!(blind, [vec![(full.0 / 2, full.1)], vec![spent]], "{firing:?}");
        let seen = battle(recon(), units, &["GC23"], 2).scouted("2943").expect("a hex");
        assert_eq!(thrown(seen, AXIS, AXIS, firing), [vec![full], vec![spent]], "{firing:?}");
    }
    let game = battle(recon(), units, &["GC23"], 2).open(AXIS, Phase::Combat);
    let causes: Vec<Cause> = game.throwers(AXIS, Firing::AirAttack)[0].modifiers.malus.iter().map(|&(cause, _)| cause).collect();
    assert_eq!(causes, [Cause::Unscouted]);
    // What has been reconnoitred elsewhere does not help.
    let other = battle(recon(), units, &["GC23"], 2).scouted("3043").expect("a hex");
    assert_eq!(thrown(other, AXIS, AXIS, Firing::AirAttack)[0], [(2, 2)]);
    // Soviet attackers need it as well; the ground does not, nor fire at aircraft, nor air combat.
    let soviet = battle(recon(), "SW08 2943, SL01 2943, GN01 2943, SB06 2943, GN12 2943", &["SB06", "GN12"], 2);
    assert_eq!(thrown(soviet, SOVIET, SOVIET, Firing::Artillery)[0], [(2, 1)]);
    for (firing, dice) in [(Firing::Ground, (4, 1)), (Firing::AirCombat, (3, 1)), (Firing::AntiAircraft, (8, 1))] {
        let soviet = battle(recon(), "SW08 2943, SL01 2943, GN01 2943, SB06 2943, GN12 2943", &["SB06", "GN12"], 2);
        assert_eq!(thrown(soviet, SOVIET, SOVIET, firing)[0], [dice], "{firing:?}");
    }
}

/// [19.0.b][6.3.2.a] The defender, long-range bombers and the Gustav need none.
#[test]
fn defenders_long_range_bombers_and_the_gustav_need_none() {
    let units = "GC23 2943, GN10 2943, GN01 2943, SL01 2943";
    for (firing, full) in [(Firing::AirAttack, (4, 2)), (Firing::Artillery, (4, 2))] {
        assert_eq!(thrown(battle(recon(), units, &["GC23"], 2), SOVIET, AXIS, firing)[0], [full], "{firing:?}");
    }
    let bombers = "SA01 2943, SL01 2943, GN01 2943";
    assert_eq!(thrown(battle(recon(), bombers, &["SA01"], 2), SOVIET, SOVIET, Firing::AirAttack)[0], [(4, 1)]);
    let gustav = "AD01 2943, GN01 2943, SL01 2943";
    assert_eq!(thrown(battle(recon(), gustav, &[], 13), AXIS, AXIS, Firing::Artillery)[0], [(4, 2)]);
}

/// [SBE5.d] The surprise of June 1941 spares the Axis every Malus but that of failed reconnaissance.
#[test]
fn the_surprise_does_not_spare_the_axis_this_malus() {
    let data = with_options(ADVANCED, "air-reconnaissance = true");
    let scene = |data: &'static Prepared| set_up(data, "GN10 Brest-Litovsk, GN01 Brest-Litovsk, SW03 Brest-Litovsk", 1);
    // German guns have a Bonus in it [SBE5.e].
    assert_eq!(thrown(scene(scenario(ADVANCED)), AXIS, AXIS, Firing::Artillery)[0], [(4, 3)]);
    assert_eq!(thrown(scene(data), AXIS, AXIS, Firing::Artillery)[0], [(2, 3)]);
    let seen = scene(data).scouted("Brest-Litovsk");
    let seen = seen.or_else(|_| scene(data).scouted(&data.map.name(hex(data, "Brest-Litovsk")))).expect("a hex");
    assert_eq!(thrown(seen, AXIS, AXIS, Firing::Artillery)[0], [(4, 3)]);
}

/// The Air Headquarters of the Luftwaffe is activated, and sends aircraft.
fn scouting(units: &str, turn: u8) -> BlocksInTheEast {
    let mut game = set_up(recon(), units, turn).active("AH07").expect("a headquarters").open(AXIS, AIR);
    play(&mut game, &["select AH07"]);
    game
}

/// [19.1] As many attempts as action points, on the same hex as well, besides what the headquarters gives its aircraft.
#[test]
fn a_headquarters_has_as_many_attempts_as_action_points() {
    let attempts = |steps: u8, cut: bool| {
        let position = set_up(recon(), "AH07 3424, GC23 3424, SL01 3429", 2).steps("AH07", steps).expect("steps");
        let position = if cut { position.out_of_supply("AH07").expect("on the map") } else { position };
        let mut game = position.active("AH07").expect("a headquarters").open(AXIS, AIR);
        let hq = unit(recon(), "AH07");
        let barrels = game.barrels_left(hq);
        assert_eq!(game.attempts_left(hq), barrels);
        play(&mut game, &["select AH07"]);
        let mut count = 0;
        while game.asked() == Some(Asked::Scouting(hq)) {
            play(&mut game, &["scout 3429", "hits 1"]);
            count += 1;
        }
        assert_eq!((game.attempts_left(hq), game.barrels_left(hq)), (0, barrels), "fuel is another thing");
        assert!(!offers(&game, "select AH07"));
        count
    };
    assert_eq!([4, 3, 2, 1].map(|steps| attempts(steps, false)), [4, 3, 2, 1]);
    assert_eq!([4, 1].map(|steps| attempts(steps, true)), [2, 1]);
    // It may stop, and go on later in the phase.
    let mut game = scouting("AH07 3424, GC23 3424, SL01 3429", 2);
    play(&mut game, &["scout 3429", "hits 1", "done"]);
    assert!(offers(&game, "select AH07"));
}

/// [19.1][AMB-80] Within 5, 10 and 15 hexes of the headquarters by the TECH of the fighters.
#[test]
fn fighters_reach_by_their_tech() {
    let units = "AH07 3424, SL01 3429, SL02 3430, SK01 3434, SK02 3435, SK03 3439, SK04 3440";
    let reach = |turn: u8| goals(&scouting(units, turn), "scout");
    let named = |all: &[&str]| all.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(reach(2), named(&["3429", "3430", "3434"]));
    assert_eq!(reach(37), named(&["3429", "3430", "3434", "3435", "3439"]));
    assert_eq!(rule_against(&scouting(units, 2), "scout 3435"), "19.1");
    assert_eq!(rule_against(&scouting(units, 2), "scout 3428"), "19.1", "nobody is there");
    let soviet = |turn: u8| {
        let position = set_up(recon(), "SH06 3424, GN01 3429, GN02 3430, GN03 3434, GN04 3435", turn);
        let mut game = position.active("SH06").expect("a headquarters").open(SOVIET, AIR);
        play(&mut game, &["select SH06"]);
        goals(&game, "scout")
    };
    assert_eq!(soviet(2), named(&["3429"]));
    assert_eq!(soviet(21), named(&["3429", "3430", "3434"]));
}

/// [19.1.a] First the fire of units and town, and any hit drives the aircraft off; then the die, 4 at most with its modifiers.
#[test]
fn fire_comes_first_and_then_the_die() {
    let hq = unit(recon(), "AH07");
    let mut game = scouting("AH07 3424, GC23 3424, SL01 3429, SL02 3429", 2);
    play(&mut game, &["scout 3429"]);
    assert_eq!(game.asked(), Some(Asked::ScoutFire { unit: hq, hex: hex(recon(), "3429") }));
    let fire = game.scout_report(hq, hex(recon(), "3429")).fire.expect("dice lie there");
    assert_eq!((dice(fire), game.turn()), (vec![(8, 1)], Turn::Chance));
    assert_eq!(lines(&game), BTreeSet::from(["hits 0".to_owned(), "hits 1".to_owned()]));
    let six = |dice: u32| 6_u64.pow(dice);
    let five = |dice: u32| 5_u64.pow(dice);
    assert_eq!([0, 1].map(|hits| game.chance_weight(Action::Hits(hits))), [five(8), six(8) - five(8)]);
    // A hit ends the attempt.
    let mut shot = game.clone();
    play(&mut shot, &["hits 1"]);
    assert_eq!(shot.asked(), Some(Asked::Scouting(hq)));
    assert!(!shot.is_scouted(hex(recon(), "3429")));
    // German fighters of TECH 2 succeed on 1 to 6.
    play(&mut game, &["hits 0"]);
    assert_eq!(game.asked(), Some(Asked::ScoutRoll { unit: hq, hex: hex(recon(), "3429") }));
    let mut lucky = game.clone();
    play(&mut lucky, &["die 6"]);
    assert!(lucky.is_scouted(hex(recon(), "3429")));
    // In a forest on 1 to 4; at 5 it fails, and the attempt is spent.
    let at = "1524";
    let mut game = scouting(&format!("AH07 1522, GC23 1522, SL01 {at}"), 2);
    for (face, succeeds) in [(1, true), (4, true), (5, false), (6, false)] {
        let mut game = game.clone();
        play(&mut game, &[&format!("scout {at}"), "hits 0", &format!("die {face}")]);
        assert_eq!(game.is_scouted(hex(recon(), at)), succeeds, "{face}");
        assert_eq!(game.attempts_left(hq), 3);
    }
    // A hex without anything that fires: the die at once.
    play(&mut game, &["done"]);
    let mut base = scouting("AH07 3424, SA01 3429", 2);
    play(&mut base, &["scout 3429"]);
    assert_eq!(base.asked(), Some(Asked::ScoutRoll { unit: hq, hex: hex(recon(), "3429") }));
    // A town fires as at any aircraft: Kiev two dice, beside the four of the corps.
    let mut kiev = scouting("AH07 1829, SK01 Kiev", 2);
    let name = recon().map.name(hex(recon(), "Kiev"));
    play(&mut kiev, &[&format!("scout {name}")]);
    assert_eq!(dice(kiev.scout_report(hq, hex(recon(), "Kiev")).fire.expect("dice")), [(6, 1)]);
}

/// [19.1.a][19.0][1.3] All units of the hex are shown at once, and no others; the hex is known for the turn.
#[test]
fn success_shows_all_units_of_the_hex() {
    let data = recon();
    let hidden = |ids: &[&str]| {
        let position = set_up(data, "AH07 3424, SL01 3429, SL02 3429, SK01 3430, GN01 3020", 2);
        ids.iter().fold(position, |position, id| position.hidden(id).expect("on the map"))
    };
    let mut game = hidden(&["SL01", "SL02", "SK01"]).active("AH07").expect("a headquarters").open(AXIS, AIR);
    play(&mut game, &["select AH07", "scout 3429"]);
    let is_hidden = |game: &BlocksInTheEast, id: &str| game.is_hidden(unit(data, id));
    assert!(is_hidden(&game, "SL01") && is_hidden(&game, "SL02"), "the fire shows nobody");
    play(&mut game, &["hits 0", "die 6"]);
    assert!(!is_hidden(&game, "SL01") && !is_hidden(&game, "SL02") && is_hidden(&game, "SK01"));
    // It is not tried again where it has succeeded.
    assert_eq!(rule_against(&game, "scout 3429"), "19.1");
    // Until the turn of the side is over.
    assert!(game.is_scouted(hex(data, "3429")));
    let fresh = hidden(&[]).active("AH07").expect("a headquarters").open(AXIS, AIR);
    assert_ne!(game.state_hash(), fresh.state_hash());
    pass_to(&mut game, SOVIET, Phase::Supply);
    assert!(!game.is_scouted(hex(data, "3429")));
}

/// [19.1.b] Each modifier with its cause, all of them together; the digest's C10 is the first.
#[test]
fn modifiers_add_up() {
    let data = recon();
    let report = |at: &str, turn: u8, weather: Weather| {
        let game = set_up(data, &format!("AH07 3424, SL01 {at}"), turn).weather(weather).open(AXIS, AIR);
        let report = game.scout_report(unit(data, "AH07"), hex(data, at));
        (report.modifiers, report.succeeds_to)
    };
    let clear = Weather::Clear;
    assert_eq!(report("3429", 2, clear), (vec![(C::Fighters, -2)], 6));
    assert_eq!(report("3429", 2, Weather::Rain), (vec![(C::Fighters, -2), (C::Weather, 2)], 4));
    assert_eq!(report("3429", 2, Weather::Snow), (vec![(C::Fighters, -2), (C::Weather, 2)], 4));
    assert_eq!(report("3429", 2, Weather::LightRain), (vec![(C::Fighters, -2)], 6));
    for rough in ["1524", "4329", "2844", "2640"] {
        assert_eq!(report(rough, 2, clear), (vec![(C::Fighters, -2), (C::Ground, 2)], 4), "{rough}");
    }
    assert_eq!(report("Kiev", 2, clear), (vec![(C::Fighters, -2), (C::City, 2)], 4));
    assert_eq!(report("Vitebsk", 2, clear), (vec![(C::Fighters, -2)], 6), "a Minor City hides nobody");
    assert_eq!(report("Solone Ozero", 2, clear), (vec![(C::Fighters, -2), (C::Ground, 2), (C::Bunker, 2)], 2));
    assert_eq!(report("Sevastopol", 2, clear), (vec![(C::Fighters, -2), (C::Ground, 2), (C::Fortress, 4)], 0));
    assert_eq!(report("Kiev", 37, clear), (vec![(C::Fighters, -4), (C::City, 2)], 6));
    let soviet = set_up(data, "SH06 3424, GN01 3429", 2).open(SOVIET, AIR);
    let told = soviet.scout_report(unit(data, "SH06"), hex(data, "3429"));
    assert_eq!((told.modifiers, told.succeeds_to, told.range), (vec![], 4, 5));
}

/// V14. [19.1.c] Vologda, a Major City in a forest, in bad weather: TECH 3 alone comes through, on 1 and 2.
#[test]
fn vologda_is_hopeless_below_tech_3() {
    let data = recon();
    let best = |hq: &str, turn: u8| {
        let side = if hq == "AH07" { AXIS } else { SOVIET };
        let game = set_up(data, &format!("{hq} 3424"), turn).weather(Weather::Snow).open(side, AIR);
        game.scout_report(unit(data, hq), hex(data, "Vologda")).succeeds_to
    };
    assert_eq!([best("SH06", 2), best("AH07", 2), best("AH07", 37)], [0, 0, 2]);
    let clear = set_up(data, "AH07 3424", 2).weather(Weather::Clear).open(AXIS, AIR);
    assert_eq!(clear.scout_report(unit(data, "AH07"), hex(data, "Vologda")).succeeds_to, 2);
}

/// [19.1][19.1.d][13.8.3] The Supreme Headquarters of the minor allies have one attempt when they are activated; Stavka, the German one and
/// Armoured Headquarters have none, nor has anybody who is not activated.
#[test]
fn minor_commands_have_one_attempt() {
    let data = recon();
    for (hq, at, enemy) in [("AH10", "1542", "1640"), ("AH11", "1511", "1711"), ("AH12", "1036", "1334"), ("IT01", "2033", "2036")] {
        let position = set_up(data, &format!("{hq} {at}, SL01 {enemy}"), 16);
        let mut idle = position.open(AXIS, Phase::GroundMovement);
        play(&mut idle, &[&format!("activate {hq}")]);
        pass_to(&mut idle, AXIS, AIR);
        assert_eq!(idle.attempts_left(unit(data, hq)), 1, "{hq}");
        play(&mut idle, &[&format!("select {hq}"), &format!("scout {enemy}"), "hits 1"]);
        assert_eq!(idle.attempts_left(unit(data, hq)), 0, "{hq}");
        assert!(!offers(&idle, &format!("select {hq}")));
    }
    let mut others = set_up(data, "AH02 3424, AH10 1542, AH07 3425, SL01 3427, GC15 3424, GC23 3424", 2).open(AXIS, Phase::GroundMovement);
    play(&mut others, &["done", "activate AH02"]);
    pass_to(&mut others, AXIS, AIR);
    for hq in ["AH02", "AH10", "AH07"] {
        assert_eq!(others.attempts_left(unit(data, hq)), 0, "{hq}");
        assert_eq!(rule_against(&others, &format!("select {hq}")), "19.1", "{hq}");
    }
    let mut stavka = set_up(data, "SH01 Moscow, GN01 2523, SL01 2522", 2).open(SOVIET, Phase::GroundMovement);
    play(&mut stavka, &["activate SH01"]);
    assert_eq!(stavka.attempts_left(unit(data, "SH01")), 0);
}

/// [19.0.b][9.2.a] In rain nobody flies missions, and Air Headquarters are activated to reconnoitre all the same.
#[test]
fn rain_does_not_keep_reconnaissance_on_the_ground() {
    let scene =
        |data: &'static Prepared| set_up(data, "AH07 3424, GC23 3424, SL01 3429, SL02 3430", 6).weather(Weather::Rain).open(AXIS, AIR);
    assert!(!offers(&scene(scenario(WAR)), "activate AH07"));
    let mut game = scene(recon());
    assert!(offers(&game, "activate AH07"));
    play(&mut game, &["activate AH07", "select AH07", "scout 3429", "hits 0", "die 4"]);
    assert!(game.is_scouted(hex(recon(), "3429")));
    // Without enemies in range there is no reason to.
    let far = set_up(recon(), "AH07 3424, SL01 3440", 6).weather(Weather::Rain).open(AXIS, AIR);
    assert!(!offers(&far, "activate AH07"));
}

/// [19.0.b] The side that reacts reconnoitres nothing.
#[test]
fn who_reacts_does_not_reconnoitre() {
    let mut game = set_up(recon(), "AH07 3424, SL01 3429, GN01 3429, GC23 3424", 2).open(SOVIET, Phase::Reaction);
    if game.phase().is_some_and(|(_, phase)| phase == Phase::Reaction) {
        assert!(!offers(&game, "select AH07"));
        let activate = legal(&game).into_iter().find(|action| matches!(action, Action::Activate(_)));
        if let Some(action) = activate {
            game.apply(action);
            assert!(!offers(&game, "select AH07"));
        }
    }
}

/// [19.2] In good weather the attacker says which of two or three units as strong takes the hits of its aircraft and artillery of TECH 2 in a hex
/// that it has reconnoitred.
#[test]
fn the_attacker_guides_its_fire() {
    let units = "GC23 2943, GN01 2943, SL01 2943, SL02 2943, SW08 2943";
    let asked = |position: PositionBuilder, attacker: Side| {
        let mut game = position.open(attacker, Phase::Combat);
        // The bombs fall first.
        while game.volley().is_some_and(|(side, firing, _)| (side, firing) != (attacker, Firing::AirAttack)) {
            play(&mut game, &["hits 0"]);
        }
        play(&mut game, &["hits 1"]);
        game
    };
    let seen = |data: &'static Prepared, turn: u8| battle(data, units, &["GC23"], turn).scouted("2943").expect("a hex");
    let mut game = asked(seen(recon(), 2), AXIS);
    assert_eq!(game.turn(), Turn::Player(AXIS));
    assert_eq!(goals(&game, "takes").len(), 3);
    assert_eq!(rule_against(&game, "takes GN01"), "7.7.9");
    play(&mut game, &["takes SW08"]);
    assert_eq!((strength(&game, "SW08"), strength(&game, "SL01")), (1, 4), "hit, and it has fired");
    // Without reconnaissance, in snow, or by the defender the owner chooses.
    let blind = asked(battle(recon(), units, &["GC23"], 2), AXIS);
    assert_eq!(blind.turn(), Turn::Player(SOVIET));
    assert_eq!(rule_against(&blind, "takes GN01"), "3.1");
    let snow = asked(seen(recon(), 2).weather(Weather::Snow), AXIS);
    assert_eq!(snow.turn(), Turn::Player(SOVIET));
    let without = asked(battle(scenario(WAR), units, &["GC23"], 2), AXIS);
    assert_eq!(without.turn(), Turn::Player(SOVIET));
    // The strongest is hit as ever [7.7.9]: the choice is among equals.
    let uneven = seen(recon(), 2).steps("SL01", 3).expect("steps").steps("SL02", 3).expect("steps");
    let uneven = asked(uneven, AXIS);
    assert_eq!(strength(&uneven, "SW08"), 1, "it was the strongest, and has fired");
    // TECH 1 does not guide: Soviet guns before the spring of 1942.
    let soviet = "SW08 2943, SL01 2943, GN01 2943, GN02 2943";
    for (turn, guides) in [(4, SOVIET), (13, SOVIET)] {
        let mut game = set_up(recon(), soviet, turn).scouted("2943").expect("a hex").open(SOVIET, Phase::Combat);
        play(&mut game, &["hits 1"]);
        let expected = if turn < 10 { AXIS } else { guides };
        assert_eq!(game.turn(), Turn::Player(expected), "turn {turn}");
    }
    // Fire on the ground is not guided.
    let mut ground = set_up(recon(), "GN01 2943, SL01 2943, SL02 2943", 2).scouted("2943").expect("a hex").open(AXIS, Phase::Combat);
    volleys(&mut ground, &[0, 1]);
    assert_eq!(ground.turn(), Turn::Player(SOVIET));
}

/// [22.0] Where reconnaissance is played the trumpets of attackers need it; those of defenders do not.
#[test]
fn trumpets_need_reconnaissance() {
    let data = with_options(WAR, "air-reconnaissance = true\njericho-trumpets = true");
    let scene = "GC23 2943, GN01 2943, SL01 2943";
    let bombs = |position: PositionBuilder, attacker| thrown(position, attacker, AXIS, Firing::AirAttack)[0].clone();
    assert_eq!(bombs(battle(data, scene, &["GC23"], 2), AXIS), [(2, 2)]);
    assert_eq!(bombs(battle(data, scene, &["GC23"], 2).scouted("2943").expect("a hex"), AXIS), [(6, 2)]);
    assert_eq!(bombs(battle(data, scene, &["GC23"], 2), SOVIET), [(6, 2)]);
}

/// [1.3] What a side sees while it reconnoitres tells nothing of the hex: worlds with other units in it look the same.
#[test]
fn drawn_worlds_agree_while_a_hex_is_reconnoitred() {
    let data = recon();
    let mut game = PositionBuilder::start(data).turn(2).expect("a turn").active("AH07").expect("a headquarters").open(AXIS, AIR);
    play(&mut game, &["select AH07"]);
    let first = goals(&game, "scout").into_iter().next().expect("somebody stands in reach");
    let mut dice = Dice::new(7);
    let mut agree = |game: &BlocksInTheEast| {
        for _ in 0..4 {
            let world = game.determinize(AXIS, &mut dice);
            assert_eq!((world.view_hash(AXIS), lines(&world)), (game.view_hash(AXIS), lines(game)));
            for action in legal(game) {
                assert_eq!(world.chance_weight(action), game.chance_weight(action));
            }
            world.verify().unwrap_or_else(|problem| panic!("{problem}"));
        }
    };
    agree(&game);
    play(&mut game, &[&format!("scout {first}")]);
    agree(&game);
    play(&mut game, &["hits 0"]);
    agree(&game);
}

/// Random play under the chapter: attempts stay within action points, dice within their range, and the Malus is where it is due.
#[test]
fn random_play_keeps_to_the_chapter() {
    let data = recon();
    let game = PositionBuilder::start(data).turn(13).expect("a turn").open(AXIS, Phase::Supply);
    let (mut tried, mut rolled, mut blind) = (0, 0, 0);
    play_at_random(game, 14, 61, |game| match game.asked() {
        Some(Asked::Scouting(hq)) => {
            tried += 1;
            assert!(game.is_active(hq) && game.attempts_left(hq) > 0 && game.attempts_left(hq) <= game.barrels(hq));
        }
        Some(Asked::ScoutRoll { unit, hex }) => {
            rolled += 1;
            assert!(game.scout_report(unit, hex).succeeds_to <= 6 && !game.is_scouted(hex));
        }
        Some(Asked::Volley { side, firing: firing @ (Firing::AirAttack | Firing::Artillery) }) => {
            let report = game.battle_report().expect("a battle");
            for thrower in game.throwers(side, firing) {
                let unscouted = thrower.modifiers.malus.iter().any(|&(cause, _)| cause == Cause::Unscouted);
                let due = side == report.attacker && report.round == 1 && !game.is_scouted(report.hex);
                let free = data.unit(thrower.unit).id.starts_with("SA") || data.unit(thrower.unit).id == "AD01";
                assert!(!unscouted || due);
                assert!(unscouted || !due || free, "{}", data.unit(thrower.unit).id);
                blind += u32::from(unscouted);
            }
        }
        _ => {}
    });
    assert!(tried > 0 && rolled > 0 && blind > 0, "{tried} tried, {rolled} rolled, {blind} blind");
}
