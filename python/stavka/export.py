"""Positions of recorded games as arrays, for training elsewhere.

    python -m stavka.export games/*.stavka --out data                # shards of NumPy (.npz)
    python -m stavka.export games --out data --format parquet        # shards of Parquet; pyarrow has to be installed
    python -m stavka.export runs/first/episodes --game armir --out data      # the games of a training run

A shard holds the decisions of some games, in order. Games whose shard is complete are not read again, so that the same command goes on
where it was interrupted. All records of a directory are of one scenario.

| array | type and shape | meaning |
| --- | --- | --- |
| `planes` | uint8, N x planes x height x width | what the side that decides sees; bytes, to be divided by the scales (`schema.json`) |
| `globals` | float32, N x globals | everything else that it sees |
| `tokens` | int16, sum of legal actions x 5 | the tokens of all legal actions, one position after the other |
| `ids` | int64, sum of legal actions | their ids |
| `starts` | int64, N + 1 | where the actions of each position begin |
| `choice` | int32, N | which of its legal actions was chosen |
| `policy` | float32, sum of legal actions | what it should have chosen: the shares of the search, or 1 at the choice |
| `value` | float32, N | what the search expected, 0 to 1; NaN where there was none |
| `side` | int8, N | who decided: 0 Axis, 1 Soviet |
| `result` | float32, N | how the game ended for that side: 1 won, 0 drawn, -1 lost; NaN where the record ends before the game |
| `margin` | float32, N | margin in the game's points, positive for that side; NaN likewise |
| `game` | int32, N | number of the record in `schema.json` |
| `ply` | int32, N | number of the action in its game, dice included, from 0 |

In Parquet a row is a position: `planes` is a binary value, and `tokens`, `ids` and `policy` are lists.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from . import State, games
from ._spaces import check
from ._spec import Spec, spec
from ._stavka import read_episodes

#: Types of what is one number for each position.
KINDS = {
    "choice": np.int32,
    "value": np.float32,
    "side": np.int8,
    "result": np.float32,
    "margin": np.float32,
    "game": np.int32,
    "ply": np.int32,
}
#: Formats of shards.
FORMATS = ("npz", "parquet")


def positions(record: str, number: int, of: tuple[str, str], targets: dict | None = None) -> list[dict]:
    """The decisions of a recorded game of this game and scenario, each a row of the table above with its own actions.

    `targets` has shares of choices and a value by the number of the action; decisions that are not among them are left out.
    """
    last = State.from_record(record)
    if (last.game, last.scenario) != of:
        raise ValueError(f"a record of {last.game} {last.scenario}; expected {' '.join(of)}, the scenario of the first record")
    returns, margin = (last.returns(), last.margin()) if last.is_terminal() else ((np.nan, np.nan), np.nan)
    state, rows = State(last.game, last.scenario), []
    for ply, line in enumerate(last.history_str()):
        action = state.string_to_action(line)
        side = state.current_player()
        if side >= 0 and (targets is None or ply in targets):
            ids = state.ids()
            choice = int(np.flatnonzero(ids == action)[0])
            shares, value = ([(choice, 1.0)], None) if targets is None else targets[ply]
            policy = np.zeros(len(ids), np.float32)
            for slot, share in shares:
                policy[slot] = share
            rows.append(
                {
                    **state.observation(side),
                    "tokens": state.tokens(),
                    "ids": ids,
                    "choice": choice,
                    "policy": policy,
                    "value": np.nan if value is None else value,
                    "side": side,
                    "result": returns[side],
                    "margin": margin if side == 0 else -margin,
                    "game": number,
                    "ply": ply,
                }
            )
        state.apply_action(action)
    return rows


def arrays(rows: list[dict], seen: Spec) -> dict[str, np.ndarray]:
    """Rows as the arrays of a shard."""
    counts = [len(row["ids"]) for row in rows]

    def joined(name: str, kind, *shape: int) -> np.ndarray:
        return np.concatenate([np.zeros((0, *shape), kind), *(row[name] for row in rows)])

    return {
        "planes": np.array([row["planes"] for row in rows], np.uint8).reshape(-1, *seen.plane_shape),
        "globals": np.array([row["globals"] for row in rows], np.float32).reshape(-1, len(seen.globals)),
        "tokens": joined("tokens", np.int16, 5),
        "ids": joined("ids", np.int64),
        "policy": joined("policy", np.float32),
        "starts": np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        **{name: np.array([row[name] for row in rows], kind) for name, kind in KINDS.items()},
    }


def _write_npz(path: Path, rows: list[dict], seen: Spec) -> None:
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays(rows, seen))


def _write_parquet(path: Path, rows: list[dict], _seen: Spec) -> None:
    import pyarrow
    import pyarrow.parquet

    columns = {
        "planes": pyarrow.array([row["planes"].tobytes() for row in rows], pyarrow.binary()),
        "globals": pyarrow.array([row["globals"] for row in rows], pyarrow.list_(pyarrow.float32())),
        "tokens": pyarrow.array([row["tokens"].ravel() for row in rows], pyarrow.list_(pyarrow.int16())),
        "ids": pyarrow.array([row["ids"] for row in rows], pyarrow.list_(pyarrow.int64())),
        "policy": pyarrow.array([row["policy"] for row in rows], pyarrow.list_(pyarrow.float32())),
    }
    for name, kind in KINDS.items():
        columns[name] = pyarrow.array(np.array([row[name] for row in rows], kind))
    pyarrow.parquet.write_table(pyarrow.table(columns), path)


def _replace(path: Path, write) -> None:
    """Writes a file whole or not at all."""
    unfinished = path.with_name(path.name + ".tmp")
    write(unfinished)
    os.replace(unfinished, path)


def _schema(seen: Spec, form: str, names: list[str], per_shard: int) -> dict:
    def told(channels):
        return [{"name": channel.name, "meaning": channel.meaning} for channel in channels]

    return {
        "game": seen.game,
        "scenario": seen.scenario,
        "format": form,
        "plane_shape": list(seen.plane_shape),
        "planes": told(seen.planes),
        "scales": seen.scales.tolist(),
        "globals": told(seen.globals),
        "verbs": told(seen.verbs),
        "records": names,
        "records_per_shard": per_shard,
    }


#: A recorded game: its name, and what gives its record and its targets.
Source = tuple[str, Callable[[], tuple[str, dict | None]]]


def _sources(records: Iterable[os.PathLike | str], game: str | None) -> list[Source]:
    """The games of files and directories."""
    found: list[Source] = []
    for path in map(Path, records):
        files = [path]
        if path.is_dir():
            files = sorted(file for file in path.iterdir() if file.suffix in (".stavka", ".record"))
            if any(file.suffix == ".episodes" for file in path.iterdir()):
                if game is None:
                    raise ValueError(f"{path} holds the games of a training run; say of which game they are")
                for number, (record, targets) in enumerate(read_episodes(os.fspath(path), game)):
                    told = record, {at: (shares, value) for at, shares, value in targets}
                    found.append((f"{path.name}/{number}", lambda told=told: told))
        found += [(file.name, lambda file=file: (file.read_text(encoding="utf-8"), None)) for file in files]
    if not found:
        raise ValueError("there are no games; expected records, or directories of .stavka or .episodes files")
    return found


def export(
    records: Iterable[os.PathLike | str],
    out: os.PathLike | str,
    *,
    game: str | None = None,
    format: str = "npz",
    records_per_shard: int = 16,
    progress: Callable[[int, int], object] | None = None,
) -> list[Path]:
    """Writes the decisions of games to shards in a directory, with a `schema.json` that says what they hold.

    `records` are files, or directories: of `.stavka` and `.record` files, or of a training run's `.episodes`, whose `game` has to be
    named. `progress` is called with the number of games that are done and of all. Returns the shards.

    Raises `ValueError` for a game that cannot be read, for games of several scenarios, and where the directory holds another export.
    """
    check("format", format, FORMATS)
    if records_per_shard < 1:
        raise ValueError(f"{records_per_shard} records in a shard; expected a number from 1")
    sources = _sources(records, game)
    first = State.from_record(sources[0][1]()[0])
    seen = spec(first.game, first.scenario)
    schema = _schema(seen, format, [name for name, _ in sources], records_per_shard)
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    described = out / "schema.json"
    if described.exists():
        if json.loads(described.read_text(encoding="utf-8")) != schema:
            raise ValueError(f"{described} is of another export; use a new directory")
    else:
        _replace(described, lambda path: path.write_text(json.dumps(schema, indent=1), encoding="utf-8"))
    write = {"npz": _write_npz, "parquet": _write_parquet}[format]
    shards = []
    for begin in range(0, len(sources), records_per_shard):
        shard = out / f"shard-{begin // records_per_shard:05}.{format}"
        some = sources[begin : begin + records_per_shard]
        if not shard.exists():
            rows = []
            for number, (name, read) in enumerate(some, begin):
                record, targets = read()
                try:
                    rows += positions(record, number, (first.game, first.scenario), targets)
                except ValueError as problem:
                    raise ValueError(f"{name}: {problem}") from problem
            _replace(shard, lambda path, rows=rows: write(path, rows, seen))
        shards.append(shard)
        if progress is not None:
            progress(begin + len(some), len(sources))
    return shards


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m stavka.export", description="Write positions of recorded games as arrays.")
    parser.add_argument("records", nargs="+", help="records, or directories of records or of the episodes of a training run")
    parser.add_argument("--out", required=True, help="directory for the shards")
    parser.add_argument("--game", choices=games(), help="the game of the episodes of a training run")
    parser.add_argument("--format", choices=FORMATS, default="npz")
    parser.add_argument("--records-per-shard", type=int, default=16)
    options = parser.parse_args(arguments)
    try:
        shards = export(
            options.records,
            options.out,
            game=options.game,
            format=options.format,
            records_per_shard=options.records_per_shard,
            progress=lambda done, all_: print(f"\r{done} of {all_} games", end="", flush=True),
        )
    except (OSError, ValueError) as problem:
        parser.exit(2, f"\nstavka.export: {problem}\n")
    print(f"\n{len(shards)} shards in {options.out}")


if __name__ == "__main__":
    main()
