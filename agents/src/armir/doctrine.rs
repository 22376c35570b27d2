//! The postures of the doctrine player: what a staff officer stresses when he wants this phase to hold, to
//! mass or to break through.

use super::features::Feature;
use super::features::Feature::{
    AxisAttacks, AxisCutOff, AxisLight, Guarded, HqAlone, HqDanger, OpenGround, Pull, ReachNext, ReachNow, SovietAstray, SovietAttacks,
    SovietCutOff, StarsExposed, Works,
};
use crate::doctrine::Posture;

/// Postures of the Soviets.
const SOVIET: [Posture<Feature>; 5] = [
    Posture::PLAIN,
    Posture { name: "mass for odds", stress: &[(SovietAttacks, 3.0), (Pull, 0.5), (SovietAstray, 0.5)] },
    Posture { name: "exploit", stress: &[(ReachNow, 2.5), (ReachNext, 2.5), (Pull, 3.0), (SovietAstray, 0.3), (OpenGround, 2.0)] },
    Posture { name: "cut supply", stress: &[(AxisCutOff, 4.0), (SovietAttacks, 1.5), (OpenGround, 3.0), (Works, 2.0)] },
    Posture { name: "secure", stress: &[(HqAlone, 3.0), (HqDanger, 3.0), (AxisAttacks, 3.0), (StarsExposed, 3.0), (SovietAstray, 3.0)] },
];

/// Postures of the Axis.
const AXIS: [Posture<Feature>; 5] = [
    Posture::PLAIN,
    Posture { name: "hold the line", stress: &[(Works, 3.0), (OpenGround, 4.0), (ReachNow, 2.0), (Guarded, 2.0)] },
    Posture { name: "screen", stress: &[(ReachNow, 3.0), (ReachNext, 3.0), (Guarded, 4.0), (SovietAttacks, 0.5)] },
    Posture {
        name: "counter-attack",
        stress: &[(AxisAttacks, 3.0), (HqAlone, 2.0), (HqDanger, 3.0), (StarsExposed, 3.0), (SovietCutOff, 3.0)],
    },
    Posture { name: "withdraw", stress: &[(SovietAttacks, 3.0), (AxisLight, 1.5), (Works, 0.3), (AxisCutOff, 3.0)] },
];

/// The postures by side, the plain one first.
pub(super) const POSTURES: [&[Posture<Feature>]; 2] = [&AXIS, &SOVIET];
