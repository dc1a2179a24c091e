"""What people type: help and version, files without a suffix, other names of kinds, times, near names."""

import pytest
from commands import called

from accord.cli.help import OPTION_GROUPS
from accord.cli.main import COMMANDS, GROUPS


def words_on_stderr(*words):
    done = called(*words)
    assert done.returncode == 2
    return done.stderr


def test_help_and_version_are_commands():
    assert called("help", "count").stdout == called("count", "--help").stdout
    assert called("help").stdout == called("--help").stdout
    assert called("version").stdout == called("--version").stdout
    assert "`accord help` lists them; did you mean 'count'?" in words_on_stderr("help", "cuont")


def test_the_help_has_a_heading_for_each_group():
    text = called("--help").stdout
    assert [text.index(f"\n{heading}:\n") for heading in GROUPS] == sorted(
        text.index(f"\n{heading}:\n") for heading in GROUPS
    )
    count = called("count", "--help").stdout
    assert all(f"\n{heading}:\n" in count for heading in OPTION_GROUPS)
    assert not any(f"\n{heading}:\n" in called("why", "--help").stdout for heading in OPTION_GROUPS)
    assert {*COMMANDS} >= {"help", "version"}


def test_a_file_of_the_folder_is_found_by_its_name_without_the_suffix(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "heart.toml").write_text('family = "queens"\ntitle = "four"\nrule = "four."\nsize = 4\n')
    (tmp_path / "deals.txt").write_text("queens:4\nqueens:6\n")
    (tmp_path / "queens-8.toml").write_text('family = "queens"\ntitle = "five"\nrule = "five."\nsize = 5\n')
    assert called("count", "heart", "--quiet").stdout == "2\n"
    assert called("count", "deals", "--quiet").stdout == "queens:4: 2\nqueens:6: 4\n"
    assert called("count", "queens-8", "--quiet").stdout == "92\n"  # that of the library


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("solve", "pentomino"), "puzzles begin so, such as 'pentomino-3x20' and "),
        (("solve", "light-up"), "'akari' is a family: see `accord families akari`, write akari:TEXT"),
        (("solve", "Pentominoes"), "'packing' is a family: see `accord families packing`, or '"),
        (("solve", "soma-sfa"), "did you mean 'soma-sofa'?"),
        (("families", "pentominoes"), "did you mean 'packing'?"),
        (("families", "picross"), "did you mean 'nonogram'?"),
        (("solve", "picross:1"), "; `accord families` lists them; did you mean 'nonogram'?"),
        (("count", "queens:4", "--backedn", "sat"), "no such option '--backedn'; did you mean '--backend'?"),
        (("count", "queens:4", "--engine", "sat"), "sat is a backend, no engine: ask for it by --backend"),
        (("count", "queens:4", "--time-limit", "5y"), "expected seconds, or such as 90s, 5m or 1h30m"),
    ],
)  # fmt: skip
def test_a_slip_has_a_hint(words, hint):
    assert hint in words_on_stderr(*words)


@pytest.mark.parametrize("option", ["--known", "--engnes-of-all"])
def test_what_is_not_near_is_no_hint(option):
    assert "did you mean" not in words_on_stderr("solve", "queens:4", option)
    assert "did you mean" not in words_on_stderr("solve", "heart-of-gold")


@pytest.mark.parametrize("time", ["60", "60s", "1m", "1m0s", "0.5h", "1d", "inf", " 2min "])
def test_times_have_units(time):
    assert called("count", "queens:4", "--quiet", "--time-limit", time).stdout == "2\n"


@pytest.mark.parametrize("number", [("-n", 2), ("--number", 2)])
def test_how_many_has_one_name(number):
    assert len(called("solve", "queens:6", "--style", "line", *number).stdout.splitlines()) == 2


@pytest.mark.parametrize("number", [("-n", 2), ("--number", 2)])
def test_puzzles_are_made_by_number_too(number):
    assert len(called("generate", "akari", "--size", 4, *number).stdout.splitlines()) == 2
