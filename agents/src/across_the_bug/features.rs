//! The features of a position: what a wargamer would look at, as numbers, positive where there is more of it.

use stavka_engine::across_the_bug::ids::{HEX_CAPACITY, HexSet};
use stavka_engine::across_the_bug::score::Ledger;
use stavka_engine::across_the_bug::terms::Crossing;
use stavka_engine::across_the_bug::{AcrossTheBug, FormationId, Place};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side};

use super::ground::{FAR, Field, Goal, Ground};
use super::survey::{Piece, Survey};
use crate::costs::Rings;
use crate::logistic::logistic;
use crate::weights::features;

features! {
    "Across the Bug River", "../../data/across-the-bug/evaluation.toml";

    /// Always 1.
    Constant = "constant" 0.0 => "the situation as such",
    /// German victory points to be expected, less the mark between victory and defeat.
    Expected = "expected" 1.0 => "victory points to be expected",
    /// The same of the account as it stands, counted by the share of the game that is over.
    Account = "account" 0.0 => "victory points so far",
    /// How far the German spearheads are from the hexes that they lack, in Movement actions, by points.
    Distance = "distance" 0.0 => "the way to the victory hexes",
    /// German strength that is near the hexes that are lacking.
    Massed = "massed" 0.0 => "strength before the next victory hex",
    /// Strength points of the German on the map.
    AxisStrength = "axis-strength" 0.1 => "German strength",
    /// Strength points of the Soviets on the map.
    SovietStrength = "soviet-strength" -0.75 => "Soviet strength",
    /// Strength points in disorganized German units.
    AxisShaken = "axis-shaken" -0.25 => "disorganized units",
    /// Strength points in disorganized Soviet units.
    SovietShaken = "soviet-shaken" 0.4 => "disorganized units",
    /// German units out of command.
    AxisStray = "axis-stray" -0.25 => "German command",
    /// Soviet units out of command.
    SovietStray = "soviet-stray" 0.25 => "Soviet command",
    /// German units near the end of their command range.
    AxisStretch = "axis-stretch" 0.0 => "German command",
    /// Soviet units near the end of their command range.
    SovietStretch = "soviet-stretch" 0.02 => "Soviet command",
    /// Activation levels with which German formations begin the next turn, by the strength under them.
    AxisLevels = "axis-levels" 0.0 => "German activation levels",
    /// Activation levels with which Soviet formations begin the next turn, by the strength under them.
    SovietLevels = "soviet-levels" 0.0 => "Soviet activation levels",
    /// Action Points in hand: those of the German less those of the Soviets.
    Points = "points" 0.025 => "Action Points in hand",
    /// Soviet stacks that are outweighed by the German units beside them.
    AxisPressure = "axis-pressure" 0.08 => "German attacks in the making",
    /// German stacks that are outweighed by the Soviet units beside them.
    SovietPressure = "soviet-pressure" -0.08 => "Soviet attacks in the making",
    /// Support points of German headquarters.
    AxisSupport = "axis-support" 0.02 => "German artillery",
    /// Support points of Soviet headquarters.
    SovietSupport = "soviet-support" -0.0125 => "Soviet artillery",
    /// German headquarters beside Soviet units.
    AxisHqDanger = "axis-hq-danger" -0.05 => "headquarters in danger",
    /// Soviet headquarters beside German units.
    SovietHqDanger = "soviet-hq-danger" 0.05 => "headquarters in danger",
    /// German headquarters without supply.
    AxisCut = "axis-cut" -0.1 => "headquarters without supply",
    /// Soviet headquarters without supply.
    SovietCut = "soviet-cut" 0.1 => "headquarters without supply",
    /// Soviet strength in improved defence and in strongpoints.
    Dug = "dug" -0.05 => "improved defences",
    /// German strength in improved defence.
    AxisDug = "axis-dug" 0.025 => "improved defences",
    /// Pontoons over the Bug.
    Pontoons = "pontoons" 0.06 => "the crossings of the Bug",
    /// German units on the east bank.
    Across = "across" 0.4 => "the crossings of the Bug",
    /// Counterattacks that are ordered and that Soviet tanks are near enough to make.
    Orders = "orders" 0.0 => "the counterattacks that are ordered",
    /// The luck token: the German has it, or the Soviets.
    Luck = "luck" 0.0 => "the luck token",
    /// Value of the initiative marker.
    Initiative = "initiative" 0.0025 => "initiative",
}

