"""Benchmark of pencil puzzles: from a text to the unique solution, beside puzzlekit.

puzzlekit (pip) has the same kinds, and hands each puzzle to CP-SAT, which finds a solution. It does not ask
whether there is another one; we do, with whatever engine is chosen. Both get the library's puzzles as text,
and make every model anew. What puzzlekit finds has to be our solution. Kinds that it does not have are timed
beside our own backend for CP-SAT, which is asked the same as ours.

If `ACCORD_DATA` names a folder whose folder `kinds` has files of blocks, such as `masyu.txt`, the puzzles of
loops and islands there are solved as well, of boards up to `LARGEST` cells. Each side notes the seconds of
every puzzle, so that a table has the mean and the worst.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from accord.puzzles import blocks
from accord.puzzles.loader import load
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.writing import puzzle_text
from accord.runner.api import run
from accord.runner.query import AUTO
from accord.versions import version_of
from accord_compare.bench import Contest, Counted, Sides, import_peer
from accord_compare.measurement import ENGINE

PEER = "puzzlekit"
BACKEND = "cpsat"
SECONDS = 10  # of wall clock that puzzlekit may take for a puzzle
LARGEST = 400  # cells of a board from `ACCORD_DATA`
Rows = Sequence[Sequence[str]]

# The library's puzzles that puzzlekit reads as we do: it knows no 0 beside magnets, no rows of tents without
# a number and no unequal rows of binairo, and in its killer sudoku a cage may have a digit twice.
PUZZLES = {
    "akari": ("akari-10x10", "akari-18x10", "akari-20x20"),
    "battleship": ("battleship-7x7", "battleship-10x10"),
    "binairo": ("binairo-10x10",),
    "country-road": ("country-road-10x10",),
    "creek": ("creek-10x10",),
    "dominosa": ("dominosa-8x7", "dominosa-11x10"),
    "heyawake": ("heyawake-10x10",),
    "hitori": ("hitori-10x10",),
    "kakurasu": ("kakurasu-6x6", "kakurasu-8x8", "kakurasu-9x9-few"),
    "kakuro": ("kakuro-8x8", "kakuro-12x10"),
    "kuromasu": ("kuromasu-9x9",),
    "lits": ("lits-10x10",),
    "magnets": ("magnets-8x8",),
    "masyu": ("masyu-10x10",),
    "mosaic": ("mosaic-10x10", "mosaic-cup"),
    "norinori": ("norinori-8x8", "norinori-10x10", "norinori-14x12"),
    "nurikabe": ("nurikabe-10x10",),
    "nurimisaki": ("nurimisaki-10x10",),
    "shikaku": ("shikaku-8x8", "shikaku-12x12", "shikaku-17x17"),
    "skyscrapers": ("skyscrapers-6x6", "skyscrapers-parks-5x5"),
    "slitherlink": ("slitherlink-10x10",),
    "star-battle": ("star-battle-8x8", "star-battle-10x10", "star-battle-14x14"),
    "suguru": ("suguru-6x6", "suguru-8x8", "suguru-10x10"),
    "tents": ("tents-10x10", "tents-15x15"),
    "yajilin": ("yajilin-8x8",),
    "yin-yang": ("yin-yang-8x8",),
}
OURS_ONLY = {
    "fillomino": ("fillomino-8x8",),
    "galaxies": ("galaxies-10x10",),
    "hashi": ("hashi-10x10",),
    "numberlink": ("numberlink-10x10",),
    "sashigane": ("sashigane-10x10",),
    "shakashaka": ("shakashaka-10x10",),
    "slant": ("slant-10x10",),
    "tapa": ("tapa-10x10",),
}
FROM_DATA = (
    "creek", "heyawake", "hitori", "kuromasu", "lits", "masyu", "nurikabe", "slitherlink", "yajilin",
)  # fmt: skip
THEIRS = {
    "country-road": "country_road",
    "dominosa": "dominos",
    "magnets": "magnetic",
    "skyscrapers": "skyscraper",
    "star-battle": "starbattle",
    "tents": "tent",
    "yin-yang": "yin_yang",
}
LABELLED = ("dominosa", "shikaku")  # cells have the labels of areas, which may be any
LINES = ("country-road", "masyu", "yajilin")  # cells have the sides by which a line leaves, in any order
MARKED = {"akari": "o", "tents": "o"}  # the sign that is the solution; what is given is written in two ways


def contests() -> list[Contest]:
    """A row a kind."""
    return [
        *(_contest(kind, PEER, names, partial(sides, kind)) for kind, names in PUZZLES.items()),
        *(_contest(kind, BACKEND, names, sides_of_ours) for kind, names in OURS_ONLY.items()),
    ]


def _contest(
    kind: str, beside: str, names: Sequence[str], sides: Callable[[Sequence[Puzzle]], Iterator[Sides]]
) -> Contest:
    data = _file_of(kind)
    if data is None:
        return Contest("pencil", kind, "", "", beside, len(names), "CPU", lambda: sides([*map(load, names)]))
    puzzles = [*map(load, names), *_puzzles_in(data)]
    found, make = len(puzzles), partial(sides, puzzles)
    return Contest("pencil", kind, "", "", beside, found, "CPU", make, warm_up=False, most_pairs=1)


def _file_of(kind: str) -> Path | None:
    """The file of more puzzles of a kind, if there is one."""
    file = Path(os.environ.get("ACCORD_DATA", "")) / "kinds" / f"{kind}.txt"
    return file if kind in FROM_DATA and "ACCORD_DATA" in os.environ and file.exists() else None


def _puzzles_in(file: Path) -> Iterator[Puzzle]:
    """Yield the puzzles of a file of blocks, without the solutions that it states."""
    with file.open("rb") as lines:
        for _, puzzle in blocks.puzzles(lines):
            if isinstance(puzzle, Puzzle):
                rows, columns, *_ = blocks.body(puzzle).split()
                if int(rows) * int(columns) <= LARGEST:
                    yield load(puzzle_text(puzzle, "line"))


def sides(kind: str, puzzles: Sequence[Puzzle]) -> Iterator[Sides]:
    """Both sides on puzzles of a kind."""
    peer = import_peer(PEER, f"pip install {PEER}")
    known = [_solve(puzzle, Counter()) for puzzle in puzzles]
    theirs = partial(_theirs, peer.solve, THEIRS.get(kind, kind))
    theirs(blocks.body(puzzles[0]))  # the first one imports more than the others
    yield (
        partial(_ours, [puzzle_text(puzzle, "line") for puzzle in puzzles], known),
        partial(_count_solved, theirs, [blocks.body(puzzle) for puzzle in puzzles], known, kind),
    )


def sides_of_ours(puzzles: Sequence[Puzzle]) -> Iterator[Sides]:
    """Compare what `auto` chooses with the backend for CP-SAT, on puzzles of a kind."""
    known = [_solve(puzzle, Counter()) for puzzle in puzzles]
    texts = [puzzle_text(puzzle, "line") for puzzle in puzzles]
    yield partial(_ours, texts, known), partial(_ours, texts, known, BACKEND)


def _ours(texts: Sequence[str], known: Sequence[Rows], backend: str = AUTO) -> Counted:
    effort, seconds = Counter[str](), dict[str, float]()
    solved = 0
    for number, (given, expected) in enumerate(zip(texts, known, strict=True)):
        with _time(number, seconds):
            solved += _solve(load(given), effort, backend) == expected
    return Counted(solved, effort, parts=seconds)


@contextmanager
def _time(puzzle: int, seconds: dict[str, float]) -> Iterator[None]:
    """Note the CPU time of a block under the number of its puzzle."""
    started = process_time()
    yield
    seconds[str(puzzle)] = process_time() - started


def _solve(puzzle: Puzzle, effort: Counter[str], backend: str = AUTO) -> Rows:
    """Return the one solution, as files of blocks have it; nothing if it is not the only one.

    The engine that found it is counted among the effort.
    """
    outcome = run(puzzle, "unique", backend=backend)
    effort.update(outcome.effort)
    effort[f"{ENGINE}{outcome.engine}"] += 1
    if outcome.answer != "unique":
        return ()
    solution = puzzle.record.texts.block.solution  # type: ignore[union-attr]
    return solution.rows(puzzle, outcome.solutions[0].options)


def _theirs(solve: Callable[..., Any], kind: str, given: str) -> Rows | None:
    """A solution; nothing if there is none, None if there was no time for it."""
    options = {"num_search_workers": 1, "time_limit_sec": SECONDS}
    found = solve(given, kind, solver_options=options).solution_data
    if found.get("status") == "Timeout":
        return None
    return [[str(sign) for sign in row] for row in found["solution_grid"].matrix]


def _count_solved(
    solve: Callable[[str], Rows | None], texts: Sequence[str], known: Sequence[Rows], kind: str
) -> Counted:
    """Return how many of the puzzles have the known solution."""
    seconds = dict[str, float]()
    found = []
    for number, given in enumerate(texts):
        with _time(number, seconds):
            found.append(solve(given))
    solved = sum(
        one is not None and _plain(one, kind) == _plain(other, kind)
        for one, other in zip(found, known, strict=True)
    )
    return Counted(solved, {}, {PEER: version_of(PEER)}, complete=None not in found, parts=seconds)


def _plain(rows: Rows, kind: str) -> list[list[str | bool]]:
    """Return what identifies a solution: areas are labelled in the order in which they come."""
    if kind in MARKED:
        return [[sign == MARKED[kind] for sign in row] for row in rows]
    if kind in LINES:
        return [["".join(sorted(sign)) for sign in row] for row in rows]
    if kind == "slitherlink" and not any(sign.isdigit() for row in rows for sign in row):
        rows = _sides(rows)
    labels: dict[str, str] = {}
    return [
        [labels.setdefault(sign, str(len(labels))) if kind in LABELLED else sign for sign in row]
        for row in rows
    ]


def _sides(rows: Rows) -> Rows:
    """Return which sides of cells are on the loop around `x`: a sum of above 8, left 4, below 2, right 1.

    A cell without any has `-`.
    """
    inside = {(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "x"}
    return [
        [
            str(sum(value * (((r, c) in inside) != (near in inside)) for value, near in _near(r, c)) or "-")
            for c in range(len(row))
        ]
        for r, row in enumerate(rows)
    ]


def _near(row: int, column: int) -> tuple[tuple[int, tuple[int, int]], ...]:
    return (8, (row - 1, column)), (4, (row, column - 1)), (2, (row + 1, column)), (1, (row, column + 1))
