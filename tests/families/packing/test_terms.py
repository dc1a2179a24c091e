"""What a packing may say beside its pieces: how many together, empty and forbidden cells, colours.

All of it is held against pieces laid by hand, on random small boards and on every engine.
"""

import re
from collections import Counter

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from laid import Laid
from looped import looped
from profiles import examples

import accord
from accord.deduce import Reasoner
from accord.families.packing.record import RECORD as PACKING
from accord.formats import dlx
from accord.grids.lattice import lattice
from accord.grids.polyforms import polyforms
from accord.puzzles.family import SpecError
from accord.puzzles.partial_board import PartialBoard
from accord.render.text import text
from accord.scene.palette import BLACK
from accord.symmetry.group import group_of

SHAPES = ["xx", "xxx", "xx\nx.", "xx\nxx", "xxx\nx..", "xxx\n.x.", "xx.\n.xx", "x.x"]
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghi"


def spec(**keys):
    return msgspec.convert(keys, PACKING.spec)


def model(**keys):
    return PACKING.made.model(spec(**keys))


def covers(found, solutions):
    """What is laid, as sets of cells without names, and how often each is there."""
    told = Counter()
    for solution in solutions:
        names = [set(found.option_name(option).split()) for option in solution.options]
        cells = [frozenset(n for n in each if n.startswith("r")) for each in names if "empty" not in each]
        told[frozenset(cells)] += 1
    return told


def named(cell):
    return f"r{cell[1] + 1}c{cell[2] + 1}"


# -- random boards ---------------------------------------------------------------------------------


@st.composite
def numbers(draw, most):
    low = draw(st.integers(0, most))
    return draw(st.sampled_from([low or 1, [low, draw(st.integers(max(low, 1), most + 1))]]))


@st.composite
def drawings(draw, rows, columns, signs):
    cell = st.sampled_from(signs)
    return "\n".join("".join(draw(cell) for _ in range(columns)) for _ in range(rows))


@st.composite
def puzzles(draw):
    """Small boards with holes, a few pieces, and any of the terms."""
    rows, columns = draw(st.sampled_from([(1, 4), (2, 3), (2, 4), (3, 3), (3, 4)]))
    board = draw(drawings(rows, columns, "......++#"))
    assume(set(board) - {"#", "\n"})
    keys = {"board": board, "flipping": draw(st.booleans())}
    if draw(st.booleans()):
        keys["colours"] = over(board, draw(drawings(rows, columns, "aaab.")))
    tints = sorted(set(keys.get("colours", "")) & {"a", "b"})
    shapes = draw(st.lists(st.sampled_from(SHAPES), min_size=1, max_size=2, unique=True))
    keys["pieces"] = {
        name: re.sub("x", lambda _: draw(st.sampled_from([name, name, *tints])), shape)  # noqa: B023
        for name, shape in zip("PQ", shapes, strict=False)
    }
    if draw(st.integers(0, 3)):
        keys["pieces"]["R"] = "R"  # or few boards could be filled
    copies = st.one_of(st.just("any"), st.just([0, 1]), st.just([0, 3]), numbers(1))
    keys["copies"] = {name: "any" if name == "R" else draw(copies) for name in keys["pieces"]}
    if draw(st.integers(0, 3)) == 0:
        keys["empty"] = draw(st.one_of(st.integers(0, 2), numbers(2)))
    if draw(st.integers(0, 3)) == 0:
        keys["total"] = draw(numbers(6))
    if len(keys["pieces"]) > 1 and draw(st.integers(0, 2)) == 0:
        some = draw(st.permutations(list(keys["pieces"])))[:2]
        keys["choose"] = [{"pieces": some, "copies": draw(numbers(4))}]
    if draw(st.integers(0, 3)) == 0:
        keys["forbid"] = {"P": over(board, draw(drawings(rows, columns, "...#")))}
    return keys


def over(board, drawing):
    """A drawing with the holes of the board."""
    return "".join("#" if sign == "#" else there for sign, there in zip(board, drawing, strict=True))


