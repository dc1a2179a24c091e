"""Puzzles whose solutions are lines: forms in files, boards that are half solved, texts and drawings."""

import re
from random import Random

import pytest

import accord
from accord.deduce import Step
from accord.deduce.step import Forced
from accord.errors import InputError, UsageError
from accord.hints import Hints
from accord.model.digest import fingerprint
from accord.model.lazy import LazyItem, Separation, with_cuts
from accord.pencil import Instance, Kind, Lines, Sides, at, family
from accord.pencil.lines import edge_of
from accord.pencil.random_lines import outline, random_area, random_loop
from accord.picture import EMPTY, Network, Picture
from accord.problem import Problem
from accord.problem.graph_rules.edges import TWO_EDGES, VISITED
from accord.problem.graph_rules.lowered import JOINED
from accord.problem.graph_rules.path import END
from accord.problem.graph_rules.several_paths.pairs import ALL_VISITED, NO_TURN, ONE_PATH
from accord.problem.graphs import grid
from accord.problem.roles import Role
from accord.puzzles.partial_board import Known, PartialBoard
from accord.puzzles.puzzle import Puzzle
from accord.scene.palette import NEW
from accord.scene.shapes import Stroke


def rules(puzzle):
    """One loop that passes the cells with a sign."""
    p = puzzle.problem()
    line = puzzle.lines_between(p)
    p.single_loop(line, words="the loop")
    for cell in puzzle["board"]:
        p.add(sum(line.at(*cell)) == 2, words=f"the sign at {at(cell)}")
    return p


def side_rules(puzzle):
    p = puzzle.problem()
    p.single_loop(puzzle.sides(p), words="the loop")
    return p


def record(rules, solution):
    from accord.pencil import Board, Sign

    return family(
        Kind(
            name="toy-loop",
            rule="Draw one loop through all signs.",
            source="made for a test",
            parts=(Board("board", "signs", signs=(Sign("o", "a cell on the loop"),)),),
            solution=solution,
            rules=rules,
            example="o../.../...",
        )
    )


def puzzle_of(text, rules=rules, solution=None):
    found = record(rules, solution or Lines())
    return Puzzle(family=found, spec=found.texts.parse(text), name="toy")


def test_a_cell_has_the_sides_by_which_its_line_leaves():
    puzzle = puzzle_of("o./../.o")
    stated = puzzle.record.texts.block.solution
    (solution,) = accord.solutions(puzzle)
    rows = stated.rows(puzzle, solution.options)
    assert rows == (("se", "sw"), ("ns", "ns"), ("ne", "nw"))
    names = [*puzzle.variables]
    chosen, closed = stated.options(puzzle, rows)
    assert chosen == [o for o in solution.options if not puzzle.model.hidden[o]]
    assert [names[option] for option in closed] == ["line[2,1,2,2]"]
    assert all(stated.allows(word) for word in ("ns", "ew", "s", "-"))
    assert not any(stated.allows(word) for word in ("sn", "nsw", "x", ""))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("se sw/ns ns/ne nn", "r3c2: found 'nn'; expected sides of nw"),
        ("se sw/ns ns/ne n", "r3c2: found 'n'; at r3c1 it is otherwise"),
        ("se ew/ns ns/ne nw", "r1c2: found 'ew'; expected sides of sw"),
        ("se sw/ns ns", "found a solution of 2 rows and 2 columns; expected 3 and 2"),
    ],
)
def test_a_wrong_solution_is_refused_with_its_place(rows, message):
    puzzle = puzzle_of("o./../.o")
    with pytest.raises(UsageError, match=message):
        puzzle.record.texts.block.solution.options(puzzle, [row.split() for row in rows.split("/")])


def test_a_loop_along_sides_is_stated_by_the_cells_inside():
    puzzle = puzzle_of(".../...", side_rules, Sides())
    stated = puzzle.record.texts.block.solution
    for solution in accord.solutions(puzzle):
        rows = stated.rows(puzzle, solution.options)
        chosen, closed = stated.options(puzzle, rows)
        assert chosen == [o for o in solution.options if not puzzle.model.hidden[o]]
        assert len(chosen) + len(closed) == puzzle.model.hidden.tolist().count(False)
    assert accord.count(puzzle).count == 40  # loops on the edges of 3 x 4 dots


def test_what_is_printed_of_a_half_solved_board_is_read_again():
    puzzle = puzzle_of("o.../..../...o")
    hints = Hints(puzzle)
    first = next(iter(hints))
    assert first.words == (
        "the sign at r1c1 needs 2 more lines, and only 2 ways are left, so r1c1-r1c2 and r1c1-r2c1 "
        "have a line"
    )
    known = hints.known_so_far()
    text = str(hints.board.picture(known))
    assert text.split("\n")[0].startswith("o┅┅┅")
    assert hints.board.legend(known) == "┅ ┇ a new line"
    read = hints.board.read(text)
    assert hints.board.known_signs(*read) == hints.board.known_signs(known.chosen, known.closed)
    assert Hints(puzzle, text).known[0]
    crossed = text.replace("·   ·", "· x ·", 1)
    assert hints.board.read(crossed)[1]
    with pytest.raises(UsageError, match=r"known, row 1, column 3: found '\?+q'|found 'q'; expected one of"):
        hints.board.read(text.replace("┅┅┅", "qqq", 1))
    with pytest.raises(UsageError, match="known: found 2 rows; expected 5, as the board is printed"):
        hints.board.read("o\n.")


