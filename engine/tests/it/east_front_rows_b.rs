//! East Front: rules that tables and single functions carry, tried in played positions; the examples of air missions; headquarters,
//! retreats and first losses in play.

use stavka_engine::east_front::data::{AirBox, Feature, Service};
use stavka_engine::east_front::drm::Cause;
use stavka_engine::east_front::movement::Going;
use stavka_engine::east_front::overrun::{self, Group, OverrunRefusal, Target};
use stavka_engine::east_front::weather::Condition;
use stavka_engine::east_front::{EastFront, EastFrontDenial, Phase, Place, PositionBuilder, Prepared};
use stavka_engine::game::{Game as _, Notation as _, Side, Turn};

use crate::east_front_kit::play::{
    after, air_box, allows, attacked, denial, ends, go_on_to, legal, open, place, play, prices, stands, start, unit, with, with_air,
    with_of,
};
use crate::east_front_kit::{CLEAR, MUDDY, SECOND_HQ, data, hex, tables, variant};

/// A second fighter of the type MiG-3 in place of the I-153.
const SECOND_MIG: (&str, &str, &str) = (
    "units.toml",
    "id = \"I-153\"\nmodel = \"I-153\"\nside = \"soviet\"\nrole = \"fighter\"\nrating = 1",
    "id = \"I-153\"\nmodel = \"MiG-3\"\nside = \"soviet\"\nrole = \"fighter\"\nrating = 2",
);

/// The 271st and the 172nd as anti-aircraft units.
const ANTI_AIRCRAFT: [(&str, &str, &str); 2] = [
    (
        "units.toml",
        "name = \"271st Rifle Division\"\nside = \"soviet\"\nnationality = \"soviet\"\nkind = \"infantry\"",
        "name = \"271st Rifle Division\"\nside = \"soviet\"\nnationality = \"soviet\"\nkind = \"aa\"",
    ),
    (
        "units.toml",
        "name = \"172nd Rifle Division\"\nside = \"soviet\"\nnationality = \"soviet\"\nkind = \"infantry\"",
        "name = \"172nd Rifle Division\"\nside = \"soviet\"\nnationality = \"soviet\"\nkind = \"aa\"",
    ),
];

// ---- the air ---------------------------------------------------------------

#[test]
fn the_interdiction_example_comes_out() {
    let placed = "51HQ 3809, 73 3201";
    let mut game = with_air(variant(&[SECOND_MIG]), placed, "Bf109F Ju87/1 Ju88 MiG-3 I-153", Phase::Interdiction);
    play(&mut game, "interdict 3809; fly Bf109F 3809; fly Ju87/1 3809; fly Ju88 3809");
    assert_eq!(game.turn(), Turn::Player(Side::Soviet), "all missions are named before fighters answer");
    play(&mut game, "fly MiG-3 3809; fly I-153 3809");
    assert_eq!((game.turn(), legal(&game)), (Turn::Player(Side::Axis), vec!["escort Bf109F".to_owned(), "bomb Bf109F".to_owned()]));
    play(&mut game, "escort Bf109F");
    assert_eq!(game.turn(), Turn::Chance, "the initiative");
    play(&mut game, "die 1; pair Bf109F MiG-3");
    assert_eq!(legal(&game), ["pair I-153 Ju87/1", "pair I-153 Ju88"], "the other one comes at a bomber of the leader's choice");
    // The 3 of the MiG-3 in the example turns its target back by the table (reading A15); a 4 does nothing.
    play(&mut game, "pair I-153 Ju88; die 5; die 4; die 6");
    assert_eq!((air_box(&game, "MiG-3"), air_box(&game, "Ju88")), (Some(AirBox::Damaged), None));
    assert_eq!(legal(&game), ["done", "pair Bf109F I-153"], "local tactical advantage");
    play(&mut game, "pair Bf109F I-153; die 3");
    assert_eq!((air_box(&game, "I-153"), air_box(&game, "Bf109F")), (Some(AirBox::Destroyed), Some(AirBox::Flown)));
    // The headquarters alone fires: one more at the Ju88, nothing in all at the Ju87.
    play(&mut game, "die 5; die 8");
    assert_eq!((air_box(&game, "Ju87/1"), air_box(&game, "Ju88")), (Some(AirBox::Flown), Some(AirBox::Flown)));
    assert_eq!(["3809", "3808", "3807"].map(|at| game.interdiction(hex(at))), [2, 2, 0], "the Ju87 alone, over its hex and those around");
    assert_eq!(game.current_phase(), Phase::AxisMovement);
}

