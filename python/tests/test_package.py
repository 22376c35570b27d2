"""The package as a whole: stubs, doctests, versions, processes."""

import ast
import doctest
import importlib
import inspect
import multiprocessing
import pathlib
import subprocess
import sys

import gymnasium
import numpy as np
import pytest

import stavka
from stavka import _stavka

FOLDER = pathlib.Path(stavka.__file__).parent


def stub():
    return ast.parse((FOLDER / "_stavka.pyi").read_text(encoding="utf-8"))


def parameters(function: ast.FunctionDef) -> list[tuple[str, bool]]:
    """Names of parameters but `self`, with whether they may be left out."""
    given = function.args
    plain = given.posonlyargs + given.args
    optional = len(plain) - len(given.defaults)
    named = [(argument.arg, index >= optional) for index, argument in enumerate(plain)]
    named += [(argument.arg, default is not None) for argument, default in zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    return [(name, default) for name, default in named if name != "self"]


def test_the_stubs_are_those_of_the_module():
    stubs = {node.name: node for node in stub().body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    public = {name for name in vars(_stavka) if not name.startswith("_")}
    assert public == set(stubs)
    for name, node in stubs.items():
        found = getattr(_stavka, name)
        if isinstance(node, ast.ClassDef) and not issubclass(found, BaseException):
            described = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            has = {member for member in vars(found) if not member.startswith("__") or member in ("__copy__", "__deepcopy__")}
            assert has == described - {"__init__"}, name
            for item in node.body:
                is_property = any(isinstance(mark, ast.Name) and mark.id == "property" for mark in item.decorator_list)
                target = found if item.name == "__init__" else inspect.getattr_static(found, item.name)
                if is_property:
                    assert not callable(getattr(found, item.name)), f"{name}.{item.name}"
                else:
                    target = found if item.name == "__init__" else getattr(found, item.name)
                    check_signature(f"{name}.{item.name}", target, parameters(item))
        elif isinstance(node, ast.FunctionDef):
            check_signature(name, found, parameters(node))


def check_signature(name, function, described):
    given = inspect.signature(function).parameters.values()
    has = [(each.name, each.default is not each.empty) for each in given if each.name not in ("self", "_memo", "memo")]
    assert has == [each for each in described if each[0] != "memo"], name


@pytest.mark.parametrize("module", ["stavka", "stavka._spec", "stavka._env", "stavka._vector", "stavka._match"])
def test_examples_run(module):
    found = importlib.import_module(module)
    assert doctest.testmod(found, extraglobs={"stavka": stavka}).failed == 0


def test_the_version_is_that_of_the_command():
    root = FOLDER.parents[1] / "Cargo.toml"
    if not root.exists():
        pytest.skip("the package is not in a clone")
    version = next(line for line in root.read_text().splitlines() if line.startswith("version = "))
    assert version.split('"')[1] == stavka.__version__


def test_gymnasium_makes_the_environments_by_name(game):
    env = gymnasium.make(f"stavka/{game}-v0", side="axis", disable_env_checker=False)
    env.reset(seed=1)
    assert env.unwrapped.seat == 0
    envs = gymnasium.make_vec(f"stavka/{game}-v0", num_envs=2, vectorization_mode="vector_entry_point")
    assert envs.reset(seed=1)[0]["planes"].shape[0] == 2


def pytest_generate_tests(metafunc):
    if metafunc.fixturenames == ["game"]:
        metafunc.parametrize("game", stavka.games())


def play(seed, out):
    """Plays a little in another process."""
    envs = stavka.make_vec("armir", 2, threads=2)
    envs.reset(seed=seed)
    for _ in range(20):
        observations = envs.step(np.zeros(2, np.int64))[0]
    out.put(int(observations["planes"].sum()))


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_environments_work_in_other_processes(way):
    envs = stavka.make_vec("armir", 2)
    envs.reset(seed=1)
    envs.step(np.zeros(2, np.int64))
    context = multiprocessing.get_context(way)
    out = context.Queue()
    process = context.Process(target=play, args=(5, out))
    process.start()
    told = out.get(timeout=120)
    process.join(timeout=60)
    play(5, out)
    assert told == out.get(timeout=60) and process.exitcode == 0


def test_boards_are_drawn_as_their_viewer_sees_them(game):
    state = stavka.State(game)
    for player in (0, 1):
        assert state.svg(player).startswith("<svg") and len(state.text(player).splitlines()) > 15
    for mode, begins in (("ansi", ""), ("svg", "<svg")):
        env = stavka.make(game, render_mode=mode)
        env.reset(seed=1)
        assert isinstance(env.render(), str) and env.render().startswith(begins)
    assert stavka.make(game).render() is None


def test_nothing_is_asked_of_packages_that_are_not_there():
    """OpenSpiel, PettingZoo and pandas may be missing."""
    code = (
        "import sys\n"
        "for name in ('pettingzoo', 'pyspiel', 'pandas', 'torch'): sys.modules[name] = None\n"
        "import stavka\n"
        "stavka.make('armir').reset(seed=1)\n"
        "stavka.make_vec('armir', 2).reset(seed=1)\n"
        "try: stavka.aec('armir')\n"
        "except ImportError as error: print('told', error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and "told" in done.stdout and "pettingzoo" in done.stdout, done.stderr
