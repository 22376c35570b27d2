//! What holds in ARMIR: counters are conserved, limits and prohibitions are kept, tracks move as their
//! rules say, and the fast fields equal the slow references.

use stavka_engine::Dice;
use stavka_engine::armir::{
    Action, Armir, ArmirDenial, Class, Formation, ObjectiveSet, Phase, Place, PositionBuilder, Prepared, SetUp, UnitId, units,
};
use stavka_engine::game::{Denial, Game as _, Side, Turn};
use stavka_engine::hex::Hex;
use stavka_engine::kit::position::PositionError;

use super::reference::combat::{odds_agree, retreats_agree};
use super::reference::movement::moves_agree;
use super::reference::supply::supply_agrees;
use super::reference::{hex_name, zones_agree};
use super::{Finding, Invariants, require};

/// What the next position is compared with.
pub(crate) struct Watch {
    /// Supply points paid for fuel in the movement phase at hand [5.4].
    fuel: u8,
    /// The combat at hand.
    fight: Option<Fight>,
    /// Counters that retreated onto friends in this combat phase [12.3.3].
    idle: Vec<UnitId>,
    /// Counters driven back in this movement phase of the other side [6.c].
    driven: Vec<UnitId>,
}

/// A combat from its beginning to its end.
struct Fight {
    attacker: Side,
    target: Hex,
    /// The defenders, without those that retreated there, and their steps.
    defenders: Vec<(UnitId, u8)>,
    /// Once the die is rolled: the attackers with their steps, and what both sides owe.
    rolled: Option<Bill>,
}

struct Bill {
    attackers: Vec<(UnitId, u8)>,
    attacker: u8,
    defender: u8,
}

impl Invariants for Armir {
    type Watch = Watch;

    fn watch(&self) -> Watch {
        Watch { fuel: 0, fight: None, idle: Vec::new(), driven: Vec::new() }
    }

    fn after_action(watch: &mut Watch, before: &Self, action: Action, after: &Self) -> Finding {
        for unit in after.data().all.iter() {
            counter_is_conserved(before, action, after, unit)?;
        }
        tracks_move_by_rule(watch, before, action, after)?;
        combats_keep_their_terms(watch, before, action, after)?;
        odds_agree(after, &watch.idle)?;
        if after.is_quiet() {
            armies_do_not_mix(after)?;
        }
        let mover = mover(before);
        watch.driven.extend(after.data().all.iter().filter(|&unit| {
            let hexes = before.place(unit).hex().zip(after.place(unit).hex());
            mover.is_some_and(|mover| mover != unit.side()) && hexes.is_some_and(|(from, to)| from != to)
        }));
        if before.current_phase() != after.current_phase() && !in_set_up(before) {
            let fought = matches!(before.current_phase(), Phase::AxisCombat | Phase::SovietCombat);
            for side in Side::ALL.into_iter().filter(|&side| fought || mover == Some(side)) {
                stacks_are_within_limits(after, side, |_| true)?;
            }
            if let Some(mover) = mover {
                stacks_are_within_limits(after, mover.opponent(), |unit| watch.driven.contains(&unit))?;
            }
            watch.driven.clear();
        }
        let fight = matches!(after.current_phase(), Phase::Bombardment | Phase::AxisCombat | Phase::SovietCombat);
        if !fight && let Some(unit) = after.data().all.iter().find(|&unit| after.is_disorganised(unit)) {
            return Err(format!("{} is disorganised in the {} phase", name(after, unit), after.phase_name()));
        }
        Ok(())
    }

    fn in_list(&self, legal: &[Action]) -> Finding {
        retreats_agree(self, legal)
    }

    fn in_position(&self, legal: &[Action]) -> Finding {
        self.verify()?;
        everything_stands_once(self)?;
        zones_agree(self)?;
        supply_agrees(self)?;
        moves_agree(self, legal)
    }

    fn mutated(&self, action: Action, dice: &mut Dice) -> Action {
        mutated(self, action, dice)
    }

    fn worlds(&self, viewer: Side) -> usize {
        let hidden = viewer == Side::Axis && self.known_objectives(Side::Soviet).is_some() && self.turn() != Turn::Over;
        if hidden { 11 } else { 1 }
    }

