"""A planner that knows frogs: hop after hop, depth first, with the rows that were seen."""

from accord.planners.contract import Progress
from accord_toys.frogs import GAP, SIGNS, hops, start


class Hopper:
    """A search in one slice; see `accord.planners.contract`."""

    engines = ("hopper",)
    options = ()

    def __init__(self, asked):
        self.engine = "hopper"
        self.state_limit = asked.state_limit
        self._begin = tuple(start(asked.puzzle.spec))

    def steps(self):
        end, open_states, seen = self._begin[::-1], [(self._begin, ())], {self._begin}
        while open_states:
            row, plan = open_states.pop()
            if row == end:
                yield Progress({"states": len(seen)}, "solved", plan)
                return
            for who, place, to in hops(len(row)):
                if row[place] == who and row[to] == GAP:
                    after = list(row)
                    after[place], after[to] = GAP, who
                    if tuple(after) not in seen:
                        seen.add(tuple(after))
                        open_states.append((tuple(after), (*plan, f"{SIGNS[who]} {place} -> {to}")))
            yield Progress({"states": len(seen)})
        yield Progress({"states": len(seen)}, "gave-up", reason="no hop is left")

    def close(self):
        pass
