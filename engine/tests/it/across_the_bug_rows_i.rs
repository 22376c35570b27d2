//! Across the Bug River, rule by rule: victory, special rules, scenarios, and every switch. Numbers in brackets are rule ids.

use std::collections::BTreeSet;

use stavka_engine::across_the_bug::drm::Cause;
use stavka_engine::across_the_bug::score::Item;
use stavka_engine::across_the_bug::terms::{AttackType, HexsideKind, MoveClass, SupplyArea, Terrain};
use stavka_engine::across_the_bug::{AcrossTheBug, Opening, Place, Pontoon, PositionBuilder, Prepared};
use stavka_engine::data::Source;
use stavka_engine::game::{Game as _, Notation as _, Side, Turn};
use stavka_engine::hex::Hex;
use stavka_engine::kit::files::{ScenarioFiles as _, Sources};

use super::across_the_bug_rows_g::{act, open};
use super::across_the_bug_rows_h::{administration, go_on_to};
use super::across_the_bug_scenes::{
    acting, at, denied, formation, goals, hex, legal, lines, load, offers, placed, placed_on, play, switched, unit,
};

fn points(game: &AcrossTheBug, item: Item) -> i16 {
    game.account().iter().find(|(known, _)| *known == item).map(|(_, points)| *points).expect("a line of the account")
}

fn ended(position: PositionBuilder) -> AcrossTheBug {
    position.luck(Side::Soviet).open(Opening::EndOfTurn).expect("a position")
}

// ---- victory [9] -----------------------------------------------------------------------------------------------------------------

/// [9.a][9.a.x1][B5] Lines from the German edge, as a slow reference counts them: five hexes off the roads at most, wherever they lie.
#[test]
fn victory_lines_have_at_most_five_hexes_off_the_roads() {
    for counters in ["I/103 2708", "I/103 2708 I/16 2507 II/16 2411 III/16 2711", "I/103 2507 I/16 2407 I/622 3220 1/II/82 1807"] {
        let game = acting(placed(&format!("{counters} HQ-14Pz 1110")), "14Pz", 3);
        let map = &game.data().map;
        let roads = map.hexes_with_ways();
        let held = |side: Side, at: Hex| game.occupant(at) == Some(side);
        let clear = |at: Hex| !held(Side::Soviet, at) && (!game.in_zoc(Side::Soviet, at) || held(Side::Axis, at));
        let costs = |at: Hex| u8::from(!roads.contains(at));
        let mut least: Vec<Option<u8>> = vec![None; map.grid.len()];
        for edge in game.data().script.supply[Side::Axis.index()].iter().filter(|&at| clear(at)) {
            least[edge.index()] = Some(costs(edge));
        }
        let mut changed = true;
        while changed {
            changed = false;
            for from in map.grid.hexes() {
                let Some(so_far) = least[from.index()] else { continue };
                for (direction, to) in map.grid.neighbours(from) {
                    let side = map.side(from, direction);
                    let open = !side.is_unbridged_bug() && side.kind != HexsideKind::Lake && clear(to);
                    if open && least[to.index()].is_none_or(|known| known > so_far + costs(to)) {
                        least[to.index()] = Some(so_far + costs(to));
                        changed = true;
                    }
                }
            }
        }
        let lines = game.line_hexes(Side::Axis);
        let mut beyond = 0;
        for at in map.grid.hexes() {
            let within = least[at.index()].is_some_and(|off_road| off_road <= 5);
            beyond += usize::from(least[at.index()].is_some_and(|off_road| off_road > 5));
            assert_eq!(lines.contains(at), within, "{} by {:?}", map.grid.name(at), least[at.index()]);
        }
        assert!(beyond > 0, "the limit matters somewhere");
    }
}

/// [9.b][A62] Everything that scores is Soviet at start; in scenario two the German has what he stands on.
#[test]
fn victory_hexes_begin_in_soviet_hands() {
    for id in ["attack", "campaign"] {
        let game = AcrossTheBug::new(load(id));
        assert!(game.data().script.objectives.iter().all(|objective| game.last_in(objective.hex) == Side::Soviet), "{id}");
        assert_eq!(points(&game, Item::Hexes), 0);
    }
    let delayed = AcrossTheBug::new(load("delayed"));
    let axis = delayed.data().script.objectives.iter().filter(|objective| delayed.last_in(objective.hex) == Side::Axis);
    assert_eq!(axis.map(|objective| load("campaign").map.grid.name(objective.hex).to_string()).collect::<Vec<_>>(), ["3220"]);
}

/// [9.a] The last one in a hex controls it after he has left, until an enemy comes.
#[test]
fn a_victory_hex_stays_with_who_was_last_in_it() {
    let mut game = acting(placed("1/I/36 2008 HQ-14Pz 1110 I/16 3014"), "14Pz", 5);
    play(&mut game, &["select 1/I/36", "move 2307"]);
    assert!(game.german_controls(hex("2008")), "it has left Ustyluh");
    let mut back = acting(placed("No4 2106 HQ-1/90 2105 HQ-14Pz 1110 I/103 1210").last_in("2008", Side::Axis).expect("a hex"), "1/90", 3);
    assert!(back.german_controls(hex("2008")), "nobody is in it");
    play(&mut back, &["select No4", "move 2008"]);
    assert!(!back.german_controls(hex("2008")));
}

