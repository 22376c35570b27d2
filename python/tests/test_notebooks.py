"""The notebooks run from the first cell to the last."""

import importlib.util
import pathlib
import re

import pytest
from conftest import FULL

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

#: What a notebook imports besides what all of them do.
NEEDED = {"ppo": "sb3_contrib"}
NOTEBOOKS = sorted((pathlib.Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


def run(path, notebook, seconds):
    missing = NEEDED.get(path.stem)
    if missing and not importlib.util.find_spec(missing):
        pytest.skip(f"{missing} is not installed; tests/python installs it")
    nbclient.NotebookClient(notebook, timeout=seconds, kernel_name="python3").execute()


def games_won(notebook):
    """What the notebook prints of a match."""
    printed = "".join(output.get("text", "") for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs)
    won, games = re.search(r"(\d+) of (\d+) games won", printed).groups()
    return int(won), int(games)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, monkeypatch):
    # The long cells take what time they are given.
    monkeypatch.setenv("STAVKA_NOTEBOOK_SECONDS", "5")
    notebook = nbformat.read(path, as_version=4)
    assert all(cell.outputs for cell in notebook.cells if cell.cell_type == "code" and not cell.source.startswith(("import", "class"))), (
        "it is committed with its outputs"
    )
    run(path, notebook, 300)


@pytest.mark.parametrize("trained", ["as committed", pytest.param("anew", marks=pytest.mark.skipif(not FULL, reason="takes minutes"))])
def test_masked_ppo_beats_random_play_in_nine_games_of_ten(trained):
    path = next(path for path in NOTEBOOKS if path.stem == "ppo")
    notebook = nbformat.read(path, as_version=4)
    if trained == "anew":
        run(path, notebook, 3600)
    won, games = games_won(notebook)
    assert games == 200
    assert won >= 180


def test_there_are_notebooks():
    assert NOTEBOOKS
