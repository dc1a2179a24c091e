"""Check the steps around an engine (reduction, symmetry, lowering) against the oracle's solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import islice, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from accord.certify.count import check, write
from accord.deduce import Contradiction, Reasoner, rating, words
from accord.errors import RefusedError, StoppedError
from accord.model.digest import digest
from accord.model.reduce import reduction
from accord.model.verify import valid
from accord.problem.lower.passes import lower_problem as lowering
from accord.puzzles.puzzle import of_model
from accord.symmetry.group import group_of
from accord_compare.fuzz.cases import PROBLEM, Case
from accord_compare.fuzz.drawn import Drawn
from accord_compare.fuzz.form import Form, Option, Solution, batch
from accord_compare.fuzz.oracle import TooLargeError, solve
from accord_compare.fuzz.probe import SECONDS

NEIGHBOURS = 40  # solutions whose neighbours are tried
KNOWN = 2  # solutions of which parts are known when reasoning begins
DECISIONS = 100_000  # of a certificate
MEMORY = 1 << 28  # bytes that a certificate may take
TRIALS = 5_000  # items and choices that reasoning may look at
CPMPY = "accord_cpmpy"  # the plug-in by which problems are translated to CPMpy
PAIRS = 60  # of solutions between which options are exchanged


def check_reduction(case: Case) -> str:
    """No option of a solution is dropped, and no solution is made: sorting out options keeps the sums."""
    keep = reduction(case.model)
    lost = {o for solution in case.solutions for o in solution if not keep[o]}
    return f"reduction drops option {min(lost)}, which is in a solution" if lost else ""


def check_verifier(case: Case) -> str:
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


def check_digest(case: Case) -> str:
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


def check_group(case: Case) -> str:
    """The group has the candidates that map the options onto themselves, and moves options as they do."""
    if not case.form.symmetries:
        return ""
    group = group_of(case.model)
    moves = {tuple(row) for row in group.options.tolist()}
    expected = {tuple(images) for images in case.maps}
    if len(group) != len(case.maps):
        return f"the group has {len(group)} elements, expected {len(case.maps)}"
    return "" if moves == expected else "the group moves options otherwise than expected"


def check_certificates(case: Case) -> str:
    """The certificate of the count, of both kinds, proves as many solutions as there are."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "random.count")
        for kind in ("tree", "graph"):
            try:
                write(case.model, path, kind=kind, node_limit=DECISIONS, memory_limit=MEMORY)
            except (RefusedError, StoppedError):
                continue
            verdict = check(path, model=case.model)
            if verdict.count != len(case.solutions):
                return f"a {kind} proves {verdict.count} solutions of {len(case.solutions)}; {verdict.reason}"
    return ""


def check_file(case: Case) -> str:
    """The model, as a model file would have it, read back."""
    back, own = of_model(case.model).model, case.model
    same = _in_order(Form.of(back)) == _in_order(Form.of(own))
    named = (back.item_names, back.names) == (own.item_names, own.names)
    return "" if same and named else "the model of its own model file is another"


def check_deductions(case: Case) -> str:
    """Each step of a person holds in every solution, of the model and of what is known of one solution.

    What a rating says is compared with the number of solutions.
    """
    for chosen, closed in _known_parts(case):
        agreeing = [s for s in case.solutions if set(chosen) <= set(s) and not set(closed) & set(s)]
        says = _steps_hold(case, chosen, closed, agreeing)
        if says:
            return says
    return _rating_holds(case)


