"""Merge the result files of shards: compare them unit by unit, and read them in order.

Files of one question are a whole, however its shards were cut. Of a unit that is there twice both results
must claim the same; one that a limit of time or memory left open gives way to one that is not. Lines stay in
the files: what is held of each is where it stands.

    claim(result) -> {"answer": "unique", ...}     what no other result of the unit may contradict

Two claims differ where a key of both has two values. Without a claim of its own a result claims all it says,
but for what it took, where and when (APART).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec

from accord.atomic_write import atomic_write, check_output
from accord.errors import InputError, StoppedError, UsageError
from accord.json import with_check
from accord.many.result_file import heading_of, unit_of, whole_lines
from accord.many.units import Heading, Shard, short, unstamp
from accord.runner.limits import Cancel

APART = frozenset(  # keys of results that say what they took, where and when, and by what name they are known
    ("puzzle", "seconds", "load", "first", "versions", "effort", "estimate", "stats", "chosen", "warnings")
)
Claim: TypeAlias = Callable[[dict[str, Any]], Mapping[str, object]]

OPEN = ("", "nodes", "memory", "states")  # limits whose result another limit may change
MOST_NAMED = 10  # shards without a file, in a message

Kind = TypeVar("Kind")
_Decoder: TypeAlias = "msgspec.json.Decoder[dict[str, Any]]"


class Place(NamedTuple):
    """The place of a unit's result in the files."""

    file: int
    offset: int  # in bytes
    length: int
    closed: bool  # whether no limit of time or memory, and no fault, ended its work


@dataclass(eq=False)
class Merged:
    """The results of several files of one question."""

    paths: Sequence[Path]
    headings: list[Heading] = field(default_factory=list)  # one a file
    places: dict[int, Place] = field(default_factory=dict)  # of units
    held: list[int] = field(default_factory=list)  # how many units each file has
    differences: list[str] = field(default_factory=list)  # a sentence for each unit with two answers

    @property
    def heading(self) -> Heading:
        """The heading of the first file."""
        return self.headings[0]

    @property
    def gaps(self) -> list[range]:
        """The units that no file has, ascending, as ranges."""
        known = [-1, *sorted(self.places), self.heading.number]
        return [range(a + 1, b) for a, b in pairwise(known) if a + 1 < b]

    @property
    def missing(self) -> int:
        """How many units no file has."""
        return self.heading.number - len(self.places)

    @property
    def unfinished(self) -> Iterator[str]:
        """A sentence for each file that lacks units of its shard, and one for the shards without a file."""
        number = self.heading.number
        shards = [Shard.of_text(each.shard) if each.shard else None for each in self.headings]
        for path, shard, held in zip(self.paths, shards, self.held, strict=True):
            if shard is not None and held < (of := len(shard.units(number))):
                yield f"{path}: {of - held:,} of {of:,} units of the shard {shard} are missing"
        cuts = {shard.of if shard else 0 for shard in shards}
        if len(cuts) == 1 and (of := cuts.pop()):
            given = {shard.number for shard in shards if shard is not None}
            lost = (str(Shard(each, of)) for each in range(1, min(of, number) + 1) if each not in given)
            if said := ", ".join(islice(lost, MOST_NAMED)):
                yield f"no file is of these shards: {said}{', ...' if next(lost, None) else ''}"

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """The units that are there, ascending, and of each the result, as the command would print it."""
        files = [path.open("rb") for path in self.paths]
        try:
            for unit in sorted(self.places):
                place = self.places[unit]
                files[place.file].seek(place.offset)
                parted = unstamp(files[place.file].read(place.length))
                assert parted is not None
                yield unit, parted[0]
        finally:
            for file in files:
                file.close()

    def results(self, kind: type[Kind]) -> Iterator[tuple[int, Kind]]:
        """The results of `lines`, read as that kind. Raises InputError for one that is none."""
        decoder = msgspec.json.Decoder(kind, strict=False)
        for unit, line in self.lines():
            try:
                yield unit, decoder.decode(line)
            except msgspec.MsgspecError as error:
                path = self.paths[self.places[unit].file]
                raise InputError([f"{path}: unit {unit + 1}: {error}"]) from None

    def write(self, path: Path) -> None:
        """One file of the same form with all units; it is there when it is whole.

        Raises AccordError if it cannot be written.
        """
        check_output(str(path), *map(str, self.paths))
        question = self.heading.question.encode()
        with atomic_write(str(path)) as beside, beside.open("wb") as file:
            file.write(msgspec.structs.replace(self.heading, shard="").line())
            for unit, line in self.lines():
                file.write(with_check(b'%b,"unit":%d,"question":"%b"}\n' % (line[:-1], unit, question)))


