"""Certificates of counts, for tests: the plain checker as a module, and files that were tampered with.

`python tests/plugins/certificates.py 100000` makes so many of them, and holds both checkers against the
truth."""

import gzip
import importlib.util
import json
import random
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path

import accord
from accord.certify.count import check, write
from accord.errors import InputError, StoppedError

FILE = Path(__file__).parents[2] / "compare" / "check_count.py"


def _plain():
    spec = importlib.util.spec_from_file_location("check_count", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


plain = _plain()
FAULTS = (
    plain.WrongError, OSError, EOFError, plain.zlib.error, ValueError, LookupError, TypeError, AttributeError,
    RecursionError,
)  # fmt: skip


def plainly(path, most=10**6):
    """What the plain checker finds: the number, or None."""
    try:
        with gzip.open(path) as file:
            return plain.check(file, most)[0]
    except FAULTS:
        return None


def quickly(path, model=None):
    """What the fast checker finds: the number, or None."""
    try:
        return check(path, model=model, memory_limit=1 << 26, node_limit=10**6).count
    except (InputError, StoppedError):
        return None


def parts(data):
    """The heading, the decisions, and the claim of a certificate that was unpacked."""
    heading, rest = data.split(b"\n", 1)
    at = rest.rindex(b'{"count"')
    return json.loads(heading), rest[:at], json.loads(rest[at:])


def whole(heading, decisions, claim):
    """The inverse of `parts`."""
    return json.dumps(heading).encode() + b"\n" + decisions + json.dumps(claim).encode() + b"\n"


# -- ways to tamper with one ---------------------------------------------------------------------------


def flip(dice, data):
    at = dice.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << dice.randrange(8)]) + data[at + 1 :]


def truncate(dice, data):
    return data[: dice.randrange(len(data))]


def pad(dice, data):
    at = dice.choice([len(data), dice.randrange(len(data))])
    return data[:at] + dice.randbytes(dice.randint(1, 4)) + data[at:]


def decided(change):
    """Tampering with the decisions, each a number."""

    def tampered(dice, data):
        heading, decisions, claim = parts(data)
        width = heading["width"]
        numbers = [decisions[i : i + width] for i in range(0, len(decisions), width)]
        most = len(heading["items"]) + len(heading["options"]) + 2
        if numbers:
            change(dice, numbers, lambda: dice.randrange(most).to_bytes(width, "little"))
        return whole(heading, b"".join(numbers), claim)

    return tampered


def other(dice, numbers, number):
    numbers[dice.randrange(len(numbers))] = number()


def drop(dice, numbers, number):
    del numbers[dice.randrange(len(numbers))]


def insert(dice, numbers, number):
    numbers.insert(dice.randrange(len(numbers) + 1), number())


def swap(dice, numbers, number):
    one, two = (dice.randrange(len(numbers)) for _ in range(2))
    numbers[one], numbers[two] = numbers[two], numbers[one]


def double(dice, numbers, number):
    at = dice.randrange(len(numbers))
    numbers[at:at] = numbers[at : at + dice.randint(1, 5)]


def cut(dice, numbers, number):
    at = dice.randrange(len(numbers))
    del numbers[at : at + dice.randint(1, 5)]


def claim(dice, data):
    heading, decisions, said = parts(data)
    said["count"] = str(max(0, int(said["count"]) + dice.choice([-2, -1, 1, 2, 10])))
    return whole(heading, decisions, said)


def matrix(dice, data):
    """Another demand, an option more or less, another amount, an option moved."""
    heading, decisions, said = parts(data)
    items, options = heading["items"], heading["options"]
    kind = dice.randrange(6)
    if kind == 0:
        dice.choice(items)[dice.choice([1, 2])] += dice.choice([-1, 1])
    elif kind == 1 and options:
        del options[dice.randrange(len(options))]
    elif kind == 2 and options:
        options.insert(dice.randrange(len(options) + 1), dice.choice(options))
    elif kind == 3 and options:
        gives = dice.choice(options)[1]
        if gives:
            dice.choice(gives)[dice.choice([0, 1])] += dice.choice([-1, 1])
    elif kind == 4 and options:
        gives = dice.choice(options)[1]
        gives[dice.randrange(len(gives) + 1) :] = []
    else:
        dice.shuffle(options)
    return whole(heading, decisions, said)


