"""`accord list` and `accord show`: what there is, without running anything."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from accord.cli.options import json_option, puzzle_argument, variant_option

if TYPE_CHECKING:
    from accord.puzzles.puzzle import Puzzle


@click.command("list")
@json_option
def list_puzzles(as_json: bool) -> None:
    """List the puzzles that come with Accord."""
    import msgspec

    from accord.puzzles import library, table

    entries = [*library.entries(), *library.of_strangers()]
    broken = [f"{row.name}: a family of {row.package}, broken: {row.broken}" for row in table.broken()]
    if as_json:
        click.echo(msgspec.json.encode(entries).decode())
        for line in broken:
            click.echo(line, err=True)
        return
    names = [(entry.name, entry.title) for entry in entries]
    width = max(len(name) for name, _ in names)
    for entry, (name, title) in zip(entries, names, strict=True):
        variants = f"  (variants: {', '.join(entry.variants)})" if entry.variants else ""
        click.echo(f"{name:{width}}  {title}{variants}")
    for line in broken:
        click.echo(line)


@click.command()
@puzzle_argument
@variant_option
@json_option
def show(puzzle: str, variant: str | None, as_json: bool) -> None:
    """Show a puzzle: its rule, sizes, counts with their sources, and a picture of the board."""
    import msgspec

    from accord.draw.text import text
    from accord.puzzles.library import load
    from accord.symmetry.group import group_of

    loaded = load(puzzle, variant)
    if loaded.is_plan:
        _show_plan(loaded, as_json)
        return
    group = len(group_of(loaded.model))
    if as_json:
        facts = {
            "puzzle": loaded.name,
            "variant": loaded.variant or "",
            "family": loaded.family,
            "title": loaded.title,
            "rule": loaded.rule,
            "items": loaded.model.items,
            "options": loaded.model.options,
            "kind": loaded.model.kind.words,
            "symmetries": group,
            "counts": loaded.counts,
            "variants": loaded.variants,
        }
        click.echo(msgspec.json.encode(facts).decode())
        return
    for line in _facts(loaded, group):
        click.echo(line)
    click.echo()
    click.echo(text(loaded.picture(None), colour=sys.stdout.isatty()))


def _show_plan(puzzle: Puzzle, as_json: bool) -> None:
    """A plan problem: sizes of the family's own in place of those of a model."""
    import msgspec

    from accord.draw.text import text

    if as_json:
        facts = {
            "puzzle": puzzle.name,
            "variant": puzzle.variant or "",
            "family": puzzle.family,
            "title": puzzle.title,
            "rule": puzzle.rule,
            "kind": "plan problem",
            "facts": puzzle.facts,
            "variants": puzzle.variants,
        }
        click.echo(msgspec.json.encode(facts).decode())
        return
    lines = [_headline(puzzle), "", *([puzzle.rule, ""] if puzzle.rule else [])]
    sizes = ", ".join(f"{name} {size}" for name, size in puzzle.facts.items())
    lines += [f"plan problem  {sizes}", *_variants(puzzle), "", text(puzzle.picture())]
    click.echo("\n".join(lines))


def _headline(puzzle: Puzzle) -> str:
    return f"{puzzle.name}{f', variant {puzzle.variant}' if puzzle.variant else ''}: {puzzle.title}"


def _variants(puzzle: Puzzle) -> list[str]:
    return [f"variant     {name}: {title}" for name, title in puzzle.variants.items()]


def _facts(puzzle: Puzzle, group: int) -> list[str]:
    model = puzzle.model
    lines = [
        _headline(puzzle),
        "",
        puzzle.rule,
        "",
        f"model       {model.items} items, {model.options:,} options, {model.kind.words}",
        f"symmetries  {group}",
    ]
    for which, count in puzzle.counts.items():
        checked = ", ".join(count.checked) or "not reproduced here"
        lines.append(f"{which:10}  {count.count:,} ({count.source}; checked by: {checked})")
    return lines + _variants(puzzle)