    fn studies(data: &'static Prepared) -> Vec<Self> {
        studies(data).expect("the studies keep the rules of positions")
    }

    fn siblings(data: &'static Prepared) -> Vec<(String, Self)> {
        siblings(data).expect("the siblings keep the rules of positions")
    }

    fn denial_rules() -> Vec<&'static str> {
        ArmirDenial::ALL.iter().map(Denial::rule).collect()
    }
}

pub(crate) fn name(game: &Armir, unit: UnitId) -> &'static str {
    &game.data().unit(unit).id
}

fn in_set_up(game: &Armir) -> bool {
    game.known_objectives(Side::Soviet).is_none()
}

// ---- studies ---------------------------------------------------------------

/// Positions out of the historical start: the drafts beside a weakened regiment, tank corps before the
/// airfields, Axis motorised troops without fuel, armies short of supply and points, and a war in which
/// neither side runs out of momentum.
fn studies(data: &'static Prepared) -> Result<Vec<Armir>, PositionError> {
    if !matches!(data.set_up, SetUp::Fixed(..)) {
        return Ok(Vec::new());
    }
    let start = || PositionBuilder::start(data);
    let drafts = start().place("Compl", "1207")?.steps("37/Rav", 1)?.turn(3)?.momentum(30)?.open(Phase::AxisReinforcement, 0);
    let airfields = ["4G/XXIV", "54/XXIV", "130/XXIV", "24M/XXIV"]
        .into_iter()
        .try_fold(start(), |builder, id| builder.place(id, "1930"))?
        .place("111/XXV", "2329")?
        .place("162/XXV", "2329")?
        .out_of_supply("111/XXV")?
        .breached(Formation::Ii)
        .breached(Formation::Xxxv)
        .turn(3)?
        .initiative(Side::Soviet)
        .momentum(60)?
        .open(Phase::SovietMovement, 0);
    let no_fuel =
        start().supply_points(0).place("140/27", "1612")?.turn(3)?.momentum(60)?.breached(Formation::Xxix).open(Phase::AxisMovement, 0);
    let chir = start().chir_reached(2).turn(3)?.momentum(40)?;
    let chir = ["1M/IGM", "2M/IGM", "16T/IGM", "14G/3G", "203/3G"]
        .into_iter()
        .try_fold(chir, |builder, id| builder.put_in_box(id, Place::BOKOVSKAYA_BOX))?
        .place("526/298", "2219")?
        .place("140/27", "2218")?
        .open(Phase::SovietMovement, 0);
    let rail = ["4G/XXIV", "54/XXIV"]
        .into_iter()
        .try_fold(start().place("111/XXV", "0419")?.place("162/XXV", "0420")?, |builder, id| builder.place(id, "0117"))?
        .place("526/298", "0219")?
        .place("527/298", "0219")?
        .place("140/27", "0418")?
        .place("Pz/27", "0519")?
        .place("525/298", "0118")?
        .turn(4)?
        .momentum(60)?
        .open(Phase::AxisCombat, 0);
    let long = start().turn(2)?.momentum(60)?.supply_points(40).open(Phase::Initiative, 0);
    Ok(vec![drafts, airfields, no_fuel, chir, rail, long])
}

