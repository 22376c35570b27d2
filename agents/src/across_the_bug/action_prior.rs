//! How promising choices look at a glance: which formation has most to do, where stacks want to stand, which attacks pay.

use stavka_engine::across_the_bug::checks;
use stavka_engine::across_the_bug::{AcrossTheBug, Action, Command, FormationId, Segment, UnitId, units};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side};

use super::attacks::{self, ACTION_POINT, Stack};
use super::default_policy;
use super::features::{Observer, across};
use super::ground::Ground;
use crate::action_prior::{ActionPrior, prefer};
use crate::per_scenario::PerScenario;

/// What the choice of habit gets over all others.
const HABIT: f32 = 3.0;
/// How many times a logarithm of the odds a preference is.
pub(super) const SHARP: f32 = 6.0;
/// Action Points that an activation and a reaction are reckoned with, and attacks that are made with them.
const POINTS: u8 = 4;
const REACTION_POINTS: u8 = 2;
const STROKES: usize = 3;
/// What a level is worth that would not be wasted.
const LEVEL: f32 = 0.06;
/// What it costs the German to end the last turn with a marker below the least level.
const MARKER: f32 = 0.2;
/// What it is worth to tanks with an order to counterattack to stand beside an enemy.
const APPROACH: f32 = 0.3;
/// What an activation must promise.
const WORTH_IT: f32 = 0.05;

/// Scores of choices. What it keeps between calls are maps.
pub struct BugInstinct {
    observer: PerScenario<Observer>,
}

impl Default for BugInstinct {
    fn default() -> Self {
        BugInstinct { observer: PerScenario::NONE }
    }
}

impl ActionPrior<AcrossTheBug> for BugInstinct {
    fn add(&mut self, game: &AcrossTheBug, side: Side, legal: &[Action], out: &mut [f32]) {
        // Nothing is scored by what the side cannot see [5.3.4].
        let game = &*game.as_seen_by(side);
        let ground = &self.observer.of(game, Observer::new).ground;
        let some = |is: fn(&Action) -> bool| legal.iter().any(is);
        if some(|action| matches!(action, Action::Activate(_))) {
            score_activations(game, ground, side, legal, out);
        } else if some(|action| matches!(action, Action::React(_))) {
            score_reactions(game, ground, legal, out);
        } else if game.acting_stack() != 0
            && some(|action| matches!(action, Action::MoveTo(_) | Action::Boat(_) | Action::Attack { .. } | Action::Join(_)))
        {
            score_stack(game, ground, side, legal, out);
        } else if some(|action| matches!(action, Action::Select(_) | Action::Recover(_) | Action::Relocate(_)))
            || legal.contains(&Action::Done) && some(|action| matches!(action, Action::Improve(_) | Action::Pontoon { .. }))
        {
            score_actions(game, ground, side, legal, out);
        } else {
            prefer(Some(default_policy::choose(game, ground, side, legal)), HABIT, legal, out);
        }
    }
}

/// What a formation can do now, in logarithms of the odds.
fn prospects(game: &AcrossTheBug, ground: &Ground, formation: FormationId) -> f32 {
    let mut values: Vec<f32> =
        attacks::stacks(game, ground, formation).into_iter().map(|stack| stroke(game, ground, &stack, POINTS)).collect();
    values.sort_by(|a, b| b.total_cmp(a));
    values.iter().take(STROKES).sum()
}

/// What a stack can do with one action.
fn stroke(game: &AcrossTheBug, ground: &Ground, stack: &Stack, points: u8) -> f32 {
    let attack = attacks::best(game, ground, stack, points).unwrap_or(0.0);
    let step = restlessness(game, ground, stack) - ACTION_POINT * f32::from(stack.extra_to_move(game));
    attack.max(step).max(0.0)
}

/// How much a stack wants to be elsewhere.
fn restlessness(game: &AcrossTheBug, ground: &Ground, &Stack { formation, group, hex, .. }: &Stack) -> f32 {
    let side = game.data().formation(formation).side;
    let beside = ground.near[hex.index()].iter().any(|way| game.occupant(way.to) == Some(side.opponent()));
    let Some(unit) = units(side, group).next() else { return 0.0 };
    let guards = ground.goals.iter().any(|goal| goal.hex == hex) || ground.forts.contains(hex);
    let pull = pull(game, ground, unit, hex);
    match side {
        Side::Axis if beside => 0.02,
        Side::Axis => 0.16 * (1.0 - pull).max(0.0) + 0.02,
        Side::Soviet if guards => 0.0,
        Side::Soviet if beside => 0.02,
        Side::Soviet => 0.1 * (1.0 - pull).max(0.0),
    }
}

fn score_activations(game: &AcrossTheBug, ground: &Ground, side: Side, legal: &[Action], out: &mut [f32]) {
    let data = game.data();
    let last = game.game_turn() == data.script.span().1;
    let least = data.tables.victory.least_level;
    for (score, &action) in out.iter_mut().zip(legal) {
        *score = SHARP
            * match action {
                Action::Activate(formation) => {
                    let (level, counter) = (game.level(formation), data.formation(formation));
                    let spare = last || level + counter.recovery > counter.max_level;
                    let marker = if last && side == Side::Axis && level == least { MARKER } else { 0.0 };
                    prospects(game, ground, formation) - marker - if spare { 0.0 } else { LEVEL }
                }
                Action::Transfer => WORTH_IT + 0.01,
                _ => WORTH_IT,
            };
    }
}

