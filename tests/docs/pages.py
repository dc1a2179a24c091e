"""The pages of the documentation, and the examples in them."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = {
    str(page.relative_to(ROOT)): page
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    if ROOT / "docs/reference" not in page.parents  # generated for the site; git ignores it
}

# `left_out` is there if the example is under `<!-- not run: why -->`
EXAMPLE = re.compile(
    r"^(?P<left_out><!-- not run:[^\n]*-->\n)?(?P<indent> *)```(?P<language>\w*)\n(?P<lines>.*?)^ *```$",
    re.MULTILINE | re.DOTALL,
)
RUN = ("console", "python")  # the languages of examples that test_docs.py runs
