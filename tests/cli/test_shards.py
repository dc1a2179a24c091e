"""Shards of whatever is many, merged: what one process tells, and no shard passes for the whole."""

import json
import os
import re
import signal
from itertools import islice

import pytest
from commands import called
from processes import python, started
from shard_files import without_checks
from waiting import WATCHDOG, Later, children_of, is_alive, lines_of, wait_until

from accord.errors import StoppedError
from accord.many.merge import Merged, merge_files
from accord.many.units import Shard
from accord.puzzles.family import import_reference

pytestmark = pytest.mark.full  # left out of the fast profile

TILES = ["1,2,3,4,5,6,.,7,8", "1,2,3,.,5,6,4,7,8", "1,2,3,4,5,6,7,.,8", "1,2"]
GRIDS = "1234341221434321\n1234341223414123\n1234341221434322\n1243342121344312\n"
BLOCKS = """\
family nonogram

puzzle corner
2 2
2
1
2
1
solution
2 2
x x
x -
end

puzzle wrong
2 2
2
1
2
1
solution
2 2
x -
x x
end
"""
# of two engines in turn either may win
APART = {"seconds", "load", "versions", "effort", "chosen", "engine", "check"}


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A folder with files of many puzzles, in which commands are called."""
    (tmp_path / "tiles.txt").write_text("".join(f"tiles:3x3:{each}\n" for each in TILES))
    (tmp_path / "grids.txt").write_text(GRIDS)
    (tmp_path / "mixed.txt").write_text(
        "queens:4\nlangford:3\nqueens:x\n# none\nqueens:3\nqueens:1\nlangford:4\n"
    )
    (tmp_path / "blocks.txt").write_text(BLOCKS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


MANY = {  # what is asked of many, and what prints lines of JSON
    "plan of a range": (["plan", "freecell:1-9", "--mode", "fast"], "--jsonl"),
    "plan of another range": (["plan", "eight_off:1-4", "--mode", "fast", "--no-plan"], "--jsonl"),
    "plan of a file": (["plan", "tiles.txt", "--mode", "optimal"], "--jsonl"),
    "solve": (["solve", "mixed.txt", "--time-limit", "60"], "--jsonl"),
    "solve in blocks": (["solve", "blocks.txt", "--backend", "sat"], "--jsonl"),
    "check": (["check", "blocks.txt", "blocks.txt"], "--jsonl"),
    "rate": (["rate", "mixed.txt", "queens:4"], "--json"),
    "count": (["count", "mixed.txt", "--backend", "native"], "--json"),
    "clues": (["clues", "grids.txt", "-k", "4", "--backend", "sat"], "--jsonl"),
}


def without(lines):
    """Lines of JSON without what they took, where and when."""
    found = [json.loads(line) for line in lines.splitlines() if line.startswith("{")]
    return [{key: value for key, value in each.items() if key not in APART} for each in found]


def answers(text):
    """What is said for people, without boards."""
    return [line for line in text.splitlines() if ": " in line or re.fullmatch(r"[0-9.]+", line)]


def shards(words, cut, *more):
    """The files of all shards of a cut, each by a call of its own, and the worst of their exit codes."""
    paths = [f"{i}-of-{cut}.jsonl" for i in range(1, cut + 1)]
    done = [
        called(*words, "--shard", f"{i}/{cut}", "-o", path, *more) for i, path in enumerate(paths, start=1)
    ]
    assert [each.stdout for each in done] == cut * [""]
    return paths, done


@pytest.mark.parametrize("cut", [3, 20])
@pytest.mark.parametrize("name", MANY)
def test_shards_merged_are_what_one_process_tells(files, name, cut):
    words, lines = MANY[name]
    paths, _ = shards(words, cut)
    for more in ([], [lines]):
        one = called(*words, *more)
        whole = called("merge", *reversed(paths), *(["--json"] if more else []))
        assert whole.returncode == one.returncode
        if more:
            assert without(whole.stdout) == without(one.stdout)
            assert len(without(one.stdout)) > 1
        else:
            assert answers(whole.stdout) == answers(one.stdout) != []
        if words[0] not in ("count", "rate"):  # which tell no sums
            assert whole.stderr.splitlines()[-1] == one.stderr.splitlines()[-1]


@pytest.mark.parametrize("name", MANY)
def test_a_unit_has_the_same_number_in_every_cut(files, name):
    words, _ = MANY[name]
    found = {}
    for cut in (1, 2, 3):
        paths, _ = shards(words, cut)
        for path, shard in zip(paths, range(1, cut + 1), strict=True):
            for line in without((files / path).read_text())[1:]:
                unit = line.pop("unit")
                assert Shard(shard, cut).has(unit)
                assert found.setdefault(unit, line) == line


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["plan", "freecell:1-9", "--shard", "1/3"], "--shard writes what it finds to a file; name it with"),
        (["solve", "mixed.txt", "--resume"], "--resume goes on with a file; name it with --output"),
        (["plan", "freecell:1", "--shard", "1/3", "-o", "1"], "--shard is for the results of many; a range"),
        (["solve", "queens:6", "--shard", "1/3", "-o", "1"], "--shard is for the results of many; a file of"),
        (["solve", "queens:6", "-o", "1"], "--output is for the results of many; a file of puzzles"),
        (["check", "pentomino-6x10", "--shard", "1/3", "-o", "1"], "--shard is for the results of many; sev"),
        (
            ["rate", "queens:6", "--shard", "1/3", "-o", "1"],
            "--shard is for the results of many; several, or",
        ),
        (
            ["clues", "1234341221434321", "--shard", "1/3", "-o", "1"],
            "for the results of many; a file with a",
        ),
        (["plan", "freecell:1-9", "--shard", "4/3", "-o", "1"], "shard '4/3': expected I/N with I from 1 to"),
        (
            ["plan", "freecell:1-9", "--shard", "1/3", "-o", "."],
            ".: is no file; name one that can be written",
        ),
        (["solve", "none.txt", "--shard", "1/3", "-o", "1"], "unknown puzzle 'none.txt'"),
        (["plan", "freecell:", "--shard", "1/3", "-o", "1"], "--shard is for the results of many"),
        (["check", "none.txt", "--shard", "1/3", "-o", "1"], "unknown puzzle 'none.txt'"),
        (["merge", "mixed.txt"], "mixed.txt:1: JSON is malformed"),
        (["merge", "none"], "none: cannot be read: No such file or directory"),
    ],
)
def test_what_cannot_be_asked_is_told_in_a_line(files, words, said):
    done = called(*words)
    assert done.returncode in (2, 3)
    assert said in done.stderr
    assert (done.stdout, done.stderr.count("\n")) == ("", 1)
    assert not (files / "1").exists()


@pytest.mark.parametrize("words", [["solve", "-"], ["clues", "-", "-k", "4"], ["rate", "mixed.txt", "-"]])
def test_what_can_be_read_once_has_no_shards(files, words):
    done = python("-m", "accord", *words, "--shard", "1/3", "-o", "1", stdin=GRIDS)
    said = "--shard numbers all before it begins, and standard input can be read once; name a file"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"accord: {said}\n")
    assert not (files / "1").exists()


def test_a_command_without_shards_has_no_such_option():
    said = called("hint", "queens:6", "--shard", "1/3").stderr
    assert re.search(r"no such option:? '?--shard\b", said)  # click quotes names from 8.3 on


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (["plan", "tiles.txt", "--mode", "fast"], "found mode 'fast'; 1 has 'optimal'"),
        (["plan", "tiles.txt", "--mode", "optimal", "--seed", "7"], "found seed 7; 1 has 0"),
        (["plan", "other.txt", "--mode", "optimal"], "found puzzles ['"),
        (["rate", "mixed.txt"], "found command 'rate'; 1 has 'plan'"),
    ],
)
def test_files_of_two_questions_are_not_merged(files, other, said):
    (files / "other.txt").write_text((files / "tiles.txt").read_text() + "# another file\n")
    assert called("plan", "tiles.txt", "--mode", "optimal", "--shard", "1/2", "-o", "1").returncode == 0
    called(*other, "--shard", "2/2", "-o", "2")
    done = called("merge", "1", "2")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"accord: 2: {said}")
    assert done.stderr.endswith("; only answers to one question, by one version of Accord, are merged\n")
    resumed = called("plan", "tiles.txt", "--mode", "optimal", "--shard", "2/2", "-o", "2", "--resume")
    assert (resumed.returncode, resumed.stdout) == (2, "")
    assert "as is asked now; ask the same, or name another file" in resumed.stderr


def test_where_a_file_lies_does_not_matter(files):
    (files / "below").mkdir()
    (files / "below" / "copy.txt").write_text((files / "mixed.txt").read_text())
    called("rate", "mixed.txt", "--shard", "1/2", "-o", "1")
    called("rate", "below/copy.txt", "--shard", "2/2", "-o", "2")
    assert called("merge", "1", "2").returncode == called("rate", "mixed.txt").returncode


def test_a_heading_of_no_command_with_shards_is_refused(files):
    called("rate", "mixed.txt", "--shard", "1/2", "-o", "1")
    for name in ("hint", "nothing"):
        lines = without_checks((files / "1").read_bytes())
        (files / "2").write_bytes(lines.replace(b'"rate"', f'"{name}"'.encode()))
        done = called("merge", "2")
        assert (done.returncode, done.stderr) == (
            3,
            f"accord: 2:1: found the command '{name}', which has no shards\n",
        )


def test_what_is_merged_is_not_overwritten_and_a_whole_is_there_when_it_is_whole(files, monkeypatch):
    paths, _ = shards(["rate", "mixed.txt"], 2)
    refused = called("merge", *paths, "-o", paths[1])
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "2-of-2.jsonl: the output is also the input 2-of-2.jsonl; name another file" in refused.stderr
    assert called("merge", *paths, "-o", "none/whole").returncode == 2

    def torn(self):
        yield from islice(lines(self), 2)
        raise KeyboardInterrupt

    lines = Merged.lines
    monkeypatch.setattr(Merged, "lines", torn)
    assert called("merge", *paths, "-o", "whole").returncode == 130
    assert not (files / "whole").exists()


def test_reading_the_files_of_shards_can_be_stopped(files):
    shards(["rate", "mixed.txt"], 2)
    with pytest.raises(StoppedError, match="stopped while the files were read"):
        merge_files([files / "1-of-2.jsonl"], cancel=Later(2))


def test_a_file_of_all_does_not_say_how_many_there_are_and_is_not_merged(files):
    called("rate", "mixed.txt", "-o", "all")
    done = called("merge", "all")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "accord: all: was written without --shard, and does not say how many units there are; "
        "only files of shards are merged\n"
    )


# -- what is missing, and what differs -------------------------------------------------------------


def test_missing_deals_are_named_as_they_are_asked_for(files):
    for shard in (1, 2, 3):
        words = ["plan", "freecell:11-19,cells=3", "--mode", "fast", "--no-plan", "--shard", f"{shard}/3"]
        called(*words, "-o", f"{shard}.jsonl")
    done = called("merge", "1.jsonl")
    assert (
        "missing: 6 of 9 units: freecell:12,cells=3 to freecell:13,cells=3, freecell:15,cells=3 to "
        "freecell:16,cells=3, freecell:18,cells=3 to freecell:19,cells=3\n"
    ) in done.stderr
    done = called("merge", "1.jsonl", "3.jsonl")
    assert "missing: 3 of 9 units: freecell:12,cells=3, freecell:15,cells=3, freecell:18" in done.stderr


def test_a_partial_whole_is_never_told_as_a_whole(files):
    shards(["count", "mixed.txt"], 3)
    whole = called("merge", "1-of-3.jsonl", "2-of-3.jsonl", "3-of-3.jsonl")
    assert "missing" not in whole.stderr
    done = called("merge", "1-of-3.jsonl", "2-of-3.jsonl")
    assert done.returncode == 5
    assert set(answers(done.stdout)) < set(answers(whole.stdout))
    assert "accord: missing: 2 of 6 units: 3, 6\n" in done.stderr
    assert done.stderr.endswith("accord: no file is of these shards: 3/3\n")
    quiet = called("merge", "1-of-3.jsonl", "2-of-3.jsonl", "-q", "-o", "part")
    assert (quiet.returncode, quiet.stderr.count("accord: ")) == (5, 2)
    assert called("merge", "part").returncode == 5
    again = called("merge", "part", "3-of-3.jsonl")
    assert (again.returncode, again.stdout) == (whole.returncode, whole.stdout)


def test_a_whole_of_open_answers_is_open(files):
    (files / "hard.txt").write_text("langford:4\nlangford:16\n")
    words = ["count", "hard.txt", "--time-limit", "0.2", "--backend", "sat"]
    paths, done = shards(words, 2)
    assert [each.returncode for each in done] == [0, 5]
    whole = called("merge", *paths)
    assert whole.returncode == 5
    assert re.search("^langford:16: at least [0-9,]+$", whole.stdout, re.MULTILINE)


def changed(path, key, value):
    """The file with another value of this key in its last line."""
    *before, last = path.read_text().splitlines()
    line = json.loads(last)
    assert line[key] != value
    del line["check"]
    text = "\n".join([*before, json.dumps(line | {key: value}, separators=(",", ":"))]) + "\n"
    path.write_bytes(without_checks(text.encode()))


@pytest.mark.parametrize(
    ("words", "key", "value"),
    [
        (["count", "mixed.txt"], "count", 12345),
        (["solve", "mixed.txt"], "answer", "impossible"),
        (["check", "blocks.txt"], "verdict", "undecided"),
        (["rate", "mixed.txt"], "rating", "search"),
        (["plan", "tiles.txt", "--mode", "optimal"], "moves", 99),
        (["clues", "grids.txt", "-k", "4", "--backend", "sat"], "puzzles", []),
    ],
)
def test_two_answers_that_differ_end_with_a_disagreement(files, words, key, value):
    shards(words, 1)
    shards(words, 2)
    whole, one = files / "1-of-1.jsonl", files / "1-of-2.jsonl"
    last = one.read_text().splitlines()[-1]
    if json.loads(last).get("fault"):
        one.write_text(one.read_text().removesuffix(last + "\n"))
    assert "DISAGREEMENT" not in called("merge", whole, one, one).stderr
    changed(one, key, value)
    for paths in ([whole, one], [one, whole]):
        done = called("merge", *paths, "-o", "whole")
        assert done.returncode == 1
        assert re.match(r"accord: DISAGREEMENT: unit [0-9]+, .*: .* has .*, .* has ", done.stderr)
        assert "accord: whole: not written, since two answers differ\n" in done.stderr
        assert not (files / "whole").exists()


def test_the_seconds_and_the_witnesses_of_two_runs_may_differ(files):
    paths, _ = shards(["solve", "mixed.txt", "--backend", "native"], 1)
    copy = files / "copy"
    first, line, *rest = (files / paths[0]).read_text().splitlines()
    other = json.loads(line)
    assert other["answer"] == "several"
    other |= {
        "solution": other["other"],
        "other": other["solution"],
        "seconds": {"build": 0, "first": 1, "total": 9},
    }
    del other["check"]
    copy.write_text("\n".join([first, json.dumps(other, separators=(",", ":")), *rest]) + "\n")
    assert "DISAGREEMENT" not in called("merge", paths[0], copy).stderr


SOLVED, SHORTEST = {"answer": "solved", "moves": 9}, {"answer": "shortest", "moves": 7}
UNIQUE = {"answer": "unique", "verdict": "right", "solution": ["Q"]}
SEVERAL = {"answer": "several", "solution": [".Q"], "other": ["Q."]}
ALL, FOUND = (
    {"count": 2, "puzzles": ["1.", ".2"], "exhaustive": True},
    {"count": 1, "puzzles": [".2"], "exhaustive": False},
)
NONE = {"count": 0, "puzzles": [], "exhaustive": True}


@pytest.mark.parametrize(
    ("name", "one", "other", "differ"),
    [
        ("accord.planners.many:claim", SOLVED, SOLVED | {"moves": 11}, False),
        ("accord.planners.many:claim", SOLVED, SHORTEST, False),
        ("accord.planners.many:claim", SHORTEST, SHORTEST | {"moves": 8}, True),
        ("accord.planners.many:claim", SHORTEST | {"cost": 3}, SHORTEST | {"cost": 3, "moves": 8}, False),
        ("accord.planners.many:claim", SOLVED, {"answer": "impossible", "moves": None}, True),
        ("accord.planners.many:claim", {"answer": "gave-up", "moves": None}, SHORTEST, False),
        ("accord.batch:claim", SEVERAL, SEVERAL | {"solution": ["Q."]}, False),
        ("accord.batch:claim", UNIQUE, UNIQUE | {"solution": ["."]}, True),
        ("accord.batch:claim", UNIQUE, SEVERAL, True),
        ("accord.batch:claim", UNIQUE, UNIQUE | {"verdict": "wrong"}, True),
        ("accord.batch:claim_of_count", {"count": 2, "digest": None}, {"count": 2, "digest": "0a"}, False),
        ("accord.batch:claim_of_count", {"count": 2, "digest": "0b"}, {"count": 2, "digest": "0a"}, True),
        ("accord.batch:claim_of_count", {"count": 2, "digest": None}, {"count": 3, "digest": None}, True),
        ("accord.families.clue_sets.many:claim", ALL, FOUND, False),
        ("accord.families.clue_sets.many:claim", ALL, ALL | {"count": 1, "puzzles": ["1."]}, True),
        ("accord.families.clue_sets.many:claim", NONE, FOUND, True),
    ],
)
def test_what_results_of_a_unit_claim(name, one, other, differ):
    claim = import_reference(name)
    for here, there in ((claim(one), claim(other)), (claim(other), claim(one))):
        assert any(here[key] != there[key] for key in here.keys() & there) == differ


# -- going on --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["solve", "check", "rate", "count", "plan of a file"])
def test_a_file_that_was_torn_is_gone_on_with_to_the_same_end(files, name):
    """Plain ones and those of shards; what is there is not worked on again."""
    words, _ = MANY[name]
    for more in ([], ["--shard", "1/2"]):
        path = files / "out"
        path.unlink(missing_ok=True)
        called(*words, *more, "-o", path)
        whole = path.read_text()
        torn = whole[: len(whole) - len(whole.splitlines()[-1]) // 2]
        path.write_text(torn)
        done = called(*words, *more, "-o", path, "--resume")
        assert re.search("^out: (shard 1/2: [0-9]+ of its )?[0-9]+ puzzles are done; going on$",
                         done.stderr.replace(str(files) + "/", ""), re.MULTILINE)  # fmt: skip
        assert without(path.read_text()) == without(whole)
        assert path.read_text().startswith(torn[: torn.rindex("\n")])
        again = called(*words, *more, "-o", path, "--resume")
        assert (again.returncode, again.stdout) == (done.returncode, "")


@pytest.mark.parametrize(
    ("words", "more", "said"),
    [
        (
            ["solve", "mixed.txt"],
            ["--backend", "sat"],
            "1: found backend 'auto'; expected 'sat', as is asked now",
        ),
        (["solve", "mixed.txt"], ["--no-reduce"], "1: found reduce True; expected False, as is asked now"),
        (["check", "blocks.txt"], ["--engine", "cp-sat"], "1: found engine None; expected 'cp-sat', as"),
        (["count", "mixed.txt"], ["--distinct"], "1: found distinct False; expected True, as is asked now"),
        (["solve", "mixed.txt"], None, "2: found puzzle 'queens:4'; expected 'corner', as is asked now"),
    ],
)
def test_a_file_of_all_of_another_question_is_not_gone_on_with(files, words, more, said):
    called(*words, "-o", "out")
    before = (files / "out").read_text()
    again = ["solve", "blocks.txt"] if more is None else [*words, *more]
    done = called(*again, "-o", "out", "--resume")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"accord: out:{said}")
    assert (files / "out").read_text() == before


@pytest.mark.parametrize("workers", [1, 2])
def test_kills_at_any_moment_lose_nothing_and_double_nothing(tmp_path, workers):
    many, paths = tmp_path / "many.txt", [tmp_path / "1", tmp_path / "2"]
    many.write_text("".join(f"queens:{4 + i % 3}\n" for i in range(120)))
    words = ["-m", "accord", "solve", many, "--backend", "sat", "--workers", workers, "--resume", "-q"]
    for kill in (3, 8, 17):
        process = started(*words, "--shard", "1/2", "-o", paths[0])
        wait_until(lambda kill=kill: lines_of(paths[0]) > kill, f"{kill} results are there", process)
        children = children_of(process.pid)
        process.kill()
        process.communicate(timeout=WATCHDOG)
        wait_until(lambda alive=children: not any(map(is_alive, alive)), "the workers have ended")
        assert lines_of(paths[0]) < 61
    for number, path in enumerate(paths, start=1):
        assert python(*words, "--shard", f"{number}/2", "-o", path).returncode == 0
    assert [lines_of(path) for path in paths] == [61, 61]
    whole, one = called("merge", *paths, "--json"), called("solve", many, "--backend", "sat", "--jsonl")
    assert (whole.returncode, without(whole.stdout)) == (0, without(one.stdout))


@pytest.mark.parametrize("workers", [1, 2])
def test_sigterm_ends_a_shard_with_what_it_has_and_it_goes_on(tmp_path, workers):
    """As a batch system does it: to all processes of the group, and the job is put in the queue again."""
    many, path = tmp_path / "many.txt", tmp_path / "1"
    many.write_text("queens:5\n" * 100_000)
    words = ["-m", "accord", "solve", many, "--backend", "sat", "--workers", workers, "--resume"]
    found = 0
    for _ in range(2):
        process = started(*words, "--shard", "2/3", "-o", path, start_new_session=True)
        wait_until(lambda found=found: lines_of(path) > found + 20, "20 more puzzles are solved", process)
        os.killpg(process.pid, signal.SIGTERM)
        _, error = process.communicate(timeout=WATCHDOG)
        assert process.returncode == 143
        assert "Traceback" not in error
        found = lines_of(path)
    units = [json.loads(line)["unit"] for line in path.read_text().splitlines()[1:]]
    assert units == [*range(1, 3 * (found - 1), 3)]
    assert (
        f"missing: {100_000 - len(units):,} of 100,000 units: 1, 3-4, 6-7, " in called("merge", path).stderr
    )


def test_two_processes_on_one_file_are_refused(tmp_path):
    many, path = tmp_path / "many.txt", tmp_path / "1"
    many.write_text("queens:5\n" * 100_000)
    words = ["solve", many, "--backend", "sat", "--shard", "1/1", "-o", path]
    process = started("-m", "accord", *words)
    wait_until(lambda: lines_of(path) > 1, "it has begun", process)
    for more in ([], ["--resume"]):
        done = called(*words, *more)
        said = f"accord: {path}: another process is writing to it; let it end, or name another file\n"
        assert (done.returncode, done.stderr) == (2, said)
    process.kill()
    process.communicate(timeout=WATCHDOG)
    assert json.loads(path.read_text().splitlines()[0])["units"] == 100_000
