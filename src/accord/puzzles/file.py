"""Read a model file: validate the TOML document, and return the puzzle and its variants.

Beside the keys below a file has the keys of its family's spec. A variant lays keys over the file's own, each
replaced as a whole. It does not inherit `counts`: a variant is another puzzle, so the counts of the first say
nothing about it; and if it gives no `rule` or `title`, it has the file's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Any

import msgspec

from accord.errors import InputError, did_you_mean
from accord.puzzles import table
from accord.puzzles.check import ANY_SIZE, check_table, missing, types_of
from accord.puzzles.document import Document
from accord.puzzles.family import Fault
from accord.puzzles.locate import join
from accord.puzzles.words import EXPECTED, describe

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
