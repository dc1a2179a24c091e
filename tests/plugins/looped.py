"""A test over many cases that are alike: one test, or a few, in place of one for each.

    @looped("name", library.names(), parts=4)
    def test_a_file_has_a_title(name): ...

It is parametrised as `pytest.mark.parametrize` does it. All cases run, and a failure lists each that failed.
"""

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest


def looped(names: str | Sequence[str], cases: Iterable[Any], parts: int = 1) -> Callable[..., Any]:
    """Return a decorator: the test goes over the cases, in so many parts, which several workers may share."""
    names = [*map(str.strip, names.split(","))] if isinstance(names, str) else [*names]
    every = [_values(case, len(names)) for case in cases]
    assert every, "no case"

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def run(**fixtures: Any) -> None:
            some = every[fixtures.pop("part", 1) - 1 :: parts]
            failed: dict[str, BaseException] = {}
            skipped: list[str] = []
            for case in some:
                try:
                    test(**dict(zip(names, case, strict=True)), **fixtures)
                except pytest.skip.Exception as reason:
                    skipped.append(f"{_shown(case)}: {reason}")
                except (Exception, pytest.fail.Exception) as error:
                    failed[f"{_shown(case)}: {type(error).__name__}: {error}"] = error
            if failed:
                said = "\n".join([f"{len(failed)} of {len(some)} cases failed", *failed])
                raise AssertionError(said) from next(iter(failed.values()))
            if len(skipped) == len(some):
                pytest.skip(skipped[0])

        given = inspect.signature(test).parameters.values()
        left = [each.replace(kind=each.KEYWORD_ONLY) for each in given if each.name not in names]
        if parts == 1:
            run.__signature__ = inspect.Signature(left)
            return run
        part = inspect.Parameter("part", inspect.Parameter.KEYWORD_ONLY)
        run.__signature__ = inspect.Signature([*left, part])
        return pytest.mark.parametrize("part", range(1, parts + 1))(run)

    return decorated


def _values(case: Any, number: int) -> tuple[Any, ...]:
    if hasattr(case, "marks"):  # a `pytest.param`
        assert not case.marks, f"{case.values}: a case with a mark needs a test of its own"
        return tuple(case.values)
    return (case,) if number == 1 else tuple(case)


def _shown(case: Sequence[Any]) -> str:
    return ", ".join(repr(each)[:80] for each in case)
