"""Generate a random puzzle: draw until it has one solution (by two engines) and the wanted difficulty.

The n-th puzzle of a seed does not depend on how many are made, and on no engine: only on what was asked.
A puzzle whose uniqueness is not decided in time is not passed over, since another machine might decide it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property, partial
from hashlib import blake2b
from typing import Any, TypeVar, cast

import msgspec

from accord.arguments import query_of
from accord.arguments.keywords import after_three
from accord.arguments.puzzle import DIFFICULTIES, GenerateArguments, levels_of
from accord.backends.contract import Request
from accord.backends.waiting import wait_for
from accord.deduce import Rating, Rule, rating
from accord.errors import EngineError, NotDrawnError, RefusedError, StoppedError, UsageError, did_you_mean
from accord.many.source import Source, load_named
from accord.puzzles import table
from accord.puzzles.fingerprint import fingerprint
from accord.puzzles.puzzle import Puzzle
from accord.runner.choose import in_order
from accord.runner.driver import Driver
from accord.runner.gather import seeking
from accord.runner.limits import GRACE, Limits
from accord.runner.outcome import Outcome
from accord.runner.run import TimedRun

HARDEST: dict[str, Rule] = {"easy": "bounds", "medium": "subset sums"}  # no harder rule need be tried
WISHES = ("symmetry", "cells", "without")  # what a generator takes from a setter; see accord.puzzles.wishes
MOST_TRIES = 10_000  # for one puzzle, as a rule
MOST_EMPTY = 20  # of them in which the generator finds nothing, which takes seconds each
FIRST_PATIENCE = 1.0  # seconds for a backend before the next one is asked
Result = TypeVar("Result")


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle that was made, and how it was rated and proved."""

    name: str
    number: int  # from 1
    tries: int  # how many were drawn for it, this one included
    draw: int  # the seed with which the family's generator gives it
    puzzle: Puzzle
    unique: bool = False  # shown to have one solution; else it was not asked
    found_by: str = ""  # the engine that found no second solution
    proved_by: str = ""  # the engine, of another kind, that found none either
    rating: Rating | None = None


@dataclass
class Tally:
    """How far the work has come."""

    made: int = 0
    tries: int = 0
    several: int = 0  # drawn, but with more than one solution
    other: int = 0  # drawn, but rated otherwise
    twins: int = 0  # drawn, but like one before but for turns and names
    empty: int = 0  # tries in which the generator found nothing
    doing: str = ""  # what is being done
    seen: set[str] = field(default_factory=set)  # the fingerprints that no other may have