#[test]
fn the_support_example_comes_out() {
    let su_2 = ("units.toml", "id = \"DB3/1\"\nmodel = \"DB3\"", "id = \"DB3/1\"\nmodel = \"SU-2\"");
    let [one, other] = ANTI_AIRCRAFT;
    let placed = "73 3611, 271 3612, 172 3612";
    let ready = "Bf109F Ju87/1 MiG-3 I-153 DB3/1";
    let mut game = with_air(variant(&[SECOND_MIG, su_2, one, other]), placed, ready, Phase::AxisDeclaration);
    play(&mut game, "attack 3612; done; fly Bf109F 3612; fly Ju87/1 3612; fly MiG-3 3612; fly I-153 3612; fly DB3/1 3612");
    assert_eq!(game.turn(), Turn::Chance, "a fighter without support value is a shooter, nobody is asked");
    play(&mut game, "die 6");
    for id in ["Bf109F", "MiG-3", "I-153"] {
        assert_eq!(air_box(&game, id), Some(AirBox::Flown), "{id}");
    }
    // 10, two for the anti-aircraft units, less one at a Ju87; then a 3 at the bomber.
    play(&mut game, "die 10; die 3");
    assert_eq!((air_box(&game, "Ju87/1"), air_box(&game, "DB3/1")), (Some(AirBox::Damaged), None));
    assert_eq!(game.air_support(hex("3612")), -1);
    play(&mut game, "with 73");
    let sheet = game.battle_sheet().expect("a combat is in progress");
    assert_eq!(sheet.modifiers.of(Cause::CloseAirSupport), 1, "a point for the defender");
}

#[test]
fn support_flies_to_declared_attacks_the_attacker_first() {
    let position = start().back_up("51HQ", false).and_then(|builder| builder.turn(48));
    let mut game = open(position, Phase::AxisDeclaration);
    play(&mut game, "attack 3705; attack 3606; done; done; order none; order none");
    let over = |game: &EastFront| {
        let mut hexes = ends(game, "fly");
        hexes.dedup();
        hexes
    };
    assert_eq!((game.turn(), over(&game)), (Turn::Player(Side::Axis), vec!["3606".to_owned(), "3705".to_owned()]));
    play(&mut game, "fly Ju88 3705; done");
    assert_eq!((game.turn(), over(&game)), (Turn::Player(Side::Soviet), vec!["3606".to_owned(), "3705".to_owned()]));
    // Nobody of the Axis flies over 3606.
    let defended = after(game.clone(), "fly DB3/1 3606; done");
    assert!(defended.flyers_over(hex("3606")).len() == 1 && defended.flyers_over(hex("3705")).len() == 1);
    let single = open(start().turn(48), Phase::AxisDeclaration);
    let single = after(single, "attack 3705; also 3606; done; done");
    assert_eq!(over(&single), ["3606", "3705"], "one attack on two hexes, a mission over either");
}

// ---- the Strategic Segment ---------------------------------------------------

