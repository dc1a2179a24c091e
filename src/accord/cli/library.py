"""`accord list` and `accord show`: list the puzzles that come with Accord, and show one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from accord.arguments.puzzle import CandidatesArguments
from accord.cli.help import Command
from accord.cli.ink import Ink
from accord.cli.many import each_of
from accord.cli.options import (
    json_option,
    options_of,
    puzzle_argument,
    query_of_options,
    suits_option,
    variant_option,
)
from accord.cli.output import board, definition_list, json, wrap
from accord.cli.streams import put, tell
from accord.errors import RefusedError
from accord.exits import Code
from accord.puzzles.table import GROUPS

if TYPE_CHECKING:
    from accord.problem.lower.passes import Cost
    from accord.puzzles.library import Entry
    from accord.puzzles.puzzle import Puzzle
    from accord.runner.limits import Limits

SIGHTS = (
    "pieces",
    "orientations",
    "placements",
    "by_rows",
    "dropped",
    "rows",
    "candidates",
)  # of `show`: one


@click.command("list", cls=Command)
@click.option("--json", "as_json", is_flag=True, help="Print the list as one JSON array.")
@click.option("--family", default="", metavar="NAME", help="List only puzzles of this family.")
@click.option("--group", default="", metavar="NAME", help=f"Only families of a group: {', '.join(GROUPS)}.")
@click.option(
    "--lattice", default="", metavar="NAME", help="List only puzzles on this lattice, such as cubic."
)
@click.option(
    "--search", default="", metavar="WORDS", help="List only puzzles with WORDS in name, title or rule."
)
@click.option(
    "--oeis",
    default="",
    metavar="A000170",
    help="List only puzzles whose count is in this OEIS sequence, or is this term.",
)
def list_puzzles(as_json: bool, **asked: str) -> None:
    """List the puzzles that come with Accord, by family; options select some of them.

    \b
    accord list
    accord list --group pencil
    accord list --family packing --lattice cubic --search soma
    accord list --oeis A000170
    accord list --oeis "A000170(8)" --json
    """
    from accord.puzzles import library, table
    from accord.puzzles.library import filter_entries, suggestion

    known = [*library.entries(), *library.of_strangers()]
    entries = [*filter_entries(known, **asked)]
    broken = [f"{row.name}: a family of {row.package}, broken: {row.broken}" for row in table.broken()]
    if as_json:
        put(json(entries))
        for line in broken:
            tell(line)
        return
    if entries:
        put("\n\n".join(_family_lists(entries, asked["oeis"])))
    else:
        tell(f"no puzzle fits{suggestion(known, asked['search'])}")
    for line in broken if not any(asked.values()) else ():
        put(line)


def _family_lists(entries: Sequence[Entry], oeis: str) -> Iterator[str]:
    """Yield the list of each family: its entries, under its name and rule if there are several families."""
    from accord.puzzles import table

    groups = [*GROUPS, ""]
    rows = {name: table.find(name) or table.Row(name, "") for name in {entry.family for entry in entries}}
    for row in sorted(rows.values(), key=lambda row: (groups.index(row.group), row.name)):
        found = [entry for entry in entries if entry.family == row.name]
        text = definition_list([(entry.name, _describe(entry, oeis)) for entry in found])
        number = f"{len(found)} puzzle{'s' * (len(found) > 1)}"
        heading = f"{row.name}, {number}" + (f": {row.rule}" if row.rule else "")
        yield f"{wrap(heading)}\n{text}" if len(rows) > 1 else text


def _describe(entry: Entry, oeis: str) -> str:
    """Return the title of an entry, its variants, and the terms that are asked for."""
    from accord.puzzles.library import terms

    variants = f" (variants: {', '.join(entry.variants)})" if entry.variants else ""
    counted = f": {', '.join(terms(entry, oeis))}" if oeis else ""
    return f"{entry.title}{variants}{counted}"


@click.command(cls=Command)
@puzzle_argument
@variant_option
@json_option
@click.option("--pieces", is_flag=True, help="Print the pieces.")
@click.option("--orientations", is_flag=True, help="Print the pieces in every orientation.")
@click.option(
    "--placements",
    is_flag=False,
    flag_value="",
    metavar="[CELL]",
    help="Print how many placements each piece has; with CELL, all ways to fill it.",
)
@click.option(
    "--by-rows",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="Print how many placements begin in each N rows of the board.",
)
@click.option("--dropped", is_flag=True, help="Print the placements that no solution can contain, and why.")
@click.option(
    "--rows", is_flag=True, help="Print the size of the model: options, rows, and the largest rules."
)
@click.option("--candidates", is_flag=True, help="Print the values that each cell has over all solutions.")
@options_of(
    CandidatesArguments,
    time_limit={"help": "Stop after this time; --candidates keeps the values found so far."},
)
@suits_option
def show(puzzle: str, variant: str | None, as_json: bool, suits: bool | None, **given: Any) -> None:
    """Show a puzzle: its rule, sizes, counts with their sources, and a picture of the board.

    \b
    accord show meteor
    accord show meteor --pieces
    accord show meteor --placements r1c1
    accord show "sudoku:12....1..1......" --candidates

    A file with many puzzles is shown puzzle by puzzle; FILE:NAME is one of them. Limits hold for each.
    """
    from accord.cli.console import Console
    from accord.cli.setters import print_candidates

    asked = [name for name in SIGHTS if given[name] not in (None, False)]
    if len(asked) > 1:
        one, other = (name.replace("_", "-") for name in asked[:2])
        raise click.UsageError(f"--{one} and --{other} exclude each other")
    query = query_of_options(CandidatesArguments, {k: v for k, v in given.items() if k not in SIGHTS})
    if "candidates" not in asked and query.filter_given(("shares", "backend")):
        raise click.UsageError("--shares and --backend are for --candidates")
    console = Console(quiet=True)

    def tell(loaded: Puzzle, name: str, limits: Limits) -> Code:
        if "candidates" in asked:  # which keeps what it found
            return print_candidates(loaded, replace(query, cancel=console.cancel), limits, as_json=as_json)
        return limits.guard("the puzzle was shown").do(print_puzzle, loaded, name)

    def print_puzzle(loaded: Puzzle, name: str) -> Code:
        if asked:
            _sight(loaded, asked[0], given[asked[0]], as_json=as_json)
            return Code.DONE
        facts = _facts(loaded)
        if as_json:
            put(json(facts))
            return Code.DONE
        put("\n".join(_lines(loaded, facts)))
        put()
        text = board(loaded.picture(), colour=not loaded.is_plan)
        put(Ink(loaded.record, suits).board(text) if loaded.is_plan else text)
        if name:
            put()
        return Code.DONE

    each_of(puzzle, variant, console, query, tell)


def _sight(puzzle: Puzzle, what: str, value: str | bool | int | None, *, as_json: bool) -> None:
    """Print pieces, ways to lie, placements or what is dropped."""
    from accord.puzzles import views

    if what == "rows":
        _rows(puzzle, as_json=as_json)
        return
    if what == "by_rows":
        stretches = views.tally_by_rows(puzzle, int(value or 1))
        if as_json:
            put(json([stretch._asdict() for stretch in stretches]))
            return
        all_of = ("all", sum(each.placements for each in stretches), sum(each.left for each in stretches))
        for name, placed, left in [*((f"rows {rows}", *more) for rows, *more in stretches), all_of]:
            put(f"{name:>12} {placed:>10,} {left:>10,}")
        put("placements whose first cell is there, and how many of them reduction leaves")
        return
    if what == "placements" and not value:
        rows = views.tally(puzzle)
        if as_json:
            put(json(rows))
            return
        total = views.Row("all", sum(row.placements for row in rows), sum(row.left for row in rows))
        shown = [*rows, total] if puzzle.record.shown.pieces else [total]
        for row in shown:
            put(f"{row.piece:>8} {row.placements:>10,} {row.left:>10,}")
        put("placements of each piece, and how many of them reduction leaves")
        return
    found = views.placements(puzzle, str(value)) if what == "placements" else getattr(views, what)(puzzle)
    if as_json:
        from accord.render.text import text

        put(json([{"caption": view.words, "board": text(view.picture).split("\n")} for view in found]))
        return
    for view in found:
        put(f"{view.words}\n{board(view.picture)}\n")
    put(f"{len(found):,} in all")


def _rows(puzzle: Puzzle, *, as_json: bool) -> None:
    """Print what the rules add to the model, the largest last; all of them as JSON.

    Where one is refused, the rows before it are printed, and its refusal is raised.
    """
    from accord.puzzles.views import costs, table

    told = costs(puzzle)
    if as_json:
        put(json([cost._asdict() for cost in told]))
        return
    found: list[Cost] = []
    refused = None
    try:
        found.extend(told)
    except RefusedError as error:
        refused = error
    put("\n".join(table(found)))
    if refused is not None:
        raise refused


def _facts(puzzle: Puzzle) -> dict[str, Any]:
    """The facts that `show` prints, by name; a plan problem has the family's own sizes, not a model's."""
    from accord.symmetry.group import group_of

    if puzzle.is_plan:
        own: dict[str, Any] = {"kind": "plan problem", "facts": puzzle.facts}
    else:
        model = puzzle.model
        own = {"items": model.items, "options": model.options, "kind": model.kind.words}
        try:
            own |= {"symmetries": len(group_of(model))}
        except RefusedError:  # a group that is too large to be handled
            own |= {"symmetries": None}
    return {
        "puzzle": puzzle.name,
        "variant": puzzle.variant or "",
        "family": puzzle.family,
        "title": puzzle.title,
        "rule": puzzle.rule,
        **own,
        "counts": puzzle.counts,
        "variants": puzzle.variants,
    }


def _lines(puzzle: Puzzle, facts: dict[str, Any]) -> list[str]:
    """The facts of a puzzle in words."""
    variant = f", variant {puzzle.variant}" if puzzle.variant else ""
    title = f": {puzzle.title}" if puzzle.title else ""
    lines = [wrap(f"{puzzle.name}{variant}{title}"), ""]
    lines += [wrap(" ".join(puzzle.rule.split())), ""] if puzzle.rule else []
    if puzzle.is_plan:
        rows = [("plan problem", ", ".join(f"{name} {size}" for name, size in puzzle.facts.items()))]
    else:
        rows = [("model", f"{facts['items']} items, {facts['options']:,} options, {facts['kind']}")]
        rows.append(("symmetries", str(facts["symmetries"] or "too many to be handled")))
    for which, count in facts["counts"].items():
        checked = ", ".join(count.checked) or "no engine"
        term = f", {count.oeis}" if count.oeis else ""
        rows.append((which, f"{count.count:,}{term} ({count.source}; checked by: {checked})"))
    rows += [("variant", f"{name}: {title}") for name, title in puzzle.variants.items()]
    return [*lines, definition_list(rows)]
