"""Read and check the proof that a solver wrote; add hints and trim it where asked.

What a solver wrote with hints (LRAT) is checked by them. Else (DRAT) our checker searches what each clause
follows from, and can note it: so there is a proof with hints whatever the solver. It is trimmed, and what is
left is checked once more, by its hints alone.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from io import BytesIO

from accord.certify.checker import Verdict, checking
from accord.certify.hints import following, of_notes, trim_proof
from accord.certify.solver import Refutation
from accord.errors import EngineError, InputError
from accord.formats import drat, lrat
from accord.formats.dimacs import Clauses
from accord.runner.limits import Show
from accord_native.words import Numbers


@dataclass
class ProofCheck:
    """The check of a proof; `steps` fills it in.

    refutation  what the solver said of `clauses`
    trim        whether a trimmed proof with hints is wanted
    proof       as the solver wrote it
    verdict     of the first check
    trimmed     the proof with hints, which was checked as well
    """

    refutation: Refutation
    clauses: Clauses
    engine: str
    trim: bool = False
    proof: drat.Proof | lrat.Proof | None = None
    verdict: Verdict | None = None
    trimmed: lrat.Proof | None = None

    def _read(self) -> Generator[object, None, drat.Proof | lrat.Proof]:
        """Read what the solver wrote. Raises InputError if it is no proof."""
        data, name = self.refutation.proof, f"the proof of {self.engine}"
        if not self.refutation.hinted:
            return (yield from drat.reading(data, name))
        read = yield from lrat.whole(lrat.reading(BytesIO(data), name))
        return lrat.from_one(read, self._axioms)

    @property
    def _axioms(self) -> int:
        return len(self.clauses[0]) - 1

    def steps(self, show: Show) -> Generator[object, None, None]:
        """Read and check; yields some twenty times a second. Raises EngineError if the proof is false."""
        noted: list[Numbers] | None = [] if self.trim else None
        try:
            self.proof = yield from self._read()
        except InputError as error:
            raise EngineError(
                f"{error}; {self.engine} wrote no whole proof: is there room for temporary files?"
            ) from error
        if isinstance(self.proof, lrat.Proof):
            with_hints = self.proof
            yield None
            show(f"checking {with_hints.lemmas:,} lemmas", None)
            self.verdict = self._check_verdict((yield from following(self.clauses, [with_hints])))
        else:
            proof = self.proof
            yield None
            show(f"checking {proof.lemmas:,} lemmas", None)
            self.verdict = self._check_verdict((yield from checking(self.clauses, proof, noted)))
        if noted is not None:
            show("trimming", None)
            with_hints = with_hints if self.refutation.hinted else of_notes(noted)
            kept = yield from trim_proof(with_hints, self._axioms)
            self._check_verdict((yield from following(self.clauses, [kept])))
            self.trimmed = kept

    def _check_verdict(self, verdict: Verdict) -> Verdict:
        if verdict.answer != "proved":
            raise EngineError(f"{self.engine} gave a false proof: {describe(verdict)}; try another engine")
        return verdict

    def drat(self) -> drat.Proof | None:
        """The proof without hints, as other checkers may want it; None if there is none yet."""
        if isinstance(self.proof, lrat.Proof):
            return lrat.without_hints(self.proof, self.clauses)
        return self.proof


def describe(verdict: Verdict) -> str:
    """A verdict in words."""
    if verdict.answer == "proved":
        return f"a conflict follows at step {verdict.step:,}, after {verdict.lemmas:,} lemmas"
    if verdict.answer == "incomplete":
        return f"all {verdict.step:,} steps are sound, but no conflict follows from them"
    clause = " ".join(map(str, verdict.clause[:12])) + (" ..." if len(verdict.clause) > 12 else "")
    why = f"; {verdict.why}" if verdict.why else ""
    return f"step {verdict.step:,} adds a clause that does not follow: {clause} 0{why}"