def _known_parts(case: Case) -> Iterator[tuple[Solution, Solution]]:
    """Yield what may be known at the start: nothing, and two parts of a solution each."""
    yield (), ()
    for solution in case.solutions[:: max(1, len(case.solutions) // KNOWN)][:KNOWN]:
        others = tuple(o for o in range(len(case.form.options)) if o not in solution)
        yield solution[::2], others[::3]
        yield solution[1::3], others[::2]


def _steps_hold(case: Case, chosen: Solution, closed: Solution, agreeing: list[Solution]) -> str:
    """Return what is wrong with the steps from what is known; `agreeing` are the solutions with that."""
    in_all = set.intersection(*map(set, agreeing)) if agreeing else set()
    in_some = set().union(*agreeing)
    try:
        seen_as = None if case.number % 2 else _one_of_three
        reasoner = Reasoner(case.model, chosen, closed, stop=_after(TRIALS), seen_as=seen_as)
        for step in reasoner.steps():
            if agreeing and (not set(step.chosen) <= in_all or set(step.closed) & in_some):
                return f"a step does not hold in every solution: {words(case.model, step)}"
    except Contradiction as error:
        return f"a contradiction where there is a solution: {error}" if agreeing else ""
    except StoppedError:
        return ""
    if reasoner.solved and [tuple(reasoner.chosen)] != agreeing:
        return f"solved by steps, where there are {len(agreeing)} solutions"
    return ""


def _one_of_three(item: int) -> int:
    """Return what an item is seen as, so that steps of several items are asked too."""
    return item % 3


def _rating_holds(case: Case) -> str:
    """Return what is wrong with the rating: one solution below `search`, none at `impossible`."""
    try:
        level = rating(case.model, stop=_after(TRIALS)).level
    except StoppedError:
        return ""
    number = len(case.solutions)
    right = number == 0 if level == "impossible" else level == "search" or number == 1
    return "" if right else f"rated {level}, where there are {number} solutions"


def check_lowering(case: Case) -> str:
    """The model of a problem has the solutions that its rules mean in plain Python, each of them once."""
    if case.drawn is None:
        return ""
    says = case.drawn.fault(case.solutions)
    return says and (case.drawn.shrunk(_lowering_fault) or says)


def _lowering_fault(drawn: Drawn) -> str:
    try:
        return drawn.fault(solve(Form.of(lowering(drawn.problem)[0])))
    except TooLargeError:
        return ""


def counts_in_cpmpy(case: Case) -> str:
    """Check that a problem in CPMpy, after CPMpy's passes, has as many solutions as its rules mean."""
    if case.drawn is None:
        return ""
    says = _cpmpy_fault(case.drawn)
    return says and (case.drawn.shrunk(_cpmpy_fault) or says)


def _cpmpy_fault(drawn: Drawn) -> str:
    plugin = import_module(CPMPY)
    try:
        translation = plugin.translate(drawn.problem)
    except RefusedError:  # CPMpy has no such rule
        return ""
    outcome = plugin.count(translation.model, backend="cpsat", time_limit=SECONDS)
    expected = sum(map(drawn.holds, drawn.assignments()))
    if outcome.count == expected or (not outcome.exact and outcome.count < expected):
        return ""
    return f"translated to CPMpy it counts {outcome.count}, expected {expected}: {drawn}"


def _after(calls: int) -> Callable[[], bool]:
    """A `stop` that is true after so many calls."""
    left = iter(range(calls))
    return lambda: next(left, None) is None


CHECKS: dict[str, Callable[[Case], str]] = {
    "reduction": check_reduction,
    "verifier": check_verifier,
    "digest": check_digest,
    "group": check_group,
    "certificate": check_certificates,
    "file": check_file,
    "deductions": check_deductions,
    "lowering": check_lowering,
    "cpmpy": counts_in_cpmpy,
}
OF_PROBLEMS = ("lowering", "cpmpy")


def checks(case: Case) -> Iterator[str]:
    """Which are made of a case: some are of problems only, and one needs a plug-in."""
    for what in CHECKS:
        of_problem = case.kind == PROBLEM or what not in OF_PROBLEMS
        if of_problem and (what != "cpmpy" or find_spec(CPMPY)):
            yield what


def _in_order(form: Form) -> Form:
    """Return the form with its colours numbered as they come: a file lists no colours without options."""
    number = {0: 0}

    def renumber(option: Option) -> Option:
        entries = (e._replace(colour=number.setdefault(e.colour, len(number))) for e in option.entries)
        return option._replace(entries=tuple(entries))

    return form.each_option(renumber)


def _digest(case: Case, solutions: list[Solution]) -> bytes:
    return digest(case.model, batch(solutions)).tobytes()
