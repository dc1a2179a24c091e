"""The table of families: name, module of the record, and what must be known before it is imported.

Rows of ours are in `registry`, which `make generated` writes from the records themselves. The engines of the
native backend are here: a new one is its kernel, its module, and a line in this table.

Others add a family through the entry-point group `accord.families`: `name = "package.module:RECORD"`. Their
records are imported when a name is looked for that is not one of ours, or all are listed. One that cannot be
imported, is no record, or takes a name that is taken, is a row that says why; it harms no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.errors import UsageError
from accord.puzzles import registry
from accord.versions import has_entry_points

if TYPE_CHECKING:  # the help of the command line asks the table, and no record
    from accord.puzzles.family import Family

NONE: Mapping[str, Any] = MappingProxyType({})
GROUP = "accord.families"
GROUPS: Mapping[str, str] = {  # of families, in the order of lists: name -> heading
    "pieces": "Boards and pieces",
    "pencil": "Pencil puzzles",
    "edge": "Pencil puzzles with numbers at the edge",
    "designs": "Combinatorial designs",
    "moves": "Sequences of moves",
    "own": "Rules of your own",
}


class Row(NamedTuple):
    """A family: its record, and facts that commands need of all families before any is imported."""

    name: str
    place: str  # "module:RECORD"
    group: str = ""  # a name of GROUPS
    rule: str = ""  # in one line
    package: str = ""  # that brings it; empty if it is one of ours
    broken: str = ""  # why it cannot be used
    names: tuple[str, ...] = ()  # others that stand before `:` as its own does
    sites: Mapping[str, tuple[str, ...]] = NONE  # whose addresses it reads -> what each calls the kind
    many: bool = False  # whether it reads files of many puzzles
    plain: bool = False  # whether it recognises files that hold a puzzle as plain text
    models: bool = False  # whether it declares any model
    problems: bool = False  # whether its specs may be problems (`accord.Problem`)
    lattice: str = ""  # of boards of which a model file says none, where families have several
    engines: Mapping[str, str] = NONE  # of the native backend: name -> "module:Class"
    commands: Mapping[str, str] = NONE  # name -> its line in the help


def row_of(record: Family, place: str, package: str = "") -> Row:
    """The row that a record makes."""
    return Row(
        name=record.name,
        place=place,
        # lists show a family of an unknown group with those of other packages, which have none
        group=record.about.group if record.about.group in GROUPS else "",
        rule=record.about.rule,
        package=package,
        names=record.texts.names,
        sites={form.name: form.kinds for form in record.texts.sites},
        many=record.texts.several is not None,
        plain=record.texts.recognise is not None,
        models=record.texts.of_model is not None,
        problems=record.texts.spelled is not None,
        lattice=_lattice(record),
        engines=dict(record.searched.engines),
        commands={name: command.help for name, command in record.commands.items()},
    )


def _lattice(record: Family) -> str:
    """Return the default `lattice` of a family's specs; "" if they have no such key, or need it."""
    from msgspec.structs import fields

    usual = [field.default for field in fields(record.spec) if field.encode_name == "lattice"]
    return next((value for value in usual if isinstance(value, str)), "")


OURS = tuple(Row(**each) for each in registry.FAMILIES)
# Engines of the native backend that know no family: name -> "module:Class". Of those that take a model, the
# first one is the first guess, but for flags; see `accord.backends.native.engine.Engine`.
NATIVE: Mapping[str, str] = {
    "window": "accord.backends.native.window:Window",
    "bitset": "accord.backends.native.bitset:Bitset",
    "cells": "accord.backends.native.cells:Cells",
    "sums": "accord.backends.native.sums:Sums",
    "general": "accord.backends.native.general:General",
    "layers": "accord.backends.native.layers:Layers",
    "memo": "accord.backends.native.memo:Memo",
    "frontier": "accord.backends.native.frontier:Frontier",
    "components": "accord.backends.native.components:Components",
}
TAKEN = {"name": (), "engine": (*NATIVE, *registry.ENGINES), "command": registry.COMMANDS}  # no family's
_OURS = {row.name: row for row in OURS}
_BEFORE = {name: row for row in OURS for name in (row.name, *row.names)}


# -- rows ------------------------------------------------------------------------------------------


@cache
def _load_rows() -> tuple[dict[str, Row], tuple[Row, ...]]:
    """The rows that can be used, by name, ours first; and the rows of packages that cannot."""
    if not has_entry_points(GROUP):
        return dict(_OURS), ()
    from importlib import metadata

    good, broken = dict(_OURS), []
    for point in metadata.entry_points(group=GROUP):
        row = _stranger(point.name, point.value, point.dist.name if point.dist else "", good)
        if row.broken:
            broken.append(row)
        else:
            good[row.name] = row
    return good, tuple(broken)


