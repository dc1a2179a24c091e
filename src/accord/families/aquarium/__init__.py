"""Aquarium: tanks are filled with water up to a level, so that rows and columns hold as much as is said.

record      what general code asks
spec        tanks and clues, and what can be wrong with them
model       levels as options; the picture
formats     task strings, aqt, addresses, model files
url         addresses of the sites that show such puzzles
files       many puzzles in one file
words       deductions as sentences
generate    random tanks with some water

General code asks the record. Formats are for everybody who has such a puzzle as text:

    >>> from accord.families.aquarium.formats import read, write
    >>> spec = read("1_1_0_2;1,1,2,2")
    >>> write(spec, "url")
    'https://puzz.link/p?aquarium/r/2/2/0o/1102'
"""
