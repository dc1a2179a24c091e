"""Packages of backends that are installed and broken: a line says so, and `auto` takes another backend."""

import os
import subprocess
import sys

import pytest
from commands import called

from accord.backends import table
from accord.errors import MissingBackendError

OF_BACKEND = {"cpsat": "ortools", "sat": "pysat"}
HIDDEN = [("cpsat",), ("sat",), ("cpsat", "sat")]
RAISES = 'raise ImportError("libsolver.so.9: cannot open shared object file\\nand more")\n'
LOOP = "slitherlink:33./.../.33"  # a loop is a lazy rule, for which `auto` asks SAT first


def write_broken(folder, backends, source=RAISES):
    """Write a package for each of the backends that cannot be imported."""
    for backend in backends:
        package = folder / OF_BACKEND[backend]
        package.mkdir()
        (package / "__init__.py").write_text(source)


@pytest.fixture
def broken(tmp_path, monkeypatch):
    """A function that hides the packages of backends behind broken ones, for this test."""
    hidden = set()

    def modules():
        return [name for name in sys.modules if name.partition(".")[0] in hidden]

    def hide(*backends, source=RAISES):
        write_broken(tmp_path, backends, source)
        hidden.update(OF_BACKEND[each] for each in backends)
        for name in modules():
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setattr(table, "_WHY_BROKEN", {})
        monkeypatch.syspath_prepend(str(tmp_path))

    yield hide
    for name in modules():
        del sys.modules[name]


@pytest.mark.parametrize("backend", OF_BACKEND)
def test_a_backend_that_is_named_and_broken_is_one_line(broken, backend):
    broken(backend)
    result = called("count", "queens:4", "--backend", backend)
    assert (result.returncode, result.stdout) == (4, "")
    package = {"cpsat": "ortools", "sat": "python-sat"}[backend]
    assert result.stderr == (
        f"accord: backend {backend} is broken: {table.row(backend).module} cannot be imported (ImportError: "
        "libsolver.so.9: cannot open shared object file); "
        f"install it again: pip uninstall {package}; pip install {package}\n"
    )


@pytest.mark.parametrize("source", ["import no_such_library", "raise OSError", "1 / 0", "", "solvers = 3"])
def test_whatever_a_broken_package_raises(broken, source):
    broken("cpsat", "sat", source=source)
    for name in OF_BACKEND:
        assert not table.is_usable(name)
        assert not table.is_installed(name)  # from now on
        with pytest.raises(MissingBackendError, match=f"backend {name} is broken: .* cannot be imported"):
            table.backend(name)


@pytest.mark.parametrize("hidden", HIDDEN)
def test_auto_takes_another_backend(broken, hidden):
    broken(*hidden)
    result = called("solve", LOOP, "--unique")
    assert (result.returncode, "1 solution, unique" in result.stderr) == (0, True)


@pytest.mark.parametrize("hidden", HIDDEN)
def test_doctor_says_what_is_broken(broken, hidden, monkeypatch):
    broken(*hidden)
    ours = {row.name: row for row in table.OURS}
    monkeypatch.setattr(table, "rows", lambda: ours)  # one of the doubles never ends
    monkeypatch.setattr(table, "broken", lambda: iter(()))
    result = called("doctor")
    lines = {line.split()[0]: line for line in result.stdout.splitlines()}
    assert result.returncode == 4
    for name in OF_BACKEND:
        assert (f"backend {name} is broken: " if name in hidden else " works (") in lines[name]
    assert " works (" in lines["native"]


def test_the_helper_of_a_long_search_is_one_that_can_be_imported(broken):
    import accord
    from accord.backends.contract import Request
    from accord.runner.portfolio import helper

    model, native = accord.load("queens:6").model, table.backend("native")
    assert helper(native, model, Request("first", limit=1)).name == "cpsat"
    broken("cpsat")
    assert helper(native, model, Request("first", limit=1)).name == "sat"


@pytest.mark.parametrize(
    "words",
    [
        ("why", "akari:.1./x../..2"),
        ("repair", "akari:.1./x../..2"),
        ("explain", "sudoku:11.............."),
        ("explain", "slitherlink:22/22"),
        ("prove", "akari:.1./x../..2"),
        ("generate", "sudoku", "--size", "4x4"),
        ("clues", "1234341221434321", "-k", "4", "--backend", "sat"),
    ],
)
def test_what_needs_a_solver_says_in_a_line_which_one_is_broken(broken, words):
    broken("cpsat", "sat")
    result = called(*words)
    assert result.returncode == 4
    (line,) = [line for line in result.stderr.splitlines() if line.startswith("accord: ")]
    assert "backend sat is broken" in line


def test_an_argument_of_sums_is_looked_for_without_a_linear_program(broken):
    broken("cpsat")
    result = called("explain", "sudoku:11..............")
    assert result.returncode == 0
    assert result.stdout


PUZZLES = (
    "slitherlink-10x10", "sudoku-17", "queens:6", "kakuro-8x8", "akari-10x10", "hitori-10x10",
    "aquarium-6x6", "fillomino-8x8",
)  # fmt: skip
SIZES = {"akari": 5, "sudoku": 4, "slitherlink": 5, "nonogram": 5, "kakuro": 5, "fillomino": 5, "hitori": 5,
         "binairo": 6}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("hidden", HIDDEN)
def test_no_command_ends_in_a_traceback(tmp_path, hidden):
    write_broken(tmp_path, hidden)
    paths = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    asked = [("doctor",), *(("count", "meteor", "--backend", name) for name in OF_BACKEND)]
    asked += [(verb, *each) for each in PUZZLES for verb, *each in (
        ("count", each), ("solve", each, "--unique"), ("compare", each, "--time-limit", "20"), ("hint", each),
    )]  # fmt: skip
    asked += [("generate", kind, "--size", f"{n}x{n}", "--seed", "1") for kind, n in SIZES.items()]
    for words in asked:
        result = subprocess.run(
            [sys.executable, "-m", "accord", *words], capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": paths},
        )  # fmt: skip
        assert "Traceback" not in result.stderr, words
        assert result.returncode != 1, words
        if words[0] in ("count", "solve", "hint") and "--backend" not in words:
            assert result.returncode in (0, 6), words
        if result.returncode == 4 and words[0] not in ("doctor", "compare"):
            assert "is broken: " in result.stderr, words
