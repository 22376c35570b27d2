//! What units are after, worked out once per decision, and the choices that deserve a look.

use std::cmp::Reverse;

use stavka_engine::armir::{Action, Armir, HEX_CAPACITY, UnitId};
use stavka_engine::hex::{Hex, OFF_MAP};
use stavka_engine::{Game as _, Side, Turn};

use super::ground::{FAR, Gait, Ground};
use super::judgement::{Aim, Judge, Outlook, Pulls, chance_to_reach};
use crate::heuristic::Stage;

/// Destinations of one move that are looked at.
const DESTINATIONS: usize = 14;
/// Destinations of an HQ that are looked at.
const HQ_DESTINATIONS: usize = 60;
/// Attacks of a phase that are looked at.
const ATTACKS: usize = 24;
/// Bombardments that are looked at.
const BOMBARDMENTS: usize = 12;

/// Aims of the position at hand.
pub(super) struct Aims {
    turn: u16,
    pub(super) pulls: Pulls,
    /// Worth of standing in a hex, by side and gait.
    fast: Vec<f64>,
    slow: Vec<f64>,
    axis: Vec<f64>,
    /// Worth of attacking the stack in a hex.
    targets: Vec<f64>,
    scored: Vec<(i64, u16, Action)>,
}

impl Aims {
    pub(super) fn new() -> Self {
        let zero = || vec![0.0; HEX_CAPACITY];
        Aims {
            turn: 0,
            pulls: Pulls {
                axis_key: 0,
                aims: Vec::new(),
                fast: zero(),
                slow: [FAR; HEX_CAPACITY],
                exit: [FAR; HEX_CAPACITY],
                exits: Vec::new(),
            },
            fast: zero(),
            slow: zero(),
            axis: zero(),
            targets: zero(),
            scored: Vec::new(),
        }
    }

    /// Whether the aims are those of another turn.
    pub(super) fn is_stale(&self, game: &Armir) -> bool {
        self.turn != game.game_turn()
    }

    /// Works out the aims of a position.
    pub(super) fn take(&mut self, game: &Armir, side: Side, ground: &Ground, outlook: &Outlook, judge: &mut Judge) {
        if game.outcome().is_some() {
            return;
        }
        self.turn = game.game_turn();
        // No census has this key, so that taking the score leaves tolls and reach of this position behind.
        self.pulls.axis_key = u64::MAX;
        judge.soviet_score(game, ground, outlook, &self.pulls);
        self.measure_ways(game, ground, outlook, judge);
        self.measure_targets(game, side, ground, judge);
        self.measure_standing(game, ground, outlook, judge);
    }

    fn measure_ways(&mut self, game: &Armir, ground: &Ground, outlook: &Outlook, judge: &mut Judge) {
        let pulls = &mut self.pulls;
        let lacking = ground.stars.iter().filter(|&&(star, _)| game.controller(star) == Side::Axis).map(|&(star, value)| (star, value));
        let exits = ground.exits.iter().filter(|_| game.garrison() > 0).map(|&exit| (exit, 0.4 + 3.0 * outlook.objectives[1]));
        let mut used = 0;
        let mut stars = Vec::with_capacity(ground.stars.len());
        for (hex, worth) in lacking.chain(exits) {
            if used == pulls.aims.len() {
                pulls.aims.push(Aim { hex, worth, way: [FAR; HEX_CAPACITY] });
            }
            let aim = &mut pulls.aims[used];
            aim.hex = hex;
            aim.worth = worth;
            judge.ways_to(ground, Gait::Wheels, &[(hex, 0)], &mut aim.way);
            used += 1;
            stars.push((hex, (20.0 - 8.0 * worth).max(0.0) as u16));
        }
        pulls.aims.truncate(used);
        judge.ways_to(ground, Gait::Feet, &stars, &mut pulls.slow);
        pulls.exits.clear();
        pulls.exits.extend(ground.exits.iter().map(|&exit| (exit, judge.reach[exit.index()])));
        let exits: Vec<(Hex, u16)> = ground.exits.iter().map(|&exit| (exit, 1)).collect();
        judge.ways_to(ground, Gait::Wheels, &exits, &mut pulls.exit);
        pulls.fast.fill(0.0);
        for aim in &pulls.aims {
            for (pull, &cost) in pulls.fast.iter_mut().zip(&aim.way) {
                *pull = pull.max(aim.worth * chance_to_reach(cost, outlook.moves + 0.5));
            }
        }
        pulls.axis_key = judge.census.axis_key;
    }

