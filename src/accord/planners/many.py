"""Plans of many puzzles, a record each, in their order; and a file of records to be gone on with.

They come from a file of many, or are a range, such as the deals `freecell:1-32000`. Where the family has a
sweep, those of a range are searched by the hundred in one call. Neither names nor records are ever held as a
whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from msgspec import structs

from accord.errors import InputError, UsageError
from accord.planners import table
from accord.planners.contract import Mode, Sweep
from accord.planners.record import Form, Record, record_of
from accord.puzzles.family import imported
from accord.runner.records import Records

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.planners.search import Search
    from accord.puzzles.puzzle import Puzzle
    from accord.runner.limits import Cancel

AT_ONCE = 256  # puzzles that are swept in a call
AHEAD = 4  # groups that wait for each worker

Named: TypeAlias = "tuple[str, Puzzle | InputError | None]"  # None: it is the puzzle of that name
Group: TypeAlias = "tuple[list[Named], bool]"  # whether they are swept


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is asked of every puzzle; for the arguments see `accord.planners.search.Arguments`."""

    mode: Mode = "any"
    backend: str = "auto"
    engine: str | None = None
    state_limit: int | None = None
    time_limit: float | None = None
    memory_limit: int | None = None
    largest: int | None = None
    seed: int = 0
    options: dict[str, str] = field(default_factory=dict)
    form: Form = "standard"  # of plans
    plans: bool = True  # whether records have them

    def search(self, puzzle: Puzzle, *, cancel: Cancel | None = None, workers: int = 1) -> Search:
        """The search of one puzzle. Raises UsageError, RefusedError, MissingBackendError."""
        from accord.planners.search import Search

        return Search(
            puzzle,
            mode=self.mode,
            backend=self.backend,
            engine=self.engine,
            state_limit=self._states(puzzle),
            time_limit=self.time_limit,
            memory_limit=self.memory_limit,
            largest=self.largest,
            seed=self.seed,
            workers=workers,
            cancel=cancel,
            options=self.options,
        )

    def record(self, named: Named, cancel: Cancel | None = None) -> Record:
        """The record of one puzzle; what is wrong with a puzzle is in its record."""
        from accord.puzzles.library import load

        name, puzzle = named
        try:
            if isinstance(puzzle, InputError):
                raise puzzle
            puzzle = load(name) if puzzle is None else puzzle
            with self.search(puzzle, cancel=cancel) as search:
                planned = search.run()
        except InputError as error:
            return faulty(name, self, error)
        record = record_of(planned, puzzle, self.options, self.form, plans=self.plans)
        return structs.replace(record, puzzle=name, versions={})

    def sweep(self, puzzle: Puzzle) -> Sweep | None:
        """What searches puzzles like this one by the hundred, if anything does."""
        place = puzzle.record.searched.sweep
        if not place:
            return None
        mode, backend = self._usual(puzzle)
        sweep: Sweep = imported(place)
        return sweep if sweep.takes(puzzle.spec, replace(self, mode=mode, backend=backend)) else None

    def refuse(self, record: Record, name: str | None, place: str) -> None:
        """Raise UsageError for a record that answers another question, or is of another puzzle."""
        asked: dict[str, object] = {
            "puzzle": name,
            "mode": record.mode if self.mode == "any" else self.mode,
            "backend": record.backend if self.backend == "auto" else self.backend,
            "engine": self.engine or record.engine,
            "options": self.options,
            "form": self.form,
        }
        found = {key: getattr(record, key) for key in asked}
        if record.moves is not None and self.plans != (record.plan is not None):
            asked["plan"], found["plan"] = ("one", "none") if self.plans else ("none", "one")
        for key, value in asked.items():
            if found[key] != value and (key == "puzzle" or not record.fault):
                text, other = str(found[key])[:60], str(value)[:60]
                advice = "name another --output, or ask the same"
                raise UsageError(
                    f"{place}: found {key} {text!r}; expected {other!r}, as is asked now; {advice}"
                )

    def _usual(self, puzzle: Puzzle) -> tuple[Mode, str]:
        return table.resolved(puzzle.record, self.mode, self.backend, self.engine)

    def _states(self, puzzle: Puzzle) -> int | None:
        """The limit of states; where the planner has a usual one, that, so that it says where it gave up."""
        searched = puzzle.record.searched
        if self.state_limit is not None or not searched.limits:
            return self.state_limit
        usual = self._usual(puzzle)
        own = table.planners(puzzle.record, self.engine).get(usual) == searched.planners.get(usual)
        place = searched.limits.get(usual) if own else None
        return None if place is None else int(imported(place))


