"""The page of the notebook: its cells as Markdown, and below them what they showed when it was run last.

`make notebook` runs it, and stores what it shows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

from accord_site import DOCS
from accord_site.links import move_links

NOTEBOOK = DOCS / "notebooks/first-steps.ipynb"
PATH = "reference/notebook.md"
PICTURES = "reference/notebook"
SVG = re.compile(r"<\?xml.*?</svg>", re.DOTALL)
WORDS = re.compile(r"<pre>(.*?)</pre>", re.DOTALL)
INTRODUCTION = (
    "\nThis page shows a notebook. Download [first-steps.ipynb](../notebooks/first-steps.ipynb) to run it.\n"
)


def text(lines: list[str] | str) -> str:
    """Return a text that a notebook may have as a list of lines."""
    return lines if isinstance(lines, str) else "".join(lines)


@cache
def cells() -> list[dict[str, Any]]:
    """Return the cells of the notebook."""
    return json.loads(NOTEBOOK.read_text("utf-8"))["cells"]


def outputs(cell: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield the words and the pictures of each output of a cell."""
    for output in cell.get("outputs", ()):
        data = {kind: text(value) for kind, value in output.get("data", {"text": output.get("text")}).items()}
        if "text/html" in data:
            yield unescape(WORDS.search(data["text/html"])[1]), SVG.findall(data["text/html"])
        elif "image/svg+xml" in data:
            yield "", [data["image/svg+xml"]]
        else:
            yield data.get("text") or data["text/plain"], []


def pictures() -> list[str]:
    """Return the pictures of all outputs, in their order."""
    return [picture for cell in cells() for _, drawn in outputs(cell) for picture in drawn]


def page() -> str:
    """Return the page."""
    lines: list[str] = []
    number = 0
    for cell in cells():
        source = text(cell["source"])
        if cell["cell_type"] == "markdown":
            lines += [move_links(source, "docs/notebooks/first-steps.ipynb", f"docs/{PATH}"), ""]
            if len(lines) == 2:
                lines.append(INTRODUCTION)
            heading = source.partition("\n")[0].strip("# ")
            continue
        lines += [f"```python\n{source}\n```", ""]
        for words, drawn in outputs(cell):
            if words:
                lines += [f"```text\n{words.rstrip()}\n```", ""]
            for _ in drawn:
                number += 1
                lines += [f"![Output {number}: {heading}](notebook/{number}.svg)", ""]
    return "\n".join(lines)


def draw(folder: Path) -> None:
    """Write the pictures that differ from what is there."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, picture in enumerate(pictures(), 1):
        path = folder / f"{number}.svg"
        if not path.exists() or path.read_text("utf-8") != picture:
            path.write_text(picture, "utf-8")


def run() -> Any:
    """Return the notebook, run anew."""
    import nbclient  # only now: the site is built without it
    import nbformat

    notebook = nbformat.read(NOTEBOOK, 4)
    nbformat.validate(notebook)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", record_timing=False).execute()
    return notebook


if __name__ == "__main__":
    NOTEBOOK.write_text(f"{json.dumps(run(), indent=1, ensure_ascii=False)}\n", "utf-8")
