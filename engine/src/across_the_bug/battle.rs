//! The Combat action [7.5]: declaration, chits, die, aftermath.

use arrayvec::ArrayVec;

use super::AcrossTheBug;
use super::action::Action;
use super::armour::{self, Ground, Superiority};
use super::data::{CombatResult, Hits};
use super::drm::{self, Assault, HexSupport, Stand, Supporter};
use super::drm::{Cause, Support};
use super::frame::{Battle as Fighting, Frame, Stage};
use super::ids::{FormationId, HexSet, UnitId, units};
use super::movement::{March, Purse};
use super::results::{self, Column, Combat, Role};
use super::strength::{self, Armour, Fighter};
use super::terms::{AttackType, Crossing};
use crate::game::{Side, Turn};
use crate::hex::{Direction, Hex};
use crate::kit::procedures::{Procedure, Progress};
use crate::kit::tally::Tally;

/// Most units of a stack in a combat.
const STACK: usize = 8;

/// The units of a side in a combat.
pub type Fighters = ArrayVec<Fighter, STACK>;

/// A combat in progress: by role attacker first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Battle {
    pub(super) attacker: Side,
    pub(super) kind: AttackType,
    pub(super) purse: Purse,
    pub(super) formation: FormationId,
    /// The attacking and the defending hex.
    pub(super) hexes: [Hex; 2],
    /// The units, as bits of their sides.
    pub(super) units: [u128; 2],
    pub(super) chits: [u8; 2],
    pub(super) result: CombatResult,
    /// Who may take the first hit, by place among the units.
    pub(super) first: [armour::Units; 2],
    /// Hits taken so far, by place among the units.
    pub(super) taken: [[u8; 4]; 2],
    /// Who applies his result.
    pub(super) suffers: Role,
    /// Hits of him that are dealt with.
    pub(super) dealt: u8,
    /// The first slot that has not been checked.
    pub(super) cursor: u8,
    /// Of his units those that failed the check, and those that have retreated.
    pub(super) failed: u128,
    pub(super) retreated: u128,
    /// The units that retreat together, where they are, and hexes that they have gone.
    pub(super) group: u128,
    pub(super) group_hex: Hex,
    pub(super) gone: u8,
}

impl Battle {
    /// No combat.
    pub(super) const NONE: Battle = Battle {
        attacker: Side::Axis,
        kind: AttackType::Hasty,
        purse: Purse::Track,
        formation: FormationId(0),
        hexes: [Hex(0); 2],
        units: [0; 2],
        chits: [0; 2],
        result: CombatResult { attacker: Hits { hits: 0, red: false }, defender: Hits { hits: 0, red: false } },
        first: [0; 2],
        taken: [[0; 4]; 2],
        suffers: Role::Defender,
        dealt: 0,
        cursor: 0,
        failed: 0,
        retreated: 0,
        group: 0,
        group_hex: Hex(0),
        gone: 0,
    };

    /// The side in a role.
    pub(super) const fn side(&self, role: Role) -> Side {
        match role {
            Role::Attacker => self.attacker,
            Role::Defender => self.attacker.opponent(),
        }
    }

    /// The side that applies its result.
    pub(super) const fn sufferer(&self) -> Side {
        self.side(self.suffers)
    }

    /// The units of the role that applies its result.
    pub(super) const fn own_units(&self) -> u128 {
        self.units[self.suffers as usize]
    }

    /// The hits of that role.
    pub(super) const fn hits(&self) -> Hits {
        match self.suffers {
            Role::Attacker => self.result.attacker,
            Role::Defender => self.result.defender,
        }
    }

    /// The units of a side that fight, eliminated ones included.
    pub(super) const fn fought(&self, side: Side) -> u128 {
        self.units[if side as u8 == self.attacker as u8 { 0 } else { 1 }]
    }
}

/// A combat before its chits are drawn, with every modifier and its cause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattleSheet {
    /// Type of the attack.
    pub kind: AttackType,
    /// Attacking units.
    pub attackers: Fighters,
    /// Defending units.
    pub defenders: Fighters,
    /// Where it is fought.
    pub ground: Ground,
    /// The defender is in improved defence [7.7].
    pub improved: bool,
    /// Line of the combat results table [7.5.1.D2].
    pub line: u8,
    /// Armour superiority [7.5.1.2.D].
    pub superiority: Superiority,
    /// All modifiers [7.5.1.2].
    pub modifiers: Tally<Cause>,
}

