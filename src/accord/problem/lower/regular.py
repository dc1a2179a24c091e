"""Lower `regular` rules: unroll the automaton, with a hidden option for each transition.

An automaton that has several moves for one state and value is made deterministic first, since else one word
could be read in several ways, and every solution would be counted as often. States that the start does not
reach in so many steps, or from which no accepting state is reached, are left out.
"""

from __future__ import annotations

from accord.errors import RefusedError
from accord.problem import lower
from accord.problem.expressions import Value
from accord.problem.lower.forms import Forms
from accord.problem.lower.linear_form import TRUE, LinearForm, sum_of
from accord.problem.rules import Regular

State = frozenset[Value]
NONE: State = frozenset()


def regular(rule: Regular, words: str, forms: Forms) -> None:
    """Write a rule's rows. Raises RefusedError where there would be too many moves."""
    views = [forms.view(each) for each in rule.of]
    layers = _layers(rule, [list(view) for view in views], words)
    writer = forms.writer
    numbers: dict[State, int] = {}
    entering: dict[State, list[LinearForm]] = {frozenset({rule.start}): [TRUE]}
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
    if not views and rule.start not in rule.accepting:
        writer.row(words, {}, 1, 1)


def deterministic(rule: Regular) -> tuple[list[tuple[int, Value, int]], list[int]]:
    """The moves of an automaton that is made deterministic, and its states that accept; the start is 0.

    Raises RefusedError where there would be too many moves.
    """
    to = _next_states(rule)
    states: dict[State, int] = {frozenset({rule.start}): 0}
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
            raise RefusedError(f"{rule.words}: more than {lower.TRANSITIONS:,} moves, made deterministic")
    return moves, [number for some, number in states.items() if not some.isdisjoint(rule.accepting)]


def _next_states(rule: Regular) -> dict[tuple[Value, Value], set[Value]]:
    to: dict[tuple[Value, Value], set[Value]] = {}
    for state, value, after in rule.moves:
        to.setdefault((state, value), set()).add(after)
    return to


def _layers(rule: Regular, domains: list[list[Value]], words: str) -> list[list[tuple[State, Value, State]]]:
    """The moves at each place: state, value, next state; states are sets of the automaton's."""
    to = _next_states(rule)
    of_one = {read: frozenset(after) for read, after in to.items()}  # most are of one state
    layers: list[list[tuple[State, Value, State]]] = []
    states: set[State] = {frozenset({rule.start})}
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
    alive = {state for state in states if not state.isdisjoint(rule.accepting)}
    for place in reversed(range(len(layers))):
        layers[place] = [move for move in layers[place] if move[2] in alive]
        alive = {state for state, _, _ in layers[place]}
    return layers