#[test]
fn the_strategic_segment_goes_from_weather_to_interdiction() {
    let date = "date = \"28-29 September 1941\"\nclimate = \"dry\"\n";
    let rolled = variant(&[("scenario.toml", &format!("{date}weather = \"dry\"\n"), date)]);
    let mut game = open(PositionBuilder::start(rolled).turn(50), Phase::Weather);
    assert_eq!((game.current_phase(), game.turn()), (Phase::Weather, Turn::Chance));
    // A storm sends all Ready units to Flown before they roll.
    play(&mut game, "die 7");
    assert_eq!((game.current_phase(), legal(&game)), (Phase::Arrivals, vec!["withdraw LAH/Rcn".to_owned()]));
    assert_eq!(air_box(&game, "MiG-3"), Some(AirBox::Flown));
    play(&mut game, "withdraw LAH/Rcn; withdraw Ju87/2");
    let mut rolls = 0;
    while game.current_phase() == Phase::Readiness {
        assert_eq!(game.turn(), Turn::Chance);
        play(&mut game, "die 4");
        rolls += 1;
    }
    assert_eq!(rolls, 11, "ten in Flown, one in Damaged; the unit withdrawn does not roll");
    assert_eq!((game.current_phase(), game.turn()), (Phase::Interdiction, Turn::Player(Side::Axis)));
    assert_eq!(air_box(&game, "MiG-3"), Some(AirBox::Ready), "a 4 and three for the storm");
}

// ---- counters ----------------------------------------------------------------

#[test]
fn a_division_fights_with_what_its_losses_leave() {
    let left = |steps| {
        let position = with("73 3611, 106 3612").and_then(|builder| builder.steps("73", steps));
        let game = attacked(open(position, Phase::AxisDeclaration), "3612", "73");
        let values = game.values(unit("73"));
        (game.battle_sheet().expect("a combat is in progress").attack, values.defence, values.stacking)
    };
    assert_eq!([4, 3, 2, 1].map(left), [(8, 9, 6), (6, 7, 6), (4, 5, 4), (2, 3, 4)]);
    // 8 against 4 are 2-1, with two more on turn 51 a 7 is read on row 9: R*, a step.
    let position = with("73 3611, 106 3612").and_then(|builder| builder.turn(51));
    let game = after(attacked(open(position, Phase::AxisDeclaration), "3612", "73"), "die 7; lose 73");
    assert_eq!((game.steps(unit("73")), game.values(unit("73")).attack), (3, 6));
}

#[test]
fn super_heavy_artillery_moves_or_fires() {
    for id in ["I/814", "641"] {
        let counter = data().unit(unit(id));
        let [firing, mobile] = counter.faces;
        assert_eq!((counter.steps, firing.ma, mobile.ma, mobile.support, mobile.range), (1, 0, 3, 0, 0), "{id}");
    }
    let gun = |mobile| move |builder: PositionBuilder| builder.back_up("641", mobile)?.place("641", "3504");
    let supports = |mobile| {
        let game = open(with("73 3505, 106 3606").and_then(gun(mobile)), Phase::AxisDeclaration);
        let game = after(game, "attack 3606; done; with 73");
        let fires = allows(&game, "support 641");
        let game = if fires { after(game, "support 641") } else { game };
        let sheet = game.battle_sheet().expect("a combat is in progress");
        (fires, sheet.attack, sheet.modifiers.of(Cause::SuperHeavy))
    };
    assert_eq!((supports(false), supports(true)), ((true, 10, -1), (false, 8, 0)));
    let moves = |mobile| allows(&open(with("73 3302, 106 4014").and_then(gun(mobile)), Phase::AxisMovement), "select 641");
    assert!(!moves(false) && moves(true));
}

#[test]
fn the_leibstandarte_alone_is_of_a_service() {
    let special = |side| data().units(side).filter(|(_, unit)| unit.service != Service::Regular).map(|(_, unit)| (&*unit.id, unit.service));
    assert_eq!(special(Side::Axis).collect::<Vec<_>>(), [("LAH/Rcn", Service::Ss)]);
    assert_eq!(special(Side::Soviet).count(), 0);
    let tanks = |service: &str| {
        let then = format!("service = \"{service}\"\nkind = \"tank\"");
        variant(&[("units.toml", "kind = \"tank\"", then.leak())]).unit(unit("5(+)")).service
    };
    let named = [("guards", Service::Guards), ("nkvd", Service::Nkvd), ("naval", Service::Naval), ("paratroop", Service::Paratroop)];
    for (name, service) in named {
        assert_eq!(tanks(name), service);
    }
}