/// [9][9.c][5.1] Destroyed Soviet strength counts as printed, tanks by fifteenths and the rest by thirtieths, rounded up once.
#[test]
fn destroyed_soviet_strength_scores() {
    let lost = |ids: &[&str]| {
        let stand = placed("I/103 1210 HQ-14Pz 1110");
        let stand = ids.iter().fold(stand, |position, id| position.put_in_box(id, Place::ELIMINATED).expect("a unit"));
        let game = acting(stand.level("14Pz", 5).expect("a level"), "14Pz", 3);
        (game.ledger().afv_sp, game.ledger().other_sp, points(&game, Item::Strength))
    };
    assert_eq!(lost(&[]), (0, 0, 0));
    assert_eq!(lost(&["1/II/82"]), (2, 0, 1), "two fifteenths are rounded up");
    assert_eq!(lost(&["I/16", "II/16", "III/16", "I/96", "II/96", "III/96"]), (0, 30, 1));
    assert_eq!(lost(&["1/I/82", "2/I/82", "3/I/82", "1/II/82", "2/II/82", "3/II/82"]), (15, 0, 1));
    assert_eq!(lost(&["1/I/82", "2/I/82", "3/I/82", "I/16", "II/16", "I/712"]), (9, 14, 2), "guns count with the infantry");
    let weak = placed("I/16 3014 HQ-87RD 3114").steps("I/16", 1).expect("a unit");
    assert_eq!(acting(weak, "87RD", 3).ledger().other_sp, 0, "strength that a unit has lost is not destroyed");
}

/// [9.d][A60] Every three German units that are eliminated, out of command or isolated cost a point.
#[test]
fn german_units_lost_or_out_of_command_cost_points() {
    let base = "HQ-14Pz 1110 I/103 1210 II/103 4217 HQ-87RD 3114";
    let game = |counters: &str, dead: &[&str]| {
        let stand = placed(&format!("{base} {counters}")).level("14Pz", 5).expect("a level");
        let stand = dead.iter().fold(stand, |position, id| position.put_in_box(id, Place::ELIMINATED).expect("a unit"));
        let game = acting(stand, "14Pz", 3);
        (game.ledger().units, points(&game, Item::Units))
    };
    assert_eq!(game("", &[]), (1, 0), "II/103 is out of command");
    assert_eq!(game("", &["I/108"]), (2, 0));
    assert_eq!(game("", &["I/108", "II/108"]), (3, -1));
    assert_eq!(game("I/131 1209", &["I/108"]), (3, -1), "I/131 has no headquarters on the map: it is isolated");
    let exited = placed(base).put_in_box("I/50", Place::EXITED).expect("a unit");
    assert_eq!(acting(exited, "14Pz", 3).ledger().units, 1, "[A60] who has left the map costs nothing");
}

/// [9.e][A25] Every two German markers below level 2 cost a point; Soviet ones and those of formations to come do not.
#[test]
fn low_german_markers_cost_points() {
    let markers = |levels: &[(&str, u8)]| {
        let stand = placed("HQ-14Pz 1110 I/103 1210 HQ-44ID 1609 I/131 1211 HQ-298ID 1706 I/525 1707 HQ-87RD 3114 I/16 3014");
        let stand = levels.iter().fold(stand, |position, (id, level)| position.level(id, *level).expect("a level"));
        let game = acting(stand, "14Pz", 3);
        (game.ledger().markers, points(&game, Item::Markers))
    };
    assert_eq!(markers(&[("14Pz", 2), ("44ID", 2), ("298ID", 2)]), (0, 0));
    assert_eq!(markers(&[("14Pz", 1), ("44ID", 2), ("298ID", 2)]), (1, 0));
    assert_eq!(markers(&[("14Pz", 1), ("44ID", 0), ("298ID", 2)]), (2, -1));
    assert_eq!(markers(&[]), (3, -1));
}

/// [9.f][11.1.e][11.2.f][11.3.c] Each order that is left is a German point.
#[test]
fn orders_that_are_left_score() {
    for (id, orders) in [("attack", 2), ("delayed", 2), ("campaign", 4)] {
        let game = AcrossTheBug::new(load(id));
        assert_eq!((game.orders(), points(&game, Item::Orders)), (orders, i16::from(orders)), "{id}");
    }
}

// ---- special rules of the German [10.1][10.2][10.3] --------------------------------------------------------------------------------

/// [10.1][A30] Over the bridge of Vygodanka as well: -2 and half the Tank points on turn 1, -4 and a quarter later.
#[test]
fn the_brandenburgers_hold_both_bridges_on_the_first_turn() {
    let odds = |turn: u8| {
        let stand = placed("I/191 1512 HQ-298ID 1706 No7 1612 HQ-2/90 2110").assign("I/191", "298ID").and_then(|it| it.turned("No7"));
        let mut game = acting(stand.and_then(|it| it.turn(turn)).expect("a position"), "298ID", 5);
        play(&mut game, &["select I/191"]);
        let report = game.attack_report(hex("1612"), AttackType::Hasty).expect("an attack");
        (report.sheet.modifiers.net, report.sheet.superiority.drm)
    };
    assert_eq!(odds(1), (-1, 1), "half of 4 less one for the village");
    assert_eq!(odds(2), (-4, 0));
}

