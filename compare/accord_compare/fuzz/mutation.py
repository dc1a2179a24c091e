"""Run a campaign with each known fault injected, and one without, to measure what fuzzing catches."""

from __future__ import annotations

from collections.abc import Sequence
from unittest.mock import patch

import msgspec

from accord.runner.limits import Cancel
from accord_compare.fuzz import probe
from accord_compare.fuzz.campaign import Finding, campaign, numbers
from accord_compare.fuzz.cases import Case
from accord_compare.fuzz.faults import fault
from accord_compare.fuzz.keep import minimal
from accord_compare.fuzz.questions import usual
from accord_compare.fuzz.shrink import Patience

MODELS = 600  # after which a fault counts as not caught
SEED = 402
PROPOSALS = 500  # of smaller models: a fault fares the same on a busy machine
CONTROL = "none"


class Caught(msgspec.Struct, frozen=True, kw_only=True):
    """How a fault fared."""

    fault: str
    what: str
    models: int  # tried until it was caught
    caught: bool
    number: int = 0  # of the model that caught it
    by: str = ""  # the question whose answer was wrong
    says: str = ""
    kind: str = ""
    options: int = 0  # of the minimal model


def try_fault(
    name: str, models: int = MODELS, seed: int = SEED, cancel: Cancel | None = None, first: int = 0
) -> Caught:
    """Put a fault in, and run a campaign until it is caught, with the minimal model that shows it.

    The campaign begins with model number `first`. There is no time limit, so that no fault counts as caught
    because the machine is busy.
    """
    wrong, smallest = fault(name), 0

    def shrink_finding(finding: Finding, case: Case) -> Finding:
        nonlocal smallest
        form, says = minimal(finding, case.form, Patience(proposals=PROPOSALS), wrong.overlook)
        smallest = len(form.options)
        return msgspec.structs.replace(finding, small=says)

    with wrong.put_in(), patch.object(probe, "SECONDS", None):
        report = campaign(
            seed,
            numbers(wrong.kinds, first),
            wrong.backends,
            models=models,
            cancel=cancel,
            most_findings=1,
            found=shrink_finding,
            overlook=wrong.overlook,
        )
    caught = Caught(fault=name, what=wrong.what, models=report.number, caught=bool(report.findings))
    if not report.findings:
        return caught
    one = report.findings[0]
    return msgspec.structs.replace(
        caught, number=one.number, by=str(one.probe), says=one.small, kind=one.kind, options=smallest
    )


def control(
    models: int, backends: Sequence[str] = (), seed: int = SEED, cancel: Cancel | None = None
) -> Caught:
    """Run a campaign without a fault, over all backends: whatever it finds is a disagreement of ours."""
    report = campaign(seed, numbers(()), backends or usual(), models=models, cancel=cancel, most_findings=1)
    found = [str(finding) for finding in report.findings]
    return Caught(
        fault=CONTROL,
        what="no fault: the control",
        models=report.number,
        caught=bool(found),
        says=" ".join(found),
    )
