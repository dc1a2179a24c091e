"""A referee for each kind of pencil puzzle: what its rule says, in plain Python, sharing nothing with the
library.

`of(kind)` is the module of a kind. Each has

    broken(block, solution)   the first rule that a solution breaks, in words, or None
    solutions(block)          all solutions of a small puzzle, by trying everything
    plain(block, solution)    a solution with all that may be written in several ways written in one
    small(seed)               the text of a small puzzle: with no solution, one or several

and `READINGS`: the readings of the rule that differ from ours, asked by name in `broken` and `solutions`. A
block is what `kinds.blocks` reads from a text; a solution is rows of signs, as the texts have them.
"""

from importlib import import_module

KINDS = (
    "akari",
    "battleship",
    "binairo",
    "country-road",
    "creek",
    "dominosa",
    "fillomino",
    "heyawake",
    "galaxies",
    "hashi",
    "hitori",
    "kakurasu",
    "kakuro",
    "killer-sudoku",
    "kuromasu",
    "lits",
    "magnets",
    "masyu",
    "mosaic",
    "norinori",
    "nurikabe",
    "nurimisaki",
    "numberlink",
    "sashigane",
    "shakashaka",
    "shikaku",
    "skyscrapers",
    "slitherlink",
    "slant",
    "star-battle",
    "suguru",
    "tapa",
    "tents",
    "yajilin",
    "yin-yang",
)


def of(kind):
    return import_module("kinds." + kind.replace("-", "_"))
