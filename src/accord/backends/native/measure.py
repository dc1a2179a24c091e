"""Choose a native engine by estimating search trees and running candidates for a moment.

The first guess starts at once, and most searches end within its trial. If not, samples of the trees estimate
how many nodes each engine would place (see below), and engines that may beat the guess get a trial too: it
tells how long a node takes. The one with the least time to go carries on, and keeps what its trial found.

Where only the number of solutions is wanted and the search would be long, an engine that counts without
walking to them goes first, for as long as the search would take: at worst the run takes twice as long. It
ends sooner if it foresees itself that it will not be done by then. Where it is unknown how long the
search would take, the two take turns, each of them twice as long as the one before.

How large a search tree is, is estimated from a random sample of each of its levels. Going down level by
level, some of the children of the sample are drawn at random to be the next sample, each of which stands for
as many nodes more as there are children for one that is drawn. While there are few enough all are kept, so
the top of the tree is counted, not estimated. It is D. E. Knuth's method of random descents ("Estimating the
efficiency of backtrack programs", 1975) with all descents going down together, so that most end in the
branches where most nodes are; a lone descent into a rare deep branch would seldom happen.

A level is a handful of array operations: nothing has to be compiled to find out which kernel to compile.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from threading import Event
from time import monotonic, perf_counter
from typing import TypeAlias

import numpy as np

from accord.backends.contract import Request, Search, Slice, node_counter
from accord.backends.native import window_tables
from accord.backends.native.arrays import Ints, Words
from accord.backends.native.engine import Engine, MemoryLimitError, Result
from accord.backends.native.trial import WEEK, Trial, hopeless, tagged_search
from accord.backends.native.window import Window, first_item, from_both_ends
from accord.backends.native.window_tables import Tables
from accord.backends.waiting import wait_for
from accord.model import Model
from accord.symmetry.estimate import LARGEST, Tree, member_of, spread
from accord_native.window.layout import CELL, KIND_MASK

ONE, WORD = np.uint64(1), np.uint64(64)
ROOTS_AT_ONCE = 1024
LEVELS = 1 << 16  # more than a search has
EFFORT = 1 << 24  # words: some hundredths of a second


def window_nodes(
    ends: Sequence[tuple[Tables, Ints]],
    sample: int,
    seed: int = 0,
    stop: Callable[[], bool] = lambda: False,
) -> float:
    """Nodes of a window search from these prefixes, from samples of so many nodes a level.

    Infinitely many if `stop` says that there is no time to find out.
    """
    nodes = 0.0
    for tables, prefixes in ends:
        if len(prefixes):
            nodes += len(prefixes) * min(1, prefixes.shape[1])
            for at in range(0, len(prefixes), ROOTS_AT_ONCE):
                begun = window_tables.roots(tables, prefixes[at : at + ROOTS_AT_ONCE])
                nodes += _below(tables, begun, sample, seed, stop)
    return nodes


def _below(
    tables: Tables,
    begun: window_tables.Roots,
    sample: int,
    seed: int,
    stop: Callable[[], bool],
) -> float:
    """Nodes below the roots."""
    width = tables.words
    root = np.arange(len(begun.placed))
    window, trace, available, fits = window_tables.columns(tables, begun)
    cells = np.uint64(tables.placed.cells)
    weight, nodes, level = 1.0, 0.0, 0
    while len(root):
        if stop():
            return np.inf
        parent, number, children = _draw(fits, sample, seed * LEVELS + level)
        level += 1
        nodes += weight * children
        weight *= children / len(parent)
        root, window, trace, available = root[parent], window[parent], trace[parent], available[parent]
        which = (trace & KIND_MASK) * np.uint64(64 * width) + number
        window = window | tables.orientation[which, : tables.windows]
        available = available & tables.orientation[which, tables.windows :]
        there = trace >> CELL
        full = window[:, 0] & ONE != 0
        while full.any():
            step = _trailing_ones(window[full, 0])
            there[full] += step
            again = np.minimum(there[full], cells)
            window[full] = _shift(window[full], step)
            window[full] |= window_tables.windows_at(tables, begun.filled, root[full], again)
            full &= (window[:, 0] & ONE != 0) & (there < cells)
        there = np.minimum(there, cells)
        trace = tables.cell[there, 1]
        fits = tables.cell[there, 2:] & available
        fits = fits & ~window_tables.colliding(tables, window, trace & KIND_MASK)
        on = fits.any(axis=1)
        root, window, trace, available, fits = root[on], window[on], trace[on], available[on], fits[on]
    return nodes


def fewest_nodes(model: Model, root: int | None, effort: int = EFFORT) -> float:
    """Nodes of a search that branches on the item with the fewest options, and on `root` before all.

    Infinitely many if the model is too large to find out; `effort` is in words to look at, about.
    """
    if Tree.too_large(model):
        return np.inf
    return Tree(model).size(effort, LARGEST, root).nodes - 1  # nothing chosen is no node of ours


def _draw(sets: Words, sample: int, seed: int) -> tuple[Ints, Words, int]:
    """Members of sets of bits, [sets, words]: up to `sample` of all, drawn at random.

    Returns the set of each, the member, and how many there are in all.
    """
    sizes = np.bitwise_count(sets).sum(axis=1, dtype=np.int64)
    ends = np.cumsum(sizes)
    total = int(sizes.sum())
    drawn = spread(np.array([total]), sample, seed)
    owner = np.searchsorted(ends, drawn, side="right")
    return owner, member_of(sets[owner], drawn - (ends - sizes)[owner]).astype(np.uint64), total


def _shift(window: Words, step: Words) -> Words:
    """Windows, [number, words], from so many cells further on: 1 to 64."""
    found = (window >> ONE) >> (step - ONE)[:, None]
    found[:, :-1] |= window[:, 1:] << (WORD - step)[:, None]
    return found


def _trailing_ones(words: Words) -> Words:
    """How many of the lowest bits are set."""
    return np.bitwise_count(words & ~(words + ONE)).astype(np.uint64)


Stop: TypeAlias = Callable[[], bool]  # whether there is no more time

TRIAL = 0.2  # seconds of search; what is compiled before does not count
SAMPLE, SAMPLE_OF_A_PIECE = 4_000, 1_000  # nodes of a level
ESTIMATING = 2.0  # seconds, at most, for the estimates of each of window and bitset
CLEARLY = 0.7  # of the time of another: less than that is worth a change, as estimates are rough
LONG = 1.0  # seconds of search from which on counting without walking is tried
FORESEEN = 2.0  # times the time that is left: what foresees to take more gives up, as forecasts are rough
HOPEFUL = 60.0  # seconds of counting without walking, until a warning says that nothing else would finish


class Choice:
    """The choice between engines that take a model: `walkers` walk to each solution, `counters` do not."""

    def __init__(
        self, model: Model, request: Request, walkers: Sequence[Engine], counters: Sequence[Engine], why: str
    ) -> None:
        """The first of the walkers is the first guess; `why` says why."""
        self._model, self._request = model, request
        self._walkers = walkers
        self._counters = {engine.name: engine for engine in counters}
        self._said = [why]
        self._stack = ExitStack()
        self._begun: dict[str, Search] = {}  # of counters
        self._ended: dict[str, str] = {}  # how counters fared last that were not done
        self._short: dict[str, str] = {}  # what they say that have too little memory, or will have
        self._told = False

    def search(self) -> Search:
        """Search with the engine that turns out to be the best."""
        with self._stack:
            if (
                self._counters
                and _repeats(self._model)
                and (yield from self._count_without_walking(5 * TRIAL))
            ):
                return
            guess = self._trial(self._walkers[0], self._request)
            yield from guess.run(TRIAL)
            if guess.complete or guess.spent:
                why = self._said[0] if guess.complete else self._why
                yield from guess.release(why, estimated=False)
                return
            best = yield from self._best(guess)
            if np.isfinite(best.rest):
                self._said.append(f"{best.engine.name} would take about {best.rest:.2g} s")
            if not np.isfinite(best.rest):
                if (yield from self._by_turns(best)):
                    return
            elif best.rest > LONG and (yield from self._count_without_walking(best.rest, best)):
                return
            self._give_up_counting()
            yield from self._hopeless(best)
            yield from best.release(self._why, estimated=True)

    def _trial(self, engine: Engine, request: Request) -> Trial:
        chosen, wanted = Event(), request.save_when
        if wanted is not None:
            request = replace(request, save_when=lambda: chosen.is_set() and wanted())
        search = self._stack.enter_context(closing(tagged_search(engine, self._model, request)))
        return Trial(engine, search, chosen, left=request.nodes.left if request.nodes else None)

    # -- engines that walk -----------------------------------------------------------------------------

    def _best(self, guess: Trial) -> Generator[Slice, None, Trial]:
        """The trial with the least time to go; all others are closed."""
        trials = [guess]
        if isinstance(guess.engine, Window):
            trials += yield from self._with_another_piece(guess, guess.engine)
        trees = [engine for engine in self._walkers if np.isfinite(engine.best_nanoseconds)]
        nodes = (yield from self._estimate(self._fewest_nodes)) if trees else np.inf
        for engine in trees:
            if engine is guess.engine:
                guess.nodes = nodes
            elif nodes * engine.best_nanoseconds * 1e-9 < CLEARLY * min(each.rest for each in trials):
                trial = self._trial(engine, self._request)
                trial.nodes = nodes
                yield from trial.run(TRIAL)
                trials.append(trial)
        known = [each for each in trials if np.isfinite(each.nodes)]
        self._said += [f"{each.engine.name}: {each.nodes:.2g} nodes" for each in known]
        best = min(trials, key=lambda each: 0.0 if each.complete else each.rest)
        for trial in trials:
            if trial is not best:
                trial.search.close()
        return best

    def _with_another_piece(self, guess: Trial, engine: Window) -> Generator[Slice, None, list[Trial]]:
        """The window search with the best piece first, if that is not the one of the guess."""
        first = first_item(self._model, self._request)
        guess.nodes = yield from self._estimate(partial(self._window_nodes, engine, first, SAMPLE))
        if self._request.root is not None or first is None:
            return []
        item = yield from self._estimate(partial(self._best_piece, engine, first))
        nodes = yield from self._estimate(partial(self._window_nodes, engine, item, SAMPLE))
        if item == first or not nodes < CLEARLY * guess.nodes:
            return []
        other = self._trial(engine, replace(self._request, root=item))
        other.nodes, other.pace = nodes, guess.pace
        self._said.append(f"{self._model.item_names[item]} goes first")
        return [other]

    def _estimate(self, function: Callable[[Stop], Result]) -> Generator[Slice, None, Result]:
        """Return what a function returns that is stopped after a while, or when all is over."""
        closed, end = Event(), monotonic() + ESTIMATING
        try:
            return (yield from wait_for(partial(function, lambda: closed.is_set() or monotonic() > end)))
        finally:
            closed.set()

    def _window_nodes(self, engine: Window, item: int | None, sample: int, stop: Stop) -> float:
        tables = engine.tables(self._model)
        assert not isinstance(tables, str)
        return window_nodes(from_both_ends(self._model, tables, item), sample, stop=stop)

    def _best_piece(self, engine: Window, first: int, stop: Stop) -> int:
        """The piece that makes the smallest tree when it goes first, of those there is time to look at."""
        board = set(self._model.order.tolist())
        pieces = [item for item in np.flatnonzero(self._model.primary).tolist() if item not in board]
        nodes = {first: np.inf}
        for item in sorted(pieces, key=lambda item: len(self._model.options_of(item))):
            if stop():
                break
            nodes[item] = self._window_nodes(engine, item, SAMPLE_OF_A_PIECE, stop)
        return min(nodes, key=lambda item: nodes[item])

    def _fewest_nodes(self, stop: Stop) -> float:  # noqa: ARG002 (it is a matter of hundredths of a second)
        """The nodes of a search that branches on the item with the fewest options."""
        return fewest_nodes(self._model, self._request.root)

    # -- engines that only count -----------------------------------------------------------------------

    def _by_turns(self, best: Trial) -> Generator[Slice, None, bool]:
        """Let counters take turns with a search of unknown length; return whether one of them finished."""
        turn = LONG
        while self._counters:
            if (yield from self._count_without_walking(turn, best)):
                return True
            yield Slice(engine=best.engine.name, why=self._why)
            yield from best.run(turn)
            if best.complete or best.spent:
                return False
            turn *= 2
        return False

    def _count_without_walking(
        self, seconds: float, best: Trial | None = None
    ) -> Generator[Slice, None, bool]:
        """Let engines that count without walking try, each for so long; return whether one finished.

        `best` is the search that takes over if none does.
        """
        for name, engine in list(self._counters.items()):
            if name not in self._begun:
                search = tagged_search(engine, self._model, self._request)
                self._begun[name] = self._stack.enter_context(closing(search))
            yield Slice(engine=name, why="; ".join([self._why, f"{name} need not walk"]))
            patience, until, aloud = seconds * engine.patience, np.inf, np.inf
            nodes = self._request.nodes
            try:
                for step in self._begun[name]:
                    if (
                        not step.complete
                        and nodes is not None
                        and nodes.left(node_counter(step.effort)[0]) < 1
                    ):
                        self._ended[name] = f"{name} was not done within the limit of nodes"
                        break
                    yield self._note(name, step, best)
                    if step.complete:
                        return True
                    if step.effort and until == np.inf:  # what was compiled before does not count
                        until, aloud = perf_counter() + patience, perf_counter() + HOPEFUL
                    now = perf_counter()
                    if now > until:
                        self._ended[name] = f"{name} was not done in {patience:.2g} s"
                        break
                    if step.rest > FORESEEN * (until - now):
                        self._ended[name] = f"{name} would take about {step.rest:.2g} s more"
                        break
                    if best is not None and (now > aloud or name in self._short):
                        yield from self._hopeless(best, hope="" if name in self._short else name)
            except MemoryLimitError as error:
                self._ended[name] = self._short[name] = str(error)
                del self._counters[name]
        return False

    def _note(self, name: str, step: Slice, best: Trial | None) -> Slice:
        """A slice of a counter; what it warns of is kept for the sentence that says more, if one will."""
        if not (step.warning and step.short):
            return step
        self._short[name] = step.warning
        return replace(step, warning="") if best is not None and self._is_hopeless(best) else step

    def _is_hopeless(self, best: Trial) -> bool:
        """Whether the best search takes too long to finish, and no warning said so yet."""
        return WEEK < best.rest < np.inf and not self._told

    def _hopeless(self, best: Trial, hope: str = "") -> Search:
        """Warn once if the best search takes too long to finish."""
        if self._is_hopeless(best):
            self._told = True
            counting, short = "; ".join(self._short.values()), bool(self._short)
            yield Slice(warning=hopeless(self._model, best, counting, hope=hope, memory=short))

    @property
    def _why(self) -> str:
        """Why it is as it is now."""
        return "; ".join([*self._said, *self._ended.values()])

    def _give_up_counting(self) -> None:
        """Free what engines hold that did not come to the end."""
        for search in self._begun.values():
            search.close()


def _repeats(model: Model) -> bool:
    """Whether a solution may have many options that differ only in their place: some have no piece."""
    order = np.zeros(model.items, np.bool_)
    order[model.order] = True
    pieces = np.bincount(model.option_of_entry[~order[model.item]], minlength=model.options)
    return bool((pieces == 0).any() or (model.high[~order] > 1).any())
