"""The result of a run; `exact` is false where a limit ended it before all was searched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

import msgspec

from accord.backends.statistics import Statistics  # at run time too: msgspec reads the types
from accord.errors import UsageError, unknown
from accord.model import Model
from accord.model.model import Indices
from accord.puzzles.puzzle import Puzzle
from accord.runner.driver import Spent
from accord.runner.limits import Stop
from accord.runner.result import Result, common_fields, seconds_in_words
from accord.tasks import Task

if TYPE_CHECKING:
    from accord.problem import Problem
    from accord.scene.shapes import Scene

Answer: TypeAlias = Literal["unique", "several", "impossible", "undecided", "solved", "best"]

SCHEMA = 1
SHOWN = 2  # solutions of an outcome that a notebook draws


class Solution(msgspec.Struct, frozen=True, dict=True):
    """One solution: its number in the run, its options (indices, ascending, and names), the effort so far.

    Printed it is the board, and in a notebook a drawing of it; of a bare model, the names of its options. Of
    a puzzle with variables it reads as {variable: value}: `solution["x"]`, `solution[x]`.
    """

    number: int
    options: tuple[int, ...]
    names: tuple[str, ...]
    effort: dict[str, int]

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle of the solution; None of a bare model.

        It is no part of its JSON and its pickles: one that comes from another process has its values only.
        """
        return vars(self).get("_puzzle")

    @property
    def values(self) -> dict[str, Any]:
        """The value of each variable, by name. Raises UsageError if the puzzle has no variables."""
        known = vars(self)
        if "_values" not in known:
            if self.puzzle is None:
                raise UsageError("a solution of a bare model has no variables; it has `options` and `names`")
            known["_values"] = self.puzzle.values(self.options)
        return cast("dict[str, Any]", known["_values"])

    def __getitem__(self, variable: Any) -> Any:
        """The value of a variable, or of the variable of that name; of a board, a list and the like, of each.

        Raises UsageError if there is none.
        """
        if isinstance(variable, Mapping):
            return {key: self[each] for key, each in variable.items()}
        if isinstance(variable, Sequence) and not isinstance(variable, str):
            return [self[each] for each in variable]
        name = getattr(variable, "name", variable)
        if name not in self.values:
            raise unknown("variable", str(name), self.values)
        return self.values[name]

    def __iter__(self) -> Iterator[str]:
        """The names of the variables. Raises UsageError as `values` does."""
        return iter(self.values)

    def keys(self) -> Iterable[str]:
        """The names of the variables, so that `dict(solution)` is `values`. Raises UsageError as it does."""
        return self.values.keys()

    def __str__(self) -> str:
        if self.puzzle is not None:
            return str(self.puzzle.picture(self))
        return f"solution {self.number:,}: {', '.join(self.names)}"

    def draw(self, *, patterns: bool = False, solid: bool = False) -> Scene:
        """The drawing of it; see `accord.Puzzle.draw`. Raises UsageError if it is of a bare model."""
        if self.puzzle is None:
            raise UsageError("a solution of a bare model has no board; draw it with its puzzle: puzzle.draw")
        return self.puzzle.draw(self, patterns=patterns, solid=solid)

    def _repr_svg_(self) -> str | None:
        return None if self.puzzle is None else self.puzzle.notebook_svg(self)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        try:
            values: dict[str, Any] | None = self.values
        except UsageError:  # it has no variables
            values = None
        return _solution_of_pickle, (self.number, self.options, self.names, self.effort, values)

    @staticmethod
    def of(
        model: Model,
        row: Indices,
        number: int,
        effort: Mapping[str, int],
        puzzle: Puzzle | Model | None = None,
    ) -> Solution:
        """The solution that a row of options is, padded with -1."""
        options = sorted(int(option) for option in row if option >= 0)
        found = Solution(number, tuple(options), tuple(map(model.option_name, options)), dict(effort))
        if puzzle is not model:
            vars(found)["_puzzle"] = puzzle
        return found


def _solution_of_pickle(
    number: int,
    options: tuple[int, ...],
    names: tuple[str, ...],
    effort: dict[str, int],
    values: dict[str, Any] | None,
) -> Solution:
    made = Solution(number, options, names, effort)
    if values is not None:
        vars(made)["_values"] = values
    return made


class Seconds(msgspec.Struct, frozen=True):
    """Wall time in seconds: until search began, until the first solution was known, and in all.

    `load` of it went into loading engines, and compiling them where they never were, before search or in it.
    `search` is the rest: neither before search began, nor loading.
    """

    build: float
    first: float | None
    total: float
    load: float = 0.0
    search: float = 0.0

    @staticmethod
    def of(built: Spent, first: float | None, ended: Spent) -> Seconds:
        """These times in whole microseconds."""
        (build, before), (total, load) = built, ended
        search = max(0.0, total - build - (load - before))  # another run may have been loading, too
        first = first and round(first, 6)
        return Seconds(round(build, 6), first, round(total, 6), round(load, 6), round(search, 6))

    def __str__(self) -> str:
        """The seconds of the search, and apart from them of loading and of building, where these matter."""
        return seconds_in_words(self.total, self.load, self.total - self.search - self.load)


