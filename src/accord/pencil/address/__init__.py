"""Addresses of puzzles: what sites write behind a question mark, and the IDs of games, both ways.

address        a puzzle's parts in order make an address; the words of parts, and grids of them
reader         a text read from left to right; faults with their place
codes          values in few characters: gaps as letters, several values in a digit
puzzlink       addresses of puzz.link and of other sites that run pzpr, of these parts:
cells          numbers and marks in cells,
outside_cells  a number, clues of lines, regions,
dots           dots on cells, sides and corners,
kind_specific  parts that a single kind has
tatham         IDs of games of Simon Tatham's collection, of these parts:
tatham_parts   cells, marks, edges, clues of lines, dominoes
penpa          addresses of penpa-edit, which are only read, of what kinds take:
penpa_text     the text and the tags of an address,
penpa_parts    numbers, walls, signs, dots, regions, cages,
penpa_beside   clues beside the board
drawing        from what is drawn, by cell

An address is put together from parts, in the order of its text:

    >>> from accord.pencil.address.cells import Cells
    >>> from accord.pencil.address.outside_cells import Regions
    >>> from accord.pencil.address.puzzlink import PuzzLink
    >>> suguru = PuzzLink("suguru", Regions("regions"), Cells("board"))
    >>> words = suguru.read("https://puzz.link/p?suguru/2/2/g81i")
    >>> words
    {'regions': [['0', '1'], ['0', '0']], 'board': [['1', '-'], ['-', '-']]}
    >>> suguru.write(words)
    'https://puzz.link/p?suguru/2/2/g81i'

The values are the words of a puzzle's parts by key, line by line: of a number one word, of clues one line.
`-` is a cell or a clue of which nothing is said, `?` a clue without its number, `@` a place that is no cell.

A kind declares its addresses with what is imported here. Parts of games of Tatham's collection are in
`games`, what penpa-edit draws in `drawn` and `beside`.
"""

from accord.pencil.address import penpa_beside as beside
from accord.pencil.address import penpa_parts as drawn
from accord.pencil.address import tatham_parts as games
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

__all__ = [
    "ARROWS",
    "ENDS",
    "GROUPS",
    "NOTHING",
    "NUMBER16",
    "NUMBER36",
    "PIPPED",
    "SIDE",
    "Cells",
    "Circles",
    "Corners",
    "Dots",
    "Fleet",
    "FourCells",
    "Gapped",
    "LeftOut",
    "Lines",
    "Marks",
    "Number",
    "Penpa",
    "Poles",
    "PuzzLink",
    "Regions",
    "RoomNumbers",
    "RunsOfLines",
    "SideOnly",
    "Sign",
    "Size",
    "Sizes",
    "Sums",
    "Symbol",
    "Tatham",
    "beside",
    "drawn",
    "games",
]  # fmt: skip
