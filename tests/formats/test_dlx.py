"""Knuth's text: what it can say survives a round trip; counts are those of xcover; faults have a place."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples
from random_models import alike, model_or_faults, models

import accord
from accord.errors import InputError, RefusedError
from accord.formats import dlx
from accord.model import Model

SAYABLE = {
    "amounts": (1,),
    "demands": [(1, 1), (0, 1), (0, 1), (2, 3), (1, 2), (0, 2)],
    "hidden": False,
    "objective": False,
    "order": False,
}


def again(model):
    return dlx.read(dlx.write(model, "title").encode(), "m.dlx")


def needs_a_choice(model):
    """Whether some option lies in no item that Knuth calls primary."""
    primary = ~model.secondary
    return any(not primary[model.items_of(o)].any() for o in range(model.options)) or not primary.any()


@settings(max_examples=examples(70))
@given(model=models(**SAYABLE))
def test_written_and_read_again_it_has_the_same_solutions(model, oracle):
    read = again(model)
    if needs_a_choice(model):
        kept = {tuple(o for o in solution if o < model.options) for solution in oracle(read)}
        assert len(kept) == len(oracle(read))
        assert kept == oracle(model)
    else:
        assert oracle(read) == oracle(model)
        assert alike(read) == alike(model)


@settings(max_examples=examples(60))
@given(model=models(**SAYABLE))
def test_knuths_programs_can_take_every_line(model):
    text = dlx.write(model, "two\nlines \u00e9")
    assert text.isascii()
    header, *options = [line for line in text.splitlines() if not line.startswith("|")]
    items = [word.rpartition("|")[2] if word != "|" else word for word in header.split()]
    bar = items.index("|") if "|" in items else len(items)
    assert bar > 0
    assert len(set(items)) == len(items)
    for name in items[:bar] + items[bar + 1 :]:
        assert 1 <= len(name) <= 8
        assert not set(name) & set(":|")
    for option in options:
        words = [word.split(":", 1) for word in option.split()]
        assert any(name in items[:bar] for name, *_ in words)
        assert all(name in items and name != "|" for name, *_ in words)
        assert all(len(colour) == 1 and name in items[bar:] for name, *rest in words for colour in rest)


@pytest.mark.parametrize(
    "name", ["queens-8", "langford-8", "pentomino-3x20", "soma", "meteor", "dominoes-6x6"]
)
def test_puzzles_of_the_library(name):
    model = accord.load(name).model
    assert alike(again(model)) == alike(model)


def test_what_knuth_writes():
    model = dlx.read(
        b"| a comment\n\n  | another\n a b 2:3|c 2|d | p q\n\ta  c p:x q\n|: between\na b q:y\n", "k.dlx"
    )
    assert model.item_names == ("a", "b", "c", "d", "p", "q")
    assert model.low.tolist() == [1, 1, 2, 2, 0, 0]
    assert model.high.tolist() == [1, 1, 3, 2, 1, 1]
    assert [model.option_name(o) for o in range(2)] == ["a c p q", "a b q"]
    assert [model.colours[c] for c in model.colour] == ["", "", "x", "", "", "", "y"]


def test_colours_of_the_book():
    """The example of TAOCP 7.2.2.1 (49): its one solution takes the second and the fourth option."""
    text = b"p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"
    (solution,) = accord.solutions(dlx.read(text, "book"))
    assert solution.options == (1, 3)


def test_multiplicities_by_hand(oracle):
    model = dlx.read(b"2:3|a 0:1|b\na\na b\na\na b\nb\n", "m")
    assert len(oracle(model)) == len(
        [s for s in range(32) if 2 <= (s & 15).bit_count() <= 3 and (s & 0b11010).bit_count() <= 1]
    )


def test_mangling():
    model = Model.build(
        {"a b": 1, "": 1, "#1": 1, "a:b": 1, "caf\u00e9": 1, "x|y": 1, "longer than eight": 1, "s": (0, 1)},
        {
            "the first": ["a b", "", "#1", "a:b"],
            "the\nsecond": {"caf\u00e9": 1, "x|y": 1, "longer than eight": 1, "s": "dark red"},
        },
    )
    text = dlx.write(model)
    assert "#1 #2 #3 #4 #5 #6 #7 | s" in text.splitlines()
    assert '| accord item #5 = "caf\\u00e9"' in text.splitlines()
    assert alike(dlx.read(text.encode(), "m")) == alike(model)


@pytest.mark.parametrize(
    ("items", "options", "words"),
    [
        ({"a": 2}, {"x": {"a": 2}}, "no amounts but 1; option 'x' gives 2 to 'a'"),
        ({"a": (0, 0)}, {"x": ["a"]}, r"'a' has the demand \[0, 0\]"),
        ({"a": (0, 1)}, [{"a": f"c{n}"} for n in range(95)], "has 94 colours"),
        ({"a": 1 << 31}, [["a"]], "multiplicities end at 2147483647"),
    ],
)
def test_what_cannot_be_said_is_refused(items, options, words):
    with pytest.raises(RefusedError, match=words):
        dlx.write(Model.build(items, options))


def test_hidden_options_and_objectives_are_refused():
    with pytest.raises(RefusedError, match="no hidden options"):
        dlx.write(Model.build(["a"], {"x": ["a"]}, hidden=["x"]))
    with pytest.raises(RefusedError, match="no objective"):
        dlx.write(Model.build(["a"], {"x": ["a"]}, minimize={"x": 1}))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", ":1: found no items"),
        ("| only a comment\n", ":1: found no items"),
        ("a a\n", ":1: found the item 'a' twice"),
        ("a | b | c\n", r":1: found '\|' twice"),
        ("a:b\n", ":1: found the item 'a:b'; expected a name without"),
        ("3:2|a\n", r":1: found the bounds of '3:2\|a'; expected LOW <= HIGH"),
        ("0|a\n", ":1: found the bounds of"),
        (f"{'9' * 5000}|a\n", ":1: found the bounds of .{45}; expected"),
        ("x|a\n", r":1: found the item 'x\|a'"),
        ("a\n\nb\n", ":3: found the unknown item 'b'; expected one of the first line"),
        ("a\na a\n", ":2: found an item twice"),
        ("a | p\na p:\n", ":2: found 'p:'; expected a colour"),
        ("a | p\na:x p\n", ":2: found a colour on the primary item 'a'"),
        ("a | p\np\n", ":2: found an option of secondary items only"),
        ("a\xff", "m:1: found the byte 0xff; expected UTF-8"),
    ],
)
def test_faults(text, fault):
    with pytest.raises(InputError, match=fault):
        dlx.read(text.encode("latin-1"), "m")


def test_all_faults_at_once():
    with pytest.raises(InputError) as caught:
        dlx.read(b"a a 3:2|b\nc\na:x\n", "m")
    assert [fault.split(": ")[0] for fault in caught.value.faults] == ["m:1", "m:1", "m:2", "m:3"]


HOSTILE = st.lists(
    st.sampled_from(
        ["a", "b", "|", ":", "2:", "3|", "\n", " ", '| accord item a = "b"\n', "\u00e9", "9" * 30]
    ),
    max_size=25,
).map("".join)


@settings(max_examples=examples(100))
@given(st.one_of(st.binary(max_size=200), HOSTILE.map(str.encode)))
def test_any_bytes_are_a_model_or_an_input_error(data):
    assert model_or_faults(dlx.read, data)


def test_a_file_that_is_too_large(monkeypatch):
    monkeypatch.setattr("accord.formats.source.LARGEST", 10)
    with pytest.raises(InputError, match="more than 10 bytes"):
        dlx.read(b"a\n" * 6, "m")
    monkeypatch.setattr(dlx, "MOST", 3)
    with pytest.raises(InputError, match="found 4 items; expected 3"):
        dlx.read(b"a b c d", "m")
    with pytest.raises(InputError, match="more than 3 options"):
        dlx.read(b"a\n" * 5, "m")


# -- xcover reads our files, and counts alike ------------------------------------------------------


def xcover_counts(text, tmp_path):
    """The number of solutions that xcover's own reader and solver find in a file."""
    pytest.importorskip("numba")
    xcover = pytest.importorskip("xcover")
    from xcover.io import read_xcover_from_file

    (tmp_path / "m.dlx").write_text(text)
    options, primary, secondary, colored = read_xcover_from_file(str(tmp_path / "m.dlx"))
    return sum(1 for _ in xcover.covers(options, primary=primary, secondary=secondary, colored=colored))


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("dominoes-6x6", 6728),
        pytest.param("queens-8", 92, marks=pytest.mark.slow),
        pytest.param("langford-8", 300, marks=pytest.mark.slow),
        pytest.param("pentomino-3x20", 8, marks=pytest.mark.slow),
        pytest.param("soma", 11520, marks=pytest.mark.slow),
    ],
)
def test_xcover_counts_the_same_in_our_files(name, count, tmp_path):
    text = dlx.write(accord.load(name).model)
    assert xcover_counts(text, tmp_path) == count
    assert accord.count(dlx.read(text.encode(), name)).count == count


def test_a_colour_of_several_signs_becomes_one_even_if_they_are_neighbours_in_ascii():
    model = Model.build({"a": 1, "p": (0, 1)}, [{"a": 1, "p": "ab"}, {"a": 1, "p": "b"}])
    text = dlx.write(model)
    colours = [word.partition(":")[2] for line in text.split("\n")[-3:-1] for word in line.split()[1:]]
    assert colours[1] == "b"
    assert len(colours[0]) == 1
    assert dlx.read(text.encode(), "t").colours == model.colours