/// [10.2] Two surprise activations in scenario one, three in the campaign.
#[test]
fn surprise_lasts_two_or_three_activations() {
    for (id, expected) in [("attack", vec!["298ID", "44ID"]), ("campaign", vec!["298ID", "44ID", "111ID"])] {
        let mut game = AcrossTheBug::new(load(id));
        for formation in expected {
            assert_eq!(game.initiative_marker().1, 0);
            act(&mut game, &format!("activate {formation}; die 1; done"));
        }
        assert_eq!(game.initiative_marker(), (Side::Soviet, 2), "{id}: {}", game.prompt());
        assert!(open(&game, "activate").is_empty() && game.turn() == Turn::Chance, "the dice of the initiative come next");
    }
}

/// [10.2.a] Under surprise Soviet reactions and checks need two less on the die.
#[test]
fn surprise_makes_reactions_and_checks_harder() {
    let stand = |surprise: bool| {
        let stand = placed("I/131 2413 HQ-44ID 2314 I/16 2410 HQ-87RD 2708").level("44ID", 5).and_then(|it| it.level("87RD", 4));
        let stand = stand.expect("levels").luck(Side::Axis);
        if !surprise {
            return stand.open(Opening::Activation("44ID", 5)).expect("a position");
        }
        let mut game = stand.open(Opening::Surprise(1)).expect("a position");
        act(&mut game, "activate 44ID; die 10");
        game
    };
    let reacts = |surprise: bool, die: u8| {
        let mut game = stand(surprise);
        act(&mut game, &format!("select I/131; move 2411; react 87RD; die {die}"));
        game.turn() == Turn::Chance
    };
    assert_eq!([3, 4, 5, 6].map(|die| reacts(true, die)), [true, false, false, false]);
    assert_eq!([3, 4, 5, 6].map(|die| reacts(false, die)), [true, true, true, false]);
    let holds = |surprise: bool, die: u8| {
        let mut game = stand(surprise);
        act(&mut game, "select I/131; move 2411; done; select I/131; attack 2410 regular; chit 9; chit 0; die 10");
        assert_eq!(game.turn(), Turn::Chance, "{}", game.prompt());
        act(&mut game, &format!("die {die}"));
        !game.is_disorganized(unit("I/16"))
    };
    assert_eq!([2, 3, 4, 5].map(|die| holds(true, die)), [true, false, false, false]);
    assert_eq!([2, 3, 4, 5].map(|die| holds(false, die)), [true, true, true, false]);
}

const SITE: &str = "I/131 1609 HQ-44ID 1110";

/// [10.3][A32] Two points build it; each of the two corps has one, the 13th Panzer none.
#[test]
fn each_corps_builds_one_pontoon_for_two_points() {
    let mut game = acting(placed(SITE), "44ID", 6);
    assert_eq!(open(&game, "pontoon"), ["pontoon 1609 1709", "pontoon 1609 1610"]);
    play(&mut game, &["pontoon 1609 1709"]);
    assert_eq!(game.acting(), Some((formation("44ID"), 4)));
    assert!(matches!(game.pontoons(), [Pontoon::Built(..), Pontoon::Ready]));
    assert!(open(&game, "pontoon").is_empty(), "[10.3] the corps has no other");
    let poor = acting(placed(SITE), "44ID", 1);
    assert_eq!(denied(&poor, "pontoon 1609 1709"), "7.1.g");
    let southern = placed("I/528 1609 HQ-299ID 1110").pontoon(0, "1609", "1610").expect("a bridge");
    let mut southern = acting(southern, "299ID", 6);
    assert_eq!(open(&southern, "pontoon"), ["pontoon 1609 1709"], "two bridges never lie over one side [B16]");
    play(&mut southern, &["pontoon 1609 1709"]);
    assert!(matches!(southern.pontoons(), [Pontoon::Built(..), Pontoon::Built(..)]));
    assert!(open(&acting(placed("43 1609 HQ-13Pz 1110"), "13Pz", 6), "pontoon").is_empty(), "[A32]");
}

/// [10.3.a] A unit in order and in command beside the river, and a far hex without enemies and their zones, unless a friend is there.
#[test]
fn a_pontoon_needs_a_unit_in_order_and_a_free_bank() {
    let sites = |position: PositionBuilder| open(&acting(position, "44ID", 6), "pontoon");
    assert_eq!(sites(placed(&format!("{SITE} No2 1709 HQ-1/90 2105"))), Vec::<String>::new(), "1709 is held and 1610 in its zone");
    assert_eq!(sites(placed(&format!("{SITE} I/103 1610 No2 1709 HQ-1/90 2105"))), ["pontoon 1609 1610"], "a friend cancels the zone");
    assert_eq!(sites(placed(SITE).turned("I/131").expect("a unit")), Vec::<String>::new());
    assert_eq!(sites(placed("I/131 1609 HQ-44ID 2022")), Vec::<String>::new(), "out of command");
    assert_eq!(denied(&acting(placed("I/131 1608 HQ-44ID 1110"), "44ID", 6), "pontoon 1609 1709"), "10.3.a");
}

