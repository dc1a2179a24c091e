"""Problems as text: what is written is read as the same model; what a file says; what it cannot."""

import pickle
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from profiles import examples

import accord
from accord.errors import InputError, RefusedError, UsageError
from accord.families.problem.problems import problem_of
from accord.families.problem.writing import spec_of
from accord.grids.lattice import LATTICES
from accord.model.digest import fingerprint
from accord.problem import Problem, element, maximum, minimum
from accord.puzzles.document import read
from accord.puzzles.file import model_file
from accord.puzzles.puzzle import of_file
from accord.puzzles.writing import text_of


def loaded(text):
    return of_file("it", model_file(read(text.encode(), "it.toml")))


def file(rules, variables='"x y z" = "0..3"\n"a b" = "boolean"\nc = ["red", "blue"]', more=""):
    return f"family = \"problem\"\nrules = '''\n{rules}\n'''\n{more}\n[variables]\n{variables}\n"


def made(rules, *rest, **more):
    return problem_of(loaded(file(rules, *rest, **more)).spec)


def values(problem):
    """All assignments that keep the rules, by the meaning of the rules alone."""
    domains = [atom.values for atom in problem.variables]
    return [row for row in product(*domains) if problem.holds(dict(zip(problem.variables, row, strict=True)))]


# -- what is written is read as the same ---------------------------------------------------------------


PHASES = (Phase.explicit, Phase.reuse, Phase.generate)  # to make it smaller takes minutes


def variables(problem):
    numbers = [problem.integer(name, 0, 3) for name in "xyz"]
    return numbers, [problem.boolean("a"), problem.boolean("b")], problem.choice("c", ["red", 'q"\\'])


@st.composite
def numbers(draw, of, truths, depth=2):
    if depth == 0 or draw(st.booleans()):
        return draw(st.sampled_from(of))
    one, other = (draw(numbers(of, truths, depth - 1)) for _ in range(2))
    amount = draw(st.integers(-3, 3))
    return draw(
        st.sampled_from(
            [
                lambda: one + other,
                lambda: one - amount * other,
                lambda: -one + amount,
                lambda: abs(one - other),
                lambda: minimum(one, other, 2),
                lambda: maximum([one, other]),
                lambda: one * other,
                lambda: element([one, 1, other], draw(st.sampled_from(of))),
                lambda: sum([one, *[of[0]] * 25]) - 1,  # one node each: where a node is shared is not told
                lambda: draw(truth_of(of, truths, None, depth - 1)) + one,
            ]
        )
    )()


@st.composite
def truth_of(draw, of, truths, choice, depth=2):
    one, other = (draw(numbers(of, truths, depth)) for _ in range(2))
    amount = draw(st.integers(-1, 4))
    kinds = [
        lambda: draw(st.sampled_from(truths)),
        lambda: one == other,
        lambda: one != other,
        lambda: one < other,
        lambda: one >= amount,
        lambda: one == amount,
        lambda: amount - one != 0,
        lambda: one - other <= amount,
        lambda: one.among(draw(st.lists(st.integers(-1, 3), max_size=3))),
    ]
    if choice is not None:
        kinds += [lambda: choice == draw(st.sampled_from(choice.values)), lambda: choice != "red"]
    if depth:
        p, q, r = (draw(truth_of(of, truths, choice, depth - 1)) for _ in range(3))
        kinds += [
            lambda: p & q | ~r,
            lambda: p.implies(q),
            lambda: p.iff(q) ^ r,
            lambda: ~(p & q & r),
            lambda: (p | q) == r,
        ]
    return draw(st.sampled_from(kinds))()


@settings(max_examples=examples(60), deadline=None, phases=PHASES)
@given(st.data())
def test_expressions_are_read_as_they_are_printed(data):
    problem = Problem("it")
    of, truths, choice = variables(problem)
    for number in range(data.draw(st.integers(1, 2))):
        stated, words = (
            data.draw(truth_of(of, truths, choice)),
            data.draw(st.sampled_from(["", f'"{number}"'])),
        )
        try:
            problem.add(stated, words=words)
        except UsageError:  # that a variable is what it never can be is refused at once
            assume(False)
    if data.draw(st.booleans()):
        problem.minimize(data.draw(numbers(of, truths)))
    again = problem_of(loaded(text_of(problem)).spec)
    assert list(map(str, again.rules)) == list(map(str, problem.rules))
    assert str(again.objective) == str(problem.objective)
    assert fingerprint(again.model) == fingerprint(problem.model)


