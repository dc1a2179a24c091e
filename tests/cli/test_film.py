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
        told = [line for line in run.stderr.split("\n") if line and not line.startswith("items:")]
        assert len(told) == 1
        assert words in told[0]


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "target.svg").write_text("before")
    (tmp_path / "link.svg").symlink_to("target.svg")
    assert called("film", "queens:4", "--frames", "3", "-o", tmp_path / "link.svg").returncode == 0
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "target.svg").read_text().startswith("<?xml")


def test_where_no_file_can_be_is_one_line(tmp_path):
    (tmp_path / "plain").touch()
    (tmp_path / "ring.svg").symlink_to("ring.svg")
    for command in ("film", "draw"):
        for place in (tmp_path / f"{'x' * 300}.svg", tmp_path / "ring.svg"):
            run = called(command, "queens:4", "--quiet", "-o", place)
            assert run.returncode != 0
            assert len(run.stderr.strip().split("\n")) == 1
            assert "cannot be written" in run.stderr
    ring = tmp_path / "ring.svg"
    for words in (("certify", "queens:4", "-o", ring), ("count", "queens:4", "--checkpoint", ring)):
        run = called(*words, "--quiet")
        assert (run.returncode, len(run.stderr.strip().split("\n"))) == (2, 1), run.stderr
        assert ring.is_symlink()
    run = called("film", "queens:4", "-o", f"{tmp_path}/plain/")
    assert (run.returncode, "cannot be made" in run.stderr) == (2, True)


def test_two_films_are_not_mixed_in_a_folder(tmp_path):
    assert called("film", "queens:4", "--frames", "5", "-o", f"{tmp_path}/f/").returncode == 0
    run = called("film", "queens:4", "--frames", "2", "-o", f"{tmp_path}/f/")
    assert run.returncode == 2
    assert "found frames of a film there" in run.stderr
    assert len(list((tmp_path / "f").iterdir())) == 5


def test_a_film_that_is_cut_says_so_also_before_its_last_node(tmp_path):
    run = called("film", "meteor", "--to", "500", "--frames", "5", "-o", tmp_path / "m.svg")
    assert "partial: stopped after 5 frames" in run.stderr


def test_what_is_impossible_at_once_is_a_film_of_its_beginning(tmp_path):
    run = called("film", "langford:1", "-o", tmp_path / "l.svg")
    assert run.returncode == 0
    assert "1 frame" in run.stderr
