//! The postures of the doctrine player: what a staff officer stresses when he wants this phase to break through, to encircle, or to hold.

use super::features::Feature;
use super::features::Feature::{
    AxisAlone, AxisCut, AxisExposed, AxisIdle, AxisTrapped, Distance, Expected, Guard, Massed, Railways, SovietAlone, SovietArmour,
    SovietCut, SovietExposed, SovietIdle, SovietInfantry, SovietTrapped,
};
use crate::doctrine::Posture;

/// Postures of the Axis.
const AXIS: [Posture<Feature>; 4] = [
    Posture::PLAIN,
    Posture { name: "break through", stress: &[(Expected, 2.0), (Distance, 2.0), (Massed, 2.0), (AxisExposed, 0.5), (AxisAlone, 0.3)] },
    Posture {
        name: "encircle",
        stress: &[(SovietCut, 2.5), (SovietTrapped, 2.5), (SovietInfantry, 1.5), (SovietArmour, 1.5), (Railways, 1.5)],
    },
    Posture { name: "secure", stress: &[(AxisExposed, 2.5), (AxisCut, 3.0), (AxisTrapped, 2.5), (AxisIdle, 0.5)] },
];

/// Postures of the Soviets.
const SOVIET: [Posture<Feature>; 4] = [
    Posture::PLAIN,
    Posture { name: "hold the objectives", stress: &[(Guard, 2.5), (Expected, 1.8), (SovietIdle, 0.5)] },
    Posture { name: "save the army", stress: &[(SovietExposed, 2.5), (SovietTrapped, 2.5), (SovietCut, 2.5), (SovietAlone, 2.0)] },
    Posture { name: "counter-attack", stress: &[(AxisCut, 2.5), (AxisExposed, 2.0), (AxisTrapped, 2.0), (SovietExposed, 0.6)] },
];

/// The postures by side, the plain one first.
pub(super) const POSTURES: [&[Posture<Feature>]; 2] = [&AXIS, &SOVIET];

/// What an attack of several units must gain, in corps, by side and posture.
pub(super) const GAINS: [[f32; 4]; 2] = [[0.2, 0.1, 0.2, 0.3], [1.0, 0.6, 1.5, 0.3]];
