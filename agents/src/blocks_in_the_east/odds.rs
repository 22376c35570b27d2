//! What a battle promises [7.7]: the law of its hits, round by round, by the dice that the units really throw.
//!
//! Hits go to the strongest, so that a side on the ground is described by the hits it has taken. Volleys of artillery and on the ground move a
//! distribution over these numbers of both sides. Aircraft are reckoned by the hits to be expected of them. Who is hopelessly behind leaves at
//! the end of a round, if there is a way out.

use arrayvec::ArrayVec;
use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::{
    Conditions, Crossing, Fighter, Firing, Hit, MOST_UNITS, Pool, Role, Target, Throw, next_targets,
};
use stavka_engine::blocks_in_the_east::terms::UnitClass;
use stavka_engine::blocks_in_the_east::{Battlefield, BlocksInTheEast, UnitId};

use super::ground::Ground;

/// Most hits that a side is followed to.
const HITS: usize = 24;
/// Rounds that are followed.
const ROUNDS: usize = 10;
/// A way out is taken by who falls so many times sooner than the enemy.
const HOPELESS: [f32; 2] = [1.3, 2.0];
/// Shares of a distribution below this are not followed.
const TRACE: f32 = 1e-5;

/// A unit in a battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Man {
    pub(super) unit: UnitId,
    pub(super) step: u8,
    /// Its shield took a hit.
    pub(super) marked: bool,
    /// It is an aircraft in the air.
    pub(super) flies: bool,
    /// What it crossed, if it attacks.
    pub(super) crossing: Option<Crossing>,
}

/// Units of a side in a battle.
pub(super) type Men = ArrayVec<Man, MOST_UNITS>;

/// A battle that is looked at: attackers and defenders, who of them may leave, and the step in which it stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Battle {
    pub(super) men: [Men; 2],
    pub(super) may_leave: [bool; 2],
    /// Volleys of the first round that have been thrown: 0 before it begins.
    pub(super) thrown: u8,
    /// First round that is followed, from 1.
    pub(super) round: u8,
}

/// What is to be expected of a battle. Sides are attacker and defender.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Odds {
    /// Share of the worth on the ground that is left.
    pub(super) left: [f32; 2],
    /// Share of the worth in the air that is left.
    pub(super) air: [f32; 2],
    /// Chance that the attacker holds the hex.
    pub(super) taken: f32,
}

/// The order of the volleys of a round, for the count of those that have been thrown.
pub(super) fn volleys_before(firing: Firing, role: Role) -> u8 {
    let second = |first: Role| u8::from(role != first);
    match firing {
        Firing::AirCombat => second(Role::Attacker),
        Firing::AntiAircraft => 2 + second(Role::Defender),
        Firing::AirAttack => 4 + second(Role::Attacker),
        Firing::Artillery => 6 + second(Role::Attacker),
        Firing::Ground => 8 + second(Role::Defender),
    }
}

/// Chances of hits.
type Law = ArrayVec<f32, 25>;

/// A side on the ground by the hits that it has taken.
struct Ladder {
    /// What it hits on the ground.
    laws: ArrayVec<Law, HITS>,
    /// Hits to be expected.
    means: ArrayVec<f32, HITS>,
    /// Worth, down to nobody left.
    worth: ArrayVec<f32, { HITS + 1 }>,
    /// Artillery by rounds.
    shells: ArrayVec<Law, ROUNDS>,
    /// The worth that artillery uses up by firing, by rounds [7.7.4].
    spent: ArrayVec<f32, ROUNDS>,
    /// Aircraft: strength in the air by itself, and worth.
    wings: Men,
}

struct Field<'a> {
    game: &'a BlocksInTheEast,
    ground: &'a Ground,
    conditions: Conditions,
}

