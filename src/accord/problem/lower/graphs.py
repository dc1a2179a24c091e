"""Graph rules on the sheet: what is local as items, and that all hangs together as cuts, or unfolded.

rule        items; `visited` options are hidden, and determined by the edges
----------  --------------------------------------------------------------------------------------------
connected   as many as `size` says; one at least, unless it may be empty; its root
loop        edges at a vertex - 2 visited = 0, or edges at it = 2 where it is spanning; `shortest` or more
path        as a loop, but for its ends: edges at an end = 1; with free ends,
            edges at a vertex + end - 2 visited = 0, and two ends in all
tree        one edge less than there are vertices visited; visited: an edge is chosen there
"""

from __future__ import annotations

from collections.abc import Sequence

from accord.problem.graphs.cuts import GraphCuts, Rule
from accord.problem.graphs.graph import edge_name, vertex_name
from accord.problem.graphs.rules import GraphRule
from accord.problem.lower.sheet import FALSE, TRUE, Form, Sheet, summed
from accord.problem.lower.unfold import entries, unfold

__all__ = ["lazy_of", "write"]

# Up to so many entries a rule is unfolded, if nobody says how; see docs/graphs.md for what was measured.
FEW_ENTRIES = {"connected": 4_000}


def write(sheet: Sheet, stated: GraphRule, truths: Sequence[Form | None]) -> None:
    """Write a rule to a sheet.

    Args:
        sheet: where to.
        stated: the rule.
        truths: its flags, lowered; None where it has none.

    Raises RefusedError where it is to be unfolded and would take too much.
    """
    forms = [_option(sheet, stated, place, truth) for place, truth in enumerate(truths)]
    rule, known = _rule(sheet, stated, forms)
    if stated.kind == "connected":
        root = TRUE if stated.root is None else forms[stated.graph.number[stated.root]]
        _vertices(sheet, stated, root, known)
    else:
        _edges(sheet, stated, rule, known)
    if len(known) < 2:
        return
    unfolded = stated.how == "unfold"
    if stated.how == "auto" and not sheet.symmetric:  # unfolded, it begins at the first that is chosen
        unfolded = entries(rule, stated.levels) <= FEW_ENTRIES.get(rule.kind, 0)
    if unfolded:
        unfold(sheet, rule, known, stated.levels)
    else:
        sheet.lazy.append(rule)


def lazy_of(sheet: Sheet) -> GraphCuts | None:
    """The lazy part of a model, of the graph rules that were written to its sheet; None if it needs none."""
    return GraphCuts(tuple(sheet.lazy)) if sheet.lazy else None


# -- what the rule is about ------------------------------------------------------------------------


def _option(sheet: Sheet, stated: GraphRule, place: int, truth: Form | None) -> Form:
    """The truth as an option, or a constant."""
    if truth is None or (truth.most <= 0 and not truth.terms):
        return FALSE
    if not truth.terms:
        return TRUE
    each = stated.of[place]
    name = vertex_name(each) if stated.kind == "connected" else edge_name(each)  # type: ignore[arg-type]
    return Form({sheet.single(f"{stated.words}: {name}", truth): 1})


def _rule(sheet: Sheet, stated: GraphRule, forms: list[Form]) -> tuple[Rule, list[Form]]:
    """The rule on what can be chosen, each by an option of its own, and the truths of these."""
    number = stated.graph.number
    pairs = [(number[one], number[other]) for one, other in stated.graph.edges]
    kept = [place for place, form in enumerate(forms) if form is not FALSE]
    known: list[Form] = []
    names: list[str] = []
    given = set[str]()
    for place in kept:
        form = forms[place]
        name = sheet.names[next(iter(form.terms))] if form.terms else ""
        if name in given:
            each = Form({sheet.option(f"{name} again", hidden=True): 1})
            sheet.equal(f"{stated.words}: {name} again", each, form)
            form, name = each, sheet.names[next(iter(each.terms))]
        known.append(form)
        names.append(name)
        given |= {name} - {""}
    fixed = [place for place, name in enumerate(names) if not name]
    if stated.kind == "connected":
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
    )
    return rule, known


# -- what is local ---------------------------------------------------------------------------------


def _vertices(sheet: Sheet, stated: GraphRule, root: Form, known: list[Form]) -> None:
    words, total = stated.words, summed(known)
    low, high = stated.size or (1, len(known))
    low = low if stated.empty else max(1, low)
    if stated.root is not None:
        sheet.at_least(f"{words}: its root", root, 1)
    _bounded(sheet, words, "vertices", total, known, low, high if stated.size else None, stated.empty)


