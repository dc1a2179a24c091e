"""Files that commands write: whole, or not at all; and refused before the work, not after it."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from accord.certify import prove as certify
from accord.cli import output
from accord.cli.prove import prove
from accord.errors import AccordError, UsageError

FULL = Path("/dev/full")  # takes nothing


def test_a_file_is_written_whole_or_stays_as_it_was(tmp_path, monkeypatch):
    place = tmp_path / "x.cnf"
    output.write(str(place), "one\n")
    place.chmod(0o640)
    (tmp_path / "link").symlink_to(place)
    output.write(str(tmp_path / "link"), "two\n")
    assert place.read_text() == "two\n"
    assert (tmp_path / "link").is_symlink()
    assert place.stat().st_mode & 0o777 == 0o640

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(output.shutil, "copymode", full)
    with pytest.raises(AccordError, match=r"x.cnf: cannot be written: No space left") as caught:
        output.write(str(place), "three\n")
    assert caught.value.exit_code == 1
    assert place.read_text() == "two\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "x.cnf"]


def test_what_is_no_plain_file_is_written_as_it_is():
    output.write(os.devnull, "gone")
    assert not Path(os.devnull).is_file()
    if FULL.exists():
        with pytest.raises(AccordError, match="No space left"):
            output.write(str(FULL), "text")


def test_what_cannot_be_written_is_refused_before_the_work(tmp_path, monkeypatch):
    monkeypatch.setattr(certify.Prover, "__iter__", lambda self: pytest.fail("it worked"))
    for name, reason in (("no/x", "there is no folder no"), ("-", "the name of a file")):
        for option in ("--cnf", "--drat"):
            done = CliRunner().invoke(prove, ["langford:5", option, name])
            assert isinstance(done.exception, UsageError)
            assert reason in str(done.exception)
    same = str(tmp_path / "x")
    done = CliRunner().invoke(prove, ["langford:5", "--cnf", same, "--drat", same])
    assert done.exit_code == 2
    assert "name the same file" in done.output


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_read_only(tmp_path):
    tmp_path.chmod(0o555)
    with pytest.raises(UsageError, match="Permission denied"):
        output.check(str(tmp_path / "x"))


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
def test_a_result_is_told_though_a_file_cannot_be_written(tmp_path):
    drat = tmp_path / "p.drat"
    done = CliRunner().invoke(prove, ["langford:5", "--cnf", str(FULL), "--drat", str(drat)])
    assert done.stdout.startswith("impossible: the model has no solution")
    assert isinstance(done.exception, AccordError)
    assert drat.read_text().endswith("0\n")
