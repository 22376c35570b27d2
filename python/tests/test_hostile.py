"""Whatever a caller gives, the answer is an exception of Python: no panic, no crash."""

import inspect
import itertools

import numpy as np
import pytest

import stavka
from stavka import _stavka

NASTY = [
    None,
    True,
    -1,
    0,
    3,
    2**31,
    2**63 - 1,
    -(2**63),
    2**64,
    10**40,
    0.5,
    float("nan"),
    "",
    "armir",
    "x" * 10_000,
    "\0",
    "\ud800",
    b"bytes",
    [],
    [1, 2],
    {},
    (),
    object(),
    np.zeros(0),
    np.zeros((2, 2)),
    np.array([np.nan]),
    np.full(3, -5),
]


def calls(function):
    """Some arguments for each parameter: each nasty value in each place, and a few of them together."""
    try:
        given = [each for each in inspect.signature(function).parameters.values() if each.name != "self"]
    except ValueError:
        given = []
    needed = [each for each in given if each.default is each.empty]
    yield ()
    for values in itertools.islice(zip(*(NASTY[shift:] + NASTY[:shift] for shift in range(max(1, len(needed)))), strict=True), len(NASTY)):
        yield values[: len(needed)]
    for place in range(len(needed)):
        for value in NASTY:
            yield tuple(value if place == other else "armir" for other in range(len(needed)))


def survive(function):
    """Calls with all of these; exceptions are welcome, panics are not `Exception`s and get out."""
    for arguments in calls(function):
        try:
            function(*arguments)
        except Exception as error:  # noqa: BLE001
            assert "defect of Stavka" not in str(error), f"{function} {arguments!r}: {error}"


def things():
    state = stavka.State("bolt-action", "duel")
    over = stavka.State("bolt-action", "duel")
    dice = np.random.default_rng(1)
    while not over.is_terminal():
        over.apply_action(over.sample_chance(1) if over.is_chance_node() else int(dice.choice(over.legal_actions())))
    chance = stavka.State("bolt-action", "duel-fixed")
    envs = _stavka.VecEnv("bolt-action", 2, "duel")
    bare = _stavka.VecEnv("bolt-action", 2, "duel")
    envs.attach(stavka.arrays(stavka.spec("bolt-action", "duel"), 2))
    envs.reset(1)
    env = _stavka.Env("bolt-action", "duel")
    fresh = _stavka.Env("bolt-action", "duel")
    env.reset(1)
    network = stavka.Network("armir")
    return {
        "state": state,
        "finished state": over,
        "state of dice": chance,
        "vector": envs,
        "vector without arrays": bare,
        "environment": env,
        "environment before its reset": fresh,
        "agent": stavka.Agent("greedy"),
        "network": network,
    }


#: Steps without end are what is asked for by a large number of them.
LONG = {"random_steps"}


@pytest.mark.parametrize("name", list(things()))
def test_methods_survive_any_argument(name):
    thing = things()[name]
    for method in dir(thing):
        if not method.startswith("__") and method not in LONG and callable(getattr(thing, method)):
            survive(getattr(thing, method))


@pytest.mark.parametrize(
    "function",
    [_stavka.State, _stavka.Agent, _stavka.Network, _stavka.Env, _stavka.games, _stavka.scenarios, _stavka.spec, _stavka.analyse]
    + [stavka.spec, stavka.make, stavka.aec],
    ids=lambda function: function.__name__,
)
def test_functions_survive_any_argument(function):
    survive(function)


def test_counts_that_no_machine_holds_are_refused():
    for count in (0, -1, 2**40, 2**63):
        with pytest.raises((ValueError, OverflowError, MemoryError)):
            stavka.make_vec("armir", count)


def test_an_array_in_use_elsewhere_is_refused():
    """A view that overlaps one of the batch, or the same array twice, is no batch of its own."""
    spec = stavka.spec("bolt-action", "duel")
    mine = stavka.arrays(spec, 2)
    mine["truncated"] = mine["terminated"]
    with pytest.raises(ValueError, match="in use"):
        stavka.make_vec("bolt-action", 2, scenario="duel", out=mine).reset(seed=1)