/// Positions before an Axis movement phase that differ in one fact each.
fn siblings(data: &'static Prepared) -> Result<Vec<(String, Armir)>, PositionError> {
    if !matches!(data.set_up, SetUp::Fixed(..)) {
        return Ok(Vec::new());
    }
    let start = || PositionBuilder::start(data).turn(3);
    let mut builders = vec![
        ("nothing".to_owned(), start()?),
        ("the turn".to_owned(), start()?.turn(4)?),
        ("the initiative".to_owned(), start()?.initiative(Side::Soviet)),
    ];
    let mut add = |fact: &str, builder: PositionBuilder| builders.push((fact.to_owned(), builder));
    for points in [1, 2, 20] {
        add(&format!("momentum {points}"), start()?.momentum(points)?);
        add(&format!("supply points {points}"), start()?.supply_points(points));
    }
    for army in Formation::ARMIES {
        add(&format!("artillery of the {}", army.name()), start()?.artillery(army, 9));
    }
    for corps in Formation::LINE_CORPS {
        add(&format!("breach of the {}", corps.name()), start()?.breached(corps));
    }
    for value in [0, 2, 3] {
        add(&format!("garrison {value}"), start()?.garrison(value)?);
    }
    for turn in [2, 3] {
        add(&format!("Bokovskaya on turn {turn}"), start()?.chir_reached(turn));
    }
    for side in Side::ALL {
        add(&format!("air unit of the {side} side"), start()?.air_unit(Some(side)));
    }
    add("the aircraft", start()?.aircraft_ready(false));
    for objectives in ObjectiveSet::choices(2).filter(|set| set.0 != ObjectiveSet::DESTROY | ObjectiveSet::DONETS) {
        add(&format!("{objectives:?}"), start()?.objectives(objectives));
    }
    add("control", start()?.control("0707", Side::Soviet)?);
    for id in ["5/Tri", "6/Tri", "HQ/6", "art/Tri"] {
        add(&format!("supply of {id}"), start()?.out_of_supply(id)?);
        add(&format!("disorganisation of {id}"), start()?.disorganised(id)?);
    }
    for id in ["HQ/II", "art/Tri", "HQ/6"] {
        add(&format!("the side of {id}"), start()?.short_side(id)?);
    }
    for id in ["5/Tri", "8/Jul", "66/XVII"] {
        add(&format!("a step of {id}"), start()?.steps(id, 1)?);
    }
    for hex in ["0610", "0611"] {
        add(&format!("Barbo in {hex}"), start()?.place("Barbo", hex)?);
    }
    for place in [Place::RESERVE, Place::AIRFIELDS, Place::BOKOVSKAYA_BOX, Place::CHIR, Place::WITHDRAWN] {
        add(&format!("66/XVII in {place:?}"), start()?.put_in_box("66/XVII", place)?);
    }
    Ok(builders.into_iter().map(|(fact, builder)| (fact, builder.open(Phase::AxisMovement, 0))).collect())
}

// ---- counters --------------------------------------------------------------

fn counter_is_conserved(before: &Armir, action: Action, after: &Armir, unit: UnitId) -> Finding {
    let (from, to) = (before.place(unit), after.place(unit));
    let (had, has) = (before.steps(unit), after.steps(unit));
    let (data, id) = (after.data(), name(after, unit));
    let counter = data.unit(unit);
    require!(has <= counter.steps, "{id} has {has} of {} steps", counter.steps);
    require!((has == 0) == (to == Place::ELIMINATED), "{id} has {has} steps in {to:?}");
    if (from, had) == (to, has) {
        return Ok(());
    }
    if has > had {
        let regained = match action {
            // [15.3][15.4][17.1.3]
            Action::Replace(one) | Action::Complement(one) => one == unit && has == had + 1,
            Action::Return { unit: one, .. } => one == unit && from == Place::ELIMINATED,
            // [15.2] The mountain division assembles in the reinforcement phase.
            _ => {
                Some(unit) == data.gebirgs
                    && has == had + 1
                    && matches!(before.current_phase(), Phase::Initiative | Phase::AxisReinforcement)
            }
        };
        // [15.1.3] A Julia regiment keeps its losses when its counter is exchanged.
        let exchanged = matches!(action, Action::Relieve { .. });
        require!(regained || exchanged, "{id} gains steps ({had} to {has}) by {action:?}");
    }
    if from != to {
        may_change_place(before, action, after, unit)?;
    }
    if let Some(hex) = to.hex() {
        require!(data.map.in_play.contains(hex), "{id} stands out of play in {}", hex_name(after, hex));
        match unit.side() {
            Side::Soviet => {
                require!(!data.map.closed_rail.contains(hex), "[5.1.2] {id} stands on the closed railway in {}", hex_name(after, hex));
            }
            Side::Axis => require!(hex != data.map.bokovskaya, "[16.1.4.a] {id} stands in Bokovskaya"),
        }
    }
    Ok(())
}

