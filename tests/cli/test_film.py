"""`accord film` as a user meets it."""

from commands import called


def test_a_film_and_what_is_said_of_it(tmp_path):
    run = called("film", "meteor", "--to", "30", "-o", tmp_path / "m.svg")
    assert (run.returncode, run.stdout) == (0, "")
    assert "30 frames, 1 to 30; window: every option is a piece at a place; 8 goes first" in run.stderr
    assert (tmp_path / "m.svg").read_text().count("<g class=") == 30


def test_a_plan_is_filmed_move_by_move(tmp_path):
    run = called("film", "tiles-8", "--variant", "easy", "-o", tmp_path / "t.svg")
    assert run.returncode == 0
    assert "plan: shortest plan" in run.stderr


def test_a_plan_that_there_is_not(tmp_path):
    run = called("film", "tiles-8", "--variant", "impossible", "-o", tmp_path / "t.svg")
    assert run.returncode == 5
    assert "nothing to film: impossible: there is no plan" in run.stderr
    assert not list(tmp_path.iterdir())


def test_mistakes_are_one_line_each(tmp_path):
    for arguments, words in (
        (["queens:4", "-o", "q.avi"], "expected a name that ends with one of"),
        (["queens:4", "-o", tmp_path / "none" / "q.svg"], "there is no folder"),
        (["queens:4", "--from", "9", "--to", "3", "-o", tmp_path / "q.svg"], "there are none"),
        (["queens:4", "--from", "9000", "-o", tmp_path / "q.svg"], "there is no frame"),
        (["queens:4", "--what", "plan", "-o", tmp_path / "q.svg"], "is a model, no plan problem"),
    ):
        run = called("film", *arguments)
        assert (run.returncode, run.stdout) == (2, "")
        assert words in run.stderr
        assert len(run.stderr.strip().split("\n")) == 1
