//! What holds in every position of Blocks in the East: random turns of the scenarios of the Basic game.

use std::collections::BTreeSet;

use allocation_counter::measure;
use stavka_engine::blocks_in_the_east::terms::{Country, Entry, Nation, RailStatus, Region, UnitClass, UnitKind};
use stavka_engine::blocks_in_the_east::{Action, BlocksDenial, BlocksInTheEast, Phase, Place, UnitId};
use stavka_engine::game::{Game as _, Notation as _, Turn};
use stavka_engine::hex::Hex;
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_kit::{denials_in_random_games, legal, random_games};

/// Scenarios of the Basic game with the number of random games that a test plays of each.
const GAMES: [(&str, u64); 4] = [("towards-leningrad", 24), ("towards-moscow", 12), ("towards-rostov", 8), ("short-barbarossa", 3)];

/// Plays random games and looks at each position with the legal actions of it.
fn walk(seed: u64, mut look: impl FnMut(&BlocksInTheEast, &[Action])) {
    random_games(&GAMES, seed, |game, actions, _| look(game, actions));
}

/// [9.2 of the digest] There is a legal action until the game is over, fewer than 500, each once, and each reads as it is written.
#[test]
fn lists_are_short_and_without_repetition() {
    let (mut longest, mut positions) = (0, 0_u32);
    walk(1, |game, actions| {
        assert_eq!(actions.is_empty(), game.turn() == Turn::Over);
        assert_eq!(actions.iter().collect::<BTreeSet<_>>().len(), actions.len());
        longest = longest.max(actions.len());
        positions += 1;
        if positions.is_multiple_of(17) {
            for &action in actions {
                assert_eq!(game.parse_action(&game.notation(action)), Ok(action));
                assert_eq!(game.check(action), Ok(()));
            }
        }
    });
    assert!(longest < 500, "{longest}");
    assert!(positions > 12_000, "{positions}");
}

/// Stacks, owners, marks and hash are what they are by their definitions, and equal states have equal hashes.
#[test]
fn derived_fields_stay_true() {
    let mut positions = 0_u32;
    walk(2, |game, actions| {
        positions += 1;
        if positions.is_multiple_of(5) {
            game.verify().unwrap_or_else(|problem| panic!("{problem}"));
        }
        if let Some(&action) = actions.get(positions as usize % actions.len().max(1))
            && positions.is_multiple_of(11)
        {
            let (mut one, mut other) = (game.clone(), game.clone());
            one.apply(action);
            other.apply(action);
            assert_eq!(one.state_hash(), other.state_hash());
            assert_ne!(one.state_hash(), game.state_hash());
        }
    });
}

/// [3.10][7.5.3.d][7.8.1] Stacks hold no more than they may when movement is over: those of the active side from combat on, and all of them
/// when a turn begins, aircraft in flight apart.
#[test]
fn stacks_hold_when_movement_is_over() {
    let mut looked = 0_u32;
    walk(3, |game, _| {
        let Some((side, phase)) = game.phase() else { return };
        let sides: &[Side] = match phase {
            Phase::Combat | Phase::Blitz | Phase::AirReturn => &[side],
            Phase::Supply => &Side::ALL,
            _ => return,
        };
        let data = game.data();
        for &side in sides {
            for hex in data.map.hexes() {
                assert!(game.crowd_of(side, hex).fits(&data.tables.stacking), "{side} in {}", data.map.name(hex));
            }
        }
        looked += 1;
    });
    assert!(looked > 100, "{looked}");
}

