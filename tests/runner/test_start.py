"""Starts of searches: solutions of earlier runs, and values of variables, from Python and from files."""

import json

import pytest
from commands import called
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from profiles import examples

import accord
from accord import InputError, Model, Problem, UsageError
from accord.runner.start import read_start

MARKS = [0, 1, 3, 7, 15, 31]  # a ruler, far from the shortest, which has 17
FILE = """family = "problem"
maximize = "3*x + y - b"
rules = '''
x + y <= 12
b or y > 3
'''
[variables]
x = "0..9"
y = "0..2000"
b = "boolean"
"""


def ruler(longest):
    """Six marks; of a long ruler, values are too many for options."""
    p = Problem("ruler")
    marks = p.integers(6, 0, longest, name="m")
    p.add(marks[0] == 0, *(marks[i] < marks[i + 1] for i in range(5)))
    p.different(marks[j] - marks[i] for i in range(6) for j in range(i + 1, 6))
    p.minimize(marks[5] + 3)
    return p, marks


@st.composite
def problems(draw):
    """Two numbers, a truth and a choice under a few rules, an objective with a constant, and a start."""
    p = Problem()
    x, y = p.integer("x", -3, 3), p.integer("y", values=[1, 5, 9])
    b, c = p.boolean("b"), p.choice("c", ["red", "blue"])
    rules = [x + y <= 6, (b == 1) | (y > 1), (c == "red") | (x > 0), x != -1, y - x != 4, abs(x) <= 2 + b]
    p.add(*draw(st.lists(st.sampled_from(rules), max_size=4, unique_by=id)))
    wanted = draw(st.integers(-3, 3)) * x + draw(st.integers(-3, 3)) * y + 4 * b + draw(st.integers(-9, 9))
    (p.minimize if draw(st.booleans()) else p.maximize)(wanted)
    values = {atom: draw(st.sampled_from([*atom.values])) for atom in (x, y, c)} | {b: draw(st.booleans())}
    return p, {atom: values[atom] for atom in draw(st.lists(st.sampled_from([x, y, b, c]), unique=True))}


@pytest.mark.parametrize("most", [20_000, 0], ids=["options", "integers"])
@settings(max_examples=examples(30), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(case=problems())
def test_a_start_changes_no_optimum(backend_name, most, monkeypatch, case):
    monkeypatch.setattr("accord.runner.integers.MANY", most)
    monkeypatch.setattr("accord.runner.integers.MANY_FOR_BEST", most)
    p, start = case
    if not most and backend_name != "cpsat":
        backend_name = "auto"  # no variable is wide enough for bits
    plain = accord.best(p, backend=backend_name)
    outcome = accord.best(p, backend=backend_name, start=start)
    assert (outcome.value, outcome.bound, outcome.answer) == (plain.value, plain.bound, plain.answer)
    whole, holds = len(start) == 4, len(start) == 4 and p.holds(start)
    assert any("only a guess" in each for each in outcome.warnings) == (whole and not holds)
    for solution in plain.solutions:
        again = accord.best(p, backend=backend_name, start=solution)
        assert (again.value, again.answer) == (plain.value, "best")
        assert again.solutions[0].values == solution.values
    if holds:
        first = accord.first(p, backend=backend_name, start=start)
        assert first.solutions[0].values == {atom.name: value for atom, value in start.items()}
        assert (first.answer, first.count, first.effort) == ("solved", 1, {})


@st.composite
def weighed(draw):
    """Small models with an objective and hidden options, and some of their options as a start."""
    items = {f"i{i}": draw(st.sampled_from([1, (0, 1), (1, 2)])) for i in range(draw(st.integers(1, 3)))}
    options = draw(st.lists(st.sets(st.sampled_from(sorted(items)), max_size=2), min_size=1, max_size=6))
    names = [f"o{o}" for o in range(len(options))]
    model = Model.build(
        {**items, "twin": (0, 0)},
        {**dict(zip(names, map(sorted, options), strict=True))}
        | {"o0": {**dict.fromkeys(sorted(options[0]), 1), "twin": 1}, "hidden": {"twin": -1}},
        minimize={name: draw(st.integers(-9, 9)) for name in names} | {"hidden": 1},
        hidden=["hidden"],
    )
    return model, {name: draw(st.booleans()) for name in draw(st.sets(st.sampled_from(names)))}


@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(case=weighed())
def test_a_start_of_a_model_names_its_options(backend_name, oracle, case):
    model, start = case
    plain = accord.best(model, backend=backend_name)
    outcome = accord.best(model, backend=backend_name, start=start)
    assert (outcome.value, outcome.answer) == (plain.value, plain.answer)
    chosen = {name for name, value in start.items() if value}
    known = {frozenset(model.visible(solution)) for solution in oracle(model)}
    first = accord.first(model, backend=backend_name, start=start)
    assert (first.effort == {} and first.count == 1) == (chosen in known)
    if chosen in known:
        assert set(model.visible(first.solutions[0].options)) == chosen
    for solution in plain.solutions:
        assert accord.best(model, backend=backend_name, start=solution).value == plain.value


class Cancelled:
    def is_set(self):
        return True


@pytest.mark.parametrize("longest", [40, 2000], ids=["options", "integers"])
def test_the_start_is_known_whatever_ends_the_run(backend_name, longest):
    p, marks = ruler(longest)
    start = dict(zip(marks, MARKS, strict=True))
    for ended in ({"cancel": Cancelled()}, {"time_limit": 1e-4}):
        outcome = accord.best(p, backend=backend_name, start=start, **ended)
        assert (outcome.value, outcome.answer, outcome.exact) == (34, "solved", False)
        assert outcome.status in ("time", "cancelled")
        assert outcome.bound != 34
        assert outcome.solutions[0][marks] == MARKS
    assert accord.best(p, start=start).value == 20


def test_sat_proves_a_start_by_its_value_and_native_says_that_it_does_not():
    p, marks = ruler(20)
    best = accord.best(p, backend="sat").solutions[0]
    outcome = accord.best(p, backend="sat", start=best)
    assert (outcome.value, outcome.count, outcome.answer) == (20, 1, "best")
    wide = Problem()
    x, y = wide.integers(2, 0, 5000)
    wide.add(x + y <= 7000, 3 * x + y <= 12_000)
    wide.maximize(3 * x + 2 * y)
    by_bits = accord.best(wide, backend="sat", start={x: 2333, y: 4667})
    assert (by_bits.value, by_bits.answer) == (accord.best(wide).value, "best")
    some = accord.first(p, start={marks[1]: 2}, backend="native")
    assert some.warnings == ("native does not begin from the start; cpsat and sat do",)
    assert accord.first(p, start={marks[1]: 2}).backend != "native"


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ({"m": 1}, r"^unknown variable 'm'; there are m\[1\], "),
        ({"m[1]": 99}, r"^start: found 99 for m\[1\]; expected one of 0, 1, .* \(41 in all\)$"),
        ({"m[1]": [1]}, r"^start: found \[1\] for m\[1\]; "),
        ({"m[1]": 0.5}, r"^start: found 0.5 for m\[1\]; "),
        ("0 1 3", r"^start: found '0 1 3'; expected a solution of this puzzle, or values by the names"),
    ],
)
def test_what_is_no_start_is_refused_in_one_line(start, message):
    p, _ = ruler(40)
    with pytest.raises(UsageError, match=message):
        accord.best(p, start=start)


