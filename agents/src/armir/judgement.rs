//! What a position of ARMIR is worth. One number, higher is better for the Soviets; a point is about
//! what a momentum point is worth in the middle of the game.

use stavka_engine::armir::{Armir, Class, Formation, HexSet, ObjectiveSet, Phase, Place, edge, units};
use stavka_engine::hex::{Direction, Hex, OFF_MAP};
use stavka_engine::{Game as _, Side};

use super::census::{Census, Stack};
use super::ground::{CLOSED, FAR, Field, Flood, Gait, Ground, Way};

/// Half points of a fast move.
const MOVE: f64 = 14.0;
/// Most hexes in the ring of a small flood.
const RING_HEXES: usize = 48;
/// Hexes that units on foot and fast units cover in a move, road or no road.
const FOOT_HEXES: u8 = 3;
const FAST_HEXES: u8 = 6;
/// Most combats at the airfields that are planned for.
const ROUNDS: usize = 5;
/// Worth of a decided game.
const VICTORY: f64 = 200.0;

/// Sets of objectives that can earn three points, and how likely the Axis thinks each of them.
pub(super) const LIKELY_SETS: [(u8, f64); 4] = [
    (ObjectiveSet::CHIR | ObjectiveSet::DESTROY | ObjectiveSet::DONETS, 0.5),
    (ObjectiveSet::CHIR | ObjectiveSet::DESTROY, 0.2),
    (ObjectiveSet::CHIR | ObjectiveSet::DONETS, 0.2),
    (ObjectiveSet::CHIR | ObjectiveSet::AIRFIELDS | ObjectiveSet::DESTROY, 0.1),
];

/// How the player weighs what it sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// A star that is or will be held, beyond what it does for momentum and objective.
    pub star: f64,
    /// A decided game, beyond all else.
    pub victory: f64,
    /// Progress on objective 4.
    pub donets: f64,
    /// Progress on objective 3.
    pub destroy: f64,
    /// Progress on objective 2.
    pub airfields: f64,
    /// Fear of running out of momentum.
    pub momentum: f64,
    /// A Soviet CP.
    pub soviet_cp: f64,
    /// An Axis CP.
    pub axis_cp: f64,
    /// A step of a line corps beyond its CP.
    pub corps_step: f64,
    /// A unit out of supply, as a share of its value.
    pub cut_off: f64,
    /// A hole torn in the front.
    pub breach: f64,
    /// Guard over threatened stars.
    pub guard: f64,
    /// Pull of each fast unit towards its best aim.
    pub pull: f64,
    /// Pull of infantry towards the enemy and the stars.
    pub march: f64,
    /// Share of combats to come that counts.
    pub combat: f64,
    /// A Soviet HQ.
    pub hq: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            star: 0.5,
            victory: 20.0,
            donets: 4.0,
            destroy: 4.0,
            airfields: 4.0,
            momentum: 8.0,
            soviet_cp: 0.06,
            axis_cp: 0.12,
            corps_step: 0.15,
            cut_off: 0.35,
            breach: 0.3,
            guard: 0.6,
            pull: 0.15,
            march: 0.02,
            combat: 1.0,
            hq: 6.0,
        }
    }
}

impl Weights {
    /// The same with what a side loses with its own steps and headquarters multiplied.
    pub(super) fn with_losses_scaled(mut self, side: Side, factor: f64) -> Self {
        match side {
            Side::Axis => {
                self.axis_cp *= factor;
                self.corps_step *= factor;
            }
            Side::Soviet => {
                self.soviet_cp *= factor;
                self.hq *= factor;
            }
        }
        self
    }
}

/// What the moment of the decision makes of the position.
#[derive(Clone)]
pub(super) struct Outlook {
    /// Sets of objectives that the Soviets may have chosen, and how likely each is.
    pub(super) sets: Vec<(u8, f64)>,
    /// Weight of each objective.
    pub(super) objectives: [f64; 4],
    /// Weight of the combats that the Axis and the Soviets could fight where they stand.
    pub(super) combats: [f64; 2],
    /// Moves of Soviet fast units after the phase in progress.
    pub(super) moves: f64,
    /// Disorganised units still are when it comes to combat.
    pub(super) shaken: bool,
    /// Side whose combat comes next.
    pub(super) next_combat: Side,
}

