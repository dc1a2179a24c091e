"""Models as files: whatever a model says survives being written and read again."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

import accord
from accord.errors import InputError
from accord.families.cover import RECORD as COVER
from accord.families.cover import spec_of, text
from accord.model import Model
from accord.model.digest import fingerprint
from accord.puzzles import document
from accord.puzzles.file import Count, model_file
from accord.puzzles.puzzle import of_file
from accord.render.text import line
from accord.render.text import text as drawn

NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)


@st.composite
def models(draw):
    """Models of every kind, with awkward names, of up to six items and seven options."""
    item_names = draw(st.lists(NAMES, max_size=6, unique=True))
    options = draw(st.integers(0, 7))
    low, high = [], []
    for _ in item_names:
        least, more = draw(st.sampled_from([(1, 0), (0, 1), (0, 1), (2, 1), (0, 0), (-2, 2), (-3, 1)]))
        low.append(least)
        high.append(least + more if draw(st.integers(0, 5)) else np.iinfo(np.int64).max)
    start, item, amount, colour = [0], [], [], []
    for _ in range(options):
        for i in range(len(item_names)):
            if draw(st.booleans()):
                item.append(i)
                coloured = (low[i], high[i]) == (0, 1) and draw(st.booleans())
                colour.append(draw(st.integers(1, 2)) if coloured else 0)
                amount.append(1 if coloured else draw(st.sampled_from([1, 1, 2, -1, 10**15])))
        start.append(len(item))
    named = draw(st.booleans())
    names = draw(st.lists(NAMES, min_size=options, max_size=options, unique=True)) if named else ()
    hidden = [draw(st.booleans()) for _ in range(options)] if named else None
    objective = [draw(st.integers(-3, 3)) for _ in range(options)] if named and draw(st.booleans()) else ()
    permutations = [draw(st.permutations(range(len(item_names)))) for _ in range(draw(st.integers(0, 2)))]
    return Model.from_arrays(
        item_names,
        start,
        item,
        low=low,
        high=high,
        amount=amount,
        colour=colour,
        colours=("", "red", 'green = "\n'),
        names=names,
        order=draw(st.permutations(range(len(item_names))))[: draw(st.integers(0, 6))],
        symmetries=[list(range(len(item_names))), *permutations] if permutations else (),
        hidden=hidden,
        objective=objective,
    )


def loaded(content, name="m.toml"):
    return of_file(name, model_file(document.read(content.encode(), name)))


def with_colours_of(model, other):
    """The model with the other's table of colours: it may list them in another order, or fewer."""
    number = [other.colours.index(name) if name in other.colours else 0 for name in model.colours]
    return Model.from_arrays(
        model.item_names,
        model.start,
        model.item,
        **{key: getattr(model, key) for key in ("low", "high", "amount", "names", "order", "symmetries")},
        **{key: getattr(model, key) for key in ("hidden", "objective")},
        colour=np.array(number, np.int32)[model.colour],
        colours=other.colours,
    )


def test_a_file_says_whether_symmetries_were_looked_for():
    silent = Model.build("ab", [["a"], ["b"]])
    none = silent.with_symmetries([[0, 1]])
    assert "symmetries" not in text(silent, "A model")
    assert "symmetries = []" in text(none, "A model")
    for model in (silent, none):
        assert np.array_equal(loaded(text(model, "A model")).model.symmetries, model.symmetries)
    assert fingerprint(silent) == fingerprint(none)


@settings(max_examples=examples(80))
@given(models())
def test_a_model_file_written_from_any_model_declares_that_model(model):
    puzzle = loaded(text(model, "A model"))
    assert puzzle.spec == spec_of(model)
    again = puzzle.model
    assert fingerprint(again) == fingerprint(with_colours_of(model, again))
    assert text(again, "A model") == text(model, "A model")


@pytest.mark.parametrize("name", ["queens-8", "langford-8", "soma", "meteor", "dominoes-8x8"])
def test_a_puzzle_of_the_library_as_a_cover(name):
    model = accord.load(name).model
    again = loaded(text(model, name)).model
    assert fingerprint(again) == fingerprint(model)
    assert again.family == "cover"


def test_the_form_for_people():
    puzzle = loaded(
        """
        family = "cover"
        title = "By hand"
        items = { a = 1, b = [0, 1], c = [2] }
        options = { x = ["a", "b"], y = { a = 1, b = "red" }, z = { c = 2 }, w = { c = 5, b = "red" } }
        order = ["c", "a"]
        minimize = { x = 3, z = -1 }
        counts = { all = { count = 5, source = "by hand" } }
        """
    )
    model = puzzle.model
    assert model.low.tolist() == [1, 0, 2]
    assert model.high.tolist() == [1, 1, 7]
    assert model.objective.tolist() == [3, 0, -1, 0]
    assert [model.item_names[i] for i in model.order] == ["c", "a"]
    names = {frozenset(s.names) for s in accord.solutions(puzzle)}
    # x needs z, since w's red clashes with it; y goes with any of z, w and both
    assert names == {frozenset(n) for n in (["x", "z"], ["y", "z"], ["y", "w"], ["y", "z", "w"])}


