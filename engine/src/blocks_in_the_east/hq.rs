//! [13.0] Headquarters: which are activated and what they have given in the turn, where they sit, and how they are activated, stand down and
//! fire as artillery. What units take of them stands in `fuel.rs`.

use std::cell::{Cell, OnceCell, RefCell};
use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;

use super::BlocksInTheEast;
use super::action::Action;
use super::board::{self, Mark};
use super::combat::Firing;
use super::data::{CommandRules, Seat};
use super::frame::{Frame, FreeRail, Guns, Supreme, Why};
use super::fuel::{Need, Ration};
use super::ids::{HEX_CAPACITY, HexSet, MOST_HEADQUARTERS, Place, SIDE_CAPACITY, UnitId};
use super::supply::Situation;
use super::terms::{Country, Nation, Special, UnitKind};
use super::traffic::Traffic;
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// A radius, and all that it follows from.
#[derive(Clone, Copy)]
struct Radius {
    /// How many radii the thread had reckoned when it reckoned this one.
    number: u64,
    /// The look at which it was found to hold, and how many looks there are.
    look: u64,
    /// Fingerprint of the scenario.
    data: u64,
    hex: Hex,
    steps: u16,
    /// The hexes within it if nothing bars it.
    around: HexSet,
    /// Those of them through which it goes.
    open: HexSet,
    within: HexSet,
}

impl Radius {
    const NOTHING: Radius = {
        let none = HexSet::EMPTY;
        Radius { number: 0, look: u64::MAX, data: 0, hex: Hex(0), steps: 0, around: none, open: none, within: none }
    };
}

thread_local! {
    /// What was reckoned last for each headquarters: seldom does a choice change the ground around them.
    static LAST: RefCell<[Radius; MOST_HEADQUARTERS]> = const { RefCell::new([Radius::NOTHING; MOST_HEADQUARTERS]) };
    static RECKONED: Cell<u64> = const { Cell::new(0) };
    /// By nation the ground that serves it, with the look at which it was found to do so.
    static SERVING: RefCell<[(u64, HexSet); Nation::COUNT]> = const { RefCell::new([(u64::MAX, HexSet::EMPTY); Nation::COUNT]) };
}

/// A headquarters with its radius, which the thread keeps under a number.
#[derive(Clone, Copy)]
pub(super) struct Depot {
    pub(super) headquarters: UnitId,
    /// Its post, and the number of its radius; none where distance does not matter.
    radius: Option<(usize, u64)>,
}

/// Bits of [`Command::posts`] that count barrels; those above them are special actions.
const SPENT: u8 = 0b1111;

/// What headquarters have been ordered to in the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Command {
    /// [13.2] Those that are activated, as bits by their numbers.
    active: u32,
    /// [6.4] Those that fire as artillery in the round.
    guns: u32,
    /// [13.4][13.8.1] Of each that is activated the barrels that it has given, and the special actions that it has carried out as bits.
    posts: [u8; MOST_HEADQUARTERS],
    /// [13.0] What the unit at hand has been given.
    pub(super) ration: Ration,
    /// [13.8.2.a] Soviet units have entered Germany.
    red_army_in_germany: bool,
    /// [13.8.1.e] Those that have ordered a naval movement, as bits.
    sailed: u32,
}

/// Where headquarters do nothing the hash of the state is that of a game without them.
impl Hash for Command {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if *self != Command::default() {
            let Command { active, guns, posts, ration, red_army_in_germany, sailed } = self;
            (active, guns, posts, ration, red_army_in_germany).hash(state);
            // Without chapter 18 nobody sails, and the hash is that of a game without it.
            if *sailed != 0 {
                sailed.hash(state);
            }
        }
    }
}

impl Command {
    pub(super) fn is_anybody_active(&self) -> bool {
        self.active != 0
    }
}

impl Depot {
    /// A headquarters whose distance does not matter.
    pub(super) const fn anywhere(headquarters: UnitId) -> Self {
        Depot { headquarters, radius: None }
    }
}

