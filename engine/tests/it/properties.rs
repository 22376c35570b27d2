//! Properties of every scenario of every game, over thousands of random games.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Mutex;

use rayon::prelude::*;
use stavka_engine::catalogue::GameName;
use stavka_engine::east_front::{Action, EastFront};
use stavka_engine::game::{Scenario as _, Side};
use stavka_engine::{Dice, Game as _, PhaseKind, Turn, with_game};

use crate::bridgehead::{self, Bridgehead};
use crate::bridgehead_patched;
use crate::props;
use crate::props::coverage::RuleIds;
use crate::props::reference::east_front_combat::Met;
use crate::props::skirmish;
use crate::props::walk::{Walk, over_seeds, thinned, visit};
use crate::props::{Of, Playable, for_every_scenario};
use crate::props::{contract, information, promises, records};
use crate::toy::crossing::{BOARD, Crossing};

/// Most worlds of which so many draws can tell whether they are equally likely.
const MOST_WORLDS: usize = 300;

#[test]
fn random_games_keep_the_contract_and_the_invariants_at_every_action() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        over_seeds::<G>(scenario, 0..1000, |seed| {
            let mut walk = Walk::<G>::new(scenario, seed);
            let mut watch = walk.game.watch();
            let mut scratch = Vec::new();
            while !walk.is_over() {
                walk.demand(contract::list_is_sound(&walk.game, &walk.legal, &mut scratch));
                walk.demand(walk.game.in_list(&walk.legal));
                let before = walk.game.clone();
                let action = walk.next();
                walk.apply(action);
                walk.demand(G::after_action(&mut watch, &before, action, &walk.game));
            }
            walk.demand(contract::list_is_sound(&walk.game, &walk.legal, &mut scratch));
        });
    }
    for_every_scenario!(test);
}

#[test]
fn fast_fields_equal_the_slow_references() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        visit::<G>(scenario, 1000..1040, 40, |walk, _| walk.demand(walk.game.in_position(&walk.legal)));
    }
    for_every_scenario!(test);
}

#[test]
fn combats_of_the_east_front_are_those_of_its_rulebook() {
    let ground = skirmish::varied_ground();
    let met = Mutex::new(Met::default());
    over_seeds::<EastFront>(ground, 0..8000, |seed| {
        let fought = skirmish::fight(ground, seed);
        met.lock().expect("nobody panics while it is held").add(fought);
    });
    met.into_inner().expect("nobody panics while it is held").demand_everything();
}

#[test]
fn marches_of_the_east_front_are_those_of_its_rulebook() {
    let ground = skirmish::varied_ground();
    let seen = Mutex::new(BTreeMap::new());
    over_seeds::<EastFront>(ground, 0..1500, |seed| {
        let (sky, movers) = skirmish::march(ground, seed);
        *seen.lock().expect("nobody panics while it is held").entry(format!("{sky:?}")).or_insert(0) += movers;
    });
    let seen = seen.into_inner().expect("nobody panics while it is held");
    assert!(seen.len() == 4 && seen.values().all(|&movers| movers > 500), "units that could move, by weather: {seen:?}");
}

#[test]
fn odds_promised_at_the_declaration_are_those_of_the_resolution() {
    let compared = Mutex::new([0; 2]);
    for scenario in props::scenarios::<EastFront>() {
        over_seeds::<EastFront>(scenario, 14_000..15_000, |seed| {
            let mut walk = Walk::<EastFront>::new(scenario, seed);
            let mut promises = Vec::new();
            while !walk.is_over() {
                let met = promises::kept(&walk.game, &walk.legal, &promises);
                walk.demand(met.clone().map(|_| ()));
                if met == Ok(true) {
                    compared.lock().expect("nobody panics while it is held")[usize::from(promises.len() > 1)] += 1;
                }
                let action = walk.next();
                if let (Turn::Player(side), PhaseKind::Declaration, Action::Done) =
                    (walk.game.turn(), walk.game.current_phase().kind(), action)
                {
                    promises = promises::promised(&walk.game, side);
                }
                walk.apply(action);
            }
        });
    }
    let [alone, among_others] = compared.into_inner().expect("nobody panics while it is held");
    assert!(alone > 200 && among_others > 50, "{alone} attacks alone and {among_others} among others were compared");
}

