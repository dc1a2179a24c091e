"""The table of exit codes of the command line: one for each way in which a command ends.

Code below the command line names a status, and no number; a caller of `of` turns it into a code.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Literal, TypeAlias

Status: TypeAlias = Literal["complete", "limit", "time", "cancelled", "failed"]


class Code(IntEnum):
    """The exit codes of commands, worst first. Of several codes the worst counts."""

    TERMINATED = 143  # by SIGTERM; until the command leaves, it is as cancelled as by Ctrl-C
    HANGUP = 129  # by SIGHUP, as when a terminal is closed; the same
    CANCELLED = 130  # by Ctrl-C
    FAILED = 1  # a disagreement, a failure of ours, or a run that was killed
    USAGE = 2  # what was asked for cannot be asked
    INPUT = 3  # a puzzle or a file is wrong
    MISSING = 4  # a backend is not installed
    OPEN = 5  # a limit of time or memory came before the answer
    SEVERAL = 6  # asked whether a puzzle has exactly one solution: it has more
    IMPOSSIBLE = 7  # the same: it has none
    DONE = 0  # answered: there being no solution is an answer, and so are the first N


def of(status: Status, answered: bool | None = None) -> Code:
    """The code of a status; `answered` says whether the question is, where the status does not tell.

    Without it, what was complete is answered, and what was limited has what it was limited to.
    """
    if status in ("cancelled", "failed"):
        return Code.CANCELLED if status == "cancelled" else Code.FAILED
    if answered is None:
        answered = status != "time"
    return Code.DONE if answered else Code.OPEN


def of_verdict(answer: str) -> Code:
    """Return the code of an answer to whether a puzzle has exactly one solution."""
    codes = {"several": Code.SEVERAL, "impossible": Code.IMPOSSIBLE, "undecided": Code.OPEN}
    return codes.get(answer, Code.DONE)


def worst(codes: Iterable[Code]) -> Code:
    """The one code of many; DONE if there are none."""
    found = set(codes)
    return next((code for code in Code if code in found), Code.DONE)
