"""Generated puzzles: as asked for, the same for the same seed, unique as another engine says."""

import json
import re
import threading
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner
from commands import called
from waiting import Later

import accord
from accord.backends.native import Native
from accord.deduce import rating
from accord.errors import EngineError, NotDrawnError, StoppedError, UsageError
from accord.families.aquarium import KIND, RECORD
from accord.generate import DIFFICULTIES, Maker
from accord.generate import make as making
from accord.grids.regions import parts, walls
from accord.pencil.kind import instance
from accord.puzzles.family import Random
from accord.puzzles.writing import puzzle_text

generate = RECORD.random.generate


@pytest.mark.parametrize(
    ("size", "tanks"), [((1, 1), None), ((1, 9), 3), ((9, 1), 9), ((6, 7), 1), ((6, 7), 42)]
)
def test_an_aquarium_has_its_size_and_tanks_and_a_solution(size, tanks):
    spec = generate(7, size, tanks=tanks)
    found = instance(KIND, spec)
    assert (found.height, found.width) == size
    assert tanks is None or len(found["tanks"]) == tanks
    tank = np.zeros(size, np.int64)
    for number, cells in enumerate(found["tanks"].values()):
        tank[tuple(np.array(cells).T)] = number
    assert parts(*walls(tank)).max() + 1 == len(found["tanks"])  # each in one part
    assert accord.first(accord.Puzzle(family="aquarium", spec=spec), backend="cpsat").answer == "solved"


def test_draws_are_the_same_everywhere():
    """Fixed, since puzzles are given by their seeds."""
    assert generate(1, (4, 4), tanks=4) == generate(1, (4, 4), tanks=4)
    assert generate(1, (4, 4), tanks=4) != generate(2, (4, 4), tanks=4)
    spec = generate(1, (3, 4), tanks=4)
    assert (spec.tanks, spec.columns, spec.rows) == FIRST


FIRST = (("1 1 2 3", "4 4 3 3", "4 4 3 3"), (3, 3, 2, 3), (3, 4, 4))


@pytest.mark.parametrize("size", [(0, 3), (3, 201)])
def test_sizes_that_cannot_be_are_refused(size):
    with pytest.raises(UsageError, match="expected 1 to 200"):
        generate(1, size)


@pytest.mark.parametrize("tanks", [0, 10])
def test_numbers_of_tanks_that_cannot_be_are_refused(tanks):
    with pytest.raises(UsageError, match="expected 1 to 9"):
        generate(1, (3, 3), tanks=tanks)


def test_a_maker_that_is_iterated_again_makes_the_same_and_counts_anew():
    maker = Maker("aquarium", (4, 4), seed=3, count=3)
    names = [(made.number, made.draw) for made in maker]
    tally = maker.tally
    assert (tally.made, len(names)) == (3, 3)
    for _ in maker:
        break
    assert maker.tally.made == 1
    one, other = iter(maker), iter(maker)
    pairs = [(made.number, made.draw) for each in zip(one, other, strict=True) for made in each]
    assert pairs[::2] == pairs[1::2] == names
    assert maker.tally == tally


@pytest.mark.parametrize("family", ["aquarium", "thermometers", "nonogram", "sudoku"])
def test_what_is_made_is_unique_as_two_engines_say(family):
    size = (6, 6) if family == "sudoku" else (7, 8)
    for made in Maker(family, size, seed=3, count=3, difficulty="any"):
        assert made.unique
        assert made.found_by.split("/")[0] != made.proved_by.split("/")[0]
        assert accord.unique(made.puzzle, backend="sat").answer == "unique"
        assert made.rating == rating(made.puzzle.model)
        assert (
            accord.load(puzzle_text(made.puzzle, "line")).model.low.tolist() == made.puzzle.model.low.tolist()
        )


def test_the_same_seed_gives_the_same_puzzles_however_many_are_made():
    few = [made.puzzle.spec for made in Maker("aquarium", (8, 8), seed=5, count=2)]
    many = [made.puzzle.spec for made in Maker("aquarium", (8, 8), seed=5, count=4)]
    assert many[:2] == few
    assert len({spec.tanks for spec in many}) == 4


