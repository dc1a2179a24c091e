"""Hashi: islands are joined by bridges, one or two, so that each can be reached from each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from accord.pencil import (
    About,
    Board,
    Bridges,
    Cell,
    Fault,
    Instance,
    Kind,
    Problem,
    Sign,
    Telling,
    Topic,
    address,
    at,
    family,
    making,
    total,
)
from accord.pencil.instance import line_name
from accord.pencil.lines import Edge, between
from accord.problem.graphs import graph_of
from accord.puzzles.bounds import check_knob
from accord.puzzles.words import join_words

ANY = "?"  # an island with any number of bridges
MOST = 2  # bridges between two islands
TOGETHER = "together"  # the tag of the rule that bridges connect all islands
DRAWS = 300  # of islands and bridges


def spans(puzzle: Instance) -> list[Edge]:
    """Return the islands that can be joined, two and two: nothing is between them in a row or a column."""
    found = []
    for line in puzzle.lines:
        islands = [cell for cell in line if cell in puzzle["board"]]
        found += [*pairwise(islands)]
    return found


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a number for each two islands that can be joined, how many bridges they have."""
    p = puzzle.problem()
    bridges = {span: p.integer(line_name(*span), 0, MOST) for span in spans(puzzle)}
    over: dict[Cell, list[Edge]] = {}
    of: dict[Cell, list[Edge]] = {island: [] for island in sorted(puzzle["board"])}
    for span in bridges:
        for cell in between(span):
            over.setdefault(cell, []).append(span)
        for island in span:
            of[island].append(span)
    for cell, some in over.items():
        if len(some) > 1:
            p.add(total(bridges[span] >= 1 for span in some) <= 1, words=f"the crossing at {at(cell)}")
    for island, clue in puzzle["board"].items():
        if clue != ANY:
            p.add(total(bridges[span] for span in of[island]) == clue, words=f"the {clue} at {at(island)}")
    there: dict[Any, Any] = dict.fromkeys(of, True)
    there |= {span_name(span): number >= 1 for span, number in bridges.items()}
    joints = {island: [span_name(span) for span in some] for island, some in of.items()}
    p.connected(there, graph_of(joints), about=Topic("the islands", TOGETHER))
    return p


def span_name(span: Edge) -> str:
    """Return what people call two islands that can be joined."""
    return "-".join(map(at, span))


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for islands that touch, and for numbers of which there are not bridges enough."""
    ends = [island for span in spans(puzzle) for island in span]
    for cell, clue in puzzle["board"].items():
        most = MOST * ends.count(cell)
        if any(near in puzzle["board"] for near in puzzle.near(cell)):
            yield puzzle.fault("board", cell, "found an island beside another; expected a cell between them")
        elif clue != ANY and clue > most:
            room = (
                f"1 to {most}, two for each island in sight" if most else f"another island in sight, or {ANY}"
            )
            yield puzzle.fault("board", cell, f"found {clue}; expected {room}")
    if not puzzle["board"]:
        yield Fault("board", "found no island; expected numbers")


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `by the 3 at r1c1, r1c1-r1c4 has a bridge`."""
    if tell.tag == TOGETHER:
        hidden = [each for each in tell.step.forced if each.option >= len(tell.choices)]
        names = [tell.place_of(each.option) for each in hidden]
        need = f"{join_words(names)} need{'s' * (len(names) == 1)} a bridge" if names else tell.verdict
        return f"otherwise some islands would be cut off, so {need}"
    return f"by {tell.rule}, {tell.verdict}" if tell.is_rule else None


def make(dice: making.Dice, size: tuple[int, int], *, islands: float = 0.25) -> Mapping[str, Any]:
    """Grow islands and bridges from one island, until the numbers leave no other bridges.

    Args:
        dice: random numbers.
        size: rows and columns.
        islands: the share of cells with an island, at most.
    """
    check_knob("islands", islands, 0.05, 0.5)
    if max(size) < 3:
        raise making.impossible(KIND, size)
    for _ in range(DRAWS):
        numbers = _grow(dice, Instance(KIND.name, size, {}), max(2, round(islands * size[0] * size[1])))
        said = {"board": making.grid(numbers, size)}
        if making.is_unique(KIND.problem(**said)):
            return said
    raise making.none_found()


def _grow(dice: making.Dice, blank: Instance, most: int) -> dict[Cell, int]:
    """Return the number of each island, of at most so many."""
    number = {dice.choice(blank.cells): 0}
    taken: dict[Cell, bool] = {}  # by bridges
    for _ in range(8 * most):
        start = dice.choice([*number])
        down, right = dice.choice(((-1, 0), (1, 0), (0, -1), (0, 1)))
        ray = [*blank.ray((start[0] + down, start[1] + right), (down, right), blank.cells)]
        free = next((place for place, cell in enumerate(ray) if cell in number or cell in taken), len(ray))
        if free < len(ray) and ray[free] in number:
            end = free  # another island
        elif free < 2 or len(number) == most:
            continue
        else:
            end = dice.randrange(1, free)
        near = blank.near(ray[end])
        if end < 1 or (ray[end] not in number and not number.keys().isdisjoint(near)):
            continue
        bridges = dice.randint(1, MOST)
        if ray[end] in number and dice.random() < 0.5:
            continue
        taken |= dict.fromkeys(ray[:end], True)
        for island in (start, ray[end]):
            number[island] = number.get(island, 0) + bridges
    return number


KIND = Kind(
    name="hashi",
    about=About(
        "pencil",
        "Join all islands by bridges; numbers count them.",
        ("Bridges", "Hashiwokakero", "橋をかけろ hashi o kakero"),
    ),
    rule="Join islands in the same row or column by one bridge or two, which cross no other bridge and no "
    "island. A number is how many bridges an island has. Each island can be reached from each other.",
    source="Nikoli, 1990",
    parts=(
        Board(
            "board",
            "islands: how many bridges each has, ? for any number; . is water",
            signs=(Sign(ANY, "an island with any number of bridges"),),
            numbers=(1, 4 * MOST),
        ),
    ),
    clues={"board": ANY},
    not_clues=(ANY,),
    solution=Bridges(),
    rules=rules,
    faults=faults,
    words=words,
    make=make,
    addresses=(
        address.PuzzLink("hashi", address.Cells("board", address.NUMBER16), also=["hashikake", "bridges"]),
        address.Tatham(
            "bridges",
            address.Cells("board", address.games.ISLANDS, whole=True),
            letters="(?:i[0-9]+)?(?:e[0-9]+)?m2(?:d[0-9])?",
            always="m2",
        ),
    ),
    example="2.2/.../2.2",
)
RECORD = family(KIND)
