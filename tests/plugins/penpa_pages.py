"""Pages of penpa-edit, drawn and written by a small encoder.

It writes by the format alone (`penpa_text` and `drawing` of `accord.pencil.address`). The number of a cell
of a page with COLUMNS columns is (row + 2) * (COLUMNS + 4) + column + 2; that of its lower right corner is
(ROWS + 4) * (COLUMNS + 4) more.
"""

import json
import zlib
from base64 import b64encode

SITE = "https://swaroopg92.github.io/penpa-edit/"
WORDS = [  # as penpa-edit shortens its text, in this order
    ("z", "zZ"), ('"surface"', "zS"), ('"lineE"', "zE"), ('"number"', "zN"), ('"symbol"', "zY"),
    ('"numberS"', "z1"), ("null", "zO"),
]  # fmt: skip


def packed(text):
    """The address of a text."""
    for word, short in WORDS:
        text = text.replace(word, short)
    return f"{SITE}#m=edit&p={b64encode(zlib.compress(text.encode(), wbits=-15)).decode()}"


class Drawn:
    """A page, on which cells are counted from the board's first one, and its address."""

    def __init__(self, size, around=(0, 0, 0, 0), shape="square", title=""):
        self.size, self.around, self.shape, self.title = size, around, shape, title
        top, bottom, left, right = around
        self.high, self.wide = size[0] + top + bottom, size[1] + left + right
        self.layer = {each: {} for each in ("surface", "number", "numberS", "symbol", "lineE")}

    def cell(self, row, column):
        return (row + self.around[0] + 2) * (self.wide + 4) + column + self.around[2] + 2

    def number(self, row, column, text, style=1, mode="1"):
        self.layer["number"][self.cell(row, column)] = [text, style, mode]

    def shade(self, row, column, colour=4):
        self.layer["surface"][self.cell(row, column)] = colour

    def symbol(self, row, column, style, name):
        self.layer["symbol"][self.cell(row, column)] = [style, name, 2]

    def corner(self, row, column, corner, text):
        place = self.cell(row, column) + (self.high + 4) * (self.wide + 4)
        self.layer["numberS"][4 * place + corner] = [text, 1]

    def edge(self, row, column, down, style=2):
        """The edge below a cell, or to its right."""
        corner = self.cell(row, column) + (self.high + 4) * (self.wide + 4)
        other = corner - (1 if down else self.wide + 4)
        self.layer["lineE"][f"{other},{corner}"] = style

    def regions(self, labels):
        """Edges between different labels."""
        for row, line in enumerate(labels):
            for column, label in enumerate(line):
                for down in (0, 1):
                    r, c = row + down, column + 1 - down
                    if r < len(labels) and c < len(line) and labels[r][c] != label:
                        self.edge(row, column, down)

    def grid(self, words, blank="-"):
        """A number in each cell that has a word."""
        for row, line in enumerate(words):
            for column, word in enumerate(line):
                if word != blank:
                    self.number(row, column, word)

    def text(self, board=None, tags=(), **more):
        cells = [self.cell(row, column) for row in range(self.size[0]) for column in range(self.size[1])]
        cells = cells if board is None else [self.cell(*cell) for cell in board]
        steps = [cell - last for cell, last in zip(cells, [0, *cells], strict=False)]
        head = [self.shape, self.wide, self.high, 38, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0][:14]
        layer = json.dumps(self.layer | more)
        lines = [
            ",".join(map(str, [*head, f"Title: {self.title}", "Author: zoe"])),
            json.dumps(self.around),
            "{}",
        ]
        lines += [layer, "{}", json.dumps(steps), *["{}"] * 11, json.dumps(tags), ""]
        return "\n".join(lines)

    def address(self, **more):
        return packed(self.text(**more))


def beside(page, words, sides):
    """Clues of sides: key -> where its row, or its column, is."""
    for key, (row, column) in sides.items():
        for at, word in enumerate(words[key]):
            if word != "-":
                page.number(*(row if row is not None else at, column if column is not None else at), word)


def drawn(kind, words):
    """A page with the words of a puzzle of a kind."""
    board = words.get("board") or words.get("grid") or words.get("regions")
    size = (len(board), len(board[0])) if board else (len(words["rows"]), len(words["columns"]))
    page = Drawn(size, (2, 1, 2, 1) if kind != "NONOGRAM" else (9, 0, 9, 0))
    if kind in ("LITS", "NORINORI", "STAR_BATTLE", "SUGURU"):
        page.regions(words["regions"])
    if kind in ("SUGURU", "SHIKAKU", "MOSAIC", "DOMINOSA", "SKYSCRAPERS", "SUDOKU"):
        page.grid(board)
    if kind == "STAR_BATTLE":
        page.number(-1, 0, words["stars"])
        page.symbol(-1, 1, 2, "star")
    if kind in ("TENTS", "BATTLESHIP"):
        beside(page, words, {"columns": (-1, None), "rows": (None, -1)})
    if kind == "SKYSCRAPERS":
        beside(
            page,
            words,
            {"top": (-1, None), "bottom": (size[0], None), "left": (None, -1), "right": (None, size[1])},
        )
    if kind == "NONOGRAM":
        for key in ("columns", "rows"):
            for line, runs in enumerate(words[key]):
                for back, run in enumerate(reversed(runs), start=1):
                    page.number(*((-back, line) if key == "columns" else (line, -back)), run)
    for row, line in enumerate(board or []):
        for column, word in enumerate(line):
            sign = {"TENTS": {"x": (1, "tents")}, "BINAIRO": {"1": (1, "circle_M"), "2": (2, "circle_L")}}
            sign["BATTLESHIP"] = {word: (at, "battleship_B") for at, word in enumerate("omwnesx", start=1)}
            if word in sign.get(kind, {}):
                page.symbol(row, column, *sign[kind][word])
            if kind == "AKARI" and word != "-":
                page.shade(row, column)
                page.number(row, column, word if word != "x" else " ", style=7)
            if kind == "KAKURO" and word != "0":
                page.symbol(row, column, 1, "kakuro")
                for corner, clue in zip((2, 1), word.split(",") if word != "-" else ("", ""), strict=True):
                    if clue:
                        page.corner(row, column, corner, clue)
    return page
