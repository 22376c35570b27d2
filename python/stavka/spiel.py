"""The games in OpenSpiel, where that is installed: importing this module registers `python_stavka_<game>`.

>>> import pyspiel, stavka.spiel
>>> game = pyspiel.load_game("python_stavka_armir(scenario=free)")
>>> game.num_players()
2

Underscores stand for the hyphens of a game's name. Actions and results of dice are the ids of `stavka.State`.
"""

from __future__ import annotations

import numpy as np
import pyspiel

from . import State as _State
from ._spec import Spec, spec
from ._stavka import games, scenarios


class SpielState(pyspiel.State):
    """A position. `position` is the `stavka.State`."""

    def __init__(self, game: pyspiel.Game, position: _State):
        super().__init__(game)
        self.position = position

    def current_player(self):
        return self.position.current_player()

    def _legal_actions(self, player):
        return self.position.legal_actions(player)

    def chance_outcomes(self):
        return self.position.chance_outcomes()

    def _apply_action(self, action):
        self.position.apply_action(action)

    def _action_to_string(self, player, action):
        return self.position.action_to_string(action)

    def is_terminal(self):
        return self.position.is_terminal()

    def returns(self):
        return list(self.position.returns())

    def resample_from_infostate(self, player_id, probability_sampler):
        """A state that the player cannot tell from this one; its history is that of this one."""
        world = self.clone()
        world.position = self.position.resample_from_infostate(player_id, int(probability_sampler() * 2**53))
        return world

    def __str__(self):
        return repr(self.position)


class Observer:
    """What a player sees, as numbers: the planes, scaled, then the globals. With perfect recall the string is all that it has seen."""

    def __init__(self, seen: Spec, perfect_recall: bool):
        planes = int(np.prod(seen.plane_shape))
        self.tensor = np.zeros(planes + len(seen.globals), np.float32)
        self.dict = {"planes": self.tensor[:planes].reshape(seen.plane_shape), "globals": self.tensor[planes:]}
        self._seen, self._perfect_recall = seen, perfect_recall

    def set_from(self, state: SpielState, player: int):
        observation = state.position.observation(player)
        self.dict["planes"][:] = self._seen.scaled(observation["planes"])
        self.dict["globals"][:] = observation["globals"]

    def string_from(self, state: SpielState, player: int) -> str:
        if self._perfect_recall:
            return state.position.information_state_string(player)
        return f"{state.position.view_hash(player):016x}"


def _register(name: str) -> type[pyspiel.Game]:
    """A class of games for OpenSpiel."""
    first = scenarios(name)[0]
    kind = pyspiel.GameType(
        short_name="python_stavka_" + name.replace("-", "_"),
        long_name=f"Stavka: {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"scenario": first},
    )

    class Game(pyspiel.Game):
        def __init__(self, params=None):
            params = params or {}
            self.scenario = params.get("scenario", first)
            self.seen = spec(name, self.scenario)
            if self.seen.id_space is None:
                raise ValueError(f"the actions of {name} {self.scenario} are too many for a space")
            info = pyspiel.GameInfo(
                num_distinct_actions=self.seen.id_space,
                max_chance_outcomes=self.seen.id_space,
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=self.seen.max_game_length,
            )
            super().__init__(kind, info, params)

        def new_initial_state(self):
            return SpielState(self, _State(name, self.scenario))

        def make_py_observer(self, iig_obs_type=None, params=None):
            return Observer(self.seen, iig_obs_type is not None and iig_obs_type.perfect_recall)

    Game.__name__ = Game.__qualname__ = "Stavka" + name.title().replace("-", "")
    pyspiel.register_game(kind, Game)
    return Game


GAMES = {name: _register(name) for name in games()}
