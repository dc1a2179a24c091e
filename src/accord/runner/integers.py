"""Give a problem to a backend as it is, with integers in place of options, where options would be too many.

A backend that says `integers` may take a problem without its lowered model (`accord.problem.integer_model`):
the run asks for that where the model would be large, and for tasks that need nothing of the model. Digests,
symmetries, checkpoints, statistics and parts go by options, as always.
"""

from __future__ import annotations

from dataclasses import replace

from accord.backends import table
from accord.backends.contract import Backend
from accord.errors import MissingBackendError, RefusedError
from accord.model import Model
from accord.problem import Problem
from accord.puzzles.puzzle import Puzzle, of_problem
from accord.runner.choose import choose
from accord.runner.query import AUTO, RunQuery
from accord.runner.work import SearchPlan, Work
from accord.symmetry.parts import whole
from accord.tasks import ENUMERATES

MANY = 20_000  # options and entries of a model that is not made, if the task needs nothing of it
MOST_BITS = 1 << 21  # of polynomials that count the solutions of sums, by options
MANY_FOR_BEST = 1_000  # of one whose best solution is wanted, or for SAT: bounds prune far better than values


def integer_plan(
    puzzle: Puzzle | Model | Problem, asked: RunQuery, deadline: float | None
) -> tuple[Puzzle, SearchPlan] | None:
    """The puzzle and the plan of a run that takes a problem as it is; None if it goes by options.

    Raises RefusedError if it is to be taken so, and no backend does.
    """
    found = None if _needs_options(asked) else problem_of(puzzle)
    backend = table.class_of(asked.backend) if asked.backend != AUTO else None
    if found is None or (backend is not None and not backend.integers):
        return None
    from accord.problem.forecast import is_of_sums  # only now: most puzzles are no problems
    from accord.problem.integer_model import IntegerModel, has_circuit

    count_all = asked.task == "count" and asked.limit is None and (backend is None or backend.numbers)
    if count_all and is_of_sums(found, MOST_BITS):
        return None
    learns = backend is not None and backend.integers == "bits" and backend.most_values < Backend.most_values
    most, large = _forecast(found, asked.task == "best" or learns)
    whole_only = backend is None or backend.integers == "whole"
    if not large and not (asked.task == "best" and whole_only and has_circuit(found)):
        return None
    whole_puzzle = puzzle if isinstance(puzzle, Puzzle) else of_problem(found)
    model = IntegerModel(found if isinstance(puzzle, Puzzle) else whole_puzzle.spec)
    asked.refuse_without_objective(model)
    work = Work([whole(model)], [1])
    try:
        choice = choose(asked.backend, [model], asked.request(work, deadline))
    except MissingBackendError as missing:
        raise RefusedError(str(missing)) from None
    reason = f"options would be more than about {most:,}" if large else "a relaxation has cuts for circuits"
    why = f"integers, as {reason}; {choice.why}"
    return whole_puzzle, SearchPlan(work, replace(choice, why=why))


def _forecast(problem: Problem, few: bool) -> tuple[int, bool]:
    """How many options and entries a model may have, many or `few`, and whether it would have more."""
    from accord.problem.forecast import is_larger, is_of_values

    most = MANY_FOR_BEST if few and not is_of_values(problem) else MANY
    return most, is_larger(problem, most)


def problem_of(puzzle: Puzzle | Model | Problem) -> Problem | None:
    """The problem of a puzzle, if it is one. Raises what the family raises for its spec."""
    from accord.problem import Problem  # only now: most puzzles are none

    if isinstance(puzzle, Problem):
        return puzzle
    return puzzle.as_problem if isinstance(puzzle, Puzzle) else None


def _needs_options(asked: RunQuery) -> bool:
    """Whether something is asked for that only the lowered model has."""
    several = asked.workers is not None and asked.workers > 1 and asked.task in ENUMERATES
    of_the_model = asked.distinct or asked.symmetries or asked.root is not None or asked.with_digest
    return bool(several or of_the_model or asked.checkpoint is not None or asked.stats)