/// A reaction pays if it brings an attack on the stack that moves.
fn score_reactions(game: &AcrossTheBug, ground: &Ground, legal: &[Action], out: &mut [f32]) {
    let Some(target) = game.acting_hex() else { return };
    for (score, &action) in out.iter_mut().zip(legal) {
        let Action::React(formation) = action else { continue };
        let counter = game.data().formation(formation);
        let able = attacks::stacks(game, ground, formation);
        let best = able
            .into_iter()
            .filter(|stack| ground.way(stack.hex, target).is_some())
            .filter_map(|stack| attacks::best(game, ground, &stack, REACTION_POINTS));
        let modifier = checks::reaction_modifier(&game.data().tables, counter.side, game.segment() == Segment::Surprise);
        let chance = f32::from(checks::chances(modifier, counter.reaction)) / 10.0;
        *score = SHARP * (chance * best.fold(0.0, f32::max) - 1.5 * LEVEL);
    }
}

/// Actions of a formation, and those of a bonus.
fn score_actions(game: &AcrossTheBug, ground: &Ground, side: Side, legal: &[Action], out: &mut [f32]) {
    let points = game.acting().map_or(1, |(_, points)| points).max(1);
    let commanded = game.commanded(side);
    let mut known: Vec<(Hex, f32)> = Vec::new();
    for (score, &action) in out.iter_mut().zip(legal) {
        *score = SHARP
            * match action {
                Action::Select(unit) => {
                    let Some(hex) = game.place(unit).hex() else { continue };
                    let formation = game.formation(unit);
                    if let Some((_, worth)) = known.iter().find(|(known, _)| *known == hex) {
                        // The first unit of a stack brings the others along.
                        worth - 0.05
                    } else {
                        let mates = game.stack(hex).filter(|&mate| {
                            ground.combat.contains(mate) && game.formation(mate) == formation && !game.is_disorganized(mate)
                        });
                        let group = mates.fold(0, |bits, mate| bits | mate.bit());
                        let stack = Stack { formation, hex, group, in_command: commanded & unit.bit() != 0 };
                        let worth = stroke(game, ground, &stack, points);
                        known.push((hex, worth));
                        worth
                    }
                }
                Action::Recover(unit) => {
                    let chance = f32::from(game.values(unit).effectiveness) / 10.0;
                    chance * (0.05 + 0.015 * f32::from(game.points(unit)))
                }
                Action::Improve(hex) => improvement(game, ground, side, hex),
                Action::Relocate(hq) => relocation(game, ground, hq),
                Action::Pontoon { .. } => 0.3,
                _ => 0.25 * ACTION_POINT,
            };
    }
}

/// What improved defence is worth to a stack: more before stronger enemies, and where a hex is to be held.
fn improvement(game: &AcrossTheBug, ground: &Ground, side: Side, hex: Hex) -> f32 {
    let foes: f32 =
        ground.near[hex.index()].iter().map(|way| across(way.crossing) * attacks::weight_in(game, ground, side.opponent(), way.to)).sum();
    let own = attacks::weight_in(game, ground, side, hex).max(1.0);
    let stake = if ground.goals.iter().any(|goal| goal.hex == hex) { 2.0 } else { 1.0 };
    let threat = (foes / own).min(2.0) * 0.05 * stake;
    if side == Side::Axis { 0.4 * threat } else { threat + 0.01 }
}

/// What it is worth to move a headquarters: more when its units run away from it, or the enemy comes.
fn relocation(game: &AcrossTheBug, ground: &Ground, hq: UnitId) -> f32 {
    let Some(hex) = game.place(hq).hex() else { return 0.0 };
    let (data, side) = (game.data(), hq.side());
    let Some(formation) = data.formation_ids().find(|&formation| data.formation(formation).hq == hq) else { return 0.0 };
    let range = u16::from(data.formation(formation).command_range);
    let (mut far, mut all) = (0.0, 0.0);
    for unit in units(side, game.on_map(side) & ground.combat.of(side)).filter(|&unit| game.formation(unit) == formation) {
        let Some(at) = game.place(unit).hex() else { continue };
        all += 1.0;
        far += if data.map.grid.distance(hex, at) + 1 > range { 1.0 } else { 0.0 };
    }
    let danger = ground.near[hex.index()].iter().any(|way| game.occupant(way.to) == Some(side.opponent()));
    0.4 * far / f32::max(all, 1.0) + if danger { 0.2 } else { 0.0 } - 0.03
}

