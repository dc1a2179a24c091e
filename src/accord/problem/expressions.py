"""Expressions over variables. They are data with operators, and compute nothing.

    node        says
    ----------  -----------------------------------------------------------------------------------
    Variable    an integer or a choice: one of finitely many values
    Boolean     a truth of its own
    Sum         amounts of expressions, and a constant
    Call        abs, minimum, maximum, product, quotient, remainder, power or element of expressions
    Compared    a sum is 0, not 0, or at most 0
    Member      the value of an expression is one of these
    Same        two expressions of any values are equal
    Logic       and, or, xor of truths; `not` of one

Truths are numbers too, 0 or 1: a sum of truths counts them. An expression has no truth value in Python, so
`and`, `or`, `not`, `in` and chains such as `1 <= x <= 3` cannot be written with it; an error says what can.
Printed, an expression is the text that a model file has for it; there, places count from 1.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import Any, ClassVar, Literal, TypeAlias, TypeGuard

from accord.errors import UsageError
from accord.problem import notation
from accord.problem.notation import brief

Value: TypeAlias = Hashable
Operator: TypeAlias = Literal["==", "!=", "<="]
Connective: TypeAlias = Literal["and", "or", "xor", "not"]
PLAIN_VALUES = frozenset((int, str))  # types of which each value can be a key
MOST_VALUES = 1_000_000  # of a variable that are listed, or are options; in a list of values


_INSTEAD = (
    "in place of and, or, not take &, |, ~ in parentheses; of `in`, x.among(...); of 1 <= x <= 3, two rules"
)


class Expression:
    """Something that has a value once all variables have one. Compared by `==`, it makes a truth."""

    __slots__ = ()
    __hash__ = object.__hash__  # two nodes are the same only if they are one
    binds: ClassVar[int] = 9  # how tightly its text holds together

    # -- numbers -----------------------------------------------------------------------------------

    def __add__(self, other: Any) -> Sum:
        return _sum(self, 1, other, 1)

    def __radd__(self, other: Any) -> Expression:
        return self if type(other) is int and not other else _sum(self, 1, other, 1)  # as sum() begins with 0

    def __sub__(self, other: Any) -> Sum:
        return _sum(self, 1, other, -1)

    def __rsub__(self, other: Any) -> Sum:
        return _sum(self, -1, other, 1)

    def __neg__(self) -> Expression:
        return _times(self, -1)

    def __pos__(self) -> Expression:
        return numeric(self)

    def __mul__(self, other: Any) -> Expression:
        if isinstance(other, Expression):
            return Call("product", (numeric(self), numeric(other)))
        return _times(self, _whole(other))

    __rmul__ = __mul__

    def __abs__(self) -> Expression:
        return Call("abs", (numeric(self),))

    def _refuse(self, other: Any) -> Any:  # noqa: ARG002
        raise UsageError(
            f"`{self}` is a whole number, and `/` makes fractions; take `//`, which rounds down, and `%` for "
            "the rest"
        )

    __truediv__ = __rtruediv__ = _refuse

    def __floordiv__(self, other: Any) -> Expression:
        return _division("quotient", self, other)

    def __rfloordiv__(self, other: Any) -> Expression:
        return _division("quotient", other, self)

    def __mod__(self, other: Any) -> Expression:
        return _division("remainder", self, other)

    def __rmod__(self, other: Any) -> Expression:
        return _division("remainder", other, self)

    def __divmod__(self, other: Any) -> tuple[Expression, Expression]:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> tuple[Expression, Expression]:
        return other // self, other % self

    def __pow__(self, other: Any) -> Expression:
        return _power(self, other)

    def __rpow__(self, other: Any) -> Expression:
        return _power(other, self)

    # -- truths ------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> Any:
        return equal(self, other)

    def __ne__(self, other: object) -> Any:
        return ~equal(self, other)

    def __le__(self, other: Any) -> Truth:
        return _comparison(_sum(self, 1, other, -1), "<=")

    def __lt__(self, other: Any) -> Truth:
        return _comparison(_sum(self, 1, other, -1, 1), "<=")

    def __ge__(self, other: Any) -> Truth:
        return _comparison(_sum(self, -1, other, 1), "<=")

    def __gt__(self, other: Any) -> Truth:
        return _comparison(_sum(self, -1, other, 1, 1), "<=")

    def among(self, values: Iterable[Value]) -> Truth:
        """Whether its value is one of these."""
        found = tuple(dict.fromkeys(values_of(values)))
        return equal(self, found[0]) if len(found) == 1 else Member(self, found)

    def __invert__(self) -> Truth:
        return ~truth(self)

    def __and__(self, other: Truth | bool) -> Truth:
        return operand(self) & other  # which says what a truth is

    def __or__(self, other: Truth | bool) -> Truth:
        return operand(self) | other

    def __xor__(self, other: Truth | bool) -> Truth:
        return operand(self) ^ other

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __rshift__(self, other: Truth | bool) -> Truth:
        return operand(self) >> other

    def __rrshift__(self, other: Truth | bool) -> Truth:
        return operand(other) >> operand(self)

    def _is_unknown(self, _digits: Any = None) -> Any:
        raise UsageError(f"`{self}` is no number before the problem is solved; a solution has its value")

    __int__ = __float__ = __complex__ = __round__ = __trunc__ = __floor__ = __ceil__ = _is_unknown

    def __bool__(self) -> bool:
        raise UsageError(f"`{self}` is not true or false before the problem is solved; {_INSTEAD}")

    def __iter__(self) -> Iterator[Any]:
        raise UsageError(f"`{self}` is one expression, and was taken for a list of them")

    @property
    def parts(self) -> Sequence[Expression]:
        """The expressions that it is made of."""
        return ()


class Truth(Expression):
    """An expression whose value is true or false; as a number, 1 or 0."""

    __slots__ = ()

    def __add__(self, other: Any) -> Sum:
        if type(other) in TRUTHS:
            return Sum((self, other), (1, 1))
        return _sum(self, 1, other, 1)

    def __and__(self, other: Truth | bool) -> Truth:
        return logic("and", (self, other if type(other) in TRUTHS else operand(other)))

    def __or__(self, other: Truth | bool) -> Truth:
        return logic("or", (self, other if type(other) in TRUTHS else operand(other)))

    def __xor__(self, other: Truth | bool) -> Truth:
        return logic("xor", (self, other if type(other) in TRUTHS else operand(other)))

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> Truth:
        return Logic("not", (self,))

    def __rshift__(self, other: Truth | bool) -> Truth:
        return self.implies(other if type(other) in TRUTHS else operand(other))

    def implies(self, other: Truth | bool) -> Truth:
        """If this holds, so does the other."""
        return logic("or", (~self, other))

    def iff(self, other: Truth | bool) -> Truth:
        """Both hold, or neither does."""
        return ~logic("xor", (self, other))


# -- variables -------------------------------------------------------------------------------------


class Variable(Expression):
    """An integer or a choice: `values`, in their order, all different; a range of numbers, or a tuple."""

    __slots__ = ("name", "number", "numeric", "values")

    def __init__(self, name: str, values: Sequence[Value], number: int) -> None:
        self.name, self.values, self.number = name, values, number
        self.numeric = type(values) is range or all(type(value) is int for value in values)

    def __repr__(self) -> str:
        return self.name


class Boolean(Truth):
    """A variable that is true or false."""

    __slots__ = ("name", "number")
    values: ClassVar[Sequence[Value]] = (False, True)
    numeric: ClassVar[bool] = True

    def __init__(self, name: str, number: int) -> None:
        self.name, self.number = name, number

    def __repr__(self) -> str:
        return self.name


Atom: TypeAlias = Variable | Boolean
ATOMS = frozenset((Variable, Boolean))  # to ask for a type is faster than to ask for an instance


# -- numbers ---------------------------------------------------------------------------------------


class Sum(Expression):
    """Expressions, an amount of each, and a constant. No expression is itself a sum."""

    __slots__ = ("amounts", "constant", "terms")
    binds = 6

    def __init__(self, terms: tuple[Expression, ...], amounts: tuple[int, ...], constant: int = 0) -> None:
        self.terms, self.amounts, self.constant = terms, amounts, constant

    def __add__(self, other: Any) -> Sum:
        if type(other) in TRUTHS:  # as sum() goes through a list of them
            return Sum((*self.terms, other), (*self.amounts, 1), self.constant)
        return _sum(self, 1, other, 1)

    @property
    def parts(self) -> Sequence[Expression]:
        """Its terms."""
        return self.terms

    def __repr__(self) -> str:
        return notation.sum_text(list(zip(self.terms, self.amounts, strict=True)), self.constant)


# a quotient in a sum stands in parentheses: `-x // 2` is no negated quotient
_BINDS = {"product": 7, "quotient": 6, "remainder": 6, "power": 6}
MOST_POWER = 40  # an exponent that is known
MOST_BITS = 1 << 12  # of a number; no engine takes one of 64
TOO_LONG = f"numbers of at most {MOST_BITS:,} bits are possible"


class Call(Expression):
    """A function of expressions. Of `element` the last part is the place, from 0, that is meant."""

    __slots__ = ("binds", "function", "of")

    def __init__(self, function: str, of: tuple[Expression, ...]) -> None:
        self.function, self.of = function, tuple(map(plain, of))
        self.binds = _BINDS.get(function, 9)  # type: ignore[misc]

    @property
    def parts(self) -> Sequence[Expression]:
        """Its arguments."""
        return self.of

    def __repr__(self) -> str:
        if is_element(self):
            *array, place = self.of
            return notation.element_text(array, place, known=isinstance(place, Constant))
        return notation.call_text(self.function, self.of)


class Constant(Expression):
    """A value that is known, where an expression is asked for."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value

    def __repr__(self) -> str:
        return notation.text(self.value)


