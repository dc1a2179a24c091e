"""The slow checkers of FreeCell: what the rules alone say of a plan, and of there being one."""

from accord.families.freecell.board import under
from accord.families.freecell.rules import legal_moves, replay

MOST = 1500  # positions of a breadth-first search; by the rules that takes a second


def breadth_first(rules, board, most=MOST):
    """(the length of a shortest plan or None, positions), by the rules alone; None beyond so many."""
    layer, seen, length = [board], {under(rules, board).tobytes()}, 0
    while layer:
        following = []
        for board in layer:
            if sum(board.home) == rules.cards:
                return length, len(seen)
            for move in legal_moves(rules, board):
                after = replay(rules, board, [move])
                key = under(rules, after).tobytes()
                if key not in seen:
                    seen.add(key)
                    following.append(after)
        if len(seen) > most:
            return None
        layer, length = following, length + 1
    return None, len(seen)


def is_solved(rules, board, plan):
    """Whether a plan brings every card home, by the rules."""
    return sum(replay(rules, board, plan.tolist()).home) == rules.cards