// ---- movement ----------------------------------------------------------------

#[test]
fn overruns_wait_for_dry_weather_or_frost() {
    let group = Group { attack: 9, all_german: true, motorized_engineers: false };
    let target = Target { defence: 1, soft: false, marked: false, features: CLEAR, side: 0, strongpoint: false, line: false };
    let check = |condition| overrun::check(&tables().overrun, Going::of(condition), group, target, false);
    let barred = Err(OverrunRefusal::Weather);
    assert_eq!(Condition::ALL.map(check), [Ok(()), barred, Ok(()), barred, barred], "dry, mud, frost, snow, arctic");
    // Six points of attack beside a gun.
    let strong = ("units.toml", "front = { attack = 2, defence = 1, ma = 7,", "front = { attack = 6, defence = 1, ma = 7,");
    let overruns = |weather: &str| {
        let turn = MUDDY.2.replace("\"mud\"", &format!("{weather:?}"));
        let changes = if weather == "dry" { vec![strong] } else { vec![strong, (MUDDY.0, MUDDY.1, &*turn)] };
        let mut game = open(with_of(variant(&changes), "190AG 3911, 52 3912"), Phase::Weather);
        go_on_to(&mut game, Phase::AxisMovement, 10);
        allows(&after(game, "select 190AG"), "overrun 3912 from 3911")
    };
    assert_eq!(["dry", "mud", "frost", "snow", "arctic"].map(overruns), [true, false, true, false, false]);
}

/// The isthmus with a passage before its last place.
fn with_passage(passage: &str) -> &'static Prepared {
    let last = "[[place]]\nhex = \"4009\"";
    variant(&[("map.toml", last, format!("{passage}\norigin = \"a test\"\n\n{last}").leak())])
}

#[test]
fn a_major_city_lets_units_out_into_zones_and_through() {
    // 3611, 3612 and 3712 lie around the 73rd in 3711; 3512 lies beside 3612 and outside of its zone.
    let moving = |data, from: &str| {
        let game = open(with_of(data, &format!("156 {from}, 73 3711")), Phase::SovietMovement);
        assert!(game.in_zoc(Side::Axis, hex("3611")) && game.in_zoc(Side::Axis, hex("3712")));
        after(game, "select 156")
    };
    let city = with_passage("[[place]]\nhex = \"3612\"\nname = \"A major city\"\nkind = \"major-city\"");
    assert!(moving(data(), "3612").in_zoc(Side::Axis, hex("3612")) && !moving(city, "3612").in_zoc(Side::Axis, hex("3612")));
    let cost = |data, from, to: &str| prices(&moving(data, from)).get(to).copied();
    assert_eq!((cost(data(), "3612", "3611"), cost(city, "3612", "3611")), (Some(6), Some(4)), "straight, not by a free hex");
    assert_eq!(cost(city, "3512", "3712"), Some(5), "half a point through the city, then into the zone");
    assert_eq!(cost(data(), "3512", "3712"), Some(6), "round by 3613");
}

