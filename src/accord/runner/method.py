"""Choose how to find solutions up to symmetry, where the user named no method.

Split, or filter where split does not apply, is the usual one: its solutions can be shown, and have a digest.
Burnside only counts. It is taken where only a count is wanted and it is clearly shorter: where an engine
counts without walking, or where filter would have very many solutions to look at. Filter walks through the
whole puzzle, as burnside does, and compares each solution with its images; burnside only counts it, but has
to count as well what each symmetry fixes.

A method's length is in steps: nodes of a search and what its solutions cost, estimated from a sample, or the
states of a count that does not walk, of which there are no more than that. It depends on the model, on what
is asked, and on what the backend can count, and not on the machine; so a run that is resumed takes the method
that it had.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import fsum, inf

from accord.errors import RefusedError
from accord.model import Kind, Model
from accord.model.model_cache import cached_on_model
from accord.runner.choose import EngineChoice, choose
from accord.runner.query import RunQuery
from accord.runner.work import SearchPlan, Work, item_of, work_by, work_of
from accord.symmetry.estimate import LARGEST, Size, Tree, most_states
from accord.symmetry.group import group_of
from accord.symmetry.parts import Part
from accord.tasks import WANTED

SOON = 4e6  # steps; about a second of walking, so there is nothing to be gained
FAR = 1e9  # steps; minutes at best
HOPELESS = 1e15  # steps; what another method may take where the end of the usual one was not seen
CLEARLY = 8  # times fewer steps: less is not worth a change, as estimates are rough
QUICK, THOROUGH = 1 << 18, 1 << 22  # words to look at for an estimate of a part: some 10 ms, and some 100
SHOWN, IMAGE = 16, 0.4  # steps for a solution that is shown, and for each image it is compared with
SAME_TREE = 0.7  # of the steps of filter: less is worth a change, as one sample is of the nodes of both
MOST_PARTS = 3  # that are looked at: the largest

UNDECLARED = (
    "no symmetries are declared for this puzzle, so every solution counts as distinct; declare them "
    "(`symmetries` in a model file; in Python `Problem.symmetry`, or `symmetries` of `Model.build`), or "
    "leave distinct out"
)


def decide(model: Model, asked: RunQuery, deadline: float | None) -> SearchPlan:
    """The work of a run and its backend. Raises what `work_of` and `choose` raise."""
    warnings = (UNDECLARED,) if asked.distinct and not len(model.symmetries) else ()
    if not asked.distinct or asked.method is not None:
        work = work_of(
            model,
            distinct=asked.distinct,
            method=asked.method,
            root=asked.root,
            reduce=asked.reduce,
            lightly=asked.task in WANTED,
        )
        asked.refuse_solutions_of_burnside(work)
        return SearchPlan(work, _choose_engine(work, asked, deadline), warnings=warnings)
    chosen = _choose_method(_Candidates(model, asked, deadline), _not_burnside(model, asked))
    return replace(chosen, warnings=warnings + chosen.warnings)


def _not_burnside(model: Model, asked: RunQuery) -> str:
    """Why there is nothing to choose; empty if there is."""
    if len(group_of(model)) == 1:
        return "there is no symmetry but the identity"
    if asked.task != "count" or asked.with_digest or asked.limit is not None:
        return "it gives solutions, which burnside does not"
    if Kind.COLOURED in model.kind:
        return "burnside takes no colours"
    return ""


def _choose_method(candidates: _Candidates, not_burnside: str) -> SearchPlan:
    """Choose. Where only one method is left, nothing is estimated."""
    method = "split"
    try:
        usual = candidates.work(None)
        method = usual.method or method
        choice = candidates.choice(usual)
    except RefusedError as refused:
        if not_burnside:
            raise
        return candidates.instead(method, refused)
    if not_burnside:
        return SearchPlan(usual, choice, not_burnside)
    length = _length(usual)
    if length.soon:
        return SearchPlan(usual, choice, length.words)
    longer = "burnside is not seen to be shorter"
    same_tree = usual.method == "filter"
    if same_tree or most_states(candidates.model) <= length.to_be_shorter:  # else it is not, by any engine
        if not choice.request.solutions:  # else it walks, whatever the backend can do
            length = _length(usual, choice)
            if length.soon:
                return SearchPlan(usual, choice, length.words)
        try:
            burnside = candidates.work("burnside")
            choice_of_burnside = candidates.choice(burnside)
        except RefusedError as refused:
            longer = str(refused)
        else:
            counts = _counts(choice_of_burnside, burnside.parts[0])  # the puzzle itself
            other = _length(burnside, choice_of_burnside) if counts else _Length(inf, inf)
            shows_none = same_tree and other.most <= SAME_TREE * length.least
            if shows_none or other.most <= length.to_be_shorter:
                why = f"{other.words}, as it need not walk; {usual.method} would take {length.words}"
                warnings = _far(other, burnside, f"{usual.method} is not seen to be shorter")
                return SearchPlan(burnside, choice_of_burnside, why, warnings)
    return SearchPlan(usual, choice, length.words, _far(length, usual, longer))


@dataclass(frozen=True)
class _Candidates:
    """The work and the engine that each method would have in a run."""

    model: Model
    asked: RunQuery
    deadline: float | None

    def work(self, method: str | None) -> Work:
        """The work of a method; None is the usual one."""
        return work_by(self.model, method, item_of(self.model, self.asked.root), self.asked.reduce)

    def choice(self, work: Work) -> EngineChoice:
        """The engine that would do it."""
        return _choose_engine(work, self.asked, self.deadline)

    def instead(self, usual: str, refused: RefusedError) -> SearchPlan:
        """Burnside, where the usual method is refused.

        If this one is refused as well, raises the refusal of the puzzle itself, where it is not even counted,
        else the refusal of the usual method.
        """
        try:
            work = self.work("burnside")
        except RefusedError:
            raise refused from None
        try:
            return SearchPlan(work, self.choice(work), f"{usual} is refused: {refused}")
        except RefusedError:
            self.choice(replace(work, parts=work.parts[:1], weights=work.weights[:1]))
            raise refused from None


def _choose_engine(work: Work, asked: RunQuery, deadline: float | None) -> EngineChoice:
    return choose(asked.backend, [part.model for part in work.parts], asked.request(work, deadline))


# -- how long it takes -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Length:
    """Steps that a method takes: both are estimates, and equal where the search was followed to its end."""

    least: float
    most: float

    @property
    def soon(self) -> bool:
        """Whether it is seen to end soon."""
        return self.most <= SOON

    @property
    def to_be_shorter(self) -> float:
        """How many steps another method may take, to be taken in place of this one."""
        return max(self.least, SOON) / CLEARLY if self.most < inf else HOPELESS

    @property
    def words(self) -> str:
        """The steps in words."""
        return f"{'about' if self.most == self.least else 'more than'} {self.least:.2g} steps"


def _length(work: Work, choice: EngineChoice | None = None) -> _Length:
    """The length of a method, with what this backend can count without walking.

    Only the largest parts are looked at; the others are taken to be as long as the least of these.
    """
    parts = sorted(work.parts, key=lambda part: -part.model.options)[:MOST_PARTS]
    shown = SHOWN if work.walks else 0.0
    lengths = [_of_part(part, choice is not None and _counts(choice, part), shown) for part in parts]
    lengths += lengths[-1:] * (len(work.parts) - len(parts))
    return _Length(fsum(length.least for length in lengths), fsum(length.most for length in lengths))


def _of_part(part: Part, counts: bool, shown: float) -> _Length:
    """The length of a part whose solutions cost so many steps each, and more where images are compared."""
    states = most_states(part.model) if counts else inf
    if states <= SOON:
        return _Length(states, states)
    size = _size(part.model, min(states, LARGEST))
    if part.filter is not None:
        shown += IMAGE * len(part.filter)
    least = min(size.nodes + shown * size.solutions, states)
    return _Length(least, least if size.whole else states)


@cached_on_model()
def _size(model: Model, enough: float) -> Size:
    """The size of a search that walks."""
    if Tree.too_large(model):
        return Size(1.0, 0.0, whole=False)
    size = Tree(model).size(QUICK, enough)
    return size if size.whole or size.nodes >= enough else Tree(model).size(THOROUGH, enough)


def _counts(choice: EngineChoice, part: Part) -> bool:
    """Whether its backend counts a part without walking."""
    return choice.backend.counts(part.model, replace(choice.request, root=part.root))


def _far(length: _Length, work: Work, other: str) -> tuple[str, ...]:
    """The warning that no end is in sight, if so."""
    if length.most < FAR:
        return ()
    return (f"no method is seen to end soon: {work.method} takes {length.words}, and {other}",)
