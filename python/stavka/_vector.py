"""Many games side by side."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from . import _spaces
from ._spec import Spec, _spec, read_scenario
from ._stavka import IllegalActionError
from ._stavka import VecEnv as _Core


def arrays(spec: Spec, count: int, *, final: bool = False) -> dict[str, np.ndarray]:
    """Arrays for `count` environments, as `VecEnv(out=...)` takes them. Those of final observations are needed with
    `AutoresetMode.SAME_STEP`."""

    def seen(prefix: str) -> dict[str, np.ndarray]:
        return {
            prefix + "planes": np.zeros((count, *spec.plane_shape), np.uint8),
            prefix + "globals": np.zeros((count, len(spec.globals)), np.float32),
            prefix + "tokens": np.full((count, spec.max_actions, _spaces.TOKEN_WIDTH), -1, np.int16),
            prefix + "action_mask": np.zeros((count, spec.max_actions), bool),
            prefix + "legal_count": np.zeros(count, np.uint32),
            prefix + "to_act": np.full(count, -1, np.int8),
            prefix + "viewer": np.zeros(count, np.int8),
        }

    return {
        **seen(""),
        **(seen("final_") if final else {}),
        "rewards": np.zeros((count, 2), np.float32),
        "terminated": np.zeros(count, bool),
        "truncated": np.zeros(count, bool),
    }


class VecEnv(VectorEnv):
    """Games of one scenario side by side, stepped in threads without the interpreter's lock, as a vector environment of Gymnasium.

    Parameters that `Env` has too mean the same. Besides:

    num_envs:
        Number of environments.
    side:
        None: the decisions of both sides are yours. `infos["to_act"]` says whose turn it is in each row (0 Axis, 1 Soviet), the
        observation is of that side, and the reward is that of the Axis; `infos["rewards"]` has both.
    autoreset:
        A mode of Gymnasium's `AutoresetMode`. With `DISABLED`, `reset(options={"reset_mask": mask})` begins the next episodes.
    out:
        Arrays of your own to write into, see `stavka.arrays`; then observations are these very arrays, overwritten by each step.
    copy:
        Whether observations are copies. By default they are, unless `out` is given.
    threads:
        Threads to step in; by default one for each core.

    An action that is not legal is an `IndexError` or an `IllegalActionError`, and nothing is stepped.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int,
        *,
        scenario: str | None = None,
        side: str | None = "soviet",
        opponent: str | None = "random",
        reward: str = "result",
        actions: str = "slots",
        max_steps: int | None = None,
        autoreset: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        out: dict[str, np.ndarray] | None = None,
        copy: bool | None = None,
        threads: int | None = None,
    ):
        _spaces.check("reward", reward, _spaces.REWARDS)
        mode = AutoresetMode(autoreset)
        scenario, text = read_scenario(scenario)
        opponent = None if side is None else opponent
        self._core = _Core(
            game, num_envs, scenario, text=text, side=side, opponent=opponent, max_steps=max_steps, autoreset=mode.value, threads=threads
        )
        self.game_spec = _spec(game, scenario, text)
        _spaces.check_encoding(actions, self.game_spec)
        self.num_envs = num_envs
        self.reward, self.actions, self.mode = reward, actions, mode
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self.seat = 0 if side is None or side.lower() == "axis" else 1
        self.both = side is None
        self.single_action_space = _spaces.action_space(actions, self.game_spec)
        self.single_observation_space = _spaces.observation_space(actions, self.game_spec)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.copy = out is None if copy is None else copy
        self.arrays = arrays(self.game_spec, num_envs, final=mode is AutoresetMode.SAME_STEP) if out is None else out
        self._core.attach(self.arrays)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        """Begins an episode in every environment, or with `options={"reset_mask": mask}` where the mask is true."""
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            self._core.reset_masked(np.ascontiguousarray(mask, dtype=bool))
        else:
            super().reset(seed=seed)
            self._core.reset(seed if seed is not None else int(self.np_random.integers(2**63)))
        return self._observations(), self._infos()

    def step(self, actions):
        """Steps every environment."""
        actions = np.ascontiguousarray(actions, dtype=np.int64)
        if self.actions == "ids":
            actions = self._indices(actions)
        self._core.step(actions)
        rewards = self.arrays["rewards"][:, self.seat].copy()
        if self.reward == "margin":
            margin = self._core.facts()[3]
            rewards = np.where(self.arrays["terminated"], margin if self.seat == 0 else -margin, 0).astype(np.float32)
        return (
            self._observations(),
            rewards,
            self.arrays["terminated"].copy(),
            self.arrays["truncated"].copy(),
            self._infos(),
        )

    def _indices(self, ids: np.ndarray) -> np.ndarray:
        indices = self._core.indices(ids)
        wrong = indices < 0
        if self.mode is AutoresetMode.NEXT_STEP:
            # The action of a row that begins its next episode does not count.
            over = self.arrays["terminated"] | self.arrays["truncated"]
            wrong &= ~over
            indices[over] = 0
        if wrong.any():
            row = int(np.flatnonzero(wrong)[0])
            raise IllegalActionError(f"environment {row}: action {ids[row]} is not legal now")
        return indices

    def _seen(self, prefix: str) -> dict[str, np.ndarray]:
        names = ("planes", "globals", "tokens") if self.actions == "slots" else ("planes", "globals")
        seen = {name: self.arrays[prefix + name] for name in names}
        return {name: array.copy() for name, array in seen.items()} if self.copy else seen

    def _observations(self) -> dict[str, np.ndarray]:
        return self._seen("")

    def action_masks(self) -> np.ndarray:
        """1 for legal actions: int8, environments x actions."""
        if self.actions == "slots":
            mask = self.arrays["action_mask"].view(np.int8)
            return mask.copy() if self.copy else mask
        masks = np.zeros((self.num_envs, self.game_spec.id_space), np.int8)
        ids = self._core.ids()
        rows, columns = np.nonzero(ids >= 0)
        masks[rows, ids[rows, columns]] = 1
        return masks

    def ids(self) -> np.ndarray:
        """Ids of the legal actions in the order of slots, -1 beyond: int32, environments x max_actions."""
        return self._core.ids()

    def _infos(self) -> dict[str, Any]:
        turn, decisions, dice, margin, winner = self._core.facts()
        infos = {
            "to_act": self.arrays["to_act"].copy(),
            "viewer": self.arrays["viewer"].copy(),
            "legal_count": self.arrays["legal_count"].copy(),
            "game_turn": turn,
            "decisions": decisions,
            "dice_rolled": dice,
        }
        if self.actions == "slots":
            infos["action_mask"] = self.action_masks()
        if self.both:
            infos["rewards"] = self.arrays["rewards"].copy()
        over = self.arrays["terminated"] | self.arrays["truncated"]
        if over.any():
            infos |= {
                "margin": margin,
                "_margin": self.arrays["terminated"].copy(),
                "winner": winner,
                "_winner": self.arrays["terminated"].copy(),
            }
            if self.mode is AutoresetMode.SAME_STEP:
                last = self._seen("final_")
                final = np.full(self.num_envs, None, dtype=object)
                for row in np.flatnonzero(over):
                    final[row] = {name: array[row].copy() for name, array in last.items()}
                infos |= {"final_obs": final, "_final_obs": over}
        return infos

    def __reduce__(self):
        raise TypeError("a VecEnv is neither copied nor pickled: make one in each process, and carry seeds and actions")