# -- truths ----------------------------------------------------------------------------------------


class Compared(Truth):
    """A sum is 0 (`==`), is not (`!=`), or is at most 0 (`<=`)."""

    __slots__ = ("operator", "sum")
    binds = 4

    def __init__(self, total: Expression, operator: Operator) -> None:
        self.sum = total if isinstance(total, Sum) else Sum((total,), (1,))
        self.operator: Operator = operator

    @property
    def parts(self) -> Sequence[Expression]:
        """The terms of the sum."""
        return self.sum.terms

    def __invert__(self) -> Truth:
        if self.operator == "<=":
            return _comparison(_times(self.sum, -1) + 1, "<=")
        return Compared(self.sum, "!=" if self.operator == "==" else "==")

    def __repr__(self) -> str:
        return notation.comparison_text(self.sum, self.operator)


class Member(Truth):
    """The value of an expression is one of these values."""

    __slots__ = ("of", "values")
    binds = 4

    def __init__(self, of: Expression, values: tuple[Value, ...]) -> None:
        self.of, self.values = plain(of), values

    @property
    def parts(self) -> Sequence[Expression]:
        """The expression whose value is one of the values."""
        return (self.of,)

    def __repr__(self) -> str:
        return self.text(True)

    def text(self, holds: bool) -> str:
        """Return its text, or the text of its negation."""
        if isinstance(self.of, Constant):
            return str((self.of.value in self.values) == holds)
        return notation.member_text(self.of, self.values, holds)


