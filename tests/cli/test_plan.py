"""`accord plan`: answers that are never mixed, plans that play, files to go on with, and users' faults."""

import json
import os
import re
import signal

import pytest
from click.testing import CliRunner
from commands import called, ran
from looped import looped
from processes import printed, python, started, without
from waiting import WATCHDOG, lines_of, wait_until

import accord
from accord.cli.main import accord as command
from accord.errors import EngineError, InputError, UsageError
from accord.families.freecell import start as freecell
from accord.families.freecell.board import AT_HOME
from accord.families.freecell.notation import replay_notation
from accord.families.freecell.planners.fast import LIMIT

KEYS = {"deal", "mode", "answer", "moves", "plan", "effort", "seconds", "status"}  # of every line of a deal
THREE = "tiles:3x3:1,2,3,.,5,6,4,7,8"  # moves from the goal
RANGE = "freecell:{},ranks=6,columns=6,cells=2"  # solved in no time, most of them


def told(lines):
    """Records without what differs from run to run."""
    return [
        {key: value for key, value in line.items() if key not in ("seconds", "load", "check")}
        for line in lines
    ]


def read(path):
    """The results in a file, below its heading."""
    return [json.loads(line) for line in path.read_text().splitlines()[1:]]


def planning(*words):
    return started("-m", "accord", "plan", *words, start_new_session=True)


# -- one puzzle --------------------------------------------------------------------------------------


def test_a_plan_in_each_form_plays():
    rules, board = freecell.start(accord.load("freecell:5").spec)
    for form in ("standard", "extended"):
        result, _ = ran("plan", "freecell:5", "--moves", form)
        assert result.exit_code == 0
        assert replay_notation(rules, board, result.stdout, form).solved
        assert "a plan of" in result.stderr
    english, _ = ran("plan", "freecell:5", "--moves", "english")
    assert english.stdout.splitlines()[-1].startswith("K")
    assert english.stdout.splitlines()[-1].endswith("home")
    cards, _ = ran("plan", "freecell:5", "--moves", "cards")
    _, (record,) = ran("plan", "freecell:5", "--json")
    assert len(cards.stdout.splitlines()) == record["single"]
    assert sum(line.endswith("-> home") for line in cards.stdout.splitlines()) == 52


def test_a_short_plan_is_told_with_one_number_of_moves():
    result, _ = ran("plan", "freecell:1", "--mode", "short")
    (told,) = re.findall(r"a plan of ([0-9]+) moves", result.stderr)
    assert re.findall(r"[0-9]+ moves", result.stderr) == [f"{told} moves"]
    assert re.search("[0-9]+ levels, ", result.stderr)


def test_the_record_of_a_plan():
    result, (record,) = ran("plan", "freecell:5", "--json")
    assert result.exit_code == 0
    assert set(record) >= KEYS | {"puzzle", "backend", "engine", "versions"}
    assert (record["deal"], record["mode"], record["answer"]) == (5, "fast", "solved")
    assert {"states", "bytes_per_state"} <= set(record["effort"])
    rules, board = freecell.start(accord.load("freecell:5").spec)
    play = replay_notation(rules, board, record["plan"])
    assert play.solved
    assert sum(destination == AT_HOME for _, destination in play.steps) == 52
    assert record["moves"] >= 52


def test_replay_shows_boards_with_the_moves_between():
    result, _ = ran("plan", "freecell:5", "--replay")
    texts = result.stdout.split("\n\n")
    assert texts[0] == "\n".join(accord.load("freecell:5").picture().lines)
    assert "from column" in texts[1]
    assert "Foundations: H-K C-K D-K S-K" in texts[-2]
    result, _ = ran("plan", "tiles:3x3:1,2,3,4,5,6,.,7,8", "--replay")
    assert result.stdout.split("\n\n")[0] == "1 2 3\n4 5 6\n. 7 8"
    assert result.stdout.split("\n\n")[1:4] == ["7: r3c2 -> r3c1", "1 2 3\n4 5 6\n7 . 8", "8: r3c3 -> r3c2"]


def test_optimal_is_shortest_and_says_so():
    for backend in ("native", "cpsat", "sat"):
        result, (record,) = ran(
            "plan", "tiles:3x3:1,2,3,.,5,6,4,7,8", "--mode", "optimal", "--backend", backend, "--json"
        )
        assert (result.exit_code, record["answer"], record["moves"]) == (0, "shortest", 3)
        assert len(record["plan"]) == 3
        assert "deal" not in record
    result, _ = ran("plan", THREE, "--mode", "optimal", "--backend", "sat")
    assert "no plan of up to 2 moves; yes at 3" in result.stderr
    assert "shortest plan: 3 moves" in result.stderr


