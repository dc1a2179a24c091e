"""Enforce connectivity by cuts: clauses added when a solution violates a graph rule.

What is local about a rule (a loop has two edges at a vertex or none) is written as ordinary items. Left is
that all of it hangs together: the lazy part of a model, which asks each rule for the cuts that a solution
breaks, and for clauses that say more at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import chain, count

from accord.model.data import LazyItem, ModelData, Solve
from accord.problem.graph_rules.lowered import HARD, LoweredRule, Places
from accord.problem.lower.model_writer import ModelWriter


@dataclass(frozen=True)
class GraphCuts:
    """The lazy part of a model with graph rules; see `accord.model.data.Lazy`."""

    rules: tuple[LoweredRule, ...]

    @cached_property
    def token(self) -> str:
        """A digest of all it knows: equal for equal rules only."""
        return f"graphs {blake2b(repr(self.rules).encode(), digest_size=16).hexdigest()}"

    @property
    def decisive(self) -> bool:
        """Whether the cuts decide most of a search."""
        return any(rule.decisive for rule in self.rules)

    def violations(self, chosen: Sequence[str], solve: Solve) -> Sequence[LazyItem]:  # noqa: ARG002
        """Cuts that a solution breaks; none if all is connected that must be. Asks nothing of `solve`."""
        taken = [[*rule.always] for rule in self.rules]
        for name in chosen:
            for number, place in self._places.get(name, ()):
                taken[number].append(place)
        for numbers, narrow in self._narrowing:
            for number, some in zip(numbers, narrow([taken[each] for each in numbers]), strict=True):
                taken[number] = some
        pairs = zip(self.rules, taken, strict=True)
        return [item for rule, places in pairs for item in rule.find_cuts(sorted(places))]

    @cached_property
    def _narrowing(self) -> list[tuple[list[int], Callable[[Sequence[Sequence[int]]], Places]]]:
        """Rules of one class, by number, and what leaves of their choices only what breaks them."""
        alike: dict[type[LoweredRule], list[int]] = {}
        for number, rule in enumerate(self.rules):
            alike.setdefault(type(rule), []).append(number)
        found = [(some, its.narrowing([self.rules[each] for each in some])) for its, some in alike.items()]
        return [(some, narrow) for some, narrow in found if narrow is not None]

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
        return any(rule.follows(item) for rule in self.rules)

    @property
    def hard(self) -> int:
        """After how many conflicts `unfold` was measured to save time."""
        return max((rule.hard for rule in self.rules), default=HARD)

    def unfold(self, model: ModelData, variables: int) -> Iterator[list[int]]:
        """Yield clauses that each true solution of a model meets."""
        option = {model.option_name(o): o for o in range(model.options)}
        unused = count(variables + 1)
        for rule in self.rules:
            yield from rule.clauses(model, option, unused)

    def expectations(self) -> list[list[LazyItem]]:
        """Return lists of items that the only solution of most models meets."""
        of_rules = [found for rule in self.rules if (found := rule.expectations())]
        return [[*chain.from_iterable(lists)] for lists in zip(*of_rules, strict=True)]

    def keeps(self, renamed: Mapping[str, str]) -> bool:
        """Whether a renaming of options maps the rules onto themselves.

        An option that is not renamed keeps its name. False where that is not seen: for the names alone tell
        vertices and edges apart.
        """
        before = Counter(self._signature(rule, {}) for rule in self.rules)
        return before == Counter(self._signature(rule, renamed) for rule in self.rules)

    @staticmethod
    def _signature(rule: LoweredRule, renamed: Mapping[str, str]) -> object:
        """Return a key of a rule with its options renamed; equal for rules that mean the same."""
        return rule.signature(
            [renamed.get(name, name) if name else f"\0{place}" for place, name in enumerate(rule.options)]
        )


def lazy_of(writer: ModelWriter) -> GraphCuts | None:
    """The lazy part of a model, of the graph rules that were written to its writer; None if it needs none."""
    return GraphCuts(tuple(writer.lazy)) if writer.lazy else None
