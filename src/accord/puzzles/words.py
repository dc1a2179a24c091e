"""Build the wording of messages: what was found, what was expected, lists with commas and "and"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

LONGEST = 40  # characters of a found text that are shown
EXPECTED = "expected"  # in the extra of a type: what a message says is expected

_SCALARS = {
    bool: ("true or false", "trues and falses"),
    int: ("a whole number", "whole numbers"),
    float: ("a number", "numbers"),
    str: ("a text", "texts"),
}


def describe(value: Any) -> str:
    """A value of a file as a message shows it: on one line, without control characters, and short."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return repr(value) if len(value) <= LONGEST else f"{value[:LONGEST]!r}..."
        case dict():
            return f"a table of {len(value)} {'key' if len(value) == 1 else 'keys'}"
        case list():
            return f"a list of {len(value)}"
        case int() if abs(value) >= 1 << 63:
            return "a number beyond 64 bits"
        case int() | float():
            return str(value)
    return f"a {type(value).__name__}"  # dates and times


def describe_type(kind: Any, many: bool = False) -> str:
    """A type in words: `a list of whole numbers`; with `many` as in `lists of whole numbers`."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in _SCALARS:
        return _SCALARS[kind][many]
    if origin is Annotated:
        for meta in arguments[1:]:
            if meta.extra and EXPECTED in meta.extra:
                return str(meta.extra[EXPECTED])
        return describe_type(arguments[0], many) + "".join(_bounds(meta) for meta in arguments[1:])
    if origin is Literal:
        return ("one of " if len(arguments) > 1 else "") + ", ".join(map(repr, arguments))
    if origin is list or (origin is tuple and arguments[-1] is ...):
        return f"{'lists' if many else 'a list'} of {describe_type(arguments[0], many=True)}"
    if origin is tuple:
        return f"{'lists' if many else 'a list'} of {len(arguments)} {describe_type(arguments[0], many=True)}"
    if origin is dict:
        of_what = "" if arguments[1] is Any else f" of {describe_type(arguments[1], many=True)}"
        return f"{'tables' if many else 'a table'}{of_what}"
    import msgspec  # only now: a list waits for all that it imports

    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        keys = ", ".join(field.encode_name for field in msgspec.structs.fields(kind))
        return f"{'tables' if many else 'a table'} with {keys}"
    return " or ".join(describe_type(choice, many) for choice in arguments if choice is not NoneType)


def join_words(parts: Sequence[str], last: str = "and") -> str:
    """Parts as a sentence lists them: `a, b and c`."""
    return f" {last} ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def by_way_of(items: Sequence[str], most: int = 3) -> str:
    """Return `, by way of a, b, c and 2 more`: the steps of a contradiction in words; "" for none."""
    more = [f"{len(items) - most} more"] if len(items) > most else []
    return f", by way of {join_words([*items[:most], *more])}" if items else ""


def list_numbers(what: str, numbers: Sequence[int]) -> str:
    """Numbers, ascending, as a sentence lists them: `cell 3`, `cells 1, 3 to 6 and 9`."""
    runs = [[n for _, n in run] for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])]
    parts = [part for run in runs for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))]
    return f"{what}{'s' * (len(numbers) > 1)} {join_words(parts)}"


def align(table: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """Return the lines of a table; columns of these numbers are aligned to the right."""
    return ["  ".join(cells).rstrip() for cells in pad(table, right)]


def pad(table: Sequence[Sequence[str]], right: Collection[int], least: int = 0) -> list[list[str]]:
    """Return the cells of a table, as wide as their column, which is so wide at least."""
    widths = [max(least, *map(len, column)) for column in zip(*table, strict=True)]
    return [
        [cell.rjust(widths[i]) if i in right else cell.ljust(widths[i]) for i, cell in enumerate(cells)]
        for cells in table
    ]


def literals(kind: Any) -> list[str]:
    """The texts that the type spells out: `any` for int | Literal["any"]."""
    if get_origin(kind) is Literal:
        return [text for text in get_args(kind) if isinstance(text, str)]
    return [text for choice in get_args(kind) for text in literals(choice)]


def _bounds(meta: Any) -> str:
    if meta.ge is not None:
        return f", {meta.ge} or more"
    return " that is not empty" if meta.min_length else ""
