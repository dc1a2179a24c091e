"""Random puzzles and fuzzing by shards: merged they are what one process makes, and finds."""

import json
import re

import pytest
from commands import called

from accord.arguments.puzzle import Generate
from accord.errors import StoppedError
from accord.generate.units import make
from accord_compare.fuzz.blocks import Blocks, together
from accord_compare.fuzz.campaign import Report, campaign, merge
from accord_compare.fuzz.watch import Orders

PUZZLES = ["generate", "sudoku", "--size", "4x4", "--seed", "7", "--number", "5", "--any"]
MODELS = ["fuzz", "--models", "6", "--seed", "3", "--backend", "native", "--kind", "exact"]
APART = ("seconds", "late", "found_by", "proved_by")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def shards(words, of):
    """The files of all shards."""
    names = [f"{number}.jsonl" for number in range(1, of + 1)]
    for number, name in enumerate(names, 1):
        done = called(*words, "--shard", f"{number}/{of}", "-o", name)
        assert done.returncode == 0, done.stderr
        assert re.search(rf"shard {number}/{of}: \d+ of \d+ (puzzles|blocks)", done.stderr)
    return names


def facts(text):
    return [{k: v for k, v in json.loads(line).items() if k not in APART} for line in text.splitlines()]


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch):
    monkeypatch.setattr("accord_compare.fuzz.blocks.BLOCK", 2)


@pytest.mark.full
@pytest.mark.parametrize(
    ("words", "of"), [(PUZZLES, 1), (PUZZLES, 2), (PUZZLES, 7), (MODELS, 2), (MODELS, 5)]
)
def test_shards_merged_are_what_one_process_says(folder, words, of):
    names = shards(words, of)
    keep = ["--keep", str(folder / "kept")] if words is MODELS else []
    one, whole = called(*words, *keep, "--json"), called("merge", *reversed(names), "--json")
    assert (one.returncode, whole.returncode) == (0, 0)
    assert facts(whole.stdout) == facts(one.stdout)
    assert called("merge", *names).stdout == called(*words, *keep).stdout


@pytest.mark.parametrize(("words", "what"), [(PUZZLES, "puzzles"), (MODELS, "blocks")])
def test_what_is_done_is_not_done_again_and_what_is_missing_is_said(folder, words, what):
    called(*words, "--shard", "1/2", "-o", "1.jsonl")
    whole = (folder / "1.jsonl").read_bytes()
    (folder / "1.jsonl").write_bytes(whole[:-9])
    again = called(*words, "--shard", "1/2", "-o", "1.jsonl", "--resume")
    assert re.search(rf"1.jsonl: shard 1/2: \d of its \d {what} are done; going on", again.stderr)
    units = [json.loads(line)["unit"] for line in (folder / "1.jsonl").read_text().splitlines()[1:]]
    assert units == [*range(0, 5 if words is PUZZLES else 3, 2)]
    missing = called("merge", "1.jsonl")
    assert missing.returncode == 5
    assert "accord: no file is of these shards: 2/2" in missing.stderr
    if words is MODELS:
        assert "; partial; digest" in missing.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([*PUZZLES, "--resume", "-o", "x"], "--resume goes on with a file of --shard"),
        ([*PUZZLES, "--format", "none", "--shard", "1/2", "-o", "x"], "has no format 'none'"),
        (["fuzz", "--minutes", "1", "--shard", "1/2", "-o", "x"], "--shard is for --models N"),
        ([*MODELS, "--watch", "--shard", "1/2", "-o", "x"], "--shard is for --models N"),
        ([*MODELS, "--workers", "2"], "--workers is for the blocks of --shard"),
        ([*MODELS, "--shard", "1/2"], "--shard writes what it finds to a file; name it with --output"),
    ],
)
def test_what_does_not_go_together_is_refused(folder, words, said):
    done = called(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert not (folder / "x").exists()


def test_model_files_are_no_lines(folder):
    names = shards([*PUZZLES, "--format", "toml"], 2)
    assert "a model file holds one puzzle; take --json" in called("merge", *names).stderr
    texts = [json.loads(line)["puzzle"] for line in called("merge", *names, "--json").stdout.splitlines()]
    assert all('family = "sudoku"' in text for text in texts)


def test_a_puzzle_depends_on_its_number_alone():
    few, many = (Generate(family="sudoku", size=(4, 4), count=n, unique=False, seed=7) for n in (3, 5))
    ((((unit, record),),), (((_, same),),)) = list(make(few, 2, None)), list(make(many, 2, None))
    assert (unit, record.number) == (2, 3)
    assert record == same


def test_a_puzzle_that_cannot_be_made_ends_the_work_and_one_that_is_left_leaves_nothing():
    class Set:
        def is_set(self):
            return True

    query = Generate(family="aquarium", size=(4, 4), difficulty="expert", tries=1)
    with pytest.raises(StoppedError, match="no expert puzzle in 1 tries"):
        list(make(query, 0, None))
    assert list(make(query, 0, Set())) == []


def test_blocks_are_the_models_of_a_campaign_each_once():
    blocks = Blocks(Orders(seed=2, first=3, backends=("native",), models=5, folder=""))
    found = [block for unit in range(blocks.units) for ((_, block),) in blocks(unit, None)]
    assert blocks.units == 3
    whole, one = together(found, 2), campaign(2, iter(range(3, 8)), ["native"])
    assert (whole.models, whole.runs, whole.next) == (one.models, one.runs, one.next)
    assert whole.digest == one.digest != "0" * 32


def test_a_digest_tells_models_and_what_was_wrong(monkeypatch):
    one, other = (campaign(seed, iter([5]), ["native"]).digest for seed in (1, 2))
    assert one != other
    monkeypatch.setattr("accord_compare.fuzz.campaign.wrong", lambda *_: "counted 3, expected 4")
    assert campaign(1, iter([5]), ["native"]).digest != one
    assert merge(Report(digest=one), Report(digest="f" * 32)).digest == f"{int(one, 16) - 1:032x}"
