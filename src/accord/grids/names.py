"""Names of polyforms (I, L, F...) by drawings of letters; a shape is found among them.

The pentominoes have S. Golomb's letters. The Soma pieces have the letters V L T Z, A and B (the two screws,
mirror images of each other) and P. The tetrahexes have M. Gardner's names, bar, worm, pistol, bee, wave, arch
and propeller, and the signs I W P B S U and Y; smaller polyhexes have letters of ours. The polyiamonds and
the polysticks have the letters that D. Goodger's Polyform Puzzler gives them (of the hexiamonds, by T.
O'Beirne's names: I bar, P sphinx, J crook, E crown, V lobster, H signpost, S snake, X butterfly, C bat, G
hook, F yacht and O hexagon). A mirror twin that has no letter of its own has the small letter: f is the
mirror image of F.

Other polyforms get signs in the order of their canonical forms, size by size. Where twins are two pieces,
pairs come first, A and a, B and b, and so on, as far as both letters are free; the others take what is left
of A to Z, a to z and 0 to 9. If there are not signs enough for all of a size, those without a usual name are
called by size and number, such as 7-1 to 7-108.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from string import ascii_lowercase, ascii_uppercase, digits

import numpy as np

from accord.grids.drawing import rows
from accord.grids.lattice import Lattice
from accord.grids.polyforms import Shape, canonical, mirror_image, normalise, polyforms
from accord.picture import EMPTY, HOLE, Place

BACKGROUND = frozenset({EMPTY, HOLE, " "})

ALPHABET = ascii_uppercase + ascii_lowercase + digits

MONOMINO, DOMINO = "M", "II"

TROMINOES = """
I.VV
I.V.
I...
"""

TETROMINOES = """
I.L..OO.SS.TTT
I.L..OO..SS.T.
I.LL..........
I.............
"""

PENTOMINOES = """
.FF.I.L...N.PP.TTT.U.U.V...W...X..Y.ZZ.
FF..I.L...N.PP..T..UUU.V...WW.XXX.YY.Z.
.F..I.L..NN.P...T......VVV..WW.X..Y..ZZ
....I.LL.N........................Y....
....I..................................
"""

SOMA = """
VV.LLL.TTT.ZZ..AA.BB.PP
V..L....T...ZZ.A..B..P.

...................B.P.
...............A.......
"""

POLYHEXES_TO_3 = """
M . D D . L L L . T T . V V
 . . . . . . . . . T . . . V
"""

TETRAHEXES = """
I I I I . W W W . P P P . B B . S S . . U U . Y .
 . . . . . . . W . . P . . B B . . S S . . U . Y Y
. . . . . . . . . . . . . . . . . . . . . U . Y .
"""

TETRIAMONDS = """
IIII..CCC...T.
........C..TTT
"""

PENTIAMONDS = """
IIIII.CCC.....L...P..
......C.C..LLLL..PPPP
"""

HEXIAMONDS = """
IIIIII......P...JJJJJ.EEEEE...VV..HHHH......S...X.......CC.....GG...F.F.OOO
.........PPPPP..J.......E....VVVV...HH...SSSS..XXXX..CCCC....GGGG..FFFF.OOO
.........................................S.......X.........................
"""

MONOSTICK = "+I+"

DISTICKS = """
+I+I+.+.+
. . . V .
+.+.+.+V+
"""

TRISTICKS = """
+I+I+I+.+.+.+.+.+.+.+Z+.+.+.+
. . . . . . L . T . . Z . U U
+.+.+.+.+L+L+.+T+T+.+.+Z+.+U+
"""

TETRASTICKS = (
    """
+I+I+I+I+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.+N+
. . . . . . . . L . . Y . . . V . T . . X . U . U . . N .
+.+.+.+.+.+L+L+L+.+Y+Y+Y+.+.+.+.+.+.+.+X+X+.+U+U+.+N+N+.+
. . . . . . . . . . . . . . . V . T . . X . . . . . . . .
+.+.+.+.+.+.+.+.+.+.+.+.+.+V+V+.+T+T+.+.+.+.+.+.+.+.+.+.+
""",
    """
