"""Draw a half-solved board as text, and read it back as known options of the puzzle.

Whether a cell is known, and what it shows, is found by drawing: the cells that an option changes on the empty
board are its own. So this works for every family that has a picture.

    sign    in what is drawn and read        sign    only in what is drawn
    ----    -----------------------------    ----    ---------------------
    .       not known                        +       full, and new
    x       known to be empty                -       known to be empty, and new
    #       full; another sign is itself     ?       not known; the hint is about it
                                             +7      another sign, and new, where a cell has room

A board with lines between cells, or around them, is read as `accord.render.network` draws it: ━ a line, x
none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import TypeAlias, TypeGuard

from accord.errors import UsageError
from accord.model import Model
from accord.picture import CORNERS, EMPTY, FULL, OPTIONAL, VERTEX, Edge, Network, Picture, Place
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.words import describe
from accord.render import network as drawn_lines

UNKNOWN, VOID = ".", "x"
NEW = {FULL: "+", VOID: "-"}
ABOUT = "?"  # read as not known
ASKED, FRESH = 0, 2  # the shades of cells that a hint is about, and of new cells
_READ = {"+": FULL, "-": VOID, "?": UNKNOWN}
SINGLE, DOUBLE = "━", "═"  # what an option shows on an edge, be it across or down
_READ_LINE = dict(zip("━┅┃┇┿╂═║xX", [SINGLE] * 6 + [DOUBLE] * 2 + [VOID] * 2, strict=True))
Spot: TypeAlias = Place | Edge  # what options speak of


@dataclass(frozen=True)
class Known:
    """Options that are chosen and closed, which of them are new, and the items that a hint is about."""

    chosen: Collection[int]
    closed: Collection[int]
    new: Collection[int] = ()
    about: Iterable[int] = ()


def is_cell(spot: Spot) -> TypeGuard[Place]:
    """Whether it is a cell, and no edge."""
    return len(spot) == 3


def is_edge(spot: Spot) -> TypeGuard[Edge]:
    """Whether it is an edge, and no cell."""
    return len(spot) == 2


def apart(model: Model) -> list[list[int]]:
    """Return the options in groups; no two of a group are in one item of which a solution has one option.

    So a cell of numbers has one option in each group: the k-th number of a cell is in the k-th group.
    """
    groups: list[list[int]] = []
    taken: dict[int, set[int]] = defaultdict(set)  # the groups of the options of an item
    for option in range(model.options):
        items = [item for item in model.items_of(option).tolist() if model.primary[item]]
        other = set[int]().union(*(taken[item] for item in items))
        group = next(n for n in count() if n not in other)
        if group == len(groups):
            groups.append([])
        groups[group].append(option)
        for item in items:
            taken[item].add(group)
    return groups


def _in_order(of: Mapping[Spot, Mapping[int, str]]) -> dict[Spot, dict[int, str]]:
    """Return cells in the order of their first options, and the options of each in order."""
    return {spot: dict(sorted(of[spot].items())) for spot in sorted(of, key=lambda spot: min(of[spot]))}


class PartialBoard:
    """The cells of a puzzle, and which options speak of each."""

    def __init__(self, puzzle: Puzzle) -> None:
        """Draw the puzzle as often as is needed: some times for each value that a cell may have.

        Where a cell has more options than one of each kind, as in a packing, that is twice an option.
        """
        self.puzzle = puzzle
        self.drawn = puzzle.picture()
        self._base = puzzle.picture([])
        self._of: dict[Spot, dict[int, str]] = defaultdict(dict)  # option -> what it shows there
        if self.drawn.lines is None and not self._look_by_bits(range(puzzle.model.options)):
            for options in apart(puzzle.model):
                if not self._look_by_bits(options, of_one_cell=True):
                    self._look(options)
            self._of = defaultdict(dict, _in_order(self._of))

    def _changes(self, options: Sequence[int]) -> dict[Spot, str]:
        """Return the signs and the lines that change when these options are chosen."""
        after = self.puzzle.picture(options)
        changed: dict[Spot, str] = {
            place: sign for place, sign in after.signs.items() if sign != self._base.signs[place]
        }
        if after.network is None or self._base.network is None:
            return changed
        double = after.network.double
        lines = after.network.chosen - self._base.network.chosen
        return changed | {edge: DOUBLE if edge in double else SINGLE for edge in lines}

    def _look_by_bits(self, options: Sequence[int], *, of_one_cell: bool = False) -> bool:
        """Find the option of each cell by the bits of its place; False, and nothing, if a cell has several.

        Options that share a cell differ in some bit: then it changes with that bit as with its contrary.
        Copies of a piece have other signs beside each other, so a sign has to be the same each time; and with
        `of_one_cell` an option may have one cell only.
        """
        at: dict[Spot, int] = defaultdict(int)
        signs: dict[Spot, str] = {}
        for bit in range(max(1, (len(options) - 1).bit_length())):
            with_bit = self._changes([o for n, o in enumerate(options) if n >> bit & 1])
            without = self._changes([o for n, o in enumerate(options) if not n >> bit & 1])
            changed = with_bit | without
            alike = all(signs.get(place, sign) == sign for place, sign in changed.items())
            if with_bit.keys() & without.keys() or not alike:
                return False
            signs |= changed
            for place in with_bit:
                at[place] |= 1 << bit
        if of_one_cell and len({at[place] for place in signs}) < len(signs):
            return False
        for place, sign in signs.items():
            self._of[place][options[at[place]]] = self._sign(place, sign)
        return True

    def _look(self, options: Sequence[int]) -> None:
        """Find the cells of these options; of many at once, while they have none."""
        changed = self._changes(options)
        if len(options) == 1:
            for place, sign in changed.items():
                self._of[place][options[0]] = self._sign(place, sign)
        elif changed:
            middle = len(options) // 2
            self._look(options[:middle])
            self._look(options[middle:])

    def _sign(self, place: Spot, sign: str) -> str:
        """A sign of the drawing as one of this module; what is given keeps its sign."""
        if not is_cell(place):
            return sign
        same = sign == self.drawn.signs[place] == self._base.signs[place]
        return VOID if (same or sign in (EMPTY, OPTIONAL)) and sign != FULL else sign

    @property
    def places(self) -> Collection[Place]:
        """The cells of which options speak."""
        return [spot for spot in self._of if is_cell(spot)]

    def signs_at(self, place: Place) -> Mapping[int, str]:
        """Return the options of a cell, each with the sign that it shows there."""
        return self._of[place]

    def empty_sign(self, place: Spot) -> str:
        """Return the sign of a cell, or of an edge, if none of its options is chosen."""
        return self._sign(place, self._base.signs[place]) if is_cell(place) else VOID

    def signs(self, chosen: Collection[int], closed: Collection[int]) -> dict[Place, str]:
        """Return the sign of each cell, if these options are known to be chosen, and those not to be."""
        return {place: sign for place, sign in self.known_signs(chosen, closed).items() if is_cell(place)}

    def known_signs(self, chosen: Collection[int], closed: Collection[int]) -> dict[Spot, str]:
        """Return the sign of each cell and of each edge of which enough is known."""
        chosen, closed = set(chosen), set(closed)
        found: dict[Spot, str] = {}
        for place, shows in self._of.items():
            here = [sign for option, sign in shows.items() if option in chosen]
            if here:
                found[place] = here[0]
            elif closed.issuperset(shows):
                found[place] = self.empty_sign(place)
        return found

    def _marked_signs(self, known: Known) -> dict[Place, str]:
        """Return `signs` with marks for what is new, and for the open cells of the items in `about`."""
        new = set(known.new)
        now = self.signs(known.chosen, known.closed)
        before = self.signs(set(known.chosen) - new, set(known.closed) - new) if new else now
        walls = self.drawn.regions is not None and self.drawn.network is None
        room = "+" if walls else ""  # a cell between walls has two characters
        marks = self.puzzle.record.shown.marks
        marked = marks(self.puzzle.spec, self.puzzle.model, known.about, ABOUT) if marks else None
        asked = {} if marked is None else marked.signs
        return {place: ABOUT for place, sign in asked.items() if sign == ABOUT and place in self._of} | {
            place: sign if place in before else NEW.get(sign, room + sign) for place, sign in now.items()
        }

    def _network(self, known: Known) -> Network | None:
        """Return the places with a line, and the places without; None for a board that has no lines."""
        network = self.drawn.network
        if network is None:
            return None
        now = self._lines(known.chosen, known.closed)
        before = self._lines(set(known.chosen) - {*known.new}, set(known.closed) - {*known.new})
        with_sign = {
            shown: frozenset(edge for edge, sign in now.items() if sign == shown)
            for shown in (SINGLE, DOUBLE, VOID)
        }
        return replace(
            network,
            chosen=network.chosen | with_sign[SINGLE] | with_sign[DOUBLE],
            double=with_sign[DOUBLE],
            crossed=with_sign[VOID],
            new=frozenset(now.keys() - before.keys()),
        )

    def _lines(self, chosen: Collection[int], closed: Collection[int]) -> dict[Edge, str]:
        return {edge: sign for edge, sign in self.known_signs(chosen, closed).items() if is_edge(edge)}

    def picture(self, known: Known) -> Picture:
        """The board with known cells, new ones marked, and open cells of the items that it is about."""
        solution = self.puzzle.picture(sorted(known.chosen))
        if not self._of:
            return solution
        marked = self._marked_signs(known)
        fills = {place: fill for place, fill in solution.fills.items() if marked.get(place) == FULL}
        marks = {place: mark for place, mark in self.drawn.marks.items() if place not in marked}
        signs = {**self.drawn.signs, **marked}
        return replace(self.drawn, signs=signs, fills=fills, marks=marks, network=self._network(known))

    def drawing(self, known: Known) -> Picture:
        """Return the board for a drawing: new cells and those asked about are shaded, no sign is replaced."""
        solution = self.puzzle.picture(sorted(known.chosen))
        if not self._of:
            return solution
        signs, marked = self.signs(known.chosen, known.closed), self._marked_signs(known)
        shades = {
            place: ASKED if mark == ABOUT else FRESH
            for place, mark in marked.items()
            if mark != signs.get(place)
        }
        return replace(
            solution,
            signs={**self.drawn.signs, **signs},
            fills={place: fill for place, fill in solution.fills.items() if signs.get(place) == FULL},
            dark=self.drawn.dark | {place for place in solution.dark if signs.get(place) == FULL},
            marks={place: mark for place, mark in self.drawn.marks.items() if place not in signs},
            given=self.drawn.given,
            figures={**solution.figures, VOID: "empty"},
            shades={**solution.shades, **shades},
            network=self._network(known),
        )

    def legend(self, known: Known) -> str:
        """Explain the signs of that picture that are not the puzzle's own, in its family's words."""
        means = {FULL: "full", VOID: "empty", **self.puzzle.record.shown.signs}
        told = {
            **{new_one: f"{means[sign]}, new" for sign, new_one in NEW.items()},
            FULL: means[FULL],
            VOID: means[VOID],
            ABOUT: "where to look",
        }
        found = set(self._marked_signs(known).values()) if self._of else set()
        own = {sign for shows in self._of.values() for sign in shows.values()} - {FULL, VOID}
        parts = [f"{sign} {meaning}" for sign, meaning in told.items() if sign in found - own]
        network = self._network(known)
        if network is not None and network.new:
            new, crosses = bool(network.new & network.chosen), bool(network.new & network.crossed)
            parts += ["┅ ┇ a new line"] * new + ["X no line, new"] * crosses
        return "; ".join([*parts, *(f"{sign} new" for sign in sorted(found) if len(sign) > 1)])

    def read(self, text: str) -> tuple[list[int], list[int]]:
        """The options that a board as text chooses, and the options that it excludes.

        Args:
            text: a sign for each cell, row by row; rows end with a newline or a `/`. Of a board with lines,
                the text that shows it.

        Raises:
            UsageError: if the text does not fit the board.
        """
        if self.drawn.network is not None:
            return self._read_lines(text.replace("/", "\n").strip("\n").split("\n"))
        rows = [row.strip() for row in text.strip().replace("/", "\n").split("\n")]
        places = sorted(self.drawn.signs)
        lines = [[p for p in places if p[:2] == line] for line in sorted({p[:2] for p in places})]
        if not self._of or len(rows) != len(lines):
            expected = f"{len(lines)} rows" if self._of else "nothing: this puzzle has no board"
            raise UsageError(f"known: found {len(rows)} rows; expected {expected}")
        chosen: set[int] = set()
        closed: set[int] = set()
        for number, (row, line) in enumerate(zip(rows, lines, strict=True), start=1):
            signs = self._signs_in(row)
            if len(signs) != len(line):
                raise UsageError(
                    f"known, row {number}: found {len(signs)} cells; expected {len(line)}, as in "
                    f"{''.join(UNKNOWN for _ in line)}"
                )
            for place, sign in zip(line, signs, strict=True):
                known = sign in self._of.get(place, {}).values()
                wanted = sign if known else _READ.get(sign, sign)
                drawn = self.drawn.signs[place]
                stays = not known and sign in (drawn, drawn[-1:])  # as it is drawn, so nothing is known
                if wanted != UNKNOWN and not stays:
                    self._tell(place, wanted, f"known, row {number}", chosen, closed)
        return sorted(chosen), sorted(closed)

    def _read_lines(self, lines: Sequence[str]) -> tuple[list[int], list[int]]:
        """Return the options that a text with lines chooses, and the options that it excludes."""
        expected = len(str(self.drawn).split("\n"))
        if len(lines) != expected:
            raise UsageError(f"known: found {len(lines)} rows; expected {expected}, as the board is printed")
        chosen: set[int] = set()
        closed: set[int] = set()
        stands = str(self.drawn).split("\n")
        for spot in self._of:
            cell = is_cell(spot)
            at = self._where(spot)
            sign, blank = drawn_lines.sign_at(lines, at), drawn_lines.sign_at(stands, at)
            if sign in (" ", UNKNOWN, ABOUT, blank):
                continue
            if cell:  # one with a line has nothing else
                wanted = VOID if sign in CORNERS else _READ.get(sign, sign)
            else:
                wanted = _READ_LINE.get(sign, sign)
            self._tell(spot, wanted, f"known, row {at[0] + 1}, column {at[1] + 1}", chosen, closed)
        return sorted(chosen), sorted(closed)

    def _where(self, spot: Spot) -> tuple[int, int]:
        """Return the line and the column of a cell, or of the middle of an edge, in a text with lines."""
        if is_edge(spot):
            return drawn_lines.middle(self.drawn, spot)
        assert is_cell(spot)
        row, column = drawn_lines.spot(self.drawn, spot[1:])
        on_dots = (
            self.drawn.network is not None and self.drawn.network.on == "dots"
        )  # the cell is between them
        return (row + 1, column + 2) if on_dots else (row, column)

    def _signs_in(self, row: str) -> Sequence[str]:
        """The signs of a row; where it has blanks, as staggered boards have, they are words."""
        if self.drawn.lattice == "edges":
            row = row.replace(VERTEX, " ")
        return row.split() if " " in row else row

    def _tell(self, place: Spot, wanted: str, where: str, chosen: set[int], closed: set[int]) -> None:
        shows = self._of.get(place, {})
        stands = self.drawn.signs[place] if is_cell(place) else EMPTY
        if not shows and wanted in (stands, stands[-1:]):  # the puzzle itself says so
            return
        without = self.empty_sign(place)
        known = {*shows.values(), without}
        if wanted not in known:
            signs = " ".join(sorted({UNKNOWN, *known}))
            raise UsageError(f"{where}: found {describe(wanted)}; expected one of {signs}")
        here = [option for option, sign in shows.items() if sign == wanted]
        closed |= shows.keys() - set(here)
        if wanted != without and len(here) == 1:
            chosen.add(here[0])
