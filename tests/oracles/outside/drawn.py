"""Random problems: variables, rules, what is wanted, symmetries. Few rules that leave nothing are stated."""

from functools import partial
from itertools import product
from math import prod

from outside.meaning import NAMES, OutsideError
from outside.statements import PYTHON, Declared, Name, Raw, Statement, atoms, cells, image, meant, place, text

MOST = {"plain": 600, "board": 4100, "graph": 4100, "symmetric": 600}  # assignments
BOARDS = {
    "square": ((2, 2), (2, 3), (3, 3), (1, 2), (1, 4), "..#\n...", ".#.\n...\n.#."),
    "hexagonal": ((2, 3), (3, 2)),
    "triangular": ((2, 3), (2, 4)),
    "cubic": ((2, 2, 2), (1, 2, 3)),
}
PAIRS = (("a", "b"), ("b", "c"), ("a", "c"), ("c", "d"), ("d", "e"), ("b", "d"))
TRUTHS, TEXTS = (False, True), ("red", "green", "blue", 7, 2)
NUMBERS = "+ - * 0* abs min max sum count times element at row truth"
CONNECTIVES = "and or ^ >> implies iff not xor all any chain in compare ladder"
RULES = "add add add apart apart table forbidden relation increasing lexicographic regular inverse precedence"
COMPARED = "== != < <= > >="


class Search:
    """The assignments that keep what was said so far: values by name, and what names in rules stand for."""

    def __init__(self, declared):
        each = [
            [
                (dict(zip(atoms(line).values(), values, strict=True)), line.name, meant(line, values))
                for values in product(line.values, repeat=len(atoms(line)))
            ]
            for line in declared
        ]
        self.left = [
            ({k: v for values, _, _ in some for k, v in values.items()}, NAMES | {n: m for _, n, m in some})
            for some in product(*each)
        ]

    def valued(self, tree):
        """Each with what a tree comes to; those where a place is outside are left out."""
        code, found = compile(text(tree, PYTHON), "rule", "eval"), []
        for values, names in self.left:
            try:
                found.append(((values, names), eval(code, names)))
            except OutsideError:
                continue
        return found

    def keep(self, tree):
        self.left = [one for one, holds in self.valued(tree) if holds]


