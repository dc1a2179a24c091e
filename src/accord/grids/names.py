"""The usual names of polyforms. A drawing tells what a letter looks like; it does not say what is in a set.

The pentominoes have S. Golomb's letters. The Soma pieces have the letters V L T Z, A and B (the two screws,
mirror images of each other) and P. The tetrahexes have M. Gardner's names, bar, worm, pistol, bee, wave, arch
and propeller, and the signs I W P B S U and Y; smaller polyhexes have letters of ours. A mirror twin that has
no letter of its own has the small letter: f is the mirror image of F.
"""

from __future__ import annotations

import numpy as np

from accord.grids.drawing import rows
from accord.grids.lattice import Lattice
from accord.grids.polyforms import Shape, canonical, normalise
from accord.picture import EMPTY, HOLE, Place

BACKGROUND = frozenset({EMPTY, HOLE, " "})

MONOMINO, DOMINO = "M", "II"

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

DRAWINGS = {
    "square": (MONOMINO, DOMINO, TETROMINOES, PENTOMINOES),
    "hexagonal": (POLYHEXES_TO_3, TETRAHEXES),
    "cubic": (SOMA, PENTOMINOES),
}


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
        sign: normalise(map(tuple, lattice.cells_at(np.array(found)).tolist()))
        for sign, found in places.items()
    }
