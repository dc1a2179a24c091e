"""What is kept of many, and who works on them: --output, --resume, --shard, --cluster; and their commands.

    @click.command(cls=Sharded, whole="accord.cli.plan:whole")
    @keeping("puzzle")
    def plan(..., kept: Kept) -> None: ...

    def whole(merged: Merged, console: Console, as_json: bool) -> Code: ...

`whole` tells the results of all shards as the command itself would have, and says with which code to leave.
What lacks, and what differs, is for `accord merge` to tell; of a unit that was worked on twice both results
must claim the same. A `claim` of its own, see `accord.many.merge`, has a command of whose results more than
one is right, as where two solutions of several are told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import click

from accord.arguments import about, query_of
from accord.arguments.sharing import Sharing
from accord.cli.options import in_flags, options_of
from accord.errors import UsageError
from accord.whole import refuse_input

if TYPE_CHECKING:
    from accord.cli.console import Console
    from accord.many.ledger import Question, Result
    from accord.many.pool import Workers
    from accord.many.source import Listed, Named, Source
    from accord.many.units import Shard
    from accord.runner.limits import Cancel

AResult = TypeVar("AResult", bound="Result")
Command = TypeVar("Command", bound=Callable[..., Any])


class Sharded(click.Command):
    """A command whose results several runs may make, a shard each."""

    def __init__(self, *given: Any, whole: str, claim: str = "accord.many.merge:said", **more: Any) -> None:
        """Both are "module:function"; see above."""
        super().__init__(*given, **more)
        self.whole, self.claim = whole, claim


@dataclass(frozen=True, slots=True)
class Kept:
    """What was asked for by these options, with the names of files and shards read."""

    query: Sharing
    output: Path | None
    shard: Shard | None

    @property
    def folder(self) -> bool:
        """Whether the output is said to be one."""
        return str(self.query.output or "").endswith("/")

    def refuse_one(self, many: str) -> None:
        """Raise UsageError if any was, where there is one; `many` says what has several."""
        if self.output is None and self.query.cluster is None:
            return
        if self.query.cluster is not None:
            raise UsageError(f"--cluster is for many; {many}")
        flag = "output" if self.shard is None else "shard"
        raise UsageError(f"--{flag} is for the results of many; {many}")

    @property
    def shared(self) -> bool:
        """Whether the work is to be cut into units, of which each has a result of its own."""
        return self.output is not None or self.query.cluster is not None

    def way_out(self, error: Exception) -> str:
        """What an error says that ends the work before its end, and how to go on from there."""
        kept = f"; {self.output} keeps what came before: go on with --resume"
        return f"{error}{kept if self.output is not None else ''}"

    @contextmanager
    def team(self, workers: int, console: Console) -> Iterator[Workers]:
        """Who works on many: so many processes, or the workers of the cluster that was named.

        Raises UsageError for both, and what `accord.many.cluster.Cluster` raises when it is opened.
        """
        if self.query.cluster is None:
            yield workers
            return
        if workers > 1:
            raise UsageError("--workers are processes of this machine; --cluster has workers of its own")
        from accord.many.cluster import Cluster

        with Cluster(
            self.query.cluster, cancel=console.cancel, say=console.say, trust=self.query.trust
        ) as cluster:
            console.say(f"{cluster.address}: {cluster.words}")
            console.team = lambda: cluster.words
            yield cluster


def keeping(what: str, output: str = "", struct: type[Sharing] = Sharing) -> Callable[[Command], Command]:
    """Add these options to a command about many of `what`, which gets them as `kept`.

    `output` is the help of the first, where a file has lines of JSON of shards alone.
    """
    words = {"help": output or f"Write a line of JSON a {what} to FILE.", "type": str}  # or a folder

    def add(command: Command) -> Command:
        @wraps(command)
        def run(*given: Any, **more: Any) -> Any:
            asked = {name: more.pop(name) for name in about(struct)}
            if asked["output"] is not None:
                refuse_input(asked["output"], *(word for each in more.values() for word in _words(each)))
            return command(*given, kept=_kept(asked, struct), **more)

        return options_of(struct, output=words)(run)  # type: ignore[return-value]

    return add


def _words(given: Any) -> Iterator[str]:
    """The texts in an argument, which may be the name of a file."""
    yield from (word for word in (given if isinstance(given, tuple) else (given,)) if isinstance(word, str))


def _kept(asked: dict[str, Any], struct: type[Sharing]) -> Kept:
    try:
        query = query_of(struct, asked)
    except UsageError as error:
        raise UsageError(in_flags(str(error), struct)) from None
    shard = None
    if query.shard is not None:
        from accord.many.units import Shard

        shard = Shard.of_text(query.shard)
    return Kept(query, None if query.output is None else Path(query.output), shard)


@dataclass(frozen=True, slots=True, kw_only=True)
class Many(Generic[AResult]):
    """Many things, and what is asked of each."""

    source: Source
    question: Question[AResult]
    # (puzzles, workers=...) -> a result each, in their order
    answered: Callable[..., Iterator[Sequence[AResult]]]
    kind: type[AResult]  # of results
    lines: str  # what writes such lines, as in `accord plan --jsonl`
    terms: Mapping[str, object] = field(default_factory=dict)  # of a shard, beside the question's
    workers: int = 1  # processes of this machine, where no cluster was named

    def listed(self, cancel: Cancel) -> Listed:
        """How many there are, and which.

        Raises UsageError if they can be read only once, and StoppedError once `cancel` is set.
        """
        from accord.errors import StoppedError
        from accord.many.source import listed

        def read() -> Iterator[Named]:
            for named in self.source.read():
                if cancel.is_set():
                    raise StoppedError(
                        "stopped while all were numbered; nothing was begun", status="cancelled"
                    )
                yield named

        if "-" in self.source.names:
            raise UsageError(
                "--shard numbers all before it begins, and standard input can be read once; name a file"
            )
        return listed(self.source.names, read())