impl BattleSheet {
    /// The combat as the functions of results take it.
    pub fn combat(&self) -> Combat<'_> {
        Combat {
            attack: self.kind,
            attackers: &self.attackers,
            improved: self.improved,
            defenders: &self.defenders,
            line: self.line,
            drm: self.modifiers.net,
        }
    }
}

/// The stack that would attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Attackers {
    pub(super) side: Side,
    pub(super) formation: FormationId,
    pub(super) units: u128,
    pub(super) from: Hex,
    /// [3.1.1.h] The formation is the one that is activated or reacts.
    pub(super) active: bool,
}

impl AcrossTheBug {
    /// The crossing of a hexside as it is now.
    pub(super) fn crossing(&self, hex: Hex, direction: Direction) -> Crossing {
        match self.data.ground.crossing(hex, direction) {
            Crossing::Bug if self.board.pontoons.joins(&self.data.map.grid, hex, direction) => Crossing::Pontoon,
            crossing => crossing,
        }
    }

    fn fighter(&self, unit: UnitId) -> Fighter {
        let roster = &self.data.roster;
        let face = self.board.face(self.data, unit);
        let armour = if roster.afv.contains(unit) { Armour::Tank(face.points) } else { Armour::AntiTank(face.points) };
        Fighter {
            strength: self.board.points(unit),
            effectiveness: face.effectiveness,
            armour,
            guns: roster.guns.contains(unit),
            disorganized: self.board.is_disorganized(unit),
        }
    }

    pub(super) fn fighters(&self, side: Side, bits: u128) -> Fighters {
        units(side, bits).take(STACK).map(|unit| self.fighter(unit)).collect()
    }

    /// [10.1] Whether the Brandenburgers hold the bridge between two hexes for the German.
    fn is_held_bridge(&self, side: Side, from: Hex, to: Hex) -> bool {
        let holds = |held: &super::data::Brandenburg| {
            u16::from(self.turn) <= held.last_turn && held.bridges.iter().any(|&(a, b)| (a, b) == (from, to) || (b, a) == (from, to))
        };
        side == Side::Axis && self.data.script.brandenburg.as_ref().is_some_and(holds)
    }

    /// [7.5.1.2.B] Hexes that support a side beside an enemy hex, apart from the hex that fights, and engineers of its formation in
    /// them.
    fn support(&self, side: Side, enemy: Hex, apart: Hex, same: impl Fn(FormationId) -> bool, active: FormationId) -> (Support, u8) {
        let data = self.data;
        let mut support = Support::default();
        let mut engineers = 0;
        let mut ranges: ArrayVec<(FormationId, HexSet), 12> = ArrayVec::new();
        for (direction, near) in data.map.grid.neighbours(enemy) {
            if near == apart || !self.board.holds(side, near) {
                continue;
            }
            let mut best = HexSupport::None;
            for unit in self.board.combat_units(data, near) {
                let formation = self.board.formation(unit);
                let reaches = self.board.projects(data, unit, near, direction.opposite());
                let known = ranges.iter().position(|&(known, _)| known == formation);
                let in_command = reaches && {
                    let at = known.unwrap_or_else(|| {
                        ranges.push((formation, self.range_of(formation)));
                        ranges.len() - 1
                    });
                    ranges[at].1.contains(near)
                };
                let supporter = Supporter {
                    disorganized: self.board.is_disorganized(unit),
                    in_command,
                    zoc_reaches: reaches,
                    same_formation: same(formation),
                };
                let gives = supporter.gives();
                engineers += u8::from(gives != HexSupport::None && formation == active && data.roster.engineers.contains(unit));
                best = best.max(gives);
            }
            support.add(best);
        }
        (support, engineers)
    }

