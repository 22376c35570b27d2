//! East Front: whose phase it is, control, weather by climate, arrivals, rivers and cities, overruns, infiltration of cavalry, who
//! attacks and who sees an order: halves of rules in play.

use stavka_engine::east_front::data::AirBox;
use stavka_engine::east_front::drm::Cause;
use stavka_engine::east_front::weather::Condition;
use stavka_engine::east_front::{EastFront, EastFrontDenial, Phase, Place, Prepared};
use stavka_engine::game::{Determinize as _, Game as _, Side, Turn};

use crate::east_front_kit::play::{
    after, allows, attacked, denial, go_on_to, legal, open, place, play, prices, stands, to_participants, unit, with, with_air, with_of,
};
use crate::east_front_kit::{Change, data, hex, passage, turn_48_in, variant};

/// A water on a hexside.
fn water(class: &str, side: &str) -> Change {
    passage(&format!("[[water]]\nname = \"a water\"\nclass = \"{class}\"\nsides = [\"{side}\"]"))
}

/// The assault guns with so many points of attack.
fn assault_guns(attack: u8) -> Change {
    let front = "front = { attack = 2, defence = 1, ma = 7,";
    ("units.toml", front, front.replace("attack = 2", &format!("attack = {attack}")).leak())
}

/// Swamp in 3811, beside 3711.
const SWAMP: Change = ("map.toml", "\"~........\", # 11", "\"~.....p..\", # 11");

// ---- sides and hexes -------------------------------------------------------

#[test]
fn each_side_moves_its_own_units_in_its_own_phases() {
    for (phase, own, other) in [
        (Phase::AxisMovement, "190AG", "5(+)"),
        (Phase::AxisMotorized, "190AG", "5(+)"),
        (Phase::SovietMotorized, "5(+)", "190AG"),
        (Phase::SovietMovement, "5(+)", "190AG"),
    ] {
        let game = open(with("190AG 3302, 5(+) 4014"), phase);
        assert_eq!(game.current_phase(), phase);
        assert!(allows(&game, &format!("select {own}")), "{}", phase.name());
        assert_eq!(denial(&game, &format!("select {other}")), EastFrontDenial::NotYourUnit, "{}", phase.name());
    }
}

#[test]
fn a_zone_that_has_passed_leaves_control_behind_on_both_sides() {
    // Three hexes on from 3710 nobody stands beside 3709 any more, nor beside 3612, which X has passed.
    let game = after(open(with("X 3710, 271 4001"), Phase::AxisMovement), "select X; move > 3713");
    assert!(["3709", "3612"].iter().all(|at| !game.in_zoc(Side::Axis, hex(at))) && game.in_zoc(Side::Axis, hex("3714")));
    assert_eq!(["3709", "3710", "3612", "3714", "3715"].map(|at| game.controller(hex(at)) == Side::Axis), [true, true, true, true, false]);
    // And from 3403 to 3401 in the country of the Axis.
    let game = after(open(with("106 3403, X 4015"), Phase::SovietMovement), "select 106; move > 3401");
    assert!(!game.in_zoc(Side::Soviet, hex("3404")));
    assert_eq!(["3404", "3403", "3401", "3405"].map(|at| game.controller(hex(at)) == Side::Soviet), [true, true, true, false]);
}

// ---- weather and arrivals --------------------------------------------------

#[test]
fn the_climate_names_the_column_of_the_weather_die() {
    use Condition::{Dry, Frost, Mud, Snow};
    let date = "date = \"24-25 September 1941\"\nclimate = ";
    let rolled = |climate: &str, die: u8| {
        let data = variant(&[("scenario.toml", &format!("{date}\"dry\"\nweather = \"dry\"\n"), &format!("{date}\"{climate}\"\n"))]);
        let mut game = open(with_of(data, "73 3302, 271 4014"), Phase::Weather);
        assert_eq!((game.current_phase(), game.turn()), (Phase::Weather, Turn::Chance));
        play(&mut game, &format!("die {die}"));
        game.condition()
    };
    for (climate, skies) in [
        ("dry", [Dry, Dry, Mud, Mud]),
        ("mud", [Dry, Mud, Mud, Frost]),
        ("frost", [Mud, Frost, Frost, Snow]),
        ("snow", [Mud, Frost, Snow, Snow]),
    ] {
        assert_eq!([1, 4, 8, 10].map(|die| rolled(climate, die)), skies, "{climate}");
    }
}

