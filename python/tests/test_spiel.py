"""The games in OpenSpiel, by its own simulation test."""

import numpy as np
import pytest
from conftest import FULL

pyspiel = pytest.importorskip("pyspiel")

import stavka.spiel  # noqa: E402, F401


def load(game, scenario):
    return pyspiel.load_game(f"python_stavka_{game.replace('-', '_')}(scenario={scenario})")


# A game of ARMIR has thousands of states, and each is looked at from both sides: a minute and a half.
@pytest.mark.smallest
@pytest.mark.only_in_full("armir")
def test_the_simulation_test_is_content(game, scenario):
    # Masks of hundreds of thousands of actions take as long.
    masks = stavka.spec(game, scenario).id_space < 100_000 or FULL
    pyspiel.random_sim_test(load(game, scenario), num_sims=1, serialize=False, verbose=False, mask_test=masks)


def test_states_of_every_scenario_play_and_copy(game, scenario):
    dice = np.random.default_rng(3)
    state = load(game, scenario).new_initial_state()
    for _ in range(100):
        if state.is_terminal():
            break
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(dice.choice(actions, p=odds)))
        else:
            state.apply_action(int(dice.choice(state.legal_actions())))
    twin = state.clone()
    assert twin.position.state_hash() == state.position.state_hash() and twin.history() == state.history()
    if not state.is_terminal():
        twin.apply_action(twin.legal_actions()[0])
        assert len(twin.history()) == len(state.history()) + 1 == len(twin.position.history_str())


def test_observations_and_drawn_worlds():
    game = pyspiel.load_game("python_stavka_armir")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    from open_spiel.python.observation import make_observation

    seen = make_observation(game)
    seen.set_from(state, 0)
    planes, globals_ = state.position.observation(0).values()
    assert np.array_equal(seen.dict["planes"], stavka.spec("armir").scaled(planes)) and np.array_equal(seen.dict["globals"], globals_)
    world = state.resample_from_infostate(0, np.random.default_rng(1).random)
    assert world.position.view_hash(0) == state.position.view_hash(0)