def _stranger(name: str, place: str, package: str, known: Mapping[str, Row]) -> Row:
    """The row of an entry point; broken, with the reason, if it conflicts with a known row."""
    from accord.puzzles.family import Family, import_reference

    def broken(why: str) -> Row:
        return Row(name=name, place=place, package=package, broken=" ".join(why.split())[:300])

    try:
        record = import_reference(place)
        if not isinstance(record, Family):
            return broken(f"{place} is a {type(record).__name__}; expected an accord.puzzles.family.Family")
        if record.name != name:
            return broken(f"{place} is the record of {record.name!r}; its entry point says {name!r}")
        if (record.made.model is None) == (record.made.plan is None):
            return broken("its puzzles are neither models nor plan problems, or both; expected one of them")
        row = row_of(record, place, package)
    except Exception as error:  # whatever a stranger's module does, others load
        return broken(f"{type(error).__name__}: {error}")
    wanted = _names(row)
    for other in known.values():
        for what, names in _names(other).items():
            taken = next((each for each in wanted[what] if each in names or each in TAKEN[what]), None)
            if taken is not None:
                return broken(f"the {what} {taken!r} is taken already")
    return row


def _names(row: Row) -> dict[str, tuple[str, ...]]:
    """Return the names that are reserved."""
    return {"name": (row.name, *row.names), "engine": (*row.engines,), "command": (*row.commands,)}


def rows() -> Mapping[str, Row]:
    """Every family that can be used, by name: ours, then families of entry points."""
    return _load_rows()[0]


def broken() -> tuple[Row, ...]:
    """Families of entry points that cannot be used, each with the reason."""
    return _load_rows()[1]


def strangers() -> list[Row]:
    """Families of entry points that can be used."""
    return [row for row in rows().values() if row.name not in _OURS]


def find(name: str) -> Row | None:
    """The row of that name; entry points are looked at only if it is none of ours."""
    return _OURS.get(name) or (rows().get(name) if name else None)


def family(name: str) -> Family:
    """The family of that name. Raises UsageError if there is none."""
    row = find(name)
    if row is None:
        from accord.errors import unknown

        why = next((row.broken for row in broken() if row.name == name), "")
        if why:
            raise UsageError(f"the family {name} cannot be used: {why}")
        meant = family_name(name)
        if meant:
            raise UsageError(f"unknown family {name[:100]!r}; did you mean {meant!r}?")
        raise unknown("family", name, rows(), see="accord families")
    return _record(row.place)


@cache
def _record(place: str) -> Family:
    from accord.puzzles.family import import_reference

    record: Family = import_reference(place)
    return record


# -- what is asked of all --------------------------------------------------------------------------


def of_text(name: str) -> tuple[str, str] | None:
    """The family of FAMILY:TEXT, and the text; of another NAME:TEXT all of it. None if it is neither."""
    head, colon, text = name.partition(":")
    if not colon or not head:
        return None
    row = _BEFORE.get(head) or next((row for row in strangers() if head in (row.name, *row.names)), None)
    if row is None:
        return None
    return row.name, text if head == row.name else name


def address_kinds() -> dict[str, str]:
    """The kinds that addresses are of, as sites call them, and the family that reads each: ours first."""
    rows_back = reversed([*rows().items()])
    return {kind: name for name, row in rows_back for kinds in row.sites.values() for kind in kinds}


def that_read_many() -> Iterator[Family]:
    """Families with files of many puzzles; ours first."""
    yield from (family(name) for name, row in rows().items() if row.many)


def that_recognise() -> Iterator[Family]:
    """Families with files that hold a puzzle as plain text; ours first."""
    yield from (family(name) for name, row in rows().items() if row.plain)


def of_models() -> Family:
    """The family that declares any model."""
    return family(next(row.name for row in OURS if row.models))


def of_problems() -> Family:
    """The family whose specs may be problems."""
    return family(next(row.name for row in OURS if row.problems))


def engines() -> dict[str, str]:
    """The engines of families, of the native backend: name -> family."""
    return {engine: name for name, row in rows().items() for engine in row.engines}


def commands() -> dict[str, str]:
    """The lines of the help for families' own commands."""
    return {name: line for row in rows().values() for name, line in row.commands.items()}


def command(name: str) -> str | None:
    """Return the reference to a family's own command of that name, if there is one."""
    row = next((row for row in OURS if name in row.commands), None)
    row = row or next((row for row in strangers() if name in row.commands), None)
    return None if row is None else family(row.name).commands[name].place


def family_name(name: str) -> str:
    """Return the family of that name, or that people know by that name; "" if there is none."""
    plain = _plain(name)
    for row in rows().values():
        if plain in map(_plain, (row.name, *row.names, *family(row.name).about.also)):
            return row.name
    return ""


def _plain(name: str) -> str:
    """Return a name without what its spellings differ in."""
    return "".join(filter(str.isalnum, name.casefold()))
