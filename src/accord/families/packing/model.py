"""Build the model of a packing: an item per cell and piece, an option per placement.

    items    [cells, in fill order | points | sums of pieces | pieces whose number is bounded | "empty"]
    option   gives 1 to each cell that a piece covers, to each point that it passes, where edges could cross,
             to the sums that it counts for, and to the piece
    option   gives 1 to a cell that may stay empty, and to "empty"

So a cell that stays empty is covered by a piece of its own kind, and every cell is covered exactly once: all
engines that take exact covers take that as well. A piece of which there are k has the demand [k, k], or
[j, k] if there may be fewer, down to j; one of which there may be any number has no item, unless two of those
can cover the same cells. Where a piece is placed already, that is the only option on its cells. Options are
sorted by piece, then by the cells they cover; cells that stay empty come last.

The least of all, one domino on the strip "..+", where one may be left out:

    items    r1c1 r1c2 r1c3 | I | empty       demands 1 1 1 | [1, 1] | [1, 1]
    options  r1c1 r1c2 I    r1c2 r1c3 I    r1c3 empty

Its symmetries are isometries of the board, as permutations of cells and pieces.

Items for points where edge pieces would cross: at most one piece goes straight through each.

Where four edges of the board meet, a piece passes if it has both edges that lie, or both that stand. If
another piece passes there too, the two cross. So each such point is an item of its own, with the demand [0,
1], as in D. E. Knuth's Dancing Links (2000), and every piece that passes gives 1 to it. Pieces that turn a
corner, or end, may touch there.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from string import ascii_letters, digits

import numpy as np
import numpy.typing as npt

from accord.families.packing.declaration import (
    CHOOSE,
    STAYS_EMPTY,
    TOTAL,
    Declaration,
    Sum,
    colours_on,
    declaration_of,
)
from accord.families.packing.inventory import Stock, shades_of
from accord.families.packing.placements import options_of, placements
from accord.families.packing.spec import Packing, board_of, gives_pieces
from accord.grids.board import Board, Isometry
from accord.grids.lattice import Integers
from accord.model import Model
from accord.model.arrays import starts, unique_rows
from accord.picture import EMPTY, OPTIONAL, Picture


def symmetries_of(
    spec: Packing, puzzle: Declaration, points: Crossings, items: list[str]
) -> npt.NDArray[np.int32]:
    """Return the board's isometries as permutations of the items: [isometries, items], the identity first.

    Items are cells, points, and behind them what is counted.

    A reflection takes a piece that may not be flipped to its mirror twin, which may be itself; where there is
    none, or not as many of it, the reflection is no symmetry of the puzzle. So it is with turns, where pieces
    may not be turned.
    Nor is an isometry one that takes a cell to one of another colour, or to one that may stay empty if it
    may not.
    """
    board = puzzle.board
    alike = np.zeros(len(board.cells), np.int64)  # cells with the same number are of one kind
    if puzzle.colours:
        alike += np.unique(puzzle.colours, return_inverse=True)[1]
    alike[puzzle.optional] -= len(alike) + 1
    cells = len(board.cells)
    counted = items[cells + len(points.names) :]
    number = {name: i for i, name in enumerate(items)}
    images: dict[bytes, dict[str, str] | None] = {}
    found = []
    for isometry in board.isometries():
        wanted = spec.symmetry in ("all", "rotations" if isometry.proper else "all")
        if wanted and np.array_equal(alike[isometry.permutation], alike):
            turn = isometry.matrix.tobytes()
            if turn not in images:
                images[turn] = _images(spec, puzzle, isometry)
            gone = images[turn]
            if gone is not None:
                crossed = [cells + point for point in points.point_permutation(isometry.permutation)]
                others = [number[gone.get(name, name)] for name in counted]
                found.append(np.array([*isometry.permutation.tolist(), *crossed, *others], np.int32))
        if spec.symmetry == "none":
            break
    # some may coincide; the identity is the least of all permutations, so it comes first
    return unique_rows(np.array(found, np.int32))


def _images(spec: Packing, puzzle: Declaration, isometry: Isometry) -> dict[str, str] | None:
    """Return the images of pieces and sums by name; None if one of them has none."""
    twins = _twins(spec, puzzle, isometry)
    return None if twins is None else _with_sums(twins, puzzle.sums)


def _twins(spec: Packing, puzzle: Declaration, isometry: Isometry) -> dict[str, str] | None:
    """Return for each piece the one that it becomes, of which there are as many; None if one has none."""
    stock, grid = puzzle.stock, puzzle.board.lattice
    if spec.turning and (spec.flipping or isometry.proper):
        return {entry.piece.name: entry.piece.name for entry in stock}
    shapes = [entry.form(spec, grid) for entry in stock]
    images = [entry.image(grid, isometry.matrix).form(spec, grid) for entry in stock]
    twins = _pair(stock, shapes, images)
    if twins is None and (lying := _lying(spec, puzzle, isometry)) is not None:
        twins = _pair(stock, *lying)
    return twins


def _pair(
    stock: Sequence[Stock], forms: Sequence[Hashable], images: Sequence[Hashable]
) -> dict[str, str] | None:
    """Return for each piece the one whose form is its image; None if one has none, or not as many of it."""
    by_form = dict(zip(forms, stock, strict=True))
    twins = {}
    for entry, image in zip(stock, images, strict=True):
        twin = by_form.get(image)
        if twin is None or twin.copies != entry.copies:
            return None
        twins[entry.piece.name] = twin.piece.name
    return twins


def _lying(
    spec: Packing, puzzle: Declaration, isometry: Isometry
) -> tuple[Sequence[Hashable], Sequence[Hashable]] | None:
    """Return for each piece the cells that it may cover where sides are joined, and the images of these.

    There a piece may lie just as its mirror image does, as an L that is as long as the way around. None
    where sides are not joined, or two pieces lie alike: only their shapes say which one becomes which.
    """
    if puzzle.board.wrap is None:
        return None
    turned = {"flipping": spec.flipping, "turning": spec.turning}
    lying = [
        placements(entry.piece, puzzle.board, **turned, colours=entry.colours, ground=puzzle.colours)
        for entry in puzzle.stock
    ]
    images = [unique_rows(np.sort(isometry.permutation[rows], axis=1)) for rows in lying]
    forms = [(rows.shape, rows.tobytes()) for rows in lying]
    if len(set(forms)) < len(forms):
        return None
    return forms, [(rows.shape, rows.tobytes()) for rows in images]


def _with_sums(twins: Mapping[str, str], sums: Sequence[Sum]) -> dict[str, str] | None:
    """Return the images of pieces and sums, if pieces go to their twins; None if a sum has no image."""
    left = list(sums)
    gone = dict(twins)
    for each in sums:
        pieces = frozenset(twins[name] for name in each.pieces)
        alike = (other for other in left if replace(other, name=each.name) == replace(each, pieces=pieces))
        image = next(alike, None)
        if image is None:
            return None
        left.remove(image)
        gone[each.name] = image.name
    return gone


FREE_SIGNS = ascii_letters + digits  # for the pieces on a board where some may be there twice


def build(spec: Packing) -> Model:
    """Return the model of a packing. Raises SpecError with every fault."""
    puzzle = declaration_of(spec)
    board, stock, sums = puzzle.board, puzzle.stock, puzzle.sums
    options = options_of(spec, puzzle)

    points = crossings_of(spec, board)
    cells = len(board.cells)
    first = cells + len(points.names)
    bounds = [(1, 1)] * cells + [(0, 1)] * len(points.names) + [(each.least, each.most) for each in sums]
    items = [*board.names, *points.names, *(each.name for each in sums)]
    rows: list[Integers] = []
    own_items = _need_items(puzzle, options)
    for entry, covered in zip(stock, options, strict=True):
        more = [first + i for i, each in enumerate(sums) if entry.piece.name in each.pieces]
        if entry.copies is not None or own_items:
            more.append(len(items))
            items.append(entry.piece.name)
            bounds.append(entry.copies or (0, cells))
        rows += _rows(covered, points, cells, more)
    if len(puzzle.optional):
        rows.append(np.stack([puzzle.optional, np.full(len(puzzle.optional), len(items))], axis=1))
        items.append(STAYS_EMPTY)
        bounds.append(puzzle.empty)
    sizes = np.repeat([row.shape[1] for row in rows], [len(row) for row in rows])
    low, high = zip(*bounds, strict=True)
    return Model.from_arrays(
        items,
        starts(sizes),
        np.concatenate([row.ravel() for row in rows]),
        low=low,
        high=high,
        order=np.arange(cells),
        symmetries=symmetries_of(spec, puzzle, points, items),
        family="packing",
    )


def _need_items(puzzle: Declaration, options: Sequence[Integers]) -> bool:
    """Whether pieces of which there may be any number need items, since two can cover the same cells.

    Without items these options would be equal, and no reflection could take one to the other where they are
    twins. On a plain board pieces on the same cells are the same piece.
    """
    if puzzle.board.wrap is None and not puzzle.colours:
        return False
    by_size: dict[int, list[Integers]] = {}
    for entry, covered in zip(puzzle.stock, options, strict=True):
        if entry.copies is None:
            by_size.setdefault(covered.shape[1], []).append(covered)
    every = map(np.concatenate, by_size.values())
    return any(len(np.unique(rows, axis=0)) < len(rows) for rows in every)


def _rows(covered: Integers, points: Crossings, cells: int, more: list[int]) -> Iterator[Integers]:
    """Yield the items of a piece's options as rows: its cells, the points it passes, and `more`."""
    if not points.names:
        yield np.hstack([covered, np.tile(more, (len(covered), 1)).astype(np.int64)])
        return
    for row, passed in zip(covered.tolist(), points.points_passed(covered), strict=True):
        yield np.array([[*row, *(cells + point for point in passed), *more]], np.int64)


