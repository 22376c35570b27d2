#!/usr/bin/env bash
# Measures learning on a machine with CUDA: self-play, the network alone and the learner, and the same network in
# PyTorch eager beside it. One JSON on standard output; exit code 1 if a goal is missed.
#   training/gpu-bench.sh [SECONDS]        each part takes so long, by default 20
#
# Needs a Python with a CUDA build of torch 2.11.0 (`tests/libtorch` links to it) and a Rust toolchain. Goals: 100,000
# evaluations per second, the device busy for 85 % of self-play, 0.9 of the speed of PyTorch eager.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-20}
config=training/configs/armir-gpu-bench.toml

python3 -c 'import torch, sys; sys.exit(0 if torch.cuda.is_available() else "gpu-bench: this Python has no torch that sees CUDA")'
tests/libtorch >&2
cargo build --release --features torch >&2
# The linker drops the CUDA half of libtorch, because nothing refers to it by name.
libraries=$(python3 -c 'import pathlib, torch; print(pathlib.Path(torch.__file__).parent / "lib")')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

LD_LIBRARY_PATH="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" LD_PRELOAD="$libraries/libtorch_cuda.so" \
  target/release/stavka bench armir --learning --config "$config" --seconds "$seconds" --format json >"$work/stavka.json"
python3 training/eager.py --seconds "$seconds" --like "$work/stavka.json" >"$work/eager.json"

python3 - "$work/stavka.json" "$work/eager.json" <<'PYTHON'
import json, sys

stavka, eager = (json.load(open(path)) for path in sys.argv[1:])
speeds = {speed["batch"]: speed["evaluations_per_second"] for speed in stavka["network_alone"]}
beside = {speed["batch"]: speed["evaluations_per_second"] for speed in eager["network_alone"]}
largest = max(speeds)
stavka["eager"] = eager
stavka["ratio_to_eager"] = {str(batch): speeds[batch] / beside[batch] for batch in speeds}
goals = {
    "evaluations_per_second": max(speeds.values()) >= 100_000,
    "device_busy_share": stavka["device_busy_share"] >= 0.85,
    "ratio_to_eager": speeds[largest] / beside[largest] >= 0.9,
}
stavka["goals"] = goals
json.dump(stavka, sys.stdout, indent=2)
print()
sys.exit(0 if all(goals.values()) else 1)
PYTHON
