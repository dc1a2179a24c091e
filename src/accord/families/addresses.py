"""For each pencil kind: its names on puzzle sites, and the format of its addresses (URLs) there.

Keys and words are as in files of blocks. puzz.link has no killer sudoku,
binairo, dominosa, kakurasu and mosaic; Tatham's collection no star battle, kakuro, norinori, kakurasu, suguru
and battleship. penpa-edit draws whatever a setter wants: Accord takes from it what setters usually draw for a
kind.
"""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase

from accord.errors import RefusedError
from accord.pencil.address import penpa_beside as beside
from accord.pencil.address import penpa_parts as drawn
from accord.pencil.address.address import Size
from accord.pencil.address.cells import ARROWS, GROUPS, NUMBER16, NUMBER36, Cells, Circles, FourCells, Marks
from accord.pencil.address.codes import NOTHING
from accord.pencil.address.dots import Dots, Gapped
from accord.pencil.address.drawing import Symbol
from accord.pencil.address.kind_specific import ENDS, Fleet, Poles, RunsOfLines, SideOnly, Sums
from accord.pencil.address.outside_cells import Corners, LeftOut, Lines, Number, Regions, RoomNumbers, Sign
from accord.pencil.address.penpa import Penpa
from accord.pencil.address.puzzlink import PuzzLink
from accord.pencil.address.tatham import PIPPED, SIDE, Sizes, Tatham
from accord.pencil.address.tatham_parts import (
    DIGIT,
    FENCE,
    ISLANDS,
    LETTERED,
    LIGHT,
    NUMBER,
    PEARLS,
    PIPS,
    TREES,
    Blank,
    Cages,
    Counts,
    Dominoes,
    Marked,
    Row,
    Sights,
    letters,
)

_COUNTS = (beside.Beside("columns", ["top", "bottom"]), beside.Beside("rows", ["left", "right"]))

STAR_BATTLE = (
    PuzzLink("starbattle", Number("stars"), Regions("regions")),
    Penpa(
        "star-battle",
        drawn.Regions("regions", holes=True),
        beside.Stars("stars"),
        needed=["stars"],
    ),
)

AKARI = (
    PuzzLink("akari", FourCells("board", unknown="x"), also=["lightup"]),
    Tatham(
        "lightup",
        Cells("board", LIGHT, {"x": "B"} | {n: n for n in "01234"}, whole=True),
        letters="(?:b[0-9]+)?(?:s[0-9])?(?:d[0-9]|r)?",
    ),
    Penpa("akari", drawn.NumberedWalls("board", "x")),
)

TENTS = (
    PuzzLink("tents", Lines([["columns"]], [["rows"]]), Marks("board", "x")),
    Tatham("tents", Marked("board", TREES), Counts("columns", "rows")),
    Penpa("tents", *_COUNTS, drawn.Signs("board", {Symbol("tents", 1): "x"})),
)

KAKURO = (
    PuzzLink("kakuro", Sums("board")),
    Penpa("kakuro", drawn.Sums("board")),
)


def _boxes(columns: int, rows: int) -> Size | None:
    side = columns * rows
    usual = max((wide for wide in range(1, side + 1) if wide * wide <= side and side % wide == 0), default=0)
    return (side, side) if 2 <= columns == usual and side <= 9 else None


