"""Real addresses of puzz.link, of sites like it, and of Simon Tatham's collection, each with one solution."""

import re
from pathlib import Path

import pytest

FILE = Path(__file__).parents[1] / "data" / "puzzlink.txt"
REAL = [line for line in FILE.read_text().splitlines() if line.startswith("http")]
PUZZLINK = [address for address in REAL if "?" in address]


SMALL = 50  # cells; larger boards are for the full profile


def params(addresses, slow=()):
    """The addresses as arguments of a test; those that begin like one of `slow` take more than 20 seconds."""
    found = []
    for address in addresses:
        text = re.split("[?#]", address)[1]
        rows, columns = re.search(r"([0-9]+)[/x]([0-9]+)[/:]", text).groups()
        marks = [pytest.mark.full] * (int(rows) * int(columns) > SMALL)
        marks = [pytest.mark.slow] if text.startswith(tuple(slow)) else marks
        found.append(pytest.param(address, marks=marks, id=text[:24]))
    return found