impl Field<'_> {
    fn throw(&self, man: Man, step: u8, firing: Firing, role: Role) -> Option<Throw> {
        let unit = self.game.data().unit(man.unit);
        let strength = unit.steps[usize::from(step)].strength;
        let tech = self.game.tech(man.unit);
        Fighter { unit, strength, tech, role, crossing: man.crossing }.throw(firing, &self.game.data().tables.powers, &self.conditions)
    }

    fn ladder(&self, men: &Men, role: Role) -> Ladder {
        let mut ladder = Ladder {
            laws: ArrayVec::new(),
            means: ArrayVec::new(),
            worth: ArrayVec::new(),
            shells: ArrayVec::new(),
            spent: ArrayVec::new(),
            wings: men.iter().copied().filter(|man| self.is_air(man.unit)).collect(),
        };
        let mut ranks: Men = men.iter().copied().filter(|man| !self.is_air(man.unit)).collect();
        for round in 0..ROUNDS as u8 {
            let fire = |man: &Man| {
                let unit = self.game.data().unit(man.unit);
                let step = (man.step + round).min(unit.steps.len() as u8 - 1);
                unit.is_support().then(|| self.throw(*man, step, Firing::Artillery, role)).flatten()
            };
            let backed = ranks.iter().any(|man| self.game.data().unit(man.unit).is_combat());
            let throws: ArrayVec<Throw, MOST_UNITS> = ranks.iter().filter_map(fire).collect();
            ladder.shells.push(if backed { law(Pool::of(&throws)) } else { law(Pool::default()) });
            let uses = |man: &Man| {
                let unit = self.game.data().unit(man.unit);
                let strength = |step: u8| unit.steps.get(usize::from(step)).map_or(0.0, |step| f32::from(step.strength));
                // A headquarters fires if it likes.
                let fires = unit.is_support() && unit.class != UnitClass::Headquarters;
                let used = strength(man.step + round) - strength((man.step + round + 1).min(unit.steps.len() as u8 - 1));
                if fires { used * self.ground.quality[man.unit.index()] } else { 0.0 }
            };
            ladder.spent.push(if backed { ranks.iter().map(uses).sum() } else { 0.0 });
        }
        while !ladder.laws.is_full() {
            let targets: ArrayVec<Target<'_>, MOST_UNITS> = ranks.iter().map(|man| self.target(*man)).collect();
            let Some(&next) = next_targets(&targets).first() else { break };
            let combat = |man: &&Man| self.game.data().unit(man.unit).is_combat();
            let throws: ArrayVec<Throw, MOST_UNITS> =
                ranks.iter().filter(combat).filter_map(|man| self.throw(*man, man.step, Firing::Ground, role)).collect();
            let pool = Pool::of(&throws);
            ladder.laws.push(law(pool));
            ladder.means.push(mean(pool));
            ladder.worth.push(self.worth(&ranks));
            let mut target = self.target(ranks[next]);
            if target.hit() == Hit::Eliminated {
                ranks.remove(next);
            } else {
                (ranks[next].step, ranks[next].marked) = (target.step, target.marked);
            }
        }
        ladder.worth.push(0.0);
        ladder
    }

    fn is_air(&self, unit: UnitId) -> bool {
        !self.game.data().unit(unit).is_ground()
    }

    fn target(&self, man: Man) -> Target<'_> {
        Target { unit: self.game.data().unit(man.unit), step: man.step, marked: man.marked }
    }

    fn worth(&self, men: &Men) -> f32 {
        let of = |man: &Man| {
            f32::from(self.game.data().unit(man.unit).steps[usize::from(man.step)].strength) * self.ground.quality[man.unit.index()]
        };
        men.iter().map(of).sum()
    }

    /// Hits to be expected of units in a step.
    fn expected(&self, men: &Men, firing: Firing, role: Role) -> f32 {
        let throws: ArrayVec<Throw, MOST_UNITS> = men.iter().filter_map(|man| self.throw(*man, man.step, firing, role)).collect();
        mean(Pool::of(&throws))
    }
}

fn law(pool: Pool) -> Law {
    let [now, _] = pool.split();
    let ways = now.ways();
    let all: f64 = ways.iter().map(|&ways| ways as f64).sum();
    ways.iter().map(|&ways| (ways as f64 / all) as f32).collect()
}

fn mean(pool: Pool) -> f32 {
    (1..=5).map(|faces| f32::from(pool.with_faces(faces)) * f32::from(faces) / 6.0).sum()
}

/// Hits of so many on average, as chances of one more and one less.
fn around(mean: f32) -> Law {
    let whole = mean.floor();
    let mut law: Law = std::iter::repeat_n(0.0, whole as usize + 2).take(25).collect();
    let last = law.len() - 1;
    law[(whole as usize).min(last)] += 1.0 - (mean - whole);
    law[(whole as usize + 1).min(last)] += mean - whole;
    law
}

/// The distribution over the hits that attacker and defender have taken.
struct Odd {
    chances: [[f32; HITS + 1]; HITS + 1],
    ends: [usize; 2],
}

