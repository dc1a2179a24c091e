"""Read values that a user gives: of variables, by name or by variable; or of options, true or false."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from accord.errors import UsageError, unknown
from accord.model import Model
from accord.puzzles.puzzle import Puzzle, Variables


def variables_of(puzzle: Puzzle | Model, model: Model) -> tuple[str, Variables]:
    """Return what values are given of, `variable` or `option`, and for each by name the option of each value.

    A puzzle without variables has its options instead: of each the values True and False.
    """
    if isinstance(puzzle, Puzzle) and puzzle.record.made.variables is not None:
        return "variable", puzzle.variables
    return "option", {model.option_name(o): {True: o, False: None} for o in range(model.options)}


def read_values(
    given: Mapping[Any, Any], what: str, variables: Variables, where: str
) -> Iterator[tuple[Any, Mapping[Any, int | None]]]:
    """Yield each value that is given, with the option of each value of that variable.

    Args:
        given: values by variable, or by name.
        what: what names are of, for messages.
        variables: for each name the option of each value.
        where: the argument, for messages.

    Raises:
        UsageError: for a name or a value that there is not.
    """
    for variable, value in given.items():
        name: Any = getattr(variable, "name", variable)
        if name not in variables:
            raise unknown(what, name, variables)
        options = variables[name]
        if not _is_among(value, options):
            raise UsageError(f"{where}: found {value!r} for {name}; expected one of {_some(options)}")
        yield value, options


def _is_among(value: Any, options: Mapping[Any, int | None]) -> bool:
    try:
        return value in options
    except TypeError:  # such as a list, which is no key
        return False


def _some(values: Mapping[Any, object]) -> str:
    """Values in an error, the first few of them."""
    first = ", ".join(map(repr, islice(values, 10)))
    return first if len(values) <= 10 else f"{first}, ... ({len(values):,} in all)"
