"""Tents: a tent beside each tree, so many in each row and column, of which no two touch.

Each tree has a tent of its own, and each tent a tree. Where several trees are beside a cell, `r1c1-r1c2` says
that the tree at r1c1 has the tent at r1c2. Which tent is whose is of no interest. It is open only where
trees and tents take turns around a ring, and then there are two ways: of each ring that the trees allow, one
of them is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from accord.errors import RefusedError
from accord.pencil import (
    About,
    Board,
    Cell,
    Flags,
    Instance,
    Kind,
    Problem,
    Side,
    Sign,
    Telling,
    Topic,
    address,
    at,
    family,
    making,
    total,
)
from accord.puzzles.bounds import check_knob, needed_only

TREE = "x"
MOST_STEPS = 200_000  # on the search for rings
MOVES = 1000  # of a tent with its tree
Ring = list[tuple[Cell, Cell]]  # each tree, and the cell behind it


def rules(puzzle: Instance) -> Problem:
    """Return the problem: truths for cells beside trees, whether they have tents, and for such pairs."""
    p = puzzle.problem()
    trees: list[Cell] = [*puzzle["board"]]
    beside = {tree: [cell for cell in puzzle.near(tree) if cell not in puzzle["board"]] for tree in trees}
    of = Counter(cell for cells in beside.values() for cell in cells)  # how many trees are beside it
    tent = puzzle.flags(p, sorted(of))
    has = {
        (tree, cell): p.boolean(f"{at(tree)}-{at(cell)}") if of[cell] > 1 else tent[cell]
        for tree in trees
        for cell in beside[tree]
    }
    clues = zip((*puzzle.rows, *puzzle.columns), (*puzzle["rows"], *puzzle["columns"]), strict=True)
    for line, clue in clues:
        if clue is not None:
            p.add(total(tent[cell] for cell in line if cell in tent) == clue, words=line.name)
    for square in puzzle.squares:
        p.add(total(tent[cell] for cell in square if cell in tent) <= 1, words=square.name)
    for tree in trees:
        about = Topic(f"the tree at {at(tree)}", "tree", [tree])
        p.add(total(has[tree, cell] for cell in beside[tree]) == 1, about=about)
    for cell in tent:
        if of[cell] > 1:
            its = total(has[tree, cell] for tree in puzzle.near(cell) if (tree, cell) in has)
            p.add(its == tent[cell], about=Topic(f"the tent at {at(cell)}", "tent", [cell]))
    for ring in rings(beside):
        p.add(total(has[each] for each in ring) < len(ring), words=f"the ring of trees at {at(ring[0][0])}")
    return p


def rings(beside: Mapping[Cell, Sequence[Cell]]) -> Iterator[Ring]:
    """Yield each way for trees and tents to take turns around a ring, in one of its directions.

    A tree in a ring has tents on opposite sides, since others would touch. Rings with a tree across are left
    out: there are not tents enough. Raises RefusedError if there are too many rings.
    """
    behind: dict[Cell, list[tuple[Cell, Cell]]] = {}
    for tree, cells in beside.items():
        for cell in cells:
            opposite = 2 * tree[0] - cell[0], 2 * tree[1] - cell[1]
            if opposite in cells:
                behind.setdefault(cell, []).append((tree, opposite))
    steps = 0
    for start in behind:
        ways: list[Ring] = [[each] for each in behind[start] if each[1] > start]
        while ways:
            way = ways.pop()
            met = {cell for _, cell in way}
            steps += 1
            if steps > MOST_STEPS:
                raise RefusedError("the trees make too many rings; expected a board with fewer trees")
            if way[-1][1] == start:
                if way[0][1] < way[-2][1]:
                    yield way
                continue
            passed = {tree for tree, _ in way}
            for tree, cell in behind[way[-1][1]]:
                across = met.intersection(other for by, other in behind[cell] if by != tree)
                on = cell > start and cell not in met and not across
                if tree not in passed and (cell == start or on):
                    ways.append([*way, (tree, cell)])


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `the tree at r3c4 can only have its tent at r3c5`."""
    if tell.tag == "tent" and tell.closes and tell.step.rule == "bounds":
        return f"{tell.cells[0]} has no tent to give, so {tell.verdict}"
    if tell.tag != "tree":
        return None
    if tell.step.rule == "bounds" and not tell.closes:
        return f"{tell.rule} can only have its tent at {tell.open[0].rpartition('-')[2]}"
    return f"wherever {tell.rule} has its tent, {tell.verdict}" if tell.step.rule == "intersection" else None


