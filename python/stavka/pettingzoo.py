"""One game between two learners, as an environment of PettingZoo."""

from __future__ import annotations

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from . import _spaces
from ._env import Episode, render
from ._spec import read_scenario
from ._stavka import IllegalActionError

SIDES = ("axis", "soviet")


class AEC(AECEnv):
    """One game, whose two sides are the agents `"axis"` and `"soviet"`.

    The parameters mean what they mean in `stavka.Env`. An observation is `{"observation": ..., "action_mask": ...}` (int8), as the
    board games of PettingZoo have it. Dice are part of the environment. An action that is not legal is an `IllegalActionError`;
    PettingZoo's `TerminateIllegalWrapper` makes a loss of it.
    """

    metadata = {"render_modes": ["ansi", "svg"], "name": "stavka_v0", "is_parallelizable": False, "render_fps": 4}

    def __init__(
        self,
        game: str,
        *,
        scenario: str | None = None,
        reward: str = "result",
        actions: str = "slots",
        max_steps: int | None = None,
        render_mode: str | None = None,
    ):
        super().__init__()
        _spaces.check("reward", reward, _spaces.REWARDS)
        if render_mode is not None:
            _spaces.check("render mode", render_mode, self.metadata["render_modes"])
        scenario, text = read_scenario(scenario)
        self._episode = Episode(game, scenario, text=text, side=None, opponent=None, max_steps=max_steps)
        self.game_spec = self._episode.spec
        _spaces.check_encoding(actions, self.game_spec)
        self.reward, self.actions, self.render_mode = reward, actions, render_mode
        self.metadata = {**self.metadata, "name": f"stavka_{game.replace('-', '_')}_v0"}
        self.possible_agents = list(SIDES)
        space = _spaces.action_space(actions, self.game_spec)
        seen = gymnasium.spaces.Dict(
            {
                "observation": _spaces.observation_space(actions, self.game_spec),
                "action_mask": gymnasium.spaces.Box(0, 1, (int(space.n),), np.int8),
            }
        )
        self.action_spaces = {side: gymnasium.spaces.Discrete(space.n) for side in SIDES}
        self.observation_spaces = {"axis": seen, "soviet": gymnasium.spaces.Dict(dict(seen.spaces))}
        self._random = None

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None):
        """Begins an episode."""
        if seed is not None or self._random is None:
            self._random, _ = gymnasium.utils.seeding.np_random(seed)
        told = self._episode.reset(seed if seed is not None else int(self._random.integers(2**63)))
        self.agents = list(SIDES)
        self.rewards = dict.fromkeys(SIDES, 0.0)
        self._cumulative_rewards = dict.fromkeys(SIDES, 0.0)
        self.terminations = dict.fromkeys(SIDES, False)
        self.truncations = dict.fromkeys(SIDES, False)
        self.infos = {side: {} for side in SIDES}
        self.agent_selection = SIDES[told[0]]

    def _check_begun(self):
        if self._random is None:
            raise gymnasium.error.ResetNeeded("reset the environment before its first step")

    def observe(self, agent):
        """What an agent sees, with its legal actions: none while the other one acts."""
        self._check_begun()
        view = self._episode
        if SIDES[view.core.viewer] == agent:
            acts = agent in self.agents and not self.terminations[agent] and not self.truncations[agent]
            mask = view.action_mask(self.actions)
            return {"observation": view.observation(self.actions), "action_mask": mask if acts else np.zeros_like(mask)}
        planes, globals_ = np.zeros_like(view.planes), np.zeros_like(view.globals)
        view.core.observe_as(SIDES.index(agent), planes, globals_)
        seen = {"planes": planes, "globals": globals_}
        if self.actions == "slots":
            seen["tokens"] = np.full_like(view.tokens, -1)
        return {"observation": seen, "action_mask": np.zeros(int(self.action_spaces[agent].n), np.int8)}

    def step(self, action):
        """Carries out an action of the agent that acts."""
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        index = self._episode.index_of(int(action)) if self.actions == "ids" else int(action)
        if index is None or not 0 <= index < self._episode.core.legal_count:
            raise IllegalActionError(f"action {action} is not legal now: see the action mask")
        self._cumulative_rewards[agent] = 0.0
        to_act, rewards, terminated, truncated, _, _, _, margin, level = self._episode.step(index)
        if self.reward == "margin" and margin is not None:
            rewards = (float(margin), -float(margin))
        self.rewards = dict(zip(SIDES, map(float, rewards), strict=True))
        if terminated or truncated:
            self.terminations = dict.fromkeys(SIDES, terminated)
            self.truncations = dict.fromkeys(SIDES, truncated)
            if level is not None:
                self.infos = {side: {"level": level, "margin": margin} for side in SIDES}
            self.agent_selection = SIDES[to_act] if to_act >= 0 else SIDES[1 - SIDES.index(agent)]
        else:
            self.agent_selection = SIDES[to_act]
        self._accumulate_rewards()

    def render(self):
        """The board as the side to act sees it, as text or as an SVG picture, by the render mode."""
        return render(self._episode.core, self.render_mode)

    def close(self):
        """Nothing is held open."""

    def __str__(self):
        return self.metadata["name"]
