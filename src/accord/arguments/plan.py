"""What may be asked of a search for a plan."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias, get_args

from accord.arguments.field import Cancel, Query, argument

# Of a search for a plan: the usual of these; a plan, soon; by depth-first search over kinds of moves in turn;
# with few moves, not proved shortest; a shortest one, proved; a plan, or the proof that there is none.
Mode: TypeAlias = Literal["any", "fast", "moves", "short", "optimal", "impossible"]
MODES: tuple[Mode, ...] = get_args(Mode)


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
class PlanArguments(PlannerArguments, Query):
    """All that can be asked of a search for a plan, beside the puzzle."""

    heading: ClassVar[str] = "Arguments of a search for a plan"

    time_limit: float | None = argument(None, "Stop after this time.", "SECONDS")
    cancel: Cancel | None = argument(
        None, "Once its is_set() is true, the search stops within a slice.", flag=None
    )
