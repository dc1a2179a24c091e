"""Time two programs in interleaved pairs and check every count: the core of `accord bench`.

A side is a function that counts once. Both sides are called once before anything is timed, which compiles
what is to be compiled; then come the pairs, each with a collection of garbage before either side. Ratios
of one run survive a busy machine, seconds do not; so the ratio given is the median of the pairs' ratios.
A count that is not the known one ends the contest at once, as a fault.
"""

from __future__ import annotations

import gc
import resource
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from importlib import import_module
from statistics import median
from typing import Any, TypeAlias

from msgspec.structs import replace

from accord.errors import AccordError, UsageError
from accord.exits import Code
from accord_compare.measurement import ClockName, Measurement, Section, machine, now
from accord_compare.tables import TABLES
from accord_native.sources import fingerprint


@dataclass(frozen=True)
class Counted:
    """A count of one side, its effort and its parts."""

    count: int
    effort: Mapping[str, int] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    complete: bool = True  # False: it was stopped, and there are at least so many
    parts: Mapping[str, float] = field(default_factory=dict)  # seconds of what it says it has done


ROOM = 30  # seconds of its clock after which a row takes no more pairs

Side: TypeAlias = Callable[[], Counted]
Sides: TypeAlias = tuple[Side, Side | None]  # ours, and theirs; alone there is only a rate


@dataclass(frozen=True)
class Contest:
    """Two sides that count the same, and how they are timed."""

    section: Section
    instance: str
    engine: str
    what: str
    beside: str
    count: int  # the known one
    clock: ClockName
    sides: Callable[[], Iterator[Sides]]  # builds what is not timed, gives the sides, and tidies up
    their_count: int | None = None  # the other side's, where it is known to be another
    warm_up: bool = True
    most_pairs: int | None = None  # for what takes minutes
    repeats: int = 1  # of each side within a pair, for what takes milliseconds

    def known_count(self, side: int) -> int:
        """Return what our side (0) or the other (1) has to count."""
        return self.count if not side or self.their_count is None else self.their_count


TOLD = {field.name for field in fields(Contest)} & {*Measurement.__struct_fields__}  # in the row as well


class MissingPeerError(AccordError):
    """A peer is not there; the message says how to install it."""

    exit_code = Code.MISSING

    def __init__(self, install: str, why: object = "") -> None:
        super().__init__(f"not installed; install it with: {install}{f' ({why})' if why else ''}")


def import_peer(module: str, install: str) -> Any:
    """Import a module of a peer. Raises MissingPeerError, which says how to install it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingPeerError(install, error) from error


def find_program(name: str, install: str) -> str:
    """Return the path of a peer's program. Raises MissingPeerError, which says how to install it."""
    path = shutil.which(name)
    if path is None:
        raise MissingPeerError(install)
    return path


def _of_processes() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


CLOCKS: dict[ClockName, Callable[[], float]] = {
    "CPU": time.process_time,  # user and system, all threads: page faults belong to an engine with tables
    "CPU of processes": _of_processes,
    "wall": time.perf_counter,
}


def measure(contest: Contest, pairs: int) -> Measurement:
    """Take the pairs. What cannot be run is a row that says why; so is a count that differs."""
    began = time.perf_counter()
    return replace(_take_pairs(contest, pairs), took=time.perf_counter() - began)


def _take_pairs(contest: Contest, pairs: int) -> Measurement:
    pairs = min(pairs, contest.most_pairs or pairs)
    told: dict[str, Any] = {name: getattr(contest, name) for name in TOLD}
    code = fingerprint(*TABLES[contest.section].sources)
    row = Measurement(**told, pairs=pairs, taken=now(), machine=machine(), code=code)
    try:
        with contextmanager(contest.sides)() as sides:
            return _Pairs(contest, row, sides).measurement(pairs)
    except MissingPeerError as error:
        return replace(row, skipped=str(error), missing=True)
    except UsageError as error:  # an engine that is not there, or does not take the model
        return replace(row, skipped=str(error))


class _Pairs:
    """The seconds of one contest so far."""

    def __init__(self, contest: Contest, row: Measurement, sides: Sides) -> None:
        self._contest, self._row = contest, row
        self._sides = [side for side in sides if side is not None]
        self._clock = CLOCKS[contest.clock]
        self._last = [Counted(0) for _ in self._sides]
        self._parts: dict[str, list[list[float]]] = {}  # by name: of each side, of each turn
        self._fault = ""

    def measurement(self, pairs: int) -> Measurement:
        if self._contest.warm_up:
            self._turn()
            self._parts.clear()
        turns: list[list[float]] = []
        while len(turns) < pairs and sum(map(sum, turns)) * self._contest.repeats < ROOM and not self._fault:
            turns.append(self._turn())
        if self._fault:
            return replace(self._row, fault=self._fault)
        versions = {name: number for last in self._last for name, number in last.versions.items()}
        effort = dict(self._last[0].effort)
        ours = median(turn[0] for turn in turns)
        row = replace(self._row, ours=ours, pairs=len(turns), effort=effort, versions=versions)
        row = replace(row, parts={name: [*map(median, sides)] for name, sides in self._parts.items()})
        if len(self._sides) == 1:
            return row
        if not self._last[1].complete:
            row = replace(row, at_least=self._last[1].count)
        return replace(
            row,
            their_effort=dict(self._last[1].effort),
            theirs=median(turn[1] for turn in turns),
            ratio=median(turn[1] / max(turn[0], 1e-9) for turn in turns),
        )

    def _turn(self) -> list[float]:
        """The seconds of each side, called once."""
        seconds = []
        for number, side in enumerate(self._sides):
            gc.collect()
            started = self._clock()
            for _ in range(self._contest.repeats):
                counted = side()
            seconds.append((self._clock() - started) / self._contest.repeats)
            self._last[number] = counted
            for name, of_part in counted.parts.items():
                self._parts.setdefault(name, [[] for _ in self._sides])[number].append(of_part)
            known = self._contest.known_count(number)
            if not self._fault and (counted.count > known or (counted.complete and counted.count < known)):
                who = self._contest.beside if number else self._contest.engine
                self._fault = f"{who} counted {counted.count:,}; known are {known:,}"
        return seconds