/// Half points of a Movement action by class, for a rough count.
const ACTION: [f32; 2] = [10.0, 20.0];
/// Movement actions that a stack makes in a turn, roughly.
const ACTIONS: f32 = 1.7;
/// Most actions that a way counts.
const FAR_OFF: f32 = 8.0;

/// Share of the rest of a turn that reactions are to a side that has passed [6.2.3].
const REACTS: f32 = 0.3;
/// Hexes from the enemy at which tanks are half ready to attack.
const NEAR: f32 = 5.0;

/// Where a position stands in the game.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    /// Share of the game that is over.
    pub(super) progress: f32,
    /// Turn.
    pub(super) turn: u16,
    /// What is left of it, 0 to 1.
    pub(super) rest: f32,
}

impl Moment {
    pub(super) fn of(game: &AcrossTheBug) -> Self {
        let (first, last) = game.data().script.span();
        let turn = game.game_turn();
        let (mut left, mut most) = (0.0, 0.0);
        for formation in game.data().formation_ids() {
            if game.place(game.data().formation(formation).hq).hex().is_some() {
                left += f32::from(game.level(formation));
                most += f32::from(game.data().formation(formation).max_level);
            }
        }
        let rest = (1.2 * left / f32::max(most, 1.0)).clamp(0.05, 1.0);
        let turns = f32::from(last - first + 1);
        Moment { progress: ((f32::from(turn - first) + 1.0 - rest) / turns).clamp(0.0, 1.0), turn, rest }
    }

    /// Turns until control of a hex is judged.
    fn until(&self, goal: &Goal) -> f32 {
        if goal.turn < self.turn { 0.0 } else { f32::from(goal.turn - self.turn) + self.rest }
    }
}

/// Eyes and buffers.
pub(super) struct Observer {
    pub(super) ground: Ground,
    /// Worth of the units in each hex by side.
    worth: [Box<[f32; HEX_CAPACITY]>; 2],
    /// Half points that the Soviets add to the price of a hex.
    toll: Box<[u16; HEX_CAPACITY]>,
    /// Half points of the German to each hex by class of movement.
    march: Box<[Field; 2]>,
    rings: Rings,
}

impl Observer {
    pub(super) fn new(game: &AcrossTheBug) -> Self {
        Observer {
            ground: Ground::new(game.data()),
            worth: [0, 1].map(|_| Box::new([0.0; HEX_CAPACITY])),
            toll: Box::new([0; HEX_CAPACITY]),
            march: Box::new([[FAR; HEX_CAPACITY]; 2]),
            rings: Rings::default(),
        }
    }

    /// Measures the features of an unfinished position. Of a combat before its die they are what is to be expected of it.
    pub(super) fn observe(&mut self, game: &AcrossTheBug, moment: &Moment, row: &mut Row) {
        let Observer { ground, worth, toll, march, rings } = self;
        *row = [0.0; COUNT];
        row[Feature::Constant as usize] = 1.0;
        let survey = Survey::new(game, ground);
        weigh_hexes(&survey, worth);
        measure_ways(&survey, worth, toll, march, rings);
        measure_pieces(&survey, row);
        measure_formations(&survey, row);
        measure_pressure(&survey, worth, row);
        measure_points(&survey, moment, march, row);
        measure_tokens(game, row);
        row[Feature::Orders as usize] = counterattacks(&survey, moment);
    }
}

/// A strength as part of a sensible whole.
const PART: f32 = 20.0;

fn weigh_hexes(survey: &Survey<'_>, worth: &mut [Box<[f32; HEX_CAPACITY]>; 2]) {
    for worth in worth.iter_mut() {
        worth.fill(0.0);
    }
    for piece in &survey.pieces {
        worth[piece.unit.side().index()][piece.hex.index()] += piece.worth * (1.0 - 0.5 * piece.shaken);
    }
}

