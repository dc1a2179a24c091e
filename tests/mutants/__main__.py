"""The mutation run: `python tests/mutants`. Which changes of the code do no tests see?

Mutants are drawn by seed, as many from each area, and tried in a scratch copy of the tree. Each result is a
line of the log; a run that was stopped goes on behind it. At the end there is a table, and what survived.
One that changes no answer is listed in `equivalent.toml`, with the reason. With `--chosen` the mutants are
those of `chosen.toml`.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Container, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from time import monotonic

from areas import AREAS, ROOT
from chosen import chosen
from mutate import Mutant, mutants
from trial import scratch, sound, tried

EQUIVALENT = Path(__file__).with_name("equivalent.toml")
COLUMNS = ("mutants", "killed", "by time", "full only", "equivalent", "survived", "open")


def drawn(name: str, seed: int, number: int, known: Container[str]) -> list[Mutant]:
    """Some mutants of an area, and those of it that are known from the log.

    The draw goes by a hash of the seed and the changed line: it is the same where other lines differ.
    """

    def place(mutant: Mutant) -> bytes:
        return blake2b(f"{seed} {mutant.file} {mutant.line} {mutant.becomes}".encode()).digest()

    found = sorted((each for file in AREAS[name].files() for each in mutants(file, ROOT)), key=place)
    return found[:number] + [mutant for mutant in found[number:] if str(mutant) in known]


def equivalents(file: Path = EQUIVALENT) -> dict[tuple[str, str, str], str]:
    """(file, line, what it becomes) -> why that changes no answer."""
    listed = tomllib.loads(file.read_text("utf-8"))["equivalent"]
    return {(row["file"], row["line"], row["becomes"]): row["reason"] for row in listed}


def results(log: Path) -> dict[str, dict[str, str]]:
    """Return mutant -> line of the log; the last line counts."""
    lines = log.read_text("utf-8").splitlines() if log.exists() else []
    return {row["mutant"]: row for row in map(json.loads, lines)}


def try_all(areas: Mapping[str, list[Mutant]], log: Path, again: bool) -> None:
    """Try what was not tried yet; with `again`, also what survived and is not listed as equivalent."""
    known, listed = results(log), equivalents()
    with scratch() as tree, log.open("a", encoding="utf-8") as out:
        for name, some in areas.items():
            left = [
                mutant
                for mutant in some
                if str(mutant) not in known
                or (again and known[str(mutant)]["outcome"] == "survived" and _key(mutant) not in listed)
            ]
            if not left:
                continue
            seconds = sound(AREAS[name], tree)
            usual = ", ".join(f"{profile} {each:.1f} s" for profile, each in seconds.items())
            print(f"{name}: {len(left)} to try, tests {usual}")
            for mutant in left:
                began = monotonic()
                outcome, profile, test = tried(mutant, AREAS[name], tree, seconds)
                took = round(monotonic() - began, 1)
                row = {"mutant": str(mutant), "area": name, "outcome": outcome, "profile": profile}
                row |= {"test": test, "seconds": took}
                print(json.dumps(row), file=out, flush=True)
                print(f"{outcome:9}{took:6.1f} s  {mutant}", flush=True)


def show(areas: Mapping[str, list[Mutant]], log: Path) -> None:
    """Print the table, and what survived."""
    known, listed = results(log), equivalents()
    total: Counter[str] = Counter()
    survivors = []
    print("area".ljust(18) + "".join(column.rjust(12) for column in COLUMNS))
    for name, some in areas.items():
        row: Counter[str] = Counter(mutants=len(some))
        for mutant in some:
            line = known.get(str(mutant), {"outcome": "open"})
            outcome = line["outcome"]
            if _key(mutant) in listed and outcome in ("killed", "hung"):
                survivors.append(f"{outcome}, though listed as equivalent: {mutant}")
            if outcome == "survived" and _key(mutant) in listed:
                outcome = "equivalent"
            row[outcome] += 1
            row["killed"] += outcome == "hung"
            if outcome in ("killed", "hung") and line.get("profile") == "full":
                row["full only"] += 1
                survivors.append(f"seen by the full profile only: {mutant}")
            if outcome == "survived":
                survivors.append(f"survived: {mutant}")
        row["by time"] = row["hung"]
        total += row
        print(name.ljust(18) + "".join(str(row[column]).rjust(12) for column in COLUMNS))
    print("all".ljust(18) + "".join(str(total[column]).rjust(12) for column in COLUMNS))
    judged = total["killed"] + total["survived"]
    revision = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()
    print(f"\n{100 * total['killed'] / max(1, judged):.1f} % killed of those not equivalent; at {revision}")
    print(*survivors, sep="\n")


def _key(mutant: Mutant) -> tuple[str, str, str]:
    return mutant.file, mutant.line, mutant.becomes


def main() -> None:
    """Read the words, try, and show."""
    parser = argparse.ArgumentParser(prog="python tests/mutants", description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument("--each", type=int, default=12, help="mutants of each area")
    parser.add_argument("--area", action="append", choices=AREAS, help="only this one; may be repeated")
    parser.add_argument("--chosen", action="store_true", help="those of chosen.toml, and none that are drawn")
    parser.add_argument("--log", type=Path, default=ROOT / ".mutants.jsonl", help="lines of JSON")
    parser.add_argument("--again", action="store_true", help="try what survived once more")
    parser.add_argument("--table", action="store_true", help="only show what the log knows")
    words = parser.parse_args()
    os.nice(10)
    known = results(words.log)
    if words.chosen:
        areas = {name: some for name, some in chosen().items() if name in (words.area or AREAS)}
    else:
        areas = {name: drawn(name, words.seed, words.each, known) for name in words.area or AREAS}
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the copy is deleted
    with suppress(KeyboardInterrupt):
        if not words.table:
            try_all(areas, words.log, words.again)
    show(areas, words.log)


if __name__ == "__main__":
    main()
