"""Writes `accord/puzzles/registry.py`: what the table of families has to know before it imports anything.

A family is a module of `accord.families` with a RECORD, or a package with one in its `record`.
A site is a module of `accord.pencil.address` with a SITE.
Engines are those of the classes of our backends, commands those of the command line. So each name is typed
where it is known, and nowhere else.
"""

import json
import re
from ast import literal_eval
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from pprint import pformat

from accord import families
from accord.backends import table as backends
from accord.cli.main import COMMANDS
from accord.pencil import address
from accord.puzzles import registry, sites, table

HEAD = """\"\"\"The table of families and backends, read before any is imported (`make generated`).\"\"\"

from typing import Any

# fmt: off
"""
FILE = Path(registry.__file__)
TEXT = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")  # as `repr` writes it
KINDS = {
    "SITES": "tuple[dict[str, Any], ...]",
    "FAMILIES": "tuple[dict[str, Any], ...]",
    "ENGINES": "tuple[str, ...]",
    "COMMANDS": "tuple[str, ...]",
}


def records():
    """The place of each record of ours, and the record, by module."""
    for module in sorted(iter_modules(families.__path__), key=lambda each: each.name):
        place = f"accord.families.{module.name}"
        inside = f"{place}.record" if module.ispkg else place
        if find_spec(inside) and hasattr(found := import_module(inside), "RECORD"):
            yield f"{inside}:RECORD", found.RECORD


def families_found():
    """The row of each family, without what is as usual."""
    for place, record in records():
        row = table.row_of(record, place)._asdict()
        yield {key: value for key, value in row.items() if value != table.Row._field_defaults.get(key)}


def sites_found():
    """The row of each site, without what is as usual, by name."""
    rows = []
    for module in iter_modules(address.__path__, f"{address.__name__}."):
        if site := getattr(import_module(module.name), "SITE", None):
            place = f"{module.name}:SITE"
            rows.append(sites.Row(site.name, site.title, site.pattern, place, site.bare, (*site.forms,)))
    return tuple({key: value for key, value in row._asdict().items() if value} for row in sorted(rows))


def engines_found():
    """The engines of our backends."""
    own = set(table.engines())  # which the native backend lists as well
    named = dict.fromkeys(each for row in backends.OURS for each in backends.class_of(row.name).engines)
    return tuple(engine for engine in named if engine not in own)


def found():
    """All that the file says."""
    registry.SITES = sites_found()  # a site may bring forms for families, which are imported next
    sites.rows.cache_clear()
    return {
        "SITES": registry.SITES,
        "FAMILIES": (*families_found(),),
        "ENGINES": engines_found(),
        "COMMANDS": tuple(COMMANDS),
    }


def text(values):
    """The text of the file."""
    lines = [f"{name}: {KINDS[name]} = (\n    {quoted(value)},\n)\n" for name, value in values.items()]
    return HEAD + "".join(lines)


def quoted(value):
    """What stands in a tuple, as code, with double quotes."""
    rows = pformat(value, width=104, compact=True, sort_dicts=False).removeprefix("(").removesuffix(")")
    return TEXT.sub(_in_double_quotes, rows).replace("\n", "\n   ")


def _in_double_quotes(text):
    return json.dumps(literal_eval(text[0]), ensure_ascii=False)
