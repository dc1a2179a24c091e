"""Derive the family record of a pencil kind (reader, writer, picture, hints, generator) from its page."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from inspect import Parameter, Signature, getdoc, signature
from typing import Any

from accord.errors import UsageError
from accord.model import Model
from accord.pencil import picture, sheets, texts, turning, words
from accord.pencil.address.address import Asked, Form, refusal
from accord.pencil.boards import BLANK, HOLE, Board
from accord.pencil.clues import clues
from accord.pencil.kind import Kind, formulation, instance, words_of
from accord.pencil.making import Dice
from accord.pencil.parts import NUMBER, Part, Side, Words
from accord.pencil.possible_clues import possible_clues
from accord.problem.lower.passes import Cost
from accord.puzzles.blocks import Rows
from accord.puzzles.family import Block, Family, Made, Random, Shown, Texts
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sheets import Editing
from accord.puzzles.wishes import Wishes, wish_error
from accord.puzzles.words import describe


def family(kind: Kind) -> Family:
    """The record of a kind, for its page; the struct of its specs becomes a class of the page."""
    page = sys.modules.get(kind.page)
    if page is not None:  # under that name it is pickled
        setattr(page, kind.spec.__name__, kind.spec)
    parse, several = partial(texts.parse, kind), kind.texts.several
    written = [form for form in kind.address_forms if form.write]
    return Family(
        name=kind.name,
        spec=kind.spec,
        about=kind.about,
        texts=Texts(
            parse=parse,
            emit=partial(texts.emit, kind),
            example=kind.example,
            sites=kind.address_forms,
            forms={
                "toml": partial(texts.model_file, kind),
                **{form: partial(_write_form, kind, write) for form, write in kind.texts.forms.items()},
                **{form.name: partial(_write_address, kind, form) for form in written},
            },
            begins=kind.texts.begins,
            several=None if several is None else partial(several, parse),
            recognise=kind.texts.is_file,
            of_file=parse if kind.texts.is_file else None,
            block=Block(
                read=partial(texts.read_block, kind),
                write=partial(texts.write_block, kind),
                solution=Solutions(kind),
            ),
        ),
        shown=Shown(
            picture=partial(picture.picture, kind),
            words=partial(words.words, kind),
            seen_as=partial(words.seen_as, kind) if kind.seen_as else None,
            rules=partial(_rules, kind),
            known_by=partial(words.known_by, kind),
            marks=partial(picture.marks, kind),
            signs=_signs(kind),
        ),
        made=Made(
            model=partial(_model, kind),
            given=partial(picture.given_options, kind),
            variables=None if kind.rules is None else partial(_variables, kind),
            helps=None if kind.rules is None else partial(_helps, kind),
            costs=partial(_costs, kind),
            clues=partial(clues, kind) if kind.clues else None,
            possible_clues=partial(possible_clues, kind) if kind.clues else None,
            form=partial(turning.form, kind),
        ),
        editing=Editing(partial(sheets.sheets, kind), partial(sheets.spec, kind)),
        random=None if kind.make is None else Random(generate=Generator(kind), wishes=_wishes(kind)),
    )


def _wishes(kind: Kind) -> tuple[str, ...]:
    """Return what a setter may wish of the clues of a kind: of any which there are not, of some where."""
    where = ("symmetry", "cells") if kind.arranged is not None else ()
    return (*where, "without") if _clue_parts(kind) else where


def _clue_parts(kind: Kind) -> list[Part]:
    """Return the parts whose words are clues or stand on the board."""
    return [part for part in kind.parts if isinstance(part, Board | Side)]


def _model(kind: Kind, spec: Any) -> Model:
    return replace(formulation(kind, spec).model, family=kind.name)


def _rules(kind: Kind, spec: Any, _model: Model) -> Sequence[str | None]:
    return formulation(kind, spec).rule_of


def _variables(kind: Kind, spec: Any) -> Mapping[str, Mapping[Any, int | None]]:
    return formulation(kind, spec).options


def _helps(kind: Kind, name: str) -> bool:
    return not kind.solution.knows(name)


def _costs(kind: Kind, spec: Any) -> Iterator[Cost]:
    return formulation(kind, spec).costs()


def _write_form(
    kind: Kind,
    write: Callable[[Mapping[str, Words], str], str],
    spec: Any,
    name: str,
    title: str,  # noqa: ARG001
) -> str:
    """The text of a puzzle in one of the kind's own formats. Raises SpecError for one that is wrong."""
    instance(kind, spec)
    return write(words_of(kind, spec), name)


