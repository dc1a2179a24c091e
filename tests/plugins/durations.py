"""How long tests take: a file that orders them and makes `make test` brief, and one of slow tests.

tests/durations.json   profile -> test function -> seconds of all its cases, of those over half a second;
                       `make durations` writes the full profile, `make durations PROFILE=fast` the fast one
tests/slow.json        slow test -> when it last passed: date, commit, seconds; `make slow`

Where the cases of a function take longer than the profile allows, `--brief` takes some of them, evenly
spread; but it takes all examples of the documentation and all recorded output. Of long functions of one
case the fast profile takes none, and the full one a sixth of those over a second: which ones depends
on the commit, so that each runs at some commit soon. Without `--brief` all of them run.
"""

import json
import subprocess
from collections import Counter
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from zlib import crc32

from profiles import PROFILE

TESTS = Path(__file__).parents[1]
DURATIONS, SLOW = TESTS / "durations.json", TESTS / "slow.json"
WORTH_NOTING = 0.5  # seconds
SECONDS = {"fast": 0.3, "full": 0.5}  # of a function, where tests are brief
TAKES_TURNS, TURNS = 1.0, 6  # the full profile takes one of six functions of one case that take so long
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
    left: set[str] = set()
    for name, ours in cases.items():
        seconds = known.get(name, 0)
        if seconds <= most or name.startswith(WHOLE):
            continue
        if len(ours) > 1:
            left.update(set(ours).difference(_some(ours, most / seconds)))
        elif PROFILE == "fast" or (seconds > TAKES_TURNS and not _has_its_turn(name)):
            left.update(ours)
    return left


def _some(tests: list[str], share: float) -> list[str]:
    """Return a share of tests, evenly spread; one at least."""
    number = max(1, int(share * len(tests)))
    return [tests[place * len(tests) // number] for place in range(number)]


def _has_its_turn(name: str) -> bool:
    """Whether a test runs at this commit; outside of a repository each does."""
    commit = _git("rev-parse", "HEAD")
    return not commit or crc32(f"{name} {commit}".encode()) % TURNS == 0


@cache
def _git(*words: str) -> str:
    """What git prints in this repository; an empty text where there is none."""
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
