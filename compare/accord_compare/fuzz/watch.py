"""Run a campaign in a watched process, and report a crash or a hang as a disagreement.

The process, which runs this module too, sends a message before each model and each question, and after each
model what it knows so far.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

import msgspec

from accord.arguments.commands import CampaignArguments
from accord.runner.limits import Cancel
from accord_compare.child import Child, describe_exit, say, task
from accord_compare.fuzz.campaign import Finding, Report, campaign, merge, numbers
from accord_compare.fuzz.cases import Case, case, kind_of
from accord_compare.fuzz.keep import keep_finding
from accord_compare.fuzz.probe import Probe

HANGS = 90.0  # seconds without a word, shrinking not counted, after which a process counts as stuck
GRACE = 5.0  # seconds to report, after it was asked to stop
POLL = 0.1


@dataclass(frozen=True, kw_only=True)
class Orders(CampaignArguments):
    """The orders of a process: which models, for how long, and where disagreements are kept."""

    seconds: float | None = None
    folder: str


class Word(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message of a process: where it is, or what it knows."""

    number: int = 0
    probe: Probe | None = None
    shrinking: bool = False
    report: Report | None = None


def run_watched(
    orders: Orders,
    cancel: Cancel,
    tell: Callable[[Report], None],
    *,
    hangs: float = HANGS,
) -> Report:
    """Run a campaign in processes, a new one after each that died or was stuck."""
    whole = Report(seed=orders.seed)
    until = None if orders.seconds is None else monotonic() + orders.seconds
    while True:
        left = None if orders.models is None else orders.models - whole.number
        seconds = None if until is None else until - monotonic()
        if (left is not None and left <= 0) or (seconds is not None and seconds <= 0):
            break
        now = replace(orders, models=left, seconds=seconds)

        def report_progress(so_far: Report, before: Report = whole) -> None:
            tell(merge(before, so_far))

        report, finding = _one(now, cancel, report_progress, hangs)
        whole = merge(whole, report)
        if finding is None:
            break
        whole.findings.append(finding)
        whole.models[finding.kind] += 1
        orders = replace(orders, first=finding.number + 1)
    return whole


def _one(
    orders: Orders, cancel: Cancel, tell: Callable[[Report], None], hangs: float
) -> tuple[Report, Finding | None]:
    """One process: what it knew, and the finding that ended it, if it did not end well."""
    report, last, heard, asked = Report(seed=orders.seed), Word(), monotonic(), False
    with Child("accord_compare.fuzz.watch", orders) as child:
        for said in child.words(POLL):
            if cancel.is_set() and not asked:
                child.stop()
                asked, heard = True, monotonic()
            if said is not None:
                heard, word = monotonic(), msgspec.json.decode(said, type=Word, dec_hook=counter)
                if word.report is None:
                    last = word
                else:
                    report = word.report
                    tell(report)
            patience = GRACE if asked else hangs * (4 if last.shrinking else 1)
            if monotonic() - heard > patience:
                says = f"no word for {patience:g} seconds"
                break
        else:
            code = child.wait()
            says = f"the process died: {describe_exit(code)}" if code else ""
    if asked:
        report.ended = "cancelled"
    return report, _finding(orders, last, says) if says and not asked else None


def counter(kind: type, counts: dict[str, int]) -> Counter[str]:  # noqa: ARG001 (msgspec's signature)
    """Numbers by name, as reports have them, from JSON."""
    return Counter(counts)


def _finding(orders: Orders, last: Word, says: str) -> Finding:
    """The finding of a process that did not end well; its model is kept as it is."""
    finding = Finding(
        seed=orders.seed,
        number=last.number,
        kind=kind_of(last.number),
        name=f"model {last.number} of seed {orders.seed}",
        probe=last.probe or Probe(what="drawing"),
        says=says,
    )
    if last.probe is None:
        return finding
    return keep_finding(finding, case(orders.seed, last.number).form, Path(orders.folder), shrink=False)


# -- the process -----------------------------------------------------------------------------------


def _main() -> None:
    orders, cancel = task(Orders)
    folder = Path(orders.folder)

    def keep_found(finding: Finding, one: Case) -> Finding:
        say(Word(finding.number, finding.probe, shrinking=True))
        return keep_finding(finding, one.form, folder)

    report = campaign(
        orders.seed,
        numbers(orders.kinds, orders.first),
        orders.backends,
        models=orders.models,
        seconds=orders.seconds,
        cancel=cancel,
        found=keep_found,
        tell=lambda known: say(Word(report=known)),
        at=lambda number, probe: say(Word(number, probe)),
    )
    say(Word(report=report))


if __name__ == "__main__":
    _main()