impl Odd {
    /// The chance that both sides are still there: on the ground, or in the air alone where the attacker came with aircraft only.
    fn going(&self) -> f32 {
        let [a_end, d_end] = self.ends;
        self.chances[..a_end.max(1)].iter().flat_map(|row| &row[..d_end]).sum()
    }

    /// The share of the worth of each side on the ground that is left, where both are still there.
    fn vigour(&self, ladders: &[Ladder; 2]) -> [f32; 2] {
        let [a_end, d_end] = self.ends;
        let mut sums = [0.0; 2];
        for (a, row) in self.chances[..a_end.max(1)].iter().enumerate() {
            for (d, &chance) in row[..d_end].iter().enumerate() {
                sums[0] += chance * ladders[0].worth[a];
                sums[1] += chance * ladders[1].worth[d];
            }
        }
        let all = self.going();
        [0, 1].map(|role: usize| {
            let whole = all * ladders[role].worth[0];
            if whole > 0.0 { sums[role] / whole } else { 0.0 }
        })
    }

    /// Hits on the defender, by the law that depends on those of the attacker.
    fn hit_defender<'l>(&mut self, law: impl Fn(usize) -> &'l Law) {
        let [a_end, d_end] = self.ends;
        for a in 0..a_end.max(1) {
            let law = law(a);
            for d in (0..d_end).rev() {
                let chance = std::mem::take(&mut self.chances[a][d]);
                if chance > TRACE {
                    for (hits, share) in law.iter().enumerate() {
                        self.chances[a][(d + hits).min(d_end)] += chance * share;
                    }
                } else {
                    self.chances[a][d] += chance;
                }
            }
        }
    }

    /// Hits on the attacker, by the law that depends on those of the defender.
    fn hit_attacker<'l>(&mut self, law: impl Fn(usize) -> &'l Law) {
        let [a_end, d_end] = self.ends;
        for d in 0..d_end {
            let law = law(d);
            for a in (0..a_end).rev() {
                let chance = std::mem::take(&mut self.chances[a][d]);
                if chance > TRACE {
                    for (hits, share) in law.iter().enumerate() {
                        self.chances[(a + hits).min(a_end)][d] += chance * share;
                    }
                } else {
                    self.chances[a][d] += chance;
                }
            }
        }
    }
}

/// Reckons a battle through.
pub(super) fn judge(game: &BlocksInTheEast, ground: &Ground, field: &Battlefield, battle: &Battle) -> Odds {
    let data = game.data();
    let grounded = |men: &Men| men.iter().filter(|man| data.unit(man.unit).is_ground()).count();
    let mut conditions = field.conditions;
    let attackers = &battle.men[0];
    let crossed = |man: &Man| man.crossing.is_some_and(|crossing| crossing.is_barrier(field.conditions.weather));
    conditions.all_crossed = grounded(attackers) > 0 && attackers.iter().filter(|man| data.unit(man.unit).is_ground()).all(crossed);
    conditions.landed = attackers.iter().any(|man| man.crossing == Some(Crossing::Sea));
    let field_of = Field { game, ground, conditions };
    let ladders = [field_of.ladder(&battle.men[0], Role::Attacker), field_of.ladder(&battle.men[1], Role::Defender)];
    let ends = [0, 1].map(|role: usize| ladders[role].laws.len());
    let mut wings = Wings::new(&field_of, &ladders, field, battle);
    if ends[1] == 0 {
        // A base without ground units falls to ground units that enter it, and its aircraft flee at a loss.
        let enters = ends[0] > 0;
        let flee = if enters { 0.7 } else { 1.0 };
        let [own, other] = wings.shares;
        return Odds { left: [1.0, 0.0], air: [own, other * flee], taken: if enters { 1.0 } else { 0.0 } };
    }
    let mut odd = Odd { chances: [[0.0; HITS + 1]; HITS + 1], ends };
    odd.chances[0][0] = 1.0;
    let mut left = [0.0; 2];
    let mut taken = 0.0;
    let mut air = [0.0; 2];
    let mut spent = [0.0; 2];
    let mut going = 1.0;
    let rounds = if ends[0] == 0 { 1 } else { ROUNDS };
    for round in 0..rounds {
        let thrown = if round == 0 { battle.thrown } else { 0 };
        if thrown <= 2 {
            wings.come_under_fire(round, odd.vigour(&ladders));
        }
        let bombs = wings.bombs();
        if thrown <= 4 && bombs[0] > 0.0 {
            let law = around(bombs[0]);
            odd.hit_defender(|_| &law);
        }
        if thrown <= 5 && bombs[1] > 0.0 {
            let law = around(bombs[1]);
            odd.hit_attacker(|_| &law);
        }
        if thrown <= 6 && ladders[0].shells[round].len() > 1 {
            odd.hit_defender(|_| &ladders[0].shells[round]);
        }
        if thrown <= 7 && ladders[1].shells[round].len() > 1 {
            odd.hit_attacker(|_| &ladders[1].shells[round]);
        }
        for (role, spent) in spent.iter_mut().enumerate() {
            *spent += going * ladders[role].spent[round];
        }
        if thrown <= 8 {
            odd.hit_attacker(|d| &ladders[1].laws[d]);
        }
        if ends[0] > 0 {
            odd.hit_defender(|a| &ladders[0].laws[a]);
        }
        leave(&mut odd, &ladders, bombs, battle.may_leave, &mut left, &mut taken);
        let still = if round + 1 == rounds { 0.0 } else { odd.going() };
        for (air, share) in air.iter_mut().zip(wings.shares) {
            *air += (going - still) * share;
        }
        going = still;
    }
    // Who is still there stays there.
    for (a, row) in odd.chances.iter().enumerate().take(ends[0] + 1) {
        for (d, &chance) in row.iter().enumerate().take(ends[1] + 1) {
            left[0] += chance * ladders[0].worth[a];
            left[1] += chance * ladders[1].worth[d];
            taken += if d == ends[1] && a < ends[0] { chance } else { 0.0 };
        }
    }
    let share = |role: usize| match ladders[role].worth[0] {
        whole if whole > 0.0 => ((left[role] - spent[role]) / whole).clamp(0.0, 1.0),
        _ => 1.0,
    };
    Odds { left: [share(0), share(1)], air, taken }
}

