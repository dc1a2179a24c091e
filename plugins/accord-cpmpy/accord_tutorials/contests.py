"""The rows of `accord bench` about modelling: each problem in a process of its own, on both sides in turn."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from functools import partial
from typing import Any

from accord.errors import RefusedError
from accord.processes import environment, python
from accord_compare.bench import Contest, Counted, Sides
from accord_compare.processes import require
from accord_tutorials import csplib, flattening
from accord_tutorials.listed import Listed, Side, read_list, statement, statements

LIMIT = 60  # seconds for a problem
THEIRS = "cpmpy-ortools"


def contests() -> list[Contest]:
    """A row for each problem of the list, those of the large ones that are made models, those of CSPLib."""
    return [*map(_contest, read_list().values()), *flattening.contests(), *csplib.contests()]


def _contest(one: Listed) -> Contest:
    lengths = f"{statements('ours', one)} / {statements('theirs', one)} statements"
    return Contest(
        section="modelling",
        instance=one.name,
        engine="cpsat",
        what=f"{one.task}, {lengths}",
        beside=THEIRS,
        count=one.answer,
        clock="CPU of processes",
        sides=partial(_sides, one),
        warm_up=False,
    )


def _sides(one: Listed) -> Iterator[Sides]:
    versions = require("cpmpy", "cpmpy") | require("ortools", "ortools")

    def ours() -> Counted:
        result = _ask("ours", one)
        if not result["complete"]:
            raise RefusedError(f"not solved within {LIMIT} seconds; the best so far is {result['answer']}")
        return Counted(result["answer"], parts=_parts(result))

    def theirs() -> Counted:
        result = _ask("theirs", one)
        if not result["complete"]:
            return Counted(0, versions=versions, parts=_parts(result), complete=False)
        return Counted(_answer(one, result), versions=versions, parts=_parts(result))

    yield ours, theirs


def _parts(result: dict[str, Any]) -> dict[str, float]:
    return {"model": result["model"], "solving": result["solving"]}


def _answer(one: Listed, result: dict[str, Any]) -> int:
    """The answer; that there is a solution counts only if it keeps the rules as we have stated them."""
    if one.task == "first" and result["answer"]:
        problem = statement("ours", one)()
        return int(problem.holds(dict(zip(problem.variables, result["values"], strict=True))))
    return int(result["answer"])


def _ask(side: Side, one: Listed) -> dict[str, Any]:
    """What a process of that side says."""
    command = python("-m", f"accord_tutorials.{side}", one.name, str(LIMIT))
    done = subprocess.run(command, env=environment(), capture_output=True, check=False)
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().split("\n")[-1]
        raise RefusedError(f"{side}: ended with exit code {done.returncode}: {last}")
    return json.loads(done.stdout.splitlines()[-1])
