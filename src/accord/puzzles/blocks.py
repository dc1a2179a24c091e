"""Read files of blocks: puzzles of one kind one after the other, each with its stated solution.

    family nonogram       of the puzzles below, up to the next such line

    puzzle a corner       its name
    2 2                   the problem: rows and columns, and what the kind needs besides; what follows is
    2                     up to the family (`Block` of its record)
    1
    2
    1
    solution              these lines may be missing
    2 2
    x x                   a row of signs, with blanks between them
    x -
    end

Between blocks, empty lines and lines that begin with # are skipped. A fault in a block is reported in its
place, with the line and the name, and the next block is read.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Protocol, TypeAlias

from accord.errors import InputError, did_you_mean
from accord.puzzles import table
from accord.puzzles.bounds import LARGEST
from accord.puzzles.family import Block, Fault, Faults, SpecError
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.reading import Bounds, Gathered, Lines, Readable, gather, several
from accord.puzzles.words import describe

BOUNDS = Bounds(
    longest=100_000,
    most=4_000_000,
    lines=4_000_000,
    expected="found more than 4,000,000 characters; expected fewer, and a line `end` behind each block",
)

Words = list[str]
Rows: TypeAlias = tuple[tuple[str, ...], ...]  # the words of each row of a solution
_BEGINS = re.compile(r"family\s+[^\s=]+")


def begins(line: str) -> bool:
    """Whether a file of blocks may begin with this line; a model file has `=` behind `family`."""
    return line.startswith("family") and _BEGINS.fullmatch(line) is not None


def kinds() -> list[str]:
    """The families whose puzzles are read from blocks."""
    return [name for name in table.rows() if table.family(name).texts.block is not None]


class Problem:
    """The lines of a problem, which its family takes one after the other, under the keys of its spec.

    A fault under a key then has the line of that key.
    """

    def __init__(self, lines: Sequence[tuple[int, Words]], behind: int) -> None:
        """The words of each line, with its number; `behind` is the number of the line after them."""
        self._rest = deque(lines)
        self._behind = behind
        self._lines: dict[str, int] = {}

    def line(self, key: str) -> Words:
        """The words of the next line. Raises SpecError if there is none."""
        number, words = self._rest.popleft() if self._rest else (self._behind, None)
        self._lines[key] = number
        if words is None:
            raise SpecError([Fault(key, "found the end of the problem; expected a line more")])
        return words

    @property
    def left(self) -> int:
        """The number of lines not yet taken."""
        return len(self._rest)

    def alias(self, key: str, of: str) -> None:
        """Report faults under a key with the line of another one."""
        self._lines[key] = self._lines[of]

    def lines(self, key: str, number: int) -> list[Words]:
        """So many lines, of which messages speak as key[1], key[2], ..."""
        found = [self.line(f"{key}[{each}]") for each in range(1, number + 1)]
        self._lines[key] = self._lines.get(f"{key}[1]", self._behind)
        return found

    def sizes(self, key: str = "sizes") -> tuple[tuple[int, ...], list[str]]:
        """Return a line of numbers, rows and columns first, from 1 to LARGEST; and the words among them."""
        line = self.line(key)
        letters = [word for word in line[2:] if word.isalpha()]
        words = [*line[:2], *(word for word in line[2:] if not word.isalpha())]
        numbers = tuple(int(word) if re.fullmatch("[0-9]{1,9}", word) else -1 for word in words)
        if len(numbers) < 2 or min(numbers) < 0 or not all(1 <= side <= LARGEST for side in numbers[:2]):
            message = f"found {describe(' '.join(words))}; expected rows and columns, 1 to {LARGEST}"
            raise SpecError([Fault(key, message)])
        return numbers, letters

    def end(self) -> None:
        """Raise SpecError if lines are left over, before other faults."""
        if self._rest:
            number, words = self._rest.popleft()
            self._lines["problem"] = number
            message = f"found {describe(' '.join(words))}; expected no line more"
            raise SpecError([Fault("problem", message)])

    def number(self, key: str) -> int | None:
        """The line of a key, or else of the longest part of it that has one."""
        while key and key not in self._lines:
            key = key.rpartition("[")[0]
        return self._lines.get(key)


def puzzles(file: Readable, family: str = "") -> Iterator[tuple[str, Puzzle | InputError]]:
    """The puzzles of a file of blocks, lazily: the name of each, and the puzzle or what is wrong with it.

    `family` is of puzzles before the first line `family KIND`.
    """
    return several(file, BOUNDS.longest, partial(_puzzles, family))


def block_file(puzzle: Puzzle) -> str:
    """A puzzle as a file of one block, without a newline at the end. Raises UsageError if it cannot be."""
    name = " ".join(puzzle.name.split()) or puzzle.family
    return "\n".join([f"family {puzzle.family}", "", f"puzzle {name}", body(puzzle), "end"])


def body(puzzle: Puzzle) -> str:
    """The lines of its block between the one with the name and the one that says end. Raises UsageError."""
    block = puzzle.record.texts.block
    assert block is not None, "its family is one of `kinds`"
    rows: list[Iterable[object]] = [*block.write(puzzle.spec)]
    if puzzle.stated:
        rows += [["solution"], [len(puzzle.stated), len(puzzle.stated[0])], *puzzle.stated]
    return "\n".join(" ".join(map(str, row)) for row in rows)


def _puzzles(family: str, lines: Lines, place: str) -> Iterator[tuple[str, Puzzle | InputError]]:
    reader = _block_of(family)
    for block in gather(lines, BOUNDS, ends=begins):
        here = f"{place}:{block.first}"
        line = block.lines[0][1] if block.lines else None
        if block.name is not None:
            if reader is not None:
                name = block.name or here
                yield name, _puzzle(block, name, place, family, reader)
        elif line is not None and begins(line):
            family = line.split()[1]
            reader = _block_of(family)
            if reader is None:
                yield here, InputError([f"{here}: {_no_kind(family)}"])
        elif line is None or (line and not line.startswith("#") and reader is not None):
            found = "a line that cannot be read" if line is None else describe(line)
            yield here, InputError([f"{here}: found {found}; expected `puzzle NAME`, or `family KIND`"])


def _block_of(family: str) -> Block | None:
    return table.family(family).texts.block if table.find(family) else None


def _no_kind(family: str) -> str:
    known = kinds()
    expected = f"expected one of {', '.join(known)}{did_you_mean(family, known)}"
    return f"found the family {describe(family)}; {expected}; its puzzles are passed over"


def _puzzle(block: Gathered, name: str, place: str, family: str, reader: Block) -> Puzzle | InputError:
    """The puzzle of a block, or what is wrong with it."""
    if block.fault is not None:
        number, why = block.fault
        return InputError([f"{place}:{number}: {name}: {why}"])
    lines = [(number, line.split()) for number, line in block.lines[1:]]  # to `end`
    last = len(lines) - 1
    middle = next((at for at, (_, words) in enumerate(lines) if words == ["solution"]), last)
    above = lines[:middle]
    while above and not above[-1][1]:
        above.pop()
    problem, stated = Problem(above, lines[middle][0]), Problem(lines[middle + 1 : last], lines[last][0])
    try:
        spec = reader.read(problem)
        solution = _solution(stated, reader) if middle < last else ()
    except SpecError as error:
        numbers = [problem.number(fault.key) or stated.number(fault.key) for fault in error.faults]
        return InputError(
            [
                f"{place}:{number or block.first}: {name}: {fault.key}: {fault.message}"
                for number, fault in zip(numbers, error.faults, strict=True)
            ]
        )
    return Puzzle(family=family, spec=spec, name=name, title=family, stated=solution)


def _solution(lines: Problem, reader: Block) -> tuple[tuple[str, ...], ...]:
    """The signs of the solution that a block states. Raises SpecError."""
    (height, width, *_), _ = lines.sizes("solution sizes")
    rows = lines.lines("solution", height)
    known = reader.solution
    faults = Faults()
    for number, row in enumerate(rows, start=1):
        strange = next((word for word in row if not known.allows(word)), None)
        if strange is not None:
            faults.add(f"solution[{number}]", f"found {describe(strange)}; expected {known.words}")
        elif len(row) != width:
            faults.add(f"solution[{number}]", f"found {len(row)} signs; expected {width}")
    faults.end()
    lines.end()
    return tuple(tuple(row) for row in rows)


class SolutionFormat(Protocol):
    """How the files of a family state solutions: as rows of words, with blanks between them."""

    @property
    def words(self) -> str:
        """The words that a file may have, as a message lists them."""

    def allows(self, word: str) -> bool:
        """Whether a file may have that word."""

    def rows(self, puzzle: Puzzle, options: Sequence[int]) -> Rows:
        """A solution as the puzzle's own file has it, which may say the same in several ways."""

    def options(self, puzzle: Puzzle, rows: Rows) -> tuple[list[int], list[int]]:
        """The options that a file chooses, and the options that it excludes.

        Raises UsageError where a cell cannot be as it says.
        """


def drawn_rows(puzzle: Puzzle, options: Sequence[int]) -> Rows:
    """Return the signs of a solution by row, as the family's picture has them."""
    from accord.render.text import rows

    return tuple(tuple(row) for layer in rows(puzzle.picture(options)) for row in layer)