def pieces_in(spec: Packing, model: Model) -> range:
    """Return the items that are pieces."""
    names = model.item_names
    first, last = behind_points(spec, model), model.items - (names[-1] == STAYS_EMPTY)
    while first < last and (names[first] == TOTAL or names[first].startswith(CHOOSE)):
        first += 1
    return range(first, last)


def picture(spec: Packing, model: Model, options: Sequence[int] | None) -> Picture:
    """Return the board with the chosen pieces on it, or with the placed ones if `options` is None.

    If a piece can be there twice, all get signs of their own.
    """
    board = board_of(spec)
    places = board.place_tuples
    cells = len(places)
    pieces = pieces_in(spec, model)
    colours = colours_on(spec, board)
    if options is None and not gives_pieces(spec, board):
        signs = list(board.signs)
        laid = [model.items_of(option).tolist() for option in given_options(spec, model)]
        names = model.item_names[pieces.start : pieces.stop]
    else:
        signs = [sign if sign == OPTIONAL else EMPTY for sign in board.signs]
        chosen = (model.items_of(option).tolist() for option in options or ())
        laid = sorted(
            (items for items in chosen if not _stays_empty(model, items)), key=lambda items: items[0]
        )
        names = piece_names(model, pieces)
        _sign(spec, model, signs, laid, names)
    return Picture(
        spec.lattice,
        dict(zip(places, signs, strict=True)),
        pieces=tuple(tuple(places[item] for item in items if item < cells) for items in laid),
        names=names,
        wrap=spec.wrap or "",
        outline=board.outline,
        shades=shades_of(colours or [""] * cells, places, colours),
    )


