"""Which cells the regions of a LITS may take while one is made: a problem of all that are in reach."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import chain, product

from accord.families.lits.pieces import DRAWN, EQUAL, SIZE, Laid, piece_name, pieces
from accord.pencil import Cell, Instance, Problem, at, random_regions, total
from accord.pencil.spread_regions import apart


def growing(
    blank: Instance, regions: random_regions.Labels, reach: Mapping[int, Collection[Cell]]
) -> Problem:
    """Return the problem of regions that could take cells; see `accord.pencil.spread_regions`."""
    p = blank.problem()
    shaded = blank.flags(p)
    over: dict[Cell, dict[int, list[Laid]]] = {cell: {} for cell in blank.cells}
    for label, cells in reach.items():
        laid = [
            Laid(letter, piece, p.boolean(f"{label} {piece_name(letter, piece)}"))
            for letter, piece in pieces(cells)
        ]
        p.add(total(each.there for each in laid) == 1, words=f"region {label}")
        for each in laid:
            for cell in each.piece:
                over[cell].setdefault(label, []).append(each)
        for cell in cells:
            if cell not in regions and label in over[cell]:
                p.add(total(each.there for each in over[cell][label]) == 0, words=apart(cell, label))
    for cell, of in over.items():
        p.add(total(each.there for each in chain(*of.values())) == shaded[cell], words=at(cell))
    for square in blank.squares:
        if len(square) == SIZE:
            p.add(total(shaded[cell] for cell in square) < SIZE, words=square.name)
    for (one, other), letter in product(blank.pairs, DRAWN):
        for label, some in over[one].items():
            here = [each.there for each in some if each.letter == letter]
            far = chain(*(others for its, others in over[other].items() if its != label))
            beside = [each.there for each in far if each.letter == letter]
            if here and beside:
                p.add(total([*here, *beside]) <= 1, words=f"{EQUAL}{at(one)} and {at(other)}")
    p.connected(shaded, blank.graph, how="cuts", words="the shaded area")
    return p
