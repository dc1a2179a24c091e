"""The result of an explanation: a minimal set of conflicting items, each with its demand in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias

import msgspec
import numpy as np

from accord.certify.certificate import Argument
from accord.certify.core import Groups
from accord.model import Model
from accord.puzzles.family import scene_of
from accord.puzzles.views import places_of
from accord.scene.shapes import Scene

Answer: TypeAlias = Literal["impossible", "solvable", "undecided"]

COLOURING = "colouring"  # the kind of argument that is the answer as it is
HOLDS = "holds"  # the demand of a rule


class Reason(msgspec.Struct, frozen=True):
    """An item of the set: its name, its demand, and options that meet all other items of the set but this."""

    item: str  # or the words of a rule
    demand: str  # in words: exactly 1, at most 2, at least 1, 2 to 3; of a rule, that it holds
    low: int
    high: int | None  # None: no bound
    without: tuple[str, ...] | None = None  # None: not known to be needed


class Explanation(Argument, msgspec.Struct, frozen=True, kw_only=True):
    """Items whose demands cannot all be met, or a solution. Its JSON form is the public one."""

    answer: Answer
    items: tuple[Reason, ...] = ()
    irreducible: bool = False  # without any one of the items, the others' demands can be met
    argument: str = ""  # why, where weights of the items show it: a sentence
    kind: str = ""  # of the argument: unmet, colouring, modulo, or weights
    pieces: dict[str, tuple[int, ...]] = {}  # of a colouring: a piece -> what one of it may weigh
    confirmed: str = ""  # the other engine that found the set impossible, or arithmetic
    solution: tuple[str, ...] | None = None
    seconds: float = 0.0
    load: float = 0.0  # of those, spent on loading engines
    indices: tuple[int, ...] = ()  # the items, as items of the model; of its lazy part, none
    options: tuple[int, ...] = ()  # the solution, as options of the model

    @property
    def drawings(self) -> list[Scene]:
        """The solution, or the board with the cells of the items shaded, if they are somewhere on it."""
        puzzle = self.declared
        if puzzle is None:
            return []
        if self.solution is not None:
            return [puzzle.draw(self.options)]
        places = places_of(puzzle, self.indices)
        if not places:
            return []
        board = puzzle.picture()
        shades = {**board.shades, **dict.fromkeys(places, 0)}
        return [scene_of(puzzle.record, replace(board, shades=shades), puzzle.title)]

    def __str__(self) -> str:
        """Return the finding and the items, a line each."""
        return "\n".join([f"{self.answer}: {self.statement}", *(f"  {reason.item}" for reason in self.items)])


def reason_of_group(
    model: Model, groups: Groups, group: int, items: list[int], without: list[int] | None
) -> Reason:
    """Describe a group of a set of `items`; `without` are options that meet all others of the set."""
    names = None
    if without is not None:  # options that give these items nothing say nothing
        ours = np.isin(model.item, items) & ~model.hidden[model.option_of_entry]
        telling = set(model.option_of_entry[ours].tolist())
        names = tuple(model.option_name(option) for option in without if option in telling)
    if group < len(groups.rules):
        return Reason(groups.rules[group], HOLDS, 0, None, names)
    (item,) = np.flatnonzero(groups.of == group).tolist()
    words, bounded = demand(model, item)
    high = int(model.high[item]) if bounded else None
    return Reason(model.item_names[item], words, int(model.low[item]), high, names)


def demand(model: Model, item: int) -> tuple[str, bool]:
    """A demand in words, without a bound that always holds; and whether it has an upper one."""
    entries = model.by_item[2][model.by_item[0][item] : model.by_item[0][item + 1]]
    amounts = model.amount[entries]
    low, high = int(model.low[item]), int(model.high[item])
    if model.colour[entries].any():
        return "one colour at most", True
    if low == high:
        return f"exactly {low:,}", True
    if high >= np.maximum(amounts, 0).sum():
        return f"at least {low:,}", False
    if low <= np.minimum(amounts, 0).sum():
        return f"at most {high:,}", True
    return f"{low:,} to {high:,}", True


def statement(answer: Answer, size: int, irreducible: bool, what: str, coloured: bool) -> str:
    """The answer in a sentence, about a set of so many items or rules: `what`; `coloured` by a colouring."""
    if answer == "solvable":
        return "there is a solution, so there is nothing to explain"
    if answer == "undecided":
        return "not known: whether there is a solution is open"
    if not size:
        these = "demands" if what == "items" else what
        return f"the whole search came to its end without a solution; which {these} are to blame is not known"
    if size == 1:
        return "the demand of this item cannot be met" if what == "items" else "this rule cannot be kept"
    these = f"these {size:,} rules cannot all be kept"
    if what == "items":
        these = f"the demands of these {size:,} items cannot all be met"
    if coloured:
        return these
    if irreducible:
        return f"{these}; without any one of them the others can"
    return f"{these}; not known to be irreducible"
