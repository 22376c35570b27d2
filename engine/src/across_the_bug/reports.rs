//! What boards ask of a game in progress: the segment of the turn, the stack at hand, the combat at hand or one that could
//! be, and what a side sees of the other's stacks. The numbers are those that the rules themselves use.

use super::AcrossTheBug;
use super::battle::BattleSheet;
use super::command::Command;
use super::data::{CombatResult, FACES};
use super::drm::Cause;
use super::frame::{Frame, Stage};
use super::headquarters::Penalty;
use super::ids::{FormationId, FormationSet, HexSet, UnitId, units};
use super::movement::March;
use super::results::{self, Column};
use super::score::Ledger;
use super::terms::{AttackType, MoveClass};
use crate::game::Side;
use crate::hex::{Direction, Hex};

/// A segment of the turn, as the sequence of play names them [4].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Segment {
    /// Set-up, before the first turn.
    SetUp,
    /// [8.1] Recovery.
    Recovery,
    /// [8.2] Assignment.
    Assignment,
    /// [8.3] Replacements.
    Replacement,
    /// [8.4] Reinforcements.
    Reinforcement,
    /// [10.2] The surprise attack of the first turn.
    Surprise,
    /// [6] Operations.
    Operations,
}

impl Segment {
    /// In their order.
    pub const ALL: [Segment; 7] = [
        Segment::SetUp,
        Segment::Recovery,
        Segment::Assignment,
        Segment::Replacement,
        Segment::Reinforcement,
        Segment::Surprise,
        Segment::Operations,
    ];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Segment::SetUp => "Set-up",
            Segment::Recovery => "Recovery",
            Segment::Assignment => "Assignment",
            Segment::Replacement => "Replacements",
            Segment::Reinforcement => "Reinforcements",
            Segment::Surprise => "Surprise attack",
            Segment::Operations => "Operations",
        }
    }
}

/// The formation that acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActingReport {
    /// The formation.
    pub formation: FormationId,
    /// Action Points left [6.3.3].
    pub points: u8,
    /// It reacts [6.4].
    pub reaction: bool,
}

/// A stack that is being put together or on the move. Points are half movement points.
#[derive(Clone, Debug)]
pub struct MarchReport {
    /// Whose it is.
    pub side: Side,
    /// The formation that acts.
    pub formation: FormationId,
    /// Its units, as bits of the side.
    pub group: u128,
    /// Where it stands.
    pub hex: Hex,
    /// How it stands to its headquarters.
    pub command: Command,
    /// Half points left, by [`MoveClass`]; none where it has no unit of the class. The bonus of [7.3.5] is in it while it lasts.
    pub left: [Option<u8>; 2],
    /// Hexes that it may enter next, with the half points that they cost where it is one class that moves.
    pub reached: Vec<(Hex, Option<u8>)>,
    /// It has left its first hex.
    pub moved: bool,
}

/// A combat in progress or one that could be, as a side may know it.
#[derive(Clone, Debug)]
pub struct FightReport {
    /// The attacking side.
    pub attacker: Side,
    /// The formation that attacks.
    pub formation: FormationId,
    /// The attacking and the defending hex.
    pub hexes: [Hex; 2],
    /// The attacking and the defending units that are known, as bits of their sides.
    pub units: [u128; 2],
    /// Counters that stand beneath those that are known.
    pub beneath: u8,
    /// The chits of attacker and defender that have been drawn.
    pub chits: [Option<u8>; 2],
    /// Strengths and modifiers.
    pub sheet: BattleSheet,
    /// Strengths and column, once both chits are drawn.
    pub strengths: Option<(u16, u16, Option<Column>)>,
    /// The likeliest column before the chits are drawn; none where most draws fall below the first.
    pub likeliest_column: Option<usize>,
    /// Counters of the defender that are not known stand for each other in the strengths, or losses are spread evenly.
    pub is_uncertain: bool,
    /// Every result with its weight: by face of the die, or before the chits are drawn the worst for the attacker first.
    pub outcomes: Vec<(CombatResult, u32)>,
}

/// Where a combat stands, from its declaration to its bonus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CombatReport {
    /// The attacking side.
    pub attacker: Side,
    /// The attacking hex.
    pub from: Hex,
    /// The hex under attack.
    pub target: Hex,
    /// The attacking units, as bits of their side.
    pub attackers: u128,
}

