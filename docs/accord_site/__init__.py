"""The documentation site: an extension of Sphinx, and the pages that it generates.

contents    the table of contents: sections and their pages, in order
links       links of pages that lead out of docs/
generated   the generated pages by their paths
accessible  the HTML of a page for a screen reader and a keyboard

`make site` builds docs/ into build/site. Generated pages go to docs/reference, which git ignores.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1]


def setup(app: Any) -> dict[str, bool]:
    """Register the extension with Sphinx."""
    from accord_site import accessible, contents, generated, links

    app.connect("builder-inited", lambda app: generated.write(Path(app.srcdir)))
    app.connect("env-get-outdated", lambda *_: ["index"])  # its table of contents is not in its file
    app.connect("source-read", links.rewrite)
    app.connect("source-read", contents.add)
    app.connect("html-page-context", accessible.add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
