//! What the players know of Bolt Action: full games by every kind, the evaluator and its weights, the orders they give.

use std::time::Duration;

use stavka_agents::bolt_action::Evaluation;
use stavka_agents::{
    Adviser as _, Agent as _, AgentKind, AgentSpec, Allotment, Budget, DoctrineAgent, Greedy, Playable as _, SearchControl,
};
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::bolt_action::{Action, BoltAction, Opening, PositionBuilder, Prepared};
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::square::Facing;
use stavka_engine::{Dice, Game as _, Side, Turn, View};

use crate::lore;

fn mission(id: &str) -> &'static Prepared {
    let (_, text) = Prepared::SCENARIOS.iter().find(|(known, _)| *known == id).expect("a mission of the game");
    Prepared::interned(&Prepared::sources(id, text)).expect("the embedded mission is sound")
}

fn thinking(kind: AgentKind) -> AgentSpec {
    AgentSpec { budget: Budget::Iterations(2), memory: 1, ..AgentSpec::of(kind) }
}

/// Units of the meeting in their cells, the Axis to give an order.
fn scene(units: &[(&str, &str)]) -> PositionBuilder {
    let facing = |cell: &str| if cell < "2500" { Facing::EAST } else { Facing::WEST };
    units.iter().fold(PositionBuilder::empty(mission("meeting")), |scene, (unit, cell)| {
        scene.place(unit, cell, facing(cell)).unwrap_or_else(|error| panic!("{unit}: {error}"))
    })
}

#[test]
fn every_kind_of_player_plays_whole_games_of_either_side() {
    lore::every_kind_plays::<BoltAction>(mission("duel"), thinking);
}

#[test]
fn the_players_finish_every_mission() {
    for (id, _) in Prepared::SCENARIOS {
        lore::play::<BoltAction>(mission(id), &AgentSpec::of(AgentKind::Policy), &AgentSpec::of(AgentKind::Greedy), 3);
    }
}

#[test]
fn greedy_beats_random_on_either_side() {
    let (greedy, random) = (AgentSpec::of(AgentKind::Greedy), AgentSpec::of(AgentKind::Random));
    assert!(lore::wins::<BoltAction>(mission("meeting"), Side::Axis, [&greedy, &random], 4) == 4);
    assert!(lore::wins::<BoltAction>(mission("meeting"), Side::Soviet, [&random, &greedy], 4) == 4);
}

#[test]
fn the_embedded_weights_read_back() {
    let embedded: &Evaluation = lore::weights_that_read_back();
    assert!(!embedded.origin.is_empty());
}

#[test]
fn the_terms_of_an_explanation_make_the_judgement() {
    lore::terms_make_the_judgement(&lore::positions::<BoltAction>(mission("meeting"), 4, 8));
}

#[test]
fn judgements_do_not_depend_on_what_was_judged_before() {
    lore::judgements_are_independent(&lore::positions::<BoltAction>(mission("meeting"), 5, 8));
}

/// A gun that bears on the side of a tank fires at it, and not at a squad in a house.
#[test]
fn an_anti_tank_gun_fires_at_a_tank() {
    let game = scene(&[("pak40", "0619"), ("t34_i", "3019"), ("rifle9-1", "3122")]).open(Opening::Order(Side::Axis), [0; 2]);
    let gun = game.data().find_unit("pak40").expect("a unit");
    let tank = game.data().find_unit("t34_i").expect("a unit");
    assert_eq!(lore::choice(AgentKind::Greedy, &game), Action::Order { unit: gun, order: Order::Fire });
    let mut aiming = game.clone();
    aiming.apply(Action::Order { unit: gun, order: Order::Fire });
    assert_eq!(lore::choice(AgentKind::Greedy, &aiming), Action::Target { unit: tank, panzerfausts: 0 });
}

/// A squad under many pins rallies where nothing is near to shoot at.
#[test]
fn a_squad_under_many_pins_rallies() {
    let scene = scene(&[("gren9-1", "0819"), ("rifle9-1", "4419")]).edit("gren9-1", |piece| piece.pins = 5).expect("a unit");
    let game = scene.open(Opening::Order(Side::Axis), [0; 2]);
    let squad = game.data().find_unit("gren9-1").expect("a unit");
    assert_eq!(lore::choice(AgentKind::Greedy, &game), Action::Order { unit: squad, order: Order::Rally });
}

/// A whole squad assaults what is left of another, and leaves a whole one behind hard cover alone.
#[test]
fn a_squad_assaults_where_close_quarters_favour_it() {
    let weak = scene(&[("gren9-1", "1919"), ("rifle9-1", "2619")]).edit("rifle9-1", |piece| piece.men = 3).expect("a unit");
    let game = weak.open(Opening::Order(Side::Axis), [0; 2]);
    let squad = game.data().find_unit("gren9-1").expect("a unit");
    assert_eq!(lore::choice(AgentKind::Greedy, &game), Action::Assault(squad));
    let strong = scene(&[("gren9-1", "1919"), ("smg10", "2619")]).edit("gren9-1", |piece| piece.men = 3).expect("a unit");
    let game = strong.open(Opening::Order(Side::Axis), [0; 2]);
    assert_ne!(lore::choice(AgentKind::Greedy, &game), Action::Assault(squad));
}

/// Where orders and ways are chosen, doctrine looks at the reply as long as it has time; without any it takes what is worth most by itself.
#[test]
fn doctrine_looks_at_the_reply_within_its_time() {
    let (mut dice, mut legal) = (Dice::new(8), Vec::new());
    let (mut alike, mut otherwise, mut asked) = (0, 0, 0);
    for seed in 0..3 {
        let mut greedy = Greedy::new(seed, BoltAction::staff());
        let mut doctrine = DoctrineAgent::new(seed, BoltAction::staff());
        let mut game = BoltAction::new(mission("duel-fixed"));
        while game.turn() != Turn::Over {
            game.legal_actions(&mut legal);
            let Turn::Player(side) = game.turn() else {
                game.apply(game.draw(&legal, &mut dice));
                continue;
            };
            let choice = greedy.choose(View::new(&game, side), &legal, SearchControl::NONE);
            if legal.len() > 1 && matches!(choice, Action::Order { .. } | Action::Assault(_) | Action::MoveTo(_)) {
                let none = Allotment::of_time(Duration::ZERO);
                asked += 1;
                alike += usize::from(doctrine.advise(View::new(&game, side), &legal, &none, SearchControl::NONE) == choice);
                otherwise += usize::from(doctrine.choose(View::new(&game, side), &legal, SearchControl::NONE) != choice);
            }
            game.apply(choice);
        }
    }
    assert!(asked > 20 && alike == asked, "{alike} of {asked} without time");
    assert!(otherwise > 0, "no reply ever mattered in {asked} choices");
}
