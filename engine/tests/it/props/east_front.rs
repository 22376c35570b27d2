//! What holds in the East Front series: steps are conserved, stacks keep their limit, air units are in one place each, and
//! the fast fields equal the slow references.

use stavka_engine::Dice;
use stavka_engine::east_front::data::AirBox;
use stavka_engine::east_front::{Action, AirId, EastFront, EastFrontDenial, Order, Phase, Place, PositionBuilder, Prepared, UnitId, units};
use stavka_engine::game::{Denial, Game as _, Notation as _, Side, Turn};
use stavka_engine::hex::Hex;
use stavka_engine::kit::position::PositionError;

use super::reference::east_front::{moves_agree, zones_agree};
use super::reference::east_front_combat::{Met, barrages_agree, fights_agree};
use super::{Finding, Invariants, require};

/// Boxes of the air card.
const BOXES: [AirBox; 4] = [AirBox::Ready, AirBox::Flown, AirBox::Damaged, AirBox::Destroyed];

impl Invariants for EastFront {
    type Watch = ();

    fn watch(&self) {}

    fn after_action((): &mut (), before: &Self, action: Action, after: &Self) -> Finding {
        steps_are_conserved(before, action, after)?;
        air_units_are_conserved(before, action, after)?;
        if before.current_phase() != after.current_phase() {
            stacks_are_within_limits(before.current_phase(), after)?;
        }
        require!(
            Side::ALL.into_iter().all(|side| after.steps_lost(side) >= before.steps_lost(side)),
            "a lost step came back by {action:?}"
        );
        Ok(())
    }

    fn in_list(&self, legal: &[Action]) -> Finding {
        let mut moves = legal.iter().filter_map(|action| match action {
            Action::MoveTo(hex) | Action::RetreatTo(hex) | Action::Advance { hex, .. } => Some(*hex),
            _ => None,
        });
        let closed = moves.find(|&hex| !self.data().map.open.contains(hex));
        require!(closed.is_none(), "a unit may go to {closed:?}, which is closed");
        fights_agree(self, &mut Met::default())?;
        barrages_agree(self, legal, &mut Met::default())
    }

    fn in_position(&self, legal: &[Action]) -> Finding {
        self.verify()?;
        zones_agree(self)?;
        moves_agree(self, legal)
    }

    fn mutated(&self, action: Action, dice: &mut Dice) -> Action {
        mutated(self, action, dice)
    }

    fn worlds(&self, viewer: Side) -> usize {
        EastFront::worlds(self, viewer)
    }

    fn studies(data: &'static Prepared) -> Vec<Self> {
        studies(data).expect("the studies keep the rules of positions")
    }

    fn siblings(data: &'static Prepared) -> Vec<(String, Self)> {
        siblings(data).expect("the siblings keep the rules of positions")
    }

    fn denial_rules() -> Vec<&'static str> {
        EastFrontDenial::ALL.iter().map(Denial::rule).collect()
    }
}

/// Steps on the map and about to enter it.
fn steps_present(game: &EastFront, side: Side) -> u32 {
    let counters = game.data().units(side).map(|(unit, _)| unit);
    let present = counters.filter(|&unit| game.place(unit).hex().is_some() || game.place(unit) == Place::ARRIVED);
    present.map(|unit| u32::from(game.steps(unit))).sum()
}

/// No step comes or goes but by loss, withdrawal or reinforcement.
fn steps_are_conserved(before: &EastFront, action: Action, after: &EastFront) -> Finding {
    if matches!(action, Action::Withdraw(_)) || before.game_turn() != after.game_turn() {
        return Ok(());
    }
    for side in Side::ALL {
        let (was, is) = (steps_present(before, side), steps_present(after, side));
        let lost = u32::from(after.steps_lost(side) - before.steps_lost(side));
        require!(was == is + lost, "the {side} side had {was} steps, has {is} and lost {lost} by {action:?}");
    }
    Ok(())
}

/// Air units in boxes.
fn boxed(game: &EastFront) -> usize {
    BOXES.into_iter().map(|place| game.air_units_in(place).len()).sum()
}

/// Outside of missions every air unit is in one box.
fn air_units_are_conserved(before: &EastFront, action: Action, after: &EastFront) -> Finding {
    let (was, is) = (boxed(before), boxed(after));
    let least = match action {
        Action::WithdrawAir(_) | Action::Fly { .. } => was - 1,
        _ => was,
    };
    require!(is >= least, "{was} air units were in boxes, {is} are after {action:?}");
    for place in BOXES {
        for other in BOXES.into_iter().filter(|&other| other != place) {
            let both = after.air_units_in(place).intersection(after.air_units_in(other));
            require!(both.is_empty(), "air units are in two boxes after {action:?}");
        }
    }
    Ok(())
}

