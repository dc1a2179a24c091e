"""Aquariums as text: what sites, editors and files of puzzles write, each read and written.

    task  2_2_1_0_2_3;1,1,2,1,3,2,3,3,3      clues of columns, of rows; tanks row by row (sites' tasks)
          3x2:2_1_?_2_1;1,1,2,1,2,2          columns x rows first, where the board is not square
    url   https://puzz.link/p?aquarium/r/... walls and clues as pzpr encodes them (`url`)
    aqt   puzzle NAME / size H W / columns .. / rows .. / grid / H lines of W labels / end
    toml  a model file

Labels of tanks are not kept, but for the model file's: tanks are numbered as they appear row by row. What is
read is checked as a model file is, and a reader raises SpecError.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from string import ascii_letters, digits
from typing import get_args

import numpy as np

from accord.errors import RefusedError
from accord.families.aquarium import url
from accord.families.aquarium.spec import Aquarium, Layout, Reading, layout
from accord.names import unknown
from accord.puzzles import toml
from accord.puzzles.family import Fault, SpecError
from accord.puzzles.lines import LARGEST, Clue
from accord.puzzles.words import found as shown

LONGEST = 400_000  # characters of a puzzle; 200 x 200 cells with labels of five digits have fewer
SIGNS = digits[1:] + ascii_letters
IN_LINE = 15  # clues in a line of a model file

RULES = {
    "region": "Fill each tank with water up to a level, the same in all its arms, or leave it empty.",
    "body": "Fill each tank with water, equally high in arms that are joined at that height or below.",
    "adjacent": "Fill cells of tanks with water, which in its tank needs water right below it and beside it.",
}
CLUES = "A number is how many cells of its row or column hold water."

_SCRIPT = re.compile(r"var +task *= *")  # as the page of the site has it
_SIZE = re.compile(r"([0-9]{1,4})[xX]([0-9]{1,4}):")
_NUMBER = re.compile(r"[0-9]{1,9}")


def read(text: str) -> Aquarium:
    """The puzzle in a task string, an address, or the lines of an aqt. Raises SpecError with every fault."""
    if len(text) > LONGEST:
        raise SpecError([Fault("text", f"found {len(text):,} characters; expected at most {LONGEST:,}")])
    if text.lstrip().startswith(("puzzle ", "size ")):
        return read_aqt(text.split("\n"))
    spec = url.decode(text) if url.recognise(text) else _read_task(text)
    layout(spec)
    return spec


def write(spec: Aquarium, form: str, *, name: str = "aquarium", title: str = "") -> str:
    """The puzzle in one of FORMATS, without a newline at the end. `name` is for aqt, `title` for toml.

    Raises:
        SpecError: if the spec is wrong.
        RefusedError: if the format cannot say which reading of the rule is meant.
    """
    if form not in FORMATS:
        raise unknown("format", form, FORMATS)
    return FORMATS[form](layout(spec), spec.reading, " ".join(name.split()) or "aquarium", title)


def clue(word: str) -> Clue | None:
    """A clue as formats write it; None if it is something else."""
    if word in ("?", "-"):
        return "?"
    return int(word) if _NUMBER.fullmatch(word) else None


def clues(words: Sequence[str], key: str, faults: list[Fault]) -> tuple[Clue, ...]:
    """The clues that these words are."""
    given = []
    for number, word in enumerate(words[: 2 * LARGEST], start=1):
        value = clue(word)
        if value is None:
            faults.append(Fault(f"{key}[{number}]", f"found {shown(word)}; expected a number, or ? for none"))
        given.append(value if value is not None else "?")
    return tuple(given)


# -- task strings ----------------------------------------------------------------------------------


def _read_task(text: str) -> Aquarium:
    task = _SCRIPT.sub("", text.strip(), count=1).strip(" ;'\"")
    sized = _SIZE.match(task)
    line, semicolon, grid = task[sized.end() if sized else 0 :].partition(";")
    if not semicolon:
        raise SpecError(
            [
                Fault(
                    "task",
                    f"found {shown(text)}; expected clues and tanks, as in 1_1_0_2;1,1,2,2, or an address",
                )
            ]
        )
    words, cells = [word.strip() for word in line.split("_")], [cell.strip() for cell in grid.split(",")]
    width, height = (int(sized[1]), int(sized[2])) if sized else _square(len(words), len(cells))
    faults = []
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        faults.append(Fault("task", f"found {width}x{height}; expected 1 to {LARGEST} columns and rows"))
    if len(words) != width + height:
        faults.append(
            Fault(
                "clues",
                f"found {len(words)} clues; expected {width + height}, for {width} columns and {height} rows",
            )
        )
    if len(cells) != width * height:
        faults.append(
            Fault("tanks", f"found {len(cells)} cells; expected {width * height} for {width}x{height}")
        )
    faults += [
        Fault(f"tanks[{i // width + 1}]", f"found {shown(cell)}; expected the number of a tank")
        for i, cell in enumerate(cells[: LARGEST * LARGEST])
        if not _NUMBER.fullmatch(cell) and width
    ]
    columns, rows = clues(words[:width], "columns", faults), clues(words[width:], "rows", faults)
    if faults:
        raise SpecError(faults)
    return Aquarium(tanks=_picture(cells, width), columns=columns, rows=rows)


def _square(clues: int, cells: int) -> tuple[int, int]:
    """The sides of the square board with so many clues and cells. Raises SpecError if there is none."""
    side = clues // 2
    if clues == 2 * side and cells == side * side:
        return side, side
    root = clues * clues - 4 * cells  # of width + height = clues and width * height = cells
    if root > 0 and (np.sqrt(root) + clues) % 2 == 0:
        long = (clues + int(np.sqrt(root))) // 2
        hint = f"begin with {long}x{clues - long}: or {clues - long}x{long}: (columns x rows)"
    else:
        hint = "n clues for columns, n for rows and n * n cells, or columns x rows in front, as in 3x2:"
    raise SpecError([Fault("task", f"found {clues} clues and {cells} cells; expected {hint}")])


def _picture(cells: Sequence[str], width: int) -> tuple[str, ...]:
    """The rows of a picture. A blank at the end would not make words of a row with one label only."""
    if width == 1:
        number: dict[str, int] = {}
        return tuple(_sign(number.setdefault(cell, len(number))) for cell in cells)
    return tuple(" ".join(cells[i : i + width]) for i in range(0, len(cells), width))


def _sign(number: int) -> str:
    """One character for a tank, for boards where a row of words cannot be told from a row of signs."""
    return SIGNS[number] if number < len(SIGNS) else chr(0x4E00 + number)


def _write_task(found: Layout, reading: Reading, name: str, title: str) -> str:  # noqa: ARG001 (see FORMATS)
    if reading != "region":
        raise RefusedError(
            f"a task string has the reading 'region'; this puzzle has {reading!r}: write it as aqt"
        )
    height, width = found.tank.shape
    size = "" if height == width else f"{width}x{height}:"
    cells = ",".join(str(tank + 1) for tank in found.tank.ravel().tolist())
    return f"{size}{'_'.join(_words((*found.columns, *found.rows)))};{cells}"


def _words(given: Iterable[int | None]) -> list[str]:
    return ["?" if value is None else str(value) for value in given]


# -- aqt -------------------------------------------------------------------------------------------


def read_aqt(lines: Sequence[str]) -> Aquarium:
    """The puzzle in the lines of one `puzzle` .. `end`. Raises SpecError.

    The faults' keys are those of a model file; `size` and `grid` are two more. Lines with other facts, and
    the solution, are passed over.
    """
    faults: list[Fault] = []
    facts: dict[str, list[str]] = {}
    rest = iter(lines[: _end(lines)])
    tanks: list[str] = []
    for line in rest:
        key, *words = line.split() or [""]
        if key == "grid":
            if "size" not in facts:
                faults.append(Fault("grid", "found before a line that begins with size; expected after it"))
            height = _size(facts, faults)[0]
            tanks = [row.strip() for row in islice(rest, height)]
        elif key == "solution":
            list(islice(rest, _size(facts, [])[0]))
        elif key in facts and key in ("size", "columns", "rows", "reading"):
            faults.append(Fault(key, "found twice in one puzzle; expected once"))
        else:
            facts[key] = words
    faults += [
        Fault(key, f"found nothing; expected a line that begins with {key}")
        for key in ("size", "columns", "rows")
        if key not in facts
    ]
    if not tanks and not faults:
        faults.append(
            Fault("grid", "found nothing; expected a line that says grid, and the rows of the tanks")
        )
    height, width = _size(facts, [])
    faults += [
        Fault(f"tanks[{number}]", f"found {len(row.split())} labels; expected {width}")
        for number, row in enumerate(tanks, start=1)
        if len(row.split(maxsplit=width)) != width
    ]
    columns = clues(facts.get("columns", []), "columns", faults)
    rows = clues(facts.get("rows", []), "rows", faults)
    reading = " ".join(facts.get("reading", ["region"]))
    if reading not in get_args(Reading):
        faults.append(
            Fault("reading", f"found {shown(reading)}; expected one of {', '.join(get_args(Reading))}")
        )
    if faults:
        raise SpecError(faults)
    cells = [cell for row in tanks for cell in row.split()]
    spec = Aquarium(tanks=_picture(cells, width), columns=columns, rows=rows, reading=reading)  # type: ignore[arg-type]
    layout(spec)
    return spec


def _end(lines: Sequence[str]) -> int:
    """Where the line `end` is, which no row of a picture can be; else after the last line."""
    return next((i for i, line in enumerate(lines) if line.split() == ["end"]), len(lines))


def _size(facts: dict[str, list[str]], faults: list[Fault]) -> tuple[int, int]:
    """Rows and columns, as `size` says; 0 where it says nothing of use."""
    words = facts.get("size")
    if words is None:
        return 0, 0
    sides = [int(word) for word in words if _NUMBER.fullmatch(word)]
    if len(words) == len(sides) == 2 and min(sides) >= 1 and max(sides) <= LARGEST:
        return sides[0], sides[1]
    faults.append(
        Fault(
            "size",
            f"found {shown(' '.join(words))}; expected rows and columns, 1 to {LARGEST}, before the grid",
        )
    )
    return 0, 0


def _write_aqt(found: Layout, reading: Reading, name: str, title: str) -> str:  # noqa: ARG001
    height, width = found.tank.shape
    lines = [f"puzzle {name}", f"size {height} {width}"]
    lines += [f"reading {reading}"] if reading != "region" else []
    lines += [f"columns {' '.join(_words(found.columns))}", f"rows {' '.join(_words(found.rows))}", "grid"]
    lines += [" ".join(str(tank + 1) for tank in row) for row in found.tank.tolist()]
    return "\n".join([*lines, "end"])


# -- addresses and model files ---------------------------------------------------------------------


def _write_url(found: Layout, reading: Reading, name: str, title: str) -> str:  # noqa: ARG001
    return url.encode(found, reading)


def _write_toml(found: Layout, reading: Reading, name: str, title: str) -> str:
    tank = found.tank.tolist()
    if len(found.labels) <= len(SIGNS) or found.tank.shape[1] == 1:
        rows = ["".join(map(_sign, row)) for row in tank]
    else:
        width = len(str(len(found.labels)))
        rows = [" ".join(f"{number + 1:{width}}" for number in row) for row in tank]
    lines = [
        'family = "aquarium"',
        f"title = {toml.text(title or name)}",
        f'rule = """\n{RULES[reading]}\n{CLUES}"""',
        "",
        *([f'reading = "{reading}"'] if reading != "region" else []),
        'tanks = """',
        *rows,
        '"""',
        f"columns = {_toml_clues(found.columns)}",
        f"rows = {_toml_clues(found.rows)}",
    ]
    return "\n".join(lines)


def _toml_clues(given: Sequence[int | None]) -> str:
    """A list, of several lines if it is long."""
    words = ['"?"' if value is None else str(value) for value in given]
    return f"[{', '.join(words)}]" if len(words) <= IN_LINE else toml.block(words, IN_LINE)


FORMATS: dict[
    str, Callable[[Layout, Reading, str, str], str]
] = {  # name -> layout, reading, name, title -> text
    "task": _write_task,
    "url": _write_url,
    "aqt": _write_aqt,
    "toml": _write_toml,
}