impl AcrossTheBug {
    /// The segment at hand.
    pub fn segment(&self) -> Segment {
        let found = self.frames.as_slice().iter().rev().find_map(|frame| match frame {
            Frame::Start(_) => Some(Segment::SetUp),
            Frame::Surprise => Some(Segment::Surprise),
            Frame::Administration(step) => Some(match step {
                0..=5 => Segment::Recovery,
                6..=7 => Segment::Assignment,
                8..=9 => Segment::Replacement,
                _ => Segment::Reinforcement,
            }),
            Frame::Operations => Some(Segment::Operations),
            _ => None,
        });
        found.unwrap_or(Segment::Operations)
    }

    /// The formation that acts, if one does.
    pub fn acting_report(&self) -> Option<ActingReport> {
        let (formation, points) = self.acting()?;
        Some(ActingReport { formation, points, reaction: self.is_reacting() })
    }

    /// [7] Whether the formation that acts chooses its next action: no stack and no combat is at hand.
    pub fn is_choosing_an_action(&self) -> bool {
        matches!(self.frames.top(), Some(Frame::Activation(_)))
    }

    /// [10.2] Surprise activations left.
    pub fn surprise_left(&self) -> u8 {
        self.surprise.left()
    }

    /// [8.3.1] Infantry and AFV replacement points left in the segment at hand.
    pub fn replacement_points(&self) -> Option<(u8, u8)> {
        match self.frames.top() {
            Some(Frame::Replacements(infantry, afv, _)) => Some((infantry, afv)),
            _ => None,
        }
    }

    /// [5.5] The formations that a unit may be put under.
    pub fn members_of(&self, formation: FormationId) -> u128 {
        self.board.members(self.data, formation)
    }

    /// [5.8] The hexes in which units of a formation are in command; none while its headquarters is off the map.
    pub fn commanded_hexes(&self, formation: FormationId) -> HexSet {
        let range = self.data.formation(formation).command_range;
        self.command_hexes(formation, u16::from(range))
    }

    /// [5.7.1] The hexes that supply paths of a side reach.
    pub fn hexes_in_supply(&self, side: Side) -> HexSet {
        self.supplied_hexes(side)
    }

    /// [9.a] The hexes that score and that the German controls.
    pub fn controlled_hexes(&self) -> HexSet {
        self.controlled()
    }

    /// [11.3.b] Whether a hex that scores early has been scored for good.
    pub fn is_scored(&self, objective: usize) -> bool {
        self.scored >> objective & 1 == 1
    }

    /// [9.a] Whether it is kept who was last in a hex: in settlements and hexes that score.
    pub fn is_kept(&self, hex: Hex) -> bool {
        self.data.ground.matters.contains(hex)
    }

    /// [10.3] The two hexes that each pontoon joins.
    pub fn pontoon_sides(&self) -> Vec<(Hex, Hex)> {
        self.board.pontoons.joined(&self.data.map.grid).collect()
    }

    /// [6.4.1] The formations of a side that could attempt a reaction to enemies in a hex.
    pub fn reactors_to(&self, side: Side, hex: Hex) -> FormationSet {
        self.reactors(side, hex)
    }

    /// [10.5] The turn in which the reserve comes, once it is released.
    pub fn reserve_turn(&self) -> Option<u8> {
        (self.reserve_due > 0).then_some(self.reserve_due)
    }

    // ---- what a side sees ------------------------------------------------------

    /// [5.3.4] Whether a counter lies on top of its stack.
    pub fn is_top(&self, unit: UnitId) -> bool {
        self.place(unit).hex().is_some_and(|hex| self.top_of(hex) == Some(unit))
    }

    /// [5.3.4][5.3.4.a] The counter on top of a stack: a headquarters, or else a disorganized unit, or else one that is known; of several
    /// the one with the lowest number.
    pub fn top_of(&self, hex: Hex) -> Option<UnitId> {
        let rank = |unit: &UnitId| {
            let class = match () {
                () if self.data.roster.hqs.contains(*unit) => 0,
                () if self.board.is_disorganized(*unit) => 1,
                () if !self.is_covered(*unit) => 2,
                () => 3,
            };
            (class, unit.0)
        };
        self.board.stack(hex).min_by_key(rank)
    }

    /// [5.3.4] Whether a side knows which counter this is: one of its own, one off the map, one that is not covered.
    pub fn is_seen(&self, unit: UnitId, viewer: Side) -> bool {
        unit.side() == viewer || !self.is_covered(unit)
    }

