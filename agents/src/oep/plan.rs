//! Plans: genomes of compounds, from the position at hand to the end of a player turn.

use stavka_engine::Dice;

/// Most compounds of a plan; a longer turn is planned in pieces.
pub(super) const GENES: usize = 256;

/// A compound of a plan: the player's own choices from one quiet position until dice fall, the
/// opponent is asked or the position is quiet again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Gene {
    /// The phase in which it is meant.
    pub(super) phase: u64,
    from: u32,
    len: u32,
    /// What follows the choices written down is to be made up when the gene is played.
    pub(super) wild: bool,
}

/// An ordered list of compounds. Phases end by themselves: where no compound of the phase can be
/// played any more, the player passes.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Plan<A> {
    genes: Vec<Gene>,
    actions: Vec<A>,
}

impl<A> Default for Plan<A> {
    fn default() -> Self {
        Plan { genes: Vec::new(), actions: Vec::new() }
    }
}

impl<A: Copy> Clone for Plan<A> {
    fn clone(&self) -> Self {
        Plan { genes: self.genes.clone(), actions: self.actions.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.genes.clone_from(&source.genes);
        self.actions.clone_from(&source.actions);
    }
}

impl<A: Copy + Eq> Plan<A> {
    pub(super) fn clear(&mut self) {
        self.genes.clear();
        self.actions.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.genes.len()
    }

    pub(super) fn gene(&self, index: usize) -> Gene {
        self.genes[index]
    }

    pub(super) fn genes(&self) -> &[Gene] {
        &self.genes
    }

    /// The choices of a gene.
    pub(super) fn choices(&self, gene: Gene) -> &[A] {
        &self.actions[gene.from as usize..(gene.from + gene.len) as usize]
    }

    /// The choice that begins a gene, `None` where it is left open.
    pub(super) fn first(&self, gene: Gene) -> Option<A> {
        self.choices(gene).first().copied()
    }

    /// Begins a new last gene and says whether there was room for it.
    pub(super) fn begin(&mut self, phase: u64) -> bool {
        let room = self.genes.len() < GENES;
        if room {
            self.genes.push(Gene { phase, from: self.actions.len() as u32, len: 0, wild: false });
        }
        room
    }

    /// Adds a choice to the last gene.
    pub(super) fn extend(&mut self, action: A) {
        if let Some(gene) = self.genes.last_mut() {
            self.actions.push(action);
            gene.len += 1;
        }
    }

    /// Appends a gene of another plan, `keep` choices of it; wild if the rest is to be made up.
    pub(super) fn copy(&mut self, other: &Plan<A>, gene: Gene, keep: usize, wild: bool) {
        if self.begin(gene.phase) {
            for &action in other.choices(gene).iter().take(keep) {
                self.extend(action);
            }
            if let Some(last) = self.genes.last_mut() {
                last.wild = wild;
            }
        }
    }

    /// Appends a gene as it is.
    pub(super) fn copy_whole(&mut self, other: &Plan<A>, gene: Gene) {
        self.copy(other, gene, usize::MAX, gene.wild);
    }

    /// Appends those genes of another plan that begin unlike any here.
    pub(super) fn join(&mut self, other: &Plan<A>) {
        for &gene in &other.genes {
            if other.first(gene).is_some_and(|first| self.begins(gene.phase, first).is_none()) {
                self.copy_whole(other, gene);
            }
        }
    }

    /// Whether a gene of the phase begins with this choice.
    pub(super) fn begins(&self, phase: u64, first: A) -> Option<Gene> {
        self.genes.iter().copied().find(|&gene| gene.phase == phase && self.first(gene) == Some(first))
    }
}

/// How often each kind of mutation is tried, in twentieths.
const VARY: u32 = 7;
const INSERT: u32 = 6;
const DROP: u32 = 3;
const SHIFT: u32 = 4;
/// Chance, in percent, that a change is made in the phase at hand if the plan has any gene in it.
const PHASE_AT_HAND: u32 = 75;

impl<A: Copy + Eq> Plan<A> {
    /// Replaces the contents by those of `parent` with one random change. `phase` is the phase at hand.
    pub(super) fn mutate(&mut self, parent: &Plan<A>, phase: u64, dice: &mut Dice) {
        self.clear();
        let chosen = parent.random_gene(phase, dice);
        let Some(chosen) = chosen else {
            self.insert(parent, 0, phase);
            return;
        };
        let kind = dice.below(VARY + INSERT + DROP + SHIFT);
        if kind < VARY {
            // The longer the compound, the later it may part from what it was.
            let gene = parent.gene(chosen);
            let keep = 1 + dice.below(gene.len.max(2) - 1) as usize;
            for (index, &gene) in parent.genes.iter().enumerate() {
                if index == chosen { self.copy(parent, gene, keep, true) } else { self.copy_whole(parent, gene) }
            }
        } else if kind < VARY + INSERT {
            let gene = parent.gene(chosen);
            self.insert(parent, chosen + dice.below(2) as usize, gene.phase);
        } else if kind < VARY + INSERT + DROP {
            for (_, &gene) in parent.genes.iter().enumerate().filter(|&(index, _)| index != chosen) {
                self.copy_whole(parent, gene);
            }
        } else {
            let other = parent.random_gene(parent.gene(chosen).phase, dice).unwrap_or(chosen);
            self.shift(parent, chosen, other);
        }
    }