def test_several_solutions_are_passed_over_only_if_that_is_asked():
    maker = Maker("aquarium", (10, 10), count=4, more={"tanks": 30})
    assert all(accord.unique(made.puzzle, backend="sat").answer == "unique" for made in maker)
    assert maker.tally.several > 0
    anyhow = Maker("aquarium", (10, 10), count=4, unique=False, more={"tanks": 30})
    assert [made.tries for made in anyhow] == [1] * 4


@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard"])
def test_puzzles_are_as_hard_as_is_wanted(difficulty):
    (made,) = Maker("aquarium", (10, 10), difficulty=difficulty, more={"tanks": 26})
    assert made.rating is not None
    assert rating(made.puzzle.model).level in DIFFICULTIES[difficulty]


def test_engines_that_disagree_are_told_of(monkeypatch):
    maker = Maker("aquarium", (5, 5))
    monkeypatch.setattr(maker, "_alone", lambda puzzle, but="": ("", "") if but else ("cpsat", "cp-sat"))
    with pytest.raises(EngineError, match="finds one solution"):
        list(maker)


def test_an_engine_that_refuses_is_passed_over(monkeypatch):
    monkeypatch.setattr(Native, "refusal", lambda *_: "not today")
    (made,) = Maker("aquarium", (5, 5))
    assert (made.found_by, made.proved_by) == ("cpsat/cp-sat", "sat/cadical195")


def test_a_draw_without_a_puzzle_is_a_try(monkeypatch):
    """The generator finds nothing in two draws of three: others are tried, as often as is asked."""
    from accord.families.sudoku.generate import generate as real
    from accord.puzzles import table

    draws = []

    def seldom(seed, size):
        draws.append(seed)
        if len(draws) % 3:
            raise NotDrawnError("clues: found no puzzle with 24; expected more clues")
        return real(seed, size)

    record = replace(table.family("sudoku"), random=Random(generate=seldom))
    monkeypatch.setattr(table, "family", lambda name: record)
    maker = Maker("sudoku", (4, 4), count=2)
    assert [made.tries for made in maker] == [3, 3]
    assert (maker.tally.tries, maker.tally.empty) == (6, 4)
    draws.clear()
    with pytest.raises(
        StoppedError, match=r"expected more clues, or more tries than 2 \(--tries\)"
    ) as stopped:
        list(Maker("sudoku", (4, 4), tries=2))
    assert (stopped.value.exit_code, len(draws)) == (5, 2)
    monkeypatch.setattr(making, "MOST_EMPTY", 1)
    draws.clear()
    with pytest.raises(StoppedError, match="more tries than 1"):
        list(Maker("sudoku", (4, 4)))


def test_a_format_that_the_family_lacks_is_refused_before_the_work(tmp_path, monkeypatch):
    from accord.cli.generate import generate as command

    monkeypatch.setattr(Maker, "_make", lambda *_: pytest.fail("it worked"))
    for words in (["--format", "url"], ["-o", str(tmp_path / "x.url")]):
        done = CliRunner().invoke(command, ["kakurasu", "--size", "9x9", *words])
        assert "has no format 'url'; there are " in str(done.exception)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("form", "reading"), [("url", "adjacent"), ("line", "body")])
def test_what_a_format_cannot_say_is_refused_before_the_work(tmp_path, monkeypatch, form, reading):
    monkeypatch.setattr(Maker, "_make", lambda *_: pytest.fail("it worked"))
    file = tmp_path / "kept.txt"
    file.write_text("mine")
    words = ["--size", "6x6", "--set", f"reading={reading}", "--format", form, "-o", file]
    done = called("generate", "aquarium", *words)
    assert done.returncode == 2
    assert re.search(f"(this puzzle has|reading: found) {reading!r}", done.stderr)
    assert file.read_text() == "mine"


