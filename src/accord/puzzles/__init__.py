"""Puzzles, whatever their family: the record of a family, the table, model files, and the library.

family         The record of a puzzle family: functions that read, write, draw, model and explain its puzzles
table          The table of families: name, module of the record, and what must be known before it is imported
registry       The table of families and backends, read before any is imported (`make generated`)
puzzle         A puzzle: a family's spec with its name, its rule and its known counts
views          Views of a puzzle beside its board
source         Resolve a name to its place: a puzzle of the library, a file, a text or an address
sites          Recognise addresses (URLs) of puzzle sites: of which site, and of which kind
unread         Recognise files and links of other programs that are not read
reading        Open and read texts: files, pipes and standard input, with size limits
loader         Load what a name means: a puzzle, or a file of many puzzles read one by one
stretches      Cut a file of many puzzles into stretches of lines, each for one reader
blocks         Read files of blocks: puzzles of one kind one after the other, each with its stated solution
document       Parse a TOML document from bytes, and remember the line of every key
locate         Lines of keys in a TOML text: one walk remembers the line, and the place, of every key
file           Read a model file: validate the TOML document, and return the puzzle and its variants
library        List the puzzles that come with Accord, from their headings, with filters
toml           Write model files as TOML
writing        Write puzzles as text: model files, and the other text forms of their families
partial_board  Draw a half-solved board as text, and read it back as known options of the puzzle
sheets         A puzzle as sheets to fill in: the words of each cell, corner and side
clues          The clues of a puzzle: what it states beside the rules of its kind
given_values   Read values that a user gives: of variables, by name or by variable
cell_values    The values that the cells or variables of a puzzle can have
fingerprint    The fingerprint of a puzzle: the same for two puzzles of a family if and only if they are twins
wishes         A setter's wishes for the clues of a random puzzle
bounds         Check numbers and sizes in texts and in requests to generators; raise one error with its place
words          Build the wording of messages: what was found, what was expected, lists with commas and "and"
hints          Find the hint steps of a puzzle, and put them in the words of its family

Families import what they need of it; commands find puzzles here. It knows no family by name, but for the
strings of the registry.

    >>> from accord.puzzles import loader, source
    >>> source.place_of("queens:8").kind
    'text'
    >>> puzzle = loader.load("queens:8")
    >>> puzzle.record.name, puzzle.model.options
    ('queens', 64)
"""