class Maker:
    """Makes puzzles one after the other: iterate over it, and again for the same ones from the first on.

    `tally` tells how far the iteration is that was begun last.
    """

    wishes: Mapping[str, Any] = {}  # that the generator takes
    _more: Mapping[str, Any] = {}  # arguments of the generator's own
    in_lines = True  # whether puzzles are written as lines, if nothing else is asked

    @after_three(GenerateArguments)
    def __init__(self, family: str, size: tuple[int, int], **more: Any) -> None:
        """Ask for puzzles.

        Args:
            family: a family that can generate.
            size: rows and columns.
            **more: see below. Puzzles with one solution are shown to have it by two engines of different
                kinds; without a difficulty, puzzles are not rated. The time is for all.

        Raises:
            UsageError: if the family cannot generate, or not what is asked.
        """
        asked = query_of(GenerateArguments, more)
        random = table.family(family).random
        if random is None:
            able = [name for name in table.rows() if table.family(name).random is not None]
            raise UsageError(f"the family {family} has no generator; those of {', '.join(able)} have one")
        generator = random.generate
        self.wishes = {name: value for name in WISHES if (value := getattr(asked, name))}
        self._more = dict(asked.more or {})
        known = [name for name in inspect.signature(generator).parameters if name not in ("seed", "size")]
        for name in self._more:
            if name not in known:
                raise UsageError(
                    f"{family}: found {name!r}; its generator takes {', '.join(known) or 'nothing besides'}"
                    f"{did_you_mean(name, known)}"
                )
        for name in self.wishes:
            if name in self._more:
                raise UsageError(f"{name}: found it twice; expected one value")
            if name not in random.wishes:
                able = [each for each in table.rows() if name in _wishes_of(each)]
                raise UsageError(f"{family}: its generator takes no {name}; those of {', '.join(able)} do")
        self.size, self._generator = size, generator
        self._begin(family, asked)

    def _begin(self, family: str, asked: GenerateArguments) -> None:
        self.family, self.seed, self.count = family, asked.seed, asked.count
        self.tally = Tally()
        self._unique, self._difficulty = asked.unique, asked.difficulty
        self._levels = [] if asked.difficulty is None else levels_of(asked.difficulty)
        self._not_in = asked.not_in
        self._limits = Limits.of(asked)
        self._progress = asked.progress
        self._tries = asked.tries
        self._backends = _backends() if asked.unique else []

    def __iter__(self) -> Iterator[Made]:
        """Make the puzzles.

        Raises:
            StoppedError: at a limit, at Ctrl-C, or if no puzzle is as wanted in so many tries.
            EngineError: if two engines disagree.
        """
        tally = self.tally = Tally(seen={*self._known_twins})
        for number in range(1, self.count + 1):
            yield self._make_within(number, tally)

    def make_one(self, number: int) -> Made:
        """Make the puzzle of that number, from 1, on its own. Raises what iteration raises.

        Raises UsageError if it must be no twin of others, since it then depends on those before it.
        """
        if self._not_in:
            raise UsageError("not_in: each puzzle depends on those before it; iterate")
        return self._make_within(number, self.tally)

    def _make_within(self, number: int, tally: Tally) -> Made:
        """Make a puzzle within the limits, which hold for all puzzles."""
        return self._limits.guard("a puzzle was made", GRACE).do(self._make, number, tally)

    def _make(self, number: int, tally: Tally) -> Made:
        most = self._tries or MOST_TRIES
        empty = self._tries or (MOST_TRIES if self.wishes else MOST_EMPTY)
        for tries in range(1, most + 1):
            self._check()
            tally.tries += 1
            made = None
            try:
                made = self._judge(number, tries, _draw(self.seed, number, tries), tally)
            except NotDrawnError as error:
                tally.empty += 1
                empty -= 1
                if not empty:
                    raise StoppedError(f"{error}, or more tries than {tries} (--tries)") from None
            tally.made += made is not None
            if self._progress is not None:
                self._progress(tally)
            if made is not None:
                return made
        wanted = f"{self._difficulty} " if self._difficulty else ""
        raise StoppedError(
            f"no {wanted}puzzle in {most:,} tries ({tally.several:,} with several solutions, "
            f"{tally.other:,} rated otherwise, {tally.twins:,} twins); change the size, the rating, or what "
            "the generator takes, or ask for more tries (--tries)"
        )

    @cached_property
    def first(self) -> Puzzle | None:
        """The first that is drawn, as wanted or not; None if nothing is found. Raises StoppedError."""
        try:
            return self._draw(1, _draw(self.seed, 1, 1))
        except NotDrawnError as error:
            self._nothing = error
            return None

    def _first_again(self) -> Puzzle:
        """The first draw once more, without drawing again. Raises NotDrawnError."""
        if self.first is None:
            raise self._nothing
        return self.first

    def _name(self, source: str, number: int) -> str:
        """Return the name of a puzzle: all that decides which one it is."""
        return "-".join([source, *self._asked, str(self.seed), str(number)])

    @cached_property
    def _asked(self) -> list[str]:
        """What decides the puzzle, besides source, seed and number, in words; nothing if all is as usual."""
        words = [] if self._unique else ["any"]
        if self._difficulty is not None and self._difficulty != "any":
            words.append(self._difficulty)
        terms: dict[str, Any] = {**self._more, **self.wishes}
        terms |= {"not_in": sorted(self._known_twins)} if self._not_in else {}
        if terms:
            words.append(blake2b(repr(sorted(terms.items())).encode(), digest_size=4).hexdigest())
        return words

    def _draw(self, number: int, draw: int) -> Puzzle:
        width = f"{self.size[1]}x{self.size[0]}"
        name = self._name(f"{self.family}-{width}", number)
        facts = [self.family.capitalize(), width.replace("x", " x "), *self._asked]
        title = f"{', '.join(facts)}, {number} of seed {self.seed}"
        spec = self._within("drawing", partial(self._generator, draw, self.size, **self._more, **self.wishes))
        return Puzzle(family=self.family, spec=spec, name=name, title=title)

    def _judge(self, number: int, tries: int, draw: int, tally: Tally) -> Made | None:
        """Return a puzzle as it was drawn, if it is as wanted."""
        puzzle = self._first_again() if number == tries == 1 else self._draw(number, draw)
        name = puzzle.name
        rated = None
        found_by = proved_by = ("", "")
        if self._unique:
            found_by = self._alone(puzzle)
            if not found_by[0]:
                tally.several += 1
                return None
        if self._difficulty is not None:
            hardest = HARDEST.get(self._levels[-1], "lookahead")
            self._show("rating", None)
            try:
                stop = self._limits.over
                seek = seeking(puzzle.model, stop)
                rated = rating(puzzle.model, hardest=hardest, stop=stop, seek=seek)
            except StoppedError:
                self._check()
                raise
            wanted = [level for name in self._levels for level in DIFFICULTIES[name]]
            if wanted and rated.level not in wanted:
                tally.other += 1
                return None
        if self._not_in:
            found = self._within("comparing with twins", partial(fingerprint, puzzle))
            if found in tally.seen:
                tally.twins += 1
                return None
            tally.seen.add(found)
        if self._unique:
            proved_by = self._alone(puzzle, but=found_by[0])
            if not proved_by[0]:
                raise EngineError(f"{name}: {found_by[0]} finds one solution, another backend several")
        return Made(
            name=name,
            number=number,
            tries=tries,
            draw=draw,
            puzzle=puzzle,
            unique=self._unique,
            found_by="/".join(filter(None, found_by)),
            proved_by="/".join(filter(None, proved_by)),
            rating=rated,
        )

    @cached_property
    def _known_twins(self) -> set[str]:
        """The fingerprints of the puzzles of this family in the files. Raises what reading them raises."""

        def read() -> set[str]:
            puzzles = map(load_named, Source(*self._not_in).read())
            return {fingerprint(each) for each in puzzles if each.family == self.family}

        return self._within("reading files", read) if self._not_in else set()

    def _alone(self, puzzle: Puzzle, but: str = "") -> tuple[str, str]:
        """The first backend that tells, but that one, and its engine; none if there are several solutions.

        Each is asked for a while, in turn, and again later, for twice as long; the one that is likely to be
        fastest begins. Raises StoppedError.
        """
        model = self._within("building the model", lambda: puzzle.model)
        rank = {name: place for place, name in enumerate(in_order([model], Request("unique")))}
        order = [name for name in sorted(self._backends, key=lambda each: rank.get(each, -1)) if name != but]
        runs: dict[str, TimedRun] = {}
        patience = FIRST_PATIENCE
        with ExitStack() as stack:
            while True:
                for backend in order:
                    if backend not in runs:
                        runs[backend] = TimedRun(
                            model, "unique", self._limits, backend=backend, show=self._show
                        )
                        stack.callback(runs[backend].close)
                    if (outcome := self._known_after(runs[backend], patience)) is not None:
                        if outcome.answer == "impossible":
                            fault = f"{backend} finds no solution; it was made with one"
                            raise EngineError(f"{puzzle.name}: {fault}")
                        return (backend, outcome.engine) if outcome.answer == "unique" else ("", "")
                if all(run.outcome is None for run in runs.values()):
                    _backends()  # by now it is known which of them are broken
                    raise RefusedError(f"{puzzle.name}: too few backends take it to show that it is unique")
                patience *= 2

    def _known_after(self, run: TimedRun, seconds: float) -> Outcome | None:
        """Return what a backend knows after so long; None if that is nothing."""
        for _ in run.run_for(seconds):
            pass
        outcome = run.outcome
        if outcome is not None and outcome.answer != "undecided":
            return outcome
        self._check()
        if outcome is not None and outcome.status == "limit":
            raise StoppedError(f"{outcome.backend}: {outcome.reason}")
        return None

    def _within(self, doing: str, work: Callable[[], Result]) -> Result:
        """Run a function in a thread and return its result: time and Ctrl-C end the wait for it."""
        self._show(doing, None)
        driver: Driver[Result] = Driver(self._limits)
        found = driver.finish(wait_for(work))
        if driver.stop.status != "complete":
            self._check()
            raise StoppedError(driver.stop.reason)
        return cast(Result, found)

    def _show(self, doing: str, done: float | None) -> None:  # noqa: ARG002 (that of one puzzle)
        self.tally.doing = doing
        if self._progress is not None:
            self._progress(self.tally)

    def _check(self) -> None:
        stop = self._limits.find_stop()
        if stop is not None:
            raise stop.error(f"{self.tally.made} of {self.count} made")


def _wishes_of(family: str) -> tuple[str, ...]:
    random = table.family(family).random
    return () if random is None else random.wishes


def _draw(seed: int, number: int, tries: int) -> int:
    """The seed for one try: 63 bits that depend on all three."""
    key = blake2b(f"{seed} {number} {tries}".encode(), digest_size=8).digest()
    return int.from_bytes(key, "big") >> 1


def _backends() -> list[str]:
    """At least two of our backends that are installed: one looks, another one proves.

    Raises MissingBackendError if there are fewer.
    """
    from accord.backends import table as backends
    from accord.errors import MissingBackendError

    found, lacking = list[str](), list[str]()
    for name in [row.name for row in backends.OURS]:
        try:
            backends.backend(name)
            found.append(name)
        except MissingBackendError as error:
            lacking.append(str(error))
    if len(found) < 2:
        raise MissingBackendError(f"uniqueness is shown by two backends; {'; '.join(lacking)}")
    return found
