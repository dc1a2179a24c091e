"""What commands about many share: a file's puzzles in turn, the ledger of `--output`, the worst exit code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from accord import exits
from accord.cli import streams
from accord.cli.options import in_flags
from accord.errors import ClusterError, InputError, UsageError, WorkerDiedError
from accord.exits import Code, Status

if TYPE_CHECKING:
    from accord.cli.console import Console
    from accord.many.ledger import AResult, Question
    from accord.many.pool import Workers
    from accord.many.source import Named
    from accord.puzzles.puzzle import Puzzle


class Told:
    """What was told so far of many: how often each word, and how bad the worst was."""

    def __init__(self, console: Console, what: str = "puzzle") -> None:
        """`what` they are, for when there was none."""
        self._console, self._what = console, what
        self.words: Counter[str] = Counter()
        self.codes = {Code.DONE}

    @property
    def said(self) -> str:
        """The words, the most frequent first."""
        return ", ".join(f"{number:,} {word}" for word, number in self.words.most_common())

    def add(self, word: str, code: Code) -> None:
        """One more that came to this."""
        self.words[word] += 1
        self.codes.add(code)

    def leave(self, said: str | None = None) -> NoReturn:
        """Say what was told, or what is `said` of it, and leave with the exit code of the worst."""
        said = (self.said or f"no {self._what}") if said is None else said
        if said:
            self._console.say(said)
        leave(self._console, self.codes)

    def kept(
        self,
        answered: Callable[[Iterator[Named]], Iterator[Sequence[AResult]]],
        puzzles: Iterator[Named],
        note: Callable[[AResult], object],
        output: str | None,
        kind: type[AResult],
        question: Question[AResult],
        *,
        resume: bool,
        command: str,
    ) -> Iterator[Sequence[AResult]]:
        """The results about puzzles, some at a time, as they come; with `output` in that file before they do.

        Args:
            answered: gives the results of puzzles.
            puzzles: all of them; those whose results the file has already are not asked about again.
            note: is told each result, those that the file has included.
            output: the name of a file, if results are to be kept.
            kind: of the results.
            question: what is asked.
            resume: whether to go on with the file.
            command: what writes such lines, as in `accord plan --jsonl`.
        """
        from accord.many.ledger import Ledger

        with ExitStack() as stack:
            stack.enter_context(self._console)
            ledger = None
            if output is not None:
                asked = (Path(output), kind, question, puzzles)
                ledger = stack.enter_context(Ledger(*asked, resume=resume, command=command, note=note))
                puzzles = ledger.rest
                if ledger.kept:
                    self._console.say(f"{output}: {ledger.kept:,} {self._what}s are done; going on")
            try:
                for some in answered(puzzles):
                    self._console.clear()
                    for result in some:
                        note(result)
                    if ledger is not None:
                        ledger.write(*some)
                    yield some
            except (ClusterError, WorkerDiedError) as error:
                kept = f"{output} keeps what came before: go on with --resume" if output else ""
                raise type(error)("; ".join(filter(None, [str(error), kept]))) from error


@contextmanager
def team(address: str | None, workers: int, console: Console) -> Iterator[Workers]:
    """Who works on many: so many processes, or the workers of the cluster at that address, if there is one.

    Raises UsageError for both, and what `accord.many.cluster.Cluster` raises when it is opened.
    """
    if address is None:
        yield workers
        return
    if workers > 1:
        raise click.UsageError("--workers is for processes of this machine; --cluster has workers of its own")
    from accord.many.cluster import Cluster

    with Cluster(address, cancel=console.cancel, say=console.say) as cluster:
        console.say(f"{cluster.address}: {cluster.words}")
        yield cluster


def each_of(
    puzzle: str, variant: str | None, console: Console, tell: Callable[[Puzzle, str], Code]
) -> NoReturn:
    """Tell of the puzzle of that name; where it is a file of many, or a range, of each.

    `tell` is handed a puzzle, and its name among the others, which is empty if it is alone. What is wrong
    with one of many, or cannot be asked of it, goes to stderr, and the next one is told of. Leaves with the
    worst exit code.
    """
    from accord.many.source import loaded, source

    many = source(puzzle)
    if many is None:
        from accord.puzzles.library import load

        raise click.exceptions.Exit(tell(load(puzzle, variant), ""))
    if variant is not None:
        raise click.UsageError("--variant is for a model file; the puzzles of a file of many have none")
    codes = {Code.DONE}
    for named in many.puzzles:
        if console.cancel.is_set():
            break
        try:
            codes.add(tell(loaded(named), named[0]))
        except (InputError, UsageError) as error:
            console.clear()
            streams.tell(f"accord: {in_flags(str(error))}")
            codes.add(error.exit_code)
    leave(console, codes)


def leave(console: Console, codes: set[Code]) -> NoReturn:
    """Leave with the worst of these codes; Ctrl-C is worse than all."""
    cancelled = {Code.CANCELLED} if console.cancel.is_set() else set()
    raise click.exceptions.Exit(exits.worst(codes | cancelled))


def code(status: Status, fault: str, answered: bool) -> Code:
    """The code of one of many: what is wrong with it, or how its search ended."""
    return Code.INPUT if fault and status == "failed" else exits.of(status, answered)
