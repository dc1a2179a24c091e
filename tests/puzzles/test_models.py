"""The shipped model files: each loads, says who counted, and has the sizes and the small counts it should."""

import re
import tomllib

import msgspec
import pytest
from brute_force import walked
from headings import headings
from hypothesis import given
from hypothesis import strategies as st
from looped import looped

import accord
from accord.errors import UsageError
from accord.puzzles import library, table
from accord.symmetry.group import group_of
from accord.symmetry.parts import least_of_images
from accord_compare.counts import with_checked

MODELS = [heading.place for heading in headings() if not heading.is_plan]
PLANS = [heading.place for heading in headings() if heading.is_plan]
COUNTS = [(*heading.place, which) for heading in headings() for which in heading.counts]


def text_of(name):
    return (library.folder() / f"{name}.toml").read_bytes().decode()


@pytest.mark.parametrize(("name", "variant"), PLANS)
def test_every_plan_problem(name, variant):
    puzzle = accord.load(name, variant)
    assert puzzle.title
    assert puzzle.rule.endswith(".")
    assert puzzle.facts
    assert puzzle.picture().lines
    assert set(puzzle.counts) in ({"shortest"}, {"all"}, set())
    assert "all" not in puzzle.counts or puzzle.counts["all"].count == 0  # there is no plan


@looped(("name", "variant"), MODELS, parts=4)
def test_every_file_and_variant(name, variant):
    puzzle = accord.load(name, variant)
    assert puzzle.title
    assert puzzle.rule.endswith(".")
    assert puzzle.counts
    assert puzzle.model.family == puzzle.family
    picture = puzzle.picture()
    stated = puzzle.given or picture.given or puzzle.family in ("clue-sets", "problem")
    signs = set(picture.signs.values()) - {"#"}  # holes are no signs; a '+' is a cell that may stay empty
    assert stated or picture.lines or signs in ({"."}, {".", "+"}, {"+"})


def test_lines_are_short_and_end_as_they_should():
    for name in library.names():
        text = text_of(name)
        lines = [line for line in text.splitlines() if not line.startswith("checked")]
        assert max(map(len, lines)) <= 110, name
        assert text.endswith("\n"), name
        assert text == "\n".join(line.rstrip() for line in text.split("\n")), name


def test_the_template_shows_every_key_of_its_family():
    keys = msgspec.structs.fields(table.family("packing").spec)
    assert all(
        re.search(rf"^\[?{key.encode_name}\b| {key.encode_name} = ", text_of("template"), re.MULTILINE)
        for key in keys
    )


SIZES = [  # puzzle, variant, options, symmetries
    ("pentomino-6x10", None, 2056, 4),
    ("pentomino-8x8-centre", None, None, 8),
    ("pentomino-8x8-corners", None, None, 8),
    ("pentomino-4x15", "hoyt", None, 1),
    ("one-sided-3x30", None, None, 4),
    ("meteor", None, 2596, 2),
    ("soma", None, 688, 48),
    ("soma", "rotations", 688, 24),
    ("pentacubes-3x4x5", None, None, 8),
    ("dominoes-8x8", None, 112, 8),
    ("dominoes-14x14", None, 364, 8),
    ("queens-8", None, 64, 8),
    ("langford-8", None, 84, 2),
]


@pytest.mark.parametrize(("name", "variant", "options", "symmetries"), SIZES)
def test_sizes(name, variant, options, symmetries):
    model = accord.load(name, variant).model
    assert options in (None, model.options)
    assert len(group_of(model)) == symmetries


BOTH = [heading.place for heading in headings() if {*heading.counts} == {"all", "distinct"}]


@looped(("name", "variant"), BOTH, parts=2)
def test_all_is_between_distinct_and_the_group_times_distinct(name, variant):
    puzzle = accord.load(name, variant)
    everything, distinct = puzzle.counts["all"].count, puzzle.counts["distinct"].count
    assert distinct <= everything <= distinct * len(group_of(puzzle.model))


@pytest.mark.parametrize(
    ("name", "variant"), [("template", None), ("template", "upper"), ("queens-8", None), ("langford-8", None)]
)
def test_small_counts_by_plain_search(name, variant):
    puzzle = accord.load(name, variant)
    found = walked(puzzle.model)
    assert len(found) == puzzle.counts["all"].count
    if "distinct" in puzzle.counts:
        assert least_of_images(group_of(puzzle.model), found).sum() == puzzle.counts["distinct"].count


# -- rewriting `checked` ---------------------------------------------------------------------------

engines = st.lists(st.text(st.characters(exclude_categories=["C"]), max_size=12), max_size=4)


@given(place=st.sampled_from(COUNTS), names=engines)
def test_only_checked_is_rewritten(place, names):
    name, variant, which = place
    text = text_of(name)
    new = with_checked(text, variant, which, names)
    expected = tomllib.loads(text)
    counts = (expected if variant is None else expected["variants"][variant])["counts"]
    counts[which]["checked"] = names
    assert tomllib.loads(new) == expected
    assert with_checked(new, variant, which, ["x"]) == with_checked(text, variant, which, ["x"])


def test_every_other_byte_stays():
    text = 'a = 1 # note\r\n[counts]\r\n  all = {count=1 ,source="x",checked=[ "old",\r\n] } # end\r\n[t]\r\n'
    assert with_checked(text, None, "all", ["native/window", "sat"]) == text.replace(
        '[ "old",\r\n]', '["native/window", "sat"]'
    )


def test_a_count_in_a_table_of_its_own():
    text = '[variants."a b".counts.distinct]\nchecked = ["x"]\ncount = 1\n'
    assert with_checked(text, "a b", "distinct", []) == text.replace('["x"]', "[]")


@pytest.mark.parametrize(("variant", "which"), [(None, "distinct"), ("x", "all"), (None, "none")])
def test_a_count_that_is_not_there(variant, which):
    with pytest.raises(UsageError, match="checked is not in the model file"):
        with_checked("[counts]\nall = { count = 1 }\n", variant, which, [])
