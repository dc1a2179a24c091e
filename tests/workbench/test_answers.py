"""What a worker process answers: faults, boards, verdicts, and what setters ask, by verb."""

import threading
from base64 import b64decode
from typing import get_args

import pytest
from looped import looped
from waiting import Later

import accord
from accord.errors import AccordError, UsageError
from accord.puzzles.loader import of_pasted
from accord.symmetry.estimate import Forecast
from accord.workbench import answers
from accord.workbench.ask import Ask, Verb
from accord.workbench.editor import differing

TWO = "sudoku:12....1..1......"  # six solutions
ONE = "akari:.1./x../..2"
NONE = "sudoku:11.............."


def ask(verb, text, **more):
    """The events by name; progress as well."""
    found = {}
    for event in answers.events(Ask(verb=verb, text=text, **more), threading.Event(), lambda event: None):
        found.setdefault(event["event"], []).append(event)
    return found


def only(verb, text, name, **more):
    (event,) = ask(verb, text, **more)[name]
    return event


def test_every_verb_has_a_function():
    assert set(answers.VERBS) == set(get_args(Verb))
    for place in answers.VERBS.values():
        assert callable(answers.load_reference(f"accord.workbench.{place}"))


def test_a_unique_puzzle_with_its_spare_clues_its_level_and_its_first_step():
    found = ask("edit", ONE)
    assert found["verdict"][0]["answer"] == "unique"
    assert found["why"][0]["spare"] == accord.why(accord.load(ONE)).spare
    assert found["rating"][0]["words"] == accord.rate(accord.load(ONE)).difficulty
    assert found["step"][0]["words"].startswith("1. ")


def test_two_solutions_and_the_cells_in_which_they_differ():
    found = ask("edit", TWO)
    verdict = found["verdict"][0]
    one, other = verdict["solutions"]
    puzzle = accord.load(TWO)
    signs = [str(puzzle.picture(each)).replace("\n", "") for each in (one, other)]
    assert verdict["answer"] == "several"
    assert verdict["differ"]
    assert {tuple(place) for place in verdict["differ"]} <= {(0, r, c) for r in range(4) for c in range(4)}
    assert signs[0] != signs[1]
    assert found["count"][0] == {"event": "count", "words": "6 solutions", "exact": True}


def test_a_contradiction_and_the_cells_of_its_clues():
    found = ask("edit", NONE)
    assert found["verdict"][0]["answer"] == "impossible"
    assert found["why"][0]["places"] == ((0, 0, 0), (0, 0, 1))


def test_a_fault_with_its_place():
    found = ask("edit", "akari:.1./x.9/..2")
    assert list(found) == ["faults"]
    assert found["faults"][0]["faults"][0].startswith("akari:.1./x.9/..2: board[2]: found '9' in column 3")


def test_an_edit_of_a_sheet_makes_a_text():
    words = {"board": [[".", "1", "."], ["x", ".", "."], [".", ".", "."]]}
    found = ask("edit", ONE, words=words, form="line", details=False)
    assert found["puzzle"][0]["text"] == "akari:.1./x../..."
    toml = ask("edit", ONE, words=words, form="toml", details=False)["puzzle"][0]["text"]
    puzzle = of_pasted(toml)
    assert puzzle.record.texts.emit(puzzle.spec) == ".1./x../..."


@looped("words", [{}, {"board": []}, {"board": [[]]}, {"board": [["x"]]}, {"x": [["1"]]}])
@pytest.mark.parametrize("text", [ONE, TWO, "pentomino-6x10", "tetrahexes-4x7", "freecell:1", "queens:6"])
def test_words_that_do_not_fit_are_a_fault_or_another_puzzle(text, words):
    found = ask("edit", text, words=words, details=False)
    assert "faults" in found or "verdict" in found


def test_the_polygon_of_each_cell_is_inside_the_drawing():
    for text in (ONE, "nonogram-key", "meteor", "soma-wall", "hexiamonds-coin", "killer-sudoku-6x6"):
        board = only("edit", text, "board", details=False)
        cells, picture = board["cells"], accord.load(text).picture()
        assert {tuple(cell[:3]) for cell in cells} >= {p for p, sign in picture.signs.items() if sign != "#"}
        width, height = (
            float(board["svg"].split(f'{side}="')[1].split('"')[0]) for side in ("width", "height")
        )
        assert all(0 <= x <= width for cell in cells for x in cell[3::2])
        assert all(0 <= y <= height for cell in cells for y in cell[4::2])


def test_the_edges_of_a_loop():
    board = only("edit", "slitherlink-10x10", "board", details=False)
    assert len(board["edges"]) == 2 * 10 * 11
    assert board["marks"]["line[1,1,1,2]"] == [True, False] or set(board["marks"]["line[1,1,1,2]"]) == {
        True,
        False,
    }


def test_lines_that_differ():
    puzzle = accord.load("masyu:..../..../..../....")
    one, other = accord.unique(puzzle, backend="sat").solutions
    cells, edges = differing(puzzle.picture(one), puzzle.picture(other))
    assert edges
    assert cells == []


