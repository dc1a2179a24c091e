"""The rules of a problem: truths, rules on lists, rules on graphs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, product
from math import prod
from typing import Any

from accord.arguments.field import refuse_other_types
from accord.errors import UsageError
from accord.problem.arrays import Array
from accord.problem.expressions import (
    ATOMS,
    Boolean,
    Call,
    Compared,
    Expression,
    Logic,
    Member,
    Value,
    Variable,
    expression,
    is_among,
    is_partial,
    numeric,
    truth,
    values_of,
    whole_number,
)
from accord.problem.functions import as_list
from accord.problem.graphs import rules as graph_rules
from accord.problem.lower import TUPLES
from accord.problem.notation import brief, text
from accord.problem.rules import (
    Different,
    Holds,
    Inverse,
    Lexicographic,
    Ordered,
    Precedence,
    Regular,
    Rule,
    Table,
)
from accord.problem.slips import slips_in_rows, strange_values, values_text
from accord.problem.topic import Topic
from accord.problem.variables import Variables


class ConstraintSet(Variables):
    """Variables, and the methods that add rules on them."""

    def __init__(self) -> None:
        super().__init__()
        self.rules: list[Rule] = []
        self.has_partial = False  # whether a rule has a part that may be without a value

    def state(self, rule: Rule, about: Topic | None = None) -> None:
        """State a rule, and perhaps what it is about.

        Raises UsageError if it speaks of variables of another problem.
        """
        if about is not None:
            refuse_other_types(about=(about, Topic))
            rule = replace(rule, called=rule.called or about.words, about=about)
        if type(rule.called) is not str or type(getattr(rule, "base", 0)) is not int:  # few of them
            refuse_other_types(words=(rule.called, str | None), base=(getattr(rule, "base", 0), int))
            rule = replace(rule, called=rule.called or "")
        self._refuse_strangers(rule, rule.parts)
        self.rules.append(rule)
        self._invalidate()

    def _refuse_strangers(self, what: Rule | str, parts: Iterable[Expression]) -> None:
        own, stack, seen = self._own, [*parts], set[Expression]()
        while stack:
            each = stack.pop()
            if each in own or each in seen:
                continue
            seen.add(each)
            if type(each) not in ATOMS:
                if type(each) is Call:
                    self.has_partial |= is_partial(each)
                if not own.issuperset(inner := each.parts):
                    stack += inner
            else:
                words = what if isinstance(what, str) else what.words
                raise UsageError(f"{words}: {each} is no variable of this problem")

    def add(self, *truths: Any, words: str = "", about: Topic | None = None) -> None:
        """Add the rule that these truths hold. A list of truths may stand for its members.

        Args:
            truths: what holds.
            words: the name of the rule in hints and explanations.
            about: what the rule is about: a name with a tag and cells, for code that makes sentences.
        """
        if type(words) is not str or not (about is None or type(about) is Topic):
            refuse_other_types(words=(words, str | None), about=(about, Topic | None))
            words = words or ""
        called = words or ("" if about is None else about.words)
        for each in truths:
            if self._is_own(each):  # most of them
                self.rules.append(Holds(each, called=called, about=about))
                self._invalidate()
            elif not isinstance(each, Expression | str | Mapping) and isinstance(each, Iterable):
                self.add(*each, words=words, about=about)
            else:
                rule = Holds(truth(each), called=called, about=about)
                self._state_truth(rule)

    def _is_own(self, of: Any) -> bool:
        """Whether it is a sum or a clause of this problem's variables, and of truths about their values."""
        if type(of) is not Compared and not (type(of) is Logic and of.connective == "or"):
            return False
        own, parts = self._own, of.parts
        return own.issuperset(parts) or own.issuperset([_atom_of(part) for part in parts])

    def _state_truth(self, rule: Holds) -> None:
        self._refuse_slips(_never(rule.truth, rule))
        self.state(rule)

    def _refuse_slips(self, found: Iterable[str]) -> None:
        """Raise UsageError with the first sentence on a slip, if there is one."""
        for sentence in found:
            raise UsageError(sentence)

    def different(
        self, *of: Any, apart: Iterable[Value] = (), words: str = "", about: Topic | None = None
    ) -> None:
        """Add the rule that all have different values; several may have the same value of `apart`."""
        label = of[0].label if len(of) == 1 and isinstance(of[0], Array) else ""
        called = words or (f"{label}: all different" if label else "")
        self.state(Different(list_of(of), values_of(apart), called=called), about)

    def table(
        self,
        of: Iterable[Any],
        rows: Iterable[Sequence[Value]],
        *,
        words: str = "",
        about: Topic | None = None,
    ) -> None:
        """Add the rule that the values, in this order, are one of the rows."""
        self._table(of, rows, False, words, about)

    def forbidden(
        self,
        of: Iterable[Any],
        rows: Iterable[Sequence[Value]],
        *,
        words: str = "",
        about: Topic | None = None,
    ) -> None:
        """Add the rule that the values, in this order, are none of the rows."""
        self._table(of, rows, True, words, about)

    def _table(
        self,
        of: Iterable[Any],
        rows: Iterable[Sequence[Value]],
        forbidden: bool,
        words: str,
        about: Topic | None,
    ) -> None:
        columns = list_of((of,))
        found = []
        for number, each in enumerate(_rows(rows, "the table"), start=1):
            row = values_of(each)
            if len(row) != len(columns):
                raise UsageError(
                    f"row {number} of the table has {len(row)} values for {len(columns)} expressions"
                )
            found.append(row)
            if number > TUPLES:
                raise UsageError(f"the table has more than {TUPLES:,} rows, which is the most there may be")
        if not forbidden:
            self._refuse_slips(slips_in_rows(columns, found))
        self.state(Table(columns, frozenset(found), forbidden, called=words), about)

    def relation(self, holds: Callable[..., object], *of: Any, words: str = "") -> None:
        """Add the rule that a function of the values of two or three variables is true.

        Accord calls the function now, once for each combination. Raises UsageError above 1,000,000.
        """
        if not callable(holds):
            raise UsageError(
                f"found {brief(holds)} in the place of a relation; expected a function of values"
            )
        columns = list_of(of)
        domains = [_values(each) for each in columns]
        size = prod(map(len, domains))
        if size > TUPLES:
            raise UsageError(
                f"the relation would be asked of {size:,} combinations of values; at most {TUPLES:,} are "
                "possible"
            )
        rows = frozenset(row for row in product(*domains) if holds(*row))
        name = getattr(holds, "__name__", "")
        called = words or ("" if name in ("", "<lambda>") else f"{name}({', '.join(map(str, columns))})")
        self.state(Table(columns, rows, called=called))

    def increasing(self, *of: Any, strictly: bool = False, words: str = "") -> None:
        """Add the rule that each is at most the next one, or less if `strictly`."""
        self.state(Ordered(numbers_of(of), strictly, called=words))

    def lexicographic(self, *lists: Iterable[Any], strictly: bool = False, words: str = "") -> None:
        """Add the rule that each list, as a word, is before the next one, or equal unless `strictly`.

        Each pair of neighbours is a rule of its own, with these words.
        """
        for first, second in pairwise([numbers_of((each,)) for each in lists]):
            self.state(Lexicographic(first, second, strictly, called=words))

    def regular(
        self,
        of: Iterable[Any],
        moves: Iterable[Sequence[Value]],
        start: Value,
        accepting: Iterable[Value],
        *,
        words: str = "",
        about: Topic | None = None,
    ) -> None:
        """Add the rule that an automaton accepts the values, read as a word.

        Args:
            of: the variables of the word.
            moves: triples (state, value, next state); there may be several next states, or none.
            start: the state before the first value.
            accepting: the states in which the word may end.
            words: the name of the rule in hints and explanations.
            about: what the rule is about; see `add`.
        """
        triples = _triples(moves, "a move of an automaton has three parts: state, value, next state")
        word = list_of((of,))
        self._refuse_slips(
            strange_values(word, [value for _, value, _ in triples], "a move of the automaton")
        )
        (first,) = values_of((start,))
        self.state(Regular(word, triples, first, values_of(accepting), called=words), about)

    def mdd(self, of: Iterable[Any], arcs: Iterable[Sequence[Value]], *, words: str = "") -> None:
        """Add the rule that the values, in this order, are a way through a decision diagram.

        Args:
            of: the variables, one for each layer.
            arcs: triples (node, value, next node). The root is the one node that no arc enters, and the end
                the one that no arc leaves.
            words: the name of the rule in hints and explanations.
        """
        layers = list_of((of,))
        moves = _triples(arcs, "an arc of a diagram has three parts: node, value, next node")
        self._refuse_slips(strange_values(layers, [value for _, value, _ in moves], "an arc of the diagram"))
        root, end = _ends_of(moves, len(layers))
        self.state(Regular(layers, moves, root, (end,), called=words))

    def inverse(self, here: Iterable[Any], there: Iterable[Any], *, base: int = 0, words: str = "") -> None:
        """Add the rule that here[i] == j if and only if there[j] == i; places count from `base`."""
        self.state(Inverse(numbers_of((here,)), numbers_of((there,)), base, called=words))

    def precedence(self, of: Iterable[Any], chain: Iterable[Value], *, words: str = "") -> None:
        """Add the rule that each value of `chain` occurs first after the one before it, or not at all."""
        listed, values = list_of((of,)), values_of(chain)
        self._refuse_slips(strange_values(listed, values, "precedence"))
        self.state(Precedence(listed, values, called=words))

    # -- graphs ------------------------------------------------------------------------------------

    def connected(
        self, flags: Any, graph: Any = None, *, about: Topic | None = None, **conventions: Any
    ) -> None:
        """Add the rule that the vertices with a true flag are connected."""
        self.state(graph_rules.connected(flags, graph, **conventions), about)

    def single_loop(
        self, flags: Any, graph: Any = None, *, about: Topic | None = None, **conventions: Any
    ) -> None:
        """Add the rule that the chosen edges are one loop."""
        self.state(graph_rules.single_loop(flags, graph, **conventions), about)

    def path(
        self,
        flags: Any,
        graph: Any = None,
        ends: Any = None,
        *,
        about: Topic | None = None,
        **conventions: Any,
    ) -> None:
        """Add the rule that the chosen edges are one path."""
        self.state(graph_rules.path(flags, graph, ends, **conventions), about)

    def paths(
        self, flags: Any, graph: Any = None, ends: Any = (), *, about: Topic | None = None, **conventions: Any
    ) -> None:
        """Add the rule that the chosen edges are a path for each pair of ends."""
        self.state(graph_rules.paths(flags, graph, ends, **conventions), about)

    def tree(self, flags: Any, graph: Any = None, *, about: Topic | None = None, **conventions: Any) -> None:
        """Add the rule that the chosen edges are a tree."""
        self.state(graph_rules.tree(flags, graph, **conventions), about)

    def components(
        self, flags: Any, graph: Any = None, *, about: Topic | None = None, **conventions: Any
    ) -> None:
        """Add the rule that each connected part of the vertices with a true flag has a size."""
        self.state(graph_rules.components(flags, graph, **conventions), about)

    def forest(
        self, flags: Any, graph: Any = None, *, about: Topic | None = None, **conventions: Any
    ) -> None:
        """Add the rule that the chosen edges have no loop."""
        self.state(graph_rules.forest(flags, graph, **conventions), about)

    def regions(self, labels: Any, graph: Any = None, **conventions: Any) -> None:
        """Add the rule that the vertices of each label are connected."""
        for rule in graph_rules.regions(labels, graph, **conventions):
            self.state(rule)


