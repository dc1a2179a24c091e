"""The campaign in a process that is watched: if it dies or hangs, that is a disagreement, and it goes on.

The process (`python -m accord_compare.fuzz.watch`) reads its orders as a line of JSON from stdin, and writes
a line before each model, before each question, and after each model what it knows so far.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from time import monotonic

import msgspec

from accord.runner.limits import Cancel
from accord_compare.fuzz.campaign import Finding, Report, campaign, merged, numbers
from accord_compare.fuzz.cases import Case, case, kind_of
from accord_compare.fuzz.keep import kept
from accord_compare.fuzz.probe import Probe

HANGS = 90.0  # seconds without a word, shrinking not counted, after which a process counts as stuck
LEAVING = 10.0  # seconds to end, after the last word
POLL = 0.1


class Orders(msgspec.Struct, frozen=True):
    """What a process is to do."""

    seed: int
    first: int
    kinds: tuple[str, ...]
    backends: tuple[str, ...]
    models: int | None
    seconds: float | None
    folder: str


class Word(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a process says: where it is, or what it knows."""

    number: int = 0
    probe: Probe | None = None
    shrinking: bool = False
    report: Report | None = None


def watched(
    orders: Orders,
    cancel: Cancel,
    tell: Callable[[Report], None],
    *,
    hangs: float = HANGS,
    command: Sequence[str] = (sys.executable, "-m", "accord_compare.fuzz.watch"),
) -> Report:
    """Run a campaign in processes, a new one after each that died or was stuck."""
    whole = Report(seed=orders.seed)
    until = None if orders.seconds is None else monotonic() + orders.seconds
    while True:
        left = None if orders.models is None else orders.models - whole.number
        seconds = None if until is None else until - monotonic()
        if (left is not None and left <= 0) or (seconds is not None and seconds <= 0):
            break
        now = msgspec.structs.replace(orders, models=left, seconds=seconds)

        def known(so_far: Report, before: Report = whole) -> None:
            tell(merged(before, so_far))

        report, finding = _one(now, cancel, known, hangs, command)
        whole = merged(whole, report)
        if finding is None:
            break
        whole.findings.append(finding)
        whole.models[finding.kind] += 1
        orders = msgspec.structs.replace(orders, first=finding.number + 1)
    return whole


def _one(
    orders: Orders, cancel: Cancel, tell: Callable[[Report], None], hangs: float, command: Sequence[str]
) -> tuple[Report, Finding | None]:
    """One process: what it knew, and the finding that ended it, if it did not end well."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.json.encode(orders) + b"\n")
    process.stdin.flush()  # and left open: if we die, it reads the end, and ends too
    words: Queue[Word | None] = Queue()
    reader = Thread(target=_read, args=(process.stdout, words), daemon=True)
    reader.start()
    report, last, heard, asked = Report(seed=orders.seed), Word(), monotonic(), False
    says = ""
    try:
        while True:
            if cancel.is_set() and not asked:
                process.send_signal(signal.SIGTERM)
                asked, heard = True, monotonic()
            try:
                word = words.get(timeout=POLL)
            except Empty:
                patience = 5.0 if asked else hangs * (4 if last.shrinking else 1)
                if monotonic() - heard > patience:
                    says = "" if asked else f"no word for {patience:g} seconds"
                    break
                continue
            heard = monotonic()
            if word is None:
                code = _awaited(process)
                says = "" if code == 0 or asked else f"the process died: {_ending(code)}"
                break
            if word.report is None:
                last = word
            else:
                report = word.report
                tell(report)
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        reader.join()
        process.stdout.close()
    if asked:
        report.ended = "cancelled"
    return report, _finding(orders, last, says) if says else None


def _read(stream: object, words: Queue[Word | None]) -> None:
    try:
        for line in stream:  # type: ignore[attr-defined]
            words.put(msgspec.json.decode(line, type=Word, dec_hook=lambda kind, counts: Counter(counts)))  # noqa: ARG005
    finally:
        words.put(None)


def _awaited(process: subprocess.Popen[bytes]) -> int:
    """The exit code of a process that has closed its stdout; one that does not end is killed."""
    try:
        return process.wait(LEAVING)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def _ending(code: int) -> str:
    return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


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
    return kept(finding, case(orders.seed, last.number).form, Path(orders.folder), shrink=False)


# -- the process -----------------------------------------------------------------------------------


class _Stopped:
    """Set by SIGTERM, or when stdin closes because the watcher is dead."""

    def __init__(self) -> None:
        self._stopped = False
        signal.signal(signal.SIGTERM, self._stop)
        Thread(target=self._end_with_watcher, daemon=True).start()

    def is_set(self) -> bool:
        return self._stopped

    def _stop(self, *_: object) -> None:
        self._stopped = True

    def _end_with_watcher(self) -> None:
        os.read(sys.stdin.fileno(), 1)
        self._stopped = True


def _say(word: Word) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(word) + b"\n")
    sys.stdout.buffer.flush()


def _main() -> None:
    orders = msgspec.json.decode(sys.stdin.buffer.readline(), type=Orders)
    folder = Path(orders.folder)

    def found(finding: Finding, one: Case) -> Finding:
        _say(Word(finding.number, finding.probe, shrinking=True))
        return kept(finding, one.form, folder)

    report = campaign(
        orders.seed,
        numbers(orders.kinds, orders.first),
        orders.backends,
        models=orders.models,
        seconds=orders.seconds,
        cancel=_Stopped(),
        found=found,
        tell=lambda known: _say(Word(report=known)),
        at=lambda number, probe: _say(Word(number, probe)),
    )
    _say(Word(report=report))


if __name__ == "__main__":
    _main()
