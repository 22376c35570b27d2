//! How likely the Soviets are to meet their objectives, by a rough count of what they may hope for.

use stavka_engine::Game as _;
use stavka_engine::armir::{Armir, ObjectiveSet, VictoryPoints};

use super::judgement::likely;

/// What the Soviets may hope for, whatever their objectives are.
#[derive(Clone, Copy)]
pub(super) struct Prospects {
    /// Star sum at the end.
    pub(super) hoped: f64,
    /// Chance of each line corps, and of the HQ of the ARMIR, to be destroyed in the end.
    pub(super) corps: [f64; 5],
    /// Chance that the airfields fall.
    pub(super) airfields: f64,
    /// Moves of Soviet fast units to come.
    pub(super) moves: f64,
    /// Points as they stand.
    pub(super) points: VictoryPoints,
}

/// Chance that the Soviets reach the points they need, by the stars they may hope for, the corps they
/// may destroy and the airfields.
pub(super) fn victory_chance(game: &Armir, set: ObjectiveSet, prospects: &Prospects) -> f64 {
    let data = game.data();
    let objectives = &data.tables.objectives;
    let points = &prospects.points;
    let mut need = objectives.pv_to_win + points.hq_penalty;
    let mut chance = 1.0;
    if set.has(ObjectiveSet::CHIR) {
        need -= if game.chir_box() < data.tables.chir.boxes && game.game_turn() <= 2 { 1 } else { points.objectives[0] };
    }
    if set.has(ObjectiveSet::AIRFIELDS) {
        need -= i16::from(objectives.airfields);
        chance *= prospects.airfields;
    }
    // Chances of each number of points, from -1 to 2.
    let mut by_corps = [0.0, 1.0, 0.0, 0.0];
    if set.has(ObjectiveSet::DESTROY) {
        by_corps = [0.0; 4];
        let mut destroyed = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        for &chance in &prospects.corps {
            for count in (0..5).rev() {
                destroyed[count + 1] += destroyed[count] * chance;
                destroyed[count] *= 1.0 - chance;
            }
        }
        for (count, chance) in destroyed.iter().enumerate() {
            let points = objectives.corps.iter().rev().find(|step| count >= usize::from(step.from)).map_or(-1, |step| step.pv);
            by_corps[(points + 1).clamp(0, 3) as usize] += chance;
        }
    }
    let mut by_stars = [0.0, 1.0, 0.0, 0.0];
    if set.has(ObjectiveSet::DONETS) {
        by_stars = [0.0; 4];
        let spread = 0.35 + 0.3 * prospects.moves;
        let mut above = 0.0;
        for step in objectives.stars.iter().rev() {
            let reached = if step.from == 0 { 1.0 } else { likely((prospects.hoped - f64::from(step.from) + 0.4) / spread) };
            by_stars[(step.pv + 1).clamp(0, 3) as usize] += (reached - above).max(0.0);
            above = reached.max(above);
        }
    }
    let mut enough = 0.0;
    for (a, first) in by_corps.iter().enumerate() {
        for (b, second) in by_stars.iter().enumerate() {
            if a as i16 + b as i16 - 2 >= need {
                enough += first * second;
            }
        }
    }
    chance * enough
}