def test_impossible_only_by_an_exhaustive_search():
    board = "AC 2C/AD 2D/AH 2H/AS 2S,ranks=2,columns=4,cells=0,fill=none"
    result, _ = ran("plan", f"freecell:{board}", "--mode", "impossible")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.splitlines()[-1] == "impossible: there is no plan"
    fast, (record,) = ran("plan", f"freecell:{board}", "--mode", "fast", "--json")
    assert (fast.exit_code, record["answer"]) == (5, "gave-up")
    assert "never shows" in record["reason"]
    assert (record["moves"], record["plan"]) == (None, None)


def test_11982_is_given_up_by_fast_and_never_called_impossible():
    for more in ([], ["--state-limit", "1000"]):
        result, (record,) = ran("plan", "freecell:11982", "--json", *more)
        assert (result.exit_code, record["answer"]) == (5, "gave-up")
        assert (record["status"], record["limit"]) == ("limit", "states")
        assert record["effort"]["states"] == (1000 if more else LIMIT)
        assert f"{record['effort']['states']:,} states" in record["reason"]
    result, _ = ran("plan", "freecell:11982", "--state-limit", "1000")
    assert result.stdout == ""
    assert result.stderr.splitlines()[-1] == "gave up: stopped after 1,000 states"


def test_limits_leave_the_question_open(tmp_path):
    result, (record,) = ran("plan", "freecell:1", "--mode", "optimal", "--state-limit", "50", "--json")
    assert (result.exit_code, record["answer"], record["limit"]) == (5, "gave-up", "states")
    assert record["bound"] >= 52
    result, (record,) = ran(
        "plan", "freecell:1", "--mode", "optimal", "--time-limit", "0.05", "--json"
    )  # takes seconds
    assert (result.exit_code, record["answer"], record["status"]) == (5, "gave-up", "time")
    result, (record,) = ran("plan", "freecell:5", "--largest", "60", "--json")
    assert (result.exit_code, record["answer"], record["limit"]) == (5, "gave-up", "moves")


def test_boards_from_files_and_stdin(tmp_path):
    text = "Foundations: H-Q C-K D-K S-J\nFreecells: KH - - -\nKS\nQS\n"
    (tmp_path / "board.txt").write_text(text)
    result, _ = ran("plan", tmp_path / "board.txt", "--mode", "optimal")
    assert sorted(result.stdout.split()) == ["1h", "2h", "ah"]
    piped, _ = ran("plan", "-", "--mode", "optimal", input=text)
    assert sorted(piped.stdout.split()) == ["1h", "2h", "ah"]


# -- many --------------------------------------------------------------------------------------------


def test_a_range_has_a_record_a_deal_which_is_that_of_the_deal_alone():
    result, records = ran("plan", "freecell:1-40", "--jsonl")
    assert result.exit_code == 0
    assert [record["deal"] for record in records] == list(range(1, 41))
    assert all(set(record) >= KEYS for record in records)
    assert {record["answer"] for record in records} == {"solved"}
    for record in records[:3]:
        _, (alone,) = ran("plan", f"freecell:{record['deal']}", "--json")
        assert {key: alone[key] for key in ("plan", "moves", "answer")} == {
            key: record[key] for key in ("plan", "moves", "answer")
        }
        assert alone["effort"]["states"] == record["effort"]["states"]
    assert "40 solved" in result.stderr


def test_plans_of_a_range_play_for_the_other_checker():
    _, records = ran("plan", "freecell:31990-32010", "--jsonl")
    assert len(records) == 21
    for record in records:
        rules, board = freecell.start(accord.load(record["puzzle"]).spec)
        play = replay_notation(rules, board, record["plan"])
        assert play.solved
        assert len(play.steps) <= record["single"]  # the other counts moves as the search made them
        assert len(record["plan"].split()) == record["moves"]


@pytest.mark.parametrize("form", ["standard", "extended", "english", "cards"])
def test_a_plan_is_as_long_as_what_is_printed(form):
    result, _ = ran("plan", "freecell:5", "--moves", form)
    printed = len(result.stdout.split() if form in ("standard", "extended") else result.stdout.splitlines())
    assert result.stderr.splitlines()[-1] == f"a plan of {printed} moves"
    _, (record,) = ran("plan", "freecell:5", "--moves", form, "--json", "--no-plan")
    assert record["moves"] == printed
    assert ("single" in record) == (form != "cards")
    played = called("plan", "freecell:5", "--moves", form, "--check", "-", stdin=result.stdout).stdout
    assert played.startswith(f"solved: {printed} moves")