def everything():
    problem = Problem("it")
    of, truths, choice = variables(problem)
    q = problem.integers(3, 1, 3, name="q")
    board = problem.board("..#\n...", values=["s", "t"], name="board")
    flags = problem.board([2, 2, 2], name="flags", lattice="cubic")
    single = problem.integer("w[2,3]", values=[7, 1, 5])
    problem.different(q, words="the queens")
    problem.different(board.rows[1], apart=["s"])
    problem.table([of[0], choice], [(1, "red"), (2, 'q"\\')])
    problem.forbidden([of[0], of[1], single], [(1, 2, 7)], words="not that")
    problem.increasing(*q, strictly=True)
    problem.lexicographic(of, q)
    problem.regular(of, [("on", 0, "on"), ("on", 1, 2), (2, 1, "on")], "on", [2, "on"])
    problem.inverse(q, q, base=1)
    problem.inverse(of[:2], of[:2])
    problem.precedence(board.cells, ["s", "t"])
    problem.add(sum(flags.cells) == 2, q[of[0]] == 2, words="sums")
    problem.add(truths[0] | truths[1])
    problem.maximize(of[0] + 3)
    return problem


def test_all_rules_boards_and_arrays_are_read_as_they_are_printed():
    problem = everything()
    again = problem_of(loaded(text_of(problem)).spec)
    assert [atom.name for atom in again.variables] == [atom.name for atom in problem.variables]
    assert fingerprint(again.model) == fingerprint(problem.model)
    assert spec_of(again) == spec_of(problem)


def test_symmetries_are_read_as_they_are_printed():
    problem = Problem("squares")
    x = problem.board(2, 2, 1, 4)
    y = problem.board(2, 2, name="y")
    problem.different(x.cells)
    problem.symmetry(x)
    problem.symmetry(values={1: 2, 2: 1}, of=x.cells)
    problem.symmetry({y[0, 0]: y[0, 1], y[0, 1]: y[0, 0]}, values=[3, 4, 1], of=x.cells)
    text = spec_of(problem).symmetries
    assert text.splitlines()[:2] == ["x", "values={1: 2, 2: 1}, of=[x[1,1], x[1,2], x[2,1], x[2,2]]"]
    again = problem_of(loaded(text_of(problem)).spec)
    assert len(again.model.symmetries) == len(problem.model.symmetries) > 8
    assert fingerprint(again.model) == fingerprint(problem.model)


def test_a_file_is_saved_and_loaded(tmp_path):
    problem = everything()
    problem.save(tmp_path / "it.toml")
    assert fingerprint(accord.load(str(tmp_path / "it.toml")).model) == fingerprint(problem.model)
    with pytest.raises(InputError, match="cannot be written"):
        accord.save(problem, tmp_path)
    accord.save(problem.model, tmp_path / "matrix.toml")
    assert accord.load(str(tmp_path / "matrix.toml")).model.item_names == problem.model.item_names
    queens = accord.load("queens:6")
    accord.save(queens, tmp_path / "queens.toml")
    assert accord.load(str(tmp_path / "queens.toml")).spec == queens.spec


def test_specs_go_to_workers():
    puzzle = loaded(file("x + y == 3"))
    assert fingerprint(pickle.loads(pickle.dumps(puzzle)).model) == fingerprint(puzzle.model)


UNSAID = [
    (lambda p: p.choice("v", ["none", None]), "v may be None; in a file values are"),
    (lambda p: p.choice("v", [(1, 2), (3, 4)]), "v may be (1, 2); in a file values are"),
    (lambda p: p.integer("North Dakota", 1, 2), "'North Dakota': in a file a name has"),
    (lambda p: p.integer("sum", 1, 2), "'sum': in a file a name has"),
    (lambda p: p.integer("lambda", 1, 2), "'lambda': in a file a name has"),
    (lambda p: p.different(p.choice("v", ["x", "y"]), apart=[Fraction(1, 2)]), "found Fraction(1, 2); in a"),
    (
        lambda p: p.table(p.integers(3, 1, 30), [(1, j, k) for j in range(1, 31) for k in range(1, 1000)]),
        "it would be a line of",
    ),
]


@pytest.mark.parametrize(("say", "why"), UNSAID)
def test_what_a_file_cannot_say_is_refused_in_a_sentence(say, why):
    problem = Problem("it")
    say(problem)
    with pytest.raises(RefusedError) as caught:
        text_of(problem)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


