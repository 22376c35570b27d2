"""Puts PyTorch for the CPU, and sb3-contrib, into the environment of the Python that runs this; from PyPI alone.

The torch that PyPI has for Linux on x86_64 is built for CUDA, and asks for 2 GB of libraries more. It comes here without them, all but
the smallest. Their functions are looked up when torch is loaded, and are called on a graphics card alone: one small library has them all
by name, and answers to the names of those that are absent.
"""

import importlib.util
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from itertools import chain

TORCH = "torch==2.11.0"
#: What torch and the trainer import, besides what the tests install anyway.
IMPORTED = ["filelock", "typing-extensions>=4.10", "sympy>=1.13.3", "networkx>=2.5.1", "jinja2", "fsspec>=0.8.5", "cloudpickle"]
#: The one library of CUDA that is called, to be told that there is no graphics card.
CUDART = "nvidia-cuda-runtime==13.0.96"
TRAINER = ["stable-baselines3>=2.9,<3", "sb3-contrib>=2.9,<3"]


def imports(*modules: str) -> bool:
    """Whether a new process can import them."""
    return subprocess.run([sys.executable, "-c", f"import {', '.join(modules)}"], capture_output=True).returncode == 0


def pip(*arguments: str) -> None:
    options = ["--quiet", "--disable-pip-version-check", "--no-compile"]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, *arguments], check=True)


def readelf(*arguments: str) -> list[str]:
    return subprocess.run(["readelf", "--wide", *arguments], check=True, capture_output=True, text=True).stdout.splitlines()


def stand_in_for_absent_libraries(folder: pathlib.Path) -> None:
    """Makes the library, with the symbols that those in the folder expect of absent ones, by version."""
    made = folder / "libabsent.so"
    made.unlink(missing_ok=True)
    libraries = [path for path in folder.glob("lib*.so*") if path.name != "libcaffe2_nvrtc.so" and not path.is_symlink()]
    needed = {name for path in libraries for line in readelf("--dynamic", path) for name in re.findall(r"\(NEEDED\).*\[(.*)\]", line)}
    absent = {name for name in needed if re.match("lib(cu|nv|nccl)", name) and not name.startswith("libcudart.")}
    expected, defined = set(), set()
    for path in libraries:
        for line in readelf("--dyn-syms", path):
            if match := re.match(r" *\d+: (?:\S+ +){5}(UND|\d+) ([^@ ]+)(?:@(\S+))?", line):
                section, name, version = match.groups()
                if section != "UND":
                    defined.add(name)
                elif re.match("(cu|nv|nccl)[A-Za-z]", name) and not (version or "").startswith("libcudart."):
                    expected.add((name, version))
    by_version = defaultdict(list)
    for name, version in sorted((pair for pair in expected if pair[0] not in defined), key=str):
        by_version[version].append(name)
    with tempfile.TemporaryDirectory() as work:
        code, script = pathlib.Path(work, "absent.s"), pathlib.Path(work, "absent.map")
        with code.open("w") as file:
            for name in chain(*by_version.values()):
                file.write(f".globl {name}\n.type {name}, @function\n{name}:\n")
            file.write("ud2\n")
        with script.open("w") as file:
            for version, names in by_version.items():
                if version:
                    file.write(f"{version} {{ {'; '.join(names)}; }};\n")
        options = ["-shared", "-nostdlib", "-Wl,-soname,libabsent.so", f"-Wl,--version-script={script}"]
        subprocess.run(["cc", *options, "-o", made, code], check=True)
    for name in absent:
        link = folder / name
        link.unlink(missing_ok=True)
        link.symlink_to(made.name)


def main() -> None:
    # What comes last is there: so is the rest.
    if importlib.util.find_spec("sb3_contrib"):
        return
    print("tests/python: PyTorch and sb3-contrib are missing; they are fetched once, for the notebook on PPO (550 MB)", flush=True)
    if not imports("torch"):
        lean = (platform.system(), platform.machine()) == ("Linux", "x86_64") and all(map(shutil.which, ("cc", "readelf")))
        if lean:
            pip(*IMPORTED)
            pip("--no-deps", TORCH, CUDART)
            importlib.invalidate_caches()
            torch = importlib.util.find_spec("torch")
            stand_in_for_absent_libraries(pathlib.Path(torch.submodule_search_locations[0]) / "lib")
        else:
            pip(TORCH)
    pip("--no-deps", *TRAINER)
    if not imports("torch", "sb3_contrib"):
        subprocess.run([sys.executable, "-c", "import torch, sb3_contrib"])
        sys.exit(f"tests/python: {TORCH} and {TRAINER[-1]} were installed and cannot be imported")


if __name__ == "__main__":
    main()
