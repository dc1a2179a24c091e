"""Benchmark of Aquarium by stages: parse a text, build its model, prove its solution unique.

Puzzles of each size are made by `accord generate` with a fixed seed. Every side gets the same ones, in the
form it reads. What it finds has to be the one solution, which was checked by our rules.

    name                 what it is, and what it is asked
    -------------------  ---------------------------------------------------------------------------------
    clingo               answer sets, a program of ours; two solutions are looked for, as we do
    multi-puzzle-solver  a class that hands an aquarium to CP-SAT (pip); all solutions, up to 99
    puzzlekit            has no aquarium; of thermometers, which are chains and sums as well, it finds one
                         solution and does not ask whether there is another. Its model is made in the search
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from time import process_time
from typing import Any, TypeAlias

from accord.generate.make import Maker
from accord.puzzles import blocks
from accord.puzzles.loader import load
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.writing import puzzle_text
from accord.render.text import line
from accord.runner.api import run
from accord.versions import version_of
from accord_compare.bench import Contest, Counted, Sides, import_peer

PUZZLES = 20  # of a size; more than any cache keeps
MOST = 10_000  # that are made until so many are found
PARTS = ("reading", "model", "search")

Stages: TypeAlias = tuple[Callable[[Any], Any], Callable[[Any], Any], Callable[[Any], list[str]]]


@dataclass(frozen=True)
class Size:
    """Puzzles as `accord generate` makes them: about as many tanks as they can have and still be unique."""

    family: str
    side: int
    tanks: int | None = None

    @property
    def name(self) -> str:
        """Return the rows of the instance."""
        return f"{self.family}-{self.side}x{self.side}"

    def generate(self, count: int = PUZZLES) -> list[Puzzle]:
        """Return so many puzzles with one solution each, as two engines have shown; no cell is left out.

        puzzlekit lets cells without a thermometer be full, so none has such cells.
        """
        more = {} if self.tanks is None else {"tanks": self.tanks}
        made = Maker(self.family, (self.side, self.side), seed=0, count=MOST, more=more)
        return list(
            islice((each.puzzle for each in made if "." not in puzzle_text(each.puzzle, "line")), count)
        )


@dataclass(frozen=True)
class Peer:
    """A script in `raw` that has a function for each stage."""

    name: str
    package: str  # what pip installs
    script: str
    form: Callable[[Puzzle], str]


def _task(puzzle: Puzzle) -> str:
    return puzzle_text(puzzle, "line").partition(":")[2]


SIZES = tuple(Size("aquarium", *each) for each in ((6, 12), (10, 20), (15, 37), (25, 62), (30, 75)))
SISTERS = (Size("thermometers", 6), Size("thermometers", 10))
PEERS = (
    Peer("clingo", "clingo", "levels", _task),
    Peer("multi-puzzle-solver", "multi-puzzle-solver", "tanks", _task),
)
OF_SISTERS = Peer("puzzlekit", "puzzlekit", "thermometers", blocks.body)


def contests() -> list[Contest]:
    """A row for each size and peer."""
    rows = [(size, peer) for size in SIZES for peer in PEERS] + [(size, OF_SISTERS) for size in SISTERS]
    return [
        Contest("aquarium", size.name, "sums", "", peer.name, PUZZLES, "CPU", partial(sides, size, peer))
        for size, peer in rows
    ]


def sides(size: Size, peer: Peer, count: int = PUZZLES) -> Iterator[Sides]:
    """Both sides on the same puzzles."""
    script = import_peer(f"accord_compare.raw.{peer.script}", f"pip install {peer.package}")
    puzzles = size.generate(count)
    known = [_solve(puzzle, Counter()) for puzzle in puzzles]
    stages = (script.read, script.model, script.search)
    yield (
        partial(_count_solved, _ours, [puzzle_text(puzzle, "line") for puzzle in puzzles], known, {}),
        partial(
            _count_solved,
            lambda: (stages, Counter()),
            [peer.form(puzzle) for puzzle in puzzles],
            known,
            {peer.package: version_of(peer.package)},
        ),
    )


def _ours() -> tuple[Stages, Counter[str]]:
    """Our stages, and the work of all searches."""
    effort = Counter[str]()

    def model(puzzle: Puzzle) -> Puzzle:
        assert puzzle.model  # is made when it is first asked for
        return puzzle

    return (load, model, partial(_solve, effort=effort)), effort


def _solve(puzzle: Puzzle, effort: Counter[str]) -> list[str]:
    """The one solution, a sign a cell; none if it is not the only one."""
    outcome = run(puzzle.model, "unique", backend="native", engine="sums")
    effort.update(outcome.effort)
    return [line(puzzle.picture(each)) for each in outcome.solutions if outcome.answer == "unique"]


def _count_solved(
    begin: Callable[[], tuple[Stages, Counter[str]]],
    texts: Sequence[str],
    known: Sequence[list[str]],
    versions: Mapping[str, str],
) -> Counted:
    """How many of the puzzles were solved as is known, and what each stage took for all of them."""
    seconds, solved = [0.0] * len(PARTS), 0
    stages, effort = begin()
    for given, expected in zip(texts, known, strict=True):
        found: Any = given
        for number, stage in enumerate(stages):
            began = process_time()
            found = stage(found)
            seconds[number] += process_time() - began
        solved += len(found) == 1 and found == expected
    return Counted(solved, effort, versions, parts=dict(zip(PARTS, seconds, strict=True)))
