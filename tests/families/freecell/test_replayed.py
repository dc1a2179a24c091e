"""The rules checker of ranges, held against the other one: same verdicts, same boards, same notation."""

import random

import numpy as np
import pytest

from accord.errors import EngineError
from accord.families.freecell import start as freecell
from accord.families.freecell.board import AT_HOME, IN_CELL, ON_TABLE, under
from accord.families.freecell.notation import notation, replay_notation
from accord.families.freecell.planners.fast_sweep import sweep
from accord.families.freecell.planners.replayed import Replayer
from accord.families.freecell.rules import Play, RuleError, replay
from accord.families.freecell.spec import parse

GAMES = (
    "{}", "bakers_game:{}", "eight_off:{}", "relaxed_freecell:{}", "forecell:{}", "seahaven_towers:{}",
    "relaxed_seahaven:{}", "streets_and_alleys:{}", "{},ranks=5,columns=4,cells=2", "{},columns=12,cells=2",
    "{},build=rank,cells=1", "{},fill=none,cells=6", "{},fill=kings",
)  # fmt: skip


def solved(game, numbers):
    """Boards of a game, each with a plan of it."""
    starts = [freecell.start(parse(game.format(number))) for number in numbers]
    rules = starts[0][0]
    positions = np.stack([under(rules, board) for _, board in starts])
    for some in sweep(rules, positions, limit=3000):
        for one in some:
            if one.moves is not None:
                yield rules, starts[one.number][1], one.moves


@pytest.mark.parametrize("number", [1, 2, 11982, 32000, 1234567, (1 << 31) - 1])
def test_it_deals_as_microsoft_did(number):
    rules, board = freecell.start(parse(str(number)))
    replayer = Replayer(rules)
    replayer.deal(number)
    assert replayer.board == board


@pytest.mark.parametrize("game", GAMES)
def test_plans_are_played_and_written_as_by_the_other(game):
    played = 0
    for rules, board, moves in solved(game, range(1, 7)):
        replayer = Replayer(rules)
        replayer.put(board)
        words = replayer.play(moves)
        assert words == notation(rules, board, moves.tolist())
        assert replayer.board == replay(rules, board, moves.tolist())
        assert replay_notation(rules, board, " ".join(words)).solved
        played += 1
    assert played or game.startswith("streets")


@pytest.mark.parametrize("game", GAMES)
def test_verdicts_are_those_of_the_other_for_plans_that_were_changed(game):
    chance = random.Random(game)
    wrong = right = 0
    for rules, board, moves in solved(game, range(11, 14)):
        replayer = Replayer(rules)
        for _ in range(60):
            other = moves.copy()
            at = chance.randrange(len(other))
            kind = chance.randrange(4)
            if kind == 0:
                other = np.delete(other, at, axis=0)
            elif kind == 1:
                other[at, 0] = chance.randrange(rules.cards)
            elif kind == 2:
                other[at, 1] = chance.choice(
                    [IN_CELL, ON_TABLE, AT_HOME, 0xFF, chance.randrange(rules.cards)]
                )
            else:
                other[[at, at - 1]] = other[[at - 1, at]]
            replayer.put(board)
            play, fault = Play(rules, board), ""
            try:
                for number, (card, destination) in enumerate(other.tolist(), start=1):
                    play.step(number, card, destination)
            except RuleError as error:
                fault = str(error)
            if fault or not play.solved:
                wrong += 1
                with pytest.raises(EngineError) as raised:
                    replayer.play(np.ascontiguousarray(other))
                assert (fault or "not home") in str(raised.value)
            else:
                right += 1
                assert replayer.play(np.ascontiguousarray(other)) == notation(rules, board, other.tolist())
    assert wrong > 20 or game.startswith("streets")


def test_what_no_card_is_is_no_move():
    rules, board = freecell.start(parse("2C 2D 2H 2S/AC AD AH AS,ranks=2"))
    replayer = Replayer(rules)
    for move in ([255, IN_CELL], [8, IN_CELL], [4, 255], [0, 4], [1, 1]):
        replayer.put(board)
        with pytest.raises(EngineError, match="move 1"):
            replayer.play(np.array([move], np.uint8))
