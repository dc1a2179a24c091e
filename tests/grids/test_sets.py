"""Sets in words: what they hold, how pieces are called, and what is refused."""

import pytest

from accord.errors import UsageError
from accord.grids.board import NAME
from accord.grids.lattice import lattice
from accord.grids.polyforms import canonical, mirror_image, orientations, polyforms
from accord.grids.sets import KINDS, SIDES, piece_set


def names(text):
    return " ".join(piece.name for piece in piece_set(text).pieces)


@pytest.mark.parametrize(("text", "known"), [
    ("tetrominoes", "I L O S T"),
    ("pentominoes", "F I L N P T U V W X Y Z"),
    ("pentominoes F I X", "F I X"),
    ("X pentomino", "X"),
    ("pentominoes - X I", "F L N P T U V W Y Z"),
    ("pentominoes without X, I", "F L N P T U V W Y Z"),
    ("pentominoes - pentominoes - monomino + monomino", "M"),
    ("pentominoes and the square tetromino", "F I L N O P T U V W X Y Z"),
    ("pentominoes + O tetromino", "F I L N O P T U V W X Y Z"),
    ("monominoes and dominoes", "I M"),
    ("polyominoes 1-2", "I M"),
    ("polyominoes to 2", "I M"),
    ("polyhexes to size 4", "B D I L M P S T U V W Y"),
    ("one-sided tetrominoes", "I L l O S s T"),
    ("one-sided hexiamonds", "C E F f G g H h I i J j O P p S s V X"),
    ("soma", "A B L P T V Z"),
    ("soma + monocube", "A B L M P T V Z"),
    ("all tetracubes", "A B I L O P T Z"),
    ("pentominoes + tetrominoes", "F I i L l N O P S T t U V W X Y Z"),  # the larger one has its usual name
    ("tetrominoes - pentominoes", "I L O S T"),
    ("fixed dominoes", "A B"),
])  # fmt: skip
def test_names(text, known):
    assert names(text) == known


@pytest.mark.parametrize(("text", "number"), [
    ("hexominoes", 35), ("one-sided hexominoes", 60), ("fixed trominoes", 6), ("heptominoes", 108),
    ("tetrahexes", 7), ("all pentacubes", 29), ("pentacubes", 12), ("free pentacubes", 23),
    ("one-sided pentacubes", 29), ("one-sided soma", 7), ("heptiamonds", 24), ("tetrasticks", 16),
    ("polyominoes 1-4", 9), ("polyhexes 1-4", 12), ("polysticks 1-4", 24), ("polyiamonds 1-6", 22),
    ("tetracubes", 8), ("tetrasticks - H", 15), ("polyominoes 1-6", 56), ("polyominoes 1-7", 164),
])  # fmt: skip
def test_sizes(text, number):
    found = piece_set(text)
    assert len(found.pieces) == len({piece.name for piece in found.pieces}) == number
    keys = {"flipping": found.flipping, "turning": found.turning}
    grid = lattice(found.lattice)
    assert len({canonical(piece.shape, grid, **keys) for piece in found.pieces}) == number
    assert all(NAME.fullmatch(piece.name) for piece in found.pieces)


def test_every_name_of_a_kind_is_of_its_size():
    for kind in KINDS:
        for name, size in kind.sizes.items():
            if size <= 4:
                assert {len(piece.shape) for piece in piece_set(f"free {name}").pieces} == {size}


def test_twins_have_the_large_and_the_small_letter():
    """All 60 one-sided hexominoes have a sign, and those of a pair the same letter."""
    grid = lattice("square")
    form = {piece.name: piece.shape for piece in piece_set("one-sided hexominoes").pieces}
    assert all(len(name) == 1 for name in form)
    for name, shape in form.items():
        twin = canonical(mirror_image(shape, grid), grid, flipping=False)
        if twin != shape:
            assert form[name.swapcase()] == twin


def test_names_with_numbers_count_the_polyforms_of_a_size():
    forms = polyforms(lattice("square"), 7, flipping=True)
    by_name = {piece.name: piece.shape for piece in piece_set("polyominoes 6-7").pieces}
    assert by_name["7-12"] == forms[11]
    (one,) = piece_set("heptominoes 7-12").pieces
    assert (one.name, one.shape) == ("7-12", forms[11])
    assert len([name for name in by_name if len(name) == 1]) == 35


def test_a_set_and_its_fixed_pieces_can_be_laid_in_the_same_ways():
    grid = lattice("triangular")
    free = piece_set("pentiamonds").pieces
    ways = [way for piece in free for way in orientations(piece.shape, grid, flipping=True)]
    assert sorted(ways) == sorted(piece.shape for piece in piece_set("fixed pentiamonds").pieces)


@pytest.mark.parametrize(("text", "words"), [
    ("pentominos", "unknown set 'pentominos'; expected one such as soma, .* did you mean 'pentominoes'"),
    ("", "expected a set of pieces at both sides"),
    ("pentominoes +", "expected a set of pieces at both sides"),
    ("pentominoes Q", "in 'pentominoes Q': unknown piece 'Q'; there are F, I, L"),
    ("pentominoes - Q", "unknown piece 'Q'"),
    ("pentominoes five", "found 'five' in 'pentominoes five'; expected signs of pieces"),
    ("polyominoes", "expected sizes, such as 5, 1-4 or to 4"),
    ("polyominoes 4-1", "expected sizes"),
    ("tetrahexes + dominoes", "pieces of the lattices hexagonal and square; expected those of one"),
    ("fixed dominoes + free trominoes", "found fixed and free pieces in a set; expected one of the two"),
    ("X pentomino - X", "no piece is left"),
])  # fmt: skip
def test_what_is_no_set(text, words):
    with pytest.raises(UsageError, match=words):
        piece_set(text)


def test_sides():
    assert {
        side: (piece_set(f"{side} trominoes").flipping, piece_set(f"{side} trominoes").turning)
        for side in SIDES
    } == {
        "free": (True, True),
        "one-sided": (False, True),
        "fixed": (False, False),
    }
