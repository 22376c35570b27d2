//! The properties of the contract over random games of the three scenarios of Across the Bug River, and what random play meets.

use std::collections::BTreeSet;
use std::sync::Mutex;

use rayon::prelude::*;
use stavka_engine::across_the_bug::{AcrossTheBug, Prepared};
use stavka_engine::game::{Denial as _, Determinize as _, Game as _, Side, Turn};
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::{Dice, Observe as _};

use crate::across_the_bug_scenes::load;
use crate::props::coverage::RuleIds;
use crate::props::walk::{Walk, over_seeds, visit};
use crate::props::{Invariants as _, contract, information, records};

fn scenarios() -> impl Iterator<Item = &'static Prepared> {
    Prepared::SCENARIOS.iter().map(|(id, _)| load(id))
}

#[test]
fn random_games_of_all_scenarios_keep_the_contract_to_their_end() {
    for scenario in scenarios() {
        over_seeds::<AcrossTheBug>(scenario, 0..40, |seed| {
            let mut walk = Walk::<AcrossTheBug>::new(scenario, seed);
            let mut scratch = Vec::new();
            while !walk.is_over() {
                walk.demand(contract::list_is_sound(&walk.game, &walk.legal, &mut scratch));
                walk.demand(walk.game.in_list(&walk.legal));
                let before = walk.game.clone();
                let action = walk.next();
                walk.apply(action);
                walk.demand(AcrossTheBug::after_action(&mut (), &before, action, &walk.game));
            }
        });
    }
}

#[test]
fn fast_zones_command_supply_and_moves_equal_the_slow_references() {
    for scenario in scenarios() {
        visit::<AcrossTheBug>(scenario, 1000..1016, 20, |walk, _| walk.demand(walk.game.in_position(&walk.legal)));
    }
}

#[test]
fn listed_actions_pass_and_strangers_are_denied_by_a_rule() {
    for scenario in scenarios() {
        let rules = RuleIds::of::<AcrossTheBug>();
        for rule in AcrossTheBug::denial_rules() {
            assert!(rules.has(rule), "a reason names rule {rule:?}, which the coverage table does not have");
        }
        over_seeds::<AcrossTheBug>(scenario, 3000..3012, |seed| {
            let mut other = Walk::<AcrossTheBug>::new(scenario, seed + 100_000);
            let mut strangers = Vec::new();
            while !other.is_over() {
                let action = other.next();
                strangers.push(action);
                other.apply(action);
            }
            let mut walk = Walk::<AcrossTheBug>::new(scenario, seed);
            let mut dice = Dice::stream(seed, 0xdead);
            while !walk.is_over() {
                let few: Vec<_> = (0..12).map(|_| dice.choose(&strangers)).collect();
                walk.demand(contract::entries_pass(&walk.game, &walk.legal));
                walk.demand(contract::strangers_fail(&walk.game, &walk.legal, &few, &rules, &mut dice));
                walk.advance(1 + dice.below(20) as usize);
            }
        });
    }
}

#[test]
fn notation_tokens_and_observations_are_sound() {
    for scenario in scenarios() {
        visit::<AcrossTheBug>(scenario, 4000..4012, 15, |walk, _| {
            walk.demand(contract::notation_round_trips(&walk.game, &walk.legal));
            walk.demand(contract::tokens_are_in_range(&walk.game, &walk.legal));
            walk.demand(information::observation_is_complete(&walk.game));
            walk.demand(contract::clone_is_equal(&walk.game));
            walk.demand(contract::hash_tells_states_apart(&walk.game, &walk.legal));
        });
    }
}

#[test]
fn records_tell_a_side_just_what_it_sees() {
    for scenario in scenarios() {
        over_seeds::<AcrossTheBug>(scenario, 9500..9504, |seed| {
            let mut walk = Walk::<AcrossTheBug>::new(scenario, seed);
            while !walk.is_over() {
                walk.demand(information::lines_tell_what_is_seen(&walk.game, &walk.legal));
                walk.advance(1);
            }
        });
    }
}

#[test]
fn a_drawn_world_looks_like_the_true_one_to_the_viewer() {
    for scenario in scenarios() {
        visit::<AcrossTheBug>(scenario, 10_000..10_024, 60, |walk, dice| {
            walk.demand(information::determinisations_agree(&walk.game, dice));
            for viewer in Side::ALL {
                let world = walk.game.determinize(viewer, dice);
                walk.demand(world.verify());
                let zones = |game: &AcrossTheBug, side: Side| -> Vec<bool> {
                    game.data().map.grid.hexes().map(|hex| game.in_zoc(side, hex)).collect()
                };
                let same = Side::ALL.into_iter().all(|side| zones(&world, side) == zones(&walk.game, side));
                walk.demand(if same { Ok(()) } else { Err("the zones of a drawn world differ".to_owned()) });
            }
            let viewer = if dice.below(2) == 0 { Side::Soviet } else { Side::Axis };
            let finding = information::worlds_stay_alike(walk, viewer, 60, dice);
            walk.demand(finding);
        });
    }
}