    /// [7.5.1] All that an attack comes to before the chits are drawn.
    pub(super) fn sheet(&self, by: Attackers, target: Hex, kind: AttackType) -> BattleSheet {
        let data = self.data;
        let other = by.side.opponent();
        let against = self.board.combat_bits(data, target);
        let (attackers, defenders) = (self.fighters(by.side, by.units), self.fighters(other, against));
        let crossing = data.map.grid.direction(by.from, target).map_or(Crossing::Plain, |direction| self.crossing(by.from, direction));
        let ground = Ground {
            from: data.ground.terrain(by.from),
            into: data.ground.terrain(target),
            fort: drm::fort_works(data.ground.forts.contains(target), other, &defenders),
            crossing,
            brandenburg: self.is_held_bridge(by.side, by.from, target),
        };
        let (support, supporting_engineers) = match kind {
            AttackType::Hasty => (Support::default(), 0),
            _ => self.support(by.side, target, by.from, |formation| formation == by.formation, by.formation),
        };
        // [3.1.1.h] Engineers count for the formation that is active alone.
        let [engineers, supporting_engineers] =
            if by.active { [(by.units & data.roster.engineers.of(by.side)).count_ones() as u8, supporting_engineers] } else { [0; 2] };
        let defends = |formation| units(other, against).any(|unit| self.board.formation(unit) == formation);
        let (holding, _) = self.support(other, by.from, target, defends, FormationId::NONE);
        let hq = data.roster.hq(by.formation);
        let in_command = kind != AttackType::Hasty && self.commands(by.formation, by.from);
        let assault = Assault {
            attack: kind,
            hq_points: if in_command { self.board.points(hq) } else { 0 },
            support,
            engineers,
            supporting_engineers,
        };
        let improved = self.board.is_improved(target);
        let stand = Stand { improved, disorganized: defenders.iter().any(|unit| unit.disorganized), support: holding };
        let superiority = armour::superiority(&data.tables, ground, &attackers, &defenders);
        let modifiers = drm::tally(&data.tables, data.script.switches, ground, assault, stand, superiority.drm);
        let line = data.tables.terrain.crt_line(ground.into, ground.fort);
        BattleSheet { kind, attackers, defenders, ground, improved, line, superiority, modifiers }
    }

    /// Units of a formation in a hex as attackers.
    pub(super) fn attackers(&self, formation: FormationId, units: u128, from: Hex) -> Attackers {
        Attackers { side: self.data.roster.side_of(formation), formation, units, from, active: formation == self.activation().formation }
    }

    /// The sheet of the combat in progress.
    pub(super) fn open_sheet(&self) -> BattleSheet {
        let battle = &self.battle;
        let by = self.attackers(battle.formation, battle.units[0], battle.hexes[0]);
        self.sheet(by, battle.hexes[1], battle.kind)
    }

    /// [7.5.1.A] The stack that was gathered attacks a hex. A prepared attack with Soviet AFVs fulfils an order [9.f].
    pub(super) fn declare(&mut self, target: Hex, kind: AttackType) {
        let march = self.march;
        self.march = March::NONE;
        self.board.improve(march.hex, false);
        let afv = march.group & self.data.roster.afv.of(march.side) != 0;
        if march.side == Side::Soviet && kind == AttackType::Prepared && afv {
            self.orders = self.orders.saturating_sub(1);
        }
        self.battle = Battle {
            attacker: march.side,
            kind,
            purse: march.purse,
            formation: march.formation,
            hexes: [march.hex, target],
            units: [march.group, self.board.combat_bits(self.data, target)],
            ..Battle::NONE
        };
        self.look(march.side, [march.hex, target]);
        self.frames.replace_top(Frame::Battle(Stage::AttackerChit));
    }

    /// [7.5.1.C][7.5.1.D1] The column of the combat in progress, once both chits are drawn.
    pub(super) fn battle_column(&self, sheet: &BattleSheet) -> Option<Column> {
        let tables = &self.data.tables;
        let [attacker, defender] = self.battle.chits.map(|chit| &tables.chits[usize::from(chit)]);
        let attack = strength::attack(&tables.combat, attacker, sheet.kind, &sheet.attackers);
        let defence = strength::defence(defender, sheet.improved, &sheet.defenders);
        results::column(&tables.crt, sheet.line, attack, defence)
    }

