"""The arguments of a search for the clue puzzles of grids."""

from dataclasses import dataclass

from accord.arguments import BackendArgument, Limited, Query, argument
from accord.arguments.field import as_in


@dataclass(frozen=True, kw_only=True)
class CluesQuery(Query):
    """The question, the same for every grid."""

    k: int | None = argument(
        None, "Number of clues. Default: 17.", "N", flag="k", least=0, most=10_000, question=True
    )
    mask: str = argument(
        "",
        "Which cells have a clue: X or a digit: yes; -: no; .: either. A text or a file.",
        "PICTURE",
        question=True,
    )
    entry: bool = argument(
        False,
        "GRID is all bands of a grid but the last: search all grids that have them.",
        excludes=("mask",), why="`entry` excludes `mask`",
        question=True,
    )  # fmt: skip
    exists: bool = argument(False, "Stop at the first puzzle.", question=True)
    limit: int | None = argument(
        None, "Stop after N puzzles for each grid.", "N", least=1, question=True, flag="number", short="n",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class CluesCommand(CluesQuery, BackendArgument, Limited):
    """The options of `accord clues`: the question, and how to search."""

    everything: bool = argument(
        False, "Print every puzzle, which is the default.",
        flag="all", excludes=("exists", "limit"), why="`everything` excludes `exists` and `limit`",
    )  # fmt: skip
    engine: str | None = argument(
        None, "Engine of the backend; native has the engine bands.", "NAME", question=True
    )
    workers: int = argument(1, "Search with N threads, or N grids in parallel.", "N", least=1)
    stats: bool = argument(False, "Print statistics of the search and of its tests.", question=True)
    time_limit: float | None = as_in(Limited, "time_limit", help="Stop after this time for each grid.")
    checkpoint: str | None = argument(
        None, "Save the progress to FILE; continue from it if it exists.", "FILE",
        excludes=("exists", "limit"), why="`checkpoint` excludes `exists` and `limit`",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class UnavoidableCommand(Limited):
    """The options of `accord unavoidable`."""

    cells: int = argument(12, "List sets of at most N cells.", "N", least=4, most=81, shown=True)
    digits: int = argument(9, "List sets whose cells have at most N different digits.", "N", least=2, most=9)
    limit: int = argument(
        100_000, "List only the N smallest sets.", "N", least=1, most=100_000, flag="number", short="n",
    )  # fmt: skip
    summary: bool = argument(False, "Print only the number of sets of each size.", short="s")
    no_bound: bool = argument(False, "Do not look for disjoint sets.")
    bands: bool = argument(False, "Print also how many clues each band and stack needs.")
    time_limit: float | None = as_in(Limited, "time_limit", help="Stop after this time in all.")
    as_json: bool = argument(False, "Print a JSON line for each grid.", flag="json")
