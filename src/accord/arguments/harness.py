"""The arguments of commands that compare engines: comparison, benchmark, fuzzing."""

from dataclasses import dataclass

from accord.arguments.field import Query, argument, as_in
from accord.arguments.run import Arguments


@dataclass(frozen=True, kw_only=True)
class JobArguments(Query):
    """The question of a comparison, beside the puzzles."""

    distinct: bool = as_in(Arguments, "distinct", help="Count solutions up to symmetry.")
    backends: tuple[str, ...] = argument(
        (), "Only this: sat, or native/sums; may be repeated.", "NAME", flag="backend"
    )
    time_limit: float | None = argument(
        None, "Time limit of each run; build included.", "SECONDS", seconds=600
    )
    memory_limit: int | None = argument(None, "Memory limit of each run.", "MIB", least=1)


@dataclass(frozen=True, kw_only=True)
class CompareCommand(JobArguments):
    """The arguments of `accord compare`."""

    jobs: int = argument(1, "Runs in parallel.", "N", least=1, shown=True)
    ledger: str | None = argument(None, "The database of results (SQLite).", "PATH")
    resume: bool = argument(False, "Continue the last comparison.")
    page: str | None = argument(
        None, "Write a page too: tables, pictures, times.", "FILE.html", flag="report"
    )
    as_json: bool = argument(False, "Print the rows as one JSON list.", flag="json")


@dataclass(frozen=True, kw_only=True)
class BenchCommand(Query):
    """The arguments of `accord bench`."""

    pairs: int = argument(5, "Pairs of runs.", "N", least=1, shown=True)
    peers: tuple[str, ...] = argument((), "Only beside this one; may be repeated.", "NAME", flag="peer")
    sections: tuple[str, ...] = argument((), "Only this one: general, ...", "NAME", flag="section")
    only_list: bool = argument(False, "Print what would be timed, and time nothing.", flag="list")
    write: str | None = argument(
        None, "Put the tables between the marks of this page, in the place of those of their sections.",
        "PAGE",
    )  # fmt: skip
    check: str | None = argument(
        None, "List the tables of this page that are older than the code; time nothing.", "PAGE"
    )
    ledger: str | None = as_in(CompareCommand, "ledger")
    as_json: bool = as_in(CompareCommand, "as_json")


@dataclass(frozen=True, kw_only=True)
class CampaignArguments(Query):
    """Which random models are tried, and by whom."""

    models: int | None = argument(None, "How many models.", "N", least=1, question=True)
    seed: int = argument(0, "Seed of the random models.", "S", least=0, shown=True, question=True)
    first: int = argument(0, "Begin with model number N.", "N", least=0, question=True)
    backends: tuple[str, ...] = argument(
        (), "Only this one; may be repeated.", "NAME", flag="backend", question=True
    )
    kinds: tuple[str, ...] = argument(
        (), "Only such models; may be repeated.", "KIND", flag="kind", question=True
    )


@dataclass(frozen=True, kw_only=True)
class FuzzCommand(CampaignArguments):
    """The arguments of `accord fuzz`."""

    minutes: float | None = argument(None, "Time limit; default: 5, or `models`.", "N")
    only: int | None = argument(None, "Only model number N of the seed.", "N", least=0)
    keep: str | None = argument(
        None, "Where minimal models of disagreements are kept, and asked about again first.", "DIR"
    )
    watch: bool = argument(False, "Run in a process of its own, which may crash.")
    faults: tuple[str, ...] = argument((), "Insert a known fault; may be repeated.", "NAME", flag="fault")
    all_faults: bool = argument(False, "Try all known faults, one at a time, and a control.", flag="faults")
