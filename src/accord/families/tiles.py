"""Sliding tiles: numbered tiles in a frame with one gap. A tile beside the gap slides into it.

    8 6 7        1 2 3      It is a plan problem. A tile's variable says where it lies, and `blank` where the
    2 5 4   ->   4 5 6      gap is; an operator `5: r2c2 -> r3c2` slides a tile. From half of all boards the
    3 . 1        7 8 .      goal cannot be reached, by parity (W. Johnson and W. Story, 1879).

The text form is a size and the board, read row by row, or the number of a scramble: `3x3:8,6,7,2,5,4,3,.,1`
or `3x3:seed=5`. Every scramble can be solved.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any

import msgspec

from accord.grids.turns import WAYS, turn_rows
from accord.picture import EMPTY, Picture
from accord.plans.problem import Capacity, Operator, PlanProblem, State
from accord.puzzles.bounds import spec_error
from accord.puzzles.family import About, Family, Fault, Faults, Made, Shown, Texts
from accord.puzzles.words import describe
from accord.scene.shapes import Scene

SMALLEST, LARGEST = 2, 6  # rows, and columns
BLANK = 0
MOST_SEED = 1 << 53
LONGEST = 1000  # characters of a board
_BOARD = re.compile(r"\s*([0-9]+|\.)(\s+([0-9]+|\.))+\s*")

Board = tuple[tuple[int, ...], ...]  # rows of tiles; BLANK is the gap


class Tiles(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: a board, or a size and the number of a scramble; and the goal, if it is not the usual one."""

    board: str | None = None  # rows of numbers; `.` is the gap
    size: tuple[int, int] | None = None  # rows and columns
    seed: int | None = None
    goal: str | None = None  # usually the tiles in order, and the gap last


def parse(text: str) -> Tiles:
    """Parse `3x3:8,6,7,2,5,4,3,.,1` or `3x3:seed=5`. Raises SpecError with every fault."""
    size, _, rest = text[:LONGEST].partition(":")
    match = re.fullmatch("([0-9]{1,3})x([0-9]{1,3})", size)
    if match is None or not rest:
        raise spec_error("board", f"found {describe(text)}; expected 3x3:8,6,7,2,5,4,3,.,1 or 3x3:seed=5")
    rows, columns = int(match[1]), int(match[2])
    if rest.startswith("seed="):
        digits = rest[5:]
        if not re.fullmatch("[0-9]{1,16}", digits):
            raise spec_error("seed", f"found {describe(digits)}; expected a whole number from 0")
        spec = Tiles(size=(rows, columns), seed=int(digits))
    else:
        signs = re.split("[,/ ]+", rest.strip())
        if len(signs) != rows * columns:
            message = f"found {len(signs)} tiles; expected {rows} x {columns}, the gap as a dot among them"
            raise spec_error("board", message)
        lines = (" ".join(signs[r * columns : (r + 1) * columns]) for r in range(rows))
        spec = Tiles(board="\n".join(lines))
    boards(spec)
    return spec


def recognise(text: str) -> bool:
    """Whether a text is a board as `board_text` writes them: rows of numbers, and one dot."""
    return len(text) < LONGEST and bool(_BOARD.fullmatch(text)) and text.count(".") == 1


def of_file(text: str) -> Tiles:
    """Return the spec of such a text. Raises SpecError with every fault."""
    spec = Tiles(board=text)
    boards(spec)
    return spec


def boards(spec: Tiles) -> tuple[Board, Board]:
    """Return the board and the goal. Raises SpecError with every fault."""
    faults = Faults()
    if (spec.board is None) == (spec.seed is None):
        what = "neither a board nor" if spec.board is None else "both a board and"
        raise spec_error("board", f"found {what} a seed; expected one of them")
    board = None if spec.board is None else _read("board", spec.board, faults)
    size = spec.size
    if board is not None:
        here = len(board), len(board[0])
        if size is not None and size != here:
            faults.add("size", f"found {list(size)}; the board has {list(here)}")
        size = here
    elif size is None and spec.board is None:
        faults.add("size", "found none; expected the rows and columns, as in [3, 3]")
    elif size is not None and not all(SMALLEST <= side <= LARGEST for side in size):
        faults.add("size", f"found {list(size)}; expected {SMALLEST} to {LARGEST} of each")
    if spec.seed is not None and not 0 <= spec.seed <= MOST_SEED:
        faults.add("seed", f"found {spec.seed}; expected 0 to {MOST_SEED}")
    goal = None if spec.goal is None else _read("goal", spec.goal, faults)
    if goal is not None and size is not None and (len(goal), len(goal[0])) != tuple(size):
        faults.add("goal", f"found {len(goal)} x {len(goal[0])}; expected {size[0]} x {size[1]}")
    faults.end()
    assert size is not None, "a board without a size"
    if goal is None:
        goal = _rows([*range(1, size[0] * size[1]), BLANK], size[1])
    return board if board is not None else _scramble(goal, spec.seed or 0), goal


