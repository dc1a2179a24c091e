"""`accord draw` and the sights of `accord show`: files, streams, texts, and errors of one line."""

import json
import pickle
import re
import threading
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import msgspec
import pytest
from commands import called
from hogs import wait
from seen import seen

import accord
import accord.setters.candidates
from accord.arguments.drawing import DrawCommand
from accord.cli import draw
from accord.errors import StoppedError, UsageError
from accord.puzzles.puzzle import Puzzle
from accord.setters.candidates import Candidates

MODELS = Path(__file__).parents[2] / "models"


def drawn(*words):
    done = called("draw", *words)
    assert done.returncode == 0, done.stderr
    return seen(done.stdout)


def refused(*words, code=2):
    """The line that says why not."""
    done = called(*words)
    assert (done.returncode, done.stdout) == (code, "")
    last = done.stderr.strip().splitlines()[-1]
    assert "Traceback" not in done.stderr
    return last.removeprefix("accord: ").partition("; see accord ")[0]


def test_a_file_and_stdout_are_the_same(tmp_path):
    words = ["queens-8", "--solution", "3", "--quiet"]
    assert called("draw", *words, "-o", tmp_path / "q.svg").stdout == ""
    assert (tmp_path / "q.svg").read_text() == called("draw", *words).stdout
    assert called("draw", *words, "-o", "-").stdout.startswith("<?xml")
    called("draw", *words, "-o", tmp_path / "q.png")
    assert (tmp_path / "q.png").read_bytes()[1:4] == b"PNG"
    assert called("draw", *words).stderr == ""


def test_the_nth_solution_is_that_of_solve():
    third = called("solve", "queens-8", "--number", "3", "--style", "line", "--quiet").stdout.splitlines()[2]
    sheet = drawn("queens-8", "--solution", "3")
    (cells,) = sheet.cells
    assert "".join("Q" if sheet.fill_at((x, y + 8)) == "#000000" else "." for x, y in cells) == third


def test_an_empty_board_has_its_clues():
    texts = [text for _, text, _ in drawn("aquarium-6x6").texts]
    assert texts == [*"455331", *"455313"]
    assert len([bold for _, _, bold in drawn("sudoku-17").texts if bold]) == 17


def test_a_sheet_has_its_captions():
    sheet = drawn("pentomino-3x20", "--sheet", "9", "--columns", "1")
    assert [text for _, text, _ in sheet.texts if text.isdigit()] == list("12345678")
    assert len({x for (x, _), text, _ in sheet.texts if text.isdigit()}) == 1
    assert "there are no more" in called("draw", "pentomino-3x20", "--sheet", "9").stderr


def test_a_variant_is_drawn():
    columns = [
        len({x for (x, _), _, bold in drawn("freecell-small", *words).texts if bold})
        for words in ((), ("--variant", "three-columns"))
    ]
    assert columns == [4, 3]


def test_marks_are_shades_on_what_is_free_and_spots_on_what_is_not():
    free = drawn("meteor", "--mark", "r1c1 r2c1", "--mark", "r10c5")
    (cells,) = free.cells
    assert [n for n, cell in enumerate(cells) if free.fill_at(cell) == "#FFDD88"] == [0, 5]
    assert [n for n, cell in enumerate(cells) if free.fill_at(cell) == "#BBCCFF"] == [49]
    covered = drawn("aquarium-6x6", "--solution", "1", "--mark", "r6c1,r1c1")
    rows = covered.squares
    assert covered.circles == [((rows[5][0][0], rows[5][0][1]), "#FFDD88")]
    assert covered.fill_at(rows[0][0]) == "#FFDD88"


def test_a_solid_shows_marks_and_shares_on_its_cubes():
    tops = drawn("soma", "--solid", "--mark", "l1r1c1 l3r3c3")
    fills = [path.fill for path in tops.paths if path.stroke == "#999999"]
    assert [n for n, fill in enumerate(fills) if fill == "#FFDD88"] == [0, 26]
    assert drawn("soma", "--solid", "--solution", "1", "--mark", "l1r1c1").circles
    maps = drawn("soma", "--solid", "--frequencies")
    shares = [text for _, text, _ in maps.texts if text.endswith("%")]
    assert (shares.count("0%"), shares.count("31%"), len(shares)) == (7, 9, 21)  # scales, and the largest


