"""Hints on lines, in the words of the items that rules on graphs become: ends, branches, closed loops."""

from __future__ import annotations

import re

from accord.deduce import Step
from accord.pencil.solutions import Statement

_VERTEX = re.compile(r"(?:.*: )?(r[0-9]+c[0-9]+) (has two edges|has no edge|is an end)")
_VISITED = re.compile(r"(?:.*: )?(r[0-9]+c[0-9]+) is visited")
_OF_ONE = re.compile(r"(?:.*: )?digit [0-9]+ from r[0-9]+c[0-9]+ to ")


def visit_words(option: str, *, chosen: bool) -> Statement | None:
    """Return what a hidden option of a rule on lines means: of which vertex, and what; None for another."""
    found = _VISITED.fullmatch(option)
    if found is None:
        return None
    return Statement(found[1], "is", f"on {'a' if chosen else 'no'} line")


def line_words(item: str, step: Step, verdict: str, *, closes: bool) -> str | None:
    """Return the hint on an item with that name; None if it is none of a rule on lines.

    Where the vertex of an item has two edges or none, a line neither ends nor branches there. Of several
    paths each edge is on one. A lazy item joins what would otherwise be apart.
    """
    if step.rule == "intersection" or not step.forced:
        return None
    vertex = _VERTEX.match(item)
    if vertex and all(forced.chosen for forced in step.forced):
        return f"the line at {vertex[1]} can go on in one way only, so {verdict}"
    if vertex and vertex[2] == "is an end":
        return f"the line of {vertex[1]} leaves it in one way only, so {verdict}"
    if vertex:
        return f"at {vertex[1]} the line can neither end nor branch, so {verdict}"
    if _OF_ONE.match(item):
        return f"a line joins cells of one number only, so {verdict}"
    if ": no turn by " in item:
        return f"no line turns back at once, so {verdict}"
    if ": visited by " in item:
        return f"no cell is left over, so {verdict}"
    if " joined by " in item:
        if closes:
            return f"otherwise a loop would leave out other lines, so {verdict}"
        return f"lines have to be joined to the others, so {verdict}"
    return None