impl BlocksInTheEast {
    /// [13.0] The rules of headquarters and fuel, where they count.
    pub(super) fn command_rules(&self) -> Option<&'static CommandRules> {
        self.data.script.command.as_ref()
    }

    /// Number of a headquarters among all of both sides.
    pub(super) fn post(&self, unit: UnitId) -> Option<usize> {
        self.data.headquarters.binary_search(&unit).ok()
    }

    /// [13.2] Whether a unit is a headquarters that is activated: its block faces the enemy.
    #[inline]
    pub fn is_active(&self, unit: UnitId) -> bool {
        self.command.active != 0
            && self.data.is_headquarters(unit)
            && self.post(unit).is_some_and(|post| self.command.active & 1 << post != 0)
    }

    /// [3.12][13.4][13.5.b][13.8.2] Barrels, or special actions, that a headquarters has when it is activated: as many as its action points,
    /// half of them out of supply, but one at least; those of the German Supreme Headquarters are always the same.
    pub fn barrels(&self, unit: UnitId) -> u8 {
        let known = self.data.unit(unit);
        if !known.is_headquarters() || self.board.hex(unit).is_none() {
            return 0;
        }
        match self.command_rules() {
            Some(rules) if known.kind == UnitKind::SupremeHq && known.nation == Nation::German => rules.fhq_actions,
            _ if self.board.is(unit, Mark::OutOfSupply) => (self.strength(unit) / 2).max(1),
            _ => self.strength(unit),
        }
    }

    /// [13.4] Barrels, or special actions, that an activated headquarters has left; none for others.
    pub fn barrels_left(&self, unit: UnitId) -> u8 {
        match self.post(unit) {
            Some(post) if self.is_active(unit) => self.barrels(unit).saturating_sub(self.command.posts[post] & SPENT),
            _ => 0,
        }
    }

    /// [13.8.1] Whether an activated Supreme Headquarters has carried out a special action in the turn.
    pub fn has_done(&self, unit: UnitId, special: Special) -> bool {
        self.post(unit).is_some_and(|post| self.command.posts[post] & special.bit() != 0)
    }

    /// [13.8.1.h][13.8.2.a] Where a Supreme Headquarters sits and is rebuilt, if it never leaves that place: Stavka in Moscow, or in its
    /// refuge while Moscow is not Soviet; the German one in its seat, or in Berlin once Soviet units have entered Germany.
    pub fn seat(&self, unit: UnitId) -> Option<Hex> {
        let seat = self.seat_of(unit)?;
        let lost = match unit.side() {
            Side::Axis => self.command.red_army_in_germany,
            Side::Soviet => self.board.owner(self.data, seat.home) != Some(Side::Soviet),
        };
        Some(if lost { seat.refuge } else { seat.home })
    }

    fn seat_of(&self, unit: UnitId) -> Option<&'static Seat> {
        self.command_rules()?.seats.iter().find(|seat| seat.unit == unit)
    }

    /// Whether a unit never leaves its seat.
    pub(super) fn is_seated(&self, unit: UnitId) -> bool {
        self.seat_of(unit).is_some()
    }

    /// [13.1][13.8.3][13.8.3.a][30.0.a] Whether a headquarters commands units of a nation: its own, the German ones the Chechens too, and
    /// the German Supreme Headquarters those of all others of the Axis.
    pub fn commands(&self, headquarters: UnitId, nation: Nation) -> bool {
        let known = self.data.unit(headquarters);
        let by_germans = nation == Nation::Chechen || known.kind == UnitKind::SupremeHq && nation.side() == Side::Axis;
        known.nation == nation || known.nation == Nation::German && by_germans
    }

    /// [13.3][13.3.c] The hexes within the radius of a headquarters: of its side, without enemies and out of their zones of control unless
    /// a friend is there.
    pub fn command_radius(&self, unit: UnitId) -> HexSet {
        let kept = self.reckon_radius(unit);
        kept.map_or(HexSet::EMPTY, |(post, _)| LAST.with_borrow(|last| last[post].within))
    }

    /// Sees to it that the thread keeps the radius of a headquarters on the map, and says under which post and number.
    fn reckon_radius(&self, unit: UnitId) -> Option<(usize, u64)> {
        let (post, rules, hex) = (self.post(unit)?, self.command_rules()?, self.board.hex(unit)?);
        let (data, look, steps) = (self.data.fingerprint, self.look_number(), rules.radius_in(self.weather).into());
        LAST.with_borrow_mut(|last| {
            let known = &mut last[post];
            let is_same = (known.data, known.hex, known.steps) == (data, hex, steps);
            if !is_same || known.look != look {
                let (ground, here) = (&self.data.ground, [hex].into_iter().collect());
                let around = if is_same { known.around } else { ground.along_paths(&here, &HexSet::full(HEX_CAPACITY), steps) };
                let open = self.served_within(&around, self.data.unit(unit).nation, look).union(here);
                if !is_same || known.open != open {
                    let within = ground.along_paths(&here, &open, steps);
                    *known = Radius { number: RECKONED.get() + 1, look, data, hex, steps, around, open, within };
                    RECKONED.set(known.number);
                }
                known.look = look;
            }
            Some((post, known.number))
        })
    }

    /// The hexes of a set that serve a nation at a look.
    fn served_within(&self, hexes: &HexSet, nation: Nation, look: u64) -> HexSet {
        SERVING.with_borrow_mut(|kept| {
            let (known, serving) = &mut kept[nation.index()];
            if *known != look {
                (*known, *serving) = (look, self.serving(nation));
            }
            serving.intersection(*hexes)
        })
    }

    /// A headquarters on which units draw within its radius.
    pub(super) fn near_depot(&self, headquarters: UnitId) -> Depot {
        Depot { headquarters, radius: self.reckon_radius(headquarters) }
    }

    /// Whether a hex is within the radius of a depot. One that is kept no more is reckoned again.
    pub(super) fn is_within(&self, depot: &Depot, hex: Hex) -> bool {
        let Some((post, number)) = depot.radius else { return false };
        let kept = LAST.with_borrow(|last| (last[post].number == number).then(|| last[post].within.contains(hex)));
        kept.unwrap_or_else(|| self.command_radius(depot.headquarters).contains(hex))
    }

    /// The hexes through which the radius of a headquarters in a hex goes.
    fn radius_over(&self, situation: &Situation<'_>, unit: UnitId, hex: Hex) -> HexSet {
        self.data.serving(situation, self.data.unit(unit).nation).union([hex].into_iter().collect())
    }

    // ---- activation --------------------------------------------------------------

    /// [13.2][13.3.b][SBE5.g] Whether a headquarters can be activated as far as it depends on itself: it is on the map outside of battles,
    /// hidden still, and not frozen.
    pub(super) fn may_be_activated(&self, unit: UnitId) -> bool {
        let outside = |hex: Hex| !self.meets_enemies(unit.side(), hex);
        self.command_rules().is_some()
            && !self.is_active(unit)
            && !self.data.is_frozen(unit, self.turn)
            && self.board.hex(unit).is_some_and(outside)
    }

    /// [13.2][7.4][AMB-89] The headquarters of a side that can be activated for a need: such as somebody could draw on.
    fn activatable(&self, side: Side, need: Need) -> impl Iterator<Item = UnitId> + '_ {
        let (safe, goals) = (OnceCell::new(), OnceCell::new());
        let drawers: OnceCell<ArrayVec<(UnitId, Hex), SIDE_CAPACITY>> = OnceCell::new();
        let serves = move |unit: UnitId| match need {
            Need::Rail => {
                let safe = safe.get_or_init(|| self.safe_hexes(side));
                let goes = |(other, hex): (UnitId, Hex)| {
                    other != unit && self.commands(unit, self.data.unit(other).nation) && self.may_entrain(other, hex, safe, |_| true)
                };
                self.board.on_map(side).any(goes)
            }
            Need::March(_) | Need::Flight(_) => {
                // Units of other kinds ask for nothing but to be put in Reserve.
                let keeps = self.data.script.options.reserve;
                let draws = |traffic: &Traffic, other: UnitId| {
                    self.data.is_fuelled(other) && self.draws_fuel_in(traffic, other, need) || keeps && self.would_be_kept(other, need)
                };
                let drawers = drawers.get_or_init(|| {
                    let units = board::of(self.data, side).filter(|&other| keeps || self.data.is_fuelled(other));
                    let traffic = self.traffic(side);
                    units.filter(|&other| draws(&traffic, other)).filter_map(|other| Some((other, self.board.hex(other)?))).collect()
                });
                let goals = |reacts| goals.get_or_init(|| self.goals(side, reacts));
                let has_use = |other: UnitId| match need {
                    Need::Flight(reacts) => self.has_mission(goals(reacts), other, reacts, false),
                    _ => true,
                };
                let is_drawn_on = || {
                    let radius = self.command_radius(unit);
                    let near = drawers.iter().filter(|&&(other, hex)| other != unit && radius.contains(hex)).map(|&(other, _)| other);
                    near.filter(|&other| self.commands(unit, self.data.unit(other).nation)).any(has_use)
                };
                !drawers.is_empty() && is_drawn_on() || need == Need::Flight(false) && self.would_scout(unit)
            }
        };
        let kind = move |unit: &UnitId| unit.side() == side && need.is_met_by(self.data.unit(*unit).kind);
        self.data.headquarters.iter().copied().filter(kind).filter(move |&unit| self.may_be_activated(unit) && serves(unit))
    }

    /// Whether a side can activate a headquarters for a need.
    pub(super) fn can_activate(&self, side: Side, need: Need) -> bool {
        self.command_rules().is_some() && self.activatable(side, need).next().is_some()
    }

    /// Adds the headquarters that a side can activate for a need.
    pub(super) fn list_activations(&self, side: Side, need: Need, out: &mut Vec<Action>) {
        if self.command_rules().is_some() {
            out.extend(self.activatable(side, need).map(Action::Activate));
        }
    }

    /// [13.8] The Supreme Headquarters of a side that can be activated by choice: all but the German one, which always is.
    fn supreme(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let all: &[UnitId] = if self.command_rules().is_some() { &self.data.headquarters } else { &[] };
        let by_choice = move |unit: &UnitId| {
            let known = self.data.unit(*unit);
            unit.side() == side && known.kind == UnitKind::SupremeHq && known.nation != Nation::German && self.may_be_activated(*unit)
        };
        all.iter().copied().filter(by_choice)
    }

    /// [13.2] A headquarters is activated: its block is turned towards the enemy.
    pub(super) fn activate(&mut self, unit: UnitId) {
        let Some(post) = self.post(unit) else { return };
        self.command.active |= 1 << post;
        self.command.posts[post] = 0;
        self.board.turn_up(unit, true);
    }

    /// [13.8.2] The German Supreme Headquarters is activated in every turn of its side.
    pub(super) fn activate_german_command(&mut self, side: Side) {
        let german = |unit: &UnitId| {
            let known = self.data.unit(*unit);
            known.kind == UnitKind::SupremeHq && known.nation == Nation::German && self.may_be_activated(*unit)
        };
        if let Some(unit) = self.data.headquarters.iter().copied().filter(|unit| unit.side() == side).find(german) {
            self.activate(unit);
        }
    }

    /// [24.0.c] Whether an activated headquarters can be activated anew: it has an action point left for it.
    pub(super) fn may_be_activated_anew(&self, unit: UnitId) -> bool {
        let cost = self.data.steps_of_command(unit, self.turn);
        self.is_active(unit) && self.board.hex(unit).is_some() && self.board.step(unit) + cost < self.data.unit(unit).steps.len()
    }

    /// [24.0.c] An activated headquarters is activated anew, and pays for it at once.
    pub(super) fn activate_anew(&mut self, unit: UnitId) {
        self.board.set_step(unit, self.board.step(unit) + self.data.steps_of_command(unit, self.turn));
    }

    /// [13.4][13.8.1] A headquarters gives a barrel, or carries out a special action.
    pub(super) fn spend(&mut self, unit: UnitId, special: Option<Special>) {
        if let Some(post) = self.post(unit) {
            self.command.posts[post] = (self.command.posts[post] + 1) | special.map_or(0, Special::bit);
        }
    }

    /// [13.8.1.e] Whether an activated headquarters has ordered a naval movement in the turn.
    pub fn has_sailed(&self, unit: UnitId) -> bool {
        self.post(unit).is_some_and(|post| self.command.sailed & 1 << post != 0)
    }

    /// [13.8.1.e][18.0.a] A headquarters orders a naval movement.
    pub(super) fn order_ships(&mut self, unit: UnitId) {
        self.spend(unit, None);
        if let Some(post) = self.post(unit) {
            self.command.sailed |= 1 << post;
        }
    }

    /// [13.6][13.7][AMB-38] All headquarters that are activated, of both sides, lose an action point in the open and are turned back; one
    /// that had no more is removed, to be rebuilt. The German Supreme Headquarters keeps its last one.
    pub(super) fn stand_down(&mut self) {
        if self.command.active == 0 {
            return;
        }
        for post in 0..self.data.headquarters.len() {
            let unit = self.data.headquarters[post];
            if self.command.active & 1 << post == 0 {
                continue;
            }
            self.board.turn_up(unit, self.is_seated(unit));
            if self.board.hex(unit).is_none() {
                continue;
            }
            let known = self.data.unit(unit);
            let (step, last) = (self.board.step(unit) + self.data.steps_of_command(unit, self.turn), known.steps.len() - 1);
            if step <= last {
                self.board.set_step(unit, step);
                self.board.hide(unit);
            } else if known.kind == UnitKind::SupremeHq && known.nation == Nation::German {
                self.board.set_step(unit, last);
            } else {
                self.board.put(unit, Place::ELIMINATED);
            }
        }
        self.command.active = 0;
        self.command.sailed = 0;
        self.command.posts = [0; MOST_HEADQUARTERS];
    }

    // ---- seats -------------------------------------------------------------------

    /// [13.8.2.a] Soviet units enter a hex: when it is the first in Germany the German Supreme Headquarters moves to Berlin at once. If that
    /// makes too many there, the units are shown, because the limit is counted in the open.
    pub(super) fn enter_germany(&mut self, side: Side, hex: Hex) {
        let enters = side == Side::Soviet && self.data.map.country[hex.index()] == Some(Country::Germany);
        let rules = self.command_rules();
        // [13.8.2.b][28.0]
        let counts = rules.is_some() || self.data.script.options.volkssturm;
        if !enters || !counts || self.command.red_army_in_germany {
            return;
        }
        self.command.red_army_in_germany = true;
        let seats = rules.into_iter().flat_map(|rules| &rules.seats);
        for seat in seats.filter(|seat| seat.unit.side() == Side::Axis) {
            if self.board.hex(seat.unit).is_some() {
                self.board.put(seat.unit, Place::on(seat.refuge));
                if self.is_overstacked(Side::Axis, seat.refuge) {
                    self.board.show_stack(Side::Axis, seat.refuge);
                }
            }
        }
    }

    /// [28.0] Whether Germany calls up the Volkssturm: Soviet units on the ground have entered it.
    pub fn is_volkssturm_called(&self) -> bool {
        self.data.script.options.volkssturm && self.command.red_army_in_germany
    }

    /// [13.8.1.h] Stavka is lost with its seat.
    pub(super) fn lose_seat(&mut self, side: Side, hex: Hex) {
        let Some(rules) = self.command_rules().filter(|_| side == Side::Axis) else { return };
        for seat in rules.seats.iter().filter(|seat| seat.unit.side() == Side::Soviet && seat.home == hex) {
            if self.board.hex(seat.unit).is_some_and(|at| at != seat.refuge) {
                self.board.put(seat.unit, Place::ELIMINATED);
            }
        }
    }

    /// [13.8.1.i] Rail moves that a side lacks in the turn, because the seat of its Supreme Headquarters is lost or out of supply.
    pub fn lost_rail_moves(&self, side: Side) -> u8 {
        let Some(rules) = self.command_rules().filter(|_| side == Side::Soviet) else { return 0 };
        let supplied = || self.data.supplied(&self.situation(), Nation::Soviet);
        let mut seats = rules.seats.iter().filter(|seat| seat.unit.side() == side);
        let cut = seats.any(|seat| !self.board.controls(self.data, side, seat.home) || !supplied().contains(seat.home));
        if cut { rules.lost_rail_moves } else { 0 }
    }

    /// [13.8.2] The German Supreme Headquarters is repaired before all other units, as long as there are points for it.
    pub(super) fn repair_german_command(&mut self, side: Side) {
        let Some(rules) = self.command_rules().filter(|_| side == Side::Axis) else { return };
        for seat in rules.seats.iter().filter(|seat| seat.unit.side() == Side::Axis) {
            while let Some(points) = self.repair_price(seat.unit).filter(|&points| self.affords(seat.unit, Some(points))) {
                let Some(hex) = self.board.hex(seat.unit) else { break };
                self.pay_for(seat.unit, points, hex);
                self.board.set_step(seat.unit, self.board.step(seat.unit) - 1);
            }
        }
    }

    // ---- artillery ---------------------------------------------------------------

    /// [6.4] Whether a headquarters fires as artillery in the round.
    pub(super) fn is_gun(&self, unit: UnitId) -> bool {
        self.post(unit).is_some_and(|post| self.command.guns & 1 << post != 0)
    }

    /// A new round, or the end of the battle: nobody has been told to fire.
    pub(super) fn silence_guns(&mut self) {
        self.command.guns = 0;
    }

    /// [6.4][5.5.a][AMB-11] The headquarters of a side in the battle that can still be told to fire as artillery: not alone in the hex, and
    /// at somebody.
    fn possible_guns(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let useful = self.has_combat_unit(side) && self.endures(side.opponent(), Firing::Artillery) > 0;
        let conditions = self.conditions();
        let fires = move |unit: &UnitId| {
            self.data.unit(*unit).is_headquarters()
                && !self.is_gun(*unit)
                && self.fighter(*unit).throw(Firing::Artillery, &self.data.tables.powers, &conditions).is_some()
        };
        self.board.of(side, self.fight.hex).iter().copied().filter(move |unit| useful && fires(unit))
    }

    /// Slow reference of what is derived from headquarters.
    ///
    /// # Errors
    /// Names what does not hold.
    pub(super) fn verify_command(&self) -> Result<(), String> {
        for unit in board::all(self.data) {
            let up = self.is_active(unit) || self.is_seated(unit) || self.was_sent_ashore(unit) || self.has_jumped(unit);
            if self.board.known.is_face_up(unit) != up {
                return Err(format!("{} faces the enemy: {}", self.data.unit(unit).id, !up));
            }
            if up && self.is_hidden(unit) {
                return Err(format!("{} faces the enemy and is hidden", self.data.unit(unit).id));
            }
        }
        let situation = self.situation();
        let is_stale = |unit: &&UnitId| {
            let reckon = |(hex, rules): (Hex, &CommandRules)| {
                let (steps, open) = (rules.radius_in(self.weather).into(), self.radius_over(&situation, **unit, hex));
                self.data.ground.along_paths(&[hex].into_iter().collect(), &open, steps)
            };
            self.command_radius(**unit) != self.board.hex(**unit).zip(self.command_rules()).map_or(HexSet::EMPTY, reckon)
        };
        match self.data.headquarters.iter().find(is_stale) {
            Some(&unit) => Err(format!("the radius of {} is remembered wrongly", self.data.unit(unit).id)),
            None => Ok(()),
        }
    }
}

