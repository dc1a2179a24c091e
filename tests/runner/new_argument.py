"""Run by test_arguments.py: two arguments of a run more, and who heeds one, and one of a search for a plan.

No other line is changed.

python new_argument.py FOLDER     prints what was seen, as JSON
"""

import inspect
import json
import sys
from pathlib import Path
from types import ModuleType

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


def changed():
    """The module `accord.arguments` from its text with three fields more."""
    import accord

    path = Path(accord.__path__[0], "arguments.py")
    text = path.read_text()
    for more in HANDED, OWN, PLANNED:
        place = more.rpartition("\n")[2]
        assert place in text
        text = text.replace(place, more, 1)
    module = ModuleType("accord.arguments")
    sys.modules[module.__name__] = accord.arguments = module
    exec(compile(text, path, "exec"), module.__dict__)


changed()

from accord.backends import table  # noqa: E402 (only now: it takes the struct)
from accord.backends.contract import Slice  # noqa: E402

SEEN, TEMPI = [], []


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


def error(call, *arguments, **more):
    try:
        call(*arguments, **more)
    except Exception as raised:
        return str(raised)
    return None


def main(folder):
    import accord
    from accord.cli.main import accord as command

    table.rows()["cook"] = table.Row("cook", f"{__name__}:Cook", "", "")

    def typed(*words):
        result = CliRunner().invoke(command, [str(word) for word in words])
        return result.output if isinstance(result.exception, SystemExit | None) else str(result.exception)

    heeded()
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
    }
    click.echo(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