impl Outlook {
    pub(super) fn new(game: &Armir, side: Side) -> Self {
        let turns_left = f64::from(game.data().turns) - f64::from(game.game_turn());
        let soviets_first = game.initiative() == Side::Soviet;
        let mut phase = game.current_phase();
        let bombardment = phase == Phase::Bombardment;
        if bombardment {
            phase = after_bombardment(game);
        }
        let last = turns_left < 0.5;
        let (now, next_combat, combats) = match phase {
            Phase::AxisMovement => {
                (if soviets_first { 0.0 } else { 2.0 }, Side::Axis, if last && soviets_first { [0.7, 0.0] } else { [0.7, 0.5] })
            }
            Phase::AxisCombat if bombardment => (if soviets_first { 0.0 } else { 2.0 }, Side::Axis, [0.9, 0.2]),
            Phase::AxisCombat => {
                (if soviets_first { 0.0 } else { 2.0 }, Side::Soviet, if last && soviets_first { [0.0, 0.0] } else { [0.15, 0.4] })
            }
            Phase::SovietMovement => (1.0, Side::Soviet, [0.3, 0.7]),
            Phase::AxisMotorised => (1.0, Side::Soviet, [0.15, 0.7]),
            Phase::SovietCombat if bombardment => (1.0, Side::Soviet, [0.15, 0.9]),
            Phase::SovietCombat => (1.0, Side::Axis, if last { [0.1, 0.0] } else { [0.3, 0.15] }),
            Phase::SovietMotorised => (0.0, Side::Axis, if last { [if soviets_first { 0.5 } else { 0.0 }, 0.0] } else { [0.4, 0.35] }),
            Phase::Supply | Phase::Attrition => (0.0, Side::Axis, if last { [0.0, 0.0] } else { [0.4, 0.4] }),
            _ => (2.0, Side::Axis, [0.4, 0.5]),
        };
        let shaken = bombardment || matches!(phase, Phase::AxisCombat | Phase::SovietCombat);
        let sets = likely_sets(game, side);
        let objectives = std::array::from_fn(|index| sets.iter().map(|&(set, share)| share * f64::from(set >> index & 1)).sum());
        Outlook { sets, objectives, combats, moves: now + 2.0 * turns_left, shaken, next_combat }
    }
}

/// The phase that follows the bombardment in progress.
fn after_bombardment(game: &Armir) -> Phase {
    let mut later = game.clone();
    let mut legal = Vec::new();
    while later.current_phase() == Phase::Bombardment {
        later.legal_actions(&mut legal);
        match legal.first() {
            Some(&action) => later.apply(action),
            None => break,
        }
    }
    later.current_phase()
}

/// The Soviets know what they want; the Axis weighs what they may want.
fn likely_sets(game: &Armir, side: Side) -> Vec<(u8, f64)> {
    match game.known_objectives(Side::Soviet) {
        Some(chosen) if side == Side::Soviet => vec![(chosen.0, 1.0)],
        _ => LIKELY_SETS.to_vec(),
    }
}

/// Eyes and buffers of the judge.
pub(super) struct Judge {
    pub(super) weights: Weights,
    pub(super) census: Census,
    flood: Flood,
    pub(super) tolls: Field,
    pub(super) reach: Field,
    sources: Vec<(Hex, u16)>,
}

impl Judge {
    pub(super) fn new(weights: Weights) -> Self {
        Judge {
            weights,
            census: Census::new(),
            flood: Flood::new(),
            tolls: [0; stavka_engine::armir::HEX_CAPACITY],
            reach: [FAR; stavka_engine::armir::HEX_CAPACITY],
            sources: Vec::new(),
        }
    }

