"""What is wrong with a problem's file: a line each, with line and column; hostile texts are refused."""

import builtins

import pytest
from looped import looped

from accord.errors import InputError
from accord.families.problem import meaning
from accord.puzzles.document import read
from accord.puzzles.file import model_file
from accord.puzzles.puzzle import of_file


def faults(text):
    with pytest.raises(InputError) as caught:
        of_file("it", model_file(read(text.encode(), "it.toml"))).model  # noqa: B018
    assert all("\n" not in fault for fault in caught.value.faults)
    return caught.value.faults


def in_rules(line):
    """The faults of a line of rules; its first character is at 3:1."""
    quote = '"""' if "'''" in line else "'''"
    return faults(
        f'family = "problem"\nrules = {quote}\n{line}\n{quote}\n'
        '[variables]\nx = { board = [3, 3], values = "1..9" }\ny = "1..5"\na = "boolean"\n'
        'colour = ["red", "blue"]\n[data]\nweights = [3, 4]\n'
    )


WRONG = [  # the line, the column, and how the message begins
    ("y == == 3", 6, "invalid syntax"),
    ("y + (3", 5, "found (, which is never closed"),
    ("y) + (3 == 4", 2, "found ), and no bracket"),
    ("y + [3)", 7, "closing parenthesis ')' does not match"),
    ("y == 'red", 6, "unterminated string literal"),
    ("y + 1", 1, "found `y + 1`; expected a rule"),
    ("3", 1, "found 3; expected a rule"),
    ("yy == 3", 1, "unknown name 'yy'; there are weights, x, y, a, colour; did you mean 'y'?"),
    ("y == zebra", 6, "unknown name 'zebra'"),
    ("diferent(y, 3)", 1, "unknown function 'diferent'"),
    ("different(y, z=3)", 1, "different(...): got an unexpected keyword argument 'z'"),
    ("regular(y)", 1, "regular(...): missing a required argument"),
    ("different == 3", 1, "found the function different alone"),
    ("not different(y, 3)", 1, "found the rule different(...), which is no truth"),
    ("sum(y) == 3", 1, "found `y`; expected a list"),
    ("sum(x) == 3", 1, "found the board x; expected a list, as x.cells is one"),
    ("x[4,1] == 3", 1, "x has no cell [4, 1]"),
    ("x[0,1] == 3", 1, "x has no cell [0, 1]"),
    ("different(x[9,:])", 11, "x has no cell [9, :]"),
    ("sum(x[:,0]) == 3", 5, "x has no cell [:, 0]"),
    ("x[1,1] == weights[3]", 11, "found the place 3; expected 1 to 2"),
    ("x[1,1] == weights[-1]", 11, "found the place -1"),
    ("x.cells[:0] == 3", 9, "expected numbers from 1"),
    ("x.size == 3", 1, "found .size; expected one of cells"),
    ("y.rows == 3", 1, "found .rows of `y`; expected a board"),
    ("x.around == 3", 1, "found .around alone"),
    ("colour < 3", 1, "`colour` has values that are no whole numbers"),
    ("y == 3 and 4", 12, "found 4; expected a truth"),
    ("y % 0 == 1", 1, "`y` is divided by 0"),
    ("y ** 41 == 1", 1, "`y`: found the power 41; expected 0 to 40"),
    ("y == 3 for y in range(3)", 12, "the name y is taken"),
    ("a for i in range(3) if y == i", 24, "`y == 0` is not known before the puzzle is solved"),
    ("y == 3.5", 6, "found 3.5; expected a whole number or a text"),
    ("y == None", 6, "found None"),
    ("y is 3", 1, "found `is`"),
    ("y == 1 // 0", 6, "found a division by 0"),
    ("different(x.regions('AB'))", 11, "x: found a picture of 1 lines"),
    ("ä", 1, "unknown name 'ä'"),
    ("colour == 'ä' or y == == 3", 23, "invalid syntax"),
    ("symmetry(x)", 1, "unknown function 'symmetry'"),
    # nothing is executed
    ("__import__('os').system('true')", 1, "found .system"),
    ("__import__('os')", 1, "unknown function '__import__'"),
    ("().__class__.__bases__", 1, "found .__bases__"),
    ("x.cells.__class__", 1, "found .__class__"),
    ("(lambda: 3)()", 1, "found a call of something that is no function"),
    ("different(lambda: 3)", 11, "found a lambda"),
    ("y == f'{y}'", 6, "found an f-string"),
    ("(z := 3) == y", 2, "found `:=`"),
    ("y == {1, 2}", 6, "found a set"),
    ("different(*[y], **{'apart': 3})", 1, "found **"),
    ("[y == 3 async for i in range(2)]", 1, "found `async`"),
    ("yield y", 1, "found `yield`"),
    ("y == 3; y == 4", 7, "found ';'; write each rule in a line of its own"),
    ("y = 3", 1, "invalid syntax"),
    ("y == 2 >> any([y == 1])", 6, "found 2 beside &, |, ^ or >>, which is no truth; these bind"),
    ("x.cells.append(3)", 1, "found .append"),
    ("y.__eq__(3)", 1, "found .__eq__"),
    ("''.join(['a'])", 1, "found .join"),
    # nothing grows without bound
    ("y == 9**9**9", 6, "found the power"),
    ("y == (2**40)**40 * (2**40)**40 * (2**40)**40", 6, "found a number of more than 4,096 bits"),
    ("y == 'a' * 1000000000", 6, "found 'a'; expected a number"),
    ("sum([y] * 1000000000) == 3", 5, "found a list of 1; expected a number"),
    ("sum([y for i in range(10**12)]) == 3", 17, "found more than 2,000,000 steps"),
    ("y == i for i in range(1000000000000)", 17, "found more than 2,000,000 steps"),
    ("len([*range(10**11)]) == 3", 7, "found more than 2,000,000 steps"),
    ("y == " + "9" * 5000, 1, "Exceeds the limit (4300 digits) for integer string conversion;"),
    ("(" * 5000 + "y", 1, "found (, which is never closed"),
    ("(" * 5000 + "y" + ")" * 5000, None, "too many nested parentheses"),
    ("-" * 100000 + "y == 3", None, "found more than"),
    ("not " * 20000 + "a", None, "found more than"),
    ("y + " * 5000 + "y == 3", None, "found more than"),
    ("y" + "[1]" * 5000, None, "found more than"),
    ("y == 3" + " " * 200000 + "or a", 1, "found 200,010 characters"),
    ("y == 3 for i in [1]" + " for j in [1]" * 3000, 1, "found more than 6 loops in one list"),
]  # fmt: skip


