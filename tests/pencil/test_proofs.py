"""A proof for a library puzzle of each pencil kind: its files alone show that there is one solution."""

import json

import pytest
from commands import called
from pencil_kinds import KINDS

from accord.puzzles import library

# cuts of cells, of a forest, of a loop; or none
FAST = ("heyawake", "hitori", "sashigane", "slant", "slitherlink")
PUZZLES = {entry.family: entry.name for entry in library.entries()}


def marks(kind):
    return [] if kind in FAST else [pytest.mark.full]


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=marks(kind)) for kind in KINDS if kind in PUZZLES])
def test_a_proof_is_checked_and_needs_each_of_its_files(kind, tmp_path):
    name = PUZZLES[kind]
    formula, proof, hinted, cuts = (tmp_path / each for each in ("cnf", "drat", "lrat", "cuts"))
    proved = called("prove", name, "--cnf", formula, "--drat", proof, "--lrat", hinted, "--cuts", cuts)
    assert proved.stdout.startswith("unique: the model has this solution, and no other")
    for each in (proof, hinted):
        assert called("prove", "--check", formula, each).stdout == "proved: the formula is unsatisfiable\n"
    if not cuts.exists():
        assert f"there are no cuts; {cuts} is not written" in proved.stderr
        return
    listed = json.loads(cuts.read_text())
    number = len(listed["cuts"])
    derived = "1 cut was derived" if number == 1 else f"{number} cuts were derived"
    for each in (proof, hinted):
        checked = called("prove", "--check", name, each, "--cuts", cuts)
        assert (checked.returncode, checked.stdout) == (0, f"proved: there is one solution; {derived}\n")
    for fault in ({"solution": None}, {"solution": listed["solution"][1:]}):
        cuts.write_text(json.dumps(listed | fault))
        assert called("prove", "--check", name, proof, "--cuts", cuts).returncode == 1
