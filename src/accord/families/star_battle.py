"""Star battle: stars in cells, so many in each row, column and region, of which no two touch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from accord.pencil import (
    About,
    Cell,
    Flags,
    Instance,
    Kind,
    Line,
    Number,
    Problem,
    Regions,
    address,
    at,
    family,
    making,
    random_regions,
    total,
)
from accord.puzzles.words import join_words

WINDOW = 4  # lines side by side that are looked at together
STEPS = 300  # cells that may go over to other regions
DRAWS = 30  # solutions that are tried


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each cell, whether it has a star."""
    follows = [*within(puzzle, puzzle.rows), *within(puzzle, puzzle.columns)]
    return star_problem(puzzle, [*puzzle.lines, *puzzle.regions()], follows)


def within(puzzle: Instance, lines: Sequence[Line]) -> Iterator[tuple[str, list[Cell], int]]:
    """Yield rules that follow for lines side by side and regions in them: name, cells, stars as multiples.

    Regions inside the lines leave the other stars of the lines to the rest of their cells; regions that meet
    the lines have their other stars elsewhere. A person sees that, and the rules for lines alone do not.
    """
    regions = puzzle.regions()
    for first in range(len(lines)):
        for last in range(first + 1, min(first + WINDOW, len(lines)) + 1):
            window = {cell for line in lines[first:last] for cell in line}
            inside = [region for region in regions if window.issuperset(region)]
            met = [region for region in regions if not window.isdisjoint(region)]
            line = lines[first].topic
            name = line.words if last == first + 1 else f"{line.tag}s {line.of} to {last}"
            covered = {cell for region in inside for cell in region}
            outside = sorted({cell for region in met for cell in region} - window)
            if inside and len(inside) < len(met):
                rest = f"the part of {name} outside {_region_words(inside)}"
                yield rest, sorted(window - covered), last - first - len(inside)
            if outside and len(met) <= last - first + 1:
                yield f"the part of {_region_words(met)} outside {name}", outside, len(met) - last + first


def star_problem(
    puzzle: Instance, lines: Sequence[Line], follows: Iterable[tuple[str, list[Cell], int]] = ()
) -> Problem:
    """Return the problem of stars in these lines."""
    p = puzzle.problem()
    star = puzzle.flags(p)
    for line in lines:
        p.add(total(star[cell] for cell in line) == puzzle["stars"], words=line.name)
    for square in puzzle.squares:
        p.add(total(star[cell] for cell in square) <= 1, words=square.name)
    for name, cells, number in follows:
        p.add(total(star[cell] for cell in cells) == number * puzzle["stars"], words=name)
    return p


def _region_words(regions: Sequence[Line]) -> str:
    """Return regions in words: `region 3`, `region 3 and 4`."""
    return join_words([region.topic.of if n else region.name for n, region in enumerate(regions)])


def make(dice: making.Dice, size: tuple[int, int], *, stars: int | None = None) -> Mapping[str, Any]:
    """Put stars; grow a region around each, join as many as wanted, and let cells change regions.

    Args:
        dice: random numbers.
        size: rows and columns, as many of each.
        stars: of each row, column and region; by default 1 up to 8 x 8, 2 up to 13 x 13, and 3 above.
    """
    stars = (1 if size[0] < 9 else 2 if size[0] < 14 else 3) if stars is None else stars
    blank = Instance(KIND.name, size, {"stars": stars})
    board = star_problem(blank, blank.lines) if stars in range(1, max(size) + 1) else None
    for _ in range(DRAWS):
        known = making.random_solution(board, dice) if board else None
        if known is None:
            raise making.impossible(KIND, size, f" with {stars} in each row")
        seeds = [[cell] for cell in blank.cells if known[at(cell)]]
        regions = random_regions.merge(dice, random_regions.grow(dice, blank.cells, seeds), stars)
        regions = regions and random_regions.settle(dice, regions, known, partial(_of, size, stars), STEPS)
        if regions:
            return {"stars": stars, "regions": random_regions.draw_regions(regions, size)}
    raise making.none_found()


def _of(size: tuple[int, int], stars: int, regions: random_regions.Labels) -> Problem:
    return KIND.problem(stars=stars, regions=random_regions.draw_regions(regions, size))


KIND = Kind(
    name="star-battle",
    about=About("pencil", "Place stars in rows, columns and regions; no two touch.", ("Two Not Touch",)),
    rule="Put stars into cells, so many in each row, column and region. No two touch, not even at a corner.",
    source="Hans Eendebak, World Puzzle Championship 2003",
    parts=(
        Number("stars", "how many stars each row, column and region has", least=1, most=99, default=1),
        Regions("regions", "a picture with a sign for each region; @ is no cell", holes=True),
    ),
    solution=Flags("star", figure="star"),
    rules=rules,
    make=make,
    addresses=(
        address.PuzzLink("starbattle", address.Number("stars"), address.Regions("regions")),
        address.Penpa(
            "star-battle",
            address.drawn.Regions("regions", holes=True),
            address.beside.Stars("stars"),
            needed=["stars"],
        ),
    ),
    example="1111/1222/3324/3344",
)
RECORD = family(KIND)
