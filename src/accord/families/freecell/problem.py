"""FreeCell as a plan problem (SAS+): a variable per card says what it lies on; operators move one card.

    variable   7H, one a card      what it lies on: a card, `column` (the deepest of one), `cell`, `home`
               7H last             yes: nothing lies on it, and it is in a column
    operator   7H: 8S -> cell      one card move; `8S -> column` goes to an empty column
    capacity   cells, columns      so many cards in cells, so many that are the deepest
    invariant  on 7H               either it is the last, or one card is on it, or it is away

A card that is home at the beginning is no variable. Which cell and which column is not said: plans do not
depend on it, and the player's order is kept where plans are replayed. A card's variable has only the values
that it may come to: the cards it is built on, and what it lay on at first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from accord.errors import InputError, RefusedError
from accord.families.freecell.board import AT_HOME, IN_CELL, ON_TABLE, Board
from accord.families.freecell.board import under as lies_on
from accord.families.freecell.spec import Rules
from accord.plans.problem import Capacity, Operator, PlanProblem, State

PLACES = {IN_CELL: "cell", ON_TABLE: "column", AT_HOME: "home"}
_CODES = {name: code for code, name in PLACES.items()}


def problem_of(rules: Rules, board: Board) -> PlanProblem:
    """Return the plan problem of a position. Raises RefusedError for rules that it cannot express."""
    if rules.sequence == "unlimited":
        raise RefusedError(
            "a plan problem moves one card at a time, and here sequences move at once; use backend native"
        )
    under = {card: int(below) for card, below in enumerate(lies_on(rules, board)) if below != AT_HOME}
    last = {column[-1] for column in board.columns if column}
    name = rules.name
    values = {card: _values(rules, under, card) for card in under}
    variables = {name(card): [place(rules, v) for v in values[card]] for card in under}
    variables |= {f"{name(card)} last": ["no", "yes"] for card in under}
    initial = {name(card): place(rules, below) for card, below in under.items()}
    initial |= {f"{name(card)} last": "yes" if card in last else "no" for card in under}
    return PlanProblem.build(
        variables,
        _operators(rules, under, values),
        initial,
        {name(card): "home" for card in under},
        capacities=[
            Capacity(f"{word}s", tuple((name(c), word) for c in under if code in values[c]), most)
            for word, code, most in (("cell", IN_CELL, rules.cells), ("column", ON_TABLE, rules.columns))
        ],
        invariants=[_on(rules, values, card) for card in under],
        bound=HomeBound.of(under, values),
        family="freecell",
    )


def _values(rules: Rules, under: dict[int, int], card: int) -> list[int]:
    """Return what a card may come to lie on, first what it lies on now."""
    rank = rules.rank(card)
    places = [under[card]]
    above = range(4 * (rank + 1), min(4 * (rank + 2), rules.cards))
    places += [lower for lower in above if lower in under and rules.may_build(lower, card)]
    if rules.cells:
        places.append(IN_CELL)
    if rules.may_fill(card):
        places.append(ON_TABLE)
    return list(dict.fromkeys([*places, AT_HOME]))


def _operators(rules: Rules, under: dict[int, int], values: dict[int, list[int]]) -> Iterator[Operator]:
    for card in under:
        for source in values[card]:
            for target in values[card]:
                legal = target in (IN_CELL, AT_HOME) or (
                    rules.may_fill(card) if target == ON_TABLE else rules.may_build(target, card)
                )
                if source != AT_HOME and source != target and legal:
                    yield _operator(rules, under, card, source, target)


def _operator(rules: Rules, under: dict[int, int], card: int, source: int, target: int) -> Operator:
    name = rules.name(card)
    needs = {name: place(rules, source)}
    effects = {name: place(rules, target)}
    needs[f"{name} last"] = "no" if source == IN_CELL else "yes"
    if source in under:
        needs[f"{rules.name(source)} last"] = "no"
        effects[f"{rules.name(source)} last"] = "yes"
    if target in under:
        needs[f"{rules.name(target)} last"] = "yes"
        effects[f"{rules.name(target)} last"] = "no"
    lower = card - 4
    if target == AT_HOME and lower in under:
        needs[rules.name(lower)] = "home"
    to_column = target not in (IN_CELL, AT_HOME)
    if to_column != (source != IN_CELL):
        effects[f"{name} last"] = "yes" if to_column else "no"
    return Operator(operator_name(rules, card, source, target), needs, effects)


def _on(rules: Rules, values: dict[int, list[int]], card: int) -> Capacity:
    """Return the invariant that a card in a column has one thing on it, or is the last."""
    name = rules.name(card)
    facts = [(f"{name} last", "yes"), (name, "home")]
    if IN_CELL in values[card]:
        facts.append((name, "cell"))
    facts += [(rules.name(other), name) for other in values if card in values[other]]
    return Capacity(f"on {name}", tuple(facts), 1)


# -- names and card moves ----------------------------------------------------------------------------


def place(rules: Rules, code: int) -> str:
    """Return the name of what a card lies on."""
    return PLACES[code] if code in PLACES else rules.name(code)


def operator_name(rules: Rules, card: int, source: int, target: int) -> str:
    """Return the name of the operator that moves a card from there to there."""
    return f"{rules.name(card)}: {place(rules, source)} -> {place(rules, target)}"


def names_of(rules: Rules, board: Board, moves: Iterable[Sequence[int]]) -> list[str]:
    """Return the names of the operators for card moves from a position; the moves need not be legal."""
    under = lies_on(rules, board).tolist()
    names = []
    for card, target in moves:
        names.append(operator_name(rules, card, under[card], target))
        under[card] = target
    return names


def moves_of(rules: Rules, names: Iterable[str]) -> list[tuple[int, int]]:
    """Return the card moves (card, destination) of operators, by their names. Raises InputError."""
    cards = {rules.name(card): card for card in range(rules.cards)}
    codes = cards | _CODES
    moves = []
    for name in names:
        card, _, places = name.partition(": ")
        target = places.partition(" -> ")[2]
        if card not in cards or target not in codes:
            raise InputError([f"found the move {name!r}; expected one such as '7H: 8S -> cell'"])
        moves.append((cards[card], codes[target]))
    return moves


# -- a bound -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HomeBound:
    """Every card that is out goes home, and moves before that if it lies above a lower one of its suit.

    `below` has for each variable of a card and each of its values the variable of the card below, or -1.
    """

    home: tuple[int, ...]  # for each variable of a card, the value home
    below: tuple[tuple[int, ...], ...]
    lower: tuple[frozenset[int], ...]  # for each variable of a card the variables of lower ones of its suit

    @staticmethod
    def of(under: dict[int, int], values: dict[int, list[int]]) -> HomeBound:
        """Return the bound for a position; variables of cards come first, in the order of `under`."""
        variable = {card: v for v, card in enumerate(under)}
        return HomeBound(
            tuple(values[card].index(AT_HOME) for card in under),
            tuple(tuple(variable.get(value, -1) for value in values[card]) for card in under),
            tuple(
                frozenset(variable[low] for low in range(card % 4, card, 4) if low in under) for card in under
            ),
        )

    def __call__(self, state: State) -> int:
        """Return how many moves a plan from that state takes at least."""
        least = 0
        for v, home in enumerate(self.home):
            if state[v] == home:
                continue
            least += 1
            lower, at = self.lower[v], self.below[v][state[v]]
            while at >= 0:
                if at in lower:
                    least += 1
                    break
                at = self.below[at][state[at]]
        return least
