"""The clues of a packing: the pieces that lie on its board, and all that could lie there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

from msgspec import structs

from accord.errors import UsageError
from accord.families.packing import shapes
from accord.families.packing.declaration import STAYS_EMPTY
from accord.families.packing.model import build, given_options, picture, piece_names, pieces_in
from accord.families.packing.spec import Packing, board_of, gives_pieces
from accord.model import Model
from accord.model.lazy import Cut, with_cuts
from accord.picture import EMPTY, HOLE, Picture, Place
from accord.puzzles.clues import RULE, Clue, Clues, PossibleClue, PossibleClues
from accord.symmetry.canonical import model_form


def clues(spec: Packing) -> Clues:
    """Return the pieces that lie on the board already as clues. Raises UsageError if there are none."""
    whole = build(spec)
    drawn = picture(spec, whole, None)
    placed = given_options(spec, whole)
    if not placed:
        raise UsageError("no piece lies on this board; the clues of a packing are the pieces that do")
    places = board_of(spec).place_tuples
    cells = [
        sorted((i for i in whole.items_of(option).tolist() if i < len(places)), key=places.__getitem__)
        for option in placed
    ]
    only = partial(_with_pieces, spec, drawn, [[places[cell] for cell in some] for some in cells])
    empty = build(only(()))
    option_of = {_gives(empty, option): option for option in range(empty.options)}
    stated, cuts = [], []
    for option, some in zip(placed, cells, strict=True):
        where = " ".join(whole.item_names[cell] for cell in some)
        stated.append(Clue(f"the {drawn.signs[places[some[0]]]} at {where}", tuple(places[c] for c in some)))
        cuts.append(Cut(f"placed at {where}", (option_of[_gives(whole, option)],), (1,), 1, 1))
    of_item = [*[RULE] * empty.items, *range(len(cuts))]
    return Clues(with_cuts(empty, cuts), tuple(stated), of_item, range(empty.options), only)


def possible_clues(spec: Packing) -> PossibleClues:
    """Return the pieces at each place as clues; of pieces without names, only those that lie there.

    Raises UsageError if no piece lies on the board.
    """
    found = clues(spec)
    assert found.only is not None
    empty = found.only(())
    model = build(empty)
    laid = {int(found.model.options_of(model.items + clue)[0]): clue for clue in range(len(found.clues))}
    pieces, places = pieces_in(empty, model), board_of(empty).place_tuples
    named = bool(piece_names(model, pieces))
    given, cuts, signs = [], [], []
    for option in range(model.options) if named else sorted(laid):
        items = model.items_of(option).tolist()
        cells = sorted((item for item in items if item < len(places)), key=places.__getitem__)
        where = " ".join(model.item_names[cell] for cell in cells)
        piece = next((item for item in items if item in pieces), option)
        stated = laid.get(option)
        name = model.item_names[piece] if named else ""
        words = f"the {name} at {where}" if stated is None else found.clues[stated].words
        some = tuple(places[cell] for cell in cells)
        given.append(PossibleClue(piece, where, words, some, is_stated=stated is not None))
        cuts.append(Cut(f"laid at {where}", (option,), (1,), 1, 1))
        signs.append((name, some))
    return PossibleClues(
        model=with_cuts(model, cuts),
        clues=tuple(given),
        of_item=[*[RULE] * model.items, *range(len(cuts))],
        decides=range(model.options),
        puzzle_with=partial(_with_placed, empty, signs) if named else None,
        are_all=named,
    )


def with_given(spec: Packing, options: Collection[int]) -> Packing:
    """Return the spec of a board on which some pieces lie, and no others; a solved board names its pieces."""
    model = build(spec)
    named = spec.pieces
    if gives_pieces(spec, board_of(spec)):
        named = {piece.name: str(piece.ways()[0]).replace(HOLE, EMPTY) for piece in shapes.pieces(spec)}
    laid = sorted({*options, *given_options(spec, model)})
    return structs.replace(spec, board=str(picture(spec, model, laid)), size=None, pieces=named)


def givable(spec: Packing, model: Model) -> list[int]:  # noqa: ARG001
    """Return the options that are pieces, and not cells that stay empty."""
    last = model.item[model.start[1:] - 1]
    return [option for option in range(model.options) if model.item_names[last[option]] != STAYS_EMPTY]


def form(spec: Packing) -> str:
    """Return what twins share: the board is turned and reflected, pieces have other names."""
    whole = build(spec)
    return model_form(clues(spec).model if given_options(spec, whole) else whole)


def _with_placed(
    spec: Packing, placed: Sequence[tuple[str, Sequence[Place]]], chosen: Collection[int]
) -> Packing:
    """Return the spec of an empty board with some pieces laid on it."""
    drawn = picture(spec, build(spec), None)
    signs = dict(drawn.signs)
    for number in chosen:
        name, cells = placed[number]
        signs.update(dict.fromkeys(cells, name))
    return structs.replace(spec, board=str(replace(drawn, signs=signs)))


def _with_pieces(
    spec: Packing, drawn: Picture, placed: Sequence[Sequence[Place]], kept: Collection[int]
) -> Packing:
    """Return the spec with some of the pieces that lie on its board."""
    gone = {place for number, cells in enumerate(placed) if number not in kept for place in cells}
    signs = {place: EMPTY if place in gone else sign for place, sign in drawn.signs.items()}
    return structs.replace(spec, board=str(replace(drawn, signs=signs)))


def _gives(model: Model, option: int) -> frozenset[str]:
    """Return the names of the items that an option gives to."""
    return frozenset(model.item_names[item] for item in model.items_of(option))
