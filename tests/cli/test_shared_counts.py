"""Counts by shards: merged they are the count of one process, and no partial one passes for it."""

import json
import re
import signal

import pytest
from commands import called
from processes import started
from shard_files import with_checks, without_checks
from waiting import WATCHDOG, lines_of, wait_until

from accord.runner.limits import Limits, Stop

pytestmark = pytest.mark.full  # left out of the fast profile

NAMES = ["1.json", "2.json", "3.json"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def shards(*words, parts="64", names=NAMES):
    """The files of all shards, each by a call of its own."""
    for number, name in enumerate(names, 1):
        cut = ["--shard", f"{number}/{len(names)}", "--parts", parts]
        done = called("count", *words, *cut, "-o", name)
        assert done.returncode == 0
        assert re.search(rf"shard {number}/{len(names)}: \d+ of \d+ parts", done.stderr)
    return names


def facts(line):
    """An outcome without who found it, where and when."""
    apart = ("seconds", "versions", "effort", "engine", "chosen", "estimate", "stats")
    return {key: value for key, value in json.loads(line).items() if key not in apart}


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("pentomino-6x10", "64"),
        ("pentomino-6x10 --distinct --digest", "64"),
        ("pentomino-3x20 --distinct", "9"),
        ("queens-8 --distinct --method burnside", "9"),
        ("queens-8 --distinct --method filter", "9"),
        ("pentomino-3x20 --backend sat", "5"),
        ("magic-square-3x3 --engine sums --digest", "9"),
        ("slitherlink-6", "4"),
        ("hitori-6 --digest", "4"),
    ],
)
def test_shards_merged_are_what_one_process_counts(folder, words, parts):
    names = shards(*words.split(), parts=parts)
    one, whole = called("count", *words.split(), "--json"), called("merge", *names, "--json")
    assert (one.returncode, whole.returncode) == (0, 0)
    assert facts(whole.stdout) == facts(one.stdout)
    assert called("merge", *names).stdout == f"{json.loads(one.stdout)['count']}\n"


def test_what_one_shard_knows_is_told_as_partial(folder):
    words = ["count", "queens-8", "--digest", "--shard", "1/3", "-o", "1.json"]
    done = called(*words)
    assert re.fullmatch(r"at least [\d,]+\n", done.stdout)
    assert done.stderr.splitlines()[-1] == "partial: shard 1/3: 22 of 64 parts"
    told = called(*words, "--resume", "--json")
    outcome = json.loads(told.stdout)
    assert (outcome["status"], outcome["exact"], outcome["digest"]) == ("limit", False, None)
    assert "1.json: shard 1/3: 22 of its 22 parts are done; going on" in told.stderr
    merged = called("merge", "1.json")
    assert merged.returncode == 5
    assert merged.stdout == done.stdout
    assert "missing: 42 of 64 units" in merged.stderr


def test_all_units_in_one_file(folder):
    done = called("count", "queens-8", "-o", "all.json", "--parts", "6")
    assert (done.returncode, done.stdout) == (0, "92\n")
    assert "partial" not in done.stderr
    assert called("merge", "all.json").stdout == "92\n"


def test_units_depend_on_no_shard_and_no_worker(folder):
    found = {}
    for number, words in enumerate([["1/1"], ["1/2"], ["2/2"], ["3/4"], ["1/1", "--workers", "2"]]):
        path = folder / f"{number}"
        called("count", "queens-8", "--digest", "--parts", "8", "-o", path, "--shard", *words)
        heading, *lines = map(json.loads, path.read_text().splitlines())
        assert found.setdefault("terms", heading["terms"]) == heading["terms"]
        for line in lines:
            said = line["total"], line["digest"], line["effort"], line["question"]
            assert found.setdefault(line["unit"], said) == said
    assert len(found) > 8


def test_a_count_that_is_not_as_the_file_states_is_told(folder):
    (folder / "wrong.toml").write_text(
        'family = "queens"\nsize = 8\n\n[counts.all]\ncount = 91\nsource = "nobody"\n'
    )
    names = shards("wrong.toml", parts="4", names=NAMES[:2])
    merged = called("merge", *names)
    assert (merged.returncode, merged.stdout) == (1, "92\n")
    assert "DISAGREEMENT: counted 92, the model file says 91" in merged.stderr


