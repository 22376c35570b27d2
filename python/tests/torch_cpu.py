"""Puts PyTorch for the CPU, and sb3-contrib, into the environment of the Python that runs this; from PyPI alone.

The torch that PyPI has for Linux on x86_64 is built for CUDA, and asks for 2 GB of libraries more. It comes here without all but the smallest of
them. Functions of the others are looked up when torch is loaded, and called on a graphics card alone: one small library has them all by name,
and answers to the names of those that are absent.
"""

import importlib.metadata
import importlib.util
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

TORCH = "torch==2.11.0"
#: What torch and the trainer import, besides what the tests install anyway.
IMPORTED = ["filelock", "typing-extensions>=4.10", "sympy>=1.13.3", "networkx>=2.5.1", "jinja2", "fsspec>=0.8.5", "cloudpickle", "setuptools<82"]
TRAINER = ["stable-baselines3>=2.9,<3", "sb3-contrib>=2.9,<3"]


def works() -> bool:
    """Whether a new process can import what the notebook imports."""
    return subprocess.run([sys.executable, "-c", "import torch, sb3_contrib"], capture_output=True).returncode == 0


def pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", *arguments], check=True)


def readelf(*arguments: str) -> list[str]:
    return subprocess.run(["readelf", "--wide", *arguments], check=True, capture_output=True, text=True).stdout.splitlines()


def stand_in_for_absent_libraries(folder: pathlib.Path) -> None:
    """Makes the library, with the symbols that those in the folder expect of absent ones, by version."""
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
    expected = sorted((version or "", name) for name, version in expected if name not in defined)
    with tempfile.TemporaryDirectory() as work:
        code, script = pathlib.Path(work, "absent.s"), pathlib.Path(work, "absent.map")
        code.write_text("".join(f".globl {name}\n.type {name},@function\n{name}:\n" for _, name in expected) + "ud2\n")
        versions = sorted({version for version, _ in expected if version})
        script.write_text("".join(f"{version} {{ {' '.join(name + ';' for v, name in expected if v == version)} }};\n" for version in versions))
        made = folder / "libabsent.so"
        subprocess.run(["cc", "-shared", "-nostdlib", "-Wl,-soname,libabsent.so", f"-Wl,--version-script={script}", "-o", made, code], check=True)
    for name in absent:
        link = folder / name
        link.unlink(missing_ok=True)
        link.symlink_to("libabsent.so")


def main() -> None:
    if works():
        return
    print("PyTorch for the CPU and sb3-contrib: fetching 550 MB, once", flush=True)
    lean = (platform.system(), platform.machine()) == ("Linux", "x86_64") and all(map(shutil.which, ("cc", "readelf")))
    if lean:
        pip("--no-deps", TORCH, "nvidia-cuda-runtime==13.0.96")
        pip(*IMPORTED)
        pip("--no-deps", *TRAINER)
        torch = importlib.util.find_spec("torch")
        stand_in_for_absent_libraries(pathlib.Path(torch.submodule_search_locations[0]) / "lib")
    else:
        pip(TORCH, *TRAINER)
    if not works():
        subprocess.run([sys.executable, "-c", "import torch, sb3_contrib"])
        sys.exit(f"torch_cpu: {TORCH} and sb3-contrib {importlib.metadata.version('sb3-contrib')} are installed but cannot be imported")


if __name__ == "__main__":
    main()
