//! What must hold in every position of Blocks in the East.

use std::collections::BTreeMap;

use stavka_engine::Dice;
use stavka_engine::blocks_in_the_east::terms::{Colour, Effort, Infrastructure, Nation, Onset, Project, UnitKind, Weather, Works};
use stavka_engine::blocks_in_the_east::{Action, BlocksDenial, BlocksInTheEast, Phase, Place, PositionBuilder, Prepared, UnitId};
use stavka_engine::game::{Denial as _, Determinize as _, Side};
use stavka_engine::hex::Hex;

use super::{Finding, Invariants, require};
use crate::blocks_in_the_east_supply::slowly_supplied;

/// Blocks on the map, times turns, for which a game takes about as long as one of ARMIR.
const BLOCKS_AND_TURNS_OF_A_SHORT_GAME: u64 = 10;
impl Invariants for BlocksInTheEast {
    type Watch = ();

    /// Blocks are picked by the units that they are.
    const NAMES_TELL: bool = true;
    /// Stacks that are too full, projects of the Soviets, of which each is built once, and plans of optional chapters.
    const SELDOM: &'static [&'static str] = &[
        "delay",
        "remove",
        "build",
        "invest",
        "mend",
        "evacuate",
        "ship",
        "declare",
        "scout",
        "reserve",
        "rise",
        "sector",
        "assault",
        "reembark",
        "bomb",
        "raid",
        "exchange",
        "strengthen",
    ];

    fn watch(&self) {}

    fn after_action((): &mut (), before: &Self, action: Action, after: &Self) -> Finding {
        nobody_rises_but_by_points(before, action, after)?;
        the_removed_stay_away(before, after)
    }

    fn in_list(&self, legal: &[Action]) -> Finding {
        require!(legal.len() < 500, "{} choices", legal.len());
        let hexes = self.data().map.len();
        let outside = legal.iter().filter_map(|action| action.hex()).find(|hex| hex.index() >= hexes);
        require!(outside.is_none(), "a choice names {outside:?}, which is not on the map");
        Ok(())
    }

    fn in_position(&self, _legal: &[Action]) -> Finding {
        self.verify()?;
        stacks_hold(self)?;
        supply_agrees(self)
    }

    fn mutated(&self, action: Action, dice: &mut Dice) -> Action {
        mutated(self, action, dice)
    }

    /// One where nothing is hidden; how many there are otherwise is counted by the tests of the fog, in small positions.
    fn worlds(&self, viewer: Side) -> usize {
        if self.sees_all(viewer) { 1 } else { usize::MAX }
    }

    /// Which unit it is that moves decides how far it goes, and a side that has nothing to decide is not asked: worlds that look alike
    /// part soon, as `drawn_worlds_stay_alike_for_a_while` says.
    fn turns_up(before: &Self, _: &Self, viewer: Side) -> bool {
        !before.sees_all(viewer)
    }

    fn one_in(data: &'static Prepared) -> u64 {
        let [first, last] = data.script.turns;
        let turns = u64::from(last - first + 1);
        (data.script.placed.len() as u64 * turns / BLOCKS_AND_TURNS_OF_A_SHORT_GAME).max(1)
    }

    fn studies(data: &'static Prepared) -> Vec<Self> {
        let second = data.script.turns[0] + 1;
        let sides = Side::ALL.into_iter().flat_map(|side| Phase::ALL.map(|phase| (side, phase)));
        sides.map(|(side, phase)| PositionBuilder::start(data).turn(second).expect("a second turn").open(side, phase)).collect()
    }

    fn siblings(data: &'static Prepared) -> Vec<(String, Self)> {
        siblings(data)
    }

    fn denial_rules() -> Vec<&'static str> {
        BlocksDenial::ALL.iter().map(BlocksDenial::rule).collect()
    }
}

fn all_units(game: &BlocksInTheEast) -> impl Iterator<Item = UnitId> + '_ {
    Side::ALL.into_iter().flat_map(|side| game.data().units(side).map(|(unit, _)| unit))
}

/// [7.3][7.7.9] A unit on the map gains a step by a repair alone, one at a time. The German Supreme Headquarters is repaired without a choice
/// [13.8.2].
fn nobody_rises_but_by_points(before: &BlocksInTheEast, action: Action, after: &BlocksInTheEast) -> Finding {
    let repaired = if let Action::Repair(unit) = action { Some(unit) } else { None };
    for unit in all_units(after) {
        if before.place(unit).hex().is_none() || after.place(unit).hex().is_none() {
            continue;
        }
        let known = before.data().unit(unit);
        // [LONG.a] Strength is distributed in the set-up.
        if before.sets_up().is_some() || (known.kind, known.nation) == (UnitKind::SupremeHq, Nation::German) {
            continue;
        }
        let (was, is) = (before.step(unit), after.step(unit));
        let id = &after.data().unit(unit).id;
        require!(is >= was || repaired == Some(unit) && is + 1 == was, "{id} rose from step {was} to {is} by {action:?}");
    }
    Ok(())
}