    /// Worth of a position for the Soviets.
    pub(super) fn soviet_score(&mut self, game: &Armir, ground: &Ground, outlook: &Outlook, pulls: &Pulls) -> f64 {
        if game.outcome().is_some() {
            return final_score(game, outlook);
        }
        self.census.take(game, outlook.shaken);
        self.measure_reach(game, ground, pulls);
        let weights = self.weights;
        let airfields = self.airfield_chance(game, ground, outlook, pulls);
        let (held, hoped, guarded) = self.stars(game, ground, outlook);
        let mut score = weights.star * hoped - weights.guard * guarded;
        score += weights.donets * outlook.objectives[3] * 0.05 * hoped;
        score += momentum(game, &weights, hoped - held, airfields);
        score += (weights.airfields * outlook.objectives[1] + 0.5) * airfields;
        let corps = corps_chances(game);
        let progress: f64 = corps.iter().sum();
        score += (weights.destroy * outlook.objectives[2] * 0.2 + 0.3) * progress;
        score += weights.victory * victory_chance(game, outlook, hoped, &corps, airfields);
        score += self.material(game, outlook);
        score += self.combats(game, ground, outlook);
        score += self.headquarters(game);
        score += self.pulls(pulls);
        score
    }

    // ---- ways --------------------------------------------------------------

    /// Tolls on the hexes for Soviet movement: what stands in the way must be fought through.
    pub(super) fn price_the_way(&mut self, game: &Armir, ground: &Ground) {
        let map = &game.data().map;
        for (toll, &closed) in self.tolls.iter_mut().zip(&ground.closed) {
            *toll = if closed { CLOSED } else { 0 };
        }
        for stack in self.census.stacks.iter().filter(|stack| stack.side == Side::Axis) {
            if !ground.closed[stack.hex.index()] {
                let fort = if map.fortified.contains(stack.hex) { 6 } else { 0 };
                self.tolls[stack.hex.index()] = 8 + 2 * (stack.defence / 2) + fort;
            }
            if stack.zoc_steps >= 2 {
                let toll = if stack.heavy { 6 } else { 1 };
                for &near in &map.neighbours[stack.hex.index()] {
                    if near != OFF_MAP && self.tolls[usize::from(near)] < toll {
                        self.tolls[usize::from(near)] = toll;
                    }
                }
            }
        }
    }

    /// Costs of the Soviets to the stars and exits. While the Axis stands as it did when the decision came
    /// up, the ways measured then are still true; otherwise the map is flooded anew.
    fn measure_reach(&mut self, game: &Armir, ground: &Ground, pulls: &Pulls) {
        self.sources.clear();
        self.sources.extend(self.census.mobile.iter().map(|&(_, hex, cost)| (hex, cost)));
        for stack in self.census.stacks.iter().filter(|stack| stack.side == Side::Soviet && stack.combat_steps > 0) {
            self.sources.push((stack.hex, 10));
        }
        if pulls.axis_key == self.census.axis_key {
            for aim in &pulls.aims {
                let costs = self.sources.iter().map(|&(hex, start)| aim.way[hex.index()].saturating_add(start));
                self.reach[aim.hex.index()] = costs.min().unwrap_or(FAR).min(FAR);
            }
        } else {
            self.flood(game, ground);
        }
    }

    fn flood(&mut self, game: &Armir, ground: &Ground) {
        self.price_the_way(game, ground);
        let (flood, reach) = (&mut self.flood, &mut self.reach);
        flood.run(ground, Gait::Wheels, Way::From, &self.tolls, &self.sources, reach);
    }

    /// Costs from everywhere to a hex, under the tolls at hand.
    pub(super) fn ways_to(&mut self, ground: &Ground, gait: Gait, to: &[(Hex, u16)], out: &mut Field) {
        self.flood.run(ground, gait, Way::To, &self.tolls, to, out);
    }

    // ---- stars and airfields -------------------------------------------------

