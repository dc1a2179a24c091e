"""The texts of a puzzle: a line, and a board that stands in blocks as numbers of cells."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from accord.families.thermometers.tubes import BULB, NOTHING, STEPS, board_faults, tubes
from accord.pencil import Board, Cell
from accord.pencil.parts import Size, Words
from accord.puzzles.bounds import LARGEST
from accord.puzzles.family import Faults
from accord.puzzles.words import describe

NO_CELLS = ("-", ".", "@")  # in a file of blocks: places without a thermometer


class OneLine:
    """`2_1_1_3_?_0;o>>,o.v,v.v`: clues of columns, then of rows, and the board."""

    def read(self, text: str) -> dict[str, Words]:
        """The words of the parts."""
        given, _, drawn = text.partition(";")
        board = [[*row.strip()[: LARGEST + 1]] for row in drawn.split(",", LARGEST + 1)]
        clues, columns = given.split("_", 2 * LARGEST + 1), len(board[0])
        return {"board": board, "columns": [clues[:columns]], "rows": [clues[columns:]]}

    def write(self, words: Mapping[str, Words]) -> str:
        """The text that `read` reads."""
        board = ",".join("".join(row) for row in words["board"])
        return f"{'_'.join((*words['columns'][0], *words['rows'][0]))};{board}"


@dataclass(frozen=True)
class Tubes(Board):
    """A board that stands in blocks as THERMOMETER.PLACE in each cell; the bulb has place 1."""

    def read(self, words: Words, size: Size, faults: Faults) -> Any:
        """The signs, each in a thermometer."""
        board = super().read(words, size, faults)
        faults += board_faults(board)
        return board

    def from_block(self, words: Words, size: Size, faults: Faults) -> Words:
        """The signs."""
        place_of: dict[tuple[int, int], Cell] = {}
        good = self.fits(words, size, faults)
        for row, line in enumerate(words):
            key = f"{self.key}[{row + 1}]"
            for column, word in enumerate(line):
                label = re.fullmatch(r"([0-9]{1,6})\.([0-9]{1,6})", word)
                if label is None:
                    if word not in NO_CELLS:
                        expected = "THERMOMETER.PLACE, as in 3.1, or - for none"
                        faults.add(key, f"found {describe(word)}; expected {expected}")
                elif place_of.setdefault((int(label[1]), int(label[2])), (row, column)) != (row, column):
                    faults.add(key, f"found {word} twice; expected each cell once")
        sign_of = {step: sign for sign, step in STEPS.items()}
        board = [[NOTHING] * size[1] for _ in range(size[0])]
        for (which, number), (row, column) in place_of.items() if good and not faults else ():
            previous = place_of.get((which, number - 1), (-9, -9))
            sign = BULB if number == 1 else sign_of.get((row - previous[0], column - previous[1]))
            if sign is None:
                expected = f"{which}.{number - 1} beside it, or {which}.1 for a bulb"
                faults.add(f"{self.key}[{row + 1}]", f"found {which}.{number}; expected {expected}")
            board[row][column] = sign or NOTHING
        return board

    def to_block(self, words: Words, size: Size) -> Words:
        """The numbers; thermometers are numbered as their bulbs come."""
        board = self.meaning([((r, c), word) for r, row in enumerate(words) for c, word in enumerate(row)])
        found = [[NO_CELLS[0]] * size[1] for _ in range(size[0])]
        for number, tube in enumerate(tubes(board), start=1):  # type: ignore[arg-type]
            for place, (row, column) in enumerate(tube, start=1):
                found[row][column] = f"{number}.{place}"
        return found