/// [3.32] No hex holds more than the limit once a phase with movement or combat is over; an engineer may stand above it
/// from the Axis Movement to the Axis Combat Phase [PB 7.42].
fn stacks_are_within_limits(over: Phase, game: &EastFront) -> Finding {
    let checked = over.movement().is_some() || matches!(over, Phase::AxisCombat | Phase::SovietCombat);
    if !checked || matches!(over, Phase::AxisMovement | Phase::SovietReaction) {
        return Ok(());
    }
    for hex in game.data().map.open.iter() {
        let height: u8 = game.stack(hex).map(|unit| game.values(unit).stacking).sum();
        let limit = game.data().tables.stacking.limit;
        require!(height <= limit, "{} holds {height} stacking points after {}", game.data().map.grid.name(hex), over.name());
    }
    Ok(())
}

// ---- studies ---------------------------------------------------------------

/// Positions that random play seldom comes to: Soviet stacks that can overrun, an operational headquarters with units to
/// activate, divisions with their substitutes, engineers above the stacking limit, units with enemies all around, fighters
/// with two roles over an interdicted hex.
fn studies(data: &'static Prepared) -> Result<Vec<EastFront>, PositionError> {
    let start = || PositionBuilder::start(data);
    let overruns = || -> Result<PositionBuilder, PositionError> {
        ["48K", "42K", "5(+)"]
            .into_iter()
            .try_fold(start().back_up("51HQ", false)?, |builder, id| builder.place(id, "3911"))?
            .place("49", "3912")?
            .place("I/814", "3913")?
            .turn(49)
    };
    let pushed = overruns()?.place("X", "4012")?.open(Phase::SovietMovement);
    let raiders = ["5(+)", "48K", "42K"]
        .into_iter()
        .try_fold(PositionBuilder::empty(data), |builder, id| builder.place(id, "3911"))?
        .place("49", "3912")?
        .place("I/814", "3910")?
        .place("641", "3811")?
        .turn(49)?;
    let through = raiders.clone().open(Phase::SovietMovement);
    let mut raid = raiders.open(Phase::SovietMotorized);
    for line in ["select 5(+)", "join 48K", "join 42K", "overrun 3912 from 3911"] {
        let action = raid.parse_action(line).expect("the line is notation");
        raid.try_apply(action).expect("three units overrun a gun");
    }
    let motorized = overruns()?.open(Phase::SovietMotorized);
    let commanded = start().back_up("51HQ", false)?.place("51HQ", "3709")?.turn(50)?.open(Phase::SovietMotorized);
    let divided = start().turn(49)?.place("R1", "3505")?.place("S1", "3505")?.steps("73", 2)?.open(Phase::AxisMotorized);
    let storm = start().place("Eng", "3505")?.place("X", "3505")?.place("R1", "3505")?.place("LAH/Rcn", "3505")?.open(Phase::AxisMovement);
    let pocket = start()
        .place("106", "3711")?
        .place("5(+)", "3711")?
        .place("73", "3710")?
        .place("46", "3712")?
        .place("X", "3811")?
        .place("Eng", "3611")?
        .open(Phase::AxisDeclaration);
    let open_war = start()
        .place("52", "3808")?
        .place("271", "3809")?
        .place("51HQ", "3809")?
        .place("156", "3809")?
        .place("73", "3807")?
        .place("46", "3708")?
        .place("Eng", "3706")?
        .back_up("51HQ", false)?
        .turn(50)?
        .open(Phase::AxisMovement);
    let skies = start().turn(50)?.place("271", "3706")?.open(Phase::Interdiction);
    Ok(vec![pushed, through, raid, motorized, commanded, divided, storm, pocket, open_war, skies])
}

/// Positions before an Axis Movement Phase that differ in one fact each.
fn siblings(data: &'static Prepared) -> Result<Vec<(String, EastFront)>, PositionError> {
    let start = || PositionBuilder::start(data);
    let mut builders = vec![("nothing".to_owned(), start()), ("the turn".to_owned(), start().turn(49)?)];
    let mut add = |fact: &str, builder: PositionBuilder| builders.push((fact.to_owned(), builder));
    add("a place", start().place("X", "3803")?);
    add("another place", start().place("X", "3802")?);
    add("steps", start().steps("73", 3)?);
    add("fewer steps", start().steps("73", 2)?);
    add("a box", start().put_in_box("52", Place::CADRE)?);
    add("another box", start().put_in_box("52", Place::ELIMINATED)?);
    add("an operational headquarters", start().back_up("51HQ", false)?);
    add("mobile artillery", start().back_up("641", true)?);
    add("an Overrun marker", start().overrun("172")?);
    add("a strongpoint less", start().strongpoint(Side::Soviet, "3708", false)?);
    add("an Axis strongpoint", start().strongpoint(Side::Axis, "3401", true)?);
    add("a breach", start().breached("3705")?);
    add("control", start().control(Side::Axis, "3712")?);
    add("an air unit in Flown", start().air_box("Ju88", AirBox::Flown)?);
    add("an air unit in Damaged", start().air_box("Ju88", AirBox::Damaged)?);
    add("Axis losses", start().steps_lost(Side::Axis, 2));
    add("Soviet losses", start().steps_lost(Side::Soviet, 2));
    let mut siblings: Vec<(String, EastFront)> =
        builders.into_iter().map(|(fact, builder)| (fact, builder.open(Phase::AxisMovement))).collect();
    siblings.push(("the phase".to_owned(), start().open(Phase::AxisMotorized)));
    Ok(siblings)
}

