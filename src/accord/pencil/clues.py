"""Find the clues of a pencil puzzle, and the items of its model that belong to each.

A page says which of its parts are clues, and which word stands where one is left out. A rule belongs to a
clue if the puzzle without that clue does not have it. To see which, the puzzle is formulated without some
clues at a time: those with a bit in their codes, so that few formulations tell all of them apart.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, count, islice
from math import comb
from typing import Any, TypeAlias

from accord.errors import EngineError
from accord.model import Model
from accord.pencil.boards import Grid
from accord.pencil.direct import DirectModel
from accord.pencil.instance import at
from accord.pencil.kind import Kind, instance, spec_of, words_of
from accord.pencil.parts import NONE, Side, Words
from accord.problem import Problem
from accord.problem.lower.passes import lower_problem
from accord.problem.rules import Rule
from accord.puzzles.clues import RULE, Clue, Clues

Sign: TypeAlias = tuple[type[Rule], str]
SIDES = {"top": "above", "left": "left of", "bottom": "below", "right": "right of"}


@dataclass(frozen=True, slots=True)
class Stated:
    """A clue, and its place in the words of a puzzle."""

    clue: Clue
    key: str
    row: int
    column: int  # of its word; -1: the whole line is the clue


class Formulation:
    """A formulated puzzle, and keys that tell its rules apart."""

    def __init__(self, kind: Kind, spec: Any, among: Collection[Sign] | None = None) -> None:
        """Formulate a puzzle. With `among`, rules of other signs have no keys: these take time."""
        self.spec = spec
        puzzle = instance(kind, spec)
        self.made = kind.plain(puzzle) if kind.plain is not None else kind.formulate(puzzle)
        self.keys = _keys(self.made, among)

    def signs(self, own: Container[str | None]) -> set[Sign]:
        """Return the signs of the rules whose keys are among `own`."""
        if isinstance(self.made, DirectModel):
            return set()
        return {_sign(rule) for rule, key in zip(self.made.rules, self.keys, strict=True) if key in own}

    def lower(self, own: Container[str | None]) -> tuple[Model, Sequence[str | None]]:
        """Return a model with the items of the rules whose keys are among `own`, and the key of each item.

        The items of other rules are there only where the puzzle makes its model itself.
        """
        if isinstance(self.made, DirectModel):
            return self.made.model, self.keys
        part = self.made.copy()
        pairs = zip(self.made.rules, self.keys, strict=True)
        part.rules, keys = map(list, zip(*(pair for pair in pairs if pair[1] in own), strict=True))
        model, numbers = lower_problem(part)[:2]
        return model, [None if number is None else keys[number] for number in numbers]

    @property
    def key_of_item(self) -> Sequence[str | None]:
        """The key of the rule of each item."""
        if isinstance(self.made, DirectModel):
            return self.keys
        return [None if number is None else self.keys[number] for number in self.made.rule_numbers]


def clues(kind: Kind, spec: Any) -> Clues:
    """Return the clues of a puzzle, of a kind that says which of its parts are clues."""
    stated = [*stated_clues(kind, spec)]
    formulation = Formulation(kind, spec)
    base = Formulation(kind, without(kind, spec, stated))
    whole = formulation.made
    options, named = whole.options, base.made.options.keys()
    if not named <= options.keys():
        raise EngineError(
            f"{kind.name}: a puzzle without its clues has more variables; name another word for none"
        )
    owner = _owners(kind, spec, stated, formulation, base.keys)
    return Clues(
        model=whole.model,
        clues=tuple(each.clue for each in stated),
        of_item=[RULE if key is None else owner.get(key, RULE) for key in formulation.key_of_item],
        decides=sorted({option for name in named for option in options[name].values() if option is not None}),
        only=partial(_only, kind, spec, stated),
        rule_of=whole.rule_of,
    )


def _only(kind: Kind, spec: Any, stated: Sequence[Stated], kept: Collection[int]) -> Any:
    """Return the spec with these clues alone."""
    return without(kind, spec, [each for number, each in enumerate(stated) if number not in kept])


def stated_clues(kind: Kind, spec: Any) -> Iterator[Stated]:
    """Yield the clues of a puzzle, part by part."""
    words = words_of(kind, spec)
    for part in kind.parts:
        if part.key not in kind.clues:
            continue
        if isinstance(part, Side):
            yield from _side_clues(kind, part, words[part.key], {kind.clues[part.key], *NONE})
        else:
            assert isinstance(part, Grid)  # in which a ? may be a clue
            none = {kind.clues[part.key], *part.blanks, *kind.not_clues}
            for row, line in enumerate(words[part.key]):
                for column, word in enumerate(line):
                    if word not in none:
                        clue = Clue(f"the {word} at {at((row, column))}", ((0, row, column),))
                        yield Stated(clue, part.key, row, column)


def _side_clues(kind: Kind, part: Side, words: Words, none: Collection[str]) -> Iterator[Stated]:
    """Yield the clues of rows or columns. Where there are two for a line, words say where each stands."""
    several = sum(isinstance(each, Side) and each.of == part.of for each in kind.parts) > 1
    where = SIDES[part.stands] if several else "of"
    lines = words if part.lists else [[word] for word in (words[0] if words else [])]
    for number, line in enumerate(lines):
        if line and line[0] not in none:
            clue = Clue(f"the {' '.join(line)} {where} {part.of[:-1]} {number + 1}")
            yield Stated(clue, part.key, *((number, -1) if part.lists else (0, number)))


def without(kind: Kind, spec: Any, left_out: Collection[Stated]) -> Any:
    """Return the spec of a puzzle without these clues. Raises SpecError if that is no puzzle."""
    words = {key: [[*line] for line in lines] for key, lines in words_of(kind, spec).items()}
    for each in left_out:
        blank = kind.clues[each.key]
        if each.column < 0:
            words[each.key][each.row] = [blank]
        else:
            words[each.key][each.row][each.column] = blank
    return spec_of(kind, words)


def _owners(
    kind: Kind,
    spec: Any,
    stated: Sequence[Stated],
    whole: Formulation,
    base: Sequence[str | None],
) -> dict[str, int]:
    """Return the number of the clue that each rule belongs to, if any. Raises EngineError for one of two."""
    keys = whole.keys
    if not {*base} <= {*keys}:
        raise EngineError(f"{kind.name}: rules change where clues are left out: {({*base} - {*keys}).pop()}")
    own = [key for key in {*keys}.difference(base) if key is not None]
    known_by = whole.signs({*own})
    codes = _codes(len(stated))
    clue_of = {code: number for number, code in enumerate(codes)}
    missing: dict[str, set[int]] = {key: set() for key in own}
    for bit in sorted({bit for code in codes for bit in code}):
        some = [each for each, code in zip(stated, codes, strict=True) if bit in code]
        there = {*Formulation(kind, without(kind, spec, some), known_by).keys}
        for key in own:
            if key not in there:
                missing[key].add(bit)
    found = {}
    for key, bits in missing.items():
        number = clue_of.get(frozenset(bits))
        if number is None:
            raise EngineError(f"{kind.name}: the rule {key} depends on several clues")
        found[key] = number
    return found


def _codes(number: int) -> list[frozenset[int]]:
    """Return a set of bits for each of so many clues, half of all bits: two clues together have more."""
    bits = next(bits for bits in count(1) if comb(bits, bits // 2) >= number)
    return [frozenset(code) for code in islice(combinations(range(bits), bits // 2), number)]


def _keys(made: Problem | DirectModel, among: Container[Sign] | None = None) -> Sequence[str | None]:
    """Return what tells the rules of two formulations apart: their text, or of a direct model their words.

    Texts take time. With `among`, rules with other signs are left out.
    """
    if isinstance(made, DirectModel):
        return made.rule_of
    return [repr(rule) for rule in made.rules if among is None or _sign(rule) in among]


def _sign(rule: Rule) -> Sign:
    """Return what equal rules have alike, and many others have not."""
    return type(rule), rule.called
