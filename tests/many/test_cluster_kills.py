"""Workers and clients are killed at random moments: nothing is lost, and nothing is there twice."""

import json
import os
import random
import re
import signal

import pytest
from processes import PLUGINS, serving, started
from waiting import Later, children_of, wait_until

WORKERS, CLIENTS = 30, 10  # how many are killed, at least
LONGEST = 2000  # looks of `wait_until` between two kills
ASKED = {
    "deals": ["plan", "freecell:1-2000", "--mode", "fast", "--no-plan"],
    "count": ["count", "pentomino-6x10", "--digest"],
}
TIMES = re.compile(rb'"(seconds|load)":({[^}]*}|[0-9.e-]+),?|,"check":"[0-9a-f]+"')


class Either:
    """Whether the moment has come, or the client has ended before."""

    def __init__(self, moment, client):
        self.moment, self.client = moment, client

    def __call__(self):
        return self.moment.is_set() or self.client.poll() is not None


def results(file):
    """Its lines, without what is of when and where, in the order of units."""
    lines = [json.loads(TIMES.sub(b"", line)) for line in file.read_bytes().splitlines()]
    return sorted(lines, key=lambda line: (line.get("unit", -1), line.get("deal", 0)))


@pytest.mark.slow
@pytest.mark.parametrize("words", ASKED.values(), ids=ASKED)
def test_nothing_is_lost_and_nothing_is_twice_whoever_is_killed(tmp_path, words):
    seed = random.randrange(1 << 30)
    dice = random.Random(seed)
    server, address = serving("local:2")
    words = ["-m", "accord", *words, "--cluster", address, "--resume", "-o"]
    killed = {"worker": 0, "client": 0}
    try:
        undisturbed = started(*words, tmp_path / "whole", path=[PLUGINS])
        error = undisturbed.communicate()[1]
        assert undisturbed.returncode == 0, error
        expected = results(tmp_path / "whole")
        rounds = 0
        while killed["worker"] < WORKERS or killed["client"] < CLIENTS:
            rounds += 1
            file = tmp_path / f"{rounds}"
            while disturbed(words, file, server, dice, killed):
                pass
            assert results(file) == expected, f"seed {seed}"
        print(f"seed {seed}: {rounds} rounds of {len(expected)}, killed {killed}")
    finally:
        server.terminate()
        server.communicate()


def disturbed(words, file, server, dice, killed):
    """Run the client, and kill workers at random moments; whether in the end it was killed itself."""
    client = started(*words, file, path=[PLUGINS])
    while True:
        wait_until(Either(Later(dice.randrange(LONGEST)), client), "a moment to kill")
        if client.poll() is not None:
            error = client.communicate()[1]
            assert client.returncode == 0, error
            return False
        if dice.random() < 0.25:
            client.kill()
            client.communicate()
            killed["client"] += 1
            return True
        workers = sorted(children_of(server.pid))
        if workers:
            os.kill(dice.choice(workers), signal.SIGKILL)
            killed["worker"] += 1
