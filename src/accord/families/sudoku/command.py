"""`accord sudoku`: the classes of bands, and those of a band or a grid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from accord.arguments import Query, argument
from accord.cli.console import Console
from accord.cli.help import Command
from accord.cli.options import options_of, query_of_options
from accord.cli.output import json
from accord.cli.streams import put
from accord.errors import InputError

if TYPE_CHECKING:
    from accord.families.sudoku.band_classes import BandClass

PLACES = ("band 1", "band 2", "band 3", "stack 1", "stack 2", "stack 3")


@dataclass(frozen=True, kw_only=True)
class SudokuCommand(Query):
    """The options of `accord sudoku`."""

    as_json: bool = argument(False, "Print a JSON line for each class.", flag="json")


@click.command(cls=Command)
@click.argument("what", metavar="bands", type=click.Choice(["bands"]))
@click.argument("of", metavar="[GRID|BAND|CLASS]", required=False)
@options_of(SudokuCommand)
def sudoku(what: str, of: str | None, **given: Any) -> None:  # noqa: ARG001 (a single choice so far)
    """List the 416 classes of sudoku bands, or those of the bands and stacks of a grid.

    \b
    accord sudoku bands
    accord sudoku bands 29
    accord sudoku bands 123456789456789123798231564
    accord sudoku bands 534678912672195348198342567859761423426853791713924856961537284287419635345286179

    A line has the number of a class, its first band in reading order, how many automorphisms and minimal
    unavoidable sets it has, and how many choices of 6 cells hit all these sets.
    """
    query = query_of_options(SudokuCommand, given)
    with Console(quiet=True):
        for place, each in _classes(of):
            put(json(_record(place, each)) if query.as_json else _line(place, each))


def _classes(of: str | None) -> Iterator[tuple[str, BandClass]]:
    """Yield classes, each with its place in the grid, if there is one."""
    from accord.families.sudoku import band_classes as classes

    signs = "".join((of or "").split())
    if of is None:
        yield from (("", each) for each in classes.band_classes())
    elif signs.isascii() and signs.isdigit() and len(signs) <= 6:
        yield "", classes.class_numbered(int(signs))
    elif len(signs) == classes.BAND_CELLS:
        yield "", classes.band_class(signs)
    elif len(signs) == 81:
        yield from zip(PLACES, classes.band_classes_of(signs), strict=True)
    else:
        expected = "expected a grid of 81 digits, a band of 27, or the number of a class"
        raise InputError([f"{signs[:36]}: found {len(signs)} signs; {expected}"])


def _record(place: str, each: BandClass) -> dict[str, Any]:
    return {
        **({"place": place} if place else {}),
        "class": each.number, "band": each.band, "automorphisms": each.automorphisms,
        "sets": each.unavoidable_sets, "puzzles": each.puzzles(),
    }  # fmt: skip


def _line(place: str, each: BandClass) -> str:
    automorphisms = f"{each.automorphisms} automorphism{'s' * (each.automorphisms > 1)}"
    facts = f"{automorphisms}, {each.unavoidable_sets} sets, {each.puzzles():,} puzzles of 6 clues"
    return f"{place + ': ' if place else ''}class {each.number} {each.band}: {facts}"