def piece_names(model: Model, pieces: range) -> tuple[str, ...]:
    """Return the names of the pieces if each can be there once only, so that they are signs; else none."""
    item = model.item
    is_piece = (item >= pieces.start) & (item < pieces.stop)
    is_kind = is_piece | (item == pieces.stop)  # or a cell stays empty
    each = np.bincount(model.option_of_entry[is_kind], minlength=model.options)
    names = model.item_names[pieces.start : pieces.stop]
    once = bool(each.all() and (model.high[pieces.start : pieces.stop] == 1).all())
    return names if once else ()


def _sign(spec: Packing, model: Model, signs: list[str], laid: list[list[int]], names: Sequence[str]) -> None:
    """Write on the cells of pieces their names, or signs that no neighbour has."""
    board = board_of(spec)
    taken = spec.pieces if isinstance(spec.pieces, dict) else {}
    free = [sign for sign in FREE_SIGNS if sign not in taken] or FREE_SIGNS
    turn = 0
    for items in laid:
        covered = [item for item in items if item < len(signs)]
        if names:
            sign = model.item_names[items[-1]]
        else:
            near = {signs[cell] for cell in chain.from_iterable(board.neighbours[c] for c in covered)}
            turn = next((t for t in range(turn, turn + len(free)) if free[t % len(free)] not in near), turn)
            sign, turn = free[turn % len(free)], turn + 1
        for cell in covered:
            signs[cell] = sign


