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
