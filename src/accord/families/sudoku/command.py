"""`accord sudoku`: the classes of bands, and the entries: the grids that share bands 1 and 2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import click

from accord.arguments import Limited, argument
from accord.cli.console import Console
from accord.cli.help import Command
from accord.cli.options import options_of, query_of_options
from accord.cli.output import json
from accord.cli.streams import put, tell
from accord.errors import InputError, UsageError
from accord.families.sudoku.band_classes import BandClass
from accord.families.sudoku.entries import Entry
from accord.families.sudoku.entry_counts import Estimate, Estimates
from accord.many.units import ALL, Shard
from accord.runner.limits import Limits

Step = TypeVar("Step")
LONGEST_NUMBER = 6  # digits of what is taken for the number of a class
ONLY_ENTRIES = "only the entries of a class have parts; expected `entries` and the number of a class"
NO_CASE = "classes of bands have no cases; expected `entries`"
NEVER_FIRST = "each grid with such a band has others with fewer puzzles of 6 clues, which come first"
PLACES = ("band 1", "band 2", "band 3", "stack 1", "stack 2", "stack 3")


@dataclass(frozen=True, kw_only=True)
class SudokuCommand(Limited):
    """The options of `accord sudoku`."""

    case: int | None = argument(
        None, "List entries of a case: which band of the entry form comes last.", "N", least=1, most=3
    )
    shard: str | None = argument(
        None, "List or count part I of N of the entries of a class, as 1/8.", "I/N", excludes=("sample",)
    )
    count: bool = argument(False, "Count the entries, and say how long that took.")
    sample: int | None = argument(
        None,
        "Count N of the 2,016 chunks of each class, an even number, and estimate the rest.",
        "N",
        least=2,
        most=2016,
        needs=("count",),
    )
    seed: int | None = argument(None, "Seed of the sample. Default: 0.", "N", needs=("sample",))
    as_json: bool = argument(False, "Print a JSON line for each class or entry.", flag="json")


@click.command(cls=Command)
@click.argument("what", metavar="bands|entries", type=click.Choice(["bands", "entries"]))
@click.argument("of", metavar="[OF]", required=False)
@options_of(SudokuCommand)
def sudoku(what: str, of: str | None, **given: Any) -> None:
    """List classes of sudoku bands, or the grids that share two bands.

    \b
    accord sudoku bands
    accord sudoku bands 29
    accord sudoku bands 123456789456789123798231564
    accord sudoku bands 534678912672195348198342567859761423426853791713924856961537284287419635345286179
    accord sudoku entries 416
    accord sudoku entries 416 --shard 1/8
    accord sudoku entries 416 --case 2
    accord sudoku entries 416 --count
    accord sudoku entries --count --sample 2
    accord sudoku entries 123456789456789231789231564214897653365142978897365142

    bands: the 416 classes; or OF is a class, a band of 27 digits or a grid of 81. A line has the number of a
    class, its first band in reading order, how many automorphisms and minimal unavoidable sets it has, and
    how many choices of 6 cells hit all these sets.

    entries: OF is a class: the pairs of bands 1 and 2 whose first band is of the class, each with the numbers
    of its bands 3, so that all classes together have each grid once up to symmetry. `accord clues --entry`
    takes such lines; --shard I/N prints a part of them. Or OF is 54 digits, bands 1 and 2: the grids with
    these bands, up to symmetry. Or OF is a grid: the grid of an entry that is like it.

    --count prints for a class how many pairs of bands are different up to symmetry and in the order of the
    classes, how many of them are entries, how many grids these have, and the seconds. Without OF it counts
    all classes. That takes hours: --shard counts a part, and --sample estimates the numbers from random
    chunks. An interval in brackets has the number in about 95 of 100 samples. It needs 100 chunks, so the
    sample of a single class needs as many; of all classes any sample will do for their sum.

    With --case, the grids of an entry share two bands of their entry form, and band N of it comes last; of a
    class is the first band that they share. `accord clues --entry` then finds the clue sets of this case. All
    classes together have each grid once in each of the three cases, and each clue set in one case.
    """
    from accord.runner.limits import GRACE, Limits

    query = query_of_options(SudokuCommand, given)
    signs = "".join((of or "").split())
    with Console(quiet=True) as console:
        limits = Limits.of(query, cancel=console.cancel)
        listing = partial(_bands, signs, query)
        if what == "entries":
            listing = (
                partial(_count, signs, query, console, limits)
                if query.count
                else partial(_list, signs, query, limits)
            )
        limits.guard(f"{what} were looked for", GRACE).do(listing)


def _bands(of: str, query: SudokuCommand) -> None:
    """Print classes of bands."""
    if query.shard is not None:
        raise UsageError(f"--shard {query.shard}: {ONLY_ENTRIES}")
    if query.case is not None:
        raise UsageError(f"--case {query.case}: {NO_CASE}")
    if query.count:
        raise UsageError("--count counts entries; expected `entries`")
    for place, each in _classes(of):
        put(json(_record(place, each)) if query.as_json else _line(place, each))


def _list(of: str, query: SudokuCommand, limits: Limits) -> None:
    """Print entries, or the grids of one."""
    none = True
    for found in _until_over(limits, _entries(of, query)):
        none = False
        if query.as_json:
            put(json(_entry_record(found)))
        elif len(of) <= LONGEST_NUMBER:
            put(_entry_line(found))
        else:
            for grid in found.grids:
                put(grid)
    if none:
        part = "" if query.shard is None else f", part {query.shard}"
        tell(f"accord: class {int(of)}{part}: no entries{': ' + NEVER_FIRST if not part else ''}")


def _until_over(limits: Limits, steps: Iterator[Step]) -> Iterator[Step]:
    """Yield the steps. Raises StoppedError at a limit before the last one."""
    for step in steps:
        limits.check(lambda: "there may be more")
        yield step


def _count(of: str, query: SudokuCommand, console: Console, limits: Limits) -> None:
    """Print the numbers of entries of a class, or of each, and then of all."""
    from accord.families.sudoku import entry_counts as counts
    from accord.families.sudoku.band_classes import CLASSES

    if of and not _is_number(of):
        raise UsageError(
            f"--count counts the entries of a class; found {of[:36]}, expected its number, or none"
        )
    if query.sample is not None and (query.sample % 2 or (of and query.sample < counts.LEAST)):
        least = f"; of a single class at least {counts.LEAST}" if of else ""
        expected = f"an even number of the {counts.CHUNKS:,} chunks of a class{least}"
        raise UsageError(f"--sample {query.sample}: expected {expected}")
    part = ALL if query.shard is None else Shard.of_text(query.shard)
    classes = [int(of)] if of else [*range(1, CLASSES + 1)]
    sampled, seed, together, seconds = query.sample, query.seed or 0, counts.Estimates(), 0.0

    def chunks_of(number: int) -> Sequence[int]:
        return part.units(counts.CHUNKS) if sampled is None else counts.sample(number, sampled, seed)

    steps = counts.count_classes(classes, chunks_of, query.case or 0, sampled=sampled is not None)
    for step in _until_over(limits, steps):
        console.show(f"class {step.number}: {step.done:,} of {step.of:,} chunks", step.done / max(1, step.of))
        if step.known is not None:
            together, seconds = together + step.known, seconds + step.seconds
            console.clear()
            _put_count(f"class {step.number}", step.known, step.seconds, query)
    if not of:
        _put_count("all classes", together, seconds, query)


def _put_count(what: str, known: Estimates, seconds: float, query: SudokuCommand) -> None:
    """Print the numbers of a class or of all: pairs, entries, grids, and the seconds that counting took."""
    part = "" if query.shard is None else query.shard
    if query.as_json:
        record: dict[str, Any] = {"of": what}
        record |= {"case": query.case} if query.case else {}
        record |= {"part": part} if part else {}
        for name, each in known.by_name():
            record[name] = round(each.number)
            if query.sample is not None and each.interval is not None:
                record[f"{name}_interval"] = [round(end) for end in each.interval]
        put(json({**record, "seconds": round(seconds, 3)}))
        return
    facts = ", ".join(f"{_words(each, query.sample)} {name}" for name, each in known.by_name())
    put(f"{what}{part and f', part {part}'}: {facts}, {seconds:.1f} s")


def _words(each: Estimate, sample: int | None) -> str:
    """Return a number, with the interval of an estimate."""
    if sample is None:
        return f"{round(each.number):,}"
    between = each.interval and " ({} to {})".format(*(f"{round(end):,}" for end in each.interval))
    return f"about {round(each.number):,}{between or ''}"


def _is_number(of: str) -> bool:
    return of.isascii() and of.isdigit() and len(of) <= LONGEST_NUMBER


def _entries(of: str, query: SudokuCommand) -> Iterator[Entry]:
    """Yield the two bands that grids share, each with these grids."""
    from accord.families.sudoku import entries

    of_class = _is_number(of)
    case, shard = query.case or 0, query.shard
    if shard is not None and not of_class:
        raise UsageError(f"--shard {shard}: {ONLY_ENTRIES}")
    if of_class:
        part = Shard.of_text(shard) if shard is not None else ALL
        yield from entries.entries(int(of), (part.number, part.of), case)
    elif len(of) == entries.BOTH:
        yield entries.entry(of, case)
    elif len(of) == 81:
        yield entries.entry_of_grid(of, case)
    else:
        expected = "expected the number of a class, bands 1 and 2 in 54 digits, or a grid of 81"
        raise InputError([f"{of[:36] or 'entries'}: found {len(of)} signs; {expected}"])


def _classes(of: str) -> Iterator[tuple[str, BandClass]]:
    """Yield classes, each with its place in the grid, if there is one."""
    from accord.families.sudoku import band_classes as classes

    if not of:
        yield from (("", each) for each in classes.band_classes())
    elif _is_number(of):
        yield "", classes.class_numbered(int(of))
    elif len(of) == classes.BAND_CELLS:
        yield "", classes.band_class(of)
    elif len(of) == 81:
        yield from zip(PLACES, classes.band_classes_of(of), strict=True)
    else:
        expected = "expected the number of a class, a band of 27 digits, or a grid of 81"
        raise InputError([f"{of[:36]}: found {len(of)} signs; {expected}"])


def _record(place: str, each: BandClass) -> dict[str, Any]:
    return {
        **({"place": place} if place else {}),
        "class": each.number, "band": each.band, "automorphisms": each.automorphisms,
        "sets": each.unavoidable_sets, "puzzles": each.puzzles(),
    }  # fmt: skip


def _entry_record(found: Entry) -> dict[str, Any]:
    case = {"case": found.case} if found.case else {}
    return {"bands": found.bands, "last": found.numbers, **case, "grids": found.grids}


def _entry_line(found: Entry) -> str:
    """Return the bands, the numbers of last bands and perhaps the case, as `accord clues` takes them."""
    case = f":{found.case}" if found.case else ""
    return f"{found.bands}:{','.join(map(str, found.numbers))}{case}"


def _line(place: str, each: BandClass) -> str:
    automorphisms = f"{each.automorphisms} automorphism{'s' * (each.automorphisms > 1)}"
    facts = f"{automorphisms}, {each.unavoidable_sets} sets, {each.puzzles():,} puzzles of 6 clues"
    return f"{place + ': ' if place else ''}class {each.number} {each.band}: {facts}"
