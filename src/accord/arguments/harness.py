"""The arguments of commands that compare engines: comparison, benchmark, fuzzing."""

from dataclasses import dataclass

from accord.arguments.field import Limited, Query, argument, as_in
from accord.arguments.run import Arguments


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
