"""Rings: dominoes cover the free cells of a ring, each once. `ring:....x..x` has arcs of four and two cells.

An option is a domino on a cell and the next one. Its cell and its value (always 0) are what the engine reads.
"""

from random import Random as Dice

import msgspec

from accord.deduce import words as plain
from accord.model import Model
from accord.model.data import with_origin
from accord.picture import Picture
from accord.puzzles.family import Command, Family, Fault, Made, Random, Searched, Shown, SpecError, Texts

FREE, TAKEN = ".", "x"


class Ring(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    cells: str


def parse(text):
    return checked(Ring(cells=text.removeprefix("circle:")))


def checked(spec):
    wrong = sorted(set(spec.cells) - {FREE, TAKEN})
    if wrong or not 3 <= len(spec.cells) <= 1000:
        raise SpecError([Fault("cells", f"found {spec.cells[:20]!r}; expected 3 to 1000 signs, . or x")])
    return spec


def emit(spec):
    return spec.cells


def build(spec):
    cells = checked(spec).cells
    number = len(cells)
    free = [cell for cell in range(number) if cells[cell] == FREE]
    at = [cell for cell in free if cells[(cell + 1) % number] == FREE]
    model = Model.build(
        [f"cell {cell}" for cell in free],
        {f"domino {cell}": [f"cell {cell}", f"cell {(cell + 1) % number}"] for cell in at},
        order=[f"cell {cell}" for cell in free],
        family="ring",
    )
    return with_origin(model, spec, [(cell, 0) for cell in at])


def picture(spec, model, options):
    signs = dict(enumerate(spec.cells))
    for number, option in enumerate(options or ()):
        cell = int(model.origin.table[option, 0])
        for covered in (cell, (cell + 1) % len(spec.cells)):
            signs[covered] = "AB"[number % 2]
    return Picture("square", {(0, 0, cell): sign for cell, sign in signs.items()})


def words(spec, model, step):
    return f"round the ring, {plain(model, step)}"


def generate(seed, size, *, arcs=2):
    """Arcs of an even number of cells, so that there is one solution."""
    dice = Dice(seed)
    longest = max(1, size[1] // (2 * arcs))
    return Ring(cells="".join(2 * dice.randint(1, longest) * FREE + TAKEN for _ in range(arcs)))


def as_dashes(spec, name, title):
    return f"{name}: {spec.cells.replace(FREE, '-')}"


RECORD = Family(
    name="ring",
    spec=Ring,
    texts=Texts(parse=parse, emit=emit, example="....x..x", names=("circle",), forms={"dashes": as_dashes}),
    shown=Shown(picture=picture, words=words),
    made=Made(model=build),
    random=Random(generate=generate),
    searched=Searched(engines={"arcs": "accord_toys.arcs:Arcs"}),
    commands={"arcs": Command("Tell how long the arcs of a ring are.", "accord_toys.command:arcs")},
)
