"""The counts of packings: a wrong one in a model file is seen here, fast, or is named as one of a few.

Where both counts are stated they have to fit to each other, by Burnside's lemma: the number of classes times
the order of the group is the number of solutions, and of those that each other symmetry leaves as they are.
These are few, so they are counted at once. Where they do not say enough, a count is counted again if that
takes few nodes; a slow test counts others again as well.
"""

import re
import tomllib

import pytest
from commands import called
from looped import looped

import accord
from accord.errors import RefusedError
from accord.puzzles import library
from accord.symmetry.group import burnside_terms, group_of

pytestmark = pytest.mark.full  # left out of the fast profile

NODES = 500_000  # that a count may take here: some tenths of a second
PLACES = [
    (entry.name, variant)
    for entry in library.entries()
    if entry.family == "packing"
    for variant in (None, *entry.variants)
]
UNSEEN = {  # counts that nothing here would see to be wrong; `make counts` counts them again
    ("calendar", None, "all"),
    ("calendar-new-year", "any-two", "all"),
    ("pentomino-6x10-hole", None, "all"),
    ("pentomino-torus-5x5", None, "all"),
    ("polyominoes-4-5-aztec", None, "distinct"),
    ("polyominoes-4-5-diamond", None, "distinct"),
    ("polyominoes-4-5-ring", None, "distinct"),
}


def left_as_they_are(model, group):
    """How many solutions each symmetry leaves as they are, added up, the identity left out; None if many."""
    _, *others = burnside_terms(model, group)
    counted = [(accord.count(term.model, node_limit=NODES), term.weight) for term in others]
    return (
        sum(one.count * weight for one, weight in counted) if all(one.exact for one, _ in counted) else None
    )


def misfit(puzzle, everything, distinct):
    """A sentence if both counts cannot be right; None if that cannot be said at once."""
    try:
        group = group_of(puzzle.model)
        fixed = left_as_they_are(puzzle.model, group)
    except RefusedError:
        return None
    if fixed is None:
        return None
    sums = f"{everything:,} solutions and {fixed:,} that symmetries leave as they are"
    if everything + fixed == len(group) * distinct:
        return ""
    return f"{puzzle.name}: {sums} make no {distinct:,} classes of a group of {len(group)}"


def faults(puzzle):
    """What is wrong with the counts of a puzzle, as sentences; and which of them might be wrong unseen."""
    stated = {which: count.count for which, count in puzzle.counts.items()}
    both = misfit(puzzle, stated["all"], stated["distinct"]) if len(stated) == 2 else None
    if both is not None:
        return [both] if both else [], set()
    found, unseen = [], set()
    for which, count in puzzle.counts.items():
        wrong = miscount(puzzle, which, NODES)
        found += [wrong] if wrong else []
        if wrong is None and count.oeis is None:
            unseen.add((puzzle.name, puzzle.variant, which))
    return found, unseen


def miscount(puzzle, which, nodes):
    """A sentence if a count is wrong; None if it takes more nodes."""
    stated = puzzle.counts[which].count
    counted = accord.count(puzzle, distinct=which == "distinct", node_limit=nodes)
    if counted.exact and counted.count != stated:
        return f"{puzzle.name}: {which}: the file says {stated:,}; there are {counted.count:,}"
    return "" if counted.exact else None


@looped(("name", "variant"), PLACES, parts=3)
def test_a_wrong_count_would_be_seen(name, variant):
    found, unseen = faults(accord.load(name, variant))
    assert found == []
    assert unseen == {place for place in UNSEEN if place[:2] == (name, variant)}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant"), PLACES)
def test_what_can_be_counted_again_is_right(name, variant):
    puzzle = accord.load(name, variant)
    assert not any(miscount(puzzle, which, 20 * NODES) for which in puzzle.counts)


# -- that they are seen ----------------------------------------------------------------------------


def with_wrong_count(folder, name, variant, which):
    """A copy of a model file in which one count is one more."""
    text = (library.folder() / f"{name}.toml").read_text()
    values = tomllib.loads(text)
    right = (values if variant is None else values["variants"][variant])["counts"][which]["count"]
    table = f"[{'' if variant is None else f'variants.{variant}.'}counts.{which}]\ncount = "
    assert text.count(table + f"{right}\n") == 1
    path = folder / f"{name}.toml"
    path.write_text(text.replace(table + f"{right}\n", table + f"{right + 1}\n"))
    return path, right


WRONG = [
    ("tetrominoes-cylinder", None, "all"),
    ("tetrominoes-cylinder", None, "distinct"),
    ("tetrominoes-cylinder", "moebius", "all"),
    ("dominoes-6x6", None, "all"),  # with a term of the OEIS
    ("dominoes-14x14", None, "distinct"),
    ("heart-hexominoes", "more", "all"),
    ("one-sided-6x15", None, "all"),  # too many to be counted here
    ("one-sided-6x15", None, "distinct"),
    ("pentacubes-3x4x5", None, "all"),
    ("tetrasticks-5x5", "without-N", "distinct"),
]


@pytest.mark.parametrize(("name", "variant", "which"), WRONG)
def test_a_count_that_is_one_more_is_seen_in_a_line(name, variant, which, tmp_path):
    path, right = with_wrong_count(tmp_path, name, variant, which)
    found, _ = faults(accord.load(path, variant))
    assert found
    assert all(re.fullmatch(rf"{re.escape(str(path))}: .*\b{right + 1:,}\b.*", line) for line in found)


def test_compare_and_count_end_with_1_and_say_which_count_is_wrong(tmp_path, monkeypatch):
    monkeypatch.setenv("ACCORD_LEDGER", str(tmp_path / "ledger.sqlite"))
    path, right = with_wrong_count(tmp_path, "tetrominoes-cylinder", None, "distinct")
    assert right == 7
    compared = called("compare", path, "--distinct", "--backend", "sat")
    said = "expected 8, but sat counted 7"
    assert compared.stdout.startswith(f"DISAGREEMENT in {path}, distinct: {said}\n")
    counted = called("count", path, "--distinct")
    assert counted.stderr.endswith("DISAGREEMENT: counted 7, the model file says 8\n")
    assert compared.returncode == counted.returncode == 1