def made(keys):
    """The model; None where a fault says that nothing can be done. Other faults are of no interest here."""
    try:
        return model(**keys)
    except SpecError as error:
        told = str(error)
        assume(not re.search("leaves no place|the same piece|no cells|expected 'P'", told))
        assert re.search("cover|add up|may stay empty|fits nowhere|cells of [ab]", told), told
        return None


@given(keys=puzzles())
@settings(max_examples=examples(50))
def test_every_engine_finds_what_is_laid_by_hand(keys):
    found = made(keys)
    oracle = Laid(**keys)
    by_hand = oracle.solutions()
    if found is None:
        assert by_hand == []
        return
    told = Counter(frozenset(frozenset(map(named, cells)) for _, cells in one) for one in by_hand)
    for backend in ("native", "cpsat", "sat"):
        assert accord.count(found, backend=backend).count == len(by_hand), backend
    assert covers(found, accord.solutions(found)) == told
    # where no cell may stay empty, by the numbers of pieces, the model need not see it: it is less symmetric
    seen = "+" not in keys["board"] or oracle.empty[1] > 0
    if seen and ("empty" in found.item_names) == ("+" in keys["board"]):
        assert accord.count(found, distinct=True).count == oracle.distinct()


@given(keys=puzzles(), data=st.data())
@settings(max_examples=20)
def test_a_printed_board_from_which_pieces_are_taken_is_a_puzzle(keys, data):
    found = made(keys)
    assume(found is not None)
    (solution,) = accord.first(found).solutions or (None,)
    assume(solution is not None)
    asked = spec(**keys)
    options = [o for o in solution.options if "empty" not in found.option_name(o).split()]
    cells = {option: found.option_name(option).split() for option in options}
    taken = data.draw(st.sets(st.sampled_from(options))) if options else set()
    off = {name for option in taken for name in cells[option] if name.startswith("r")}
    before = keys["board"].split("\n")
    rows = [list(row) for row in text(PACKING.shown.picture(asked, found, solution.options)).split("\n")]
    for name in off:
        row, column = (int(number) - 1 for number in name[1:].split("c"))
        rows[row][column] = before[row][column]
    half = {**keys, "board": "\n".join(map("".join, rows))}
    try:
        left = model(**half)
    except SpecError as error:
        assume("draw it with that sign" not in str(error))
        raise
    lying = [frozenset(n for n in cells[o] if n.startswith("r")) for o in options if o not in taken]
    wanted = {
        one: number for one, number in covers(found, accord.solutions(found)).items() if one >= set(lying)
    }
    told = covers(left, accord.solutions(left))
    assert told.keys() == wanted.keys()
    assert all(number <= wanted[one] for one, number in told.items())  # what lies there has a name


# -- other lattices --------------------------------------------------------------------------------

ELSEWHERE = [
    {"lattice": "hexagonal", "board": "a b\n . a\n+ a", "colours": "a b\n . a\nb a"},
    {"lattice": "hexagonal", "board": ". . .\n . . +\n. # .", "colours": "a b a\n b . b\n. # a"},
    {"lattice": "cubic", "board": "..\n+.\n\n..\n..", "colours": "ab\n.a\n\nba\n.b"},
    {"lattice": "cubic", "board": "..\n..\n\n.#\n+.\n\n..\n..", "colours": "ab\nba\n\nb#\nab\n\n.a\nb."},
]


@pytest.mark.parametrize("keys", ELSEWHERE)
@pytest.mark.parametrize("flipping", [True, False])
def test_colours_turn_with_their_pieces_on_every_lattice(keys, flipping):
    hexagons = keys["lattice"] == "hexagonal"
    pieces = {"P": "a P\n b" if hexagons else "aP\n.b", "Q": "Q", "R": "a b" if hexagons else "ab"}
    board = keys["board"].replace("a", ".").replace("b", ".")
    keys = {**keys, "board": board, "pieces": pieces, "copies": "any", "flipping": flipping}
    oracle = Laid(**keys)
    found = model(**keys)
    assert found.options == len(oracle.placements) + board.count("+")
    assert accord.count(found).count == len(oracle.solutions()) > 1
    assert accord.count(found, distinct=True).count == oracle.distinct()


