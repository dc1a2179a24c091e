"""One base of results, one struct of each thing, one loop that looks at limits: a second one is found here.

Two structs of which neither derives from the other should not have five fields of the same names: they are
one thing, made twice. And a loop should not look at the clock or at a cancellation itself: the one of
`accord.runner.driver` does, for whatever yields. What is allowed all the same is listed with its reason.
"""

import ast
from functools import cache
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOTS = ("src/accord", "compare/accord_compare")
MOST = 4  # fields of one name in two structs

ALIKE = {  # structs that may be alike -> why
    (
        "CertifyArguments",
        "Job",
    ): "what a user asks, and what a process of a comparison is handed",
    ("Arguments", "Probe"): "the fuzzer draws arguments and keeps them as JSON, unchecked",
    ("Outcome", "Probe"): "the same",
    ("Answer", "Outcome"): "what the fuzzer compares of an outcome, canonical",
    ("Outcome", "Slice"): "a plug-in gives slices, by a contract of its own, and an outcome is made of them",
    ("Planned", "Progress"): "the same of planners",
    ("Counted", "Outcome"): "a part of a count, as a file of shards has it since it was first written",
    ("Counted", "PartTotals"): "what is added up of it",
    ("Made", "Record"): "a puzzle, and its line of JSON",
    ("Outcome", "Row"): "a row of a comparison is kept for years, whatever becomes of outcomes",
    ("Measurement", "Row"): "both are kept, of two kinds of measurements",
    ("Contest", "Measurement"): "what is measured, and what came of it",
    ("Verdict", "Written"): "of two programs that trust each other in nothing",
    ("Matrix", "ModelData"): "the checker of certificates shares nothing with what it checks",
    ("ModelData", "_Reading"): "a model under way, with lists in place of arrays",
    ("Rules", "FreeCell"): "the rules of a game, and a model file, which has more",
    ("ClueSets", "Unavoidable"): "a spec, and the lazy part that is made of it",
    ("Entry", "Puzzle"): "a listing reads headings only",
    ("Drawing", "Picture"): "a file names the data, and a picture has the signs",
    ("Argument", "Imbalance"): "two reasons with one face, of two modules that do not import each other",
}
TABLES = {"Tables", "Slots"}  # the arrays of kernels, which are made and passed as a kernel wants them

LOOKS = {  # files whose loops may look at the clock, or at a cancellation -> why
    "src/accord/runner/run.py": "a timed run is driven; a checkpoint is saved after the end",
    "src/accord/runner/presolve.py": "so many seconds of search before sums are looked for",
    "src/accord/certify/count/write.py": "hands the driver what it asks",
    "src/accord/planners/search.py": "the same",
    "src/accord/backends/cpsat/solving.py": "a solver in a thread of its own is told to end",
    "src/accord/backends/sat/thread.py": "the same",
    "src/accord/certify/solver.py": "the same",
    "src/accord/backends/native/layers_control.py": "a slice of a kernel",
    "src/accord/plans/explicit.py": "the same",
    "src/accord/certify/weights.py": "so many seconds for a reason that is not looked for to the end",
    "src/accord/families/freecell/planners/deals.py": "one kernel for many deals",
    "src/accord/many/cluster.py": "waits for workers",
    "src/accord/many/merge.py": "between the lines of files",
    "src/accord/many/parts.py": "a part in a worker ends where its parent is cancelled",
    "src/accord/many/pool.py": "between units",
    "src/accord/workbench/process.py": "between the events of an ask",
    "src/accord/workbench/server.py": "waits for a signal",
    "src/accord/cli/fuzz.py": "between blocks",
    "src/accord/cli/keys.py": "waits for a key",
    "compare/accord_compare/fuzz/campaign.py": "between probes",
    "compare/accord_compare/fuzz/keep.py": "between probes",
    "compare/accord_compare/fuzz/probe.py": "takes a slice, and saves",
    "compare/accord_compare/fuzz/watch.py": "watches a process from outside",
    "compare/accord_compare/isolate.py": "the same",
}


@cache
def trees():
    return {
        str(file.relative_to(ROOT)): ast.parse(file.read_text())
        for root in ROOTS
        for file in sorted((ROOT / root).rglob("*.py"))
    }


def fields(node):
    """The names of the fields that a class declares."""
    return {
        each.target.id
        for each in node.body
        if isinstance(each, ast.AnnAssign)
        and isinstance(each.target, ast.Name)
        and "ClassVar" not in ast.unparse(each.annotation)
    }


def structs_alike(modules):
    """Return pairs of names of structs that have too many fields in common: (name, name) -> the fields."""
    classes = [
        (node.name, fields(node), {ast.unparse(base) for base in node.bases})
        for tree in modules.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    ]
    return {
        tuple(sorted((one, other))): ours & theirs
        for (one, ours, bases), (other, theirs, their_bases) in combinations(classes, 2)
        if len(ours & theirs) > MOST and one not in their_bases and other not in bases
    }


def looks(node):
    """Whether a piece of code looks at a limit: at the clock, or at a cancellation."""
    match node:
        case ast.Call(func=ast.Attribute(attr="find_stop" | "over" | "is_set")):
            return True
        case ast.Compare():
            return any(isinstance(each, ast.Name) and each.id == "monotonic" for each in ast.walk(node))
    return False


def loops_that_look(modules):
    """Return the files with a loop that looks at limits itself."""
    return {
        file
        for file, tree in modules.items()
        for loop in ast.walk(tree)
        if isinstance(loop, ast.For | ast.While) and any(map(looks, ast.walk(loop)))
    }


def test_no_struct_repeats_another():
    found = structs_alike(trees())
    allowed = {tuple(sorted(pair)) for pair in ALIKE}
    assert {pair for pair in found if not TABLES.issuperset(pair)} == allowed


def test_no_loop_but_the_drivers_looks_at_limits():
    assert loops_that_look(trees()) == set(LOOKS)


def test_a_second_one_is_found():
    planted = ast.parse(
        """
class Finding(msgspec.Struct):
    puzzle: str
    variant: str
    status: str
    reason: str
    engine: str

def search(steps, cancel):
    for step in steps:
        if cancel.is_set():
            break

def hurried(steps, deadline):
    while monotonic() < deadline:
        next(steps)
"""
    )
    modules = {**trees(), "planted.py": planted}
    (pair,) = structs_alike(modules).keys() - structs_alike(trees()).keys()
    assert pair == ("Finding", "Result")
    assert loops_that_look(modules) - loops_that_look(trees()) == {"planted.py"}
    for name in ("search", "hurried"):
        alone = [node for node in planted.body if getattr(node, "name", "") == name]
        assert loops_that_look({"planted.py": ast.Module(alone, [])}) == {"planted.py"}
