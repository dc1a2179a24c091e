"""A graph rule on options, as a model has it: vertices are numbered, and each choice is an option by name.

`base` makes it of a stated rule. It goes where connectivity is enforced: to cuts, to clauses that say the
same, to backends that count by the graph. The module of each rule has its class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import ClassVar, Literal, Self, TypeAlias

from accord.model.data import LazyItem, ModelData
from accord.problem.graphs.network import Network, network
from accord.problem.lower.linear_form import LinearForm
from accord.problem.lower.model_writer import ModelWriter
from accord.problem.roles import Role, Says

NOTHING = Says()
JOINED = Says("lines have to be joined to the others", closes="otherwise a loop would leave out other lines")
HARD = 1_000  # conflicts, after which clauses of `unfold` save time
Places: TypeAlias = list[list[int]]  # by rule, what is chosen


@dataclass(frozen=True)
class RuleItem(LazyItem):
    """A lazy item of a graph rule."""

    about: Role | None = field(default=None, compare=False)


@dataclass(frozen=True, repr=False)
class LoweredRule:
    """A graph that must hang together, or whose parts are limited. Vertices are numbered from 0.

    An edge is a pair, and none is there twice. A class of rules says what of it by `find_cuts`, and by
    `derives`, which is for checkers and shares nothing with how cuts are found.
    """

    words: str  # the statement, as the items of the model name it
    vertices: int
    edges: tuple[tuple[int, int], ...]
    options: tuple[str, ...]  # of each vertex where the rule is on vertices, else of each edge; no two the
    # same; "" where it is always chosen
    fixed: tuple[int, ...] = ()  # places in `options` that are always chosen, all of those with "" among them
    ends: tuple[int, ...] = ()  # of paths: a start, its end, the next start, ...; none: one path, free ends
    empty: bool = False  # whether nothing at all may be chosen
    spanning: bool = False  # of edges: whether every vertex is visited
    shortest: int = 0  # of edges: the fewest
    most: int = 0  # of vertices, or of each component: how many at most, if that is said
    least: int = 1  # of each component: how many at least
    number: int | None = field(default=None, compare=False)  # of the rule in its problem

    name: ClassVar[str]  # by which a backend refuses the rule
    on_vertices: ClassVar[bool]  # whether its options are of vertices
    decisive: ClassVar[bool] = True  # whether its cuts decide most of a search
    joined: ClassVar[Says] = JOINED  # what a cut says that joins parts
    few_entries: ClassVar[int] = 0  # up to which it is unfolded if `how` is "auto"; see docs/graphs.md
    # what those need that count by the graph
    limits_parts: ClassVar[bool] = False  # whether it is on each part by itself, so that no part is fine
    is_whole: ClassVar[bool] = False  # whether all that is chosen is one part, or a part for each two ends
    circles: ClassVar[Literal["none", "one", "any"]] = "any"  # in such a part
    two_at_a_vertex: ClassVar[bool] = False  # edges, at most

    def __repr__(self) -> str:
        """The rule as data, which `GraphCuts.token` digests."""
        given = [(each.name, getattr(self, each.name)) for each in fields(self) if each.compare]
        words, *rest = [f"{name}={value!r}" for name, value in given]
        return f"Rule({', '.join([words, f'kind={self.name!r}', *rest])})"

    # -- the graph ---------------------------------------------------------------------------------

    @cached_property
    def network(self) -> Network:
        """The graph, as it is walked."""
        return network(self.vertices, self.edges)

    @property
    def near(self) -> Sequence[Sequence[tuple[int, int]]]:
        """For each vertex, its neighbours and the edges to them."""
        return self.network.near

    @property
    def beside(self) -> Sequence[Sequence[int]]:
        """For each vertex, its neighbours."""
        return self.network.beside

    @cached_property
    def always(self) -> list[int]:
        """The places in `options` without a name, which are always chosen."""
        return [place for place, name in enumerate(self.options) if not name]

    @cached_property
    def shape(self) -> tuple[object, ...]:
        """The properties of the rule other than its options."""
        return (self.name, self.vertices, self.empty, self.spanning, self.shortest, self.most, self.least)

    def signature(self, names: Sequence[str]) -> object:
        """Return a key of the rule with these names of options; equal for rules that mean the same."""
        raise NotImplementedError

    def write_local(self, writer: ModelWriter, names: Sequence[str], known: Sequence[LinearForm]) -> None:
        """Write what is local about the rule.

        Args:
            writer: where to.
            names: of the vertices.
            known: whether each option is chosen.
        """
        raise NotImplementedError

    # -- cuts --------------------------------------------------------------------------------------

    def item(
        self, name: str, gives: Mapping[str, int], low: int, high: int | None = None, says: Says = NOTHING
    ) -> LazyItem:
        """Return an item that every choice that keeps the rule meets."""
        return RuleItem(f"{self.words}: {name}", gives, low, high, Role(says, self.number))

    @property
    def needs_cuts(self) -> bool:
        """Whether what is written of the rule leaves something to say."""
        return len(self.options) > 1

    @classmethod
    def narrowing(cls, rules: Sequence[Self]) -> Callable[[Sequence[Sequence[int]]], Places] | None:
        """Return what leaves of the choices of these rules only what breaks them; None: each is looked at."""
        del rules
        return None

    def find_cuts(self, taken: list[int]) -> Iterator[LazyItem]:
        """Yield cuts that the choice of these places in the options breaks; none if it meets the rule."""
        raise NotImplementedError

    def follows(self, item: LazyItem) -> bool:
        """Whether every choice that keeps the rule meets the item, as far as `derives` shows it."""
        place = {name: number for number, name in enumerate(self.options) if name}
        gives = {place.get(name, -1): amount for name, amount in item.gives.items() if amount}
        return -1 not in gives and self.derives(gives, item.low, item.high)

    def derives(self, gives: Mapping[int, int], low: int, high: int | None) -> bool:
        """Whether it follows that amounts of places add up to `low` at least, and to `high` at most.

        Args:
            gives: the amounts, none of them 0.
            low: the least.
            high: the most; None is no bound.
        """
        raise NotImplementedError

    # -- clauses, and levels of an unfolding -------------------------------------------------------

    @property
    def hard(self) -> int:
        """After how many conflicts `clauses` was measured to save time."""
        return HARD

    def clauses(
        self, model: ModelData, option: Mapping[str, int], unused: Iterator[int]
    ) -> Iterable[list[int]]:
        """Return clauses that each true solution of the model meets.

        Args:
            model: whose option o is variable o + 1.
            option: its options, by name.
            unused: variables that are not in use.
        """
        del model, option, unused
        return ()

    def expectations(self) -> Sequence[list[LazyItem]]:
        """Return lists of items that the only solution of most models meets."""
        return ()

    @property
    def adjacent(self) -> list[list[int]]:
        """For each option, those beside it: of neighbouring vertices, or of edges with a vertex in common."""
        raise NotImplementedError

    @property
    def most_levels(self) -> int:
        """How many steps from the root suffice for any choice that keeps the rule.

        The way from the root to a chosen edge is a shortest one, which visits no vertex twice.
        """
        return max(0, min(self.vertices - 1, len(self.edges)) - 1)

    # -- what those need that count by the graph ---------------------------------------------------

    def degrees(self, vertex: int) -> range | None:
        """How many chosen edges there may be at a vertex; None: any number."""
        del vertex
        return None

    @property
    def ranges(self) -> bool:
        """Whether parts may have several sizes, so that an option may stand for many; see `stand_ins`."""
        return False


class OnVertices(LoweredRule):
    """A rule with an option for each vertex."""

    on_vertices = True

    def signature(self, names: Sequence[str]) -> object:
        """Return the options, and which are adjacent."""
        fixed = frozenset(names[place] for place in self.fixed)
        pairs = Counter(frozenset((names[one], names[other])) for one, other in self.edges)
        return self.shape, frozenset(names), fixed, frozenset(pairs.items())

    @property
    def adjacent(self) -> list[list[int]]:
        """For each vertex its neighbours."""
        return [[other for other, _ in near] for near in self.near]
