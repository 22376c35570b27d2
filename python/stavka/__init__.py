"""Eastern Front wargames as environments, search states and opponents.

>>> import stavka
>>> env = stavka.make("armir", side="soviet", opponent="greedy")
>>> observation, info = env.reset(seed=1)
>>> int(env.action_space.n)
512
>>> state = stavka.State("armir")
>>> state.current_player()
1
"""

from __future__ import annotations

import gymnasium as _gymnasium

from ._env import Env
from ._spec import Channel, Spec, spec
from ._stavka import Agent, IllegalActionError, Network, State, StavkaError, __version__, analyse, games, scenarios
from ._vector import VecEnv, arrays

__all__ = [
    "Agent",
    "Channel",
    "Env",
    "IllegalActionError",
    "Network",
    "Spec",
    "State",
    "StavkaError",
    "VecEnv",
    "__version__",
    "aec",
    "analyse",
    "arrays",
    "games",
    "make",
    "make_vec",
    "match",
    "scenarios",
    "spec",
    "tournament",
]


def make(game: str, **options) -> Env:
    """One game against an opponent, as an environment of Gymnasium. The options are those of `Env`.

    >>> env = stavka.make("bolt-action", scenario="duel", side="axis", opponent="random", reward="margin")
    >>> env.reset(seed=7)[0]["planes"].dtype
    dtype('uint8')
    """
    return Env(game, **options)


def make_vec(game: str, num_envs: int, **options) -> VecEnv:
    """Many games side by side, stepped in threads, as a vector environment of Gymnasium. The options are those of `VecEnv`.

    >>> envs = stavka.make_vec("armir", 4, side="axis", opponent="random")
    >>> observations, infos = envs.reset(seed=3)
    >>> observations["globals"].shape
    (4, 34)
    """
    return VecEnv(game, num_envs, **options)


def aec(game: str, **options):
    """One game between two learners, as an environment of PettingZoo, which has to be installed. The options are those of
    `stavka.pettingzoo.AEC`.

    >>> env = stavka.aec("across-the-bug")
    >>> env.possible_agents
    ['axis', 'soviet']
    """
    from .pettingzoo import AEC

    return AEC(game, **options)


def match(game: str, axis: str, soviet: str, games: int, *, seed: int = 1, scenario: str | None = None, progress=None):
    """Plays games between two players, named as on the command line, in all threads.

    Returns a `MatchResult`: one row for each game, in the order of the seeds `seed`, `seed + 1` and so on. `progress` is called with
    the number of games that are over.

    >>> result = stavka.match("armir", "greedy", "random", games=2, seed=5)
    >>> len(result.games)
    2
    """
    from ._match import play

    return play(game, axis, soviet, games, seed=seed, scenario=scenario, progress=progress)


def tournament(
    game: str,
    players: list[str],
    directory,
    *,
    pairs: int = 10,
    seed: int = 1,
    gauntlet: bool = False,
    scenario: str | None = None,
    threads: int | None = None,
    progress=None,
):
    """Plays a tournament and rates the players: everybody against everybody, or as a gauntlet the first against all others.

    A pair is two games of one seed with the sides swapped. The directory keeps the plan, every result and every record; the same call
    goes on where it was interrupted, and `stavka tournament` reads the directory too. `progress` is called with the number of games
    that are finished and of those that are planned. Returns a `TournamentResult`.

    >>> import tempfile
    >>> cup = stavka.tournament("bolt-action", ["greedy", "random"], tempfile.mkdtemp() + "/cup", pairs=2, scenario="duel")
    >>> [player["name"] for player in cup.players]
    ['greedy', 'random']
    """
    from ._match import tournament as play

    return play(game, players, directory, pairs=pairs, seed=seed, gauntlet=gauntlet, scenario=scenario, threads=threads, progress=progress)


for _game in games():
    _gymnasium.register(
        id=f"stavka/{_game}-v0",
        entry_point="stavka:Env",
        vector_entry_point="stavka:VecEnv",
        kwargs={"game": _game},
    )
