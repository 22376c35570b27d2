"""Matches and tournaments between players of the computer."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ._spec import read_scenario
from ._stavka import play_match, play_tournament


@dataclass(frozen=True)
class MatchResult:
    """The games of a match, in the order of their seeds. Each is a dictionary: `seed`, `winner` ("axis", "soviet" or None), `margin`
    (positive for the Axis), `level`, `decisions`, `record`."""

    game: str
    axis: str
    soviet: str
    games: list[dict[str, Any]] = field(repr=False)

    def wins(self, side: str | None) -> int:
        """Games that a side has won; None counts the draws."""
        return sum(game["winner"] == side for game in self.games)

    @property
    def axis_share(self) -> float:
        """Share of the points that the Axis has won: 1 for a win, 1/2 for a draw."""
        return (self.wins("axis") + self.wins(None) / 2) / len(self.games)

    def to_frame(self):
        """The games as a DataFrame of pandas, which has to be installed."""
        import pandas

        return pandas.DataFrame(self.games)


def play(
    game: str, axis: str, soviet: str, games: int, *, seed: int, scenario: str | None, progress: Callable[[int], None] | None
) -> MatchResult:
    """See `stavka.match`."""
    if games < 1:
        raise ValueError(f"{games} games; expected a number from 1")
    scenario, text = read_scenario(scenario)
    rows = play_match(game, axis, soviet, games, seed=seed, scenario=scenario, text=text, progress=progress)
    return MatchResult(game, axis, soviet, rows)


@dataclass(frozen=True)
class TournamentResult:
    """The standings of a tournament, as `stavka tournament --format json` prints them."""

    standings: dict[str, Any] = field(repr=False)

    @property
    def players(self) -> list[dict[str, Any]]:
        """The players, the strongest first: `name`, `rating` in Elo with its 95 % interval, `score`, `share` and more."""
        return self.standings["players"]

    @property
    def complete(self) -> bool:
        """Whether nothing is left to play."""
        return self.standings["complete"]

    def to_frame(self):
        """The players as a DataFrame of pandas, which has to be installed."""
        import pandas

        return pandas.json_normalize(self.players)


def tournament(game, players, directory, *, scenario, **options) -> TournamentResult:
    """See `stavka.tournament`."""
    scenario, text = read_scenario(scenario)
    told = play_tournament(game, list(players), os.fspath(directory), scenario=scenario, text=text, **options)
    return TournamentResult(json.loads(told))
