"""Save a disagreement as a model file: the minimal model, the question, the error, and how to repeat it.

A file is an ordinary one that spells its model out, so `accord count FILE` works; its comments are ours:

    # native/memo count: counted 3, expected 4
    # again: accord fuzz --seed 0 --only 17
    # probe: {"backend":"native","engine":"memo","task":"count"}
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

import msgspec

from accord.errors import StoppedError
from accord.puzzles.file import Count
from accord.puzzles.loader import load
from accord.puzzles.writing import model_text
from accord.runner.limits import Cancel
from accord_compare.fuzz.campaign import Finding, Report, question, still_wrong
from accord_compare.fuzz.cases import Case, case_of
from accord_compare.fuzz.form import Form
from accord_compare.fuzz.oracle import TooLargeError, solve
from accord_compare.fuzz.probe import Probe
from accord_compare.fuzz.shrink import Patience, shrunk

PROBE = "# probe: "
TRIES = 3  # how often a question is asked, for engines that are wrong now and then


def default_folder() -> Path:
    """Return the folder of disagreements if none is named: among the user's data."""
    from platformdirs import user_data_path

    return user_data_path("accord") / "fuzz"


def minimal(
    finding: Finding, form: Form, patience: Patience | None = None, overlook: str = ""
) -> tuple[Form, str]:
    """The smallest form that still shows it, and what is wrong with the answer about that."""
    probe = finding.probe
    again = [still_wrong(form, probe, 1, overlook) for _ in range(TRIES)]
    if not any(again):
        return form, finding.says  # it does not come again: perhaps it depends on what came before
    tries = 1 if all(again) else TRIES
    small = shrunk(form, lambda smaller: bool(still_wrong(smaller, probe, tries, overlook)), patience)
    return small, still_wrong(small, probe, 2 * TRIES, overlook) or finding.says


def keep_finding(finding: Finding, form: Form, folder: Path, *, shrink: bool = True) -> Finding:
    """Shrink the model, write it into the folder, and return the finding that says where."""
    small, says = minimal(finding, form) if shrink else (form, finding.says)
    path = _write(finding, small, says, folder)
    return msgspec.structs.replace(finding, path=str(path), options=len(small.options), small=says)


def _write(finding: Finding, form: Form, says: str, folder: Path) -> Path:
    try:
        known = {"all": Count(count=len(solve(form)), source="the oracle of accord fuzz")}
    except TooLargeError:
        known = {}
    probe = msgspec.json.encode(finding.probe).decode()
    model = model_text(form.model(), f"A disagreement about {finding.kind}", counts=known)
    comments = [
        f"# {finding.probe}: {says}",
        f"# again: accord fuzz --seed {finding.seed} --only {finding.number}",
        PROBE + probe,
    ]
    content = "\n".join(comments) + "\n" + model
    name = blake2b((probe + model).encode(), digest_size=4).hexdigest()
    path = folder / f"{finding.probe.who.replace('/', '-')}-{name}.toml"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    return path


def kept_cases(folder: Path) -> Iterator[tuple[Case, Probe]]:
    """The models of a folder, and what is to be asked about each; other files are passed over."""
    for path in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
        lines = path.read_text().splitlines()
        probes = [line[len(PROBE) :] for line in lines if line.startswith(PROBE)]
        if probes:
            form = Form.of(load(str(path)).model)
            try:
                yield case_of(form, path.name), msgspec.json.decode(probes[0], type=Probe)
            except TooLargeError:
                continue


def replay(folder: Path, backends: Sequence[str], seed: int = 0, cancel: Cancel | None = None) -> Report:
    """Ask again what was answered wrong before; what still is, is reported."""
    report = Report(seed=seed)
    for case, probe in kept_cases(folder):
        if (probe.backend and probe.backend not in backends) or (cancel is not None and cancel.is_set()):
            continue
        for _ in range(TRIES):
            try:
                finding = question(case, probe, report, cancel)
            except StoppedError:
                return report
            if finding is not None:
                where = str(folder / case.name)
                small = {"path": where, "options": len(case.form.options), "small": finding.says}
                report.findings.append(msgspec.structs.replace(finding, **small))
                break
    return report
