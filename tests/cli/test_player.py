"""A film of events is played on and back by keys and by time, and stands at each solution."""

import pytest

import accord
from accord.cli.player import BURST, FASTEST, FLASH, KEPT, SLOWEST, Player
from accord.trace import of


@pytest.fixture
def events():
    found = list(of(accord.load("queens:5")))
    assert {"begin", "dead end", "solution", "remove"} <= {event.kind for event in found}
    return found


def test_time_shows_as_many_events_as_are_due(events):
    player = Player(iter(events), 4.0)
    assert player.event is events[0]
    assert player.wait == 0.25
    player.pass_by(0.2)
    assert player.event is events[0]
    player.pass_by(0.3)
    assert player.event is events[2]


def test_a_solution_stays_for_a_moment(events):
    player = Player(iter(events), 1000.0)
    while not player.flashes:
        player.pass_by(0.001)
    assert player.event.kind == "solution"
    assert player.wait == FLASH
    at = events.index(player.event)
    player.pass_by(FLASH / 2)
    assert player.event is events[at]
    player.pass_by(FLASH)
    assert not player.flashes
    player.pass_by(0.001)
    assert player.event is events[at + 1]


def test_keys_pause_and_lead_on_and_back(events):
    player = Player(iter(events), 4.0)
    for key, place in [("n", 1), ("right", 2), ("n", 3), ("b", 2), ("left", 1), ("b", 0), ("b", 0), ("n", 1)]:
        player.press(key)
        assert player.paused
        assert player.event is events[place]
    player.pass_by(1.0)
    assert player.event is events[1]
    assert player.wait == float("inf")
    player.press("space")
    player.pass_by(1.0)
    assert player.event is events[5]


def test_one_can_go_back_so_far(events):
    many = list(range(2 * KEPT))  # it does not look into them
    player = Player(iter([events[0]] * len(many)), 4.0)
    player._kept.clear()
    player._events = iter(many)
    for _ in many:
        player.press("n")
    for _ in many:
        player.press("b")
    assert player.event == KEPT


def test_s_runs_on_to_the_next_solution_and_pauses_there(events):
    player = Player(iter(events), 4.0)
    solutions = [event for event in events if event.kind == "solution"]
    for solution in solutions:
        player.press("s")
        assert player.wait == 0
        player.pass_by(0.0)
        assert (player.event, player.paused, player.seeking) == (solution, True, False)
    player.press("s")
    player.pass_by(0.0)
    assert player.event is events[-1]
    assert player.at_the_end


def test_a_long_way_to_a_solution_can_be_left(events):
    player = Player(iter([events[0]] * (2 * BURST)), 4.0)
    player.press("s")
    player.pass_by(0.0)
    assert player.seeking
    player.press("x")
    assert not player.seeking


def test_speed_is_doubled_and_halved_within_bounds(events):
    player = Player(iter(events), 4.0)
    player.press("+")
    assert player.speed == 8.0
    player.press("-")
    player.press("-")
    assert player.speed == 2.0
    for key, bound in (("+", FASTEST), ("-", SLOWEST)):
        for _ in range(40):
            player.press(key)
        assert player.speed == bound


@pytest.mark.parametrize("key", ["q", "esc"])
def test_a_key_ends_it(events, key):
    player = Player(iter(events), 4.0)
    assert not player.closed
    player.press(key)
    assert player.closed


def test_nothing_to_see_is_the_end_at_once():
    player = Player(iter([]), 4.0)
    assert (player.event, player.at_the_end) == (None, True)
    for key in ("b", "n", "s"):
        player.press(key)
        player.pass_by(1.0)
    assert (player.event, player.at_the_end) == (None, True)
