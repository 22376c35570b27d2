//! A position as it is looked at: every unit with its worth, and what a volley or an assault in progress is expected to do.

use arrayvec::ArrayVec;
use stavka_engine::bolt_action::data::units::Template;
use stavka_engine::bolt_action::resolution::close_quarters::Blows;
use stavka_engine::bolt_action::resolution::damage;
use stavka_engine::bolt_action::resolution::hit::Fire;
use stavka_engine::bolt_action::terms::{Class, Cover, Order, Pace, Quality};
use stavka_engine::bolt_action::{BoltAction, Promise, UnitId, units};
use stavka_engine::square::{Cell, Facing};
use stavka_engine::{Game as _, Side};

use super::ground::Ground;

/// What is lost in logarithms of the odds: with a hundred points of a unit that is destroyed, of men who fall, and with a pin on a
/// hundred points.
pub(super) const KILL: f32 = 1.8;
pub(super) const LOSS: f32 = 0.6;
pub(super) const PIN: f32 = 0.06;

/// How much better than regular men those of a quality are hit to damage.
const FRAILTY: [f32; Quality::COUNT] = [4.0 / 3.0, 1.0, 2.0 / 3.0];
/// What is left of fire at men who are Down, and at a small unit.
const DOWN: f32 = 0.65;
const SMALL: f32 = 0.75;
/// Men below which a command group does not assault (decision D15).
const COMMAND: f32 = 3.5;
/// Share of the fire of a unit that a pin takes, and of the orders that it carries out.
const SHAKEN: f32 = 0.17;
/// Share of the orders that a unit carries out under any number of pins.
const LEAST_OBEDIENCE: f32 = 0.1;

/// Inches to which men find a place from which they see one who is out of sight.
const NEAR: usize = 10;

/// A shot as it is reckoned: from where, at so many inches.
#[derive(Clone, Copy)]
struct Shot<'a> {
    shooter: &'a Seen<'a>,
    from: Cell,
    moved: bool,
    inches: usize,
    cover: Cover,
}

/// A unit in play.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) unit: UnitId,
    pub(super) template: &'a Template,
    pub(super) cell: Cell,
    pub(super) facing: Facing,
    /// Hundreds of points.
    pub(super) points: f32,
    /// Share of the men at the start that are left, or will be.
    pub(super) men: f32,
    /// Chance that it is alive.
    pub(super) alive: f32,
    pub(super) pins: f32,
    pub(super) order: Option<Order>,
    pub(super) dug_in: bool,
    pub(super) immobilised: bool,
}

impl<'a> Seen<'a> {
    pub(super) fn new(game: &'a BoltAction, unit: UnitId) -> Option<Self> {
        let (piece, template) = (game.piece(unit), game.data().unit(unit));
        Some(Seen {
            unit,
            template,
            cell: piece.cell?,
            facing: piece.facing,
            points: f32::from(template.points) / 100.0,
            men: f32::from(piece.men) / f32::from(template.models()),
            alive: 1.0,
            pins: f32::from(piece.pins),
            order: piece.order,
            dug_in: piece.dug_in,
            immobilised: piece.immobilised,
        })
    }

    pub(super) fn is_vehicle(&self) -> bool {
        self.template.class == Class::Vehicle
    }

    /// Share of its power to act that it has.
    pub(super) fn power(&self) -> f32 {
        (0.3 + 0.7 * self.men) * (1.0 - SHAKEN * self.pins).max(0.0) * self.alive
    }

    /// Share of the orders that it carries out, roughly.
    pub(super) fn obedience(&self) -> f32 {
        (1.0 - SHAKEN * self.pins).max(LEAST_OBEDIENCE)
    }

    /// Share of its power to assault that it has, its men apart.
    fn steadiness(&self) -> f32 {
        (1.0 - SHAKEN * self.pins).max(0.0) * self.alive
    }

    /// What its loss costs, in logarithms of the odds.
    pub(super) fn dead(&self) -> f32 {
        self.points * (KILL - LOSS * (1.0 - self.men))
    }