#[test]
fn rivers_that_froze_help_nobody_in_the_combats_of_the_next_turn_until_they_thaw() {
    // The weather of turns 48 and 49, and a river between 3611 and 3612.
    let river = |skies: [&str; 2]| {
        let turn = |(date, sky): (&str, &str)| -> Change {
            let text = |sky: &str| &*format!("date = \"{date} September 1941\"\nclimate = \"dry\"\nweather = \"{sky}\"").leak();
            ("scenario.toml", text("dry"), text(sky))
        };
        let [one, other] = skies;
        let changes = [turn(("24-25", one)), turn(("26-27", other)), water("river", "3611/3612")];
        let mut game = open(with_of(variant(&changes), "73 3611, 106 3612"), Phase::Weather);
        go_on_to(&mut game, Phase::SovietMovement, 10);
        go_on_to(&mut game, Phase::AxisDeclaration, 10);
        assert_eq!(game.game_turn(), 2);
        let game = attacked(game, "3612", "73");
        game.battle_sheet().expect("a combat is in progress").modifiers.of(Cause::River)
    };
    assert_eq!([["dry", "frost"], ["snow", "frost"], ["snow", "mud"]].map(river), [1, 0, 1]);
    assert_eq!([["arctic", "frost"], ["arctic", "mud"], ["arctic", "dry"]].map(river), [0; 3], "for good");
}

#[test]
fn interdiction_covers_a_hex_and_the_six_around_it() {
    let game = with_air(data(), "271 4014, 73 3201", "Ju88", Phase::Interdiction);
    let mut game = after(game, "interdict 3711; fly Ju88 3711");
    go_on_to(&mut game, Phase::AxisMovement, 1);
    let grid = &data().map.grid;
    for at in grid.hexes() {
        assert_eq!(game.interdiction(at) == 1, grid.distance(at, hex("3711")) <= 1, "{}", grid.name(at));
    }
}

#[test]
fn a_broken_headquarters_holds_nobody_while_it_is_off_the_map() {
    // With a recovery of one nobody starts in its range.
    let strict = variant(&[("units.toml", "back = { recovery = 3,", "back = { recovery = 1,")]);
    let placed = "271 3710, 5(+) 3711, 73 3302";
    let on_map = with_of(strict, &format!("{placed}, 51HQ 3709")).and_then(|builder| builder.back_up("51HQ", true));
    let held = open(on_map, Phase::SovietMovement);
    assert_eq!(["271", "5(+)"].map(|id| denial(&held, &format!("select {id}"))), [EastFrontDenial::Paralysed; 2]);
    for place in [Place::CADRE, Place::ELIMINATED] {
        let boxed = || with_of(strict, placed).and_then(|builder| builder.back_up("51HQ", true)?.put_in_box("51HQ", place));
        let free = open(boxed(), Phase::SovietMovement);
        assert!(allows(&free, "select 271") && allows(&free, "select 5(+)"), "{place:?}");
        assert!(allows(&open(boxed(), Phase::SovietMotorized), "select 5(+)"), "{place:?}");
    }
}

