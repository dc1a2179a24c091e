"""FreeCell and its relatives as a family: what general code asks of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accord.families.freecell import text
from accord.families.freecell.spec import ALIASES, BOUNDS, CHOICES, GAMES, FreeCell, begins_as_board
from accord.families.freecell.start import deals, of_file, parse, start
from accord.picture import Picture
from accord.plans.problem import PlanProblem
from accord.puzzles.family import Family, Made, Searched, Shown, Texts


def picture(spec: FreeCell, model: None, options: Sequence[int] | None) -> Picture:  # noqa: ARG001
    """The board as Freecell Solver reads it."""
    rules, board = start(spec)
    return Picture("square", {}, lines=tuple(text.written(rules, board).split("\n")))


def facts(spec: FreeCell) -> dict[str, Any]:
    """The knobs and the number of cards that are not home."""
    rules, board = start(spec)
    knobs = {key: getattr(rules, key) for key in (*BOUNDS, *CHOICES)}
    return {**knobs, "cards": rules.cards, "to go home": len(list(board.cards()))}


def plan_problem(spec: FreeCell) -> PlanProblem:
    """The plan problem: one card moves at a time. Raises RefusedError for rules that it does not say."""
    from accord.families.freecell.problem import problem_of  # only now: others do without

    return problem_of(*start(spec))


_PLANNERS = "accord.families.freecell.planners"

RECORD = Family(
    name="freecell",
    spec=FreeCell,
    texts=Texts(
        parse=parse,
        example="1",
        names=tuple(sorted({*GAMES, *ALIASES} - {"freecell"})),
        ranges=deals,
        recognise=begins_as_board,
        of_file=of_file,
    ),
    shown=Shown(
        picture=picture,
        facts=facts,
        inked=text.inked,
        advice="move {}".format,
        drawn="accord.families.freecell.drawn:drawn",
    ),
    made=Made(plan=plan_problem),
    searched=Searched(
        planners={
            ("fast", "native"): f"{_PLANNERS}.fast:Fast",
            ("moves", "native"): f"{_PLANNERS}.moves:Moves",
            ("short", "native"): f"{_PLANNERS}.short:Short",
            ("optimal", "native"): f"{_PLANNERS}.optimal:Optimal",
            ("impossible", "native"): f"{_PLANNERS}.impossible:Impossible",
        },
        limits={
            ("fast", "native"): f"{_PLANNERS}.fast_sweep:LIMIT",
            ("moves", "native"): f"{_PLANNERS}.moves:STATES",
        },
        bytes_per_state={"scans": 16},
        moves="accord.families.freecell.played:MOVES",
        sweep=f"{_PLANNERS}.deals:SWEEP",
    ),
)
