"""The family record of packings: the functions that general code calls for a family.

In the order of B. Hoyt's program of March 2000 each placement grows. From the first cell on, the next cell of
a placement is the first one, in the order of the board, that touches the cells so far. Placements at a cell
come in the order of these lists. His program follows a tree of squares that it tests for being empty; this is
the order of its leaves.

    A B    from A on a board of two rows: A B before A C, so the L-tromino A B C comes before A C D; the order
    C D    of a 6 x 10 board runs along its short side, as all orders of this family do
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import TYPE_CHECKING

import numpy as np
from msgspec import structs

from accord.deduce import Step
from accord.deduce import words as plain
from accord.errors import UsageError
from accord.families.packing import placements
from accord.families.packing.declaration import STAYS_EMPTY, TOTAL, choices
from accord.families.packing.model import behind_points, build, given_options, picture, piece_names, pieces_in
from accord.families.packing.placements import pieces
from accord.families.packing.spec import Packing, board_of, gives_pieces
from accord.grids.drawing import rows
from accord.model import Model
from accord.model.lazy import Cut, with_cuts
from accord.picture import EMPTY, HOLE, OPTIONAL, Picture, Place
from accord.puzzles.clues import RULE, Clue, Clues, PossibleClue, PossibleClues
from accord.puzzles.family import About, Family, Made, Shown
from accord.puzzles.sheets import Editing, Sheet, Words
from accord.puzzles.words import by_way_of, join_words
from accord.symmetry.canonical import model_form

if TYPE_CHECKING:
    from accord.refute.imbalance import Coloured


CHOICES = ((EMPTY, "a cell to cover"), (OPTIONAL, "a cell that may stay empty"), (HOLE, "no cell"))


def sheets(spec: Packing) -> list[Sheet]:
    """Return the sheet of the board. Raises SpecError."""
    signs = _signs(spec)
    lines: dict[tuple[int, int], list[Place]] = {}
    for place in sorted(signs):
        lines.setdefault(place[:2], []).append(place)
    places = tuple(tuple(line) for line in lines.values())
    return [
        Sheet(
            key="board",
            about="the board",
            on="cells",
            words=[[signs[place] for place in line] for line in places],
            blank=EMPTY,
            choices=CHOICES,
            free="the sign of a piece that lies there",
            places=places,
            fixed=spec.lattice != "square",
        )
    ]


def with_words(spec: Packing, words: Mapping[str, Words]) -> Packing:
    """Return the spec with a board of these words. Raises SpecError with every fault."""
    board = words["board"]
    if spec.lattice == "square":
        drawn = "\n".join(" ".join(row) if "-" in str(board) else "".join(row) for row in board)
    else:
        places = [place for line in sheets(spec)[0].places for place in line]
        said = (word for row in board for word in row)
        signs = dict(zip(places, said, strict=True))
        drawn = str(Picture(spec.lattice, signs, wrap=spec.wrap or "", outline=board_of(spec).outline))
    found = structs.replace(spec, board=drawn, size=None)
    board_of(found)
    return found


def _signs(spec: Packing) -> dict[Place, str]:
    """Return the sign of each place of the drawing, holes too."""
    board = board_of(spec)
    if spec.board is None:
        return dict(zip(board.place_tuples, board.signs, strict=True))
    return {place: sign for row in rows(spec.board, board.lattice) for place, sign in row.signs.items()}


EDITING = Editing(sheets, with_words)


def growing_ranks(spec: Packing, model: Model) -> list[int]:
    """Return the rank of each option of the model in that order; equal cells keep the order of the model."""
    near = [{*cells} for cells in board_of(spec).neighbours]
    keys = [
        (_growth([item for item in model.items_of(option).tolist() if item < len(near)], near), option)
        for option in range(model.options)
    ]
    rank = {option: place for place, (_, option) in enumerate(sorted(keys))}
    return [rank[option] for option in range(model.options)]


def _growth(cells: Sequence[int], near: Sequence[set[int]]) -> list[int]:
    """Return the cells in the order in which they are reached; one that touches none comes as it stands."""
    left = sorted(cells)
    found = left[:1]
    touched = {*near[found[0]]} if found else set()
    del left[:1]
    while left:
        cell = next((each for each in left if each in touched), left[0])
        left.remove(cell)
        found.append(cell)
        touched |= near[cell]
    return found


def marks(spec: Packing, model: Model, items: Iterable[int], sign: str) -> Picture | None:  # noqa: ARG001
    """Return the board with a sign on the cells among these items; None if none of them is a cell."""
    board = board_of(spec)
    marked = set(items)
    if not any(cell in marked for cell in range(len(board.cells))):
        return None
    signs = {place: sign if cell in marked else EMPTY for cell, place in enumerate(board.place_tuples)}
    return Picture(spec.lattice, signs, wrap=spec.wrap or "")


def board_colourings(spec: Packing, model: Model) -> Coloured:
    """Return the cells and pieces of the model, with colourings of the cells.

    What the pieces can make of a colouring may be less than the board has, which refutes the puzzle.
    """
    from accord.grids.colourings import colourings  # only now, as `Puzzle.refutation` has it
    from accord.refute.imbalance import Coloured

    board = board_of(spec)
    cells = np.arange(model.items) < len(board.cells)
    others = model.items - len(board.cells)
    pieces = np.zeros(model.items, np.bool_)
    pieces[pieces_in(spec, model)] = True
    pieces[-1] |= model.item_names[-1] == STAYS_EMPTY  # which is like a piece of one cell
    return Coloured(
        cells, pieces, (replace(each, weight=np.pad(each.weight, (0, others))) for each in colourings(board))
    )


ANY = "a piece"  # one of which there may be any number has no item, and so no name


def words(spec: Packing, model: Model, step: Step) -> str:
    """Return a step as a sentence, such as `r1c1 can only be covered by F on r1c1 r2c1 r2c2 r2c3 r3c2`."""
    return _Sentences(spec, model).step(step)


class _Sentences:
    """The sentences for the steps of a packing, and the names in them."""

    def __init__(self, spec: Packing, model: Model) -> None:
        self.spec, self.model = spec, model
        self.cells = len(board_of(spec).cells)
        self.points = range(self.cells, behind_points(spec, model))
        self.pieces = pieces_in(spec, model)

    # -- names -------------------------------------------------------------------------------------

    def is_cell(self, item: int) -> bool:
        return item < self.cells

    def name(self, item: int) -> str:
        """Return an item in words: a cell, a piece, or what is counted."""
        name = self.model.item_names[item]
        if item < self.cells or item in self.pieces or item in self.points:
            return name
        if name == STAYS_EMPTY:
            return "the cells that stay empty"
        return "the pieces" if name == TOTAL else join_words(dict(choices(self.spec))[name].pieces)

    def failure(self, item: int) -> str:
        """Return the words for an item that cannot be met."""
        if self.is_cell(item):
            return f"{self.name(item)} could not be covered"
        if item in self.pieces:
            return f"{self.name(item)} could not be laid"
        if item in self.points:
            return f"{self.name(item)} could not be left alone"
        return f"there could not be the right number of {self.name(item)}"

    def stays_empty(self, option: int) -> bool:
        return self.model.item_names[int(self.model.items_of(option).max())] == STAYS_EMPTY

    def piece(self, option: int) -> str:
        last = int(self.model.items_of(option).max())
        return self.model.item_names[last] if last in self.pieces else ANY

    def on(self, option: int) -> str:
        items = sorted(self.model.items_of(option).tolist())
        return " ".join(self.model.item_names[item] for item in items if self.is_cell(item))

    def placement(self, option: int) -> str:
        """Return an option in words: `F on r1c1 r2c1`, or `r1c1 empty`."""
        if self.stays_empty(option):
            return f"{self.on(option)} empty"
        return f"{self.piece(option)} on {self.on(option)}"

    # -- sentences ---------------------------------------------------------------------------------

    def step(self, step: Step) -> str:
        if step.items[0] in self.points:  # where pieces could cross
            return plain(self.model, step)
        if step.rule == "lookahead":
            return self.lookahead(step)
        chosen = [forced.option for forced in step.forced if forced.chosen]
        closed = [forced.option for forced in step.forced if not forced.chosen]
        if step.rule == "bounds" and chosen and not closed:
            return self.explain_chosen(step, chosen)
        if step.rule == "bounds" and closed and not chosen:
            return self.explain_closed(step)
        if step.rule == "intersection":
            return self.intersection(step, closed)
        return plain(self.model, step)

    def explain_chosen(self, step: Step, options: Sequence[int]) -> str:
        """Return why these options have to be chosen: an item cannot be met without them."""
        item = step.items[0]
        name = self.name(item)
        if self.is_cell(item):
            if self.stays_empty(options[0]):
                return f"nothing can cover {name}, so it stays empty"
            return (
                f"{name} can only be covered by {join_words([self.placement(option) for option in options])}"
            )
        if item in self.pieces:
            return f"{name} can only lie here: {join_words([self.on(option) for option in options])}"
        where = join_words([self.on(option) for option in options])
        if self.model.item_names[item] == STAYS_EMPTY:
            return f"as many cells have to stay empty as still can: {where}"
        return f"as many of {name} have to be laid as still can, so they lie here: {where}"

    def explain_closed(self, step: Step) -> str:
        """Return why options are closed: an item is full."""
        item = step.items[0]
        name = self.name(item)
        if item in self.pieces:
            return f"all {step.given:,} of {name} are laid, so it lies nowhere else"
        if self.model.item_names[item] == STAYS_EMPTY:
            return f"{step.given:,} cells stay empty, as many as may, so all others are covered"
        return f"{step.given:,} of {name} are laid, as many as may be, so no more of them lie anywhere"

    def intersection(self, step: Step, closed: Sequence[int]) -> str:
        """Return why options are closed: all ways to cover a cell, or to lay a piece, exclude them."""
        item = step.items[0]
        name, model = self.name(item), self.model
        shared = reduce(set.intersection, (set(model.items_of(way).tolist()) for way in step.ways)) - {item}
        pieces = [model.item_names[other] for other in shared if other in self.pieces]
        common = [model.item_names[other] for other in sorted(shared) if self.is_cell(other)]
        if (pieces or common) and all(shared.intersection(model.items_of(o).tolist()) for o in closed):
            reasons = [f"only {piece} {self.only_claim(item)}, so it lies nowhere else" for piece in pieces]
            if common:
                them = "it" if len(common) == 1 else "them"
                taker = self.whatever(item)
                reasons.append(f"{taker} takes {join_words(common)}, so nothing else can have {them}")
            return "; ".join(reasons)
        must, nowhere = self.must(item)
        example = self.placement(closed[0])
        if len(closed) == 1:
            return f"{name} {must}; with {example}, {nowhere}"
        counts = Counter("empty cells" if self.stays_empty(o) else self.piece(o) for o in closed)
        places = join_words(
            [f"{n} {what}" if what == "empty cells" else f"{n} of {what}" for what, n in counts.items()]
        )
        return (
            f"{name} {must}; with {example}, {nowhere}, and so with {len(closed):,} placements in all: "
            f"{places}"
        )

    def only_claim(self, item: int) -> str:
        name = self.name(item)
        return f"can cover {name}" if self.is_cell(item) else f"is left of {name}"

    def whatever(self, item: int) -> str:
        name = self.name(item)
        if self.is_cell(item):
            return f"whatever covers {name}"
        return f"wherever {name} lies, it" if item in self.pieces else f"whatever is next of {name}"

    def must(self, item: int) -> tuple[str, str]:
        """Return what has to be done about an item, and what is wrong if it cannot be."""
        if self.is_cell(item):
            may = self.stays_empty(int(self.model.options_of(item)[-1]))
            return "must be covered or stay empty" if may else "must be covered", "nothing could cover it"
        if item in self.pieces:
            return "must be laid", "it would have no place"
        return "must be enough", "there would be too few"

    def lookahead(self, step: Step) -> str:
        (forced,) = step.forced
        *way, last = step.items
        stuck = f"{self.failure(last)}{by_way_of(list(map(self.name, way)))}"
        if self.stays_empty(forced.option):
            cell = self.on(forced.option)
            if forced.chosen:
                return f"were {cell} covered, {stuck}; so it stays empty"
            return f"were {cell} empty, {stuck}; so it is covered"
        if forced.chosen:
            return f"without {self.placement(forced.option)}, {stuck}; so it lies there"
        return f"with {self.placement(forced.option)}, {stuck}; so it does not lie there"


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
        named = {piece.name: str(piece.ways()[0]).replace(HOLE, EMPTY) for piece in placements.pieces(spec)}
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


RECORD = Family(
    name="packing",
    spec=Packing,
    about=About(
        "pieces",
        "Cover a board with pieces: polyominoes and their relatives.",
        ("Pentominoes", "Polycubes", "Soma", "Tiling"),
    ),
    shown=Shown(picture=picture, words=words, marks=marks, pieces=pieces),
    made=Made(
        model=build,
        orders={"hoyt": growing_ranks},
        given=given_options,
        coloured=board_colourings,
        clues=clues,
        possible_clues=possible_clues,
        form=form,
        with_given=with_given,
        givable=givable,
    ),
    editing=EDITING,
)
