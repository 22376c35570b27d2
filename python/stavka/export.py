"""Positions of recorded games as arrays, for training elsewhere.

    python -m stavka.export games/*.stavka --out data                # shards of NumPy (.npz)
    python -m stavka.export games --out data --format parquet        # shards of Parquet; pyarrow has to be installed

A shard holds the decisions of some games, in order. Games whose shard is complete are not read again, so that the same command goes on
where it was interrupted. All records of a directory are of one scenario.

| array | type and shape | meaning |
| --- | --- | --- |
| `planes` | uint8, N x planes x height x width | what the side that decides sees; a byte divided by the scale of its plane (`schema.json`) |
| `globals` | float32, N x globals | everything else that it sees |
| `tokens` | int16, sum of legal actions x 5 | the tokens of all legal actions, one position after the other |
| `ids` | int64, sum of legal actions | their ids |
| `starts` | int64, N + 1 | where the actions of each position begin |
| `choice` | int32, N | which of its legal actions was chosen |
| `side` | int8, N | who decided: 0 Axis, 1 Soviet |
| `result` | float32, N | how the game ended for that side: 1 won, 0 drawn, -1 lost; NaN where the record ends before the game |
| `margin` | float32, N | margin in the game's points, positive for that side; NaN likewise |
| `game` | int32, N | number of the record in `schema.json` |
| `ply` | int32, N | number of the action in its game, dice included, from 0 |

In Parquet a row is a position: `planes` is a binary value, and `tokens` and `ids` are lists.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from . import State
from ._spec import Spec, spec

#: Formats of shards.
FORMATS = ("npz", "parquet")


def positions(record: str, number: int, of: tuple[str, str]) -> list[dict]:
    """The decisions of a recorded game of this game and scenario, each a row of the table above with its own actions."""
    last = State.from_record(record)
    if (last.game, last.scenario) != of:
        raise ValueError(f"a record of {last.game} {last.scenario}; expected {' '.join(of)}, the scenario of the first record")
    returns, margin = (last.returns(), last.margin()) if last.is_terminal() else ((np.nan, np.nan), np.nan)
    state, rows = State(last.game, last.scenario), []
    for ply, line in enumerate(last.history_str()):
        action = state.string_to_action(line)
        side = state.current_player()
        if side >= 0:
            ids = state.ids()
            rows.append(
                {
                    **state.observation(side),
                    "tokens": state.tokens(),
                    "ids": ids,
                    "choice": int(np.flatnonzero(ids == action)[0]),
                    "side": side,
                    "result": returns[side],
                    "margin": margin if side == 0 else -margin,
                    "game": number,
                    "ply": ply,
                }
            )
        state.apply_action(action)
    return rows


def arrays(rows: list[dict]) -> dict[str, np.ndarray]:
    """Rows as the arrays of a shard."""
    counts = [len(row["ids"]) for row in rows]
    kinds = {"choice": np.int32, "side": np.int8, "result": np.float32, "margin": np.float32, "game": np.int32, "ply": np.int32}
    return {
        "planes": np.stack([row["planes"] for row in rows]),
        "globals": np.stack([row["globals"] for row in rows]),
        "tokens": np.concatenate([row["tokens"] for row in rows]),
        "ids": np.concatenate([row["ids"] for row in rows]),
        "starts": np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        **{name: np.array([row[name] for row in rows], kind) for name, kind in kinds.items()},
    }


def _write_npz(path: Path, rows: list[dict]) -> None:
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays(rows))


def _write_parquet(path: Path, rows: list[dict]) -> None:
    import pyarrow
    import pyarrow.parquet

    columns = {
        "planes": pyarrow.array([row["planes"].tobytes() for row in rows], pyarrow.binary()),
        "globals": pyarrow.array([row["globals"] for row in rows], pyarrow.list_(pyarrow.float32())),
        "tokens": pyarrow.array([row["tokens"].ravel() for row in rows], pyarrow.list_(pyarrow.int16())),
        "ids": pyarrow.array([row["ids"] for row in rows], pyarrow.list_(pyarrow.int64())),
    }
    for name, kind in (("choice", "int32"), ("side", "int8"), ("result", "float32"), ("margin", "float32"), ("game", "int32"), ("ply", "int32")):
        columns[name] = pyarrow.array([row[name] for row in rows], getattr(pyarrow, kind)())
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


def export(
    records: Iterable[os.PathLike | str], out: os.PathLike | str, *, format: str = "npz", records_per_shard: int = 16, progress=None
) -> list[Path]:
    """Writes the decisions of records to shards in a directory, with a `schema.json` that says what they hold.

    `records` are files, or directories of `.stavka` and `.record` files. `progress` is called with the number of records that are done
    and of all. Returns the shards.

    Raises `ValueError` for a record that cannot be read, for records of several scenarios, and where the directory holds another
    export.
    """
    if format not in FORMATS:
        raise ValueError(f"there is no format {format!r}; expected one of {', '.join(FORMATS)}")
    if records_per_shard < 1:
        raise ValueError(f"{records_per_shard} records in a shard; expected a number from 1")
    files = []
    for path in map(Path, records):
        files += sorted(file for file in path.iterdir() if file.suffix in (".stavka", ".record")) if path.is_dir() else [path]
    if not files:
        raise ValueError("there are no records; expected files, or directories of .stavka files")
    texts = {}

    def text(file: Path) -> str:
        return texts.pop(file, None) or file.read_text(encoding="utf-8")

    texts[files[0]] = text(files[0])
    first = State.from_record(texts[files[0]])
    schema = _schema(spec(first.game, first.scenario), format, [file.name for file in files], records_per_shard)
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    described = out / "schema.json"
    if described.exists():
        if json.loads(described.read_text(encoding="utf-8")) != json.loads(json.dumps(schema)):
            raise ValueError(f"{described} is of another export; use a new directory")
    else:
        _replace(described, lambda path: path.write_text(json.dumps(schema, indent=1), encoding="utf-8"))
    write = {"npz": _write_npz, "parquet": _write_parquet}[format]
    shards = []
    for begin in range(0, len(files), records_per_shard):
        shard = out / f"shard-{begin // records_per_shard:05}.{format}"
        some = files[begin : begin + records_per_shard]
        if not shard.exists():
            rows = []
            for number, file in enumerate(some, begin):
                try:
                    rows += positions(text(file), number, (first.game, first.scenario))
                except ValueError as problem:
                    raise ValueError(f"{file}: {problem}") from problem
            _replace(shard, lambda path, rows=rows: write(path, rows))
        shards.append(shard)
        if progress is not None:
            progress(begin + len(some), len(files))
    return shards


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m stavka.export", description="Write positions of recorded games as arrays.")
    parser.add_argument("records", nargs="+", help="records, or directories of them")
    parser.add_argument("--out", required=True, help="directory for the shards")
    parser.add_argument("--format", choices=FORMATS, default="npz")
    parser.add_argument("--records-per-shard", type=int, default=16)
    options = parser.parse_args(arguments)
    try:
        shards = export(
            options.records,
            options.out,
            format=options.format,
            records_per_shard=options.records_per_shard,
            progress=lambda done, all_: print(f"\r{done} of {all_} records", end="", flush=True),
        )
    except (OSError, ValueError) as problem:
        parser.exit(2, f"\nstavka.export: {problem}\n")
    print(f"\n{len(shards)} shards in {options.out}")


if __name__ == "__main__":
    main()