    /// Star sum held by the Soviets, the sum they may hope for, and how far the hopes are guarded against.
    fn stars(&self, game: &Armir, ground: &Ground, outlook: &Outlook) -> (f64, f64, f64) {
        let (mut held, mut hoped, mut guarded) = (0.0, 0.0, 0.0);
        for (index, &(star, value)) in ground.stars.iter().enumerate() {
            if game.controller(star) == Side::Soviet {
                held += value;
                hoped += value * self.keeps(game, star);
            } else {
                let chance = chance_to_reach(self.reach[star.index()], outlook.moves);
                hoped += value * chance;
                if chance > 0.02 {
                    let guard: f64 = self
                        .census
                        .stacks
                        .iter()
                        .filter(|stack| stack.side == Side::Axis)
                        .map(|stack| f64::from(stack.cp) * ground.guard[index][stack.hex.index()])
                        .sum();
                    guarded += value * chance * (guard / (guard + 4.0));
                }
            }
        }
        (held, hoped, guarded)
    }

    /// Chance that the Soviets keep a star they hold.
    fn keeps(&self, game: &Armir, star: Hex) -> f64 {
        let grid = &game.data().map.grid;
        let own = self.census.at(star.0).is_some_and(|stack| stack.side == Side::Soviet && stack.combat_steps > 0);
        let near = self
            .census
            .stacks
            .iter()
            .filter(|stack| stack.side == Side::Axis && stack.combat_steps > 0)
            .map(|stack| grid.distance(stack.hex, star))
            .min()
            .unwrap_or(99);
        match (own, near) {
            (_, 4..) | (true, 3) => 1.0,
            (true, 2) => 0.97,
            (true, _) => 0.93,
            (false, 3) => 0.9,
            (false, 2) => 0.75,
            (false, _) => 0.6,
        }
    }

    /// Chance that the airfields fall: the combats that can still be fought there, by the units that can
    /// be there in time, against the garrison as it grows.
    fn airfield_chance(&self, game: &Armir, ground: &Ground, outlook: &Outlook, pulls: &Pulls) -> f64 {
        if game.garrison() == 0 {
            return 1.0;
        }
        let moves = outlook.moves;
        let pending = outlook.next_combat == Side::Soviet && moves % 2.0 > 0.5;
        let ready = (moves / 2.0).floor() as usize + usize::from(pending);
        // CP by number of combats that a unit can still fight there, at full strength and after.
        let mut fresh = [0.0; ROUNDS + 1];
        let mut spent = [0.0; ROUNDS + 1];
        spent[ready.min(ROUNDS)] += f64::from(self.census.at_airfields) / 2.0;
        let detour = pulls.exits.iter().map(|&(exit, cost)| self.reach[exit.index()].saturating_sub(cost)).min().unwrap_or(0);
        for &(unit, hex, start) in &self.census.mobile {
            let cost = pulls.exit[hex.index()].saturating_add(start + detour);
            let needed = (f64::from(cost) / MOVE).ceil().max(1.0);
            let rounds = (0.5 * (moves - needed + 1.0)).floor();
            if cost < FAR && rounds >= 1.0 {
                let cp = f64::from(game.cp(unit)) * (1.0 - 0.06 * needed);
                let rounds = (rounds as usize).min(ROUNDS);
                let full = game.data().raiders.contains(unit);
                fresh[rounds] += if full { cp } else { 0.5 * cp };
                if rounds > 1 {
                    spent[rounds - 1] += 0.45 * cp;
                }
            }
        }
        let mut garrison = f64::from(game.garrison());
        let mut strength = 0.0;
        let turns = f64::from(game.data().turns);
        for left in (1..=ROUNDS).rev() {
            strength += spent[left];
            let force = strength + fresh[left];
            if force > 0.0 && garrison > 0.0 {
                let odds = (force / (3.0 * garrison.max(1.0))).min(7.0);
                let (low, high) = (ground.expected(false, false, odds as u8), ground.expected(false, false, odds as u8 + 1));
                garrison -= low.defender + (high.defender - low.defender) * odds.fract();
            }
            if garrison > 0.0 && left > 1 {
                garrison += (turns - left as f64) / 6.0;
            }
        }
        slope((0.4 - garrison) * 1.5)
    }

    // ---- corps and material --------------------------------------------------

