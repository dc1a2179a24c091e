"""Costas arrays, Golomb rulers, latin squares, triple systems, word and MacMahon squares.

Their numbers are those that others found, and all solutions are found by trying, from the rule's sentence.
"""

from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looped import looped

import accord
from accord.errors import InputError
from accord.families.golomb import greedy
from accord.families.macmahon import RECORD as MACMAHON
from accord.puzzles import table
from accord.puzzles.family import SpecError


def counted(name, **more):
    return accord.count(accord.load(name), **more).count


def pictures(name, backend="native"):
    """The boards of all solutions."""
    puzzle = accord.load(name)
    found = [str(puzzle.picture(each)) for each in accord.solutions(puzzle, backend=backend)]
    assert len(found) == len({*found})
    return {*found}


KNOWN = {  # text: all, and distinct ones
    "costas:1": (1, 1),  # A008404, A001441
    "costas:2": (2, 1),
    "costas:3": (4, 1),
    "costas:4": (12, 2),
    "costas:5": (40, 6),
    "costas:6": (116, 17),
    "golomb:2,1": (1, 1),  # at the lengths of A003022, A036501
    "golomb:3,3": (2, 1),
    "golomb:4,6": (2, 1),
    "golomb:5,11": (4, 2),
    "golomb:6,17": (8, 4),
    "golomb:6,16": (0, 0),
    "latin:1": (1, None),  # A002860
    "latin:2": (2, None),
    "latin:3": (12, None),
    "latin:4": (576, None),
    "latin:4,reduced": (4, None),  # A000315
    "latin:5,reduced": (56, None),
    "latin:3,diagonals": (0, None),  # A274806
    "latin:4,diagonals": (48, None),
    "latin:5,diagonals": (960, None),
    "latin:2,orthogonal": (0, None),
    "latin:1234/2143/3412/4321,orthogonal": (48, None),
    "latin:1234/2341/3412/4123,orthogonal": (0, None),
    "steiner:3": (1, None),
    "steiner:5": (0, None),
    "steiner:7": (30, None),  # 7! / 168
    "steiner:8": (0, None),
    "steiner:9": (840, None),  # 9! / 432
    "steiner:7,days": (0, None),
    "macmahon:1x1": (1, 1),
    "macmahon:2x3": (0, 0),
}


@looped("name", KNOWN)
def test_known_numbers_by_two_backends(name):
    everything, distinct = KNOWN[name]
    assert counted(name, backend="native") == everything
    assert counted(name, backend="sat") == everything
    assert distinct is None or counted(name, distinct=True) == distinct


LARGER = {"costas:7": 200, "golomb:7,25": 10, "golomb:7,24": 0, "latin:5": 161280, "latin:6,reduced": 9408,
          "steiner:9,days": 20160, "latin:4,orthogonal": 6912}  # fmt: skip


@pytest.mark.parametrize("name", LARGER)
def test_larger_numbers(name):
    assert counted(name, backend="native") == LARGER[name]


@pytest.mark.slow
def test_macmahons_squares_as_they_are_told():
    # 13,328 up to turns, reflections, and an exchange of the two colours that are not on the border
    assert counted("macmahon:4x6", backend="native") == 8 * 13328
    assert counted("macmahon:4x6", backend="native", distinct=True) == 2 * 13328


# -- Costas arrays and Golomb rulers ---------------------------------------------------------------


def test_costas_arrays_by_trying():
    found = set()
    for rows in permutations(range(5)):
        ways = [(b - a, rows[b] - rows[a]) for a, b in combinations(range(5), 2)]
        if len({*ways}) == len(ways):
            found.add("\n".join("".join("o" if rows[c] == r else "." for c in range(5)) for r in range(5)))
    assert pictures("costas:5") == found


@pytest.mark.parametrize("engine", ["sums", "general"])
def test_hidden_pairs_are_determined(engine):
    assert counted("costas:4", backend="native", engine=engine) == 12
    assert counted("golomb:5,11", backend="native", engine=engine) == 4


