"""The family record of clue sets: the functions that general code calls for a family."""

from accord.families.clue_sets.entry_model import build, picture
from accord.families.clue_sets.model import ClueSets, parse
from accord.puzzles.family import About, Command, Family, Made, Searched, Shown, Texts

RECORD = Family(
    name="clue-sets",
    spec=ClueSets,
    about=About("designs", "Find the sets of k clues that determine a finished sudoku grid."),
    texts=Texts(parse=parse, example="4:1234341221434321"),
    shown=Shown(picture=picture),
    made=Made(model=build),
    searched=Searched(
        engines={
            "bands": "accord.families.clue_sets.bands:Bands",
            "shared-bands": "accord.families.clue_sets.entry_engine:EntryBands",
        }
    ),
    commands={
        "clues": Command(
            "Find all puzzles with N clues for a sudoku grid.",
            "accord.families.clue_sets.command:clues",
        ),
        "unavoidable": Command(
            "List the unavoidable sets of a sudoku grid.",
            "accord.families.clue_sets.unavoidable_command:unavoidable",
        ),
    },
)
