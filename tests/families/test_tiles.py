"""Sliding tiles: known facts, the text form, and what is wrong with a board."""

from itertools import permutations

import pytest

import accord
from accord.errors import InputError
from accord.families.tiles import Tiles, board_text, boards, parse, recognise, solvable
from accord.plans.explicit import BreadthFirst
from accord.puzzles.family import SpecError


@pytest.mark.full
def test_two_boards_need_31_moves_and_no_other_needs_more():
    """Breadth-first search from the goal, which all moves lead back to: 181,440 boards."""
    problem = accord.load(
        "tiles:3x3:1,2,3,4,5,6,8,7,."
    ).plan_problem  # parity forbids a plan: so all is searched
    odd = accord.load("tiles:3x3:1,2,3,4,5,6,7,8,.").plan_problem.initial
    search = BreadthFirst(problem)
    search.parents.clear()
    search.parents[odd] = None
    search._open[0], search._depth = odd, {odd: 0}
    object.__setattr__(problem, "goal", ((0, 0), (1, 0)))  # two tiles in one place: never
    for _ in search.steps():
        pass
    far = {}
    for state, parent in search.parents.items():
        far[state] = 0 if parent is None else far[parent[0]] + 1
    assert (search.answer, len(far), max(far.values())) == ("impossible", 181_440, 31)
    hardest = {state for state, moves in far.items() if moves == 31}
    expected = {accord.load("tiles-8", variant=variant).plan_problem.initial for variant in (None, "other")}
    assert hardest == expected


@pytest.mark.parametrize(("variant", "moves"), [(None, 31), ("other", 31), ("easy", 8)])
def test_the_library(variant, moves):
    planned = accord.plan(accord.load("tiles-8", variant=variant))
    assert (planned.answer, planned.moves) == ("shortest", moves)


def test_parity_is_what_decides():
    """Every board of 2 x 3 from which breadth-first search finds a plan, and no other."""
    goal = boards(parse("2x3:seed=1"))[1]
    reached = BreadthFirst(accord.load("tiles:2x3:2,1,3,4,5,.").plan_problem)
    for _ in reached.steps():
        pass
    problem = reached.problem
    names = [
        {name: its[at] for name, its, at in zip(problem.variables, problem.values, state, strict=True)}
        for state in reached.parents
    ]
    odd = set()
    for named in names:
        cells = {cell: int(tile) if tile != "blank" else 0 for tile, cell in named.items()}
        odd.add(tuple(cells[f"r{r}c{c}"] for r in (1, 2) for c in (1, 2, 3)))
    for tiles in permutations(range(6)):
        assert solvable((tiles[:3], tiles[3:]), goal) == (tiles not in odd)


def test_scrambles_can_be_solved_and_differ():
    found = set()
    for seed in range(60):
        board, goal = boards(parse(f"3x4:seed={seed}"))
        assert solvable(board, goal)
        found.add(board)
    assert len(found) == 60


def test_other_goals():
    spec = Tiles(board="1 2\n3 .", goal=". 1\n2 3")
    board, goal = boards(spec)
    assert not solvable(board, goal)
    assert solvable(boards(Tiles(size=(2, 2), seed=7, goal=". 1\n2 3"))[0], goal)


@pytest.mark.parametrize("size", ["2x2", "2x3", "3x3", "4x4", "5x3"])
def test_texts_are_read_back(size):
    board, _ = boards(parse(f"{size}:seed=3"))
    text = ",".join(board_text(board).split())
    assert boards(parse(f"{size}:{text}"))[0] == board
    assert boards(Tiles(board=board_text(board)))[0] == board
    picture = accord.load(f"tiles:{size}:{text}").picture()
    assert "\n".join(picture.lines) == board_text(board)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "expected 3x3:"),
        ("3x3", "expected 3x3:"),
        ("3x3:1,2", "found 2 tiles; expected 3 x 3"),
        ("2x2:1,2,2,.", "found 2 twice"),
        ("2x2:1,2,9,.", "expected 1 to 3, or a dot"),
        ("2x2:1,2,x,.", "found 'x'"),
        ("9x9:seed=1", "expected 2 to 6"),
        ("1x4:1,2,3,.", "expected 2 to 6"),
        ("3x3:seed=x", "expected a whole number"),
    ],
)
def test_what_is_wrong_with_a_text(text, part):
    with pytest.raises(SpecError) as raised:
        parse(text)
    assert part in str(raised.value)


@pytest.mark.parametrize(
    ("spec", "part"),
    [
        (Tiles(), "neither a board nor"),
        (Tiles(board="1 2\n3 .", seed=1), "both a board and"),
        (Tiles(seed=1), "expected the rows and columns"),
        (Tiles(size=(3, 3), seed=-1), "found -1"),
        (Tiles(board="1 2\n3 .", size=(3, 3)), "the board has [2, 2]"),
        (Tiles(board="1 2\n3"), "expected rows alike"),
        (Tiles(board="1 2\n3 .", goal="1 2 3\n4 5 ."), "goal: found 2 x 3; expected 2 x 2"),
        (Tiles(board="1 " * 600), "at most 1,000"),
    ],
)
def test_what_is_wrong_with_a_spec(spec, part):
    with pytest.raises(InputError) as raised:
        _ = accord.Puzzle(family="tiles", spec=spec).plan_problem
    assert part in str(raised.value)


@pytest.mark.parametrize("name", ["tiles:2x2:seed=1", "tiles:3x4:seed=2", "tiles:5x5:seed=3"])
def test_a_board_that_is_printed_is_a_puzzle(name, tmp_path):
    board = boards(accord.load(name).spec)[0]
    (tmp_path / "board").write_text(board_text(board) + "\n")
    assert boards(accord.load(tmp_path / "board").spec)[0] == board


@pytest.mark.parametrize("text", ["", "1 2 3", "1 . .", "a = 1 .", "1.2 3", "........1\n", "x\n. 1", "1\n"])
def test_what_is_no_board_is_left_to_others(text):
    assert not recognise(text)


def test_what_is_wrong_with_a_board_in_a_file_is_told(tmp_path):
    (tmp_path / "board").write_text("1 2 3\n4 . 5\n6 7 7\n")
    with pytest.raises(InputError, match="board: board: found 7 twice; expected each tile and one gap once"):
        accord.load(tmp_path / "board")
