//! What holds for every plan and every population, on positions of ARMIR.

use stavka_engine::armir::{Action, Armir, Phase};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::{Dice, Game as _, Side, Turn, View};

use super::plan::Plan;
use super::planner::{Limit, Measure, Planner};
use crate::agent::{Agent, SearchControl};
use crate::budget::Allotment;
use crate::heuristic::Heuristic as _;
use crate::playable::Playable as _;
use crate::spec::{AgentKind, AgentSpec};

/// The second turn when the Soviets begin to move, reached by quick players.
fn soviet_movement() -> Armir {
    let mut game = Armir::new(Armir::load("historical").expect("the embedded scenario is sound"));
    let mut players: [Box<dyn Agent<Armir>>; 2] =
        [1, 2].map(|seed| AgentSpec::of(AgentKind::Policy).make(seed).expect("it needs no network"));
    let mut dice = Dice::new(4);
    let mut legal = Vec::new();
    while game.game_turn() < 2 || game.current_phase() != Phase::SovietMovement || game.turn() != Turn::Player(Side::Soviet) {
        game.legal_actions(&mut legal);
        let action = match game.turn() {
            Turn::Chance => game.draw(&legal, &mut dice),
            Turn::Player(side) => players[side.index()].choose(View::new(&game, side), &legal, SearchControl::NONE),
            Turn::Over => unreachable!("the game has more than one turn"),
        };
        game.apply(action);
    }
    game
}

/// A planner with the measure and the empty plan in its population.
fn planner(game: &Armir) -> Planner<Armir> {
    let mut planner = Planner::new(3);
    let allotment = Allotment::of_iterations(2);
    let mut limit = Limit { allotment: &allotment, control: SearchControl::NONE, looks: 0 };
    planner.populate(View::new(game, Side::Soviet), &Plan::default(), Measure::Phase, &mut limit);
    planner
}

/// How many choices of a plan for the phase at hand can be made from the position on, one after the other,
/// until dice fall or the opponent is asked; the first that is illegal is an error.
fn legal_choices(plan: &Plan<Action>, mut game: Armir) -> Result<usize, Action> {
    let mut made = 0;
    let phase = Armir::staff().phase(&game);
    for &gene in plan.genes().iter().filter(|gene| gene.phase == phase) {
        for &choice in plan.choices(gene) {
            if game.turn() != Turn::Player(Side::Soviet) {
                return Ok(made);
            }
            game.try_apply(choice).map_err(|_| choice)?;
            made += 1;
        }
    }
    Ok(made)
}

#[test]
fn repair_gives_legal_plans_only() {
    let game = soviet_movement();
    let mut planner = planner(&game);
    let mut made = 0;
    for number in 0..60 {
        planner.breed();
        // What dice and later phases do to a plan is checked by the game, which asserts that choices are legal.
        let repaired = planner.repaired_child();
        made += legal_choices(&repaired, game.clone()).unwrap_or_else(|choice| panic!("child {number}: {choice:?} is illegal"));
    }
    assert!(made > 60 * 10, "the plans move an army: {made}");
}

#[test]
fn the_elite_never_gets_worse_in_the_same_worlds() {
    let game = soviet_movement();
    let mut planner = planner(&game);
    let allotment = Allotment::of_iterations(1000);
    let mut limit = Limit { allotment: &allotment, control: SearchControl::NONE, looks: 0 };
    let measure = planner.best();
    let mut best = measure;
    for _ in 0..80 {
        let bar = planner.breed();
        planner.look(bar, &mut limit);
        assert!(planner.best() >= best, "{} after {best}", planner.best());
        best = planner.best();
    }
    assert!(best > measure, "eighty children of the greedy player's plan hold an improvement");
}

#[test]
fn the_plan_chosen_is_better_than_the_measure_in_worlds_it_was_not_chosen_by() {
    let game = soviet_movement();
    let view = View::new(&game, Side::Soviet);
    let mut planner = Planner::<Armir>::new(8);
    let allotment = Allotment::of_iterations(400);
    let mut limit = Limit { allotment: &allotment, control: SearchControl::NONE, looks: 0 };
    let (measure, complete) = planner.populate(view, &Plan::default(), Measure::Phase, &mut limit);
    assert!(complete && measure.len() > 10, "there was time for the greedy player's plan");
    let found = planner.plan(view, &Plan::default(), Measure::Phase, &mut limit);
    let [chosen, measured] = planner.compare(view, [&found.plan, &measure], 6);
    assert!(chosen > measured, "{chosen} against {measured}");
}
