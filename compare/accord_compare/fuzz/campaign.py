"""Run many random models on every engine; report disagreements, refusals, and models of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from hashlib import blake2b
from itertools import count
from time import monotonic, process_time
from typing import Any, TypeAlias

import msgspec

from accord.errors import InputError, StoppedError
from accord.model.digest import digest, fingerprint, hexadecimal
from accord.puzzles.words import align
from accord.runner.limits import Cancel
from accord.tasks import WANTED
from accord.watchdog import Guard
from accord_compare.fuzz.cases import Case, case, case_of, kind_of
from accord_compare.fuzz.checks import CHECKS
from accord_compare.fuzz.form import Form, Solution, batch
from accord_compare.fuzz.oracle import TooLargeError
from accord_compare.fuzz.probe import Answer, Probe, perform, sentence
from accord_compare.fuzz.questions import questions

ALIKE = 2  # disagreements of one sort, after which `found` is not called for more


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """A disagreement: a question about a model whose answer is wrong."""

    seed: int
    number: int
    kind: str
    name: str  # of the model
    probe: Probe
    says: str  # what is wrong
    path: str = ""  # the file in which a minimal model is kept
    options: int = 0  # of the minimal model
    small: str = ""  # what is wrong with the answer about that

    @property
    def sort(self) -> tuple[object, ...]:
        """The backend, and the sort of question."""
        return self.probe.backend, self.probe.what, self.probe.task, self.probe.distinct

    def __str__(self) -> str:
        """One line."""
        kept = f"; minimal: {self.options} options, {self.path}" if self.path else ""
        return f"{self.name} ({self.kind}): {self.probe}: {self.says}{kept}"


class Report(msgspec.Struct, kw_only=True):
    """The state of a campaign: sums over its models, and the disagreements."""

    seed: int = 0
    models: Counter[str] = msgspec.field(default_factory=Counter)  # by kind
    impossible: int = 0  # models without a solution
    runs: Counter[str] = msgspec.field(default_factory=Counter)  # by engine, refusals left out
    refusals: Counter[str] = msgspec.field(default_factory=Counter)  # by engine
    late: Counter[str] = msgspec.field(default_factory=Counter)  # by engine: stopped by the time limit
    taken: dict[str, Counter[str]] = {}  # engine -> models by kind about which it gave an answer
    findings: list[Finding] = []
    next: int = 0  # the number of the first model that was not tried
    seconds: float = 0.0  # of CPU
    ended: str = "complete"  # or `cancelled`, `time`, `partial`
    digest: str = "0" * 32  # of all models, their solutions, and what was wrong; it adds up

    @property
    def number(self) -> int:
        """How many models were tried."""
        return sum(self.models.values())

    def __str__(self) -> str:
        """Return the whole report: disagreements first, then what was tried, and by whom."""
        loud = [f"DISAGREEMENT: {finding}" for finding in self.findings]
        return "\n".join(
            [*loud, *([""] if loud else []), *self._kinds(), "", *self._engines(), "", self._sums()]
        )

    def _sums(self) -> str:
        ended = "" if self.ended == "complete" else f"; {self.ended}"
        late = f"{self.late.total():,} not finished in time, " if self.late else ""
        wrong = len(self.findings)
        return (
            f"{self.number:,} models of seed {self.seed}, {self.impossible:,} of them impossible; "
            f"{sum(self.runs.values()):,} answers, {sum(self.refusals.values()):,} refusals; "
            f"{late}{wrong or 'no'} disagreement{'' if wrong == 1 else 's'}{ended}; digest {self.digest}"
        )

    def _kinds(self) -> list[str]:
        total = max(1, self.number)
        rows = [(kind, f"{n:,}", f"{100 * n / total:.1f} %") for kind, n in self.models.most_common()]
        return align([("kind", "models", "share"), *rows], right=(1, 2))

    def _engines(self) -> list[str]:
        """Return for each engine its answers and refusals, and the kinds of whose models it took some."""
        rows = [("engine", "answers", "refusals", "late", "kinds taken")]
        for who in sorted(self.runs.keys() | self.refusals.keys() | self.late.keys()):
            kinds = [kind for kind, n in self.taken.get(who, {}).items() if n]
            taken = "all" if len(kinds) == len(self.models) else ", ".join(kinds) or "-"
            rows.append((who, f"{self.runs[who]:,}", f"{self.refusals[who]:,}", f"{self.late[who]:,}", taken))
        return align(rows, right=(1, 2, 3))


SUMS = ("models", "impossible", "runs", "refusals", "late", "findings", "seconds")
Found: TypeAlias = Callable[[Finding, Case], Finding]  # returns what is to be reported


def numbers(kinds: Collection[str], first: int = 0) -> Iterator[int]:
    """The numbers of models of these kinds; of all without any."""
    return (number for number in count(first) if not kinds or kind_of(number) in kinds)


def campaign(
    seed: int,
    todo: Iterator[int],
    backends: Sequence[str],
    *,
    models: int | None = None,
    seconds: float | None = None,
    cancel: Cancel | None = None,
    most_findings: int = 20,
    found: Found = lambda finding, case: finding,  # noqa: ARG005
    tell: Callable[[Report], None] = lambda report: None,  # noqa: ARG005
    at: Callable[[int, Probe | None], None] = lambda number, probe: None,  # noqa: ARG005
    overlook: str = "",
) -> Report:
    """Try models until so many were tried, the time is over, or `cancel` is set.

    Args:
        seed: of the models.
        todo: their numbers.
        backends: to be asked.
        models: how many to try; None: no limit.
        seconds: of wall clock; None: no limit.
        cancel: once it is set, the campaign ends within a question.
        most_findings: after so many disagreements it ends.
        found: called with each disagreement as it comes; what it returns is reported.
        tell: called after each model.
        at: called before each model (without a probe) and each question, so that a watcher knows who died.
        overlook: wrong answers with these words do not count.
    """
    report, began, used = Report(seed=seed), monotonic(), process_time()
    for number in todo:
        late = seconds is not None and monotonic() - began >= seconds
        if late or (models is not None and report.number >= models) or len(report.findings) >= most_findings:
            report.ended = "time" if late else "complete"
            break
        at(number, None)
        one = case(seed, number)
        wrong: list[str] = []
        for probe in questions(one, backends):
            if cancel is not None and cancel.is_set():
                report.ended = "cancelled"
                break
            if len(report.findings) >= most_findings:
                continue
            at(number, probe)
            try:
                finding = question(one, probe, report, cancel)
            except StoppedError:
                report.ended = "cancelled"
                break
            if finding is not None and not (overlook and overlook in finding.says):
                wrong.append(f"{probe}: {finding.says}")
                alike = sum(finding.sort == other.sort for other in report.findings)
                report.findings.append(found(finding, one) if alike < ALIKE else finding)
        else:
            report.models[one.kind] += 1
            report.impossible += not one.solutions
            report.next = number + 1
            report.digest = _sum(report.digest, _digest(one, wrong))
            report.seconds = process_time() - used
            tell(report)
            continue
        break
    report.seconds = process_time() - used
    return report


def question(case: Case, probe: Probe, report: Report, cancel: Cancel | None = None) -> Finding | None:
    """Put one question, and count it; the disagreement, if it is one.

    Raises StoppedError once `cancel` is set: what an engine says that was stopped is no answer.
    """
    answer, says = Guard("a question was asked", cancel=cancel).do(ask, case, probe)
    if cancel is not None and cancel.is_set():
        raise StoppedError("stopped while a question was asked", status="cancelled")
    if answer.refused:
        report.refusals[probe.who] += 1
        return None
    if answer.late and not says:
        report.late[probe.who] += 1
        return None
    report.runs[probe.who] += 1
    report.taken.setdefault(probe.who, Counter())[case.kind] += probe.task in ("all", "count")
    if not says:
        return None
    return Finding(seed=case.seed, number=case.number, kind=case.kind, name=case.name, probe=probe, says=says)


def _digest(one: Case, wrong: Sequence[str]) -> str:
    """Return what identifies the model, its solutions, and what was wrong: 32 hexadecimal digits."""
    facts = (one.seed, one.number, fingerprint(one.model), digest_of(one, one.solutions), *wrong)
    return blake2b(repr(facts).encode(), digest_size=16).hexdigest()


def _sum(one: str, two: str) -> str:
    return f"{(int(one, 16) + int(two, 16)) % (1 << 128):032x}"


def merge(one: Report, two: Report) -> Report:
    """Return the sums over both."""
    sums: dict[str, Any] = {name: getattr(one, name) + getattr(two, name) for name in SUMS}
    taken = {
        who: one.taken.get(who, Counter()) + two.taken.get(who, Counter()) for who in one.taken | two.taken
    }
    return Report(
        seed=one.seed,
        taken=taken,
        next=max(one.next, two.next),
        ended=two.ended,
        digest=_sum(one.digest, two.digest),
        **sums,
    )


def still_wrong(form: Form, probe: Probe, tries: int = 1, overlook: str = "") -> str:
    """Return what is wrong with the answer about a form, asked again and again, or nothing if it was right.

    A form that is no model, or too large for the oracle, is not wrong.
    """
    try:
        one = case_of(form, "shrunk")
        one.model  # noqa: B018
    except (InputError, TooLargeError):
        return ""
    answers = (ask(one, probe)[1] for _ in range(tries))
    return next((says for says in answers if says and not (overlook and overlook in says)), "")


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
