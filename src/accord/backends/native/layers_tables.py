"""Lower a model to the tables of layered counting, starting from the tables of the window kernels.

    model -> placements, orientations, kinds     as for the window kernels
          -> fields                              which bits of a key count the pieces
          -> tables                              the arrays that `accord_native.layers.layout` explains

A state takes a word; where that is too few bits, the window has one or two words of its own.

A piece may be wanted in any number [low, high]. It has no field where neither end of that can be missed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from accord.backends.native.arrays import Flags, Ints, Options, Words, refuse_demands, words_of
from accord.backends.native.window_tables import (
    NO_PIECE,
    Kinds,
    Orientations,
    Placements,
    bits,
    kinds,
    number_orientations,
    pieces_at_places,
    refuse_others,
)
from accord.errors import RefusedError
from accord.model import Kind, Model
from accord.model.arrays import unique_values
from accord_native.layers.layout import (
    DOUBLE,
    FEWEST_SLICES,
    FIRST,
    PATTERN_BITS,
    PATTERNS,
    SHORT,
    STATE_BITS,
    TABLE,
    TRIPLE,
    WORD,
    Given,
)

WORD_BITS = 64
KEY_BITS = 64  # what needs more has its window in words of its own
# Of a window in one word. An orientation has one bit more there, and the kernel shifts by one more than
# the occupied bits before the first gap: by 64 at most, which it does in two steps.
WINDOW_BITS = 62
ONE = np.uint64(1)


@dataclass(frozen=True)
class Field:
    """The bits of a key, `bits` from bit `at` on, that say how often a piece is used."""

    piece: int  # an item
    low: int  # at the end it must have been used at least so often
    most: int  # and never more often
    bits: int
    at: int = 0


@dataclass(frozen=True, eq=False)
class Tables:
    """The kernels' arrays of the model, and what follows from them; a `layers_memory.Layered`."""

    arrays: Given
    cells: int
    covers: tuple[int, ...]  # of each class: the cells that its orientations cover
    fields: tuple[Field, ...]
    option_at: Options  # [cells, 64 W]: the option that places an orientation at a cell, or -1
    key_words: int

    @property
    def words(self) -> int:
        """The words for a set of orientations."""
        return self.option_at.shape[1] // 64

    engine: ClassVar[str] = "layers"
    scratch: ClassVar[int] = 0

    @property
    def expand(self) -> tuple[str, dict[str, str]]:
        """The module of the kernel that expands, and the parameters of its variant."""
        short = self.words == 1 and len(self.arrays.shift) == FEWEST_SLICES
        key = {2: DOUBLE, 3: TRIPLE}.get(self.key_words, SHORT if short else WORD)
        return "accord_native.layers.expand", {"key": key}

    @property
    def last(self) -> int:
        """The layer in which all cells are covered."""
        return self.cells

    @property
    def children(self) -> int:
        """Orientations of a set: so many rows may come of a state."""
        return 64 * self.words

    def arrays_of(self, layer: int) -> Given:  # noqa: ARG002 (a key says where it stands)
        """The arrays of the kernels, which are the same for all layers."""
        return self.arrays

    @property
    def first_key(self) -> int:
        """The state before anything is placed."""
        return 1 << int(self.arrays.layout[STATE_BITS])

    def final(self, keys: Words) -> Flags:
        """Which of these complete states have enough of every piece."""
        enough = np.ones(len(keys), np.bool_)
        for field in self.fields:
            used = keys >> np.uint64(field.at) & np.uint64((1 << field.bits) - 1)
            enough &= used >= np.uint64(max(0, field.low))
        return enough


@dataclass(frozen=True, eq=False)
class Shape:
    """A model that the kernels take, before the tables are made."""

    placed: Placements
    oriented: Orientations
    kinds: Kinds
    fields: tuple[Field, ...]
    window_bits: int  # of an orientation at the cell before, all but the first two cells
    used_bits: int
    windows: int  # words that the window has of its own: 0 if all is in one


def lower(model: Model) -> Tables:
    """All passes. Raises RefusedError if the model is not of the shape, or a state does not fit in a key."""
    return tables(shape(model))


def shape(model: Model) -> Shape:
    """The passes up to the fields; raises RefusedError as `lower` does."""
    if Kind.COLOURED in model.kind:
        raise RefusedError("layers does not know colours")
    refuse_others("layers", model)
    inner = np.ones(model.items, np.bool_)
    inner[model.order] = model.primary[model.order]
    refuse_demands("layers", model, inner, "[1, 1] in the model's order")
    try:
        placed, oriented = pieces_at_places(model, False)
        grouped = kinds(placed, oriented)
    except RefusedError as error:
        raise RefusedError(f"layers fills windows; {error}") from None
    counted = tuple(fields(model, placed))
    furthest = int(np.flatnonzero(bits(oriented.mask).any(axis=0)).max(initial=0))
    window_bits = max(0, furthest - 1)
    used_bits = sum(field.bits for field in counted)
    cell_bits = (placed.cells + 1).bit_length()
    windows = 0
    if cell_bits + used_bits + window_bits > KEY_BITS:
        windows = 1 if window_bits <= WINDOW_BITS else 2
    if cell_bits + used_bits > WORD_BITS:
        raise RefusedError(
            f"layers has {WORD_BITS} bits for a state beside its window; this model needs {cell_bits} for "
            f"the item that is filled next, and {used_bits} to count pieces"
        )
    return Shape(placed, oriented, grouped, counted, window_bits, used_bits, windows)


