"""Frogs: those from the left and those from the right change sides; one hops to the gap, or over another.

`frogs:2-1` is `>> <`: a frog goes its own way only, by one place or by two over any frog.
"""

import re

import msgspec

from accord.picture import Picture
from accord.plans.problem import Operator, PlanProblem
from accord.puzzles.family import Family, Fault, Made, Searched, Shown, SpecError, Texts

RIGHT, LEFT, GAP = "right", "left", "gap"
SIGNS = {RIGHT: ">", LEFT: "<", GAP: "_"}


class Frogs(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    right: int
    left: int


def parse(text):
    match = re.fullmatch("([1-9])-([1-9])", text)
    if match is None:
        raise SpecError([Fault("frogs", f"found {text[:20]!r}; expected two numbers, as in 2-1")])
    return Frogs(right=int(match[1]), left=int(match[2]))


def start(spec):
    return [RIGHT] * spec.right + [GAP] + [LEFT] * spec.left


def hops(places):
    """All hops on a row of so many places: who, from where, to where."""
    for place in range(places):
        for step in (1, 2):
            for who, way in ((RIGHT, step), (LEFT, -step)):
                if 0 <= place + way < places:
                    yield who, place, place + way


def plan_problem(spec):
    first = start(spec)
    last = first[::-1]
    return PlanProblem.build(
        {f"p{place}": [RIGHT, LEFT, GAP] for place in range(len(first))},
        (
            Operator(
                f"{SIGNS[who]} {place} -> {to}",
                {f"p{place}": who, f"p{to}": GAP},
                {f"p{place}": GAP, f"p{to}": who},
            )
            for who, place, to in hops(len(first))
        ),
        {f"p{place}": who for place, who in enumerate(first)},
        {f"p{place}": who for place, who in enumerate(last)},
        family="frogs",
    )


def state(facts):
    return "".join(SIGNS[facts[f"p{place}"]] for place in range(len(facts)))


def picture(spec, model, options):
    return Picture("square", {}, lines=("".join(SIGNS[who] for who in start(spec)),))


def facts(spec):
    return {"frogs": spec.right + spec.left}


RECORD = Family(
    name="frogs",
    spec=Frogs,
    texts=Texts(parse=parse, example="2-1"),
    shown=Shown(picture=picture, facts=facts, state=state),
    made=Made(plan=plan_problem),
    searched=Searched(planners={("fast", "native"): "accord_toys.hopper:Hopper"}),
)