/// Hits to be expected of the aircraft of a side in a round, and of the fire at them.
pub(super) fn raid(game: &BlocksInTheEast, ground: &Ground, field: &Battlefield, battle: &Battle, role: usize) -> [f32; 2] {
    let field_of = Field { game, ground, conditions: field.conditions };
    let ladders = [field_of.ladder(&battle.men[0], Role::Attacker), field_of.ladder(&battle.men[1], Role::Defender)];
    let wings = Wings::new(&field_of, &ladders, field, battle);
    [wings.bombs[role], wings.fire_at(role, [1.0; 2])]
}

/// Takes those out of the distribution who leave at the end of a round.
fn leave(odd: &mut Odd, ladders: &[Ladder; 2], bombs: [f32; 2], may_leave: [bool; 2], left: &mut [f32; 2], taken: &mut f32) {
    let [a_end, d_end] = odd.ends;
    for a in 0..a_end {
        for d in 0..d_end {
            let chance = odd.chances[a][d];
            if chance <= TRACE {
                continue;
            }
            let own = (a_end - a) as f32 / (ladders[1].means[d] + bombs[1]).max(0.01);
            let other = (d_end - d) as f32 / (ladders[0].means[a] + bombs[0]).max(0.01);
            let defender_goes = may_leave[1] && own > HOPELESS[1] * other;
            let attacker_goes = may_leave[0] && other > HOPELESS[0] * own;
            if defender_goes || attacker_goes {
                odd.chances[a][d] = 0.0;
                left[0] += chance * ladders[0].worth[a];
                left[1] += chance * ladders[1].worth[d];
                *taken += if defender_goes { chance } else { 0.0 };
            }
        }
    }
}

/// What the aircraft of both sides do, as the rounds go on.
struct Wings {
    /// Hits by the bombs of all of them.
    bombs: [f32; 2],
    /// Hits by units on the ground at those of the other side, and by the town.
    flak: [f32; 2],
    town: f32,
    /// Hits that they endure.
    endure: [f32; 2],
    /// The share of them that is left.
    shares: [f32; 2],
    /// [SBE5.f] Who holds its fire in the first round.
    silent: [bool; 2],
}

