"""Norinori: two shaded cells in each region; all shaded cells are in pairs that share a side."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

from accord.pencil import (
    About,
    Cell,
    Flags,
    Instance,
    Kind,
    Problem,
    Regions,
    Telling,
    Topic,
    address,
    at,
    family,
    making,
    random_regions,
    total,
)
from accord.pencil.boards import reachable

SHADED = 2  # cells of a region
DRAWS, ROUNDS = 50, 7  # of a solution; of cells around the ones that no region takes
LOOSE = 1.5  # how many cells more a pair may take up than the one that takes up least


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each cell, whether it is shaded."""
    p = puzzle.problem()
    shaded = puzzle.flags(p)
    for region in puzzle.regions():
        p.add(total(shaded[cell] for cell in region) == SHADED, words=region.name)
    add_partners(puzzle, p, shaded)
    return p


def add_partners(puzzle: Instance, p: Problem, shaded: Mapping[Any, Any]) -> None:
    """State that a shaded cell has one shaded cell beside it."""
    for cell in puzzle.cells:
        near = [shaded[other] for other in puzzle.near(cell)]
        p.add(total(near) >= shaded[cell], about=Topic(f"the partner of {at(cell)}", "partner", [cell]))
        if len(near) > 1:
            spare = len(near) - 1
            about = Topic(f"one partner for {at(cell)}", "alone", [cell])
            p.add(total(near) + spare * shaded[cell] <= 1 + spare, about=about)


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `r1c1 has its partner, so r1c2 is not shaded`."""
    if tell.tag not in ("partner", "alone") or tell.step.rule != "bounds":
        return None
    (cell,) = tell.cells
    if tell.tag == "partner":
        left = [name for name in tell.open if name != cell]
        if not tell.closes:
            return f"the partner of {cell} can only be {left[0]}, so {tell.verdict}"
        return f"nothing beside {cell} can be its partner, so {tell.verdict}"
    if any(tell.choices[forced.option][0] == cell for forced in tell.step.forced):
        return f"{cell} would have two partners, so {tell.verdict}"
    return f"{cell} has its partner, so {tell.verdict}"


def make(dice: making.Dice, size: tuple[int, int]) -> Mapping[str, Any]:
    """Lay pairs closely; regions begin as ways between two shaded cells, and take the other cells.

    Args:
        dice: random numbers.
        size: rows and columns.
    """
    from accord.pencil import spread_regions  # only now: most puzzles are not made

    blank = Instance(KIND.name, size, {})
    for _ in range(DRAWS):
        shaded = _lay_pairs(dice, blank)
        seeds = [[cell] for cell in sorted(shaded)]
        merged = random_regions.merge(dice, random_regions.grow(dice, blank.cells, seeds), SHADED)
        core = merged and _ways(shaded, merged)
        if core and making.is_unique(_of(blank, core)):
            regions = spread_regions.spread(dice, blank.cells, core, partial(_growing, blank), ROUNDS)
            if regions:
                return {"regions": random_regions.draw_regions(regions, size)}
    raise making.none_found()


def _of(blank: Instance, regions: random_regions.Labels) -> Problem:
    """Return the problem in which cells without a region are not shaded."""
    p = rules(random_regions.with_regions(blank, regions))
    p.add(p[at(cell)] == 0 for cell in blank.cells if cell not in regions)
    return p


def _growing(
    blank: Instance, regions: random_regions.Labels, reach: Mapping[int, Collection[Cell]]
) -> Problem:
    """Return the problem of regions that could take cells; see `accord.pencil.spread_regions`."""
    from accord.pencil.spread_regions import apart

    p = blank.problem()
    shaded = blank.flags(p)
    add_partners(blank, p, shaded)
    there: dict[Cell, list[Any]] = {cell: [] for cell in blank.cells}
    for label, cells in reach.items():
        inside = {cell: p.boolean(f"{at(cell)} of region {label}") for cell in cells}
        p.add(total(inside.values()) == SHADED, words=f"region {label}")
        for cell in cells:
            there[cell].append(inside[cell])
            if cell not in regions:
                p.add(inside[cell] == 0, about=apart(cell, label))
    for cell, some in there.items():
        p.add(total(some) == shaded[cell], words=at(cell))
    return p


def _lay_pairs(dice: making.Dice, blank: Instance) -> set[Cell]:
    """Return the cells of pairs, no two of which share a side: each is put where it takes least space."""
    pairs = [(cell, other) for cell in blank.cells for other in blank.near(cell) if cell < other]
    space = {pair: {*pair, *blank.near(pair[0]), *blank.near(pair[1])} for pair in pairs}
    shaded: set[Cell] = set()
    taken: set[Cell] = set()
    while fitting := [pair for pair in pairs if taken.isdisjoint(pair)]:
        pair = min(fitting, key=lambda pair: len(space[pair] - taken) + LOOSE * dice.random())
        shaded.update(pair)
        taken |= space[pair]
    return shaded


def _ways(shaded: set[Cell], regions: random_regions.Labels) -> random_regions.Labels:
    """Return for each region the cells of a shortest way between its shaded cells."""
    found: random_regions.Labels = {}
    for label in sorted({*regions.values()}):
        cells = [cell for cell, its in regions.items() if its == label]
        start, end = sorted(shaded.intersection(cells))
        nearest = reachable(start, cells)
        found[end] = label
        while end != start:
            beside = random_regions.beside(end)
            end = next(cell for cell in nearest if cell in beside)
            found[end] = label
    return found


KIND = Kind(
    name="norinori",
    about=About(
        "pencil", "Shade two cells of each region so that shaded cells form dominoes.", ("のりのり norinori",)
    ),
    rule="Shade two cells of each region, so that all shaded cells are in pairs: each has one shaded cell "
    "beside it.",
    source="Nikoli",
    parts=(Regions("regions", "a picture with a sign for each region"),),
    blank_board=True,
    solution=Flags("shaded cell", state="shaded", fill="ink"),
    rules=rules,
    words=words,
    make=make,
    example="1222/1112/3322/2222",
    addresses=(
        # the flag of old links has no meaning
        address.PuzzLink("norinori", address.Regions("regions"), flags={"": {}, "d": {}}),
        address.Penpa("norinori", address.drawn.Regions("regions")),
    ),
)
RECORD = family(KIND)