/// How far the German has to go to every hex, Soviet units being in the way, as far as it matters.
fn measure_ways(
    survey: &Survey<'_>,
    worth: &[Box<[f32; HEX_CAPACITY]>; 2],
    toll: &mut [u16; HEX_CAPACITY],
    march: &mut [Field; 2],
    rings: &mut Rings,
) {
    let (game, ground) = (survey.game, survey.ground);
    toll.fill(0);
    for hex in game.zoc(Side::Soviet).iter() {
        toll[hex.index()] = 4;
    }
    for piece in survey.of(Side::Soviet) {
        let defence = worth[Side::Soviet.index()][piece.hex.index()] * ground.cover(piece.hex);
        let left = survey.stays(piece.hex);
        toll[piece.hex.index()] = 4 + (1.5 * defence * left) as u16;
    }
    let (bridged, toll): (HexSet, &[u16; HEX_CAPACITY]) = (game.bridgeheads(), toll);
    for (class, field) in march.iter_mut().enumerate() {
        field.fill(FAR);
        for piece in survey.of(Side::Axis).filter(|piece| piece.class == class) {
            let start = if piece.shaken > 0.5 { ACTION[class] as u16 } else { 0 };
            rings.start(field, piece.hex.0, start);
        }
        // What lies further off counts as no nearer than that.
        rings.spread(field, (FAR_OFF * ACTION[class]) as u16, |from| {
            let over = bridged.contains(Hex(from));
            ground.near[usize::from(from)].iter().map(move |way| {
                let cost = if over && way.crossing == Crossing::Bug && bridged.contains(way.to) { 4 } else { way.cost[class] };
                (way.to.0, cost + toll[way.to.index()])
            })
        });
    }
}

fn measure_pieces(survey: &Survey<'_>, row: &mut Row) {
    let game = survey.game;
    for piece in &survey.pieces {
        let german = piece.unit.side() == Side::Axis;
        let feature = |axis: Feature, soviet: Feature| if german { axis as usize } else { soviet as usize };
        row[feature(Feature::AxisStrength, Feature::SovietStrength)] += piece.worth / PART;
        row[feature(Feature::AxisShaken, Feature::SovietShaken)] += piece.shaken * piece.strength / PART;
        if !piece.in_command {
            row[feature(Feature::AxisStray, Feature::SovietStray)] += 0.25;
        } else if survey.hexes_to_hq(piece) + 2 > u16::from(game.data().formation(piece.formation).command_range) {
            row[feature(Feature::AxisStretch, Feature::SovietStretch)] += 0.25;
        }
        let in_fort = !german && survey.ground.forts.contains(piece.hex);
        if game.is_improved(piece.hex) || in_fort {
            row[feature(Feature::AxisDug, Feature::Dug)] += piece.worth / PART;
        }
        if german && !survey.ground.west.contains(piece.hex) {
            row[Feature::Across as usize] += piece.worth / PART / 4.0;
        }
    }
}

fn measure_formations(survey: &Survey<'_>, row: &mut Row) {
    let game = survey.game;
    let mut strength = [0.0f32; 32];
    for piece in &survey.pieces {
        strength[piece.formation.index()] += piece.worth;
    }
    let supplied = Side::ALL.map(|side| game.supply_net(side));
    let last = game.game_turn() == game.data().script.span().1;
    for formation in game.data().formation_ids() {
        let counter = game.data().formation(formation);
        let Some(hex) = game.place(counter.hq).hex() else { continue };
        let german = counter.side == Side::Axis;
        let feature = |axis: Feature, soviet: Feature| if german { axis as usize } else { soviet as usize };
        let level = if last { 0.0 } else { f32::from((game.level(formation) + counter.recovery).min(counter.max_level)) };
        row[feature(Feature::AxisLevels, Feature::SovietLevels)] += level.min(6.0) / 6.0 * strength[formation.index()] / PART;
        row[feature(Feature::AxisSupport, Feature::SovietSupport)] += f32::from(game.points(counter.hq));
        if survey.ground.near[hex.index()].iter().any(|way| game.occupant(way.to) == Some(counter.side.opponent())) {
            row[feature(Feature::AxisHqDanger, Feature::SovietHqDanger)] += 1.0;
        }
        if !supplied[counter.side.index()].contains(hex) {
            row[feature(Feature::AxisCut, Feature::SovietCut)] += 1.0;
        }
    }
    let signed = |formation: FormationId, points: f32| if game.data().formation(formation).side == Side::Axis { points } else { -points };
    if let Some((formation, points)) = game.acting() {
        row[Feature::Points as usize] = signed(formation, f32::from(points));
    }
    if let Some((formation, reaction)) = game.activating() {
        row[Feature::Points as usize] += signed(formation, if reaction { 2.0 } else { 4.0 });
    }
}

