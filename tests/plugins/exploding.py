"""Puzzles of which a stage explodes: it takes minutes or gigabytes, unless a limit or a signal ends it.

    MODELS["different"].stage            # what explodes if nothing stops it: "advise"
    named("different", folder)           # the path of its file, which is written at first

All of them are made here. tests/cli/test_limits_hold.py runs commands and functions on them. The stage is the
first that was seen to take seconds in `accord count` (`plan`, `check`, ...) without a limit.
"""

import gzip
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product

from kinds import KINDS as PENCIL
from kinds import of

from accord.many.units import Heading, Shard


@dataclass(frozen=True)
class Exploding:
    """A puzzle of which a stage explodes.

    stage   read, build, lower, choose, search, advise, verify or write
    suffix  of its file; without one, the text is a name, such as `queens:40`
    text    makes the text
    """

    stage: str
    suffix: str
    text: Callable[[], str | bytes]


MODELS: dict[str, Exploding] = {}


def named(name, folder):
    """What names a puzzle on a command line; its file is written into the folder, if it has one."""
    made = MODELS[name]
    if not made.suffix:
        return made.text()
    path = folder / f"{name}{made.suffix}"
    if not path.exists():
        text = made.text()
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def explodes(stage, suffix=".toml"):
    """Enter a function that makes the text of such a puzzle; its name is that of the function."""

    def entered(function):
        MODELS[function.__name__.strip("_")] = Exploding(stage, suffix, function)
        return function

    return entered


def of_family(family, **keys):
    """The text of a model file."""
    lines = [f'family = "{family}"', 'title = "t"', 'rule = "r"']
    return "\n".join([*lines, *(f"{key} = {_value(value)}" for key, value in keys.items())]) + "\n"


def problem(rules, variables, **data):
    """The text of a file with rules of its own; `variables` are lines of TOML."""
    lines = [of_family("problem"), f'rules = """\n{rules}\n"""', "[variables]", variables, "[data]"]
    return "\n".join([*lines, *(f"{key} = {_value(value)}" for key, value in data.items())]) + "\n"


def _value(value):
    """A value as TOML; a text of several lines is a picture."""
    if isinstance(value, str) and "\n" in value:
        return f'"""\n{value}\n"""'
    return json.dumps(value)


# -- rules of one's own ----------------------------------------------------------------------------------


@explodes("advise")
def different():
    """Numbers of a wide range, all different, and their sum."""
    return problem("different(m)\nsum(m) == 499499", 'm = { array = 1000, values = "0..999" }')


@explodes("advise")
def circuit():
    """A circle through many places."""
    return problem("circuit(m)", 'm = { array = 120, values = "1..120" }')


@explodes("advise")
def inverse():
    """Two lists, each the inverse of the other."""
    return problem(
        "inverse(a, b)\nsum([i * v for i, v in enumerate(a)]) == 4000000",
        'a = { array = 300, values = "1..300" }\nb = { array = 300, values = "1..300" }',
    )


@explodes("read")
def array():
    """Many sums over a wide array."""
    return problem(
        "m[i] + m[i+1] != m[k] for i in range(1, 2999) for k in range(max(1, i - 25), i)",
        'm = { array = 3000, values = "0..3000" }',
    )


@explodes("read")
def loops():
    """Loops within each other."""
    return problem(
        "m[i] + m[j] * m[k] != m[l] for i in range(1, 21) for j in range(1, 21) "
        "for k in range(1, 21) for l in range(1, 6)",
        'm = { array = 30, values = "0..9" }',
    )


@explodes("read")
def shared():
    """Expressions of which each holds the one before it twice, once they are written out."""
    nested = "m[1]"
    for _ in range(9):
        nested = f"max([{nested}, {nested} + m[2]])"
    return problem("\n".join([f"{nested} == m[3]"] * 8), 'm = { array = 3, values = "0..999" }')


@explodes("lower")
def table():
    """A large table, of many triples."""
    rows = [[a, b, (a * b + 7) % 90] for a, b in product(range(90), range(90))]
    return problem(
        "table([m[i], m[i+1], m[i+2]], rows) for i in range(1, 299)",
        'm = { array = 300, values = "0..89" }',
        rows=rows,
    )


@explodes("lower")
def regular():
    """An automaton with many states, over a long word."""
    moves = [[s, v, (s * 3 + v) % 997] for s in range(997) for v in range(10)]
    return problem("regular(m, moves, 0, [1, 5])", 'm = { array = 400, values = "0..9" }', moves=moves)


@explodes("lower")
def lexicographic():
    """Long words in order, with letters that are all different."""
    return problem(
        "lexicographic(*x.rows)\nlexicographic(*x.columns)\ndifferent(r) for r in x.rows",
        'x = { board = [90, 90], values = "1..90" }',
    )


@explodes("build")
def xor():
    """A parity of thousands of truths."""
    return problem("xor(*x)", 'x = { array = 3000, values = "boolean" }')


GAP = [*range(1, 1000), 1001]  # values that are no range, so that no engine takes their bits
GRAPH = 'g = { board = [1, 2], values = "boolean" }\n'  # with its rule no engine takes the problem as it is


@explodes("build")
def element():
    """A place that a variable selects."""
    return problem(
        "m[k] == k\nconnected(g)",
        f"{GRAPH}k = {{ values = {GAP} }}\nm = {{ array = 1001, values = {GAP} }}",
    )


@explodes("build")
def extremes():
    """The greatest and the least of many numbers."""
    return problem("max(m) == min(m) + 1\nconnected(g)", GRAPH + 'm = { array = 2000, values = "1..900" }')