/// [10.3.b] It is taken up in the Reinforcement segment and can be built again.
#[test]
fn a_pontoon_is_taken_up_between_turns() {
    let mut game = administration(placed(SITE).pontoon(0, "1609", "1709").expect("a bridge"));
    go_on_to(&mut game, "take-up");
    assert_eq!(lines(&game), ["done", "take-up 1609 1709"]);
    play(&mut game, &["take-up 1609 1709"]);
    assert_eq!(game.pontoons(), [Pontoon::Ready, Pontoon::Ready]);
}

/// [10.3.c] A Soviet counter at the bridge takes it out of the game, one a hex away does not.
#[test]
fn a_pontoon_is_lost_to_an_enemy_beside_it() {
    let after = |to: &str| {
        let stand = placed("I/131 1508 HQ-44ID 1110 No2 1810 HQ-1/90 2105").pontoon(0, "1609", "1709").expect("a bridge");
        let mut game = acting(stand, "1/90", 5);
        play(&mut game, &["select No2", &format!("move {to}")]);
        game.pontoons()[0]
    };
    assert_eq!(after("1709"), Pontoon::Gone);
    assert!(matches!(after("1710"), Pontoon::Built(..)));
}

/// [10.3.d][B16] Crossing costs the motorized a point beside the hex, units on foot nothing beside it.
#[test]
fn a_pontoon_costs_the_motorized_one_point() {
    let map = &load("campaign").map;
    let chart = &load("campaign").tables.terrain;
    for (id, hq, class, budget, extra) in [("1/I/36", "14Pz", MoveClass::Motorized, 20, 2), ("I/131", "44ID", MoveClass::Leg, 14, 0)] {
        let stand = placed(&format!("{id} 1609 HQ-{hq} 1110")).pontoon(0, "1609", "1709").expect("a bridge");
        let mut game = acting(stand, hq, 5);
        play(&mut game, &[&format!("select {id}"), "move 1709"]);
        let east = |name: &String| map.bank(hex(name)) == map.bank(hex("1709"));
        let crossed: BTreeSet<String> = goals(&game).into_iter().filter(east).collect();
        let mut there = acting(placed(&format!("{id} 1709 HQ-{hq} 1110")), hq, 5);
        play(&mut there, &[&format!("select {id}")]);
        let left = budget - chart.price(Terrain::Clear, class).0 - extra;
        let within = there.reach().into_iter().filter(|reached| reached.cost.is_some_and(|cost| cost.0 <= left));
        let within: BTreeSet<String> = within.map(|reached| map.grid.name(reached.hex).to_string()).filter(east).collect();
        assert_eq!(crossed, within, "{id}");
        assert!(!crossed.is_empty());
    }
}

// ---- special rules of the Soviets [10.4][10.5] ---------------------------------------------------------------------------------------

/// Settlements to which the headquarters of a formation may go by relocation.
pub(crate) fn relocations(game: &mut AcrossTheBug, hq: &str) -> Vec<String> {
    play(game, &[&format!("relocate {hq}")]);
    let prefix = format!("displace {hq} ");
    open(game, &prefix).into_iter().map(|line| line[prefix.len()..].to_owned()).collect()
}

/// [10.4.a] Where nothing near Volodymyr takes it, the headquarters of the 87th does not relocate, and is displaced to anywhere.
#[test]
fn the_87th_leaves_volodymyr_only_when_it_is_driven_out() {
    let map = &load("campaign").map;
    let city = ["2607", "2707", "2708"].map(hex);
    let near = |at: Hex| city.iter().any(|&goal| map.grid.distance(at, goal) <= 4);
    let taken = map.grid.hexes().filter(|&at| map.terrain(at).is_settlement() && near(at) && at != hex("2711"));
    // Soviets at both bridges cut every line of the German, or his settlements in the city would end the limits.
    let stand = taken.fold(placed("I/16 3014 HQ-87RD 2711 I/103 2412 HQ-14Pz 2307 II/16 1612 III/16 2008"), |position, at| {
        position.last_in(&map.grid.name(at).to_string(), Side::Axis).expect("a settlement")
    });
    let own = acting(stand.clone(), "87RD", 5);
    assert!(!offers(&own, "relocate HQ-87RD"), "{:?}", lines(&own));
    assert_eq!(denied(&own, "relocate HQ-87RD"), "7.4");
    let mut driven = acting(stand.clone(), "14Pz", 5);
    play(&mut driven, &["select I/103"]);
    let beside = goals(&driven).into_iter().find(|name| map.grid.distance(hex(name), hex("2711")) == 1).expect("a hex beside it");
    play(&mut driven, &[&format!("move {beside}")]);
    let options = open(&driven, "displace HQ-87RD");
    assert!(options.len() > 1 && options.iter().all(|line| !near(hex(&line["displace HQ-87RD ".len()..]))), "{options:?}");
    let later = acting(stand.turn(4).expect("a turn"), "87RD", 5);
    assert!(offers(&later, "relocate HQ-87RD"), "the limits hold for three turns");
}

