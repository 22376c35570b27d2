//! Who can shoot at whom with what, and the choice of targets and reactions.

use arrayvec::ArrayVec;

use super::BoltAction;
use super::action::Action;
use super::data::units::{Penetration, Shots, Weapon, WeaponId};
use super::frame::{Frame, Reaction, Shooting};
use super::ids::{UnitId, units};
use super::resolution::MOST_GROUPS;
use super::resolution::chance::Chance;
use super::resolution::damage::{self, DamageTarget};
use super::resolution::hit::{self, Fire, Shot};
use super::resolution::losses;
use super::terms::{Armour, Aspect, Class, Cover, HeSize, Mount, Order, Quality};
use super::volley::Mode;
use crate::game::Turn;
use crate::kit::counters::Counter as _;
use crate::kit::procedures::{Procedure, Progress, Sequence};
use crate::square::{Cell, Facing, Quarter};

/// A shot that could be taken: who at whom, from where to where, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    pub(super) shooter: UnitId,
    pub(super) target: UnitId,
    pub(super) facing: Facing,
    pub(super) from: Cell,
    pub(super) to: Cell,
    pub(super) mode: Mode,
}

impl Aim {
    /// The same aim with the target in another cell.
    pub(super) fn at(self, to: Cell) -> Self {
        Aim { to, ..self }
    }
}

/// What the weapons of a vehicle have done to a unit within one action, which counts as a whole for pins and morale (supplements S2 and S3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Struck {
    pub(super) unit: UnitId,
    /// Its men before the action.
    pub(super) men: u8,
    /// Pins of the action.
    pub(super) pins: u8,
}

impl Struck {
    pub(super) const NOTHING: Struck = Struck { unit: UnitId::NOBODY, men: 0, pins: 0 };
}

/// Weapons of one kind that bear on a target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) weapon: WeaponId,
    pub(super) count: u8,
    alone: bool,
}

/// What a hit does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// A die for damage to men or to a soft-skinned vehicle.
    Wound(Chance),
    /// [HE] So many hits, each of which has this chance.
    Blast(HeSize, Chance),
    /// A die with so much penetration against armour; so much more on the damage table.
    Armour {
        /// Penetration.
        pen: i8,
        /// Added to the damage table.
        extra: u8,
    },
    /// It frightens at most.
    Fright,
}

/// Weapons whose dice are rolled together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Pool {
    /// A weapon of it.
    pub(super) weapon: WeaponId,
    /// [HIT] Chance of a die.
    pub(super) chance: Chance,
    /// Dice; 0 where their number is rolled.
    pub(super) dice: u8,
    /// What a hit does.
    pub(super) effect: Effect,
    /// Whether a hit pins (supplement S32).
    pub(super) pins: bool,
    /// [HE] Die of the pins of a hit; `None` where a hit pins once. Against a vehicle only shells that pierce by their blast alone have one
    /// (decision D42).
    pub(super) pin_die: Option<HeSize>,
}

impl Procedure<BoltAction> for Shooting {
    const QUESTION: &'static str = "which unit is shot at?";
    const QUIET: bool = false;

    fn decider(self, _: &BoltAction) -> Turn {
        Turn::Player(self.unit.side())
    }

    fn carry_on(self, game: &mut BoltAction) -> Progress {
        let piece = game.board.piece(self.unit);
        if !piece.is_alive() || piece.order == Some(Order::Down) {
            return game.cease_fire();
        }
        if game.data.unit(self.unit).class != Class::Vehicle {
            return if self.weapon == 0 && game.has_target(self.unit) { Progress::Waits } else { game.cease_fire() };
        }
        let mounted = &game.data.unit(self.unit).mounted;
        let bears = |weapon: &u8| {
            game.is_manned(self.unit, *weapon) && game.enemies(self.unit).any(|to| game.can_shoot(self.unit, to, Mode::One(*weapon)))
        };
        match (self.weapon..mounted.len() as u8).find(bears) {
            None => game.cease_fire(),
            Some(weapon) if weapon == self.weapon => Progress::Waits,
            Some(weapon) => {
                game.frames.replace_top(Frame::Shooting(self.unit, weapon));
                Progress::Waits
            }
        }
    }