# -- what a file says ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "by_hand"),
    [
        ("1 <= x <= y < 3", lambda x, y, z, a, b, c: 1 <= x <= y < 3),
        ("x in [y, 2]", lambda x, y, z, a, b, c: x in (y, 2)),
        ("x not in range(1, 3)", lambda x, y, z, a, b, c: x not in (1, 2)),
        ("2 in [x, y]", lambda x, y, z, a, b, c: 2 in (x, y)),
        ("a and not b or c == 'red'", lambda x, y, z, a, b, c: (a and not b) or c == "red"),
        ("implies(a, x == 1), iff(b, y > x)", lambda x, y, z, a, b, c: (not a or x == 1) and b == (y > x)),
        ("a >> (x == 1)", lambda x, y, z, a, b, c: not a or x == 1),
        ("xor(a, b, x == 0)", lambda x, y, z, a, b, c: (a + b + (x == 0)) % 2 == 1),
        ("[x, 2, y][z] == 2", lambda x, y, z, a, b, c: z >= 1 and [x, 2, y][z - 1] == 2),
        ("element([1, 2, x], z) == 1", lambda x, y, z, a, b, c: z >= 1 and [1, 2, x][z - 1] == 1),
        ("count([x, y, z], 2) == count([a, b])", lambda x, y, z, a, b, c: (x, y, z).count(2) == a + b),
        ("any(v == 3 for v in [x, y])", lambda x, y, z, a, b, c: 3 in (x, y)),
        ("all(v < w for v, w in pairs([x, y, z]))", lambda x, y, z, a, b, c: x < y < z),
        ("max(x, y) - min([x, y]) == abs(x - y) and z == 2**1", lambda x, y, z, a, b, c: z == 2),
        ("different(x, y, apart=[0])", lambda x, y, z, a, b, c: x != y or x == 0),
        ("v == i for i, v in enumerate([x, y, z])", lambda x, y, z, a, b, c: (x, y, z) == (1, 2, 3)),
        ("v == 1 if i > 1 else v == 0 for i, v in zip(range(1, 3), [x, y])", lambda x, y, *_: x < y == 1),
        ("sum(i*v for i, v in enumerate([x, y], 0) if i != 7) == 2", lambda x, y, z, a, b, c: y == 2),
        ("v == 1 for v in [x, y, z][2:]", lambda x, y, z, a, b, c: y == z == 1),
        ("v == 1 for v in [*[x], y][1:2]", lambda x, y, z, a, b, c: x == 1),
        ("(2*x + y) // 2 % 2 == z - 1", lambda x, y, z, a, b, c: (2 * x + y) // 2 % 2 == z - 1),
        ("-(x ** 2) // (y - 1) < -z", lambda x, y, z, a, b, c: y != 1 and -(x**2) // (y - 1) < -z),
        ("holds(x == 7 // 2 % 2, words='it')  # the rest is not read", lambda x, y, z, a, b, c: x == 1),
        ("table(\n  [x],  # first\n  [[1], [3]],\n)\n\n# none", lambda x, y, z, a, b, c: x in (1, 3)),
    ],
)  # fmt: skip
def test_rules_mean_what_they_say(rules, by_hand):
    problem = made(rules)
    every = product(*(atom.values for atom in problem.variables))
    assert values(problem) == [row for row in every if by_hand(*row)]


def test_boards_and_pictures_count_from_1():
    problem = made(
        "x[cell] == sign for cell, sign in clues.items() if sign != '.'\n"
        "different(cells) for cells in x.regions(areas).values()\n"
        "x[1,2] < x[2,2], sum(x[2,:]) == 5, sum(x.neighbours(1, 1)) == 4, sum(x.around((1, 1))) == 6\n"
        "x[1,i[1]] == 4, i[1] == x[2,2] - 1\n",
        variables='x = { board = [2, 2], values = "1..4" }\ni = { array = 1, values = "1..n" }',
        more='[data]\nn = 2\nclues = """\n.1\n..\n"""\nareas = """\nAB\nAA\n"""\n',
    )
    assert values(problem) == [(4, 1, 3, 2, 1)]


def test_words_of_rules_in_loops_tell_the_turns_apart():
    problem = made(
        "different(row) for row in x.rows\nsum(row) == r + 2 for r, row in enumerate(x.rows)\nx[1,1]  ==  1",
        variables='x = { board = [2, 2], values = "1..2" }',
    )
    assert [rule.words for rule in problem.rules] == [
        *("row 1: all different", "row 2: all different"),
        *("r = 1, row 1: sum(row) == r + 2", "r = 2, row 2: sum(row) == r + 2"),
        "x[1,1]  ==  1",
    ]


@pytest.mark.parametrize("lattice", LATTICES)
def test_boards_of_every_lattice_are_saved_loaded_and_drawn(tmp_path, lattice):
    p = Problem()
    board = p.board([1, 1, 2] if lattice == "cubic" else [1, 2], lattice=lattice)
    p.add(sum(board.cells) == len(board))
    p.save(tmp_path / "saved.toml")
    saved = accord.load(tmp_path / "saved.toml")
    assert fingerprint(saved.model) == fingerprint(p.model)
    (solution,) = accord.unique(saved).solutions
    drawn = str(saved.picture(solution))
    assert drawn.count("#") + drawn.count("*") == len(board)
