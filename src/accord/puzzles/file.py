"""Read a model file: validate the TOML document, and return the puzzle and its variants.

Beside the keys below a file has the keys of its family's spec. A variant lays keys over the file's own, each
replaced as a whole. It does not inherit `counts`: a variant is another puzzle, so the counts of the first say
nothing about it; and if it gives no `rule` or `title`, it has the file's.

Validate a parsed TOML document: convert its values to the declared types, and report every error at once.

msgspec decides whether a value is right, but stops at the first fault; so tables and lists are taken apart
here, and it is asked about what is left. Numbers in the key paths count from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

from accord.errors import InputError, did_you_mean
from accord.puzzles import table
from accord.puzzles.document import Document
from accord.puzzles.family import Fault
from accord.puzzles.locate import Path, join
from accord.puzzles.words import EXPECTED, describe, describe_type, literals

MOST_FAULTS = 200  # so that a hostile file cannot make us write messages for long
TERM = r"A[0-9]{6,}\([0-9]+(?:, ?[0-9]+)*\)"  # of the OEIS: a sequence, and the index or indices of the term
Words = Annotated[str, msgspec.Meta(min_length=1)]
Term = Annotated[
    str,
    msgspec.Meta(pattern=rf"^{TERM}\Z", extra={EXPECTED: "a term of the OEIS, as in A000170(8)"}),
]


class Count(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """A known number of solutions, who says so, and which engines of ours reproduced it."""

    count: Annotated[int, msgspec.Meta(ge=0, extra=ANY_SIZE)]
    source: Words
    oeis: Term | None = None  # the term of the OEIS that it is, as in A000170(8)
    checked: tuple[str, ...] = ()


class Counts(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True, omit_defaults=True):
    """The known numbers: of all solutions, of those distinct under the symmetry, of a plan's moves."""

    all: Count | None = None  # of a plan problem: 0, as there is no plan
    distinct: Count | None = None
    shortest: Count | None = None  # of a plan problem: the moves of a shortest plan


class Heading(msgspec.Struct, kw_only=True, frozen=True):
    """The keys that a file and a variant have in common, whatever the family."""

    title: Words = ""
    rule: Words = ""
    counts: Counts = Counts()


class Common(Heading, kw_only=True, frozen=True):
    """The keys that files of every family have."""

    family: str
    variants: dict[str, dict[str, Any]] = {}