def test_a_range_and_a_hint_count_the_moves_that_are_printed():
    _, with_plans = ran("plan", "freecell:5-8", "--jsonl")
    _, without = ran("plan", "freecell:5-8", "--jsonl", "--no-plan")
    assert [len(each["plan"].split()) for each in with_plans] == [each["moves"] for each in without]
    assert [each["single"] for each in with_plans] == [each["single"] for each in without]
    hints = called("hint", "freecell:5", "--all")
    number = len(hints.stdout.split("\n\n", 1)[0].splitlines())
    assert f"a plan of {number} moves" in hints.stderr


def test_11982_in_a_range():
    result, records = ran("plan", "freecell:11981-11983", "--jsonl", "--state-limit", "20000")
    assert [record["answer"] for record in records] == ["solved", "gave-up", "solved"]
    assert (records[1]["status"], records[1]["limit"]) == ("limit", "states")
    assert result.exit_code == 5
    assert "2 solved, 1 gave-up" in result.stderr


def test_text_for_people():
    result, _ = ran("plan", "freecell:1-2", "--no-plan")
    assert [line.partition(" plan of")[0] for line in result.stdout.splitlines()] == [
        "freecell:1: a",
        "freecell:2: a",
    ]
    result, _ = ran("plan", "freecell:1-2")
    assert len(result.stdout.splitlines()) == 4


@pytest.mark.full
@pytest.mark.parametrize(
    "words",
    [
        ["freecell:1-600"],
        pytest.param([RANGE.format("1-6"), "--mode", "optimal", "--no-plan"], marks=pytest.mark.slow),
    ],
)
def test_workers_give_what_one_worker_gives(words):
    _, one = ran("plan", *words, "--jsonl")
    result, two = ran("plan", *words, "--jsonl", "--workers", 2)
    assert result.exit_code == 0
    assert told(one) == told(two)


OTHERS = ["bakers_game:1-5", "eight_off:1-5", "freecell:1-5,cells=3", "freecell:pysol:40001-40003"]


@pytest.mark.parametrize(
    "game", [*OTHERS, "freecell:8589934589-8589934591", "freecell:1-5,ranks=4,columns=4"]
)
def test_ranges_of_other_games(game):
    _, records = ran("plan", game, "--jsonl")
    deals = [accord.load(record["puzzle"]).spec.deal for record in records]
    assert [record["deal"] for record in records] == deals
    assert [record["puzzle"] for record in records] == list(freecell.deals(game)[0])
    for record in records:
        if record["plan"]:
            rules, board = freecell.start(accord.load(record["puzzle"]).spec)
            assert replay_notation(rules, board, record["plan"]).solved


def test_a_move_order_is_part_of_the_question(tmp_path):
    out = tmp_path / "out.jsonl"
    result, _ = ran("plan", "freecell:1-6", "--move-order", "0123467", "-o", out, "-q")
    assert result.exit_code in (0, 5)
    records = read(out)
    assert [record["deal"] for record in records] == [1, 2, 3, 4, 5, 6]
    assert {record["mode"] for record in records} == {"moves"}
    assert records[0]["options"] == {"move_order": "0123467"}
    other, _ = ran("plan", "freecell:1-6", "--move-order", "0123456789", "-o", out, "--resume")
    assert "options" in str(other.exception)
    few, (record,) = ran("plan", "freecell:1", "--move-order", "01", "--json")
    assert (few.exit_code, record["answer"]) == (5, "gave-up")
    assert "no plan with these moves" in record["reason"]


def test_a_file_of_puzzles(tmp_path):
    path = tmp_path / "many.txt"
    path.write_text("# two deals and a board\nfreecell:5\nfreecell:0\ntiles:3x3:1,2,3,4,5,6,.,7,8\n")
    result, records = ran("plan", path, "--jsonl")
    assert [record["answer"] for record in records] == ["solved", "gave-up", "shortest"]
    assert "fault" in records[1]
    assert f"{path}:3: " in records[1]["fault"]
    assert result.exit_code == 3
    (tmp_path / "models.txt").write_text("queens:8\n")
    result, _ = ran("plan", tmp_path / "models.txt")
    assert isinstance(result.exception, UsageError)
    assert "accord solve" in str(result.exception)


