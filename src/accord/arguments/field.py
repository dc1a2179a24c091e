"""An argument: a field of a struct with its metadata, and what is derived from both.

    seed: int = argument(0, "Seed for engines that use random numbers.", "N", question=True)

A struct of such fields is a *query*: a question and its options. It is checked when it is made.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from functools import cache
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from types import MappingProxyType, NoneType, UnionType
from typing import (
    Any,
    ClassVar,
    Literal,
    Protocol,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from accord.errors import UsageError, unknown

Show: TypeAlias = Callable[[str, float | None], object]  # what is being done, and how much of it, if known


class Cancel(Protocol):
    """Anything with `is_set`, such as threading.Event: once it is set, the run stops within a slice."""

    def is_set(self) -> bool:
        """Whether to stop."""


class Found(Protocol):
    """A solution: the options that were chosen, and their names."""

    @property
    def options(self) -> tuple[int, ...]:
        """The options, ascending."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of these options."""


def unseen(words: str, done: float | None) -> None:
    """A `Show` that shows nothing."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)  # every command waits for it
class About:
    """The metadata of an argument, beside its name, its type and its default."""

    help: str  # for people: a sentence
    metavar: str = ""  # what the option's value is: N, SECONDS, SIZE, FILE, or a name; none for a switch
    flag: str | None = ""  # the option without its dashes; empty: as the name; None: there is none
    # `yes/no` are two, for a switch: that for True, and that for False
    short: str = ""  # the option of one letter beside it, without its dash
    usual: bool = True  # whether every command that runs a task has the option
    choices: tuple[str, ...] = ()  # the only values
    what: str = ""  # such a value names; empty: as the option
    least: float | None = None  # of a number
    most: float | None = None
    shown: bool = False  # whether help shows the default; of a text it always does
    seconds: int | None = None  # the time limit of a command where none is given; `inf` lifts it
    excludes: tuple[str, ...] = ()  # arguments that may not be given as well
    needs: tuple[str, ...] = ()  # arguments of which one must be given as well
    why: str = ""  # the message where these do not hold, with {value}, and the first {other} in the way
    listed: str = ""  # the attribute in which a backend lists the values it knows; another is not asked
    question: bool | Literal["given"] = False
    # whether what is found depends on the value: a checkpoint, a shard belong to it; only where it is given
    many: Literal["together", "alone", "refused"] = "alone"
    # of many puzzles: may a kernel solve them in one call, is each searched alone, or is that for one puzzle?


def argument(default: Any, help: str, metavar: str = "", **more: Any) -> Any:  # noqa: A002 (click's word)
    """A field with that default, or with what a class makes anew; MISSING: it has to be given.

    For the rest see `About`.
    """
    usual = {"default_factory": default} if isinstance(default, type) else {"default": default}
    return field(**usual, metadata={"about": About(help=help, metavar=metavar, **more)})


def as_in(struct: type, name: str, **more: Any) -> Any:
    """The argument of that name of another struct once more; `more` says what is otherwise here."""
    found = next(each for each in fields(struct) if each.name == name)
    usual: dict[str, Any] = {"default": found.default}
    if found.default_factory is not MISSING:
        usual = {"default_factory": found.default_factory}
    return field(**usual, metadata={"about": replace(found.metadata["about"], **more)})


def fields_of(struct: type) -> list[Field[Any]]:
    """Return the arguments that are fields of a struct: its own, then those it inherits; limits last."""
    known = [each for each in with_limits_last(struct) if "about" in each.metadata]
    return sorted(known, key=lambda each: _is_limit(each) or each.name not in struct.__annotations__)


def with_limits_last(struct: type) -> list[Field[Any]]:
    """Return the fields of a struct: those of its parents first, and last of all what `Watched` has."""
    return sorted(fields(struct), key=_is_limit)


def _is_limit(argument: Field[Any]) -> bool:
    return argument.name in Watched.__dataclass_fields__


def about(struct: type) -> Mapping[str, About]:
    """Return the name of each argument of a struct, with its metadata."""
    return _metadata(struct)[0]


def default_of(argument: Field[Any]) -> Any:
    """Return the default of an argument; MISSING if it has to be given."""
    return argument.default if argument.default_factory is MISSING else argument.default_factory()


def defaults(struct: type) -> Mapping[str, Any]:
    """Return the name of each argument of a struct, with its default."""
    return _metadata(struct)[1]


@cache
def _metadata(struct: type) -> tuple[Mapping[str, About], Mapping[str, Any]]:
    """Return what `about` and `defaults` return. It is asked with each query that is made."""
    known = fields_of(struct)
    metadata = {each.name: each.metadata["about"] for each in known}
    return MappingProxyType(metadata), MappingProxyType({each.name: default_of(each) for each in known})


@cache
def _kinds(struct: type) -> Mapping[str, Any]:
    """Return the name of each argument of a struct, with its type."""
    return MappingProxyType(get_type_hints(struct))


PLAIN: Mapping[Any, tuple[Any, str]] = {  # a type, what fits it, and what that is called
    int: (Integral, "a whole number"),
    float: (Real, "a number"),
    bool: (bool, "True or False"),
    str: (str, "a text"),
    Literal: (str, "a text"),  # of some: they are choices
    Path: (PathLike, "a path"),
    NoneType: (NoneType, "None"),
    Mapping: (Mapping, "a mapping"),
    tuple: (Iterable, "a list"),
    Callable: (Callable, "a function"),
}
HAVING: Mapping[Any, tuple[str, str]] = {  # a protocol, an attribute of it, and what it is called
    Cancel: ("is_set", "an object with is_set()"),
}


NUMPY_TRUTHS = ("bool", "bool_")  # what the type is called, in numpy 2 and before it
LONG = 1 << 13  # bits of a number that is printed: of more than 4,300 digits Python prints none


def refuse_other_types(**given: tuple[object, Any]) -> None:
    """Raise UsageError for the first argument, a value and its type, that is of another type."""
    for name, (value, kind) in given.items():
        if not _fits(value, kind):
            expected = " or ".join((PLAIN.get(each) or HAVING[each])[1] for each in _alternatives(kind))
            raise UsageError(f"{name.replace('_', ' ')}: found {_text_of(value)}; expected {expected}")


def as_types(**given: tuple[object, Any]) -> list[Any]:
    """Return the values of arguments as their types: 2.0 as the whole number 2; numpy's True, or 1, as True.

    Raises UsageError for the first argument, a value and its type, that is of another type.
    """
    found = {name: (_as_type(value, kind), kind) for name, (value, kind) in given.items()}
    refuse_other_types(**found)
    return [value for value, _ in found.values()]


def _as_type(value: Any, kind: Any) -> Any:
    """Return a value that equals one of a type as that; any other as it is."""
    kinds, is_number = {*_alternatives(kind)}, isinstance(value, Real) and not isinstance(value, bool)
    if int in kinds and is_number and value == value // 1:
        return int(value)
    if bool in kinds and (is_number or type(value).__name__ in NUMPY_TRUTHS) and value in (0, 1):
        return bool(value)
    return value


def _alternatives(kind: Any) -> Iterator[Any]:
    """Yield the types of a union, or the one type; of `tuple[int, int]` it is `tuple`."""
    if get_origin(kind) in (Union, UnionType):
        for each in get_args(kind):
            yield from _alternatives(each)
    else:
        yield get_origin(kind) or kind


def _fits(value: object, kind: Any) -> bool:
    """Whether a value is of the type of an argument; of a list or a mapping the members are not looked at."""
    for each in _alternatives(kind):
        if each in HAVING:
            fits = hasattr(value, HAVING[each][0])
        else:
            fits = each not in PLAIN or isinstance(value, PLAIN[each][0])
        mistaken = (each is tuple and isinstance(value, str)) or (each is int and isinstance(value, bool))
        if fits and not mistaken:
            return True
    return False


def _text_of(value: object) -> str:
    if isinstance(value, int) and value.bit_length() > LONG:
        return "a number of very many digits"
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."


def flag(name: str, struct: type) -> str | None:
    """Return the option of an argument; None if there is none. One of a single letter has one dash."""
    own = about(struct)[name].flag
    if own is None:
        return None
    word = own.partition("/")[0] or name.replace("_", "-")
    return f"-{word}" if len(word) == 1 else f"--{word}"


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Query:
    """The base of all structs of arguments.

    Making one raises UsageError for a value that is not among the choices of its argument, or out of its
    range, and for arguments that exclude each other, or need others.
    """

    heading: ClassVar[str] = "Arguments"  # of the list of arguments in the texts of functions

    def __post_init__(self) -> None:
        """Check values and combinations."""
        known, kinds = about(type(self)), _kinds(type(self))  # type: ignore[arg-type]
        for name, each in known.items():
            given = getattr(self, name)
            if given is None and kinds[name] is int:  # as for a seed
                given = defaults(type(self)).get(name)
            (value,) = as_types(**{name: (given, kinds[name])})
            object.__setattr__(self, name, value)  # its question is the same, however it is written
            if each.choices and value is not None and value not in each.choices:
                raise unknown(each.what or each.flag or name, value, each.choices)
            if value is not None and each.least is not None and not _is_from(value, each.least):
                raise UsageError(f"{name.replace('_', ' ')} {value}; expected at least {each.least}")
            if value is not None and each.most is not None and value > each.most:
                raise UsageError(f"{name.replace('_', ' ')} {value}; expected at most {each.most:,}")
        for name, each in known.items():
            if (each.excludes or each.needs) and self.is_given(name):
                excluded, met = self.filter_given(each.excludes), self.filter_given(each.needs)
                _refuse(name, each, getattr(self, name), excluded, met)

    def is_given(self, name: str) -> bool:
        """Whether an argument asks for something: it does not have its default."""
        return bool(getattr(self, name) != defaults(type(self))[name])

    def filter_given(self, names: Iterable[str]) -> list[str]:
        """Return the arguments among these that do not have their defaults."""
        return [name for name in names if self.is_given(name)]

    def subset(self, names: Iterable[str]) -> dict[str, Any]:
        """Return these arguments with their values, to be handed on."""
        return {name: getattr(self, name) for name in names}

    @property
    def terms(self) -> dict[str, Any]:
        """Return the arguments on which the answer depends; limits are no part of it."""
        known = about(type(self)).items()
        return self.subset(
            name for name, each in known if each.question is True or (each.question and self.is_given(name))
        )


def _is_from(value: object, least: float) -> bool:
    """Whether a value is a number from a least one on."""
    return isinstance(value, int | float) and value >= least


def _refuse(name: str, about: About, value: object, excluded: list[str], met: list[str]) -> None:
    """Raise UsageError for an argument that is given with what it excludes, or without what it needs."""
    if not excluded and (met or not about.needs):
        return
    other = (excluded or about.needs)[0]
    usual = f"`{name}` and `{other}` exclude each other" if excluded else f"`{name}` needs `{other}`"
    raise UsageError(about.why.format(value=value, other=f"`{other}`") if about.why else usual)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class BackendArgument:
    """The argument of every search with a backend."""

    backend: str = argument(
        "auto", "Backend: auto, native, cpsat or sat.", "NAME", question=True, many="together"
    )


@dataclass(frozen=True, kw_only=True)
class Limited(Query):
    """The limits of work on a puzzle. All that builds, searches or draws has them; see `Limits.of`."""

    time_limit: float | None = argument(None, "Stop after this time.", "SECONDS")
    memory_limit: int | None = argument(
        None, "Stop when it takes more memory than SIZE, such as 2G (in Python 2 * 10**9).", "SIZE"
    )
    cancel: Cancel | None = argument(None, "An object: the work stops once its is_set() is true.", flag=None)


@dataclass(frozen=True, kw_only=True)
class Watched(Limited):
    """The arguments of work for which a caller waits."""

    show: Show = argument(unseen, "A function that is called with the current step.", flag=None)


Struct = TypeVar("Struct", bound=Query)


def refuse_unknown(struct: type, names: Iterable[str]) -> None:
    """Raise UsageError for the first name that is no argument of a struct."""
    known = about(struct)
    for name in names:
        if name not in known:
            raise unknown("argument", name, known)


def query_of(struct: type[Struct], arguments: Mapping[str, Any], given: Struct | None = None) -> Struct:
    """Return the query of these arguments, or the one that is given with these in place of its own.

    Raises UsageError for an argument that there is not, and what making the query raises.
    """
    refuse_unknown(struct, arguments)
    if given is None:
        return struct(**arguments)
    return replace(given, **arguments) if arguments else given


def values(query: Any, struct: type) -> dict[str, Any]:
    """Return the arguments of a query that a struct has as well, to be handed on."""
    return {each.name: getattr(query, each.name) for each in fields(struct)}
