//! Environments: one game stepped by an agent, and many in parallel.

#![allow(clippy::float_cmp, reason = "rewards and the toy's observations are exact small integers")]

use ndarray::{Array2, Axis as Dim};
use stavka_engine::env::{
    AutoresetMode, Batch, BatchError, BatchMut, Controlled, Env, EnvError, ObservationsMut, Opponent, Step, VecEnv, VecEnvError,
    episode_seed,
};
use stavka_engine::observation::{Observation, Observe as _, TOKEN_WIDTH};
use stavka_engine::{Dice, Game, Side, Turn, View};

use crate::bridgehead::{Bridgehead, MAP};
use crate::toy::{Toy, ToyAction, scenario};

const ROUNDS: u8 = 5;

fn env() -> Env<Toy> {
    Env::new(scenario(ROUNDS))
}

/// Plays with `policy` choosing an index among so many legal actions, and gives every step, the
/// reset's first.
fn episode(env: &mut Env<Toy>, seed: u64, mut policy: impl FnMut(usize) -> usize) -> Vec<Step> {
    let mut steps = vec![env.reset(seed).expect("the toy can be reset")];
    while !steps[steps.len() - 1].ended() {
        let index = policy(env.legal_actions().len());
        steps.push(env.step(index).expect("the index is legal"));
    }
    steps
}

fn random_policy(seed: u64) -> impl FnMut(usize) -> usize {
    let mut dice = Dice::new(seed);
    move |legal| dice.below(legal as u32) as usize
}

/// Picks by the parity of its own turn count, so that it would notice a missing `new_game`, and
/// reaches into its dice `greed` times per choice.
struct Moody {
    choices: usize,
    greed: u32,
}

impl Opponent<Toy> for Moody {
    fn choose(&mut self, view: View<'_, Toy>, legal: &[ToyAction], dice: &mut Dice) -> ToyAction {
        assert_eq!(view.turn(), Turn::Player(view.viewer()));
        (0..self.greed).for_each(|_| _ = dice.bits());
        self.choices += 1;
        legal[self.choices % legal.len()]
    }

    fn new_game(&mut self) {
        self.choices = 0;
    }
}

fn moody(greed: u32) -> Box<dyn Opponent<Toy> + Send> {
    Box::new(Moody { choices: 0, greed })
}

#[test]
fn an_environment_must_be_reset_before_it_is_stepped() {
    let mut env = env();
    assert!(env.legal_actions().is_empty());
    assert_eq!(env.step(0), Err(EnvError::NotReset));
    assert_eq!(env.step_action(ToyAction::Hide(0)), Err(EnvError::NotReset));
}

#[test]
fn an_index_out_of_range_is_refused_and_changes_nothing() {
    let mut env = env();
    env.reset(1).unwrap();
    let hash = env.game().state_hash();
    assert_eq!(env.step(4), Err(EnvError::ActionOutOfRange { index: 4, legal: 4 }));
    assert_eq!(env.game().state_hash(), hash);
    assert!(env.step(3).is_ok());
}

#[test]
fn an_illegal_action_is_refused_with_reason_and_rule() {
    let mut env = env();
    env.reset(1).unwrap();
    env.step_action(ToyAction::Hide(2)).unwrap();
    env.step_action(ToyAction::Pick(3)).unwrap();
    env.step_action(ToyAction::Pick(3)).unwrap();
    let error = env.step_action(ToyAction::Pick(3)).unwrap_err();
    assert_eq!(error.to_string(), "Pick(3) is illegal: 3 was this player's last pick [rule 2]");
    assert!(env.step_action(ToyAction::Pick(1)).is_ok());
}

#[test]
fn an_episode_that_is_over_cannot_be_stepped() {
    let mut env = env();
    let last = *episode(&mut env, 1, |_| 0).last().unwrap();
    assert!(last.terminated && !last.truncated);
    assert_eq!(last.to_act, None);
    assert!(env.legal_actions().is_empty());
    assert_eq!(env.step(0), Err(EnvError::EpisodeOver));
    assert_eq!(env.step_action(ToyAction::Pick(1)), Err(EnvError::EpisodeOver));
    assert!(env.reset(2).is_ok());
}

