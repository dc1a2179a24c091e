"""`no_overlap_2d(lefts, bottoms, widths, heights)`: rectangles do not overlap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from accord.problem.constraints import ConstraintSet
from accord.problem.expressions import Expression, Truth
from accord.problem.functions import some
from accord.problem.global_rules.base import (
    Arguments,
    Draw,
    GlobalRule,
    alike,
    list_text,
    none_below_0,
    states,
)
from accord.problem.rules import Rule
from accord.problem.slips import negative_numbers
from accord.problem.topic import Topic
from accord.problem.writers import IntegerWriter


@dataclass(frozen=True, eq=False)
class NoOverlap2D(GlobalRule):
    """Require that one of two rectangles ends before the other begins, or where it does, across or along.

    No width and no height is below 0. A rectangle without area must not be strictly inside another.
    """

    lefts: tuple[Expression, ...]
    bottoms: tuple[Expression, ...]
    widths: tuple[Expression, ...]
    heights: tuple[Expression, ...]

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        ends = [
            ((found[x], found[x] + found[w]), (found[y], found[y] + found[h]))
            for x, y, w, h in zip(self.lefts, self.bottoms, self.widths, self.heights, strict=True)
        ]
        apart = all(
            any(one[1] <= other[0] or other[1] <= one[0] for one, other in zip(here, there, strict=True))
            for here, there in combinations(ends, 2)
        )
        return apart and all(low <= high for sides in ends for low, high in sides)

    def simpler_rules(self) -> Iterator[Truth | Rule]:
        """For each pair, which one is first, across or along."""
        yield from none_below_0((*self.widths, *self.heights))
        sides = [
            ((x, x + w), (y, y + h))
            for x, y, w, h in zip(self.lefts, self.bottoms, self.widths, self.heights, strict=True)
        ]
        for here, there in combinations(sides, 2):
            pairs = [*zip(here, there, strict=True)]
            yield some(
                first[1] <= second[0]
                for one, other in pairs
                for first, second in ((one, other), (other, one))
            )

    def write_integers(self, to: IntegerWriter) -> None:
        """Intervals across and along; rectangles that may have no area are compared pair by pair."""
        sizes = (*self.widths, *self.heights)
        least = [to.bounds(to.form(size))[0] for size in sizes]
        if min(least, default=1) > 0 and not to.has_gaps(*self.lefts, *self.bottoms, *sizes):
            across = list(map(to.interval, self.lefts, self.widths))
            along = list(map(to.interval, self.bottoms, self.heights))
            to.made.add_no_overlap_2d(across, along)
        else:
            super().write_integers(to)

    def __str__(self) -> str:
        lists = map(list_text, (self.lefts, self.bottoms, self.widths, self.heights))
        return f"no_overlap_2d({', '.join(lists)})"


def _random(draw: Draw) -> Arguments:
    lefts, _, widths, heights = draw.tasks(4)
    return (lefts, [draw.pick([*draw.integers, 0]) for _ in lefts], widths, heights), {}


class StatesNoOverlap2D(ConstraintSet):
    """A problem, and the method that states it."""

    @states(_random)
    def no_overlap_2d(
        self,
        lefts: Iterable[Any],
        bottoms: Iterable[Any],
        widths: Iterable[Any],
        heights: Iterable[Any],
        *,
        words: str = "",
        about: Topic | None = None,
    ) -> None:
        """Add the rule that rectangles do not overlap; widths and heights are 0 or more.

        A rectangle without area may touch another, and must not be strictly inside it.

        >>> import accord
        >>> p = accord.Problem()
        >>> lefts, bottoms = p.integers(2, 0, 1, name="x"), p.integers(2, 0, 1, name="y")
        >>> p.no_overlap_2d(lefts, bottoms, widths=[1, 2], heights=[1, 1])
        >>> accord.count(p).count
        10
        """
        boxes = alike(lefts=lefts, bottoms=bottoms, widths=widths, heights=heights)
        self._refuse_slips(negative_numbers(widths=boxes["widths"], heights=boxes["heights"]))
        self.state(NoOverlap2D(*boxes.values(), called=words), about)
