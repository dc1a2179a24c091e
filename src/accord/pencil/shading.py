"""Rules that kinds of shaded cells share: shaded cells apart, the others connected, no square all shaded.

Where shaded cells are apart and the others connected, no cell is shut in by those beside it. That follows,
and is stated all the same: it is seen at once, and the cuts of a connection come one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from accord.pencil.boards import is_connected
from accord.pencil.instance import SQUARE, Cell, Instance, at
from accord.pencil.making import Dice
from accord.pencil.words import Telling
from accord.problem import Problem, Topic, total
from accord.problem.expressions import Boolean, Truth

PAIR, SHUT_IN, NEIGHBOUR = "pair", "shut in", "neighbour"  # tags
WAYS = ((-1, 0), (0, -1), (0, 1), (1, 0))  # of sight
CHANGES = 30  # a cell, of random ones
WALK, RISK = 100, 0.1  # changes a cell; how often one square more of one colour is taken


def add_apart(puzzle: Instance, p: Problem, shaded: Mapping[Cell, Boolean], rest: str) -> None:
    """State that no two shaded cells share a side, and that the rest, called so, is connected."""
    for one, other in puzzle.pairs:
        about = Topic(f"{at(one)} beside {at(other)}", PAIR, [one, other])
        p.add(shaded[one] + shaded[other] <= 1, about=about)
    if min(puzzle.height, puzzle.width) > 1:
        for cell in puzzle.cells:
            near = [shaded[other] for other in puzzle.near(cell)]
            p.add(total(near) < len(near), about=Topic(f"the cells around {at(cell)}", SHUT_IN, [cell]))
    p.connected({cell: ~each for cell, each in shaded.items()}, puzzle.graph, words=rest)


def apart_words(tell: Telling) -> str | None:
    """Return a step by a rule of `add_apart` in words, such as `r1c2 is black, so r1c3 is white`."""
    if tell.step.rule != "bounds":
        return None
    if tell.tag == SHUT_IN:
        return f"{tell.cells[0]} would be shut in, so {tell.verdict}"
    if tell.tag != PAIR:
        return None
    one, other = tell.cells
    known = one if other in tell.open else other
    return f"{tell.kind.solution.statement(known, True, True)}, so {tell.verdict}"


def draw_apart(dice: Dice, blank: Instance, share: float) -> set[Cell]:
    """Return shaded cells at random, as `add_apart` states them: a share of all, or as many as have room."""
    order = [*blank.cells]
    dice.shuffle(order)
    shaded: set[Cell] = set()
    for cell in order:
        rest = [each for each in order if each != cell and each not in shaded]
        if len(shaded) < share * len(order) and shaded.isdisjoint(blank.near(cell)) and is_connected(rest):
            shaded.add(cell)
    return shaded


def in_sight(cells: Iterable[Cell], shaded: Mapping[Cell, Boolean]) -> Iterator[Truth]:
    """Yield for each of these cells, the nearest first, whether it is in sight, up to a shaded cell.

    Each is made of the one before it: by `and` and `or` in turn, since equal ones become one long truth.
    """
    seen: Truth | None = None
    for number, cell in enumerate(cells):
        if seen is None:
            seen = ~shaded[cell]
        else:
            seen = ~shaded[cell] & seen if number % 2 else ~(shaded[cell] | ~seen)
        yield seen


def add_no_square(puzzle: Instance, p: Problem, shaded: Mapping[Cell, Boolean]) -> None:
    """State that no square of 2 x 2 is all shaded."""
    for square in puzzle.squares:
        if len(square) == 4:
            p.add(total(shaded[cell] for cell in square) <= 3, about=square.topic)


def add_mixed_squares(puzzle: Instance, p: Problem, shaded: Mapping[Cell, Boolean]) -> None:
    """State that no square of 2 x 2 is all shaded, and none is all blank."""
    add_no_square(puzzle, p, shaded)
    for square in puzzle.squares:
        if len(square) == 4:
            p.add(total(shaded[cell] for cell in square) >= 1, about=square.topic)


def square_words(tell: Telling, what: str) -> str | None:
    """Return a step by the rule of a square, as in `the square at r1c1 is not all shaded, so ..`."""
    return f"{tell.rule} is not {what}, so {tell.verdict}" if tell.tag == SQUARE else None


def is_mixed(puzzle: Instance, shaded: Collection[Cell]) -> bool:
    """Return whether no square of 2 x 2 is all shaded or all blank, and the blank cells are connected."""
    squares = (square for square in puzzle.squares if len(square) == 4)
    return all(0 < sum(cell in shaded for cell in square) < 4 for square in squares) and is_connected(
        [cell for cell in puzzle.cells if cell not in shaded]
    )


def draw_mixed(dice: Dice, blank: Instance) -> set[Cell]:
    """Return shaded cells at random for which `is_mixed`: of two combs that do, cells change their colour."""
    shaded = {cell for cell in blank.cells if not cell[1] or (cell[1] < blank.width - 1 and not cell[0] % 2)}
    for _ in range(CHANGES * len(blank.cells)):
        changed = shaded ^ {dice.choice(blank.cells)}
        if is_mixed(blank, changed):
            shaded = changed
    return shaded


def draw_both_connected(dice: Dice, blank: Instance) -> set[Cell] | None:
    """Return connected shaded cells at random for which `is_mixed`; None if none are found.

    From a corner on, cells change their colour while both colours stay connected. A change that leaves more
    squares of one colour is rarely taken.
    """
    squares = [square for square in blank.squares if len(square) == 4]
    of = {cell: [square for square in squares if cell in square] for cell in blank.cells}
    shaded = {blank.cells[0]}
    left = _of_one_colour(squares, shaded)
    for _ in range(WALK * len(blank.cells)):
        if not left:
            return shaded
        cell = dice.choice(blank.cells)
        changed = shaded ^ {cell}
        more = _of_one_colour(of[cell], changed) - _of_one_colour(of[cell], shaded)
        if any(dice.random() > RISK for _ in range(more)) or not changed:
            continue
        if is_connected(changed) and is_connected({*blank.cells} - changed):
            shaded, left = changed, left + more
    return None


def _of_one_colour(squares: Iterable[Collection[Cell]], shaded: Collection[Cell]) -> int:
    return sum(len({cell in shaded for cell in square}) == 1 for square in squares)


def add_neighbours(
    puzzle: Instance, p: Problem, part: Mapping[Cell, Boolean], name: str, without: Cell | None = None
) -> None:
    """State that a cell of a connected part has another beside it; one cell may be alone.

    That follows where the part has several cells, and is seen at once.
    """
    for cell, its in part.items():
        if cell != without:
            near = total(part[other] for other in puzzle.near(cell) if other in part)
            p.add(near >= its, about=Topic(f"{name} at the sides of {at(cell)}", NEIGHBOUR, [cell], name))


def neighbour_words(tell: Telling) -> str | None:
    """Return a step by a rule of `add_neighbours`, as in `r1c2 would be cut off from the sea, so ..`."""
    if tell.tag != NEIGHBOUR:
        return None
    return f"{tell.cells[0]} would be cut off from {tell.topic.of}, so {tell.verdict}"


def steps_from(
    puzzle: Instance, start: Cell, shut: Collection[Cell], most: int | None = None
) -> dict[Cell, int]:
    """Return how many steps lead to each cell, not into cells that are shut: at most so many, or any."""
    found = {start: 0}
    for cell in (reached := [start]):  # grows while it is walked
        for other in puzzle.near(cell) if most is None or found[cell] < most else ():
            if other not in found and other not in shut:
                found[other] = found[cell] + 1
                reached.append(other)
    return found


def draw_river(dice: Dice, blank: Instance) -> set[Cell]:
    """Return connected cells at random, no square of which is full, and to which no cell can be added."""
    start = dice.choice(blank.cells)
    full, edge = {start}, blank.near(start)
    squares = [square for square in blank.squares if len(square) == 4]
    of = {cell: [square for square in squares if cell in square] for cell in blank.cells}
    while edge:
        place = int(dice.random() * len(edge))
        edge[place], edge[-1] = edge[-1], edge[place]
        cell = edge.pop()
        if cell not in full and all(len(full.intersection(square)) < 3 for square in of[cell]):
            full.add(cell)
            edge += [other for other in blank.near(cell) if other not in full]
    return full


def thin_out(dice: Dice, cells: Collection[Cell], most: float) -> set[Cell]:
    """Return connected cells without some of them at random, at most so many if the rest is connected."""
    left = {*cells}
    order = sorted(left)
    dice.shuffle(order)
    for cell in order:
        if len(left) > most and is_connected(left - {cell}):
            left.discard(cell)
    return left