#[test]
fn an_agent_never_meets_a_die() {
    let mut env = env();
    let mut policy = random_policy(3);
    let mut step = env.reset(9).unwrap();
    while !step.ended() {
        let side = step.to_act.expect("somebody acts until the end");
        assert_eq!(env.game().turn(), Turn::Player(side));
        assert_eq!(env.viewer(), side);
        assert!(!env.legal_actions().iter().any(|action| matches!(action, ToyAction::Die(_))));
        step = env.step(policy(env.legal_actions().len())).unwrap();
    }
    assert_eq!(step.info.decisions, 1 + 2 * u32::from(ROUNDS));
    assert_eq!(step.info.dice_rolled, 2 * u32::from(ROUNDS));
    assert_eq!(step.info.game_turn, u16::from(ROUNDS));
}

#[test]
fn rewards_come_at_the_end_only_and_sum_to_zero() {
    let mut seen = [false; 3];
    for seed in 0..200 {
        let steps = episode(&mut env(), seed, random_policy(seed));
        let (last, before) = steps.split_last().unwrap();
        assert!(before.iter().all(|step| step.rewards == [0.0, 0.0] && step.info.outcome.is_none()));
        let outcome = last.info.outcome.expect("the game is over");
        assert_eq!(last.rewards, Side::ALL.map(|side| f32::from(outcome.score(side))));
        assert!(last.rewards[0] + last.rewards[1] == 0.0);
        seen[(outcome.score(Side::Axis) + 1) as usize] = true;
    }
    assert_eq!(seen, [true; 3], "loss, draw and win all occur");
}

#[test]
fn the_same_seed_and_actions_give_the_same_episode_whatever_was_played_before() {
    let build = || env().controlled(Controlled::One(Side::Axis)).opponent(moody(1));
    let fresh = episode(&mut build(), 77, |legal| legal - 1);
    let mut used = build();
    for seed in 0..3 {
        episode(&mut used, seed, |_| 0);
    }
    used.reset(5).unwrap();
    used.step(0).unwrap();
    assert_eq!(episode(&mut used, 77, |legal| legal - 1), fresh);
    assert_eq!(used.seed(), 77);
}

#[test]
fn a_controlled_side_decides_only_for_itself_and_the_opponent_for_the_other() {
    for side in Side::ALL {
        let mut env = env().controlled(Controlled::One(side)).opponent(moody(0));
        let steps = episode(&mut env, 4, |_| 0);
        let (last, before) = steps.split_last().unwrap();
        assert!(before.iter().all(|step| step.to_act == Some(side)));
        assert_eq!(steps.len() - 1, usize::from(ROUNDS) + usize::from(side == Side::Soviet));
        assert_eq!(last.info.decisions, 1 + 2 * u32::from(ROUNDS));
        assert_eq!(env.viewer(), side, "a finished game is seen by the controlled side");
    }
}

#[test]
fn a_missing_opponent_plays_uniformly() {
    let hidden = |seed| {
        let mut env = env().controlled(Controlled::One(Side::Axis));
        env.reset(seed).unwrap();
        let mut globals = [0.0; 4];
        env.observe(Side::Soviet, &mut Observation { planes: &mut [0; 12], globals: &mut globals }).unwrap();
        globals[1] as usize
    };
    let mut counts = [0; 4];
    (0..400).for_each(|seed| counts[hidden(seed)] += 1);
    assert!(counts.iter().all(|&n| n > 60), "{counts:?}");
}

#[test]
fn dice_do_not_depend_on_how_much_randomness_the_opponent_uses() {
    let play = |greed| {
        let mut env = env().controlled(Controlled::One(Side::Soviet)).opponent(moody(greed));
        episode(&mut env, 12, |_| 0)
    };
    assert_eq!(play(0), play(17));
}

#[test]
fn an_opponent_that_breaks_the_rules_ends_the_episode_with_an_error() {
    struct Cheat;
    impl Opponent<Toy> for Cheat {
        fn choose(&mut self, _: View<'_, Toy>, _: &[ToyAction], _: &mut Dice) -> ToyAction {
            ToyAction::Hide(0)
        }
    }
    let mut env = env().controlled(Controlled::One(Side::Soviet)).opponent(Box::new(Cheat));
    env.reset(1).unwrap();
    env.step(0).expect("the Axis has not acted yet");
    let error = env.step(0).unwrap_err();
    assert_eq!(error, EnvError::IllegalOpponent { side: Side::Axis, action: "Hide(0)".to_owned() });
    assert_eq!(env.step(0), Err(EnvError::NotReset));
    assert!(env.legal_actions().is_empty());
    assert!(env.reset(1).is_ok());
}

