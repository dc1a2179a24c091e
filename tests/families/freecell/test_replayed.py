"""The rules checker of ranges, held against the other one: same verdicts, same boards, same notation."""

import random

import numpy as np
import pytest

from accord.errors import EngineError
from accord.families.freecell import start as freecell
from accord.families.freecell.board import AT_HOME, IN_CELL, ON_TABLE, under
from accord.families.freecell.notation import notation, replay_notation
from accord.families.freecell.planners.fast import microsoft, sweep
from accord.families.freecell.planners.replayer import Replayer
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


def deals(first, last):
    """The rules, the plans of Microsoft's deals one behind the other, and where each is."""
    rules, _ = freecell.start(parse("1"))
    plans = [one.moves for some in sweep(rules, microsoft(first, last), limit=200) for one in some]
    parts, begin = np.zeros((len(plans), 3), np.uint64), 0
    for part, plan in zip(parts, plans, strict=True):
        if plan is not None:
            part[:] = 1, begin, len(plan)
            begin += len(plan)
    return rules, np.concatenate([plan for plan in plans if plan is not None]), parts


def test_many_deals_are_played_and_written_as_one_by_one():
    rules, moves, parts = deals(41, 80)
    assert 0 < parts[:, 0].sum() < len(parts)  # some have no plan
    replayer, one = Replayer(rules), Replayer(rules)
    lengths, written = replayer.play_deals(range(41, 81), parts, moves, write=True)
    assert lengths == [*map(len, written)]
    assert replayer.play_deals(range(41, 81), parts, moves, write=False)[0] == lengths
    for number, (found, begin, length), words in zip(range(41, 81), parts.tolist(), written, strict=True):
        one.deal(number)
        assert words == (one.play(moves[begin : begin + length]) if found else [])


def test_the_one_plan_among_many_that_is_none_is_found():
    rules, moves, parts = deals(1, 12)
    chance, replayer = random.Random(12), Replayer(rules)
    refused = 0
    for plan in (number for number in range(12) if parts[number, 0]):
        for write in False, True:
            other, part = moves.copy(), parts.copy()
            begin, length = parts[plan, 1:].tolist()
            match chance.randrange(3):
                case 0:
                    part[plan, 2] -= 1
                case 1:
                    other[begin + chance.randrange(length), 0] = chance.randrange(52)
                case 2:
                    at = begin + chance.randrange(1, length)
                    other[[at, at - 1]] = other[[at - 1, at]]
            found = fault(replayer.play_deals, range(1, 13), part, other, write=write)
            replayer.deal(plan + 1)
            assert fault(replayer.play, other[begin : begin + int(part[plan, 2])]) == found
            refused += found is not None
    assert refused > 6


def fault(play, *plans, **more):
    """What is wrong with plans."""
    try:
        play(*plans, **more)
    except EngineError as error:
        return str(error)
    return None


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