/// [10.4.a][9.a][B28] A German without a line to his supply controls nothing, and the limits stay; they end when the line is there.
#[test]
fn a_german_who_is_cut_off_in_volodymyr_does_not_free_the_87th() {
    let map = &load("campaign").map;
    let far = |bridges: &str| {
        let stand = placed(&format!("1/I/36 2607 HQ-14Pz 2307 I/16 3014 HQ-87RD 3114 {bridges}")).last_in("2607", Side::Axis);
        let mut game = acting(stand.expect("a city"), "87RD", 5);
        let options = relocations(&mut game, "HQ-87RD");
        options.iter().any(|name| ["2607", "2707", "2708"].iter().all(|goal| map.grid.distance(hex(name), hex(goal)) > 4))
    };
    assert!(!far("II/16 1612 III/16 2008"));
    assert!(far("II/16 1612"));
}

/// [10.4.a] A German who controls a hex of the city ends the limits for good.
#[test]
fn a_german_in_volodymyr_frees_the_87th() {
    let map = &load("campaign").map;
    let mut game = acting(placed("1/I/36 2508 HQ-14Pz 2008 I/16 3014 HQ-87RD 3114"), "14Pz", 5);
    play(&mut game, &["select 1/I/36", "move 2607"]);
    let far = |game: &AcrossTheBug| {
        let mut next = game.clone();
        let options = relocations(&mut next, "HQ-87RD");
        options.iter().any(|name| ["2607", "2707", "2708"].iter().all(|goal| map.grid.distance(hex(name), hex(goal)) > 4))
    };
    let before = acting(placed("1/I/36 2508 HQ-14Pz 2008 I/16 3014 HQ-87RD 3114"), "87RD", 5);
    assert!(!far(&before));
    // The Soviet has the next activation.
    while game.acting().is_some_and(|(id, _)| id == formation("14Pz")) {
        play(&mut game, &["done"]);
    }
    let mut tried = game.clone();
    for _ in 0..30 {
        if offers(&tried, "activate 87RD") || offers(&tried, "relocate HQ-87RD") {
            break;
        }
        let next = match tried.turn() {
            Turn::Chance => "die 1".to_owned(),
            _ if offers(&tried, "pass") => "pass".to_owned(),
            _ if offers(&tried, "done") => "done".to_owned(),
            _ => lines(&tried)[0].clone(),
        };
        act(&mut tried, &next);
    }
    act(&mut tried, "activate 87RD; die 10");
    assert!(tried.game_turn() <= 3 && far(&tried), "{}", tried.prompt());
}

/// [10.4.b][10.4.c][B7] The 124th stays near the Southern area and the 41st near the Northern one; else they go as near as they can.
#[test]
fn two_divisions_stay_near_their_supply_areas() {
    let map = &load("campaign").map;
    for (id, area, hq, unit) in
        [("124RD", SupplyArea::Southern, "3322", "I/622 3220"), ("41TD", SupplyArea::Northern, "3201", "1/II/82 2804")]
    {
        let away = |name: &String| {
            let edge = map.supply[area.index()];
            1 + edge.iter().map(|goal| map.grid.distance(hex(name), goal)).min().expect("an edge")
        };
        let stand = placed(&format!("HQ-{id} {hq} {unit}"));
        let near = relocations(&mut acting(stand.clone(), id, 5), &format!("HQ-{id}"));
        assert!(!near.is_empty() && near.iter().all(|name| away(name) <= 4), "{id}: {near:?}");
        let taken = near.iter().fold(stand, |position, name| position.last_in(name, Side::Axis).expect("a settlement"));
        let further = relocations(&mut acting(taken, id, 5), &format!("HQ-{id}"));
        let least = further.iter().map(away).min().expect("somewhere");
        assert!(least > 4 && further.iter().all(|name| away(name) == least), "{id}: {further:?}");
    }
}

/// [10.5][A57][B7] A German within five hexes of the Northern area before turn 6 brings three companies next turn.
#[test]
fn germans_near_the_northern_area_bring_the_reserve_next_turn() {
    let reserve = |to: &str, turn: u8, removed: bool| {
        let mut stand = placed("40 2808 HQ-14Pz 2607 I/16 3114 HQ-87RD 3311").turn(turn).expect("a turn");
        stand = if removed { stand.put_in_box("HQ-41TD", Place::REMOVED) } else { stand.place("HQ-41TD", "3201") }.expect("a headquarters");
        let mut game = acting(stand, "14Pz", 1);
        play(&mut game, &["select 40", &format!("move {to}")]);
        if game.acting().is_some() {
            play(&mut game, &["done"]);
        }
        let mut entered = Vec::new();
        for _ in 0..80 {
            let next = match game.turn() {
                Turn::Over => break,
                Turn::Chance if open(&game, "die").len() == 10 && game.game_turn() == u16::from(turn) + 1 && entered.len() == 9 => break,
                Turn::Chance => "die 1".to_owned(),
                Turn::Player(_) if game.prompt().contains("initiative") => break,
                Turn::Player(_) => open(&game, "enter").first().or(open(&game, "done").first()).unwrap_or(&lines(&game)[0]).clone(),
            };
            if next.starts_with("enter") && (next.contains("/I/82") || next.contains("HQ-41TD")) {
                entered.push(next.split(' ').nth(1).expect("a counter").to_owned());
            }
            act(&mut game, &next);
            if game.game_turn() > u16::from(turn) + 1 {
                break;
            }
        }
        (entered, game.level(formation("41TD")))
    };
    let three = ["1/I/82", "2/I/82", "3/I/82"];
    assert_eq!(reserve("2804", 2, false).0, three);
    assert_eq!(reserve("2805", 2, false).0, Vec::<String>::new(), "six hexes away");
    assert_eq!(reserve("2804", 5, false).0, three);
    assert_eq!(reserve("2804", 6, false).0, Vec::<String>::new(), "too late");
    let (entered, level) = reserve("2804", 2, true);
    assert_eq!((entered.len(), entered[0].as_str(), level), (4, "HQ-41TD", 4), "the headquarters comes back with level 4");
}

