#!/usr/bin/env bash
# Measures learning on a machine with CUDA: self-play, the network alone and the learner, and the same network in
# PyTorch eager beside it. One JSON on standard output; exit code 1 if a goal is missed.
#   training/gpu-bench.sh [SECONDS]                          builds stavka; each part takes so long, by default 20
#   STAVKA=path/to/stavka training/gpu-bench.sh [SECONDS]    measures that one, and needs no Rust on the machine
#
# Needs a Python with a CUDA build of torch 2.11.0: the libraries of CUDA are taken from it when stavka starts. A stavka
# from another machine must be built with the feature `torch` against the same version, for a CPU or for CUDA. Goals:
# 100,000 evaluations per second, the device busy for 85 % of self-play by its own word, 0.9 of the speed of PyTorch eager.
set -euo pipefail
fail() { echo "gpu-bench: $*" >&2; exit 2; }

seconds=${1:-20}
[[ $seconds =~ ^[0-9]+(\.[0-9]+)?$ && ! $seconds =~ ^[0.]+$ ]] || fail "SECONDS is \"$seconds\"; expected a number above 0"
stavka=${STAVKA:-}
if [ -n "$stavka" ]; then
  [ -f "$stavka" ] && [ -x "$stavka" ] || fail "STAVKA=$stavka is no program that can be run; expected the path of a stavka"
  stavka=$(cd "$(dirname "$stavka")" && pwd)/$(basename "$stavka")
fi
cd "$(dirname "${BASH_SOURCE[0]}")/.."
config=training/configs/armir-gpu-bench.toml

command -v python3 >/dev/null || fail "python3 was not found"
python3 -c 'import torch' 2>/dev/null || fail "this Python has no torch; expected a CUDA build of torch 2.11.0"
python3 -c 'import sys, torch; sys.exit(not torch.cuda.is_available())' || fail "the torch of this Python sees no CUDA device"
if [ -z "$stavka" ]; then
  tests/libtorch >&2
  cargo build --release --features torch >&2
  stavka=target/release/stavka
fi
# The linker drops the CUDA half of libtorch, because nothing refers to it by name.
libraries=$(python3 -c 'import pathlib, torch; print(pathlib.Path(torch.__file__).parent / "lib")')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

LD_LIBRARY_PATH="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" LD_PRELOAD="$libraries/libtorch_cuda.so" \
  "$stavka" bench armir --learning --config "$config" --seconds "$seconds" --format json >"$work/stavka.json" ||
  fail "$stavka did not measure"
python3 training/eager.py --seconds "$seconds" --like "$work/stavka.json" >"$work/eager.json"

python3 - "$work/stavka.json" "$work/eager.json" <<'PYTHON'
import json, sys

stavka, eager = (json.load(open(path)) for path in sys.argv[1:])
speeds = {speed["batch"]: speed["evaluations_per_second"] for speed in stavka["network_alone"]}
beside = {speed["batch"]: speed["evaluations_per_second"] for speed in eager["network_alone"]}
largest = max(speeds)
busy = stavka["device_busy_share"]
stavka["eager"] = eager
stavka["ratio_to_eager"] = {str(batch): speeds[batch] / beside[batch] for batch in speeds}
goals = {
    "evaluations_per_second": max(speeds.values()) >= 100_000,
    "device_busy_share": busy is not None and busy >= 0.85,
    "ratio_to_eager": speeds[largest] / beside[largest] >= 0.9,
}
stavka["goals"] = goals
json.dump(stavka, sys.stdout, indent=2)
print()
if busy is None:
    print(f"gpu-bench: how busy the device was is not known, which misses the goal: {stavka['device_busy_problem']}", file=sys.stderr)
missed = [name for name, is_met in goals.items() if not is_met]
if missed:
    print(f"gpu-bench: missed: {', '.join(missed)}", file=sys.stderr)
sys.exit(1 if missed else 0)
PYTHON
