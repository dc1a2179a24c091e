"""The classes of bands: their number, their sizes, and the class of a transformed band."""

from itertools import permutations, product
from math import factorial
from random import Random

import numpy as np
import pytest
from commands import called

from accord.errors import InputError, UsageError
from accord.families.sudoku.band_classes import class_numbered, grid_of, reduced_keys
from accord.sudoku import Transformation, band_class, band_classes, band_classes_of, canonical

BANDS = 948_109_639_680  # all 3 x 9 bands: 9! x 56 x 6^6 (B. Felgenhauer and F. Jarvis, 2005)
GRIDS = (
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    "423197586758264139169385724381542967942671853576938412817426395234859671695713248",
)


def transformed_bands(seed, number):
    random = Random(seed)
    for _ in range(number):
        way = Transformation.random(random)
        yield Transformation(False, way.rows, way.columns, way.digits)


def test_there_are_416_classes_of_as_many_bands_as_there_are():
    classes = band_classes()
    assert [each.number for each in classes] == [*range(1, 417)]
    assert factorial(9) * sum(each.bands for each in classes) == BANDS == factorial(9) * 56 * 6**6
    forms = [each.band for each in classes]
    assert forms == sorted(forms)
    assert (forms[0], forms[-1]) == ("123456789456789123789123456", "123456789457893612986217354")


def test_a_reduced_form_stands_for_72_bands_with_the_same_first_box():
    bands = np.array([[*map(int, each.band)] for each in band_classes()], np.uint8)
    assert len(np.unique(reduced_keys(bands))) == 416
    assert sum(each.bands for each in band_classes()) == 72 * 36_288


@pytest.mark.parametrize("grid", GRIDS)
def test_a_transformed_grid_has_the_same_classes(grid):
    of = sorted(each.number for each in band_classes_of(grid))
    for way in transformed_bands(5, 10):
        turned = way.apply(grid)
        assert sorted(each.number for each in band_classes_of(turned)) == of
        assert band_class(turned[:27]) == band_classes_of(turned)[0]
    least, _ = canonical(grid)  # begins with the least band of all six
    assert least.startswith(class_numbered(of[0]).band)


def test_the_canonical_form_is_the_least_of_all_arrangements():
    band = GRIDS[1][27:54]
    within = list(permutations(range(3)))
    found = set()
    for rows, boxes in product(within, within):
        for orders in product(within, repeat=3):
            columns = [3 * box + column for box, order in zip(boxes, orders, strict=True) for column in order]
            signs = "".join(band[9 * row + column] for row in rows for column in columns)
            found.add(signs.translate(str.maketrans(signs[:9], "123456789")))
    assert band_class(band).band == min(found)
    assert band_class(band).bands * 6 == len(found) * 6 == 6**5 * 6 // band_class(band).automorphisms


def test_a_band_is_completed_to_a_grid():
    for number in (1, 29, 416):
        each = class_numbered(number)
        assert grid_of(each.band).startswith(each.band)
        assert band_classes_of(grid_of(each.band))[0] is each


def test_facts_of_a_class():
    most = class_numbered(29)
    assert (most.automorphisms, most.unavoidable_sets, most.puzzles(5), most.puzzles()) == (
        18, 81, 51_516, 237_762,
    )  # fmt: skip
    assert class_numbered(1).puzzles(5) == 0


@pytest.mark.full
def test_no_band_has_more_puzzles_than_the_tables_of_public_programs_hold():
    assert max(each.puzzles(5) for each in band_classes()) == 51_516 <= 51_520
    assert max(each.puzzles(6) for each in band_classes()) == 237_762 <= 237_770


@pytest.mark.parametrize(
    ("band", "fault"),
    [
        ("1234", "found 4 signs"),
        ("123456789" * 3, "box 1 of the band"),
        ("123456788456789123789123456", "row 1 of the band"),
        ("1234567x9456789123789123456", "other signs"),
    ],
)
def test_what_is_no_band(band, fault):
    with pytest.raises(InputError, match=fault):
        band_class(band)
    with pytest.raises(UsageError, match="expected 1 to 416"):
        class_numbered(417)


def test_the_command():
    def lines(*words):
        return called("sudoku", "bands", *words).stdout.splitlines()

    facts = "18 automorphisms, 81 sets, 237,762 puzzles of 6 clues"
    assert lines("29") == [f"class 29 {class_numbered(29).band}: {facts}"]
    assert [line.split(":")[0] for line in lines(GRIDS[0])] == [
        "band 1", "band 2", "band 3", "stack 1", "stack 2", "stack 3",
    ]  # fmt: skip
    assert '"class":29,' in lines("29", "--json")[0]
