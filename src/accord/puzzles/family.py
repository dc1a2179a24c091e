"""What a family of puzzles is: a record of functions, one family a module, one row in the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from accord.errors import AccordError

if TYPE_CHECKING:
    import msgspec

    from accord.model import Model
    from accord.picture import Picture


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of puzzle. `spec` holds the keys of its model files beside the common ones.

    Its puzzles are models or plan problems: either `build` or `problem` makes them of a spec. A picture of a
    plan problem is made without a model and without options.
    """

    name: str
    spec: type[msgspec.Struct]
    build: Callable[[Any], Model] | None  # spec -> model; raises SpecError with every fault
    picture: Callable[[Any, Any, Sequence[int] | None], Picture]  # spec, its model, chosen options or None
    parse: Callable[[str], Any] | None = None  # the text behind `FAMILY:` -> spec; raises SpecError
    begins: Callable[[str], bool] | None = None  # whether a file of many begins with this line
    several: Callable[[IO[bytes]], Iterator[tuple[str, Any]]] | None = None  # they: name, spec or InputError
    words: Callable[[Any, Model, Any], str] | None = None  # spec, its model, a deduce.Step -> a sentence
    generate: Callable[..., Any] | None = None  # seed, (rows, columns), and more -> spec
    given: Callable[[Any, Model], list[int]] | None = None  # options that the puzzle says are chosen
    problem: Callable[[Any], Any] | None = None  # spec -> plan problem; raises SpecError with every fault
    facts: Callable[[Any], dict[str, Any]] | None = None  # spec -> sizes, as `accord show` tells them
    recognise: Callable[[str], bool] | None = None  # whether a text is one of its puzzles, not a model file
    of_file: Callable[[str], Any] | None = None  # such a text -> spec; raises SpecError


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a spec: where, as a key path such as `pieces.X`, and a sentence."""

    key: str
    message: str


class SpecError(AccordError):
    """A spec that has the right shape but makes no sense. The reader of files adds file and line."""

    exit_code = 3

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults
        super().__init__("\n".join(f"{fault.key}: {fault.message}" for fault in faults))
