"""Packings by hand: pieces laid cell by cell in plain Python, from the keys of a model file.

It reads the drawings itself, turns pieces by coordinates, walks around joined sides, and shares nothing with
the family or with models. A solution is a set of (name, cells), a cell being (layer, row, column) as the text
has it. Pieces are turned as vectors, on which every turn is linear; those of triangles are three times the
middles, from a corner on.
"""

from collections import Counter
from itertools import product

TURNS = {  # of a vector: what generates the rotations, and a reflection
    "square": ([lambda v: (v[1], -v[0])], lambda v: (v[0], -v[1])),
    "edges": ([lambda v: (v[1], -v[0])], lambda v: (v[0], -v[1])),
    "hexagonal": ([lambda v: (-v[1], v[0] + v[1])], lambda v: (v[1], v[0])),
    "triangular": ([lambda v: ((v[0] - 3 * v[1]) // 2, (v[0] + v[1]) // 2)], lambda v: (-v[0], v[1])),
    "cubic": (
        [lambda v: (v[0], v[2], -v[1]), lambda v: (v[1], -v[0], v[2])],
        lambda v: (v[0], v[1], -v[2]),
    ),
}
WRAPS = {  # whether columns are joined, whether rows are, and whether there is a twist
    None: (0, 0, 0), "cylinder": (1, 0, 0), "torus": (1, 1, 0), "moebius": (1, 0, 1), "klein": (1, 1, 1),
}  # fmt: skip
STAGGERED = {"hexagonal": 0, "edges": 1}  # the column where row 0 begins; columns are two apart


def is_cell(lattice, row, column):
    return lattice not in STAGGERED or (row + column) % 2 == STAGGERED[lattice]


def drawn(text, lattice="square"):
    """Cell -> sign."""
    found, layer, row = {}, 0, 0
    for line in text.split("\n"):
        if not line.strip():
            layer, row = (layer + 1, 0) if row else (layer, row)
            continue
        for column, sign in enumerate(line):
            if sign != " " and is_cell(lattice, row, column):
                found[layer, row, column] = sign
        row += 1
    return found


def vector(lattice, cell):
    _, row, column = cell
    if lattice == "cubic":
        return cell
    if lattice == "hexagonal":
        return (column - row) // 2, row
    if lattice == "triangular":  # one that stands on a side has its middle lower
        return 3 * column, 3 * row + 2 - (row + column) % 2
    return row, column


def cell_at(lattice, at):
    if lattice == "cubic":
        return at
    if lattice == "hexagonal":
        return 0, at[1], 2 * at[0] + at[1]
    return (0, at[1] // 3, at[0] // 3) if lattice == "triangular" else (0, *at)


def is_shift(lattice, by):
    """Whether shifting by a vector takes cells to cells."""
    if lattice == "edges":
        return all(x % 2 == 0 for x in by)
    return lattice != "triangular" or (all(x % 3 == 0 for x in by) and sum(by) % 2 == 0)


def moved(at, by):
    return tuple(x + d for x, d in zip(at, by, strict=True))


def to_origin(lattice, at):
    """What shifts a cell as near to the origin as cells can be shifted."""
    if lattice == "edges":
        return tuple(-(x // 2 * 2) for x in at)
    if lattice == "triangular":
        column, row = (x // 3 for x in at)
        return -3 * (column - (column + row) % 2), -3 * row
    return tuple(-x for x in at)


def from_to(one, other):
    return tuple(y - x for x, y in zip(one, other, strict=True))


def turns(lattice):
    """All ways to turn and flip, as (function of a vector, whether it flips); the first leaves it alone."""
    rotations, mirror = TURNS[lattice]
    probe = ((2, 3, 7),) if lattice == "cubic" else ((6, 4), (12, 10))  # no two ways do the same to it
    queue, known = [(lambda at: at, False)], {probe}
    for way, flips in queue:  # grows while it is walked
        for turn, flip in [*((turn, False) for turn in rotations), (mirror, True)]:

            def both(at, way=way, turn=turn):
                return turn(way(at))

            image = tuple(map(both, probe))
            if image not in known:
                known.add(image)
                queue.append((both, flips != flip))
    return queue


def bounds(number, most=10**9):
    if number == "any":
        return 0, most
    return (number, number) if isinstance(number, int) else tuple(number)


class Laid:
    """A packing, from the keys of its model file."""

    def __init__(self, **keys):
        self.keys = keys
        self.lattice = keys.get("lattice", "square")
        self.flipping, self.turning = keys.get("flipping", True), keys.get("turning", True)
        self.around, self.closed, self.twisted = WRAPS[keys.get("wrap")]
        self.outline = drawn(keys["board"], self.lattice)
        self.rows = max(row for _, row, _ in self.outline) + 1
        first = sum((layer, row) == (0, 0) for layer, row, _ in self.outline)
        self.columns = first * (1 + (self.lattice in STAGGERED))
        self.signs = {cell: sign for cell, sign in self.outline.items() if sign != "#"}
        self.optional = {cell for cell, sign in self.signs.items() if sign == "+"}
        self.empty = bounds(keys.get("empty", (0, len(self.signs))))
        self.ground = drawn(keys["colours"], self.lattice) if "colours" in keys else {}
        self.pieces = {
            name: {
                vector(self.lattice, c): "" if s == name else s
                for c, s in drawn(text, self.lattice).items()
                if s not in ".#+"
            }
            for name, text in keys["pieces"].items()
        }
        copies = keys.get("copies", 1)
        of = copies if isinstance(copies, dict) else dict.fromkeys(self.pieces, copies)
        self.copies = {name: bounds(of.get(name, 1)) for name in self.pieces}
        self.sums = [(frozenset(c["pieces"]), *bounds(c["copies"])) for c in keys.get("choose", ())]
        if "total" in keys:
            self.sums.append((frozenset(self.pieces), *bounds(keys["total"])))
        self.empty = self.empty[0], min(self.empty[1], len(self.signs) - self._least())
        self.points = set() if keys.get("crossing") or self.lattice != "edges" else self._points()
        self.placements = {(name, cells) for name in self.pieces for cells in self._placements(name)}

    # -- the board -----------------------------------------------------------------------------------

    def folded(self, cell):
        """The cell of the board that lies there, if sides are joined."""
        layer, row, column = cell
        if self.around:
            times, column = divmod(column, self.columns)
            if self.twisted and times % 2:  # of joined edges the first row is also the one behind the last
                row = self.rows - (not (self.closed and self.lattice == "edges")) - row
            row = row % self.rows if self.closed else row
        return layer, row, column

    def _points(self):
        """Where four edges meet: those that lie, and those that stand."""
        found = set()
        for row, column in product(range(0, self.rows + 1, 2), range(0, self.columns + 2, 2)):
            both = [
                frozenset(map(self.folded, pair))
                for pair in (
                    ((0, row, column - 1), (0, row, column + 1)),
                    ((0, row - 1, column), (0, row + 1, column)),
                )
            ]
            if all(edges <= self.signs.keys() for edges in both):
                found.add((self.folded((0, row, column)), *both))
        return found

    def passed(self, cells):
        """The points that a piece on these cells goes straight through."""
        return {point for point, *both in self.points if any(edges <= cells for edges in both)}

    def _least(self):
        """The fewest cells that pieces cover, by their numbers alone."""
        # more than the least of a piece helps a sum to its lower end, and no further
        more = max((low for _, low, _ in self.sums), default=0)
        numbers = product(*(range(low, min(high, low + more) + 1) for low, high in self.copies.values()))
        used = [dict(zip(self.pieces, some, strict=True)) for some in numbers]
        sizes = {name: len(cells) for name, cells in self.pieces.items()}
        return min(
            (sum(n * sizes[name] for name, n in some.items()) for some in used if self._right(some)),
            default=0,
        )

    # -- pieces --------------------------------------------------------------------------------------

    def _turns(self):
        found = turns(self.lattice) if self.turning else turns(self.lattice)[:1]
        return [way for way, flips in found if self.flipping or not flips]

    def _fits(self, cell, colour, forbidden):
        there = self.ground.get(cell, ".")
        return cell in self.signs and cell not in forbidden and (not colour or there in (".", colour))

    def _placements(self, name):
        """All cells that it may cover."""
        forbidden = {
            c for c, s in drawn(self.keys.get("forbid", {}).get(name, ""), self.lattice).items() if s == "#"
        }
        return self._lying(self.pieces[name], forbidden)

    def _lying(self, piece, forbidden=frozenset()):
        """All cells that a piece may cover; where it would meet itself, it may not lie."""
        found = set()
        for turn in self._turns():
            way = [(turn(at), colour) for at, colour in piece.items()]
            for target in self.signs:
                by = from_to(way[0][0], vector(self.lattice, target))
                if is_shift(self.lattice, by):
                    laid = [(self.folded(cell_at(self.lattice, moved(at, by))), colour) for at, colour in way]
                    cells = frozenset(cell for cell, _ in laid)
                    if len(cells) == len(laid) and all(self._fits(*one, forbidden) for one in laid):
                        found.add(cells)
        return found

    # -- solutions -----------------------------------------------------------------------------------

    def solutions(self, most=10**9):
        """Every solution, or more than so many of them."""
        at = {cell: [] for cell in self.signs}
        order = sorted(self.signs)
        for name, cells in self.placements:
            at[min(cells)].append((name, cells, self.passed(cells)))

        def search(free, used, holes, laid, passed):
            first = next((cell for cell in order if cell in free), None)
            if first is None:
                if self.empty[0] <= holes <= self.empty[1] and self._right(used):
                    yield frozenset(laid)
                return
            if first in self.optional:
                yield from search(free - {first}, used, holes + 1, laid, passed)
            for name, cells, points in at[first]:
                if cells <= free and used[name] < self.copies[name][1] and not points & passed:
                    more = {**used, name: used[name] + 1}
                    yield from search(free - cells, more, holes, [*laid, (name, cells)], points | passed)

        found = []
        for one in search(frozenset(self.signs), dict.fromkeys(self.pieces, 0), 0, [], frozenset()):
            found.append(one)
            if len(found) > most:
                break
        return found

    def _right(self, used):
        return all(low <= used[name] <= high for name, (low, high) in self.copies.items()) and all(
            low <= sum(used[name] for name in some) <= high for some, low, high in self.sums
        )

    # -- up to symmetry ------------------------------------------------------------------------------

    def distinct(self):
        """How many there are up to the isometries that keep the board, its colours and all placements.

        Each takes the pieces to others of which there are as many, or to themselves. With `symmetry =
        "rotations"` those that flip are left out.
        """
        left = set(self.solutions())
        images = list(self.symmetries())
        number = 0
        while left:
            one = left.pop()
            left -= {
                frozenset((gone[name], frozenset(map(image.get, cells))) for name, cells in one)
                for image, gone in images
            }
            number += 1
        return number

    def symmetries(self):
        """Where each symmetry takes the cells, and where the pieces."""
        kinds = {
            cell: (cell in self.optional and self.empty[1] > 0, self.ground.get(cell, "."))
            for cell in self.signs
        }
        start = vector(self.lattice, min(self.signs))
        for turn, flips in turns(self.lattice):
            gone = self._twins(turn)
            if gone is None or (flips and self.keys.get("symmetry") == "rotations"):
                continue
            # no quarter turn keeps a twist, whether or not pieces are large enough to show it
            if self.twisted and self.lattice in ("square", "edges") and turn((1, 0))[0] == 0:
                continue
            for target in self.signs:
                by = from_to(turn(start), vector(self.lattice, target))
                if not is_shift(self.lattice, by):
                    continue

                def to(cell, turn=turn, by=by):
                    at = turn(vector(self.lattice, cell))
                    return self.folded(cell_at(self.lattice, moved(at, by)))

                image = {cell: to(cell) for cell in self.signs}
                if all(kinds.get(image[cell]) == kind for cell, kind in kinds.items()) and self._is_one(to):
                    there = {
                        (gone[name], frozenset(map(image.get, cells))) for name, cells in self.placements
                    }
                    if there == self.placements:
                        yield image, gone

    def _is_one(self, to):
        """Whether cells of the plane that are one on the board go to one."""
        if not self.around:
            return True
        layers = {layer for layer, _, _ in self.outline}
        rows = range(-2 * self.rows, 3 * self.rows) if self.closed else range(self.rows)
        cells = product(layers, rows, range(-2 * self.columns, 3 * self.columns))
        return all(to(cell) == to(self.folded(cell)) for cell in cells if is_cell(self.lattice, *cell[1:]))

    def _form(self, coloured):
        """Equal for two pieces just if each may lie as the other does."""
        found = []
        for turn in self._turns():
            way = sorted((turn(at), colour) for at, colour in coloured)
            by = to_origin(self.lattice, way[0][0])
            found.append([(moved(at, by), colour) for at, colour in way])
        return min(found)

    def _twins(self, turn):
        """For each piece the one that it becomes; None if there is none, or not as many of it.

        Its shape says which one. On joined boards, where lies what it becomes says it as well, if no two
        pieces lie alike.
        """
        gone = self._paired(turn, lambda piece: repr(self._form(piece.items())))
        if gone is None and self.around:
            where = set(map(self._where, self.pieces.values()))
            if len(where) == len(self.pieces):
                gone = self._paired(turn, self._where)
        if gone is None:
            return None
        sums = Counter(self.sums)
        return gone if Counter((frozenset(map(gone.get, s)), *n) for s, *n in self.sums) == sums else None

    def _where(self, piece):
        """How large a piece is, and where it lies: two that lie nowhere may differ in size."""
        return len(piece), frozenset(self._lying(piece))

    def _paired(self, turn, form):
        name_of = {form(piece): name for name, piece in self.pieces.items()}
        gone = {}
        for name, piece in self.pieces.items():
            twin = name_of.get(form({turn(at): colour for at, colour in piece.items()}))
            if twin is None or self.copies[twin] != self.copies[name]:
                return None
            gone[name] = twin
        return gone
