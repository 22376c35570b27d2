//! Formation activations and the actions of a formation [6.3][7].

use stavka_words::{tr, translate};

use super::AcrossTheBug;
use super::action::Action;
use super::checks::Occasion;
use super::command::Command;
use super::frame::{Activation as Acting, Frame, Gathering, IsolationDie, PointsDie, RecoveryDie, Target};
use super::ids::{FormationId, HexSet, UnitId, from_slot, units};
use super::movement::{March, Purse, Step};
use super::terms::AttackType;
use super::upkeep;
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// A formation that acts, on initiative or in reaction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Activation {
    pub(super) formation: FormationId,
    /// Action Points left [6.3.3].
    pub(super) points: u8,
    /// Units that have crossed the Bug by boat [7.3.8], as bits of their side. The mark serves for the way back too [3.4.c].
    pub(super) boats: u128,
}

impl Activation {
    /// Nobody acts.
    pub(super) const NONE: Activation = Activation { formation: FormationId(0), points: 0, boats: 0 };
}

impl AcrossTheBug {
    /// [6.3.2] Whether a formation has a level to spend and a headquarters on the map.
    pub(super) fn can_activate(&self, formation: FormationId) -> bool {
        self.board.level(formation) > 0 && self.board.hex(self.data.roster.hq(formation)).is_some()
    }

    /// Whether the formation that acts at the moment does so in reaction.
    pub(super) fn is_reacting(&self) -> bool {
        self.frames.as_slice().iter().any(|frame| matches!(frame, Frame::Activation(true)))
    }

    /// The activation at hand.
    pub(super) fn activation(&self) -> &Activation {
        &self.activations[usize::from(self.is_reacting())]
    }

    fn activation_mut(&mut self) -> &mut Activation {
        &mut self.activations[usize::from(self.is_reacting())]
    }

    /// [7.3.8] Units that have crossed the Bug by boat in the activation at hand.
    pub(super) fn crossed_by_boat(&self) -> u128 {
        self.activation().boats
    }

    pub(super) fn use_boats(&mut self, units: u128) {
        self.activation_mut().boats |= units;
    }

    /// [7.1.g][7.5.3.a] Action Points that a purse holds.
    fn funds(&self, purse: Purse) -> u8 {
        let bonus = self.data.tables.combat.bonus_points;
        match purse {
            Purse::Track => self.activation().points,
            Purse::Bonus => self.activation().points + bonus,
            Purse::Gift => bonus,
        }
    }

    /// [7.2] Pays for an action, the bonus first.
    pub(super) fn pay(&mut self, purse: Purse, cost: u8) {
        let bonus = self.data.tables.combat.bonus_points;
        match purse {
            Purse::Track => self.activation_mut().points -= cost,
            Purse::Bonus => self.activation_mut().points -= cost.saturating_sub(bonus),
            Purse::Gift => {}
        }
    }

    /// [7] What a Movement action costs the stack; none when it cannot be paid.
    fn movement_cost(&self, march: &March) -> Option<u8> {
        let cost = upkeep::movement_cost(&self.data.tables.costs, march.command == Command::InCommand);
        (cost <= self.funds(march.purse)).then_some(cost)
    }

    /// [7] What an attack costs the stack; none when it may not be made or cannot be paid.
    pub(super) fn attack_cost(&self, march: &March, kind: AttackType) -> Option<u8> {
        let cost = upkeep::attack_cost(&self.data.tables.costs, kind, march.command == Command::InCommand)?;
        (cost <= self.funds(march.purse)).then_some(cost)
    }

    /// [7.1.c][A42] Enemy hexes that a stack may attack.
    pub(super) fn targets(&self, march: &March) -> impl Iterator<Item = Hex> + '_ {
        let data = self.data;
        let other = march.side.opponent();
        let (group, side, hex) = (march.group, march.side, march.hex);
        data.map
            .grid
            .neighbours(hex)
            .filter(move |&(direction, to)| {
                self.board.fights_in(data, other, to)
                    && units(side, group).all(|unit| {
                        let (arm, class) = (data.roster.arm(unit), data.roster.class(unit));
                        let over_bug = data.script.switches.leg_attacks_over_bug;
                        data.tables.terrain.may_attack_across(self.crossing(hex, direction), arm, class, over_bug)
                    })
            })
            .map(|(_, to)| to)
    }

    /// Units of the stack's formation and hex that may still join it, in ascending order.
    fn companions(&self, march: &March) -> u128 {
        let last = 127 - march.group.leading_zeros() as u8;
        let here = self.board.combat_bits(self.data, march.hex) & !self.board.turned(march.side);
        let eligible = if march.purse == Purse::Track { here } else { here & self.battle.fought(march.side) };
        let own = units(march.side, eligible & from_slot(last + 1)).filter(|&unit| self.board.formation(unit) == march.formation);
        own.fold(0, |bits, unit| bits | unit.bit())
    }

    /// Begins an action with a unit.
    pub(super) fn gather(&mut self, unit: UnitId, purse: Purse, bound: Option<[Hex; 2]>) {
        let Some(hex) = self.board.hex(unit) else { return };
        self.board.known.show(unit);
        self.march = March {
            side: unit.side(),
            purse,
            formation: self.board.formation(unit),
            command: self.command(unit),
            hex,
            group: unit.bit(),
            bound,
            ..March::NONE
        };
        self.frames.push(Frame::Gathering);
    }

    /// [7.7][A23] Whether the stack of a hex may go into improved defence by these units: all combat units there are among them.
    pub(super) fn may_improve(&self, side: Side, hex: Hex, able: u128) -> bool {
        let here = self.board.combat_bits(self.data, hex);
        here != 0 && here & !(able & !self.board.turned(side)) == 0 && !self.board.is_improved(hex)
    }

    /// Choices that need the headquarters: its own, and pontoons.
    fn list_staff_actions(&self, formation: FormationId, points: u8, out: &mut Vec<Action>) {
        let hq = self.data.roster.hq(formation);
        let relocates = points >= self.data.formation(formation).relocation && self.board.hex(hq).is_some();
        if relocates && !self.relocations(hq).is_empty() {
            out.push(Action::Relocate(hq));
        }
        if points >= self.data.tables.costs.pontoon {
            out.extend(self.pontoon_sites(formation).map(|(from, to)| Action::Pontoon { from, to }));
        }
    }
}