    /// Each compound of `one`, or in its place that of `other` which begins alike; then some of those that
    /// only `other` has.
    pub(super) fn cross(&mut self, one: &Plan<A>, other: &Plan<A>, dice: &mut Dice) {
        self.clear();
        // Half of the choices to begin with are inherited from either parent.
        let mut inherits_other = || dice.below(2) == 1;
        for &gene in &one.genes {
            let first = one.first(gene);
            match first.and_then(|first| other.begins(gene.phase, first)) {
                Some(twin) if inherits_other() => self.copy_whole(other, twin),
                Some(_) => self.copy_whole(one, gene),
                None if inherits_other() => {}
                None => self.copy_whole(one, gene),
            }
        }
        for &gene in &other.genes {
            let alone = other.first(gene).is_some_and(|first| one.begins(gene.phase, first).is_none());
            if alone && inherits_other() {
                self.copy_whole(other, gene);
            }
        }
    }

    /// The parent with an open gene of a phase before the one at `at`.
    fn insert(&mut self, parent: &Plan<A>, at: usize, phase: u64) {
        for index in 0..=parent.len() {
            if index == at && self.begin(phase) {
                self.genes[index].wild = true;
            }
            if index < parent.len() {
                self.copy_whole(parent, parent.gene(index));
            }
        }
    }

    /// The parent with the gene at `from` where the one at `to` stands.
    fn shift(&mut self, parent: &Plan<A>, from: usize, to: usize) {
        for (index, &gene) in parent.genes.iter().enumerate() {
            if index == to && to < from {
                self.copy_whole(parent, parent.gene(from));
            }
            if index != from {
                self.copy_whole(parent, gene);
            }
            if index == to && to > from {
                self.copy_whole(parent, parent.gene(from));
            }
        }
        if to == from {
            self.clone_from(parent);
        }
    }

    fn random_gene(&self, phase: u64, dice: &mut Dice) -> Option<usize> {
        if self.genes.is_empty() {
            return None;
        }
        let at_hand = self.genes.iter().filter(|gene| gene.phase == phase).count() as u32;
        if at_hand > 0 && dice.below(100) < PHASE_AT_HAND {
            let pick = dice.below(at_hand) as usize;
            return self.genes.iter().enumerate().filter(|(_, gene)| gene.phase == phase).nth(pick).map(|(index, _)| index);
        }
        Some(dice.below(self.genes.len() as u32) as usize)
    }
}

/// Which genes of a plan have been played.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Played([u64; GENES / 64]);

impl Played {
    /// The first so many genes.
    pub(super) fn first(count: usize) -> Self {
        let mut played = Played::default();
        for index in 0..count {
            played.add(index);
        }
        played
    }

    #[inline]
    pub(super) fn has(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    #[inline]
    pub(super) fn add(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(compounds: &[(u64, &[u8])]) -> Plan<u8> {
        let mut plan = Plan::default();
        for &(phase, actions) in compounds {
            plan.begin(phase);
            for &action in actions {
                plan.extend(action);
            }
        }
        plan
    }

    fn written(plan: &Plan<u8>) -> Vec<Vec<u8>> {
        plan.genes().iter().map(|&gene| plan.choices(gene).to_vec()).collect()
    }

    #[test]
    fn a_shift_keeps_every_gene() {
        let parent = plan(&[(1, &[1]), (1, &[2]), (1, &[3]), (1, &[4])]);
        for (from, to, expected) in [(0, 2, [2, 3, 1, 4]), (3, 1, [1, 4, 2, 3]), (2, 2, [1, 2, 3, 4])] {
            let mut child = Plan::default();
            child.shift(&parent, from, to);
            assert_eq!(written(&child), expected.map(|action| vec![action]), "from {from} to {to}");
        }
    }

    #[test]
    fn a_child_of_two_has_each_beginning_once() {
        let one = plan(&[(1, &[1, 10]), (1, &[2, 20]), (1, &[3, 30])]);
        let other = plan(&[(1, &[3, 31]), (1, &[1, 11]), (1, &[4, 41])]);
        let mut dice = Dice::new(3);
        let mut child = Plan::default();
        for _ in 0..50 {
            child.cross(&one, &other, &mut dice);
            let mut firsts: Vec<u8> = written(&child).iter().map(|choices| choices[0]).collect();
            firsts.sort_unstable();
            let count = firsts.len();
            firsts.dedup();
            assert_eq!(firsts.len(), count, "{child:?}");
            assert!(firsts.contains(&1) && firsts.contains(&3), "what both parents do is inherited: {child:?}");
        }
    }

    #[test]
    fn a_mutation_changes_little() {
        let parent = plan(&[(1, &[1, 10]), (1, &[2, 20]), (2, &[3, 30])]);
        let mut dice = Dice::new(9);
        let mut child = Plan::default();
        for _ in 0..200 {
            child.mutate(&parent, 1, &mut dice);
            assert!(child.len().abs_diff(parent.len()) <= 1, "{child:?}");
            let kept = parent.genes().iter().filter(|&&gene| written(&child).iter().any(|other| *other == parent.choices(gene))).count();
            assert!(kept + 1 >= parent.len(), "{child:?}");
        }
    }

    #[test]
    fn a_plan_has_a_limit() {
        let mut plan = Plan::default();
        for _ in 0..GENES {
            assert!(plan.begin(0));
            plan.extend(0);
        }
        assert!(!plan.begin(0));
        let mut played = Played::first(GENES - 1);
        assert!(played.has(GENES - 2) && !played.has(GENES - 1));
        played.add(GENES - 1);
        assert!(played.has(GENES - 1));
    }
}
