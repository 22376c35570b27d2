//! The free set-up of Across the Bug River [11]: who places what, where, and what the other side sees of it.

use rayon::prelude::*;
use stavka_engine::across_the_bug::{AcrossTheBug, Action, Prepared, UnitId, units};
use stavka_engine::dice::Dice;
use stavka_engine::game::{Denial as _, Determinize as _, Game as _, Notation as _, Side, Turn};
use stavka_engine::kit::files::ScenarioFiles as _;

use crate::across_the_bug_scenes::{at, hex, legal, lines, load, offers, play, unit};

const FREE: [&str; 3] = ["attack-free", "delayed-free", "campaign-free"];

/// Whether the counters are still being placed.
fn in_set_up(game: &AcrossTheBug) -> bool {
    legal(game).iter().any(|action| matches!(action, Action::Place { .. }))
}

/// Plays a free set-up by chance; the counters in the order in which they are placed.
fn set_up_by_chance(id: &str, seed: u64, mut watch: impl FnMut(&AcrossTheBug, &[Action])) -> (AcrossTheBug, Vec<UnitId>) {
    let (mut game, mut dice, mut order) = (AcrossTheBug::new(load(id)), Dice::new(seed), Vec::new());
    while in_set_up(&game) {
        let list = legal(&game);
        watch(&game, &list);
        // A crowd now and then: the first hexes are taken again and again.
        let action = if seed.is_multiple_of(4) { list[dice.below(list.len().min(3) as u32) as usize] } else { dice.choose(&list) };
        order.extend(action.unit());
        game.apply(action);
    }
    (game, order)
}

fn zone_hexes(data: &Prepared, unit: UnitId) -> stavka_engine::across_the_bug::HexSet {
    let mut zones = data.script.deployments.iter().flat_map(|deployment| &deployment.zones);
    zones.find(|zone| zone.units.contains(unit)).expect("a zone").hexes
}

/// [11][5.3.1] Whatever the sides choose, every counter finds a place in its zone, and all limits hold.
#[test]
fn two_hundred_set_ups_by_chance_place_every_counter_in_its_zone() {
    for id in FREE {
        let data = load(id);
        (0..200u64).into_par_iter().for_each(|seed| {
            let (game, order) = set_up_by_chance(id, seed, |game, list| {
                assert!(!list.is_empty() && list.len() < 500, "{id} {seed}: {}", list.len());
                let next = list[0].unit().expect("a counter");
                let open = zone_hexes(data, next);
                assert!(list.iter().all(|action| action.unit() == Some(next) && open.contains(action.hex().expect("a hex"))));
                assert_eq!(game.turn(), Turn::Player(next.side()));
            });
            game.verify().unwrap_or_else(|problem| panic!("{id} {seed}: {problem}"));
            assert_eq!(order.len(), data.script.placements.len(), "{id} {seed}: everybody is placed, and nobody twice");
            for side in Side::ALL {
                for unit in units(side, game.on_map(side)) {
                    let here = game.place(unit).hex().expect("a hex");
                    let stack: Vec<_> = game.stack(here).map(|other| data.unit(other)).collect();
                    let count = |of: &dyn Fn(stavka_engine::across_the_bug::terms::UnitKind) -> bool| {
                        stack.iter().filter(|unit| of(unit.kind)).count()
                    };
                    assert!(zone_hexes(data, unit).contains(here), "{id} {seed}: {}", data.unit(unit).id);
                    assert!(count(&|kind| kind.is_combat()) <= 3 && count(&|kind| kind.is_limited()) <= 1, "[5.3.1.b]");
                    let staffs = if data.map.terrain(here) == stavka_engine::across_the_bug::terms::Terrain::City { 2 } else { 1 };
                    assert!(count(&|kind| !kind.is_combat()) <= staffs, "[5.3.1.c]");
                    assert!(data.unit(unit).kind.is_combat() || data.map.terrain(here).is_settlement(), "[3.3.j]");
                    assert!(game.stack(here).all(|other| other.side() == side), "one side in a hex");
                }
            }
            for zone in data.script.deployments.iter().flat_map(|deployment| &deployment.zones).filter(|zone| zone.one_each) {
                let mut hexes: Vec<_> = zone.units.iter().map(|unit| game.place(unit)).map(|place| place.hex().expect("a hex").0).collect();
                hexes.sort_unstable();
                hexes.dedup();
                assert_eq!(hexes.len(), zone.units.iter().count(), "one each");
            }
        });
    }
}

