"""Collect the lazy items that a question about a model brings up.

Proofs and explanations want all of them, a person only some. A search of the lazy model finds them, by a
backend that shows every solution to the lazy part; here they are noted on the way. Then each is derived anew
(`follows`) before anyone relies on it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from math import inf

from accord.backends import table
from accord.errors import EngineError, StoppedError
from accord.model import Model
from accord.model.data import Expects
from accord.model.lazy import Cut, Derives, LazyItem, Noted, Separation, with_cuts
from accord.runner.driver import Driver
from accord.runner.lazy import solve_with
from accord.runner.limits import Called, Limits, Show, unseen
from accord.runner.run import TimedRun
from accord.tasks import Task

BACKEND = "sat"  # it continues with every item that is found, where others begin anew


def separation_of(model: Model) -> Separation:
    """The lazy part of a model, with the backend that answers its questions."""
    return Separation(model, solve_with(table.backend(BACKEND)))


def gathering(
    model: Model, task: Task, limits: Limits, show: Show = unseen
) -> Generator[None, None, tuple[TimedRun, list[LazyItem]]]:
    """Search a lazy model to its end, or to its limits; returns the run, and the items, each derived.

    If the model was searched whole, its own items and these say of the task what it and its lazy part say.
    Raises MissingBackendError.
    """
    assert model.lazy is not None
    table.import_package(BACKEND)  # a timed run without it would only find nothing
    noted = Noted(model.lazy)
    run = TimedRun(replace(model, lazy=noted), task, limits, backend=BACKEND, show=show)
    with closing(run):
        yield from run.run_for(inf)
    items = different(noted.found)
    show(f"deriving {len(items):,} items", None)
    yield from deriving(model, items)
    return run, items


def deriving(model: Model, items: Sequence[LazyItem]) -> Generator[None, None, None]:
    """Raise EngineError for an item that the lazy part gave and does not derive."""
    wrong = yield from find_underived(model, items)
    if wrong is not None:
        raise EngineError(f"the lazy part gave {wrong.name!r}, which does not follow from the puzzle")


def find_underived(model: Model, items: Sequence[LazyItem]) -> Generator[None, None, LazyItem | None]:
    """The first of the items that the lazy part does not derive, or None; yields after each."""
    assert isinstance(model.lazy, Derives)
    for item in items:
        if not model.lazy.follows(item):
            return item
        yield
    return None


def different(items: Iterable[LazyItem]) -> list[LazyItem]:
    """The items, each demand once."""
    return list({(frozenset(item.gives.items()), item.low, item.high): item for item in items}.values())


class Seeking:
    """Finds lazy items for a person who is stuck.

    An option that is chosen in one true solution and not in another is open for good. Of any other open
    option, the contrary of what all true solutions have is asked for: either it has a true solution as well,
    or the items that come up on the way say why it has none. Before that come the items that the lazy part
    expects, if the model has one solution only: each list of which that meets all.
    """

    def __init__(self, model: Model, stop: Callable[[], bool]) -> None:
        """`model` has a lazy part; once `stop` is true, StoppedError is raised."""
        self._model = model
        self._separation = separation_of(model)
        self._limits = Limits(cancel=Called(stop))
        self._cuts: dict[Cut, None] = {}
        self._true: list[frozenset[int]] = []  # solutions
        self._refuted: set[tuple[int, bool]] = set()  # (option, chosen): no solution, and items say so
        self._expects = isinstance(model.lazy, Expects)  # and was not asked yet

    def __call__(self, chosen: Sequence[int], closed: Sequence[int]) -> list[Cut]:
        """New items, which some solution of those before breaks; none if no more are needed."""
        true = [one for one in self._true if one.issuperset(chosen) and one.isdisjoint(closed)]
        if not true:
            solution, cuts = self._ask(chosen, closed)
            if cuts or solution is None:
                return cuts
            true.append(solution)
        if cuts := self._expectations():
            return cuts
        for option in sorted(set(range(self._model.options)).difference(chosen, closed)):
            values = {option in one for one in true}
            contrary = (option, values == {False})
            if len(values) == 2 or contrary in self._refuted:
                continue
            more = ([*chosen, option], closed) if contrary[1] else (chosen, [*closed, option])
            solution, cuts = self._ask(*more)
            if solution is None:
                self._refuted.add(contrary)
            else:
                true.append(solution)
            if cuts:
                return cuts
        return []

    def _expectations(self) -> list[Cut]:
        """Return the expected items once: each list that a search shows to be met."""
        lazy = self._model.lazy
        lists = lazy.expectations() if self._expects and isinstance(lazy, Expects) else ()
        self._expects = False
        if not any(lists):
            return []
        run = TimedRun(self._model, "unique", self._limits, backend=BACKEND).finish_within(inf)
        if run.outcome is None or run.outcome.answer != "unique":
            return []
        solution = frozenset(run.solutions[0])
        self._true.append(solution)
        of_lists = [[*map(self._separation.cut, items)] for items in lists]
        cuts = [cut for cuts in of_lists if all(cut.is_met(solution) for cut in cuts) for cut in cuts]
        self._cuts |= dict.fromkeys(cuts)
        return cuts

    def _ask(self, chosen: Sequence[int], closed: Sequence[int]) -> tuple[frozenset[int] | None, list[Cut]]:
        """A true solution with these options chosen and those closed, if there is one; and new items."""
        known = [
            Cut("known", tuple(sorted(options)), (1,) * len(options), most, most)
            for options, most in ((chosen, len(chosen)), (closed, 0))
            if options
        ]
        steps = gathering(with_cuts(self._model, [*self._cuts, *known]), "first", self._limits)
        found = Driver[tuple[TimedRun, list[LazyItem]]](self._limits).finish(steps)
        if found is None or self._limits.over():  # the search itself may have noticed first
            raise StoppedError("stopped before the next step was found")
        run, items = found
        cuts = [cut for cut in map(self._separation.cut, items) if cut not in self._cuts]
        self._cuts |= dict.fromkeys(cuts)
        if not run.solutions:
            return None, cuts
        solution = frozenset(run.solutions[0])
        self._true.append(solution)
        return solution, cuts


def seeking(model: Model, stop: Callable[[], bool]) -> Seeking | None:
    """A finder of the items that a person needs; None where the model has all, or cannot derive any."""
    return Seeking(model, stop) if isinstance(model.lazy, Derives) else None
