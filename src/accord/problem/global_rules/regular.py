"""`regular(list, moves, start, accepting)`: an automaton of moves `[state, value, next state]` accepts it.

`mdd(list, arcs)`: a way through the diagram with the arcs `[node, value, next node]`.

Rows unroll the automaton, with a hidden option for each transition. An automaton that has several moves for
one state and value is made deterministic first, since else one word could be read in several ways, and every
solution would be counted as often. States that the start does not reach in so many steps, or from which no
accepting state is reached, are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accord.errors import RefusedError, UsageError
from accord.problem import lower
from accord.problem.constraints import ConstraintSet, list_of, lists_in
from accord.problem.expressions import Expression, Value, values_of
from accord.problem.global_rules.base import Arguments, Draw, list_text, states, values_list
from accord.problem.lower.linear_form import TRUE, LinearForm, sum_of
from accord.problem.notation import text
from accord.problem.rules import Rule
from accord.problem.slips import strange_values
from accord.problem.topic import Topic
from accord.problem.writers import IntegerWriter, Sizes

if TYPE_CHECKING:
    from accord.problem.lower.rules import Rows

State = frozenset[Value]
NONE: State = frozenset()


@dataclass(frozen=True, eq=False)
class Regular(Rule):
    """From `start`, each value takes the automaton to its next state; the last state is `accepting`."""

    of: tuple[Expression, ...]
    moves: tuple[tuple[Value, Value, Value], ...]  # state, value, next state; several for one pair are fine
    start: Value
    accepting: tuple[Value, ...]

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        states = {self.start}
        for each in self.of:
            states = {after for state, read, after in self.moves if state in states and read == found[each]}
        return not states.isdisjoint(self.accepting)

    def write_rows(self, rows: Rows, words: str) -> None:
        """Hidden: each move at each place. Raises RefusedError where there would be too many moves."""
        views = [rows.forms.view(each) for each in self.of]
        layers = self._layers([list(view) for view in views], words)
        writer = rows.writer
        numbers: dict[State, int] = {}
        entering: dict[State, list[LinearForm]] = {frozenset({self.start}): [TRUE]}
        for place, (view, moves) in enumerate(zip(views, layers, strict=True), start=1):
            reading: dict[Value, list[LinearForm]] = {value: [] for value in view}
            leaving: dict[State, list[LinearForm]] = {state: [] for state in entering}
            after: dict[State, list[LinearForm]] = {}
            for state, value, following in moves:
                number = numbers.setdefault(state, len(numbers) + 1)
                move = LinearForm(
                    {writer.option(f"{words}: place {place}, state {number}, {value}", hidden=True): 1}
                )
                reading[value].append(move)
                leaving[state].append(move)
                after.setdefault(following, []).append(move)
            for value, form in view.items():
                tied = sum_of((*reading[value], form), (*[1] * len(reading[value]), -1))
                writer.exactly(f"{words}: place {place}, {value}", tied, 0)
            for state, here in entering.items():
                number = numbers.setdefault(state, len(numbers) + 1)
                tied = sum_of((*leaving[state], *here), (*[1] * len(leaving[state]), *[-1] * len(here)))
                writer.exactly(f"{words}: place {place}, state {number}", tied, 0)
            entering = after
        if not views and self.start not in self.accepting:
            writer.row(words, {}, 1, 1)

    def write_integers(self, to: IntegerWriter) -> None:
        """Automaton, made deterministic."""
        if not self.of:
            if self.start not in self.accepting:
                to.refuse()
            return
        moves, accepting = self._deterministic()
        if not moves or not accepting:
            to.refuse()
            return
        word = [to.expression(each) for each in self.of]
        to.made.add_automaton(word, 0, accepting, [(a, to.code(value), b) for a, value, b in moves])

    def sizes(self, seen: Sizes) -> Iterator[int]:
        """Yield about how many entries the parts and the moves add."""
        yield from map(seen.of, self.parts)
        yield len(self.moves) * len(self.of)

    # -- the automaton -----------------------------------------------------------------------------

    def _deterministic(self) -> tuple[list[tuple[int, Value, int]], list[int]]:
        """The moves of the automaton made deterministic, and its states that accept; the start is 0.

        Raises RefusedError where there would be too many moves.
        """
        to = self._next_states()
        states: dict[State, int] = {frozenset({self.start}): 0}
        moves: list[tuple[int, Value, int]] = []
        for here in (waiting := [*states]):
            after: dict[Value, set[Value]] = {}
            for (state, value), following in to.items():
                if state in here:
                    after.setdefault(value, set()).update(following)
            for value, following in after.items():
                there = frozenset(following)
                if there not in states:
                    states[there] = len(states)
                    waiting.append(there)
                moves.append((states[here], value, states[there]))
            if len(moves) > lower.TRANSITIONS:
                raise RefusedError(f"{self.words}: more than {lower.TRANSITIONS:,} moves, made deterministic")
        return moves, [number for some, number in states.items() if not some.isdisjoint(self.accepting)]

    def _next_states(self) -> dict[tuple[Value, Value], set[Value]]:
        to: dict[tuple[Value, Value], set[Value]] = {}
        for state, value, after in self.moves:
            to.setdefault((state, value), set()).add(after)
        return to

    def _layers(self, domains: list[list[Value]], words: str) -> list[list[tuple[State, Value, State]]]:
        """The moves at each place: state, value, next state; states are sets of the automaton's."""
        to = self._next_states()
        of_one = {read: frozenset(after) for read, after in to.items()}  # most are of one state
        layers: list[list[tuple[State, Value, State]]] = []
        states: set[State] = {frozenset({self.start})}
        number = 0
        for domain in domains:
            moves = []
            for each in sorted(states, key=lambda some: sorted(map(repr, some))):
                first, *others = each
                for value in domain:
                    after = of_one.get((first, value), NONE)
                    if others:
                        after = after.union(*(to.get((state, value), ()) for state in others))
                    if after:
                        moves.append((each, value, after))
            number += len(moves)
            if number > lower.TRANSITIONS:
                raise RefusedError(
                    f"{words}: more than {lower.TRANSITIONS:,} moves of the automaton; take fewer states"
                )
            layers.append(moves)
            states = {after for _, _, after in moves}
        alive = {state for state in states if not state.isdisjoint(self.accepting)}
        for place in reversed(range(len(layers))):
            layers[place] = [move for move in layers[place] if move[2] in alive]
            alive = {state for state, _, _ in layers[place]}
        return layers

    def _short(self) -> str:
        return f"regular: {', '.join(map(str, self.of))}"

    def __str__(self) -> str:
        moves, accepting = ", ".join(map(values_list, self.moves)), values_list(self.accepting)
        return f"regular({list_text(self.of)}, [{moves}], {text(self.start)}, {accepting})"


