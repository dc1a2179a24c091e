"""How long tests take: a file that orders them and makes `make test` brief, and one of slow tests.

tests/durations.json   profile -> test function -> seconds of all its cases, of those over half a second;
                       `make durations` writes the full profile, `make durations PROFILE=fast` the fast one
tests/slow.json        slow test -> when it last passed: date, commit, seconds; `make slow`

Where the cases of a function take longer than the profile allows, `--brief` lets them take turns: a case runs
at one of so many commits in a row, the full profile's at one of two, and which ones goes by its id and by
the number of commits. So of two consecutive commits each case runs at exactly one. A function of one case
takes its turn as any case does. All examples of the documentation, all recorded output and the walk of limits
over commands run at each commit, and so does everything where the number of commits is not known: without a
repository, and in a shallow clone. Without `--brief` all tests run.
"""

import json
import subprocess
from collections import Counter
from datetime import UTC, datetime
from math import ceil
from pathlib import Path
from zlib import crc32

from profiles import PROFILE

TESTS = Path(__file__).parents[1]
DURATIONS, SLOW = TESTS / "durations.json", TESTS / "slow.json"
WORTH_NOTING = 0.5  # seconds
SECONDS = {"fast": 0.3, "full": 0.5}  # of a function all of whose cases run at each commit
WHOLE = ("tests/docs/", "tests/goldens/", "tests/cli/test_limits_hold.py")

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


def left_out(tests: list[str], commits: int | None) -> set[str]:
    """Return the tests that a brief run leaves out, after so many commits; none where that is not known."""
    if commits is None:
        return set()
    known = read()
    return {test for test in tests if (crc32(test.encode()) + commits) % _turns(name_of(test), known)}


def _turns(name: str, known: dict[str, float]) -> int:
    """At one of how many commits in a row a case of a function runs."""
    most, seconds = SECONDS.get(PROFILE), known.get(name, 0)
    if most is None or seconds <= most or name.startswith(WHOLE):
        return 1
    return 2 if PROFILE == "full" else ceil(seconds / most)


def number_of_commits(tree: Path = TESTS) -> int | None:
    """How many commits lead to the one that is checked out; None without a repository or in a shallow one."""
    if _git("rev-parse", "--is-shallow-repository", tree=tree) != "false":
        return None
    number = _git("rev-list", "--count", "HEAD", tree=tree)
    return int(number) if number else None


def _git(*words: str, tree: Path = TESTS) -> str:
    """What git prints in a repository; an empty text where there is none."""
    asked = subprocess.run(["git", *words], capture_output=True, text=True, cwd=tree, check=False)
    return asked.stdout.strip()


def write_slow() -> None:
    """Write the date, commit and seconds of each slow test that has passed in this session."""
    known = json.loads(SLOW.read_text()) if SLOW.exists() else {}
    commit = _git("describe", "--always", "--dirty", "--abbrev=10")
    date = f"{datetime.now(UTC):%Y-%m-%d}"
    for test in _passed:
        known[test] = {"date": date, "commit": commit, "seconds": round(_seconds[test], 1)}
    SLOW.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n")
