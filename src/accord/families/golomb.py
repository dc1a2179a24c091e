"""Golomb rulers: marks on a ruler, the first one at 0, no two pairs of them the same distance apart.

    ||..|.|    An option is a mark at a place, as in `m2=1`; a hidden one is two marks at their places, which
               these determine: if a mark is at a place, one pair says so for each other mark (`m2=1 m4`),
               else none. A distance is a secondary item of the pairs.

With a length the rulers of that length are asked for; a ruler and its mirror image are the same up to
symmetry. Without one, `accord solve --best` looks for the shortest. It need not be longer than the ruler
that takes the first mark that fits, again and again (A. M. Mian and S. Chowla, 1944): that is the bound. W.
C. Babcock, 1953; shortest lengths: OEIS A003022.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec

from accord.model import Model
from accord.picture import EMPTY, Picture
from accord.puzzles.bounds import check_size, spec_error, whole_number
from accord.puzzles.family import About, Family, Made, Shown, Texts

LARGEST, LONGEST = 16, 400
MARK = "|"


class Golomb(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: marks, no two pairs of them the same distance apart."""

    marks: int  # number of marks
    length: int | None = None  # the place of the last mark; without it, the shortest ruler


def parse(text: str) -> Golomb:
    """Parse `6`, or with its length `6,17`. Raises SpecError."""
    marks, *length = text.split(",", maxsplit=1)
    numbers = [
        whole_number(marks, "marks", "golomb:6"),
        *(whole_number(word, "length", "golomb:6,17") for word in length),
    ]
    spec = Golomb(marks=numbers[0], length=numbers[1] if length else None)
    _check(spec)
    return spec


def _check(spec: Golomb) -> None:
    if not 2 <= spec.marks <= LARGEST:
        raise spec_error("marks", f"found {spec.marks}; expected 2 to {LARGEST}")
    if spec.length is not None:
        check_size(spec.length, "length", LONGEST)


def greedy(marks: int) -> list[int]:
    """Return the ruler that takes the first mark that fits, again and again."""
    found, apart = [0], set[int]()
    while len(found) < marks:
        mark = found[-1] + 1
        while not apart.isdisjoint(mark - other for other in found):
            mark += 1
        apart |= {mark - other for other in found}
        found.append(mark)
    return found


def _places(spec: Golomb) -> list[range]:
    """Return the places of each mark: k marks are at least 1 + 2 + ... + (k - 1) from end to end."""
    n = spec.marks
    longest = greedy(n)[-1] if spec.length is None else spec.length
    last = range(apart(n - 1) if spec.length is None else longest, longest + 1)
    return [range(1), *(range(apart(k), longest - apart(n - 1 - k) + 1) for k in range(1, n - 1)), last]


def apart(marks: int) -> int:
    """Return the least distance of a mark from the one so many before it: all steps between differ."""
    return marks * (marks + 1) // 2


def build(spec: Golomb) -> Model:
    """Return the model: marks at their places, then pairs. For too short a length it has no solution."""
    _check(spec)
    places = _places(spec)
    marks = range(1, spec.marks + 1)
    options: dict[str, dict[str, int | str]] = {
        f"m{k}={x}": {f"m{k}": 1} for k, of in zip(marks, places, strict=True) for x in of
    }
    items: dict[str, int | tuple[int, int | None]] = {f"m{k}": 1 for k in marks}
    visible = len(options)
    for (j, xs), (k, ys) in combinations(zip(marks, places, strict=True), 2):
        for x in xs:
            options[f"m{j}={x}"][f"m{j}={x} m{k}"] = -1
        for y in ys:
            options[f"m{k}={y}"][f"m{k}={y} m{j}"] = -1
        items |= dict.fromkeys([*(f"m{j}={x} m{k}" for x in xs), *(f"m{k}={y} m{j}" for y in ys)], 0)
        for x, y in ((x, y) for x in xs for y in ys if y - x >= apart(k - j)):
            items[f"{y - x} apart"] = (0, 1)
            both = [f"m{j}={x} m{k}", f"m{k}={y} m{j}", f"{y - x} apart"]
            options[f"m{j}={x} m{k}={y}"] = dict.fromkeys(both, 1)
    shortest = {f"m{spec.marks}={x}": x for x in places[-1]}
    return Model.build(
        items,
        options,
        hidden=[*options][visible:],
        order=[f"m{k}" for k in marks],
        minimize=shortest if spec.length is None else None,
        symmetries=[] if spec.length is None else [_mirror(spec, items)],
        family="golomb",
    )


def _mirror(spec: Golomb, items: Iterable[str]) -> dict[str, str]:
    """Return the mirror image of each item: the mark k at x becomes the mark n + 1 - k at length - x."""

    def image(mark: str) -> str:
        k, _, place = mark[1:].partition("=")
        return f"m{spec.marks + 1 - int(k)}" + (f"={(spec.length or 0) - int(place)}" if place else "")

    return {item: " ".join(map(image, item.split())) for item in items if not item.endswith("apart")}


def picture(spec: Golomb, model: Model, options: Sequence[int] | None) -> Picture:
    """Return one row of places, with the marks."""
    signs = {(0, 0, place): EMPTY for place in range(_places(spec)[-1].stop)}
    chosen = (model.names[option] for option in options or ())
    return Picture("square", signs | {(0, 0, int(m.partition("=")[2])): MARK for m in chosen if " " not in m})


RECORD = Family(
    name="golomb",
    spec=Golomb,
    about=About("designs", "Golomb rulers: marks whose distances all differ."),
    texts=Texts(parse=parse, example="6"),
    shown=Shown(picture=picture),
    made=Made(model=build),
)