#[test]
fn who_leaves_for_a_lost_unit_is_of_its_defence_as_well() {
    // The lost regiment has two points of attack and four of defence; the division that stands in has 2-3 or 4-5.
    let values = "steps = 1\nfront = { attack = 2, defence = 2, ma = 5,";
    let named = variant(&[
        ("scenario.toml", "turn = 50\nunits = [\"LAH/Rcn\"]", "turn = 50\nunits = [\"X\"]"),
        ("units.toml", values, &values.replace("defence = 2", "defence = 4")),
    ]);
    let due = |steps| {
        let position = with_of(named, "73 3302, S1 3303, 106 4014").and_then(|builder| builder.put_in_box("X", Place::CADRE)?.turn(50));
        let position = position.and_then(|builder| builder.steps("73", steps)?.air_box("Ju87/1", AirBox::Ready));
        legal(&open(position, Phase::Arrivals))
    };
    assert_eq!((due(1), due(2)), (vec!["withdraw Ju87/1".to_owned()], vec!["withdraw 73".to_owned()]));
}

#[test]
fn guns_enter_in_the_movement_phase_alone() {
    let arriving = variant(&[
        ("scenario.toml", "unit = \"50\"\nsteps = 2", "unit = \"49\"\nsteps = 1"),
        ("scenario.toml", "[[stack]]\nhex = \"3405\"\nunits = [\"49\"]\norigin = \"given\"\n", ""),
    ]);
    let arrived = |phase| {
        let position = with_of(arriving, "190AG 3302, 271 4014").and_then(|builder| builder.put_in_box("49", Place::ARRIVED));
        open(position, phase)
    };
    let game = after(arrived(Phase::AxisMovement), "select 49; move > 3305");
    assert!(stands(&game, "49", "3305"));
    let later = arrived(Phase::AxisMotorized);
    assert!(allows(&later, "select 190AG"));
    assert_eq!(denial(&later, "select 49"), EastFrontDenial::NotInThisPhase);
}

// ---- movement --------------------------------------------------------------

#[test]
fn wheels_alone_react_and_no_farther_than_three_hexes_from_an_attack() {
    let movers = |game: &EastFront| legal(game).into_iter().filter(|line| line.starts_with("select")).collect::<Vec<_>>();
    let soviets = open(with("73 3505, 106 3606, 5(+) 3707, 48K 3707, 156 3607, 52 3607, 51HQ 3709"), Phase::AxisDeclaration);
    assert_eq!(movers(&after(soviets, "attack 3606; done")), ["select 5(+)"], "no cavalry, infantry, guns, headquarters");
    let axis = |reconnaissance: &str| {
        let placed = format!("271 3705, 46 3605, X 3604, 49 3504, 190AG 3603, LAH/Rcn {reconnaissance}");
        let position = with(&placed).and_then(|builder| builder.back_up("641", true)?.place("641", "3503"));
        movers(&after(open(position, Phase::SovietDeclaration), "attack 3605; done"))
    };
    let gap = |at: &str| data().map.grid.distance(hex("3605"), hex(at));
    assert_eq!((gap("3602"), gap("3601")), (3, 4));
    assert_eq!(
        (axis("3602"), axis("3601")),
        (vec!["select 190AG".to_owned(), "select LAH/Rcn".to_owned()], vec!["select 190AG".to_owned()])
    );
}

/// Half points from one hex into another in the Movement Phase of the Axis.
fn cost(changes: &[Change], from: &str, to: &str) -> Option<u8> {
    let mut game = open(with_of(variant(changes), &format!("73 {from}, 271 3201")), Phase::Weather);
    go_on_to(&mut game, Phase::AxisMovement, 10);
    prices(&after(game, "select 73")).get(to).copied()
}

#[test]
fn a_major_river_is_crossed_by_the_bridge_of_a_road_or_over_ice() {
    let river = "[[water]]\nname = \"a river\"\nclass = \"major-river\"\nsides = [\"3911/3912\"]";
    let bridge = format!("{river}\nbridges = [\"3911/3912\"]");
    let by_road = |passages: &str| cost(&[passage(passages)], "3911", "3912");
    assert_eq!((by_road(&bridge), by_road(river)), (Some(1), Some(4)), "half a point of road, or round in two hexes");
    // Where no road leads: round the river in two hexes, or over the ice for a point more than the ground.
    let off_road = |sky: &str| {
        let river = water("major-river", "3611/3612");
        let changes = if sky == "dry" { vec![river] } else { vec![river, turn_48_in(sky)] };
        cost(&changes, "3611", "3612")
    };
    assert_eq!(["dry", "mud", "frost", "snow", "arctic"].map(off_road), [4, 8, 4, 6, 6].map(Some));
}

