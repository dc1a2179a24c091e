"""Results of the units of a long count, a line of a file each: what is there is not counted again.

    singly 6 mirror 17	48210	48210	0

A line has the unit's name, and what `Counted` says, between tabs. It is written when the unit is done. Half a
line, as a run leaves that was killed, is done again. Files of several runs can be put one behind the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import astuple, fields
from pathlib import Path
from typing import NamedTuple

from accord.errors import InputError
from accord_research.counted import Counted


class Share(NamedTuple):
    """One share of so many, from 1."""

    number: int
    of: int


ALL = Share(1, 1)


class Kept:
    """Such a file, or no file."""

    def __init__(self, path: Path | None = None) -> None:
        """Read what is there.

        Raises:
            InputError: if a line is no result, or a unit has two that differ.
        """
        self._path = path
        self._known: dict[str, Counted] = {}
        if path is None or not path.exists():
            return
        text = path.read_text()
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            path.write_text(whole)
        for number, line in enumerate(whole.splitlines(), start=1):
            unit, *numbers = line.split("\t")
            if len(numbers) != len(fields(Counted)) or not all(map(str.isdecimal, numbers)):
                wanted = "expected a unit and three numbers between tabs"
                raise InputError([f"{path}:{number}: found {line!r}; {wanted}"])
            found = Counted(*map(int, numbers))
            if self._known.setdefault(unit, found).count != found.count:
                before = self._known[unit].count
                raise InputError(
                    [f"{path}:{number}: {unit}: found {found.count}; a line before it has {before}"]
                )

    def __len__(self) -> int:
        return len(self._known)

    def __contains__(self, unit: str) -> bool:
        return unit in self._known

    def result(self, unit: str, count: Callable[[], Counted]) -> Counted:
        """What is known of a unit, or else what counting it says, which is kept."""
        if unit not in self._known:
            self._known[unit] = count()
            if self._path is not None:
                with self._path.open("a") as file:
                    file.write("\t".join(map(str, (unit, *astuple(self._known[unit])))) + "\n")
        return self._known[unit]

    def total(self, units: Mapping[str, Callable[[], Counted]], share: Share = ALL) -> Counted:
        """The sum over all units; those of one share are counted, where they are not known.

        Raises:
            LookupError: if units of other shares are not known.
        """
        count = steps = missing = 0
        for number, (unit, counted) in enumerate(units.items()):
            if unit in self or number % share.of == share.number - 1:
                found = self.result(unit, counted)
                count, steps = count + found.count, steps + found.steps
            else:
                missing += 1
        if missing:
            raise LookupError(f"{missing} of {len(units)} units are of other shares, and not there yet")
        return Counted(count, steps)
