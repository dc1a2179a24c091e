"""Functions that take the arguments of a run: their signatures and texts list these, for people and tools.

    @asks(Arguments)
    def count(puzzle: AnyPuzzle, **more: Any) -> Outcome: ...

Type checkers take the keywords and their types from the struct itself; at run time `help` and `inspect` do.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

from accord.arguments import ABOUT, FIELDS

if TYPE_CHECKING:
    from accord.puzzles.puzzle import AnyPuzzle
    from accord.tasks import Task

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])
R_co = TypeVar("R_co", covariant=True)
KEYWORD = inspect.Parameter.KEYWORD_ONLY


class Asks(Protocol[P, R_co]):
    """A task on a puzzle."""

    def __call__(self, puzzle: AnyPuzzle, *args: P.args, **more: P.kwargs) -> R_co:
        """Ask."""


class Runs(Protocol[P, R_co]):
    """Any task."""

    def __call__(self, puzzle: AnyPuzzle, task: Task = "count", *args: P.args, **more: P.kwargs) -> R_co:
        """Ask."""


def asks(struct: Callable[P, object]) -> Callable[[Callable[..., R]], Asks[P, R]]:  # noqa: ARG001
    """For a function of a puzzle and `**more`, which is what the struct takes."""
    return cast(Any, listed)


def runs(struct: Callable[P, object]) -> Callable[[Callable[..., R]], Runs[P, R]]:  # noqa: ARG001
    """For one that takes a task as well."""
    return cast(Any, listed)


def begins(
    struct: Callable[P, object],  # noqa: ARG001
) -> Callable[[Callable[..., None]], Callable[Concatenate[Any, AnyPuzzle, Task, P], None]]:
    """For the `__init__` of a run."""
    return cast(Any, listed)


def listed(function: F) -> F:
    """The same function, whose signature and text list the arguments of a run in place of `**more`."""
    signature = inspect.signature(function)
    own = [each for each in signature.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
    more = [each for each in FIELDS if each.name not in signature.parameters]
    parameters = own + [
        inspect.Parameter(each.name, KEYWORD, default=each.default, annotation=each.type) for each in more
    ]
    said = [f"    {each.name}{'=False' * (each.default is True)}: {ABOUT[each.name].help}" for each in more]
    text = [inspect.cleandoc(function.__doc__ or ""), "", "Arguments of a run:", *said]
    function.__doc__ = "\n".join(text)
    function.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return function