/// What an attack across a hexside is worth.
pub(super) fn across(crossing: Crossing) -> f32 {
    match crossing {
        Crossing::Plain => 1.0,
        Crossing::Stream | Crossing::BridgedStream => 0.75,
        Crossing::Lake => 0.0,
        _ => 0.5,
    }
}

/// Stacks that are outweighed by what stands beside them.
fn measure_pressure(survey: &Survey<'_>, worth: &[Box<[f32; HEX_CAPACITY]>; 2], row: &mut Row) {
    let ground = survey.ground;
    let mut seen = HexSet::EMPTY;
    for piece in &survey.pieces {
        if seen.contains(piece.hex) {
            continue;
        }
        seen.insert(piece.hex);
        let side = piece.unit.side();
        let foes: f32 =
            ground.near[piece.hex.index()].iter().map(|way| worth[side.opponent().index()][way.to.index()] * across(way.crossing)).sum();
        if foes > 0.0 {
            let own = worth[side.index()][piece.hex.index()];
            let hold = own * ground.cover(piece.hex) * if survey.game.is_improved(piece.hex) { 1.3 } else { 1.0 };
            let danger = ((foes / hold.max(1.0) - 1.0) / 2.0).clamp(0.0, 1.0) * own.min(8.0) / 8.0;
            let feature = if side == Side::Soviet { Feature::AxisPressure } else { Feature::SovietPressure };
            row[feature as usize] += danger * survey.stays(piece.hex);
        }
    }
}

/// What is left of the weight of a unit that needs so many actions to a hex which is judged in so many turns.
fn fade(actions: f32, turns: f32) -> f32 {
    let reach = actions / (0.7 + ACTIONS * turns);
    1.0 / (1.0 + reach * reach)
}

/// The account, and what it may be at the end.
fn measure_points(survey: &Survey<'_>, moment: &Moment, march: &[Field; 2], row: &mut Row) {
    let game = survey.game;
    let (data, rules) = (game.data(), &game.data().tables.victory);
    let mark = survey.ground.mark;
    let holds = |goal: &Goal| game.last_in(goal.hex) == Side::Axis;
    let line = if survey.ground.goals.iter().any(holds) { game.line_hexes(Side::Axis) } else { HexSet::EMPTY };
    let mut ledger = ledger(survey);
    let mut expected = 0.0;
    for (at, goal) in survey.ground.goals.iter().enumerate() {
        let chance = if let Some(won) = game.scored(at) {
            ledger.hexes += if won { goal.points as i16 } else { 0 };
            f32::from(u8::from(won))
        } else {
            let held = holds(goal);
            ledger.hexes += if held && line.contains(goal.hex) { goal.points as i16 } else { 0 };
            let hold = Hold::of(survey, goal, moment, march);
            if !held {
                row[Feature::Distance as usize] += goal.points * hold.arrival;
                row[Feature::Massed as usize] += goal.points * hold.attack / 60.0;
            }
            hold.chance(held, held && line.contains(goal.hex))
        };
        expected += goal.points * chance;
    }
    let printed = &survey.ground.printed;
    let lost = |afv: bool| -> f32 {
        let per_point = f32::from(if afv { rules.afv_sp } else { rules.other_sp });
        let harmed = survey.of(Side::Soviet).filter(|piece| printed[piece.unit.index()].1 == afv);
        0.5 * harmed.map(|piece| f32::from(printed[piece.unit.index()].0) - piece.strength).sum::<f32>() / per_point
    };
    expected += f32::from(ledger.afv_sp) / f32::from(rules.afv_sp) + f32::from(ledger.other_sp) / f32::from(rules.other_sp);
    expected += lost(true) + lost(false) + f32::from(ledger.exited_sp) / f32::from(rules.exited_sp);
    expected += f32::from(rules.order) * f32::from(ledger.orders);
    if data.script.strongpoints_score {
        expected += f32::from(rules.forts_clear) * forts_fall(survey, moment);
    }
    let astray = survey.of(Side::Axis).filter(|piece| !piece.in_command).count() as f32;
    let gone = f32::from(ledger.units) - astray;
    expected -= (gone + astray * moment.progress) / f32::from(rules.units_for_penalty);
    expected -= moment.progress * moment.progress * f32::from(ledger.markers) / f32::from(rules.markers_for_penalty);
    row[Feature::Account as usize] = moment.progress * (f32::from(ledger.total(rules)) - mark);
    row[Feature::Expected as usize] = expected - mark;
}