@looped(("line", "column", "message"), WRONG)
def test_each_fault_is_a_line_with_its_place(line, column, message):
    (fault,) = in_rules(line)
    if column is None:
        assert fault.startswith("it.toml:3:")
        assert message in fault
    else:
        assert fault.startswith(f"it.toml:3:{column}: rules: {message}")


def test_expressions_that_double_are_bounded():
    """Each turn squares what the one before made; as text it would not fit into any memory."""
    clauses = " ".join(f"for v{i + 1} in [v{i} + v{i}]" for i in range(5))
    nested = "w == 3 for v0 in [y] " + clauses + " for w in [v5]"
    assert in_rules(nested)[0].startswith("it.toml:3:")
    deep = "y"
    for i in range(12):
        deep = f"sum([s{i} for s{i} in [{deep}] for t{i} in range(9)])"
    assert "found more than 2,000,000 steps" in in_rules(f"{deep} == 3")[0]


def test_nothing_of_the_builtins_is_reached(monkeypatch):
    def called(*given, **more):
        raise AssertionError("executed")

    for name in ("eval", "exec", "open", "input", "breakpoint"):
        assert name not in meaning._READ
        monkeypatch.setattr(builtins, name, called) if name not in ("exec",) else None
        assert f"unknown function '{name}'" in in_rules(f"{name}('1')")[0]


