"""Environments of PettingZoo, by its own tests."""

import gymnasium
import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, seed_test  # noqa: E402

import stavka  # noqa: E402


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("actions", ["slots", "ids"])
def test_the_api_test_is_content(game, scenario, actions):
    api_test(stavka.aec(game, scenario=scenario, actions=actions), num_cycles=40)


@pytest.mark.filterwarnings("ignore")
def test_the_seed_test_is_content(game, scenario):
    seed_test(lambda: stavka.aec(game, scenario=scenario), num_cycles=40)


@pytest.mark.smallest
def test_a_game_ends_for_both_and_the_rewards_cancel(game, scenario, dice):
    env = stavka.aec(game, scenario=scenario)
    env.reset(seed=8)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        totals[agent] += reward
        if terminated or truncated:
            assert isinstance(info["level"], str) and not observation["action_mask"].any()
            env.step(None)
        else:
            env.step(int(dice.choice(np.flatnonzero(observation["action_mask"]))))
    assert sum(totals.values()) == 0 and not env.agents


@pytest.mark.smallest
def test_the_other_side_has_no_choices_and_sees_no_secrets(game, scenario):
    env = stavka.aec(game, scenario=scenario)
    env.reset(seed=8)
    acts = env.agent_selection
    waits = next(agent for agent in env.agents if agent != acts)
    assert env.observe(acts)["action_mask"].any() and not env.observe(waits)["action_mask"].any()
    assert env.observe(waits)["observation"]["globals"][0] == (waits == "axis")
    assert env.observe(acts)["observation"]["globals"][0] == (acts == "axis")


def test_bad_arguments_are_answered_with_what_there_is():
    for arguments, words in ((dict(reward="gold"), "result, margin"), (dict(render_mode="hologram"), "ansi, svg")):
        with pytest.raises(ValueError, match=words):
            stavka.aec("armir", **arguments)


def test_nothing_happens_before_a_reset():
    env = stavka.aec("armir")
    for call in (lambda: env.step(0), lambda: env.observe("axis")):
        with pytest.raises(gymnasium.error.ResetNeeded):
            call()


def test_an_illegal_action_is_refused_and_changes_nothing():
    env = stavka.aec("armir")
    env.reset(seed=1)
    before = env.observe(env.agent_selection)
    for action in (-1, 10**6):
        with pytest.raises(stavka.IllegalActionError):
            env.step(action)
    assert np.array_equal(before["observation"]["planes"], env.observe(env.agent_selection)["observation"]["planes"])
