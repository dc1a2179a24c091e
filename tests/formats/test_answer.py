"""What solvers print: read in every dialect, checked against every demand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples
from random_models import models

from accord.errors import InputError
from accord.formats import answer
from accord.formats.answer import Answer
from accord.model import Model

SOLVED = ("satisfiable", (1, -2, 3))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("c hello\ns SATISFIABLE\nv 1 -2 3 0\n", SOLVED),
        ("v 1 -2\nv 3 0\ns SATISFIABLE\n", SOLVED),
        ("s SATISFIABLE\nv x1 -x2 x3\n", SOLVED),
        ("s SATISFIABLE\r\nv x1 ~x2\r\nv x3\r\n", SOLVED),
        ("SAT\n1 -2 3 0\n", SOLVED),
        ("s OPTIMUM FOUND\nv x1\n", ("optimum", (1,))),
        ("o 7\nv x1 x2\no 5\nv x1 -x2\ns OPTIMUM FOUND\n", ("optimum", (1, -2))),
        ("c Answer: 1\nv 1 -2 0\nc Answer: 2\nv -1 2 0\ns SATISFIABLE\n", ("satisfiable", (-1, 2))),
        ("s SATISFIABLE\nv 0\n", ("satisfiable", ())),
        ("s UNSATISFIABLE\n", ("unsatisfiable", ())),
        ("UNSAT\n", ("unsatisfiable", ())),
        ("s UNKNOWN\nv 1 0\n", ("unknown", ())),
        ("INDET\n", ("unknown", ())),
    ],
)
def test_dialects(text, expected):
    assert answer.read(text.encode(), "a") == Answer(*expected)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "a:1: found no status; expected a line such as `s SATISFIABLE`"),
        ("v 1 0\n", "a:1: found no status"),
        ("s SAT?\n", "a:1: found the status 'SAT.'; expected"),
        ("s SATISFIABLE\n", "a:1: found a solution announced, but no values"),
        ("s SATISFIABLE\nv 1 -2\n", "a:2: the values end too early; expected a 0"),
        ("s SATISFIABLE\nv 1 y 0\n", "a:2: found 'y'; expected a literal"),
        ("s SATISFIABLE\nv 1 -1 0\n", "a:2: found '-1' and its opposite"),
        (f"s SATISFIABLE\nv {'9' * 5000} 0\n", "a:2: found '9{40}'...; expected"),
    ],
)
def test_faults(text, fault):
    with pytest.raises(InputError, match=fault):
        answer.read(text.encode(), "a")


MODEL = Model.build(
    {"p": 1, "q": (1, 2), "s": (0, 1)},
    {"a": {"p": 1, "s": "red"}, "b": {"q": 1, "s": "blue"}, "c": ["q"], "d": ["q", "s"]},
)


@pytest.mark.parametrize(
    ("literals", "faults"),
    [
        ((1, -2, 3, 99), []),
        ((1, 4), ["item 's' gets a colour, and an option that tolerates none"]),
        ((1, 2), ["item 's' gets the colours blue, red; expected one"]),
        ((3,), ["item 'p' gets 0; expected 1"]),
        ((), ["item 'p' gets 0; expected 1", "item 'q' gets 0; expected 1 to 2"]),
        (
            (1, 2, 3, 4),
            ["item 'q' gets 3; expected 1 to 2", "item 's' gets the colours blue, red; expected one"],
        ),
    ],
)
def test_each_demand_that_fails_is_named(literals, faults):
    given = Answer("satisfiable", literals)
    if not faults:
        assert answer.solution(MODEL, given, "a").tolist() == [0, 2]
        return
    with pytest.raises(InputError) as caught:
        answer.solution(MODEL, given, "a")
    assert caught.value.faults == [f"a: a false solution: {fault}" for fault in faults]


@settings(max_examples=examples(60))
@given(model=models(), data=st.data())
def test_an_answer_is_taken_if_and_only_if_it_is_a_solution(model, data, oracle):
    chosen = tuple(o for o in range(model.options) if data.draw(st.booleans()))
    if chosen in oracle(model):
        assert answer.unmet(model, list(chosen)) == []
    else:
        faults = answer.unmet(model, list(chosen))
        assert faults
        assert all(fault.startswith("item ") for fault in faults)


WORDS = ["s ", "SATISFIABLE", "v ", "1", "-2", "0", "x3", "\n", " ", "o 1\n", "SAT\n", "7" * 30]


@settings(max_examples=examples(200))
@given(
    st.one_of(
        st.binary(max_size=100), st.lists(st.sampled_from(WORDS), max_size=20).map("".join).map(str.encode)
    )
)
def test_any_bytes_are_an_answer_or_an_input_error(data):
    try:
        assert isinstance(answer.read(data, "a"), Answer)
    except InputError:
        return