    fn material(&self, game: &Armir, outlook: &Outlook) -> f64 {
        let data = game.data();
        let weights = &self.weights;
        let turn = f64::from(game.game_turn());
        let raid = ((6.0 - turn) / 6.0).max(0.0);
        let radius: [Option<(Hex, u16)>; 3] = std::array::from_fn(|army| {
            let hq = data.hq(Formation::ARMIES[army])?;
            let hex = game.place(hq).hex()?;
            let radius = data.unit(hq).faces[game.face(hq) as usize].radius;
            Some((hex, u16::from(radius)))
        });
        let mut sum = 0.0;
        for unit in units(Side::Soviet, data.combat.of(Side::Soviet)) {
            let steps = game.steps(unit);
            if steps == 0 {
                continue;
            }
            let value = weights.soviet_cp * f64::from(game.cp(unit)) + 0.04 * f64::from(steps);
            let mut share = 1.0;
            if game.is_out_of_supply(unit) {
                share -= weights.cut_off;
            }
            if let Some(hex) = game.place(unit).hex() {
                let supplied = data
                    .unit(unit)
                    .formation
                    .army()
                    .and_then(|army| radius[army])
                    .is_some_and(|(hq, radius)| data.map.grid.distance(hq, hex) <= radius);
                if !supplied {
                    share -= weights.cut_off * if data.raiders.contains(unit) { 0.5 * (1.0 - raid) } else { 0.7 };
                }
            }
            sum += value * share;
        }
        for unit in units(Side::Axis, data.all.of(Side::Axis)) {
            let steps = game.steps(unit);
            if steps == 0 || game.place(unit) == Place::WITHDRAWN {
                continue;
            }
            let counter = data.unit(unit);
            let mut value = match counter.class {
                Class::Combat => weights.axis_cp * f64::from(game.cp(unit)),
                Class::Artillery => 0.25,
                Class::Hq => 0.5,
            };
            if Formation::LINE_CORPS.contains(&counter.formation) {
                value += weights.corps_step * f64::from(steps);
            }
            if game.is_out_of_supply(unit) {
                value *= 1.0 - weights.cut_off;
            }
            sum -= value;
        }
        let limit = data.tables.stacking_limit;
        for stack in &self.census.stacks {
            let lost = f64::from(stack.excess(limit)) * 1.0;
            sum += if stack.side == Side::Axis { lost } else { -lost };
        }
        let late = f64::from(u8::from(outlook.moves < 4.0));
        sum - (0.06 - 0.04 * late) * f64::from(game.supply_points())
    }

    // ---- combats to come -------------------------------------------------------

    fn combats(&self, game: &Armir, ground: &Ground, outlook: &Outlook) -> f64 {
        let mut sum = 0.0;
        for stack in &self.census.stacks {
            let attacker = stack.side.opponent();
            let weight = self.weights.combat * outlook.combats[attacker.index()];
            if weight > 0.0 {
                let worth = self.best_attack(game, ground, stack, attacker);
                sum += if attacker == Side::Soviet { weight * worth } else { -weight * worth };
            }
        }
        sum
    }

    /// What the best attack that could be made on a stack now is worth to the attacker, at least 0.
    pub(super) fn best_attack(&self, game: &Armir, ground: &Ground, target: &Stack, attacker: Side) -> f64 {
        let map = &game.data().map;
        let mut strength = [0u16; 3];
        let mut fortified = [true; 3];
        let mut river = [true; 3];
        let mut tanks = [false; 3];
        for direction in Direction::ALL {
            let near = map.neighbours[target.hex.index()][direction.index()];
            if near == OFF_MAP {
                continue;
            }
            let Some(stack) = self.census.at(near) else { continue };
            let flags = map.edge(target.hex, direction);
            if stack.side != attacker || stack.attack == 0 || attacker == Side::Axis && flags & edge::DON != 0 {
                continue;
            }
            let army = stack.army;
            strength[army] += stack.attack.div_ceil(2);
            fortified[army] &= flags & edge::FORTIFIED != 0;
            river[army] &= flags & edge::RIVER != 0;
            tanks[army] |= stack.tracked;
        }
        let mut best = 0.0f64;
        for army in 0..3 {
            if strength[army] > 0 {
                let strongpoint = attacker == Side::Soviet && fortified[army];
                let worth = self.attack_worth(game, ground, target, attacker, strength[army], strongpoint, river[army], tanks[army]);
                best = best.max(worth);
            }
        }
        best
    }

