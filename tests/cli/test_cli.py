"""The command line: streams, exit codes, JSON, what is imported, what happens on Ctrl-C and on bad input."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from commands import called
from processes import PLUGINS, broken_numba, child_environment, printed, python, without
from waiting import WATCHDOG

from accord import __version__
from accord.cli.doctor import EXTRAS


def accord(*arguments, stdin=None, path=(PLUGINS,)):
    """The command in a process of its own."""
    done = python("-m", "accord", *arguments, stdin=stdin, path=path)
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.parametrize("arguments", [["--help"], ["list"], ["count", "--help"]])
def test_help_and_list_import_no_solver(arguments):
    code = (
        f"import sys; sys.argv = ['accord', *{arguments!r}]\n"
        "import accord.cli.main as m\n"
        "try: m.main()\n"
        "except SystemExit as leave: assert leave.code == 0, leave.code\n"
        "print([n for n in ('ortools', 'numba', 'pysat', 'pandas') if n in sys.modules])"
    )
    assert printed("-c", code).splitlines()[-1] == "[]"


def test_count_goes_to_stdout_and_statistics_to_stderr():
    done = accord("count", "queens:6", "--backend", "sat")
    assert done.returncode == 0
    assert done.stdout == "4\n"
    assert "4 solutions" in done.stderr
    assert called("count", "pentomino-3x20", "--quiet").stderr == ""


def test_json_is_one_object_with_the_outcome():
    done = called("count", "pentomino-3x20", "--distinct", "--json", "--digest")
    outcome = json.loads(done.stdout)
    assert (outcome["puzzle"], outcome["count"], outcome["exact"]) == ("pentomino-3x20", 2, True)
    assert outcome["schema"] == 1
    assert len(outcome["digest"]) == 32


ROOKS = """
family = "cover"
title = "Rooks"
options = [{}]
[items]
{}
"""


def test_distinct_without_any_symmetry_declared_is_warned_of(tmp_path):
    lines = [f"{kind}{i}" for kind in "rc" for i in range(3)]
    gives = ", ".join(f'["{row}", "{column}"]' for row in lines[:3] for column in lines[3:])
    file = tmp_path / "rooks.toml"
    file.write_text(ROOKS.format(gives, "\n".join(f"{line} = 1" for line in lines)))
    done = called("count", file, "--distinct")
    assert (done.returncode, done.stdout) == (0, "6\n")
    assert done.stderr.count("warning: no symmetries are declared for this puzzle") == 1
    assert "warning: no symmetries" in called("solve", file, "--distinct").stderr
    done = called("count", file, "--distinct", "--json")
    assert json.loads(done.stdout)["warnings"][0].startswith("no symmetries are declared")
    assert called("count", file, "--distinct", "--quiet").stderr == ""
    file.write_text(f"symmetries = []\n{file.read_text()}")
    assert "warning" not in called("count", file, "--distinct").stderr


def test_the_method_that_is_taken_is_said_with_its_reason():
    done = called("count", "dominoes-8x8", "--distinct")
    assert done.stdout == "1629189\n"
    assert re.search(r"^distinct by burnside: about \S+ steps, .* filter would take about", done.stderr, re.M)
    outcome = json.loads(called("count", "queens:5", "--distinct", "--json").stdout)
    assert outcome["method_why"].startswith("about ")
    assert "distinct by" not in called("count", "queens:5").stderr


def test_variant_is_named_in_the_outcome():
    outcome = json.loads(called("count", "pentomino-4x15", "--variant", "hoyt", "--json").stdout)
    assert (outcome["variant"], outcome["count"]) == ("hoyt", 402)


def test_solve_prints_boards_and_lines():
    board = called("solve", "pentomino-3x20").stdout.split()
    assert [len(row) for row in board] == [20, 20, 20]
    lines = called("solve", "pentomino-3x20", "--all", "--style", "line").stdout.split()
    assert len(lines) == len(set(lines)) == 8
    assert {len(line) for line in lines} == {60}


def test_solve_streams_json_lines_and_ends_with_the_outcome():
    lines = [json.loads(line) for line in called("solve", "queens:6", "--all", "--jsonl").stdout.splitlines()]
    assert [line.get("number") for line in lines] == [1, 2, 3, 4, None]
    assert lines[0]["effort"]["nodes"] <= lines[3]["effort"]["nodes"]
    assert lines[-1]["count"] == 4


def test_solve_unique_says_where_two_solutions_differ():
    outcome = json.loads(called("solve", "queens:6", "--unique", "--json").stdout)
    assert outcome["answer"] == "several"
    assert len(outcome["solutions"]) == 2
    assert outcome["difference"]


def test_no_solution_is_an_answer():
    done = called("solve", "queens:3")
    assert (done.returncode, done.stdout) == (0, "")
    assert "impossible" in done.stderr


def test_limit_is_done_and_time_is_not():
    limited = called("solve", "queens:6", "--number", 2, "--json")
    assert limited.returncode == 0
    assert json.loads(limited.stdout)["status"] == "limit"
    timed = called("count", "queens:6", "--backend", "endless", "--time-limit", 0.3)
    assert timed.returncode == 5
    assert timed.stdout == "at least 0\n"


@pytest.mark.full
@pytest.mark.parametrize(
    ("package", "backend"), [("numba", "native"), ("ortools", "cpsat"), ("pysat", "sat")]
)
def test_a_blocked_package_is_a_missing_backend(package, backend, tmp_path):
    blocked = [without(package, tmp_path), PLUGINS]
    named = accord("count", "queens:6", "--backend", backend, path=blocked)
    assert named.returncode == 4
    assert "pip install" in named.stderr
    auto = accord("count", "queens:6", path=blocked)
    assert (auto.returncode, auto.stdout) == (0, "4\n")
    if backend == "native":
        assert "native is not installed" in auto.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["count", "pentomino-6x11"], 2, "pentomino-6x10"),
        (["count", "pentomino-4x15", "--variant", "hoty"], 2, "hoyt"),
        (["count", "queens:8", "--backend", "magic"], 2, "unknown backend"),
        (["count", "queens:8", "--engine", "warp"], 2, "warp"),
        (["count", "queens:8", "--number", "3"], 2, "accord: no such option"),
        (["solve", "queens:8", "--all", "--unique"], 2, "exclude each other"),
        (["count", "queens:many"], 3, "many"),
        (["solve", "queens:8", "--json", "--jsonl"], 2, "exclude each other"),
        (["solve", "meteor", "--style", "contest", "--number", "3"], 2, "needs all solutions"),
        (["fuzz", "--minutes", "nan"], 2, "nan; expected more than 0"),
        (["frobnicate"], 2, "accord: unknown command 'frobnicate'; `accord help` lists them"),
    ],
)
def test_usage_errors(arguments, code, said):
    done = called(*arguments)
    assert done.returncode == code
    assert said in done.stderr


def test_the_version_is_that_of_the_package():
    assert called("--version").stdout == f"accord, version {__version__}\n"
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)


def test_a_wrong_declared_count_is_a_disagreement(tmp_path):
    path = tmp_path / "queens-6.toml"
    path.write_text(
        'family = "queens"\ntitle = "Six queens"\nrule = "No two attack."\nsize = 6\n'
        '[counts]\nall = { count = 5, source = "a slip" }\n'
    )
    done = called("count", path)
    assert done.returncode == 1
    assert "counted 4, the model file says 5" in done.stderr


def test_a_printed_board_is_a_puzzle_again(tmp_path):
    board = called("solve", "pentomino-3x20").stdout.rstrip()
    text = f'family = "packing"\ntitle = "Again"\nrule = "The same."\nboard = """\n{board}\n"""\n'
    done = called("count", "-", stdin=text)
    assert (done.returncode, done.stdout) == (0, "8\n")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script(shell):
    assert "_ACCORD_COMPLETE" in called("completion", shell).stdout


def test_completion_knows_puzzles_and_variants():
    def complete(words, index):
        asked = {"_ACCORD_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": index}
        return python("-c", "from accord.cli.main import main; main()", **asked).stdout.split()

    assert "plain,pentomino-6x10" in complete("accord count pentomino-6", 2)
    assert "plain,hoyt" in complete("accord count pentomino-4x15 --variant h", 4)


@pytest.mark.full
def test_doctor_lets_every_backend_work():
    done = accord("doctor", path=())
    assert done.returncode == 0
    for backend in ("native", "cpsat", "sat"):
        assert re.search(rf"^{backend} +works", done.stdout, re.MULTILINE)


@pytest.mark.full
def test_kernels_that_do_not_compile_are_one_sentence_and_doctor_says_so(tmp_path):
    broken = broken_numba(tmp_path)
    done = accord("count", "meteor", "--quiet", path=[broken])
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(
        r"accord: the native kernel accord_native\.\S+ cannot be .+: TypeError.+\n", done.stderr
    )
    done = accord("doctor", path=[broken])
    assert done.returncode == 1
    assert re.search(
        r"^native +FAILED: the native kernel .+ TypeError: what is this\?", done.stdout, re.MULTILINE
    )
    assert re.search(r"^cpsat +works", done.stdout, re.MULTILINE)


@pytest.mark.full
def test_doctor_names_the_extras_and_how_to_install_what_is_missing(tmp_path):
    done = accord("doctor", path=[without("igraph", tmp_path / "path")])
    assert done.returncode == 0
    assert 'symmetries not installed; install it with: pip install "accord[symmetries]"' in done.stdout
    assert re.search(r"^cluster +installed \(distributed ", done.stdout, re.MULTILINE)
    declared = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    extras = declared["project"]["optional-dependencies"]
    assert {name: re.match(r"[a-z]+", lines[0])[0] for name, lines in extras.items()} == EXTRAS


def shell(line):
    command = line.replace("accord", f"{sys.executable} -m accord")
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        timeout=WATCHDOG,
        check=False,
        env=child_environment(),
    )
    assert "Traceback" not in done.stderr
    return done


def test_a_reader_that_has_seen_enough_is_no_failure():
    done = shell(
        "accord solve queens:8 --all --style line -q --backend sat | head -n 1; echo ${PIPESTATUS[0]}"
    )
    assert done.stdout.splitlines()[1:] == ["0"]
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("accord count queens:6 --backend sat >&-", 0),
        ("accord solve queens:6 --backend sat >&-", 0),
        ("accord count queens:6 --backend sat 2>&-", 0),
        ("accord count - <&-", 3),
        ("accord count queens:6 --backend sat --quiet > /dev/full", 1),
        ("accord nosuch 2> /dev/full", 2),
        ("accord count nosuch 2> /dev/full", 2),
    ],
)
def test_streams_that_are_closed_or_full_are_no_traceback(line, code):
    assert shell(line).returncode == code


@pytest.mark.parametrize("stderr", ["/dev/full", ">(exec <&-)"])
def test_a_result_is_told_though_nobody_reads_stderr(stderr):
    done = shell(f"accord count queens:6 --backend sat 2> {stderr}")
    assert (done.returncode, done.stdout) == (0, "4\n")


def test_a_fault_that_nobody_reads_keeps_no_other_puzzle_of_a_file_back(tmp_path):
    file = tmp_path / "some.txt"
    puzzle = "puzzle {}\n1 1\n{}\n1\nend\n"
    file.write_text(f"family nonogram\n\n{puzzle.format('a', 'x')}\n{puzzle.format('b', '1')}")
    done = shell(f"accord count {file} 2> /dev/full")
    assert (done.returncode, done.stdout) == (3, "b: 1\n")


def test_limits_and_exit_codes(tmp_path):
    nodes = called("count", "one-sided-5x18", "--engine", "window", "--node-limit", "1000000")
    assert nodes.returncode == 5
    assert nodes.stdout.startswith("at least ")
    *_, ended, advice = nodes.stderr.splitlines()
    assert "nodes" in ended
    assert "native/layers" in advice
    little = called("count", "one-sided-5x18", "--engine", "layers", "--memory-limit", "1M")
    assert (little.returncode, little.stdout) == (5, "at least 0\n")
    assert "layers may use 1,048,576 bytes" in little.stderr
    for size in ("much", "-1", "nan", "0"):
        assert called("count", "queens-8", "--memory-limit", size).returncode == 2


def test_a_checkpoint_of_another_puzzle_is_a_sentence(tmp_path):
    file = tmp_path / "state"
    assert called("count", "queens-8", "--checkpoint", file).stdout == "92\n"
    assert called("count", "queens-8", "--checkpoint", file).stdout == "92\n"
    other = called("count", "queens-12", "--checkpoint", file)
    assert other.returncode == 2
    assert "belongs to another run" in other.stderr


def test_reduction_can_be_switched_off():
    asked = ["count", "meteor", "--engine", "window", "--json"]
    with_it, without = (json.loads(called(*asked, *more).stdout) for more in ([], ["--no-reduce"]))
    assert with_it["count"] == without["count"] == 2098
    assert with_it["effort"]["nodes"] < 0.6 * without["effort"]["nodes"]


def test_sample_draws_finds_and_counts():
    drawn = called("sample", "pentomino-3x20", "-n", "2", "--seed", "1", "--style", "line")
    assert [len(line) for line in drawn.stdout.split()] == [60, 60]
    assert "8 solutions; numbered" in drawn.stderr
    first = json.loads(called("sample", "langford-8", "--nth", "1", "--jsonl").stdout)
    assert first["number"] == 1
    assert len(first["options"]) == 8
    rows = called("sample", "pentomino-3x20", "--frequencies").stdout.splitlines()
    assert sum(int(row.split("\t")[0]) for row in rows) == 8 * 12
    assert called("sample", "pentomino-3x20", "--nth", "9").returncode == 2
    assert called("sample", "one-sided-5x18", "--time-limit", "0.5").returncode == 5


@pytest.mark.parametrize("seconds", ["nan", "-1", "0"])
@pytest.mark.parametrize(
    "words", ["certify queens:4 -o it", "draw queens:4 -o it.svg", "film tiles-8 -o it.svg", "watch tiles-8"]
)
def test_a_time_limit_is_more_than_0_wherever_there_is_one(tmp_path, monkeypatch, words, seconds):
    monkeypatch.chdir(tmp_path)
    done = called(*words.split(), "--time-limit", seconds)
    assert (done.returncode, [*tmp_path.iterdir()]) == (2, [])
    assert done.stderr == f"accord: time limit {float(seconds)}; expected more than 0 seconds\n"
