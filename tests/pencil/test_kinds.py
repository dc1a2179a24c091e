"""Every kind of pencil puzzle: what is derived from its page holds together, for puzzles that it makes."""

import pickle
import re
from functools import cache
from io import BytesIO

import pytest
from pencil_kinds import KINDS, SIZES, kind_of

import accord
from accord.errors import StoppedError
from accord.pencil import Problem, instance
from accord.puzzles import blocks, table, writing
from accord.puzzles.hints import reasoner as hints_reasoner
from accord.puzzles.hints import sentence
from accord.puzzles.partial_board import Known, PartialBoard
from accord.puzzles.puzzle import Puzzle
from accord.runner.gather import seeking

BACKENDS = ("native", "cpsat", "sat")
STEPS = 80  # of a puzzle's hints that are looked at


@cache
def made(name):
    """A puzzle that the kind makes, with its only solution."""
    spec = table.family(name).random.generate(7, SIZES.get(name, (5, 5)))
    found = Puzzle(family=name, spec=spec, name="made")
    (solution,) = accord.unique(found).solutions
    return found, solution


@pytest.mark.full
@pytest.mark.parametrize("name", KINDS)
def test_what_is_made_has_one_solution_by_every_backend_and_is_made_again(name):
    puzzle, solution = made(name)
    for backend in BACKENDS:
        outcome = accord.unique(puzzle, backend=backend)
        assert outcome.answer == "unique"
        assert outcome.solutions[0].options == solution.options
    size = SIZES.get(name, (5, 5))
    assert puzzle.record.random.generate(7, size) == puzzle.spec
    assert any(puzzle.record.random.generate(seed, size) != puzzle.spec for seed in (8, 9))


@pytest.mark.parametrize("name", KINDS)
def test_what_is_written_is_read_back(name, tmp_path):
    puzzle, solution = made(name)
    texts = puzzle.record.texts
    assert texts.parse(texts.emit(puzzle.spec)) == puzzle.spec
    path = tmp_path / "one.toml"
    path.write_text(writing.puzzle_text(puzzle, "toml"))
    read = accord.load(path)
    assert read.spec == puzzle.spec
    assert read.rule == kind_of(name).rule
    rows = texts.block.solution.rows(puzzle, solution.options)
    stated = Puzzle(family=name, spec=puzzle.spec, name="made", stated=rows)
    ((called, again),) = blocks.puzzles(BytesIO(writing.puzzle_text(stated, "block").encode()))
    assert (called, again.stated) == ("made", rows)
    model = again.model
    assert (model.item_names, model.names) == (puzzle.model.item_names, puzzle.model.names)


@pytest.mark.parametrize("name", KINDS)
def test_a_stated_solution_is_the_solution(name):
    puzzle, solution = made(name)
    stated = puzzle.record.texts.block.solution
    rows = stated.rows(puzzle, solution.options)
    assert all(stated.allows(word) for row in rows for word in row)
    chosen, closed = stated.options(puzzle, rows)
    assert chosen or closed
    assert set(chosen) <= set(solution.options)
    assert not set(closed) & set(solution.options)


@pytest.mark.parametrize("name", KINDS)
def test_a_puzzle_goes_to_other_processes(name):
    puzzle, solution = made(name)
    again = pickle.loads(pickle.dumps(puzzle))
    assert again.spec == puzzle.spec
    assert accord.unique(again).solutions[0].options == solution.options


@pytest.mark.parametrize("name", KINDS)
def test_its_picture_is_drawn_and_shows_the_solution(name):
    puzzle, solution = made(name)
    empty, solved = puzzle.picture(), puzzle.picture(solution)
    shown = [(each.signs, each.regions, each.network) for each in (empty, solved)]
    assert shown[0] != shown[1]
    assert str(empty) != str(solved)
    assert empty.signs.keys() == solved.signs.keys()
    assert puzzle.draw(solution).svg() != puzzle.draw().svg()


