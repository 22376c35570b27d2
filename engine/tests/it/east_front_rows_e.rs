//! East Front: the air war, reaction, guns, losses, retreats, surrender and headquarters in play, where rules were told by single
//! functions.

use stavka_engine::east_front::data::AirBox;
use stavka_engine::east_front::drm::Cause;
use stavka_engine::east_front::{EastFront, EastFrontDenial, Phase, Place, Prepared};
use stavka_engine::game::{Game as _, Side, Turn};

use crate::east_front_kit::play::{
    after, air_box, allows, denial, go_on_to, legal, open, place, play, prices, stands, start, to_participants, unit, with, with_air,
    with_of,
};
use crate::east_front_kit::{MUDDY, SECOND_GUN, SECOND_HQ, data, hex, variant};

/// An attack declared on a hex and fought by the units named without support or orders.
fn fought(game: EastFront, target: &str, attackers: &str, die: &str) -> EastFront {
    let mut game = to_participants(after(game, &format!("attack {target}; done")));
    attackers.split(' ').for_each(|id| play(&mut game, &format!("with {id}")));
    while game.turn() != Turn::Chance {
        let line = ["engage", "order none", die.split(';').next().expect("a line"), "done"].into_iter().find(|line| allows(&game, line));
        play(&mut game, line.expect("the attack goes on"));
    }
    after(game, die.rsplit(';').next().expect("a line"))
}

// ---- interdiction ----------------------------------------------------------

#[test]
fn the_level_of_interdiction_is_that_of_who_is_left() {
    // The division fires at both, with one less at the Ju87: a 10 sends either home.
    let level = |dice: &str| {
        let game = with_air(data(), "271 3809, 73 3201", "Ju87/1 Ju88", Phase::Interdiction);
        let game = after(game, &format!("interdict 3809; fly Ju87/1 3809; fly Ju88 3809; {dice}"));
        assert_eq!(game.current_phase(), Phase::AxisMovement);
        game.interdiction(hex("3809"))
    };
    assert_eq!(level("die 1; die 1"), 2, "two points and one");
    assert_eq!(level("die 10; die 1"), 1, "the Ju88 alone");
    assert_eq!((level("die 1; die 10"), level("die 10; die 10")), (2, 0));
}

#[test]
fn zones_of_interdiction_add_up_to_two() {
    // Two missions two hexes apart.
    let levels = |ready: [&str; 2], role: &str| {
        let game = with_air(data(), "271 4014, 73 3201", &ready.join(" "), Phase::Interdiction);
        let [first, second] = ready;
        let mut game = after(game, &format!("interdict 3809; fly {first} 3809; done; interdict 3811; fly {second} 3811; {role}"));
        go_on_to(&mut game, Phase::AxisMovement, 10);
        ["3807", "3808", "3809", "3810", "3811"].map(|at| game.interdiction(hex(at)))
    };
    assert_eq!(levels(["Ju88", "He111"], ""), [0, 1, 1, 2, 1]);
    assert_eq!(levels(["Ju87/1", "He111"], ""), [0, 2, 2, 2, 1], "three points in 3810 and no more than two levels");
    assert_eq!(levels(["Ju88", "Bf109F"], "bomb Bf109F"), [0, 1, 1, 2, 1], "a fighter on the mission");
    assert_eq!(levels(["Ju88", "Bf109F"], "escort Bf109F"), [0, 1, 1, 1, 0], "a fighter that shoots interdicts nothing");
}

#[test]
fn three_counters_of_a_side_meet_over_an_interdicted_hex() {
    let game = open(start().turn(48), Phase::Interdiction);
    let mut game = after(game, "interdict 3706; fly Bf109E 3706; fly Bf109F 3706; fly Ju87/1 3706");
    assert!(!legal(&game).iter().any(|line| line.starts_with("fly")), "{:?}", legal(&game));
    play(&mut game, "done; fly MiG-3 3706; fly I-153 3706; fly I-16 3706");
    assert_eq!(game.turn(), Turn::Player(Side::Axis), "dummies are left, but no place for them");
    assert!(allows(&game, "escort Bf109E"));
}

