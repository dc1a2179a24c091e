"""OPB: linear constraints as a model, any model as linear constraints, by brute force on both sides."""

import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples
from random_models import alike, model_or_faults, models

import accord
from accord.errors import InputError
from accord.formats import opb
from accord.model import Model

TERMS = st.lists(st.tuples(st.integers(-3, 3), st.integers(1, 5), st.booleans()), max_size=4)
CONSTRAINTS = st.lists(st.tuples(TERMS, st.sampled_from([">=", "=", "<="]), st.integers(-4, 4)), max_size=4)


def constraint_text(terms, relation, side):
    return " ".join(
        [f"{c:+d} {'~' if negated else ''}x{v}" for c, v, negated in terms] + [relation, str(side), ";"]
    )


def value(terms, values):
    return sum(c * (values[v - 1] != negated) for c, v, negated in terms)


def assignments(variables, constraints):
    """Every assignment that meets the constraints, as the options it chooses."""
    holds = {">=": int.__ge__, "=": int.__eq__, "<=": int.__le__}
    return {
        tuple(v for v in range(variables) if values[v])
        for values in product([False, True], repeat=variables)
        if all(holds[relation](value(terms, values), side) for terms, relation, side in constraints)
    }


@pytest.mark.parametrize("text", [b"", b"\n", b"* a comment\n"])
def test_a_text_without_header_and_constraint_is_no_puzzle(text):
    with pytest.raises(InputError, match=r"empty\.opb:1: found no constraint"):
        opb.read(text, "empty.opb")


@settings(max_examples=examples(120))
@given(constraints=CONSTRAINTS, objective=st.none() | TERMS)
def test_constraints_are_a_model_with_the_same_solutions(constraints, objective, oracle):
    lines = [f"* #variable= 5 #constraint= {len(constraints)}", "* a comment"]
    if objective is not None:
        words = constraint_text(objective, "", "").split()
        lines.append(" ".join(["min:", *words]))
    lines += [constraint_text(*constraint) for constraint in constraints]
    model = opb.read("\n".join(lines).encode(), "m.opb")
    assert model.options == 5
    solutions = oracle(model)
    assert solutions == assignments(5, constraints)
    if objective is None:
        assert not len(model.objective)
    else:
        values = {s: value(objective, [v in s for v in range(5)]) for s in solutions}
        ours = {s: int(model.objective[list(s)].sum()) for s in solutions}
        assert len({values[s] - ours[s] for s in solutions}) <= 1


def by_brute_force(text, options):
    """The solutions of a text, read without any care, on the options' variables; each must be found once."""
    variables = int(re.search(r"#variable= (\d+)", text)[1])
    constraints = []
    for line in text.splitlines():
        if line.startswith(("*", "min:")):
            continue
        *terms, relation, side, end = line.split()
        assert end == ";"
        assert relation in (">=", "=")
        pairs = [(int(c), int(x[1:]), False) for c, x in zip(terms[::2], terms[1::2], strict=True)]
        constraints.append((pairs, relation, int(side)))
    assert len(constraints) == int(re.search(r"#constraint= (\d+)", text)[1])
    found = assignments(variables, constraints)
    kept = {tuple(o for o in solution if o < options) for solution in found}
    if variables > max(1, options):
        assert len(kept) == len(found), "auxiliary variables are not determined"
    return kept


@settings(max_examples=examples(80))
@given(model=models(order=False, unbounded=True))
def test_a_model_is_constraints_with_the_same_solutions(model, oracle):
    text = opb.write(model, "two\nlines")
    assert text.isascii()
    assert by_brute_force(text, model.options) == oracle(model)
    read = opb.read(text.encode(), "m.opb")
    assert {tuple(o for o in s if o < model.options) for s in oracle(read)} == oracle(model)
    assert read.objective[: model.options].tolist() == model.objective.tolist()


@settings(max_examples=examples(100))
@given(
    model=models(
        amounts=(1,),
        demands=[(1, 1), (0, 1), (2, 2)],
        names=st.text("ab c\u00e9", min_size=1),
        order=False,
        hidden=False,
    )
)
def test_covers_without_colours_survive(model):
    if model.colour.any():
        return
    used = [i for i in range(model.items) if len(model.options_of(i)) or model.low[i]]
    if any(not len(model.options_of(i)) for i in used):
        return  # an item that nothing can meet loses its name
    read = opb.read(opb.write(model).encode(), "m.opb")
    demands, options, objective = alike(model, names=False)
    kept = {model.item_names[i]: demands[model.item_names[i]] for i in used}
    assert alike(read, names=False) == (kept, options, objective)


@pytest.mark.parametrize("name", ["queens-8", "soma", "meteor", "dominoes-8x8"])
def test_puzzles_of_the_library(name):
    model = accord.load(name).model
    read = opb.read(opb.write(model).encode(), name)
    assert alike(read, names=False) == alike(model, names=False)


