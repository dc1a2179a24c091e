"""Packings by hand: pieces laid cell by cell in plain Python, from the keys of a model file.

It reads the drawings itself, turns pieces by coordinates, and shares nothing with the family or with models.
A solution is a set of (name, cells), a cell being (layer, row, column) as the text has it.
"""

TURNS = {  # generators of the rotations of a cell, and a reflection
    "square": ([lambda c: (c[0], c[2], -c[1])], lambda c: (c[0], c[1], -c[2])),
    "hexagonal": ([lambda c: (0, c[1] + c[2], -c[1])], lambda c: (0, c[2], c[1])),  # (r, q) -> (q + r, -r)
    "cubic": (
        [lambda c: (c[0], c[2], -c[1]), lambda c: (c[1], -c[0], c[2])],
        lambda c: (c[0], c[1], -c[2]),
    ),
}


def drawn(text, lattice="square"):
    """Cell -> sign."""
    found, layer, row = {}, 0, 0
    for line in text.split("\n"):
        if not line.strip():
            layer, row = (layer + 1, 0) if row else (layer, row)
            continue
        for column, sign in enumerate(line):
            if sign != " ":
                found[layer, row, (column - row) // 2 if lattice == "hexagonal" else column] = sign
        row += 1
    return found


def turns(lattice, flipping):
    """All ways to turn, and perhaps flip, as functions of a cell; the first leaves it as it is."""
    rotations, mirror = TURNS[lattice]
    probe = ((0, 3, 1), (0, 1, 5)) if lattice != "cubic" else ((2, 3, 7),)  # no two ways do the same to it
    queue = [lambda cell: cell]
    known = {probe}
    for way in queue:  # grows while it is walked
        for turn in [*rotations, mirror] if flipping else rotations:

            def both(cell, way=way, turn=turn):
                return turn(way(cell))

            image = tuple(map(both, probe))
            if image not in known:
                known.add(image)
                queue.append(both)
    return queue


def moved(cells, by):
    return tuple(sorted((tuple(x + d for x, d in zip(cell, by, strict=True)), sign) for cell, sign in cells))


def bounds(number, most=10**9):
    if number == "any":
        return 0, most
    return (number, number) if isinstance(number, int) else tuple(number)


class Laid:
    """A packing, from the keys of its model file."""

    def __init__(self, **keys):
        self.keys = keys
        self.lattice = keys.get("lattice", "square")
        signs = {cell: sign for cell, sign in drawn(keys["board"], self.lattice).items() if sign != "#"}
        self.signs = signs
        self.optional = {cell for cell, sign in signs.items() if sign == "+"}
        self.empty = bounds(keys.get("empty", (0, len(signs))))
        self.ground = drawn(keys["colours"], self.lattice) if "colours" in keys else {}
        self.pieces = {
            name: {c: s for c, s in drawn(text, self.lattice).items() if s not in ".#"}
            for name, text in keys["pieces"].items()
        }
        copies = keys.get("copies", 1)
        of = copies if isinstance(copies, dict) else dict.fromkeys(self.pieces, copies)
        self.copies = {name: bounds(of.get(name, 1)) for name in self.pieces}
        self.sums = [(set(c["pieces"]), *bounds(c["copies"])) for c in keys.get("choose", ())]
        if "total" in keys:
            self.sums.append((set(self.pieces), *bounds(keys["total"])))
        self.placements = {(name, cells) for name in self.pieces for cells in self._placements(name)}

    def _fits(self, name, cell, sign, forbidden):
        if cell not in self.signs or cell in forbidden:
            return False
        there = self.ground.get(cell, ".")
        return sign == name or there in (".", sign)

    def _placements(self, name):
        forbidden = {
            c for c, s in drawn(self.keys.get("forbid", {}).get(name, ""), self.lattice).items() if s == "#"
        }
        found = set()
        for turn in turns(self.lattice, self.keys.get("flipping", True)):
            way = [(turn(cell), sign) for cell, sign in self.pieces[name].items()]
            anchor = way[0][0]
            for target in self.signs:
                laid = moved(way, tuple(t - a for t, a in zip(target, anchor, strict=True)))
                if all(self._fits(name, cell, sign, forbidden) for cell, sign in laid):
                    found.add(frozenset(cell for cell, _ in laid))
        return found

    def solutions(self):
        """Every solution."""
        at = {cell: [p for p in self.placements if cell in p[1]] for cell in self.signs}
        order = sorted(self.signs)

        def search(free, used, holes, laid):
            first = next((cell for cell in order if cell in free), None)
            if first is None:
                if self.empty[0] <= holes <= self.empty[1] and self._right(used):
                    yield frozenset(laid)
                return
            if first in self.optional:
                yield from search(free - {first}, used, holes + 1, laid)
            for name, cells in at[first]:
                if cells <= free and used[name] < self.copies[name][1]:
                    more = {**used, name: used[name] + 1}
                    yield from search(free - cells, more, holes, [*laid, (name, cells)])

        return list(search(frozenset(self.signs), dict.fromkeys(self.pieces, 0), 0, []))

    def _right(self, used):
        return all(low <= used[name] <= high for name, (low, high) in self.copies.items()) and all(
            low <= sum(used[name] for name in some) <= high for some, low, high in self.sums
        )

    def distinct(self):
        """How many there are up to the isometries that keep the board, its colours and all placements.

        Where pieces may not be flipped, up to rotations.
        """
        kinds = {
            cell: (cell in self.optional and self.empty[1] > 0, self.ground.get(cell, "."))
            for cell in self.signs
        }
        left = set(self.solutions())
        images = [
            image
            for turn in turns(self.lattice, self.keys.get("flipping", True))
            if (image := self._image(turn, kinds))
        ]
        number = 0
        while left:
            one = left.pop()
            left -= {
                frozenset((name, frozenset(map(image.get, cells))) for name, cells in one) for image in images
            }
            number += 1
        return number

    def _image(self, turn, kinds):
        """Where that takes each cell, or None if it keeps not everything."""
        gone = {cell: turn(cell) for cell in self.signs}
        by = [
            min(cell[axis] for cell in gone) - min(cell[axis] for cell in gone.values()) for axis in range(3)
        ]
        image = {c: tuple(x + d for x, d in zip(new, by, strict=True)) for c, new in gone.items()}
        if any(kinds.get(image[cell]) != kind for cell, kind in kinds.items()):
            return None
        there = {(name, frozenset(map(image.get, cells))) for name, cells in self.placements}
        return image if there == self.placements else None