def test_the_first_draw_is_drawn_once(monkeypatch):
    draws = []
    monkeypatch.setattr(Maker, "_draw", lambda *_, drawn=Maker._draw: draws.append(1) or drawn(*_))
    maker = Maker("nonogram", (3, 3), unique=False, count=2)
    first, _ = maker
    assert first.puzzle == maker.first
    assert len(draws) == 2


def test_a_backend_that_takes_long_is_no_wait(monkeypatch):
    monkeypatch.setattr(making, "_backends", lambda: ["endless", "cpsat", "sat"])
    monkeypatch.setattr(making, "FIRST_PATIENCE", 0.1)
    shown = set()
    (made,) = Maker("aquarium", (5, 5), progress=lambda tally: shown.add(tally.doing))
    assert (made.found_by, made.proved_by) == ("cpsat/cp-sat", "sat/cadical195")
    assert {"drawing", "building the model", "asking endless/recursive"} <= shown


def test_limits_end_the_wait_for_a_drawing(monkeypatch):
    drawn = threading.Event()
    maker = Maker("aquarium", (5, 5), cancel=Later(5))
    monkeypatch.setattr(maker, "_generator", lambda *_: drawn.wait())
    with pytest.raises(StoppedError, match="cancelled: 0 of 1 made"):
        list(maker)
    drawn.set()


def test_what_cannot_be_asked():
    with pytest.raises(UsageError, match="did you mean 'tanks'"):
        Maker("aquarium", (5, 5), more={"tank": 3})
    with pytest.raises(UsageError, match="has no generator"):
        Maker("queens", (5, 5))
    with pytest.raises(UsageError, match="unknown rating 'fiendish'"):
        Maker("aquarium", (5, 5), difficulty="fiendish")


def test_ctrl_c_and_limits_keep_what_was_made(monkeypatch):
    cancel = threading.Event()
    asked = ("aquarium", (5, 5))
    made = []
    with pytest.raises(StoppedError, match="cancelled: 2 of 9 made") as stopped:
        made += (cancel.set() if one.number == 2 else one for one in Maker(*asked, count=9, cancel=cancel))
    assert stopped.value.exit_code == 130
    monkeypatch.setattr(making, "MOST_TRIES", 3)
    with pytest.raises(StoppedError, match="no expert puzzle in 3 tries"):
        list(Maker("aquarium", (3, 3), difficulty="expert"))


@pytest.mark.parametrize("family", ["aquarium", "thermometers", "nonogram", "sudoku"])
def test_model_files_and_lines_are_read_back(family, tmp_path):
    (made,) = Maker(family, (1, 7) if family == "thermometers" else (6, 6))
    path = tmp_path / "made.toml"
    path.write_text(puzzle_text(made.puzzle, "toml") + "\n")
    for back in (accord.load(str(path)), accord.load(puzzle_text(made.puzzle, "line"))):
        for table in ("start", "item", "amount", "low", "high"):  # names of tanks may be letters
            assert np.array_equal(getattr(back.model, table), getattr(made.puzzle.model, table))


def test_formats_of_aquariums_are_not_for_others():
    (made,) = Maker("nonogram", (4, 4))
    with pytest.raises(UsageError, match="has no format 'aqt'"):
        puzzle_text(made.puzzle, "aqt")


# -- the commands ----------------------------------------------------------------------------------


