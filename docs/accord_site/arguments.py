"""The reference of arguments: for each verb a table of keywords and options, from `accord.arguments`."""

from __future__ import annotations

import re
from dataclasses import MISSING, Field
from typing import Any, NamedTuple

from accord import arguments
from accord.arguments import Arguments, Limited, Query, fields_of, flag
from accord.arguments.commands import (
    BenchCommand,
    CompareCommand,
    CountCommand,
    FuzzCommand,
    ServeCommand,
    Sharing,
    SolveCommand,
)
from accord.arguments.drawing import ConvertCommand, DrawCommand, FilmCommand, WatchCommand
from accord.arguments.plan import PlanArguments, PlanCommand
from accord.arguments.proof import (
    CertifyArguments,
    CheckArguments,
    CheckCommand,
    ExplainArguments,
    ProveArguments,
    ProveCommand,
)
from accord.arguments.puzzle import (
    CandidatesArguments,
    FingerprintArguments,
    GenerateArguments,
    GenerateCommand,
    HintArguments,
    HintCommand,
    RateArguments,
    RepairArguments,
    SampleArguments,
    SampleCommand,
    WhyArguments,
)
from accord.families.clue_sets.arguments import CluesCommand, CluesQuery, UnavoidableCommand
from accord.families.sudoku.command import SudokuCommand
from accord_site.markdown import code, table

PATH = "reference/arguments.md"


class Verb(NamedTuple):
    """What can be asked: the struct of the command, that of the function, and who takes them."""

    command: type
    function: type
    words: str


VERBS = {  # heading -> the verb
    "Runs": Verb(
        Arguments,
        Arguments,
        "`accord.run`, `count`, `first`, `unique`, `best`, `solutions`; `accord count` and `accord solve`.",
    ),
    "Counts": Verb(CountCommand, Arguments, "`accord count` takes these as well."),
    "Solutions": Verb(SolveCommand, Arguments, "`accord solve` takes these as well."),
    "Plans": Verb(PlanCommand, PlanArguments, "`accord.plan` and `accord.Search`; `accord plan`."),
    "Proofs": Verb(ProveCommand, ProveArguments, "`accord.prove` and `accord prove`."),
    "Explanations": Verb(ExplainArguments, ExplainArguments, "`accord.explain` and `accord explain`."),
    "Certificates of counts": Verb(
        CertifyArguments,
        CertifyArguments,
        "`accord.certify.count.write` and `accord certify`, which has its file as `--output`.",
    ),
    "Checks": Verb(CheckCommand, CheckArguments, "`accord check`."),
    "Samples": Verb(
        SampleCommand,
        SampleArguments,
        "`accord.sample`, which has the number as `n`, and `accord sample`. `accord.Population` and "
        "`accord.frequencies` take all but the seed.",
    ),
    "Candidates": Verb(
        CandidatesArguments, CandidatesArguments, "`accord.candidates` and `accord show --candidates`."
    ),
    "Clues to blame": Verb(WhyArguments, WhyArguments, "`accord.why` and `accord why`."),
    "Repair": Verb(RepairArguments, RepairArguments, "`accord.repair` and `accord repair`."),
    "Fingerprints": Verb(
        FingerprintArguments, FingerprintArguments, "`accord.fingerprint` and `accord fingerprint`."
    ),
    "Hints": Verb(HintCommand, HintArguments, "`accord.hint` and `accord hint`."),
    "Ratings": Verb(RateArguments, RateArguments, "`accord.rate` and `accord rate`."),
    "Random puzzles": Verb(
        GenerateCommand,
        GenerateArguments,
        "`accord.generate.Maker`, to which family and size come first, and `accord generate`.",
    ),
    "Clues": Verb(
        CluesCommand,
        CluesQuery,
        "`accord.sudoku.clue_puzzles`, which takes the arguments of a run as well, and `accord clues`.",
    ),
    "Sudoku bands": Verb(SudokuCommand, Query, "`accord sudoku`."),
    "Unavoidable sets": Verb(UnavoidableCommand, Query, "`accord unavoidable`."),
    "Drawings": Verb(DrawCommand, Query, "`accord draw`."),
    "Films": Verb(FilmCommand, Query, "`accord film`."),
    "Watching": Verb(WatchCommand, Query, "`accord watch`."),
    "Workbench": Verb(ServeCommand, Query, "`accord serve`."),
    "Formats": Verb(ConvertCommand, Query, "`accord convert`."),
    "Comparisons": Verb(CompareCommand, Query, "`accord compare`."),
    "Benchmarks": Verb(BenchCommand, Query, "`accord bench`."),
    "Random models": Verb(FuzzCommand, Query, "`accord fuzz`."),
    "Merging": Verb(Limited, Query, "`accord merge`."),
    "Files and several machines": Verb(Sharing, Query, "Commands that take many puzzles."),
}
FIRST = {"Random puzzles": {"family", "size"}}  # arguments that the function takes by their places
INTRODUCTION = """\
# Arguments

Every keyword of Python and every option of the command line, by verb. Both have the same names and the same
meaning. A misspelt name raises an error that suggests the right one.

Every command that builds, searches or draws takes `--time-limit` and `--memory-limit`; in Python such
functions take `time_limit`, `memory_limit` and `cancel`. They hold for all that it does. Of a file of many
puzzles they hold for each puzzle, unless the text of the option says otherwise. Exit code 5: a limit came
first.

- *Python*: whether the function takes it.
- *Question*: whether the result depends on the value. A [checkpoint](../words.md) and a
  [shard](../machines.md) belong to one question; Accord refuses a file that was written for another value.
"""


def facts(field: Field[Any], struct: type) -> tuple[str, str, str, str, str]:
    """Return the name, the type, the option, the default and the meaning of an argument."""
    about = arguments.about(struct)[field.name]
    short = f"-{about.short}" if about.short else ""
    option = " ".join(filter(None, (flag(field.name, struct), short, about.metavar)))
    kind = field.type.__name__ if isinstance(field.type, type) else str(field.type)
    kind = re.sub(r"\b(?:\w+\.)+", "", kind).replace(" | None", "").replace(" | ", " or ")
    default = arguments.default_of(field)
    usual = "" if default in (None, (), "") or callable(default) else code(default)
    if default is MISSING:
        usual = "required"
    if about.seconds is not None:
        usual = f"`{about.seconds}` in the command"
    return code(field.name), code(kind), code(option), usual, about.help


def section(heading: str) -> str:
    """Return the table of a verb."""
    verb = VERBS[heading]
    python = {*arguments.about(verb.function)} | FIRST.get(heading, set())
    of_runs = verb.function is Arguments and verb.command is not Arguments  # those stand in the first table
    rows = [
        (
            *facts(field, verb.command),
            "yes" if field.name in python else "",
            "yes" if field.metadata["about"].question else "",
        )
        for field in fields_of(verb.command)
        if not (of_runs and field.name in arguments.ABOUT)
    ]
    headings = ("argument", "type", "option", "default", "meaning", "Python", "question")
    return f"## {heading}\n\n{verb.words}\n\n{table(headings, rows)}"


def page() -> str:
    """Return the page of all arguments."""
    return "\n".join([INTRODUCTION, *map(section, VERBS)])
