"""Benchmark of the general engines beside scripts that call the same solver without Accord.

general   whole processes that count: what the declaration costs, and what a lowering and a search gain
overhead  eight queens, which every engine solves in an instant: what a process of ours costs beside a script,
          and what a run costs beside the solver alone, in a process that has imported everything

A script that takes too long is stopped; its row says how far it came, and the ratio is a lower bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module

from accord.model import Model
from accord.runner.api import run, solutions
from accord.tasks import WANTED, Task
from accord_compare.bench import Contest, Counted, Side, Sides
from accord_compare.instances import Instance
from accord_compare.measurement import ClockName
from accord_compare.processes import as_json, cover_of, of_accord, of_script, require

CAP = 60  # seconds of CPU: a busy machine takes nothing from a peer
TASKS: tuple[Task, ...] = ("first", "unique", "count", "all")
REPEATS = 20  # of what takes some milliseconds
QUEENS = "queens-8"


@dataclass(frozen=True)
class Script:
    """A file in `raw`, and the backend of ours with which it is compared."""

    name: str
    package: str  # what pip installs
    module: str
    file: str
    backend: str
    argument: str = ""
    cap: int | None = None


_SCRIPTS = (
    Script("or-tools", "ortools", "ortools", "cp_sat", "cpsat"),
    Script("clingo", "clingo", "clingo", "answer_sets", "cpsat", cap=CAP),
    Script("cpmpy-ortools", "cpmpy", "cpmpy", "cpm", "cpsat", "ortools", cap=CAP),
    Script("pysat-minicard", "python-sat", "pysat", "sat", "sat", "minicard"),
    Script("pysat-glucose4", "python-sat", "pysat", "sat", "sat", "glucose4"),
    Script("cpmpy-pysat", "cpmpy", "cpmpy", "cpm", "sat", "pysat:glucose4", cap=CAP),
)
SCRIPTS = {script.name: script for script in _SCRIPTS}

ALONE = {  # the script beside each backend where the solvers themselves take no time
    "native": Script("xcover", "xcover", "xcover", "cells", "native"),
    "cpsat": SCRIPTS["or-tools"],
    "sat": Script("pysat", "python-sat", "pysat", "sat", "sat"),
}


def beside_script(instance: Instance, script: Script) -> Contest:
    """A count by our process, beside one by a script that is given what ours has after symmetry is broken."""
    return Contest(
        section="general",
        instance=instance.name,
        engine=script.backend,
        what="process",
        beside=script.name,
        count=instance.count,
        clock="CPU of processes",
        sides=partial(_processes, instance, script, "count"),
        warm_up=False,
        most_pairs=None if script.cap is None else 1,
    )


def overhead(instance: Instance) -> list[Contest]:
    """For each backend and task: whole processes, then runs within this one."""
    return [
        Contest(
            section="overhead",
            instance=instance.name,
            engine=backend,
            what=f"{task}, {what}",
            beside=script.name,
            count=WANTED.get(task, instance.count),
            clock=clock,
            sides=partial(sides, instance, script, task),
            repeats=repeats,
        )
        for what, clock, sides, repeats in KINDS
        for backend, script in ALONE.items()
        for task in TASKS
    ]


def _processes(instance: Instance, script: Script, task: Task) -> Iterator[Sides]:
    versions = require(script.package, script.module)
    theirs = of_script(script.file, as_json(instance.prepare()), task, script.argument, script.cap)
    ours = of_accord([*arguments(instance), "--backend", script.backend], task)
    yield ours, lambda: replace(theirs(), versions=versions)


def _solving(instance: Instance, script: Script, task: Task) -> Iterator[Sides]:
    """From the options to the answer, building the solver's model included."""
    model = instance.prepare()

    def ours() -> Counted:
        if task == "all":
            return Counted(sum(1 for _ in solutions(copy(model), backend=script.backend)))
        return Counted(run(copy(model), task, backend=script.backend).count)  # nothing is kept with a copy

    yield ours, solver_alone(script, model, task)


def solver_alone(script: Script, model: Model, task: Task) -> Side:
    """Return the script called in this process: what somebody would write who has this cover and solver."""
    versions = require(script.package, script.module)
    cover, solve = cover_of(model), import_module(f"accord_compare.raw.{script.file}").solve

    def theirs() -> Counted:
        found = solve(cover, task, script.argument)
        return Counted(found if isinstance(found, int) else len(found), versions=versions)

    return theirs


KINDS: tuple[tuple[str, ClockName, Callable[..., Iterator[Sides]], int], ...] = (
    ("process", "CPU of processes", _processes, 1),
    ("solving alone", "CPU", _solving, REPEATS),
)


def arguments(instance: Instance) -> list[str]:
    """Return the words that name the instance on our command line."""
    variant = ["--variant", instance.variant] if instance.variant else []
    return [instance.puzzle, *variant, *(["--distinct"] if instance.distinct else [])]
