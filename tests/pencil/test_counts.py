"""The families beside their referees: of small puzzles drawn at random, both have the same solutions."""

from io import BytesIO

import pytest
from kinds import KINDS, of
from kinds.blocks import DATA, read, real, real_text
from looped import looped
from profiles import PROFILE
from refereed import BACKENDS, compared, one_puzzle

import accord
from accord.puzzles import blocks, table, writing
from accord.puzzles.puzzle import Puzzle

#: small puzzles of each kind
SEEDS = {"fast": 8, "full": 12}.get(PROFILE, 200)
#: rows and columns of puzzles at random, where 6 and 6 will not do
SIZES = {"dominosa": (4, 5)}


@looped("kind", KINDS, parts=4)
def test_a_family_has_the_solutions_that_brute_force_finds(kind):
    seeds = range(SEEDS)
    held = [
        compared(kind, of(kind).small(seed), BACKENDS if seed % 5 == 0 else BACKENDS[:1]) for seed in seeds
    ]
    assert len(held) - held.count(None) > 0.6 * SEEDS
    for lines in of(kind).ROW.also:
        assert compared(kind, one_puzzle(kind, lines), BACKENDS)


@pytest.mark.parametrize(
    ("kind", "reading"), [(kind, reading) for kind in KINDS for reading in of(kind).READINGS]
)
def test_a_reading_has_the_solutions_that_brute_force_finds(kind, reading):
    held = [compared(kind, of(kind).small(seed), BACKENDS, **{reading: True}) for seed in range(8)]
    assert any(held)


@pytest.mark.full
@pytest.mark.parametrize("kind", [kind for kind in KINDS if of(kind).ROW.half_made])
def test_two_backends_count_a_half_made_puzzle_alike(kind):
    text, second, number = of(kind).ROW.half_made
    for backend in ("native", second):
        outcome = accord.count(accord.load(f"{kind}:{text}"), backend=backend)
        assert (outcome.status, outcome.count) == ("complete", number), backend


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in KINDS if of(kind).ROW.published])
def test_two_backends_count_a_half_made_puzzle_of_published_size_alike(kind):
    text, number = of(kind).ROW.published
    for backend in ("sat", "native"):
        outcome = accord.count(accord.load(f"{kind}:{text}"), backend=backend)
        assert (outcome.status, outcome.count) == ("complete", number), backend


#: kinds of which the real puzzles take seconds, and minutes
LONG = dict.fromkeys(("hashi", "heyawake", "masyu", "nurikabe", "slitherlink", "yajilin"), pytest.mark.full)
LONG |= dict.fromkeys(("fillomino", "numberlink"), pytest.mark.slow)


@pytest.mark.skipif(DATA is None, reason="the real puzzles are not beside the project")
@pytest.mark.parametrize("kind", [pytest.param(kind, marks=LONG.get(kind, ())) for kind in KINDS])
def test_a_family_finds_the_stated_solution_of_real_puzzles_and_no_other(kind):
    referee = of(kind)
    read = dict(blocks.puzzles(BytesIO(real_text(kind).encode())))
    for asked in real(kind):
        puzzle = read[asked.name]
        outcome = accord.unique(puzzle)
        assert outcome.answer == "unique", asked.name
        found = puzzle.record.texts.block.solution.rows(puzzle, outcome.solutions[0].options)
        assert referee.broken(asked, found) is None, asked.name
        assert referee.plain(asked, found) == referee.plain(asked, asked.solution), asked.name


@pytest.mark.full
@looped("kind", KINDS, parts=2)
def test_what_a_family_makes_has_a_solution_that_its_referee_accepts(kind):
    record = table.family(kind)
    for seed in range(3 if PROFILE == "thorough" else 1):
        spec = record.random.generate(seed, SIZES.get(kind, (6, 6)))
        puzzle = Puzzle(family=kind, spec=spec, name=f"made-{seed}")
        outcome = accord.unique(puzzle)
        assert outcome.answer == "unique"
        found = record.texts.block.solution.rows(puzzle, outcome.solutions[0].options)
        (asked,) = read(writing.puzzle_text(puzzle, "block"))
        assert of(kind).broken(asked, found) is None