class Same(Truth):
    """Two expressions have the same value, of whatever kind."""

    __slots__ = ("of",)
    binds = 4

    def __init__(self, of: tuple[Expression, Expression]) -> None:
        self.of = of

    @property
    def parts(self) -> Sequence[Expression]:
        """The two expressions."""
        return self.of

    def __repr__(self) -> str:
        return self.text(True)

    def text(self, holds: bool) -> str:
        """Return its text, or the text of its negation."""
        return notation.equality_text(*self.of, holds)


BINDS_OF_LOGIC: dict[Connective, int] = {"and": 2, "or": 1, "xor": 5, "not": 3}


class Logic(Truth):
    """`and`, `or`, `xor` of truths: all, at least one, an odd number of them hold; `not` of one."""

    __slots__ = ("_text", "connective", "of")

    def __init__(self, connective: Connective, of: tuple[Truth, ...]) -> None:
        self.connective: Connective = connective
        self.of = of
        self._text = ""

    @property
    def binds(self) -> int:  # type: ignore[override]
        """How tightly its text holds together."""
        return 9 if self._both is not None else BINDS_OF_LOGIC[self.connective]

    @property
    def parts(self) -> Sequence[Truth]:
        """The truths that the connective joins."""
        return self.of

    def __invert__(self) -> Truth:
        return self.of[0] if self.connective == "not" else Logic("not", (self,))

    @property
    def _both(self) -> tuple[Truth, Truth] | None:
        """The two truths, if it says that both hold or neither."""
        of = self.of[0] if self.connective == "not" else self
        if of is self or not isinstance(of, Logic) or of.connective != "xor" or len(of.of) != 2:
            return None
        return of.of[0], of.of[1]

    def __repr__(self) -> str:
        self._text = self._text or self._made_text()  # it is part of the text of what it is part of
        return self._text

    def _made_text(self) -> str:
        both = self._both
        if both is not None:
            return f"iff({both[0]}, {both[1]})"
        if self.connective == "not":
            (of,) = self.of
            if isinstance(of, Member | Same):
                return of.text(False)
            return f"not {notation.inside(of, 4)}"
        parts = self.of
        if self.connective != "xor" and is_known(parts[0]) and has_partial(self):
            # where a constant comes first and decides, a reader does not look at what is behind it
            parts = tuple(sorted(parts, key=is_known))
        return notation.logic_text(self.connective, parts, self.binds)