// ---- scenarios [11] ------------------------------------------------------------------------------------------------------------------

/// [11][11.3][A31] Every scenario begins with the Operations phase, the special rules where it has them.
#[test]
fn scenarios_begin_with_the_operations_phase() {
    for (id, turn) in [("attack", 1), ("campaign", 1), ("delayed", 5)] {
        let mut game = AcrossTheBug::new(load(id));
        let levels: Vec<u8> = load(id).formation_ids().map(|formation| game.level(formation)).collect();
        for _ in 0..200 {
            if game.prompt().contains("initiative") || game.prompt().contains("surprise") {
                break;
            }
            let next = match game.turn() {
                Turn::Chance => "die 1".to_owned(),
                _ if offers(&game, "done") => "done".to_owned(),
                _ => lines(&game)[0].clone(),
            };
            act(&mut game, &next);
        }
        let now: Vec<u8> = load(id).formation_ids().map(|formation| game.level(formation)).collect();
        assert_eq!((game.game_turn(), now), (turn, levels), "{id}: no level has recovered");
        assert_eq!(game.prompt().contains("surprise"), id != "delayed");
    }
}

/// [11.1.e] Two points if no strongpoint has a Soviet counter in it, be it a headquarters.
#[test]
fn empty_strongpoints_score_in_scenario_one() {
    let after = |counters: &str| {
        let game = ended(placed_on(load("attack"), &format!("I/103 1210 HQ-14Pz 1110 {counters}")));
        (game.ledger().forts_clear, points(&game, Item::Forts))
    };
    assert_eq!(after("A/145 2107 HQ-2FR 2711"), (true, 2));
    assert_eq!(after("A/145 2109 HQ-2FR 2711"), (false, 0));
    assert_eq!(after("A/145 2107 HQ-2FR 2108"), (false, 0), "a headquarters holds it");
    assert_eq!(after("I/525 2109 HQ-298ID 2110 A/145 2107 HQ-2FR 2711"), (true, 2), "a German in one does no harm");
    let campaign = ended(placed("I/103 1210 HQ-14Pz 1110"));
    assert_eq!(points(&campaign, Item::Forts), 0);
}

/// [11.1.d][11.2.f] Scenario one scores its own eleven hexes, scenario two the printed ones inside its area.
#[test]
fn scenarios_score_their_own_hexes() {
    let scores = |id: &str| {
        let list = load(id).script.objectives.iter().filter(|objective| objective.turn.is_none());
        list.map(|objective| format!("{}:{}", load(id).map.grid.name(objective.hex), objective.points)).collect::<BTreeSet<_>>()
    };
    let attack = "2008:1 2208:1 2607:1 2707:1 2708:2 2804:1 2809:1 2811:1 3108:1 3201:2 3211:1";
    assert_eq!(scores("attack").into_iter().collect::<Vec<_>>().join(" "), attack);
    let inside = |line: &String| load("delayed").script.area.contains(hex(&line[..4]));
    assert_eq!(scores("delayed"), scores("campaign").into_iter().filter(inside).collect());
    assert!(load("delayed").script.objectives.iter().all(|objective| objective.turn.is_none()), "unconditional ones alone");
}

/// [11.2.f][11.2.g][11.3.c][B24] A point to leave the map, two from 5418, in command; a twentieth of a point for each strength point.
#[test]
fn leaving_the_map_costs_points_of_movement() {
    let map = &load("campaign").map;
    let mut start = acting(placed("I/50 5018 HQ-111ID 5318"), "111ID", 3);
    play(&mut start, &["select I/50"]);
    let edges: Vec<_> = start.reach().into_iter().filter(|reached| map.grid.column(reached.hex) == 54).collect();
    let mut found = BTreeSet::new();
    for reached in edges {
        let name = map.grid.name(reached.hex).to_string();
        let mut game = start.clone();
        play(&mut game, &[&format!("move {name}")]);
        let Some(cost) = reached.cost else { continue };
        let price = if name == "5418" { 4 } else { 2 };
        let left = 14 - cost.0;
        assert_eq!(offers(&game, "exit"), left >= price, "{name} with {left} half points");
        found.insert((name == "5418", left >= price));
    }
    assert!(found.contains(&(false, true)), "{found:?}");
    let from_5418 = |from: &str| {
        let mut game = acting(placed(&format!("I/50 {from} HQ-111ID 5318")), "111ID", 3);
        play(&mut game, &["select I/50"]);
        let cost = game.reach().into_iter().find(|reached| reached.hex == hex("5418"))?.cost?;
        play(&mut game, &["move 5418"]);
        Some((14 - cost.0, offers(&game, "exit")))
    };
    let mut seen = BTreeSet::new();
    for (left, leaves) in ["5018", "4918", "4818", "4718", "4817", "4717", "4719"].into_iter().filter_map(from_5418) {
        assert_eq!(leaves, left >= 4, "{left} half points left");
        seen.insert(leaves);
    }
    assert_eq!(seen.len(), 2, "both happen");
    let mut far = acting(placed("I/50 5417 HQ-111ID 4612"), "111ID", 3);
    play(&mut far, &["select I/50"]);
    assert!(!offers(&far, "exit"), "out of command");
    let others = acting(placed("I/103 5417 HQ-14Pz 5318"), "14Pz", 3);
    let mut others = others;
    play(&mut others, &["select I/103"]);
    assert!(!offers(&others, "exit"), "the panzer divisions stay");
    let score = |units: &[&str]| {
        let stand = units
            .iter()
            .fold(placed("I/103 1210 HQ-14Pz 1110"), |position, id| position.put_in_box(id, Place::ELIMINATED).expect("a unit"));
        let mut game = acting(stand.place("I/50", "5417").and_then(|it| it.place("HQ-111ID", "5318")).expect("counters"), "111ID", 3);
        play(&mut game, &["select I/50", "exit"]);
        points(&game, Item::Strength)
    };
    assert_eq!((score(&[]), score(&["1/II/82", "2/II/82", "3/II/82", "1/III/82", "I/16", "I/96"])), (1, 2), "6/20; with 8/15 and 10/30");
}

