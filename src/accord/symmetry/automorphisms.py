"""Find symmetries that no one declared: automorphisms of a model's matrix (needs igraph).

The matrix becomes a graph: a vertex an item, coloured by its demand; a vertex an option; an edge where an
option gives to an item, by way of a vertex more where amounts or colours differ. Its automorphisms are
found by bliss (T. Junttila, P. Kaski, "Engineering an efficient canonical labeling tool", 2007). Equal
options are one vertex, coloured by how many they are, so that each automorphism moves items in a way of
its own.

Nothing is taken on trust: what comes back are candidates, which `accord.symmetry.group` holds against the
model as it does declared ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from decimal import Decimal
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.errors import MissingBackendError, RefusedError
from accord.model import Model
from accord.model.build import MOST_ELEMENTS, MOST_NUMBERS
from accord.model.closure import Closure
from accord.symmetry.group import group_of

MOST_ENTRIES = 2_000_000  # of a matrix that is looked at


def with_automorphisms(model: Model) -> Model:
    """The model with all automorphisms of its matrix as its symmetries.

    Raises MissingBackendError without igraph, RefusedError for a matrix or a group that is too large.
    """
    if len(model.item) > MOST_ENTRIES:
        raise RefusedError(
            f"the matrix has {len(model.item):,} entries; symmetries are looked for in one of "
            f"{MOST_ENTRIES:,} at most; declare them"
        )
    order, generators = _automorphisms(model)
    most = min(MOST_ELEMENTS, MOST_NUMBERS // max(1, model.items))
    if order > most:
        raise RefusedError(
            f"the matrix has {f'{order:,}' if order < 1e12 else f'{Decimal(order):.1e}'} automorphisms; "
            f"at most {most:,} can be handled; declare a smaller group"
        )
    closure = Closure(model.items)
    for generator in generators:
        closure.add(generator)
    return model.with_symmetries(closure.rows[np.lexsort(closure.rows.T[::-1])].tolist())


def describe(model: Model, declared: Model) -> str:
    """How many symmetries a model has, beside the declared ones, in words."""
    orders = [len(group_of(each)) for each in (model, declared)]
    number = f"{orders[0]:,} element" + ("s" if orders[0] > 1 else "")
    if not len(declared.symmetries):
        return f"symmetries found in the matrix: a group of {number}; none are declared"
    return f"symmetries found in the matrix: a group of {number}; that of the declared ones has {orders[1]:,}"


def _automorphisms(model: Model) -> tuple[int, list[npt.NDArray[np.int32]]]:
    """The order of the group, and generators of it, as permutations of the items."""
    try:
        igraph: Any = import_module("igraph")
    except ImportError:
        raise MissingBackendError(
            "symmetries are found by igraph, which is not installed: pip install 'accord[symmetries]'"
        ) from None
    colours: list[Hashable] = [
        ("item", *demand) for demand in zip(model.low.tolist(), model.high.tolist(), strict=True)
    ]
    edges: list[tuple[int, int]] = []
    plain = bool((model.amount == 1).all()) and not model.colour.any()
    for (row, *kind), number in _rows(model).items():
        option = len(colours)
        colours.append(("option", *kind, number))
        for item, amount, colour in row:
            if not plain:
                edges.append((option, len(colours)))
                option_or_entry = len(colours)
                colours.append(("entry", amount, colour))
            else:
                option_or_entry = option
            edges.append((option_or_entry, item))
    graph = igraph.Graph(n=len(colours), edges=edges)
    numbers = _number_colours(colours)
    order = int(graph.count_automorphisms(color=numbers)) if numbers else 1  # beyond floats, perhaps
    found = graph.automorphism_group(color=numbers) if numbers else []
    return order, [np.array(each[: model.items], np.int32) for each in found]


def _rows(model: Model) -> Counter[tuple[Any, ...]]:
    """Return rows of options, whether they are hidden, their worth; and how many are alike in all that."""
    worth = model.objective.tolist() or [0] * model.options
    entries = list(zip(model.item.tolist(), model.amount.tolist(), model.colour.tolist(), strict=True))
    start = model.start.tolist()
    return Counter(
        (tuple(entries[start[o] : start[o + 1]]), bool(model.hidden[o]), worth[o])
        for o in range(model.options)
    )


def _number_colours(colours: Iterable[Hashable]) -> list[int]:
    """A number for each colour, the same wherever it is run."""
    colours = list(colours)
    number = {colour: n for n, colour in enumerate(sorted(set(colours), key=repr))}
    return [number[colour] for colour in colours]
