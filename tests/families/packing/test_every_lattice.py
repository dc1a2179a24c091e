"""Small random packings on every lattice, with every way to join sides, against pieces laid by hand."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from laid import Laid, drawn
from profiles import examples
from random_packings import by_hand, one, packing, spec
from random_problems import Drawing

import accord
from accord.errors import InputError
from accord.families.packing.record import RECORD as PACKING
from accord.grids.board import read
from accord.grids.lattice import lattice
from accord.model.digest import fingerprint
from accord.puzzles.family import SpecError
from accord.puzzles.puzzle import Puzzle
from accord.render.text import text
from accord_compare.fuzz.dice import Dice


def made(keys):
    """The model, or the sentence that says that nothing can be done."""
    try:
        return PACKING.made.model(spec(**keys))
    except SpecError as error:
        return str(error)


@given(data=st.data())
@settings(max_examples=examples(60))
def test_what_is_laid_by_hand_is_found_and_read_back(data):
    """All solutions, those up to symmetry, one representative of each class; and a printed board."""
    keys = packing(Drawing(data.draw))
    assume(set(drawn(keys["board"], keys["lattice"]).values()) != {"#"})
    laid = Laid(**keys)
    solutions = laid.solutions(most=300)
    found = made(keys)
    assume(len(solutions) <= 300 and "the same piece" not in str(found))
    if isinstance(found, str):
        assert re.search("cover|may stay empty|fits nowhere", found), found
        assert not solutions
        return
    for backend in ("native", "sat"):
        assert accord.count(found, backend=backend).count == len(solutions)
    distinct = laid.distinct()
    assert accord.count(found, distinct=True).count == distinct
    assert len(list(accord.solutions(found, distinct=True))) == distinct
    if not solutions:
        return
    solution = data.draw(st.sampled_from(list(accord.solutions(found))))
    picture = PACKING.shown.picture(spec(**keys), found, solution.options)
    printed = text(picture)
    grid, wrap = lattice(keys["lattice"]), keys.get("wrap")
    board, again = read(keys["board"], grid, wrap), read(printed, grid, wrap)
    assert dict(zip(again.place_tuples, again.signs, strict=True)) == picture.signs
    assert again.outline == board.outline
    begun = made(keys | {"board": printed})
    if isinstance(begun, str):
        assert "draw it with that sign" in begun
    else:
        assert accord.count(begun).count >= 1


@given(seed=st.integers(0, 10**9))
@settings(max_examples=examples(200))
def test_what_is_laid_by_hand_is_found_with_ranges_colours_and_pieces_that_lie_there(seed):
    """Saved and loaded it is the same model."""
    keys, lying = one(Dice(seed))
    laid = by_hand(keys, lying)
    solutions = laid.solutions()
    try:
        puzzle = Puzzle(family="packing", spec=spec(**keys), name="drawn")
        model = puzzle.model
    except InputError as error:
        model = str(error)
    if isinstance(model, str):
        assert not solutions or re.search("the same piece|no place", model)
        return
    with TemporaryDirectory() as folder:
        accord.save(puzzle, Path(folder, "saved.toml"))
        assert fingerprint(accord.load(Path(folder, "saved.toml")).model) == fingerprint(model)
    for backend in ("native", "sat"):
        assert accord.count(model, backend=backend).count == len(solutions)
    assert accord.count(model, distinct=True).count == laid.distinct()
