"""The data of a model: a sparse integer matrix A (items x options), demands low <= A x <= high, and names.

    name        shape            dtype   meaning
    ----------  ---------------  ------  ----------------------------------------------------------
    low, high   items            int64   the demand of each item; infinity = sum of its positive amounts
    start       options + 1      int64   option o has the entries start[o]:start[o + 1]
    item        entries          int32   the item of an entry; ascending within an option
    amount      entries          int64   what the option gives to that item; never 0
    colour      entries          int32   index into `colours`; 0 means no colour
    order       <= items         int32   items in the order a person would fill them; may be empty
    symmetries  elements, items  int32   candidate permutations of the items, the identity first; no row
                                         where none were declared: they were not searched for
    hidden      options          bool    auxiliary options, determined by the visible ones
    objective   options, or 0    int64   what each option adds to a solution's value, to be made small
    maximizes   -                bool    objective of the negated model; see `signed_value`
    lazy        -                -       finds more items as solutions break them; see `Lazy`

A coloured entry stands on an item with demand [0, 1]: all chosen options that give it a colour must
give the same one, and an uncoloured option tolerates no other (Knuth's XCC rule).

The same solution in three forms: a set of chosen options; a row of option indices, ascending; a row of
a batch, an int32 array [solutions, width] padded with -1 at the right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Flag, auto
from functools import cached_property
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar, runtime_checkable

import numpy as np
import numpy.typing as npt

from accord.model.arrays import Ints, by_number, starts, totals

__all__ = [
    "Derives", "Flags", "Indices", "Ints", "Keeps", "Kind", "Lazy", "LazyItem", "M", "ModelData", "Origin",
    "Solve", "with_origin",
]  # fmt: skip

Indices = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]


class Kind(Flag):
    """Features of a model. No feature at all is an exact cover with primary and secondary items."""

    EXACT_COVER = 0
    MULTIPLICITIES = auto()  # some demand is neither [1, 1] nor [0, 1]
    LINEAR = auto()  # some amount is not 1
    COLOURED = auto()  # some option gives a colour
    OBJECTIVE = auto()  # solutions have a value, and the least is wanted
    LAZY = auto()  # there are more items, which are found as solutions break them

    @property
    def words(self) -> str:
        """The features in words: `exact cover`, `multiplicities and linear`, ..."""
        names = [(feature.name or "").lower() for feature in Kind if feature in self]
        return " and ".join(names) or "exact cover"


@dataclass(frozen=True, eq=False, repr=False)
class ModelData:
    """The arrays and names of a model, and what is read off them; immutable. `Model` adds the algebra."""

    item_names: tuple[str, ...]
    low: Ints
    high: Ints
    start: Ints
    item: Indices
    amount: Ints
    colour: Indices
    colours: tuple[str, ...]
    names: tuple[str, ...]
    order: Indices
    symmetries: Indices
    hidden: Flags
    objective: Ints
    family: str
    lazy: Lazy | None = None
    origin: Origin | None = None  # no part of what the model says: neither digests nor fingerprints know it
    maximizes: bool = False  # nor this: engines make the objective small, whatever it is
    about: Mapping[str, object] = field(default_factory=dict)  # nor this: of lazy items, see `LazyItem.about`
    integers: ClassVar[bool] = False  # whether it has variables and rules in place of options and items

    def __getstate__(self) -> dict[str, Any]:
        """Return the declared state, without anything derived: pickles and copies derive that anew."""
        return {each.name: vars(self)[each.name] for each in fields(self)}

    # -- sizes and names ---------------------------------------------------------------------------

    @property
    def items(self) -> int:
        """The number of items."""
        return len(self.item_names)

    @property
    def options(self) -> int:
        """The number of options."""
        return len(self.start) - 1

    @cached_property
    def item_index(self) -> dict[str, int]:
        """Item name -> index."""
        return {name: i for i, name in enumerate(self.item_names)}

    def option_name(self, option: int) -> str:
        """The option's own name, or the names of the items it gives to."""
        if self.names:
            return self.names[option]
        return " ".join(self.item_names[i] for i in self.items_of(option))

    @property
    def has_hidden(self) -> bool:
        """Whether some options are hidden."""
        return bool(self.hidden.any())

    def without_hidden(self, solutions: Indices) -> Indices:
        """A batch of solutions with -1 in the place of each hidden option."""
        return np.where(self.hidden[solutions], np.int32(-1), solutions)

    def visible(self, options: Iterable[int]) -> list[str]:
        """The names of these options, without hidden ones."""
        return [self.option_name(option) for option in options if not self.hidden[option]]

    def items_of(self, option: int) -> Indices:
        """The items an option gives to, ascending."""
        return self.item[self.start[option] : self.start[option + 1]]

    def options_of(self, item: int) -> Indices:
        """The options that give to an item, ascending."""
        start, option, _ = self.by_item
        return option[start[item] : start[item + 1]]

    def __repr__(self) -> str:
        tag = f"{self.family}: " if self.family else ""
        return f"<Model {tag}{self.items} items, {self.options} options, {self.kind.words}>"

    # -- derived forms -----------------------------------------------------------------------------

    @cached_property
    def option_of_entry(self) -> Indices:
        """For each entry, its option: the inverse of `start`."""
        return np.repeat(np.arange(self.options, dtype=np.int32), np.diff(self.start))

    @cached_property
    def by_item(self) -> tuple[Ints, Indices, Ints]:
        """The matrix by items: `start` (items + 1), then each entry's option and its index in `item`."""
        entry = by_number(self.item, self.items)
        start = starts(np.bincount(self.item, minlength=self.items))
        return start, self.option_of_entry[entry], entry

    @cached_property
    def added(self) -> Ints:
        """Return the amount that each entry adds to the sum of its item; 0 for a colour."""
        return np.where(self.colour == 0, self.amount, 0)

    @cached_property
    def least(self) -> Ints:
        """The least that the options can add up to, for each item."""
        return totals(self.item, np.minimum(self.added, 0), self.items)

    @cached_property
    def most(self) -> Ints:
        """The most that the options can add up to, for each item."""
        return totals(self.item, np.maximum(self.added, 0), self.items)

    @cached_property
    def lowest(self) -> Ints:
        """The least amount that an option gives to each item, 1 for a colour; 2^62 where none gives any."""
        lowest = np.full(self.items, 1 << 62)
        np.minimum.at(lowest, self.item, np.where(self.colour == 0, self.amount, 1))
        return lowest

    @cached_property
    def exclusive(self) -> Flags:
        """Items with amounts above 0, of which any two are too much, but for two of one colour."""
        return np.logical_and(self.lowest > 0, self.lowest > self.high - self.lowest)

    @cached_property
    def primary(self) -> Flags:
        """Items with demand [1, 1]."""
        return np.logical_and(self.low == 1, self.high == 1)

    @cached_property
    def secondary(self) -> Flags:
        """Items with demand [0, 1]."""
        return np.logical_and(self.low == 0, self.high == 1)

    @cached_property
    def coloured_items(self) -> Flags:
        """A mask of the items to which some option gives a colour."""
        coloured = np.zeros(self.items, np.bool_)
        coloured[self.item[self.colour != 0]] = True
        return coloured

    @cached_property
    def unit_items(self) -> Flags:
        """A mask of the items to which no option gives another amount than 1."""
        unit = np.ones(self.items, np.bool_)
        unit[self.item[self.amount != 1]] = False
        return unit

    @cached_property
    def plain_items(self) -> Flags:
        """A mask of the items to which options give 1 without a colour: only how many are chosen counts."""
        return self.unit_items & ~self.coloured_items

    @property
    def candidates(self) -> Indices:
        """The candidate symmetries: all that were declared, or the identity alone."""
        identity = np.arange(self.items, dtype=np.int32)[None, :]
        return self.symmetries if len(self.symmetries) else identity

    @cached_property
    def kind(self) -> Kind:
        """Return the features that a backend must understand to take this model."""
        kind = Kind.EXACT_COVER
        if not (self.primary | self.secondary).all():
            kind |= Kind.MULTIPLICITIES
        if (self.amount != 1).any():
            kind |= Kind.LINEAR
        if self.colour.any():
            kind |= Kind.COLOURED
        if len(self.objective):
            kind |= Kind.OBJECTIVE
        if self.lazy is not None:
            kind |= Kind.LAZY
        return kind

    def values(self, solutions: Indices) -> Ints:
        """The value of each solution of a batch under the objective."""
        return np.append(self.objective, 0)[solutions].sum(axis=1, dtype=np.int64)

    def signed_value(self, value: int) -> int:
        """Return a value or bound of the objective as people read it: negated if it maximizes."""
        return -value if self.maximizes else value