def _stays_empty(model: Model, items: Sequence[int]) -> bool:
    return model.item_names[items[-1]] == STAYS_EMPTY


def given_options(spec: Packing, model: Model) -> list[int]:
    """Return the options of the pieces that are placed already."""
    board = board_of(spec)
    if gives_pieces(spec, board):
        return []
    cells = [cell for cell, sign in enumerate(board.signs) if sign not in (EMPTY, OPTIONAL)]
    return sorted({int(model.options_of(cell)[0]) for cell in cells})


ARMS = np.array([[0, -1], [0, 1], [-1, 0], [1, 0]])  # from a point to the edges at it: two lie, two stand


@dataclass(frozen=True, eq=False)
class Crossings:
    """The points, and the numbers of the four edges at each: [points, 4], in the order of `ARMS`."""

    names: list[str]
    edges: Integers

    def points_passed(self, placements: Integers) -> list[list[int]]:
        """Return the points that each placement passes; placements are rows of cells."""
        cells = int(max(self.edges.max(initial=0), placements.max(initial=0))) + 1
        taken = np.zeros((len(placements), cells), np.bool_)
        np.put_along_axis(taken, placements, values=True, axis=1)
        lie = taken[:, self.edges[:, 0]] & taken[:, self.edges[:, 1]]
        passing = lie | (taken[:, self.edges[:, 2]] & taken[:, self.edges[:, 3]])
        return [np.flatnonzero(row).tolist() for row in passing]

    def point_permutation(self, permutation: Integers) -> list[int]:
        """Return the permutation of the points that a permutation of the cells makes."""
        number = {frozenset(edges): point for point, edges in enumerate(self.edges.tolist())}
        return [number[frozenset(edges)] for edges in permutation[self.edges].tolist()]


def crossings_of(spec: Packing, board: Board) -> Crossings:
    """Return the points of a board at which pieces could cross; none if they may."""
    if board.lattice.name != "edges" or spec.crossing:
        return Crossings([], np.empty((0, 4), np.int64))
    return _crossings(board)


@lru_cache(maxsize=16)  # they are asked for each picture of a solution, as boards are
def _crossings(board: Board) -> Crossings:
    _, rows, columns = (board.places.max(axis=0) + 2).tolist()
    points = [(row, column) for row in range(0, rows, 2) for column in range(0, columns, 2)]
    edges = board.numbers(np.array(points)[:, None] + ARMS)
    found: dict[frozenset[int], int] = {}  # on joined sides some are the same
    for number, around in enumerate(edges.tolist()):
        if min(around) >= 0:
            found.setdefault(frozenset(around), number)
    kept = list(found.values())
    names = [f"p{points[number][0] // 2 + 1}.{points[number][1] // 2 + 1}" for number in kept]
    return Crossings(names, edges[kept])


def behind_points(spec: Packing, model: Model) -> int:
    """Return how many items are cells, or points where pieces could cross."""
    board = board_of(spec)
    return min(len(board.cells) + len(crossings_of(spec, board).names), model.items)
