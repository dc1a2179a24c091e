"""Build the model of an entry: clue sets of all grids that share all bands but the last.

The grid of the spec has an empty last band. A solution is one of the bands that complete it, and clues of
that grid which leave it as the only solution:

    item                   demand       options of it
    ---------------------  -----------  ------------------------------------------------------------------
    r1c1                   [0, 1]       r1c1=1: of the bands that are given
    last band              [1, 1]       last band 1, last band 2, ...
    r4c1=3 or others       [0, 1]       r4c1=3, which is a clue; the last bands that have no 3 there
    clues                  [low, high]  all clues
    {r1c1 r1c2 ...}        [1, -]       the clues of an unavoidable set within the bands that are given

Of one case of the clue sets (`runs.entry_case`), for which two bands are shared, there are also

    clues in band 1        [0, most]    the clues of that band; likewise of band 2
    clues in the last one  [least, -]   all clues of last bands

Sets with cells of a last band are lazy: such an item has also the other last bands, as they do without.

Bands that differ by the order of rows count once; in a 9x9 grid so do all that a symmetry of the other bands
exchanges (`accord.families.sudoku.entries`). Unavoidable sets are found as for a single grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from accord.families.clue_sets import model as one_grid
from accord.families.clue_sets.model import ClueSets
from accord.families.clue_sets.runs import entry_case
from accord.families.clue_sets.unavoidable import MOST, Unavoidable, at_a_glance
from accord.families.sudoku.completions import completions
from accord.families.sudoku.entries import entry
from accord.families.sudoku.shape import SIGNS
from accord.families.sudoku.spec import Layout, Sudoku, layout
from accord.model import Model
from accord.model.data import with_origin
from accord.model.lazy import LazyItem, Solve
from accord.picture import EMPTY, Picture
from accord.puzzles.bounds import spec_error
from accord.puzzles.family import Faults

LAST = "last band"
CASES = 3


@dataclass(frozen=True)
class EntryRule:
    """The lazy part of the model of an entry: every unavoidable set of the grid that is chosen has a clue."""

    size: int
    boxes: tuple[int, ...]  # the box of each cell, from 0
    upper: tuple[int, ...]  # the digits of all bands but the last
    thirds: tuple[tuple[int, ...], ...]  # of each last band its digits
    clues: tuple[int, int]

    unit = True  # all amounts of its items are 1

    @property
    def token(self) -> str:
        """A text that is equal just for equal lazy parts: all fields."""
        return f"entry {self.upper} {self.thirds} {self.boxes} {self.clues}"

    @cached_property
    def lower(self) -> tuple[tuple[int, int], ...]:
        """Return the clues of all last bands: cell and digit, ascending."""
        first = len(self.upper)
        return tuple(sorted({(first + at, digit) for third in self.thirds for at, digit in enumerate(third)}))

    def grid(self, third: int) -> Unavoidable:
        """Return the lazy part of a single grid."""
        return Unavoidable(self.size, self.upper + self.thirds[third], self.boxes, clues=self.clues)

    def last(self, third: int) -> str:
        """Return the name of the option that this is the last band."""
        return f"{LAST} {third + 1}"

    def violations(self, chosen: Sequence[str], solve: Solve) -> Sequence[LazyItem]:
        """Return unavoidable sets of the chosen grid without a clue."""
        names = {*chosen}
        third = next(k for k in range(len(self.thirds)) if self.last(k) in names)
        grid = self.grid(third)
        clues = [cell for cell, name in enumerate(grid.options(range(len(grid.grid)))) if name in names]
        other = grid.other(clues, solve)
        if other is None:
            return []
        return [self.item(third, cells) for cells in grid.minimal_sets(other)[:MOST]]

    def item(self, third: int, cells: Iterable[int]) -> LazyItem:
        """Return the item that this set has a clue, if that is the last band."""
        plain = self.grid(third).item(cells)
        if max(cells) < len(self.upper):
            return plain  # all grids have that set
        others = [self.last(k) for k in range(len(self.thirds)) if k != third]
        return LazyItem(f"{plain.name} of {self.last(third)}", {**plain.gives, **dict.fromkeys(others, 1)}, 1)


def build(spec: ClueSets) -> Model:
    """Return the model of a grid, or of an entry. Raises SpecError with every fault."""
    rule = rule_of(spec)
    return one_grid.build(spec) if rule is None else build_entry(spec, rule)


def rule_of(spec: ClueSets) -> EntryRule | None:
    """Return the lazy part of an entry; None if the last band is not empty. Raises SpecError."""
    board = _board(spec)
    height = int((board.shape.box[:, 0] == board.shape.box[0, 0]).sum())
    upper, last = board.givens[:-height], board.givens[-height:]
    if spec.boxes or spec.diagonals or last.any() or not upper.size or not upper.all():
        if spec.last:
            raise spec_error("last", "found numbers of last bands; expected none, as the grid has its own")
        if spec.case:
            raise spec_error("case", f"found {spec.case}; expected none, as the grid has its own last band")
        return None
    faults = Faults()
    for unit, digit, cells in board.shape.clashes(board.givens)[:10]:
        places = " and ".join(board.shape.cell_names[cell] for cell in cells)
        faults.add("grid", f"{unit} has {SIGNS[digit - 1]} twice, in {places}; expected each digit once")
    low, high = (spec.clues, spec.clues) if isinstance(spec.clues, int) else spec.clues
    if not 0 <= low <= high <= board.givens.size:
        faults.add("clues", f"found {low} to {high}; expected 0 to {board.givens.size}, the lesser first")
    for key in ("mask", "minimal"):
        if getattr(spec, key):
            faults.add(key, f"found {key}; expected none, as the last band of the grid is empty")
    if not 0 <= spec.case <= CASES:
        faults.add("case", f"found {spec.case}; expected 1 to {CASES}: which band of the grid comes last")
    if spec.case and (low, upper.shape[0]) != (high, 2 * height):
        found = "several numbers of clues" if low < high else f"{board.shape.size // height} bands"
        faults.add("case", f"found {found}; expected one number of clues, in a grid of three bands")
    faults.end()
    thirds = _thirds(board, height, spec.case)
    if not all(1 <= number <= len(thirds) for number in spec.last) or len({*spec.last}) < len(spec.last):
        found = ", ".join(map(str, spec.last[:10]))
        raise spec_error("last", f"found {found}; expected different numbers from 1 to {len(thirds)}")
    if spec.last:
        thirds = tuple(thirds[number - 1] for number in spec.last)
    return EntryRule(
        board.shape.size, tuple(board.shape.box.ravel().tolist()), tuple(upper.ravel().tolist()),
        thirds, (low, high),
    )  # fmt: skip


def build_entry(spec: ClueSets, rule: EntryRule) -> Model:
    """Return the model of an entry."""
    shape = _board(spec).shape
    names, upper = shape.cell_names, range(len(rule.upper))
    lasts = [rule.last(k) for k in range(len(rule.thirds))]
    clues = [(cell, rule.upper[cell]) for cell in upper] + [*rule.lower]
    gives: dict[str, list[str]] = {f"{names[cell]}={SIGNS[digit - 1]}": ["clues"] for cell, digit in clues}
    items: dict[str, int | tuple[int, int | None]] = {names[cell]: (0, 1) for cell in upper}
    items |= {LAST: 1, "clues": rule.clues}
    gives |= {last: [LAST] for last in lasts}
    for cell in upper:
        gives[f"{names[cell]}={SIGNS[rule.upper[cell] - 1]}"].append(names[cell])
    for cell, digit in rule.lower:
        option = f"{names[cell]}={SIGNS[digit - 1]}"
        item = f"{option} or others"
        items[item] = (0, 1)
        gives[option].append(item)
        for last, third in zip(lasts, rule.thirds, strict=True):
            if third[cell - len(upper)] != digit:
                gives[last].append(item)
    if spec.case:
        _limit(rule, spec.case, items, gives)
    for cells in at_a_glance(rule.grid(0)) if rule.thirds else ():
        if max(cells) < len(upper):  # all grids have that set
            known = rule.item(0, cells)
            items[known.name] = (1, None)
            for option in known.gives:
                gives[option].append(known.name)
    fewest = {option: 1 for option in gives if option not in lasts} if rule.clues[0] < rule.clues[1] else None
    model = Model.build(items, gives, minimize=fewest, family="clue-sets", lazy=rule)
    table = [*clues, *((len(names) + k, 1) for k in range(len(lasts)))]
    return with_origin(model, spec, table)


def _limit(
    rule: EntryRule, case: int, items: dict[str, int | tuple[int, int | None]], gives: dict[str, list[str]]
) -> None:
    """Add the items that limit the clues of each band to a case."""
    options = [*gives][: len(rule.upper) + len(rule.lower)]  # clues: of band 1, of band 2, of last bands
    half = len(rule.upper) // 2
    one, two, least = entry_case(rule.clues[0], case)
    for band, most in enumerate((one, two)):
        item = f"clues in band {band + 1}"
        items[item] = (0, min(most, half))
        for option in options[band * half : (band + 1) * half]:
            gives[option].append(item)
    items["clues in the last one"] = (least, None)
    for option in options[2 * half :]:
        gives[option].append("clues in the last one")


def picture(spec: ClueSets, model: Model, options: Sequence[int] | None) -> Picture:
    """Return the puzzle with its clues; without a solution, the grid, or the bands of an entry."""
    rule = model.lazy
    if not isinstance(rule, EntryRule):
        return one_grid.picture(spec, model, options)
    places = [(0, cell // rule.size, cell % rule.size) for cell in range(rule.size**2)]
    signs = dict.fromkeys(places, EMPTY)
    if options is None:
        signs |= {place: SIGNS[digit - 1] for place, digit in zip(places, rule.upper, strict=False)}
    else:
        assert model.origin is not None
        for cell, digit in model.origin.table[[*options]].tolist():
            if cell < len(places):
                signs[places[cell]] = SIGNS[digit - 1]
    return Picture("square", signs, boxes=dict(zip(places, rule.boxes, strict=True)))


@lru_cache(maxsize=8)
def _board(spec: ClueSets) -> Layout:
    return layout(
        Sudoku(grid=spec.grid, box=spec.box or None, boxes=spec.boxes or None, diagonals=spec.diagonals)
    )


def _thirds(board: Layout, height: int, case: int) -> tuple[tuple[int, ...], ...]:
    """Return the last bands that complete a board, each as its digits."""
    upper = board.givens[:-height]
    if (board.shape.size, height) == (9, 3):
        found = entry("".join(map(str, upper.ravel().tolist())), case).thirds
        return tuple(tuple(map(int, third)) for third in found)
    return tuple(tuple(third) for third in completions(upper.astype(np.uint8)).tolist())