def records(
    puzzles: Iterable[Named],
    question: Question,
    *,
    ranged: bool = False,
    workers: int = 1,
    cancel: Cancel | None = None,
) -> Iterator[Sequence[Record]]:
    """A record for each puzzle, in their order, some at a time.

    Args:
        puzzles: a name for each, and the puzzle or what is wrong with it.
        question: what is asked of each.
        ranged: whether they are a range, whose names differ in the number only.
        workers: processes; a single one is this process.
        cancel: once it is set, no more is begun; the record of a puzzle under way says `cancelled`.

    Raises WorkerDiedError if a process ends before its time, and what a search raises.
    """
    groups = _groups(iter(puzzles), question, ranged)
    if workers > 1:
        from accord.runner.pool import in_order

        answered = partial(_answered_all, question)
        yield from in_order(answered, groups, workers=workers, cancel=cancel, ahead=AHEAD)
        return
    for group in groups:
        if cancel is not None and cancel.is_set():
            return
        yield from _answered(question, group, cancel)


def named(name: str) -> tuple[Iterator[Named], bool, int | None] | None:
    """The puzzles that a name stands for, whether they are a range, and how many, if that is known.

    None if it is the name of one puzzle. Raises InputError for an empty range.
    """
    from accord.puzzles import table as families
    from accord.puzzles.collection import collection
    from accord.puzzles.family import SpecError

    family_and_text = families.of_text(name)
    ranges = None if family_and_text is None else families.family(family_and_text[0]).texts.ranges
    if ranges is None:
        puzzles = collection(name)
        return None if puzzles is None else (_plans(puzzles, name), False, None)
    try:
        found = ranges(name)
    except SpecError as error:
        raise InputError([f"{name[:60]}: {fault.key}: {fault.message}" for fault in error.faults]) from None
    if found is None:
        return None
    names, number = found
    return ((each, None) for each in names), True, number


class PlanRecords(Records[Record]):
    """A file of records of these puzzles, and the puzzles that are left."""

    def __init__(
        self,
        path: Path,
        question: Question,
        puzzles: Iterator[Named],
        *,
        resume: bool,
        seen: Callable[[Record], None] = lambda _: None,
    ) -> None:
        """Open it, empty or after its last whole line; `seen` is told each record that is there.

        Raises:
            UsageError: if it cannot be written, or answers another question.
            InputError: if it holds something else than records.
        """
        self.kept = 0  # puzzles that are done
        self.rest = puzzles

        def keep(record: Record, place: str) -> None:
            name, _ = next(puzzles, (None, None))
            question.refuse(record, name, place)
            self.kept += 1
            seen(record)

        super().__init__(path, Record, keep, resume=resume, expected="accord plan --jsonl")


def faulty(name: str, question: Question, error: InputError) -> Record:
    """The record of what is no puzzle."""
    return Record(
        puzzle=name,
        mode=question.mode,
        status="failed",
        answer="gave-up",
        moves=None,
        plan=None,
        form=question.form,
        effort={},
        seconds=0.0,
        fault=" / ".join(str(error).splitlines()),
    )


def _groups(puzzles: Iterator[Named], question: Question, ranged: bool) -> Iterator[Group]:
    """What is searched in one call: a puzzle, or many of a range."""
    from accord.puzzles.library import load

    sweep = False
    if ranged and (first := next(puzzles, None)) is not None:
        sweep = question.sweep(load(first[0])) is not None
        puzzles = chain([first], puzzles)
    while some := list(islice(puzzles, AT_ONCE if sweep else 1)):
        yield some, sweep


def _answered(question: Question, group: Group, cancel: Cancel | None) -> Iterator[Sequence[Record]]:
    puzzles, sweeps = group
    if not sweeps:
        yield [question.record(each, cancel) for each in puzzles]
        return
    from accord.puzzles.library import load

    names = [name for name, _ in puzzles]
    first = load(names[0])
    sweep = question.sweep(first)
    assert sweep is not None
    asked = {"limit": question.state_limit, "plans": question.plans, "cancel": cancel}
    yield from sweep.swept(names, first.spec, **asked)


def _answered_all(question: Question, group: Group) -> list[Record]:
    return [record for some in _answered(question, group, None) for record in some]


def _plans(puzzles: Iterator[tuple[str, Puzzle | InputError]], file: str) -> Iterator[Named]:
    """The same puzzles; raises UsageError for one that is a model, which has another command."""
    for name, puzzle in puzzles:
        if not isinstance(puzzle, InputError) and not puzzle.is_plan:
            raise UsageError(f"{file}: {name} is a model, no plan problem; use accord solve {file}")
        yield name, puzzle