    #[expect(clippy::too_many_arguments, reason = "the terms of one combat")]
    fn attack_worth(
        &self,
        game: &Armir,
        ground: &Ground,
        target: &Stack,
        attacker: Side,
        strength: u16,
        strongpoint: bool,
        river: bool,
        tanks: bool,
    ) -> f64 {
        let tables = &game.data().tables;
        let map = &game.data().map;
        let mut defence = target.defence.div_ceil(2);
        if target.side == Side::Axis && game.supply_points() > 0 && self.has_support(map.neighbours.as_slice(), target) {
            defence += 2;
        }
        let column = strength.checked_div(defence).map_or(7, |odds| odds.min(7) as i8);
        let city = map.cities.contains(target.hex);
        let shift =
            i8::from(river) * tables.shifts.river + i8::from(strongpoint) * tables.shifts.strongpoint + i8::from(city) * tables.shifts.city;
        let column = (column + shift).clamp(0, 7) as u8;
        let bonus = attacker == Side::Axis && tanks;
        let expected = ground.expected(bonus, strongpoint, column);
        let weights = &self.weights;
        let (gain, price) = match attacker {
            Side::Soviet => (weights.axis_cp * 2.0 + weights.corps_step, weights.soviet_cp * 3.0 + 0.04),
            Side::Axis => (weights.soviet_cp * 2.5 + 0.04, weights.axis_cp * 2.0 + weights.corps_step),
        };
        let steps = target.steps;
        let taken = expected.defender.min(f64::from(steps));
        let firm = map.fortified.contains(target.hex) || city;
        let cleared = expected.at_least[usize::from(steps.min(5))];
        let opened = if firm || target.side == Side::Soviet { cleared } else { cleared.max(0.7 * expected.at_least[1]) };
        let prize = weights.breach + if attacker == Side::Soviet { 0.7 * f64::from(map.stars[target.hex.index()]) } else { 0.0 };
        taken * gain + opened * prize - expected.attacker * price
    }

    fn has_support(&self, neighbours: &[[u16; 6]], target: &Stack) -> bool {
        target.guns > 0
            || neighbours[target.hex.index()]
                .iter()
                .any(|&near| near != OFF_MAP && self.census.at(near).is_some_and(|stack| stack.side == Side::Axis && stack.guns > 0))
    }

    // ---- headquarters and the march ---------------------------------------------

    /// HQs in danger. A Soviet HQ lost is a victory point lost.
    fn headquarters(&self, game: &Armir) -> f64 {
        let mut sum = 0.0;
        for stack in self.census.stacks.iter().filter(|stack| stack.hq) {
            let danger = f64::from(self.danger(game, stack));
            if danger > 0.0 {
                let risk = if stack.combat_steps == 0 {
                    0.9 * danger / (danger + 2.0)
                } else {
                    0.4 * danger / (danger + 2.0 * f64::from(stack.cp))
                };
                sum += if stack.side == Side::Soviet { -self.weights.hq * risk } else { 0.1 * self.weights.hq * risk };
            }
        }
        sum
    }

    /// CP of the enemies that can come next to a stack in one move: zones of control stop them on the way,
    /// and distance all the more those on foot.
    fn danger(&self, game: &Armir, stack: &Stack) -> u16 {
        let enemy = stack.side.opponent();
        let map = &game.data().map;
        let mut seen = HexSet::EMPTY;
        seen.insert(stack.hex);
        let mut edge: ArrayQueue = ArrayQueue::new();
        edge.push(stack.hex.0);
        let mut cp = 0;
        for steps in 0..=FAST_HEXES {
            let mut next = ArrayQueue::new();
            for &hex in edge.as_slice() {
                if steps > 1 && game.in_zoc(stack.side, Hex(hex)) {
                    continue;
                }
                for &near in &map.neighbours[usize::from(hex)] {
                    if near == OFF_MAP || seen.contains(Hex(near)) {
                        continue;
                    }
                    seen.insert(Hex(near));
                    match self.census.at(near) {
                        Some(other) if other.side == enemy => {
                            if steps <= FOOT_HEXES || other.fast {
                                cp += other.cp;
                            }
                            next.push(near);
                        }
                        Some(_) => {}
                        None => next.push(near),
                    }
                }
            }
            edge = next;
        }
        cp
    }

