"""The kinds of pencil puzzles that come with Accord, by the names of their families."""

from importlib import import_module

from kinds import KINDS as ROWS
from kinds import of

from accord.pencil import Kind
from accord.puzzles import table

KINDS = [row.name for row in table.OURS if hasattr(import_module(row.place.partition(":")[0]), "KIND")]
SIZES = {kind: of(kind).ROW.size for kind in ROWS if of(kind).ROW.size}


def kind_of(name) -> Kind:
    return import_module(table.find(name).place.partition(":")[0]).KIND