@dataclass(frozen=True, slots=True)
class Declaration:
    """A puzzle as declared: what people read, the known counts, and the spec for its family."""

    title: str
    rule: str
    counts: Mapping[str, Count]
    spec: Any
    laid_over: frozenset[str] = frozenset()  # the keys that a variant replaced


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A valid model file. `declarations` has the puzzle itself under None, then each variant by name."""

    document: Document
    family: str
    declarations: Mapping[str | None, Declaration]


def model_file(document: Document) -> ModelFile:
    """Validate a document. Raises InputError with every fault, in the order of their lines."""
    faults = list(islice(_faults(document.values), MOST_FAULTS))
    if faults:
        raise InputError(document.lines(faults))
    values = document.values
    common = msgspec.convert(values, Common)
    declarations: dict[str | None, Declaration] = {None: _declaration(document, {}, None)}
    for name, laid in common.variants.items():
        declarations[name] = _declaration(document, laid, name)
    return ModelFile(document, common.family, declarations)


def _faults(values: Mapping[str, Any]) -> Iterator[Fault]:
    """The faults of the file as a whole and of each variant; of the spec only if the family is known."""
    named = values.get("family")
    known = isinstance(named, str) and table.find(named) is not None
    spec = table.family(str(named)).spec if known else None
    of_spec = types_of(spec) if spec else {}

    here = values if spec else {key: values[key] for key in values if key in types_of(Common)}
    yield from check_table(here, types_of(Common) | of_spec, ())
    if named is None or (isinstance(named, str) and not known):
        what, hint = (describe(named), did_you_mean(named, table.rows())) if named else ("nothing", "")
        yield Fault("family", f"found {what}; expected one of {', '.join(table.rows())}{hint}")
    if spec:
        yield from missing(values, spec, ())

    variants = values.get("variants")
    for name, laid in variants.items() if isinstance(variants, dict) else ():
        if isinstance(laid, dict):
            there = laid if spec else {key: laid[key] for key in laid if key in types_of(Heading)}
            yield from check_table(there, types_of(Heading) | of_spec, ("variants", name))


def _declaration(document: Document, laid: dict[str, Any], variant: str | None) -> Declaration:
    """The file's keys, replaced by a variant's where it has them."""
    values = document.values | {"counts": {}} | laid if variant is not None else document.values
    heading = msgspec.convert(values, Heading)
    spec = table.family(values["family"]).spec
    keys = types_of(spec)
    try:
        converted = msgspec.convert({key: values[key] for key in values if key in keys}, spec)
    except msgspec.ValidationError as error:  # from a __post_init__, which sees all keys together
        place = () if variant is None else ("variants", variant)
        raise InputError(document.lines([Fault(join(place), str(error))])) from None
    counts = msgspec.structs.asdict(heading.counts)
    return Declaration(
        title=heading.title,
        rule=heading.rule,
        counts={which: count for which, count in counts.items() if count is not None},
        spec=converted,
        laid_over=frozenset(laid),
    )


ANY_SIZE = {"any size": True}  # extra of a whole number that no array has to hold


def check(value: Any, kind: Any, path: Path) -> Iterator[Fault]:
    """Every fault of a value that should be of this type."""
    part = _part_that_holds(value, kind)
    arguments = get_args(part)
    if part is None:
        yield from _check_whole(value, kind, path)
    elif get_origin(part) is dict:
        for name, inner in value.items():
            yield from check(inner, arguments[1], (*path, name))
    elif get_origin(part) in (list, tuple):
        alike = get_origin(part) is list or arguments[-1] is ...
        for i, inner in enumerate(value):
            yield from check(inner, arguments[0 if alike else i], (*path, i + 1))
    else:
        yield from check_table(value, types_of(part), path)
        yield from missing(value, part, path)


def check_table(values: Mapping[str, Any], types: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    """Every fault of a table whose keys have these types: unknown keys, and wrong values."""
    for name, value in values.items():
        if name in types:
            yield from check(value, types[name], (*path, name))
        else:
            hint = did_you_mean(name, types)
            yield Fault(
                join((*path, name)), f"found an unknown key; expected one of {', '.join(sorted(types))}{hint}"
            )


def missing(values: Mapping[str, Any], struct: type[msgspec.Struct], path: Path) -> Iterator[Fault]:
    """A fault for each key that the struct requires and the table lacks."""
    for field in _fields(struct):
        if field.required and field.encode_name not in values:
            key = join((*path, field.encode_name))
            wanted = describe_type(plain(field.type)[0])
            yield Fault(key, f"found nothing; expected {wanted}; add the key")


def types_of(struct: type[msgspec.Struct]) -> dict[str, Any]:
    """The type of each key."""
    return {field.encode_name: plain(field.type)[0] for field in _fields(struct)}


def plain(kind: Any) -> tuple[Any, str]:
    """The type of a field without what only describes it, and the description; "" if there is none."""
    if get_origin(kind) is Annotated and (about := getattr(kind.__metadata__[-1], "description", None)):
        inner, *more = get_args(kind)
        return Annotated[inner, *more[:-1]] if more[:-1] else inner, about
    return kind, ""


@cache
def _fields(struct: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Its fields; msgspec would evaluate their annotations each time."""
    return msgspec.structs.fields(struct)


def _part_that_holds(value: Any, kind: Any) -> Any:
    """The one choice within the type that is a table or a list, as the value is; else None."""
    choices = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    holding = [choice for choice in choices if _holds(choice, value)]
    return holding[0] if len(holding) == 1 else None


def _holds(kind: Any, value: Any) -> bool:
    origin, arguments = get_origin(kind), get_args(kind)
    if isinstance(value, dict):
        return origin is dict or (isinstance(kind, type) and issubclass(kind, msgspec.Struct))
    if isinstance(value, list):
        return origin is list or (origin is tuple and (arguments[-1] is ... or len(arguments) == len(value)))
    return False


def _check_whole(value: Any, kind: Any, path: Path) -> Iterator[Fault]:
    try:
        msgspec.convert(value, kind)
        large = isinstance(value, int) and abs(value) >= 1 << 63
        right = not large or any(getattr(meta, "extra", None) == ANY_SIZE for meta in get_args(kind)[1:])
    except msgspec.ValidationError:
        right = False
    if not right:
        hint = did_you_mean(value, literals(kind)) if isinstance(value, str) else ""
        yield Fault(join(path), f"found {describe(value)}; expected {describe_type(kind)}{hint}")
