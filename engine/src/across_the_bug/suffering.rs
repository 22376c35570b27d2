//! The result of a combat as each side applies it [7.5.2]: hits, checks, retreats.

use arrayvec::ArrayVec;

use super::AcrossTheBug;
use super::action::Action;
use super::checks::Occasion;
use super::frame::{Frame, Retreat, Stage};
use super::hits::{self, Casualty, Hit};
use super::ids::{HexSet, Place, UnitId, from_slot, units};
use super::results::Role;
use super::terms::{Crossing, MoveClass};
use crate::game::Turn;
use crate::hex::{Direction, Hex};
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

impl AcrossTheBug {
    fn go_to(&mut self, stage: Stage) -> Progress {
        self.frames.replace_top(Frame::Battle(stage));
        Progress::Moves
    }

    /// The units of the side that suffers, as the rules of hits see them.
    fn casualties(&self) -> ArrayVec<Casualty, 8> {
        let battle = &self.battle;
        let side = battle.sufferer();
        let taken = &battle.taken[battle.suffers as usize];
        let casualty = |(at, unit): (usize, UnitId)| Casualty {
            strength: if self.board.hex(unit).is_some() { self.board.points(unit) } else { 0 },
            hits: taken[at % taken.len()],
            retreated: battle.retreated & unit.bit() != 0,
        };
        units(side, battle.own_units()).take(8).enumerate().map(casualty).collect()
    }

    /// The units of which one takes the next hit.
    fn next_losers(&self, stage: Stage) -> u128 {
        let battle = &self.battle;
        let hit = match stage {
            Stage::FirstHit => Hit::First,
            Stage::SecondHit => Hit::Second,
            _ => Hit::Further,
        };
        let mask = hits::who_loses_next(hit, battle.first[battle.suffers as usize], &self.casualties());
        let own = units(battle.sufferer(), battle.own_units()).enumerate();
        own.filter(|(at, _)| mask >> at & 1 == 1).fold(0, |bits, (_, unit)| bits | unit.bit())
    }

    /// A unit takes a hit.
    fn take_hit(&mut self, unit: UnitId) {
        let below = self.battle.own_units() & (unit.bit() - 1);
        let taken = &mut self.battle.taken[self.battle.suffers as usize];
        let at = below.count_ones() as usize % taken.len();
        taken[at] += 1;
        self.battle.dealt += 1;
        self.lose(unit, 1);
    }

    /// A hit falls on the one who has to take it, or waits for the owner to name him.
    fn deal(&mut self, stage: Stage, next: Stage) -> Progress {
        let losers = self.next_losers(stage);
        match losers.count_ones() {
            0 => self.go_to(next),
            1 => {
                let unit = units(self.battle.sufferer(), losers).next().expect("one bit is set");
                self.take_hit(unit);
                self.go_to(next)
            }
            _ => Progress::Waits,
        }
    }

    /// Carries a step of a result on.
    pub(super) fn suffer(&mut self, stage: Stage) -> Progress {
        let switches = self.data.script.switches;
        let result = self.battle.hits();
        match stage {
            Stage::Suffer => {
                let next = if result.hits > 0 { Stage::FirstHit } else { Stage::Next };
                self.battle.dealt = 0;
                self.battle.cursor = 0;
                (self.battle.failed, self.battle.retreated, self.battle.group) = (0, 0, 0);
                self.go_to(next)
            }
            Stage::FirstHit => self.deal(stage, if hits::checks(result) { Stage::CheckDie } else { Stage::Forced }),
            Stage::CheckDie => match self.next_checked() {
                Some(_) => Progress::Waits,
                None => self.go_to(Stage::Forced),
            },
            Stage::Forced => {
                self.go_to(Stage::Volunteers);
                // [A63] Bystanders that were checked and failed go as well.
                let failed = self.battle.failed & self.board.on_map(self.battle.sufferer());
                // The rule works on places among the units; here it serves for the bits themselves.
                let due = hits::must_retreat(switches, result, u8::from(failed != 0));
                let group = if due != 0 { failed } else { 0 };
                self.open_retreat(group, true)
            }
            Stage::Volunteers => {
                if hits::may_retreat(result) && self.volunteers() != 0 {
                    return Progress::Waits;
                }
                self.close_volunteers()
            }
            Stage::SecondHit => {
                self.battle.dealt = self.battle.dealt.max(1);
                if result.hits < 2 || hits::second_hit_is_satisfied(&self.casualties()) {
                    self.battle.dealt = 2;
                    return self.go_to(Stage::FurtherHits);
                }
                self.deal(stage, Stage::FurtherHits)
            }
            Stage::FurtherHits => {
                self.battle.dealt = self.battle.dealt.max(2);
                if self.battle.dealt >= result.hits { self.go_to(Stage::Next) } else { self.deal_further() }
            }
            _ => self.close_suffering(),
        }
    }

