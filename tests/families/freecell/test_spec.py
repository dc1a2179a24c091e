"""FreeCell as declared: games, knobs, deals, the text form, and what plan problems are in the house."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from processes import python

import accord
from accord.errors import InputError, UsageError
from accord.families.freecell.record import RECORD as FREECELL
from accord.families.freecell.spec import ALIASES, CHOICES, GAMES, MICROSOFT_MOST, FreeCell, Rules
from accord.families.freecell.start import deal_order, deals, parse, start
from accord.families.freecell.text import board_text
from accord.puzzles import table
from accord.puzzles.family import SpecError


def accord_says(*arguments):
    done = python("-m", "accord", *arguments)
    assert "Traceback" not in done.stderr
    return done


def lines(name):
    return board_text(*start(accord.load(name).spec), headings=False).split("\n")


# -- deals -----------------------------------------------------------------------------------------


def test_the_first_deal():
    assert lines("freecell:1") == [
        "JD KD 2S 4C 3S 6D 6S",
        "2D KC KS 5C TD 8S 9C",
        "9H 9S 9D TS 4S 8D 2H",
        "JC 5S QD QH TH QS 6H",
        "5D AD JS 4H 8H 6C",
        "7H QC AS AC 2C 3D",
        "7C KH AH 4D JH 8C",
        "5H 3H 3C 7S 7D TC",
    ]


def by_the_recipe(number):
    """Microsoft's recipe, as it is told: the last card of the deck into the hole."""
    deck, columns, seed = list(range(52)), [[] for _ in range(8)], number
    for dealt in range(52):
        seed = (seed * 214013 + 2531011) % 2**31
        place = (seed >> 16) % len(deck)
        columns[dealt % 8].append(deck[place])
        deck[place] = deck[-1]
        del deck[-1]
    return columns


@pytest.mark.parametrize("number", [1, 2, 169, 617, 11982, 31999, 32000, 146692, 1_000_000, 2**31 - 1])
def test_microsoft_deals_are_those_of_the_recipe(number):
    assert start(FreeCell(deal=number))[1].columns == by_the_recipe(number)


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if not game.whole])
@given(number=st.integers(1, MICROSOFT_MOST))
def test_our_own_dealing_is_that_of_pysol_cards_on_whole_decks(game, number):
    """What deals small decks deals whole ones in the same way."""
    rules, board = start(FreeCell(deal=number, game=game))
    cards = list(deal_order(number, 52))
    filled = GAMES[game].filled
    in_columns = cards[: 52 - len(filled)]
    assert board.columns == [in_columns[column :: rules.columns] for column in range(rules.columns)]
    assert [board.cells[cell] for cell in filled] == cards[52 - len(filled) :]
    assert sum(card is not None for card in board.cells) == len(filled)


@given(st.integers(1, MICROSOFT_MOST), st.integers(1, 13), st.integers(1, 20))
def test_small_decks_have_every_card_once(number, ranks, columns):
    rules, board = start(FreeCell(deal=number, ranks=ranks, columns=columns))
    assert sorted(board.cards()) == list(range(4 * ranks))
    lengths = [len(column) for column in board.columns]
    assert max(lengths) - min(lengths) <= 1
    assert lengths == sorted(lengths, reverse=True)
    assert rules == Rules(ranks=ranks, columns=columns)


def test_a_small_deal():
    assert lines("freecell:5,ranks=5,columns=4,cells=1") == [
        "4H 4C 2C 5S 3H",
        "AS 2D 5C 3D 4D",
        "4S AD 3S AC 5D",
        "5H 3C 2S AH 2H",
    ]


def test_pysolfc_deals():
    """The first card of each column, by the game itself; its small seeds are Microsoft's deals."""
    assert [line[:2] for line in lines("freecell:pysol:12345678901234567890")] == [
        *("AH", "9D", "7H", "3D", "4S", "JC", "9S", "6C"),
    ]
    assert lines("freecell:pysol:11982") == lines("freecell:11982")
    assert lines("freecell:pysol:32001") != lines("freecell:32001")
    assert lines("bakers_game:pysol:99999") == lines("freecell:pysol:99999")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_deals_its_decks(game):
    spec = accord.load(f"{game}:24").spec
    rules, board = start(spec)
    assert rules == GAMES[game].rules
    out = sorted(board.cards())
    assert len(out) == len(set(out)) == rules.cards - sum(board.home)
    parked = {cell for cell, card in enumerate(board.cells) if card is not None}
    assert parked == set(GAMES[game].filled)
    assert start(accord.load(f"{game}:pysol:123456789").spec)[1] != board