/// [11.1][11.2][11.3] The Soviets place all their counters before the Germans place one, formations in the order of the set-up list, each
/// with its headquarters first and its counters in ascending order.
#[test]
fn the_soviets_set_up_first_in_the_order_of_the_list() {
    for id in FREE {
        let data = load(id);
        let (_, order) = set_up_by_chance(id, 1, |_, _| {});
        let german = order.iter().position(|unit| unit.side() == Side::Axis).expect("Germans");
        assert!(order[german..].iter().all(|unit| unit.side() == Side::Axis), "{id}");
        let mut rest = order.as_slice();
        for deployment in &data.script.deployments {
            let count = data.script.placements.iter().filter(|placement| placement.formation == deployment.formation).count();
            let (own, later) = rest.split_at(count);
            assert_eq!(own[0], data.formation(deployment.formation).hq, "{id}: the headquarters first");
            assert!(own.is_sorted(), "{id}: ascending");
            let zoned = |unit: &UnitId| deployment.zones.iter().any(|zone| zone.units.contains(*unit));
            assert!(own.iter().all(zoned), "{id}: one formation after the other");
            rest = later;
        }
    }
}

/// The fixed set-up is one of those that the sides may choose, and the game then begins as the fixed scenario does.
#[test]
fn the_fixed_set_up_can_be_chosen() {
    for id in FREE {
        let (free, fixed) = (load(id), load(id.trim_end_matches("-free")));
        let mut game = AcrossTheBug::new(free);
        while let Some(unit) = legal(&game)[0].unit().filter(|_| in_set_up(&game)) {
            let hex = free.script.placements.iter().find(|placement| placement.unit == unit).expect("a place").hex;
            let action = Action::Place { unit, hex };
            game.try_apply(action).unwrap_or_else(|denial| panic!("{id}: {}: {denial}", game.notation(action)));
        }
        let other = AcrossTheBug::new(fixed);
        assert!(free.script.placements.iter().all(|placement| game.place(placement.unit) == other.place(placement.unit)), "{id}");
        let levels = |game: &AcrossTheBug| free.script.deployed().iter().map(|formation| game.level(formation)).collect::<Vec<_>>();
        let orders = |game: &AcrossTheBug| {
            free.script.placements.iter().map(|placement| (game.points(placement.unit), game.formation(placement.unit))).collect::<Vec<_>>()
        };
        assert_eq!((levels(&game), orders(&game), lines(&game)), (levels(&other), orders(&other), lines(&other)), "{id}");
    }
}

/// [11] A counter out of turn, out of its zone, or where no room is left, is refused by rule 11.
#[test]
fn counters_are_placed_in_turn_in_their_zone_and_where_there_is_room() {
    let mut game = AcrossTheBug::new(load("campaign-free"));
    let refused = |game: &AcrossTheBug, line: &str| {
        let action = game.parse_action(line).expect("notation");
        game.check(action).expect_err(line).rule()
    };
    let first = lines(&game)[0].clone();
    assert!(first.starts_with("place HQ-1/90 "), "{first}");
    assert_eq!([refused(&game, "place No1 1402"), refused(&game, "place HQ-1/90 1402"), refused(&game, "place HQ-14Pz 2105")], ["11"; 3]);
    play(&mut game, &[&first, "place No1 1402"]);
    assert!(!offers(&game, "place No2 1402") && offers(&game, "place No2 1604"), "one post in a hex");
    assert_eq!(refused(&game, "place No2 1402"), "11");
    assert_eq!(refused(&game, "done"), "4", "nothing is left out");
}

/// A zone of two hexes that a narrower zone needs is left to it: whoever could stand elsewhere is not offered the last room.
#[test]
fn the_last_room_of_a_later_counter_is_kept() {
    // The second battalion may stand in two hexes, the third in one of them alone.
    let zones = "[[deployment.zone]]\nunits = [\"II/622\"]\nnear = { 3219 = 0, 3120 = 0 }\n\n\
                 [[deployment.zone]]\nunits = [\"III/622\"]\nnear = { 3120 = 0 }\n\n[[deployment.zone]]\nnear = { 3220 = 2 }\n";
    let (_, text) = Prepared::SCENARIOS[2];
    let text = text.replacen("[[deployment.zone]]\nnear = { 3220 = 2 }\n", zones, 1);
    let text: &'static str = text.replacen("set_up = [\"soviet\", \"axis\"]", "set_up = \"free\"", 1).leak();
    let data = Prepared::interned(&Prepared::sources("own", text)).unwrap_or_else(|error| panic!("{error}"));
    let mut game = AcrossTheBug::new(data);
    while !lines(&game)[0].starts_with("place I/622") {
        let first = lines(&game)[0].clone();
        play(&mut game, &[&first]);
    }
    assert!(offers(&game, "place I/622 3220") && !offers(&game, "place I/622 3120") && !offers(&game, "place I/622 3219"));
    play(&mut game, &["place I/622 3220"]);
    assert_eq!(lines(&game), ["place II/622 3219"], "3120 is all that the third battalion has");
    play(&mut game, &["place II/622 3219", "place III/622 3120"]);
    assert_eq!((at(&game, "II/622"), game.occupant(hex("3120"))), ("3219".into(), Some(Side::Soviet)));
}

