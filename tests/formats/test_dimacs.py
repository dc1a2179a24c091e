"""DIMACS: a formula as a model, a model as a formula, read and solved by python-sat."""

import re
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looped import looped
from profiles import examples
from random_models import model_or_faults, models

import accord
from accord.cnf import ENCODINGS
from accord.errors import InputError, RefusedError, UsageError
from accord.formats import dimacs, opb
from accord.formats.source import Source
from accord.model import Model

CLAUSES = st.lists(st.lists(st.sampled_from([1, -1, 2, -2, 3, -3, 4, -4, 6]), max_size=5), max_size=8)


def formula_text(variables, clauses):
    lines = [" ".join(map(str, [*clause, 0])) for clause in clauses]
    return "\n".join([f"p cnf {variables} {len(clauses)}", *lines]) + "\n"


def assignments(variables, clauses):
    """Every assignment that meets the clauses, as the set of the variables that are true, less 1."""
    return {
        tuple(v for v in range(variables) if values[v])
        for values in product([False, True], repeat=variables)
        if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
    }


@settings(max_examples=examples(100))
@given(clauses=CLAUSES)
def test_a_formula_is_a_model_with_the_same_solutions(clauses, oracle):
    model = dimacs.read(formula_text(6, clauses).encode(), "f.cnf")
    assert model.options == 6
    assert oracle(model) == assignments(6, clauses)


def test_every_spelling_of_a_formula():
    text = b"c comment\n\nc p cnf 9 9\n p  cnf 3 3 \n1\n-2 0 2\t3 0\r\nc between\n+3 -1 0\n%\n0\n"
    model = dimacs.read(text, "f.cnf")
    assert [model.names[o] for o in range(3)] == ["x1", "x2", "x3"]
    assert accord.count(model).count == len(assignments(3, [[1, -2], [2, 3], [3, -1]]))


def test_variables_in_no_clause_double_the_count():
    assert accord.count(dimacs.read(b"p cnf 5 1\n1 2 0\n", "f")).count == 3 * 8


