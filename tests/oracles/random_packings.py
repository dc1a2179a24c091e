"""Small random packings on every lattice, with every way to join sides; `laid` lays them by hand."""

from itertools import count

import msgspec
from laid import Laid, drawn, is_cell

from accord.families.packing.record import RECORD

SHAPES = {
    "square": ["xx", "xxx", "x.x", "xx\nx.", ".x\nx.", "xx\nxx", "xxx\nx..", "xx.\n.xx"],
    "hexagonal": ["x x", "x x\n x", "x x x", "x .\n x\n. x", "x . x", "x x .\n . x"],
    "triangular": ["xx", "xxx", "xxxx", ".xx\n.xx", "xxx\n.x.", "xxx\n..x", "x.x"],
    "edges": ["+x+x+", "+x+\nx", "+x+x+\nx", "+x+\nx x", "+.+x+\n  x\n+x+", "+x+x+\n  x"],
    "cubic": ["xx", "xxx", "xx\nx.", "xx\nxx", "xx\nx.\n\n.x\n..", "xx\nx.\n\nx.\n..", "xxx\nx.."],
}
ONE = {name: "+x+" if name == "edges" else "x" for name in SHAPES}
SIZES = {  # those whose sides can be joined as well
    ("square", None): [[1, 5], [2, 3], [3, 3]],
    ("square", "cylinder"): [[1, 1], [1, 4], [4, 1], [2, 2], [3, 2], [2, 4], [3, 3]],
    ("square", "torus"): [[1, 1], [1, 4], [2, 2], [2, 3], [3, 3]],
    ("square", "moebius"): [[1, 1], [1, 4], [4, 1], [2, 2], [2, 3], [3, 3]],
    ("square", "klein"): [[1, 1], [1, 4], [4, 1], [2, 2], [2, 3], [3, 3]],
    ("hexagonal", None): [[2, 3], [3, 3]],
    ("hexagonal", "cylinder"): [[1, 3], [3, 2], [3, 3]],
    ("hexagonal", "torus"): [[2, 1], [2, 2], [2, 3], [4, 2]],
    ("hexagonal", "moebius"): [[1, 2], [3, 1], [3, 2], [3, 3]],
    ("triangular", None): [[2, 4], [3, 3]],
    ("triangular", "cylinder"): [[1, 2], [2, 4], [3, 2]],
    ("triangular", "torus"): [[2, 2], [2, 4], [4, 2]],
    ("triangular", "moebius"): [[1, 1], [1, 3], [2, 4], [3, 3]],
    ("triangular", "klein"): [[2, 2], [2, 4], [4, 2]],
    ("edges", None): [[1, 1], [1, 2], [2, 2]],
    ("edges", "cylinder"): [[1, 1], [1, 2], [2, 1], [1, 3]],
    ("edges", "torus"): [[1, 1], [1, 2], [2, 1], [2, 2]],
    ("edges", "moebius"): [[1, 1], [1, 2], [2, 1]],
    ("edges", "klein"): [[1, 1], [1, 2], [2, 1], [2, 2]],
    ("cubic", None): [[1, 2, 3], [2, 2, 2]],
    ("cubic", "torus"): [[1, 2, 3], [2, 2, 2], [3, 1, 2]],
    ("cubic", "moebius"): [[1, 2, 3], [2, 2, 2]],
}


def full(name, wrap, size):
    """The drawing of a full board."""
    *layers, rows, columns = size
    if name == "edges":
        rows = 2 * rows + (wrap not in ("torus", "klein"))
        lying, standing = "+" + columns * ".+", (columns + (wrap is None)) * ". "
        return "\n".join(standing.rstrip() if row % 2 else lying for row in range(rows))
    cell = ". " if name == "hexagonal" else "."
    layer = "\n".join((name == "hexagonal") * (row % 2) * " " + columns * cell for row in range(rows))
    return "\n\n".join([layer] * (layers or [1])[0])


def mirrored(drawing):
    """A drawing from right to left; an odd number of columns keeps cells where cells may be."""
    width = max(map(len, drawing.split("\n"))) // 2 * 2 + 1
    return "\n".join(line.ljust(width)[::-1].rstrip() if line else "" for line in drawing.split("\n"))