#[test]
fn a_limit_truncates_at_that_step_and_leaves_a_position_to_value() {
    for (limit, expected) in [(0, 1), (1, 1), (4, 4)] {
        let mut env = env().max_steps(Some(limit));
        let steps = episode(&mut env, 1, |_| 0);
        let last = steps.last().unwrap();
        assert_eq!(steps.len() - 1, expected);
        assert!(last.truncated && !last.terminated);
        assert_eq!(last.rewards, [0.0, 0.0]);
        assert_eq!(last.to_act, Some(env.viewer()));
        assert!(!env.legal_actions().is_empty());
        assert_eq!(env.step(0), Err(EnvError::EpisodeOver));
    }
}

#[test]
fn a_game_that_ends_at_the_limit_is_terminated_and_not_truncated() {
    let decisions = 1 + 2 * u32::from(ROUNDS);
    let steps = episode(&mut env().max_steps(Some(decisions)), 1, |_| 0);
    assert!(steps.last().unwrap().terminated && !steps.last().unwrap().truncated);
}

#[test]
fn tokens_and_mask_follow_the_legal_list_and_overwrite_the_rest() {
    let mut env = env();
    env.reset(1).unwrap();
    env.step_action(ToyAction::Hide(2)).unwrap();
    let (mut tokens, mut mask) = ([99; 5 * TOKEN_WIDTH], [true; 5]);
    env.tokens(&mut tokens).unwrap();
    env.mask(&mut mask).unwrap();
    assert_eq!(env.legal_actions(), [ToyAction::Pick(1), ToyAction::Pick(2), ToyAction::Pick(3)]);
    assert_eq!(mask, [true, true, true, false, false]);
    assert_eq!(tokens[..10], [1, -1, -1, -1, 1, 1, -1, -1, -1, 2]);
    assert_eq!(tokens[15..], [-1; 10]);
}

#[test]
fn an_observation_is_from_the_viewpoint_of_the_side_to_act() {
    let mut env = env();
    env.reset(1).unwrap();
    env.step_action(ToyAction::Hide(2)).unwrap();
    let (mut planes, mut globals) = ([9; 12], [9.0; 4]);
    let mut look = |env: &Env<Toy>| {
        env.observe_actor(&mut Observation { planes: &mut planes, globals: &mut globals }).unwrap();
        globals
    };
    assert_eq!(look(&env), [1.0, 2.0, 0.0, 1.0], "the Soviet player knows the hidden number");
    env.step(0).unwrap();
    assert_eq!(look(&env), [1.0, -1.0, 0.0, 1.0], "the Axis does not");
    assert_eq!(env.view(Side::Axis).viewer(), Side::Axis);
}

#[test]
fn buffers_of_a_wrong_length_are_refused() {
    let mut env = env();
    env.reset(1).unwrap();
    let wrong = |buffer, expected, found| Err(EnvError::BufferLength { buffer, expected, found });
    assert_eq!(env.tokens(&mut [0; 24]), wrong("tokens", 25, 24));
    assert_eq!(env.mask(&mut [false; 6]), wrong("mask", 5, 6));
    let observe = |planes: &mut [u8], globals: &mut [f32]| env.observe_actor(&mut Observation { planes, globals });
    assert_eq!(observe(&mut [0; 11], &mut [0.0; 4]), wrong("planes", 12, 11));
    assert_eq!(observe(&mut [0; 12], &mut [0.0; 5]), wrong("globals", 4, 5));
}

// ---- vectors of environments ----

const SEED: u64 = 1942;
const MODES: [AutoresetMode; 3] = [AutoresetMode::NextStep, AutoresetMode::SameStep, AutoresetMode::Disabled];

/// Environments of different kinds, so that rows end at different steps.
fn build(index: usize, env: Env<Toy>) -> Env<Toy> {
    match index % 4 {
        0 => env,
        1 => env.controlled(Controlled::One(Side::Axis)).opponent(moody(index as u32)),
        2 => env.controlled(Controlled::One(Side::Soviet)),
        _ => env.max_steps(Some(index as u32)),
    }
}

fn vector(count: usize, mode: AutoresetMode) -> VecEnv<Toy> {
    VecEnv::new(scenario(ROUNDS), count, mode, build)
}