def _write_address(kind: Kind, form: Form, spec: Any, name: str, title: str) -> str:  # noqa: ARG001
    assert form.write is not None
    instance(kind, spec)  # which raises what is wrong
    said = words_of(kind, spec)
    words = Asked(said)
    text = form.write(words)
    for part in kind.parts:
        lost = {word for line in said[part.key] for word in line} - {*BLANK}
        if part.key not in words.asked and lost and getattr(spec, part.key) != part.usual:
            raise refusal(
                part.key, " ".join(sorted(lost)), f"nothing: the format {form.name} has no such part"
            )
    return text


def _signs(kind: Kind) -> Mapping[str, str]:
    """Return what `#` and `x` of a half-solved board mean."""
    flags = picture.flags_of(kind)
    return {"#": flags.what, "x": flags.contrary or f"no {flags.what}"} if flags else {}


@dataclass(frozen=True)
class Solutions:
    """How files of blocks state solutions of a kind: an `accord.puzzles.blocks.SolutionFormat`."""

    kind: Kind

    @property
    def words(self) -> str:
        """The words that a file may have, as a message lists them."""
        return self.kind.solution.words

    def allows(self, word: str) -> bool:
        """Whether a file may have that word."""
        boards = [part for part in self.kind.parts if isinstance(part, Board)]
        return word == HOLE or self.kind.solution.allows(word) or any(board.knows(word) for board in boards)

    def rows(self, puzzle: Puzzle, options: Sequence[int]) -> Rows:
        """A solution as a file has it."""
        known = picture.values(self.kind, puzzle.spec, options)
        return self.kind.solution.rows(instance(self.kind, puzzle.spec), known, puzzle.stated or ())

    def options(self, puzzle: Puzzle, rows: Rows) -> tuple[list[int], list[int]]:
        """The options that a file chooses, and the options that it excludes. Raises UsageError."""
        variables = formulation(self.kind, puzzle.spec).options
        chosen: set[int] = set()
        closed: set[int] = set()
        said = self.kind.solution.says(instance(self.kind, puzzle.spec), variables, rows)
        for name, value in said:
            for each, option in variables[name].items():
                if option is not None:
                    (chosen if each == value else closed).add(option)
        return sorted(chosen), sorted(closed)


class Generator:
    """A generator of random puzzles of a kind; it takes the arguments of the page's `make`."""

    def __init__(self, kind: Kind) -> None:
        assert kind.make is not None
        self.kind = kind
        self.__doc__ = getdoc(kind.make)

    def __reduce__(self) -> Any:
        return Generator, (self.kind,)

    @cached_property
    def __signature__(self) -> Signature:
        """Seed, size, and the knobs."""
        assert self.kind.make is not None
        _, _, *knobs = signature(self.kind.make).parameters.values()
        first = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in ("seed", "size")]
        return Signature([*first, *knobs])

    def __call__(
        self,
        seed: int,
        size: tuple[int, int],
        *,
        symmetry: str = "none",
        cells: str = "",
        without: Sequence[str] = (),
        **knobs: Any,
    ) -> Any:
        """The spec of a random puzzle. Raises UsageError if there can be no such puzzle."""
        assert self.kind.make is not None
        for name, value in zip(("rows", "columns"), size, strict=True):
            if not 1 <= value <= self.kind.largest:
                raise UsageError(f"{name}: found {describe(value)}; expected 1 to {self.kind.largest}")
        dice = Dice(seed)
        rows, columns = (max(0, side - self.kind.margin) for side in size)
        dice.wishes = Wishes((rows, columns), symmetry, cells, tuple(without))
        self._check_words(without)
        spec = self.kind.spec(**self.kind.make(dice, size, **knobs))
        if dice.wishes:
            self._check(spec, dice.wishes)
        return spec

    def _check_words(self, without: Sequence[str]) -> None:
        """Raise UsageError for a word that no clue has."""
        for word in without:
            boards = [part for part in _clue_parts(self.kind) if isinstance(part, Board)]
            known = NUMBER.fullmatch(word) or any(
                board.knows(word) and word not in board.blanks for board in boards
            )
            if not known:
                expected = "; ".join(board.wanted for board in boards) or "a number"
                raise UsageError(f"without: found {describe(word)}; expected a word of clues: {expected}")

    def _check(self, spec: Any, wishes: Wishes) -> None:
        """Raise NotDrawnError for a puzzle that is not as a setter wishes."""
        words = words_of(self.kind, spec)
        said = {word for part in _clue_parts(self.kind) for line in words[part.key] for word in line}
        if not said.union(*(word.split(",") for word in said)).isdisjoint(wishes.without):
            raise wish_error()
        if self.kind.arranged is not None:
            margin = self.kind.margin
            cells = self.kind.arranged(instance(self.kind, spec))
            wishes.check({(row - margin, column - margin) for row, column in cells})
