"""The family record of sudokus: the functions that general code calls for a family.

Read sudokus from text: one as FAMILY:TEXT, or many from a file, one by one.

sudoku:53..7....6..195...              all cells in one line, row by row
sudoku:3x2:1.....2.....                boxes 3 wide and 2 high, where others are usual
sudoku:x:53..7....6..195...            with diagonals
sudoku:aabbaabbccddccdd:1...2...       a jigsaw: a sign for the box of each cell, then the cells
sudoku:sudoku/9/9/...                  an address of a site

A file holds such texts (without `sudoku:`), one a line, and grids drawn in several lines; they may be mixed.
What follows a line's cells after a blank, a comma or a # is passed over, as are lines that begin with # or [.
A bad puzzle is reported in its place, and the next is read.

Sixteen signs in a line are a puzzle of 4 x 4, or a row of one of 16 x 16: of 16 such lines that follow each
other, it depends on whether they have larger digits. So it is with 36 signs in a line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import isqrt

from msgspec import structs
from msgspec.structs import replace

from accord.deduce import Step
from accord.deduce import words as plain
from accord.errors import InputError
from accord.families.sudoku import sites
from accord.families.sudoku.generate import generate
from accord.families.sudoku.model import build, clues, form, given_options, picture, possible_clues, variables
from accord.families.sudoku.shape import KINDS, LARGEST, SIGNS, Shape, nearest_square
from accord.families.sudoku.spec import Sudoku, layout
from accord.families.sudoku.text import BARS, DRAWN, EMPTY, LONGEST, cells, grid_line, wrong_length
from accord.model import Model
from accord.puzzles.bounds import spec_error
from accord.puzzles.family import (
    About,
    Command,
    Family,
    Fault,
    Made,
    Random,
    Searched,
    Shown,
    SpecError,
    Texts,
)
from accord.puzzles.reading import Lines, Readable, Several, several, unreadable
from accord.puzzles.sheets import Editing, Sheet, Words
from accord.puzzles.words import by_way_of, describe, join_words

_DIAGONALS = {"d1": "the falling diagonal", "d2": "the rising diagonal"}


def words(spec: Sudoku, model: Model, step: Step) -> str:
    """Return a step as a sentence, such as `in box 4 the 7 can only go to r5c2`."""
    if step.rule == "lookahead":
        return _lookahead(model, step)
    name = model.item_names[step.items[0]]
    chosen = [model.option_name(forced.option) for forced in step.forced if forced.chosen]
    closed = [model.option_name(forced.option) for forced in step.forced if not forced.chosen]
    unit, _, digit = name.partition("=")
    if step.rule == "bounds" and len(chosen) == 1 and not closed:
        cell, _, sign = chosen[0].partition("=")
        if digit:
            return f"{'on' if unit in _DIAGONALS else 'in'} {_unit(unit)} the {digit} can only go to {cell}"
        shape, givens = layout(spec).shape, layout(spec).givens
        if givens.flat[shape.cell_names.index(cell)]:
            return f"{cell} is given as {sign}"
        return f"{cell} must be {sign}: nothing else can go there"
    if step.rule == "intersection" and digit and closed and not chosen:
        cells = [option.partition("=")[0] for option in closed]
        line = _crossing_unit(layout(spec).shape, unit, cells)
        verdict = f"{join_words(cells)} cannot be {digit}"
        if line:
            return f"all places for the {digit} of {_unit(unit)} are in {line}, so {verdict}"
        return f"wherever the {digit} of {_unit(unit)} goes, {verdict}"
    return plain(model, step)


def _unit(name: str) -> str:
    """Return a unit in words: `b4` -> `box 4`."""
    return _DIAGONALS.get(name) or f"{KINDS[name[0]]} {name[1:]}"


def _crossing_unit(shape: Shape, unit: str, cells: Sequence[str]) -> str:
    """Return the one other unit with all these cells that crosses this one; "" for none or several."""
    names = shape.unit_names
    here = set(shape.units[names.index(unit)].tolist())
    numbers = {shape.cell_names.index(cell) for cell in cells}
    lines = [
        name
        for name, members in zip(names, shape.units.tolist(), strict=True)
        if name != unit and numbers.issubset(members) and not here.isdisjoint(members)
    ]
    return _unit(lines[0]) if len(lines) == 1 else ""


def _lookahead(model: Model, step: Step) -> str:
    (forced,) = step.forced
    cell, _, sign = model.option_name(forced.option).partition("=")
    *way, last = (model.item_names[item] for item in step.items)
    contrary, verdict = ("were not", "it is") if forced.chosen else ("were", "it is not")
    through = by_way_of(list(map(_need, way)))
    return f"if {cell} {contrary} {sign}, {_stuck(last)}{through}; so {verdict} {sign}"


def _need(item: str) -> str:
    """Return an item in words: `b4=7` -> `the 7 of box 4`; a cell is itself."""
    unit, _, digit = item.partition("=")
    return f"the {digit} of {_unit(unit)}" if digit else item


def _stuck(item: str) -> str:
    unit, _, digit = item.partition("=")
    return (
        f"{_unit(unit)} could not have just one {digit}" if digit else f"{item} could not have just one digit"
    )


LETTERS = SIGNS[9:] + SIGNS[:9]  # of boxes: letters first


def sheets(spec: Sudoku) -> list[Sheet]:
    """Return the sheets of a sudoku. Raises SpecError with every fault."""
    found = layout(spec)
    grid = [[str(digit or ".") for digit in row] for row in found.givens.tolist()]
    some = [
        Sheet(
            key="grid",
            about="the digits that are given",
            on="cells",
            words=grid,
            blank=".",
            numbers=(1, found.shape.size),
            fixed=True,
        )
    ]
    if spec.boxes is not None:
        boxes = [[LETTERS[box] for box in row] for row in found.shape.box.tolist()]
        some.append(Sheet(key="boxes", about="the boxes", on="cells", words=boxes, labels=True, fixed=True))
    about = "whether each diagonal has every digit"
    choices = (("", "no"), ("x", "yes"))
    some.append(
        Sheet(key="diagonals", about=about, on="whole", words=[["x" * spec.diagonals]], choices=choices)
    )
    return some


def with_words(spec: Sudoku, words: Mapping[str, Words]) -> Sudoku:
    """Return the spec with these words. Raises SpecError with every fault."""
    found = structs.replace(
        spec,
        grid=tuple(_row(row) for row in words["grid"]),
        boxes=tuple("".join(row) for row in words["boxes"]) if "boxes" in words else None,
        diagonals=words.get("diagonals") == [["x"]],
    )
    layout(found)
    return found


def _row(row: Sequence[str]) -> str:
    """Return a row of the grid: signs, or numbers with blanks between them where a board has ten or more."""
    return " ".join(word.rjust(2) for word in row) if len(row) > 9 else "".join(row)


EDITING = Editing(sheets, with_words)


_ENDS = re.compile(r"[\s#,;]")
_BOX = re.compile(r"[0-9]{1,3}[xX][0-9]{1,3}")
_BEFORE = re.compile(r"(?:(?:x|diagonals|[0-9]{1,3}x[0-9]{1,3}):)*", re.IGNORECASE)  # an address
_SETTING = re.compile(r"(?:^|(?<=[;, \t]))(?:box|boxes|diagonals)\s*[=:]\s*[^\s;,]*")
_PLAIN = set("123456789.0")
_SIGNS = set(EMPTY + SIGNS)
_SQUARES = {size * size for size in range(4, LARGEST + 1) if nearest_square(size) is not None}
_LARGER = 4  # lines with digits too large for a small puzzle, from which on they are rows of a large one


def parse(text: str) -> Sudoku:
    """Parse the text after `sudoku:`, or an address; rows may end with a newline or `/`. Raises SpecError."""
    text, before = text.strip(), ""
    if text[:1] not in _PLAIN or ":" in text:
        given = _BEFORE.match(text)
        before = given[0] if given else ""
        address = text.removeprefix(before)
        if address[:1] not in _PLAIN and sites.begins(address):
            return _with_keys(sites.read(address), before.split(":")[:-1])
        if "://" in text:
            expected = "an address of a sudoku, and before it at most x: for diagonals, or boxes such as 3x2:"
            raise SpecError([Fault("url", f"found {describe(text)}; expected {expected}")])
    has_setting = "box" in text or "diagonals" in text  # hardly ever: a line of a large file costs little
    setting = _SETTING.search(text.removeprefix(before).partition("#")[0]) if has_setting else None
    if setting:
        expected = "expected settings before the cells: x: for diagonals, 3x2: for a box"
        raise spec_error("text", f"found {describe(setting[0])} beside the cells; {expected}")
    *keys, word = _ENDS.split(text, maxsplit=1)[0].split(":")
    box = boxes = None
    diagonals = False
    for key in keys:
        if key.lower() in ("x", "diagonals"):
            diagonals = True
        elif _BOX.fullmatch(key):
            box = key
        else:
            boxes = tuple(key.split("/"))
    grid = text[sum(map(len, keys)) + len(keys) :].replace("/", "\n")
    if "\n" not in grid and len(word) >= 16:
        rows = grid.split()
        is_rows = len(rows) == len(word) and all(len(row) == len(word) for row in rows)
        grid = "\n".join(rows) if is_rows else word
    spec = Sudoku(grid=grid, box=box, boxes=boxes, diagonals=diagonals)
    layout(spec)
    return spec


def _with_keys(spec: Sudoku, keys: Sequence[str]) -> Sudoku:
    """The sudoku of an address with what stands before it. Raises SpecError."""
    for key in keys:
        more = {"box": key} if _BOX.fullmatch(key) else {"diagonals": True}
        if any(getattr(spec, name) for name in more):
            raise SpecError([Fault("url", f"found {describe(key)} the second time; expected it once")])
        spec = replace(spec, **more)
    layout(spec)
    return spec


def write(spec: Sudoku) -> str:
    """Return the text of a spec without faults, as `parse` reads it."""
    found = layout(spec)
    shape, keys = found.shape, []
    if spec.box is not None:
        keys.append(spec.box.strip().lower().replace(" ", ""))
    if spec.boxes is not None:
        letters = SIGNS[9:] + SIGNS[:9]
        keys.append("".join(letters[box] for box in shape.box.ravel().tolist()))
    if spec.diagonals:
        keys.append("x")
    return ":".join([*keys, grid_line(found.givens)])


def begins(line: str) -> bool:
    """Whether a file of sudokus may begin with this line."""
    line = line.strip()
    if line.lower() == "[puzzle]" or (DRAWN.fullmatch(line) and re.search(r"[-=─-╿]{3}", line) is not None):
        return True
    *keys, rest = line.split(":")
    word = _ENDS.split(rest.strip(), maxsplit=1)[0]
    if len(word) in _SQUARES and _SIGNS.issuperset(word) and (_has_digits(word) or len(word) > 36):
        return all(_BOX.fullmatch(key) or key.lower() == "x" or len(key) == len(word) for key in keys)
    row = cells(line)
    drawn = any(sign in line for sign in (*EMPTY, *BARS))  # other formats begin with numbers too
    return (
        not keys
        and drawn
        and 4 <= len(row) <= LARGEST
        and nearest_square(len(row)) is not None
        and all(_SIGNS.issuperset(cell) for cell in row)
        and _has_digits("".join(row))
        and (len(row) > 9 or _PLAIN.union(EMPTY).issuperset("".join(row)))
    )


def _has_digits(text: str) -> bool:
    """Whether a text looks like givens: words of letters do not."""
    return not _PLAIN.isdisjoint(text)


def puzzles(file: Readable) -> Several[Sudoku]:
    """Yield the puzzles of a file: FILE:LINE where each begins, and its spec or its error.

    An InputError has a line FILE:LINE for each fault.
    """
    return several(file, LONGEST, lambda lines, place: _Reader(place).puzzles(lines))


class _Reader:
    """The rows of a grid that is drawn, until it is whole."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._rows: list[tuple[int, str]] = []  # with their line numbers
        self._size = 0  # cells of the first row

    def puzzles(self, lines: Lines) -> Several[Sudoku]:
        """Yield all puzzles of some lines."""
        for number, line in lines:
            name = f"{self._place}:{number}"
            if line is None:
                yield from self._end()
                yield name, InputError([f"{name}: {unreadable(LONGEST)}"])
            elif not line or line[0] in "#[":
                if not self._may_continue():
                    yield from self._end()
            elif len(line) > 40 and _is_line(line):  # the usual case: no need to look closer
                if self._rows:
                    yield from self._end()
                yield self._of_line(number, line)
            elif not DRAWN.fullmatch(line):
                yield from self._row(number, line)
        yield from self._end()

    def _row(self, number: int, line: str) -> Several[Sudoku]:
        """Read a line that is a row, or a small puzzle, or both, or wrong; yield puzzles that it ends."""
        row = cells(line)
        if self._rows and len(row) != self._size and (_is_line(line) or len(line) > 40 or self._are_lines()):
            yield from self._end()
        if not self._rows:
            small = _is_line(line)
            if len(row) not in (16, 36) if small else not _is_row(row):
                yield self._of_line(number, line, is_line=small)
                return
            self._size = len(row)
        self._rows.append((number, line))
        if len(self._rows) == self._size:
            yield from self._end()

    def _may_continue(self) -> bool:
        """Whether the grid may continue after an empty line, which can separate bands of boxes."""
        band = (nearest_square(self._size) or (1, 1))[1] if self._rows else 1
        return bool(self._rows) and len(self._rows) % band == 0 and not self._are_lines()

    def _are_lines(self) -> bool:
        """Whether the rows so far are puzzles of their own."""
        if self._size not in (16, 36) or not all(_is_line(line) for _, line in self._rows):
            return False
        small = {*SIGNS[: isqrt(self._size)], *EMPTY}
        larger = sum(not small.issuperset(_word(line)) for _, line in self._rows)
        return larger < _LARGER

    def _end(self) -> Several[Sudoku]:
        """Yield the puzzles of the rows so far: one a line, or one grid, whole or not."""
        rows, apart, self._rows = self._rows, self._are_lines(), []
        if not rows:
            return
        if apart:
            for number, line in rows:
                yield self._of_line(number, line)
            return
        name = f"{self._place}:{rows[0][0]}"
        if len(rows) == 1:
            expected = f"{self._size} rows, or a whole grid in a line"
            yield name, InputError([f"{name}: found 1 row of {self._size} cells; expected {expected}"])
            return
        spec = Sudoku(grid=tuple(line for _, line in rows))
        try:
            layout(spec)
            yield name, spec
        except SpecError as error:
            yield name, InputError([self._message(fault, rows) for fault in error.faults])

    def _message(self, fault: Fault, rows: list[tuple[int, str]]) -> str:
        """Return the text of a fault, with the line of its row."""
        at = re.fullmatch(r"grid\[([0-9]+)\]", fault.key)
        number = rows[int(at[1]) - 1 if at else 0][0]
        return f"{self._place}:{number}: {fault.message}"

    def _of_line(self, number: int, line: str, *, is_line: bool = True) -> tuple[str, Sudoku | InputError]:
        """Return the puzzle of a line; `is_line` is what `_is_line` says of it."""
        name = f"{self._place}:{number}"
        try:
            if not is_line and ":" not in _word(line):
                raise SpecError([wrong_length(_word(line))])
            return name, parse(line)
        except SpecError as error:
            return name, InputError([f"{name}: {fault.message}" for fault in error.faults])


