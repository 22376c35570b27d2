//! Losses, retreats and advances [12.2][12.3][12.4].

use super::combat::BattleKind;
use super::frame::Stage;
use super::ids::{Place, UnitId, from_slot, units};
use super::{Armir, Class};
use crate::game::Side;
use crate::hex::{Direction, Hex, OFF_MAP};

use super::data::edge;
use crate::kit::procedures::Progress;

impl Armir {
    /// [12.2.2] Whether a heavy Axis unit takes part in the combat.
    pub(super) fn heavy_in_combat(&self) -> bool {
        let axis = if self.battle.attacker == Side::Axis { self.battle.attackers } else { self.defenders() };
        axis & self.data.heavy.of(Side::Axis) != 0
    }

    /// Units in the target hex that fight: those that retreated onto friends do not [12.3.3].
    pub(super) fn defenders(&self) -> u64 {
        let side = self.battle.attacker.opponent();
        if self.board.holds(self.battle.target, side) { self.board.stack_bits(self.battle.target) & !self.retreated.of(side) } else { 0 }
    }

    /// The attacking units that are still alive.
    fn living_attackers(&self) -> u64 {
        self.battle.attackers & self.board.on_map(self.battle.attacker)
    }

    /// Side and units among which the next step loss is chosen.
    pub(super) fn loss_candidates(&self, stage: Stage) -> (Side, u64) {
        let attacker = self.battle.attacker;
        match stage {
            Stage::FirstAttackerLoss => (attacker, self.living_attackers()),
            Stage::AttackerLoss => (attacker, self.evenly(attacker, self.living_attackers())),
            Stage::FirstDefenderLoss => (attacker.opponent(), self.defenders()),
            Stage::DefenderLoss => (attacker.opponent(), self.evenly(attacker.opponent(), self.defenders())),
            _ => unreachable!("no losses are taken in {stage:?}"),
        }
    }

    /// [12.2.1] Combat units with the fewest losses in this combat, and every gun and HQ (reading A35).
    pub(super) fn evenly(&self, side: Side, alive: u64) -> u64 {
        let combat = alive & self.data.combat.of(side);
        let (low, high) = self.battle.hits;
        let fewest = [combat & !low & !high, combat & low & !high, combat & !low & high, combat & low & high]
            .into_iter()
            .find(|&bits| bits != 0)
            .unwrap_or(0);
        fewest | (alive & !self.data.combat.of(side))
    }

    /// Takes losses that leave no choice, waits for one that does, or goes on to the next stage.
    pub(super) fn carry_on_losses(&mut self, stage: Stage) -> Progress {
        let attacker_pays = matches!(stage, Stage::FirstAttackerLoss | Stage::AttackerLoss);
        let owed = if attacker_pays { self.battle.attacker_owes } else { self.battle.defender_owes };
        let (side, candidates) = self.loss_candidates(stage);
        if owed > 0 && candidates != 0 {
            if candidates.count_ones() > 1 {
                return Progress::Waits;
            }
            self.take_loss(stage, UnitId::new(side, candidates.trailing_zeros() as usize));
            return Progress::Moves;
        }
        self.battle.hits = (0, 0);
        match stage {
            Stage::FirstAttackerLoss => self.stage(Stage::AttackerLoss),
            Stage::AttackerLoss => self.stage(Stage::StandOrRetreat),
            Stage::FirstDefenderLoss => self.stage(Stage::DefenderLoss),
            _ => {
                self.bury_dependants();
                self.stage(if self.battle.retreats && self.board.occupant(self.battle.target).is_some() {
                    Stage::RetreatHex
                } else {
                    Stage::Advance
                })
            }
        }
    }

    /// Takes one step loss of the combat.
    pub(super) fn take_loss(&mut self, stage: Stage, unit: UnitId) {
        if matches!(stage, Stage::FirstAttackerLoss | Stage::AttackerLoss) {
            self.battle.attacker_owes -= 1;
        } else {
            self.battle.defender_owes -= 1;
        }
        self.count_hit(unit);
        self.lose_step(unit);
        match stage {
            Stage::FirstAttackerLoss => self.stage(Stage::AttackerLoss),
            Stage::FirstDefenderLoss => self.stage(Stage::DefenderLoss),
            _ => Progress::Moves,
        };
    }

    /// Counts a step loss of the combat at hand for the even spread.
    pub(super) fn count_hit(&mut self, unit: UnitId) {
        self.battle.hits.1 |= self.battle.hits.0 & unit.bit();
        self.battle.hits.0 ^= unit.bit();
    }

    /// [12.2.a] A counter loses a step wherever it is; with the last it is eliminated.
    pub(super) fn lose_step(&mut self, unit: UnitId) {
        self.board.lose_step(self.data, unit);
        if self.board.place(unit) == Place::ELIMINATED {
            self.forget(unit);
        }
    }

    /// Eliminates a counter with all its steps [6.2][12.3.3].
    pub(super) fn eliminate(&mut self, unit: UnitId) {
        while self.board.place(unit) != Place::ELIMINATED {
            self.board.lose_step(self.data, unit);
        }
        self.forget(unit);
    }

    /// Takes the flags off an eliminated counter; an HQ of the Soviets counts for the Axis [17.1.3].
    fn forget(&mut self, unit: UnitId) {
        for set in [
            &mut self.moved,
            &mut self.disorganised,
            &mut self.attacked,
            &mut self.fired,
            &mut self.bombarded,
            &mut self.retreated,
            &mut self.driven_back,
            &mut self.unsupplied,
        ] {
            set.remove(unit);
        }
        if unit.side() == Side::Soviet && self.data.stats(unit).class == Class::Hq {
            self.tracks.hqs_lost += 1;
            if let Some(army) = self.data.stats(unit).formation.army() {
                self.tracks.artillery[army] = 0;
            }
        }
    }

