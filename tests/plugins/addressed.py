"""Random words of the parts of pencil puzzles, kind by kind. They need have no solution."""

import os
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import strategies as st
from kinds import KINDS as ROWS
from kinds import of

from accord.grids.regions import parts
from accord.puzzles import table

DECLARED = {row.name.upper().replace("-", "_"): table.family(row.name).texts.sites for row in table.OURS}
KINDS = {  # every address that is written, by kind and form; `tests/families/aquarium` has those of aquarium
    (kind, each.name): each
    for kind, some in DECLARED.items()
    if kind != "AQUARIUM"
    for each in some
    if each.write
}
DRAWINGS = {  # what each kind takes from drawings of penpa-edit
    kind: each for kind, some in DECLARED.items() for each in some if not each.write
}


def lined(words):
    """Words by line: of a number one word in one line, of clues one line."""
    return {
        key: [[each]] if isinstance(each, str) else [each] if isinstance(each[0], str) else each
        for key, each in words.items()
    }


def grid(size, word):
    return st.lists(st.lists(word, min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0])


def clues(length, most=255, known=False):
    word = number(0, most)
    return st.lists(word if known else blank(word), min_size=length, max_size=length)


@st.composite
def regions(draw, size):
    """Labels of the parts that random walls leave, as they appear."""
    right, below = (
        np.array(draw(grid(shape, st.booleans())), np.bool_).reshape(shape)
        for shape in ((size[0], size[1] - 1), (size[0] - 1, size[1]))
    )
    return [[str(label) for label in row] for row in parts(right, below).tolist()]


@st.composite
def cages(draw, size):
    """Regions cut from a line through all cells, there and back: of 2 cells to as many as a side has."""
    line = [(row, column) for row in range(size[0]) for column in range(size[1])[:: -1 if row % 2 else 1]]
    labels = [[""] * size[1] for _ in range(size[0])]
    while line:
        most = min(size[0], len(line))
        ends = [end for end in range(2, most + 1) if len(line) - end != 1]
        length = draw(st.sampled_from(ends))
        for row, column in line[:length]:
            labels[row][column] = str(len(line))
        line = line[length:]
    return numbered(labels)


def numbered(labels):
    """The labels as they appear row by row; holes stay."""
    seen = {"@": "@"}
    return [[seen.setdefault(label, str(len(seen) - 1)) for label in row] for row in labels]


def cut(labels):
    """The same regions, but where one is not joined each piece is one of its own; holes stay."""
    array = np.array(labels)
    right, below = array[:, 1:] != array[:, :-1], array[1:] != array[:-1]
    return [
        [old if old == "@" else str(new) for old, new in zip(*rows, strict=True)]
        for rows in zip(labels, parts(right, below).tolist(), strict=True)
    ]


def number(least, most):
    return st.integers(least, most).map(str)


def blank(word):
    return st.just("-") | word