#[test]
fn lines_of_look_ahead_come_to_an_end() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        visit::<G>(scenario, 13_000..13_040, 80, |walk, dice| {
            for viewer in Side::ALL {
                walk.demand(contract::look_ahead_comes_to_an_end(&walk.game, viewer, dice));
            }
        });
    }
    for_every_scenario!(test);
}

#[test]
fn listed_actions_pass_the_check() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        visit::<G>(scenario, 2000..2060, 15, |walk, _| walk.demand(contract::entries_pass(&walk.game, &walk.legal)));
    }
    for_every_scenario!(test);
}

#[test]
fn actions_that_are_not_listed_are_denied_by_a_rule() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        let rules = RuleIds::of::<G>();
        for rule in G::denial_rules() {
            assert!(rules.has(rule), "a reason names rule {rule:?}, which the coverage table does not have");
        }
        over_seeds::<G>(scenario, 3000..3060, |seed| {
            // Actions of the whole of another game, of which a few are tried in every position.
            let mut other = Walk::<G>::new(scenario, seed + 100_000);
            let mut strangers = Vec::new();
            while !other.is_over() {
                let action = other.next();
                strangers.push(action);
                other.apply(action);
            }
            let mut walk = Walk::<G>::new(scenario, seed);
            let mut dice = Dice::stream(seed, 0xdead);
            while !walk.is_over() {
                let few: Vec<G::Action> = (0..12).map(|_| dice.choose(&strangers)).collect();
                walk.demand(contract::strangers_fail(&walk.game, &walk.legal, &few, &rules, &mut dice));
                walk.advance(1 + dice.below(20) as usize);
            }
            walk.demand(contract::strangers_fail(&walk.game, &walk.legal, &strangers, &rules, &mut dice));
        });
    }
    for_every_scenario!(test);
}

#[test]
fn notation_is_unique_in_a_position_and_reads_back() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        visit::<G>(scenario, 4000..4060, 15, |walk, _| {
            walk.demand(contract::notation_round_trips(&walk.game, &walk.legal));
            walk.demand(contract::tokens_are_in_range(&walk.game, &walk.legal));
        });
    }
    for_every_scenario!(test);
}

#[test]
fn an_action_id_stands_for_the_same_words_in_every_position() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        let ids = G::action_ids(scenario);
        assert!(ids.space().is_some(), "{} ids of {} are too many to be offered", ids.count(), scenario.id());
        let meanings = Mutex::new(HashMap::new());
        visit::<G>(scenario, 13_000..13_030, 3, |walk, _| {
            let mut meanings = meanings.lock().expect("nobody panics while it is held");
            walk.demand(contract::ids_are_stable(&walk.game, &walk.legal, &ids, &mut meanings));
        });
    }
    for_every_scenario!(test);
}

#[test]
fn clones_equal_their_originals_and_go_the_same_way() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        visit::<G>(scenario, 5000..5040, 40, |walk, _| {
            walk.demand(contract::clone_is_equal(&walk.game));
            let mut twin = walk.game.clone();
            for _ in 0..20 {
                if walk.is_over() {
                    break;
                }
                let action = walk.next();
                walk.apply(action);
                twin.apply(action);
                assert_eq!(twin.state_hash(), walk.game.state_hash(), "{}: a clone goes another way after {action:?}", walk.here());
            }
            walk.demand(contract::same_position(&walk.game, &twin));
        });
    }
    for_every_scenario!(test);
}

#[test]
fn the_same_seed_gives_the_same_hash_after_every_action() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        let hashes = |seed: u64| {
            let mut walk = Walk::<G>::new(scenario, seed);
            let mut hashes = vec![walk.game.state_hash()];
            while !walk.is_over() {
                walk.step();
                hashes.push(walk.game.state_hash());
            }
            hashes
        };
        let alone: Vec<Vec<u64>> = (6000..6020).map(hashes).collect();
        let together: Vec<Vec<u64>> = (6000..6020u64).into_par_iter().map(hashes).collect();
        assert_eq!(alone, together, "on one thread and on many");
    }
    for_every_scenario!(test);
}

#[test]
fn one_hash_stands_for_one_state() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        visit::<G>(scenario, 7000..7020, 60, |walk, _| walk.demand(contract::hash_tells_states_apart(&walk.game, &walk.legal)));
    }
    for_every_scenario!(test);
}

