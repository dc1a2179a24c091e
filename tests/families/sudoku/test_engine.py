"""The sudoku engine: which models it takes, agreement with others, and batches of many puzzles."""

import json
import random
from dataclasses import replace
from subprocess import PIPE

import numpy as np
import pytest
from click.testing import CliRunner
from processes import started

import accord
from accord.backends import table
from accord.backends.contract import Request
from accord.batch import lines, solve_one
from accord.cli.main import accord as command
from accord.errors import EngineError, RefusedError
from accord.families.sudoku import many as sudoku_many
from accord.families.sudoku.many import cut
from accord.kernels import load
from accord.model.data import with_origin
from accord.runner.query import ask
from accord_compare.sudoku import texts

PUZZLES = texts()
UNITS = "rcb"


def named_model(givens="." * 81, *, drop=(), extra=()):
    """The model as the names of its items and options say it, made here and not by the family."""
    items = [f"r{r}c{c}" for r in range(1, 10) for c in range(1, 10)]
    items += [f"{unit}{n}={d}" for unit in UNITS for n in range(1, 10) for d in range(1, 10)]
    options = {}
    for cell, given in enumerate(givens):
        row, column = divmod(cell, 9)
        box = row // 3 * 3 + column // 3
        for d in range(1, 10):
            name = f"r{row + 1}c{column + 1}={d}"
            if given in (".0" + str(d)) and name not in drop:
                options[name] = [
                    f"r{row + 1}c{column + 1}",
                    *(f"{unit}{n + 1}={d}" for unit, n in zip(UNITS, (row, column, box), strict=True)),
                ]
    options |= dict(extra)
    return placed(accord.Model.build(items=items, options=options, order=items[:81], family="sudoku"))


def placed(model):
    """With the cell and the digit of each option, by its name."""
    names = [name if "=" in name else "r1c1=1" for name in model.names]
    return with_origin(model, None, [(9 * int(name[1]) + int(name[3]) - 10, int(name[5])) for name in names])


def fewer_clues(text, number, seed=0):
    given = [at for at, sign in enumerate(text) if sign not in ".0"]
    for at in random.Random(seed).sample(given, number):
        text = text[:at] + "0" + text[at + 1 :]
    return text


def taken(model, **asked):
    return table.backend("native").refusal(model, Request(task="count", engine="sudoku", **asked))


def test_it_is_the_first_choice_and_its_solution_is_right():
    puzzle = accord.load(f"sudoku:{PUZZLES[0]}")
    outcome = accord.unique(puzzle)
    assert (outcome.engine, outcome.answer, outcome.count) == ("sudoku", "unique", 1)
    assert outcome.solutions[0].names == accord.unique(puzzle, backend="sat").solutions[0].names
    assert taken(puzzle.model) is None
    first = accord.first(named_model(PUZZLES[0]))
    assert (first.engine, first.solutions[0].names) == ("sudoku", outcome.solutions[0].names)


@pytest.mark.parametrize("seed", range(3))
def test_it_agrees_with_cells_and_sat(seed):
    grid = accord.first(accord.load(f"sudoku:{PUZZLES[seed]}")).solutions[0].names
    clues = random.Random(seed).sample(grid, 27)
    text = ["."] * 81
    for name in clues:
        text[(int(name[1]) - 1) * 9 + int(name[3]) - 1] = name[-1]
    model = accord.load(f"sudoku:{''.join(text)}").model
    ours = accord.count(model, engine="sudoku", backend="native", with_digest=True)
    others = [
        accord.count(model, backend="native", engine="cells", with_digest=True),
        accord.count(model, backend="sat", with_digest=True),
    ]
    assert ours.count > 1
    assert {(other.count, other.digest) for other in others} == {(ours.count, ours.digest)}


def test_pencil_marks_split_the_count():
    text = fewer_clues(PUZZLES[0], 1)
    whole = accord.count(named_model(text), backend="native")
    cell = text.index("0")
    name = f"r{cell // 9 + 1}c{cell % 9 + 1}"
    low = [f"{name}={digit}" for digit in range(1, 5)]
    high = [f"{name}={digit}" for digit in range(5, 10)]
    parts = [accord.count(named_model(text, drop=dropped), backend="native") for dropped in (low, high)]
    assert {part.engine for part in parts} <= {"sudoku", "components"}  # where all is forced
    assert sum(part.count for part in parts) == whole.count > 1


