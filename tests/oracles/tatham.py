"""The programs of Simon Tatham's collection (sgt-puzzles in Debian): they make IDs of games, and judge them.

They are looked for on the PATH, with `sgt-` before their names or without, or in the folder `ACCORD_TATHAM`.
"""

import os
import shutil
import subprocess


def program(game):
    """Where the program of a game is; None if it is not installed, or does not run."""
    for name in (f"sgt-{game}", game):
        path = shutil.which(name, path=os.environ.get("ACCORD_TATHAM"))
        if path and _run(path, "--generate", "1").returncode == 0:
            return path
    return None


def made(path, parameters, number):
    """So many IDs that a program makes."""
    return _run(path, "--generate", str(number), parameters).stdout.split()


def faults(path, ids):
    """What a program says is wrong with IDs: nothing of those that it can draw."""
    return _run(path, "--print", "1x1", stdin="\n".join(ids) + "\n").stderr


def _run(path, *words, stdin=""):
    return subprocess.run([path, *words], input=stdin, capture_output=True, text=True, check=False)
