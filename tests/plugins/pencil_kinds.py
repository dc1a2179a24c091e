"""The kinds of pencil puzzles that come with Accord, by the names of their families."""

from importlib import import_module

from accord.pencil import Kind
from accord.puzzles import table

KINDS = [row.name for row in table.OURS if hasattr(import_module(row.place.partition(":")[0]), "KIND")]
SIZES = {
    "binairo": (6, 6),
    "dominosa": (5, 6),
    "fillomino": (4, 4),
    "yin-yang": (6, 6),
}  # rows and columns, where 5 and 5 cannot be, or leave nothing to a person


def kind_of(name) -> Kind:
    return import_module(table.find(name).place.partition(":")[0]).KIND