def _atom_of(part: Expression) -> Expression:
    """The expression that a part of a clause is about, as a value of it or not; or the part itself."""
    about = part.of[0] if type(part) is Logic and part.connective == "not" else part
    return about.of if type(about) is Member else about


def _never(of: Expression, rule: Rule) -> Iterator[str]:
    """Yield a sentence where a rule is that a variable has values of which it has none.

    Whole numbers are no slip, where a variable has others: then there is no solution.
    """
    if isinstance(of, Logic) and of.connective == "and":
        for part in of.of:
            yield from _never(part, rule)
    if not isinstance(of, Member) or not isinstance(of.of, Variable | Boolean):
        return
    wanted, known = of.values, of.of.values
    whole = of.of.numeric and any(whole_number(value) is not None for value in wanted)
    if not whole and not any(is_among(value, known) for value in wanted):
        never = ", ".join(map(text, wanted)) or "one of no values"
        yield f"{rule.words}: {of.of} is never {never}; its values are {values_text(of.of)}"


def list_of(of: Sequence[Any]) -> tuple[Expression, ...]:
    """Return expressions, given one by one or as one list.

    Raises UsageError for texts alone: they are names.
    """
    listed = as_list(of)
    if listed and all(isinstance(each, str) for each in listed):
        name = brief(listed[0])
        raise UsageError(f"found the text {name}; expected a variable, such as p[{name}]")
    blank = next((place for place, each in enumerate(listed, start=1) if each is None), 0)
    if blank:
        raise UsageError(f"found None at place {blank} of a list of expressions; leave blank cells out")
    return tuple(map(expression, listed))


