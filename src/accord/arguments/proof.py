"""Structs of the arguments of proofs, explanations and certificates of counts."""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias, get_args

from accord.arguments.field import BackendArgument, Limited, Watched, argument, as_in
from accord.arguments.run import Arguments, EngineArguments

By: TypeAlias = Literal["any", "weights", "clauses"]
KINDS = ("auto", "tree", "graph")  # of certificates of counts

WEIGHTS_ALONE = "`weights` is a proof without clauses; leave it out, or {other}"
TWO_FILES = "unexpected {value!r}; two files are for `check`"
CHECKS = (
    "`check` takes a formula and its proof, FORMULA.cnf PROOF, or PUZZLE WEIGHTS.json, "
    "or PUZZLE PROOF `cuts` CUTS.json"
)


@dataclass(frozen=True, kw_only=True)
class ProveArguments(Watched):
    """The arguments of a proof that there is no solution, or just one."""

    heading: ClassVar[str] = "Arguments of a proof"

    engine: str | None = argument(None, "SAT solver that writes the proof. Default: cadical195.", "NAME")
    encoding: str | None = argument(
        None, "Encoding: pairwise, sequential, totalizer, diagram or adder.", "NAME"
    )
    by: By = argument(
        "any", "weights: by nothing else; clauses: by a formula, also where weights would do.",
        flag=None, choices=get_args(By),
    )  # fmt: skip
    time_limit: float | None = as_in(
        Limited, "time_limit", seconds=300, help="Stop after this time, including the check."
    )


@dataclass(frozen=True, kw_only=True)
class ProverArguments(ProveArguments):
    """The arguments of a proof whose files are wanted as well."""

    trim: bool = argument(False, "A trimmed proof with hints, too.", flag=None)


@dataclass(frozen=True, kw_only=True)
class ProveCommand(ProveArguments):
    """The arguments of `accord prove`: files to write or to check."""

    check: bool = argument(
        False, "Check a proof: FORMULA.cnf PROOF, PUZZLE WEIGHTS.json, or PUZZLE PROOF `cuts` CUTS.json.",
        needs=("proof",), excludes=("weights", "cnf", "drat", "lrat", "engine", "encoding"),
        why=CHECKS,
    )  # fmt: skip
    proof: str | None = argument(None, "The proof to check.", flag=None, needs=("check",), why=TWO_FILES)
    cnf: str | None = argument(None, "Write the formula (DIMACS).", "FILE")
    drat: str | None = argument(None, "Write the proof (DRAT text).", "FILE")
    lrat: str | None = argument(None, "Write the proof with hints (LRAT).", "FILE")
    cuts: str | None = argument(None, "Write the cuts (JSON).", "FILE")
    weights: str | None = argument(
        None, "Write weights (JSON).", "FILE",
        excludes=("cnf", "drat", "lrat", "cuts", "engine", "encoding"), why=WEIGHTS_ALONE,
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class ExplainArguments(Watched):
    """The arguments of an explanation of why a puzzle has no solution."""

    heading: ClassVar[str] = "Arguments of an explanation"

    seed: int = argument(0, "Seed for the order in which items are tried.", "N")
    smaller: bool = argument(False, "Try several orders, and keep the smallest set.")
    time_limit: float | None = as_in(Limited, "time_limit", seconds=60)


@dataclass(frozen=True, kw_only=True)
class CertifyArguments(Watched):
    """The arguments of a certificate, a file that proves a count."""

    heading: ClassVar[str] = "Arguments of a certificate"

    puzzle: str = argument("", "The name of the puzzle in the file.", flag=None)
    distinct: bool = argument(False, "Count solutions that are rotations or reflections of each other once.")
    kind: str = argument(
        "auto",
        "Kind of certificate: the tree of a search, or a graph in which equal positions are merged.",
        choices=KINDS,
    )
    backend: str | None = argument(None, "Plug-in that finds the tree or the graph, such as d4.", "NAME")
    time_limit: float | None = as_in(Arguments, "time_limit")
    node_limit: int | None = argument(None, "Stop after N decisions of one kind.", "N")
    memory_limit: int | None = as_in(
        Limited, "memory_limit", help="Memory for the graph, such as 2G; default: half of the free memory."
    )


@dataclass(frozen=True, kw_only=True)
class CheckArguments(Watched):
    """The arguments of a check of a certificate."""

    heading: ClassVar[str] = "Arguments of a check"

    node_limit: int | None = argument(None, "Stop after N decisions of a certificate.", "N")
    memory_limit: int | None = as_in(
        Limited,
        "memory_limit",
        help="Memory for a certificate, such as 2G; default: half of the free memory.",
    )


@dataclass(frozen=True, kw_only=True)
class CheckCommand(CheckArguments, BackendArgument):
    """The arguments of `accord check`: of stated solutions, or of a certificate."""

    puzzle: str | None = argument(None, "Check that the certificate is about this puzzle.", "PUZZLE")
    time_limit: float | None = as_in(Limited, "time_limit", help="Stop after this time for each puzzle.")
    memory_limit: int | None = as_in(
        Limited,
        "memory_limit",
        help="Memory for each puzzle or a certificate, such as 2G; default: half of the free memory.",
    )
    engine: str | None = as_in(EngineArguments, "engine")
    workers: int | None = argument(None, "Check in N processes.", "N")