    /// [7.5.1.D2][7.5.1.D3] The result of the combat in progress; without a die it is the one below the first column.
    fn resolve(&mut self, die: Option<u8>) {
        let sheet = self.open_sheet();
        let tables = &self.data.tables;
        let column = die.and_then(|_| self.battle_column(&sheet));
        let own = results::result(&tables.crt, column, die.unwrap_or(1), sheet.modifiers.net);
        let first =
            |attacking: bool, own: &[Fighter], enemy: &[Fighter]| armour::first_loss(tables, sheet.superiority, attacking, own, enemy);
        self.battle.first = [first(true, &sheet.attackers, &sheet.defenders), first(false, &sheet.defenders, &sheet.attackers)];
        self.battle.result = own;
        self.battle.suffers = Role::Defender;
        self.frames.replace_top(Frame::Battle(Stage::Suffer));
    }

    /// [7.5.a] The next headquarters that a combat has left alone in one of its hexes.
    pub(super) fn deserted_hq(&self) -> Option<UnitId> {
        let alone = |&hex: &Hex| self.board.combat_units(self.data, hex).next().is_none();
        let mut hexes = self.battle.hexes.into_iter().filter(alone);
        hexes.find_map(|hex| self.board.headquarters(self.data, hex).next())
    }

    /// [7.5.3] The combat is over: the winner gets the bonus.
    pub(super) fn close_battle(&mut self) {
        let left = |role: Role| {
            let side = self.battle.side(role);
            self.battle.units[role as usize] & self.board.on_map(side) != 0
        };
        let winner = results::winner(self.battle.result, left(Role::Attacker), left(Role::Defender));
        if let Some(role) = winner {
            self.battle.suffers = role;
            self.frames.replace_top(Frame::Bonus);
        } else {
            self.forget_battle();
            self.frames.pop();
        }
    }
}

impl Procedure<AcrossTheBug> for Fighting {
    const QUIET: bool = false;

    fn decider(self, game: &AcrossTheBug) -> Turn {
        match self.stage {
            Stage::FirstHit | Stage::Volunteers | Stage::SecondHit | Stage::FurtherHits => Turn::Player(game.battle.sufferer()),
            _ => Turn::Chance,
        }
    }

    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        match self.stage {
            Stage::AttackerChit | Stage::DefenderChit => Progress::Waits,
            Stage::Die => {
                let sheet = game.open_sheet();
                if game.battle_column(&sheet).is_some() {
                    return Progress::Waits;
                }
                game.resolve(None);
                Progress::Moves
            }
            stage => game.suffer(stage),
        }
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        game.list_suffering(self.stage, out);
    }

    fn draw(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        match self.stage {
            Stage::AttackerChit => out.extend(results::cup(None).map(Action::Draw)),
            Stage::DefenderChit => out.extend(results::cup(Some(game.battle.chits[0])).map(Action::Draw)),
            _ => out.extend((1..=super::action::FACES).map(Action::Roll)),
        }
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        match (self.stage, action) {
            (Stage::AttackerChit, Action::Draw(chit)) => {
                game.battle.chits[0] = chit;
                game.frames.replace_top(Frame::Battle(Stage::DefenderChit));
            }
            (Stage::DefenderChit, Action::Draw(chit)) => {
                game.battle.chits[1] = chit;
                game.frames.replace_top(Frame::Battle(Stage::Die));
            }
            (Stage::Die, Action::Roll(die)) => game.resolve(Some(die)),
            (stage, action) => game.take(stage, action),
        }
    }

    fn question(self, _: &AcrossTheBug) -> String {
        let question = match self.stage {
            Stage::AttackerChit => "chit of the attacker",
            Stage::DefenderChit => "chit of the defender",
            Stage::Die => "die of the combat",
            Stage::CheckDie => "check of a unit under red hits",
            Stage::FirstHit => "who takes the first hit?",
            Stage::Volunteers => "who retreats?",
            Stage::SecondHit => "who takes the second hit?",
            Stage::FurtherHits => "who takes the next hit?",
            _ => "",
        };
        stavka_words::translate(question).into()
    }
}