fn may_change_place(before: &Armir, action: Action, after: &Armir, unit: UnitId) -> Finding {
    let (from, to) = (before.place(unit), after.place(unit));
    let (data, id) = (after.data(), name(after, unit));
    let counter = data.unit(unit);
    let soviet_fighter = unit.side() == Side::Soviet && counter.class == Class::Combat;
    let allowed = match (from, to) {
        (Place::RESERVE, Place::CHIR) => in_set_up(before) && counter.formation == Formation::ThirdGuards && soviet_fighter,
        (Place::CHIR, Place::BOKOVSKAYA_BOX) | (Place::CHIR | Place::AIRFIELDS, Place::ELIMINATED) => soviet_fighter,
        (Place::ELIMINATED, Place::RESERVE) => false,
        (Place::RESERVE, _) if to.hex().is_some() => {
            let reinforcement = before.current_phase() == Phase::AxisReinforcement;
            in_set_up(before) || (reinforcement && unit.side() == Side::Axis)
        }
        (Place::BOKOVSKAYA_BOX, Place::AIRFIELDS) => soviet_fighter,
        (Place::BOKOVSKAYA_BOX, _) if to.hex().is_some() => soviet_fighter,
        (Place::ELIMINATED, _) if to.hex().is_some() => {
            // [17.1.3]
            matches!(action, Action::Return { unit: one, .. } if one == unit) && counter.class == Class::Hq && unit.side() == Side::Soviet
        }
        _ if from.hex().is_some() => match to {
            Place::ELIMINATED => true,
            Place::AIRFIELDS => soviet_fighter && before.garrison() > 0,
            // [15.1.3][15.4]
            Place::WITHDRAWN => matches!(action, Action::Relieve { .. } | Action::Complement(_)),
            _ => to.hex().is_some(),
        },
        _ => false,
    };
    require!(allowed, "{id} goes from {from:?} to {to:?} by {action:?} in the {} phase", before.phase_name());
    if let (Some(from), Some(to)) = (from.hex(), to.hex()) {
        let marches = before.marching() & unit.bit() != 0 && marching_side(before) == Some(unit.side());
        let far = data.map.grid.distance(from, to) > 1 && !matches!(action, Action::Relieve { .. });
        require!(marches || !far, "{id} goes from {} to {} without marching, by {action:?}", hex_name(after, from), hex_name(after, to));
        require!(!(marches && before.has_moved(unit)), "{id} moves a second time in a phase");
    }
    Ok(())
}

fn marching_side(game: &Armir) -> Option<Side> {
    match game.current_phase() {
        Phase::AxisMovement | Phase::AxisMotorised => Some(Side::Axis),
        Phase::SovietMovement | Phase::SovietMotorised => Some(Side::Soviet),
        _ => None,
    }
}

/// Every counter on the map is in exactly one stack, that of its hex, and whoever stands in a hex
/// controls it [1.5].
fn everything_stands_once(game: &Armir) -> Finding {
    let data = game.data();
    let mut found = [0u8; 256];
    for hex in data.map.grid.hexes() {
        for unit in game.stack(hex) {
            found[usize::from(unit.0)] += 1;
            require!(
                game.place(unit).hex() == Some(hex),
                "{} is in the stack of {} and stands elsewhere",
                name(game, unit),
                hex_name(game, hex)
            );
        }
        if let Some(side) = game.occupant(hex) {
            let passing = game.marching() != 0 || !game.is_quiet();
            require!(
                passing || game.controller(hex) == side,
                "[1.5] {} is held by the {side} side and controlled by the other",
                hex_name(game, hex)
            );
        }
    }
    for unit in data.all.iter() {
        let expected = u8::from(game.place(unit).hex().is_some());
        require!(found[usize::from(unit.0)] == expected, "{} is in {} stacks", name(game, unit), found[usize::from(unit.0)]);
    }
    Ok(())
}

/// [6.3]
fn armies_do_not_mix(game: &Armir) -> Finding {
    for unit in game.data().all.iter().filter(|unit| unit.side() == Side::Soviet) {
        let Some(hex) = game.place(unit).hex() else { continue };
        let army = game.data().unit(unit).formation;
        if let Some(other) = game.stack(hex).find(|&other| game.data().unit(other).formation != army) {
            return Err(format!("[6.3] {} and {} share {}", name(game, unit), name(game, other), hex_name(game, hex)));
        }
    }
    Ok(())
}

