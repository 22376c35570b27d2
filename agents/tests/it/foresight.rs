//! What choices lead to, beside a slow reference.

use stavka_agents::{Foresight, Heuristic, Playable};
use stavka_engine::armir::Armir;
use stavka_engine::catalogue::Catalogue;
use stavka_engine::east_front::EastFront;
use stavka_engine::{Determinize as _, Dice, Game, Side, Turn};

/// Decisions with a choice of a game that the staff of both sides mostly decides by its first preference, one in `every`.
fn decisions<G: Playable + Catalogue>(seed: u64, every: usize, most: usize) -> Vec<(G, Vec<G::Action>, Side)> {
    let scenario = G::load(G::embedded()[0]).expect("embedded scenarios load");
    let (mut game, mut dice, mut legal, mut found) = (G::new(scenario), Dice::new(seed), Vec::new(), Vec::new());
    let mut staff = G::staff();
    for step in 0.. {
        game.legal_actions(&mut legal);
        let action = match game.turn() {
            Turn::Over => break,
            Turn::Chance => game.draw(&legal, &mut dice),
            Turn::Player(side) => {
                if step % every == 0 && legal.len() > 1 {
                    found.push((game.clone(), legal.clone(), side));
                }
                staff.prepare(&game, side);
                if dice.below(4) == 0 { dice.choose(&legal) } else { staff.continue_with(&game, &legal) }
            }
        };
        game.apply(action);
        if found.len() == most {
            break;
        }
    }
    found
}

/// The value of a position for the side that the staff was prepared for: no look at any further choice.
fn value<G: Game>(staff: &mut impl Heuristic<G>, game: &G) -> f64 {
    if game.is_quiet() || game.turn() == Turn::Over {
        return staff.evaluate(game);
    }
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let after = |action| {
        let mut next = game.clone();
        next.apply(action);
        next
    };
    if game.turn() != Turn::Chance {
        let action = if legal.len() == 1 { legal[0] } else { staff.continue_with(game, &legal) };
        return value(staff, &after(action));
    }
    let total: u64 = legal.iter().map(|&die| game.chance_weight(die)).sum();
    let shares = legal.iter().map(|&die| game.chance_weight(die) as f64 / total as f64 * value(staff, &after(die)));
    shares.sum()
}

/// More than the value of any position but that of a finished game.
const DECIDED: f64 = 11.0;

/// Counts of what was compared: choices in compounds and lists of attacks, in lists of moves, passes, and decisions left out.
fn compare<G: Playable + Catalogue>(seed: u64, every: usize, most: usize) -> [usize; 4] {
    let (mut foresight, mut staff, mut out) = (Foresight::<G>::default(), G::staff(), vec![7.0]);
    let mut counts = [0; 4];
    for (game, legal, side) in decisions::<G>(seed, every, most) {
        foresight.look(&game, &legal, &mut out);
        // Objectives that the Axis does not see end games; where it sees everything, nothing is imagined.
        let sees_all = game.sees_all(side);
        staff.prepare(&game, side);
        if staff.rule_of_thumb(&game, &legal, &mut Dice::new(0)).is_some() {
            assert!(out.is_empty(), "a rule of thumb serves for {legal:?}");
            counts[3] += 1;
            continue;
        }
        assert_eq!(out.len(), legal.len());
        assert!(out.iter().all(|value| value.is_finite()));
        let list = staff.move_list(&game, &legal);
        for (&action, &found) in legal.iter().zip(&out) {
            let mut next = game.clone();
            next.apply(action);
            if list.is_some_and(|list| list.pass == action) {
                assert!((found - staff.evaluate(&game)).abs() < 1e-9, "{action:?} leaves things as they are");
                counts[2] += 1;
            } else if list.is_some_and(|list| list.memory.is_some()) {
                counts[1] += 1;
                // One of the follow-ups gives the move its worth.
                if let (Turn::Player(actor), false) = (next.turn(), next.is_quiet())
                    && actor == side
                {
                    let mut follow_ups = Vec::new();
                    next.legal_actions(&mut follow_ups);
                    let values: Vec<f64> = follow_ups
                        .iter()
                        .map(|&action| {
                            let mut last = next.clone();
                            last.apply(action);
                            value(&mut staff, &last)
                        })
                        .collect();
                    // With other objectives a game that ends has another margin.
                    let depends = !sees_all && values.iter().any(|value| value.abs() > DECIDED);
                    assert!(
                        depends || values.iter().any(|value| (value - found).abs() < 1e-9),
                        "{action:?}: {found} is none of {values:?}"
                    );
                }
            } else if sees_all {
                let expected = value(&mut staff, &next);
                assert!((found - expected).abs() < 1e-9, "{action:?}: {found} is not {expected}");
                counts[0] += 1;
            }
        }
    }
    counts
}

#[test]
fn every_choice_is_worth_what_the_staff_thinks_of_where_it_leads() {
    let [compounds, moves, passes, left_out] = compare::<Armir>(3, 5, 200);
    assert!(compounds > 100 && moves > 100 && passes > 5 && left_out > 5, "{compounds} {moves} {passes} {left_out}");
    let [compounds, moves, passes, _] = compare::<EastFront>(3, 9, 40);
    assert!(compounds + moves > 50 && passes > 0, "{compounds} {moves} {passes}");
}

#[test]
fn where_there_is_no_choice_nothing_is_looked_at() {
    let (mut foresight, mut out) = (Foresight::<Armir>::default(), vec![1.0]);
    let game = Armir::new(Armir::load("historical").expect("it is embedded"));
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    foresight.look(&game, &legal[..1], &mut out);
    assert!(out.is_empty());
}

#[test]
fn it_is_the_same_whatever_is_hidden() {
    let (mut foresight, mut dice, mut worlds) = (Foresight::<Armir>::default(), Dice::new(4), 0);
    for (game, legal, side) in decisions::<Armir>(6, 11, 100) {
        let (mut told, mut other) = (Vec::new(), Vec::new());
        foresight.look(&game, &legal, &mut told);
        for _ in 0..3 {
            let world = game.determinize(side, &mut dice);
            worlds += usize::from(world.state_hash() != game.state_hash());
            foresight.look(&world, &legal, &mut other);
            assert_eq!(told, other);
        }
    }
    assert!(worlds > 20, "only {worlds} worlds differ");
}
