"""Structs of the command-line arguments of `count`, `solve` and `serve`, and of commands on many puzzles."""

from dataclasses import dataclass

from accord.arguments.field import Query, argument, as_in
from accord.arguments.run import Arguments

PROCESSES = 64


@dataclass(frozen=True, kw_only=True)
class ServeCommand(Query):
    """The arguments of `accord serve`."""

    host: str = argument(
        "127.0.0.1", "Address to listen on. Pages of other machines need the printed token.", "ADDRESS"
    )
    port: int = argument(8765, "Port to listen on; 0: any free port.", "N", least=0, most=65535, shown=True)
    processes: int | None = argument(
        None, "Worker processes at most. Default: one for each processor.", "N", least=1, most=PROCESSES
    )
    time_limit: float | None = argument(None, "Time limit of each question.", "SECONDS", seconds=600)
    memory_limit: int | None = argument(
        None,
        "Memory limit of each worker process, such as 2G. Default: half of the machine's, shared.",
        "SIZE",
    )


@dataclass(frozen=True, kw_only=True)
class CountCommand(Arguments):
    """The arguments of `accord count`."""

    parts: int | None = argument(
        None, "Split the count into N parts for shards or a cluster. Default: 64.", "N", least=1
    )
    as_json: bool = argument(False, "Print the outcome as one JSON object.", flag="json")


ONE_OF = "`everything`, `limit`, `best` and `unique` exclude each other"


@dataclass(frozen=True, kw_only=True)
class SolveCommand(Arguments):
    """The arguments of `accord solve`."""

    everything: bool = argument(
        False, "Print every solution.", flag="all", excludes=("limit", "best", "unique"), why=ONE_OF
    )
    best: bool = argument(
        False, "Print a solution with the best value of the objective.",
        excludes=("limit", "unique"), why=ONE_OF,
    )  # fmt: skip
    unique: bool = argument(
        False, "Check whether there is exactly one solution; print up to two, and where they differ.",
        excludes=("limit",), why=ONE_OF,
    )  # fmt: skip
    style: str = argument(
        "board", "Print boards, one line for each solution, or the report of the Meteor contest.",
        choices=("board", "line", "contest"),
    )  # fmt: skip
    as_json: bool = argument(False, "Print the outcome as one JSON object.", flag="json", excludes=("jsonl",))
    jsonl: bool = argument(False, "Print a JSON object for each solution as it is found, then the outcome.")


@dataclass(frozen=True, kw_only=True)
class Sharing(Query):
    """The arguments of work that is shared, or continued."""

    output: str | None = argument(None, "Write results to FILE, one JSON line for each.", "FILE", short="o")
    resume: bool = argument(
        False, "Continue the file of `output`, and skip what it has.",
        needs=("output",), why="`resume` goes on with a file; name it with `output`",
    )  # fmt: skip
    shard: str | None = argument(
        None, "Do part I of N, such as 1/8; accord merge combines the files.", "I/N",
        needs=("output",), why="`shard` writes what it finds to a file; name it with `output`",
    )  # fmt: skip
    cluster: str | None = argument(
        None, "Address of a Dask scheduler whose workers to use; local:N starts N here.", "ADDRESS"
    )
    trust: bool = argument(False, "Trust the cluster: its processes can run code here.")


@dataclass(frozen=True, kw_only=True)
class SharedMaking(Sharing):
    """The arguments of random puzzles: only a shard can be continued, or made on a cluster."""

    resume: bool = as_in(Sharing, "resume", needs=("shard",), why="`resume` goes on with a file of `shard`")
    cluster: str | None = as_in(
        Sharing, "cluster",
        needs=("shard",), why="`cluster` makes the puzzles of a shard; give `output` and `shard` 1/1",
    )  # fmt: skip