def claim_all(result: dict[str, Any]) -> Mapping[str, object]:
    """All that a result says, but for what it took, where and when."""
    return {key: value for key, value in result.items() if key not in APART}


def merge_files(
    paths: Sequence[Path],
    claims: Callable[[Heading], Claim] = lambda _: claim_all,
    cancel: Cancel | None = None,
) -> Merged:
    """The results in these files, of which there is one at least.

    Args:
        paths: of the files.
        claims: what results claim, by the heading; for those that are there twice.
        cancel: once it is set, reading stops.

    Raises:
        UsageError: if one answers another question, or was made by other sources.
        InputError: if one cannot be read, or is no file of a shard.
        StoppedError: on `cancel`.
    """
    found = Merged(paths)
    decoder = msgspec.json.Decoder(dict[str, Any])
    for number, path in enumerate(paths):
        offset, heading = 0, None
        units: set[int] = set()
        try:
            for place, line in whole_lines(path):
                if cancel is not None and cancel.is_set():
                    raise StoppedError("stopped while the files were read", status="cancelled")
                if heading is None:
                    heading = heading_of(place, line)
                    _refuse(found, heading, path)
                    found.headings.append(heading)
                else:
                    unit, text = unit_of(place, line, heading)
                    units.add(unit)
                    result = decoder.decode(text)
                    where = Place(number, offset, len(line), _is_closed(result))
                    if _is_second(found, unit, where):
                        _compare(found, unit, where, claims(heading), result, decoder)
                offset += len(line)
        except OSError as error:
            raise InputError([f"{path}: cannot be read: {error.strerror}"]) from None
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise InputError([f"{place}: {error}; expected a result as a line of JSON"]) from None
        if heading is None:
            raise InputError([f"{path}: found no whole line; expected a file of `--shard`"])
        found.held.append(len(units))
    return found


def _refuse(found: Merged, heading: Heading, path: Path) -> None:
    """Raise UsageError if that file cannot be put together with the files before."""
    if heading.units is None:
        raise UsageError(
            f"{path}: was written without `shard`, and does not say how many units there are; "
            "only files of shards are merged"
        )
    differs = heading.difference(found.heading) if found.headings else None
    if differs is not None:
        name, here, there = differs
        raise UsageError(
            f"{path}: found {name} {short(here)}; {found.paths[0]} has {short(there)}; "
            "only answers to one question, by one version of Accord, are merged"
        )


def _is_second(found: Merged, unit: int, place: Place) -> bool:
    """Take a unit, of two results the one that is closed; whether both are, and so must claim the same."""
    before = found.places.setdefault(unit, place)
    if not before.closed and place.closed:
        found.places[unit] = place
    return before is not place and before.closed and place.closed


def _compare(
    found: Merged, unit: int, place: Place, claim: Claim, result: dict[str, Any], decoder: _Decoder
) -> None:
    """Note in which claim a result differs from the one that is taken."""
    before = found.places[unit]
    with found.paths[before.file].open("rb") as file:
        file.seek(before.offset)
        parted = unstamp(file.read(before.length))
    assert parted is not None
    other = decoder.decode(parted[0])
    here, there = claim(result), claim(other)
    for key in here:
        if key in there and here[key] != there[key]:
            name = other.get("puzzle") or f"of {found.heading.command}"
            found.differences.append(
                f"unit {unit + 1}, {name}: {found.paths[before.file]} has {key} {short(there[key])}, "
                f"{found.paths[place.file]} has {short(here[key])}"
            )
            return


def _is_closed(result: dict[str, Any]) -> bool:
    """Whether the work was done: no limit of time or memory, and no fault, ended it."""
    match result.get("status", "complete"):
        case "complete":
            return True
        case "limit":
            return (result.get("limit") or "") not in OPEN
    return False