/// The account as it stands, but for the hexes.
fn ledger(survey: &Survey<'_>) -> Ledger {
    let (game, ground) = (survey.game, survey.ground);
    let (data, mut ledger) = (game.data(), Ledger { orders: game.orders(), ..Ledger::default() });
    for unit in ground.combat.iter() {
        let (printed, afv) = ground.printed[unit.index()];
        match (unit.side(), game.place(unit)) {
            (Side::Axis, Place::ELIMINATED) => ledger.units += 1,
            (Side::Axis, Place::EXITED) => ledger.exited_sp += u16::from(game.points(unit)),
            (Side::Soviet, Place::ELIMINATED) if afv => ledger.afv_sp += u16::from(printed),
            (Side::Soviet, Place::ELIMINATED) => ledger.other_sp += u16::from(printed),
            _ => {}
        }
    }
    ledger.units += survey.of(Side::Axis).filter(|piece| !piece.in_command).count() as u16;
    ledger.forts_clear = data.script.strongpoints_score && !survey.of(Side::Soviet).any(|piece| ground.forts.contains(piece.hex));
    let least = data.tables.victory.least_level;
    let low = |formation: &FormationId| {
        let counter = data.formation(*formation);
        counter.side == Side::Axis && game.place(counter.hq).hex().is_some() && game.level(*formation) < least
    };
    ledger.markers = data.formation_ids().filter(low).count() as u16;
    ledger
}

/// The chance that no Soviet combat unit holds a strongpoint in the end.
fn forts_fall(survey: &Survey<'_>, moment: &Moment) -> f32 {
    let last = survey.game.data().script.span().1;
    let turns = f32::from(last - moment.turn) + moment.rest;
    let mut manned = HexSet::EMPTY;
    survey.of(Side::Soviet).filter(|piece| survey.ground.forts.contains(piece.hex)).for_each(|piece| manned.insert(piece.hex));
    manned.iter().map(|hex| 1.0 - survey.stays(hex) * (1.0 - (0.3 * turns).min(0.8))).product()
}

/// How both sides stand to a hex that scores.
struct Hold {
    attack: f32,
    defence: f32,
    /// Movement actions of the German spearhead to it.
    arrival: f32,
    /// Turns in which each side can act until it is judged.
    acts: [f32; 2],
    /// Chance that the combat in progress empties it, by the side that attacks.
    falls: [f32; 2],
}