#[test]
fn a_railway_helps_through_woods_and_over_rivers_in_play() {
    // The railway alone leads from 3606 into 3607.
    let into = |changes: &[(&str, &str, &str)], id: &str, from: &str| {
        let woods = ("map.toml", "woods = []", "woods = [\"3607\"]");
        let data = variant(&[&[woods], changes].concat());
        let game = open(with_of(data, &format!("{id} {from}, 73 3301")), Phase::SovietMovement);
        prices(&after(game, &format!("select {id}"))).get("3607").copied()
    };
    let last = "[[place]]\nhex = \"4009\"";
    let water = |body: &str| format!("[[water]]\nname = \"a water\"\nsides = [\"3606/3607\"]\n{body}\norigin = \"a test\"\n\n{last}");
    let [river, bridged] = [water("class = \"river\""), water("class = \"major-river\"\nbridges = [\"3606/3607\"]")];
    assert_eq!((into(&[], "156", "3606"), into(&[], "156", "3608")), (Some(2), Some(4)), "a point less than across country");
    assert_eq!((into(&[], "5(+)", "3606"), into(&[], "5(+)", "3608")), (Some(4), None), "wheels pay two for woods");
    for crossed in [&river, &bridged] {
        assert_eq!(into(&[("map.toml", last, crossed)], "156", "3606"), Some(2), "{crossed}");
    }
}

// ---- declarations and reaction -------------------------------------------------

#[test]
fn no_hex_is_attacked_twice() {
    let mut game = open(with("73 3505, 46 3605, 106 3606, 271 3705"), Phase::AxisDeclaration);
    play(&mut game, "attack 3705");
    assert!(!allows(&game, "attack 3705") && !allows(&game, "also 3705"));
    assert!(allows(&game, "also 3606") && !allows(&after(game.clone(), "also 3606"), "attack 3606"), "be it one of two in an attack");
    play(&mut game, "attack 3606");
    assert!(["attack 3705", "also 3705", "attack 3606", "also 3606"].iter().all(|line| !allows(&game, line)));
    // Nothing happens to either: 2-1 and +1, a 7 is read on row 8.
    play(&mut game, "done; resolve 3606; with 73; engage; order none; die 7");
    assert!(stands(&game, "106", "3606") && !game.pending_hexes().contains(hex("3606")));
    assert!(game.prompt().contains("who attacks 3705"), "the only one that is left");
    play(&mut game, "with 46; order none; die 7");
    assert_ne!(game.current_phase(), Phase::AxisCombat, "the hexes are there and nobody attacks them again");
}

#[test]
fn orders_reach_four_hexes() {
    let asked = |at: &str| {
        let game = open(with(&format!("73 3505, 106 3606, 51HQ {at}")), Phase::AxisDeclaration);
        assert_eq!(data().map.grid.distance(hex(at), hex("3606")), if at == "3610" { 4 } else { 5 });
        allows(&after(game, "attack 3606; done"), "order no-retreat")
    };
    assert!(asked("3610") && !asked("3611"));
}

#[test]
fn the_soviets_react_by_movement_then_guns_then_orders() {
    let placed = "73 3505, 106 3606, 5(+) 3707, 52 3607, 51HQ 3709";
    let mut game = after(open(with(placed), Phase::AxisDeclaration), "attack 3606; done");
    assert_eq!((game.current_phase(), game.turn()), (Phase::SovietReaction, Turn::Player(Side::Soviet)));
    assert_eq!(legal(&game), ["done", "select 5(+)"], "wheels alone move");
    play(&mut game, "select 5(+)");
    assert_eq!(game.march_report().map(|report| report.points), Some(4), "half of four points");
    play(&mut game, "move > 3606");
    assert_eq!(legal(&game), ["done", "barrage 52 3606"]);
    play(&mut game, "barrage 52 3606");
    assert_eq!(legal(&game), ["order none", "order no-retreat", "order further-retreat"]);
    play(&mut game, "order no-retreat");
    assert_eq!(game.current_phase(), Phase::AxisCombat);
}

// ---- modifiers -----------------------------------------------------------------

#[test]
fn ground_without_a_modifier_on_the_chart_helps_nobody() {
    let helps =
        [Feature::Hill, Feature::Town, Feature::City, Feature::MajorCity, Feature::River, Feature::Strongpoint, Feature::FortifiedLine];
    for feature in Feature::ALL.into_iter().filter(|feature| !helps.contains(feature)) {
        for side in Side::ALL {
            let drm = Condition::ALL.map(|sky| tables().terrain.defence(feature, side, sky));
            assert_eq!(drm, [0; 5], "{feature:?}");
        }
    }
}

