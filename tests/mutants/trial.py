"""A scratch copy of the tree, in which mutants are tried one after the other."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from areas import ROOT, TREE, Area
from mutate import Mutant

FIRST_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
SPARE, TIMES = 15, 2  # a run may last so many seconds, and so many times as long as that of the sound tree
PROFILES = {"fast": ("-m", "not slow and not full"), "full": ()}  # as in the Makefile, and in this order
NO_TESTS = 5  # an exit code of pytest
PYTEST = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "--hypothesis-profile", "mutants")


@contextmanager
def scratch(root: Path = ROOT) -> Iterator[Path]:
    """A copy of what tests read, with what is compiled already; it is deleted at the end."""
    with TemporaryDirectory(prefix="accord-mutants-") as name:
        for entry in TREE:
            place = root / entry
            if place.is_dir():
                shutil.copytree(place, Path(name, entry))
            else:
                shutil.copy2(place, name)
        yield Path(name)


@contextmanager
def mutated(tree: Path, mutant: Mutant) -> Iterator[None]:
    """The tree with one mutant in it."""
    path = tree / mutant.file
    source = path.read_bytes()
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()  # it would go by the time in seconds, and the size
    path.write_bytes(mutant.apply(source))
    try:
        yield
    finally:
        path.write_bytes(source)


def ended(
    command: Sequence[str], tree: Path, environment: Mapping[str, str], limit: float | None
) -> tuple[int | None, str]:
    """The exit code of a command in the tree, and what it printed; None at the limit, in seconds."""
    paths = os.pathsep.join(str(tree / name) for name in ("src", "native", "compare"))
    process = subprocess.Popen(
        command,
        cwd=tree,
        env={**os.environ, "PYTHONPATH": paths, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,  # so that its children end with it
    )
    try:
        output, _ = process.communicate(timeout=limit)
        return process.returncode, output
    except subprocess.TimeoutExpired:
        return None, ""
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


def _run(
    area: Area, profile: str, tree: Path, extra: Mapping[str, str], limit: float | None
) -> tuple[int | None, str]:
    """Run the tests of an area in a profile: the exit code (None at the limit), and the output."""
    command = [sys.executable, "-m", "pytest", *PYTEST, *PROFILES[profile], "-k", area.chosen, *area.tests]
    return ended(command, tree, {**area.environment, **extra, "PROFILE": profile}, limit)


def sound(area: Area, tree: Path) -> dict[str, float]:
    """Return profile -> seconds that the tests of an area take where nothing is changed; they must pass."""
    seconds = {}
    for profile in PROFILES:
        began = monotonic()
        code, output = _run(area, profile, tree, {}, None)
        if code == 0:
            seconds[profile] = monotonic() - began
        elif (code, profile) != (NO_TESTS, "fast"):
            sys.exit(f"the tests fail without any change:\n{output}")
    return seconds


def tried(mutant: Mutant, area: Area, tree: Path, seconds: Mapping[str, float]) -> tuple[str, str, str]:
    """Return the outcome of a mutant (`killed`, `hung` or `survived`), the profile and the test that failed.

    The full profile runs only where no test of the fast one fails.
    """
    with mutated(tree, mutant):
        for profile, usual in seconds.items():
            limit = SPARE + TIMES * usual
            code, output = _run(area, profile, tree, {"PYTHONDONTWRITEBYTECODE": "1"}, limit)
            if code is None:
                return "hung", profile, ""
            if code:
                failed = FIRST_FAILED.search(output)
                return "killed", profile, failed[1] if failed else ""
    return "survived", "full", ""
