"""Players, matches, interruptions."""

import os
import pickle
import signal
import threading
import time

import gymnasium
import pytest

import stavka


@pytest.mark.smallest
def test_players_choose_legal_actions(game, scenario):
    state = stavka.State(game, scenario)
    for name in ("random", "greedy", "level2", "mcts:iterations=20"):
        agent = stavka.Agent(name, seed=3)
        while state.is_chance_node():
            state.apply_action(state.sample_chance(1))
        choice = agent.choose(state)
        assert choice in state.legal_actions()
        assert choice == stavka.Agent(name, seed=3).choose(state), "the same seed chooses the same"


def test_an_agent_plays_several_games():
    agent = stavka.Agent("greedy")
    for game in stavka.games():
        state = stavka.State(game)
        while state.is_chance_node():
            state.apply_action(state.sample_chance(1))
        assert agent.choose(state) in state.legal_actions()
    assert pickle.loads(pickle.dumps(agent)).name == agent.name == "greedy"


def test_a_copy_of_an_agent_begins_with_its_seed():
    state = stavka.State("bolt-action", "duel")
    choices = {stavka.Agent("random", seed).choose(state) for seed in range(20)}
    assert len(choices) > 1
    for seed in range(5):
        agent = stavka.Agent("random", seed)
        assert pickle.loads(pickle.dumps(agent)).choose(state) == agent.choose(state)


def test_an_agent_refuses_dice_and_nonsense():
    with pytest.raises(ValueError, match="genius"):
        stavka.Agent("genius")
    state = stavka.State("bolt-action", "duel-fixed")
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(ValueError, match="no player decides"):
        stavka.Agent("greedy").choose(state)


def test_a_match_is_that_of_its_seeds():
    result = stavka.match("bolt-action", "greedy", "random", games=4, seed=5, scenario="duel")
    assert [game["seed"] for game in result.games] == [5, 6, 7, 8]
    assert result.wins("axis") + result.wins("soviet") + result.wins(None) == 4 and 0 <= result.axis_share <= 1
    assert result == stavka.match("bolt-action", "greedy", "random", games=4, seed=5, scenario="duel")
    last = stavka.State.from_record(result.games[0]["record"])
    assert last.is_terminal() and last.level() == result.games[0]["level"]


def test_progress_is_told_and_its_errors_end_the_match():
    told = []
    stavka.match("bolt-action", "random", "random", games=5, scenario="duel", progress=told.append)
    assert sorted(told) == [1, 2, 3, 4, 5]

    def fails(done):
        raise KeyError("no more")

    with pytest.raises(KeyError, match="no more"):
        stavka.match("bolt-action", "random", "random", games=500, scenario="duel", progress=fails)
    with pytest.raises(ValueError, match="from 1"):
        stavka.match("armir", "random", "random", games=0)


def test_a_match_becomes_a_frame():
    pandas = pytest.importorskip("pandas")
    frame = stavka.match("bolt-action", "random", "random", games=3, scenario="duel").to_frame()
    assert isinstance(frame, pandas.DataFrame) and list(frame["seed"]) == [1, 2, 3]


def interrupted(work, after=0.5):
    """Seconds from Ctrl-C to the end of the work."""
    raised = []

    def press():
        time.sleep(after)
        raised.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press).start()
    with pytest.raises(KeyboardInterrupt):
        work()
    return time.monotonic() - raised[0]


@pytest.mark.parametrize(
    "work",
    [
        lambda: stavka.Agent("mcts:time=60s").choose(stavka.State("armir")),
        lambda: stavka.match("armir", "mcts:time=60s", "mcts:time=60s", games=8),
        lambda: stavka.make("armir", side="axis", opponent="mcts:time=60s").reset(seed=1),
        lambda: stavka.make_vec("armir", 3, side="axis", opponent="mcts:time=60s").reset(seed=1),
    ],
    ids=["choose", "match", "environment", "vector"],
)
def test_ctrl_c_ends_long_work(work):
    # The promise is 0.2 s on a quiet machine; what must not happen is waiting for the minutes of the work.
    assert interrupted(work) < 30


def test_a_search_says_what_it_thinks_and_tells_no_secrets():
    state = stavka.State("armir")
    state.apply_action(state.legal_actions()[3])
    while state.is_chance_node() or state.current_player() == 1:
        state.apply_action(state.sample_chance(2) if state.is_chance_node() else state.legal_actions()[0])
    thought = stavka.analyse(state, "mcts:iterations=200", seed=4)
    assert thought["looks"] == 200 and 0 <= thought["win"] <= 1
    best = thought["candidates"][0]
    assert best["action"] in state.legal_actions() and best["text"] == state.action_to_string(best["action"]) == best["line"][0]
    assert sum(each["prior"] for each in thought["candidates"]) == pytest.approx(1, abs=1e-3)
    world = state.resample_from_infostate(0, seed=8)
    assert stavka.analyse(world, "mcts:iterations=200", seed=4) == thought
    with pytest.raises(ValueError, match="says nothing"):
        stavka.analyse(state, "greedy")


def test_a_tournament_goes_on_where_it_was_interrupted(tmp_path):
    options = dict(pairs=3, seed=5, scenario="duel", threads=1)

    def stops(done, planned):
        assert planned == 6
        if done == 2:
            raise InterruptedError("enough")

    with pytest.raises(InterruptedError):
        stavka.tournament("bolt-action", ["greedy", "random"], tmp_path / "cup", progress=stops, **options)
    told = []
    cup = stavka.tournament("bolt-action", ["greedy", "random"], tmp_path / "cup", progress=lambda *done: told.append(done), **options)
    assert told[0][0] >= 2 and told[-1] == (6, 6) and cup.complete
    assert cup.players[0]["name"] == "greedy" and cup.players[0]["score"]["wins"] + cup.players[0]["score"]["losses"] <= 6
    assert cup.standings == stavka.tournament("bolt-action", ["greedy", "random"], tmp_path / "other", **options).standings | {
        "players": cup.standings["players"]
    }
    with pytest.raises(ValueError, match="seed"):
        stavka.tournament("bolt-action", ["greedy", "random"], tmp_path / "cup", **options | {"seed": 6})
    with pytest.raises(ValueError, match="genius"):
        stavka.tournament("bolt-action", ["greedy", "genius"], tmp_path / "new", **options)


@pytest.mark.parametrize("kind", ["environment", "vector"])
def test_an_interrupted_episode_is_over_until_a_reset(kind):
    options = dict(scenario="duel", side="soviet", opponent="mcts:move=60s")
    env = stavka.make("bolt-action", **options) if kind == "environment" else stavka.make_vec("bolt-action", 2, **options)
    interrupted(lambda: env.reset(seed=1))
    with pytest.raises((stavka.StavkaError, gymnasium.error.ResetNeeded), match="reset"):
        env.step(0 if kind == "environment" else [0, 0])
    assert interrupted(lambda: env.reset(seed=2)) < 30
