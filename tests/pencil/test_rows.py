"""Every kind has a row of tests, and its referee, its examples and its planted fault are as `kinds` says."""

import ast
import sys
from functools import partial
from itertools import chain, islice
from pathlib import Path
from random import Random

import kinds
import pencil_kinds
import pytest
from kinds import KINDS, of
from kinds.blocks import read
from kinds.making import changed
from looped import looped
from planting import function_of, put_in
from refereed import compared, one_puzzle

from accord.puzzles import table

BY_THEMSELVES = {  # pencil puzzles with a brute force of their own, among the tests of their families
    "aquarium": "families/aquarium/test_aquarium.py",
    "nonogram": "families/test_nonogram.py",
    "thermometers": "families/test_thermometers.py",
}
MOST = 300  # small puzzles, of which one must show a planted fault


def test_every_kind_has_a_row():
    without = {*pencil_kinds.KINDS} - {*KINDS} - {*BY_THEMSELVES}
    files = [f"tests/oracles/kinds/{name.replace('-', '_')}.py" for name in sorted(without)]
    assert not files, f"write a referee and a ROW in {', '.join(files)}: see tests/oracles/kinds/__init__.py"
    assert {*KINDS} <= {*pencil_kinds.KINDS}
    assert all((Path(__file__).parents[1] / place).exists() for place in BY_THEMSELVES.values())


@looped("kind", KINDS)
def test_a_row_has_what_its_family_offers(kind):
    row, record = of(kind).ROW, table.family(kind)
    assert (row.words is None) == (not {"url", "tatham"} & {*record.texts.forms}), "words: of addresses"
    assert row.without is None or "without" in record.random.wishes, "without: a word for a wish"
    assert row.symmetric == ("symmetry" in record.random.wishes)


def test_referees_share_nothing_with_the_library():
    """They import plain Python, and each other's helpers."""
    for path in Path(kinds.__file__).parent.glob("*.py"):
        for line in ast.walk(ast.parse(path.read_text())):
            if isinstance(line, ast.ImportFrom):
                assert line.module.partition(".")[0] in {"kinds", *sys.stdlib_module_names}, path
            if isinstance(line, ast.Import):
                assert {name.name for name in line.names} <= sys.stdlib_module_names, path


@pytest.mark.full
@looped("kind", KINDS, parts=2)
def test_small_puzzles_are_drawn_anew_by_each_seed_with_none_one_or_several_solutions(kind):
    referee = of(kind)
    texts = [referee.small(seed) for seed in range(30)]
    assert referee.small(7) == texts[7]
    assert len(set(texts)) > 20
    blocks = [one for text in texts for one in read(text)]
    assert len(blocks) == 30
    assert {min(2, len(list(islice(referee.solutions(one), 2)))) for one in blocks} == {0, 1, 2}


@pytest.mark.full
@looped("kind", KINDS, parts=2)
def test_a_changed_solution_of_a_small_puzzle_is_right_only_where_it_is_another(kind):
    referee, draw = of(kind), Random(kind)
    for seed in range(12):
        (asked,) = read(referee.small(seed))
        found = list(islice(referee.solutions(asked), 400))
        for solution in found[:2] if len(found) < 400 else ():
            for other in changed(draw, asked, solution, 12):
                right = referee.broken(asked, other) is None
                assert right == (referee.plain(asked, other) in found), (asked, other)


@pytest.mark.full
@looped("kind", KINDS)
def test_a_planted_fault_is_seen_by_the_referee(kind):
    row = of(kind).ROW
    place, text, instead = row.planted
    puzzles = chain(map(partial(one_puzzle, kind), row.also), map(of(kind).small, range(MOST)))
    with put_in(function_of(kind, place), text, instead):
        assert any(differs(kind, puzzle) for puzzle in puzzles)


def differs(kind, text):
    try:
        compared(kind, text, ("native",))
    except Exception:  # an assertion of ours, or what the fault raises
        return True
    return False
