"""Queens and Langford pairs: known counts by plain search, symmetries, pictures, and what is refused."""

import msgspec
import pytest
from brute_force import walked

from accord.families.langford import RECORD as LANGFORD
from accord.families.queens import LARGEST
from accord.families.queens import RECORD as QUEENS
from accord.puzzles.family import SpecError
from accord.render.text import line, text
from accord.symmetry.group import group_of
from accord.symmetry.parts import least_of_images


# the numbers of solutions, and of those up to symmetry: OEIS A000170 and A002562, A176127 and A014552
@pytest.mark.parametrize(
    ("family", "counts"),
    [
        (
            QUEENS,
            {1: (1, 1), 2: (0, 0), 3: (0, 0), 4: (2, 1), 5: (10, 2), 6: (4, 1), 7: (40, 6), 8: (92, 12)},
        ),
        (LANGFORD, {1: (0, 0), 2: (0, 0), 3: (2, 1), 4: (2, 1), 5: (0, 0), 7: (52, 26), 8: (300, 150)}),
    ],
)
def test_known_counts(family, counts):
    for size, (everything, distinct) in counts.items():
        model = family.made.model(family.texts.parse(str(size)))
        found = walked(model)
        assert len(found) == everything
        if len(found):
            assert least_of_images(group_of(model), found).sum() == distinct


@pytest.mark.parametrize(("family", "orders"), [(QUEENS, {1: 4, 2: 8, 5: 8, 8: 8}), (LANGFORD, {3: 2, 8: 2})])
def test_symmetries_are_different_and_none_is_lost(family, orders):
    for size, order in orders.items():
        model = family.made.model(family.texts.parse(str(size)))
        assert len(model.symmetries) == len(group_of(model)) == order


def test_queens_stand_where_their_items_say():
    spec = QUEENS.texts.parse("4")
    model = QUEENS.made.model(spec)
    for found in walked(model):
        places = [
            p for p, sign in QUEENS.shown.picture(spec, model, found.tolist()).signs.items() if sign == "Q"
        ]
        for _, row, column in places:
            names = f"r{row + 1} c{column + 1} r+c={row + column + 2} r-c={row - column}"
            assert names in {model.option_name(option) for option in found}
    assert {text(QUEENS.shown.picture(spec, model, f.tolist())) for f in walked(model)} == {
        ".Q..\n...Q\nQ...\n..Q.",
        "..Q.\nQ...\n...Q\n.Q..",
    }
    assert text(QUEENS.shown.picture(spec, model, None)) == "....\n" * 3 + "...."


def test_queens_in_the_middle_come_first():
    model = QUEENS.made.model(QUEENS.texts.parse("4"))
    assert [model.item_names[item] for item in model.order[:4]] == ["r2", "c2", "r3", "c3"]


def test_langford_numbers_have_their_distance():
    spec = LANGFORD.texts.parse("7")
    model = LANGFORD.made.model(spec)
    lines = {line(LANGFORD.shown.picture(spec, model, found.tolist())) for found in walked(model)}
    assert len(lines) == 52
    for row in lines:
        assert row[::-1] in lines
        assert all(row.rindex(k) - row.index(k) == int(k) + 1 for k in "1234567")


@pytest.mark.parametrize("family", [QUEENS, LANGFORD])
@pytest.mark.parametrize("wrong", ["", "0", "-1", "x", "8.5", "²", "9" * 5000])
def test_what_cannot_be_parsed(family, wrong):
    with pytest.raises(SpecError, match="expected"):
        family.texts.parse(wrong)


def test_what_cannot_be_built():
    with pytest.raises(SpecError, match=f"expected 1 to {LARGEST}"):
        QUEENS.made.model(QUEENS.spec(size=LARGEST + 1))
    with pytest.raises(SpecError, match="expected 1 to 35"):
        LANGFORD.made.model(LANGFORD.spec(pairs=36))
    with pytest.raises(msgspec.ValidationError, match="colour"):
        msgspec.convert({"size": 8, "colour": 1}, QUEENS.spec)