    /// [5.3.4] Whether a side knows the strength of a counter: that of its own units, and of those that have not lost strength together
    /// with others.
    pub fn knows_strength(&self, unit: UnitId, viewer: Side) -> bool {
        unit.side() == viewer || !self.is_covered(unit) && self.shares_losses_with(unit) == 0
    }

    /// The position as everybody may know it: what a side does not know of the other stands in one fixed order, for both.
    #[must_use]
    pub fn as_open(&self) -> Self {
        self.as_seen_by(Side::Axis).as_seen_by(Side::Soviet).into_owned()
    }

    /// [9] What counts for the German as a side can tell, or as it is.
    pub fn ledger_seen(&self, viewer: Option<Side>) -> Ledger {
        match viewer {
            Some(viewer) => self.as_seen_by(viewer).ledger(),
            None => self.ledger(),
        }
    }

    /// [9.a] The hexes that score and that the German controls, as a side can tell.
    pub fn controlled_seen(&self, viewer: Option<Side>) -> HexSet {
        match viewer {
            Some(viewer) => self.as_seen_by(viewer).controlled(),
            None => self.controlled(),
        }
    }

    /// What it costs a headquarters to go to a hex, in the question at hand: a relocation or a displacement.
    pub fn penalty_at(&self, hq: UnitId, to: Hex) -> Penalty {
        let Some(from) = self.place(hq).hex() else { return Penalty::None };
        let ways = self.ways_of_hq(hq, from, &[to].into_iter().collect());
        match self.frames.top() {
            Some(Frame::Relocation(_)) => self.relocation_penalty(&ways, to),
            _ => self.displacement_penalty(&ways, to),
        }
    }

    // ---- the stack at hand -----------------------------------------------------

    /// The stack at hand, while it is put together and on the move.
    pub fn march_report(&self) -> Option<MarchReport> {
        let march = &self.march;
        if march.group == 0 {
            return None;
        }
        let payers = self.payers(march);
        let left = [0, 1].map(|class| payers.left[class].map(|points| points + payers.bonus[class]));
        let chooses = matches!(self.frames.top(), Some(Frame::Gathering | Frame::March));
        let reached = if chooses { self.reached(march) } else { Vec::new() };
        Some(MarchReport {
            side: march.side,
            formation: march.formation,
            group: march.group,
            hex: march.hex,
            command: march.command,
            left,
            reached,
            moved: march.moved,
        })
    }

    /// Half points that a hex costs the stack at hand, where one class of movement goes there.
    pub fn price_of(&self, hex: Hex) -> Option<u8> {
        let report = self.march_report()?;
        report.reached.into_iter().find(|(reached, _)| *reached == hex)?.1
    }

    /// Where the stack may go next, with its price where one class moves.
    fn reached(&self, march: &March) -> Vec<(Hex, Option<u8>)> {
        let mut goals = HexSet::EMPTY;
        self.destinations(march, &mut goals);
        let flood = self.reach_of(march);
        let classes: Vec<usize> = [0, 1].into_iter().filter(|&class| self.payers(march).left[class].is_some()).collect();
        let of = |hex: Hex| -> Option<u8> {
            let &[class] = classes.as_slice() else { return None };
            let beside = self.data.map.grid.direction(march.hex, hex);
            let step = beside.and_then(|direction| Some(self.step_costs(march, direction, hex)?.0[class]));
            let rim = || {
                let comes = |(direction, from): (Direction, Hex)| {
                    let price = self.data.ground.price(MoveClass::ALL[class], super::ground::Rate::Full, from, direction.opposite())?;
                    Some(flood.cost(from).filter(|_| flood.onward(from))? + price)
                };
                self.data.map.grid.neighbours(hex).filter_map(comes).min()
            };
            match (step, flood.cost(hex)) {
                (Some(step), Some(cost)) => Some(step.min(cost)),
                (step, cost) => step.or(cost).or_else(rim),
            }
        };
        goals.iter().map(|hex| (hex, of(hex))).collect()
    }

    // ---- combat ----------------------------------------------------------------

    /// Where the combat at hand stands, from its declaration to its bonus.
    pub fn combat_report(&self) -> Option<CombatReport> {
        let battle = &self.battle;
        if battle.units == [0; 2] || self.march.group != 0 {
            return None;
        }
        let [from, target] = battle.hexes;
        Some(CombatReport { attacker: battle.attacker, from, target, attackers: battle.units[0] })
    }

