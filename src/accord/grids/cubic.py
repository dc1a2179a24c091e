"""The cubic lattice. A cell is (layer, row, column); a text shows the layers below each other."""

from accord.grids.lattice import make

CUBIC = make(
    "cubic",
    ("layers", "rows", "columns"),
    step=(0, 0, 1),
    rotations=[
        [[1, 0, 0], [0, 0, -1], [0, 1, 0]],  # (l, r, c) -> (l, c, -r)
        [[0, -1, 0], [1, 0, 0], [0, 0, 1]],  # (l, r, c) -> (r, -l, c)
    ],
    reflection=[[1, 0, 0], [0, 1, 0], [0, 0, -1]],
    axes=[[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    places=[[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    cells=[[1, 0, 0], [0, 1, 0], [0, 0, 1]],
)
