"""Heat maps: a colour for each share, one number at the largest, and a scale from nothing to the darkest."""

import pytest

from accord.picture import Picture
from accord.scene.board import scene_of
from accord.scene.palette import warmth
from accord.scene.shapes import PAPER, Area, Label
from accord.scene.solid import solid

HEAT = {(0, 0, 0): 0.1, (0, 0, 1): 0.25, (0, 1, 0): 0.25, (0, 1, 1): 0.001}
SIGNS = dict.fromkeys(HEAT, ".")


def drawn(**more):
    return scene_of(Picture(**{"lattice": "square", "signs": SIGNS, "heat": HEAT, "hottest": 0.5, **more}))


def labels(scene):
    return [(shape.text, shape.ink, shape.layer) for shape in scene.shapes if isinstance(shape, Label)]


@pytest.mark.parametrize("more", [{}, {"boxes": dict.fromkeys(HEAT, 0)}, {"regions": dict.fromkeys(HEAT, 0)}])
def test_each_cell_has_its_colour_and_the_largest_share_its_number(more):
    scene = drawn(**more)
    cells = {
        shape.rings[0][0]: shape.fill for shape in scene.shapes if isinstance(shape, Area) and shape.fill
    }
    assert [cells[0.3 + column, 0.3 + row] for _, row, column in HEAT] == [
        warmth(s / 0.5) for s in HEAT.values()
    ]
    assert labels(scene) == [
        ("25%", "#000000", "solution"), ("0%", "#000000", "captions"), ("50%", "#000000", "captions"),
    ]  # fmt: skip
    (number,) = (shape.at for shape in scene.shapes if isinstance(shape, Label) and shape.layer == "solution")
    assert number == pytest.approx((1.8, 0.8))  # the first of two


def test_a_number_on_a_dark_cell_is_white_and_a_small_share_is_no_zero():
    assert labels(drawn(hottest=0.25))[0] == ("25%", PAPER, "solution")
    tiny = {(0, 0, 0): 0.001}
    assert [text for text, _, _ in labels(drawn(heat=tiny, hottest=0.001))] == ["<1%", "0%", "<1%"]


def test_the_scale_goes_from_light_to_dark_and_a_board_without_heat_has_none():
    scale = [s.fill for s in drawn().shapes if isinstance(s, Area) and s.layer == "captions" and s.fill]
    bright = [sum(int(fill[at : at + 2], 16) for at in (1, 3, 5)) for fill in scale]
    assert bright == sorted(bright, reverse=True)
    assert len(set(bright)) == len(bright) == 20
    assert drawn(heat={}).height == pytest.approx(drawn().height - 0.55)


def test_solids_have_one_number_and_a_scale():
    scene = solid(Picture("cubic", SIGNS, heat=HEAT, hottest=0.5))
    assert [text for text, _, _ in labels(scene)] == ["25%", "0%", "50%"]