#[test]
fn cavalry_infiltrates_in_its_movement_phase_between_hexes_of_rough_ground() {
    // 3607 can be reached from 3606 alone, and both lie in Axis zones. A town, a railway and a shore leave 3606 clear.
    let rough = |from: bool, to: bool| {
        let (six, seven) = ("\"...~..mss\", # 06", "\".~.~.....\", # 07");
        let changes: [(bool, Change); 2] =
            [(from, ("map.toml", six, "\"...~h.mss\", # 06")), (to, ("map.toml", seven, "\".~.~h....\", # 07"))];
        variant(&changes.into_iter().filter(|(on, _)| *on).map(|(_, change)| change).collect::<Vec<_>>())
    };
    let infiltrates = |data: &'static Prepared, phase| {
        let game = after(open(with_of(data, "271 3606, 48K 3606, 46 3705, 73 3706"), phase), "select 48K");
        assert!(game.in_zoc(Side::Axis, hex("3606")) && game.in_zoc(Side::Axis, hex("3607")) && !prices(&game).contains_key("3607"));
        allows(&game, "move > 3607")
    };
    let hills = rough(true, true);
    assert!(infiltrates(hills, Phase::SovietMovement) && !infiltrates(hills, Phase::SovietMotorized));
    let movement = |from, to| infiltrates(rough(from, to), Phase::SovietMovement);
    assert_eq!([movement(true, false), movement(false, true), movement(false, false)], [false; 3]);
}

// ---- overruns --------------------------------------------------------------

/// The modifiers of an overrun of 3912 by the assault guns in 3911.
fn overrun(changes: &[Change], attackers: &str, defenders: &str, reduced: &str) -> Vec<i8> {
    let here = |ids: &str, at: &str| ids.split(' ').map(|id| format!("{id} {at}")).collect::<Vec<_>>().join(", ");
    let position = with_of(variant(changes), &format!("{}, {}, 172 4001", here(attackers, "3911"), here(defenders, "3912")));
    let position = reduced.split_whitespace().fold(position, |position, id| position.and_then(|builder| builder.steps(id, 1)));
    let game = after(open(position, Phase::AxisMovement), "select 190AG; overrun 3912 from 3911");
    let report = game.overrun_report().and_then(|report| report.modifiers).expect("the die is to be rolled");
    report.terms.iter().map(|&(_, drm)| drm).collect()
}

#[test]
fn cavalry_guns_and_headquarters_are_soft_in_every_mixture_and_with_nobody_else() {
    // At 6-1 the odds give nothing.
    let told = |defence: u8, defenders: &str, reduced: &str| overrun(&[assault_guns(6 * defence)], "190AG", defenders, reduced);
    assert_eq!(told(2, "52 51HQ", ""), [-1]);
    assert_eq!(told(2, "48K 52", "48K"), [-1]);
    assert_eq!(told(2, "48K 51HQ", "48K"), [-1]);
    assert_eq!(told(3, "48K 52 51HQ", "48K"), [-1]);
    assert_eq!(told(4, "48K 42K", ""), [-1, 1], "and strong");
    assert_eq!(told(3, "48K 42K", "42K"), [-1], "three points are not");
    for (defenders, reduced) in [("52 5(+)", ""), ("51HQ 5(+)", ""), ("48K 5(+)", "48K")] {
        assert_eq!(told(2, defenders, reduced), [], "{defenders}");
    }
    assert_eq!(told(3, "52 106", "106"), []);
}

#[test]
fn guns_beside_the_stack_give_an_overrun_no_support() {
    assert_eq!(overrun(&[assault_guns(9)], "190AG 49", "52", ""), [-1, -1], "nine to one, not twelve; guns alone");
}