def test_games_by_hand():
    """The sizes of the deals, as the rule books have them."""
    shapes = {}
    for game in GAMES:
        _, board = start(FreeCell(deal=24, game=game))
        shapes[game] = sorted({len(column) for column in board.columns}), sum(map(bool, board.home))
    assert shapes["freecell"] == shapes["bakers_game"] == shapes["streets_and_alleys"] == ([6, 7], 0)
    assert shapes["eight_off"] == shapes["forecell"] == ([6], 0)
    assert shapes["seahaven_towers"] == shapes["relaxed_seahaven"] == ([5], 0)
    assert shapes["beleaguered_castle"] == ([6], 4)
    assert shapes["bakers_dozen"] == ([4], 0)
    assert shapes["fan"] == ([1, 3], 0)


# -- the text form and the spec --------------------------------------------------------------------

TEXTS = [
    ("1", FreeCell(deal=1)),
    ("11982,cells=3", FreeCell(deal=11982, cells=3)),
    ("pysol:32001", FreeCell(deal="pysol:32001")),
    ("bakers_game:7", FreeCell(game="bakers_game", deal=7)),
    ("seahaven:pysol:99999", FreeCell(game="seahaven", deal="pysol:99999")),
    ("5, ranks=5, columns=4,cells = 0", FreeCell(deal=5, ranks=5, columns=4, cells=0)),
    (
        "5,build=rank,sequence=unlimited,fill=none",
        FreeCell(deal=5, build="rank", sequence="unlimited", fill="none"),
    ),
    ("AH AC/AD AS,cells=1", FreeCell(board="AH AC\nAD AS", cells=1)),
    ("eight_off:AH AC\nAD AS,ranks=1", FreeCell(game="eight_off", board="AH AC\nAD AS", ranks=1)),
    ("Freecells: - AC/AH/AD AS", FreeCell(board="Freecells: - AC\nAH\nAD AS")),
]


@pytest.mark.parametrize(("text", "spec"), TEXTS)
def test_text(text, spec):
    assert parse(text) == spec
    assert accord.load(f"freecell:{text}").spec == spec


WRONG = [
    ("", "deal: found ''; expected a number from 1 to 8589934591"),
    ("0", "deal: found 0; expected a number from 1"),
    ("-1", "deal: found '-1'; expected a number from 1"),
    ("8589934592", "deal: found 8589934592; expected a number from 1 to 8589934591"),
    ("9" * 5000, "deal: found "),
    ("pysol:", "deal: found 'pysol:'; expected a number from 1 to 100000000000000000000"),
    ("pysol:100000000000000000001", "deal: found 'pysol:1"),
    ("one", "deal: found 'one'; expected a deal's number as in freecell:1"),
    ("bakers_gam:1", "deal: found 'bakers_gam:1'.*did you mean 'bakers_game'"),
    ("1,cells=11", "cells: found 11; expected 0 to 10"),
    ("1,cells=x", "cells: found 'x'; expected 0 to 10"),
    ("1,columns=0", "columns: found 0; expected 1 to 20"),
    ("1,ranks=14", "ranks: found 14; expected 1 to 13"),
    ("1,decks=2", "decks: found an unknown knob; expected one of columns, cells, ranks"),
    ("1,cells=1,cells=2", "cells: found twice; expected once"),
    ("1,cell=1", "cell: found an unknown knob.*did you mean 'cells'"),
    ("1,fill=queens", "fill: found 'queens'; expected one of any, kings, none"),
    ("1,,", "knobs: found an unknown knob"),
    (
        "pysol:99999,ranks=5",
        "ranks: found other ranks than the game's; seeds of PySolFC are dealt as the game",
    ),
    (
        "fan:1,columns=5",
        "columns: found other columns than the game's; the game fan is dealt as the game has it only",
    ),
    ("AC AD/AH", "board: AS is missing"),
    ("x" * 20_000, "board: found 20,000 characters"),
]


@pytest.mark.parametrize(("text", "words"), WRONG)
def test_what_is_wrong_with_a_text(text, words):
    with pytest.raises(InputError, match=rf"^freecell:.*: {words}") as caught:
        accord.load(f"freecell:{text}")
    assert len(str(caught.value).removeprefix(f"freecell:{text}")) < 400


@pytest.mark.parametrize(
    ("spec", "faults"),
    [
        (FreeCell(), ["deal: found neither a deal nor a board; expected one of them"]),
        (FreeCell(deal=1, board="AC"), ["deal: found both a deal and a board; expected one of them"]),
        (
            FreeCell(deal=1, cells=-1, ranks=14),
            ["cells: found -1; expected 0 to 10", "ranks: found 14; expected 1 to 13"],
        ),
    ],
)
def test_what_is_wrong_with_a_spec(spec, faults):
    with pytest.raises(SpecError) as caught:
        start(spec)
    assert str(caught.value).split("\n") == faults


def test_an_unknown_game():
    with pytest.raises(
        SpecError, match=r"^game: found 'frecell'; expected one of .*; did you mean 'freecell'\?$"
    ):
        start(FreeCell(deal=1, game="frecell"))


