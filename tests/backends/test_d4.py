"""The backend d4 of plugins/accord-d4: what it counts, what it sees of hidden options, and how it ends.

What it has in common with the other plug-ins is in test_witnesses. It is skipped where it is not installed;
`pip install -e plugins/accord-d4` does so.
"""

import os
import signal
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from certificates import plainly
from commands import called
from hypothesis import given, settings
from processes import python
from random_models import models
from searches import found
from waiting import children_of, is_alive, wait_until

import accord
from accord import Model
from accord.backends import table
from accord.backends.contract import Request
from accord.certify.count import check, write
from accord.cnf import ENCODINGS

pytestmark = pytest.mark.full  # left out of the fast profile

if "d4" not in table.rows() or find_spec("py_d4") is None:  # it is not imported here: it prints at the end
    pytest.skip("not installed: pip install -e plugins/accord-d4", allow_module_level=True)
circuits = pytest.importorskip("accord_d4.circuit")

HARD = "pentomino-6x10"  # takes d4 many minutes


def counted(model, **more):
    """What a search counts without a walk, and whether it was complete."""
    return found(table.backend("d4"), model, "count", solutions=False, **more)[1:]


# -- what it counts --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("puzzle", "everything", "distinct"),
    [
        ("queens-8", 92, 12),
        ("langford-8", 300, 150),
        ("dominoes-8x8", 12_988_816, 1_629_189),
        ("monominoes-dominoes-9x9", 10_185_111_919_160_666_118_608, None),
        ("tetrahexes-4x7", 18, 9),
        ("aquarium-6x6", 1, None),  # amounts below 0
        ("template", 4, 1),  # multiplicities
        ("costas-6", 116, None),  # hidden options
    ],
)
def test_known_counts(puzzle, everything, distinct):
    loaded = accord.load(puzzle)
    outcome = accord.count(loaded, backend="d4")
    assert (outcome.count, outcome.exact, outcome.backend) == (everything, True, "d4")
    if distinct is not None:
        assert accord.count(loaded, backend="d4", distinct=True).count == distinct


@pytest.mark.parametrize("engine", ["large-arity", "tree-decomposition"])
def test_each_engine_counts_and_walks_alike(engine):
    puzzle = accord.load("queens:6")
    assert accord.count(puzzle, backend="d4", engine=engine).count == 4
    digests = {
        accord.count(puzzle, backend=name, engine=how, with_digest=True).digest
        for name, how in (("d4", engine), ("native", None))
    }
    assert len(digests) == 1


@pytest.mark.parametrize(
    ("puzzle", "engine"), [("dominoes-6x6", "tree-decomposition"), ("soma", "large-arity")]
)
def test_a_tree_decomposition_is_taken_where_few_options_reach_across_a_cut(puzzle, engine):
    model = accord.load(puzzle).model
    assert table.backend("d4").choice(model, Request("count"))[0] == engine


@settings(max_examples=5)
@given(model=models(hidden=False, objective=False))
def test_every_encoding_has_as_many_models_as_there_are_solutions(oracle, model):
    """So auxiliary variables are determined by the options."""
    expected = len(oracle(model))
    for encoding in (None, *ENCODINGS):
        assert counted(model, encoding=encoding) == (True, expected)


@settings(max_examples=12)
@given(model=models(hidden=False))
def test_its_circuit_walks_to_the_solutions(oracle, model):
    solutions, complete, count = found(table.backend("d4"), model)
    assert complete
    assert count == len(solutions)
    assert sorted(solutions) == sorted(oracle(model))


def test_the_least_value_is_that_of_all_solutions():
    model = Model.build({"a": 1, "b": 1}, {"x": ["a"], "y": ["a"], "z": ["b"]}, minimize={"x": 3, "y": -2})
    assert accord.best(model, backend="d4").value == -2
    assert "does not look for the least" in table.backend("d4").refusal(model, Request("best"))


# -- hidden options --------------------------------------------------------------------------------