def test_a_chessboard_has_half_of_the_symmetries():
    chess = "\n".join("".join("bw"[(row + column) % 2] for column in range(4)) for row in range(4))
    keys = {"size": [4, 4], "pieces": {"P": "bw"}, "copies": 8, "colours": chess}
    assert len(group_of(model(**keys))) == 4  # a quarter turn takes black to white
    assert accord.count(model(**keys)).count == 36
    plain = {**keys, "pieces": {"P": "PP"}}
    assert len(group_of(model(**plain))) == 4
    del plain["colours"]
    assert len(group_of(model(**plain))) == 8


def test_a_reflection_takes_pieces_sums_and_colours_to_their_twins():
    keys = {"size": [2, 6], "flipping": False, "colours": "a....a\nb....b", "copies": [0, 9]}
    one = {"P": "Pa\n.b", "R": "R"}
    both = {**one, "Q": "aQ\nb."}
    sums = [{"pieces": ["P", "R"], "copies": 3}, {"pieces": ["R", "Q"], "copies": 3}]
    for pieces, more, elements in [
        (one, {}, 1),
        (both, {}, 2),
        ({**one, "Q": "QQ\nQ."}, {}, 1),  # the same shape without colours is no twin
        (both, {"total": 4}, 2),
        (both, {"choose": sums[:1]}, 1),
        (both, {"choose": sums}, 2),
        (both, {"choose": [sums[0], {**sums[1], "copies": 2}]}, 1),
        (both, {"choose": sums, "copies": {"P": [0, 9], "Q": [0, 8]}}, 1),
    ]:
        assert len(group_of(model(**{**keys, **more}, pieces=pieces))) == elements, (pieces, more)


# -- how many --------------------------------------------------------------------------------------

HEART = """
#....##....#
.....##.....
............
............
............
#..........#
##........##
###......###
####....####
#####..#####
"""
BEGUN = """
#....##....#
.....##.....
.BB.........
..BGG.......
..BG........
#.BGCCCCCKK#
##BGGCKKKK##
###AAAAAA###
####IIII####
#####II#####
"""
HALF = """
LLLL......
VVVL......
VZZ.......
VZ........
ZZY.......
YYYY......
"""
HOLE = """
FIIIIIPPP.
FFFNNNPP..
.F..+NN...
..........
..........
..........
"""
WITH_A_SQUARE = "pentominoes and the square tetromino"


def hexominoes():
    """The 35 as a model file draws them."""
    drawings = {}
    shapes = polyforms(lattice("square"), 6, flipping=True)
    for sign, shape in zip(SIGNS, shapes, strict=True):
        rows, columns = (max(numbers) + 1 for numbers in zip(*shape, strict=True))
        drawings[sign] = "\n".join(
            "".join(sign if (row, column) in shape else "." for column in range(columns))
            for row in range(rows)
        )
    return drawings


@pytest.mark.parametrize("backend", ["native", "sat", pytest.param("cpsat", marks=pytest.mark.slow)])
def test_a_heart_of_hexominoes(backend):
    """Each at most once: 14 of the 35, so `total` adds nothing. A printed solution is a board again."""
    keys = {"pieces": hexominoes(), "copies": [0, 1]}
    asked = spec(board=HEART, **keys)
    found = PACKING.made.model(asked)
    assert HEART.count(".") == 84
    assert model(board=HEART, **keys, total=14).item_names == found.item_names
    (solution,) = accord.first(found, backend=backend).solutions
    printed = text(PACKING.shown.picture(asked, found, solution.options))
    assert sorted(Counter(printed.replace("#", "").replace("\n", "")).values()) == [6] * 14
    assert accord.count(model(board=printed, **keys), backend=backend).count == 1


BOARDS = [
    (22, {"board": HALF, "pieces": "pentominoes"}),  # those of the 9,356 that have L, V, Y and Z there
    (4, {"board": HOLE, "pieces": WITH_A_SQUARE, "copies": [0, 1]}),
    (4, {"board": HOLE, "pieces": WITH_A_SQUARE, "copies": [0, 1], "empty": 1}),
    (0, {"board": HOLE, "pieces": WITH_A_SQUARE, "copies": [0, 1], "empty": 0}),
    (515, {"board": BEGUN, "pieces": hexominoes(), "copies": [0, 1]}),
]


