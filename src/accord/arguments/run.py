"""The struct of the arguments of a run: backend, engine, limits, symmetry, seed and the like."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar

from accord.arguments.field import BackendArgument, Cancel, Found, Limited, Query, about, argument, defaults

SYMMETRIES = ("declared", "found")  # up to which solutions are distinct
METHODS = ("split", "filter", "burnside")  # of finding distinct solutions


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class EngineArguments:
    """The arguments that the engine gets with each part of the work."""

    engine: str | None = argument(
        None, "Engine of a backend, such as window or glucose4; `accord doctor` lists them.", "NAME",
        listed="engines", question=True, many="together",
    )  # fmt: skip
    memory_limit: int | None = argument(
        None, "Stop when it takes more memory than SIZE, such as 2G (in Python 2 * 10**9); default: half of "
        "the free memory.", "SIZE", many="together",
    )  # fmt: skip
    seed: int = argument(0, "Seed for engines that use random numbers.", "N", question=True, many="together")
    # None: what the engine finds best. Processes need a script that is guarded by its `__name__`.
    workers: int | None = argument(None, "Search in N threads or processes.", "N", many="together")
    branch: str | None = argument(
        None, "Branching rule of the engine sums: streak, ...", "NAME", listed="branchings", question=True
    )
    propagate: str | None = argument(
        None, "Propagation of the engine sums: bounds, ...", "NAME", listed="propagations", question=True
    )
    order: str | None = argument(
        None, "Find the solutions of a packing in the order of B. Hoyt's program: hoyt.", "NAME",
        listed="orders", question="given",
    )  # fmt: skip
    encoding: str | None = argument(
        None, "Encoding of demands as clauses, for SAT: sequential, ...", "NAME",
        listed="encodings", question=True,
    )  # fmt: skip
    stats: bool = argument(
        False, "Print nodes, dead ends and solutions by depth, and choices by item.", question=True
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class Arguments(EngineArguments, BackendArgument, Limited):
    """All arguments of a run, beside the puzzle and the task."""

    heading: ClassVar[str] = "Arguments of a run"

    distinct: bool = argument(
        False,
        "Count solutions that are rotations or reflections of each other once.",
        question=True,
        many="refused",
    )
    method: str | None = argument(
        None, "Method to count distinct solutions.", choices=METHODS, question=True, many="refused",
        needs=("distinct",), why="`method` says how to count distinct solutions; it needs `distinct`",
    )  # fmt: skip
    symmetries: str | None = argument(
        None, "Symmetries: those that the puzzle declares, or all of its matrix.",
        choices=SYMMETRIES, many="refused",
        needs=("distinct",), why="`symmetries` says which make solutions alike; it needs `distinct`",
    )  # fmt: skip
    root: str | None = argument(
        None, "Item to place first, such as a piece.", "ITEM", question=True, many="refused"
    )
    reduce: bool = argument(
        True, "Do not remove options that no solution can contain.",
        flag="no-reduce", question=True, many="together",
    )  # fmt: skip
    with_digest: bool = argument(
        False, "Enumerate all solutions, and print a digest of their set.", flag="digest", many="refused"
    )
    limit: int | None = argument(None, "Stop after N solutions.", "N", usual=False, flag="number", short="n")
    time_limit: float | None = argument(
        None, "Stop after this time, including the time to build the model.", "SECONDS", many="together"
    )
    # An engine may place a few more: see docs/native-engines.md.
    node_limit: int | None = argument(
        None, "Stop after N nodes of the search; for SAT, after N conflicts.", "N"
    )
    start: Found | Mapping[Any, Any] | None = argument(
        None, "Start `first` or `best` from a solution, or from values of some variables.", "FILE",
        usual=False, many="refused", excludes=("distinct",),
    )  # fmt: skip
    checkpoint: str | Path | None = argument(
        None, "Save the progress to FILE; continue from it if it exists.", "FILE", usual=False
    )
    checkpoint_every: float = argument(
        5.0, "Seconds between two writes of the checkpoint.", flag=None, many="together"
    )
    cancel: Cancel | None = argument(
        None, "An object: the run stops once its is_set() is true.", flag=None, many="together"
    )


HANDED = tuple(each.name for each in fields(EngineArguments))  # to engines
ABOUT = about(Arguments)
DEFAULTS = defaults(Arguments)


def asking(query: Query, *many: str) -> list[str]:
    """Return the arguments of these kinds (`About.many`) that ask for something."""
    return query.filter_given(name for name, each in about(type(query)).items() if each.many in many)