@settings(max_examples=12)
@given(model=models(objective=False))
def test_hidden_options_that_are_not_determined_are_told_as_a_broken_promise(oracle, model):
    solutions = oracle(model)
    visible = {tuple(o for o in solution if not model.hidden[o]) for solution in solutions}
    if len(visible) == len(solutions):
        assert counted(model) == (True, len(solutions))
        return
    broken = f"not determined: d4 counts {len(solutions):,} solutions, and {len(visible):,} without these"
    with pytest.raises(accord.EngineError, match=broken):
        counted(model)


def test_a_promise_broken_late_is_seen_though_other_counts_look_at_the_first_solutions_only():
    """Of 2^14 choices one alone, the last, leaves its hidden option open."""
    number = 14
    items = {"h": (0, number), **{f"i{i}": 1 for i in range(number)}}
    options = {f"a{i}": {f"i{i}": 1} for i in range(number)}
    options |= {f"b{i}": {f"i{i}": 1, "h": 1} for i in range(number)}
    options["hidden"] = {"h": number}
    model = Model.build(items, options, hidden=["hidden"])
    with pytest.raises(accord.EngineError, match=r"counts 16,385 .* and 16,384 without"):
        accord.count(model, backend="d4", reduce=False)


# -- how it ends -----------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", [{}, {"with_digest": True}])
def test_a_time_limit_ends_it_and_its_process(asked):
    before = children_of()
    outcome = accord.count(accord.load(HARD), backend="d4", time_limit=0.5, **asked)
    assert (outcome.status, outcome.exact) == ("time", False)
    assert children_of() <= before


def test_a_memory_limit_ends_it_in_a_sentence():
    before = children_of()
    outcome = accord.count(accord.load(HARD), backend="d4", memory_limit=1 << 24)
    assert (outcome.status, outcome.limit, outcome.exact) == ("limit", "memory", False)
    assert outcome.reason.startswith("d4 may use 16,777,216 bytes, and uses ")
    assert children_of() <= before


def test_a_process_that_dies_is_told(monkeypatch):
    backend, model = table.backend("d4"), accord.load(HARD).model
    before = children_of()
    with closing(backend.search(model, Request("count", solutions=False))) as search:
        (child,) = wait_until(lambda: next(search) and children_of() - before, "it has a process")
        os.kill(child, signal.SIGABRT)
        with pytest.raises(accord.EngineError, match=r"^d4 ended by signal 6$"):
            for _ in search:
                pass
    assert children_of() <= before


