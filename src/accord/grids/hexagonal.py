"""The hexagonal lattice, in axial coordinates: a cell is (q, r), r is its row, and q grows along the row.

One row down and half a cell to the right is the step (0, 1), so the column in a text is 2q + r, counted in
half cells, and the cells of odd rows stand between those of even rows:

    (0,0) (1,0) (2,0)            . . .
       (0,1) (1,1) (2,1)          . . .
    (-1,2) (0,2) (1,2)           . . .
"""

from accord.grids.lattice import make

HEXAGONAL = make(
    "hexagonal",
    ("rows", "columns"),
    step=(1, 0),
    rotations=[[[0, 1], [-1, 1]]],  # (q, r) -> (-r, q + r), a sixth of a turn
    reflection=[[0, 1], [1, 0]],
    axes=[[0, 1], [1, 0], [1, 1]],
    places=[[0, 0, 2], [0, 1, 1]],
    cells=[[0, 0], [-1, 2], [1, 0]],
    column_step=2,
)
