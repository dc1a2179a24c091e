"""Word squares: words in the rows that are the words of the columns, too; or other words, of a double one.

    BIT    An option is a word in a line: in row 1 and column 1 at once, or of a double square in one of
    ICE    them. The cells are secondary items whose colour is the letter, so letters match where words
    TEN    cross. No word comes twice. A double square is the same as its mirror image, columns for rows, up
           to symmetry.

An old pastime: the SATOR square was written on walls in Pompeii. The words are the user's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from accord.model import Model
from accord.picture import EMPTY, Picture
from accord.puzzles.bounds import spec_error
from accord.puzzles.family import About, Family, Fault, Faults, Made, Shown, Texts
from accord.puzzles.words import describe

LARGEST, MOST_WORDS = 20, 100_000


class WordSquare(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: words in the rows and columns of a square."""

    words: str  # all that may be used, of one length, with blanks or new lines between them
    double: bool = False  # whether the columns have other words than the rows


def parse(text: str) -> WordSquare:
    """Parse `bit,ice,ten`, or behind `double:` words for rows and columns. Raises SpecError."""
    head, colon, rest = text.partition(":")
    if colon and head != "double":
        raise spec_error("text", f"found {describe(head)} before a colon; expected double")
    spec = WordSquare(words=(rest if colon else head).replace(",", " "), double=bool(colon))
    _words(spec)
    return spec


def _words(spec: WordSquare) -> list[str]:
    """Return the words, each once, in capitals. Raises SpecError with every fault."""
    words = [*dict.fromkeys(spec.words.upper().split())]
    if not words:
        raise spec_error("words", "found no words; expected some, as in word-square:bit,ice,ten")
    size = len(words[0])
    faults = Faults()
    if size > LARGEST or len(words) > MOST_WORDS:
        expected = f"expected at most {MOST_WORDS:,} of at most {LARGEST}"
        faults.add("words", f"found {len(words):,} words of {size:,} letters; {expected}")
    faults += [
        Fault("words", f"found {describe(word)}; expected a word of {size} letters, as {describe(words[0])}")
        for word in words
        if len(word) != size or not word.isalpha()
    ]
    faults.end()
    return words


def build(spec: WordSquare) -> Model:
    """Return the model: the lines, then the cells, then the words."""
    words = _words(spec)
    size = range(1, len(words[0]) + 1)
    lines = [f"{kind}{k}" for k in size for kind in ("rc" if spec.double else "r")]
    items: dict[str, int | tuple[int, int | None]] = dict.fromkeys(lines, 1)
    items |= {f"r{r}c{c}": (0, 1) for r in size for c in size if spec.double or r <= c}
    items |= dict.fromkeys((f"={word}" for word in words), (0, 1))
    options: dict[str, Mapping[str, int | str]] = {}
    for line in lines:
        k = int(line[1:])
        for word in words:
            places = [(k, i) if line[0] == "r" else (i, k) for i in size]
            if not spec.double:
                places = [(min(place), max(place)) for place in places]
            letters = {f"r{r}c{c}": letter for (r, c), letter in zip(places, word, strict=True)}
            options[f"{line} {word}"] = {line: 1, **letters, f"={word}": 1}
    mirror = {f"{'rc'[a]}{k}": f"{'cr'[a]}{k}" for a in (0, 1) for k in size}
    mirror |= {f"r{r}c{c}": f"r{c}c{r}" for r in size for c in size}
    return Model.build(
        items, options, order=lines, symmetries=[mirror] if spec.double else [], family="word-square"
    )


def picture(spec: WordSquare, model: Model, options: Sequence[int] | None) -> Picture:
    """Return the square, with its letters."""
    size = range(len(_words(spec)[0]))
    signs = {(0, row, column): EMPTY for row in size for column in size}
    for option in options or ():
        line, word = model.names[option].split(" ")
        k = int(line[1:]) - 1
        for i, letter in enumerate(word):
            here = [(0, k, i), (0, i, k)]
            signs |= dict.fromkeys(here[line[0] == "c" : 2 - (spec.double and line[0] == "r")], letter)
    return Picture("square", signs)


RECORD = Family(
    name="word-square",
    spec=WordSquare,
    about=About("designs", "Squares of words that read across and down."),
    texts=Texts(parse=parse, example="bit,ice,ten"),
    shown=Shown(picture=picture),
    made=Made(model=build),
)
