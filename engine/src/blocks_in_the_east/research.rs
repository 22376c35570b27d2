//! [17.0] Technology: the level of each unit, by the schedule or by research.

use super::BlocksInTheEast;
use super::data::{Unit, research_cost};
use super::ids::UnitId;
use super::terms::{Colour, Effort, Nation, TechField, UnitClass, UnitKind};
use crate::game::Side;

/// [17.0] Yellow points that both sides have spent on research.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Research {
    /// Points by side and field, for all levels together.
    points: [[u8; TechField::COUNT]; 2],
    /// Fields of each side that have had their point in this turn, as bits.
    paid: [u8; 2],
}

impl Research {
    /// [17.0.a] A new turn of a side: each field may be given a point again.
    pub(super) fn begin_turn(&mut self, side: Side) {
        self.paid[side.index()] = 0;
    }
}

/// The field by which a unit advances: headquarters that are not armoured stand by infantry.
fn field_of(known: &Unit) -> Option<TechField> {
    let by_infantry = known.is_headquarters() && known.kind != UnitKind::ArmouredHq;
    if by_infantry { Some(TechField::Infantry) } else { known.kind.field() }
}

impl BlocksInTheEast {
    fn researches(&self) -> bool {
        self.data.script.options.technology
    }

    /// [3.13][17.0] TECH of a unit now: that of the schedule, or of research where it is more than what it began with.
    #[inline]
    pub fn tech(&self, unit: UnitId) -> u8 {
        if self.researches() { self.researched_tech(unit) } else { self.data.tech(unit, self.turn) }
    }

    /// [17.1][17.1.b] Germans and Soviets have the level of their nation, Chechens the German one, the other allies one less, Italians and
    /// strategic units what they began with.
    fn researched_tech(&self, unit: UnitId) -> u8 {
        let known = self.data.unit(unit);
        let begun = self.data.tech(unit, self.data.script.turns[0]);
        let Some(field) = field_of(known) else { return begun };
        let level = match known.nation {
            Nation::Soviet => self.level(Side::Soviet, field),
            Nation::German | Nation::Chechen => self.level(Side::Axis, field),
            Nation::Finnish | Nation::Romanian | Nation::Hungarian | Nation::Slovak => self.level(Side::Axis, field) - 1,
            Nation::Italian | Nation::American | Nation::British => 0,
        };
        level.max(begun)
    }

    /// [17.0] The level of a field in which the researcher of a side began the scenario.
    fn level_begun(&self, side: Side, field: TechField) -> u8 {
        let nation = Nation::great(side);
        let kind = match field {
            TechField::Infantry => Some(UnitKind::Infantry),
            TechField::Fighter => Some(UnitKind::Fighter),
            TechField::Bomber => Some(UnitKind::Bomber),
            TechField::Armour => None,
        };
        let is_plain = |known: &Unit| kind.map_or(known.class == UnitClass::Armour, |kind| known.kind == kind);
        let plain = self.data.units(side).find(|(_, known)| known.nation == nation && is_plain(known));
        plain.map_or(1, |(unit, _)| self.data.tech(unit, self.data.script.turns[0]))
    }

    /// [17.0] The level of a field that a side has reached by research, and points that it has spent on the next one.
    pub fn research(&self, side: Side, field: TechField) -> (u8, u8) {
        let (mut level, mut points) = (self.level_begun(side, field), self.research.points[side.index()][field.index()]);
        while let Some(cost) = research_cost(Nation::great(side), field, level).filter(|&cost| cost <= points) {
            (level, points) = (level + 1, points - cost);
        }
        (level, points)
    }

    /// [17.0] The same where there is research.
    pub(super) fn studies(&self, side: Side, field: TechField) -> Option<(u8, u8)> {
        self.researches().then(|| self.research(side, field))
    }

    fn level(&self, side: Side, field: TechField) -> u8 {
        self.research(side, field).0
    }

    /// [AMB-29] TECH of the plain infantry of a nation now.
    pub fn infantry_tech(&self, nation: Nation) -> u8 {
        if !self.researches() {
            return self.data.infantry_tech(nation, self.turn);
        }
        let plain = self.data.units(nation.side()).find(|(_, known)| (known.nation, known.kind) == (nation, UnitKind::Infantry));
        plain.map_or(1, |(unit, _)| self.tech(unit))
    }

    /// [7.5.3][6.1.1.d][33.2] Movement points of a supplied unit on the ground now; 0 for aircraft and static units.
    #[inline]
    pub fn full_points(&self, unit: UnitId) -> u8 {
        self.data.points_at(unit, self.tech(unit), self.turn)
    }

    /// [6.3][7.5.2.a] Hexes that an air unit flies on a mission now; 0 for others.
    pub fn range(&self, unit: UnitId) -> u16 {
        self.data.range_at(unit, self.tech(unit))
    }

    /// [17.0] Fields on which a side may spend a yellow point: those below the highest level that have had none in this turn.
    pub(super) fn fields_to_research(&self, side: Side) -> impl Iterator<Item = Effort> + '_ {
        let plays = self.researches() && self.treasury.spendable(Nation::great(side), Colour::Yellow) > 0;
        let may = move |effort: &Effort| {
            let Some(field) = effort.field().filter(|_| plays) else { return false };
            let is_paid = self.research.paid[side.index()] & 1 << field.index() != 0;
            !is_paid && research_cost(Nation::great(side), field, self.level(side, field)).is_some()
        };
        Effort::ALL.into_iter().filter(may)
    }

    /// [17.0.a][17.0.b] A point is spent on a field; the level holds as soon as it is paid.
    pub(super) fn pay_research(&mut self, side: Side, field: TechField) {
        self.treasury.spend(Nation::great(side), Colour::Yellow, 1);
        let points = &mut self.research.points[side.index()][field.index()];
        *points = points.saturating_add(1);
        self.research.paid[side.index()] |= 1 << field.index();
    }
}