def test_marks_are_checked_against_all_solutions():
    puzzle = accord.load(ONE)
    values = accord.unique(puzzle).solutions[0].values
    right = only("check", ONE, "marks", known=values)
    assert right["whole"]
    name = next(iter(values))
    wrong = only("check", ONE, "marks", known=values | {name: not values[name]})
    assert (wrong["answer"], wrong["whole"]) == ("impossible", False)
    assert only("check", TWO, "marks", known={"r1c3": 3})["answer"] == "several"
    with pytest.raises(UsageError, match="r9c9"):
        ask("check", ONE, known={"r9c9": True})


@pytest.mark.parametrize("name", ["meteor", "pentomino-6x10", "soma-wall", "hexiamonds-coin"])
def test_the_cells_of_a_packing_are_marked_with_the_pieces_that_cover_them(name):
    puzzle = accord.load(name)
    board = only("edit", name, "board", details=False)
    places = {tuple(cell[:3]) for cell in board["cells"]}
    assert {*map(tuple, board["spots"].values())} <= places
    assert {*board["spots"]} == {*board["marks"]}
    solution = accord.first(puzzle).solutions[0]
    signs = puzzle.picture(solution).signs
    known = {cell: signs[tuple(place)] for cell, place in board["spots"].items()}
    some = dict([*known.items()][: len(known) // 2])
    assert only("check", name, "marks", known=some)["words"].startswith("right so far")
    whole = only("check", name, "marks", known=known)
    assert (whole["answer"], whole["whole"], whole["words"]) == ("unique", True, "solved")
    cell, piece = next(iter(known.items()))
    other = next(each for each in board["marks"][cell] if each != piece)
    assert only("check", name, "marks", known=known | {cell: other})["answer"] == "impossible"
    with pytest.raises(UsageError, match="expected a variable of the puzzle"):
        ask("check", name, known={cell: "no piece"})


def test_spots_of_a_hexagonal_board_of_a_problem():
    text = """
family = "problem"
rules = "sum(x.cells) == 1"
[variables]
x = { board = [3, 3], lattice = "hexagonal" }
"""
    board = only("edit", text, "board", details=False)
    assert board["spots"]["x[2,1]"] == (0, 1, 1)
    assert {*map(tuple, board["spots"].values())} == {tuple(cell[:3]) for cell in board["cells"]}
    assert only("check", text, "marks", known={"x[2,1]": True})["whole"]


def test_a_hint_begins_where_the_marks_are():
    first = only("hint", ONE, "hint")["words"]
    values = accord.unique(accord.load(ONE)).solutions[0].values
    assert only("hint", ONE, "hint", known=values)["words"].startswith("solved")
    assert first.startswith("1. ")


def test_counts_solutions_and_boards():
    assert only("count", "queens:6", "result")["count"] == "4"
    assert only("count", "queens:6", "result", distinct=True)["count"] == "1"
    found = ask("solve", "queens:6", backend="sat")
    solutions = [each for event in found["solutions"] for each in event["solutions"]]
    assert (len(solutions), found["result"][0]["exact"]) == (4, True)
    assert len(ask("draw", "queens:6", options=solutions)["picture"]) == 4
    for wrong in ([0, 1], [-1], [10**9], solutions[0][:-1]):
        with pytest.raises(UsageError, match="no solution"):
            ask("draw", "queens:6", options=[wrong])


def test_a_count_that_was_stopped_is_not_exact():
    cancel = threading.Event()
    cancel.set()
    question = Ask(verb="count", text="pentomino-6x10")
    try:
        events = [*answers.events(question, cancel, lambda event: None)]
    except AccordError as error:
        assert "cancelled" in str(error) or "stopped" in str(error)  # noqa: PT017
    else:
        assert events[-1]["exact"] is False


def test_a_count_has_an_estimate_while_it_runs_and_where_it_was_stopped(monkeypatch):
    monkeypatch.setattr(answers, "SOON", 0.0)
    monkeypatch.setattr(answers, "EVERY", 0.0)
    said = []
    question = Ask(verb="count", text="squares-6x6", backend="native")
    (*_, result) = answers.events(question, threading.Event(), said.append)
    assert (result["words"], result["count"]) == ("10,668 solutions", "10668")
    words = [event["words"] for event in said if "so far, about" in event["words"]]
    assert words
    about = [int(each.partition("about ")[2].partition(" in all")[0].replace(",", "")) for each in words]
    assert all(10668 / 2 < number < 10668 * 2 for number in about)
    cancel = Later(30)
    stopped = only_of(answers.events(Ask(verb="count", text="one-sided-9x10"), cancel, said.append))
    assert stopped["exact"] is False
    assert stopped["words"].startswith(
        (answers.STOPPED, f"at least {int(stopped['count']):,} solutions: the count was stopped")
    )


def only_of(events):
    (event,) = events
    return event


@pytest.mark.parametrize(
    "text", ["slitherlink:" + "/".join(["." * 5] * 5), "tapa:" + "/".join(["." * 5] * 5), "pentomino-6x10"]
)
def test_a_count_says_nothing_of_all_where_samples_support_nothing(monkeypatch, text):
    monkeypatch.setattr(answers, "SOON", 0.0)
    monkeypatch.setattr(answers, "EVERY", 0.0)
    said = []
    stopped = only_of(answers.events(Ask(verb="count", text=text), Later(200), said.append))
    assert not [event["words"] for event in [*said, stopped] if "in all" in event["words"]]


@pytest.mark.parametrize(
    ("forecast", "found", "words"),
    [
        (Forecast(1000, 2345), 0, ", about 2,300 in all"),
        (Forecast(1000, 2345), 2345, ""),
        (Forecast(1999, None), 100, ", probably more than 1,900 in all"),
        (Forecast(1999, None), 1900, ""),
        (Forecast(0, None), 0, ""),
        (Forecast(7, None), 6, ", probably more than 7 in all"),
    ],
)
def test_a_forecast_in_words(forecast, found, words):
    assert answers.forecast_words(forecast, found) == words


def test_the_best_solution_where_one_is_better_than_another():
    assert only("edit", "knapsack", "board", details=False)["best"]
    assert only("best", "knapsack", "result")["words"] == "value 15"
    for text in ("queens:6", ONE, "freecell:1", "magic-square-3x3"):
        assert not only("edit", text, "board", details=False)["best"]


def test_solutions_are_printed_on_pages():
    found = [each for event in ask("solve", "queens:6")["solutions"] for each in event["solutions"]]
    file = only("download", "queens:6", "file", to="solutions", options=found)
    data = b64decode(file["data"])
    assert (data[:5], file["name"]) == (b"%PDF-", "queens-6.pdf")
    with pytest.raises(UsageError, match="ask for solutions first"):
        ask("download", "queens:6", to="solutions")
    with pytest.raises(UsageError, match="no solution of this puzzle"):
        ask("download", "queens:6", to="solutions", options=[[0, 1]])


def test_what_setters_ask():
    assert only("candidates", TWO, "candidates", shares=True)["lines"][0] == "r1c3: 3 50%, 4 50%"
    assert only("why", TWO, "why", value="r2c4=2")["answer"] in ("excluded", "forced", "open")
    assert only("repair", TWO, "repair")["text"].startswith("sudoku:12")
    assert only("rate", ONE, "rating")["words"].startswith(("akari", ONE, "the puzzle", "a model"))


def test_a_piece_is_laid_in_one_way_after_the_other():
    texts = [
        only("lay", "pentomino-6x10", "laid", cell=(0, 0, 0), piece="I", turn=turn, form="toml")
        for turn in range(3)
    ]
    assert [each["ways"] for each in texts] == [2, 2, 2]
    assert texts[0]["text"] == texts[2]["text"] != texts[1]["text"]
    assert texts[0]["text"].count("\nI....") == 5
    assert texts[1]["text"].count("IIIII") == 1
    assert only("lay", "pentomino-6x10", "laid", cell=(0, 0, 0), piece="X")["ways"] == 0


def test_a_deal_has_a_plan_as_its_verdict():
    found = ask("edit", "freecell:1", details=False)
    assert found["verdict"][0]["answer"] == "solved"
    assert found["board"][0]["cells"] == []


@pytest.mark.parametrize("to", ["svg", "png", "toml", "url", "dimacs", "dlx", "certificate", "line"])
def test_files_to_download(to):
    data = b64decode(only("download", TWO, "file", to=to)["data"])
    begins = {
        "svg": b"<?xml", "png": b"\x89PNG", "toml": b"family", "url": b"https://", "dimacs": b"c ",
        "certificate": b"\x1f\x8b", "line": b"sudoku:", "dlx": b"",
    }  # fmt: skip
    assert data.startswith(begins[to])


def test_an_unknown_file_is_an_error():
    with pytest.raises(UsageError, match="unknown format 'exe'"):
        ask("download", TWO, to="exe")


def test_the_library_and_the_kinds():
    rows = only("library", "", "library")["puzzles"]
    assert {"name": "meteor", "family": "packing"}.items() <= next(
        r for r in rows if r["name"] == "meteor"
    ).items()
    assert any(kind["example"].startswith("akari:") for kind in only("kinds", "", "kinds")["kinds"])
    assert "<svg" in only("thumbnail", "queens-8", "picture")["svg"]
    assert ask("thumbnail", "/etc/passwd") == {}


@pytest.mark.parametrize(
    "text",
    ["queens:1000000000", "akari:" + "." * 5000, "family = 'packing'\nsize = [100000, 100000]\n", "\0", "-"],
)
def test_what_is_far_too_large_is_a_fault(text):
    found = ask("edit", text)
    assert "faults" in found
    assert not {"board", "verdict"} & found.keys()


def test_a_puzzle_without_a_drawing_has_its_text_and_a_verdict():
    found = ask("edit", "send-more", details=False)
    assert found["board"][0]["svg"] or found["board"][0]["picture"]
    assert found["verdict"][0]["answer"] == "unique"