/// [3.1.a] Every hex that anybody owns belongs to one side, and a unit on the ground without enemies stands in a hex of its side.
#[test]
fn owners_part_the_map() {
    let mut positions = 0_u32;
    walk(4, |game, _| {
        positions += 1;
        if !positions.is_multiple_of(97) {
            return;
        }
        let data = game.data();
        for hex in data.map.hexes() {
            assert_eq!(game.owner(hex).is_some(), data.ownable.contains(hex));
            let own: Vec<Side> = Side::ALL.into_iter().filter(|&side| game.controls(side, hex)).collect();
            assert!(own.len() <= 1);
        }
        for side in Side::ALL {
            for (unit, known) in data.units(side).filter(|(_, known)| known.is_ground()) {
                let Some(hex) = game.place(unit).hex() else { continue };
                let alone = game.stack(hex).iter().all(|other| other.side() == side);
                assert!(!alone || game.owner(hex) == Some(side) || game.owner(hex).is_none(), "{}", known.id);
            }
        }
    });
}

/// Every action that is not legal is denied with the id of a rule.
#[test]
fn denials_name_rules() {
    let seen = denials_in_random_games(&GAMES, 5);
    assert!(seen.len() >= 12 && seen.len() <= BlocksDenial::ALL.len(), "{seen:?}");
}

/// A state is a small block of bytes.
#[test]
fn a_state_is_small() {
    assert!(size_of::<BlocksInTheEast>() <= 4096, "{} bytes", size_of::<BlocksInTheEast>());
    assert!(size_of::<Action>() <= 8);
}

/// Same scenario, seed and actions: the same hash. Random games leave traces of what happens in a turn.
#[test]
fn turns_do_what_turns_do() {
    let mut seen = [0_u32; 8];
    walk(6, |game, actions| {
        let data = game.data();
        for action in actions {
            let row = match action {
                Action::Repair(_) => 0,
                Action::Rebuild(_) => 1,
                Action::Bring(_) => 2,
                Action::Fly(_) => 3,
                Action::Rebase(_) => 4,
                Action::Fight(_) => 5,
                Action::Join(_) => 6,
                _ => continue,
            };
            seen[row] += 1;
        }
        let eliminated = Side::ALL.into_iter().flat_map(|side| data.units(side)).any(|(unit, _)| game.place(unit) == Place::ELIMINATED);
        seen[7] += u32::from(eliminated);
    });
    // No unit is reduced while no battle is fought, but eliminated ones are built anew.
    assert!(seen.iter().enumerate().all(|(row, &count)| count > 0 || row == 6), "{seen:?}");
}

/// Play touches the heap not once: neither lists, nor copies, nor actions but for the assertion that they are legal.
#[test]
fn play_does_not_allocate() {
    let mut buffer = Vec::with_capacity(500);
    let mut positions = 0_u32;
    walk(8, |game, actions| {
        positions += 1;
        let listing = measure(|| game.legal_actions(&mut buffer)).count_total;
        assert_eq!(listing, 0, "{:?}", game.phase());
        let Some(&action) = actions.get(positions as usize % actions.len().max(1)) else { return };
        let mut next = game.clone();
        let applying = measure(|| next.apply(action)).count_total;
        let checked = measure(|| assert_eq!(game.check(action), Ok(()))).count_total;
        let asserted = if cfg!(debug_assertions) { checked } else { 0 };
        assert_eq!(applying, asserted, "{action:?} in {:?}", game.phase());
    });
}