#[test]
fn a_major_city_is_overrun_at_twelve_to_one_with_motorized_engineers() {
    let city = passage("[[place]]\nhex = \"3912\"\nname = \"A major city\"\nkind = \"major-city\"");
    let now = "side = \"axis\"\nnationality = \"german\"\nkind = \"assault-gun\"";
    let overruns = |attack, kind: &str| {
        let change = ("units.toml", now, &*now.replace("assault-gun", kind).leak());
        let changes = if kind == "assault-gun" { vec![assault_guns(attack), city] } else { vec![assault_guns(attack), change, city] };
        let game = open(with_of(variant(&changes), "190AG 3911, 52 3912, 106 4014"), Phase::AxisMovement);
        allows(&after(game, "select 190AG"), "overrun 3912 from 3911")
    };
    let engineers = "motorized-engineer";
    assert_eq!([overruns(12, "assault-gun"), overruns(11, engineers), overruns(12, engineers)], [false, false, true]);
}

#[test]
fn an_overrun_pays_a_point_the_ground_and_the_hexside() {
    // Of seven points of the assault guns.
    let left = |changes: &[Change]| {
        let changes = [&[assault_guns(6)], changes].concat();
        let game = open(with_of(variant(&changes), "190AG 3611, 52 3612, 106 4014"), Phase::AxisMovement);
        let game = after(game, "select 190AG; overrun 3612 from 3611; die 4");
        let way = legal(&game).into_iter().find(|line| line.starts_with("retreat")).expect("they are driven out");
        let game = after(game, &way);
        assert!(stands(&game, "190AG", "3612"));
        game.march_report().map(|report| report.points)
    };
    let hill = ("map.toml", "\".........\", # 12", "\"....h....\", # 12");
    assert_eq!([left(&[]), left(&[hill]), left(&[water("river", "3611/3612")])], [Some(10), Some(8), Some(8)]);
}

#[test]
fn super_heavies_that_fire_stay_where_an_overrun_fails() {
    // 9-1 gives -1, guns alone -1: a 10 is read as 8, a 9 as 7.
    let raided = |die: u8| {
        let game = open(with("5(+) 3911, 48K 3911, 42K 3911, 641 3912, X 4001"), Phase::SovietMotorized);
        after(game, &format!("select 5(+); join 48K; join 42K; overrun 3912 from 3911; die {die}"))
    };
    assert!(stands(&raided(10), "641", "3912"));
    assert_eq!(place(&raided(9), "641"), Place::CANNOT_REBUILD);
}

#[test]
fn the_same_group_overruns_the_same_guns_again_in_one_move() {
    // 6-1 gives nothing, guns alone -1: a 5 is read as 4.
    let game = open(with_of(variant(&[assault_guns(6)]), "190AG 3911, 52 3912, 106 4001"), Phase::AxisMovement);
    let game = after(game, "select 190AG; overrun 3912 from 3911; die 5; retreat 3914");
    assert!(stands(&game, "190AG", "3912") && game.has_overrun_marker(unit("52")));
    let game = after(game, "overrun 3914 from 3913");
    let report = game.overrun_report().and_then(|report| report.modifiers).expect("the die is to be rolled");
    assert_eq!(report.terms.iter().map(|&(_, drm)| drm).collect::<Vec<_>>(), [-1, -1], "the marker, guns alone");
    let game = after(game, "die 3");
    assert!(stands(&game, "190AG", "3914"));
    assert_eq!(place(&game, "52"), Place::CADRE);
}

// ---- attacks ---------------------------------------------------------------

#[test]
fn who_has_no_attack_strength_attacks_nobody() {
    let beside = |placed: &str| open(with(&format!("51HQ 3611, X 3612, 73 3302{placed}")), Phase::SovietDeclaration);
    assert!(!allows(&beside(""), "attack 3612"));
    let game = to_participants(after(beside(", 106 3611"), "attack 3612; done"));
    assert!(allows(&game, "with 106"));
    assert_eq!(denial(&game, "with 51HQ"), EastFrontDenial::MayNotAttack);
    let weak = variant(&[("units.toml", "front = { attack = 2, defence = 4,", "front = { attack = 0, defence = 4,")]);
    let position = with_of(weak, "106 3611, 271 3611, X 3612, 73 3302");
    let game = to_participants(after(open(position, Phase::SovietDeclaration), "attack 3612; done"));
    assert!(allows(&game, "with 271"));
    assert_eq!(denial(&game, "with 106"), EastFrontDenial::MayNotAttack);
}