    /// [7.5.a] Headquarters that the result has left alone go at once, before the other side applies its own.
    fn close_suffering(&mut self) -> Progress {
        if let Some(hq) = self.deserted_hq() {
            self.frames.push(Frame::Displacement(hq));
        } else if self.battle.suffers == Role::Defender {
            self.battle.suffers = Role::Attacker;
            return self.go_to(Stage::Suffer);
        } else {
            self.close_battle();
        }
        Progress::Moves
    }

    fn deal_further(&mut self) -> Progress {
        if self.next_losers(Stage::FurtherHits) == 0 {
            return self.go_to(Stage::Next);
        }
        self.deal(Stage::FurtherHits, Stage::FurtherHits)
    }

    /// [7.5.2.2][A63] The next unit of a red result that has not been checked.
    pub(super) fn next_checked(&self) -> Option<UnitId> {
        let battle = &self.battle;
        let side = battle.sufferer();
        let here = self.board.combat_bits(self.data, battle.hexes[battle.suffers as usize]);
        let bystanders = if self.data.script.switches.bystanders_check { here } else { 0 };
        let checked = (battle.own_units() | bystanders) & self.board.on_map(side) & from_slot(battle.cursor);
        units(side, checked).next()
    }

    /// [7.5.2.3] Units that may still retreat of their owner's choice: they stand where they fought, did not have to go, and have a
    /// hex to go to. They are named in ascending order.
    fn volunteers(&self) -> u128 {
        let battle = &self.battle;
        let side = battle.sufferer();
        let hex = battle.hexes[battle.suffers as usize];
        let named = if battle.group == 0 { 0 } else { 128 - battle.group.leading_zeros() as u8 };
        let stands = battle.own_units() & self.board.combat_bits(self.data, hex) & !battle.retreated & !battle.failed & from_slot(named);
        if self.board.holds(side, hex) && !self.free_retreats(side, hex, battle.group, 0).is_empty() { stands } else { 0 }
    }

    /// The volunteers go, and the second hit is next.
    fn close_volunteers(&mut self) -> Progress {
        self.go_to(Stage::SecondHit);
        self.open_retreat(self.battle.group, false)
    }

    fn open_retreat(&mut self, group: u128, forced: bool) -> Progress {
        self.battle.group = group;
        self.battle.gone = 0;
        self.battle.group_hex = self.battle.hexes[self.battle.suffers as usize];
        if group != 0 {
            self.frames.push(Frame::Retreat(self.data.tables.retreat.hexes, forced));
        }
        Progress::Moves
    }

    /// The choices of a step of a result.
    pub(super) fn list_suffering(&self, stage: Stage, out: &mut Vec<Action>) {
        let side = self.battle.sufferer();
        if stage == Stage::Volunteers {
            out.push(Action::Done);
            out.extend(units(side, self.volunteers()).map(Action::Withdraw));
        } else {
            out.extend(units(side, self.next_losers(stage)).map(Action::Lose));
        }
    }

    /// Carries out a choice or a die of a step of a result.
    pub(super) fn take(&mut self, stage: Stage, action: Action) {
        match (stage, action) {
            (Stage::CheckDie, Action::Roll(die)) => {
                let Some(unit) = self.next_checked() else { return };
                self.battle.cursor = unit.slot() as u8 + 1;
                if !self.check_unit(unit, Occasion::RedResult(self.battle.suffers), die) {
                    self.battle.failed |= unit.bit();
                }
            }
            (Stage::Volunteers, Action::Withdraw(unit)) => self.battle.group |= unit.bit(),
            (Stage::Volunteers, _) => {
                self.close_volunteers();
            }
            (_, Action::Lose(unit)) => {
                self.take_hit(unit);
                let next = match stage {
                    Stage::FirstHit if hits::checks(self.battle.hits()) => Stage::CheckDie,
                    Stage::FirstHit => Stage::Forced,
                    _ => Stage::FurtherHits,
                };
                self.go_to(next);
            }
            _ => {}
        }
    }

    // ---- retreats --------------------------------------------------------------------

    /// The crossing of a hexside for units that retreat: a road bridges a stream.
    fn retreat_crossing(&self, hex: Hex, direction: Direction) -> Crossing {
        let by_road = self.data.ground.ways[hex.index()] & 1 << direction.index() != 0;
        let crossing = self.crossing(hex, direction);
        if by_road { crossing.at_road_rate() } else { crossing }
    }

    /// [7.5.2.6.a] Hexes in all that a group may retreat if it makes this step.
    fn retreat_length(&self, side: crate::game::Side, group: u128, hex: Hex, direction: Direction, to: Hex) -> u8 {
        let tables = &self.data.tables;
        let crossing = self.retreat_crossing(hex, direction);
        let terrain = self.data.ground.terrain(to);
        let length = |class: MoveClass| hits::retreat_hexes(&tables.terrain, &tables.retreat, class, terrain, crossing);
        units(side, group).map(|unit| length(self.data.roster.class(unit))).min().unwrap_or(tables.retreat.hexes)
    }

