//! Games from a seed: who chooses, and the walk from the first position to the last.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;
use stavka_engine::Dice;
use stavka_engine::game::{Scenario as _, Turn};
use stavka_engine::record::DICE_STREAM;

use super::{Finding, Playable, place_of};

/// Number of the dice stream of a seed by which a walk chooses for both players.
const CHOICE_STREAM: u64 = 0x70c0;
/// Number of the dice stream of a seed by which positions are picked for a visit.
const VISIT_STREAM: u64 = 0x0b5e;

/// Every so many seeds the walk begins in one of the game's studies.
const STUDY_SHARE: u64 = 5;

/// How a walk chooses among the legal actions. Uniform play ends games early and seldom reaches long
/// chains of choices; the others reach what it does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Policy {
    /// Every action alike.
    Uniform,
    /// Every verb alike, then every action of the verb alike.
    ByVerb,
    /// As `Uniform`, but seldom declines or ends a phase.
    Busy,
    /// As `ByVerb`, but seldom declines or ends a phase.
    BusyByVerb,
}

impl Policy {
    pub(crate) const ALL: [Policy; 4] = [Policy::Uniform, Policy::ByVerb, Policy::Busy, Policy::BusyByVerb];

    /// The policy that belongs to a seed.
    pub(crate) fn of(seed: u64) -> Policy {
        Policy::ALL[(seed % 4) as usize]
    }

    /// An action out of a legal list that is not empty.
    pub(crate) fn choose<G: Playable>(self, game: &G, legal: &[G::Action], dice: &mut Dice) -> G::Action {
        let pick = |dice: &mut Dice| match self {
            Policy::Uniform | Policy::Busy => dice.choose(legal),
            Policy::ByVerb | Policy::BusyByVerb => {
                let verbs = legal.iter().fold(0u64, |verbs, &action| verbs | 1 << game.token(action).verb);
                let wanted = nth_bit(verbs, dice.below(verbs.count_ones()));
                let of_verb = |action: &&G::Action| game.token(**action).verb as u32 == wanted;
                let count = legal.iter().filter(of_verb).count() as u32;
                *legal.iter().filter(of_verb).nth(dice.below(count) as usize).expect("the draw is below the count")
            }
        };
        let mut action = pick(dice);
        if matches!(self, Policy::Busy | Policy::BusyByVerb) {
            for _ in 0..3 {
                if G::observation_spec(game.scenario()).verbs[game.token(action).verb as usize].name != "done" {
                    break;
                }
                action = pick(dice);
            }
        }
        action
    }
}

fn nth_bit(mut bits: u64, n: u32) -> u32 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros()
}

/// A game on its way from a seed.
pub(crate) struct Walk<G: Playable> {
    pub(crate) game: G,
    /// The legal list of the position.
    pub(crate) legal: Vec<G::Action>,
    /// Actions so far.
    pub(crate) count: usize,
    pub(crate) seed: u64,
    policy: Policy,
    dice: Dice,
    choices: Dice,
}

impl<G: Playable> Walk<G> {
    pub(crate) fn new(scenario: &'static G::Scenario, seed: u64) -> Self {
        Walk::with(scenario, seed, Policy::of(seed))
    }

    pub(crate) fn with(scenario: &'static G::Scenario, seed: u64, policy: Policy) -> Self {
        let mut studies = G::studies(scenario);
        let study = if seed.is_multiple_of(STUDY_SHARE) && !studies.is_empty() {
            Some((seed / STUDY_SHARE) as usize % studies.len())
        } else {
            None
        };
        let mut walk = Walk {
            game: study.map_or_else(|| G::new(scenario), |index| studies.swap_remove(index)),
            legal: Vec::new(),
            count: 0,
            seed,
            policy,
            dice: Dice::stream(seed, DICE_STREAM),
            choices: Dice::stream(seed, CHOICE_STREAM),
        };
        walk.game.legal_actions(&mut walk.legal);
        walk
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.turn() == Turn::Over
    }

    /// The next action, by dice or by policy.
    pub(crate) fn next(&mut self) -> G::Action {
        assert!(!self.legal.is_empty(), "{}: no legal action, asked {:?}", self.here(), self.game.prompt());
        match self.game.turn() {
            Turn::Chance => self.game.draw(&self.legal, &mut self.dice),
            _ => self.policy.choose(&self.game, &self.legal, &mut self.choices),
        }
    }

    /// Applies an action and lists what is legal after it.
    pub(crate) fn apply(&mut self, action: G::Action) {
        self.game.apply(action);
        self.count += 1;
        assert!(self.count <= self.game.scenario().max_actions(), "{}: longer than the scenario allows", self.here());
        self.game.legal_actions(&mut self.legal);
    }

    pub(crate) fn step(&mut self) {
        let action = self.next();
        self.apply(action);
    }

    /// Goes on by `actions`, or to the end of the game.
    pub(crate) fn advance(&mut self, actions: usize) {
        for _ in 0..actions {
            if self.is_over() {
                return;
            }
            self.step();
        }
    }

    pub(crate) fn here(&self) -> String {
        place_of::<G>(self.game.scenario(), self.seed, self.count)
    }

    /// Fails the test with the place if something was found.
    pub(crate) fn demand(&self, finding: Finding) {
        if let Err(problem) = finding {
            panic!("{} ({}): {problem}", self.here(), self.game.prompt());
        }
    }
}

/// By how much the numbers of games are multiplied: `STAVKA_PROPERTY_FACTOR` in the environment, or 1.
pub(crate) fn factor() -> u64 {
    std::env::var("STAVKA_PROPERTY_FACTOR").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// Runs a test of one seed on many seeds, fewer where games are long, and fails with scenario and seed if one of them fails.
pub(crate) fn over_seeds<G: Playable>(scenario: &'static G::Scenario, seeds: Range<u64>, test: impl Fn(u64) + Sync) {
    let seeds = seeds.start..seeds.start + ((seeds.end - seeds.start) * factor()).div_ceil(G::one_in(scenario));
    // A panic is carried to this thread by hand: the test harness captures what a thread of the pool
    // prints for whichever test started the pool.
    let failure = seeds.into_par_iter().find_map_first(|seed| {
        let caught = catch_unwind(AssertUnwindSafe(|| test(seed))).err()?;
        let words = caught.downcast_ref::<String>().map(String::as_str).or_else(|| caught.downcast_ref::<&str>().copied());
        Some(format!("{} fails: {}", place_of::<G>(scenario, seed, 0), words.unwrap_or("a panic without words")))
    });
    if let Some(failure) = failure {
        panic!("{failure}");
    }
}

/// How many times fewer positions of a game are looked at because even one game is more than the share of its scenario.
pub(crate) fn thinned<G: Playable>(scenario: &'static G::Scenario, seeds: &Range<u64>) -> u32 {
    G::one_in(scenario).div_ceil((seeds.end - seeds.start) * factor()).max(1) as u32
}

/// Visits positions of random games, about `every` actions apart; farther apart where even one game is more than its share.
pub(crate) fn visit<G: Playable>(
    scenario: &'static G::Scenario,
    seeds: Range<u64>,
    every: u32,
    test: impl Fn(&mut Walk<G>, &mut Dice) + Sync,
) {
    let every = every * thinned::<G>(scenario, &seeds);
    over_seeds::<G>(scenario, seeds, |seed| {
        let mut walk = Walk::<G>::new(scenario, seed);
        let mut dice = Dice::stream(seed, VISIT_STREAM);
        while !walk.is_over() {
            walk.advance(dice.below(2 * every) as usize);
            test(&mut walk, &mut dice);
        }
    });
}
