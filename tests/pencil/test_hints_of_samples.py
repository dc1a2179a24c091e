"""Hints lead to the solution of a published puzzle of each kind with graph rules that has sample files."""

import pytest
from kinds.blocks import real_text

import accord
from accord.hints import Hints

EASY = {  # puzzles of the sample files, each some seconds at most
    "creek": "422_10x10",
    "fillomino": "111_16x16",
    "galaxies": "61_10x10",
    "hashi": "353_12x12",
    "heyawake": "3_10x10",
    "hitori": "681_10x10",
    "kuromasu": "166_13x13",
    "lits": "53_9x9",
    "masyu": "331_10x10",
    "numberlink": "109_10x10",
    "nurikabe": "854_10x10",
    "slitherlink": "477_10x10",
    "yajilin": "402_10x10",
}


@pytest.mark.full
@pytest.mark.parametrize("kind", EASY)
def test_hints_lead_to_the_solution(kind, tmp_path):
    text = real_text(kind)
    if not text:
        pytest.skip("the sample files are not here")
    file = tmp_path / f"{kind}.txt"
    file.write_text(text)
    puzzle = accord.load(f"{file}:{EASY[kind]}")
    hints = Hints(puzzle)
    said = [hint.words for hint in hints]
    (solution,) = accord.unique(puzzle).solutions
    assert len(said) > 10
    assert hints.person.solved
    assert puzzle.record.texts.block.solution.rows(puzzle, hints.person.chosen) == puzzle.stated
    assert puzzle.record.texts.block.solution.rows(puzzle, solution.options) == puzzle.stated


@pytest.mark.full
def test_hints_lead_to_the_solution_where_cells_may_be_left_over(tmp_path):
    text = real_text("numberlink")
    if not text:
        pytest.skip("the sample files are not here")
    file = tmp_path / "numberlink.txt"
    file.write_text(text)
    board = accord.load(f"{file}:54_9x9").spec.board
    hints = Hints(accord.load(f"numberlink:cells=any;{'/'.join(board)}"))
    said = [hint.words for hint in hints]
    assert hints.person.solved
    assert any("no cell is left over" in words for words in said)
