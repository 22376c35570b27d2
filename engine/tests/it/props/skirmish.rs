//! Combats of the East Front thrown together: units of both sides on ground and in weather of every kind, attacks declared
//! and fought out at random.

use std::collections::{BTreeMap, BTreeSet};

use stavka_engine::Dice;
use stavka_engine::data::Source;
use stavka_engine::east_front::data::{AirBox, UnitKind};
use stavka_engine::east_front::weather::Condition;
use stavka_engine::east_front::{Action, EastFront, Phase, PositionBuilder, Prepared, UnitId};
use stavka_engine::game::{Game as _, Side, Turn};
use stavka_engine::hex::Hex;
use stavka_engine::kit::files::{ScenarioFiles as _, Sources};
use stavka_engine::kit::position::PositionError;

use super::reference::east_front::{moves_agree, zones_agree};
use super::reference::east_front_combat::{Aftermath, Met, barrages_agree, fights_agree};

/// Most actions in one of them.
const ACTIONS: usize = 400;
/// Counters of each side.
const COUNTERS: u32 = 10;

/// Ground with swamps, hills, woods, cities and rivers in the middle of the map, and the weather of turns 48 to 51.
pub(crate) fn varied_ground() -> &'static Prepared {
    let map = include_str!("../../../data/east-front/map.toml");
    let ground = [
        (".~.~.....\", # 07", ".~.~h.p..\", # 07"),
        ("~~~~.....\", # 08", "~~~~.hh..\", # 08"),
        ("~~~~~....\", # 09", "~~~~~..p.\", # 09"),
        ("woods = []", "woods = [\"3907\"]"),
        ("name = \"Ishun\"\nkind = \"locality\"", "name = \"Ishun\"\nkind = \"major-city\""),
        ("name = \"Voinka\"\nkind = \"locality\"", "name = \"Voinka\"\nkind = \"city\""),
    ];
    let mut map = ground.into_iter().fold(map.to_owned(), |text, (from, to)| {
        assert_eq!(text.matches(from).count(), 1, "{from:?} is in the map once");
        text.replacen(from, to, 1)
    });
    map += "\n[[water]]\nname = \"river\"\nclass = \"river\"\nsides = [\"3810/3910\", \"3810/3909\", \"3810/3811\"]\norigin = \"a test\"\n";
    map += "\n[[water]]\nname = \"major river\"\nclass = \"major-river\"\nsides = [\"3712/3812\", \"3712/3813\", \"3712/3713\"]\norigin = \"a test\"\n";
    let (id, scenario) = Prepared::SCENARIOS[0];
    let mut weather = ["dry", "mud", "frost", "snow"].into_iter();
    let line = |line: &str| match line.starts_with("weather = ").then(|| weather.next()).flatten() {
        Some(sky) => format!("weather = \"{sky}\"\n"),
        None => format!("{line}\n"),
    };
    let scenario: String = scenario.lines().map(line).collect();
    let map = Source { name: "map.toml", text: map.leak() };
    let sources = Sources { map, ..Prepared::sources(id, scenario.leak()) };
    Prepared::interned(&sources).unwrap_or_else(|error| panic!("{error}"))
}

