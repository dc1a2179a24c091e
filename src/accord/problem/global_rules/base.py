"""What global constraints have in common: how they are stated and drawn, and texts and truths of several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from accord.errors import UsageError
from accord.problem.constraints import numbers_of
from accord.problem.expressions import Constant, Expression, Truth, Value, expression, numeric, truth
from accord.problem.notation import brief, text
from accord.problem.rules import Holds, Rule
from accord.problem.writers import IntegerWriter, Sizes


class GlobalRule(Rule):
    """A rule that simpler ones can say; engines without such a constraint get these."""

    def simpler_rules(self) -> Iterator[Truth | Rule]:
        """Yield truths and rules that together say the same."""
        raise NotImplementedError

    def rules_of_bits(self) -> Iterator[Truth | Rule]:
        """Yield the same for variables that have bits, and no option for each value."""
        return self.simpler_rules()

    def write_rows(self, rows: Any, words: str) -> None:
        """Write the rows of the simpler rules."""
        wide = rows.forms.is_wide(*self.parts)
        for part in self.rules_of_bits() if wide else self.simpler_rules():
            simple = Holds(part) if isinstance(part, Truth) else part
            simple.write_rows(rows, f"{words}: {simple}")

    def write_integers(self, to: IntegerWriter) -> None:
        """Write the constraints of the simpler rules."""
        for part in self.simpler_rules():
            (Holds(part) if isinstance(part, Truth) else part).write_integers(to)

    def sizes(self, seen: Sizes) -> Iterator[int]:
        """Yield about how many entries each part of the simpler rules adds."""
        for part in self.simpler_rules():
            yield from (Holds(part) if isinstance(part, Truth) else part).sizes(seen)


# -- how a rule is stated, and drawn -----------------------------------------------------------------

Arguments: TypeAlias = tuple[tuple[Any, ...], Mapping[str, Any]]  # of a call, by position and by name
Method = TypeVar("Method", bound=Callable[..., None])


class Draw(Protocol):
    """Draws the arguments of a random call, for tests: of the variables of a small problem."""

    integers: list[Any]  # variables that are numbers
    variables: list[Any]  # all of them

    def number(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""

    def chance(self, probability: float) -> bool:
        """True as often as that."""

    def pick(self, things: Sequence[Any]) -> Any:
        """One of the things."""

    def some(self, things: Sequence[Any], number: int) -> list[Any]:
        """So many different ones, or all, in the order they have."""

    def shuffle(self, things: Sequence[Any]) -> list[Any]:
        """All the things, in any order."""

    def anything(self, low: int, high: int) -> list[Any]:
        """So many variables of any kind, perhaps twice, and expressions."""

    def numbers(self, low: int, high: int, depth: int = 1) -> list[Any]:
        """So many expressions of numbers."""

    def near(self, of: Any) -> list[Any]:
        """Some values that an expression may have, and one that it may not."""

    def tasks(self, lists: int) -> list[list[Any]]:
        """Lists of one length: the first of variables mostly, the others of numbers from 0 mostly."""

    def ends(self) -> Any:
        """A number, or a pair of numbers, at least and at most."""


@dataclass(frozen=True)
class Statement:
    """What general code knows of a method that states a rule."""

    random: Callable[[Draw], Arguments]  # the arguments of a random call
    in_files: bool


def states(random: Callable[[Draw], Arguments], *, in_files: bool = True) -> Callable[[Method], Method]:
    """Mark a method of a problem as one that states a rule.

    Args:
        random: draws the arguments of a random call; by such calls tests compare all engines.
        in_files: whether files may call it. There, an argument `base` is 1 by default.
    """

    def mark(method: Method) -> Method:
        vars(method)["statement"] = Statement(random, in_files)
        return method

    return mark


def statements(of: type) -> dict[str, Statement]:
    """The methods of a class, or of those that it is made of, that state a rule, by name."""
    return {
        name: method.statement
        for each in of.__mro__
        for name, method in vars(each).items()
        if hasattr(method, "statement")
    }


def alike(**lists: Iterable[Any]) -> dict[str, tuple[Expression, ...]]:
    """Return lists of numbers of one length. Raises UsageError."""
    found = {name: numbers_of((of,)) for name, of in lists.items()}
    (first, one), *others = found.items()
    for name, other in others:
        if len(other) != len(one):
            raise UsageError(f"found {len(one)} {first} and {len(other)} {name}; expected as many of each")
    return found


def ends(what: str, count: Any) -> tuple[Expression, Expression]:
    """Return a number that was given alone or as a pair, at least and at most. Raises UsageError."""
    if isinstance(count, list | tuple):
        if len(count) != 2:
            raise UsageError(f"found {brief(count)} for {what}; expected a number, or least and most")
        return numeric(expression(count[0])), numeric(expression(count[1]))
    found = numeric(expression(count))
    return found, found


# -- truths ------------------------------------------------------------------------------------------


def none_below_0(of: Sequence[Expression]) -> Iterator[Truth]:
    """Yield that each of these is 0 or more."""
    for each in dict.fromkeys(of):
        if not isinstance(each, Constant):
            yield each >= 0
        elif isinstance(each.value, int) and each.value < 0:
            yield truth(False)


def is_place(of: Expression, base: int, number: int) -> Truth:
    """Whether an expression is one of so many places."""
    return (of >= base) & (of <= base + number - 1)


def between(number: Expression, low: Expression, high: Expression) -> Iterator[Truth]:
    """Yield that a number is at least and at most so much."""
    if low is high:
        yield number == low
    else:
        yield number >= low
        yield number <= high


def multiple(of: Expression, by: Expression) -> Expression:
    """The product of two numbers, which is linear where the second is known."""
    return of * by.value if isinstance(by, Constant) else of * by


# -- texts -------------------------------------------------------------------------------------------


def list_text(of: Iterable[Expression]) -> str:
    """Return expressions as a list in a file."""
    return f"[{', '.join(map(str, of))}]"


def values_list(of: Iterable[Value]) -> str:
    """Return values as a list in a file."""
    return f"[{', '.join(map(text, of))}]"


def ends_text(low: Expression, high: Expression) -> str:
    """A number, or at least and at most so much, as files have it."""
    return str(low) if low is high else f"[{low}, {high}]"


def base_text(base: int) -> str:
    """The argument of a file that says from where places count, if it is not 1."""
    return f", base={base}" if base != 1 else ""


def strictly_text(strictly: bool) -> str:
    """The argument of a file that says that neighbours must not be equal, if it does."""
    return ", strictly=True" if strictly else ""
