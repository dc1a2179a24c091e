"""Find how other solutions of a problem differ from a known one, with a SAT solver: the nearest, and all.

For the nearest, options are gone through in their order. Each stays as it is in the known solution if another
solution still has all of these; else it changes. So the answer depends on no engine, and a question is needed
only where the solution that was found last differs. For all, each solution must differ where none before did.

Change the solution of a random puzzle until there is no other, by simulated annealing.

The number of variables that another solution has otherwise must become 0. A change that leaves no more of
them is taken; one that leaves a few more sometimes is, so that the search does not get stuck.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from accord.backends.contract import Search, Slice
from accord.backends.sat.cdcl import Oracle
from accord.backends.sat.engines import ENGINES
from accord.backends.sat.incremental import Incremental
from accord.backends.sat.thread import Pulse, in_thread
from accord.errors import NotDrawnError
from accord.problem import Problem

T = TypeVar("T")

SOLVER = "cadical153"
TOO_HARD = "a puzzle was drawn that is too hard for a person; expected another size"
MOST_CONFLICTS = 300_000  # of a question; what takes more is no puzzle for people


class HardError(Exception):
    """A question took too many conflicts."""


def within_conflicts(steps: Generator[Slice, None, T], oracle: Oracle) -> Generator[Slice, None, T]:
    """Yield the slices of a question, and return its answer. Raises HardError after too many conflicts."""
    most = oracle.conflicts + MOST_CONFLICTS
    while oracle.conflicts < most:
        try:
            yield next(steps)
        except StopIteration as end:
            answer: T = end.value
            return answer
    raise HardError


def nearest_other(problem: Problem, known: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the solution nearest to a known one, but another; None if there is none.

    Args:
        problem: with a solution that is known.
        known: the values of variables by which solutions differ. Where others are free, their options are
            open to be closed.

    Raises NotDrawnError if that takes too many conflicts.
    """
    found: list[list[int]] = []

    def ask(solver: Incremental) -> Search:
        fixed = [solver.any_of([-literal for literal in _literals(problem, known)])]
        first = yield from within_conflicts(solver.find(fixed), solver.oracle)
        if first is not None:
            found.append((yield from _nearest(solver, fixed, {*first}, _known_literals(problem, known))))

    _solve(problem, ask)
    return problem.values(found[0]) if found else None


def open_variables(problem: Problem, known: Mapping[str, Any]) -> set[str]:
    """Return which of the known variables have another value in some solution.

    Raises NotDrawnError if that takes too many conflicts.
    """
    same = {name: {*_literals(problem, {name: value})} for name, value in known.items()}
    found: set[str] = set()

    def ask(solver: Incremental) -> Search:
        while len(found) < len(same):
            left = sorted(-literal for name in same.keys() - found for literal in same[name])
            other = yield from within_conflicts(solver.find([solver.any_of(left)]), solver.oracle)
            if other is None:
                return
            chosen = {*other}
            there = {
                option + 1 if option in chosen else -option - 1 for option in range(problem.model.options)
            }
            found.update(name for name, some in same.items() if not some <= there)

    _solve(problem, ask)
    return found


def _solve(problem: Problem, ask: Callable[[Incremental], Search]) -> None:
    """Ask a solver that has the problem. Raises NotDrawnError if a question is too hard."""

    def search(pulse: Pulse) -> Search:
        solver = Incremental(problem.model, ENGINES[SOLVER], pulse)
        yield from solver.write()
        yield from ask(solver)
        yield Slice(complete=True)

    try:
        for _ in in_thread(search):
            pass
    except HardError:
        raise NotDrawnError(TOO_HARD) from None


def _nearest(
    solver: Incremental, fixed: list[int], chosen: set[int], wanted: Sequence[int]
) -> Generator[Slice, None, list[int]]:
    """Return the options of a solution that has these literals, one after the other, where one can."""
    for literal in wanted:
        if (abs(literal) - 1 in chosen) != (literal > 0):
            nearer = yield from within_conflicts(solver.find([*fixed, literal]), solver.oracle)
            if nearer is None:
                continue
            chosen = {*nearer}
        fixed.append(literal)
    return sorted(chosen)


def _literals(problem: Problem, known: Mapping[str, Any]) -> Iterator[int]:
    """Yield a literal for each option of the known variables: as it is in the known solution."""
    for name, value in known.items():
        for each, option in problem.options[name].items():
            if option is not None:
                yield option + 1 if each == value else -option - 1


def _known_literals(problem: Problem, known: Mapping[str, Any]) -> list[int]:
    """Return the literals of the known solution, by option; options of unknown variables are closed."""
    of_known = {abs(literal): literal for literal in _literals(problem, known)}
    options = (o for of in problem.options.values() for o in of.values() if o is not None)
    return [of_known.get(option + 1, -option - 1) for option in options]


RISK, WORSE = 0.3, 6  # how often a change may be for the worse, and by fewer open variables than that


def anneal(
    dice: Random,
    state: T,
    change: Callable[[T, Collection[str]], T | None],
    made: Callable[[T], tuple[Problem, Mapping[str, Any]]],
    moves: int,
) -> T | None:
    """Return a state whose problem has no other solution; None if none is found.

    Args:
        dice: whether a change that leaves more variables open is taken.
        state: the first one.
        change: a state, and the variables that other solutions have otherwise -> another state, or None.
        made: the problem of a state, and its solution: the values of variables.
        moves: how many changes are looked at.
    """
    left = open_variables(*made(state))
    for _ in range(moves):
        if not left:
            return state
        other = change(state, left)
        if other is not None:
            now = open_variables(*made(other))
            if len(now) <= len(left) + (dice.randrange(WORSE) if dice.random() < RISK else 0):
                state, left = other, now
    return None
