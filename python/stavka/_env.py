"""One game against an opponent."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from . import _spaces
from ._spec import _spec, read_scenario
from ._stavka import Env as _Core
from ._stavka import IllegalActionError

ILLEGAL = ("loss", "error")


class Episode:
    """An episode of the extension with arrays to write into, that pickles as its seed and its actions."""

    def __init__(self, game, scenario, *, text, side, opponent, max_steps):
        self.arguments = dict(game=game, scenario=scenario, text=text, side=side, opponent=opponent, max_steps=max_steps)
        self.spec = _spec(game, scenario, text)
        self._begin()

    def _begin(self):
        self.core = _Core(**self.arguments)
        self.planes = np.zeros(self.spec.plane_shape, np.uint8)
        self.globals = np.zeros(len(self.spec.globals), np.float32)
        self.tokens = np.full((self.spec.max_actions, _spaces.TOKEN_WIDTH), -1, np.int16)
        self.mask = np.zeros(self.spec.max_actions, bool)
        self.seed = None
        self.played: list[int] = []

    def reset(self, seed: int):
        told = self.core.reset(seed)
        self.seed, self.played = seed, []
        self.core.observe(self.planes, self.globals, self.tokens, self.mask)
        return told

    def step(self, index: int):
        told = self.core.step(index)
        self.played.append(index)
        self.core.observe(self.planes, self.globals, self.tokens, self.mask)
        return told

    def index_of(self, action: int) -> int | None:
        """Index of the legal action with an id."""
        found = np.flatnonzero(self.core.ids() == action)
        return int(found[0]) if found.size else None

    def id_mask(self) -> np.ndarray:
        """1 at the ids of legal actions."""
        mask = np.zeros(self.spec.id_space, np.int8)
        mask[self.core.ids()] = 1
        return mask

    def observation(self, actions: str) -> dict[str, np.ndarray]:
        seen = {"planes": self.planes.copy(), "globals": self.globals.copy()}
        if actions == "slots":
            seen["tokens"] = self.tokens.copy()
        return seen

    def action_mask(self, actions: str) -> np.ndarray:
        return self.mask.view(np.int8).copy() if actions == "slots" else self.id_mask()

    def __getstate__(self):
        if not self.core.reproducible:
            raise TypeError(f"the player {self.arguments['opponent']!r} thinks by the clock, so that its game cannot be copied")
        return self.arguments, self.seed, self.played

    def __setstate__(self, state):
        self.arguments, seed, played = state
        self.spec = _spec(self.arguments["game"], self.arguments["scenario"], self.arguments["text"])
        self._begin()
        if seed is not None:
            self.core.reset(seed)
            for index in played:
                self.core.step(index)
            self.core.observe(self.planes, self.globals, self.tokens, self.mask)
            self.seed, self.played = seed, played


class Env(gymnasium.Env):
    """One game against an opponent, as an environment of Gymnasium.

    Parameters
    ----------
    game:
        Name of the game; `stavka.games()` lists them.
    scenario:
        Id of a scenario, or the name of a `.toml` file; by default the game's first.
    side:
        `"axis"` or `"soviet"`: whose decisions are yours.
    opponent:
        A player as the command line names it: `"level4"`, `"greedy"`, `"mcts:iterations=300"`.
    reward:
        `"result"`: at the end 1 for a win, -1 for a loss, 0 for a draw. `"margin"`: at the end the margin in the game's own points,
        positive in your favour. Before the end 0.
    actions:
        `"slots"`: an action is a place in the list of the legal actions, whose tokens are in the observation. `"ids"`: an action
        is a number that means the same in every position.
    illegal:
        What becomes of an action that is not legal now. `"loss"`: the episode ends with a loss, and `info["illegal"]` says so.
        `"error"`: `IllegalActionError`, and the game is as before.
    max_steps:
        Truncates the episode at this step.
    render_mode:
        `"ansi"`: `render()` gives the board as text. `"svg"`: as a picture.

    `info["action_mask"]` (int8) has 1 for legal actions, as `action_space.sample(mask)` expects it.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 4}

    def __init__(
        self,
        game: str,
        *,
        scenario: str | None = None,
        side: str = "soviet",
        opponent: str = "random",
        reward: str = "result",
        actions: str = "slots",
        illegal: str = "loss",
        max_steps: int | None = None,
        render_mode: str | None = None,
    ):
        _spaces.check("reward", reward, _spaces.REWARDS)
        _spaces.check("treatment of illegal actions", illegal, ILLEGAL)
        if render_mode is not None:
            _spaces.check("render mode", render_mode, self.metadata["render_modes"])
        scenario, text = read_scenario(scenario)
        self._episode = Episode(game, scenario, text=text, side=side, opponent=opponent, max_steps=max_steps)
        self.game_spec = self._episode.spec
        _spaces.check_encoding(actions, self.game_spec)
        self.seat = 0 if side.lower() == "axis" else 1
        self.reward, self.actions, self.illegal = reward, actions, illegal
        self.render_mode = render_mode
        self.action_space = _spaces.action_space(actions, self.game_spec)
        self.observation_space = _spaces.observation_space(actions, self.game_spec)
        self._told = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        """Begins an episode. The same seed gives the same dice and the same opponent."""
        super().reset(seed=seed)
        episode = seed if seed is not None else int(self.np_random.integers(2**63))
        self._told = self._episode.reset(episode)
        return self._episode.observation(self.actions), self._info()

    def step(self, action):
        """Carries out an action and plays on to your next decision, or to the end."""
        if self._told is None:
            raise gymnasium.error.ResetNeeded("reset the environment before its first step, and after the end of an episode")
        index = self._index(int(action))
        if index is None:
            if self.illegal == "error":
                raise IllegalActionError(
                    f"action {int(action)} is not legal now: {self._episode.core.legal_count} actions are, see info['action_mask']"
                )
            self._told = None
            info = self._info() | {"illegal": int(action)}
            return self._episode.observation(self.actions), -1.0, True, False, info
        told = self._told = self._episode.step(index)
        _, rewards, terminated, truncated, _, _, _, margin, _ = told
        reward = float(rewards[self.seat])
        if self.reward == "margin" and margin is not None:
            reward = float(margin if self.seat == 0 else -margin)
        observation, info = self._episode.observation(self.actions), self._info()
        if terminated or truncated:
            self._told = None
        return observation, reward, terminated, truncated, info

    def _index(self, action: int) -> int | None:
        if self.actions == "ids":
            return self._episode.index_of(action)
        return action if 0 <= action < self._episode.core.legal_count else None

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self._episode.action_mask(self.actions), "viewer": self._episode.core.viewer}
        if self._told is not None:
            _, _, _, _, turn, decisions, dice, margin, level = self._told
            info |= {"game_turn": turn, "decisions": decisions, "dice_rolled": dice}
            if margin is not None:
                info |= {"margin": margin, "level": level}
        return info

    def notation(self, action: int) -> str:
        """A legal action as the game's records write it."""
        index = self._index(int(action))
        if index is None:
            raise IllegalActionError(f"action {action} is not legal now")
        return self._episode.core.notation(index)

    def render(self):
        """The board as you see it, as text or as an SVG picture, by the render mode."""
        return render(self._episode.core, self.render_mode)

    def _repr_svg_(self) -> str:
        return self._episode.core.svg()


def render(core, mode: str | None) -> str | None:
    """The board of an episode as the viewer sees it."""
    return {None: lambda: None, "ansi": core.text, "svg": core.svg}[mode]()
