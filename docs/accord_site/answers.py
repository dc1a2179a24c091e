"""The reference of answers: tasks, statuses and answers of all verbs; a test says which one is missing."""

from __future__ import annotations

from accord.tasks import TASKS
from accord_site.markdown import code, table

PATH = "reference/answers.md"
QUESTIONS = {  # task -> what it asks, and the command that asks it
    "first": ("one solution", "accord solve PUZZLE"),
    "unique": ("whether there is exactly one solution; it stops at two", "accord solve PUZZLE --unique"),
    "count": ("how many solutions there are", "accord count PUZZLE"),
    "all": ("all solutions", "accord solve PUZZLE -n N"),
    "best": ("a solution of the least, or greatest, value", "accord solve PUZZLE --best"),
}
STATUSES = {  # how a run ended: `status` of a result
    "complete": "The search is finished. A count is the full count.",
    "limit": "A limit ended it: solutions, nodes, states, moves or memory. `limit` says which one.",
    "time": "The time limit ended it.",
    "cancelled": "Ctrl-C, SIGTERM, SIGHUP or `cancel` stopped it.",
    "failed": "It failed; `reason` or `fault` says why.",
}
ANSWERS = {  # what was found: `answer` of a result -> its meaning, and which results have it
    "unique": ("There is exactly one solution.", "runs, proofs"),
    "several": ("There are two solutions or more.", "runs, proofs, checks"),
    "impossible": ("There is no solution, or no plan.", "runs, proofs, explanations, plans"),
    "undecided": ("A limit came first.", "runs, proofs, explanations, checks"),
    "solved": (
        "There is a solution, or a plan; others, or shorter ones, were not looked for.",
        "runs, plans",
    ),
    "best": ("The solution has the best value; no other is better.", "runs"),
    "shortest": ("No plan is shorter.", "plans"),
    "gave-up": ("The search ended without a plan, and did not show that there is none.", "plans"),
    "solvable": ("There is a solution, so there is nothing to explain.", "explanations"),
    "right": ("The stated solution is the only one.", "checks"),
    "wrong": ("The stated solution breaks a rule.", "checks"),
    "proved": ("The certificate proves its count.", "certificates"),
    "rejected": ("The certificate proves nothing.", "certificates"),
    "incomplete": ("A limit ended the check of the certificate.", "certificates"),
}
VERDICTS = {  # of a comparison
    "agree": "Counts, and the digests of the sets of solutions, are equal.",
    "DISAGREE": "They are not. This is a fault of Accord or of an engine; please report it.",
    "failed": "An engine failed or was killed, so there is no agreement.",
    "alone": "Only one engine finished.",
    "nothing": "No engine finished.",
}
NUMBERS = """\
## Counts

`outcome.exact` is True if `outcome.count` is the full count. Otherwise it is a lower bound, and Accord prints
*at least N*. A count of a file that is still being filled is *partial*.

| field of an outcome | meaning |
|---|---|
| `count`, `exact` | the number of solutions; whether it is the full count |
| `distinct`, `method` | whether solutions were counted up to symmetry; how: `split`, `filter` or `burnside` |
| `digest` | 128 bits that stand for the set of solutions |
| `value`, `bound` | of `best`: the value found, and a bound that no solution can pass |
| `status`, `limit`, `reason` | how the run ended |
| `seconds`, `effort`, `versions` | times, counters such as nodes, and the versions of what took part |
"""


def page() -> str:
    """Return the page."""
    lines = [
        "# Tasks, statuses and answers",
        "",
        "A result has a *status* (how it ended) and an *answer* (what was found).",
        "",
    ]
    lines += [
        "## Tasks",
        "",
        "`accord.run(puzzle, TASK)`, or the function of the same name, asks one of these.",
        "",
    ]
    lines.append(
        table(
            ("task", "asks for", "command", "stops after"),
            [
                (code(task), QUESTIONS[task][0], code(QUESTIONS[task][1]), row.enough or "")
                for task, row in TASKS.items()
            ],
        )
    )
    lines += [
        "## Statuses",
        "",
        table(("status", "meaning"), [(code(each), words) for each, words in STATUSES.items()]),
    ]
    lines += ["## Answers", ""]
    lines.append(
        table(("answer", "meaning", "of"), [(code(each), *words) for each, words in ANSWERS.items()])
    )
    lines += [
        NUMBERS,
        "## Comparisons",
        "",
        "`accord compare` and `accord.compare` report one of these for each puzzle.",
        "",
    ]
    lines.append(table(("verdict", "meaning"), [(code(each), words) for each, words in VERDICTS.items()]))
    lines += ["Each command ends with an [exit code](commands/index.md#exit-codes).", ""]
    return "\n".join(lines)
