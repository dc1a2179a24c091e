"""The slow checkers of models: all their solutions, by trying. They share nothing with what they check."""

from functools import cache
from itertools import combinations

import numpy as np

from accord.model.verify import valid


def all_solutions(model):
    """Every set of options, tried one by one: for models of any kind, of up to some fifteen options."""
    sets, rows = _sets(model.options)
    return {sets[number] for number in np.flatnonzero(valid(model, rows))}


@cache
def _sets(options):
    """All sets of so many options: as tuples, and as the rows of an array."""
    assert options <= 16
    sets = [chosen for size in range(options + 1) for chosen in combinations(range(options), size)]
    return sets, np.array([chosen + (-1,) * (options - len(chosen)) for chosen in sets], np.int32)


def grown(model):
    """The same where every amount is 1: sets grow by an option while no item has too much or two colours.

    It takes a few more options than that, if few sets of them go together.
    """
    high = model.high.tolist()
    sets = [((), {})]  # the options of each, and the colour and the number that items have by them

    def fits(given, item, colour):
        before, number = given.get(item, (colour, 0))
        return before == colour and (colour or number < high[item])

    for option in range(model.options):
        at = slice(model.start[option], model.start[option + 1])
        gives = dict(zip(model.item[at].tolist(), model.colour[at].tolist(), strict=True))
        for chosen, given in list(sets):
            if all(fits(given, item, colour) for item, colour in gives.items()):
                more = {item: (colour, given.get(item, (0, 0))[1] + 1) for item, colour in gives.items()}
                sets.append(((*chosen, option), given | more))
    wanted = [(int(item), int(model.low[item])) for item in np.flatnonzero(model.low > 0)]
    return {
        chosen
        for chosen, given in sets
        if all(item in given and given[item][1] >= low for item, low in wanted)
    }


def walked(model):
    """Every solution where amounts are 1 and nothing has colours: item by item, the fewest options first."""
    found = []
    of_item = [model.options_of(item).tolist() for item in range(model.items)]
    of_option = [model.items_of(option).tolist() for option in range(model.options)]

    def search(low, room, alive, chosen):
        left = {
            item: [o for o in of_item[item] if o in alive] for item in range(model.items) if low[item] > 0
        }
        if not left:
            found.append(sorted(chosen))
            return
        for option in min(left.values(), key=len):
            alive = alive - {option}
            now_low, now_room = low.copy(), room.copy()
            now_low[of_option[option]] -= 1
            now_room[of_option[option]] -= 1
            full = {o for item in of_option[option] if now_room[item] == 0 for o in of_item[item]}
            search(now_low, now_room, alive - full, [*chosen, option])

    search(model.low, model.high, frozenset(range(model.options)), [])
    return np.array(found, np.int32)


def packed(model):
    """Every solution of a packing, covering the first uncovered cell; pieces by how many are left."""
    cells = len(model.order)
    assert np.array_equal(model.order, np.arange(cells))
    left = model.low.tolist()
    at = [[] for _ in range(cells)]
    for option in range(model.options):
        items = model.items_of(option).tolist()
        mask = sum(1 << item for item in items if item < cells)
        at[items[0]].append((option, mask, items[-1] if items[-1] >= cells else None))

    def search(covered, chosen):
        if covered == (1 << cells) - 1:
            if not any(left[cells:]):
                yield list(chosen)
            return
        first = (~covered & (covered + 1)).bit_length() - 1
        for option, mask, piece in at[first]:
            if covered & mask or (piece is not None and not left[piece]):
                continue
            if piece is not None:
                left[piece] -= 1
            yield from search(covered | mask, [*chosen, option])
            if piece is not None:
                left[piece] += 1

    return search(0, [])