def test_new_lines_of_a_hint_have_a_colour_of_their_own():
    puzzle = puzzle_of("o.../..../...o")
    board = PartialBoard(puzzle)
    chosen = [0, 1]
    drawn = board.drawing(Known(chosen, [5], [1]))
    assert len(drawn.network.chosen) == 2
    assert len(drawn.network.new) == 1
    from accord.scene.board import scene_of

    inks = [shape.line for shape in scene_of(drawn).shapes if isinstance(shape, Stroke)]
    assert inks.count(NEW) == 1


def test_walls_between_regions_are_crossed_by_lines_and_numbers_stand_above():
    cells = {(0, row, column): EMPTY for row in range(2) for column in range(2)}
    picture = Picture(
        "square",
        cells,
        regions={place: place[2] for place in cells},
        corners={(0, 0, 1): "12"},
        network=Network(
            "cells",
            ((0, 0), (0, 1), (1, 0), (1, 1)),
            frozenset({((0, 0), (0, 1)), ((0, 0), (1, 0))}),
            crossed=frozenset({((1, 0), (1, 1))}),
        ),
    )
    assert str(picture).split("\n") == [
        "┌───┬12─┐",
        "│ ┏━┿━╸ │",
        "│ ┃ │   │",
        "│ ╹ x · │",
        "└───┴───┘",
    ]


def test_long_edges_and_two_lines_side_by_side():
    cells = {(0, 0, column): "3" if column != 1 else EMPTY for column in range(3)}
    edge = ((0, 0), (0, 2))
    network = Network("cells", ((0, 0), (0, 2)), frozenset({edge}), double=frozenset({edge}))
    assert str(Picture("square", cells, network=network)) == "3═══════3"


@pytest.mark.parametrize("seed", range(12))
def test_random_loops_are_loops(seed):
    dice = Random(seed)
    loop = random_loop(dice, (7, 9))
    at = {}
    for edge in loop:
        for end in edge:
            at.setdefault(end, []).append(edge)
    assert {len(some) for some in at.values()} == {2}
    cell = min(at)
    walked, before = [], None
    while not walked or cell != walked[0]:
        walked.append(cell)
        edge = next(edge for edge in at[cell] if edge != before)
        cell, before = next(end for end in edge if end != cell), edge
    assert len(walked) == len(loop) > 20
    assert outline(random_area(dice, (1, 1))) == outline([(0, 0)])


def test_names_of_edges():
    blank = Instance("toy", (2, 2), {})
    p = blank.problem()
    line = blank.lines_between(p, [(0, 0), (0, 1), (1, 1)])
    assert [edge_of(atom.name) for atom in line.values()] == [((0, 0), (0, 1)), ((0, 1), (1, 1))]
    sides = Sides()
    q = blank.problem()
    called = [sides.label(blank, atom.name) for atom in blank.sides(q).around(0, 0)]
    assert sorted(called) == ["r1c1/r1c2", "r1c1/r2c1", "the left of r1c1", "the top of r1c1"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("slitherlink:.13/..3/3..", "the 3 at r1c3 needs 3 more lines, so "),
        ("masyu:.w../..../.w../.w..", "by the line through the white pearl at r1c2, r1c1-r1c2 and "),
        (
            "masyu:.w../..../.w../.w..",
            "at r3c1 the line can neither end nor branch, so r2c1-r3c1 has no line",
        ),
        ("yajilin:._?_._./1e_._._./._._._./._._._.", "can neither end nor branch, so "),
        ("numberlink:.12/.2./..1", "a line joins cells of one number only, so "),
        ("hashi:3.6.3/...../..4.3/...../1....", "by the 3 at r1c1, r1c1-r1c3 has a bridge"),
        ("country-road:6..5/..../..../....;1223/1233/1233/1114", "the loop crosses the border of country 4 "),
    ],
)
def test_hints_name_edges_in_words_of_lines(text, words):
    said = [hint.words for hint in Hints(accord.load(text))]
    assert any(words in each for each in said)
    assert not any("visited" in each or "line[" in each or "-2" in each for each in said)


