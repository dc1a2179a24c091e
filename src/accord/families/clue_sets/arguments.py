"""The arguments of a search for the clue puzzles of grids."""

from dataclasses import dataclass

from accord.arguments import BackendArgument, Query, argument


@dataclass(frozen=True, kw_only=True)
class CluesQuery(Query):
    """The question, the same for every grid."""

    k: int | None = argument(
        None, "How many clues. Default: 17.", "N", flag="k", least=0, most=10_000, question=True
    )
    mask: str = argument(
        "", "X or a digit: given; -: not given; .: either. Or its file.", "PICTURE", question=True
    )
    exists: bool = argument(False, "Stop at the first puzzle: is there one?", question=True)
    limit: int | None = argument(None, "Stop after N puzzles of a grid.", "N", least=1, question=True)


@dataclass(frozen=True, kw_only=True)
class CluesCommand(CluesQuery, BackendArgument):
    """The options of `accord clues`: the question, and how to search."""

    everything: bool = argument(
        False, "Every puzzle, which is what is done anyway.",
        flag="all", excludes=("exists", "limit"), why="`everything` excludes `exists` and `limit`",
    )  # fmt: skip
    engine: str | None = argument(None, "Of the backend; of native that is bands.", "NAME", question=True)
    workers: int = argument(1, "Threads; or grids at once.", "N", least=1)
    stats: bool = argument(
        False, "Tell the runs of the search, and what each test let through.", question=True
    )
    time_limit: float | None = argument(None, "Stop a grid's search after this time.", "SECONDS")


@dataclass(frozen=True, kw_only=True)
class UnavoidableCommand(Query):
    """The options of `accord unavoidable`."""

    cells: int = argument(12, "Sets of up to N cells.", "N", least=4, most=81, shown=True)
    digits: int = argument(9, "Sets whose cells have up to N digits.", "N", least=2, most=9)
    limit: int = argument(100_000, "Only the N smallest sets.", "N", least=1, most=100_000)
    summary: bool = argument(False, "How many sets there are of each size, not which.", short="s")
    no_bound: bool = argument(False, "Do not look for the most disjoint sets.")
    bands: bool = argument(False, "Also the clues that each band and stack needs.")
    time_limit: float | None = argument(None, "Give up after this time, in all.", "SECONDS")
    as_json: bool = argument(False, "A line of JSON a grid.", flag="json")
