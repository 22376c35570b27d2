"""Spaces that several kinds of environments share."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from ._spec import Spec

#: Numbers of a token: verb, unit, from, to, amount.
TOKEN_WIDTH = 5

#: How actions are numbered.
ENCODINGS = ("slots", "ids")


def check_encoding(actions: str, spec: Spec) -> None:
    """Refuses an encoding that there is not."""
    if actions not in ENCODINGS:
        raise ValueError(f"there is no encoding of actions {actions!r}; expected one of {', '.join(ENCODINGS)}")
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