+.+J+.+.+H+.+.+.+.+.+.+.+.+.+.+.+.+.+P+.+.+O+
. . J . H . F F . . . Z . R . . . W P P . O O
+J+J+.+H+H+.+F+F+.+Z+Z+.+R+R+.+.+W+.+.+P+.+O+
. . . . . . . . . Z . . R . . . W . . . . . .
+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.+W+.+.+.+.+.+.+
""",
)

DRAWINGS = {  # where a shape is drawn twice, the last name counts
    "square": (MONOMINO, DOMINO, TROMINOES, TETROMINOES, PENTOMINOES),
    "hexagonal": (POLYHEXES_TO_3, TETRAHEXES),
    "cubic": (MONOMINO, DOMINO, TROMINOES, TETROMINOES, SOMA, PENTOMINOES),
    "triangular": (TETRIAMONDS, PENTIAMONDS, HEXIAMONDS),
    "edges": (MONOSTICK, DISTICKS, TRISTICKS, *TETRASTICKS),
}


@dataclass(frozen=True, slots=True)
class Named:
    """A polyform, as its name shows it."""

    name: str
    shape: Shape
    number: str  # its size, and its number among those
    usual: bool = False  # whether the name is known, or given here


@cache
def named_polyforms(grid: Lattice, size: int, *, flipping: bool, turning: bool = True) -> dict[Shape, Named]:
    """The polyforms of a size, by their canonical forms, ascending; see `polyforms`."""
    forms = polyforms(grid, size, flipping=flipping, turning=turning)
    number = {form: f"{size}-{n}" for n, form in enumerate(forms, start=1)}
    found = _usual(number, grid, flipping=flipping) if turning else {}
    others = [form for form in forms if form not in found]
    free = [sign for sign in ALPHABET if sign not in {each.name for each in found.values()}]
    signs = {}
    if len(others) <= len(free):
        pairs = _pairs(others, grid) if turning and not flipping else []
        signs = _signs(others, pairs, free)
    given = {form: Named(signs.get(form, number[form]), form, number[form]) for form in others}
    return {form: found[form] if form in found else given[form] for form in forms}


def _usual(number: Mapping[Shape, str], grid: Lattice, *, flipping: bool) -> dict[Shape, Named]:
    """Return the polyforms of a size that have a usual name, by their canonical forms."""
    letter = letters(grid)
    sizes = {len(shape) for shape in letter}
    found = {}
    for form in (form for form in number if len(form) in sizes):
        own = canonical(form, grid, flipping=False)
        twin = canonical(mirror_image(own, grid), grid, flipping=False)
        known = sorted((letter[shape], shape) for shape in (own, twin) if shape in letter)
        if own in letter and not flipping:
            found[form] = Named(letter[own], own, number[form], usual=True)
        elif known:
            name, shape = known[0]
            named_so = (name, shape) if flipping else (name.lower(), own)
            found[form] = Named(*named_so, number[form], usual=True)
    return found


def _pairs(forms: Sequence[Shape], grid: Lattice) -> list[tuple[Shape, Shape]]:
    """The mirror twins among one-sided polyforms, each pair once, ascending."""
    twins = [(form, canonical(mirror_image(form, grid), grid, flipping=False)) for form in forms]
    return [(form, twin) for form, twin in twins if form < twin]


def _signs(forms: Iterable[Shape], pairs: Iterable[tuple[Shape, Shape]], free: list[str]) -> dict[Shape, str]:
    """A sign for each form: letters for pairs, large and small, and then whatever is free."""
    found: dict[Shape, str] = {}
    both = [sign for sign in ascii_uppercase if sign in free and sign.lower() in free]
    for (form, twin), sign in zip(pairs, both, strict=False):
        found |= {form: sign, twin: sign.lower()}
    left = iter([sign for sign in free if sign not in found.values()])
    return {form: found[form] if form in found else next(left) for form in forms}


@cache
def letters(lattice: Lattice) -> dict[Shape, str]:
    """The letter of every shape that is drawn here, by its canonical form without flipping."""
    return {
        canonical(shape, lattice, flipping=False): letter
        for drawing in DRAWINGS.get(lattice.name, ())
        for letter, shape in shapes_in(drawing, lattice).items()
    }


def shapes_in(drawing: str, lattice: Lattice) -> dict[str, Shape]:
    """The shape that each sign of a drawing makes; '.', '#' and blanks make none. Raises DrawingError."""
    places: dict[str, list[Place]] = {}
    for row in rows(drawing, lattice):
        for place, sign in row.signs.items():
            if sign not in BACKGROUND:
                places.setdefault(sign, []).append(place)
    return {
        sign: normalise(lattice.cells_at(np.array(found)).tolist(), lattice) for sign, found in places.items()
    }