/// The side whose movement phase it is.
fn mover(game: &Armir) -> Option<Side> {
    match game.current_phase() {
        Phase::AxisMovement | Phase::AxisMotorised => Some(Side::Axis),
        Phase::SovietMovement | Phase::SovietMotorised => Some(Side::Soviet),
        _ => None,
    }
}

/// [6][6.1] The stacks that hold a counter of interest.
fn stacks_are_within_limits(game: &Armir, side: Side, counts: impl Fn(UnitId) -> bool) -> Finding {
    let data = game.data();
    for hex in data.map.grid.hexes().filter(|&hex| game.occupant(hex) == Some(side) && game.stack(hex).any(&counts)) {
        let steps: u32 = game.stack(hex).map(|unit| u32::from(game.steps(unit))).sum();
        if steps <= 8 {
            continue;
        }
        let first = game.stack(hex).next().expect("an occupied hex holds a counter");
        let parent = data.unit(first).parent.as_str();
        let one = !parent.is_empty() && game.stack(hex).all(|unit| data.unit(unit).parent == parent);
        require!(one, "[6] {steps} steps in {} after the phase", hex_name(game, hex));
    }
    Ok(())
}

// ---- tracks ----------------------------------------------------------------

fn tracks_move_by_rule(watch: &mut Watch, before: &Armir, action: Action, after: &Armir) -> Finding {
    momentum_adds_up(before, action, after)?;
    let (had, has) = (before.supply_points(), after.supply_points());
    require!(has <= had, "supply points rise from {had} to {has}");
    let paid = had - has;
    match action {
        // [10.1.4]
        Action::Support(_) | Action::Barrage { .. } => require!(paid == 1, "{action:?} costs {paid} supply points"),
        // [16.2.1]
        Action::Roll(die) if before.battle().is_none() => require!(paid <= die, "a die of {die} costs {paid} supply points"),
        // [5.4] (reading A5)
        _ => {
            watch.fuel += paid;
            require!(watch.fuel <= 1 || after.data().options.fuel_per_unit, "fuel costs {} supply points in one phase", watch.fuel);
            require!(paid == 0 || marching_side(before) == Some(Side::Axis), "{action:?} costs {paid} supply points");
        }
    }
    if (before.current_phase(), before.game_turn()) != (after.current_phase(), after.game_turn()) {
        watch.fuel = 0;
    }
    // [16.3][16.3.2]
    let (had, has) = (before.garrison(), after.garrison());
    require!(
        has <= had || (had > 0 && has == had + 1 && matches!(action, Action::Roll(_))),
        "the garrison goes from {had} to {has} by {action:?}"
    );
    // [16.1]
    require!((before.chir_box()..=before.chir_box() + 1).contains(&after.chir_box()), "the Chir marker jumps");
    require!(before.depot() || !after.depot(), "the depot comes back");
    // [10.2] Points are only spent between two initiative phases.
    if before.current_phase() != Phase::Initiative {
        for army in 0..3 {
            require!(after.artillery_points(army) <= before.artillery_points(army), "an army gains artillery points by {action:?}");
        }
    }
    require!((after.momentum() == 0) <= (after.turn() == Turn::Over), "the momentum is spent and the game goes on");
    require!(after.game_turn() == before.game_turn() || after.game_turn() == before.game_turn() + 1, "the turn jumps");
    Ok(())
}

/// [16.4] Momentum changes by stars, the drain, the initiative and German replacements, and by nothing
/// else.
fn momentum_adds_up(before: &Armir, action: Action, after: &Armir) -> Finding {
    if after.turn() == Turn::Over {
        return Ok(());
    }
    let stars = i16::from(after.stars()) - i16::from(before.stars());
    let mut expected = i16::from(before.momentum()) + stars;
    match action {
        Action::TakeInitiative => expected -= 1,
        Action::Replace(_) => expected += 1,
        _ => {}
    }
    if before.current_phase() == Phase::Initiative && after.current_phase() != Phase::Initiative && before.garrison() > 0 {
        expected -= 1;
    }
    require!(
        expected == i16::from(after.momentum()),
        "the momentum goes from {} to {} by {action:?} with {stars} stars",
        before.momentum(),
        after.momentum()
    );
    Ok(())
}

