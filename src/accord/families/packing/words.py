"""Steps of a packing in words: cells to cover and pieces to lay instead of items and options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce

from accord.deduce import Step
from accord.deduce import words as plain
from accord.families.packing.crossings import behind_points
from accord.families.packing.declaration import STAYS_EMPTY, TOTAL, choices
from accord.families.packing.model import pieces_in
from accord.families.packing.spec import Packing, board_of
from accord.model import Model
from accord.puzzles.words import by_way_of, join_words

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
