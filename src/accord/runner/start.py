"""Read the start of a search: a solution of an earlier run, or values of some variables.

A start that is a solution is the best one known from then on, whatever ends the run. Any other is a guess of
what a solution looks like. For a problem `Problem.holds` decides, before anything is lowered. Another puzzle
may have hidden options, or lazy items; so a search among the options of the start decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from accord.errors import InputError, UsageError
from accord.model import Model
from accord.model.model import Indices
from accord.problem import Problem
from accord.puzzles.given_values import read_values, variables_of
from accord.puzzles.puzzle import Puzzle, Variables, of_problem
from accord.puzzles.reading import content
from accord.puzzles.words import describe
from accord.runner.limits import Limits
from accord.runner.outcome import Outcome, Solution

LARGEST = 1 << 26  # bytes of a file
EXPECTED = "a solution of this puzzle, or values by the names of variables"


@dataclass(frozen=True, eq=False)
class Start:
    """The options of a start; and the row that it is, if it is a solution.

    model    names and values the options: of a problem that is its `IntegerModel`, which has none hidden
    options  those that are visible, ascending, in numbers of the whole
    row      the solution in numbers of the whole; None if it is no solution, or not whole
    warning  why a start with a value of each variable is no solution
    """

    model: Model
    options: tuple[int, ...]
    row: Indices | None = None
    warning: str = ""

    @property
    def value(self) -> int | None:
        """The value of the objective, to be made small; None without one, or if it is no solution."""
        if self.row is None or not len(self.model.objective):
            return None
        return int(self.model.values(self.row[None])[0])

    def in_outcome(self, outcome: Outcome, puzzle: Puzzle | Model | Problem) -> Outcome:
        """The outcome of a run that was stopped before its search; the start is its best solution."""
        if self.row is None:
            return outcome
        shown = puzzle if isinstance(puzzle, Puzzle | Model) else of_problem(puzzle)
        solution = Solution.of(self.model, self.row, 1, {}, shown)
        value = self.value
        signed = None if value is None else self.model.signed_value(value)
        return msgspec.structs.replace(
            outcome,
            solutions=(solution,),
            count=1,
            answer="solved",
            value=signed,
            chosen="the start is known",
        )


def start_of_problem(problem: Problem, given: Any) -> Start:
    """The start of a problem. Raises UsageError for names and values that it does not have."""
    from accord.problem.integer_model import IntegerModel  # only now: most puzzles are no problems

    model = IntegerModel(problem.copy())
    options = _options(given, model, lambda: ("variable", problem.options))
    places = {model.place_of(option) for option in options}
    if len(places) < len(options):
        raise UsageError(f"start: found two values of a variable; expected {EXPECTED}")
    every = isinstance(given, Mapping) and len(given) == len(problem.variables)
    if not every and (isinstance(given, Mapping) or len(places) < _numbers(problem)):
        return Start(model, options)
    row: Indices = np.array(options, np.int64)  # there may be very many
    values = model.values_of(options)
    if problem.holds(values):
        return Start(model, options, row)
    warning = f"the start is no solution, so it is only a guess: it breaks {_broken(problem, values)}"
    return Start(model, options, warning=warning)


def _broken(problem: Problem, values: Mapping[Any, Any]) -> str:
    """The words of the first rule that these values break."""
    from accord.problem.evaluate import OutsideError

    for rule in problem.rules:
        try:
            holds = rule.holds(values)
        except OutsideError:  # such as a divisor of 0
            holds = False
        if not holds:
            return rule.words
    return "the objective, which has no value"


def _numbers(problem: Problem) -> int:
    """How many variables have an option in each solution: all but truths, which have none where false."""
    from accord.problem.expressions import Boolean

    return sum(not isinstance(atom, Boolean) for atom in problem.variables)


def start_of_model(puzzle: Puzzle | Model, model: Model, given: Any, limits: Limits) -> Start:
    """The start of any other puzzle. Raises UsageError as `start_of_problem` does."""
    from accord.runner.run import Run  # only now: a run imports this module

    options = _options(given, model, lambda: variables_of(puzzle, model))
    kept = np.flatnonzero(model.hidden | np.isin(np.arange(model.options), options)).astype(np.int32)
    alone, ours = model.restrict(kept).require(np.searchsorted(kept, options))
    run = Run(alone, "first", time_limit=limits.rest, cancel=limits.cancel)
    with closing(iter(run)) as steps:
        rows = [kept[ours[row[row >= 0]]] for step in steps for row in step.solutions]
    return Start(model, options, rows[0].astype(np.int32) if rows else None)


def _options(given: Any, model: Model, variables: Callable[[], tuple[str, Variables]]) -> tuple[int, ...]:
    """The visible options that a start names."""
    if isinstance(given, Mapping):
        found = (of[value] for value, of in read_values(given, *variables(), where="start"))
        return tuple(sorted({option for option in found if option is not None}))
    options, names = getattr(given, "options", None), getattr(given, "names", None)
    if options is None or names is None:
        raise UsageError(f"start: found {describe(given)}; expected {EXPECTED}")
    pairs = [(o, name) for o, name in zip(options, names, strict=True) if o < model.options]
    for option, name in pairs:
        if model.option_name(option) != name:
            raise UsageError(
                f"start: found a solution whose option {option} is {name!r}, here it is "
                f"{model.option_name(option)!r}; expected {EXPECTED}"
            )
    hidden = model.hidden if len(model.hidden) else np.zeros(0, np.bool_)
    return tuple(sorted(o for o, _ in pairs if o >= len(hidden) or not hidden[o]))


# -- files -----------------------------------------------------------------------------------------


def read_start(name: str) -> Solution | Mapping[str, Any]:
    """The start in a file: what `accord solve` printed as JSON, or one object of values by name.

    Of several solutions it is the last one. Raises InputError.
    """
    found: Solution | Mapping[str, Any] | None = None
    expected = "a solution as JSON, as `accord solve` prints it, or {NAME: VALUE, ...}"
    text = content(name, LARGEST, expected)
    if len(text) > LARGEST:
        raise InputError([f"{name}: found more than {LARGEST:,} bytes; expected {expected}"])
    for number, line in enumerate(_objects(text), start=1):
        try:
            read = msgspec.json.decode(line)
            if not isinstance(read, dict):
                raise InputError([f"{name}:{number}: found {describe(read)}; expected {expected}"])
            if isinstance(read.get("solutions"), list):
                for each in read["solutions"][-1:]:
                    found = msgspec.convert(each, Solution, strict=False)
            elif read.keys() >= {"number", "options", "names"}:
                found = msgspec.convert(read, Solution, strict=False)
            else:
                found = read
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise InputError([f"{name}:{number}: found no JSON ({error}); expected {expected}"]) from None
    if found is None:
        raise InputError([f"{name}: found no solution; expected {expected}"])
    return found


def _objects(text: bytes) -> list[bytes]:
    """The objects of a file: one in all its lines, or one in each."""
    try:
        msgspec.json.decode(text)
    except msgspec.DecodeError:
        return [line for line in text.splitlines() if line.strip()]
    return [text]
