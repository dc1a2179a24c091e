"""Random problems for hypothesis, drawn as `accord fuzz` draws them, and what they must come to."""

from hypothesis import reject
from hypothesis import strategies as st

from accord_compare.fuzz.cases import problem
from accord_compare.fuzz.dice import Dice
from accord_compare.fuzz.form import Form
from accord_compare.fuzz.oracle import TooLargeError, TooManyError, solve


class Drawing(Dice):
    """Dice that hypothesis throws, so that what fails is made small."""

    def __init__(self, draw):
        self.draw = draw

    def number(self, low, high):
        return self.draw(st.integers(low, high))

    def chance(self, probability):
        return self.number(1, 100) > 100 - 100 * probability  # small is rare: simple things come first

    def some(self, things, number):
        chosen = set(self.shuffle(range(len(things)))[: max(0, number)])
        return [thing for place, thing in enumerate(things) if place in chosen]

    def shuffle(self, things):
        return self.draw(st.permutations(things))


@st.composite
def problems(draw, *rules, size=10):
    """A problem with rules of these kinds, and what they mean."""
    return problem(Drawing(draw), size, rules=rules)


def lowered(drawn):
    """The solutions of its model, hidden options and all, by the plain recursion of the fuzz oracle.

    One problem in thousands has a tree that is too large for it: another is drawn. Too many solutions
    are a fault, for a problem that is drawn has few.
    """
    try:
        return solve(Form.of(drawn.problem.model), nodes=10**6, solutions=10**5)
    except TooManyError:
        raise
    except TooLargeError:
        reject()


def check(drawn):
    """Its model has the right solutions, each once, so hidden options are determined. Returns them."""
    found = lowered(drawn)
    assert drawn.fault(found) == ""
    return found