    /// The combat at hand until its die falls, as a side knows it: the units of both, with their losses spread evenly where it does not know who has them.
    pub fn fight_report(&self, viewer: Side) -> Option<FightReport> {
        let chits = match self.die_frame()? {
            Stage::AttackerChit => [None, None],
            Stage::DefenderChit => [Some(self.battle.chits[0]), None],
            _ => self.battle.chits.map(Some),
        };
        let seen = self.as_seen_by(viewer);
        Some(seen.fight_of(seen.open_sheet(), seen.battle.formation, seen.battle.hexes, seen.battle.units[0], chits))
    }

    /// The stage of the combat whose chit or die is due, also while a die waits for the luck token.
    fn die_frame(&self) -> Option<Stage> {
        match self.kept_die().map_or_else(|| self.frames.top(), |(frame, _)| Some(frame))? {
            Frame::Battle(stage @ (Stage::AttackerChit | Stage::DefenderChit | Stage::Die)) => Some(stage),
            _ => None,
        }
    }

    /// The attack that the stack at hand could make on a hex, as its owner knows it; the dearest type that it can pay, or the one that
    /// is named.
    pub fn possible_attack(&self, target: Hex, kind: Option<AttackType>) -> Option<FightReport> {
        if self.march.group != 0 {
            return self.attack_by(&self.as_seen_by(self.march.side), &self.march, target, kind);
        }
        // No stack has been put together: the best of those that the formation has beside the hex, all of its units in a hex together.
        let acting = self.acting_report()?;
        let side = self.data.roster.side_of(acting.formation);
        let seen = self.as_seen_by(side);
        let able = seen.members_of(acting.formation) & seen.on_map(side) & !seen.board.turned(side);
        let near = self.data.map.grid.neighbours(target).map(|(_, hex)| hex);
        let stacks = near.filter_map(|hex| {
            let group = seen.board.combat_bits(self.data, hex) & able;
            let first = units(side, group).next()?;
            let command = seen.command(first);
            let march = March { side, formation: acting.formation, hex, group, command, ..March::NONE };
            seen.attack_by(&seen, &march, target, kind)
        });
        stacks.max_by_key(FightReport::promise)
    }

    /// An attack that a stack may make here, reported from what its side sees.
    fn attack_by(&self, seen: &Self, march: &March, target: Hex, kind: Option<AttackType>) -> Option<FightReport> {
        if !self.targets(march).any(|open| open == target) {
            return None;
        }
        let kinds = AttackType::ALL.into_iter().rev().filter(|known| kind.is_none_or(|kind| kind == *known));
        let kind = kinds.into_iter().find(|&known| self.attack_cost(march, known).is_some())?;
        let sheet = seen.sheet(self.attackers(march.formation, march.group, march.hex), target, kind);
        Some(seen.fight_of(sheet, march.formation, [march.hex, target], march.group, [None; 2]))
    }

    fn fight_of(
        &self,
        sheet: BattleSheet,
        formation: FormationId,
        hexes: [Hex; 2],
        attackers: u128,
        chits: [Option<u8>; 2],
    ) -> FightReport {
        let tables = &self.data.tables;
        let attacker = self.data.roster.side_of(formation);
        let standing = self.board.combat_bits(self.data, hexes[1]);
        let covered = units(attacker.opponent(), standing).filter(|&unit| self.is_covered(unit)).fold(0, |bits, unit| bits | unit.bit());
        let defenders = standing & !covered;
        let strengths = chits[0].zip(chits[1]).map(|(attacker, defender)| {
            let chit = |chit: u8| &tables.chits[usize::from(chit)];
            let attack = super::strength::attack(&tables.combat, chit(attacker), sheet.kind, &sheet.attackers);
            let defence = super::strength::defence(chit(defender), sheet.improved, &sheet.defenders);
            (attack, defence, results::column(&tables.crt, sheet.line, attack, defence))
        });
        let outcomes = match strengths {
            Some((_, _, column)) => {
                (1..=FACES as u8).map(|die| (results::result(&tables.crt, column, die, sheet.modifiers.net), 1)).collect()
            }
            None => results::outcomes(tables, sheet.combat()).into_iter().collect(),
        };
        let (columns, below) = results::columns(tables, sheet.combat());
        let (likeliest, weight) = columns.iter().copied().enumerate().max_by_key(|(_, weight)| *weight).unwrap_or_default();
        FightReport {
            attacker,
            formation,
            hexes,
            units: [attackers, defenders],
            beneath: covered.count_ones() as u8,
            chits,
            sheet,
            strengths,
            likeliest_column: (weight >= below).then_some(likeliest),
            is_uncertain: covered != 0 || units(attacker.opponent(), defenders).any(|unit| self.shares_losses_with(unit) != 0),
            outcomes,
        }
    }

