"""Areas that have a number each, in one of their cells: rooms, countries, cages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from accord.pencil.boards import BLANK
from accord.pencil.instance import Cell, Instance
from accord.pencil.parts import Words
from accord.puzzles.family import Fault


def numbered_areas(puzzle: Instance, areas: str, key: str) -> Iterator[tuple[Sequence[Cell], list[Cell]]]:
    """Yield the cells of each area of the part `areas`, and its cells with a number in the part `key`."""
    for cells in puzzle[areas].values():
        yield cells, [cell for cell in cells if cell in puzzle[key]]


def numbers_first(words: Mapping[str, Words], areas: str, key: str) -> Iterator[Mapping[str, Words]]:
    """Yield the words of a puzzle with the number of each area in its first cell, for `Kind.namings`.

    Where in an area its number stands means nothing.
    """
    cells = chain(*map(zip, words[areas], words[key]))
    number = {label: word for label, word in cells if word not in BLANK}
    yield {**words, key: [[number.pop(label, BLANK[-1]) for label in row] for row in words[areas]]}


def second_faults(
    puzzle: Instance, areas: str, key: str, what: str, number: str = "number"
) -> Iterator[Fault]:
    """Yield faults for second numbers in an area, which is called `what`."""
    for _, some in numbered_areas(puzzle, areas, key):
        for cell in some[1:2]:
            yield puzzle.fault(key, cell, f"found a second {number} in a {what}; expected one")


def count_faults(puzzle: Instance, areas: str, key: str, what: str, least: int) -> Iterator[Fault]:
    """Yield faults for second numbers, and for numbers below `least` or above the area's cells."""
    yield from second_faults(puzzle, areas, key, what)
    for cells, some in numbered_areas(puzzle, areas, key):
        for cell in some[:1]:
            clue = puzzle[key][cell]
            if not least <= clue <= len(cells):
                expected = f"expected {least} to {len(cells)}, the cells of its {what}"
                yield puzzle.fault(key, cell, f"found {clue}; {expected}")


def number_words(
    puzzle: Instance, areas: str, key: str, cell: Cell, numbers: Callable[[Sequence[Cell]], Iterable[int]]
) -> Iterator[str]:
    """Yield the numbers that an area can have, for the cell with its number, or else for its first cell."""
    for cells, some in numbered_areas(puzzle, areas, key):
        if cell in (some or cells[:1]):
            yield from map(str, numbers(cells))
