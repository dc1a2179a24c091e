"""Puzzles, whatever their family: the record of a family, the table, model files, and the library.

family    what a family is: a record           table       the rows, ours and those of strangers
puzzle    a family's spec with its name        file        a model file, checked key by key
library   finding puzzles by name              collection  files of many
known     half-solved boards                   words       words of messages

    puzzle = library.load("queens:8")
    puzzle.record.name, puzzle.model.options         # 'queens', 64

Nothing here knows a family by name, but for the strings of the table. What is known of a family is in
`accord.families`.
"""

import sys
from importlib.machinery import ModuleSpec


class _Moved:
    """Says where a module went that stood here, when its import has failed."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:  # noqa: ARG004
        """Nothing. Raises ModuleNotFoundError for what belongs to a family."""
        room, _, last = name.rpartition(".")
        if room == __name__:
            from accord.puzzles.table import OURS

            for row in OURS:
                place = row.place.partition(":")[0].removesuffix(".record")
                if f"{last}_".startswith(f"{place.rpartition('.')[2]}_"):
                    raise ModuleNotFoundError(f"{name} is gone; what it held is in {place}", name=name)
        return None


sys.meta_path.append(_Moved())