    /// Pull of the Soviet units towards what they are after.
    fn pulls(&self, pulls: &Pulls) -> f64 {
        let mut sum = 0.0;
        for &(_, hex, _) in &self.census.mobile {
            sum += self.weights.pull * pulls.fast[hex.index()];
        }
        for stack in self.census.stacks.iter().filter(|stack| stack.side == Side::Soviet && !stack.tracked) {
            sum -= self.weights.march * f64::from(stack.cp) * 0.1 * f64::from(pulls.slow[stack.hex.index()].min(80)) * 0.333;
        }
        sum
    }
}

/// What draws Soviet units, worked out once per decision.
pub(super) struct Pulls {
    /// The census key of the position in which the ways were measured.
    pub(super) axis_key: u64,
    /// Stars that the Soviets lack, and exits.
    pub(super) aims: Vec<Aim>,
    /// Worth of the best aim by hex, for fast units.
    pub(super) fast: Vec<f64>,
    /// Cost to the nearest star not held, on foot.
    pub(super) slow: Field,
    /// Cost to the nearest exit, for fast units.
    pub(super) exit: Field,
    /// The exits, with what it costs the nearest fast unit to get there.
    pub(super) exits: Vec<(Hex, u16)>,
}

/// Hexes of one ring of a small flood.
struct ArrayQueue {
    hexes: [u16; RING_HEXES],
    len: usize,
}

impl ArrayQueue {
    fn new() -> Self {
        ArrayQueue { hexes: [0; RING_HEXES], len: 0 }
    }

    fn push(&mut self, hex: u16) {
        if self.len < RING_HEXES {
            self.hexes[self.len] = hex;
            self.len += 1;
        }
    }

    fn as_slice(&self) -> &[u16] {
        &self.hexes[..self.len]
    }
}

/// A place that Soviet units want to reach.
pub(super) struct Aim {
    pub(super) hex: Hex,
    pub(super) worth: f64,
    /// Cost to it from everywhere, for fast units.
    pub(super) way: Field,
}

/// Momentum now and in prospect: nothing left is defeat.
fn momentum(game: &Armir, weights: &Weights, gains: f64, airfields: f64) -> f64 {
    let turns_left = f64::from(game.data().turns) - f64::from(game.game_turn());
    let drains = if game.garrison() > 0 { turns_left * (1.0 - 0.5 * airfields) } else { 0.0 };
    let now = f64::from(game.momentum());
    let prospect = now + gains - drains;
    let mut sum = -weights.momentum * fade(0.7 * prospect);
    if drains > 0.0 {
        sum -= weights.momentum * fade(1.2 * (now - 1.0));
    }
    sum
}

fn final_score(game: &Armir, outlook: &Outlook) -> f64 {
    let points = game.victory_points();
    if game.momentum() == 0 {
        return -VICTORY;
    }
    let need = game.data().tables.objectives.pv_to_win;
    let worth = |&(set, share): &(u8, f64)| {
        let set = ObjectiveSet(set);
        let won = points.total(set) >= need && !(set.has(ObjectiveSet::AIRFIELDS) && game.garrison() > 0);
        if won { share * VICTORY } else { -share * VICTORY }
    };
    outlook.sets.iter().map(worth).sum()
}

/// Chance that each line corps, and the HQ of the ARMIR, is destroyed in the end.
fn corps_chances(game: &Armir) -> [f64; 5] {
    let turns_left = f64::from(game.data().turns) - f64::from(game.game_turn());
    let spread = 0.1 + 0.12 * turns_left;
    std::array::from_fn(|corps| {
        if corps == 4 {
            let lost = game.data().hq(Formation::Army).is_some_and(|hq| game.place(hq) == Place::ELIMINATED);
            return if lost { 1.0 } else { 0.0 };
        }
        let (lost, original) = game.corps_losses(corps);
        let share = f64::from(2 * lost) / f64::from(original.max(1));
        if share > 1.0 && turns_left < 0.5 { 1.0 } else { likely((share + 0.13 * turns_left - 1.0) / spread) }
    })
}

