"""The configuration of Sphinx for `make site`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from accord.versions import version_of

project = "Accord"
author = "The Accord authors"
project_copyright = f"2026, {author}"
release = version = version_of("accord")
extensions = ["myst_parser", "accord_site"]
exclude_patterns = ["accord_site"]
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]  # types of signatures have no entries of their own
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
python_maximum_signature_line_length = 88
add_module_names = False
toc_object_entries = False  # headings have the same names
html_static_path = ["static"]
templates_path = ["templates"]
html_js_files = ["accord.js"]
html_css_files = ["accord.css"]
html_theme = "furo"
html_title = "Accord"
html_show_sphinx = False
html_copy_source = False
