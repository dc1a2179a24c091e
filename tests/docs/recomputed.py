"""What `equals` in figures.toml may name: figures that come out the same on every machine, computed now."""

import tomllib
from functools import cache
from math import factorial
from pathlib import Path

import accord
from accord.backends.cpsat.parameters import FORGETTING
from accord.cli.main import accord as commands
from accord.exits import Code
from accord.families.aquarium import RECORD as AQUARIUM
from accord.model.derive import option_keys

__all__ = ["FORGETTING", "Code", "factorial"]

ROOT = Path(__file__).parents[2]
GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def declared(name, which="all", variant=None):
    """The count that a model file states; `make counts` lets every engine count it."""
    return accord.load(name, variant).counts[which].count


def constant(place):
    """A limit of ours: `accord.runner.choose:MANY_SUMS`."""
    module, _, name = place.partition(":")
    return getattr(__import__(module, fromlist=[name]), name)


def usual(command, parameter):
    """What an option of a command is if nothing is said."""
    every = commands.get_command(None, command).params
    return round(next(each.default for each in every if each.name == parameter))


@cache
def effort(name, variant=None, *, backend="native", **more):
    """The counters of a count that has seen everything."""
    return accord.count(accord.load(name, variant), backend=backend, **more).effort


def along_the_short_side():
    """Nodes of 6 x 10, with no symmetry broken, no option dropped, and no piece first."""
    return effort("pentomino-6x10", engine="window", reduce=False, limit=10_000)["nodes"]


def sat_nodes(name, variant=None, **more):
    """To the nearest thousand: the guide is asked by the clock, so they differ a little."""
    return round(effort(name, variant, backend="sat", **more)["nodes"], -3)


def cpsat_branches(name, **more):
    """To the nearest hundred."""
    return round(effort(name, backend="cpsat", **more)["branches"], -2)


@cache
def hard_aquariums(**more):
    """The three hard real ones of 15 x 15, counted to two: nodes together, and how many took none."""
    with (ROOT / "tests/data/aquarium.txt").open("rb") as file:
        specs = dict(AQUARIUM.texts.several(file))
    hard = [AQUARIUM.made.model(spec) for name, spec in specs.items() if "15x15_hard" in name]
    assert len(hard) == 3
    asked = {"limit": 2, "backend": "native", "engine": "sums", **more}
    nodes = [accord.run(model, "count", **asked).effort["nodes"] for model in hard]
    return sum(nodes), nodes.count(0)


def millions(number, digits=0):
    """As pages round: 25.8."""
    return f"{number / 1e6:.{digits}f}"


def lines(path):
    """How many lines a file has."""
    return len((ROOT / path).read_text().splitlines())


def pythons_declared():
    """The versions of Python that the classifiers name: 3.11, 3.12, 3.13."""
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["classifiers"]
    prefix = "Programming Language :: Python :: "
    return tuple(each.removeprefix(prefix) for each in classifiers if each.startswith(prefix))


def bits_of_a_key():
    """Of an option."""
    return 8 * option_keys(accord.load("queens-8").model)[0].nbytes
