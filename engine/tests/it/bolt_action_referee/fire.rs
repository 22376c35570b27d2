//! Who shoots at whom, and what targets do about it.

use stavka_engine::bolt_action::UnitId;
use stavka_engine::bolt_action::terms::{Class, Mount, Order};

use super::volley::{How, Shot};
use super::{Flow, Referee};
use crate::bolt_action_kit::SHOOTING;

impl Referee<'_> {
    /// [SHOOT.1][ORD.1] The targets of a unit: one of men; of a vehicle one for each weapon, a gun or the weapon beside it (decision D23).
    pub(super) fn shoots(&mut self, unit: UnitId) -> Flow {
        let enemies = |referee: &Self| referee.living(unit.side().opponent());
        if self.is_halted(unit) {
            return Ok(());
        }
        if self.class(unit) != Class::Vehicle {
            let shots: Vec<Shot> = enemies(self).into_iter().flat_map(|at| self.shots(unit, at)).collect();
            let (shelled, aimed): (Vec<Shot>, Vec<Shot>) = shots.into_iter().partition(|shot| shot.how == How::Indirect);
            return self.targets(unit, &[aimed, shelled].concat()).map(drop);
        }
        let (mounted, mut gunned) = (&self.game.data().unit(unit).mounted, false);
        for (number, held) in mounted.iter().enumerate() {
            if self.is_halted(unit) || gunned && held.mount == Mount::Coax {
                continue;
            }
            let shots = enemies(self).into_iter().map(|at| Shot { by: unit, at, how: How::One(number) });
            let shots: Vec<Shot> = shots.filter(|&shot| !self.bearing(shot, self.piece(unit).facing).is_empty()).collect();
            let fired = self.targets(unit, &shots)?;
            gunned |= fired && held.mount == Mount::Turret;
        }
        Ok(())
    }

    /// Whether a unit has been destroyed, or put Down, on its way.
    fn is_halted(&self, unit: UnitId) -> bool {
        !self.piece(unit).is_alive() || self.piece(unit).order == Some(Order::Down)
    }

    /// A target is asked for if there are shots; whether the unit shot.
    fn targets(&mut self, unit: UnitId, shots: &[Shot]) -> Result<bool, super::Over> {
        if shots.is_empty() {
            return Ok(false);
        }
        let line = |shot: &Shot| match shot.how {
            How::All(fausts) => format!("target {} {fausts}", self.name(shot.at)),
            How::One(_) => format!("target {} 0", self.name(shot.at)),
            How::Indirect => format!("shell {}", self.name(shot.at)),
        };
        let lines: Vec<String> = std::iter::once("done".to_owned()).chain(shots.iter().map(line)).collect();
        let at = self.chooses(SHOOTING, unit.side(), &lines);
        let Some(&shot) = at.checked_sub(1).and_then(|at| shots.get(at)) else { return Ok(false) };
        match shot.how {
            How::One(1..) if !self.struck.is_empty() => self.meet("fire after another weapon"),
            _ if self.piece(unit).order == Some(Order::Advance) => self.meet("fire after an Advance"),
            _ => {}
        }
        self.opens_fire(shot);
        self.reacts(shot)?;
        self.volley(shot)?;
        Ok(true)
    }

    /// The shooter turns to its target if it has to (decision D14), and spends its Panzerfausts (supplement S13).
    fn opens_fire(&mut self, shot: Shot) {
        let turned = self.possible(shot).filter(|&facing| facing != self.piece(shot.by).facing);
        if let Some(facing) = turned {
            self.meet("a weapon turns");
            self.edit(shot.by).facing = facing;
            self.stirs(shot.by);
        }
        self.spends(shot);
    }

    fn spends(&mut self, shot: Shot) {
        let piece = self.edit(shot.by);
        if let How::All(fausts) = shot.how {
            piece.panzerfausts -= fausts;
        }
        if shot.how != How::Indirect {
            piece.ranging = None;
        }
    }

    /// [SHOOT.2] A target without an order goes Down (supplement S4), or escapes if it is a Recce vehicle (supplement S5).
    fn reacts(&mut self, shot: Shot) -> Flow {
        let target = shot.at;
        let waits = self.piece(target).is_alive() && self.piece(target).order.is_none();
        let (ducks, escapes) = (waits && self.class(target) != Class::Vehicle, self.may_escape(target));
        if !ducks && !escapes {
            return Ok(());
        }
        let lines = self.reactions(target, &[("duck", ducks), ("escape", escapes)]);
        match self.chooses("does the target react?", target.side(), &lines) {
            0 => Ok(()),
            _ if ducks => {
                self.spends_die(target, Order::Down);
                Ok(())
            }
            _ => {
                self.meet("escape from fire");
                self.escapes(target)?;
                if self.bearing(shot, self.piece(shot.by).facing).is_empty() {
                    self.meet("escape from fire, out of it");
                }
                Ok(())
            }
        }
    }

    /// The choices of a target: nothing, and what it may do.
    pub(super) fn reactions(&self, target: UnitId, words: &[(&str, bool)]) -> Vec<String> {
        let may = words.iter().filter(|word| word.1).map(|(word, _)| format!("{word} {}", self.name(target)));
        std::iter::once("done".to_owned()).chain(may).collect()
    }

    /// Whether a Recce vehicle that has no order may escape.
    pub(super) fn may_escape(&self, target: UnitId) -> bool {
        let piece = self.piece(target);
        self.game.data().unit(target).recce && piece.is_alive() && piece.order.is_none() && !piece.immobilised
    }

    /// It drives the legs of an Advance; nobody fires at it on the way.
    pub(super) fn escapes(&mut self, unit: UnitId) -> Flow {
        self.spends_die(unit, Order::Down);
        self.drives(unit, false, false)
    }

    /// A unit has an order by a reaction: its die leaves the bag (decision D30).
    pub(super) fn spends_die(&mut self, unit: UnitId, order: Order) {
        if self.piece(unit).order.is_none() {
            self.bag[unit.side().index()] -= 1;
        }
        let piece = self.edit(unit);
        (piece.order, piece.ranging) = (Some(order), None);
    }

    /// Fire that nobody reacts to: from Ambush, at those who assault.
    pub(super) fn answers(&mut self, shot: Shot) -> Flow {
        self.spends(shot);
        self.volley(shot)
    }

    /// [FUB.2.a][FUB.2.b] Friendly fire: the other side chooses among friends with an enemy near; without one the unit goes Down.
    pub(super) fn errs(&mut self, unit: UnitId) -> Flow {
        self.edit(unit).order = Some(Order::Fire);
        let enemies = self.living(unit.side().opponent());
        let near = |friend: UnitId| enemies.iter().any(|&enemy| self.apart(enemy, friend) <= 144);
        let shot = |at: UnitId| {
            [How::All(0), How::Indirect].map(|how| Shot { by: unit, at, how }).into_iter().find(|&shot| self.possible(shot).is_some())
        };
        let friends = self.living(unit.side()).into_iter().filter(|&friend| friend != unit && near(friend));
        let shots: Vec<Shot> = friends.filter_map(shot).collect();
        if shots.is_empty() {
            self.meet("no friend to shoot at");
            self.goes_down(unit);
            return Ok(());
        }
        let lines: Vec<String> = shots.iter().map(|shot| format!("mistake {}", self.name(shot.at))).collect();
        let shot = shots[self.chooses("which of its friends does the unit shoot at?", unit.side().opponent(), &lines)];
        self.opens_fire(shot);
        self.volley(shot)
    }
}