/// [11.3.a][11.3.b][B9] Conditional hexes are judged at the end of their turn, and what is scored then is kept.
#[test]
fn conditional_hexes_are_judged_at_the_end_of_their_turn() {
    let hexes = |at: &str, turn: u8| {
        let game = ended(placed(&format!("I/103 {at} HQ-14Pz 1110")).turn(turn).expect("a turn"));
        game.ledger().hexes
    };
    assert_eq!([3, 4].map(|turn| hexes("2708", turn)), [3, 2], "printed 2 and 1 more at the end of turn 3");
    assert_eq!([3, 4].map(|turn| hexes("3220", turn)), [2, 1]);
    assert_eq!([4, 5].map(|turn| hexes("3814", turn)), [3, 1]);
    let mut kept = ended(placed("I/103 2707 HQ-14Pz 1110 I/16 2706 HQ-87RD 3114").turn(3).expect("a turn"));
    assert_eq!(kept.ledger().hexes, 1);
    go_on_to(&mut kept, "activate");
    assert_eq!((kept.game_turn(), kept.ledger().hexes), (4, 1));
}

// ---- switches ------------------------------------------------------------------------------------------------------------------------

/// The campaign with a switch at its default and turned.
fn both(name: &str, default: bool) -> [&'static Prepared; 2] {
    [load("campaign"), switched("campaign", &format!("{name} = {default}"), &format!("{name} = {}", !default))]
}

/// [A16] Streams block paths of supply if the switch says so.
#[test]
fn the_switch_of_streams_blocks_supply() {
    let supplied = both("streams_block_supply", false).map(|data| {
        // All dry sides of 3204 are closed by counters without a zone; two streams are left.
        let counters = "HQ-41TD 3204 I/103 3304 II/103 3205 I/108 3104 II/108 3103 HQ-14Pz 1110";
        let ring = ["I/103", "II/103", "I/108", "II/108"];
        let stand = ring.iter().fold(placed_on(data, counters), |position, id| position.turned(id).expect("a unit"));
        acting(stand, "14Pz", 3).is_supplied(formation("41TD"))
    });
    assert_eq!(supplied, [true, false]);
}

/// [A17] Two engineers against a strongpoint count twice, or once.
#[test]
fn the_switch_of_engineers_counts_them_once() {
    let drm = both("engineers_count_once", false).map(|data| {
        let stand = placed_on(data, "13/14Pz 1611 260/III 1710 HQ-14Pz 1110 B/19 1711 HQ-2FR 2711").assign("260/III", "14Pz");
        let mut game = acting(stand.expect("a unit"), "14Pz", 5);
        play(&mut game, &["select 13/14Pz"]);
        game.attack_report(hex("1711"), AttackType::Regular).expect("an attack").sheet.modifiers.of(Cause::Engineers)
    });
    assert_eq!(drm, [2, 1]);
}

/// [A19] A single red hit, which the rebuilt table does not have, drives a unit that fails its check away if the switch says so.
#[test]
fn the_switch_of_single_red_hits_forces_a_retreat() {
    let (name, text) = Prepared::SCENARIOS.iter().find(|(id, _)| *id == "campaign").expect("the campaign");
    let tables: &'static str = Prepared::OWN[2].replace("\"2/1\"", "\"2/1r\"").leak();
    let place = [false, true].map(|turned| {
        let text: &'static str = text.replace("single_red_hit_retreats = false", &format!("single_red_hit_retreats = {turned}")).leak();
        let sources = Sources { tables: Source { name: "tables.toml", text: tables }, ..Prepared::sources(name, text) };
        let data = Prepared::interned(&sources).unwrap_or_else(|error| panic!("{error}"));
        let mut game = acting(placed_on(data, "I/103 4217 HQ-14Pz 3814 I/396 4218 HQ-135RD 4617"), "14Pz", 7);
        act(&mut game, "select I/103; attack 4218 hasty; chit 2; chit 0; die 3; die 10");
        assert!(game.is_disorganized(unit("I/396")) && game.points(unit("I/396")) == 4);
        if let Some(step) = open(&game, "retreat").first() {
            play(&mut game, &[step]);
        }
        at(&game, "I/396") == "4218"
    });
    assert_eq!(place, [true, false]);
}