def test_workers_find_the_same():
    model = named_model(fewer_clues(PUZZLES[0], 1))
    alone = accord.count(model, backend="native", with_digest=True)
    shared = accord.count(model, backend="native", with_digest=True, workers=2)
    assert (shared.count, shared.digest, shared.engine) == (alone.count, alone.digest, "sudoku")


@pytest.mark.full
def test_a_search_is_resumed_from_each_of_its_states():
    grid = "".join(name[-1] for name in sorted(accord.first(named_model(PUZZLES[0])).solutions[0].names))
    model = named_model(grid[:36] + "." * 45)
    whole = accord.count(model, backend="native").count
    asked = Request(task="count", solutions=False, save_when=lambda: True)
    found, states = 0, []
    for step in table.backend("native").search(model, asked):
        found += step.count
        if step.state is not None:
            states.append((found, step.state))
    assert found == whole
    assert len({before for before, _ in states}) > 3
    for before, state in states[:: max(1, len(states) // 3)]:
        rest = list(table.backend("native").search(model, replace(asked, resume=state)))
        assert rest[-1].complete
        assert before + sum(step.count for step in rest) == whole


def test_jobs_are_disjoint_and_have_everything():
    whole = np.ones((81, 9), np.bool_)
    boards = cut(whole, 50)
    assert len(boards) >= 50
    fixed = {tuple(np.argwhere(board.sum(axis=1) == 1).ravel().tolist()) for board in boards}
    assert len(fixed) == 1  # the same cells, so two boards differ in the digit of one
    (cells,) = fixed
    assert len({tuple(board[list(cells)].argmax(axis=1).tolist()) for board in boards}) == len(boards)


def test_what_it_does_not_take():
    whole = named_model()
    assert taken(whole) is None
    lists = {name: [whole.item_names[i] for i in whole.items_of(o)] for o, name in enumerate(whole.names)}
    wrong_box = {**lists, "r1c1=1": ["r1c1", "r1=1", "c1=1", "b2=1"]}
    assert "r1c1=1" in taken(rebuilt(wrong_box))
    assert "r5c5=3" in taken(rebuilt({**lists, "r5c5=3": ["r5c5", "r5=3", "c5=3", "b5=4"]}))
    assert "four" in taken(rebuilt({**lists, "r1c1=1": ["r1c1", "r1=1", "c1=1"]}))
    assert "twice" in taken(rebuilt({**lists, "again": lists["r1c1=1"]}))
    assert "324" in taken(accord.load("sudoku:" + "." * 16).model)
    assert "324" in taken(accord.load("sudoku:x:" + "." * 81).model)
    jigsaw = "".join("abcdefghi"[(cell // 9)] for cell in range(81))
    assert taken(accord.load(f"sudoku:{jigsaw}:" + "." * 81).model)
    assert "family" in taken(replace(whole, family=""))
    assert "no option says which digit" in taken(replace(whole, origin=None))
    assert "objective" in taken(replace(whole, objective=np.arange(729)))
    assert "start" in taken(whole, root=0)
    with pytest.raises(RefusedError):
        accord.count(rebuilt(wrong_box), backend="native", engine="sudoku")


def rebuilt(options):
    whole = named_model()
    return placed(accord.Model.build(items=list(whole.item_names), options=options, family="sudoku"))


def test_an_item_without_options_has_no_solution():
    outcome = accord.count(named_model(drop=[f"r1c1={digit}" for digit in range(1, 10)]), backend="native")
    assert (outcome.count, outcome.exact) == (0, True)


# -- many at once ------------------------------------------------------------------------------------

SEVERAL = fewer_clues(PUZZLES[0], 1)
IMPOSSIBLE = "55" + "." * 79
MIXED = [PUZZLES[0], SEVERAL, IMPOSSIBLE, "x:" + "." * 81, "1" * 80 + "x", *PUZZLES[1:9], "." * 81]


def test_a_group_tells_what_single_runs_tell():
    puzzles = [(text, accord.load(f"sudoku:{text}")) for text in (PUZZLES[0], SEVERAL, IMPOSSIBLE)]
    for (name, puzzle), line in zip(puzzles, lines(puzzles, {}), strict=True):
        alone = solve_one(name, puzzle, ask("unique", {}))
        for field in alone.__struct_fields__:
            if field not in ("seconds", "effort"):
                assert getattr(line, field) == getattr(alone, field), field


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_file_of_many(tmp_path, workers):
    file = tmp_path / "many.txt"
    file.write_text("\n".join(MIXED) + "\n")
    result = CliRunner().invoke(command, ["solve", str(file), "--jsonl", "--workers", str(workers)])
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["puzzle"].rpartition(":")[2] for line in told] == [str(n) for n in range(1, len(MIXED) + 1)]
    answers = [line["answer"] if not line.get("fault") else "faulty" for line in told]
    assert answers == ["unique", "several", "impossible", "several", "faulty", *["unique"] * 8, "several"]
    assert [line["engine"] for line in told[5:]] == ["sudoku"] * 9
    assert told[3]["engine"] != "sudoku"
    assert told[2]["clash"]
    assert result.exit_code == 3
    differing = [
        f"r{at // 9 + 1}c{at % 9 + 1}"
        for at, (one, other) in enumerate(
            zip("".join(told[1]["solution"]), "".join(told[1]["other"]), strict=True)
        )
        if one != other
    ]
    assert told[1]["cells"] == differing != []


def test_groups_do_not_wait_for_a_slow_writer():
    """A puzzle that is not ready is not waited for: all before it have their lines."""
    told = []

    def writer():
        for number, text in enumerate(PUZZLES[:8]):
            assert len(told) == number
            yield text, accord.load(f"sudoku:{text}")

    for line in lines(writer(), {}, ready=lambda: False):
        told.append(line)
    assert len(told) == 8


@pytest.mark.parametrize(
    "asked", [{"backend": "sat"}, {"engine": "cells", "backend": "native"}, {"time_limit": 0.9}]
)
def test_who_was_asked_for_solves_it(asked):
    (line,) = lines([("a", accord.load(f"sudoku:{PUZZLES[0]}"))], asked)
    assert line.answer == "unique"
    assert line.backend == asked.get("backend", "native")
    assert line.seconds.build > 0  # a model was built


def test_what_is_too_hard_for_a_group_is_searched_alone(monkeypatch):
    monkeypatch.setattr(sudoku_many, "NODES", 1)
    puzzles = [(text, accord.load(f"sudoku:{text}")) for text in PUZZLES[:20]]
    told = list(lines(puzzles, {}))
    assert [line.answer for line in told] == ["unique"] * 20
    assert any(line.seconds.build > 0 for line in told)


@pytest.mark.parametrize("fault", ["swapped", "other givens", "the same twice"])
def test_a_kernel_that_is_wrong_is_noticed(monkeypatch, fault):
    true = load("accord_native.sudoku.search", "several")

    def several(puzzles, most, counts, first, second, nodes, scratch):
        true(puzzles, most, counts, first, second, nodes, scratch)
        if fault == "swapped":
            first[0, [0, 1]] = first[0, [1, 0]]
        elif fault == "other givens":
            first[0] = first[0] % 9 + 1
        else:
            counts[0], second[0] = 2, first[0]

    monkeypatch.setattr(sudoku_many, "load", lambda *_: several)
    with pytest.raises(EngineError):
        list(lines([("a", accord.load(f"sudoku:{PUZZLES[0]}"))], {}))


@pytest.mark.full
def test_a_line_is_answered_before_the_next_is_written():
    with started("-m", "accord", "solve", "-", "--jsonl", stdin=PIPE, stderr=None, text=False) as process:
        for text in PUZZLES[:5]:
            process.stdin.write(text.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["answer"] == "unique"
        process.stdin.close()
        assert process.stdout.read() == b""
