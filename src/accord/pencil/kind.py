"""Declare a pencil kind (name, rule, the keys of its puzzles); make the spec, instance and model of a puzzle.

    KIND = Kind(
        name="star-battle",
        rule="Put stars into cells so that ...",
        source="who says so",
        parts=(Number("stars", "..."), Regions("regions", "...")),   # in the order of files of blocks
        solution=Flags("star"),                                      # what a cell of a solution is
        rules=rules,                                                 # Instance -> accord.problem.Problem
        make=make,                                                   # puzzles at random
    )
    RECORD = family(KIND)

A page that writes its model itself has `model` in the place of `rules`, a function Instance ->
`accord.pencil.direct.DirectModel`.

The variable of a cell is called `r3c4`; `Instance.flags` and the like make them so. The kind has to be called
KIND in its module: under that name it goes to worker processes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import IO, TYPE_CHECKING, Annotated, Any, Literal, Protocol, TypeVar, cast

import msgspec

from accord.pencil.address.address import Form
from accord.pencil.boards import Board, Grid
from accord.pencil.direct import DirectModel
from accord.pencil.instance import Cell, Instance
from accord.pencil.parts import Number, Numbers, Part, Side, Size, Words
from accord.pencil.solutions import Solution
from accord.problem import Problem
from accord.puzzles import sites
from accord.puzzles.bounds import LARGEST
from accord.puzzles.family import NOTHING, About, Fault, Faults, import_reference

if TYPE_CHECKING:
    from accord.grids.turns import Way
    from accord.pencil.words import Telling
    from accord.picture import Picture
    from accord.problem.topic import Topic

T = TypeVar("T")


class OneLine(Protocol):
    """How a kind's puzzles stand in one line."""

    def read(self, text: str) -> Mapping[str, Words]:
        """The words of its parts. Raises SpecError."""

    def write(self, words: Mapping[str, Words]) -> str:
        """The text that `read` reads. Raises RefusedError if it cannot say the puzzle."""