def test_its_process_ends_with_the_one_that_started_it():
    program = (
        "import accord, os, signal, sys\n"
        "from accord.backends import table\n"
        "from accord.backends.contract import Request\n"
        f"search = table.backend('d4').search(accord.load({HARD!r}).model, Request('all'))\n"
        "children = lambda: open(f'/proc/self/task/{os.getpid()}/children').read()\n"
        "while not children(): next(search)\n"
        "for _ in range(5): next(search)\n"
        "print(children())\n"
        "sys.stdout.flush()\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    (child,) = map(int, python("-c", program).stdout.split())
    wait_until(lambda: not is_alive(child), "the process of d4 ends")


def test_without_the_package_it_is_not_installed(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as util\nown = util.find_spec\n"
        "util.find_spec = lambda name, *more: None if name == 'py_d4' else own(name, *more)\n"
    )
    done = python("-m", "accord", "count", "queens:4", "--backend", "d4", path=[tmp_path])
    assert done.returncode == accord.MissingBackendError.exit_code
    assert "backend d4 is not installed; install it with: pip install accord-d4" in done.stderr


# -- the circuit -----------------------------------------------------------------------------------


def read(text):
    steps = circuits.read(text)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def walked(text, options, variables):
    return sorted(each for each in circuits.solutions(read(text), options, variables) if each is not None)


def test_a_circuit_is_walked_through_with_what_is_free():
    """x1 and not x2, or not x1; x3 is free; beside x4."""
    text = b"o 1 0\na 2 0\no 3 0\nt 4 0\n3 4 1 -2 0\n3 4 -1 0\n2 3 0\n2 4 4 0\n1 2 0\n"
    assert walked(text, 4, 4) == sorted([[0, 3], [0, 2, 3], [3], [1, 3], [2, 3], [1, 2, 3]])


def test_a_circuit_whose_branches_may_both_hold_is_refused():
    with pytest.raises(accord.EngineError, match="node 1 whose edges do not exclude each other"):
        read(b"o 1 0\nt 2 0\n1 2 1 0\n1 2 2 0\n")


def test_a_free_auxiliary_variable_is_refused():
    with pytest.raises(accord.EngineError, match="variable 2 of the formula is not determined"):
        walked(b"o 1 0\nt 2 0\n1 2 1 0\n", 1, 2)


# -- beside the others -----------------------------------------------------------------------------


def test_a_campaign_asks_it():
    done = called("fuzz", "--models", "2", "--backend", "d4", "--quiet")
    assert done.returncode == 0, done.stdout
    assert "no disagreement" in done.stdout
    assert {"d4/large-arity", "d4/decisions"} <= set(done.stdout.split())


# -- its circuit as the guide of a certificate -------------------------------------------------------


def certified(model, path, **more):
    """What is written by its decisions, and what both checkers find; they have to agree."""
    told = write(model, path, backend="d4", **more)
    verdict = check(path, model=model)
    assert verdict.proved, verdict.reason
    assert verdict.count == plainly(path) == told.count
    assert (told.kind, told.situations) == ("graph", verdict.situations)
    return told.count


@pytest.mark.parametrize(
    ("puzzle", "distinct", "count"),
    [
        ("queens:6", False, 4),
        ("queens:6", True, 1),
        ("langford:7", True, 26),
        ("dominoes-6x6", False, 6728),  # parts that do not know each other
        ("template", False, 4),  # multiplicities
        ("aquarium-6x6", False, 1),  # amounts below 0
    ],
)
def test_its_decisions_certify_known_counts(puzzle, distinct, count, tmp_path):
    assert certified(accord.load(puzzle).model, tmp_path / "x.count", distinct=distinct) == count


@settings(max_examples=15)
@given(model=models(amounts=(1, 1, 2, 3), hidden=False, objective=False, colours=False))
def test_its_decisions_certify_counts_of_random_models(oracle, model):
    with TemporaryDirectory() as folder:
        assert certified(model, Path(folder, "random.count")) == len(oracle(model))


def test_a_circuit_that_lies_makes_no_wrong_certificate(monkeypatch, tmp_path):
    """Of a false guide the search finds all solutions as well, and says that d4 counted otherwise."""
    decisions = pytest.importorskip("accord_d4.decisions")
    own = circuits.read

    def read_less(text):
        found = yield from own(text)
        edges = next(edges for edges in found.below.values() if len(edges) == 2)
        del edges[0]
        return found

    monkeypatch.setattr(decisions.circuit, "read", read_less)
    assert certified(accord.load("queens:6").model, tmp_path / "x.count") == 4


def test_a_search_that_is_far_larger_than_the_circuit_is_refused_and_leaves_no_file(monkeypatch, tmp_path):
    decisions = pytest.importorskip("accord_d4.decisions")
    for name in ("FEW", "SPREAD", "AT_ONCE"):
        monkeypatch.setattr(decisions, name, 1)
    with pytest.raises(
        accord.RefusedError,
        match=r"circuit has [\d,]+ nodes; as a search, .* takes more than [\d,]+ decisions",
    ):
        write(accord.load("dominoes-6x6").model, tmp_path / "x.count", backend="d4")
    assert list(tmp_path.iterdir()) == []


def test_limits_end_the_writing_of_its_certificate(tmp_path):
    before = children_of()
    model = accord.load(HARD).model
    with pytest.raises(accord.StoppedError, match=r"stopped after 0\.3 seconds"):
        write(model, tmp_path / "x.count", backend="d4", time_limit=0.3)
    with pytest.raises(accord.StoppedError, match="d4 may use 16,777,216 bytes"):
        write(model, tmp_path / "x.count", backend="d4", memory_limit=1 << 24)
    assert list(tmp_path.iterdir()) == []
    assert children_of() <= before
