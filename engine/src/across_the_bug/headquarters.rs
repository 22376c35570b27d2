//! Headquarters: displacement [5.3.2], relocation [7.4], where they may be [3.3][10.4].

use super::AcrossTheBug;
use super::action::Action;
use super::data::Restriction as Limits;
use super::frame::{Displacement, ExcessHeadquarters, Frame, LoneHeadquarters, Relocation};
use super::ground::restricted;
use super::ids::{FormationId, HexSet, Place, UnitId, units};
use super::terms::Crossing;
use crate::game::{Side, Turn};
use crate::hex::{Hex, joined, joined_within};
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// What the destination of a displaced headquarters costs it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Penalty {
    /// Nothing: a relocation within its limits [7.4].
    None,
    /// In range and by a free path [5.3.2.1].
    Near,
    /// Out of range, by a free path [5.3.2.2].
    Far,
    /// No free path [5.3.2.3].
    Everything,
}

/// The ways of a headquarters out of a hex.
pub(super) struct Ways {
    side: Side,
    from: Hex,
    range: u16,
    /// Of the hexes in question those that a free path reaches on the same bank of the Bug.
    dry: HexSet,
    /// Of these hexes those that a free path within range reaches.
    short: HexSet,
    /// Hexes from which a supply path leads over a bridge [7.4.a]; found where a short path leads over the Bug.
    bridged: HexSet,
}

impl AcrossTheBug {
    /// The ways of a headquarters out of a hex into some others.
    pub(super) fn ways_of_hq(&self, hq: UnitId, from: Hex, goal: &HexSet) -> Ways {
        let data = self.data;
        let range = u16::from(data.formation(data.roster.own_formation(hq)).command_range);
        let mut clear = self.clear_hexes(hq.side());
        clear.insert(from);
        let start = [from].into_iter().collect();
        let dry = joined(&data.ground.dry, &start, &clear, goal);
        let short = joined_within(&data.ground.spread, &start, &clear, goal, range);
        let crosses = !short.difference(dry).is_empty();
        let bridged = if crosses { self.supplied_over_bridges(hq.side()) } else { HexSet::EMPTY };
        Ways { from, range, dry, short, bridged, side: hq.side() }
    }

    /// [5.3.2] What going to a hex costs a headquarters that is displaced. Over the Bug a path counts only if it is no longer than
    /// the range and a supply path leads from the destination over a bridge [7.4.a].
    pub(super) fn displacement_penalty(&self, ways: &Ways, to: Hex) -> Penalty {
        let path = ways.dry.contains(to) || ways.short.contains(to) && ways.bridged.contains(to);
        match (path, self.data.map.grid.distance(ways.from, to) <= ways.range) {
            (true, true) => Penalty::Near,
            (true, false) => Penalty::Far,
            (false, _) => Penalty::Everything,
        }
    }

    /// [7.4][7.4.b] What a relocation costs beside its Action Points (reading A37).
    pub(super) fn relocation_penalty(&self, ways: &Ways, to: Hex) -> Penalty {
        match self.displacement_penalty(ways, to) {
            Penalty::Near if self.is_supplied_hex(ways.side, to) => Penalty::None,
            penalty => penalty,
        }
    }

    /// [3.3.j][3.3.l][5.3.1.c][10.4] Settlements that a headquarters may go to: friendly ones with room, outside of enemy ZOC unless a
    /// friendly combat unit stands there, and within the limits of its formation.
    pub(super) fn settlements_for(&self, hq: UnitId) -> HexSet {
        let grid = &self.data.map.grid;
        let formation = self.data.roster.own_formation(hq);
        self.within_restrictions(formation, self.open_settlements(hq), |restriction, eligible| restricted(grid, restriction, eligible))
    }

    /// [3.3.j][3.3.l][5.3.1.c] The same without the limits of its formation.
    fn open_settlements(&self, hq: UnitId) -> HexSet {
        let (data, side) = (self.data, hq.side());
        let board = &self.board;
        let friendly = board.last_held(data, side).intersection(data.ground.settlements).difference(board.held(side.opponent()));
        let zoc = board.zoc(side.opponent());
        let mut eligible = friendly.difference(*zoc);
        for hex in friendly.intersection(*zoc).iter().filter(|&hex| board.fights_in(data, side, hex)) {
            eligible.insert(hex);
        }
        for other in units(side, data.roster.hqs.of(side) & board.on_map(side)) {
            if let Some(hex) = board.hex(other)
                && (other == hq || board.headquarters(data, hex).count() >= self.hq_limit(hex))
            {
                eligible.remove(hex);
            }
        }
        eligible
    }