def test_a_file_of_records_is_gone_on_with(tmp_path):
    out, whole = tmp_path / "out.jsonl", tmp_path / "whole.jsonl"
    result, printed = ran("plan", "freecell:1-300", "-o", whole, "-q")
    assert (result.exit_code, printed, result.stderr) == (0, [], "")
    lines = whole.read_bytes().splitlines(keepends=True)
    for kept, half in ((0, b""), (7, b'{"puzzle":"freecell:8","de'), (300, b"")):
        out.write_bytes(b"".join(lines[: kept + 1 if kept else 0]) + half)
        result, _ = ran("plan", "freecell:1-300", "-o", out, "--resume")
        assert result.exit_code == 0
        assert (f"{kept:,} puzzles are done" in result.stderr) == (kept > 0)
        assert "300 solved" in result.stderr
        assert told(read(out)) == told(read(whole))


def test_a_file_of_other_records_is_refused_and_stays(tmp_path):
    out = tmp_path / "out.jsonl"
    ran("plan", "freecell:1-3", "-o", out, "-q")
    with out.open("ab") as file:
        file.write(b'{"half')
    before = out.read_bytes()
    for words, found in (
        (["freecell:2-4"], "freecell:1"),
        (["freecell:1-2"], "freecell:3"),
        (["freecell:1-3,cells=3"], "freecell:1"),
        (["freecell:1-3", "--mode", "optimal"], "found mode 'any'"),
        (["freecell:1-3", "--no-plan"], "plan"),
        (["freecell:1-3", "--moves", "extended"], "standard"),
        (["freecell:1-3", "--move-order", "0123467"], "found mode 'any'"),
    ):
        result, _ = ran("plan", *words, "-o", out, "--resume")
        assert isinstance(result.exception, UsageError), words
        assert f"{out}:" in str(result.exception)
        assert found in str(result.exception)
        assert out.read_bytes() == before
    other = tmp_path / "notes.txt"
    other.write_text("buy milk\n")
    result, _ = ran("plan", "freecell:1-3", "-o", other, "--resume")
    assert isinstance(result.exception, InputError)
    assert other.read_text() == "buy milk\n"


def test_a_run_that_is_killed_loses_nothing(tmp_path):
    out = tmp_path / "out.jsonl"
    process = planning("freecell:1-9000", "-o", out, "-q")
    wait_until(lambda: lines_of(out) >= 500, "500 deals are done", process)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    done = out.read_bytes().count(b"\n") - 1  # the heading
    assert done >= 499
    last = (done // 256 + 2) * 256
    result, _ = ran("plan", f"freecell:1-{last}", "-o", out, "--resume", "--state-limit", 2000)
    assert f"{done:,} puzzles are done" in result.stderr
    assert [record["deal"] for record in read(out)] == list(range(1, last + 1))
    assert result.exit_code == (5 if any(record["answer"] == "gave-up" for record in read(out)) else 0)


@pytest.mark.full
@pytest.mark.parametrize(
    ("workers", "number", "code"),
    [(1, signal.SIGTERM, 143), (2, signal.SIGINT, 130)],
)
def test_a_signal_stops_before_the_end_and_keeps_what_was_done(tmp_path, workers, number, code):
    out = tmp_path / "out.jsonl"
    process = planning("freecell:1-1000000", "-o", out, "--workers", workers)
    wait_until(lambda: lines_of(out) >= 300, "300 deals are done", process)
    os.killpg(process.pid, number)
    _, error = process.communicate(timeout=WATCHDOG)
    assert process.returncode == code
    assert "Traceback" not in error
    deals = [record["deal"] for record in read(out)]
    assert deals == list(range(1, len(deals) + 1))
    assert len(deals) < 1_000_000
    assert f"{len(deals):,}" in error.replace(" solved", "") or "gave-up" in error


def test_ctrl_c_keeps_what_is_known_of_one_puzzle():
    process = planning("tiles:5x5:seed=3", "--mode", "optimal", "--json")
    assert "mode optimal" in process.stderr.readline()  # so the search begins, which takes for ever
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=WATCHDOG)
    assert process.returncode == 130
    assert json.loads(out)["status"] == "cancelled"
    assert json.loads(out)["answer"] == "gave-up"
    assert "Traceback" not in error


def test_no_plan_is_told_that_the_rules_refuse(monkeypatch):
    from accord.families.freecell.planners import fast
    from accord_native.freecell.fast.layout import LENGTH

    def one_move_less(self, first, results=fast.Sweep.results):
        found = results(self, first).copy()
        found[:, LENGTH] -= 1
        return found

    monkeypatch.setattr(fast.Sweep, "results", one_move_less)
    for deals in "freecell:1-3", "freecell:pysol:1-3":  # dealt by the replay, and not
        for more in [], ["--no-plan"]:
            result, records = ran("plan", deals, "--jsonl", *more)
            assert isinstance(result.exception, EngineError)
            assert "1 cards are not home" in str(result.exception)
            assert not records