    fn list(self, game: &BoltAction, out: &mut Vec<Action>) {
        out.push(Action::Done);
        if game.data.unit(self.unit).class == Class::Vehicle {
            let mode = Mode::One(self.weapon);
            let targets = game.enemies(self.unit).filter(|&to| game.can_shoot(self.unit, to, mode));
            return out.extend(targets.map(|unit| Action::Target { unit, panzerfausts: 0 }));
        }
        for unit in game.enemies(self.unit) {
            let numbers = 0..=game.panzerfausts(self.unit, unit);
            let bears = |&panzerfausts: &u8| game.turned_aim(self.unit, unit, Mode::Direct { panzerfausts }).is_some();
            out.extend(numbers.filter(bears).map(|panzerfausts| Action::Target { unit, panzerfausts }));
        }
        let shelled = game.enemies(self.unit).filter(|&unit| game.turned_aim(self.unit, unit, Mode::Indirect).is_some());
        out.extend(shelled.map(Action::Shell));
    }

    /// [SHOOT.1] The target is declared. The gunner of a turret serves the gun or the weapon beside it (decision D23).
    fn carry_out(self, game: &mut BoltAction, action: Action) {
        let vehicle = game.data.unit(self.unit).class == Class::Vehicle;
        let (target, mode) = match action {
            Action::Target { unit, .. } if vehicle => (unit, Mode::One(self.weapon)),
            Action::Target { unit, panzerfausts } => (unit, Mode::Direct { panzerfausts }),
            Action::Shell(unit) => (unit, Mode::Indirect),
            _ => {
                game.frames.replace_top(Frame::Shooting(self.unit, self.weapon + 1));
                return;
            }
        };
        let gun = vehicle && game.data.unit(self.unit).mounted[usize::from(self.weapon)].mount == Mount::Turret;
        game.gun_fired |= gun;
        game.frames.replace_top(Frame::Shooting(self.unit, self.weapon + 1));
        if let Some(aim) = game.turned_aim(self.unit, target, mode) {
            game.turn_to(self.unit, aim.facing);
        }
        game.shoot(self.unit, target, mode);
        game.frames.push(Frame::Reaction);
    }
}

impl Procedure<BoltAction> for Reaction {
    const QUESTION: &'static str = "does the target react?";
    const QUIET: bool = false;

    fn decider(self, game: &BoltAction) -> Turn {
        Turn::Player(game.volley.target.side())
    }

    /// [SHOOT.2] Only a unit that has no order reacts.
    fn is_due(self, game: &BoltAction) -> bool {
        game.may_duck(game.volley.target) || game.may_escape(game.volley.target)
    }

    fn list(self, game: &BoltAction, out: &mut Vec<Action>) {
        let target = game.volley.target;
        out.push(Action::Done);
        out.extend(game.may_duck(target).then_some(Action::Duck(target)));
        out.extend(game.may_escape(target).then_some(Action::Escape(target)));
    }

    /// A unit that reacts has its order (supplements S4 and S5, decision D30).
    fn carry_out(self, game: &mut BoltAction, action: Action) {
        game.pop();
        match action {
            Action::Duck(unit) => game.spend_die(unit, Order::Down),
            Action::Escape(unit) => game.escape(unit),
            _ => {}
        }
    }
}

