"""A puzzle: a family's spec with its name, its rule and its known counts. The model is built on first use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeGuard, cast

from accord.errors import InputError, RefusedError, UsageError, did_you_mean
from accord.model import Model
from accord.picture import Picture
from accord.puzzles import table
from accord.puzzles.family import Family, Fault, SpecError, scene_of
from accord.puzzles.file import Count, ModelFile
from accord.puzzles.locate import join, split

if TYPE_CHECKING:
    from accord.problem import Problem
    from accord.puzzles.clues import Clues, PossibleClues
    from accord.refute.imbalance import Reason
    from accord.scene.shapes import Scene

# what public functions take; a function reads the puzzle, so that this is within the limits of the work
AnyPuzzle: TypeAlias = "Puzzle | Model | Problem | Callable[[], Puzzle]"
Variables: TypeAlias = Mapping[str, Mapping[Any, int | None]]  # name -> value -> its option; None: no other


class Chosen(Protocol):
    """A solution: it knows its options."""

    @property
    def options(self) -> tuple[int, ...]:
        """The options that were chosen, ascending."""


class Puzzle:
    """One puzzle, from `accord.load` or from Python: `Puzzle(family="queens", spec=Queens(size=8))`.

    Immutable. Its family is a name of the table, or a record, which need not be in the table.
    """

    family: str  # its name
    record: Family
    spec: Any
    name: str  # what `accord.load` takes
    title: str
    rule: str
    variant: str | None
    variants: Mapping[str, str]  # the name of each variant, and its title
    counts: Mapping[str, Count]  # by "all", "distinct", "shortest", where known
    file: ModelFile | None
    stated: tuple[tuple[str, ...], ...] | None
    # what a file of blocks says: the signs of the solution by row, () if it has none; None elsewhere

    def __init__(
        self,
        *,
        family: str | Family,
        spec: Any,
        name: str = "",
        title: str = "",
        rule: str = "",
        variant: str | None = None,
        variants: Mapping[str, str] | None = None,
        counts: Mapping[str, Count] | None = None,
        file: ModelFile | None = None,
        stated: tuple[tuple[str, ...], ...] | None = None,
    ) -> None:
        record = family if isinstance(family, Family) else table.family(family)
        vars(self).update(
            family=record.name,
            record=record,
            spec=spec,
            name=name,
            title=title,
            rule=rule,
            variant=variant,
            variants=variants or {},
            counts=counts or {},
            file=file,
            stated=stated,
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a puzzle is immutable; make another one with another {name}")

    def __repr__(self) -> str:
        variant = f", variant {self.variant}" if self.variant is not None else ""
        return f"<Puzzle {self.name or self.family}{variant}: {self.title}>"

    @cached_property
    def model(self) -> Model:
        """The model. Raises InputError with every fault of the spec that validation could not see.

        Raises UsageError if the puzzle is a plan problem.
        """
        model = self.record.made.model
        if model is None:
            name = self.name or self.family
            raise UsageError(
                f"{name} is a plan problem: it has plans, and no solutions; use accord plan {name}"
            )
        return cast(Model, self._of_spec(model))

    @property
    def as_problem(self) -> Problem | None:
        """The problem that its model is lowered from; None if there is none. Raises as `model` does."""
        made = self.record.made.problem
        return None if made is None else cast("Problem", self._of_spec(made))

    @cached_property
    def plan_problem(self) -> Any:
        """The plan problem. Raises InputError as `model` does, and UsageError if the puzzle is a model."""
        plan = self.record.made.plan
        if plan is None:
            name = self.name or self.family
            raise UsageError(f"{name} is a model, no plan problem; use accord solve {name}")
        return self._of_spec(plan)

    @property
    def is_plan(self) -> bool:
        """Whether it is a plan problem; else it is a model."""
        return self.record.made.plan is not None

    @cached_property
    def facts(self) -> dict[str, Any]:
        """The sizes of a plan problem, by name. Raises InputError as `model` does."""
        facts = self.record.shown.facts
        return {} if facts is None else cast("dict[str, Any]", self._of_spec(facts))

    @property
    def given(self) -> list[int]:
        """The options that the puzzle itself says are chosen."""
        given = self.record.made.given
        return [] if given is None else given(self.spec, self.model)

    def refutation(self) -> Reason | None:
        """Return why it has no solution, if sums and colourings of its board show that; else None."""
        from accord.refute.quick import quick_argument  # only now: most puzzles are solved before

        coloured = self.record.made.coloured
        return quick_argument(self.model, None if coloured is None else coloured(self.spec, self.model))

    @cached_property
    def clues(self) -> Clues:
        """The clues, and the model with items for them. Raises UsageError if the puzzle has none."""
        clues = self.record.made.clues
        if clues is None:
            raise UsageError(
                f"{self.name or self.family}: puzzles of {self.family} have no clues to leave out"
            )
        return cast("Clues", self._of_spec(clues))

    @property
    def form(self) -> str:
        """Return the form that it shares with its twins. Raises UsageError if its family defines none."""
        form = self.record.made.form
        if form is None:
            raise UsageError(f"{self.name or self.family}: {self.family} does not say what twins share")
        return cast(str, self._of_spec(form))

    @cached_property
    def possible_clues(self) -> PossibleClues:
        """Every clue that the puzzle may have, in one model. Raises UsageError if its family has none."""
        possible = self.record.made.possible_clues
        if possible is None:
            raise UsageError(f"{self.name or self.family}: puzzles of {self.family} have no clues to change")
        return cast("PossibleClues", self._of_spec(possible))

    @cached_property
    def variables(self) -> Variables:
        """The variables by name; of each the option for each value, None where none of the others is chosen.

        Raises UsageError if the family has none.
        """
        variables = self.record.made.variables
        if variables is None:
            raise UsageError(
                f"{self.name or self.family} has no variables; a solution of it has `options` and `names`"
            )
        return variables(self.spec)

    def values(self, chosen: Iterable[int]) -> dict[str, Any]:
        """The value of each variable by name, where these options were chosen. Raises UsageError."""
        from accord.problem.variables import values_in  # only now: most puzzles have no variables

        return values_in(self.variables, chosen)

    def picture(self, chosen: Sequence[int] | Chosen | None = None) -> Picture:
        """The board, empty or with a solution on it: the options that were chosen, or the solution itself."""
        options = _numbers(getattr(chosen, "options", chosen))
        picture = self.record.shown.picture
        if self.is_plan:
            return cast(Picture, self._of_spec(lambda spec: picture(spec, None, None)))
        if self.record.made.problem is not None:  # its model need not be made for that
            return cast(Picture, self._of_spec(lambda spec: picture(spec, None, options)))
        return picture(self.spec, self.model, options)

    def draw(
        self, chosen: Sequence[int] | Chosen | None = None, *, patterns: bool = False, solid: bool = False
    ) -> Scene:
        """Return the board as a drawing, which notebooks show and whose `save` writes a file.

        With `patterns` there are patterns and greys in place of colours; with `solid` cubes are seen from
        above and in front, and not layer by layer. Raises UsageError if there are no cubes.
        """
        return scene_of(self.record, self.picture(chosen), self.title, patterns=patterns, solid=solid)

    def notebook_svg(self, chosen: Sequence[int] | Chosen | None = None) -> str | None:
        """Return the drawing as notebooks show it; None if the puzzle has none, and they show its text."""
        try:
            return self.draw(chosen).svg()
        except RefusedError:
            return None

    def _repr_svg_(self) -> str | None:
        return self.notebook_svg()

    def with_variant(self, variant: str | None) -> Puzzle:
        """Return that variant of this puzzle; None is the puzzle itself. Raises UsageError."""
        if variant == self.variant:
            return self
        if self.file is None or variant not in self.file.declarations:
            known = f"there are {', '.join(self.variants)}" if self.variants else "it has none"
            hint = did_you_mean(str(variant), self.variants)
            raise UsageError(f"unknown variant {variant!r} of {self.name}; {known}{hint}")
        return of_file(self.name, self.file, variant)

    def _of_spec(self, make: Callable[[Any], Any]) -> Any:
        """Return what a function of the family makes of the spec, with faults at their lines of the file."""
        try:
            return make(self.spec)
        except SpecError as error:
            if self.file is None:
                raise error.at(self.name or self.family) from None
            faults = [Fault(self._key(fault.key), fault.message, fault.at) for fault in error.faults]
            raise InputError(self.file.document.lines(faults)) from None

    def _key(self, key: str) -> str:
        """The key of the file that a key of the spec is, which a variant may have laid over."""
        assert self.file is not None
        path = split(key)
        if self.variant is None or not path or path[0] not in self.file.declarations[self.variant].laid_over:
            return key
        return join(("variants", self.variant, *path))


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


# -- what public functions take --------------------------------------------------------------------


def read(asked: AnyPuzzle) -> Puzzle | Model | Problem:
    """Return what a function gives; anything else is returned as it is."""
    return asked() if callable(asked) else asked


def puzzle_of(asked: AnyPuzzle) -> Puzzle | Model:
    """A problem as a puzzle of its family; puzzles and models as they are. Raises UsageError for all else."""
    asked = read(asked)
    if _is_problem(asked):
        asked.model  # noqa: B018 (made once, for all that is asked: copies share it)
    return unlowered(asked)


def unlowered(asked: AnyPuzzle) -> Puzzle | Model:
    """Return what `puzzle_of` returns; the model of a problem is not made, and may be too large."""
    asked = read(asked)
    if isinstance(asked, Puzzle | Model):
        return asked
    if not _is_problem(asked):
        raise _strange(asked)
    return of_problem(asked)


def _is_problem(asked: object) -> TypeGuard[Problem]:
    if isinstance(asked, Puzzle | Model):
        return False
    from accord.problem import Problem  # only now: most puzzles are none

    return isinstance(asked, Problem)


def of_problem(problem: Problem) -> Puzzle:
    """A problem as a puzzle of its family."""
    spec = problem.copy()  # solutions stay as they are, whatever is added to the problem later
    return Puzzle(family=table.of_problems(), spec=spec, name=spec.name, title=spec.title, rule=spec.rule)


def _strange(asked: object) -> UsageError:
    if isinstance(asked, str):
        return UsageError(f"{asked!r} is a text; expected a puzzle: accord.load({asked!r})")
    return UsageError(f"found a {type(asked).__name__}; expected a problem, a puzzle or a model")


def _numbers(options: Any) -> Sequence[int] | None:
    """Return the numbers of options as they are. Raises UsageError for all else."""
    if options is None or (
        isinstance(options, Iterable) and all(hasattr(each, "__index__") for each in options)
    ):
        return cast("Sequence[int] | None", options)
    raise UsageError(f"found {options!r:.60}; expected a solution, or the numbers of its options")


def of_model(model: Model, *, name: str = "", title: str = "") -> Puzzle:
    """Any model as a puzzle, of the family that spells models out. Raises RefusedError for lazy items."""
    record = table.of_models()
    assert record.texts.of_model is not None
    return Puzzle(family=record, spec=record.texts.of_model(model), name=name, title=title)


def model_of(puzzle: Puzzle | Model) -> Model:
    """Its model. Raises what `Puzzle.model` raises."""
    return puzzle if isinstance(puzzle, Model) else puzzle.model


def built(asked: AnyPuzzle) -> tuple[Puzzle | Model, Model]:
    """A puzzle and its model."""
    puzzle = puzzle_of(asked)
    return puzzle, model_of(puzzle)


def without_deductions(asked: AnyPuzzle) -> tuple[Puzzle | Model, Model]:
    """A puzzle, and its model without items that a lowering deduced from others: what a proof builds on."""
    puzzle, model = built(asked)
    problem = puzzle.as_problem if isinstance(puzzle, Puzzle) else None
    return puzzle, problem.stated_model if problem is not None and problem.has_deduced else model


def name_and_variant(puzzle: Puzzle | Model | Problem) -> tuple[str, str]:
    """Return the name and the variant of a puzzle; empty where there is none, as of a bare model."""
    return (getattr(puzzle, "name", ""), getattr(puzzle, "variant", None) or "")