impl Wings {
    /// The aircraft after they have fought each other.
    fn new(field: &Field<'_>, ladders: &[Ladder; 2], place: &Battlefield, battle: &Battle) -> Self {
        let roles = [Role::Attacker, Role::Defender];
        let hits = |firing: Firing, role: usize| field.expected(&ladders[role].wings, firing, roles[role]);
        let endure = [0, 1].map(|role: usize| {
            let all: u8 = ladders[role].wings.iter().map(|man| field.target(*man).endures()).sum();
            f32::from(all).max(1.0)
        });
        let mut shares = [1.0_f32; 2];
        if battle.round <= 1 && battle.thrown == 0 && ladders.iter().all(|ladder| !ladder.wings.is_empty()) {
            let blows = [hits(Firing::AirCombat, 0), hits(Firing::AirCombat, 1)];
            for role in [0, 1] {
                shares[role] = (1.0 - blows[1 - role] / endure[role]).max(0.0);
            }
        }
        let flak = [0, 1].map(|role: usize| {
            let men: Men = battle.men[role].iter().copied().filter(|man| !field.is_air(man.unit)).collect();
            field.expected(&men, Firing::AntiAircraft, roles[role])
        });
        let surprised = |role: usize| {
            let soviet = battle.men[role].first().is_some_and(|man| man.unit.side() == Side::Soviet);
            soviet && field.conditions.surprise && battle.round <= 1
        };
        Wings {
            bombs: [hits(Firing::AirAttack, 0), hits(Firing::AirAttack, 1)],
            flak,
            town: place.town_fire.map_or(0.0, |[dice, faces]| f32::from(dice) * f32::from(faces) / 6.0),
            endure,
            shares,
            silent: [surprised(0), surprised(1)],
        }
    }

    /// Hits to be expected by the fire at the aircraft of a side.
    fn fire_at(&self, role: usize, vigour: [f32; 2]) -> f32 {
        self.flak[1 - role] * vigour[1 - role] + if role == 0 { self.town } else { 0.0 }
    }

    /// Fire from the ground in a round; after the first one aircraft are gone to which it would do more than they do.
    fn come_under_fire(&mut self, round: usize, vigour: [f32; 2]) {
        for role in [0, 1] {
            let fire = self.fire_at(role, vigour);
            if round > 0 && fire > self.bombs[role] * self.shares[role] {
                self.bombs[role] = 0.0;
            }
            let silent = round == 0 && self.silent[1 - role];
            if self.bombs[role] > 0.0 && !silent {
                self.shares[role] = (self.shares[role] - fire / self.endure[role]).max(0.0);
            }
        }
    }

    fn bombs(&self) -> [f32; 2] {
        [0, 1].map(|role: usize| self.bombs[role] * self.shares[role])
    }
}

#[cfg(test)]
mod tests {
    use stavka_engine::blocks_in_the_east::{Phase, PositionBuilder, Prepared};
    use stavka_engine::catalogue::Catalogue as _;
    use stavka_engine::hex::Hex;
    use stavka_engine::{Dice, Game as _, Turn};

    use super::super::features::Observer;
    use super::super::survey::Survey;
    use super::*;
    use crate::evaluator::Policy as _;
    use crate::playable::Playable as _;

    const FIELD: &str = "2727";

