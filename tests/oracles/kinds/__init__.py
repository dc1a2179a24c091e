"""A module for each kind of pencil puzzle: a referee, and a row of examples.

The referee is what the rule says, in plain Python, sharing nothing with the library. `of(kind)` is the module
of a kind. Each has

    broken(block, solution)   the first rule that a solution breaks, in words, or None
    solutions(block)          all solutions of a small puzzle, by trying everything
    plain(block, solution)    a solution with all that may be written in several ways written in one
    small(seed)               the text of a small puzzle: with no solution, one or several
    READINGS                  the readings of the rule that differ from ours, asked by name in `broken` and
                              `solutions`: name -> the keys of the page of the kind that ask for it
    ROW                       the examples of the kind: see `kinds.row`

A block is what `kinds.blocks` reads from a text; a solution is rows of signs, as the texts have them. All
that the general tests ask about a kind is in its module: a new kind needs no other place in the tests.
"""

from importlib import import_module
from pkgutil import iter_modules

NAMES = sorted(each.name for each in iter_modules(__path__))
KINDS = tuple(name.replace("_", "-") for name in NAMES if hasattr(import_module(f"kinds.{name}"), "ROW"))


def of(kind):
    return import_module("kinds." + kind.replace("-", "_"))
