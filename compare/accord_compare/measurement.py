"""One row of `accord bench`: times, counts and ratio, and the machine's state when it was measured."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from math import floor, log10
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from accord import exits
from accord.exits import Code

Section: TypeAlias = Literal[
    "peers", "general", "overhead", "calls", "ourselves", "rates", "aquarium", "pencil", "freecell",
    "clues", "certificates", "modelling", "flattening", "csplib",
]  # fmt: skip
ClockName: TypeAlias = Literal["CPU", "CPU of processes", "wall"]

WORK = (
    "nodes",
    "transitions",
    "states",
)  # counters of an effort: the first one that an engine has is its work
ENGINE = "by "  # before the name of an engine in an effort, which has how often it was chosen


class Measurement(msgspec.Struct, frozen=True, kw_only=True):
    """One row: seconds are medians, the ratio is the median of the pairs' ratios theirs / ours."""

    section: Section
    instance: str
    engine: str
    what: str  # of the two sides, ours
    beside: str  # and the other; empty in a rate
    clock: ClockName
    count: int  # the known one; both sides gave it every time
    their_count: int | None = None  # where another one of the other side is known
    pairs: int
    taken: str  # when, UTC
    machine: str
    ours: float | None = None
    theirs: float | None = None
    ratio: float | None = None
    effort: dict[str, int] = {}  # ours
    their_effort: dict[str, int] = {}
    versions: dict[str, str] = {}
    parts: dict[str, list[float]] = {}  # seconds of what both say they have done: ours, theirs
    at_least: int | None = None  # what the other counted until its cap; the ratio is then a lower bound
    skipped: str = ""  # why there are no figures
    missing: bool = False  # because a peer is not installed
    fault: str = ""  # a count that differs
    code: str = ""  # what the sources hash to whose speed it is
    took: float = 0.0  # seconds of wall clock for all of it, preparation included

    @property
    def title(self) -> str:
        """The row in words."""
        beside = f" beside {self.beside}" if self.beside else ""
        return " ".join(word for word in (f"{self.instance}:", self.engine, self.what) if word) + beside

    @property
    def work(self) -> tuple[int, str] | None:
        """How much of what our engine did: 2455947, nodes."""
        return next(((self.effort[name], name) for name in WORK if name in self.effort), None)

    @property
    def rate(self) -> float | None:
        """Nanoseconds of ours for a node, or a transition."""
        work = self.work
        return None if self.ours is None or not work or not work[0] else self.ours * 1e9 / work[0]


def exit_code(rows: list[Measurement]) -> Code:
    """A count that differs is a failure; a peer that is not installed leaves a question open."""
    return exits.worst(Code.FAILED if row.fault else Code.MISSING for row in rows if row.fault or row.missing)


def machine() -> str:
    """The processor's model and how many cores this process may use; nothing that names the computer."""
    model = platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                model = value.strip()
                break
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return f"{model}, {cores} {'core' if cores == 1 else 'cores'}"


def figures(seconds: float) -> str:
    """Seconds with three figures: 0.0137, 5.98, 21.2, 1,234."""
    return f"{seconds:,.{max(0, 2 - floor(log10(seconds)))}f}" if seconds > 0 else "0"


def now() -> str:
    """The time, UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")
