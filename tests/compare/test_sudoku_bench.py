"""The sudoku rows of the benchmark: all sides get the same, and each count is held against the known one."""

import pytest

from accord.errors import RefusedError
from accord_compare import bench, sudoku
from accord_compare.bench import Counted

pytestmark = pytest.mark.full  # left out of the fast profile


def test_the_puzzles_are_those_that_the_rows_promise():
    puzzles = sudoku.texts()
    assert len(puzzles) == len(set(puzzles)) == sudoku.COUNT
    grids = sudoku.grids(puzzles)
    assert "".join(map(str, grids[3])) == puzzles[3]
    assert sudoku.ours(grids).count == sudoku.COUNT


def test_missing_peers_and_puzzles_are_told(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(bench, "import_module", lambda name: (_ for _ in ()).throw(ImportError(name)))
    rows = [bench.measure(contest, 1) for contest in sudoku.contests()]
    assert [row.missing for row in rows] == [True, True]
    assert "apt-get" in rows[0].skipped
    with pytest.raises(RefusedError):
        sudoku.texts(tmp_path / "none")


def test_a_peer_that_solves_fewer_is_at_fault():
    contest = sudoku._contest("lazy", "CPU", lambda puzzles: lambda: Counted(len(puzzles) - 1), 1)
    assert "lazy counted 99" in bench.measure(contest, 1).fault
