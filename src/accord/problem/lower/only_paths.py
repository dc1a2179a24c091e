"""Lower two questions about a rule on paths that visit all vertices, which settle most of them soon.

Three edges of a circle of four are a *turn*: a path goes from a to b, across to c, and back to d. A solution
without any turn is found soon: a solver has few ways. So that is the question where one solution is wanted.

`accord.problem.graphs.exchanges` has edges of paths that can be exchanged. That leads from solution to
solution, for a limited number of times. So where there is a solution, there is one without exchanges. Hence:

    if R is the only solution without exchanges, and no exchange leads to R, it is the only solution at all

For exchanges lead from any solution S to one that has none, which is R; and none leads to R. Nothing is
assumed of S. Other rules of a problem do not matter: they can only exclude R. If an exchange leads to R, it
comes from another solution.

Measured on published puzzles of Numberlink with 15 x 15 cells, by cadical195: a solution without turns takes
20 to 200 conflicts, and all without exchanges 1,000 to 115,000. Otherwise, both take 7,000 to millions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from accord.model import Model
from accord.model.data import ModelData
from accord.problem.graphs.cuts import GraphCuts, Rule
from accord.problem.graphs.exchanges import LARGE, SMALL, Size
from accord.problem.graphs.sides import circles
from accord.problem.graphs.square_grids import place_exchanges
from accord.problem.graphs.turns import TURN
from accord.problem.lower.graphs import write_edges
from accord.problem.lower.model_writer import LinearForm, ModelWriter

__all__ = ["exchanged_for", "rule_of", "without_exchanges", "without_turns"]

FIRST = SMALL  # windows whose exchanges are excluded from the beginning; the first of `LARGE`
HARD = 2_000  # conflicts, after which exchanges in larger windows save time


def rule_of(lazy: GraphCuts) -> Rule | None:
    """Return the first rule with several paths that visit all vertices; None if there is none."""
    return next((rule for rule in lazy.rules if len(rule.ends) > 2 and rule.spanning), None)


def without_turns(rule: Rule) -> Model:
    """Return the model of the rule's solutions without a turn; option n is edge n."""
    writer, free = _begin(rule)
    squares = np.array(circles(rule.vertices, rule.edges), np.int32).reshape(-1, 4)
    names = [f"{rule.words}: no turn in circle {number}" for number in range(1, len(squares) + 1)]
    writer.rows_at_most(names, squares, (1, 1, 1, 1), TURN - 1)
    return writer.model(lazy=GraphCuts((free,)))


def without_exchanges(rule: Rule) -> Model:
    """Return the model of the rule's solutions that have no exchange; option n is edge n.

    Its items exclude exchanges in windows of `FIRST`. Once a search is hard, clauses exclude larger ones.
    """
    writer, free = _begin(rule)
    for number, each in enumerate(place_exchanges(rule, FIRST), start=1):
        amounts = [1] * each.chosen.shape[1] + [-1] * each.closed.shape[1]
        names = [f"{rule.words}: no exchange {number} at {place}" for place in range(1, len(each.chosen) + 1)]
        edges = np.hstack([each.chosen, each.closed]).astype(np.int32)
        writer.rows_at_most(names, edges, amounts, each.chosen.shape[1] - 1)
    return writer.model(lazy=_Unexchanged((free,)))


def exchanged_for(
    rule: Rule, solution: frozenset[int], windows: tuple[Size, ...] = LARGE
) -> frozenset[int] | None:
    """Return a solution from which an exchange leads to this one; None if there is none."""
    chosen = np.zeros(len(rule.edges), np.bool_)
    chosen[[*solution]] = True
    for exchange in place_exchanges(rule, windows):
        if (found := exchange.undo(chosen)) is not None:
            new, old = found
            return frozenset(solution.difference(new).union(old))
    return None


class _Unexchanged(GraphCuts):
    """The cuts of paths without exchanges; and exchanges in larger windows, as clauses."""

    @property
    def hard(self) -> int:
        """After how many conflicts `unfold` was measured to save time."""
        return HARD

    def unfold(self, model: ModelData, variables: int) -> Iterator[list[int]]:  # noqa: ARG002
        """Yield clauses that exclude solutions with an exchange in a larger window."""
        (rule,) = self.rules
        for each in place_exchanges(rule, LARGE)[len(place_exchanges(rule, FIRST)) :]:
            yield from np.hstack([-each.chosen - 1, each.closed + 1]).tolist()


def _begin(rule: Rule) -> tuple[ModelWriter, Rule]:
    """Return a writer with the rule, where every edge may be chosen or not, and that rule."""
    writer = ModelWriter()
    edges = writer.options(name or f"edge {place}" for place, name in enumerate(rule.options, start=1))
    known = [LinearForm({edge: 1}) for edge in edges]
    free = replace(rule, options=tuple(writer.names), fixed=(), shortest=0)
    write_edges(writer, [f"vertex {vertex + 1}" for vertex in range(rule.vertices)], free, known)
    return writer, free
