"""What a rule writes itself to, beside the rows of a model: an engine of integers, and a sum of sizes.

Rules know these by what they can do, since those who have it are above them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from accord.problem.expressions import Expression, Truth, Value


@dataclass(frozen=True, slots=True)
class OneLoop:
    """One loop of a graph, as engines have it that know circuits."""

    pairs: Sequence[tuple[int, int]]  # the vertices of each edge, numbered from 0
    flags: Sequence[Truth | None]  # whether each edge is chosen; None: never
    vertices: int
    empty: bool  # whether nothing at all may be chosen
    spanning: bool  # whether every vertex is visited
    shortest: int  # the fewest edges


class IntegerWriter(Protocol):
    """Writes constraints on integers, as CP-SAT takes them.

    A *form* is a linear form of an expression, and a *literal* a Boolean of CP-SAT or its negation. Whatever
    is made beside the variables of the problem must be determined by them, as solutions are counted.
    """

    made: Any  # the model of CP-SAT, with its methods `add_...`
    true: Any  # a literal that always holds
    only_best: bool  # then some variables may be left free: no solution is counted

    def new(self, low: int, high: int) -> Any:
        """A new variable."""

    def refuse(self) -> None:
        """There is no solution."""

    # -- expressions -------------------------------------------------------------------------------

    def code(self, value: Value) -> int:
        """The number that a value equals, or that stands for it."""

    def form(self, of: Expression) -> Any:
        """The form of an expression."""

    def bounds(self, form: Any) -> tuple[int, int]:
        """The least and the greatest value of a form."""

    def linear(self, form: Any) -> Any:
        """A form as linear constraints take it."""

    def expression(self, of: Expression) -> Any:
        """An expression as other constraints take it: of one variable at most."""

    # -- literals ----------------------------------------------------------------------------------

    def literal(self, of: Truth) -> Any:
        """Whether a truth holds."""

    def equals(self, of: Expression, number: int) -> Any:
        """Whether an expression is a number."""

    def same(self, one: Expression, other: Expression) -> Any:
        """Whether two expressions are equal."""

    def among(self, form: Any, values: Any) -> Any:
        """Whether a form has one of these numbers."""

    def any(self, literals: Sequence[Any]) -> Any:
        """Whether one of these holds."""

    def all(self, literals: Sequence[Any]) -> Any:
        """Whether all of these hold."""

    # -- constraints -------------------------------------------------------------------------------

    def holds(self, truth: Truth, only_if: Sequence[Any] = ()) -> None:
        """A truth holds, if all of some literals do."""

    def allow(self, forms: Sequence[Any], rows: Sequence[Sequence[int]]) -> None:
        """Forms have the values of one of these rows, of which there is at least one."""

    def loop(self, loop: OneLoop) -> None:
        """One loop of a graph."""

    # -- tasks -------------------------------------------------------------------------------------

    def has_gaps(self, *of: Expression) -> bool:
        """Whether one of some starts and lengths has far fewer values than there are between its ends."""

    def from_0(self, of: Expression) -> Any:
        """The form of a number that must not be below 0."""

    def interval(self, start: Expression, length: Expression) -> Any:
        """The interval of a task, whose length is 0 or more."""


class Sizes(Protocol):
    """Adds up how large a model would be, about; each expression counts once."""

    def of(self, of: Expression) -> int:
        """How many entries an expression and its parts add, in so far as they are new."""

    def values(self, of: Expression) -> int:
        """How many values an expression may have."""
