"""Lower a model to the tables of the window kernels, and to the starting points of their searches.

    model -> placements, orientations    see below
          -> kinds                       groups of cells, within each of which the orientations get numbers
          -> tables                      the arrays of `accord_native.window.layout`, which says what they are
          -> roots                       prefixes, options that are placed first, as arrays of a kernel

What a kernel does at a node is done here to many roots at once, and by `accord.backends.native.measure` to
samples of nodes. Where the window search does not apply, RefusedError says which test failed, and with which
numbers.

Group a model's options into pieces at places, along the items' order, for the window and layers engines.

    model -> placements     each option's piece, its lowest cell, and its cells as bits from there on
          -> orientations   the different (piece, bits): placements that differ only in where they are

The model's order numbers the cells; the item an option has beside cells is its piece. Where options are no
pieces at places, RefusedError says which test failed, and with which numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.backends.native.arrays import (
    Flags,
    Ints,
    Options,
    Words,
    bit_of,
    refuse_amounts,
    refuse_demands,
    words_of,
)
from accord.errors import RefusedError
from accord.model import Model
from accord.model.arrays import unique_values
from accord.model.model_cache import cached_on_model
from accord_native.window import layout

NARROW, WIDE = 64, 128  # orientations that the kernels know
MOST_KINDS = 16  # each has tables of 32 KB, and all of them should stay in the second-level cache


@dataclass(frozen=True, eq=False)
class Kinds:
    """Which cells share tables, and the numbers of the orientations there."""

    of_cell: Ints
    number: Ints  # [kinds, orientations]; -1 where no cell of the kind has the orientation
    width: int  # all numbers are below: NARROW or WIDE


@dataclass(frozen=True, eq=False)
class Numbered:
    """Orientations by their numbers: what they are, and where they exist."""

    number: Ints  # of each option: the number of its orientation
    mask: Words  # [kinds, width, 1 or 2]; 0 for numbers that a kind does not use
    piece: Ints  # [kinds, width]; NO_PIECE for those
    exists: Flags  # [cells, width]
    option_at: Options  # [cells, width]: the option that places an orientation at a cell, or -1


@dataclass(frozen=True, eq=False)
class Tables:
    """The arrays of a kernel that depend on the model only, by its names for them."""

    tables: Words
    cell: Words
    orientation: Words
    pieced: Words
    option_at: Options
    available: Words  # all orientations, before anything is placed
    number: Ints  # of each option: the number of its orientation
    placed: Placements
    levels: int
    stride: int

    @property
    def words(self) -> int:
        """The words for a set of orientations: 2 for the wide kernel, else 1."""
        return len(self.pieced)

    @property
    def windows(self) -> int:
        """The words of a window."""
        return layout.windows(self.placed.reach)

    @property
    def variant(self) -> dict[str, bool | int]:
        """The parameters of the kernel, but whether it keeps statistics."""
        return {"wide": self.words > 1, "reach": self.placed.reach}


def lower(model: Model, backwards: bool = False) -> Tables:
    """The passes up to the tables, for the model's order or for its reverse. Raises RefusedError."""
    refuse_demands("window", model, model.primary, "[1, 1]")
    refuse_others("window", model)
    placed, oriented = pieces_at_places(model, backwards)
    return tables(placed, oriented, kinds(placed, oriented))


def kinds(placed: Placements, oriented: Orientations) -> Kinds:
    """Give the orientations numbers, in as few kinds of cells as possible. Raises RefusedError."""
    orientation_count = len(oriented.mask)
    if orientation_count <= WIDE:
        width = NARROW if orientation_count <= NARROW else WIDE
        return Kinds(np.zeros(placed.cells, np.int64), np.arange(orientation_count)[None, :], width)
    _, piece = np.unique(oriented.piece, return_inverse=True)
    at_cell = np.bincount(
        unique_values(placed.lowest * orientation_count + oriented.of_option) // orientation_count
    ).max()
    if at_cell > WIDE or orientation_count > MOST_KINDS * WIDE:
        raise RefusedError(
            f"window knows {WIDE} orientations of pieces at a place and {MOST_KINDS * WIDE:,} in all; "
            f"there are {at_cell} and {orientation_count:,}"
        )
    of_cell, members = _group(placed, oriented, piece)
    counts = np.array([np.bincount(piece[kind], minlength=piece.max() + 1) for kind in members])
    first = np.concatenate([[0], np.cumsum(counts.max(axis=0))])
    number = np.full((len(members), orientation_count), -1, np.int64)
    for kind, member in enumerate(members):
        ours = np.flatnonzero(member)  # sorted by piece, so a piece's are neighbours
        start = np.concatenate([[0], np.cumsum(counts[kind])])
        number[kind, ours] = first[piece[ours]] + np.arange(len(ours)) - start[piece[ours]]
    return Kinds(of_cell, number, WIDE)


