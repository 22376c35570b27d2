//! The postures of the doctrine player: what a staff officer stresses when he wants this phase to mass, to press on or to hold.

use super::features::Feature;
use super::features::Feature::{
    Astray, AxisAttacks, Barrier, Firm, Garrisons, Guns, HqDanger, Manned, Massed, Pinned, Prospect, Reserves, SovietAttacks,
};
use crate::doctrine::Posture;

/// Postures of the Axis.
const AXIS: [Posture<Feature>; 4] = [
    Posture::PLAIN,
    Posture { name: "mass for odds", stress: &[(AxisAttacks, 3.0), (Guns, 2.0), (Massed, 2.0), (Prospect, 0.5)] },
    Posture { name: "press on", stress: &[(Prospect, 2.5), (Barrier, 2.5), (Massed, 2.0), (SovietAttacks, 0.5)] },
    Posture { name: "secure", stress: &[(SovietAttacks, 3.0), (Firm, 3.0), (Pinned, 2.0), (Prospect, 0.5)] },
];

/// Postures of the Soviets.
const SOVIET: [Posture<Feature>; 4] = [
    Posture::PLAIN,
    Posture { name: "hold the line", stress: &[(AxisAttacks, 3.0), (Barrier, 3.0), (Manned, 2.0), (Garrisons, 2.0)] },
    Posture { name: "reserves forward", stress: &[(Reserves, 3.0), (Astray, 3.0), (Prospect, 2.0), (HqDanger, 2.0)] },
    Posture { name: "counter-attack", stress: &[(SovietAttacks, 4.0), (Firm, 2.0), (Barrier, 0.5)] },
];

/// The postures by side, the plain one first.
pub(super) const POSTURES: [&[Posture<Feature>]; 2] = [&AXIS, &SOVIET];