PLAIN = frozenset((Boolean, Member))  # as forms over options they take no hidden one
TRUTHS = frozenset((Boolean, Compared, Member, Same, Logic))  # as numbers 0 or 1, whatever they are about


# -- making them -----------------------------------------------------------------------------------


def logic(connective: Connective, truths: Iterable[Any]) -> Truth:
    """Return truths joined by a connective; nested nodes of the same connective become one."""
    of: list[Truth] = []
    for each in truths:
        found = each if type(each) in TRUTHS else truth(each)
        if type(found) is Logic and found.connective == connective:
            of += found.of
        else:
            of.append(found)
    if not of:
        return truth(connective == "and")
    return of[0] if len(of) == 1 else Logic(connective, tuple(of))


def truth(value: Any) -> Truth:
    """A truth, or True or False as one. Raises UsageError for anything else."""
    if isinstance(value, Truth):
        return value
    if value is True or value is False:
        return Member(Constant(0), (0,) if value else ())
    if value is None:
        raise UsageError(
            "found None, which is no truth; a call such as p.different(x) states a rule and returns nothing, "
            "so it cannot be negated or implied"
        )
    raise UsageError(
        f"found {brief(value)}, which is no truth; expected a comparison, a Boolean, True or False"
    )


def operand(value: Any) -> Truth:
    """A truth beside &, |, ^ or >>. Raises UsageError with a word on precedence for a number."""
    if not isinstance(value, Truth | bool) and isinstance(value, Expression | int):
        raise UsageError(
            f"found {brief(value)} beside &, |, ^ or >>, which is no truth; these bind tighter than "
            "comparisons, so write (x == 1) >> (y == 2)"
        )
    return truth(value)


def expression(value: Any) -> Expression:
    """An expression, or a value as one."""
    if isinstance(value, Expression):
        return value
    if not can_be_key(value):
        raise UsageError(f"found {brief(value)}; expected an expression or a value")
    return Constant(_whole(value) if hasattr(type(value), "__index__") else value)


