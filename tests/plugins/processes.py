"""Python in a process of its own: it imports what the tests import, in a copy of the sources too.

What is installed may be another checkout, so a path that was put first stays first. The folders of the tests
are not handed on unless they are named: most processes shall see no test double.
"""

import os
import subprocess
import sys
from pathlib import Path

from waiting import WATCHDOG

TESTS = Path(__file__).parents[1]
PLUGINS = TESTS / "plugins"


def child_environment(*first, **settings):
    """The environment of this process, with the folders `first` ahead of its own path, and settings."""
    ours = [folder for folder in sys.path if folder and not Path(folder).is_relative_to(TESTS)]
    path = os.pathsep.join([*map(str, first), *ours])
    return {**os.environ, "PYTHONPATH": path, **{name: str(value) for name, value in settings.items()}}


def python(*words, path=(), stdin=None, within=WATCHDOG, **settings):
    """Run `python WORDS...` to its end, whatever that is: what it left and wrote.

    Args:
        words: what stands on the line after the program.
        path: folders to import from before all others.
        stdin: a text to read.
        within: so many seconds.
        settings: variables of its environment.
    """
    return subprocess.run(
        [sys.executable, *map(str, words)],
        input=stdin,
        capture_output=True,
        text=True,
        env=child_environment(*path, **settings),
        timeout=within,
        check=False,
    )


def printed(*words, **more):
    """What a run of `python WORDS...` printed that ended well; further arguments are those of `python`."""
    done = python(*words, **more)
    assert done.returncode == 0, done.stderr
    return done.stdout


def without(package, folder):
    """The folder, for the path of a process in which this package cannot be imported."""
    folder.mkdir(exist_ok=True)
    (folder / "sitecustomize.py").write_text(f"import sys\nsys.modules[{package!r}] = None\n")
    return folder


def broken_numba(folder):
    """The folder, for the path of a process in which numba compiles nothing, and nothing is stored."""
    folder.mkdir(exist_ok=True)
    code = "import os\nos.environ['ACCORD_KERNELS'] = 'numba'\n"
    code += "import numba\ndef njit(*_, **__):\n    raise TypeError('what is this?')\nnumba.njit = njit\n"
    (folder / "sitecustomize.py").write_text(code)
    return folder


def started(*words, path=(), settings=(), **more):
    """`python WORDS...`, running: its streams are pipes of text; further arguments are those of Popen."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    environment = child_environment(*path, **dict(settings))
    return subprocess.Popen([sys.executable, *map(str, words)], env=environment, **pipes | more)


def serving(*words, **more):
    """`accord cluster WORDS...`, running, and its address; its workers import what the tests import."""
    settings = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = started("-m", "accord", "cluster", *words, settings=settings, **more)
    return process, process.stdout.readline().strip()