def test_every_knob_can_be_turned():
    rules, _ = start(FreeCell(deal=1, cells=3, build="suit", sequence="unlimited", fill="kings"))
    assert rules == Rules(cells=3, build="suit", sequence="unlimited", fill="kings")
    assert rules.codes == (3, 8, 13, 1, 1, 1)
    assert Rules().codes == (4, 8, 13, 0, 0, 0)
    assert Rules(build="rank", fill="none").codes[3:5] == (2, 2)
    # codes follow the order that kernels know
    assert CHOICES["build"] == ("alternate", "suit", "rank")
    assert CHOICES["fill"] == ("any", "kings", "none")
    assert CHOICES["sequence"] == ("limited", "unlimited")


def test_cells_that_a_deal_would_fill_but_are_not_there():
    for cells, parked in ((8, 4), (6, 3), (1, 1), (0, 0), (10, 4)):
        _, board = start(FreeCell(deal=24, game="eight_off", cells=cells))
        assert sum(card is not None for card in board.cells) == parked
        assert len(list(board.cards())) == 52


def test_ranges():
    def named(name):
        names, number = deals(name)
        found = list(names)
        assert len(found) == number
        return found

    assert named("freecell:3-5,cells=3") == [f"freecell:{n},cells=3" for n in (3, 4, 5)]
    assert named("bakers_game:7-7") == ["bakers_game:7"]
    assert named("freecell:pysol:32001-32002") == ["freecell:pysol:32001", "freecell:pysol:32002"]
    assert len(named("freecell:1-32000")) == 32000
    assert deals("freecell:11982") is deals("freecell-1") is deals("queens-8") is deals("freecell:-1") is None
    for wrong in ("freecell:5-3", "freecell:0-3", f"freecell:1-{'9' * 5000}"):
        with pytest.raises(SpecError, match="expected a range such as 1-32000"):
            deals(wrong)


def test_a_start_can_be_changed_without_harm():
    spec = FreeCell(deal=1)
    start(spec)[1].columns[0].clear()
    assert len(start(spec)[1].columns[0]) == 7


# -- in the house ----------------------------------------------------------------------------------


def test_the_table_knows_the_names_of_games():
    names = {*GAMES, *ALIASES} - {"freecell"}
    assert set(table.find("freecell").names) == names
    assert table.of_text("bakers_game:1") == ("freecell", "bakers_game:1")
    assert table.of_text("freecell:1") == ("freecell", "1")
    assert table.of_text("bakers_gam:1") is table.of_text("bakers_game") is None
    assert FREECELL.made.model is None


@pytest.mark.parametrize(
    "name", ["freecell-1", "freecell-11982", "bakers-game", "freecell-small", "freecell:1", "eight_off:3"]
)
def test_a_plan_problem_is_no_model(name):
    puzzle = accord.load(name)
    assert puzzle.is_plan
    assert puzzle.facts["cards"] in (20, 52)
    for ask in (lambda: puzzle.model, lambda: accord.count(puzzle), lambda: accord.first(puzzle)):
        with pytest.raises(UsageError, match=f"^{name} is a plan problem: .*; use accord plan {name}$"):
            ask()


def test_a_model_is_no_plan_problem():
    puzzle = accord.load("queens:6")
    assert not puzzle.is_plan
    with pytest.raises(UsageError, match=r"^queens:6 is a model, no plan problem; use accord solve "):
        _ = puzzle.plan_problem


def test_the_shipped_files():
    assert start(accord.load("freecell-1").spec) == start(FreeCell(deal=1))
    assert start(accord.load("freecell-11982").spec) == start(FreeCell(deal=11982))
    assert start(accord.load("bakers-game").spec)[0] == GAMES["bakers_game"].rules
    assert start(accord.load("bakers-game", "eight-off").spec)[0] == GAMES["eight_off"].rules
    small = start(accord.load("freecell-small").spec)
    assert small == start(FreeCell(deal=5, ranks=5, columns=4, cells=1))
    _, middle = start(accord.load("freecell-small", "mid-play").spec)
    assert (middle.home, middle.cells) == ([1, 0, 2, 1], [17, None])


@pytest.mark.full
def test_show_and_count():
    done = accord_says("show", "freecell-small")
    assert done.returncode == 0
    assert "plan problem  columns 4, cells 1" in done.stdout
    assert done.stdout.endswith("\n4H 4C 2C 5S 3H\nAS 2D 5C 3D 4D\n4S AD 3S AC 5D\n5H 3C 2S AH 2H\n")
    shown = json.loads(accord_says("show", "bakers_game:1", "--json").stdout)
    assert (shown["kind"], shown["facts"]["build"]) == ("plan problem", "suit")
    done = accord_says("count", "freecell-1")
    assert (done.returncode, done.stdout) == (2, "")
    sentence = "freecell-1 is a plan problem: it has plans, and no solutions; use accord plan freecell-1"
    assert done.stderr == f"accord: {sentence}\n"
