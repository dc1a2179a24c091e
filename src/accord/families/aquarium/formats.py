"""Aquariums as text: what sites, editors and files of puzzles write, each read and written.

    task  2_2_1_0_2_3;1,1,2,1,3,2,3,3,3      clues of columns, of rows; tanks row by row (sites' tasks)
          3x2:2_1_?_2_1;1,1,2,1,2,2          columns x rows first, where the board is not square
    url   https://puzz.link/p?aquarium/r/... walls and clues as pzpr encodes them (`url`)
    aqt   puzzle NAME / size H W / columns .. / rows .. / grid / H lines of W labels / end
    toml  a model file

Labels of tanks are kept in a model file only; else tanks are numbered as they appear row by row. What is
read is checked as a model file is, and a reader raises SpecError.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from math import isqrt
from typing import get_args

from accord.errors import RefusedError
from accord.families.aquarium import url
from accord.families.aquarium.spec import Aquarium, Layout, Reading, drawn, layout
from accord.families.reading import NUMBER, bounded, clues, wrong
from accord.names import unknown
from accord.puzzles import toml
from accord.puzzles.family import Fault, Faults
from accord.puzzles.lines import LARGEST, labels
from accord.puzzles.words import found as shown

FORMATS = ("task", "url", "aqt", "toml")
LONGEST = 400_000  # characters of a puzzle; 200 x 200 cells with labels of five digits have fewer

RULES = {
    "region": "Fill each tank with water up to a level, the same in all its arms, or leave it empty.",
    "body": "Fill each tank with water, equally high in arms that are joined at that height or below.",
    "adjacent": "Fill cells of tanks with water, which in its tank needs water right below it and beside it.",
}
CLUES = "A number is how many cells of its row or column hold water."

_SCRIPT = re.compile(r"var +task *= *")  # as the page of the site has it
_SIZE = re.compile(r"([0-9]{1,4})[xX]([0-9]{1,4}):")


def read(text: str) -> Aquarium:
    """The puzzle in a task string, an address, or the lines of an aqt. Raises SpecError with every fault."""
    bounded(text, LONGEST)
    if text.split(maxsplit=1)[:1] in (["puzzle"], ["size"]):
        return _read_aqt(text.split("\n"))
    spec = url.decode(text) if url.recognise(text) else _read_task(text)
    layout(spec)
    return spec


def write(spec: Aquarium, form: str, *, name: str = "aquarium", title: str = "") -> str:
    """The puzzle in one of FORMATS, without a newline at the end. `name` is for aqt, `title` for toml.

    Raises:
        SpecError: if the spec is wrong.
        RefusedError: if the format cannot say which reading of the rule is meant.
    """
    found, name = layout(spec), " ".join(name.split()) or "aquarium"
    match form:
        case "task":
            return _task(found, spec.reading)
        case "url":
            return url.encode(found, spec.reading)
        case "aqt":
            return _aqt(found, spec.reading, name)
        case "toml":
            rule = f"{RULES[spec.reading]}\n{CLUES}"
            return toml.model_file("aquarium", spec, title=title or name, rule=rule)
    raise unknown("format", form, FORMATS)


# -- task strings ----------------------------------------------------------------------------------


def _read_task(text: str) -> Aquarium:
    task = _SCRIPT.sub("", text.strip(), count=1).strip(" ;'\"")
    sized = _SIZE.match(task)
    line, semicolon, grid = task[sized.end() if sized else 0 :].partition(";")
    if not semicolon:
        example = "clues and tanks, as in 1_1_0_2;1,1,2,2, or an address"
        raise wrong("task", f"found {shown(text)}; expected {example}")
    words, cells = [word.strip() for word in line.split("_")], [cell.strip() for cell in grid.split(",")]
    width, height = (int(sized[1]), int(sized[2])) if sized else _square(len(words), len(cells))
    faults = Faults()
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        faults.add("task", f"found {width}x{height}; expected 1 to {LARGEST} columns and rows")
    if len(words) != width + height:
        expected = f"{width + height}, for {width} columns and {height} rows"
        faults.add("clues", f"found {len(words)} clues; expected {expected}")
    if len(cells) != width * height:
        expected = f"{width * height} for {width}x{height}"
        faults.add("tanks", f"found {len(cells)} cells; expected {expected}")
    faults += [
        Fault(f"tanks[{i // width + 1}]", f"found {shown(cell)}; expected the number of a tank")
        for i, cell in enumerate(cells[: LARGEST * LARGEST])
        if not NUMBER.fullmatch(cell) and width
    ]
    columns, rows = clues(words[:width], "columns", faults), clues(words[width:], "rows", faults)
    faults.end()
    tanks = drawn([cells[i : i + width] for i in range(0, len(cells), width)])
    return Aquarium(tanks=tanks, columns=columns, rows=rows)


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
    raise wrong("task", f"found {clues} clues and {cells} cells; expected {hint}")


def _task(found: Layout, reading: Reading) -> str:
    if reading != "region":
        raise RefusedError(
            f"a task string has the reading 'region'; this puzzle has {reading!r}: write it as aqt"
        )
    height, width = found.tank.shape
    size = "" if height == width else f"{width}x{height}:"
    cells = ",".join(str(tank + 1) for tank in found.tank.ravel().tolist())
    return f"{size}{'_'.join(labels((*found.columns, *found.rows)))};{cells}"


# -- aqt -------------------------------------------------------------------------------------------


def _read_aqt(lines: Sequence[str]) -> Aquarium:
    """The puzzle in the lines of one `puzzle` .. `end`. Raises SpecError.

    The faults' keys are those of a model file; `size` and `grid` are two more. Lines with other facts, and
    the solution, are passed over.
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
        elif key in facts and key in ("size", "columns", "rows", "reading"):
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
    columns, rows_ = (clues(facts.get(key, []), key, faults) for key in ("columns", "rows"))
    reading = " ".join(facts.get("reading", ["region"]))
    if reading not in get_args(Reading):
        expected = ", ".join(get_args(Reading))
        faults.add("reading", f"found {shown(reading)}; expected one of {expected}")
    faults.end()
    spec = Aquarium(tanks=drawn(tanks), columns=columns, rows=rows_, reading=reading)  # type: ignore[arg-type]
    layout(spec)
    return spec


def _size(words: Sequence[str], faults: Faults) -> tuple[int, int]:
    """Rows and columns, as the words of `size` say; 0 where they say nothing of use."""
    sides = [int(word) for word in words if NUMBER.fullmatch(word)]
    if len(words) == len(sides) == 2 and min(sides) >= 1 and max(sides) <= LARGEST:
        return sides[0], sides[1]
    expected = f"rows and columns, 1 to {LARGEST}, before the grid"
    faults.add("size", f"found {shown(' '.join(words))}; expected {expected}")
    return 0, 0


def _aqt(found: Layout, reading: Reading, name: str) -> str:
    height, width = found.tank.shape
    lines = [f"puzzle {name}", f"size {height} {width}"]
    lines += [f"reading {reading}"] if reading != "region" else []
    lines += [f"columns {' '.join(labels(found.columns))}", f"rows {' '.join(labels(found.rows))}", "grid"]
    lines += [" ".join(str(tank + 1) for tank in row) for row in found.tank.tolist()]
    return "\n".join([*lines, "end"])
