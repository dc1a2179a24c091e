"""What people see of Accord stays as it is, until somebody changes it on purpose: see `__main__.py`."""

import json

import pytest
from transcripts import record, sections, transcript

from goldens import COMMANDS, RECORDED

pytestmark = pytest.mark.full


@pytest.mark.parametrize("heading", sections(COMMANDS.read_text()))
def test_commands_print_what_they_printed(heading):
    text = COMMANDS.read_text()
    assert record(sections(text)[heading]) == transcript(text, heading).rstrip("\n") + "\n"


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_what_accord_shows_of_itself_is_as_recorded(file):
    assert json.loads(json.dumps(RECORDED[file]())) == json.loads(file.read_text())
