//! The counters in the form that play asks for: values by steps left, sets of counters by what they are.

use super::data::{
    Data, Face, Mobility, MovementPhase, Mover, Nationality, Role, Service, Share, Size, StepRules, Substitute, Unit, UnitKind,
};
use super::ids::{AirId, AirSet, UNIT_CAPACITY, UnitId, UnitSet};
use super::losses;
use super::movement::Payer;
use crate::game::Side;

/// Most steps of a counter.
const MOST_STEPS: usize = 4;

/// What play asks of a ground counter.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitStats {
    /// Values by steps left, 1 to 4; index 0 is not used.
    values: [Face; MOST_STEPS + 1],
    /// Values of the back of a counter with one step and two sides.
    back: Face,
    pub(super) steps: u8,
    pub(super) payer: Payer,
    pub(super) mover: Mover,
    pub(super) kind: UnitKind,
    pub(super) size: Size,
}

/// All counters.
#[derive(Debug, Default)]
pub(super) struct Roster {
    stats: Vec<UnitStats>,
    pub(super) all: UnitSet,
    pub(super) combat: UnitSet,
    pub(super) artillery: UnitSet,
    pub(super) super_heavy: UnitSet,
    pub(super) motorized: UnitSet,
    pub(super) cavalry: UnitSet,
    pub(super) armour: UnitSet,
    pub(super) engineers: UnitSet,
    /// Reconnaissance, motorized infantry, motorcycles and engineers [15.67.a].
    pub(super) with_armour: UnitSet,
    /// Armour, anti-tank and anti-aircraft [15.67.a].
    pub(super) against_armour: UnitSet,
    pub(super) anti_air: UnitSet,
    pub(super) hqs: UnitSet,
    pub(super) german: UnitSet,
    pub(super) infiltrators: UnitSet,
    pub(super) guards: UnitSet,
    pub(super) nkvd: UnitSet,
    /// Counters that move in each movement phase of their side without a headquarters [T.PHASES].
    pub(super) moves: [UnitSet; 3],
    /// Counters that a headquarters may activate [22.12.a].
    pub(super) activatable: UnitSet,
    /// Divisions whose steps may become substitutes [24.21].
    pub(super) divisible: UnitSet,
    /// Substitutes: regular and strong.
    pub(super) substitutes: [UnitSet; 2],
    /// Fighters.
    pub(super) fighters: AirSet,
    /// Dummies.
    pub(super) dummies: AirSet,
    /// Every air unit.
    pub(super) air: AirSet,
}

impl Roster {
    pub(super) fn new(data: &Data) -> Self {
        let filler = UnitStats {
            values: [Face::default(); MOST_STEPS + 1],
            back: Face::default(),
            steps: 0,
            payer: Payer::Foot,
            mover: Mover::Foot,
            kind: UnitKind::Infantry,
            size: Size::Regiment,
        };
        let mut stats = vec![filler; UNIT_CAPACITY];
        for side in Side::ALL {
            for (id, unit) in data.units(side) {
                stats[id.index()] = UnitStats::new(unit, &data.tables.steps);
            }
        }
        let set = |test: &dyn Fn(&Unit) -> bool| -> UnitSet {
            let mut set = UnitSet::EMPTY;
            for side in Side::ALL {
                data.units(side).filter(|(_, unit)| test(unit)).for_each(|(id, _)| set.insert(id));
            }
            set
        };
        let air = |test: &dyn Fn(Role) -> bool| -> AirSet {
            let mut set = AirSet::EMPTY;
            for side in Side::ALL {
                data.air_units(side).filter(|(_, unit)| test(unit.role)).for_each(|(id, _): (AirId, _)| set.insert(id));
            }
            set
        };
        let substitute = |strong: bool| set(&|unit| unit.substitute.is_some_and(|kind| (kind == Substitute::Strong) == strong));
        let share =
            |phase: MovementPhase, test: &dyn Fn(Share) -> bool| set(&|unit| test(data.tables.shares.of(unit.side, mover_of(unit), phase)));
        let phases = [MovementPhase::Movement, MovementPhase::Motorized, MovementPhase::Reaction];
        let infantry = |unit: &Unit| matches!(unit.kind, UnitKind::Infantry | UnitKind::Mountain | UnitKind::Police);
        Roster {
            stats,
            all: set(&|_| true),
            combat: set(&Unit::is_combat_unit),
            artillery: set(&|unit| unit.kind.is_artillery()),
            super_heavy: set(&|unit| unit.kind == UnitKind::SuperHeavy),
            motorized: set(&|unit| unit.mobility == Mobility::Motorized),
            cavalry: set(&|unit| unit.mobility == Mobility::Cavalry),
            armour: set(&|unit| unit.kind.is_armour()),
            engineers: set(&|unit| unit.kind.is_engineer()),
            with_armour: set(&|unit| unit.kind.combines_with_armour()),
            against_armour: set(&|unit| unit.kind.fights_armour()),
            anti_air: set(&|unit| unit.kind.is_anti_air()),
            hqs: set(&|unit| unit.kind == UnitKind::Hq),
            german: set(&|unit| unit.nationality == Nationality::German),
            infiltrators: set(&|unit| unit.infiltrates),
            guards: set(&|unit| unit.service == Service::Guards),
            nkvd: set(&|unit| unit.service == Service::Nkvd),
            moves: phases.map(|phase| share(phase, &|share| matches!(share, Share::Half | Share::Full))),
            activatable: share(MovementPhase::Motorized, &|share| share == Share::Activated),
            divisible: set(&|unit| {
                unit.nationality == Nationality::German && unit.size == Size::Division && infantry(unit) && unit.steps > 1
            }),
            substitutes: [substitute(false), substitute(true)],
            fighters: air(&|role| role == Role::Fighter),
            dummies: air(&|role| role == Role::Dummy),
            air: air(&|_| true),
        }
    }

    /// What a counter is.
    #[inline]
    pub(super) fn stats(&self, unit: UnitId) -> &UnitStats {
        &self.stats[unit.index()]
    }

    /// The values of a counter with these steps, front or back up.
    #[inline]
    pub(super) fn values(&self, unit: UnitId, steps: u8, back_up: bool) -> &Face {
        let stats = self.stats(unit);
        if back_up { &stats.back } else { &stats.values[usize::from(steps)] }
    }
}

impl UnitStats {
    /// [16.23] The values of a counter as it loses steps.
    fn new(unit: &Unit, rules: &StepRules) -> Self {
        let [front, back] = unit.faces;
        let mut values = [front; MOST_STEPS + 1];
        for left in 1..=unit.steps.min(MOST_STEPS as u8) {
            if let Some(strength) = losses::strength(rules, &unit.faces, unit.steps, unit.steps - left) {
                let face = unit.faces[usize::from(strength.back_up)];
                values[usize::from(left)] = Face { attack: strength.attack, defence: strength.defence, ..face };
            }
        }
        let mover = mover_of(unit);
        // Trains and flotillas are not moved yet; they pay like units on foot.
        let payer = Payer::of(unit).unwrap_or(Payer::Foot);
        UnitStats { values, back, steps: unit.steps, payer, mover, kind: unit.kind, size: unit.size }
    }
}

/// The row of the phase chart that a counter moves by.
fn mover_of(unit: &Unit) -> Mover {
    match unit.kind {
        UnitKind::Hq => Mover::Hq,
        UnitKind::ArmouredTrain => Mover::Train,
        _ => unit.mobility.mover(),
    }
}
