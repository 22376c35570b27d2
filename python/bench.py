"""What Python adds to the steps of Rust.

    maturin develop --release --manifest-path python/Cargo.toml
    python python/bench.py [--seconds 3] [--batch 256]

For each game: steps per second of a vector of environments in Rust alone and through Python, by turns in one run; microseconds that
Python adds to a step of one environment; memory of the vector.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import stavka
import stavka._env


def vector_rates(game: str, batch: int, seconds: float) -> tuple[float, float]:
    """Steps per second in Rust alone and through Python: medians of rounds that take turns."""
    envs = stavka.make_vec(game, batch, side=None, copy=False)
    envs.reset(seed=1)
    dice = np.random.default_rng(1)
    once = envs._core.random_steps(5, 1) / 5
    steps = max(1, int(seconds / 10 / once))
    rust, python = [], []
    for turn in range(5):
        rust.append(steps * batch / envs._core.random_steps(steps, turn))
        begun = time.perf_counter()
        for _ in range(steps):
            counts = np.maximum(envs.arrays["legal_count"], 1)
            envs.step((dice.random(batch) * counts).astype(np.int64))
        python.append(steps * batch / (time.perf_counter() - begun))
    return float(np.median(rust)), float(np.median(python))


def single_cost(game: str, seconds: float) -> tuple[float, float]:
    """Microseconds of a step of one environment, its observation included, in Rust alone and through Python."""
    options = dict(side="axis", opponent="random")
    alone = stavka._env.Episode(game, None, text=None, max_steps=None, **options).core
    env = stavka.make(game, **options)
    dice = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    steps = 500
    rust, python = [], []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        rust.append(alone.random_steps(steps, len(rust)) / steps)
        spent = 0.0
        for _ in range(steps):
            action = int(dice.integers(env.unwrapped._episode.core.legal_count))
            begun = time.perf_counter()
            _, _, terminated, truncated, info = env.step(action)
            spent += time.perf_counter() - begun
            if terminated or truncated:
                _, info = env.reset()
        python.append(spent / steps)
    return float(np.median(rust)) * 1e6, float(np.median(python)) * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--batch", type=int, default=256)
    options = parser.parse_args()
    print(f"{'game':16} {'Rust steps/s':>14} {'Python steps/s':>15} {'share':>6} {'one: Rust us':>13} {'Python us':>10} {'arrays MB':>10}")
    for game in stavka.games():
        rust, python = vector_rates(game, options.batch, options.seconds)
        single, through = single_cost(game, options.seconds)
        arrays = stavka.arrays(stavka.spec(game), options.batch, final=True)
        size = sum(array.nbytes for array in arrays.values()) / 1e6
        print(f"{game:16} {rust:14,.0f} {python:15,.0f} {python / rust:6.0%} {single:13.1f} {through:10.1f} {size:10.0f}")


if __name__ == "__main__":
    main()
