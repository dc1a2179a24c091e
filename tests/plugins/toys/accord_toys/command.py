"""`accord arcs`."""

import click

from accord.puzzles.loader import load


@click.command()
@click.argument("ring")
def arcs(ring):
    """Tell how long the arcs of a ring are."""
    click.echo(" ".join(str(len(arc)) for arc in load(ring).spec.cells.split("x") if arc))