@given(st.integers(2, 5), st.integers(1, 14))
@settings(max_examples=12, deadline=None)
def test_golomb_rulers_by_trying(marks, length):
    rulers = ((0, *inner, length) for inner in combinations(range(1, length), marks - 2))
    found = {
        "".join("|" if place in ruler else "." for place in range(length + 1))
        for ruler in rulers
        if len({b - a for a, b in combinations(ruler, 2)}) == marks * (marks - 1) // 2
    }
    name = f"golomb:{marks},{length}"
    assert pictures(name) == found
    assert counted(name, distinct=True) == len({min(ruler, ruler[::-1]) for ruler in found})


def test_the_shortest_rulers():
    lengths = [accord.best(accord.load(f"golomb:{marks}"), backend="cpsat").value for marks in range(2, 7)]
    assert lengths == [1, 3, 6, 11, 17]  # A003022
    assert accord.best(accord.load("golomb:5"), backend="sat").value == 11
    assert [greedy(marks)[-1] for marks in range(2, 9)] == [1, 3, 7, 12, 20, 30, 44]  # A005282, less 1


# -- latin squares ---------------------------------------------------------------------------------

ROWS = [*permutations("1234")]
SQUARES = [
    (*three, rows)
    for three in permutations(ROWS, 3)
    if all(len({*column}) == 3 for column in zip(*three, strict=True))
    for rows in ROWS
    if all(len({*column}) == 4 for column in zip(*three, rows, strict=True))
]


def turned(rows):
    """The eight images of a square."""
    for _ in range(4):
        rows = [*zip(*reversed(rows), strict=True)]
        yield tuple(rows)
        yield tuple(reversed(rows))


def shown(rows):
    return "\n".join("".join(row) for row in rows)


def test_latin_squares_by_trying():
    assert pictures("latin:4") == {*map(shown, SQUARES)}
    assert counted("latin:4", distinct=True) == len({min(turned(rows)) for rows in SQUARES})


