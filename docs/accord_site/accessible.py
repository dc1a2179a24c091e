"""The HTML of a page for readers with a screen reader or a keyboard: where Sphinx and furo fall short.

`templates/page.html` passes the body of each page through here; `static/accord.js` does the same for
boxes that scroll, since only a browser knows which do.
"""

from __future__ import annotations

import re
from typing import Any

SIGNATURE = re.compile(r'<dt class="sig .*?</dt>', re.DOTALL)
REPAIRS = {
    # captions of the sidebar are headings without a level
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    # two regions need two names
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="All pages">',
    '<aside class="toc-drawer': '<aside aria-label="This page" class="toc-drawer',
    # the page of search results has no heading
    '<div id="search-results">': '<h1>Search</h1>\n<div id="search-results">',
}
CORNER = re.compile(r"<th([^>]*)>(?:<p></p>)?</th>")  # an empty cell in a row of headings heads nothing
ARGUMENTS = {  # a list of definitions without terms is none
    "<dl>": '<span class="sig-arguments">',
    "</dl>": "</span>",
    "<dd>": '<span class="sig-argument">',
    "</dd>": "</span>",
}


def replace_all(text: str, repairs: dict[str, str]) -> str:
    """Return a text with each key replaced by its value."""
    for old, new in repairs.items():
        text = text.replace(old, new)
    return text


def repair(body: str) -> str:
    """Return the body of a page, repaired."""
    body = SIGNATURE.sub(lambda found: replace_all(found[0], ARGUMENTS), replace_all(body, REPAIRS))
    return CORNER.sub(r"<td\1></td>", body)


def add(_app: Any, _page: str, _template: str, context: dict[str, Any], _tree: Any) -> None:
    """Hand the function to the templates."""
    context["accessible"] = repair
