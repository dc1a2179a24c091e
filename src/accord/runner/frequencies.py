"""How many solutions have each option: `accord.frequencies`. Notebooks show where each sign is how often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from accord.arguments.keywords import asks
from accord.arguments.puzzle import PopulationArguments
from accord.errors import UsageError
from accord.puzzles.drawing import scene_of
from accord.puzzles.puzzle import AnyPuzzle, named, puzzle_of
from accord.puzzles.views import frequencies as views
from accord.runner.result import Public
from accord.runner.sample import Population

if TYPE_CHECKING:
    from accord.scene.shapes import Scene


class Frequency(msgspec.Struct, frozen=True):
    """An option, by name, and how many solutions have it."""

    option: str
    solutions: int


class Frequencies(Public, msgspec.Struct, frozen=True, kw_only=True):
    """How many solutions there are, and how many have each option of the model. Its JSON form is public."""

    puzzle: str
    total: int
    rows: tuple[Frequency, ...]

    def __str__(self) -> str:
        """A line an option, as `accord sample --frequencies` prints them."""
        return "\n".join(f"{row.solutions}\t{row.option}" for row in self.rows)

    @property
    def drawings(self) -> list[Scene]:
        """A sheet with a board for each sign, warm where it often is; none where there is nothing to see."""
        from accord.scene.sheet import sheet

        puzzle = self.declared
        if puzzle is None:
            return []
        try:
            seen = views(puzzle, [row.solutions for row in self.rows], self.total)
        except UsageError:
            return []
        scenes = [scene_of(puzzle.record, view.picture, puzzle.title) for view in seen]
        return [sheet(scenes, [view.caption for view in seen], title=puzzle.title)]


@asks(PopulationArguments)
def frequencies(puzzle: AnyPuzzle, **more: Any) -> Frequencies:
    """How many of all solutions have each option; see `Population`, which takes the same limits.

    Raises StoppedError if the time is over before all were seen, RefusedError if that would take months.
    """
    asked = puzzle_of(puzzle)
    population = Population(asked, **more)
    name, model = named(asked)[0], population.model
    rows = [Frequency(model.option_name(o), n) for o, n in enumerate(population.frequencies())]
    return Frequencies(puzzle=name, total=population.total, rows=tuple(rows)).about(asked)
