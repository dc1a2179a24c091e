"""Small random packings on every lattice, with every way to join sides, against pieces laid by hand."""

import re

import msgspec
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from laid import Laid, drawn
from profiles import examples

import accord
from accord.families.packing.record import RECORD as PACKING
from accord.grids.board import read
from accord.grids.lattice import lattice
from accord.puzzles.family import SpecError
from accord.render.text import text

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


def spec(**keys):
    return msgspec.convert(keys, PACKING.spec)


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


@st.composite
def puzzles(draw):
    """Boards with holes and cells that may stay empty; a piece or two, and a mirror image perhaps."""
    name, wrap = draw(st.sampled_from(sorted(SIZES, key=str)))
    size = draw(st.sampled_from(SIZES[name, wrap]))
    board = re.sub(r"\.", lambda _: draw(st.sampled_from("......+#")), full(name, wrap, size))
    keys = {"lattice": name, "board": board} | ({"wrap": wrap} if wrap else {})
    assume(set(drawn(board, name).values()) != {"#"})
    if wrap not in ("moebius", "klein"):
        keys["flipping"], keys["turning"] = draw(
            st.sampled_from([(True, True), (False, True), (False, False)])
        )
        keys["symmetry"] = draw(st.sampled_from(["all", "rotations"]))
    if name == "edges":
        keys["crossing"] = draw(st.booleans())
    shapes = draw(st.lists(st.sampled_from(SHAPES[name]), min_size=1, max_size=2, unique=True))
    if draw(st.booleans()) and not keys.get("flipping", True):
        shapes.append(mirrored(shapes[0]))
    if draw(st.integers(0, 3)):
        shapes.append(ONE[name])
    keys["pieces"] = {sign: shape.replace("x", sign) for sign, shape in zip("PQRS", shapes, strict=False)}
    keys["copies"] = draw(st.sampled_from(["any", "any", [0, 2], [0, 1]]))
    return keys


def made(keys):
    """The model, or the sentence that says that nothing can be done."""
    try:
        return PACKING.made.model(spec(**keys))
    except SpecError as error:
        return str(error)


@given(keys=puzzles(), data=st.data())
@settings(max_examples=examples(60))
def test_what_is_laid_by_hand_is_found_and_read_back(keys, data):
    """All solutions, those up to symmetry, one representative of each class; and a printed board."""
    by_hand = Laid(**keys)
    solutions = by_hand.solutions(most=300)
    found = made(keys)
    assume(len(solutions) <= 300 and "the same piece" not in str(found))
    if isinstance(found, str):
        assert re.search("cover|may stay empty|fits nowhere", found), found
        assert not solutions
        return
    for backend in ("native", "sat"):
        assert accord.count(found, backend=backend).count == len(solutions)
    distinct = by_hand.distinct()
    assert accord.count(found, distinct=True).count == distinct
    assert len(list(accord.solutions(found, distinct=True))) == distinct
    if not solutions:
        return
    solution = data.draw(st.sampled_from(list(accord.solutions(found))))
    picture = PACKING.shown.picture(spec(**keys), found, solution.options)
    printed = text(picture)
    grid, wrap = lattice(keys["lattice"]), keys.get("wrap")
    board, again = read(keys["board"], grid, wrap), read(printed, grid, wrap)
    assert dict(zip(again.place_tuples, again.signs, strict=True)) == picture.signs
    assert again.outline == board.outline
    begun = made(keys | {"board": printed})
    if isinstance(begun, str):
        assert "draw it with that sign" in begun
    else:
        assert accord.count(begun).count >= 1
