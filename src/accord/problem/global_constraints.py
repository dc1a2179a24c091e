"""The global constraints of a problem: tasks in time, rectangles, circuits, counts of values, bins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from accord.arguments.field import refuse_other_types
from accord.errors import UsageError
from accord.problem.constraints import ConstraintSet, list_of, numbers_of
from accord.problem.expressions import Expression, Value, expression, numeric, values_of
from accord.problem.global_rules import (
    Among,
    BinPacking,
    Cardinality,
    Circuit,
    Cumulative,
    Knapsack,
    NoOverlap,
    NoOverlap2D,
    NumberOfValues,
    Subcircuit,
)
from accord.problem.notation import brief
from accord.problem.slips import negative_numbers, strange_values, wrong_base


class GlobalConstraints(ConstraintSet):
    """Variables and rules, and the methods that add global constraints."""

    def no_overlap(self, starts: Iterable[Any], lengths: Iterable[Any], *, words: str = "") -> None:
        """Add the rule that tasks do not overlap in time; lengths are 0 or more.

        A task of length 0 takes no time, and may start while another one runs.
        """
        tasks = _alike(starts=starts, lengths=lengths)
        self._refuse_slips(negative_numbers(lengths=tasks["lengths"]))
        self.state(NoOverlap(tasks["starts"], tasks["lengths"], called=words))

    def no_overlap_2d(
        self,
        lefts: Iterable[Any],
        bottoms: Iterable[Any],
        widths: Iterable[Any],
        heights: Iterable[Any],
        *,
        words: str = "",
    ) -> None:
        """Add the rule that rectangles do not overlap; widths and heights are 0 or more.

        A rectangle without area may touch another, and must not be strictly inside it.
        """
        boxes = _alike(lefts=lefts, bottoms=bottoms, widths=widths, heights=heights)
        self._refuse_slips(negative_numbers(widths=boxes["widths"], heights=boxes["heights"]))
        self.state(NoOverlap2D(*boxes.values(), called=words))

    def cumulative(
        self,
        starts: Iterable[Any],
        lengths: Iterable[Any],
        demands: Iterable[Any],
        capacity: Any,
        *,
        words: str = "",
    ) -> None:
        """Add the rule that at no time do the tasks that run need more than the capacity.

        Lengths, demands and the capacity are 0 or more.
        """
        tasks = _alike(starts=starts, lengths=lengths, demands=demands)
        most = numeric(expression(capacity))
        several = {name: tasks[name] for name in ("lengths", "demands")}
        self._refuse_slips(negative_numbers(**several, capacity=[most]))
        self.state(Cumulative(tasks["starts"], tasks["lengths"], tasks["demands"], most, called=words))

    def circuit(self, successors: Iterable[Any], *, base: int = 0, words: str = "") -> None:
        """Add the rule that successors form one circle through all places, which count from `base`."""
        after = numbers_of((successors,))
        refuse_other_types(base=(base, int))
        self._refuse_slips(wrong_base("circuit", after, base))
        self.state(Circuit(after, base, called=words))

    def subcircuit(self, successors: Iterable[Any], *, base: int = 0, words: str = "") -> None:
        """Add the rule that successors form one circle; a place that is its own successor is left out.

        All places may be left out.
        """
        after = numbers_of((successors,))
        refuse_other_types(base=(base, int))
        self._refuse_slips(wrong_base("subcircuit", after, base))
        self.state(Subcircuit(after, base, called=words))

    def cardinality(
        self, of: Iterable[Any], counts: Mapping[Value, Any], *, closed: bool = False, words: str = ""
    ) -> None:
        """Add the rule that values occur so often.

        Args:
            of: the variables or expressions.
            counts: for each value a number or an expression, or a pair: at least and at most so often.
            closed: whether no other values occur.
            words: the name of the rule in hints and explanations.
        """
        if not isinstance(counts, Mapping):
            raise UsageError(f"found {brief(counts)}; expected a table of values and how often each occurs")
        pairs = [_ends(brief(value), count) for value, count in counts.items()]
        least, most = (tuple(pair[end] for pair in pairs) for end in (0, 1))
        listed, values = list_of((of,)), values_of(counts)
        self._refuse_slips(strange_values(listed, values, "cardinality"))
        self.state(Cardinality(listed, values, least, most, closed, called=words))

    def among(self, of: Iterable[Any], values: Iterable[Value], count: Any, *, words: str = "") -> None:
        """Add the rule that so many have one of the values: a number, or a pair, at least and at most."""
        least, most = _ends("the count", count)
        listed, wanted = list_of((of,)), values_of(values)
        self._refuse_slips(strange_values(listed, wanted, "among"))
        self.state(Among(listed, wanted, least, most, called=words))

    def n_values(self, of: Iterable[Any], number: Any, *, words: str = "") -> None:
        """Add the rule that so many different values occur."""
        self.state(NumberOfValues(list_of((of,)), numeric(expression(number)), called=words))

    def bin_packing(
        self,
        bins: Iterable[Any],
        weights: Iterable[Any],
        capacities: Iterable[Any],
        *,
        base: int = 0,
        words: str = "",
    ) -> None:
        """Add the rule that what is in each bin weighs at most its capacity.

        Args:
            bins: the bin of each thing; bins count from `base`.
            weights: how much each thing weighs.
            capacities: how much each bin takes.
            base: the number of the first bin.
            words: the name of the rule in hints and explanations.
        """
        things = _alike(bins=bins, weights=weights)
        most = numbers_of((capacities,))
        self.state(BinPacking(things["bins"], things["weights"], most, base, called=words))

    def knapsack(
        self,
        numbers: Iterable[Any],
        weights: Iterable[Any],
        values: Iterable[Any],
        weight: Any,
        value: Any,
        *,
        words: str = "",
    ) -> None:
        """Add the rule that what is taken weighs and is worth so much in all.

        Args:
            numbers: how many are taken of each thing, 0 or more.
            weights: how much one of each thing weighs.
            values: how much one of each thing is worth.
            weight: the weight of all; a number, an expression, or a pair: at least and at most.
            value: the worth of all, likewise.
            words: the name of the rule in hints and explanations.
        """
        taken, heavy, worth = _alike(numbers=numbers, weights=weights, values=values).values()
        totals = _ends("the weight", weight), _ends("the value", value)
        self.state(Knapsack(taken, heavy, worth, *totals, called=words))


def _alike(**lists: Iterable[Any]) -> dict[str, tuple[Expression, ...]]:
    """Lists of numbers of one length. Raises UsageError."""
    found = {name: numbers_of((of,)) for name, of in lists.items()}
    (first, one), *others = found.items()
    for name, other in others:
        if len(other) != len(one):
            raise UsageError(f"found {len(one)} {first} and {len(other)} {name}; expected as many of each")
    return found


def _ends(what: str, count: Any) -> tuple[Expression, Expression]:
    """A number that was given alone or as a pair, at least and at most. Raises UsageError."""
    if isinstance(count, list | tuple):
        if len(count) != 2:
            raise UsageError(f"found {brief(count)} for {what}; expected a number, or least and most")
        return numeric(expression(count[0])), numeric(expression(count[1]))
    found = numeric(expression(count))
    return found, found
