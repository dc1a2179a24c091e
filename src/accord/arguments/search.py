"""The arguments of `accord count` and `accord solve`, beside those of a run."""

from dataclasses import dataclass

from accord.arguments.field import argument
from accord.arguments.run import Arguments


@dataclass(frozen=True, kw_only=True)
class CountCommand(Arguments):
    """The arguments of `accord count`."""

    parts: int | None = argument(None, "If it is shared: cut into N. Default: 64.", "N", least=1)
    as_json: bool = argument(False, "Print the outcome as one JSON object.", flag="json")


ONE_OF = "`everything`, `limit`, `best` and `unique` exclude each other"


@dataclass(frozen=True, kw_only=True)
class SolveCommand(Arguments):
    """The arguments of `accord solve`."""

    everything: bool = argument(
        False, "Print every solution.", flag="all", excludes=("limit", "best", "unique"), why=ONE_OF
    )
    best: bool = argument(
        False, "Print a solution of the best value, if values are declared.",
        excludes=("limit", "unique"), why=ONE_OF,
    )  # fmt: skip
    unique: bool = argument(
        False, "Is there exactly one? Print up to two, and where they differ.",
        excludes=("limit",), why=ONE_OF,
    )  # fmt: skip
    style: str = argument(
        "board", "Boards, one line a solution, or the Meteor contest's report.",
        choices=("board", "line", "contest"),
    )  # fmt: skip
    as_json: bool = argument(False, "Print the outcome as one JSON object.", flag="json", excludes=("jsonl",))
    jsonl: bool = argument(False, "One JSON object a solution as it is found, then the outcome.")
