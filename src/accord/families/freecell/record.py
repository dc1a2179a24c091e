"""The family record of FreeCell and its relatives: the functions that general code calls for a family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import structs

from accord.families.freecell import text
from accord.families.freecell.spec import ALIASES, BOUNDS, CHOICES, GAMES, FreeCell, begins_as_board
from accord.families.freecell.start import deals, form, of_file, parse, start
from accord.families.freecell.text import board_text
from accord.picture import Picture
from accord.plans.problem import PlanProblem
from accord.puzzles.family import About, Family, Made, Searched, Shown, Texts
from accord.puzzles.sheets import Editing, Sheet, Words

if TYPE_CHECKING:
    from accord.scene.shapes import Scene


CARDS = "cards, the deepest first, such as 4H 10C; or what is home, and in the cells"
GAME = tuple((name, name.replace("_", " ")) for name in GAMES)


def sheets(spec: FreeCell) -> list[Sheet]:
    """Return the sheets of a deal. Raises SpecError with every fault."""
    lines = [[line] for line in board_text(*start(spec)).split("\n")]
    deal = "" if spec.deal is None else str(spec.deal)
    game = ALIASES.get(spec.game, spec.game)
    about = "Microsoft's number, or pysol: and a seed; empty for a board of your own"
    return [
        Sheet(key="game", about="the game", on="whole", words=[[game]], choices=GAME),
        Sheet(key="deal", about=about, on="whole", words=[[deal]], free="a number"),
        Sheet(key="board", about="the board", on="whole", words=lines, free=CARDS),
    ]


def with_words(spec: FreeCell, words: Mapping[str, Words]) -> FreeCell:
    """Return the spec of another game, deal or board. Raises SpecError with every fault."""
    known = {sheet.key: sheet.words for sheet in sheets(spec)}
    changed = {key for key, rows in words.items() if [[*row] for row in rows] != known[key]}
    found = structs.replace(spec, game=words["game"][0][0])
    deal = words["deal"][0][0].strip()
    if "board" in changed or not deal:
        found = structs.replace(found, deal=None, board=tuple(line for (line,) in words["board"]))
    elif "deal" in changed:
        found = structs.replace(found, deal=int(deal) if deal.isdecimal() else deal, board=None)
    start(found)
    return found


EDITING = Editing(sheets, with_words)


def picture(spec: FreeCell, model: None, options: Sequence[int] | None) -> Picture:  # noqa: ARG001
    """Return the board as text, as Freecell Solver reads it."""
    rules, board = start(spec)
    return Picture("square", {}, lines=tuple(text.board_text(rules, board).split("\n")))


def facts(spec: FreeCell) -> dict[str, Any]:
    """Return the knobs and the number of cards that are not home."""
    rules, board = start(spec)
    knobs = {key: getattr(rules, key) for key in (*BOUNDS, *CHOICES)}
    return {**knobs, "cards": rules.cards, "to go home": len(list(board.cards()))}


def plan_problem(spec: FreeCell) -> PlanProblem:
    """Return the plan problem: one card moves at a time. Raises RefusedError for unlimited sequences."""
    from accord.families.freecell.problem import problem_of  # only now: others do without

    return problem_of(*start(spec))


def card_scene(lines: Sequence[str]) -> Scene:
    """Return the scene of cards that the lines of a board show, as `text.board_text` writes them."""
    from accord.scene.cards import table  # only now: others draw nothing

    home: list[str] = []
    cells: list[str] = []
    columns = []
    for line in lines:
        heading, _, words = line.rpartition(":")
        if not heading:  # a colon alone begins a column where one is empty
            columns.append(words.split())
        elif heading == "Foundations":
            home = [_top_card(word) for word in words.split()]
        else:
            cells = ["" if word == "-" else word for word in words.split()]
    return table(cells, home, columns)


def _top_card(word: str) -> str:
    """Return the top card of a foundation: `H-7` -> `7H`, and `H-0` -> `H`, the suit of an empty one."""
    suit, _, rank = word.partition("-")
    return suit if rank == "0" else f"{rank}{suit}"


_PLANNERS = "accord.families.freecell.planners"

RECORD = Family(
    name="freecell",
    spec=FreeCell,
    about=About(
        "moves",
        "FreeCell and fourteen relatives: move all cards home.",
        ("Baker's Game", "Seahaven Towers", "Eight Off"),
    ),
    texts=Texts(
        parse=parse,
        example="1",
        names=tuple(sorted({*GAMES, *ALIASES} - {"freecell"})),
        ranges=deals,
        recognise=begins_as_board,
        of_file=of_file,
    ),
    shown=Shown(
        picture=picture,
        facts=facts,
        inked=text.ink_suit,
        advice="move {}".format,
        drawn="accord.families.freecell.record:card_scene",
    ),
    made=Made(plan=plan_problem, form=form),
    searched=Searched(
        planners={
            ("fast", "native"): f"{_PLANNERS}.fast:Fast",
            ("moves", "native"): f"{_PLANNERS}.moves:Moves",
            ("short", "native"): f"{_PLANNERS}.short:Short",
            ("optimal", "native"): f"{_PLANNERS}.closed_list_search:Optimal",
            ("impossible", "native"): f"{_PLANNERS}.closed_list_search:Impossible",
        },
        limits={
            ("fast", "native"): f"{_PLANNERS}.fast:LIMIT",
            ("moves", "native"): f"{_PLANNERS}.moves:STATES",
        },
        bytes_per_state={"scans": 16},
        moves="accord.families.freecell.card_moves:MOVES",
        sweep=f"{_PLANNERS}.deals:SWEEP",
    ),
    editing=EDITING,
)
