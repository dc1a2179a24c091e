"""Lower graph rules: local parts become items, connectivity becomes lazy cuts or an unfolded encoding.

rule        items; `visited` options are hidden, and determined by the edges
----------  --------------------------------------------------------------------------------------------
connected   as many as `size` says; one at least, unless it may be empty; its root
loop        edges at a vertex - 2 visited = 0, or edges at it = 2 where it is spanning; `shortest` or more
path        as a loop, but for its ends: edges at an end = 1; with free ends,
            edges at a vertex + end - 2 visited = 0, and two ends in all
tree        one edge less than there are vertices visited; visited: an edge is chosen there
components  where all have two or more, a chosen vertex has a chosen neighbour; where they have one, none
"""

from __future__ import annotations

from collections.abc import Sequence

from accord.model.build import UNBOUNDED
from accord.problem.graphs.cuts import GraphCuts
from accord.problem.graphs.graph import edge_name
from accord.problem.graphs.lowered import Rule
from accord.problem.graphs.rules import GraphRule
from accord.problem.lower.linear_form import FALSE, TRUE, LinearForm, sum_of
from accord.problem.lower.model_writer import ModelWriter
from accord.problem.lower.pairs import write_pairs
from accord.problem.lower.unfold import entries, unfold

__all__ = ["lazy_of", "visit_name", "write", "write_edges"]

SHORTEST = 3  # edges that a loop of a graph has at least: no two edges join the same vertices
# Up to so many entries a rule is unfolded if `how` is "auto"; see docs/graphs.md for measurements.
FEW_ENTRIES = {"connected": 4_000}


def write(writer: ModelWriter, stated: GraphRule, truths: Sequence[LinearForm | None]) -> None:
    """Write a rule's rows.

    Args:
        writer: where to.
        stated: the rule.
        truths: its flags, lowered; None where it has none.

    Raises RefusedError where it is to be unfolded and would take too much.
    """
    forms = [_option(writer, stated, place, truth) for place, truth in enumerate(truths)]
    rule, known = _rule(writer, stated, forms)
    if stated.kind == "components":
        _components(writer, stated, rule, known)
    elif stated.kind == "connected":
        root = TRUE if stated.root is None else forms[stated.graph.number[stated.root]]
        _vertices(writer, stated, root, known)
    elif stated.kind != "forest":
        write_edges(writer, stated.graph.names, rule, known)
    if (not _needs_cuts(rule)) if stated.kind == "components" else len(known) < 2:
        return
    unfolded = stated.how == "unfold"
    if stated.how == "auto" and not writer.symmetric:  # unfolded, it begins at the first that is chosen
        few = FEW_ENTRIES.get(rule.kind, 0)
        unfolded = bool(few) and entries(rule, stated.levels) <= few
    if unfolded:
        unfold(writer, rule, known, stated.levels)
    else:
        writer.lazy.append(rule)


def lazy_of(writer: ModelWriter) -> GraphCuts | None:
    """The lazy part of a model, of the graph rules that were written to its writer; None if it needs none."""
    return GraphCuts(tuple(writer.lazy)) if writer.lazy else None


# -- what the rule is about ------------------------------------------------------------------------


def _option(writer: ModelWriter, stated: GraphRule, place: int, truth: LinearForm | None) -> LinearForm:
    """The truth as an option, or a constant."""
    if truth is not None and truth.literal > 0:
        return truth
    if truth is None or not (truth.terms or truth.constant > 0):
        return FALSE
    if not truth.terms:
        return TRUE
    name = stated.graph.names[place] if stated.on_vertices else edge_name(stated.graph.edges[place])
    return LinearForm({writer.single(f"{stated.words}: {name}", truth): 1})