    fn data() -> &'static Prepared {
        BlocksInTheEast::load("short-barbarossa").expect("a scenario of the game")
    }

    /// The Axis attacks in a field; the defenders come first, so that it stays theirs.
    fn attack(axis: &[&str], soviet: &[&str]) -> (BlocksInTheEast, Hex) {
        let all = soviet.iter().chain(axis);
        let position = all.fold(PositionBuilder::empty(data()), |position, id| position.place(id, FIELD).expect("it fits"));
        (position.open(Side::Axis, Phase::Combat), data().map.find(FIELD).expect("a hex"))
    }

    /// Both sides in the hex.
    fn men(game: &BlocksInTheEast, hex: Hex) -> [Men; 2] {
        let observer = Observer::new(game);
        let survey = Survey::new(game, &observer.ground, None);
        Side::ALL.map(|side| survey.men(side, hex))
    }

    fn promised(game: &BlocksInTheEast, hex: Hex, men: &[Men; 2]) -> Odds {
        let Observer { ground, memory, .. } = &mut Observer::new(game);
        Survey::new(game, ground, None).odds_of(memory, &game.situation(), Side::Axis, hex, men.clone())
    }

    /// The share of the worth on the ground that is left of both sides on average, and how often the attacker holds the hex, by play.
    fn played(game: &BlocksInTheEast, hex: Hex, battles: u64) -> ([f32; 2], f32) {
        let observer = Observer::new(game);
        let worth = |game: &BlocksInTheEast, side: Side| -> f32 {
            let ground = game.units_on_map(side).filter(|(unit, _)| game.data().unit(*unit).is_ground());
            ground.map(|(unit, _)| f32::from(game.strength(unit)) * observer.ground.quality[unit.index()]).sum()
        };
        let before = Side::ALL.map(|side| worth(game, side));
        let (mut left, mut taken) = ([0.0; 2], 0.0);
        let mut legal = Vec::new();
        for seed in 0..battles {
            let (mut game, mut dice) = (game.clone(), Dice::new(seed));
            let mut policy = BlocksInTheEast::policy();
            while game.phase() == Some((Side::Axis, Phase::Combat)) {
                game.legal_actions(&mut legal);
                let action = match game.turn() {
                    Turn::Over => break,
                    Turn::Chance => game.draw(&legal, &mut dice),
                    Turn::Player(_) => policy.pick(&game, &legal, &mut dice),
                };
                game.apply(action);
            }
            for side in Side::ALL {
                left[side.index()] += worth(&game, side) / before[side.index()] / battles as f32;
            }
            let holds = game.has_ground_units(Side::Axis, hex) && !game.has_ground_units(Side::Soviet, hex);
            taken += if holds { 1.0 / battles as f32 } else { 0.0 };
        }
        (left, taken)
    }

    /// The law is an estimate: who leaves is guessed, and aircraft are reckoned by means. It stays near what is played.
    #[test]
    fn what_a_battle_promises_is_near_what_is_played() {
        let battles: [(&[&str], &[&str]); 4] = [
            (&["GC14", "GC02"], &["SW01"]),
            (&["GC02"], &["SW01", "SW07"]),
            (&["GC02", "GC14", "GC18"], &["SW01", "SW07"]),
            (&["GC02"], &["SW01"]),
        ];
        let mut sum = 0.0;
        for (axis, soviet) in battles {
            let (game, hex) = attack(axis, soviet);
            let odds = promised(&game, hex, &men(&game, hex));
            let (left, taken) = played(&game, hex, 100);
            sum += (odds.left[0] - left[0]).abs() + (odds.left[1] - left[1]).abs();
            assert!((odds.taken - taken).abs() < 0.15, "{axis:?} against {soviet:?}: {odds:?}, played {left:?} {taken}");
        }
        assert!(sum / 8.0 < 0.12, "shares that are left differ by {} on average", sum / 8.0);
    }

    /// More attackers take the hex more often, and the defender has less left.
    #[test]
    fn who_attacks_with_more_takes_more() {
        let mut before = Odds { left: [0.0, 1.0], air: [1.0; 2], taken: 0.0 };
        for axis in [&["GC02"][..], &["GC02", "GC08"], &["GC02", "GC08", "GC14"]] {
            let (game, hex) = attack(axis, &["SW01", "SW07"]);
            let odds = promised(&game, hex, &men(&game, hex));
            assert!(odds.taken > before.taken && odds.left[1] < before.left[1], "{axis:?}: {odds:?} after {before:?}");
            before = odds;
        }
    }

    /// [7.7.4] Artillery that fires loses a step by it, whoever it fires at.
    #[test]
    fn artillery_is_used_up_by_its_own_fire() {
        let (game, hex) = attack(&["GC02", "GC08", "GC18"], &["SR02"]);
        let with = promised(&game, hex, &men(&game, hex));
        let mut without = men(&game, hex);
        without[0].retain(|man| !game.data().unit(man.unit).is_support());
        assert!(with.left[0] < promised(&game, hex, &without).left[0], "{with:?}");
    }

    /// [7.7.2] The fire from the ground meets aircraft that attack by themselves as it meets those that come with ground units.
    #[test]
    fn aircraft_that_attack_alone_are_fired_at() {
        let (game, hex) = attack(&["GC02", "GC21"], &["SW01", "SW07"]);
        let mut alone = men(&game, hex);
        let wing = game.data().find_unit("GC21").expect("a unit");
        alone[0].retain(|man| man.unit == wing);
        alone[0][0].flies = true;
        let odds = promised(&game, hex, &alone);
        assert!(odds.air[0] < 0.95 && odds.left[1] < 1.0 && odds.taken == 0.0, "{odds:?}");
    }
}