def equal(one: Expression, other: Any) -> Truth:
    """Whether an expression has a value, or the same value as another; of truths, both or neither hold."""
    if type(one) is Variable and type(other) in (int, str):  # most of them
        return Member(one, (other if type(other) is str else refuse_long(other),))
    if isinstance(one, Constant) and isinstance(other, Expression):
        one, other = other, one
    if isinstance(other, Constant):
        other = other.value
    if isinstance(other, Expression):
        if is_numeric(one) and is_numeric(other):
            return _comparison(_sum(one, 1, other, -1), "==")
        return Same((one, other))
    if isinstance(one, Sum) or (isinstance(one, Call) and isinstance(other, int)):
        return _comparison(_sum(one, 1, other, -1), "==")
    found = expression(other)
    assert isinstance(found, Constant)
    return Member(one, (found.value,))


def _comparison(total: Sum, operator: Operator) -> Truth:
    """A sum beside 0, in the one way in which its text is read: what is taken away behind what is added."""
    terms, amounts, constant = total.terms, total.amounts, total.constant
    if not terms:
        return truth(constant == 0 if operator == "==" else constant <= 0)
    if min(amounts) > 0 and (operator == "<=" or len(terms) > 1):  # most of them: there is nothing to change
        return Compared(total, operator)
    if operator == "==" and max(amounts) < 0:
        amounts, constant = tuple(-amount for amount in amounts), -constant
    elif min(amounts) < 0 <= max(amounts) and any(one < 0 <= other for one, other in pairwise(amounts)):
        # a term with amount 0, as an element, is added
        places = sorted(range(len(terms)), key=lambda place: amounts[place] < 0)
        terms, amounts = tuple(terms[i] for i in places), tuple(amounts[i] for i in places)
    if operator == "==" and amounts == (1,) and not isinstance(terms[0], Call):
        return Member(terms[0], (-constant,))
    return Compared(Sum(terms, amounts, constant), operator)


def numeric(of: Expression) -> Expression:
    """An expression of numbers, as it is. Raises UsageError for any other."""
    if not is_numeric(of):
        raise UsageError(f"`{of}` has values that are no whole numbers; only == and != can be asked of it")
    return of


def values_of(given: Any, place: str = "") -> tuple[Value, ...]:
    """A list of values. Raises UsageError, with its place, if it is none, or one cannot be a value.

    So it does for more values than there may be, before it takes them all.
    """
    if type(given) is not tuple and not isinstance(given, Iterable):
        raise UsageError(f"{place}found {brief(given)}; expected a list of values")
    found = given if type(given) is tuple else tuple(islice(given, MOST_VALUES + 1))
    if len(found) > MOST_VALUES:
        raise UsageError(f"{place}found more than {MOST_VALUES:,} values, which is the most there may be")
    if PLAIN_VALUES.issuperset(map(type, found)):  # most of them
        return found
    if not any(isinstance(value, Expression) for value in found) and can_be_key(found):
        return found
    strange = next(value for value in found if isinstance(value, Expression) or not can_be_key(value))
    raise UsageError(
        f"{place}found {brief(strange)} among values; expected texts, numbers, tuples or other keys"
    )


def whole_number(value: Any) -> int | None:
    """Return the whole number that a value equals, as 1.0 equals 1; None if there is none."""
    if type(value) is int:
        return value
    try:
        number = int(getattr(value, "real", value))
    except (TypeError, ValueError, OverflowError):  # of tuples, texts, infinity
        return None
    return number if value == number else None


def is_among(value: Value, values: Sequence[Value]) -> bool:
    """Whether a value is one of these. A range would look one by one for what is no whole number."""
    if type(values) is not range:
        return value in values
    number = whole_number(value)
    return number is not None and number in values