#[test]
fn strategic_movement_does_not_begin_in_an_interdicted_hex() {
    // The zone around 3504 ends at 3505 and 3605; that around 3505 takes in 3606 and nothing of the road beyond.
    let leaves = |over: &str| {
        let mut game = with_air(data(), "271 3606, X 3201", "Ju88", Phase::Interdiction);
        play(&mut game, &format!("interdict {over}; fly Ju88 {over}"));
        go_on_to(&mut game, Phase::SovietMovement, 1);
        assert_eq!(["3606", "3706"].map(|at| game.interdiction(hex(at))), [u8::from(over == "3505"), 0]);
        allows(&after(game, "select 271"), "move > 4015")
    };
    assert!(leaves("3504") && !leaves("3505"));
}

// ---- air combat and fire at aircraft ----------------------------------------

/// Axis and Soviet units over 3606 after the declaration of two attacks.
fn over_3606(axis: &str, soviet: &str) -> EastFront {
    let mut game = after(open(start().turn(48), Phase::AxisDeclaration), "attack 3705; attack 3606; done; done");
    for (side, ids) in [(Side::Axis, axis), (Side::Soviet, soviet)] {
        ids.split(' ').for_each(|id| play(&mut game, &format!("fly {id} 3606")));
        if game.turn() == Turn::Player(side) && allows(&game, "done") {
            play(&mut game, "done");
        }
    }
    game
}

#[test]
fn a_second_shot_needs_the_advantage_and_an_opponent_that_is_gone() {
    let paired =
        |initiative: &str| after(over_3606("Bf109F Ju87/1", "MiG-3 I-153"), &format!("{initiative}; pair Bf109F MiG-3; pair I-153 Ju87/1"));
    let over = |game: &EastFront| air_box(game, "Bf109F") == Some(AirBox::Flown) && game.turn() == Turn::Chance;
    assert!(over(&after(paired("die 1"), "die 10; die 10; die 10")), "the MiG-3 is still there");
    assert!(over(&after(paired("die 2"), "die 1; die 10; die 10")), "the lead alone gives none");
    let second = after(paired("die 1"), "die 1; die 10; die 10; pair Bf109F I-153");
    assert!(!over(&second) && over(&after(second, "die 10")), "one die, and no answer");
}

#[test]
fn who_fires_at_aircraft_in_play() {
    // Over a Soviet counter that stands alone.
    let soviets = |id: &str, back: bool| {
        let position = with(&format!("{id} 3809, 73 3201"));
        let position = if id == "51HQ" { position.and_then(|builder| builder.back_up(id, back)) } else { position };
        let game = open(position.and_then(|builder| builder.air_box("Ju88", AirBox::Ready)), Phase::Interdiction);
        after(game, "interdict 3809; fly Ju88 3809").turn() == Turn::Chance
    };
    assert_eq!(["106", "51HQ", "5(+)", "52", "48K"].map(|id| soviets(id, false)), [true, true, false, false, false]);
    assert!(!soviets("51HQ", true), "reading A30");
    // Over a hex that units without a zone attack, with another beside them.
    let axis = |other: &str| {
        let placed = format!("190AG 3611, 5(+) 3612{other}");
        let game = with_air(data(), &placed, "DB3/1", Phase::AxisDeclaration);
        after(game, "attack 3612; done; fly DB3/1 3612").turn() == Turn::Chance
    };
    assert!(!axis(""));
    assert_eq!([", 73 3611", ", Eng 3611", ", X 3611", ", 73 3610"].map(axis), [true, true, true, false]);
    assert_eq!([", 49 3611", ", 641 3611", ", LAH/Rcn 3611"].map(axis), [false; 3], "without a zone");
}

#[test]
fn fire_is_helped_by_two_at_most_before_it_is_hindered() {
    // Two anti-aircraft units and a headquarters are three; two less one at a Ju87 make 11 of a 10. Twelve would destroy it.
    let division = |number: &str| {
        let name = format!("name = \"{number} Rifle Division\"\nside = \"soviet\"\nnationality = \"soviet\"\nkind = ");
        (format!("{name}\"infantry\""), format!("{name}\"aa\""))
    };
    let [one, other] = ["271st", "172nd"].map(division);
    let data = variant(&[("units.toml", &one.0, &one.1), ("units.toml", &other.0, &other.1)]);
    let game = with_air(data, "51HQ 3809, 271 3809, 172 3808, 73 3201", "Ju87/1", Phase::Interdiction);
    let game = after(game, "interdict 3809; fly Ju87/1 3809; die 10");
    assert_eq!(air_box(&game, "Ju87/1"), Some(AirBox::Damaged));
}

