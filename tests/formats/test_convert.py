"""`accord convert`, and puzzles loaded from files of other formats; at the end, solvers from outside."""

import io
import shutil
import subprocess
import sys
import types

import pytest
from click.testing import CliRunner
from waiting import WATCHDOG

import accord
from accord.cli.convert import convert
from accord.errors import InputError, RefusedError, UsageError
from accord.formats import dimacs, opb, recognise
from accord.model.digest import fingerprint


def run(*words, stdin=""):
    done = CliRunner().invoke(convert, words, input=stdin)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


@pytest.mark.parametrize("suffix", ["dlx", "cnf", "dimacs", "opb", "toml"])
def test_a_file_of_each_format_is_a_puzzle_with_the_same_count(suffix, tmp_path):
    path = tmp_path / f"queens.{suffix}"
    form = ["--to", "cover"] if suffix == "toml" else []
    assert run("queens:6", *form, "-o", str(path)).exit_code == 0
    puzzle = accord.load(str(path))
    assert (puzzle.family, puzzle.name, dict(puzzle.counts)) == ("cover", str(path), {})
    assert accord.count(puzzle).count == 4


@pytest.mark.parametrize("form", ["dlx", "dimacs", "opb", "cover"])
def test_standard_input_is_told_by_how_it_begins(form, monkeypatch):
    text = run("langford:3", "--to", form).stdout
    assert recognise(text.encode()) == (form if form != "cover" else None)
    for named in (None, form if form != "cover" else "toml"):
        monkeypatch.setattr(sys, "stdin", types.SimpleNamespace(buffer=io.BytesIO(text.encode())))
        assert accord.count(accord.load("-", form=named)).count == 2


AKARI = "https://puzz.link/p?akari/5/5/ldi.8.j.j"


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("url", AKARI),
        ("tatham", "5x5:f3eB3aBdBd"),
        ("line", "akari:...../.3.../..x3./x..../x...."),
    ],
)
def test_a_form_of_the_family_is_written_and_read_again(form, text, tmp_path):
    assert run(AKARI, "--to", form).stdout == f"{text}\n"
    assert run(AKARI, "--to", form, "-o", str(tmp_path / "a")).exit_code == 0
    assert (tmp_path / "a").read_text() == f"{text}\n"
    again = text if ":" in text and form != "tatham" else f"akari:{text}"
    assert run(again, "--to", "url").stdout == f"{AKARI}\n"


def test_a_form_that_the_family_does_not_have_is_refused():
    with pytest.raises(UsageError, match="the family queens has no format 'url'; there are line, toml"):
        run("queens:4", "--to", "url")
    with pytest.raises(UsageError, match=r"unknown format 'ulr'; there are dlx, .*; did you mean 'url'"):
        run("queens:4", "--to", "ulr")
    with pytest.raises(RefusedError, match="clues: found '-'; expected a clue at each row and column"):
        run("https://puzz.link/p?tents/2/2/ji", "--to", "tatham")


def test_an_address_as_a_model_file_is_a_board_to_edit(tmp_path):
    path = tmp_path / "akari.toml"
    assert run(AKARI, "-o", str(path)).exit_code == 0
    text = path.read_text()
    assert '    ".3...",\n    "..x3.",\n' in text
    assert "Put lamps into cells" in accord.load(str(path)).rule
    path.write_text(text.replace('"x....",\n    "x....",', '"x....",\n    "....x",'))
    assert run(str(path), "--to", "line").stdout == "akari:...../.3.../..x3./x..../....x\n"


@pytest.fixture
def many(tmp_path):
    """A file of three puzzles, of which one is wrong."""
    path = tmp_path / "many.txt"
    path.write_text(f"akari:.1./x../..2\nakari:#.\n{AKARI}\n")
    return path


def test_a_file_of_many_is_converted_one_by_one(many, tmp_path):
    done = run(str(many), "--to", "line")
    assert done.stdout == "akari:.1./x../..2\nakari:...../.3.../..x3./x..../x....\n"
    assert (done.exit_code, done.stderr.count("\n")) == (3, 1)
    assert "many.txt:2: akari:#.: board[1]: found '#'" in done.stderr
    assert run(str(many), "--to", "url", "-o", str(tmp_path / "urls")).exit_code == 3
    assert (tmp_path / "urls").read_text().splitlines()[1] == AKARI


