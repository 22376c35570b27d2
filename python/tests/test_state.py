"""States for search."""

import copy
import pickle

import numpy as np
import pytest

import stavka


def played(game, scenario, steps, seed=1):
    """A state after random actions, dice by their odds."""
    state, dice = stavka.State(game, scenario), np.random.default_rng(seed)
    for _ in range(steps):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(state.sample_chance(int(dice.integers(2**32))))
        else:
            state.apply_action(int(dice.choice(state.legal_actions())))
    return state


def test_a_random_game_keeps_the_contract(game, scenario):
    state, dice = stavka.State(game, scenario), np.random.default_rng(7)
    space, length = stavka.spec(game, scenario).id_space, 0
    while not state.is_terminal():
        actions = state.legal_actions()
        assert actions == sorted(set(actions)) and 0 <= actions[0] and actions[-1] < space
        assert sorted(state.ids().tolist()) == actions and len(state.tokens()) == len(actions)
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert [action for action, _ in outcomes] == actions
            assert sum(odds for _, odds in outcomes) == pytest.approx(1) and min(odds for _, odds in outcomes) > 0
            action = int(dice.choice(actions, p=[odds for _, odds in outcomes]))
        else:
            player = state.current_player()
            assert state.legal_actions(player) == actions and state.legal_actions(1 - player) == []
            action = int(dice.choice(actions))
        if length % 50 == 0:
            line = state.action_to_string(action)
            assert state.string_to_action(line) == action == state.string_to_action(state.action_to_string(0, action))
        state.apply_action(action)
        length += 1
    assert state.current_player() == -4 and state.legal_actions() == [] and sum(state.returns()) == 0
    assert isinstance(state.level(), str) and isinstance(state.margin(), int)
    assert len(state.history_str()) == length


def test_copies_go_their_own_way(game, scenario):
    state = played(game, scenario, 60)
    if state.is_terminal():
        return
    for twin in (state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        before = state.state_hash()
        assert twin.state_hash() == before and twin.legal_actions() == state.legal_actions()
        twin.apply_action(twin.legal_actions()[0])
        assert state.state_hash() == before
        assert twin.state_hash() == state.child(state.legal_actions()[0]).state_hash()


def test_serialized_states_and_records_come_back(game, scenario):
    state = played(game, scenario, 80)
    assert stavka.State.deserialize(state.serialize()).state_hash() == state.state_hash()
    record = state.record(seed=5, players=("me", "you"))
    assert "seed 5" in record and "axis me" in record
    again = stavka.State.from_record(record)
    assert again.state_hash() == state.state_hash() and again.history_str() == state.history_str()


def test_drawn_worlds_look_the_same_to_their_player(game, scenario):
    for steps in (5, 60, 150):
        state = played(game, scenario, steps)
        for player in (0, 1):
            world = state.resample_from_infostate(player, seed=3)
            ours, theirs = state.observation(player), world.observation(player)
            assert np.array_equal(ours["planes"], theirs["planes"]) and np.array_equal(ours["globals"], theirs["globals"])
            assert state.view_hash(player) == world.view_hash(player)
            with pytest.raises(ValueError, match="no past"):
                world.history_str()


def test_hidden_actions_are_question_marks_to_the_other_side():
    state = stavka.State("armir")
    line = state.action_to_string(state.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])
    assert state.information_state_string(1).splitlines()[0] == line
    assert state.information_state_string(0).splitlines()[0] == "?"


def test_errors_name_the_rule():
    state = stavka.State("armir")
    before = state.state_hash()
    with pytest.raises(stavka.IllegalActionError) as caught:
        state.string_to_action("done")
    assert caught.value.rule and caught.value.reason and caught.value.rule in str(caught.value)
    with pytest.raises(ValueError, match="cannot read"):
        state.string_to_action("march on Moscow")
    for action in (-1, 2**40, 10**18):
        with pytest.raises(stavka.IllegalActionError, match="not legal now") as caught:
            state.apply_action(action)
        assert caught.value.rule is None and caught.value.reason is None
    for call in (lambda: state.observation(2), lambda: state.view_hash(-7), lambda: state.legal_actions(5), state.chance_outcomes):
        with pytest.raises(ValueError):
            call()
    assert state.state_hash() == before


@pytest.mark.parametrize("text", ["", "stavka-record 1", "{}", '["", null]', "\0" * 100, "[1, 2]"])
def test_broken_texts_are_refused(text):
    for read in (stavka.State.deserialize, stavka.State.from_record):
        with pytest.raises(ValueError):
            read(text)


@pytest.mark.smallest
def test_an_id_has_one_notation_in_ten_thousand_positions(game, scenario):
    names, positions, seed = {}, 0, 0
    while positions < 10_000:
        state, dice = stavka.State(game, scenario), np.random.default_rng(seed)
        seed += 1
        while not state.is_terminal() and positions < 10_000:
            ids = state.legal_actions()
            for action in dice.choice(ids, size=min(4, len(ids)), replace=False):
                line = state.action_to_string(int(action))
                assert names.setdefault(int(action), line) == line
            positions += 1
            state.apply_action(state.sample_chance(positions) if state.is_chance_node() else int(dice.choice(ids)))
    assert len(set(names.values())) == len(names)
