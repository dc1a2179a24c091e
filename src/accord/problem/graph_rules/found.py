"""The methods of a problem that state rules on graphs (`make generated`)."""

from typing import Any

from accord.problem.constraints import ConstraintSet
from accord.problem.graph_rules.components import components
from accord.problem.graph_rules.connected import connected
from accord.problem.graph_rules.forest import forest
from accord.problem.graph_rules.loop import single_loop
from accord.problem.graph_rules.path import path, paths
from accord.problem.graph_rules.regions import regions
from accord.problem.graph_rules.tree import tree
from accord.problem.topic import Topic

__all__ = ["GraphConstraints"]


class GraphConstraints(ConstraintSet):
    """A problem, and the methods that state rules on graphs."""

    def components(
        self, flags: Any, graph: Any = None, *, about: Topic | None = None, **conventions: Any
    ) -> None:
        """Add the rule that each connected part of the chosen vertices has a `size`; see `connected`."""
        self.state(components(flags, graph, **conventions), about)

    def connected(
        self, flags: Any, graph: Any = None, *, about: Topic | None = None, **conventions: Any
    ) -> None:
        """Add the rule that the chosen vertices are connected."""
        self.state(connected(flags, graph, **conventions), about)

    def forest(
        self, flags: Any, graph: Any = None, *, about: Topic | None = None, **conventions: Any
    ) -> None:
        """Add the rule that the chosen edges have no loop; see `connected`."""
        self.state(forest(flags, graph, **conventions), about)

    def single_loop(
        self, flags: Any, graph: Any = None, *, about: Topic | None = None, **conventions: Any
    ) -> None:
        """Add the rule that the chosen edges are one loop of `shortest` edges or more; see `connected`."""
        self.state(single_loop(flags, graph, **conventions), about)

    def path(
        self,
        flags: Any,
        graph: Any = None,
        ends: Any = None,
        *,
        about: Topic | None = None,
        **conventions: Any,
    ) -> None:
        """Add the rule that the chosen edges are one path, with the given `ends` or any; see `connected`."""
        self.state(path(flags, graph, ends, **conventions), about)

    def paths(
        self, flags: Any, graph: Any = None, ends: Any = (), *, about: Topic | None = None, **conventions: Any
    ) -> None:
        """Add the rule that the chosen edges are a path for each pair of `ends`, without common vertices."""
        self.state(paths(flags, graph, ends, **conventions), about)

    def regions(self, labels: Any, graph: Any = None, **conventions: Any) -> None:
        """Add a rule for each label: its vertices are connected."""
        for rule in regions(labels, graph, **conventions):
            self.state(rule)

    def tree(self, flags: Any, graph: Any = None, *, about: Topic | None = None, **conventions: Any) -> None:
        """Add the rule that the chosen edges are connected and have no loop; see `connected`."""
        self.state(tree(flags, graph, **conventions), about)
