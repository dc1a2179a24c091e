"""Benchmark of FreeCell: whole processes on Microsoft deals, beside Freecell Solver (S. Fish, C).

    fast      any plan for each deal, beside the range solver with its fastest preset, `-l lg`
    moves     the experiment of Fish's lecture (2000): depth first, kinds of moves in a plain order, a limit
              of 150,000 states. Kinds are not alike to the letter, so each side leaves other deals unsolved
    optimal   the plans with the fewest single-card moves, as is proved. It has no peer: what its A* finds
              first need not be shortest, and it proves nothing

Every plan of ours is replayed by the rules within the process that found it. Of theirs only the number of
deals is known that it says it has solved.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial

from accord.errors import RefusedError
from accord.exits import Code
from accord.processes import environment, python
from accord_compare.bench import Contest, Counted, Side, Sides, find_program

PEER = "fc-solve"
PROGRAM = "freecell-solver-range-parallel-solve"
LIMIT = 150_000  # states of a deal, under an order
ORDERS = {"0123456789": (985, 985), "0124567839": (989, 988), "0123467": (999, 997)}  # of 1,000: ours, theirs
DEALS = {2000: 2000, 32000: 31999}  # how many have a plan: 11982 has none
SHORTEST = (24, 1928)  # deals, and the moves of their shortest plans, added up


def contests() -> list[Contest]:
    """The rows of each mode."""
    fast = [
        Contest(
            "freecell", f"1-{last}", "fast", "", PEER, solved, "CPU of processes",
            partial(_beside, last, ("--mode", "fast"), ("-l", "lg")), warm_up=False,
        )
        for last, solved in DEALS.items()
    ]  # fmt: skip
    orders = [
        Contest(
            "freecell", "1-1000", "moves", order, PEER, ours, "CPU of processes",
            partial(
                _beside, 1000, ("--move-order", order, "--state-limit", str(LIMIT)),
                ("--method", "dfs", "-to", order, "-mi", str(LIMIT)),
            ),
            their_count=theirs, warm_up=False,
        )
        for order, (ours, theirs) in ORDERS.items()
    ]  # fmt: skip
    last, moves = SHORTEST
    return [
        *fast,
        *orders,
        Contest(
            "freecell", f"1-{last}", "optimal", "sum of moves", "", moves, "CPU of processes",
            partial(_alone, last, ("--mode", "optimal")), warm_up=False,
        ),
    ]  # fmt: skip


def _alone(last: int, options: tuple[str, ...]) -> Iterator[Sides]:
    ours(1, options)  # what is not compiled yet is compiled now
    yield partial(ours, last, options), None


def _beside(last: int, options: tuple[str, ...], their_options: tuple[str, ...]) -> Iterator[Sides]:
    program = find_program(PROGRAM, "apt-get install freecell-solver-bin")
    ours(1, options)
    yield partial(ours, last, options), _theirs(program, last, their_options)


def ours(last: int, options: tuple[str, ...]) -> Counted:
    """A process that plans the deals from 1 on: how many have a plan, or the moves of shortest ones."""
    asked = f"freecell:1-{last} --no-plan --jsonl --quiet".split()
    command = python("-m", "accord", "plan", *asked, *options)
    done = subprocess.run(command, env=environment(), capture_output=True, check=False)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode not in (Code.DONE, Code.OPEN) or len(records) != last:
        raise RefusedError(
            f"accord plan ended with exit code {done.returncode}, after {len(records):,} deals"
        )
    states = sum(record["effort"]["states"] for record in records)
    if "optimal" in options:
        count = sum(
            record.get("single", record["moves"]) for record in records if record["answer"] == "shortest"
        )
    else:
        count = sum(record["answer"] == "solved" for record in records)
    return Counted(count, {"states": states})


def _theirs(program: str, last: int, options: tuple[str, ...]) -> Side:
    """The range solver tells each deal that it has not solved, and at the end how many states it has seen."""
    command = [program, "1", str(last), str(last), *options]
    versions = _version()

    def count() -> Counted:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        reached = re.search(rf"^Reached Board No\. {last} .*total_num_iters=(\d+)", done.stdout, re.MULTILINE)
        if reached is None:
            said = " ".join(done.stderr.split()) or "nothing"
            raise RefusedError(f"{PROGRAM} ended with exit code {done.returncode}, and said: {said}")
        left = len(re.findall(r"^(?:Unsolved|Intractable) Board No\.", done.stdout, re.MULTILINE))
        return Counted(last - left, {"states": int(reached[1])}, versions)

    return count


def _version() -> dict[str, str]:
    program = shutil.which("fc-solve")
    if program is None:
        return {}
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"version (\S+)", said)
    return {PEER: found[1]} if found else {}
