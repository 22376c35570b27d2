//! The sequence of a turn: dice out of the bag, orders, their tests, and the end of the turn.

use std::collections::BTreeMap;

use stavka_engine::bolt_action::UnitId;
use stavka_engine::bolt_action::terms::{Class, Order};
use stavka_engine::square::Cell;
use stavka_engine::{Game as _, Side};

use super::volley::{How, Shot};
use super::{Flow, Over, Referee};
use crate::bolt_action_kit::KEEPING;

/// The words of orders, in the order of [`Order::ALL`].
const WORDS: [&str; 6] = ["fire", "advance", "run", "ambush", "rally", "down"];
/// What a player here likes to order.
const LIKED: [&str; 12] = ["fire", "fire", "fire", "advance", "advance", "assault", "assault", "ambush", "ambush", "run", "rally", "down"];

impl Referee<'_> {
    /// Leads the game until so many orders have been given. A side has drawn a die; or one is to be drawn.
    pub(super) fn leads(&mut self, first: Option<Side>, orders: usize) {
        let first = first.or_else(|| self.draws());
        let ended = self.leads_on(first, orders).is_err();
        let outcome = self.game.outcome();
        assert!(outcome.is_some() == ended, "the game is over: {ended}; {}", self.story());
        if ended {
            let empty = Side::ALL.map(|side| self.living(side).is_empty());
            let found = Side::ALL.map(|side| self.game.alive(side) == 0);
            assert!(found == empty, "who is left: {empty:?}; {}", self.story());
            self.meet(if empty == [false; 2] { "over: turns" } else { "over: a side" });
        } else {
            self.agrees();
        }
    }

    fn leads_on(&mut self, first: Option<Side>, orders: usize) -> Flow {
        let (mut left, mut drawn) = (orders, first);
        loop {
            while let Some(side) = drawn {
                // A die for which no unit is left is lost (supplement S33).
                if self.idle(side).is_empty() {
                    self.meet("a die is lost");
                } else if left == 0 {
                    return Ok(());
                } else {
                    left -= 1;
                    self.order(side)?;
                }
                drawn = self.draws();
            }
            self.ends_turn()?;
            drawn = self.draws();
        }
    }

    /// [TURN.1.1] The side whose die is drawn; `None` from an empty bag [TURN.1.5].
    fn draws(&mut self) -> Option<Side> {
        let side = match self.bag {
            [0, 0] => return None,
            [_, 0] => Side::Axis,
            [0, _] => Side::Soviet,
            [axis, soviet] => {
                Side::ALL[self.throw("a die is drawn from the bag", &[("draw axis".to_owned(), axis), ("draw soviet".to_owned(), soviet)])]
            }
        };
        self.bag[side.index()] -= 1;
        Some(side)
    }

    /// [TURN.2] Who keeps Ambush or Down (supplement S8); the others have their dice in the bag again.
    fn ends_turn(&mut self) -> Flow {
        for unit in self.all_living() {
            if !self.is_last_turn() && matches!(self.piece(unit).order, Some(Order::Ambush | Order::Down)) {
                let lines = ["keep", "give-back"].map(|word| format!("{word} {}", self.name(unit)));
                let keeps = self.chooses(KEEPING, unit.side(), &lines) == 0;
                self.edit(unit).kept = keeps;
            }
        }
        if !self.goes_on_for_a_turn() {
            return Err(Over);
        }
        self.turn += 1;
        for unit in self.all_living() {
            let piece = self.edit(unit);
            piece.moved = false;
            if !std::mem::take(&mut piece.kept) {
                piece.order = None;
                self.bag[unit.side().index()] += 1;
            }
        }
        Ok(())
    }

    /// The units of a side that may get an order [TURN.1.2.a].
    fn idle(&self, side: Side) -> Vec<UnitId> {
        self.living(side).into_iter().filter(|&unit| self.piece(unit).order.is_none()).collect()
    }

    /// [ORD] Whether a unit may get an order.
    fn may(&self, unit: UnitId, order: Order) -> bool {
        let (data, template, piece) = (self.game.data(), self.game.data().unit(unit), self.piece(unit));
        match order {
            Order::Fire => self.living(unit.side().opponent()).into_iter().any(|at| !self.shots(unit, at).is_empty()),
            Order::Advance => self.field().leaves(unit),
            Order::Run => self.field().runs(unit),
            // A weapon that fires directly waits.
            Order::Ambush if template.class == Class::Vehicle => {
                template.mounted.iter().any(|mounted| data.weapon(mounted.weapon).direct_from.is_some())
            }
            Order::Ambush => {
                let left = template.men[..piece.men.into()].iter().filter_map(|man| man.weapon());
                left.into_iter().any(|weapon| data.weapon(weapon).direct_from.is_some())
            }
            Order::Rally => piece.pins > 0,
            Order::Down => true,
        }
    }

    /// Whatever a unit that is no vehicle, or a vehicle with all it has, may do to an enemy by fire.
    pub(super) fn shots(&self, by: UnitId, at: UnitId) -> Vec<Shot> {
        let all = (0..=self.panzerfausts(by, at)).map(How::All).chain([How::Indirect]).map(|how| Shot { by, at, how });
        all.filter(|&shot| self.possible(shot).is_some()).collect()
    }

    /// [TURN.1.2] A side gives an order, with all that follows.
    fn order(&mut self, side: Side) -> Flow {
        let idle = self.idle(side);
        let mut choices: Vec<(UnitId, Option<Order>)> = Vec::new();
        for &unit in &idle {
            choices.extend(Order::ALL.into_iter().filter(|&order| self.may(unit, order)).map(|order| (unit, Some(order))));
        }
        let field = self.field();
        let mut targets: BTreeMap<UnitId, BTreeMap<UnitId, Cell>> = idle.iter().map(|&unit| (unit, field.assaults(unit))).collect();
        targets.retain(|_, targets| !targets.is_empty());
        choices.extend(targets.keys().map(|&unit| (unit, None)));
        let line = |&(unit, order): &(UnitId, Option<Order>)| match order {
            Some(order) => format!("order {} {}", self.name(unit), WORDS[order as usize]),
            None => format!("assault {}", self.name(unit)),
        };
        let lines: Vec<String> = choices.iter().map(line).collect();
        self.asks("which unit gets which order?", side, &lines);
        let liked = LIKED[self.dice.below(LIKED.len() as u32) as usize];
        let fit: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].contains(liked)).collect();
        let at =
            if fit.is_empty() { self.dice.below(lines.len() as u32) as usize } else { fit[self.dice.below(fit.len() as u32) as usize] };
        self.act(&lines[at]);
        let (unit, order) = choices[at];
        self.struck.clear();
        let given = order.unwrap_or(Order::Run);
        let piece = self.edit(unit);
        piece.order = Some(given);
        if given != Order::Fire {
            piece.ranging = None;
        }
        match order {
            None => self.assault(unit, &targets[&unit].keys().copied().collect::<Vec<_>>()),
            Some(Order::Down) => Ok(()),
            Some(order) => {
                if self.obeys(unit, 0)? {
                    self.carries_out(unit, order)?;
                }
                Ok(())
            }
        }
    }

    /// [TURN.1.3] Whether a unit obeys, after a test if it is pinned or a rule takes something off. What it does instead is done.
    pub(super) fn obeys(&mut self, unit: UnitId, off: i16) -> Result<bool, Over> {
        if self.piece(unit).pins == 0 && off == 0 {
            return Ok(true);
        }
        match self.tests_order(unit, off) {
            "pass" => {
                let piece = self.edit(unit);
                piece.pins = piece.pins.saturating_sub(1);
                return Ok(true);
            }
            "fail" => self.goes_down(unit),
            _ if self.throw_die("the die of FUBAR: friendly fire or panic") <= 2 => self.errs(unit)?,
            _ => self.panics(unit)?,
        }
        Ok(false)
    }

    /// [ORD.6] Its order is Down.
    pub(super) fn goes_down(&mut self, unit: UnitId) {
        let piece = self.edit(unit);
        (piece.order, piece.ranging) = (Some(Order::Down), None);
    }

    /// [TURN.1.4] What an order is.
    fn carries_out(&mut self, unit: UnitId, order: Order) -> Flow {
        match order {
            Order::Fire => self.shoots(unit),
            Order::Advance => {
                self.moves(unit, false)?;
                self.shoots(unit)
            }
            Order::Run => self.moves(unit, true),
            Order::Rally => {
                let die = self.throw_die("the rally die") as u8;
                let piece = self.edit(unit);
                piece.pins = piece.pins.saturating_sub(die);
                Ok(())
            }
            Order::Ambush | Order::Down => Ok(()),
        }
    }
}
