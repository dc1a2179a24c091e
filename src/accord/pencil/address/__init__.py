"""Addresses of puzzles: what sites write behind a question mark, and the IDs of games, both ways.

address        Read and write a puzzle's address (URL) part by part, in the order its kind declares
codes          Values in few characters: words with runs of gaps between them
puzzlink       Addresses of puzz.link and other sites that run pzpr: `.../p?KIND/COLUMNS/ROWS/...`
cells          Codecs of puzz.link addresses for numbers and marks in the cells of a board
outside_cells  Codecs of puzz.link addresses for what is not in a cell: a number, clues of lines, regions
dots           Codecs of addresses for dots on cells, sides and corners: the centres of galaxies
kind_specific  Codecs of address parts that belong to one kind
tatham         Game IDs of Simon Tatham's Portable Puzzle Collection
tatham_parts   Parts of the game IDs of Simon Tatham's collection
penpa_text     Decode the text of a penpa-edit address
penpa_parts    Read the parts of kinds from a drawing of penpa-edit
drawing        The drawing on a board of penpa-edit: numbers, shaded cells, symbols and edges, by cell

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

from accord.pencil.address import penpa_parts as beside
from accord.pencil.address import penpa_parts as drawn
from accord.pencil.address import tatham_parts as games
from accord.pencil.address.address import Size
from accord.pencil.address.cells import ARROWS, GROUPS, NUMBER16, NUMBER36, Cells, Circles, FourCells, Marks
from accord.pencil.address.codes import NOTHING
from accord.pencil.address.dots import Dots, Gapped
from accord.pencil.address.drawing import Symbol
from accord.pencil.address.kind_specific import ENDS, Fleet, Poles, RunsOfLines, SideOnly, Sums
from accord.pencil.address.outside_cells import Corners, LeftOut, Lines, Number, Regions, RoomNumbers, Sign
from accord.pencil.address.penpa_parts import Penpa
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
