"""A scene: a drawing as data. Areas, strokes, disks and labels on a plane; `accord.render` writes it.

shapes     what there is in a scene
palette    colours that print and that colour-blind people tell apart, and patterns to do without them
paper      scenes without colour; several on a sheet, in rows, each with a caption
pages      scenes on pages of paper, with a title
cells      the polygons of a lattice's cells, and the outline around several
board      a picture (`accord.picture`) of any lattice as a scene: cells, pieces, signs
walls      a picture with walls between its regions: clues, fills, digits
network    lines along the sides of cells, or from cell to cell: loops, paths
middle     where the sign of a piece stands
heat       how often something is in a cell, with a scale
figures    what stands in a cell as a drawing: a queen, a tube of mercury
sticks     edges as sticks
solid      cubes, layer by layer as one sees them from above and in front
cards      cards as they lie on a table

The unit of length is the side of a square cell; x grows to the right, and y down.

    >>> import accord
    >>> scene = accord.load("queens:6").draw([3, 6, 16])
    >>> scene.width, scene.height
    (6.6, 6.6)
    >>> sorted({type(shape).__name__ for shape in scene.shapes})
    ['Area', 'Disk', 'Stroke']
"""