@pytest.mark.parametrize(
    ("form", "suffix"), [("toml", "toml"), ("cover", "toml"), ("dlx", "dlx"), ("line", "txt")]
)
def test_a_folder_gets_a_file_for_each_of_many(form, suffix, many, tmp_path):
    folder = tmp_path / "puzzles"
    assert run(str(many), "--to", form, "-o", f"{folder}/").exit_code == 3
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"0001.{suffix}", f"0002.{suffix}"]
    for file, of in zip(files, ("akari:.1./x../..2", AKARI), strict=True):
        assert accord.count(accord.load(str(file))).count == accord.count(accord.load(of)).count


def test_several_puzzles_in_a_file_for_one_are_refused(many, tmp_path):
    for words in ([], ["-o", str(tmp_path / "one.toml")]):
        done = run(str(many), "--to", "toml", *words)
        assert (done.exit_code, done.stdout) == (2, "")
        assert "holds one puzzle; give a folder" in done.stderr
    assert not (tmp_path / "one.toml").exists()


def test_the_suffix_can_be_overruled(tmp_path):
    (tmp_path / "m.txt").write_text("a b\na\nb\na b\n")
    done = run(str(tmp_path / "m.txt"), "--from", "dlx", "--to", "opb")
    assert "+1 x1 +1 x3 = 1 ;" in done.stdout.splitlines()


def test_a_file_without_a_telling_suffix_is_told_by_how_it_begins(tmp_path):
    text = run("langford:3", "--to", "dimacs").stdout
    for name in ("m.txt", "M.CNF", "formula"):
        (tmp_path / name).write_text(text)
        assert accord.load(str(tmp_path / name)).model.options == 9
    (tmp_path / "m.toml").write_text(text)
    with pytest.raises(InputError, match=r"m.toml:1: found .* format dimacs; .* from the format dimacs$"):
        accord.load(str(tmp_path / "m.toml"))


@pytest.mark.parametrize(("form", "family"), [("cover", "cover"), ("toml", "queens")])
def test_a_model_file_carries_rule_counts_order_and_symmetries(form, family, tmp_path):
    path = tmp_path / "q.toml"
    run("queens-8", "--to", form, "-o", str(path))
    assert accord.load(str(path)).family == family
    again, queens = accord.load(str(path)), accord.load("queens-8")
    assert (again.title, again.rule, again.counts) == (queens.title, queens.rule, queens.counts)
    assert fingerprint(again.model) == fingerprint(queens.model)
    assert accord.count(again, distinct=True).count == 12


def test_a_variant_and_an_encoding():
    assert run("pentomino-4x15", "--variant", "hoyt", "--to", "dlx").stdout.startswith("| ")
    small = run("queens:5", "--to", "dimacs", "--encoding", "sequential").stdout
    assert "sequential" in small.splitlines()[1]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["soma"], "say which format: --to with one of dlx, dimacs, opb, cover, toml"),
        (["soma", "--to", "dlx", "--encoding", "pairwise"], "--encoding is for --to dimacs"),
        (["soma", "--to", "dlx", "--answer", "-"], "--answer reads; leave --to"),
    ],
)
def test_usage(words, error):
    done = run(*words)
    assert done.exit_code == 2
    assert error in done.stderr


def test_errors_of_the_readers_and_writers(tmp_path):
    with pytest.raises(UsageError, match="unknown encoding 'x'"):
        run("queens:4", "--to", "dimacs", "--encoding", "x")
    with pytest.raises(UsageError, match="unknown puzzle"):
        run("quens", "--to", "dlx")
    with pytest.raises(UsageError, match="x: cannot be written: there is no folder /no/such"):
        run("soma", "--to", "dlx", "-o", "/no/such/x")
    (tmp_path / "m.cnf").write_text("p cnf 1 1\n2 0\n")
    with pytest.raises(InputError, match=r"m.cnf:2: found '2'; expected a variable up to 1"):
        accord.load(str(tmp_path / "m.cnf"))
    with pytest.raises(InputError, match="found no such file"):
        accord.load(str(tmp_path / "n.opb"))


def test_a_model_file_too_large_to_be_read_is_not_written(monkeypatch):
    monkeypatch.setattr("accord.puzzles.document.LARGEST", 1000)
    with pytest.raises(RefusedError, match="1,000 are read at most; use --to dlx or --to opb"):
        run("queens:4", "--to", "cover")


def test_an_answer_as_a_board():
    values = " ".join(str(v if v in (2, 8, 9, 15) else -v) for v in range(1, 17))
    done = run("queens:4", "--answer", "-", stdin=f"c a solver\ns SATISFIABLE\nv {values} 0\n")
    assert done.stdout == ".Q..\n...Q\nQ...\n..Q.\n"
    assert done.stderr == "a solution, checked against every demand\n"


