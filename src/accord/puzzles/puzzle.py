"""A puzzle: a family's spec with its name, its rule and its known counts. The model is built on first use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from accord.errors import InputError, UsageError
from accord.model import Model
from accord.picture import Picture
from accord.puzzles import table
from accord.puzzles.family import Fault, SpecError
from accord.puzzles.file import Count, ModelFile
from accord.puzzles.locate import join, split
from accord.puzzles.words import did_you_mean


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Puzzle:
    """One puzzle, from `accord.load` or from Python: `Puzzle(family="queens", spec=Queens(size=8))`."""

    family: str
    spec: Any
    name: str = ""  # what `accord.load` takes
    title: str = ""
    rule: str = ""
    variant: str | None = None
    variants: Mapping[str, str] = field(default_factory=dict)  # the name of each variant, and its title
    counts: Mapping[str, Count] = field(default_factory=dict)  # by "all" and "distinct", where known
    file: ModelFile | None = None

    def __repr__(self) -> str:
        variant = f", variant {self.variant}" if self.variant is not None else ""
        return f"<Puzzle {self.name or self.family}{variant}: {self.title}>"

    @cached_property
    def model(self) -> Model:
        """The model. Raises InputError with every fault of the spec that validation could not see."""
        try:
            return table.family(self.family).build(self.spec)
        except SpecError as error:
            raise InputError(self._lines(error.faults)) from None

    def picture(self, options: Sequence[int] | None = None) -> Picture:
        """The board, empty or with a solution on it: the options that were chosen."""
        return table.family(self.family).picture(self.spec, self.model, options)

    def with_variant(self, variant: str | None) -> Puzzle:
        """That variant of this puzzle; None is the puzzle itself. Raises UsageError if there is none."""
        if variant == self.variant:
            return self
        if self.file is None or variant not in self.file.declarations:
            known = f"there are {', '.join(self.variants)}" if self.variants else "it has none"
            hint = did_you_mean(str(variant), self.variants)
            raise UsageError(f"unknown variant {variant!r} of {self.name}; {known}{hint}")
        return of_file(self.name, self.file, variant)

    def _lines(self, faults: list[Fault]) -> list[str]:
        if self.file is None:
            name = self.name or self.family
            return [f"{name}: {fault.key}: {fault.message}" for fault in faults]
        laid_over = self.file.declarations[self.variant].laid_over
        moved = []
        for fault in faults:
            path = split(fault.key)
            within = self.variant is not None and path and path[0] in laid_over
            key = join(("variants", str(self.variant), *path)) if within else fault.key
            moved.append(Fault(key, fault.message))
        return self.file.document.lines(moved)


def of_file(name: str, file: ModelFile, variant: str | None = None) -> Puzzle:
    """The puzzle that a model file declares, or a variant that is known to be in it."""
    declaration = file.declarations[variant]
    return Puzzle(
        family=file.family,
        spec=declaration.spec,
        name=name,
        title=declaration.title,
        rule=declaration.rule,
        variant=variant,
        variants={key: other.title for key, other in file.declarations.items() if key is not None},
        counts=declaration.counts,
        file=file,
    )