def runs(lines, cells):
    """Runs of each line, as many as half of its cells, rounded up; they need not fit."""
    some = st.lists(number(1, 255), min_size=1, max_size=(cells + 1) // 2)
    return st.lists(st.just(["0"]) | some, min_size=lines, max_size=lines)


@st.composite
def sums(draw, size):
    """A kakuro's board whose clues stand where a white cell is behind them."""
    white = np.zeros(size, np.bool_)
    white[1:, 1:] = draw(grid((size[0] - 1, size[1] - 1), st.booleans()))
    clue = number(1, 45) | st.just("")
    board = []
    for row in range(size[0]):
        board.append([])
        for column in range(size[1]):
            down = row + 1 < size[0] and bool(white[row + 1, column])
            across = column + 1 < size[1] and bool(white[row, column + 1])
            inner = row and column
            pair = [draw(clue) if inner or way else "" for way in (down and column > 0, across and row > 0)]
            word = ",".join(pair) if any(pair) else "-"
            board[-1].append("0" if white[row, column] else word)
    return board


@st.composite
def dominoes(draw, size):
    """Dominoes laid at random, and holes between them."""
    labels = [["@"] * size[1] for _ in range(size[0])]
    order = draw(st.permutations([(r, c) for r in range(size[0]) for c in range(size[1])]))
    for label, (row, column) in enumerate(order[: len(order) * 2 // 3]):
        down = draw(st.booleans())
        other = (row + down, column + (not down))
        if other[0] < size[0] and other[1] < size[1]:
            cells = [(row, column), other]
            if all(labels[r][c] == "@" for r, c in cells):
                for r, c in cells:
                    labels[r][c] = str(label)
    return labels


@st.composite
def dotted(draw, size, game):
    """Dots in cells, on sides and at corners, none at the edge; holes of sites."""
    words = draw(grid(size, st.sampled_from("--0123" if game else "--0123@")))
    edge = {(True, False): "02", (False, True): "01", (True, True): "0", (False, False): "0123"}
    return [
        [
            word if word in "-@" + edge[column == size[1] - 1, row == size[0] - 1] else "-"
            for column, word in enumerate(line)
        ]
        for row, line in enumerate(words)
    ]


class Make:
    """Draws the words of a puzzle, part by part; `game` if the text is the ID of a game.

    A word is one of several: a text, numbers from the first to the last of a pair, or a strategy.
    """

    def __init__(self, draw, size, game):
        self.draw, self.size, self.game = draw, size, game
        self.high, self.wide = size

    def one(self, *words):
        return self.draw(any_of(words))

    def grid(self, *words, size=None):
        return self.draw(grid(size or self.size, any_of(words)))

    def square(self, *words):
        return self.grid(*words, size=(self.high, self.high))

    def corners(self, *words):
        return self.grid(*words, size=(self.high + 1, self.wide + 1))

    def clues(self, length, most=255, known=False):
        return self.draw(clues(length, most, known))

    def regions(self):
        return self.draw(regions(self.size))

    def numbered(self, labels, *words):
        """A word, or none, in the first cell of each region."""
        return [[self.one("-", *words) if first else "-" for first in row] for row in _firsts(labels)]

    def rooms(self, *words):
        labels = self.regions()
        return {"regions": labels, "board": self.numbered(labels, *words)}

    def cages(self):
        labels = self.draw(st.sampled_from([(4, 4), (6, 6)]).flatmap(cages))
        return {"cages": labels, "sums": self.numbered(labels, (1, 45))}

    def sums(self):
        return self.draw(sums((self.high + 1, self.wide + 1)))

    def dotted(self):
        return self.draw(dotted(self.size, self.game))

    def dominoes(self):
        """Dominoes, and poles that are given, where an address can give them."""
        labels = numbered(self.draw(dominoes(self.size)))
        if self.game or self.draw(st.booleans()):
            return {"regions": labels}
        given = [["." if label == "@" else self.one(*".+-") for label in row] for row in labels]
        return {"regions": labels, "given": given}

    def fleet(self):
        some = st.lists(number(0, 6), min_size=1, max_size=8).map(lambda some: [*some, "1"])
        return self.draw(some | st.sampled_from([["0"], ["3", "2", "1"], ["5", "4", "3", "2", "1"]]))

    def some(self, signs, length):
        """A word of so many signs."""
        return st.text(signs, min_size=length, max_size=length)

    def with_arrow(self, numbers):
        return st.tuples(number(*numbers), st.sampled_from("nesw")).map("".join)


def any_of(words):
    return st.one_of(
        [number(*each) if type(each) is tuple else st.just(each) if isinstance(each, str) else each
         for each in words]
    )  # fmt: skip


WORDS = {kind.upper().replace("-", "_"): of(kind).ROW.words for kind in ROWS if of(kind).ROW.words}
WORDS |= {
    "NONOGRAM": lambda make: {
        "columns": make.draw(runs(make.wide, make.high)),
        "rows": make.draw(runs(make.high, make.wide)),
    },
    "SUDOKU": lambda make: {"grid": make.square("-", (1, make.high))},
}


@st.composite
def puzzles(draw, kind, form, least=1, most=7):
    """The words of a random puzzle of a kind, as far as a form of address can say them."""
    size = (draw(st.integers(least, most)), draw(st.integers(least, most)))
    return WORDS[kind](Make(draw, size, form == "tatham"))


def _firsts(labels):
    seen = set()
    return [[not (label in seen or seen.add(label)) for label in row] for row in labels]


BLANK = {"board": {"-"}, "given": {"."}, "grid": {"-"}}


def same(given, read):
    """Whether words that were read say what the given ones do.

    Regions have other labels, what is blank is left out.
    """

    def plain(words):
        return {
            key: numbered(each) if key in ("regions", "cages") else each
            for key, each in lined(words).items()
            if {word for row in each for word in row} != BLANK.get(key)
        }

    return plain(given) == plain(read)


# -- files of real puzzles, which are none of ours ---------------------------------------------------

POLES = ["plus_columns", "minus_columns", "plus_rows", "minus_rows"]
SIDES = {
    "SKYSCRAPERS": ["top", "bottom", "left", "right"], "TENTS": ["columns", "rows"],
    "BATTLESHIP": ["columns", "rows"], "MAGNETS": POLES,
}  # fmt: skip
GRIDS = {
    "LITS": ["regions"], "STAR_BATTLE": ["regions"], "NORINORI": ["", "regions"],
    "SUGURU": ["board", "regions"],
    "KILLER_SUDOKU": ["sums", "cages"], "HEYAWAKE": ["board", "regions"],
    "COUNTRY_ROAD": ["board", "regions"],
}  # fmt: skip
MORE = {
    "STAR_BATTLE": lambda more: {"stars": more[0]}, "BATTLESHIP": lambda more: {"fleet": more},
    "SKYSCRAPERS": lambda more: {"tallest": more[0]},
}  # fmt: skip


def blocks(kind):
    """The puzzles of a kind's file in the folder ACCORD_DATA: the words of parts, and the solution's rows."""
    path = Path(os.environ.get("ACCORD_DATA", "none")) / "kinds" / f"{kind.lower().replace('_', '-')}.txt"
    if not path.is_file():
        pytest.skip("ACCORD_DATA names no folder with a file of this kind")
    for text in re.findall(r"^puzzle [^\n]*\n(.*?)^end$", path.read_text(), re.MULTILINE | re.DOTALL):
        lines = [line.split() for line in text.splitlines() if line.strip()]
        middle = lines.index(["solution"])
        (high, _, *more), *rest = lines[:middle]
        words = {key: rest.pop(0) for key in SIDES.get(kind, [])}
        grids = ["given", "regions"][len(rest) == int(high) :] if kind == "MAGNETS" else ["board"]
        tall = int(high) + (kind in ("CREEK", "SLANT"))  # words stand at the corners of cells
        for key in GRIDS.get(kind, grids):
            words[key], rest = rest[:tall], rest[tall:]
        if kind == "NONOGRAM":
            wide = int(lines[0][1])
            words = {"columns": lines[1 : wide + 1], "rows": lines[wide + 1 : middle]}
        words.pop("", None)
        solution = lines[middle + 2 :][: int(high)]  # 411_10x10 of creek states it twice
        yield words | MORE.get(kind, lambda _: {})(more), solution
