"""Environments of Gymnasium, by its own checker and by what it documents."""

import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from conftest import random_step
from gymnasium.utils.env_checker import check_env, data_equivalence

import stavka


@pytest.mark.parametrize("actions", ["slots", "ids"])
def test_the_checker_of_gymnasium_is_content(game, scenario, actions):
    options = dict(scenario=scenario, actions=actions, opponent="random", render_mode="ansi")
    env = gymnasium.make(f"stavka/{game}-v0", disable_env_checker=True, **options).unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Numbers without a bound are what globals are.
        warnings.filterwarnings("ignore", message=".*(infinity|not within the observation space).*")
        check_env(env)


@pytest.mark.smallest
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_a_game_goes_to_its_end_and_pays_once(game, scenario, side, dice):
    env = stavka.make(game, scenario=scenario, side=side)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        rewards, over = [], False
        while not over:
            observation, reward, terminated, truncated, info = random_step(env, info, dice)
            over = terminated or truncated
            rewards.append(reward)
            assert over or info["viewer"] == env.seat
        assert terminated and not truncated and set(rewards[:-1]) <= {0.0}
        margin = info["margin"] if side == "axis" else -info["margin"]
        assert rewards[-1] in (-1.0, 0.0, 1.0) and rewards[-1] * margin >= 0, "nobody wins behind"
        assert isinstance(info["level"], str)
        assert not info["action_mask"].any() and env.observation_space.contains(observation)
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(0)


@pytest.mark.smallest
def test_the_margin_is_the_other_reward(game, scenario, dice):
    results = {}
    for reward in ("result", "margin"):
        env = stavka.make(game, scenario=scenario, side="axis", reward=reward)
        _, info = env.reset(seed=3)
        over, choices = False, np.random.default_rng(5)
        while not over:
            _, results[reward], terminated, truncated, info = random_step(env, info, choices)
            over = terminated or truncated
    assert results["margin"] == info["margin"] and abs(results["result"]) <= 1


@pytest.mark.smallest
def test_truncation_is_not_termination(game, scenario, dice):
    env = stavka.make(game, scenario=scenario, max_steps=3)
    _, info = env.reset(seed=1)
    ends = []
    for _ in range(3):
        _, reward, terminated, truncated, info = random_step(env, info, dice)
        ends.append((reward, terminated, truncated))
    assert ends == [(0.0, False, False)] * 2 + [(0.0, False, True)]
    assert info["action_mask"].any(), "a truncated position can be valued"


@pytest.mark.smallest
def test_an_illegal_action_loses_or_is_refused(game, scenario):
    env = stavka.make(game, scenario=scenario)
    _, info = env.reset(seed=1)
    illegal = int(info["action_mask"].sum())
    assert env.step(illegal)[1:4] == (-1.0, True, False)
    env = stavka.make(game, scenario=scenario, illegal="error")
    env.reset(seed=1)
    for action in (illegal, -1, 10**9):
        with pytest.raises(stavka.IllegalActionError, match="not legal now"):
            env.step(action)
    assert env.step(0)[1] == 0.0, "the game is as before"


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"])
def test_a_copy_in_the_middle_of_a_game_goes_on_alike(game, scenario, way, dice):
    env = stavka.make(game, scenario=scenario, opponent="random")
    _, info = env.reset(seed=11)
    for _ in range(20):
        _, _, terminated, _, info = random_step(env, info, dice)
        if terminated:
            return
    twin = way(env)
    for _ in range(20):
        action = int(np.flatnonzero(info["action_mask"])[0])
        ours, theirs = env.step(action), twin.step(action)
        assert data_equivalence(ours[0], theirs[0], exact=True) and ours[1:4] == theirs[1:4]
        if ours[2]:
            return
        info = ours[4]


def test_a_player_by_the_clock_is_not_copied():
    env = stavka.make("bolt-action", scenario="duel", opponent="mcts:time=1s")
    with pytest.raises(TypeError, match="by the clock"):
        pickle.dumps(env)


@pytest.mark.smallest
def test_slots_and_ids_are_two_names_of_the_same_actions(game, scenario, dice):
    by_slot = stavka.make(game, scenario=scenario, actions="slots")
    by_id = stavka.make(game, scenario=scenario, actions="ids")
    _, slots = by_slot.reset(seed=4)
    _, ids = by_id.reset(seed=4)
    for _ in range(60):
        names = {by_slot.notation(slot) for slot in np.flatnonzero(slots["action_mask"])}
        chosen = int(dice.choice(np.flatnonzero(ids["action_mask"])))
        assert names == {by_id.notation(action) for action in np.flatnonzero(ids["action_mask"])}
        slot = next(slot for slot in np.flatnonzero(slots["action_mask"]) if by_slot.notation(slot) == by_id.notation(chosen))
        ours, theirs = by_slot.step(int(slot)), by_id.step(chosen)
        assert ours[1:4] == theirs[1:4]
        if ours[2]:
            return
        slots, ids = ours[4], theirs[4]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (dict(game="chess"), "there is no game"),
        (dict(game="armir", scenario="1812"), "historical"),
        (dict(game="armir", side="neutral"), "expected axis or soviet"),
        (dict(game="armir", opponent="genius"), "genius"),
        (dict(game="armir", reward="gold"), "result, margin"),
        (dict(game="armir", actions="words"), "slots, ids"),
        (dict(game="armir", illegal="shrug"), "loss, error"),
        (dict(game="armir", max_steps=0), "from 1"),
        (dict(game="armir", render_mode="hologram"), "ansi"),
    ],
)
def test_bad_arguments_are_answered_with_what_there_is(arguments, words):
    with pytest.raises(ValueError, match=words):
        stavka.make(**arguments)


def test_a_step_before_a_reset_is_an_error():
    with pytest.raises(gymnasium.error.ResetNeeded):
        stavka.make("armir").step(0)
