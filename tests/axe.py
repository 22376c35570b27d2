"""Fetches axe-core, with which the browser tests check that everybody can use the pages.

It is used by tests only and is no part of the product, so it lies in the target directory, which is the argument.
What is fetched is pinned by its checksum: the package of npm's registry or, where that is out of reach, the Python
package that carries the same version.
"""

import hashlib
import io
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile

VERSION = "4.12.1"
NPM = f"https://registry.npmjs.org/axe-core/-/axe-core-{VERSION}.tgz"
NPM_SUM = "4341a01268b5ecbea826f3c7a7d1d69280a2cab3484c93e1bf4c9554460c6ca0"
PYTHON = "axe-playwright-python==0.1.8"
PYTHON_SUM = "fdd263c998388f1a8e67cad02677e612d946248bd44d163be5e8650ea31f95f8"


def checked(data: bytes, wanted: str) -> bytes:
    found = hashlib.sha256(data).hexdigest()
    if found != wanted:
        raise OSError(f"the checksum is {found}, expected {wanted}")
    return data


def from_npm() -> bytes:
    with urllib.request.urlopen(NPM, timeout=60) as answer:
        data = checked(answer.read(), NPM_SUM)
    return tarfile.open(fileobj=io.BytesIO(data)).extractfile("package/axe.min.js").read()


def from_python() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, PYTHON]
        done = subprocess.run(command, capture_output=True, text=True)
        wheels = list(pathlib.Path(folder).glob("*.whl"))
        if done.returncode or not wheels:
            raise OSError(f"pip cannot fetch {PYTHON}: {done.stderr.strip()}")
        data = checked(wheels[0].read_bytes(), PYTHON_SUM)
    return zipfile.ZipFile(io.BytesIO(data)).read("axe_playwright_python/axe.min.js")


def fetched() -> bytes:
    problems = []
    for source in [from_npm, from_python]:
        try:
            return source()
        except OSError as error:
            problems.append(str(error))
    sys.exit(f"tests/axe.py: axe-core {VERSION} cannot be fetched: " + "; ".join(problems))


target = pathlib.Path(sys.argv[1]) / "axe.min.js"
if not (target.exists() and f"axe v{VERSION}" in target.read_text(encoding="utf-8")[:40]):
    part = target.with_suffix(".part")
    part.write_bytes(fetched())
    part.replace(target)
