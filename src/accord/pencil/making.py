"""Helpers that generate pencil puzzles: draw a seeded solution, remove clues, change regions.

All depends on the random numbers alone, and on one engine of ours, which walks the same way on every machine.
Which clues are not needed, and which other solution of a graph rule is nearest, depends on no engine.
A page begins with a solution: that of a blank board (`random_solution`), or one that it lays itself. Then it
states clues until no other solution is left, and takes away those that are not needed (`drop_clues`); or
moves cells from region to region until none is left (`settle`); or lets regions take cells as long as there
is none (`spread`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from accord.errors import NotDrawnError, UsageError
from accord.model import Model
from accord.model.derive import reorder
from accord.model.lazy import Cut, with_cuts
from accord.pencil.boards import BLANK, HOLE, Board, is_connected, reachable
from accord.pencil.instance import Area, Cell, Instance, area_cells, area_name, at
from accord.pencil.kind import Kind, instance, problem, spec_of
from accord.pencil.parts import Words
from accord.problem import Problem
from accord.puzzles.wishes import NONE, Wishes, wish_error

if TYPE_CHECKING:
    from accord.runner.outcome import Outcome
    from accord.tasks import Task

Known: TypeAlias = dict[str, Any]  # the value of each variable, by name
Labels: TypeAlias = dict[Cell, int]  # the region of each cell, from 1
Stated: TypeAlias = tuple[str, int, int]  # a clue: its part, its row and its column there


class Dice(Random):
    """Random numbers, and what a setter wishes of the clues."""

    wishes: Wishes = NONE


ENGINE: dict[str, Any] = {"backend": "native", "engine": "sums", "workers": 1}
CUTTING: dict[str, Any] = {"backend": "sat", "workers": 1}
# for a yes or no, which no engine answers otherwise, where a model has lazy items: several times faster
MOST_NODES = 300_000  # of a search; what takes more is no puzzle for people
MOST_MOVES = 1_000  # of cells that are shaded or not
NEAR = 2  # how far off cells are that start again


# -- solutions -------------------------------------------------------------------------------------


def random_solution(problem: Problem, dice: Dice, *more: Cut) -> Known | None:
    """A solution that meets more items; None if there is none, or none is found soon.

    It is another one for each state of the dice.
    """
    order = [*range(problem.model.options)]
    dice.shuffle(order)
    found = _solve(reorder(with_cuts(problem.model, more), order), "first").solutions
    return problem.values([order[o] for o in found[0].options]) if found else None


def another(problem: Problem, known: Mapping[str, Any]) -> Known | None:
    """A solution that is not that one; None if there is none. Raises NotDrawnError if none is found soon.

    Of a problem with graph rules the nearest one: our engines are slow there, and others differ in theirs.
    """
    from accord.pencil import other_solution  # only now: most puzzles are not made

    if problem.model.lazy is not None:
        return other_solution.nearest_other(problem, known)
    outcome = _solve(problem.model, "unique")
    for solution in outcome.solutions:
        values = problem.values(solution.options)
        if any(values[name] != value for name, value in known.items()):
            return values
    if outcome.answer != "unique":
        raise NotDrawnError(other_solution.TOO_HARD)
    return None


def is_unique(problem: Problem) -> bool:
    """Whether there is one solution; not if a search for a second one takes too long."""
    return _solve(problem.model, "unique", _engine(problem.model)).answer == "unique"


def _engine(model: Model) -> Mapping[str, Any]:
    """Return the engine for a yes or no."""
    return ENGINE if model.lazy is None else CUTTING


def _problem(kind: Kind, spec: Any, rules: Callable[[Instance], Problem] | None) -> Problem:
    return problem(kind, spec) if rules is None else rules(instance(kind, spec))


def _solve(model: Model, task: Task, engine: Mapping[str, Any] = ENGINE) -> Outcome:
    from accord.runner.api import run  # only now: most puzzles are not made

    return run(model, task, node_limit=MOST_NODES, **engine)


def shade(
    kind: Kind,
    dice: Dice,
    size: tuple[int, int],
    share: float,
    told: Callable[[set[Cell]], dict[str, Any]],
    rules: Callable[[Instance], Problem] | None = None,
) -> dict[str, Any]:
    """Return the model file of cells shaded at random; others are while there is another solution.

    Args:
        kind: of the puzzle.
        dice: which cells are shaded.
        size: rows and columns.
        share: of shaded cells at first.
        told: the shaded cells -> what a model file says of them. Raises NotDrawnError if that is too little.
        rules: what makes the problem, where that of the kind says more than is needed.
    """
    cells = [(row, column) for row in range(size[0]) for column in range(size[1])]
    full = {cell for cell in cells if dice.random() < share}
    for _ in range(MOST_MOVES):
        values = told(full)
        known = {at(cell): cell in full for cell in cells}
        other = another(_problem(kind, kind.spec(**values), rules), known)
        if other is None:
            return values
        full ^= {dice.choice([cell for cell in cells if other[at(cell)] != known[at(cell)]])}
    raise none_found()


# -- clues -----------------------------------------------------------------------------------------


def drop_clues(
    kind: Kind,
    values: Mapping[str, Any],
    blanks: Mapping[str, str],
    dice: Dice,
) -> dict[str, Any]:
    """Return what a model file says, without clues that are not needed for one solution.

    What a setter wishes holds: clues that there must not be go first, others stay, and clues go by orbits.

    Args:
        kind: of the puzzle.
        values: what a model file says of each key; the puzzle has one solution.
        blanks: the keys whose clues may go, and the word that stands for none: "-", or a wall.
        dice: in which order they are tried, and the wishes.

    Raises:
        NotDrawnError: if the clues that there may be leave several solutions.
    """
    from accord.pencil.spare_clues import needed_places  # only now: most puzzles are not made

    bare = replace(kind, clues=blanks)
    words = {part.key: part.words(values[part.key]) for part in kind.parts if part.key in values}
    unwanted, groups = _groups(kind, words, blanks, dice.wishes)
    if unwanted:
        words = _blank_out(words, unwanted, blanks)
    dice.shuffle(groups)
    needed = needed_places(bare, spec_of(bare, words), groups)
    if needed is None and unwanted:
        raise wish_error()
    if needed is not None:
        words = _blank_out(words, [clue for group in groups for clue in group if clue not in needed], blanks)
    return {part.key: part.value(words[part.key]) for part in kind.parts if part.key in words}


def _groups(
    kind: Kind, words: Mapping[str, Words], blanks: Mapping[str, str], wishes: Wishes
) -> tuple[list[Stated], list[list[Stated]]]:
    """Return the clues that a setter does not want, and groups of others of which each may go as a whole."""
    groups: dict[tuple[str, Cell], list[Stated]] = {}
    boards = {part.key for part in kind.parts if isinstance(part, Board) and blanks.get(part.key) in BLANK}
    for key, blank in blanks.items():
        for row, line in enumerate(words[key]):
            for column, word in enumerate(line):
                if word not in (blank, "-", ".") and (word[0].isdigit() or blank in BLANK):
                    place = min(wishes.orbit((row, column))) if key in boards else (row, column)
                    groups.setdefault((key, place), []).append((key, row, column))
    unwanted: list[Stated] = []
    free: list[list[Stated]] = []
    for (key, place), group in groups.items():
        orbit = wishes.orbit(place) if key in boards else []
        if blanks[key] in wishes.without or wishes.must(orbit):
            continue
        if not wishes.may(orbit) or any(words[k][row][column] in wishes.without for k, row, column in group):
            unwanted += group
        else:
            free.append(group)
    return unwanted, free


def _blank_out(
    words: Mapping[str, Words], clues: Iterable[Stated], blanks: Mapping[str, str]
) -> dict[str, Words]:
    """Return the words without these clues."""
    found = {key: [[*line] for line in lines] for key, lines in words.items()}
    for key, row, column in clues:
        found[key][row][column] = blanks[key]
    return found


# -- regions ---------------------------------------------------------------------------------------

LABELS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def grow(dice: Dice, cells: Collection[Cell], seeds: Sequence[Iterable[Cell]]) -> Labels:
    """Regions that grow from their seeds by a cell at random, until they meet."""
    free = set(cells)
    found: Labels = {}
    edge: list[tuple[Cell, int]] = []

    def take(cell: Cell, label: int) -> None:
        found[cell] = label
        free.discard(cell)
        edge.extend((near, label) for near in beside(cell) if near in free)

    for label, seed in enumerate(seeds, start=1):
        for cell in seed:
            take(cell, label)
    while edge:
        place = int(dice.random() * len(edge))
        edge[place], edge[-1] = edge[-1], edge[place]
        cell, label = edge.pop()
        if cell in free:
            take(cell, label)
    return found


def cut(dice: Dice, size: tuple[int, int], largest: int) -> Labels:
    """Rectangles of at most so many cells: the largest one is cut in two again and again."""
    left: list[Area] = [((0, 0), (size[0] - 1, size[1] - 1))]
    done: list[Area] = []
    while left:
        (top, low), (bottom, high) = area = left.pop()
        rows, columns = bottom - top + 1, high - low + 1
        if rows * columns <= largest:
            done.append(area)
        elif dice.random() * (rows**2 + columns**2) < rows**2 and rows > 1:
            middle = dice.randrange(top, bottom)
            left += [((top, low), (middle, high)), ((middle + 1, low), (bottom, high))]
        elif columns > 1:
            middle = dice.randrange(low, high)
            left += [((top, low), (bottom, middle)), ((top, middle + 1), (bottom, high))]
        else:
            left.append(area)
    return {cell: label for label, area in enumerate(done, start=1) for cell in area_cells(area)}


def merge(dice: Dice, regions: Labels, number: int, tries: int = 200) -> Labels | None:
    """So many regions that touch each other made one, everywhere; None if that does not work out."""
    touching: dict[int, set[int]] = {label: set() for label in regions.values()}
    for cell, label in regions.items():
        touching[label] |= {regions[near] for near in beside(cell) if near in regions} - {label}
    for _ in range(tries):
        free = {*touching}
        groups: list[set[int]] = []
        while free:
            first = min(sorted(free), key=lambda label: (len(touching[label] & free), dice.random()))
            group = {first}
            while len(group) < number and (
                near := set().union(*(touching[each] for each in group)) & free - group
            ):
                group.add(dice.choice(sorted(near)))
            if len(group) < number:
                break
            groups.append(group)
            free -= group
        if not free:
            of = {label: n for n, group in enumerate(groups, start=1) for label in group}
            return {cell: of[label] for cell, label in regions.items()}
    return None


def settle(
    dice: Dice,
    regions: Labels,
    known: Mapping[str, Any],
    made: Callable[[Labels], Problem],
    steps: int,
) -> Labels | None:
    """Regions with which there is no other solution: cells of others go over to the next region, one by one.

    Args:
        dice: which cells go.
        regions: in which each region has as much of the solution as it may have.
        known: the solution: a truth for each cell, by its name.
        made: the problem of such regions.
        steps: how many cells may go; then None.
    """
    for _ in range(steps):
        other = another(made(regions), known)
        if other is None:
            return regions
        movable = [cell for cell in regions if other.get(at(cell)) and not known.get(at(cell))]
        dice.shuffle(movable)
        for cell in movable:
            moved = _move(dice, regions, cell)
            if moved is not None:
                regions = moved
                break
        else:
            return None
    return None


def _move(dice: Dice, regions: Labels, cell: Cell) -> Labels | None:
    """The regions when a cell goes over to one beside it, if its own stays in one piece; else None."""
    label = regions[cell]
    others = sorted({regions[near] for near in beside(cell) if near in regions} - {label})
    rest = [each for each, its in regions.items() if its == label and each != cell]
    if not others or not rest or not is_connected(rest):
        return None
    return {**regions, cell: dice.choice(others)}


def spread(
    dice: Dice, cells: Collection[Cell], core: Labels, made: Callable[[Labels], Problem], rounds: int
) -> Labels | None:
    """Regions that take all cells, one by one, so that there is one solution all the time.

    Args:
        dice: which cells go where.
        cells: of the board.
        core: the cells that regions have in any case; with them alone there is one solution.
        made: the problem of such regions, with a truth for each cell, false for cells of none.
        rounds: how often cells around one that finds no region may start again; then None.
    """
    found = _take_cells(dice, cells, core, made)
    for left in range(rounds, -1, -1):
        if len(found) == len(cells):
            return found
        if not left:
            break
        row, column = dice.choice([cell for cell in cells if cell not in found])
        away = {
            cell: label
            for cell, label in found.items()
            if cell in core or max(abs(cell[0] - row), abs(cell[1] - column)) > NEAR
        }
        first = {label: cell for cell, label in core.items()}
        held = {
            cell: label
            for label, start in first.items()
            for cell in reachable(start, [each for each, its in away.items() if its == label])
        }
        again = _take_cells(dice, cells, held, made)
        found = max(again, found, key=len)
    return None


def _take_cells(
    dice: Dice, cells: Collection[Cell], regions: Labels, made: Callable[[Labels], Problem]
) -> Labels:
    """The regions with all cells that they can take in turn; what one cannot take once, it never can."""
    refused: set[tuple[Cell, int]] = set()
    free = [cell for cell in cells if cell not in regions]
    dice.shuffle(free)
    before = -1
    while len(regions) != before:
        before = len(regions)
        for cell in free:
            near = {regions[other] for other in beside(cell) if other in regions and cell not in regions}
            labels = [label for label in sorted(near) if (cell, label) not in refused]
            dice.shuffle(labels)
            for label in labels:
                taken = {**regions, cell: label}
                problem = made(taken)
                problem.add(problem[at(cell)])  # so it is in each solution that there was not before
                if _solve(problem.model, "first", _engine(problem.model)).answer == "impossible":
                    regions = taken
                    break
                refused.add((cell, label))
    return regions


def beside(cell: Cell) -> list[Cell]:
    """The places that share a side with a cell, on the board or not."""
    row, column = cell
    return [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]


def dominoes(dice: Dice, cells: Collection[Cell]) -> list[Area] | None:
    """Dominoes that cover these cells, two and two; None if they cannot be covered."""
    rows, columns = (max(numbers) + 1 for numbers in zip(*cells, strict=True))
    holes = {(row, column) for row in range(rows) for column in range(columns)} - {*cells}
    board = Instance("dominoes", (rows, columns), {}, holes=holes)
    cut = board.problem()
    laid = board.rectangles(cut, board.pairs)
    known = random_solution(cut, dice)
    return None if known is None else [area for area in laid if known[area_name(*area)]]


def draw_regions(regions: Mapping[Cell, int], size: tuple[int, int]) -> tuple[str, ...]:
    """A picture of regions, numbered as they come: in signs, or in numbers where they are too many."""
    cells = ((row, column) for row in range(size[0]) for column in range(size[1]))
    number: dict[int, int] = {}
    labels = {cell: number.setdefault(regions[cell], len(number)) for cell in cells if cell in regions}
    few = len(number) <= len(LABELS)
    words = {cell: LABELS[label] if few else str(label + 1) for cell, label in labels.items()}
    return grid(words, size, HOLE)


def grid(words: Mapping[Cell, object], size: tuple[int, int], rest: str = ".") -> tuple[str, ...]:
    """A picture of what stands in cells, and of the rest."""
    return Board("board", "").value(
        [[str(words.get((row, column), rest)) for column in range(size[1])] for row in range(size[0])]
    )


def none_found(what: str = "a size") -> NotDrawnError:
    """The error of a draw that led to no puzzle."""
    return NotDrawnError(f"found no puzzle with one solution in one draw; expected {what} with more of them")


def impossible(kind: Kind, size: tuple[int, int], what: str = "") -> UsageError:
    """The error where no puzzle can be so."""
    return UsageError(f"{kind.name}: found {size[1]}x{size[0]}{what}; expected a board that has a solution")