/// Counters of both sides around a hex, in a phase in which one of them moves or declares attacks.
fn thrown_together(data: &'static Prepared, dice: &mut Dice, phases: [&[Phase]; 2]) -> Result<EastFront, PositionError> {
    let grid = &data.map.grid;
    let open: Vec<Hex> = data.map.open.iter().collect();
    let middle = dice.choose(&open);
    let near: Vec<Hex> = grid.within(middle, 2).filter(|&hex| data.map.open.contains(hex)).collect();
    let attacker = dice.choose(&Side::ALL);
    let mut builder = PositionBuilder::empty(data).turn(48 + dice.below(4) as u16)?;
    let mut used: BTreeSet<UnitId> = BTreeSet::new();
    let mut heights: BTreeMap<Hex, u8> = BTreeMap::new();
    for side in Side::ALL {
        let counters: Vec<UnitId> = data.units(side).map(|(unit, _)| unit).collect();
        for index in 0..COUNTERS {
            let mut unit = dice.choose(&counters);
            // Armour and engineers would meet too seldom otherwise: there is one counter of each.
            if index < 2 && dice.below(2) == 0 {
                let wanted = |unit: &UnitId| {
                    let kind = data.unit(*unit).kind;
                    if index == 0 { kind.is_armour() } else { kind.is_engineer() }
                };
                unit = counters.iter().copied().find(wanted).unwrap_or(unit);
            }
            // The defender stands in the middle, the attacker around it, guns of both a little farther.
            let inner = side != attacker;
            let hex = if inner && dice.below(3) > 0 { middle } else { dice.choose(&near) };
            let counter = data.unit(unit);
            let height = heights.entry(hex).or_insert(0);
            let fits = *height + counter.faces[0].stacking <= data.tables.stacking.limit;
            if !fits || !used.insert(unit) {
                continue;
            }
            builder = match builder.clone().place(&counter.id, &grid.name(hex).to_string()) {
                Ok(placed) => placed,
                // The other side is there.
                Err(_) => continue,
            };
            *height += counter.faces[0].stacking;
            if counter.steps > 1 && dice.below(3) == 0 {
                builder = builder.steps(&counter.id, 1 + dice.below(u32::from(counter.steps)) as u8)?;
            }
            if counter.kind == UnitKind::Hq && dice.below(3) > 0 {
                builder = builder.back_up(&counter.id, false)?;
            }
            if dice.below(8) == 0 {
                builder = builder.overrun(&counter.id)?;
            }
        }
    }
    let name = grid.name(middle).to_string();
    if dice.below(4) == 0 {
        builder = builder.strongpoint(attacker.opponent(), &name, true)?;
    }
    if dice.below(4) == 0 && data.map.lines.iter().any(|line| line.owner == middle) {
        builder = builder.breached(&name)?;
    }
    for (_, air) in Side::ALL.into_iter().flat_map(|side| data.air_units(side)) {
        builder = builder.air_box(&air.id, AirBox::Ready)?;
    }
    let phase = dice.choose(phases[attacker.index()]);
    // Weather comes with the turn; nobody does anything until the phase begins.
    let mut game = builder.open(Phase::Weather);
    let mut legal = Vec::new();
    while game.current_phase() != phase && game.turn() != Turn::Over {
        game.legal_actions(&mut legal);
        let idle = legal.iter().copied().find(|action| matches!(action, Action::Done));
        let action = idle.unwrap_or_else(|| dice.choose(&legal));
        game.apply(action);
    }
    Ok(game)
}

/// One of the legal actions, seldom the end of a list that still has something to offer.
fn chosen(game: &EastFront, legal: &[Action], dice: &mut Dice) -> Action {
    let action = dice.choose(legal);
    let ends = matches!(action, Action::Done | Action::Engage);
    if ends && game.turn() != Turn::Chance && dice.below(4) > 0 { dice.choose(legal) } else { action }
}

/// Throws counters together and fights it out for the turn; every combat is compared with the slow reference.
pub(crate) fn fight(data: &'static Prepared, seed: u64) -> Met {
    let mut dice = Dice::new(seed);
    let mut met = Met::default();
    let phases: [&[Phase]; 2] = [&[Phase::AxisDeclaration], &[Phase::SovietDeclaration]];
    let mut game = thrown_together(data, &mut dice, phases).unwrap_or_else(|error| panic!("{error}"));
    let begun = game.game_turn();
    let mut legal = Vec::new();
    let mut aftermath: Option<Aftermath> = None;
    let mut owing = false;
    for action in 0..ACTIONS {
        if game.turn() == Turn::Over || game.game_turn() != begun {
            break;
        }
        game.legal_actions(&mut legal);
        let mut compare = || {
            fights_agree(&game, &mut met)?;
            barrages_agree(&game, &legal, &mut met)?;
            if let Some(aftermath) = &mut aftermath {
                owing = owing && aftermath.goes_on(&game, &legal, &mut met)?;
                aftermath.advances_agree(&game, &legal, &mut met)?;
            }
            Ok(())
        };
        compare().unwrap_or_else(|problem: String| panic!("action {action}: {problem}"));
        let next = chosen(&game, &legal, &mut dice);
        if let Action::Roll(die) = next
            && let Some(after) = Aftermath::of(&game, die)
        {
            aftermath = Some(after);
            owing = true;
        }
        game.apply(next);
    }
    met
}

/// Throws counters together and compares how far each may go, and whose ZOC lies where, with the slow reference. Gives the
/// weather and the number of units that could move.
pub(crate) fn march(data: &'static Prepared, seed: u64) -> (Condition, usize) {
    let mut dice = Dice::new(seed);
    let phases: [&[Phase]; 2] = [&[Phase::AxisMovement, Phase::AxisMotorized], &[Phase::SovietMovement, Phase::SovietMotorized]];
    let game = thrown_together(data, &mut dice, phases).unwrap_or_else(|error| panic!("{error}"));
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let found = zones_agree(&game).and_then(|()| moves_agree(&game, &legal));
    found.unwrap_or_else(|problem| panic!("{} of turn {}: {problem}", game.phase_name(), game.game_turn()));
    (game.condition(), legal.iter().filter(|action| matches!(action, Action::Select(_))).count())
}