@pytest.mark.parametrize(("known", "keys"), BOARDS)
def test_what_fits_on_a_board_that_is_begun(known, keys, backend_name):
    assert accord.count(model(**keys), backend=backend_name).count == known


@pytest.mark.slow
def test_a_hole_is_covered_or_not():
    board = "\n".join(["." * 10] * 2 + ["....+....."] + ["." * 10] * 3)
    keys = {"board": board, "pieces": WITH_A_SQUARE, "copies": [0, 1]}
    for known, more in ((95_375, {}), (9356, {"empty": 0}), (86_019, {"empty": 1})):
        for engine in ("layers", "bitset"):
            assert accord.count(model(**keys, **more), backend="native", engine=engine).count == known


def test_with_a_size_any_cells_may_stay_empty():
    keys = {"pieces": {"I": "III", "L": "LL\nL."}, "copies": [0, 3]}
    anywhere = model(size=[3, 4], empty=[2, 3], **keys)
    drawn = model(board="++++\n++++\n++++", empty=[2, 3], **keys)
    assert accord.count(anywhere).count == accord.count(drawn).count > 0
    assert accord.count(model(size=[3, 4], empty=3, **keys)).count == accord.count(anywhere).count


def test_what_area_settles_is_no_item():
    keys = {"size": [4, 5], "pieces": "pentominoes", "copies": [0, 1]}
    plain = model(**keys)
    for total in (4, [2, 4], [4, 12]):
        assert model(**keys, total=total).item_names == plain.item_names
    with pytest.raises(SpecError, match="total: found 13; the copies of these pieces add up to at most 12"):
        model(**keys, total=13)
    with pytest.raises(SpecError, match="pieces: the pieces cover 15 cells; the board has 20"):
        model(**keys, total=3)
    mixed = model(size=[4, 5], pieces={"M": "M", "I": "III"}, copies="any", total=8)
    assert mixed.item_names[20:] == ("total",)
    assert mixed.high[20] == 8


def test_an_engine_that_cannot_count_pieces_together_says_so():
    found = model(size=[2, 3], pieces={"M": "M", "D": "DD"}, copies=[0, 6], total=4)
    for engine in ("window", "layers"):
        with pytest.raises(accord.RefusedError, match=r"one item of an option|demands of \[1, 1\]"):
            accord.count(found, backend="native", engine=engine)
    assert accord.count(found).count == 11


# -- how it is seen --------------------------------------------------------------------------------

SAID = [
    (
        {"board": "++++\n....", "pieces": {"P": "PPPP"}, "copies": [0, 2], "empty": 4},
        "as many cells have to stay empty as still can: r1c1, r1c2, r1c3 and r1c4",
    ),
    (
        {"board": "..+..", "pieces": {"P": "PP"}, "copies": "any"},
        "nothing can cover r1c3, so it stays empty",
    ),
    (
        {"board": "++++", "pieces": {"P": "PP", "Q": "QQQ"}, "copies": [0, 1], "empty": 1},
        "with r1c2 empty, nothing could cover it",
    ),
    (
        {"board": ".+.", "pieces": {"P": "PP", "R": "R"}, "copies": [0, 3], "empty": 1, "total": 2},
        "r1c3 can only be covered by R on r1c3",
    ),
    (
        {"board": "....Q", "pieces": {"P": "PP", "Q": "Q"}, "copies": [0, 4], "total": 3},
        "there could not be the right number of the pieces",
    ),
]


@pytest.mark.parametrize(("keys", "said"), SAID)
def test_hints_speak_of_cells_and_pieces(keys, said):
    asked = spec(**keys)
    found = PACKING.made.model(asked)
    reasoner = Reasoner(found, PACKING.made.given(asked, found))
    told = [PACKING.shown.words(asked, found, step) for step in reasoner.steps()]
    assert any(said in sentence for sentence in told), told
    assert not re.search(r"chosen|closed|option|\btotal\b|choose", " ".join(told))