def invoke(command, *arguments):
    from click.testing import CliRunner

    done = CliRunner().invoke(command, [str(argument) for argument in arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def test_generate_writes_lines_files_and_json(tmp_path):
    from accord.cli.generate import generate as command

    asked = ("aquarium", "--size", "7x5", "--number", 2, "--seed", 4)
    lines = invoke(command, *asked, "-q").stdout.splitlines()
    assert [accord.load(line).model.items > 0 for line in lines] == [True, True]
    done = invoke(command, *asked, "-q", "-o", f"{tmp_path}/new/", "--json")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    for number, record in enumerate(records, start=1):
        path = tmp_path / "new" / f"aquarium-7x5-4-{number}.toml"
        assert accord.load(str(path)).spec.rows == accord.load(lines[number - 1]).spec.rows
        assert record["unique"]
        assert record["puzzle"] + "\n" == path.read_text()
    done = invoke(command, *asked, "-o", tmp_path / "all.aqt")
    assert "2 of 2 made" in done.stderr
    assert (tmp_path / "all.aqt").read_text().count("puzzle aquarium-7x5-4-") == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--size", "7x"), "expected columns x rows"),
        (("--size", "7x7", "--set", "tanks"), "expected KEY=VALUE"),
        (("--size", "7", "--rating", "hrd"), "did you mean 'hard'?"),
    ],
)
def test_generate_refuses_what_it_cannot_read(arguments, message):
    from accord.cli.generate import generate as command

    done = invoke(command, "aquarium", *arguments)
    assert done.exit_code == 2
    assert message in done.output


def test_hint_and_rate_say_what_is_forced_and_how_hard_it_is(tmp_path):
    from accord.cli.hint import hint
    from accord.cli.rate import rate

    one = invoke(hint, "aquarium-6x6").stdout
    assert one.startswith("1. bounds: ")
    assert "+" in one or "-" in one
    hints = [
        json.loads(line) for line in invoke(hint, "aquarium-6x6", "--all", "--jsonl").stdout.splitlines()
    ]
    assert [record["number"] for record in hints] == list(range(1, len(hints) + 1))
    puzzle = accord.load("aquarium-6x6")
    (solution,) = accord.unique(puzzle).solutions
    assert set().union(*(record["chosen"] for record in hints)) == set(solution.names)
    second = json.loads(invoke(hint, "aquarium-6x6", "--after", 1, "--jsonl").stdout)
    assert second == hints[1]
    assert "no solution" in invoke(hint, "aquarium-6x6", "--known", "/".join(["######"] * 6)).stdout
    path = tmp_path / "many.txt"
    path.write_text("nonogram:2x2:1;1;1;1\nnonogram:2x2:2;1;2;1\n")
    first, second = invoke(rate, path, "--json").stdout.splitlines()
    assert json.loads(first)["rating"] == "search"
    assert json.loads(second)["rating"] == "bounds"


ASKED = {  # what is asked besides the size 4x4 and the seed 7, and what the name has of it
    "": ({}, ""),
    "easy": ({"difficulty": "easy"}, "easy-"),
    "easy to hard": ({"difficulty": "easy-hard"}, "easy-hard-"),
    "rated": ({"difficulty": "any"}, ""),
    "any": ({"unique": False}, "any-"),
    "walls": ({"more": {"walls": 0.5}}, "[0-9a-f]{8}-"),
    "few walls": ({"more": {"walls": 0.0}, "unique": False}, "any-[0-9a-f]{8}-"),
    "half-turn": ({"symmetry": "half-turn"}, "[0-9a-f]{8}-"),
    "without": ({"without": ("4",)}, "[0-9a-f]{8}-"),
    "all": ({"symmetry": "half-turn", "without": ("4",), "difficulty": "easy"}, "easy-[0-9a-f]{8}-"),
}


def test_a_name_has_all_that_decides_the_puzzle(tmp_path):
    names = {}
    for what, (asked, part) in ASKED.items():
        made = next(iter(Maker("akari", (4, 4), seed=7, **asked)))
        assert re.fullmatch(f"akari-4x4-{part}7-1", made.name), (what, made.name)
        assert made.puzzle.name == made.name
        names[what] = made.name
    assert names.pop("rated") == names[""]
    assert len({*names.values()}) == len(names)


def test_a_name_depends_on_the_puzzles_that_it_must_be_no_twin_of(tmp_path):
    names = set()
    for number, line in enumerate(["", "akari:.1./x../..2\n", "akari:.2./x../..2\n"]):
        path = tmp_path / f"{number}.txt"
        path.write_text(line or "# none\nqueens:4\n")
        names.add(next(iter(Maker("akari", (4, 4), seed=7, not_in=(str(path),)))).name)
    assert len(names) == 3
    assert "akari-4x4-7-1" not in names
