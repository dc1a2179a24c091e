"""Lower connectivity to ordinary items: distances from a root, level by level, by hidden options.

    begun[v]        some vertex up to v is chosen; so the root, the first chosen one, is where it turns true
    reached[v, 0]   v is the root
    reached[v, l]   v is chosen, and it or a neighbour is reached[l - 1]
    the demand      what is chosen is reached on the last level

Once all vertices are decided, unit propagation decides all else: it is the search, and nothing is counted
twice. Ranks or trees that a solver may choose would not do: it would find each solution many times.

Edges hang together as the vertices of the line graph, in which edges with a vertex in common are adjacent.
"""

from __future__ import annotations

from collections.abc import Sequence

from accord.errors import RefusedError
from accord.problem.graph_rules.lowered import LoweredRule
from accord.problem.lower.linear_form import FALSE, TRUE, LinearForm, sum_of
from accord.problem.lower.model_writer import ModelWriter

MOST_ENTRIES = 1 << 24  # of what one rule unfolds to


def unfold(
    writer: ModelWriter, rule: LoweredRule, truths: Sequence[LinearForm], levels: int | None = None
) -> None:
    """Write out that what a rule is about hangs together; what is local about it is written elsewhere.

    Args:
        writer: where to.
        rule: the rule.
        truths: whether each of its `options` is chosen.
        levels: the most steps from the root; None: as many as any choice needs.

    Raises RefusedError where that is too much, before anything is written.
    """
    near, last = rule.adjacent, rule.most_levels if levels is None else levels
    size = entries(rule, last)
    if size > MOST_ENTRIES:
        raise RefusedError(
            f'{rule.words}: unfolded to {last:,} levels it takes about {size:,} entries; take how="cuts", or '
            f"fewer levels= if you know that no solution needs so many; at most {MOST_ENTRIES:,} are possible"
        )
    starts = set(rule.ends[::2])
    names = [f"{rule.words}: {name or f'number {at}'}" for at, name in enumerate(rule.options, start=1)]
    if starts:
        roots = [truth if starts & set(rule.edges[at]) else FALSE for at, truth in enumerate(truths)]
    elif rule.fixed:
        roots = [TRUE if at == rule.fixed[0] else FALSE for at in range(len(truths))]
    else:
        roots = _first(writer, names, truths)
    reached = roots
    for level in range(1, last):
        ways = [[reached[at], *(reached[other] for other in near[at])] for at in range(len(truths))]
        reached = [
            _step(writer, f"{name} is reached in {level}", truth, way)
            for name, truth, way in zip(names, truths, ways, strict=True)
        ]
    for at, (name, truth) in enumerate(zip(names, truths, strict=True)):
        ways_here = [reached[at], *(reached[other] for other in near[at] if last)]
        writer.at_least(f"{name} is reached", sum_of((*ways_here, truth), (*[1] * len(ways_here), -1)), 0)


def entries(rule: LoweredRule, levels: int | None = None) -> int:
    """About how many entries a rule unfolds to."""
    each = sum(6 + 4 * len(others) for others in rule.adjacent)
    return each * (rule.most_levels if levels is None else levels)


def _first(writer: ModelWriter, names: Sequence[str], truths: Sequence[LinearForm]) -> list[LinearForm]:
    """For each truth, whether it is the first that holds."""
    roots, before = [], FALSE
    for name, truth in zip(names, truths, strict=True):
        begun = writer.any(f"{name} or one before", [before, truth])
        roots.append(sum_of((begun, before), (1, -1)))
        before = begun
    return roots


def _step(writer: ModelWriter, name: str, truth: LinearForm, ways: list[LinearForm]) -> LinearForm:
    """Whether a truth holds, and one of the ways to it; the first of them holds only if it does."""
    open_ = [way for way in ways if way.terms or way.constant]
    if not open_:
        return FALSE
    if ways[0].constant == 1 and not ways[0].terms:
        return truth
    found = writer.truth(name)
    writer.at_most(f"{name}: chosen", sum_of((found, truth), (1, -1)), 0)
    writer.at_most(f"{name}: a way", sum_of((found, *open_), (1, *[-1] * len(open_))), 0)
    for way in open_:
        if way is ways[0]:
            writer.at_least(f"{name}: stays", sum_of((found, way), (1, -1)), 0)
        else:
            writer.at_least(f"{name}: follows", sum_of((found, way, truth), (1, -1, -1)), -1)
    return found