def test_a_board_shows_what_stays_empty_and_what_lies_there(tmp_path):
    path = tmp_path / "hole.toml"
    path.write_text(
        'family = "packing"\nboard = "..+\\nPP."\npieces = { P = "PP", R = "R" }\ncopies = [0, 2]\n'
    )
    puzzle = accord.load(str(path))
    assert text(puzzle.picture()) == "..+\nPP."
    boards = {text(puzzle.picture(found.options)) for found in accord.solutions(puzzle)}
    assert boards == {"aa+\nbbc", "aac\nbbd", "acd\nbbd", "acc\nbbd"}
    known = PartialBoard(puzzle)
    assert known.read("..+\n...") == ([], [])  # as it is drawn: nothing is known of that cell
    covering = puzzle.model.options_of(puzzle.model.item_index["r1c3"]).tolist()[:-1]
    assert set(covering) <= set(known.read("..x\n...")[1])


def test_drawings_show_colours():
    puzzle = accord.load("chessboard-pentominoes")
    picture = puzzle.picture()
    assert {picture.shades[place] for place in picture.signs if sum(place) % 2 == 0} == {BLACK}
    assert Counter(picture.shades.values()) == {BLACK: 32, BLACK + 1: 32}
    (square,) = [piece for piece in PACKING.shown.pieces(puzzle.spec) if piece.name == "O"]
    assert sorted(map(text, square.ways())) == ["bw\nwb", "wb\nbw"]


def test_other_solvers_are_given_the_terms():
    found = model(board=".+.\n...", pieces={"M": "M", "D": "DD"}, copies=[0, 6], total=[3, 4], empty=[0, 1])
    written = dlx.write(found)
    again = dlx.read(written.encode(), "dlx")
    assert accord.count(again).count == accord.count(found).count > 0


# -- what is refused -------------------------------------------------------------------------------