#[test]
fn who_can_neither_enter_the_hex_nor_stands_in_its_zone_does_not_take_part() {
    // Guns without a zone in a swamp, which wheels cannot enter.
    let fights = |data| {
        let game = to_participants(after(open(with_of(data, "190AG 3711, X 3711, 52 3811"), Phase::AxisDeclaration), "attack 3811; done"));
        assert!(allows(&game, "with X"));
        (allows(&game, "with 190AG"), game)
    };
    let (joins, game) = fights(variant(&[SWAMP]));
    assert!(!joins);
    assert_eq!(denial(&game, "with 190AG"), EastFrontDenial::MayNotAttack);
    assert!(fights(data()).0, "in the open they do");
}

#[test]
fn both_sides_know_all_orders_when_the_die_falls() {
    let at_the_die = |defender: &str, attacker: &str| {
        let game = after(open(with("73 3505, 106 3606, 51HQ 3707"), Phase::AxisDeclaration), "attack 3606; done");
        let game = after(game, &format!("order {defender}; with 73; order {attacker}"));
        assert_eq!(game.turn(), Turn::Chance);
        assert_eq!(Side::ALL.map(|side| game.worlds(side)), [1; 2]);
        game
    };
    let shown = at_the_die("no-retreat", "none");
    assert_ne!(shown.view_hash(Side::Axis), at_the_die("further-retreat", "none").view_hash(Side::Axis), "the defender's");
    let open = ["none", "no-retreat", "further-retreat"].map(|order| at_the_die("none", order).view_hash(Side::Soviet));
    assert!(open[0] != open[1] && open[0] != open[2] && open[1] != open[2], "the attacker's");
}

#[test]
fn engineers_declare_their_effects_only_where_they_count() {
    let asked = |changes: &[Change], from: &str, target: &str, fort: bool, heavy: bool| {
        let guns = if heavy { ", 641 3610" } else { "" };
        let position = with_of(variant(changes), &format!("73 {from}, Eng {from}, 106 {target}{guns}"));
        let position = position.and_then(|builder| builder.strongpoint(Side::Soviet, target, fort));
        let game = after(open(position, Phase::AxisDeclaration), &format!("attack {target}; done; with 73; with Eng"));
        let game = if heavy { after(game, "support 641; order none") } else { after(game, "order none") };
        let asks = allows(&game, "breach");
        assert_eq!(asks, game.turn() != Turn::Chance);
        asks
    };
    let near = |changes: &[Change], fort, heavy| asked(changes, "3611", "3612", fort, heavy);
    assert!(!near(&[], false, false) && near(&[], true, false), "a strongpoint");
    assert!(!near(&[], true, true), "the heavies have offset it");
    assert!(near(&[water("river", "3611/3612")], false, false) && !near(&[water("river", "3612/3613")], false, false));
    assert!(!near(&[("map.toml", "\".........\", # 12", "\"....h....\", # 12")], false, false), "a hill");
    let built = |kind: &str| near(&[passage(&format!("[[place]]\nhex = \"3612\"\nname = \"a place\"\nkind = \"{kind}\""))], false, false);
    assert_eq!(["town", "city", "major-city"].map(built), [false, true, true], "a town helps nobody in dry weather");
    let major = "[[water]]\nname = \"a river\"\nclass = \"major-river\"\nsides = [\"3911/3912\"]\nbridges = [\"3911/3912\"]";
    assert!(!asked(&[passage(major)], "3911", "3912", false, false), "no major river");
    // 10 to 4 are 2-1 and row 6 is 1*/R: in the open anybody may pay.
    let open_ground = attacked(open(with("73 3611, Eng 3611, 106 3612"), Phase::AxisDeclaration), "3612", "73 Eng");
    assert_eq!(legal(&after(open_ground, "die 6")), ["lose 73", "lose Eng"]);
}

