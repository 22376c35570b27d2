"""What the tests share."""

import os

import numpy as np
import pytest

import stavka

EVERYWHERE = [(game, scenario) for game in stavka.games() for scenario in stavka.scenarios(game)]
#: Whether this is the full run, which takes its time.
FULL = int(os.environ.get("STAVKA_PROPERTY_FACTOR", "1")) > 1
#: The smallest scenario of each game, by the length of its games.
SMALLEST = [
    min(((game, scenario) for scenario in stavka.scenarios(game)), key=lambda named: stavka.spec(*named).max_game_length)
    for game in stavka.games()
]


def pytest_generate_tests(metafunc):
    if {"game", "scenario"} <= set(metafunc.fixturenames):
        places = SMALLEST if metafunc.definition.get_closest_marker("smallest") else EVERYWHERE
        long = metafunc.definition.get_closest_marker("only_in_full")
        if long and not FULL:
            places = [place for place in places if place[0] not in long.args]
        metafunc.parametrize(("game", "scenario"), places, ids=["/".join(place) for place in places])


def pytest_configure(config):
    config.addinivalue_line("markers", "smallest: runs on the smallest scenario of each game")
    config.addinivalue_line("markers", "only_in_full(game, ...): runs on these games in the full run alone")


def random_step(env, info, dice):
    """A step with a legal action at random."""
    return env.step(int(dice.choice(np.flatnonzero(info["action_mask"]))))


@pytest.fixture
def dice():
    return np.random.default_rng(1942)
