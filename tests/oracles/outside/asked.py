"""What engines say of a model, beside what brute force says."""

from accord.arguments import METHODS
from accord_compare.fuzz.probe import Probe, perform

ENGINES = {
    "native": ("bitset", "cells", "sums", "general", "memo", "frontier", "window", "layers"),
    "sat": ("minicard", "cadical153", "glucose4", "maplesat", "rc2"),
    "cpsat": ("cp-sat",),
}
WALKED = 200  # solutions; of more, the backends that walk to each are seldom asked


def asked(model, number, distinct, dice, best=(), quick=False):
    """The first difference in words: of a count, of one up to symmetry by each method, of the best value.

    Each backend takes an engine by itself, and one by name; a refusal is no difference. `quick`: native only.
    """
    some = ["native"] if quick or (number > WALKED and dice.chance(0.9)) else [*ENGINES]
    asks = [
        (Probe(backend=b, engine=e, task="count"), number)
        for b in some
        for e in (None, dice.pick(ENGINES[b]))[: 1 if quick else 2]
    ]
    for method in METHODS if distinct is not None else ():
        asks.append((Probe(backend=dice.pick(some), task="count", distinct=True, method=method), distinct))
    asks += [(Probe(backend=dice.pick(some), task="best"), value) for value in best]
    for probe, right in asks:
        answer = perform(model, probe)
        found = answer.value if probe.task == "best" else answer.count
        if not answer.refused and (answer.failed or answer.late or found != right):
            return f"{probe}: {answer.failed or ('late' if answer.late else found)}, expected {right}"
    return ""