#[test]
fn combined_arms_are_told_by_every_kind_of_unit() {
    let bonus = |changes: &[Change]| {
        let game = open(with_of(variant(changes), "190AG 3611, LAH/Rcn 3611, 271 3612"), Phase::AxisDeclaration);
        let game = attacked(game, "3612", "190AG LAH/Rcn");
        game.battle_sheet().expect("a combat is in progress").modifiers.of(Cause::CombinedArms)
    };
    let kind = |before: &str, was: &str, now: &str, after: &str| -> Change {
        let text = |kind: &str| &*format!("{before}kind = \"{kind}\"\n{after}").leak();
        ("units.toml", text(was), text(now))
    };
    assert_eq!(bonus(&[]), -1, "assault guns and reconnaissance");
    for armour in ["tank", "armoured-at"] {
        assert_eq!(bonus(&[kind("side = \"axis\"\nnationality = \"german\"\n", "assault-gun", armour, "size")]), -1, "{armour}");
    }
    let scouts = |now: &str| bonus(&[kind("service = \"ss\"\n", "reconnaissance", now, "size")]);
    assert_eq!(["motorcycle", "motorized-infantry", "motorized-engineer"].map(scouts), [-1; 3]);
    assert_eq!(["tank", "assault-gun", "motorized-at"].map(scouts), [0; 3], "armour needs partners");
    let own = |kind: &str, mobility: &str| {
        let name = "name = \"271st Rifle Division\"\nside = \"soviet\"\nnationality = \"soviet\"";
        &*format!("{name}\nkind = \"{kind}\"\nsize = \"division\"\nmobility = \"{mobility}\"").leak()
    };
    for (kind, mobility, drm) in [
        ("engineer", "foot", -1),
        ("motorized-infantry", "motorized", -1),
        ("tank", "motorized", 0),
        ("assault-gun", "motorized", 0),
        ("armoured-at", "motorized", 0),
        ("at", "foot", 0),
        ("motorized-at", "motorized", 0),
        ("aa", "foot", 0),
        ("motorized-aa", "motorized", 0),
    ] {
        assert_eq!(bonus(&[("units.toml", own("infantry", "foot"), own(kind, mobility))]), drm, "{kind} defends");
    }
}

#[test]
fn whatever_fights_armour_pays_first_beside_armour() {
    // 10 against 8: 1-1; a 2 is 1*/2.
    let fought = |changes: &[Change]| {
        let game = open(with_of(variant(changes), "73 3611, 190AG 3611, 106 3612, 271 3612"), Phase::AxisDeclaration);
        after(attacked(game, "3612", "73 190AG"), "die 2")
    };
    let own = |kind: &str, mobility: &str| {
        let name = "name = \"271st Rifle Division\"\nside = \"soviet\"\nnationality = \"soviet\"";
        &*format!("{name}\nkind = \"{kind}\"\nsize = \"division\"\nmobility = \"{mobility}\"").leak()
    };
    assert_eq!(legal(&fought(&[])), ["lose 106", "lose 271"], "nobody fights armour");
    for (kind, mobility) in [
        ("tank", "motorized"),
        ("assault-gun", "motorized"),
        ("armoured-at", "motorized"),
        ("at", "foot"),
        ("motorized-at", "motorized"),
        ("aa", "foot"),
        ("motorized-aa", "motorized"),
    ] {
        let game = fought(&[("units.toml", own("infantry", "foot"), own(kind, mobility))]);
        assert_eq!(legal(&game), ["lose 271"], "{kind}");
        let game = after(game, "lose 271");
        assert_eq!(legal(&game), ["lose 106", "lose 271"], "{kind}: anybody the second");
        assert_eq!(legal(&after(game, "lose 106")), ["lose 190AG"], "{kind}");
    }
}