/// What is denied, and by which rule, is the same in all worlds that the side which asks cannot tell apart.
#[test]
fn denials_tell_nothing_of_what_is_covered() {
    let asked = Mutex::new(0);
    for scenario in scenarios() {
        visit::<AcrossTheBug>(scenario, 14_000..14_012, 25, |walk, dice| {
            let Turn::Player(viewer) = walk.game.turn() else { return };
            if walk.game.worlds(viewer) < 2 {
                return;
            }
            let world = walk.game.determinize(viewer, dice);
            for _ in 0..30 {
                let listed = dice.choose(&walk.legal);
                let action = walk.game.mutated(listed, dice);
                let rules = [&walk.game, &world].map(|game| game.check(action).err().map(|denial| denial.rule()));
                let same = if rules[0] == rules[1] { Ok(()) } else { Err(format!("{action:?} is judged by {rules:?}")) };
                walk.demand(same);
            }
            *asked.lock().expect("nobody panics while it is held") += 1;
        });
    }
    let asked = asked.into_inner().expect("nobody panics while it is held");
    assert!(asked > 100, "positions with something hidden from who decides: {asked}");
}

#[test]
fn drawn_worlds_are_uniform() {
    let studied = Mutex::new([0; 2]);
    for scenario in scenarios() {
        over_seeds::<AcrossTheBug>(scenario, 11_000..11_010, |seed| {
            let mut walk = Walk::<AcrossTheBug>::new(scenario, seed);
            let mut dice = Dice::stream(seed, 0xd1ce);
            for _ in 0..6 {
                walk.advance(60 + 25 * (seed as usize % 7));
                if walk.is_over() {
                    return;
                }
                for viewer in Side::ALL {
                    let worlds = walk.game.worlds(viewer);
                    if (2..=300).contains(&worlds) {
                        walk.demand(information::determinisations_are_uniform(&walk.game, viewer, 9000, &mut dice));
                        studied.lock().expect("nobody panics while it is held")[viewer.index()] += 1;
                    }
                }
            }
        });
    }
    let studied = studied.into_inner().expect("nobody panics while it is held");
    assert!(studied.iter().all(|&count| count > 3), "positions with few worlds by viewer: {studied:?}");
}

#[test]
fn lines_of_look_ahead_come_to_an_end() {
    for scenario in scenarios() {
        visit::<AcrossTheBug>(scenario, 13_000..13_008, 80, |walk, dice| {
            for viewer in Side::ALL {
                walk.demand(contract::look_ahead_comes_to_an_end(&walk.game, viewer, dice));
            }
        });
    }
}

#[test]
fn every_fact_of_a_position_enters_its_hash() {
    for scenario in scenarios() {
        let mut seen = std::collections::BTreeMap::new();
        for (fact, game) in AcrossTheBug::siblings(scenario) {
            if let Some(other) = seen.insert(game.state_hash(), fact.clone()) {
                panic!("positions that differ by {fact:?} and by {other:?} have one hash");
            }
        }
    }
}

#[test]
fn records_resume_where_they_were_cut() {
    for scenario in scenarios() {
        over_seeds::<AcrossTheBug>(scenario, 8000..8004, |seed| {
            records::resuming_is_continuing::<AcrossTheBug>(scenario, seed, 60).unwrap_or_else(|problem| panic!("seed {seed}: {problem}"));
        });
    }
}

#[test]
fn the_same_seed_gives_the_same_game_on_one_thread_and_on_many() {
    let scenario = load("attack");
    let hashes = |seed: u64| {
        let mut walk = Walk::<AcrossTheBug>::new(scenario, seed);
        let mut hashes = Vec::new();
        while !walk.is_over() {
            walk.step();
            hashes.push(walk.game.state_hash());
        }
        hashes
    };
    let alone: Vec<_> = (6000..6006).map(hashes).collect();
    let together: Vec<_> = (6000..6006u64).into_par_iter().map(hashes).collect();
    assert_eq!(alone, together);
}

#[test]
fn random_play_meets_every_verb() {
    let met: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut all = BTreeSet::new();
    for scenario in scenarios() {
        let verbs = &AcrossTheBug::observation_spec(scenario).verbs;
        all.extend(verbs.iter().map(|verb| verb.name.clone()));
        over_seeds::<AcrossTheBug>(scenario, 12_000..12_060, |seed| {
            let mut walk = Walk::<AcrossTheBug>::new(scenario, seed);
            let mut seen = BTreeSet::new();
            while !walk.is_over() {
                seen.extend(walk.legal.iter().map(|&action| walk.game.token(action).verb));
                walk.step();
            }
            met.lock().expect("nobody panics while it is held").extend(seen.iter().map(|&verb| verbs[verb as usize].name.clone()));
        });
    }
    let met = met.into_inner().expect("nobody panics while it is held");
    // Few random games drive as far as the eastern edge; `units_leave_the_map_in_the_east` plays that one.
    all.remove("exit");
    let missed: BTreeSet<_> = all.difference(&met).collect();
    assert!(missed.is_empty(), "random play never met {missed:?}");
}
