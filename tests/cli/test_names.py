"""Names in a question are looked at before any puzzle is: one line, exit code 2, nothing on stdout."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner
from looped import looped
from processes import printed, python

import accord
from accord.arguments.plan import PlanArguments
from accord.backends import table
from accord.batch import lines
from accord.cli.main import accord as command
from accord.errors import InputError, MissingBackendError, RefusedError, UsageError, did_you_mean, no_such
from accord.planners.many import states
from accord.runner import query as names
from accord.sudoku import clue_puzzles

GRID = "123456789456789123798231564234675918815943276967812435379164852582397641641528397"
WRONG = "queens:x"  # what is wrong with it would be told first, if it were read first


def refused(arguments, code=2):
    """What is said of these arguments: one line."""
    result = CliRunner().invoke(command, [str(argument) for argument in arguments])
    assert isinstance(result.exception, UsageError | MissingBackendError), result.output
    assert (result.stdout, result.stderr) == ("", "")  # `main` writes the one line
    assert result.exception.exit_code == code
    assert not isinstance(result.exception, RefusedError)
    said = str(result.exception)
    assert "\n" not in said
    return said


@pytest.fixture
def two(tmp_path):
    file = tmp_path / "two.txt"
    file.write_text(f"{WRONG}\nqueens:5\n")
    return file


NAMED = [
    (["--engine", "bogus"], "unknown engine 'bogus'; `accord doctor` lists them"),
    (["--engine", "windw"], "did you mean 'window'?"),
    (["--engine", "CADICAL195x"], "did you mean 'cadical195'?"),
    (["--backend", "natve"], "unknown backend 'natve'; there are auto, native, cpsat, sat"),
    (["--backend", "natve"], "did you mean 'native'?"),
    (["--backend", "native", "--engine", "windw"], "backend native has no engine 'windw'; it has window, "),
    (["--backend", "native", "--engine", "windw"], "; did you mean 'window'?"),
    (["--backend", "native", "--engine", "cadical195"], "; backend sat has it"),
    (["--encoding", "pairwis"], "unknown encoding 'pairwis'; there are pairwise, "),
    (["--backend", "native", "--encoding", "pairwise"], "native has no encoding 'pairwise'; it has none;"),
    (["--engine", "sat"], "sat is a backend, no engine"),
    (["--branch", "strek"], "unknown branch 'strek'; there are activity, streak, smallest; did you mean"),
    (["--propagate", "bound"], "did you mean 'bounds'?"),
    (["--engine", "window", "--encoding", "adder"], "'window' is of native, encoding 'adder' is of sat"),
]  # fmt: skip


@pytest.mark.parametrize("how", ["count", "solve", "many"])
@looped(("options", "said"), NAMED)
def test_a_run(two, how, options, said):
    assert said in refused(["solve" if how == "many" else how, two if how == "many" else WRONG, *options])


@looped(
    ("arguments", "said"),
    [
        (["solve", "TWO", "--workers", "2", "--engine", "bogus"], "unknown engine"),
        (["solve", "TWO", "--jsonl", "--time-limit", "-3"], "time limit -3.0; expected more than 0"),
        (["solve", "TWO", "--node-limit", "0"], "node limit 0; expected at least 1"),
        (["solve", WRONG, "--style", "lin"], "unknown style 'lin'; there are board, line, contest"),
        (["count", WRONG, "--method", "splt"], "did you mean 'split'?"),
        (["clues", "TWO", "--engine", "band"], "did you mean 'bands'?"),
        (["clues", WRONG, "--backend", "st"], "unknown backend 'st'"),
        (["plan", "PLANS", "--mode", "fst"], "unknown mode 'fst'; there are any, fast, "),
        (["plan", "PLANS", "--backend", "st"], "did you mean 'sat'?"),
        (["plan", "PLANS", "--engine", "scan"], "did you mean 'scans'?"),
        (["plan", "PLANS", "--engine", "beam"], "the mode any has no engine 'beam'; it has "),
        (["plan", "PLANS", "--backend", "sat", "--engine", "glucos4"], "did you mean 'glucose4'?"),
        (["plan", "PLANS", "--mode", "short", "--option", "widht=3"], "did you mean 'width'?"),
        (["plan", "freecell:1-3", "--option", "width=3"], "the mode short has that one"),
        (["plan", "PLANS", "--moves", "standrd"], "did you mean 'standard'?"),
        (["prove", WRONG, "--engine", "cadical"], "did you mean 'cadical195'?"),
        (["prove", WRONG, "--encoding", "pairwis"], "did you mean 'pairwise'?"),
        (["convert", WRONG, "--to", "dxl"], "unknown format 'dxl'; there are dlx, "),
        (["convert", WRONG, "--to", "dimacs", "--encoding", "sequentia"], "did you mean 'sequential'?"),
        (["generate", "aquarum", "--size", "5x5"], "unknown family 'aquarum'"),
        (["generate", "aquarium", "--size", "5x5", "--format", "tml"], "did you mean 'toml'?"),
        (["sample", WRONG, "--style", "bord"], "did you mean 'board'?"),
        (["compare", WRONG, "--backend", "natve"], "did you mean 'native'?"),
        (["fuzz", "--backend", "natve"], "did you mean 'native'?"),
        (["fuzz", "--kind", "linea"], "did you mean 'linear'?"),
        (["fuzz", "--fault", "lost-prt"], "did you mean 'lost-part'?"),
        (["bench", "som"], "did you mean 'soma'?"),
        (["bench", "--peer", "xcove"], "did you mean 'xcover'?"),
        (["completion", "bsh"], "did you mean 'bash'?"),
    ],
)
def test_every_command(two, tmp_path, arguments, said):
    plans = tmp_path / "plans.txt"
    plans.write_text("freecell:x\nfreecell:1\n")
    files = {"TWO": two, "PLANS": plans}
    assert said in refused([files.get(argument, argument) for argument in arguments])


@pytest.mark.parametrize(
    "arguments", [["solve", "TWO", "--engine", "bogus"], ["plan", "tiles-8", "--mode", "x"]]
)
def test_from_a_shell(two, arguments):
    words = [str(two) if word == "TWO" else word for word in arguments]
    done = python("-m", "accord", *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("accord: unknown ")


@pytest.mark.parametrize(
    "words",
    [
        ["tiles-8", "--variant", "easy", "--engine", "a-star"],
        ["tiles-8", "--variant", "easy", "--mode", "optimal", "--engine", "breadth-first"],
        ["tiles-8", "--variant", "easy", "--mode", "optimal", "--option", "bound=blind"],
        ["tiles-8", "--variant", "easy", "--mode", "impossible", "--engine", "breadth-first"],
        ["tiles-8", "--variant", "easy", "--backend", "sat", "--engine", "cadical195", "--option", "start=4"],
        ["freecell:1", "--mode", "moves", "--option", "depth=300"],
    ],
)
def test_names_that_a_planner_has(words):
    result = CliRunner().invoke(command, ["plan", *words])
    assert result.exit_code == 0, result.exception
    assert result.stdout


def test_a_usual_limit_is_of_the_planners_of_the_family():
    puzzle = accord.load("freecell:1")
    assert states(PlanArguments(mode="fast"), puzzle) > 0
    assert states(PlanArguments(mode="any", engine="a-star"), puzzle) is None
    limits = {("optimal", "native"): "accord.families.freecell.planners.moves:STATES"}
    searched = replace(puzzle.record.searched, limits=limits)
    limited = accord.Puzzle(family=replace(puzzle.record, searched=searched), spec=puzzle.spec)
    assert states(PlanArguments(mode="optimal"), limited) == 150_000
    assert states(PlanArguments(mode="optimal", engine="a-star"), limited) is None


def test_what_a_backend_refuses_of_one_puzzle_stays_in_its_line(tmp_path):
    file = tmp_path / "two.txt"
    file.write_text("langford:3\nfreecell:1\nsudoku:" + GRID + "\n")
    result = CliRunner().invoke(command, ["solve", str(file), "--engine", "sudoku", "--jsonl"])
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 3
    assert [(line.get("fault", "")[:47], line["answer"]) for line in told] == [
        ("no backend with the engine sudoku takes this mo", "undecided"),
        ("freecell:1 is a plan problem: it has plans, and", "undecided"),
        ("", "unique"),
    ]


def test_a_backend_that_is_not_installed(monkeypatch, two):
    monkeypatch.setattr(table, "is_installed", lambda name: name != "sat")
    assert (
        "engine 'cadical195': backend sat is not installed; install it with: pip install python-sat"
        in refused(["count", WRONG, "--engine", "cadical195"], code=4)
    )
    assert "pip install python-sat" in refused(["solve", two, "--backend", "sat"], code=4)
    assert "backend sat has it" in refused(["count", WRONG, "--backend", "native", "--engine", "minicard"])


def test_auto_takes_a_backend_that_has_what_is_named():
    outcome = accord.count(accord.load("queens:6"), engine="minicard")
    assert (outcome.backend, outcome.engine, outcome.count) == ("sat", "minicard", 4)
    assert "without the engine minicard: native, cpsat" in outcome.chosen
    assert "without" not in accord.count(accord.load("queens:6"), engine="bitset").chosen
    told = "^no backend with the engine bands takes this model: native: bands takes models of the family"
    with pytest.raises(RefusedError, match=told):
        accord.count(accord.load("queens:6"), engine="bands")
    with pytest.raises(RefusedError, match="engine window takes this model: native: window takes demands of"):
        clue_puzzles(GRID, engine="window")


@pytest.mark.parametrize("ask", [accord.count, accord.first, accord.unique, accord.best])
def test_in_python(ask):
    puzzle = accord.load("queens:6")
    for arguments, said in (
        ({"engine": "bogus"}, "unknown engine 'bogus'"),
        ({"backend": "natve"}, "did you mean 'native'"),
        ({"tme_limit": 3}, "unknown argument 'tme_limit'; .*; did you mean 'time_limit'"),
        ({"task_limit": 3}, "unknown argument 'task_limit'"),
    ):
        with pytest.raises(UsageError, match=said):
            ask(puzzle, **arguments)
    with pytest.raises(UsageError, match=r"unknown task 'cuont'; there are .*; did you mean 'count'"):
        accord.run(puzzle, "cuont")
    with pytest.raises(UsageError, match=r"unknown method 'splt'; .*; did you mean 'split'"):
        accord.count(puzzle, distinct=True, method="splt")


def test_many_are_not_read_before_the_question():
    def puzzles():
        raise InputError(["it was read"])
        yield

    for asked in ({"engine": "bogus"}, {"tme_limit": 1}, {"time_limit": 0}, {"backend": "x"}):
        with pytest.raises(UsageError):
            lines(puzzles(), asked)
    with pytest.raises(InputError, match="it was read"):
        list(lines(puzzles(), {}))
    with pytest.raises(UsageError, match="did you mean 'bands'"):
        clue_puzzles("no grid", engine="band")


def test_looking_at_names_imports_no_solver():
    code = (
        "import sys\nfrom accord.runner import query as names\nfrom accord.errors import UsageError\n"
        "try: names.check_names('auto', {'engine': 'bogus'})\nexcept UsageError: pass\n"
        "names.check_names('auto', {'engine': 'cadical195'})\n"
        "print([n for n in ('ortools', 'numba', 'pysat') if n in sys.modules])"
    )
    assert printed("-c", code) == "[]\n"


@pytest.mark.full
def test_an_engine_of_native_imports_no_other_backend():
    code = (
        "import sys, accord\naccord.count(accord.load('queens:6'), engine='bitset')\n"
        "print([n for n in ('accord.backends.sat', 'accord.backends.cpsat', 'difflib') if n in sys.modules])"
    )
    assert printed("-c", code) == "[]\n"


def test_names_are_those_that_backends_have():
    for name in ("native", "cpsat", "sat"):
        backend = table.backend(name)
        for what, there in names.WAYS.items():
            assert names.names_of(name, what) == tuple(getattr(backend, there, ()))


def test_words():
    assert no_such("engine", "X" * 500, ["a"]) == f"unknown engine {'X' * 100!r}; there is a"
    assert no_such("engine", "x", []) == "unknown engine 'x'; there are none"
    assert did_you_mean("WINDOWS", ["cells", "window"]) == "; did you mean 'window'?"
    assert did_you_mean("zzz", ["cells"]) == ""
