"""The struct of the arguments of a search for a plan, as `accord plan` and `accord.plan` take them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias, get_args

from accord.arguments.field import BackendArgument, Cancel, Limited, argument, as_in
from accord.arguments.run import EngineArguments

# Of a search for a plan: the usual of these; a plan, soon; by depth-first search over kinds of moves in turn;
# with few moves, not proved shortest; a shortest one, proved; a plan, or the proof that there is none.
Mode: TypeAlias = Literal["any", "fast", "moves", "short", "optimal", "impossible"]
MODES: tuple[Mode, ...] = get_args(Mode)
Form: TypeAlias = Literal["standard", "extended", "english", "cards"]  # of a plan as a text, of FreeCell
FORMS: tuple[Form, ...] = get_args(Form)
REPLAYS = "`replay` prints boards; leave `json` and `plans` out"


@dataclass(frozen=True, kw_only=True)
class PlannerArguments(BackendArgument):
    """The arguments of a search for a plan that its planner gets."""

    mode: Mode = argument("any", "Kind of plan.", choices=MODES, question=True)
    engine: str | None = argument(None, "Engine of the planner.", "NAME", question=True)
    options: Mapping[str, str] = argument(
        dict, "Option of the planner; may be repeated.", "KEY=VALUE", flag="option", question=True
    )
    largest: int | None = argument(None, "Look for plans of at most N moves.", "N", least=0, question=True)
    state_limit: int | None = argument(None, "Stop after about N positions.", "N", least=1)
    memory_limit: int | None = as_in(EngineArguments, "memory_limit")
    seed: int = argument(0, "Seed for planners that use random numbers.", "N", question=True)
    workers: int = argument(1, "Search N puzzles in parallel.", "N", least=1, most=1024)


@dataclass(frozen=True, kw_only=True)
class PlanArguments(PlannerArguments, Limited):
    """The arguments of a search for a plan, beside the puzzle."""

    heading: ClassVar[str] = "Arguments of a search for a plan"

    cancel: Cancel | None = as_in(
        Limited, "cancel", help="An object: the search stops once its is_set() is true."
    )


@dataclass(frozen=True, kw_only=True)
class PlanRecords(PlanArguments):
    """The arguments of plans for many puzzles, and what each record contains."""

    form: Form = argument(
        "standard", "Notation of FreeCell moves.", flag="moves", choices=FORMS, what="notation", question=True
    )
    plans: bool = argument(
        True, "Do not print plans. Accord still checks them.", flag="no-plan", question=True
    )


@dataclass(frozen=True, kw_only=True)
class PlanCommand(PlanRecords):
    """The arguments of `accord plan`."""

    move_order: str | None = argument(
        None, "Order of the kinds of moves for the mode moves, such as 0123467 or [01]23.", "KINDS"
    )
    check: str | None = argument(
        None, "Check these moves, from a file, - or a text; search nothing.", "MOVES"
    )
    replay: bool = argument(
        False, "Print the board, then each move and the board after it.",
        excludes=("plans",), why=REPLAYS,
    )  # fmt: skip
