//! The defender's answer to declared attacks: artillery committed, orders given in secret [14]. And who may support what
//! [15.4][T.ARTY].

use arrayvec::ArrayVec;

use super::EastFront;
use super::action::Action;
use super::artillery::{self, Gun, SovietGuns, WithHq};
use super::command::Use;
use super::data::{Feature, Features};
use super::frame::{Frame, Phase};
use super::headquarters::HQ_CAPACITY;
use super::ids::{UnitId, from_slot, units};
use super::results::Order;
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::procedures::Progress;

impl EastFront {
    /// [14] Reaction movement, artillery, orders: only what there is an attack to answer.
    pub(super) fn open_reaction(&mut self, side: Side) {
        if self.attacks.declared().is_empty() {
            return;
        }
        self.push_all(&[
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

    pub(super) fn any_barrage(&self, side: Side, from: u8) -> bool {
        self.barrages(side, from).next().is_some()
    }

    pub(super) fn list_barrages(&self, side: Side, from: u8, out: &mut Vec<Action>) {
        out.extend(self.barrages(side, from));
    }

    pub(super) fn commit_gun(&mut self, side: Side, gun: UnitId, target: Hex) {
        let attack = self.attacks.at(target).expect("guns are committed to declared attacks");
        self.attacks.commit(gun, attack);
        self.frames.replace_top(Frame::Barrage(side, Self::slot_after(gun)));
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

    /// Orders that a defender may give for an attack.
    pub(super) fn orders_open_to(&self, side: Side, attack: u8) -> impl Iterator<Item = Order> + use<> {
        let may = self.may_order(side, self.attacks.hexes(usize::from(attack)));
        Order::ALL.into_iter().filter(move |&order| may || order == Order::None)
    }

    pub(super) fn carry_on_orders(&mut self, side: Side, attack: u8) -> Progress {
        if usize::from(attack) >= self.attacks.declared().len() {
            return self.pop();
        }
        if self.may_order(side, self.attacks.hexes(usize::from(attack))) {
            return Progress::Waits;
        }
        self.frames.replace_top(Frame::Orders(side, attack + 1));
        Progress::Moves
    }

    pub(super) fn give_order(&mut self, side: Side, attack: u8, order: Order) {
        self.attacks.declared_mut()[usize::from(attack)].set_order(order);
        if order != Order::None && side == Side::Soviet {
            let hex = self.ordering_hex(self.attacks.hexes(usize::from(attack)));
            self.pay_for_order(hex);
        }
        self.frames.replace_top(Frame::Orders(side, attack + 1));
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
