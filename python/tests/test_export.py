"""Positions of records as arrays."""

import json

import numpy as np
import pytest

import stavka
from stavka import State, _stavka
from stavka.export import export, main


@pytest.fixture
def records(tmp_path):
    """Three games on file."""
    folder = tmp_path / "games"
    folder.mkdir()
    result = stavka.match("bolt-action", "greedy", "random", games=3, seed=5, scenario="duel")
    for game in result.games:
        (folder / f"{game['seed']}.stavka").write_text(game["record"])
    return folder


def same(one, other):
    """Equal arrays; what is missing in both is equal too."""
    return np.array_equal(one, other, equal_nan=one.dtype.kind == "f")


def test_shards_hold_every_decision(records, tmp_path):
    shards = export([records], tmp_path / "out", records_per_shard=2)
    assert [shard.name for shard in shards] == ["shard-00000.npz", "shard-00001.npz"]
    schema = json.loads((tmp_path / "out" / "schema.json").read_text())
    assert schema["records"] == ["5.stavka", "6.stavka", "7.stavka"] and schema["scenario"] == "duel"
    with np.load(shards[0]) as data:
        state = stavka.State("bolt-action", "duel")
        lines = stavka.State.from_record((records / "5.stavka").read_text()).history_str()
        last = stavka.State.from_record((records / "5.stavka").read_text())
        position = 0
        for ply, line in enumerate(lines):
            action, side = state.string_to_action(line), state.current_player()
            if side >= 0:
                seen, begin, end = state.observation(side), *data["starts"][position : position + 2]
                assert np.array_equal(data["planes"][position], seen["planes"])
                assert np.array_equal(data["globals"][position], seen["globals"])
                assert np.array_equal(data["tokens"][begin:end], state.tokens())
                assert data["ids"][begin:end][data["choice"][position]] == action
                assert data["policy"][begin:end].sum() == data["policy"][begin + data["choice"][position]] == 1
                assert np.isnan(data["value"][position])
                assert (data["side"][position], data["ply"][position], data["game"][position]) == (side, ply, 0)
                assert data["result"][position] == last.returns()[side]
                assert data["margin"][position] == (last.margin() if side == 0 else -last.margin())
                position += 1
            state.apply_action(action)
        assert (data["game"] == 0).sum() == position and set(data["game"]) == {0, 1}


def test_shards_are_read_by_torch(records, tmp_path):
    torch = pytest.importorskip("torch", reason="tests/python installs it")
    (shard,) = export([records], tmp_path / "out")
    with np.load(shard) as data:
        read = {name: torch.from_numpy(data[name]) for name in data.files}
        assert all(same(tensor.numpy(), data[name]) for name, tensor in read.items())
    # A batch of it: positions as floats, and the loss of a policy over the tokens of each.
    assert read["planes"].dtype == torch.uint8 and read["planes"].float().isfinite().all()
    counts = read["starts"].diff()
    logits = torch.zeros(int(counts.sum()))
    losses = [
        torch.nn.functional.cross_entropy(part, choice.long())
        for part, choice in zip(logits.split(counts.tolist()), read["choice"], strict=True)
    ]
    assert torch.allclose(torch.stack(losses), counts.log(), atol=1e-5)


def test_an_export_goes_on_where_it_was_interrupted(records, tmp_path):
    def stops(done, _):
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export([records], tmp_path / "out", records_per_shard=1, progress=stops)
    kept = tmp_path / "out" / "shard-00000.npz"
    written = kept.stat().st_mtime_ns
    shards = export([records], tmp_path / "out", records_per_shard=1)
    assert len(shards) == 3 and kept.stat().st_mtime_ns == written
    whole = export([records], tmp_path / "whole", records_per_shard=1)
    for ours, theirs in zip(shards, whole, strict=True):
        with np.load(ours) as one, np.load(theirs) as other:
            assert all(same(one[name], other[name]) for name in one)
    with pytest.raises(ValueError, match="another export"):
        export([records], tmp_path / "out", records_per_shard=2)


def test_parquet_holds_the_same(records, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    (shard,) = export([records], tmp_path / "rows", format="parquet")
    (plain,) = export([records], tmp_path / "arrays")
    table = parquet.read_table(shard).to_pydict()
    shape = json.loads((tmp_path / "rows" / "schema.json").read_text())["plane_shape"]
    with np.load(plain) as data:
        for position in (0, len(data["choice"]) - 1):
            begin, end = data["starts"][position : position + 2]
            planes = np.frombuffer(table["planes"][position], np.uint8).reshape(shape)
            assert np.array_equal(planes, data["planes"][position])
            assert np.array_equal(np.reshape(table["tokens"][position], (-1, 5)), data["tokens"][begin:end])
            assert table["ids"][position] == data["ids"][begin:end].tolist()
            assert table["result"][position] == data["result"][position]


def test_what_cannot_be_read_is_named(records, tmp_path, capsys):
    (records / "bad.stavka").write_text("no record")
    with pytest.raises(ValueError, match="bad.stavka"):
        export([records], tmp_path / "out")
    with pytest.raises(ValueError, match="npz, parquet"):
        export([records], tmp_path / "out", format="csv")
    with pytest.raises(ValueError, match="no games"):
        export([], tmp_path / "out")
    other = stavka.State("armir").record()
    (records / "bad.stavka").write_text(other)
    with pytest.raises(ValueError, match="armir historical; expected bolt-action duel"):
        export([records / "5.stavka", records / "bad.stavka"], tmp_path / "two")
    with pytest.raises(SystemExit) as ended:
        main([str(tmp_path / "nowhere.stavka"), "--out", str(tmp_path / "none")])
    assert ended.value.code == 2 and "nowhere" in capsys.readouterr().err


def test_a_game_that_is_not_over_has_no_result(tmp_path):
    state = stavka.State("armir")
    decisions = 0
    for _ in range(5):
        decisions += state.current_player() >= 0
        state.apply_action(state.legal_actions()[0])
    (tmp_path / "half.stavka").write_text(state.record())
    (shard,) = export([tmp_path / "half.stavka"], tmp_path / "out")
    with np.load(shard) as data:
        assert len(data["choice"]) == decisions > 0 and np.isnan(data["result"]).all() and np.isnan(data["margin"]).all()


def test_games_go_into_a_training_run_and_come_out_again(records, tmp_path):
    texts = [file.read_text() for file in sorted(records.iterdir())]
    count = _stavka.write_episodes(tmp_path / "episodes", "bolt-action", texts)
    episodes = _stavka.read_episodes(tmp_path / "episodes", "bolt-action")
    assert [State.from_record(record).history_str() for record, _ in episodes] == [State.from_record(text).history_str() for text in texts]
    assert sum(len(targets) for _, targets in episodes) == count
    (ours,) = export([tmp_path / "episodes"], tmp_path / "one", game="bolt-action")
    (theirs,) = export([records], tmp_path / "other")
    with np.load(ours) as one, np.load(theirs) as other:
        assert len(one["choice"]) == count
        assert all(same(one[name], other[name]) for name in one)
    with pytest.raises(ValueError, match="of which game"):
        export([tmp_path / "episodes"], tmp_path / "nameless")
    with pytest.raises(ValueError, match="armir"):
        export([tmp_path / "episodes"], tmp_path / "armir", game="armir")
    with pytest.raises(ValueError, match="no directory"):
        _stavka.read_episodes(tmp_path / "nowhere", "armir")
