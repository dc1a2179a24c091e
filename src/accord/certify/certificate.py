"""The result of a proof: the claim, whether the proof holds, and which steps have to be trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from accord.model.lazy import LazyItem
from accord.runner.result import Result

if TYPE_CHECKING:
    from accord.scene.shapes import Scene

Claim: TypeAlias = Literal["impossible", "unique", "several", "undecided"]

SCHEMA = 1
ENCODER = "the encoder (accord.cnf): that the formula says what the model says"
CHECKER = "the checker of proofs (accord_native.drat), or any other one that you run on the two files"
HINTED = "the checker of hints (accord_native.lrat.check), or any other one that you run on the two files"
VERIFIER = "the verifier of solutions (accord.model.verify), or your own eyes"
TRUSTED: dict[Claim, tuple[str, ...]] = {
    "impossible": (ENCODER,),
    "unique": (ENCODER, VERIFIER),
    "several": (VERIFIER,),
}
DERIVED = "the lazy part of the puzzle: what breaks it, and that each cut follows (`--cuts FILE` writes them)"
SUMS = ("the sums (accord.certify.sums), or your own: the weights are in `--json` and `--weights FILE`",)
CHECKED = ("lemmas", "rat", "visits")  # of a verdict, in the certificate


class Sizes(msgspec.Struct, frozen=True):
    """How large the formula and its proof are."""

    variables: int = 0
    clauses: int = 0  # with the one that forbids the solution
    lemmas: int = 0
    deletions: int = 0
    bytes: int = 0  # of the proof as the solver wrote it
    conflicts: int = 0
    needed: int = 0  # lemmas of the trimmed proof, if one was wanted


class Times(msgspec.Struct, frozen=True):
    """Wall time in seconds."""

    build: float = 0.0
    solve: float = 0.0
    check: float = 0.0
    total: float = 0.0


class Argument(Result, msgspec.Struct, frozen=True, kw_only=True):
    """A result that says something of a model, and why: by weights of its items, or otherwise."""

    schema: int = SCHEMA
    statement: str  # what exactly was found, in a sentence
    weights: dict[str, int] = {}  # item -> weight, where they are the reason
    modulo: int = 0  # of the weights; 0: whole numbers


class Certificate(Argument, msgspec.Struct, frozen=True, kw_only=True):
    """A claim, whether it is proved, and what has to be trusted. Its JSON form is the public one."""

    claim: Claim
    proved: bool  # the claim is certain: its proof was checked, or its solutions were verified
    trusted: tuple[str, ...] = ()
    searched: str = ""  # the engine that searched everything, if one did in time
    pieces: tuple[str, ...] = ()  # items whose options weigh what their pieces do, where that is the proof
    encodings: dict[str, int] = {}  # encoding -> the number of items
    sizes: Sizes = Sizes()
    cuts: tuple[LazyItem, ...] = ()  # items of the lazy part that the formula has; each was derived
    checked: dict[str, int] = {}  # lemmas and visits of the checker
    seconds: Times = Times()
    solutions: tuple[tuple[str, ...], ...] = ()  # none, one or two, by the names of the chosen options
    options: tuple[tuple[int, ...], ...] = ()  # the same, as options of the model
    difference: tuple[str, ...] = ()  # visible options that only one of two has

    @property
    def drawings(self) -> list[Scene]:
        """Its solutions."""
        return [self.declared.draw(each) for each in self.options] if self.declared is not None else []

    @property
    def verdict(self) -> str:
        """The claim in a word, if it is proved, or nothing is claimed."""
        return self.claim if self.proved or self.claim == "undecided" else "not proved"

    def __str__(self) -> str:
        """The claim and what was proved; what ended it early."""
        return "\n".join(
            [f"{self.verdict}: {self.statement}", *([f"partial: {self.reason}"] if self.reason else [])]
        )


def statement(claim: Claim, proved: bool, who: str, refuted: bool, solution: bool, cuts: int = 0) -> str:
    """Return a sentence that says exactly what was proved.

    Args:
        claim: what is claimed.
        proved: whether it is proved.
        who: the engine that says so.
        refuted: whether it is a SAT solver that refuted the formula; else one that searched everything.
        solution: whether a solution is known.
        cuts: how many items of a lazy part the formula has.
    """
    if claim == "several":
        return "there are at least two solutions; both are shown, and were verified against the model"
    if claim == "undecided":
        return "a solution exists; whether another does is open" if solution else "nothing is known"
    what = "no solution" if claim == "impossible" else "this solution, and no other"
    if not refuted:
        return f"{who} searched everything: {what}; a proof that others could check was not found"
    if not proved:
        return f"{who} says that the model has {what}; its proof was not checked to the end"
    added = f" with {cuts:,} {'cut' if cuts == 1 else 'cuts'}" if cuts else ""
    without = " without that solution" if solution else ""
    return f"the model has {what}: its formula{added}{without} is unsatisfiable"