/// Where a unit may go by rail when its side has made no rail move in the turn, by going along the lines of the map one after the other.
fn slowly_by_rail(game: &BlocksInTheEast, unit: UnitId) -> BTreeSet<Hex> {
    let data = game.data();
    let (map, known, side) = (&data.map, data.unit(unit), unit.side());
    let joined = |a: Hex, b: Hex| {
        let arrow = map.arrows.iter().any(|arrow| arrow.ends.contains(&a) && arrow.ends.contains(&b));
        arrow || !map.is_box(a) && !map.is_box(b) && map.grid.distance(a, b) == 1
    };
    let enemies: Vec<Hex> = map.hexes().filter(|&hex| game.stack(hex).iter().any(|other| other.side() != side)).collect();
    let finland = |hex: Hex| map.country[hex.index()] == Some(Country::Finland);
    let of = |hex: Hex| game.stack(hex).iter().filter(|other| other.side() == side).map(|&other| (other, data.unit(other)));
    let from = game.place(unit).hex().expect("on the map");
    let lodged = map.hexes().filter(|&hex| finland(hex)).flat_map(of).any(|(_, other)| other.nation == Nation::German);
    let serves = |hex: Hex| {
        let edge = map.entry[hex.index()] == Entry::Edge && data.script.region.is_none();
        let rivals = match known.nation {
            Nation::Romanian => of(hex).any(|(_, other)| other.nation == Nation::Hungarian),
            Nation::Hungarian => of(hex).any(|(_, other)| other.nation == Nation::Romanian),
            Nation::German => lodged && finland(hex) && !finland(from),
            _ => false,
        };
        let watched = enemies.iter().any(|&enemy| enemy == hex || joined(enemy, hex));
        game.owner(hex) == Some(side) && !watched && !rivals && (edge || !data.closed_to(known.nation).contains(hex))
    };
    let mut links: Vec<(Hex, Hex)> = map.arrows.iter().filter(|arrow| arrow.rail).map(|arrow| (arrow.ends[0], arrow.ends[1])).collect();
    for rail in map.rails.iter().filter(|rail| rail.status == RailStatus::Built) {
        links.extend(rail.path.windows(2).map(|pair| (pair[0], pair[1])));
    }
    let mut known_hexes = BTreeSet::from([from]);
    loop {
        let ends = |&(a, b): &(Hex, Hex)| if known_hexes.contains(&a) { Some(b) } else { known_hexes.contains(&b).then_some(a) };
        let more: Vec<Hex> = links.iter().filter_map(ends).filter(|hex| !known_hexes.contains(hex) && serves(*hex)).collect();
        if more.is_empty() {
            break;
        }
        known_hexes.extend(more);
    }
    let stays = |other: UnitId| {
        let of = data.unit(other);
        other != unit && (of.kind == UnitKind::Static || of.class == UnitClass::Air || data.is_frozen(other, game.game_turn() as u8))
    };
    let roomy = |hex: Hex| {
        let all: Vec<_> = of(hex).filter(|&(other, _)| stays(other)).map(|(_, other)| other).chain([known]).collect();
        all.iter().filter(|other| other.is_combat()).count() <= 2 && all.iter().filter(|other| other.is_ground()).count() <= 3
    };
    known_hexes.into_iter().filter(|&hex| hex != from && map.entry[hex.index()] != Entry::Edge && roomy(hex)).collect()
}

/// [7.4][7.4.b][7.5.4.a] Where units may go by rail is what a slow search along the lines finds, at the beginning of the phase.
#[test]
fn rail_moves_are_those_of_a_slow_search() {
    let mut dice = Dice::new(7);
    let (mut last, mut compared) = (None, 0);
    walk(7, |game, actions| {
        let now = game.phase().map(|at| (game.game_turn(), at));
        let fresh = now != last && game.phase().is_some_and(|(_, phase)| phase == Phase::RailMoves);
        last = now;
        if !fresh {
            return;
        }
        let data = game.data();
        let north = |hex: Hex| {
            data.map.region(Region::FinnishOperations).contains(hex) || data.ground.finland.contains(hex) || data.map.is_box(hex)
        };
        for _ in 0..6 {
            let Action::Select(unit) = dice.choose(actions) else { continue };
            let german = data.unit(unit).nation == Nation::German && game.place(unit).hex().is_some_and(north);
            if german {
                continue;
            }
            let mut picked = game.clone();
            picked.apply(Action::Select(unit));
            let to = |action: Action| if let Action::MoveTo(hex) = action { Some(hex) } else { None };
            let found: BTreeSet<Hex> = legal(&picked).into_iter().filter_map(to).collect();
            assert_eq!(found, slowly_by_rail(game, unit), "{}", data.unit(unit).id);
            compared += 1;
        }
    });
    assert!(compared > 150, "{compared}");
}
