//! The defender's answer to declared attacks: artillery committed, orders given in secret [14]. And who may support what
//! [15.4][T.ARTY].

use arrayvec::ArrayVec;
use stavka_words::tr;

use super::EastFront;
use super::action::Action;
use super::artillery::{self, Gun, SovietGuns, WithHq};
use super::command::Use;
use super::data::{Feature, Features};
use super::frame::{Barrage, Frame, Orders, Phase};
use super::headquarters::HQ_CAPACITY;
use super::ids::{UnitId, from_slot, units};
use super::results::Order;
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence};

impl Procedure<EastFront> for Barrage {
    const QUESTION: &'static str = "commit artillery to the defence, or done";

    fn decider(self, _: &EastFront) -> Turn {
        Turn::Player(self.side)
    }

    fn is_due(self, game: &EastFront) -> bool {
        game.barrages(self.side, self.from).next().is_some()
    }

    fn list(self, game: &EastFront, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.barrages(self.side, self.from));
    }

    fn carry_out(self, game: &mut EastFront, action: Action) {
        let Action::Barrage { gun, target } = action else { return game.end(action) };
        let attack = game.attacks.at(target).expect("guns are committed to declared attacks");
        game.attacks.commit(gun, attack);
        game.frames.replace_top(Frame::Barrage(self.side, EastFront::slot_after(gun)));
    }
}

impl Procedure<EastFront> for Orders {
    fn decider(self, _: &EastFront) -> Turn {
        Turn::Player(self.side)
    }

    fn carry_on(self, game: &mut EastFront) -> Progress {
        if usize::from(self.attack) >= game.attacks.declared().len() {
            return game.pop();
        }
        if game.may_order(self.side, game.attacks.hexes(usize::from(self.attack))) {
            return Progress::Waits;
        }
        game.frames.replace_top(Frame::Orders(self.side, self.attack + 1));
        Progress::Moves
    }

    /// Only who may give an order is asked.
    fn list(self, _: &EastFront, out: &mut Vec<Action>) {
        out.extend(Order::ALL.map(Action::Give));
    }

    fn carry_out(self, game: &mut EastFront, action: Action) {
        let Action::Give(order) = action else { return game.end(action) };
        let attack = usize::from(self.attack);
        game.attacks.declared_mut()[attack].set_order(order);
        if order != Order::None && self.side == Side::Soviet {
            let hex = game.ordering_hex(game.attacks.hexes(attack));
            game.pay_for_order(hex);
        }
        game.frames.replace_top(Frame::Orders(self.side, self.attack + 1));
    }

    fn question(self, game: &EastFront) -> String {
        tr!("an order for the defence of {first}?", first = game.hex_name(game.attacks.first(usize::from(self.attack))))
    }
}

impl EastFront {
    /// [14] Reaction movement, artillery, orders: only what there is an attack to answer.
    pub(super) fn open_reaction(&mut self, side: Side) {
        if self.attacks.declared().is_empty() {
            return;
        }
        self.frames.push_all(&[
            Frame::Movement(side),
            Frame::Recombination(side, 0, 0),
            Frame::Excess(side, 0),
            Frame::Barrage(side, 0),
            Frame::Orders(side, 0),
        ]);
    }

    // ---- artillery -----------------------------------------------------------

    /// A gun as it stands to a combat over the hexes; `None` for what gives no support as it lies.
    fn gun(&self, gun: UnitId, hexes: &[Hex]) -> Option<Gun> {
        let side = gun.side();
        let hex = self.board.hex(gun)?;
        let values = self.board.values(self.data, gun);
        let guns = self.data.roster.artillery.of(side);
        (values.support > 0).then(|| Gun {
            range: values.range,
            distance: hexes.iter().map(|&target| self.data.map.grid.distance(hex, target)).min().unwrap_or(u16::MAX),
            attacks: side == self.attacking_side(),
            overrun: self.board.has_overrun_marker(gun),
            out_of_supply: false,
            in_enemy_zoc: self.board.in_zoc(side.opponent(), hex),
            attack_supply: self.has_attack_supply(side),
            guns_alone: self.attacks.targets().contains(&hex) && self.board.stack_bits(hex) & !guns == 0,
            spent: self.fired.contains(gun),
        })
    }

    /// [T.ARTY.axis][T.ARTY.sov] Whether these guns may support one combat over the hexes together. Guns in the hexes count
    /// for the defender only.
    fn may_fire_together(&self, side: Side, hexes: &[Hex], guns: u128, defends: bool) -> bool {
        let rules = &self.data.tables.artillery;
        let roster = &self.data.roster;
        let heavy = guns & roster.super_heavy.of(side);
        let count = |bits: u128| bits.count_ones() as u8;
        if side == Side::Axis {
            let hard = heavy == 0 || self.is_siege_target(side, hexes);
            return artillery::axis_guns_may_support(rules, count(guns & !heavy), count(heavy), hard);
        }
        let inside = if defends { hexes.iter().fold(0, |bits, &hex| bits | self.board.stack_bits(hex)) & guns } else { 0 };
        let mut with_hqs: ArrayVec<WithHq, HQ_CAPACITY> = ArrayVec::new();
        let mut commanded = 0;
        for &hex in self.operational_hq_hexes().iter() {
            let stack = self.board.stack_bits(hex) & roster.artillery.of(side) & !inside;
            commanded |= stack & guns;
            with_hqs.push(WithHq { chosen: count(stack & guns), stacked: count(stack), level: self.interdiction_level(hex) });
        }
        let soviet = SovietGuns {
            in_hex: count(inside),
            with_hqs: &with_hqs,
            elsewhere: count(guns & !inside & !commanded),
            under_broken_hq: hexes.iter().any(|&hex| self.is_paralysed(hex)),
        };
        artillery::soviet_guns_may_support(rules, soviet)
    }

