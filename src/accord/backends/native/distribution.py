"""From layered counting: the k-th solution, uniform samples, and how often each option occurs in solutions.

All layers are kept. Then from the last one back, each state gets the number of its completions: the ways
from there to a solution. With these numbers one can walk to any solution directly.

Here a state is one of Python's numbers: the words of its key, the first one lowest.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from random import Random

import numpy as np

from accord.backends.native import layers_tables
from accord.backends.native.arrays import Options, Words, out_of_reach
from accord.backends.native.layers_control import Control
from accord.backends.native.layers_memory import slot_of
from accord.errors import RefusedError, UsageError
from accord.kernels import load
from accord.model import Model
from accord_native.layers.layout import EXISTS, FIRST, LANE, PATTERNS, STATE, STATE_BITS, TABLE
from accord_native.progress import DONE

SLOTS_AT_ONCE = np.uint64(1 << 18)
STEP = 0.05  # seconds
MOST_WIDE_STATES = 2_000_000  # where a lane or a key is too narrow, completions are Python's numbers
WORD = 64


class Distribution:
    """All solutions of a model, as numbers of completions of states.

    Solutions are numbered in the order in which a search would find them that fills the first empty item of
    the model's order, with the kernels' first orientation first; the same model gives the same numbers.
    """

    def __init__(self, model: Model, memory_limit: int | None = None) -> None:
        """Lower the model; the work is done by `steps`, or when it is first needed.

        Raises:
            RefusedError: if layered counting does not take the model.
        """
        self._lowered = layers_tables.lower(model)
        self._given = self._lowered.arrays
        self._impossible = out_of_reach(model)
        self._options = model.options
        self._control = Control(self._lowered, 1, memory_limit, keep=True)
        self._completions: dict[int, Words] = {}  # of each layer, by slot
        self._wide: dict[int, int] = {}  # state -> completions, where a word is too narrow for either
        self._shift: list[int] = self._given.shift.tolist()
        self._placed = np.zeros(self._lowered.option_at.shape, np.uint64)
        self._wide_placed: dict[int, int] = {}
        self._total: int | None = None
        self._begun = False

    # -- building --------------------------------------------------------------------------------------

    def steps(self) -> Generator[None, None, None]:
        """Count, forwards and then backwards; some ten steps a second. Leaving them frees what they hold.

        Raises:
            MemoryLimitError: if the layers do not fit in the memory that may be used.
            RefusedError: if there are very many solutions and very many states.
            UsageError: if they were begun before, and did not come to their end.
        """
        control = self._control
        if self._total is not None:
            return
        if self._begun:
            raise UsageError("the numbering is under way, or was left before its end; make a new one")
        self._begun = True
        if self._impossible:
            self._total = 0
            return
        control.begin()
        with closing(control.steps(STEP)) as steps:
            for _ in steps:
                self._refuse_many(control.lanes > 1)
                yield
        if self._lowered.key_words > 1 or control.lanes > 1 or control.total >> int(LANE):
            self._refuse_many(wide=True)
            yield from self._backwards_wide()
        else:
            yield from self._backwards()
        self._total = control.total

    def _backwards(self) -> Iterator[None]:
        control, lowered = self._control, self._lowered
        complete = load("accord_native.layers.complete", "complete")
        for layer in sorted(control.kept, reverse=True):
            table = control.kept[layer][0].table
            completions = control.memory.zeros((len(table),), f"completions of layer {layer}")
            self._completions[layer] = completions
            if layer == lowered.cells:
                completions[:] = (table[:, 0] != 0) & lowered.final(table[:, 0])
                continue
            for which, cells in enumerate(lowered.covers):
                later = control.kept.get(layer + cells)
                state = np.zeros(STATE, np.uint64)
                end = DONE + np.uint64(1)
                while later is not None and end != DONE:
                    end = complete(
                        lowered.arrays, table, completions, later[0].table, self._completions[layer + cells],
                        self._placed, np.uint64(which), SLOTS_AT_ONCE, state,
                    )  # fmt: skip
                    yield

    def _backwards_wide(self) -> Iterator[None]:
        """Fill the completions of all layers with integers of any size."""
        control, words = self._control, self._lowered.key_words
        for layer in sorted(control.kept, reverse=True):
            table = control.kept[layer][0].table
            for row in table[table[:, 0] != 0].tolist():
                state = sum(word << WORD * i for i, word in enumerate(row[:words]))
                ways = sum(lane << int(LANE) * i for i, lane in enumerate(row[words:]))
                total = 0
                for option, child in self._children(state):
                    further = self._wide.get(child, 0)
                    total += further
                    self._wide_placed[option] = self._wide_placed.get(option, 0) + ways * further
                self._wide[state] = total + self._is_solution(state)
            yield

    def _refuse_many(self, wide: bool) -> None:
        """Raise RefusedError if there are too many states for Python's numbers, and they are needed."""
        states = self._control.effort["states"]
        if states > MOST_WIDE_STATES and (wide or self._lowered.key_words > 1):
            raise RefusedError(
                f"distribution takes up to {MOST_WIDE_STATES:,} states where they take several words or "
                f"counts exceed 2^{int(LANE)}; there are {states:,} or more"
            )

    # -- asking ----------------------------------------------------------------------------------------

    @property
    def total(self) -> int:
        """The number of solutions."""
        for _ in self.steps():
            pass
        assert self._total is not None
        return self._total

    def solution(self, k: int) -> Options:
        """The k-th solution, counted from 0, as a row of options, ascending.

        Raises:
            UsageError: if there are not so many.
        """
        if not 0 <= k < self.total:
            raise UsageError(
                f"there are {self.total:,} solutions, counted from 0; number {k:,} was asked for"
            )
        state, chosen = self._lowered.first_key, []
        while not self._is_solution(state):
            option, state, k = self._towards(state, k)
            chosen.append(option)
        return np.array(sorted(chosen), np.int32)

    def sample(self, n: int, seed: int = 0) -> list[Options]:
        """`n` solutions, each drawn from all of them with equal chances.

        Raises:
            UsageError: if there are none.
        """
        if n and not self.total:
            raise UsageError("there is no solution to draw")
        random = Random(seed)
        return [self.solution(random.randrange(self.total)) for _ in range(n)]

    def frequencies(self) -> list[int]:
        """For each option of the model, the number of solutions that have it."""
        for _ in self.steps():
            pass
        found = [0] * self._options
        cell, number = np.nonzero(self._placed)
        options = self._lowered.option_at[cell, number]
        for option, count in zip(options.tolist(), self._placed[cell, number].tolist(), strict=True):
            found[option] = count
        for option, count in self._wide_placed.items():
            found[option] = count
        return found

    # -- one state -------------------------------------------------------------------------------------

    def _is_solution(self, state: int) -> bool:
        key = _word(state, 0)
        at_the_end = key >> int(self._given.layout[STATE_BITS]) == self._lowered.cells + 1
        return at_the_end and bool(self._lowered.final(np.array([key], np.uint64))[0])

    def _towards(self, state: int, k: int) -> tuple[int, int, int]:
        """The option of the k-th completion of a state, where it leads, and which completion there."""
        for option, child in self._children(state):
            further = self._completions_of(child)
            if k < further:
                return option, child, k
            k -= further
        raise AssertionError("a state has as many completions as its children together")

    def _children(self, state: int) -> Iterator[tuple[int, int]]:
        """The options that can be placed next, and the states they lead to."""
        lowered, given = self._lowered, self._given
        window_bits, state_bits, _ = given.layout.tolist()
        key = _word(state, 0)
        window, here = key & ((1 << window_bits) - 1), key >> state_bits
        used = (key & ((1 << state_bits) - 1)) ^ window
        own = WORD if lowered.key_words > 1 else 0  # where the window begins
        window = state >> own if own else window
        table, first = int(given.cell[here, TABLE]), int(given.cell[here, FIRST])
        words = lowered.words
        for word in range(words):
            fits = int(given.cell[here, int(EXISTS) + word])
            for part, shift in enumerate(self._shift):
                pattern = _word(state, shift // WORD) >> shift % WORD & (PATTERNS - 1)
                fits &= ~int(given.tables[table + (part * PATTERNS + pattern) * words + word])
            while fits:
                number = 64 * word + (fits & -fits).bit_length() - 1
                fits &= fits - 1
                cells, uses, _, *beyond = given.orientation[first + number].tolist()
                covered = window | cells | sum(beyond) << WORD
                step = (~covered & (covered + 1)).bit_length()
                child = (here + step) << state_bits | used + uses | covered >> step << own
                yield int(lowered.option_at[here - 1, number]), child

    def _completions_of(self, state: int) -> int:
        if self._wide:
            return self._wide.get(state, 0)
        key = state  # of one word
        window_bits, state_bits, _ = self._given.layout.tolist()
        layer = (key >> state_bits) - 1 + (key & ((1 << window_bits) - 1)).bit_count()
        if layer not in self._completions:
            return 0
        table = self._control.kept[layer][0].table
        slot = slot_of(key, len(table))
        while (found := int(table[slot, 0])) != key:
            if found == 0:
                return 0
            slot = (slot + 1) % len(table)
        return int(self._completions[layer][slot])


def _word(state: int, number: int) -> int:
    """A word of the key of a state."""
    return state >> WORD * number & ((1 << WORD) - 1)
