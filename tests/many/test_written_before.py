"""Files of an earlier revision are read: shards are merged, certificates checked.

The files of `written_before` are of revision 90535cf. A checkpoint of another one is refused, in a sentence.
"""

import shutil
from pathlib import Path

import pytest
from commands import called

WRITTEN = Path(__file__).with_name("written_before")
pytestmark = pytest.mark.full  # left out of the fast profile


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(shutil.copytree(WRITTEN, tmp_path / "files"))
    return WRITTEN


@pytest.mark.parametrize(
    ("shards", "code", "out"),
    [("plan", 0, "freecell:6: a plan of "), ("parts", 0, "4\n")],
)
def test_shards_are_merged(files, shards, code, out):
    done = called("merge", f"{shards}-1.jsonl", f"{shards}-2.jsonl")
    assert (done.returncode, out in done.stdout) == (code, True)
    alone = called("merge", f"{shards}-1.jsonl")
    assert "missing: " in alone.stderr


def test_a_certificate_is_checked(files):
    assert called("check", "queens.count").stdout.startswith("queens.count: proved")


def test_a_checkpoint_is_refused_in_a_sentence(files):
    done = called("count", "queens:8", "--engine", "bitset", "--checkpoint", "q8.state")
    assert done.returncode == 2
    assert "q8.state was written by accord 0.1.0+9c4c76488ba02638, this is" in done.stderr
    assert done.stderr.count("\n") == 1
