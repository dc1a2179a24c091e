"""Check the certificate of a count: plain Python without a dependency, to be read before it is trusted.

    python check_count.py FILE [MOST]        MOST: situations that a search may have; usually 10 ** 9

A puzzle is a matrix: items, each with the least and the most that it may be given, and options, each of which
gives to some items. A solution is a set of options that gives no item too little or too much.

The file holds the matrix, and the decisions of a search; nothing else is believed. A decision is a number: an
item that still lacks something, so that one of the options which give to it has to be taken; or, counted on
behind the items, an option, to be taken or left. All options that fit are listed here, so none is forgotten,
and the second one is tried without the first, the third without the first two, so no solution comes twice.

As a `tree`, the first of them is followed to its end before the second. As a `graph`, situations are looked
at by how much was given in all, the least first; equal ones are one, to which as many ways lead as to them
all.

Up to symmetry, the file has a group of permutations of the items, and a search for each: for the solutions
that it leaves as they are. There are as many classes as the order of the group goes into the sum of these
(Burnside). So it is in each part, where the options of an item are split.
"""

import gzip
import json
import sys
import zlib

LONGEST = 1 << 26  # bytes of a line
LARGEST = 10**9  # bits of all options
MOST = 1 << 62  # what an item may ask for, and all options together may give to it


class WrongError(Exception):
    """The certificate does not hold, or is none."""


def need(holds, words):
    """Raise WrongError with these words unless it holds."""
    if not holds:
        raise WrongError(words)


def record(pairs):
    """A JSON object whose keys are all different."""
    need(len(dict(pairs)) == len(pairs), "a line names a key twice")
    return dict(pairs)


def line(file):
    """Decode the next line, JSON in UTF-8 with a line end."""
    text = file.readline(LONGEST)
    need(text.endswith(b"\n"), "a line does not end")
    return json.loads(text.decode(), object_pairs_hook=record)


def heading(said):
    """The items, the options and the group of the first line: lists of texts and whole numbers only."""
    items = [(low, high) for _, low, high in said["items"]]
    options = [[(item, amount) for item, amount in gives] for _, gives in said["options"]]
    moves = [[*range(len(items))]] if said["group"] is None else said["group"]
    pairs, split = [pair for option in options for pair in option], said["split"]
    lists = [
        said["items"],
        *said["items"],
        said["options"],
        *(row for _, row in said["options"]),
        moves,
        *moves,
    ]
    need(all(type(each) is list for each in lists), "what should be a list is none")
    names = [said["puzzle"], *(name for name, _, _ in said["items"]), *(name for name, _ in said["options"])]
    need(all(type(name) is str for name in names), "a name is no text")
    numbers = [*([] if split is None else [split]), *(n for row in (*items, *pairs, *moves) for n in row)]
    need(all(type(number) is int for number in numbers), "what should be a whole number is none")
    need(len(options) < 1 << 20, "there are too many options")
    given = [0] * len(items)
    for item, amount in pairs:
        need(0 <= item < len(items) and amount > 0, "an option gives what it cannot")
        given[item] += amount
    need(all(each < MOST for each in given), "options give more than can be added up")
    need(all(len(dict(option)) == len(option) for option in options), "an option names an item twice")
    need(moves, "a group has an element")
    return items, options, moves