// ---- combat ----------------------------------------------------------------

/// [12.2][12.3] Both sides lose what they owe and no more, and the defenders go at most one hex back.
fn combats_keep_their_terms(watch: &mut Watch, before: &Armir, action: Action, after: &Armir) -> Finding {
    let fighting = before.battle().is_some();
    if let (Some(battle), None) = (after.battle(), &watch.fight) {
        let idle = &watch.idle;
        let defenders = after.stack(battle.target).filter(|unit| !idle.contains(unit)).map(|unit| (unit, after.steps(unit))).collect();
        watch.fight = Some(Fight { attacker: battle.attacker, target: battle.target, defenders, rolled: None });
    }
    if let (Some(battle), Some(fight), Action::Roll(die)) = (before.battle(), &mut watch.fight, action) {
        let owed = before.battle_result(&before.battle_sheet(battle), die);
        let attackers = units(battle.attacker, battle.attackers).map(|unit| (unit, before.steps(unit))).collect();
        fight.rolled = Some(Bill { attackers, attacker: owed.attacker, defender: owed.defender });
    }
    if fighting
        && after.battle().is_none()
        && let Some(fight) = watch.fight.take()
    {
        // What follows in the same breath may cost steps too: attrition, and removals after the phase.
        let same_phase = before.current_phase() == after.current_phase();
        settle_up(&fight, after, same_phase)?;
    }
    if fighting {
        note_idlers(watch, before, after);
    }
    if before.current_phase() != after.current_phase() {
        watch.idle.clear();
    }
    Ok(())
}

fn settle_up(fight: &Fight, after: &Armir, all_seen: bool) -> Finding {
    let place = hex_name(after, fight.target);
    for &(unit, _) in &fight.defenders {
        let distance = after.place(unit).hex().map_or(0, |hex| after.data().map.grid.distance(fight.target, hex));
        require!(distance <= 1, "[12.3] {} retreats {distance} hexes", name(after, unit));
    }
    let Some(bill) = fight.rolled.as_ref().filter(|_| all_seen) else { return Ok(()) };
    let paid = |side: &[(UnitId, u8)]| -> (u32, u32) {
        let had = side.iter().map(|&(_, steps)| u32::from(steps)).sum();
        (had, had - side.iter().map(|&(unit, _)| u32::from(after.steps(unit))).sum::<u32>())
    };
    let (had, lost) = paid(&bill.attackers);
    require!(lost == had.min(bill.attacker.into()), "[12.2] the attackers of {place} owe {} steps of {had} and lose {lost}", bill.attacker);
    let (had, lost) = paid(&fight.defenders);
    let owed = u32::from(bill.defender);
    // [12.3] One loss may become a retreat, and then the hex is empty or nobody is left.
    let emptied = after.occupant(fight.target) != Some(fight.attacker.opponent());
    let retreated = emptied && lost == had.min(owed.saturating_sub(1));
    require!(lost == had.min(owed) || retreated, "[12.2] the defenders of {place} owe {owed} steps of {had} and lose {lost}");
    let spread = |side: &[(UnitId, u8)]| -> Finding {
        // [12.2.1] No living combat unit has lost two steps more than another.
        let fighters = side.iter().filter(|(unit, _)| after.data().unit(*unit).class == Class::Combat && after.steps(*unit) > 0);
        let losses: Vec<u8> = fighters.map(|&(unit, had)| had - after.steps(unit)).collect();
        let (least, most) = (losses.iter().min().copied().unwrap_or(0), losses.iter().max().copied().unwrap_or(0));
        require!(most <= least + 1, "[12.2.1] losses at {place} are spread unevenly: {losses:?}");
        Ok(())
    };
    spread(&bill.attackers)?;
    spread(&fight.defenders)
}