@dataclass(frozen=True, eq=False, kw_only=True)
class OwnTexts:
    """Texts of a kind that differ from other kinds' texts."""

    line: OneLine | None = None  # texts of one line
    block: tuple[str, ...] = ()  # the keys of the lines of a block, if they are not in the order of parts
    forms: Mapping[str, Callable[[Mapping[str, Words], str], str]] = field(default_factory=dict)
    # other formats that are written, by suffix: the words of the parts, and the puzzle's name -> text
    begins: Callable[[str], bool] | None = None  # whether a file of many begins with this line
    several: Callable[[Callable[[str], Any], IO[bytes]], Iterator[tuple[str, Any]]] | None = None
    # such a file: what reads a puzzle's text, the file -> the name of each, and its spec or an InputError
    # whether the text of a file is a puzzle, as `line` reads it
    is_file: Callable[[str], bool] | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class Kind:
    """A kind of puzzle."""

    name: str  # its family's
    rule: str  # in a sentence or two
    source: str  # who says so
    parts: tuple[Part, ...]  # in the order in which files of blocks have them
    solution: Solution
    example: str  # a text that `texts.parse` reads, for `accord list`
    rules: Callable[[Instance], Problem] | None = None  # either this
    model: Callable[[Instance], DirectModel] | None = None  # or this
    faults: Callable[[Instance], Iterable[Fault]] | None = None  # what no part sees alone
    words: Callable[[Telling], str | None] | None = None  # hints; None: in general words
    truth_words: Callable[[str, bool], str] | None = None
    # the name of a variable that is no cell's, and whether it holds -> what that means, for hints
    seen_as: Callable[[Topic], object] | None = None
    # what a rule is about -> as what a person sees it: what is seen as the same is one hint
    look: Callable[[Instance, Picture], Picture] | None = None  # a last touch to the picture
    make: Callable[..., Mapping[str, Any]] | None = None
    # random, (rows, columns), and knobs by name -> what a model file says of each key
    arranged: Callable[[Instance], Collection[Cell]] | None = None
    # the cells with clues, of a kind whose generator arranges them as a setter wishes
    margin: int = 0  # rows above and columns to the left that a setter's wishes leave out
    addresses: tuple[Form, ...] = ()  # how sites say its puzzles; a site may bring more
    about: About = NOTHING  # for lists: the group, the rule in one line, other names
    largest: int = LARGEST  # rows, and columns
    texts: OwnTexts = field(default_factory=OwnTexts)
    clues: Mapping[str, str] = field(default_factory=dict)
    # the parts whose words are clues, and the word that stands where one is left out
    not_clues: tuple[str, ...] = ()  # words of these parts that are none
    clue_words: Callable[[Instance, str, Cell], Iterable[str] | None] | None = None
    # a puzzle, the key of a part and a place -> the words of a clue there; None: those of the part
    parted: str = ""  # what stands between two clues in a word
    plain: Callable[[Instance], Problem] | None = None
    # the same rules, each of which belongs to one clue or to none, where those of `rules` do not
    turns: Literal["all", "transposed", "left-right"] = "all"  # which turns of the board keep the rules
    turn: Callable[[Mapping[str, Words], Way], Mapping[str, Words]] | None = None
    # the words of a puzzle that is turned, where clues move otherwise than the cells in which they stand
    namings: Callable[[Mapping[str, Words]], Iterable[Mapping[str, Words]]] | None = None
    # the words of a puzzle with other names for what the rules treat alike: all ways, or one that they share
    form: Callable[[Instance], str] | None = None
    # what puzzles share that differ in names and in all that keeps the rules, if that is more than turns
    blank_board: bool = False  # whether files of blocks have a board on which nothing stands, before all else

    def __reduce__(self) -> Any:
        return _kind_of_page, (self.page,)

    @property
    def page(self) -> str:
        """The name of the module that declares it."""
        return str((self.rules or self.model).__module__)

    @cached_property
    def address_forms(self) -> tuple[Form, ...]:
        """How sites say its puzzles: as it declares, and as sites bring it."""
        bringing = (import_reference(row.place) for row in sites.rows() if self.name in row.brings)
        return (*self.addresses, *(form for site in bringing for form in site.forms.get(self.name, ())))

    def problem(self, **values: Any) -> Problem:
        """Return the problem of what a model file says of each key. Raises SpecError with every fault."""
        return problem(self, self.spec(**values))

    def formulate(self, puzzle: Instance) -> Problem | DirectModel:
        """The problem of a puzzle, or its model where the page makes that itself."""
        if self.rules is not None:
            return self.rules(puzzle)
        assert self.model is not None
        return self.model(puzzle)

    @cached_property
    def spec(self) -> type[msgspec.Struct]:
        """The struct of the keys of its model files."""
        fields = [
            (part.key, Annotated[part.kind, msgspec.Meta(description=part.about)], part.usual)
            for part in self.parts
        ]
        return msgspec.defstruct(
            "".join(word.capitalize() for word in self.name.split("-")),
            fields,
            module=self.page,
            namespace={"__doc__": f"{self.rule} ({self.source})"},
            kw_only=True,
            frozen=True,
            forbid_unknown_fields=True,
            dict=True,  # for what is made of it; see `_once`
        )

    @property
    def scalars(self) -> list[Part]:
        """The parts that are no lines of their own."""
        return [part for part in self.parts if part.scalar]

    @property
    def lines(self) -> list[Part]:
        """The parts that are lines of their own: grids and sides."""
        return [part for part in self.parts if not part.scalar]

    @property
    def block_lines(self) -> list[Part]:
        """The lines in the order in which files of blocks have them."""
        order = self.texts.block or [part.key for part in self.lines]
        return sorted(self.lines, key=lambda part: order.index(part.key))


def _kind_of_page(module: str) -> Kind:
    kind: Kind = import_module(module).KIND
    return kind