#[test]
fn every_fact_of_a_position_enters_its_hash() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        let mut seen: BTreeMap<u64, String> = BTreeMap::new();
        for (fact, game) in G::siblings(scenario) {
            if let Some(other) = seen.insert(game.state_hash(), fact.clone()) {
                panic!("{}: positions that differ by {fact:?} and by {other:?} have one hash", G::GAME);
            }
        }
    }
    for_every_scenario!(test);
}

#[test]
fn a_saved_and_resumed_game_is_the_uninterrupted_one() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        let seeds = 8000..8016;
        let thinned = thinned::<G>(scenario, &seeds) as usize;
        over_seeds::<G>(scenario, seeds, |seed| {
            let cut = thinned * (40 + (seed as usize * 37) % 200);
            records::resuming_is_continuing::<G>(scenario, seed, cut)
                .unwrap_or_else(|problem| panic!("seed {seed}, cut every {cut}: {problem}"));
        });
    }
    for_every_scenario!(test);
}

#[test]
fn observations_are_complete_and_finite() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        visit::<G>(scenario, 9000..9030, 40, |walk, _| walk.demand(information::observation_is_complete(&walk.game)));
    }
    for_every_scenario!(test);
}

#[test]
fn records_tell_a_side_just_what_it_sees() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        over_seeds::<G>(scenario, 9500..9510, |seed| {
            let mut walk = Walk::<G>::new(scenario, seed);
            while !walk.is_over() {
                walk.demand(information::lines_tell_what_is_seen(&walk.game, &walk.legal));
                walk.advance(1);
            }
        });
    }
    for_every_scenario!(test);
}

#[test]
fn a_drawn_world_looks_like_the_true_one_to_the_viewer() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        visit::<G>(scenario, 10_000..10_030, 60, |walk, dice| {
            walk.demand(information::determinisations_agree(&walk.game, dice));
            let viewer = if dice.below(4) == 0 { Side::Soviet } else { Side::Axis };
            let finding = information::worlds_stay_alike(walk, viewer, 60, dice);
            walk.demand(finding);
        });
    }
    for_every_scenario!(test);
}

#[test]
fn drawn_worlds_are_uniform() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        for seed in 11_000..11_006 {
            let mut walk = Walk::<G>::new(scenario, seed);
            let mut dice = Dice::stream(seed, 0xd1ce);
            walk.advance(100 + 40 * (seed as usize % 7));
            if walk.is_over() {
                continue;
            }
            for viewer in Side::ALL {
                if walk.game.worlds(viewer) > MOST_WORLDS {
                    continue;
                }
                walk.demand(information::determinisations_are_uniform(&walk.game, viewer, 11_000, &mut dice));
            }
        }
    }
    for_every_scenario!(test);
}

#[test]
fn random_play_meets_every_verb() {
    fn test<G: Playable>(scenarios: impl Iterator<Item = &'static G::Scenario>) {
        let mut missed: BTreeSet<&str> = BTreeSet::new();
        let mut met: BTreeSet<&str> = BTreeSet::new();
        for scenario in scenarios {
            let verbs = &G::observation_spec(scenario).verbs;
            missed.extend(verbs.iter().map(|verb| verb.name.as_str()));
            let seen: Vec<BTreeSet<i16>> = (12_000..12_000 + 200u64.div_ceil(G::one_in(scenario)))
                .into_par_iter()
                .map(|seed| verbs_of(&mut Walk::<G>::new(scenario, seed)))
                .collect();
            met.extend(seen.into_iter().flatten().map(|verb| verbs[verb as usize].name.as_str()));
        }
        missed.retain(|verb| !met.contains(verb) && !G::SELDOM.contains(verb));
        assert!(missed.is_empty(), "random play of {} never met {missed:?}", G::GAME);
    }
    fn verbs_of<G: Playable>(walk: &mut Walk<G>) -> BTreeSet<i16> {
        let mut verbs = BTreeSet::new();
        while !walk.is_over() {
            verbs.extend(walk.legal.iter().map(|&action| walk.game.token(action).verb));
            walk.step();
        }
        verbs
    }
    for game in GameName::ALL {
        with_game!(game, G => test::<G>(props::scenarios::<G>()));
    }
    test::<Bridgehead>([&*bridgehead::MAP].into_iter());
    test::<bridgehead_patched::Bridgehead>([&*bridgehead_patched::MAP].into_iter());
    test::<Crossing>([&*BOARD].into_iter());
}
