"""The table of planners: for a family, a mode and a backend, where the class lives. Imported on first use."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import cast, get_args

from accord.backends import table as backends
from accord.errors import UsageError
from accord.names import there_are, unknown
from accord.planners.contract import Asked, Mode, Planner
from accord.runner import names

AUTO, NATIVE = "auto", "native"
ANY = ""  # any family
GENERIC = ("a-star", "breadth-first")  # engines that take any family


@dataclass(frozen=True, slots=True)
class Row:
    """A planner: where its class lives, its engines, and the options that it knows."""

    place: str
    engines: tuple[str, ...] = ()  # none: those of the backend
    options: tuple[str, ...] = ()


_GENERIC = Row("accord.planners.generic:Generic", GENERIC, ("bound",))
_HORIZON = Row("accord.planners.horizon:Horizon", options=("start",))

PLANNERS = {
    ("freecell", "fast", "native"): Row("accord.planners.freecell.fast:Fast", ("scans",)),
    ("freecell", "moves", "native"): Row(
        "accord.planners.freecell.moves:Moves", ("depth-first",), ("move_order", "depth")
    ),
    ("freecell", "short", "native"): Row("accord.planners.freecell.short:Short", ("beam",), ("width",)),
    ("freecell", "optimal", "native"): Row("accord.planners.freecell.optimal:Optimal", ("deadlocks",)),
    ("freecell", "impossible", "native"): Row(
        "accord.planners.freecell.impossible:Impossible", ("exhaustive",)
    ),
    (ANY, "optimal", "native"): _GENERIC,
    (ANY, "impossible", "native"): _GENERIC,
    (ANY, "optimal", "cpsat"): _HORIZON,
    (ANY, "optimal", "sat"): _HORIZON,
}

USUAL: dict[str, tuple[Mode, ...]] = {"any": ("fast", "optimal"), "fast": ("fast", "optimal")}


def modes(family: str, backend: str) -> list[Mode]:
    """The modes that have a planner."""
    rows = [mode for name, mode, its in PLANNERS if name in (family, ANY) and its == backend]
    return [mode for mode in get_args(Mode) if mode in rows]


def check(
    mode: str, backend: str, engine: str | None, options: Iterable[str], family: str | None = None
) -> None:
    """Raise UsageError for a name that no planner knows; without a family, that none of any family does."""
    if mode not in get_args(Mode):
        raise unknown("mode", mode, get_args(Mode))
    names.check_backend(backend)
    its = NATIVE if backend == AUTO else backend
    wanted = USUAL.get(mode, (mode,))
    families = [name for name, _, _ in PLANNERS] if family is None else [family, ANY]
    rivals = [(key, row) for key, row in PLANNERS.items() if key[2] == its and key[0] in families]
    rows = {key: row for key, row in rivals if key[1] in wanted}
    if family is not None:
        mode, its = resolved(family, cast(Mode, mode), backend, engine)
        rows = {key: row for key, row in rows.items() if key == _key(family, mode, its, engine)}
    elif not rows:
        raise UsageError(f"backend {its} has no planner for the mode {mode}")
    known = [name for row in rows.values() for name in row.engines or names.known(its, "engine")]
    if engine is not None and engine not in known:
        raise _not_there("engine", engine, mode, known, [k[1] for k, row in rivals if engine in row.engines])
    known = [name for row in rows.values() for name in row.options]
    for name in options:
        if name not in known:
            raise _not_there("option", name, mode, known, [k[1] for k, row in rivals if name in row.options])


def _not_there(what: str, name: str, mode: str, known: list[str], modes: list[str]) -> UsageError:
    """The error for a name that the planners of a mode have not, and perhaps those of other modes have."""
    if not modes:
        return unknown(what, name, known)
    has = f"it has {', '.join(dict.fromkeys(known)) or 'none'}"
    return UsageError(f"the mode {mode} has no {what} {name!r}; {has}; the mode {modes[0]} has that one")


def resolved(family: str, mode: Mode, backend: str, engine: str | None = None) -> tuple[Mode, str]:
    """The mode and the backend that `any` and `auto` stand for here. Raises UsageError if there is none."""
    if mode not in get_args(Mode):
        raise unknown("mode", mode, get_args(Mode))
    if backend == AUTO:
        backend = NATIVE
    known = modes(_row(family, engine), backend)
    found = next((each for each in USUAL.get(mode, (mode,)) if each in known), None)
    if found is None:
        what = f" of the family {family}" if family else ""
        there = f"; {there_are(known)}" if known else ""
        raise UsageError(f"backend {backend} has no planner for the mode {mode}{what}{there}")
    return found, backend


def _row(family: str, engine: str | None) -> str:
    return ANY if engine in GENERIC else family


def _key(family: str, mode: str, backend: str, engine: str | None) -> tuple[str, str, str]:
    """Whose row it is: that of the family, if it has one."""
    keys = [(name, mode, backend) for name in (_row(family, engine), ANY)]
    return next(key for key in keys if key in PLANNERS)


def planner(asked: Asked) -> Planner:
    """A planner for what is asked, with mode and backend resolved and all names checked.

    Raises RefusedError if it refuses, MissingBackendError if what it needs is not installed.
    """
    row = PLANNERS[_key(asked.family, asked.mode, asked.backend, asked.engine)]
    module, _, name = row.place.partition(":")
    if asked.backend == NATIVE and name != "Generic":  # that one compiles nothing
        backends.backend(asked.backend)
    made = cast(Callable[[Asked], Planner], getattr(import_module(module), name))
    return made(asked)
