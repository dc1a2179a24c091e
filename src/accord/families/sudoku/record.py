"""The family record of sudokus: the functions that general code calls for a family."""

from accord.families.sudoku import sites
from accord.families.sudoku.files import begins, parse, puzzles, write
from accord.families.sudoku.generate import generate
from accord.families.sudoku.model import build, clues, form, given_options, picture, possible_clues, variables
from accord.families.sudoku.sheets import EDITING
from accord.families.sudoku.spec import Sudoku
from accord.families.sudoku.words import words
from accord.puzzles.family import About, Command, Family, Made, Random, Searched, Shown, Texts

RECORD = Family(
    name="sudoku",
    spec=Sudoku,
    about=About(
        "pencil",
        "Each row, column and box has each digit once.",
        ("Number Place", "数独 sudoku", "Jigsaw sudoku", "X-sudoku"),
    ),
    texts=Texts(
        parse=parse,
        emit=write,
        example="1...3...4...2...",
        sites=(sites.SITE, sites.DRAWN),
        forms={"url": sites.write},
        begins=begins,
        several=puzzles,
    ),
    shown=Shown(picture=picture, words=words),
    made=Made(
        model=build,
        given=given_options,
        variables=variables,
        clues=clues,
        possible_clues=possible_clues,
        form=form,
    ),
    random=Random(generate=generate, wishes=("symmetry", "cells", "without")),
    searched=Searched(
        engines={"sudoku": "accord.families.sudoku.engine:Sudoku"},
        many="accord.families.sudoku.many:SudokuMany",
    ),
    commands={
        "sudoku": Command(
            "List classes of sudoku bands, and grids that share two bands.",
            "accord.families.sudoku.command:sudoku",
        ),
    },
    editing=EDITING,
)
