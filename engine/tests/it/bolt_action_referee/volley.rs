//! Fire: who may shoot at whom, with which dice, and what comes of it.

use std::collections::BTreeMap;

use stavka_engine::bolt_action::UnitId;
use stavka_engine::bolt_action::data::units::{Man, Penetration, Shots, Weapon};
use stavka_engine::bolt_action::terms::{Armour, Class, Cover, HeSize, Mishap, Mount, Order, Quality};
use stavka_engine::square::Facing;

use super::throws::Sum;
use super::{Flow, Referee, flesh};

/// [HE.1][HE.2][HE.3][HE.4][HE.5] Hits of a size, its die of pins, its penetration.
const fn shell(size: HeSize) -> (Sum, Option<Sum>, i16) {
    match size {
        HeSize::D2 => ((1, 2), None, 1),
        HeSize::D3 => ((1, 3), None, 1),
        HeSize::D6 => ((1, 6), Some((1, 2)), 2),
        HeSize::TwoD6 => ((2, 6), Some((1, 3)), 3),
        HeSize::ThreeD6 => ((3, 6), Some((1, 6)), 4),
    }
}

/// [DMG.4][DMG.5][DMG.6][DMG.7][DMG.8][DMG.9] What damages a vehicle.
pub(super) const fn plate(armour: Armour) -> i16 {
    match armour {
        Armour::SoftSkin => 6,
        Armour::ArmouredCar => 7,
        Armour::LightTank => 8,
        Armour::MediumTank => 9,
        Armour::HeavyTank => 10,
        Armour::SuperHeavyTank => 11,
    }
}

/// How a unit fires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    /// All that fires directly, with so many Panzerfausts.
    All(u8),
    /// One weapon of a vehicle.
    One(usize),
    Indirect,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Shot {
    pub(super) by: UnitId,
    pub(super) at: UnitId,
    pub(super) how: How,
}

/// What a hit does: dice for damage that need a number, perhaps after a die of hits; or penetration, and more on the damage table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hit {
    Wound(i16),
    Blast(Sum, i16),
    Pierce(i16, i16),
    Fright,
}

/// Dice that are rolled together.
#[derive(Clone, Debug)]
struct Pool {
    need: i16,
    dice: u8,
    thrown: Option<Sum>,
    hit: Hit,
    pins: Option<Sum>,
    flame: bool,
}

fn ahead(facing: Facing, (right, down): (i16, i16)) -> bool {
    let (x, y) = facing.vector();
    let (dot, cross) = (x * right + y * down, x * down - y * right);
    dot > 0 && cross.abs() <= dot
}