# -- how it is stated --------------------------------------------------------------------------------


def _triples(given: Any, shape: str) -> tuple[tuple[Value, Value, Value], ...]:
    found = tuple(values_of(move) for move in lists_in(given, "moves or arcs"))
    if any(len(move) != 3 for move in found):
        raise UsageError(shape)
    return tuple((state, value, after) for state, value, after in found)


def _ends_of(arcs: Sequence[tuple[Value, Value, Value]], layers: int) -> tuple[Value, Value]:
    """The root and the end of a decision diagram of so many layers. Raises UsageError."""
    before, after = ({arc[end]: None for arc in arcs} for end in (0, 2))
    roots, ends = (
        [node for node in before if node not in after],
        [node for node in after if node not in before],
    )
    if not arcs and not layers:
        return 0, 0
    if len(roots) != 1 or len(ends) != 1:
        raise UsageError(
            f"the diagram has {len(roots)} nodes that no arc enters and {len(ends)} that none leaves; "
            "expected one root and one end"
        )
    reached, early = {roots[0]}, False
    for _ in range(layers):
        early |= ends[0] in reached
        reached = {to for node, _, to in arcs if node in reached}
    if early or reached != {ends[0]}:
        raise UsageError(
            f"the diagram has not {layers} layers: each way from its root must end after {layers} arcs"
        )
    return roots[0], ends[0]