#[test]
fn the_ground_of_the_map_counts_in_play() {
    // 3612 as other ground, attacked from 3611.
    let row = "\".........\", # 12";
    let letter = |letter: char| ("map.toml", row, &*format!("\"....{letter}....\", # 12").leak());
    let terms = |changes: &[(&str, &str, &str)]| {
        let position = with_of(variant(changes), "73 3611, 106 3612");
        let game = attacked(open(position, Phase::AxisDeclaration), "3612", "73");
        game.battle_sheet().expect("a combat is in progress").modifiers.terms.to_vec()
    };
    assert_eq!(terms(&[letter('h')]), [(Cause::Terrain(Feature::Hill), 1)]);
    for flat in ['d', 'm', 'p'] {
        assert_eq!(terms(&[letter(flat)]), [], "{flat}");
    }
    assert_eq!(terms(&[("map.toml", "woods = []", "woods = [\"3612\"]")]), []);
    // The town of 3606, whose line the attacker from 3706 does not cross.
    let town = |data: &'static Prepared| {
        let mut game = open(with_of(data, "73 3706, 106 3606"), Phase::Weather);
        go_on_to(&mut game, Phase::AxisDeclaration, 10);
        attacked(game, "3606", "73").battle_sheet().expect("a combat is in progress").modifiers.of(Cause::Terrain(Feature::Town))
    };
    assert_eq!((town(data()), town(variant(&[MUDDY]))), (0, 1));
}

#[test]
fn combined_arms_are_told_by_the_counters_that_fight() {
    let bonus = |data, phase, placed: &str, target: &str, attackers: &str| {
        let game = attacked(open(with_of(data, placed), phase), target, attackers);
        game.battle_sheet().expect("a combat is in progress").modifiers.of(Cause::CombinedArms)
    };
    let axis = |attackers: &str, defenders: &str| {
        let here = |ids: &str, at: &str| ids.split(' ').map(|id| format!("{id} {at}")).collect::<Vec<_>>().join(", ");
        let placed = format!("{}, {}", here(attackers, "3611"), here(defenders, "3612"));
        bonus(variant(&ANTI_AIRCRAFT), Phase::AxisDeclaration, &placed, "3612", attackers)
    };
    assert_eq!(axis("190AG LAH/Rcn", "106"), -1, "assault guns and reconnaissance");
    assert_eq!(axis("190AG Eng", "106"), -1, "and engineers");
    assert_eq!(axis("190AG X", "106"), 0, "infantry on foot is no partner");
    assert_eq!(axis("LAH/Rcn Eng", "106"), 0, "no armour");
    assert_eq!(axis("190AG LAH/Rcn", "106 5(+)"), 0, "tanks defend");
    assert_eq!(axis("190AG LAH/Rcn", "106 172"), 0, "anti-aircraft units defend");
    let motorized = (
        "units.toml",
        "name = \"156th Rifle Division\"\nside = \"soviet\"\nnationality = \"soviet\"\nkind = \"infantry\"\nsize = \"division\"\nmobility = \"foot\"",
        "name = \"156th Rifle Division\"\nside = \"soviet\"\nnationality = \"soviet\"\nkind = \"motorized-infantry\"\nsize = \"division\"\nmobility = \"motorized\"",
    );
    let soviet = |data| bonus(data, Phase::SovietDeclaration, "5(+) 3611, 156 3611, X 3612, 73 3302", "3612", "5(+) 156");
    assert_eq!((soviet(data()), soviet(variant(&[motorized]))), (0, -1), "for the Soviets as well");
}

// ---- after the die ---------------------------------------------------------------

