"""Structs of the arguments of samples, frequencies, hints, ratings and random puzzles."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass
from typing import Any, ClassVar

from accord.arguments.field import Limited, Watched, argument, as_in
from accord.arguments.plan import MODES
from accord.arguments.run import EngineArguments
from accord.errors import UsageError, unknown

DIFFICULTIES: dict[str, tuple[str, ...]] = {  # the ratings that are meant
    "any": (),
    "easy": ("bounds",),
    "medium": ("intersection", "subset sums"),
    "hard": ("lookahead",),
    "expert": ("search",),
}
SYMMETRIES = ("none", "half-turn", "quarter-turn", "left-right", "top-bottom", "diagonal")


def levels_of(difficulty: str) -> list[str]:
    """Return the levels of `medium`, or of a band such as `medium-hard`. Raises UsageError."""
    levels = [*DIFFICULTIES]
    first, dash, last = difficulty.partition("-")
    for level in [first, last] if dash else [first]:
        if level not in DIFFICULTIES or (dash and level == "any"):
            raise unknown("rating", level, DIFFICULTIES)
    band = levels[levels.index(first) : levels.index(last or first) + 1]
    if not band:
        raise UsageError(f"rating: found {difficulty}; expected the easier level first: {last}-{first}")
    return band


@dataclass(frozen=True, kw_only=True)
class PopulationArguments(Watched):
    """The arguments of the numbered solutions of a puzzle."""

    heading: ClassVar[str] = "Arguments of a population"

    memory_limit: int | None = as_in(EngineArguments, "memory_limit")
    time_limit: float | None = as_in(Limited, "time_limit", seconds=300, help="Give up after this time.")


@dataclass(frozen=True, kw_only=True)
class SampleArguments(PopulationArguments):
    """The arguments of a sample of the solutions."""

    heading: ClassVar[str] = "Arguments of a sample"

    seed: int = argument(0, "Seed for the random numbers.", "N", shown=True)


@dataclass(frozen=True, kw_only=True)
class SampleCommand(SampleArguments):
    """The arguments of `accord sample`: a sample, one solution, or how often each option occurs."""

    number: int = argument(1, "The number of solutions to draw.", "N", short="n", least=0, shown=True)
    nth: int | None = argument(
        None, "Print the K-th solution instead, counted from 1.", "K", excludes=("frequencies",)
    )
    frequencies: bool = argument(False, "Print for each option how many solutions contain it.")
    style: str = argument("board", "Print boards, or one line for each solution.", choices=("board", "line"))
    jsonl: bool = argument(False, "Print a JSON object for each solution.")


@dataclass(frozen=True, kw_only=True)
class CandidatesArguments(Watched):
    """The arguments of the candidates of a puzzle."""

    heading: ClassVar[str] = "Arguments of candidates"

    shares: bool = argument(False, "Also count the solutions that have each value.")
    backend: str = argument("sat", "Backend: sat, cpsat, native or a plug-in.", "NAME")
    time_limit: float | None = as_in(
        Limited, "time_limit", seconds=60, help="Stop after this time, and keep the values found so far."
    )


@dataclass(frozen=True, kw_only=True)
class WhyArguments(Watched):
    """The arguments of the question which clues are to blame."""

    heading: ClassVar[str] = "Arguments of the clues to blame"

    value: str | None = argument(
        None, "Which clues force this value, or exclude it, as in r3c4=2.", "CELL=VALUE", flag=None
    )
    time_limit: float | None = as_in(
        Limited, "time_limit", seconds=60, help="Stop after this time, and keep the clues found so far."
    )


@dataclass(frozen=True, kw_only=True)
class RepairArguments(Watched):
    """The arguments of a repair."""

    heading: ClassVar[str] = "Arguments of a repair"

    time_limit: float | None = as_in(
        Limited, "time_limit", seconds=60, help="Stop after this time, and keep the repair found so far."
    )


@dataclass(frozen=True, kw_only=True)
class HintArguments(Limited):
    """The arguments of a hint."""

    heading: ClassVar[str] = "Arguments of a hint"

    known: str | Mapping[Any, Any] | None = argument(
        None, "Your board: a sign for each cell, / or a newline after each row.", "BOARD"
    )
    after: int = argument(0, "Skip the first N hints.", "N", least=0)
    time_limit: float | None = as_in(Limited, "time_limit", help="Give up after this time.")


@dataclass(frozen=True, kw_only=True)
class HintCommand(HintArguments):
    """The arguments of `accord hint`: all hints, and moves."""

    everything: bool = argument(False, "Print all hints, until the puzzle is solved.", flag="all")
    mode: str | None = argument(None, "Kind of plan, for puzzles of moves; see `accord plan`.", choices=MODES)


@dataclass(frozen=True, kw_only=True)
class RateArguments(Watched):
    """The arguments of a rating."""

    heading: ClassVar[str] = "Arguments of a rating"

    time_limit: float | None = as_in(
        Limited, "time_limit", seconds=60, help="Give up on a puzzle after this time."
    )


@dataclass(frozen=True, kw_only=True)
class FingerprintArguments(Limited):
    """The arguments of a fingerprint."""

    heading: ClassVar[str] = "Arguments of a fingerprint"

    time_limit: float | None = as_in(RateArguments, "time_limit")


@dataclass(frozen=True, kw_only=True)
class GenerateArguments(Limited):
    """The arguments of a generator of random puzzles."""

    heading: ClassVar[str] = "Arguments of generators"

    seed: int = argument(0, "Seed for the random numbers.", "N", question=True)
    count: int = argument(
        1, "Number of puzzles to make.", "N", least=1, question=True, flag="number", short="n"
    )
    unique: bool = argument(
        True,
        "Keep puzzles with exactly one solution, checked by two engines; or keep all.",
        flag="unique/--any",
        question=True,
    )
    difficulty: str | None = argument(
        None,
        "Keep puzzles of this level: easy, medium, hard, expert; or from one to another, as easy-medium; "
        "any: rate and keep all.",
        "LEVEL[-LEVEL]",
        flag="rating",
        question=True,
    )
    symmetry: str | None = argument(
        None, "Symmetry of the cells with clues.", "NAME",
        choices=SYMMETRIES, question="given",
    )  # fmt: skip
    cells: str | None = argument(
        None,
        "Where clues stand: rows of X (there), - (not there) and . (either), with / between them; or a file.",
        "PICTURE",
        question="given",
    )
    without: tuple[str, ...] = argument(
        (), "Keep puzzles in which no clue is this word; may be given again for more.", "WORD",
        question="given",
    )  # fmt: skip
    not_in: tuple[str, ...] = argument(
        (), "Keep puzzles without a twin in this file, and among those made before.", "FILE",
        question="given",
    )  # fmt: skip
    tries: int | None = argument(
        None, "Give up after N tries for one puzzle. Default: 10,000, or 20 that found nothing.", "N",
        least=1, question=True,
    )  # fmt: skip
    time_limit: float | None = as_in(
        Limited, "time_limit", help="Stop after this time, and keep the puzzles made so far."
    )
    progress: Callable[[Any], None] | None = argument(
        None, "A function that is called with the numbers so far.", flag=None
    )
    more: Mapping[str, Any] | None = argument(
        None,
        "Option of the generator; `accord families FAMILY` lists them.",
        "KEY=VALUE",
        flag="set",
        question=True,
    )

    def __post_init__(self) -> None:
        """Check the difficulty too."""
        super().__post_init__()
        if self.difficulty is not None:
            levels_of(self.difficulty)


@dataclass(frozen=True, kw_only=True)
class Generate(GenerateArguments):
    """The arguments of a shard of random puzzles: also the family, and the format of the text."""

    family: str = argument(MISSING, "The family, or a puzzle.", flag=None, question=True)
    size: tuple[int, int] | None = argument(
        None, "Columns x rows, such as 30x30: needed for a family.", "CxR", question=True
    )
    form: str | None = argument(
        None,
        "Format: line or toml; block, aqt or url, if the family has it.",
        "NAME",
        flag="format",
        question=True,
    )


@dataclass(frozen=True, kw_only=True)
class GenerateCommand(Generate):
    """The arguments of `accord generate`."""

    tanks: int | None = argument(None, "Number of tanks of an aquarium.", "N", least=1)