/// [12.3.3] Who retreats onto friends in a combat phase takes no part in the combats that follow (reading
/// A62: friends stand there at the moment of the retreat; overruns do not count).
fn note_idlers(watch: &mut Watch, before: &Armir, after: &Armir) {
    if !matches!(before.current_phase(), Phase::AxisCombat | Phase::SovietCombat) {
        return;
    }
    let attacker = before.battle().map(|battle| battle.attacker);
    for unit in after.data().all.iter().filter(|unit| Some(unit.side().opponent()) == attacker) {
        let (from, to) = (before.place(unit).hex(), after.place(unit).hex());
        if from != to && to.is_some_and(|hex| before.occupant(hex) == Some(unit.side())) {
            watch.idle.push(unit);
        }
    }
    watch.idle.retain(|&unit| after.place(unit).hex().is_some());
}

// ---- mutations -------------------------------------------------------------

fn mutated(game: &Armir, action: Action, dice: &mut Dice) -> Action {
    let mut unit = |known: Option<UnitId>| match (known, dice.below(4)) {
        (Some(unit), 0) => UnitId(unit.0.wrapping_add(1)),
        (Some(unit), 1) => UnitId(unit.0.wrapping_sub(1)),
        (_, 2) => UnitId(dice.below(256) as u8),
        _ => UnitId(dice.below(128) as u8),
    };
    let (one, two) = (unit(action.unit()), unit(action.unit()));
    let map = &game.data().map;
    let mut hex = |known: Option<Hex>| match (known, dice.below(8)) {
        (Some(hex), 0..5) if hex.index() < map.grid.len() => {
            let near: Vec<Hex> = map.grid.neighbours(hex).map(|(_, near)| near).collect();
            dice.choose(&near)
        }
        (_, 5) => Hex(dice.below(1 << 16) as u16),
        _ => Hex(dice.below(map.grid.len() as u32) as u16),
    };
    let (here, there) = (hex(action.hex()), hex(action.hex()));
    let number = dice.below(20) as u8;
    match action {
        Action::Roll(_) => Action::Roll(number),
        Action::Done => [Action::TakeInitiative, Action::Engage, Action::Retreat, Action::Stand][usize::from(number % 4)],
        Action::Place { .. } => Action::Place { unit: one, hex: here },
        Action::PlaceOnChir(_) => Action::PlaceOnChir(one),
        Action::Choose(_) => Action::Choose(ObjectiveSet(number)),
        Action::TakeInitiative | Action::Engage | Action::Retreat | Action::Stand => Action::Done,
        Action::Flip(_) => Action::Flip(one),
        Action::Replace(_) => Action::Replace(one),
        Action::Relieve { .. } => Action::Relieve { fresh: one, relieved: two },
        Action::Complement(_) => Action::Complement(one),
        Action::Return { .. } => Action::Return { unit: one, hex: here },
        Action::Select(_) => Action::Select(one),
        Action::Join(_) => Action::Join(one),
        Action::MoveTo(_) => [Action::MoveTo(here), Action::Via(here), Action::Exit(here)][usize::from(number % 3)],
        Action::Via(_) => Action::Via(here),
        Action::Overrun { from, .. } => Action::Overrun { from: if number < 10 { from } else { there }, target: here },
        Action::Drop { .. } => Action::Drop { unit: one, at: here },
        Action::Exit(_) => Action::Exit(here),
        Action::Remove(_) => Action::Remove(one),
        Action::AirStrike(_) => Action::AirStrike(here),
        Action::Barrage { gun, .. } => Action::Barrage { gun: if number < 10 { gun } else { one }, target: here },
        Action::Salvo { hq, points, target } => match number % 3 {
            0 => Action::Salvo { hq: one, points, target },
            1 => Action::Salvo { hq, points: number, target },
            _ => Action::Salvo { hq, points, target: here },
        },
        Action::Attack(_) => Action::Attack(here),
        Action::Commit(_) => Action::Commit(one),
        Action::Support(_) => Action::Support(one),
        Action::Lose(_) => Action::Lose(one),
        Action::RetreatTo(_) => Action::RetreatTo(here),
        Action::Advance(_) => Action::Advance(one),
        Action::Supply(_) => Action::Supply(here),
    }
}
