"""Counting what nobody counted: known terms by every method, brute force on small boards, kept results."""

from collections import Counter
from itertools import combinations, product

import pytest
from click.testing import CliRunner

from accord.errors import InputError, UsageError
from accord_research import parts, rectangles, singly, squares, stones, walls
from accord_research.__main__ import records
from accord_research.counted import Counted
from accord_research.kept import Kept, Share

pytestmark = pytest.mark.slow

METHODS = {
    "parts": lambda side, group: parts.fixed(side, side, group),
    "walls": lambda side, group: walls.fixed(side, side, group),
    "singly": singly.fixed,
}
FIXED = {  # of each square, the tilings that each of squares.SUBGROUPS fixes; the first column is A145835
    1: (1, 1, 1, 1, 1, 1, 1),
    2: (12, 4, 2, 6, 4, 4, 2),
    3: (1434, 38, 6, 74, 48, 12, 8),
    4: (1691690, 1442, 38, 3520, 1824, 120, 48),
    5: (19719299768, 140368, 350, 538150, 217560, 1434, 592),
    6: (2271230282824746, 52783490, 7238, 196604512, 81591672, 35064, 11224),
    7: (2584855762327078145444, 50829424872, 210326, 381992581548, 96184183576, 1691690, 435152),
    8: (
        29068227444022728740767607050,
        188812237825338,
        13688086,
        1071003563856920,
        356425366478040,
        101107136,
        25923096,
    ),
}
A291806 = [
    1,
    5,
    216,
    212987,
    2465119032,
    283903861501885,
    323106970416782690152,
    3633528430503221551361684810,
]
A291807 = [1, 5, 67, 3000, 412528, 152284202, 251795259651, 760917496288278]
LARGER_OMINOES = [(6, 451206, 56734), (7, 158753814, 19846102)]
A110476 = {(1, 7): 64, (2, 7): 106706, (3, 4): 27780, (3, 6): 10424872, (4, 5): 103015508}
A377309 = [1, 0, 1, 3, 0, 30, 246, 0, 25321, 591103, 0, 603105309, 41333676318, 0, 410382321560202]


def closed(cells, sides):
    """The partitions into connected parts, as frozensets, from all sets of sides that are open."""
    found = set()
    for chosen in product((False, True), repeat=len(sides)):
        part = {cell: frozenset([cell]) for cell in cells}
        for (one, other), is_open in zip(sides, chosen, strict=True):
            if is_open:
                both = part[one] | part[other]
                part |= dict.fromkeys(both, both)
        found.add(frozenset(part.values()))
    return found


def board(rows, columns):
    cells = [*product(range(rows), range(columns))]
    sides = [(a, b) for a, b in combinations(cells, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    return closed(cells, sides)


def images(tiling, side):
    """A tiling of a square, turned and reflected in all eight ways."""
    for _ in range(4):
        tiling = frozenset(frozenset((column, side - 1 - row) for row, column in part) for part in tiling)
        yield tiling
        yield frozenset(frozenset((column, row) for row, column in part) for part in tiling)


@pytest.mark.parametrize("side", [1, 2, 3])
def test_tilings_up_to_symmetry_are_those_of_brute_force(side):
    orbits = Counter(frozenset(images(tiling, side)) for tiling in board(side, side))
    symmetric = sum(len(orbit) < 8 for orbit in orbits)
    for method in METHODS.values():
        terms = squares.terms(side, method)
        assert (terms.free, terms.symmetric) == (len(orbits), symmetric)
        assert terms.fixed["identity"].count == sum(orbits.values())


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 5), (2, 2), (2, 4), (3, 2), (3, 3)])
def test_rectangles_are_those_of_brute_force(rows, columns):
    tilings = board(rows, columns)
    turned = {  # where a cell comes to lie
        "identity": lambda row, column: (row, column),
        "half-turn": lambda row, column: (rows - 1 - row, columns - 1 - column),
        "mirror": lambda row, column: (row, columns - 1 - column),
    }
    for group, turn in turned.items():
        kept = sum(
            tiling == frozenset(frozenset(turn(*cell) for cell in part) for part in tiling)
            for tiling in tilings
        )
        assert parts.fixed(rows, columns, group).count == kept
        assert walls.fixed(rows, columns, group).count == kept