// ---- mutations ---------------------------------------------------------------

fn any_unit(dice: &mut Dice) -> UnitId {
    UnitId(dice.below(256) as u8)
}

fn any_air(dice: &mut Dice) -> AirId {
    AirId(dice.below(70) as u8)
}

/// Another unit of the game now and then, a stranger otherwise.
fn other_unit(game: &EastFront, unit: UnitId, dice: &mut Dice) -> UnitId {
    let all: Vec<UnitId> = Side::ALL.into_iter().flat_map(|side| units(side, game.on_map(side))).collect();
    match dice.below(4) {
        0 => unit,
        1 => any_unit(dice),
        _ if all.is_empty() => unit,
        _ => dice.choose(&all),
    }
}

fn other_hex(hex: Hex, dice: &mut Dice) -> Hex {
    match dice.below(4) {
        0 => hex,
        1 => Hex(dice.below(300) as u16),
        _ => Hex((hex.0 + dice.below(21) as u16).saturating_sub(10)),
    }
}

fn other_order(dice: &mut Dice) -> Order {
    dice.choose(&Order::ALL)
}

fn mutated(game: &EastFront, action: Action, dice: &mut Dice) -> Action {
    let wildly = dice.below(8) == 0;
    if wildly {
        let unit = any_unit(dice);
        let hex = Hex(dice.below(300) as u16);
        let die = dice.below(13) as u8;
        return dice.choose(&[
            Action::Done,
            Action::Engage,
            Action::Breach,
            Action::Roll(die),
            Action::Select(unit),
            Action::Commit(unit),
            Action::MoveTo(hex),
            Action::Attack(hex),
        ]);
    }
    match action {
        Action::Roll(die) => Action::Roll(die.wrapping_add(dice.below(8) as u8)),
        Action::Withdraw(unit) => Action::Withdraw(other_unit(game, unit, dice)),
        Action::WithdrawAir(_) => Action::WithdrawAir(any_air(dice)),
        Action::Interdict(hex) => Action::Interdict(other_hex(hex, dice)),
        Action::Fly { hex, .. } => Action::Fly { air: any_air(dice), hex: other_hex(hex, dice) },
        Action::Reveal(hex) => Action::Reveal(other_hex(hex, dice)),
        Action::Escort(_) => Action::Escort(any_air(dice)),
        Action::Bomb(_) => Action::Bomb(any_air(dice)),
        Action::Pair { target, .. } => Action::Pair { shooter: any_air(dice), target },
        Action::Activate { unit, hq } => Action::Activate { unit: other_unit(game, unit, dice), hq: other_unit(game, hq, dice) },
        Action::Detach(unit) => Action::Detach(other_unit(game, unit, dice)),
        Action::DetachStrong(unit) => Action::DetachStrong(other_unit(game, unit, dice)),
        Action::Recombine { unit, regiment } => Action::Recombine { unit: other_unit(game, unit, dice), regiment },
        Action::Select(unit) => Action::Select(other_unit(game, unit, dice)),
        Action::Join(unit) => Action::Join(other_unit(game, unit, dice)),
        Action::MoveTo(hex) => Action::MoveTo(other_hex(hex, dice)),
        Action::Via(hex) => Action::Via(other_hex(hex, dice)),
        Action::Overrun { from, target } => Action::Overrun { from: other_hex(from, dice), target: other_hex(target, dice) },
        Action::Drop(unit) => Action::Drop(other_unit(game, unit, dice)),
        Action::Remove(unit) => Action::Remove(other_unit(game, unit, dice)),
        Action::Storm(unit) => Action::Storm(other_unit(game, unit, dice)),
        Action::Attack(hex) => Action::Attack(other_hex(hex, dice)),
        Action::Also(hex) => Action::Also(other_hex(hex, dice)),
        Action::Barrage { gun, target } => Action::Barrage { gun: other_unit(game, gun, dice), target: other_hex(target, dice) },
        Action::Give(_) => Action::Give(other_order(dice)),
        Action::Resolve(hex) => Action::Resolve(other_hex(hex, dice)),
        Action::Commit(unit) => Action::Commit(other_unit(game, unit, dice)),
        Action::Support(unit) => Action::Support(other_unit(game, unit, dice)),
        Action::Lose(unit) => Action::Lose(other_unit(game, unit, dice)),
        Action::RetreatTo(hex) => Action::RetreatTo(other_hex(hex, dice)),
        Action::Abandon(unit) => Action::Abandon(other_unit(game, unit, dice)),
        Action::Advance { unit, hex } => Action::Advance { unit: other_unit(game, unit, dice), hex: other_hex(hex, dice) },
        Action::Flip(unit) => Action::Flip(other_unit(game, unit, dice)),
        Action::Done | Action::Engage | Action::Breach if game.turn() == Turn::Chance => Action::Roll(0),
        Action::Done => Action::Engage,
        Action::Engage => Action::Breach,
        Action::Breach => Action::Done,
    }
}