    fn measure_targets(&mut self, game: &Armir, side: Side, ground: &Ground, judge: &Judge) {
        self.targets.fill(0.0);
        for stack in judge.census.stacks.iter().filter(|stack| stack.side != side) {
            self.targets[stack.hex.index()] = judge.best_attack(game, ground, stack, side);
        }
    }

    fn measure_standing(&mut self, game: &Armir, ground: &Ground, outlook: &Outlook, judge: &Judge) {
        self.fast.copy_from_slice(&self.pulls.fast);
        self.axis.fill(0.0);
        for (slow, &cost) in self.slow.iter_mut().zip(&self.pulls.slow) {
            *slow = -0.03 * f64::from(cost.min(100));
        }
        for (index, &(star, value)) in ground.stars.iter().enumerate() {
            let lacking = game.controller(star) == Side::Axis;
            let threat = if lacking { chance_to_reach(judge.reach[star.index()], outlook.moves) } else { 0.5 };
            for (axis, guard) in self.axis.iter_mut().zip(&ground.guard[index]) {
                *axis += value * threat * guard;
            }
            if lacking {
                self.fast[star.index()] += 2.0 * value;
                self.slow[star.index()] += 2.0 * value;
                self.block(ground, star, value * threat, judge);
            } else {
                self.axis[star.index()] += 2.0 * value;
            }
        }
        let map = &game.data().map;
        for stack in &judge.census.stacks {
            let strength = f64::from(stack.defence / 2);
            for &near in &map.neighbours[stack.hex.index()] {
                if near == OFF_MAP {
                    continue;
                }
                let near = usize::from(near);
                match stack.side {
                    Side::Axis => {
                        let chance = 1.5 / (2.0 + strength) + 0.2;
                        self.fast[near] += 0.4 * chance;
                        self.slow[near] += chance;
                    }
                    Side::Soviet => self.axis[near] -= 0.05 * strength,
                }
            }
        }
        for hex in map.fortified.iter() {
            self.axis[hex.index()] += 0.4;
        }
    }

    /// Axis units do well on the ways that fast units would take to a star.
    fn block(&mut self, _ground: &Ground, star: Hex, worth: f64, judge: &Judge) {
        let total = judge.reach[star.index()];
        if total >= FAR {
            return;
        }
        let Some(Aim { way, .. }) = self.pulls.aims.iter().find(|aim| aim.hex == star) else { return };
        for ((value, &reach), &way) in self.axis.iter_mut().zip(&judge.reach).zip(way) {
            if reach < FAR && way < FAR && reach + way <= total + 1 {
                *value += 0.4 * worth;
            }
        }
    }

    /// Worth of a destination for a unit.
    pub(super) fn standing(&self, game: &Armir, unit: UnitId, hex: Hex) -> f64 {
        let data = game.data();
        match unit.side() {
            Side::Axis => self.axis[hex.index()],
            Side::Soviet if data.mobile.contains(unit) => self.fast[hex.index()],
            Side::Soviet => self.slow[hex.index()],
        }
    }

    /// Worth of the destination of a choice of a march.
    pub(super) fn destination(&self, game: &Armir, action: Action) -> f64 {
        let lead = lead_of(game);
        match (lead, action) {
            (Some(unit), Action::MoveTo(hex)) => self.standing(game, unit, hex),
            (Some(unit), Action::Via(hex)) => self.standing(game, unit, hex) + 0.5,
            (_, Action::Overrun { target, .. }) => 3.0 + self.targets[target.index()],
            (_, Action::Exit(_)) => 10.0,
            (_, Action::Join(_)) => 5.0,
            _ => 0.0,
        }
    }