def _word(line: str) -> str:
    """Return the cells of a line, without what follows them."""
    return _ENDS.split(line, maxsplit=1)[0]


def _is_line(line: str) -> bool:
    """Whether a line has the cells of a whole puzzle in one word."""
    return len(_word(line).rpartition(":")[2]) in _SQUARES


def _is_row(row: list[str]) -> bool:
    return 4 <= len(row) <= LARGEST and nearest_square(len(row)) is not None


RECORD = Family(
    name="sudoku",
    spec=Sudoku,
    about=About(
        "pencil",
        "Each row, column and box has each digit once.",
        ("Number Place", "数独 sudoku", "Jigsaw sudoku", "X-sudoku"),
    ),
    texts=Texts(
        parse=parse,
        emit=write,
        example="1...3...4...2...",
        sites=(sites.SITE, sites.DRAWN),
        forms={"url": sites.write},
        begins=begins,
        several=puzzles,
    ),
    shown=Shown(picture=picture, words=words),
    made=Made(
        model=build,
        given=given_options,
        variables=variables,
        clues=clues,
        possible_clues=possible_clues,
        form=form,
    ),
    random=Random(generate=generate, wishes=("symmetry", "cells", "without")),
    searched=Searched(
        engines={"sudoku": "accord.families.sudoku.many:Sudoku"},
        many="accord.families.sudoku.many:SudokuMany",
    ),
    commands={
        "sudoku": Command(
            "List classes of sudoku bands, and grids that share two bands.",
            "accord.families.sudoku.command:sudoku",
        ),
    },
    editing=EDITING,
)
