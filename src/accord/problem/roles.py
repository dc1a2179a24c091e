"""What items and hidden options of a rule say, as data; hints make sentences of it.

A rule writes its rows with a role, and its cuts have one. A step of a person is shown to the rule of an item,
with the role of that item: names are for people, and no code reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

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


@dataclass(frozen=True, slots=True)
class Role:
    """What an item, or a hidden option, says."""

    says: Says
    rule: int | None = None  # whose it is, by number
    vertex: str = ""  # that it is about, if it is about one

    def reason(self, step: Step) -> str | None:
        """Return the reason for a step by the item."""
        chosen = {forced.chosen for forced in step.forced}
        other = self.says.opens if chosen == {True} else self.says.closes if chosen == {False} else ""
        return (other or self.says.usual).format(self.vertex) or None


class Seen(Protocol):
    """A step of a person by one item, as the words of a rule need it."""

    @property
    def step(self) -> Step:
        """The step."""

    @property
    def role(self) -> Role | None:
        """The role of the item; None if it has none."""

    @property
    def is_lazy(self) -> bool:
        """Whether the item was found on the way."""

    @property
    def options(self) -> Sequence[int]:
        """All options of the item."""

    @property
    def amounts(self) -> Sequence[int]:
        """The amount that each of them gives to the item."""

    @property
    def verdict(self) -> str:
        """The consequence: `r3c1 and r3c7 have no star`."""

    @property
    def closes(self) -> bool:
        """Whether all that is forced is that something is not so."""

    def place_of(self, option: int) -> str:
        """Return the cell, or the vertex, that an option is about."""
