"""The fields that all result structs share: puzzle, status, engine, effort and versions.

A count, a plan, a proof, a reason and a rating derive from `Result`. Each says itself: `str` is what is
printed, `json` a line, `part` the name in a question about many, `drawings` what a notebook shows below.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Self

import msgspec

from accord import exits
from accord.errors import RefusedError
from accord.exits import Code, Status  # at run time too: msgspec reads the types
from accord.json import encode
from accord.model import Model
from accord.puzzles.puzzle import Puzzle, name_and_variant
from accord.runner.limits import Limit, Stop
from accord.versions import version_of

if TYPE_CHECKING:
    from accord.problem import Problem
    from accord.scene.shapes import Scene

WORTH = 0.01  # seconds of loading, or of building, that are worth a word


class Public(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Something whose JSON form is public. It may know its puzzle, which is no part of that."""

    def json(self) -> str:
        """The result as one line of JSON; whole numbers beyond 2^53 are texts."""
        return encode(self)

    def about(self, puzzle: Puzzle | Model | None) -> Self:
        """The result itself, once it knows what it is about."""
        vars(self)["_puzzle"] = puzzle
        return self

    @property
    def declared(self) -> Puzzle | None:
        """The puzzle that it is about, if that has a board; None of a bare model."""
        known = vars(self).get("_puzzle")
        return known if hasattr(known, "draw") else None

    @property
    def drawings(self) -> Iterable[Scene]:
        """The drawings that a notebook shows below the words."""
        return ()

    def _repr_html_(self) -> str:
        """HTML for notebooks: the printed text, and the drawings."""
        from html import escape  # only now: notebooks are rare

        try:
            drawn = "".join(scene.svg() for scene in self.drawings)
        except RefusedError:  # a puzzle that has no drawing
            drawn = ""
        return f"<pre>{escape(str(self))}</pre>{drawn}"

    def __reduce__(self) -> tuple[Any, tuple[Any, dict[str, Any]]]:
        """Without defaults: msgspec leaves the default itself out of JSON, and no copy of it."""
        kind: Any = type(self)
        said = {name: value for name, usual in _usual(kind) if (value := getattr(self, name)) != usual}
        return _rebuild, (kind, said)


class Result(Public, msgspec.Struct, frozen=True, kw_only=True):
    """How some work on a puzzle ended, and who did it; structs that derive from it say what was found."""

    puzzle: str = ""
    variant: str = ""
    backend: str = ""
    engine: str = ""
    status: Status
    limit: Limit = ""  # which limit, where the status is limit
    reason: str = ""  # what stopped it, if it is not complete
    fault: str = ""  # of one of many: what is wrong with the puzzle, if it is none, or cannot be asked this
    warnings: tuple[str, ...] = ()
    effort: dict[str, int] = {}
    versions: dict[str, str] = {}

    @property
    def part(self) -> str:
        """Which part of a question about many it answers."""
        return self.puzzle

    def code(self, answered: bool | None = None) -> Code:
        """The exit code of a command that has this result; for `answered` see `accord.exits.of`."""
        return Code.INPUT if self.fault and self.status == "failed" else exits.of(self.status, answered)


def common_fields(
    puzzle: Puzzle | Model | Problem | None, stop: Stop, versions: Mapping[str, str]
) -> dict[str, Any]:
    """Return the fields of a result that say what it is about and how it ended.

    `versions` has the engine's packages.
    """
    name, variant = name_and_variant(puzzle) if puzzle is not None else ("", "")
    own = {"accord": version_of("accord"), "python": platform.python_version()}
    return {
        "puzzle": name,
        "variant": variant,
        "status": stop.status,
        "limit": stop.limit,
        "reason": stop.reason,
        "versions": {**own, **versions},
    }


def seconds_in_words(total: float, load: float, build: float = 0.0) -> str:
    """Seconds in words: of the work, and apart from it of loading engines, and of building models."""
    others = [f"{each:.3f} s to {what}" for each, what in ((load, "load"), (build, "build")) if each >= WORTH]
    apart = sum(each for each in (load, build) if each >= WORTH)
    return f"{max(0.0, total - apart):.3f} s" + (f" (and {', '.join(others)})" if others else "")


def _rebuild(kind: Any, values: dict[str, Any]) -> Any:
    return kind(**values)


@cache
def _usual(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of a struct, each with its default."""
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    return (*zip(names, (*[msgspec.NODEFAULT] * (len(names) - len(defaults)), *defaults), strict=True),)
