"""Prove with a SAT solver that a model has no solution, or no other than a given one.

The engine that is usually fastest is asked first, for a moment: two solutions are verified, shown, and settle
it. If it finds none, weights are looked for that no choice of options can reach: they are the shortest proof,
and are checked by adding up.

Else the model becomes a formula; a SAT solver solves it. If the formula is unsatisfiable, the solver's proof
is checked, and the claim is "impossible". Else the solution is verified against the model, a clause that
forbids it is added, and the solver starts anew; so it does if a solution is known already. If the formula is
unsatisfiable now, that proof is checked, and the claim is "unique"; else both solutions are shown, "several".

A lazy model is searched by SAT first, and the cuts that come up are kept. The formula is of its own items and
the cuts; each of these is derived from what the lazy part says before it is used, and is in the certificate.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import Any

from msgspec import UNSET

from accord.arguments import query_of, refuse_unknown
from accord.arguments.keywords import after_two, asks
from accord.arguments.proof import ProveArguments, ProverArguments
from accord.backends.sat.cdcl import row
from accord.backends.waiting import wait_for
from accord.certify import cuts, solver
from accord.certify.certificate import (
    CHECKED,
    CHECKER,
    DERIVED,
    HINTED,
    SUMS,
    TRUSTED,
    Certificate,
    Claim,
    Sizes,
    Times,
    statement,
)
from accord.certify.proof_check import ProofCheck
from accord.certify.solver import ENGINES, Refutation, solving
from accord.certify.sums import FORMAT, WITH_PIECES, Weights, add_up
from accord.certify.weights import short_attempt
from accord.cnf import Formula, check_encoding, lowering
from accord.errors import EngineError
from accord.formats import drat, lrat
from accord.formats.dimacs import Clauses
from accord.model.lazy import LazyItem, refuse_underivable
from accord.model.verify import verify
from accord.puzzles.puzzle import AnyPuzzle, model_of, name_and_variant, puzzle_of, without_deductions
from accord.refute.imbalance import Reason
from accord.runner.driver import Driver, SingleUse
from accord.runner.gather import deriving, gathering, separation_of
from accord.runner.limits import Limits
from accord.runner.presolve import reason_of
from accord.runner.result import common_fields
from accord.runner.run import TimedRun
from accord.versions import version_of

USUAL = next(iter(ENGINES))
GLANCE, LONGER = 2.0, 8.0  # seconds for the engine that is asked first: before weights, and after them


class Prover:
    """The steps to a certificate. Iterate over it; then, or at any time, `certificate` has what is proved.

    It can be iterated over once. Leaving the loop stops the solver, and another loop raises UsageError; after
    the end another has nothing to do.
    """

    @after_two(ProverArguments)
    def __init__(self, puzzle: AnyPuzzle, **more: Any) -> None:
        """Prepare; nothing is searched yet. Raises what `prove` raises."""
        asked = query_of(ProverArguments, more)
        check(asked.engine, asked.encoding)
        self.engine = asked.engine or USUAL
        self.encoding, self.by, self.show, self.trim = asked.encoding, asked.by, asked.show, asked.trim
        self.weights: Weights | None = None
        self.formula: Formula | None = None
        self.forbidding: list[int] | None = None  # the clause that was added, if one was
        self._limits = Limits.of(asked)
        self.puzzle, self.model = self._limits.guard("the model was built").do(without_deductions, puzzle)
        refuse_underivable(self.model, "a proof")
        self._separation = None if self.model.lazy is None else separation_of(self.model)
        self.stated = self.model  # what the formula says: with cuts, and no lazy part
        self.cuts: list[LazyItem] = []  # each derived
        self._solutions: list[list[int]] = []
        self._claim: Claim = "undecided"
        self._searched = ""  # the engine that found all solutions, if one did
        self._sums = self._why = ""
        self._refuted: Refutation | None = None
        self._judged: ProofCheck | None = None
        self._built = self._solved = self._checked = 0.0
        self._driver: Driver[None] = Driver(
            self._limits, SingleUse("the proof", "make a new Prover"), "the proof was prepared"
        )

    def __iter__(self) -> Generator[object, None, None]:
        yield from self._driver.drive(self._steps())

    def _steps(self) -> Generator[object, None, None]:
        yield from self._short_attempt() if self._separation is None else self._gather()
        if self._claim == "several" or self.weights is not None or self.by == "weights":
            return
        yield from self._by_clauses()

    def _short_attempt(self) -> Generator[object, None, None]:
        """Try a short run of an engine, then weights, then a longer run."""
        if self.model.hidden.any():  # whether they are determined is part of the proof
            return
        known = puzzle_of(self.puzzle)
        of = known if self.model is model_of(known) else self.model
        reason = reason_of(of) if self.by != "clauses" else None
        if reason is not None:
            self._weigh(reason)
            return
        found = yield from short_attempt(
            self.model,
            "unique",
            self._limits,
            seconds=(GLANCE, LONGER),
            note=self._note,
            weigh=self.by != "clauses",
            show=self.show,
        )
        if found is not None:
            self._weigh(found)

    def _gather(self) -> Generator[object, None, None]:
        """Search a lazy model, and collect the cuts that come up."""
        run, items = yield from gathering(self.model, "unique", self._limits, self.show)
        self._note(run)
        self._take(items)

    def _take(self, items: list[LazyItem]) -> None:
        """Take more cuts into the formula; each was derived."""
        self.cuts += [item.plain for item in items]
        self.stated = cuts.formula_model(self.model, self.cuts)

    def _note(self, run: TimedRun) -> None:
        for solution in run.solutions[len(self._solutions) :]:
            self._add(solution)
        self._searched = run.searched
        if len(self._solutions) == 2:
            self._claim = "several"
        elif self._searched:
            self._claim = "unique" if self._solutions else "impossible"

    def _weigh(self, found: Reason) -> None:
        """The weights as a certificate, once the checker has added up."""
        names = self.model.item_names
        puzzle, variant = self._named
        self.weights = Weights(
            format=WITH_PIECES if found.pieces else FORMAT,
            puzzle=puzzle,
            variant=variant,
            modulo=found.modulo,
            weights={names[item]: weight for item, weight in found.weight.items()},
            pieces=tuple(names[item] for item in found.pieces) or UNSET,
        )
        self._why = found.sentence() if found.engine in ("colouring", "unmet") else ""
        sums = add_up(self.model, self.weights)
        if not sums.refuted:
            raise EngineError(f"weights were found that refute nothing: {sums.words}")
        self._claim, self._sums = "impossible", sums.words

    def _by_clauses(self) -> Generator[object, None, None]:
        yield from self._write()
        while self._refuted is None and len(self._solutions) < 2:
            assert self.formula is not None
            more = [] if self.forbidding is None else [self.forbidding]
            began = monotonic()
            try:
                self.show(f"asking {self.engine}: {len(self.formula):,} clauses", None)
                answer = yield from solving(self.formula, more, self.engine)
            finally:
                self._solved += monotonic() - began
            if not answer.satisfiable:
                self._refuted = answer
            elif broken := (yield from self._broken(answer.chosen)):
                yield from deriving(self.model, broken)
                self._take(broken)
                yield from self._write()
            else:
                self._add(answer.chosen)
        found: Claim = "several" if self._refuted is None else "unique" if self._solutions else "impossible"
        if self._searched and found != self._claim:
            raise EngineError(f"{self._searched} says {self._claim}, and {self.engine} {found}")
        self._claim = found
        if self._refuted is None:
            return
        self._judged = ProofCheck(self._refuted, self.clauses(), self.engine, self.trim)
        began = monotonic()
        try:
            yield from self._judged.steps(self.show)
        finally:
            self._checked = monotonic() - began

    def _write(self) -> Generator[object, None, None]:
        """The formula."""
        self.show("writing clauses", None)
        self.formula = yield from lowering(self.stated, encoding=self.encoding)
        self._built = monotonic() - self._limits.started

    def _broken(self, chosen: list[int]) -> Generator[object, None, list[LazyItem]]:
        """The lazy items that a solution breaks."""
        if self._separation is None:
            return []
        return (yield from wait_for(partial(self._separation.items, chosen)))

    def _add(self, chosen: list[int]) -> None:
        verify(self.model, row(chosen))
        if chosen in self._solutions:
            raise EngineError(f"{self.engine} gave a solution again that was forbidden")
        self._solutions.append(chosen)
        if len(self._solutions) == 1:
            self.forbidding = cuts.forbidding_clause(self.model, chosen)
            return
        first, second = ([o for o in row if not self.model.hidden[o]] for row in self._solutions)
        if first == second:
            raise EngineError("one visible solution came twice: hidden options are not determined")

    def clauses(self) -> Clauses:
        """The formula that was refuted: the model's clauses, and the one that forbids its solution."""
        assert self.formula is not None
        return cuts.with_clause(self.formula, self.forbidding)

    @property
    def proof(self) -> drat.Proof | lrat.Proof | None:
        """The solver's proof, as it wrote it; None until it was read."""
        return self._judged.proof if self._judged else None

    @property
    def trimmed(self) -> lrat.Proof | None:
        """The proof with hints, without what it does not need; None if it is not checked or not wanted."""
        return self._judged.trimmed if self._judged else None

    def drat(self) -> drat.Proof | None:
        """The solver's proof without hints; None until it was read."""
        return self._judged.drat() if self._judged else None

    def cuts_of_proof(self) -> cuts.Cuts | None:
        """Return the cuts that belong to the proof of a lazy model; None until there is one."""
        if self._separation is None or self._refuted is None:
            return None
        puzzle, variant = self._named
        first = tuple(map(self.model.option_name, self._solutions[0])) if self._solutions else None
        return cuts.Cuts(
            format=cuts.FORMAT,
            puzzle=puzzle,
            variant=variant,
            encoding=self.encoding,
            solution=first,
            cuts=tuple(self.cuts),
        )

    @property
    def _named(self) -> tuple[str, str]:
        """The name of the puzzle and its variant."""
        return name_and_variant(puzzle_of(self.puzzle))

    def _statement(self, proved: bool) -> str:
        if self.weights is not None:
            why = f"{self._why}; " if self._why else ""
            return f"the model has no solution: {why}{self._sums}"
        who = self.engine if self._refuted else self._searched
        return statement(self._claim, proved, who, bool(self._refuted), bool(self._solutions), len(self.cuts))

    @property
    def _trusted(self) -> tuple[str, ...]:
        """Return the parts that have to be trusted if the proof is to hold."""
        if self.weights:
            return SUMS
        checker = () if self._refuted is None else (HINTED if self._refuted.hinted else CHECKER,)
        return TRUSTED[self._claim] + checker + ((DERIVED,) if self._separation else ())

    @property
    def certificate(self) -> Certificate:
        """Return the certificate as far as it is known by now."""
        verdict = self._judged.verdict if self._judged else None
        proved = self._claim == "several" or self.weights is not None or verdict is not None
        stop = self._driver.stop
        if self._refuted is not None and not proved:
            stop = replace(stop, reason=f"solved but not checked: {stop.reason}")
        formula, proof, refuted = self.formula, self.proof, self._refuted
        pair = [set(self.model.visible(row)) for row in self._solutions]
        return Certificate(
            **common_fields(puzzle_of(self.puzzle), stop, {"python-sat": version_of("python-sat")}),
            claim=self._claim,
            proved=proved,
            statement=self._statement(proved),
            trusted=self._trusted if proved else (),
            backend="sat" if formula else "",
            engine=self.engine if formula else "",
            searched=self._searched,
            weights=self.weights.weights if self.weights else {},
            modulo=self.weights.modulo if self.weights else 0,
            pieces=(self.weights.pieces or ()) if self.weights else (),
            encodings=dict(formula.used) if formula else {},
            sizes=Sizes(
                *((formula.variables, len(formula) + bool(self._solutions)) if formula else (0, 0)),
                *((proof.lemmas, proof.steps - proof.lemmas) if proof else (0, 0)),
                *((len(refuted.proof), refuted.conflicts) if refuted else (0, 0)),
                self.trimmed.lemmas if self.trimmed else 0,
            ),
            cuts=tuple(self.cuts) if self._refuted else (),
            checked={what: getattr(verdict, what) for what in CHECKED} if verdict else {},
            seconds=Times(
                round(self._built, 3),
                round(self._solved, 3),
                round(self._checked, 3),
                round(self._driver.spent[0], 3),
            ),
            solutions=tuple(tuple(map(self.model.option_name, row)) for row in self._solutions),
            options=tuple(map(tuple, self._solutions)),
            difference=tuple(sorted(pair[0] ^ pair[1])) if len(pair) == 2 else (),
        ).about(puzzle_of(self.puzzle))


def check(engine: str | None, encoding: str | None) -> None:
    """Raise UsageError for an engine that gives no proofs, or an encoding that there is not."""
    solver.check(engine or USUAL)
    check_encoding(encoding)


@asks(ProveArguments)
def prove(puzzle: AnyPuzzle, **more: Any) -> Certificate:
    """Prove that a puzzle has no solution, or exactly one; or find two.

    Args:
        puzzle: a puzzle from `accord.load`, a problem, or a bare model. The proof is about the whole
            model: Accord drops no option before.
        **more: see below; engines are those of `accord.certify.solver.ENGINES`.

    Raises:
        UsageError: for an unknown engine or encoding; RefusedError if the formula would be too large.
        EngineError: if a solution or a proof of an engine is false.
    """
    refuse_unknown(ProveArguments, more)
    prover = Prover(puzzle, **more)
    for _ in prover:
        pass
    return prover.certificate
