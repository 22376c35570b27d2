"""The notebooks run from the first cell to the last."""

import pathlib

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

NOTEBOOKS = sorted((pathlib.Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, monkeypatch):
    # The long cells take what time they are given.
    monkeypatch.setenv("STAVKA_NOTEBOOK_SECONDS", "5")
    notebook = nbformat.read(path, as_version=4)
    assert all(cell.outputs for cell in notebook.cells if cell.cell_type == "code" and not cell.source.startswith(("import", "class"))), (
        "it is committed with its outputs"
    )
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()


def test_there_are_notebooks():
    assert NOTEBOOKS