def _group(placed: Placements, oriented: Orientations, piece: Ints) -> tuple[Ints, list[Flags]]:
    """Put each cell into the first kind that stays small enough.

    A piece takes the same numbers in all kinds, so as many as in the kind where it has the most orientations.
    """
    has = np.zeros((placed.cells, len(piece)), np.bool_)
    has[placed.lowest, oriented.of_option] = True
    pieces = int(piece.max()) + 1
    members: list[Flags] = []
    counts = np.zeros((0, pieces), np.int64)
    of_cell = np.zeros(placed.cells, np.int64)
    for cell in range(placed.cells):
        for kind in range(len(members) + 1):
            joined = has[cell] | members[kind] if kind < len(members) else has[cell]
            count = np.bincount(piece[joined], minlength=pieces)
            rest = np.delete(counts, kind, axis=0) if kind < len(members) else counts
            if np.maximum(count, rest.max(axis=0, initial=0)).sum() <= WIDE:
                break
        else:
            raise RefusedError(f"window knows {WIDE} orientations; the pieces of this model have more")
        if kind == MOST_KINDS:
            raise RefusedError(f"window knows {MOST_KINDS} kinds of places; those of this model differ more")
        members[kind:] = [joined, *members[kind + 1 :]]
        counts = np.vstack([counts[:kind], count, counts[kind + 1 :]])
        of_cell[cell] = kind
    return of_cell, members


def number_orientations(placed: Placements, oriented: Orientations, kinds: Kinds) -> Numbered:
    """Return the orientation of each number, by kind of cells, and where it exists."""
    shape = len(kinds.number), kinds.width
    number = kinds.number[kinds.of_cell[placed.lowest], oriented.of_option]
    mask = np.zeros((*shape, oriented.mask.shape[1]), np.uint64)
    piece = np.full(shape, NO_PIECE, np.int64)
    kind, which = np.nonzero(kinds.number >= 0)
    mask[kind, kinds.number[kind, which]] = oriented.mask[which]
    piece[kind, kinds.number[kind, which]] = oriented.piece[which]
    exists = np.zeros((placed.cells, kinds.width), np.bool_)
    exists[placed.lowest, number] = True
    option_at = np.full((placed.cells, kinds.width), -1, np.int32)
    option_at[placed.lowest, number] = np.arange(len(number))
    return Numbered(number, mask, piece, exists, option_at)


def tables(placed: Placements, oriented: Orientations, kinds: Kinds) -> Tables:
    """The arrays of the kernel."""
    cells, width = placed.cells, kinds.width
    words, kind_count = width // 64, len(kinds.number)
    known = number_orientations(placed, oriented, kinds)
    mask, piece = known.mask, known.piece
    piece_of = piece.max(axis=0)  # the same in all kinds, but NO_PIECE where a kind does not use the number
    same_piece = (piece_of[:, None] == piece_of) & (piece_of != NO_PIECE)
    orientation = np.concatenate(
        [mask, np.broadcast_to(~words_of(same_piece), (kind_count, width, words))], axis=2
    )

    padding = layout.padding(placed.reach)
    cell = np.zeros((cells + padding, 2 + words), np.uint64)
    cell[:cells, 1] = np.arange(cells, dtype=np.uint64) << layout.CELL | kinds.of_cell.astype(np.uint64)
    cell[cells:, 1] = np.arange(cells, cells + padding, dtype=np.uint64) << layout.CELL
    cell[:cells, 2:] = words_of(known.exists)
    return Tables(
        tables=_collisions(mask, 1 << (layout.kind_bits(placed.reach) - layout.SLICE_BITS)).ravel(),
        cell=cell,
        orientation=orientation.reshape(kind_count * width, orientation.shape[2]),
        pieced=words_of(piece_of != NO_PIECE),
        option_at=known.option_at,
        available=words_of(np.isin(np.arange(width), kinds.number)),
        number=known.number,
        placed=placed,
        levels=cells // placed.fewest_cells + 1,
        stride=int(layout.BREADTH) * min(64, int(known.exists.sum(axis=1).max())) * words + 2,
    )


