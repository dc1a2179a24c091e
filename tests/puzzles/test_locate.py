"""Where keys stand: against texts with marked lines, against tomllib, and against hostile texts."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.puzzles.locate import Places, UnreadableError, join, split
from accord.puzzles.toml import value as value_written

TEXT = '''\
# a comment with a key = 1
family = "packing" # and one = 2
board = """
....
...
"""
a.b."c d" = [1, 2.5,
  [3, 2020-01-01 10:00:00], { x = 1, y.z = """first
second""" }]
[counts]
all = { count = 3, source = "no # comment, no ] bracket", checked = [] }

[[confine]]
piece = 'X'
[[confine]]
piece = "Y"
[confine.more]
words = """a"b""""
[variants.'q r'.counts.all]
count = 2
[variants."q r"]
'''
LINES = {
    "family": 2,
    "board": 3,
    "board[1]": 4,
    "board[2]": 5,
    "board[99]": 6,
    'a.b."c d"': 7,
    'a.b."c d"[2]': 7,
    'a.b."c d"[3]': 8,
    'a.b."c d"[3][2]': 8,
    'a.b."c d"[4].y.z': 8,
    'a.b."c d"[4].y.z[2]': 9,
    "counts": 10,
    "counts.all.source": 11,
    "counts.all.no such key": 11,
    "counts.distinct": 10,
    "confine[1].piece": 14,
    "confine[2].piece": 16,
    "confine[2].more.words": 18,
    'variants."q r".counts.all.count': 20,
    'variants."q r"': 21,
    "no such key": 1,
    "": 1,
}


@pytest.mark.parametrize("key", LINES)
def test_lines(key):
    assert Places(TEXT).line(split(key)) == LINES[key]


def value_at(values, path):
    for part in path:
        values = values[part - 1] if isinstance(part, int) else values[part]
    return values


def test_spans_hold_the_values_that_tomllib_reads():
    values = tomllib.loads(TEXT)
    spans = {path: span for path, span in Places(TEXT).spans.items() if span.end}
    assert len(spans) == 19
    for path, span in spans.items():
        assert tomllib.loads(f"value = {TEXT[span.start : span.end]}")["value"] == value_at(values, path)


def test_windows_line_ends_and_a_byte_order_mark_change_no_line():
    places = Places("\ufeff" + TEXT.replace("\n", "\r\n"))
    assert {key: places.line(split(key)) for key in LINES} == LINES


names = st.text(min_size=1, max_size=6)
paths = st.lists(names | st.integers(1, 99), max_size=5).map(lambda parts: ("name", *parts))


@given(paths)
def test_join_and_split_are_a_round_trip(path):
    assert split(join(path)) == path


@given(st.text(alphabet="ab.=[]{}\"'\\#,\n 1", max_size=60))
def test_any_text_is_walked_and_never_contradicts_tomllib(text):
    places = Places(text)
    try:
        values = tomllib.loads(text)
    except ValueError:
        return
    assert places.unclosed is None
    for path in places.spans:
        value_at(values, path)  # every key that was seen is there


@pytest.mark.parametrize(
    ("text", "unclosed"),
    [
        ('a = 1\nb = """\n...', ("b",)),
        ("[t]\nb = '''\n...", ("t", "b")),
        ("b = [1,\n2", ("b",)),
        ("b = { c = [1", ("b",)),
        ("b =", ("b",)),
        ('b = "x', None),  # tomllib gives the very place
        ("b = 1", None),
    ],
)
def test_what_the_end_of_the_text_cuts_off(text, unclosed):
    assert Places(text).unclosed == unclosed


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 100_000,
        "a = " + "{b = " * 100_000,
        "a" + ".a" * 100_000,
        "[" + "a." * 100_000,
        "a = " + "9" * 100_000,
        "a" * 100_000,
    ],
)
def test_hostile_texts_are_refused_at_once(text):
    with pytest.raises(UnreadableError) as caught:
        Places("\n" + text)
    assert caught.value.line == 2


# -- characters of texts ---------------------------------------------------------------------------

QUOTED = {  # a sign stands in each, and nowhere else
    "plain": "a = 'xy§z'",
    "escapes": r'a = "x\"\\\t\u00e9\U0001F600§"',
    "rows": 'a = """\nfoo\nba§r"""',
    "no first row": "a = '''fo§o\nbar'''",
    "folded": 'a = """\nfoo \\\n    ba§r"""',
    "returns": 'a = """\r\nfoo\r\nba§r"""',
    "in a list": 'b = 1\na = [\n  "fo§o",\n]',
}


@pytest.mark.parametrize("text", QUOTED.values(), ids=QUOTED)
def test_the_line_and_column_of_a_character(text):
    value = tomllib.loads(text)["a"]
    path, value = (("a", 1), value[0]) if isinstance(value, list) else (("a",), value)
    at = text.index("§")
    assert Places(text).sign(path, value.index("§")) == (
        text.count("\n", 0, at) + 1,
        at - text.rfind("\n", 0, at),
    )


@given(before=st.text(st.characters(codec="utf-8"), max_size=20), rows=st.booleans())
def test_the_column_of_a_character_behind_any_others(before, rows):
    text = "a = " + value_written(f"{before.replace('§', '')}§", rows=rows)
    value = tomllib.loads(text)["a"]
    line, column = Places(text).sign(("a",), value.index("§"))
    assert text.split("\n")[line - 1][column - 1] == "§"


def test_only_texts_have_characters():
    places = Places("a = 1\n[t]\n")
    assert [places.sign(path, 0) for path in (("a",), ("t",), ("b",))] == [None] * 3