// ---- reaction --------------------------------------------------------------

#[test]
fn reaction_needs_an_attack_within_three_hexes() {
    let tanks = |at: &str| {
        let game = open(with(&format!("73 3505, 106 3606, 5(+) {at}, 51HQ 3710")), Phase::AxisDeclaration);
        allows(&after(game, "attack 3606; done"), "select 5(+)")
    };
    let gap = |at: &str| data().map.grid.distance(hex("3606"), hex(at));
    assert_eq!((gap("3708"), gap("3709")), (3, 4));
    assert!(tanks("3708") && !tanks("3709"));
    // The Axis as well, with half of seven points, and only when it is attacked.
    let quiet = open(with("106 3606, X 3505, 190AG 3504"), Phase::SovietDeclaration);
    assert_eq!(after(quiet.clone(), "done").current_phase(), Phase::SovietMovement);
    let attacked = after(quiet, "attack 3505; done; select 190AG");
    assert_eq!(attacked.current_phase(), Phase::AxisReaction);
    assert_eq!(attacked.march_report().map(|report| report.points), Some(7));
}

#[test]
fn a_reaction_stops_beside_friends_in_an_enemy_zone() {
    // 3607 lies behind 3606 and beside nobody. The division in 3705 has a zone over 3606, the tanks have none.
    let reacting = |attacker: &str| {
        let position = with(&format!("X 3606, 190AG 3505, {attacker} 3705")).and_then(|builder| builder.breached("3606"));
        let mut game = after(open(position, Phase::SovietDeclaration), "attack 3606; done");
        play(&mut game, "select 190AG");
        game
    };
    let through = reacting("5(+)");
    assert!(!through.in_zoc(Side::Soviet, hex("3606")));
    assert!(allows(&through, "move > 3606") && allows(&through, "move > 3607"));
    let stopped = reacting("271");
    assert!(stopped.in_zoc(Side::Soviet, hex("3606")) && !stopped.in_zoc(Side::Soviet, hex("3607")));
    assert!(allows(&stopped, "move > 3606") && !allows(&stopped, "move > 3607"));
    let ended = after(stopped, "move > 3606");
    assert!(ended.march_report().is_none() && !allows(&ended, "select 190AG"));
}

#[test]
fn a_reaction_of_one_hex_needs_no_points() {
    // Two points of the tanks; the marsh of 3806 costs two, and a strongpoint of the enemy in it one more.
    let reacting = |from: &str| {
        let position = with(&format!("73 3705, 156 3806, 5(+) {from}, 51HQ 3810"));
        let position = position.and_then(|builder| builder.strongpoint(Side::Axis, "3806", true));
        after(open(position, Phase::AxisDeclaration), "attack 3806; done; select 5(+)")
    };
    let beside = reacting("3807");
    assert!(!prices(&beside).contains_key("3806") && allows(&beside, "move > 3806"));
    assert!(!allows(&reacting("3808"), "move > 3806"), "from two hexes away");
}

// ---- guns ------------------------------------------------------------------

