"""Real addresses of puzz.link, from tests of programs that read them: what they say, and one solution."""

import pytest

import accord

REAL = [
    ("nurimisaki?nurimisaki/5/5/g.i.m2l.j", ".?.../?..../...2./...../?...."),
    ("tapa?tapa/5/5/3n5hchhajn2", "3_._._._./._._._._5/._._311_._./31_._._._./._._._._2"),
    (
        "tapa?tapa/10/10/i0ha0t1h2hb0t3h4h.q.h5h6ha0o.g.h7h8g.o./",
        "._._._0_._._??_._._./._._._._._._._._._./._1_._._2_._._???_._./._._._._._._._._._./"
        "._._3_._._4_._._?_./._._._._._._._._._./?_._._5_._._6_._._??/._._._._._._._._._?/"
        "._?_._._7_._._8_._?/._._._._._._._._._?",
    ),
]


@pytest.mark.parametrize(("address", "text"), REAL)
def test_a_real_address_has_one_solution(address, text):
    kind, _, rest = address.partition("?")
    puzzle = accord.load(f"https://puzz.link/p?{rest}")
    assert puzzle.spec == accord.load(f"{kind}:{text}").spec
    assert [accord.count(puzzle, backend=name).count for name in ("cpsat", "sat")] == [1, 1]