class Matrix:
    """Items and options; sums are large numbers: some bits an item, above them one that tells of too much."""

    def __init__(self, items, options):
        self.items, self.options, self.weights = items, [], []
        self.of = [[] for _ in items]  # the options that give to an item, and how much
        self.nothing = self.lacking = guards = 0
        self.one, self.guard = [], []
        for low, high in items:
            need(0 <= low <= high < MOST, "an item asks for what cannot be given")
            place, bits = guards.bit_length(), high.bit_length()
            self.one.append(1 << place)
            self.guard.append(1 << place + bits)
            guards |= self.guard[-1]
            self.nothing |= ((1 << bits) - 1 - high) << place  # one more than `high` sets the bit above
            self.lacking |= (1 + high - low) << place  # with this, so does `low`
        self.guards = guards
        need(guards.bit_length() * len(options) < LARGEST, "the matrix is too large to be written down")
        for number, option in enumerate(options):
            self.options.append(sum(min(amount, items[i][1] + 1) * self.one[i] for i, amount in option))
            self.weights.append(sum(amount for _, amount in option))
            for item, amount in option:
                self.of[item].append((number, amount))
        # where each option gives to an item that is to have one number exactly, nothing fits into a solution
        self.tight = all(any(items[i][0] == items[i][1] for i, _ in option) for option in options)

    def fits(self, option, given):
        """Whether it gives no item too much."""
        return not (given + self.options[option]) & self.guards

    def ends(self, given, left):
        """Whether it is a solution, to which nothing can be added."""
        if (given + self.lacking) & self.guards != self.guards:
            return False
        return self.tight or not any(self.fits(o, given) for o in range(len(self.options)) if o not in left)

    def after(self, decision, given, left):
        """Yield for each choice of a decision what it gives, what is given then, and what stays left."""
        option = decision - len(self.items)
        if option >= 0:
            need(option < len(self.options), f"{decision} is no decision")
            need(option not in left and self.fits(option, given), f"option {option} does not fit")
            yield from self.take([option], None, given, left)
            yield 0, given, left | {option}
            return
        need(not (given + self.lacking) & self.guard[decision], f"item {decision} lacks nothing")
        fitting = [(o, amount) for o, amount in self.of[decision] if o not in left and self.fits(o, given)]
        low, field = self.items[decision][0], self.guard[decision] - self.one[decision]
        lacks = low - ((given - self.nothing & field) // self.one[decision])
        reach, choices = sum(amount for _, amount in fitting), []
        for option, amount in fitting:
            if reach < lacks:  # all that are left are too little
                break
            choices.append(option)
            reach -= amount
        yield from self.take(choices, decision, given, left)

    def take(self, options, item, given, left):
        """Yield the choices one after the other: each without those before it, and none twice."""
        before = left
        for option in options:
            then, before = given + self.options[option], before | {option}
            full = (
                item is not None and (then + self.one[item]) & self.guard[item]
            )  # then none of these fits again
            yield (
                self.weights[option],
                then,
                frozenset(o for o in (left if full else before) if self.fits(o, then)),
            )


def tree(matrix, decisions, most):
    """The solutions, by following each choice to its end."""
    count, stack = 0, [(matrix.nothing, frozenset())]
    while stack:
        given, left = stack.pop()
        if matrix.ends(given, left):
            count += 1
            continue
        need(most := most - 1, "more situations than were to be looked at")
        below = [(then, still) for _, then, still in matrix.after(next(decisions), given, left)]
        stack += reversed(below)
    return count


def graph(matrix, decisions, most):
    """The solutions, by how many ways there are to each situation."""
    count, layers = 0, {0: {(matrix.nothing, frozenset()): 1}}
    while layers:
        least = min(layers)
        for (given, left), ways in layers.pop(least).items():
            if matrix.ends(given, left):
                count += ways
                continue
            need(most := most - 1, "more situations than were to be looked at")
            for weight, then, still in matrix.after(next(decisions), given, left):
                layer = layers.setdefault(least + weight, {})
                layer[then, still] = layer.get((then, still), 0) + ways
    return count


def move_options(options, items, move):
    """Return where a permutation of the items takes each option: equal ones in their order."""
    need(sorted(move) == list(range(len(items))), "what should be a permutation of the items is none")
    need(
        all(items[move[i]] == items[i] for i in range(len(items))), "a permutation changes what items ask for"
    )
    places = {}
    for number in reversed(range(len(options))):
        places.setdefault(tuple(sorted(options[number])), []).append(number)
    images = [tuple(sorted((move[item], amount) for item, amount in option)) for option in options]
    need(all(image in places for image in images), "a permutation takes an option to what is none")
    return [places[image].pop() for image in images]


def orbits(options, to, some):
    """Return what the options of each orbit give together: a fixed solution has all of them, or none."""
    seen, found = set(), []
    for option in some:
        given, new = {}, option not in seen
        while option not in seen:
            seen.add(option)
            for item, amount in options[option]:
                given[item] = given.get(item, 0) + amount
            option = to[option]
        if new:
            found.append(sorted(given.items()))
    return found


def parts(items, options, moves, split):
    """Which options are there, and where the permutations take them: one part, or those of a split.

    Each solution has one option of the item `split`. Of those that the group takes to one another, the least
    is enough, up to the permutations that leave it where it is. Such ones with the same are a part.
    """
    images, found = [move_options(options, items, move) for move in moves], {}
    if split is None:
        yield range(len(options)), images
        return
    need(
        split in range(len(items)) and items[split] == (1, 1), "the item of the split is not wanted just once"
    )
    need(all(move[split] == split for move in moves), "the group moves the item of the split")
    others = [o for o, option in enumerate(options) if split not in dict(option)]
    for least in sorted({*range(len(options))} - {*others}):
        if least == min(image[least] for image in images):
            kept = tuple(i for i, image in enumerate(images) if image[least] == least)
            found.setdefault(kept, []).append(least)
    for kept, some in found.items():
        yield sorted(others + some), [images[i] for i in kept]


def group(moves):
    """Raise WrongError for permutations that are no group: two, one after the other, are to be a third."""
    known = set(map(tuple, moves))
    need(len(known) == len(moves) and tuple(range(len(moves[0]))) in known, "the permutations are no group")
    need(all(tuple(a[i] for i in b) in known for a in known for b in known), "the permutations are no group")


def numbers(file, width):
    """The decisions, as they are asked for: what is behind the last stays in the file."""
    need(width in (2, 4), "decisions have 2 or 4 bytes")
    while True:
        some = file.read(width)
        need(len(some) == width, "the file ends before the search does")
        yield int.from_bytes(some, "little")


def check(file, most):
    """The number that the file proves, the order of its group, and what it is called. Raises WrongError."""
    said = line(file)
    need(said["format"] == "accord-count-1", "this is no certificate of a count")
    items, options, moves = heading(said)
    group(moves)
    total, decisions = 0, numbers(file, said["width"])
    for some, images in parts(items, options, moves, said["split"]):
        found = 0
        for image in images:
            matrix = Matrix(items, orbits(options, image, some))
            found += {"tree": tree, "graph": graph}[said["kind"]](matrix, decisions, most)
        need(found % len(images) == 0, "the sum is no multiple of the order of the group")
        total += found // len(images)
    claim = line(file)
    need(not file.read(1), "something stands behind the end")
    need(claim == {"count": str(total)}, f"found {total}, where {claim} is claimed")
    return total, len(moves), said["puzzle"]


def main(path, most=10**9):
    """Check a file, say what it proves, and leave with 1 if it does not."""
    try:
        with gzip.open(path) as file:
            count, order, puzzle = check(file, int(most))
    except (WrongError, OSError, EOFError, zlib.error) as error:
        sys.exit(f"{path}: not proved: {error}")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        sys.exit(f"{path}: not proved: what it holds is no matrix, or no group, or no claim ({error!r})")
    print(f"{path}: proved: the matrix, which is called {puzzle!r}, has {count} solutions", end="")
    print(f" up to {order} symmetries" if order > 1 else "")


if __name__ == "__main__":
    main(*sys.argv[1:])
