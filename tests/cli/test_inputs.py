"""No command empties what it is to read; files that are written at the same time do not meet."""

from importlib.util import find_spec, module_from_spec

import pytest
from commands import called

from accord.whole import written

PUZZLES = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n" * 2


@pytest.mark.parametrize("words", [("solve",), ("solve", "--unique"), ("rate",), ("count",), ("check",)])
@pytest.mark.parametrize("name", ["sudoku.txt", "./sudoku.txt", "link.txt"])
def test_an_output_is_never_an_input(tmp_path, monkeypatch, words, name):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "sudoku.txt"
    file.write_text(PUZZLES)
    (tmp_path / "link.txt").symlink_to(file)
    done = called(words[0], "sudoku.txt", *words[1:], "--output", name)
    assert done.returncode == 2
    assert f"{name}: the output is also the input sudoku.txt" in done.stderr
    assert file.read_text() == PUZZLES


MODEL = 'family = "queens"\ntitle = "four"\nrule = "four queens."\nsize = 4\n'
SINGLE = {
    "certify": ["certify", "four.toml", "--output"],
    "convert": ["convert", "four.toml", "--to", "dimacs", "--output"],
    "draw": ["draw", "four.toml", "--output"],
    "film": ["film", "four.toml", "--output"],
    "compare": ["compare", "four.toml", "--report"],
}


@pytest.mark.parametrize("words", SINGLE.values(), ids=SINGLE)
def test_nor_is_that_of_a_single_puzzle(tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "four.toml").write_text(MODEL)
    for suffix in (".svg", ".html", ""):
        (tmp_path / f"link{suffix}").symlink_to("four.toml")
    name = {"draw": "link.svg", "film": "link.svg", "compare": "link.html"}.get(words[0], "link")
    done = called(*words, name)
    assert done.returncode == 2
    assert f"{name}: the output is also the input four.toml" in done.stderr
    assert (tmp_path / "four.toml").read_text() == MODEL


def test_two_files_of_one_folder_that_are_written_at_once(tmp_path):
    one, two = tmp_path / "one.svg", tmp_path / "two.svg"
    with written(str(one)) as first, written(str(two)) as second:
        assert first != second
        second.write_text("2")
        first.write_text("1")
    assert (one.read_text(), two.read_text()) == ("1", "2")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.svg", "two.svg"]


def test_two_machines_that_share_a_folder_write_to_files_of_their_own(tmp_path, monkeypatch):
    """A process there may have the number of ours."""
    monkeypatch.setattr("os.getpid", lambda: 1)
    spec = find_spec("accord.whole")
    there = module_from_spec(spec)
    spec.loader.exec_module(there)
    with written(str(tmp_path / "one.svg")) as first, there.written(str(tmp_path / "two.svg")) as second:
        assert first != second
        first.write_text("1")
        second.write_text("2")