/// One legal action per row, drawn from a stream of the row's own.
fn draw_actions(batch: &Batch, dice: &mut [Dice]) -> Vec<u32> {
    let counts = batch.observations.legal_count.iter();
    counts.zip(dice).map(|(&count, dice)| dice.below(count.max(1))).collect()
}

fn row_dice(count: usize) -> Vec<Dice> {
    (0..count).map(|row| Dice::stream(7, row as u64)).collect()
}

fn ended(batch: &Batch) -> Vec<bool> {
    batch.terminated.iter().zip(&batch.truncated).map(|(&terminated, &truncated)| terminated || truncated).collect()
}

/// The batches of a reset and `steps` steps; under `Disabled` ended rows are reset at once.
fn run(mut vector: VecEnv<Toy>, steps: usize) -> Vec<Batch> {
    let mut batch = vector.new_batch();
    let mut dice = row_dice(vector.len());
    vector.reset(SEED, &mut batch).unwrap();
    let mut batches = vec![batch.clone()];
    for _ in 0..steps {
        let actions = draw_actions(&batch, &mut dice);
        vector.step(&actions, &mut batch).unwrap();
        batches.push(batch.clone());
        if vector.mode() == AutoresetMode::Disabled {
            vector.reset_masked(&ended(&batch), &mut batch).unwrap();
            batches.push(batch.clone());
        }
    }
    batches
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// What [`run`] gives, written as a loop over single environments.
fn run_singly(count: usize, mode: AutoresetMode, steps: usize) -> Vec<Batch> {
    let spec = &scenario(ROUNDS).spec;
    let mut batch = match mode {
        AutoresetMode::SameStep => Batch::with_final_observations(count, spec),
        _ => Batch::for_spec(count, spec),
    };
    let mut envs: Vec<Env<Toy>> = (0..count).map(|index| build(index, env())).collect();
    let mut episodes = vec![0; count];
    let mut dice = row_dice(count);
    for (row, env) in envs.iter_mut().enumerate() {
        let step = env.reset(episode_seed(SEED, row, 0)).unwrap();
        write_step(&mut batch, row, &step);
        write_position(&mut batch, row, env, &step, false);
    }
    let mut batches = vec![batch.clone()];
    for _ in 0..steps {
        let actions = draw_actions(&batch, &mut dice);
        let over = ended(&batch);
        for (row, env) in envs.iter_mut().enumerate() {
            let mut next_episode = |env: &mut Env<Toy>| {
                episodes[row] += 1;
                env.reset(episode_seed(SEED, row, episodes[row])).unwrap()
            };
            let mut step =
                if over[row] && mode == AutoresetMode::NextStep { next_episode(env) } else { env.step(actions[row] as usize).unwrap() };
            write_step(&mut batch, row, &step);
            if step.ended() && mode == AutoresetMode::SameStep {
                write_position(&mut batch, row, env, &step, true);
                step = next_episode(env);
            }
            write_position(&mut batch, row, env, &step, false);
        }
        batches.push(batch.clone());
        if mode == AutoresetMode::Disabled {
            for (row, _) in ended(&batch).into_iter().enumerate().filter(|(_, over)| *over) {
                episodes[row] += 1;
                let step = envs[row].reset(episode_seed(SEED, row, episodes[row])).unwrap();
                write_step(&mut batch, row, &step);
                write_position(&mut batch, row, &envs[row], &step, false);
            }
            batches.push(batch.clone());
        }
    }
    batches
}

fn write_step(batch: &mut Batch, row: usize, step: &Step) {
    batch.rewards.row_mut(row).assign(&ndarray::aview1(&step.rewards));
    batch.terminated[row] = step.terminated;
    batch.truncated[row] = step.truncated;
    batch.infos[row] = step.info;
}

fn write_position(batch: &mut Batch, row: usize, env: &Env<Toy>, step: &Step, last: bool) {
    let out = if last { batch.final_observations.as_mut().unwrap() } else { &mut batch.observations };
    let (mut planes, mut globals) = (out.planes.index_axis_mut(Dim(0), row), out.globals.row_mut(row));
    let planes = planes.as_slice_mut().unwrap();
    env.observe_actor(&mut Observation { planes: env.spec().changing(planes), globals: globals.as_slice_mut().unwrap() }).unwrap();
    env.tokens(out.tokens.index_axis_mut(Dim(0), row).as_slice_mut().unwrap()).unwrap();
    env.mask(out.mask.row_mut(row).as_slice_mut().unwrap()).unwrap();
    out.legal_count[row] = env.legal_actions().len() as u32;
    out.to_act[row] = step.to_act.map_or(-1, |side| side as i8);
    out.viewer[row] = env.viewer() as i8;
}

#[test]
fn one_thread_four_threads_and_a_loop_of_single_environments_give_identical_batches() {
    for mode in MODES {
        for count in [1, 5, 64] {
            let singly = run_singly(count, mode, 40);
            assert!(singly.iter().any(|batch| ended(batch).contains(&true)), "episodes end in the test");
            assert!(on_threads(1, || run(vector(count, mode), 40)) == singly, "{mode:?}, {count} rows, one thread");
            assert!(on_threads(4, || run(vector(count, mode), 40)) == singly, "{mode:?}, {count} rows, four threads");
        }
    }
}

#[test]
fn a_row_does_not_depend_on_the_number_of_rows() {
    let few = run(vector(3, AutoresetMode::NextStep), 40);
    let many = run(vector(50, AutoresetMode::NextStep), 40);
    for (few, many) in few.iter().zip(&many) {
        for row in 0..3 {
            let (ours, theirs) = (&few.observations, &many.observations);
            assert_eq!(ours.planes.index_axis(Dim(0), row), theirs.planes.index_axis(Dim(0), row));
            assert_eq!(ours.tokens.index_axis(Dim(0), row), theirs.tokens.index_axis(Dim(0), row));
            assert_eq!(few.rewards.row(row), many.rewards.row(row));
            assert_eq!(few.infos[row], many.infos[row]);
        }
    }
}

#[test]
fn no_two_episodes_share_a_seed() {
    let seeds: Vec<u64> =
        (0..40).flat_map(|env| (0..40).flat_map(move |episode| [1, 2].map(|seed0| episode_seed(seed0, env, episode)))).collect();
    let mut distinct = seeds.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), seeds.len());
}

