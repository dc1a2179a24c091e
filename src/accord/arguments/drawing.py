"""Structs of the arguments of drawings, films, the event viewer, and files that are written."""

from dataclasses import MISSING, dataclass

from accord.arguments.field import BackendArgument, Limited, argument, as_in
from accord.arguments.run import Arguments, EngineArguments

MOST_BOARDS = 1000  # on a sheet
WHAT = (  # arguments that select what is drawn
    "solution", "known", "sheet", "pieces", "orientations", "placements", "dropped", "candidates",
    "frequencies",
)  # fmt: skip
PAPERS = {  # width and height in centimetres
    "a3": (29.7, 42.0), "a4": (21.0, 29.7), "a5": (14.8, 21.0), "letter": (21.59, 27.94),
}  # fmt: skip
LOOKING = 300  # seconds for a plan, where no limit is asked for
OF_SEARCHES = "`root` and `limit` are for searches; leave them out"


@dataclass(frozen=True, kw_only=True)
class DrawCommand(Limited):
    """The arguments of `accord draw`."""

    output: str = argument("-", "Write to NAME.svg, NAME.png or NAME.pdf; - prints SVG.", "FILE", short="o")
    solution: int | None = argument(None, "Draw the N-th solution that the search finds.", "N", least=1)
    known: bool = argument(False, "Draw the solution that the file states.")
    sheet: int | None = argument(
        None, "Draw the first N solutions on one sheet.", "N", least=1, most=MOST_BOARDS
    )
    pieces: bool = argument(False, "Draw the pieces.")
    orientations: bool = argument(False, "Draw the pieces in every orientation.")
    placements: str | None = argument(
        None, "Draw all ways to fill a cell, such as r1c2, or to place a piece.", "CELL"
    )
    dropped: bool = argument(
        False, "Draw the placements that no solution can contain, with the holes that they leave."
    )
    candidates: bool = argument(False, "Draw the values that each cell has over all solutions.")
    frequencies: bool = argument(False, "Draw how often each sign occurs in each cell, over all solutions.")
    mark: tuple[str, ...] = argument((), "Shade cells, such as 'r1c2 r4c2'; may be repeated.", "CELLS")
    patterns: bool = argument(False, "Use patterns and greys instead of colours.")
    solid: bool = argument(False, "Draw solids in perspective, not layer by layer.")
    columns: int | None = argument(None, "Draw N boards in each row of a sheet.", "N", least=1, most=100)
    paper: str | None = argument(
        None, "Draw pages of this size; SVG and PNG have one page.", "NAME", choices=tuple(PAPERS)
    )
    title: str | None = argument(None, "Write this title above the boards.", "TEXT")
    answers: bool = argument(
        False, "Add pages with a solution of each puzzle, to a PDF.", excludes=WHAT,
        why="`answers` belongs to the boards of puzzles; leave {other} out",
    )  # fmt: skip
    levels: bool = argument(False, "Write below each board how hard the puzzle is, as accord rate prints it.")
    backend: str = as_in(BackendArgument, "backend")
    engine: str | None = as_in(EngineArguments, "engine")
    time_limit: float | None = as_in(Limited, "time_limit", help="Stop after this time for each puzzle.")


@dataclass(frozen=True, kw_only=True)
class TraceArguments(Limited):
    """Which events are shown: of a search, of a person's steps, or of a plan."""

    deductions: bool = argument(
        False, "Show the steps of a person, as `accord hint` prints them.",
        excludes=("bounds",), why="`bounds` shows deductions too; leave `deductions` out",
    )  # fmt: skip
    bounds: bool = argument(False, "Show the steps of a person, and the bounds of each item.")
    root: str | None = as_in(Arguments, "root", excludes=("deductions", "bounds"), why=OF_SEARCHES)
    limit: int | None = as_in(
        Arguments, "limit", help="Stop after N solutions.",
        excludes=("deductions", "bounds"), why=OF_SEARCHES,
    )  # fmt: skip
    reduce: bool = as_in(Arguments, "reduce")
    first: int = argument(0, "Begin at node N.", "N", flag="from", least=0)
    last: int | None = argument(None, "End at node N.", "N", flag="to", least=0)
    every: int | None = argument(None, "Show one node in N, and all solutions.", "N", least=1)
    time_limit: float | None = as_in(
        Limited,
        "time_limit",
        help=f"Stop after this time. Default, of the search for a plan: {LOOKING}; inf: never.",
    )


@dataclass(frozen=True, kw_only=True)
class FilmCommand(TraceArguments):
    """The arguments of `accord film`."""

    output: str = argument(
        MISSING, "Write to NAME.gif, NAME.mp4, NAME.svg, or to pictures in a folder: DIR/.", "FILE", short="o"
    )
    frames: int = argument(400, "Make at most N frames.", "N", least=1, most=20_000, shown=True)
    speed: float = argument(8.0, "Show N frames in a second.", "N", least=0.1, most=50, shown=True)
    pause: float = argument(
        1.5, "Show each solution, and the end, for this time.", "SECONDS", least=0.02, most=60, shown=True
    )
    size: int = argument(24, "Side of a cell in pixels.", "N", least=4, most=400, shown=True)
    patterns: bool = as_in(DrawCommand, "patterns")
    solid: bool = as_in(DrawCommand, "solid")


@dataclass(frozen=True, kw_only=True)
class WatchCommand(TraceArguments):
    """The arguments of `accord watch`."""

    speed: float = argument(4.0, "Show N events in a second; the keys + and - change it.", "N", shown=True)
    frames: int = argument(20, "Print up to N boards if stdout is no terminal.", "N", least=1, shown=True)


@dataclass(frozen=True, kw_only=True)
class ConvertCommand(Limited):
    """The arguments of `accord convert`."""

    form: str | None = argument(None, "Format of PUZZLE, if that is a file or `-`.", "FORMAT", flag="from")
    to: str | None = argument(None, "The format to write. Default: by FILE's suffix.", "FORMAT")
    encoding: str | None = as_in(
        EngineArguments, "encoding",
        help="Encoding for dimacs: pairwise, sequential, ...; default: chosen by size.",
    )  # fmt: skip
    output: str | None = argument(
        None, "Write to FILE; with FOLDER/, a file for each puzzle.", "FILE", short="o"
    )
    answer: str | None = argument(
        None, "Read the answer of a solver for PUZZLE, check it, and print the board.", "FILE",
        excludes=("to", "encoding", "output"), why="`answer` reads; leave {other} out",
    )  # fmt: skip