def test_a_result_that_was_changed_is_a_disagreement(folder):
    shards("queens-8", parts="4", names=NAMES[:2])
    called("count", "queens-8", "--parts", "4", "-o", "3.json")
    path = folder / "3.json"
    damaged = re.sub(rb'\n{"total":\d+', b'\n{"total":3', path.read_bytes(), count=1)
    path.write_bytes(damaged)
    merged = called("merge", *NAMES)
    assert (merged.returncode, merged.stdout) == (3, "")
    assert "accord: 3.json:2: the line is damaged: " in merged.stderr
    heading, line, *others = damaged.splitlines(keepends=True)
    plain = re.sub(rb',"check":"[0-9a-f]+"', b"", line)
    path.write_bytes(b"".join([heading, with_checks(plain), *others]))
    merged = called("merge", *NAMES)
    assert merged.returncode == 1
    assert "DISAGREEMENT: unit 1, of count: 1.json has total" in merged.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--checkpoint", "x"], "--checkpoint is for a count that is not shared: the file of --output is"),
        (
            ["--node-limit", "9"],
            "--node-limit is for a count that is not shared: each part is searched whole",
        ),
        (["--stats", "--workers", "2"], "--stats are of one search in one thread"),
    ],
)
def test_what_does_not_go_with_shards_is_refused(folder, words, said):
    done = called("count", "queens-8", "--shard", "1/2", "-o", "1.json", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (folder / "1.json").exists()


def test_parts_are_of_one_count_that_is_shared(folder):
    done = called("count", "queens-8", "--parts", "4")
    assert (done.returncode, done.stderr) == (
        2,
        "accord: --parts says how a count is shared; give --shard and --output, or --cluster\n",
    )
    (folder / "many.txt").write_text("queens:4\nqueens:5\n")
    done = called("count", "many.txt", "-o", "1.json", "--parts", "4")
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize("others", [["--distinct"], ["--digest"], ["--parts", "5"], ["--engine", "bitset"]])
def test_another_question_is_neither_gone_on_with_nor_merged(folder, others):
    called("count", "queens-8", "--shard", "1/2", "-o", "1.json", "--parts", "4")
    parts = [] if "--parts" in others else ["--parts", "4"]
    again = called("count", "queens-8", *others, *parts, "--shard", "1/2", "-o", "1.json", "--resume")
    assert again.returncode == 2
    assert "as is asked now; ask the same, or name another file" in again.stderr
    called("count", "queens-8", *others, *parts, "--shard", "2/2", "-o", "2.json")
    merged = called("merge", "1.json", "2.json")
    assert merged.returncode == 2
    assert "only answers to one question, by one version of Accord, are merged" in merged.stderr


def test_a_damaged_file_is_told_in_a_line(folder):
    called("count", "queens-8", "--shard", "1/2", "-o", "1.json", "--parts", "4")
    heading, *lines = without_checks((folder / "1.json").read_bytes()).decode().splitlines()
    wrong = heading.replace('"count":0', '"count":"x"')
    for text in (f"{wrong}\n{lines[0]}\n", f"{heading}\n{lines[0].replace('total', 'sum')}\n"):
        (folder / "bad.json").write_text(text)
        done = called("merge", "bad.json")
        assert done.returncode == 3
        assert done.stderr.splitlines()[-1].startswith("accord: bad.json:")


def test_a_limit_of_time_keeps_what_is_done(folder, monkeypatch):
    path = folder / "1.json"
    late = Stop("time", "stopped after 4 seconds")
    monkeypatch.setattr(Limits, "find_stop", lambda *_: late if lines_of(path) > 3 else None)
    done = called("count", "queens-8", "-o", path, "--parts", "6", "--time-limit", "4", "--json")
    outcome = json.loads(done.stdout)
    assert (done.returncode, outcome["status"], outcome["exact"]) == (5, "time", False)
    assert outcome["reason"] == "shard 1/1: 3 of its 6 parts: stopped after 4 seconds"
    monkeypatch.undo()
    assert called("count", "queens-8", "-o", path, "--parts", "6", "--resume").stdout == "92\n"


def test_too_little_memory_is_said(folder):
    done = called("count", "one-sided-5x18", "--engine", "layers", "--memory-limit", "1M", "-o", "1.json")
    assert done.returncode == 5
    assert re.search(r"partial: shard 1/1: 0 of its 64 parts: layers may use 1,048,576 bytes", done.stderr)


def test_an_engine_that_does_not_walk_is_told_of(folder):
    done = called("count", "dominoes-6x6", "--engine", "memo", "--parts", "4", "-o", "1.json")
    assert done.stdout == "6728\n"
    assert done.stderr.count("warning: memo counts without walking to each solution") == 1


@pytest.mark.parametrize(("ended", "workers"), [(signal.SIGTERM, 1), (signal.SIGKILL, 2)])
def test_a_shard_that_is_killed_goes_on_to_the_same_end(folder, ended, workers):
    """Whenever it is, nothing that was done is lost, and nothing comes twice."""
    words = ["count", "pentomino-6x10", "--engine", "bitset", "--digest", "--shard", "1/1"]
    path = folder / "1.json"
    run = started("-m", "accord.cli.main", *words, "-o", path, "--workers", workers)
    wait_until(lambda: lines_of(path) > 5, "some parts are done", run)
    run.send_signal(ended)
    out, _ = run.communicate(timeout=WATCHDOG)
    codes = {signal.SIGTERM: 143, signal.SIGKILL: -9}
    assert run.returncode == codes[ended]
    if ended != signal.SIGKILL:
        assert out.startswith("at least ")
    done = lines_of(path) - 1
    assert 5 <= done < 64
    again = called(*words, "-o", path, "--resume")
    assert again.stdout == "9356\n"
    assert f"{done} of its 64 parts are done; going on" in again.stderr
    units = [json.loads(line)["unit"] for line in path.read_text().splitlines()[1:]]
    assert sorted(units) == list(range(64))