impl Special {
    /// Its bit in a post.
    const fn bit(self) -> u8 {
        1 << (self as u8 + 4)
    }
}

impl Procedure<BlocksInTheEast> for Supreme {
    const QUESTION: &'static str = "which Supreme Headquarters are activated?";

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.side)
    }

    fn is_due(self, game: &BlocksInTheEast) -> bool {
        game.supreme(self.side).next().is_some()
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.supreme(self.side).map(Action::Activate));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Activate(unit) = action else { return game.end(action) };
        game.activate(unit);
    }
}

impl Procedure<BlocksInTheEast> for FreeRail {
    const QUESTION: &'static str = "which unit moves by rail free of charge?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.unit.side())
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.free_passengers(self.unit).map(Action::Select));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Select(unit) = action else { return game.end(action) };
        game.board.pick(unit);
        game.command.ration = Ration::Special(self.unit, Special::Train);
        game.frames.replace_top(Frame::RailMove(unit));
    }
}

impl BlocksInTheEast {
    /// [13.8.1.d][AMB-41] The units that a Supreme Headquarters can send by rail free of charge: such as have not moved in the phase.
    pub(super) fn free_passengers(&self, headquarters: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let side = headquarters.side();
        let safe = self.safe_hexes(side);
        let goes = move |unit: &UnitId| {
            let hex = self.board.hex(*unit);
            self.commands(headquarters, self.data.unit(*unit).nation)
                && !self.board.is(*unit, Mark::Moved)
                && !self.is_in_reserve(*unit)
                && hex.is_some_and(|hex| self.may_entrain(*unit, hex, &safe, |_| true))
        };
        board::of(self.data, side).filter(goes)
    }