def _collisions(mask: Words, slices: int) -> Words:
    """[kinds, slices, patterns, words]: which orientations use one of the occupied cells of a slice."""
    kind_count, width, _ = mask.shape
    used = bits(mask)[:, :, 1 : 1 + slices * layout.SLICE_BITS]  # the first cell is always empty
    uses = np.zeros((kind_count, slices * layout.SLICE_BITS, width // 64), np.uint64)
    uses[:, : used.shape[2]] = words_of(used.transpose(0, 2, 1))
    uses = uses.reshape(kind_count, slices, layout.SLICE_BITS, width // 64)
    found = np.zeros((kind_count, slices, 1 << layout.SLICE_BITS, width // 64), np.uint64)
    for bit in range(layout.SLICE_BITS):
        size = 1 << bit
        found[:, :, size : 2 * size] = found[:, :, :size] | uses[:, :, bit, None]
    return found


@dataclass(frozen=True, eq=False)
class Roots:
    """The arrays of a kernel for some prefixes, each of them placed first in turn; of equal length."""

    filled: Words
    starts: Words
    placed: Options  # the prefixes that leave something to do
    complete: Options  # the prefixes that are solutions


def roots(lowered: Tables, prefixes: Ints) -> Roots:
    """Start from each of these prefixes, [number, length] options that may stand together, in turn."""
    placed = lowered.placed
    occupied = np.zeros((len(prefixes), placed.cells + 1), np.bool_)
    available = np.broadcast_to(lowered.available, (len(prefixes), lowered.words))
    width = np.uint64(64 * lowered.words)
    for option in prefixes.T:
        root, offset = np.nonzero(bits(placed.mask[option]))
        occupied[root, placed.lowest[option[root]] + offset] = True
        kind = lowered.cell[placed.lowest[option], 1] & layout.KIND_MASK
        which = kind * width + lowered.number[option].astype(np.uint64)
        available = available & lowered.orientation[which, lowered.windows :]

    first = occupied.argmin(axis=1)  # the last column is beyond the board, and False
    filled = _fill_windows(occupied[:, :-1], layout.padding(placed.reach))
    window = windows_at(lowered, filled, np.arange(len(prefixes)), first)
    trace = lowered.cell[first, 1]
    fits = lowered.cell[first, 2:] & available & ~colliding(lowered, window, trace & layout.KIND_MASK)
    live = fits.any(axis=1)
    complete = (first == placed.cells) & ~(available & lowered.pieced).any(axis=1)
    return Roots(
        filled=filled[live],
        starts=np.concatenate([window, trace[:, None], available, fits], axis=1)[live],
        placed=prefixes[live].astype(np.int32),
        complete=prefixes[complete].astype(np.int32),
    )


def deeper(lowered: Tables, begun: Roots) -> Ints:
    """All prefixes that are one option longer."""
    _, trace, _, fits = columns(lowered, begun)
    prefix, number = np.nonzero(bits(fits))
    option = lowered.option_at[trace[prefix] >> layout.CELL, number]
    return np.concatenate([begun.placed[prefix], option[:, None]], axis=1).astype(np.int64)


def columns(lowered: Tables, begun: Roots) -> tuple[Words, Words, Words, Words]:
    """Return the columns of the rows of roots: window, trace, available, fits."""
    at = lowered.windows
    window, trace, rest = begun.starts[:, :at], begun.starts[:, at], begun.starts[:, at + 1 :]
    return window, trace, rest[:, : lowered.words], rest[:, lowered.words :]


def _fill_windows(occupied: Flags, padding: int) -> Words:
    """[roots, cells + padding]: which of 64 cells from each one on are occupied; those off the board are."""
    roots, cells = occupied.shape
    window = np.ones((roots, cells + padding + 64), np.uint64)
    window[:, :cells] = occupied
    for width in (1, 2, 4, 8, 16, 32):
        window[:, :-width] |= window[:, width:] << np.uint64(width)
    return window[:, : cells + padding].copy()


def windows_at(lowered: Tables, filled: Words, root: Ints, cell: Ints | Words) -> Words:
    """The windows of roots at cells, [number, words], when nothing but the root's options is placed."""
    ahead = np.arange(0, 64 * lowered.windows, 64)
    found: Words = filled[root[:, None], cell.astype(np.int64)[:, None] + ahead]
    return found


def colliding(lowered: Tables, window: Words, kind: Words) -> Words:
    """The orientations that collide with windows, [number, words], at cells of these kinds."""
    reach = lowered.placed.reach
    slices = 1 << (layout.kind_bits(reach) - layout.SLICE_BITS)
    table = lowered.tables.reshape(-1, slices, 1 << layout.SLICE_BITS, lowered.words)
    found = np.zeros((len(window), lowered.words), np.uint64)
    for part in range(layout.SLICES[reach]):
        word, shift = layout.place(part)
        found |= table[kind, part, window[:, word] >> np.uint64(shift) & layout.PATTERN]
    return found


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
