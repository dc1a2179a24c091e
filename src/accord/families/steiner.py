"""Steiner triple systems: triples of points such that any two points are together in just one triple.

    1 2 3    An option is a triple, an item a pair of points. With days, as of Kirkman's schoolgirls, each
    1 4 5    day has each point in one triple: an option is a triple on a day, and each point on each day is
    ...      an item, too. The days are in order: each system with days counts once for each order of them.

Points have names: systems that differ by a permutation of the points are not the same. T. P. Kirkman, On a
problem in combinations, 1847, and The Lady's and Gentleman's Diary, 1850; J. Steiner, 1853.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec

from accord.model import Model
from accord.picture import Picture
from accord.puzzles.bounds import check_size, spec_error, whole_number
from accord.puzzles.family import About, Family, Made, Shown, Texts
from accord.puzzles.words import describe

LARGEST = 45


class Steiner(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: triples of points, any two points in one of them."""

    points: int
    days: bool = False  # whether the triples are in days that have each point once


def parse(text: str) -> Steiner:
    """Parse `7`, or with days `9,days`. Raises SpecError."""
    points, comma, word = text.partition(",")
    if comma and word != "days":
        raise spec_error("text", f"found {describe(word)}; expected days, as in steiner:9,days")
    spec = Steiner(points=whole_number(points, "points", "steiner:7"), days=bool(comma))
    check_size(spec.points, "points", LARGEST)
    return spec


def build(spec: Steiner) -> Model:
    """Return the model: pairs of points, then days and points; for some numbers it has no solution."""
    n = spec.points
    check_size(n, "points", LARGEST)
    points = range(1, n + 1)
    items = [f"{one}-{other}" for one, other in combinations(points, 2)]
    triples = {f"{a} {b} {c}": [f"{a}-{b}", f"{a}-{c}", f"{b}-{c}"] for a, b, c in combinations(points, 3)}
    if not spec.days:
        return Model.build(items, triples, family="steiner")
    days = range(1, (n - 1) // 2 + 1)  # a point meets two others a day
    on_days = {
        f"day {day}: {triple}": [*pairs, *(f"day {day}: {point}" for point in triple.split())]
        for day in days
        for triple, pairs in triples.items()
    }
    return Model.build(
        [*items, *(f"day {day}: {point}" for day in days for point in points)], on_days, family="steiner"
    )


def picture(spec: Steiner, model: Model, options: Sequence[int] | None) -> Picture:
    """Return the triples, line by line; with days a line a day."""
    if options is None:
        what = f"{spec.points} points, any two of them in one triple"
        return Picture("square", {}, (what + (", on days with each point once" if spec.days else ""),))
    names = [model.names[option] for option in options]
    if not spec.days:
        return Picture("square", {}, tuple(names))
    days: dict[str, list[str]] = {}
    for name in names:
        day, _, triple = name.partition(": ")
        days.setdefault(day, []).append(triple)
    return Picture("square", {}, tuple(f"{day}: {', '.join(triples)}" for day, triples in days.items()))


RECORD = Family(
    name="steiner",
    spec=Steiner,
    about=About(
        "designs", "Steiner triple systems: each pair of points is in one triple.", ("Kirkman's schoolgirls",)
    ),
    texts=Texts(parse=parse, example="7"),
    shown=Shown(picture=picture),
    made=Made(model=build),
)
