"""Make the starting position of a FreeCell spec, and what twins share; read specs from texts and ranges.

Boards are dealt by number: Microsoft, FreeCell Pro, PySolFC, and smaller decks. Whole decks are dealt by
`pysol_cards`. Any other deck, and any other number of columns, are dealt by the same recipe (`deal_order`),
so that a small deck has a number as well: the deck lies in the order of the cards' numbers; for n from its
size down to 1, draw r and take the card in place r mod n, into whose place the last card goes. Cards are
dealt to the columns in turn, from left to right; where a game fills cells, they get the last ones.

r comes from seed = seed * 214013 + 2531011, from the bits 16 to 30 of it: for a number below 2^31 as they
are, below 2^32 with bit 15 set; for larger ones, with 2^32 taken off the seed, bits 16 to 31, plus 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import lru_cache
from io import StringIO
from itertools import permutations

from accord.families.freecell import text as texts
from accord.families.freecell.board import Board, empty, under, with_the_rest_home
from accord.families.freecell.spec import ALIASES, RED, SUITS, FreeCell, Rules, game_of, number_of, rules_of
from accord.families.freecell.spec import parse as parsed
from accord.puzzles.bounds import spec_error


def deal_board(spec: FreeCell) -> tuple[Rules, Board]:
    """Return the rules and the board of a deal. Raises SpecError with every fault."""
    rules, game = rules_of(spec), game_of(spec)
    kind, number = number_of(spec)
    filled = tuple(cell for cell in game.filled if cell < rules.cells)
    own = [key for key in ("columns", "ranks") if getattr(rules, key) != getattr(game.rules, key)]
    own += ["cells"] * (filled != game.filled)
    if not own:
        return rules, _by_pysol(rules, ALIASES.get(spec.game, spec.game), kind, number)
    if game.whole or kind == "pysol":
        whose = f"the game {spec.game} is" if game.whole else "seeds of PySolFC are"
        message = f"found other {' and '.join(own)} than the game's; {whose} dealt as the game has it only"
        raise spec_error(own[0], message)
    return rules, _in_turn(rules, filled, list(deal_order(number, rules.cards)))


def deal_order(number: int, size: int) -> Iterator[int]:
    """Yield the cards of a deck of that size in the order in which they are dealt."""
    deck = list(range(size))
    top = 0x8000 if number >= 1 << 31 else 0
    seed = number if number < 1 << 32 else number - (1 << 32)
    for n in range(size, 0, -1):
        seed = (seed * 214013 + 2531011) & 0x1_FFFF_FFFF
        high = seed >> 16
        r = (high & 0xFFFF) + 1 if number >= 1 << 32 else (high & 0x7FFF) | top
        at = r % n
        yield deck[at]
        deck[at] = deck[n - 1]


def _in_turn(rules: Rules, filled: tuple[int, ...], cards: list[int]) -> Board:
    board = empty(rules)
    into_columns = max(len(cards) - len(filled), 0)
    for place, card in enumerate(cards[:into_columns]):
        board.columns[place % rules.columns].append(card)
    for cell, card in zip(filled, cards[into_columns:], strict=False):
        board.cells[cell] = card
    return board


def _by_pysol(rules: Rules, name: str, kind: str, number: int) -> Board:
    """Return a whole deal by `pysol_cards`: cards that it does not deal lie on the foundations."""
    from pysol_cards.deal_game import Game  # type: ignore[import-untyped]
    from pysol_cards.random import RandomBase  # type: ignore[import-untyped]

    which = RandomBase.DEALS_PYSOLFC if kind == "pysol" else RandomBase.DEALS_MS
    game = Game(name, number, which)
    game.deal()
    with redirect_stdout(StringIO()):  # for one game it prints the foundations at this point
        getattr(game, game.game_class)()
    board = empty(rules)

    def card_number(card: object) -> int | None:
        rank, suit = card.rank, card.suit  # type: ignore[attr-defined]
        if card.empty:  # type: ignore[attr-defined]
            return None
        return 4 * (rank - 1) + SUITS.index("CSHD"[suit])

    for column, cards in zip(board.columns, game.board.columns.cols, strict=False):
        column += [index for index in map(card_number, cards) if index is not None]
    for cell, card in enumerate(getattr(game.board, "freecells", [])[: rules.cells]):
        board.cells[cell] = card_number(card)
    return with_the_rest_home(rules, board)


def start(spec: FreeCell) -> tuple[Rules, Board]:
    """Return the rules, and a board that the caller may change. Raises SpecError with every fault."""
    rules, board = _start(spec)
    return rules, board.copy()


def parse(text: str) -> FreeCell:
    """Return the spec of a text such as `11982`; see `spec.parse`. Raises SpecError with every fault."""
    spec = parsed(text)
    _start(spec)
    return spec


def form(spec: FreeCell) -> str:
    """Return what twins share: suits that the rules treat alike change places, and columns, and cells."""
    rules, board = start(spec)
    lies_on = under(rules, board).tolist()
    found = []
    for suits in permutations(range(4)):
        if rules.build != "alternate" or {suits[suit] in RED for suit in RED} != {True, False}:
            new = [card // 4 * 4 + suits[card % 4] for card in range(rules.cards)]
            below = [new[other] if other < rules.cards else other for other in lies_on]
            found.append([other for _, other in sorted(zip(new, below, strict=True))])
    return f"{rules} {min(found)}"


def of_file(text: str) -> FreeCell:
    """Return the spec of a file that is a board. Raises SpecError with every fault."""
    spec = FreeCell(board=text)
    _start(spec)
    return spec


def deals(name: str) -> tuple[Iterator[str], int] | None:
    """Return the names of all deals of a range, and their number; None if the name has no range.

    `freecell:1-32000,cells=3` is `freecell:1,cells=3` and so on. Raises SpecError if the range is empty, or
    goes beyond the last deal.
    """
    head, comma, knobs = name.partition(",")
    before, colon, numbers = head.rpartition(":")
    first, dash, last = numbers.partition("-")
    if not (colon and dash and first.isdecimal() and last.isdecimal()):
        return None
    if len(first + last) > 42 or not 1 <= int(first) <= int(last):
        raise spec_error("deal", f"found {numbers[:50]}; expected a range such as 1-32000")
    number_of(FreeCell(deal=f"pysol:{last}" if before.endswith("pysol") else last))
    names = (f"{before}:{number}{comma}{knobs}" for number in range(int(first), int(last) + 1))
    return names, int(last) - int(first) + 1


@lru_cache(maxsize=16)  # a spec is read for its picture, its facts and its search
def _start(spec: FreeCell) -> tuple[Rules, Board]:
    rules = rules_of(spec)
    if spec.board is None:
        return deal_board(spec)
    return texts.read(spec.board, rules, infer_ranks=spec.ranks is None)
