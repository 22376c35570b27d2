//! The postures of the doctrine player: what a staff officer stresses when he wants this activation to strike, to press on or to hold.

use super::features::Feature;
use super::features::Feature::{
    AxisDug, AxisHqDanger, AxisPressure, AxisStray, AxisStretch, Distance, Dug, Expected, Massed, SovietHqDanger, SovietPressure,
    SovietShaken, SovietStrength,
};
use crate::doctrine::Posture;

/// Postures of the German.
const AXIS: [Posture<Feature>; 4] = [
    Posture::PLAIN,
    Posture { name: "mass for odds", stress: &[(AxisPressure, 3.0), (Massed, 2.0), (SovietStrength, 1.5), (SovietShaken, 1.5)] },
    Posture { name: "press on", stress: &[(Distance, 3.0), (Expected, 1.5), (Massed, 2.0), (SovietPressure, 0.5)] },
    Posture { name: "secure", stress: &[(SovietPressure, 3.0), (AxisStray, 3.0), (AxisStretch, 3.0), (AxisHqDanger, 2.0)] },
];

/// Postures of the Soviets.
const SOVIET: [Posture<Feature>; 4] = [
    Posture::PLAIN,
    Posture { name: "hold the line", stress: &[(AxisPressure, 3.0), (Distance, 3.0), (Dug, 3.0)] },
    Posture { name: "save the army", stress: &[(AxisPressure, 3.0), (SovietStrength, 2.0), (SovietHqDanger, 3.0), (Distance, 0.5)] },
    Posture { name: "counter-attack", stress: &[(SovietPressure, 4.0), (Massed, 2.0), (AxisDug, 2.0), (AxisStray, 3.0)] },
];

/// The postures by side, the plain one first.
pub(super) const POSTURES: [&[Posture<Feature>]; 2] = [&AXIS, &SOVIET];
