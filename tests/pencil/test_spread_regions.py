"""Regions that take cells: the solver with guards answers as a problem of its own for each question would."""

from __future__ import annotations

import pytest

import accord
from accord.families import lits, norinori
from accord.pencil import Instance, at, making, random_regions, spread_regions

SIZE = (6, 6)


def of_lits(dice):
    blank = Instance("lits", SIZE, {})
    return blank, lits.lay(dice, blank), lits, lits.growing


def of_norinori(dice):
    blank = Instance("norinori", SIZE, {})
    while True:
        shaded = norinori._lay_pairs(dice, blank)
        seeds = [[cell] for cell in sorted(shaded)]
        merged = random_regions.merge(dice, random_regions.grow(dice, blank.cells, seeds), norinori.SHADED)
        core = merged and norinori._ways(shaded, merged)
        if core and making.is_unique(norinori._of(blank, core)):
            return blank, core, norinori, norinori._growing


@pytest.mark.parametrize("begin", [of_lits, of_norinori])
def test_a_region_takes_a_cell_just_where_no_other_solution_comes_up(begin, monkeypatch):
    asked, built = [], []

    def note(search, solver, cell, label, *, ask=spread_regions._Search._may_take):
        before = {**search.regions}
        answer = yield from ask(search, solver, cell, label)
        asked.append((before, cell, label, answer))
        return answer

    monkeypatch.setattr(spread_regions._Search, "_may_take", note)
    for seed in range(2):
        blank, core, page, problem_of = begin(making.Dice(seed))

        def build(*words, problem_of=problem_of, blank=blank):
            built.append(words)
            return problem_of(blank, *words)

        spread_regions.spread(making.Dice(seed), blank.cells, core, build, rounds=1)
    assert len(built) <= 4 < len(asked)
    assert {answer for *_, answer in asked} == {True, False}
    for before, cell, label, answer in asked[::3]:
        problem = puzzle(page, blank, {**before, cell: label})
        problem.add(problem[at(cell)])
        assert answer == (accord.first(problem, backend="sat").answer == "impossible")


def puzzle(page, blank, regions):
    """The problem in which cells of no region are not shaded, by the rules of the kind."""
    p = page.rules(random_regions.with_regions(blank, regions))
    p.add(p[at(cell)] == 0 for cell in blank.cells if cell not in regions)
    return p