def test_pictures():
    puzzle = loaded('family = "cover"\nitems = {a = 1, "b c" = [0, 2]}\noptions = [["a"], ["b c"], []]\n')
    assert drawn(puzzle.picture()) == 'a = 1\n"b c" = [0, 2]'
    assert drawn(puzzle.picture([0, 2])) == "a\noption 3"
    assert line(puzzle.picture([0, 1])) == "a; b c"
    assert drawn(puzzle.picture([])) == ""
    many = spec_of(Model.from_arrays([f"i{n}" for n in range(100)], [0], []))
    assert drawn(COVER.shown.picture(many, COVER.made.model(many), None)).endswith("\n... and 60 more items")


def test_hidden_options_are_not_shown():
    puzzle = loaded(
        'family = "cover"\nitems = {a = 1, b = 1}\noptions = {x = ["a"], y = ["b"]}\nhidden = ["y"]\n'
    )
    assert drawn(puzzle.picture([0, 1])) == "x"


def test_counts_and_rule_are_written():
    model = Model.build(["a"], {"x": ["a"], "y": ["a"]})
    counts = {"all": Count(count=2, source='by "hand"', checked=("sat",))}
    puzzle = loaded(text(model, "Two\nways", "Take one.", counts))
    assert (puzzle.title, puzzle.rule, puzzle.counts) == ("Two\nways", "Take one.", counts)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ('items = {a = [1, 2, 3]}\noptions = []', "2: items.a: found a list of 3; expected a number"),
        ('items = {a = []}\noptions = []', "2: items.a: found a list of 0; expected"),
        ('items = {a = [2, 1]}\noptions = []', r"2: items.a: found \[2, 1\]; expected low <= high"),
        ('items = {a = "x"}\noptions = []', "2: items.a: found 'x'; expected a whole number or a list"),
        ('items = {abc = 1}\noptions = {x = ["abd"]}', r"3: options.x\[1\]: .*did you mean 'abc'"),
        ('items = {a = 1}\noptions = [["a", "a"]]', r"options\[1\]\[2\]: found the item 'a' twice"),
        ('items = {a = 1}\noptions = [{a = 0}]', r"options\[1\].a: found the amount 0"),
        ('items = {a = 1}\noptions = [{a = "red"}]', "only an item with demand"),
        ('items = {a = [0, 1]}\noptions = [{a = ""}]', "found an empty text"),
        ('items = {a = [0, 1]}\noptions = [{a = true}]', "found true; expected"),
        ('items = {a = 1}\noptions = [["a"]]\nhidden = ["x"]', r"4: hidden\[1\]: .* unknown option 'x'"),
        ('items = {a = 1}\noptions = []\norder = ["a", "a"]', r"4: order\[2\]: found the item 'a' twice"),
        ('items = {a = 1}\noptions = []\nminimize = {x = 1}', "4: minimize.x: found the unknown option"),
        ('items = {a = 1, b = 1}\noptions = []\nsymmetries = [{a = "b"}]', r"symmetries\[1\]: found items"),
        ('items = {a = 1}\noptions = []\nsymmetries = [{a = "b"}]', r"symmetries\[1\]: .* unknown item"),
        (f"items = {{a = [{1 << 62}]}}\noptions = []", "2: items.a: found a demand beyond"),
        (f"items = {{a = 1}}\noptions = [{{a = {1 << 62}}}]", "found an amount beyond"),
        (
            f"items = {{a = 1}}\noptions = [{{a = {(1 << 62) - 1}}}, {{a = {(1 << 62) - 1}}}]",
            "items: item 'a': its amounts sum beyond",
        ),
        ("items = {}", "options: found nothing"),
        ("items = {}\noptions = {}\nitem = {}", "did you mean 'items'"),
    ],
)  # fmt: skip
def test_faults_have_a_place_and_a_way_out(keys, message):
    with pytest.raises(InputError, match=message):
        assert loaded(f'family = "cover"\n{keys}\n').model


def test_all_faults_at_once():
    with pytest.raises(InputError) as caught:
        assert loaded('family = "cover"\nitems = {a = [2, 1]}\noptions = {x = ["b"], y = {a = 0}}\n').model
    assert len(caught.value.faults) == 3


def test_colours_of_equal_name_stay_different():
    options = ([0, 1, 2], [0, 0], {"low": 0, "high": 1})
    model = Model.from_arrays(
        ["a"], options[0], options[1], **options[2], colour=[1, 2], colours=("", "red", "red")
    )
    again = loaded(text(model, "Two reds")).model
    assert accord.count(again).count == accord.count(model).count == 3