@pytest.mark.parametrize(
    ("method", "side"),
    [
        *product(METHODS, [1, 2, 3, 4]),
        *product(["parts", "walls"], [5, 6, 7, 8]),
    ],
)
def test_squares_by_every_method(method, side):
    terms = squares.terms(side, METHODS[method])
    assert tuple(counted.count for counted in terms.fixed.values()) == FIXED[side]
    assert (terms.free, terms.symmetric) == (A291806[side - 1], A291807[side - 1])


@pytest.mark.parametrize("side", FIXED)
def test_known_numbers_fit_each_other(side):
    fixed = dict(zip(squares.SUBGROUPS, FIXED[side], strict=True))
    terms = squares.terms(side, lambda _, group: Counted(fixed[group], 0))
    assert (terms.free, terms.symmetric) == (A291806[side - 1], A291807[side - 1])
    if side % 2:  # parts that both mirrors keep are told by a quarter of the board
        assert fixed["mirrors"] == FIXED[side // 2 + 1][0]


@pytest.mark.parametrize("side", [5, 6])
def test_symmetric_tilings_one_by_one(side):
    for group, known in [*zip(squares.SUBGROUPS, FIXED[side], strict=True)][1:]:
        assert singly.fixed(side, group).count == known


@pytest.mark.parametrize("sides", A110476)
def test_rectangles_of_the_table(sides):
    for rows, columns in (sides, sides[::-1]):
        assert parts.fixed(rows, columns).count == walls.fixed(rows, columns).count == A110476[sides]


@pytest.mark.parametrize("side", [1, 3, 5])
def test_a_board_folded_along_its_middle_column(side):
    folded = walls.fixed(side, side // 2 + 1).count  # each part is its own image, or has one beyond the fold
    assert parts.fixed(side, side, "mirror").count == folded


@pytest.mark.parametrize(
    ("side", "every", "free"),
    [(1, 1, 1), (2, 2, 1), (3, 10, 2), (4, 117, 22), (5, 4006, 515), *LARGER_OMINOES],
)
def test_squares_of_parts_as_large_as_their_side(side, every, free):
    terms = squares.terms(side, lambda side, group: parts.fixed(side, side, group, size=side))
    assert (terms.fixed["identity"].count, terms.free) == (every, free)  # A172477, A328020


def test_parts_of_a_size_are_those_of_brute_force():
    tilings = board(3, 4)
    for size in range(1, 13):
        expected = sum(all(len(part) == size for part in tiling) for tiling in tilings)
        assert parts.fixed(3, 4, size=size).count == expected


def test_orbits_that_are_not_whole_are_a_fault():
    with pytest.raises(ArithmeticError, match="no whole number of orbits"):
        squares.terms(3, lambda side, group: Counted(int(group == "identity"), 0))


def test_a_square_of_more_cells_than_bits():
    with pytest.raises(UsageError, match="side 9 has 81 cells; singly takes at most 64"):
        singly.fixed(9, "mirrors")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("tilings 6 --method singly", "too many tilings to find each; name a subgroup with --only"),
        ("tilings 4 --method walls --size 4", "parts of any size only; parts has sizes"),
        ("tilings 4 --shard 1/2", "method parts has no shards; singly has"),
        ("tilings 4 --method singly --only mirror --shard 3/2", "'3/2'; expected a share of so many"),
        ("rectangles A360499 4 --method covers --shard 1/2", "method covers has no shards; skyline has"),
        ("rectangles A360256 8 --method covers", "has 64 rectangles; expected at most 62"),
    ],
)
def test_what_a_method_cannot(words, said):
    found = CliRunner().invoke(records, words.split()).exception
    assert isinstance(found, UsageError)
    assert said in str(found)


def test_a_count_is_gone_on_with_and_shared(tmp_path):
    whole = singly.fixed(4, "mirror")
    first, second = tmp_path / "first", tmp_path / "second"
    with pytest.raises(LookupError, match="units are of other shares, and not there yet"):
        singly.fixed(4, "mirror", Kept(first), Share(1, 2))
    lines = first.read_text()
    first.write_text(lines + "singly 4 mirr")  # killed while it wrote
    assert singly.fixed(4, "mirror", Kept(first), Share(2, 2)) == whole
    assert first.read_text().startswith(lines)
    with pytest.raises(LookupError):
        singly.fixed(4, "mirror", Kept(second), Share(2, 2))
    both = tmp_path / "both"
    both.write_text(lines + second.read_text())
    assert len(Kept(both)) == len(Kept(first))
    assert singly.fixed(4, "mirror", Kept(both), Share(1, 2)) == whole


