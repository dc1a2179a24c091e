"""Functions that take the arguments of a run: their signatures and texts list these, for people and tools.

    @asks(Arguments)
    def count(puzzle: AnyPuzzle, **more: Any) -> Outcome: ...

Type checkers take the keywords and their types from the struct itself; at run time `help` and `inspect` do.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

from accord.arguments import about, default_of, fields_of

if TYPE_CHECKING:
    from accord.plans.problem import PlanProblem
    from accord.puzzles.puzzle import AnyPuzzle, Puzzle
    from accord.tasks import Task

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])
R_co = TypeVar("R_co", covariant=True)
KEYWORD, VARIABLE = inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD


class Asks(Protocol[P, R_co]):
    """A task on a puzzle."""

    def __call__(self, puzzle: AnyPuzzle, *args: P.args, **more: P.kwargs) -> R_co:
        """Ask."""


class Plans(Protocol[P, R_co]):
    """A plan of a puzzle, or of a bare plan problem."""

    def __call__(self, puzzle: Puzzle | PlanProblem, *args: P.args, **more: P.kwargs) -> R_co:
        """Ask."""


class Runs(Protocol[P, R_co]):
    """Any task."""

    def __call__(self, puzzle: AnyPuzzle, task: Task = "count", *args: P.args, **more: P.kwargs) -> R_co:
        """Ask."""


def asks(struct: Callable[P, object]) -> Callable[[Callable[..., R]], Asks[P, R]]:
    """For a function of a puzzle and `**more`, which is what the struct takes."""
    return cast(Any, listed(struct))


def runs(struct: Callable[P, object]) -> Callable[[Callable[..., R]], Runs[P, R]]:
    """For one that takes a task as well."""
    return cast(Any, listed(struct))


def plans(struct: Callable[P, object]) -> Callable[[Callable[..., R]], Plans[P, R]]:
    """For one of a puzzle, or of a bare plan problem."""
    return cast(Any, listed(struct))


def begins(
    struct: Callable[P, object],
) -> Callable[[Callable[..., None]], Callable[Concatenate[Any, AnyPuzzle, Task, P], None]]:
    """For the `__init__` of a run."""
    return cast(Any, listed(struct))


def begins_plan(
    struct: Callable[P, object],
) -> Callable[[Callable[..., None]], Callable[Concatenate[Any, Puzzle | PlanProblem, P], None]]:
    """For the `__init__` of a search for a plan."""
    return cast(Any, listed(struct))


def listed(struct: Any) -> Callable[[F], F]:
    """Return a decorator that lists the struct's arguments in place of `**more`, in signature and text."""

    def decorate(function: F) -> F:
        signature = inspect.signature(function)
        parameters = [each for each in signature.parameters.values() if each.kind is not VARIABLE]
        more = [each for each in fields_of(struct) if each.name not in signature.parameters]
        parameters += [
            inspect.Parameter(each.name, KEYWORD, default=default_of(each), annotation=each.type)
            for each in more
        ]
        words = {name: each.help for name, each in about(struct).items()}
        said = [f"    {each.name}{'=False' * (each.default is True)}: {words[each.name]}" for each in more]
        text = [inspect.cleandoc(function.__doc__ or ""), "", f"{struct.heading}:", *said]
        function.__doc__ = "\n".join(text)
        function.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        return function

    return decorate