/// A vector of one environment that controls both sides, at the step that ended its first episode.
fn at_the_end(mode: AutoresetMode) -> (VecEnv<Toy>, Batch) {
    let mut vector = VecEnv::<Toy>::new(scenario(1), 1, mode, |_, env| env);
    let mut batch = vector.new_batch();
    vector.reset(SEED, &mut batch).unwrap();
    while !batch.terminated[0] {
        vector.step(&[0], &mut batch).unwrap();
    }
    assert_eq!(batch.infos[0].decisions, 3);
    assert!(batch.infos[0].outcome.is_some());
    (vector, batch)
}

#[test]
fn next_step_shows_the_last_position_and_then_ignores_one_action() {
    let (mut vector, mut batch) = at_the_end(AutoresetMode::NextStep);
    assert_eq!((batch.observations.to_act[0], batch.observations.legal_count[0]), (-1, 0));
    assert_eq!(batch.observations.viewer[0], 0, "the Axis decided last");
    assert!(batch.observations.mask.iter().all(|&legal| !legal));
    vector.step(&[u32::MAX], &mut batch).unwrap();
    assert!(!batch.terminated[0] && !batch.truncated[0]);
    assert_eq!(batch.rewards, Array2::zeros((1, 2)));
    assert_eq!(batch.infos[0].decisions, 0);
    assert_eq!(batch.observations.legal_count[0], 4);
    assert_eq!(vector.env(0).seed(), episode_seed(SEED, 0, 1));
}

#[test]
fn same_step_shows_the_next_episode_and_keeps_the_last_position_aside() {
    let (mut vector, mut batch) = at_the_end(AutoresetMode::SameStep);
    let last = batch.final_observations.as_ref().unwrap();
    assert_eq!((last.to_act[0], last.legal_count[0], last.viewer[0]), (-1, 0, 0));
    assert_eq!(last.globals[[0, 3]], 0.0);
    assert!(last.planes.iter().any(|&score| score > 0), "the last position has scores");
    assert!(batch.observations.planes.iter().all(|&score| score == 0), "the next episode has none");
    assert_eq!((batch.observations.to_act[0], batch.observations.legal_count[0]), (1, 4));
    vector.step(&[0], &mut batch).unwrap();
    assert_eq!(batch.infos[0].decisions, 1);
    assert!(!batch.terminated[0]);
}

