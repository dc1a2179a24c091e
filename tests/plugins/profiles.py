"""How much the tests try: the fast profile of `make test`, or the full one of `make test PROFILE=full`.

The fast one draws at most 25 examples for each property. It leaves out what is marked `full`: the examples
and figures of the pages, programs of peers, sweeps over the whole library, and what starts many processes
(clusters, shards, workers, signals, terminals, the fuzzer), and single tests of some seconds.
"""

import os

FULL = os.environ.get("PROFILE", "fast") == "full"
FEW = 25


def examples(number):
    """How many examples hypothesis draws for a property of which the full profile draws `number`."""
    return number if FULL else min(number, FEW)
