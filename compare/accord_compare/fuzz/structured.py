"""Generate small puzzles with the shapes that fast kernels take and random models rarely have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from itertools import combinations, product

from accord_compare.fuzz.dice import Dice
from accord_compare.fuzz.form import Entry, Form, Item, Option
from accord_compare.fuzz.random_kinds import PRIMARY, SECONDARY

Cell = tuple[int, int]
SHAPES = {
    "domino": ((0, 0), (0, 1)), "bar": ((0, 0), (0, 1), (0, 2)), "corner": ((0, 0), (0, 1), (1, 0)),
    "single": ((0, 0),), "square": ((0, 0), (0, 1), (1, 0), (1, 1)), "L": ((0, 0), (1, 0), (2, 0), (2, 1)),
    "S": ((0, 0), (0, 1), (1, 1), (1, 2)), "T": ((0, 0), (0, 1), (0, 2), (1, 1)),
}  # fmt: skip
TURNS: tuple[Callable[[int, int], Cell], ...] = (
    lambda r, c: (r, c), lambda r, c: (r, -c), lambda r, c: (-r, c), lambda r, c: (-r, -c),
    lambda r, c: (c, r), lambda r, c: (c, -r), lambda r, c: (-c, r), lambda r, c: (-c, -r),
)  # fmt: skip


class Builder:
    """Items and options by any names, numbered as they come."""

    def __init__(self, primary: Iterable[Hashable] = ()) -> None:
        self.items: dict[Hashable, Item] = dict.fromkeys(primary, PRIMARY)
        self.options: list[dict[Hashable, int]] = []

    def option(self, *names: Hashable) -> None:
        """An option that gives 1 to each of these."""
        self.options.append(dict.fromkeys(names, 1))

    def form(
        self, *, order: Iterable[Hashable] = (), symmetries: Iterable[dict[Hashable, Hashable]] = ()
    ) -> Form:
        """The form; symmetries map names to names, and an item with an unknown image spoils its symmetry."""
        number = {name: i for i, name in enumerate(self.items)}
        options = (
            Option(tuple(sorted(Entry(number[name], amount) for name, amount in gives.items())))
            for gives in self.options
        )
        rows = {
            tuple(number[row[name]] for name in number)
            for row in symmetries
            if all(row[name] in number for name in number)
        }
        # the identity first, and it is the least
        kept = tuple(sorted(rows)) if len(rows) > 1 else ()
        return Form(tuple(self.items.values()), tuple(options), tuple(number[name] for name in order), kept)


def packing(dice: Dice, size: int) -> Form:  # noqa: ARG001 (as all kinds)
    """Polyominoes on a small board, perhaps with holes: pieces once, several times, or any number."""
    rows, columns = dice.number(1, 4), dice.number(2, 5)
    holes = dice.number(0, 2) if dice.chance(0.3) else 0
    cells = dice.some(list(product(range(rows), range(columns))), rows * columns - holes)
    build = Builder(cells)
    wanted = _pieces(dice, len(cells))
    for name, copies in wanted.items():
        demand: Item | None = Item(copies, copies)
        if dice.chance(0.25):
            demand = dice.pick([Item(0, copies), Item(0, None), Item(max(0, copies - 1), copies + 1), None])
        if demand is not None:
            build.items[name] = demand
        turns = TURNS if dice.chance(0.7) else TURNS[:1]
        for placed in placements(SHAPES[name], cells, turns):
            build.option(*([name] if demand else []), *placed)
    short = across(cells) if columns >= rows else sorted(cells)
    order = short if dice.chance(0.8) else dice.shuffle(short)
    return build.form(order=order, symmetries=_of_board(rows, columns, build.items))


def _pieces(dice: Dice, cells: int) -> dict[str, int]:
    """Pieces that fill so many cells, or nearly: how often each."""
    wanted: dict[str, int] = defaultdict(int)
    left = cells
    for _ in range(12):
        name = dice.pick(list(SHAPES))
        if len(SHAPES[name]) <= left and (name != "single" or wanted["single"] < 2):
            wanted[name] += 1
            left -= len(SHAPES[name])
    return {name: copies for name, copies in wanted.items() if copies}


def placements(
    shape: Iterable[Cell], cells: list[Cell], turns: Iterable[Callable[[int, int], Cell]]
) -> list[list[Cell]]:
    """Return the places of a shape on some cells, turned in these ways; the cells of each place, sorted."""
    turned = {tuple(sorted(_to_corner([turn(r, c) for r, c in shape]))) for turn in turns}
    inside, rows, columns = set(cells), 1 + max(r for r, _ in cells), 1 + max(c for _, c in cells)
    placed = (
        [(r + row, c + column) for r, c in each]
        for each in sorted(turned)
        for row in range(rows)
        for column in range(columns)
    )
    return [each for each in placed if inside.issuperset(each)]


def across(cells: Iterable[Cell]) -> list[Cell]:
    """The cells column by column."""
    return sorted(cells, key=lambda cell: (cell[1], cell[0]))


def _to_corner(shape: list[Cell]) -> list[Cell]:
    top, left = min(r for r, _ in shape), min(c for _, c in shape)
    return [(r - top, c - left) for r, c in shape]


def _of_board(rows: int, columns: int, items: Iterable[Hashable]) -> list[dict[Hashable, Hashable]]:
    """The turns and flips of a board as maps of its cells; everything else stays."""
    found = []
    for turn in TURNS[:4] if rows != columns else TURNS:
        row: dict[Hashable, Hashable] = {}
        for name in items:
            row[name] = name
            if isinstance(name, tuple) and len(name) == 2 and isinstance(name[0], int):
                doubled = turn(2 * name[0] - rows + 1, 2 * name[1] - columns + 1)
                row[name] = (doubled[0] + rows - 1) // 2, (doubled[1] + columns - 1) // 2
        found.append(row)
    return found


def strips(dice: Dice, size: int) -> Form:  # noqa: ARG001 (as all kinds)
    """Long boards of one or two shapes without pieces: many solutions by few states."""
    rows, columns = dice.number(2, 4), dice.number(3, 6)
    cells = list(product(range(rows), range(columns)))
    if rows * columns % 2 or dice.chance(0.2):
        cells = dice.some(cells, len(cells) - 1)
    build = Builder(cells)
    for name in ("domino", *dice.some(["bar", "square", "corner"], dice.number(0, 1))):
        for each in placements(SHAPES[name], cells, TURNS):
            build.option(*each)
    for _ in range(dice.number(0, 2)):  # pieces that may be used once, on cells anywhere: secondary items
        name = f"once {len(build.items)}"
        build.items[name] = SECONDARY
        for option in dice.some(build.options, dice.number(1, 6)):
            option[name] = 1
    return build.form(order=across(cells), symmetries=_of_board(rows, columns, build.items))


def queens(dice: Dice, size: int) -> Form:  # noqa: ARG001 (as all kinds)
    """Queens on a small board, perhaps with holes; or rooks, without diagonals."""
    n = dice.number(3, 6)
    rows, columns = n, n - (1 if dice.chance(0.15) else 0)
    cells = list(product(range(rows), range(columns)))
    if dice.chance(0.5):
        cells = dice.some(cells, len(cells) - dice.number(1, n))
    build = Builder()
    diagonals = dice.chance(0.8) or n > 4
    for r, c in cells:
        gives: list[Hashable] = [("row", r), ("column", c)]
        gives += [("sum", r + c), ("difference", r - c)] if diagonals else []
        build.option(*gives)
        for name in gives:
            build.items[name] = PRIMARY if name[0] in ("row", "column") else SECONDARY  # type: ignore[index]
    if columns < rows:
        build.items.update({("row", r): SECONDARY for r in range(rows) if ("row", r) in build.items})
    order = [name for name in build.items if build.items[name] == PRIMARY and name[0] == "row"]  # type: ignore[index]
    symmetries = []
    for down, across in product((False, True), repeat=2):
        row: dict[Hashable, Hashable] = {}
        for r, c in product(range(n), range(n)):
            to_r, to_c = n - 1 - r if down else r, n - 1 - c if across else c
            row["row", r], row["column", c] = ("row", to_r), ("column", to_c)
            both = {"sum": ("sum", to_r + to_c), "difference": ("difference", to_r - to_c)}
            kept = down == across  # else the diagonals of one direction become those of the other
            row["sum", r + c] = both["sum" if kept else "difference"]
            row["difference", r - c] = both["difference" if kept else "sum"]
        symmetries.append(row)
    return build.form(order=order, symmetries=symmetries if rows == columns else ())


def langford(dice: Dice, size: int) -> Form:  # noqa: ARG001 (as all kinds)
    """Langford's pairs: between the two copies of k there are k others; the mirror is a symmetry."""
    n = dice.pick((3, 3, 4, 4, 5, 6))
    places = 2 * n + dice.pick((0, 0, 0, 1))
    build = Builder(f"number {k}" for k in range(1, n + 1))
    build.items |= {("place", p): PRIMARY if places == 2 * n else SECONDARY for p in range(places)}
    for k in range(1, n + 1):
        for p in range(places - k - 1):
            build.option(f"number {k}", ("place", p), ("place", p + k + 1))
    build.options = dice.some(
        build.options, len(build.options) - (dice.number(1, 3) if dice.chance(0.3) else 0)
    )
    mirror = {
        name: ("place", places - 1 - name[1]) if isinstance(name, tuple) else name for name in build.items
    }
    order = [name for name in build.items if isinstance(name, str)]
    return build.form(order=order, symmetries=[{name: name for name in build.items}, mirror])