#[test]
fn armour_pays_first_for_a_number_with_an_asterisk() {
    // 10 against 5: 2-1; a 2 is 1*/2, a 4 is 1/1.
    let fought = |defenders: &str, die: u8| {
        let placed = format!("73 3611, 190AG 3611, {defenders}");
        after(attacked(open(with(&placed), Phase::AxisDeclaration), "3612", "73 190AG"), &format!("die {die}"))
    };
    let tanks = fought("106 3612, 5(+) 3612", 2);
    assert_eq!(legal(&tanks), ["lose 5(+)"], "what fights armour, then anybody");
    let tanks = after(tanks, "lose 5(+); lose 106");
    assert_eq!(legal(&tanks), ["lose 190AG"]);
    assert_eq!(denial(&tanks, "lose 73"), EastFrontDenial::NotALoser);
    let guns = after(fought("106 3612, 52 3612", 2), "lose 106; lose 106");
    assert_eq!(legal(&guns), ["lose 73", "lose 190AG"], "nobody there fights armour");
    let plain = fought("106 3612, 5(+) 3612", 4);
    assert_eq!(legal(&plain), ["lose 106", "lose 5(+)"], "no asterisk");
    assert_eq!(legal(&after(plain, "lose 106")), ["lose 73", "lose 190AG"]);
}

#[test]
fn guns_may_be_given_up_before_they_hinder_a_retreat() {
    // Both ways out of 3606 lead through an Axis zone. 10 against 5: 2-1 without the line, a 7 is -/R.
    let placed = "73 3505, X 3706, 106 3606, 52 3606, 190AG 3302";
    let game = after(attacked(open(with(placed), Phase::AxisDeclaration), "3606", "73 X"), "die 7; retreat 3608");
    assert_eq!(legal(&game), ["retreat 3604", "retreat 3608", "abandon 52"]);
    let together = |die: &str| after(game.clone(), &format!("retreat 3608; lose 106; {die}"));
    assert!(stands(&together("die 1"), "106", "3608") && stands(&together("die 1"), "52", "3608"));
    let lost = together("die 2");
    assert_eq!(["106", "52"].map(|id| place(&lost, id)), [Place::CADRE; 2], "two more with guns, and one roll for both");
    let light = after(game, "abandon 52; die 3");
    assert_eq!(place(&light, "52"), Place::ELIMINATED);
    assert!(stands(&light, "106", "3608") && light.steps(unit("106")) == 1);
}

#[test]
fn a_further_retreat_passes_no_empty_zone() {
    // Every way out of 3606 leads through an Axis zone: that of the 73rd in 3605, that of X elsewhere. 2-1, a 7 is -/R.
    let beaten = |order: &str, others: &str| {
        let placed = format!("73 3505, X 3706, 106 3606, 51HQ 3709, 190AG 3302{others}");
        let mut game = after(open(with(&placed), Phase::AxisDeclaration), "attack 3606; done");
        play(&mut game, &format!("order {order}; with 73; with X; order none; die 7"));
        game
    };
    assert_eq!(ends(&beaten("none", ""), "retreat"), ["3604", "3608"], "at a price");
    assert_eq!(place(&beaten("further-retreat", ""), "106"), Place::ELIMINATED);
    let held = beaten("further-retreat", ", 52 3607");
    assert_eq!(held.turn(), Turn::Player(Side::Axis), "the opponent picks the way");
    let grid = &data().map.grid;
    let open_ends = ends(&held, "retreat");
    assert!(!open_ends.is_empty());
    assert!(open_ends.iter().all(|at| grid.distance(hex(at), hex("3606")) == 3), "{open_ends:?}: past the guns in 3607");
    let mut held = held;
    let line = format!("retreat {}", open_ends[0]);
    play(&mut held, &line);
    assert_eq!(held.steps(unit("106")), 2, "without a loss");
}

