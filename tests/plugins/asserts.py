"""How often each `assert` of the tests runs: `PYTHONPATH=tests/plugins pytest -p asserts --asserts FOLDER`.

Each process writes a file of JSON into FOLDER: statement -> times. `python tests/plugins/asserts.py A B`
compares two such folders, of two revisions or two profiles: which statements ran in one of them only.
A statement is its file, its function and its text, so that it may move within its function.
"""

import ast
import json
import os
import sys
from collections import Counter
from pathlib import Path

from _pytest.assertion import rewrite

counts: list[int] = []
statements: list[str] = []
COUNTS = "@asserts"  # no name that source code can have


class Counted(ast.NodeTransformer):
    """Put a counter before each `assert` of a module."""

    def __init__(self, file: str):
        self.names = [file]

    def visit(self, node):
        named = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if named:
            self.names.append(node.name)
        try:
            return super().visit(node)
        finally:
            if named:
                self.names.pop()

    def visit_Assert(self, node: ast.Assert):
        statements.append(f"{'::'.join(self.names)}: {ast.unparse(node)}")
        counts.append(0)
        place = ast.Subscript(ast.Name(COUNTS, ast.Load()), ast.Constant(len(counts) - 1), ast.Store())
        counter = ast.AugAssign(place, ast.Add(), ast.Constant(1))
        return [ast.fix_missing_locations(ast.copy_location(counter, node)), node]


def pytest_addoption(parser):
    parser.addoption("--asserts", metavar="FOLDER", help="count how often each assert runs")


def pytest_configure(config):
    folder = config.getoption("--asserts")
    if folder is None:
        return
    import builtins

    setattr(builtins, COUNTS, counts)
    sys.dont_write_bytecode = True  # so that no module with counters is left behind
    rewrite._read_pyc = lambda *_: None
    rewritten = rewrite.rewrite_asserts

    def counted(module, source, path=None, config=None):
        Counted(os.path.relpath(path or "?", config.rootpath if config else Path.cwd())).visit(module)
        rewritten(module, source, path, config)

    rewrite.rewrite_asserts = counted


def pytest_sessionfinish(session):
    folder = session.config.getoption("--asserts")
    if folder is not None:
        total: Counter[str] = Counter()
        for statement, times in zip(statements, counts, strict=True):
            total[statement] += times
        Path(folder).mkdir(exist_ok=True, parents=True)
        Path(folder, f"{os.getpid()}.json").write_text(json.dumps(total))


def read(folder: str) -> Counter[str]:
    """Return statement -> times, over all processes that wrote into a folder."""
    total: Counter[str] = Counter()
    for file in Path(folder).glob("*.json"):
        total.update(json.loads(file.read_text()))
    return +total


if __name__ == "__main__":
    before, after = map(read, sys.argv[1:])
    for title, some in ("before", before), ("after", after):
        print(f"{title}: {len(some)} assert statements ran, {some.total()} times")
    for title, some in ("before", before.keys() - after.keys()), ("after", after.keys() - before.keys()):
        print(f"\nonly {title}: {len(some)}")
        print(*sorted(some), sep="\n")