def test_a_false_answer_is_refused_with_the_demands_that_fail():
    with pytest.raises(InputError) as caught:
        run("queens:4", "--answer", "-", stdin="s SATISFIABLE\nv 2 8 9 16 0\n")
    assert caught.value.faults == [
        "<stdin>: a false solution: item 'c3' gets 0; expected 1",
        "<stdin>: a false solution: item 'c4' gets 2; expected 1",
    ]


@pytest.mark.parametrize(("status", "code"), [("UNSATISFIABLE", 0), ("UNKNOWN", 5)])
def test_answers_without_a_solution(status, code):
    done = run("queens:4", "--answer", "-", stdin=f"s {status}\n")
    assert (done.stdout, done.exit_code) == ("", code)
    assert done.stderr == f"<stdin>: the solver says: {status.lower()}\n"


def test_the_objective_of_an_answer(tmp_path):
    path = tmp_path / "m.opb"
    path.write_text('* accord option x2 = "the second"\nmin: +3 x1 +2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n')
    done = run(str(path), "--answer", "-", stdin="o 2\ns OPTIMUM FOUND\nv -x1 x2\n")
    assert done.stdout == "the second\n"
    assert done.stderr.endswith(", objective 2\n")


# -- solvers from outside --------------------------------------------------------------------------

SAT_SOLVERS = {
    "cadical": ["-q"],
    "clasp": ["--quiet=1"],
    "cryptominisat5": ["--verb", "0"],
    "picosat": [],
}
PB_SOLVERS = {"clasp": [], "minisat+": []}


def solved(program, words, path):
    """What an outside solver prints for a file; skips the test if it is not installed."""
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    done = subprocess.run(
        [program, *words, str(path)], capture_output=True, text=True, check=False, timeout=WATCHDOG
    )
    return done.stdout


@pytest.mark.parametrize("program", SAT_SOLVERS)
def test_sat_solvers_from_outside_find_queens(program, tmp_path):
    path = tmp_path / "m.cnf"
    path.write_text(dimacs.write(accord.load("queens-8").model))
    done = run("queens-8", "--answer", "-", stdin=solved(program, SAT_SOLVERS[program], path))
    assert done.stdout.count("Q") == 8


@pytest.mark.slow
@pytest.mark.parametrize("program", SAT_SOLVERS)
def test_sat_solvers_from_outside_find_a_packing(program, tmp_path):
    path = tmp_path / "m.cnf"
    path.write_text(dimacs.write(accord.load("pentomino-6x10").model))
    done = run("pentomino-6x10", "--answer", "-", stdin=solved(program, SAT_SOLVERS[program], path))
    assert [len(line) for line in done.stdout.splitlines()] == [10] * 6
    assert all(done.stdout.count(piece) == 5 for piece in "FILNPTUVWXYZ")


def test_minisats_result_file(tmp_path):
    path, result = tmp_path / "m.cnf", tmp_path / "result"
    path.write_text(dimacs.write(accord.load("queens-8").model))
    solved("minisat", ["-verb=0", path], result)
    assert run("queens-8", "--answer", str(result)).stdout.count("Q") == 8


@pytest.mark.parametrize("program", PB_SOLVERS)
def test_pseudo_boolean_solvers_from_outside_find_boards(program, tmp_path):
    path = tmp_path / "m.opb"
    path.write_text(opb.write(accord.load("queens-8").model))
    done = run("queens-8", "--answer", "-", stdin=solved(program, PB_SOLVERS[program], path))
    assert done.stdout.count("Q") == 8


def test_clasp_counts_the_same_in_every_format(tmp_path):
    for suffix in ("cnf", "opb"):
        path = tmp_path / f"m.{suffix}"
        run("langford-8", "-o", str(path))
        assert "c Models         : 300\n" in solved("clasp", ["-n", "0", "-q"], path)


def test_clasp_finds_the_same_least_value(tmp_path):
    model = accord.Model.build(
        {"a": 1, "b": 1, "c": (1, 3), "s": (0, 1)},
        {
            "ab": {"a": 1, "b": 1, "s": "red"},
            "a": {"a": 1, "s": "blue"},
            "b": {"b": 1, "s": "blue"},
            "c": {"c": 2, "s": "red"},
            "d": {"c": 1, "s": "blue"},
        },
        minimize={"ab": 3, "a": 1, "b": 1, "c": 1, "d": 4},
    )
    path = tmp_path / "m.opb"
    path.write_text(opb.write(model))
    found = solved("clasp", [], path)
    assert "\no 4\n" in found  # ab and c; a, b and d cost 6
    assert run(str(path), "--answer", "-", stdin=found).stderr.endswith("objective 4\n")