ROW = {"board": "....#", "pieces": {"P": "PP", "Q": "QQQ", "R": "R"}, "copies": [0, 2]}
TINTED = {**ROW, "colours": "aab.#"}
FAULTY = [
    ({**ROW, "total": 0}, "total: found 0; expected 1 or more, or [least, most]"),
    ({**ROW, "total": [2, 1]}, "total: found [2, 1]; expected [least, most]"),
    ({**ROW, "total": 7}, "total: found 7; the copies of these pieces add up to at most 6"),
    (
        {**ROW, "copies": 1, "total": 2},
        "total: found 2; the copies of these pieces add up to 3; so that a piece may be left out, "
        "say copies = [0, 1]",
    ),
    ({**ROW, "total": 1}, "pieces: the pieces cover at most 3 cells; the board has 4"),
    ({**ROW, "total": [5, 6]}, "pieces: the pieces cover at least 9 cells; the board has 4"),
    (
        {**ROW, "choose": {"pieces": ["P", "Z"], "copies": 1}},
        "choose.pieces: unknown piece 'Z'; there are P, Q, R",
    ),
    (
        {**ROW, "choose": [{"pieces": ["P", "Q"], "copies": 1}, {"pieces": ["P"], "copies": 1}]},
        "choose[2].pieces: expected two pieces or more, each once; for one there is `copies`",
    ),
    (
        {**ROW, "choose": {"pieces": ["P", "Q"], "copies": [5, 6]}},
        "choose.copies: found 5 to 6; the copies of these pieces add up to at most 4",
    ),
    ({**ROW, "empty": 1}, "empty: found 1; 0 cells of the board may stay empty, drawn as '+'"),
    ({**ROW, "board": "+...#", "empty": [2, 1]}, "empty: found [2, 1]; expected [least, most]"),
    (
        {"board": "++..", "pieces": {"P": "P"}},
        "pieces: the pieces cover 1 cells; the board has 4, of which at most 2 may stay empty",
    ),
    (
        {"board": "++..", "pieces": {"P": "PPPP"}, "empty": [1, 2]},
        "pieces: the pieces cover 4 cells; the board has 4, of which at least 1 stay empty",
    ),
    ({**ROW, "forbid": {"Z": "....#"}}, "forbid: unknown piece 'Z'; there are P, Q, R"),
    ({**ROW, "forbid": {"P": "....."}}, "forbid.P[1]: found '.' where the board has no cell; expected '#'"),
    (
        {**ROW, "forbid": {"P": "..#"}},
        "forbid.P: found no sign for r1c4; expected the whole board, as it is drawn",
    ),
    (
        {**ROW, "forbid": {"P": "..a.#"}},
        "forbid.P[1]: found 'a'; expected '.' for a cell that it may cover, '#' for one that it may not",
    ),
    ({**ROW, "forbid": {"P": ".#.##"}}, "forbid.P: leaves no place for the piece P"),
    (
        {**ROW, "colours": "aa?.#"},
        "colours[1]: found '?'; expected a letter or digit, or '.' where any colour may be",
    ),
    (
        {**ROW, "colours": "PPQ.#"},
        "pieces.P: 'P' is a colour as well; call the piece or the colour otherwise",
    ),
    (
        {**TINTED, "pieces": {"P": "cc"}},
        "pieces.P: found 'c'; expected 'P', or its colour (a, b), for each cell, '.' for the rest",
    ),
    (
        {**TINTED, "pieces": {"P": "bb"}, "copies": 2},
        "colours: the pieces have at least 4 cells of b; the board has 1, and 1 of any",
    ),
    (
        {**TINTED, "pieces": {"P": "bb"}, "copies": 2},
        "colours: the board has 2 cells of a to cover; the pieces have at most 0 that may lie there",
    ),
    (
        {**TINTED, "pieces": {"P": "aP", "Q": "Pa"}},
        "pieces.Q: found 'P', 'a'; expected 'Q', or its colour (a, b), for each cell, '.' for the rest",
    ),
    (
        {**TINTED, "pieces": {"P": "aP", "Q": "Qa"}},
        "pieces.Q: the same piece as P, turned or flipped; draw it once and set copies",
    ),
    (
        {**ROW, "board": "PP..#", "forbid": {"P": "#...#"}},
        "board: found the piece P where `forbid` does not allow it",
    ),
    (
        {**TINTED, "board": "xx..#", "pieces": {"P": "aP", "Q": "aa", "R": "R"}},
        "board: found x, which may be P or Q; draw it with that sign",
    ),
    (
        {**TINTED, "board": "..xx#", "pieces": {"P": "aa", "R": "R"}},
        "board: found the piece P where `colours` does not allow it",
    ),
    (
        {**ROW, "board": "QQ..#", "copies": [0, 1]},
        "board: found Q on 2 cells, another shape than the piece Q",
    ),
]


@looped(("keys", "said"), FAULTY)
def test_what_cannot_be_is_said_in_a_line(keys, said):
    with pytest.raises(SpecError) as caught:
        model(**keys)
    assert any(line.startswith(said) for line in str(caught.value).split("\n")), str(caught.value)


def test_a_piece_that_may_be_left_out_need_not_fit():
    keys = {"size": [1, 10], "pieces": "pentominoes"}
    assert accord.count(model(**keys, copies=[0, 2])).count == 1
    assert accord.count(model(**keys, copies={"I": 2} | dict.fromkeys("FLNPTUVWXYZ", "any"))).count == 1
    with pytest.raises(SpecError, match="the piece X fits nowhere"):
        model(**keys, copies={"I": [0, 2]} | dict.fromkeys("FLNPTUVWYZ", "any"))


def test_signs_that_come_again_are_pieces_of_their_own():
    """Where there are more pieces than signs, `solve` begins again; a board that is read back is the same."""
    keys = {"pieces": "dominoes", "copies": "any"}
    asked = spec(size=[12, 12], **keys)
    found = PACKING.made.model(asked)
    (solution,) = accord.first(found).solutions
    printed = text(PACKING.shown.picture(asked, found, solution.options))
    assert max(Counter(printed.replace("\n", "")).values()) > 2
    again = spec(board=printed, **keys)
    left = PACKING.made.model(again)
    assert left.options == len(PACKING.made.given(again, left)) == 72
    assert {left.option_name(o) for o in range(72)} == set(solution.names)