impl Hold {
    fn of(survey: &Survey<'_>, goal: &Goal, moment: &Moment, march: &[Field; 2]) -> Self {
        let (turns, rest) = (moment.until(goal), moment.rest);
        let (mut attack, mut defence) = (0.0, 0.0);
        for piece in &survey.pieces {
            let actions = f32::from(goal.ways[piece.class][piece.hex.index()]) / piece.allowance;
            if actions > 4.0 * FAR_OFF {
                continue;
            }
            let weight = piece.worth * (1.0 - 0.4 * piece.shaken);
            if piece.unit.side() == Side::Axis {
                attack += weight * fade(actions, turns);
            } else {
                defence += Self::defends(survey, goal, piece, weight, actions, turns);
            }
        }
        let arrivals = [0, 1].map(|class| f32::from(march[class][goal.hex.index()]) / ACTION[class]);
        let mut falls = [0.0; 2];
        if let Some(fight) = survey.fight.filter(|fight| fight.target == goal.hex) {
            falls[fight.attacker.index()] = 0.9 * fight.odds.defender.gone;
        }
        let later = (turns - rest).max(0.0);
        let acts = Side::ALL.map(|side| if survey.game.has_passed(side) { later + REACTS * rest.min(turns) } else { turns });
        Hold { attack, defence, arrival: arrivals[0].min(arrivals[1]).min(FAR_OFF), acts, falls }
    }

    fn defends(survey: &Survey<'_>, goal: &Goal, piece: &Piece, weight: f32, actions: f32, turns: f32) -> f32 {
        if piece.hex == goal.hex {
            let dug = if survey.game.is_improved(piece.hex) { 1.3 } else { 1.0 };
            return 1.2 * weight * survey.ground.cover(piece.hex) * dug;
        }
        0.8 * weight * fade(actions, 0.6 * turns)
    }

    /// The chance that the German controls it when it is judged; `line` says that a line leads there now.
    fn chance(&self, held: bool, line: bool) -> f32 {
        let ratio = ((self.attack + 2.0) / (self.defence + 2.0)).ln();
        let keep = {
            let lost = logistic(f64::from(-1.5 - 1.2 * ratio)) as f32 * self.acts[Side::Soviet.index()].min(1.0);
            (1.0 - lost) * if line || !held { 1.0 } else { 0.6 }
        };
        let take = {
            let spare = ACTIONS * self.acts[Side::Axis.index()] - self.arrival;
            (logistic(f64::from(1.2 * ratio - 0.8)) * logistic(f64::from(1.2 * spare))) as f32
        };
        let [german, soviet] = self.falls;
        if held { keep * (1.0 - soviet) + take * soviet } else { take * (1.0 - german) + keep * german }
    }
}

/// Orders that Soviet tanks may still carry out [9.f]: as many as their formation has levels for, the less the further they are from a German.
fn counterattacks(survey: &Survey<'_>, moment: &Moment) -> f32 {
    let (game, data) = (survey.game, survey.game.data());
    let orders = f32::from(game.orders());
    if orders == 0.0 {
        return 0.0;
    }
    let later = f32::from(data.script.span().1 - moment.turn);
    let ready = |piece: &Piece| {
        let levels = f32::from(game.level(piece.formation)) + later * f32::from(data.formation(piece.formation).recovery);
        let away = survey.of(Side::Axis).map(|foe| data.map.grid.distance(piece.hex, foe.hex)).min()?;
        let near = 1.0 / (1.0 + f32::from(away.saturating_sub(1)) / NEAR);
        let able = if piece.in_command { 1.0 } else { 0.5 };
        Some(orders.min(levels) * near * able * (1.0 - 0.5 * piece.shaken))
    };
    let tanks = survey.of(Side::Soviet).filter(|piece| survey.ground.printed[piece.unit.index()].1);
    tanks.filter_map(ready).fold(0.0, f32::max)
}

fn measure_tokens(game: &AcrossTheBug, row: &mut Row) {
    row[Feature::Luck as usize] = if game.luck() == Side::Axis { 1.0 } else { -1.0 };
    row[Feature::Pontoons as usize] = game.bridgeheads().len() as f32 / 2.0;
    let (marked, bonus) = game.initiative_marker();
    let bonus = f32::from(bonus);
    row[Feature::Initiative as usize] = if marked == Side::Axis { bonus } else { -bonus } + f32::from(game.interdiction());
}
