"""The report of a campaign as text: disagreements first, then what was tried, and by whom."""

from __future__ import annotations

from accord.puzzles.words import align
from accord_compare.fuzz.campaign import Report


def text(report: Report) -> str:
    """The whole report."""
    lines = [f"DISAGREEMENT: {finding}" for finding in report.findings]
    lines += [""] if lines else []
    lines += [*_kinds(report), "", *_engines(report), "", summary(report)]
    return "\n".join(lines)


def summary(report: Report) -> str:
    """One line."""
    ended = "" if report.ended == "complete" else f"; {report.ended}"
    late = f"{report.late.total():,} not finished in time, " if report.late else ""
    wrong = len(report.findings)
    return (
        f"{report.number:,} models of seed {report.seed}, {report.impossible:,} of them impossible; "
        f"{sum(report.runs.values()):,} answers, {sum(report.refusals.values()):,} refusals; "
        f"{late}{wrong or 'no'} disagreement{'' if wrong == 1 else 's'}{ended}; digest {report.digest}"
    )


def _kinds(report: Report) -> list[str]:
    rows = [("kind", "models", "share")]
    total = max(1, report.number)
    rows += [(kind, f"{n:,}", f"{100 * n / total:.1f} %") for kind, n in report.models.most_common()]
    return align(rows, right=(1, 2))


def _engines(report: Report) -> list[str]:
    """For each engine its answers and refusals, and the share of each kind's models that it took."""
    rows = [("engine", "answers", "refusals", "late", "kinds taken")]
    for who in sorted(report.runs.keys() | report.refusals.keys() | report.late.keys()):
        kinds = [kind for kind, n in report.taken.get(who, {}).items() if n]
        taken = "all" if len(kinds) == len(report.models) else ", ".join(kinds) or "-"
        rows.append(
            (who, f"{report.runs[who]:,}", f"{report.refusals[who]:,}", f"{report.late[who]:,}", taken)
        )
    return align(rows, right=(1, 2, 3))