def can_be_key(value: object) -> bool:
    """Whether a value can be the key of a table."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def is_numeric(of: Expression) -> bool:
    """Whether its values are numbers."""
    if isinstance(of, Variable):
        return of.numeric
    if isinstance(of, Constant):
        return type(of.value) is int
    return not is_element(of) or all(map(is_numeric, of.parts))


def _sum(one: Expression, times: int, other: Any, by: int, plus: int = 0) -> Sum:
    """Times * one + by * other + plus."""
    terms, amounts, constant = linear(one, times)
    if type(other) is int:
        return Sum(terms, amounts, constant + by * other + plus)
    more, more_amounts, more_constant = linear(other, by)
    return Sum(terms + more, amounts + more_amounts, constant + more_constant + plus)


def linear(of: Any, times: int) -> tuple[tuple[Expression, ...], tuple[int, ...], int]:
    """So many times an expression or a number: terms, their amounts, and a constant."""
    if type(of) in TRUTHS or (type(of) is Variable and of.numeric):
        return (of,), (times,), 0
    if type(of) is Sum:
        return (
            of.terms,
            of.amounts if times == 1 else tuple([times * a for a in of.amounts]),
            times * of.constant,
        )
    if isinstance(of, Constant):
        of = of.value
    if isinstance(of, Expression):
        return (numeric(of),), (times,), 0
    return (), (), times * _whole(of)


def _times(of: Expression, times: int) -> Sum:
    return Sum(*linear(of, times)) if times or has_partial(of) else Sum((), ())


def _division(function: str, one: Any, by: Any) -> Expression:
    """A quotient that is rounded down, or its remainder. Raises UsageError for a divisor that is 0."""
    divisor = _without_terms(numeric(expression(by)))
    if isinstance(divisor, Constant) and divisor.value == 0:
        raise UsageError(f"`{one}` is divided by 0; expected another divisor")
    return Call(function, (numeric(expression(one)), divisor))


def _power(base: Any, exponent: Any) -> Expression:
    """A power. Raises UsageError for an exponent that is known, and below 0 or very large."""
    by = _without_terms(numeric(expression(exponent)))
    if isinstance(by, Constant) and not 0 <= by.value <= MOST_POWER:  # type: ignore[operator]
        raise UsageError(f"`{base}`: found the power {by}; expected 0 to {MOST_POWER}")
    return Call("power", (numeric(expression(base)), by))


def _without_terms(of: Expression) -> Expression:
    """Return an expression; a sum without terms, as `0 * x`, as the number that a file has for it."""
    return Constant(of.constant) if type(of) is Sum and not of.terms else of


def is_partial(of: Expression) -> TypeGuard[Call]:
    """Whether it may be without a value: a place outside, a divisor 0, an exponent below 0."""
    if type(of) is not Call:
        return False
    if of.function in ("quotient", "remainder", "power"):
        return not isinstance(of.of[1], Constant)  # which was looked at
    return of.function == "element"


def has_partial(of: Expression) -> bool:
    """Whether a part of it may be without a value; then it says more than its own value."""
    return is_partial(of) or any(map(has_partial, of.parts))


def is_element(of: Expression) -> TypeGuard[Call]:
    """Whether it is what stands at a place of an array."""
    return type(of) is Call and of.function == "element"


def is_known(of: Expression) -> bool:
    """Whether it has no variable and always a value, so that it is one."""
    return type(of) not in ATOMS and not is_partial(of) and all(map(is_known, of.parts))


def _whole(value: Any) -> int:
    """A whole number, numpy's among them."""
    if hasattr(type(value), "__index__"):  # the class int has it as well
        return refuse_long(int(value.__index__()))
    raise UsageError(f"found {brief(value)}; expected a whole number")


def refuse_long(number: int) -> int:
    """A number as it is. Raises UsageError for one that nothing can be computed with in time."""
    if number.bit_length() > MOST_BITS:
        raise UsageError(f"found a number of {number.bit_length():,} bits; {TOO_LONG}")
    return number


def plain(of: Any) -> Any:
    """A sum that is one expression as that."""
    if type(of) is Sum and of.amounts == (1,) and not of.constant:
        return of.terms[0]
    return of