def _of_boxes(size: Size) -> str:
    found = next((n for n in (2, 3) if size[0] == size[1] and _boxes(n, size[0] // n) == size), None)
    if found is None:
        raise RefusedError(f"found a board of {size[1]}x{size[0]}; the game has 4x4, 6x6, 8x8 and 9x9")
    return f"{found}x{size[0] // found}"


KILLER_SUDOKU = (
    Tatham(
        "solo",
        Blank(),
        Sign(","),
        Cages("cages", "sums"),
        sizes=Sizes("2x2, 2x3, 2x4 or 3x3", _boxes, _of_boxes),
        letters="k(?:a|md?[248]|r[24])?(?:d[a-z])?",
        always="k",
        unread={
            "(?![a-z]*k)": "k and a colon, of a killer sudoku; a plain Solo is a sudoku, and not read here: "
            "write its cells row by row, as in sudoku:53..7....6..195...",
            "[a-z]*[xj]": "k and a colon; a killer sudoku with diagonals or irregular boxes is not read here",
        },
    ),
)

_TALLEST = SideOnly("tallest", "parks")
SKYSCRAPERS = (
    PuzzLink(
        "skyscrapers",
        _TALLEST,
        Lines([["top"], ["bottom"]], [["left"], ["right"]]),
        Cells("board", NUMBER16, late=True),
        also=["skyscraper", "building"],
    ),
    Tatham("towers", _TALLEST, Sights(("top", "bottom", "left", "right"), "board"), sizes=SIDE),
    Penpa(
        "skyscrapers",
        *(beside.Beside(side, [side]) for side in ("top", "bottom", "left", "right")),
        drawn.Numbers("board"),
    ),
)

BINAIRO = (
    Tatham(
        "unruly",
        Marked("board", {**letters(ascii_uppercase, "1"), **letters(ascii_lowercase, "2")}),
        letters="(u?)(?:d[a-z])?",
        says=("u", "lines", "different", "any"),
    ),
    Penpa(
        "binairo",
        drawn.Signs("board", drawn.circles("1", "2")),
    ),
)

NORINORI = (
    PuzzLink("norinori", Regions("regions"), flags={"": {}, "d": {}}),  # of old links; it has no meaning
    Penpa("norinori", drawn.Regions("regions")),
)

LITS = (
    PuzzLink("lits", Regions("regions")),
    Penpa("lits", drawn.Regions("regions")),
)

HEYAWAKE = (
    PuzzLink("heyawake", RoomNumbers("regions", "board")),
    Penpa("heyawake", drawn.Regions("regions"), drawn.Numbers("board", NOTHING)),
)

HITORI = (
    PuzzLink("hitori", Cells("board", NUMBER36, whole=True)),
    Tatham("singles", Cells("board", LETTERED, whole=True)),
    Penpa("hitori", drawn.Numbers("board")),
)

KUROMASU = (
    PuzzLink("kurodoko", Cells("board", NUMBER16)),
    Tatham("range", Cells("board", NUMBER, whole=True)),
    Penpa("kuromasu", drawn.Numbers("board", "?")),
)

FILLOMINO = (PuzzLink("fillomino", Cells("board", NUMBER16)),)

GALAXIES = (
    PuzzLink("tentaisho", Dots("board")),
    Tatham("galaxies", Gapped("board")),
    Penpa("galaxies", drawn.Dots("board")),
)

NURIKABE = (
    PuzzLink("nurikabe", Cells("board", NUMBER16)),
    Penpa("nurikabe", drawn.Numbers("board", "?")),
)

SASHIGANE = (PuzzLink("sashigane", Cells("board", ENDS)),)

SHAKASHAKA = (PuzzLink("shakashaka", FourCells("board", unknown="x")),)

CREEK = (PuzzLink("creek", Corners(FourCells("board", unknown=NOTHING))),)

SLANT = (
    PuzzLink("gokigen", Corners(FourCells("board", unknown=NOTHING))),
    Tatham("slant", Corners(Cells("board", DIGIT, whole=True))),
)

SHIKAKU = (
    PuzzLink("shikaku", Cells("board", NUMBER16)),
    Tatham("rect", Cells("board", NUMBER, whole=True), letters="(?:e[0-9.]+)?a?"),
    Penpa("shikaku", drawn.Numbers("board", "?")),
)

DOMINOSA = (
    Tatham("dominosa", Cells("board", PIPS, whole=True), sizes=PIPPED, letters="(?:a|d[a-z])?"),
    Penpa("dominosa", drawn.Numbers("board")),
)

_POLES = (("minus_columns", "plus_columns"), ("minus_rows", "plus_rows"))
MAGNETS = (
    PuzzLink("magnets", Lines([_POLES[0]], [_POLES[1]]), Poles("regions", "given")),
    Tatham(
        "magnets",
        Row("plus_columns", 1), Sign(","), Row("plus_rows", 0), Sign(","),
        Row("minus_columns", 1), Sign(","), Row("minus_rows", 0), Sign(","),
        Dominoes("regions", "given"),
        letters="(?:d[a-z])?S?",
    ),
)  # fmt: skip

MOSAIC = (
    Tatham("mosaic", Cells("board", DIGIT, whole=True), letters="(?:h[0-9]*)?"),
    Penpa("mosaic", drawn.Numbers("board", NOTHING)),
)

SUGURU = (
    PuzzLink("suguru", Regions("regions"), Cells("board", NUMBER16)),
    Penpa("suguru", drawn.Regions("regions"), drawn.Numbers("board")),
)

_SHIPS = {"x": "0", "n": "1", "s": "2", "w": "3", "e": "4", "m": "5", "o": "6"}
_DRAWN_SHIPS = {
    Symbol(f"battleship_{look}", style): word
    for look in "BGW"
    for style, word in enumerate("omwnesxx", start=1)
}
BATTLESHIP = (
    PuzzLink(
        "battleship",
        LeftOut("/", (Lines([["columns"]], [["rows"]]), Cells("board", NUMBER16, _SHIPS))),
        Fleet("fleet"),
    ),
    Penpa("battleship", *_COUNTS, drawn.Signs("board", _DRAWN_SHIPS), needed=["fleet"]),
)

NONOGRAM = (
    PuzzLink("nonogram", RunsOfLines("columns", "rows")),
    Penpa("nonogram", beside.RunsBeside("columns", "rows"), drawn.Lines()),
)

SUDOKU = (
    PuzzLink("sudoku", Cells("grid", NUMBER16)),
    Penpa("sudoku", drawn.Numbers("grid"), drawn.Regions("boxes")),
)

AQUARIUM = (Penpa("aquarium", drawn.Regions("tanks"), *_COUNTS),)

KAKURASU = (
    Penpa("kakurasu", beside.Beside("columns", ["bottom", "top"]), beside.Beside("rows", ["right", "left"])),
)

MASYU = (
    PuzzLink("mashu", Circles("board", "wb"), also=["masyu"]),
    Tatham("pearl", Cells("board", PEARLS, {"w": "W", "b": "B"}, whole=True), letters="(?:d[et]n?|n)?"),
    Penpa("masyu", drawn.Signs("board", drawn.circles("w", "b"))),
)

SLITHERLINK = (
    PuzzLink("slither", FourCells("board", unknown=NOTHING), also=["slitherlink"]),
    Tatham(
        "loopy",
        Cells("board", FENCE, whole=True),
        letters="t0(?:d[a-z])?",
        always="t0",
    ),
    Penpa("slitherlink", drawn.Numbers("board", NOTHING)),
)

YAJILIN = (
    PuzzLink("yajilin", Cells("board", ARROWS), also=["yajirin"], flags={"": {}, "b": {}}),
    Penpa("yajilin", drawn.Arrows("board", "?")),
)

NUMBERLINK = (
    PuzzLink(
        "numlin",
        Cells("board", NUMBER16),
        also=["numberlink"],
        flags={"": {"cells": "any"}},
        variants={"arukone": {"": {"cells": "all"}, "e": {"cells": "any"}}},
    ),
    Penpa("numberlink", drawn.Labels("board")),
)

HASHI = (
    PuzzLink("hashi", Cells("board", NUMBER16), also=["hashikake", "bridges"]),
    Tatham(
        "bridges",
        Cells("board", ISLANDS, whole=True),
        letters="(?:i[0-9]+)?(?:e[0-9]+)?m2(?:d[0-9])?",
        always="m2",
    ),
)

COUNTRY_ROAD = (PuzzLink("country", RoomNumbers("regions", "board")),)

TAPA = (PuzzLink("tapa", Cells("board", GROUPS)),)
YIN_YANG = (PuzzLink("yinyang", Circles("board", "wb")),)

NURIMISAKI = (
    PuzzLink("nurimisaki", Cells("board", NUMBER16)),
    Penpa("nurimisaki", drawn.Numbers("board", "?")),
)
