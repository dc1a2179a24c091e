"""The mutable state of a run: solutions and counts so far, effort, the engine at work, and warnings.

`Findings` notes each slice of a search; `Nothing` stands in its place where a limit ended the run before its
search.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from threading import RLock
from time import monotonic

from accord.backends import table
from accord.backends.contract import Board, Slice
from accord.backends.statistics import Statistics
from accord.errors import StoppedError
from accord.model import Model
from accord.model.digest import hexadecimal
from accord.model.model import Indices
from accord.puzzles.puzzle import Puzzle
from accord.runner.choose import counters
from accord.runner.counting import Best, Counting
from accord.runner.driver import Spent
from accord.runner.integers import problem_of
from accord.runner.limits import Stop
from accord.runner.outcome import Outcome, Seconds, Solution, answer, who
from accord.runner.portfolio import Existence
from accord.runner.query import RunQuery
from accord.runner.result import common_fields
from accord.runner.start import Start
from accord.runner.work import SearchPlan, Work
from accord.tasks import ENUMERATES
from accord.watchdog import Guard


def advice(asked: RunQuery, work: Work, backend: str, engine: str, count: int) -> str:
    """Return one line for a search that a limit stopped; empty if no other engine is known to be better.

    Args:
        asked: the question.
        work: the parts that were searched.
        backend: the backend that was at work.
        engine: its engine, which is advised no more.
        count: the solutions that it has found.
    """
    if asked.task == "count" and not asked.walks(work):
        found = counters([part.model for part in work.parts], asked.request(work, None))
        if not {backend, f"{backend}/{engine}"}.isdisjoint(found):  # it did not walk either
            return ""
        if asked.engine is None:  # a backend has tried its own
            found = [name for name in found if name.partition("/")[0] != backend]
        if found:
            return f"engines that count without walking to each solution may end: {', '.join(found)}"
    learners = [row.name for row in table.OURS if row.learns]
    if asked.named and not count and asked.task != "best" and backend not in learners:
        return f"{backend} has found no solution; {' and '.join(learners)} learn, and may end sooner"
    return ""


ADVICE = 0.1  # seconds at most to look for advice, after a limit


@dataclass(frozen=True, slots=True)
class Step:
    """A slice of work as the user of a run sees it."""

    count: int  # so far
    solutions: Indices  # new ones: [number, width], options of the model, padded with -1
    effort: dict[str, int]  # so far
    done: float | None  # which fraction of the work, about; None if unknown
    ends: tuple[int | None, int | None] = (None, None)  # of best: the value so far; none is better than that

    @property
    def words(self) -> str:
        """The findings so far: how many solutions; of the task best the value, the bound and their gap."""
        value, bound = self.ends
        if value is None:
            return f"{self.count:,} so far"
        if bound is None:
            return f"value {value:,} so far"
        gap = abs(value - bound) / max(1, abs(value))
        return f"value {value:,} so far, bound {bound:,}, gap {gap:.1%}"


@dataclass(frozen=True)
class Nothing:
    """The findings of a run that a limit ended before its search."""

    ended: Outcome
    error: StoppedError
    exhausted = False
    count = 0
    method = ""
    warnings: tuple[str, ...] = ()

    def check(self) -> None:
        """Raise StoppedError: it was not built."""
        raise self.error

    @property
    def chosen(self) -> str:
        """A line that no engine searches, and why."""
        return self.ended.who

    @property
    def searcher(self) -> str:
        """The names of the backend and the engine of a run that was not built."""
        return f"{self.ended.backend}/{self.ended.engine}"

    def board(self) -> tuple[int, ...] | None:
        """None: nothing is placed."""
        return None

    def outcome(self, stop: Stop, spent: Spent) -> Outcome:  # noqa: ARG002 (as `Findings`)
        """Its outcome, which says what ended it."""
        return self.ended


class Findings:
    """The findings of a run; other threads may look at them while one notes slices."""

    def __init__(
        self,
        asked: RunQuery,
        puzzle: Puzzle | Model,
        model: Model,
        plan: SearchPlan,
        *,
        existence: Existence | None,
        start: Start | None,
        symmetries: str,
        started: float,
        built: Spent,
    ) -> None:
        """Nothing is found yet, but what a checkpoint knows.

        Args:
            asked: the task and its arguments.
            puzzle: what outcomes and solutions are about.
            model: its model.
            plan: the work, its engine, and from where it begins.
            existence: the search for one solution beside, which may know that there is one.
            start: where the search begins; a solution of it is known from now on.
            symmetries: where they were found: how many there are.
            started: when the run began, on the clock of time.monotonic().
            built: the time until the search began.
        """
        self._asked, self._puzzle, self._model = asked, puzzle, model
        self._plan, self._work, self._choice = plan, plan.work, plan.choice
        self._tally, self._checkpoint = plan.tally, plan.checkpoint
        self._backend, self._engine, self._why = self._choice.backend, self._choice.engine, self._choice.why
        strict = self._choice.request.task == "best"
        self._best = Best(model, strict=strict) if asked.task == "best" else None
        # of all solutions; of one or two it would tell nothing that they do not
        digests = asked.task in ENUMERATES and plan.request.solutions and not self._work.only_counts
        digests = digests and not model.integers  # which has no options to digest
        self.counting = Counting(model, self._work, self._choice, self._tally, digests)
        self._existence, self._symmetries = existence, symmetries
        self._started, self._built = started, built
        self._lock = RLock()  # no thread sees half of a slice: counted, but not yet known to be the last
        self._cut = False  # solutions beyond the limit were dropped
        self._board: tuple[int, Board] | None = None  # the part that is searched, and where its search stands
        self._warned: dict[
            int, list[str]
        ] = {}  # by part, what engines warned of; only the first one is shown
        self._witnesses: list[Solution] = []
        self._first: float | None = None  # seconds until the first solution was known
        self._advised: tuple[str, ...] | None = None  # once it was looked for
        problem = problem_of(puzzle)
        self._of_problem = () if problem is None else problem.warnings
        self._of_start = () if start is None else self._warnings_of(start)
        self._begins_known = start is not None and start.row is not None
        if start is not None and start.row is not None:
            self._first = monotonic() - self._started
            self._witnesses = [self.solution(start.row, 1)]
            if self._best is not None:
                self._best.value = start.value
            elif asked.task == "first":
                self._why = "not asked, as the start is a solution"

    def check(self) -> None:
        """Do nothing: it was built."""

    # -- a slice is noted --------------------------------------------------------------------------

    def note(self, index: int, step: Slice) -> Step:
        """Add a slice of a part, by index; return what is new, after the sieve and within the limit."""
        with self._lock:
            self._board = None if step.board is None else (index, step.board)
            if step.warning:
                self._warned.setdefault(index, []).append(step.warning)
            if step.engine:
                self._engine, self._why = step.engine, step.why
                self._backend = table.backend(step.backend) if step.backend else self._choice.backend
            count, solutions = self._new(index, step)
            if count and self._first is None:
                self._first = monotonic() - self._started
            self._witness(solutions)
            self.counting.add(index, count, solutions)
            if step.complete:
                self._tally.finish(index)
            effort, done = dict(self._tally.all.effort), self._tally.progress
            return Step(self.count, solutions, effort, done, self._ends)

    def first_step(self, rows: Indices) -> Step:
        """The step of what is known before any search: a start, or the solutions of a checkpoint."""
        return Step(self.count, rows, {}, None, self._ends)

    @property
    def _ends(self) -> tuple[int | None, int | None]:
        """The value of the best solution so far and the bound, where the best is wanted."""
        best = self._best
        if best is None:
            return None, None
        bound = best.bound(len(self._work.parts), self.exhausted)
        return self._with_sign(best.value), self._with_sign(bound)

    def _new(self, index: int, step: Slice) -> tuple[int, Indices]:
        """How many solutions of a slice are new, and which."""
        count, solutions = self.counting.sift(index, step)
        if self._best is not None:
            solutions = self._best.select_better(index, solutions, step.bound)
            count = len(solutions)
        limit = self._asked.enough
        if limit is not None and self._tally.total + count > limit:
            self._cut = True
            count = limit - self._tally.total
            solutions = solutions[:count]
        return count, solutions

    def _witness(self, solutions: Indices) -> None:
        """Keep the solutions that the outcome shows."""
        if self._asked.task not in ENUMERATES:
            known = self._tally.total
            self._witnesses += [self.solution(row, known + i + 1) for i, row in enumerate(solutions)]
        if self._best is not None:
            self._witnesses = self._witnesses[-1:]

    # -- the findings so far -----------------------------------------------------------------------

    @property
    def exhausted(self) -> bool:
        """Whether everything was searched, and nothing dropped."""
        return self._tally.exhausted and not self._cut

    @property
    def chosen(self) -> str:
        """The engine that searches now, and why it was chosen, as one line."""
        return who(self._backend.name, self._engine, self._why)

    @property
    def searcher(self) -> str:
        """The names of the backend and the engine that search now, as `sat/cadical195`."""
        return f"{self._backend.name}/{self._engine}"

    @property
    def method(self) -> str:
        """How distinct solutions are found, and why so, as one line; empty where a method was named."""
        why = self._plan.why
        return f"distinct by {self._work.method}: {why}" if why else ""

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings so far; some come before the search begins."""
        faults = self._checkpoint.faults if self._checkpoint else ()
        told = next(iter(self._warned.values()), ())
        return (*self._of_problem, *self._plan.warnings, *self._of_start, *faults, *told)

    def _warnings_of(self, start: Start) -> tuple[str, ...]:
        """Return warnings of a start: that it is no solution, that the engine has no use for it."""
        answers = start.row is not None and self._asked.task == "first"
        row = table.rows().get(self._backend.name)
        unused = (row is None or not row.learns) and not answers
        others = " and ".join(row.name for row in table.OURS if row.learns)
        ignores = f"{self._backend.name} does not begin from the start; {others} do"
        return (*([start.warning] if start.warning else []), *([ignores] if unused else []))

    @property
    def count(self) -> int:
        """The count so far: exact once everything was seen, else a lower bound."""
        with self._lock:
            shown = self._existence is not None and self._existence.shown
            known = int(shown or self._begins_known)
            return max(self._work.count(self._tally.total, self.exhausted), known)

    def board(self) -> tuple[int, ...] | None:
        """The options that are placed now, where the engine shows them; None elsewhere."""
        if self._board is None or self._work.only_counts:
            return None
        index, placed = self._board
        return tuple(int(self._work.parts[index].options[option]) for option in placed())

    def solution(self, row: Indices, number: int) -> Solution:
        """A row of a step as a solution."""
        return Solution.of(self._model, row, number, self._tally.all.effort, self._puzzle)

    def _with_sign(self, value: int | None) -> int | None:
        """A value of the objective with its own sign: of a model that maximizes it is negated within."""
        return None if value is None else self._model.signed_value(value)

    @property
    def _statistics(self) -> tuple[dict[str, Statistics] | None, tuple[str, ...]]:
        """The statistics, if they cover everything that was searched; else None, and warnings why."""
        sums, backend = self._tally.all, self._backend
        if not self._asked.stats:
            return None, ()
        if (sums.stats or self._engine in backend.tells) and sums.told:
            return dict(sums.stats), ()
        others = f"; {', '.join(backend.tells[:-1])} and {backend.tells[-1]} do" if backend.tells else ""
        return None, (f"{backend.name}/{self._engine} keeps no statistics of its search{others}",)

    def _advice(self, stop: Stop) -> tuple[str, ...]:
        """Which engines may end where a limit stopped the search, as a warning; they are looked for once."""
        if self.exhausted or stop.status not in ("time", "limit") or stop.limit == "solutions":
            return ()
        if self._advised is None:
            self._advised = ()
            with suppress(StoppedError):  # the time is over: what takes longer is not worth it
                guard = Guard("advice was looked for", deadline=monotonic() + ADVICE, seconds=ADVICE)
                words = guard.do(
                    advice, self._asked, self._work, self._backend.name, self._engine, self.count
                )
                self._advised = (words,) if words else ()
        return self._advised

    def outcome(self, stop: Stop, spent: Spent) -> Outcome:
        """The outcome of a run that ends now, so, after so many seconds."""
        with self._lock:
            return self._outcome(Stop("complete") if self.exhausted else stop, spent)

    def _outcome(self, stop: Stop, spent: Spent) -> Outcome:
        stats, without = self._statistics
        several = self._witnesses if len(self._witnesses) == 2 else ()
        pair = [set(self._model.visible(witness.options)) for witness in several]
        sums, exhausted = self._tally.all, self.exhausted
        value, bound = self._ends
        return Outcome(
            **common_fields(self._puzzle, stop, self._backend.versions()),
            task=self._asked.task,
            distinct=self._asked.distinct,
            method=self._work.method or "",
            method_why=self._plan.why,
            symmetries=self._symmetries,
            backend=self._backend.name,
            engine=self._engine,
            chosen=self._why,
            warnings=(*self.warnings, *without, *self._advice(stop)),
            answer=answer(self._asked.task, self.count, exhausted),
            count=self.count,
            value=value,
            bound=bound,
            exact=exhausted,
            effort=dict(sums.effort),
            estimate=dict(sums.estimate),
            stats=stats,
            seconds=Seconds.of(self._built, self._first, spent),
            digest=hexadecimal(sums.digest) if self.counting.digests and exhausted else None,
            solutions=tuple(self._witnesses),
            difference=tuple(sorted(pair[0] ^ pair[1])) if pair else (),
        )
