"""The table of planners: for a mode and a backend, where the class lives. Imported on first use.

Planners below take every plan problem; planners that know a family are in its record (`searched.planners`),
and come before them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from accord.arguments.plan import MODES, Mode
from accord.backends import table as backends
from accord.errors import UsageError, there_are, unknown
from accord.planners.contract import Asked, Moves, Planner
from accord.puzzles import table as families
from accord.puzzles.family import Family, import_reference, load_reference
from accord.runner.query import check_backend, names_of

AUTO, NATIVE = "auto", "native"
GENERIC = ("a-star", "breadth-first")  # engines that take any plan problem

PLANNERS = {
    ("optimal", "native"): "accord.planners.generic:Generic",
    ("impossible", "native"): "accord.planners.generic:Generic",
    ("optimal", "cpsat"): "accord.planners.horizon:Horizon",
    ("optimal", "sat"): "accord.planners.horizon:Horizon",
}

USUAL: dict[str, tuple[Mode, ...]] = {"any": ("fast", "optimal"), "fast": ("fast", "optimal")}


def planners(family: Family | None, engine: str | None = None) -> dict[tuple[str, str], str]:
    """The place of each planner, by mode and backend: for puzzles of a family, or for any plan problem."""
    own = {} if family is None or engine in GENERIC else family.searched.planners
    return {**PLANNERS, **own}


def check_names(mode: str, backend: str, engine: str | None, options: Iterable[str]) -> None:
    """Raise UsageError for a name that the planners of no family know: before there is a puzzle."""
    if mode not in MODES:
        raise unknown("mode", mode, MODES)
    check_backend(backend)
    its = NATIVE if backend == AUTO else backend
    wanted = USUAL.get(mode, (mode,))
    if engine is None and not options and any((each, its) in PLANNERS for each in wanted):
        return  # no need to import every family
    records = [None, *(families.family(name) for name in families.rows())]
    rivals = [pair for family in records for pair in _at(planners(family), its)]
    mine = [place for its_mode, place in rivals if its_mode in wanted]
    if not mine:
        raise UsageError(f"backend {its} has no planner for the mode {mode}")
    _check(mode, its, engine, options, mine, rivals)


def check(
    family: Family | None, mode: Mode, backend: str, engine: str | None, options: Iterable[str]
) -> tuple[Mode, str]:
    """The mode and the backend that `any` and `auto` stand for, all names checked. Raises UsageError."""
    check_backend(backend)
    found, its = resolve(family, mode, backend, engine)
    mine = [planners(family, engine)[found, its]]
    _check(mode, its, engine, options, mine, _at(planners(family), its))
    return found, its


def _at(known: dict[tuple[str, str], str], backend: str) -> list[tuple[str, str]]:
    """The modes and places of the planners of a backend."""
    return [(mode, place) for (mode, its), place in known.items() if its == backend]


def _check(
    mode: str,
    backend: str,
    engine: str | None,
    options: Iterable[str],
    places: Iterable[str],
    rivals: Iterable[tuple[str, str]],
) -> None:
    """Raise UsageError unless one of the planners at `places` has the engine, and one each option.

    `rivals` are other modes and places, where a name may be that these have not. Planners are imported only
    if there is a name to look for; one that cannot be imported has none.
    """
    if engine is None and not options:
        return
    mine = [one for place in dict.fromkeys(places) if (one := _planner_class(place)) is not None]
    others = [
        (its, one) for its, place in dict.fromkeys(rivals) if (one := _planner_class(place)) is not None
    ]
    known = [name for one in mine for name in one.engines or names_of(backend, "engine")]
    if engine is not None and engine not in known:
        raise _not_there("engine", engine, mode, known, [its for its, one in others if engine in one.engines])
    known = [name for one in mine for name in one.options]
    for name in options:
        if name not in known:
            raise _not_there("option", name, mode, known, [its for its, one in others if name in one.options])


def _planner_class(place: str) -> type[Planner] | None:
    """The class of a planner; None if it cannot be imported, which is an error only once it is to search."""
    try:
        return cast("type[Planner]", import_reference(place))
    except Exception:
        return None


def _not_there(what: str, name: str, mode: str, known: list[str], modes: list[str]) -> UsageError:
    """The error for a name that no planner of a mode has, and perhaps one of another mode."""
    if not modes:
        return unknown(what, name, known)
    has = f"it has {', '.join(dict.fromkeys(known)) or 'none'}"
    return UsageError(f"the mode {mode} has no {what} {name!r}; {has}; the mode {modes[0]} has that one")


def moves_of(family: Family | None) -> Moves | None:
    """The functions of a family's own moves, imported now, if it has such."""
    if family is None or not family.searched.moves:
        return None
    return cast(Moves, load_reference(family.searched.moves))


def resolve(family: Family | None, mode: Mode, backend: str, engine: str | None = None) -> tuple[Mode, str]:
    """The mode and the backend that `any` and `auto` stand for here. Raises UsageError if there is none."""
    if mode not in MODES:
        raise unknown("mode", mode, MODES)
    if backend == AUTO:
        backend = NATIVE
    has = {its_mode for its_mode, its in planners(family, engine) if its == backend}
    known = [each for each in MODES if each in has]
    found = next((each for each in USUAL.get(mode, (mode,)) if each in known), None)
    if found is None:
        what = f" of the family {family.name}" if family is not None else ""
        there = f"; {there_are(known)}" if known else ""
        raise UsageError(f"backend {backend} has no planner for the mode {mode}{what}{there}")
    return found, backend


def planner(asked: Asked) -> Planner:
    """A planner for the question, with mode and backend resolved.

    Raises RefusedError if it refuses, MissingBackendError if what it needs is not installed, EngineError if
    it cannot be imported.
    """
    row = asked.mode, asked.backend
    place = planners(asked.record, asked.engine)[row]
    if asked.backend == NATIVE and place != PLANNERS.get(row):  # ours there compiles nothing
        backends.backend(asked.backend)
    return cast(Callable[[Asked], Planner], load_reference(place))(asked)