def test_what_reduction_drops_is_drawn_with_its_holes():
    sheet = drawn("template", "--dropped")
    sizes = [int(text.split()[-2]) for _, text, _ in sheet.texts if "hole" in text]
    shaded = [len(path.rings) for path in sheet.paths if path.fill == "#FFDD88"]
    assert sizes == shaded
    assert len(sizes) == 8


def test_a_caption_is_no_wider_than_its_board():
    from accord.scene.paper import sheet
    from accord.scene.shapes import Label, Scene

    (label,) = sheet([Scene(2.0, 2.0, ())], ["a caption of very many words"]).shapes
    assert isinstance(label, Label)
    assert label.size * 0.6 * len(label.text) <= 2.0


def test_one_of_a_file_of_blocks_with_its_stated_solution():
    file = MODELS / "two-kinds.txt"
    for name in ("blots", "more blots"):
        sheet = drawn(f"{file}:{name}", "--known")
        (fill,) = (path for path in sheet.paths if path.fill == "#333333")
        rows = [[fill.holds(cell) for cell in row] for row in sheet.squares]
        wanted = accord.load(f"{file}:{name}").stated
        assert rows == [[word == "x" for word in row] for row in wanted]


@pytest.mark.parametrize(("words", "said"), [
    (("queens-8", "-o", "x.gif"), "x.gif: expected a name that ends with one of .svg, .png, .pdf"),
    (("queens-8", "-o", "x.sgv"),
     "x.sgv: expected a name that ends with one of .svg, .png, .pdf; did you mean '.svg'?"),
    (("queens-8", "-o", "lost/x.svg"),
     "lost/x.svg: cannot be written: there is no folder lost; make it first"),
    (("meteor", "--mark", "r1c6"), "--mark: found 'r1c6'; expected cells of the board, such as r1c2"),
    (("template", "--mark", "r2c3"), "--mark: found 'r2c3'; expected cells of the board, such as r1c2"),
    (("queens-8", "--mark", "here"), "--mark: found 'here'; expected cells of the board, such as r1c2"),
    (("queens-8", "--pieces"), "queens-8: the family queens has no pieces"),
    (("queens-8", "--orientations"), "queens-8: the family queens has no pieces"),
    (("queens-8", "--dropped"), "queens-8: there is nothing to draw: reduction drops no option"),
    (("queens-8", "--known"), "queens-8: its file states no solution"),
    (("queens-8", "--solution", "93"), "queens-8: found 92 of 93 solutions"),
    (("dominoes-8x8-mutilated", "--sheet", "3"),
     "dominoes-8x8-mutilated: there is nothing to draw: there are no solutions"),
    (("dominoes-8x8-mutilated", "--frequencies"),
     "dominoes-8x8-mutilated: there is nothing to draw: there are no solutions"),
    (("queens-8", "--pieces", "--dropped"), "--pieces and --dropped exclude each other"),
    (("queens-8", "--solid"), "Eight queens: only boards of cubes can be seen as solids; leave solid out"),
    (("freecell-1", "--solution", "1"),
     "freecell-1 is a plan problem: of it there is only the first board to draw; leave --solution out, or "
     "see its moves by accord plan freecell-1"),
    (("tiles-8", "--solid"),
     "Eight tiles, one of the two boards that are farthest from the goal: only boards of cubes can be seen "
     "as solids; leave solid out"),
])  # fmt: skip
def test_what_cannot_be_drawn_is_said_in_one_line(words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert refused("draw", *words) == said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("word", ["", "zz", "r1c9"])
def test_a_cell_that_is_none_is_said(word):
    assert refused("draw", "meteor", "--placements", word).startswith(
        f"unknown item {word!r}; there are r1c1,"
    )


def test_a_search_that_is_cut_short_keeps_what_it_has():
    cancel = threading.Event()
    console = SimpleNamespace(cancel=cancel, progress=lambda step: len(step.solutions) and cancel.set())
    query = DrawCommand(backend="cpsat")
    found, stopped = draw.solutions_of(accord.load("pentomino-6x10"), 1000, query, console)
    assert 0 < len(found) < 1000
    assert [solution.number for solution in found] == list(range(1, len(found) + 1))
    assert str(stopped).startswith(f"pentomino-6x10: found {len(found)} of 1,000 solutions: ")
    assert stopped.exit_code == 130


def test_a_sheet_that_is_cut_short_is_drawn_and_said(tmp_path, monkeypatch):
    puzzle = accord.load("queens-8")
    some = list(accord.solutions(puzzle))[:3], StoppedError("too late")
    monkeypatch.setattr(draw, "solutions_of", lambda *_: some)
    done = called("draw", "queens-8", "--sheet", "9", "-o", tmp_path / "s.svg")
    assert (done.returncode, done.stderr) == (5, "accord: too late\n")
    assert len(seen((tmp_path / "s.svg").read_text()).cells) == 3
    assert called("draw", "queens-8", "--solution", "9").stderr == "accord: too late\n"


def test_a_limit_before_any_solution_leaves_no_file(tmp_path):
    words = ("pentomino-6x10", "--sheet", "2", "--time-limit", "0.000001", "-o", tmp_path / "s.svg")
    said = refused("draw", *words, code=5)
    ended = r"stopped after .* seconds(, while the model was built)?"
    assert re.fullmatch(f"pentomino-6x10: found 0 of 2 solutions: {ended}", said)
    assert not (tmp_path / "s.svg").exists()


# -- the same as text ------------------------------------------------------------------------------


def test_pieces_as_text():
    shown = called("show", "template", "--pieces").stdout
    assert shown == "L: 2\nLLL\nL##\n\nI\nIIII\n\nO\nOO\nOO\n\n3 in all\n"
    assert called("show", "template", "--orientations").stdout.endswith("\n\n11 in all\n")


def test_placements_as_text():
    lines = called("show", "meteor", "--placements").stdout.splitlines()
    assert lines[-2].split() == ["all", "2,596", "2,078"]
    assert [line.split()[0] for line in lines[:-2]] == list("0123456789")
    corner = called("show", "meteor", "--placements", "r1c1").stdout
    model = accord.load("meteor").model
    options = model.options_of(model.item_index["r1c1"]).tolist()
    assert corner.endswith(f"\n\n{len(options)} in all\n")
    assert all(model.option_name(option) in corner for option in options)
    assert called("show", "queens-8", "--placements").stdout.split()[:3] == ["all", "64", "64"]


def test_what_is_dropped_as_text():
    shown = called("show", "template", "--dropped").stdout
    blocks = shown.strip().split("\n\n")
    assert blocks[-1] == "8 in all"
    for block in blocks[:-1]:
        words, *board = block.splitlines()
        assert words.endswith("cells")
        size = int(words.split()[-2])
        assert "".join(board).count("*") == size
    assert called("show", "soma", "--dropped").stdout == "0 in all\n"


def test_sights_as_json():
    rows = json.loads(called("show", "meteor", "--placements", "--json").stdout)
    assert rows[0] == {"piece": "0", "placements": 208, "left": 166}
    (first, *_) = json.loads(called("show", "template", "--dropped", "--json").stdout)
    assert first.keys() == {"caption", "board"}
    assert len(first["board"]) == 3
    assert refused("show", "meteor", "--pieces", "--dropped") == "--pieces and --dropped exclude each other"


# -- Python and notebooks --------------------------------------------------------------------------


def test_a_solution_printed_is_its_board_and_a_notebook_draws_it():
    puzzle = accord.load("queens-8")
    solution = next(accord.solutions(puzzle))
    assert str(solution) == str(puzzle.picture(solution))
    assert solution._repr_svg_() == puzzle.draw(solution).svg() == solution.draw().svg()
    assert puzzle._repr_svg_() == puzzle.draw().svg()
    assert str(solution) != str(puzzle.picture())


def test_a_pickled_solution_has_its_options_and_no_board():
    solution = next(accord.solutions(accord.load("queens-8")))
    again = pickle.loads(pickle.dumps(solution))
    assert again == solution
    assert again.puzzle is None
    assert str(again) == f"solution 1: {', '.join(solution.names)}"
    assert again._repr_svg_() is None
    with pytest.raises(UsageError, match="a solution of a bare model has no board"):
        again.draw()


def test_an_answer_can_be_read_back_from_its_json():
    outcome = accord.run(accord.load("queens:6"), "first")
    again = msgspec.json.decode(outcome.json(), type=type(outcome))
    assert again == outcome
    assert again.solutions[0].puzzle is None
    planned = accord.plan(accord.load("tiles-8", variant="easy"))
    assert msgspec.json.decode(planned.json(), type=type(planned)).plan == planned.plan
    assert "<svg" not in pickle.loads(pickle.dumps(planned))._repr_html_()


def test_a_notebook_shows_outcomes_and_plans():
    outcome = accord.run(accord.load("queens-8"), "first")
    (solution,) = outcome.solutions
    assert outcome._repr_html_().count("<svg") == 1
    assert solution.draw().svg() in outcome._repr_html_()
    planned = accord.plan(accord.load("tiles-8", variant="easy"))
    shown = planned._repr_html_()
    assert shown.count("<svg") == 1
    assert shown.count("<li>") == len(planned.plan) > 0


def test_words_in_notebooks_are_escaped(tmp_path):
    (tmp_path / "a&b.toml").write_text('family = "queens"\nsize = 4\ntitle = "<i>"\n')
    outcome = accord.run(accord.load(tmp_path / "a&b.toml"), "count")
    assert "a&amp;b" in outcome._repr_html_()
    assert "<i>" not in outcome._repr_html_()


def test_svg_of_every_family_that_has_an_example_is_well_formed():
    for name in ("template", "queens-8", "langford-8", "sudoku-4x4", "tiles-8", "freecell-small", "clues-4x4",
                 "aquarium-6x6", "nonogram-key", "thermometers-6x6"):  # fmt: skip
        ElementTree.fromstring(accord.load(name).draw().svg())


def test_one_of_many_without_solutions_keeps_no_other_back(tmp_path):
    (tmp_path / "m.txt").write_text("1...3...4...2...\n11..............\n")
    run = called("draw", tmp_path / "m.txt", "--sheet", "2", "-o", tmp_path / "m.svg")
    assert "there are no solutions" in run.stderr
    assert run.returncode != 0
    assert (tmp_path / "m.svg").read_text().count("#FFFFFF") > 1


def test_one_of_many_that_takes_too_long_is_named_and_keeps_no_other_back(tmp_path, monkeypatch):
    draw = Puzzle.picture
    monkeypatch.setattr(
        Puzzle, "picture", lambda self, *given: (wait if "5" in self.name else draw)(self, *given)
    )
    run = called("draw", "queens:4", "queens:5", "-o", tmp_path / "m.svg", "--time-limit", "0.1")
    assert run.returncode == 5
    assert "stopped after 0.1 seconds, while queens:5 was drawn" in run.stderr
    assert (tmp_path / "m.svg").exists()


@pytest.mark.parametrize(("status", "code"), [("cancelled", 130), ("time", 5), ("complete", 2)])
def test_candidates_of_which_none_was_found_say_why(monkeypatch, status, code):
    """A search that was stopped is no usage error."""
    answer = "impossible" if status == "complete" else "undecided"
    found = Candidates(puzzle="queens", answer=answer, status=status, reason="stopped", versions={})
    monkeypatch.setattr(accord.setters.candidates, "candidates", lambda *_, **__: found)
    done = called("draw", "queens:6", "--candidates")
    assert (done.returncode, done.stdout) == (code, "")
    assert "there is nothing to draw" in done.stderr
