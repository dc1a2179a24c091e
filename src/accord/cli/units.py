"""The units of one shard: each is in the file of --output before it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

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

        assert self._kept.output is not None
        self.all, self.of = number, len(self.shard.units(number))
        heading = Heading.of(command, terms, number, self.shard, told)
        known: list[tuple[int, AResult]] = []
        with ShardFile(
            self._kept.output,
            heading,
            kind,
            resume=self._kept.resume,
            note=lambda unit, result: known.append((unit, result)),
        ) as file:
            self.done = len(known)
            if known:
                self._console.say(f"{self._kept.output}: {self._words} are done; going on")
            yield from known
            self._show()
            for unit, result in answered(file.left):
                file.write((unit, result))
                self.done = len(file.done)
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
