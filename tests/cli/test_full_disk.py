"""A full disk: each command that writes says in one line what cannot be written, and leaves no part of it."""

import resource
from contextlib import contextmanager

import pytest
from commands import called

from accord import EngineError
from accord.certify.proof_check import ProofCheck
from accord.certify.solver import Refutation

PROOFS = ["--drat p.drat", "--cnf f.cnf --drat p.drat", "--cnf f.cnf --lrat p.lrat"]
COMMANDS = {  # command -> the file that it cannot write
    "prove langford:5 --weights w.json": "w.json",
    "certify queens:5 -o q.count": "q.count",
    "film queens:4 -o f.svg": "f.svg",
    "film queens:4 -o f.gif": "f.gif",
    "draw queens:4 -o d.svg": "d.svg",
    "draw queens:4 -o d.png": "d.png",
    "convert queens:4 -o x.cnf": "x.cnf",
    "convert queens:4 -o x.toml": "x.toml",
    "generate akari --size 4x4 --seed 7 -o g.txt": "g.txt",
    "generate akari --size 4x4 --seed 7 -o made/": "made/akari-4x4-7-1.toml",
    "solve many.txt -o s.jsonl": "s.jsonl",
    "count queens:8 --shard 1/2 --parts 4 -o c.jsonl": "c.jsonl",
    "clues 1234341221434321 -k 4 -o l.txt": "l.txt",
    "plan freecell:1-3 -o l.jsonl": "l.jsonl",
}


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "many.txt").write_text("queens:4\nqueens:5\n")


@contextmanager
def room_for(size):
    """No file may be longer than so many bytes: to write more raises an OSError, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def refused(words, size=0):
    """The last line of a command that fails so."""
    with room_for(size):
        done = called(*words.split())
    assert done.returncode in (1, 2), done
    return done.stderr.splitlines()[-1]


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_names_the_file_that_it_cannot_write(words, tmp_path):
    assert refused(words, 10) == f"accord: {COMMANDS[words]}: cannot be written: File too large"
    assert {each.name for each in tmp_path.iterdir() if each.is_file()} == {"many.txt"}


def test_a_proof_that_does_not_fit_is_no_false_one():
    for words in PROOFS:
        said = refused(f"prove nonogram-key {words}", 100)
        assert said.startswith("accord: the proof cannot be written to /"), said
        assert said.endswith(": File too large; name another folder by TMPDIR")


def test_a_proof_of_an_engine_without_hints_that_does_not_fit():
    said = refused("prove nonogram-key --engine glucose4 --drat p.drat", 100)
    assert said.endswith(": File too large; name another folder by TMPDIR")


def test_where_no_temporary_file_can_be_made(monkeypatch):
    import tempfile

    monkeypatch.setattr(tempfile, "tempdir", None)
    said = refused("prove nonogram-key --drat p.drat", 0)
    assert said.startswith(
        "accord: no temporary file can be written: No usable temporary directory found in "
    )
    assert said.endswith("; name another folder by TMPDIR")


def test_a_checkpoint_that_cannot_be_written():
    assert refused("count queens:8 --checkpoint q.ck").endswith("q.ck cannot be written: File too large")


def test_a_ledger_that_cannot_be_written():
    with room_for(0):
        done = called("compare", "queens:4", "--ledger", "l.sqlite", "--backend", "native")
    assert (done.returncode, done.stdout) == (3, "")
    assert "l.sqlite: the ledger cannot be " in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("hinted", [True, False])
def test_half_a_proof_is_said_to_be_none(hinted):
    """Where there was no room for a while, and is now."""
    check = ProofCheck(Refutation(False, proof=b"a\4\2\0\0\xa4", hinted=hinted), ([0], []), "cadical195")
    with pytest.raises(EngineError, match="wrote no whole proof: is there room for"):
        list(check.steps(lambda *_: None))
