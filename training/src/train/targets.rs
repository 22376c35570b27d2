//! Positions of the replay buffer as the learner is given them.

use stavka_models::Encoder;

use crate::curriculum::Learnable;
use crate::learner::TrainingBatch;
use crate::replay::Sample;

/// Replaces the contents of `out` by these positions; `encoder` makes what encodes them for each thread. `search_value` is the share of
/// the search's own value in the value target. Of a game that was cut off neither margin nor map at the end are known:
/// what stands on the map where it was cut is not what the game would have come to, so they are not learned from. Its
/// value is what the game's own evaluator gave the position where it was cut.
pub fn fill<G: Learnable>(
    out: &mut TrainingBatch,
    encoder: impl Fn() -> Encoder<G> + Send + Sync,
    samples: &[Sample<G>],
    search_value: f32,
) {
    out.clear();
    out.batch.extend(samples, encoder, |encoder, batch, sample| encoder.push(batch, &sample.game, &sample.legal));
    let area = out.batch.shape().area();
    for sample in samples {
        out.policy.extend_from_slice(&sample.policy);
        out.policy_weight.push(1.0);
        out.wdl.push(sample.value_target(search_value));
        out.margin.push(sample.margin.unwrap_or(0.0));
        out.margin_weight.push(f32::from(sample.margin.is_some()));
        let (own, other) = (sample.side.index(), sample.side.opponent().index());
        match sample.end.as_deref() {
            Some(end) if !end.control[own].is_empty() => {
                let sides = end.control[own].iter().zip(&end.control[other]);
                out.control.extend(sides.map(|(own, other)| 0.5 + 0.5 * (own - other)));
                out.losses.push([end.losses[own], end.losses[other]]);
                out.aux_weight.push(1.0);
            }
            _ => {
                out.control.resize(out.control.len() + area, 0.5);
                out.losses.push([0.0; 2]);
                out.aux_weight.push(0.0);
            }
        }
    }
}