    /// [14.21] Whether a gun may be committed to the defence against an attack.
    pub(super) fn may_defend(&self, gun: UnitId, attack: usize) -> bool {
        let side = gun.side();
        let hexes = self.attacks.hexes(attack);
        let heavy = side == Side::Axis && self.data.roster.super_heavy.contains(gun);
        !heavy
            && self.gun(gun, hexes).is_some_and(|gun| artillery::may_support(gun).is_ok())
            && self.may_fire_together(side, hexes, self.attacks.guns(attack) | gun.bit(), true)
    }

    fn barrages(&self, side: Side, from: u8) -> impl Iterator<Item = Action> + '_ {
        let guns = self.data.roster.artillery.of(side) & self.board.on_map(side) & from_slot(from);
        units(side, guns).flat_map(move |gun| {
            (0..self.attacks.declared().len())
                .filter(move |&attack| self.may_defend(gun, attack))
                .map(move |attack| Action::Barrage { gun, target: self.attacks.first(attack) })
        })
    }

    /// [15.55.a] Support that the defence still has when the attack is resolved: guns outside the hexes that have come into
    /// enemy ZOC are dropped.
    pub(super) fn guns_in_defence(&self, side: Side, attack: usize) -> u128 {
        let hexes = self.attacks.hexes(attack);
        let fires = |gun: &UnitId| self.board.hex(*gun).is_some_and(|hex| hexes.contains(&hex) || !self.board.in_zoc(side.opponent(), hex));
        units(side, self.attacks.guns(attack)).filter(fires).fold(0, |bits, gun| bits | gun.bit())
    }

    /// [15.4][23.43.d] Guns that may support an attack beside those that do.
    pub(super) fn supporters(&self, side: Side, attack: usize, supports: u128) -> u128 {
        let hexes = self.attacks.hexes(attack);
        let bits = self.data.roster.artillery.of(side) & self.board.on_map(side) & !supports;
        let eligible = |gun: &UnitId| {
            self.gun(*gun, hexes).is_some_and(|gun| artillery::may_support(gun).is_ok())
                && self.may_fire_together(side, hexes, supports | gun.bit(), false)
        };
        units(side, bits).filter(eligible).fold(0, |bits, gun| bits | gun.bit())
    }

    /// [23.43.d] City, major city, undestroyed fortified line or strongpoint.
    fn is_siege_target(&self, side: Side, hexes: &[Hex]) -> bool {
        let cities = Features::of(&[Feature::City, Feature::MajorCity]);
        hexes.iter().any(|&hex| {
            self.data.map.features[hex.index()].has_any(cities)
                || self.forts.strongpoints[side.opponent().index()].contains(&hex)
                || self.data.ground.line_hexes.contains(hex) && !self.is_breached(hex)
        })
    }

    /// [15.3] Whether the attacks of a side are in Attack Supply this turn.
    pub(super) fn has_attack_supply(&self, side: Side) -> bool {
        let turn = self.turn_entry();
        match side {
            Side::Axis => turn.axis_attack_supply,
            Side::Soviet => turn.soviet_attack_supply,
        }
    }

    // ---- orders ----------------------------------------------------------------

    /// [14.31][14.33][14.34][15.58] Whether a side may give an order in one of the hexes, which holds for the whole combat.
    pub(super) fn may_order(&self, side: Side, hexes: &[Hex]) -> bool {
        side == Side::Axis || self.ordering_hex(hexes).is_some()
    }

    /// The first hex that a headquarters with a point left has in range, and no non-operational one.
    pub(super) fn ordering_hex(&self, hexes: &[Hex]) -> Option<Hex> {
        hexes.iter().copied().find(|&hex| self.commander(hex, Use::Order).is_some())
    }

    /// [22.12.c] A Soviet headquarters pays for an order in the hex that [`EastFront::ordering_hex`] gives.
    pub(super) fn pay_for_order(&mut self, hex: Option<Hex>) {
        let hex = hex.expect("a headquarters was there when the choice was offered");
        self.spend_command(hex, Use::Order);
    }

    /// The side whose attacks are declared in this part of the turn.
    pub(super) fn attacking_side(&self) -> Side {
        match self.current_phase() {
            Phase::SovietDeclaration | Phase::AxisReaction | Phase::SovietCombat => Side::Soviet,
            _ => Side::Axis,
        }
    }
}
