"""Magnets: dominoes are magnets or blank; equal poles never share a side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from accord.pencil import (
    About,
    Board,
    Fault,
    Instance,
    Kind,
    Line,
    Problem,
    Regions,
    Side,
    Sign,
    Telling,
    Topic,
    Values,
    address,
    at,
    family,
    making,
    random_regions,
    total,
)
from accord.pencil.parts import Words
from accord.puzzles.bounds import needed_only
from accord.puzzles.words import join_words

POLES = {"+": "plus", "-": "minus"}  # and the keys of their clues
BLANK, SHOWN = "x", "o"  # in files; in pictures, where x says that a cell is empty
MAGNETS = (("+", "-"), ("-", "+"), (BLANK, BLANK))
DRAWS = 100


def rules(puzzle: Instance) -> Problem:
    """Return the problem: for each cell its pole, or that it is blank."""
    p = puzzle.problem()
    half = puzzle.choices(p, (*POLES, BLANK), given=puzzle["given"])
    dominoes = {domino[0]: domino[-1] for domino in puzzle.regions()}
    magnet = {cell: half[cell] != BLANK for cell in puzzle.cells}
    for first, last in dominoes.items():
        words = f"the domino at {at(first)} and {at(last)}"
        p.table((half[first], half[last]), MAGNETS, about=Topic(words, "domino", [first, last]))
    for pole in POLES:
        has = {cell: half[cell] == pole for cell in puzzle.cells}
        for line, clue in clues(puzzle, pole):
            if clue is not None:  # a domino within the line has one of each pole, or none
                inside = {last: first for first, last in dominoes.items() if first in line and last in line}
                some = [
                    magnet[cell] if cell in inside.values() else has[cell]
                    for cell in line
                    if cell not in inside
                ]
                words = f"the {clue} {pole} of {line.name}"
                p.add(total(some) == clue, about=Topic(words, "clue", of=(f"{clue} {pole}", line.name)))
        for one, two in puzzle.pairs:
            if dominoes.get(one) != two:
                words = f"the equal poles of {at(one)} and {at(two)}"
                p.add(has[one] + has[two] <= 1, about=Topic(words, "beside", [one, two]))
    return p


def clues(puzzle: Instance, pole: str) -> list[tuple[Line, int | None]]:
    """Return how many of a pole each line has."""
    said = (*puzzle[f"{POLES[pole]}_rows"], *puzzle[f"{POLES[pole]}_columns"])
    return [*zip(puzzle.lines, said, strict=True)]


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for regions that are no dominoes, and for poles that are given in holes."""
    for line in puzzle.regions():
        if len(line) != 2:
            row = line[0][0] + 1
            yield Fault(f"regions[{row}]", f"found {line.name} with {len(line)} cells; expected two cells")
    for cell, word in puzzle["given"].items():
        if cell in puzzle.holes and word != BLANK:
            yield puzzle.fault("given", cell, f"found {word}; expected {BLANK}, since there is no cell")


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `row 3 has its 2 +, so r3c4 is not +`."""
    if tell.tag == "domino":
        return f"{tell.rule} is a magnet or blank, so {tell.verdict}"
    if tell.tag == "beside" and tell.step.rule == "bounds":
        return f"{join_words(tell.cells)} cannot both be {tell.value}, so {tell.verdict}"
    if tell.step.rule != "bounds" or tell.tag != "clue":
        return None
    what, line = tell.topic.of
    if all(each.chosen == (tell.choices[each.option][1] == BLANK) for each in tell.step.forced):
        return f"{line} has its {what}, so {tell.verdict}"
    return f"{line} needs all places that are left for its {what}, so {tell.verdict}"


def make(dice: making.Dice, size: tuple[int, int], *, clues: str = "needed") -> Mapping[str, Any]:
    """Lay dominoes and draw poles until the numbers have one solution.

    Args:
        dice: random numbers.
        size: rows and columns; where both are odd there is a hole.
        clues: needed, without unnecessary clues; or all.
    """
    needed = needed_only(clues)
    puzzle = Instance(KIND.name, size, {})
    board = [*puzzle.cells]
    if len(board) % 2:
        board.remove(dice.choice(board[::2]))  # of a chessboard's cells, the colour with one more
    for _ in range(DRAWS):
        laid = random_regions.dominoes(dice, board)
        if laid is None:
            raise making.impossible(KIND, size)
        regions = {cell: number for number, area in enumerate(laid, start=1) for cell in area}
        said: dict[str, Any] = {"regions": random_regions.draw_regions(regions, size)}
        blank = KIND.problem(**said)
        known = making.random_solution(blank, dice)
        assert known is not None  # all may be blank
        for pole, key in POLES.items():
            for of, lines in (("rows", puzzle.rows), ("columns", puzzle.columns)):
                said[f"{key}_{of}"] = tuple(
                    sum(known.get(at(cell)) == pole for cell in line) for line in lines
                )
        if making.another(KIND.problem(**said), known) is None:
            blanks = dict.fromkeys((key for key in said if key != "regions"), "-")
            return making.drop_clues(KIND, said, blanks if needed else {}, dice)
    raise making.none_found()


def namings(words: Mapping[str, Words]) -> Iterator[Mapping[str, Words]]:
    """Yield the words as they are, and with the poles exchanged."""
    yield words
    other = dict(zip(POLES, reversed(POLES), strict=True))
    said = {
        f"{key}_{of}": words[f"{POLES[other[pole]]}_{of}"]
        for pole, key in POLES.items()
        for of in ("rows", "columns")
    }
    yield {**words, **said, "given": [[other.get(word, word) for word in row] for row in words["given"]]}


def _half(cells: int) -> int:
    """Return the most equal poles of a line."""
    return (cells + 1) // 2


def _side(
    pole: str, of: Literal["rows", "columns"], stands: Literal["top", "bottom", "left", "right"]
) -> Side:
    about = f"{pole} poles of each {of[:-1]}, from the {'top' if of == 'rows' else 'left'}"
    return Side(f"{pole}_{of}", about, of=of, stands=stands, most=_half, optional=True)


KIND = Kind(
    name="magnets",
    about=About("edge", "Place magnets; numbers at the edge count poles."),
    rule="Each domino is a magnet, with a + and a - half, or blank. Equal poles never share a side. A number "
    "is how many + or - its row or column has.",
    source="Simon Tatham's collection; World Puzzle Championship",
    parts=(
        _side("plus", "columns", "top"),
        _side("minus", "columns", "bottom"),
        _side("plus", "rows", "left"),
        _side("minus", "rows", "right"),
        Board(
            "given",
            "+, - and x (blank) where they are given, . elsewhere",
            signs=(Sign("+", "a pole"), Sign("-", "a pole"), Sign(BLANK, "blank", shown=SHOWN)),
            blanks=(".",),
            optional=True,
        ),
        Regions("regions", "a picture with a sign for each domino; @ is no cell", holes=True),
    ),
    clues={**dict.fromkeys(("plus_columns", "minus_columns", "plus_rows", "minus_rows"), "-"), "given": "."},
    namings=namings,
    solution=Values(given="given", among=(*POLES, BLANK), rest=BLANK, shown={BLANK: SHOWN}),
    rules=rules,
    faults=faults,
    words=words,
    make=make,
    example="-_1_-;0_-_-;-_-_1;1_-_-;;@11/234/234",
    addresses=(
        address.PuzzLink(
            "magnets",
            address.Lines([("minus_columns", "plus_columns")], [("minus_rows", "plus_rows")]),
            address.Poles("regions", "given"),
        ),
        address.Tatham(
            "magnets",
            address.games.Row("plus_columns", 1),
            address.Sign(","),
            address.games.Row("plus_rows", 0),
            address.Sign(","),
            address.games.Row("minus_columns", 1),
            address.Sign(","),
            address.games.Row("minus_rows", 0),
            address.Sign(","),
            address.games.Dominoes("regions", "given"),
            letters="(?:d[a-z])?S?",
        ),
    ),
)
RECORD = family(KIND)
