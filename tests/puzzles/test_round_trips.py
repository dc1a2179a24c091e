"""Round trips: a model file written from its own spec, and a printed solution declared as a board."""

import json

import msgspec
import pytest
from looped import looped

import accord
from accord.families.packing.model import Packing
from accord.families.packing.record import RECORD as PACKING
from accord.puzzles import library
from accord.render.text import text

pytestmark = pytest.mark.full  # left out of the fast profile


def toml(value):
    """A value as TOML; its strings and numbers are written as in JSON."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def without_none(value):
    if isinstance(value, dict):
        return {key: without_none(inner) for key, inner in value.items() if inner is not None}
    return [without_none(inner) for inner in value] if isinstance(value, list) else value


def options(model):
    """The options as sets of names: what a model is, whatever its order."""
    return {frozenset(model.item_names[i] for i in model.items_of(o)) for o in range(model.options)}


@looped("name", library.names(), parts=3)
def test_a_model_file_written_from_its_spec_declares_the_same_puzzle(name, tmp_path):
    puzzle = accord.load(name)
    spec = without_none(msgspec.to_builtins(puzzle.spec))
    lines = [f"family = {toml(puzzle.family)}", *(f"{key} = {toml(value)}" for key, value in spec.items())]
    path = tmp_path / "again.toml"
    path.write_text("\n".join(lines))
    again = accord.load(str(path))
    assert again.spec == puzzle.spec
    assert again.picture() == puzzle.picture()
    if not puzzle.is_plan:
        assert options(again.model) == options(puzzle.model)


@pytest.mark.parametrize(
    "name", ["pentomino-3x20", "pentomino-8x8-centre", "soma", "meteor", "one-sided-3x30"]
)
def test_a_printed_solution_declares_the_same_puzzle(name):
    puzzle = accord.load(name)
    (solution,) = accord.first(puzzle).solutions
    again = Packing(
        lattice=puzzle.spec.lattice,
        board=text(puzzle.picture(solution.options)),
        flipping=puzzle.spec.flipping,
    )
    assert options(PACKING.made.model(again)) == options(puzzle.model)
