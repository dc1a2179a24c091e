"""What tests ask of a kind beside its referee: a row. Puzzles are texts as `accord KIND:TEXT` takes them."""

from collections.abc import Callable
from typing import Any, NamedTuple


class Row(NamedTuple):
    """The examples of a kind, and a fault of it.

    texts      puzzles with one solution, with several, and with none
    planted    a function of its page, a text in it, and another that is a fault there: engines and referee
               must then differ; the function may be of another module, as `pencil.sums:add_up`
    half_made  a puzzle with many solutions, the faster one of cpsat and sat, and how many solutions there are
    published  a puzzle of the size that people publish, as `accord generate --seed 3` makes it but with fewer
               clues, and how many solutions it has
    large      a stage that takes minutes, and the keys of a board far larger than those that people solve
    without    a clue that a setter may not want
    symmetric  whether a setter may want its clues in symmetric cells
    words      draws words that an address of the kind can state; see `addressed.Make`
    size       rows and columns where 5 and 5 cannot be, or leave nothing to a person
    also       puzzles that are seldom drawn at random: the lines of a block, with / between them
    """

    texts: tuple[str, str, str]
    planted: tuple[str, str, str]
    half_made: tuple[str, str, int] | None = None
    published: tuple[str, int] | None = None
    large: tuple[str, dict[str, Any]] | None = None
    without: str | None = None
    symmetric: bool = False
    words: Callable[[Any], dict[str, Any]] | None = None
    size: tuple[int, int] | None = None
    also: tuple[str, ...] = ()


# -- large boards, as pictures ---------------------------------------------------------------------


def blank(height, width=None, last=""):
    """A board without clues, but for its last cells."""
    text = "\n".join(["." * (width or height)] * height)
    return text[: len(text) - len(last)] + last


def rooms(size, height, width=None):
    """A picture of equal rooms, in words."""
    width = width or height
    across = -(-size // width)
    row = [[f"r{r // height * across + c // width}" for c in range(size)] for r in range(size)]
    return "\n".join(map(" ".join, row))


def crossword(size):
    """A board of runs without sums."""
    row = [["-" if r % 8 * (c % 9) == 0 else "0" for c in range(size)] for r in range(size)]
    return "\n".join(map(" ".join, row))
