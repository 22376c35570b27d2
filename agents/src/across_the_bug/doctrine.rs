//! The postures of the doctrine player: none but the plain one. What its staff decides is which formation acts; a phase is an activation, and
//! a plan of one is broken by its first die.

use super::features::Feature;
use crate::doctrine::Posture;

/// The postures by side, the plain one first.
pub(super) const POSTURES: [&[Posture<Feature>]; 2] = [&[Posture::PLAIN], &[Posture::PLAIN]];
