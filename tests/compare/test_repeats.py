"""Runs that are repeated, and best values: medians, PAR-2, CSV, agreement."""

import csv
import io
import shlex

import pytest
from commands import called

from accord.errors import UsageError
from accord.problem import Problem
from accord_compare import repeats
from accord_compare.harness import jobs_for, seeds_of, words_for
from accord_compare.job import Job
from accord_compare.row import Row, found_text, verdict


def row(backend, seconds, value=None, **more):
    job = Job("ruler", backend, best=True, digest=False, time_limit=10.0)
    ending = "time" if value is None else "complete"
    return Row(job=job, ending=ending, engine=backend, count=value, run_seconds=seconds, **more)


@pytest.fixture
def ruler(tmp_path):
    p = Problem("ruler")
    marks = p.integers(4, 0, 9)
    p.increasing(marks, strictly=True)
    p.add(marks[0] == 0)
    p.different(marks[j] - marks[i] for i in range(4) for j in range(i + 1, 4))
    p.minimize(marks[3])
    p.save(tmp_path / "ruler.toml")
    return tmp_path / "ruler.toml"


def test_a_run_that_did_not_end_counts_as_twice_its_limit():
    rows = [row("sat", 1.0, 17), row("sat", 2.0, 17), row("sat", 10.0, at_most=18), row("cpsat", 0.5, 17)]
    assert repeats.are_repeated(rows)
    assert not repeats.are_repeated(rows[2:])
    cells = [line.split() for line in repeats.summary(rows)[1:]]
    assert cells[0][:6] == ["sat", "sat", "3", "2", "1.500", "7.667"]  # (1 + 2 + 20) / 3
    assert cells[1][:6] == ["cpsat", "cpsat", "1", "1", "0.500", "0.500"]
    assert "at most 18" in repeats.as_csv(rows)


@pytest.mark.parametrize(
    ("others", "says"),
    [
        ([row("sat", 1.0, 17)], "agree"),
        ([row("sat", 1.0, 18)], "DISAGREE"),
        ([row("sat", 1.0, at_least=15, at_most=19)], "alone"),
        ([row("sat", 1.0, at_least=18, at_most=19)], "DISAGREE"),  # none is below 18, as it claims
        ([row("sat", 1.0, at_most=16)], "DISAGREE"),
        ([row("cpsat", 1.0, 17)], "alone"),
    ],
)
def test_best_values_agree_where_they_may_be_the_same(others, says):
    assert verdict([row("cpsat", 0.5, 17), *others]).says == says


def test_values_between_which_the_best_is_are_shown():
    assert found_text(row("sat", 1.0, at_least=15, at_most=19)) == "15 to 19"


def test_engines_take_turns_and_the_words_ask_the_same(ruler):
    asked = {"backends": ["sat", "cpsat"], "time_limit": 9.0, "best": True, "repeat": 2, "seeds": "4,1,4"}
    jobs = jobs_for([str(ruler)], **asked)
    assert [(job.backend, job.seed, job.repetition) for job in jobs[:4]] == [
        ("sat", 4, 1), ("cpsat", 4, 1), ("sat", 1, 1), ("cpsat", 1, 1),
    ]  # fmt: skip
    assert len(jobs) == 8
    words = shlex.join(words_for(jobs))
    assert "--best --repeat 2 --seeds 4,1 --backend sat --backend cpsat --time-limit 9" in words


def test_seeds_are_whole_numbers():
    assert seeds_of(None) == [0]
    with pytest.raises(UsageError, match="--seeds 1,x: expected whole numbers"):
        seeds_of("1,x")


def test_a_puzzle_without_an_objective_has_no_best():
    with pytest.raises(UsageError, match="queens:4 has no objective"):
        jobs_for(["queens:4"], best=True)


def test_best_values_by_the_command(ruler, tmp_path):
    done = called(
        "compare", ruler, "--best", "--backend", "cpsat", "--seeds", "1,2", "--csv", tmp_path / "runs.csv",
        "--ledger", tmp_path / "ledger.sqlite", "--quiet",
    )  # fmt: skip
    assert "PAR-2" in done.stdout
    found = list(csv.DictReader(io.StringIO((tmp_path / "runs.csv").read_text())))
    assert [(each["seed"], each["found"], each["ending"]) for each in found] == [
        ("1", "6", "complete"), ("2", "6", "complete"),
    ]  # fmt: skip
