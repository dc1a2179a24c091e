"""The record of a puzzle family: functions that read, write, draw, model and explain its puzzles.

    group     what it says                                                     who asks
    --------  ---------------------------------------------------------------  ----------------------------
    texts     how a puzzle is read from text, and written                      library, collection, generate
    shown     how it looks: pictures, and words of its own                     show, solve, hint, explain
    made      the model or the plan problem of a spec                          puzzle
    random    puzzles drawn at random                                          generate
    searched  engines and planners of its own                                  backends.native, planners
    commands  commands of its own                                              the command line
    editing   what stands in each cell, and the spec of other words            the workbench
    about     its group, its rule in one line, other names                     families, list, the site

A text "module:attribute" stands for what is imported on its first use: a record imports no solver. The least
of all records:

    RECORD = Family(
        name="pairs",
        spec=Pairs,                                  # a msgspec.Struct: the keys of its model files
        shown=Shown(picture=picture),
        made=Made(model=model),
    )

Every command waits until these classes are made, so no unused methods (`eq`, `repr`) are made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import IO, TYPE_CHECKING, Any, ParamSpec, TypeAlias, TypeVar

from accord.errors import AccordError, EngineError, InputError, UsageError
from accord.exits import Code

if TYPE_CHECKING:
    import msgspec

    from accord.model import Model
    from accord.picture import Picture
    from accord.problem.lower.passes import Cost
    from accord.puzzles.blocks import Problem, SolutionFormat
    from accord.puzzles.clues import Clues, PossibleClues
    from accord.puzzles.sheets import Editing
    from accord.puzzles.sites import SiteForm
    from accord.refute.imbalance import Coloured
    from accord.scene.shapes import Scene


LONGEST_PLACE = 200  # characters of a text that messages repeat
Reference: TypeAlias = str  # "module:attribute"
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Block:
    """How a family's puzzles stand in files of blocks; see `accord.puzzles.blocks`."""

    read: Callable[[Problem], Any]  # the lines of a problem, to its `end` -> spec
    write: Callable[[Any], Iterable[Iterable[object]]]  # spec -> the words of these lines
    solution: SolutionFormat  # the solutions


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Texts:
    """Puzzles as text. What reads raises SpecError; what writes raises RefusedError if it cannot say it."""

    parse: Callable[[str], Any] | None = None  # the text behind `FAMILY:` -> spec
    emit: Callable[[Any], str] | None = None  # spec -> a text of one line, which `parse` reads
    example: str = ""  # a text that `parse` reads, for `accord list`
    names: tuple[str, ...] = ()  # others that stand before `:`; `parse` then gets them as well
    sites: tuple[SiteForm, ...] = ()  # the addresses that `parse` reads, as each site has them
    forms: Mapping[str, Callable[[Any, str, str], str]] = field(default_factory=dict)
    # other formats, by suffix: spec, the puzzle's name and its title -> text
    begins: Callable[[str], bool] | None = None  # whether a file of many begins with this line
    several: Callable[[IO[bytes]], Iterator[tuple[str, Any]]] | None = None  # they: name, spec or InputError
    block: Block | None = None  # how a file of blocks has them
    ranges: Callable[[str], tuple[Iterator[str], int] | None] | None = None
    # the names that a name such as FAMILY:1-32000 stands for, and how many they are; None: it is no range
    recognise: Callable[[str], bool] | None = None  # whether a text is one of its puzzles, not a model file
    of_file: Callable[[str], Any] | None = None  # such a text -> spec
    of_model: Callable[[Model], Any] | None = None  # any model -> the spec that declares it
    spelled: Callable[[Any], Any] | None = None
    # a spec that was made in Python -> the one that its model file has; raises RefusedError
    declared: Callable[..., str] | None = None  # any model, title, rule, counts -> the text of a model file


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class PieceShown:
    """A piece of a puzzle."""

    name: str
    copies: str  # how many of it are to be laid, in words
    ways: Callable[[], list[Picture]]  # -> it alone, in each way in which it may lie


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Shown:
    """Puzzles for people. The picture of a plan problem is made without a model and without options."""

    picture: Callable[[Any, Any, Sequence[int] | None], Picture]  # spec, its model, chosen options or None
    words: Callable[[Any, Model, Any], str] | None = None  # spec, its model, a deduce.Step -> a sentence
    seen_as: Callable[[Any, Model, int], object] | None = None
    # spec, its model, an item -> what a person sees it as, such as its line: what several items that are
    # seen as the same force at once is one hint, a Step with `parts`
    rules: Callable[[Any, Model], Sequence[str | None]] | None = None
    # spec, its model -> for each item the words of the rule that it belongs to; None: it goes without saying
    known_by: Callable[[Any, Model], Sequence[Sequence[str]]] | None = None
    # spec, its model or that with lazy items behind -> for each item the words of its rule, or of the rules
    # that need it; none of a variable. With it, `words` takes steps of lazy items
    signs: Mapping[str, str] = field(default_factory=dict)  # what "#" and "x" of a half-solved board mean
    facts: Callable[[Any], dict[str, Any]] | None = None  # spec -> sizes, as `accord show` tells them
    marks: Callable[[Any, Model, Iterable[int], str], Picture | None] | None = None
    # spec, its model, items, a sign: the board with that sign where they are; None if they are nowhere on it
    state: Callable[[Mapping[str, str]], str] | None = None  # a state of its plan problem, as a board
    inked: Callable[[str], tuple[str, str]] | None = None
    # a word of a state, or of a move -> the same with signs for terminals; the name of a colour, or ""
    advice: Callable[[str], str] | None = None  # a move, as plans are written for people -> a hint
    pieces: Callable[[Any], list[PieceShown]] | None = None  # spec -> what is laid on the board
    drawn: Reference = ""  # the lines of a picture or a state -> an accord.scene.shapes.Scene


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Made:
    """The model or the plan problem of a spec. Both raise SpecError with every fault."""

    model: Callable[[Any], Model] | None = None
    orders: Mapping[str, Callable[[Any, Model], Sequence[int]]] = field(default_factory=dict)
    # in which options may be tried, by name: spec, its model -> the rank of each option
    plan: Callable[[Any], Any] | None = None  # spec -> accord.plans.problem.PlanProblem
    given: Callable[[Any, Model], list[int]] | None = None  # options that the puzzle says are chosen
    variables: Callable[[Any], Mapping[str, Mapping[Any, int | None]]] | None = None
    # spec -> name of a variable -> value -> the option that stands for it, None where none of the others does
    helps: Callable[[str], bool] | None = None
    # whether the variable of a name only helps to state rules: it is no cell and no line of the puzzle's own
    clues: Callable[[Any], Clues] | None = None  # spec -> its clues, and its model with items for them
    possible_clues: Callable[[Any], PossibleClues] | None = None  # spec -> all clues that it may have
    coloured: Callable[[Any, Model], Coloured] | None = None
    # colourings of its board, for arguments why pieces cannot cover it
    with_given: Callable[[Any, Collection[int]], Any] | None = None
    # spec, options of its model -> the spec of the puzzle in which these are chosen
    givable: Callable[[Any, Model], Collection[int]] | None = None  # spec, its model -> such options; or all
    form: Callable[[Any], str] | None = None
    # spec -> a text, the same for twins: puzzles that differ in turns of the board and in names only;
    # None: twins have the same model but for the order of its items and options
    problem: Callable[[Any], Any] | None = None
    # spec -> the accord.Problem that its model is lowered from, for engines that take one as it is
    costs: Callable[[Any], Iterable[Cost]] | None = None  # spec -> what each of its rules adds to the model


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Random:
    """Puzzles drawn at random. What `generate` takes beside seed and size are its knobs."""

    generate: Callable[..., Any]  # seed, (rows, columns), and more by name -> spec
    wishes: tuple[str, ...] = ()  # of a setter that it takes as well: see `accord.puzzles.wishes`


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Searched:
    """Engines and planners that know the family; all are references."""

    engines: Mapping[str, Reference] = field(default_factory=dict)  # see accord.backends.native.engine
    many: Reference = ""  # a kernel for many puzzles in one call; see accord.backends.native.many
    planners: Mapping[tuple[str, str], Reference] = field(default_factory=dict)
    # (mode, backend) -> a class; see accord.planners.contract
    limits: Mapping[tuple[str, str], Reference] = field(default_factory=dict)
    # (mode, backend) -> how many states such a planner searches as a rule
    bytes_per_state: Mapping[str, int] = field(default_factory=dict)
    # of planners' engines whose arrays do not grow
    moves: Reference = ""  # an accord.planners.contract.Moves: moves of its own, with their checker
    sweep: Reference = ""  # an accord.planners.contract.Sweep: ranges of plan problems in one call


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Command:
    """A command of the family's own: its line in the help, and the click command."""

    help: str
    place: Reference


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class About:
    """Words that help to find a family in a list."""

    group: str  # a name of `accord.puzzles.table.GROUPS`
    rule: str  # in one line
    also: tuple[str, ...] = ()  # other names, in English and Japanese


