"""Declare the tables of `accord bench`: heading, columns, and the code each one measures.

A column is its heading and what it says of a row. Cells are short, and so are rows: why one has no figures,
and where a peer was stopped, is said below the table (`notes`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from accord.puzzles.words import pad
from accord_compare.measurement import ENGINE, Measurement, Section, figures

Column: TypeAlias = tuple[str, Callable[[Measurement], str]]

FLOOR = 0.05  # seconds: two runs that take less are alike
NONE = "-"  # of a row that was not timed
LEFT = {
    "problem", "task", "instance", "ours", "peer", "clock", "this", "beside", "engine", "of", "deals",
    "asked", "grids", "as", "kind",
}  # fmt: skip


@dataclass(frozen=True)
class Table:
    """The table of a section: its heading, its columns, and whose code it times."""

    heading: str
    columns: tuple[Column, ...]
    sources: tuple[str, ...]  # packages: when they change, what was measured is of older code

    def text(self, rows: Sequence[Measurement]) -> str:
        """The table as Markdown, padded, so that it can be read as it is; and what is to be said below it."""
        names = [name for name, _ in self.columns]
        right = [i for i, name in enumerate(names) if name not in LEFT]
        head, *body = pad([names, *([cell(row) for _, cell in self.columns] for row in rows)], right, least=3)
        rule = ["-" * (len(cell) - 1) + (":" if i in right else "-") for i, cell in enumerate(head)]
        lines = [f"| {' | '.join(line)} |" for line in (head, rule, *body)]
        notes = [f"- {note}" for row in rows for note in _notes(row)]
        return "\n".join([*lines, *([""] if notes else []), *notes])


def _notes(row: Measurement) -> Iterator[str]:
    if row.fault or row.skipped:
        yield f"{row.title}: {row.fault or row.skipped}"
    elif row.at_least is not None:
        yield f"{row.title}: stopped, with at least {row.at_least:,} in {_seconds(row.theirs)} s"


# -- what cells say --------------------------------------------------------------------------------


def _seconds(seconds: float | None) -> str:
    return NONE if seconds is None else figures(seconds)


def _ratio(row: Measurement) -> str:
    """Theirs / ours: above 1, ours is faster."""
    return NONE if row.ratio is None else f"{'' if row.at_least is None else '> '}{row.ratio:.2f}"


def _inverse(row: Measurement) -> str:
    return NONE if not row.ratio else f"{1 / row.ratio:.2f}"


def _more(row: Measurement) -> str:
    return NONE if row.ours is None or row.theirs is None else f"{row.ours - row.theirs:+.4f}"


def _milliseconds_more(row: Measurement) -> str:
    return NONE if row.ours is None or row.theirs is None else f"{1e3 * (row.ours - row.theirs):+.2f} ms"


def _work(row: Measurement) -> str:
    return NONE if row.work is None else f"{row.work[0]:,} {row.work[1]}"


def _who(row: Measurement) -> str:
    return " ".join(word for word in (row.engine, row.what) if word)


def _of(row: Measurement, number: int) -> str:
    """Return one of the words of `what`, which a comma parts."""
    return (*row.what.split(", "), "")[number]


def _from_50_ms(row: Measurement) -> str:
    """Ours / theirs: below 1, ours is faster. Less than 50 ms count as 50, which nobody waits for."""
    if row.ours is None or row.theirs is None:
        return NONE
    ratio = max(row.ours, FLOOR) / max(row.theirs, FLOOR)
    return f"{'<' if row.at_least is not None else ''} {ratio:.2f}".strip()


def _part(name: str, each: bool = False) -> Callable[[Measurement], str]:
    """Return what both sides spent on a part, in milliseconds, ours / theirs; or for each that is counted."""

    def cell(row: Measurement) -> str:
        scale = 1000 / row.count if each else 1000
        return " / ".join(figures(scale * seconds) for seconds in row.parts.get(name, ())) or NONE

    return cell


def _parts_ratio(row: Measurement) -> str:
    """Theirs / ours of model and solving together."""
    if not row.parts:
        return NONE
    ours, theirs = (sum(sides) for sides in zip(*row.parts.values(), strict=True))
    return f"{'' if row.at_least is None else '> '}{theirs / max(ours, 1e-9):.2f}"


def _effort(name: str, theirs: bool = False) -> Callable[[Measurement], str]:
    def cell(row: Measurement) -> str:
        effort = row.their_effort if theirs else row.effort
        return f"{effort[name]:,}" if name in effort else NONE

    return cell


def _a_grid(row: Measurement) -> float:
    return 1 / row.effort.get("grids", 1)


def _each_decision(row: Measurement, seconds: float | None) -> str:
    decisions = row.effort.get("decisions")
    return NONE if seconds is None or not decisions else f"{1e6 * seconds / decisions:.3g}"


def _milliseconds(row: Measurement, seconds: float | None) -> str:
    return NONE if seconds is None else figures(1000 * seconds / row.count)


def _worst(side: int) -> Callable[[Measurement], str]:
    """Return the milliseconds of the puzzle that took longest, ours (0) or theirs (1)."""

    def cell(row: Measurement) -> str:
        seconds = [sides[side] for sides in row.parts.values()]
        return figures(1000 * max(seconds)) if seconds else NONE

    return cell


def _engines(row: Measurement) -> str:
    """Return the engines that were chosen, the one for most puzzles first."""
    times = {name.removeprefix(ENGINE): n for name, n in row.effort.items() if name.startswith(ENGINE)}
    return ", ".join(sorted(times, key=lambda name: -times[name])) or NONE


def _megabytes(row: Measurement, name: str) -> str:
    return f"{row.effort[name] / 1e6:.3g}" if name in row.effort else NONE


def _their_count(row: Measurement) -> str:
    count = row.count if row.their_count is None else row.their_count
    return NONE if row.theirs is None else f"{count:,}"


_INSTANCE: Column = ("instance", lambda row: row.instance)
_OURS: Column = ("ours", _who)
_SECONDS: Column = ("seconds", lambda row: _seconds(row.ours))
_PEER: Column = ("peer", lambda row: row.beside)
_BESIDE: Column = ("beside", lambda row: row.beside)
_THEIRS: Column = ("seconds", lambda row: _seconds(row.theirs))
_RATIO: Column = ("ratio", _ratio)
_SOLUTIONS: Column = ("solutions", lambda row: f"{row.count:,}")

_BOTH = (_INSTANCE, _SOLUTIONS, _OURS, _SECONDS, _PEER, _THEIRS, _RATIO)

_SEARCHES = ("accord_native.window", "accord_native.cover", "accord_native.layers", "accord.backends.native")

TABLES: dict[Section, Table] = {
    "peers": Table(
        "Beside peers",
        _BOTH,
        (*_SEARCHES, "accord_native.sudoku"),
    ),
    "general": Table(
        "General engines",
        (*_BOTH, ("pairs", lambda row: f"{row.pairs}")),
        ("accord.backends.cpsat", "accord.backends.sat", "accord.runner"),
    ),
    "overhead": Table(
        "What Accord adds: eight queens",
        (
            ("engine", lambda row: row.engine),
            ("task", lambda row: _of(row, 0)),
            ("of", lambda row: _of(row, 1)),
            _SECONDS,
            _BESIDE,
            _THEIRS,
            ("difference", _more),
            ("ours / theirs", _inverse),
        ),
        ("accord.backends", "accord.runner"),
    ),
    "calls": Table(
        "What a library call adds to its search",
        (
            _INSTANCE,
            ("engine", lambda row: row.engine),
            ("task", lambda row: _of(row, 0)),
            ("model", lambda row: _of(row, 1)),
            _SECONDS,
            _BESIDE,
            _THEIRS,
            ("more", _milliseconds_more),
        ),
        ("accord.runner", "accord.model", "accord.symmetry", "accord.backends"),
    ),
    "ourselves": Table(
        "Beside ourselves",
        (_INSTANCE, ("clock", lambda row: row.clock), ("this", _who), _SECONDS, _BESIDE, _THEIRS, _RATIO),
        (*_SEARCHES, "accord.runner"),
    ),
    "rates": Table(
        "Each engine alone",
        (
            _INSTANCE,
            ("engine", _who),
            _SECONDS,
            ("work", _work),
            ("ns each", lambda row: NONE if row.rate is None else f"{row.rate:.1f}"),
        ),
        _SEARCHES,
    ),
    "aquarium": Table(
        "Aquarium, by stages: milliseconds a puzzle, ours / theirs",
        (
            _INSTANCE,
            _PEER,
            ("reading", _part("reading", each=True)),
            ("model", _part("model", each=True)),
            ("search", _part("search", each=True)),
            _RATIO,
        ),
        ("accord.families.aquarium", "accord_native.sums", "accord.backends.native", "accord.runner"),
    ),
    "pencil": Table(
        "Pencil puzzles: milliseconds a puzzle, ours with the proof that there is no other solution",
        (
            ("kind", lambda row: row.instance),
            ("puzzles", lambda row: f"{row.count:,}"),
            ("engine", _engines),
            ("mean", lambda row: _milliseconds(row, row.ours)),
            ("worst", _worst(0)),
            ("nodes", _effort("nodes")),
            _PEER,
            ("mean", lambda row: _milliseconds(row, row.theirs)),
            ("worst", _worst(1)),
            _RATIO,
        ),
        (
            "accord.cnf",
            "accord.pencil",
            "accord.problem",
            "accord_native.sums",
            "accord.backends.native",
            "accord.runner",
        ),
    ),
    "freecell": Table(
        "FreeCell, whole processes",
        (
            ("deals", lambda row: row.instance),
            ("asked", _who),
            ("found", lambda row: f"{row.count:,}"),
            ("states", _effort("states")),
            _SECONDS,
            ("fc-solve", _their_count),
            ("states", _effort("states", theirs=True)),
            _THEIRS,
            _RATIO,
        ),
        ("accord_native.freecell", "accord.families.freecell", "accord.planners"),
    ),
    "clues": Table(
        "All puzzles of a sudoku grid",
        (
            ("grids", lambda row: row.instance),
            ("asked", lambda row: row.what),
            ("puzzles", lambda row: f"{row.count:,}"),
            ("s a grid", lambda row: NONE if row.ours is None else figures(row.ours * _a_grid(row))),
            ("nodes a grid", lambda row: NONE if row.work is None else f"{row.work[0] * _a_grid(row):,.0f}"),
            ("beside", lambda row: row.beside or "nobody"),
            _THEIRS,
            _RATIO,
        ),
        ("accord_native.clues", "accord_native.sudoku", "accord.families.clue_sets"),
    ),
    "certificates": Table(
        "Certificates of counts: microseconds a decision",
        (
            ("instance", lambda row: row.instance),
            ("as", lambda row: row.engine),
            ("decisions", _effort("decisions")),
            ("written", lambda row: _each_decision(row, row.ours)),
            ("checked", lambda row: _each_decision(row, row.theirs)),
            ("ratio", lambda row: NONE if row.ratio is None else f"{row.ratio:.2f}"),
            ("plainly", lambda row: _each_decision(row, row.their_effort.get("plain ms", 0) / 1000 or None)),
            ("MB", lambda row: _megabytes(row, "memory")),
            ("file MB", lambda row: _megabytes(row, "compressed")),
        ),
        ("accord_native.certificate", "accord.certify.count"),
    ),
    "modelling": Table(
        "Problems of tutorials, through CP-SAT: ours / CPMpy's",
        (
            ("problem", lambda row: row.instance),
            ("task", lambda row: _of(row, 0)),
            ("answer", lambda row: f"{row.count:,}"),
            ("lines", lambda row: _of(row, 1).removesuffix(" statements")),
            ("model ms", _part("model")),
            ("solving ms", _part("solving")),
            ("ratio", _parts_ratio),
            ("process s", lambda row: f"{_seconds(row.ours)} / {_seconds(row.theirs)}"),
            _RATIO,
        ),
        ("accord.problem", "accord.backends.cpsat"),
    ),
    "flattening": Table(
        "From a problem to a model",
        (
            _INSTANCE,
            ("of", lambda row: row.what),
            ("rules", lambda row: f"{row.count:,}"),
            _SECONDS,
            _PEER,
            _THEIRS,
            _RATIO,
        ),
        ("accord.problem",),
    ),
    "csplib": Table(
        "Problems of CSPLib, from the lowering on: ours / CPMpy's",
        (
            ("problem", lambda row: row.instance),
            ("answer", lambda row: f"{row.count:,}"),
            _SECONDS,
            _THEIRS,
            ("ours / theirs", _from_50_ms),
        ),
        ("accord.problem", "accord.backends.cpsat", "accord.runner"),
    ),
}
