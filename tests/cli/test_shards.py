"""Shards of whatever is many, merged: what one process tells, and no shard passes for the whole."""

import json

import pytest
from commands import called

from accord.many.units import Shard

TILES = ["1,2,3,4,5,6,.,7,8", "1,2,3,.,5,6,4,7,8", "1,2,3,4,5,6,7,.,8", "1,2"]
GRIDS = "1234341221434321\n1234341223414123\n1234341221434322\n1243342121344312\n"
APART = ("seconds", "load", "versions")


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A folder with files of many puzzles, in which commands are called."""
    (tmp_path / "tiles.txt").write_text("".join(f"tiles:3x3:{each}\n" for each in TILES))
    (tmp_path / "grids.txt").write_text(GRIDS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


MANY = {  # what is asked of many, and what prints lines of JSON
    "plan of a range": (["plan", "freecell:1-9", "--mode", "fast"], "--jsonl"),
    "plan of another range": (["plan", "eight_off:1-4", "--mode", "fast", "--no-plan"], "--jsonl"),
    "plan of a file": (["plan", "tiles.txt", "--mode", "optimal"], "--jsonl"),
    "clues": (["clues", "grids.txt", "-k", "4", "--backend", "sat"], "--jsonl"),
}


def without(lines):
    """Lines of JSON without where and when they were made."""
    found = [json.loads(line) for line in lines.splitlines() if line.startswith("{")]
    for each in found:
        for key in APART:
            each.pop(key, None)
        effort = each.get("effort", {})
        each["effort"] = {key: value for key, value in effort.items() if not key.endswith("_us")}
    return found


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
        merged = called("merge", *reversed(paths), *(["--json"] if more else []))
        assert merged.returncode == one.returncode
        if more:
            assert without(merged.stdout) == without(one.stdout)
            assert len(without(one.stdout)) > 2
        else:
            assert merged.stdout == one.stdout
        assert merged.stderr.splitlines()[-1] == one.stderr.splitlines()[-1]  # the sums


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
