"""Run by test_new_engine.py: an engine more, which is a kernel, its adapter, and one line of the table.

No other line is changed.

python new_engine.py FOLDER     prints what was seen, as JSON; the kernel and the adapter are in the folder
"""

import json
import sys
from pathlib import Path
from types import ModuleType

ROW = '    "window": "accord.backends.native.window:Window",\n'
MORE = '    "subsets": "subsets_adapter:Subsets",\n'
KERNEL = '''
"""The kernel: all sets of options, one after the other, of which solutions are counted and written."""

from collections.abc import Callable

import numpy as np

from accord_native.jit import variants
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, WRITTEN
from accord_native.words import ONE, ZERO, Integers, OptionRows, Words


@variants(positive=(False, True))
def search(positive: bool) -> Callable[..., np.uint64]:
    """Return the kernel; where all amounts are `positive`, it stops adding when there is too much."""

    def search(
        start: Integers, item: Integers, amount: Integers, low: Integers, high: Integers,
        state: Words, output: OptionRows, budget: np.uint64,
    ) -> np.uint64:
        given, end, written = np.zeros(len(low), np.int64), DONE, ZERO
        options = np.uint64(len(start) - 1)
        stop = state[NODES] + budget
        while state[NODES] < ONE << options:
            if state[NODES] == stop:
                end = PAUSED
                break
            chosen = state[NODES]
            given[:] = 0
            good = True
            for option in range(options):
                if chosen >> np.uint64(option) & ONE:
                    for entry in range(start[option], start[option + 1]):
                        given[item[entry]] += amount[entry]
                        if positive and given[item[entry]] > high[item[entry]]:
                            good = False
            for each in range(len(low)):
                good = good and low[each] <= given[each] and given[each] <= high[each]
            state[NODES] += ONE
            if good:
                state[SOLUTIONS] += ONE
                if len(output):
                    at = 0
                    output[written] = -1
                    for option in range(options):
                        if chosen >> np.uint64(option) & ONE:
                            output[written, at] = option
                            at += 1
                    written += ONE
                    if written == len(output):
                        end = FULL
                        break
        state[WRITTEN] = written
        return end

    return search
'''
ADAPTER = '''
"""The engine: it takes small models without colours, and says so."""

from functools import partial
from typing import ClassVar

import numpy as np

from accord.backends.native.engine import Engine, Walk, load_kernel, output
from accord.backends.native.walks import run_jobs
from accord.model import Kind
from accord_native.progress import STATE

MOST = 20  # options


class Subsets(Engine):
    """An engine that tries all sets of options."""

    name: ClassVar[str] = "subsets"
    suits: ClassVar[str] = "few options"
    last_resort: ClassVar[bool] = True

    def refusal(self, model, request):
        if model.options > MOST:
            return f"subsets takes up to {MOST} options; there are {model.options}"
        return "subsets knows no colours" if Kind.COLOURED in model.kind else None

    def search(self, model, request):
        kernel = yield from load_kernel("subsets_kernel", positive=bool((model.amount > 0).all()))
        yield from run_jobs(Jobs(model, kernel, request), request)


class Jobs:
    count = 1

    def __init__(self, model, kernel, request):
        self.arrays = [model.start, model.item, model.amount, model.low, model.high]
        self.model, self.kernel, self.request = model, kernel, request

    def begin(self, job):
        state, found = np.zeros(STATE, np.uint64), output(self.request, self.model.options)
        arrays = [each.astype(np.int64) for each in self.arrays]
        return Walk(call=partial(self.call, arrays, state, found), state=state, output=found)

    def call(self, arrays, state, found, budget):
        return self.kernel(*arrays, state, found, np.uint64(budget))
'''


def changed():
    """The module `accord.puzzles.table` from its text with a row more."""
    import accord.puzzles

    path = Path(accord.puzzles.__path__[0], "table.py")
    text = path.read_text()
    assert text.count(ROW) == 1
    module = ModuleType("accord.puzzles.table")
    module.__file__ = str(path)
    sys.modules[module.__name__] = accord.puzzles.table = module
    exec(compile(text.replace(ROW, MORE + ROW), path, "exec"), module.__dict__)


def main(folder):
    (Path(folder) / "subsets_kernel.py").write_text(KERNEL)
    (Path(folder) / "subsets_adapter.py").write_text(ADAPTER)
    sys.path.insert(0, folder)
    changed()

    import accord
    from accord import Model
    from accord.backends import table
    from accord.errors import AccordError
    from accord.puzzles import table as families

    seen = {"engines": table.backend("native").engines, "taken": families.TAKEN["engine"]}
    queens = accord.load("queens:4")
    sums = Model.build({"a": (2, 3)}, [{"a": 2}, {"a": 1}, {"a": 1}, {"a": -1}])
    for name, model in (("queens", queens), ("sums", sums)):
        counts = []
        for engine in ("subsets", "general"):
            outcome = accord.count(model, backend="native", engine=engine, with_digest=True)
            counts.append([outcome.engine, outcome.count, outcome.exact, outcome.digest])
        seen[name] = counts
    first = accord.run(queens, "all", backend="native", engine="subsets", limit=1)
    seen["first"] = [len(first.solutions), first.status]
    for name in ("subset", "subsets"):
        try:
            accord.count(accord.load("queens:6"), backend="native", engine=name)
        except AccordError as error:
            seen[name] = str(error)
    print(json.dumps(seen))


if __name__ == "__main__":
    main(sys.argv[1])
