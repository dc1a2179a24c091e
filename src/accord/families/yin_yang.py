"""Yin-yang: black and white circles, each colour connected, and no square of 2 x 2 of one colour.

It follows that no square of 2 x 2 has one colour in two opposite corners and the other in the others: both
pairs would have to be joined around it. Likewise each colour is one run of the cells at the border. That is
stated all the same: hints need it, and a search sees it at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import permutations
from operator import itemgetter
from typing import Any

from accord.pencil import (
    About,
    Board,
    Cell,
    Instance,
    Kind,
    Problem,
    Sign,
    Telling,
    Topic,
    Values,
    address,
    family,
    making,
    shading,
    total,
    turning,
)
from accord.picture import Picture

COLOURS = {"b": "black", "w": "white"}
FIGURES = {"b": "black-pearl", "w": "white-pearl"}  # in drawings
RUNS = "123"
DRAWS = 10  # of a full board


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a colour for each cell."""
    p = puzzle.problem()
    colour = puzzle.choices(p, (*COLOURS,), given=puzzle["board"])
    for square in puzzle.squares:
        if len(square) == 4:
            first, second, third, last = (colour[cell] == "b" for cell in square)
            some = total((first, second, third, last))
            p.add(some >= 1, some <= 3, about=square.topic)
            crossed = Topic(f"the corners of {square.name}", "crossed", square, square.name)
            p.add(first + last <= 1 + second + third, about=crossed)
            p.add(second + third <= 1 + first + last, about=crossed)
    if min(puzzle.height, puzzle.width) > 1:
        around = [colour[cell] for cell in border(puzzle)]
        last_states = ["", *(each + run for each in COLOURS for run in RUNS)]
        p.regular(around, [*two_runs()], "", last_states, about=Topic("the border", "border"))
    for word, name in COLOURS.items():
        flags = {cell: its == word for cell, its in colour.items()}
        p.connected(flags, puzzle.graph, words=f"the {name} circles")
    return p


def border(puzzle: Instance) -> list[Cell]:
    """Return the cells at the border, one after the other around the board."""
    top, *_, bottom = puzzle.rows
    left, *_, right = puzzle.columns
    return [*dict.fromkeys((*top, *right, *bottom[::-1], *left[::-1]))]


def two_runs() -> Iterator[tuple[str, str, str]]:
    """Yield the moves of an automaton that reads a circle of colours: the first, the other, the first."""
    for first, other in permutations(COLOURS):
        yield "", first, f"{first}1"
        for run, colour in zip(RUNS, (first, other, first), strict=True):
            yield first + run, colour, first + run
        yield f"{first}1", other, f"{first}2"
        yield f"{first}2", first, f"{first}3"


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `colours do not cross in the square at r1c1, so r1c2 is b`."""
    if tell.tag == "border":
        return f"each colour is one run of the cells at the border, so {tell.verdict}"
    if tell.step.rule != "bounds":
        return None
    if tell.tag == "crossed":
        return f"colours do not cross in {tell.topic.of}, so {tell.verdict}"
    return shading.square_words(tell, "of one colour")


def make(dice: making.Dice, size: tuple[int, int]) -> Mapping[str, Any]:
    """Remove circles of a random full board.

    Args:
        dice: random numbers.
        size: rows and columns.
    """
    blank = Instance(KIND.name, size, {})
    draws = (shading.draw_both_connected(dice, blank) for _ in range(DRAWS))
    black = next((each for each in draws if each is not None), None)
    if black is None:
        raise making.none_found()
    said = {"board": making.grid({cell: "b" if cell in black else "w" for cell in blank.cells}, size)}
    return making.drop_clues(KIND, said, {"board": "-"}, dice)


def look(_puzzle: Instance, drawn: Picture) -> Picture:
    """Return the picture with circles in drawings, also for those of a solution."""
    return replace(drawn, figures={**drawn.figures, **FIGURES})


KIND = Kind(
    name="yin-yang",
    about=About(
        "pencil",
        "Fill the board with black and white circles; each colour is connected.",
        ("Shiromaru-Kuromaru", "しろまるくろまる"),
    ),
    rule="Put a black or a white circle into each cell. The circles of each colour are connected by sides of "
    "their cells, and no square of 2 x 2 is of one colour.",
    source="Nikoli, as shiromaru-kuromaru",
    parts=(
        Board(
            "board",
            "b and w where circles are given, . elsewhere",
            signs=(
                Sign("b", "a black circle", figure=FIGURES["b"]),
                Sign("w", "a white circle", figure=FIGURES["w"]),
            ),
        ),
    ),
    clues={"board": "."},
    solution=Values(given="board", among=(*COLOURS,)),
    namings=partial(turning.rename, key="board", classes=[[*COLOURS]]),
    rules=rules,
    words=words,
    look=look,
    make=make,
    arranged=itemgetter("board"),
    example="....b/....w/...w./..w../....w",
    addresses=(address.PuzzLink("yinyang", address.Circles("board", "wb")),),
)
RECORD = family(KIND)
