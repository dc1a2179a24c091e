"""What items and hidden options of a rule say, as data; hints make sentences of it.

A rule writes its rows with a role, and its cuts have one. A step of a person is shown to the rule of an item,
with the role of that item: names are for people, and no code reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from accord.deduce import Step


@dataclass(frozen=True, slots=True)
class Says:
    """What several items of a rule say, each of its vertex, as the reason in a hint; "" is no reason."""

    usual: str = ""
    opens: str = ""  # where all that is forced is chosen, if that is another reason
    closes: str = ""  # where none of it is
    chosen: str = ""  # of an option: what the vertex then is, as in "on a line"
    not_chosen: str = ""


class Role(NamedTuple):
    """What an item, or a hidden option, says."""

    says: Says
    rule: int | None = None  # whose it is, by number
    vertex: str = ""  # that it is about, if it is about one

    def reason(self, step: Step) -> str | None:
        """Return the reason for a step by the item."""
        chosen = {forced.chosen for forced in step.forced}
        other = self.says.opens if chosen == {True} else self.says.closes if chosen == {False} else ""
        return (other or self.says.usual).format(self.vertex) or None


@dataclass(frozen=True)
class Seen:
    """A step of a person by one item, as the words of a rule need it."""

    step: Step
    role: Role | None  # of the item; None if it has none
    is_lazy: bool  # whether the item was found on the way
    gives: Mapping[int, int]  # the amount that each option gives to the item
    place_of: Callable[[int], str]  # the cell, or the vertex, that an option is about
    verdict: str  # the consequence: `r3c1 and r3c7 have no star`