impl BoltAction {
    /// The living enemies of a unit.
    pub(super) fn enemies(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + use<> {
        let side = unit.side().opponent();
        units(side, self.board.alive(side))
    }

    /// Nothing of an action has been fired yet.
    pub(super) fn fresh_fire(&mut self) {
        self.gun_fired = false;
        self.struck = [Struck::NOTHING; MOST_GROUPS];
    }

    /// A unit has fired all it can.
    fn cease_fire(&mut self) -> Progress {
        self.fresh_fire();
        self.pop()
    }

    /// Whether a target may go Down before it is shot at (supplement S4).
    fn may_duck(&self, target: UnitId) -> bool {
        let waits = self.board.piece(target).is_alive() && self.board.piece(target).order.is_none();
        self.data.tables.switches.reaction_down && waits && self.data.unit(target).class != Class::Vehicle
    }

    /// Whether a Recce vehicle may escape (supplement S5).
    pub(super) fn may_escape(&self, target: UnitId) -> bool {
        let piece = self.board.piece(target);
        let waits = piece.is_alive() && piece.order.is_none() && !piece.immobilised;
        self.data.tables.switches.recce_escape && waits && self.data.unit(target).recce
    }

    /// A Recce vehicle drives the legs of an Advance, then it is Down. Nobody in Ambush fires at it.
    pub(super) fn escape(&mut self, unit: UnitId) {
        self.spend_die(unit, Order::Down);
        self.begin_march(unit, Order::Advance);
        self.march.unseen = true;
        self.frames.push(Frame::Drive(unit));
    }

    /// Panzerfausts that a unit may fire at a target: one for each man who lives, at vehicles in their range alone.
    pub(super) fn panzerfausts(&self, unit: UnitId, target: UnitId) -> u8 {
        let piece = self.board.piece(unit);
        let vehicle = self.data.unit(target).class == Class::Vehicle;
        let reaches = |weapon| self.reaches(&self.aim(unit, target, Mode::ALL), weapon);
        if vehicle && self.data.panzerfaust.is_some_and(reaches) { piece.panzerfausts.min(piece.men) } else { 0 }
    }

    /// [CQV.2] Whether a unit of men has anything against tanks left: Panzerfausts that are spent, or that nobody is left to fire, are none.
    pub(super) fn is_anti_tank(&self, unit: UnitId) -> bool {
        let (template, piece) = (self.data.unit(unit), self.board.piece(unit));
        template.anti_tank && (template.panzerfausts == 0 || piece.panzerfausts.min(piece.men) > 0)
    }

    /// Whether the gunner of a weapon of a vehicle is free (decision D23).
    fn is_manned(&self, unit: UnitId, weapon: u8) -> bool {
        let beside = self.data.unit(unit).mounted[usize::from(weapon)].mount == Mount::Coax;
        !(beside && self.gun_fired && self.data.tables.switches.coax_instead_of_gun)
    }

    /// [ORD.1] Whether an enemy can be shot at, after a turn if need be.
    pub(super) fn has_target(&self, unit: UnitId) -> bool {
        let shootable = |target: UnitId| {
            let panzerfausts = self.panzerfausts(unit, target);
            let modes = [Mode::Direct { panzerfausts }, Mode::Indirect];
            modes.into_iter().any(|mode| self.turned_aim(unit, target, mode).is_some())
        };
        self.enemies(unit).any(shootable)
    }

    /// The aim of a shot that is offered; `None` for other actions. Those who are assaulted shoot where they hit best (decision D16).
    pub(super) fn offered_aim(&self, action: Action) -> Option<Aim> {
        match (self.frames.top()?, action) {
            (Frame::Shooting(shooter, weapon), Action::Target { unit, panzerfausts }) => {
                let vehicle = self.data.unit(shooter).class == Class::Vehicle;
                let mode = if vehicle { Mode::One(weapon) } else { Mode::Direct { panzerfausts } };
                self.turned_aim(shooter, unit, mode)
            }
            (Frame::Shooting(shooter, _), Action::Shell(unit)) => self.turned_aim(shooter, unit, Mode::Indirect),
            (Frame::Friend(shooter), Action::Mistake(unit)) => self.mistaken_aim(shooter, unit),
            (Frame::Ambush(mover), Action::Spring(unit)) => Some(self.aim(unit, mover, self.opportunity(unit, mover))),
            (Frame::ReturnFire, Action::Return(unit)) => {
                let attacker = self.melee.attacker;
                let (_, cell) = self.best_moment(attacker, unit, self.charge_route(attacker, unit)?)?;
                Some(self.aim(unit, attacker, Mode::ALL).at(cell))
            }
            _ => None,
        }
    }

    /// [FUB.2.a] How a unit would shoot at a friend by mistake: as it would at an enemy with an order to fire, directly if it can.
    pub(super) fn mistaken_aim(&self, shooter: UnitId, friend: UnitId) -> Option<Aim> {
        [Mode::ALL, Mode::Indirect].into_iter().find_map(|mode| self.turned_aim(shooter, friend, mode))
    }

    /// The aim of a unit where it stands and looks.
    pub(super) fn aim(&self, shooter: UnitId, target: UnitId, mode: Mode) -> Aim {
        let (from, to) = (self.board.cell(shooter), self.board.cell(target));
        Aim { shooter, target, facing: self.board.piece(shooter).facing, from, to, mode }
    }

    /// The aim of a unit that may turn a Fixed weapon to the target first (decision D14), if anything bears then.
    pub(super) fn turned_aim(&self, shooter: UnitId, target: UnitId, mode: Mode) -> Option<Aim> {
        let aim = self.aim(shooter, target, mode);
        if !self.is_in_view(&aim) {
            return None;
        }
        if self.has_weapon(&aim) {
            return Some(aim);
        }
        let template = self.data.unit(shooter);
        if template.class == Class::Vehicle || !template.has_facing(self.data) {
            return None;
        }
        let offset = self.data.lattice().offset(aim.from, aim.to);
        let ahead = |facing: &Facing| facing.quarter(offset) == Quarter::Front;
        let nearest = Facing::ALL.into_iter().filter(ahead).min_by_key(|&facing| super::march::eighths(aim.facing, facing));
        let turned = Aim { facing: nearest?, ..aim };
        self.has_weapon(&turned).then_some(turned)
    }

    /// A unit turns to fire, which is moving (decision D14).
    pub(super) fn turn_to(&mut self, unit: UnitId, facing: Facing) {
        if self.board.piece(unit).facing != facing {
            self.board.piece_mut(unit).facing = facing;
            self.board.stir(unit);
        }
    }

    /// Whether a unit where it stands and looks can shoot at a target.
    pub(super) fn can_shoot(&self, shooter: UnitId, target: UnitId, mode: Mode) -> bool {
        self.bears(&self.aim(shooter, target, mode))
    }

    /// Whether a weapon is in range, in arc and in sight of the target.
    pub(super) fn bears(&self, aim: &Aim) -> bool {
        self.is_in_view(aim) && self.has_weapon(aim)
    }

    /// Whether a weapon is in range and in arc of the target, seen or not.
    fn has_weapon(&self, aim: &Aim) -> bool {
        self.groups(aim).next().is_some()
    }

    /// Whether the target is seen, and within the longest range of the shooter. The facing does not matter, and no weapon is looked at.
    fn is_in_view(&self, aim: &Aim) -> bool {
        let fires = aim.mode != Mode::Indirect || self.data.arms(aim.shooter, self.board.piece(aim.shooter).men).indirect;
        fires && self.is_in_longest_range(aim) && self.is_seen(aim)
    }

    /// Whether the target is no farther away than the longest range of the shooter's weapons.
    pub(super) fn is_in_longest_range(&self, aim: &Aim) -> bool {
        let range = u16::from(self.data.arms(aim.shooter, self.board.piece(aim.shooter).men).range);
        self.data.lattice().distance2(aim.from, aim.to) <= range * range
    }

    /// 0 for close range, 2 for long range of the first weapon that bears, 1 in between.
    pub(super) fn range_band(&self, aim: &Aim) -> u8 {
        let d2 = self.data.lattice().distance2(aim.from, aim.to);
        let long = self.groups(aim).next().is_some_and(|group| hit::is_long(self.data.weapon(group.weapon), d2));
        if hit::is_close(&self.data.tables, d2) { 0 } else { 1 + u8::from(long) }
    }

    /// Whether the target is seen: for indirect fire, by the firer or by an officer (decision D24).
    pub(super) fn is_seen(&self, aim: &Aim) -> bool {
        let sees = |cell: Cell| self.data.sight.sees(cell, aim.to);
        let side = aim.shooter.side();
        let spotters = || units(side, self.board.alive(side)).filter(|&unit| self.data.unit(unit).rank.is_some());
        sees(aim.from) || aim.mode == Mode::Indirect && spotters().any(|unit| sees(self.board.cell(unit)))
    }

    /// [SHOOT.3] Weapons in range and arc, by kind. A vehicle that fires all it has at one target has its gunner at the gun, if that
    /// bears.
    pub(super) fn groups<'a>(&'a self, aim: &'a Aim) -> impl Iterator<Item = Group> + 'a {
        let piece = self.board.piece(aim.shooter);
        let template = self.data.unit(aim.shooter);
        let mut gun_bears = false;
        let mounted = (0..).zip(&template.mounted).filter_map(move |(at, mounted)| {
            let chosen = if let Mode::One(weapon) = aim.mode { weapon == at } else { aim.mode != Mode::Indirect };
            let unmanned = mounted.mount == Mount::Coax && gun_bears && self.data.tables.switches.coax_instead_of_gun;
            let all_round = matches!(mounted.mount, Mount::Turret | Mount::Coax);
            let bears = chosen && !unmanned && (all_round || self.is_ahead(aim)) && self.reaches(aim, mounted.weapon);
            gun_bears |= bears && mounted.mount == Mount::Turret;
            bears.then_some(Group { weapon: mounted.weapon, count: 1, alone: false })
        });
        let advances = piece.order == Some(Order::Advance);
        let held = if template.class == Class::Vehicle { &[] } else { self.data.arms(aim.shooter, piece.men).weapons.as_slice() };
        let held = held.iter().filter_map(move |held| {
            let weapon = self.data.weapon(held.weapon);
            let halted = advances && (weapon.fixed || !weapon.is_direct());
            let bears = !halted && (!weapon.fixed || self.is_ahead(aim)) && self.reaches(aim, held.weapon);
            bears.then_some(Group { weapon: held.weapon, count: held.count, alone: held.alone })
        });
        let carried = if let Mode::Direct { panzerfausts: count @ 1.. } = aim.mode { Some(count).zip(self.data.panzerfaust) } else { None };
        let carried = carried.filter(|&(_, weapon)| self.reaches(aim, weapon));
        mounted.chain(held).chain(carried.map(|(count, weapon)| Group { weapon, count, alone: false }))
    }

    /// Whether the shooter turns first, which is moving (decision D14).
    fn turns(&self, aim: &Aim) -> bool {
        aim.facing != self.board.piece(aim.shooter).facing
    }

    /// Whether the target lies in the front arc.
    fn is_ahead(&self, aim: &Aim) -> bool {
        aim.facing.quarter(self.data.lattice().offset(aim.from, aim.to)) == Quarter::Front
    }

    /// Whether a weapon reaches the target in the way that it is fired.
    fn reaches(&self, aim: &Aim, weapon: WeaponId) -> bool {
        let weapon = self.data.weapon(weapon);
        let d2 = self.data.lattice().distance2(aim.from, aim.to);
        if aim.mode == Mode::Indirect { hit::in_indirect_range(weapon, d2) } else { hit::in_direct_range(weapon, d2) }
    }

    /// [HIT] The facts of a shot with a weapon.
    pub(super) fn shot(&self, aim: &Aim, group: Group) -> Shot {
        let (shooter, target) = (self.board.piece(aim.shooter), self.board.piece(aim.target));
        let class = self.data.unit(aim.target).class;
        // Whoever is dug in is so where it stands, not on its way (decision D13).
        let dug_in = target.dug_in && target.cell == Some(aim.to);
        Shot {
            d2: self.data.lattice().distance2(aim.from, aim.to),
            pins: shooter.pins,
            inexperienced: self.data.unit(aim.shooter).quality == Quality::Inexperienced,
            moved: shooter.moved || self.turns(aim),
            down: class != Class::Vehicle && target.order == Some(Order::Down),
            small: hit::is_small(&self.data.tables, class, self.men_at_start(aim.target)),
            cover: if dug_in { Cover::Hard } else { self.data.sight.cover(aim.from, aim.to).unwrap_or(Cover::None) },
            alone: group.alone,
        }
    }

    /// [HIT] Number that a die of the best weapon needs; `None` if nothing bears.
    pub(super) fn best_need(&self, aim: &Aim) -> Option<u8> {
        if !self.is_seen(aim) {
            return None;
        }
        self.groups(aim).filter_map(|group| self.need(aim, group)).min()
    }

    pub(super) fn need(&self, aim: &Aim, group: Group) -> Option<u8> {
        let weapon = self.data.weapon(group.weapon);
        if aim.mode == Mode::Indirect {
            let shots = if self.turns(aim) { 0 } else { self.shots_at(aim.shooter, aim.target) };
            return Some(hit::indirect_need(&self.data.tables, shots));
        }
        hit::need(&self.data.tables, weapon, &self.shot(aim, group))
    }

    /// Shots of indirect fire that a unit has had at a target in a row (supplement S27).
    pub(super) fn shots_at(&self, shooter: UnitId, target: UnitId) -> u8 {
        self.board.piece(shooter).ranging.filter(|&(at, _)| at == target).map_or(0, |(_, shots)| shots)
    }

    /// The weapons that bear, with what they need and do; equal ones are rolled together. Dice that cannot matter are left out.
    pub(super) fn pools(&self, aim: &Aim) -> ArrayVec<Pool, MOST_GROUPS> {
        let mut pools: ArrayVec<Pool, MOST_GROUPS> = ArrayVec::new();
        if !self.is_seen(aim) {
            return pools;
        }
        for group in self.groups(aim) {
            let weapon = self.data.weapon(group.weapon);
            let Some(need) = self.need(aim, group) else { continue };
            let chance = Chance::to_hit(need);
            let dice = if let Shots::Fixed(shots) = weapon.shots { shots * group.count } else { 0 };
            let effect = self.effect(aim, weapon);
            let pins = losses::can_pin(weapon, self.data.unit(aim.target).is_closed());
            let bursts = self.data.unit(aim.target).armour.is_none() || weapon.pen == Penetration::Explosive;
            let pin_die = weapon.he.filter(|_| bursts).and_then(|size| losses::pin_die(&self.data.tables, size));
            let alike =
                |pool: &&mut Pool| pool.chance == chance && pool.effect == effect && pool.pin_die == pin_die && pool.dice > 0 && dice > 0;
            if effect == Effect::Fright && !pins {
                continue;
            }
            if let Some(pool) = pools.iter_mut().find(alike) {
                pool.dice += dice;
            } else {
                pools.push(Pool { weapon: group.weapon, chance, dice, effect, pins, pin_die });
            }
        }
        pools
    }

    /// [PEN.1] The side of a vehicle that a shot strikes.
    pub(super) fn aspect(&self, aim: &Aim) -> Aspect {
        let fire = if aim.mode == Mode::Indirect { Fire::Indirect } else { Fire::Direct };
        damage::aspect(self.board.piece(aim.target).facing, self.data.lattice().offset(aim.to, aim.from), fire)
    }

    /// [SHOOT.5] What a hit of a weapon does to the target.
    pub(super) fn effect(&self, aim: &Aim, weapon: &Weapon) -> Effect {
        let (tables, target) = (&self.data.tables, self.data.unit(aim.target));
        match target.armour {
            None => {
                let wound = damage::damage_chance(tables, DamageTarget::Men(target.quality), damage::pen_against_men(tables, weapon));
                weapon.he.map_or(Effect::Wound(wound), |size| Effect::Blast(size, wound))
            }
            Some(armour @ Armour::SoftSkin) => {
                let pen = damage::pen_against_vehicles(tables, weapon).unwrap_or(0);
                Effect::Wound(damage::damage_chance(tables, DamageTarget::Vehicle(armour), pen))
            }
            Some(_) => {
                let fire = if aim.mode == Mode::Indirect { Fire::Indirect } else { Fire::Direct };
                let d2 = self.data.lattice().distance2(aim.from, aim.to);
                let aspect = self.aspect(aim);
                let extra = damage::extra(tables, target.open_topped, fire);
                let pen = damage::penetration(tables, weapon, aspect, hit::is_long(weapon, d2));
                pen.map_or(Effect::Fright, |pen| Effect::Armour { pen, extra })
            }
        }
    }
}