def _random(draw: Draw) -> Arguments:
    """A word of an automaton that may have several moves for a state and a value, or none."""
    of = draw.anything(0, 4)
    letters = [value for each in of for value in draw.near(each)] or [0]
    states = ["s", 0, (1, 2), None][: draw.number(1, 4)]
    moves = [(draw.pick(states), draw.pick(letters), draw.pick(states)) for _ in range(draw.number(0, 18))]
    return (of, moves, draw.pick(states), draw.some(states, draw.number(0, len(states)))), {}


def _random_diagram(draw: Draw) -> Arguments:
    """A diagram with one or two nodes in each layer; each has an arc to it, and one from it."""
    of = draw.anything(1, 4)
    layers: list[list[Any]] = [["root"]]
    layers += [[(place, n) for n in range(draw.number(1, 2))] for place in range(len(of) - 1)]
    layers.append(["end"])
    arcs = []
    for each, here, there in zip(of, layers, layers[1:], strict=False):
        pairs = [(node, draw.pick(there)) for node in here] + [(draw.pick(here), node) for node in there]
        pairs += [(draw.pick(here), draw.pick(there)) for _ in range(draw.number(0, 3))]
        arcs += [(node, draw.pick(draw.near(each)), after) for node, after in pairs]
    return (of, arcs), {}


class StatesRegular(ConstraintSet):
    """A problem, and the methods that state it."""

    @states(_random)
    def regular(
        self,
        of: Iterable[Any],
        moves: Iterable[Sequence[Value]],
        start: Value,
        accepting: Iterable[Value],
        *,
        words: str = "",
        about: Topic | None = None,
    ) -> None:
        """Add the rule that an automaton accepts the values, read as a word.

        Args:
            of: the variables of the word.
            moves: triples (state, value, next state); there may be several next states, or none.
            start: the state before the first value.
            accepting: the states in which the word may end.
            words: the name of the rule in hints and explanations.
            about: what the rule is about, as data; see `add`.

        >>> import accord
        >>> p = accord.Problem()
        >>> word = p.integers(4, 0, 1)
        >>> p.regular(word, [("a", 0, "a"), ("a", 1, "b"), ("b", 0, "a")], "a", ["a", "b"])
        >>> accord.count(p).count  # words without two ones in a row
        8
        """
        triples = _triples(moves, "a move of an automaton has three parts: state, value, next state")
        word = list_of((of,))
        self._refuse_slips(
            strange_values(word, [value for _, value, _ in triples], "a move of the automaton")
        )
        (first,) = values_of((start,))
        self.state(Regular(word, triples, first, values_of(accepting), called=words), about)

    @states(_random_diagram)
    def mdd(
        self,
        of: Iterable[Any],
        arcs: Iterable[Sequence[Value]],
        *,
        words: str = "",
        about: Topic | None = None,
    ) -> None:
        """Add the rule that the values, in this order, are a way through a decision diagram.

        Args:
            of: the variables, one for each layer.
            arcs: triples (node, value, next node). The root is the one node that no arc enters, and the end
                the one that no arc leaves.
            words: the name of the rule in hints and explanations.
            about: what the rule is about, as data; see `add`.

        >>> import accord
        >>> p = accord.Problem()
        >>> x, y = p.integers(2, 0, 3)
        >>> p.mdd([x, y], [("top", 0, "left"), ("top", 2, "right"), ("left", 3, "end"), ("right", 1, "end")])
        >>> accord.count(p).count
        2
        """
        layers = list_of((of,))
        moves = _triples(arcs, "an arc of a diagram has three parts: node, value, next node")
        self._refuse_slips(strange_values(layers, [value for _, value, _ in moves], "an arc of the diagram"))
        root, end = _ends_of(moves, len(layers))
        self.state(Regular(layers, moves, root, (end,), called=words), about)