    /// [10.4.a][B28] Whether a restriction has ended: the German controls one of its hexes, or did so when a German unit arrived somewhere.
    pub(super) fn is_lifted(&self, at: usize) -> bool {
        let controlled = || self.data.script.restrictions[at].lifted_by.iter().any(|hex| self.german_controls(hex));
        self.lifted & 1 << at != 0 || controlled()
    }

    /// [10.4] What is left of eligible hexes under the restrictions of a formation that hold now.
    fn within_restrictions(&self, formation: FormationId, eligible: HexSet, limit: impl Fn(&Limits, HexSet) -> HexSet) -> HexSet {
        let holds = |at: usize, restriction: &Limits| {
            restriction.formation == formation
                && restriction.last_turn.is_none_or(|last| u16::from(self.turn) <= last)
                && !self.is_lifted(at)
        };
        let restrictions = self.data.script.restrictions.iter().enumerate().filter(|&(at, restriction)| holds(at, restriction));
        restrictions.fold(eligible, |eligible, (_, restriction)| limit(restriction, eligible))
    }

    /// [5.3.1.c] Headquarters that a hex takes.
    pub(super) fn hq_limit(&self, hex: Hex) -> usize {
        usize::from(self.data.tables.stacking.hqs(self.data.ground.terrain(hex)))
    }

    /// [5.3.2] Takes support points and levels from a headquarters.
    fn penalize(&mut self, hq: UnitId, penalty: Penalty) {
        let formation = self.data.roster.own_formation(hq);
        let rules = &self.data.tables.displacement;
        let loss = match penalty {
            Penalty::None => 0,
            Penalty::Near => rules.near,
            Penalty::Far => rules.far,
            Penalty::Everything => u8::MAX,
        };
        self.board.set_points(hq, self.board.points(hq).saturating_sub(loss));
        self.board.set_level(formation, self.board.level(formation).saturating_sub(loss));
    }

    fn displace_hq(&mut self, hq: UnitId, to: Hex) {
        let Some(from) = self.board.hex(hq) else { return };
        let penalty = self.displacement_penalty(&self.ways_of_hq(hq, from, &[to].into_iter().collect()), to);
        self.move_hq(hq, to);
        self.penalize(hq, penalty);
    }

    fn move_hq(&mut self, hq: UnitId, to: Hex) {
        self.board.put(self.data, hq, Place::on(to));
        self.arrived_in(hq.side(), to);
    }

    /// [7.4][10.4] Where the headquarters of a formation may relocate: of the settlements to which it can go at all those within the limits
    /// of the formation.
    pub(super) fn relocations(&self, hq: UnitId) -> HexSet {
        let formation = self.data.roster.own_formation(hq);
        let grid = &self.data.map.grid;
        let Some(from) = self.board.hex(hq) else { return HexSet::EMPTY };
        let mut eligible = self.open_settlements(hq);
        if !self.data.script.switches.penalized_relocation {
            let range = u16::from(self.data.formation(formation).command_range);
            let near: HexSet = eligible.iter().filter(|&to| grid.distance(from, to) <= range).collect();
            if near.is_empty() {
                return HexSet::EMPTY;
            }
            let ways = self.ways_of_hq(hq, from, &near);
            eligible = near.iter().filter(|&to| self.relocation_penalty(&ways, to) == Penalty::None).collect();
        }
        self.within_restrictions(formation, eligible, |restriction, eligible| {
            // [10.4.a] Only a displacement may leave limits that nothing inside admits.
            if restriction.anchor.is_empty() { eligible.intersection(restriction.allowed) } else { restricted(grid, restriction, eligible) }
        })
    }

