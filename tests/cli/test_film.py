"""`accord film` as a user meets it."""

from commands import called


def test_a_film_and_what_is_said_of_it(tmp_path):
    run = called("film", "meteor", "--frames", "30", "-o", tmp_path / "m.svg")
    assert (run.returncode, run.stdout) == (0, "")
    assert run.stderr.split("\n")[:3] == [
        "window: every option is a piece at a place; 8 goes first",
        f"{tmp_path}/m.svg: 30 frames, to node 24, depth 4, 3 dead ends, 0 solutions",
        "partial: stopped after 30 frames; --frames says how many, --every leaves some out",
    ]
    assert (tmp_path / "m.svg").read_text().count("<g class=") == 30


def test_a_plan_is_filmed_move_by_move(tmp_path):
    run = called("film", "tiles-8", "--variant", "easy", "-o", tmp_path / "t.svg")
    assert run.returncode == 0
    assert "plan: shortest plan" in run.stderr


def test_a_plan_that_there_is_not(tmp_path):
    run = called("film", "tiles-8", "--variant", "impossible", "-o", tmp_path / "t.svg")
    assert (run.returncode, run.stderr) == (0, "impossible: there is no plan\n")
    assert not list(tmp_path.iterdir())


def test_mistakes_are_one_line_each(tmp_path):
    for arguments, words in (
        (["queens:4", "-o", "q.avi"], "expected a name that ends with one of"),
        (["queens:4", "-o", tmp_path / "none" / "q.svg"], "there is no folder"),
        (["queens:4", "--from", "9", "--to", "3", "-o", tmp_path / "q.svg"], "there is no frame"),
        (["queens:4", "--bounds", "--root", "r1", "-o", tmp_path / "q.svg"], "are for searches"),
        (["queens:4", "--from", "9000", "-o", tmp_path / "q.svg"], "there is no frame"),
    ):
        run = called("film", *arguments)
        assert (run.returncode, run.stdout) == (2, "")
        told = [
            line
            for line in run.stderr.split("\n")
            if line and not line.startswith(("Usage", "Try", "items:"))
        ]
        assert len(told) == 1
        assert words in told[0]