def fields(model: Model, placed: Placements) -> list[Field]:
    """Which pieces are to be counted, and how many bits each needs."""
    size = np.bitwise_count(placed.mask).sum(axis=1, dtype=np.int64)
    found = []
    for piece in unique_values(placed.piece[placed.piece != NO_PIECE]).tolist():
        room = placed.cells // int(size[placed.piece == piece].min())  # for so many on the board
        low, high = int(model.low[piece]), int(model.high[piece])
        if low > 0 or high < room:
            most = max(0, min(high, room))
            if most >= PATTERNS:
                raise RefusedError(
                    f"layers counts a piece up to {PATTERNS - 1:,} times; {model.item_names[piece]!r} may be "
                    f"used {most:,} times"
                )
            found.append(Field(piece, low, most, most.bit_length()))
    return found


def tables(shape: Shape) -> Tables:
    """The arrays of the kernels."""
    kinds, window_bits = shape.kinds, shape.window_bits
    cells, width = shape.placed.cells, kinds.width
    words, kind_count = width // 64, len(kinds.number)
    known = number_orientations(shape.placed, shape.oriented, kinds)
    mask, piece, exists = known.mask, known.piece, known.exists
    below = 0 if shape.windows else window_bits  # of the first word of a key
    placed_fields, shift = _laid_out(shape.fields, window_bits, shape.windows)

    uses, cover = np.zeros((kind_count, width), np.uint64), np.bitwise_count(mask).sum(axis=2, dtype=np.int64)
    never = np.zeros((kind_count, width), np.bool_)
    for field in placed_fields:
        uses[piece == field.piece] = ONE << np.uint64(field.at)
        never |= (piece == field.piece) & (field.most == 0)
    covers = unique_values(cover[cover > 0])
    high = mask[:, :, 1:].sum(axis=2)  # the second word, or 0
    low = mask[:, :, 0] >> ONE | high << np.uint64(WORD_BITS - 1)
    orientation = [low, uses, np.searchsorted(covers, cover).astype(np.uint64)]
    if shape.windows == 2:
        orientation.append(high >> ONE)

    exists &= ~never[kinds.of_cell]
    cell = np.zeros((cells + 2, 2 + words), np.uint64)
    cell[1:-1, TABLE] = kinds.of_cell * (len(shift) * PATTERNS * words)
    cell[1:-1, FIRST] = kinds.of_cell * width
    cell[1:-1, 2:] = words_of(exists)
    given = Given(
        tables=_forbidden(bits(mask), piece, placed_fields, shape, shift).ravel(),
        shift=np.array(shift, np.uint64),
        cell=cell,
        orientation=np.stack(orientation, axis=2).reshape(kind_count * width, len(orientation)),
        layout=np.array([below, below + shape.used_bits, cells + 1], np.uint64),
    )
    return Tables(
        given,
        cells=cells,
        covers=tuple(covers.tolist()),
        fields=tuple(placed_fields),
        option_at=known.option_at,
        key_words=1 + shape.windows,
    )


def _laid_out(fields: Sequence[Field], window_bits: int, windows: int) -> tuple[list[Field], list[int]]:
    """Give the fields places behind the window; and the slices, so that no field is in two of them.

    Where the window has words of its own, the fields begin the first word, and no slice is in two words.
    """
    below = 0 if windows else window_bits
    shift = list(range(0, max(1, below), PATTERN_BITS))
    at = below
    found = []
    for field in fields:
        if at + field.bits > shift[-1] + PATTERN_BITS:
            shift.append(at)
        found.append(replace(field, at=at))
        at += field.bits
    for word in range(windows):
        own = min(WORD_BITS, window_bits - word * WORD_BITS)
        shift += [(1 + word) * WORD_BITS + bit for bit in range(0, own, PATTERN_BITS)]
    if not windows:
        shift += [WORD_BITS - 1] * (FEWEST_SLICES - len(shift))
    return found, shift


def _forbidden(covers: Flags, piece: Ints, fields: list[Field], shape: Shape, shift: list[int]) -> Words:
    """[kinds, slices, patterns, words]: which orientations a key with that pattern does not allow.

    `covers` are the cells of each orientation, [kinds, width, cells].
    """
    kind_count, width, _ = covers.shape
    found = np.zeros((kind_count, len(shift), PATTERNS, width // 64), np.uint64)
    pattern = np.arange(PATTERNS)

    def forbid(at: int, bits: int, most: int, which: Flags) -> None:
        part = max(i for i in range(len(shift)) if shift[i] <= at)
        there = (pattern >> (at - shift[part]) & ((1 << bits) - 1)) >= most
        found[:, part, there] |= words_of(which)[:, None]

    first = WORD_BITS if shape.windows else 0
    for bit in range(shape.window_bits):
        forbid(first + bit, 1, 1, covers[:, :, bit + 1])
    for field in fields:
        if field.most:
            forbid(field.at, field.bits, field.most, piece == field.piece)
    return found
