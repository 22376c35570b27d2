//! The postures of the doctrine player: what a staff officer stresses when he wants this phase to mass, to press on or to hold.
//! A posture multiplies weights of the evaluation; which of them pays is decided by the plain weights at the end of the phase.

use stavka_engine::Side;

use super::features::Feature;
use super::features::Feature::{
    Astray, AxisAttacks, Barrier, Firm, Garrisons, Guns, HqDanger, Manned, Massed, Pinned, Prospect, Reserves, SovietAttacks,
};

/// A way to see things: its name and what it stresses.
pub(super) struct Posture {
    pub(super) name: &'static str,
    pub(super) stress: &'static [(Feature, f32)],
}

const PLAIN: Posture = Posture { name: "plain", stress: &[] };

/// Postures of the Axis.
const AXIS: [Posture; 4] = [
    PLAIN,
    Posture { name: "mass for odds", stress: &[(AxisAttacks, 3.0), (Guns, 2.0), (Massed, 2.0), (Prospect, 0.5)] },
    Posture { name: "press on", stress: &[(Prospect, 2.5), (Barrier, 2.5), (Massed, 2.0), (SovietAttacks, 0.5)] },
    Posture { name: "secure", stress: &[(SovietAttacks, 3.0), (Firm, 3.0), (Pinned, 2.0), (Prospect, 0.5)] },
];

/// Postures of the Soviets.
const SOVIET: [Posture; 4] = [
    PLAIN,
    Posture { name: "hold the line", stress: &[(AxisAttacks, 3.0), (Barrier, 3.0), (Manned, 2.0), (Garrisons, 2.0)] },
    Posture { name: "reserves forward", stress: &[(Reserves, 3.0), (Astray, 3.0), (Prospect, 2.0), (HqDanger, 2.0)] },
    Posture { name: "counter-attack", stress: &[(SovietAttacks, 4.0), (Firm, 2.0), (Barrier, 0.5)] },
];

/// The postures of a side, the plain one first.
pub(super) fn postures(side: Side) -> &'static [Posture] {
    match side {
        Side::Axis => &AXIS,
        Side::Soviet => &SOVIET,
    }
}