class Outcome(Result, msgspec.Struct, frozen=True, kw_only=True):
    """How a run ended and what it found. Its JSON form is the public one; `schema` numbers it."""

    backend: str  # in every line, as effort and versions are
    engine: str
    effort: dict[str, int]
    versions: dict[str, str]
    schema: int = SCHEMA
    task: Task
    distinct: bool = False
    method: str = ""  # how distinct was done: split, filter or burnside
    method_why: str = ""  # why by this method, where none was named
    symmetries: str = ""  # where they were found and not declared: how many there are
    chosen: str = ""  # why this backend and this engine
    answer: Answer
    count: int
    value: int | None = None  # of the best solution that was found, for the task best
    bound: int | None = None  # no solution has a better value, so far as was proved
    exact: bool  # all was searched: the count is no lower bound; of best, no solution has a better value
    estimate: dict[str, int] = {}  # the effort that was foreseen, where engines were compared by probes
    stats: dict[str, Statistics] | None = None  # by engine, if they were asked for and all of them are kept
    seconds: Seconds
    digest: str | None = None
    solutions: tuple[Solution, ...] = ()  # first and best: one; unique: up to two; all: what is kept
    difference: tuple[str, ...] = ()  # visible options that only one of two witnesses has

    def __str__(self) -> str:
        """The question and the findings; the engine; what ended it early; warnings: a line each."""
        name = f"{self.puzzle} {self.variant}".strip() or "a model"
        facts = [self.found, self.answer, str(self.seconds)]
        partial = [f"partial: {self.reason}"] if self.reason else []
        lines = [f"{name}, {self.task}: {', '.join(facts)}", self.who, *partial]
        lines += [self.symmetries] if self.symmetries else []
        return "\n".join([*lines, *(f"warning: {warning}" for warning in self.warnings)])

    @property
    def drawings(self) -> list[Scene]:
        """The first solutions that it holds; none of a bare model."""
        return [solution.draw() for solution in self.solutions[:SHOWN] if solution.puzzle is not None]

    @property
    def who(self) -> str:
        """The backend, the engine, and why they were chosen, as one line."""
        return who(self.backend, self.engine, self.chosen)

    @property
    def words(self) -> str:
        """The count in words that cannot mislead: `2,339`, or `at least 1,200`."""
        return f"{self.count:,}" if self.counts_all else f"at least {self.count:,}"

    @property
    def counts_all(self) -> bool:
        """Whether `count` is the number of solutions; `best` looks for one of them."""
        return self.exact and not (self.task == "best" and self.count)

    @property
    def found(self) -> str:
        """The findings in words, as in `2,339 distinct (split) solutions`."""
        if self.task == "best" and self.value is not None:
            if self.bound is None or self.bound == self.value:
                return f"value {self.value:,}"
            beyond = "above" if self.bound > self.value else "below"
            return f"value {self.value:,}, none {beyond} {self.bound:,}"
        if self.task == "first" and self.count:
            return "one solution, others were not looked for"
        how = f" ({self.method})" if self.method else ""
        kind = f" distinct{how}" if self.distinct else ""
        return f"{self.words}{kind} {'solution' if self.count == 1 else 'solutions'}"


def who(backend: str, engine: str, why: str) -> str:
    """The engine that searches, and why, as one line; if there is none, only why."""
    return f"{backend}/{engine}: {why}" if backend else why


def unbuilt(
    puzzle: Puzzle | Model | Problem, task: Task, stop: Stop, spent: Spent, *, distinct: bool
) -> Outcome:
    """The outcome of a run that a limit ended before its search: nothing is known."""
    return Outcome(
        **common_fields(puzzle, stop, {}),
        task=task,
        distinct=distinct,
        backend="",
        engine="",
        chosen="the search did not begin",
        answer="undecided",
        count=0,
        exact=False,
        effort={},
        seconds=Seconds.of(spent, None, spent),
    )


def answer(task: Task, count: int, exact: bool) -> Answer:
    """The answer that a count gives, if all was searched (`exact`) or not.

    `first` and `best` look for one solution: one found is `solved`, or `best`, however many exist.
    """
    if task in ("first", "best") and count:
        return "best" if task == "best" and exact else "solved"
    if count >= 2:
        return "several"
    if not exact:
        return "undecided"
    return "unique" if count else "impossible"
