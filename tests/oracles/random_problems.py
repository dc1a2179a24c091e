"""Random problems for hypothesis, drawn as `accord fuzz` draws them, and what they must come to."""

from hypothesis import strategies as st

from accord_compare.fuzz.dice import Dice
from accord_compare.fuzz.form import Form
from accord_compare.fuzz.oracle import solve
from accord_compare.fuzz.problems import RULES, problem


class Drawing(Dice):
    """Dice that hypothesis throws, so that what fails is made small."""

    def __init__(self, draw):
        self.draw = draw

    def number(self, low, high):
        return self.draw(st.integers(low, high))

    def chance(self, probability):
        return self.number(1, 100) > 100 - 100 * probability  # small is rare: simple things come first

    def some(self, things, number):
        chosen = set(self.shuffled(range(len(things)))[: max(0, number)])
        return [thing for place, thing in enumerate(things) if place in chosen]

    def shuffled(self, things):
        return self.draw(st.permutations(things))


@st.composite
def problems(draw, *rules, most=100):
    """A problem with rules of these kinds, and what they mean."""
    return problem(Drawing(draw), rules=rules or tuple(RULES), most=most)


def shown(values):
    """Values of variables as something that can be compared and sorted; of a truth 0 or 1."""
    return tuple((name, int(value) if isinstance(value, bool) else value) for name, value in values.items())


def right(drawn):
    """All values that keep the rules, by trying them all; `holds` of the problem must say the same."""
    found = []
    for values in drawn.assignments():
        kept = drawn.holds(values)
        assert drawn.problem.holds({drawn.problem[name]: value for name, value in values.items()}) == kept
        if kept:
            found.append(shown(values))
    return found


def lowered(drawn):
    """The solutions of its model, hidden options and all, by the plain recursion of the fuzz oracle."""
    return solve(Form.of(drawn.problem.model), nodes=10**6, solutions=10**5)
