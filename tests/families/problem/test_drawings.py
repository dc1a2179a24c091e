"""Drawings of problems, read back from their SVG: loops, paths, black cells, regions, clues, tables."""

from collections import Counter

import pytest
from commands import called
from seen import seen

import accord
from accord.errors import InputError, RefusedError
from accord.problem.graphs import dots, graph_of, grid
from accord.puzzles import views
from accord.puzzles.library import entries
from accord.puzzles.partial_board import PartialBoard
from accord.render.files import NOT_IN_FONTS
from accord.render.svg import UNIT
from accord.scene.shapes import Label, Scene

LINE, INK, DARK = "#2255AA", "#000000", "#333333"


def solved(name):
    puzzle = accord.load(name)
    (solution,) = accord.unique(puzzle, backend="sat").solutions
    return puzzle, solution, seen(solution.draw().svg())


def cell_at(point, margin=0.3):
    """The row and column of a point of a drawing, in halves of cells."""
    x, y = (round(2 * (at / UNIT - margin)) / 2 for at in point)
    return y, x


def segments(sheet, colour=LINE):
    return [tuple(map(cell_at, ring)) for path in sheet.paths if path.stroke == colour for ring in path.rings]


def ends(lines):
    return Counter(end for line in lines for end in line)


def test_a_loop_has_as_many_lines_around_a_clue_as_that_says():
    puzzle, solution, sheet = solved("slitherlink-6")
    lines = segments(sheet)
    middles = Counter(((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in lines)
    texts = {cell_at((x, y - 8.6)): text for (x, y), text, _ in sheet.texts}
    assert set(texts.values()) == {"1", "2", "3"}
    for (row, column), text in texts.items():
        around = [(row - 0.5, column), (row + 0.5, column), (row, column - 0.5), (row, column + 0.5)]
        assert sum(middles[side] for side in around) == int(text)
    assert {*ends(lines).values()} == {2}
    assert len(lines) == sum(value is True for name, value in solution.values.items() if name[:4] == "loop")
    assert len(sheet.circles) == 49
    assert segments(seen(puzzle.draw().svg())) == []


def test_paths_lead_from_a_number_to_the_same_number():
    _, _, sheet = solved("numberlink-6")
    lines = segments(sheet)
    of = {end: {end} for line in lines for end in line}
    for one, other in lines:
        joined = of[one] | of[other]
        of |= dict.fromkeys(joined, joined)
    texts = {cell_at((x, y - 8.6)): text for (x, y), text, _ in sheet.texts}
    assert sorted(cell for cell, number in ends(lines).items() if number == 1) == sorted(texts)
    for cell, text in texts.items():
        assert [texts[other] for other in of[cell] if other in texts] == [text, text]
    assert len(sheet.circles) == len(texts) == 8


def test_black_cells_keep_their_numbers():
    puzzle, solution, sheet = solved("hitori-6")
    (black,) = (path for path in sheet.paths if path.fill == DARK)
    signs = puzzle.picture(solution).signs
    shown = [[black.holds(cell) for cell in row] for row in sheet.squares]
    assert shown == [[signs[0, r, c] == "#" for c in range(6)] for r in range(6)]
    assert "".join(text for _, text, _ in sheet.texts) == puzzle.spec.data["number"].replace("\n", "")


def test_sums_stand_beside_the_runs_that_they_are_of():
    _, _, sheet = solved("kakuro")
    corner = sheet.squares[0][0]
    rows: dict[float, list[int]] = {}
    for (x, y), text, _ in sheet.texts:
        if y > corner[1] - UNIT / 2:
            rows.setdefault(round((y - corner[1]) / UNIT), []).append((x, int(text)))
    for shown in rows.values():
        clue, *digits = [number for _, number in sorted(shown)]
        assert clue == sum(digits)
    assert len(rows) == 4


def test_regions_are_walls_and_true_cells_have_a_figure():
    puzzle, _, sheet = solved("star-battle")
    (walls,) = (path for path in sheet.paths if path.stroke == INK)
    assert len(walls.rings) == len(set(puzzle.spec.data["areas"]) - {"\n"}) == 5
    stars = [path for path in sheet.paths if path.fill == INK]
    held = [
        ring for star in stars for ring in walls.rings if type(star)([ring], "", None).holds(star.rings[0][0])
    ]
    assert len(stars) == len({tuple(ring) for ring in held}) == 5


def test_a_hexagonal_loop_runs_along_the_sides_of_cells():
    problem = accord.Problem()
    loop = problem.edges(dots(grid(2, 2, lattice="hexagonal")), "loop")
    problem.add(*loop.around(1, 0))
    (lines,) = (shape for shape in accord.draw(problem).shapes if getattr(shape, "width", 0) == 0.13)
    assert len(lines.lines) == 6
    for (x, y), (u, v) in lines.lines:
        assert (x - u) ** 2 + (y - v) ** 2 == pytest.approx(1 / 3)


def test_several_groups_of_variables_are_drawn_below_each_other():
    problem = accord.Problem(title="several")
    x = problem.board(2, 2, values=[1, 2], name="x")
    problem.integers(["a", "b"], 1, 3)
    problem.edges(dots(grid(1, 1)), "loop")
    problem.add(x[0, 0] == 2)
    labels = [shape.text for shape in accord.draw(problem).shapes if isinstance(shape, Label)]
    assert labels == ["2", "a", "b", "1 to 3", "1 to 3", "x", "loop"]  # clues, and then captions


def test_edges_without_a_board_are_refused_in_one_line(tmp_path):
    problem = accord.Problem(title="A triangle")
    problem.edges(graph_of([("a", "b"), ("b", "c"), ("c", "a")]), "e")
    with pytest.raises(RefusedError, match="A triangle: cannot be drawn: the edges e are of no flat board"):
        accord.draw(problem)
    solution = next(accord.solutions(problem, backend="sat"))
    assert solution._repr_svg_() is None
    assert accord.run(problem, "first")._repr_html_().count("<svg") == 0
    file = tmp_path / "t.toml"
    accord.save(problem, file)
    done = called("draw", file, "-o", tmp_path / "t.svg")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert "cannot be drawn: the edges e are of no flat board" in done.stderr
    assert not (tmp_path / "t.svg").exists()


def test_lines_have_no_heat_map():
    done = called("draw", "slitherlink-6", "--frequencies")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("there is nothing to draw: its solutions are lines, which have no map\n")


@pytest.mark.parametrize(("name", "after"), [("slitherlink-6", 4), ("numberlink-6", 3)])
def test_hints_show_which_edges_are_new_and_which_are_none(name, after):
    puzzle = accord.load(name)
    hint = accord.hint(puzzle, after=after)
    board = PartialBoard(puzzle)
    network = board.picture(hint.known).network
    assert network.new
    assert network.new <= network.chosen | network.crossed
    assert network.crossed - network.new  # those of hints before
    edges = [name for name in (*hint.chosen, *hint.closed) if ": " not in name]  # others are of the rule
    assert len(network.new) == len(edges)
    marks = Counter(str(board.picture(hint.known)))
    assert marks["x"] == len(network.crossed - network.new)
    assert marks["X"] == len(network.crossed & network.new)


def test_full_cells_have_a_heat_map():
    puzzle = accord.load("hitori-6")
    (solution,) = accord.solutions(puzzle)
    counts = [int(option in solution.options) for option in range(puzzle.model.options)]
    (view,) = views.frequencies(puzzle, counts, 1)
    full = {place for place, sign in puzzle.picture(solution.options).signs.items() if sign == "#"}
    assert (view.caption, view.picture.heat) == ("#", dict.fromkeys(full, 1))
    assert len(full) == 10
    assert not full & view.picture.clues.keys()
    assert called("draw", "hitori-6", "--frequencies").returncode == 0


def test_a_notebook_shows_a_problem_as_its_boards():
    problem = accord.Problem(title="Two in a row")
    x = problem.board(1, 2, values=[1, 2], name="x")
    problem.add(x[0, 0] < x[0, 1])
    assert problem._repr_svg_() == accord.draw(problem).svg()
    assert "<title>Two in a row</title>" in problem._repr_svg_()
    assert accord.Problem()._repr_svg_() is None
    graph = accord.Problem()
    graph.edges(graph_of([("a", "b")]), "e")
    assert graph._repr_svg_() is None


@pytest.mark.parametrize(("keys", "said"), [
    ('clues = "nothing"', "drawing.clues: found 'nothing'; expected a name of the data: short, four"),
    ('regions = "short"', "drawing.regions: short is no picture of a square board: a sign for each cell"),
    ('top = "four"', "drawing.top: four is no list with a clue for each column of a square board"),
    ('figure = "star"', "drawing.figure: there is no board of truths"),
    ('figure = "moon"', "drawing.figure: found 'moon'"),
    ('colour = "red"', "drawing.colour"),
])  # fmt: skip
def test_what_is_wrong_with_a_drawing_is_stated(keys, said, tmp_path):
    (tmp_path / "p.toml").write_text(
        'family = "problem"\ntitle = "t"\nrules = "x[1,1] == 1"\n[data]\nshort = """\n..\n..\n"""\n'
        f"four = [1, 2, 3, 4]\n[variables]\nx = {{ board = [4, 3], values = '1..2' }}\n[drawing]\n{keys}\n"
    )
    with pytest.raises(InputError, match="p.toml:1[0-9]: " + said.replace(".", r"\.")):
        accord.load(tmp_path / "p.toml").draw()


def texts(scene: Scene):
    return "".join(shape.text for shape in scene.shapes if isinstance(shape, Label))


@pytest.mark.full
def test_every_puzzle_is_drawn_and_no_glyph_is_missing():
    names = [entry.name for entry in entries()]
    assert len(names) > 250
    for name in names:
        scene = accord.load(name).draw()
        assert scene.shapes, name
        assert NOT_IN_FONTS.search(texts(scene)) is None, name


@pytest.mark.parametrize("name", ["golomb-6", "zebra", "petersen", "knapsack", "nonogram-regular"])
def test_a_solved_problem_without_clues_is_drawn(name):
    solution = next(accord.solutions(accord.load(name), backend="sat"))
    words = texts(solution.draw())
    assert NOT_IN_FONTS.search(words) is None
    values = [str(value) for value in solution.values.values() if not isinstance(value, bool)]
    assert all(value in words for value in values)