M = TypeVar("M", bound=ModelData)  # what makes a model of a model keeps its class


# -- origins ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Origin:
    """The spec that a model was built from, and the cell and the value that each option stands for.

    `restrict` and `require` carry it along; where items are added or made anew (cuts, orbits) there is none.
    An engine that knows the family checks items and demands against the table. It never trusts the spec
    alone, since the model may be a part of what the spec says.

    Example: a sudoku of 4 x 4, of whose first cell only two digits are left; cell and digit of each option:

        option   r1c1=2  r1c1=4  r1c2=1  ...
        table    [0 2]   [0 4]   [1 1]   ...
    """

    spec: Any
    table: Indices  # [options, 2]: cell, value; numbered as the family says

    def restricted_to(self, options: Ints) -> Origin:
        """Return the origin of a model with these options only."""
        return Origin(self.spec, self.table[options])


def with_origin(model: M, spec: Any, table: npt.ArrayLike) -> M:
    """The model with an origin; `table` is [options, 2]: the cell and the value of each option."""
    rows = np.ascontiguousarray(table, np.int32).reshape(-1, 2)
    if len(rows) != model.options:
        raise ValueError(f"found an origin of {len(rows)} options; the model has {model.options}")
    return replace(model, origin=Origin(spec, rows))


# -- lazy items ------------------------------------------------------------------------------------

