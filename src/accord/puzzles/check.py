"""Validate a parsed TOML document: convert its values to the declared types, and report every error at once.

msgspec decides whether a value is right, but stops at the first fault; so tables and lists are taken apart
here, and it is asked about what is left. Numbers in the key paths count from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

from accord.errors import did_you_mean
from accord.puzzles.family import Fault
from accord.puzzles.locate import Path, join
from accord.puzzles.words import describe, describe_type, literals

ANY_SIZE = {"any size": True}  # extra of a whole number that no array has to hold


def check(value: Any, kind: Any, path: Path) -> Iterator[Fault]:
    """Every fault of a value that should be of this type."""
    part = _part_that_holds(value, kind)
    arguments = get_args(part)
    if part is None:
        yield from _check_whole(value, kind, path)
    elif get_origin(part) is dict:
        for name, inner in value.items():
            yield from check(inner, arguments[1], (*path, name))
    elif get_origin(part) in (list, tuple):
        alike = get_origin(part) is list or arguments[-1] is ...
        for i, inner in enumerate(value):
            yield from check(inner, arguments[0 if alike else i], (*path, i + 1))
    else:
        yield from check_table(value, types_of(part), path)
        yield from missing(value, part, path)


def check_table(values: Mapping[str, Any], types: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    """Every fault of a table whose keys have these types: unknown keys, and wrong values."""
    for name, value in values.items():
        if name in types:
            yield from check(value, types[name], (*path, name))
        else:
            hint = did_you_mean(name, types)
            yield Fault(
                join((*path, name)), f"found an unknown key; expected one of {', '.join(sorted(types))}{hint}"
            )


def missing(values: Mapping[str, Any], struct: type[msgspec.Struct], path: Path) -> Iterator[Fault]:
    """A fault for each key that the struct requires and the table lacks."""
    for field in _fields(struct):
        if field.required and field.encode_name not in values:
            key = join((*path, field.encode_name))
            wanted = describe_type(plain(field.type)[0])
            yield Fault(key, f"found nothing; expected {wanted}; add the key")


def types_of(struct: type[msgspec.Struct]) -> dict[str, Any]:
    """The type of each key."""
    return {field.encode_name: plain(field.type)[0] for field in _fields(struct)}


def plain(kind: Any) -> tuple[Any, str]:
    """The type of a field without what only describes it, and the description; "" if there is none."""
    if get_origin(kind) is Annotated and (about := getattr(kind.__metadata__[-1], "description", None)):
        inner, *more = get_args(kind)
        return Annotated[inner, *more[:-1]] if more[:-1] else inner, about
    return kind, ""


@cache
def _fields(struct: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Its fields; msgspec would evaluate their annotations each time."""
    return msgspec.structs.fields(struct)


def _part_that_holds(value: Any, kind: Any) -> Any:
    """The one choice within the type that is a table or a list, as the value is; else None."""
    choices = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    holding = [choice for choice in choices if _holds(choice, value)]
    return holding[0] if len(holding) == 1 else None


def _holds(kind: Any, value: Any) -> bool:
    origin, arguments = get_origin(kind), get_args(kind)
    if isinstance(value, dict):
        return origin is dict or (isinstance(kind, type) and issubclass(kind, msgspec.Struct))
    if isinstance(value, list):
        return origin is list or (origin is tuple and (arguments[-1] is ... or len(arguments) == len(value)))
    return False


def _check_whole(value: Any, kind: Any, path: Path) -> Iterator[Fault]:
    try:
        msgspec.convert(value, kind)
        large = isinstance(value, int) and abs(value) >= 1 << 63
        right = not large or any(getattr(meta, "extra", None) == ANY_SIZE for meta in get_args(kind)[1:])
    except msgspec.ValidationError:
        right = False
    if not right:
        hint = did_you_mean(value, literals(kind)) if isinstance(value, str) else ""
        yield Fault(join(path), f"found {describe(value)}; expected {describe_type(kind)}{hint}")