    /// [7.3.6] Lone headquarters of the other side that a stack in a hex displaces: those beside it, but for the far side of a lake or of
    /// the unbridged Bug.
    fn lone_headquarters_at(&self, side: Side, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        let other = side.opponent();
        let grid = &self.data.map.grid;
        let near = grid.neighbours(hex).filter(move |&(direction, _)| match self.data.ground.crossing(hex, direction) {
            Crossing::Lake => false,
            Crossing::Bug => self.board.pontoons.joins(grid, hex, direction),
            _ => true,
        });
        let lone = move |&at: &Hex| self.board.holds(other, at) && !self.board.fights_in(self.data, other, at);
        near.map(|(_, near)| near).filter(lone).flat_map(move |at| self.board.headquarters(self.data, at))
    }
}

impl Procedure<AcrossTheBug> for LoneHeadquarters {
    /// [7.3.6] Each is displaced once by a step, and its formation does not react to this action.
    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        let LoneHeadquarters { done } = self;
        let formation = |hq: &UnitId| game.data.roster.own_formation(*hq);
        let next = game.lone_headquarters_at(game.march.side, game.march.hex).find(|hq| !done.contains(formation(hq)));
        let Some(hq) = next else { return game.pop() };
        let mut done = done;
        done.insert(formation(&hq));
        game.march.barred.insert(formation(&hq));
        game.frames.replace_top(Frame::LoneHeadquarters(done));
        game.frames.push(Frame::Displacement(hq));
        Progress::Moves
    }
}

impl Procedure<AcrossTheBug> for Displacement {
    const QUESTION: &'static str = "where does the displaced headquarters go?";
    const QUIET: bool = false;

    fn decider(self, _: &AcrossTheBug) -> Turn {
        Turn::Player(self.hq.side())
    }

    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        let open = game.settlements_for(self.hq);
        match (game.board.hex(self.hq), open.first(), open.len()) {
            (None, ..) => {}
            // [A50] No settlement can take it: off the map with nothing left.
            (Some(_), None, _) => {
                game.penalize(self.hq, Penalty::Everything);
                game.board.put(game.data, self.hq, Place::DISPLACED);
            }
            (Some(_), Some(to), 1) => game.displace_hq(self.hq, to),
            _ => return Progress::Waits,
        }
        game.pop()
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        out.extend(game.settlements_for(self.hq).iter().map(|hex| Action::Displace { unit: self.hq, hex }));
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Displace { unit, hex } = action else { return game.end(action) };
        game.pop();
        game.displace_hq(unit, hex);
    }
}

impl Procedure<AcrossTheBug> for ExcessHeadquarters {
    const QUESTION: &'static str = "which headquarters leaves the crowded hex, and where to?";
    const QUIET: bool = false;

    fn decider(self, game: &AcrossTheBug) -> Turn {
        Turn::Player(game.board.occupant(self.hex).unwrap_or(Side::Axis))
    }

    /// [5.3.1.e] The owner displaces as many as are too many.
    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        if game.board.headquarters(game.data, self.hex).count() <= game.hq_limit(self.hex) {
            return game.pop();
        }
        let open = |hq: &UnitId| !game.settlements_for(*hq).is_empty();
        if game.board.headquarters(game.data, self.hex).any(|hq| open(&hq)) {
            return Progress::Waits;
        }
        let last = game.board.headquarters(game.data, self.hex).last();
        if let Some(hq) = last {
            game.frames.push(Frame::Displacement(hq));
        }
        Progress::Moves
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        for hq in game.board.headquarters(game.data, self.hex) {
            out.extend(game.settlements_for(hq).iter().map(|hex| Action::Displace { unit: hq, hex }));
        }
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Displace { unit, hex } = action else { return game.end(action) };
        game.displace_hq(unit, hex);
    }
}

impl Procedure<AcrossTheBug> for Relocation {
    const QUESTION: &'static str = "where does the headquarters go?";
    const QUIET: bool = false;

    fn decider(self, _: &AcrossTheBug) -> Turn {
        Turn::Player(self.hq.side())
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        out.extend(game.relocations(self.hq).iter().map(|hex| Action::Displace { unit: self.hq, hex }));
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Displace { unit: hq, hex: to } = action else { return game.end(action) };
        game.pop();
        let Some(from) = game.board.hex(hq) else { return };
        let penalty = game.relocation_penalty(&game.ways_of_hq(hq, from, &[to].into_iter().collect()), to);
        game.move_hq(hq, to);
        game.penalize(hq, penalty);
    }
}
