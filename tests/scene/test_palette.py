"""Colours that every eye tells apart, and drawings without any."""

import re
from itertools import combinations

import pytest

import accord
from accord.scene import palette

# what is left of light (red, green, blue) without one kind of cones: Machado, Oliveira and Fernandes, 2009
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def light(colour):
    """Linear red, green and blue."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def lab(colour, eye):
    """CIE 1976 L*a*b*, as that eye sees the colour."""
    there = [min(1.0, max(0.0, part)) for part in times(EYES[eye], light(colour))]
    x, y, z = (
        n ** (1 / 3) if (n := part / white) > 216 / 24389 else (24389 / 27 * n + 16) / 116
        for part, white in zip(times(XYZ, there), WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eye", EYES)
def test_any_two_colours_of_pieces_differ(eye):
    seen = [lab(colour, eye) for colour in palette.PIECES]
    least = min(sum((a - b) ** 2 for a, b in zip(*two, strict=True)) ** 0.5 for two in combinations(seen, 2))
    assert least >= 20


def test_black_can_be_read_on_every_piece():
    for colour in palette.PIECES:
        bright = times(XYZ, light(colour))[1]
        assert (bright + 0.05) / 0.05 >= 6.5  # WCAG 2 asks for a contrast of 4.5


def test_pieces_are_light_and_none_is_grey():
    for colour in palette.PIECES:
        lightness, a, b = lab(colour, "all cones")
        assert 60 <= lightness <= 95
        assert 30 <= (a * a + b * b) ** 0.5 <= 60


def test_patterns_are_twelve_and_differ():
    assert len(palette.PATTERNS) == len(set(palette.PATTERNS)) == len(palette.PIECES) == 12


@pytest.mark.parametrize(("name", "options"), [
    ("pentomino-6x10", {}), ("soma", {"solid": True}), ("aquarium-6x6", {}), ("thermometers-6x6", {}),
    ("sudoku-17", {}), ("langford-8", {}), ("nonogram-cup", {}), ("queens-8", {}),
])  # fmt: skip
def test_a_drawing_of_a_solution_without_colour(name, options):
    solution = next(accord.solutions(accord.load(name)))
    grey(solution.draw(patterns=True, **options).svg())


@pytest.mark.parametrize("name", ["freecell-1", "tiles-8", "clues-4x4"])
def test_a_drawing_of_a_board_without_colour(name):
    grey(accord.load(name).draw(patterns=True).svg())


def grey(svg):
    found = set(re.findall(r"#[0-9A-Fa-f]{3,6}\b", svg)) - set(re.findall(r"(?<=url\()#\w+", svg))
    assert {"#FFFFFF"} <= found
    assert [colour for colour in found if not re.fullmatch(r"#(..)\1\1", colour)] == []


def test_pieces_have_a_pattern_each():
    solution = next(accord.solutions(accord.load("pentomino-6x10")))
    fills = re.findall(r'<path[^>]* fill="(url[^"]*)"', solution.draw(patterns=True).svg())
    assert len(fills) == len(set(fills)) == 12


def test_pieces_that_touch_differ_where_there_are_more_than_colours():
    signs = [chr(ord("A") + n) for n in range(18)]
    beside = {n: {n - 1, n + 1, n + 6} & set(range(18)) for n in range(18)}
    found = palette.colours(signs, beside)
    assert all(found[n] != found[other] for n, others in beside.items() for other in others if other < n)
    assert palette.colours(["B", "D"], {}, "ABCD") == [1, 3]  # a sign keeps its colour


def test_warmth_goes_from_white_to_dark():
    steps = [lab(palette.warmth(n / 10), "all cones")[0] for n in range(11)]
    assert steps == sorted(steps, reverse=True)
    assert palette.warmth(0) == "#FFFFFF"
