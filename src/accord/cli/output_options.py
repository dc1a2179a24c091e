"""Options of commands on many puzzles (--output, --resume, --shard, --cluster), and who takes --shard.

    @click.command(cls=Sharded, report="accord.cli.plan:PlanReport")
    @output_options("puzzle")
    def plan(..., out: OutputOptions) -> None: ...

The `report` prints results, of the command itself and of `accord merge`; see `accord.cli.many.Report`. Two
results of one unit must claim the same. A command of whose results more than one is right, as where two
solutions of several are printed, has a `claim` of its own; see `accord.many.merge`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from accord.arguments import about, query_of
from accord.arguments.commands import Sharing
from accord.atomic_write import refuse_input
from accord.cli.help import Command
from accord.cli.options import in_flags, options_of
from accord.errors import UsageError

if TYPE_CHECKING:
    from accord.cli.console import Console
    from accord.many.pool import Workers
    from accord.many.units import Shard

Function = TypeVar("Function", bound=Callable[..., Any])


class Sharded(Command):
    """A command whose results several runs may make, a shard each."""

    def __init__(
        self, *given: Any, report: str, claim: str = "accord.many.merge:claim_all", **more: Any
    ) -> None:
        """Both are "module:name"; see above."""
        super().__init__(*given, **more)
        self.report, self.claim = report, claim


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """The values of these options, with the names of files and shards read."""

    query: Sharing
    output: Path | None
    shard: Shard | None

    @property
    def is_folder(self) -> bool:
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
        """The message of an error that ends the work before its end, and how to continue from there."""
        file = f"; {self.output} keeps what came before: go on with --resume"
        return f"{error}{file if self.output is not None else ''}"

    @contextmanager
    def team(self, workers: int, console: Console) -> Iterator[Workers]:
        """The workers: so many processes, or the workers of the cluster that was named.

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


def output_options(
    what: str, output: str = "", struct: type[Sharing] = Sharing
) -> Callable[[Function], Function]:
    """Add these options to a command about many of `what`, which gets them as `out`.

    `output` is the help of the first, where a file has lines of JSON of shards alone.
    """
    words = {"help": output or f"Write a JSON line for each {what} to FILE.", "type": str}  # or a folder

    def add(command: Function) -> Function:
        @wraps(command)
        def run(*given: Any, **more: Any) -> Any:
            asked = {name: more.pop(name) for name in about(struct)}
            if asked["output"] is not None:
                refuse_input(asked["output"], *(word for each in more.values() for word in _words(each)))
            return command(*given, out=_options(asked, struct), **more)

        return options_of(struct, output=words)(run)  # type: ignore[return-value]

    return add


def _words(given: Any) -> Iterator[str]:
    """The texts in an argument, which may be the name of a file."""
    yield from (word for word in (given if isinstance(given, tuple) else (given,)) if isinstance(word, str))


def _options(asked: dict[str, Any], struct: type[Sharing]) -> OutputOptions:
    try:
        query = query_of(struct, asked)
    except UsageError as error:
        raise UsageError(in_flags(str(error), struct)) from None
    shard = None
    if query.shard is not None:
        from accord.many.units import Shard

        shard = Shard.of_text(query.shard)
    return OutputOptions(query, None if query.output is None else Path(query.output), shard)
