"""Start processes of Python that import nothing from the working directory.

    subprocess.run(python("-m", "accord", "list"), env=environment())
    with spawning():                                        # for those of `multiprocessing`
        process.start()

Python looks for modules in the working directory first, or in the folder of a script. A file `numpy.py` there
would be run in place of numpy, and somebody else may have put it there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from accord.signals import unheard

_starting = RLock()  # the environment is that of all threads


def python(*words: str) -> list[str]:
    """Return the command that runs Python with these words, without the working directory on its path."""
    return [sys.executable, "-P", *words]


def environment() -> dict[str, str]:
    """Return the environment of such a process, which then finds all modules that this one finds."""
    path = dict.fromkeys([*_named_path(), *filter(None, sys.path)])
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path)}


@contextmanager
def spawning() -> Iterator[None]:
    """Let processes of `multiprocessing` that start meanwhile hear no signal, and import nothing from there.

    They are started with `-c`, and import modules before they are handed the path of this process.
    """
    with _starting:
        before = {name: os.environ.get(name) for name in ("PYTHONSAFEPATH", "PYTHONPATH")}
        os.environ["PYTHONSAFEPATH"] = "1"
        if before["PYTHONPATH"]:
            os.environ["PYTHONPATH"] = os.pathsep.join(_named_path())
        try:
            with unheard():
                yield
        finally:
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value


def _named_path() -> list[str]:
    """Return the entries of PYTHONPATH; an empty one would be the working directory."""
    return [entry for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry]
