"""Keys of options: what digests of solutions are made of.

A key is 128 bits of BLAKE2b over an option's (item name, amount, colour) triples, sorted by name, with an
ordinal where several options give the same. It does not depend on the order of items or options.
"""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from accord.model.data import ModelData

Lanes = npt.NDArray[np.uint64]


def option_keys(model: ModelData) -> Lanes:
    """The key of every option: uint64 [options, 2]."""
    seen: Counter[bytes] = Counter()
    keys = bytearray()
    names = [name.encode() for name in model.item_names]
    colours = [name.encode() for name in model.colours]
    plain = [b"%s\x001\x00\x01" % name for name in names]  # an entry with amount 1 and no colour
    rank = np.argsort(np.argsort(np.array([*model.item_names], object), kind="stable"))
    by_name = np.lexsort((rank[model.item], model.option_of_entry))
    item, amount, colour = (a[by_name].tolist() for a in (model.item, model.amount, model.colour))
    bounds = model.start.tolist()
    for first, last in pairwise(bounds):
        gives = b"".join(
            plain[item[e]]
            if amount[e] == 1 and colour[e] == 0
            else b"%s\x00%d\x00%s\x01" % (names[item[e]], amount[e], colours[colour[e]])
            for e in range(first, last)
        )
        ordinal = seen[gives]
        seen[gives] += 1
        keys += blake2b(gives + b"%d" % ordinal if ordinal else gives, digest_size=16).digest()
    return np.frombuffer(bytes(keys), dtype="<u8").reshape(-1, 2)