def test_a_solution_of_another_puzzle_is_refused():
    (solution,) = accord.first(ruler(40)[0]).solutions
    with pytest.raises(UsageError, match=r"option 41 is 'm\[2\]=0|here it is"):
        accord.best(ruler(20)[0], start=solution)
    with pytest.raises(UsageError, match=r"`start` is for first and best; found the task count"):
        accord.count(ruler(40)[0], start=solution)
    with pytest.raises(UsageError, match=r"`start` and `distinct` exclude each other"):
        accord.first(ruler(40)[0], start=solution, distinct=True)


def test_a_value_among_very_many_is_looked_up_at_once():
    p = Problem()
    x = p.integer("x", 0, (1 << 40) - 1)
    p.add(3 * x >= 1 << 40)
    p.minimize(x)
    assert accord.best(p, start={x: 1 << 39}).value == ((1 << 40) + 2) // 3
    with pytest.raises(UsageError, match=r"^start: found 0\.5 for x; "):
        accord.best(p, start={x: 0.5})


# -- files ---------------------------------------------------------------------------------------------


@pytest.fixture
def model_file(tmp_path):
    file = tmp_path / "numbers.toml"
    file.write_text(FILE)
    return file


def test_what_solve_prints_is_a_start(model_file, tmp_path):
    saved = tmp_path / "found.json"
    for form in ("--json", "--jsonl"):
        done = called("solve", model_file, "--best", form)
        saved.write_text(done.stdout)
        assert json.loads(done.stdout.splitlines()[-1])["value"] == 29
        again = called("solve", model_file, "--best", "--json", "--start", saved, "--time-limit", "0.0001")
        outcome = json.loads(again.stdout)
        assert (again.returncode, outcome["value"], outcome["answer"]) == (5, 29, "solved")
        assert outcome["solutions"][0]["names"] == ["x=9", "y=3", "b"]
        printed = called("solve", model_file, "--best", "--start", saved)
        assert printed.stdout == called("solve", model_file, "--best").stdout
        first = called("solve", model_file, "--start", saved)
        assert (first.returncode, first.stdout) == (0, printed.stdout)
    saved.write_text('{"x": 2,\n "b": true}')
    assert json.loads(called("solve", model_file, "--best", "--json", "--start", saved).stdout)["value"] == 29


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ": found no solution; "),
        ("[1]", ":1: found a list of 1; "),
        ('{"x": 1', ":1: found no JSON ("),
        ('{"solutions": []}', ": found no solution; "),
        ('{"solutions": [3]}', ":1: found no JSON ("),
    ],
)
def test_a_file_that_is_no_start_is_refused_in_one_line(tmp_path, text, words):
    file = tmp_path / "start.json"
    file.write_text(text)
    with pytest.raises(InputError) as error:
        read_start(str(file))
    assert str(error.value).startswith(f"{file}{words}")
    assert str(error.value).endswith(
        "expected a solution as JSON, as `accord solve` prints it, or {NAME: VALUE, ...}"
    )


def test_faults_of_starts_on_the_command_line(model_file, tmp_path):
    file = tmp_path / "start.json"
    file.write_text('{"z": 1}')
    done = called("solve", model_file, "--best", "--start", file)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1].endswith("unknown variable 'z'; there are x, y, b")
    assert called("solve", model_file, "--start", tmp_path / "none.json").returncode == 3
    refused = called("solve", model_file, "--all", "--start", file)
    assert (refused.returncode, "--start is for first and best" in refused.stderr) == (2, True)
