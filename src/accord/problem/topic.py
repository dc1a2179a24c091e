"""What a rule is about, as data: hints, blame and pictures read it, and never the words of a rule.

>>> from accord.problem import Problem, Topic
>>> p = Problem()
>>> lamp = p.boolean("r1c2")
>>> p.add(lamp, about=Topic("the light of r1c2", "light", [(0, 1)]))
>>> p.rules[0].words, p.rules[0].topic.tag, p.rules[0].topic.cells
('the light of r1c2', 'light', ((0, 1),))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Topic:
    """What a rule is about."""

    words: str  # the name of the rule in hints and explanations; no code reads it
    tag: str = ""  # which of the rules of its puzzle it is: such as "row", or "light"
    cells: tuple[Any, ...] = ()  # the places that its words name: such as (row, column), from 0
    of: Any = None  # what else they name: such as the number of a clue, or of a row, or the label of a region

    def __init__(self, words: str, tag: str = "", cells: Iterable[Any] = (), of: Any = None) -> None:
        """Set the fields; cells may be any collection."""
        for name, value in (("words", words), ("tag", tag), ("cells", tuple(cells)), ("of", of)):
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        return self.words