#[test]
fn disabled_waits_for_the_caller_to_reset() {
    let (mut vector, mut batch) = at_the_end(AutoresetMode::Disabled);
    let before = batch.clone();
    let refused = Err(VecEnvError::Env { index: 0, source: EnvError::EpisodeOver });
    assert_eq!(vector.step(&[0], &mut batch), refused);
    vector.reset_masked(&[false], &mut batch).unwrap();
    assert_eq!(batch, before, "a row that is not in the mask stays");
    vector.reset_masked(&[true], &mut batch).unwrap();
    assert!(!batch.terminated[0]);
    assert_eq!(vector.step(&[0], &mut batch), Ok(()));
}

#[test]
fn one_bad_action_steps_nothing() {
    let mut vector = vector(6, AutoresetMode::NextStep);
    let mut batch = vector.new_batch();
    vector.reset(SEED, &mut batch).unwrap();
    let before = batch.clone();
    let hashes = |vector: &VecEnv<Toy>| (0..6).map(|row| vector.env(row).game().state_hash()).collect::<Vec<_>>();
    let positions = hashes(&vector);
    let error = vector.step(&[0, 0, 0, 9, 0, 9], &mut batch).unwrap_err();
    assert_eq!(error.to_string(), "environment 3: action 9 is out of range: there are 4 legal actions");
    assert_eq!(batch, before);
    assert_eq!(hashes(&vector), positions);
}

#[test]
fn a_vector_must_be_reset_before_it_is_stepped() {
    let mut vector = vector(2, AutoresetMode::Disabled);
    let mut batch = vector.new_batch();
    assert_eq!(vector.step(&[0, 0], &mut batch), Err(VecEnvError::NotReset));
    assert_eq!(vector.reset_masked(&[true, true], &mut batch), Err(VecEnvError::NotReset));
}

/// The memory of a batch, as somebody would own it who knows no arrays.
struct Memory(Batch);

impl Memory {
    fn observations(seen: &mut stavka_engine::env::Observations) -> ObservationsMut<'_> {
        ObservationsMut {
            planes: seen.planes.as_slice_mut().unwrap(),
            globals: seen.globals.as_slice_mut().unwrap(),
            tokens: seen.tokens.as_slice_mut().unwrap(),
            mask: seen.mask.as_slice_mut().unwrap(),
            legal_count: seen.legal_count.as_slice_mut().unwrap(),
            to_act: seen.to_act.as_slice_mut().unwrap(),
            viewer: seen.viewer.as_slice_mut().unwrap(),
        }
    }

    fn lent(&mut self) -> BatchMut<'_> {
        let Memory(batch) = self;
        BatchMut {
            observations: Memory::observations(&mut batch.observations),
            final_observations: batch.final_observations.as_mut().map(Memory::observations),
            rewards: batch.rewards.as_slice_mut().unwrap(),
            terminated: batch.terminated.as_slice_mut().unwrap(),
            truncated: batch.truncated.as_slice_mut().unwrap(),
            infos: batch.infos.as_slice_mut().unwrap(),
        }
    }
}

#[test]
fn memory_of_the_caller_is_written_like_a_batch() {
    for mode in MODES {
        let (mut ours, mut theirs) = (vector(3, mode), vector(3, mode));
        let mut batch = ours.new_batch();
        let mut memory = Memory(batch.clone());
        ours.reset(SEED, &mut batch).unwrap();
        theirs.reset_into(SEED, memory.lent()).unwrap();
        for _ in 0..30 {
            assert!(memory.0 == batch, "{mode:?}");
            let over = ended(&batch);
            if mode == AutoresetMode::Disabled && over.contains(&true) {
                ours.reset_masked(&over, &mut batch).unwrap();
                theirs.reset_masked_into(&over, memory.lent()).unwrap();
            }
            ours.step(&[0; 3], &mut batch).unwrap();
            theirs.step_into(&[0; 3], memory.lent()).unwrap();
        }
    }
}