def test_all_faults_are_told_in_the_order_of_their_lines():
    found = in_rules("y == 1\nzz == 1\n\ndifferent(\n  y,\n  qq,\n)\nx[9,9] == 1")
    assert [fault.split(" ")[0] for fault in found] == ["it.toml:4:1:", "it.toml:8:3:", "it.toml:10:1:"]


def declared(variables, more=""):
    return faults(f"family = \"problem\"\nrules = 'y == y'\n{more}\n[variables]\n{variables}\n")


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ('y = "1..n"', "it.toml:5:9: variables.y: unknown name 'n'"),
        ('y = "1..3, x"', "it.toml:5:12: variables.y: unknown name 'x'"),
        ('y = "5..1"', "it.toml:5:6: variables.y: found the domain 5 to 1, which is empty"),
        ('y = ""', "it.toml:5:6: variables.y: found ''; expected numbers, as in 1..9"),
        ("y = []", "it.toml:5: variables.y: found no values"),
        ('y = "1..10**9, 0"', "it.toml:5:6: variables.y: found 1,000,000,000 values"),
        (
            'y = "1..2**40"',
            "it.toml:5: variables.y: y: found the number 1,099,511,627,776; expected numbers below 2^40",
        ),
        ("y = 5", "it.toml:5: variables.y: found 5; expected"),
        ('y = { values = "x" }', "it.toml:5:17: variables.y.values: unknown name 'x'"),
        ("y = { board = [2, 2], size = 3 }", "it.toml:5: variables.y.size: found an unknown key"),
        ("y = { board = [2, 2], array = 3 }", "it.toml:5: variables.y: found a board and an array"),
        ("y = { board = [2] }", "it.toml:5: variables.y: the board: found [2]; expected"),
        ("y = { board = [2000, 2000] }", "it.toml:5: variables.y: the board: found 4000000 cells"),
        ("y = { array = 1000000 }", "it.toml:5: variables.y: found an array of 1,000,000"),
        ('y = { array = 9000, values = "2..9000, 1" }', "it.toml:5: variables.y: with y the variables have"),
        ('"y y" = "1..2"', 'it.toml:5: variables."y y": found the name y twice'),
        ('y = "1..2"\n"y[1]" = "1..2"', 'it.toml:6: variables."y[1]": y is declared already'),
        ('y = "1..2"\nsum = "1..2"', "it.toml:6: variables.sum: sum is a function"),
        ('y = "1..2"\n"a-b" = "1..2"', "it.toml:6: variables.a-b: found the name 'a-b'; expected a letter"),
        ('y = "1..2"\n" " = "1..2"', 'it.toml:6: variables." ": found no name'),
    ],
)
def test_faults_of_variables(variables, message):
    found = declared(variables)
    assert [fault for fault in found if fault.startswith(message)]


def test_faults_of_other_keys():
    assert declared('y = "1..3"', "minimize = 'y + '") == [
        "it.toml:3:15: minimize: invalid syntax; expected an expression as in Python"
    ]
    for more, begins in (
        ("maximize = '  [3]'", "it.toml:3:15: maximize: found a list of 1; expected an expression"),
        ("symmetries = 'y'", "it.toml:3:15: symmetries: "),
        ("symmetries = 'values=[1, 2], to=3'", "it.toml:3:15: symmetries: symmetry(...): got an unexp"),
    ):
        assert declared('y = "1..3"', more)[0].startswith(begins)
    found = declared('y = "1..3"', "data = { n = 1.5 }")
    assert found == ["it.toml:3: data.n: found 1.5; expected whole numbers, texts, lists, tables"]


def test_a_symmetry_that_is_none_is_told_at_its_key():
    text = "rules = 'y < 3'\nsymmetries = 'values=[1, 2, 3, 4]'\n[variables]\ny = '1..4'\n"
    assert faults(f"family = 'problem'\n{text}")[0].startswith("it.toml:3: symmetries: symmetry 1: ")