    // ---- choices worth a look --------------------------------------------------

    pub(super) fn shortlist(&mut self, game: &Armir, legal: &[Action], stage: Stage, out: &mut Vec<Action>) {
        if game.marching() != 0 {
            self.shortlist_march(game, legal, out);
            return;
        }
        match legal.iter().find(|action| **action != Action::Done) {
            Some(Action::Attack(_)) => {
                self.keep_best(legal, ATTACKS, |aims, action| action.hex().map_or(0.0, |hex| aims.targets[hex.index()]), out)
            }
            Some(action) if action.is_bombardment() => self.shortlist_bombardment(legal, out),
            Some(Action::Commit(_) | Action::Engage) if stage == Stage::FollowUp => {
                out.push(super::default_policy::continue_with(game, legal, self))
            }
            Some(Action::Select(_)) => {
                out.extend_from_slice(legal);
                let data = game.data();
                out.sort_by_key(|action| match action {
                    Action::Select(unit) => {
                        (data.headquarters.contains(*unit), data.mobile.contains(*unit), Reverse(game.cp(*unit)), unit.0)
                    }
                    _ => (true, true, Reverse(0), u8::MAX),
                });
            }
            _ => out.extend_from_slice(legal),
        }
    }

    fn shortlist_march(&mut self, game: &Armir, legal: &[Action], out: &mut Vec<Action>) {
        // HQs have few moves and much to fear: all their destinations count.
        let headquarters = lead_of(game).is_some_and(|unit| game.data().headquarters.contains(unit));
        let count = if headquarters { HQ_DESTINATIONS } else { DESTINATIONS };
        self.keep_best(legal, count, |aims, action| aims.destination(game, action), out);
        // The best step towards each star and exit, whatever else draws the unit.
        for Aim { way, .. } in &self.pulls.aims {
            let nearest = legal
                .iter()
                .filter(|action| matches!(action, Action::MoveTo(_)))
                .min_by_key(|action| action.hex().map_or(FAR, |hex| way[hex.index()]));
            if let Some(action) = nearest
                && !out.contains(action)
            {
                out.push(*action);
            }
        }
        let mut joined = false;
        out.retain(|action| !matches!(action, Action::Join(_)) || !std::mem::replace(&mut joined, true));
    }

    fn shortlist_bombardment(&mut self, legal: &[Action], out: &mut Vec<Action>) {
        self.keep_best(
            legal,
            BOMBARDMENTS,
            |aims, action| {
                let Some(hex) = action.hex() else { return 0.0 };
                let points = if let Action::Salvo { points, .. } = action {
                    [0.0, 0.1, 0.3, 0.8, 1.0, 0.9, 0.85][usize::from(points.min(6))]
                } else {
                    1.0
                };
                aims.targets[hex.index()] * points
            },
            out,
        );
    }

    /// The `count` best of a list and the pass, in the order of the list.
    fn keep_best(&mut self, legal: &[Action], count: usize, worth: impl Fn(&Self, Action) -> f64, out: &mut Vec<Action>) {
        if legal.len() <= count {
            out.extend_from_slice(legal);
            return;
        }
        let mut scored = std::mem::take(&mut self.scored);
        scored.clear();
        for (index, &action) in legal.iter().enumerate() {
            let score = if action == Action::Done { 1e6 } else { worth(self, action) };
            scored.push(((score * -1e6) as i64, index as u16, action));
        }
        scored.sort_unstable_by_key(|&(score, index, _)| (score, index));
        scored.truncate(count);
        scored.sort_unstable_by_key(|&(_, index, _)| index);
        out.extend(scored.iter().map(|&(_, _, action)| action));
        self.scored = scored;
    }
}

/// A unit of the marching group.
pub(super) fn lead_of(game: &Armir) -> Option<UnitId> {
    let group = game.marching();
    match game.turn() {
        Turn::Player(side) if group != 0 => Some(UnitId::new(side, group.trailing_zeros() as usize)),
        _ => None,
    }
}
