"""How long tests take: a file that orders them, longest first, and one that says when slow truths last held.

tests/durations.json   test function -> seconds of all its cases, of those over a second; `make durations`
tests/slow.json        slow test -> when it last passed: date, commit, seconds; `make slow`
"""

import json
import subprocess
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

TESTS = Path(__file__).parents[1]
DURATIONS, SLOW = TESTS / "durations.json", TESTS / "slow.json"
WORTH_NOTING = 1.0  # seconds

_seconds: Counter[str] = Counter()  # of this session, by test with its parameters
_passed: set[str] = set()


def name_of(test: str) -> str:
    """The function of a test: its id without parameters."""
    return test.partition("[")[0]


def note(report) -> None:
    """Add the time of a phase of a test, and whether the test passed."""
    _seconds[report.nodeid] += report.duration
    if report.when == "call" and report.passed:
        _passed.add(report.nodeid)


def read() -> dict[str, float]:
    """The seconds of each test function that takes over a second."""
    return json.loads(DURATIONS.read_text()) if DURATIONS.exists() else {}


def write() -> None:
    """Write the test functions of this session that took over a second, longest first."""
    total: Counter[str] = Counter()
    for test, seconds in _seconds.items():
        total[name_of(test)] += seconds
    long = {name: round(seconds, 1) for name, seconds in total.most_common() if seconds > WORTH_NOTING}
    DURATIONS.write_text(json.dumps(long, indent=1) + "\n")


def write_slow() -> None:
    """Write the date, commit and seconds of each slow test that has passed in this session."""
    known = json.loads(SLOW.read_text()) if SLOW.exists() else {}
    asked = ["git", "describe", "--always", "--dirty", "--abbrev=10"]
    commit = subprocess.run(asked, capture_output=True, text=True, cwd=TESTS, check=False).stdout.strip()
    date = f"{datetime.now(UTC):%Y-%m-%d}"
    for test in _passed:
        known[test] = {"date": date, "commit": commit, "seconds": round(_seconds[test], 1)}
    SLOW.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n")
