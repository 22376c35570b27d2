//! Positions with the targets of the learner.

use stavka_models::Batch;

/// A batch of positions with their targets. Sides are as in the observations: the one that decides comes first and
/// numbers are as it sees them. Vectors over positions have one entry per position of `batch`.
#[derive(Clone, Debug)]
pub struct TrainingBatch {
    /// The positions with their legal actions.
    pub batch: Batch,
    /// Target probability of each action, one entry per token of `batch`; per position they sum to 1.
    pub policy: Vec<f32>,
    /// How much the policy of each position counts: 0 where it was not searched.
    pub policy_weight: Vec<f32>,
    /// Target probabilities of win, draw and loss; each sums to 1.
    pub wdl: Vec<[f32; 3]>,
    /// Margin at the end in victory points, positive in favour of the side that decides.
    pub margin: Vec<f32>,
    /// How much the margin of each position counts: 0 where it is not known, as in games that were cut off.
    pub margin_weight: Vec<f32>,
    /// Whether the side that decides controls each hex at the end: 1 or 0 (0.5 for nobody); positions x height x width.
    pub control: Vec<f32>,
    /// Losses of the side that decides and of its opponent until the end, as shares of what they had at the start.
    pub losses: Vec<[f32; 2]>,
    /// How much `control` and `losses` of each position count: 0 where they are not known.
    pub aux_weight: Vec<f32>,
}

impl TrainingBatch {
    /// An empty batch of positions like those of `batch`.
    pub fn new(batch: Batch) -> Self {
        TrainingBatch {
            batch,
            policy: Vec::new(),
            policy_weight: Vec::new(),
            wdl: Vec::new(),
            margin: Vec::new(),
            margin_weight: Vec::new(),
            control: Vec::new(),
            losses: Vec::new(),
            aux_weight: Vec::new(),
        }
    }

    /// Forgets the positions and keeps the buffers.
    pub fn clear(&mut self) {
        self.batch.clear();
        self.policy.clear();
        self.policy_weight.clear();
        self.wdl.clear();
        self.margin.clear();
        self.margin_weight.clear();
        self.control.clear();
        self.losses.clear();
        self.aux_weight.clear();
    }
}

/// A batch of decisions taken by the policy itself, for proximal policy optimisation.
#[derive(Clone, Debug)]
pub struct PpoBatch {
    /// The positions with their legal actions.
    pub batch: Batch,
    /// Index of the action taken in each position's legal list.
    pub chosen: Vec<usize>,
    /// Logarithm of the probability with which it was taken.
    pub log_probability: Vec<f32>,
    /// How much better it turned out than expected. Normalising is the caller's business.
    pub advantage: Vec<f32>,
    /// Target probabilities of win, draw and loss.
    pub wdl: Vec<[f32; 3]>,
    /// Target of what the margin of victory is worth by itself, 0 to 1.
    pub lead: Vec<f32>,
}