/// [5.3.4] In a free set-up the other side sees the top of each stack, and nothing under it but under a headquarters.
#[test]
fn what_lies_under_the_top_of_a_stack_is_not_seen() {
    let mut game = AcrossTheBug::new(load("attack-free"));
    while !lines(&game)[0].starts_with("place 1/II/82") {
        let first = lines(&game)[0].clone();
        play(&mut game, &[&first]);
    }
    let tanks: Vec<String> = ["1/II/82", "2/II/82", "3/II/82"].map(|id| format!("place {id} 2804")).to_vec();
    assert!(at(&game, "HQ-41TD") != "2804", "the headquarters stands elsewhere");
    play(&mut game, &[&tanks[0]]);
    assert!(!game.is_covered(unit("1/II/82")), "alone, and seen");
    play(&mut game, &[&tanks[1], &tanks[2]]);
    assert_eq!(["1/II/82", "2/II/82", "3/II/82"].map(|id| game.is_covered(unit(id))), [false, true, true]);
    assert!(!game.sees_all(Side::Axis) && game.sees_all(Side::Soviet));
}

/// [5.3.4] A record read by the other side names whom it sees placed, and nobody else.
#[test]
fn who_is_placed_beneath_others_is_hidden_from_the_other_side() {
    let mut hidden = 0;
    for seed in 0..8 {
        set_up_by_chance("attack-free", seed, |game, list| {
            let Turn::Player(side) = game.turn() else { return };
            for &action in list.iter().filter(|action| matches!(action, Action::Place { .. })).take(4) {
                let mut after = game.clone();
                after.apply(action);
                let seen = after.is_seen(action.unit().expect("a counter"), side.opponent());
                hidden += usize::from(!seen);
                assert_eq!(game.is_hidden(action, side.opponent()), !seen, "{}", game.notation(action));
                assert!(!game.is_hidden(action, side), "the own side knows");
            }
        });
    }
    assert!(hidden > 0, "some counters are set up beneath others");
}

/// [5.3.4] After a set-up by chance at least one counter of each stack is known, all under headquarters are, and every world that is drawn
/// looks the same to the side and leaves it the same choices.
#[test]
fn worlds_after_a_free_set_up_look_alike() {
    for id in FREE {
        let data = load(id);
        for seed in 0..8 {
            let (game, _) = set_up_by_chance(id, seed, |_, _| {});
            let mut dice = Dice::new(seed);
            let hidden = |side: Side| units(side, game.on_map(side)).filter(|&unit| game.is_covered(unit)).count();
            assert!(hidden(Side::Axis) > 0, "{id} {seed}: companies under battalions");
            for viewer in Side::ALL {
                let world = game.determinize(viewer, &mut dice);
                assert_eq!(world.view_hash(viewer), game.view_hash(viewer), "{id} {seed}");
                world.verify().unwrap_or_else(|problem| panic!("{id} {seed}: {problem}"));
                if game.turn() == Turn::Player(viewer) {
                    assert_eq!(lines(&world), lines(&game), "{id} {seed}");
                }
            }
            for stacked in Side::ALL.into_iter().flat_map(|side| units(side, game.on_map(side))).filter(|&unit| game.is_covered(unit)) {
                let here = game.place(stacked).hex().expect("a hex");
                assert!(game.stack(here).all(|other| data.unit(other).kind.is_combat()), "[5.3.4.a]");
                assert!(game.stack(here).any(|other| !game.is_covered(other)), "somebody lies on top");
            }
        }
    }
}

/// A world that is drawn while the other side still places its counters can be played on.
#[test]
fn worlds_drawn_in_the_middle_of_a_set_up_can_be_played_on() {
    for id in FREE {
        for seed in 0..6 {
            let mut worlds = Vec::new();
            let mut dice = Dice::new(seed);
            set_up_by_chance(id, seed, |game, list| {
                if list.len() % 5 == 0 {
                    worlds.push(game.determinize(list[0].unit().expect("a counter").side().opponent(), &mut dice));
                }
            });
            assert!(!worlds.is_empty(), "{id} {seed}");
            for mut world in worlds {
                while in_set_up(&world) {
                    let list = legal(&world);
                    world.apply(dice.choose(&list));
                }
                assert!(!legal(&world).is_empty(), "{id} {seed}");
            }
        }
    }
}