class Drawing:
    """Draws a problem of a flavour: plain, board, graph, or symmetric."""

    def __init__(self, dice, flavour):
        self.dice, self.flavour, self.pick, self.number = dice, flavour, dice.pick, dice.number
        self.declared = []
        self.numbers, self.truths, self.choices = [], [], []
        self.has = lambda probability: dice.chance(probability)
        boards = flavour in ("board", "graph") or (flavour == "symmetric" and self.has(0.5))
        while boards and not self.declared:
            self.on_board()
        for _ in range(self.number(not self.declared, 1 if flavour == "graph" else 4)):
            kind = self.pick(("number", "number", "truth", "choice", "array"))
            values = self.dice.some(TEXTS[1:], self.number(1, 4)) if kind == "choice" else self.domain()
            values = {"truth": TRUTHS, "choice": ("red", *values)}.get(kind, values)
            self.declare(kind, values, self.number(1, 3) if kind == "array" else None)
        self.numeric = [*self.numbers, *self.truths]
        self.any = [*self.numeric, *self.choices]
        self.whole = [] if flavour == "symmetric" else self.declared  # lines that rules may take as they are
        self.edges = [line for line in self.whole if line.kind in ("cells", "dots", "pairs")]
        self.arrays = [line for line in self.whole if line.kind == "array"]
        self.boards = [line for line in self.whole if line.kind == "board"]
        self.flat = [line for line in self.boards if isinstance(line.shape, tuple) and len(line.shape) == 2]

    # -- variables ---------------------------------------------------------------------------------

    def declare(self, kind, *more):
        """A line more, unless there are too many assignments then."""
        line = Declared(f"{kind[0]}{len(self.declared)}", kind, *more)
        if prod(len(each.values) ** len(atoms(each)) for each in [*self.declared, line]) > MOST[self.flavour]:
            return
        self.declared.append(line)
        those = (
            self.truths if line.values[0] is False else self.choices if "red" in line.values else self.numbers
        )
        those += [Name(line.name, at) for at in atoms(line)]

    def domain(self):
        low = self.number(-3, 3)
        return tuple(
            range(low, low + self.number(1, 5))
            if self.has(0.6)
            else self.dice.some(range(-5, 8), self.number(1, 4))
        )

    def on_board(self):
        kind = self.pick(("board", "board", "cells", "dots", "pairs")) if self.flavour == "graph" else "board"
        lattice = self.pick(("square", "square", *BOARDS)) if kind in ("board", "cells") else "square"
        values = self.pick((TRUTHS, TRUTHS, (0, 1), (1, 2, 3), (0, 2, 5))) if kind == "board" else TRUTHS
        pairs = (tuple(self.dice.some(PAIRS, self.number(2, 6))), ("z",) * self.has(0.2))
        self.declare(kind, values, pairs if kind == "pairs" else self.pick(BOARDS[lattice]), lattice)

    # -- expressions -------------------------------------------------------------------------------

    def num(self, depth):
        if depth <= 0 or not self.numeric or self.has(0.25):
            return self.pick(self.numeric) if self.numeric and self.has(0.85) else self.number(-3, 6)
        kind, atom, one, several = (
            self.pick(NUMBERS.split()),
            self.pick(self.numeric),
            partial(self.num, depth - 1),
            self.several,
        )
        if kind in "+-":
            return kind, atom, one()
        if kind == "*":
            return "*", self.number(-3, 5) if self.has(0.6) else one(), atom
        if kind == "0*":
            return "*", 0, ("element", several(depth, 3), atom)
        if kind in ("min", "max", "sum"):
            return kind, [atom, *several(depth - 1, 4)]
        if kind == "abs":
            return "abs", ("-", atom, one())
        if kind == "count":
            return "count", [self.truth(depth - 1) for _ in range(self.number(1, 3))]
        if kind == "times":
            return "times", [atom, *several(depth, 2)], self.number(-2, 4)
        if kind == "at" and self.arrays and self.has(0.2):
            first, last = self.number(1, 2), self.number(2, 4)
            return "+", atom, ("sum", Raw(f"{self.pick(self.arrays).name}[<{first}>:<{last}>]"))
        if kind == "at" and self.arrays:
            return "at", Name(self.pick(self.arrays).name), atom
        if kind == "row" and self.flat:
            board = self.pick(self.flat)
            return "row", Name(board.name), self.number(1, board.shape[0]), atom
        if kind == "truth":
            return self.truth(depth - 1)
        return (
            "element",
            [atom, *several(depth, 3)],
            self.pick(self.numeric) if self.has(0.9) else self.number(0, 4),
        )

    def several(self, depth, most):
        return [self.num(depth - 1) for _ in range(self.number(1, most))]

    def truth(self, depth):
        if depth <= 0 or self.has(0.3):
            return self.pick(self.truths) if self.truths and self.has(0.3) else self.comparison(depth)
        kind, a, b = self.pick(CONNECTIVES.split()), self.truth(depth - 1), self.truth(depth - 1)
        if kind == "not":
            return "not", a
        if kind == "xor":
            return "xor", a, b, self.truth(0)
        if kind in ("all", "any"):
            return kind, [a, b][: self.number(1, 2)]
        if kind == "chain" and self.numeric:
            return "chain", self.number(-2, 2), self.pick(self.numeric), self.num(depth - 1)
        if kind == "in" and self.numeric:
            return self.pick(("in", "not in")), self.pick(self.numeric), self.several(1, 3)
        if kind == "ladder" and self.numeric:  # what is short, beside one that is long
            one, two, three = (
                (self.pick(COMPARED.split()), self.pick(self.numeric), self.number(-2, 4)) for _ in range(3)
            )
            return "or", one, ("and", two, ("or", three, self.comparison(depth - 1)))
        return self.comparison(depth) if kind in ("chain", "in", "compare", "ladder") else (kind, a, b)

    def comparison(self, depth):
        if self.choices and (self.has(0.3) or not self.numeric):
            other = self.pick(self.choices) if self.has(0.5) else self.pick(TEXTS)
            return self.pick(("==", "!=")), self.pick(self.choices), other
        if self.has(0.4):
            return self.pick(COMPARED.split()), self.pick(self.numeric), self.pick(self.numeric)
        left = self.pick(self.numbers) if self.numbers and self.has(0.5) else None
        left = left or ("+", self.pick(self.numeric), self.num(depth - 1))
        return self.pick(COMPARED.split()), left, self.num(depth)

    # -- rules -------------------------------------------------------------------------------------

    def rule(self):
        kind = self.pick(["add", "add", "apart"] if self.flavour == "symmetric" else [*RULES.split(), "each"])
        own = [self.pick(self.any) if self.has(0.75) or not self.numeric else self.num(1) for _ in range(4)]
        line = self.pick(self.any).name
        names = [name for name in self.any if name.name == line]
        of = own[: self.number(1, 4)] if self.has(0.7) or not names else self.dice.shuffle(names)[:4]
        values = [*range(-2, 5)] + (list(TEXTS) if self.choices else [])
        if kind == "apart":
            apart = [self.one_of(self.pick(of))] if self.flavour != "symmetric" and self.has(0.5) else []
            return "apart", of, apart
        if kind in ("table", "forbidden", "relation"):
            related = kind != "relation" or all(isinstance(each, Name) for each in of)
            rows = [tuple(self.one_of(each) for each in of[:3]) for _ in range(self.number(0, 14))]
            return kind if related else "table", of[:3], Raw(repr(rows))
        if kind in ("increasing", "lexicographic") and self.numeric:
            one, other, strictly = self.several(1, 3), self.several(1, 3), self.has(0.5)
            return (kind, one + other, strictly) if kind == "increasing" else (kind, one, other, strictly)
        if kind == "regular":
            states = ("s", 1, 2)
            moves = [
                (self.pick(states), self.one_of(self.pick(of)), self.pick(states))
                for _ in range(self.number(4, 20))
            ]
            return (
                "regular",
                of,
                Raw(repr(moves)),
                Raw("'s'"),
                Raw(repr(self.dice.some(states, self.number(1, 3)))),
            )
        if kind == "inverse" and self.numbers:
            some = [self.pick(self.numbers) for _ in range(4)]
            return "inverse", some[: self.number(1, 3)], some[self.number(1, 3) :], self.number(0, 1)
        if kind == "precedence":
            return "precedence", of, Raw(repr(self.dice.shuffle(values)[: self.number(1, 3)]))
        if kind == "each" and (self.boards or self.edges):
            return (
                self.lines()
                if self.boards
                else ("add", (self.pick(COMPARED.split()), self.at(), self.number(0, 3)))
            )
        return "add", self.truth(3)

    def at(self):
        """How many edges are chosen at a vertex, or around a cell."""
        line = self.pick(self.edges)
        _, vertex = self.pick([*atoms(line)])
        if line.kind == "dots" and self.has(0.5):
            cell = ", ".join(f"<{n}>" for n in self.pick(cells(line.shape)))
            return "sum", Raw(f"{line.name}.around({cell})")
        return "sum", Raw(f"{line.name}.at({shown(vertex).strip('()')})")

    def one_of(self, each):
        """A value that it may have, or another one."""
        domains = {Name(line.name, at): line.values for line in self.declared for at in atoms(line)}
        known = domains.get(each) if isinstance(each, Name) else None
        return self.pick(known or range(-2, 5)) if self.has(0.9) else 99

    def lines(self):
        """A rule of each line, or of some cells, of a board."""
        board = self.pick(self.boards)
        x, here = board.name, ", ".join(f"<{n}>" for n in self.pick([*atoms(board)]))
        every = [f"[*{x}.rows, *{x}.columns]", f"[{x}.neighbours({here}), {x}.cells]"]
        every += [f"{x}.diagonals"] * (board.lattice == "square" and board.shape in ((2, 2), (3, 3)))
        every += [f"[{x}.around({here})]"] * (board.lattice == "square")
        if board in self.flat and board.lattice == "square":
            rows, columns = board.shape
            picture = "\n".join("".join(self.pick("ab") for _ in range(columns)) for _ in range(rows))
            every.append(f"{x}.regions({picture!r}).values()")
        return (
            "each",
            (self.pick(COMPARED.split()), ("sum", Raw("line")), self.number(0, 4)),
            Raw(self.pick(every)),
        )

    # -- rules on graphs ---------------------------------------------------------------------------

    def graph_rule(self):
        line = self.declared[0]
        return self.on_cells(line) if line.kind == "board" else self.on_edges(line)

    def maybe(self, name, values, often):
        """A convention, now and then."""
        return f", {name}={self.pick(values)}" if self.has(often) else ""

    def on_cells(self, line):
        cell, plain = shown(self.pick([*atoms(line)])), line.values[0] is False
        low = self.number(1, 3)
        touching = self.maybe("touching", ["'corners'"], 0.3 * (line.lattice != "triangular"))
        size = self.maybe("size", [low, [low, low + 1], [low, low + 3], [0, low]], 0.5)
        if not plain and self.has(0.5):
            sizes = size.replace("size", "sizes") if self.has(0.7) else f", sizes={{{line.values[0]}: {low}}}"
            roots = self.maybe("roots", [f"{{{line.values[-1]}: {cell}}}"], 0.3)
            return (
                "regions",
                Name(line.name),
                Raw(self.maybe("absent", TRUTHS, 0.6) + sizes + roots + touching),
                Raw("HOW"),
            )
        flags, where = line.name, "" if plain else f", where={self.pick(line.values)}"
        if not touching and self.has(0.2):
            bound, where = self.pick(line.values[1:]), ""
            flags = (
                f"{'' if plain else f'[v >= {bound} for v in '}{flags}.cells{'' if plain else ']'}, {flags}"
            )
        elif plain:
            where = self.maybe("where", [False, True, [False]], 0.4)
        root = self.maybe("root", [cell], 0.25)
        empty = "" if root else self.maybe("empty", TRUTHS, 0.6)
        return "connected", Raw(flags), Raw(where + empty + size + root + touching), Raw("HOW")

    def on_edges(self, line):
        ends = [
            shown(end) for end in self.dice.shuffle(sorted({end for pair in atoms(line) for end in pair}))
        ]
        pairs = [f"({', '.join(ends[at : at + 2])})" for at in range(0, len(ends) - 1, 2)]
        kind = self.pick(("single_loop", "single_loop", "single_loop", "path", "path to", "paths", "tree"))
        spanning, empty = self.maybe("spanning", TRUTHS, 0.5), self.maybe("empty", TRUTHS, 0.4)
        more = self.maybe("shortest", [2, 3, 4, 5], 0.35)
        if kind == "tree":
            more += f", spanning=False{empty}" if self.has(0.5) else ""
        elif kind == "path to" or len(pairs) < 2:
            kind, more = "path", f"{more}{spanning}, ends={pairs[0]}"
        elif kind == "paths":
            more += f"{spanning}, ends=[{', '.join(pairs[:2])}]"
        else:
            more += spanning or empty
        return kind, Name(line.name), Raw(more), Raw("HOW")


