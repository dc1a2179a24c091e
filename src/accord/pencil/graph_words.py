"""Put steps that follow from rules on graphs in words: what falls apart, and what alone connects it.

A cut of a rule says: where both of two vertices are chosen, so is one of those between them. What it forces
is the last of those between, or that one of the two is not chosen. A cut on sizes says that some vertices
are too many for one component, or that one is in too small a component without those around.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.problem.graph_rules.base import GraphRule

if TYPE_CHECKING:
    from accord.pencil.words import Telling


def graph_words(tell: Telling) -> str | None:
    """Return a step that a connection forces, as in `without r2c3 the white cells would fall apart, so ..`.

    None for a step by another rule, and for one by the number of vertices.
    """
    rule = tell.graphs.get(tell.rule)
    if rule is None or tell.step.rule != "bounds":
        return None
    if rule.lowered.name == "components" and tell.is_lazy:
        return _component_words(tell, rule)
    if rule.lowered.name != "connected":
        return None
    if not tell.is_lazy:
        link = len(tell.options) == 2 and tell.step.demand == (1, 1)  # between a truth and its contrary
        return f"otherwise {rule.words} {part_words(rule)}, so {tell.verdict}" if link else None
    gives = dict(zip(tell.options, tell.amounts, strict=True))
    sides = [_vertex(tell, option) for option, amount in gives.items() if amount < 0]
    between = [each.option for each in tell.step.forced if each.chosen and gives.get(each.option, 0) > 0]
    if between:
        only = _vertex(tell, between[0])
        if len(sides) == 2:
            return f"{sides[0]} and {sides[1]} are connected only through {only}, so {tell.verdict}"
        return f"without {only} {rule.words} {part_words(rule)}, so {tell.verdict}"
    if len(sides) == 2:
        return f"{sides[0]} and {sides[1]} are cut off from each other, so {tell.verdict}"
    return f"otherwise {rule.words} {part_words(rule)}, so {tell.verdict}"


def _component_words(tell: Telling, rule: GraphRule) -> str:
    """Return a step by a cut on the size of a component, as in `otherwise .. would be too large, so ..`."""
    gives = zip(tell.options, tell.amounts, strict=True)
    inside = [_vertex(tell, option) for option, amount in gives if amount < 0]
    if not inside:
        return f"otherwise {rule.words} would be too large, so {tell.verdict}"
    if tell.closes:
        return f"at {inside[0]} {rule.words} would be too small, so {tell.verdict}"
    return f"from {inside[0]} {rule.words} can grow only there, so {tell.verdict}"


def part_words(rule: GraphRule) -> str:
    """Return what becomes of a rule that cannot be met."""
    return "would fall apart" if rule.lowered.name == "connected" else "could not hold"


def _vertex(tell: Telling, option: int) -> str:
    """Return the cell of an option, or of the hidden option of its contrary."""
    if option < len(tell.choices):
        return tell.choices[option][0]
    return tell.model.option_name(option).rpartition(": ")[2]
