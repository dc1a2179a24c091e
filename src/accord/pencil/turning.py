"""Turn and reflect pencil puzzles; state what puzzles have in common that differ in turns and names only.

A way transposes the board or not, then reverses the order of its rows or not, then of its columns. A kind
says which of the eight ways keep its rules (`Kind.turns`): in an aquarium water stays below, so that only
left and right may be exchanged. Signs for directions, clues at the sides and regions follow.

Names count nothing: labels of regions, and the words that a kind exchanges (`Kind.namings`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from accord.grids.turns import WAYS, Way, turn_rows
from accord.pencil.boards import Board, Grid, Regions
from accord.pencil.instance import Instance
from accord.pencil.kind import Kind, instance, spec_of, words_of
from accord.pencil.parts import Numbers, Side, Words

OPPOSITE = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}
TRANSPOSED = {"top": "left", "left": "top", "bottom": "right", "right": "bottom"}
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # of the signs for directions: up, right, down, left
KEEPS: Mapping[str, Callable[[Way], bool]] = {
    "all": lambda way: True,  # noqa: ARG005
    "transposed": lambda way: not (way.down or way.right),
    "left-right": lambda way: not (way.transposed or way.down),
}


def ways(kind: Kind) -> list[Way]:
    """Return the turns and reflections that keep the rules of a kind, the identity first."""
    return [way for way in WAYS if KEEPS[kind.turns](way)]


def turn(kind: Kind, spec: Any, way: Way) -> Any:
    """Return the spec of a puzzle that is turned."""
    return spec_of(kind, _turn_words(kind, words_of(kind, spec), way))


def _turn_words(kind: Kind, words: Mapping[str, Words], way: Way) -> Mapping[str, Words]:
    if kind.turn is not None:
        return kind.turn(words, way)
    found = {}
    for part in kind.parts:
        its = words[part.key]
        if isinstance(part, Side):
            found[part.key] = _side(kind, part, words, way)
        elif isinstance(part, Grid) and its:
            names = _directions(part, way) if isinstance(part, Board) else {}
            found[part.key] = [[_turn_word(word, names) for word in row] for row in turn_rows(its, way)]
        else:
            found[part.key] = its
    return found


def _directions(part: Board, way: Way) -> dict[str, str]:
    """Return what each sign for a direction becomes."""
    sign_of = dict(zip(STEPS, part.directions, strict=False))
    return {sign: sign_of[way.step(step)] for step, sign in sign_of.items()}


def _turn_word(word: str, names: Mapping[str, str]) -> str:
    """Return a word with its sign for a direction turned, which may follow a number."""
    number, sign = word[:-1], word[-1:]
    return number + names.get(sign, sign) if not number or number.isdigit() else word


def _side(kind: Kind, part: Side, words: Mapping[str, Words], way: Way) -> Words:
    """Return the clues of a side: the clues of the side that comes there, in its direction."""
    clues = words[_source(kind, part, way).key]
    rows = part.of == "rows"
    lines, cells = (way.down, way.right) if rows else (way.right, way.down)
    if part.lists:
        return [line[:: -1 if cells else 1] for line in clues[:: -1 if lines else 1]]
    return [line[:: -1 if lines else 1] for line in clues]


def _source(kind: Kind, part: Side, way: Way) -> Side:
    """Return the side whose clues come to this one."""
    sides = [each for each in kind.parts if isinstance(each, Side)]
    if part.viewed:
        stands: str = part.stands
        if way.right if part.of == "rows" else way.down:
            stands = OPPOSITE[stands]
        stands = TRANSPOSED[stands] if way.transposed else stands
        return next(each for each in sides if each.stands == stands)
    if not way.transposed:
        return part
    place = [each for each in sides if each.of == part.of].index(part)
    return [each for each in sides if each.of != part.of][place]


# -- what twins have in common ---------------------------------------------------------------------


def form(kind: Kind, spec: Any) -> str:
    """Return the least text of a puzzle over its turns and names: of two puzzles equal if they are twins."""
    puzzle = instance(kind, spec)
    if kind.form is not None:
        return kind.form(puzzle)
    words = words_of(kind, spec)
    turned = (_turn_words(kind, words, way) for way in ways(kind))
    named = (each for some in turned for each in (kind.namings(some) if kind.namings is not None else [some]))
    return min(_text(kind, instance(kind, spec_of(kind, each))) for each in named)


def _text(kind: Kind, puzzle: Instance) -> str:
    """Return what a puzzle says, without labels of regions."""
    said: list[object] = [(puzzle.height, puzzle.width), sorted(puzzle.holes)]
    for part in kind.parts:
        value = puzzle[part.key]
        if isinstance(part, Regions):
            label = {cell: name for name, cells in value.items() for cell in cells}
            first: dict[object, int] = {}
            value = [first.setdefault(label[cell], len(first)) for cell in sorted(label)]
        elif isinstance(part, Board):
            value = sorted(value.items())
        elif isinstance(part, Numbers):  # none of a length is the same as no such length
            value = [*value]
            while value and not value[-1]:
                value.pop()
        said.append(value)
    return repr(said)


def rename(
    words: Mapping[str, Words], key: str, classes: Collection[Collection[str]]
) -> Iterator[Mapping[str, Words]]:
    """Yield a puzzle with the words of each class of a board renamed in the order in which they come.

    The words of a class are those that the rules treat alike, in the order of their new names.
    """
    new: dict[str, str] = {}
    for alike in classes:
        met = dict.fromkeys(word for row in words[key] for word in row if word in alike)
        new.update(zip(met, alike, strict=False))
    yield {**words, key: [[new.get(word, word) for word in row] for row in words[key]]}