def link_words(name: str, holds: bool) -> str:
    """Return in words that a tree has its tent at a cell, or has not."""
    tree, _, cell = name.partition("-")
    return f"the tree at {tree} {'has its tent' if holds else 'does not have its tent'} at {cell}"


def make(
    dice: making.Dice, size: tuple[int, int], *, trees: float = 0.2, clues: str = "all"
) -> Mapping[str, Any]:
    """Put tents at random, each with a tree; move pairs while there is another solution.

    Args:
        dice: random numbers.
        size: rows and columns.
        trees: the share of cells with a tree, as far as there is room.
        clues: all; or needed, without unnecessary clues.
    """
    check_knob("trees", trees, 0.0, 0.25)
    blanks = {"columns": "-", "rows": "-"} if needed_only(clues) else {}
    blank = Instance(KIND.name, size, {})
    tree_of: dict[Cell, Cell] = {}
    for _ in range(MOVES):
        _lay(dice, blank, tree_of, round(trees * len(blank.cells)))
        said = {
            "columns": tuple(sum(cell in tree_of for cell in line) for line in blank.columns),
            "rows": tuple(sum(cell in tree_of for cell in line) for line in blank.rows),
            "board": making.grid(dict.fromkeys(tree_of.values(), TREE), size),
        }
        other = making.another(KIND.problem(**said), {at(cell): True for cell in tree_of})
        if other is None:
            return making.drop_clues(KIND, said, blanks, dice)
        del tree_of[dice.choice([cell for cell in tree_of if not other.get(at(cell))])]
    raise making.none_found()


def _lay(dice: making.Dice, blank: Instance, tree_of: dict[Cell, Cell], number: int) -> None:
    """Put tents with their trees, up to so many, where they fit."""
    cells = [*blank.cells]
    dice.shuffle(cells)
    for cell in cells:
        trees = {*tree_of.values()}
        room = [near for near in blank.near(cell) if near not in trees and near not in tree_of]
        touches = cell in tree_of or cell in trees or any(other in tree_of for other in blank.around(cell))
        if room and not touches and len(tree_of) < number:
            tree_of[cell] = dice.choice(room)


KIND = Kind(
    name="tents",
    about=About(
        "edge", "Place a tent beside each tree; numbers at the edge count tents.", ("Tents and Trees",)
    ),
    rule="Put a tent beside each tree, each tent with a tree of its own. No two tents touch, not even at a "
    "corner. A number is how many tents its row or column has.",
    source="Leon Balmaekers, 1989",
    parts=(
        Side("columns", "tents of each column, from the left", of="columns", stands="top"),
        Side("rows", "tents of each row, from the top"),
        Board("board", "x is a tree, . a cell", signs=(Sign(TREE, "a tree", shown="T", figure="tree"),)),
    ),
    clues={"columns": "-", "rows": "-"},
    solution=Flags("tent", word="o", sign="o", figure="tent", rest="-"),
    rules=rules,
    words=words,
    truth_words=link_words,
    make=make,
    addresses=(
        address.PuzzLink("tents", address.Lines([["columns"]], [["rows"]]), address.Marks("board", "x")),
        address.Tatham(
            "tents",
            address.games.Marked("board", address.games.TREES),
            address.games.Counts("columns", "rows"),
        ),
        address.Penpa(
            "tents", *address.beside.COUNTS, address.drawn.Signs("board", {address.Symbol("tents", 1): "x"})
        ),
    ),
    example="0_2_0_1;1_1_1_0;x..x/..../..x./....",
)
RECORD = family(KIND)