# A model (`Model`, defined above this module) and options -> a solution that contains them, as ascending
# options; None if there is none.
Solve: TypeAlias = Callable[[Any, Sequence[int]], "tuple[int, ...] | None"]


@dataclass(frozen=True)
class LazyItem:
    """An item that every true solution meets; `high` None is no bound.

    Options that a model lacks give nothing there; the demand stays.
    """

    name: str
    gives: Mapping[str, int]  # option name -> amount
    low: int
    high: int | None = None

    @property
    def about(self) -> object:
        """Return what the lazy part knows of it beside what it says; models and steps carry it along."""
        return None

    @property
    def plain(self) -> LazyItem:
        """The item as it is written to files."""
        return LazyItem(self.name, self.gives, self.low, self.high)


class Lazy(Protocol):
    """The lazy part of a model. It is frozen, can be pickled, and finds the same items every time.

    Where all amounts of its items are 1, it may say so with a truth `unit`: then engines that know no others
    search its models as well, in passes. Where these items decide most of a search,
    a truth `decisive` says so.
    """

    @property
    def token(self) -> str:
        """Return the text that identifies this lazy part: a part of the model's fingerprint."""

    def violations(self, chosen: Sequence[str], solve: Solve) -> Sequence[LazyItem]:
        """Items that a solution breaks, at least one unless the solution is true; then none.

        Args:
            chosen: the names of the options of the solution.
            solve: answers questions about models.
        """


@runtime_checkable
class Derives(Lazy, Protocol):
    """The methods of a lazy part that proofs about its models need."""

    def follows(self, item: LazyItem) -> bool:
        """Whether every true solution meets this item: derived anew from what the lazy part says.

        It is asked by checkers, of items from anywhere, with any names and amounts; nothing is looked up.
        """


@runtime_checkable
class Unfolds(Lazy, Protocol):
    """The method of a lazy part that helps solvers of clauses with hard models."""

    @property
    def hard(self) -> int:
        """Return after how many conflicts these clauses save more time than they take."""

    def unfold(self, model: Any, variables: int) -> Iterable[list[int]]:
        """Return clauses that each true solution of a model meets.

        Option o is variable o + 1. So many `variables` are in use; the clauses may have further ones.
        """


@runtime_checkable
class Expects(Lazy, Protocol):
    """The method of a lazy part that helps a person who solves its models."""

    def expectations(self) -> Sequence[Sequence[LazyItem]]:
        """Return lists of items that the only solution of most models meets.

        They do not follow from the model. Use a list only once a search has shown that all solutions meet all
        of it.
        """


@runtime_checkable
class Keeps(Lazy, Protocol):
    """The method of a lazy part that symmetries of its models need."""

    def keeps(self, renamed: Mapping[str, str]) -> bool:
        """Whether a renaming of options (each old name -> the new one) maps what it says onto itself."""