def of_pysat(text, options):
    """All models of a text, by python-sat's reader and a solver of its; only the options' variables."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    formula = CNF(from_string=text)
    with Solver("minisat22", bootstrap_with=formula) as solver:
        variables = int(re.search(r"^p cnf (\d+)", text, re.MULTILINE)[1])
        for v in range(1, variables + 1):  # a copy of each, so that a variable in no clause is seen
            solver.append_formula([[-v, variables + v], [v, -variables - v]])
        found = [tuple(x - 1 for x in model if 0 < x <= options) for model in solver.enum_models()]
    assert len(set(found)) == len(found), "auxiliary variables are not determined"
    return set(found)


@pytest.mark.parametrize("encoding", [None, *ENCODINGS])
@settings(max_examples=examples(30))
@given(model=models(objective=False))
def test_a_model_is_a_formula_with_the_same_solutions(encoding, model, oracle):
    text = dimacs.write(model, "a title", encoding=encoding)
    assert text.isascii()
    assert of_pysat(text, model.options) == oracle(model)


@settings(max_examples=examples(40))
@given(model=models(objective=False, hidden=False))
def test_written_and_read_again_it_has_the_same_number_of_solutions(model, oracle):
    read = dimacs.read(dimacs.write(model).encode(), "m.cnf")
    assert read.hidden.sum() == read.options - model.options
    assert accord.count(read).count == len(oracle(model))


def test_comments_name_options_and_the_items_of_clauses():
    model = Model.build({"a b": 1, "c": (2, 3)}, {"x": ["a b", "c"], "y\n": ["a b"], "": ["c"]})
    text = dimacs.write(model, "Two\nlines", encoding="pairwise").splitlines()
    assert text[0] == "c Two lines"
    assert 'c accord option 2 = "y\\n"' in text
    (clauses,) = [line for line in text if line.endswith('= "a b"')]
    first, last = map(int, clauses.split()[3].split(".."))
    of_a = [line for line in text if line[0] in "-0123456789"][first - 1 : last]
    assert sorted(of_a) == ["-1 -2 0", "1 2 0"]
    assert dimacs.read("\n".join(text).encode(), "m").names[:3] == ("x", "y\n", "")


def test_names_like_those_of_nameless_variables_come_back():
    model = Model.build(["a"], {"x2": ["a"], "2": ["a"], "a b": [], "a  b": []})
    assert dimacs.read(dimacs.write(model).encode(), "m").names == model.names
    assert dimacs.read(b"p cnf 2 1\n1 2 0\n", "m").names == ("x1", "x2")


@pytest.mark.parametrize("title", ["accord auxiliary = 1..2", 'accord option 1 = "z"'])
def test_a_title_is_no_note(title):
    model = Model.build(["a"], {"x": ["a"], "y": ["a"]})
    for module, mark in ((dimacs, "c"), (opb, "*")):
        text = module.write(model, title)
        assert f"{mark} title: {title}" in text.splitlines()
        read = module.read(text.encode(), "m")
        assert not read.hidden.any()
        assert read.names == ("x", "y")


def test_what_cannot_be_said_is_refused():
    with pytest.raises(RefusedError, match="no objective"):
        dimacs.write(Model.build(["a"], {"x": ["a"]}, minimize={"x": 1}))
    with pytest.raises(UsageError, match="unknown encoding 'x'; there are pairwise"):
        dimacs.write(Model.build(["a"], {"x": ["a"]}), encoding="x")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "m:1: found no header"),
        (
            "p cnf 1073741823 1\n1 0\n",
            "m:1: found 'p cnf 1073741823 1'; expected 1,000,000 variables and clauses",
        ),
        ("p cnf 1 99999999999\n1 0\n", "m:1: found 'p cnf 1 99999999999'; expected 1,000,000 variables"),
        ("1 2 0\n", "m:1: found '1 2 0'; expected `p cnf VARIABLES CLAUSES` first"),
        ("p dnf 1 1\n", "m:1: found 'p dnf 1 1'; expected one line"),
        ("p cnf 1 1\np cnf 1 1\n", "m:2: found 'p cnf 1 1' again"),
        ("p cnf 2 1\n\n1 3 0\n", "m:3: found '3'; expected a variable up to 2, or 0"),
        ("p cnf 2 1\n1 x 0\n", "m:2: found 'x'; expected a variable"),
        ("p cnf 2 1\n1 - 0\n", "m:2: found '-'; expected a variable"),
        ("p cnf 2 1\n1 -0_1 0\n", "m:2: found '-0_1'"),
        (f"p cnf 2 1\n{'9' * 5000} 0\n", "m:2: found '9{40}'...; expected"),
        ("p cnf 2 2\n1 0\n2\n-1\n", "m:3: found a clause without an end"),
        ("p cnf 2 3\n1 0\n2 0\n", "m:3: found 2 clauses; expected 3"),
        ("p cnf 2 1\n1 0 2 0\n1 0\n", "m:2: found more clauses than the 1 of the header"),
        ("p cnf 9999999 1\n1 0\n", "expected 1,000,000 variables"),
    ],
)
def test_faults(text, fault):
    with pytest.raises(InputError, match=fault):
        dimacs.read(text.encode(), "m")


def test_a_clause_behind_the_last_one_is_named_by_its_line():
    with pytest.raises(InputError) as found:
        dimacs.read(b"p cnf 2 1\n1 0\n2 0\n1 2 0\n", "m")
    assert found.value.faults == ["m:3: found more clauses than the 1 of the header; correct it"]


@pytest.mark.parametrize(
    "text",
    [
        b"p cnf 3 2\n1 -2\n0 3 3 -3 0\n",
        b"c x\r\np cnf 3 2\r\n1 -2 0\r\n3 3 -3 0\r\n",
        b" \nc\n  p  cnf\t3 2 \n1 -2 0\nc between\n\t3 +3 -3 00",
        b"p cnf 3 2\n1 -2 0 3 3 -3 0\n%\n0\n",
    ],
)
def test_clauses_are_read_as_they_stand(text):
    start, literal = dimacs.read_clauses(text, "m")
    assert (start.tolist(), literal.tolist()) == ([0, 2, 5], [1, -2, 3, 3, -3])
    assert (start.dtype, literal.dtype) == (np.int64, np.int32)


def test_clauses_may_be_more_than_a_model_takes():
    start, literal = dimacs.read_clauses(b"p cnf 999999999 1\n-999999999 0\n", "m")
    assert (start.tolist(), literal.tolist()) == ([0, 1], [-999_999_999])
    with pytest.raises(InputError, match="m:1: found no header"):
        dimacs.read_clauses(b"", "m")


WORDS = [
    "p cnf 3 2\n",
    "p",
    "cnf",
    "1",
    "-2",
    "0",
    "\n",
    " ",
    "c accord auxiliary = 2..9\n",
    "%",
    "\u0661",
    "7",
]
HOSTILE = st.lists(st.sampled_from(WORDS), max_size=25).map(lambda words: "p cnf 3 2\n" + "".join(words))


@settings(max_examples=examples(200))
@given(st.one_of(st.binary(max_size=200), HOSTILE.map(str.encode)))
def test_fast_or_line_by_line_makes_no_difference(data):
    quick = dimacs._quickly(data, 1_000_000)
    if quick is not None:
        slow = dimacs._by_lines(Source(data, "m"), 1_000_000)
        assert (quick.size, list(quick.literals)) == (slow.size, list(slow.literals))


@settings(max_examples=examples(200))
@given(st.one_of(st.binary(max_size=200), HOSTILE.map(str.encode)))
def test_any_bytes_are_a_model_or_an_input_error(data):
    assert model_or_faults(dimacs.read, data)


@looped(
    ("line", "what"),
    [
        ("c ind 1 2 0", "over which variables to count"),
        ("  c ind 0", "over which variables to count"),
        ("c p show 1 2 0", "over which variables to count"),
        ("cr 1 2 0", "over which variables to count"),
        ("c p weight 1 0.4 0", "weights of literals"),
        ("c p weight -1 1/3 0", "weights of literals"),
        ("c weights 0.5 0.5 0.1 0.9", "weights of literals"),
        ("c t pmc", "another task than to count all assignments"),
        ("c t wmc\r", "another task than to count all assignments"),
        ("c t pwmc", "another task than to count all assignments"),
        ("c p optimize 1 2 0", "a property of the formula"),
        ("c max 1 2 0", "for which variables the count is to be greatest"),
        ("c MUST MULTIPLY BY 2**3 0", "a factor of the count"),
        ("w 1 0.4 0", "a weight"),
        ("vp 1 2 0", "over which variables to count"),
        ("e 1 2 0", "variables that some values must suit"),
        ("a 1 2 0", "variables that all values must suit"),
        ("r 0.5 1 0", "random variables"),
        ("x1 -2 0", "an XOR of literals"),
        ("x 1 -2 0", "an XOR of literals"),
    ],
)
@pytest.mark.parametrize("at", [0, 1, 3])
def test_a_line_that_asks_for_another_number_is_refused(line, what, at):
    lines = ["c a formula", "p cnf 3 2", "1 2 -3 0", "-1 -2 0"]
    if line[0] != "c":
        at = max(at, 2)
    lines.insert(at, line)
    shown = line.strip()
    with pytest.raises(InputError) as caught:
        dimacs.read("\n".join(lines).encode(), "m")
    (fault,) = caught.value.faults
    assert fault.startswith(f"m:{at + 1}: found {shown!r}, which states {what}"), fault


def test_many_weights_are_named_once():
    weights = "".join(f"c p weight {v} 0.5 0\n" for v in range(1, 4))
    with pytest.raises(InputError) as caught:
        dimacs.read(f"p cnf 3 1\n{weights}1 2 0\n".encode(), "m")
    assert len(caught.value.faults) == 1


@pytest.mark.parametrize(
    "comment",
    [
        "c t mc",
        "c independent of 3 0",
        "c p cnf 3 1",
        "c maximal 3",
        "c",
        "cnf",
        "c show me 1",
        "c show",
        "c weight 5",
        "c max 3",
        "c 1 2 0",
        "c p is 3.",
    ],
)
def test_other_comments_state_nothing(comment):
    assert accord.count(dimacs.read(f"{comment}\np cnf 2 1\n{comment}\n1 2 0\n".encode(), "m")).count == 3


def test_what_follows_the_end_of_a_formula_is_refused():
    with pytest.raises(InputError, match="m:4: found '-1 0' after %, which ends a formula; expected 0"):
        dimacs.read(b"p cnf 2 1\n1 2 0\n%\n-1 0\n0\n", "m")


@pytest.mark.parametrize(
    ("notes", "fault"),
    [
        ("c accord auxiliary = 2\n", "m:1: found the comment 'accord auxiliary = 2'; expected accord KIND"),
        ("c accord auxiliary = 3..4\n", "m:1: found the auxiliary variables 3..4; expected some of 1..3"),
        ("c accord auxiliary = 3..2\n", "m:1: found the auxiliary variables 3..2"),
        ("c accord auxiliary = 2..2\nc accord auxiliary = 3..3\n", "m:2: found auxiliary variables twice"),
        ("c accord option 1 = one\n", "m:1: found the comment 'accord option 1 = one'"),
    ],
)
def test_a_note_that_cannot_be_obeyed_is_refused(notes, fault):
    for module, text in (
        (dimacs, "p cnf 3 1\n1 2 3 0\n"),
        (opb, "* #variable= 3 #constraint= 1\n+1 x1 >= 1 ;\n"),
    ):
        mark = "c" if module is dimacs else "*"
        with pytest.raises(InputError, match=fault):
            module.read((notes.replace("c accord", f"{mark} accord") + text).encode(), "m")