#[test]
fn guns_with_an_operational_headquarters_support_together() {
    let guns = variant(&[SECOND_GUN, SECOND_HQ]);
    // How many of two guns in 3707 the defence of 3606 may have.
    let defend = |hqs: &str, broken: &str, bombed: bool| {
        let mut position = with_of(guns, &format!("73 3505, 106 3606, 52 3707, 53 3707{hqs}"));
        if !broken.is_empty() {
            position = position.and_then(|builder| builder.back_up(broken, true));
        }
        let mut game = open(position.and_then(|builder| builder.air_box("Ju88", AirBox::Ready)), Phase::Interdiction);
        if bombed {
            play(&mut game, "interdict 3708; fly Ju88 3708");
        }
        go_on_to(&mut game, Phase::AxisDeclaration, 1);
        assert_eq!(game.interdiction(hex("3707")), u8::from(bombed));
        play(&mut game, "attack 3606; done");
        assert!(allows(&game, "barrage 52 3606") && allows(&game, "barrage 53 3606"), "either alone may always");
        let both = after(game, "barrage 52 3606");
        1 + u8::from(legal(&both).contains(&"barrage 53 3606".to_owned()))
    };
    assert_eq!(defend(", 51HQ 3707", "", false), 2);
    assert_eq!(defend(", 51HQ 3708", "", false), 1, "in range and not with them");
    assert_eq!(defend(", 51HQ 3707", "51HQ", false), 1, "a broken one helps nobody");
    assert_eq!(defend(", 51HQ 3707, 9HQ 3708", "9HQ", false), 1, "and it prevails over the other");
    assert_eq!(defend(", 51HQ 3707", "", true), 1, "interdiction silences one of them");
    let attack = |hq: &str| {
        let game = open(with_of(guns, &format!("X 3505, 106 3606, 52 3606, 53 3606, 51HQ {hq}")), Phase::SovietDeclaration);
        let game = after(to_participants(after(game, "attack 3505; done")), "with 106; support 52");
        legal(&game).contains(&"support 53".to_owned())
    };
    assert!(attack("3606") && !attack("3607"), "in attack as well");
}

// ---- modifiers ---------------------------------------------------------------

#[test]
fn water_works_streets_and_swamps_keep_arms_apart_in_play() {
    let bonus = |changes: &[(&str, &str, &str)], fort: bool, breached: bool, from: &str, target: &str| {
        let placed = format!("190AG {from}, LAH/Rcn {from}, 106 {target}");
        let mut position = with_of(variant(changes), &placed).and_then(|builder| builder.strongpoint(Side::Soviet, target, fort));
        if breached {
            position = position.and_then(|builder| builder.breached(target));
        }
        let game = to_participants(after(open(position, Phase::AxisDeclaration), &format!("attack {target}; done")));
        let game = after(game, "with 190AG; with LAH/Rcn");
        game.battle_sheet().expect("a combat is in progress").modifiers.of(Cause::CombinedArms)
    };
    assert_eq!([false, true].map(|breached| bonus(&[], false, breached, "3505", "3606")), [0, -1], "a line, until it is breached");
    assert_eq!([false, true].map(|fort| bonus(&[], fort, false, "3611", "3612")), [-1, 0], "a strongpoint");
    let last = "[[place]]\nhex = \"4009\"";
    let changed = |passage: String, from: &str, target: &str| {
        let map = format!("{passage}\norigin = \"a test\"\n\n{last}");
        bonus(&[("map.toml", last, &map)], false, false, from, target)
    };
    let water = |body: &str| changed(format!("[[water]]\nname = \"water\"\n{body}"), "3910", "3911");
    assert_eq!(["3910/3911", "3911/3912"].map(|side| water(&format!("class = \"river\"\nsides = [\"{side}\"]"))), [0, -1]);
    let major = |side: &str| water(&format!("class = \"major-river\"\nsides = [\"{side}\"]\nbridges = [\"{side}\"]"));
    assert_eq!(["3910/3911", "3911/3912"].map(major), [0, -1]);
    let built = |kind: &str| format!("[[place]]\nhex = \"3612\"\nname = \"a place\"\nkind = \"{kind}\"");
    let place = |kind: &str| changed(built(kind), "3611", "3612");
    assert_eq!(["town", "city", "major-city"].map(place), [-1, 0, 0]);
    let swamp = ("map.toml", "\".........\", # 12", "\"....p....\", # 12");
    assert_eq!(bonus(&[swamp], false, false, "3611", "3612"), 0);
}

// ---- losses ----------------------------------------------------------------

