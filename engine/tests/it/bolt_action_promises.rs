//! Bolt Action: what shots and assaults promise agrees with what their dice come to, result by result.

use stavka_engine::bolt_action::{Action, BoltAction, Frame, Opening, Piece, PositionBuilder, Prepared, UnitId};
use stavka_engine::kit::files::ScenarioFiles;
use stavka_engine::square::Facing;
use stavka_engine::{Game as _, Notation as _, Side, Turn};

/// The meeting, with a flamethrower among the Germans.
const MISSION: &str = r#"
extends = "meeting"
[forces]
axis = "flames"
soviet = "s43"
origin = "a force of the test"
[[force]]
id = "flames"
side = "axis"
year = 1943
role = "standard"
name = "Flames"
units = ["g_lt", "g_gren9*4", "g_flame", "g_mmg", "g_mortar81", "g_pak40", "g_stug"]
points = 769
origin = "a force of the test"
"#;

fn empty() -> PositionBuilder {
    PositionBuilder::empty(Prepared::interned(&Prepared::sources("flames", MISSION)).expect("it loads"))
}

fn unit(game: &BoltAction, id: &str) -> UnitId {
    game.data().find_unit(id).unwrap_or_else(|| panic!("no unit {id}"))
}

/// Two units face each other along the road, and the Axis gives an order.
fn duel(german: &str, soviet: &str, cells: [&str; 2], change: impl FnOnce(&mut Piece)) -> BoltAction {
    let placed = empty().place(german, cells[0], Facing::EAST).and_then(|scene| scene.place(soviet, cells[1], Facing::WEST));
    let scene = placed.and_then(|scene| scene.edit(soviet, change)).unwrap_or_else(|error| panic!("{error}"));
    scene.open(Opening::Order(Side::Axis), [0; 2])
}

/// The shot of the German at the Soviet unit, before its first die.
fn fires(mut game: BoltAction, german: &str, soviet: &str) -> BoltAction {
    let (shooter, target) = (unit(&game, german), unit(&game, soviet));
    game.apply(Action::Order { unit: shooter, order: stavka_engine::bolt_action::terms::Order::Fire });
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let aims = |action: &&Action| matches!(**action, Action::Target { unit, panzerfausts: 0 } | Action::Shell(unit) if unit == target);
    game.apply(*legal.iter().find(aims).unwrap_or_else(|| panic!("{german} does not bear on {soviet}: {legal:?}")));
    while game.turn() != Turn::Chance {
        game.apply(Action::Done);
    }
    game
}

/// Adds up the weights of the ends of the dice at hand.
fn play_out(game: &BoltAction, share: f64, goes_on: &dyn Fn(&BoltAction) -> bool, end: &mut dyn FnMut(&BoltAction, f64)) {
    if share < 1e-9 || !goes_on(game) {
        return end(game, share);
    }
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let sum: f64 = legal.iter().map(|&action| game.chance_weight(action) as f64).sum();
    for &action in &legal {
        let mut next = game.clone();
        next.apply(action);
        play_out(&next, share * game.chance_weight(action) as f64 / sum, goes_on, end);
    }
}

fn volley_goes_on(game: &BoltAction) -> bool {
    let dice = matches!(game.at_hand(), Some(Frame::Volley(_) | Frame::MishapDie(..) | Frame::MassiveDice(..) | Frame::FireTest(_)));
    dice && game.turn() == Turn::Chance
}

