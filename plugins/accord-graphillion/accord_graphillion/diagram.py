"""The other process: it reads an order, makes its diagram, and prints the number of its sets, or all of them.

An order is JSON in a file that is open, by its number; see `accord_graphillion.lower`. When standard input is
closed the process ends, whatever Graphillion does.
"""

from __future__ import annotations

import fcntl
import json
import os
import sys
from select import select
from typing import Any

os.environ["OMP_NUM_THREADS"] = "1"  # before Graphillion is imported

from graphillion import GraphSet

Sums = list[Any]


class Diagram:
    """The family of the sets that an order describes.

    An element is an edge between two vertices of its own, so that sums do not see a graph. One element more
    is never chosen: no universe is empty.
    """

    def __init__(self, order: dict[str, Any]) -> None:
        vertices = [v for rule in order["rules"] for _, *pair in rule["edges"] for v in pair]
        first = max(vertices, default=0) + 1
        count = len(order["options"]) + 1
        self.pairs = [(first + 2 * number, first + 2 * number + 1) for number in range(count)]
        self.number = {pair: number for number, pair in enumerate(self.pairs)}
        self._universe()
        self.family = self._with_sums(order["sums"])
        for rule in order["rules"]:
            self._join(rule)

    def _universe(self, edges: list[tuple[int, int, int]] = []) -> None:  # noqa: B006 (it is only read)
        """Elements are numbered alike in every universe, so a family keeps its meaning."""
        pairs = list(self.pairs)
        for element, one, other in edges:
            pairs[element] = one, other
        GraphSet.set_universe(pairs, traversal="as-is")

    def _with_sums(self, sums: Sums, within: GraphSet | None = None) -> GraphSet:
        said = [
            ([(*self.pairs[element], amount) for element, amount in terms], bounds) for terms, *bounds in sums
        ]
        never = ([self.pairs[-1]], (0, 0))
        return GraphSet.graphs(linear_constraints=[*said, never], graphset=within)

    def _join(self, rule: dict[str, Any]) -> None:
        """Leave the sets that keep a graph rule: as far as edges go, then with all else."""
        found = GraphSet([])
        if rule["edges"]:
            some = self._with_sums(rule["sums"], self.family) if rule["sums"] else self.family
            edges = [self.pairs[element] for element, _, _ in rule["edges"]]
            only = some.meet(GraphSet([edges]))
            self._universe(rule["edges"])
            joined = GraphSet.graphs(
                vertex_groups=rule["ends"],
                degree_constraints={
                    v: range(low, high + 1, step) for v, (low, high, step) in rule["degrees"]
                },
                no_loop=rule["forest"],
                graphset=only,
            )
            self._universe()
            free = self._with_sums([([(element, 1) for element, _, _ in rule["edges"]], 0, 0)])
            found = some & joined.join(free)
        if rule["none"] is not None:
            found = found | self._with_sums(rule["none"], self.family)
        self.family = found


def main() -> None:
    """Do as the order says; see above."""
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_ASYNC)  # SIGIO ends this process
    if select([0], [], [], 0)[0]:  # closed already
        return
    with open(int(sys.argv[1]), "rb") as written:  # noqa: PTH123 (a file that is open, by number)
        order = json.load(written)
    diagram = Diagram(order)
    if order["walks"]:
        for chosen in diagram.family:
            options = (order["options"][diagram.number[pair]] for pair in chosen)
            sys.stdout.write(" ".join(str(option) for option in options if option >= 0) + "\n")
    else:
        sys.stdout.write(f"{diagram.family.len()}\n")
    sys.stdout.write("complete\n")


if __name__ == "__main__":
    main()
