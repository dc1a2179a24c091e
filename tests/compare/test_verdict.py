"""Verdicts and exit codes: agreement is claimed only where it was seen."""

from accord_compare.job import Job
from accord_compare.report import report
from accord_compare.row import Row, exit_code, verdict


def row(backend, count=2339, digest="d", expected=2339, ending="complete"):
    job = Job("pentomino-6x10", backend, distinct=True, expected=expected)
    return Row(job=job, ending=ending, count=count, digest=digest)


def test_two_that_finish_alike_agree():
    rows = [row("native"), row("cpsat")]
    assert verdict(rows).says == "agree"
    assert exit_code(rows) == 0


def test_one_alone_never_agrees():
    rows = [
        row("native"),
        row("sat", None, None, ending="time"),
        row("cpsat", None, None, ending="not installed"),
    ]
    assert verdict(rows).says == "alone"
    assert exit_code(rows) == 4
    assert "0 of 1 agreed on" in report(rows)


def test_nothing_never_agrees():
    assert verdict([row("native", None, None, ending="time")]).says == "nothing"


def test_different_counts_disagree():
    rows = [row("native", expected=None), row("liar", 2338, expected=None)]
    assert verdict(rows).says == "DISAGREE"
    assert exit_code(rows) == 1
    assert report(rows).splitlines()[0].startswith("DISAGREEMENT")
    assert "liar counted 2,338" in report(rows).splitlines()[0]


def test_equal_counts_of_different_solutions_disagree():
    rows = [row("native"), row("cpsat", digest="other")]
    assert verdict(rows).says == "DISAGREE"
    assert "not the same solutions" in verdict(rows).detail


def test_all_wrong_alike_is_no_agreement():
    rows = [row("native", 2340), row("cpsat", 2340)]
    assert verdict(rows).says == "DISAGREE"
    assert "expected 2,339" in verdict(rows).detail


def test_the_worst_row_decides():
    order = ["cancelled", "killed", "bad input", "not installed", "memory", "complete"]
    codes = [130, 1, 3, 4, 5, 0]
    for place, code in enumerate(codes):
        endings = order[place:]
        rows = [row(ending, None if ending != "complete" else 2339, ending=ending) for ending in endings]
        assert exit_code(rows) == code


def test_a_backend_does_not_agree_with_itself():
    assert verdict([row("native"), row("native")]).says == "alone"