/// [7.11.e] Who is out of the game stays out.
fn the_removed_stay_away(before: &BlocksInTheEast, after: &BlocksInTheEast) -> Finding {
    for unit in all_units(after) {
        let gone = before.place(unit) == Place::REMOVED;
        require!(!gone || after.place(unit) == Place::REMOVED, "{} comes back", after.data().unit(unit).id);
    }
    Ok(())
}

/// [3.10] When a turn begins no hex holds more than it may.
fn stacks_hold(game: &BlocksInTheEast) -> Finding {
    if !matches!(game.phase(), Some((_, Phase::Supply))) {
        return Ok(());
    }
    let data = game.data();
    let mut crowds: BTreeMap<(Hex, Side), [usize; 3]> = BTreeMap::new();
    for unit in all_units(game) {
        let Some(hex) = game.place(unit).hex() else { continue };
        let known = data.unit(unit);
        let crowd = crowds.entry((hex, unit.side())).or_default();
        crowd[0] += usize::from(known.is_ground());
        crowd[1] += usize::from(known.is_combat());
        crowd[2] += usize::from(!known.is_ground());
    }
    for ((hex, side), [ground, combat, air]) in crowds {
        let fits = ground <= 3 && combat <= 2 && air <= 1 && ground + air <= 4;
        require!(fits, "{side}: {ground} ground units, {combat} of them for combat, and {air} aircraft in {}", data.map.name(hex));
    }
    Ok(())
}

/// [4.3] Supply as play reckons it, with all that it remembers, is that of a search from each hex.
fn supply_agrees(game: &BlocksInTheEast) -> Finding {
    let (data, situation) = (game.data(), game.situation());
    let nations: std::collections::BTreeSet<Nation> =
        all_units(game).filter(|&unit| game.place(unit).hex().is_some()).map(|unit| data.unit(unit).nation).collect();
    for nation in nations {
        let fast = data.supplied(&situation, nation);
        let slow = slowly_supplied(data, &situation, nation);
        let differs = data.map.hexes().find(|&hex| data.map.is_land(hex) && fast.contains(hex) != slow.contains(&hex));
        require!(differs.is_none(), "supply of {nation:?} in {:?} is not that of the slow search", differs.map(|hex| data.map.name(hex)));
    }
    Ok(())
}

fn mutated(game: &BlocksInTheEast, action: Action, dice: &mut Dice) -> Action {
    let data = game.data();
    let some_hex = |dice: &mut Dice| Hex(dice.below(data.map.len() as u32 + 20) as u16);
    let some_unit = |dice: &mut Dice| UnitId(dice.below(330) as u16);
    match action {
        Action::Done => Action::Roll(1 + dice.below(6) as u8),
        Action::Roll(_) => Action::Hits(dice.below(10) as u8),
        Action::Hits(_) => Action::Hits(dice.below(40) as u8),
        Action::Repair(_) => Action::Repair(some_unit(dice)),
        Action::Rebuild(_) => Action::Rebuild(some_unit(dice)),
        Action::Bring(_) => Action::Bring(some_unit(dice)),
        Action::Place(_) => Action::Place(some_hex(dice)),
        Action::Aid(_) => Action::Aid(dice.choose(&Nation::ALL)),
        Action::Disband(_) => Action::Disband(some_unit(dice)),
        Action::Select(_) => Action::Select(some_unit(dice)),
        Action::MoveTo(_) => Action::MoveTo(some_hex(dice)),
        Action::Fly(_) => Action::Fly(some_hex(dice)),
        Action::Rebase(_) => Action::Rebase(some_hex(dice)),
        Action::Delay(_) => Action::Delay(some_unit(dice)),
        Action::Remove(_) => Action::Remove(some_unit(dice)),
        Action::Fight(_) => Action::Fight(some_hex(dice)),
        Action::TakeHit(_) => Action::TakeHit(some_unit(dice)),
        Action::Withdraw(_) => Action::Withdraw(some_unit(dice)),
        Action::Join(_) => Action::Join(some_unit(dice)),
        Action::Send(..) => Action::Send(dice.choose(&Colour::ALL), dice.choose(&Nation::ALL)),
        Action::GiveUp(_) => Action::GiveUp(dice.choose(&Colour::ALL)),
        Action::Activate(_) => Action::Activate(some_unit(dice)),
        Action::Fuel(_) => Action::Fuel(some_unit(dice)),
        Action::Supply(_) => Action::Supply(some_unit(dice)),
        Action::Train(_) => Action::Train(some_unit(dice)),
        Action::Fire(_) => Action::Fire(some_unit(dice)),
        Action::Build(_) => Action::Build(dice.choose(&Project::ALL)),
        Action::Invest(_) => Action::Invest(dice.choose(&Effort::ALL)),
        Action::Mend(..) => Action::Mend(dice.choose(&Colour::ALL), some_hex(dice)),
        Action::Evacuate(..) => Action::Evacuate(dice.choose(&Colour::ALL), some_hex(dice)),
        Action::Ship(_) => Action::Ship(some_unit(dice)),
        Action::Declare(_) => Action::Declare(dice.choose(&Onset::ALL)),
        Action::Scout(_) => Action::Scout(some_hex(dice)),
        Action::Reserve(_) => Action::Reserve(some_unit(dice)),
        Action::Rise(_) => Action::Rise(some_hex(dice)),
        Action::Sector(_) => Action::Sector(dice.below(12) as u8),
        Action::Assault(_) => Action::Assault(some_unit(dice)),
        Action::Reembark(_) => Action::Reembark(some_unit(dice)),
        Action::Bomb(..) => Action::Bomb(dice.choose(&Infrastructure::ALL), some_hex(dice)),
        Action::Raid(_) => Action::Raid(dice.choose(&Works::ALL)),
        Action::Exchange(_) => Action::Exchange(some_unit(dice)),
        Action::Strengthen(_) => Action::Strengthen(some_unit(dice)),
    }
}

