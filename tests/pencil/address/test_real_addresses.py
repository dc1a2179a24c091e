"""Real addresses of sites: what they say, and one solution, found by two backends."""

import pytest
from accord_site.site_rules import ROWS
from profiles import PROFILE
from real_addresses import REAL, params

import accord
from accord.errors import InputError

READ = [
    ("nurimisaki?nurimisaki/5/5/g.i.m2l.j", ".?.../?..../...2./...../?...."),
    ("tapa?tapa/5/5/3n5hchhajn2", "3_._._._./._._._._5/._._311_._./31_._._._./._._._._2"),
    (
        "tapa?tapa/10/10/i0ha0t1h2hb0t3h4h.q.h5h6ha0o.g.h7h8g.o./",
        "._._._0_._._??_._._./._._._._._._._._._./._1_._._2_._._???_._./._._._._._._._._._./"
        "._._3_._._4_._._?_./._._._._._._._._._./?_._._5_._._6_._._??/._._._._._._._._._?/"
        "._?_._._7_._._8_._?/._._._._._._._._._?",
    ),
]


@pytest.mark.parametrize(("address", "text"), READ)
def test_a_real_address_has_one_solution(address, text):
    kind, _, rest = address.partition("?")
    puzzle = accord.load(f"https://puzz.link/p?{rest}")
    assert puzzle.spec == accord.load(f"{kind}:{text}").spec
    assert [accord.count(puzzle, backend=name).count for name in ("cpsat", "sat")] == [1, 1]


SLOW = ("tapa/21/14/",)  # 20 seconds by CP-SAT


ASKED = REAL if PROFILE == "thorough" else REAL[::3]


@pytest.mark.parametrize("address", params(ASKED, SLOW))
def test_each_address_has_one_solution_by_two_backends(address):
    puzzle = accord.load(address)
    found = [accord.unique(puzzle, backend=backend) for backend in ("auto", "sat", "cpsat")]
    assert [each.answer for each in found] == ["unique"] * 3
    assert len({each.solutions[0].options for each in found}) == 1


def test_a_corner_of_slant_without_its_number_says_nothing():
    """As `?` does on puzz.link: this board of penpa-edit's tests has one, and several solutions."""
    puzzle = accord.load("https://puzz.link/p?gokigen/7/7/gag7bg4cgch3dh3ch928dk7ag4bh.ic")
    known = accord.load("https://puzz.link/p?gokigen/7/7/gag7bg4cgch3dh3ch928dk7ag4bhjc")
    assert puzzle.spec == known.spec
    assert [accord.unique(puzzle, backend=name).answer for name in ("cpsat", "sat")] == ["several"] * 2


# -- rules that sites check otherwise --------------------------------------------------------------


@pytest.mark.parametrize("row", ROWS, ids=[row.address for row in ROWS])
def test_accord_counts_as_the_table_of_rules_states(row):
    url = f"https://puzz.link/p?{row.address}"
    if row.counted is None:
        with pytest.raises(InputError, match="found an island beside another"):
            accord.load(url)
    else:
        puzzle = accord.load(url)
        assert (puzzle.family, accord.count(puzzle).count) == (row.kind, row.counted)