# -- users' faults -----------------------------------------------------------------------------------


@looped(
    ("words", "kind", "said"),
    [
        (["freecell:0"], InputError, "expected a number from 1"),
        (["freecell:-5"], InputError, "found '-5'"),
        (["freecell:99999999999999999999"], InputError, "expected a number from 1"),
        (["freecell:9-3"], InputError, "expected a range such as 1-32000"),
        (["freecell:0-3"], InputError, "expected a range such as 1-32000"),
        (["freecell:1-8589934592"], InputError, "from 1 to 8589934591"),
        (["freecell:1-3,cells=11"], InputError, "expected 0 to 10"),
        (["freecell:1-3,sells=1"], InputError, "unknown knob"),
        (["freecell:AC,ranks=1"], InputError, "AD, AH, AS are missing"),
        (["freecell:AC AC AD AH AS,ranks=1"], InputError, "AC"),
        (["freecell:1", "--move-order", "01x"], UsageError, "01x"),
        (["freecell:1", "--move-order", ""], UsageError, "order"),
        (["freecell:1", "--option", "colour=red", "--mode", "moves"], UsageError, "colour"),
        (["freecell:1", "--backend", "magic"], UsageError, "magic"),
        (["freecell:1", "--backend", "sat", "--mode", "short"], UsageError, "no planner for the mode short"),
        (["freecell:1", "--engine", "magic"], UsageError, "magic"),
        (["freecell:1", "--mode", "quick"], UsageError, "unknown mode 'quick'"),
        (["freecell:1", "--moves", "french"], UsageError, "unknown notation 'french'"),
        (["freecell:1-3", "--engine", "magic"], UsageError, "magic"),
        (["freecell:1", "--time-limit", "0"], UsageError, "more than 0"),
        (["freecell:1", "--time-limit", "-1"], UsageError, "more than 0"),
        (["freecell:1-3", "--time-limit", "0"], UsageError, "more than 0"),
        (["queens-8"], UsageError, "accord solve queens-8"),
        (["no-such-puzzle"], UsageError, "unknown puzzle"),
        (["freecell:1-3", "-o", "/no/such/folder/out.jsonl"], UsageError, "cannot be written"),
        (["der_katz:1-3"], UsageError, "unknown family"),
        (
            ["freecell:1", "-o", "out.jsonl"],
            UsageError,
            "for the results of many; a range of deals, or a file",
        ),
        (["freecell:1-3", "--resume"], UsageError, "--resume goes on with a file; name it with --output"),
    ],
)
def test_faults_are_sentences(words, kind, said):
    result, _ = ran("plan", *words)
    assert isinstance(result.exception, kind), (words, result.output)
    assert said in str(result.exception)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["freecell:1", "--state-limit", "0"], "0 is not in the range"),
        (["freecell:1", "--memory-limit", "much"], "is no size"),
        (["freecell:1", "--move-order", "012", "--mode", "fast"], "--move-order is for the mode moves"),
        (["freecell:1", "--option", "depth"], "expected KEY=VALUE"),
        (["freecell:1", "--workers", "2"], "many puzzles"),
        (["freecell:1", "--replay", "--json"], "--replay prints boards"),
        (["freecell:1-3", "--replay"], "is for one puzzle"),
        (["freecell:1-3", "--variant", "x"], "is for one puzzle"),
    ],
)
def test_options_that_do_not_go_together(words, said):
    result, _ = ran("plan", *words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_help_imports_no_solver():
    code = (
        "import sys; sys.argv = ['accord', 'plan', '--help']\n"
        "import accord.cli.main as m\n"
        "try: m.main()\n"
        "except SystemExit as leave: assert leave.code == 0\n"
        "print([n for n in ('ortools', 'numba', 'pysat', 'numpy') if n in sys.modules])"
    )
    told = printed("-c", code)
    assert told.splitlines()[-1] == "[]"
    for word in ("any", "fast", "moves", "short", "optimal", "impossible", "--resume"):
        assert word in told


@pytest.mark.full
def test_what_is_not_installed_is_said(tmp_path):
    for name, code in (("freecell:1", 4), ("freecell:1-3", 4), (THREE, 0)):
        done = python("-m", "accord", "plan", name, path=[without("numba", tmp_path)])
        assert done.returncode == code, done.stderr
        assert ("pip install numba" in done.stderr) == (code == 4)


def test_count_names_the_right_command():
    result = CliRunner().invoke(command, ["count", "freecell-1"])
    assert isinstance(result.exception, UsageError)
    assert "accord plan freecell-1" in str(result.exception)