fn siblings(data: &'static Prepared) -> Vec<(String, BlocksInTheEast)> {
    let start = || PositionBuilder::start(data);
    let open = |position: PositionBuilder| position.open(Side::Axis, Phase::GroundMovement);
    let ground = |side: Side| {
        let placed = data.script.placed.iter().find(|placed| placed.unit.side() == side && data.unit(placed.unit).is_combat());
        placed.expect("a combat unit at start")
    };
    let (first, other) = (ground(Side::Axis), ground(Side::Soviet));
    let id = &data.unit(first.unit).id;
    let steps = data.unit(first.unit).steps.len() as u8;
    let other_steps = if first.step == 1 { steps } else { steps - 1 };
    let air = data.script.placed.iter().find(|placed| !data.unit(placed.unit).is_ground());
    let away = data.map.name(other.hex);
    let free = data
        .ownable
        .iter()
        .find(|&hex| PositionBuilder::start(data).open(Side::Axis, Phase::GroundMovement).owner(hex) == Some(Side::Soviet))
        .expect("a Soviet hex");
    let mut siblings = vec![
        ("the start".to_owned(), open(start())),
        ("a unit off the map".to_owned(), open(start().put_in_box(id, Place::ELIMINATED).expect("a unit"))),
        ("other steps".to_owned(), open(start().steps(id, other_steps).expect("a unit of several steps"))),
        ("a unit out of supply".to_owned(), open(start().out_of_supply(id).expect("a unit"))),
        ("a unit that fought".to_owned(), open(start().fought(id).expect("a unit"))),
        ("another turn".to_owned(), open(start().turn(data.script.turns[0] + 2).expect("a turn"))),
        ("a point".to_owned(), open(start().points(Nation::German, 1))),
        ("two points".to_owned(), open(start().points(Nation::German, 2))),
        ("a Soviet point".to_owned(), open(start().points(Nation::Soviet, 1))),
        ("a red point".to_owned(), open(start().coloured(Nation::German, Colour::Red, 1))),
        ("other weather".to_owned(), open(start().weather(Weather::Snow))),
        ("a unit elsewhere".to_owned(), open(start().place(&data.unit(other.unit).id, &data.map.name(free)).expect("a free hex"))),
        ("another phase".to_owned(), start().open(Side::Axis, Phase::Combat)),
        ("the other side".to_owned(), start().open(Side::Soviet, Phase::GroundMovement)),
    ];
    if data.map.name(free) != away {
        siblings.push(("an owner".to_owned(), open(start().owner(&data.map.name(free), Side::Axis).expect("a hex without units"))));
    }
    if let Some(air) = air {
        siblings.push(("an aircraft in flight".to_owned(), open(start().flying(&data.unit(air.unit).id).expect("an aircraft"))));
    }
    // [13.2] Where headquarters count.
    let armoured = |unit: &&UnitId| data.unit(**unit).kind == UnitKind::ArmouredHq;
    if let Some(active) = data.headquarters.iter().filter(armoured).find_map(|&unit| start().active(&data.unit(unit).id).ok()) {
        siblings.push(("an activated headquarters".to_owned(), open(active)));
    }
    siblings
}
