"""All placements of the pieces of a packing: the set of cells that each piece can cover.

The keys `confine` and `forbid` of a spec limit where pieces may lie. On a half-filled board, as `accord
solve` prints it, pieces lie already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product

import numpy as np

from accord.errors import no_such
from accord.families.packing import inventory
from accord.families.packing.declaration import Declaration, declaration_of
from accord.families.packing.inventory import Colours, Look, Stock, shades_of
from accord.families.packing.spec import Confine, Packing, gives_pieces, signs_on_board
from accord.grids.board import Board
from accord.grids.lattice import Integers, Lattice
from accord.grids.polyforms import canonical
from accord.grids.sets import Piece
from accord.picture import EMPTY, HOLE, OPTIONAL, Picture
from accord.puzzles.bounds import spec_error
from accord.puzzles.family import Fault, Faults, PieceShown
from accord.puzzles.words import join_words


def placed_pieces(
    spec: Packing, puzzle: Declaration, options: Mapping[str, Integers]
) -> list[tuple[str, Integers]]:
    """Return the pieces that lie on a board: the name of each, and its cells, ascending.

    Cells with the same sign are one piece; or, since signs repeat where there are more pieces than signs,
    each connected part of them is one. It is the piece of that name, if it has the shape; where pieces may be
    there twice, signs are no names, and it may be another of that shape.

    Args:
        spec: the spec.
        puzzle: what it declares.
        options: for each piece the cells it covers, wherever it may lie: [placements, cells of the piece].

    Raises:
        SpecError: if what lies there is no whole piece, or none that may lie there, or too often.
    """
    faults = Faults()
    board, stock = puzzle.board, puzzle.stock
    form = partial(canonical, grid=board.lattice, flipping=spec.flipping, turning=spec.turning)
    shape_of = {entry.piece.name: form(entry.piece.shape) for entry in stock}
    keys = [f"`{key}`" for key in ("confine", "forbid", "colours") if getattr(spec, key)]
    by_name = all(entry.most == 1 for entry in stock)
    found: list[tuple[str, Integers]] = []

    def lies(name: str, cells: Integers) -> bool:
        rows = options[name]
        return rows.shape[1] == len(cells) and bool((rows == cells).all(axis=1).any())

    def is_whole(cells: Integers) -> bool:
        forms = map(form, board.shapes_of(cells.tolist()))
        if any(shape in shape_of.values() for shape in forms):
            return True
        return board.wrap is not None and any(lies(name, cells) for name in options)  # a piece in two parts

    for sign in sorted({*board.signs} - {EMPTY, OPTIONAL}):
        for cells in _pieces(board, sign, is_whole):
            forms = set(map(form, board.shapes_of(cells.tolist())))
            likely = [name for name, shape in shape_of.items() if shape in forms]
            here = [name for name in (options if board.wrap else likely) if lies(name, cells)]
            alike = [name for name in shape_of if name in likely or name in here]
            if by_name and sign in shape_of:
                alike = [name for name in alike if name == sign]
            here = [name for name in here if name in alike]
            if sign in here or len(here) == 1:
                found.append((sign if sign in here else here[0], cells))
            elif here:
                faults.add("board", f"found {sign}, which may be {' or '.join(here)}; draw it with that sign")
            elif alike:
                why = join_words(keys, "or")
                faults.add("board", f"found the piece {alike[0]} where {why} does not allow it")
            else:
                which = f"the piece {sign}" if sign in shape_of else "any piece"
                message = f"found {sign} on {len(cells)} cells, another shape than {which}"
                faults.add("board", f"{message}; expected a whole piece, with a sign of its own")
    for entry in stock:
        number = sum(name == entry.piece.name for name, _ in found)
        if entry.most is not None and number > entry.most:
            faults.add(
                "board", f"found {number} of the piece {entry.piece.name}; expected at most {entry.most}"
            )
    faults.end()
    return found


def _pieces(board: Board, sign: str, is_whole: Callable[[Integers], bool]) -> list[Integers]:
    """Return the cells with that sign, as one piece; or, if only these are pieces, each connected part."""
    everywhere = np.array([cell for cell, drawn in enumerate(board.signs) if drawn == sign], np.int64)
    if is_whole(everywhere):
        return [everywhere]
    parts = [np.array(part, np.int64) for part in board.components(everywhere.tolist())]
    return parts if all(map(is_whole, parts)) else [everywhere]


SIDES = ("layers", "rows", "columns")


def restrict_placements(spec: Packing, board: Board, options: Mapping[str, Integers]) -> dict[str, Integers]:
    """Return the placements of each piece that `confine` and `forbid` allow. Raises SpecError.

    A piece that fits nowhere on the board has none to begin with; that one loses all is a fault.
    """
    faults = Faults()
    left = dict(options)
    for key, confine in _confinements(spec):
        name = confine.piece
        if name not in left:
            faults.add(f"{key}.piece", no_such("piece", name, left))
        elif len(left[name]):
            kept = faults.of(_confine, left[name], key, confine, board)
            left[name] = left[name] if kept is None else kept
    for name, drawing in (spec.forbid or {}).items():
        if name not in left:
            faults.add("forbid", no_such("piece", name, left))
        else:
            kept = faults.of(_outside, left[name], name, drawing, board)
            left[name] = left[name] if kept is None else kept
    faults.end()
    return left


def _outside(rows: Integers, name: str, drawing: str, board: Board) -> Integers:
    """Return the rows that have no cell where a drawing of the board has '#'. Raises SpecError."""
    key = f"forbid.{name}"
    expected = "'.' for a cell that it may cover, '#' for one that it may not"
    signs = signs_on_board(key, drawing, board, lambda sign: sign in (EMPTY, HOLE), expected)
    outside = ~(np.array(signs) == HOLE)[rows].any(axis=1)
    if len(rows) and not outside.any():
        raise spec_error(key, f"leaves no place for the piece {name}")
    return rows[outside]


def _confinements(spec: Packing) -> Iterator[tuple[str, Confine]]:
    """Yield each confinement, with the key that leads to it."""
    if isinstance(spec.confine, Confine):
        yield "confine", spec.confine
    else:
        yield from ((f"confine[{i}]", confine) for i, confine in enumerate(spec.confine, start=1))


def _confine(rows: Integers, key: str, confine: Confine, board: Board) -> Integers:
    """Return the rows that the confinement allows. Raises SpecError."""
    limits = [getattr(confine, side) for side in SIDES]
    faults = Faults()
    if not any(limits):
        faults.add(key, f"found no range; give {', '.join(board.lattice.sides)}")
    faults += [
        Fault(f"{key}.{side}", f"found {list(limit)}; expected [first, last] within 1 to {length}")
        for side, limit, length in zip(SIDES, limits, board.outline, strict=True)
        if limit is not None and not 1 <= limit[0] <= limit[1] <= length
    ]
    counted = board.lattice.ordinals(board.places)[rows]
    least, most = counted.min(axis=1), counted.max(axis=1)
    if confine.cells == "centre":
        if _has_no_centre(board) or ((least + most) % 2).any():
            faults.add(
                key,
                f"the centre of the box around {confine.piece} is not a cell; "
                'say where all its cells may lie: cells = "all"',
            )
        least = most = (least + most) // 2
    faults.end()
    inside = np.ones(len(rows), np.bool_)
    for side, limit in enumerate(limits):
        if limit is not None:
            inside &= (least[:, side] >= limit[0]) & (most[:, side] <= limit[1])
    if not inside.any():
        raise spec_error(key, f"leaves no place for the piece {confine.piece}")
    return rows[inside]


def _has_no_centre(board: Board) -> bool:
    """Whether boxes around pieces have no middle: on staggered rows, and across joined sides."""
    lattice = board.lattice
    return lattice.column_step > 1 or bool((lattice.period > 1).any()) or board.wrap is not None


LOOKUPS_AT_ONCE = 1 << 20  # cells looked up on the board in one go, to bound memory
MOST_COVERED = 16_000_000  # cells in all placements: a model of so many takes more than a gigabyte


def options_of(spec: Packing, puzzle: Declaration) -> list[Integers]:
    """Return for each piece the cells it covers wherever it may lie; see `placements`.

    Raises SpecError for a piece that has to be laid and fits nowhere, for a confinement that makes no sense,
    for what lies on the board and may not, and for more placements than memory should be taken for.
    """
    faults = Faults()
    board = puzzle.board
    options: dict[str, Integers] = {}
    covered = 0
    for entry in puzzle.stock:
        name = entry.piece.name
        options[name] = placements(
            entry.piece,
            board,
            flipping=spec.flipping,
            turning=spec.turning,
            colours=entry.colours,
            ground=puzzle.colours,
        )
        covered += options[name].size
        if covered > MOST_COVERED:
            found = f"found more than {MOST_COVERED:,} cells in all the ways to lay them"
            raise spec_error("pieces", f"{found}; expected fewer pieces, or a smaller board")
    nothing = puzzle.empty[1] < len(board.cells) and not any(map(len, options.values()))
    for entry in puzzle.stock:  # what may be left out need not fit
        name = entry.piece.name
        if not len(options[name]) and (entry.least or nothing):
            key = f"pieces.{name}" if isinstance(spec.pieces, dict) else "pieces"
            faults.add(key, f"the piece {name} fits nowhere on the board")
    options = faults.of(restrict_placements, spec, board, options) or options
    faults.end()
    if not gives_pieces(spec, board):
        lying = placed_pieces(spec, puzzle, options)
        options = {name: _around(rows, name, lying) for name, rows in options.items()}
    return list(options.values())


def _around(rows: Integers, name: str, lying: list[tuple[str, Integers]]) -> Integers:
    """Return the placements of a piece that do not overlap placed pieces, and its own where it is placed."""
    taken = np.concatenate([cells for _, cells in lying] or [np.empty(0, np.int64)])
    kept = ~np.isin(rows, taken).any(axis=1)
    for cells in (cells for other, cells in lying if other == name):
        kept |= (rows == cells).all(axis=1)
    return rows[kept]


def placements(
    piece: Piece,
    board: Board,
    *,
    flipping: bool,
    turning: bool = True,
    colours: Colours = (),
    ground: Sequence[str] = (),
) -> Integers:
    """Return the cells that the piece covers, wherever it fits: [placements, cells], rows ascending.

    Where sides are joined, a piece that would cover a cell twice does not fit. Two ways to lie on the same
    cells are one.

    Args:
        piece: the piece.
        board: the board.
        flipping: whether the piece may be laid as its mirror image.
        turning: whether it may be turned.
        colours: of the cells of its shape, "" for none; empty if none has one.
        ground: of the cells of the board, "" where any colour may lie; empty if none has one.
    """
    painted = colours or ("",) * len(piece.shape)
    looks = inventory.ways(piece.shape, painted, board.lattice, flipping=flipping, turning=turning)
    ways = np.array([[cell for cell, _ in look] for look in looks], np.int64)
    number = {colour: i for i, colour in enumerate(dict.fromkeys(("", *ground, *painted)))}
    wanted = np.array([[number[colour] for _, colour in look] for look in looks], np.int64)
    if board.wrap is not None and board.wrap.twisted:  # around a twist another cell comes first: try each
        ways, wanted = (
            np.concatenate([np.roll(each, turn, axis=1) for turn in range(each.shape[1])])
            for each in (ways, wanted)
        )
    there = np.array([number[colour] for colour in ground or ("",) * len(board.cells)], np.int64)
    rows = np.sort(_fitting(ways, wanted, there, board), axis=1)
    if board.wrap is not None:
        rows = rows[(rows[:, 1:] != rows[:, :-1]).all(axis=1)]
    if board.wrap is not None or number.keys() - {""}:
        return np.unique(rows, axis=0)
    return rows[np.lexsort(rows.T[::-1])]


def _fitting(ways: Integers, wanted: Integers, there: Integers, board: Board) -> Integers:
    """Return the board's cells under each way to lie, wherever it fits: [placements, cells of the piece].

    Args:
        ways: the cells of a piece in each way: [ways, cells of the piece, dimension].
        wanted: the colours of these cells as numbers, 0 for any: [ways, cells of the piece].
        there: the colours of the board's cells, likewise: [cells].
        board: the board.
    """
    # every way to lie, shifted so that its first cell covers a cell of the board, within the box around it
    shift = board.cells[:, None] - ways[:, 0]
    near = board.lattice.shifts(shift)
    if board.wrap is None:
        least, most = shift + ways.min(axis=1), shift + ways.max(axis=1)
        near &= ((least >= board.cells.min(axis=0)) & (most <= board.cells.max(axis=0))).all(axis=2)
    cell, way = np.nonzero(near)
    found = [np.empty((0, ways.shape[1]), np.int64)]
    at_once = max(1, LOOKUPS_AT_ONCE // ways.shape[1])
    for first in range(0, len(cell), at_once):
        some = slice(first, first + at_once)
        rows = board.numbers(shift[cell[some], way[some], None] + ways[way[some]])
        asked, has = wanted[way[some]], there[rows]
        fits = (rows >= 0) & ((asked == has) | (asked == 0) | (has == 0))
        found.append(rows[fits.all(axis=1)])
    return np.concatenate(found)


def pieces(spec: Packing) -> list[PieceShown]:
    """Return all pieces, in the order of the inventory. Raises SpecError with every fault."""
    puzzle = declaration_of(spec)
    grid = puzzle.board.lattice
    names = tuple(entry.piece.name for entry in puzzle.stock)

    def ways(entry: Stock) -> list[Picture]:
        return [
            _picture(look, entry.piece.name, names, puzzle.colours, grid) for look in entry.ways(spec, grid)
        ]

    return [
        PieceShown(name=entry.piece.name, copies=_copies(entry), ways=partial(ways, entry))
        for entry in puzzle.stock
    ]


def _copies(entry: Stock) -> str:
    if entry.most is None:
        return "any number" if not entry.least else f"{entry.least} or more"
    return str(entry.most) if entry.least == entry.most else f"{entry.least} to {entry.most}"


def _picture(look: Look, name: str, names: tuple[str, ...], known: Sequence[str], grid: Lattice) -> Picture:
    """Return the piece in the upper left corner, or as near as shifts by whole periods allow.

    A cell that has a colour shows it in the place of the name.
    """
    cells = np.array([cell for cell, _ in look], np.int64)
    colours = [colour for _, colour in look]
    places = grid.places_of(cells)
    places -= places.min(axis=0)
    for down, right in product(range(2), repeat=2):
        moved = places + np.array([0, down, right])
        shifts = grid.cells_at(moved) - cells
        are_cells = all(grid.is_cell(row, column) for _, row, column in moved.tolist())
        if are_cells and (shifts == shifts[0]).all() and grid.shifts(shifts[0]):
            places = moved
            break
    found = tuple((layer, row, column) for layer, row, column in places.tolist())
    signs = {place: colour or name for place, colour in zip(found, colours, strict=True)}
    shades = shades_of(colours, found, known)
    return Picture(grid.name, signs, pieces=(found,), names=names, shades=shades)