/// [SHOOT.5][SHOOT.6][SHOOT.7] The chances to hit and to destroy, and the pins, of shots of every kind.
#[test]
fn a_volley_promises_what_its_dice_come_to() {
    type Case = (&'static str, &'static str, [&'static str; 2], fn(&mut Piece));
    let shots: [Case; 8] = [
        ("gren9-1", "rifle9-1", ["1819", "3019"], |_| {}),
        ("gren9-1", "rifle9-1", ["1819", "3019"], |piece| (piece.men, piece.pins) = (4, 3)),
        ("gren9-1", "guards9", ["1819", "2519"], |piece| piece.pins = 9),
        ("mmg", "s-lt", ["1819", "3019"], |_| {}),
        ("mortar81", "smg10", ["1219", "3019"], |piece| piece.men = 5),
        ("flame", "smg10", ["2319", "2819"], |piece| piece.men = 4),
        ("pak40", "t34_i", ["1219", "3019"], |_| {}),
        ("pak40", "t34_i", ["1219", "3019"], |piece| (piece.immobilised, piece.pins) = (true, 2)),
    ];
    for (german, soviet, cells, change) in shots {
        let game = fires(duel(german, soviet, cells, change), german, soviet);
        let (_, target, promise) = game.volley().unwrap_or_else(|| panic!("{german} at {soviet}: {}", game.prompt()));
        let before = *game.piece(target);
        let (mut destroyed, mut hit) = (0.0, 0.0);
        play_out(&game, 1.0, &volley_goes_on, &mut |end, share| {
            let alive = end.piece(target).is_alive();
            destroyed += if alive { 0.0 } else { share };
            hit += if !alive || end.piece(target).pins > before.pins { share } else { 0.0 };
        });
        assert!((destroyed - promise.destroyed).abs() < 1e-6, "{german} at {soviet}: {destroyed} of {promise:?}");
        assert!((hit - promise.hit).abs() < 1e-6, "{german} at {soviet}: hit {hit} of {promise:?}");
    }
}

/// A shot before it is named promises the same as afterwards.
#[test]
fn the_best_shot_is_what_the_volley_promises() {
    for (german, soviet, cells) in [("gren9-1", "rifle9-1", ["1819", "3019"]), ("pak40", "t34_i", ["1219", "3019"])] {
        let game = duel(german, soviet, cells, |_| {});
        let (shooter, target) = (unit(&game, german), unit(&game, soviet));
        let before = game.best_shot(shooter, target).expect("it bears");
        let (_, _, after) = fires(game, german, soviet).volley().expect("a volley");
        assert_eq!(before, after);
    }
}

/// [CQ.4][CQ.5] The ends of close quarters, and [CQV.6] of an assault on a tank.
#[test]
fn an_assault_promises_what_its_dice_come_to() {
    for (german, soviet, men) in [("gren9-1", "rifle9-1", [3, 3]), ("gren9-1", "rifle9-1", [4, 2]), ("flame", "t34_i", [2, 1])] {
        let placed = empty().place(german, "2019", Facing::EAST).and_then(|scene| scene.place(soviet, "2519", Facing::WEST));
        let scene = placed.and_then(|scene| scene.edit(german, |piece| piece.men = men[0]));
        let scene = scene.and_then(|scene| scene.edit(soviet, |piece| piece.men = men[1])).unwrap_or_else(|error| panic!("{error}"));
        let mut game = scene.open(Opening::Order(Side::Axis), [0; 2]);
        let (attacker, target) = (unit(&game, german), unit(&game, soviet));
        game.apply(Action::Assault(attacker));
        while !game.is_melee() {
            game.apply(Action::Done);
        }
        let promise = game.clash(attacker, target, men[0]);
        let goes_on = |game: &BoltAction| {
            let dice = matches!(game.at_hand(), Some(Frame::Melee(_) | Frame::MishapDie(..) | Frame::MassiveDice(..) | Frame::FireTest(_)));
            dice && game.turn() == Turn::Chance
        };
        let (mut falls, mut wins) = (0.0, 0.0);
        play_out(&game, 1.0, &goes_on, &mut |end, share| {
            falls += if end.piece(attacker).is_alive() { 0.0 } else { share };
            wins += if end.piece(target).is_alive() { 0.0 } else { share };
        });
        assert!((wins - promise.attacker_wins - promise.both_fall).abs() < 1e-4, "{german} on {soviet}: {wins} of {promise:?}");
        assert!((falls - promise.defender_wins - promise.both_fall).abs() < 1e-4, "{german} on {soviet}: {falls} of {promise:?}");
    }
}
