"""Loop of the commands on many puzzles: print results as they come, and return the worst exit code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar, cast

import click

from accord import exits
from accord.cli import streams
from accord.cli.help import limits_are_of_each
from accord.cli.options import in_flags
from accord.errors import ClusterError, InputError, StoppedError, UsageError, WorkerDiedError
from accord.exits import Code

if TYPE_CHECKING:
    from accord.arguments import Limited
    from accord.cli.console import Console
    from accord.cli.output_options import OutputOptions
    from accord.many.batch import Answers, Batch, BatchRun, Some
    from accord.many.merge import Merged
    from accord.many.source import Named, Source
    from accord.many.units import Question, Result
    from accord.puzzles.puzzle import Puzzle
    from accord.runner.limits import Limits

AResult = TypeVar("AResult", bound="Result")


class Report(Generic[AResult]):
    """How the results of many are printed, and what they come to; each command derives a class from it.

    `add` counts a result, `print` prints some that are new, and `end` says what all of them come to. A
    command and `accord merge` call these alike.
    """

    command: str  # whose results they are
    kind: str  # of results, as "module:struct", which is imported when it is needed
    what = "puzzle"  # a unit is

    def __init__(
        self,
        console: Console,
        *,
        as_json: bool = False,
        prints: bool = True,
        merged: Merged | None = None,
    ) -> None:
        """Begin with no result.

        Args:
            console: where the summary goes.
            as_json: whether results are printed as lines of JSON.
            prints: whether they are printed at all, and not in a file alone.
            merged: the files of shards that the results are of, in `accord merge`.
        """
        self.console, self.as_json, self.prints, self.merged = console, as_json, prints or as_json, merged
        self.words: Counter[str] = Counter()
        self.codes = {Code.DONE}

    @classmethod
    def struct(cls) -> type[AResult]:
        """The struct of the results."""
        from accord.puzzles.family import import_reference

        return cast("type[AResult]", import_reference(cls.kind))

    def add(self, result: AResult) -> None:
        """Count a result: what it comes to, and the exit code that it alone would have."""
        word, code = self.word(result)
        self.words[word] += 1
        self.codes.add(code)

    def word(self, result: AResult) -> tuple[str, Code]:
        """A word for a result, and its exit code."""
        raise NotImplementedError

    def print(self, results: Sequence[AResult]) -> None:
        """Print results on stdout, if any are to be printed."""
        if self.prints:
            for result in results:
                streams.put(result.json() if self.as_json else self.text(result))

    def text(self, result: AResult) -> str:
        """A result in words."""
        return str(result)

    def show(self, run: BatchRun[AResult]) -> None:
        """Say on the progress line how far the work is."""

    @property
    def summary(self) -> str:
        """The words of all results with their counts, the most frequent first."""
        words = (f"{number:,} {word}" for word, number in self.words.most_common())
        return ", ".join(words) or f"no {self.what}"

    def end(self) -> Code:
        """Say what all come to; returns the exit code of the worst."""
        self.console.clear()
        if said := self.summary:
            self.console.say(said)
        return worst(self.console, self.codes)

    def leave(
        self,
        units: Source,
        question: Question[AResult],
        answers: Answers[AResult],
        out: OutputOptions,
        workers: int = 1,
        **terms: object,
    ) -> NoReturn:
        """Answer a question to many, print results as they come, and leave with the exit code of the worst.

        `terms` are of the heading of a file of results, beside the question's.
        """
        if not units.one:
            limits_are_of_each()
        batch = self.batch(units, question, answers, terms=terms)
        run = batch_run(batch, out, self.console)
        for some in results(run, out, self.console, workers, note=lambda _, result: self.add(result)):
            self.print([result for _, result in some])
            self.show(run)
        raise click.exceptions.Exit(self.end())

    @classmethod
    def batch(
        cls, units: Source | range, question: Question[AResult], answers: Answers[AResult], **more: Any
    ) -> Batch[AResult]:
        """Return the batch whose results it prints."""
        from accord.many.batch import Batch

        return Batch(
            command=cls.command, question=question, units=units, answers=answers, kind=cls.struct(),
            what=cls.what, **more,
        )  # fmt: skip


def batch_run(batch: Batch[AResult], out: OutputOptions, console: Console) -> BatchRun[AResult]:
    """The run of a batch that these options ask for."""
    from accord.many.batch import BatchRun

    return BatchRun(batch, output=out.output, resume=out.query.resume, shard=out.shard, cancel=console.cancel)


def results(
    run: BatchRun[AResult],
    out: OutputOptions,
    console: Console,
    workers: int,
    *,
    note: Callable[[int, AResult], object],
    show: Callable[[], object] = lambda: None,
) -> Iterator[Some[AResult]]:
    """The new results of a run, some at a time.

    `note` gets each unit and its result, at first those in the file; `show` is called before the first and
    after each. Raises ClusterError and WorkerDiedError that say how to continue.
    """

    def begin() -> None:
        if run.done:
            console.say(f"{out.output}: {run.words} are done; going on")
        show()

    try:
        with out.team(workers, console) as team:
            for some in run.results(team, note=note, begin=begin):
                console.clear()
                yield some
                show()
    except (ClusterError, WorkerDiedError) as error:
        raise type(error)(out.way_out(error)) from error


def finish(
    run: BatchRun[AResult],
    out: OutputOptions,
    console: Console,
    workers: int = 1,
    note: Callable[[int, AResult], object] = lambda *_: None,
) -> None:
    """Answer all units, whose results are in a file; the progress line says how many are done."""

    def show() -> None:
        console.show(run.words, run.done / run.of if run.of else None)

    for _ in results(run, out, console, workers, note=note, show=show):
        pass


def each_of(
    puzzle: str,
    variant: str | None,
    console: Console,
    query: Limited,
    tell: Callable[[Puzzle, str, Limits], Code],
) -> NoReturn:
    """Tell of the puzzle of that name; where it is a file of many, or a range, of each.

    `tell` is handed a puzzle; its name among the others, which is empty if it is alone; and its limits: those
    of the query hold for each puzzle. What is wrong with one of many, cannot be asked of it, or goes beyond a
    limit, goes to stderr, and the next one follows. Leaves with the worst exit code.
    """
    from accord.many.source import Source, load_named
    from accord.runner.limits import Limits

    limits = Limits.of(query, cancel=console.cancel)
    with limits.guard("the puzzle was read"):
        source = Source(puzzle)
        one = source.load(variant) if source.one else None
    if one is not None:
        raise click.exceptions.Exit(tell(one, "", limits))
    limits_are_of_each()
    if variant is not None:
        raise click.UsageError("--variant is for a model file; the puzzles of a file of many have none")
    from accord.many.pool import until  # only now: one puzzle needs nothing of it

    def tell_one(named: Named, limits: Limits) -> Code:
        return tell(limits.guard("the puzzle was read").do(load_named, named), named[0], limits)

    codes = {Code.DONE}
    for named in until(console.cancel, source.read()):
        limits = Limits.of(query, cancel=console.cancel)
        try:
            codes.add(limits.whole().do(tell_one, named, limits))
        except (InputError, UsageError) as error:
            console.clear()
            streams.tell(f"accord: {in_flags(str(error))}")
            codes.add(error.exit_code)
        except StoppedError as error:
            if error.status == "cancelled":
                raise
            console.clear()
            streams.tell(f"accord: {named[0]}: {error}")
            codes.add(error.exit_code)
    raise click.exceptions.Exit(worst(console, codes))


def worst(console: Console, codes: set[Code]) -> Code:
    """The worst of these codes; Ctrl-C is worse than all."""
    cancelled = {Code.CANCELLED} if console.cancel.is_set() else set()
    return exits.worst(codes | cancelled)