    /// [7.5.2.6] Hexes of some kind that a group may retreat to next: of all that are open those nearest to its supply [A20].
    fn retreats(&self, side: crate::game::Side, hex: Hex, group: u128, gone: u8, into_zoc: bool) -> HexSet {
        let data = self.data;
        let other = side.opponent();
        let open = |&(direction, to): &(Direction, Hex)| {
            let chart = &data.tables.terrain;
            let crossing = self.crossing(hex, direction);
            let held = self.board.holds(other, to);
            let free = if into_zoc {
                hits::retreat_is_forced(chart, crossing, held)
            } else {
                hits::retreat_is_free(chart, crossing, held, self.board.in_zoc(other, to))
            };
            let far = gone == 0 || self.retreat_length(side, group, hex, direction, to) > gone;
            // [B29] No retreat comes back to where it began.
            let back = to == self.battle.hexes[self.battle.suffers as usize];
            free && far && !back && data.script.area.contains(to)
        };
        let away = |to: Hex| data.ground.to_supply[side.index()][to.index()];
        let near = data.map.grid.neighbours(hex).filter(open).map(|(_, to)| away(to)).min();
        data.map.grid.neighbours(hex).filter(open).map(|(_, to)| to).filter(|&to| Some(away(to)) == near).collect()
    }

    fn free_retreats(&self, side: crate::game::Side, hex: Hex, group: u128, gone: u8) -> HexSet {
        self.retreats(side, hex, group, gone, false)
    }

    /// A group goes a hex further.
    fn retreat_to(&mut self, to: Hex, frame: Retreat) {
        let side = self.battle.sufferer();
        let (from, group) = (self.battle.group_hex, self.battle.group);
        let direction = self.data.map.grid.direction(from, to);
        let length = direction.map_or(1, |direction| self.retreat_length(side, group, from, direction, to));
        let into_zoc = self.board.in_zoc(side.opponent(), to);
        for unit in units(side, group) {
            self.board.put(self.data, unit, Place::on(to));
        }
        self.arrived_in(side, to);
        // [7.7.a] Units that retreat into a hex end its improved defence.
        self.board.improve(to, false);
        self.battle.retreated |= group;
        self.battle.group_hex = to;
        self.battle.gone += 1;
        let left = if into_zoc { 0 } else { (frame.left - 1).min(length.saturating_sub(self.battle.gone)) };
        self.frames.replace_top(Frame::Retreat(left, frame.forced));
        if into_zoc {
            // [7.5.2.7] Beyond the hits.
            for unit in units(side, group) {
                self.lose(unit, self.data.tables.retreat.forced_into_ezoc);
            }
        }
        self.check_during_retreat(to);
        // [3.1.1.j] The check comes first.
        if self.enters_swamp(side, group, from, to) {
            self.frames.push(Frame::SwampDie(0));
        }
    }

    /// The hex that the retreating units leave.
    pub(super) fn retreating_from(&self) -> Option<Hex> {
        (self.battle.group != 0).then_some(self.battle.group_hex)
    }
}

impl Retreat {
    fn options(self, game: &AcrossTheBug) -> HexSet {
        let battle = &game.battle;
        let side = battle.sufferer();
        let free = game.free_retreats(side, battle.group_hex, battle.group, battle.gone);
        if free.is_empty() && self.forced && battle.gone == 0 {
            return game.retreats(side, battle.group_hex, battle.group, 0, true);
        }
        free
    }
}

impl Procedure<AcrossTheBug> for Retreat {
    const QUESTION: &'static str = "where do the units retreat?";
    const QUIET: bool = false;

    fn decider(self, game: &AcrossTheBug) -> Turn {
        Turn::Player(game.battle.sufferer())
    }

    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        let side = game.battle.sufferer();
        game.battle.group &= game.board.on_map(side);
        let (group, gone) = (game.battle.group, game.battle.gone);
        let options = if group == 0 || self.left == 0 { HexSet::EMPTY } else { self.options(game) };
        match (options.len(), gone) {
            (0, 0) => {
                // [7.5.2.8] Nowhere to go: the units stay and pay for it, beyond the hits.
                game.pop();
                for unit in units(side, if self.forced { group } else { 0 }) {
                    game.lose(unit, game.data.tables.retreat.forced_but_shut_in);
                }
                game.battle.group = 0;
            }
            (0, _) => {
                let hex = game.battle.group_hex;
                game.pop();
                game.battle.group = 0;
                if game.is_overstacked(hex) {
                    game.show_fighters(hex);
                    game.frames.push(Frame::Excess(hex, 0));
                }
            }
            (1, 0) => game.retreat_to(options.first().expect("one option"), self),
            _ => return Progress::Waits,
        }
        Progress::Moves
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        if game.battle.gone > 0 {
            out.push(Action::Done);
        }
        out.extend(self.options(game).iter().map(Action::RetreatTo));
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        match action {
            Action::RetreatTo(hex) => game.retreat_to(hex, self),
            _ => game.frames.replace_top(Frame::Retreat(0, self.forced)),
        }
    }
}