def _rule(writer: ModelWriter, stated: GraphRule, forms: list[LinearForm]) -> tuple[Rule, list[LinearForm]]:
    """The rule on what can be chosen, each by an option of its own, and the truths of these."""
    number, pairs = stated.graph.number, stated.graph.pairs
    kept = [place for place, form in enumerate(forms) if form is not FALSE]
    known: list[LinearForm] = []
    names: list[str] = []
    given = set[str]()
    for place in kept:
        form = forms[place]
        name = writer.names[next(iter(form.terms))] if form.terms else ""
        if name and name in given:
            each = writer.truth(f"{name} again")
            writer.equal(f"{stated.words}: {name} again", each, form)
            form, name = each, writer.names[next(iter(each.terms))]
        known.append(form)
        names.append(name)
        given.add(name)
    fixed = [place for place, name in enumerate(names) if not name]
    if stated.on_vertices:
        at = {vertex: place for place, vertex in enumerate(kept)}
        vertices, edges = len(kept), [(at[u], at[v]) for u, v in pairs if u in at and v in at]
        if stated.root is not None and number[stated.root] in at:
            fixed = sorted({*fixed, at[number[stated.root]]})
    else:
        vertices, edges = len(number), [pairs[place] for place in kept]
    rule = Rule(
        words=stated.words,
        kind=stated.kind,
        vertices=vertices,
        edges=tuple(edges),
        options=tuple(names),
        fixed=tuple(fixed),
        ends=tuple(number[vertex] for pair in stated.ends for vertex in pair),
        empty=stated.empty,
        spanning=stated.spanning,
        shortest=stated.shortest,
        most=stated.size[1] if stated.size else 0,
        least=stated.size[0] if stated.size else 1,
    )
    return rule, known


# -- what is local ---------------------------------------------------------------------------------


def _vertices(writer: ModelWriter, stated: GraphRule, root: LinearForm, known: list[LinearForm]) -> None:
    words, total = stated.words, _sum_of_options(known)
    low, high = stated.size or (1, len(known))
    low = low if stated.empty else max(1, low)
    if stated.root is not None:
        writer.at_least(f"{words}: its root", root, 1)
    _bound_size(writer, words, "vertices", total, known, low, high if stated.size else None, stated.empty)


def _components(writer: ModelWriter, stated: GraphRule, rule: Rule, known: list[LinearForm]) -> None:
    """Write what a vertex needs of its neighbours; cuts say the rest."""
    low, high = stated.size or (1, len(known))
    if 1 < low <= high and _write_neighbours(writer, stated.words, rule, known):
        return
    for vertex, there in enumerate(known):
        name = f"{stated.words}: {rule.options[vertex] or f'number {vertex + 1}'}"
        if low > high:
            writer.at_most(f"{name} is in none", there, 0)
        elif low > 1:
            near = [known[other] for other, _ in rule.near[vertex]]
            writer.at_least(f"{name} has a neighbour", sum_of((*near, there), (*[1] * len(near), -1)), 0)
        elif high == 1:
            for other in (other for other, _ in rule.near[vertex] if other > vertex):
                writer.at_most(
                    f"{name} is not beside {rule.options[other]}", sum_of((there, known[other])), 1
                )


def _write_neighbours(writer: ModelWriter, words: str, rule: Rule, known: list[LinearForm]) -> bool:
    """Write that each vertex has a neighbour, at once; False, and nothing, where one is always chosen.

    False as well where the model would grow too large.
    """
    if not all(form.terms for form in known):
        return False
    option = [next(iter(form.terms)) for form in known]  # each is an option of its own
    near = [[option[other] for other in some] for some in rule.beside]
    entries = [each for here, some in zip(option, near, strict=True) for each in (*some, here)]
    amounts = [each for some in near for each in ((*[1] * len(some), -1) if some else (1,))]
    return writer.rows(
        [f"{words}: {name} has a neighbour" for name in rule.options],
        [writer.rule] * len(option),
        entries,
        amounts,
        [len(some) + 1 for some in near],
        [0] * len(option),
        [UNBOUNDED if some else 0 for some in near],
    )


def _needs_cuts(rule: Rule) -> bool:
    """Whether neighbours do not say all about the sizes of components."""
    all_may = rule.most >= len(rule.options) or not rule.most
    return rule.least > 2 or (rule.most > 1 and not all_may)


def _bound_size(
    writer: ModelWriter,
    words: str,
    what: str,
    total: LinearForm,
    known: list[LinearForm],
    low: int,
    high: int | None,
    empty: bool,
) -> None:
    """From `low` to `high` are chosen; or none."""
    if not empty:
        writer.at_least(f"{words}: {low} {what} or more", total, low)
        if high is not None:
            writer.at_most(f"{words}: {high} {what} or fewer", total, high)
        return
    if low > 1:
        some = writer.any(f"{words}: something is chosen", known)
        writer.at_least(f"{words}: {low} {what} or none", sum_of((total, some), (1, -low)), 0)
    if high is not None:
        writer.at_most(f"{words}: {high} {what} or fewer", total, high)


