"""Connected dominating sets of a way of four vertices: the two inside, with either end, or both."""

import accord
from accord.problem.graphs import graph_of


def test_a_way_of_four_vertices_has_four():
    p = accord.Problem()
    p.dominating([p.boolean(name) for name in "abcd"], graph_of([(0, 1), (1, 2), (2, 3)]))
    assert {accord.count(p, backend=each).count for each in ("native", "sat", "cpsat")} == {4}
