"""Decorators that list a struct's fields, in place of **more, in a function's signature and docstring.

    @asks(Arguments)
    def count(puzzle: AnyPuzzle, **more: Any) -> Outcome: ...

Type checkers take the keywords and their types from the struct itself; at run time `help` and `inspect` do.
The limits among them hold over the whole call: see `accord.watchdog.hold_limits`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

from accord.arguments.field import about, default_of, fields_of
from accord.watchdog import hold_limits

if TYPE_CHECKING:
    from accord.tasks import Task

P = ParamSpec("P")
R = TypeVar("R")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
F = TypeVar("F", bound=Callable[..., Any])
A_con = TypeVar("A_con", contravariant=True)
R_co = TypeVar("R_co", covariant=True)
KEYWORD, VARIABLE = inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD


class Asks(Protocol[A_con, P, R_co]):
    """A question about a puzzle."""

    def __call__(self, puzzle: A_con, *args: P.args, **more: P.kwargs) -> R_co:
        """Ask."""


class Runs(Protocol[A_con, P, R_co]):
    """Any task."""

    def __call__(self, puzzle: A_con, task: Task = "count", *args: P.args, **more: P.kwargs) -> R_co:
        """Ask."""


class Draws(Protocol[A_con, P, R_co]):
    """So many of something."""

    def __call__(self, puzzle: A_con, n: int = 1, *args: P.args, **more: P.kwargs) -> R_co:
        """Ask."""


def asks(struct: Callable[P, object]) -> Callable[[Callable[Concatenate[A, ...], R]], Asks[A, P, R]]:
    """For a function of a puzzle and `**more`, which is what the struct takes."""
    return _verb(struct)


def runs(struct: Callable[P, object]) -> Callable[[Callable[Concatenate[A, ...], R]], Runs[A, P, R]]:
    """For one that takes a task as well."""
    return _verb(struct)


def draws(struct: Callable[P, object]) -> Callable[[Callable[Concatenate[A, ...], R]], Draws[A, P, R]]:
    """For one that takes a number as well."""
    return _verb(struct)


def _verb(struct: Any) -> Any:
    """Return a decorator of a function that works: it lists the arguments, and their limits hold."""
    decorate = list_arguments(struct)
    return lambda function: decorate(hold_limits(function))


def after_two(
    struct: Callable[P, object],
) -> Callable[[Callable[Concatenate[A, B, ...], R]], Callable[Concatenate[A, B, P], R]]:
    """For one with two parameters before these, such as `self` and a puzzle."""
    return cast(Any, list_arguments(struct))


def after_three(
    struct: Callable[P, object],
) -> Callable[[Callable[Concatenate[A, B, C, ...], R]], Callable[Concatenate[A, B, C, P], R]]:
    """For one with three parameters before these."""
    return cast(Any, list_arguments(struct))


def list_arguments(struct: Any) -> Callable[[F], F]:
    """Return a decorator that lists the struct's arguments in place of `**more`, in signature and text."""

    def decorate(function: F) -> F:
        signature = inspect.signature(function)
        parameters = [each for each in signature.parameters.values() if each.kind is not VARIABLE]
        own = {each.name for each in parameters}
        more = [each for each in fields_of(struct) if each.name not in own]
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