#[test]
fn engineers_pay_the_first_step_and_anybody_the_second() {
    let attack = |attackers: &str, die: &str| {
        let position = with("73 3611, 46 3613, X 3611, Eng 3711, 106 3612");
        let position = position.and_then(|builder| builder.strongpoint(Side::Soviet, "3612", true));
        fought(open(position, Phase::AxisDeclaration), "3612", attackers, die)
    };
    // 18 to 4 are 4-1, and the engineers offset the strongpoint: row 4 is 1*/2.
    let marked = attack("73 46 Eng", "breach;die 4");
    assert_eq!(legal(&marked), ["lose Eng"], "one for the number and one for the strongpoint");
    let marked = after(marked, "lose Eng");
    assert_eq!(legal(&marked), ["lose 73", "lose 46", "lose Eng"]);
    let marked = after(marked, "lose 73");
    assert_eq!((marked.steps_lost(Side::Axis), marked.steps(unit("Eng"))), (2, 1));
    // 12 to 4 are 3-1, and row 4 is 1/1.
    let plain = after(attack("73 Eng X", "breach;die 4"), "lose 106");
    assert_eq!(legal(&plain), ["lose 73", "lose Eng", "lose X"], "no asterisk");
    assert_eq!(after(plain, "lose X").steps_lost(Side::Axis), 1);
}

// ---- retreats --------------------------------------------------------------

#[test]
fn a_retreat_crosses_a_major_river_by_bridge_or_over_ice() {
    // 8 against 4 are 2-1; a 7 drives the division out of 3911, away from the 73rd in 3910. The road leads on to 3912.
    let beaten = |bridges: &str, weather: &str| {
        let last = "[[place]]\nhex = \"4009\"";
        let sides = "sides = [\"3911/3912\", \"3911/3812\", \"3911/4012\"]";
        let river = format!("[[water]]\nname = \"river\"\nclass = \"major-river\"\n{sides}\n{bridges}origin = \"a test\"\n\n{last}");
        let now = MUDDY.2.replace("\"mud\"", &format!("{weather:?}"));
        let data: &'static Prepared = variant(&[("map.toml", last, &river), (MUDDY.0, MUDDY.1, &now)]);
        let mut game = open(with_of(data, "106 3911, 73 3910"), Phase::Weather);
        go_on_to(&mut game, Phase::AxisDeclaration, 10);
        allows(&fought(game, "3911", "73", "die 7"), "retreat 3913")
    };
    let bridge = "bridges = [\"3911/3912\"]\n";
    assert_eq!([beaten("", "dry"), beaten("", "frost"), beaten(bridge, "dry"), beaten("", "snow")], [false, false, true, true]);
}

// ---- surrender -------------------------------------------------------------

#[test]
fn cut_off_is_who_stands_beside_a_zone_without_a_way_to_safety() {
    let checks = |data: &'static Prepared, placed: &str| {
        let game = open(with_of(data, placed), Phase::Surrender);
        (game.current_phase(), game.turn()) == (Phase::Surrender, Turn::Chance)
    };
    // Counters without zones in all the hexes that lead south.
    assert!(!checks(data(), "106 3606, 190AG 3607, LAH/Rcn 3706, 49 3705"), "nobody beside it has a zone");
    assert!(checks(data(), "106 3606, 190AG 3607, LAH/Rcn 3706, X 3705"));
    // The zone of the 73rd in 3706 closes 3806, until a Soviet zone contests it.
    assert!(checks(data(), "106 3606, 73 3706, 46 3607, 5(+) 3807"), "tanks contest nothing");
    assert!(!checks(data(), "106 3606, 73 3706, 46 3607, 271 3807"));
    // A port that ships can use saves, one in the shallows does not.
    let pocket = "106 3606, 73 3706, 46 3607";
    let port = |class: &str| variant(&[("map.toml", "port = \"shallows\"", &format!("port = \"{class}\""))]);
    assert!(checks(data(), pocket));
    assert!(!checks(port("minor"), pocket) && !checks(port("anchorage"), pocket));
}

// ---- headquarters ----------------------------------------------------------

