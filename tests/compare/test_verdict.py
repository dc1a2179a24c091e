"""Verdicts and exit codes: agreement is claimed only where it was seen."""

import pytest
from msgspec import structs

from accord_compare.compare import report
from accord_compare.job import Job
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
    rows[0] = structs.replace(rows[0], effort=long, engine="layers")
    rows[1] = structs.replace(rows[1], reason="stopped after 60 seconds", effort={"branches": 1})
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


@pytest.mark.parametrize("ending", ["failed", "killed"])
def test_an_engine_that_failed_is_no_agreement_whatever_the_others_found(ending):
    rows = [row("native", None, None, ending=ending), row("cpsat"), row("sat")]
    assert verdict(rows).says == "failed"
    assert exit_code(rows) == 1
    heading = report([*rows, *other_question()]).splitlines()[1]
    assert heading == f"pentomino-6x10, distinct, expected 2,339: native {ending}"
    said = " ".join(report([*rows, *other_question()], 500).splitlines()[-1].split())
    assert said.startswith("1 of 2 agreed on, 1 with an engine that failed; pentomino-6x10, distinct:")
    assert f"native {ending}; cpsat counted 2,339, sat counted 2,339: no agreement" in said
    assert verdict([rows[0], rows[1]]).says == verdict([rows[0]]).says == "failed"


def test_a_failure_hides_no_disagreement():
    rows = [row("native", None, None, ending="failed"), row("cpsat"), row("sat", 2338)]
    assert verdict(rows).says == "DISAGREE"


def test_a_missing_engine_spoils_no_agreement_of_others():
    rows = [row("native", None, None, ending="not installed"), row("cpsat"), row("sat")]
    assert (verdict(rows).says, exit_code(rows)) == ("agree", 4)


def other_question():
    jobs = [Job("meteor", backend, expected=2098) for backend in ("cpsat", "sat")]
    return [Row(job=job, ending="complete", count=2098, digest="d") for job in jobs]


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


PLAN = Job("freecell-small", "", plans=True)


def planned(backend, ending="complete", *, declared=None, impossible=False, **found):
    job = structs.replace(PLAN, backend=backend, expected=declared, impossible=impossible)
    return Row(job=job, ending=ending, **found)


def test_impossible_is_a_finding_that_agrees_and_disagrees():
    rows = [planned("native", count=None), planned("other", count=None)]
    both = [structs.replace(row, impossible=True) for row in rows]
    assert verdict(both).says == "agree"
    assert verdict([both[0], planned("sat", count=12)]).says == "DISAGREE"
    alone = verdict([both[0], planned("sat", "horizon", no_at=40)])
    assert (alone.says, alone.detail) == (
        "alone", "only native: impossible (proved); sat: no plan up to 40: no agreement",
    )  # fmt: skip
    assert exit_code([both[0], planned("sat", "horizon", no_at=40)]) == 0
    native, sat = report([both[0], planned("sat", "horizon", no_at=40)]).splitlines()[2:4]
    assert "impossible" in native
    assert "no plan up to 40" in sat


def test_what_is_declared_impossible_has_no_plan():
    assert verdict([planned("native", declared=None, impossible=True, count=12)]).says == "DISAGREE"
    declared = structs.replace(PLAN, impossible=True)
    rows = [Row(job=structs.replace(declared, backend=each), ending="complete") for each in ("native", "x")]
    assert verdict([structs.replace(row, impossible=True) for row in rows]).says == "agree"


@pytest.mark.parametrize(
    ("known", "says"),
    [
        ({"no_at": 11}, "alone"),
        ({"no_at": 12}, "DISAGREE"),
        ({"at_least": 12}, "alone"),
        ({"at_least": 13}, "DISAGREE"),
        ({"at_most": 12}, "alone"),
        ({"at_most": 11}, "DISAGREE"),
    ],
)
def test_what_is_known_of_a_run_that_did_not_finish_has_to_fit(known, says):
    rows = [planned("native", count=12), planned("sat", "time", **known)]
    assert verdict(rows).says == verdict(rows[::-1]).says == says


def test_a_plan_excludes_that_there_is_none():
    rows = [structs.replace(planned("native"), impossible=True), planned("sat", "time", at_most=40)]
    assert verdict(rows).says == "DISAGREE"


def test_the_worst_row_decides():
    order = ["cancelled", "killed", "bad input", "not installed", "memory", "complete"]
    codes = [130, 1, 3, 4, 5, 0]
    for place, code in enumerate(codes):
        endings = order[place:]
        rows = [row(ending, None if ending != "complete" else 2339, ending=ending) for ending in endings]
        assert exit_code(rows) == code


def test_a_backend_does_not_agree_with_itself():
    assert verdict([row("native"), row("native")]).says == "alone"
