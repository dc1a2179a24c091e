"""Rules for cells with different numbers and a given sum (kakuro, killer cages): a truth per set of numbers.

12 in three cells of 1 to 9 is 1+2+9, 1+3+8, 1+4+7, 1+5+6, 2+3+7, 2+4+6 or 3+4+5. The numbers in the cells say
which of them, and those that are left say what can stand in the cells. A bare sum tells far less, to people
as to engines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from itertools import islice

from accord.pencil.instance import Cell, Line, at
from accord.pencil.solutions import cell_of
from accord.pencil.words import Telling
from accord.problem import Problem, Topic, total
from accord.problem.expressions import Boolean, Variable

MOST = 1_000  # sets that are listed one by one
SUM = "sum"  # the tag of its rules
SET = ": "  # in the name of a truth, between the cells and their numbers


def add_up(
    problem: Problem, value: Mapping[Cell, Variable], line: Line, clue: int | None, repeated: bool
) -> None:
    """State that cells have different numbers, unless those may be repeated, and their sum, if there is one.

    `line.name` has to be unique: truths are called by it.
    """
    most = len(value[line[0]].values)
    about = line.topic if clue is None else Topic(f"the {clue} of {line.name}", SUM, line, line.name)
    sets = () if clue is None or repeated else sets_of(clue, len(line), most)
    if clue is None or repeated or len(line) == 1 or len(sets) > MOST:
        if clue is not None:
            problem.add(total(value[cell] for cell in line) == clue, about=about)
        if not repeated:
            problem.different(*(value[cell] for cell in line), about=about)
        return
    truth = {numbers: problem.boolean(f"{line.name}{SET}{'+'.join(map(str, numbers))}") for numbers in sets}
    problem.add(total(truth.values()) == 1, about=about)
    having: dict[int, list[Boolean]] = {number: [] for number in range(1, most + 1)}
    for numbers, its in truth.items():
        for number in numbers:
            having[number].append(its)
    never = [number for number, some in having.items() if not some]
    for cell in line if never else ():
        problem.add(~value[cell].among(never), about=about)
    for number, some in having.items():
        if some:
            problem.add(total(value[cell] == number for cell in line) == total(some), about=about)


def add_different(problem: Problem, lines: Iterable[Line]) -> None:
    """State that the cells of each line have different numbers, also where their sum says so already."""
    for line in lines:
        problem.different(*(problem[at(cell)] for cell in line), about=line.topic)


def span(cells: int, most: int, repeated: bool) -> tuple[int, int]:
    """The least and the greatest sum of so many numbers from 1 to `most`."""
    if repeated:
        return cells, most * cells
    return cells * (cells + 1) // 2, cells * (2 * most + 1 - cells) // 2


@lru_cache(maxsize=4096)
def sets_of(total: int, cells: int, most: int) -> tuple[tuple[int, ...], ...]:
    """The sets of so many numbers from 1 to `most` that add up; of more than `MOST`, some."""
    return tuple(islice(_sets(total, cells, 1, most), MOST + 1))


def _sets(total: int, cells: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    if cells == 0:
        if total == 0:
            yield ()
        return
    for first in range(least, most - cells + 2):
        if total < sum(range(first, first + cells)):
            return
        if total <= first + sum(range(most - cells + 2, most + 1)):
            for rest in _sets(total - first, cells - 1, first + 1, most):
                yield (first, *rest)


def truth_words(name: str, holds: bool, it: str = "") -> str:
    """Return what a truth of a set means: `r2c2 to r2c4 is 1+2+9`; or `it is 1+2+9`, of the cells `it`."""
    cells, _, numbers = name.partition(SET)
    return f"{'it' if cells == it else cells} {'is' if holds else 'is not'} {numbers}"


def sum_words(tell: Telling) -> str | None:
    """Return the hint of a sum, as in `in the 12 of r2c2 to r2c4 the 9 can only go to r2c3`."""
    if tell.tag != SUM or tell.step.rule not in ("bounds", "intersection"):
        return None
    forced = [each for each in tell.step.forced if each.option < len(tell.choices)]
    if len(forced) == 1 and forced[0].chosen:
        name, value = tell.choices[forced[0].option]
        if cell_of(name):
            return f"in {tell.rule} the {value} can only go to {name}"
    called = replace(tell.kind, truth_words=partial(truth_words, it=tell.topic.of))
    return f"by {tell.rule}, {replace(tell, kind=called).verdict}"


def seen_as(topic: Topic) -> object:
    """All that a sum says at a time is one hint."""
    return topic if topic.tag == SUM else object()
