"""Generate models with many options but few solutions, from several copies of a small model.

Sets of options are kept in words of 64 bits, windows in slices of some cells, and so on; random models that
an oracle can solve hardly ever need a second word, or a third slice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product

from accord_compare.fuzz import oracle
from accord_compare.fuzz.dice import Dice
from accord_compare.fuzz.form import Entry, Form, Option
from accord_compare.fuzz.random_kinds import PRIMARY
from accord_compare.fuzz.structured import TURNS, Builder, Cell, across, placements

MOST_SOLUTIONS = 600
OPTIONS = 66, 400  # of all copies, about
JIGSAW = 20, 200  # options, about
DRAWS = 30


def wide(dice: Dice, size: int, kinds: Sequence[Callable[[Dice, int], Form]]) -> Form:
    """A model of one of these kinds that has a solution, but not many, made wide; perhaps less an option."""
    for _ in range(DRAWS):
        form = dice.pick(kinds)(dice, size)
        try:
            solutions = len(oracle.solve(form, 4000, 200))
        except oracle.TooLargeError:
            continue
        if not solutions:
            continue
        if form.order and dice.chance(0.4):
            return stretch(dice, form)
        number = -(-dice.number(*OPTIONS) // max(1, len(form.options)))
        while solutions > 1 and solutions**number > MOST_SOLUTIONS:
            number -= 1
        if number * len(form.options) >= OPTIONS[0]:
            form = form.copies(number)
            break
    options = dice.shuffle(form.options) if dice.chance(0.5) else list(form.options)
    if dice.chance(0.2):
        options = dice.some(options, len(options) - 1)
    return replace(form, options=tuple(options))


def stretch(dice: Dice, form: Form) -> Form:
    """Return a form with more items in the order, each with an option that is in every solution."""
    first, number = len(form.items), dice.number(8, 50)
    order, places = list(form.order), [dice.number(0, len(form.order)) for _ in range(dice.number(1, 3))]
    for item in range(first, first + number):
        order.insert(dice.pick(places), item)
    return Form(
        form.items + (PRIMARY,) * number,
        (*form.options, *(Option((Entry(item),)) for item in range(first, first + number))),
        tuple(order),
    )


def tilings(dice: Dice, size: int) -> Form:  # noqa: ARG001 (as all kinds)
    """A board cut into pieces at random, and of all ways to place these pieces some: a jigsaw.

    The windows of cells are long, and the orientations of pieces many.
    """
    rows, columns = dice.number(2, 5), dice.number(4, 12)
    cells = dice.some(list(product(range(rows), range(columns))), rows * columns - dice.number(0, 2))
    build = Builder(cells)
    planted = _cut_up(dice, cells, dice.number(3, 5))
    ways = [placements(piece, cells, TURNS) for piece in planted]
    share = min(1.0, dice.number(*JIGSAW) / sum(map(len, ways)))
    free = dice.pick((0.0, 0.3, 0.6))  # of these pieces any number: only then may covering cells twice add up
    for number, (piece, placed) in enumerate(zip(planted, ways, strict=True)):
        names = [] if dice.chance(free) else [f"piece {number}"]
        build.items |= dict.fromkeys(names, PRIMARY)
        for each in placed:
            if each == piece or dice.chance(share):
                build.option(*names, *each)
    return build.form(order=cells if dice.chance(0.5) else across(cells))


def _cut_up(dice: Dice, cells: list[Cell], most: int) -> list[list[Cell]]:
    """The cells in connected pieces of up to so many, each sorted."""
    left, pieces = set(cells), list[list[Cell]]()
    while left:
        piece = [min(left)]
        left -= {piece[0]}
        while len(piece) < most:
            beside = {(r + d, c + e) for r, c in piece for d, e in ((0, 1), (1, 0), (0, -1), (-1, 0))} & left
            if not beside:
                break
            piece.append(dice.pick(sorted(beside)))
            left -= {piece[-1]}
        pieces.append(sorted(piece))
    return pieces
