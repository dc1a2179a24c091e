"""Our solutions are the answers that a site accepts, or docs/accord_site/site_rules.py says why not.

The site's own answer check (pzpr) judges answers to random boards of each kind: all that can be drawn on
small ones.
"""

from itertools import islice

import pytest
from accord_site.site_rules import ROWS
from pzpr import Pzpr, found
from site_answers import OF, drawable
from site_referee import DIFFERENCES, board_of, boards, judged

import accord
from accord.errors import InputError
from accord.puzzles import table, writing

WITHOUT = {  # kinds with addresses, or IDs of games, that no site's check judges, and why
    "suguru": "no package has a pzpr that knows it",
    **dict.fromkeys(("binairo", "dominosa", "killer-sudoku", "mosaic"), "puzz.link does not have it"),
}
needs_pzpr = pytest.mark.skipif(found() is None, reason="no node, or it finds no package pzpr")


@pytest.fixture(scope="module")
def pzpr():
    site = Pzpr(found())
    yield site
    site.close()


def test_each_kind_that_sites_have_is_judged_or_there_is_a_reason():
    named = {row.name for row in table.OURS if row.addresses}
    assert {*OF} | {*WITHOUT} == named
    assert {*OF}.isdisjoint(WITHOUT)


@needs_pzpr
def test_pzpr_does_not_open_suguru(pzpr):
    puzzle = accord.load(f"suguru:{table.family('suguru').texts.example}")
    assert "fault" in pzpr.ask(writing.puzzle_text(puzzle, "url"))


# -- random boards ---------------------------------------------------------------------------------


def asked(pzpr, kind, number, most):
    """What came of so many boards; `most` is how many answers are tried, by the number of the board."""
    found = [
        (board.url, judged(pzpr, board, most(at))) for at, board in enumerate(islice(boards(kind), number))
    ]
    some = [one for _, one in found if one is not None]
    if not some:
        pytest.skip("this version does not have the kind")
    return [(url, one.other[:3]) for url, one in found if one and one.other], some


@needs_pzpr
@pytest.mark.parametrize("kind", OF)
def test_a_few_boards_have_the_answers_that_a_site_accepts(pzpr, kind):
    differences, _ = asked(pzpr, kind, 3, lambda at: 600)
    assert not differences


@needs_pzpr
@pytest.mark.slow
@pytest.mark.parametrize("kind", OF)
def test_two_hundred_boards_have_the_answers_that_a_site_accepts(pzpr, kind):
    differences, some = asked(pzpr, kind, 200, lambda at: 16_500 if at < 5 else 4100 if at < 40 else 1100)
    assert not differences
    assert len(some) >= 150  # an older version cannot open all
    assert sum(one.every for one in some) >= 5
    print(  # for a report: pytest -rP
        f"{kind}: {len(some)} boards, {sum(one.solutions for one in some)} solutions accepted or explained, "
        f"{sum(one.answers for one in some)} answers, of {sum(one.every for one in some)} boards all, "
        f"{sum(one.known for one in some)} known differences"
    )


class Deaf:
    """A site that says the same of all answers."""

    def __init__(self, word):
        self.word = word

    def ask(self, url, board, answers):
        return {"url": url, "said": [self.word for _ in answers]}


@pytest.mark.parametrize("kind", ["lits", "masyu", "shikaku", "yajilin"])
def test_a_site_that_accepts_all_differs_and_so_does_one_that_accepts_nothing(kind):
    board = next(board for board in boards(kind) if len(board.rows) < 50)
    ours = {board.drawable.drawn(rows) for rows in board.rows}
    for word, wrong in ((None, set()), ("broken", ours)):
        other = {answer for answer, _ in judged(Deaf(word), board, 600).other}
        assert other
        assert other <= ours if wrong else other.isdisjoint(ours)


def test_what_can_be_drawn():
    bridges = drawable("hashi", [["1", "-", "2", "1"]], (1, 4))
    assert bridges.all(9) == [(a, a, b) for a in (0, 1, 2) for b in (0, 1, 2)]
    assert bridges.drawn([["-", "1", "-", "-"]]) == (1, 1, 0)
    loops = drawable("slitherlink", [["-", "-"]] * 2, (2, 2))
    assert len(loops.all(4096)) == 4096
    assert len(loops.all(4095)) == 14  # none, and the thirteen loops
    assert loops.all(13) is None


# -- the table of differences ----------------------------------------------------------------------

SIDE_BY_SIDE = {"hashi/2/1/11": [["1", "1"]]}  # the board of an address that Accord refuses


def test_the_table_has_a_row_for_each_difference():
    known = [kind for kind, some in DIFFERENCES.items() for _ in some]
    assert sorted(row.kind for row in ROWS) == sorted([*known, "hashi"])  # and one that is refused
    assert {row.address for row in ROWS if row.counted is None} == {*SIDE_BY_SIDE}


@pytest.mark.parametrize("row", ROWS, ids=[row.address for row in ROWS])
def test_accord_counts_as_the_table_states(row):
    url = f"https://puzz.link/p?{row.address}"
    if row.counted is None:
        with pytest.raises(InputError, match="found an island beside another"):
            accord.load(url)
    else:
        puzzle = accord.load(url)
        assert (puzzle.family, accord.count(puzzle).count) == (row.kind, row.counted)


@needs_pzpr
@pytest.mark.parametrize("row", ROWS, ids=[row.address for row in ROWS])
def test_a_site_accepts_as_many_answers_as_the_table_states(pzpr, row):
    url = f"https://puzz.link/p?{row.address}"
    if row.address in SIDE_BY_SIDE:
        lines = SIDE_BY_SIDE[row.address]
        board = drawable(row.kind, lines, (len(lines), len(lines[0])))
    else:
        board = board_of(accord.load(url)).drawable
    told = pzpr.ask(url, board, board.all(5000))
    if "fault" in told:
        pytest.skip("this version does not have the kind")
    assert told["said"].count(None) == row.accepted