def numbers_of(of: Sequence[Any]) -> tuple[Expression, ...]:
    """Return expressions as `list_of` does. Raises UsageError for any that is no number."""
    return tuple(map(numeric, list_of(of)))


def _rows(given: Any, what: str) -> Iterable[Any]:
    if not isinstance(given, Iterable):
        raise UsageError(f"found {brief(given)} in the place of {what}; expected a list of lists")
    return given


def _triples(given: Any, shape: str) -> tuple[tuple[Value, Value, Value], ...]:
    found = tuple(values_of(move) for move in _rows(given, "moves or arcs"))
    if any(len(move) != 3 for move in found):
        raise UsageError(shape)
    return tuple((state, value, after) for state, value, after in found)


def _ends_of(arcs: Sequence[tuple[Value, Value, Value]], layers: int) -> tuple[Value, Value]:
    """The root and the end of a decision diagram of so many layers. Raises UsageError."""
    before, after = ({arc[end]: None for arc in arcs} for end in (0, 2))
    roots, ends = (
        [node for node in before if node not in after],
        [node for node in after if node not in before],
    )
    if not arcs and not layers:
        return 0, 0
    if len(roots) != 1 or len(ends) != 1:
        raise UsageError(
            f"the diagram has {len(roots)} nodes that no arc enters and {len(ends)} that none leaves; "
            "expected one root and one end"
        )
    reached, early = {roots[0]}, False
    for _ in range(layers):
        early |= ends[0] in reached
        reached = {to for node, _, to in arcs if node in reached}
    if early or reached != {ends[0]}:
        raise UsageError(
            f"the diagram has not {layers} layers: each way from its root must end after {layers} arcs"
        )
    return roots[0], ends[0]


def _values(of: Expression) -> Sequence[Value]:
    if isinstance(of, Variable):
        return of.values
    if isinstance(of, Boolean):
        return (0, 1)
    raise UsageError(f"`{of}`: a relation is of variables; name what is computed by a variable of its own")
