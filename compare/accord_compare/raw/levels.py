"""Script that solves aquariums with clingo: a level is a chain of rows of a tank; up to two solutions.

In three steps, each a function: the text read, the model made (and ground), the solutions found.
"""

from collections import Counter
from typing import Any

from clingo import Control

RULES = """
{ water(T, R) } :- row(T, R, _).
:- water(T, R), row(T, R + 1, _), not water(T, R + 1).
:- in_row(R, C), #sum { W, T : water(T, R), row(T, R, W) } != C.
:- in_column(X, C), #sum { W, T, R : water(T, R), cells(T, R, X, W) } != C.
#show water/2.
"""


def read(text: str) -> Any:
    """Clues of columns and of rows, and the rows of tanks, of a task string: `1_1_0_2;1,1,2,2`."""
    clues, cells = text.split(";")
    numbers, tanks = [int(clue) for clue in clues.split("_")], cells.split(",")
    size = len(numbers) // 2
    return numbers[:size], numbers[size:], [tanks[i : i + size] for i in range(0, len(tanks), size)]


def model(puzzle: Any) -> Any:
    """The program, ground."""
    columns, rows, tanks = puzzle
    facts = [f"in_column({x}, {clue})." for x, clue in enumerate(columns)]
    facts += [f"in_row({y}, {clue})." for y, clue in enumerate(rows)]
    for y, row in enumerate(tanks):
        facts += [f"row({tank}, {y}, {width})." for tank, width in Counter(row).items()]
        facts += [f"cells({tank}, {y}, {x}, 1)." for x, tank in enumerate(row)]
    control = Control(["2", "--warn=none"])
    control.add("base", [], RULES + "\n".join(facts))
    control.ground([("base", [])])
    return control, tanks


def search(made: Any) -> list[str]:
    """Two solutions, or the one that there is: a `#` or a `.` for each cell."""
    control, tanks = made
    found: list[str] = []

    def note(model: Any) -> None:
        wet = {(each.arguments[0].number, each.arguments[1].number) for each in model.symbols(shown=True)}
        found.append("".join(".#"[(int(tank), y) in wet] for y, row in enumerate(tanks) for tank in row))

    control.solve(on_model=note)
    return found