#[test]
fn headquarters_activate_neither_themselves_nor_others_nor_cavalry_nor_wheels() {
    let placed = "51HQ 3709, 9HQ 3710, 48K 3711, 156 3711, 5(+) 3711, 73 3302";
    let game = open(with_of(variant(&[SECOND_HQ]), placed), Phase::SovietMotorized);
    let mut lines = legal(&game);
    lines.retain(|line| line.starts_with("activate"));
    lines.sort();
    assert_eq!(lines, ["activate 156 by 51HQ", "activate 156 by 9HQ"]);
    let game = after(game, "activate 156 by 51HQ");
    assert!(allows(&game, "select 48K") && allows(&game, "select 5(+)"), "those move without it");
    assert_eq!(denial(&game, "select 9HQ"), EastFrontDenial::NotInThisPhase);
}

#[test]
fn a_broken_headquarters_bars_activation_by_another() {
    let activates = |broken: bool| {
        let position = with_of(variant(&[SECOND_HQ]), "51HQ 3709, 9HQ 3711, 156 3712, 172 3714, 5(+) 3712, 73 3302");
        let game = open(position.and_then(|builder| builder.back_up("51HQ", broken)), Phase::SovietMotorized);
        ["156", "172"].map(|id| allows(&game, &format!("activate {id} by 9HQ")))
    };
    assert_eq!((activates(false), activates(true)), ([true; 2], [false, true]), "3712 is in the range of both, 3714 of one");
}

#[test]
fn command_points_come_again_in_every_segment() {
    // 8 against 8 are 1-1, and two more for the line and the order: a 3 does nothing.
    let game = open(with("73 3505, 106 3606, 172 3606, 51HQ 3607"), Phase::AxisDeclaration);
    let ordered = "attack 3606; done; order no-retreat";
    let mut game = after(game, &format!("{ordered}; with 73; order none; die 3"));
    assert!(stands(&game, "106", "3606") && stands(&game, "73", "3505"));
    go_on_to(&mut game, Phase::SovietDeclaration, 10);
    let attack = after(to_participants(after(game.clone(), "attack 3505; done")), "with 106; with 172");
    assert!(allows(&attack, "order no-retreat"), "in the Soviet segment");
    go_on_to(&mut game, Phase::AxisDeclaration, 10);
    assert_eq!(game.game_turn(), 2);
    assert!(allows(&after(game, "attack 3606; done"), "order no-retreat"), "and in the next turn");
}

// ---- overruns --------------------------------------------------------------

#[test]
fn motorized_engineers_overrun_works_and_no_other_wheels_do() {
    let now = "side = \"axis\"\nnationality = \"german\"\nkind = \"assault-gun\"";
    let front = ("units.toml", "front = { attack = 2, defence = 1, ma = 7,", "front = { attack = 12, defence = 1, ma = 7,");
    let overruns = |kind: &str, fort: bool| {
        let then = format!("side = \"axis\"\nnationality = \"german\"\nkind = \"{kind}\"");
        let position = with_of(variant(&[front, ("units.toml", now, &then)]), "190AG 3911, 52 3912, 106 4001");
        let game = open(position.and_then(|builder| builder.strongpoint(Side::Soviet, "3912", fort)), Phase::AxisMovement);
        allows(&after(game, "select 190AG"), "overrun 3912 from 3911")
    };
    assert!(overruns("assault-gun", false) && overruns("motorized-engineer", false));
    assert_eq!((overruns("assault-gun", true), overruns("motorized-engineer", true)), (false, true), "twelve to one on works");
}

// ---- boxes -----------------------------------------------------------------

#[test]
fn who_is_driven_through_a_zone_or_out_of_steps_is_in_cadre_and_who_is_wiped_out_is_eliminated() {
    // 10-1 in the open: a 1 is -/e; 3-2: a 1 is -/2R.
    let eliminated = fought(open(with("73 3611, X 3611, 5(+) 3612"), Phase::AxisDeclaration), "3612", "73 X", "die 1");
    assert_eq!(place(&eliminated, "5(+)"), Place::ELIMINATED);
    let worn = fought(open(with("73 3611, 271 3612, 5(+) 3612"), Phase::AxisDeclaration), "3612", "73", "die 1");
    let worn = after(worn, "lose 271; lose 271; retreat 3614");
    assert_eq!(place(&worn, "271"), Place::CADRE);
    assert!(stands(&worn, "5(+)", "3614"));
}