    /// [13.8.1.d] The activated Supreme Headquarters of a side that can order a rail move in its Movement Phase.
    fn dispatchers(&self, side: Side, why: Why) -> impl Iterator<Item = UnitId> + '_ {
        let all: &[UnitId] = if self.command.active != 0 && why == Why::Movement { &self.data.headquarters } else { &[] };
        let orders = move |unit: &UnitId| {
            unit.side() == side
                && self.data.unit(*unit).kind == UnitKind::SupremeHq
                && self.barrels_left(*unit) > 0
                && !self.has_done(*unit, Special::Train)
                && self.free_passengers(*unit).next().is_some()
        };
        all.iter().copied().filter(orders)
    }
}

impl BlocksInTheEast {
    /// Whether a Supreme Headquarters of a side can order a rail move in a phase.
    pub(super) fn can_dispatch(&self, side: Side, why: Why) -> bool {
        self.has_active_headquarters() && self.dispatchers(side, why).next().is_some()
    }

    /// Adds the Supreme Headquarters of a side that can order a rail move in a phase.
    pub(super) fn list_dispatchers(&self, side: Side, why: Why, out: &mut Vec<Action>) {
        if self.has_active_headquarters() {
            out.extend(self.dispatchers(side, why).map(Action::Train));
        }
    }
}

impl Procedure<BlocksInTheEast> for Guns {
    const QUESTION: &'static str = "which headquarters fire as artillery?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.side)
    }

    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        if game.possible_guns(self.side).next().is_some() { Progress::Waits } else { game.pop() }
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.possible_guns(self.side).map(Action::Fire));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Fire(unit) = action else { return game.end(action) };
        if let Some(post) = game.post(unit) {
            game.command.guns |= 1 << post;
        }
    }
}
