"""Verdicts and exit codes: agreement is claimed only where it was seen."""

from msgspec.structs import replace

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


def test_a_report_is_as_wide_as_the_terminal_and_leaves_nothing_out():
    huge, long = (
        112_202_208_776_036_178_000_000,
        {"states": 267_240, "transitions": 401_807, "peak_states": 3_432},
    )
    rows = [row("native", huge, "0123456789", huge), row("cpsat", None, None, huge, ending="time")]
    rows[0] = replace(rows[0], effort=long, engine="layers")
    rows[1] = replace(rows[1], reason="stopped after 60 seconds", effort={"branches": 1})
    for width in (80, 200):
        lines = report(rows, width).splitlines()
        assert max(map(len, lines)) <= width
        said = " ".join(" ".join(lines).split())
        for words in ("pentomino-6x10", f"expected {huge:,}: alone", "native layers", f"{huge:,} 01234567"):
            assert words in said
        assert "267,240 states, 401,807 transitions, 3,432 peak_states" in said
        assert "time: stopped after 60 seconds; 1 branches" in said
        assert "0 of 1 agreed on; " in said


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
