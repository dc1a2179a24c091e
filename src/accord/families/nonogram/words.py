"""Steps of a nonogram in words: runs and cells of a line instead of options and items.

A person looks at a line at a time. So whatever one rule forces in the cells and runs of a line is one hint.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from accord.deduce import Step
from accord.deduce import words as plain
from accord.families.nonogram.model import Nonogram, picture, runs_of
from accord.model import Model
from accord.picture import Picture
from accord.puzzles.words import joined, numbered

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
MOST = 3  # lines on the way to a contradiction that a sentence lists


@dataclass(frozen=True, slots=True)
class _Place:
    """What an option says: a run of a line from its first cell on; without a line, that a cell is blank."""

    line: str
    run: int  # from 1
    first: int  # cell, from 1
    row: int = 0  # of a blank cell
    column: int = 0


def seen_as(spec: Nonogram, model: Model, item: int) -> str:  # noqa: ARG001 (names say it all)
    """The line of an item, such as `row 3`."""
    return _line(model.item_names[item])


def words(spec: Nonogram, model: Model, step: Step) -> str:
    """A step in a sentence, as in `row 5: wherever the run of 8 goes, it covers cells 3 to 8`."""
    if step.rule == "lookahead":
        return _lookahead(spec, model, step)
    line = _line(model.item_names[step.items[0]])
    parts = step.parts or (step,)
    if any(forced.chosen != (step.rule == "bounds") for forced in step.forced):
        return plain(model, step)
    if step.rule == "bounds":
        clauses = _only_ways(spec, model, line, parts)
    else:
        clauses = [_common(spec, model, line, part) for part in parts]
    return f"{line}: {'; '.join(clauses)}"


def marks(spec: Nonogram, model: Model, items: Iterable[int], sign: str) -> Picture | None:
    """The board with a sign on the cells among these items; None if none of them is a cell."""
    found = {}
    for words in (model.item_names[item].split() for item in items):
        if words[2] == "cell":
            line, cell = int(words[1]) - 1, int(words[3]) - 1
            found[(0, line, cell) if words[0] == "row" else (0, cell, line)] = sign
    board = picture(spec, model, None)
    return Picture(board.lattice, {**board.signs, **found}, regions=board.regions) if found else None


def _only_ways(spec: Nonogram, model: Model, line: str, parts: Sequence[Step]) -> list[str]:
    """What has one way left: runs, cells with ink, and blank ones."""
    clauses, blank = [], []
    for part in parts:
        cell = model.item_names[part.items[0]].split()[3] if _is_cell(model, part) else ""
        for place in (_place(model, forced.option) for forced in part.forced):
            if not place.line:
                blank.append(_along(line, place))
            elif cell:
                clauses.append(
                    f"only {_run(spec, place)} at {_cells(spec, place)} covers the ink of cell {cell}"
                )
            else:
                clauses.append(f"{_run(spec, place)} fits only at {_cells(spec, place)}")
    if not _runs(spec, line):
        return ["it has no ink, so all its cells are blank"]
    if blank:
        verdict = "it is" if len(blank) == 1 else "they are"
        clauses.append(f"no run can reach {numbered('cell', sorted(blank))}, so {verdict} blank")
    return clauses


def _common(spec: Nonogram, model: Model, line: str, part: Step) -> str:
    """What all places of a run, or all runs at a cell, have in common."""
    name = model.item_names[part.items[0]].split()
    closed = [_place(model, forced.option) for forced in part.forced]
    ink = sorted(_along(line, place) for place in closed if not place.line)
    lost: dict[str, list[int]] = {}
    for place in closed:
        if place.line:
            lost.setdefault(_run(spec, place), []).append(place.first)
    what = [f"it covers {numbered('cell', ink)}"] if ink else []
    what += [f"{run} cannot begin at {numbered('cell', sorted(firsts))}" for run, firsts in lost.items()]
    if name[2] == "run":
        return f"wherever {_run(spec, _Place(line, int(name[3]), 0))} goes, {joined(what)}"
    return f"whichever run covers the ink of cell {name[3]}, {joined(what)}"


def _lookahead(spec: Nonogram, model: Model, step: Step) -> str:
    (forced,) = step.forced
    place = _place(model, forced.option)
    lines = [_line(model.item_names[item]) for item in step.items]
    last = lines[-1]
    way = [line for line in dict.fromkeys(lines) if line != last]
    shown = [*way[:MOST], *([f"{len(way) - MOST} more"] if len(way) > MOST else [])]
    stuck = f"the runs of {last} would not fit{f', by way of {joined(shown)}' if way else ''}"
    if not place.line:
        cell = f"r{place.row}c{place.column}"
        contrary, verdict = ("ink", "blank") if forced.chosen else ("blank", "ink")
        return f"if {cell} were {contrary}, {stuck}; so it is {verdict}"
    contrary, verdict = ("were not", "it is") if forced.chosen else ("were", "it is not")
    return (
        f"if {_run(spec, place)} of {place.line} {contrary} at {_cells(spec, place)}, {stuck}; so {verdict}"
    )


# -- names of the model ----------------------------------------------------------------------------


def _line(item: str) -> str:
    return " ".join(item.split()[:2])


def _is_cell(model: Model, part: Step) -> bool:
    return model.item_names[part.items[0]].split()[2] == "cell"


def _place(model: Model, option: int) -> _Place:
    name = model.option_name(option).split()
    if name[-1] == "blank":
        row, column = name[0][1:].split("c")
        return _Place("", 0, 0, int(row), int(column))
    return _Place(" ".join(name[:2]), int(name[3]), int(name[5]))


def _along(line: str, place: _Place) -> int:
    """Which cell of a line a blank one is."""
    return place.column if line.startswith("row") else place.row


def _runs(spec: Nonogram, line: str) -> tuple[int, ...]:
    kind, number = line.split()
    return runs_of((spec.rows if kind == "row" else spec.columns)[int(number) - 1])


def _run(spec: Nonogram, place: _Place) -> str:
    """`the run of 8`; where the line has several such, `the second run of 8`."""
    runs = _runs(spec, place.line)
    length = runs[place.run - 1]
    if runs.count(length) == 1:
        return f"the run of {length}"
    which = runs[: place.run].count(length)
    return f"the {ORDINALS[which - 1] if which <= len(ORDINALS) else f'{which}th'} run of {length}"


def _cells(spec: Nonogram, place: _Place) -> str:
    length = _runs(spec, place.line)[place.run - 1]
    return numbered("cell", range(place.first, place.first + length))
