"""Compare an engine's answer with the oracle's solutions, and describe what is wrong in a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from accord.model.digest import digest, hexadecimal
from accord.tasks import WANTED
from accord_compare.fuzz.cases import Case
from accord_compare.fuzz.checks import CHECKS
from accord_compare.fuzz.form import Solution, batch
from accord_compare.fuzz.probe import Answer, Probe, perform, sentence

COUNT_ANSWERS = ("impossible", "unique", "several")


def ask(case: Case, probe: Probe) -> tuple[Answer, str]:
    """Put a question to an engine, or make a check, and judge: the answer, and what is wrong, if anything."""
    if probe.what in CHECKS:
        try:
            return Answer(), CHECKS[probe.what](case)
        except Exception as error:
            return Answer(), sentence(error)
    answer = perform(case.model, probe)
    return answer, wrong(case, probe, answer)


def wrong(case: Case, probe: Probe, answer: Answer) -> str:
    """Return what is wrong with an answer; empty if it is right, or a refusal."""
    if answer.refused or answer.failed:
        return answer.failed
    groups = case.classes if probe.distinct else [frozenset([one]) for one in case.solutions]
    number = len(groups) ** (probe.pieces if probe.what == "power" else 1)
    if answer.late:
        return _late_fault(case, answer, number)
    if probe.task == "best":
        return _best_fault(case, answer)
    most = WANTED.get(probe.task, probe.limit)
    expected = number if most is None else min(number, most)
    if answer.count != expected:
        return f"counted {answer.count}, expected {expected}"
    found = answer.solutions
    if found is not None:
        fault = _false_solution(case, answer) or _solutions_fault(groups, found, expected)
        if fault:
            return fault
    if probe.limit is None and probe.what == "run":
        right = COUNT_ANSWERS[min(2, number)]
        right = "solved" if probe.task == "first" and number else right
        if answer.answer != right:
            return f"answered {answer.answer}, expected {right}"
    if answer.digest is not None and most is None:
        right = digest_of(case, case.chosen if probe.distinct else case.solutions)
        if answer.digest != right:
            return f"digest {answer.digest}, expected {right}"
    return ""


def _late_fault(case: Case, answer: Answer, number: int) -> str:
    """Check that what an engine knew when its time was over is true, although it is no answer."""
    strange = _false_solution(case, answer)
    if strange:
        return strange
    if answer.count > number:
        return f"counted at least {answer.count}, expected {number}"
    return (
        f"stopped, and answered {answer.answer}" if answer.answer in ("impossible", "unique", "best") else ""
    )


def _best_fault(case: Case, answer: Answer) -> str:
    least = case.least
    if answer.answer != ("impossible" if least is None else "best"):
        return f"answered {answer.answer}, expected {'impossible' if least is None else 'best'}"
    if answer.value != least:
        return f"best {answer.value}, expected {least}"
    values = [case.form.value(solution) for solution in answer.solutions or ()]
    falls = values == sorted(set(values), reverse=True) and values[-1:] == [least]
    strange = _false_solution(case, answer)
    if strange or falls or least is None:
        return strange
    return f"values {values}, expected them to fall to {least}"


def _false_solution(case: Case, answer: Answer) -> str:
    strange = set(answer.solutions or ()) - set(case.solutions)
    return f"false solution {min(strange)}" if strange else ""


def _solutions_fault(groups: Collection[frozenset[Solution]], found: list[Solution], expected: int) -> str:
    """Whether the found solutions are different ones, each from a class of its own."""
    number = Counter(found)
    twice = sorted(solution for solution, times in number.items() if times > 1)
    if twice:
        return f"solution {twice[0]} came twice"
    touched = sum(1 for group in groups if not group.isdisjoint(number))
    if touched != expected or len(found) != expected:
        return f"found {len(found)} solutions of {touched} classes, expected {expected}"
    return ""


def digest_of(case: Case, solutions: Collection[Solution]) -> str:
    """The digest of some solutions of a case."""
    return hexadecimal(digest(case.model, batch(solutions)))
