//! What the counters are, as sets and tables that play asks for at every step.

use super::data::{Data, Face, Formation};
use super::ids::{FORMATIONS, FormationId, FormationSet, UNIT_CAPACITY, UnitId, UnitSet};
use super::terms::{Arm, MoveClass, UnitKind, ZocClass};
use crate::game::Side;

/// The values of a combat unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stats {
    /// Type.
    pub(super) kind: UnitKind,
    /// Printed strength; for a headquarters its printed support points.
    pub(super) strength: u8,
    /// Normal side, then disorganized side.
    pub(super) faces: [Face; 2],
}

/// The counters of a scenario.
#[derive(Debug)]
pub(super) struct Roster {
    /// All counters.
    pub(super) all: UnitSet,
    /// Combat units [3.2].
    pub(super) combat: UnitSet,
    /// Headquarters [3.3].
    pub(super) hqs: UnitSet,
    /// Units that count against the limit of one in a hex [5.3.1.b].
    pub(super) limited: UnitSet,
    /// AFV type [3.2.g].
    pub(super) afv: UnitSet,
    /// Units with the ZOC of AFVs [3.2.i].
    pub(super) armour: UnitSet,
    /// Units on foot [3.2.h].
    pub(super) leg: UnitSet,
    /// Engineers [3.1.1.h].
    pub(super) engineers: UnitSet,
    /// Anti-tank guns [7.5.1.1.d].
    pub(super) guns: UnitSet,
    /// Independent units [3.2.f].
    pub(super) independent: UnitSet,
    /// The formations of a side.
    pub(super) formations: [FormationSet; 2],
    /// The headquarters of each formation.
    hq_of: [UnitId; FORMATIONS],
    /// The combat units that belong to a formation for good, as bits of its side.
    own: [u128; FORMATIONS],
    /// The formation a counter belongs to, none for independents.
    formation: [FormationId; UNIT_CAPACITY],
    stats: [Stats; UNIT_CAPACITY],
}

impl Roster {
    pub(super) fn new(data: &Data) -> Roster {
        let nobody = Stats { kind: UnitKind::Headquarters, strength: 0, faces: [Face::default(); 2] };
        let mut roster = Roster {
            all: UnitSet::EMPTY,
            combat: UnitSet::EMPTY,
            hqs: UnitSet::EMPTY,
            limited: UnitSet::EMPTY,
            afv: UnitSet::EMPTY,
            armour: UnitSet::EMPTY,
            leg: UnitSet::EMPTY,
            engineers: UnitSet::EMPTY,
            guns: UnitSet::EMPTY,
            independent: UnitSet::EMPTY,
            formations: [FormationSet::EMPTY; 2],
            hq_of: [UnitId(u8::MAX); FORMATIONS],
            own: [0; FORMATIONS],
            formation: [FormationId::NONE; UNIT_CAPACITY],
            stats: [nobody; UNIT_CAPACITY],
        };
        let in_play = data.script.in_play();
        for (unit, _) in Side::ALL.into_iter().flat_map(|side| data.units(side)).filter(|&(unit, _)| in_play.contains(unit)) {
            roster.enlist(data, unit);
        }
        for formation in data.formation_ids() {
            let Formation { side, hq, support, .. } = *data.formation(formation);
            if in_play.contains(hq) {
                roster.formations[side.index()].insert(formation);
            }
            roster.hq_of[formation.index()] = hq;
            roster.formation[hq.index()] = formation;
            roster.stats[hq.index()].strength = support;
        }
        roster
    }

    fn enlist(&mut self, data: &Data, id: UnitId) {
        let unit = data.unit(id);
        let kind = unit.kind;
        self.stats[id.index()] = Stats { kind, strength: unit.strength, faces: unit.faces };
        self.all.insert(id);
        if !kind.is_combat() {
            return self.hqs.insert(id);
        }
        self.combat.insert(id);
        self.limited.set(id, kind.is_limited());
        self.afv.set(id, kind.is_afv());
        self.armour.set(id, kind.zoc_class() == ZocClass::Afv);
        self.leg.set(id, unit.mobility == MoveClass::Leg);
        self.engineers.set(id, kind.is_engineer());
        self.guns.set(id, kind == UnitKind::AntiTank);
        match unit.formation {
            Some(formation) => {
                self.formation[id.index()] = formation;
                self.own[formation.index()] |= id.bit();
            }
            None => self.independent.insert(id),
        }
    }

    #[inline]
    pub(super) fn stats(&self, unit: UnitId) -> &Stats {
        &self.stats[unit.index()]
    }

    #[inline]
    pub(super) fn kind(&self, unit: UnitId) -> UnitKind {
        self.stats[unit.index()].kind
    }

    /// [3.2.g] Infantry or AFV type.
    #[inline]
    pub(super) fn arm(&self, unit: UnitId) -> Arm {
        if self.afv.contains(unit) { Arm::Afv } else { Arm::Infantry }
    }

    /// [3.2.h] How a unit pays for movement.
    #[inline]
    pub(super) fn class(&self, unit: UnitId) -> MoveClass {
        if self.leg.contains(unit) { MoveClass::Leg } else { MoveClass::Motorized }
    }

    /// [3.3] The headquarters of a formation.
    #[inline]
    pub(super) fn hq(&self, formation: FormationId) -> UnitId {
        self.hq_of[formation.index()]
    }

    /// The formation a counter belongs to for good; that of a headquarters is its own, independents have none.
    #[inline]
    pub(super) fn own_formation(&self, unit: UnitId) -> FormationId {
        self.formation[unit.index()]
    }

    /// The combat units that belong to a formation for good.
    #[inline]
    pub(super) fn own_units(&self, formation: FormationId) -> u128 {
        self.own[formation.index()]
    }

    #[inline]
    pub(super) fn side_of(&self, formation: FormationId) -> Side {
        self.hq(formation).side()
    }
}