def form(spec: Tiles) -> str:
    """Return what twins share: board and goal are turned together, and tiles have other numbers."""
    found = []
    for way in WAYS:
        board, goal = (turn_rows([[*row] for row in rows], way) for rows in boards(spec))
        place = {tile: number for number, tile in enumerate(chain(*goal))}
        found.append((len(board), place[BLANK], [place[tile] for tile in chain(*board)]))
    return repr(min(found))


def solvable(board: Board, goal: Board) -> bool:
    """Whether the goal can be reached: the permutation is even where the gap moves an even way."""
    columns = len(board[0])
    flat, end = list(chain(*board)), list(chain(*goal))
    here, there = flat.index(BLANK), end.index(BLANK)
    way = abs(here // columns - there // columns) + abs(here % columns - there % columns)
    order = [end.index(tile) for tile in flat]
    swapped = sum(one > other for one, other in combinations(order, 2))  # odd of an odd permutation
    return (way + swapped) % 2 == 0


def plan_problem(spec: Tiles) -> PlanProblem:
    """Return the plan problem. Raises SpecError with every fault."""
    board, goal = boards(spec)
    places, ends = _places(board), _places(goal)
    cells = sorted(ends.values())
    tiles = sorted(tile for tile in ends if tile != BLANK)
    names = [_cell(cell) for cell in cells]
    return PlanProblem.build(
        {_tile(tile): names for tile in (*tiles, BLANK)},
        (
            Operator(
                f"{tile}: {_cell(cell)} -> {_cell(gap)}",
                {_tile(tile): _cell(cell), _tile(BLANK): _cell(gap)},
                {_tile(tile): _cell(gap), _tile(BLANK): _cell(cell)},
            )
            for tile in tiles
            for cell in cells
            for gap in cells
            if abs(cell[0] - gap[0]) + abs(cell[1] - gap[1]) == 1
        ),
        {_tile(tile): _cell(places[tile]) for tile in (*tiles, BLANK)},
        {_tile(tile): _cell(ends[tile]) for tile in (*tiles, BLANK)},
        invariants=[
            Capacity(f"in {name}", tuple((_tile(tile), name) for tile in (*tiles, BLANK)), 1)
            for name in names
        ],
        bound=Manhattan(
            tuple(
                tuple(abs(row - ends[tile][0]) + abs(column - ends[tile][1]) for row, column in cells)
                for tile in tiles
            )
        ),
        family="tiles",
    )


@dataclass(frozen=True, slots=True)
class Manhattan:
    """Every tile has to go its way, a cell at a time: `way` has for each tile and cell how far it is."""

    way: tuple[tuple[int, ...], ...]

    def __call__(self, state: State) -> int:
        """Return how many moves a plan from that state takes at least."""
        return sum(way[cell] for way, cell in zip(self.way, state, strict=False))  # the gap counts nothing


def picture(spec: Tiles, model: None, options: Sequence[int] | None) -> Picture:  # noqa: ARG001
    """Return the board, a dot for the gap."""
    return Picture("square", {}, lines=tuple(board_text(boards(spec)[0]).split("\n")))


def board_text(board: Board) -> str:
    """Return a board as text: rows of numbers, a dot for the gap."""
    width = max(len(str(tile)) for row in board for tile in row)
    signs = ([str(tile) if tile != BLANK else "." for tile in row] for row in board)
    return "\n".join(" ".join(sign.rjust(width) for sign in row) for row in signs)


def board_scene(lines: Sequence[str]) -> Scene:
    """Return the scene of a board's lines, as `board_text` makes them: a tile is a piece of one cell."""
    from accord.scene.board import scene_of  # only now: most boards are never drawn

    rows = [line.split() for line in lines]
    signs = {(0, row, column): tile for row, line in enumerate(rows) for column, tile in enumerate(line)}
    tiles = tuple((place,) for place, tile in signs.items() if tile != EMPTY)
    return scene_of(Picture("square", signs, pieces=tiles))


def facts(spec: Tiles) -> dict[str, Any]:
    """Return the size, and whether the goal can be reached."""
    board, goal = boards(spec)
    return {"rows": len(board), "columns": len(board[0]), "parity allows a plan": solvable(board, goal)}


def _read(key: str, text: str, faults: Faults) -> Board | None:
    """Return the board of a text; None, and faults, if it is none."""
    if len(text) > LONGEST:
        faults.add(key, f"found {len(text):,} characters; expected at most {LONGEST:,}")
        return None
    lines = [line.split() for line in text.split("\n") if line.strip()]
    lengths = [len(line) for line in lines]
    if len({*lengths}) != 1:
        faults.add(key, f"found rows of {lengths} tiles; expected rows alike")
        return None
    if not (SMALLEST <= len(lines) <= LARGEST and SMALLEST <= lengths[0] <= LARGEST):
        size = f"{len(lines)} x {lengths[0]}"
        faults.add(key, f"found {size}; expected {SMALLEST} to {LARGEST} rows and columns")
        return None
    number, signs = len(lines) * lengths[0], [sign for line in lines for sign in line]
    tiles = [
        BLANK if sign in (".", "0") else int(sign) if re.fullmatch("[0-9]{1,3}", sign) else -1
        for sign in signs
    ]
    wrong = [sign for sign, tile in zip(signs, tiles, strict=True) if not 0 <= tile < number]
    faults += [
        Fault(key, f"found {describe(sign)}; expected 1 to {number - 1}, or a dot") for sign in wrong[:5]
    ]
    twice = sorted({tile for tile in tiles if tile >= 0 and tiles.count(tile) > 1})
    names = ", ".join(str(tile) if tile else "the gap" for tile in twice)
    if twice:
        faults.add(key, f"found {names} twice; expected each tile and one gap once")
    return None if wrong or twice else _rows(tiles, lengths[0])


def _scramble(goal: Board, seed: int) -> Board:
    """Return a board from which the goal can be reached, each as likely as any other."""
    tiles = list(chain(*goal))
    random.Random(seed).shuffle(tiles)
    board = _rows(tiles, len(goal[0]))
    if not solvable(board, goal):
        one, other = (i for i in range(3) if tiles[i] != BLANK) if BLANK in tiles[:3] else (0, 1)
        tiles[one], tiles[other] = tiles[other], tiles[one]
    return _rows(tiles, len(goal[0]))


def _rows(tiles: Sequence[int], columns: int) -> Board:
    return tuple(tuple(tiles[at : at + columns]) for at in range(0, len(tiles), columns))


def _places(board: Board) -> dict[int, tuple[int, int]]:
    return {tile: (r, c) for r, row in enumerate(board) for c, tile in enumerate(row)}


def _cell(cell: tuple[int, int]) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def _tile(tile: int) -> str:
    return str(tile) if tile != BLANK else "blank"


def state(facts: Mapping[str, str]) -> str:
    """Return a state of the plan problem as a board: the cell of each tile, and of the gap."""
    board: dict[int, dict[int, int]] = {}
    for tile, cell in facts.items():
        row, _, column = cell.removeprefix("r").partition("c")
        board.setdefault(int(row), {})[int(column)] = int(tile) if tile.isdecimal() else BLANK
    return board_text(
        tuple(tuple(tile for _, tile in sorted(row.items())) for _, row in sorted(board.items()))
    )


def advice(move: str) -> str:
    """Return a move in words, for hints: `5: r2c2 -> r3c2` -> `slide 5 from r2c2 to r3c2`."""
    tile, _, way = move.partition(": ")
    return f"slide {tile} from {way.replace('->', 'to')}"


RECORD = Family(
    name="tiles",
    spec=Tiles,
    about=About("moves", "Sliding tiles, such as the fifteen puzzle.", ("15 puzzle",)),
    texts=Texts(parse=parse, example="3x3:seed=1", recognise=recognise, of_file=of_file),
    shown=Shown(
        picture=picture, facts=facts, state=state, advice=advice, drawn="accord.families.tiles:board_scene"
    ),
    made=Made(plan=plan_problem, form=form),
)
