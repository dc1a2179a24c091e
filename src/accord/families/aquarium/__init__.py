"""Aquarium: tanks are filled with water up to a level, so that rows and columns hold as much as is said.

spec     tanks and clues, and what can be wrong          model     levels as options; the picture
url      addresses of the sites that show such puzzles   formats   task strings, aqt, addresses, model files
files    many puzzles in one file                        generate  random tanks with some water
words    deductions as sentences                         record    what general code asks

    from accord.families.aquarium.formats import read, write
    spec = read("1_2_2_1;1,1,2,2")                   # a task string
    write(spec, "url")                               # the same puzzle as an address

Nobody else imports what is here.
"""
