"""Every tracer tells the same kind of events: they are held against engines, hints, plans and brute force."""

import numpy as np
import pytest
from brute_force import all_solutions
from commands import called
from hypothesis import given as drawn
from random_models import models
from waiting import Later

import accord
from accord.errors import RefusedError, StoppedError, UsageError
from accord.plans.check import replay
from accord.trace import KINDS, Pictures, of
from accord.trace.items import Items


def solutions(events):
    """The solutions that are shown. Counters go up with their events, and taking off goes back."""
    found, boards, last = [], [], None
    for event in events:
        match event.kind:
            case "begin":
                boards.append(event.chosen)
            case "place":
                boards.append(last.chosen)
                assert event.chosen == (*last.chosen, event.option)
            case "forced":
                assert event.chosen == (*last.chosen, event.option)
            case "remove":
                assert event.chosen == boards.pop()
            case _:
                assert event.chosen == last.chosen
                found += [tuple(sorted(event.chosen))] if event.kind == "solution" else []
        if last is not None:
            assert event.nodes - last.nodes == (event.kind == "place")
            assert event.dead_ends - last.dead_ends == (event.kind == "dead end")
            assert event.solutions - last.solutions == (event.kind == "solution")
        assert event.depth == len(boards) - 1
        last = event
    return found


@drawn(models())
def test_the_plain_search_meets_each_solution_of_any_model_once(model):
    assert sorted(solutions(Items(model))) == sorted(all_solutions(model))


@pytest.mark.parametrize(
    "name", ["queens:6", "sudoku-4x4", "nonogram-cup", "aquarium-15x15-hard", "template"]
)
def test_what_window_refuses_is_searched_item_by_item(name):
    puzzle = accord.load(name)
    trace = of(puzzle)
    assert (trace.tracer, "window" in trace.why) == ("items", True)
    wanted = [solution.options for solution in accord.solutions(puzzle)]
    assert sorted(solutions(trace)) == sorted(wanted)


def test_what_a_puzzle_gives_is_on_the_board_from_the_beginning():
    puzzle = accord.load("sudoku-17")
    first = next(iter(of(puzzle)))
    assert (first.kind, list(first.chosen)) == ("begin", puzzle.given)


def test_a_limit_ends_the_plain_search():
    assert len(solutions(of(accord.load("queens:8"), limit=5))) == 5


def test_the_search_of_a_puzzle_is_that_of_its_reduced_model_in_its_own_options():
    puzzle = accord.load("tetrahexes-4x7")
    assert puzzle.model.reduced[0].options < puzzle.model.options
    trace = of(puzzle)
    *_, last = found = [event for event in trace if event.kind == "solution"]
    assert trace.tracer == "window"
    assert sorted(tuple(sorted(event.chosen)) for event in found) == sorted(
        solution.options for solution in accord.solutions(puzzle)
    )
    assert Pictures(puzzle)(last) == puzzle.picture(last.chosen)


def test_the_item_that_goes_first_has_a_name():
    puzzle = accord.load("tetrahexes-4x7")
    item = puzzle.model.item_names[-1]
    first = next(event for event in of(puzzle, root=item) if event.kind == "place")
    assert item in puzzle.model.option_name(first.option)
    with pytest.raises(UsageError, match="is no item"):
        of(puzzle, root="nobody")


def test_the_steps_of_a_person_are_those_of_the_hints():
    puzzle = accord.load("aquarium-6x6")
    steps = [event for event in of(puzzle, "deductions") if event.kind == "step"]
    told = [f"{number}. {event.words}" for number, event in enumerate(steps, start=1)]
    assert called("hint", "aquarium-6x6", "--all").stdout.split("\n\n")[0].splitlines() == told


def test_steps_show_what_is_closed_and_where_to_look():
    trace = of(accord.load("aquarium-6x6"), "deductions")
    begin, step, *_, last = trace
    assert (begin.kind, step.kind, last.kind) == ("begin", "step", "solution")
    assert set(step.new) == {*step.chosen, *step.closed}
    shown = str(Pictures(trace.puzzle)(step))
    hint = called("hint", "aquarium-6x6").stdout
    assert shown in hint


def test_steps_that_contradict_each_other_end_at_a_dead_end():
    *_, last = of(accord.load("queens:3"), "deductions")
    assert (last.kind, last.dead_ends, len(last.items)) == ("dead end", 1, 1)


def given(model, item, options):
    """What options give to an item."""
    ours = (model.item == item) & np.isin(model.option_of_entry, options)
    return int(model.amount[ours].sum())


def test_bounds_close_in_on_what_each_line_needs():
    puzzle = accord.load("aquarium-6x6")
    model = puzzle.model
    ranges = {}
    for event in of(puzzle, "bounds"):
        for now in event.ranges:
            if event.kind == "bounds":
                before = ranges[now.item]
                assert before != now
                assert before.least <= now.least <= now.most <= before.most
            ranges[now.item] = now
            assert now.least == given(model, now.item, event.chosen)
            left = sorted(set(range(model.options)) - set(event.closed))
            assert now.most == given(model, now.item, left)
    lines = [item for item, name in enumerate(model.item_names) if name.startswith(("row", "column"))]
    assert len(lines) == 12
    assert all(ranges[i].least == ranges[i].most == model.low[i] for i in lines)


def test_a_plan_is_told_move_by_move():
    puzzle = accord.load("tiles-8")
    planned = accord.plan(puzzle)
    begin, *moves = of(puzzle, planned=planned)
    assert begin.kind == "begin"
    assert [event.words for event in moves] == list(planned.operators)
    assert [begin.state, *(event.state for event in moves)] == replay(puzzle.plan_problem, planned.operators)
    assert [event.depth for event in moves] == list(range(1, len(moves) + 1))


def test_a_plan_of_card_moves_is_told_as_a_player_makes_them():
    puzzle = accord.load("freecell:1")
    begin, *moves = of(puzzle)
    assert str(Pictures(puzzle)(begin)) == str(puzzle.picture())
    assert {event.kind for event in moves} == {"move"}
    assert all(event.board and event.words for event in moves)
    replayed = called("plan", "freecell:1", "--replay").stdout.strip().split("\n\n")
    assert [begin.board, *(text for event in moves for text in (event.words, event.board))] == replayed


def test_what_there_is_not_is_refused_in_words():
    with pytest.raises(UsageError, match="unknown trace 'hints'"):
        of(accord.load("queens:4"), "hints")
    with pytest.raises(UsageError, match="use accord plan tiles-8"):
        of(accord.load("tiles-8"), "search")
    with pytest.raises(UsageError, match="no plan problem"):
        of(accord.load("queens:4"), "plan")
    with pytest.raises(RefusedError, match="lazy items"):
        of(accord.load("clues-4x4"))


def test_steps_can_be_stopped():
    stop = Later(3)
    with pytest.raises(StoppedError):
        list(of(accord.load("meteor"), "deductions", stop=stop.is_set))


def test_all_kinds_are_those_that_are_told():
    told = {event.kind for name in ("tetrahexes-4x7", "queens:5") for event in of(accord.load(name))}
    told |= {event.kind for event in of(accord.load("aquarium-6x6"), "bounds")}
    told |= {event.kind for event in of(accord.load("tiles:2x2:1,.,3,2"))}
    assert told == set(KINDS)