@pytest.mark.parametrize("name", KINDS)
def test_a_half_solved_board_is_read_back(name):
    puzzle, solution = made(name)
    board = PartialBoard(puzzle)
    chosen = [option for option in solution.options if any(option in of for of in board._of.values())]
    drawn = board.picture(Known(chosen[::2], ()))
    lines = ["".join(sign[-1] for sign in row) for row in _rows(drawn.signs)]
    text = "\n".join(lines) if drawn.network is None else str(drawn)
    if chosen:
        assert set(board.read(text)[0]) <= set(solution.options)
    if drawn.network is not None:
        assert set(chosen[::2]) <= set(board.read(text)[0])
        half = Known(solution.options[::2], [o for o in range(0, puzzle.model.options, 3)
                                             if o not in solution.options])  # fmt: skip
        told = board.read(str(board.picture(half)))
        assert told[1]
        assert board.known_signs(half.chosen, half.closed).items() <= board.known_signs(*told).items()


def _rows(signs):
    rows = {}
    for (_, row, _), sign in sorted(signs.items()):
        rows.setdefault(row, []).append(sign)
    return rows.values()


@pytest.mark.parametrize("name", KINDS)
def test_hints_are_true_and_in_words_of_the_kind(name):
    puzzle, solution = made(name)
    reasoner = hints_reasoner(puzzle, seek=seeking(puzzle.model, lambda: False))
    told = set()
    for number, step in enumerate(reasoner.steps()):
        assert set(step.chosen) <= set(solution.options)
        assert not set(step.closed) & set(solution.options)
        said = sentence(puzzle, reasoner.model, step)
        assert not re.search(r"chosen|closed|option|`|[<>=]=|\([0-9<>]", said), said
        told.add(said)
        if number > STEPS:
            break
    assert told


@pytest.mark.parametrize("name", KINDS)
def test_marks_are_cells_of_the_items(name):
    puzzle, _ = made(name)
    for item in range(0, puzzle.model.items, 7):
        picture = puzzle.record.shown.marks(puzzle.spec, puzzle.model, [item], "?")
        assert picture is None or "?" in picture.signs.values()


@pytest.mark.parametrize("name", KINDS)
def test_rules_are_told_and_cost_what_the_model_has(name):
    puzzle, _ = made(name)
    rules = puzzle.record.shown.rules(puzzle.spec, puzzle.model)
    assert len(rules) == puzzle.model.items
    costs = [*puzzle.record.made.costs(puzzle.spec)]
    assert sum(cost.rows for cost in costs) == puzzle.model.items
    assert {rule for rule in rules if rule} <= {cost.rule for cost in costs}


@pytest.mark.parametrize("name", KINDS)
def test_an_example_has_one_solution_and_the_rule_ends(name):
    kind = kind_of(name)
    assert (
        accord.unique(f"{name}:{kind.example}" and accord.load(f"{name}:{kind.example}")).answer == "unique"
    )
    assert kind.rule.endswith(".")
    assert not kind.source.endswith(".")


@pytest.mark.parametrize("name", KINDS)
def test_a_generator_says_what_it_takes(name):
    from accord.generate import Maker

    size = SIZES.get(name, (6, 6))
    maker = Maker(name, size, seed=3, time_limit=60)
    made = next(iter(maker))
    assert made.unique
    assert made.found_by.split("/")[0] != made.proved_by.split("/")[0]
    with pytest.raises(accord.UsageError, match="its generator takes"):
        Maker(name, size, more={"bogus": 1})
    with pytest.raises((accord.UsageError, StoppedError)):
        table.family(name).random.generate(1, (0, 6))


def test_the_graph_of_a_blank_board_is_made_once(monkeypatch):
    """Of boards of one size the cells are joined once, however many puzzles there are."""
    instance._graph_of_cells.cache_clear()
    instance._graph_of_sides.cache_clear()
    graphs = [instance.Instance("", (7, 6), {}).graph for _ in range(3)]
    assert graphs[0] is graphs[2]
    sides = [instance.Instance("", (7, 6), {}).sides(Problem()).graph for _ in range(3)]
    assert sides[0] is sides[2]
    holed = instance.Instance("", (7, 6), {}, holes=[(0, 0)]).graph
    assert (0, 0) not in holed.number
    assert len(holed.edges) == len(graphs[0].edges) - 2
    monkeypatch.setattr(instance, "MOST_KEPT", 41)  # a large board is not kept
    large = [instance.Instance("", (7, 6), {}) for _ in range(2)]
    assert large[0].graph == large[1].graph == graphs[0]
    assert large[0].graph is not large[1].graph
    assert large[0].sides(Problem()).graph is not large[1].sides(Problem()).graph
