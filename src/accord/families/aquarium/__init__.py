"""Aquarium: tanks are filled with water up to a level, so that rows and columns hold as much as is said.

page   what an aquarium is, as a kind of pencil puzzle, with its model, and random tanks
text   tanks as a part of the page; task strings, aqt, addresses, and files of many puzzles
words  deductions as sentences

General code asks the record of the page, as everybody may who has such a puzzle as text:

    >>> from accord.families.aquarium.page import RECORD
    >>> spec = RECORD.texts.parse("1_1_0_2;1,1,2,2")
    >>> RECORD.texts.forms["url"](spec, "", "")
    'https://puzz.link/p?aquarium/r/2/2/0o/1102'
"""
