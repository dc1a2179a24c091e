"""Enforce connectivity by cuts: clauses added when a solution violates a graph rule.

What is local about a rule (a loop has two edges at a vertex or none) is written as ordinary items, see
`accord.problem.lower.graphs`. Left is that all of it hangs together: the lazy part of a model, which finds
the cuts that a solution breaks (`separation`), and knows clauses that say more at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import count

from accord.model.data import LazyItem, ModelData, Solve
from accord.problem.graphs.follows import follows
from accord.problem.graphs.layers import layers
from accord.problem.graphs.lowered import Rule
from accord.problem.graphs.separation import find_cuts
from accord.problem.graphs.sides import sides
from accord.problem.graphs.sizes import Sizes
from accord.problem.graphs.turns import visits, without_turns

HARD, HARD_PATHS = 1_000, 50_000  # conflicts, after which clauses of `unfold` save time


@dataclass(frozen=True)
class GraphCuts:
    """The lazy part of a model with graph rules; see `accord.model.data.Lazy`."""

    rules: tuple[Rule, ...]

    @cached_property
    def token(self) -> str:
        """A digest of all it knows: equal for equal rules only."""
        return f"graphs {blake2b(repr(self.rules).encode(), digest_size=16).hexdigest()}"

    @property
    def decisive(self) -> bool:
        """Whether the cuts decide most of a search: those of every rule but `connected`."""
        return any(rule.kind != "connected" for rule in self.rules)

    def violations(self, chosen: Sequence[str], solve: Solve) -> Sequence[LazyItem]:  # noqa: ARG002
        """Cuts that a solution breaks; none if all is connected that must be. Asks nothing of `solve`."""
        taken = [[*rule.always] for rule in self.rules]
        for name in chosen:
            for number, place in self._places.get(name, ()):
                taken[number].append(place)
        sized = self._components
        if sized:
            wrong = self._component_sizes.wrong([taken[number] for number in sized])
            for number, some in zip(sized, wrong, strict=True):
                taken[number] = some
        pairs = zip(self.rules, taken, strict=True)
        return [item for rule, places in pairs for item in find_cuts(rule, sorted(places))]

    @cached_property
    def _components(self) -> list[int]:
        """The rules on components, by number."""
        return [number for number, rule in enumerate(self.rules) if rule.kind == "components"]

    @cached_property
    def _component_sizes(self) -> Sizes:
        return Sizes([self.rules[number] for number in self._components])

    @cached_property
    def _places(self) -> Mapping[str, Sequence[tuple[int, int]]]:
        """For the name of each option, the rules that it is in, by number, and its place there."""
        found: dict[str, list[tuple[int, int]]] = {}
        for number, rule in enumerate(self.rules):
            for place, name in enumerate(rule.options):
                if name:
                    found.setdefault(name, []).append((number, place))
        return found

    def follows(self, item: LazyItem) -> bool:
        """Whether an item holds for every true solution, as far as that is derived from one rule's graph."""
        return any(follows(rule, item) for rule in self.rules)

    @property
    def hard(self) -> int:
        """After how many conflicts `unfold` was measured to save time."""
        return HARD_PATHS if any(len(rule.ends) > 2 for rule in self.rules) else HARD

    def unfold(self, model: ModelData, variables: int) -> Iterator[list[int]]:
        """Yield clauses that each true solution of a model meets; see `layers` and `sides`."""
        option = {model.option_name(o): o for o in range(model.options)}
        unused = count(variables + 1)
        yield from layers(self.rules, model, option, unused)
        yield from sides(self.rules, option, unused)

    def expectations(self) -> list[list[LazyItem]]:
        """Return lists of items that the only solution of most models meets; see `turns`."""
        return [[item for rule in self.rules for item in each(rule)] for each in (without_turns, visits)]

    def keeps(self, renamed: Mapping[str, str]) -> bool:
        """Whether a renaming of options maps the rules onto themselves.

        An option that is not renamed keeps its name. False where that is not seen: for the names alone tell
        vertices and edges apart.
        """
        before = Counter(_signature(rule, {}) for rule in self.rules)
        return before == Counter(_signature(rule, renamed) for rule in self.rules)


def _signature(rule: Rule, renamed: Mapping[str, str]) -> object:
    """Return a key of a rule with its options renamed; equal for rules that mean the same."""
    names = [renamed.get(name, name) if name else f"\0{place}" for place, name in enumerate(rule.options)]
    fixed = frozenset(names[place] for place in rule.fixed)
    if rule.on_vertices:
        pairs = Counter(frozenset((names[one], names[other])) for one, other in rule.edges)
        return rule.shape, frozenset(names), fixed, frozenset(pairs.items())
    at = [frozenset(names[edge] for _, edge in near) for near in rule.near]
    pairs_of_ends = zip(rule.ends[::2], rule.ends[1::2], strict=True)
    ends = Counter(frozenset(Counter((at[start], at[end])).items()) for start, end in pairs_of_ends)
    return rule.shape, fixed, frozenset(Counter(at).items()), frozenset(ends.items())
