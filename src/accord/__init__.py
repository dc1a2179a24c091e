"""Accord: declare a puzzle once, solve it with every engine, and see that they agree.

load, save                    a puzzle by its name, from a file, or from a text such as queens:8; as a file
Problem                       a puzzle said in variables and rules; minimum, maximum, element, every, some,
                              total
count, first, unique, best    one question about a problem, a puzzle or a model; `run` asks any of them
solutions                     walks through solutions as they are found
sample, frequencies, Population  solutions drawn fairly; how often each option occurs; all by number
candidates, why               the values that each cell has over all solutions; the clues to blame
repair                        the fewest clues to change so that one solution is left
fingerprint                   the same for puzzles that differ in turns and names only
prove, explain                that there is no solution or no other, checked; why there is none
hint, rate                    what is forced next; how hard it is for a person
draw, film                    it, or a solution of it, as a drawing; how it is searched, as a film
compare, ledger               comparisons of engines; what earlier ones found
plan, Search                  a plan, where a puzzle is a sequence of moves
Problem, Model, Puzzle, PlanProblem    what may be asked about
Outcome, Solution, Candidates, Why, Repair, Planned  what is answered
AccordError                   the parent of EngineError, InputError, MissingBackendError, RefusedError,
                              StoppedError and UsageError

    >>> import accord
    >>> puzzle = accord.load("pentomino-4x15", variant="hoyt")
    >>> accord.count(puzzle).count
    402
    >>> accord.run(puzzle, "first", backend="sat").answer
    'solved'

These are for everybody. Names are imported on first use, so that `import accord` costs nothing. What a
backend of yours derives from is in `accord.backends.contract`, what a family of yours says of itself in
`accord.puzzles.family`. The layers of packages are in docs/architecture.md.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__: str

if TYPE_CHECKING:  # with `as`, type checkers take them for public
    from accord.certify.explain import explain as explain
    from accord.certify.prove import prove as prove
    from accord.errors import AccordError as AccordError
    from accord.errors import EngineError as EngineError
    from accord.errors import InputError as InputError
    from accord.errors import MissingBackendError as MissingBackendError
    from accord.errors import RefusedError as RefusedError
    from accord.errors import StoppedError as StoppedError
    from accord.errors import UsageError as UsageError
    from accord.films.film import film as film
    from accord.hints import hint as hint
    from accord.hints import rate as rate
    from accord.model import Model as Model
    from accord.planners.planned import Planned as Planned
    from accord.planners.search import Search as Search
    from accord.planners.search import plan as plan
    from accord.plans.problem import PlanProblem as PlanProblem
    from accord.problem import Problem as Problem
    from accord.problem import element as element
    from accord.problem import every as every
    from accord.problem import maximum as maximum
    from accord.problem import minimum as minimum
    from accord.problem import some as some
    from accord.problem import total as total
    from accord.puzzles.loader import load as load
    from accord.puzzles.puzzle import Puzzle as Puzzle
    from accord.puzzles.writing import save as save
    from accord.runner.api import best as best
    from accord.runner.api import count as count
    from accord.runner.api import first as first
    from accord.runner.api import run as run
    from accord.runner.api import solutions as solutions
    from accord.runner.api import unique as unique
    from accord.runner.drawing import draw as draw
    from accord.runner.outcome import Outcome as Outcome
    from accord.runner.outcome import Solution as Solution
    from accord.runner.sample import Population as Population
    from accord.runner.sample import frequencies as frequencies
    from accord.runner.sample import sample as sample
    from accord.setters.candidates import Candidates as Candidates
    from accord.setters.candidates import candidates as candidates
    from accord.setters.fingerprint import fingerprint as fingerprint
    from accord.setters.repair import Repair as Repair
    from accord.setters.repair import repair as repair
    from accord.setters.why import Why as Why
    from accord.setters.why import why as why
    from accord_compare.compare import compare as compare
    from accord_compare.ledger import ledger as ledger

_PLACES = {
    "accord.certify.explain": "explain",
    "accord.certify.prove": "prove",
    "accord.errors": (
        "AccordError EngineError InputError MissingBackendError RefusedError StoppedError UsageError"
    ),
    "accord.films.film": "film",
    "accord.hints": "hint rate",
    "accord.model": "Model",
    "accord.planners.planned": "Planned",
    "accord.planners.search": "Search plan",
    "accord.plans.problem": "PlanProblem",
    "accord.problem": "Problem element every maximum minimum some total",
    "accord.puzzles.loader": "load",
    "accord.puzzles.puzzle": "Puzzle",
    "accord.puzzles.writing": "save",
    "accord.runner.api": "best count first run solutions unique",
    "accord.runner.drawing": "draw",
    "accord.runner.outcome": "Outcome Solution",
    "accord.setters.candidates": "Candidates candidates",
    "accord.setters.repair": "Repair repair",
    "accord.setters.fingerprint": "fingerprint",
    "accord.setters.why": "Why why",
    "accord.runner.sample": "Population frequencies sample",
    # a package above all others here: the one exception of the layers, and only when it is asked for
    "accord_compare.compare": "compare",
    "accord_compare.ledger": "ledger",
}
_PLACE = {name: module for module, names in _PLACES.items() for name in names.split()}
__all__ = sorted(_PLACE)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("accord.versions").version_of("accord")
    if name not in _PLACE:
        raise AttributeError(f"module 'accord' has no attribute {name!r}")
    value = getattr(import_module(_PLACE[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