#[test]
fn memory_of_a_wrong_length_is_refused_and_nothing_is_stepped() {
    let mut vector = vector(2, AutoresetMode::NextStep);
    let mut memory = Memory(vector.new_batch());
    vector.reset_into(SEED, memory.lent()).unwrap();
    let states = |vector: &VecEnv<Toy>| [0, 1].map(|row| vector.env(row).game().state_hash());
    let before = (memory.0.clone(), states(&vector));
    let mut lent = memory.lent();
    lent.observations.mask = &mut [];
    let wrong = BatchError::Shape { array: "mask", expected: vec![10], found: vec![0] };
    assert_eq!(vector.step_into(&[0; 2], lent), Err(wrong.into()));
    let mut lent = memory.lent();
    lent.rewards = &mut lent.rewards[..3];
    let wrong = BatchError::Shape { array: "rewards", expected: vec![4], found: vec![3] };
    assert_eq!(vector.step_into(&[0; 2], lent), Err(wrong.into()));
    assert!((memory.0, states(&vector)) == before);
}

#[test]
fn a_batch_that_does_not_fit_is_refused_by_name_of_the_array() {
    let mut vector = vector(2, AutoresetMode::NextStep);
    let fresh = vector.new_batch();
    let mut batch = fresh.clone();
    batch.observations.tokens = ndarray::Array3::zeros((2, 4, TOKEN_WIDTH));
    let error = vector.reset(SEED, &mut batch).unwrap_err();
    assert_eq!(error.to_string(), "batch array `tokens` has shape [2, 4, 5]; expected [2, 5, 5]");
    let mut batch = fresh.clone();
    batch.rewards = Array2::zeros((2, 2)).reversed_axes();
    assert_eq!(vector.reset(SEED, &mut batch), Err(BatchError::Layout { array: "rewards" }.into()));
    let mut batch = Batch::for_spec(3, vector.spec());
    assert!(matches!(vector.reset(SEED, &mut batch), Err(VecEnvError::Batch(BatchError::Shape { .. }))));
}

#[test]
fn lists_of_a_wrong_length_are_refused() {
    let mut vector = vector(2, AutoresetMode::NextStep);
    let mut batch = vector.new_batch();
    vector.reset(SEED, &mut batch).unwrap();
    let error = vector.step(&[0], &mut batch).unwrap_err();
    assert_eq!(error, VecEnvError::Length { list: "actions", expected: 2, found: 1 });
    let error = vector.reset_masked(&[true; 3], &mut batch).unwrap_err();
    assert_eq!(error, VecEnvError::Length { list: "reset_mask", expected: 2, found: 3 });
}

#[test]
fn same_step_needs_buffers_for_final_observations() {
    let mut vector = vector(2, AutoresetMode::SameStep);
    let mut batch = Batch::for_spec(2, vector.spec());
    vector.reset(SEED, &mut batch).unwrap();
    assert_eq!(vector.step(&[0, 0], &mut batch), Err(BatchError::NoFinalObservations.into()));
}

#[test]
fn a_vector_of_no_environments_does_nothing() {
    let mut vector = vector(0, AutoresetMode::NextStep);
    let mut batch = vector.new_batch();
    vector.reset(SEED, &mut batch).unwrap();
    assert_eq!(vector.step(&[], &mut batch), Ok(()));
    assert!(vector.is_empty());
}

/// Whole observations in every row, whether its episode goes on or has just begun; also in a batch whose arrays were cleared
/// before the reset.
#[test]
fn batches_hold_the_static_planes_too() {
    for mode in MODES {
        let mut envs = VecEnv::<Bridgehead>::new(&MAP, 3, mode, |_, env| env.max_steps(Some(5)));
        let mut batch = envs.new_batch();
        batch.observations.planes.fill(7);
        let spec = envs.spec();
        let mut numbers = vec![0.0; spec.plane_len()];
        envs.reset(SEED, &mut batch).unwrap();
        for _ in 0..12 {
            for row in 0..3 {
                let env = envs.env(row);
                let (planes, globals) = env.game().observed(env.viewer());
                spec.scale(batch.observations.planes.index_axis(Dim(0), row).as_slice().expect("a row"), &mut numbers);
                assert_eq!(numbers, planes, "{mode:?}");
                assert_eq!(batch.observations.globals.row(row).as_slice(), Some(globals.as_slice()), "{mode:?}");
            }
            if mode == AutoresetMode::Disabled && batch.truncated[0] {
                envs.reset_masked(&[true; 3], &mut batch).unwrap();
            }
            envs.step(&[0; 3], &mut batch).unwrap();
            if let Some(last) = &batch.final_observations {
                let known = &Bridgehead::observation_spec(&MAP).static_planes;
                assert!(last.planes.index_axis(Dim(0), 2).as_slice().is_some_and(|planes| planes.starts_with(known)));
            }
        }
    }
}
