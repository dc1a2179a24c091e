"""Run by test_arguments.py: arguments more, of runs, of plans, of proofs, and who heeds each.

No other line is changed.

python new_argument.py FOLDER     prints what was seen, as JSON
"""

import inspect
import json
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path

import click
from click.testing import CliRunner

HANDED = """    flavour: str | None = argument(
        None, "Sweet or sour.", metavar="NAME", listed="flavours", question=True
    )
    engine:"""
OWN = """    in_a_hurry: bool = argument(False, "Do not dawdle.", many="refused")
    distinct:"""

PLANNED = """    tempo: str | None = argument(None, "Slow or quick.", "NAME", question=True)
    largest:"""


PROVED = """    patience: int = argument(
        7, "Turns to wait.", "N", least=1, needs=("encoding",), why="no `patience` without an `encoding`"
    )
    by:"""
MADE = """    theme: str | None = argument(
        None, "What it looks like.", choices=("plain", "mirrored"), question=True
    )
    count:"""
CHANGED = {
    "accord.arguments.run": (HANDED, OWN),
    "accord.arguments.plan": (PLANNED,),
    "accord.arguments.proof": (PROVED,),
    "accord.arguments.puzzle": (MADE,),
}


class Changed(SourceFileLoader):
    """Loads a module from its text with some fields more."""

    def get_code(self, fullname):
        text = self.get_data(self.path).decode()
        for more in CHANGED[fullname]:
            place = more.rpartition("\n")[2]
            assert place in text
            text = text.replace(place, more, 1)
        return compile(text, self.path, "exec")


class Finder(MetaPathFinder):
    """Finds these modules before others do."""

    @staticmethod
    def find_spec(name, path, target=None):
        if name not in CHANGED:
            return None
        file = str(Path(path[0], f"{name.rpartition('.')[2]}.py"))
        return spec_from_file_location(name, file, loader=Changed(name, file))


sys.meta_path.insert(0, Finder)

from accord.backends import table  # noqa: E402 (only now: it takes the struct)
from accord.backends.contract import Slice  # noqa: E402

SEEN, TEMPI, PATIENCE, THEMES = [], [], [], []


class Cook:
    """A backend that heeds one of them."""

    name, engines, flavours = "cook", ("spoon",), ("sweet", "sour")

    def parallel(self, request):
        return False

    def refusal(self, model, request):
        return None

    def choice(self, model, request):
        return "spoon", f"it is {request.flavour}"

    def search(self, model, request):
        SEEN.append(request.flavour)
        yield Slice(complete=True)

    def versions(self):
        return {}


def heeded():
    """From now on the usual planner heeds the tempo."""
    from accord.planners.generic import Generic

    begun = Generic.__init__

    def begin(self, asked):
        TEMPI.append(asked.tempo)
        begun(self, asked)

    Generic.__init__ = begin


def also_heeded():
    """From now on a prover heeds the patience, and a maker of puzzles the theme."""
    from accord.certify import prove
    from accord.generate import make

    prove.query_of = heeds(prove.query_of, "patience", PATIENCE)
    make.query_of = heeds(make.query_of, "theme", THEMES)


def heeds(make, name, seen):
    """What makes queries, and notes one of their arguments."""

    def made(*given):
        query = make(*given)
        seen.append(getattr(query, name))
        return query

    return made


def error(call, *arguments, **more):
    try:
        call(*arguments, **more)
    except Exception as raised:
        return str(raised)
    return None


def main(folder):
    import accord
    from accord.certify.prove import Prover
    from accord.cli.console import COMPILING
    from accord.cli.main import accord as command
    from accord.generate import Maker

    table.rows()["cook"] = table.Row("cook", f"{__name__}:Cook", "", "")

    def typed(*words):
        """What a command prints, but for notices that a kernel is compiled, which only the first run has."""
        result = CliRunner().invoke(command, [str(word) for word in words])
        if not isinstance(result.exception, SystemExit | None):
            return str(result.exception)
        notice = COMPILING.partition("{}")[0]
        lines = result.output.splitlines(keepends=True)
        return "".join(line for line in lines if not line.startswith(notice))

    heeded()
    also_heeded()
    tiles, range_ = "tiles:2x2:1,.,3,2", folder / "tiles.txt"
    range_.write_text(f"{tiles}\n")
    two, file = folder / "two.txt", folder / "state"
    two.write_text("queens:4\nqueens:5\n")
    puzzle = accord.load("queens:4")
    cook = ("--backend", "cook")
    told = {
        "help": [typed(name, "--help") for name in ("count", "solve")],
        "signature": str(inspect.signature(accord.count)),
        "text": inspect.getdoc(accord.unique),
        "counted": typed(
            "count", "queens:4", *cook, "--flavour", "sour", "--in-a-hurry", "--checkpoint", file
        ),
        "foreign": typed("count", "queens:4", *cook, "--flavour", "sweet", "--checkpoint", file),
        "many": typed("solve", two, *cook, "--flavour", "sweet"),
        "refused": typed("solve", two, *cook, "--in-a-hurry"),
        "misspelt": error(accord.count, puzzle, flavor="sour"),
        "no such": error(accord.count, puzzle, flavour="sowr"),
        "elsewhere": error(accord.count, puzzle, flavour="sour", backend="native"),
        "auto": accord.count(puzzle, flavour="sour").backend,
        "seen": SEEN,
        "plan help": typed("plan", "--help"),
        "plan signatures": [str(inspect.signature(each)) for each in (accord.plan, accord.Search)],
        "planned": [
            typed("plan", tiles, "--tempo", "slow", "--json"),
            typed("plan", range_, "--tempo", "quick", "--shard", "1/1", "-o", folder / "shard"),
            accord.plan(accord.load(tiles), tempo="own").words,
        ],
        "terms": json.loads((folder / "shard").read_text().splitlines()[0])["terms"],
        "tempi": TEMPI,
        "prove help": typed("prove", "--help"),
        "prove signatures": [str(inspect.signature(each)) for each in (accord.prove, Prover)],
        "prove text": inspect.getdoc(accord.prove),
        "proved": [
            typed("prove", "langford:5", "--patience", "9", "--encoding", "adder"),
            accord.prove(accord.load("langford:5"), patience=8, encoding="adder").verdict,
        ],
        "not proved": [
            typed("prove", "langford:5", "--patience", "9"),
            error(accord.prove, accord.load("langford:5"), patience=8),
            error(accord.prove, accord.load("langford:5"), patiense=8),
        ],
        "patience": PATIENCE,
        "generate help": typed("generate", "--help"),
        "maker signature": str(inspect.signature(Maker)),
        "made": [
            typed("generate", "sudoku", "--size", "4x4", "--any", "--theme", "plain"),
            typed(
                "generate",
                "sudoku",
                "--size",
                "4x4",
                "--any",
                "--theme",
                "mirrored",
                "--shard",
                "1/1",
                "-o",
                folder / "made",
            ),
            len([*Maker("sudoku", (4, 4), unique=False, theme="plain")]),
            error(Maker, "sudoku", (4, 4), theme="plane"),
        ],
        "making": json.loads((folder / "made").read_text().splitlines()[0])["terms"],
        "themes": THEMES,
    }
    click.echo(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
