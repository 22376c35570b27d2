//! Steps: what a unit is worth after losses, and substitutes for lost ones [16.2][24].

use super::data::{Face, StepRules, Substitute, SubstituteRules, Unit};

/// A unit after losses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Strength {
    /// Attack.
    pub attack: u8,
    /// Defence.
    pub defence: u8,
    /// The back is up.
    pub back_up: bool,
    /// It carries a step-loss marker.
    pub marker: bool,
}

/// [16.23] A unit of `steps` steps after losing some; `None` when it is gone. Four steps go by marker, flip, marker; three by marker and
/// flip; two by flip.
pub fn strength(rules: &StepRules, faces: &[Face; 2], steps: u8, lost: u8) -> Option<Strength> {
    let (back_up, marker) = match (steps, lost) {
        _ if lost >= steps => return None,
        (_, 0) => (false, false),
        (3 | 4, 1) => (false, true),
        (4, 3) => (true, true),
        _ => (true, false),
    };
    let face = &faces[usize::from(back_up)];
    let less = |value: u8, change: i8| if marker { value.saturating_add_signed(change) } else { value };
    Some(Strength { attack: less(face.attack, rules.marker_attack), defence: less(face.defence, rules.marker_defence), back_up, marker })
}

/// [16.23][PB 9.41.a] Steps of a unit of several steps that lies on its back without a marker; `None` of a unit of one step, whose
/// sides are no steps.
pub const fn reduced_steps(steps: u8) -> Option<u8> {
    match steps {
        0 | 1 => None,
        _ => Some(steps / 2),
    }
}

/// [24.21][24.31][24.32] The best substitute that a division may detach for its next step: a strong one when that costs it two
/// attack points of what it has now; `None` when its last step is left.
pub fn substitute(steps: &StepRules, rules: &SubstituteRules, unit: &Unit, lost: u8) -> Option<Substitute> {
    let now = strength(steps, &unit.faces, unit.steps, lost)?;
    let then = strength(steps, &unit.faces, unit.steps, lost + 1)?;
    let price = now.attack.saturating_sub(then.attack);
    Some(if price >= rules.strong_from_loss_of { Substitute::Strong } else { Substitute::Regular })
}
