"""What commands about many share: a file's puzzles in turn, the ledger of `--output`, the worst exit code."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NoReturn

import click

from accord import exits
from accord.cli import streams
from accord.cli.options import in_flags
from accord.errors import ClusterError, InputError, UsageError, WorkerDiedError
from accord.exits import Code

if TYPE_CHECKING:
    from accord.cli.console import Console
    from accord.cli.kept import AResult, Kept, Many
    from accord.many.source import Named
    from accord.many.units import Shard
    from accord.puzzles.puzzle import Puzzle
    from accord.runner.limits import Limits


class Told:
    """What was told so far of many: how often each word, and how bad the worst was."""

    def __init__(self, console: Console, what: str = "puzzle") -> None:
        """`what` they are, for when there was none."""
        self._console, self._what = console, what
        self.words: Counter[str] = Counter()
        self.codes = {Code.DONE}
        self.number: int | None = None  # how many there will be, if that is known

    @property
    def said(self) -> str:
        """The words, the most frequent first."""
        return ", ".join(f"{number:,} {word}" for word, number in self.words.most_common())

    def add(self, word: str, code: Code) -> None:
        """One more that came to this."""
        self.words[word] += 1
        self.codes.add(code)

    def end(self, said: str | None = None) -> Code:
        """Say what was told, or what is `said` of it; returns the exit code of the worst."""
        said = (self.said or f"no {self._what}") if said is None else said
        if said:
            self._console.say(said)
        return worst(self._console, self.codes)

    def leave(self, said: str | None = None) -> NoReturn:
        """Say the same, and leave with that code."""
        raise click.exceptions.Exit(self.end(said))

    def kept(
        self, many: Many[AResult], kept: Kept, note: Callable[[AResult], object]
    ) -> Iterator[Sequence[AResult]]:
        """The results about many, some at a time, as they come; in the file of --output before they do.

        What the file has already is not asked again. `note` is told each result, those in the file included.
        """
        try:
            with kept.team(many.workers, self._console) as team:
                many = replace(many, answered=partial(many.answered, workers=team))
                if kept.shard is not None:
                    yield from self._of_shard(many, kept, kept.shard, note)
                else:
                    yield from self._of_all(many, kept, note)
        except (ClusterError, WorkerDiedError) as error:
            raise type(error)(kept.way_out(error)) from error

    def _of_all(
        self, many: Many[AResult], kept: Kept, note: Callable[[AResult], object]
    ) -> Iterator[Sequence[AResult]]:
        """The same of all of them."""
        puzzles: Iterator[Named] = many.source.read()
        write: Callable[..., object] = unwritten
        with ExitStack() as stack:
            if kept.output is not None:
                from accord.many.ledger import Ledger

                asked = (kept.output, many.kind, many.question, puzzles)
                ledger = Ledger(*asked, resume=kept.query.resume, command=many.lines, note=note)
                puzzles, write = stack.enter_context(ledger).rest, ledger.write
                if ledger.kept:
                    self._console.say(f"{kept.output}: {ledger.kept:,} {self._what}s are done; going on")
            for some in many.answered(puzzles):
                self._console.clear()
                for result in some:
                    note(result)
                write(*some)
                yield some

    def _of_shard(
        self, many: Many[AResult], kept: Kept, shard: Shard, note: Callable[[AResult], object]
    ) -> Iterator[Sequence[AResult]]:
        """The same of one shard."""
        from accord.many.shards import ShardFile
        from accord.many.units import Heading

        assert kept.output is not None
        listed = many.listed(self._console.cancel)
        command = str(click.get_current_context().info_name)
        heading = Heading.of(
            command, {**many.question.terms, **many.terms, **listed.terms}, listed.number, shard
        )
        self.number = len(shard.units(listed.number))
        with ShardFile(
            kept.output, heading, many.kind, resume=kept.query.resume, note=lambda _, result: note(result)
        ) as file:
            if file.done:
                done = f"{len(file.done):,} of {self.number:,} {self._what}s"
                self._console.say(f"{kept.output}: {done} of the shard {shard} are done; going on")
            under_way: deque[int] = deque()  # units that were begun: their results come in this order

            def left() -> Iterator[Named]:
                for unit, named in enumerate(many.source.read()):
                    if shard.has(unit) and unit not in file.done:
                        under_way.append(unit)
                        yield named

            for some in many.answered(left()):
                self._console.clear()
                for result in some:
                    note(result)
                file.write(*[(under_way.popleft(), result) for result in some])
                yield some


def unwritten(*_: object) -> None:
    """Results that no file keeps."""


def each_of(
    puzzle: str,
    variant: str | None,
    console: Console,
    tell: Callable[[Puzzle, str], Code],
    limits: Limits | None = None,
) -> NoReturn:
    """Tell of the puzzle of that name; where it is a file of many, or a range, of each.

    `tell` is handed a puzzle, and its name among the others, which is empty if it is alone. What is wrong
    with one of many, or cannot be asked of it, goes to stderr, and the next one is told of. Leaves with the
    worst exit code. `limits` are those of the command, if it has other ones than Ctrl-C.
    """
    from accord.many.pool import until
    from accord.many.source import Source, loaded
    from accord.runner.limits import Limits

    limits = limits or Limits(cancel=console.cancel)
    with limits.guard("the puzzle was read"):
        source = Source(puzzle)
        one = source.load(variant) if source.one else None
    if one is not None:
        raise click.exceptions.Exit(tell(one, ""))
    if variant is not None:
        raise click.UsageError("--variant is for a model file; the puzzles of a file of many have none")
    codes = {Code.DONE}
    for named in until(console.cancel, source.read()):
        try:
            with limits.guard("the puzzle was read"):
                one = loaded(named)
            codes.add(tell(one, named[0]))
        except (InputError, UsageError) as error:
            console.clear()
            streams.tell(f"accord: {in_flags(str(error))}")
            codes.add(error.exit_code)
    raise click.exceptions.Exit(worst(console, codes))


def worst(console: Console, codes: set[Code]) -> Code:
    """The worst of these codes; Ctrl-C is worse than all."""
    cancelled = {Code.CANCELLED} if console.cancel.is_set() else set()
    return exits.worst(codes | cancelled)
