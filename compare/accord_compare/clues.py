"""Benchmark of clue search: all 17-clue or 16-clue puzzles of a finished sudoku grid.

No program of others that does this is in a package, so most rows stand alone: seconds and nodes a grid, to be
compared with rows of other days. One row, a grid with three rows decided, has a peer, the plain way to do it:

    name          what it is
    ------------  -----------------------------------------------------------------------------------------
    hitting-sets  two solvers of python-sat: one chooses clues, the other finds what they miss; our script
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from accord.errors import RefusedError
from accord.sudoku import clue_puzzles
from accord.versions import version_of
from accord_compare.bench import Contest, Counted, Sides, import_peer

GRIDS = Path(__file__).parent / "data" / "grids.txt"
SCRIPT = "hitting-sets"
GIVEN = "--3-5--------8-1-----2-----" + 54 * "."  # rows of one of the 29 puzzles: given, or not


def contests() -> list[Contest]:
    """Rows without a peer, and one with."""
    rich = [(f"with {count}", 17, [grid], count) for grid, count in grids() if count]
    random = [grid for grid, count in grids() if not count]
    rows = [("ten at random", 17, random, 0), ("ten at random", 16, random, 0), *rich]
    name, grid = rich[0][0], rich[0][2][0]
    return [
        *(_contest(name, f"{k} clues", "", count, partial(_alone, some, k)) for name, k, some, count in rows),
        _contest(name, "three rows given", SCRIPT, 1, partial(_beside, grid, GIVEN)),
    ]


def _contest(grids: str, what: str, beside: str, count: int, sides: partial[Iterator[Sides]]) -> Contest:
    return Contest("clues", grids, "bands", what, beside, count, "CPU", sides)


def grids() -> list[tuple[str, int]]:
    """The grids of the file, and how many puzzles of 17 clues each hides."""
    lines = GRIDS.read_text(encoding="utf-8").splitlines()
    words = [line.split() for line in lines if not line.startswith("#")]
    return [(grid, int(count)) for count, grid in words]


def ours(some: Sequence[str], k: int, mask: str = "") -> Counted:
    """All puzzles of some grids. Raises RefusedError if they may not be all."""
    count = nodes = 0
    for grid in some:
        found = clue_puzzles(grid, k, mask=mask, backend="native", engine="bands")
        if not found.exhaustive:
            raise RefusedError(found.words)
        count += found.count
        nodes += found.effort["nodes"]
    return Counted(count, {"nodes": nodes, "grids": len(some)}, {"numba": version_of("numba")})


def _alone(some: Sequence[str], k: int) -> Iterator[Sides]:
    yield partial(ours, some, k), None


def _beside(grid: str, mask: str) -> Iterator[Sides]:
    solve = import_peer("accord_compare.raw.hitting_sets", "pip install python-sat").solve
    question = {"grid": grid, "clues": 17, "mask": mask}
    versions = {"python-sat": version_of("python-sat")}
    yield partial(ours, [grid], 17, mask), lambda: Counted(solve(question), versions=versions)