/// Chance that the Soviets reach the points they need, by the stars they may hope for, the corps they
/// may destroy and the airfields.
fn victory_chance(game: &Armir, outlook: &Outlook, hoped: f64, corps: &[f64; 5], airfields: f64) -> f64 {
    let data = game.data();
    let turns_left = f64::from(data.turns) - f64::from(game.game_turn());
    let spread = 0.7 + 0.6 * turns_left;
    let mut destroyed = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    for &chance in corps {
        for count in (0..5).rev() {
            destroyed[count + 1] += destroyed[count] * chance;
            destroyed[count] *= 1.0 - chance;
        }
    }
    let objectives = &data.tables.objectives;
    // Chances of each number of points, from -1 to 2.
    let mut by_corps = [0.0; 4];
    for (count, chance) in destroyed.iter().enumerate() {
        let points = objectives.corps.iter().rev().find(|step| count >= usize::from(step.from)).map_or(-1, |step| step.pv);
        by_corps[(points + 1).clamp(0, 3) as usize] += chance;
    }
    let mut by_stars = [0.0; 4];
    let mut above = 0.0;
    for step in objectives.stars.iter().rev() {
        let reached = if step.from == 0 { 1.0 } else { likely((hoped - f64::from(step.from) + 0.4) / spread) };
        by_stars[(step.pv + 1).clamp(0, 3) as usize] += (reached - above).max(0.0);
        above = reached.max(above);
    }
    let points = game.victory_points();
    let chir = if game.chir_box() < data.tables.chir.boxes && game.game_turn() <= 2 { 1 } else { points.objectives[0] };
    let mut sum = 0.0;
    for &(set, share) in &outlook.sets {
        let set = ObjectiveSet(set);
        let mut need = objectives.pv_to_win + points.hq_penalty;
        let mut chance = 1.0;
        if set.has(ObjectiveSet::CHIR) {
            need -= chir;
        }
        if set.has(ObjectiveSet::AIRFIELDS) {
            need -= i16::from(objectives.airfields);
            chance *= airfields;
        }
        let none = [0.0, 1.0, 0.0, 0.0];
        let corps = if set.has(ObjectiveSet::DESTROY) { &by_corps } else { &none };
        let stars = if set.has(ObjectiveSet::DONETS) { &by_stars } else { &none };
        let mut enough = 0.0;
        for (a, first) in corps.iter().enumerate() {
            for (b, second) in stars.iter().enumerate() {
                if a as i16 + b as i16 - 2 >= need {
                    enough += first * second;
                }
            }
        }
        sum += share * chance * enough;
    }
    sum
}

/// Chance that a hex so many half points away is taken in the moves to come.
pub(super) fn chance_to_reach(cost: u16, moves_left: f64) -> f64 {
    if cost >= FAR || moves_left <= 0.0 {
        return 0.0;
    }
    let moves = f64::from(cost) / MOVE;
    if moves > moves_left + 0.5 {
        return 0.0;
    }
    fade(0.22 * moves) * slope(1.2 * (moves_left - moves) + 0.5)
}

/// Falls from 1 at 0 towards 0, about as `exp(-x)`; grows beyond 1 for negative values. Made of basic
/// arithmetic so that every machine computes the same.
pub(super) fn fade(x: f64) -> f64 {
    if x < 0.0 {
        return 1.0 - x + 0.5 * x * x;
    }
    1.0 / (1.0 + x + 0.5 * x * x + x * x * x / 6.0)
}

/// Rises from 0 to 1 around 0, with short tails.
pub(super) fn likely(x: f64) -> f64 {
    0.5 + 0.5 * x / (1.0 + x * x).sqrt()
}

/// Rises from 0 to 1 around 0.
pub(super) fn slope(x: f64) -> f64 {
    0.5 + 0.5 * x / (1.0 + x.abs())
}
