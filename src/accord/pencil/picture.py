"""Draw a pencil puzzle: its signs, walls and clues, and the values of a solution."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, product
from typing import Any

from accord.model import Model
from accord.pencil.boards import Board, Regions
from accord.pencil.instance import Cell, Instance
from accord.pencil.kind import Kind, formulation, instance
from accord.pencil.lines import Lines, OnEdges
from accord.pencil.parts import Side
from accord.pencil.pieces import Cut, area_of
from accord.pencil.solutions import Flags, Values, cell_of
from accord.picture import EMPTY, FULL, HOLE, Network, Picture, Place

COLOURS = {"ink": 240, "mercury": 160, "water": 33}  # of fills, among 256
OUTSIDE = -1  # the region of a hole


def picture(kind: Kind, spec: Any, model: Model, options: Sequence[int] | None) -> Picture:  # noqa: ARG001
    """The puzzle, and what these options fill in."""
    puzzle = instance(kind, spec)
    known = {} if options is None else values(kind, spec, options)
    drawn = _empty(kind, puzzle)
    filled = {_place(cell): sign for cell, sign in kind.solution.signs(puzzle, known).items()}
    signs = {**drawn.signs, **{p: sign for p, sign in filled.items() if drawn.signs[p] == EMPTY}}
    marks = {place: mark for place, mark in drawn.marks.items() if filled.get(place, EMPTY) == EMPTY}
    drawn = replace(drawn, signs=signs, marks=marks)
    flags = flags_of(kind)
    if flags and flags.fill:
        full = {place: flags.fill for place, sign in filled.items() if sign == FULL}
        drawn = replace(drawn, fills=full, colours={flags.fill: COLOURS[flags.fill]})
    network = kind.solution.network(puzzle, known)
    labels = dict(chain(*(puzzle[part.key].items() for part in _corner_boards(kind))))
    if network is None and any(_corner_boards(kind)):
        network = Network("dots", tuple(product(range(puzzle.height + 1), range(puzzle.width + 1))))
    if network is not None:
        labels = {corner: str(word) for corner, word in labels.items()}
        drawn = replace(drawn, network=replace(network, labels=labels))
    if isinstance(kind.solution, Cut):
        drawn = replace(drawn, regions=_cut(puzzle, kind.solution.groups(puzzle, known)))
    return drawn if kind.look is None else kind.look(puzzle, drawn)


def _corner_boards(kind: Kind) -> list[Board]:
    return [part for part in kind.parts if isinstance(part, Board) and part.on_corners]


def values(kind: Kind, spec: Any, options: Iterable[int]) -> dict[str, Any]:
    """The values that these options give, by name; of a solution that is half known, as many as there are."""
    chosen = set(options)
    return {
        name: value
        for name, of in formulation(kind, spec).options.items()
        for value, option in of.items()
        if option in chosen or (option is None and chosen.isdisjoint(of.values()))
    }


def marks(kind: Kind, spec: Any, model: Model, items: Iterable[int], sign: str) -> Picture | None:
    """The board with a sign on the cells that these items speak of; None if they speak of none."""
    options = {option for item in items for option in model.options_of(item).tolist()}
    cells: set[Cell] = set()
    for name, of in formulation(kind, spec).options.items():
        if not options.isdisjoint(of.values()):
            cell = cell_of(name)
            cells.update([cell] if cell else area_of(name) or ())
    board = picture(kind, spec, model, None)
    found = {_place(cell): sign for cell in cells if board.signs[_place(cell)] == EMPTY}
    return replace(board, signs={**board.signs, **found}) if found else None


def option_names(kind: Kind, spec: Any) -> list[tuple[str, Any]]:
    """The variable and the value of each option of a variable, in their order."""
    found: dict[int, tuple[str, Any]] = {}
    for name, of in formulation(kind, spec).options.items():
        for value, option in of.items():
            if option is not None:
                found.setdefault(option, (name, value))
    return [found[option] for option in range(len(found))]


def given_options(kind: Kind, spec: Any, model: Model) -> list[int]:  # noqa: ARG001
    """The options that the puzzle says are chosen."""
    if not isinstance(kind.solution, Values) or not kind.solution.given:
        return []
    said = instance(kind, spec)[kind.solution.given]
    names = option_names(kind, spec)
    return [option for option, (name, value) in enumerate(names) if said.get(cell_of(name)) == value]


def _empty(kind: Kind, puzzle: Instance) -> Picture:
    """The puzzle as it is printed."""
    signs = {(0, r, c): EMPTY for r in range(puzzle.height) for c in range(puzzle.width)}
    signs |= {_place(cell): HOLE for cell in puzzle.holes}
    more: dict[str, Any] = {"dark": {_place(cell) for cell in puzzle.holes}, "figures": {}}
    flags = flags_of(kind)
    if flags and flags.figure:
        more["figures"][flags.sign] = flags.figure
    corners: dict[Place, str] = {}
    marks: dict[Place, str] = {}
    stated: set[Place] = set()
    sides: dict[str, list[tuple[str, ...]]] = {}
    for part in kind.parts:
        if isinstance(part, Board) and not part.on_corners:
            said = {cell: word for cell, word in puzzle[part.key].items() if cell not in puzzle.holes}
            _put_signs(part, said, signs, marks if part.mark else corners, more)
            stated |= {_place(cell) for cell in puzzle[part.key] if not (part.corner or part.mark)}
        elif isinstance(part, Side):
            sides.setdefault(part.stands, []).append(tuple(map(part.label, puzzle[part.key])))
    regions = next((part for part in kind.parts if isinstance(part, Regions)), None)
    walls = None
    if regions is not None or sides or corners or isinstance(kind.solution, Cut | OnEdges):
        walls = dict.fromkeys(signs, 0) | {_place(cell): OUTSIDE for cell in puzzle.holes}
        of = {} if regions is None else puzzle[regions.key]
        walls |= {_place(cell): n for n, cells in enumerate(of.values(), start=1) for cell in cells}
    drawn = Picture(
        "square",
        signs,
        regions=walls,
        marks=corners | marks,
        corners=corners,
        given=frozenset(stated),
        dark=frozenset(more["dark"]),
        figures=more["figures"],
    )
    beside: dict[str, Any] = {stands: _stack(stands, several) for stands, several in sides.items()}
    return replace(drawn, **beside)


def flags_of(kind: Kind) -> Flags | None:
    """Return what a cell of a solution has or not, if there is such a thing."""
    solution = kind.solution
    return (
        solution if isinstance(solution, Flags) else solution.shaded if isinstance(solution, Lines) else None
    )


def _put_signs(
    part: Board,
    cells: Mapping[Cell, int | str],
    signs: dict[Place, str],
    aside: dict[Place, str],
    more: dict[str, Any],
) -> None:
    """Put what a board says where it is shown."""
    of = {sign.word: sign for sign in part.signs}
    for cell, word in cells.items():
        place = _place(cell)
        sign = of.get(str(word))
        if sign is None or part.mark:
            (aside if part.corner or part.mark else signs)[place] = str(word)
        else:
            signs[place] = sign.shown or sign.word
            if sign.figure:
                more["figures"][signs[place]] = sign.figure
        if part.dark if sign is None else sign.dark:
            more["dark"].add(place)


def _stack(stands: str, clues: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Several clues of a line as one: above each other, or beside."""
    if len(clues) == 1:
        return clues[0]
    between = "\n" if stands in ("top", "bottom") else " "
    widths = [max(map(len, each)) for each in clues] if between == " " else [0] * len(clues)
    return tuple(
        between.join(clue.rjust(width) for clue, width in zip(line, widths, strict=True))
        for line in zip(*clues, strict=True)
    )


def _cut(puzzle: Instance, pieces: Sequence[Sequence[Cell]]) -> dict[Place, int]:
    """The region of each place: one a piece, and one of all that is left."""
    found = {(0, r, c): 0 for r in range(puzzle.height) for c in range(puzzle.width)}
    found |= {_place(cell): OUTSIDE for cell in puzzle.holes}
    return found | {_place(cell): n for n, cells in enumerate(pieces, start=1) for cell in cells}


def _place(cell: Cell) -> Place:
    return (0, *cell)
