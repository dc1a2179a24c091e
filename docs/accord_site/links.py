"""Links of pages that lead out of docs/: to pages of the site where it has them, else their text alone.

A checkout is read by people as well, so pages link to `../models/soma.toml` or `../CONTRIBUTING.md`. The site
has copies of the pages outside of docs/; of other files it has the name.
"""

from __future__ import annotations

import posixpath
import re
from typing import Any

from accord_site import DOCS

ROOT = DOCS.parent
# pages outside of docs/ that the site has, and the pages that it has of them
OUTSIDE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "reference/contributing.md",
    "CHANGELOG.md": "reference/changelog.md",
    **{
        f"plugins/{path.parent.name}/README.md": f"reference/{path.parent.name}.md"
        for path in sorted(ROOT.glob("plugins/*/README.md"))
    },
}
LINK = re.compile(
    r"(?P<image>!?)\[(?P<words>(?:[^][]|\[[^]]*\])*)\]\((?P<target>[^)\s#:]+)(?P<anchor>#[^)]*)?\)"
)


def move_links(text: str, place: str, to: str) -> str:
    """Return a text that stood at `place` with the links that lead to the same pages from `to`.

    Both are paths from the root of the repository.
    """

    def link(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(place), found["target"]))
        if target in OUTSIDE:
            target = f"docs/{OUTSIDE[target]}"
        if not target.startswith("docs/"):
            return found["words"]
        path = posixpath.relpath(target, posixpath.dirname(to))
        return f"{found['image']}[{found['words']}]({path}{found['anchor'] or ''})"

    return LINK.sub(link, text)


def rewrite(_app: Any, page: str, source: list[str]) -> None:
    """Rewrite the links of a page, as Sphinx reads it, that lead out of docs/."""
    place = f"docs/{page}.md"
    source[0] = move_links(source[0], place, place)
