"""The placements of the Meteor contest by pair of rows, as a published program prints them, and as we do."""

import json
from collections import Counter
from itertools import combinations

import pytest
from click.testing import CliRunner
from commands import called

from accord_research import row_pairs
from accord_research.__main__ import records

PUBLISHED = (487, 600, 594, 326, 19)


def test_our_placements_make_the_published_numbers():
    kept = [(piece, cells) for piece, cells in row_pairs.placements() if not row_pairs.dropped(cells)]
    most = Counter(piece for piece, cells in kept if min(row for row, _ in cells) // 2 == 1)
    assert most[row_pairs.HALVED] == max(most.values())
    found = row_pairs.counts()
    assert PUBLISHED in found
    assert all(a[1:3] == b[1:3] for a, b in combinations(found, 2))  # in the middle each half has as many


def test_a_program_prints_the_published_numbers():
    assert "487 600 594 326 19" in CliRunner().invoke(records, ["meteor-rows"]).output.splitlines()


def test_placements_by_pairs_of_rows():
    lines = called("show", "meteor", "--by-rows", "2").stdout.splitlines()
    assert [line.split() for line in lines[:6]] == [
        ["rows", "1-2", "692", "481"],
        ["rows", "3-4", "692", "632"],
        ["rows", "5-6", "692", "622"],
        ["rows", "7-8", "472", "323"],
        ["rows", "9-10", "48", "20"],
        ["all", "2,596", "2,078"],
    ]
    rows = json.loads(called("show", "meteor", "--by-rows", "3", "--json").stdout)
    assert [row["rows"] for row in rows] == ["1-3", "4-6", "7-9", "10-10"]
    assert sum(row["placements"] for row in rows) == 2_596


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["zebra", "--by-rows", "2"], "zebra: its options cover no cells with rows"),
        (["meteor", "--by-rows", "0"], "0 is not in the range 1<=x<=1000"),
        (["meteor", "--by-rows", "2", "--pieces"], "--pieces and --by-rows exclude each other"),
    ],
)
def test_what_has_no_rows(arguments, message):
    assert message in called("show", *arguments).stderr