def group(dice, data):
    """Another group: none, one element less, one twice, one of its own, or one that is no permutation."""
    heading, decisions, said = parts(data)
    items = len(heading["items"])
    moves = heading["group"] or [list(range(items))]
    kind = dice.randrange(5)
    if kind == 0:
        moves = None
    elif kind == 1:
        del moves[dice.randrange(len(moves))]
    elif kind == 2:
        moves.append(dice.choice(moves))
    elif kind == 3:
        moves.append(dice.sample(range(items), items))
    elif moves[-1]:
        moves[-1][dice.randrange(items)] = dice.randrange(items)
    heading["group"] = moves
    return whole(heading, decisions, said)


def told(dice, data):
    """Another kind, width, split, format or name."""
    heading, decisions, said = parts(data)
    key, value = dice.choice(
        [("kind", "tree"), ("kind", "graph"), ("kind", "list"), ("width", 4), ("width", 2), ("width", 1),
         ("format", "accord-count-2"), ("puzzle", "another"), ("fingerprint", "0"),
         ("split", None), *(("split", item) for item in (-1, 0, 1, 2, 3, 99))]
    )  # fmt: skip
    heading[key] = value
    return whole(heading, decisions, said)


WAYS = {
    "flip": flip, "truncate": truncate, "pad": pad, "claim": claim, "matrix": matrix, "group": group,
    "told": told,
    **{each.__name__: decided(each) for each in (other, drop, insert, swap, double, cut)},
}  # fmt: skip


def tampered(dice, data):
    """A way, and a certificate, unpacked, that was tampered with so, once or twice."""
    way = dice.choice(sorted(WAYS))
    found = WAYS[way](dice, data)
    if dice.randrange(4) == 0:
        with suppress(ValueError, LookupError, TypeError, OverflowError):  # it may be none any more
            found = WAYS[dice.choice(sorted(WAYS))](dice, found)
    return way, found


def stated(data):
    """The matrix and the group of an unpacked certificate, as something to compare; None if it has none."""
    try:
        heading = json.loads(data.split(b"\n", 1)[0])
        options = [[name, sorted(gives)] for name, gives in heading["options"]]
        group = sorted(heading["group"] or [list(range(len(heading["items"])))])
        return [heading["items"], options, group]
    except (ValueError, LookupError, TypeError):
        return None


def judge(path, data, changed, model, count):
    """What such a file is taken for: rejected, same or foreign. Asserts that this is right."""
    path.write_bytes(gzip.compress(changed, 1))
    fast, slow, named = quickly(path), plainly(path), quickly(path, model)
    assert named in (None, count), f"{named} is not the count {count} of the model"
    assert fast == slow, f"the fast checker finds {fast}, the plain one {slow}"
    if slow is None:
        return "rejected"
    if stated(changed) == stated(data):
        assert slow == count, f"{slow} is not the count {count}"
        return "same"
    assert named is None, "another matrix passes for the puzzle"
    return "foreign"


SUBJECTS = (
    ("langford:4", False, "tree"), ("langford:4", True, "graph"), ("queens:5", True, "tree"),
    ("queens:4", False, "graph"), ("langford:3", True, "tree"),
)  # fmt: skip


def subjects(folder):
    """Small certificates to be tampered with: the unpacked file, its model, its count."""
    box = accord.Model.build(
        {"a": (2, 3), "b": (1, 2), "c": (0, 2), "d": 1},
        [
            {"a": 1, "b": 1},
            {"a": 2},
            {"b": 1, "c": 1},
            {"c": 2, "d": 1},
            {"a": 1, "d": 1},
            {"c": 1},
            {"b": 1},
        ],
    )
    models = [(accord.load(name).model, distinct, kind) for name, distinct, kind in SUBJECTS]
    for number, (model, distinct, kind) in enumerate([*models, (box, False, "tree"), (box, False, "graph")]):
        path = Path(folder, f"{number}.count")
        written = write(model, path, puzzle="subject", distinct=distinct, kind=kind)
        yield gzip.decompress(path.read_bytes()), model, written.count


def campaign(number, seed, folder):
    """So many files: how many of each way were rejected, and otherwise taken."""
    dice, found = random.Random(seed), Counter()
    all_of_them = list(subjects(folder))
    path = Path(folder, "tampered.count")
    for _ in range(number):
        data, model, count = dice.choice(all_of_them)
        way, changed = tampered(dice, data)
        if changed != data:
            found[way, judge(path, data, changed, model, count)] += 1
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        for what, times in sorted(campaign(int(sys.argv[1]), 1, place).items()):
            print(*what, times)