def test_results_that_are_none_or_contradict(tmp_path):
    path = tmp_path / "kept"
    path.write_text("a\t1\t2\t3\nb\t1\n")
    with pytest.raises(InputError, match=r"kept:2: found 'b\\t1'; expected a unit and three numbers"):
        Kept(path)
    path.write_text("a\t1\t2\t3\na\t2\t2\t3\n")
    with pytest.raises(InputError, match="kept:2: a: found 2; a line before it has 1"):
        Kept(path)


RECTANGLES = {
    "A360498": [0, 0, 4, 12, 256, 3620, 87216, 2444084, 87181220],
    "A360499": [1, 1, 21, 269, 4489, 82981, 2995185, 118897973],
    "A360725": [0, 0, 4, 36, 1056, 31052, 1473944, 87469884],
    "A360256": [1, 1, 33, 513, 14409, 693025, 50447161],
}


@pytest.mark.parametrize("sequence", RECTANGLES)
def test_rectangles_no_two_of_which_are_alike(sequence):
    known = RECTANGLES[sequence]
    assert [rectangles.by_skyline(sequence, side).count for side in range(1, 7)] == known[:6]
    assert [rectangles.by_covers(sequence, side).count for side in range(3, 6)] == known[2:5]


@pytest.mark.parametrize("sequence", RECTANGLES)
def test_all_known_terms_of_rectangles(sequence):
    for side, known in enumerate(RECTANGLES[sequence], start=1):
        assert rectangles.by_skyline(sequence, side).count == known


def test_rectangles_are_shared_and_kept(tmp_path):
    path = tmp_path / "kept"
    with pytest.raises(LookupError):
        rectangles.by_skyline("A360499", 4, Kept(path), Share(2, 3))
    number = len(Kept(path))
    assert rectangles.by_skyline("A360499", 4, Kept(path)).count == 269
    assert 0 < number < len(Kept(path))


@pytest.mark.parametrize("rows", range(len(A377309)))
def test_stones_and_bones_by_sorted_states(rows):
    assert stones.by_merging(rows).count == A377309[rows]


@pytest.mark.parametrize("rows", range(3, 13))
def test_stones_and_bones_by_layers(rows):
    assert stones.by_layers(rows).count == A377309[rows]


@pytest.mark.parametrize("method", [stones.by_merging, stones.by_layers])
def test_the_last_known_terms_of_stones_and_bones_and_two_further_ones(method):
    known = {15: 83918368144461643, 17: 8025244898075570226296, 18: 4941312847984149589980261}
    further = {20: 4523562288090479537288368567972, 21: 8433083437935547522928762174190414}
    assert {rows: method(rows).count for rows in known | further} == known | further


def test_the_command_prints_terms_and_keeps_results(tmp_path):
    path = tmp_path / "kept"
    said = CliRunner().invoke(records, ["tilings", "3", "--kept", str(path)])
    assert said.stdout.splitlines() == ["A145835(3) = 1434", "A291806(3) = 216", "A291807(3) = 67"]
    assert path.read_text().startswith("parts 3 identity\t1434\t")
    alone = CliRunner().invoke(records, ["tilings", "3", "--method", "singly", "--shard", "1/1"])
    assert alone.stdout == said.stdout
    said = CliRunner().invoke(records, ["tilings", "4", "--size", "4"])
    assert said.stdout.splitlines() == ["A172477(4) = 117", "A328020(4) = 22", "symmetric(4) = 12"]
    assert CliRunner().invoke(records, ["stones", "6"]).stdout == "A377309(6) = 246\n"
    model = tmp_path / "stones.toml"
    CliRunner().invoke(records, ["stones", "4", "--write", str(model)])
    assert ". . . .\n . . . #\n# . . #\n # . # #\n" in model.read_text()
