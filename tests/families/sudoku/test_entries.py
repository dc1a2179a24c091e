"""Entries: grids that share bands 1 and 2, and the order that meets each grid once."""

from itertools import islice, permutations
from random import Random

import numpy as np
import pytest
from commands import called
from entry_forms import bands_below, form, images, thirds

from accord.errors import InputError
from accord.families.sudoku.completions import SecondBands, completions
from accord.families.sudoku.entries import (
    ORDER,
    entries,
    entries_in_order,
    entries_of_chunk,
    entry_of_grid,
    list_in_parts,
    ranks,
    read_bands,
)
from accord.sudoku import Transformation, band_classes, band_classes_of, canonical, entry, entry_form

GRIDS = (
    "123456789456789123798231564234675918815943276967812435379164852582397641641528397",
    "123456789457189263689237451275613948348975612961842537534798126712364895896521374",
    "423197586758264139169385724381542967942671853576938412817426395234859671695713248",
)
# every band and stack is of class 1; 648 automorphisms
SYMMETRIC = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"


# entry forms; bands 2 and 3 of the first are of one class, bands 1 and 2 of the second
TIES = (
    "123456789456789123789123456214375698398612574567894312675948231841237965932561847",
    "123456789457189623986327541249875316365941278871263954598734162612598437734612895",
)


@pytest.mark.full
def test_classes_are_ordered_by_their_puzzles_of_6_clues():
    classes = sorted(band_classes(), key=lambda each: (each.puzzles(), each.number))
    assert tuple(each.number for each in classes) == ORDER


def test_the_order_has_each_class_once():
    assert sorted(ORDER) == [*range(1, 417)]
    assert (ORDER[0], ORDER[-1]) == (224, 29)


@pytest.mark.parametrize("grid", [*GRIDS, SYMMETRIC])
def test_equivalent_grids_have_one_entry_form_and_its_entry_has_it(grid):
    form, random = entry_form(grid), Random(3)
    assert canonical(form)[0] == canonical(grid)[0]
    assert entry_form(form) == form
    for _ in range(5):
        assert entry_form(Transformation.random(random).apply(grid)) == form
    six = [ORDER.index(each.number) for each in band_classes_of(form)]
    assert six[0] == min(six)
    assert six[0] <= six[1] <= six[2]
    assert form in entry_of(form[:54]).grids


@pytest.mark.parametrize("case", [1, 2])
@pytest.mark.parametrize("grid", [*GRIDS, SYMMETRIC])
def test_equivalent_grids_have_one_form_in_each_case_with_the_bands_of_the_entry_form(grid, case):
    entry_bands, form, random = classes_of(entry_form(grid)), entry_form(grid, case), Random(4)
    order = {1: (1, 2, 0), 2: (0, 2, 1)}[case]
    assert canonical(form)[0] == canonical(grid)[0]
    assert classes_of(form) == [entry_bands[band] for band in order]
    for _ in range(5):
        assert entry_form(Transformation.random(random).apply(grid), case) == form
    found = entry_of(form[:54], case)
    assert form in found.grids
    assert entry_of_grid(grid, case).numbers == (found.numbers[found.grids.index(form)],)
    assert tuple(entry(found.bands, case).thirds[n - 1] for n in found.numbers) == found.thirds


def classes_of(grid):
    return [each.number for each in band_classes_of(grid)[:3]]


@pytest.mark.parametrize("grid", TIES)
def test_where_ranks_are_equal_each_case_has_the_bands_of_the_entry_form_in_their_places(grid):
    assert entry_form(grid) == grid
    assert len({*classes_of(grid)}) == 2
    for case in (1, 2, 3):
        assert entry_form(grid, case) == form(grid, case)


# of two bands of one class; only with the second one first they become the least two bands
ONE_ORDER = "123456789457189263896327145264893571318574926579261438"


def test_of_two_bands_of_one_class_perhaps_one_order_alone_leads_to_the_least():
    found = entry(ONE_ORDER).thirds
    assert len(found) == 28
    assert {*found} == bands_below(ONE_ORDER)  # no symmetry of the two bands exchanges any
    assert {*entry_of(ONE_ORDER).thirds} == thirds(ONE_ORDER)


def entry_of(bands, case=0):
    """The entry in the list of a case that has these bands."""
    both = read_bands(bands)
    (found,) = entries_in_order(both[:27], both[None, 27:], case)
    return found


@pytest.mark.parametrize("grid", GRIDS)
def test_all_bands_3_are_found(grid):
    found = completions(read_bands(grid[:54]))
    texts = ["".join(map(str, third.tolist())) for third in found]
    assert len({*texts}) == len(texts)
    assert {*texts} == bands_below(grid[:54])


@pytest.mark.full
def test_of_bands_3_that_a_symmetry_of_bands_1_and_2_exchanges_one_is_there():
    bands = SYMMETRIC[:54]
    every = completions(read_bands(bands))
    of = entry(bands)
    forms = {entry_form(bands + "".join(map(str, third.tolist()))) for third in every}
    assert len(of.thirds) < len(every)
    assert {entry_form(grid) for grid in of.grids} == forms
    alone = entry(GRIDS[2][:54])  # most pairs of bands have no symmetry
    assert len(alone.thirds) == len(completions(read_bands(GRIDS[2][:54])))


