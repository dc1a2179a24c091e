"""The circuit that d4 writes, as data, and a walk through the solutions that it stands for.

It is a text. A line names a node, `o 1 0`, or tells of an edge, `1 2 -5 7 0`: from a node to one below it,
and the literals that hold there, with a 0 behind.

    t   true                            o   one of the nodes below, each with the literals of its edge
    f   false                           a   all of the nodes below; no variable is in two of them

The first line has the root. A variable that is not met on the way down is free. Any two edges of an `o` that
do not lead to false have a variable that is true on one and false on the other, so no solution is met twice.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import combinations, product
from time import monotonic
from typing import TypeAlias

from accord import EngineError
from accord_d4.process import TICK

Edge: TypeAlias = tuple[int, int, int]  # the node below, and bits of variables: true here, false here
Todo: TypeAlias = "tuple[int, Todo] | None"  # nodes that are still to be walked through
LINES = 1 << 10  # read between two looks at the clock


class Circuit:
    """Nodes by number: what they are, and their edges. Variable v is bit v."""

    def __init__(self) -> None:
        self.root = 0
        self.kind: dict[int, str] = {}
        self.below: dict[int, list[Edge]] = {}

    def __len__(self) -> int:
        return len(self.kind)

    @property
    def edges(self) -> int:
        """How many edges it has."""
        return sum(map(len, self.below.values()))


def read(text: bytes) -> Generator[None, None, Circuit]:
    """The circuit of a text; yields now and then. Raises EngineError for a text that is none."""
    circuit, due = Circuit(), monotonic() + TICK
    for number, line in enumerate(text.decode().splitlines()):
        if number % LINES == 0 and monotonic() > due:
            yield
            due = monotonic() + TICK
        what, *rest = line.split()
        if what in "oatf":
            circuit.kind[int(rest[0])] = what
            circuit.below[int(rest[0])] = []
            continue
        below, *literals, _ = map(int, rest)
        true = false = 0
        for literal in literals:
            if literal > 0:
                true |= 1 << literal
            else:
                false |= 1 << -literal
        circuit.below[int(what)].append((below, true, false))
    if not circuit.kind:
        raise EngineError("d4 wrote a circuit without a node")
    circuit.root = next(iter(circuit.kind))
    _need_determinism(circuit)
    return circuit


def _need_determinism(circuit: Circuit) -> None:
    for node, edges in circuit.below.items():
        if circuit.kind[node] != "o":
            continue
        leading = [edge for edge in edges if circuit.kind[edge[0]] != "f"]
        if not all(deciding(one, other) for one, other in combinations(leading, 2)):
            raise EngineError(f"d4 wrote a node {node} whose edges do not exclude each other")


def deciding(one: Edge, other: Edge) -> int:
    """Bits of the variables that are true on one edge and false on the other."""
    return (one[1] & other[2]) | (one[2] & other[1])


def solutions(circuit: Circuit, options: int, variables: int) -> Iterator[list[int] | None]:
    """Each solution as its options, and None now and then where there is none for long.

    Raises EngineError if a variable that is no option is free.
    """
    every = (1 << variables + 1) - 2
    ours = (1 << options + 1) - 2
    agenda: list[tuple[Todo, int, int]] = [((circuit.root, None), 0, 0)]
    steps = 0
    while agenda:
        todo, true, met = agenda.pop()
        steps += 1
        if steps % LINES == 0:
            yield None
        if todo is None:
            free = every & ~met
            if free & ~ours:
                raise EngineError(f"variable {bits(free & ~ours)[0]} of the formula is not determined")
            chosen = [v - 1 for v in bits(true & ours)]
            if not free:
                yield chosen
                continue
            for some in product(*((None, v - 1) for v in bits(free))):
                yield sorted([*chosen, *(option for option in some if option is not None)])
            continue
        node, rest = todo
        what, edges = circuit.kind[node], circuit.below[node]
        if what == "t":
            agenda.append((rest, true, met))
        elif what == "o":
            for below, holds, fails in edges:
                agenda.append(((below, rest), true | holds, met | holds | fails))
        elif what == "a":
            for below, holds, fails in edges:
                rest, true, met = (below, rest), true | holds, met | holds | fails
            agenda.append((rest, true, met))


def bits(number: int) -> list[int]:
    """Which bits are set, ascending."""
    found = []
    while number:
        least = number & -number
        found.append(least.bit_length() - 1)
        number ^= least
    return found