    /// [6.4] Whether the question at hand is which formation attempts a reaction, though none may be able to.
    pub fn reaction_is_asked(&self) -> bool {
        matches!(self.frames.top(), Some(Frame::Window(_)))
    }

    /// The result of the combat at hand for the chit of the defender that decides it: strengths below the first column need no die.
    pub fn result_below(&self, chit: u8) -> Option<CombatResult> {
        if self.die_frame()? != Stage::DefenderChit {
            return None;
        }
        let mut drawn = self.clone();
        drawn.battle.chits[1] = chit;
        let sheet = drawn.open_sheet();
        let column = drawn.battle_column(&sheet);
        column.is_none().then(|| results::result(&self.data.tables.crt, column, 1, 0))
    }

    /// The result of the combat at hand for a die.
    pub fn combat_result(&self, die: u8) -> Option<CombatResult> {
        if self.die_frame()? != Stage::Die {
            return None;
        }
        let sheet = self.open_sheet();
        let column = self.battle_column(&sheet);
        Some(results::result(&self.data.tables.crt, column, die, sheet.modifiers.net))
    }
}

impl FightReport {
    /// How much better it is for the attacker than for the defender, in hits times the weight.
    fn promise(&self) -> i64 {
        let whole: i64 = self.outcomes.iter().map(|(_, weight)| i64::from(*weight)).sum();
        let gain = |result: &CombatResult| i64::from(result.defender.hits) - i64::from(result.attacker.hits);
        self.outcomes.iter().map(|(result, weight)| gain(result) * i64::from(*weight)).sum::<i64>() * 900 / whole.max(1)
    }

    /// The net modifier and what it is made of.
    pub fn modifiers(&self) -> impl Iterator<Item = (Cause, i8)> + '_ {
        self.sheet.modifiers.terms.iter().copied()
    }
}

impl AcrossTheBug {
    /// [5.7.1] A shortest supply path of a headquarters, from its hex to the edge; empty when there is none.
    pub fn supply_path(&self, formation: FormationId) -> Vec<Hex> {
        let hq = self.data.roster.hq(formation);
        let Some(from) = self.board.hex(hq) else { return Vec::new() };
        let edge = self.data.script.supply[hq.side().index()];
        self.free_path(hq.side(), from, |hex| edge.contains(hex), |hex, direction| self.supply_passes(hex, direction))
    }

    /// [5.8] A shortest command path of a unit, from its hex to that of its headquarters; empty when there is none.
    pub fn command_path(&self, unit: UnitId) -> Vec<Hex> {
        let formation = self.board.formation(unit);
        let from = self.board.hex(unit);
        let hq = (formation != FormationId::NONE).then(|| self.data.roster.hq(formation)).and_then(|hq| self.board.hex(hq));
        let (Some(from), Some(to)) = (from, hq) else { return Vec::new() };
        self.free_path(unit.side(), from, |hex| hex == to, |_, _| true)
    }

    fn supply_passes(&self, hex: Hex, direction: Direction) -> bool {
        let printed = self.data.ground.supply_links[hex.index()] & 1 << direction.index() != 0;
        printed || self.board.pontoons.joins(&self.data.map.grid, hex, direction)
    }

    /// A shortest path of a side through hexes that are clear for it, the first one excepted.
    fn free_path(&self, side: Side, from: Hex, is_goal: impl Fn(Hex) -> bool, passes: impl Fn(Hex, Direction) -> bool) -> Vec<Hex> {
        let grid = &self.data.map.grid;
        let clear = self.clear_hexes(side);
        let mut before: Vec<Option<Hex>> = vec![None; grid.len()];
        let mut ring = vec![from];
        let mut at = 0;
        while at < ring.len() {
            let hex = ring[at];
            if is_goal(hex) {
                let mut path = vec![hex];
                while let Some(&last) = path.last().filter(|&&last| last != from) {
                    path.extend(before[last.index()]);
                }
                path.reverse();
                return path;
            }
            for (direction, near) in grid.neighbours(hex) {
                let open = clear.contains(near) && passes(hex, direction);
                if open && near != from && before[near.index()].is_none() {
                    before[near.index()] = Some(hex);
                    ring.push(near);
                }
            }
            at += 1;
        }
        Vec::new()
    }
}