def test_items_and_hidden_options_of_rules_on_lines_have_roles():
    p = Problem()
    p.add(p.boolean("b") | p.boolean("c"))
    p.single_loop(p.edges(grid(3, 3), "loop"), words="the loop")
    p.paths(p.edges(grid(2, 3), "line"), ends=[((0, 0), (0, 2)), ((1, 0), (1, 2))], words="the lines")
    roles = dict(zip(p.model.item_names, p.roles, strict=True))
    assert roles["the loop: r2c2 has two edges or none"] == Role(TWO_EDGES, 1, "r2c2")
    assert roles["the lines: r1c1 is an end"] == Role(END, 2, "r1c1")
    assert roles["the lines: digit 1 from r1c2 to r2c2"] == Role(ONE_PATH, 2)
    options = {p.model.option_name(option): role for option, role in p.option_roles.items()}
    assert options["the loop: r2c2 is visited"] == Role(VISITED, 1, "r2c2")
    assert VISITED.chosen == "on a line"


def test_a_lazy_item_belongs_to_its_rule_whatever_the_rules_are_called():
    p = Problem()
    p.add(p.boolean("b") | p.boolean("c"), words="the loop")
    p.single_loop(p.edges(grid(2, 5)), words="the loop")
    two = [
        name
        for name in p.model.names
        if re.fullmatch(r"edge\[[12],[12],[12],[12]\]|edge\[.,[45],.,[45]\]", name)
    ]
    (item,) = p.model.lazy.violations(two, None)
    assert item.about == Role(JOINED, 1)
    model = with_cuts(p.model, [Separation(p.model, lambda *_: None).cut(item)])
    assert p.rules_of(model)[-1] == [1]
    assert p.known_by(model)[-1] == ["the loop"]
    assert item.plain == LazyItem(item.name, item.gives, item.low)
    plain = with_cuts(p.model, [Separation(p.model, lambda *_: None).cut(item.plain)])
    assert plain.about == {}
    assert fingerprint(plain) == fingerprint(model)


@pytest.mark.parametrize(
    ("says", "chosen", "words"),
    [
        (JOINED, False, "otherwise a loop would leave out other lines"),
        (JOINED, True, "lines have to be joined to the others"),
        (TWO_EDGES, True, "the line at r1c2 can go on in one way only"),
        (TWO_EDGES, False, "at r1c2 the line can neither end nor branch"),
        (END, False, "the line of r1c2 leaves it in one way only"),
        (NO_TURN, False, "no line turns back at once"),
        (ALL_VISITED, True, "no cell is left over"),
        (VISITED, True, None),
    ],
)
def test_items_of_rules_on_lines_in_words(says, chosen, words):
    step = Step("bounds", (0,), (1,) * chosen, (1,) * (not chosen), (Forced(1, chosen, 1),))
    assert Role(says, 0, "r1c2").reason(step) == words


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("slitherlink:5./..", "found '5' in column 1; expected a number 0 to 4, - for none"),
        ("masyu:wq/..", "found 'q' in column 2; expected w (a white pearl), b (a black pearl), - for none"),
        ("yajilin:9e_._./._._.", "column 1: found 9e; expected 0 to 1, the cells there that can be shaded"),
        ("numberlink:1.1/1..", "column 1: found the number 1 in 3 cells; expected 2"),
        ("numberlink:../..", "board: found no number; expected numbers, each of them twice"),
        ("hashi:11/..", "column 1: found an island beside another; expected a cell between them"),
        ("hashi:1./..", "column 1: found 1; expected another island in sight, or ?"),
        ("hashi:3.1/...", "column 1: found 3; expected 1 to 2, two for each island in sight"),
        ("country-road:3./..;11/22", "column 1: found 3; expected 1 to 2, the cells of its country"),
        ("country-road:11/..;11/22", "column 2: found a second number in a country; expected one"),
    ],
)
def test_faults_have_their_place_and_what_was_expected(text, fault):
    with pytest.raises(InputError, match=re.escape(fault)):
        assert accord.load(text).model


@pytest.mark.parametrize(
    ("address", "rows"),
    [  # of the tests of pzpr, with the solutions there
        ("mashu/6/6/1063000i3000", "se ew ew sw se sw/ns se ew nw ns ns/ns ns se ew nw ns"),
        ("yajilin/5/5/m32j10", "se ew sw se sw/ne sw ne nw ns/x ns x - ns"),
        ("numlin/5/5/1j2h3m1h2j3", "e sw se ew sw/s ns ns s ns"),
        ("hashi/5/5/4g2i3h23k3g1g3g4g3", "- 2 - - -/b - 1 1 -"),
        ("country/5/5/amda0uf02h12h", "- - se sw -/se ew nw ne sw/ne ew sw - ns"),
    ],
)
def test_addresses_of_sites_are_solved(address, rows):
    puzzle = accord.load(f"https://puzz.link/p?{address}")
    outcome = accord.unique(puzzle)
    assert outcome.answer == "unique"
    found = puzzle.record.texts.block.solution.rows(puzzle, outcome.solutions[0].options)
    assert "/".join(" ".join(row) for row in found).startswith(rows)


def test_bridges_that_would_cross_are_not_both_built():
    """Six islands on a ring of spans, two of which cross: one of the two is left out, others are 1 or 2."""
    assert accord.count(accord.load("hashi:?.?../...../?...?/...../..?.?")).count == 2 * 2**5
