"""Vectors of environments: their modes, their arrays, and agreement with single environments."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import stavka
from stavka._vector import arrays

MODES = list(AutoresetMode)


def first_legal(envs):
    return np.zeros(envs.num_envs, np.int64)


def choices(envs, dice):
    counts = np.maximum(envs.arrays["legal_count"], 1)
    return (dice.random(envs.num_envs) * counts).astype(np.int64)


@pytest.mark.smallest
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
def test_modes_do_what_gymnasium_says(game, scenario, mode, dice):
    envs = stavka.make_vec(game, 3, scenario=scenario, autoreset=mode, max_steps=4)
    assert envs.metadata["autoreset_mode"] is mode
    observations, infos = envs.reset(seed=5)
    assert envs.observation_space.contains(observations)
    steps = np.zeros(3, int)
    for _ in range(12):
        over = (envs.arrays["terminated"] | envs.arrays["truncated"]).copy()
        if mode is AutoresetMode.DISABLED and over.any():
            with pytest.raises(stavka.StavkaError, match="over"):
                envs.step(choices(envs, dice))
            envs.reset(options={"reset_mask": over})
            over[:] = False
        observations, rewards, terminated, truncated, infos = envs.step(choices(envs, dice))
        assert envs.observation_space.contains(observations)
        # The row that begins its next episode takes no step of it.
        steps = np.where(over & (mode is AutoresetMode.NEXT_STEP), 0, steps + 1)
        assert (truncated == (steps == 4)).all(), "each episode has its four steps"
        steps[truncated] = 0
        if mode is AutoresetMode.NEXT_STEP:
            assert not (terminated | truncated)[over].any() and (rewards[over] == 0).all()
        if mode is AutoresetMode.SAME_STEP and (terminated | truncated).any():
            rows = np.flatnonzero(terminated | truncated)
            assert (infos["_final_obs"] == (terminated | truncated)).all()
            for row in rows:
                assert envs.single_observation_space.contains(infos["final_obs"][row])
                assert not np.array_equal(infos["final_obs"][row]["globals"], observations["globals"][row])


@pytest.mark.smallest
def test_a_row_plays_as_a_vector_of_one_does(game, scenario, dice):
    many = stavka.make_vec(game, 4, scenario=scenario)
    one = stavka.make_vec(game, 1, scenario=scenario)
    many.reset(seed=9)
    one.reset(seed=9)
    for _ in range(50):
        chosen = choices(many, dice)
        ours, theirs = many.step(chosen), one.step(chosen[:1])
        for name in ours[0]:
            assert np.array_equal(ours[0][name][:1], theirs[0][name])
        assert ours[1][0] == theirs[1][0] and ours[2][0] == theirs[2][0]


@pytest.mark.smallest
def test_the_number_of_threads_changes_nothing(game, scenario, dice):
    envs = [stavka.make_vec(game, 8, scenario=scenario, threads=threads) for threads in (1, 4)]
    for each in envs:
        each.reset(seed=2)
    for _ in range(30):
        chosen = choices(envs[0], dice)
        ours, theirs = (each.step(chosen) for each in envs)
        assert all(np.array_equal(ours[0][name], theirs[0][name]) for name in ours[0])


def test_arrays_of_the_caller_are_written_and_never_copied():
    spec = stavka.spec("armir")
    mine = arrays(spec, 4)
    envs = stavka.make_vec("armir", 4, out=mine)
    observations, _ = envs.reset(seed=1)
    for _ in range(3):
        for name in ("planes", "globals", "tokens"):
            assert observations[name].__array_interface__["data"] == mine[name].__array_interface__["data"]
        observations = envs.step(first_legal(envs))[0]
    assert np.array_equal(mine["planes"][:, : len(spec.static_planes)], np.broadcast_to(spec.static_planes, (4, *spec.static_planes.shape)))


def test_copies_stay_as_they_are():
    envs = stavka.make_vec("armir", 2)
    before, _ = envs.reset(seed=1)
    kept = {name: array.copy() for name, array in before.items()}
    for _ in range(5):
        envs.step(first_legal(envs))
    assert all(np.array_equal(kept[name], before[name]) for name in kept)


def wrong(name, change):
    mine = arrays(stavka.spec("armir"), 2)
    mine[name] = change(mine[name])
    return mine


@pytest.mark.parametrize(
    "mine",
    [
        wrong("planes", lambda array: array.astype(np.float32)),
        wrong("planes", lambda array: array[:1]),
        wrong("tokens", lambda array: np.asfortranarray(array)),
        wrong("rewards", lambda array: array[:, :1]),
        wrong("action_mask", lambda array: array.view(np.int8)),
    ],
    ids=["type", "rows", "order", "width", "mask"],
)
def test_arrays_that_do_not_fit_are_refused(mine):
    with pytest.raises(ValueError, match="expected an array of"):
        stavka.make_vec("armir", 2, out=mine)


def test_a_missing_and_a_read_only_array_are_refused():
    mine = arrays(stavka.spec("armir"), 2)
    del mine["globals"]
    with pytest.raises(ValueError, match="'globals'|\"globals\""):
        stavka.make_vec("armir", 2, out=mine)
    mine = arrays(stavka.spec("armir"), 2)
    mine["planes"].flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        stavka.make_vec("armir", 2, out=mine)


@pytest.mark.smallest
def test_a_wrong_action_steps_nothing(game, scenario):
    envs = stavka.make_vec(game, 2, scenario=scenario)
    envs.reset(seed=1)
    before = {name: array.copy() for name, array in envs.arrays.items()}
    for bad in ([0, 10**6], [0, -1]):
        with pytest.raises(IndexError, match=f"environment 1: action {bad[1]} is out of range"):
            envs.step(np.array(bad))
    with pytest.raises(ValueError, match="3 entries"):
        envs.step(np.zeros(3, np.int64))
    assert all(np.array_equal(before[name], envs.arrays[name]) for name in before)


@pytest.mark.smallest
def test_both_sides_can_be_yours(game, scenario, dice):
    envs = stavka.make_vec(game, 2, scenario=scenario, side=None)
    _, infos = envs.reset(seed=1)
    seen = set()
    for _ in range(4000):
        _, _, terminated, _, infos = envs.step(choices(envs, dice))
        seen |= set(infos["to_act"].tolist())
        for row in np.flatnonzero(terminated):
            assert infos["rewards"][row].sum() == 0
    assert {0, 1} <= seen


@pytest.mark.smallest
def test_ids_step_a_vector_too(game, scenario, dice):
    slots = stavka.make_vec(game, 3, scenario=scenario)
    ids = stavka.make_vec(game, 3, scenario=scenario, actions="ids")
    slots.reset(seed=6)
    ids.reset(seed=6)
    for _ in range(40):
        chosen = choices(slots, dice)
        named = ids.ids()[np.arange(3), chosen]
        masks = ids.action_masks()
        assert (masks.sum(axis=1) == slots.arrays["legal_count"]).all()
        over = slots.arrays["terminated"] | slots.arrays["truncated"]
        named[over] = 0
        ours, theirs = slots.step(chosen), ids.step(named)
        assert np.array_equal(ours[0]["planes"], theirs[0]["planes"])
    illegal = int(np.flatnonzero(ids.action_masks()[1] == 0)[0])
    if not (ids.arrays["terminated"] | ids.arrays["truncated"]).any():
        with pytest.raises(stavka.IllegalActionError, match="environment 1"):
            ids.step(np.array([ids.ids()[0, 0], illegal, ids.ids()[2, 0]]))


def test_what_there_is_not_is_refused():
    with pytest.raises(ValueError, match="from 1"):
        stavka.make_vec("armir", 0)
    with pytest.raises(ValueError):
        stavka.make_vec("armir", 1, autoreset="Never")
    with pytest.raises(TypeError, match="neither copied nor pickled"):
        import pickle

        pickle.dumps(stavka.make_vec("armir", 1))