#[test]
fn every_cut_off_hex_rolls_for_itself_with_the_modifiers_of_the_table() {
    // 3605 and 3606 have no way out; -2 for the early war, +1 for the line of 3606.
    let lost = |hq: &str, broken: bool, die: u8| {
        let placed = format!("106 3606, 52 3606, 271 3605, 73 3706, 46 3607, X 3604{hq}");
        let mut game = open(with(&placed).and_then(|builder| builder.back_up("51HQ", broken)), Phase::Surrender);
        play(&mut game, &format!("die {die}"));
        assert_eq!((game.current_phase(), game.turn()), (Phase::Surrender, Turn::Chance), "a die for the other hex");
        play(&mut game, &format!("die {die}"));
        assert_ne!(game.current_phase(), Phase::Surrender);
        ["106", "52", "271"].map(|id| place(&game, id) == Place::ELIMINATED)
    };
    assert_eq!([3, 4, 5].map(|die| lost("", false, die)), [[true; 3], [false, false, true], [false; 3]]);
    let near = ", 51HQ 3708";
    assert_eq!([2, 3, 4].map(|die| lost(near, false, die)), [[true; 3], [false, false, true], [false; 3]], "+1 in its range");
    assert_eq!([3, 4, 5].map(|die| lost(near, true, die)), [[true; 3], [false, false, true], [false; 3]], "not of a broken one");
}

// ---- headquarters ------------------------------------------------------------------

/// The headquarters with this recovery value.
fn recovering(value: u8) -> (&'static str, &'static str, &'static str) {
    ("units.toml", "back = { recovery = 3,", format!("back = {{ recovery = {value},").leak())
}

#[test]
fn each_movement_phase_has_its_own_share_under_a_broken_headquarters() {
    // Of the tanks and the cavalry one may start.
    let broken = |value| {
        let position = with_of(variant(&[recovering(value)]), "5(+) 3707, 48K 3708, 172 3710, 51HQ 3709, 73 3202");
        open(position.and_then(|builder| builder.back_up("51HQ", true)), Phase::SovietMotorized)
    };
    let mut game = after(broken(2), "select 5(+); move > 3706");
    assert_eq!(game.current_phase(), Phase::SovietMovement, "the cavalry stays");
    assert_eq!(after(broken(3), "select 5(+); move > 3706").current_phase(), Phase::SovietMotorized, "with a recovery of three it goes");
    assert!(allows(&game, "select 5(+)") && allows(&game, "select 172"), "the same or another");
    play(&mut game, "select 5(+); move > 3707");
    assert_eq!(denial(&game, "select 172"), EastFrontDenial::Paralysed);
    assert!(allows(&game, "select 51HQ"));
}

#[test]
fn a_broken_headquarters_holds_an_operational_one() {
    let position = with_of(variant(&[recovering(1), SECOND_HQ]), "51HQ 3709, 9HQ 3710, 73 3202");
    let game = open(position.and_then(|builder| builder.back_up("51HQ", true)), Phase::SovietMovement);
    assert!(allows(&game, "select 51HQ"), "the broken one may always move");
    assert_eq!(denial(&game, "select 9HQ"), EastFrontDenial::Paralysed, "the other is a unit like any");
    let position = with_of(variant(&[recovering(2), SECOND_HQ]), "51HQ 3709, 9HQ 3710, 172 3711, 73 3202");
    let game = open(position.and_then(|builder| builder.back_up("51HQ", true)), Phase::SovietMovement);
    let game = after(game, "select 9HQ; move > 3809");
    assert_eq!(denial(&game, "select 172"), EastFrontDenial::Paralysed, "and counts as one");
}

// ---- the end -----------------------------------------------------------------------

#[test]
fn all_objectives_do_not_outweigh_a_sixth_step() {
    let end = |lost| {
        let held = with("46 3808").and_then(|builder| builder.turn(51)?.control(Side::Axis, "3606")?.control(Side::Axis, "3705"));
        let game = open(held.map(|builder| builder.steps_lost(Side::Axis, lost)), Phase::Interphase);
        assert_eq!(game.objectives_held(), 4);
        let outcome = game.outcome().expect("the last turn is over");
        (outcome.winner, outcome.margin)
    };
    assert_eq!((end(5), end(6)), ((Some(Side::Axis), 1), (Some(Side::Soviet), -1)));
}
