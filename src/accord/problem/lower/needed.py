"""Which rules need a row that belongs to none: one that says what a hidden option is.

A hidden option is determined by options before it. So among the hidden options of such a row the last one is
what the row is about, and whoever needs that one needs the others.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from accord.model import Model


def needed_by(model: Model, rules: Sequence[int | None]) -> list[frozenset[int]]:
    """For each item the rules, by number, that it belongs to or that need it.

    Args:
        model: of a problem.
        rules: for each item, the rule that it belongs to; see `lowered`.
    """
    needs: list[set[int]] = [set() for _ in range(model.options)]
    about: dict[int, list[int]] = {}  # the last hidden option of items of no rule -> these items
    hidden_of: dict[int, list[int]] = {}
    for item, rule in enumerate(rules):
        options = model.options_of(item)
        hidden = options[model.hidden[options]].tolist()
        if rule is not None:
            for option in hidden:
                needs[option].add(rule)
        elif hidden:
            hidden_of[item] = hidden
            about.setdefault(hidden[-1], []).append(item)
    found = [frozenset() if rule is None else frozenset({rule}) for rule in rules]
    for option in np.flatnonzero(model.hidden)[::-1].tolist():
        for item in about.get(option, ()):
            # the last one may be a value that no rule speaks of: the row then is about the values before it
            of = needs[option] or set[int]().union(*(needs[each] for each in hidden_of[item]))
            found[item] = frozenset(of)
            for each in hidden_of[item]:
                needs[each] |= of
    return found
