"""What the arrays of an observation hold."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np

from ._stavka import spec as _describe


@dataclass(frozen=True)
class Channel:
    """Name and meaning of a plane, a global, or a verb of action tokens."""

    name: str
    meaning: str
    role: str | None = None


@dataclass(frozen=True)
class Spec:
    """Shape and meaning of what is seen of a scenario.

    A plane is `height` x `width` bytes; a byte stands for the number that is the byte divided by the scale of its plane. The first
    `static_planes.shape[0]` planes are the same in every position.
    """

    game: str
    scenario: str
    height: int
    width: int
    planes: tuple[Channel, ...]
    scales: np.ndarray = field(repr=False)
    static_planes: np.ndarray = field(repr=False)
    globals: tuple[Channel, ...]
    verbs: tuple[Channel, ...]
    units: int
    max_actions: int
    id_space: int | None
    max_game_length: int

    @property
    def plane_shape(self) -> tuple[int, int, int]:
        """planes x height x width."""
        return (len(self.planes), self.height, self.width)

    def scaled(self, planes: np.ndarray) -> np.ndarray:
        """The numbers that bytes of planes stand for: float32, of the same shape `(..., planes, height, width)`."""
        return planes.astype(np.float32) / self.scales[:, None, None]


def read_scenario(scenario: str | None) -> tuple[str | None, str | None]:
    """A scenario as id, and the text of its file where it is a file of the user's own."""
    if scenario is not None and scenario.endswith(".toml"):
        return scenario, Path(scenario).read_text(encoding="utf-8")
    return scenario, None


@lru_cache(maxsize=64)
def _spec(game: str, scenario: str | None, text: str | None) -> Spec:
    described, static = _describe(game, scenario, text)
    data = json.loads(described)
    shape = (data["static_planes"], data["height"], data["width"])
    static_planes = np.frombuffer(bytes(static), dtype=np.uint8).reshape(shape)
    scales = np.array(data["scales"], dtype=np.float32)
    scales.flags.writeable = False
    channels = {name: tuple(Channel(**channel) for channel in data[name]) for name in ("planes", "globals", "verbs")}
    return Spec(
        game=data["game"],
        scenario=data["scenario"],
        height=data["height"],
        width=data["width"],
        scales=scales,
        static_planes=static_planes,
        units=data["units"],
        max_actions=data["max_actions"],
        id_space=data["id_space"],
        max_game_length=data["max_game_length"],
        **channels,
    )


def spec(game: str, scenario: str | None = None) -> Spec:
    """Shape and meaning of what is seen of a scenario: its id, or a `.toml` file.

    >>> stavka.spec("armir").plane_shape
    (41, 31, 24)
    """
    return _spec(game, *read_scenario(scenario))
