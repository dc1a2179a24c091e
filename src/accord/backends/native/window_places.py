"""Group a model's options into pieces at places, along the items' order, for the window and layers engines.

    model -> placements     each option's piece, its lowest cell, and its cells as bits from there on
          -> orientations   the different (piece, bits): placements that differ only in where they are

The model's order numbers the cells; the item an option has beside cells is its piece. Where options are no
pieces at places, RefusedError says which test failed, and with which numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.backends.native.arrays import Flags, Ints, Options, Words, bit_of, refuse_amounts
from accord.errors import RefusedError
from accord.model import Model
from accord.model.model_cache import cached_on_model
from accord_native.window import layout

REACHES = layout.REACHES  # cells that a kernel knows an orientation to span
NO_PIECE = -1


@dataclass(frozen=True, eq=False)
class Placements:
    """Every option as a piece at a place."""

    cells: int
    lowest: Ints  # of each option: its first cell
    mask: Words  # [options, 1 or 2]: its cells as bits, the lowest as bit 0
    piece: Ints  # an item, or NO_PIECE
    fewest_cells: int  # of any option
    reach: int  # which kernels see as many cells as an option spans: one of `layout.REACHES`


@dataclass(frozen=True, eq=False)
class Orientations:
    """The different (piece, mask); identical options are different too. Sorted by piece."""

    of_option: Ints
    mask: Words  # [orientations, 1 or 2]
    piece: Ints


@cached_on_model()
def pieces_at_places(model: Model, backwards: bool) -> tuple[Placements, Orientations]:
    """Options as pieces at places, whatever the demands are. Raises RefusedError if they are not that."""
    placed = placements(model, model.order[::-1] if backwards else model.order)
    return placed, orientations(placed)


def placements(model: Model, order: Options) -> Placements:
    """Return the place of each option, by its items of the order. Raises RefusedError if one has none."""
    cells = len(order)
    rank = np.full(model.items, -1, np.int64)
    rank[order] = np.arange(cells)
    place, option = rank[model.item], model.option_of_entry
    on_board = place >= 0
    size = np.bincount(option[on_board], minlength=model.options)
    others = np.bincount(option[~on_board], minlength=model.options)
    if (size == 0).any():
        raise RefusedError(
            f"window needs an item of the model's order in each option; {_name(model, size == 0)} has none"
        )
    if (others > 1).any():
        raise RefusedError(
            f"window knows one item of an option beside those of the model's order, its piece; "
            f"{_name(model, others > 1)} has {others.max()}"
        )
    lowest = np.full(model.options, cells, np.int64)
    np.minimum.at(lowest, option[on_board], place[on_board])
    offset = place[on_board] - lowest[option[on_board]]
    span = int(offset.max(initial=0)) + 1
    reach = next((reach for reach in REACHES if reach >= span), None)
    if reach is None:
        raise RefusedError(
            f"window sees {REACHES[-1]} items of the model's order at a time; an option spans {span}"
        )
    mask = np.zeros((model.options, layout.windows(reach)), np.uint64)
    np.bitwise_or.at(mask, (option[on_board], offset >> 6), bit_of(offset))
    piece = np.full(model.options, NO_PIECE, np.int64)
    piece[option[~on_board]] = model.item[~on_board]
    return Placements(cells, lowest, mask, piece, int(size.min(initial=cells)), reach)


def refuse_others(engine: str, model: Model) -> None:
    """Raise RefusedError for amounts, and for an order that cannot be filled."""
    refuse_amounts(engine, model)
    if len(model.order) == 0:
        raise RefusedError(f"{engine} fills items in the model's order, and this model has none")
    if len(model.order) > layout.MOST_CELLS:
        raise RefusedError(
            f"{engine} takes up to {layout.MOST_CELLS} items in order; there are {len(model.order)}"
        )


def _name(model: Model, options: Flags) -> str:
    return f"option {model.option_name(int(options.argmax()))!r}"


def orientations(placed: Placements) -> Orientations:
    """Number the different (piece, mask, ordinal among identical options)."""
    by_all = np.lexsort((placed.lowest, *placed.mask.T, placed.piece))
    piece, mask, lowest = placed.piece[by_all], placed.mask[by_all], placed.lowest[by_all]
    same_shape = np.zeros(len(piece), np.bool_)
    same_shape[1:] = (piece[1:] == piece[:-1]) & (mask[1:] == mask[:-1]).all(axis=1)
    same_place = same_shape.copy()
    same_place[1:] &= lowest[1:] == lowest[:-1]
    at = np.arange(len(piece))
    ordinal = at - np.maximum.accumulate(np.where(same_place, 0, at))
    shape = np.cumsum(~same_shape)
    _, first, number = np.unique(shape * (len(piece) + 1) + ordinal, return_index=True, return_inverse=True)
    of_option = np.empty(len(piece), np.int64)
    of_option[by_all] = number
    return Orientations(of_option, mask[first], piece[first])


def bits(mask: Words) -> Flags:
    """Sets of cells, the words of each in the last axis, as flags of 64 cells a word."""
    octets = np.ascontiguousarray(mask).astype("<u8").view(np.uint8)
    return np.unpackbits(octets, axis=-1, bitorder="little").astype(np.bool_)


def farther(placed: Placements, options: Ints) -> Flags:
    """Which of these options are nearer to the last cell than to the first one."""
    flags = bits(placed.mask[options])
    highest = placed.lowest[options] + flags.shape[1] - 1 - flags[:, ::-1].argmax(axis=1)
    return placed.lowest[options] + highest > placed.cells - 1
