"""Cases by seed and number, in slices: what is other than brute force says, made small.

PYTHONPATH=tests/oracles python -m outside.campaign problems 3000 --seed 7 --first 0
"""

from argparse import ArgumentParser
from functools import cache
from time import process_time

from accord_compare.fuzz.dice import Dice
from accord_compare.fuzz.probe import sentence
from accord_compare.fuzz.shrink import Patience, smallest
from outside import drawn, packings, problems
from outside.planted import PLANTED, put_in
from outside.statements import smaller


@cache
def problem(seed, number):
    """A problem, and what is right of it; kept, for one fault after the other."""
    said = drawn.problem(Dice(seed, number))
    return said, problems.right(said)


def of_problem(seed, number, quick=False):
    said, known = problem(seed, number)

    def wrong(each):
        return problems.difference(each, Dice(seed, number, 1), quick, known if each is said else None)

    def is_wrong(each):
        try:
            return bool(wrong(each))
        except Exception:  # no problem any more
            return False

    says = wrong(said)
    small = smallest(said, [smaller], is_wrong, Patience(proposals=300)) if says and not quick else said
    return says and f"{wrong(small)}\n{problems.file_of(small, 'auto')}"


def of_packing(seed, number, quick=False):
    dice = Dice(seed, number)
    keys, lying = packings.one(dice)
    says = packings.difference(keys, lying, dice, quick)
    return says and f"{says}\n{keys}\n{lying}"


PARTS = {"problems": of_problem, "packings": of_packing}


def difference(part, seed, number, quick=False):
    """What is wrong with a case; whatever is raised is, too."""
    try:
        return PARTS[part](seed, number, quick)
    except Exception as error:
        return sentence(error)


def found(fault, seed, most):
    """The number of cases after which a planted fault is found, and by what; None if it is not."""
    part, *change = PLANTED[fault]
    for number in range(most):
        with put_in(*change):
            says = difference(part, seed, number, quick=True)
        if says:
            return number + 1, says
    return None


def main():
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=[*PARTS, "faults"])
    parser.add_argument("cases", type=int, help="of faults, the most for each")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    wrong = 0
    for number in range(len(PLANTED)) if asked.part == "faults" else ():
        caught = found(number, asked.seed, asked.cases)
        wrong += caught is None
        print(*map(repr, PLANTED[number]), caught[0] if caught else "missed", sep=" | ", flush=True)
    for part in [asked.part] * (asked.part in PARTS):
        for number in range(asked.first, asked.first + asked.cases):
            says = difference(part, asked.seed, number)
            wrong += bool(says)
            if says:
                print(f"{part} {number}: {says}", flush=True)
    print(f"{asked.part}: {asked.cases} cases, {wrong} wrong or missed, {process_time():.0f} s of CPU")


if __name__ == "__main__":
    main()