impl Procedure<AcrossTheBug> for PointsDie {
    fn question(self, game: &AcrossTheBug) -> String {
        tr!("Action Points of {formation}", formation = translate(&game.data.formation(self.formation).name))
    }

    /// [6.3.1][6.4.2.a] Action Points at the level before it falls [6.3.2].
    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        let points = game.points_on(self.formation, self.reaction, die);
        let level = game.board.level(self.formation);
        game.board.set_level(self.formation, level.saturating_sub(1));
        game.activations[usize::from(self.reaction)] = Activation { formation: self.formation, points, boats: 0 };
        game.frames.replace_top(Frame::Activation(self.reaction));
    }
}

impl AcrossTheBug {
    /// [6.3.1][6.4.2.a] Action Points of a formation on a die.
    pub(super) fn points_on(&self, formation: FormationId, reaction: bool, die: u8) -> u8 {
        let level = self.board.level(formation);
        let table = &self.data.tables.points;
        if reaction { table.reaction(level, die) } else { table.activation(level, die) }
    }
}

impl Procedure<AcrossTheBug> for Acting {
    fn question(self, game: &AcrossTheBug) -> String {
        let Activation { formation, points, .. } = *game.activation();
        let formation = translate(&game.data.formation(formation).name);
        tr!("{formation}, Action Points left: {points}: which action comes next?", formation, points)
    }

    fn decider(self, game: &AcrossTheBug) -> Turn {
        Turn::Player(game.data.roster.side_of(game.activation().formation))
    }

    /// [7.1.g] It ends by itself when no points are left.
    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        if game.activation().points > 0 {
            return Progress::Waits;
        }
        game.activations[usize::from(self.reaction)] = Activation::NONE;
        game.pop()
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        let Activation { formation, points, .. } = *game.activation();
        let data = game.data;
        let side = data.roster.side_of(formation);
        let costs = &data.tables.costs;
        let here = game.board.members(data, formation) & game.board.on_map(side);
        let commanded = game.in_command(formation, here);
        let turned = game.board.turned(side);
        out.push(Action::Done);
        // [5.8.3.2][5.8.4.2] Out of command the cheapest action costs more; a disorganized unit there has none [7.c].
        let dearer = costs.movement_out_of_command.min(costs.hasty_out_of_command);
        let able = here & !turned & if points >= dearer { u128::MAX } else { commanded };
        out.extend(units(side, able).map(Action::Select));
        if points >= costs.recovery {
            out.extend(units(side, commanded & turned).map(Action::Recover));
        }
        if points >= costs.improved_defence {
            let hexes: HexSet = units(side, commanded & !turned).filter_map(|unit| game.board.hex(unit)).collect();
            out.extend(hexes.iter().filter(|&hex| game.may_improve(side, hex, commanded)).map(Action::Improve));
        }
        game.list_staff_actions(formation, points, out);
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let formation = game.activation().formation;
        let costs = &game.data.tables.costs;
        match action {
            Action::Done => game.activation_mut().points = 0,
            Action::Select(unit) => game.gather(unit, Purse::Track, None),
            Action::Recover(unit) => {
                game.pay(Purse::Track, costs.recovery);
                game.frames.push(Frame::RecoveryDie(unit));
            }
            Action::Improve(hex) => {
                game.pay(Purse::Track, costs.improved_defence);
                game.board.improve(hex, true);
            }
            Action::Relocate(hq) => {
                game.pay(Purse::Track, game.data.formation(formation).relocation);
                game.frames.push(Frame::Relocation(hq));
            }
            Action::Pontoon { from, to } => {
                game.pay(Purse::Track, costs.pontoon);
                game.build_pontoon(formation, from, to);
            }
            other => game.end(other),
        }
    }
}