/// [11.2.b][11.2.c] After a free set-up of scenario two the losses are taken in full, from formations that are looked at.
#[test]
fn losses_follow_a_free_set_up_in_full() {
    let data = load("delayed-free");
    for seed in 0..40 {
        let (mut game, _) = set_up_by_chance("delayed-free", seed, |_, _| {});
        let (mut taken, mut dice) = (0, Dice::new(seed));
        while let Some(Action::Lose(_)) = legal(&game).first() {
            for action in legal(&game) {
                assert!(!game.is_covered(action.unit().expect("a unit")), "{seed}: who takes a point knows of whom");
            }
            let list = legal(&game);
            game.apply(dice.choose(&list));
            taken += 1;
        }
        let owed: u32 = data.script.losses.iter().map(|loss| u32::from(loss.infantry) + u32::from(loss.afv)).sum();
        assert_eq!(taken, owed, "{seed}");
    }
}

/// Games go on after a free set-up to their end, and their records replay.
#[test]
fn games_after_a_free_set_up_end_and_their_records_replay() {
    for id in FREE {
        (0..3u64).into_par_iter().for_each(|seed| {
            let mut dice = Dice::new(seed);
            let (mut game, mut record) = (AcrossTheBug::new(load(id)), Vec::new());
            while game.turn() != Turn::Over {
                let list = legal(&game);
                let action = dice.choose(&list);
                record.push(game.notation(action));
                game.apply(action);
            }
            let mut again = AcrossTheBug::new(load(id));
            for line in &record {
                let action = again.parse_action(line).unwrap_or_else(|error| panic!("{error}"));
                again.try_apply(action).unwrap_or_else(|denial| panic!("{id} {seed}: {line}: {denial}"));
            }
            assert_eq!(again.state_hash(), game.state_hash(), "{id} {seed}");
            assert!(game.outcome().is_some(), "{id} {seed}");
        });
    }
}

/// A scenario of a user's own may be free, by a line; what is no set-up, and zones without room, are refused.
#[test]
fn own_scenarios_may_be_free_and_their_defects_are_refused() {
    let own = |line: &str| {
        let text = format!(
            "extends = \"attack\"\n\n[scenario]\nid = \"own\"\nname = \"Own\"\ndescription = \"Own.\"\nset_up = {line}\norigin = \"given\"\n"
        );
        Prepared::load(&Prepared::sources("own.toml", &text)).map(|data| data.script.set_up).map_err(|error| error.to_string())
    };
    assert_eq!(own("\"free\""), Ok(stavka_engine::across_the_bug::data::SetUp::Free));
    assert_eq!(own("[\"soviet\", \"axis\"]"), Ok(stavka_engine::across_the_bug::data::SetUp::Fixed));
    for wrong in ["\"wrong\"", "[\"soviet\"]", "[\"axis\", \"axis\"]", "[\"soviet\", \"finn\"]"] {
        let error = own(wrong).expect_err(wrong);
        assert!(error.contains("scenario.set_up") && error.contains("both sides") && error.contains("\"free\""), "{error}");
    }
    let (_, campaign) = Prepared::SCENARIOS[2];
    let narrow = campaign.replacen("set_up = [\"soviet\", \"axis\"]", "set_up = \"free\"", 1);
    let changed = |from: &str, to: &str| {
        assert!(narrow.contains(from), "{from}");
        let text = narrow.replacen(from, to, 1);
        Prepared::load(&Prepared::sources("own.toml", &text)).err().map(|error| error.to_string()).unwrap_or_default()
    };
    let crowded = "[[deployment.zone]]\nunits = [\"I/525\", \"II/525\"]\nnear = { 1908 = 0, 1907 = 0 }\n\n\
                   [[deployment.zone]]\nunits = [\"III/525\"]\nnear = { 1907 = 0, 1808 = 0, 1908 = 0 }\n\n";
    assert_eq!(
        changed(
            "[[deployment.zone]]\nrows = [5, 9]\nbank = \"west\"",
            &format!("{crowded}[[deployment.zone]]\nrows = [5, 9]\nbank = \"west\"")
        ),
        ""
    );
    let wide = changed("near = { 3220 = 2 }", "near = { 3220 = 40 }");
    assert!(wide.contains("zone of HQ-124RD") || wide.contains("zone of I/622"), "{wide}");
    assert!(wide.contains("499"), "{wide}");
    let invaded = changed("near = { 3220 = 2 }", "near = { 3220 = 2, 1807 = 8 }");
    assert!(invaded.contains("no room") && invaded.contains("sets up first"), "{invaded}");
}
