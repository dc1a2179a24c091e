"""Puzzles, whatever their family: the record of a family, the table, model files, and the library.

family         what a family is: a record; its pictures as scenes
table          the rows: ours, and those of entry points
registry       names and places for the rows of ours, as `make generated` found them
puzzle         a family's spec with its name, its rule and its known counts
costs          what its model is made of
views          its pieces, the placements of a cell, what is dropped, what is often where
source         the place that a name stands for
sites          which site and kind an address is of
unread         texts and links of other programs that are named and not read
reading        texts that are opened, and lines of files of many
loader         what is there, as a puzzle or as many:
stretches      files of many, whose lines may be of several sorts
blocks         files of many whose blocks state solutions too, and how they do
document       a TOML document, and where its keys stand:
locate         their lines,
check          their values,
file           and the puzzle and the variants that it declares
library        the list of the library, and narrower ones
toml           model files that are written
writing        puzzles as texts: model files, and the other forms of their families
partial_board  half-solved boards
sheets         boards as an editor has them: words, and which may stand there
clues          the clues of a puzzle, and the items of the model for each
given_values   values that a user gives, of variables or options
cell_values    the values of each cell, and the options that stand for them
fingerprint    what puzzles share that differ in turns and names only
hints          steps of a person, as a family sees them
wishes         where clues of a random puzzle stand, and which there are not
bounds         checks of texts and of what generators are asked for; bounds of boards
words          words of messages

Families import what they need of it; commands find puzzles here. It knows no family by name, but for the
strings of the registry.

    >>> from accord.puzzles import loader, source
    >>> source.place_of("queens:8").kind
    'text'
    >>> puzzle = loader.load("queens:8")
    >>> puzzle.record.name, puzzle.model.options
    ('queens', 64)
"""