def latin(dice: Dice, size: int) -> Form:  # noqa: ARG001 (as all kinds)
    """Latin squares with some numbers given; of order 4 also with boxes: a small sudoku."""
    n = dice.pick((2, 3, 3, 4, 4))
    boxes = n == 4 and dice.chance(0.5)
    build = Builder()
    shown = {
        cell: dice.number(0, n - 1)
        for cell in dice.some(list(product(range(n), range(n))), dice.number(0, n + 1))
    }
    for r, c, v in product(range(n), range(n), range(n)):
        if (r, c) in shown and shown[r, c] != v and dice.chance(0.95):
            continue
        gives: list[Hashable] = [(r, c), ("row", r, v), ("column", c, v)]
        gives += [("box", r // 2, c // 2, v)] if boxes else []
        build.option(*gives)
        build.items.update(dict.fromkeys(gives, PRIMARY))
    if dice.chance(0.15):
        name = dice.pick(list(build.items))
        build.items[name] = SECONDARY
    order = [name for name in build.items if len(name) == 2] if dice.chance(0.5) else []  # type: ignore[arg-type]
    return build.form(order=order)


def matching(dice: Dice, size: int) -> Form:
    """Edges of a random graph by the degrees of its vertices: matchings, factors, covers; perhaps a total."""
    vertices = dice.number(3, 4 + size // 4)
    edges = dice.some(list(combinations(range(vertices), 2)), dice.number(vertices - 1, 16))
    build = Builder()
    demand = dice.pick([PRIMARY, PRIMARY, SECONDARY, Item(2, 2), Item(1, None), Item(0, 2)])
    build.items = {v: demand if dice.chance(0.8) else Item(1, 2) for v in range(vertices)}
    build.options = [{a: 1, b: 1} for a, b in edges]
    if dice.chance(0.5):
        weights = [dice.number(-4, 9) or 1 for _ in edges]
        build.items["total"] = Item(dice.number(0, 8), dice.number(8, 20))
        for option, weight in zip(build.options, weights, strict=True):
            option["total"] = weight
    order = list(range(vertices)) if dice.chance(0.5) else []
    return build.form(order=order)


def sums(dice: Dice, size: int) -> Form:  # noqa: ARG001 (as all kinds)
    """Tanks as in Aquarium: an option fills a row of a tank, whose rows below are full; rows want sums."""
    rows, tanks = dice.number(2, 4), dice.number(2, 4)
    build = Builder()
    width = [[dice.number(0, 3) for _ in range(tanks)] for _ in range(rows)]
    filled = [dice.number(0, rows) for _ in range(tanks)]  # the level of each tank, from below
    for r in range(rows):
        total = sum(width[r][t] for t in range(tanks) if r >= rows - filled[t])
        build.items[("row", r)] = Item(total, total) if dice.chance(0.7) else Item(0, None)
    for t in range(tanks):
        for r in range(rows):
            gives: dict[Hashable, int] = {("row", r): width[r][t]} if width[r][t] else {}
            if r:
                build.items[("below", t, r)] = Item(0, 1)  # the row below is full where this one is
                gives[("below", t, r)] = 1
            if r + 1 < rows:
                gives[("below", t, r + 1)] = -1
            build.options.append(gives)
    return replace(build.form(order=[("row", r) for r in range(rows)]), symmetries=())
