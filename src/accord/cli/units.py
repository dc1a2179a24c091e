"""The units of one shard: each is in the file of --output, if there is one, before it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, TypeVar

from accord.cli.many import unwritten

if TYPE_CHECKING:
    from accord.cli.console import Console
    from accord.cli.kept import Kept
    from accord.many.units import Result

AResult = TypeVar("AResult", bound="Result")


class Units:
    """What is known of the units of a shard."""

    def __init__(self, kept: Kept, console: Console, what: str) -> None:
        """`what` a unit is, for people, such as `part`."""
        from accord.many.units import ALL

        self.shard = kept.shard or ALL
        self._kept, self._console, self._what = kept, console, what
        self.done = self.of = self.all = 0  # units: in the file, in the shard, in all

    def results(
        self,
        command: str,
        terms: Mapping[str, object],
        number: int,
        kind: type[AResult],
        answered: Callable[[Iterator[int]], Iterator[tuple[int, AResult]]],
        told: Mapping[str, Any] | None = None,
    ) -> Iterator[tuple[int, AResult]]:
        """Each unit of the shard with its result: at first those that the file has.

        Args:
            command: what asks, as a user calls it.
            terms: all that decides what the results are, but for limits of time and memory.
            number: of units in all.
            kind: of results.
            answered: gives the results of units, in any order.
            told: what the whole is told with, beside the results.
        """
        from accord.many.shards import ShardFile
        from accord.many.units import Heading

        of_shard = self.shard.units(number)
        self.all, self.of = number, len(of_shard)
        heading = Heading.of(command, terms, number, self.shard, told)
        known: list[tuple[int, AResult]] = []
        left: Iterator[int] = iter(of_shard)
        write: Callable[..., object] = unwritten
        with ExitStack() as stack:
            if self._kept.output is not None:
                file = ShardFile(
                    self._kept.output,
                    heading,
                    kind,
                    resume=self._kept.query.resume,
                    note=lambda unit, result: known.append((unit, result)),
                )
                left, write = stack.enter_context(file).left, file.write
            self.done = len(known)
            if known:
                self._console.say(f"{self._kept.output}: {self._words} are done; going on")
            yield from known
            self._show()
            for unit, result in answered(left):
                write((unit, result))
                self.done += 1
                self._console.clear()
                yield unit, result
                self._show()

    @property
    def complete(self) -> bool:
        """Whether the shard is."""
        return self.done == self.of

    def words(self, reason: str) -> str:
        """What is done; where that is not the shard, for that reason."""
        if self.complete:
            return f"shard {self.shard}: {self.done:,} of {self.all:,} {self._what}s"
        return f"{self._words}: {reason}"

    @property
    def _words(self) -> str:
        return f"shard {self.shard}: {self.done:,} of its {self.of:,} {self._what}s"

    def _show(self) -> None:
        self._console.show(self._words, self.done / self.of if self.of else None)
