"""Networks as ONNX answer like the interpreter that players use."""

import numpy as np
import pytest

import stavka

onnx = pytest.importorskip("onnx")
runtime = pytest.importorskip("onnxruntime")

from stavka.onnx import export, main  # noqa: E402

SHIPPED = [("armir", "player"), ("armir", "judge")]
POSITIONS = 1000


def session(network, game, folder):
    path = folder / "network.onnx"
    export(network, stavka.spec(game).scales, path)
    return runtime.InferenceSession(path, providers=["CPUExecutionProvider"])


def decisions(game, count, seed):
    """States in which a player decides, of random games."""
    dice, found = np.random.default_rng(seed), []
    while len(found) < count:
        state = stavka.State(game, stavka.scenarios(game)[len(found) % 2])
        while not state.is_terminal() and len(found) < count:
            if state.is_chance_node():
                state.apply_action(state.sample_chance(int(dice.integers(2**32))))
                continue
            if dice.random() < 0.2:
                found.append(state.clone())
            state.apply_action(int(dice.choice(state.legal_actions())))
    return found


def together(inputs, advised):
    """Inputs of several positions as one batch."""
    batch = {name: np.stack([each[name] for each in inputs]) for name in ("planes", "facts")}
    batch["tokens"] = np.concatenate([each["tokens"] for each in inputs])
    batch["owners"] = np.repeat(np.arange(len(inputs)), [len(each["tokens"]) for each in inputs])
    if advised:
        batch["scores"] = np.concatenate([each["scores"] for each in inputs])
    return batch


@pytest.mark.parametrize(("game", "role"), SHIPPED, ids=lambda value: value)
def test_a_shipped_network_answers_alike_in_a_thousand_positions(game, role, tmp_path):
    network = stavka.Network(game, role=role)
    onnx_session = session(network, game, tmp_path)
    advised = "scores" in {given.name for given in onnx_session.get_inputs()}
    states, worst = decisions(game, POSITIONS, seed=7), 0.0
    for begin in range(0, POSITIONS, 50):
        some = states[begin : begin + 50]
        inputs = [network.inputs(state) for state in some]
        logits, wdl, margin = onnx_session.run(None, together(inputs, advised))
        answers = [network.evaluate(state) for state in some]
        ours = [np.concatenate([answer[0] for answer in answers]), np.array([answer[1] for answer in answers])]
        ours.append(np.array([answer[2] for answer in answers]))
        for theirs, mine in zip((logits, wdl, margin), ours, strict=True):
            assert theirs.shape == mine.shape and np.isfinite(theirs).all()
            worst = max(worst, float((np.abs(theirs - mine) / np.maximum(np.abs(mine), 1)).max()))
    assert worst < 1e-4, f"worst difference {worst}"


def test_what_there_is_not_is_refused(tmp_path, capsys):
    with pytest.raises(ValueError, match="no network is shipped with bolt-action"):
        stavka.Network("bolt-action")
    with pytest.raises(ValueError, match="player or judge"):
        stavka.Network("armir", role="king")
    with pytest.raises(ValueError, match="plays armir"):
        stavka.Network("armir").evaluate(stavka.State("bolt-action"))
    with pytest.raises(SystemExit) as ended:
        main(["east-front", "--out", str(tmp_path / "none.onnx")])
    assert ended.value.code == 2 and "no network is shipped" in capsys.readouterr().err
    main(["armir", "--out", str(tmp_path / "armir.onnx")])
    assert "bytes" in capsys.readouterr().out


def test_weights_are_named_arrays():
    arrays = stavka.Network("armir").arrays()
    assert arrays["stem.planes"].shape[0] == len(stavka.spec("armir").planes)
    assert all(array.dtype == np.float32 for array in arrays.values())
