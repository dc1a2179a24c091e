"""Graph rules as they are stated: which flags of which graph, by which conventions; and how they are lowered.

    rule          says                                      empty  spanning  more
    ------------  ----------------------------------------  -----  --------  ---------------------------------
    connected     the chosen vertices hang together         yes    -         size, root, touching
    single_loop   the chosen edges are one circle           no     no        shortest
    path          they are one path, its ends given or not  no     no        ends, shortest
    paths         they are a path for each pair of ends     no     no        shortest (of all together)
    tree          they hang together, without a circle      no     yes       shortest
    regions       the vertices of each label hang together  no     -         sizes, roots, touching
    components    the chosen vertices that hang together    yes    -         size, touching
                  are as many as `size` says, in each part
    forest        the chosen edges have no circle           yes    no

*empty*: whether nothing at all may be chosen. *spanning*: whether every vertex is visited. A path of a single
vertex has no edges: it is there if the path may be empty. So is a tree of one vertex that need not span.

Each rule is two classes in a module of its own: `GraphRule` as it is stated, which says what it means, and
`LoweredRule` on options. The function that states it is in `STATED` by its name.

As text, vertices go by their names:

    single_loop([a, b, c], {"r1c1": ["r1c2", "r2c1"], "r1c2": ["r2c1"], "r2c1": []})

Each has its neighbours that come behind it, so that edges are in the order of their flags. What is never
chosen is left out of the graph, and so is any convention that is the usual one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar, get_args

from accord.arguments.field import refuse_other_types
from accord.errors import RefusedError, UsageError, unknown
from accord.problem.arrays import Board
from accord.problem.expressions import Expression, Member, Truth, truth
from accord.problem.graph_rules.lowered import NOTHING, LoweredRule
from accord.problem.graph_rules.unfold import entries, unfold
from accord.problem.graphs.flags import one_of
from accord.problem.graphs.graph import Edges, Graph, Touching, Vertex, edge_name, graph_of, vertex_name
from accord.problem.lower.linear_form import FALSE, TRUE, LinearForm, sum_of
from accord.problem.lower.model_writer import ModelWriter
from accord.problem.notation import text
from accord.problem.roles import Seen
from accord.problem.rules import Rule
from accord.problem.writers import IntegerWriter, OneLoop, Sizes

How: TypeAlias = Literal["auto", "cuts", "unfold"]
States: TypeAlias = "Callable[..., GraphRule | list[GraphRule]]"
F = TypeVar("F", bound=Callable[..., Any])
STATED: dict[str, States] = {}  # all functions that state graph rules, by name


def states_rules(function: F) -> F:
    """Enter a function that states graph rules into `STATED`: problem files may call it."""
    STATED[function.__name__] = function
    return function


@dataclass(frozen=True, eq=False)
class GraphRule(Rule):
    """A rule on the vertices of a graph (`connected`), or on its edges."""

    graph: Graph
    flags: tuple[Truth | None, ...]  # of each vertex, or edge; None where there is none to be chosen
    empty: bool = False
    spanning: bool = False
    shortest: int = 0  # the fewest edges
    size: tuple[int, int] | None = None  # the fewest vertices and the most
    root: Vertex | None = None  # a vertex that is chosen
    ends: tuple[tuple[Vertex, Vertex], ...] = ()  # of paths
    how: How = "auto"
    levels: int | None = None  # of an unfolding; None: as many as are ever needed

    lowered: ClassVar[type[LoweredRule]]  # its class on options

    def __post_init__(self) -> None:
        refuse_other_types(
            how=(self.how, str), levels=(self.levels, int | None), shortest=(self.shortest, int)
        )
        if self.how not in get_args(How):
            raise unknown("way", self.how, get_args(How))
        if self.levels is not None and self.levels < 1:
            raise UsageError(f"found levels={self.levels}; expected 1 or more")

    def __repr__(self) -> str:
        return f"<the rule {self.words}>"

    def _short(self) -> str:
        return self.lowered.name

    def __str__(self) -> str:
        return self.text()

    @property
    def on_vertices(self) -> bool:
        """Whether its flags belong to vertices."""
        return self.lowered.on_vertices

    @property
    def of(self) -> tuple[Vertex, ...]:
        """The vertices, or the edges, that its flags belong to."""
        return self.graph.vertices if self.on_vertices else self.graph.edges

    # -- what it means -----------------------------------------------------------------------------

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        flags = zip(self.of, self.flags, strict=True)
        return self.accepts(each for each, flag in flags if flag is not None and found[flag])

    def accepts(self, chosen: Iterable[Any]) -> bool:
        """Whether these vertices, or edges, meet it; shares no code with its lowering."""
        raise NotImplementedError

    # -- what hints say ----------------------------------------------------------------------------

    @property
    def broken(self) -> str:
        """What would become of it if it could not be met."""
        return "could not hold"

    def hint(self, seen: Seen) -> str | None:
        """Return the sentence on a step by an item, of its role."""
        if seen.role is None or seen.step.rule == "intersection" or not seen.step.forced:
            return None
        reason = seen.role.reason(seen.step)
        return f"{reason}, so {seen.verdict}" if reason else None

    # -- its text ----------------------------------------------------------------------------------

    @property
    def function_name(self) -> str:
        """The name of the function that states it."""
        raise NotImplementedError

    def text(self, about: Sequence[str] = (), place: Callable[[Vertex], object] = vertex_name) -> str:
        """The text of the rule.

        `about` is what the call begins with: flags and graph, unless all is written out; `place` names a
        vertex.
        """
        shown = list(about) or self._about()
        for name, parameter in signature(STATED[self.function_name]).parameters.items():
            value = self.argument(name, parameter.default, place)
            if name not in ("flags", "graph", "words") and value != parameter.default:
                shown.append(f"{name}={_value(value)}")
        return f"{self.function_name}({', '.join(shown)})"

    def argument(self, name: str, default: Any, place: Callable[[Vertex], object]) -> Any:
        """The argument of its function with that name, with vertices by name."""
        value = getattr(self, name, default)
        return place(value) if name == "root" and value is not None else value

    def _about(self) -> list[str]:
        """Flags and graph, written out."""
        flags: dict[Any, Any] = dict(zip(self.of, self.flags, strict=True))
        can = {each for each, flag in flags.items() if flag is not None}
        on_vertices = self.on_vertices
        after: dict[Vertex, list[Vertex]] = {
            v: [] for v in self.graph.vertices if not on_vertices or v in can
        }
        for edge in self.graph.edges:
            if can.issuperset(edge) if on_vertices else edge in can:
                after[edge[0]].append(edge[1])
        ordered = list(after) if on_vertices else [(one, other) for one in after for other in after[one]]
        graph = ", ".join(f"{_text(one)}: [{', '.join(map(_text, others))}]" for one, others in after.items())
        return [f"[{', '.join(str(flags[each]) for each in ordered)}]", f"{{{graph}}}"]

    @property
    def written(self) -> Sequence[Expression]:
        """Its flags; vertices are written by name."""
        return self.parts

    def call(
        self,
        boards: Mapping[str, Board[Any]],
        links: Mapping[str, Edges[Any]],
        place: Callable[[Vertex], object],
    ) -> str:
        """Return the call that states it, with flags and graph by the names of boards and edges if it can be.

        Raises RefusedError where two vertices have the same name.
        """
        for about in (self._on_boards if self.on_vertices else self._on_links)(boards, links):
            return self.text(about, place)
        if len(set(map(vertex_name, self.graph.vertices))) < len(self.graph.vertices):
            raise RefusedError(f"{self.words}: found two vertices of the same name; in a file names differ")
        return self.text()

    def _on_boards(
        self, boards: Mapping[str, Board[Any]], links: Mapping[str, Edges[Any]]
    ) -> Iterator[list[str]]:
        """Yield flags and graph of a rule on vertices, the shortest first."""
        for board in boards.values():
            for touching in get_args(Touching):
                if self.graph.is_same(graph_of(board, touching)):
                    more = [] if touching == "sides" else [f"touching={text(touching)}"]
                    yield from ([board.name, *where, *more] for where in self._where([*board.cells]))
                    yield [self._listed_flags(), board.name, *more]
        for edges in links.values():
            if self.graph.is_same(edges.graph):
                yield [self._listed_flags(), edges.name]

    def _on_links(
        self, boards: Mapping[str, Board[Any]], links: Mapping[str, Edges[Any]]
    ) -> Iterator[list[str]]:
        """Yield flags and graph of a rule on edges."""
        for edges in links.values():
            if self.graph.is_same(edges.graph):
                whole = [str(each) for each in edges.values()] == list(map(str, self.flags))
                yield [edges.name] if whole else [self._listed_flags(), edges.name]
        for board in boards.values():
            if self.graph.is_same(graph_of(board)):
                yield [self._listed_flags(), board.name]

    def _where(self, of: list[Expression]) -> Iterator[list[str]]:
        """Yield the arguments that say which values of these variables are the flags, if any do."""
        first = self.flags[0]
        values = first.values if isinstance(first, Member) else ()
        for where in (None, False, *([list(values)] if values else [])):
            try:
                wanted = [str(each if where is None else one_of(each, where)) for each in of]
            except UsageError:  # such as of numbers that are no truths
                continue
            if wanted == list(map(str, self.flags)):
                one = where[0] if isinstance(where, list) and len(where) == 1 else where
                yield [] if where is None else [f"where={_value(one)}"]

    def _listed_flags(self) -> str:
        known = {str(truth(value)): str(value) for value in (True, False)} | {"None": "False"}
        return f"[{', '.join(known.get(str(flag), str(flag)) for flag in self.flags)}]"

    # -- how it is written -------------------------------------------------------------------------

    @property
    def one_loop(self) -> OneLoop | None:
        """The loop of a graph that it says there is; None if it says something else."""
        return None

    @property
    def has_circuit(self) -> bool:
        """Whether engines write it with a circuit."""
        return self.one_loop is not None

    def write_integers(self, to: IntegerWriter) -> None:
        """Write a loop, if only the best is wanted. Raises RefusedError for any other rule."""
        loop = self.one_loop
        if loop is None:
            super().write_integers(to)
        else:
            to.loop(loop)

    def sizes(self, seen: Sizes) -> Iterator[int]:  # noqa: ARG002
        """Yield about how many entries it adds: it is left to cuts, or small."""
        yield len(self.graph.edges)

    def write_rows(self, rows: Any, words: str) -> None:  # noqa: ARG002
        """Write what is local as rows; cuts or an unfolding say the rest."""
        self.write(rows.writer, [None if flag is None else rows.forms.form(flag) for flag in self.flags])

    def write(self, writer: ModelWriter, truths: Sequence[LinearForm | None]) -> None:
        """Write its rows: what is local becomes items, and connectivity lazy cuts or an unfolded encoding.

        Args:
            writer: where to.
            truths: its flags, lowered; None where it has none.

        Raises RefusedError where it is to be unfolded and would take too much.
        """
        forms = [self._option(writer, place, truth) for place, truth in enumerate(truths)]
        rule, known = self._lower(writer, forms)
        self.write_local(writer, rule, known, forms)
        if not rule.needs_cuts:
            return
        unfolded = self.how == "unfold"
        if self.how == "auto" and not writer.symmetric:  # unfolded, it begins at the first that is chosen
            unfolded = bool(rule.few_entries) and entries(rule, self.levels) <= rule.few_entries
        if unfolded:
            unfold(writer, rule, known, self.levels)
        else:
            writer.lazy.append(rule)

    def write_local(
        self, writer: ModelWriter, rule: LoweredRule, known: list[LinearForm], forms: Sequence[LinearForm]
    ) -> None:
        """Write the rows that say what a vertex or an edge needs of those around it.

        Args:
            writer: where to.
            rule: the rule on what can be chosen.
            known: whether each of its options is chosen.
            forms: whether each vertex or edge of the stated graph is.
        """
        del forms
        rule.write_local(writer, self.graph.names, known)

    def _option(self, writer: ModelWriter, place: int, truth: LinearForm | None) -> LinearForm:
        """The truth as an option, or a constant."""
        if truth is not None and truth.literal > 0:
            return truth
        if truth is None or not (truth.terms or truth.constant > 0):
            return FALSE
        if not truth.terms:
            return TRUE
        name = self.graph.names[place] if self.on_vertices else edge_name(self.graph.edges[place])
        with writer.saying(NOTHING, name):
            return LinearForm({writer.single(f"{self.words}: {name}", truth): 1})

    def _lower(self, writer: ModelWriter, forms: list[LinearForm]) -> tuple[LoweredRule, list[LinearForm]]:
        """The rule on what can be chosen, each by an option of its own, and the truths of these."""
        number, pairs = self.graph.number, self.graph.pairs
        kept = [place for place, form in enumerate(forms) if form is not FALSE]
        known: list[LinearForm] = []
        names: list[str] = []
        given = set[str]()
        for place in kept:
            form = forms[place]
            name = writer.names[next(iter(form.terms))] if form.terms else ""
            if name and name in given:
                each = writer.truth(f"{name} again")
                writer.equal(f"{self.words}: {name} again", each, form)
                form, name = each, writer.names[next(iter(each.terms))]
            known.append(form)
            names.append(name)
            given.add(name)
        fixed = [place for place, name in enumerate(names) if not name]
        if self.on_vertices:
            at = {vertex: place for place, vertex in enumerate(kept)}
            vertices, edges = len(kept), [(at[u], at[v]) for u, v in pairs if u in at and v in at]
            if self.root is not None and number[self.root] in at:
                fixed = sorted({*fixed, at[number[self.root]]})
        else:
            vertices, edges = len(number), [pairs[place] for place in kept]
        rule = self.lowered(
            words=self.words,
            vertices=vertices,
            edges=tuple(edges),
            options=tuple(names),
            fixed=tuple(fixed),
            ends=tuple(number[vertex] for pair in self.ends for vertex in pair),
            empty=self.empty,
            spanning=self.spanning,
            shortest=self.shortest,
            most=self.size[1] if self.size else 0,
            least=self.size[0] if self.size else 1,
            number=writer.rule,
        )
        return rule, known


def sum_of_options(forms: Sequence[LinearForm]) -> LinearForm:
    """The sum of truths, each of which is an option of its own, or always holds."""
    options = [option for form in forms for option in form.terms]
    return LinearForm(dict.fromkeys(options, 1), len(forms) - len(options))


def bound_size(
    writer: ModelWriter,
    words: str,
    what: str,
    known: Sequence[LinearForm],
    low: int,
    high: int | None,
    empty: bool,
) -> None:
    """Write that from `low` to `high` of these truths hold; or none, if it may be `empty`."""
    total = sum_of_options(known)
    if not empty:
        writer.at_least(f"{words}: {low} {what} or more", total, low)
        if high is not None:
            writer.at_most(f"{words}: {high} {what} or fewer", total, high)
        return
    if low > 1:
        some = writer.any(f"{words}: something is chosen", known)
        writer.at_least(f"{words}: {low} {what} or none", sum_of((total, some), (1, -low)), 0)
    if high is not None:
        writer.at_most(f"{words}: {high} {what} or fewer", total, high)


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return text(value)


def _text(vertex: Vertex) -> str:
    return text(vertex_name(vertex))