def _bounded(
    sheet: Sheet,
    words: str,
    what: str,
    total: Form,
    known: list[Form],
    low: int,
    high: int | None,
    empty: bool,
) -> None:
    """From `low` to `high` are chosen; or none."""
    if not empty:
        sheet.at_least(f"{words}: {low} {what} or more", total, low)
        if high is not None:
            sheet.at_most(f"{words}: {high} {what} or fewer", total, high)
        return
    if low > 1:
        some = sheet.any(f"{words}: something is chosen", known)
        sheet.at_least(f"{words}: {low} {what} or none", summed((total, some), (1, -low)), 0)
    if high is not None:
        sheet.at_most(f"{words}: {high} {what} or fewer", total, high)


def _edges(sheet: Sheet, stated: GraphRule, rule: Rule, known: list[Form]) -> None:
    words, total = stated.words, summed(known)
    names = [vertex_name(vertex) for vertex in stated.graph.vertices]
    ends: list[Form] = []
    visited: list[Form] = []
    for vertex, near in enumerate(rule.near):
        forms = [known[edge] for _, edge in near]
        name, here = f"{words}: {names[vertex]}", summed(forms)
        if stated.kind == "tree" and stated.spanning:
            sheet.at_least(f"{name} is visited", here, min(1, rule.vertices - 1))
        elif stated.kind == "tree":
            visited.append(sheet.any(f"{name} is visited", forms))
        elif stated.kind == "path" and not rule.ends:
            ends.append(_end(sheet, name, here, forms, stated.spanning))
        elif vertex in rule.ends:
            sheet.exactly(f"{name} is an end", here, 1)
            visited.append(TRUE)
        else:
            visited.append(_through(sheet, name, here, forms, stated.spanning))
    some = sheet.any(f"{words}: something is chosen", known) if stated.empty else TRUE
    if stated.kind == "tree" and stated.spanning:
        sheet.exactly(f"{words}: {rule.vertices - 1} edges", total, rule.vertices - 1)
    elif stated.kind == "tree":
        sheet.equal(f"{words}: an edge less than vertices", summed((total, some)), summed(visited))
    elif stated.kind == "path" and not rule.ends:
        sheet.equal(f"{words}: two ends", summed(ends), summed((some,), (2,)))
    elif len(rule.ends) > 2:
        _pairs(sheet, words, names, rule, known, visited)
    _bounded(sheet, words, "edges", total, known, stated.shortest, None, stated.empty)


def _pairs(
    sheet: Sheet, words: str, names: list[str], rule: Rule, known: list[Form], visited: list[Form]
) -> None:
    """Each visited vertex is on the path of one pair of ends, and so are those that an edge joins.

    The cuts alone would do, but there are too many of them: pairs of ends that do not belong together.
    """
    pairs = [rule.ends[at : at + 2] for at in range(0, len(rule.ends), 2)]
    on: list[list[Form]] = []
    for vertex, there in enumerate(visited):
        if vertex in rule.ends:
            on.append([TRUE if vertex in pair else FALSE for pair in pairs])
            continue
        titles = [f"{words}: {names[vertex]} is on path {number}" for number, _ in enumerate(pairs, start=1)]
        on.append([Form({sheet.option(title, hidden=True): 1}) for title in titles])
        sheet.equal(f"{words}: {names[vertex]} is on one path", summed(on[-1]), there)
    for edge, chosen in zip(rule.edges, known, strict=True):
        for one, other in (edge, edge[::-1]):
            for here, there, number in zip(on[one], on[other], range(1, len(pairs) + 1), strict=True):
                name = f"{words}: path {number} from {names[one]} to {names[other]}"
                sheet.at_most(name, summed((here, there, chosen), (1, -1, 1)), 1)


def _through(sheet: Sheet, name: str, here: Form, forms: list[Form], spanning: bool) -> Form:
    """Two edges, or none unless it must be visited; whether it is."""
    if spanning or here.constant:
        sheet.exactly(f"{name} has two edges", here, 2)
        return TRUE
    if len(forms) < 2:
        sheet.at_most(f"{name} has no edge", here, 0)
        return FALSE
    if len(forms) == 2:
        sheet.equal(f"{name} has two edges or none", *forms)
        return forms[0]
    visited = Form({sheet.option(f"{name} is visited", hidden=True): 1})
    sheet.exactly(f"{name} has two edges or none", summed((here, visited), (1, -2)), 0)
    return visited


def _end(sheet: Sheet, name: str, here: Form, forms: list[Form], spanning: bool) -> Form:
    """Whether it is an end: with one edge; all others have two, or none unless they must be visited."""
    if not forms:
        if spanning:
            sheet.at_least(f"{name} is visited", here, 1)
        return FALSE
    if len(forms) == 1 and not spanning:
        return forms[0]
    end = Form({sheet.option(f"{name} is an end", hidden=True): 1})
    both = summed((here, end))
    if spanning:
        sheet.exactly(f"{name} has two edges, or one as an end", both, 2)
    else:
        visited = Form({sheet.option(f"{name} is visited", hidden=True): 1})
        sheet.exactly(f"{name} has two edges, one as an end, or none", summed((both, visited), (1, -2)), 0)
    return end
