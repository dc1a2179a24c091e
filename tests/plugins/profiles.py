"""How much the tests try: `make test` takes the fast profile; `PROFILE=full` and `PROFILE=thorough` more.

The fast one draws at most 25 examples for each property, the full one a quarter of those that the thorough
one draws. The fast one leaves out what is marked `full`: the examples and figures of the pages, programs of
peers, sweeps over the whole library, what starts many processes (clusters, shards, workers, signals,
terminals, the fuzzer), and single tests of some seconds. Of tests that take long, see durations.py.
"""

import os

PROFILE = os.environ.get("PROFILE", "fast")
FEW = 25


def examples(number):
    """How many examples hypothesis draws for a property of which the thorough profile draws `number`."""
    most = {"fast": FEW, "full": max(FEW, number // 4)}.get(PROFILE, number)
    return min(number, most)
