"""How long tests take: a file that orders them and makes `make test` brief, and one of slow tests.

tests/durations.json   profile -> test function -> seconds of all its cases, of those over half a second;
                       `make durations` writes the full profile, `make durations PROFILE=fast` the fast one
tests/slow.json        slow test -> when it last passed: date, commit, seconds; `make slow`

`--brief` leaves out the test functions whose cases take over a second together, at each commit the same ones.
`make test` uses it in the fast profile only: the full profile, which CI runs, takes all that are not slow.
"""

import json
import subprocess
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from profiles import PROFILE

TESTS = Path(__file__).parents[1]
DURATIONS, SLOW = TESTS / "durations.json", TESTS / "slow.json"
WORTH_NOTING = 0.5  # seconds
BRIEF = 1.0  # seconds of a function that a brief run takes

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
    """Return the seconds of each test function that takes over half a second in this profile."""
    return _read_all().get(PROFILE, {})


def _read_all() -> dict[str, dict[str, float]]:
    return json.loads(DURATIONS.read_text()) if DURATIONS.exists() else {}


def write() -> None:
    """Write the test functions of this session that took over half a second, longest first."""
    total: Counter[str] = Counter()
    for test, seconds in _seconds.items():
        total[name_of(test)] += seconds
    long = {name: round(seconds, 1) for name, seconds in total.most_common() if seconds > WORTH_NOTING}
    DURATIONS.write_text(json.dumps(dict(sorted((_read_all() | {PROFILE: long}).items())), indent=1) + "\n")


def left_out(tests: list[str]) -> set[str]:
    """Return the tests that a brief run leaves out: those of functions that take over a second."""
    known = read()
    return {test for test in tests if known.get(name_of(test), 0) > BRIEF}


def _git(*words: str) -> str:
    """What git prints here; an empty text where there is no repository."""
    asked = subprocess.run(["git", *words], capture_output=True, text=True, cwd=TESTS, check=False)
    return asked.stdout.strip()


def write_slow() -> None:
    """Write the date, commit and seconds of each slow test that has passed in this session."""
    known = json.loads(SLOW.read_text()) if SLOW.exists() else {}
    commit = _git("describe", "--always", "--dirty", "--abbrev=10")
    date = f"{datetime.now(UTC):%Y-%m-%d}"
    for test in _passed:
        known[test] = {"date": date, "commit": commit, "seconds": round(_seconds[test], 1)}
    SLOW.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n")
