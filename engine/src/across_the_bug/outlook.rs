//! What players ask of a position beside its rules: sets that are worked out once instead of counter by counter, and where the
//! procedures stand.

use super::AcrossTheBug;
use super::battle::{Attackers, BattleSheet};
use super::data::{CombatResult, FACES};
use super::frame::{Frame, Stage};
use super::ids::{FormationId, HexSet};
use super::results;
use super::terms::AttackType;
use crate::game::Side;
use crate::hex::Hex;

/// The combat in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Engagement {
    /// The side that attacks.
    pub attacker: Side,
    /// The attacking and the defending hex.
    pub hexes: [Hex; 2],
    /// Attacking and defending units, as bits of their sides.
    pub units: [u128; 2],
}

impl AcrossTheBug {
    /// [5.8] The combat units of a side on the map that are in command, as bits.
    pub fn commanded(&self, side: Side) -> u128 {
        let data = self.data;
        let here = data.roster.combat.of(side) & self.board.on_map(side);
        let formations = data.roster.formations[side.index()].iter();
        formations.fold(0, |bits, formation| bits | self.in_command(formation, here & self.board.members(data, formation)))
    }

    /// [5.7.1] Hexes that supply paths of a side reach.
    pub fn supply_net(&self, side: Side) -> HexSet {
        self.supplied_hexes(side)
    }

    /// [5.4] Hexes in the ZOC of a side.
    pub fn zoc(&self, side: Side) -> &HexSet {
        self.board.zoc(side)
    }

    /// [10.3] The hexes on both sides of pontoon bridges.
    pub fn bridgeheads(&self) -> HexSet {
        self.board.pontoons.joined(&self.data.map.grid).flat_map(|(a, b)| [a, b]).collect()
    }

    /// [11.3.b] Whether control of a hex that scores, by place in the script, is decided, and whether the German has it.
    pub fn scored(&self, objective: usize) -> Option<bool> {
        let turn = self.data.script.objectives.get(objective)?.turn?;
        (turn < u16::from(self.turn)).then_some(self.scored & 1 << objective != 0)
    }

    /// [6.3.1][6.4.2.a] The formation that waits for the die of its Action Points, if one does, and whether it reacts.
    pub fn activating(&self) -> Option<(FormationId, bool)> {
        match self.frames.top()? {
            Frame::PointsDie(formation, reaction) => Some((formation, reaction)),
            _ => None,
        }
    }

    /// The hex of the stack that acts, if one does.
    pub fn acting_hex(&self) -> Option<Hex> {
        self.march_hex()
    }

    /// The combat in progress, until its die is rolled.
    pub fn engagement(&self) -> Option<Engagement> {
        let open = matches!(self.frames.top(), Some(Frame::Battle(Stage::AttackerChit | Stage::DefenderChit | Stage::Die)));
        let battle = &self.battle;
        open.then_some(Engagement { attacker: battle.attacker, hexes: battle.hexes, units: battle.units })
    }

    /// The sheet of the combat in progress.
    pub fn battle_sheet(&self) -> BattleSheet {
        self.open_sheet()
    }

    /// The sheet of an attack by units of one formation that stand in a hex, whether or not it may be made now, as if the formation were
    /// active.
    pub fn attack_sheet(&self, formation: FormationId, units: u128, from: Hex, target: Hex, kind: AttackType) -> BattleSheet {
        let side = self.data.roster.side_of(formation);
        self.sheet(Attackers { side, formation, units, from, active: true }, target, kind)
    }

    /// [5.2] The die that waits for the holder of the luck token, if one does, and the results of the faces where it is that of a combat.
    pub fn waiting_die(&self) -> Option<(u8, Option<[CombatResult; FACES]>)> {
        let (below, die) = self.kept_die()?;
        let faces = matches!(below, Frame::Battle(Stage::Die)).then(|| {
            let sheet = self.open_sheet();
            let column = self.battle_column(&sheet);
            std::array::from_fn(|at| results::result(&self.data.tables.crt, column, at as u8 + 1, sheet.modifiers.net))
        });
        Some((die, faces))
    }
}