@given(st.sampled_from(SQUARES), st.sets(st.integers(0, 15), max_size=5), st.booleans())
@settings(max_examples=12, deadline=None)
def test_partial_squares_by_trying(square, cells, diagonals):
    text = "/".join("".join(square[r][c] if 4 * r + c in cells else "." for c in range(4)) for r in range(4))
    found = set()
    for rows in SQUARES:
        ends = [len({rows[i][i if falls else 3 - i] for i in range(4)}) for falls in (True, False)]
        kept = all(rows[c // 4][c % 4] == square[c // 4][c % 4] for c in cells)
        if kept and (min(ends) == 4 or not diagonals):
            found.add(shown(rows))
    assert pictures(f"latin:{text}{',diagonals' if diagonals else ''}") == found


def test_orthogonal_pairs_by_trying():
    squares = [
        rows
        for rows in product([*permutations("123")], repeat=3)
        if all(len({*column}) == 3 for column in zip(*rows, strict=True))
    ]
    found = {
        "\n".join(f"{''.join(a)}#{''.join(b)}" for a, b in zip(one, other, strict=True))
        for one, other in product(squares, repeat=2)
        if len({(one[r][c], other[r][c]) for r, c in product(range(3), repeat=2)}) == 9
    }
    assert len(found) == 72
    assert pictures("latin:3,orthogonal") == found
    assert counted("latin:3,orthogonal,diagonals") == 0


# -- triples, words, MacMahon ----------------------------------------------------------------------


def test_triple_systems_by_trying():
    pairs = {*combinations(range(1, 8), 2)}
    found = set()

    def search(left, chosen):
        if not left:
            found.add("\n".join(" ".join(map(str, triple)) for triple in sorted(chosen)))
            return
        a, b = min(left)
        for c in range(1, 8):
            three = {*combinations(sorted({a, b, c}), 2)}
            if len(three) == 3 and three <= left:
                search(left - three, [*chosen, tuple(sorted({a, b, c}))])

    search(pairs, [])
    assert len(found) == 30
    assert pictures("steiner:7") == found


def test_girls_walk_with_all_others():
    puzzle = accord.load("steiner:9,days")
    lines = str(puzzle.picture(accord.first(puzzle, backend="sat").solutions[0])).split("\n")
    assert [line[:7] for line in lines] == [f"day {day}: " for day in range(1, 5)]
    days = [[line[7:].split(", ")] for line in lines]
    assert all(sorted(" ".join(of).split()) == [*"123456789"] for (of,) in days)
    triples = [triple.split() for (of,) in days for triple in of]
    assert len({pair for triple in triples for pair in combinations(triple, 2)}) == 36


texts = st.lists(st.text("AB", min_size=3, max_size=3), min_size=1, max_size=8, unique=True)


@given(texts, st.booleans())
@settings(max_examples=25, deadline=None)
def test_word_squares_by_trying(words, double):
    found = set()
    for rows in permutations(words, 3):
        columns = tuple("".join(row[i] for row in rows) for i in range(3))
        if rows == columns if not double else {*columns} <= {*words} and len({*rows, *columns}) == 6:
            found.add("\n".join(rows))
    name = f"word-square:{'double:' if double else ''}{','.join(words)}"
    assert pictures(name) == found
    assert counted(name, backend="sat") == len(found)
    assert counted(name, distinct=True) == len(found) // (2 if double else 1)


def test_macmahon_squares_by_trying():
    squares = sorted({min(way[i:] + way[:i] for i in range(4)) for way in product("AB", repeat=4)})
    assert len(squares) == 6
    found = 0

    def lay(cells, left):
        nonlocal found
        if len(cells) == 6:
            found += 1
            return
        row, column = divmod(len(cells), 3)
        for square in left:
            for way in {square[i:] + square[:i] for i in range(4)}:  # above, right, below, left
                fits_left = column == 0 or cells[-1][1] == way[3]
                if fits_left and (row == 0 or cells[-3][2] == way[0]):
                    lay([*cells, way], [each for each in left if each != square])

    lay([], squares)
    assert counted("macmahon:2x3,free", backend="native") == found
    assert counted("macmahon:2x3,free", backend="sat") == found
    assert len(pictures("macmahon:2x3,free")) == found
    assert counted("macmahon:2x3,free", distinct=True) * 4 == found  # all squares are different
    model = MACMAHON.made.model(MACMAHON.texts.parse("7x10"))
    assert sum(len(name) == 4 and {*name} <= {*"ABCD"} for name in model.item_names) == 70


# -- what is refused -------------------------------------------------------------------------------

WRONG = {
    "costas:0": "order: found 0; expected 1 to 20",
    "costas:x": "order: found 'x'; expected a whole number, as in costas:6",
    "golomb:1": "marks: found 1; expected 2 to 16",
    "golomb:6,0": "length: found 0; expected 1 to 400",
    "golomb:6,7,8": "length: found '7,8'; expected a whole number, as in golomb:6,17",
    "latin:0": "order: found 0; expected 1 to 35",
    "latin:13,orthogonal": "order: found 13; expected 1 to 12",
    "latin:12/3": r"board\[2\]: found 1 cells; expected 2",
    "latin:12/13": r"board\[2\]: found '3'; expected signs 12 and .",
    "latin:4,magic": "text: found 'magic'; expected one of diagonals, reduced, orthogonal",
    "steiner:9,nights": "text: found 'nights'; expected days, as in steiner:9,days",
    "steiner:46": "points: found 46; expected 1 to 45",
    "macmahon:3x3": "size: found 3 x 3; expected 1, 6, 24 or 70 cells, as in 4 x 6",
    "macmahon:4": "size: found ''; expected a whole number, as in macmahon:4x6",
    "macmahon:4x6,B": "text: found 'B'; expected free",
    "word-square:": "words: found no words",
    "word-square:ab,cde": "words: found 'CDE'; expected a word of 2 letters, as 'AB'",
    "word-square:triple:ab": "text: found 'triple' before a colon; expected double",
    "word-square:a1": "words: found 'A1'; expected a word of 2 letters",
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_refused(name):
    family, _, text = name.partition(":")
    with pytest.raises(SpecError, match=WRONG[name]):
        table.family(family).texts.parse(text)


def test_a_file_has_both_faults_at_their_lines(tmp_path):
    path = tmp_path / "x.toml"
    path.write_text('family = "latin"\norder = 3\nboard = """\n12.\n4..\n...\n"""\n')
    with pytest.raises(InputError, match=r"x.toml:5: board\[2\]: found '4'; expected signs 123 and \."):
        _ = accord.load(str(path)).model