    fn suffers(&mut self, promise: &Promise, at_start: f32) {
        self.alive *= 1.0 - promise.destroyed as f32;
        if !self.is_vehicle() {
            self.men = (self.men - promise.lost as f32 / at_start).max(0.1 / at_start);
        }
        self.pins += promise.pins as f32;
    }
}

/// A position as it is looked at.
pub(super) struct Survey<'a> {
    pub(super) game: &'a BoltAction,
    pub(super) ground: &'a Ground,
    pub(super) pieces: ArrayVec<Seen<'a>, 32>,
}

impl<'a> Survey<'a> {
    /// The units as they stand.
    pub(super) fn new(game: &'a BoltAction, ground: &'a Ground) -> Self {
        let all = Side::ALL.into_iter().flat_map(|side| units(side, game.alive(side)));
        Survey { game, ground, pieces: all.filter_map(|unit| Seen::new(game, unit)).collect() }
    }

    /// The units as they are expected to be after the volley or the assault in progress.
    pub(super) fn foreseen(game: &'a BoltAction, ground: &'a Ground) -> Self {
        let mut survey = Survey::new(game, ground);
        if let Some((_, target, promise)) = game.volley() {
            survey.change(target, |seen| seen.suffers(&promise, f32::from(seen.template.models())));
        }
        if let Some((attacker, target)) = game.assault_at_hand().filter(|_| game.turn() != stavka_engine::Turn::Over)
            && let (Some(own), true) = (survey.find(attacker).copied(), survey.find(target).is_some())
        {
            let men = (own.men * f32::from(own.template.models())).round().max(1.0) as u8;
            let clash = game.clash(attacker, target, men.min(game.piece(attacker).men));
            survey.change(attacker, |seen| seen.alive *= 1.0 - (clash.defender_wins + clash.both_fall) as f32);
            survey.change(target, |seen| seen.alive *= 1.0 - (clash.attacker_wins + clash.both_fall) as f32 * own.alive);
        }
        survey
    }

