"""A page and a row (`tests/plugins/toy_kind.py`) have all that kinds of pencil puzzles have."""

import json

import pytest
from commands import called

from accord.puzzles import table


@pytest.fixture(autouse=True)
def row(tmp_path, monkeypatch):
    """The row of the page stands in the table."""
    rows = {**table.rows(), "mines": table.Row(name="mines", place="toy_kind:RECORD")}
    monkeypatch.setattr(table, "_load_rows", lambda: (rows, ()))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_text_is_counted_solved_drawn_and_hinted_at():
    assert called("count", "mines:1.1/..2/.2.").stdout == "2\n"
    assert called("solve", "mines:1.1/.2./...").returncode == 0
    assert called("hint", "mines:2.0/.../...").stdout.startswith(
        "1. bounds: the 0 at r1c3 has no mine, so r1c2, r2c2 and r2c3 have no mine\n"
    )
    assert called("families", "mines").stdout.startswith("mines: models\n\nFind the cells with a mine.")
    assert "board[1]: found 'x' in column 1; expected a number 0 to 8" in called("count", "mines:x.").stderr


@pytest.mark.parametrize("form", ["line", "toml", "block"])
def test_what_is_made_is_written_read_and_has_one_solution(row, form):
    made = called("generate", "mines", "--size", "4x5", "--seed", "3", "--set", "share=0.3", "--format", form)
    assert made.returncode == 0, made.stderr
    path = row / ("one.toml" if form == "toml" else "one.txt")
    path.write_text(made.stdout)
    as_json = "--json" if form == "toml" else "--jsonl"  # others are files of many
    found = json.loads(called("solve", path, "--unique", as_json).stdout)
    assert found["answer"] == "unique"
