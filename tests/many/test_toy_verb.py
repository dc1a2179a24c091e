"""A verb of forty lines (`tests/plugins/toy_verb.py`) has all that commands about many have."""

import json
from functools import partial

import pytest
from commands import called
from shard_files import with_checks, without_checks
from toy_verb import Size, SizeQuery, SizeReport, size_of

from accord.cli import main
from accord.many.batch import BatchRun
from accord.many.batch import each as one_by_one
from accord.many.source import Source
from accord.many.units import Question, Shard

MANY = "queens:4\nlangford:3\nqueens:x\n# none\nqueens:3\nqueens:1\n"
SIZES = [("queens:4", 16), ("langford:3", 9), ("queens:x", 0), ("queens:3", 9), ("queens:1", 1)]


@pytest.fixture(autouse=True)
def verb(tmp_path, monkeypatch):
    """The verb is a command, called where there is a file of many."""
    monkeypatch.setitem(main.COMMANDS, "size", "toy_verb:size")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "many.txt").write_text(MANY)
    return tmp_path


def found(lines):
    return [(line["puzzle"], line.get("size", 0)) for line in map(json.loads, lines.splitlines())]


def test_of_one_puzzle_and_of_many_in_words_and_as_json():
    one = called("size", "queens:4")
    assert (one.stdout, one.stderr, one.returncode) == ("queens:4: 16\n", "1 measured\n", 0)
    many = called("size", "many.txt")
    assert many.stdout.splitlines()[:2] == ["queens:4: 16", "langford:3: 9"]
    assert many.stdout.splitlines()[2].startswith("many.txt:3: queens:x: size: found ''")
    assert (many.stderr, many.returncode) == ("4 measured, 1 faulty\n", 3)
    assert found(called("size", "many.txt", "--json").stdout) == SIZES
    assert found(called("size", "many.txt", "--items", "--json").stdout) != SIZES


def test_shards_are_merged_to_what_one_process_prints(verb):
    for shard in (1, 2):
        assert called("size", "many.txt", "--shard", f"{shard}/2", "-o", f"{shard}.jsonl").stdout == ""
    one, merged = called("size", "many.txt"), called("merge", "2.jsonl", "1.jsonl")
    assert (merged.stdout, merged.stderr, merged.returncode) == (one.stdout, one.stderr, 3)
    assert found(called("merge", "1.jsonl", "2.jsonl", "--json").stdout) == SIZES
    part = called("merge", "1.jsonl")
    assert "missing: 2 of 5 units: 2, 4\n" in part.stderr
    lines = without_checks((verb / "1.jsonl").read_bytes())
    (verb / "1.jsonl").write_bytes(with_checks(lines.replace(b'"size":16', b'"size":17')))
    called("size", "many.txt", "--shard", "1/1", "-o", "all.jsonl")
    assert "DISAGREEMENT: unit 1, queens:4: " in called("merge", "1.jsonl", "all.jsonl").stderr


@pytest.mark.parametrize("shard", [[], ["--shard", "1/1"]])
def test_a_run_goes_on_where_its_file_ends(verb, shard):
    words = ["size", "many.txt", *shard, "-o", "out.jsonl"]
    called(*words)
    whole = (verb / "out.jsonl").read_bytes()
    (verb / "out.jsonl").write_bytes(whole[:-20])
    done = called(*words, "--resume")
    assert "4 " in done.stderr
    assert "are done; going on\n4 measured, 1 faulty\n" in done.stderr
    assert (verb / "out.jsonl").read_bytes() == whole
    other = called(*words, "--resume", "--items")
    assert (other.returncode, other.stdout) == (2, "")
    assert "out.jsonl:1: found items False; expected True, as is asked now" in other.stderr
    (verb / "many.txt").write_text(MANY.replace("langford:3", "langford:4"))
    changed = called(*words, "--resume")
    assert changed.returncode == 2
    assert (
        "found puzzles " if shard else "found puzzle 'langford:3'; expected 'langford:4'"
    ) in changed.stderr


@pytest.mark.full
def test_processes_do_the_same():
    assert found(called("size", "many.txt", "--workers", "2", "--json").stdout) == SIZES


def test_in_python(verb):
    query = SizeQuery()
    answers = one_by_one(partial(size_of, query))
    batch = SizeReport.batch(Source("many.txt"), Question(query.terms), answers)
    results = [one for some in BatchRun(batch).results() for one in some]
    assert [(unit, result.puzzle, result.size) for unit, result in results] == [
        (unit, *each) for unit, each in enumerate(SIZES)
    ]
    assert all(isinstance(result, Size) for _, result in results)
    path = verb / "half.jsonl"
    run = BatchRun(batch, output=path, shard=Shard(2, 2))
    assert [unit for some in run.results() for unit, _ in some] == [1, 3]
    assert (run.complete, run.done, run.of) == (True, 2, 2)
    seen = []
    again = BatchRun(batch, output=path, shard=Shard(2, 2), resume=True)
    assert list(again.results(note=lambda unit, result: seen.append((unit, result.size)))) == []
    assert seen == [(1, 9), (3, 9)]
    without = BatchRun(batch, shard=Shard(1, 2))
    assert [unit for some in without.results() for unit, _ in some] == [0, 2, 4]
