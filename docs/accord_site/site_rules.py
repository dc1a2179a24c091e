"""The page of rules that puzzle sites check otherwise; tests count the examples."""

from __future__ import annotations

from typing import NamedTuple

from accord_site.markdown import code, table

PATH = "reference/site-rules.md"


class Row(NamedTuple):
    """A difference between a site and Accord: how many answers to an address each accepts."""

    kind: str
    site: str  # what the site checks
    accord: str  # what Accord checks
    address: str  # an example
    accepted: int  # how many answers to it the site accepts
    counted: int | None  # the count of Accord; None if it refuses the address


_SHADED = ("wants a shaded cell", "counts a board without shaded cells")
ROWS = (
    Row("aquarium", "wants water in some cell", "counts an empty aquarium", "aquarium/r/2/2/00/j", 2, 3),
    Row("creek", *_SHADED, "creek/2/2/o", 13, 14),
    Row("heyawake", *_SHADED, "heyawake/2/2/00g", 4, 5),
    Row("hitori", *_SHADED, "hitori/2/2/1234", 4, 5),
    Row("kuromasu", *_SHADED, "kurodoko/2/2/j", 4, 5),
    Row("nurimisaki", *_SHADED, "nurimisaki/2/1/..", 0, 1),
    Row("tapa", *_SHADED, "tapa/2/2/j", 12, 13),
    Row("shakashaka", "wants a triangle", "counts a board without triangles", "shakashaka/2/2/j", 1, 2),
    Row("hashi", "wants a bridge", "counts one island alone", "hashi/1/1/.", 0, 1),
    Row("hashi", "lets an island ? have no bridge", "joins all islands", "hashi/5/1/1g.g.", 3, 2),
    Row("hashi", "joins islands side by side", "wants a cell between two islands", "hashi/2/1/11", 1, None),
    Row("yajilin", "lets the loop be missing", "wants a loop", "yajilin/3/1/a0.a", 1, 0),
    Row("fillomino", "lets cells stay blank", "wants a number in each cell", "fillomino/3/1/3h", 4, 1),
    Row(
        "galaxies",
        "ignores lines that part no two galaxies",
        "counts the galaxies",
        "tentaisho/3/2/me",
        16,
        1,
    ),
)
INTRODUCTION = """\
# Rules that sites check otherwise

puzz.link and sites like it check answers with the program [pzpr](https://github.com/robx/pzprjs). Accord
counts the answers that pzpr accepts, except for the rows below. So a puzzle may have one solution at a site,
and none or several in Accord, or the reverse.

"""
END = """
For fillomino and galaxies, the site accepts several drawings of one solution. In yajilin, the loop may be
missing where every free cell is shaded.

In November 2026, both were compared on 200 random small boards of each kind, with pzpr 0.12: on the smallest
boards, on everything that can be drawn. No package contains a pzpr that knows suguru, so it was not compared.
"""


def page() -> str:
    """Return the page."""
    rows = [
        (
            row.kind,
            row.site,
            row.accord,
            code(row.address),
            row.accepted,
            "refused" if row.counted is None else row.counted,
        )
        for row in ROWS
    ]
    heading = ("kind", "a site", "Accord", "example", "accepted there", "counted here")
    return INTRODUCTION + table(heading, rows) + END
