//! What is shown of a position of Bolt Action, against slow counts.

use stavka_engine::bolt_action::data::units::{Penetration, Shots};
use stavka_engine::bolt_action::resolution::hit;
use stavka_engine::bolt_action::{BoltAction, Opening, PositionBuilder, units};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::square::{Cell, Facing, Lattice};
use stavka_engine::{Dice, Game as _, Observe as _, Side, Turn};

/// The first positions of random games of a mission for which something holds, one of each game that has one.
fn found(id: &str, games: u64, holds: impl Fn(&BoltAction) -> bool) -> Vec<BoltAction> {
    let scenario = BoltAction::load(id).expect("it is embedded");
    let mut found = Vec::new();
    for seed in 0..games {
        let (mut game, mut legal, mut dice) = (BoltAction::new(scenario), Vec::new(), Dice::new(seed));
        while game.turn() != Turn::Over && !holds(&game) {
            game.legal_actions(&mut legal);
            let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
            game.apply(action);
        }
        found.extend((game.turn() != Turn::Over).then_some(game));
    }
    assert!(!found.is_empty(), "a game of {id} comes to such a position");
    found
}

/// The plane of a name, as a side sees it.
fn plane(game: &BoltAction, viewer: Side, name: &str) -> Vec<f32> {
    let spec = BoltAction::observation_spec(game.scenario());
    let at = spec.planes.iter().position(|plane| plane.name == name).unwrap_or_else(|| panic!("no plane {name}"));
    let area = spec.width * spec.height;
    game.observed(viewer).0[at * area..(at + 1) * area].to_vec()
}

#[test]
fn a_disc_holds_the_cells_within_its_radius() {
    let lattice = Lattice::new(23, 17).expect("it is small");
    for centre in [Cell(0), Cell(22), Cell(190), Cell(23 * 17 - 1)] {
        for radius in [0, 1, 3, 6, 12, 24, 60, u8::MAX] {
            let near = |cell: &Cell| u32::from(lattice.distance2(centre, *cell)) <= u32::from(radius).pow(2);
            let expected: Vec<usize> = lattice.cells().filter(near).map(Cell::index).collect();
            let found: Vec<usize> = lattice.disc(centre, radius).flatten().collect();
            assert_eq!(found, expected, "{radius} around {centre:?}");
        }
    }
}

/// The plane adds up the shots of all small arms that reach a cell; it is written by the ends of rows.
#[test]
fn the_plane_of_fire_counts_the_shots_that_reach_a_cell() {
    let mut seen = 0.0;
    for (id, turn) in [("duel-fixed", 1), ("duel-fixed", 4), ("meeting", 3), ("attack", 2), ("demolition", 3)] {
        let game = &found(id, 2, |game| game.game_turn() >= turn)[0];
        let data = game.data();
        for side in Side::ALL {
            let shown = plane(game, side, "own-fire");
            for cell in data.lattice().cells() {
                let mut shots = 0.0;
                for unit in units(side, game.alive(side)) {
                    let from = game.piece(unit).cell.expect("alive");
                    for held in game.weapons_left(unit) {
                        let weapon = data.weapon(held.weapon);
                        let Shots::Fixed(each) = weapon.shots else { continue };
                        if weapon.pen == Penetration::SmallArm && hit::in_direct_range(weapon, data.lattice().distance2(from, cell)) {
                            shots += f32::from(each * held.count);
                        }
                    }
                }
                assert!((shown[cell.index()] - shots / 20.0).abs() < 1e-6, "{id}, {side}, {cell:?}: {} and {shots}", shown[cell.index()]);
                seen += shots;
            }
        }
    }
    assert!(seen > 1_000.0, "somebody shoots");
}

#[test]
fn planes_of_officers_and_objectives_are_what_the_rules_ask() {
    for side in Side::ALL {
        let data = BoltAction::load("duel-fixed").expect("it is embedded");
        let cells = if side == Side::Axis { ["1313", "2313"] } else { ["0313", "1313"] };
        for turn in [1, 3] {
            let placed = PositionBuilder::empty(data).turn(turn).place("g-2lt", cells[0], Facing::EAST);
            let placed = placed.and_then(|builder| builder.place("s-2lt", cells[1], Facing::WEST)).expect("there is room");
            let game = placed.open(Opening::Draw, [0, 0]);
            let (officer, control) = (plane(&game, side, "own-officer"), plane(&game, side, "own-control"));
            let mine = || units(side, game.alive(side)).map(|unit| (data.unit(unit), game.piece(unit).cell.expect("alive")));
            for cell in data.lattice().cells() {
                let is_within = |at: Cell, radius: u8| data.lattice().distance2(cell, at) <= u16::from(radius).pow(2);
                let led = mine().any(|(unit, at)| unit.rank.is_some_and(|rank| is_within(at, data.tables.officer_radius[rank.index()])));
                assert_eq!(officer[cell.index()] > 0.0, led, "{cell:?}");
                let of_side = data.mission.objectives.iter().filter(|&&objective| game.holder(objective) == Some(side));
                let close = of_side.clone().any(|&at| is_within(at, data.mission.radius));
                assert_eq!(control[cell.index()] > 0.0, close, "{cell:?}");
            }
            assert!(control.contains(&1.0), "the side holds an objective");
        }
    }
}

/// What is seen from the unit that acts is what the rules of sight say, and what a token names is on the battlefield.
#[test]
fn planes_of_sight_and_tokens_are_those_of_the_unit_that_acts() {
    let acts = |game: &BoltAction| game.game_turn() > 1 && game.acting().is_some_and(|unit| game.piece(unit).cell.is_some());
    for game in found("meeting", 6, acts) {
        let data = game.data();
        let from = game.acting().and_then(|unit| game.piece(unit).cell).expect("a unit acts");
        let (seen, cover) = (plane(&game, Side::Axis, "seen"), plane(&game, Side::Axis, "cover"));
        for cell in data.lattice().cells() {
            let there = data.sight.cover(from, cell);
            assert_eq!(seen[cell.index()] > 0.0, there.is_some(), "{cell:?}");
            assert_eq!((2.0 * cover[cell.index()]) as u8, there.map_or(0, |cover| cover as u8), "{cell:?}");
        }
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        for action in legal {
            let token = game.token(action);
            let cells = -1..data.lattice().len() as i16;
            assert!(cells.contains(&token.from) && cells.contains(&token.to) && (-1..32).contains(&token.unit), "{action:?}: {token:?}");
        }
    }
}