impl Procedure<AcrossTheBug> for RecoveryDie {
    const QUESTION: &'static str = "recovery of a disorganized unit";
    const QUIET: bool = false;

    /// [7.6] A unit that passes turns to its normal side.
    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        game.pop();
        if game.check_unit(self.unit, Occasion::Recovery, die) {
            game.board.turn(game.data, self.unit, false);
        }
    }
}

impl Procedure<AcrossTheBug> for Gathering {
    const QUESTION: &'static str = "who goes along, and what does the stack do?";
    const QUIET: bool = false;

    fn decider(self, game: &AcrossTheBug) -> Turn {
        Turn::Player(game.march.side)
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        let march = &game.march;
        let moves = game.movement_cost(march).is_some();
        if march.command == Command::Isolated {
            if moves {
                out.push(Action::TryMove);
            }
            if game.attack_cost(march, AttackType::Hasty).is_some() && game.targets(march).next().is_some() {
                out.push(Action::TryAttack);
            }
        } else {
            if moves && (march.purse == Purse::Track || march.bound.is_some()) {
                game.list_steps(march, out);
            }
            game.list_attacks(march, out);
        }
        if out.is_empty() {
            // Nothing can be done: the action is called off, and its points are gone [5.8.4.2].
            out.push(Action::Done);
        }
        out.extend(units(march.side, game.companions(march)).map(Action::Join));
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let march = game.march;
        if let Some(step) = Step::of(action) {
            game.begin(Frame::March, game.movement_cost(&march).unwrap_or(0));
            return game.take_step(step);
        }
        match action {
            Action::Join(unit) => {
                game.board.known.show(unit);
                game.march.group |= unit.bit();
            }
            Action::TryMove => {
                game.begin(Frame::March, game.movement_cost(&march).unwrap_or(0));
                game.frames.push(Frame::IsolationDie(0));
            }
            Action::TryAttack => {
                game.begin(Frame::Target, game.attack_cost(&march, AttackType::Hasty).unwrap_or(0));
                game.frames.push(Frame::IsolationDie(0));
            }
            Action::Attack { hex, kind } => {
                game.pay(march.purse, game.attack_cost(&march, kind).unwrap_or(0));
                game.declare(hex, kind);
            }
            other => {
                debug_assert_eq!(other, Action::Done, "not among the choices of a stack");
                let cost = game.movement_cost(&march).unwrap_or(game.funds(march.purse).min(1));
                game.pay(march.purse, cost);
                if march.purse != Purse::Track {
                    game.forget_battle();
                }
                game.march = March::NONE;
                game.pop();
            }
        }
    }
}

impl AcrossTheBug {
    /// [7.2][7.7.a] Pays for the action of the stack that was gathered; its hex is in improved defence no more.
    fn begin(&mut self, frame: Frame, cost: u8) {
        let march = self.march;
        self.pay(march.purse, cost);
        self.board.improve(march.hex, false);
        if march.purse != Purse::Track {
            self.forget_battle();
        }
        self.frames.replace_top(frame);
    }

    /// [7.1.c] The attacks that a stack may make and pay.
    pub(super) fn list_attacks(&self, march: &March, out: &mut Vec<Action>) {
        for hex in self.targets(march) {
            let open = |&kind: &AttackType| self.attack_cost(march, kind).is_some();
            out.extend(AttackType::ALL.into_iter().filter(open).map(|kind| Action::Attack { hex, kind }));
        }
    }
}

impl Procedure<AcrossTheBug> for IsolationDie {
    const QUESTION: &'static str = "check of an isolated unit";
    const QUIET: bool = false;

    fn is_due(self, game: &AcrossTheBug) -> bool {
        self.unit(game).is_some()
    }

    /// [5.8.4.2] Those that fail do not take part.
    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        let Some(unit) = self.unit(game) else { return };
        game.frames.replace_top(Frame::IsolationDie(unit.slot() as u8 + 1));
        if !game.check_unit(unit, Occasion::Isolated, die) {
            game.march.group &= !unit.bit();
        }
    }
}

impl IsolationDie {
    pub(super) fn unit(self, game: &AcrossTheBug) -> Option<UnitId> {
        units(game.march.side, game.march.group & from_slot(self.from)).next()
    }
}

impl Procedure<AcrossTheBug> for Target {
    const QUESTION: &'static str = "which hex does the isolated stack attack?";
    const QUIET: bool = false;

    fn decider(self, game: &AcrossTheBug) -> Turn {
        Turn::Player(game.march.side)
    }

    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        if game.targets(&game.march).next().is_some() && game.march.group != 0 {
            return Progress::Waits;
        }
        game.march = March::NONE;
        game.pop()
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.targets(&game.march).map(|hex| Action::Attack { hex, kind: AttackType::Hasty }));
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        match action {
            Action::Attack { hex, kind } => game.declare(hex, kind),
            other => {
                game.march = March::NONE;
                game.end(other);
            }
        }
    }
}