def test_bands_2_of_a_class():
    seconds = SecondBands(1)
    chunk = seconds.chunk(700)
    assert len(seconds) == 2016  # boxes below the first box, their rows sorted
    assert len(np.unique(chunk, axis=0)) == len(chunk)
    rows = np.concatenate([np.broadcast_to(seconds.band, (len(chunk), 27)), chunk], axis=1).reshape(-1, 6, 9)
    assert all(len({*column}) == 6 for column in rows[50].T.tolist())
    boxes = chunk.reshape(-1, 3, 3, 3).transpose(0, 2, 1, 3).reshape(-1, 9)
    assert (np.sort(boxes, axis=1) == np.arange(1, 10)).all()
    # of one box given, as many fill the other two as rows of three digits that no column forbids
    first, *others = seconds.band.reshape(3, 3, 3).transpose(1, 2, 0)
    box = chunk[0].reshape(3, 3, 3)[:, 0]
    assert len(chunk) == boxes_beside(box.tolist(), [each.tolist() for each in others])
    assert first.shape == (3, 3)


def boxes_beside(first, others):
    """Count the ways to fill two boxes beside a first one, below boxes with these columns, row by row."""
    digits = {*range(1, 10)}
    left = [digits - {*row} for row in first]
    columns = [{*column} for box in others for column in box]

    def fill(row, boxes, used):
        if row == 3:
            return 1
        number = 0
        for digits_of_row in rows_below(
            left[row], [below | gone for below, gone in zip(columns, used, strict=True)]
        ):
            middle, last = digits_of_row[:3], digits_of_row[3:]
            if boxes[0] & {*middle} or boxes[1] & {*last}:
                continue
            gone = [before | {digit} for before, digit in zip(used, digits_of_row, strict=True)]
            number += fill(row + 1, (boxes[0] | {*middle}, boxes[1] | {*last}), gone)
        return number

    return fill(0, (set(), set()), [set()] * 6)


def rows_below(digits, forbidden):
    return [
        row
        for row in permutations(sorted(digits))
        if all(digit not in no for digit, no in zip(row, forbidden, strict=True))
    ]


def test_entries_of_a_chunk_are_in_order_and_meet_no_grid_twice():
    seconds = SecondBands(ORDER[350])
    found = [grid for each in entries_of_chunk(seconds, 1005) for grid in each.grids]
    assert found
    assert len({canonical(grid)[0] for grid in found}) == len(found)
    assert all(entry_form(grid) == grid for grid in found[:20])
    for each in [*entries_of_chunk(seconds, 1005)][:20]:
        assert tuple(entry(each.bands).thirds[n - 1] for n in each.numbers) == each.thirds
    band = np.array([[*map(int, found[0][27:54])]], np.uint8)
    assert ranks(band)[0] >= 350


@pytest.mark.parametrize("case", [1, 2])
def test_entries_of_a_chunk_in_a_case_meet_no_grid_twice(case):
    found = islice(entries_of_chunk(SecondBands(ORDER[200]), 1005, case), 2)
    grids = [grid for each in found for grid in each.grids]
    assert grids
    assert len({canonical(grid)[0] for grid in grids}) == len(grids)
    assert all(entry_form(grid, case) == grid for grid in grids)


def test_parts_of_a_class_are_the_whole(monkeypatch):
    chunk, number = SecondBands.chunk, ORDER[350]
    monkeypatch.setattr(SecondBands, "__len__", lambda _: 2)  # of 2016 chunks
    monkeypatch.setattr(
        SecondBands, "chunk", lambda self, at: chunk(self, 1005 + at)[(2200, 700)[at] :][:100]
    )
    whole = [each.bands for each in entries(number)]
    one, two = ([each.bands for each in entries(number, (part, 2))] for part in (1, 2))
    assert len({*whole}) == len(whole)
    assert one
    assert two
    assert sorted(one + two) == sorted(whole)


@pytest.mark.slow
@pytest.mark.parametrize("number", ORDER[-3:])
def test_inequivalent_pairs_of_small_classes_are_those_by_all_symmetries(number):
    seconds = SecondBands(number)
    every, pairs = set(), 0
    for chunk in range(len(seconds)):
        bands = seconds.chunk(chunk)
        pairs += sum(some.pairs for some in list_in_parts(seconds.band, bands))
        for second in bands[ranks(bands) >= ranks(seconds.band[None])]:
            pair = ["".join(map(str, band.tolist())) for band in (seconds.band, second)]
            every.add(min(image for order in (pair, pair[::-1]) for image in images(order)))
    assert pairs == len(every)


@pytest.mark.parametrize(
    ("bands", "fault"),
    [("123", "found 3 signs"), ("123456789456789123789123456" * 2, "column 1 has a digit twice")],
)
def test_what_are_no_bands(bands, fault):
    with pytest.raises(InputError, match=fault):
        entry(bands)


def test_the_command():
    grids = called("sudoku", "entries", GRIDS[0][:54]).stdout.splitlines()
    assert tuple(grids) == entry(GRIDS[0][:54]).grids
    assert called("sudoku", "entries", SYMMETRIC).stdout == entry_form(SYMMETRIC) + "\n"
    assert "found 4 signs" not in called("sudoku", "entries", "1234").stderr  # a number, which is too large
    assert called("sudoku", "entries", SYMMETRIC, "--case", 2).stdout == entry_form(SYMMETRIC, 2) + "\n"
    grids = called("sudoku", "entries", SYMMETRIC[:54], "--case", 1).stdout.splitlines()
    assert tuple(grids) == entry(SYMMETRIC[:54], 1).grids
    assert "expected `entries`" in called("sudoku", "bands", "--case", 1).stderr
    assert called("sudoku", "entries").returncode == 3
    for words in (("bands",), ("entries", SYMMETRIC), ("entries", "29")):
        result = called("sudoku", *words, "--shard", "3/2")
        assert (result.returncode, "expected" in result.stderr, "3/2" in result.stderr) == (2, True, True)