/// Nearness of a hex to what matters to a unit, 0 to 1: to the German what he lacks, to the Soviets what they hold or lost.
pub(super) fn pull(game: &AcrossTheBug, ground: &Ground, unit: UnitId, hex: Hex) -> f32 {
    let (class, allowance) = ground.mobility[unit.index()];
    let mut best = 0.0f32;
    for goal in ground.goals.iter().filter(|goal| goal.turn >= game.game_turn()) {
        let german = game.last_in(goal.hex) == Side::Axis;
        let share = match (unit.side(), german) {
            (Side::Axis, false) | (Side::Soviet, true) => 0.9,
            (Side::Axis, true) => 0.2,
            (Side::Soviet, false) => 0.7,
        };
        let actions = f32::from(goal.ways[class][hex.index()]) / allowance;
        best = best.max((share + 0.1 * goal.points.min(1.0)) / (1.0 + 0.5 * actions));
    }
    best
}

/// Worth of a hex to a stack that ends its move there, in logarithms of the odds.
fn standing(game: &AcrossTheBug, ground: &Ground, side: Side, group: u128, hex: Hex) -> f32 {
    let data = game.data();
    let Some(lead) = units(side, group).next() else { return 0.0 };
    let there = game.stack(hex).filter(|&unit| ground.combat.contains(unit) && group & unit.bit() == 0);
    let (mut all, mut limited, mut friends) = (0, 0, 0.0);
    for unit in there.chain(units(side, group)) {
        all += 1;
        limited += u8::from(data.unit(unit).kind.is_limited());
        friends += attacks::weight(game, unit);
    }
    if !data.tables.stacking.holds(all, limited) {
        return -2.0;
    }
    let hq = game.place(data.formation(game.formation(lead)).hq).hex();
    let range = u16::from(data.formation(game.formation(lead)).command_range);
    let astray = hq.is_none_or(|hq| data.map.grid.distance(hq, hex) > range);
    let goals: f32 = ground.goals.iter().filter(|goal| goal.hex == hex).map(|goal| goal.points).sum();
    let german = game.last_in(hex) == Side::Axis;
    let (mut targets, mut threats) = (0.0f32, 0.0);
    for way in &ground.near[hex.index()] {
        let foes = attacks::weight_in(game, ground, side.opponent(), way.to);
        if foes > 0.0 {
            let ratio = friends * across(way.crossing) / (foes * ground.cover(way.to)).max(1.0);
            targets = targets.max(ratio.min(3.0));
            threats += foes * across(way.crossing);
        }
    }
    let hold = friends * ground.cover(hex);
    let danger = (threats / hold.max(1.0) - 1.0).clamp(0.0, 2.0);
    let taken = if goals > 0.0 && german != (side == Side::Axis) { 0.4 * goals } else { 0.0 };
    let pull = pull(game, ground, lead, hex);
    let stray = if astray { 0.25 } else { 0.0 };
    // Tanks that are ordered to counterattack have to get beside an enemy [9.f].
    let order = if targets > 0.0 && attacks::has_an_order(game, ground, side, group) { APPROACH } else { 0.0 };
    match side {
        Side::Axis => 0.6 * pull + 0.07 * targets + taken - 0.05 * danger - stray,
        Side::Soviet => {
            let guard = if goals > 0.0 && !german { 0.15 * goals } else { 0.0 };
            order + 0.4 * pull + 0.03 * targets + taken + guard + 0.05 * (ground.cover(hex) - 1.0) - 0.12 * danger - stray
        }
    }
}

/// What a stack that is put together, or on the move, does next.
fn score_stack(game: &AcrossTheBug, ground: &Ground, side: Side, legal: &[Action], out: &mut [f32]) {
    let (group, Some(from)) = (game.acting_stack(), game.acting_hex()) else { return };
    let Some(lead) = units(side, group).next() else { return };
    let in_command = game.status(lead) == Some(Command::InCommand);
    let stack = Stack { formation: game.formation(lead), hex: from, group, in_command };
    let here = standing(game, ground, side, group, from);
    let (mut stroke, mut step) = (f32::MIN, f32::MIN);
    for (score, &action) in out.iter_mut().zip(legal) {
        let worth = match action {
            Action::Attack { hex, kind } => {
                let worth = attacks::worth(game, ground, &stack, hex, kind).unwrap_or(-1.0);
                stroke = stroke.max(worth);
                worth
            }
            Action::MoveTo(hex) | Action::Boat(hex) | Action::Infiltrate(hex) => {
                let risk = if matches!(action, Action::Infiltrate(_)) { 0.1 } else { 0.0 };
                let worth = standing(game, ground, side, group, hex) - here - risk;
                step = step.max(worth);
                worth
            }
            Action::Exit => 0.4,
            Action::TryMove | Action::TryAttack => -0.1,
            _ => 0.0,
        };
        *score = SHARP * worth;
    }
    for (score, &action) in out.iter_mut().zip(legal) {
        if let Action::Join(unit) = action {
            let more = Stack { group: group | unit.bit(), ..stack };
            let attack = attacks::best(game, ground, &more, POINTS).unwrap_or(f32::MIN);
            let moves = if ground.mobility[unit.index()].0 == ground.mobility[lead.index()].0 { step + 0.02 } else { step - 0.2 };
            *score = SHARP * (if attack > stroke.max(step) { attack + 0.01 } else { moves });
        }
    }
}
