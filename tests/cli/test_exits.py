"""Exit codes: one module has the numbers, the worst of many counts, and what ends a command has its own."""

import ast
import pickle
from itertools import permutations
from pathlib import Path

import pytest

from accord import exits
from accord.errors import StoppedError
from accord.exits import Code

ROOT = Path(__file__).parent.parent.parent
HOME = ROOT / "src/accord/exits.py"
MODULES = [path for folder in ("src", "compare") for path in sorted((ROOT / folder).rglob("*.py"))]
LEAVING = ("Exit", "exit", "_exit")  # who is called with a code


def is_number(node):
    return isinstance(node, ast.Constant) and type(node.value) is int


def is_code(name):
    return any(part in ("code", "codes", "exit") for part in name.lower().split("_"))


def named(node):
    return getattr(node, "attr", None) or getattr(node, "id", None) or getattr(node, "arg", None) or ""


def numbers(node):
    """The bare numbers that such an expression may come to."""
    if isinstance(node, ast.IfExp):
        return [*numbers(node.body), *numbers(node.orelse)]
    if isinstance(node, ast.BoolOp):
        return [found for value in node.values for found in numbers(value)]
    if isinstance(node, ast.Dict):
        return [found for value in node.values for found in numbers(value)]
    if isinstance(node, ast.Set | ast.Tuple | ast.List):
        return [found for value in node.elts for found in numbers(value)]
    return [node] if is_number(node) else []


def given(node):
    """What a statement or a call says is an exit code, as expressions."""
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return [node.value] if any(is_code(named(target)) for target in targets) else []
    if isinstance(node, ast.keyword):
        return [node.value] if is_code(node.arg or "") else []
    if isinstance(node, ast.Call):
        kept = named(node.func) == "add" and is_code(named(getattr(node.func, "value", None)))
        return node.args if kept or named(node.func) in LEAVING else []
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq):
        sides = [node.left, *node.comparators]
        return sides if "exit_code" in map(named, sides) else []
    if isinstance(node, ast.FunctionDef) and is_code(node.name):
        return [each.value for each in ast.walk(node) if isinstance(each, ast.Return)]
    return []


def bare(tree):
    """The lines of a module where an exit code is written as a number."""
    nodes = [number for node in ast.walk(tree) for each in given(node) for number in numbers(each)]
    return sorted({node.lineno for node in nodes})


@pytest.mark.parametrize(
    "line",
    [
        "exit_code = 3",
        "raise click.exceptions.Exit(5)",
        "sys.exit(1 if wrong else 0)",
        "codes = {0}",
        "self.codes.add(130)",
        "raise StoppedError('', exit_code=130 if cancelled else 5)",
        "EXIT_CODES = {'time': 5}",
        "exit_code: int = 1",
        "x = error.exit_code == 130",
        "def _code(record):\n    return 3",
        "os._exit(130)",
    ],
)
def test_a_bare_number_is_seen(line):
    assert bare(ast.parse(line))


@pytest.mark.full
def test_no_other_module_has_an_exit_code_as_a_number():
    assert len(MODULES) > 300
    found = {
        f"{path.relative_to(ROOT)}:{line}"
        for path in MODULES
        if path != HOME
        for line in bare(ast.parse(path.read_text()))
    }
    assert not found


def test_the_worst_of_many_counts_in_whatever_order_they_come():
    worst_first = [143, 129, 130, 1, 2, 3, 4, 5, 6, 7, 0]
    assert list(Code) == worst_first
    for place in range(len(worst_first)):
        rest = list(Code)[place:]
        assert all(exits.worst(some) == worst_first[place] for some in permutations(rest[:4]))
        assert exits.worst(reversed(rest)) == worst_first[place]
    assert exits.worst([]) == 0


@pytest.mark.parametrize(
    ("status", "answered", "code"),
    [
        ("complete", None, 0), ("complete", False, 5), ("limit", None, 0), ("limit", False, 5),
        ("time", None, 5), ("time", True, 0), ("cancelled", None, 130), ("cancelled", True, 130),
        ("failed", None, 1), ("failed", True, 1),
    ],
)  # fmt: skip
def test_a_status_has_a_code(status, answered, code):
    assert exits.of(status, answered) == code


def test_what_was_stopped_keeps_its_code_on_the_way_from_a_worker():
    for status, code in (("time", 5), ("cancelled", 130)):
        there = pickle.loads(pickle.dumps(StoppedError("stopped", status=status)))
        assert (there.status, there.exit_code, str(there)) == (status, code, "stopped")