    /// [12.3.3] Units that retreated into the hex die with those that held it.
    fn bury_dependants(&mut self) {
        if self.defenders() == 0 {
            let side = self.battle.attacker.opponent();
            if self.board.holds(self.battle.target, side) {
                for unit in units(side, self.board.stack_bits(self.battle.target)) {
                    self.eliminate(unit);
                }
            }
        }
    }

    // ---- retreat -----------------------------------------------------------

    /// [12.3.1] Hexes the defending stack may retreat to.
    pub(super) fn retreat_hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        let map = &self.data.map;
        let from = self.battle.target;
        let side = self.battle.attacker.opponent();
        Direction::ALL.into_iter().filter_map(move |direction| {
            let near = map.neighbours[from.index()][direction.index()];
            (near != OFF_MAP && self.retreat_problem(side, from, direction, Hex(near)).is_none()).then_some(Hex(near))
        })
    }

    /// Why a stack may not retreat into a neighbouring hex, if it may not.
    pub(super) fn retreat_problem(&self, side: Side, from: Hex, direction: Direction, to: Hex) -> Option<super::ArmirDenial> {
        use super::ArmirDenial as Denial;
        let map = &self.data.map;
        if self.board.holds(to, side.opponent()) {
            return Some(Denial::EnemyOccupied);
        }
        match side {
            Side::Axis if to == map.bokovskaya => Some(Denial::BokovskayaClosed),
            Side::Axis if map.edge(from, direction) & edge::DON != 0 && self.board.in_zoc(Side::Soviet, to) => Some(Denial::DonIntoZoc),
            Side::Soviet if map.closed_rail.contains(to) => Some(Denial::ClosedRailway),
            Side::Soviet => {
                let army = self.board.stack(from).next().map(|unit| self.data.stats(unit).formation);
                army.is_some_and(|army| !self.army_fits(army, to)).then_some(Denial::ArmiesMix)
            }
            Side::Axis => None,
        }
    }

    /// [12.3.2] Whether the stack must take a loss as a retreat before tanks.
    fn must_retreat(&self) -> bool {
        let battle = &self.battle;
        battle.attacker == Side::Soviet
            && !self.data.map.fortified.contains(battle.target)
            && !self.data.map.cities.contains(battle.target)
            && battle.attackers & self.data.tracked.of(Side::Soviet) != 0
            && self.board.stack_bits(battle.target) & self.data.heavy.of(Side::Axis) == 0
    }

    /// [12.3] Waits for the defender's choice where there is one.
    pub(super) fn carry_on_retreat_decision(&mut self) -> Progress {
        if self.battle.defender_owes == 0 || self.retreat_hexes().next().is_none() {
            self.decide_retreat(false);
            return Progress::Moves;
        }
        if self.must_retreat() {
            self.decide_retreat(true);
            return Progress::Moves;
        }
        Progress::Waits
    }

    /// [12.3] One step loss becomes a retreat, or all are taken.
    pub(super) fn decide_retreat(&mut self, retreats: bool) {
        self.battle.retreats = retreats;
        if retreats {
            self.battle.defender_owes -= 1;
        }
        let axis_picks = self.battle.attacker == Side::Axis && self.heavy_in_combat();
        self.stage(if axis_picks { Stage::FirstDefenderLoss } else { Stage::DefenderLoss });
    }

    pub(super) fn carry_on_retreat_hex(&mut self) -> Progress {
        let mut hexes = self.retreat_hexes();
        let first = hexes.next();
        let more = hexes.next().is_some();
        drop(hexes);
        match first {
            Some(hex) if !more => {
                self.retreat_to(hex);
                Progress::Moves
            }
            _ => Progress::Waits,
        }
    }

    /// [12.3.1] Moves the defending stack.
    pub(super) fn retreat_to(&mut self, to: Hex) {
        let side = self.battle.attacker.opponent();
        let onto_friends = self.board.holds(to, side);
        self.stage(Stage::Advance);
        for unit in units(side, self.board.stack_bits(self.battle.target)) {
            self.board.put(self.data, unit, Place::on(to));
            match self.battle.kind {
                BattleKind::Overrun => self.driven_back.insert(unit),
                BattleKind::Attack if onto_friends => self.retreated.insert(unit),
                BattleKind::Attack => {}
            }
        }
        self.enter_hex(side, to);
    }

    // ---- advance -----------------------------------------------------------

    /// [12.4] Attackers that may still advance into the emptied hex.
    pub(super) fn advancers(&self) -> u64 {
        let battle = &self.battle;
        let side = battle.attacker;
        let map = &self.data.map;
        let barred = match side {
            Side::Soviet => map.closed_rail.contains(battle.target),
            Side::Axis => battle.target == map.bokovskaya,
        };
        if battle.kind == BattleKind::Overrun || barred || self.board.holds(battle.target, side.opponent()) {
            return 0;
        }
        let later = from_slot(battle.last);
        let here = if self.board.holds(battle.target, side) { self.board.stack_bits(battle.target) } else { 0 };
        units(side, self.living_attackers() & later & !here)
            .filter(|&unit| {
                let from = self.board.hex(unit).expect("a living attacker stands on the map");
                self.may_leave_for(unit, from, battle.target) && !self.is_overstacked(side, here | unit.bit())
            })
            .fold(0, |bits, unit| bits | unit.bit())
    }

    pub(super) fn advance(&mut self, unit: UnitId) {
        let first = !self.board.holds(self.battle.target, unit.side());
        self.battle.last = (unit.0 & 63) + 1;
        self.board.put(self.data, unit, Place::on(self.battle.target));
        if first {
            self.enter_hex(unit.side(), self.battle.target);
        }
    }
}
