"""What may be asked of a run, or of a search for a plan: every argument, with all that is known of it.

    seed: int = argument(0, "For engines that draw random numbers.", "N", question=True)

The options of the command line, the signatures and texts of `accord.count` and the like, what an engine is
handed (`accord.backends.contract.Request`), what a checkpoint belongs to, what may be asked of many puzzles,
and the names that are looked up in backends: all that is derived from here. So a new argument is a line here,
and whoever heeds it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar, Literal, Protocol, TypeAlias, get_args

SYMMETRIES = ("declared", "found")  # up to which solutions are distinct
METHODS = ("split", "filter", "burnside")  # of finding distinct solutions

# Of a search for a plan: the usual of these; a plan, soon; by depth-first search over kinds of moves in turn;
# with few moves, not proved shortest; a shortest one, proved; a plan, or the proof that there is none.
Mode: TypeAlias = Literal["any", "fast", "moves", "short", "optimal", "impossible"]
MODES: tuple[Mode, ...] = get_args(Mode)


class Cancel(Protocol):
    """Anything with `is_set`, such as threading.Event: once it is set, the run stops within a slice."""

    def is_set(self) -> bool:
        """Whether to stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What is known of an argument beside its name, its type and its default."""

    help: str  # for people: a sentence
    metavar: str = ""  # what the option's value is: N, SECONDS, SIZE, FILE, or a name; none for a switch
    flag: str | None = ""  # the option without its dashes; empty: as the name; None: there is none
    usual: bool = True  # whether every command that runs a task has the option
    choices: tuple[str, ...] = ()  # the only values
    least: int | None = None  # of a whole number
    most: int | None = None
    listed: str = ""  # the attribute in which a backend lists the values it knows; another is not asked
    question: bool = False  # whether a checkpoint belongs to the value
    many: Literal["together", "alone", "refused"] = "alone"
    # of many puzzles: may a kernel solve them in one call, is each searched alone, or is that for one puzzle?


def argument(default: Any, help: str, metavar: str = "", **more: Any) -> Any:  # noqa: A002 (click's word)
    """A field with that default, or with what a class makes anew; for the rest see `About`."""
    usual = {"default_factory": default} if isinstance(default, type) else {"default": default}
    return field(**usual, metadata={"about": About(help=help, metavar=metavar, **more)})


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineArguments:
    """Those that are handed to the engine with each part of the work."""

    engine: str | None = argument(
        None, "An engine: window, glucose4, ...; auto takes a backend that has it.", "NAME",
        listed="engines", question=True, many="together",
    )  # fmt: skip
    memory_limit: int | None = argument(
        None, "Bytes, such as 2G, for engines that trade memory for time; default: half of what is free.",
        "SIZE", many="together",
    )  # fmt: skip
    seed: int = argument(0, "For engines that draw random numbers.", "N", question=True, many="together")
    # None: what the engine finds best. Processes need a script that is guarded by its `__name__`.
    workers: int | None = argument(None, "Search in N threads or processes.", "N", many="together")
    branch: str | None = argument(
        None, "What the engine sums tries next: streak, ...", "NAME", listed="branchings", question=True
    )
    propagate: str | None = argument(
        None, "How far it reasons: bounds, ...", "NAME", listed="propagations", question=True
    )
    encoding: str | None = argument(
        None, "How demands become clauses, for SAT: sequential, ...", "NAME",
        listed="encodings", question=True,
    )  # fmt: skip
    stats: bool = argument(
        False, "Tell nodes, dead ends and solutions by depth, and choices by item.", question=True
    )
    hint: Sequence[int] = argument(
        (), "Options that a solution may well have: a guess, for `first` and `best`.",
        flag=None, many="together",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True, eq=False)
class Arguments(EngineArguments):
    """All of them, beside the puzzle and the task."""

    heading: ClassVar[str] = "Arguments of a run"

    distinct: bool = argument(
        False, "Count solutions up to the puzzle's symmetry.", question=True, many="refused"
    )
    method: str | None = argument(
        None, "How to find distinct solutions.", choices=METHODS, question=True, many="refused"
    )
    symmetries: str | None = argument(
        None, "Those to count up to: declared ones, or all found in the matrix.",
        choices=SYMMETRIES, many="refused",
    )  # fmt: skip
    root: str | None = argument(
        None, "The item to be placed first, such as a piece.", "ITEM", question=True, many="refused"
    )
    reduce: bool = argument(
        True, "Keep options that are seen to be in no solution.",
        flag="no-reduce", question=True, many="together",
    )  # fmt: skip
    with_digest: bool = argument(
        False, "Walk to every solution, and take the set's digest.", flag="digest", many="refused"
    )
    limit: int | None = argument(None, "Stop after N solutions.", "N", usual=False)
    time_limit: float | None = argument(
        None, "Stop after this time; build included.", "SECONDS", many="together"
    )
    # An engine may place a few more: see docs/native-engines.md.
    node_limit: int | None = argument(None, "Stop after N nodes: options placed, or else conflicts.", "N")
    checkpoint: str | Path | None = argument(
        None, "Write to FILE now and then; go on from it if it is there.", "FILE", usual=False
    )
    checkpoint_every: float = argument(
        5.0, "Seconds between two writes of the checkpoint.", flag=None, many="together"
    )
    cancel: Cancel | None = argument(
        None, "Once its is_set() is true, the run stops within a slice.", flag=None, many="together"
    )
    backend: str = argument("auto", "auto, native, cpsat or sat.", "NAME", question=True, many="together")


@dataclass(frozen=True, kw_only=True)
class PlannerArguments:
    """The arguments of a search for a plan that its planner gets."""

    mode: Mode = argument("any", "What is wanted.", choices=MODES, question=True)
    backend: str = argument("auto", "auto, native, cpsat or sat.", "NAME", question=True)
    engine: str | None = argument(None, "An engine of the planner.", "NAME", question=True)
    options: Mapping[str, str] = argument(dict, "Of the planner itself.", flag=None, question=True)
    largest: int | None = argument(None, "Look for no plan of more moves.", "N", least=0, question=True)
    state_limit: int | None = argument(None, "Stop after about N states.", "N", least=1)
    memory_limit: int | None = argument(
        None, "Bytes, such as 2G, for engines that trade memory for time; default: half of what is free.",
        "SIZE",
    )  # fmt: skip
    seed: int = argument(0, "For planners that draw random numbers.", "N", question=True)
    workers: int = argument(1, "Puzzles at once.", "N", least=1, most=1024)


@dataclass(frozen=True, kw_only=True)
class PlanArguments(PlannerArguments):
    """All that can be asked of a search for a plan, beside the puzzle."""

    heading: ClassVar[str] = "Arguments of a search for a plan"

    time_limit: float | None = argument(None, "Stop after this time.", "SECONDS")
    cancel: Cancel | None = argument(
        None, "Once its is_set() is true, the search stops within a slice.", flag=None
    )


HANDED = tuple(each.name for each in fields(EngineArguments))  # to engines


def fields_of(struct: type) -> list[Field[Any]]:
    """Return the fields of a struct of arguments: its own first, then those it inherits."""
    return sorted(fields(struct), key=lambda each: each.name not in struct.__annotations__)


def about(struct: type) -> dict[str, About]:
    """Return the name of each argument of a struct, with its metadata."""
    return {each.name: each.metadata["about"] for each in fields_of(struct)}


def default_of(argument: Field[Any]) -> Any:
    """The default of an argument."""
    return argument.default if argument.default_factory is MISSING else argument.default_factory()


FIELDS, ABOUT = fields_of(Arguments), about(Arguments)
DEFAULTS: dict[str, Any] = {each.name: default_of(each) for each in FIELDS}


def flag(name: str, struct: type = Arguments) -> str | None:
    """The option of an argument; None if there is none."""
    own = about(struct)[name].flag
    return None if own is None else f"--{own or name.replace('_', '-')}"


def asking(arguments: Mapping[str, Any], *many: str) -> list[str]:
    """The arguments of these kinds (`About.many`) that ask for something: the others have their defaults."""
    return [name for name, value in arguments.items() if ABOUT[name].many in many and value != DEFAULTS[name]]