    pub(super) fn find(&self, unit: UnitId) -> Option<&Seen<'a>> {
        self.pieces.iter().find(|seen| seen.unit == unit)
    }

    fn change(&mut self, unit: UnitId, change: impl FnOnce(&mut Seen<'a>)) {
        if let Some(seen) = self.pieces.iter_mut().find(|seen| seen.unit == unit) {
            change(seen);
        }
    }

    /// The units of a side.
    pub(super) fn of(&self, side: Side) -> impl Iterator<Item = &Seen<'a>> {
        self.pieces.iter().filter(move |seen| seen.unit.side() == side)
    }

    /// What an action of a unit from a cell takes from another in a cell, on average, in logarithms of the odds.
    pub(super) fn fire(&self, shooter: &Seen<'_>, from: Cell, moved: bool, target: &Seen<'_>, to: Cell, facing: Facing) -> f32 {
        let data = self.game.data();
        let Some(cover) = data.sight.cover(from, to) else { return 0.0 };
        let inches = self.ground.inches(data.lattice().distance2(from, to));
        let cover = if target.dug_in && to == target.cell { Cover::Hard } else { cover };
        self.fire_at(Shot { shooter, from, moved, inches, cover }, target, to, facing)
    }

    /// The same of the next action of a unit, which may come nearer first if it is on foot.
    pub(super) fn threat(&self, shooter: &Seen<'_>, target: &Seen<'_>, to: Cell, facing: Facing) -> f32 {
        let here = self.fire(shooter, shooter.cell, false, target, to, facing);
        let stays =
            shooter.template.class != Class::Infantry || shooter.template.pace != Pace::Whole || shooter.order == Some(Order::Ambush);
        let (data, from) = (self.game.data(), shooter.cell);
        let inches = self.ground.inches(data.lattice().distance2(from, to));
        if stays || inches > self.ground.reach(shooter.unit) {
            return here;
        }
        // What is out of sight now may be seen from where it comes to, if that is near.
        let cover = match data.sight.cover(from, to) {
            _ if target.dug_in && to == target.cell => Cover::Hard,
            Some(cover) => cover,
            None if inches <= NEAR => data.battlefield.screen(to).own_cover(),
            None => return here,
        };
        let inches = inches.saturating_sub(usize::from(data.tables.movement.advance[0])).max(1);
        here.max(self.fire_at(Shot { shooter, from, moved: true, inches, cover }, target, to, facing))
    }

    /// What a shot takes from a unit in a cell.
    fn fire_at(&self, shot: Shot<'_>, target: &Seen<'_>, to: Cell, facing: Facing) -> f32 {
        let Shot { shooter, from, moved, inches, cover } = shot;
        let data = self.game.data();
        if let Some(armour) = target.template.armour {
            let aspect = damage::aspect(facing, data.lattice().offset(to, from), Fire::Direct);
            return KILL * target.points * self.ground.against_armour(shooter.unit, moved, inches, armour, aspect);
        }
        let models = f32::from(target.template.models());
        let frailty = FRAILTY[target.template.quality.index()];
        let mut fallen = self.ground.against_men(shooter.unit, moved, inches, cover) * frailty;
        if target.order == Some(Order::Down) {
            fallen *= DOWN;
        }
        if target.men * models <= 2.0 {
            fallen *= SMALL;
        }
        let share = fallen / (models * target.men).max(1.0);
        let gone = target.points * target.men * share.min(1.0) * LOSS;
        // The last men count for the whole unit.
        let hurt = gone + target.points * (KILL - LOSS) * (share - 0.5).clamp(0.0, 0.5) + PIN * fallen.mul_add(1.5, 0.0).min(1.0);
        let routed = self.ground.routs(shooter.unit, moved, inches) * frailty.min(1.0);
        hurt + routed * (target.dead() - hurt).max(0.0)
    }

    /// What an assault of a unit from a cell on another in a cell gains on average, in logarithms of the odds; nothing if it had better not.
    pub(super) fn storm(&self, own: &Seen<'_>, from: Cell, target: &Seen<'_>, to: Cell) -> f32 {
        if !self.ground.assaults(own.unit) || target.is_vehicle() {
            return 0.0;
        }
        let data = self.game.data();
        let d2 = data.lattice().distance2(from, to);
        let mut men = own.men * f32::from(own.template.models());
        if own.template.rank.is_some() && men < COMMAND {
            return 0.0;
        }
        let surprise = u16::from(data.tables.assault.surprise);
        if target.order.is_none() && d2 > surprise * surprise {
            let fire = self.ground.against_men(target.unit, false, usize::from(data.tables.assault.surprise), Cover::None);
            men -= fire * FRAILTY[own.template.quality.index()] * target.power();
        }
        let left = target.men * f32::from(target.template.models());
        let hard = target.dug_in || data.sight.cover(from, to) == Some(Cover::Hard);
        let blows = if hard { Blows::AtOnce } else { Blows::InTurn };
        let men = [men, left].map(|men| men.round().max(1.0) as u8);
        let Some([won, lost]) = self.ground.storm([own.unit, target.unit], [from, to], men, blows) else { return 0.0 };
        own.steadiness() * (won * target.dead() - lost * own.dead()).max(0.0)
    }

    /// What a volley promises against a unit, in logarithms of the odds.
    pub(super) fn gain(&self, target: UnitId, promise: &Promise) -> f32 {
        let Some(seen) = self.find(target) else { return 0.0 };
        let destroyed = promise.destroyed as f32;
        let models = f32::from(seen.template.models());
        let men = if seen.is_vehicle() { 0.0 } else { (promise.lost as f32 / models).min(seen.men) * (1.0 - destroyed) };
        destroyed * seen.dead() + seen.points * (men * LOSS + PIN * promise.pins as f32 * (1.0 - destroyed))
    }
}