impl Referee<'_> {
    /// Weapons that bear on a target from here with this facing, and whether each has lost its helper.
    pub(super) fn bearing(&self, shot: Shot, facing: Facing) -> Vec<(&'static Weapon, bool)> {
        let data = self.game.data();
        let (template, piece) = (data.unit(shot.by), self.piece(shot.by));
        let (from, to) = (self.cell(shot.by), self.cell(shot.at));
        let front = ahead(facing, data.lattice().offset(from, to));
        let d2 = self.apart(shot.by, shot.at);
        let reaches = |weapon: &Weapon| {
            let least = if shot.how == How::Indirect { weapon.indirect_from } else { weapon.direct_from };
            least.is_some_and(|least| i32::from(least).pow(2) <= d2) && d2 <= i32::from(weapon.range).pow(2)
        };
        let spots = |unit: UnitId| unit == shot.by || shot.how == How::Indirect && data.unit(unit).rank.is_some();
        let mut bearing = Vec::new();
        if !self.living(shot.by.side()).into_iter().any(|unit| spots(unit) && data.sight.sees(self.cell(unit), to)) {
            return bearing;
        }
        if template.class == Class::Vehicle {
            let mut gun = false;
            for (number, mounted) in template.mounted.iter().enumerate() {
                let weapon = data.weapon(mounted.weapon);
                let all_round = matches!(mounted.mount, Mount::Turret | Mount::Coax);
                let chosen = matches!(shot.how, How::All(_)) || shot.how == How::One(number);
                if chosen && (front || all_round) && reaches(weapon) && !(gun && mounted.mount == Mount::Coax) {
                    gun |= mounted.mount == Mount::Turret;
                    bearing.push((weapon, false));
                }
            }
            return bearing;
        }
        let left = &template.men[..piece.men.into()];
        let mut helpers = left.iter().filter(|man| **man == Man::Helper).count();
        for weapon in left.iter().filter_map(|man| man.weapon()).map(|weapon| data.weapon(weapon)) {
            let alone = weapon.team && helpers == 0;
            helpers -= usize::from(weapon.team && !alone);
            let halted = piece.order == Some(Order::Advance) && (weapon.fixed || weapon.direct_from.is_none());
            if !halted && (front || !weapon.fixed) && reaches(weapon) {
                bearing.push((weapon, alone));
            }
        }
        let fausts = if let How::All(fausts) = shot.how { fausts } else { 0 };
        let faust = data.weapons.iter().find(|weapon| weapon.id == "panzerfaust").filter(|weapon| reaches(weapon));
        bearing.extend((0..fausts).filter_map(|_| Some((faust?, false))));
        bearing
    }

    /// Where a unit looks when it shoots, if the shot is possible: a Fixed weapon may turn first, the shortest way round (decision D14).
    pub(super) fn possible(&self, shot: Shot) -> Option<Facing> {
        let facing = self.piece(shot.by).facing;
        if !self.bearing(shot, facing).is_empty() {
            return Some(facing);
        }
        let data = self.game.data();
        let fixed = data.unit(shot.by).men.iter().filter_map(|man| man.weapon()).any(|weapon| data.weapon(weapon).fixed);
        let offset = data.lattice().offset(self.cell(shot.by), self.cell(shot.at));
        let eighths = |to: &Facing| [0, 1, 2, 3, 4, 3, 2, 1][(to.index() + 8 - facing.index()) % 8];
        let turned = Facing::ALL.into_iter().filter(|&facing| ahead(facing, offset)).min_by_key(eighths);
        turned.filter(|&facing| fixed && !self.bearing(shot, facing).is_empty())
    }

    /// Panzerfausts that a unit may fire at a target: one for each man, at vehicles within twelve inches.
    pub(super) fn panzerfausts(&self, by: UnitId, at: UnitId) -> u8 {
        let (piece, near) = (self.piece(by), self.class(at) == Class::Vehicle && self.apart(by, at) <= 144);
        if near { piece.panzerfausts.min(piece.men) } else { 0 }
    }

    /// [PEN.1][PEN.2] The side of a vehicle that a shot strikes.
    pub(super) fn struck_side(&self, shot: Shot) -> &'static str {
        let seen = self.game.data().lattice().offset(self.cell(shot.at), self.cell(shot.by));
        match self.piece(shot.at).facing {
            _ if shot.how == How::Indirect => "top",
            facing if ahead(facing, seen) => "front",
            facing if ahead(facing.reversed(), seen) => "rear",
            _ => "side",
        }
    }

    /// Whether a weapon can do anything to a unit: bullets at closed armour cannot (supplement S32).
    pub(super) fn matters(&self, weapon: &Weapon, target: UnitId) -> bool {
        weapon.pen != Penetration::SmallArm || !self.is_closed(target)
    }

    /// [HIT] Facts of a shot with a weapon, with what each adds to the roll.
    fn facts(&self, shot: Shot, weapon: &Weapon, alone: bool) -> Vec<(&'static str, i16)> {
        let data = self.game.data();
        let (shooter, target, kind) = (self.piece(shot.by), self.piece(shot.at), data.unit(shot.at));
        let (from, to, d2) = (self.cell(shot.by), self.cell(shot.at), self.apart(shot.by, shot.at));
        let men = kind.class != Class::Vehicle;
        let cover = if target.dug_in { Cover::Hard } else { data.sight.cover(from, to).unwrap_or(Cover::None) };
        let facts = [
            ("close", 1, d2 <= 36),
            ("pins", -i16::from(shooter.pins), shooter.pins > 0),
            ("long", -1, 4 * d2 > i32::from(weapon.range).pow(2)),
            ("raw", -1, data.unit(shot.by).quality == Quality::Inexperienced),
            ("moved", -1, shooter.moved && !weapon.assault),
            ("down", -1, men && target.order == Some(Order::Down)),
            ("small", -1, men && target.men <= 2),
            ("soft", -1, cover == Cover::Soft && !weapon.flame),
            ("hard", -2, cover == Cover::Hard && !weapon.flame),
            ("alone", -1, alone),
        ];
        facts.into_iter().filter(|fact| fact.2).map(|(what, adds, _)| (what, adds)).collect()
    }

    /// What a die of the best weapon needs to hit.
    pub(super) fn best_need(&self, shot: Shot) -> Option<i16> {
        let bearing = self.bearing(shot, self.piece(shot.by).facing);
        let need = |(weapon, alone)| (3 - self.facts(shot, weapon, alone).iter().map(|fact| fact.1).sum::<i16>()).max(2);
        bearing.into_iter().map(need).min()
    }

    /// [SHOOT.3][HIT][DMG][HE][PEN] The dice of a volley, weapon by weapon, equal ones together.
    fn pools(&mut self, shot: Shot) -> Vec<Pool> {
        let data = self.game.data();
        let (shooter, kind) = (self.piece(shot.by), data.unit(shot.at));
        let (d2, men) = (self.apart(shot.by, shot.at), kind.class != Class::Vehicle);
        let indirect = shot.how == How::Indirect;
        let side = self.struck_side(shot);
        let aspect = match side {
            "front" => 0,
            "rear" => 2,
            _ => 1,
        };
        let mut pools: Vec<Pool> = Vec::new();
        for (weapon, alone) in self.bearing(shot, shooter.facing) {
            let long = 4 * d2 > i32::from(weapon.range).pow(2);
            let held = self.facts(shot, weapon, alone);
            let ranged = shooter.ranging.filter(|&(at, _)| at == shot.at).map_or(0, |(_, shots)| i16::from(shots));
            let modified = (3 - held.iter().map(|fact| fact.1).sum::<i16>()).clamp(2, 7);
            let need = if indirect { (6 - ranged).max(2) } else { modified };
            let own = match weapon.pen {
                Penetration::By(pen) => Some(i16::from(pen)),
                Penetration::Explosive => weapon.he.map(|size| shell(size).2),
                Penetration::SmallArm => None,
            };
            let hit = match (kind.armour, weapon.he, own) {
                (None, Some(size), _) => Hit::Blast(shell(size).0, flesh(kind.quality) - shell(size).2),
                (None, None, own) => Hit::Wound(flesh(kind.quality) - own.unwrap_or(0)),
                (Some(Armour::SoftSkin), _, own) => Hit::Wound(6 - own.unwrap_or(0)),
                (Some(_), _, Some(own)) => {
                    Hit::Pierce(own + aspect - i16::from(long && !weapon.shaped), i16::from(indirect && kind.open_topped))
                }
                (Some(_), _, None) => Hit::Fright,
            };
            if !self.matters(weapon, shot.at) {
                continue;
            }
            if !indirect {
                for (number, one) in held.iter().enumerate() {
                    held[number + 1..].iter().for_each(|other| self.meet(&format!("hit: {} and {}", one.0, other.0)));
                }
            }
            if let Hit::Pierce(..) = hit {
                let far = ["near", "long", "long, shaped"][usize::from(long) + usize::from(long && weapon.shaped)];
                self.meet(&format!("armour: {side}, {far}"));
            }
            let pins = weapon.he.filter(|_| men || weapon.pen == Penetration::Explosive).and_then(|size| shell(size).1);
            let (dice, thrown) = match weapon.shots {
                Shots::Fixed(shots) => (shots, None),
                Shots::Dice(dice) => (0, Some((dice.into(), 6))),
            };
            let pool = Pool { need, dice, thrown, hit, pins, flame: weapon.flame };
            let alike =
                |other: &&mut Pool| (other.need, other.hit, other.pins, other.thrown) == (need, hit, pins, None) && thrown.is_none();
            match pools.iter_mut().find(alike) {
                Some(other) => other.dice += dice,
                None => pools.push(pool),
            }
        }
        pools
    }

    /// [SHOOT.4][SHOOT.5][SHOOT.6][SHOOT.7] A volley to its end: dice, losses, pins (supplements S2, S15, S32), morale (S3).
    pub(super) fn volley(&mut self, shot: Shot) -> Flow {
        let pools = self.pools(shot);
        let men = self.piece(shot.at).men;
        let (mut lost, mut hit, mut burst, mut flames) = (0, false, 0, 0);
        for pool in &pools {
            if !self.piece(shot.at).is_alive() || lost == men {
                break;
            }
            let dice = pool.thrown.map_or(pool.dice, |sum| self.throw_sum("the number of shots", sum));
            let enough = if pool.hit == Hit::Fright { 1 } else { dice };
            let hits = self.throw_pool("the dice to hit", pool.need, dice, enough);
            hit |= hits > 0;
            let mut wounds = hits;
            if let (Hit::Blast(size, _), true) = (pool.hit, hits > 0) {
                wounds = 0;
                for _ in 0..hits {
                    wounds += self.throw_sum("the hits of high explosive", size);
                    burst = pool.pins.map_or(0, |sum| self.throw_sum("the pins", sum)).max(burst);
                }
            } else if pool.flame && hits > 0 {
                flames = self.throw_sum("the pins", (1, 3)).max(flames);
            } else if let (Some(sum), true) = (pool.pins, hits > 0) {
                burst = self.throw_sum("the pins", sum).max(burst);
            }
            match pool.hit {
                Hit::Wound(need) | Hit::Blast(_, need) => lost += self.throw_pool("the dice for damage", need, wounds, men - lost),
                Hit::Pierce(pen, more) => {
                    for _ in 0..hits {
                        if self.piece(shot.at).is_alive() {
                            let die = self.throw_die("the die against armour");
                            self.pierced(shot.at, die + pen, more, false);
                        }
                    }
                }
                Hit::Fright => {}
            }
        }
        // A shot at what has got out of sight is none (supplement S27).
        if shot.how == How::Indirect && !pools.is_empty() {
            let ranged = self.piece(shot.by).ranging.filter(|&(at, _)| at == shot.at).map_or(0, |(_, shots)| shots);
            self.edit(shot.by).ranging = Some((shot.at, ranged.saturating_add(1)));
        }
        if !self.piece(shot.at).is_alive() {
            return self.is_on();
        }
        let one = matches!(shot.how, How::One(_));
        let (first, pinned) = self.struck.get(&shot.at).copied().filter(|_| one).unwrap_or((men, 0));
        let pins = if hit { burst.max(1) } else { 0 } + flames;
        if one {
            self.struck.insert(shot.at, (first, pins.max(pinned)));
        }
        let quality = self.game.data().unit(shot.at).quality;
        let target = self.edit(shot.at);
        target.men -= lost;
        target.pins += pins.saturating_sub(pinned);
        let broken = target.men > 0 && i16::from(target.pins) >= 5 + flesh(quality);
        let (left, pins) = (target.men, target.pins);
        if broken {
            self.meet("losses: too many pins");
        }
        if broken || left == 0 {
            self.falls(shot.at);
            return self.is_on();
        }
        let half = |left: u8| 2 * (first - left) >= first;
        let tested = half(left) && !half(men) || flames > 0 && lost > 0;
        if self.class(shot.at) != Class::Vehicle && tested {
            self.meet(if flames > 0 { "losses: morale in flames" } else { "losses: morale" });
            if !self.tests_morale("the test of morale", shot.at, pins) {
                self.falls(shot.at);
            }
        }
        self.is_on()
    }

    /// [VD][VDC] A score against armour (supplement S23): equal, one or two more, three or more.
    pub(super) fn pierced(&mut self, unit: UnitId, score: i16, more: i16, superficial: bool) {
        let margin = score - plate(self.game.data().unit(unit).armour.expect("it is a vehicle"));
        if margin < 0 {
            return;
        }
        let row = |roll: i16| match roll {
            ..=1 => Mishap::Stunned,
            2 => Mishap::Immobilised,
            3 => Mishap::OnFire,
            _ => Mishap::Destroyed,
        };
        let mishaps = if margin >= 3 && !superficial {
            let mut pairs = BTreeMap::new();
            for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (row(one + more), row(other + more)))) {
                *pairs.entry([one.min(other), one.max(other)]).or_insert(0) += 1;
            }
            let lines: Vec<_> =
                pairs.iter().map(|(pair, ways)| (format!("mishaps {} {}", pair[0].name(), pair[1].name()), *ways)).collect();
            let at = self.throw("two dice of the vehicle damage table", &lines);
            pairs.into_keys().nth(at).expect("it was thrown").to_vec()
        } else {
            let less = if margin == 0 || superficial { 3 } else { 0 };
            vec![row(self.throw_die("the die of the vehicle damage table") + more - less)]
        };
        for mishap in mishaps {
            if !self.piece(unit).is_alive() {
                return;
            }
            let before = self.piece(unit);
            self.edit(unit).pins += u8::from(mishap != Mishap::Destroyed);
            match mishap {
                Mishap::Stunned => self.spends_die(unit, Order::Down),
                Mishap::Immobilised if before.immobilised => self.falls(unit),
                Mishap::Immobilised => {
                    let piece = self.edit(unit);
                    piece.immobilised = true;
                    piece.order = before.order.map(|_| Order::Down);
                }
                Mishap::OnFire if self.tests_morale("the test of the crew of the burning vehicle", unit, before.pins + 1) => {
                    self.spends_die(unit, Order::Down);
                }
                Mishap::OnFire | Mishap::Destroyed => self.falls(unit),
            }
        }
    }
}