@explodes("search")
def products():
    """Products of wide numbers."""
    return problem(
        "m[i] * m[i+1] != m[i+2] * m[i+3] for i in range(1, 197)",
        'm = { array = 200, values = "0..100000" }',
    )


@explodes("search")
def cumulative():
    """Tasks whose starts are products of wide numbers."""
    return problem("cumulative([a*b, c*d, b*c], [a, b, c], [1, 2, 1], 2)", '"a b c d" = "0..1000000000"')


@explodes("search")
def no_overlap():
    """Tasks that do not overlap."""
    return problem("no_overlap(m, [7 for i in m])", 'm = { array = 200, values = "0..3000" }')


@explodes("search")
def rectangles():
    """Rectangles that do not overlap."""
    return problem(
        "no_overlap_2d(x, y, [3 for i in x], [4 for i in y])",
        'x = { array = 150, values = "0..300" }\ny = { array = 150, values = "0..300" }',
    )


@explodes("search")
def bins():
    """Weights in bins."""
    return problem(
        "bin_packing(m, [i * 37 % 101 + 1 for i in range(400)], [400 for i in range(120)])",
        'm = { array = 400, values = "1..120" }',
    )


@explodes("search")
def objective():
    """The best of very many."""
    weigh = 'minimize = "sum([i * 37 % 101 * v for i, v in enumerate(m)])"\n'
    ruled = problem("different(m[i:i+20]) for i in range(1, 100)", 'm = { array = 130, values = "1..40" }')
    return ruled.replace("rules =", f"{weigh}rules =")


@explodes("search")
def loop():
    """One loop on a large board."""
    return problem("single_loop(loop)", 'loop = { edges = "dots", board = [60, 60] }')


# -- kinds of puzzles ------------------------------------------------------------------------------------


def runs(place, size, across=False):
    """The runs of ink in a line of a random picture."""
    dice = random.Random(7)
    ink = [[dice.choice("##.") for _ in range(size)] for _ in range(size)]
    line = ink[place] if across else [row[place] for row in ink]
    return [len(run) for run in "".join(line).split(".") if run]


# kind -> the stage that explodes, and the text; each board is far larger than those that people solve
KINDS = {
    "nonogram": (
        "search",
        lambda: of_family(
            "nonogram",
            columns=[runs(place, 100) for place in range(100)],
            rows=[runs(place, 100, across=True) for place in range(100)],
        ),
    ),
    "sudoku": ("search", lambda: of_family("sudoku", grid="." * 36**2)),
    "packing": (
        "build",
        lambda: of_family("packing", pieces="hexominoes", size=[90, 90], copies=[0, 99]),
    ),
    "freecell": ("plan", lambda: of_family("freecell", deal=11982)),
}
MODELS |= {kind: Exploding(stage, ".toml", text) for kind, (stage, text) in KINDS.items()}
LARGE = {kind: of(kind).ROW.large for kind in PENCIL if of(kind).ROW.large}
MODELS |= {
    kind: Exploding(stage, ".toml", partial(of_family, kind, **keys)) for kind, (stage, keys) in LARGE.items()
}

TEXTS = {"queens": "queens:40", "latin": "latin:20", "costas": "costas:20"}
MODELS |= {kind: Exploding("search", "", lambda text=text: text) for kind, text in TEXTS.items()}


@explodes("plan", "")
def tiles():
    """Sliding tiles on a large board."""
    return "tiles:6x6:seed=1"


# -- files -----------------------------------------------------------------------------------------------


@explodes("build", ".dlx")
def cover():
    """An exact cover with many random options."""
    dice, names = random.Random(1), [f"i{number}" for number in range(3000)]
    lines = (" ".join(dice.sample(names, 6)) for _ in range(150_000))
    return "\n".join([" ".join(names), *lines]) + "\n"


@explodes("read", ".cnf")
def clauses():
    """A formula of 18 MB."""
    dice = random.Random(2)

    def line():
        literals = (dice.choice((1, -1)) * dice.randint(1, 100_000) for _ in range(3))
        return " ".join(map(str, literals)) + " 0\n"

    return "p cnf 100000 1000000\n" + "".join(line() for _ in range(20_000)) * 50


@explodes("read", ".opb")
def sums():
    """Sums of 0/1 variables, 12 MB."""
    dice = random.Random(3)

    def line():
        return (
            " ".join(f"+{dice.randint(1, 99)} x{dice.randint(1, 20_000)}" for _ in range(12)) + " >= 100 ;\n"
        )

    return "* #variable= 20000 #constraint= 100000\n" + "".join(line() for _ in range(5_000)) * 20


@explodes("read", ".txt")
def many():
    """A file of many puzzles."""
    return "sudoku:................\n" * 200_000


@explodes("read", ".txt")
def grids():
    """A file of many finished grids of sudoku."""
    return "123456789456789123798231564234675918815943276967812435379164852582397641641528397\n" * 100_000


@explodes("verify", ".count")
def certificate():
    """A certificate of 105 kB; its matrix has six million items."""
    heading = b'{"format":"accord-count-1","puzzle":"t","fingerprint":"","kind":"tree","width":4,'
    heading += b'"options":[],"group":null,"split":null,"items":['
    items = b",".join([b'["",0,0]'] * 6_000_000)
    return gzip.compress(heading + items + b']}\n{"count":"1"}\n', 6)


@explodes("read", ".jsonl")
def results():
    """The results of a shard with a million units."""
    heading = Heading.of("generate", {"kind": "t"}, 1_000_000, Shard(1, 1))
    line = '{"puzzle":"t","status":"complete","unit":%d,"question":"' + heading.question + '"}\n'
    return heading.line() + "".join(line % unit for unit in range(1_000_000)).encode()