def write_edges(writer: ModelWriter, names: Sequence[str], rule: Rule, known: list[LinearForm]) -> None:
    """Write what is local about a rule on edges.

    Args:
        writer: where to.
        names: of the vertices.
        rule: the rule.
        known: whether each edge is chosen.
    """
    words, total = rule.words, _sum_of_options(known)
    ends: list[LinearForm] = []
    visited: list[LinearForm] = []
    for vertex, near in enumerate(rule.near):
        forms = [known[edge] for _, edge in near]
        name, here = f"{words}: {names[vertex]}", _sum_of_options(forms)
        if rule.kind == "tree" and rule.spanning:
            writer.at_least(f"{name} is visited", here, min(1, rule.vertices - 1))
        elif rule.kind == "tree":
            visited.append(writer.any(f"{name} is visited", forms))
        elif rule.kind == "path" and not rule.ends:
            ends.append(_end(writer, name, here, forms, rule.spanning))
        elif vertex in rule.ends:
            writer.exactly(f"{name} is an end", here, 1)
            visited.append(TRUE)
        else:
            visited.append(
                _through(writer, name, visit_name(words, names[vertex]), here, forms, rule.spanning)
            )
    some = writer.any(f"{words}: something is chosen", known) if rule.empty else TRUE
    if rule.kind == "tree" and rule.spanning:
        writer.exactly(f"{words}: {rule.vertices - 1} edges", total, rule.vertices - 1)
    elif rule.kind == "tree":
        writer.equal(f"{words}: an edge less than vertices", sum_of((total, some)), sum_of(visited))
    elif rule.kind == "path" and not rule.ends:
        writer.equal(f"{words}: two ends", sum_of(ends), sum_of((some,), (2,)))
    elif len(rule.ends) > 2:
        write_pairs(writer, names, rule, known, visited)
    fewest = 1 if rule.kind == "loop" and rule.shortest <= SHORTEST else rule.shortest
    _bound_size(writer, words, "edges", total, known, fewest, None, rule.empty)


def visit_name(words: str, vertex: str) -> str:
    """Return the name of the option that says whether a vertex with three edges or more is visited."""
    return f"{words}: {vertex} is visited"


def _through(
    writer: ModelWriter, name: str, visit: str, here: LinearForm, forms: list[LinearForm], spanning: bool
) -> LinearForm:
    """Two edges, or none unless it must be visited; whether it is."""
    if spanning or here.constant:
        writer.exactly(f"{name} has two edges", here, 2)
        return TRUE
    if len(forms) < 2:
        writer.at_most(f"{name} has no edge", here, 0)
        return FALSE
    if len(forms) == 2:
        writer.equal(f"{name} has two edges or none", *forms)
        return forms[0]
    visited = writer.option(visit, hidden=True)
    here.terms[visited] = -2
    writer.row(f"{name} has two edges or none", here.terms, 0, 0)
    return LinearForm({visited: 1})


def _sum_of_options(forms: list[LinearForm]) -> LinearForm:
    """The sum of truths, each of which is an option of its own, or always holds."""
    options = [option for form in forms for option in form.terms]
    return LinearForm(dict.fromkeys(options, 1), len(forms) - len(options))


def _end(
    writer: ModelWriter, name: str, here: LinearForm, forms: list[LinearForm], spanning: bool
) -> LinearForm:
    """Whether it is an end: with one edge; all others have two, or none unless they must be visited."""
    if not forms:
        if spanning:
            writer.at_least(f"{name} is visited", here, 1)
        return FALSE
    if len(forms) == 1 and not spanning:
        return forms[0]
    end = writer.truth(f"{name} is an end")
    both = sum_of((here, end))
    if spanning:
        writer.exactly(f"{name} has two edges, or one as an end", both, 2)
    else:
        visited = writer.truth(f"{name} is visited")
        writer.exactly(f"{name} has two edges, one as an end, or none", sum_of((both, visited), (1, -2)), 0)
    return end