NOTHING = About("", "")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Family:
    """A kind of puzzle. `spec` holds the keys of its model files beside the common ones."""

    name: str
    spec: type[msgspec.Struct]
    shown: Shown
    made: Made
    texts: Texts = field(default_factory=Texts)
    random: Random | None = None
    searched: Searched = field(default_factory=Searched)
    commands: Mapping[str, Command] = field(default_factory=dict)
    about: About = NOTHING
    editing: Editing | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a spec: where, as a key path such as `pieces.X`, and a sentence.

    Where the value is a text, `at` may say where in it, in characters from 0.
    """

    key: str
    message: str
    at: int | None = None


class Faults(list[Fault]):
    """The faults of a spec found so far."""

    def add(self, key: str, message: str) -> None:
        """One more."""
        self.append(Fault(key, message))

    def of(self, function: Callable[P, T], *args: P.args, **more: P.kwargs) -> T | None:
        """Return what a function gives; None if it raises SpecError, whose faults are added."""
        try:
            return function(*args, **more)
        except SpecError as error:
            self += error.faults
            return None

    def end(self) -> None:
        """Raise SpecError if there are any."""
        if self:
            raise SpecError(self)


class SpecError(AccordError):
    """A spec that has the right shape but makes no sense. The reader of files adds file and line."""

    exit_code = Code.INPUT

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults
        super().__init__("\n".join(f"{fault.key}: {fault.message}" for fault in faults))

    def at(self, place: str) -> InputError:
        """Return the error for a text that messages call so; of a long one they say how it begins."""
        place = place if len(place) <= LONGEST_PLACE else f"{place[:LONGEST_PLACE]}..."
        return InputError([f"{place}: {fault.key}: {fault.message}" for fault in self.faults])


def load_reference(reference: Reference) -> Any:
    """Return the object at `module:attribute`, for use. Raises EngineError if it cannot be imported."""
    try:
        return import_reference(reference)
    except Exception as error:  # a stranger's module may do whatever it likes
        raise EngineError(f"{reference} cannot be used: {type(error).__name__}: {error}") from error


def import_reference(reference: Reference) -> Any:
    """Import the object at `module:attribute`. Raises ImportError or AttributeError."""
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)


def scene_of(
    family: Family, picture: Picture, title: str, *, patterns: bool = False, solid: bool = False
) -> Scene:
    """Return the scene of a picture that the family made; see `accord.Puzzle.draw`. Raises UsageError."""
    scene = _scene_in_colour(family, picture, title, solid)
    if patterns:
        from accord.scene.paper import plain

        return plain(scene)
    return scene


def _scene_in_colour(family: Family, picture: Picture, title: str, solid: bool) -> Scene:
    """Return the family's own drawing where it has one, else the lattice's."""
    if solid:
        if picture.lattice != "cubic" or picture.lines is not None:
            raise UsageError(f"{title}: only boards of cubes can be seen as solids; leave solid out")
        from accord.scene.solid import solid as cubes

        return cubes(picture, title)
    if picture.lines is not None and family.shown.drawn:
        scene: Scene = load_reference(family.shown.drawn)(picture.lines)
        return scene.with_title(title)
    from accord.scene import board

    return board.scene_of(picture, title=title)