def shown(at):
    """A vertex, with places to be counted from 0 or 1."""
    return f"({', '.join(f'<{n}>' for n in at)})" if isinstance(at, tuple) else place(at, False)


def moves_of(drawing):
    """Symmetries of what is declared: names or values that go to others, and as reflections of a board."""
    found = []
    for line in drawing.declared:
        names = [Name(line.name, at) for at in atoms(line)]
        if line.kind == "board" and line.lattice == "square" and isinstance(line.shape, tuple):
            rows, columns = line.shape
            to = [lambda r, c: (rows + 1 - r, c), lambda r, c: (r, columns + 1 - c)]  # noqa: B023
            to += [lambda r, c: (c, r)] * (rows == columns)
            turned = [{name: Name(line.name, move(*name.place)) for name in names} for move in to]
            found.append(("board", line.name, turned))
        elif len(names) > 1:
            found.append(("names", "", [dict(zip(names, names[1:] + names[:1], strict=True))]))
        elif {"red", "green"} <= {*line.values}:
            found.append(("values", line.name, [{"red": "green", "green": "red"}]))
    return tuple(drawing.dice.some(found, drawing.number(1, 2)))


def problem(dice):
    """A problem; it has solutions, mostly."""
    flavour = dice.pick(("plain", "plain", "plain", "board", "graph", "graph", "graph", "graph", "symmetric"))
    drawing = Drawing(dice, flavour)
    search, rules, wanted = Search(drawing.declared), [], ()
    moves = moves_of(drawing) if flavour == "symmetric" else ()
    for number in range(dice.number(1, 2 if flavour == "graph" else 5)):
        some = [
            drawing.graph_rule()
            if flavour == "graph" and (not number or dice.chance(0.3))
            else drawing.rule()
        ]
        maps = [each for _, _, maps in moves for each in maps] if dice.chance(0.9) else []
        for rule in some:  # grows: all that symmetries make of it
            some += [new for new in (image(rule, moved) for moved in maps) if new not in some]
        before = search.left
        for rule in some:
            search.keep(rule)
        if search.left or dice.chance(0.15):
            rules += some
        else:
            search.left = before
    if not moves and drawing.numeric and dice.chance(0.3):
        wanted = dice.pick(("minimize", "maximize")), drawing.num(2)
    return Statement(tuple(drawing.declared), tuple(rules), wanted, moves)
