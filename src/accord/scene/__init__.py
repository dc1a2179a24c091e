"""A scene: a drawing as data. Areas, strokes, disks and labels on a plane; `accord.render` writes it.

shapes   Scenes and their shapes
palette  Colours and patterns for pieces
paper    Prepare scenes for print: without colour, several on a sheet, each with a caption
pages    Arrange scenes on pages of paper: a title, rows of boards with captions, page numbers
cells    Polygons of the cells of each lattice, the outline of a set of cells, and where its sign stands
board    Turn a picture into a scene: polygons of cells, outlines of pieces, signs and marks
walls    Draw a square board with walls between regions, outside clues and the contents of cells
network  Draw edges on a board: loops along the sides of cells, paths from cell to cell, bridges, crosses
heat     Draw heat maps: cells the darker, the more often something is there; the largest share, and a scale
figures  Draw figures inside cells (lamps, stars, tents), and tubes that run from cell to cell
sticks   Draw pieces made of edges as sticks that join where the edges meet
solid    Draw cubes in perspective, layer above layer
cards    Draw playing cards as a scene: single places in a row, and overlapping columns

The unit of length is the side of a square cell; x grows to the right, and y down.

    >>> import accord
    >>> scene = accord.load("queens:6").draw([3, 6, 16])
    >>> scene.width, scene.height
    (6.6, 6.6)
    >>> sorted({type(shape).__name__ for shape in scene.shapes})
    ['Area', 'Disk', 'Stroke']
"""
