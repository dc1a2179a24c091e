"""How long tests take: a file that orders them and makes `make test` brief, and one of slow tests.

tests/durations.json   profile -> test function -> seconds of all its cases, of those over half a second;
                       `make durations` writes the full profile, `make durations PROFILE=fast` the fast one
tests/slow.json        slow test -> when it last passed: date, commit, seconds; `make slow`

Where the cases of a function take longer than the profile allows, `--brief` takes some of them, evenly
spread; but it takes all examples of the documentation and all recorded output. A long function of one case
runs in the full profile only.
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
SECONDS = {"fast": 0.5, "full": 1.0}  # of a function, where tests are brief
WHOLE = ("tests/docs/", "tests/goldens/")

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
    """Return the tests that a brief run leaves out."""
    most, known = SECONDS.get(PROFILE), read()
    if most is None:
        return set()
    cases: dict[str, list[str]] = {}
    for test in tests:
        cases.setdefault(name_of(test), []).append(test)
    return {
        test
        for name, ours in cases.items()
        if known.get(name, 0) > most and not name.startswith(WHOLE)
        for test in set(ours).difference(_some(ours, most / known[name]))
    }


def _some(tests: list[str], share: float) -> list[str]:
    """Return a share of tests, evenly spread; one at least, but none of a single one in the fast profile."""
    if len(tests) == 1:
        return [] if PROFILE == "fast" else tests
    number = max(1, int(share * len(tests)))
    return [tests[place * len(tests) // number] for place in range(number)]


def write_slow() -> None:
    """Write the date, commit and seconds of each slow test that has passed in this session."""
    known = json.loads(SLOW.read_text()) if SLOW.exists() else {}
    asked = ["git", "describe", "--always", "--dirty", "--abbrev=10"]
    commit = subprocess.run(asked, capture_output=True, text=True, cwd=TESTS, check=False).stdout.strip()
    date = f"{datetime.now(UTC):%Y-%m-%d}"
    for test in _passed:
        known[test] = {"date": date, "commit": commit, "seconds": round(_seconds[test], 1)}
    SLOW.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n")
