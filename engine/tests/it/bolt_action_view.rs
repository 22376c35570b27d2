//! What is shown of a position of Bolt Action, against slow counts.

use stavka_engine::bolt_action::data::units::{Penetration, Shots};
use stavka_engine::bolt_action::resolution::hit;
use stavka_engine::bolt_action::{BoltAction, units};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::square::{Cell, Lattice};
use stavka_engine::{Dice, Game as _, Observe as _, Side, Turn};

/// Plays a mission at random for a while.
fn after(id: &str, seed: u64, actions: usize) -> BoltAction {
    let mut game = BoltAction::new(BoltAction::load(id).expect("it is embedded"));
    let (mut legal, mut dice) = (Vec::new(), Dice::new(seed));
    for _ in 0..actions {
        game.legal_actions(&mut legal);
        if game.turn() == Turn::Over {
            break;
        }
        let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
        game.apply(action);
    }
    game
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
    for (id, seed, actions) in [("duel-fixed", 1, 30), ("meeting", 2, 150), ("attack", 3, 200), ("demolition", 4, 160)] {
        let game = after(id, seed, actions);
        let data = game.data();
        for side in Side::ALL {
            let found = plane(&game, side, "own-fire");
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
                assert!((found[cell.index()] - shots / 20.0).abs() < 1e-6, "{id}, {side}, {cell:?}: {} and {shots}", found[cell.index()]);
                seen += shots;
            }
        }
    }
    assert!(seen > 1_000.0, "somebody shoots");
}

#[test]
fn planes_of_officers_and_objectives_are_what_the_rules_ask() {
    let mut held = 0.0;
    for (id, seed) in [("meeting", 5), ("duel-fixed", 6), ("attack", 7)] {
        for actions in [60, 150, 220] {
            let game = after(id, seed, actions);
            let data = game.data();
            for side in Side::ALL {
                let (officer, control) = (plane(&game, side, "own-officer"), plane(&game, side, "own-control"));
                for cell in data.lattice().cells() {
                    let near = units(side, game.alive(side)).any(|unit| {
                        let rank = data.unit(unit).rank;
                        let radius = rank.map(|rank| u16::from(data.tables.officer_radius[rank.index()]));
                        radius.is_some_and(|radius| data.lattice().distance2(cell, game.piece(unit).cell.expect("alive")) <= radius * radius)
                    });
                    assert_eq!(officer[cell.index()], f32::from(u8::from(near)), "{id}: {cell:?}");
                    let radius = u16::from(data.mission.radius);
                    let of_side = |objective: &&Cell| game.holder(**objective) == Some(side);
                    let close = data.mission.objectives.iter().filter(of_side).any(|&at| data.lattice().distance2(at, cell) <= radius * radius);
                    assert_eq!(control[cell.index()], f32::from(u8::from(close)), "{id}: {cell:?}");
                    held += control[cell.index()];
                }
            }
        }
    }
    assert!(held > 0.0, "somebody holds an objective");
}

/// What is seen from the unit that acts is what the rules of sight say, and what a token names is on the battlefield.
#[test]
fn planes_of_sight_and_tokens_are_those_of_the_unit_that_acts() {
    let mut acted = 0;
    for seed in 0..6 {
        let game = after("meeting", seed, 80 + 7 * seed as usize);
        let data = game.data();
        let (seen, cover) = (plane(&game, Side::Axis, "seen"), plane(&game, Side::Axis, "cover"));
        let from = game.acting().and_then(|unit| game.piece(unit).cell);
        for cell in data.lattice().cells() {
            let there = from.and_then(|from| data.sight.cover(from, cell));
            assert_eq!(seen[cell.index()], f32::from(u8::from(there.is_some())), "{cell:?}");
            assert_eq!(cover[cell.index()], there.map_or(0.0, |cover| f32::from(cover as u8) / 2.0), "{cell:?}");
        }
        acted += usize::from(from.is_some());
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        for action in legal {
            let token = game.token(action);
            let cells = -1..data.lattice().len() as i16;
            assert!(cells.contains(&token.from) && cells.contains(&token.to) && (-1..32).contains(&token.unit), "{action:?}: {token:?}");
        }
    }
    assert!(acted > 1, "somebody acts");
}
