"""The table of planners: for a family, a mode and a backend, where the class lives. Imported on first use."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import cast, get_args

from accord.backends import table as backends
from accord.errors import UsageError
from accord.planners.contract import Asked, Mode, Planner

ANY = ""  # any family
GENERIC = ("a-star", "breadth-first")  # engines that take any family

PLANNERS = {
    ("freecell", "fast", "native"): "accord.planners.freecell.fast:Fast",
    ("freecell", "moves", "native"): "accord.planners.freecell.moves:Moves",
    ("freecell", "short", "native"): "accord.planners.freecell.short:Short",
    ("freecell", "optimal", "native"): "accord.planners.freecell.optimal:Optimal",
    ("freecell", "impossible", "native"): "accord.planners.freecell.impossible:Impossible",
    (ANY, "optimal", "native"): "accord.planners.generic:Generic",
    (ANY, "impossible", "native"): "accord.planners.generic:Generic",
    (ANY, "optimal", "cpsat"): "accord.planners.horizon:Horizon",
    (ANY, "optimal", "sat"): "accord.planners.horizon:Horizon",
}

USUAL: dict[str, tuple[Mode, ...]] = {"any": ("fast", "optimal"), "fast": ("fast", "optimal")}


def modes(family: str, backend: str) -> list[Mode]:
    """The modes that have a planner."""
    rows = [mode for name, mode, its in PLANNERS if name in (family, ANY) and its == backend]
    return [mode for mode in get_args(Mode) if mode in rows]


def resolved(family: str, mode: Mode, backend: str, engine: str | None = None) -> tuple[Mode, str]:
    """The mode and the backend that `any` and `auto` stand for here. Raises UsageError if there is none."""
    if mode not in get_args(Mode):
        raise UsageError(f"unknown mode {mode!r}; there are {', '.join(get_args(Mode))}")
    if backend == "auto":
        backend = "native"
    known = modes(_row(family, engine), backend)
    found = next((each for each in USUAL.get(mode, (mode,)) if each in known), None)
    if found is None:
        what = f" of the family {family}" if family else ""
        there = f"; there are {', '.join(known)}" if known else ""
        raise UsageError(f"backend {backend} has no planner for the mode {mode}{what}{there}")
    return found, backend


def _row(family: str, engine: str | None) -> str:
    return ANY if engine in GENERIC else family


def planner(asked: Asked) -> Planner:
    """A planner for what is asked, with mode and backend resolved.

    Raises RefusedError if it refuses, MissingBackendError if what it needs is not installed.
    """
    families = _row(asked.family, asked.engine), ANY
    rows = ((family, asked.mode, asked.backend) for family in families)
    place = next(PLANNERS[row] for row in rows if row in PLANNERS)
    module, _, name = place.partition(":")
    if asked.backend == "native" and name != "Generic":  # that one compiles nothing
        backends.backend(asked.backend)
    made = cast(Callable[[Asked], Planner], getattr(import_module(module), name))
    return made(asked)
