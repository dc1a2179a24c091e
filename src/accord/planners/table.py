"""The table of planners: for a mode and a backend, where the class lives. Imported on first use.

Those below take every plan problem; those that know a family are in its record (`searched.planners`), and
come before them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, cast, get_args

from accord.backends import table as backends
from accord.errors import UsageError
from accord.names import there_are, unknown
from accord.planners.contract import Asked, Mode, Moves, Planner
from accord.puzzles import table as families
from accord.puzzles.family import referred
from accord.runner import names

if TYPE_CHECKING:
    from accord.puzzles.family import Family

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
    """Where each planner lives, by mode and backend: for puzzles of a family, or for any plan problem."""
    own = {} if family is None or engine in GENERIC else family.searched.planners
    return {**PLANNERS, **own}


def modes(family: Family | None, backend: str, engine: str | None = None) -> list[Mode]:
    """The modes that have a planner."""
    known = {mode for mode, its in planners(family, engine) if its == backend}
    return [mode for mode in get_args(Mode) if mode in known]


def check_names(mode: str, backend: str, engine: str | None, options: Iterable[str]) -> None:
    """Raise UsageError for a name that the planners of no family know: before there is a puzzle."""
    if mode not in get_args(Mode):
        raise unknown("mode", mode, get_args(Mode))
    names.check_backend(backend)
    its = NATIVE if backend == AUTO else backend
    records = [None, *(families.family(name) for name in families.rows())]
    rivals = {place: its_mode for family in records for its_mode, place in _at(planners(family), its)}
    wanted = USUAL.get(mode, (mode,))
    if not any(each in wanted for each in rivals.values()):
        raise UsageError(f"backend {its} has no planner for the mode {mode}")
    places = [place for place, its_mode in rivals.items() if its_mode in wanted]
    _check(mode, its, engine, options, places, rivals)


def check(
    family: Family | None, mode: Mode, backend: str, engine: str | None, options: Iterable[str]
) -> tuple[Mode, str]:
    """The mode and the backend that `any` and `auto` stand for, all names checked. Raises UsageError."""
    names.check_backend(backend)
    found, its = resolved(family, mode, backend, engine)
    known = planners(family, engine)
    rivals = {place: its_mode for its_mode, place in _at(planners(family), its)}
    _check(mode, its, engine, options, [known[found, its]], rivals)
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
    rivals: dict[str, str],
) -> None:
    """Raise UsageError unless one of the planners at `places` has the engine, and one each option."""
    mine = [_declared(place) for place in places]
    known = [name for one in mine for name in one.engines or names.known(backend, "engine")]
    if engine is not None and engine not in known:
        has = [its for place, its in rivals.items() if engine in _declared(place).engines]
        raise _not_there("engine", engine, mode, known, has)
    known = [name for one in mine for name in one.options]
    for name in options:
        if name not in known:
            has = [its for place, its in rivals.items() if name in _declared(place).options]
            raise _not_there("option", name, mode, known, has)


def _declared(place: str) -> type[Planner]:
    return cast("type[Planner]", referred(place))


def _not_there(what: str, name: str, mode: str, known: list[str], modes: list[str]) -> UsageError:
    """The error for a name that the planners of a mode have not, and perhaps those of other modes have."""
    if not modes:
        return unknown(what, name, known)
    has = f"it has {', '.join(dict.fromkeys(known)) or 'none'}"
    return UsageError(f"the mode {mode} has no {what} {name!r}; {has}; the mode {modes[0]} has that one")


def moves_of(family: Family | None) -> Moves | None:
    """What a family says of its own moves, imported now, if it has such."""
    if family is None or not family.searched.moves:
        return None
    return cast(Moves, referred(family.searched.moves))


def resolved(family: Family | None, mode: Mode, backend: str, engine: str | None = None) -> tuple[Mode, str]:
    """The mode and the backend that `any` and `auto` stand for here. Raises UsageError if there is none."""
    if mode not in get_args(Mode):
        raise unknown("mode", mode, get_args(Mode))
    if backend == AUTO:
        backend = NATIVE
    known = modes(family, backend, engine)
    found = next((each for each in USUAL.get(mode, (mode,)) if each in known), None)
    if found is None:
        what = f" of the family {family.name}" if family is not None else ""
        there = f"; {there_are(known)}" if known else ""
        raise UsageError(f"backend {backend} has no planner for the mode {mode}{what}{there}")
    return found, backend


def planner(asked: Asked) -> Planner:
    """A planner for what is asked, with mode and backend resolved.

    Raises RefusedError if it refuses, MissingBackendError if what it needs is not installed.
    """
    row = asked.mode, asked.backend
    place = planners(asked.record, asked.engine)[row]
    if asked.backend == NATIVE and place != PLANNERS.get(row):  # ours there compiles nothing
        backends.backend(asked.backend)
    return cast(Callable[[Asked], Planner], referred(place))(asked)
