"""Spaces that several kinds of environments share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from gymnasium import spaces

from ._spec import Spec

#: Numbers of a token: verb, unit, from, to, amount.
TOKEN_WIDTH = 5

#: How actions are numbered.
ENCODINGS = ("slots", "ids")
#: What the end of a game is worth.
REWARDS = ("result", "margin")


def check(what: str, value: object, known: Sequence[str]) -> None:
    """Refuses a value that is none of those that are known."""
    if value not in known:
        raise ValueError(f"there is no {what} {value!r}; expected one of {', '.join(known)}")


def check_encoding(actions: str, spec: Spec) -> None:
    """Refuses an encoding that there is not, and ids where they are too many."""
    check("encoding of actions", actions, ENCODINGS)
    if actions == "ids" and spec.id_space is None:
        raise ValueError(f"the ids of {spec.game} {spec.scenario} are too many for a space; use actions='slots'")


def action_space(actions: str, spec: Spec) -> spaces.Discrete:
    """All actions of an encoding."""
    return spaces.Discrete(spec.max_actions if actions == "slots" else spec.id_space)


def observation_space(actions: str, spec: Spec) -> spaces.Dict:
    """Bytes of planes, globals, and with slots the tokens of the actions in them."""
    parts = {
        "planes": spaces.Box(0, 255, spec.plane_shape, np.uint8),
        "globals": spaces.Box(-np.inf, np.inf, (len(spec.globals),), np.float32),
    }
    if actions == "slots":
        parts["tokens"] = spaces.Box(-1, np.iinfo(np.int16).max, (spec.max_actions, TOKEN_WIDTH), np.int16)
    return spaces.Dict(parts)
