"""Making puzzles: random ones of a family, with one solution, as hard as is wanted."""

from accord.generate.make import DIFFICULTIES, Made, Maker

__all__ = ["DIFFICULTIES", "Made", "Maker"]
