"""Read and write aquariums in the text formats of puzzle sites, editors and files.

    task  2_2_1_0_2_3;1,1,2,1,3,2,3,3,3      clues of columns, of rows; tanks row by row (sites' tasks)
          3x2:2_1_?_2_1;1,1,2,1,2,2          columns x rows first, where the board is not square
    url   https://puzz.link/p?aquarium/[r/]WIDTH/HEIGHT/WALLS/CLUES
                                             walls and clues as pzpr encodes them (`accord.pencil.address`);
                                             `r` means the reading `region`, without it the site reads `body`
    page  <!DOCTYPE html> ... task = '2_2_1_0_2_3;1,1,2,1,3,2,3,3,3'; ...
                                             a saved page of puzzle-aquarium.com, with a task
    aqt   puzzle NAME / size H W / columns .. / rows .. / grid / H lines of W labels / end

Labels of tanks are kept in a model file only; else tanks are numbered as they appear row by row. A file of
many holds puzzles in the form aqt, from a line `puzzle NAME` to a line `end`, and task strings or addresses,
one a line; they may be mixed. Empty lines and lines that begin with # are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import isqrt
from string import ascii_letters, digits
from typing import Any

from accord.errors import InputError, RefusedError
from accord.pencil import Regions
from accord.pencil.address import outside_cells
from accord.pencil.address.address import one_word
from accord.pencil.address.puzzlink import PuzzLink
from accord.pencil.parts import Words
from accord.puzzles import unread
from accord.puzzles.bounds import LARGEST, NUMBER, check_length, spec_error
from accord.puzzles.family import Fault, Faults, SpecError
from accord.puzzles.reading import Bounds, Lines, Readable, Several, gather, several
from accord.puzzles.words import describe

LONGEST = 400_000  # characters of a puzzle; 200 x 200 cells with labels of five digits have fewer
MOST_LINES = 3 * LARGEST  # of one puzzle: two pictures and some facts
BOUNDS = Bounds(
    longest=LONGEST,
    most=LONGEST,
    lines=MOST_LINES,
    expected=f"found more than {MOST_LINES} lines or {LONGEST:,} characters in one puzzle; expected fewer; "
    "end each puzzle with a line `end`",
)
KEYS = ("puzzle", "size", "columns", "rows", "reading")  # of an aqt, besides grid
PASSED_OVER = ("solution", "source", "site-id", "level", "tanks", "counts", "solutions")
EXPECTED = f"one of {', '.join((*KEYS, 'grid', *PASSED_OVER))}, # before a remark, or `end`"
SIGNS = digits[1:] + ascii_letters  # of tanks in a picture, where they are enough
_BEGINS = re.compile(r"puzzle\s|(var +task *= *)?['\"]?([0-9]+[xX][0-9]+:)?[0-9?-]+(_[0-9?-]+)+ *;")
_SCRIPT = re.compile(r"var +task *= *")  # as the page of the site has it
_TASK = re.compile(r"\btask\s*=\s*(['\"])([0-9?_-]+;[0-9,]+)\1")  # in a script of a page of the site
SITE_NAME = "puzzle-aquarium.com"
_SIZE = re.compile(r"([0-9]{1,4})[xX]([0-9]{1,4}):")
_TANKS = re.compile(r"tanks\[([0-9]+)\]")


# -- tanks -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tanks(Regions):
    """The tanks. Any label will do that can be printed."""

    def words(self, value: str | tuple[str, ...]) -> Words:
        """The labels, row by row; blanks at the ends of rows mean nothing."""
        rows = value.rstrip().split("\n", LARGEST + 1) if isinstance(value, str) else value
        return super().words(tuple(row.strip() for row in rows[: LARGEST + 2]))

    def value(self, words: Words) -> tuple[str, ...]:
        """A picture, in words."""
        return draw_labels(words)

    def knows(self, word: str) -> bool:
        """Whether it can be printed."""
        return word.isprintable()


def draw_labels(rows: Sequence[Sequence[object]]) -> tuple[str, ...]:
    """Return a picture of labels in words; in signs where a row is one label, which is no word."""
    number: dict[object, int] = {}
    if len(rows[0]) > 1:
        return tuple(" ".join(map(str, row)) for row in rows)
    order = [number.setdefault(row[0], len(number)) for row in rows]
    return tuple(SIGNS[n] if n < len(SIGNS) else chr(0x4E00 + n) for n in order)


def _numbers(tanks: Words) -> Words:
    """The tanks numbered as they appear row by row."""
    number: dict[str, int] = {}
    return [[str(number.setdefault(label, len(number) + 1)) for label in row] for row in tanks]


# -- one line --------------------------------------------------------------------------------------


class OneLine:
    """Task strings; the lines of an aqt are read as well."""

    def read(self, text: str) -> dict[str, Words]:
        """The words of the parts. Raises SpecError."""
        if is_page(text):
            return _read_page(text)
        check_length(text, LONGEST)
        if text.split(maxsplit=1)[:1] in (["puzzle"], ["size"]):
            return _read_aqt(text.split("\n"))
        return _read_task(text)

    def write(self, words: Mapping[str, Words]) -> str:
        """The task string of a puzzle. Raises RefusedError for a reading that it cannot say."""
        reading = one_word(words["reading"])
        if reading != "region":
            raise RefusedError(
                f"a task string has the reading 'region'; this puzzle has {reading!r}: write it as aqt"
            )
        columns, rows, tanks = words["columns"][0], words["rows"][0], _numbers(words["tanks"])
        size = "" if len(rows) == len(columns) else f"{len(columns)}x{len(rows)}:"
        return f"{size}{'_'.join((*columns, *rows))};{','.join(map(','.join, tanks))}"


def is_page(text: str) -> bool:
    """Whether a text is a page of the site with the task of a puzzle."""
    return text.lstrip()[:1] == "<" and "aquarium" in text.lower() and _TASK.search(text) is not None


def _read_page(text: str) -> dict[str, Words]:
    """The words of the task in a page. Raises SpecError if it has several."""
    tasks = dict.fromkeys(task for _, task in _TASK.findall(text))
    if len(tasks) > 1:
        raise spec_error("task", f"found {len(tasks)} tasks in the page; expected one")
    return _read_task(next(iter(tasks)))


def _read_task(text: str) -> dict[str, Words]:
    task = _SCRIPT.sub("", text.strip(), count=1).strip(" ;'\"")
    sized = _SIZE.match(task)
    line, semicolon, grid = task[sized.end() if sized else 0 :].partition(";")
    if not semicolon and SITE_NAME in text:
        found = f"found an address of {SITE_NAME}, which has only the number of a puzzle"
        raise spec_error("task", f"{found}; {unread.SAVE_THE_PAGE}")
    if not semicolon:
        example = "clues and tanks, as in 1_1_0_2;1,1,2,2, or an address"
        raise spec_error("task", f"found {describe(text)}; expected {example}")
    clues, cells = [word.strip() for word in line.split("_")], [cell.strip() for cell in grid.split(",")]
    width, height = (int(sized[1]), int(sized[2])) if sized else _square(len(clues), len(cells))
    faults = Faults()
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        faults.add("task", f"found {width}x{height}; expected 1 to {LARGEST} columns and rows")
    if len(clues) != width + height:
        expected = f"{width + height}, for {width} columns and {height} rows"
        faults.add("clues", f"found {len(clues)} clues; expected {expected}")
    if len(cells) != width * height:
        expected = f"{width * height} for {width}x{height}"
        faults.add("tanks", f"found {len(cells)} cells; expected {expected}")
    faults += [
        Fault(f"tanks[{i // width + 1}]", f"found {describe(cell)}; expected the number of a tank")
        for i, cell in enumerate(cells[: LARGEST * LARGEST])
        if not NUMBER.fullmatch(cell) and width
    ]
    faults.end()
    tanks = [cells[i : i + width] for i in range(0, len(cells), width)]
    return {"tanks": tanks, "columns": [clues[:width]], "rows": [clues[width:]]}


def _square(clues: int, cells: int) -> tuple[int, int]:
    """The sides of the square board with so many clues and cells. Raises SpecError if there is none."""
    side = clues // 2
    if clues == 2 * side and cells == side * side:
        return side, side
    square = clues * clues - 4 * cells  # of the sides' difference, as width + height = clues
    hint = "n clues for columns, n for rows and n * n cells, or columns x rows in front, as in 3x2:"
    if square > 0 and isqrt(square) ** 2 == square:
        long = (clues + isqrt(square)) // 2
        hint = f"begin with {long}x{clues - long}: or {clues - long}x{long}: (columns x rows)"
    raise spec_error("task", f"found {clues} clues and {cells} cells; expected {hint}")


# -- addresses -------------------------------------------------------------------------------------


SITE = PuzzLink(
    "aquarium",
    outside_cells.Regions("tanks"),
    outside_cells.Sign("/"),
    outside_cells.Lines([["columns"]], [["rows"]]),
    flags={"": {"reading": "body"}, "r": {"reading": "region"}},
)


# -- aqt -------------------------------------------------------------------------------------------


def aqt(words: Mapping[str, Words], name: str) -> str:
    """A puzzle with a line for each thing, from its name to `end`."""
    reading, tanks = one_word(words["reading"]), _numbers(words["tanks"])
    lines = [f"puzzle {' '.join(name.split()) or 'aquarium'}", f"size {len(tanks)} {len(tanks[0])}"]
    lines += [f"reading {reading}"] if reading != "region" else []
    lines += [" ".join(["columns", *words["columns"][0]]), " ".join(["rows", *words["rows"][0]]), "grid"]
    return "\n".join([*lines, *map(" ".join, tanks), "end"])


def _read_aqt(lines: Sequence[str]) -> dict[str, Words]:
    """The words in the lines of one `puzzle` .. `end`. Raises SpecError.

    The faults' keys are those of a model file; `size` and `grid` are two more. The solution, and facts that
    change nothing, are passed over; unknown ones are faults, since they might change the rule.
    """
    faults = Faults()
    facts: dict[str, list[str]] = {}
    tanks: list[list[str]] = []
    height = width = 0
    end = next((i for i, line in enumerate(lines) if line.split() == ["end"]), len(lines))  # no row is that
    rest = iter(lines[:end])
    for line in rest:
        key, *words = line.split() or [""]
        if key in ("grid", "solution"):
            rows = [row.split() for row in islice(rest, height)]
            tanks = rows if key == "grid" else tanks
            if "size" not in facts and key == "grid":
                faults.add("grid", "found before a line that begins with size; expected after it")
        elif key and key[0] != "#" and key not in (*KEYS, *PASSED_OVER):
            faults.add(key, f"found an unknown word before {describe(' '.join(words))}; expected {EXPECTED}")
        elif key in facts and key in KEYS:
            faults.add(key, "found twice in one puzzle; expected once")
        else:
            facts[key] = words
            if key == "size":
                height, width = _size(words, faults)
    faults += [
        Fault(key, f"found nothing; expected a line that begins with {key}")
        for key in ("size", "columns", "rows")
        if key not in facts
    ]
    if not tanks and not faults:
        expected = "a line that says grid, and the rows of the tanks"
        faults.add("grid", f"found nothing; expected {expected}")
    faults += [
        Fault(f"tanks[{number}]", f"found {len(row)} labels; expected {width}")
        for number, row in enumerate(tanks, start=1)
        if len(row) != width
    ]
    faults.end()
    reading = " ".join(facts.get("reading", ["region"]))
    return {"tanks": tanks, "columns": [facts["columns"]], "rows": [facts["rows"]], "reading": [[reading]]}


def _size(words: Sequence[str], faults: Faults) -> tuple[int, int]:
    """Rows and columns, as the words of `size` say; 0 where they say nothing of use."""
    sides = [int(word) for word in words if NUMBER.fullmatch(word)]
    if len(words) == len(sides) == 2 and min(sides) >= 1 and max(sides) <= LARGEST:
        return sides[0], sides[1]
    expected = f"rows and columns, 1 to {LARGEST}, before the grid"
    faults.add("size", f"found {describe(' '.join(words))}; expected {expected}")
    return 0, 0


# -- files of many ---------------------------------------------------------------------------------


def begins(line: str) -> bool:
    """Whether a file of aquariums may begin with this line."""
    return bool(_BEGINS.match(line))


def puzzles(read: Callable[[str], Any], file: Readable) -> Several[Any]:
    """The puzzles of a file, lazily: the name of each, and its spec or what is wrong with it.

    A name is what stands after `puzzle`, or FILE:LINE for a task string or an address; an InputError has a
    line FILE:LINE for each fault. `read` reads the text of one.
    """

    def each(lines: Lines, place: str) -> Several[Any]:
        for block in gather(lines, BOUNDS):
            text = [line for _, line in block.lines]
            if block.name is None and text and text[0][:1] in ("", "#"):
                continue
            name = block.name or f"{place}:{block.first}"
            if block.fault is not None:
                number, why = block.fault
                yield name, InputError([f"{place}:{number}: {why}"])
                continue
            try:
                yield name, read("\n".join(text))
            except SpecError as error:
                faults = [(block.first + _line(fault.key, text), fault) for fault in error.faults]
                yield (
                    name,
                    InputError([f"{place}:{at}: {fault.key}: {fault.message}" for at, fault in faults]),
                )

    return several(file, LONGEST, each)


def _line(key: str, text: Sequence[str]) -> int:
    """Which line of the puzzle has a key, from 0; of a picture's row, the line of that row."""
    words = [line.split(maxsplit=1)[:1] for line in text]
    row = _TANKS.fullmatch(key)
    word = ["grid" if key.startswith("tanks") else key.partition("[")[0]]
    return words.index(word) + int(row[1] if row else 0) if word in words else 0
