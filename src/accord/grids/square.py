"""The square lattice. A cell is (row, column); rows grow downwards, as in a text."""

from accord.grids.lattice import make

SQUARE = make(
    "square",
    ("rows", "columns"),
    step=(0, 1),
    rotations=[[[0, -1], [1, 0]]],  # (r, c) -> (c, -r)
    reflection=[[1, 0], [0, -1]],
    axes=[[1, 0], [0, 1]],
    places=[[0, 1, 0], [0, 0, 1]],
    cells=[[0, 0], [1, 0], [0, 1]],
)