def redrawn(text, lattice, sign_of):
    """The drawing with other signs on its cells: `sign_of` has each cell, in reading order, or the cell."""
    layer, row, lines, number = 0, 0, [], count()
    for line in text.split("\n"):
        if not line.strip():
            layer, row = (layer + 1, 0) if row else (layer, row)
        signs = [
            sign_of((layer, row, column), next(number))
            if sign != " " and is_cell(lattice, row, column)
            else sign
            for column, sign in enumerate(line)
        ]
        lines.append("".join(signs))
        row += bool(line.strip())
    return "\n".join(lines)


def packing(dice):
    """The keys of a packing: holes, cells that may stay empty, ranges, colours, cells that are forbidden."""
    name, wrap = dice.pick(sorted(SIZES, key=str))
    plain = full(name, wrap, dice.pick(SIZES[name, wrap]))
    drawing = dice.pick(["......+#"] * 4 + ["..+"])
    board = redrawn(plain, name, lambda *_: dice.pick(drawing))
    keys = {"lattice": name, "board": board} | ({"wrap": wrap} if wrap else {})
    if wrap not in ("moebius", "klein"):
        keys["flipping"], keys["turning"] = dice.pick([(True, True), (False, True), (False, False)])
        keys["symmetry"] = dice.pick(["all", "rotations"])
    if name == "edges":
        keys["crossing"] = dice.chance(0.5)
    shapes = dice.some(SHAPES[name], dice.number(1, 2))
    if not keys.get("flipping", True) and dice.chance(0.5):
        shapes.append(mirrored(shapes[0]))
    if dice.chance(0.75):
        shapes.append(ONE[name])
    keys["pieces"] = {sign: shape.replace("x", sign) for sign, shape in zip("PQRS", shapes, strict=False)}
    keys["copies"] = dice.pick(["any", "any", [0, 2], [0, 1]])
    return keys


def with_more(dice, keys):
    """The same with ranges, sums, colours and forbidden cells."""
    low, name = dice.number(1, 3), keys["lattice"]
    signs, board = [*keys["pieces"]], drawn(keys["board"], name)
    if dice.chance(0.4):
        keys["copies"] = {sign: dice.pick(["any", 1, [0, 1], [0, 3], [1, 2]]) for sign in signs}
    if dice.chance(0.3):
        keys["total"] = [low, low + dice.number(0, 3)]
    if dice.chance(0.3) and len(signs) > 1:
        keys["choose"] = [{"pieces": dice.some(signs, dice.number(2, 3)), "copies": [low // 2, low]}]
    if dice.chance(0.4) and "+" in board.values():
        keys["empty"] = [low // 2, low]
    if dice.chance(0.3):
        sign, cells = dice.pick(signs), dice.pick((".....#", "..#"))
        marked = redrawn(keys["board"], name, lambda cell, _: "#" if board[cell] == "#" else dice.pick(cells))
        keys["forbid"] = {sign: marked}
    if dice.chance(0.3):
        colours = dice.pick(("ab", "ab.", "a."))
        keys["colours"] = redrawn(
            keys["board"], name, lambda c, _: "#" if board[c] == "#" else dice.pick(colours)
        )
        known = sorted({*keys["colours"]} & {*"ab"})
        for sign in dice.some(signs, dice.number(1, len(signs))) if known else ():
            keys["pieces"][sign] = keys["pieces"][sign].replace(sign, dice.pick(known), dice.number(1, 2))
    return keys


def begun(dice, keys, solutions):
    """The same with a piece or two of a solution on its board, and these pieces."""
    laid = [(name, cells) for name, cells in dice.pick(solutions) if dice.chance(0.5)]
    alone = [(name, cells) for name, cells in laid if sum(name == other for other, _ in laid) == 1]
    on, board = {cell: name for name, cells in alone for cell in cells}, drawn(keys["board"], keys["lattice"])
    return keys | {"board": redrawn(keys["board"], keys["lattice"], lambda c, _: on.get(c, board[c]))}, alone


def by_hand(keys, lying=()):
    """The packing in plain Python, where these pieces lie on it already."""
    found = Laid(**keys)
    taken = frozenset(cell for _, cells in lying for cell in cells)
    found.placements = {one for one in found.placements if one in lying or not one[1] & taken}
    return found


def spec(**keys):
    return msgspec.convert(keys, RECORD.spec)


def one(dice):
    """A packing of at most 300 solutions, and what lies on it."""
    while True:
        keys = with_more(dice, packing(dice))
        if {*drawn(keys["board"], keys["lattice"]).values()} == {"#"}:
            continue
        solutions = by_hand(keys).solutions(most=300)
        if solutions and dice.chance(0.25):
            return begun(dice, keys, solutions)
        if len(solutions) <= 300:
            return keys, ()
