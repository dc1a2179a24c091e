"""Structs of the arguments of commands: on many puzzles, of `serve`, and of what compares engines."""

from dataclasses import dataclass

from accord.arguments.field import Limited, Query, argument, as_in
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


@dataclass(frozen=True, kw_only=True)
class JobArguments(Query):
    """The question of a comparison, beside the puzzles."""

    distinct: bool = as_in(Arguments, "distinct", help="Count symmetric solutions once.")
    best: bool = argument(False, "Compare best values of the objective.", excludes=("distinct",))
    repeat: int = argument(1, "Run each engine N times for each seed.", "N", least=1, shown=True)
    seeds: str | None = argument(None, "Seeds of the engines, such as 1,2,3.", "LIST")
    backends: tuple[str, ...] = argument(
        (),
        "Run only this backend or engine, such as sat or native/sums; may be repeated.",
        "NAME",
        flag="backend",
    )
    time_limit: float | None = argument(
        None, "Time limit of each run, including the time to build the model.", "SECONDS", seconds=600
    )
    memory_limit: int | None = as_in(Limited, "memory_limit", help="Memory limit of each run, such as 2G.")


@dataclass(frozen=True, kw_only=True)
class CompareCommand(JobArguments):
    """The arguments of `accord compare`."""

    jobs: int = argument(1, "Run N engines in parallel.", "N", least=1, shown=True)
    ledger: str | None = argument(None, "Database of results (SQLite).", "PATH")
    resume: bool = argument(False, "Continue the last comparison.")
    page: str | None = argument(
        None, "Write an HTML page with tables, pictures and times.", "FILE.html", flag="report"
    )
    as_json: bool = argument(False, "Print the rows as one JSON list.", flag="json")
    csv: str | None = argument(None, "Write the rows as CSV.", "FILE.csv")


@dataclass(frozen=True, kw_only=True)
class BenchCommand(Query):
    """The arguments of `accord bench`."""

    pairs: int = argument(5, "Number of pairs of runs.", "N", least=1, shown=True)
    peers: tuple[str, ...] = argument(
        (), "Compare only with this program; may be repeated.", "NAME", flag="peer"
    )
    sections: tuple[str, ...] = argument(
        (), "Run only this section, such as general; may be repeated.", "NAME", flag="section"
    )
    only_list: bool = argument(False, "List the instances, and run nothing.", flag="list")
    write: str | None = argument(
        None, "Write the tables into this page, in the place of the old ones.",
        "PAGE",
    )  # fmt: skip
    check: str | None = argument(
        None, "List the tables of this page that are older than the code, and run nothing.", "PAGE"
    )
    ledger: str | None = as_in(CompareCommand, "ledger")
    as_json: bool = as_in(CompareCommand, "as_json")


@dataclass(frozen=True, kw_only=True)
class CampaignArguments(Query):
    """Which random models are tried, and by whom."""

    models: int | None = argument(None, "Number of models to try.", "N", least=1, question=True)
    seed: int = argument(0, "Seed of the random models.", "S", least=0, shown=True, question=True)
    first: int = argument(0, "Begin with model number N.", "N", least=0, question=True)
    backends: tuple[str, ...] = argument(
        (), "Try only this backend; may be repeated.", "NAME", flag="backend", question=True
    )
    kinds: tuple[str, ...] = argument(
        (), "Try only models of this kind; may be repeated.", "KIND", flag="kind", question=True
    )


@dataclass(frozen=True, kw_only=True)
class FuzzCommand(CampaignArguments):
    """The arguments of `accord fuzz`."""

    minutes: float | None = argument(
        None, "Time limit in minutes. Default: 5, or no limit with `models`.", "N"
    )
    only: int | None = argument(None, "Try only model number N of the seed.", "N", least=0)
    keep: str | None = argument(
        None, "Folder for minimal models of disagreements; those that are there are tried first.", "DIR"
    )
    watch: bool = argument(False, "Run in another process, so that a crash is reported.")
    faults: tuple[str, ...] = argument((), "Insert a known fault; may be repeated.", "NAME", flag="fault")
    all_faults: bool = argument(
        False, "Insert all known faults, one at a time; then run without any.", flag="faults"
    )
