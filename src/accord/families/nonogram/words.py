"""Steps of a nonogram in words: runs and cells of a line instead of options and items.

A person looks at a line at a time. So whatever one rule forces in the cells and runs of a line is one hint.
Variables are cells, and runs at places: `r1c2` and `row 1 run 2 at 4`.
"""

from __future__ import annotations

from dataclasses import dataclass

from accord.deduce import Step
from accord.pencil import Telling
from accord.pencil.solutions import cell_of
from accord.puzzles.words import join_words, list_numbers

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True)
class _Line:
    """The line that a step is about: what its options and runs are called."""

    tell: Telling
    name: str
    runs: tuple[int, ...]

    def blank(self, option: int) -> int | None:
        """The place in the line of the cell that an option leaves blank, from 1; None of a run."""
        cell = cell_of(self.tell.choices[option][0])
        return None if cell is None else cell[self.name.startswith("row")] + 1

    def run_place(self, option: int) -> tuple[int, int]:
        """Return a run of the line, from 1, and its first cell."""
        words = self.tell.choices[option][0].split()
        return int(words[3]), int(words[5])

    def run(self, run: int) -> str:
        """`the run of 8`; where the line has several such, `the second run of 8`."""
        length = self.runs[run - 1]
        if self.runs.count(length) == 1:
            return f"the run of {length}"
        which = self.runs[:run].count(length)
        return f"the {ORDINALS[which - 1] if which <= len(ORDINALS) else f'{which}th'} run of {length}"

    def cells(self, run: int, first: int) -> str:
        """`cells 3 to 8`."""
        return list_numbers("cell", range(first, first + self.runs[run - 1]))


def words(tell: Telling) -> str | None:
    """A step in a sentence, as in `row 5: wherever the run of 8 goes, it covers cells 3 to 8`."""
    step = tell.step
    if any(forced.chosen != (step.rule == "bounds") for forced in step.forced):
        return None
    kind, number = tell.rule.split()
    line = _Line(tell, tell.rule, tell.puzzle[f"{kind}s"][int(number) - 1])
    parts = step.parts or (step,)
    if step.rule != "bounds":
        clauses = [_common(line, part) for part in parts]
    elif not line.runs:
        clauses = ["it has no ink, so all its cells are blank"]
    else:
        clauses = _only_ways(line, parts)
    return f"{line.name}: {'; '.join(clauses)}"


def truth_words(name: str, holds: bool) -> str:
    """Return in words that a run has a place, as in `run 2 of row 1 begins at cell 4`."""
    kind, number, _, run, _, first = name.split()
    return f"run {run} of {kind} {number} {'begins' if holds else 'does not begin'} at cell {first}"


def _item(line: _Line, part: Step) -> list[str]:
    """The words of the name of an item, as in `row 3 cell 5`."""
    return line.tell.model.item_names[part.items[0]].split()


def _only_ways(line: _Line, parts: tuple[Step, ...]) -> list[str]:
    """Return clauses about what has one way left: runs, cells with ink, and blank ones."""
    clauses, blank = [], []
    for part in parts:
        _, _, what, which = _item(line, part)[:4]
        for forced in part.forced:
            cell = line.blank(forced.option)
            if cell is not None:
                blank.append(cell)
                continue
            run, first = line.run_place(forced.option)
            cells = line.cells(run, first)
            if what == "cell":
                clauses.append(f"only {line.run(run)} at {cells} covers the ink of cell {which}")
            else:
                clauses.append(f"{line.run(run)} fits only at {cells}")
    if blank:
        verdict = "it is" if len(blank) == 1 else "they are"
        clauses.append(f"no run can reach {list_numbers('cell', sorted(blank))}, so {verdict} blank")
    return clauses


def _common(line: _Line, part: Step) -> str:
    """Return what all places of a run, or all runs at a cell, have in common."""
    _, _, what, which = _item(line, part)[:4]
    ink: list[int] = []
    lost: dict[str, list[int]] = {}
    for forced in part.forced:
        cell = line.blank(forced.option)
        if cell is not None:
            ink.append(cell)
        else:
            run, first = line.run_place(forced.option)
            lost.setdefault(line.run(run), []).append(first)
    common = [f"it covers {list_numbers('cell', sorted(ink))}"] if ink else []
    common += [
        f"{run} cannot begin at {list_numbers('cell', sorted(firsts))}" for run, firsts in lost.items()
    ]
    if what == "run":
        return f"wherever {line.run(int(which))} goes, {join_words(common)}"
    return f"whichever run covers the ink of cell {which}, {join_words(common)}"
