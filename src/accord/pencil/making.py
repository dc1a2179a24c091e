"""Helpers that generate pencil puzzles: draw a seeded solution, shade cells, remove clues.

All depends on the random numbers alone, and on one engine of ours, which walks the same way on every machine.
Which clues are not needed, and which other solution of a graph rule is nearest, depends on no engine.
A page begins with a solution: that of a blank board (`random_solution`), or one that it lays itself. Then it
states clues until no other solution is left, and takes away clues that are not needed (`drop_clues`); or
changes regions (`random_regions`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from accord.errors import NotDrawnError, UsageError
from accord.model import Model
from accord.model.derive import reorder
from accord.model.lazy import Cut, with_cuts
from accord.pencil.boards import BLANK, Board
from accord.pencil.instance import Cell, Instance, at
from accord.pencil.kind import Kind, instance, problem, spec_of
from accord.pencil.parts import Words
from accord.problem import Problem
from accord.puzzles.wishes import NONE, Wishes, wish_error

if TYPE_CHECKING:
    from accord.runner.outcome import Outcome
    from accord.tasks import Task

Known: TypeAlias = dict[str, Any]  # the value of each variable, by name
Stated: TypeAlias = tuple[str, int, int]  # a clue: its part, its row and its column there


class Dice(Random):
    """Random numbers, and what a setter wishes of the clues."""

    wishes: Wishes = NONE


ENGINE: dict[str, Any] = {"backend": "native", "engine": "sums", "workers": 1}
CUTTING: dict[str, Any] = {"backend": "sat", "workers": 1}
# for a yes or no, which no engine answers otherwise, where a model has lazy items: several times faster
MOST_NODES = 300_000  # of a search; what takes more is no puzzle for people
MOST_MOVES = 1_000  # of cells that are shaded or not


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