/// [A24] Units that were broken up count as destroyed if the switch says so.
#[test]
fn the_switch_of_broken_up_units_counts_them() {
    let lost = both("cannibalized_count_as_destroyed", false).map(|data| {
        let stand = placed_on(data, "I/103 1210 HQ-14Pz 1110").put_in_box("I/16", Place::CANNIBALIZED).expect("a unit");
        acting(stand, "14Pz", 3).ledger().other_sp
    });
    assert_eq!(lost, [0, 5]);
}

/// [A37][7.4.b] A headquarters relocates beyond its range for the price of a displacement, or not at all.
#[test]
fn the_switch_of_relocation_closes_what_lies_out_of_range() {
    let far = both("penalized_relocation", true).map(|data| {
        let stand = placed_on(data, "HQ-87RD 2708 I/16 2709").turn(4).and_then(|it| it.level("87RD", 4)).expect("a position");
        let mut game = acting(stand, "87RD", 5);
        let options = relocations(&mut game, "HQ-87RD");
        if options.contains(&"4200".to_owned()) {
            play(&mut game, &["displace HQ-87RD 4200"]);
            assert_eq!((game.points(unit("HQ-87RD")), game.level(formation("87RD"))), (1, 2), "[5.3.2.2] two of each");
        }
        (options.contains(&"4200".to_owned()), options.contains(&"2711".to_owned()))
    });
    assert_eq!(far, [(true, true), (false, true)]);
}

/// [A42] Units on foot attack over the unbridged Bug, or do not.
#[test]
fn the_switch_of_the_bug_closes_it_to_attacks() {
    let open = both("leg_attacks_over_bug", true).map(|data| {
        let mut game = acting(placed_on(data, "I/526 1807 HQ-298ID 1706 No3 1906 HQ-1/90 2105"), "298ID", 5);
        play(&mut game, &["select I/526"]);
        open(&game, "attack 1906").len()
    });
    assert_eq!(open, [3, 0]);
}

/// [A46] The defender is supported against a hasty attack, or not; against a regular one always.
#[test]
fn the_switch_of_hasty_attacks_takes_the_support_of_the_defender() {
    let support = both("support_against_hasty", true).map(|data| {
        let mut game = acting(placed_on(data, "I/103 1612 HQ-14Pz 1110 B/19 1711 A/19 1712 HQ-2FR 2711"), "14Pz", 5);
        play(&mut game, &["select I/103"]);
        [AttackType::Hasty, AttackType::Regular]
            .map(|kind| game.attack_report(hex("1711"), kind).expect("an attack").sheet.modifiers.of(Cause::DefenderSupport))
    });
    assert_eq!(support, [[-1, -1], [0, -1]]);
}

/// [A58][5.4.d] Zones reach over bridges and pontoons of the Bug if the switch says so, over its other sides never.
#[test]
fn the_switch_of_bridges_lets_zones_over_them() {
    let zone = both("zoc_over_bridges", false).map(|data| {
        let stand = placed_on(data, "I/525 1908 I/131 1609 HQ-298ID 1706 HQ-44ID 1110").pontoon(0, "1609", "1709").expect("a bridge");
        let game = acting(stand, "298ID", 5);
        ["2008", "1709", "2009", "1610"].map(|name| game.in_zoc(Side::Axis, hex(name)))
    });
    assert_eq!(zone, [[false; 4], [true, true, false, false]]);
}

/// [A63][7.5.2.2] Units of the attacking hex that stay out of the attack are checked by a red result, or not.
#[test]
fn the_switch_of_bystanders_checks_the_whole_hex() {
    let dice = both("bystanders_check", false).map(|data| {
        let stand = placed_on(data, "I/103 4217 1/I/36 4217 2/I/36 4217 HQ-14Pz 3814 I/396 4218 HQ-135RD 4617");
        let mut game = acting(stand, "14Pz", 7);
        act(&mut game, "select 1/I/36; attack 4218 hasty; chit 0; chit 9");
        let mut dice = 0;
        while game.turn() == Turn::Chance {
            act(&mut game, "die 1");
            dice += 1;
        }
        dice
    });
    assert_eq!(dice, [1, 3]);
}

/// [B1] Minor roads cost a point a hex, or half a point as main ones do.
#[test]
fn the_switch_of_minor_roads_halves_their_price() {
    let prices = both("minor_roads_as_main", false).map(|data| {
        let mut game = acting(placed_on(data, "1/I/36 2809 HQ-14Pz 2708"), "14Pz", 5);
        play(&mut game, &["select 1/I/36"]);
        let cost = |name: &str| game.reach().into_iter().find(|reached| reached.hex == hex(name)).and_then(|reached| reached.cost);
        let way = data.map.ways.iter().find(|way| way.id == "N2").expect("the road to Poryts'k");
        let third = way.path[3];
        assert!(legal(&game).len() > 10 && way.path[0] == hex("2809"), "it begins there");
        cost(&data.map.grid.name(third).to_string()).map(|cost| cost.0)
    });
    let [full, half] = prices.map(|price| price.expect("it is in reach"));
    assert!(half < full, "{half} and {full} half points");
}