def spec_of(kind: Kind, words: Mapping[str, Words]) -> Any:
    """The spec of such words; a part without a word is as usual. Raises SpecError with every fault."""
    faults = Faults()
    given = {part.key: part.usual_words(words.get(part.key) or []) for part in kind.parts}
    for part in kind.parts:
        if not given[part.key] and part.usual is msgspec.NODEFAULT:
            faults.add(part.key, f"found nothing; expected {part.expected}")
        elif not given[part.key]:
            given[part.key] = part.words(part.usual)
    faults.end()
    puzzle = _read(kind, given)  # messages repeat these words; the spec has -1 for what is no number
    spec = kind.spec(**{part.key: part.value(given[part.key]) for part in kind.parts if words.get(part.key)})
    vars(spec)["instance"] = puzzle
    return spec


def words_of(kind: Kind, spec: Any) -> dict[str, Words]:
    """Return the words of each part of a spec."""
    return {part.key: part.words(getattr(spec, part.key)) for part in kind.parts}


def instance(kind: Kind, spec: Any) -> Instance:
    """A spec as a puzzle, read once. Raises SpecError with every fault."""
    return _once(spec, "instance", lambda: _read(kind, words_of(kind, spec)))


def formulation(kind: Kind, spec: Any) -> Problem | DirectModel:
    """The problem or the model of a spec, made once. Raises SpecError with every fault."""
    return _once(spec, "formulation", lambda: kind.formulate(instance(kind, spec)))


def problem(kind: Kind, spec: Any) -> Problem:
    """The problem of a spec, of a kind that has rules. Raises SpecError with every fault."""
    found = formulation(kind, spec)
    assert isinstance(found, Problem)
    return found


def _once(spec: Any, name: str, make: Callable[[], T]) -> T:
    """Return what `make` makes of a spec, and keep it there: its model asks for it, and each picture."""
    made = vars(spec)
    if name not in made:
        made[name] = make()
    return cast(T, made[name])


def _read(kind: Kind, words: Mapping[str, Words]) -> Instance:
    """The puzzle of these words. Raises SpecError with every fault."""
    faults = Faults()
    size = _size(kind, words, faults)
    faults.end()
    values = {part.key: part.read(words[part.key], size, faults) for part in kind.parts}
    faults.end()  # nothing else makes sense until each part is right
    grids = [part for part in kind.parts if isinstance(part, Grid)]
    holes = {cell for part in grids for cell in part.holes_of(words[part.key])}
    boards = [part for part in grids if isinstance(part, Board) and not part.on_corners]
    printed = {cell: words[part.key][cell[0]][cell[1]] for part in boards for cell in values[part.key]}
    puzzle = Instance(kind.name, size, values, printed, holes)
    if kind.faults is not None:
        faults += kind.faults(puzzle)
    faults.end()
    return puzzle


def _size(kind: Kind, words: Mapping[str, Words], faults: Faults) -> Size:
    """Rows and columns: the size of the first grid, or the numbers of clues."""
    grid = next((part for part in kind.parts if isinstance(part, Grid) and words[part.key]), None)
    if grid is not None:
        less = grid.on_corners
        key, size = grid.key, (len(words[grid.key]) - less, len(words[grid.key][0]) - less)
    else:
        given = any(isinstance(part, Grid) and not part.optional for part in kind.parts)
        sides = [p for p in kind.parts if isinstance(p, Side) and words[p.key] and not given]
        found = {part.of: (part.key, part.count(words[part.key])) for part in reversed(sides)}
        (key, rows), (_, columns) = (found.get(of, (kind.lines[0].key, 0)) for of in ("rows", "columns"))
        size = rows, columns
    if not all(1 <= side <= kind.largest for side in size):
        many = [f"more than {LARGEST}" if side > LARGEST else str(side) for side in size]
        faults.add(key, f"found {many[0]} rows and {many[1]} columns; expected 1 to {kind.largest} of each")
    return size


def sizes_of(kind: Kind) -> list[Number | Numbers]:
    """The parts in the line of sizes, behind rows and columns."""
    return [part for part in kind.parts if isinstance(part, Number | Numbers)]