def test_every_spelling():
    text = b"* no header\nmin: 2 x1\n -3 ~x2;\n1 x1 +1 x2\n>= 1;+2 ~x3 -1 x1 <= 1 ;\n"
    model = opb.read(text, "m")
    assert model.objective.tolist() == [2, 3, 0]
    assert {frozenset(s.names) for s in accord.solutions(model)} == {
        frozenset(names) for names in (["x1"], ["x1", "x2"], ["x1", "x3"], ["x1", "x2", "x3"], ["x2", "x3"])
    } - {frozenset()}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("+1 x1 x2 >= 1 ;\n", "m:1: column 7: found a product with 'x2'; only sums can be read"),
        ("\n  x1 >= 1 ;\n", "m:2: column 3: found 'x1'; expected a coefficient, as in"),
        ("+1 y1 >= 1 ;\n", "m:1: column 4: found 'y1'; expected a variable"),
        ("+1 x0 >= 1 ;\n", "m:1: column 4: found 'x0'; expected a variable"),
        ("+1 x1234567 >= 1 ;\n", "column 4: found 'x1234567'; expected a variable, x1 to x1000000"),
        ("+1 >= 1 ;\n", "column 4: found '>='; expected a variable"),
        ("+1 x1 > 1 ;\n", "column 1: found a constraint without a relation"),
        ("+1 x1 >= ;\n", "column 10: found ';'; expected one number"),
        ("+1 x1 >= 1 2 ;\n", "column 10: found '1'; expected one number"),
        ("+1 x1 >= 1\n", "m:1: column 1: found a constraint without an end"),
        (";\n", "m:1: column 1: found ';' alone"),
        ("max: +1 x1 ;\n", "found 'max:'; expected 'min:'"),
        ("+1 x1 >= 1 ;\nmin: +1 x1 ;\n", "m:2: column 1: found 'min:' here"),
        (f"+{'9' * 5000} x1 >= 1 ;\n", "column 1: found '.9{39}'...; expected a coefficient"),
        (f"+{1 << 62} x1 >= 1 ;\n", "expected a coefficient"),
        (f"+{(1 << 62) - 1} x1 +1 x1 >= 1 ;\n", "the numbers of constraint 1 add up beyond"),
        (f"+{(1 << 62) - 1} x1 +1 x2 >= 1 ;\n", "m: item '1': its amounts sum beyond"),
        (f"min: +{(1 << 62) - 1} x1 +1 x1 ;\n", "the numbers of the objective add up"),
        ("* #variable= 1 #constraint= 1\n+1 x2 >= 1 ;\n", "m:1: found x2; the header says #variable= 1"),
        ("* #variable= 1 #constraint= 2\n+1 x1 >= 1 ;\n", "found 1 constraints; the header"),
        ("* #variable= 99999999 #constraint= 2\n", "found 99,999,999 variables or constraints"),
    ],
)  # fmt: skip
def test_faults(text, fault):
    with pytest.raises(InputError, match=fault):
        opb.read(text.encode(), "m")


def test_colours_by_hand():
    options = {
        "a": {"p": 1, "s": "red"},
        "b": {"q": 1, "s": "red"},
        "c": {"q": 1, "s": "blue"},
        "d": ["q", "s"],
    }
    model = Model.build({"p": 1, "q": 1, "s": (0, 1)}, options)
    lines = [line for line in opb.write(model).splitlines() if not line.startswith("*")]
    assert lines == [
        "+1 x1 = 1 ;",
        "+1 x2 +1 x3 +1 x4 = 1 ;",
        "+1 x5 -1 x1 >= 0 ;",
        "+1 x5 -1 x2 >= 0 ;",
        "+1 x1 +1 x2 -1 x5 >= 0 ;",
        "-1 x4 -1 x5 -1 x3 >= -1 ;",
    ]


WORDS = [
    "min:",
    "max:",
    "+1",
    "-2",
    "x1",
    "~x2",
    "x",
    ">=",
    "=",
    "<=",
    ";",
    " ",
    " ",
    "\n",
    "*",
    "9" * 30,
    "~",
    ">",
]
HOSTILE = st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join)


@settings(max_examples=examples(300))
@given(st.one_of(st.binary(max_size=200), HOSTILE.map(str.encode)))
def test_any_bytes_are_a_model_or_an_input_error(data):
    assert model_or_faults(opb.read, data)


@pytest.mark.parametrize(
    ("header", "fault"),
    [
        ("* #variable= 2", r"m:1: found '\* #variable= 2'; expected one line \* #variable= N #constraint= N"),
        ("* #variables= 2 #constraints= 1", "m:1: found"),
        ("* #variable= 2 #constraint= 1\n* #variable= 4 #constraint= 1", r"m:2: found .* again"),
        (
            "* #variable= 2 #constraint= 1 #equal= 1",
            "m:1: found 0 constraints with =; the header says #equal= 1",
        ),
        (
            "* #variable= 2 #constraint= 1 #product= 1 sizeproduct= 2",
            "m:1: found #product= 1; expected 0: products",
        ),
        (
            "* #variable= 2 #constraint= 1 #soft= 1 mincost= 1",
            "m:1: found #soft= 1; expected 0: soft constraints",
        ),
        (
            "* #variable= 2 #constraint= 1 #counted= 1",
            "m:1: found 'counted' in the header; expected #equal, intsize",
        ),
        ("* ind 1 0", r"m:1: found '\* ind 1 0', which states over which variables to count"),
        ("* ind x1 x2 ;", "m:1: found .* states over which variables to count"),
        ("* p weight 1 0.5 0", "m:1: found .* states weights of literals"),
        ("soft: 3 ;", "m:1: column 1: found 'soft:', which begins a soft constraint"),
        ("[2] +1 x1 >= 1 ;", "m:1: column 1: found '.2.', which begins a soft constraint"),
    ],
)
def test_a_header_or_a_comment_that_changes_the_answer_is_refused(header, fault):
    with pytest.raises(InputError, match=fault):
        opb.read(f"{header}\n+1 x1 +1 x2 >= 1 ;\n".encode(), "m")


def test_a_header_may_state_more_that_is_true():
    header = (
        "* #variable= 3 #constraint= 2 #equal= 1 intsize= 3 #product= 0 #soft= 0 ;\n* # constraints of rows"
    )
    model = opb.read(f"{header}\n+1 x1 +1 x2 >= 1 ;\n+1 x2 = 1 ;\n".encode(), "m")
    assert accord.count(model).count == 4
