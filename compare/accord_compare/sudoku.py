"""Benchmark of 9x9 sudokus in batches: our kernel beside other programs.

Every side gets the same 17-clue puzzles as text and says how many it found to have exactly one solution; a
side that only looks for one solution (and so proves nothing) says how many it solved.

    name       what it is
    ---------  -----------------------------------------------------------------------------------------
    qqwing     a program in C++ (Debian has it), `--count-solutions`, as a whole process
    dlxsudoku  dancing links in plain Python (pip); finds one solution

What our kernel takes for them is a unit for the times of other searches: these are much the same multiple of
it on every machine.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from accord.errors import RefusedError
from accord.kernels import load
from accord.versions import version_of
from accord_compare.bench import Contest, Counted, Side, Sides, find_program, import_peer
from accord_compare.measurement import ClockName
from accord_native.sudoku.layout import SCRATCH

PUZZLES = Path(__file__).parent / "data" / "sudoku-17.txt"
COUNT = 100  # puzzles in that file

Grids = npt.NDArray[np.uint8]  # [number, 81], 0 for an empty cell


def contests() -> list[Contest]:
    """A row for each peer."""
    return [
        _contest("qqwing", "wall", _qqwing, 10),  # a process of its own: no clock of CPU time has both
        _contest("dlxsudoku", "CPU", _dlxsudoku, 1),
    ]


def texts(path: Path = PUZZLES) -> list[str]:
    """The puzzles of a file, 81 characters each. Raises RefusedError if the file is not there."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise RefusedError(f"{path}: cannot be read: {error.strerror}; it comes with Accord") from None
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def grids(puzzles: Sequence[str]) -> Grids:
    """Puzzles as the kernel takes them."""
    digits = "".join(puzzles).replace(".", "0").encode()
    return np.frombuffer(digits, np.uint8).reshape(-1, 81) - np.uint8(ord("0"))


def ours(puzzles: Grids) -> Counted:
    """Count each puzzle's solutions to two."""
    several = load("accord_native.sudoku.search", "several")
    counts, nodes = np.zeros((2, len(puzzles)), np.uint64)
    first, second = np.zeros((2, *puzzles.shape), np.uint8)
    several(puzzles, np.uint64(1 << 63), counts, first, second, nodes, np.empty(SCRATCH, np.uint32))
    unique = int((counts == 1).sum())
    return Counted(unique, {"nodes": int(nodes.sum())}, {"numba": version_of("numba")})


def _contest(name: str, clock: ClockName, peer: Callable[[Sequence[str]], Side], times: int) -> Contest:
    """Ours beside a peer; both get all puzzles so many times."""

    def sides() -> Iterator[Sides]:
        puzzles = texts() * times
        yield partial(ours, grids(puzzles)), peer(puzzles)

    return Contest("peers", "sudoku-17", "sudoku", "batch", name, COUNT * times, clock, sides)


def _dlxsudoku(puzzles: Sequence[str]) -> Side:
    sudoku = import_peer("dlxsudoku", "pip install dlxsudoku").Sudoku

    def count() -> Counted:
        solved = 0
        for text in puzzles:
            puzzle = sudoku(text.replace("0", "."))
            puzzle.solve()
            solved += puzzle.is_solved
        return Counted(solved, versions={"dlxsudoku": version_of("dlxsudoku")})

    return count


def _qqwing(puzzles: Sequence[str]) -> Side:
    program = find_program("qqwing", "apt-get install qqwing")
    given = "\n".join(puzzles).replace("0", ".") + "\n"
    command = [program, "--solve", "--count-solutions", "--csv"]

    def count() -> Counted:
        said = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
        if said.returncode:
            raise RefusedError(f"qqwing ended with exit code {said.returncode}: {said.stderr.strip()}")
        return Counted(sum(line.split(",")[1] == "1" for line in said.stdout.splitlines()[1:]))

    return count
