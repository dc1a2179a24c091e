"""What is checked without an engine: what runs do before and after one, against the oracle's solutions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, pairwise

from accord.model.digest import digest
from accord.model.reduce import reduction
from accord.model.verify import valid
from accord.puzzles.cover import build, spec_of
from accord.symmetry.group import group_of
from accord_compare.fuzz.cases import Case
from accord_compare.fuzz.form import Form, Option, Solution, batch

NEIGHBOURS = 40  # solutions whose neighbours are tried
PAIRS = 60  # of solutions between which options are exchanged


def reduced(case: Case) -> str:
    """No option of a solution is dropped, and no solution is made: sorting out options keeps the sums."""
    keep = reduction(case.model)
    lost = {o for solution in case.solutions for o in solution if not keep[o]}
    return f"reduction drops option {min(lost)}, which is in a solution" if lost else ""


def verified(case: Case) -> str:
    """The verifier accepts every solution, and nothing else among their neighbours by one option."""
    right = set(case.solutions)
    tried = {()} | set(case.solutions)
    for solution in case.solutions[:NEIGHBOURS]:
        for option in range(min(60, case.model.options)):
            tried.add(tuple(sorted(set(solution) ^ {option})))
    rows = sorted(tried)
    good = valid(case.model, batch(rows))
    for row, is_good in zip(rows, good.tolist(), strict=True):
        if is_good != (row in right):
            return f"the verifier {'accepts' if is_good else 'rejects'} {row}"
    return ""


def digested(case: Case) -> str:
    """The digest tells the solutions from sets that differ little: one lost, one doubled, two mixed up."""
    solutions = case.solutions
    if not solutions or case.model.hidden.any():
        return ""
    own = _digest(case, solutions)
    if _digest(case, solutions[::-1]) != own:
        return "the digest depends on the order of solutions"
    others = [("one lost", solutions[1:]), ("one doubled", [*solutions, solutions[-1]])]
    for one, two in islice(pairwise(solutions), PAIRS):
        rest = [solution for solution in solutions if solution not in (one, two)]
        only = sorted(set(one) - set(two))
        if only and set(two) - set(one):
            moved = tuple(sorted(set(one) - {only[0]})), tuple(sorted({*two, only[0]}))
            others.append(("an option moved", [*rest, *moved]))
    for what, other in others:
        if _digest(case, other) == own:
            return f"equal digests, with {what}"
    return ""


def grouped(case: Case) -> str:
    """The group has the candidates that map the options onto themselves, and moves options as they do."""
    if not case.form.symmetries:
        return ""
    group = group_of(case.model)
    moves = {tuple(row) for row in group.options.tolist()}
    expected = {tuple(images) for images in case.maps}
    if len(group) != len(case.maps):
        return f"the group has {len(group)} elements, expected {len(case.maps)}"
    return "" if moves == expected else "the group moves options otherwise than expected"


def written(case: Case) -> str:
    """The model, as a model file would have it, read back."""
    back, own = build(spec_of(case.model)), case.model
    same = _in_order(Form.of(back)) == _in_order(Form.of(own))
    named = (back.item_names, back.names) == (own.item_names, own.names)
    return "" if same and named else "the model of its own model file is another"


CHECKS: dict[str, Callable[[Case], str]] = {
    "reduction": reduced,
    "verifier": verified,
    "digest": digested,
    "group": grouped,
    "file": written,
}


def _in_order(form: Form) -> Form:
    """The form with its colours numbered as they come: a file has no table of colours that nobody gives."""
    number = {0: 0}

    def renumbered(option: Option) -> Option:
        entries = (e._replace(colour=number.setdefault(e.colour, len(number))) for e in option.entries)
        return option._replace(entries=tuple(entries))

    return form.each_option(renumbered)


def _digest(case: Case, solutions: list[Solution]) -> bytes:
    return digest(case.model, batch(solutions)).tobytes()
