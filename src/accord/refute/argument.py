"""A refutation by weights of items that no set of options can balance, with the sums that show it.

Two kinds. In whole numbers: all options together weigh at least so much, the demands allow less (J. Farkas,
1902). And modulo a number: every option weighs a multiple of it, and what is demanded does not. Those who
look for weights are not trusted: `Argument.holds` adds up again, in whole numbers, from the model.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from accord.model import Model
from accord.model.arrays import totals

Weights = npt.NDArray[np.int64]
NAMED = 3  # items that a sentence names


@dataclass(frozen=True)
class Argument:
    """Weights of some items, in whole numbers (`modulo` 0) or modulo a number."""

    weight: dict[int, int]  # item -> its weight, none of them 0
    modulo: int
    given: int  # what options weigh at least, all together; 0 modulo a number
    wanted: int  # what the demands weigh at most: less; modulo a number: just that, and not 0
    words: str = ""  # the sentence, where there is a better one than can be made of these
    engine: str = "weights"  # the kind of argument
    pieces: dict[int, tuple[int, ...]] = field(default_factory=dict)  # none, unlike an imbalance

    @property
    def items(self) -> list[int]:
        """The items whose demands cannot all be met, ascending."""
        return sorted(self.weight)

    def holds(self, model: Model) -> bool:
        """Whether it is true, by plain arithmetic."""
        weights = np.zeros(model.items, np.int64)
        weights[list(self.weight)] = list(self.weight.values())
        found = sums(model, weights, self.modulo)
        return found == (self.given, self.wanted) and (
            self.wanted != 0 if self.modulo else self.wanted < self.given
        )

    def sentence(self) -> str:
        """Why, in words."""
        if self.words:
            return self.words
        if self.modulo == 2:
            return (
                f"every option gives an even number to the {len(self.weight)} items of weight 1, "
                "but together they demand an odd one"
            )
        if self.modulo:
            return (
                f"every option weighs a multiple of {self.modulo}, but the demands weigh {self.wanted} more"
            )
        return f"options weigh at least {self.given:,} in all, but the demands allow at most {self.wanted:,}"


def sums(model: Model, weights: Weights, modulo: int) -> tuple[int, int] | None:
    """Return the least weight of all options and the most of all demands; None without such a form."""
    if np.any(weights[model.coloured_items]):
        return None
    option = np.zeros(model.options, object)  # whole numbers of any size
    np.add.at(option, model.option_of_entry, weights[model.item].astype(object) * model.amount)
    bound = np.where(weights > 0, model.high, model.low).astype(object)
    demands = int(np.dot(weights.astype(object), bound))
    if not modulo:
        return int(np.minimum(option, 0).sum()), demands
    if np.any(weights[model.low != model.high]) or np.any(option % modulo):
        return None
    return 0, demands % modulo


def unmet(model: Model, cells: npt.NDArray[np.bool_] | None = None) -> Argument | None:
    """An item that cannot get enough from all options together; None if there is none.

    Args:
        model: any.
        cells: which items are cells of a board, [items], and are named so.
    """
    most = totals(model.item, np.maximum(model.amount, 0), model.items)
    short = np.flatnonzero((most < model.low) & ~model.coloured_items).tolist()
    if not short:
        return None
    item = short[0]
    some = [model.item_names[each] for each in short]
    named = ", ".join(some[:NAMED]) + (f" and {len(some) - NAMED:,} more" if len(some) > NAMED else "")
    if any(most[short]):
        demand = f"{int(model.low[item]):,} at least, and all options together give {int(most[item]):,}"
        words = f"{some[0]} demands {demand}"
    else:
        words = _nothing_for(short, named, cells)
    return Argument({item: -1}, 0, -int(most[item]), -int(model.low[item]), words, "unmet")


def _nothing_for(short: list[int], named: str, cells: npt.NDArray[np.bool_] | None) -> str:
    """Return the argument that no option gives anything to these items."""
    if cells is not None and cells[short].all():
        return f"no piece can cover {named}"
    needs, them = ("needs", "it") if len(short) == 1 else ("need", "them")
    return f"{named} {needs} something, but no option gives {them} anything"
