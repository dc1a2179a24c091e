"""Backends for the tests, found through the entry-point group as any stranger's; all but two at fault.

plain     a recursive search of a few lines, the oracle for whole runs
hasty     honest too: counts everything in one slice, its last
liar      loses the last solution of each search
forger    returns something that is no solution
miser     counts its solutions but never gives them
quitter   ends without saying that its search is complete
endless   never ends; makes a file in the folder $ACCORD_BEGUN, if that is set, named by its process
mortal    kills its own process after the first slice
"""

import os
import signal
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from accord.backends.contract import Slice


def covers(model, item=0, chosen=(), total=None):
    """All solutions of a model without colours: options in order, each taken or left."""
    total = np.zeros(model.items, np.int64) if total is None else total
    if item == model.options:
        if (total >= model.low).all() and (total <= model.high).all():
            yield chosen
        return
    entries = slice(model.start[item], model.start[item + 1])
    later = model.start[item + 1]
    reach = total.copy()
    np.add.at(reach, model.item[later:], np.maximum(model.amount[later:], 0))
    if (reach >= model.low).all():
        yield from covers(model, item + 1, chosen, total)
    more = total.copy()
    more[model.item[entries]] += model.amount[entries]
    if (model.amount > 0).all() and (more > model.high).any():
        return
    yield from covers(model, item + 1, (*chosen, item), more)


class Plain:
    name = "plain"
    engines = ("recursive",)

    def parallel(self, request):
        return False

    def refusal(self, model, request):
        if request.task == "best":
            return "plain knows no objective"
        return "plain does not know colours" if model.colour.any() else None

    def choice(self, model, request):
        return "recursive", "there is no other"

    def search(self, model, request):
        nodes = 0
        for nodes, chosen in enumerate(self.found(model), start=1):
            row = np.array([chosen], np.int32).reshape(1, len(chosen))
            yield Slice(1, row if request.solutions else None, {"nodes": nodes})
        yield Slice(effort={"nodes": nodes}, complete=True)

    def found(self, model):
        return covers(model)

    def versions(self):
        return {}


class Hasty(Plain):
    name = "hasty"

    def search(self, model, request):
        yield Slice(count=sum(1 for _ in covers(model)), complete=True)


class Liar(Plain):
    name = "liar"

    def found(self, model):
        return list(covers(model))[:-1]


class Forger(Plain):
    name = "forger"

    def found(self, model):
        yield ()


class Miser(Plain):
    name = "miser"

    def search(self, model, request):
        for step in super().search(model, request):
            yield replace(step, solutions=None)


class Quitter(Plain):
    name = "quitter"

    def search(self, model, request):
        yield Slice()


class Endless(Plain):
    name = "endless"

    def search(self, model, request):
        if folder := os.environ.get("ACCORD_BEGUN"):
            Path(folder, str(os.getpid())).touch()
        while True:
            time.sleep(0.01)
            yield Slice(effort={"nodes": 1})


class Mortal(Plain):
    name = "mortal"

    def search(self, model, request):
        yield Slice(effort={"nodes": 1})
        os.kill(os.getpid(), signal.SIGKILL)
